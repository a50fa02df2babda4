"""High Card: exact figures of the bet, and its strategies.

A strategy has one table, ``raise``: from the rank of the player's card (``2`` … ``A``) to ``raise`` or ``stay``.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from houseway.errors import BadQuestion, HousewayError
from houseway.maths.results import Analysis, Outcome, figures_from_distribution
from houseway.maths.strategy import Chart, Strategy
from houseway.rulebook.pays import PayKind, parse_pay

RANKS = "23456789TJQKA"
STRATEGIES = ("optimal", "short", "always-stay")


def situations() -> dict[str, tuple[str, ...]]:
    """Every situation of a strategy, by ask."""
    return {"raise": tuple(RANKS)}


def optimal(pays: Mapping[str, str] | None = None) -> Strategy:
    """Raise wherever it gains."""
    win = _win(pays)
    table = {rank: "raise" if place * 4 * win > (12 - place) * 4 else "stay" for place, rank in enumerate(RANKS)}
    return Strategy("high-card", "optimal", {"raise": table})


def short() -> Strategy:
    """Raise with a ten or better: as the automatic player does."""
    table = {rank: "raise" if rank in "TJQKA" else "stay" for rank in RANKS}
    return Strategy("high-card", "short", {"raise": table}, rules=("Raise with a ten or better.", "Else stay."))


def always_stay() -> Strategy:
    """Never raise."""
    return Strategy("high-card", "always-stay", {"raise": dict.fromkeys(RANKS, "stay")})


def charts(strategy: Strategy) -> list[Chart]:
    """One row of ranks."""
    cells = tuple(strategy.tables["raise"][rank] for rank in RANKS)
    return [Chart("Raise or stay", ("your card",), tuple(RANKS), (cells,), legend={"raise": "bet as much again"})]


def analyze(game: Any, **question: Any) -> Analysis:
    """Figures of the bet."""
    edition = game.edition(question.get("edition"))
    wager, paytable, pays = question.get("wager"), question.get("paytable"), question.get("pays")
    if wager not in (None, "bet"):
        raise BadQuestion(f"high-card has no figures for {wager!r}", remedy="choose bet")
    if paytable not in (None, "standard"):
        raise BadQuestion(f"bet has no paytable {paytable!r}", remedy="choose standard")
    for option in question.get("options") or {}:
        if option not in edition.options:
            raise BadQuestion(f"high-card has no option {option!r}", remedy="choose tabulator")
    given = question.get("strategy")
    strategies = [optimal(pays), short(), always_stay()]
    if isinstance(given, str):
        strategies = [strategy for strategy in strategies if strategy.name == given]
    elif given is not None:
        strategies = [given]
    for strategy in strategies:
        strategy.check(situations(), {"raise": ("raise", "stay")})
    figures = tuple(_figures(strategy, pays) for strategy in strategies)
    return Analysis("high-card", edition.slug, edition.fingerprint, figures)


def _win(pays: Mapping[str, str] | None) -> Fraction:
    for event in pays or {}:
        if event != "win":
            raise BadQuestion(f"bet has no row {event!r} to change", remedy="choose win")
    try:
        pay = parse_pay((pays or {}).get("win", "1"), "to 1")
    except HousewayError as error:
        raise BadQuestion(f"win: {error.message}", remedy=error.remedy) from error
    if pay.kind is not PayKind.TO_1:
        raise BadQuestion("win pays odds to 1", remedy="write 2 or 3:2")
    return pay.amount


def _figures(strategy: Strategy, pays: Mapping[str, str] | None) -> Any:
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
