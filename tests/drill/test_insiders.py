"""Insiders: every attack by everybody alone and by every two; and the drill notices when a control is gone."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.drill.drill_errors import DrillFailed
from houseway.drill.insiders.attacks import ATTACKS
from houseway.drill.insiders.crews import (
    DEPARTMENT,
    EVERYBODY,
    PEOPLE,
    ROLE,
    SOME_PAIRS,
    Crew,
    every_crew,
    some_crews,
)
from houseway.drill.insiders.run_insiders import Report, insiders
from houseway.floor.auditing import whole
from houseway.floor.auditing.audit import Audit
from houseway.floor.command_index import CONTROLS
from houseway.floor.permission import people, permissions
from houseway.floor.play import prints
from houseway.floor.subjects.jackpots import hit_payment
from houseway.journal import Report as Verified
from houseway.journal import standings
from houseway.journal.book import Journal
from tests.drill.no_attacks import NO_ATTACKS

ROOT = Path(__file__).parents[2]
BY_SLUG = {attack.slug: attack for attack in ATTACKS}


def held(*slugs: str, crews: list[Crew], database: str | None = None) -> Report:
    """A drill of a few attacks."""
    return insiders(attacks=[BY_SLUG[slug] for slug in slugs], crews=crews, database=database)


def passed(report: Report) -> Report:
    assert report.findings == (), report.findings[:5]
    return report


def got_through(report: Report) -> set[Crew]:
    """Who got through; the drill must have said so."""
    found = {outcome.crew for outcome in report.outcomes if outcome.ending == "got through"}
    assert not report.passed
    assert len(found) <= len(report.findings)
    return found


@pytest.fixture(scope="module")
def whole_drill() -> Report:
    """Every attack by every crew, on SQLite."""
    return insiders()


def test_wac_230_15_430_nobody_gets_anything_alone(whole_drill: Report) -> None:
    passed(whole_drill)
    alone = [outcome for outcome in whole_drill.outcomes if len(outcome.crew) == 1]
    assert len(alone) == len(EVERYBODY) * sum(bool(attack.steps) for attack in ATTACKS)
    assert {outcome.ending for outcome in alone} == {"refused", "in vain"}


def test_wac_230_15_430_two_get_only_what_the_table_of_controls_allows_and_are_named(whole_drill: Report) -> None:
    pairs = [outcome for outcome in whole_drill.outcomes if len(outcome.crew) == 2]
    assert {outcome.ending for outcome in pairs} == {"refused", "in vain", "allowed"}
    # A dealer signs for the own tray beside the cage, and for nothing else.
    dealt = {outcome.attack for outcome in pairs if outcome.ending == "allowed" and "dan" in outcome.crew}
    assert dealt == {"fill-that-never-came", "credit-that-stays-in-a-pocket", "tray-counted-short"}
    let = {outcome.crew for outcome in pairs if outcome.ending == "allowed" and outcome.attack not in dealt}
    # Nobody from outside, no dealer and no regulator is ever one of the two otherwise.
    assert {ROLE.get(person) for crew in let for person in crew} == {
        "administrator",
        "supervisor",
        "surveillance",
        "security",
        "accounting",
        "technician",
    }
    # Of one department only where each acts for the own part: who deposits and who states, who verifies and who pays.
    own = {outcome.attack for outcome in pairs if outcome.ending == "allowed" and _of_one_department(outcome.crew)}
    assert own == {"deposit-and-statement", "small-prize"}


def _of_one_department(crew: Crew) -> bool:
    return len({DEPARTMENT[person] for person in crew}) == 1


def test_what_is_done_past_the_program_is_found_or_kept_out(whole_drill: Report) -> None:
    past = {outcome.attack: outcome.ending for outcome in whole_drill.outcomes if not outcome.crew}
    assert past.keys() == {attack.slug for attack in ATTACKS if attack.past is not None}
    kept_out = {slug for slug, ending in past.items() if ending == "refused"}
    assert kept_out == {"guessed-signature", "secrets-read", "lock-out", "weak-password"}
    assert {past[slug] for slug in past.keys() - kept_out} == {"found"}


def test_every_attack_on_postgresql(postgres: str) -> None:
    """Pairs of every department on the other engine (the soak has everybody); nothing of it is left behind."""
    report = passed(insiders(database=postgres, crews=list(SOME_PAIRS)))
    assert report.engine == "postgresql"
    assert {tally.slug for tally in report.tallies} == BY_SLUG.keys()
    # The schemas of the drill are gone: the same address serves again.
    passed(held("seed-twice", crews=[("ann", "sam")], database=postgres))


@pytest.mark.soak
def test_every_attack_by_every_crew_on_postgresql(postgres: str) -> None:
    passed(insiders(database=postgres))


# -- teeth: what is broken on purpose is noticed


def _loosened(monkeypatch: pytest.MonkeyPatch, name: str, **changed: Any) -> None:
    """A control of the floor is lost, and the table that is read in the drill still has it."""
    rules = dict(CONTROLS)
    [command] = [known for known in rules if known.__name__ == name]
    rules[command] = rules[command]._replace(**changed)
    for module in (people, permissions):
        monkeypatch.setattr(module, "control", lambda given: rules[given if isinstance(given, type) else type(given)])


def test_a_command_that_one_person_may_give_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    _loosened(monkeypatch, "AdjustMeter", people="one")
    found = got_through(held("own-malfunction", crews=[("sam",), ("ann",), ("ann", "tom"), ("sam", "ann")]))
    assert found == {("ann", "tom")}


def test_a_role_that_may_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    _loosened(monkeypatch, "CloseDay", roles=frozenset({"dealer", "accounting", "administrator", "supervisor"}))
    found = got_through(held("close-of-the-day", crews=[("dan",), ("dan", "sam"), ("dan", "vic"), ("ann", "sam")]))
    assert found == {("dan", "vic")}


def test_a_second_signature_that_counts_for_the_same_person_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "_two_for_people", lambda *given: None)
    monkeypatch.setattr(people, "_one_department", lambda person: None)
    found = got_through(held("removed-and-given-away", crews=[("ada",), ("ada", "dan"), ("ada", "ann")]))
    assert found == {("ada",), ("ada", "dan")}


def test_a_confirmation_by_whoever_committed_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    _loosened(monkeypatch, "Statement", apart=())
    assert got_through(held("deposit-and-statement", crews=[("ann",), ("ann", "ada")])) == {("ann",)}


def test_a_rule_that_is_gone_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prints, "check_played", lambda state, command: None)
    assert got_through(held("paytable-on-disk", crews=[("dan",), ("ann",)])) == {("dan",)}


def test_a_paper_that_serves_twice_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.floor.floor.check_unused", lambda context, command: None)
    monkeypatch.setattr(hit_payment, "check_number", lambda context, number: None)
    assert got_through(held("slip-twice", "one-check-two-prizes", crews=[("abe",), ("sam",)])) == {("abe",), ("sam",)}


def test_a_paper_that_nobody_sees_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (permissions, hit_payment):
        monkeypatch.setattr(module, "is_blank", lambda text: not text.strip())
    monkeypatch.setattr(permissions, "hides", lambda text: False)
    report = held("blank-slip", "paid-to-nobody", crews=[("ann",), ("sam", "abe")])
    assert got_through(report) == {("ann",), ("sam", "abe")}


def test_two_whom_no_report_names_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("houseway.reports.floor.daily_close"), "_SECOND", b"no entry has this")
    report = held("own-second-person", crews=[("ada", "ann")])
    [finding] = report.findings
    assert finding.what == "the daily close does not name Ada and Ann for person-added"


def test_a_stored_state_that_is_believed_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standings.Witness, "holds", lambda self, stream, snapshot, hash_: True)
    assert ("sam", "ann") in got_through(held("state-believed", crews=[("sam", "ann")]))


PAST: list[tuple[str, Callable[[pytest.MonkeyPatch], None]]] = [
    (
        "payment-raised",
        lambda patch: patch.setattr(whole, "audit", lambda journal, progress=None: Audit((), 0)),
    ),
    ("password-copied", lambda patch: patch.setattr(whole, "audit_accounts", lambda *given: Audit((), 0))),
    (
        "seals-deleted",
        lambda patch: patch.setattr(Journal, "verify", _blind(Journal.verify, "seals", "key")),
    ),
    (
        "command-in-part",
        lambda patch: patch.setattr(Journal, "verify", _blind(Journal.verify, "commands")),
    ),
]


def _blind(verify: Callable[..., Verified], *places: str) -> Callable[..., Verified]:
    """A verification that does not look somewhere."""

    def without(self: Journal, **settings: Any) -> Verified:
        report = verify(self, **settings)
        kept = tuple(found for found in report.findings if found.where not in places)
        return msgspec.structs.replace(report, findings=kept, seals=1)

    return without


@pytest.mark.parametrize(("slug", "blind"), PAST, ids=[slug for slug, _ in PAST])
def test_what_nothing_finds_is_noticed(
    slug: str, blind: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    blind(monkeypatch)
    assert got_through(held(slug, crews=[])) == {()}


def test_an_attack_that_shows_nothing_is_noticed() -> None:
    """Where only those try who are refused at once, nothing is shown of the rule that should refuse the others."""
    [finding] = held("seed-twice", crews=[("dan",)]).findings
    assert finding.what == "nobody came as far as its last step: it shows nothing"


def test_an_attack_that_is_refused_by_something_else_is_noticed() -> None:
    attack = copy(BY_SLUG["paid-twice"])
    attack.barred = BY_SLUG["seed-twice"].barred
    [finding] = insiders(attacks=[attack], crews=[("sam", "ann")]).findings[:1]
    assert "the rule should have refused it at the last step" in finding.what


# -- what is tried


def test_attacks_say_what_they_are() -> None:
    assert len(BY_SLUG) == len(ATTACKS)
    for attack in ATTACKS:
        assert attack.what[0].isupper() and not attack.what.endswith(".")
        assert attack.rule
        assert attack.steps or attack.past is not None


def test_crews_are_everybody_and_every_two() -> None:
    crews = every_crew()
    assert len(crews) == len({frozenset(crew) for crew in crews}) == 12 + 12 * 11 // 2
    assert {person.roles[0] for person in PEOPLE} == {
        "administrator",
        "supervisor",
        "dealer",
        "surveillance",
        "security",
        "accounting",
        "technician",
        "regulator",
    }
    assert set(some_crews()) < set(crews)
    assert {DEPARTMENT[person] for crew in SOME_PAIRS for person in crew} == set(DEPARTMENT.values())


def test_faults_that_are_no_attack_are_shown_elsewhere() -> None:
    for fault in NO_ATTACKS:
        for path in fault.shown.split(", "):
            assert (ROOT / path).exists(), path


def test_a_drill_begins_beside_nothing(tmp_path: Path, postgres: str) -> None:
    (tmp_path / "there.db").touch()
    with pytest.raises(DrillFailed, match="exists already"):
        insiders(database=str(tmp_path / "there.db"), attacks=())
    with pytest.raises(DrillFailed, match="there is no folder"):
        insiders(database=str(tmp_path / "no" / "such.db"), attacks=())
    with pytest.raises(DrillFailed, match="cannot be reached"):
        insiders(database="postgresql://nobody@127.0.0.1:1/nothing", attacks=())
    passed(held("weak-password", crews=[], database=str(tmp_path / "new.db")))
    assert [path.name for path in tmp_path.iterdir()] == ["there.db"]
