"""A wager as a player asks about it: what it is, what it pays and how often, its house edge, what it costs an hour.

The figures are those of the analysis for the table's own paytables, options and posted amounts, with what its jackpots
show now. They are worked out beforehand: here they are only put into words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from houseway.compliance.favours import ROUNDS
from houseway.facade import Game
from houseway.maths.results import Figures, Outcome
from houseway.rulebook.money import dollars
from houseway.rulebook.pays import in_words
from houseway.table.setup import Setup
from houseway.table.shown.shape_base import Cents, Clause, Shape
from houseway.table.shown.wording import wager_name, words_of

WORKING = "The figures for this wager are being worked out."

Edge = Annotated[float, Meta(description="What the house keeps of a unit on average; below zero the player wins.")]


class WagerRow(Shape, frozen=True):
    """A result that does not lose: what it pays, and how often it comes."""

    name: str
    pays: str
    probability: float
    often: Annotated[str, Meta(description="The probability as players say it, such as `1 in 13.5`.")]


class HourlyCost(Shape, frozen=True):
    """What the wager costs on average in an hour; below zero it is won."""

    stake: Cents
    rounds: int
    cents: float


class WagerMeter(Shape, frozen=True):
    """An amount that the wager is paid from, as it is now, and the amount at which the wager is even."""

    amount: Cents
    breaks_even: Cents | None


class WagerCase(Shape, frozen=True):
    """The figures of a wager; ``case`` is what else the player bets, where they hang on it.

    ``hour`` is left out of a wager that is not made in every round, ``edge`` where an amount is not known.
    """

    case: str
    rows: list[WagerRow]
    wins: Annotated[float, Meta(description="How often the player ends above zero.")]
    edge: Edge | None
    hour: HourlyCost | None
    meters: list[WagerMeter]
    says: Annotated[list[str], Meta(description="The same in sentences: the edge, the cost of an hour, the jackpot.")]


class WagerInfo(Shape, frozen=True):
    """A wager of a table, for players. Until it is ``ready`` its figures are being worked out, and ``note`` says so."""

    table: str
    wager: str
    name: str
    says: str
    clause: Clause
    limits: str
    ready: bool
    note: str
    cases: list[WagerCase]


def wager_info(
    table: str, game: Game, setup: Setup, wager: str, figures: Sequence[Figures] | None, amounts: Mapping[str, int]
) -> WagerInfo:
    """What is told of ``wager``: ``figures`` are nothing until they are worked out, ``amounts`` the meters in cents."""
    about = setup.edition.wagers[wager]
    if figures is None:
        note = WORKING
    elif not figures and about.kind != "supplemental":
        note = "No figures are known for this wager."
    elif not figures:
        note = f"It is counted with {wager_name(setup.edition, _counted_with(setup, wager))}, which it is added to."
    elif any(item.decisions for item in figures):
        note = "With the best decisions throughout."
    else:
        note = ""
    return WagerInfo(
        table=table,
        wager=wager,
        name=about.name,
        says=about.says,
        clause=about.clause,
        limits=_limits(setup, wager),
        ready=figures is not None,
        note=note,
        cases=[_case(game, setup, wager, item, amounts) for item in figures or ()],
    )


def _counted_with(setup: Setup, wager: str) -> str:
    primary = [slug for slug, about in setup.edition.wagers.items() if about.kind == "primary" and slug in setup.wagers]
    return primary[0] if primary else wager


def _limits(setup: Setup, wager: str) -> str:
    fixed = setup.fixed_amount(wager)
    if fixed is not None:
        return f"{dollars(fixed)}, fixed"
    limits = setup.limits.get(wager)
    if limits is None:
        return ""
    least, most = limits
    return f"{dollars(least)} to {dollars(most)}" if most is not None else f"from {dollars(least)}"


def _case(game: Game, setup: Setup, wager: str, item: Figures, amounts: Mapping[str, int]) -> WagerCase:
    shown = {meter.meter: amounts[meter.meter] for meter in item.meters if meter.meter in amounts}
    known = item.at(shown) if shown else item
    edge = float(known.house_edge) if known.priced else None
    stake = _usual(game, setup, wager)
    supplemental = setup.edition.wagers[wager].kind == "supplemental"
    hour = None
    if known.priced and stake and not supplemental:
        hour = HourlyCost(stake, ROUNDS, float(Fraction(known.house_edge) * stake * ROUNDS))
    meters = [
        WagerMeter(shown[meter.meter], _breaks_even(known, meter.coefficient, shown[meter.meter]))
        for meter in item.meters
        if meter.meter in shown
    ]
    return WagerCase(
        case=item.case,
        rows=[_row(game, setup, wager, outcome, amounts) for outcome in known.outcomes if _pays(outcome)],
        wins=float(known.hit_frequency),
        edge=edge,
        hour=hour,
        meters=meters,
        says=[*_edge_said(known, supplemental=supplemental), *_hour_said(hour), *_meters_said(meters)],
    )


def _pays(outcome: Outcome) -> bool:
    """Whether something comes back, and the result can come at all."""
    return bool(outcome.probability) and (outcome.net is None or outcome.net > -1)


def _row(game: Game, setup: Setup, wager: str, outcome: Outcome, amounts: Mapping[str, int]) -> WagerRow:
    pays = ", ".join(in_words(part) for part in outcome.pays.split(", "))
    now = amounts.get(outcome.meter) if outcome.meter is not None else None
    if now is not None and outcome.share:
        pays = dollars(int(outcome.share * now))
    return WagerRow(
        name=words_of(game).event(setup.edition, wager, outcome.event),
        pays=pays,
        probability=float(outcome.probability),
        often=often(float(outcome.probability)),
    )


def _usual(game: Game, setup: Setup, wager: str) -> int | None:
    """What an ordinary player bets, within the limits of the table."""
    fixed = setup.fixed_amount(wager)
    if fixed is not None:
        return fixed
    least, most = setup.limits.get(wager, (0, None))
    usual = game.house.get("usual", {}).get(wager, least)
    return int(max(least, usual if most is None else min(most, usual))) or None


def _breaks_even(known: Figures, coefficient: Fraction | float, now: int) -> int | None:
    """The cents on a meter at which the wager is even, the other meters staying as they are."""
    if not known.priced or not coefficient:
        return None
    return max(0, round(now + float(known.house_edge) / float(coefficient) * 100))


def _edge_said(known: Figures, *, supplemental: bool) -> list[str]:
    share = float(known.hit_frequency)
    often_it_wins = f"wins {share:.1%} of the time" if share >= 0.1 else f"wins {often(share)}"
    found = [f"Where it is made, it {often_it_wins}." if supplemental else f"It {often_it_wins}."]
    if known.priced:
        edge = float(known.house_edge)
        cents = abs(edge) * 100
        average = f"{cents:.{1 if cents >= 1 else 2}f}¢ a dollar on average"
        word = f"the edge is yours, {-edge:.2%}" if edge < 0 else f"the house edge is {edge:.2%}"
        found.append(f"You {'win' if edge < 0 else 'lose'} {average}: {word}.")
    return found + [note for note in known.notes[:1] if supplemental]


def _hour_said(hour: HourlyCost | None) -> list[str]:
    if hour is None:
        return []
    verb = "wins" if hour.cents < 0 else "costs"
    amount = dollars(round(abs(hour.cents)))
    return [f"At {dollars(hour.stake)} a round and {hour.rounds} rounds an hour it {verb} {amount} an hour on average."]


def _meters_said(meters: Sequence[WagerMeter]) -> list[str]:
    found = []
    for meter in meters[:1]:
        now = f"The jackpot is {dollars(meter.amount)} now"
        if meter.breaks_even is not None:
            now += f"; the wager is even at {dollars(round(meter.breaks_even, -2))}"
        found.append(f"{now}.")
    return found


def often(probability: float) -> str:
    """A probability as players say it: ``1 in 13.5``, ``1 in 2,598,960``."""
    if not probability:
        return "never"
    odds = 1 / probability
    return f"1 in {odds:,.0f}" if odds >= 20 else f"1 in {odds:.1f}"
