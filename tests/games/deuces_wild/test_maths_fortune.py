"""Five Card Fortune: selections against plain enumeration, and more cards or more sight never worse."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations, pairwise
from math import comb

import numpy as np
import pytest

import houseway
from houseway.cards.card import CARDS
from houseway.games.deuces_wild import hands, maths
from houseway.games.deuces_wild.maths import base, fortune
from houseway.games.deuces_wild.maths.classes import classes, set_number
from houseway.games.deuces_wild.maths.strategies import rule_counts, short_selection
from houseway.maths.question_errors import BadQuestion

GAME = houseway.game("deuces-wild")
ROWS = hands.FORTUNE_ROWS


def nets_of(paytable: str) -> list[Fraction]:
    table = GAME.edition().paytable("five-card-fortune", paytable, {})
    return [*(row.pay.amount for row in table.rows), Fraction(-1)]


def class_of(text: str) -> tuple[int, list[int]]:
    codes = sorted(kind.code for kind in houseway.parse_cards(text))
    return int(classes(len(codes)).of[set_number(codes)]), codes


def slow_counts(selected: list[int], held: list[int]) -> list[int]:
    """Rows made by the selected cards with every community hand that the held cards leave: by plain enumeration."""
    rest = [code for code in range(53) if code not in held]
    counts = [0] * (len(ROWS) + 1)
    if len(selected) == 1:
        four = np.array(list(combinations(rest, 4)), dtype=np.uint8)
        five = np.column_stack([four, np.full(len(four), selected[0], dtype=np.uint8)])
        return [int(count) for count in np.bincount(maths.classify5(five, ROWS), minlength=len(counts))]
    own = tuple(CARDS[code] for code in selected)
    index = {row: number for number, row in enumerate(ROWS)}
    for community in combinations([CARDS[code] for code in rest], 4):
        met = hands.fortune((*community, *own))
        counts[index[met[0]] if met else len(ROWS)] += 1
    return counts


def counts_of(pool: int, number: int, pick: int) -> list[int]:
    """The same for one class of pools, as the analysis has it."""
    picked = np.ones(len(classes(pool)), dtype=np.uint8)
    picked[number] = pick
    weights = np.zeros(len(classes(pool)), dtype=np.int64)
    weights[number] = 1
    return list(fortune.blind(picked, pool, weights))


@pytest.mark.parametrize("text", ["9c Kd 4h", "As Ks 5s", "Th Td 3c", "2c 9h 9s", "8h", "Qs Jd"])
def test_single_cards_by_plain_enumeration(text: str) -> None:
    number, _ = class_of(text)
    held = classes(len(text.split())).cards[number].tolist()  # the hand that the class is known by
    for place, code in enumerate(held):
        assert counts_of(len(held), number, 1 << place) == slow_counts([code], held)


@pytest.mark.parametrize("text", ["9c Kd 4h 8s", "Jh Jd Js 5c", "2c Xj 9h 7h", "9c Kd 4h 8s Qs", "2d 5c 6c 7c 7d"])
def test_single_cards_of_larger_pools_by_plain_enumeration(text: str) -> None:
    number, _ = class_of(text)
    pool = len(text.split())
    held = classes(pool).cards[number].tolist()
    for place in (0, pool - 1):
        assert counts_of(pool, number, 1 << place) == slow_counts([held[place]], held)


@pytest.mark.parametrize(("text", "wild"), [("2c 2d 9h", 2), ("2c 2d 2h 2s Xj", 5)])
def test_several_wild_cards_by_plain_enumeration(text: str, wild: int) -> None:
    number, codes = class_of(text)
    held = classes(len(codes)).cards[number].tolist()
    own = [code for code in held if hands.is_wild(CARDS[code])][:wild]
    pick = sum(1 << held.index(code) for code in own)
    assert counts_of(len(codes), number, pick) == slow_counts(own, held)


@pytest.mark.parametrize("paytable", ["A", "B", "C"])
def test_the_best_selection_of_a_pool_is_the_best_of_its_cards(paytable: str) -> None:
    nets = nets_of(paytable)
    for text in ("9c Kd 4h", "As Ks 5s", "Th Td 3c", "2c 9h 9s", "9c Td Jh 3c", "7c 8d 9h Ts Kc"):
        number, codes = class_of(text)
        pool = len(codes)
        values = {
            1 << place: sum(net * count for net, count in zip(nets, counts_of(pool, number, 1 << place), strict=True))
            for place in range(pool)
        }
        best = int(fortune.best_selection(nets, pool)[number])
        assert values[best] == max(values.values())


def slow_revealed(community: list[int], pool: int, nets: list[Fraction]) -> list[int]:
    """The best of every pool beside one community hand: by plain enumeration."""
    rest = [code for code in range(53) if code not in community]
    board = tuple(CARDS[code] for code in community)
    counts = [0] * (len(ROWS) + 1)

    def row(codes: tuple[int, ...]) -> int:
        met = hands.fortune((*board, *(CARDS[code] for code in codes)))
        return ROWS.index(met[0]) if met else len(ROWS)

    single = {code: row((code,)) for code in rest}
    for held in combinations(rest, pool):
        wild = tuple(code for code in held if hands.is_wild(CARDS[code]))
        rows = [single[code] for code in held] + [row(wild[:number]) for number in range(2, len(wild) + 1)]
        counts[min(rows, key=lambda number: (-nets[number], number))] += 1
    return counts


@pytest.mark.parametrize("text", ["9c Td Jh 3c", "As Ks Qs 5d", "2c 7d 7h Kc", "2c 2d Xj 9h", "2c 2d 2h 2s"])
@pytest.mark.parametrize("pool", [2, 3])
def test_revealed_by_plain_enumeration(text: str, pool: int) -> None:
    nets = nets_of("B")
    number, _ = class_of(text)
    weights = np.zeros(len(classes(4)), dtype=np.int64)
    weights[number] = 1
    found = fortune.revealed(nets, pool, weights)
    assert sum(found) == comb(49, pool)
    assert list(found) == slow_revealed(classes(4).cards[number].tolist(), pool, nets)


def test_one_card_leaves_no_choice() -> None:
    nets = nets_of("A")
    codes = np.fromiter(chain.from_iterable(combinations(range(53), 5)), dtype=np.uint8).reshape(-1, 5)
    every = np.bincount(maths.classify5(codes, ROWS)).tolist()
    blind = fortune.blind(fortune.best_selection(nets, 1), 1)
    assert list(blind) == list(fortune.revealed(nets, 1)) == [5 * count for count in every]


@pytest.mark.parametrize("paytable", ["A", "B", "C"])
def test_more_cards_and_more_sight_never_lower_the_value(paytable: str) -> None:
    nets = nets_of(paytable)

    def won(counts: tuple[int, ...], pool: int) -> Fraction:
        return sum((net * count for net, count in zip(nets, counts, strict=True)), Fraction(0)) / fortune.deals(pool)

    blind = [won(fortune.blind(fortune.best_selection(nets, pool), pool), pool) for pool in range(1, 6)]
    seen = [won(fortune.revealed(nets, pool), pool) for pool in range(1, 6)]
    short = [won(rule_counts(short_selection(nets), pool), pool) for pool in range(1, 6)]
    assert all(smaller < larger for smaller, larger in pairwise(blind))
    assert all(smaller < larger for smaller, larger in pairwise(seen))
    assert all(one <= two < three for one, two, three in zip(short[1:], blind[1:], seen[1:], strict=True))
    assert blind[0] == seen[0]


def test_pools_by_number_too() -> None:
    word = GAME.analyze(wager="five-card-fortune", paytable="A", options={"fortune-pool": "three"}).figures
    number = GAME.analyze(wager="five-card-fortune", paytable="A", options={"fortune-pool": 3}).figures
    assert word == number and {item.options["fortune-view"] for item in word} == {"blind", "revealed"}


@pytest.mark.parametrize("pool", ["one", "two", 1, 6])
def test_a_pool_that_nobody_holds_has_no_figures(pool: str | int) -> None:
    with pytest.raises(BadQuestion, match="fortune-pool cannot be"):
        GAME.analyze(wager="five-card-fortune", options={"fortune-pool": pool})


def test_beside_the_ante() -> None:
    nets = nets_of("C")
    picked = {pool: fortune.best_selection(nets, pool) for pool in (3, 4, 5)}

    def independent(pool: int) -> list[Fraction]:
        return [Fraction(count, fortune.deals(pool)) for count in fortune.blind(picked[pool], pool)]

    nobody, halfway, everybody = base.always(False, False), base.always(True, False), base.always(True, True)
    for most in (3, 4, 5):
        # A hand folded at once has three cards, one folded on four has four, one raised as many as the option allows.
        assert fortune.beside_ante(nobody, most, picked) == independent(3)
        assert fortune.beside_ante(halfway, most, picked) == independent(min(most, 4))
        assert fortune.beside_ante(everybody, most, picked) == independent(most)
    table = GAME.edition().paytable("ante", "A", {})
    plan = base.best_plan([*(row.pay.amount for row in table.rows), Fraction(-1)])
    for most in (4, 5):
        assert sum(fortune.beside_ante(plan, most, picked)) == 1


def test_selecting_more_wild_cards_can_be_wrong_where_a_better_row_pays_less() -> None:
    pays = {"five-wild-cards": "loss", "wild-royal-flush": "loss", "five-of-a-kind": "loss", "straight-flush": "loss"}
    best = GAME.strategy("optimal", wager="five-card-fortune", pays={**pays, "four-of-a-kind": "50"})
    usual = GAME.strategy("optimal", wager="five-card-fortune")
    assert usual.tables["fortune"]["9s W W"] == "W W" and usual.tables["fortune"]["W W W"] == "W W W"
    assert best.tables["fortune"]["W W W"] != "W W W"


def test_notes_say_whose_figures_they_are() -> None:
    for item in GAME.analyze(wager="five-card-fortune", paytable="A").figures:
        wanted = "Without an Ante there are three cards" if item.case == "alone" else "Beside an Ante under paytable A"
        assert any(wanted in note for note in item.notes)
