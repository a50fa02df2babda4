"""The ledger as journal entries: each balances, each account adds up to its balance, as a table and for QuickBooks."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.floor import command_index as c
from houseway.maths.question_errors import BadQuestion
from houseway.reports.document import write
from tests.floor.houses import DAY, HOUR, MICROS, START, House, attack_table, duel_table, sqlite_house
from tests.reports.floor_pages import report, row, rows, texts
from tests.reports.floor_story import FIRST, SECOND

THIRD = "2024-05-03"


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Two days of wagers that bring fractions of a cent, with a shift of A1 each; both closed, and nothing since.

    Each day 7 wagers bring TIES a third of a dollar and SECOND_ATTACK 15.0003 cents, and A1 wins $100 of $300 dropped.
    """
    house = sqlite_house(tmp_path_factory.mktemp("closed") / "floor.db")
    house.build(tables=(attack_table("A1", two=True), duel_table("D1")))
    for day in (0, 1):
        house.at = START + HOUR + day * DAY
        house.do(c.CountOpening(table="A1", chips={"5": 200}, reference="O"), "dole", "cole")
        for _ in range(7):
            house.tabulate("A1", picture={"1": (1,), "2": (2,)})
            house.tabulate("D1", 3)
        house.do(c.CountClosing(table="A1", chips={"5": 160}, reference="C"), "dole", "cole")
        house.do(c.CountDrop(table="A1", amount=30_000, reference="box 1"), "cole", "gray")
        house.deposit_all("attack")
        house.close_day()
    yield house
    house.close()


def entries(house: House, first: str, last: str) -> dict[str, list[tuple[str, int]]]:
    """The lines of each entry: account and cents, debits above zero."""
    found: dict[str, list[tuple[str, int]]] = {}
    for line in rows(report(house, "ledger", first, last), "Journal entries")[:-1]:
        cents = int(line["Debit"] or 0) - int(line["Credit"] or 0)
        assert (line["Debit"] is None) != (line["Credit"] is None)
        found.setdefault(str(line["Entry"]), []).append((str(line["Account"]), cents))
    return found


def test_every_entry_balances_and_names_no_slug(closed: House) -> None:
    found = entries(closed, FIRST, SECOND)
    assert len(found) >= 8
    for lines in found.values():
        assert sum(cents for _, cents in lines) == 0
        assert len({account for account, _ in lines}) == len(lines)
        assert all(account.count(":") == 2 and "attack-two" not in account for account, _ in lines)
    total = row(report(closed, "ledger", FIRST, SECOND), "Journal entries", Day="All")
    assert total["Debit"] == total["Credit"] != 0


def test_each_account_adds_up_to_its_balance_in_whole_cents(closed: House) -> None:
    """A third of a dollar from each of 14 wagers is 466.6662 cents, and the reserve's ninth 155.5554."""
    sums: dict[str, int] = {}
    for lines in entries(closed, FIRST, SECOND).values():
        for account, cents in lines:
            sums[account] = sums.get(account, 0) + cents
    assert sums["Jackpots:Ties:Meter, not yet in the pool"] == 467
    assert sums["Jackpots:Ties:Meter, reserve"] == 156
    assert sums["Jackpots:Ties:Contributions of players"] == -622
    assert sums["Jackpots:Ties:Rounding to whole cents"] == -1
    assert sums["Tables:Table A1:Win"] == -20_000
    assert sums["Tables:Table A1:Float"] == 80_000
    named = {"table money/A1/float": "Tables:Table A1:Float", "attack:bank": "Jackpots:Attack:Escrow account"}
    named |= {"attack-two:due": "Jackpots:Attack two:Deposits due", "ties:house": "Jackpots:Ties:Owed to players"}
    for account, name in named.items():
        micros = closed.floor.journal.balance(account)
        assert abs(sums[name] * MICROS - micros) <= MICROS // 2, name
    # Nothing is left out: accounts with a balance are as many as the export has, but for those of rounding.
    with_balance = [name for name, micros in closed.floor.journal.balances().items() if abs(micros) * 2 > MICROS]
    assert len([name for name, cents in sums.items() if cents and "Rounding" not in name]) == len(with_balance)


def test_a_day_alone_has_what_moved_on_it(closed: House) -> None:
    """The seeds are of the first day; the second day's escrow has the deposit of what came in on it."""
    first, second = (
        {account: cents for lines in entries(closed, day, day).values() for account, cents in lines}
        for day in (FIRST, SECOND)
    )
    assert first["Jackpots:Attack:Meter, pool"] == 100_000
    assert "Jackpots:Attack:Meter, pool" not in second
    assert first["Tables:Table A1:Float"] == 80_000
    assert second["Tables:Table A1:Over and short"] == -20_000
    assert entries(closed, THIRD, THIRD) == {}


def test_days_that_are_not_closed_are_named_and_left_out(told: House) -> None:
    found = report(told, "ledger", FIRST, SECOND)
    assert f"Not closed, and not here: {SECOND}." in texts(found)
    assert {line["Day"] for line in rows(found, "Journal entries")} == {FIRST, "All"}


def test_quickbooks_gets_the_same_entries_with_their_accounts(closed: House, tmp_path: Path) -> None:
    [file] = write(report(closed, "ledger", FIRST, SECOND), tmp_path / "books.iif")
    lines = list(csv.reader(file.read_text(encoding="utf-8").splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))
    accounts = {line[1]: line[2] for line in lines if line[0] == "ACCNT"}
    assert accounts["Jackpots:Attack:Escrow account"] == "BANK"
    assert accounts["Tables:Table A1:Win"] == "INC"
    heads = next(line for line in lines if line[0] == "!TRNS")
    assert heads[1:] == next(line for line in lines if line[0] == "!SPL")[1:]
    told: dict[str, list[tuple[str, int]]] = {}
    open_ = False
    for line in lines:
        if line[0] in ("TRNS", "SPL"):
            assert open_ is (line[0] == "SPL")
            open_ = True
            data = dict(zip(heads[1:], line[1:], strict=True))
            assert data["TRNSTYPE"] == "GENERAL JOURNAL"
            assert data["DATE"] in ("05/01/2024", "05/02/2024")
            assert data["ACCNT"] in accounts
            whole, _, rest = data["AMOUNT"].partition(".")
            assert len(rest) == 2
            told.setdefault(data["DOCNUM"].rpartition("-")[2], []).append((data["ACCNT"], int(whole + rest)))
        elif line[0] == "ENDTRNS":
            open_ = False
    assert told == entries(closed, FIRST, SECOND)
    with pytest.raises(BadQuestion, match="no journal entries"):
        write(report(closed, "hits", FIRST), tmp_path / "hits.iif")
