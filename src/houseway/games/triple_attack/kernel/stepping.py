"""Triple Attack Blackjack, compiled to stop at its questions: further attacks, insurance, and each hand's play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from houseway.games.triple_attack.kernel import Rounds
from houseway.games.triple_attack.kernel import rounds as at
from houseway.games.triple_attack.kernel.boards import automatic
from houseway.games.triple_attack.play import ATTACKS
from houseway.maths.compiled import compiled
from houseway.rulebook.steps import DEALER, Place
from houseway.simulation.compiled_chance import stream_state
from houseway.simulation.stepping import FIRST, UNSEEN, Asked, Board, Integers, Numbering, Steps, draw_until, put_back
from houseway.table.folder import GameFolder
from houseway.table.setup import Setup

MOST_CARDS = 128
DRAWN_FIRST, AHEAD = 6, 4
"""Cards drawn at once: those that every round needs and some ahead, and so many more when they are used."""

LONGEST = 24
"""Cards that a hand never has."""

HANDS, UP = at.MOST_HANDS, at.UP


class Numbers(NamedTuple):
    """The numbers under which the board is written: questions in their order, actions, rows, columns of wagers."""

    second: int
    third: int
    insurance: int
    play: int
    no: int
    bet: int
    stand: int
    hit: int
    double: int
    split: int
    own: Integers
    """The row of each hand."""
    dealer: int
    attacks: Integers
    insured: int
    doubled: int
    splits: int


class Table(NamedTuple):
    """The rules, what the seat may add and wins, its side bets, and the numbers of the board.

    ``later`` are the side bets that lie until the end, ``early`` those that are settled with the second cards.
    """

    rules: at.Rules
    seat: at.Seats
    sides: Integers
    early: Integers
    later: Integers
    placed: int
    further: Integers
    numbers: Numbers


NOTHING, SECOND, THIRD, INSURE, PLAY = range(5)
"""What a round waits for."""


@compiled
def _play(which: Integers, asked: Asked, board: Board, table: Table) -> None:
    # Arrays are taken out of their tuples once: doing it in each round costs as much as a round.
    seeds, of_round, answers, given = asked
    cards, question, about, stakes, mask, default, nets, all_staked, over = board
    rules, numbers = table.rules, table.numbers
    values, begin, begin_split, follow = rules.values, rules.begin, rules.begin_split, rules.follow
    totals, pairs, look, compared = rules.totals, rules.pairs, rules.look, rules.compared
    dealer_begin, dealer_follow = rules.dealer_begin, rules.dealer_follow
    dealer_draws, dealer_totals = rules.dealer_draws, rules.dealer_totals
    matches, royals, jackpots, queens = rules.matches, rules.royals, rules.jackpots, rules.queens
    may, money, sides = table.seat.may, table.seat.money, table.sides
    early, later, further = table.early, table.later, table.further
    attacks, own_rows = numbers.attacks, numbers.own
    no, bet, stand, hit = numbers.no, numbers.bet, numbers.stand, numbers.hit
    double, split = numbers.double, numbers.split
    endings = rules.endings * 4
    of_seat = 3 * endings
    most = cards.shape[2]
    deck = table.seat.fresh.copy()
    places, codes = np.zeros(MOST_CARDS, np.int64), np.zeros(MOST_CARDS, np.int64)
    held = np.zeros((HANDS, LONGEST), np.int64)
    sizes, nodes, doubled = np.zeros(HANDS, np.int64), np.zeros(HANDS, np.int64), np.zeros(HANDS, np.int64)
    for each in range(which.size):
        line = which[each]
        state = stream_state(seeds[line], np.uint64(of_round[line]))
        state, dealt = draw_until(deck, places, codes, state, 0, DRAWN_FIRST)
        told, used = given[line], 0
        waits, pattern, count, hand = NOTHING, 0, 1, 0
        at_card = 4
        net = staked = np.int64(0)
        one, up_card, two, down_card = codes[0], codes[1], codes[2], codes[3]
        held[0, 0], held[0, 1] = one, two
        sizes[0] = 2
        doubled[0] = 0
        up, down = np.int64(values[up_card]), np.int64(values[down_card])
        # Further attacks, then insurance.
        if may[at.SECOND]:
            if used == told:
                waits = SECOND
            else:
                pattern = 1 if answers[line, used] == bet else 0
                used += 1
        if waits == NOTHING and may[at.THIRD]:
            if used == told:
                waits = THIRD
            else:
                pattern += 2 if answers[line, used] == bet else 0
                used += 1
        blackjack = up + down == 11 and (up == 1 or down == 1)
        staked = table.placed - further[0] + money[of_seat + at.STAKE + pattern]
        if waits == NOTHING and up == 1 and may[at.INSURE + pattern]:
            if used == told:
                waits = INSURE
            else:
                if answers[line, used] == bet:
                    what = 0
                    if blackjack:
                        what = 2 if (down_card & 3) == (up_card & 3) else 1
                    net += money[of_seat + at.INSURANCE + what * 4 + pattern]
                    staked += money[of_seat + at.INSURED + pattern]
                used += 1
        if waits == NOTHING:
            # The look, and every blackjack; then the hands play, those that splits make after the others.
            node = np.int64(begin[np.int64(values[one]) * UP + np.int64(values[two])])
            ending = np.int64(look[2 * blackjack + (node < 0)])
            if ending >= 0:
                net += money[ending * 4 + pattern]
                node = np.int64(-1)
            nodes[0] = node
            while hand < count and waits == NOTHING:
                node = nodes[hand]
                while node >= 0:
                    if used == told:
                        waits = PLAY
                        break
                    if at_card + 2 > dealt:
                        state, dealt = draw_until(deck, places, codes, state, dealt, dealt + AHEAD)
                    answer = answers[line, used]
                    used += 1
                    if answer == stand:
                        break
                    card = codes[at_card]
                    at_card += 1
                    if answer == split:
                        other = codes[at_card]
                        at_card += 1
                        pair = np.int64(pairs[node])
                        held[count, 0], held[count, 1] = held[hand, 1], other
                        held[hand, 1] = card
                        sizes[count] = 2
                        doubled[count] = 0
                        staked += money[of_seat + at.STAKE + pattern]
                        node = np.int64(begin_split[pair * UP + np.int64(values[card])])
                        later_node = np.int64(begin_split[pair * UP + np.int64(values[other])])
                        if node < 0:
                            net += money[(endings if hand else 0) + (-1 - node) * 4 + pattern]
                        if later_node < 0:
                            net += money[endings + (-1 - later_node) * 4 + pattern]
                        nodes[count] = later_node
                        nodes[hand] = node
                        count += 1
                        continue
                    held[hand, sizes[hand]] = card
                    sizes[hand] += 1
                    node = np.int64(follow[node * UP + np.int64(values[card])])
                    nodes[hand] = node
                    twice = answer == double
                    if twice:
                        doubled[hand] = 1
                        staked += money[of_seat + at.DOUBLED + pattern]
                    if node < 0:
                        net += money[(endings if hand else 0) + (-1 - node) * 4 + pattern]
                        if twice:
                            net += money[2 * endings + (-1 - node) * 4 + pattern]
                    if twice:
                        break
                if waits == NOTHING:
                    hand += 1

        # What the dealer shows: nothing, the up card, the down card beside it, or the whole hand.
        if waits == NOTHING:
            standing = False
            for k in range(count):
                standing |= nodes[k] >= 0
            shown = 2
            cards[line, numbers.dealer, 0] = up_card + FIRST
            cards[line, numbers.dealer, 1] = down_card + FIRST
            if standing:
                node = np.int64(dealer_begin[up * UP + down])
                while dealer_draws[node]:
                    if at_card + 1 > dealt:
                        state, dealt = draw_until(deck, places, codes, state, dealt, dealt + AHEAD)
                    if shown < most:
                        cards[line, numbers.dealer, shown] = codes[at_card] + FIRST
                    shown += 1
                    node = np.int64(dealer_follow[node * UP + np.int64(values[codes[at_card]])])
                    at_card += 1
                total = np.int64(dealer_totals[node])
                for k in range(count):
                    if nodes[k] >= 0:
                        ending = np.int64(compared[np.int64(totals[nodes[k]]) * at.DEALER_TOTALS + total])
                        net += money[(endings if k else 0) + ending * 4 + pattern]
                        if doubled[k]:
                            net += money[2 * endings + ending * 4 + pattern]
            with_up = np.int64(matches[one * 52 + up_card]) * 3 + np.int64(matches[two * 52 + up_card])
            with_down = np.int64(matches[one * 52 + down_card]) * 3 + np.int64(matches[two * 52 + down_card])
            if may[at.ROYALS]:
                net += sides[np.int64(royals[one * 52 + two])]
            if may[at.MATCH_UP]:
                net += sides[at.UP_AT + with_up]
            if may[at.TRIPLE]:
                net += sides[at.TRIPLE_AT + with_up + 9 * np.int64(matches[one * 52 + two])]
            if may[at.MATCH_DOWN]:
                net += sides[at.DOWN_AT + with_down]
            if may[at.JACKPOT]:
                kind = np.int64(jackpots[one * 52 + two])
                if kind == at.BY_DEALER:
                    kind = np.int64(queens[up_card * 52 + down_card])
                net += sides[at.JACKPOT_AT + kind]
            nets[line] = net
            all_staked[line] = staked
            over[line] = True
        else:
            if waits >= THIRD:
                cards[line, numbers.dealer, 0] = up_card + FIRST
            if waits >= INSURE:
                cards[line, numbers.dealer, 1] = UNSEEN
            else:
                sizes[0] = 1
            first_open = waits != PLAY or nodes[0] >= 0
            for wager in range(later.size):
                stakes[line, wager] = later[wager] + (early[wager] if waits < INSURE else 0)
            if first_open:
                stakes[line, attacks[0]] = further[0]
                stakes[line, attacks[1]] = further[1] if pattern & 1 else 0
                stakes[line, attacks[2]] = further[2] if pattern & 2 else 0
            if waits == PLAY:
                for k in range(count):
                    if nodes[k] >= 0:
                        if k:
                            stakes[line, numbers.splits] += money[of_seat + at.STAKE + pattern]
                        if doubled[k]:
                            stakes[line, numbers.doubled] += money[of_seat + at.DOUBLED + pattern]
                question[line] = numbers.play
                about[line] = 1 + own_rows[hand]
                default[line] = stand
                mask[line, stand] = 1
                mask[line, hit] = 1
                mask[line, double] = 1 if may[at.DOUBLE + pattern] else 0
                if pairs[nodes[hand]] and count < HANDS and may[at.SPLIT + pattern]:
                    mask[line, split] = 1
            else:
                question[line] = numbers.second
                if waits > SECOND:
                    question[line] = numbers.third if waits == THIRD else numbers.insurance
                default[line] = no
                mask[line, no] = 1
                mask[line, bet] = 1
        for k in range(count):
            for card in range(min(sizes[k], most)):
                cards[line, own_rows[k], card] = held[k, card] + FIRST
        put_back(deck, places, codes, dealt)


def steps(
    game: GameFolder, setup: Setup, wagers: Mapping[str, int], meters: Mapping[str, int], numbering: Numbering
) -> Steps:
    """The rounds of a single seat that places ``wagers`` in every round."""
    program = Rounds(setup, {1: wagers}, automatic(), meters)
    rules, seat = program.compiled
    stakes = seat.money[3 * rules.endings * 4 + at.STAKE :][:4].tolist()
    lies = {when: np.zeros(len(numbering.wagers), np.int64) for when in ("early", "later")}
    for wager, cents in wagers.items():
        if wager not in ATTACKS:
            early = wager in ("suited-royals", "double-match-up", "triple-match")
            lies["early" if early else "later"][numbering.wagers[wager]] = cents
    hands: list[Place] = [1, *((1, number) for number in range(2, HANDS + 1))]
    actions, questions = numbering.actions, numbering.questions
    numbers = Numbers(
        second=questions[ATTACKS[1]],
        third=questions[ATTACKS[2]],
        insurance=questions["insurance"],
        play=questions["play"],
        no=actions["pass"],
        bet=actions["bet"],
        stand=actions["stand"],
        hit=actions["hit"],
        double=actions["double"],
        split=actions["split"],
        own=np.array([numbering.rows[place] for place in hands], np.int64),
        dealer=numbering.rows[DEALER],
        attacks=np.array([numbering.wagers[wager] for wager in ATTACKS], np.int64),
        insured=numbering.wagers["insurance"],
        doubled=numbering.wagers["double"],
        splits=numbering.wagers["split"],
    )
    table = Table(
        rules=rules,
        seat=seat,
        sides=program.sides_worth(1),
        early=lies["early"],
        later=lies["later"],
        placed=sum(wagers.values()),
        further=np.array([stakes[0], stakes[1] - stakes[0], stakes[2] - stakes[0]], np.int64),
        numbers=numbers,
    )
    return Steps(_play, table)
