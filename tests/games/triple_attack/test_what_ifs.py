"""Rules of Triple Attack as what-ifs: published games that they lead to, the solver's record, and what must hold."""

from __future__ import annotations

import hashlib
import itertools

import msgspec
import numpy as np
import pytest

from houseway import registry
from houseway.games.triple_attack import maths
from houseway.games.triple_attack.kernel.boards import Plan
from houseway.games.triple_attack.kernel.changed_boards import DEALT, SPLIT, ChangedTables
from houseway.games.triple_attack.maths import notation
from houseway.games.triple_attack.maths import rules as solver_rules
from houseway.games.triple_attack.maths.attack import choices_from, extent_of, solver_of
from houseway.games.triple_attack.maths.what_ifs import changed
from houseway.maths.question import Question
from houseway.maths.question_errors import BadQuestion, BadStrategy, StrategyHole, UnknownHand
from tests.games.triple_attack.one_split_by_hand import OneSplit

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


# ------------------------------------------------------------------------------------------- hands made by a split

DOUBLES = {
    "double-cards": ("any", "two"),
    "double-totals": ("any", "nine-to-eleven", "ten-and-eleven"),
    "double-soft": ("yes", "no"),
    "double-after-split": ("yes", "no"),
}
SPLITS = {
    "hands": ("4", "2", "1"),
    "split-aces-again": ("yes", "no"),
    "split-aces-play": ("any", "one-card"),
    "pairs": ("value", "rank"),
}
NO_DOUBLE_AFTER = {"double-after-split": "no"}
NOR_SOFT = {**NO_DOUBLE_AFTER, "double-soft": "no"}


def combinations(values: dict[str, tuple[str, ...]]) -> list[dict[str, str]]:
    """Every combination of the values; those of the document, the first ones, are left out of it."""
    return [
        {slug: value for slug, value in zip(values, chosen, strict=True) if value != values[slug][0]}
        for chosen in itertools.product(*values.values())
    ]


def loses_nothing(asked: dict[str, str]) -> bool:
    """Write the best play as tables and as text, read and price both; whether it has a table of split hands."""
    question = Question.of(rules=asked)
    (figures,) = GAME.analyze(wager="first-attack", strategy="optimal", rules=asked).figures
    best = GAME.strategy("optimal", rules=asked)
    read = GAME.read_strategy(GAME.strategy_text(best), question)
    assert read.tables == best.tables
    assert GAME.price(best, wager="first-attack", rules=asked).house_edge == figures.house_edge
    bill = GAME.mistakes(read, rules=asked)
    assert (bill.mistakes, bill.cost) == ((), 0)
    return notation.AFTER_SPLIT in best.tables


@pytest.mark.parametrize("rules", [NO_DOUBLE_AFTER, NOR_SOFT], ids=["any hand", "hard hands"])
@pytest.mark.parametrize("up", [7, *(pytest.param(up, marks=pytest.mark.soak) for up in (1, 2, 3, 4, 5, 6, 8, 9, 10))])
def test_the_best_play_without_doubles_after_a_split_is_worth_what_a_recursion_of_its_own_finds(
    up: int, rules: dict[str, str]
) -> None:
    # Against a seven some soft hands are hit for the double that may follow, and stand where none may.
    solver = solver_of(solver_rules(GAME, rules={**ONE_DECK, "hands": "2", **rules}))
    figures = solver.evaluate(solver.best())
    deals = figures.deals[:, up - 1]
    found = float((deals * figures.values[:, up - 1]).sum() / deals.sum())
    assert found == pytest.approx(OneSplit(up, soft="double-soft" not in rules).value(), abs=1e-13)


@pytest.mark.parametrize("rules", combinations(DOUBLES), ids=lambda rules: " ".join(rules.values()) or "approved")
def test_the_best_play_is_written_and_read_back_without_loss(rules: dict[str, str]) -> None:
    written = loses_nothing({**ONE_DECK, **rules})
    # Of ten and eleven alone a double that is forbidden is a hit: nothing more is to be said of such hands.
    apart = "double-totals" not in rules and "double-after-split" in rules
    assert written == (apart and not {"double-cards", "double-soft"} <= set(rules))


