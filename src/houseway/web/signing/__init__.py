"""Proposals: a command that takes two people waits here until the second signs in a session of their own."""
