"""High Card, a toy: one card each, the higher wins. It is here to prove that adding a folder adds a game."""

from houseway.table.folder import GameFolder

GAME = GameFolder(__package__, __file__, behaviour=1)
