"""The games: one folder each, the same files in every one. Adding a game is adding a folder."""
