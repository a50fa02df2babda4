"""Deuces Wild: what playing, raising, declaring and every selection for Five Card Fortune are worth."""

from __future__ import annotations

from fractions import Fraction

from houseway.cards import Card
from houseway.games.deuces_wild import hands
from houseway.games.deuces_wild.maths import base
from houseway.games.deuces_wild.maths.classes import classes, set_number
from houseway.games.deuces_wild.maths.fortune import selection_values
from houseway.maths.terms import returned
from houseway.maths.worth import Book, Worth, Worths
from houseway.rulebook.paytables import Paytable
from houseway.rulebook.steps import COMMUNITY, Ask
from houseway.table.folder import GameFolder
from houseway.table.players import Seen
from houseway.table.setup import Setup

TREASURE, FORTUNE = "three-card-treasure", "five-card-fortune"


def _nets(table: Paytable) -> list[Fraction]:
    return [*(returned(row.pay) - 1 for row in table.rows), Fraction(-1)]


def _net(table: Paytable, rows: tuple[str, ...]) -> float:
    return float(returned(table.row(rows).pay) - 1) if rows else -1.0


def book(game: GameFolder, setup: Setup) -> Book:
    """The best play for the Ante and for Five Card Fortune under the table's own pays."""
    nets = _nets(setup.paytables["ante"]) if "ante" in setup.paytables else None
    played = raised = None
    unit = 1
    if nets is not None:
        played, raised, unit = base.values(nets, base.best_plan(nets).raise_)
    selected = _nets(setup.paytables[FORTUNE]) if FORTUNE in setup.wagers else None
    if selected is not None:
        # What selections are looked up in is counted when it is first asked for: now, and not during a request.
        selection_values(selected, setup.deck.cards[:4])

    def look(ask: Ask, seen: Seen) -> Worths | None:
        assert isinstance(ask.seat, int)
        cards = tuple(kind for kind in seen.cards(ask.seat) if kind is not None)
        if len(cards) < len(seen.cards(ask.seat)):
            return None
        if ask.ask == "treasure":
            shown = _net(setup.paytables[TREASURE], hands.treasure(cards))
            choices = (Worth("no", "No", -1.0), Worth("declare", "Declare", shown))
            return Worths(choices, "of Three Card Treasure")
        if ask.ask == "play" and played is not None and len(cards) == 3:
            gain = Fraction(int(played[_class(cards)]), base.FOURTHS * base.FIFTHS * unit)
            return Worths((Worth("fold", "Fold", -1.0), Worth("play", "Play", float(gain) - 1)), "of the Ante")
        if ask.ask == "raise" and raised is not None and len(cards) == 4:
            gain = Fraction(int(raised[_class(cards)]), base.FIFTHS * unit)
            return Worths((Worth("fold", "Fold", -2.0), Worth("raise", "Raise", float(gain) - 2)), "of the Ante")
        if ask.pick is not None and selected is not None:
            return _selections(cards[: ask.pick.pool], seen, selected, setup.paytables[FORTUNE])
        return None

    return look


def _class(cards: tuple[Card, ...]) -> int:
    return int(classes(len(cards)).of[set_number([kind.code for kind in cards])])


def _selections(pool: tuple[Card, ...], seen: Seen, nets: list[Fraction], table: Paytable) -> Worths:
    """Every selection: blind by counting, or with the community hand in sight by looking."""
    community = tuple(kind for kind in seen.cards(COMMUNITY) if kind is not None)
    found = selection_values(nets, pool)
    choices = []
    for positions, value in found.items():
        chosen = tuple(pool[position - 1] for position in positions)
        if len(community) == 4:
            worth = _net(table, hands.fortune((*community, *chosen)))
        else:
            worth = float(value)
        choices.append(Worth(list(positions), " ".join(kind.text for kind in chosen), worth))
    return Worths(tuple(choices), "of Five Card Fortune")
