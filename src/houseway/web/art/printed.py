"""What is printed on a felt: its texts, the odds of the table's own paytables, and the posted limits."""

from __future__ import annotations

import math
from fractions import Fraction

import msgspec

from houseway.rulebook.money import dollars
from houseway.table.setup import Setup
from houseway.table.shown.felt import Felt, Odds, Printed
from houseway.table.shown.postings import postings


class OddsBlock(msgspec.Struct, frozen=True):
    """Printed odds of one wager, or of several that pay the same: a heading, rows of (name, pay), and a note."""

    heading: str
    rows: tuple[tuple[str, str], ...]
    note: str | None


class Limit(msgspec.Struct, frozen=True):
    """What may be bet on a wager, as it is posted."""

    wager: str
    name: str
    text: str


def printed_texts(felt: Felt, setup: Setup) -> list[str]:
    """The texts of the cloth; one that stands at spots begins with the names of their wagers."""
    lines = [item.text for item in _general(felt, setup)]
    at_spots: dict[str, list[str]] = {}
    for item in felt.texts:
        if item.at is not None and item.at in setup.wagers:
            at_spots.setdefault(item.text, []).append(setup.wager(item.at).name)
    return lines + [f"{', '.join(names)}: {text}" for text, names in at_spots.items()]


def notices(felt: Felt, setup: Setup) -> list[str]:
    """What the house must post at this table beyond what the cloth says already: how many wagers a player may place."""
    own = setup.edition.data.wagering
    said = own.clause if own and any(item.clause == own.clause for item in _general(felt, setup)) else None
    return [item.text.rstrip(".") for item in postings(setup).notices if item.clause != said]


def _general(felt: Felt, setup: Setup) -> list[Printed]:
    """The texts for the whole table, without the document's rule on a player's wagers where it does not hold here."""
    own = setup.edition.data.wagering
    replaced = own.clause if own and setup.wagering != own else None
    return [item for item in felt.texts if item.at is None and item.clause != replaced]


def odds_blocks(felt: Felt, setup: Setup) -> list[OddsBlock]:
    """The odds that the felt prints, their pays those of this table."""
    blocks: list[OddsBlock] = []
    before: Odds | None = None
    for item in felt.odds:
        table = setup.paytables.get(item.wager)
        if table is None:
            continue
        rows = tuple(
            (item.labels.get(row.event, row.name), row.pay.text)
            for row in table.rows
            if not item.labels or row.event in item.labels
        )
        if before is not None and item.together is not None and item.together == before.together:
            last = blocks[-1]
            if (rows, item.note) == (last.rows, last.note):
                blocks[-1] = OddsBlock(item.together, rows, item.note)
                continue
        blocks.append(OddsBlock(item.heading, rows, item.note))
        before = item
    return blocks


def limit_of(setup: Setup, wager: str, share: str = "1") -> str | None:
    """``$5–$100`` or the fixed amount, as posted; nothing where a wager has no limits of its own.

    ``share`` of the wager lies on the spot in question, and so of its limits: up from the least, down from the most.
    """
    fixed = setup.fixed_amount(wager)
    if fixed is not None:
        return dollars(fixed)
    if wager not in setup.limits:
        return None
    least, most = (Fraction(share) * amount for amount in setup.limits[wager])
    return f"{dollars(math.ceil(least))}–{dollars(math.floor(most))}"


def limit_rows(setup: Setup) -> list[Limit]:
    """The posted limits of every wager that is bet before the deal."""
    rows = []
    for slug in setup.edition.initial_wagers:
        text = limit_of(setup, slug) if slug in setup.wagers else None
        if text is not None:
            rows.append(Limit(slug, setup.wager(slug).name, text))
    return rows
