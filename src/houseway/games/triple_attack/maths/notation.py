"""How strategies of Triple Attack Blackjack are written.

A `Strategy` of this game has five tables. A card is written by its value: ``A``, ``2`` to ``9``, ``F`` for a face card;
the dealer's up card stands last, after a slash.

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
hand is settled and has no decision):

- by composition, the cards from the ace up: ``A 2 F/7``, ``3 3/F``;
- by total and number of cards: ``hard 13 of 3/7``, ``soft 18 of 2/A``;
- by total alone: ``hard 13/7``, ``soft 18/A``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement

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

ASKS = ("second-attack", "third-attack", "insurance", "split", "play")
_BET = ("bet", "pass")
ANSWERS: dict[str, tuple[str, ...]] = {
    "second-attack": _BET,
    "third-attack": _BET,
    "insurance": _BET,
    "split": ("split", "keep"),
    "play": ("stand", "hit", "double"),
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


@cache
def open_hands(charlie: int = CHARLIE) -> tuple[Hand, ...]:
    """Every hand that has a decision: two cards to one less than ``charlie``, a total of 20 or less."""
    return tuple(
        hand
        for count in range(2, charlie)
        for hand in combinations_with_replacement(range(1, 11), count)
        if total_of(hand)[0] < BEST
    )


def play_key(form: str, hand: Sequence[int], up: int) -> str:
    """The situation of ``hand`` (values, in any order) against ``up`` in a ``play`` table of that form."""
    shown = VALUES[up - 1]
    if form == COMPOSITION:
        return f"{' '.join(VALUES[value - 1] for value in sorted(hand))}/{shown}"
    total, soft = total_of(hand)
    kind = "soft" if soft else "hard"
    return f"{kind} {total} of {len(hand)}/{shown}" if form == CARDS else f"{kind} {total}/{shown}"


def play_form(strategy: Strategy) -> str:
    """The form of the ``play`` table of ``strategy``."""
    for situation in strategy.tables.get("play", {}):
        if not situation.startswith(("hard ", "soft ")):
            return COMPOSITION
        return CARDS if " of " in situation else TOTAL
    raise BadStrategy(f"strategy {strategy.name!r} does not say how to play a hand", remedy="add a table 'play'")


@cache
def _play_keys(form: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(play_key(form, hand, up) for hand in open_hands() for up in range(1, 11)))


def situations(form: str = COMPOSITION) -> dict[str, tuple[str, ...]]:
    """Every situation of every table, the ``play`` table in ``form``."""
    pairs = tuple(f"{own}/{up}" for own in VALUES for up in VALUES)
    return {
        "second-attack": VALUES,
        "third-attack": pairs,
        "insurance": tuple(f"{faces}/{suited}" for faces in range(3) for suited in range(faces + 1)),
        "split": pairs,
        "play": _play_keys(form),
    }


def answers() -> dict[str, tuple[str, ...]]:
    """The answers that each table may give."""
    return dict(ANSWERS)


def check(strategy: Strategy) -> str:
    """Refuse a strategy that is not complete; the form of its ``play`` table."""
    if strategy.game != "triple-attack":
        raise BadStrategy(
            f"strategy {strategy.name!r} is for {strategy.game}, not for triple-attack",
            remedy="name a strategy of this game",
        )
    form = play_form(strategy)
    strategy.check(situations(form), ANSWERS)
    return form


def answers_by_hand(strategy: Strategy) -> Iterator[tuple[Hand, int, str]]:
    """(hand, up card, answer) of the ``play`` table for every hand by composition, whatever the table's form."""
    form = play_form(strategy)
    for hand in open_hands():
        for up in range(1, 11):
            yield hand, up, strategy.action("play", play_key(form, hand, up))
