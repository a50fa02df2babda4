"""Exact figures of Deuces Wild: against other ways of counting, and against each other."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import chain, combinations
from math import comb
from typing import Any

import numpy as np
import pytest

import houseway
from houseway.cards.card import CARDS, Card
from houseway.errors import HousewayError
from houseway.games.deuces_wild import hands, maths
from houseway.games.deuces_wild.maths.classes import class_text
from houseway.maths.question_errors import AmountNeeded, BadQuestion
from houseway.maths.results import Analysis, Figures

GAME = houseway.game("deuces-wild")
WAGERS = {"ante": "ABCDEF", "three-card-treasure": "ABC", "five-card-fortune": "ABC", "bonus-jackpot": "ABCD"}


@pytest.fixture(scope="module")
def book() -> Analysis:
    return GAME.analyze()


def only(**question: Any) -> Figures:
    (found,) = GAME.analyze(**question).figures
    return found


def ante(paytable: str = "A", strategy: str = "optimal", **question: Any) -> Figures:
    return only(wager="ante", paytable=paytable, strategy=strategy, **question)


# ------------------------------------------------------------------------------------------------------- the whole book


def test_the_book_has_every_wager_paytable_option_and_strategy(book: Analysis) -> None:
    found = {(item.wager, item.paytable, item.strategy, *sorted(item.options.items())) for item in book.figures}
    assert len(found) == len(book.figures)
    assert {(item.wager, item.paytable) for item in book.figures} == {
        (wager, name) for wager, names in WAGERS.items() for name in names
    }
    assert {item.strategy for item in book.figures if item.wager == "ante"} == {"optimal", "short", "always-play"}
    for name in "ABC":
        for pool in ("three", "four", "five"):
            for view in ("blind", "revealed"):
                item = book.find("five-card-fortune", name, "optimal", fortune_pool=pool, fortune_view=view)
                assert item.unit == "one Five Card Fortune wager"
    assert book.edition == "2017" and book.fingerprint == GAME.edition().fingerprint


def test_probabilities_sum_to_exactly_one(book: Analysis) -> None:
    for item in book.figures:
        assert sum(outcome.probability for outcome in item.outcomes) == 1
        if item.deals is not None:
            assert sum(outcome.count or 0 for outcome in item.outcomes) == item.deals
        if not item.priced:
            continue
        assert sum(share for _, share in item.distribution) == 1
        assert isinstance(item.ev, Fraction) and isinstance(item.variance, Fraction) and item.exactness == "exact"
        assert item.ev == sum(net * share for net, share in item.distribution)
        for answers in item.decisions.values():
            assert sum(answers.values()) <= 1


def test_what_the_outcomes_add_is_the_expected_value(book: Analysis) -> None:
    for item in book.figures:
        if item.priced:
            assert sum(Fraction(outcome.adds or 0) for outcome in item.outcomes) == item.ev


def test_a_jackpot_without_an_amount_has_hits_and_no_edge(book: Analysis) -> None:
    for item in book.figures:
        assert item.priced == (item.wager != "bonus-jackpot")
        if item.wager == "bonus-jackpot":
            assert item.hit_frequency == sum(wild(number) for number in (2, 3, 4, 5))


def test_the_first_entry_of_a_wager_is_for_the_default_options() -> None:
    first = GAME.analyze(wager="five-card-fortune").figures[0]
    assert (first.options, first.case) == ({"fortune-view": "blind"}, "alone")
    assert (first.paytable, first.strategy) == ("A", "optimal")


def test_both_editions_have_the_same_figures(book: Analysis) -> None:
    old = GAME.analyze(edition="2010")
    assert old.edition == "2010"
    assert [item.mean for item in old.figures] == [item.mean for item in book.figures]


def test_figures_as_plain_data(book: Analysis) -> None:
    data = book.as_dict()
    assert data["game"] == "deuces-wild"
    entry = data["wagers"][0]
    assert entry["ev_exact"] is not None and entry["house_edge"] == -entry["ev"]
    assert Fraction(entry["ev_exact"]) == book.figures[0].ev


# ---------------------------------------------------------------------------------------------------- Ante, Play, Raise


def rows_of_all_hands() -> dict[str, int]:
    codes = np.fromiter(chain.from_iterable(combinations(range(53), 5)), dtype=np.uint8).reshape(-1, 5)
    counts = np.bincount(maths.classify5(codes)).tolist()
    return dict(zip((*hands.ANTE_ROWS, "none"), counts, strict=True))


def test_always_playing_sees_every_five_cards(book: Analysis) -> None:
    counts = rows_of_all_hands()
    for paytable in "ABCDEF":
        item = book.find("ante", paytable, "always-play")
        # Any of the five may be the fifth card, any of the other four the fourth.
        assert {outcome.event: outcome.count for outcome in item.outcomes} == {
            **{event: 20 * count for event, count in counts.items()},
            "fold-on-four": 0,
            "fold-on-three": 0,
        }
        assert item.average_action == 4


def slow_best(cards: tuple[Card, ...], nets: dict[str, Fraction]) -> tuple[Fraction, Fraction]:
    """What three cards are worth if folded, and if played as well as can be: by plain enumeration."""
    rest = [kind for kind in CARDS if kind not in cards]
    total = Fraction(0)
    for fourth in rest:
        four = (*cards, fourth)
        won = sum(
            (nets[(hands.five_card((*four, fifth)) or ("none",))[0]] for fifth in rest if fifth is not fourth),
            Fraction(0),
        )
        total += max(4 * won / (len(rest) - 1), Fraction(-2))
    return Fraction(-1), total / len(rest)


@pytest.mark.parametrize("paytable", ["A", "D"])
def test_best_play_by_plain_enumeration(paytable: str) -> None:
    chance = random.Random(paytable)
    table = GAME.edition().paytable("ante", paytable, {})
    nets = {row.event: row.pay.amount for row in table.rows} | {"none": Fraction(-1)}
    best = GAME.strategy("optimal", wager="ante", paytable=paytable)
    sample = [tuple(chance.sample(CARDS, 3)) for _ in range(25)]
    sample += [houseway.parse_cards(text) for text in ("5c 6d 7h", "4c 5d 6h", "Tc Jd Qh", "Jc Qd Kh", "3s 4s 7s")]
    for cards in sample:
        fold, play = slow_best(cards, nets)
        assert best.action("play", class_text(cards)) == ("play" if play > fold else "fold"), cards


def test_expected_value_by_plain_enumeration_of_a_sample() -> None:
    # The value of each of a few hands, priced through a strategy that plays that class alone.
    table = GAME.edition().paytable("ante", "B", {})
    nets = {row.event: row.pay.amount for row in table.rows} | {"none": Fraction(-1)}
    best = GAME.strategy("optimal", wager="ante", paytable="B")
    nothing = dict.fromkeys(best.tables["play"], "fold")
    for text in ("As Ks 9s", "Ts 9h 8d", "7s 7h W", "Ks 4h W"):
        tables = {"play": nothing | {text: "play"}, "raise": best.tables["raise"]}
        figures = GAME.price(type(best)("deuces-wild", "one", tables), paytable="B")
        wild = iter(houseway.parse_cards("2c 2d Xj"))
        cards = tuple(next(wild) if word == "W" else houseway.card(word) for word in text.split())
        played = figures.decisions["play"]["play"]
        assert figures.ev == -1 + played * (slow_best(cards, nets)[1] + 1)


def test_the_best_play_is_best(book: Analysis) -> None:
    for paytable in "ABCDEF":
        best = book.find("ante", paytable, "optimal")
        assert best.ev >= book.find("ante", paytable, "short").ev > book.find("ante", paytable, "always-play").ev
        for other in "ABCDEF":  # a strategy made for another table is no better
            strategy = GAME.strategy("optimal", wager="ante", paytable=other)
            assert GAME.price(strategy, paytable=paytable).ev <= best.ev


def test_higher_pays_never_lower_the_value() -> None:
    before = ante()
    for event in hands.ANTE_ROWS:
        pay = GAME.edition().paytable("ante", "A", {}).find(event)
        assert pay is not None
        assert ante(pays={event: str(pay.pay.amount + 1)}).ev > before.ev
        assert ante(pays={event: "loss"}).ev < before.ev


def test_changed_pays_are_played_again() -> None:
    generous = ante(pays={"two-pair": "40", "three-of-a-kind": "40"})
    assert generous.decisions["play"]["fold"] == 0  # any fourth card may make a pair, which is then worth a raise
    hopeless = ante(pays=dict.fromkeys(hands.ANTE_ROWS, "loss"))
    assert hopeless.ev == -1 and hopeless.average_action == 1
    short = ante(strategy="short", pays=dict.fromkeys(hands.ANTE_ROWS, "loss"))
    assert short.ev == -1
    assert ante(pays={"straight": "3"}).ev == ante().ev
    halves = ante(pays={"straight": "5:2"})
    assert ante("D").ev < halves.ev + 1 and ante().ev > halves.ev > ante(pays={"straight": "2"}).ev


def test_pushes_and_odds_for_one_are_understood() -> None:
    assert (
        ante(pays={"two-pair": "push"}).ev == ante(pays={"two-pair": "0"}).ev == ante(pays={"two-pair": "1 for 1"}).ev
    )


def test_decisions_and_action_agree(book: Analysis) -> None:
    for item in book.figures:
        if item.wager == "ante":
            play, raised = item.decisions["play"], item.decisions["raise"]
            assert play["play"] + play["fold"] == 1 and raised["raise"] + raised["fold"] == play["play"]
            assert item.average_action == play["fold"] + 2 * raised["fold"] + 4 * raised["raise"]
            assert item.element_of_risk == item.house_edge / item.average_action


# ------------------------------------------------------------------------------------------------- Three Card Treasure


def test_treasure_by_plain_enumeration(book: Analysis) -> None:
    counts = dict.fromkeys((*hands.TREASURE_ROWS, "none"), 0)
    for cards in combinations(CARDS, 3):
        counts[(hands.treasure(cards) or ("none",))[0]] += 1
    # Mini Royal by hand: natural, with one wild card, with two, with three.
    assert counts["mini-royal"] == 4 + 5 * 4 * 3 + comb(5, 2) * 12 + comb(5, 3)
    for paytable in "ABC":
        item = book.find("three-card-treasure", paytable)
        assert {outcome.event: outcome.count for outcome in item.outcomes} == counts
        assert item.deals == comb(53, 3)


# -------------------------------------------------------------------------------------------------------- Bonus Jackpot


def wild(number: int) -> Fraction:
    return Fraction(comb(5, number) * comb(48, 5 - number), comb(53, 5))


def test_jackpot_counts_are_hypergeometric(book: Analysis) -> None:
    for paytable in "ABCD":
        for outcome in book.find("bonus-jackpot", paytable).outcomes[:4]:
            assert outcome.probability == wild(int(outcome.event[0]))


def test_jackpot_as_a_function_of_the_amount() -> None:
    item = only(wager="bonus-jackpot", paytable="A")
    (meter,) = item.meters
    assert meter.meter == "bonus-jackpot/5-wild-cards"
    assert meter.coefficient == wild(5) and meter.rounds_between_hits == comb(53, 5)
    assert meter.fixed_return == 250 * wild(4) + 15 * wild(3) + 7 * wild(2)
    assert item.outcomes[0].net is None and not item.priced
    assert isinstance(meter.break_even, Fraction)
    posted = only(wager="bonus-jackpot", paytable="A", pays={"5-wild-cards": "$25,000"})
    assert 1 + posted.ev == meter.fixed_return + 25000 * meter.coefficient
    assert posted.meters == item.meters
    given = only(wager="bonus-jackpot", paytable="A", meters={"bonus-jackpot/5-wild-cards": 2_500_000})
    assert given.ev == posted.ev
    even = meter.break_even * 100
    assert even.denominator == 1  # a whole number of cents, so that it can be posted
    fair = only(wager="bonus-jackpot", paytable="A", meters={"bonus-jackpot/5-wild-cards": int(even)})
    assert fair.ev == 0


def test_every_row_of_table_d_has_its_own_meter() -> None:
    item = only(wager="bonus-jackpot", paytable="D")
    assert [meter.meter for meter in item.meters] == [f"bonus-jackpot/{event}" for event in hands.JACKPOT_ROWS]
    assert all(meter.fixed_return == 0 for meter in item.meters) and not item.priced
    part = only(wager="bonus-jackpot", paytable="D", pays={"2-wild-cards": "$6", "5-wild-cards": "100%"})
    by_name = {meter.meter: meter for meter in part.meters}
    assert by_name["bonus-jackpot/5-wild-cards"].fixed_return == 6 * wild(2)
    assert by_name["bonus-jackpot/2-wild-cards"].fixed_return == 0
    with pytest.raises(AmountNeeded, match="5-wild-cards"):
        _ = part.ev
    amounts = {f"bonus-jackpot/{event}": 0 for event in hands.JACKPOT_ROWS[:3]}
    assert part.at(amounts).ev == 6 * wild(2) - 1


def test_fixed_wager_of_five_dollars() -> None:
    one = only(wager="bonus-jackpot", paytable="B")
    five = only(wager="bonus-jackpot", paytable="B", options={"fixed": "500"})
    assert five.meters[0].coefficient == one.meters[0].coefficient / 5
    assert five.meters[0].fixed_return == one.meters[0].fixed_return  # odds follow the stake by themselves
    assert five.options == {"fixed": "500"} and "$5" in five.unit


def test_division_among_a_full_table() -> None:
    found = {item.event: item for item in maths.division(GAME, paytable="D")}
    # With two of the five wild cards at one seat, each of the other five may have just two of the other three.
    other = 5 * Fraction(comb(3, 2) * comb(45, 3), comb(48, 5))
    assert found["2-wild-cards"].shared == other
    assert found["2-wild-cards"].share == 1 - other / 2
    assert found["2-wild-cards"].coefficient == wild(2) * (1 - other / 2)
    for event in ("3-wild-cards", "4-wild-cards", "5-wild-cards"):
        assert found[event].shared == 0 and found[event].share == 1
    alone = maths.division(GAME, paytable="D", seats=1)
    assert all(item.share == 1 for item in alone)
    assert [item.event for item in maths.division(GAME, paytable="A")] == ["5-wild-cards"]
    notes = only(wager="bonus-jackpot", paytable="D").notes
    assert any(f"{float(other):.6f}" in note for note in notes)
    with pytest.raises(BadQuestion):
        maths.division(GAME, seats=7)


# ------------------------------------------------------------------------------------------------------ bad questions


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ({"wager": "fifth-street"}, "fifth-street"),
        ({"wager": "play"}, "ante"),
        ({"wager": "ante", "paytable": "G"}, "G"),
        ({"paytable": "Z"}, "Z"),
        ({"options": {"fortune-pool": "six"}}, "six"),
        ({"options": {"fortune-view": "sideways"}}, "sideways"),
        ({"options": {"decks": "2"}}, "decks"),
        ({"options": {"fixed": "0"}}, "fixed"),
        ({"wager": "ante", "options": {"fixed": "500"}}, "fixed"),
        ({"pays": {"flush": "5"}}, "wager"),
        ({"wager": "ante", "pays": {"royal": "5"}}, "natural-royal-flush"),
        ({"wager": "ante", "pays": {"flush": "many"}}, "many"),
        ({"wager": "ante", "pays": {"flush": "$5"}}, "flush"),
        ({"wager": "five-card-fortune", "pays": {"flush": "10%"}}, "flush"),
        ({"wager": "ante", "pays": {"flush": "999999999.123456"}}, "exactly"),
        ({"wager": "bonus-jackpot", "meters": {"jackpot": 100}}, "bonus-jackpot/5-wild-cards"),
        ({"wager": "bonus-jackpot", "meters": {"bonus-jackpot/5-wild-cards": -1}}, "negative"),
        ({"strategy": "bold"}, "bold"),
    ],
)
def test_bad_questions_are_refused(question: dict[str, Any], says: str) -> None:
    with pytest.raises(HousewayError, match=r".") as caught:
        GAME.analyze(**question)
    assert isinstance(caught.value, BadQuestion) and says in str(caught.value)


def test_a_paytable_named_alone_is_that_of_every_wager_that_has_it() -> None:
    found = GAME.analyze(paytable="D")
    assert {item.wager for item in found.figures} == {"ante", "bonus-jackpot"}
