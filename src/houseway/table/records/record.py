"""Writing round records: one JSON object a line. The format is described in ``docs/round-record.md``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from houseway.public_arguments import LOCKED, check, maybe, whole
from houseway.release import VERSION
from houseway.rulebook.steps import Ask, Peek
from houseway.table.layout import EVERYBODY
from houseway.table.records.record_format import FORMAT
from houseway.table.round import A_ROUND, Round
from houseway.table.setup import Setup

NUMBERED = maybe(whole(0))


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
    if not isinstance(round_, Round):
        check("round_", A_ROUND, round_)
    if meters is not None:
        check("meters", LOCKED, meters)
    for name, given in (("seed", seed), ("number", number)):
        if given is not None and (type(given) is not int or given < 0):
            check(name, NUMBERED, given)
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
    data |= table_record(round_.setup)
    # A voided round has the meters that were locked before, and no others: what it waited for is not in its record.
    amounts = {**((meters or {}) if round_.voided is None else {}), **round_.locked}
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
        _decision(ask, answer) for ask, answer in round_.decisions if isinstance(ask.seat, int) or answer != ask.default
    ]
    if round_.voided is not None:
        data["void"] = dict(round_.voided)
    data["lines"] = [msgspec.to_builtins(line) for line in round_.lines]
    return data


def table_record(setup: Setup) -> dict[str, Any]:
    """What a record says of its table: all that was chosen, and every wager's paytable, fixed amount and minimum.

    Those three are written whether or not anybody chose them: a reader takes nothing of one wager from another.
    """
    data = setup.as_dict()
    data["paytables"] = {wager: table.id for wager, table in setup.paytables.items()}
    amounts = {slug: setup.fixed_amount(slug) for slug in setup.wagers}
    fixed = {**setup.fixed, **{slug: amount for slug, amount in amounts.items() if amount is not None}}
    if fixed:
        data["fixed"] = fixed
    qualifying = [slug for slug in setup.jackpots if (needs := setup.wager(slug).needs) and needs.option]
    minimums = {**setup.minimums, **{slug: setup.minimums.get(slug, ANY_AMOUNT) for slug in qualifying}}
    if minimums:
        data["minimums"] = minimums
    if "share" in data:
        data["share-the-wealth"] = data.pop("share")
    return {key: data[key] for key in TABLE_KEYS if key in data}


ANY_AMOUNT = 1
"""The minimum, in cents, of a jackpot whose qualifying wager may be of any amount."""

TABLE_KEYS = (
    "options",
    "wagers",
    "paytables",
    "limits",
    "fixed",
    "minimums",
    "posted",
    "envy",
    "share-the-wealth",
    "schemes",
    "equipment",
    "aggregate",
    "wagering",
    "whole",
)
"""What a record says of its table, in the order that people read it."""


def _decision(ask: Ask, answer: Any) -> dict[str, Any]:
    data: dict[str, Any] = {"seat": ask.seat, "ask": ask.ask}
    if (hand := hand_of(ask)) is not None:
        data["hand"] = hand
    data["answer"] = msgspec.to_builtins(answer)
    return data


def hand_of(ask: Ask) -> int | None:
    """The number of the hand that ``ask`` is about, where the game says of which of a seat's hands it asks."""
    if not isinstance(ask.seat, int) or ask.place is None:
        return None
    number = ask.place[1] if isinstance(ask.place, tuple) else 1
    return number if isinstance(number, int) else None


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
