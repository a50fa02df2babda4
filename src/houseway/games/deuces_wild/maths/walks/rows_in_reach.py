"""Deals of Five Card Fortune by which rows a player can make with the community hand in sight, whatever those pay.

A row is a bit, and so is none. Beside one community hand a player's cards come down to how many are wild and to the set
of rows that the natural ones make, each alone; a further card adds its own row. See `deuces_wild.maths.revealed`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.games.deuces_wild.maths.classes import Codes, Numbers
from houseway.games.deuces_wild.maths.walks.fortune_counts import JOKER
from houseway.games.deuces_wild.maths.walks.revealed_counts import Communities, levels
from houseway.maths.compiled import compiled

Bits = npt.NDArray[np.uint64]
"""Sets of cards: a bit for each, a card's by its code."""


class Plays(NamedTuple):
    """Which hands of three are played, by their cards as bits, and which with a fourth are not raised or folded alike.

    ``raised`` is what becomes of all others. ``natural`` and ``with_wilds`` are what `third_cards` writes.
    """

    natural: Bits
    with_wilds: Bits
    threes: Codes
    fourths: Bits
    raised: bool


class Beside(NamedTuple):
    """What lies beside one community hand: the natural cards left, their rows numbered, and those left of each row.

    ``kind`` is the number of each card's row; the row that most cards make has the last number. ``masks`` are the cards
    of each row, ``number`` how many there are, and ``held`` how many there are of all rows in a set.
    """

    codes: Numbers
    kind: Numbers
    masks: Bits
    number: Numbers
    held: Numbers


@compiled
def third_cards(
    played: npt.NDArray[np.uint8],
    low: int,
    joker: bool,
    choose: Numbers,
    natural: Bits,
    wilds: Bits,
) -> None:
    """Which cards, as bits, make a hand of three that is ``played``: with two natural cards, and with wild ones."""
    # Of wild cards the lowest is looked at, as one is like another: the joker only where it alone is wild.
    one = np.uint64(1)
    if low and played[0]:
        wilds[0, 0] = one
    for k in range(low, JOKER):
        if low and played[choose[1, 2] + choose[k, 3]]:
            wilds[1, 0] |= one << np.uint64(k)
        for j in range(low, k):
            if low:
                if played[choose[j, 2] + choose[k, 3]]:
                    wilds[2, j] |= one << np.uint64(k)
            elif joker and played[choose[j, 1] + choose[k, 2] + choose[JOKER, 3]]:
                wilds[2, j] |= one << np.uint64(k)
            for i in range(low, j):
                if played[choose[i, 1] + choose[j, 2] + choose[k, 3]]:
                    natural[i, j] |= one << np.uint64(k)
                    natural[i, k] |= one << np.uint64(j)
                    natural[j, k] |= one << np.uint64(i)
    for j in range(low, JOKER):
        for i in range(low, j):
            natural[j, i] = natural[i, j]


