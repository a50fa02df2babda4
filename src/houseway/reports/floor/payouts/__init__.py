"""Prizes as the cage pays them: the slip of one, and the list of a day."""
