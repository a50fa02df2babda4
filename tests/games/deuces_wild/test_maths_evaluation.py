"""Five and three cards in batches: figures of ordinary poker, and the game's own hands."""

from __future__ import annotations

import random
from itertools import chain, combinations, combinations_with_replacement
from math import comb

import numpy as np
import numpy.typing as npt
import pytest

from houseway.cards.card import CARDS
from houseway.games.deuces_wild import hands
from houseway.games.deuces_wild.maths import classify3, classify5
from houseway.games.deuces_wild.maths.evaluation import KEYS, evaluator, place
from houseway.maths.question_errors import BadQuestion

Codes = npt.NDArray[np.uint8]


@pytest.fixture(scope="module")
def all_hands() -> Codes:
    codes = np.fromiter(chain.from_iterable(combinations(range(53), 5)), dtype=np.uint8, count=5 * comb(53, 5))
    return codes.reshape(-1, 5)


@pytest.fixture(scope="module")
def without_joker(all_hands: Codes) -> Codes:
    return all_hands[all_hands[:, 4] < 52]


def counted(events: npt.NDArray[np.uint8], rows: tuple[str, ...]) -> dict[str, int]:
    counts = np.bincount(events, minlength=len(rows) + 1).tolist()
    return dict(zip((*rows, "none"), counts, strict=True))


def test_poker_with_nothing_wild(without_joker: Codes) -> None:
    # suffe.cool/poker: 40 / 624 / 3,744 / 5,108 / 10,200 / 54,912 / 123,552 / 1,098,240 / 1,302,540.
    rows = (*hands.ANTE_ROWS, "pair")
    found = counted(classify5(without_joker, rows, wild_ranks=()), rows)
    assert found["natural-royal-flush"] + found["straight-flush"] == 40
    assert found["four-of-a-kind"] == 624
    assert found["full-house"] == 3744
    assert found["flush"] == 5108
    assert found["straight"] == 10200
    assert found["three-of-a-kind"] == 54912
    assert found["two-pair"] == 123552
    assert found["pair"] == 1098240
    assert found["none"] == 1302540
    assert found["wild-royal-flush"] == found["five-of-a-kind"] == 0


def test_five_of_a_kind_with_deuces_wild(without_joker: Codes) -> None:
    # Alspach, sfu.ca: 672 hands, 48 of them with four wild cards.
    five = classify5(without_joker, ("five-of-a-kind",), wild_ranks=(2,)) == 0
    four_wild = (without_joker < 4).sum(axis=1) == 4
    assert int(five.sum()) == 672
    assert int((five & four_wild).sum()) == 48


def test_three_cards_with_nothing_wild() -> None:
    # wizardofodds.com: 48 / 52 / 720 / 1,096 / 3,744 / 16,440 of 22,100; pairs and less make no row here.
    codes = np.array(list(combinations(range(52), 3)))
    found = counted(classify3(codes, wild_ranks=()), hands.TREASURE_ROWS)
    assert found["mini-royal"] + found["straight-flush"] == 48
    assert found["three-of-a-kind"] == 52
    assert found["straight"] == 720
    assert found["flush"] == 1096
    assert found["none"] == 3744 + 16440


def test_every_class_as_the_hands_module_says() -> None:
    chance = random.Random(1)
    codes = [chance.sample(range(53), 5) for _ in range(4000)]
    for wild in range(1, 6):  # as many with few naturals, which chance seldom deals
        wilds = [0, 1, 2, 3, 52]
        codes += [chance.sample(wilds, wild) + chance.sample(range(4, 52), 5 - wild) for _ in range(600)]
    for rows, judge in ((hands.ANTE_ROWS, hands.five_card), (hands.FORTUNE_ROWS, hands.fortune)):
        found = classify5(np.array(codes), rows).tolist()
        for hand, number in zip(codes, found, strict=True):
            met = judge(tuple(CARDS[code] for code in hand))
            assert (rows[number] if number < len(rows) else None) == (met[0] if met else None), hand


