"""Rehearsals: a gaming day on software devices with everything that goes wrong in one, and attacks of insiders."""
