"""The ids of the Gymnasium environments: one for each registered game, made from the game's slug."""

from __future__ import annotations

from houseway import registry
from houseway.research.research_errors import LibraryMissing

NAMESPACE = "houseway"
VERSION = 0
"""Raised when observations, actions or rewards change, so that results under one id stay comparable."""


def env_id(slug: str) -> str:
    """The id of a game's environment: ``lucky-seven`` is ``houseway/LuckySeven-v0``."""
    return f"{NAMESPACE}/{''.join(word.capitalize() for word in slug.split('-'))}-v{VERSION}"


def env_ids() -> dict[str, str]:
    """The ids of all environments, by the slug of the game."""
    return {slug: env_id(slug) for slug in registry.all_games()}


def register() -> None:
    """Make every game known to `gymnasium.make` and `gymnasium.make_vec`; what is known already is left as it is."""
    try:
        from gymnasium.envs import registration  # noqa: PLC0415
    except ImportError as error:
        raise LibraryMissing(
            "the environments need the library Gymnasium, which is not installed",
            remedy="pip install 'houseway[research]'",
        ) from error
    for slug, name in env_ids().items():
        if name not in registration.registry:
            registration.register(
                id=name,
                entry_point="houseway.research.table_env:TableEnv",
                vector_entry_point="houseway.research.vector_env:make_vector_env",
                kwargs={"game": slug},
            )
