"""For researchers: the games as environments to learn in and as trees to search.

Importing this package registers a Gymnasium environment for every registered game, where Gymnasium is installed:
``gymnasium.make("houseway/…-v0")``.
"""

from importlib.util import find_spec

from houseway.research.environments import register

if find_spec("gymnasium") is not None:
    register()
