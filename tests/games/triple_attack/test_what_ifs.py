"""Rules of Triple Attack as what-ifs: published games that they lead to, the solver's record, and what must hold."""

from __future__ import annotations

import msgspec
import pytest

from houseway import registry
from houseway.games.triple_attack.maths import notation
from houseway.games.triple_attack.maths import rules as solver_rules
from houseway.games.triple_attack.maths.attack import extent_of, solver_of
from houseway.games.triple_attack.maths.what_ifs import changed
from houseway.maths.question_errors import BadQuestion, BadStrategy

GAME = registry.game("triple-attack")
ONE_DECK = {"decks": "1"}

ORDINARY = {
    "tens": "in",
    "further-attacks": "none",
    "double-cards": "two",
    "split-aces-again": "no",
    "split-aces-play": "one-card",
    "charlie": "none",
    "twenty-one": "compared",
    "soft-17": "stands",
    "dealer-22": "busts",
}
"""What makes ordinary blackjack of the game, with the pays below."""
ORDINARY_PAYS = {
    "first-attack/blackjack": "3:2",
    "first-attack/blackjack-against-blackjack": "push",
    "insurance/suited-blackjack": "2:1",
}


def edge(**rules: str) -> float:
    """The house edge of the First Attack, one deck: the smallest shoe is solved quickest."""
    found = GAME.analyze(wager="first-attack", strategy="optimal", rules={**ONE_DECK, **rules})
    return float(found.figures[0].house_edge)


@pytest.mark.parametrize(
    ("rules", "percent"),
    [
        # Farmer's analyser, CDZ-: composition-dependent, split hands played as unsplit ones.
        ({}, "-0.430580629"),
        ({"decks": "1", "hands": "2", "double-after-split": "no"}, "+0.024273905"),
    ],
    ids=["eight decks", "one deck"],
)
def test_changed_to_ordinary_blackjack_it_has_the_published_figure(rules: dict[str, str], percent: str) -> None:
    found = GAME.analyze(wager="first-attack", rules={**ORDINARY, **rules}, pays=ORDINARY_PAYS)
    (figures,) = found.figures
    assert f"{-100 * float(figures.house_edge):+.9f}" == percent
    assert figures.average_action < 1.2, "doubles and splits alone are added"


def test_approved_values_make_the_approved_record() -> None:
    approved = solver_rules(GAME)
    every = {rule.slug: rule.approved for rule in GAME.rules()}
    again = changed(approved, every)
    # Aces may be split as often as the most that there is: other pairs set the limit.
    assert msgspec.structs.replace(again, split_aces_to=approved.split_aces_to) == approved
    assert [again.most_hands(value) for value in range(1, 11)] == [approved.most_hands(value) for value in range(1, 11)]


def test_every_value_changes_the_record_the_shoe_or_the_attacks() -> None:
    approved = solver_rules(GAME)
    for rule in GAME.rules():
        for value in rule.others:
            if rule.slug != "further-attacks":
                assert solver_rules(GAME, rules={rule.slug: value}) != approved, (rule.slug, value)
    assert solver_rules(GAME, rules={"hands": 2}).most_hands(1) == 2
    assert solver_rules(GAME, rules={"hands": 2, "split-aces-again": "no"}).most_hands(8) == 2
    assert solver_rules(GAME, rules={"split-aces-again": "no"}).most_hands(1) == 2
    assert sum(solver_rules(GAME, rules={"tens": "in", "decks": 6}).shoe) == 312


@pytest.fixture(scope="module")
def base() -> float:
    """The house edge with one deck."""
    return edge()


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        ("dealer-22", "busts"),
        pytest.param("surrender", "late", marks=pytest.mark.soak),
        pytest.param("charlie", "five", marks=pytest.mark.soak),
        pytest.param("soft-17", "stands", marks=pytest.mark.soak),
        pytest.param("hands", "5", marks=pytest.mark.soak),
    ],
)
def test_what_favours_the_player_never_costs_him(base: float, rule: str, value: str) -> None:
    assert edge(**{rule: value}) <= base


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        ("further-attacks", "second"),
        pytest.param("double-cards", "two", marks=pytest.mark.soak),
        pytest.param("double-soft", "no", marks=pytest.mark.soak),
        pytest.param("double-after-split", "no", marks=pytest.mark.soak),
        pytest.param("twenty-one", "compared", marks=pytest.mark.soak),
        pytest.param("split-aces-play", "one-card", marks=pytest.mark.soak),
    ],
)
def test_what_favours_the_house_never_costs_it(base: float, rule: str, value: str) -> None:
    assert edge(**{rule: value}) >= base


def test_a_hand_that_is_given_up_costs_half() -> None:
    asked = {**ONE_DECK, "surrender": "late", "dealer-22": "pushes"}
    (figures,) = GAME.analyze(wager="first-attack", strategy="optimal", rules=asked).figures
    by_event = {outcome.event: outcome for outcome in figures.outcomes}
    assert by_event["surrender"].net == -0.5
    assert by_event["surrender"].probability > 0
    assert sum(float(outcome.probability) for outcome in figures.outcomes) == pytest.approx(1, abs=1e-12)
    assert figures.decisions["play"]["surrender"] == pytest.approx(by_event["surrender"].probability)
    played = GAME.strategy("optimal", rules=asked)
    given_up = [key for key, answer in played.tables["surrender"].items() if answer == "surrender"]
    assert given_up
    charts = {chart.title: chart for chart in GAME.charts(played)}
    assert sum(cell == "R" for row in charts["Surrender"].cells for cell in row) == len(given_up)
    assert GAME.price(played, rules=asked).house_edge == figures.house_edge
    never = msgspec.structs.replace(played, tables={k: v for k, v in played.tables.items() if k != "surrender"})
    assert GAME.price(never, rules=asked).house_edge > figures.house_edge


