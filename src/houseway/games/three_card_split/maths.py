"""Three Card Split: exact figures for every wager and paytable, the best setting, and what any other costs.

A `Strategy` of this game has one table, ``set``. Its situations are the 3,497 classes of three cards, each written as
one of its hands, cards in ascending order (``9c 9d Kc``); hands that differ only by a renaming of suits that keeps the
suits of a colour together are of one class. Its answers are ``low 1``, ``low 2``, ``low 3``, which card of the
situation as written goes low, and ``house-way``. See `houseway.games.three_card_split.classes`.

No option of the edition changes a figure. ``fixed`` is taken as an option too: the jackpot wager in cents.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np

from houseway.errors import BadQuestion
from houseway.games.three_card_split.charts import charts
from houseway.games.three_card_split.classes import ASK, LOW, Ints, classes, house_places
from houseway.games.three_card_split.counting import (
    DEALS,
    four_card_pairs,
    four_card_rows,
    primary_counts,
    somebody_hits,
    three_card_kinds,
    three_card_wins,
)
from houseway.games.three_card_split.question import Question
from houseway.games.three_card_split.strategies import (
    ROWS,
    STRATEGIES,
    Nets,
    answers,
    best_places,
    house_way,
    optimal_for,
    places_of,
    short_for,
    short_places,
    situations,
)
from houseway.maths.question import Choice, analysis, no_strategy, pays_of, share_of
from houseway.maths.results import Analysis, Division, Figures, figures_from_distribution
from houseway.maths.strategy import Strategy
from houseway.rulebook.paytables import Paytable
from houseway.table.game import Game

__all__ = [
    "STRATEGIES",
    "FullTable",
    "FullTableRow",
    "analyze",
    "answers",
    "charts",
    "full_table",
    "house_way",
    "optimal",
    "price",
    "short",
    "situations",
    "three_card_kinds",
]

PRIMARY = "primary"
THREE_CARD_BONUS = "three-card-bonus"


def analyze(
    game: Game,
    *,
    edition: str | None = None,
    wager: str | None = None,
    paytable: Choice = None,
    options: Mapping[str, Any] | None = None,
    pays: Mapping[str, str] | None = None,
    strategy: Strategy | str | None = None,
    meters: Mapping[str, int] | None = None,
) -> Analysis:
    """The figures of every wager under every paytable and strategy, or as narrowed.

    ``pays`` gives rows of ``wager`` another pay (``{"win": "6:5"}``); the best play is then found again. ``strategy``
    is one to be priced, or the name of one. ``meters`` gives amounts in cents to meters and rows not posted.
    """
    question = Question(game, edition, wager, paytable, options, pays, meters)
    found = (item for table in question.tables for item in _figures(question, table, strategy))
    return analysis(game, question.edition, found)


def optimal(
    game: Game,
    *,
    edition: str | None = None,
    options: Mapping[str, Any] | None = None,
    pays: Mapping[str, str] | None = None,
) -> Strategy:
    """The best setting of every hand; the house's own where two are as good."""
    question = Question(game, edition, PRIMARY, None, options, pays_of(pays, PRIMARY))
    return optimal_for(nets_of(question, question.tables[0]))


def short(
    game: Game,
    *,
    edition: str | None = None,
    options: Mapping[str, Any] | None = None,
    pays: Mapping[str, str] | None = None,
) -> Strategy:
    """The best strategy that counts points, with its rules in words."""
    question = Question(game, edition, PRIMARY, None, options, pays_of(pays, PRIMARY))
    return short_for(nets_of(question, question.tables[0]))


def price(
    strategy: Strategy,
    game: Game,
    *,
    edition: str | None = None,
    wager: str = PRIMARY,
    paytable: Choice = None,
    options: Mapping[str, Any] | None = None,
    pays: Mapping[str, str] | None = None,
    meters: Mapping[str, int] | None = None,
) -> Figures:
    """The figures of ``wager`` for one who sets by ``strategy``; only those of the primary wager hang on it."""
    question = Question(game, edition, wager, paytable, options, pays, meters)
    return next(_figures(question, question.tables[0], strategy))


# --- one wager under one paytable --------------------------------------------------------------------------------


def _figures(question: Question, table: Paytable, strategy: Strategy | str | None) -> Iterator[Figures]:
    if table.wager == PRIMARY:
        nets = nets_of(question, table)
        for used in (strategy,) if strategy is not None else STRATEGIES:
            if isinstance(used, str):
                yield _primary(question, table, nets, used, _places(used, nets))
            else:
                yield _primary(question, table, nets, used.name, places_of(used))
    elif table.wager == THREE_CARD_BONUS:
        wins = three_card_wins()
        yield side_figures(question, table, {"win": wins, "lose": DEALS - wins})
    else:
        counts: Counter[str] = Counter()
        rows = four_card_rows()
        for satisfied, count in zip(rows.satisfied, rows.counts, strict=True):
            counts[table.row(satisfied).event] += count
        yield side_figures(question, table, counts)


