"""Counting deals: how often each event comes when groups of cards are dealt from a shoe of any make-up.

`count_deals` takes the shoe as so many cards of each kind, the sizes of the groups that are dealt (the player's two
cards and the dealer's one, say), and a function that names the event in those groups. Every set of cards is asked for
once and counted with its number of deals, in whole numbers. A group that the function did not look at is not dealt out:
all its deals count alike.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb, factorial
from typing import Any, TypeVar

from houseway.maths.question_errors import BadQuestion
from houseway.public_arguments import ANYTHING, FLAG, FUNCTION, by, several, taking, whole

Kind = TypeVar("Kind", bound=Hashable)
Event = TypeVar("Event", bound=Hashable)


class _Wanted(Exception):
    """A group that is not dealt yet was looked at."""


class _Undealt(Sequence[Any]):
    """Stands for a group that may not be needed."""

    def __getitem__(self, place: Any) -> Any:
        raise _Wanted

    def __len__(self) -> int:
        raise _Wanted


_UNDEALT = _Undealt()


def hands_from(counts: Sequence[int], size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every hand of ``size`` cards by the places of its kinds, never falling, and the number of ways to draw it.

    ``counts`` says how many cards of each kind there are; the ways are without order.
    """

    def grow(place: int, wanted: int) -> Iterator[tuple[tuple[int, ...], int]]:
        if wanted == 0:
            yield (), 1
            return
        for kind in range(place, len(counts)):
            held = counts[kind]
            for copies in range(1, min(held, wanted) + 1):
                ways = comb(held, copies)
                for rest, more in grow(kind + 1, wanted - copies):
                    yield (kind,) * copies + rest, ways * more

    return grow(0, size)


@taking(
    shoe=by(
        ANYTHING,
        whole(-(2**31)),
        "how many of each card there are",
        "give a dictionary, such as houseway.Deck(6).counts",
    ),
    groups=several(whole(0), "a list of whole numbers", "say how many cards each group has, such as (2, 1)"),
    event=FUNCTION,
    ordered=FLAG,
)
def count_deals(
    shoe: Mapping[Kind, int], groups: Sequence[int], event: Callable[..., Event], *, ordered: bool = False
) -> dict[Event, int]:
    """How many deals of ``groups`` from ``shoe`` have each event.

    ``event`` is called with one tuple of kinds for each group. A deal is a set of cards for each group; with
    ``ordered`` it is a sequence of cards. The counts sum to the number of all deals.
    """
    kinds = tuple(shoe)
    start = [shoe[kind] for kind in kinds]
    if min(start, default=0) < 0 or sum(start) < sum(groups):
        raise BadQuestion(f"{sum(groups)} cards cannot be dealt from a shoe of {sum(start)}", remedy="use more decks")
    found: dict[Event, int] = {}
    sizes = [sum(start) - sum(groups[:place]) for place in range(len(groups))]
    later = [1] * (len(groups) + 1)
    for place in range(len(groups) - 1, -1, -1):
        later[place] = later[place + 1] * comb(sizes[place], groups[place])

    def deal(counts: list[int], dealt: tuple[tuple[Kind, ...], ...], ways: int) -> None:
        place = len(dealt)
        if place:
            try:
                named = event(*dealt, *(_UNDEALT,) * (len(groups) - place))
            except _Wanted:
                pass
            else:
                found[named] = found.get(named, 0) + ways * later[place]
                return
        last = place + 1 == len(groups)
        for hand, more in hands_from(counts, groups[place]):
            cards = tuple(kinds[kind] for kind in hand)
            if last:
                named = event(*dealt, cards)
                found[named] = found.get(named, 0) + ways * more
            else:
                left = counts.copy()
                for kind in hand:
                    left[kind] -= 1
                deal(left, (*dealt, cards), ways * more)

    deal(start, (), 1)
    if ordered:
        orders = 1
        for size in groups:
            orders *= factorial(size)
        return {named: count * orders for named, count in found.items()}
    return found


def shares(counts: Mapping[Event, int]) -> dict[Event, Fraction]:
    """The probability of each event, from counts of all deals."""
    whole = sum(counts.values())
    return {event: Fraction(count, whole) for event, count in counts.items()}
