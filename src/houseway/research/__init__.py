"""For researchers: the games as environments to learn in, as trees to search, and as data frames.

Importing this package registers a Gymnasium environment for every registered game: ``gymnasium.make("houseway/…-v0")``.
"""

from __future__ import annotations

from houseway.research.environments import register

register()