@pytest.mark.parametrize("rules", [{}, {"charlie": "none", "twenty-one": "compared"}, {"charlie": "five"}])
def test_the_hands_of_a_strategy_are_those_of_the_solver(rules: dict[str, str]) -> None:
    solver = solver_of(solver_rules(GAME, rules={**ONE_DECK, **rules}))
    hands = notation.open_hands(extent_of(solver.rules))
    assert set(hands) == set(solver.graph.hands)


def test_a_strategy_of_the_changed_game_holds_every_hand_and_is_drawn() -> None:
    asked = {**ONE_DECK, "charlie": "seven"}
    played = GAME.strategy("optimal", rules=asked)
    assert "A A 2 2 3 3/7" in played.tables["play"]
    assert notation.extent_of(played) == notation.Extent(charlie=7)
    assert "Hard totals, six cards" in [chart.title for chart in GAME.charts(played)]
    assert GAME.price(played, rules=asked).house_edge == edge(charlie="seven")
    with pytest.raises(BadStrategy, match="has no play for"):
        GAME.price(GAME.strategy("optimal", rules=ONE_DECK), rules=asked)


def test_decks_are_given_once() -> None:
    with pytest.raises(BadQuestion, match="given twice"):
        GAME.analyze(wager="suited-royals", rules={"decks": 4}, options={"decks": 6})
    by_option = GAME.analyze(wager="suited-royals", options={"decks": 4}).figures
    by_rule = GAME.analyze(wager="suited-royals", rules={"decks": 4}).figures
    assert [item.house_edge for item in by_option] == [item.house_edge for item in by_rule]


@pytest.mark.parametrize(
    "rules",
    [
        {"tens": "in", "twenty-one": "compared", "soft-17": "stands"},
        {"tens": "in", "twenty-one": "compared", "soft-17": "stands", "decks": 2, "hands": 8, "pairs": "rank"},
        {"decks": 2, "hands": 8, "pairs": "rank"},
    ],
)
def test_split_tens_that_cannot_bust_before_the_dealer_have_a_spread(rules: dict[str, str | int]) -> None:
    """A split ten with an ace, compared with the dealer's hand: rounding once made its distribution endless."""
    best = GAME.strategy("optimal", rules=rules)
    split = dict.fromkeys(best.tables["split"], "split")
    every = msgspec.structs.replace(best, name="all pairs", tables={**best.tables, "split": split})
    for figures in (
        GAME.analyze(wager="first-attack", strategy="optimal", rules=rules).figures[0],
        GAME.price(every, wager="first-attack", rules=rules),
    ):
        chances = [float(chance) for chance in dict(figures.distribution).values()]
        assert all(0 <= chance <= 1 for chance in chances)
        assert sum(chances) == pytest.approx(1, abs=1e-9)
        mean = sum(float(net) * float(chance) for net, chance in dict(figures.distribution).items())
        assert mean == pytest.approx(float(figures.ev), abs=1e-9)
        assert 1 < figures.sd < 3


@pytest.mark.parametrize("looks", ["ace-and-face", "ace", "never"])
def test_insurance_is_settled_by_the_blackjack_also_where_the_dealer_does_not_look(looks: str) -> None:
    # With the tens left in insurance pays for itself. The distribution and the mean come from different sums.
    rules = {**ONE_DECK, "tens": "in", "hands": "1", "dealer-looks": looks}
    (figures,) = GAME.analyze(wager="first-attack", strategy="optimal", rules=rules).figures
    assert figures.decisions["insurance"]["bet"] > 0.07
    mean = sum(float(net) * chance for net, chance in figures.distribution)
    assert mean == pytest.approx(-float(figures.house_edge), abs=1e-12)
    if looks == "never":
        # By an enumeration of its own, with the hole card in the place of the look.
        assert float(figures.variance) == pytest.approx(3.9672995189, abs=1e-9)
        assert float(figures.hit_frequency) == pytest.approx(0.3957714966, abs=1e-9)


@pytest.mark.parametrize(("hands", "percent"), [("2", "0.0481102911"), ("4", "-0.0426982240")])
def test_without_a_double_after_a_split_the_hand_is_drawn_to_without_the_prospect_of_one(
    hands: str, percent: str
) -> None:
    # By a recursion of its own, in which hands made by a split are never doubled, later on neither.
    assert 100 * edge(**{"hands": hands, "double-after-split": "no"}) == pytest.approx(float(percent), abs=2e-9)


@pytest.mark.parametrize(
    "rules",
    [{"double-cards": "two"}, {"double-soft": "no"}, {"double-totals": "ten-and-eleven"}],
    ids=lambda rules: next(iter(rules)),
)
def test_the_best_play_as_written_doubles_only_where_it_may_and_costs_nothing(rules: dict[str, str]) -> None:
    asked = {**ONE_DECK, **rules}
    best = GAME.strategy("optimal", rules=asked)
    (figures,) = GAME.analyze(wager="first-attack", strategy=best, rules=asked).figures
    assert float(figures.house_edge) == pytest.approx(edge(**rules), abs=1e-12)
