"""Three Card Split: what each way to set three cards is worth on the primary wager."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from houseway.games.three_card_split import hands
from houseway.games.three_card_split.maths.classes import HOUSE_HANDS, classes, number_of
from houseway.games.three_card_split.maths.counting import primary_counts
from houseway.games.three_card_split.maths.strategies import ROWS, values
from houseway.maths.terms import returned
from houseway.maths.worth import Book, Worth, Worths
from houseway.rulebook.steps import Ask
from houseway.table.folder import GameFolder
from houseway.table.players import Seen
from houseway.table.setup import Setup


def book(game: GameFolder, setup: Setup) -> Book:
    """The values of every class of three cards under the table's own pays."""
    table = setup.paytables["primary"]
    win, push, lose, foul = (returned(table.row((row,)).pay) - 1 for row in ROWS)
    worth = values((win, push, lose, foul))
    whole = HOUSE_HANDS * lcm(*(net.denominator for net in (win, push, lose, foul)))
    fouls = primary_counts().foul > 0
    made = classes()

    def look(ask: Ask, seen: Seen) -> Worths | None:
        if ask.ask != "set" or not isinstance(ask.seat, int):
            return None
        held = seen.cards(ask.seat)
        cards = tuple(kind for kind in held if kind is not None)
        if len(cards) != 3:
            return None
        codes = [kind.code for kind in cards]
        hand = int(number_of(*codes))
        found = []
        for place in range(3):
            low = codes.index(sorted(codes)[int(made.order[hand, place])])
            at = int(made.class_of[hand]), place
            value = float(Fraction(int(worth[at]), whole))
            remark = "a foul" if fouls[at] else ""
            found.append(Worth(["low", low + 1], value, cards=(cards[low],), remark=remark))
        found.sort(key=lambda choice: choice.answer[1])
        house = 1 + cards.index(hands.house_way((cards[0], cards[1], cards[2]))[1])
        found.append(Worth("house-way", found[house - 1].value, cards=(cards[house - 1],)))
        return Worths(tuple(found), "your primary wager", seen.stake(ask.seat, "primary"))

    return look
