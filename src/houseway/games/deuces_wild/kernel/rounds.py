"""Rounds of Deuces Wild, compiled: cards are dealt to many rounds at once, then each round is played by tables.

The *i*-th card that leaves the shoe does not depend on who gets it. So the cards of a batch of rounds are found first,
card by card for all rounds together: a draw takes the card at its place and puts the last card left there, so that what
lies at a place follows from the places drawn before, without a deck in memory. Then each round hands them out as the
procedure does and counts how its wagers end.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.games.deuces_wild.maths.classes import Numbers
from houseway.games.deuces_wild.maths.counting import Events
from houseway.games.deuces_wild.maths.evaluation import place
from houseway.maths.compiled import compiled
from houseway.simulation.compiled_chance import GAMMA, below, mix64

BATCH = 512
"""Rounds whose cards are dealt together."""

ANTE, TREASURE, FORTUNE, JACKPOT = 1, 2, 4, 8
"""Wagers of a seat, as bits."""

FOLDED_ON_FOUR, FOLDED_ON_THREE, ANTE_ENDS = 11, 12, 13
"""Ends of the Ante after the eleven of a raised hand: its rows, and none."""

TREASURE_ENDS, FORTUNE_ENDS = 6, 12
WILD_COUNTS = 6

_ONE = np.uint64(1)
JOKER = 52
"""The joker's code; it is wild wherever it is dealt."""


class Rules(NamedTuple):
    """What the cards make: rows by place of a hand, and numbers of cards held."""

    words: npt.NDArray[np.uint64]
    ante_table: Events
    fortune_table: Events
    treasure: Events
    of4: npt.NDArray[np.int32]
    more_wilds: Events
    choose: npt.NDArray[np.uint32]
    low_wilds: int
    """Cards below this code are wild."""
    deck: int


class Seats(NamedTuple):
    """What the seats bet and do. ``wagers`` are bits by seat; the others are by number of the cards held."""

    most: int
    """Cards that no round exceeds."""
    wagers: Numbers
    pool: int
    revealed: bool
    played: npt.NDArray[np.uint8]
    raised: npt.NDArray[np.uint8]
    picks3: npt.NDArray[np.uint8]
    picks4: npt.NDArray[np.uint8]
    picks5: npt.NDArray[np.uint8]
    preference: Numbers
    fold_loses: bool
    """Whether a folded Ante takes the Bonus Jackpot with it: a changed rule."""


class Ends(NamedTuple):
    """How often the wagers of each seat ended in each way.

    Those of the Bonus Jackpot are counted for all seats together: the numbers of wild cards as digits, the first
    seat's last.
    """

    ante: Numbers
    treasure: Numbers
    fortune: Numbers
    jackpot: Numbers


class Batch(NamedTuple):
    """Room for the cards of a batch of rounds, and for what they follow from: a column for each round."""

    states: npt.NDArray[np.uint64]
    places: npt.NDArray[np.uint8]
    last: npt.NDArray[np.uint8]
    cards: npt.NDArray[np.uint8]


@compiled
def deal(seed: np.uint64, first: int, size: int, dealt: Batch) -> None:
    """The first cards of a batch of rounds from ``first`` on, as many as ``cards`` has rows, from a deck of ``size``.

    Written so that each innermost loop runs over many rounds at once in the processor's vectors.
    """
    states, places, last, cards = dealt.states, dealt.places, dealt.last, dealt.cards
    batch = states.size
    key = mix64(seed)
    for n in range(batch):
        states[n] = mix64(key + (np.uint64(first + n) + _ONE) * GAMMA)
    for k in range(cards.shape[0]):
        left = np.uint64(size - k)
        step = np.uint64(k + 1) * GAMMA
        for n in range(batch):
            places[k, n] = below(states[n] + step, left)
    for k in range(cards.shape[0]):
        # The card on the last place when draw k is made, which then fills the place drawn.
        end = np.uint8(size - 1 - k)
        for n in range(batch):
            last[k, n] = end
        for j in range(k):
            for n in range(batch):
                filled, kept = last[j, n], last[k, n]
                last[k, n] = filled if places[j, n] == end else kept
        for n in range(batch):
            cards[k, n] = places[k, n]
        for j in range(k):
            for n in range(batch):
                filled, kept = last[j, n], cards[k, n]
                cards[k, n] = filled if places[j, n] == places[k, n] else kept


