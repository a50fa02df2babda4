"""Doors: signatures that nobody gave, keys of devices, passwords, and what a login of the machine can read."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from typing import Literal

from houseway.accounts.account_errors import BadAccount, NotSignedIn, TooOften, WrongPassword
from houseway.accounts.throttle import address_origin, console_origin
from houseway.drill.drill_plan import ZONE
from houseway.drill.insiders.attack import Attack, Ending, Step
from houseway.drill.insiders.crews import PEOPLE
from houseway.drill.insiders.insider_house import ACES, FOUR_ACES, SMALL, House, claim_of
from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.permission.people import TERMINAL, device_name
from houseway.floor.permission.vouching import DEVICE, account_command, record_account, vouched
from houseway.journal.private_files import OTHERS
from houseway.reports.floor import Wanted, days_of, make

SEGREGATION = "WAC 230-15-430"
ACCESS = "LAB-36"
PASSWORD = "four brass candles"
ANOTHER = c.CreateProperty(name="Another", profile="washington-commercial", zone=ZONE, people=PEOPLE)
Answer = tuple[Ending, str]


# -- accounts and keys, each put on record before it is made, as the server does


def _hire(house: House, *people: str) -> None:
    """Accounts of people who work here."""
    for person in people:
        change = house.ask(house.accounts.ready_to_make(person, PASSWORD, person.title(), person))
        book = house.floor.journal.seal_book
        house.at += 1_000_000
        command = account_command(c.MakeAccount, person, change.canonical, book)
        house.number += 1
        record_account(house.floor, command, who=TERMINAL, at=house.at, id=f"i{house.number}")
        house.ask(house.accounts.apply(change))


def _device(house: House, kind: Literal["panel", "sensor"] = "panel") -> c.MakeDeviceKey:
    """A key that waits for the two people who put it on record."""
    accounts = house.accounts
    change, key = house.ask(accounts.ready_to_make_device(kind, "S1", "Panel", "tom"))
    house.ask(accounts.ask_all(*change.statements))
    assert change.device is not None
    house.kept |= {"device": change.device.id, "key": key}
    digest, by = vouched(house.floor.journal.seal_book, DEVICE, change.canonical)
    return c.MakeDeviceKey(device=change.device.id, kind=kind, at_table="S1", name="Panel", digest=digest, key=by)


def _waits(house: House) -> None:
    house.kept["command"] = _device(house)


def _made(house: House) -> None:
    """The second person has signed: the key opens its door."""
    house.ask(house.accounts.activate(house.kept["device"]))


def _by_key(house: House) -> str:
    """The name that the door gives whoever has the key, or its refusal."""
    found = house.ask(house.accounts.device(house.kept["key"]))
    if found is None:
        raise NotSignedIn("this key opens nothing", remedy="two people put it on record")
    return device_name(found.kind, found.table, found.id)


def _press(house: House) -> c.Command:
    return c.Tabulate(table="S1", round=house.floor.table("S1").round + 1, picture={"1": (1,)})


def _verify(house: House) -> c.Command:
    return c.VerifyHit(jackpot=ACES, hit=house.pending, cards="9 9 9 9", deck="whole")


def _pay(house: House) -> c.Command:
    return c.PayHit(jackpot=ACES, hit=house.pending, by="cage", method="cash")


MAKE_KEY = Step("a key is made for a panel", lambda house: house.kept["command"], then=_made)


# -- past the program


def _named_only(house: House) -> Answer:
    """Somebody at a terminal puts down a colleague who has no account and is not there."""
    command = c.RecoverSeed(jackpot=ACES, row=FOUR_ACES, amount=100, source="pool", document="memo 1")
    house.do(command, "ann", "ada", named=("ann", "ada"))
    period = days_of(house.floor, house.at)
    told = [str(make(name, house.floor, Wanted(period, house.at)).sections) for name in ("audit", "day")]
    said = "ada (named, not signed)"
    if all(said in each for each in told):
        return "found", f"audit trail and daily close say: {said}"
    return "got through", "no report says that ada was named and did not sign"


def _guess(house: House) -> Answer:
    """Whoever stands at a console signs for a colleague, with passwords that they might have."""
    _hire(house, "sam", "dan")
    for guess in ("", "sam", "four brass candle", PASSWORD.upper()):
        try:
            house.ask(house.accounts.check("sam", guess, origin=console_origin("dan")))
            return "got through", f"the password {guess!r} signs for sam"
        except (WrongPassword, TooOften) as error:
            said = f"{error.code}: {error.message}"
    return "refused", said


def _lock_out(house: House) -> Answer:
    """Strangers give wrong passwords for a supervisor's login, from more addresses than anybody has."""
    _hire(house, "sam", "dan")
    accounts = house.accounts
    house.ask(accounts.check("sam", PASSWORD, origin=address_origin("10.0.0.7")))
    told: dict[str, set[str]] = {"sam": set(), "nobody": set()}
    for number in range(120):
        for login, codes in told.items():
            try:
                house.ask(
                    accounts.check(login, "wrong", origin=address_origin(f"198.51.{number // 250}.{number % 250}"))
                )
            except HousewayError as error:
                codes.add(f"{error.code} {error.message}")
    if told["sam"] != told["nobody"]:
        return "got through", "what strangers are answered tells which logins there are"
    try:
        house.ask(accounts.check("sam", PASSWORD, origin=console_origin("dan")))
        house.ask(accounts.check("sam", PASSWORD, origin=address_origin("10.0.0.7")))
    except HousewayError as error:
        return "got through", f"sam is locked out: {error.message}"
    return "refused", "strangers wait, and sam signs at the console and comes in from the house"


