"""What a player can gain who knows more than he should: exact where it can be, and knowing no game."""
