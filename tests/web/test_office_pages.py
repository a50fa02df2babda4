"""The back office: its pages by role, what their forms write, two people in two sessions."""

from __future__ import annotations

from datetime import date, timedelta
from html.parser import HTMLParser

import msgspec
import pytest

from houseway.compliance.configuration import Person
from houseway.floor import command_index as c
from houseway.jackpots.jackpot_accounts import account
from houseway.jackpots.jackpot_configuration import MICROS
from tests.web.office import COMMANDS, PAGE, Reader, do, fill, forms, heads, hit, look, send, settings, written
from tests.web.serving import PEOPLE, Browser, Served, fresh

SCRIPT = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def staff(room: Served) -> dict[str, Browser]:
    """A signed-in browser for everybody who works here."""
    return {role: room.browser(role) for role in PEOPLE}


# -- pages by role

PATHS = {
    "/office": set(PEOPLE),
    "/office/hits": set(PEOPLE),
    "/office/cage": {"supervisor", "surveillance", "accounting", "administrator", "regulator"},
    "/office/proposals": set(PEOPLE),
    "/office/jackpots": set(PEOPLE),
    "/office/jackpots/attack": set(PEOPLE),
    "/office/jackpots/wild": set(PEOPLE),
    "/office/tables": set(PEOPLE),
    "/office/tables/T6": set(PEOPLE),
    "/office/malfunctions": set(PEOPLE),
    "/office/people": {"administrator", "regulator"},
    "/office/devices": {"technician", "administrator", "regulator"},
    "/office/papers": {"supervisor", "surveillance", "accounting", "administrator", "regulator"},
    "/office/exhibit": {"supervisor", "surveillance", "accounting", "administrator", "regulator"},
    "/office/exhibit.md": {"supervisor", "surveillance", "accounting", "administrator", "regulator"},
    "/office/reports": {"supervisor", "surveillance", "accounting", "administrator", "regulator"},
    "/office/reports/escrow": {"supervisor", "surveillance", "accounting", "administrator", "regulator"},
    "/office/audit": {"supervisor", "surveillance", "accounting", "administrator", "regulator"},
    "/office/regulator": {"supervisor", "surveillance", "accounting", "administrator", "regulator"},
    "/office/regulator/requirements": {"supervisor", "surveillance", "accounting", "administrator", "regulator"},
    "/office/regulator/verification": {"supervisor", "surveillance", "accounting", "administrator", "regulator"},
    "/office/regulator/exports": {"supervisor", "surveillance", "accounting", "administrator", "regulator"},
    "/office/regulator/runbook": {"supervisor", "surveillance", "accounting", "administrator", "regulator"},
    "/office/audit/entries?stream=property": {"supervisor", "surveillance", "accounting", "administrator", "regulator"},
}


@pytest.mark.parametrize("path", PATHS)
def test_a_page_is_for_its_roles_and_no_others(room: Served, staff: dict[str, Browser], path: str) -> None:
    for role, browser in staff.items():
        assert browser.get(path, headers=PAGE).status_code == (200 if role in PATHS[path] else 403), role
    assert room.browser("guest").get(path, headers=PAGE).status_code == 403
    assert room.browser().get(path, headers=PAGE).status_code == 401


def test_the_sections_shown_are_those_that_open(staff: dict[str, Browser]) -> None:
    for role, browser in staff.items():
        page = look(browser, "/office")
        for path, roles in PATHS.items():
            if path in (
                "/office/people",
                "/office/devices",
                "/office/papers",
                "/office/reports",
                "/office/audit",
                "/office/regulator",
            ):
                assert (f'href="{path}"' in page) == (role in roles), (role, path)


