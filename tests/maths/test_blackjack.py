"""The blackjack solver: published figures, a slow calculation that shares no code, and what must hold of any rules."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.maths.blackjack import (
    BlackjackRules,
    Evaluation,
    Play,
    Solver,
    best_table,
    by_total,
    by_total_and_cards,
    shoe_of,
    solve,
    total_by_suits,
)
from houseway.maths.blackjack.dealer import outcomes
from houseway.maths.blackjack.hands import HIT
from houseway.maths.blackjack.plays import AFTER_SPLIT, DOUBLING, SINGLE
from houseway.maths.blackjack.splits import split_of
from houseway.maths.question_errors import BadQuestion
from tests.maths.best_by_hand import BestByHand
from tests.maths.blackjack_by_hand import ByHand

ONE_DECK = BlackjackRules(shoe=shoe_of(1), double_after_split=False, split_hands=2)
EIGHT_DECKS = BlackjackRules(shoe=shoe_of(8))
WITHOUT_TENS: dict[str, Any] = {
    "hit_soft_17": True,
    "push_totals": (22,),
    "charlie": 6,
    "twenty_one_wins": True,
    "double_any_number": True,
    "split_aces_to": 4,
    "one_card_to_split_aces": False,
    "blackjack_pays": Fraction(1),
    "blackjack_against_blackjack_pays": Fraction(3),
}
ATTACK = BlackjackRules(shoe=shoe_of(8, ("T",)), ten_ranks=3, **WITHOUT_TENS)


def by_hand(rules: BlackjackRules, play: Play, solver: Solver) -> ByHand:
    """The same play for the slow calculation."""
    node = {hand: place for place, hand in enumerate(solver.graph.hands)}
    words = ("stand", "hit", "double")

    def plane(may: bool, after_split: bool) -> int:
        return AFTER_SPLIT if after_split and not rules.double_after_split else DOUBLING if may else SINGLE

    return ByHand(
        rules,
        lambda hand, up, may, after_split: words[play.act[plane(may, after_split), node[hand], up - 1]],
        lambda value, up: bool(play.split[value - 1, up - 1]),
    )


def mean(figures: Evaluation, share: Any) -> float:
    return float((figures.deals * share).sum())


def net_distribution(figures: Evaluation) -> dict[float, float]:
    return {net / figures.scale: mean(figures, share) for net, share in figures.nets.items()}


# --------------------------------------------------------------------------------------------------- published figures


@pytest.mark.parametrize(
    ("rules", "percent"),
    [
        # Farmer's analyser, CDZ-: composition-dependent, split hands played as unsplit ones.
        (EIGHT_DECKS, "-0.430580629"),
        (ONE_DECK, "+0.024273905"),
    ],
    ids=["eight decks", "one deck"],
)
def test_ordinary_blackjack_to_the_last_digit(rules: BlackjackRules, percent: str) -> None:
    assert f"{100 * solve(rules).value:+.9f}" == percent


def test_push_22_by_suits() -> None:
    """How, discountgambling.net, 22 August 2013: six decks, the dealer hits soft 17 and always draws out."""
    found = total_by_suits(BlackjackRules(shoe=shoe_of(6), hit_soft_17=True), 22)
    assert {name: f"{float(share):.6f}" for name, share in found.items()} == {
        "one suit": "0.003327",
        "one colour": "0.011659",
        "other": "0.058551",
    }


# ------------------------------------------------------------------------------------------------- the slow calculation

SMALL = (4, 0, 0, 0, 3, 0, 0, 5, 0, 6)
"""Aces, fives, eights and tens: few hands, but every rule can come up, and the shoe never runs out."""

VARIANTS = {
    "21 and six cards win, 22 pushes": BlackjackRules(shoe=(4, 0, 0, 0, 4, 0, 0, 6, 0, 8), **WITHOUT_TENS),
    "common": BlackjackRules(shoe=SMALL),
    "hits soft 17, no double after split": BlackjackRules(shoe=SMALL, hit_soft_17=True, double_after_split=False),
    "one split": BlackjackRules(shoe=SMALL, split_hands=2),
    "three hands, aces too": BlackjackRules(shoe=SMALL, split_hands=3, split_aces_to=3),
    "no look": BlackjackRules(shoe=SMALL, looks_under=()),
    "looks under tens only": BlackjackRules(shoe=SMALL, looks_under=(10,)),
    "hard ten and eleven": BlackjackRules(shoe=SMALL, double_totals=(10, 11), double_soft=False),
    "five cards win": BlackjackRules(shoe=SMALL, charlie=5, charlie_pays=Fraction(2)),
    "pairs by rank": BlackjackRules(
        shoe=(3, 0, 0, 0, 0, 0, 4, 3, 0, 8), ten_ranks=2, split_by_value=False, push_totals=(22,), split_hands=3
    ),
    "odd pays": BlackjackRules(
        shoe=SMALL,
        blackjack_pays=Fraction(6, 5),
        win_pays=Fraction(3, 2),
        push_pays=Fraction(-1, 2),
        bust_pays=Fraction(-3, 4),
        dealer_blackjack_pays=Fraction(-1, 2),
    ),
}


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS.keys())
def test_agrees_with_every_card_dealt_in_turn(rules: BlackjackRules) -> None:
    solver = Solver(rules)
    play = solver.best()
    value, _ = by_hand(rules, play, solver).whole()
    assert solver.evaluate(play).value == pytest.approx(value, abs=1e-13)


SPLIT_APART: dict[str, Any] = {**WITHOUT_TENS, "double_after_split": False, "charlie": 5, "split_hands": 2}
SMALL_CARDS = (6, 0, 0, 3, 0, 0, 4, 0, 0, 4)
"""Aces, fours, sevens and tens: of soft hands four cards that may be doubled are drawn towards a fifth."""

FOUND_BY_HAND = {
    "doubles after splits": BlackjackRules(
        shoe=(4, 0, 0, 0, 4, 0, 0, 6, 0, 8), **{**SPLIT_APART, "double_after_split": True}
    ),
    "none": BlackjackRules(shoe=SMALL_CARDS, **SPLIT_APART),
    "none, none of soft hands": BlackjackRules(shoe=SMALL_CARDS, double_soft=False, **SPLIT_APART),
    "none, none of soft hands, fives": BlackjackRules(
        shoe=(3, 0, 0, 4, 6, 0, 0, 0, 3, 0), double_soft=False, **SPLIT_APART
    ),
    "none, nine to eleven": BlackjackRules(shoe=SMALL_CARDS, double_totals=(9, 10, 11), **SPLIT_APART),
    "none, two cards": BlackjackRules(shoe=SMALL_CARDS, **{**SPLIT_APART, "double_any_number": False}),
    "none, no look, a card to aces": BlackjackRules(
        shoe=SMALL_CARDS, looks_under=(), **{**SPLIT_APART, "one_card_to_split_aces": True}
    ),
    "none, four hands": BlackjackRules(
        shoe=(4, 0, 0, 0, 4, 0, 0, 6, 0, 8), **{**SPLIT_APART, "charlie": 6, "split_hands": 4}
    ),
}
"""By whether doubles may follow a split and which hands may be doubled: rules whose best play is found by hand."""


@pytest.mark.parametrize("rules", FOUND_BY_HAND.values(), ids=FOUND_BY_HAND.keys())
def test_the_best_play_is_worth_what_it_is_where_it_is_found_by_dealing_every_card(rules: BlackjackRules) -> None:
    assert solve(rules).value == pytest.approx(BestByHand(rules).value, abs=1e-13)


@pytest.mark.parametrize("name", ["none, none of soft hands", "none, none of soft hands, fives"])
def test_a_hand_that_may_not_be_doubled_is_drawn_to_otherwise_after_a_split(name: str) -> None:
    """As dealt it may become one that may be doubled; made by a split it never will."""
    solver = Solver(FOUND_BY_HAND[name])
    play = solver.best()
    single, after_split = play.act[SINGLE], play.act[AFTER_SPLIT]
    apart = (single != after_split) & ~solver.may_double[:, None]
    assert apart.any()
    assert (single[apart] == HIT).all()
    act = play.act.copy()
    act[AFTER_SPLIT][apart] = HIT
    assert solver.evaluate(solver.with_best_first_decisions(act)).value < solver.evaluate(play).value - 1e-4


@pytest.mark.parametrize("seed", [1, 2])
def test_hands_made_by_splits_follow_their_own_plane_wherever_no_double_may_follow(seed: int) -> None:
    rules = msgspec.structs.replace(FOUND_BY_HAND["none, four hands"], split_hands=3, double_soft=False)
    solver = Solver(rules)
    act = solver.best().act.copy()
    act[AFTER_SPLIT] = np.random.default_rng(seed).integers(0, 2, act[AFTER_SPLIT].shape)
    every = solver.best()._replace(act=act)
    every = every._replace(split=np.ones_like(every.split))
    value, _ = by_hand(rules, every, solver).whole()
    assert solver.evaluate(every).value == pytest.approx(value, abs=1e-13)


@pytest.mark.parametrize("name", ["one split", "three hands, aces too", "pairs by rank"])
def test_agrees_where_every_pair_is_split(name: str) -> None:
    """Tens too, whether or not that is wise: the value of every split is to be right."""
    rules = VARIANTS[name]
    solver = Solver(rules)
    play = solver.best()
    play = play._replace(split=np.ones_like(play.split))
    value, _ = by_hand(rules, play, solver).whole()
    assert solver.evaluate(play).value == pytest.approx(value, abs=1e-13)


@pytest.mark.parametrize("name", ["21 and six cards win, 22 pushes", "common", "no look", "odd pays"])
def test_rounds_without_a_split_have_an_exact_distribution(name: str) -> None:
    rules = msgspec.structs.replace(VARIANTS[name], split_hands=1)
    solver = Solver(rules)
    play = solver.best()
    _, nets = by_hand(rules, play, solver).whole()
    found = net_distribution(solver.evaluate(play))
    assert set(nets) == {net for net, chance in found.items() if chance > 0}
    assert all(found[net] == pytest.approx(chance, abs=1e-13) for net, chance in nets.items())


def test_split_rounds_have_nearly_the_right_distribution() -> None:
    """Hands are taken as independent given the dealer's outcome: even with 22 cards that changes little."""
    rules = VARIANTS["21 and six cards win, 22 pushes"]
    solver = Solver(rules)
    play = solver.best()
    value, nets = by_hand(rules, play, solver).whole()
    found = net_distribution(solver.evaluate(play))
    assert sum(net * chance for net, chance in found.items()) == pytest.approx(value, abs=1e-13)
    second = sum(net * net * chance for net, chance in nets.items())
    assert sum(net * net * chance for net, chance in found.items()) == pytest.approx(second, rel=0.01)
    assert sum(abs(found.get(net, 0.0) - chance) for net, chance in nets.items()) < 0.01


