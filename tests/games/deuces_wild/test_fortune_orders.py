"""Five Card Fortune in sight where pays put the rows in another order: by enumeration, and by another walk."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest

import houseway
from houseway.cards.card import CARDS
from houseway.games.deuces_wild import hands
from houseway.games.deuces_wild.maths import base, fortune, revealed
from houseway.games.deuces_wild.maths.base import Plan
from houseway.games.deuces_wild.maths.classes import APPROVED, CHOOSE, Wilds, classes, set_number

GAME = houseway.game("deuces-wild")
ROWS = hands.FORTUNE_ROWS
ANTE = [*(row.pay.amount for row in GAME.edition().paytable("ante", "A", {}).rows), Fraction(-1)]
CHANCE = random.Random(20261119)
WILDS = {"approved": APPROVED, "deuces": Wilds((2,), 52), "joker": Wilds((0,), 53), "none": Wilds((), 52)}

Ints = npt.NDArray[np.int64]


def plan_by_chance(raised: float) -> Plan:
    chance = np.random.default_rng(7)
    return Plan(chance.random(len(classes(3))) < 0.6, chance.random(len(classes(4))) < raised)


PLANS = {"best": base.best_plan(ANTE), "few-raised": plan_by_chance(0.2), "most-raised": plan_by_chance(0.8)}


def class_numbers(cards: Ints) -> Ints:
    """The classes of hands of card codes, one a row."""
    size = cards.shape[1]
    numbers = CHOOSE[np.sort(cards, axis=1), np.arange(1, size + 1)].sum(axis=1)
    found: Ints = classes(size).of[numbers].astype(np.int64)
    return found


def slow_sets(community: list[int], plan: Plan) -> Ints:
    """How often each set of rows is in reach by the most cards to select from: every three cards, fourth and fifth."""
    board = tuple(CARDS[code] for code in community)
    rest = [code for code in range(53) if code not in community]
    wild = [code for code in rest if hands.is_wild(CARDS[code])]

    def bit(codes: list[int]) -> int:
        met = hands.fortune((*board, *(CARDS[code] for code in codes)))
        return 1 << (ROWS.index(met[0]) if met else len(ROWS))

    own, is_wild = np.zeros(53, dtype=np.int64), np.zeros(53, dtype=np.int64)
    own[rest] = [0 if code in wild else bit([code]) for code in rest]
    is_wild[wild] = 1
    several = np.zeros(6, dtype=np.int64)
    for number in range(1, len(wild) + 1):
        several[number] = several[number - 1] | bit(wild[:number])

    def tally(rows: Ints, wilds: Ints) -> Ints:
        return np.bincount(rows | several[wilds], minlength=2 << len(ROWS))

    counts = np.zeros((3, 2 << len(ROWS)), dtype=np.int64)
    three = np.array(list(combinations(rest, 3)))
    rows, wilds, play = (
        np.bitwise_or.reduce(own[three], axis=1),
        is_wild[three].sum(axis=1),
        plan.play[class_numbers(three)],
    )
    counts += 46 * 45 * tally(rows[~play], wilds[~play])
    counts[0] += 46 * 45 * tally(rows[play], wilds[play])
    three, rows, wilds = three[play], rows[play], wilds[play]
    for fourth in rest:
        free = (three != fourth).all(axis=1)
        four = np.column_stack([three[free], np.full(int(free.sum()), fourth)])
        rows4, wilds4 = rows[free] | own[fourth], wilds[free] + is_wild[fourth]
        raised = plan.raise_[class_numbers(four)]
        counts[1] += 45 * tally(rows4, wilds4)
        counts[2] += 45 * tally(rows4[~raised], wilds4[~raised])
        four, rows4, wilds4 = four[raised], rows4[raised], wilds4[raised]
        for fifth in rest:
            apart = (four != fifth).all(axis=1)
            counts[2] += tally(rows4[apart] | own[fifth], wilds4[apart] + is_wild[fifth])
    return counts


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("text", ["9s Ts Js Kd", "4c 8d Jh Ks", "2c 9h Th Jh", "5c 5d 7h Ks", "2c 2d Xj 9h"])
def test_the_rows_in_reach_beside_a_community_hand_by_plain_enumeration(text: str, plan: str) -> None:
    number = int(classes(4).of[set_number([kind.code for kind in houseway.parse_cards(text)])])
    found = revealed.sets_beside(slice(number, number + 1), revealed.hands_played(PLANS[plan]))
    community = classes(4).cards[number].tolist()
    assert (found == classes(4).sizes[number] * slow_sets(community, PLANS[plan])).all()


def shuffled_pays() -> list[Fraction]:
    """Pays in no order, some of them alike."""
    return [Fraction(CHANCE.choice((-1, 0, 1, 2, 3, 5, 8, 400))) for _ in range(len(ROWS) + 1)]


@pytest.mark.parametrize("wild", WILDS)
@pytest.mark.parametrize(
    ("plan", "held"), [((False, False), (3, 3, 3)), ((True, False), (3, 4, 4)), ((True, True), (3, 4, 5))]
)
def test_in_any_order_a_plan_that_always_does_the_same_has_one_pool(
    plan: tuple[bool, bool], held: tuple[int, int, int], wild: str
) -> None:
    wilds = WILDS[wild]
    for _ in range(10):
        nets = shuffled_pays()
        for most, pool in zip((3, 4, 5), held, strict=True):
            every = [Fraction(count, fortune.deals(pool, wilds)) for count in fortune.revealed(nets, pool, wilds=wilds)]
            assert revealed.beside_ante(nets, base.always(*plan, wilds), most, wilds=wilds) == every


@pytest.mark.parametrize("wild", WILDS)
def test_what_three_cards_win_in_sight_is_what_their_rows_win(wild: str) -> None:
    wilds, nets = WILDS[wild], shuffled_pays()
    on_three, _, _ = revealed.worth(nets, five=False, wilds=wilds)
    rows = sum(net * count for net, count in zip(nets, fortune.revealed(nets, 3, wilds=wilds), strict=True))
    assert int(on_three @ classes(3, wilds).sizes) == rows


def test_of_the_rows_in_reach_the_one_that_pays_most_is_taken() -> None:
    reach = revealed.in_reach(PLANS["best"])
    for _ in range(50):
        nets = shuffled_pays()
        counts = [0] * len(nets)
        for rows, often in zip(reach.sets.tolist(), reach.counts[2].tolist(), strict=True):
            met = [row for row in range(len(nets)) if rows >> row & 1]
            counts[max(met, key=lambda row: (nets[row], -row))] += often
        assert revealed.beside_ante(nets, PLANS["best"], 5) == [Fraction(each, sum(counts)) for each in counts]


def test_a_row_that_pays_more_than_another_is_made_more_often_and_the_other_less() -> None:
    usual = [*(row.pay.amount for row in GAME.edition().paytable("five-card-fortune", "A", {}).rows), Fraction(-1)]
    pair, three = ROWS.index("two-pair"), ROWS.index("three-of-a-kind")
    changed = [Fraction(29) if row == pair else net for row, net in enumerate(usual)]
    before = revealed.beside_ante(usual, PLANS["best"], 5)
    after = revealed.beside_ante(changed, PLANS["best"], 5)
    assert after[pair] > before[pair] and after[three] < before[three] and sum(after) == 1
