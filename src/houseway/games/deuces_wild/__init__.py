"""Deuces Wild."""

from houseway.table.folder import GameFolder

GAME = GameFolder(__package__, __file__, behaviour=2, approved_from=1, malfunction="rules 11")
