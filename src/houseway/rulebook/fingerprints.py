"""The two fingerprints of an edition: of what is played, and of how it is worded.

*Of play*: whatever decides what may be wagered, what is asked and what is paid, with the behaviour number of the game's
procedure. Approvals, open tables and records are bound by it. *Of text*: everything else. `PLAYED` says which is which.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from houseway.rulebook.paytables import event_slug

PLAYED: dict[str, tuple[str, ...]] = {
    "game": ("slug", "edition", "positions"),
    "deck": ("decks", "jokers", "without", "wild"),
    "wagering": ("most", "over", "most-over"),
    "jackpots": ("most",),
    "option": ("slug", "values", "integer"),
    "wager": (
        "slug",
        "kind",
        "initial",
        "relation",
        "fixed",
        "only",
        "needs",
        "excludes",
        "offered-with",
        "beside",
    ),
    "paytables": ("wagers", "ids", "odds", "division", "by", "scales", "row-meters", "rows"),
    "equipment": ("model", "sensors", "positions", "indicators", "counter", "changed-by", "amounts"),
}
"""By table of the edition's file, the fields that are played; every other field is text.

Of a paytable's rows the cells are played, and the event that a row's name stands for; the name itself is text too.
"""


SINCE: dict[tuple[str, str, str], int] = {("three-card-split", "wager", "beside"): 2}
"""By game, table and field the behaviour number from which a field holds that the game's first editions did not have.

Under an earlier number the field is not there: neither in the fingerprint nor for whoever plays.
"""


class Released(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What release 0.1 called an edition by one fingerprint, over play and text together."""

    game: str
    edition: str
    was: str
    play: str
    text: str


def play_fingerprint(edition: Mapping[str, Any], behaviour: int) -> str:
    """The fingerprint of what is played of an edition's plain data, under one behaviour number of its game."""
    game = edition["game"]["slug"]
    played = {
        table: _each(edition[table], _played, tuple(field for field in fields if holds(game, table, field, behaviour)))
        for table, fields in PLAYED.items()
        if table in edition
    }
    return _digest({"behaviour": behaviour, **played})


def holds(game: str, table: str, field: str, behaviour: int) -> bool:
    """Whether a field of an edition's file holds under one behaviour number of its game."""
    return SINCE.get((game, table, field), 1) <= behaviour


def text_fingerprint(edition: Mapping[str, Any]) -> str:
    """The fingerprint of how an edition is worded: of everything in its plain data that is not played."""
    return _digest({table: _each(content, _worded, PLAYED.get(table, ())) for table, content in edition.items()})


def play_of(fingerprint: str) -> str:
    """The fingerprint of play that is meant: 0.1's fingerprints of whole editions stand for theirs for ever."""
    known = _released().get(fingerprint)
    return known.play if known is not None else fingerprint


def text_of(fingerprint: str) -> str | None:
    """The fingerprint of the text that one of 0.1's fingerprints stands for; of any other nothing is known."""
    known = _released().get(fingerprint)
    return known.text if known is not None else None


def first_play(game: str, edition: str) -> str | None:
    """The fingerprint of play that release 0.1 had of an edition; nothing where it had none of that name."""
    return next((one.play for one in _released().values() if (one.game, one.edition) == (game, edition)), None)


@cache
def _released() -> dict[str, Released]:
    raw = tomllib.loads(Path(__file__).with_name("released.toml").read_text(encoding="utf-8"))
    return {known.was: known for known in msgspec.convert(raw["edition"], list[Released])}


def _each(content: Any, part: Any, fields: tuple[str, ...]) -> Any:
    if isinstance(content, list | tuple):
        return [_each(item, part, fields) for item in content]
    return part(content, fields) if isinstance(content, Mapping) else content


def _played(table: Mapping[str, Any], fields: tuple[str, ...]) -> dict[str, Any]:
    found = {key: value for key, value in table.items() if key in fields}
    if "rows" in found:
        found["rows"] = [[event_slug(name), *cells] for name, *cells in found["rows"]]
    return found


def _worded(table: Mapping[str, Any], fields: tuple[str, ...]) -> dict[str, Any]:
    found = {key: value for key, value in table.items() if key not in fields}
    if "rows" in fields:
        found["rows"] = [row[0] for row in table["rows"]]
    return found


def _digest(content: Mapping[str, Any]) -> str:
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()
