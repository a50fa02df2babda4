"""Rules on links: several tables playing for one jackpot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from houseway.compliance.profile import LINKS, PROBABILITY
from houseway.compliance.rules.rule_book import Found, JackpotCase, TableCase, jackpot_rule, table_rule, words
from houseway.errors import HousewayError
from houseway.registry import game
from houseway.rulebook.pays import PayKind

TESTED = "interoperability-tested"
"""The step of an approval that says that equipment of several makers was tested together."""


class Share(NamedTuple):
    """A way to win a jackpot: the row, what it takes of it, and how likely it is (nothing: not known)."""

    event: str
    takes: str
    probability: Fraction | None


@jackpot_rule("link-games", "a jackpot is shared only between tables that may share one")
def link_games(case: JackpotCase) -> Iterator[Found]:
    """Tables of one game; since 2015 also of different games."""
    settings = case.whole.settings
    allowed = LINKS.index(settings["link-games"])
    games = sorted({each.table.game for each in case.tables})
    tables = ", ".join(each.table.id for each in case.tables)
    if len(case.tables) > 1 and allowed == LINKS.index("none"):
        what = f"tables {tables} share one jackpot, and no tables may"
    elif len(games) > 1 and allowed == LINKS.index("same"):
        what = f"{' and '.join(games)} share one jackpot, and only tables of one game may"
    else:
        return
    yield Found(what, "give each its own jackpot", settings.cite("link-games"))


@jackpot_rule("link-hands", "tables that share a jackpot win it by the same hand")
def link_hands(case: JackpotCase) -> Iterator[Found]:
    """The same rows, each taking the same share."""
    if any(link_games(case)) or not _judged(case):
        return
    first, *others = _ways(case)
    for table, shares in others:
        if _hands(shares) != _hands(first[1]):
            yield Found(
                f"table {first[0]} wins it by {_said(first[1])}, and table {table} by {_said(shares)}",
                "link only tables with the same winning hands, or give each its own jackpot",
                case.whole.settings.cite("link-games"),
            )


@jackpot_rule("link-probability", "tables that share a jackpot win it with the same probability")
def link_probability(case: JackpotCase) -> Iterator[Found]:
    """Exactly the same, by the games' own analysis."""
    if any(link_games(case)) or not _judged(case):
        return
    first, *others = _ways(case)
    for table, shares in others:
        if _hands(shares) != _hands(first[1]):
            continue
        for mine, other in zip(first[1], shares, strict=True):
            known = mine.probability is not None and other.probability is not None
            if not known or mine.probability != other.probability:
                here, there = f"once in {_once(mine)} at table {first[0]}", f"once in {_once(other)} at table {table}"
                yield Found(
                    f"{words(mine.event)} comes {here} and {there}"
                    if known
                    else f"how likely {words(mine.event)} is at tables {first[0]} and {table} is not known",
                    "link only tables that win with the same probability, or give each its own jackpot",
                    case.whole.settings.cite("link-games"),
                )
                break


@jackpot_rule("link-makers", "equipment of several makers on one link was tested together")
def link_makers(case: JackpotCase) -> Iterator[Found]:
    """An approval of one of the games has the step."""
    settings = case.whole.settings
    makers = {each.table.equipment.maker for each in case.tables if each.table.equipment}
    if case.jackpot.maker and len(case.tables) > 1:
        makers.add(case.jackpot.maker)
    if not settings["makers-tested-together"] or len(makers) < 2:
        return
    approvals = [approval for each in case.tables for approval in each.approvals]
    if not any(step.step == TESTED for approval in approvals for step in approval.steps):
        yield Found(
            f"equipment of {' and '.join(sorted(makers))} is linked and was not tested together",
            f'have it tested and add the step "{words(TESTED)}" to the approval, or use one maker\'s',
            settings.cite("makers-tested-together"),
        )


@table_rule("link-number", "a table shares no more jackpots with other games than it may")
def link_number(case: TableCase) -> Iterator[Found]:
    """One, as far as is known."""
    most = case.settings["linked-progressives"]
    linked = [
        jackpot.title
        for jackpot in case.jackpots.values()
        if jackpot.scheme == "progressive"
        and any(other.table.game != case.table.game for other in case.whole.playing_for(jackpot.id))
    ]
    if most is not None and len(linked) > most:
        yield Found(
            f"{' and '.join(linked)} are both shared with another game, and at most {most} may be",
            "link one of them only with tables of this game",
            case.settings.cite("linked-progressives"),
            "jackpots",
        )


def _judged(case: JackpotCase) -> bool:
    """Whether the ways to win must agree: several tables, all of which can be opened."""
    strict = LINKS.index(case.whole.settings["link-games"]) <= LINKS.index("equal")
    return strict and len(case.tables) > 1 and all(each.setup for each in case.tables)


def _ways(case: JackpotCase) -> list[tuple[str, list[Share]]]:
    """How each table wins the jackpot. Tables that are set up alike in all that counts are not analysed."""
    slots = [
        (each, wager) for each in case.tables for wager, id in each.table.jackpots.items() if id == case.jackpot.id
    ]
    alike = len({_kind(each, wager) for each, wager in slots}) == 1
    return [(each.table.id, _shares(each, wager, analyse=not alike)) for each, wager in slots]


def _kind(case: TableCase, wager: str) -> tuple[Any, ...]:
    assert case.setup is not None
    return (
        case.table.game,
        case.table.edition,
        wager,
        case.setup.paytables[wager].id,
        tuple(sorted(case.setup.options.items())),
    )


def _shares(case: TableCase, wager: str, *, analyse: bool) -> list[Share]:
    """The rows that draw on the jackpot: percents of it, and rows that it posts."""
    assert case.setup is not None
    printed = case.printed(wager)
    rows = [
        row
        for row in case.setup.paytables[wager].rows
        if row.pay.is_percent or (printed and (cell := printed.find(row.event)) and cell.pay.kind is PayKind.BONUS)
    ]
    likely = _probabilities(case, wager) if analyse else {row.event: Fraction(0) for row in rows}
    return [Share(row.event, row.pay.text, likely.get(row.event)) for row in rows]


def _probabilities(case: TableCase, wager: str) -> dict[str, Fraction]:
    """The probability of each row: by exact analysis, or as the property gives it for a game that has none."""
    assert case.setup is not None
    played = game(case.table.game)
    if not played.exact:
        return _given(case, wager)
    try:
        book = played.analyze(edition=case.table.edition, wager=wager, paytable=case.setup.paytables[wager].id)
    except HousewayError:
        return _given(case, wager)
    for figures in book.figures:
        if all(case.setup.options.get(option) == value for option, value in figures.options.items()):
            return {
                outcome.event: outcome.probability
                for outcome in figures.outcomes
                if isinstance(outcome.probability, Fraction)
            }
    return _given(case, wager)


def _given(case: TableCase, wager: str) -> dict[str, Fraction]:
    found: Any = case.property.settings.get(PROBABILITY, {})
    for key in (case.table.game, wager):
        found = found.get(key, {}) if isinstance(found, Mapping) else {}
    given = {}
    for event, text in found.items() if isinstance(found, Mapping) else ():
        try:
            given[str(event)] = Fraction(str(text))
        except (ValueError, ZeroDivisionError):
            continue
    return given


def _hands(shares: list[Share]) -> list[tuple[str, str]]:
    return [(share.event, share.takes) for share in shares]


def _said(shares: list[Share]) -> str:
    return ", ".join(f"{words(share.event)} ({share.takes})" for share in shares) or "no hand"


def _once(share: Share) -> str:
    return f"{float(1 / share.probability):,.0f}" if share.probability else "no"
