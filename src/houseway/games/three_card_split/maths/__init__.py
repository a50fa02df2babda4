"""Three Card Split: exact figures for every wager and paytable, the best setting, and what any other costs.

A `Strategy` of this game has one table, ``set``. Its situations are the 3,497 classes of three cards, each written as
one of its hands, cards in ascending order (``9c 9d Kc``); hands that differ only by a renaming of suits that keeps the
suits of a colour together are of one class. Its answers are ``low 1``, ``low 2``, ``low 3``, which card of the
situation as written goes low, and ``house-way``. See `houseway.games.three_card_split.maths.classes`.

No option of the edition changes a figure. ``fixed`` is taken as an option too: the jackpot wager in cents.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Unpack

import msgspec
import numpy as np

from houseway.games.three_card_split import hands
from houseway.games.three_card_split.maths import counting, strategies
from houseway.games.three_card_split.maths.charts import charts
from houseway.games.three_card_split.maths.classes import ASK, HOUSE_WAY, LOW, Ints, classes
from houseway.games.three_card_split.maths.counting import DEALS, FourCards, three_card_kinds
from houseway.games.three_card_split.maths.strategies import ROWS, STRATEGIES, Nets, answers, situations
from houseway.games.three_card_split.maths.terms import Terms
from houseway.games.three_card_split.maths.variants import APPROVED, Variant, counts_of, house_low
from houseway.games.three_card_split.maths.what_ifs import bonus_wins, four_cards, variant
from houseway.maths.question import Asked, Question
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Division, Figures, figures_from_distribution
from houseway.maths.strategy import Strategy
from houseway.maths.terms import check_seats, no_strategy, share_of
from houseway.rulebook.paytables import Paytable
from houseway.table.folder import GameFolder

__all__ = [
    "STRATEGIES",
    "FullTable",
    "FullTableRow",
    "answers",
    "charts",
    "figures",
    "full_table",
    "situations",
    "strategy",
    "three_card_kinds",
]

PRIMARY = "primary"
THREE_CARD_BONUS = "three-card-bonus"


def figures(game: GameFolder, question: Question) -> Iterator[Figures]:
    """The figures of every wager under every paytable and strategy, or as narrowed."""
    terms = Terms(game, question)
    for table in terms.tables:
        yield from _figures(terms, table, question.strategy)


def strategy(game: GameFolder, name: str, question: Question) -> Strategy:
    """One of `STRATEGIES`: the best setting, the best that counts points, or the house's own."""
    terms = Terms(game, question.deciding(PRIMARY))
    played = variant(terms.rules)
    if name == HOUSE_WAY:
        return strategies.house_way(played)
    nets = nets_of(terms, terms.tables[0])
    return strategies.optimal_for(nets, played) if name == STRATEGIES[0] else strategies.short_for(nets, played)


# --- one wager under one paytable --------------------------------------------------------------------------------


def _figures(terms: Terms, table: Paytable, strategy: Strategy | str | None) -> Iterator[Figures]:
    if table.wager == PRIMARY:
        nets = nets_of(terms, table)
        played = variant(terms.rules)
        known = STRATEGIES if played == APPROVED else STRATEGIES[:1]
        for used in (strategy,) if strategy is not None else known:
            if isinstance(used, str):
                yield _primary(terms, table, nets, used, _places(used, nets, played))
            else:
                yield _primary(terms, table, nets, used.name, strategies.places_of(used, played))
    elif table.wager == THREE_CARD_BONUS:
        wins = bonus_wins(terms.rules)
        yield side_figures(terms, table, {"win": wins, "lose": DEALS - wins})
    else:
        counts: Counter[str] = Counter()
        rows = counting.four_card_rows(four_cards(terms.rules))
        for satisfied, count in zip(rows.satisfied, rows.counts, strict=True):
            counts[table.row(satisfied).event] += count
        yield side_figures(terms, table, counts)


def primary_figures(terms: Terms, table: Paytable, strategy: Strategy) -> Figures:
    """The figures of the primary wager under ``strategy``."""
    return _primary(terms, table, nets_of(terms, table), strategy.name, strategies.places_of(strategy))