@compiled
def play(rounds: int, cards: npt.NDArray[np.uint8], rules: Rules, table: Seats, ends: Ends) -> None:
    """Play ``rounds`` rounds with the ``cards`` dealt and count how the wagers of each seat end."""
    words, ante_table, fortune_table, treasure = rules.words, rules.ante_table, rules.fortune_table, rules.treasure
    of4, more_wilds, choose, low_wilds = rules.of4, rules.more_wilds, rules.choose, rules.low_wilds
    wagers, pool, revealed, fold_loses = table.wagers, table.pool, table.revealed, table.fold_loses
    played, raised, preference = table.played, table.raised, table.preference
    picks3, picks4, picks5 = table.picks3, table.picks4, table.picks5
    ante_ends, treasure_ends, fortune_ends, jackpot_ends = ends.ante, ends.treasure, ends.fortune, ends.jackpot
    seats = wagers.size
    c2, c3, c4, c5 = choose[2], choose[3], choose[4], choose[5]
    hand = np.zeros((6, 5), np.int64)
    held = np.zeros(6, np.int64)
    entitled = np.zeros(6, np.int64)
    first = np.zeros(6, np.int64)
    community = np.zeros(4, np.int64)
    every = 0
    for i in range(seats):
        every |= wagers[i]
    running = every & (FORTUNE | JACKPOT)
    for n in range(rounds):
        dealt = 3 * (seats + 1)
        playing = 0
        wild_hands = 0
        # Three cards each, and the first decision.
        for i in range(seats):
            x = np.int64(cards[1 + i, n])
            y = np.int64(cards[seats + 2 + i, n])
            z = np.int64(cards[2 * seats + 3 + i, n])
            a = min(x, y)
            b = max(x, y)
            c = max(b, z)
            b = min(b, z)
            t = a
            a = min(t, b)
            b = max(t, b)
            hand[i, 0], hand[i, 1], hand[i, 2] = a, b, c
            first[i] = a | b << 8 | c << 16
            held[i] = 3
            entitled[i] = 3
            number = a + c2[b] + c3[c]
            wager = wagers[i]
            if wager & TREASURE:
                treasure_ends[i, treasure[number]] += 1
            if wager & ANTE:
                if played[number]:
                    playing += 1
                    entitled[i] = 4
                else:
                    ante_ends[i, FOLDED_ON_THREE] += 1
        if playing == 0 and running == 0:
            continue
        # The last community card, and a fourth to those who play or have the Bonus Jackpot.
        dealt += 1
        for i in range(seats):
            if entitled[i] == 4 or wagers[i] & JACKPOT:
                at = 3
                new = np.int64(cards[dealt, n])
                dealt += 1
                while at and hand[i, at - 1] > new and entitled[i] == 4:
                    hand[i, at] = hand[i, at - 1]
                    at -= 1
                hand[i, at] = new
                held[i] = 4
        # The second decision. One who folded on three has its first three cards in order, and the fourth after them.
        for i in range(seats):
            if entitled[i] == 4:
                number = hand[i, 0] + c2[hand[i, 1]] + c3[hand[i, 2]] + c4[hand[i, 3]]
                if raised[number]:
                    entitled[i] = 5
                    if pool == 5 and not revealed and wagers[i] & FORTUNE:
                        hand[i, 4] = cards[dealt, n]
                        dealt += 1
                        held[i] = 5
                else:
                    playing -= 1
                    ante_ends[i, FOLDED_ON_FOUR] += 1
        if playing == 0 and running == 0:
            continue
        if every & FORTUNE:
            for k in range(3):
                community[k] = cards[k * (seats + 1), n]
            community[3] = cards[3 * (seats + 1), n]
            for k in range(1, 4):
                new = community[k]
                at = k
                while at and community[at - 1] > new:
                    community[at] = community[at - 1]
                    at -= 1
                community[at] = new
            if revealed and pool == 5:
                for i in range(seats):
                    if entitled[i] == 5 and wagers[i] & FORTUNE:
                        hand[i, 4] = cards[dealt, n]
                        dealt += 1
                        held[i] = 5
        # Settlement, seat by seat.
        for i in range(seats):
            wager = wagers[i]
            if (entitled[i] == 5 or wager & JACKPOT) and held[i] < 5:
                hand[i, 4] = cards[dealt, n]
                dealt += 1
            if entitled[i] == 5:
                v, w, x = words[hand[i, 0]], words[hand[i, 1]], words[hand[i, 2]]
                y, z = words[hand[i, 3]], words[hand[i, 4]]
                ante_ends[i, ante_table[place(v + w + x + y + z, v & w & x & y & z)]] += 1
            if wager & JACKPOT:
                wild = 0
                for k in range(5):
                    wild += hand[i, k] < low_wilds or hand[i, k] == JOKER
                if fold_loses and wager & ANTE and entitled[i] < 5:
                    wild = 0
                digit = wild
                for _ in range(i):
                    digit *= WILD_COUNTS
                wild_hands += digit
            if wager & FORTUNE:
                size = min(pool, entitled[i])
                if size == 3 and entitled[i] > 3:
                    # A fourth card was put among the three it may select from.
                    for k in range(3):
                        hand[i, k] = first[i] >> 8 * k & 0xFF
                elif size == 5:
                    # The fifth card was put last for the Ante: its place among the others now.
                    new = hand[i, 4]
                    at = 4
                    while at and hand[i, at - 1] > new:
                        hand[i, at] = hand[i, at - 1]
                        at -= 1
                    hand[i, at] = new
                v = words[community[0]] + words[community[1]] + words[community[2]] + words[community[3]]
                w = words[community[0]] & words[community[1]] & words[community[2]] & words[community[3]]
                kind = of4[community[0] + c2[community[1]] + c3[community[2]] + c4[community[3]]]
                event = np.int64(0)
                if revealed:
                    wild = 0
                    best = np.int64(FORTUNE_ENDS)
                    for k in range(size):
                        code = hand[i, k]
                        if code < low_wilds or code == JOKER:
                            wild += 1
                            found = np.int64(more_wilds[kind, wild])
                        else:
                            found = np.int64(fortune_table[place(v + words[code], w & words[code])])
                        if preference[found] < best:
                            best = preference[found]
                            event = found
                else:
                    number = hand[i, 0] + c2[hand[i, 1]] + c3[hand[i, 2]]
                    if size == 3:
                        pick = np.int64(picks3[number])
                    else:
                        number += c4[hand[i, 3]]
                        if size == 4:
                            pick = np.int64(picks4[number])
                        else:
                            pick = np.int64(picks5[number + c5[hand[i, 4]]])
                    if pick & (pick - 1) == 0:
                        k = 0
                        while pick >> k & 1 == 0:
                            k += 1
                        code = hand[i, k]
                        event = np.int64(fortune_table[place(v + words[code], w & words[code])])
                    else:
                        together = np.int64(0)
                        for k in range(size):
                            together += pick >> k & 1
                        event = np.int64(more_wilds[kind, together])
                fortune_ends[i, event] += 1
        if every & JACKPOT:
            jackpot_ends[wild_hands] += 1


@compiled
def run(seed: np.uint64, first: int, rounds: int, rules: Rules, table: Seats, ends: Ends) -> None:
    """Rounds ``first`` to ``first + rounds - 1`` of ``seed``, counted in ``ends``."""
    shape = (table.most, BATCH)
    states = np.zeros(BATCH, np.uint64)
    dealt = Batch(states, np.zeros(shape, np.uint8), np.zeros(shape, np.uint8), np.zeros(shape, np.uint8))
    done = 0
    while done < rounds:
        deal(seed, first + done, rules.deck, dealt)
        play(min(BATCH, rounds - done), dealt.cards, rules, table, ends)
        done += BATCH
