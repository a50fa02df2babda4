"""Money over time: what the wager that is shown should win in a shift, and what it asks of a bankroll.

One seat that places it in every round, with the pays, options and rules of the link. What several seats or wagers share
is simulated, and no question of a moment: ``houseway shift`` and ``houseway together`` answer it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeVar

from houseway.errors import HousewayError
from houseway.maths.over_time import ruin
from houseway.maths.over_time.bands import LEVEL, SEEN, ShiftResult
from houseway.maths.over_time.convolution import Part, convolve
from houseway.maths.over_time.round_results import RoundResults, results_of
from houseway.maths.question_errors import BadQuestion
from houseway.reports.document import Fact, Facts
from houseway.reports.numbers import shown
from houseway.rulebook.money import dollars, parse_typed
from houseway.rulebook.typed_numbers import typed_number, typed_share
from houseway.web.lab.lab_answers import answered
from houseway.web.lab.lab_link import Link, Wrong
from houseway.web.lab.lab_shapes import MoneyAnswer, Worth

USUAL = {"stake": "10", "hours": "8", "an-hour": "60", "won": "", "bankroll": "", "rounds": "500", "risk": "1"}
"""What is asked where a field is left empty; no result, and fifty stakes."""

MAX_ROUNDS = 1_000_000
"""Rounds of a shift at most."""

MAX_LASTING = 10_000
"""Rounds that a bankroll is asked to last at most."""

STAKES = 50
"""Stakes that a player comes with who does not say."""

_Read = TypeVar("_Read")


class _Form:
    """The fields as they were typed, read one by one: what cannot be read is told with its name."""

    def __init__(self, asked: Mapping[str, str]) -> None:
        self._asked = {name: asked.get(name, "").strip() or usual for name, usual in USUAL.items()}
        self.wrong: list[Wrong] = []

    def read(self, name: str, reads: Callable[[str], _Read], otherwise: _Read) -> _Read:
        """A field as ``reads`` has it; ``otherwise`` where it is empty or wrong."""
        text = self._asked[name]
        if not text:
            return otherwise
        try:
            return reads(text)
        except HousewayError as error:
            self.wrong.append(Wrong(f"money:{name}", error.message, error.remedy or ""))
            return otherwise


def money(link: Link, asked: Mapping[str, str]) -> MoneyAnswer:
    """What a shift and a bankroll come to; ``asked`` has the fields of `USUAL` as they were typed."""
    pieces, says, wrong = reckoned(link, asked)
    worths = [[Worth(fact.label, shown(fact.value, fact.kind)) for fact in each.facts] for each in pieces]
    shift, bankroll = worths or ([], [])
    return MoneyAnswer(shift, bankroll, says, wrong)


def reckoned(link: Link, asked: Mapping[str, str]) -> tuple[list[Facts], str, list[Wrong]]:
    """The facts of the shift and of the bankroll with their formulas, what is said of a result, what is wrong."""
    read, figures = answered(link)
    form = _Form(asked)
    stake = form.read("stake", _amount, 1000)
    hours, an_hour = form.read("hours", _number, Fraction(8)), form.read("an-hour", _number, Fraction(60))
    won = form.read("won", _result, None)
    bankroll = form.read("bankroll", _amount, STAKES * stake)
    lasting = form.read("rounds", _rounds, 500)
    risk = form.read("risk", _risk, 0.01)
    wrong = [*read.wrong, *form.wrong]
    rounds = max(1, round(hours * an_hour))
    if rounds > MAX_ROUNDS:
        message = f"a shift has {MAX_ROUNDS:,} rounds at most"
        wrong.append(Wrong("money:hours", message, "give fewer hours, or fewer rounds an hour"))
    if not figures.priced:
        wrong.append(Wrong("", "the house edge hangs on a meter", "give the amount that is on it"))
    if wrong:
        return [], "", wrong
    try:
        house = results_of(figures, stake)
        result = ShiftResult(convolve([Part(house, rounds)]))
        shift = _shift(house, result, stake, rounds)
        return [shift, _bankroll(house, stake, bankroll, lasting, risk)], _says(result, won), []
    except HousewayError as error:
        return [], "", [Wrong("", error.message, error.remedy or "")]


def _shift(house: RoundResults, result: ShiftResult, stake: int, rounds: int) -> Facts:
    band = result.band()
    edge, spread = float(house.mean) / stake, float(house.variance) ** 0.5
    return Facts.of(
        Fact("Staked in a round", stake, "cents", name="money stake"),
        Fact("Rounds", rounds, "count", name="money rounds"),
        Fact("House edge of this stake", edge, "percent", name="money edge"),
        Fact("Spread (SD) of a round", round(spread), "cents", name="money spread"),
        Fact("Staked in the shift", stake * rounds, "cents", formula="{money stake}*{money rounds}"),
        Fact(
            "The table should win",
            round(result.mean),
            "cents",
            formula="ROUND({money stake}*{money rounds}*{money edge},2)",
        ),
        Fact("Spread (SD) of the shift", round(result.sd), "cents"),
        Fact(f"{100 * LEVEL:g} % of such shifts: from", band.low, "cents"),
        Fact("to", band.high, "cents"),
        Fact("The house loses in", result.at_most(-1), "percent"),
        Fact(f"Overpayment seen in {100 * SEEN:g} of 100 shifts", result.smallest_overpayment(), "cents"),
    )


def _bankroll(house: RoundResults, stake: int, bankroll: int, rounds: int, risk: float) -> Facts:
    player = ruin.other_side(house)
    show = ruin.rounds_to_show(house)
    ever = dollars(ruin.bankroll_for(house, risk)) if house.mean > 0 else "no amount is enough"
    return Facts.of(
        Fact("Rounds until the edge shows (N0)", round(show) if show < 10**12 else None, "count"),
        Fact("The player comes with", bankroll, "cents"),
        Fact(
            f"and is ruined within {rounds:,} rounds in",
            ruin.ruin_within(player, bankroll, rounds, stake).high,
            "percent",
        ),
        Fact(
            f"The player needs for a risk of {100 * risk:g} %", ruin.bankroll_for(player, risk, rounds, stake), "cents"
        ),
        Fact(f"The house needs for {rounds:,} rounds", ruin.bankroll_for(house, risk, rounds), "cents"),
        Fact("The house needs for ever", ever),
        Fact("Best stake of the player, of the bankroll", ruin.best_stake(player, stake), "percent"),
    )


def _says(result: ShiftResult, won: int | None) -> str:
    """Whether a result was luck: how often one comes that is as far out."""
    if won is None:
        return ""
    what = f"A {'win' if won >= 0 else 'loss'} of {dollars(abs(won))}"
    where = "lies in the band" if result.band().holds(won) else "lies outside the band"
    often = f"{100 * result.unlikely(won):.3g} % of such shifts"
    return f"{what} {where}: a result as far out, on either side, comes in {often}."


# -- fields


def _amount(text: str) -> int:
    cents = parse_typed(text)
    if not cents:
        raise BadQuestion("an amount of nothing is none", remedy="write dollars, such as $10")
    return cents


def _result(text: str) -> int | None:
    """What the house won, or lost as in ``-1200``."""
    lost = text.startswith(("-", "−"))  # noqa: RUF001 - a minus sign is what we print ourselves
    return -parse_typed(text[1:]) if lost else parse_typed(text)


def _number(text: str) -> Fraction:
    found = typed_number(text.replace(",", ""), 12)
    if found is None or found <= 0:
        raise BadQuestion(f"{text[:20]!r} is no number above nothing", remedy="write one such as 8")
    return found


def _rounds(text: str) -> int:
    found = _number(text)
    if found.denominator != 1 or found > MAX_LASTING:
        raise BadQuestion(f"{text[:20]!r} is no number of rounds", remedy=f"write a whole number up to {MAX_LASTING:,}")
    return int(found)


def _risk(text: str) -> float:
    found = typed_share(text, 12)
    if found is None or not 0 < found < 1:
        raise BadQuestion(f"{text[:20]!r} is no risk", remedy="write a percentage above 0 and below 100, such as 1")
    return float(found)
