"""The round record: one JSON object a line. The format is described in ``docs/round-record.md``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from houseway.cards import UNSEEN, Card
from houseway.cards.card import card
from houseway.errors import BadRecord
from houseway.release import VERSION
from houseway.rulebook.steps import Peek
from houseway.table.layout import EVERYBODY
from houseway.table.lines import Line
from houseway.table.round import Round

FORMAT = 1


class SeatRecord(msgspec.Struct, forbid_unknown_fields=True):
    """A seat and the wagers it placed before the deal, in cents."""

    seat: int
    wagers: dict[str, Any]


class DecisionRecord(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A decision, in the order it was asked; ``seat`` is a number, ``dealer`` or ``supervisor``."""

    seat: int | str
    answer: Any
    ask: str | None = None


class VoidRecord(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Why a round was voided, and after how many steps (left out: where its cards or decisions end)."""

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


def record(
    round_: Round,
    *,
    meters: Mapping[str, int] | None = None,
    seed: int | None = None,
    number: int | None = None,
    before: list[str] | None = None,
) -> dict[str, Any]:
    """The record of a round, as plain data in the order that people read it.

    ``seed`` and ``number`` name a simulated round; ``before`` lists cards that left the same shoe in earlier rounds.
    """
    edition = round_.setup.edition
    data: dict[str, Any] = {
        "format": FORMAT,
        "release": VERSION,
        "game": round_.game.slug,
        "edition": edition.slug,
        "play": edition.fingerprint_under(round_.behaviour),
        "text": edition.text_fingerprint,
        "program": round_.game.program,
        "behaviour": round_.behaviour,
    }
    if seed is not None:
        data |= {"seed": seed, "number": number or 0}
    table = round_.setup.as_dict()
    if "share" in table:
        table["share-the-wealth"] = table.pop("share")
    data |= table
    amounts = {**(meters or {}), **round_.locked}
    if amounts:
        data["meters"] = amounts
    data["seats"] = [{"seat": seat, "wagers": dict(round_.placed.get(seat, {}))} for seat in round_.seated]
    if before:
        data["before"] = list(before)
    data["cards"] = round_.layout.turned()
    if looks := _looks(round_):
        data["looks"] = looks
    if round_.tabulated is not None and not round_.indicators_agree:
        data["tabulated"] = round_.tabulated
    data["decisions"] = [
        {"seat": ask.seat, "ask": ask.ask, "answer": msgspec.to_builtins(answer)}
        for ask, answer in round_.decisions
        if isinstance(ask.seat, int) or answer != ask.default
    ]
    if round_.voided is not None:
        data["void"] = dict(round_.voided)
    data["lines"] = [msgspec.to_builtins(line) for line in round_.lines]
    return data


def _looks(round_: Round) -> list[bool]:
    """The answers of looks at cards that were never turned, in order (a voided round)."""
    layout = round_.layout
    return [
        answer
        for step, answer in round_.history
        if isinstance(step, Peek)
        and any(layout.seen[number] != EVERYBODY for place in step.places for number in layout.places[place])
    ]


def encode(data: Mapping[str, Any]) -> bytes:
    """``data`` as one line of JSON, without the newline."""
    return msgspec.json.encode(data)


def decode(line: bytes | str) -> RoundRecord:
    """The record in one line of JSON; a `BadRecord` says what is wrong with it.

    It must be readable without guessing: UTF-8, and no key twice in one object.
    """
    try:
        text = line if isinstance(line, str) else line.decode()
        json.loads(text, object_pairs_hook=_unique, parse_int=str, parse_float=str)
        found = msgspec.json.decode(line, type=RoundRecord)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, OverflowError, ValueError) as error:
        raise BadRecord(f"this is not a round record: {error}", remedy="see docs/round-record.md") from error
    return _checked(found)


def _unique(found: list[tuple[str, Any]]) -> None:
    keys = [key for key, _ in found]
    if len(set(keys)) < len(keys):
        twice = next(key for number, key in enumerate(keys) if key in keys[:number])
        raise BadRecord(f"the key {twice[:60]!r} is there twice", remedy="give each key once")


def from_data(data: Any) -> RoundRecord:
    """The record in plain data, as `record` makes it."""
    try:
        found = msgspec.convert(data, RoundRecord)
    except (msgspec.MsgspecError, RecursionError, OverflowError, ValueError) as error:
        raise BadRecord(f"this is not a round record: {error}", remedy="see docs/round-record.md") from error
    return _checked(found)


def card_list(texts: list[str]) -> list[Card | None]:
    """The cards of a record; ``??`` is a card that nobody saw."""
    return [None if text == UNSEEN else card(text) for text in texts]


def meter_amounts(meters: Mapping[str, Any]) -> dict[str, Any]:
    """Meters by name; ``{"bonus-jackpot": {"5-wild-cards": 100}}`` is ``{"bonus-jackpot/5-wild-cards": 100}``."""
    flat: dict[str, Any] = {}
    for name, amount in meters.items():
        if isinstance(amount, Mapping):
            flat |= {f"{name}/{row}": value for row, value in amount.items()}
        else:
            flat[name] = amount
    return flat


def _checked(found: RoundRecord) -> RoundRecord:
    if found.format != FORMAT:
        raise BadRecord(f"record format {found.format} is not known", remedy=f"this release reads format {FORMAT}")
    if len({seat.seat for seat in found.seats}) < len(found.seats):
        raise BadRecord("a seat is there twice", remedy="list each seat once, with all its wagers")
    return found
