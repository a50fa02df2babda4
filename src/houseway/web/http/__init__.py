"""Shared by every web request: sign-in gate, callers, rate limits, error answers, assets, logs, metrics."""