def test_the_amount_staked_is_what_a_pay_of_one_for_everything_returns() -> None:
    """Pay one for every unit staked, whatever happens: then the net is the stake."""
    for rules in (VARIANTS["three hands, aces too"], VARIANTS["five cards win"], VARIANTS["no look"]):
        play = Solver(rules).best()
        names = [field.name for field in msgspec.structs.fields(rules) if field.name.endswith("_pays")]
        flat = msgspec.structs.replace(rules, **dict.fromkeys(names, Fraction(1)))
        figures = Solver(rules).evaluate(play)
        slow, _ = by_hand(flat, play, Solver(flat)).whole()
        assert mean(figures, figures.stakes) == pytest.approx(slow, abs=1e-13)


@settings(max_examples=30, deadline=None)
@given(
    shoe=st.lists(st.integers(0, 9), min_size=10, max_size=10).filter(lambda shoe: sum(shoe) > 30),
    hit_soft_17=st.booleans(),
    up=st.integers(1, 10),
)
def test_the_dealer_agrees_with_drawing_card_by_card(shoe: list[int], hit_soft_17: bool, up: int) -> None:
    shoe[up - 1] += 1
    rules = BlackjackRules(shoe=(8,) * 10, ten_ranks=1, hit_soft_17=hit_soft_17, push_totals=(22, 24))
    found = outcomes(rules, np.array([shoe, shoe]))[1, up - 1]
    slow = ByHand(rules, lambda *_: "stand", lambda *_: False)
    left = (*shoe[: up - 1], shoe[up - 1] - 1, *shoe[up:])
    size = sum(left)
    wanted = [0.0] * 9
    places = {17: 0, 18: 1, 19: 2, 20: 3, 21: 4, 22: 5, 24: 6}
    for down, count in enumerate(left, start=1):
        if not count:
            continue
        after = (*left[: down - 1], count - 1, *left[down:])
        if {up, down} == {1, 10}:
            wanted[8] += count / size
            continue
        for end, chance in slow.dealer(after, (up, down)).items():
            wanted[places.get(end, 7)] += count / size * chance
    assert found == pytest.approx(wanted, abs=1e-12)


