"""What vouches for accounts and device keys: digests under the sealing key, and nothing where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.errors import Refused
from houseway.floor import command_index as c
from houseway.floor.floor_errors import ReferenceMissing, WrongState
from houseway.floor.permission.vouching import Vouched, account_command, attestation, key_name, vouched
from houseway.journal import SealBook
from tests.floor.houses import PAIR, House


@pytest.fixture
def book(tmp_path: Path) -> SealBook:
    made = SealBook(tmp_path / "seals", tmp_path / "key")
    made.add(dict, 1)
    return made


def test_without_a_seal_book_nothing_vouches_and_nobody_attests() -> None:
    assert vouched(None, "account", b"row") == Vouched("", "")
    command = account_command(c.MakeAccount, "sam", b"row", None)
    assert (command.person, command.digest, command.key) == ("sam", "", "")
    with pytest.raises(WrongState, match="no sealing key to attest with"):
        attestation({}, {}, (), "a look", None)


def test_a_digest_is_of_the_row_its_purpose_and_the_key(book: SealBook) -> None:
    found = vouched(book, "account", b"row")
    assert found == Vouched(book.keyed_digest("account", b"row").hex(), key_name(book))
    assert found.key == book.public_key().hex()[:16]
    assert found != vouched(book, "device", b"row")
    assert found != vouched(book, "account", b"other")


def test_a_password_set_by_another_hand_is_said_where_an_account_is_made(book: SealBook) -> None:
    made = account_command(c.MakeAccount, "sam", b"row", book, once=True)
    assert isinstance(made, c.MakeAccount)
    assert made.once is True
    own = account_command(c.MakeAccount, "sam", b"row", book)
    assert isinstance(own, c.MakeAccount)
    assert own.once is False
    replaced = account_command(c.ReplacePassword, "sam", b"row", book, once=True)
    assert isinstance(replaced, c.ReplacePassword)


def test_an_attestation_covers_all_but_keys_that_wait(book: SealBook) -> None:
    command = attestation({"sam": b"a"}, {"d-1": b"d", "d-2": b"e"}, {"d-2"}, "a look", book)
    assert command.accounts == {"sam": book.keyed_digest("account", b"a").hex()}
    assert command.devices == {"d-1": book.keyed_digest("device", b"d").hex()}
    assert (command.key, command.reason) == (key_name(book), "a look")


def test_what_is_attested_revoked_or_changed_without_a_reason_is_refused(house: House) -> None:
    key = "ab" * 32
    house.refused(ReferenceMissing, c.AttestAccounts(accounts={}, devices={}, key="k", reason=" "), *PAIR)
    house.refused(ReferenceMissing, c.RevokeDeviceKey(device="d-1", reason=" "), *PAIR)
    house.refused(ReferenceMissing, c.RotateSealKey(key=key, reason=" "), *PAIR)
    for wrong in (key[:-1], key + "0", "g" + key[1:], ""):
        house.refused(Refused, c.RotateSealKey(key=wrong, reason="a year has passed"), *PAIR)
    house.refused(ReferenceMissing, c.ReplaceLostKey(key=key, reason=""), *PAIR)
