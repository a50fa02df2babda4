"""Sessions, guests and names: how long each lasts, to the microsecond, and what is forgotten."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.accounts.account_errors import BadAccount, TooOften, WrongPassword
from houseway.accounts.account_rows import Account
from houseway.accounts.device_keys import digest
from houseway.accounts.service import (
    ABSOLUTE,
    ABSOLUTE_PLAYER,
    GUEST_DAYS,
    IDLE,
    IDLE_PLAYER,
    NAMES,
    SEEN_EVERY,
    Accounts,
)
from houseway.accounts.store import open_store
from houseway.accounts.throttle import PATIENCE
from houseway.floor.floor_errors import WrongState
from houseway.journal.journal_errors import JournalUnavailable
from tests.quick_passwords import QUICK
from tests.waiting import run_within
from tests.web.serving import PASSWORD

SECOND = 1_000_000
DAY = 24 * 3600 * SECOND


class Clock:
    at = 1_800_000_000_000_000

    def __call__(self) -> int:
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def accounts(tmp_path: Path, clock: Clock) -> Iterator[Accounts]:
    store = open_store(str(tmp_path / "floor.db"))
    yield Accounts(store, hasher=QUICK, now=clock)
    store.close()


@pytest.fixture
def sam(accounts: Accounts) -> Account:
    return run_within(accounts.make("sam", PASSWORD, "Sam", "sam"))


@pytest.fixture
def guest(accounts: Accounts) -> Account:
    return run_within(accounts.make_guest())


def count(accounts: Accounts, table: str) -> int:
    [[rows]] = accounts.store.ask(f"SELECT COUNT(*) FROM {table}")
    return int(rows)


def goes_on(accounts: Accounts, session: str) -> bool:
    """Both ways of asking say the same; the one that is no use of it first."""
    quietly = run_within(accounts.goes_on(digest(session)))
    found = run_within(accounts.session(session))
    assert (found is not None) is quietly
    return quietly


@pytest.mark.parametrize("person", [True, False])
def test_a_session_ends_when_nothing_was_asked_in_it_for_long(
    accounts: Accounts, clock: Clock, sam: Account, guest: Account, person: bool
) -> None:
    idle = (IDLE if person else IDLE_PLAYER) * SECOND
    session = run_within(accounts.begin(sam if person else guest))
    clock.at += idle
    assert goes_on(accounts, session)
    clock.at += idle + 1
    assert not goes_on(accounts, session)


@pytest.mark.parametrize("person", [True, False])
def test_a_session_ends_after_its_time_however_much_it_was_used(
    accounts: Accounts, clock: Clock, sam: Account, guest: Account, person: bool
) -> None:
    idle, absolute = (IDLE, ABSOLUTE) if person else (IDLE_PLAYER, ABSOLUTE_PLAYER)
    began = clock.at
    session = run_within(accounts.begin(sam if person else guest))
    while clock.at + idle * SECOND < began + absolute * SECOND:
        clock.at += idle * SECOND
        assert goes_on(accounts, session)
    clock.at = began + absolute * SECOND
    assert goes_on(accounts, session)
    clock.at += 1
    assert not goes_on(accounts, session)


def test_a_session_tells_whose_it_is_and_since_when(accounts: Accounts, clock: Clock, sam: Account) -> None:
    began = clock.at
    session = run_within(accounts.begin(sam))
    clock.at += SECOND
    found = run_within(accounts.session(session))
    assert found is not None
    assert (found.account.id, found.began) == (sam.id, began)
    assert run_within(accounts.session("another")) is None
    assert not run_within(accounts.goes_on(digest("another")))


def test_to_ask_whether_a_session_goes_on_is_no_use_of_it(accounts: Accounts, clock: Clock, sam: Account) -> None:
    session = run_within(accounts.begin(sam))
    clock.at += IDLE * SECOND
    assert run_within(accounts.goes_on(digest(session)))
    clock.at += 1
    assert not run_within(accounts.goes_on(digest(session)))


def test_use_is_noted_every_so_often(accounts: Accounts, clock: Clock, sam: Account) -> None:
    session = run_within(accounts.begin(sam))

    def seen() -> int:
        [[at]] = accounts.store.ask("SELECT seen FROM sessions")
        return int(at)

    began = clock.at
    clock.at = began + SEEN_EVERY * SECOND
    run_within(accounts.session(session))
    assert seen() == began
    clock.at += 1
    run_within(accounts.session(session))
    assert seen() == clock.at


def test_sessions_of_long_ago_are_swept_and_no_others(accounts: Accounts, clock: Clock, guest: Account) -> None:
    run_within(accounts.begin(guest))
    clock.at += IDLE_PLAYER * SECOND
    run_within(accounts.sweep())
    assert count(accounts, "sessions") == 1
    clock.at += 1
    run_within(accounts.sweep())
    assert count(accounts, "sessions") == 0


def test_guests_who_cannot_come_back_are_forgotten(
    accounts: Accounts, clock: Clock, sam: Account, guest: Account
) -> None:
    signed_in = run_within(accounts.make_guest())
    run_within(accounts.begin(signed_in))
    kept = run_within(accounts.keep(run_within(accounts.make_guest()), "kept", PASSWORD))
    sitting = run_within(accounts.make_guest())
    clock.at += GUEST_DAYS * DAY
    assert run_within(accounts.sweep_guests(lambda player: False)) == []
    clock.at += 1
    gone = run_within(accounts.sweep_guests(lambda player: player == f"player:{sitting.id}"))
    assert gone == [f"player:{guest.id}"]
    there = {row[0] for row in accounts.store.ask("SELECT id FROM accounts")}
    assert there == {sam.id, signed_in.id, kept.id, sitting.id}


def test_guests_are_forgotten_however_many_they_are(accounts: Accounts, clock: Clock) -> None:
    guests = [run_within(accounts.make_guest()).id for _ in range(3)]
    add = "INSERT INTO accounts (id, name, created, password_once) VALUES (?, 'G', 0, 0)"
    rows = [(add, (f"g-{number:04}",)) for number in range(1_001)]
    accounts.store.ask_all(*rows)
    clock.at += GUEST_DAYS * DAY + 1
    gone = run_within(accounts.sweep_guests(lambda player: False))
    assert len(gone) == len(rows) + len(guests)
    assert count(accounts, "accounts") == 0


# -- names


def test_a_name_is_known_for_a_while_and_then_asked_for_again(accounts: Accounts, clock: Clock, guest: Account) -> None:
    player = f"player:{guest.id}"
    assert accounts.name_of(player) == guest.name
    accounts.store.ask("UPDATE accounts SET name = 'Other' WHERE id = ?", guest.id)
    clock.at += NAMES * SECOND
    assert accounts.name_of(player) == guest.name
    clock.at += 1
    assert accounts.name_of(player) == "Other"
    assert accounts.name_of("player:nobody") == "nobody"
    assert accounts.name_of("player:auto-ace") == "Ace"


# -- passwords that anybody would try


def test_a_password_that_anybody_would_try_is_never_set(accounts: Accounts, sam: Account, guest: Account) -> None:
    for weak in ("short", "sam-sam-sam-sam"):
        with pytest.raises(BadAccount):
            run_within(accounts.set_password(sam, weak))
    with pytest.raises(BadAccount):
        run_within(accounts.make("tom", "tom-tom-tom-tom", "Tom", "tom"))
    with pytest.raises(BadAccount):
        run_within(accounts.keep(guest, "gus", "gus-gus-gus-gus"))
    assert run_within(accounts.check("sam", PASSWORD)) == sam
    assert [one.login for one in run_within(accounts.staff())] == ["sam"]


# -- logins that are taken


def test_a_login_that_is_taken_meanwhile_is_said_and_nothing_else_is_taken_for_it(
    accounts: Accounts, guest: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = run_within(accounts.ready_to_make("sam", PASSWORD, "Sam", "sam"))
    second = run_within(accounts.ready_to_make("sam", PASSWORD, "Other", "other"))
    run_within(accounts.apply(first))
    with pytest.raises(BadAccount, match="has an account already"):
        run_within(accounts.apply(second))
    with pytest.raises(BadAccount, match="the login sam is taken"):
        run_within(accounts.keep(guest, "sam", PASSWORD))

    async def away(*statements: object) -> None:
        raise JournalUnavailable("the database is away")

    third = run_within(accounts.ready_to_make("tom", PASSWORD, "Tom", "tom"))
    monkeypatch.setattr(accounts, "ask_all", away)
    monkeypatch.setattr(accounts, "ask", away)
    with pytest.raises(JournalUnavailable):
        run_within(accounts.apply(third))
    with pytest.raises(JournalUnavailable):
        run_within(accounts.keep(guest, "ben", PASSWORD))


def test_a_change_that_somebody_else_made_first_is_not_made_again(accounts: Accounts, sam: Account) -> None:
    change = run_within(accounts.ready_to_set_password(sam, PASSWORD + "2", by="ada"))
    run_within(accounts.apply(change))
    with pytest.raises(WrongState, match="was changed at the same moment by somebody else"):
        run_within(accounts.apply(change))


def test_sessions_end_with_their_account_and_do_not_come_back_with_it(accounts: Accounts, sam: Account) -> None:
    session = run_within(accounts.begin(sam))
    run_within(accounts.close_account(sam.id))
    run_within(accounts.close_account(sam.id, closed=False))
    assert not goes_on(accounts, session)


def test_whoever_listens_hears_of_a_session_that_is_ended(accounts: Accounts, sam: Account) -> None:
    session = run_within(accounts.begin(sam))
    heard: list[str] = []
    accounts.ended.append(heard.append)
    run_within(accounts.end(digest(session)))
    assert heard == [digest(session)]


def test_a_new_password_ends_the_wait_after_wrong_ones(accounts: Accounts, sam: Account) -> None:
    for _ in range(PATIENCE):
        with pytest.raises(WrongPassword):
            run_within(accounts.check("sam", "not the password"))
    with pytest.raises(TooOften):
        run_within(accounts.check("sam", PASSWORD))
    run_within(accounts.set_password(sam, PASSWORD))
    assert run_within(accounts.check("sam", PASSWORD)) == sam


@pytest.mark.parametrize("name", ["", "\u200b"])
def test_an_account_has_a_name_that_can_be_seen(accounts: Accounts, name: str) -> None:
    for ready in (accounts.ready_to_invite("tom", name, "tom"), accounts.ready_to_make("tom", PASSWORD, name, "tom")):
        with pytest.raises(BadAccount):
            run_within(ready)


def test_nobody_needs_a_code_where_no_settings_say_so(accounts: Accounts) -> None:
    assert not accounts.needs_codes("sam")


def test_a_guest_whose_account_cannot_be_kept_just_now_is_told_so(accounts: Accounts, guest: Account) -> None:
    accounts.store.ask(
        "CREATE TRIGGER full BEFORE UPDATE ON accounts BEGIN SELECT id FROM a_table_that_there_is_not; END"
    )
    with pytest.raises(JournalUnavailable):
        run_within(accounts.keep(guest, "gus", PASSWORD))
    assert run_within(accounts.by_id(guest.id)) == guest


# -- how long everything lasts, in the words of the house


def test_somebody_who_works_here_is_signed_out_after_half_an_hour_of_nothing_and_after_a_shift(
    accounts: Accounts, clock: Clock, sam: Account
) -> None:
    began = clock.at
    used, left = run_within(accounts.begin(sam)), run_within(accounts.begin(sam))
    clock.at = began + 1_800_000_000
    assert goes_on(accounts, used)
    clock.at += 1
    assert not goes_on(accounts, left)
    for minutes in range(59, 12 * 60, 29):
        clock.at = began + minutes * 60_000_000
        assert goes_on(accounts, used)
    clock.at = began + 43_200_000_000
    assert goes_on(accounts, used)
    clock.at += 1
    assert not goes_on(accounts, used)


def test_a_player_is_signed_out_after_two_weeks_of_nothing_and_after_sixty_days(
    accounts: Accounts, clock: Clock, guest: Account
) -> None:
    began = clock.at
    used, left = run_within(accounts.begin(guest)), run_within(accounts.begin(guest))
    clock.at = began + 1_209_600_000_000
    assert goes_on(accounts, used)
    clock.at += 1
    assert not goes_on(accounts, left)
    for day in range(27, 60, 13):
        clock.at = began + day * 86_400_000_000
        assert goes_on(accounts, used)
    clock.at = began + 5_184_000_000_000
    assert goes_on(accounts, used)
    clock.at += 1
    assert not goes_on(accounts, used)


def test_guests_are_forgotten_after_thirty_days_and_uses_and_names_are_half_a_minute_old_at_most(
    accounts: Accounts, clock: Clock, guest: Account
) -> None:
    session = run_within(accounts.begin(guest))
    player = f"player:{guest.id}"
    accounts.store.ask("UPDATE accounts SET name = 'Other' WHERE id = ?", guest.id)
    clock.at += 30_000_000
    assert accounts.name_of(player) == guest.name
    clock.at += 1
    assert accounts.name_of(player) == "Other"
    run_within(accounts.session(session))
    assert accounts.store.ask("SELECT seen FROM sessions") == [(clock.at,)]
    run_within(accounts.end(digest(session)))
    clock.at = guest.created + 2_592_000_000_000
    assert run_within(accounts.sweep_guests(lambda player: False)) == []
    clock.at += 1
    assert run_within(accounts.sweep_guests(lambda player: False)) == [player]


# -- names that a server far away is asked for


def test_a_name_that_is_on_its_way_is_heard_of_when_it_is_there_and_only_if_it_is_another(
    accounts: Accounts, clock: Clock, guest: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts.store, "quick", False)
    far = Accounts(accounts.store, hasher=QUICK, now=clock)
    heard: list[list[str]] = []
    far.renamed.append(lambda players: heard.append(sorted(players)))
    player = f"player:{guest.id}"

    async def asked() -> str:
        name = far.name_of(player)
        while (waiting := [task for task in asyncio.all_tasks() if task.get_name() == "names"]) != []:
            await asyncio.wait(waiting)
        return name

    assert run_within(asked()) == "A player"
    assert heard == [[player]]
    assert run_within(asked()) == guest.name
    clock.at += 30_000_001
    assert run_within(asked()) == guest.name
    assert heard == [[player]]
    accounts.store.ask("UPDATE accounts SET name = 'Other' WHERE id = ?", guest.id)
    clock.at += 30_000_001
    assert run_within(asked()) == guest.name
    assert heard == [[player], [player]]
    assert run_within(asked()) == "Other"
