"""What each approved model of the jackpot system can do, from ``equipment.toml``: for editions and for devices."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

Means: TypeAlias = Literal["remote", "computer", "card", "data-centre", "server"]
"""How an amount or an image reaches a display."""


class ApprovedModel(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """One model.

    ``sensors`` is the most at a position and ``positions`` the most at a table. ``indicators`` says where the lights
    are, ``counter`` where wagers are counted, ``changed_by`` how what a display shows may be changed, ``amounts``
    which amounts it can run, ``displays`` the kinds of display that go with it, and ``forwards`` whether counts are
    stored and sent on.
    """

    model: str
    sensors: int
    positions: int
    indicators: Literal["panel", "sensor"]
    counter: Literal["lcd", "lcd+logger", "server"]
    changed_by: tuple[Means, ...]
    amounts: tuple[str, ...]
    displays: tuple[str, ...]
    forwards: bool = False


@cache
def approved_models() -> dict[str, ApprovedModel]:
    """The models by their slugs, oldest first."""
    raw = tomllib.loads(Path(__file__).with_name("equipment.toml").read_text(encoding="utf-8"))
    return {found.model: found for found in msgspec.convert(raw["model"], list[ApprovedModel])}


def with_facts(equipment: object) -> object:
    """An edition's entry of a model with what the model can do; an entry of another model must say it all itself."""
    if not isinstance(equipment, dict):
        return equipment
    known = approved_models().get(str(equipment.get("model")))
    facts = msgspec.to_builtins(known) if known is not None else {}
    return {key: value for key, value in facts.items() if key not in ("displays", "forwards")} | equipment
