"""Deuces Wild."""

from houseway.table.game import Game

GAME = Game(__package__, __file__, behaviour=2, approved_from=1, malfunction="rules 11")
