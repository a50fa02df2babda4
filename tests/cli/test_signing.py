"""Nobody signs without having signed: at a terminal who has an account gives its password, who has none is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.accounts.credentials import authenticator, enrolled_codes
from houseway.accounts.service import Accounts
from houseway.accounts.store import open_store
from houseway.floor.floor import Floor
from houseway.journal import Entry
from tests.cli.office import Office
from tests.cli.terminal import Terminal
from tests.waiting import run_within

OWN = {"ames": "a lantern by the canal", "cole": "seven quiet ledgers", "sato": "the felt is green at noon"}
SET = ("property", "set", "surveillance-threshold=250000")


def open_accounts(house: Office, *people: str, by: str | None = None) -> None:
    """Accounts with passwords that these people set themselves, or that ``by`` set."""
    store = open_store(house.database)
    try:
        for person in people:
            run_within(Accounts(store).make(person, OWN[person], person, person, by=by))
    finally:
        store.close()


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """A file with each password."""
    for person, password in OWN.items():
        (tmp_path / person).write_text(f"{password}\n", encoding="utf-8")
    return {person: str(tmp_path / person) for person in OWN}


def last(house: Office, stream: str = "property") -> Entry:
    floor = Floor.open(house.database, readonly=True)
    *_, entry = floor.journal.read(stream)
    floor.close()
    return entry


def test_who_has_no_account_is_named_and_the_entry_says_so(house: Office) -> None:
    assert house.data(*SET, who="ames", second="cole")["named"] == ["ames", "cole"]
    assert (last(house).data["signed"], last(house).data["named"]) == ("named", ["ames", "cole"])


def test_who_has_an_account_signs_with_its_password(house: Office, files: dict[str, str]) -> None:
    open_accounts(house, "ames", "cole")
    refusal = house.refusal(*SET, who="ames", second="cole")
    assert (refusal["error"], refusal["clause"]) == ("not-permitted", "WAC 230-15-430")
    assert "ames has an account" in refusal["message"]
    own = ("--password-file", files["ames"])
    assert "cole has an account" in house.refusal(*SET, *own, who="ames", second="cole")["message"]
    wrong = house.refusal(*SET, *own, "--second-password-file", files["ames"], who="ames", second="cole")
    assert wrong["error"] == "wrong-password"
    both = (*own, "--second-password-file", files["cole"])
    assert house.data(*SET, *both, who="ames", second="cole")["named"] == []
    entry = last(house)
    assert (entry.kind, entry.who, entry.data["second"]) == ("settings-changed", "ames", "cole")
    assert "signed" not in entry.data


def test_one_who_signed_and_one_who_was_named(house: Office, files: dict[str, str]) -> None:
    open_accounts(house, "ames")
    reply = house.data(*SET, "--password-file", files["ames"], who="ames", second="cole")
    assert reply["named"] == ["cole"]
    assert last(house).data["named"] == ["cole"]


def test_the_environment_names_the_files(house: Office, files: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    open_accounts(house, "ames", "cole")
    monkeypatch.setenv("HOUSEWAY_PASSWORD_FILE", files["ames"])
    monkeypatch.setenv("HOUSEWAY_SECOND_PASSWORD_FILE", files["cole"])
    assert house.data(*SET, who="ames", second="cole")["named"] == []


def test_a_password_that_somebody_else_set_signs_nothing(house: Office, files: dict[str, str]) -> None:
    open_accounts(house, "ames")
    open_accounts(house, "cole", by="ames")
    both = ("--password-file", files["ames"], "--second-password-file", files["cole"])
    refusal = house.refusal(*SET, *both, who="ames", second="cole")
    assert refusal["error"] == "not-permitted"
    assert "set by somebody else" in refusal["message"]


def test_who_has_an_authenticator_types_its_code_too(house: Office, files: dict[str, str]) -> None:
    open_accounts(house, "ames")
    store = open_store(house.database)
    try:
        accounts = Accounts(store)
        [account] = run_within(accounts.staff())
        secret = authenticator.new_secret()
        code = authenticator.code_at(secret, accounts.now() // 1_000_000 // authenticator.STEP)
        change, recovery = run_within(enrolled_codes.ready_to_enrol(accounts, account, secret, code))
        run_within(accounts.apply(change))
    finally:
        store.close()
    # The terminal has a clock of its own, years after the office's: setting it right is what is signed.
    own = ("property", "clock", "--reason", "years later", "--password-file", files["ames"])
    refusal = house.refusal(*own, who="ames", second="cole")
    assert (refusal["error"], "terminal" in refusal["remedy"]) == ("code-needed", True)
    for typed, said in (("000 000", "not right"), (recovery[0], "The clock is right."), (recovery[0], "not right")):
        terminal = Terminal(*own, "--as", "ames", "--second", "cole", "--database", house.database)
        try:
            terminal.wait_for("Code of ames's authenticator: ")
            terminal.type(f"{typed}\n")
            terminal.wait_for(said)
        finally:
            terminal.close()
    assert (last(house).kind, last(house).data["named"]) == ("clock-set-right", ["cole"])


def test_a_device_named_at_a_terminal_is_named(house: Office) -> None:
    house.reply("jackpot", "deposit", "four-aces", "$5,000", "--reference", "slip 1", who="cole")
    house.reply("table", "open", "T4", who="sato")
    house.data("table", "tabulate", "T4", "--picture", "1=1", who="panel:T4")
    assert last(house, "table/T4").data["named"] == ["panel:T4"]


def test_accounts_are_changed_by_somebody_who_signs(
    house: Office, files: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    open_accounts(house, "ames")
    add = ("account", "add", "sam", "--person", "sato")
    refused = house(*add, who="ames")
    assert (refused.code, "ames has an account" in refused.err) == (2, True)
    monkeypatch.setenv("HOUSEWAY_PASSWORD_FILE", files["ames"])
    assert house(*add, who="ames").code == 0
    assert (last(house).kind, last(house).who, "signed" in last(house).data) == ("account-made", "ames", False)


def test_the_audit_trail_shows_who_was_only_named(house: Office, tmp_path: Path) -> None:
    house.reply(*SET, who="ames", second="cole")
    trail = tmp_path / "audit.json"
    assert house("report", "audit", "--kind", "settings-changed", "-o", str(trail)).code == 0
    told = trail.read_text(encoding="utf-8")
    assert "ames (named, not signed)" in told
    assert "cole (named, not signed)" in told
