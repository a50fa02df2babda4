"""Accounts and device keys are what the journal says: whatever was changed behind its back is found and named."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.accounts.account_rows import Change
from houseway.accounts.on_the_books import on_the_books
from houseway.accounts.service import Accounts
from houseway.accounts.store import open_store
from houseway.cli.main import main
from houseway.compliance.configuration import Person
from houseway.floor import command_index as c
from houseway.floor.auditing.account_story import audit_accounts
from houseway.floor.auditing.audit import Audit
from houseway.floor.floor import Floor
from houseway.floor.floor_errors import NotPermitted, WrongState
from houseway.floor.permission.people import TERMINAL
from houseway.floor.permission.vouching import OfAccount, account_command, attestation, record_account, vouched
from houseway.floor.states import PROPERTY
from houseway.floor.subjects.staff import MADE_WITHIN
from tests.quick_passwords import QUICK
from tests.waiting import run_within
from tests.web.serving import PASSWORD

SECOND = 1_000_000
PEOPLE = (
    Person(id="ada", name="Ada", roles=("administrator",)),
    Person(id="ann", name="Ann", roles=("accounting",)),
    Person(id="sam", name="Sam", roles=("supervisor",)),
    Person(id="tom", name="Tom", roles=("technician",)),
)


class House:
    """A property with accounts and a device, each on record."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        # Somewhat before the clock of the machine, which commands at the terminal are stamped by.
        self.at = time.time_ns() // 1000 - 3600 * SECOND
        self.floor = Floor.open(url, create=True, seals=folder / "seals", key=folder / "key")
        self.accounts = Accounts(open_store(url), hasher=QUICK, now=self.now)
        self.count = 0

    def now(self) -> int:
        self.at += SECOND
        return self.at

    def close(self) -> None:
        self.accounts.store.close()
        self.floor.close()

    def do(self, command: c.Command, who: str, second: str | None = None) -> None:
        self.count += 1
        self.floor.do(command, id=f"c{self.count}", who=who, second=second, at=self.now())

    def begin(self) -> None:
        self.do(c.CreateProperty(name="House", profile="plain", people=PEOPLE), "ada", "ann")

    def put_on_record(self, kind: type[OfAccount], change: Change, who: str, once: bool = False) -> None:
        book = self.floor.journal.seal_book
        assert change.subject is not None
        command = account_command(kind, change.subject, change.canonical, book, before=change.before, once=once)
        record_account(self.floor, command, who=who, at=self.now())

    def make(self, person: str, by: str | None = None) -> None:
        change = run_within(self.accounts.ready_to_make(person, PASSWORD, person.title(), person, by=by))
        self.put_on_record(c.MakeAccount, change, by or TERMINAL, once=by is not None)
        run_within(self.accounts.apply(change))

    def device(self) -> str:
        change, _ = run_within(self.accounts.ready_to_make_device("panel", "T1", "Panel", "tom"))
        run_within(self.accounts.ask_all(*change.statements))
        assert change.device is not None
        digest, key = vouched(self.floor.journal.seal_book, "device", change.canonical)
        # The table is none of this test's: the entry is written as the decision writes it.
        command = c.RevokeDeviceKey(device=change.device.id, reason="never used", digest=digest, key=key)
        self.do(command, "tom", "sam")
        run_within(self.accounts.activate(change.device.id))
        return change.device.id

    def fill(self) -> None:
        self.begin()
        for person in ("ada", "ann", "sam"):
            self.make(person)
        self.make("tom", by="ada")

    def check(self) -> Audit:
        store = self.accounts.store
        return audit_accounts(self.floor.journal, lambda: on_the_books(store), self.floor.journal.seal_book)

    def said(self) -> str:
        return "; ".join(finding.what for finding in self.check().findings)


@pytest.fixture(params=["sqlite", "postgresql"])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    url = str(tmp_path / "floor.db") if request.param == "sqlite" else request.getfixturevalue("postgres")
    found = House(url, tmp_path)
    yield found
    found.close()