def test_a_regulator_sees_everything_and_changes_nothing(room: Served, staff: dict[str, Browser]) -> None:
    found = hit(room)
    ruth = staff["regulator"]
    for path in (*PATHS, f"/office/hits/{found.jackpot}/{found.id}"):
        page = look(ruth, path)
        reader = Reader()
        reader.feed(page)
        acting = [address for address, _ in reader.forms if address.startswith(("/office/do/", "/api/"))]
        # A bundle of evidence is asked for, and nothing is sent.
        assert set(acting) <= {"/api/exports/bundle"}, path
    before = heads(room)
    for command in COMMANDS:
        kind = str(command.__struct_config__.tag)
        answer = send(ruth, kind, {"_csrf_token": [ruth.token], "_id": [fresh()], "table": ["T1"], "jackpot": ["wild"]})
        assert answer.status_code == 403, kind
        assert answer.json()["error"] == "not-permitted"
    assert heads(room) == before


# -- what needs attention


def test_the_overview_says_what_needs_somebody(room: Served, staff: dict[str, Browser]) -> None:
    settings(room, malfunction_hours=24, deposit_days=2)
    found = hit(room)
    sam = staff["supervisor"]
    do(room, c.FailDisplay(table="T2", display="monitor", what="dark"), "dan")
    do(room, c.FailTable(table="T3", what="no light at all"), "tom")
    do(room, c.StopJackpot(jackpot="attack-two", reason="looked at"), "sam")
    proposed = {"type": "resume-jackpot", "jackpot": "attack-two", "reason": "well"}
    assert sam.post("/api/proposals", {"command": proposed}).status_code == 201
    page = look(sam, "/office")
    for said in (
        f"/office/hits/{found.jackpot}/{found.id}",
        "Let counting go on: attack-two",
        "due at the bank",
        "Notice to the regulator: monitor: dark",
        "23 h 59 min left",
        "Equipment of table T3 is out of order",
        "Monitor of table T2 is out",
        "Jackpot attack-two is stopped",
    ):
        assert said in page, said
    do(room, c.RestoreTable(table="T3", how="mended"), "tom")
    do(room, c.RestoreDisplay(table="T2", display="monitor"), "tom")
    do(room, c.ResumeJackpot(jackpot="attack-two", reason="well"), "sam", "ann")
    after = look(sam, "/office")
    assert "is out of order" not in after
    assert "is stopped" not in after


# -- forms of pages


def test_a_deposit_is_entered_to_the_cent(room: Served, staff: dict[str, Browser]) -> None:
    answer = fill(staff["accounting"], "/office/jackpots/attack", "deposit", amount="$1,234.56", reference="slip 1")
    assert answer.status_code == 200, answer.text
    entry = written(room, "jackpot/attack")
    assert (entry.kind, entry.who) == ("deposited", "ann")
    assert (entry.data["amount"], entry.data["reference"]) == (123_456, "slip 1")


def test_a_refusal_has_its_clause_and_what_to_do(room: Served, staff: dict[str, Browser]) -> None:
    ann = staff["accounting"]
    before = heads(room)
    answer = fill(ann, "/office/jackpots/attack", "deposit", amount="$99,999,999", reference="slip")
    assert answer.status_code == 422
    assert answer.json()["clause"] == "WAC 230-15-455"
    assert answer.json()["remedy"]
    answer = fill(ann, "/office/jackpots/attack", "deposit", amount="$12.505", reference="slip")
    assert answer.json()["message"].startswith("Amount: ")
    answer = fill(ann, "/office/jackpots/attack", "deposit", amount="$12.50", reference=" ")
    assert answer.json()["message"].startswith("Reference: ")
    fields = forms(ann, "/office/jackpots/attack", "deposit")[0] | {"amount": ["$99,999,999"], "reference": ["slip"]}
    page = send(ann, "deposit", fields, page=True)
    assert page.status_code == 422
    assert "WAC 230-15-455" in page.text
    assert heads(room) == before