def nets_of(question: Question, table: Paytable) -> Nets:
    """What the ends of the primary wager are worth."""
    win, push, lose, foul = (question.net(table, table.row((row,))) or Fraction(0) for row in ROWS)
    return win, push, lose, foul


def _places(name: str, nets: Nets) -> Ints:
    """Where the named strategy puts the low card of each class."""
    if name == "optimal":
        return best_places(nets)
    if name == "short":
        return short_places(nets)
    if name == "house-way":
        return house_places()
    raise no_strategy(name, STRATEGIES)


def _primary(question: Question, table: Paytable, nets: Nets, strategy: str, places: Ints) -> Figures:
    weights = classes().weights
    counts = _ends(places)
    figures = figures_from_distribution(
        wager=PRIMARY,
        paytable=table.id,
        options=question.options_of(PRIMARY),
        strategy=strategy,
        unit=question.unit(table),
        outcomes=question.outcomes(table, counts),
        deals=DEALS,
        decisions={
            ASK: {
                answer: Fraction(int(weights[places == place].sum()), int(weights.sum()))
                for place, answer in enumerate(LOW)
            }
        },
        method=f"exact enumeration of {len(weights):,} classes of hand against every house hand",
    )
    best = _ends(best_places(nets))
    cost = sum((net * (best[row] - counts[row]) for row, net in zip(ROWS, nets, strict=True)), Fraction(0)) / DEALS
    notes = ["Seats are settled against one house hand; figures are those of one seat."]
    if cost:
        notes.insert(0, f"Costs {float(cost):.4%} of the wager against the best play ({cost}).")
    return msgspec.structs.replace(figures, notes=tuple(notes))


def _ends(places: Ints) -> dict[str, int]:
    """In how many deals the primary wager ends at each of its rows."""
    weights = classes().weights
    every = np.arange(len(weights))
    chosen = (count[every, places] for count in primary_counts())
    return {row: int((count * weights).sum()) for row, count in zip(ROWS, chosen, strict=True)}


def side_figures(question: Question, table: Paytable, counts: Mapping[str, int]) -> Figures:
    total = sum(counts.values())
    return figures_from_distribution(
        wager=table.wager,
        paytable=table.id,
        options=question.options_of(table.wager),
        strategy="optimal",
        unit=question.unit(table),
        outcomes=question.outcomes(table, counts),
        deals=total,
        meters=question.meter_figures(table, counts),
        divisions=tuple(_divisions(question, table, counts)),
        notes=_side_notes(question, table, counts, total),
    )


def _divisions(question: Question, table: Paytable, counts: Mapping[str, int]) -> Iterator[Division]:
    """The rows paid from meters at a full table: each winner has the whole prize (TCS-7)."""
    seats, total = question.edition.about.positions, sum(counts.values())
    for row in table.rows:
        if question.meter_of(table, row) is None or not counts.get(row.event):
            continue
        chance = Fraction(counts[row.event], total)
        worth = share_of(row) * chance * Fraction(100, question.stake(table.wager))
        somebody, shared = _hits(table, row.event, chance, seats)
        yield Division(row.event, chance, shared, Fraction(1), worth, seats, divided=False, somebody=somebody)


def _hits(table: Paytable, event: str, chance: Fraction, seats: int) -> tuple[Fraction | None, Fraction | None]:
    """That one of ``seats`` hits ``event``, and that another does too if one does; nothing where too many hands do."""
    kinds = frozenset(
        place for place, satisfied in enumerate(four_card_rows().satisfied) if table.row(satisfied).event == event
    )
    somebody, others = somebody_hits(kinds, seats), somebody_hits(kinds, seats - 1)
    if somebody is None or others is None:
        return None, None
    # One hits it alone where somebody of all does and nobody of the others.
    return somebody, 1 - (somebody - others) / chance


def _between(table: Paytable, name: str, event: str, chance: Fraction, seats: int) -> str:
    """Where so many hands win that only pairs of seats are counted: between what that puts a full table's hits."""
    pairs = Fraction(seats * (seats - 1), 2) * _together(table)[event, event]
    least, most = seats * chance - pairs, seats * chance - pairs * Fraction(2, seats)
    return (
        f"A full table of {seats} hits {name} in {float(least):.4%} to {float(most):.4%} of its rounds: two seats at a "
        "time are counted, more are not."
    )


