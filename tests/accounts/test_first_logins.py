"""The first hour: one administrator makes the first colleague's link alone, the two are then two people at once, and a
lost login comes back at the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.accounts.account_errors import BadLink
from houseway.accounts.account_rows import Account
from houseway.accounts.credentials.links import approve_link, link_by_token, make_link, ready_to_use
from houseway.accounts.custody import hands
from houseway.cli.main import main
from houseway.floor import command_index as c
from houseway.floor.floor_errors import NotPermitted, WrongState
from houseway.floor.permission.vouching import link_command, link_use_command
from tests.accounts.test_on_record import House
from tests.waiting import run_within
from tests.web.serving import PASSWORD


def begun(folder: Path) -> House:
    house = House(str(folder / "floor.db"), folder)
    house.begin()
    house.make("ada")
    return house


def invited(house: House, person: str) -> Account:
    change = run_within(house.accounts.ready_to_invite(person, person.title(), person))
    command = c.MakeAccount(person=person, invited=True)
    house.do(command, "ada")
    return run_within(house.accounts.apply(change))


def linked(house: House, account: Account, second: str | None = None) -> str:
    link, token = run_within(make_link(house.accounts, account, "ada", waits=True))
    book = house.floor.journal.seal_book
    house.do(link_command(account.person or "", link.id, link.until, link.canonical, book), "ada", second)
    run_within(approve_link(house.accounts, link.id, second))
    return token


def used(house: House, token: str, code: str = "") -> None:
    link, account = run_within(link_by_token(house.accounts, token))
    change = run_within(ready_to_use(house.accounts, link, account, PASSWORD, code))
    person = account.person or ""
    book = house.floor.journal.seal_book
    command = link_use_command(person, link.id, link.canonical, change.canonical, book, before=change.before)
    house.do(command, person)
    run_within(house.accounts.apply(change))


def test_the_first_colleague_is_invited_by_one_and_from_then_on_it_takes_two(tmp_path: Path) -> None:
    house = begun(tmp_path)
    token = linked(house, invited(house, "ann"))
    # Nobody else has a login yet: the next one may be invited alone as well.
    again = linked(house, invited(house, "sam"))
    used(house, token)
    at = house.now()
    # They are two people at once: nobody but ann ever knew that password.
    assert run_within(hands(house.accounts)).shared("ada", "ann", at) is None
    assert house.floor.property.logins == {"ada": "open", "ann": "open"}
    tom = invited(house, "tom")
    with pytest.raises(NotPermitted, match="takes two people"):
        linked(house, tom)
    # What was made before is still good, once.
    used(house, again)
    with pytest.raises(BadLink, match="has been used"):
        used(house, again)
    linked(house, tom, "ann")
    assert house.floor.property.logins["sam"] == "open"
    house.close()


def test_a_link_is_used_by_its_person_alone_while_it_is_on_record(tmp_path: Path) -> None:
    house = begun(tmp_path)
    account = invited(house, "ann")
    token = linked(house, account)
    link, _ = run_within(link_by_token(house.accounts, token))
    book = house.floor.journal.seal_book
    right = link_use_command("ann", link.id, link.canonical, b"x", book)
    for wrong, who in (
        (right, "ada"),
        (link_use_command("sam", link.id, link.canonical, b"x", book), "sam"),
        (link_use_command("ann", "l-none", link.canonical, b"x", book), "ann"),
        (link_use_command("ann", link.id, b"another", b"x", book), "ann"),
    ):
        with pytest.raises(WrongState):
            house.do(wrong, who)
    house.at = link.until
    with pytest.raises(WrongState):
        house.do(right, "ann")
    house.close()


def test_a_lost_login_comes_back_with_one_command_at_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOUSEWAY_SEALS", str(tmp_path / "seals"))
    monkeypatch.setenv("HOUSEWAY_SEAL_KEY", str(tmp_path / "key"))
    house = begun(tmp_path)
    place = ["-d", house.url, "--address", "https://room.example/"]
    assert main(["account", "link", "ada", *place]) == 0
    assert main(["account", "link", "samuel", "--person", "sam", *place]) == 0
    lost, new = capsys.readouterr().out.split()
    house.at = max(house.at, house.floor.journal.heads()["property"].at)
    for address in (lost, new):
        front, _, token = address.partition("#")
        assert front == "https://room.example/enrol"
        used(house, token)
    assert run_within(house.accounts.check("samuel", PASSWORD)).person == "sam"
    assert house.said() == ""
    assert main(["account", "link", "nobody", *place]) == 2
    assert main(["account", "link", "x", "--person", "nobody", *place]) == 2
    house.close()