def test_a_form_sent_twice_is_done_once(room: Served, staff: dict[str, Browser]) -> None:
    ann = staff["accounting"]
    fields = forms(ann, "/office/jackpots/four-aces", "statement")[0]
    fields |= {"amount": ["$0"], "reference": ["November"]}
    first, second = send(ann, "statement", fields), send(ann, "statement", fields)
    assert first.status_code == 200, first.text
    assert first.json() == second.json()
    number = room.floor.journal.head("jackpot/four-aces").number
    entries = [entry.kind for entry in room.floor.journal.read("jackpot/four-aces", max(1, number - 1))]
    assert entries.count("statement-read") == 1


def test_without_scripts_a_form_leads_back_to_its_page_and_nowhere_else(staff: dict[str, Browser]) -> None:
    # Who moves money of the account, as accounting does in other tests of this room, enters no statement of it.
    ada = staff["administrator"]
    for back, place in (("", "/office/jackpots/attack"), ("//evil.example/", "/"), ("https://evil.example/", "/")):
        fields = forms(ada, "/office/jackpots/attack", "statement")[0]
        fields |= {"amount": ["$50,000"], "reference": [f"back to {back}"]}
        if back:
            fields["_back"] = [back]
        answer = send(ada, "statement", fields, page=True)
        assert answer.status_code == 303
        assert answer.headers["location"] == place


def test_a_form_from_elsewhere_is_refused(room: Served, staff: dict[str, Browser]) -> None:
    fields = forms(staff["supervisor"], "/office/tables/T4", "close-table")[0]
    before = heads(room)
    del fields["_csrf_token"]
    assert send(staff["supervisor"], "close-table", fields).status_code == 403
    fields["_csrf_token"] = ["0" * 128]
    assert send(staff["supervisor"], "close-table", fields).status_code == 403
    assert heads(room) == before


@pytest.mark.parametrize("kind", ["nonsense", "tabulate", "create-property", "answer"])
def test_what_is_no_form_of_the_office_does_nothing(room: Served, staff: dict[str, Browser], kind: str) -> None:
    ada = staff["administrator"]
    before = heads(room)
    answer = send(ada, kind, {"_csrf_token": [ada.token], "_id": [fresh()]})
    assert answer.status_code == 422
    assert heads(room) == before


def test_wa_28_a_table_with_a_progressive_is_taken_away_for_a_listed_reason(
    room: Served, staff: dict[str, Browser]
) -> None:
    sam, ann = staff["supervisor"], staff["accounting"]
    linked = msgspec.structs.replace(room.floor.property.tables["T6"], id="T9")
    do(room, c.AddTable(table=linked), "sam", "ann")
    room.until(lambda: "T9" in room.room.mirror.property.tables)
    path = "/office/tables/T9"
    without = fill(sam, path, "remove-table", reason="worn out").json()["proposed"]
    refusal = ann.post(f"/api/proposals/{without}/approve")
    assert refusal.status_code != 200
    assert "game-discontinued" in refusal.text
    assert "T9" in room.floor.property.tables
    proposed = fill(sam, path, "remove-table", reason="worn out", removal="moved-to-another-table").json()["proposed"]
    assert "Moved to another table" in look(ann, "/office/proposals")
    assert ann.post(f"/api/proposals/{proposed}/approve").status_code == 200
    assert written(room, "property").data["removal"]["progressives"] == ["four-aces"]
    assert "four-aces leaves it: moved to another table" in look(ann, "/office/audit/entries?stream=property")


def test_a_table_is_closed_changed_by_two_and_opened_again(room: Served, staff: dict[str, Browser]) -> None:
    sam, ann = staff["supervisor"], staff["accounting"]
    path = "/office/tables/T5"
    assert not forms(sam, path, "change-table"), "an open table is not changed"
    assert fill(sam, path, "close-table").status_code == 200
    assert written(room, "table/T5").kind == "table-closed"
    proposed = fill(sam, path, "change-table", **{"table__limits__first-attack__1": "$250"})
    assert proposed.status_code == 200, proposed.text
    assert "$300 → $250" in look(ann, "/office/proposals")
    id = proposed.json()["proposed"]
    assert ann.post(f"/api/proposals/{id}/approve").status_code == 200
    assert room.floor.property.tables["T5"].limits["first-attack"] == (500, 25_000)
    assert fill(sam, path, "open-table").status_code == 200
    assert "T5" in room.floor.property.open


