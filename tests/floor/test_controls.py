"""WAC 230-15-430, LAB-25, LAB-37: every command against the auditor's table, cell by cell.

What is expected comes from `tests.floor.controls_table`, which was written by hand and knows nothing of the program.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.compliance.exhibit import markdown
from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.command_index import CONTROLS
from houseway.floor.floor_errors import NotPermitted, ReferenceMissing, ReferenceUsed
from houseway.floor.permission.control_sheet import sheet
from tests.floor.controls_table import DEPARTMENT, DEVICES, ROLES, ROWS, Row
from tests.floor.houses import BY_ROLE, DAY, HEARTS, House, sqlite_house

IDS = [type(row.command).__name__ for row in ROWS]
every = pytest.mark.parametrize("row", ROWS, ids=IDS)


def _person(letter: str) -> str:
    return BY_ROLE[ROLES[letter]]


def _colleague(letter: str, seconds: str) -> str:
    """Somebody of another department who may be second."""
    return _person(next(other for other in "CSA" if other in seconds and DEPARTMENT[other] != DEPARTMENT[letter]))


@pytest.fixture(scope="module")
def staffed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One property for the whole table: its commands leave it as it is, or are refused."""
    house = sqlite_house(tmp_path_factory.mktemp("staffed") / "floor.db").build()
    yield house
    house.close()


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A journal without a property."""
    house = sqlite_house(tmp_path_factory.mktemp("bare") / "floor.db")
    yield house
    house.close()


def _came(staffed: House, command: c.Command, who: str, second: str | None) -> type[HousewayError] | None:
    """The class of the refusal, or nothing. A property is created in a journal that has none, and never to the end."""
    if isinstance(command, c.CreateProperty):
        command = msgspec.structs.replace(command, zone="Mars/Olympus")
    try:
        staffed.do(command, who, second)
    except HousewayError as error:
        assert error.code != "command-fault", error
        return type(error)
    return None


def _house(row: Row, staffed: House, bare: House) -> House:
    return bare if isinstance(row.command, c.CreateProperty) else staffed


def test_the_auditor_has_every_command() -> None:
    assert [type(row.command) for row in ROWS] == list(dict.fromkeys(type(row.command) for row in ROWS))
    assert {type(row.command) for row in ROWS} == set(c.COMMANDS.values())


@every
def test_each_role_alone(row: Row, staffed: House, bare: House) -> None:
    house = _house(row, staffed, bare)
    for letter in ROLES:
        refused = _came(house, row.command, _person(letter), None) is NotPermitted
        assert refused is (letter not in row.by or row.people in ("2", "2*")), ROLES[letter]
    assert _came(house, row.command, "nobody", None) is NotPermitted


@every
def test_the_same_person_twice(row: Row, staffed: House, bare: House) -> None:
    for letter in ROLES:
        person = _person(letter)
        assert _came(_house(row, staffed, bare), row.command, person, person) is NotPermitted, ROLES[letter]


@every
def test_two_people_of_each_pair_of_departments(row: Row, staffed: House, bare: House) -> None:
    house = _house(row, staffed, bare)
    # A supervisor is called to the table of a dealer, and they are of one department: S-7.
    called = isinstance(row.command, c.ConfirmIndicators)
    for first in ROLES:
        for second in ROLES:
            apart = second in row.second and DEPARTMENT[first] != DEPARTMENT[second]
            fit = first in row.by and (first != second if called else apart)
            came = _came(house, row.command, _person(first), _person(second))
            assert (came is not NotPermitted) is fit, (ROLES[first], ROLES[second])
        assert _came(house, row.command, _person(first), "nobody") is NotPermitted


@every
def test_each_kind_of_device_at_its_own_table_and_at_another(row: Row, staffed: House, bare: House) -> None:
    table = getattr(row.command, "table", None)
    own = table if isinstance(table, str) else "A1"
    for letter, kind in DEVICES.items():
        fit = letter in row.devices and isinstance(table, str)
        for name in (f"{kind}:{own}", f"{kind}:{own}:d-1a2b3c4d"):
            came = _came(_house(row, staffed, bare), row.command, name, None)
            assert (came is not NotPermitted) is fit, name
            # Nobody is second to a device, but for a supervisor who is called to the table: S-7.
            beside = fit and isinstance(row.command, c.ConfirmIndicators)
            assert (_came(_house(row, staffed, bare), row.command, name, "sato") is not NotPermitted) is beside
        for name in (f"{kind}:D1", f"{kind}:", f"{kind}:D1:d-1a2b3c4d", kind):
            assert _came(_house(row, staffed, bare), row.command, name, None) is NotPermitted, name


@every
def test_a_player_the_house_and_the_terminal(row: Row, staffed: House, bare: House) -> None:
    accounts = (c.MakeAccount, c.ReplacePassword, c.CloseAccount, c.OpenAccount, c.MakeSignInLink)
    may = {
        "player:ann": row.player,
        "house": isinstance(row.command, c.GiveChips),
        "terminal": isinstance(row.command, accounts),
    }
    for who, fit in may.items():
        assert (_came(_house(row, staffed, bare), row.command, who, None) is not NotPermitted) is fit, who


def _with(command: c.Command, field: str, text: str) -> c.Command:
    name, _, inner = field.partition(".")
    if inner:
        whole = getattr(command, name)
        return msgspec.structs.replace(command, **{name: msgspec.structs.replace(whole, **{inner: text})})
    return msgspec.structs.replace(command, **{name: text})


def _signed(row: Row) -> tuple[str, str | None]:
    letter = row.by[0]
    return _person(letter), _colleague(letter, row.second) if row.people in ("2", "2*") else None


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row.blank], ids=[n for r, n in zip(ROWS, IDS, strict=True) if r.blank]
)
def test_a_blank_reason_reference_or_document(row: Row, staffed: House) -> None:
    who, second = _signed(row)
    assert _came(staffed, row.command, who, second) is not ReferenceMissing
    for field in row.blank:
        for text in ("", " ", "\t \n", "\u2003"):
            came = _came(staffed, _with(row.command, field, text), who, second)
            assert came is ReferenceMissing, (field, text)


@pytest.mark.parametrize(
    "row", [row for row in ROWS if not row.blank], ids=[n for r, n in zip(ROWS, IDS, strict=True) if not r.blank]
)
def test_no_other_command_asks_for_a_paper(row: Row, staffed: House, bare: House) -> None:
    if row.by:
        assert _came(_house(row, staffed, bare), row.command, *_signed(row)) is not ReferenceMissing


def test_hits_payments_corrections_adjustments_and_closes_are_sealed_before_they_are_answered() -> None:
    assert {type(row.command).__name__: row.sealed for row in ROWS} == {
        command.__name__: rule.sealed for command, rule in CONTROLS.items()
    }


# -- a paper that has served before


@pytest.fixture
def rich(house: House) -> House:
    """A property whose jackpots have money in each of their funds."""
    for table in ("A1", "D1"):
        house.play(table, 5, 1, 2, 3)
    return house


def _twice(rich: House, kind: type[c.Command]) -> list[tuple[Any, str, str | None]]:
    """Three acceptable commands of a kind on one paper: twice for one jackpot, then for another."""
    paper = f"Paper {kind.__name__}"
    if kind is c.PayHit:
        found: list[tuple[Any, str, str | None]] = []
        for table, wager, event in (("A1", "jackpot", "any-20"),) * 2 + (("D1", "tie-after-tie", "quads-same-suit"),):
            rich.tabulate(table, 1)
            [hit] = rich.claim(table, (1, wager, event))
            rich.verify(hit)
            pay = c.PayHit(jackpot=hit.jackpot, hit=hit.id, by="cage", method="check", reference=paper)
            found.append((pay, "sato", "cole"))
        return found
    pots = ("attack", "attack", "ties")
    if kind is c.AdjustMeter:
        fault = rich.malfunction()
        return [
            (
                c.AdjustMeter(
                    jackpot=id, to=rich.shown(id) - less, reason="malfunction", document=paper, malfunction=fault
                ),
                "sato",
                "cole",
            )
            for id, less in zip(pots, (1, 2, 1), strict=True)
        ]
    if kind is c.RecoverSeed:
        return [(c.RecoverSeed(jackpot=id, amount=1, source="pool", document=paper), "cole", "ames") for id in pots]
    if kind is c.BookUndisplayed:
        return [
            (c.BookUndisplayed(jackpot=id, amount=1, source="reserve", document=paper), "cole", "ames") for id in pots
        ]
    if kind is c.Deposit:
        return [(c.Deposit(jackpot=id, amount=100, reference=paper), "cole", None) for id in pots]
    if kind is c.Seize:
        for id in ("attack", "ties"):
            rich.deposit_all(id)
        return [(c.Seize(jackpot=id, amount=1, authority="Revenue", reference=paper), "cole", "ames") for id in pots]
    if kind is c.Withdraw:
        for id, table, wager, event in (
            ("attack", "A1", "jackpot", HEARTS),
            ("ties", "D1", "tie-after-tie", "quads-same-suit"),
        ):
            rich.deposit_all(id)
            rich.tabulate(table, 1)
            [hit] = rich.claim(table, (1, wager, event))
            rich.settle_hit(hit)
        return [(c.Withdraw(jackpot=id, amount=1, reference=paper), "cole", "sato") for id in pots]
    if kind is c.ExplainDifference:
        for id in ("attack", "ties"):
            rich.do(c.Statement(jackpot=id, amount=100, reference="May"), "ames")
        return [(c.ExplainDifference(jackpot=id, explanation="gift", reference=paper), "ames", "cole") for id in pots]
    assert kind is c.Statement
    return [
        (c.Statement(jackpot=id, amount=rich.fund(id, "bank") // 10**6, reference=paper), "ames", None) for id in pots
    ]


REMOVALS = (c.TransferJackpot, c.DonateJackpot)
"""What happens to a jackpot once: the paper is tried with another."""


@pytest.mark.parametrize(
    "kind",
    [type(row.command) for row in ROWS if row.once and not isinstance(row.command, REMOVALS)],
    ids=lambda kind: kind.__name__,
)
def test_a_paper_that_has_served(rich: House, kind: type[c.Command]) -> None:
    first, again, elsewhere = _twice(rich, kind)
    field = next(row.once for row in ROWS if type(row.command) is kind)
    rich.do(*first)
    command, who, second = again
    if kind is c.ExplainDifference:
        rich.do(c.Statement(jackpot=command.jackpot, amount=200, reference="June"), "ames")
    refusal = rich.refused(ReferenceUsed, command, who, second)
    assert "before" in str(refusal)
    spaced = _with(command, field, f"  pAPER \t{kind.__name__.upper()} ")
    rich.refused(ReferenceUsed, spaced, who, second)
    if kind in (c.Statement, c.ExplainDifference):
        # Each account has its own statement of the same month.
        rich.do(*elsewhere)
    else:
        rich.refused(ReferenceUsed, *elsewhere)
    rich.do(_with(command, field, f"another {kind.__name__}"), who, second)
    rich.sound()


@pytest.mark.parametrize("kind", REMOVALS, ids=lambda kind: kind.__name__)
def test_the_paper_of_a_removal_serves_for_one_jackpot(house: House, kind: type[c.Command]) -> None:
    house.shut()
    for id in ("attack", "attack-two"):
        house.do(c.AnnounceRemoval(jackpot=id, reason="game-discontinued", day="2024-05-12"), "ames", "cole")
        house.deposit_all(id)
    house.at += 11 * DAY

    def leaving(id: str) -> c.Command:
        if kind is c.DonateJackpot:
            return c.DonateJackpot(jackpot=id, organisation="Council", reference="letter 1")
        return c.TransferJackpot(jackpot=id, to="ties", document="letter 1")

    house.do(leaving("attack"), "ames", "cole")
    house.refused(ReferenceUsed, leaving("attack-two"), "ames", "cole")


# -- the table as it is shown


def test_the_page_of_controls_is_the_table_that_holds() -> None:
    page = Path(__file__).parents[2] / "docs" / "controls.md"
    assert page.read_text(encoding="utf-8") == markdown(sheet()), "houseway property controls -o docs/controls.md"


def test_the_sheet_has_every_command_with_its_roles_devices_and_papers() -> None:
    [grid] = sheet().sections[1].grids
    shown = {row[0]: row for row in grid.rows}
    assert len(shown) == len(ROWS)
    for row in ROWS:
        name = str(row.command.__struct_config__.tag).replace("-", " ")
        _, by, people, devices, paper, _, sealed, clause = shown[name]
        assert set(filter(None, by.split(", "))) - {"player"} == {ROLES[letter] for letter in row.by}, name
        assert set(filter(None, devices.split(", "))) == {DEVICES[letter] for letter in row.devices}, name
        assert people.startswith("two") is row.people.startswith("2"), name
        # Forms ask for the second person at once where there is never anything to do alone.
        assert CONTROLS[type(row.command)].two is (row.people == "2"), name
        assert all(field.rpartition(".")[2] in paper for field in row.blank), name
        assert ("once" in paper) is bool(row.once), name
        assert (sealed == "yes") is row.sealed, name
        assert clause, name
