"""Damaged round records: every value of a valid one made wrong, systematically and by chance."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

from houseway.registry import game
from houseway.table.variety import VariedRound

GAMES = ("deuces-wild", "dueling", "three-card-split", "triple-attack")
MISSING = object()
"""Stands for a key that is taken out."""


def _deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


def _deep_keys(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = {"a": value}
    return value


WRONG: tuple[Any, ...] = (
    MISSING,
    None,
    True,
    0,
    -1,
    1,
    10**15 + 1,
    2**63,
    2**64,
    -(2**64),
    10**400,
    10**5000,
    0.5,
    float("nan"),
    float("inf"),
    -float("inf"),
    "",
    " ",
    "0",
    "1",
    "-1",
    "½",
    "NaN",
    "\x00",
    "\ud800",
    "x\udfffx",
    "٣",
    "9" * 5000,
    "x" * 100_000,
    "As",
    "??",
    "Xj",
    "fold",
    "dealer",
    "supervisor",
    "house-way",
    "standard",
    "100%",
    "$0",
    "$1",
    "1 to 1",
    "-5 to 1",
    "bonus",
    [],
    [0],
    [1, 1],
    [None],
    ["\ud800"],
    [[]],
    ["bet", 0],
    ["bet", 10**30],
    ["low", 4],
    {},
    {"": 0},
    {"a": 1},
    {"\ud800": 1},
    {"edition": "1899"},
    {"wagers": 5},
    _deep(40),
    _deep(900),
    _deep(20_000),
    _deep_keys(3_000),
)
"""What a value is replaced by."""

KEYS = ("", "edition", "wagers", "seat", "hand", "ask", "spade", "\udc00")
"""What a key is renamed to."""


def valid(slug: str, number: int) -> dict[str, Any]:
    """A varied round's record, voided now and then, as it comes out of a file."""
    dealt = VariedRound(game(slug), 77, number)
    round_ = dealt.play()
    if number % 5 == 0:
        round_.void("malfunction", "BJS-5")
    made: dict[str, Any] = json.loads(json.dumps(dealt.record(round_)))
    return made


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something stands in a record, as deep as a valid one goes."""
    if at:
        yield at
    if len(at) > 5:
        return
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*at, key))
    elif isinstance(value, list):
        for index in range(len(value)):
            yield from places(value[index], (*at, index))


def put(record: dict[str, Any], at: tuple[Any, ...], value: Any) -> None:
    """``value`` in the place ``at``, or nothing there any more."""
    inner: Any = record
    for key in at[:-1]:
        inner = inner[key]
    if value is MISSING:
        del inner[at[-1]]
    else:
        inner[at[-1]] = value


def _kind(at: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple("*" if isinstance(key, int) else key for key in at)


def systematic(slug: str, every: int = 1) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each kind of place of this game's records with each wrong value; what was done, and the record.

    Of all of them, the first and then each so many further on.
    """
    seen = set()
    count = -1
    for number in range(12):
        record = valid(slug, number)
        for at in places(record):
            if _kind(at) in seen:
                continue
            seen.add(_kind(at))
            for value in WRONG:
                count += 1
                if count % every:
                    continue
                damaged = copy.deepcopy(record)
                put(damaged, at, value)
                yield f"{at} = {_said(value)}", damaged


def _said(value: Any) -> str:
    try:
        return repr(value)[:40]
    except (ValueError, RecursionError):
        return "something enormous"


def at_random(slug: str, count: int, seed: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Records damaged by chance, one to four times: replaced, taken out, moved, doubled, swapped, contradicted."""
    chance = random.Random(f"{seed} {slug}")
    records = [valid(slug, number) for number in range(25)]
    for _ in range(count):
        record = copy.deepcopy(chance.choice(records))
        told = []
        for _ in range(chance.choice((1, 1, 1, 2, 3, 4))):
            told.append(_one(record, chance.choice(records), chance))
        yield "; ".join(told), record


def _one(record: dict[str, Any], other: dict[str, Any], chance: random.Random) -> str:
    found = list(places(record))
    if not found:
        return "nothing is left"
    at = chance.choice(found)
    kind = chance.choice(("wrong", "wrong", "other", "moved", "key", "twice", "near", "game"))
    if kind == "wrong":
        put(record, at, chance.choice(WRONG))
    elif kind == "other":
        theirs = [place for place in places(other) if _kind(place) == _kind(at)]
        if theirs:
            put(record, at, copy.deepcopy(_get(other, chance.choice(theirs))))
    elif kind == "moved":
        put(record, at, copy.deepcopy(_get(record, chance.choice(found))))
    elif kind == "key":
        inner = _get(record, at[:-1])
        if isinstance(inner, dict):
            inner[chance.choice(("", "edition", "wagers", "seat", "hand", "ask", "spade", "\udc00"))] = inner.pop(
                at[-1]
            )
    elif kind == "twice":
        inner = _get(record, at[:-1])
        if isinstance(inner, list):
            inner.insert(chance.randrange(len(inner) + 1), inner[at[-1]])
    elif kind == "near":
        value = _get(record, at)
        if type(value) is int:
            put(record, at, value + chance.choice((-1, 1, 100, -value)))
        elif isinstance(value, str):
            put(record, at, value[::-1])
        elif isinstance(value, list):
            chance.shuffle(value)
    else:
        record["game"] = chance.choice((*GAMES, "high-card", "nope"))
    return f"{kind} {at}"


def _get(record: Any, at: tuple[Any, ...]) -> Any:
    for key in at:
        record = record[key]
    return record