def test_counters_faults_and_displays_are_entered_on_the_table_page(room: Served, staff: dict[str, Browser]) -> None:
    tom, vera = staff["technician"], staff["surveillance"]
    path = "/office/tables/T4"
    counted = room.floor.table("T4").counted
    assert fill(tom, path, "read-counter", reading=f"{counted + 1_000:,}").status_code == 200
    assert written(room, "table/T4").data["reading"] == counted + 1_000
    assert fill(tom, path, "fail-display", what="dark").status_code == 200
    assert room.floor.table("T4").outages
    assert fill(tom, path, "restore-display").status_code == 200
    assert not room.floor.table("T4").outages
    assert fill(tom, path, "fail-table", what="no light").status_code == 200
    assert fill(tom, path, "restore-table", how="new cable").status_code == 200
    proposed = fill(tom, path, "replace-counter", old=str(counted + 1_000), new="0", reason="worn")
    assert vera.post(f"/api/proposals/{proposed.json()['proposed']}/approve").status_code == 200
    entry = written(room, "table/T4")
    assert (entry.kind, entry.who, entry.data["second"]) == ("counter-replaced", "tom", "vera")


def test_a_malfunction_is_reported_noticed_and_mended(room: Served, staff: dict[str, Browser]) -> None:
    sam, path = staff["supervisor"], "/office/malfunctions"
    name = f"M-{fresh()[:8]}"
    assert fill(sam, path, "report-malfunction", malfunction=name, table="T1", what="a lamp").status_code == 200

    def of(kind: str) -> int:
        return next(place for place, found in enumerate(forms(sam, path, kind)) if found["malfunction"] == [name])

    assert fill(sam, path, "notify-malfunction", of("notify-malfunction"), reference="letter 9").status_code == 200
    assert fill(sam, path, "mend-malfunction", of("mend-malfunction"), how="a new lamp").status_code == 200
    known = room.floor.property.malfunctions[name]
    assert (known.table, known.reference, known.how) == ("T1", "letter 9", "a new lamp")
    assert all(found["malfunction"] != [name] for found in forms(sam, path, "mend-malfunction"))


def test_papers_are_added_and_the_end_of_a_licence_is_seen_coming(room: Served, staff: dict[str, Browser]) -> None:
    ada = staff["administrator"]
    soon = (date.today() + timedelta(days=7)).isoformat()
    answer = fill(
        ada,
        "/office/papers",
        "add-licence",
        licence__maker="Cedar Felt Works",
        licence__covers=["layouts"],
        licence__number="20-00222",
        licence__since="2016-01-01",
        licence__until=soon,
    )
    assert answer.status_code == 200, answer.text
    assert staff["accounting"].post(f"/api/proposals/{answer.json()['proposed']}/approve").status_code == 200
    assert room.floor.property.licences[-1].covers == ("layouts",)
    assert f"ends {soon}" in look(ada, "/office")
    assert "Cedar Felt Works" in look(ada, "/office/papers")


# -- two people


