"""High Card: exact figures of the bet, and its strategies.

A strategy has one table, ``raise``: from the rank of the player's card (``2`` … ``A``) to ``raise`` or ``stay``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from houseway.errors import HousewayError
from houseway.maths.question import Question
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Figures, Outcome, figures_from_distribution
from houseway.maths.strategy import Chart, Strategy
from houseway.rulebook.pays import PayKind, parse_pay
from houseway.table.folder import GameFolder

RANKS = "23456789TJQKA"
STRATEGIES = ("optimal", "short", "always-stay")


def situations() -> dict[str, tuple[str, ...]]:
    """Every situation of a strategy, by ask."""
    return {"raise": tuple(RANKS)}


def strategy(game: GameFolder, name: str, question: Question) -> Strategy:
    """Raise wherever it gains; with a ten or better, as the automatic player does; or never."""
    if name == "optimal":
        win = _win(question.pays)
        table = {rank: "raise" if place * 4 * win > (12 - place) * 4 else "stay" for place, rank in enumerate(RANKS)}
        return Strategy("high-card", name, {"raise": table})
    if name == "short":
        table = {rank: "raise" if rank in "TJQKA" else "stay" for rank in RANKS}
        return Strategy("high-card", name, {"raise": table}, rules=("Raise with a ten or better.", "Else stay."))
    return Strategy("high-card", name, {"raise": dict.fromkeys(RANKS, "stay")})


def charts(strategy: Strategy) -> list[Chart]:
    """One row of ranks."""
    cells = tuple(strategy.tables["raise"][rank] for rank in RANKS)
    return [Chart("Raise or stay", ("your card",), tuple(RANKS), (cells,), legend={"raise": "bet as much again"})]


def figures(game: GameFolder, question: Question) -> Iterator[Figures]:
    """Figures of the bet."""
    edition = game.edition(question.edition)
    if question.wager not in (None, "bet"):
        raise BadQuestion(f"high-card has no figures for {question.wager!r}", remedy="choose bet")
    if question.paytable not in (None, "standard"):
        raise BadQuestion(f"bet has no paytable {question.paytable!r}", remedy="choose standard")
    for option in question.options:
        if option not in edition.options:
            raise BadQuestion(f"high-card has no option {option!r}", remedy="choose tabulator")
    given = question.strategy
    strategies = [given] if isinstance(given, Strategy) else [strategy(game, name, question) for name in STRATEGIES]
    for used in strategies:
        used.check(situations(), {"raise": ("raise", "stay")})
        if not isinstance(given, str) or used.name == given:
            yield _figures(used, question.pays)


def _win(pays: Mapping[str, str]) -> Fraction:
    for event in pays:
        if event != "win":
            raise BadQuestion(f"bet has no row {event!r} to change", remedy="choose win")
    try:
        pay = parse_pay(pays.get("win", "1"), "to 1")
    except HousewayError as error:
        raise BadQuestion(f"win: {error.message}", remedy=error.remedy) from error
    if pay.kind is not PayKind.TO_1:
        raise BadQuestion("win pays odds to 1", remedy="write 2 or 3:2")
    return pay.amount


def _figures(strategy: Strategy, pays: Mapping[str, str]) -> Figures:
    win = _win(pays)
    counts: dict[tuple[str, int], int] = {}
    raises = 0
    for place, rank in enumerate(RANKS):
        units = 2 if strategy.action("raise", rank) == "raise" else 1
        raises += units - 1
        for event, count in (("win", place * 4), ("push", 3), ("lose", (12 - place) * 4)):
            counts[event, units] = counts.get((event, units), 0) + 4 * count
    deals = 52 * 51
    nets = {"win": win, "push": Fraction(0), "lose": Fraction(-1)}
    pay = {"win": f"{win} to 1", "push": "push", "lose": "loss"}
    outcomes = [
        Outcome(
            event if units == 1 else f"{event}-raised", pay[event], Fraction(count, deals), nets[event] * units, count
        )
        for (event, units), count in sorted(counts.items())
    ]
    share = Fraction(raises, 13)
    return figures_from_distribution(
        wager="bet",
        paytable="standard",
        options={},
        strategy=strategy.name,
        unit="one Bet",
        outcomes=outcomes,
        average_action=1 + share,
        decisions={"raise": {"raise": share, "stay": 1 - share}},
        deals=deals,
        notes=("A toy.",),
    )
