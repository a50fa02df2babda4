"""Three Card Split, compiled to stop at its question: which of the three cards goes low."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.games.three_card_split.kernel import FOUR_CARD_BONUS, JACKPOT, PRIMARY, THREE_CARD_BONUS
from houseway.games.three_card_split.kernel.setting_tables import three_card_table
from houseway.games.three_card_split.maths.classes import DECK, classes, house_places, low_cards
from houseway.games.three_card_split.maths.counting import four_card_rows, sub_hands
from houseway.games.three_card_split.maths.strategies import ROWS
from houseway.maths.compiled import compiled, inlined
from houseway.rulebook.steps import COMMUNITY, DEALER
from houseway.simulation.compiled_chance import stream_state
from houseway.simulation.compiled_rounds import net_alone
from houseway.simulation.stepping import FIRST, UNSEEN, Asked, Board, Integers, Numbering, Steps, draw_until, put_back
from houseway.table.folder import GameFolder
from houseway.table.setup import Setup

CARDS = 7
Bools = npt.NDArray[np.bool_]


class Table(NamedTuple):
    """What hands make, the money of one seat, and the numbers under which the board is written.

    ``house`` has for each hand the code of the card that the house way puts low. ``singly``: cards go round one by one.
    """

    fresh: npt.NDArray[np.uint8]
    singly: bool
    house: Integers
    high: Integers
    low: Integers
    high_wins: Bools
    low_wins: Bools
    foul: Bools
    three: npt.NDArray[np.uint32]
    four: npt.NDArray[np.uint8]
    primary: Integers
    bonus: Integers
    """By whether the three-card hand wins: 0 lost, 1 won."""
    fours: Integers
    """The Four Card Bonus and the jackpot together, by rows of the four-card hand."""
    stakes: Integers
    total: int
    question: int
    house_way: int
    lows: Integers
    """The actions that put the first, second or third card low."""
    rows: Integers
    """Where cards are written: own, high, low, the dealer's, its high and low, the community's."""


@inlined
def _number(a: np.int64, b: np.int64, c: np.int64) -> Any:
    low, top = min(a, b, c), max(a, b, c)
    mid = a + b + c - low - top
    return top * (top - 1) * (top - 2) // 6 + mid * (mid - 1) // 2 + low


@compiled
def _play(which: Integers, asked: Asked, board: Board, table: Table) -> None:
    # Arrays are taken out of their tuples once: doing it in each round costs as much as a round.
    seeds, numbers, answers, given = asked
    cards, question, _, stakes, mask, default, nets, staked, over = board
    singly, house_low, of_high, of_low = table.singly, table.house, table.high, table.low
    high_wins, low_wins, foul, three, four = table.high_wins, table.low_wins, table.foul, table.three, table.four
    primary, bonus, fours, lies, lows = table.primary, table.bonus, table.fours, table.stakes, table.lows
    rows, house_way = table.rows, table.house_way
    own, house, held = np.zeros(3, np.int64), np.zeros(3, np.int64), np.zeros(4, np.int64)
    deck = table.fresh.copy()
    places, codes = np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64)
    for each in range(which.size):
        line = which[each]
        state = stream_state(seeds[line], np.uint64(numbers[line]))
        state, dealt = draw_until(deck, places, codes, state, 0, CARDS)
        put_back(deck, places, codes, dealt)
        for k in range(3):
            own[k] = codes[2 * k if singly else k]
            house[k] = codes[2 * k + 1 if singly else 3 + k]
        community = codes[6]
        if given[line] == 0:
            for k in range(3):
                cards[line, rows[0], k] = own[k] + FIRST
                cards[line, rows[3], k] = UNSEEN
                mask[line, lows[k]] = 1
            cards[line, rows[6], 0] = UNSEEN
            mask[line, house_way] = 1
            default[line] = house_way
            question[line] = table.question
            for wager in range(lies.size):
                stakes[line, wager] = lies[wager]
            continue
        hand, theirs = _number(own[0], own[1], own[2]), _number(house[0], house[1], house[2])
        single = house_low[hand]
        for k in range(3):
            if answers[line, 0] == lows[k]:
                single = own[k]
        house_single = house_low[theirs]
        # Each high sub-hand lies in the order in which its cards were dealt.
        at = there = 0
        highs = house_highs = np.int64(0)
        for k in range(3):
            if own[k] != single:
                cards[line, rows[1], at] = own[k] + FIRST
                highs = highs * DECK + own[k]
                at += 1
            if house[k] != house_single:
                cards[line, rows[4], there] = house[k] + FIRST
                house_highs = house_highs * DECK + house[k]
                there += 1
        cards[line, rows[2], 0] = single + FIRST
        cards[line, rows[5], 0] = house_single + FIRST
        cards[line, rows[6], 0] = community + FIRST
        high, low = of_high[highs], of_low[single]
        won = np.int64(high_wins[high, of_high[house_highs]]) + np.int64(low_wins[low, of_low[house_single]])
        net = primary[3 if foul[high, low] else 2 - won]
        if bonus[0] != bonus[1]:
            mine, value = np.int64(three[hand]), np.int64(three[theirs]) & 4095
            my_value = mine & 4095
            net += bonus[1 if value == my_value or value < my_value - (mine >> 12) else 0]
        if fours.size:
            held[0], held[1], held[2], held[3] = own[0], own[1], own[2], community
            # The community card is put in its place among the others; three of them are numbered in any order.
            for k in range(3):
                if held[k] > held[3]:
                    held[k], held[3] = held[3], held[k]
            top = held[3]
            number = top * (top - 1) * (top - 2) * (top - 3) // 24 + _number(held[0], held[1], held[2])
            net += fours[four[number]]
        nets[line] = net
        staked[line] = table.total
        over[line] = True


def steps(
    game: GameFolder, setup: Setup, wagers: Mapping[str, int], meters: Mapping[str, int], numbering: Numbering
) -> Steps:
    """The rounds of a single seat that places ``wagers`` in every round."""
    asked, every = sub_hands(), classes()

    def nets(wager: str, ends: tuple[tuple[str, ...], ...]) -> Integers:
        if wager not in wagers:
            return np.zeros(len(ends), np.int64)
        table = setup.paytables[wager]
        return np.array([net_alone(setup, meters, wager, wagers[wager], table.row(end)) for end in ends], np.int64)

    fours = np.zeros(0, np.int64)
    four = np.zeros(1, np.uint8)
    if {FOUR_CARD_BONUS, JACKPOT} & set(wagers):
        ends = four_card_rows()
        four = ends.of_hand.astype(np.uint8)
        fours = nets(FOUR_CARD_BONUS, ends.satisfied) + nets(JACKPOT, ends.satisfied)
    stakes = np.zeros(len(numbering.wagers), np.int64)
    for wager, cents in wagers.items():
        stakes[numbering.wagers[wager]] = cents
    places = (1, (1, "high"), (1, "low"), DEALER, "dealer-high", "dealer-low", COMMUNITY)
    return Steps(
        _play,
        Table(
            fresh=np.array([card.code for card in setup.deck.cards], np.uint8),
            singly=setup.options["deal"] == "single",
            house=every.cards[np.arange(len(every.cards)), low_cards(house_places())],
            high=asked.high.ravel(),
            low=asked.low,
            high_wins=asked.high_wins,
            low_wins=asked.low_wins,
            foul=asked.foul,
            three=three_card_table(),
            four=four,
            primary=nets(PRIMARY, tuple((row,) for row in ROWS)),
            bonus=nets(THREE_CARD_BONUS, (("lose",), ("win",))),
            fours=fours,
            stakes=stakes,
            total=sum(wagers.values()),
            question=numbering.questions["set"],
            house_way=numbering.actions["house-way"],
            lows=np.array([numbering.actions["low", number] for number in (1, 2, 3)], np.int64),
            rows=np.array([numbering.rows[place] for place in places], np.int64),
        ),
    )