def test_a_prize_is_proposed_by_one_and_paid_by_two(room: Served, staff: dict[str, Browser]) -> None:
    settings(room, surveillance_threshold=5_000)
    sam, ann, dan = staff["supervisor"], staff["accounting"], staff["dealer"]
    found = hit(room)
    path = f"/office/hits/{found.jackpot}/{found.id}"
    looked = fill(sam, path, "verify-hit", cards="9s 9h 9d 9c", deck="whole", surveillance="cam 7")
    assert looked.json()["proposed"], "over the threshold surveillance takes part"
    assert staff["surveillance"].post(f"/api/proposals/{looked.json()['proposed']}/approve").status_code == 200
    assert room.floor.jackpot(found.jackpot).hits[found.id].state == "verified"
    paid = fill(sam, path, "pay-hit", by="cage", method="check", reference="1042")
    id = paid.json()["proposed"]
    assert room.floor.jackpot(found.jackpot).hits[found.id].state == "verified", "one person has paid nothing"
    approve = f"/api/proposals/{id}/approve"
    own = look(sam, path)
    assert approve not in own
    assert f"/api/proposals/{id}/withdraw" in own
    assert sam.post(approve).status_code == 403
    same = look(dan, path)
    assert approve not in same
    assert "both of gambling" in same or "cannot be the second person" in same
    assert dan.post(approve).status_code == 403
    other = look(ann, path)
    assert approve in other
    assert "Prize</dt><dd>$100" in other, "the second person sees what is paid"
    assert ann.post(approve).status_code == 200
    entry = written(room, f"jackpot/{found.jackpot}")
    assert (entry.kind, entry.data["hit"], entry.data["reference"]) == ("hit-paid", found.id, "1042")
    assert {entry.who, entry.data["second"]} == {"sam", "ann"}
    assert staff["administrator"].post(approve).status_code == 409
    page = look(sam, path)
    assert "hit-paid" not in page
    assert "paid: $100 from the cage, check 1042" in page
    settings(room, surveillance_threshold=10_000_000)


def test_a_rejected_proposal_does_nothing(room: Served, staff: dict[str, Browser]) -> None:
    proposed = fill(
        staff["accounting"], "/office/jackpots/wild", "post-amount", posted="5-wild-cards = $26,000"
    ).json()["proposed"]
    before = heads(room)
    assert staff["supervisor"].post(f"/api/proposals/{proposed}/reject", {"reason": "too much"}).status_code == 200
    page = look(staff["accounting"], "/office/proposals")
    assert f"/api/proposals/{proposed}/approve" not in page
    assert heads(room) == before


def test_the_daily_bonus_is_posted_by_two(room: Served, staff: dict[str, Browser]) -> None:
    answer = fill(staff["accounting"], "/office/jackpots/wild", "post-amount", posted="5-wild-cards = $27,500")
    assert staff["administrator"].post(f"/api/proposals/{answer.json()['proposed']}/approve").status_code == 200
    assert room.floor.property.jackpots["wild"].posted == {"5-wild-cards": "$27,500"}
    assert "$27,500" in look(staff["dealer"], "/office/jackpots/wild")


def test_wa_19_an_undisplayed_prize_is_booked_in_the_dollars_that_were_typed(
    room: Served, staff: dict[str, Browser]
) -> None:
    first = room.floor.table("T6").round + 1
    for number in range(first, first + 8):
        do(room, c.Tabulate(table="T6", round=number, picture={"1": (1, 2, 3, 4, 5, 6, 7)}), "panel:T6")
    paid, reserve = (account("four-aces", "four-aces", name) for name in ("paid", "reserve"))
    before = room.floor.accounts("four-aces")
    book = {"row": "four-aces", "source": "reserve", "document": "invoice 12"}
    path = "/office/jackpots/four-aces"
    refused = fill(staff["accounting"], path, "book-undisplayed", amount="$0.00001", **book)
    assert (refused.status_code, refused.json()["error"]) == (422, "bad-amount")
    proposed = fill(staff["accounting"], path, "book-undisplayed", amount="$5.00", **book).json()["proposed"]
    assert "$5" in look(staff["administrator"], path)
    assert staff["administrator"].post(f"/api/proposals/{proposed}/approve").status_code == 200
    after = room.floor.accounts("four-aces")
    assert after[paid] - before.get(paid, 0) == 500 * MICROS
    assert before[reserve] - after[reserve] == 500 * MICROS


