"""Sweeps: many tables simulated one after another, each beside its exact values, as one piece of work that can stop."""
