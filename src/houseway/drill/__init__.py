"""Rehearsals: a gaming day on software devices with everything that can go wrong, and attacks by insiders."""
