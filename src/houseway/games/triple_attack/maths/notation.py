"""How strategies of Triple Attack Blackjack are written.

A `Strategy` of this game has five tables; changed rules may add two more. A card is written by its value: ``A``, ``2``
to ``9``, ``F`` for a face card; the dealer's up card stands last, after a slash.

| table           | situation                                   | answers                       |
|-----------------|---------------------------------------------|-------------------------------|
| `second-attack` | the first card: ``F``                       | ``bet`` ``pass``              |
| `third-attack`  | the first card and the up card: ``F/7``     | ``bet`` ``pass``              |
| `insurance`     | face cards among the two, and how many of   | ``bet`` ``pass``              |
|                 | them have the suit of the ace: ``2/1``      |                               |
| `split`         | the value of the pair: ``8/7``              | ``split`` ``keep``            |
| `play`          | the hand, in one of three forms (below)     | ``stand`` ``hit`` ``double``  |

``bet`` is the largest wager allowed (every decision is linear in it, so nothing between the largest and none is
better). A pair that may be split is looked up in ``split`` first; one that is kept, or comes when four hands are out,
is played by ``play``. A double that the limits of a table forbid is a hit.

The ``play`` table is all of one form, and holds every hand of two to five cards with a total of 20 or less (any other
hand is settled and has no decision; under changed rules other hands may have one, see `Extent`):

- by composition, the cards from the ace up: ``A 2 F/7``, ``3 3/F``;
- by total and number of cards: ``hard 13 of 3/7``, ``soft 18 of 2/A``;
- by total alone: ``hard 13/7``, ``soft 18/A``.

Where the rules are changed so that hands may be given up, there is a table ``surrender`` too: the two cards, ``6 F/A``,
with the answers ``surrender`` and ``keep``.

Where they are changed so that no hand made by a split may be doubled, there may be a table ``after-split``, of those
hands: written as in ``play``, in any of the three forms, with the answers ``stand`` and ``hit``. Without it a hand made
by a split is played by ``play``, and a double is a hit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

import msgspec

from houseway.games.triple_attack.hands import BEST, CHARLIE
from houseway.maths.question_errors import BadStrategy
from houseway.maths.strategy import Strategy

VALUES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "F")
"""The ten values in order, an ace first: place *i* counts *i* + 1 (the ace may count eleven)."""

COMPOSITION = "composition"
CARDS = "total and cards"
TOTAL = "total"
FORMS = (COMPOSITION, CARDS, TOTAL)
"""The forms of a ``play`` table, the one that knows most first."""

SURRENDER = "surrender"
AFTER_SPLIT = "after-split"
BY_RULE = (AFTER_SPLIT, SURRENDER)
"""Tables that only changed rules may bring. A strategy without one never surrenders, and plays on as said above."""

ASKS = ("second-attack", "third-attack", "insurance", "split", "play")
_BET = ("bet", "pass")
ANSWERS: dict[str, tuple[str, ...]] = {
    "second-attack": _BET,
    "third-attack": _BET,
    "insurance": _BET,
    "split": ("split", "keep"),
    "play": ("stand", "hit", "double"),
    AFTER_SPLIT: ("stand", "hit"),
    SURRENDER: (SURRENDER, "keep"),
}
"""The answers to each table's question."""

Hand = tuple[int, ...]
"""A hand by value, sorted: 1 for an ace to 10 for a face card."""


def total_of(hand: Iterable[int]) -> tuple[int, bool]:
    """The best total of values, and whether an ace counts eleven in it."""
    values = tuple(hand)
    hard = sum(values)
    if 1 in values and hard + 10 <= BEST:
        return hard + 10, True
    return hard, False


class Extent(NamedTuple):
    """Which hands have a decision. The approved rules are the defaults; changed ones may have more or fewer."""

    charlie: int = CHARLIE
    """So many cards win at once; 0 where no number does."""
    most: int = BEST - 1
    """The highest total that has a decision: 21 too, where it does not win at once."""
    surrender: bool = False
    after_split: bool = False
    """Whether hands made by a split may be played otherwise than the same cards unsplit: none of them is doubled."""


@cache
def open_hands(extent: Extent = Extent()) -> tuple[Hand, ...]:  # noqa: B008 - a record that cannot change
    """Every hand that has a decision: two cards to one less than the charlie, a total of 20 or less.

    The cards of a longer one may come in an order in which every hand before it had a decision too.
    """
    found: list[Hand] = []
    level: set[Hand] = {(low, high) for low in range(1, 11) for high in range(low, 11)}
    while level and (not extent.charlie or len(min(level)) < extent.charlie):
        opened = sorted(hand for hand in level if total_of(hand)[0] <= extent.most)
        found += opened
        grown = ((*hand, value) for hand in opened for value in range(1, 11))
        level = {tuple(sorted(hand)) for hand in grown if sum(hand) <= BEST}
    return tuple(found)


