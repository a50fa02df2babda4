"""What payees showed: kept beside the accounts, found if it was changed, forgotten in time."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from houseway.accounts.kept_payees import (
    KEPT_YEARS,
    LONGEST,
    PayeeDetails,
    drop_payee,
    keep_payee,
    payee_details,
    ready_payee,
)
from houseway.accounts.service import Accounts
from houseway.accounts.store import open_store
from houseway.floor.floor_errors import BadCommand, UnknownThing, WrongState
from tests.waiting import run_within

DETAILS = PayeeDetails(
    name=" P.  Player ", address="1 Pine Street\n\n Yakima, WA 98901", document="passport", number="C01 84711"
)
YEAR = 365 * 86_400 * 1_000_000


def test_details_are_kept_as_they_were_typed_and_found_if_they_were_changed(tmp_path: Path) -> None:
    with closing(open_store(tmp_path / "floor.db")) as store:
        accounts = Accounts(store)
        ready = ready_payee(msgspec.structs.replace(DETAILS, tin="123-45 6789"))
        assert (ready.command.ending, ready.command.tin) == ("4711", True)
        run_within(keep_payee(accounts, ready, "cole"))
        kept = run_within(payee_details(accounts, ready.command.payee, ready.command.digest))
        assert kept == PayeeDetails(
            name="P. Player",
            address="1 Pine Street\nYakima, WA 98901",
            document="passport",
            number="C01 84711",
            tin="123456789",
        )
        # The digest alone tells nobody who it is: the same details have another one each time.
        assert ready_payee(DETAILS).command.digest != ready_payee(DETAILS).command.digest
        store.ask("UPDATE payees SET details = replace(details, 'Player', 'Plover')")
        with pytest.raises(WrongState):
            run_within(payee_details(accounts, ready.command.payee, ready.command.digest))
        run_within(drop_payee(accounts, ready.command.payee))
        with pytest.raises(UnknownThing):
            run_within(payee_details(accounts, ready.command.payee, ready.command.digest))


def test_details_are_forgotten_after_their_years(tmp_path: Path) -> None:
    clock = [0]
    with closing(open_store(tmp_path / "floor.db")) as store:
        accounts = Accounts(store, now=lambda: clock[0])
        old, young, newest = (ready_payee(DETAILS) for _ in range(3))
        for ready, at in ((old, 0), (young, 2 * YEAR), (newest, (KEPT_YEARS + 1) * YEAR)):
            clock[0] = at
            run_within(keep_payee(accounts, ready, "cole"))
        known = {row[0] for row in store.ask("SELECT id FROM payees")}
        assert known == {young.command.payee, newest.command.payee}


@pytest.mark.parametrize(
    ("change", "label"),
    [
        ({"name": " "}, "Name"),
        ({"address": "\u200b"}, "Address"),
        ({"number": ""}, "Document number"),
        ({"name": "x" * (LONGEST + 1)}, "Name"),
        ({"name": "P\u200bP"}, "Name"),
        ({"tin": "12345678"}, "Taxpayer number"),
        ({"tin": "12345678x"}, "Taxpayer number"),
    ],
)
def test_details_that_cannot_be_so_are_refused_with_the_field(change: dict[str, str], label: str) -> None:
    with pytest.raises(BadCommand, match=f"^{label}: "):
        ready_payee(msgspec.structs.replace(DETAILS, **change))