def _weak(house: House) -> Answer:
    for password in ("aaaaaaaaaaaa", "password1234", "qwertyuiop123", "short"):
        try:
            house.ask(house.accounts.ready_to_make("tom", password, "Tom", "tom"))
            return "got through", f"{password!r} is taken as a password"
        except BadAccount as error:
            said = f"{error.code}: {error.message}"
    return "refused", said


def _read_files(house: House) -> Answer:
    """Another login of the machine looks at every file of the room while it runs."""
    _hire(house, "sam")
    house.press("S1", 1)
    house.floor.journal.seal(house.at)
    if stat.S_IMODE(house.site.folder.stat().st_mode) & OTHERS:
        return "got through", "others may enter the folder of the room"
    for path in sorted(house.site.folder.rglob("*")):
        mode = stat.S_IMODE(os.lstat(path).st_mode)
        if mode & OTHERS:
            return "got through", f"others may read {path.name}, which is {mode:04o}"
    return "refused", "every file of the room is its owner's alone"


def _rows(change: str | Callable[[House], None], whose: str) -> Callable[[House], Answer]:
    """Accounts or keys are changed by whoever has their tables, and held against the journal."""

    def act(house: House) -> Answer:
        _hire(house, "sam", "ann", "tom")
        house.do(_device(house), "tom", "sam")
        _made(house)
        before = house.findings()
        if before:
            return "got through", f"there is a finding before anything was changed: {before[0]}"
        if isinstance(change, str):
            house.accounts.store.ask(change)
        else:
            change(house)
        found = [finding for finding in house.findings() if finding.where == "accounts"]
        named = [finding for finding in found if whose.format(**house.kept) in finding.what]
        return ("found", str(named[0])) if named else ("got through", f"nothing is found: {found}")

    return act


COPIED = "UPDATE accounts SET password = (SELECT password FROM accounts WHERE person = 'ann') WHERE person = 'sam'"
NEW_ACCOUNT = (
    "INSERT INTO accounts (id, login, name, person, password, created) VALUES ('a-x', 'sue', 'Sue', 'sue', 'x', 1)"
)
NEW_KEY = (
    "INSERT INTO devices (id, hash, kind, at_table, name, created, created_by) "
    "VALUES ('d-x', 'y', 'panel', 'S2', 'Panel', 1, 'tom')"
)


def _revived_key(house: House) -> None:
    """The key is revoked by two people, and an older copy of its row is put back."""
    accounts, device = house.accounts, house.kept["device"]
    change = house.ask(accounts.ready_to_revoke(device, "tom"))
    digest, by = vouched(house.floor.journal.seal_book, DEVICE, change.canonical)
    house.do(c.RevokeDeviceKey(device=device, reason="lost", digest=digest, key=by), "tom", "sam")
    house.ask(accounts.ask_all(*change.statements))
    accounts.store.ask("UPDATE devices SET revoked = NULL, revoked_by = NULL WHERE id = ?", device)


ATTACKS = (
    Attack(
        "founded-alone: A property is created, and its people are named",
        SEGREGATION,
        Step("the property is created", ANOTHER),
        journal=False,
    ),
    Attack(
        "named-not-signed: A colleague who is not there is put down as the second person at a terminal",
        SEGREGATION,
        past=_named_only,
    ),
    Attack("guessed-signature: A colleague's signature is guessed at a console", SEGREGATION, past=_guess),
    Attack(
        "key-that-waits: A panel's key presses before the second person has signed for it",
        SEGREGATION,
        Step("the round is counted", _press, by=_by_key),
        prepare=_waits,
        barred=(NotSignedIn,),
    ),
    Attack(
        "key-moves-money: A key is made for a panel, and wagers and a prize are entered with it",
        SEGREGATION,
        MAKE_KEY,
        Step("the key counts a round", _press, by=_by_key),
        Step("the key claims a prize", lambda house: claim_of(house, "S1", SMALL), by=_by_key),
        prepare=_waits,
    ),
    Attack(
        "key-claims-and-pays: A key is made for a panel, claims a prize that nobody won, and the prize is paid",
        SEGREGATION,
        MAKE_KEY,
        Step("the key counts a round", _press, by=_by_key),
        Step("the key claims a prize", lambda house: claim_of(house, "S1", SMALL), by=_by_key),
        Step("the hit is verified", _verify),
        Step("the prize is paid", _pay),
        prepare=_waits,
    ),
    Attack("secrets-read: Another login of the machine reads hashes, seals and rounds", ACCESS, past=_read_files),
    Attack("lock-out: Strangers lock a supervisor out with wrong passwords", ACCESS, past=_lock_out),
    Attack("weak-password: An account gets a password that anybody would try first", ACCESS, past=_weak),
    Attack(
        "password-copied: A colleague's account gets a password that somebody knows, past the program",
        ACCESS,
        past=_rows(COPIED, "the account of sam"),
    ),
    Attack(
        "account-slipped-in: An account is added past the program",
        ACCESS,
        past=_rows(NEW_ACCOUNT, "the account of sue"),
    ),
    Attack(
        "key-slipped-in: A device key is added past the program", ACCESS, past=_rows(NEW_KEY, "the key of device d-x")
    ),
    Attack(
        "revoked-key-back: A revoked key is brought back with an older copy of the accounts",
        ACCESS,
        past=_rows(_revived_key, "the key of device {device}"),
    ),
)
