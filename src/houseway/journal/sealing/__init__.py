"""Seals: all heads of a journal, signed and kept outside the database, and the checks against them."""