def test_three_cards_as_the_hands_module_says() -> None:
    codes = list(combinations(range(53), 3))
    found = classify3(np.array(codes)).tolist()
    for hand, number in zip(codes, found, strict=True):
        met = hands.treasure(tuple(CARDS[code] for code in hand))
        assert (hands.TREASURE_ROWS[number] if number < 5 else None) == (met[0] if met else None), hand


@pytest.mark.parametrize("wild_ranks", [(), (2,), (0,), (0, 2), (3, 9), (14,)])
def test_order_and_suits_do_not_matter(wild_ranks: tuple[int, ...]) -> None:
    dealt = np.random.default_rng(3).permuted(np.tile(np.arange(52), (3000, 1)), axis=1)[:, :5]
    turned = (dealt // 4 * 4 + np.array([2, 3, 1, 0])[dealt % 4])[:, [4, 2, 0, 3, 1]]
    assert (classify5(dealt, wild_ranks=wild_ranks) == classify5(turned, wild_ranks=wild_ranks)).all()


def test_more_wild_ranks_never_make_a_worse_hand() -> None:
    dealt = np.random.default_rng(4).permuted(np.tile(np.arange(53), (5000, 1)), axis=1)[:, :5]
    rows = tuple(row for row in hands.ANTE_ROWS if row != "natural-royal-flush")
    few, more = classify5(dealt, rows, wild_ranks=(0, 2)), classify5(dealt, rows, wild_ranks=(0, 2, 9))
    assert (more <= few).all()


def test_sums_of_keys_tell_hands_apart() -> None:
    sums = [sum(some) for some in combinations_with_replacement(KEYS, 5) if some[0] != some[4]]
    assert len(set(sums)) == len(sums)


@pytest.mark.parametrize("codes", [np.zeros((2, 4), int), np.zeros(5, int), np.full((1, 5), 53), np.full((1, 5), -1)])
def test_bad_hands_are_refused(codes: npt.NDArray[np.int64]) -> None:
    with pytest.raises(BadQuestion):
        classify5(codes)


@pytest.mark.parametrize("column", range(5))
@pytest.mark.parametrize("code", [53, 128, 255])
def test_a_byte_that_is_no_card_is_refused(column: int, code: int) -> None:
    codes = np.tile(np.arange(5, dtype=np.uint8), (3, 1))
    assert classify5(codes).tolist() == classify5(codes.astype(np.int64)).tolist()
    codes[1, column] = code
    with pytest.raises(BadQuestion):
        classify5(codes)
    with pytest.raises(BadQuestion):
        classify5(np.full((2, 5), code, dtype=np.uint8))


@pytest.mark.parametrize("wild_ranks", [(), (2,), (0,), (0, 2), (3, 9), (14,)])
def test_hands_are_read_in_batches_as_one_by_one(all_hands: Codes, wild_ranks: tuple[int, ...]) -> None:
    single = evaluator(hands.POKER_ROWS, wild_ranks)
    # Where nothing is wild the joker is no card that a hand can have.
    dealt = all_hands if wild_ranks else all_hands[all_hands[:, 4] < 52]
    rows = classify5(dealt, hands.POKER_ROWS, wild_ranks=wild_ranks)
    # Every hand that one suit can hold, and every so many of the others.
    words = single.words[dealt]
    common = np.bitwise_and.reduce(words, axis=1)
    suited = common >> np.uint64(60) != 0
    totals = words.sum(axis=1)
    for some in (np.flatnonzero(suited)[::7], np.flatnonzero(~suited)[::97]):
        found = [single.table[place.py_func(totals[n], common[n])] for n in some]  # type: ignore[attr-defined]  # numba's
        assert found == rows[some].tolist()


def test_bad_rows_and_ranks_are_refused() -> None:
    hand = np.array([[0, 5, 10, 15, 20]])
    with pytest.raises(BadQuestion):
        classify5(hand, ("five-of-a-colour",))
    with pytest.raises(BadQuestion):
        classify5(hand, wild_ranks=(1,))
    with pytest.raises(BadQuestion):
        classify5(hand.astype(float))