def test_accounts_that_are_as_recorded_are_no_finding(house: House) -> None:
    house.fill()
    house.device()
    found = house.check()
    assert (found.findings, found.unchecked) == ((), ())


TAMPERING = [
    ("UPDATE accounts SET password = (SELECT password FROM accounts WHERE person = 'ann') WHERE person = 'sam'", "sam"),
    ("UPDATE accounts SET login = 'sammy' WHERE person = 'sam'", "sam"),
    ("UPDATE accounts SET closed = 1 WHERE person = 'sam'", "sam"),
    ("UPDATE accounts SET person = 'ghost' WHERE person = 'sam'", "sam"),
    ("UPDATE accounts SET id = 'a-other' WHERE person = 'sam'", "sam"),
    ("UPDATE accounts SET password_once = 0 WHERE person = 'tom'", "tom"),
    ("UPDATE accounts SET password_once = 1 WHERE person = 'ann'", "ann"),
    ("DELETE FROM accounts WHERE person = 'sam'", "sam"),
    ("DELETE FROM handed", "tom"),
    ("UPDATE handed SET password_by = 'sam'", "tom"),
    (
        "INSERT INTO accounts (id, login, name, person, password, created) VALUES ('a-x', 'eve', 'Eve', 'eve', 'x', 1)",
        "eve",
    ),
    ("UPDATE devices SET kind = 'shoe'", "d-"),
    ("UPDATE devices SET at_table = 'T2'", "d-"),
    ("UPDATE devices SET hash = 'of another key'", "d-"),
    ("UPDATE devices SET revoked = 1, revoked_by = 'tom'", "d-"),
    ("DELETE FROM devices", "d-"),
    (
        "INSERT INTO devices (id, hash, kind, at_table, name, created, created_by) "
        "VALUES ('d-x', 'y', 'panel', 'T1', 'Panel', 1, 'tom')",
        "d-x",
    ),
]


