"""Configurations one change away from each other: the examples as plain data, and edits of them."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from houseway.compliance.check import Finding, check
from houseway.compliance.configuration import Property, read

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"

Data: TypeAlias = dict[str, Any]
Change: TypeAlias = Callable[[Data], None]


@cache
def _example(name: str) -> Data:
    return tomllib.loads((EXAMPLES / f"{name}.toml").read_text(encoding="utf-8"))


def example(name: str, *changes: Change) -> Data:
    """The example called ``name`` after ``changes``."""
    data = copy.deepcopy(_example(name))
    for change in changes:
        change(data)
    return data


def configured(name: str, *changes: Change) -> Property:
    """The property of an example after ``changes``."""
    return read(example(name, *changes))


def findings(name: str, *changes: Change) -> list[Finding]:
    """What the check finds in an example after ``changes``."""
    return check(configured(name, *changes))


def _step(data: Any, key: str) -> Any:
    """One step down: by key, by number, or by the id (or step, or maker) of an item."""
    if isinstance(data, dict):
        return data[key]
    if key.isdigit():
        return data[int(key)]
    return next(item for item in data if key in (item.get("id"), item.get("step"), item.get("maker")))


def put(path: str, value: Any) -> Change:
    """Set what stands at ``path``: ``tables T3 limits ante``; what is missing on the way is made."""

    def change(data: Data) -> None:
        *way, last = path.split()
        place: Any = data
        for key in way:
            place = place.setdefault(key, {}) if isinstance(place, dict) else _step(place, key)
        place[int(last) if isinstance(place, list) else last] = copy.deepcopy(value)

    return change


def drop(path: str) -> Change:
    """Take away what stands at ``path``."""

    def change(data: Data) -> None:
        *way, last = path.split()
        place: Any = data
        for key in way:
            place = _step(place, key)
        if isinstance(place, list):
            place.remove(last if last in place else _step(place, last))
        else:
            del place[last]

    return change


def add(path: str, *values: Any) -> Change:
    """Add to the list at ``path``."""

    def change(data: Data) -> None:
        place: Any = data
        for key in path.split():
            place = place.setdefault(key, []) if isinstance(place, dict) else _step(place, key)
        place.extend(copy.deepcopy(values))

    return change


def again(path: str, **changed: Any) -> Change:
    """Add a copy of the item at ``path`` to its list, with some of it changed."""

    def change(data: Data) -> None:
        *way, last = path.split()
        place: Any = data
        for key in way:
            place = _step(place, key)
        place.append({**copy.deepcopy(_step(place, last)), **changed})

    return change


def together(*changes: Change) -> Change:
    """Several changes as one."""

    def change(data: Data) -> None:
        for each in changes:
            each(data)

    return change


def nothing(data: Data) -> None:
    """The example as it is."""
