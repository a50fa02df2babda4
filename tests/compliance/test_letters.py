"""The conditions of the letters hold for every game, in a card room and in a tribal casino."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compliance.changes import Change, Data, add, drop, findings, put, together
from tests.sentences import SENTENCES, in_every_document

APPROVALS = {"deuces-wild": "A-DW", "three-card-split": "A-TCS", "triple-attack": "A-TA", "dueling": "A-DD"}
NAMES = {
    "deuces-wild": "Deuces Wild 2017",
    "three-card-split": "Three Card Split Pai Gow Poker v5",
    "triple-attack": "Triple Attack Blackjack 2021",
    "dueling": "Dueling for Dollars 2017",
}
TRIBAL_STEPS = ("game-approved", "agency-requested", "agency-approved", "compact-information", "state-concurred")


def tribal(data: Data) -> None:
    """The card room of the example as a tribal casino: its own path to an approval, and its makers' papers."""
    data["profile"] = "washington-tribal"
    data["settings"] = {}
    for approval in data["approvals"]:
        approval["steps"] = [
            {"step": step, "by": "the agency", "on": f"2023-11-{day:02}"} for day, step in enumerate(TRIBAL_STEPS, 1)
        ]
    licences: list[Any] = []
    for licence in data["licences"]:
        licences += [{**licence, "kind": "state-certificate"}, {**licence, "kind": "tribal-licence"}]
    data["licences"] = licences


def cites(sentence: str, game: str) -> set[str]:
    return {f"{NAMES[game]}, {clause}" for clause in SENTENCES[sentence].clauses[game]}


def refused(sentence: str, game: str, rule: str, *changes: Change) -> None:
    """That the change is refused by ``rule`` of that game, by a letter that has the sentence."""
    before = findings("washington", *changes[:-1])
    assert [finding for finding in before if finding.rule == rule] == []
    found = [finding for finding in findings("washington", *changes) if finding.rule == rule]
    assert found
    assert {finding.cite for finding in found if NAMES[game] in finding.cite} <= cites(sentence, game)
    assert any(NAMES[game] in finding.cite for finding in found)


def test_the_card_room_may_also_be_a_tribal_casino() -> None:
    assert findings("washington", tribal) == []


@pytest.mark.parametrize("game", APPROVALS)
@in_every_document("the game is approved on conditions")
def test_a_game_that_was_not_approved_is_not_played(game: str) -> None:
    step = drop(f"approvals {APPROVALS[game]} steps game-approved")
    refused("the game is approved on conditions", game, "approval-steps", step)
    refused("the game is approved on conditions", game, "approval-steps", tribal, step)


@pytest.mark.parametrize("game", APPROVALS)
@in_every_document("it is played by the rules that were submitted", "a change may undo the approval")
def test_a_game_is_played_as_it_was_submitted_or_not_at_all(game: str) -> None:
    other = put(f"approvals {APPROVALS[game]} fingerprint", "0" * 64)
    refused("a change may undo the approval", game, "fingerprint", other)
    refused("a change may undo the approval", game, "fingerprint", tribal, other)


@pytest.mark.parametrize("game", APPROVALS)
@in_every_document("a card room has its internal controls approved first")
def test_a_card_room_has_its_internal_controls_approved_before_it_opens(game: str) -> None:
    step = drop(f"approvals {APPROVALS[game]} steps controls-approved")
    refused("a card room has its internal controls approved first", game, "approval-steps", step)
    none = drop(f"approvals {APPROVALS[game]}")
    refused("a card room has its internal controls approved first", game, "approval", none)


@pytest.mark.parametrize("game", APPROVALS)
@pytest.mark.parametrize(
    ("sentence", "step"),
    [
        pytest.param("a tribal casino has its agency's approval", "agency-approved"),
        pytest.param("the agency has the state's concurrence", "state-concurred"),
        pytest.param("the submission has what the compact asks for", "compact-information"),
    ],
)
@in_every_document(
    "a tribal casino has its agency's approval",
    "the agency has the state's concurrence",
    "the submission has what the compact asks for",
)
def test_a_tribal_casino_has_every_step_of_its_own_path(game: str, sentence: str, step: str) -> None:
    refused(sentence, game, "approval-steps", tribal, drop(f"approvals {APPROVALS[game]} steps {step}"))