@compiled
def count_sets(known: Communities, plays_by: Plays, counts: Numbers) -> None:
    """Count all deals by the set of rows in reach: a community hand, three cards, a fourth and a fifth in order.

    ``counts`` has a row for each most cards to select from, three, four and five, and a column for each set; the
    ``order`` of ``known`` is that of the paytable.
    """
    events = known.order.size
    wild_codes, deck = known.wild_codes, known.deck
    natural = plays_by.natural
    with_card = np.zeros(53, np.int64)
    every = 0
    for i in range(53):
        for j in range(53):
            with_card[i] += _bits(natural[i, j])
        with_card[i] //= 2
        every += with_card[i]
    every //= 3
    codes, event, kind = np.zeros(deck, np.int64), np.zeros(deck, np.int64), np.zeros(deck, np.int64)
    left, fixed = np.zeros(events + 1, np.int64), np.zeros(6, np.int64)
    rows, row_kind = np.zeros(events, np.int64), np.zeros(events, np.int64)
    masks, number = np.zeros(events, np.uint64), np.zeros(events, np.int64)
    held, named = np.zeros(1 << events, np.int64), np.zeros(1 << events, np.int64)
    folds, plays = np.zeros((6, 1 << events), np.int64), np.zeros((6, 1 << events), np.int64)
    four, others = np.zeros((6, 1 << events), np.int64), np.zeros((6, 1 << events), np.int64)
    five = np.zeros((6, 1 << events), np.int64)
    for at in range(known.cards.shape[0]):
        wild_left = wild_codes.size - known.wild[at]
        naturals = levels(
            known.cards[at],
            wild_left,
            known.low,
            known.words,
            known.table,
            known.more[at],
            known.order,
            codes,
            event,
            left,
            fixed,
        )
        most = 0
        for row in range(events):
            if left[row] > left[most]:
                most = row
        kinds = 0
        for row in range(events):
            if left[row] and row != most:
                rows[kinds], row_kind[row] = row, kinds
                kinds += 1
        rows[kinds], row_kind[most] = most, kinds
        kinds += 1
        for k in range(kinds):
            masks[k], number[k] = np.uint64(0), left[rows[k]]
        for i in range(naturals):
            kind[i] = row_kind[event[i]]
            masks[kind[i]] |= np.uint64(1) << np.uint64(codes[i])
        sets = 1 << kinds
        for k in range(kinds):
            for some in range(1 << k):
                held[some | 1 << k] = held[some] + number[k]
                named[some | 1 << k] = named[some] | 1 << rows[k]
        for wilds in range(6):
            for some in range(sets):
                folds[wilds, some] = plays[wilds, some] = four[wilds, some] = others[wilds, some] = 0
        beside = Beside(codes[:naturals], kind[:naturals], masks[:kinds], number[:kinds], held[:sets])
        _played(beside, known.cards[at], plays_by.natural, plays_by.with_wilds, with_card, every, wild_left, plays)
        _all_hands(beside, wild_left, known.choose, folds)
        for wilds in range(min(3, wild_left) + 1):
            for some in range(sets):
                folds[wilds, some] = known.choose[wild_left, wilds] * (folds[wilds, some] - plays[wilds, some])
                plays[wilds, some] *= known.choose[wild_left, wilds]
        _further(plays, 3, wild_left, beside, four)
        if plays_by.threes.shape[0]:
            _listed(beside, known.cards[at], known.wild[at], wild_codes, plays_by.threes, plays_by.fourths, others)
        # What is raised on four has five cards, where so many are allowed.
        for wilds in range(min(4, wild_left) + 1):
            for some in range(sets):
                if plays_by.raised:
                    others[wilds, some] = four[wilds, some] - others[wilds, some]
        for wilds in range(min(5, wild_left) + 1):
            for some in range(sets):
                five[wilds, some] = 0
        _further(others, 4, wild_left, beside, five)
        fourths, fifths = deck - 7, deck - 8
        wild_set = 0
        for wilds in range(min(5, wild_left) + 1):
            if wilds:
                wild_set |= 1 << int(known.more[at, wilds])
            for some in range(sets):
                folded = folds[wilds, some] * fourths * fifths
                in_reach = named[some] | wild_set
                size = known.sizes[at]
                counts[0, in_reach] += size * (folded + plays[wilds, some] * fourths * fifths)
                counts[1, in_reach] += size * (folded + four[wilds, some] * fifths)
                counts[2, in_reach] += size * (
                    folded + (four[wilds, some] - others[wilds, some]) * fifths + five[wilds, some]
                )


