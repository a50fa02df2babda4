"""Shared by every web handler: permissions, arguments, page templates, visits, health checks and metrics."""
