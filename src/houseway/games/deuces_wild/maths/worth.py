"""Deuces Wild: what playing, raising, declaring and every selection for Five Card Fortune are worth."""

from __future__ import annotations

from fractions import Fraction

from houseway.cards import Card
from houseway.games.deuces_wild import hands
from houseway.games.deuces_wild.maths import base
from houseway.games.deuces_wild.maths.counting import class_of
from houseway.games.deuces_wild.maths.fortune import selection_values
from houseway.games.deuces_wild.maths.joint import Joint
from houseway.games.deuces_wild.maths.terms import nets_of
from houseway.games.deuces_wild.play import ANTE, FORTUNE, POOLS, TREASURE
from houseway.maths.terms import returned
from houseway.maths.worth import Book, Worth, Worths
from houseway.rulebook.paytables import Paytable
from houseway.rulebook.steps import COMMUNITY, Ask
from houseway.table.folder import GameFolder
from houseway.table.players import Seen
from houseway.table.setup import Setup

GIVEN_UP = {"play": (base.THREE, 3), "raise": (base.FOUR, 4)}
"""What a fold gives up, in units of the Ante, and on how many cards, by the question."""

FURTHER = "Five Card Fortune is counted for what further cards add to it."


def _net(table: Paytable, rows: tuple[str, ...]) -> float:
    return float(returned(table.row(rows).pay) - 1) if rows else -1.0


def book(game: GameFolder, setup: Setup) -> Book:
    """The best play for the Ante and Five Card Fortune together, under the table's own pays, pool and view."""
    ante = nets_of(setup.paytables["ante"]) if "ante" in setup.paytables else None
    selected = nets_of(setup.paytables[FORTUNE]) if FORTUNE in setup.wagers else None
    joint = None
    if ante is not None:
        # Without Five Card Fortune a pool of three, from which folding takes nothing, leaves the Ante alone.
        pool = POOLS[setup.options["fortune-pool"]] if selected else 3
        joint = Joint(ante, selected or ante, pool, setup.options["fortune-view"] != "blind")
        joint.raise_gain(0, Fraction(1))
        joint.play_gain(0, Fraction(1))
    if selected is not None:
        # What selections are looked up in is counted when it is first asked for: now, and not during a request.
        selection_values(selected, setup.deck.cards[:4])

    def look(ask: Ask, seen: Seen) -> Worths | None:
        seat = ask.seat
        assert isinstance(seat, int)
        # Cards that only the Bonus Jackpot brings lie face down beside those to select from.
        held = seen.cards(seat)[: ask.pick.pool] if ask.pick is not None else seen.cards(seat)
        cards = tuple(kind for kind in held if kind is not None)
        if len(cards) < len(held):
            return None
        if ask.ask == "treasure":
            shown = _net(setup.paytables[TREASURE], hands.treasure(cards))
            choices = (Worth("no", -1.0), Worth("declare", shown))
            return Worths(choices, "Three Card Treasure", seen.stake(seat, TREASURE), certain=True)
        if ask.ask in GIVEN_UP and joint is not None:
            return _staying_in(ask, seen, seat, cards, joint)
        if ask.pick is not None and selected is not None:
            return _selections(cards, seen, seat, selected, setup.paytables[FORTUNE])
        return None

    return look


def _staying_in(ask: Ask, seen: Seen, seat: int, cards: tuple[Card, ...], joint: Joint) -> Worths | None:
    """Fold, or play on or raise: for the Ante, and for what further cards add to Five Card Fortune."""
    given_up, held = GIVEN_UP[ask.ask]
    if len(cards) != held:
        return None
    stake, beside = seen.stake(seat, ANTE), seen.stake(seat, FORTUNE)
    ratio = Fraction(beside, stake)
    gain = (joint.play_gain if held == 3 else joint.raise_gain)(class_of(cards), ratio)
    choices = (Worth("fold", float(-given_up)), Worth(ask.ask, float(gain - given_up)))
    return Worths(choices, "the Ante", stake, FURTHER if beside else "")


def _selections(pool: tuple[Card, ...], seen: Seen, seat: int, nets: list[Fraction], table: Paytable) -> Worths:
    """Every selection: blind by counting, or with the community hand in sight by looking."""
    community = tuple(kind for kind in seen.cards(COMMUNITY) if kind is not None)
    certain = len(community) == 4
    choices = []
    for positions, value in selection_values(nets, pool).items():
        chosen = tuple(pool[position - 1] for position in positions)
        worth = _net(table, hands.fortune((*community, *chosen))) if certain else float(value)
        choices.append(Worth(list(positions), worth, cards=chosen))
    return Worths(tuple(choices), "Five Card Fortune", seen.stake(seat, FORTUNE), certain=certain)
