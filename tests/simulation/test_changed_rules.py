"""Rounds dealt by changed rules: each rule's simulation agrees with the exact figures of the same rule."""

from __future__ import annotations

from statistics import mean, stdev

import msgspec
import pytest

from houseway import registry
from houseway.facade import Game
from houseway.maths.assumptions import assumptions
from houseway.maths.question import Question
from houseway.maths.question_errors import BadQuestion, RuleNotDealt
from houseway.simulation.departures import departing
from houseway.simulation.placing import sets_of
from houseway.simulation.plan import Plan, plan
from houseway.simulation.run import simulate
from tests.toys import toy_game

ROUNDS = 1 << 19
SEED = 39
FAR = 4
GAMES = ("deuces-wild", "dueling", "three-card-split", "triple-attack")
REFUSED = {
    ("triple-attack", "surrender"): "gives a hand up",
    ("triple-attack", "dealer-looks"): "before anyone plays",
    ("triple-attack", "pairs"): "two faces are a pair",
}
BESIDE = {
    ("deuces-wild", "jackpot-after-fold"): ("ante", "bonus-jackpot"),
    ("deuces-wild", "wild"): ("ante", "three-card-treasure", "five-card-fortune", "bonus-jackpot"),
    ("deuces-wild", "ace"): ("ante", "three-card-treasure", "five-card-fortune"),
}


def values() -> list[tuple[str, str, str]]:
    """Every other value of every rule of every game; numbers as those that are worth comparing."""
    return [
        (slug, rule.slug, value)
        for slug in GAMES
        for rule in registry.game(slug).rules()
        for value in rule.others
        if rule.slug != "decks"
    ]


def planned(game: Game, rules: dict[str, str], wagers: tuple[str, ...], **options: str) -> Plan:
    """One seat with as many of the wagers as may be placed together."""
    setup = departing(game.demonstration(None, options), {}, None, rules)
    sets, _ = sets_of(game, setup, tuple(slug for slug in wagers if slug in setup.wagers))
    placed = max((stakes for stakes, _ in sets), key=len)
    shown: dict[str, int] = game.house.get("meters", {})
    return plan(game, setup, {1: placed}, None, {name: shown.get(name, 0) for name in setup.meters})


@pytest.mark.parametrize(("slug", "rule", "value"), values())
def test_a_changed_rule_is_dealt_as_it_is_worked_out(slug: str, rule: str, value: str) -> None:
    game = registry.game(slug)
    moved = next(each for each in game.rules() if each.slug == rule).wagers
    wagers = BESIDE.get((slug, rule)) or tuple(w for w in moved if w in game.edition().initial_wagers)
    asked = planned(game, {rule: value}, wagers)
    if (slug, rule) in REFUSED:
        with pytest.raises(RuleNotDealt, match=REFUSED[slug, rule]) as raised:
            asked.make()
        assert raised.value.remedy
        return
    report = simulate(asked, seed=SEED, rounds=ROUNDS, exact=True)
    compared = [column for column in report.columns if column.z is not None]
    assert {column.wager for column in compared} & set(wagers)
    for column in compared:
        assert column.z is not None
        assert abs(column.z) < FAR, (column.wager, column.mean, column.z)
    question = Question(rules={rule: value})
    assert report.assumed.rules == ((rule, value),)
    assert dict(report.assumed.departures)[rule]
    assert report.assumed.fingerprint == assumptions(game.edition(), question, game.rules()).fingerprint


@pytest.mark.parametrize("slug", GAMES)
def test_a_changed_game_is_another_and_its_plan_travels(slug: str) -> None:
    game = registry.game(slug)
    rule = next(rule for rule in game.rules() if rule.slug != "decks" and (slug, rule.slug) not in REFUSED)
    wagers = tuple(game.edition().initial_wagers)
    asked, approved = (planned(game, rules, wagers) for rules in ({rule.slug: rule.others[-1]}, {}))
    again = msgspec.json.decode(msgspec.json.encode(asked), type=Plan)
    assert again == asked
    blocks = [each.make().run(SEED, 0, 1 << 14) for each in (asked, again, approved)]
    assert blocks[0] == blocks[1] != blocks[2]


