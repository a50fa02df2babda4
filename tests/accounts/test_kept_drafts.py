"""Drafts as they are kept: changed only as they were last read, and who sent and who decided stays with each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from houseway.accounts.kept_drafts import TRIES, Draft, Drafts, Item, State
from houseway.accounts.service import Accounts
from houseway.accounts.store import open_store
from houseway.floor.drafts.draft_content import Content
from houseway.floor.floor_errors import UnknownThing, WrongState
from tests.quick_passwords import QUICK
from tests.waiting import run_within

NOW = 1_800_000_000_000_000
BASE = {"name": "Rainier"}


class Clock:
    at = NOW

    def __call__(self) -> int:
        self.at += 1
        return self.at


@pytest.fixture
def accounts(tmp_path: Path) -> Iterator[Accounts]:
    store = open_store(str(tmp_path / "floor.db"))
    yield Accounts(store, hasher=QUICK, now=Clock())
    store.close()


@pytest.fixture
def drafts(accounts: Accounts) -> Drafts:
    return Drafts(accounts)


@pytest.fixture
def draft(drafts: Drafts) -> Draft:
    return run_within(drafts.begin("New felt", dict(BASE), Content(configuration=dict(BASE)), "ann"))


def named(name: str) -> Content:
    return Content(configuration={"name": name})


def test_a_draft_is_read_as_it_was_begun(drafts: Drafts, draft: Draft) -> None:
    assert (draft.title, draft.base, draft.content) == ("New felt", BASE, Content(configuration=BASE))
    assert (draft.version, draft.state, draft.who, draft.changed_by) == (1, "editing", "ann", "ann")
    assert NOW < draft.at <= draft.changed
    assert (draft.decided_by, draft.decided, draft.reason, draft.plan) == (None, None, "", ())
    assert run_within(drafts.one(draft.id)) == draft
    with pytest.raises(UnknownThing):
        run_within(drafts.one("d-none"))


def test_who_changes_a_draft_is_on_it_and_what_changes_nothing_is_no_change(drafts: Drafts, draft: Draft) -> None:
    same = run_within(drafts.edit(draft.id, "bea", lambda known: known.content))
    assert same == draft
    found = run_within(drafts.edit(draft.id, "bea", lambda known: named("Baker")))
    assert (found.content, found.base, found.version) == (named("Baker"), BASE, 2)
    assert (found.who, found.changed_by, found.state) == ("ann", "bea", "editing")
    assert found.changed > draft.changed


@pytest.mark.parametrize("others", [TRIES - 1, TRIES])
def test_a_change_is_made_over_what_others_typed_at_the_same_moment_eight_times_at_most(
    accounts: Accounts, drafts: Drafts, draft: Draft, others: int
) -> None:
    seen: list[int] = []

    def work(known: Draft) -> Content:
        seen.append(known.version)
        if len(seen) <= others:
            accounts.store.ask("UPDATE drafts SET version = version + 1 WHERE id = ?", draft.id)
        return named("Baker")

    if others < TRIES:
        assert run_within(drafts.edit(draft.id, "bea", work)).content == named("Baker")
    else:
        with pytest.raises(WrongState, match="all the time"):
            run_within(drafts.edit(draft.id, "bea", work))
        assert run_within(drafts.one(draft.id)).content == draft.content
    assert seen == [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_draft_that_was_sent_is_not_edited_and_one_that_was_taken_back_is(drafts: Drafts, draft: Draft) -> None:
    sent = run_within(drafts.move(draft, "sent", "bea"))
    with pytest.raises(WrongState, match="is sent"):
        run_within(drafts.edit(draft.id, "bea", lambda known: named("Baker")))
    back = run_within(drafts.move(sent, "editing", "ann", content=named("Hood"), base={"name": "Hood"}))
    assert (back.content, back.base) == (named("Hood"), {"name": "Hood"})
    assert run_within(drafts.edit(draft.id, "bea", lambda known: named("Baker"))).version == 4


def test_who_sent_it_and_who_decided_first_stay_on_a_draft(drafts: Drafts, draft: Draft) -> None:
    item = Item("table T1", {"kind": "open-table"}, first="bea", second="cole")
    sent = run_within(drafts.move(draft, "sent", "bea", plan=[item]))
    assert (sent.changed_by, sent.decided_by, sent.decided, sent.plan) == ("bea", None, None, (item,))
    assert not item.done
    approved = run_within(drafts.move(sent, "approved", "cole", reason="checked"))
    assert (approved.changed_by, approved.decided_by, approved.reason) == ("bea", "cole", "checked")
    assert approved.decided is not None and approved.decided > sent.changed
    assert (approved.plan, approved.content, approved.base) == ((item,), draft.content, draft.base)
    done = msgspec.structs.replace(item, done=True)
    effective = run_within(drafts.move(approved, "effective", "dan", plan=[done]))
    assert (effective.changed_by, effective.decided_by, effective.decided) == ("bea", "cole", approved.decided)
    assert effective.plan == (done,)


def test_a_draft_that_goes_back_to_work_has_no_decision_any_more(drafts: Drafts, draft: Draft) -> None:
    approved = run_within(drafts.move(draft, "approved", "cole"))
    back = run_within(drafts.move(approved, "editing", "ann"))
    assert (back.changed_by, back.decided_by, back.decided) == ("ann", None, None)
    at_once = run_within(drafts.move(back, "effective", "dan"))
    assert (at_once.changed_by, at_once.decided_by) == ("ann", "dan")


def test_nobody_moves_a_draft_that_was_changed_since_it_was_read(drafts: Drafts, draft: Draft) -> None:
    run_within(drafts.edit(draft.id, "bea", lambda known: named("Baker")))
    with pytest.raises(WrongState, match="by bea: it is editing now"):
        run_within(drafts.move(draft, "approved", "cole"))


def test_drafts_are_listed_by_what_they_wait_for_the_newest_change_first(drafts: Drafts) -> None:
    states: tuple[State, ...] = ("editing", "sent", "approved", "effective", "discarded")
    for state in states:
        begun = run_within(drafts.begin(state, dict(BASE), Content(configuration=dict(BASE)), "ann"))
        run_within(drafts.move(begun, state, "bea"))

    def titles(found: list[Draft]) -> list[str]:
        return [each.title for each in found]

    assert titles(run_within(drafts.open())) == ["approved", "sent", "editing"]
    assert titles(run_within(drafts.approved())) == ["approved"]
    assert titles(run_within(drafts.over(10))) == ["effective"]
    begun = run_within(drafts.begin("later", dict(BASE), Content(configuration=dict(BASE)), "ann"))
    run_within(drafts.move(begun, "effective", "bea"))
    assert titles(run_within(drafts.over(10))) == ["later", "effective"]
    assert titles(run_within(drafts.over(1))) == ["later"]
