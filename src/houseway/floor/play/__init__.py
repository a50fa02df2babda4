"""Rounds in progress and over, played from the journal, and what a table is played with."""
