"""Rulings and what each is worth, as a section of the PAR sheet and of a game's page, and for the terminal."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from houseway.compliance.favours import ROUNDS
from houseway.facade import Game
from houseway.maths.rulings import EXACT, Effect, Reading, readings
from houseway.reports.analysis_tables import paytable_name, table, wager_names
from houseway.reports.document import Head, Items, Piece, Section, Text
from houseway.reports.numbers import Value
from houseway.rulebook.edition import Edition
from houseway.rulebook.money import dollars

TITLE = "Rulings, and what each is worth"


def rulings_section(game: Game, edition: Edition, wagers: Collection[str] = ()) -> tuple[Section, ...]:
    """The rulings of ``edition`` with their worth; if ``wagers`` are named, those that move one of them.

    Nothing where there are none.
    """
    found = readings(game, edition.slug)
    if wagers:
        found = tuple(item for item in found if any(effect.wager in wagers for effect in item.effects))
    return (Section(TITLE, tuple(pieces_of(game, edition, found))),) if found else ()


def pieces_of(game: Game, edition: Edition, found: Sequence[Reading]) -> Iterator[Piece]:
    """Readings as text and tables."""
    yield Text(
        "The document leaves some points open, and a ruling settles each. Where another reading was possible, these "
        "are the figures under both: of the approved game under the usual options, with the best play that each "
        "reading allows. Difference: what the house would keep more under the other reading, per unit. An hour: "
        f"the same at {ROUNDS} rounds, every position at the ordinary house's maximum."
    )
    weighed = [item for item in found if item.other]
    if weighed:
        yield Items(tuple(map(_said, weighed)))
    effects = [(item.mark, effect) for item in weighed for effect in item.effects]
    if effects:
        heads = Head.row(
            "Reading | Wager | With | House edge as ruled: percent | Other reading: percent | "
            "Difference: percent | An hour: dollars +1"
        )
        rows = [_row(game, edition, mark, effect) for mark, effect in effects]
        yield table(heads, rows, title="What each is worth", note=_stakes(game, edition, [item for _, item in effects]))
    still = [(item.ruling, item.why) for item in found if not item.other]
    if still:
        yield table(Head.row("Ruling | Why"), still, title="Rulings that move no figure")


def _stakes(game: Game, edition: Edition, effects: Sequence[Effect]) -> str:
    """The stakes that an hour is reckoned with, in words."""
    said = [
        f"{wager_names(edition, [wager])} {dollars(most)}"
        for wager in dict.fromkeys(effect.wager for effect in effects)
        if (most := maximum(game, edition, wager)) is not None
    ]
    return f"An hour with {edition.about.positions} positions at {', '.join(said)}."


def _said(item: Reading) -> str:
    """One reading in words."""
    how = "" if item.how == EXACT or not item.effects else f"{item.how[:1].upper()}{item.how[1:]}."
    return " ".join(
        filter(
            None,
            (f"{item.mark}. {item.taken} The other reading: {item.other[:1].lower()}{item.other[1:]}", item.why, how),
        )
    )


def _row(game: Game, edition: Edition, mark: str, effect: Effect) -> tuple[Value, ...]:
    name = f"{wager_names(edition, [effect.wager])} {paytable_name(effect.paytable)}".strip()
    return mark, name, effect.base, effect.taken, effect.other, effect.difference, hourly(game, edition, effect)


def hourly(game: Game, edition: Edition, effect: Effect) -> float | None:
    """What the difference comes to in an hour, in dollars; nothing for a wager without a maximum."""
    most = maximum(game, edition, effect.wager)
    return None if most is None else float(effect.difference) * most / 100 * ROUNDS * edition.about.positions


def maximum(game: Game, edition: Edition, wager: str) -> int | None:
    """The most that the ordinary house takes on ``wager``, in cents."""
    limits = game.house.get("limits", {})
    most: int | None = limits[wager][1] if wager in limits else edition.wagers[wager].fixed
    return most
