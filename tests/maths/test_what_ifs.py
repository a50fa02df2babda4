"""Rules as what-ifs: how a game lists them, how a question names them, and what a changed one leaves behind."""

from __future__ import annotations

import msgspec
import pytest

from houseway import registry
from houseway.maths.assumptions import assumptions
from houseway.maths.question import Question
from houseway.maths.question_errors import BadQuestion
from houseway.maths.what_ifs import Rule, RuleValue, changed_rules, departures
from tests.toys import toy_game

NUMBER = Rule(
    slug="decks",
    name="Decks",
    meaning="How many decks.",
    approved="8",
    clause="deck 1",
    wagers=("main",),
    least=1,
    most=12,
    tries=(6, 8),
)
CHOICE = Rule(
    slug="ties",
    name="Ties",
    meaning="Who wins a tie.",
    approved="push",
    clause="rules 2",
    wagers=("main",),
    values=(RuleValue("push", "nobody"), RuleValue("house", "the house")),
)
GAMES = [game.slug for game in registry.all_games().values() if game.rules()]


@pytest.mark.parametrize("slug", GAMES)
def test_every_rule_stands_in_its_document_and_is_fit_for_a_screen(slug: str) -> None:
    game = registry.game(slug)
    for edition in game.editions.values():
        rules = game.rules(edition.slug)
        assert len({rule.slug for rule in rules}) == len(rules)
        for rule in rules:
            assert rule.clause in {clause.id for clause in edition.clauses}, rule.slug
            assert set(rule.wagers) <= set(edition.wagers), rule.slug
            assert rule.read(rule.approved) == rule.approved
            assert rule.approved not in rule.others
            assert rule.others, rule.slug
            assert all(rule.read(value) == value for value in rule.others)
            assert rule.meaning.endswith("."), rule.meaning
            assert rule.name[0].isupper()
            words = [value.words for value in rule.values]
            assert len(set(words)) == len(words)
            assert rule.as_dict()["approved"] == rule.approved


@pytest.mark.parametrize("slug", GAMES)
def test_the_approved_value_of_every_rule_is_no_departure(slug: str) -> None:
    game = registry.game(slug)
    given = {rule.slug: rule.approved for rule in game.rules()}
    assert changed_rules(game, None, given) == {}
    taken = assumptions(game.edition(), Question(rules=given), game.rules())
    assert (taken.departures, taken.fingerprint) == ((), game.edition().fingerprint)


@pytest.mark.parametrize("given", ["0", "13", 0, 13, "", "six", "-1", "1.5", True, "9" * 400, "²"])
def test_a_number_outside_its_range_is_refused(given: object) -> None:
    with pytest.raises(BadQuestion, match="cannot be") as refused:
        NUMBER.read(given)
    assert refused.value.remedy == "give a whole number from 1 to 12"


def test_a_value_is_read_as_it_is_typed_or_as_a_number() -> None:
    assert [NUMBER.read(given) for given in (6, "6", "06")] == ["6", "6", "6"]
    assert CHOICE.read("house") == "house"
    with pytest.raises(BadQuestion) as refused:
        CHOICE.read("player")
    assert (refused.value.message, refused.value.remedy) == ("Ties (ties) cannot be 'player'", "choose push, house")


def test_a_rule_that_the_game_has_not_is_refused_with_those_it_has() -> None:
    game = registry.game(GAMES[0])
    with pytest.raises(BadQuestion, match="has no rule 'gravity'") as refused:
        game.analyze(rules={"gravity": "off"})
    assert refused.value.remedy is not None
    assert game.rules()[0].slug in refused.value.remedy
    with pytest.raises(BadQuestion, match="has no rule 'gravity'"):
        game.strategy("optimal", rules={"gravity": "off"})


def test_a_game_without_rules_to_change_says_so() -> None:
    with toy_game() as game:
        assert game.rules() == ()
        with pytest.raises(BadQuestion) as refused:
            game.analyze(rules={"gravity": "off"})
    assert refused.value.remedy == "leave rules out: only its pays can be changed"