@pytest.mark.soak
@pytest.mark.parametrize("rules", combinations(DOUBLES), ids=lambda rules: " ".join(rules.values()) or "approved")
def test_the_best_play_is_written_and_read_back_without_loss_however_pairs_are_split(rules: dict[str, str]) -> None:
    for splits in combinations(SPLITS):
        written = loses_nothing({**ONE_DECK, **rules, **splits})
        assert not written or ("double-after-split" in rules and splits.get("hands") != "1")


@pytest.mark.parametrize("splits", combinations({**SPLITS, "pairs": ("value",)}), ids=" ".join)
def test_however_pairs_are_split_the_best_play_of_split_hands_is_written(splits: dict[str, str]) -> None:
    assert loses_nothing({**ONE_DECK, **NO_DOUBLE_AFTER, **splits}) == (splits.get("hands") != "1")


@pytest.mark.parametrize("rules", [NO_DOUBLE_AFTER, NOR_SOFT], ids=["any hand", "hard hands"])
@pytest.mark.parametrize("name", ["total-and-cards", "total-only", "short"])
def test_the_mistakes_add_up_of_hands_made_by_splits_too(name: str, rules: dict[str, str]) -> None:
    asked = {**ONE_DECK, **rules}
    (best,) = GAME.analyze(wager="first-attack", strategy="optimal", rules=asked).figures
    played = GAME.strategy(name, rules=asked)
    priced = GAME.price(played, wager="first-attack", rules=asked)
    bill = GAME.mistakes(played, rules=asked)
    assert bill.cost == pytest.approx(float(best.ev) - float(priced.ev), abs=1e-15)
    assert bill.added_up == pytest.approx(float(bill.cost), abs=1e-13)
    assert {item.ask for item in bill.mistakes} >= {"play", notation.AFTER_SPLIT}
    # Each decision is counted once, as dealt or after a split.
    found = GAME.decisions(played, rules=asked)
    for word in ("stand", "hit", "double"):
        often = sum(
            item.often
            for ask in ("play", notation.AFTER_SPLIT)
            for hand, item in found.of(ask).hands.items()
            if found.answers[ask][hand] == word
        )
        assert often == pytest.approx(float(priced.decisions["play"][word]), abs=1e-13)


def test_the_mistakes_of_a_play_by_total_add_up_where_more_cards_have_a_decision() -> None:
    asked = {**ONE_DECK, "charlie": "seven"}
    bill = GAME.mistakes(GAME.strategy("total-only", rules=asked), rules=asked)
    assert bill.added_up == pytest.approx(float(bill.cost), abs=1e-13)
    assert any(len(item.hand.partition("/")[0].split()) == 6 for item in bill.mistakes)


def test_nothing_is_decided_about_a_split_ace_and_its_one_card() -> None:
    often = []
    for after_split in ("yes", "no"):
        asked = {**ONE_DECK, "split-aces-play": "one-card", "double-after-split": after_split}
        found = GAME.decisions(GAME.strategy("optimal", rules=asked), rules=asked)
        by_hand = [decision.hands["A 5/8"].often for decision in found.asked if decision.ask in ("play", "after-split")]
        often.append(sum(by_hand))
    # Fives are not split against an eight: an ace and a five are only dealt.
    dealt = 2 * 4 * 4 * 4 / (48 * 47 * 46)
    assert often == pytest.approx([dealt, dealt], abs=1e-15)