def test_several_rules_and_seats_and_pays_go_together() -> None:
    game = registry.game("triple-attack")
    rules = {"soft-17": "stands", "double-after-split": "no", "hands": "3", "split-aces-play": "one-card", "tens": "in"}
    setup = departing(game.demonstration(None, {"shoe": "150"}), {"first-attack": {"blackjack": "3:2"}}, 6, rules)
    asked = plan(game, setup, {1: {"first-attack": 1000}, 4: {"first-attack": 1000}})
    report = simulate(asked, seed=SEED, rounds=ROUNDS, exact=True)
    assert [abs(column.z or 9.0) < FAR for column in report.columns] == [True, True]


def test_a_game_whose_rounds_know_no_other_rules_says_so() -> None:
    with toy_game() as game:
        setup = departing(game.demonstration(), {}, None, {"anything": "else"})
        usual = dict(list(game.house["usual"].items())[:1])
        with pytest.raises(RuleNotDealt, match="approved rules only"):
            plan(game, setup, {1: usual}).make()


@pytest.mark.parametrize(
    ("slug", "rules"),
    [
        ("deuces-wild", {"jackpot-after-fold": "lost"}),
        ("three-card-split", {"copies": "nobody"}),
        ("triple-attack", {"soft-17": "stands"}),
    ],
)
def test_what_a_gpu_cannot_be_told_is_refused(slug: str, rules: dict[str, str]) -> None:
    game = registry.game(slug)
    program = planned(game, rules, tuple(game.edition().initial_wagers)).make()
    with pytest.raises(RuleNotDealt, match="leave --on gpu out"):
        program.gpu_work()  # type: ignore[attr-defined]


def test_more_hands_than_the_rounds_have_room_for_are_refused() -> None:
    game = registry.game("triple-attack")
    with pytest.raises(RuleNotDealt, match="room for 4 hands"):
        planned(game, {"hands": "5"}, ("first-attack",)).make()


def test_a_strategy_is_not_played_with_other_wild_cards() -> None:
    game = registry.game("deuces-wild")
    setup = departing(game.demonstration(), {}, None, {"wild": "joker"})
    with pytest.raises(BadQuestion, match="other cards are wild"):
        plan(game, setup, {1: {"ante": 500}}, game.strategy("always-play")).make()


def test_hands_made_by_splits_are_played_by_their_own_table_where_none_may_be_doubled() -> None:
    """The best play, and the same with split hands that all stand: the rounds differ by what the tables do."""
    game = registry.game("triple-attack")
    rules = {"double-after-split": "no", "double-soft": "no"}
    setup = departing(game.demonstration(), {}, None, rules)
    best = game.strategy("optimal", rules=rules)
    stands = dict.fromkeys(best.tables["after-split"], "stand")
    timid = msgspec.structs.replace(best, name="timid", tables={**best.tables, "after-split": stands})
    plans = [plan(game, setup, {1: {"first-attack": 1000}}, strategy) for strategy in (None, best, timid)]
    blocks, size = 64, 1 << 15
    won = []
    for each in plans:
        program = each.make()
        won.append([program.run(SEED, at * size, size).net[0] / size / 1000 for at in range(blocks)])
    assert won[0] == won[1]
    saved = [more - less for more, less in zip(won[1], won[2], strict=True)]
    error = stdev(saved) / blocks**0.5
    exact, timidly = (
        float(game.analyze(wager="first-attack", strategy=strategy, rules=rules).figures[0].ev)
        for strategy in ("optimal", timid)
    )
    assert exact - timidly > 5 * error
    assert mean(saved) == pytest.approx(exact - timidly, abs=FAR * error)
    (column,) = simulate(plans[0], seed=SEED, rounds=ROUNDS, exact=True).columns
    assert column.exact == exact
    assert column.z is not None
    assert abs(column.z) < FAR