def test_a_changed_rule_departs_under_a_fingerprint_that_hangs_on_no_words() -> None:
    edition = registry.game(GAMES[0]).edition()
    other = Question(rules={"ties": "house"})
    taken = assumptions(edition, other, [CHOICE])
    assert taken.departures == (("ties", "the house (approved: nobody)"),)
    assert taken.as_dict()["changed_rules"] == {"ties": "house"}
    said = msgspec.structs.replace(CHOICE, values=(RuleValue("push", "a push"), RuleValue("house", "dealer")))
    assert assumptions(edition, other, [said]).fingerprint == taken.fingerprint
    third = msgspec.structs.replace(CHOICE, values=(*CHOICE.values, RuleValue("player", "the player")))
    fingerprints = {
        edition.fingerprint,
        taken.fingerprint,
        assumptions(edition, Question(rules={"ties": "player"}), [third]).fingerprint,
        assumptions(edition, Question(rules={"ties": "house", "decks": 6}), [CHOICE, NUMBER]).fingerprint,
        assumptions(edition, Question(rules={"decks": 6}), [NUMBER]).fingerprint,
    }
    assert len(fingerprints) == 5


def test_as_many_decks_are_one_departure_whoever_asks_for_them() -> None:
    edition = registry.game("triple-attack").edition()
    by_option = assumptions(edition, Question(options={"decks": "6"}))
    by_rule = assumptions(edition, Question(rules={"decks": 6}), [NUMBER])
    assert by_option.departures == by_rule.departures == (("decks", "6 (approved: 8)"),)
    assert by_option.fingerprint == by_rule.fingerprint


def test_a_rule_nobody_describes_is_still_a_departure() -> None:
    assert departures([], {"ties": "house"}) == [("ties", "house", "house")]


def test_parts_of_a_question_keep_its_rules() -> None:
    question = Question.of(rules={"ties": "house"}, wagers=["first-attack", "insurance"])
    edition = registry.game("triple-attack").edition()
    assert question.deciding("first-attack").rules == {"ties": "house"}
    assert [part.rules for part in question.one_by_one(edition)] == [{"ties": "house"}] * 2


def test_what_ifs_are_sorted_by_what_they_are_worth_and_agree_with_the_analysis() -> None:
    game = registry.game("dueling")
    found = game.what_ifs(wager="player", options={"decks": "6", "tie-bonus": "off"})
    differences = [each.difference for each in found.changes]
    assert differences == sorted(differences, reverse=True)
    kinds = {each.tried.kind for each in found.changes}
    assert kinds == {"rule", "option", "pay"}
    lost = next(each for each in found.changes if (each.tried.slug, each.tried.value) == ("ties", "loses"))
    options = {"decks": "6", "tie-bonus": "off"}
    (asked,) = game.analyze(wager="player", options=options, rules={"ties": "loses"}).figures
    assert (lost.house_edge, lost.difference) == (asked.house_edge, asked.house_edge - found.taken.house_edge)
    edition = game.edition()
    question = Question.of(wager="player", paytable="standard", options=options, rules={"ties": "loses"})
    assert lost.fingerprint == assumptions(edition, question, game.rules()).fingerprint != edition.fingerprint
    assert [(each.slug, each.value) for each in found.unmoved] == [("ties", "war")]
    assert lost.as_dict()["words"] == "house wins"


def test_a_changed_rule_is_what_the_others_are_set_beside() -> None:
    game = registry.game("dueling")
    found = game.what_ifs(wager="player", rules={"ties": "loses"})
    back = next(each for each in found.changes if (each.tried.slug, each.tried.value) == ("ties", "choice"))
    assert back.difference < 0
    assert back.house_edge == game.analyze(wager="player").figures[0].house_edge
    assert back.fingerprint == game.edition().fingerprint


def test_amounts_on_meters_are_those_of_an_ordinary_house_unless_given() -> None:
    game = registry.game("dueling")
    found = game.what_ifs(wager="two-plus-two")
    assert found.amounts == {"two-plus-two": game.house["meters"]["two-plus-two"]}
    other = game.what_ifs(wager="two-plus-two", meters={"two-plus-two": 100_000_00})
    assert other.taken.house_edge < found.taken.house_edge
