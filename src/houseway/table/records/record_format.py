"""The format of a round record, and reading one: a damaged record is refused by name, with what to do about it.

The format is described in ``docs/round-record.md``; `houseway.table.records.record_schema` makes the JSON Schema of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from houseway.cards import UNSEEN, Card
from houseway.cards.card import card
from houseway.rulebook.money import cents
from houseway.rulebook.plain_words import misfit
from houseway.rulebook.steps import DEALER, SUPERVISOR
from houseway.table.lines import Line
from houseway.table.table_errors import BadRecord

FORMAT = 1
FORMAT_PAGE = "see docs/round-record.md"
"""What to do about a record that is none."""

LONGEST_WORD = 200
"""Characters of the longest word that a table's settings or an answer may have."""

DEEPEST = 5
"""How deep a table's settings or an answer may be nested."""

LARGEST = 1 << 64
"""Whole numbers of a record are smaller than this, and larger than its negative."""


class SeatRecord(msgspec.Struct, forbid_unknown_fields=True):
    """A seat and the wagers it placed before the deal, in cents."""

    seat: int
    wagers: dict[str, Any]


class DecisionRecord(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A decision, in the order it was asked; ``seat`` is a number, ``dealer`` or ``supervisor``.

    ``hand`` numbers the hand that it plays, in a game that splits hands; records of release 0.1 do not have it.
    """

    seat: int | str
    answer: Any
    ask: str | None = None
    hand: int | None = None


class VoidRecord(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Why a round was voided, and after how many steps (left out: where its cards, decisions or meters end)."""

    reason: str
    clause: str | None = None
    steps: int | None = None


class RoundRecord(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, rename="kebab"):
    """One round. Only ``game``, ``seats`` and ``cards`` are always needed; the rest has the edition's defaults.

    ``play`` and ``text`` are the edition's two fingerprints; ``fingerprint`` is what release 0.1 wrote for both.
    """

    game: str
    seats: list[SeatRecord]
    cards: list[str]
    decisions: list[DecisionRecord] = []
    lines: list[Line] | None = None
    format: int = FORMAT
    release: str | None = None
    edition: str | None = None
    fingerprint: str | None = None
    play: str | None = None
    text: str | None = None
    program: str | None = None
    behaviour: int | None = None
    seed: int | None = None
    number: int | None = None
    options: dict[str, Any] = {}
    wagers: list[str] | None = None
    paytables: dict[str, Any] = {}
    limits: dict[str, Any] = {}
    fixed: dict[str, Any] = {}
    minimums: dict[str, Any] = {}
    posted: dict[str, Any] = {}
    envy: dict[str, Any] = {}
    share_the_wealth: dict[str, Any] = {}
    schemes: dict[str, Any] = {}
    equipment: str | None = None
    aggregate: dict[str, Any] = {}
    wagering: dict[str, Any] | None = None
    whole: bool = False
    meters: dict[str, Any] = {}
    before: list[str] = []
    looks: list[bool] = []
    tabulated: dict[str, list[int]] | None = None
    void: VoidRecord | None = None


def decode(line: bytes | str) -> RoundRecord:
    """The record in one line of JSON; a `BadRecord` says what is wrong with it.

    It must be readable without guessing: UTF-8, and no key twice in one object.
    """
    try:
        raw = line.encode() if isinstance(line, str) else line
        if msgspec.json.encode(msgspec.json.decode(raw)) != raw.rstrip():
            # Not as we write it: a key may be there twice, of which a decoder takes one.
            json.loads(raw.decode(), object_pairs_hook=_unique, parse_int=str, parse_float=str)
        found = msgspec.json.decode(raw, type=RoundRecord)
    except _UNREADABLE as error:
        raise _unreadable(error) from error
    return _checked(found)


def _unique(found: list[tuple[str, Any]]) -> None:
    keys = [key for key, _ in found]
    if len(set(keys)) < len(keys):
        twice = next(key for number, key in enumerate(keys) if key in keys[:number])
        raise BadRecord(f"the key {_clipped(repr(twice))} is there twice", remedy="give each key once")


def from_data(data: Any) -> RoundRecord:
    """The record in plain data, as `houseway.table.records.record.record` makes it."""
    try:
        found = msgspec.convert(data, RoundRecord)
    except _UNREADABLE as error:
        raise _unreadable(error) from error
    return _checked(found)


_UNREADABLE = (msgspec.MsgspecError, RecursionError, OverflowError, ValueError, TypeError)


def _unreadable(error: Exception) -> BadRecord:
    """What reading, or writing down again, has come upon."""
    if isinstance(error, RecursionError):
        why = "it is nested too deep"
    elif isinstance(error, UnicodeEncodeError):
        why = f"{error.object[error.start : error.end]!r} is half of a character, and no text"
    elif isinstance(error, msgspec.ValidationError):
        why = _clipped(str(misfit(error)))
    else:
        why = _clipped(str(error))
    return BadRecord(f"this is not a round record: {why}", remedy=FORMAT_PAGE)


def card_list(texts: list[str]) -> list[Card | None]:
    """The cards of a record; ``??`` is a card that nobody saw."""
    return [None if text == UNSEEN else card(text) for text in texts]


def meter_amounts(meters: Mapping[str, Any]) -> dict[str, Any]:
    """Meters by name; ``{"bonus-jackpot": {"5-wild-cards": 100}}`` is ``{"bonus-jackpot/5-wild-cards": 100}``."""
    flat: dict[str, Any] = {}
    for name, amount in meters.items():
        rows = amount.items() if isinstance(amount, Mapping) else (("", amount),)
        for row, value in rows:
            full = f"{name}/{row}" if row else name
            if flat.setdefault(full, value) != value:
                raise BadRecord(f"the meter {full} is given twice, and the amounts differ", remedy="give it once")
    return flat


# -- what no type says


def _checked(found: RoundRecord) -> RoundRecord:
    _check_plain(found)
    if found.format != FORMAT:
        raise BadRecord(f"record format {found.format} is not known", remedy=f"this release reads format {FORMAT}")
    if len({seat.seat for seat in found.seats}) < len(found.seats):
        raise BadRecord("a seat is there twice", remedy="list each seat once, with all its wagers")
    for seat in found.seats:
        for wager, amount in seat.wagers.items():
            if amount == 0 or (isinstance(amount, list) and not any(amount)):
                raise BadRecord(
                    f"seat {seat.seat} has nothing on {wager}, which is no wager",
                    remedy="leave a wager out that was not made, and write a stake in cents",
                )
    for number, decision in enumerate(found.decisions, start=1):
        if isinstance(decision.seat, str) and decision.seat not in (DEALER, SUPERVISOR):
            raise BadRecord(
                f"decision {number} is given by {decision.seat!r}, which is no seat",
                remedy=f"write a seat as a number, as in 1; the others are {DEALER} and {SUPERVISOR}",
            )
    for key in ("edition", "wagers"):
        # Both may stand among the options instead.
        named, chosen = getattr(found, key), found.options.get(key)
        if named is not None and chosen is not None and named != chosen:
            raise BadRecord(f"{key} is {named!r} and, among the options, {chosen!r}", remedy="give it once")
    for name, amount in meter_amounts(found.meters).items():
        cents(amount, f"the meter {name}")
    if found.void is not None and found.void.steps is not None and found.void.steps < 0:
        raise BadRecord(
            f"the round cannot be voided after {found.void.steps} steps",
            remedy="count the steps before the void, or leave steps out",
        )
    return found


_ALL_ZEROS = bytes.maketrans(b"123456789", b"000000000")
_LONG_NUMBER = b"0" * 19
_WORDS = ("game", "edition", "equipment", "wagers", "cards", "before", "tabulated")
_SETTINGS = (
    "options",
    "paytables",
    "limits",
    "fixed",
    "minimums",
    "posted",
    "envy",
    "share_the_wealth",
    "schemes",
    "aggregate",
    "wagering",
    "meters",
)


def _check_plain(found: RoundRecord) -> None:
    """Refuse whatever is no plain data, or more of it than any record has, before anything is made of it."""
    try:
        encoded = msgspec.json.encode(found)
    except _UNREADABLE as error:
        raise _unreadable(error) from error
    for name in _SETTINGS:
        _check_depth(getattr(found, name), name.replace("_", "-"))
    for name in _WORDS:
        _check_depth(getattr(found, name), name)
    for number, seat in enumerate(found.seats, start=1):
        _check_depth(seat.wagers, f"the wagers of seat {number} listed")
    for number, decision in enumerate(found.decisions, start=1):
        _check_depth([decision.seat, decision.ask, decision.answer], f"decision {number}")
    # Quicker than to look at each number: few records have so many digits in a row anywhere.
    if _LONG_NUMBER in encoded.translate(_ALL_ZEROS) and any(
        abs(number) >= LARGEST for number in _numbers(msgspec.to_builtins(found))
    ):
        raise BadRecord("a number in it is larger than any record has", remedy="write amounts in cents")


def _check_depth(value: Any, what: str, depth: int = 0) -> None:
    if isinstance(value, str):
        if len(value) > LONGEST_WORD:
            raise BadRecord(f"{what}: {_clipped(value)} is longer than any word of a record", remedy=FORMAT_PAGE)
    elif isinstance(value, (dict, list, tuple)):
        if depth == DEEPEST:
            raise BadRecord(f"{what}: nested too deep for any record", remedy=FORMAT_PAGE)
        depth += 1
        if isinstance(value, dict):
            for key in value:
                _check_depth(key, what, depth)
            value = value.values()
        for inner in value:
            # Most of a record is numbers and short words: they are passed by without a call.
            kind = type(inner)
            if kind is not int and (kind is not str or len(inner) > LONGEST_WORD):
                _check_depth(inner, what, depth)


def _numbers(value: Any) -> Iterator[int]:
    if isinstance(value, int):
        yield value
    elif isinstance(value, (dict, list, tuple)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _numbers(inner)


def _clipped(text: str) -> str:
    return text if len(text) <= 160 else text[:157] + "..."
