"""Compiled rounds of Triple Attack: cards, decisions, endings. What they mean is for `...triple_attack.kernel`.

Card *n* of a round is draw *n* from the shoe, whoever gets it: cards are drawn a few ahead of their use and put back
when the round is over. A hand is a node of the graph of compositions by value; ``follow`` leads from a node and a card
to the next node, or to an ending (-1 less its number). It is one function on purpose: a helper that is handed arrays in
the innermost loop costs as much as a round (the counts of references).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.maths.compiled import compiled, inlined
from houseway.simulation.compiled_chance import GAMMA, below, mix64
from houseway.simulation.compiled_shoe import close_up

Bytes = npt.NDArray[np.uint8]
Shorts = npt.NDArray[np.int16]
Integers = npt.NDArray[np.int64]

UP = 11
"""Values run from 1 (an ace) to 10 (a face card); tables by value have this many places."""

DEALER_TOTALS = 32
"""Places for a dealer's total in ``compared``."""

# What ``may`` says of a seat: one place each, then four, one for each pattern of attacks.
SECOND, THIRD, ROYALS, MATCH_UP, TRIPLE, MATCH_DOWN, JACKPOT = range(7)
DOUBLE, SPLIT, INSURE = 8, 12, 16
MAY = 20

# Where a seat's side bets are counted: by class of two cards, by matches of each card, by matches of each pair.
UP_AT = 8
TRIPLE_AT = UP_AT + 9
DOWN_AT = TRIPLE_AT + 27
JACKPOT_AT = DOWN_AT + 9
SIDES = JACKPOT_AT + 16
BY_DEALER = 255
"""The class of two cards whose jackpot hangs on the dealer's cards too."""

# Where a seat's money is, after the tables of endings: by what became of insurance, then stakes; four patterns each.
INSURANCE, STAKE, DOUBLED, INSURED = 0, 12, 16, 20
MONEY = 24

# A seat's sums: net, squares in units of 1 and of 2**62, staked, hits.
NET, SQUARES, CARRIED, STAKED, HITS = range(5)
SUMS = 5
CARRY = 1 << 62

# Entries of a log: what, seat (from 0), hand (from 1), value.
SAYS_ATTACKS, SAYS_ROYALS, SAYS_UP, SAYS_TRIPLE, SAYS_INSURANCE, SAYS_HAND, SAYS_DOWN, SAYS_JACKPOT = range(8)
SAYS_DOUBLED = 64
"""Added to the ending of a hand that was doubled."""
ENTRY = 4
LOG = 128
"""Entries that a round never fills."""

TOO_SHORT = -1
"""In place of the rounds noted: the shoe has no card left for a deal that is due."""

STANDS, HITS_, DOUBLES = 0, 1, 2
MOST_HANDS = 4
AHEAD = np.uint64(4)
"""Cards drawn at a time beyond those that every round takes."""

MOST_CARDS = 512
"""More than a round can take."""

ONE = np.uint64(1)


class Rules(NamedTuple):
    """What follows from the rules alone: cards by value, hands by composition, the dealer's hands, side bets."""

    values: Bytes
    begin: Shorts
    begin_split: Shorts
    follow: Shorts
    totals: Bytes
    pairs: Bytes
    dealer_begin: Bytes
    dealer_follow: Bytes
    dealer_draws: Bytes
    dealer_totals: Bytes
    look: Shorts
    compared: Bytes
    matches: Bytes
    royals: Bytes
    jackpots: Bytes
    queens: Bytes
    endings: int
    most_hands: int
    """Hands that splits may make of one, at most `MOST_HANDS`."""


class Seats(NamedTuple):
    """The table: its shoe, its seats, what they bet and may add, what endings win, and how they all play."""

    fresh: Bytes
    cut: int
    seats: int
    may: Bytes
    money: Integers
    special: Bytes
    logged: bool
    second: Bytes
    third: Bytes
    insure: Bytes
    split: Bytes
    acts: Bytes


class Tally(NamedTuple):
    """Room for a shoe, for sums and side bets' counts by seat, and for logs of noted rounds, or of the last one.

    Where ``numbers`` are given, only those rounds are played.
    """

    deck: Bytes
    sums: Integers
    counts: Integers
    noted: Integers
    last: bool
    numbers: Integers


class Shoe(NamedTuple):
    """The cards left, what each kind is worth, and for each card drawn its place, its kind and its worth."""

    deck: Bytes
    values: Bytes
    places: npt.NDArray[np.uint64]
    drawn: npt.NDArray[Any]
    worths: npt.NDArray[Any]


