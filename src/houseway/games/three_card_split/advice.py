"""Three Card Split: the automatic player.

What a setting is worth on even money is the chance of its high sub-hand and that of its low one, less one: winning both
counts one, losing both takes one off. So the two chances are all that has to be weighed. They stand here in percent,
counted over all house hands set by the house way, and rounded; the setting with the largest sum is played, and a foul
never. Weighing the cards already seen as well would gain less than a hundredth of a percent of the wager.
"""

from __future__ import annotations

from typing import Any

from houseway.cards import Card
from houseway.games.three_card_split import hands
from houseway.rulebook.steps import Ask
from houseway.table.players import Seen

LOW = (0, 0, 3, 8, 13, 20, 27, 34, 42, 50, 59, 69, 78, 87, 96)
"""How often a low sub-hand wins, by its rank from 2 to 14."""

HIGH = {
    "high-card": (0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 6, 9, 12, 16),
    "suited": (0, 0, 0, 0, 17, 18, 20, 22, 24, 27, 30, 35, 40, 45, 50),
    "connected": (0, 0, 53, 55, 58, 60, 62, 64, 66, 68, 70, 72, 74, 75, 76),
    "pair": (0, 0, 77, 79, 80, 81, 82, 83, 85, 86, 87, 88, 89, 89, 90),
    "suited-connectors": (0, 0, 91, 91, 92, 93, 94, 95, 95, 96, 97, 98, 98, 99, 100),
}
"""How often a high sub-hand wins, by its kind and its top card; the ace of A-2 counts one."""

_ANSWERS: dict[tuple[int, int, int, bool, bool, bool], tuple[str, int]] = {}


def advise(ask: Ask, seen: Seen) -> Any:
    """A sensible answer to ``ask`` for a seat that has seen what ``seen`` shows; the house way for cards it has not."""
    if ask.ask != "set" or not isinstance(ask.seat, int):
        return ask.default
    first, second, third = seen.cards(ask.seat)
    if first is None or second is None or third is None:
        return "house-way"
    one, two, three = first.suit, second.suit, third.suit
    key = (first.rank, second.rank, third.rank, one == two, one == three, two == three)
    answer = _ANSWERS.get(key)
    if answer is None:
        answer = _ANSWERS[key] = "low", _best((first, second, third))
    return answer


def _best(cards: tuple[Card, Card, Card]) -> int:
    """The number, from 1, of the card that goes low."""
    worths = [-1 if hands.is_foul(high, low) else worth(high, low) for high, low in hands.settings(cards)]
    return 1 + worths.index(max(worths))


def worth(high: hands.High, low: Card) -> int:
    """The two chances of a setting together, in percent."""
    top = hands.high_rank(high) >> 4 & 15
    return HIGH[hands.kind_of_high(high)][top] + LOW[low.rank]