@compiled
def _bits(mask: int) -> int:
    """How many bits of a 64-bit number are set."""
    one = np.uint64(mask)
    one = one - ((one >> np.uint64(1)) & np.uint64(0x5555555555555555))
    one = (one & np.uint64(0x3333333333333333)) + ((one >> np.uint64(2)) & np.uint64(0x3333333333333333))
    one = (one + (one >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int((one * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled
def _played(
    beside: Beside,
    community: Codes,
    natural: Bits,
    with_wilds: Bits,
    with_card: Numbers,
    every: int,
    wild_left: int,
    found: Numbers,
) -> None:
    """Hands of three that are played, by how many are wild and the rows of the others: which wild ones does not matter.

    ``with_card`` counts the natural ones that hold each card, of ``every`` one.
    """
    codes, kind, masks = beside.codes, beside.kind, beside.masks
    naturals, last = codes.size, masks.size - 1
    if wild_left > 2:
        found[3, 0] = _bits(with_wilds[0, 0])
    if wild_left > 1:
        for k in range(last + 1):
            found[2, 1 << k] = _bits(masks[k] & with_wilds[1, 0])
    if wild_left > 0:
        for i in range(naturals):
            mask = with_wilds[2, codes[i]]
            for k in range(last + 1):
                found[1, 1 << kind[i] | 1 << k] += _bits(masks[k] & mask)
    # Those of three natural cards are found through the few cards that do not make the row which most make: by the
    # pairs and triples of these. Those with one of them are all hands with it less these; those with none are the rest.
    whole = every
    for c in range(4):
        whole -= with_card[community[c]]
        for d in range(c):
            both = natural[community[c], community[d]]
            whole += _bits(both)
            for e in range(d):
                whole -= int(both >> np.uint64(community[e]) & np.uint64(1))
    for i in range(naturals):
        if kind[i] == last:
            continue
        alone = with_card[codes[i]]
        for c in range(4):
            mask = natural[codes[i], community[c]]
            alone -= _bits(mask)
            for d in range(c):
                alone += int(mask >> np.uint64(community[d]) & np.uint64(1))
        found[0, 1 << kind[i] | 1 << last] += alone
    for i in range(naturals):
        if kind[i] == last:
            continue
        own = 1 << kind[i]
        for j in range(i):
            if kind[j] == last:
                continue
            mask = natural[codes[i], codes[j]]
            both = own | 1 << kind[j]
            more = _bits(mask & masks[last])
            found[0, both | 1 << last] += more
            found[0, own | 1 << last] -= more
            found[0, 1 << kind[j] | 1 << last] -= more
            for k in range(j):
                if kind[k] != last and mask >> np.uint64(codes[k]) & np.uint64(1):
                    found[0, both | 1 << kind[k]] += 1
                    found[0, own | 1 << last] -= 1
                    found[0, 1 << kind[j] | 1 << last] -= 1
                    found[0, 1 << kind[k] | 1 << last] -= 1
    for some in range(1 << last + 1):
        if some != 1 << last:
            whole -= found[0, some]
    found[0, 1 << last] = whole


@compiled
def _all_hands(beside: Beside, wild_left: int, choose: Numbers, found: Numbers) -> None:
    """All hands of three, by how many are wild and the rows of the others: which wild ones does not matter."""
    number = beside.number
    found[3, 0] = 1
    for a in range(number.size):
        one = 1 << a
        found[2, one] = number[a]
        found[1, one] = choose[number[a], 2]
        found[0, one] = choose[number[a], 3]
        for b in range(a):
            two = one | 1 << b
            found[1, two] = number[a] * number[b]
            found[0, two] = choose[number[a], 2] * number[b] + number[a] * choose[number[b], 2]
            for c in range(b):
                found[0, two | 1 << c] = number[a] * number[b] * number[c]


@compiled
def _further(tally: Numbers, cards: int, wild_left: int, beside: Beside, found: Numbers) -> None:
    """Add to ``found`` what one more card makes of hands of ``cards``, by how many are wild and the others' rows."""
    number, held = beside.number, beside.held
    for wilds in range(min(cards, wild_left) + 1):
        for some in range(held.size):
            hands = tally[wilds, some]
            if hands == 0:
                continue
            for k in range(number.size):
                if not some >> k & 1:
                    found[wilds, some | 1 << k] += hands * number[k]
            found[wilds, some] += hands * (held[some] - (cards - wilds))
            found[wilds + 1, some] += hands * (wild_left - wilds)


@compiled
def _listed(
    beside: Beside,
    community: Codes,
    wild: int,
    wild_codes: Numbers,
    threes: Codes,
    fourths: Bits,
    found: Numbers,
) -> None:
    """Add to ``found`` the hands of ``threes`` with their ``fourths``, by how many are wild and the others' rows."""
    codes, kind, masks = beside.codes, beside.kind, beside.masks
    place_of = np.full(53, -1, np.int64)
    wild_mask = np.uint64(0)
    for k in range(wild, wild_codes.size):
        place_of[wild_codes[k]] = 0
        wild_mask |= np.uint64(1) << np.uint64(wild_codes[k])
    for i in range(codes.size):
        place_of[codes[i]] = 1 << kind[i]
    for row in range(threes.shape[0]):
        one, two, three = place_of[threes[row, 0]], place_of[threes[row, 1]], place_of[threes[row, 2]]
        if one < 0 or two < 0 or three < 0:
            continue
        some = one | two | three
        wilds = int(one == 0) + int(two == 0) + int(three == 0)
        mask = fourths[row]
        for k in range(masks.size):
            made = masks[k] & mask
            if made:
                found[wilds, some | 1 << k] += _bits(made)
        if mask & wild_mask:
            found[wilds + 1, some] += _bits(mask & wild_mask)