# ------------------------------------------------------------------------------------------- what holds under any rules

EVERY = [*VARIANTS.values(), ONE_DECK, ATTACK, BlackjackRules(shoe=shoe_of(2), surrender=True)]


@pytest.mark.parametrize("rules", EVERY)
def test_probabilities_sum_to_one_and_the_mean_is_the_value(rules: BlackjackRules) -> None:
    figures = solve(rules).figures
    assert sum(mean(figures, share) for share in figures.events.values()) == pytest.approx(1, abs=1e-12)
    nets = net_distribution(figures)
    assert sum(nets.values()) == pytest.approx(1, abs=1e-12)
    assert min(nets.values()) >= 0
    assert sum(net * chance for net, chance in nets.items()) == pytest.approx(figures.value, abs=1e-12)
    assert mean(figures, figures.stakes) >= 1


@pytest.mark.parametrize("rules", [ATTACK, EIGHT_DECKS, ONE_DECK], ids=["attack", "eight decks", "one deck"])
def test_knowing_less_is_never_worth_more(rules: BlackjackRules) -> None:
    solver = Solver(rules)
    values = [solver.evaluate(solver.best()).value]
    for classes in (by_total_and_cards(solver.graph), by_total(solver.graph)):
        play = best_table(solver, classes)
        values.append(solver.evaluate(play).value)
        for group in set(classes):
            nodes = [node for node, name in enumerate(classes) if name == group]
            assert (play.act[:, nodes] == play.act[:, nodes[:1]]).all()
    assert values == sorted(values, reverse=True)
    assert values[0] - values[2] < 0.003


