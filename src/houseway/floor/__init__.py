"""The running property: commands, what they decide, and what is known after them.

The only room that joins table, jackpots and journal.
"""