@pytest.mark.parametrize("engine", ["sqlite", "postgresql"])
def test_whatever_is_changed_behind_the_journals_back_is_found_and_named(
    engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    for number, (sql, named) in enumerate(TAMPERING):
        folder = tmp_path / str(number)
        folder.mkdir()
        url = str(folder / "floor.db")
        if engine == "postgresql":
            url = request.getfixturevalue("postgres") + f"_{number}"
        house = House(url, folder)
        try:
            house.fill()
            house.device()
            assert house.said() == ""
            house.accounts.store.ask(sql)
            assert named in house.said(), sql
        finally:
            house.close()


def test_a_device_whose_key_waits_opens_nothing_and_is_no_finding_until_somebody_opens_it(house: House) -> None:
    house.fill()
    device, key = run_within(house.accounts.make_device("panel", "T1", "Panel", "tom"))
    assert house.said() == ""
    assert run_within(house.accounts.device(key)) is None
    house.accounts.store.ask("UPDATE devices SET waits = 0")
    assert f"the key of device {device.id} is on no record" in house.said()


def test_every_change_by_its_own_door_is_no_finding(house: House) -> None:
    house.fill()
    sam = run_within(house.accounts.of_person("sam"))
    assert sam is not None
    own = run_within(house.accounts.ready_to_set_password(sam, "another long password"))
    house.put_on_record(c.ChangeOwnPassword, own, "sam")
    run_within(house.accounts.apply(own))
    for closed, kind in ((True, c.CloseAccount), (False, c.OpenAccount)):
        sam = run_within(house.accounts.of_person("sam"))
        assert sam is not None
        change = run_within(house.accounts.ready_to_close(sam, closed=closed))
        house.put_on_record(kind, change, "ada")
        run_within(house.accounts.apply(change))
        assert house.said() == ""
    sam = run_within(house.accounts.of_person("sam"))
    assert sam is not None
    replaced = run_within(house.accounts.ready_to_set_password(sam, PASSWORD, by="ada"))
    house.put_on_record(c.ReplacePassword, replaced, "ada")
    run_within(house.accounts.apply(replaced))
    assert house.said() == ""
    house.accounts.store.ask("DELETE FROM handed WHERE kind = 'replaced'")
    assert "that ada set the password of sam was taken off the books" in house.said()


def test_a_change_that_was_interrupted_is_said_and_can_be_made_again(house: House) -> None:
    house.fill()
    ann = run_within(house.accounts.of_person("ann"))
    assert ann is not None
    change = run_within(house.accounts.ready_to_close(ann))
    house.put_on_record(c.CloseAccount, change, "ada")
    # The machine stops here. The record says closed, and the account is not.
    assert "the account of ann is as it was before the last change on record (account closed by ada)" in house.said()
    # As long as it may still be going on, nobody makes another.
    again = run_within(house.accounts.ready_to_close(ann))
    with pytest.raises(WrongState, match="the account of ann was changed at the same moment by somebody else"):
        house.put_on_record(c.CloseAccount, again, "ada")
    house.at += MADE_WITHIN
    house.put_on_record(c.CloseAccount, again, "ada")
    run_within(house.accounts.apply(again))
    assert house.said() == ""


def test_of_two_changes_at_one_moment_one_is_on_record_and_made(house: House) -> None:
    house.fill()
    ann = run_within(house.accounts.of_person("ann"))
    assert ann is not None
    closed = run_within(house.accounts.ready_to_close(ann))
    own = run_within(house.accounts.ready_to_set_password(ann, "another long password"))
    house.put_on_record(c.CloseAccount, closed, "ada")
    number = house.floor.journal.heads()[PROPERTY].number
    with pytest.raises(WrongState, match="the account of ann was changed at the same moment") as refused:
        house.put_on_record(c.ChangeOwnPassword, own, "ann")
    assert refused.value.remedy == "look at it again, then do it again"
    assert house.floor.journal.heads()[PROPERTY].number == number
    run_within(house.accounts.apply(closed))
    assert house.said() == ""
    # Looked at again, it is done.
    ann = run_within(house.accounts.of_person("ann"))
    assert ann is not None
    house.put_on_record(c.OpenAccount, opened := run_within(house.accounts.ready_to_close(ann, closed=False)), "ada")
    run_within(house.accounts.apply(opened))
    assert house.said() == ""


def test_of_two_accounts_made_for_one_person_at_one_moment_one_is_on_record_and_made(house: House) -> None:
    house.begin()
    house.make("ada")
    one, other = (run_within(house.accounts.ready_to_invite(login, "Sam", "sam")) for login in ("sam", "sammy"))
    house.put_on_record(c.MakeAccount, one, "ada")
    with pytest.raises(WrongState, match="the account of sam was changed at the same moment"):
        house.put_on_record(c.MakeAccount, other, "ada")
    run_within(house.accounts.apply(one))
    assert house.said() == ""


def test_an_account_that_was_never_made_is_said_and_withdrawn_by_two_people(house: House) -> None:
    house.begin()
    house.make("ada")
    change = run_within(house.accounts.ready_to_make("sam", PASSWORD, "Sam", "sam"))
    house.put_on_record(c.MakeAccount, change, TERMINAL)
    assert "the account of sam is on record and was never made" in house.said()
    books = run_within(house.accounts.on_the_books())
    book = house.floor.journal.seal_book
    attest = attestation(books.accounts, books.devices, books.waiting, "the machine stopped", book)
    with pytest.raises(NotPermitted):
        house.do(attest, "ada")
    with pytest.raises(NotPermitted):
        house.do(attest, "ada", "ada")
    with pytest.raises(NotPermitted):
        house.do(attest, "tom", "sam")
    house.do(attest, "ada", "ann")
    assert house.said() == ""
    # Made again, it is one of the accounts; put there without a word, it is not.
    house.accounts.store.ask_all(*change.statements)
    assert "the account of sam is on no record" in house.said()


def test_accounts_without_a_digest_are_said_until_two_people_attest_them(house: House) -> None:
    house.fill()
    for person in ("ada", "sam"):
        # As release 0.1 wrote it.
        house.do(c.OpenAccount(person=person), "ada")
    found = house.check()
    assert found.findings == ()
    [said] = found.unchecked
    assert "the account of ada" in said and "the account of sam" in said and "houseway account attest" in said
    books = run_within(house.accounts.on_the_books())
    book = house.floor.journal.seal_book
    house.do(attestation(books.accounts, books.devices, books.waiting, "an upgrade", book), "ada", "ann")
    assert house.check().unchecked == ()
    house.accounts.store.ask("UPDATE accounts SET login = 'sammy' WHERE person = 'sam'")
    assert "the account of sam (login sammy) was changed" in house.said()


def test_two_people_attest_at_the_terminal_with_their_own_passwords(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOUSEWAY_SEALS", str(tmp_path / "seals"))
    monkeypatch.setenv("HOUSEWAY_SEAL_KEY", str(tmp_path / "key"))
    for name, password in (("right", PASSWORD), ("wrong", "something else entirely")):
        (tmp_path / name).write_text(password)
    house = House(str(tmp_path / "floor.db"), tmp_path)
    house.fill()
    house.do(c.OpenAccount(person="sam"), "ada")
    attest = ["account", "attest", "an upgrade", "-d", str(tmp_path / "floor.db"), "--as", "ada", "--second"]
    for second, first, other in (("ann", "right", "wrong"), ("ann", "wrong", "right"), ("tom", "right", "right")):
        monkeypatch.setenv("HOUSEWAY_PASSWORD_FILE", str(tmp_path / first))
        monkeypatch.setenv("HOUSEWAY_SECOND_PASSWORD_FILE", str(tmp_path / other))
        assert main([*attest, second]) == 2
    assert "the account of sam" in house.check().unchecked[0]
    monkeypatch.setenv("HOUSEWAY_PASSWORD_FILE", str(tmp_path / "right"))
    assert main([*attest, "ann"]) == 0
    assert "4 accounts and 0 device keys are attested" in capsys.readouterr().out
    assert house.check().unchecked == ()
    house.close()


def test_without_the_sealing_key_it_is_said_what_was_not_checked(house: House, tmp_path: Path) -> None:
    house.fill()
    (tmp_path / "key").rename(tmp_path / "elsewhere")
    found = house.check()
    assert found.findings == ()
    assert "the sealing key is not here" in found.unchecked[0]
    # Looking makes no key.
    assert not (tmp_path / "key").exists()


def test_under_a_new_sealing_key_the_same_two_people_renew_it(house: House) -> None:
    house.fill()
    journal, book = house.floor.journal, house.floor.journal.seal_book
    assert book is not None
    journal.seal(house.now())
    house.do(c.RotateSealKey(key=book.waiting_key(), reason="a year has passed"), "ada", "ann")
    journal.rotate_key(house.now())
    found = house.check()
    assert found.findings == ()
    assert "under an earlier sealing key" in found.unchecked[0]
    books = run_within(house.accounts.on_the_books())
    house.do(attestation(books.accounts, books.devices, books.waiting, "a new key", book), "ada", "ann")
    found = house.check()
    assert (found.findings, found.unchecked) == ((), ())


def test_neither_a_password_nor_its_hash_is_in_the_journal(house: House) -> None:
    house.fill()
    house.device()
    hashes = [row[0] for row in house.accounts.store.ask("SELECT password FROM accounts")]
    hashes += [row[0] for row in house.accounts.store.ask("SELECT hash FROM devices")]
    told = b"".join(entry.body for entry in house.floor.journal.read("property"))
    assert not [each for each in (*hashes, PASSWORD) if each.encode() in told]
