"""Whose hands an account may be in: two signatures are those of two people only where no one could have given both."""

from __future__ import annotations

import pytest

from houseway.accounts.custody import Hands, check_hands
from houseway.floor.floor_errors import NotPermitted
from houseway.floor.permission.vouched_books import SHARED_DAYS, Handed

DAY = 24 * 3600 * 1_000_000
NOW = 100 * DAY


def handed(person: str, by: str, days_ago: int = 1) -> Handed:
    return Handed(person, by, NOW - days_ago * DAY, "made")


def test_people_whose_passwords_nobody_else_set_are_two() -> None:
    assert Hands([]).shared("ann", "bob", NOW) is None
    assert Hands([handed("cid", "ann")]).shared("ann", "bob", NOW) is None


def test_whoever_set_the_others_password_could_have_signed_as_both() -> None:
    one = handed("bob", "ann", 2)
    until = one.at + SHARED_DAYS * DAY
    assert Hands([one]).shared("ann", "bob", NOW) == ("ann", until)
    assert Hands([one]).shared("bob", "ann", NOW) == ("ann", until)


def test_a_third_person_who_set_both_could_have_signed_as_both() -> None:
    older, newer = handed("ann", "zed", 3), handed("bob", "zed", 2)
    assert Hands([older, newer]).shared("ann", "bob", NOW) == ("zed", older.until)


def test_one_of_the_two_is_named_before_a_third() -> None:
    both = [handed("bob", "ann"), handed("ann", "aaa")]
    assert Hands(both).shared("ann", "bob", NOW) == ("ann", both[0].until)
    together = [handed("ann", "aaa"), handed("bob", "ann")]
    assert Hands(together).shared("bob", "ann", NOW) == ("ann", together[1].until)
    through = [handed("ann", "zoe", 1), handed("bob", "zoe", 2), handed("bob", "ann", 2)]
    assert Hands(through).shared("ann", "bob", NOW) is not None


def test_hands_go_from_one_to_the_next() -> None:
    chain = [handed("bob", "cid", 3), handed("cid", "ann", 2)]
    assert Hands(chain).shared("ann", "bob", NOW) == ("ann", chain[0].until)
    assert Hands(chain).holders("bob", chain) == {"bob", "cid", "ann"}
    assert Hands(chain).holders("ann", chain) == {"ann"}


def test_the_newest_that_joins_two_says_until_when() -> None:
    several = [handed("bob", "ann", 5), handed("bob", "ann", 1), handed("bob", "ann", 3)]
    assert Hands(several).shared("ann", "bob", NOW) == ("ann", several[1].until)


def test_a_password_counts_from_its_moment_until_its_days_are_over() -> None:
    one = Handed("bob", "ann", NOW, "made")
    hands = Hands([one])
    for at, shared in ((NOW - 1, False), (NOW, True), (one.until - 1, True), (one.until, False)):
        assert (hands.shared("ann", "bob", at) is not None) is shared
    assert one.until == NOW + SHARED_DAYS * DAY


def test_a_signature_that_one_person_could_have_given_twice_is_refused_and_says_whose_password_it_was() -> None:
    hands = Hands([handed("bob", "ann", 2)])
    check_hands(hands, "bob", "cid", "UTC", NOW)
    with pytest.raises(NotPermitted, match="the password of bob was set by ann: until"):
        check_hands(hands, "ann", "bob", "UTC", NOW)
    # They were one when it was proposed, and are two now.
    late = NOW + SHARED_DAYS * DAY
    with pytest.raises(NotPermitted, match="when this was proposed ann and bob did not count") as refused:
        check_hands(hands, "ann", "bob", "UTC", NOW, late)
    assert refused.value.remedy == "propose it anew"
    both = Hands([handed("ann", "zed", 3), handed("bob", "zed", 2)])
    with pytest.raises(NotPermitted, match="the passwords of ann and bob were set by zed"):
        check_hands(both, "ann", "bob", "UTC", NOW)