@inlined
def draw(shoe: Shoe, left: np.uint64, state: np.uint64, dealt: np.uint64, most: np.uint64) -> Any:
    """Draw from ``left`` cards, ``dealt`` of them drawn before, until ``most`` are; the state and how many are then."""
    while dealt < most:
        state += GAMMA
        place = below(state, left - dealt)
        card = shoe.deck[place]
        shoe.places[dealt] = place
        shoe.drawn[dealt] = card
        shoe.worths[dealt] = shoe.values[card]
        dealt += ONE
        shoe.deck[place] = shoe.deck[left - dealt]
    return state, dealt


@inlined
def put_back(shoe: Shoe, dealt: np.uint64) -> None:
    """The cards drawn go back to their places, the last one first."""
    while dealt > 0:
        dealt -= ONE
        shoe.deck[shoe.places[dealt]] = shoe.drawn[dealt]


@compiled
def write(log: Integers, entries: int, says: int, seat: int, hand: int, value: int | np.int64) -> int:
    """One more entry of a log; how many there are then."""
    log[entries * ENTRY] = says
    log[entries * ENTRY + 1] = seat
    log[entries * ENTRY + 2] = hand
    log[entries * ENTRY + 3] = value
    return entries + 1


@compiled
def play_block(seed: np.uint64, first: int, count: int, rules: Rules, table: Seats, into: Tally) -> tuple[int, int]:
    """Rounds ``first`` to ``first`` + ``count`` - 1 of ``seed``, each from a fresh shoe or from a shoe dealt to a cut.

    Where numbers are given, only those rounds are played, counted from ``first``; ``count`` is how many there are.
    Given back: the rounds played and the rounds whose log was noted. Fewer rounds are played than asked for where there
    is no more room to note; where each is from a fresh shoe, another call goes on.
    """
    values, begin, begin_split, follow = rules.values, rules.begin, rules.begin_split, rules.follow
    totals, pairs, look, compared = rules.totals, rules.pairs, rules.look, rules.compared
    dealer_begin, dealer_follow = rules.dealer_begin, rules.dealer_follow
    dealer_draws, dealer_totals = rules.dealer_draws, rules.dealer_totals
    matches, royals, jackpots, queens = rules.matches, rules.royals, rules.jackpots, rules.queens
    fresh, cut, seats, logged = table.fresh, table.cut, table.seats, table.logged
    may, money, special = table.may, table.money, table.special
    second, third, insure, split, acts = table.second, table.third, table.insure, table.split, table.acts
    deck, sums, counts, noted, last, numbers = into.deck, into.sums, into.counts, into.noted, into.last, into.numbers
    size = fresh.size
    endings = rules.endings * 4
    most_hands = rules.most_hands
    width = SIDES
    of_seat = 3 * endings + MONEY
    line = 2 + LOG * ENTRY
    room = noted.size // line
    drawn = np.empty(MOST_CARDS, np.int64)
    worths = np.empty(MOST_CARDS, np.int64)
    shoe = Shoe(deck, values, np.empty(MOST_CARDS, np.uint64), drawn, worths)
    log = np.zeros(LOG * ENTRY, np.int64)
    pattern = np.zeros(seats, np.int64)
    net = np.zeros(seats, np.int64)
    staked = np.zeros(seats, np.int64)
    held = np.zeros(seats, np.int64)
    nodes = np.zeros(seats * MOST_HANDS, np.int64)
    doubled = np.zeros(seats * MOST_HANDS, np.int64)
    deck[:] = fresh
    left = size
    written = 0
    needed = 2 * seats + 2
    key = mix64(seed) + np.uint64(first) * GAMMA
    for turn in range(count):
        number = numbers[turn] if numbers.size else np.int64(turn)
        state = mix64(key + np.uint64(number + 1) * GAMMA)
        logging = logged or (last and turn == count - 1)
        entries = 0
        note = 0
        if left < needed:
            return turn, TOO_SHORT
        # A card to each seat, the dealer's up card, a second card to each, the down card; and some ahead.
        dealt = np.uint64(0)
        ready = min(np.uint64(needed) + AHEAD, np.uint64(left))
        state, dealt = draw(shoe, np.uint64(left), state, dealt, ready)
        used = np.uint64(needed)
        up_card, down_card = drawn[seats], drawn[2 * seats + 1]
        up, down = worths[seats], worths[2 * seats + 1]
        standing = 0

        # The attacks, and the side bets on what lies face up.
        for seat in range(seats):
            own = seat * MAY
            one, two = drawn[seat], drawn[seats + 1 + seat]
            value = worths[seat]
            attacks = (second[value] & may[own + SECOND]) + 2 * (third[value * UP + up] & may[own + THIRD])
            pattern[seat] = attacks
            net[seat] = 0
            staked[seat] = money[seat * of_seat + 3 * endings + STAKE + attacks]
            if logging:
                entries = write(log, entries, SAYS_ATTACKS, seat, 0, attacks)
            at = seat * width
            if may[own + ROYALS]:
                kind = np.int64(royals[one * 52 + two])
                counts[at + kind] += 1
                if logging:
                    entries = write(log, entries, SAYS_ROYALS, seat, 0, kind)
            if may[own + MATCH_UP]:
                kind = np.int64(matches[one * 52 + up_card]) * 3 + matches[two * 52 + up_card]
                counts[at + UP_AT + kind] += 1
                if logging:
                    entries = write(log, entries, SAYS_UP, seat, 0, kind)
            if may[own + TRIPLE]:
                kind = np.int64(matches[one * 52 + up_card]) * 3 + matches[two * 52 + up_card]
                kind += 9 * np.int64(matches[one * 52 + two])
                counts[at + TRIPLE_AT + kind] += 1
                if logging:
                    entries = write(log, entries, SAYS_TRIPLE, seat, 0, kind)
            if may[own + MATCH_DOWN]:
                kind = np.int64(matches[one * 52 + down_card]) * 3 + matches[two * 52 + down_card]
                counts[at + DOWN_AT + kind] += 1
            if may[own + JACKPOT]:
                kind = np.int64(jackpots[one * 52 + two])
                if kind == BY_DEALER:
                    kind = np.int64(queens[up_card * 52 + down_card])
                counts[at + JACKPOT_AT + kind] += 1
                note |= special[seat * 16 + kind]

        # Insurance under an ace, the look, and every blackjack.
        blackjack = up + down == 11 and (up == 1 or down == 1)
        if up == 1:
            for seat in range(seats):
                own = seat * MAY
                one, two = drawn[seat], drawn[seats + 1 + seat]
                attacks = pattern[seat]
                if may[own + INSURE + attacks]:
                    face = worths[seat] == 10
                    other_face = worths[seats + 1 + seat] == 10
                    suit = up_card & 3
                    suited = (face and (one & 3) == suit) + (other_face and (two & 3) == suit)
                    if insure[(face + other_face) * 3 + suited]:
                        what = 0
                        if blackjack:
                            what = 2 if (down_card & 3) == suit else 1
                        mine = seat * of_seat + 3 * endings
                        net[seat] += money[mine + INSURANCE + what * 4 + attacks]
                        staked[seat] += money[mine + INSURED + attacks]
                        if logging:
                            entries = write(log, entries, SAYS_INSURANCE, seat, 0, what)
        for seat in range(seats):
            node = np.int64(begin[worths[seat] * UP + worths[seats + 1 + seat]])
            held[seat] = 1
            doubled[seat * MOST_HANDS] = 0
            ending = np.int64(look[2 * blackjack + (node < 0)])
            if ending >= 0:
                net[seat] += money[seat * of_seat + ending * 4 + pattern[seat]]
                node = np.int64(-1)
                if logging:
                    entries = write(log, entries, SAYS_HAND, seat, 1, ending)
            nodes[seat * MOST_HANDS] = node

        # The hands play, those that splits make after the others of the seat.
        for seat in range(seats):
            hand = 0
            attacks = pattern[seat]
            own = seat * MAY
            while hand < held[seat]:
                here = seat * MOST_HANDS + hand
                node = nodes[here]
                while node >= 0:
                    if used + ONE >= dealt:
                        ready = min(dealt + AHEAD, np.uint64(left))
                        state, dealt = draw(shoe, np.uint64(left), state, dealt, ready)
                    pair = np.int64(pairs[node])
                    act = np.int64(acts[node * UP + up])
                    if pair and split[pair * UP + up] and held[seat] < most_hands and may[own + SPLIT + attacks]:
                        if used + ONE >= dealt:
                            return turn, TOO_SHORT
                        there = seat * MOST_HANDS + held[seat]
                        node = np.int64(begin_split[pair * UP + worths[used]])
                        other = np.int64(begin_split[pair * UP + worths[used + ONE]])
                        used += ONE + ONE
                        held[seat] += 1
                        doubled[there] = 0
                        nodes[there] = other
                        staked[seat] += money[seat * of_seat + 3 * endings + STAKE + attacks]
                        if node < 0:
                            of_hand = endings if hand else 0
                            net[seat] += money[seat * of_seat + of_hand + (-1 - node) * 4 + attacks]
                            if logging:
                                entries = write(log, entries, SAYS_HAND, seat, hand + 1, -1 - node)
                        if other < 0:
                            net[seat] += money[seat * of_seat + endings + (-1 - other) * 4 + attacks]
                            if logging:
                                entries = write(log, entries, SAYS_HAND, seat, held[seat], -1 - other)
                        continue
                    if act == STANDS:
                        break
                    if used >= dealt:
                        return turn, TOO_SHORT
                    twice = act == DOUBLES and may[own + DOUBLE + attacks]
                    node = np.int64(follow[node * UP + worths[used]])
                    used += ONE
                    if twice:
                        doubled[here] = 1
                        staked[seat] += money[seat * of_seat + 3 * endings + DOUBLED + attacks]
                    if node < 0:
                        of_hand = endings if hand else 0
                        ended = seat * of_seat + (-1 - node) * 4 + attacks
                        net[seat] += money[of_hand + ended]
                        if twice:
                            net[seat] += money[2 * endings + ended]
                        if logging:
                            ending = -1 - node + (SAYS_DOUBLED if twice else 0)
                            entries = write(log, entries, SAYS_HAND, seat, hand + 1, ending)
                    if twice:
                        break
                nodes[here] = node
                standing += 1 if node >= 0 else 0
                hand += 1

        # The dealer draws where a hand still stands, and the rest is settled.
        total = np.int64(0)
        if standing:
            theirs = np.int64(dealer_begin[up * UP + down])
            while dealer_draws[theirs]:
                if used >= dealt:
                    ready = min(dealt + AHEAD, np.uint64(left))
                    state, dealt = draw(shoe, np.uint64(left), state, dealt, ready)
                    if used >= dealt:
                        return turn, TOO_SHORT
                theirs = np.int64(dealer_follow[theirs * UP + worths[used]])
                used += ONE
            total = np.int64(dealer_totals[theirs])
        for seat in range(seats):
            attacks = pattern[seat]
            for hand in range(held[seat]):
                here = seat * MOST_HANDS + hand
                if nodes[here] >= 0:
                    ending = np.int64(compared[np.int64(totals[nodes[here]]) * DEALER_TOTALS + total])
                    of_hand = endings if hand else 0
                    net[seat] += money[seat * of_seat + of_hand + ending * 4 + attacks]
                    if doubled[here]:
                        net[seat] += money[seat * of_seat + 2 * endings + ending * 4 + attacks]
                    if logging:
                        entries = write(log, entries, SAYS_HAND, seat, hand + 1, ending + SAYS_DOUBLED * doubled[here])
            if logging:
                one, two = drawn[seat], drawn[seats + 1 + seat]
                if may[seat * MAY + MATCH_DOWN]:
                    kind = np.int64(matches[one * 52 + down_card]) * 3 + matches[two * 52 + down_card]
                    entries = write(log, entries, SAYS_DOWN, seat, 0, kind)
                if may[seat * MAY + JACKPOT]:
                    kind = np.int64(jackpots[one * 52 + two])
                    if kind == BY_DEALER:
                        kind = np.int64(queens[up_card * 52 + down_card])
                    entries = write(log, entries, SAYS_JACKPOT, seat, 0, kind)
            result = net[seat]
            sums[seat * SUMS + NET] += result
            sums[seat * SUMS + STAKED] += staked[seat]
            sums[seat * SUMS + HITS] += result > 0
            squares = sums[seat * SUMS + SQUARES] + result * result
            if squares >= CARRY:
                squares -= CARRY
                sums[seat * SUMS + CARRIED] += 1
            sums[seat * SUMS + SQUARES] = squares

        put_back(shoe, dealt)
        if cut:
            left = close_up(deck, left, drawn, np.int64(used), fresh, cut)
        if note or (last and turn == count - 1):
            noted[written * line] = first + number
            noted[written * line + 1] = entries
            for item in range(entries * ENTRY):
                noted[written * line + 2 + item] = log[item]
            written += 1
            if written == room and not last:
                return turn + 1, written
    return count, written
