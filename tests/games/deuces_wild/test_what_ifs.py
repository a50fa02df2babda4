"""Rules of Deuces Wild as what-ifs: published counts with other wild cards, and two ways to the same figures."""

from __future__ import annotations

from fractions import Fraction

import pytest

from houseway import registry
from houseway.games.deuces_wild import hands
from houseway.games.deuces_wild.maths import base
from houseway.games.deuces_wild.maths.what_ifs import changes, other_wilds
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Figures

GAME = registry.game("deuces-wild")
NETS = [Fraction(net) for net in (100, 20, 9, 6, 3, 2, 1, 1, 0, -1, -1)]


def figures(wager: str, **rules: str | int) -> Figures:
    asked = {slug.replace("_", "-"): value for slug, value in rules.items()}
    return GAME.analyze(wager=wager, paytable="A", strategy="optimal", rules=asked).figures[0]


def hands_of_five(wild: str) -> dict[str, int]:
    """How many hands of five cards make each row of the Ante, from what a fifth card makes of four."""
    counts = other_wilds._fifth(hands.ANTE_ROWS, other_wilds.BY_NAME[wild]).sum(axis=0, dtype=int)
    return dict(zip((*hands.ANTE_ROWS, "none"), (int(count) // 5 for count in counts), strict=True))


def test_nothing_wild_is_ordinary_poker() -> None:
    """suffe.cool/poker: 40 / 624 / 3,744 / 5,108 / 10,200 / 54,912 / 123,552 of 2,598,960."""
    found = hands_of_five("none")
    assert found["natural-royal-flush"] + found["straight-flush"] == 40
    named = ("four-of-a-kind", "full-house", "flush", "straight", "three-of-a-kind", "two-pair")
    assert [found[row] for row in named] == [624, 3744, 5108, 10200, 54912, 123552]
    assert found["wild-royal-flush"] == found["five-of-a-kind"] == 0
    assert sum(found.values()) == 2_598_960


def test_four_deuces_wild_make_672_fives_of_a_kind() -> None:
    """Alspach, sfu.ca: 672 hands of which 48 have four wild cards; those of a royal rank are better paid here."""
    found = other_wilds._fifth(("five-of-a-kind",), other_wilds.BY_NAME["deuces"]).sum(axis=0, dtype=int)
    assert int(found[0]) // 5 == 672


def test_three_cards_without_wild_ones() -> None:
    """wizardofodds.com: 48 / 52 / 720 / 1,096 of 22,100."""
    found = changes.treasure({"wild": "none"})
    assert found["mini-royal"] + found["straight-flush"] == 48
    assert [found[row] for row in ("three-of-a-kind", "straight", "flush")] == [52, 720, 1096]
    assert sum(found.values()) == 22_100


@pytest.mark.parametrize(
    "rules",
    [{}, {"play-wager": "2", "raise-wager": "1", "five-wilds": "five-of-a-kind"}, {"natural-royal": "any"}],
    ids=["approved", "other stakes", "wild royals"],
)
def test_every_set_by_itself_comes_to_what_classes_come_to(rules: dict[str, str]) -> None:
    judged, stakes = changes.judged(rules, NETS), changes.stakes(rules)
    one_by_one = other_wilds.best_ends(judged.nets, judged.rows, stakes, other_wilds.APPROVED)
    assert one_by_one == base.ends(base.best_plan(judged.nets, judged.rows, stakes), judged.rows)


def test_approved_values_are_the_approved_figures() -> None:
    assert figures("ante").house_edge == figures("ante", wild="deuces-and-joker", raise_wager=2).house_edge
    assert other_wilds.treasure_counts(other_wilds.APPROVED, True, True) == changes.treasure({})
    assert other_wilds.jackpot_counts(other_wilds.APPROVED) == changes.jackpot({}, NETS)


def test_the_more_is_wild_the_better_for_the_player() -> None:
    for wager in ("ante", "three-card-treasure"):
        edges = [figures(wager, wild=value).house_edge for value in ("deuces-and-joker", "deuces", "joker", "none")]
        assert edges == sorted(edges), wager
    ante = figures("ante", wild="deuces")
    assert sum(Fraction(outcome.probability) for outcome in ante.outcomes) == 1
    assert ante.deals == 22_100 * 49 * 48


def test_a_larger_raise_never_costs_the_player_who_may_fold() -> None:
    """The raise is made where it gains; where it is larger, as much can be won."""
    assert figures("ante", raise_wager=3).house_edge < figures("ante").house_edge
    assert (
        figures("ante", natural_royal="any").house_edge
        < figures("ante").house_edge
        < figures("ante", odds="ante").ev + 1
    )


def test_no_wild_card_no_jackpot() -> None:
    assert figures("bonus-jackpot", wild="joker").hit_frequency == 0


def test_five_card_fortune_is_given_as_far_as_it_is_worked_out() -> None:
    with pytest.raises(BadQuestion, match="not worked out where wild is changed"):
        figures("five-card-fortune", wild="joker")
    found = GAME.analyze(
        wager="five-card-fortune",
        paytable="A",
        strategy="optimal",
        options={"fortune-view": "blind", "fortune-pool": "four"},
        rules={"raise-wager": 3},
    )
    assert {item.case for item in found.figures} == {"alone"}


def test_what_is_not_worked_out_together_is_said() -> None:
    with pytest.raises(BadQuestion, match="ace is high only and other cards are wild"):
        figures("ante", ace="high", wild="deuces")
    with pytest.raises(BadQuestion, match="not worked out where other cards are wild"):
        figures("bonus-jackpot", wild="deuces", jackpot_after_fold="lost")
    with pytest.raises(BadQuestion, match="not worked out under changed rules"):
        GAME.analyze(wager="ante", strategy="short", rules={"raise-wager": 3})
    with pytest.raises(BadQuestion, match="other cards are wild"):
        GAME.strategy("optimal", wager="ante", rules={"wild": "none"})


def test_a_strategy_under_changed_stakes_is_priced_as_the_best_play() -> None:
    asked = {"raise-wager": 3}
    best = GAME.strategy("optimal", wager="ante", paytable="A", rules=asked)
    assert GAME.price(best, wager="ante", paytable="A", rules=asked).ev == figures("ante", raise_wager=3).ev
    approved = GAME.strategy("optimal", wager="ante", paytable="A")
    assert GAME.price(approved, wager="ante", paytable="A", rules=asked).ev < figures("ante", raise_wager=3).ev
