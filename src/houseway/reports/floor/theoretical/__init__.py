"""Actual against theoretical: what tables won, between what it should lie, and how unlikely it is."""
