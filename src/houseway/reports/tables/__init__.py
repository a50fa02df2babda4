"""Figures as tables, each for one matter: shifts, bankrolls, sweeps, the worth of choices."""