def nets_of(terms: Terms, table: Paytable) -> Nets:
    """What the ends of the primary wager are worth."""
    win, push, lose, foul = (terms.net(table, table.row((row,))) or Fraction(0) for row in ROWS)
    return win, push, lose, foul


def _places(name: str, nets: Nets, played: Variant) -> Ints:
    """Where the named strategy puts the low card of each class."""
    if name == "optimal":
        return strategies.best_places(nets, played)
    if name == "short":
        return strategies.short_places(nets, played)
    if name == HOUSE_WAY:
        return house_low(played)
    raise no_strategy(name, STRATEGIES)


def _primary(terms: Terms, table: Paytable, nets: Nets, strategy: str, places: Ints) -> Figures:
    weights = classes().weights
    played = variant(terms.rules)
    counts = _ends(places, played)
    figures = figures_from_distribution(
        wager=PRIMARY,
        paytable=table.id,
        options=terms.options_of(PRIMARY),
        strategy=strategy,
        unit=terms.unit(table),
        outcomes=terms.outcomes(table, counts),
        deals=DEALS,
        decisions={
            ASK: {
                answer: Fraction(int(weights[places == place].sum()), int(weights.sum()))
                for place, answer in enumerate(LOW)
            }
        },
        method=f"exact enumeration of {len(weights):,} classes of hand against every house hand",
    )
    best = _ends(strategies.best_places(nets, played), played)
    cost = sum((net * (best[row] - counts[row]) for row, net in zip(ROWS, nets, strict=True)), Fraction(0)) / DEALS
    notes = ["Seats are settled against one house hand; figures are those of one seat."]
    if cost:
        notes.insert(0, f"Costs {float(cost):.4%} of the wager against the best play ({cost}).")
    return msgspec.structs.replace(figures, notes=tuple(notes))


def _ends(places: Ints, played: Variant) -> dict[str, int]:
    """In how many deals the primary wager ends at each of its rows."""
    weights = classes().weights
    every = np.arange(len(weights))
    chosen = (count[every, places] for count in counts_of(played))
    return {row: int((count * weights).sum()) for row, count in zip(ROWS, chosen, strict=True)}


def side_figures(terms: Terms, table: Paytable, counts: Mapping[str, int]) -> Figures:
    total = sum(counts.values())
    return figures_from_distribution(
        wager=table.wager,
        paytable=table.id,
        options=terms.options_of(table.wager),
        strategy="optimal",
        unit=terms.unit(table),
        outcomes=terms.outcomes(table, counts),
        deals=total,
        meters=terms.meter_figures(table, counts),
        divisions=tuple(_divisions(terms, table, counts)),
        notes=_side_notes(terms, table, counts, total),
    )


def _divisions(terms: Terms, table: Paytable, counts: Mapping[str, int]) -> Iterator[Division]:
    """The rows paid from meters at a full table: each winner has the whole prize (TCS-7)."""
    seats, total = terms.edition.about.positions, sum(counts.values())
    for row in table.rows:
        if terms.meter_of(table, row) is None or not counts.get(row.event):
            continue
        chance = Fraction(counts[row.event], total)
        worth = share_of(row) * chance * Fraction(100, terms.stake(table.wager))
        somebody, shared = _hits(terms, table, row.event, seats, chance)
        yield Division(row.event, chance, shared, Fraction(1), worth, seats, divided=False, somebody=somebody)


def _hits(
    terms: Terms, table: Paytable, event: str, seats: int, chance: Fraction
) -> tuple[Fraction | None, Fraction | None]:
    """That one of ``seats`` hits ``event``, and that another does too if one does; nothing where too many hands do."""
    judge = four_cards(terms.rules)
    kinds = frozenset(
        place
        for place, satisfied in enumerate(counting.four_card_rows(judge).satisfied)
        if table.row(satisfied).event == event
    )
    somebody, others = counting.somebody_hits(kinds, seats, judge), counting.somebody_hits(kinds, seats - 1, judge)
    if somebody is None or others is None:
        return None, None
    # One hits it alone where somebody of all does and nobody of the others.
    return somebody, 1 - (somebody - others) / chance