def _side_notes(question: Question, table: Paytable, counts: Mapping[str, int], total: int) -> tuple[str, ...]:
    notes = ["The player decides nothing."]
    seats = question.edition.about.positions
    for row in table.rows:
        name = question.meter_of(table, row)
        if name is None:
            continue
        notes.append(f"{row.name} is paid whole to each winner.")
        hits = counts.get(row.event, 0)
        if hits and _hits(table, row.event, Fraction(hits, total), seats)[0] is None:
            notes.append(_between(table, row.name, row.event, Fraction(hits, total), seats))
        elif hits and not _both(table, row.event):
            notes.append(
                f"No two seats of a round can have {row.name}: a full table of {seats} hits it once in "
                f"{float(Fraction(total, seats * hits)):,.1f} rounds, and nothing is ever divided."
            )
    return tuple(notes)


# --- a full table ------------------------------------------------------------------------------------------------


class FullTableRow(msgspec.Struct, frozen=True):
    """One row at a table where every seat has the wager."""

    event: str
    probability: Fraction
    """For one seat."""
    winners: Fraction
    """How many seats hit it in a round, on the average."""
    both: Fraction
    """The chance that two given seats hit it in the same round."""
    correlation: Fraction | None
    """Of the hits of two seats; 0 if the seats did not share cards."""


class FullTable(msgspec.Struct, frozen=True):
    """A wager on the four-card hand at a table where every seat has it: seats go together through the community card.

    ``covariance`` is that of the net results of two seats, ``variance`` that of the table's whole result, in units of
    one seat's wager. They need an amount for every meter; `full_table` without one has the rows alone.
    """

    wager: str
    paytable: str
    seats: int
    rows: tuple[FullTableRow, ...]
    ev: Fraction | None
    covariance: Fraction | None
    variance: Fraction | None

    @property
    def sd(self) -> float | None:
        """Standard deviation of the table's result."""
        return None if self.variance is None else math.sqrt(self.variance)


def full_table(
    game: Game,
    *,
    wager: str = "jackpot",
    paytable: Choice = None,
    seats: int | None = None,
    edition: str | None = None,
    options: Mapping[str, Any] | None = None,
    pays: Mapping[str, str] | None = None,
    meters: Mapping[str, int] | None = None,
) -> FullTable:
    """How the four-card hands of several seats go together (left out: as many seats as the table has)."""
    question = Question(game, edition, wager, paytable, options, pays, meters)
    table = question.tables[0]
    if wager in (PRIMARY, THREE_CARD_BONUS):
        raise BadQuestion(f"{wager} does not hang on the community card", remedy="ask about four-card-bonus or jackpot")
    positions = question.edition.about.positions
    seats = positions if seats is None else seats
    if not 1 <= seats <= positions:
        raise BadQuestion(f"{seats} players do not fit the table's {positions} positions")
    alone = next(_figures(question, table, None))
    chance = {outcome.event: Fraction(outcome.probability) for outcome in alone.outcomes}
    together = _together(table)
    ev = covariance = variance = None
    if alone.priced:
        net = {outcome.event: Fraction(outcome.net or 0) for outcome in alone.outcomes}
        ev = Fraction(alone.ev)
        product = sum((net[one] * net[other] * share for (one, other), share in together.items()), Fraction(0))
        covariance = product - ev * ev
        variance = seats * Fraction(alone.variance) + seats * (seats - 1) * covariance
    rows = []
    for event, one in chance.items():
        both = together.get((event, event), Fraction(0))
        spread = one * (1 - one)
        rows.append(FullTableRow(event, one, one * seats, both, (both - one * one) / spread if spread else None))
    return FullTable(
        wager=table.wager,
        paytable=table.id,
        seats=seats,
        rows=tuple(rows),
        ev=None if ev is None else ev * seats,
        covariance=covariance,
        variance=variance,
    )


def _together(table: Paytable) -> dict[tuple[str, str], Fraction]:
    """The chance of each pair of rows at two given seats."""
    events = [table.row(satisfied).event for satisfied in four_card_rows().satisfied]
    pairs = four_card_pairs()
    total = sum(map(sum, pairs))
    found: dict[tuple[str, str], Fraction] = {}
    for one, row in zip(events, pairs, strict=True):
        for other, count in zip(events, row, strict=True):
            found[one, other] = found.get((one, other), Fraction(0)) + Fraction(count, total)
    return found


def _both(table: Paytable, event: str) -> bool:
    """Whether two seats may hit ``event`` in one round."""
    return _together(table).get((event, event), Fraction(0)) > 0