def test_a_refused_approval_waits_again(room: Served, staff: dict[str, Browser]) -> None:
    answer = fill(
        staff["accounting"], "/office/jackpots/attack", "change-jackpot", **{"jackpot__meters__0__rate": "12.5 %"}
    )
    id = answer.json()["proposed"]
    refused = staff["administrator"].post(f"/api/proposals/{id}/approve")
    assert (refused.status_code, refused.json()["clause"]) == (409, "LAB-13")
    assert "20 % → 12.5 %" in look(staff["administrator"], "/office/jackpots/attack")
    assert staff["accounting"].post(f"/api/proposals/{id}/withdraw").status_code == 200


# -- names with scripts in them


def test_scripts_in_names_are_shown_as_text(room: Served, staff: dict[str, Browser]) -> None:
    name = f"{SCRIPT} Mallory"
    do(room, c.AddPerson(person=Person(id="mallory", name=name, roles=("surveillance",))), "ada", "ann")
    found = hit(room, cards=f'{SCRIPT}" onfocus="alert(2)')
    do(room, c.StopJackpot(jackpot="royals", reason=SCRIPT), "sam")
    do(room, c.ReportMalfunction(malfunction=f"M{fresh()}", what=SCRIPT), "sam")
    ada, sam = staff["administrator"], staff["supervisor"]
    command = {"type": "resume-jackpot", "jackpot": "royals", "reason": SCRIPT}
    proposed = sam.post("/api/proposals", {"command": command}).json()["id"]
    made = staff["technician"].post("/api/devices", {"kind": "panel", "table": "T1", "name": SCRIPT})
    assert made.status_code == 201, made.text
    pages = {path: look(ada, path) for path in PATHS if path != "/office/exhibit.md"}
    pages["hit"] = look(sam, f"/office/hits/{found.jackpot}/{found.id}")
    for path, page in pages.items():
        assert "<script>alert" not in page, path
        assert 'onfocus="alert' not in page, path
    for path in ("/office", "/office/people", "/office/devices", "/office/malfunctions", "/office/proposals", "hit"):
        assert "&lt;script&gt;alert(1)" in pages[path], path
    policy = ada.get("/office", headers=PAGE).headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe-inline" not in policy
    do(room, c.ResumeJackpot(jackpot="royals", reason="well"), "sam", "ann")
    assert sam.post(f"/api/proposals/{proposed}/withdraw").status_code == 200


