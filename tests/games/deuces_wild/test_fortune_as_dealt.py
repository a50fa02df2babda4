"""Five Card Fortune as it is dealt: alone, beside the Ante, and played for both; by enumeration and by simulation."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import combinations, pairwise, product
from statistics import NormalDist

import numpy as np
import numpy.typing as npt
import pytest

import houseway
from houseway.games.deuces_wild import hands, kernel, maths
from houseway.games.deuces_wild.maths import base, fortune, revealed
from houseway.games.deuces_wild.maths.base import Plan
from houseway.games.deuces_wild.maths.classes import classes, set_number
from houseway.games.deuces_wild.maths.joint import Joint
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Figures
from houseway.maths.strategy import Strategy

GAME = houseway.game("deuces-wild")
ROWS = hands.FORTUNE_ROWS
FORTUNE = "five-card-fortune"
POOLS = {"three": 3, "four": 4, "five": 5}


def nets_of(wager: str, paytable: str) -> list[Fraction]:
    table = GAME.edition().paytable(wager, paytable, {})
    return [*(row.pay.amount for row in table.rows), Fraction(-1)]


def won(nets: list[Fraction], chances: list[Fraction]) -> Fraction:
    return sum((net * chance for net, chance in zip(nets, chances, strict=True)), Fraction(0))


def ante_ev(nets: list[Fraction], plan: Plan) -> Fraction:
    ends = base.ends(plan)
    rows = sum((4 * net * count for net, count in zip(nets, ends.rows, strict=True)), Fraction(0))
    return (rows - ends.folded_on_three - 2 * ends.folded_on_four) / base.DEALS


def fortune_ev(nets: list[Fraction], plan: Plan, most: int, seen: bool) -> Fraction:
    if seen:
        return won(nets, revealed.beside_ante(nets, plan, most))
    picked = {pool: fortune.best_selection(nets, pool) for pool in range(3, most + 1)}
    return won(nets, fortune.beside_ante(plan, most, picked))


def figures(case: str, pool: str = "four", view: str = "blind", paytable: str = "A", ante: str = "A") -> Figures:
    options = {"fortune-pool": pool, "fortune-view": view, "ante": ante if case != "alone" else "none"}
    strategy = "joint" if case == maths.CASES[-1] else "optimal"
    found = GAME.analyze(wager=FORTUNE, paytable=paytable, options=options, strategy=strategy)
    return found.find(FORTUNE, paytable, case=case)


# ------------------------------------------------------------------------------------------------- what is printed


@pytest.mark.parametrize("pool", POOLS)
def test_alone_the_wager_has_three_cards_whatever_the_pool(pool: str) -> None:
    alone = figures("alone", pool)
    nets = nets_of(FORTUNE, "A")
    three = fortune.blind(fortune.best_selection(nets, 3), 3)
    assert alone.ev == won(nets, [Fraction(count, fortune.deals(3)) for count in three])
    assert f"{float(alone.house_edge):.2%}" == "37.19%"


def test_beside_an_ante_that_is_played_best_it_has_what_the_player_holds() -> None:
    found = figures("with the Ante")
    assert f"{float(found.house_edge):.2%}" == "28.21%"
    folded = Fraction(base.ends(base.best_plan(nets_of("ante", "A"))).folded_on_three, base.DEALS)
    assert found.decisions["cards"] == {"three": folded, "four": 1 - folded}
    assert found.options["ante"] == "A"


def test_no_entry_is_for_a_pool_that_a_player_would_not_hold() -> None:
    """All of four cards would return 23.20 %: nobody who folds at three has them."""
    entries = GAME.analyze(wager=FORTUNE, paytable="A").figures
    assert {item.case for item in entries} == set(maths.CASES)
    edges = {f"{float(item.house_edge):.2%}" for item in entries if item.options["fortune-view"] == "blind"}
    assert "23.20%" not in edges
    assert all("fortune-pool" not in item.options for item in entries if item.case == "alone")


@pytest.mark.parametrize(("ante", "paytable"), [("A", "B"), ("D", "A"), ("F", "C")])
def test_every_ante_paytable_can_stand_beside_it(ante: str, paytable: str) -> None:
    found = figures("with the Ante", paytable=paytable, ante=ante)
    nets = nets_of(FORTUNE, paytable)
    assert found.ev == fortune_ev(nets, base.best_plan(nets_of("ante", ante)), 4, seen=False)


# ----------------------------------------------------------------------------- the community hand in sight, counted


@pytest.mark.parametrize(
    ("plan", "held"), [((False, False), (3, 3, 3)), ((True, False), (3, 4, 4)), ((True, True), (3, 4, 5))]
)
def test_in_sight_a_plan_that_always_does_the_same_has_one_pool(
    plan: tuple[bool, bool], held: tuple[int, int, int]
) -> None:
    nets = nets_of(FORTUNE, "B")
    for most, pool in zip((3, 4, 5), held, strict=True):
        every = [Fraction(count, fortune.deals(pool)) for count in fortune.revealed(nets, pool)]
        assert revealed.beside_ante(nets, base.always(*plan), most) == every


def by_enumeration(text: str) -> tuple[int, int]:
    """What the cards of ``text``, none of them wild, win beside every community hand; and with every further card."""
    gains = np.array([int(net) for net in nets_of(FORTUNE, "C")], dtype=np.int64)
    held = [kind.code for kind in houseway.parse_cards(text)]
    rest = [code for code in range(53) if code not in held]
    boards = np.array(list(combinations(rest, 4)), dtype=np.uint8)

    def alone(some: npt.NDArray[np.uint8], code: int) -> npt.NDArray[np.int64]:
        return gains[maths.classify5(np.column_stack([some, np.full(len(some), code, np.uint8)]), ROWS)]

    best = np.max([alone(boards, code) for code in held], axis=0)
    more = 0
    for code in rest:
        free = (boards != code).all(axis=1)
        more += int(np.maximum(alone(boards[free], code), best[free]).sum())
    return int(best.sum()), more


def test_in_sight_three_cards_by_plain_enumeration() -> None:
    on_three, with_fourth, _ = revealed.worth(nets_of(FORTUNE, "C"), five=False)
    for text in ("9c Td Jh", "Ks 4h 4d"):
        number = int(classes(3).of[set_number([kind.code for kind in houseway.parse_cards(text)])])
        assert by_enumeration(text) == (int(on_three[number]), int(with_fourth[number]))


@pytest.mark.soak
def test_in_sight_a_fifth_card_by_plain_enumeration() -> None:
    _, _, fifth = revealed.worth(nets_of(FORTUNE, "C"), five=True)
    for text in ("Ks 9h 7d 3c", "Js Th 9s 4s", "6c 6d Kh Ks"):
        number = int(classes(4).of[set_number([kind.code for kind in houseway.parse_cards(text)])])
        best, more = by_enumeration(text)
        assert more - 45 * best == int(fifth[number])


# ------------------------------------------------------------------------------------------------- played for both


@pytest.mark.parametrize(
    ("most", "seen"), [(4, False), (5, False), (4, True), pytest.param(5, True, marks=pytest.mark.soak)]
)
def test_the_joint_play_is_what_its_curve_says_and_no_change_of_it_wins_more(most: int, seen: bool) -> None:
    ante, nets = nets_of("ante", "A"), nets_of(FORTUNE, "A")
    joint = Joint(ante, nets, most, seen)
    alone = fortune_ev(nets, base.always(False, False), most, seen)
    pieces = joint.pieces
    assert all(one.ratio < two.ratio and one.fortune < two.fortune for one, two in pairwise(pieces))
    assert all(one.at(two.ratio) == two.at(two.ratio) for one, two in pairwise(pieces))
    chance = random.Random(most)
    for ratio in (Fraction(1), Fraction(5, 2), Fraction(9)):
        plan = joint.plan(ratio)
        own, other = ante_ev(ante, plan), fortune_ev(nets, plan, most, seen)
        piece = [item for item in pieces if item.ratio < ratio][-1]
        assert (own, other) == (piece.ante, piece.fortune + alone)
        if seen:
            continue
        for _ in range(12):
            play, raise_ = plan.play.copy(), plan.raise_.copy()
            for number in chance.sample(range(len(play)), 3):
                play[number] = not play[number]
            for number in chance.sample(range(len(raise_)), 3):
                raise_[number] = not raise_[number]
            changed = Plan(play, raise_)
            assert ante_ev(ante, changed) + ratio * fortune_ev(nets, changed, most, seen) <= own + ratio * other


def test_at_equal_stakes_the_usual_tables_leave_the_ante_as_it_is() -> None:
    joint = maths.joint_play(GAME)
    assert joint.gain == 0 and joint.since == 0
    assert joint.until is not None and joint.until > 1
    assert joint.ante == GAME.analyze(wager="ante", paytable="A").find("ante", "A", "optimal").ev
    assert joint.fortune == figures("with the Ante").ev
    dear = maths.joint_play(GAME, options={"ratio": "10"})
    assert dear.gain > 0 and dear.ante < joint.ante and dear.fortune > joint.fortune
    assert dear.since < 10 and (dear.until is None or dear.until >= 10)
    curve = maths.joint_return(GAME)
    assert curve[0].ratio == 0 and curve[0].at(Fraction(1)) == joint.together
    assert [piece for piece in curve if piece.ratio < 10][-1].at(Fraction(10)) == dear.together


def test_the_entry_for_both_says_what_both_win() -> None:
    both = figures("with the Ante, played for both")
    joint = maths.joint_play(GAME)
    assert both.together == {"ante": joint.ante, FORTUNE: joint.fortune, "all": joint.together}
    (ante,) = GAME.analyze(wager="ante", paytable="A", strategy="joint", options={"ratio": "10"}).figures
    assert ante.ev == maths.joint_play(GAME, options={"ratio": "10"}).ante


@pytest.mark.parametrize("ratio", ["0", "-1", "much", "1/0", "1e9", ""])
def test_a_ratio_that_nobody_can_stake_is_refused(ratio: str) -> None:
    with pytest.raises(BadQuestion, match="cannot be staked"):
        maths.joint_play(GAME, options={"ratio": ratio})


def test_the_joint_play_is_for_a_player_with_both_wagers() -> None:
    with pytest.raises(BadQuestion, match="both wagers"):
        maths.at_table("joint", GAME, GAME.setup(), {"ante": 500})


# ------------------------------------------------------------------------------------- the dealt game agrees with it

CASES = [*product(POOLS, ("blind", "revealed"), ("optimal", "joint"))]
ROUNDS = 400_000


def strategy_at(name: str, pool: str, view: str) -> tuple[Strategy | None, dict[str, int]]:
    setup = GAME.setup(options={"fortune-pool": pool, "fortune-view": view}, paytables={"ante": "C", FORTUNE: "B"})
    # So much on Five Card Fortune that hands are played for its sake.
    stakes = {"ante": 100, FORTUNE: 400 if name == "joint" else 100}
    if name == "optimal":
        return None, stakes
    if (pool, view) == ("five", "revealed"):
        # The best play for both takes long to find: one that plays as much is as good a test.
        return maths.at_table("joint", GAME, GAME.setup(options={"fortune-pool": "five"}), stakes), stakes
    return maths.at_table(name, GAME, setup, stakes), stakes


@pytest.mark.parametrize(("pool", "view", "name"), CASES)
def test_simulated_rounds_agree_with_every_exact_figure(pool: str, view: str, name: str) -> None:
    setup = GAME.setup(options={"fortune-pool": pool, "fortune-view": view}, paytables={"ante": "C", FORTUNE: "B"})
    play, stakes = strategy_at(name, pool, view)
    program = kernel.program(GAME, setup, {1: stakes, 4: {FORTUNE: 100}}, play)
    exact = program.exact()
    assert set(exact) == set(program.columns)
    block = program.run(20261116, 0, ROUNDS)
    # Two-sided at one in a thousand for all means and hit frequencies of all cases together.
    far = NormalDist().inv_cdf(1 - 0.0005 / (2 * len(CASES) * len(program.columns)))
    for place, (seat, wager) in enumerate(program.columns):
        known, stake = exact[seat, wager], program_stake(seat, wager, stakes)
        mean = block.net[place] / ROUNDS / stake
        assert abs(mean - float(known.ev)) < far * known.sd / math.sqrt(ROUNDS), (seat, wager)
        hit = float(known.hit_frequency)
        assert abs(block.hits[place] / ROUNDS - hit) < far * math.sqrt(hit * (1 - hit) / ROUNDS), (seat, wager)
    if name == "optimal":
        beside = figures("with the Ante", pool, view, "B", "C")
        assert exact[1, FORTUNE].ev == beside.ev
        assert exact[4, FORTUNE].ev == figures("alone", pool, view, "B").ev


def program_stake(seat: int, wager: str, stakes: dict[str, int]) -> int:
    return stakes[wager] if seat == 1 else 100