@pytest.mark.parametrize("game", APPROVALS)
@in_every_document("makers are licensed by the state")
def test_in_a_card_room_every_maker_is_licensed_by_the_state(game: str) -> None:
    sentence = "makers are licensed by the state"
    for number, rule in ((0, "licence-equipment"), (1, "licence-layout")):
        refused(sentence, game, rule, put(f"licences {number} until", "2024-04-30"))


@pytest.mark.parametrize("game", APPROVALS)
@pytest.mark.parametrize("kind", ["state-certificate", "tribal-licence"])
@in_every_document("makers are certified by the state and licensed by the tribe")
def test_in_a_tribal_casino_every_maker_is_certified_and_licensed(game: str, kind: str) -> None:
    def without(data: Data) -> None:
        data["licences"] = [licence for licence in data["licences"] if licence["kind"] != kind]

    sentence = "makers are certified by the state and licensed by the tribe"
    refused(sentence, game, "licence-layout", tribal, without)
    refused(sentence, game, "licence-equipment", tribal, without)


@pytest.mark.parametrize(("game", "table"), [("deuces-wild", "T3"), ("triple-attack", "T2")])
@in_every_document("a promotion may be added")
def test_a_promotion_is_on_a_wager_that_the_table_offers(game: str, table: str) -> None:
    wager, event = {"deuces-wild": ("ante", "flush"), "triple-attack": ("triple-match", "one-pair")}[game]
    moved = together(
        put("promotions royal-may tables", [table]),
        put("promotions royal-may wager", wager),
        put("promotions royal-may event", event),
    )
    refused("a promotion may be added", game, "promotion-tables", moved, put("promotions royal-may event", "rainbow"))


@pytest.mark.clause("triple-attack", "promotions")
def test_the_owner_of_triple_attack_consents_in_writing_and_to_bonus_wagers_only() -> None:
    refused("a promotion may be added", "triple-attack", "promotion-consent", put("promotions royal-may consent", " "))
    base = together(put("promotions royal-may wager", "first-attack"), put("promotions royal-may event", "win"))
    refused("a promotion may be added", "triple-attack", "promotion-wager", base)


@pytest.mark.clause("triple-attack", "equipment shuffler")
def test_a_shuffler_of_triple_attack_is_an_approved_model_of_a_licensed_maker() -> None:
    machine = {"model": "S-300", "maker": "Summit Shufflers"}
    approved = together(
        put("tables T2 options dealt-by", "shuffler"),
        put("tables T2 shuffler", machine),
        add("approvals A-TA equipment", machine),
    )
    assert findings("washington", approved) == []
    other = put("tables T2 shuffler model", "S-400")
    [named] = findings("washington", approved, other)
    assert (named.rule, named.cite) == ("approval-shuffler", "Triple Attack Blackjack 2021, equipment shuffler")
    unlicensed = [one.rule for one in findings("washington", approved, drop("licences 2"))]
    assert "licence-shuffler" in unlicensed
    missing = findings("washington", approved, drop("tables T2 shuffler"))
    assert ("shuffler-named", "Triple Attack Blackjack 2021, equipment shuffler") in {
        (one.rule, one.cite) for one in missing
    }


@pytest.mark.clause("triple-attack", "jackpots controls")
def test_a_jackpot_of_triple_attack_is_configured_as_a_bonus_or_a_progressive() -> None:
    wrong = together(drop("tables T2 jackpots"), drop("tables T2 sensors"))
    [found] = findings("washington", wrong)
    assert (found.rule, found.cite) == ("jackpot-wager", "Triple Attack Blackjack 2021, jackpots controls")


@pytest.mark.clause("triple-attack", "equipment displays", "BJS-6")
def test_a_display_of_a_meter_of_triple_attack_has_no_network_of_its_own() -> None:
    [found] = findings("washington", put("tables T1 displays 0 networked", True))
    assert (found.rule, found.cite) == ("passive-display", "Triple Attack Blackjack 2021, equipment displays")
    # The same screen at a table of another game, and one of this game that shows no meter.
    assert findings("washington", put("tables T4 displays 0 networked", True)) == []