def test_no_page_has_script_or_style_of_its_own(staff: dict[str, Browser]) -> None:
    class Inline(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.found: list[str] = []

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            data = dict(attrs)
            if tag == "style" or "style" in data or (tag == "script" and "src" not in data):
                self.found.append(tag)
            self.found += [name for name in data if name.startswith("on")]

    for path in set(PATHS) - {"/office/exhibit.md"}:
        reader = Inline()
        reader.feed(look(staff["administrator"], path))
        assert not reader.found, path


def test_every_element_has_its_own_id(staff: dict[str, Browser]) -> None:
    class Ids(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.ids: list[str] = []
            self.wanted: list[str] = []

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            data = dict(attrs)
            self.ids += [data["id"] or ""] if "id" in data else []
            for name in ("for", "aria-describedby", "aria-labelledby"):
                self.wanted += (data.get(name) or "").split()

    for path in PATHS:
        reader = Ids()
        reader.feed(look(staff["administrator"], path))
        assert len(reader.ids) == len(set(reader.ids)), path
        assert set(reader.wanted) <= set(reader.ids), path


# -- keys, accounts, records


def test_a_key_and_a_password_are_never_on_a_page(room: Served, staff: dict[str, Browser]) -> None:
    tom, ada = staff["technician"], staff["administrator"]
    made = tom.post("/api/devices", {"kind": "sensor", "table": "T2", "name": "Sensor"}).json()
    assert made["id"] in look(tom, "/office/devices")
    assert made["key"] not in look(tom, "/office/devices")
    revoked = tom.post(f"/api/devices/{made['id']}/revoke", {"reason": "not needed"}).json()
    assert staff["supervisor"].post(f"/api/proposals/{revoked['proposal']}/approve").status_code == 200
    assert f"/api/devices/{made['id']}/revoke" not in look(tom, "/office/devices")
    login = f"p{fresh()[:8]}"
    account = ada.post("/api/accounts", {"login": login, "name": "Paula"}).json()
    page = look(ada, "/office/people")
    assert login in page
    assert account["password"] not in page


REPORTS = ("counts", "meters", "jackpots", "escrow", "hits", "day", "malfunctions", "recall")


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_is_a_page_with_its_files(room: Served, staff: dict[str, Browser], name: str) -> None:
    ann = staff["accounting"]
    assert f'href="/office/reports/{name}"' in look(ann, "/office/reports")
    page = look(ann, f"/office/reports/{name}?table=T6" if name in ("counts", "recall") else f"/office/reports/{name}")
    assert "gaming day" in page
    for ending in ("csv", "xlsx", "json", "pdf"):
        assert f"/api/reports/{name}?" in page
        answer = ann.get(f"/api/reports/{name}", params={"format": ending})
        assert answer.status_code == 200, answer.text
        assert "attachment" in answer.headers["content-disposition"]


def test_a_report_that_cannot_be_made_says_why_in_place(staff: dict[str, Browser]) -> None:
    ann = staff["accounting"]
    assert "2026-02-30" in look(ann, "/office/reports/escrow?day=2026-02-30")
    assert "is before" in look(ann, "/office/reports/escrow?since=2026-03-02&until=2026-03-01")
    assert "there is no table" in look(ann, "/office/reports/counts?table=T99").lower()
    assert ann.get("/office/reports/nonsense", headers=PAGE).status_code == 404
    assert "Gaming day" not in look(ann, "/office/reports/escrow?day=&since=&until=&table=&jackpot=")


def test_the_audit_trail_is_narrowed_by_person_and_kind(room: Served, staff: dict[str, Browser]) -> None:
    reason = f"because {fresh()}"
    do(room, c.StopJackpot(jackpot="ties", reason=reason), "sam")
    do(room, c.ResumeJackpot(jackpot="ties", reason="well"), "sam", "ann")
    ruth = staff["regulator"]
    assert reason in look(ruth, "/office/audit")
    assert reason in look(ruth, "/office/audit?jackpot=ties&kind=jackpot-stopped&person=sam")
    assert reason not in look(ruth, "/office/audit?jackpot=ties&person=tom")
    assert reason not in look(ruth, "/office/audit?jackpot=ties&kind=jackpot-resumed")
    assert reason in look(ruth, "/office/audit/entries?stream=jackpot/ties")
    assert ruth.get("/office/audit/entries?stream=nothing", headers=PAGE).status_code == 404


def test_entries_of_a_round_in_play_do_not_tell_its_cards(room: Served, staff: dict[str, Browser]) -> None:
    player = room.browser("guest")
    seat = next(seat for seat in range(1, 7) if str(seat) not in room.floor.table("T1").seated)
    assert player.post("/api/tables/T1/sit", {"seat": seat}).status_code == 200
    room.until(lambda: room.room.mirror.table("T1").live is not None)
    live = room.room.mirror.table("T1").live
    assert live is not None
    page = look(staff["regulator"], "/office/audit/entries?stream=table/T1")
    nonces = [answer.chance for answer in live.answers if answer.chance]
    assert not any(nonce in page for nonce in nonces)


def test_what_is_not_there_is_said_to_be_not_there(staff: dict[str, Browser]) -> None:
    sam = staff["supervisor"]
    for path in ("/office/jackpots/none", "/office/tables/none", "/office/hits/attack/none", "/office/hits/none/none"):
        assert sam.get(path, headers=PAGE).status_code == 404, path
