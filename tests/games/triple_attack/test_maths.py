"""The figures of Triple Attack: the main game against every card dealt in turn, and the whole book."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import permutations, product
from typing import Any

import msgspec
import numpy as np
import pytest

import houseway
from houseway.cards import ACE, Card, deck_of
from houseway.games.triple_attack import hands, maths
from houseway.games.triple_attack.maths.attack import Choices, Insurance, Round, rules_of
from houseway.maths.blackjack import Solver
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Analysis, Figures
from tests.maths.blackjack_by_hand import ByHand

GAME = houseway.game("triple-attack")
ATTACKS = ("first-attack", "second-attack", "third-attack")


@cache
def book() -> Analysis:
    return GAME.analyze()


def one(wager: str, paytable: str | None = None, **question: Any) -> Figures:
    (figures,) = GAME.analyze(wager=wager, paytable=paytable, **question).figures
    return figures


# ------------------------------------------------------------------------------------------------------- the main game


class SlowRound:
    """A round worked out card by card, from one deck of aces, fives, eights and kings and for one split at most."""

    def __init__(self) -> None:
        self.deck = deck_of(1, 0, tuple("234679TJQ"))
        table = GAME.edition().paytable("first-attack", "standard", {})
        rules = msgspec.structs.replace(rules_of(self.deck, table), split_hands=2, split_aces_to=2)
        self.solver = Solver(rules)
        self.play = self.solver.best()
        node = {hand: place for place, hand in enumerate(self.solver.graph.hands)}
        words = ("stand", "hit", "double")
        slow = ByHand(
            rules,
            lambda hand, up, *_: words[self.play.act[1, node[hand], up - 1]],
            lambda value, up: bool(self.play.split[value - 1, up - 1]),
        )
        self.values = {}
        for first, second, up in product((1, 5, 8, 10), repeat=3):
            nets = slow.round((first, second), up)
            self.values[first, second, up] = sum(net * chance for net, chance in nets.items())

    def value(self, choices: Choices, pays: dict[str, Fraction]) -> float:
        """Every first card, up card and second card; each attack and insurance decided as ``choices`` says."""
        found = 0.0
        deals = list(permutations(self.deck.cards, 3))
        for first, up, second in deals:
            own, shown, other = (1 if card.rank == ACE else hands.value(card) for card in (first, up, second))
            attacks = 1 + choices.second[own - 1] + choices.third[own - 1, shown - 1]
            value = self.values[own, other, shown]
            faces = [card for card in (first, second) if hands.value(card) == 10]
            suited = [card for card in faces if card.suit == up.suit]
            if shown == 1 and (len(faces), len(suited)) in choices.insured:
                won = Fraction(0)
                left = [card for card in self.deck.cards if card not in (first, up, second)]
                for down in left:
                    won += pays[hands.insurance((up, down))[0]]
                value += float(won) / len(left) / 2
            found += int(attacks) * value
        return found / len(deals)


@pytest.mark.parametrize("suited_pays", [1, 40])
def test_a_round_agrees_with_every_card_dealt_in_turn(suited_pays: int) -> None:
    """Attacks, play, splits and insurance: with 40 to 1 for a suited blackjack, insurance is worth taking."""
    slow = SlowRound()
    solver = slow.solver
    pays = {"suited-blackjack": Fraction(suited_pays), "blackjack": Fraction(2), "lose": Fraction(-1)}
    insurance = Insurance(len(slow.deck), solver.rules.shoe[9], pays)
    best = Round(solver, insurance, slow.play)
    assert bool(best.choices.insured) == (suited_pays == 40)
    assert best.ev == pytest.approx(slow.value(best.choices, pays), abs=1e-12)
    nets = best.distribution()
    assert sum(chance for _, chance in nets) == pytest.approx(1, abs=1e-12)
    assert sum(float(net) * chance for net, chance in nets) == pytest.approx(best.ev, abs=1e-12)
    # Any other attack or insurance is worth no more.
    for card in (0, 4, 7, 9):
        second, third = best.choices.second.copy(), best.choices.third.copy()
        second[card] ^= True
        third[card, 7] ^= True
        for changed in (best.choices._replace(second=second), best.choices._replace(third=third)):
            found = Round(solver, insurance, slow.play, changed)
            assert found.ev <= best.ev
            assert found.ev == pytest.approx(slow.value(changed, pays), abs=1e-12)
    every = frozenset((faces, suited) for faces in range(3) for suited in range(faces + 1))
    for insured in (frozenset[tuple[int, int]](), every):
        changed = best.choices._replace(insured=insured)
        found = Round(solver, insurance, slow.play, changed)
        assert found.ev <= best.ev
        assert found.ev == pytest.approx(slow.value(changed, pays), abs=1e-12)


def test_the_record_of_rules() -> None:
    rules = maths.rules(GAME)
    assert rules.shoe == (32,) * 9 + (96,)
    assert (rules.hit_soft_17, rules.looks_under, rules.push_totals) == (True, (1, 10), (22,))
    assert (rules.charlie, rules.twenty_one_wins, rules.double_any_number) == (6, True, True)
    assert (rules.split_hands, rules.split_aces_to, rules.one_card_to_split_aces) == (4, 4, False)
    assert rules.blackjack_pays == 1
    assert rules.blackjack_against_blackjack_pays == 3


def test_the_figures_of_a_round_hang_together() -> None:
    for figures in book().figures:
        if figures.wager not in ATTACKS:
            continue
        mean = sum(float(net) * float(chance) for net, chance in figures.distribution)
        assert mean == pytest.approx(float(figures.ev), abs=1e-12)
        assert sum(float(chance) for _, chance in figures.distribution) == pytest.approx(1, abs=1e-12)
        assert sum(float(outcome.probability) for outcome in figures.outcomes) == pytest.approx(1, abs=1e-12)
        assert figures.average_action >= 1
        assert "exact terms summed in float64" in figures.exactness
        assert 0 < figures.hit_frequency < 1


def test_a_round_is_the_sum_of_its_attacks() -> None:
    """The First Attack alone, and the further ones as often as they are made."""
    for strategy in maths.STRATEGIES:
        first, second, third = (book().find(wager, strategy=strategy) for wager in ATTACKS)
        often = {ask: float(first.decisions[ask]["bet"]) for ask in ("second-attack", "third-attack")}
        further = float(second.ev) * often["second-attack"] + float(third.ev) * often["third-attack"]
        # The same play priced with a strategy that never adds an attack.
        played = GAME.strategy(strategy)
        tables = {**played.tables}
        for ask in often:
            tables[ask] = dict.fromkeys(tables[ask], "pass")
        alone = GAME.price(type(played)("triple-attack", "alone", tables))
        assert float(alone.ev) + further == pytest.approx(float(first.ev), abs=1e-12)


def test_dealer_and_player_blackjacks_are_counted() -> None:
    """Two of 384 cards: an ace and a face card come in 2 * 32 * 96 of 384 * 383 orders, for either side."""
    events = {outcome.event: float(outcome.probability) for outcome in book().find("first-attack").outcomes}
    natural = 2 * 32 * 96 / (384 * 383)
    both = natural * 2 * 31 * 95 / (382 * 381)
    assert events["blackjack-against-blackjack"] == pytest.approx(both, abs=1e-14)
    assert events["blackjack"] == pytest.approx(natural - both, abs=1e-14)
    assert events["dealer-blackjack"] == pytest.approx(natural - both, abs=1e-14)


def test_knowing_less_costs() -> None:
    values = {name: float(book().find("first-attack", strategy=name).ev) for name in maths.STRATEGIES}
    assert values["optimal"] >= values["total-and-cards"] >= values["total-only"]
    assert values["total-and-cards"] >= values["short"] > values["optimal"] - 0.005


@pytest.mark.parametrize(
    ("event", "pay"),
    [
        ("blackjack", "3:2"),
        ("blackjack-against-blackjack", "4"),
        ("twenty-one", "2"),
        ("six-card-charlie", "2"),
        ("win", "1.1"),
        ("push", "1/10"),
        ("push-22", "1"),
        ("dealer-blackjack", "push"),
        ("lose", "-0.9"),
        ("bust", "-0.9"),
    ],
)
def test_a_better_pay_is_worth_more(event: str, pay: str) -> None:
    before = float(book().find("first-attack", strategy="optimal").ev)
    (after,) = GAME.analyze(wager="first-attack", pays={event: pay}).figures
    assert after.strategy == "optimal"
    # At least what the old play would gain: the event's frequency, and the play may change for the better.
    old = GAME.price(GAME.strategy("optimal"), pays={event: pay})
    assert float(after.ev) >= float(old.ev) > before


def test_any_number_of_decks() -> None:
    values = [float(one("first-attack", options={"decks": decks}, strategy="optimal").ev) for decks in (1, 4, 8, 64)]
    assert len(set(values)) == 4
    assert values[2] == float(book().find("first-attack", strategy="optimal").ev)
    with_one = one("jackpot", "PT-BJS-TA-JP-01", options={"decks": 1})
    assert with_one.meters[0].coefficient == 0
    assert with_one.meters[0].break_even is None
    assert with_one.meters[0].rounds_between_hits is None


def test_a_generous_insurance_is_taken() -> None:
    figures = one("first-attack", pays={"insurance/suited-blackjack": "7"})
    assert figures.decisions["insurance"]["bet"] > 0
    assert float(figures.ev) > float(book().find("first-attack", strategy="optimal").ev)
    assert sum(float(net) * float(chance) for net, chance in figures.distribution) == pytest.approx(float(figures.ev))


# ------------------------------------------------------------------------------------------------------ the whole book


def test_every_paytable_and_strategy_has_figures() -> None:
    edition = GAME.edition()
    entries = {(item.wager, item.paytable, item.strategy) for item in book().figures}
    for wager in edition.wagers:
        if wager in ("double", "split"):
            continue
        for paytable in edition.paytable_ids(wager):
            names = maths.STRATEGIES if wager in ATTACKS else ("always" if wager == "insurance" else "optimal",)
            assert all((wager, paytable, name) in entries for name in names)
    assert len(entries) == len(book().figures) == 12 + 1 + 3 + 2 + 2 + 2 + 4 + 4
    assert book().fingerprint == edition.fingerprint


def test_counted_wagers_are_exact() -> None:
    for figures in book().figures:
        if figures.wager in ATTACKS:
            continue
        assert sum((Fraction(outcome.probability) for outcome in figures.outcomes), Fraction(0)) == 1
        assert sum(outcome.count or 0 for outcome in figures.outcomes) == figures.deals
        assert (figures.ev_exact is not None) == (figures.wager not in ("jackpot", "jackpot-2"))
        assert figures.exactness == "exact"


def test_what_outcomes_and_later_wagers_add_is_the_expected_value() -> None:
    """The column of contributions: the wager by itself, then the attacks, doubles, splits and insurance added to it."""
    for figures in book().figures:
        if not figures.priced:
            continue
        added = sum(float(outcome.adds or 0) for outcome in figures.outcomes)
        added += sum(float(item.adds) for item in figures.additions)
        assert added == pytest.approx(float(figures.ev), abs=1e-13)
        action = 1 + sum(float(item.action) for item in figures.additions)
        assert action == pytest.approx(float(figures.average_action), abs=1e-12)
    first = book().find("first-attack", strategy="optimal")
    assert [item.wager for item in first.additions] == ["second-attack", "third-attack", "double", "split"]
    for wager in ("second-attack", "third-attack"):
        own = book().find(wager, strategy="optimal")
        (made,) = (item for item in first.additions if item.wager == wager)
        alone = sum(float(outcome.adds or 0) for outcome in own.outcomes)
        assert made.adds == pytest.approx(float(made.per_round) * alone, abs=1e-13)
        assert made.per_round == pytest.approx(float(own.decisions[wager]["bet"]), abs=1e-13)


def test_events_are_those_of_the_cards() -> None:
    """A sample of hands, each asked of `hands` and found in the counts."""
    deck = deck_of(8, 0, ("T",))
    found = {outcome.event for outcome in one("triple-match", "PT-FLT-TA-TM-01").outcomes}
    sample: list[Card] = list(deck.counts)[::5]
    for one_, two, up in permutations(sample, 3):
        assert all(event in found for event in hands.triple_match((one_, two), up))


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ({"wager": "fourth-attack"}, "no wager 'fourth-attack'"),
        ({"wager": "double"}, "part of the First Attack"),
        ({"wager": "split"}, "part of the First Attack"),
        ({"wager": "suited-royals", "paytable": "PT-1"}, "no paytable 'PT-1'"),
        ({"paytable": "X"}, "no paytable 'X'"),
        ({"options": {"colour": "red"}}, "no option 'colour'"),
        ({"options": {"decks": 0}}, "decks cannot be 0"),
        ({"options": {"decks": "many"}}, "decks cannot be 'many'"),
        ({"options": {"dealt-by": "drone"}}, "dealt-by cannot be 'drone'"),
        ({"options": {"fixed": "-5"}}, "cannot be fixed"),
        ({"wager": "triple-match", "options": {"fixed": "500"}}, "not a fixed wager"),
        ({"wager": "first-attack", "pays": {"royal": "3"}}, "no row 'royal'"),
        ({"wager": "first-attack", "pays": {"win": "lots"}}, "first-attack win: 'lots' is not a pay"),
        ({"wager": "first-attack", "pays": {"win": "$5"}}, "cannot pay"),
        ({"wager": "suited-royals", "pays": {"two-card-flush": "10%"}}, "cannot pay"),
        ({"pays": {"win": "2"}}, "those of one wager"),
        ({"wager": "jackpot", "meters": {"other": 5}}, "no row is paid from a meter 'other'"),
        ({"wager": "jackpot", "meters": {"jackpot": -5}}, "negative"),
        ({"wager": "first-attack", "strategy": "clever"}, "no strategy 'clever'"),
    ],
)
def test_bad_questions(question: dict[str, Any], says: str) -> None:
    with pytest.raises(BadQuestion, match=says.replace("$", r"\$")) as raised:
        GAME.analyze(**question)
    assert raised.value.remedy or "negative" in says


def test_options_that_change_no_card_change_no_figure() -> None:
    plain = one("suited-royals", "PT-FLT-TA-SR-01")
    other = one("suited-royals", "PT-FLT-TA-SR-01", options={"shoe": "300", "dealt-by": "hand", "tabulator": "off"})
    assert other.ev == plain.ev
    assert other.options == {"shoe": "300", "dealt-by": "hand", "tabulator": "off"}


def test_figures_as_data() -> None:
    data = book().as_dict()
    first = data["wagers"][0]
    assert (first["wager"], first["strategy"], first["ev_exact"]) == ("first-attack", "optimal", None)
    assert np.isfinite(first["variance"])
    assert book().rows()[0]["unit"] == "one First Attack"
