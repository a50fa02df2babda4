"""The words a game is written in: wagers, paytables, pays, clauses, steps."""
