"""Dueling for Dollars, compiled to stop at its question: a tie goes to war or is surrendered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.games.dueling import hands
from houseway.games.dueling.kernel import Rounds, tie_after_tie_rows, two_plus_two_rows
from houseway.games.dueling.maths.counting import PACK
from houseway.games.dueling.maths.strategies import always_war
from houseway.games.dueling.play import SPOTS, TIE_AFTER_TIE, TWO_PLUS_TWO
from houseway.maths.compiled import compiled
from houseway.rulebook.paytables import NO_ROW
from houseway.rulebook.steps import COMMUNITY
from houseway.simulation.compiled_chance import stream_state
from houseway.simulation.compiled_rounds import net_alone
from houseway.simulation.stepping import FIRST, Asked, Board, Integers, Numbering, Steps, draw_until, put_back
from houseway.table.folder import GameFolder
from houseway.table.setup import Setup

MOST_CARDS = 64


class Table(NamedTuple):
    """The money of one seat by its cards, and the numbers under which the board is written.

    ``first`` is by pair of cards: Tie Plus and the Combo Bet; ``ended`` adds the spot and Tie After Tie of a round
    without war, ``war`` the spot and the War wager by the result, ``tat`` and ``two`` are by row.
    """

    fresh: npt.NDArray[np.uint8]
    burn: int
    stake: int
    total: int
    has_tat: bool
    has_two: bool
    first: Integers
    ended: Integers
    war: Integers
    tat_rows: npt.NDArray[np.uint8]
    tat: Integers
    starts: npt.NDArray[np.int16]
    looks: npt.NDArray[np.uint8]
    two_rows: npt.NDArray[np.uint8]
    views: int
    two: Integers
    open: Integers
    """Cents by wager that still lie there when a tie is asked about."""
    question: int
    surrender: int
    fights: int
    own: int
    community: int
    extra: int


@compiled
def _play(which: Integers, asked: Asked, board: Board, table: Table) -> None:
    # Arrays are taken out of their tuples once: doing it in each round costs as much as a round.
    seeds, numbers, answers, given = asked
    cards, question, _, stakes, mask, default, nets, all_staked, over = board
    first, ended, war, tat_rows, tat = table.first, table.ended, table.war, table.tat_rows, table.tat
    starts, looks, two_rows, views, two = table.starts, table.looks, table.two_rows, table.views, table.two
    has_tat, has_two, burn, fights = table.has_tat, table.has_two, table.burn, table.fights
    own_row, community_row, extra_row = table.own, table.community, table.extra
    lies = table.open
    deck = table.fresh.copy()
    places, codes = np.zeros(MOST_CARDS, np.int64), np.zeros(MOST_CARDS, np.int64)
    for each in range(which.size):
        line = which[each]
        state = stream_state(seeds[line], np.uint64(numbers[line]))
        state, dealt = draw_until(deck, places, codes, state, 0, 2)
        own, community = codes[0], codes[1]
        cards[line, own_row, 0] = own + FIRST
        cards[line, community_row, 0] = community + FIRST
        pair = own * 52 + community
        tied = own >> 2 == community >> 2
        if tied and given[line] == 0:
            question[line] = table.question
            mask[line, table.surrender] = 1
            mask[line, fights] = 1
            default[line] = table.surrender
            for wager in range(lies.size):
                stakes[line, wager] = lies[wager]
        else:
            net = first[pair]
            staked = table.total
            at_war = tied and answers[line, 0] == fights
            start = np.int64(starts[pair]) if has_two else np.int64(-1)
            more = (burn + 2 if at_war else 0) + (2 if start >= 0 else 0)
            state, dealt = draw_until(deck, places, codes, state, dealt, 2 + more)
            if at_war:
                mine, theirs = codes[2 + burn], codes[3 + burn]
                cards[line, own_row, 1] = mine + FIRST
                cards[line, community_row, 1] = theirs + FIRST
                high, low, rank = mine >> 2, theirs >> 2, own >> 2
                net += war[1 + (high > low) - (high < low)]
                staked += table.stake
                if has_tat:
                    relation = 1 * (high == rank) + 2 * (low == rank)
                    if high == low:
                        relation = 4 if high == rank else 3
                    place = ((own & 3) * 4 + (community & 3)) * 5 + relation
                    net += tat[tat_rows[(place * 4 + (mine & 3)) * 4 + (theirs & 3)]]
            else:
                net += ended[pair]
            if start >= 0:
                cards[line, extra_row, 0] = codes[dealt - 2] + FIRST
                cards[line, extra_row, 1] = codes[dealt - 1] + FIRST
                one = np.int64(looks[start * 52 + codes[dealt - 2]])
                other = np.int64(looks[start * 52 + codes[dealt - 1]])
                net += two[two_rows[(start * views + one) * views + other]]
            elif has_two:
                net += two[two.size - 1]
            nets[line] = net
            all_staked[line] = staked
            over[line] = True
        put_back(deck, places, codes, dealt)


def steps(
    game: GameFolder, setup: Setup, wagers: Mapping[str, int], meters: Mapping[str, int], numbering: Numbering
) -> Steps:
    """The rounds of a single seat that places ``wagers`` in every round."""
    program = Rounds(game, setup, {1: wagers}, always_war(), meters)
    spot = next(spot for spot in SPOTS if spot in wagers)
    stake = wagers[spot]

    def net(wager: str, events: tuple[str, ...]) -> int:
        if wager not in wagers:
            return 0
        return net_alone(setup, meters, wager, wagers[wager], setup.paytables[wager].row(events))

    first, ended = np.zeros(52 * 52, np.int64), np.zeros(52 * 52, np.int64)
    for player in PACK:
        for community in PACK:
            pair = player.code * 52 + community.code
            result = hands.duel(player, community)
            won = result < 0 if spot == "dealer" else result > 0
            event = "surrender" if result == 0 else "win" if won else "lose"
            first[pair] = net("tie-plus", hands.tie_plus(player, community))
            first[pair] += net("combo-bet", hands.combo(player, community))
            ended[pair] = net(spot, (event,)) + net(TIE_AFTER_TIE, hands.tie_after_tie((player, community)))
    tat = setup.paytables.get(TIE_AFTER_TIE) if TIE_AFTER_TIE in wagers else None
    two = setup.paytables.get(TWO_PLUS_TWO) if TWO_PLUS_TWO in wagers else None
    starts, looks, two_rows, views = two_plus_two_rows(two)

    def by_row(wager: str) -> Integers:
        rows = (*setup.paytables[wager].rows, NO_ROW) if wager in wagers else ()
        return np.array([net_alone(setup, meters, wager, wagers[wager], row) for row in rows], np.int64)

    lies = np.zeros(len(numbering.wagers), np.int64)
    for wager in (spot, TIE_AFTER_TIE, TWO_PLUS_TWO):
        if wager in wagers:
            lies[numbering.wagers[wager]] = wagers[wager]
    return Steps(
        _play,
        Table(
            fresh=np.array([card.code for card in setup.deck.cards], np.uint8),
            burn=int(setup.options["burn"]),
            stake=stake,
            total=sum(wagers.values()),
            has_tat=tat is not None,
            has_two=two is not None,
            first=first,
            ended=ended,
            war=np.array(
                [sum(line.net for line in program.war_lines(1, spot, stake, result)) for result in (-1, 0, 1)], np.int64
            ),
            tat_rows=tie_after_tie_rows(tat),
            tat=by_row(TIE_AFTER_TIE),
            starts=starts,
            looks=looks,
            two_rows=two_rows,
            views=views,
            two=by_row(TWO_PLUS_TWO),
            open=lies,
            question=numbering.questions["war"],
            surrender=numbering.actions["surrender"],
            fights=numbering.actions["war"],
            own=numbering.rows[1],
            community=numbering.rows[COMMUNITY],
            extra=numbering.rows[TWO_PLUS_TWO],
        ),
    )
