"""The spread of the Ante and Five Card Fortune together, against community hands dealt out one by one."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from houseway.cards import CARDS, Card, parse_cards
from houseway.games.deuces_wild import hands, maths
from houseway.games.deuces_wild.maths import base, fortune, together
from houseway.games.deuces_wild.maths.classes import classes, summed_over_before, summed_over_next
from houseway.games.deuces_wild.maths.evaluation import classify5
from houseway.games.deuces_wild.maths.fortune_figures import FOR_BOTH
from houseway.registry import game

GAME = game("deuces-wild")


def nets_of(wager: str) -> tuple[Fraction, ...]:
    table = GAME.edition().paytable(wager, "A", {})
    return (*(Fraction(0) if row.pay.text == "push" else row.pay.amount for row in table.rows), Fraction(-1))


ANTE, FORTUNE = nets_of("ante"), nets_of("five-card-fortune")


def dealt_out(selected: tuple[Card, ...], out: tuple[Card, ...]) -> int:
    """What the selected cards win over every community hand without the cards ``out``, one unit staked on each."""
    left = [code for code in range(53) if code not in {card.code for card in out}]
    community = np.array(list(combinations(left, 4)))
    chosen = [card.code for card in selected]
    best = np.full(len(community), len(FORTUNE) - 1)
    for number in range(1, len(chosen) + 1):
        # So many of the selected wild cards, and the rest of the five from the community hand.
        own = np.tile(np.array(chosen[:number]), (len(community), 1))
        for kept in combinations(range(4), 5 - number):
            five = np.concatenate([own, community[:, kept]], axis=1)
            best = np.minimum(best, classify5(five, hands.FORTUNE_ROWS))
    gains = np.array([int(net) for net in FORTUNE])
    return int(gains[best].sum())


@pytest.mark.parametrize(
    ("four", "pick", "row", "fifths"),
    [
        ("9c 9d 9h Kh", "Kh", "full-house", "Kc Kd Ks"),
        ("2c 2d 7h Th", "2c 2d", "straight-flush", "2h 2s 6h 8h 9h Jh Xj"),
        ("2c 2d 7h 7s", "2c 2d", "five-of-a-kind", "2h 2s 7c 7d Xj"),
    ],
)
def test_what_a_selection_wins_beside_each_fifth_card_is_dealt_out(four: str, pick: str, row: str, fifths: str) -> None:
    held, chosen = tuple(parse_cards(four)), tuple(parse_cards(pick))
    codes = np.array([sorted(card.code for card in held)], dtype=np.uint8)
    wanted = {card.code for card in chosen}
    bits = sum(1 << place for place, code in enumerate(codes[0].tolist()) if code in wanted)
    found, rows = together._products(FORTUNE, codes, np.array([bits], dtype=np.uint8))
    assert found[0] == dealt_out(chosen, held)
    assert rows[0].sum() == 45 * found[0]
    makes = [card for card in CARDS if card not in held and hands.five_card((*held, card))[:1] == (row,)]
    assert " ".join(card.text for card in makes) == fifths
    assert rows[0, hands.ANTE_ROWS.index(row)] == sum(dealt_out(chosen, (*held, card)) for card in makes)


@pytest.mark.parametrize("most", [3, 4, 5])
def test_an_ante_that_always_wins_the_same_multiplies_what_the_fortune_wins(most: int) -> None:
    same = [Fraction(3, 4)] * len(ANTE)
    for plan, wins in ((base.always(False, False), -1), (base.always(True, False), -2), (base.always(True, True), 3)):
        fortune_wins = sum(
            (net * chance for net, chance in zip(FORTUNE, _chances(plan, most), strict=True)), Fraction(0)
        )
        assert together.mean_product(same, FORTUNE, plan, most) == wins * fortune_wins


def _chances(plan: base.Plan, most: int) -> list[Fraction]:
    picked = {pool: fortune.best_selection(FORTUNE, pool) for pool in (3, 4, 5)}
    if most == 3:
        return [Fraction(count, fortune.deals(3)) for count in fortune.blind(picked[3], 3)]
    return fortune.beside_ante(plan, most, picked)


def test_the_joint_figures_have_the_spread_of_both_plays() -> None:
    found = maths.joint_play(GAME, options={"ratio": "10"})
    assert set(found.spread) == {"all", "apart"}
    figures = GAME.analyze(wager="five-card-fortune", paytable="A", options={"ratio": "10"}, strategy="joint").figures[
        0
    ]
    assert figures.case == FOR_BOTH
    assert figures.together_sd == {name: math.sqrt(spread.value) for name, spread in found.spread.items()}
    assert figures.as_dict()["together_sd"] == figures.together_sd
    # Ten units on the second wager are most of it, and the Ante's own spread is the rest and what goes together.
    assert 10 * figures.sd < figures.together_sd["all"] < 10 * figures.sd + GAME.analyze(wager="ante").figures[0].sd


def test_where_the_play_for_both_gains_nothing_its_spread_is_the_same() -> None:
    found = maths.joint_play(GAME)
    if not found.gain:
        assert found.spread["all"] == found.spread["apart"]


def test_with_the_community_hand_in_sight_no_spread_is_claimed() -> None:
    options = {"fortune-view": "revealed", "fortune-pool": "three"}
    assert maths.joint_play(GAME, options=options).spread == {}


@pytest.mark.parametrize("size", [2, 3])
def test_sums_over_a_card_more_and_a_card_fewer_are_those_of_every_hand(size: int) -> None:
    values = np.arange(len(classes(size + 1)), dtype=np.int64) ** 2 - 1000
    assert np.array_equal(summed_over_next(size, values), values[classes(size).after].sum(axis=1))
    fewer = np.arange(len(classes(size)), dtype=np.int64) ** 2 - 1000
    assert np.array_equal(summed_over_before(size + 1, fewer), fewer[classes(size + 1).before].sum(axis=1))
