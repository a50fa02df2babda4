"""Drafts of the configuration over the wire: kept as they are typed, judged, signed by two, and put in effect."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path
from typing import Any

import httpx
import pytest

from houseway.accounts.copying import copy_accounts, restore_accounts
from houseway.accounts.kept_documents import MOST_BYTES
from houseway.accounts.store import open_store
from houseway.compliance.configuration import load
from houseway.compliance.configuration_file import fingerprint
from houseway.floor import command_index as c
from tests.waiting import until
from tests.web.office import PAGE, Reader, do, look
from tests.web.serving import Browser, Served, fresh

OFFICE = "/office/configuration"


def begun(browser: Browser, title: str = "A draft", **given: str) -> str:
    answer = browser.post("/api/drafts", {"title": title, **given})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["draft"])


def fields_of(browser: Browser, draft: str, kind: str, id: str) -> tuple[dict[str, list[str]], str]:
    """The fields of a thing as its page has them, and the digest that it was shown with."""
    page = look(browser, f"{OFFICE}/drafts/{draft}/{kind}/{id}")
    reader = Reader()
    reader.feed(page)
    against = page.split('data-against="', 1)[1].split('"', 1)[0]
    return next(fields for _, fields in reader.forms if fields), against


def edit(browser: Browser, draft: str, kind: str, id: str, **changed: str | list[str]) -> httpx.Response:
    """Change fields of a thing, dots written as two underscores."""
    fields, against = fields_of(browser, draft, kind, id)
    for key, value in changed.items():
        fields[key.replace("__", ".")] = value if isinstance(value, list) else [value]
    body = {"kind": kind, "thing": id, "fields": fields, "against": against}
    return browser.post(f"/api/drafts/{draft}/edit", body)


def act(browser: Browser, draft: str, what: str, **body: Any) -> httpx.Response:
    return browser.post(f"/api/drafts/{draft}/{what}", body)


def limits(room: Served, table: str, wager: str) -> tuple[int, int]:
    return room.floor.property.tables[table].limits[wager]


def test_looking_at_a_thing_and_sending_it_back_changes_nothing(room: Served) -> None:
    ada = room.browser("administrator")
    draft = begun(ada)
    known = room.floor.property
    for kind, things in (("tables", known.tables), ("jackpots", known.jackpots)):
        for id in things:
            answer = edit(ada, draft, kind, id)
            assert answer.status_code == 200, answer.text
            assert answer.json()["differs"] == 0, (id, look(ada, f"{OFFICE}/drafts/{draft}"))
    assert edit(ada, draft, "settings", "property").json()["differs"] == 0


def test_the_mix_of_play_is_asked_in_percent_for_each_strategy(room: Served) -> None:
    ada = room.browser("administrator")
    draft = begun(ada)
    some = edit(ada, draft, "settings", "property", **{"play-mix__dueling__optimal": "70"}).json()
    assert any("100 together" in each["remedy"] for each in some["findings"]), some["findings"]
    both = {"play-mix__dueling__optimal": "70", "play-mix__dueling__short": "30"}
    assert edit(ada, draft, "settings", "property", **both).json()["findings"] == []
    page = look(ada, f"{OFFICE}/drafts/{draft}/settings/property")
    assert "Mix of play: Dueling for Dollars" in page
    fields, _ = fields_of(ada, draft, "settings", "property")
    assert (fields["play-mix.dueling.optimal"], fields["play-mix.dueling.short"]) == (["70"], ["30"])
    none = dict.fromkeys(both, "")
    assert edit(ada, draft, "settings", "property", **none).json()["differs"] == 0


def test_what_is_typed_is_kept_whatever_it_is_and_survives_another_server(room: Served) -> None:
    ada = room.browser("administrator")
    draft = begun(ada)
    answer = edit(ada, draft, "tables", "T6", limits__primary__1="a lot").json()
    assert "not an amount in dollars" in answer["unread"]["limits.primary.1"]
    assert any(each["where"] == "table T6" and "a lot" in each["what"] for each in answer["findings"])
    # Another server reads it from the same store.
    with_it = open_store(_place(room), readonly=True)
    try:
        [[kept]] = with_it.ask("SELECT content FROM drafts WHERE id = ?", draft)
    finally:
        with_it.close()
    assert '"text":"a lot"' in kept
    fields, _ = fields_of(room.browser("supervisor"), draft, "tables", "T6")
    assert fields["limits.primary.1"] == ["a lot"]
    refused = act(ada, draft, "send")
    assert (refused.status_code, refused.json()["error"]) == (422, "not-compliant")
    assert edit(ada, draft, "tables", "T6", limits__primary__1="$400").json()["unread"] == {}


def _place(room: Served) -> Path:
    return Path(room.accounts.store.path).with_name(Path(room.accounts.store.path).name.removesuffix(".accounts"))  # type: ignore[attr-defined]


def test_a_draft_that_breaks_a_rule_is_refused_with_the_rule_and_its_remedy(room: Served) -> None:
    ada = room.browser("administrator")
    draft = begun(ada)
    answer = edit(ada, draft, "tables", "T2", sensors__jackpot="1", **{"sensors__jackpot-2": "1"}).json()
    [found] = [each for each in answer["findings"] if each["rule"] == "sensor-shared"]
    assert found["where"] == "table T2, sensors"
    refused = act(ada, draft, "send").json()
    assert refused["error"] == "not-compliant"
    assert found["cite"] in refused["clause"]
    assert "give each wager its own sensor" in refused["remedy"]
    assert "sensor 1 counts" in look(ada, f"{OFFICE}/drafts/{draft}")


def test_two_people_of_different_departments_put_a_draft_in_effect_when_the_table_closes(room: Served) -> None:
    ada, ann, sam = (room.browser(role) for role in ("administrator", "accounting", "supervisor"))
    draft = begun(ada, "Higher limits")
    edit(ada, draft, "tables", "T6", limits__primary__1="$350")
    page = look(ada, f"{OFFICE}/drafts/{draft}")
    assert "$5 to $300" in page
    assert "$5 to $350" in page
    assert act(ada, draft, "send").status_code == 200
    alone = act(ada, draft, "approve")
    assert (alone.status_code, alone.json()["error"]) == (403, "not-permitted")
    assert "not being edited" in look(sam, f"{OFFICE}/drafts/{draft}/tables/T6")
    assert 'data-count="/office/configuration"' in look(ann, "/office")
    approved = act(ann, draft, "approve").json()
    assert approved["state"] == "approved"
    assert "waits for table T6 to close" in look(ann, f"{OFFICE}/drafts/{draft}")
    assert limits(room, "T6", "primary") == (500, 30_000)
    do(room, c.CloseTable(table="T6"), "sam")
    until("the draft is in effect", lambda: limits(room, "T6", "primary") == (500, 35_000))
    until("the draft says so", lambda: ada.get(f"/api/drafts/{draft}").json()["state"] == "effective")
    entry = next(
        entry for entry in room.floor.journal.read("table/T6") if entry.kind == "table-configured" and entry.number > 1
    )
    assert (entry.who, entry.data["second"]) == ("ada", "ann")
    do(room, c.OpenTable(table="T6"), "sam")


def test_an_open_table_changes_between_rounds_and_opens_again(room: Served) -> None:
    ada, ann = room.browser("administrator"), room.browser("accounting")
    draft = begun(ada)
    edit(ada, draft, "tables", "T6", limits__primary__1="$300")
    assert act(ada, draft, "send", between="yes").status_code == 200
    assert act(ann, draft, "approve").json()["state"] == "effective"
    assert limits(room, "T6", "primary") == (500, 30_000)
    assert "T6" in room.floor.property.open
    assert room.floor.table("T6").table.limits["primary"] == (500, 30_000)  # type: ignore[union-attr]


def test_a_draft_is_returned_with_a_reason_and_goes_on_from_there(room: Served) -> None:
    ada, sam = room.browser("administrator"), room.browser("supervisor")
    draft = begun(sam, "Seats")
    edit(sam, draft, "tables", "T6", seats="4")
    act(sam, draft, "send")
    assert act(ada, draft, "return").status_code == 409
    assert act(ada, draft, "return", reason="five, please").json()["state"] == "editing"
    assert "Returned: five, please" in look(sam, f"{OFFICE}/drafts/{draft}")
    fields, _ = fields_of(sam, draft, "tables", "T6")
    assert fields["seats"] == ["4"]
    assert act(sam, draft, "discard").json()["state"] == "discarded"


def test_of_two_drafts_approved_at_once_the_second_is_told_and_loses_nothing(room: Served) -> None:
    ada, ann, sam = (room.browser(role) for role in ("administrator", "accounting", "supervisor"))
    one, other = begun(ada, "One"), begun(sam, "Other")
    edit(ada, one, "tables", "T6", limits__primary__1="$310")
    edit(sam, other, "tables", "T6", limits__primary__1="$320", seats="5")
    act(ada, one, "send", between="yes")
    act(sam, other, "send", between="yes")
    assert act(ann, one, "approve").json()["state"] == "effective"
    late = act(ann, other, "approve")
    assert late.status_code == 409
    assert "table T6 has been changed by somebody else" in late.json()["message"]
    assert "bring the draft up to date" in late.json()["remedy"]
    assert limits(room, "T6", "primary") == (500, 31_000)
    assert "Bring up to date" in look(sam, f"{OFFICE}/drafts/{other}")
    assert act(sam, other, "refresh").json()["state"] == "editing"
    page = look(sam, f"{OFFICE}/drafts/{other}")
    assert "$5 to $310" in page
    assert "$5 to $320" in page
    act(sam, other, "send", between="yes")
    assert act(ann, other, "approve").json()["state"] == "effective"
    assert (limits(room, "T6", "primary"), room.floor.property.tables["T6"].seats) == ((500, 32_000), 5)


def test_a_change_that_waits_for_the_next_full_prize_is_not_overwritten_by_another_draft(room: Served) -> None:
    ada, ann = room.browser("administrator"), room.browser("accounting")
    one, other = begun(ada, "One"), begun(ada, "Other")
    edit(ada, one, "jackpots", "attack", meters__0__seed="$9,000")
    edit(ada, other, "jackpots", "attack", meters__0__seed="$8,000")
    for draft in (one, other):
        act(ada, draft, "send")
    assert act(ann, one, "approve").json()["state"] == "effective"
    waits = room.floor.jackpot("attack").queued
    assert waits is not None
    assert waits.meters[0].seed == 900_000
    assert "jackpot attack has been changed" in act(ann, other, "approve").json()["message"]


def test_two_people_who_edit_one_thing_at_once_notice(room: Served) -> None:
    ada, sam = room.browser("administrator"), room.browser("supervisor")
    draft = begun(ada)
    fields, against = fields_of(sam, draft, "tables", "T6")
    edit(ada, draft, "tables", "T6", seats="3")
    late = act(sam, draft, "edit", kind="tables", thing="T6", fields=fields, against=against)
    assert (late.status_code, late.json()["error"]) == (409, "wrong-state")
    assert late.json()["message"].startswith("ada has changed this")
    assert fields_of(sam, draft, "tables", "T6")[0]["seats"] == ["3"]


def test_a_table_and_its_jackpot_are_made_of_pickers_alone(room: Served) -> None:
    ada, ann = room.browser("administrator"), room.browser("accounting")
    draft = begun(ada, "A new table")
    plays = next(iter(_options(look(ada, f"{OFFICE}/drafts/{draft}"), "plays")))
    game, edition, wager = plays.split("/")
    assert act(ada, draft, "add", kind="jackpots", thing="fresh", name="Fresh", plays=plays).status_code == 200
    twice = act(ada, draft, "add", kind="jackpots", thing="fresh")
    assert twice.json()["error"] == "wrong-state"
    act(ada, draft, "part", kind="jackpots", thing="fresh", part="meters")
    act(ada, draft, "part", kind="jackpots", thing="fresh", part="meters", place="1")
    fields, _ = fields_of(ada, draft, "jackpots", "fresh")
    assert "meters.1.seed" not in fields
    row = next(
        value for value in _options(look(ada, f"{OFFICE}/drafts/{draft}/jackpots/fresh"), "f-meters-0-row") if value
    )
    edit(
        ada,
        draft,
        "jackpots",
        "fresh",
        meters__0__row=row,
        meters__0__seed="$1,000",
        meters__0__reseed="$1,000",
        meters__0__rate="20 %",
    )
    # The display is shown before any table plays for the jackpot: on an ordinary table of its game.
    assert "$1,000" in ada.get(f"{OFFICE}/drafts/{draft}/jackpots/fresh/display").text
    added = act(ada, draft, "add", kind="tables", thing="T9", of=f"{game}/{edition}").json()
    assert added["address"].endswith("/tables/T9")
    fields, _ = fields_of(ada, draft, "tables", "T9")
    offered = edit(ada, draft, "tables", "T9", wagers=[*fields["wagers"], wager], layout__maker="Houseway").json()
    assert any(each["rule"] == "jackpot-wager" for each in offered["findings"])
    models = [
        value for value in _options(look(ada, f"{OFFICE}/drafts/{draft}/tables/T9"), "f-equipment-model") if value
    ]
    edit(ada, draft, "tables", "T9", **{f"jackpots__{wager}": "fresh", "equipment__model": models[-1]})
    fields, _ = fields_of(ada, draft, "tables", "T9")
    assert fields["displays.0.shows"] == ["jackpot-amounts"], "a table with a jackpot has a display that shows it"
    last = edit(ada, draft, "tables", "T9", equipment__maker="Houseway", equipment__version="5b").json()
    assert [each for each in last["findings"] if "T9" in each["where"] or "fresh" in each["where"]] == []
    assert "<svg" in last["felt"]
    display = ada.get(f"{OFFICE}/drafts/{draft}/tables/T9/display")
    assert "$1,000" in display.text
    assert "frame-ancestors 'self'" in display.headers["content-security-policy"]
    assert act(ada, draft, "send").status_code == 200
    assert act(ann, draft, "approve").json()["state"] == "effective"
    assert room.floor.property.tables["T9"].jackpots == {wager: "fresh"}
    assert room.floor.jackpot("fresh").jackpot.meters[0].rate == 200_000  # type: ignore[union-attr]


def _options(page: str, id: str) -> list[str]:
    """The values of a picker."""
    select = page.split(f'id="{id}"', 1)[1].split("</select>", 1)[0]
    return [part.split('"', 1)[0] for part in select.split('value="')[1:]]


def test_every_earlier_configuration_is_read_and_compared_and_a_file_says_the_same(
    room: Served, tmp_path: Path
) -> None:
    ada, ruth = room.browser("administrator"), room.browser("regulator")
    now = tmp_path / "now.toml"
    now.write_text(ruth.get(f"{OFFICE}/now.toml").text, encoding="utf-8")
    running = room.floor.property.configuration("2024-05-01")
    assert fingerprint(load(now)) == fingerprint(running)
    assert fingerprint(running) in look(ruth, OFFICE)
    first = tmp_path / "first.toml"
    first.write_text(ruth.get(f"{OFFICE}/at/9/file.toml").text, encoding="utf-8")
    assert [table.id for table in load(first).tables] == ["T1", "T2"]
    assert "Triple Attack" not in look(ruth, f"{OFFICE}/compare?old=8&new=8")
    compared = look(ruth, f"{OFFICE}/compare?old=8&new=9")
    assert "Table T2" in compared
    assert "Table T1" not in compared
    loaded = begun(ada, "From a file", toml=now.read_text(encoding="utf-8"))
    assert "Nothing is changed yet" in look(ada, f"{OFFICE}/drafts/{loaded}")
    wider = now.read_text(encoding="utf-8").replace("primary = [500, 30000]", "primary = [500, 20000]")
    other = begun(ada, "Another file", toml=wider)
    assert "$5 to $200" in look(ada, f"{OFFICE}/drafts/{other}")
    saved = tmp_path / "saved.toml"
    saved.write_text(ada.get(f"{OFFICE}/drafts/{other}/file.toml").text, encoding="utf-8")
    assert load(saved).tables[2].limits["primary"] == (500, 20_000)
    assert "the draft Another file" in look(ada, f"{OFFICE}/compare?old=9&new={other}")


def test_a_document_is_filed_with_its_approval_and_found_changed_or_missing(room: Served, tmp_path: Path) -> None:
    ada, ann, dan = (room.browser(role) for role in ("administrator", "accounting", "dealer"))
    draft = begun(ada, "Papers")
    of = _options(look(ada, f"{OFFICE}/drafts/{draft}"), "of-approval")[0]
    act(ada, draft, "add", kind="approvals", thing="A-7", of=of)
    data = b"%PDF-1.4 approved"
    body = {"approval": "A-7", "name": "letter 12.pdf", "data": base64.b64encode(data).decode()}
    assert act(ada, draft, "documents", **body).status_code == 200
    large = base64.b64encode(bytes(MOST_BYTES + 1)).decode()
    refused = act(ada, draft, "documents", **body | {"data": large})
    assert "are kept at most" in refused.json()["message"]
    act(ada, draft, "documents", **body | {"name": "gone.pdf", "data": base64.b64encode(b"other").decode()})
    act(ada, draft, "documents/remove", approval="A-7", hash=hashlib.sha256(b"other").hexdigest())
    act(ada, draft, "send")
    assert act(ann, draft, "approve").json()["state"] == "effective"
    hash = hashlib.sha256(data).hexdigest()
    [filed] = room.floor.property.approvals["A-7"].documents
    assert (filed.name, filed.sha256, filed.size) == ("letter 12.pdf", hash, len(data))
    address = f"/office/documents/{hash}"
    assert f'href="{address}"' in look(ann, "/office/papers")
    found = ann.get(address)
    assert found.content == data
    assert found.headers["content-disposition"] == 'attachment; filename="letter 12.pdf"'
    assert dan.get(address).status_code == 403
    # It is in the copy of a backup, and comes back with it.
    copy_accounts(str(_place(room)), tmp_path / "copy")
    restore_accounts(tmp_path / "copy", tmp_path / "again.db")
    again = open_store(tmp_path / "again.db")
    try:
        assert again.ask("SELECT data FROM documents WHERE hash = ?", hash) == [(base64.b64encode(data).decode(),)]
    finally:
        again.close()
    room.accounts.store.ask("UPDATE documents SET data = 'AAAA' WHERE hash = ?", hash)
    changed = ann.get(address)
    assert (changed.status_code, "somebody changed it" in changed.json()["message"]) == (409, True)
    assert ann.get(f"/office/documents/{fresh()}").status_code == 404


def test_who_may_not_write_drafts_reads_them(room: Served) -> None:
    draft = begun(room.browser("administrator"), "Read me")
    for role in ("regulator", "dealer"):
        browser = room.browser(role)
        assert "Read me" in look(browser, f"{OFFICE}/drafts/{draft}")
        assert browser.post("/api/drafts", {"title": "Mine"}).status_code == 403
        assert act(browser, draft, "add", kind="tables", thing="T8").status_code == 403


@pytest.mark.parametrize("path", ["/drafts/none", "/drafts/none/tables/T1", "/at/99999", "/compare?old=99999"])
def test_what_is_not_there_is_said(room: Served, path: str) -> None:
    assert room.browser("administrator").get(f"{OFFICE}{path}", headers=PAGE).status_code == 404