def test_a_strategy_without_a_word_on_split_hands_hits_where_it_may_not_double_and_pays_for_it() -> None:
    asked = {**ONE_DECK, **NO_DOUBLE_AFTER}
    best = GAME.strategy("optimal", rules=asked)
    tables = {ask: table for ask, table in best.tables.items() if ask != notation.AFTER_SPLIT}
    plain = msgspec.structs.replace(best, name="plain", tables=tables)
    bill = GAME.mistakes(plain, rules=asked)
    # What it cost to write the best play before it had a table for such hands.
    assert bill.cost == pytest.approx(3.2450166e-05, abs=1e-12)
    assert bill.added_up == pytest.approx(float(bill.cost), abs=1e-15)
    assert {(item.ask, item.made, item.best) for item in bill.mistakes} >= {(notation.AFTER_SPLIT, "hit", "stand")}
    assert {item.ask for item in bill.mistakes} == {notation.AFTER_SPLIT}
    text = GAME.strategy_text(plain)
    assert "after a split" not in text
    assert GAME.read_strategy(text, Question.of(rules=asked)).tables == tables


def test_a_text_says_of_split_hands_all_or_nothing_and_only_where_they_are_played_apart() -> None:
    asked = {**ONE_DECK, **NO_DOUBLE_AFTER}
    text = GAME.strategy_text(GAME.strategy("total-only", rules=asked))
    assert "## Hard totals after a split\n\nKey: S stand; H hit\n" in text
    hard, _, soft = text.partition("## Soft totals after a split")
    assert soft
    with pytest.raises(StrategyHole, match="does not say what to do"):
        GAME.read_strategy(hard, Question.of(rules=asked))
    with pytest.raises(UnknownHand, match="no chart 'Hard totals after a split'"):
        GAME.read_strategy(text)


@pytest.mark.parametrize(("name", "charts"), [("optimal", 8), ("total-and-cards", 8), ("total-only", 2)])
def test_split_hands_have_charts_of_their_own_and_their_cells_open(name: str, charts: int) -> None:
    asked = {**ONE_DECK, **NO_DOUBLE_AFTER}
    played = GAME.strategy(name, rules=asked)
    drawn = [chart for chart in GAME.charts(played) if "after a split" in chart.title]
    assert len(drawn) == charts
    assert {mark.rstrip("*") for chart in drawn for row in chart.cells for mark in row} == {"S", "H"}
    title = "Soft totals after a split" + ("" if name == "total-only" else ", three cards")
    cell = GAME.cell(played, (title, "17", "6"), rules=asked)
    assert {choice.words for choice in cell.choices} == {"stand", "hit"}
    assert 0 < cell.often < 0.001


@pytest.mark.parametrize("rules", [NO_DOUBLE_AFTER, NOR_SOFT, {**NO_DOUBLE_AFTER, "double-cards": "two"}])
def test_the_rounds_that_are_simulated_follow_the_best_play_hand_by_hand(rules: dict[str, str]) -> None:
    asked = {**ONE_DECK, **rules}
    record = solver_rules(GAME, rules=asked)
    solver = solver_of(record)
    tables = ChangedTables(record.without_pays(), tens=False)
    plan = Plan(GAME.strategy("optimal", rules=asked), tables)
    own = solver.acts(solver.best().act)
    node = {hand: place for place, hand in enumerate(solver.graph.hands)}
    dealt_or_split = [(place, *each) for place, each in enumerate(tables.nodes) if each[1] in (DEALT, SPLIT)]
    assert len(dealt_or_split) == 2 * len(node)
    for place, hand, made in dealt_or_split:
        assert np.array_equal(plan.acts[place, 1:], own[int(made == SPLIT), node[hand]]), (hand, made)
    # And what the simulation is compared with reads the same from the tables.
    again = choices_from(GAME.strategy("optimal", rules=asked), solver).play
    assert np.array_equal(solver.acts(again.act), own)


def test_the_strategies_of_the_approved_game_are_written_as_before() -> None:
    """Their bytes as released before tables of split hands could be written."""
    written = {}
    for name in maths.STRATEGIES:
        played = GAME.strategy(name)
        assert tuple(played.tables) == notation.ASKS
        texts = msgspec.json.encode(played) + GAME.strategy_text(played).encode()
        written[name] = hashlib.sha256(texts).hexdigest()[:16]
    assert written == {
        "optimal": "3a2c2b4dca1e095a",
        "total-and-cards": "6f822d4c044bf456",
        "total-only": "de22a43c77c3ab5f",
        "short": "b035115f37e55e70",
    }
