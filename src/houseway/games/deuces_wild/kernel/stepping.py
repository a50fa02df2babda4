"""Deuces Wild, compiled to stop at its questions: declare, fold or play, fold or raise, and which cards to select."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.games.deuces_wild import hands
from houseway.games.deuces_wild.kernel import ROWS
from houseway.games.deuces_wild.kernel.rounds import FOLDED_ON_FOUR, FOLDED_ON_THREE, JOKER
from houseway.games.deuces_wild.maths import fortune
from houseway.games.deuces_wild.maths.classes import APPROVED, CHOOSE, classes
from houseway.games.deuces_wild.maths.counting import jackpot_rows, treasure_events
from houseway.games.deuces_wild.maths.evaluation import evaluator, place
from houseway.games.deuces_wild.play import ANTE, FORTUNE, JACKPOT, PLAY, POOLS, RAISE, TREASURE
from houseway.maths.compiled import compiled
from houseway.rulebook.paytables import NO_ROW
from houseway.rulebook.steps import COMMUNITY
from houseway.simulation.compiled_chance import stream_state
from houseway.simulation.compiled_rounds import net_alone
from houseway.simulation.stepping import FIRST, UNSEEN, Asked, Board, Integers, Numbering, Steps, draw_until, put_back
from houseway.table.folder import GameFolder
from houseway.table.setup import Setup

LOW_WILDS = APPROVED.low
"""Cards below this code are wild."""

MOST_CARDS = 9
"""Four of the community and five of the seat."""

FOLDED_EARLY, FOLDED_LATE, RAISED = 3, 4, 5
"""Cards that a seat has a right to, by what became of its Ante."""


class Table(NamedTuple):
    """What the cards make, the money of one seat by ends, and the numbers under which the board is written."""

    fresh: npt.NDArray[np.uint8]
    words: npt.NDArray[np.uint64]
    ante_rows: npt.NDArray[np.uint8]
    fortune_rows: npt.NDArray[np.uint8]
    treasure_rows: npt.NDArray[np.uint8]
    of4: npt.NDArray[np.int32]
    more_wilds: npt.NDArray[np.uint8]
    choose: npt.NDArray[np.int64]
    pool: int
    blind: bool
    ante: Integers
    treasure: Integers
    fortune: Integers
    jackpot: Integers
    ante_stake: int
    treasure_stake: int
    fortune_stake: int
    jackpot_stake: int
    questions: Integers
    """Treasure, play, raise, fortune."""
    declare: int
    no: int
    fold: int
    play: int
    raises: int
    picks: Integers
    """The action that selects cards, by their bits."""
    bits_of: Integers
    """The cards that an action selects, as bits."""
    own: int
    apart: int
    community: int
    columns: Integers
    """Ante, Play, Raise, Treasure, Fortune, Jackpot."""


NOTHING, DECLARES, PLAYS, RAISES, SELECTS = range(5)
"""What a round waits for."""


@compiled
def _play(which: Integers, asked: Asked, board: Board, table: Table) -> None:
    # Arrays are taken out of their tuples once: doing it in each round costs as much as a round.
    seeds, numbers, answers, given = asked
    cards, question, _, stakes, mask, default, nets, all_staked, over = board
    words, ante_rows = table.words, table.ante_rows
    fortune_rows, treasure_rows = table.fortune_rows, table.treasure_rows
    of4, more_wilds, choose = table.of4, table.more_wilds, table.choose
    ante, treasure, fortune_worth, jackpot = table.ante, table.treasure, table.fortune, table.jackpot
    has_ante, has_treasure = table.ante_stake > 0, table.treasure_stake > 0
    has_fortune, has_jackpot = table.fortune_stake > 0, table.jackpot_stake > 0
    questions, picks, bits_of, columns = table.questions, table.picks, table.bits_of, table.columns
    blind, most_pool = table.blind, table.pool
    placed = table.ante_stake + table.treasure_stake + table.fortune_stake + table.jackpot_stake
    deck = table.fresh.copy()
    places, codes = np.zeros(MOST_CARDS, np.int64), np.zeros(MOST_CARDS, np.int64)
    own, common = np.zeros(5, np.int64), np.zeros(4, np.int64)
    for each in range(which.size):
        line = which[each]
        state = stream_state(seeds[line], np.uint64(numbers[line]))
        state, dealt = draw_until(deck, places, codes, state, 0, MOST_CARDS)
        put_back(deck, places, codes, dealt)
        for k in range(3):
            common[k], own[k] = codes[2 * k], codes[2 * k + 1]
        common[3], own[3], own[4] = codes[6], codes[7], codes[8]
        told, used = given[line], 0
        waits, pool, picked, moved = NOTHING, 0, 0, 0
        held, common_held, turned = 3, 3, False
        seen = 3 if has_ante or has_treasure else 0
        laid = 1 if has_ante else 0
        treasure_lies = False
        entitled = FOLDED_EARLY
        net, staked = np.int64(0), np.int64(placed)
        if has_treasure:
            if used == told:
                waits = DECLARES
                treasure_lies = True
            else:
                low, top = min(own[0], own[1], own[2]), max(own[0], own[1], own[2])
                mid = own[0] + own[1] + own[2] - low - top
                row = np.int64(treasure_rows[low + choose[2, mid] + choose[3, top]])
                net += treasure[row] if answers[line, used] == table.declare else -table.treasure_stake
                used += 1
        # Fold or play; who folds, or has no Ante, selects from three cards.
        if waits == NOTHING and has_ante:
            if used == told:
                waits = PLAYS
            elif answers[line, used] == table.play:
                entitled = FOLDED_LATE
                staked += table.ante_stake
                laid = 2
                used += 1
            else:
                net += ante[FOLDED_ON_THREE]
                laid = 0
                used += 1
        if waits == NOTHING and has_fortune and entitled == FOLDED_EARLY:
            seen = 3
            if blind:
                if used == told:
                    waits, pool = SELECTS, 3
                else:
                    picked = bits_of[answers[line, used]]
                    moved = 0 if has_jackpot else picked
                    used += 1
        running = has_fortune or has_jackpot
        # The last community card and the fourth; fold or raise.
        if waits == NOTHING and (entitled == FOLDED_LATE or running):
            common_held = 4
            if entitled == FOLDED_LATE or has_jackpot:
                held = 4
            if entitled == FOLDED_LATE:
                seen = 4
                if used == told:
                    waits = RAISES
                elif answers[line, used] == table.raises:
                    entitled = RAISED
                    staked += 2 * table.ante_stake
                    laid = 3
                    used += 1
                else:
                    net += ante[FOLDED_ON_FOUR]
                    laid = 0
                    used += 1
                if waits == NOTHING and has_fortune and blind:
                    pool = min(most_pool, entitled)
                    if pool == 5:
                        held = seen = 5
                    if used == told:
                        waits = SELECTS
                    else:
                        picked = bits_of[answers[line, used]]
                        moved = 0 if has_jackpot or entitled == RAISED else picked
                        used += 1
            if waits == NOTHING and (entitled == RAISED or running):
                # The community hand is turned; who has waited for it selects now.
                turned = True
                if has_fortune and not blind:
                    pool = min(most_pool, entitled)
                    if pool == 5:
                        held = seen = 5
                    if used == told:
                        waits = SELECTS
                    else:
                        picked = bits_of[answers[line, used]]
                        moved = 0 if has_jackpot or entitled == RAISED else picked
                        used += 1
                if waits == NOTHING and (entitled == RAISED or has_jackpot):
                    held = seen = 5

        if waits == NOTHING:
            if entitled == RAISED:
                v, w, x, y, z = words[own[0]], words[own[1]], words[own[2]], words[own[3]], words[own[4]]
                net += ante[ante_rows[place(v + w + x + y + z, v & w & x & y & z)]]
            if has_fortune:
                number, last = 0, 0
                for k in range(5):
                    if picked >> k & 1:
                        number += 1
                        last = k
                if number > 1:
                    # Only wild cards are selected together: the community hand is looked up by its number.
                    a, b, c, d = common[0], common[1], common[2], common[3]
                    a, b = min(a, b), max(a, b)
                    c, d = min(c, d), max(c, d)
                    a, c = min(a, c), max(a, c)
                    b, d = min(b, d), max(b, d)
                    b, c = min(b, c), max(b, c)
                    kind = of4[a + choose[2, b] + choose[3, c] + choose[4, d]]
                    net += fortune_worth[more_wilds[kind, number]]
                else:
                    v, w, x = words[common[0]], words[common[1]], words[common[2]]
                    y, z = words[common[3]], words[own[last]]
                    net += fortune_worth[fortune_rows[place(v + w + x + y + z, v & w & x & y & z)]]
            if has_jackpot:
                wild = 0
                for k in range(5):
                    wild += 1 if own[k] < LOW_WILDS or own[k] == JOKER else 0
                net += jackpot[wild]
            nets[line] = net
            all_staked[line] = staked
            over[line] = True
        else:
            question[line] = questions[waits - 1]
            for k in range(laid):
                stakes[line, columns[k]] = table.ante_stake * (2 if k == 2 else 1)
            stakes[line, columns[3]] = table.treasure_stake if treasure_lies else 0
            stakes[line, columns[4]] = table.fortune_stake
            stakes[line, columns[5]] = table.jackpot_stake
            if waits == SELECTS:
                # One card, or any wild ones together.
                wild = 0
                for k in range(pool):
                    mask[line, picks[1 << k]] = 1
                    wild |= (1 << k) if own[k] < LOW_WILDS or own[k] == JOKER else 0
                for bits in range(1, 1 << pool):
                    if bits & wild == bits:
                        mask[line, picks[bits]] = 1
                default[line] = picks[1]
            else:
                default[line] = table.no if waits == DECLARES else table.fold
                mask[line, default[line]] = 1
                other = table.play if waits == PLAYS else table.raises
                mask[line, table.declare if waits == DECLARES else other] = 1
        at, there = 0, 0
        for k in range(held):
            shown = own[k] + FIRST if k < seen else np.int64(UNSEEN)
            if moved >> k & 1:
                cards[line, table.apart, there] = shown
                there += 1
            else:
                cards[line, table.own, at] = shown
                at += 1
        for k in range(common_held):
            cards[line, table.community, k] = common[k] + FIRST if turned else np.int64(UNSEEN)


def _ends(setup: Setup, wager: str, stake: int, meters: Mapping[str, int]) -> list[int]:
    """What a wager wins or loses by its row, none of them last; by wild cards for the Bonus Jackpot."""
    table = setup.paytables[wager]
    if wager == JACKPOT:
        return [net_alone(setup, meters, wager, stake, table.row(rows)) for rows in jackpot_rows()]
    rows = [table.row((event,)) for event in ROWS[wager]] + [NO_ROW]
    if wager != ANTE:
        return [net_alone(setup, meters, wager, stake, row) for row in rows]
    # With the Ante go the Play wager, as much, and the Raise, twice that; then who folded on four cards, and on three.
    parts = (stake, stake, 2 * stake)
    return [*(sum(row.pay.returned(part) - part for part in parts) for row in rows), -2 * stake, -stake]


def steps(
    game: GameFolder, setup: Setup, wagers: Mapping[str, int], meters: Mapping[str, int], numbering: Numbering
) -> Steps:
    """The rounds of a single seat that places ``wagers`` in every round."""
    actions, columns = numbering.actions, numbering.wagers

    def nets(wager: str) -> Integers:
        return np.array(_ends(setup, wager, wagers[wager], meters) if wager in wagers else [0], np.int64)

    picks, bits_of = np.zeros(32, np.int64), np.zeros(len(actions), np.int64)
    for bits in range(1, 32):
        picks[bits] = actions[tuple(k + 1 for k in range(5) if bits >> k & 1)]
        bits_of[picks[bits]] = bits
    judged = evaluator(hands.ANTE_ROWS)
    with_fortune = FORTUNE in wagers
    return Steps(
        _play,
        Table(
            fresh=np.array([card.code for card in setup.deck.cards], np.uint8),
            words=judged.words,
            ante_rows=judged.table,
            fortune_rows=evaluator(hands.FORTUNE_ROWS).table,
            treasure_rows=treasure_events()[classes(3).of] if TREASURE in wagers else np.zeros(1, np.uint8),
            of4=classes(4).of if with_fortune else np.zeros(1, np.int32),
            more_wilds=fortune.more_wilds() if with_fortune else np.zeros((1, 1), np.uint8),
            choose=np.ascontiguousarray(CHOOSE.T, dtype=np.int64),
            pool=POOLS[setup.options["fortune-pool"]],
            blind=setup.options["fortune-view"] == "blind",
            ante=nets(ANTE),
            treasure=nets(TREASURE),
            fortune=nets(FORTUNE),
            jackpot=nets(JACKPOT),
            ante_stake=wagers.get(ANTE, 0),
            treasure_stake=wagers.get(TREASURE, 0),
            fortune_stake=wagers.get(FORTUNE, 0),
            jackpot_stake=wagers.get(JACKPOT, 0),
            questions=np.array([numbering.questions[ask] for ask in ("treasure", PLAY, RAISE, "fortune")], np.int64),
            declare=actions["declare"],
            no=actions["no"],
            fold=actions["fold"],
            play=actions[PLAY],
            raises=actions[RAISE],
            picks=picks,
            bits_of=bits_of,
            own=numbering.rows[1],
            apart=numbering.rows[1, "fortune"],
            community=numbering.rows[COMMUNITY],
            columns=np.array([columns[each] for each in (ANTE, PLAY, RAISE, TREASURE, FORTUNE, JACKPOT)], np.int64),
        ),
    )