def extent_of(strategy: Strategy) -> Extent:
    """The hands for which ``strategy`` has been made, as far as its tables show."""
    form = play_form(strategy)
    most, cards = BEST - 1, CHARLIE - 1
    if form == COMPOSITION:
        hands = [hand_of(key) for key in strategy.tables["play"]]
        most, cards = max(total_of(hand)[0] for hand in hands), max(map(len, hands))
    else:
        words = [key.partition("/")[0].split() for key in strategy.tables["play"]]
        totals = [part[1] for part in words if part[1:2] and part[1].isdigit()]
        most = max(map(int, totals), default=most)
        if form == CARDS:
            cards = max((int(part[3]) for part in words if part[3:4] and part[3].isdigit()), default=cards)
    approved = Extent()
    return Extent(
        cards + 1 if 2 <= cards <= BEST else approved.charlie,
        most if approved.most <= most <= BEST else approved.most,
        SURRENDER in strategy.tables,
        AFTER_SPLIT in strategy.tables,
    )


def hand_of(situation: str) -> Hand:
    """The cards in a situation written by composition; none where one is no card."""
    cards = situation.partition("/")[0].split()
    return tuple(VALUES.index(card) + 1 for card in cards) if set(cards) <= set(VALUES) else ()


def play_key(form: str, hand: Sequence[int], up: int) -> str:
    """The situation of ``hand`` (values, in any order) against ``up`` in a ``play`` table of that form."""
    shown = VALUES[up - 1]
    if form == COMPOSITION:
        return f"{' '.join(VALUES[value - 1] for value in sorted(hand))}/{shown}"
    total, soft = total_of(hand)
    kind = "soft" if soft else "hard"
    return f"{kind} {total} of {len(hand)}/{shown}" if form == CARDS else f"{kind} {total}/{shown}"


def play_form(strategy: Strategy, ask: str = "play") -> str:
    """The form of the ``play`` table of ``strategy``, or of the other one of hands."""
    for situation in strategy.tables.get(ask, {}):
        if not situation.startswith(("hard ", "soft ")):
            return COMPOSITION
        return CARDS if " of " in situation else TOTAL
    raise BadStrategy(f"strategy {strategy.name!r} does not say how to play a hand", remedy=f"add a table {ask!r}")


@cache
def _play_keys(form: str, extent: Extent) -> tuple[str, ...]:
    return tuple(dict.fromkeys(play_key(form, hand, up) for hand in open_hands(extent) for up in range(1, 11)))


@cache
def first_cards() -> tuple[Hand, ...]:
    """Every two first cards that are no blackjack."""
    return tuple((low, high) for low in range(1, 11) for high in range(low, 11) if (low, high) != (1, 10))


def situations(form: str = COMPOSITION, extent: Extent = Extent()) -> dict[str, tuple[str, ...]]:  # noqa: B008
    """Every situation of every table, those of hands in ``form``."""
    given_up = tuple(play_key(COMPOSITION, two, up) for two in first_cards() for up in range(1, 11))
    pairs = tuple(f"{own}/{up}" for own in VALUES for up in VALUES)
    return {
        "second-attack": VALUES,
        "third-attack": pairs,
        "insurance": tuple(f"{faces}/{suited}" for faces in range(3) for suited in range(faces + 1)),
        "split": pairs,
        "play": _play_keys(form, extent),
        **({AFTER_SPLIT: _play_keys(form, extent)} if extent.after_split else {}),
        **({SURRENDER: given_up} if extent.surrender else {}),
    }


def answers() -> dict[str, tuple[str, ...]]:
    """The answers that each table may give."""
    return {ask: ANSWERS[ask] for ask in ASKS}


def check(strategy: Strategy, extent: Extent = Extent()) -> str:  # noqa: B008
    """Refuse a strategy that is not complete; the form of its ``play`` table.

    For other hands than the approved game has, ``extent`` says which; what it does not have is then passed over, and
    tables that only changed rules bring may be left out.
    """
    form = play_form(strategy.of_game("triple-attack"))
    wanted = situations(form, extent)
    if extent != Extent():
        for ask in BY_RULE:
            if ask not in strategy.tables:
                wanted.pop(ask, None)
        if AFTER_SPLIT in wanted:
            wanted[AFTER_SPLIT] = _play_keys(play_form(strategy, AFTER_SPLIT), extent)
        known = {ask: set(keys) for ask, keys in wanted.items()}
        kept = {
            ask: {key: answer for key, answer in table.items() if key in known.get(ask, ())}
            for ask, table in strategy.tables.items()
        }
        strategy = msgspec.structs.replace(strategy, tables=kept)
    strategy.check(wanted, ANSWERS)
    return form


def answers_by_hand(
    strategy: Strategy,
    extent: Extent = Extent(),  # noqa: B008
) -> Iterator[tuple[Hand, int, str]]:
    """(hand, up card, answer) of the ``play`` table for every hand by composition, whatever the table's form."""
    return _by_hand(strategy, "play", extent)


def answers_after_split(
    strategy: Strategy,
    extent: Extent = Extent(),  # noqa: B008
) -> Iterator[tuple[Hand, int, str]]:
    """The same of hands made by a split, where the rules let none of them be doubled."""
    if AFTER_SPLIT in strategy.tables:
        return _by_hand(strategy, AFTER_SPLIT, extent)
    return ((hand, up, undoubled(answer)) for hand, up, answer in answers_by_hand(strategy, extent))


def undoubled(answer: str) -> str:
    """What an answer says where a double is forbidden."""
    return "hit" if answer == "double" else answer


def _by_hand(strategy: Strategy, ask: str, extent: Extent) -> Iterator[tuple[Hand, int, str]]:
    form = play_form(strategy, ask)
    for hand in open_hands(extent):
        for up in range(1, 11):
            yield hand, up, strategy.action(ask, play_key(form, hand, up))