def _between(terms: Terms, table: Paytable, name: str, event: str, chance: Fraction, seats: int) -> str:
    """Where so many hands win that only pairs of seats are counted: between what that puts a full table's hits."""
    pairs = Fraction(seats * (seats - 1), 2) * _together(terms, table)[event, event]
    least, most = seats * chance - pairs, seats * chance - pairs * Fraction(2, seats)
    return (
        f"A full table of {seats} hits {name} in {float(least):.4%} to {float(most):.4%} of its rounds: two seats at a "
        "time are counted, more are not."
    )


def _side_notes(terms: Terms, table: Paytable, counts: Mapping[str, int], total: int) -> tuple[str, ...]:
    notes = ["The player decides nothing."]
    seats = terms.edition.about.positions
    for row in table.rows:
        name = terms.meter_of(table, row)
        if name is None:
            continue
        notes.append(f"{row.name} is paid whole to each winner.")
        hits = counts.get(row.event, 0)
        if hits and _hits(terms, table, row.event, seats, Fraction(hits, total))[0] is None:
            notes.append(_between(terms, table, row.name, row.event, Fraction(hits, total), seats))
        elif hits and not _together(terms, table).get((row.event, row.event)):
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


def full_table(game: GameFolder, *, seats: int | None = None, **asked: Unpack[Asked]) -> FullTable:
    """How the four-card hands of several seats go together (left out: as many seats as the table has).

    It is the jackpot's unless another wager is asked about.
    """
    question = Question.of(**asked)
    wager = question.wager or "jackpot"
    terms = Terms(game, question.about(wager))
    table = terms.tables[0]
    if wager in (PRIMARY, THREE_CARD_BONUS):
        raise BadQuestion(f"{wager} does not hang on the community card", remedy="ask about four-card-bonus or jackpot")
    seats = check_seats(terms.edition, seats)
    alone = next(_figures(terms, table, None))
    chance = {outcome.event: Fraction(outcome.probability) for outcome in alone.outcomes}
    together = _together(terms, table)
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


def seat_covariances(game: GameFolder, questions: Mapping[str, Question]) -> dict[tuple[str, str], Fraction]:
    """How two seats hang together in the wagers on the four-card hand, exactly: see `full_table`. Meters are empty."""
    nets: dict[str, list[Fraction]] = {}
    judge: FourCards = hands.four_card
    for wager, question in questions.items():
        if wager in (PRIMARY, THREE_CARD_BONUS):
            continue
        terms = Terms(game, msgspec.structs.replace(question, strategy=None))
        table, judge = terms.tables[0], four_cards(terms.rules)
        alone = next(_figures(terms, table, None))
        priced = alone.at(dict.fromkeys(alone.amounts_needed, 0))
        worth = {outcome.event: Fraction(outcome.net or 0) for outcome in priced.outcomes}
        nets[wager] = [worth[table.row(satisfied).event] for satisfied in counting.four_card_rows(judge).satisfied]
    pairs = counting.four_card_pairs(judge)
    total = sum(map(sum, pairs))
    found: dict[tuple[str, str], Fraction] = {}
    for one, mine in nets.items():
        for other, theirs in nets.items():
            both = first = second = Fraction(0)
            for a, row in enumerate(pairs):
                for b, count in enumerate(row):
                    both += mine[a] * theirs[b] * count
                    first += mine[a] * count
                    second += theirs[b] * count
            found[one, other] = both / total - first / total * second / total
    return found


def _together(terms: Terms, table: Paytable) -> dict[tuple[str, str], Fraction]:
    """The chance of each pair of rows at two given seats."""
    judge = four_cards(terms.rules)
    events = [table.row(satisfied).event for satisfied in counting.four_card_rows(judge).satisfied]
    pairs = counting.four_card_pairs(judge)
    total = sum(map(sum, pairs))
    found: dict[tuple[str, str], Fraction] = {}
    for one, row in zip(events, pairs, strict=True):
        for other, count in zip(events, row, strict=True):
            found[one, other] = found.get((one, other), Fraction(0)) + Fraction(count, total)
    return found
