"""Compiled rounds of Dueling: cards, war, events. Money is for `houseway.games.dueling.kernel`.

Cards are dealt in the order of the procedure, from the shoe that `VirtualShoe` would have. What became of the seats is
counted by event; the rounds whose prizes hang on several seats are written out. It is one function on purpose: a helper
that is handed arrays in the innermost loop costs as much as a round (the counts of references).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.maths.compiled import compiled
from houseway.simulation.compiled_chance import GAMMA, below, mix64
from houseway.simulation.compiled_shoe import close_up

Bytes = npt.NDArray[np.uint8]
Shorts = npt.NDArray[np.int16]
Integers = npt.NDArray[np.int64]

# What became of a seat, -1 where it did not come to that: the class of its first two cards, the result of its war (0 to
# 2), its Tie After Tie row after a war, its 2 + 2 row after a start.
CLASS, WAR, TAT, TWO = range(4)
ENDS = 4

BATCH = 1024
"""Rounds of a single seat that are looked through at a time."""

TOO_SHORT = -1
"""In place of the rounds noted: the shoe has no card left for a deal that is due."""


class Rules(NamedTuple):
    """What the cards make. ``classes`` is by player's and community card, classes that go to war from ``fights`` on.

    ``quickly`` is the same, but the width of the counts where a round of one seat does not end there.
    """

    classes: Bytes
    quickly: Bytes
    fights: int
    start_of: Shorts
    looks: Bytes
    views: int
    two_rows: Bytes
    tat_rows: Bytes


class Seats(NamedTuple):
    """The table: its shoe, its seats, and what they bet.

    ``has`` says of each seat whether it has Tie After Tie and 2 + 2. ``special`` marks classes and rows whose rounds
    must be noted. ``width`` is how many ends a seat has: ``kinds`` classes, three of a war, the rows of both.
    """

    fresh: Bytes
    cut: int
    burn: int
    seats: int
    has: Bytes
    special: Bytes
    kinds: int
    tat_rows: int
    width: int


class Tally(NamedTuple):
    """Room for a shoe, for the counts by seat and end, and for rounds that are noted; or for the last round alone."""

    deck: Bytes
    counts: Integers
    noted: Integers
    last: bool


@compiled
def play_block(seed: np.uint64, first: int, count: int, rules: Rules, table: Seats, into: Tally) -> tuple[int, int]:
    """Rounds ``first`` to ``first`` + ``count`` - 1 of ``seed``, each from a fresh shoe or from a shoe dealt to a cut.

    Given back: the rounds played and the rounds noted. Fewer rounds are played than asked for where there is no more
    room to note; where each is from a fresh shoe, another call goes on.
    """
    classes, quickly, fights = rules.classes, rules.quickly, rules.fights
    start_of, looks, views = rules.start_of, rules.looks, rules.views
    two_rows, tat_rows = rules.two_rows, rules.tat_rows
    fresh, cut, burn, seats = table.fresh, table.cut, table.burn, table.seats
    has, special, width = table.has, table.special, table.width
    deck, counts, noted, last = into.deck, into.counts, into.noted, into.last
    size = fresh.size
    tracked = last or has.any()
    war_at = table.kinds
    tat_at = war_at + 3
    two_at = tat_at + table.tat_rows
    two_special = war_at + table.tat_rows
    line = 1 + seats * ENDS
    room = noted.size // line
    places = np.empty(64, np.int64)
    drawn = np.empty(64, np.int64)
    ends = np.empty(seats * ENDS, np.int64)
    waiting = np.empty(BATCH, np.int64)
    deck[:] = fresh
    left = size
    written = 0
    quick = seats == 1 and cut == 0 and not last
    key = mix64(seed) + np.uint64(first) * GAMMA
    done = 0
    while done < count:
        if quick:
            # Most rounds of a single seat end with the second card, and nothing has to be put back. The others are set
            # aside and played together, without a branch that cannot be foreseen.
            batch = min(count - done, BATCH)
            found = 0
            for number in range(done, done + batch):
                state = mix64(key + np.uint64(number + 1) * GAMMA)
                place = np.int64(below(state + GAMMA, np.uint64(size)))
                other = np.int64(below(state + GAMMA + GAMMA, np.uint64(size - 1)))
                other = np.int64(size - 1) if other == place else other
                kind = np.int64(quickly[np.int64(deck[place]) * 52 + np.int64(deck[other])])
                counts[kind] += 1
                waiting[found] = number
                found += kind == width
        else:
            batch = found = 1
            waiting[0] = done
        done += batch

        for each in range(found):
            number = waiting[each]
            state = mix64(key + np.uint64(number + 1) * GAMMA)
            if left < seats + 1:
                return number, TOO_SHORT
            # One card to each seat, then the community card.
            cards = seats + 1
            for dealt in range(cards):
                state += GAMMA
                place = np.int64(below(state, np.uint64(left - dealt)))
                places[dealt] = place
                drawn[dealt] = deck[place]
                deck[place] = deck[left - dealt - 1]
            community = drawn[seats]
            fighting = 0
            starting = 0
            note = 0
            for seat in range(seats):
                pair = drawn[seat] * 52 + community
                kind = np.int64(classes[pair])
                counts[seat * width + kind] += 1
                fighting += 1 if kind >= fights else 0
                if tracked:
                    ends[seat * ENDS + CLASS] = kind
                    ends[seat * ENDS + WAR] = -1
                    ends[seat * ENDS + TAT] = -1
                    ends[seat * ENDS + TWO] = -1
                    if has[seat * 2]:
                        note |= special[kind]
                    if has[seat * 2 + 1]:
                        starting += start_of[pair] >= 0

            if fighting:
                # One burn, one card to each seat at war, one community card for all.
                more = burn + fighting + 1
                if left - cards < more:
                    return number, TOO_SHORT
                for dealt in range(cards, cards + more):
                    state += GAMMA
                    place = np.int64(below(state, np.uint64(left - dealt)))
                    places[dealt] = place
                    drawn[dealt] = deck[place]
                    deck[place] = deck[left - dealt - 1]
                cards += more
                war_community = drawn[cards - 1]
                low = war_community >> 2
                mine = cards - 1 - fighting
                for seat in range(seats):
                    player = drawn[seat]
                    if classes[player * 52 + community] < fights:
                        continue
                    war_player = drawn[mine]
                    mine += 1
                    high = war_player >> 2
                    result = 1 + (high > low) - (high < low)
                    counts[seat * width + war_at + result] += 1
                    if tracked:
                        ends[seat * ENDS + WAR] = result
                    if has[seat * 2]:
                        rank = player >> 2
                        relation = 1 * (high == rank) + 2 * (low == rank)
                        if high == low:
                            relation = 4 if high == rank else 3
                        place = ((player & 3) * 4 + (community & 3)) * 5 + relation
                        row = np.int64(tat_rows[(place * 4 + (war_player & 3)) * 4 + (war_community & 3)])
                        counts[seat * width + tat_at + row] += 1
                        ends[seat * ENDS + TAT] = row
                        note |= special[war_at + row]

            if starting:
                # Two cards more, once for all who have a start.
                if left - cards < 2:
                    return number, TOO_SHORT
                for dealt in range(cards, cards + 2):
                    state += GAMMA
                    place = np.int64(below(state, np.uint64(left - dealt)))
                    places[dealt] = place
                    drawn[dealt] = deck[place]
                    deck[place] = deck[left - dealt - 1]
                cards += 2
                for seat in range(seats):
                    start = np.int64(start_of[drawn[seat] * 52 + community])
                    if has[seat * 2 + 1] and start >= 0:
                        one = np.int64(looks[start * 52 + drawn[cards - 2]])
                        other = np.int64(looks[start * 52 + drawn[cards - 1]])
                        row = np.int64(two_rows[(start * views + one) * views + other])
                        counts[seat * width + two_at + row] += 1
                        ends[seat * ENDS + TWO] = row
                        note |= special[two_special + row]

            for dealt in range(cards - 1, -1, -1):
                deck[places[dealt]] = drawn[dealt]
            if cut:
                left = close_up(deck, left, drawn, cards, fresh, cut)
            if note or (last and number == count - 1):
                noted[written * line] = first + number
                for end in range(seats * ENDS):
                    noted[written * line + 1 + end] = ends[end]
                written += 1
        if written + BATCH > room and done < count and room > 1:
            return done, written
    return count, written