def test_no_single_change_of_a_table_gains() -> None:
    rules = msgspec.structs.replace(ATTACK, shoe=shoe_of(2, ("T",)))
    solver = Solver(rules)
    classes = by_total(solver.graph)
    play = best_table(solver, classes)
    value = solver.evaluate(play).value
    for group, up, action in itertools.product([(16, False), (12, False), (18, True)], (1, 6, 9), range(3)):
        act = play.act.copy()
        nodes = [node for node, name in enumerate(classes) if name == group]
        act[1, nodes, up] = action
        act[0, nodes, up] = min(action, 1)
        assert solver.evaluate(play._replace(act=act)).value <= value + 1e-14


def test_no_single_change_of_the_best_play_gains() -> None:
    """Without splits (after which the play is fixed) the best play is the best there is."""
    rules = BlackjackRules(shoe=shoe_of(1), split_hands=1, double_any_number=True)
    solver = Solver(rules)
    play = solver.best()
    value = solver.evaluate(play).value
    for hand, up, action in itertools.product([(6, 10), (1, 7), (2, 3, 6), (4, 8), (2, 2, 3, 5)], (0, 2, 6), range(3)):
        act = play.act.copy()
        act[:, solver.graph.hands.index(hand), up] = action
        assert solver.evaluate(play._replace(act=act)).value <= value + 1e-15


