"""The edge of the journal: an entry decoded into the struct of its kind, and nothing compared by its name after that.

Another release may have written the entry. Fields that this one does not know are left out, and a kind that it does not
know is an `Unknown`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeVar

import msgspec

from houseway.errors import kebab
from houseway.floor.decoding import as_known
from houseway.floor.kinds import of_confirming, of_house, of_jackpot, of_payment, of_sign_in, of_table, of_table_money
from houseway.floor.kinds.body import Body, Signatures
from houseway.journal import Entry

B = TypeVar("B", bound=Signatures)

PLAYERS_BODIES = (of_house.ChipsGiven, of_house.ChipsMoved, of_house.ChipsCashed)
"""What the stream of players' chips holds."""


class Unknown(Body, frozen=True, kw_only=True):
    """An entry of a kind that a later release brought in: it changes no state here."""

    @property
    def sentence(self) -> str:
        return "Something that this release does not know"


def _leaves(kind: type[Signatures]) -> Iterator[type[Signatures]]:
    below = kind.__subclasses__()
    for each in below:
        yield from _leaves(each)
    if not below:
        yield kind


@cache
def name_of(kind: type[Body]) -> str:
    """The name under which entries of a kind stand in the journal."""
    return kind.KIND or kebab(kind.__name__)


def _by_name(module: str) -> dict[str, type[Body]]:
    found = (kind for kind in _leaves(Signatures) if issubclass(kind, Body) and kind.__module__ == module)
    return {name_of(kind): kind for kind in found}


_HOUSE = {**_by_name(of_house.__name__), **_by_name(of_sign_in.__name__), **_by_name(of_confirming.__name__)}
_TABLE = {**_by_name(of_table.__name__), **_by_name(of_table_money.__name__)}
_JACKPOT = {**_by_name(of_jackpot.__name__), **_by_name(of_payment.__name__)}
_ALL = {**_HOUSE, **_JACKPOT, **_TABLE}
_IN: dict[str, dict[str, type[Body]]] = {
    "property": {**_ALL, **_HOUSE},
    "jackpot": {**_ALL, **_JACKPOT},
    "players": {**_ALL, **{name_of(kind): kind for kind in PLAYERS_BODIES}},
}

KINDS: frozenset[type[Body]] = frozenset({*_HOUSE.values(), *_TABLE.values(), *_JACKPOT.values()})
"""Every kind of entry that this release knows."""

NAMES: frozenset[str] = frozenset(_ALL)
"""Their names in the journal. One name may stand for two kinds, in the streams of two things."""


def kind_of(entry: Entry, of: str | None = None) -> type[Body]:
    """The kind of an entry, without decoding it. ``of`` says what its stream is of (``table``, ``jackpot``,
    ``property``, ``players``); if left out, the stream's name does."""
    return _IN.get(entry.stream.partition("/")[0] if of is None else of, _ALL).get(entry.kind, Unknown)


def read(entry: Entry, of: str | None = None) -> Body:
    """What an entry says."""
    return read_as(entry, kind_of(entry, of))


def read_as(entry: Entry, kind: type[B]) -> B:
    """What an entry of a known ``kind`` says; a `msgspec.ValidationError` where it lacks what the kind always has."""
    try:
        body: B = _decoder(kind)(entry.body)
        return body
    except msgspec.ValidationError:
        return as_known(_plain(entry.body), kind)


def read_if(entry: Entry, kind: type[B]) -> B | None:
    """What an entry says if it is of this ``kind``; any other is not decoded."""
    return read_as(entry, kind) if kind_of(entry) is kind else None


@cache
def _decoder(kind: type[Any]) -> Callable[[bytes], Any]:
    return msgspec.json.Decoder(kind, float_hook=_whole).decode


def _whole(text: str) -> None:
    raise ValueError(f"{text} is not a whole number")


_plain = msgspec.json.Decoder(float_hook=_whole).decode
