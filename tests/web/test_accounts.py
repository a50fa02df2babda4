"""Accounts, sessions and device keys, on either engine."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import apsw
import pytest

from houseway.accounts import service
from houseway.accounts.account_errors import BadAccount, TooOften, WrongPassword
from houseway.accounts.custody import Handed, hands
from houseway.accounts.service import Accounts
from houseway.accounts.store import open_store
from houseway.accounts.throttle import PATIENCE
from houseway.errors import HousewayError
from houseway.floor.floor import Floor
from houseway.floor.floor_errors import UnknownThing
from houseway.web.live.proposals import Proposals
from tests.quick_passwords import QUICK
from tests.waiting import run_within
from tests.web.serving import PASSWORD

SECOND = 1_000_000


class Clock:
    def __init__(self) -> None:
        self.at = 1_800_000_000 * SECOND

    def __call__(self) -> int:
        return self.at

    def pass_seconds(self, seconds: float) -> None:
        self.at += int(seconds * SECOND)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["sqlite", "postgresql"])
def accounts(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Accounts]:
    url = str(tmp_path / "floor.db") if request.param == "sqlite" else request.getfixturevalue("postgres")
    store = open_store(url)
    yield Accounts(store, hasher=QUICK, now=clock)
    store.close()


def test_a_password_is_kept_only_as_an_argon2id_hash(accounts: Accounts) -> None:
    run_within(accounts.make("Sam", PASSWORD, "Sam Okafor", "sam"))
    [[login, kept]] = accounts.store.ask("SELECT login, password FROM accounts")
    assert login == "sam"
    assert kept.startswith("$argon2id$")
    assert PASSWORD not in kept
    assert run_within(accounts.check(" SAM ", PASSWORD)).person == "sam"


@pytest.mark.parametrize(
    ("login", "password", "name"),
    [
        ("x", PASSWORD, "X"),
        ("no spaces", PASSWORD, "X"),
        ("sam", "too short", "X"),
        ("sam", "x" * 300, "X"),
        ("sam", "my name is sam!", "X"),
        ("sam", PASSWORD, ""),
        ("sam", PASSWORD, "  "),
        ("sam", PASSWORD, "two\nlines"),
        ("sam", PASSWORD, "back\u202ewards"),
        ("sam", PASSWORD, "x" * 41),
    ],
)
def test_accounts_that_cannot_be_made(accounts: Accounts, login: str, password: str, name: str) -> None:
    with pytest.raises(BadAccount):
        run_within(accounts.make(login, password, name))


def test_one_account_a_login_and_a_person(accounts: Accounts) -> None:
    run_within(accounts.make("sam", PASSWORD, "Sam", "sam"))
    with pytest.raises(BadAccount):
        run_within(accounts.make("SAM", PASSWORD, "Other", "other"))
    with pytest.raises(BadAccount):
        run_within(accounts.make("other", PASSWORD, "Sam", "sam"))


@pytest.mark.parametrize("name", ["Ada Marsh", "ada marsh", " ADA MARSH ", "House", "the Dealer", "Houseway"])
def test_a_player_is_called_as_nobody_of_the_house(accounts: Accounts, name: str) -> None:
    run_within(accounts.make("ada", PASSWORD, "Ada Marsh", "ada"))
    guest = run_within(accounts.make_guest())
    with pytest.raises(BadAccount, match="somebody of the house is called that"):
        run_within(accounts.rename(guest, name))
    run_within(accounts.rename(guest, "Ada"))
    assert run_within(accounts.by_id(guest.id)).name == "Ada"


@pytest.mark.parametrize("name", ["e" + "\u0301" * 39, "\u0301e", "\u0334e", "Zoq\u0308\u0301\u0301\u0301"])
def test_a_name_is_not_heaped_with_accents(accounts: Accounts, name: str) -> None:
    guest = run_within(accounts.make_guest())
    with pytest.raises(BadAccount, match="cannot be a name"):
        run_within(accounts.rename(guest, name))
    for plain in ("Zoë Nguyễn", "Zoe\u0308", "Zoq\u0308\u0301\u0301", "สมชาย", "Дмитрий", "अनिल कुमार"):
        run_within(accounts.rename(guest, plain))


def test_wrong_passwords_lock_the_account_longer_each_time(accounts: Accounts, clock: Clock) -> None:
    run_within(accounts.make("sam", PASSWORD, "Sam", "sam"))
    for _ in range(PATIENCE):
        with pytest.raises(WrongPassword):
            run_within(accounts.check("sam", "not the password"))
    waits = []
    for _ in range(3):
        with pytest.raises(TooOften) as locked:
            run_within(accounts.check("sam", PASSWORD))
        waits.append(locked.value.wait)
        clock.pass_seconds(locked.value.wait + 1)
        with pytest.raises(WrongPassword):
            run_within(accounts.check("sam", "not the password"))
    assert waits == [30, 60, 120]
    clock.pass_seconds(3601)
    assert run_within(accounts.check("sam", PASSWORD)).login == "sam"
    # The right password begins the count anew.
    with pytest.raises(WrongPassword):
        run_within(accounts.check("sam", "not the password"))
    assert run_within(accounts.check("sam", PASSWORD)).login == "sam"


def test_an_unknown_login_is_refused_like_a_wrong_password(accounts: Accounts) -> None:
    run_within(accounts.make("sam", PASSWORD, "Sam", "sam"))
    said = []
    for login in ("sam", "nobody"):
        with pytest.raises(WrongPassword) as refused:
            run_within(accounts.check(login, "not the password"))
        said.append(str(refused.value))
    assert said[0] == said[1]


def test_a_session_is_kept_only_as_a_digest_and_ends_when_idle(accounts: Accounts, clock: Clock) -> None:
    async def go() -> None:
        account = await accounts.make("sam", PASSWORD, "Sam", "sam")
        id = await accounts.begin(account)
        assert len(id) >= 43
        [[kept]] = accounts.store.ask("SELECT hash FROM sessions")
        assert id not in kept
        assert await accounts.session(kept) is None
        clock.pass_seconds(service.IDLE - 1)
        assert await accounts.session(id) is not None
        clock.pass_seconds(service.IDLE - 1)
        assert await accounts.session(id) is not None
        clock.pass_seconds(service.IDLE + 1)
        assert await accounts.session(id) is None
        assert accounts.store.ask("SELECT hash FROM sessions") == []

    run_within(go())


def test_a_session_ends_however_busy_after_its_absolute_limit(accounts: Accounts, clock: Clock) -> None:
    async def go() -> None:
        account = await accounts.make("sam", PASSWORD, "Sam", "sam")
        id = await accounts.begin(account)
        lived = 0
        while await accounts.session(id) is not None:
            clock.pass_seconds(600)
            lived += 600
        assert service.ABSOLUTE < lived <= service.ABSOLUTE + 600

    run_within(go())


def test_a_closed_account_and_a_new_password_end_every_session(accounts: Accounts) -> None:
    async def go() -> None:
        account = await accounts.make("sam", PASSWORD, "Sam", "sam")
        first, second = await accounts.begin(account), await accounts.begin(account)
        await accounts.set_password(account, "another long password")
        assert await accounts.session(first) is None
        assert await accounts.session(second) is None
        with pytest.raises(WrongPassword):
            await accounts.check("sam", PASSWORD)
        third = await accounts.begin(account)
        await accounts.close_account(account.id)
        assert await accounts.session(third) is None
        with pytest.raises(WrongPassword):
            await accounts.check("sam", "another long password")
        await accounts.close_account(account.id, closed=False)
        assert (await accounts.check("sam", "another long password")).id == account.id

    run_within(go())


def test_a_password_that_another_set_is_for_once_and_on_the_books(accounts: Accounts, clock: Clock) -> None:
    async def go() -> None:
        own = await accounts.make("sam", PASSWORD, "Sam", "sam")
        given = await accounts.make("ann", PASSWORD, "Ann", "ann", by="ada")
        assert (own.once, given.once) == (False, True)
        assert (await accounts.check("ann", PASSWORD)).once
        made = Handed("ann", "ada", clock(), "made")
        clock.pass_seconds(60)
        await accounts.set_password(own, "another long password", by="ada")
        session = await accounts.session(await accounts.begin(own))
        assert session is not None
        assert session.account.once
        replaced = Handed("sam", "ada", clock(), "replaced")
        assert (await hands(accounts)).recent(clock()) == [replaced, made]
        # The own password is the own; that another one was set stays on the books.
        await accounts.set_password(own, PASSWORD)
        assert not (await accounts.by_id(own.id)).once
        assert [account.once for account in await accounts.staff()] == [True, False]
        assert (await hands(accounts)).recent(clock()) == [replaced, made]
        with pytest.raises(BadAccount):
            await accounts.check_free("SAM", "Sam", None)
        with pytest.raises(BadAccount):
            await accounts.check_free("other", "Sam", "sam")
        await accounts.check_free("other", "Other", None)

    run_within(go())


def test_a_device_key_is_kept_only_as_a_digest(accounts: Accounts) -> None:
    async def go() -> None:
        device, key = await accounts.make_device("panel", "T1", "Panel", "tom")
        [[kept]] = accounts.store.ask("SELECT hash FROM devices")
        assert key not in kept
        # It opens nothing before a second person has approved it.
        assert await accounts.device(key) is None
        assert not await accounts.device_works(device.id)
        active = await accounts.activate(device.id)
        assert not active.waits
        assert await accounts.device(key) == active
        assert await accounts.device(kept) is None
        revoked = await accounts.revoke(device.id, "tom")
        assert revoked.revoked_by == "tom"
        assert await accounts.device(key) is None
        assert not await accounts.device_works(device.id)
        with pytest.raises(UnknownThing):
            await accounts.revoke("d-none", "tom")

    run_within(go())


def test_the_secret_of_the_server_stays(accounts: Accounts) -> None:
    assert accounts.secret("csrf") == accounts.secret("csrf")
    assert len(accounts.secret("csrf")) == 64
    assert accounts.secret("csrf") != accounts.secret("other")


def test_accounts_and_journal_are_apart(tmp_path: Path) -> None:
    url = tmp_path / "floor.db"
    floor = Floor.open(url, create=True)
    store = open_store(url)
    run_within(Accounts(store, hasher=QUICK).make("sam", PASSWORD, "Sam Okafor", "sam"))
    store.close()
    assert floor.journal.verify().ok
    floor.close()
    assert b"argon2" not in url.read_bytes()
    beside = tmp_path / "floor.db.accounts"
    assert beside.stat().st_mode & 0o077 == 0


def test_accounts_of_a_later_release_are_refused(tmp_path: Path) -> None:
    url = tmp_path / "floor.db"
    store = open_store(url)
    store.ask("INSERT INTO migrations VALUES (999, 'x')")
    store.close()
    with pytest.raises(HousewayError, match="later release"):
        open_store(url)


def test_accounts_of_an_earlier_release_are_brought_up_to_date(tmp_path: Path) -> None:
    first = (files("houseway.accounts") / "migrations" / "0001_accounts.sql").read_text(encoding="utf-8")
    before = apsw.Connection(str(tmp_path / "floor.db.accounts"))
    before.execute("CREATE TABLE migrations (number INTEGER PRIMARY KEY, digest TEXT NOT NULL)")
    before.execute(first)
    before.execute("INSERT INTO migrations VALUES (1, ?)", (hashlib.sha256(first.encode()).hexdigest(),))
    hashed = QUICK.hash(PASSWORD)
    before.execute(
        "INSERT INTO accounts (id, login, name, person, password, created) VALUES (?, ?, ?, ?, ?, 1)",
        ("a-1", "sam", "Sam", "sam", hashed),
    )
    stop = '{"type": "change-settings", "settings": {}}'
    before.execute("INSERT INTO proposals (id, command, who, at, state) VALUES ('p', ?, 'ada', 1, 'open')", (stop,))
    before.close()
    store = open_store(tmp_path / "floor.db")
    accounts = Accounts(store, hasher=QUICK)
    account = run_within(accounts.check("sam", PASSWORD))
    assert (account.person, account.once) == ("sam", False)
    # What it was proposed against is not known: it is proposed anew.
    [waits] = run_within(Proposals(accounts).waiting())
    assert (waits.id, waits.against) == ("p", "")
    store.close()
