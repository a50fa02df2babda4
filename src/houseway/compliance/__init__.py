"""Compliance: jurisdiction profiles, approvals, and the rules that a property's configuration must pass."""
