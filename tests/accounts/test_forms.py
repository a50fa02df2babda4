"""The one form that is vouched for, passwords at the edge of what is allowed, and what is forgotten when."""

from __future__ import annotations

import pytest

from houseway.accounts.account_errors import BadAccount
from houseway.accounts.account_rows import Account, Device, canonical_account, canonical_device
from houseway.accounts.passwords import LEAST_DIFFERENT, LONGEST, SHORTEST, check_password, weakness
from houseway.accounts.throttle import known_place, sweep
from houseway.floor.permission.vouched_books import Handed

SECOND = 1_000_000
NOW = 1_800_000_000 * SECOND


def test_the_form_of_an_account_is_the_same_in_every_release() -> None:
    """Digests of it are on record for ever."""
    open_ = Account("a-1", "sam", "Sam", "sam", 5, None, False)
    assert canonical_account(open_, "hash") == b'["a-1","sam","sam","hash",false,false]'
    closed = Account("a-1", "sam", "Other name", "sam", 6, 7, True)
    assert canonical_account(closed, None) == b'["a-1","sam","sam",null,true,true]'


def test_the_form_of_a_device_is_the_same_in_every_release() -> None:
    works = Device("d-1", "panel", "T1", "Panel", 5, "tom", None, None, False)
    assert canonical_device(works, "hash") == b'["d-1","hash","panel","T1","Panel",false]'
    revoked = Device("d-1", "panel", "T1", "Panel", 5, "tom", 6, "ada", False)
    assert canonical_device(revoked, "hash") == b'["d-1","hash","panel","T1","Panel",true]'


@pytest.mark.parametrize(
    ("password", "words"),
    [
        ("abxk" + "abxkbakx", "fewer than 5 different"),
        ("abxkmbkxambx", None),
        ("correct horse", None),
        ("mule drum oak", None),
        ("maplesmaples!", "one thing again and again"),
        ("maplesmaplesxyz", None),
        ("abcdefghijkl", "follow each other in order"),
        ("abcdefg97531", None),
        ("abcdefgqwert", "follow each other in order"),
        ("abcdqwert987", "follow each other in order"),
        ("abcqwe987zxc", "follow each other in order"),
        ("abcqwe98zxlk", None),
        ("password1234", "many people take"),
        ("password casino", "many people take"),
        ("password walrus", None),
        ("123p4ssw0rd99", "many people take"),
        ("99adm!n!strat0r", "many people take"),
        ("super-vis-or99", "many people take"),
    ],
)
def test_a_password_is_weak_for_a_reason_or_not_at_all(password: str, words: str | None) -> None:
    found = weakness(password)
    assert (found is None) is (words is None), found
    if words is not None:
        assert found is not None
        assert words in found
    assert LEAST_DIFFERENT == 5


def test_a_password_has_its_length_and_not_the_login() -> None:
    strong = "mule drum oak, xylophone 7 and a very long sentence that never ends "
    check_password(strong[:SHORTEST], "sam")
    check_password((strong * 9)[:LONGEST] if weakness((strong * 9)[:LONGEST]) is None else strong, "sam")
    for wrong in (strong[: SHORTEST - 1], strong + "".join(map(chr, range(200, 200 + LONGEST)))):
        with pytest.raises(BadAccount):
            check_password(wrong, "sam")
    with pytest.raises(BadAccount, match="holds the login"):
        check_password("mule drum SAM oak", "sam")
    check_password("mule drum SAM oak", "")


def test_a_password_has_twelve_characters_and_at_most_256() -> None:
    characters = "".join(chr(0x4E00 + number) for number in range(257))
    for length in (12, 256):
        check_password(characters[:length], "sam")
    for length in (11, 257):
        with pytest.raises(BadAccount):
            check_password(characters[:length], "sam")


def test_a_password_of_anothers_hand_counts_for_a_week() -> None:
    assert Handed("sam", "ada", 5, "made").until == 5 + 604_800_000_000


def test_a_place_is_known_for_thirty_days_and_a_try_for_one() -> None:
    since = NOW - 2_592_000_000_000
    sql, values = known_place("sam", "10.0.0.5", NOW)
    assert "p.at > ?" in sql
    assert values == ("10.0.0.5", since, "sam")
    (tries, of_tries), (places, of_places) = sweep(NOW)
    assert "at < ?" in tries
    assert "at < ?" in places
    assert of_tries == (NOW - 86_400_000_000, NOW)
    assert of_places == (since,)
