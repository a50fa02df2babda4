"""The PAR sheet of one table is that of the table as it is configured, and of nothing else."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from houseway.compliance.configuration import Property, load
from houseway.floor.floor_errors import UnknownThing
from houseway.maths.question import Asked
from houseway.maths.question_errors import BadQuestion
from houseway.registry import game
from houseway.reports.document import Document, Table
from houseway.reports.table_sheet import configured, figures_of, table_sheet

ROOM = load(Path(__file__).parents[2] / "docs" / "examples" / "washington.toml")


def facts(sheet: Document) -> dict[str, str]:
    return {fact.label: str(fact.value) for fact in sheet.facts.facts}


@pytest.fixture(scope="module")
def split() -> Document:
    return table_sheet(configured(ROOM, "T4"))


def test_a_sheet_of_a_table_says_at_its_head_what_the_table_is(split: Document) -> None:
    head = facts(split)
    assert split.title == "Three Card Split Pai Gow Poker, table T4 of Rainier Card Room: PAR sheet"
    assert head["Table"] == "T4 of Rainier Card Room"
    assert head["Jurisdiction profile"] == "Washington, commercial card room, on 2024-05-01"
    assert head["House option: dealt by"] == "hand (changes no figure)"
    assert head["Wager: Primary"] == "$5 to $300"
    assert head["Wager: Four Card Bonus"] == "paytable TCS-1a; $1 to $100"
    assert head["Wager: Jackpot"].startswith("paytable TCS-4a; fixed at $1; with a qualifying wager of $5 or more")
    assert head["Assumed: amount on Jackpot: Four Aces"].startswith("$5,000, its seed; Four aces")
    assert head["Not in the figures: Envy"] == "Jackpot: Four aces $100, to other players"
    assert head["Fingerprint of play"] == game("three-card-split").edition("v5").fingerprint
    assert "T4 of Rainier Card Room" in split.footer


def test_it_has_the_wagers_offered_under_the_paytables_chosen(split: Document) -> None:
    rows = next(piece for piece in split.sections[0].pieces if isinstance(piece, Table)).rows
    assert [row[:2] for row in rows] == [
        ("Primary", ""),
        ("Three Card Bonus", ""),
        ("Four Card Bonus", "TCS-1a"),
        ("Jackpot", "TCS-4a"),
    ]


def test_a_progressive_stands_at_its_seed_with_its_contribution() -> None:
    at = configured(ROOM, "T4")
    jackpot = next(item for item in figures_of(at) if item.wager == "jackpot")
    line = jackpot.meters[0]
    # Four aces are one hand of 270,725: each dollar on the meter is worth that much of a dollar.
    assert line.coefficient == Fraction(1, 270_725)
    assert 1 + jackpot.ev == line.fixed_return + Fraction(5000, 270_725)
    other = configured(ROOM, "T4", {"jackpot/four-aces": 1_000_000})
    more = next(item for item in figures_of(other) if item.wager == "jackpot")
    assert more.ev - jackpot.ev == Fraction(5000, 270_725)
    assert other.assumed("jackpot/four-aces") == "as given"


def test_the_long_run_of_a_progressive_is_in_its_section(split: Document) -> None:
    jackpot = next(section for section in split.sections if section.title == "Jackpot")
    tables = {piece.title: piece for piece in jackpot.sections[0].pieces if isinstance(piece, Table)}
    one = dict(zip((head.title for head in tables["Progressive"].heads), tables["Progressive"].rows[0], strict=True))
    assert (one["Seed"], one["Contribution"]) == (5000, Fraction(35, 100))
    # In the long run it pays what goes in: a quarter of each wager, and $5,000 again at each hit.
    fixed = next(item for item in figures_of(configured(ROOM, "T4")) if item.meters).meters[0].fixed_return
    assert one["Return in the long run"] == fixed + Fraction(1, 4) + Fraction(5000, 270_725)


@pytest.mark.parametrize(
    ("table", "offered"),
    [
        ("T3", {"ante": "A", "three-card-treasure": "A", "five-card-fortune": "A", "bonus-jackpot": "A"}),
        (
            "T5",
            {
                "player": "standard",
                "dealer": "standard",
                "war": "standard",
                "tie-plus": "1",
                "combo-bet": "2CPB-1",
                "tie-after-tie": "TAT1",
                "two-plus-two": "2+2P1",
            },
        ),
    ],
)
def test_every_figure_is_priced_under_the_options_of_the_table(table: str, offered: dict[str, str]) -> None:
    found = list(figures_of(configured(ROOM, table)))
    assert {item.wager: item.paytable for item in found} == offered
    assert all(item.priced for item in found)
    assert all(set(item.options) <= {"ante", "fortune", "ratio"} for item in found)


def test_the_figures_are_those_of_the_same_choices_asked_one_by_one() -> None:
    """Six decks, as T5 has them: player at -142853/4965115, and the table's posted $5,000 on the ties."""
    found = {item.wager: item for item in reversed(list(figures_of(configured(ROOM, "T5"))))}
    assert found["player"].ev == Fraction(-142_853, 4_965_115)
    asked: Asked = {
        "wager": "tie-after-tie",
        "paytable": "TAT1",
        "options": {"decks": "6", "tie-bonus": "off"},
        "meters": {"tie-after-tie": 500_000},
    }
    alone = game("dueling").analyze(**asked).figures[0]
    assert found["tie-after-tie"].ev == alone.ev


def changed(**what: object) -> Property:
    tables = [msgspec.structs.replace(item, **what) if item.id == "T4" else item for item in ROOM.tables]
    return msgspec.structs.replace(ROOM, tables=tuple(tables))


def test_each_jackpot_wager_has_its_own_fixed_amount() -> None:
    jackpots = [msgspec.structs.replace(item, wager=500) if item.id == "four-aces" else item for item in ROOM.jackpots]
    at = configured(msgspec.structs.replace(ROOM, jackpots=tuple(jackpots)), "T4")
    jackpot = next(item for item in figures_of(at) if item.wager == "jackpot")
    assert jackpot.unit == "one Jackpot wager of $5"
    assert jackpot.meters[0].coefficient == Fraction(1, 5 * 270_725)


def test_a_wager_that_is_not_offered_is_not_on_the_sheet() -> None:
    less = changed(
        wagers=("primary", "three-card-bonus"), jackpots={}, sensors={}, paytables={}, minimums={}, limits={}
    )
    assert {item.wager for item in figures_of(configured(less, "T4"))} == {"primary", "three-card-bonus"}


def test_an_unknown_table_and_an_unknown_meter_are_named() -> None:
    with pytest.raises(UnknownThing, match=r"has no table 'T9' \(tables: T1, T2, T3, T4, T5\)"):
        configured(ROOM, "T9")
    with pytest.raises(BadQuestion, match="jackpot/four-aces"):
        configured(ROOM, "T4", {"jackpot": 100})