CHOICES: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"split_hands": 1}, {"split_hands": 2}),
    ({"split_hands": 2}, {"split_hands": 4}),
    ({"split_aces_to": 2}, {"split_aces_to": 4}),
    ({}, {"one_card_to_split_aces": False}),
    ({"double_after_split": False}, {}),
    ({}, {"double_any_number": True}),
    ({"double_totals": (10, 11)}, {}),
    ({"double_soft": False}, {}),
    ({}, {"surrender": True}),
    ({}, {"charlie": 6}),
    ({"charlie": 7}, {"charlie": 6}),
    ({}, {"twenty_one_wins": True}),
    ({"push_totals": (22,)}, {}),
    ({"push_totals": (22, 23)}, {"push_totals": (22,)}),
    ({"hit_soft_17": True}, {}),
    ({"blackjack_pays": Fraction(6, 5)}, {}),
    ({"looks_under": ()}, {}),
    ({"split_by_value": False}, {}),
]


@pytest.mark.parametrize(("worse", "better"), CHOICES)
def test_each_rule_counts_and_more_choice_is_never_worth_less(worse: dict[str, Any], better: dict[str, Any]) -> None:
    # A shoe with few small cards, so that tens are worth splitting and every rule tells.
    shoe = (12, 8, 8, 8, 2, 2, 8, 8, 8, 32)
    low, high = (solve(BlackjackRules(shoe=shoe, **rules)).value for rules in (worse, better))
    assert high > low or (high == low and "split_by_value" in worse)


def test_a_changed_pay_changes_the_play() -> None:
    """A push on 22 that pays makes standing better."""
    generous = msgspec.structs.replace(ATTACK, push_total_pays=Fraction(1))
    for rules, other in ((ATTACK, generous),):
        before, after = solve(rules), solve(other)
        assert after.value > before.value
        stands = [(solution.play.act[1] == 0).sum() for solution in (before, after)]
        assert stands[1] > stands[0]


def test_values_of_a_hand() -> None:
    """Late surrender of 16 against a ten is right by common knowledge, and so is splitting eights against a six."""
    solution = solve(BlackjackRules(shoe=shoe_of(6), surrender=True))
    sixteen = solution.hand((10, 6), 10)
    assert max(sixteen, key=lambda name: sixteen[name]) == "surrender"
    assert set(sixteen) == {"stand", "hit", "double", "surrender"}
    eights = solution.hand((8, 8), 6)
    assert max(eights, key=lambda name: eights[name]) == "split"
    with pytest.raises(BadQuestion, match="nothing to decide"):
        solution.hand((10, 10, 10), 5)


def test_the_ways_a_split_ends_sum_to_one() -> None:
    for rules, value in ((EIGHT_DECKS, 8), (ONE_DECK, 3), (VARIANTS["pairs by rank"], 10), (ATTACK, 1)):
        split = split_of(rules, value)
        assert split is not None
        assert sum(way.chance for way in split.arrangements) == pytest.approx(np.ones(10), abs=1e-14)
        # A hand is one hand, however it is put together.
        assert split.first.sum(axis=(1, 2)) == pytest.approx(np.ones(10), abs=1e-12)
    assert split_of(msgspec.structs.replace(EIGHT_DECKS, split_hands=1), 8) is None


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"shoe": (1, 2, 3)}, "ten numbers"),
        ({"shoe": (-1, *(4,) * 9)}, "below zero"),
        ({"shoe": (0,) * 9 + (4,)}, "too small"),
        ({"ten_ranks": 3, "split_by_value": False}, "ranks in equal numbers"),
        ({"looks_under": (7,)}, "under an ace"),
        ({"push_totals": (21,)}, "22 to 26"),
        ({"charlie": 2}, "from three on"),
        ({"split_hands": 0}, "from 1 to"),
        ({"split_hands": 99}, "from 1 to"),
        ({"double_totals": (3,)}, "from 4 to 21"),
    ],
)
def test_rules_that_make_no_sense_are_refused(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(BadQuestion, match=says):
        BlackjackRules(**{"shoe": shoe_of(1), **wrong})


def test_suits_must_be_equal() -> None:
    with pytest.raises(BadQuestion, match="equal numbers of each suit"):
        total_by_suits(BlackjackRules(shoe=(5,) * 10, ten_ranks=1), 22)
