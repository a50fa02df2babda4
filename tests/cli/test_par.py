"""houseway par: of a table, with its day and preparer, on the paper asked for."""

from __future__ import annotations

import re
import shlex
import zipfile
from pathlib import Path

import pytest

from houseway.cli.maths import par_command as par
from houseway.compliance.configuration import load
from houseway.registry import game
from houseway.reports import simulated
from houseway.reports.numbers import MINUS
from houseway.reports.table_sheet import configured, figures_of
from tests.cli.command import Run
from tests.cli.office import WASHINGTON, Office

TABLE = ("par", "--table", "T4", "--config", str(WASHINGTON), "--simulate", "0")
POINTS = {"letter": (612.0, 792.0), "a4": (595.28, 841.89)}


@pytest.fixture(autouse=True)
def _day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(par, "today", lambda: "2026-03-01")


def pages(file: Path) -> tuple[float, float]:
    """The size of the first page of a PDF, in points."""
    box = re.search(rb"/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]", file.read_bytes())
    assert box is not None
    return float(box[1]), float(box[2])


# -- of a table


def test_the_sheet_of_a_table_is_written_from_its_configuration(cli: Run, tmp_path: Path) -> None:
    file = tmp_path / "t4.md"
    assert cli(*TABLE, "-o", str(file)).out == f"{file}\n"
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# Three Card Split Pai Gow Poker, table T4 of Rainier Card Room: PAR sheet\n")
    assert "| Assumed: amount on Jackpot: Four Aces | $5,000, its seed;" in text
    assert "TCS-1b" not in text.split("\n## Rules\n")[0]


def test_the_sheet_of_a_table_is_written_from_the_journal(house: Office, tmp_path: Path) -> None:
    """As it stands on the day of the sheet; an amount that is given takes the place of the seed."""
    file = tmp_path / "t4.md"
    ended = house("par", "--table", "T4", "--simulate", "0", "--meter", "jackpot/four-aces=$9,000", "-o", str(file))
    assert (ended.code, ended.err) == (0, "")
    text = file.read_text(encoding="utf-8")
    assert "| Jurisdiction profile | Washington, commercial card room, on 2026-03-01 |" in text
    assert "| Assumed: amount on Jackpot: Four Aces | $9,000, as given;" in text
    written = configured(load(WASHINGTON), "T4", {"jackpot/four-aces": 900_000})
    [jackpot] = [item for item in figures_of(written) if item.wager == "jackpot"]
    assert f"| Jackpot | TCS-4a | {100 * float(jackpot.house_edge):.4f} % |" in text


BAD = {
    "no table of that name": (("--table", "T9", "--config", str(WASHINGTON)), "no table 'T9'", "T1, T2, T3, T4, T5"),
    "another game": (("dueling", "--table", "T4", "--config", str(WASHINGTON)), "plays three-card-split", "leave"),
    "neither game nor table": ((), "no game and no table is named", "--table T1"),
    "a changed table": ((*TABLE[1:], "-p", "jackpot=TCS-4b"), "--paytable would change it", "sheet of the game"),
    "a property without a table": (("dueling", "--config", str(WASHINGTON)), "no table", "--table"),
    "two properties": ((*TABLE[1:], "--database", "x.db"), "named twice", "--config or --database"),
    "no such file": (("--table", "T4", "--config", "/nowhere.toml"), "cannot be read", "TOML"),
    "no such database": (("--table", "T4", "--database", "/nowhere.db"), "no database", "--config"),
    "no such meter": ((*TABLE[1:], "--meter", "nope=1"), "'nope'", "jackpot/four-aces"),
    "no day": (("dueling", "--date", "1 May"), "'1 May' is not a day", "2024-05-01"),
    "another way to write a day": (("dueling", "--date", "20240501"), "is not a day", "2024-05-01"),
    "no paper": (("dueling", "--paper", "a5"), "a5", ""),
    "a name without end": (("dueling", "--prepared-by", "x" * 200), "preparer", "shorter"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_written_is_one_clear_message(cli: Run, tmp_path: Path, name: str) -> None:
    given, what, remedy = BAD[name]
    file = tmp_path / "sheet.md"
    ended = cli("par", *given, "-o", str(file))
    assert (ended.code, ended.out, file.exists()) == (2, "", False)
    assert what in ended.err and remedy in ended.err and "Traceback" not in ended.err


# -- day, preparer and paper


@pytest.mark.parametrize("form", ["md", "html", "xlsx", "pdf"])
def test_a_sheet_says_when_and_by_whom_it_was_prepared(cli: Run, tmp_path: Path, form: str) -> None:
    file = tmp_path / f"sheet.{form}"
    asked = ("par", "three-card-split", "-w", "three-card-bonus", "--simulate", "1000", "-o", str(file))
    assert cli(*asked, "--prepared-by", "Ann  Lee", "--date", "2026-02-28").code == 0
    first = file.read_bytes()
    if form == "xlsx":
        with zipfile.ZipFile(file) as book:
            strings = book.read("xl/sharedStrings.xml").decode()
            about = book.read("docProps/core.xml").decode()
            assert "&amp;R&amp;P / &amp;N" in book.read("xl/worksheets/sheet1.xml").decode()
        assert "<dc:creator>Ann Lee</dc:creator>" in about and "2026-02-28T00:00:00Z" in about
        assert all(f"<t>{text}</t>" in strings for text in ("Prepared by", "Ann Lee", "Date", "2026-02-28"))
    elif form == "pdf":
        assert b"/CreationDate (D:20260228" in first and b"/Author" in first
    else:
        text = first.decode()
        assert "Prepared by" in text and "Ann Lee" in text and "2026-02-28" in text
    cli(*asked, "--prepared-by", "Ann Lee", "--date", "2026-02-28")
    assert file.read_bytes() == first, "the same sheet is the same file"


def test_a_sheet_is_of_today_unless_another_day_is_given(cli: Run, tmp_path: Path) -> None:
    file = tmp_path / "sheet.md"
    assert cli("par", "three-card-split", "-w", "three-card-bonus", "--simulate", "0", "-o", str(file)).code == 0
    text = file.read_text(encoding="utf-8")
    assert "| Date | 2026-03-01 |" in text and "| Prepared by |  |  | 2026-03-01 |" in text


@pytest.mark.parametrize(("given", "paper"), [((), "letter"), (("--paper", "a4"), "a4")])
def test_a_sheet_is_printed_on_the_paper_asked_for(
    cli: Run, tmp_path: Path, given: tuple[str, ...], paper: str
) -> None:
    asked = ("par", "three-card-split", "-w", "three-card-bonus", "--simulate", "0", *given, "-o")
    for form in ("pdf", "html", "xlsx"):
        assert cli(*asked, str(tmp_path / f"sheet.{form}")).code == 0
    assert pages(tmp_path / "sheet.pdf") == pytest.approx(POINTS[paper], abs=0.01)
    assert f"@page {{ size: {'A4' if paper == 'a4' else 'letter'};" in (tmp_path / "sheet.html").read_text("utf-8")
    with zipfile.ZipFile(tmp_path / "sheet.xlsx") as book:
        setup = re.search(r"<pageSetup [^>]*>", book.read("xl/worksheets/sheet1.xml").decode())
    assert setup is not None
    assert ('paperSize="9"' in setup[0]) == (paper == "a4"), "Letter is a workbook's own paper"


# -- what a laboratory signs


SIGNED = {
    "what departs, simulated": (
        "three-card-split", "-w", "four-card-bonus", "-p", "TCS-1a", "--pays", "four-card-bonus/two-pair=20",
        "--simulate", "2000", "--seed", "7",
    ),
    "an option, a rule and a meter": (
        "dueling", "-w", "two-plus-two", "-p", "2+2P1", "--option", "decks=8", "--rule", "ace=high",
        "--meter", "two-plus-two=$12,500.50", "--simulate", "0",
    ),
    "a table": ("--table", "T4", "--config", str(WASHINGTON), "--meter", "jackpot/four-aces=$9,000", "--simulate", "0"),
}  # fmt: skip


@pytest.mark.parametrize("name", SIGNED)
def test_the_command_on_a_sheet_prints_the_same_sheet(
    cli: Run, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = tmp_path / "first"
    again = tmp_path / "again"
    for folder in (first, again):
        folder.mkdir()
    monkeypatch.chdir(first)
    form = "pdf" if name.startswith("what") else "md"
    asked = (*SIGNED[name], "--prepared-by", "Ann O'Lee", "--paper", "a4", "--date", "2026-02-27")
    for file in {"sheet.md", f"sheet.{form}"}:
        assert cli("par", *asked, "-o", file).code == 0
    text = Path("sheet.md").read_text(encoding="utf-8")
    printed = re.search(r"\| Command that prints this sheet \| `([^`]+)` \|", text)
    assert printed is not None
    words = shlex.split(printed[1])
    assert words[:2] == ["houseway", "par"] and words[-2:] == ["-o", "sheet.md"]
    monkeypatch.chdir(again)
    file = f"sheet.{form}"
    assert cli(*words[1:-1], file).code == 0
    assert (again / file).read_bytes() == (first / file).read_bytes()
    for role in ("Prepared by | Ann O'Lee |  | 2026-02-27", "Reviewed by |  |  | ", "Approved by |  |  | "):
        assert f"| {role} |" in text


def test_the_address_of_a_server_is_not_printed() -> None:
    assert par._source(None, "postgresql://ann:secret@db/room") == ()
    assert par._source("room.toml", None) == ("--config", "room.toml")


def test_what_departs_is_simulated_beside_its_own_exact_value(cli: Run, tmp_path: Path) -> None:
    """A pay of 20 for two pair is in the rounds: their mean agrees with the changed game."""
    file = tmp_path / "sheet.md"
    asked = ("par", "three-card-split", "-w", "four-card-bonus", "-p", "TCS-1a", "--simulate", "5e4", "-o", str(file))
    assert cli(*asked, "--pays", "four-card-bonus/two-pair=20").code == 0
    row = re.search(rf"\| Four Card Bonus \| TCS-1a \| ([+{MINUS}][\d.]+) \|.*\| pass \|", file.read_text("utf-8"))
    assert row is not None
    pays = {"four-card-bonus/two-pair": "20"}
    exact = [
        float(item.ev)
        for changed in ({}, pays)
        for item in game("three-card-split").analyze(wager="four-card-bonus", paytable="TCS-1a", pays=changed).figures
    ]
    assert float(row[1].replace(MINUS, "-")) == pytest.approx(exact[1], abs=1e-6)
    assert exact[1] > exact[0] + 0.1


# -- simulation


def test_a_sheet_is_simulated_unless_told_otherwise(cli: Run, tmp_path: Path) -> None:
    file = tmp_path / "sheet.md"
    asked = ("par", "three-card-split", "-w", "three-card-bonus", "-o", str(file))
    assert cli(*asked).code == 0
    assert "1,000,000 rounds of the dealt game, by the best play, from the seed 1" in file.read_text(encoding="utf-8")
    assert cli(*asked, "--simulate", "2e5", "--seed", "9").code == 0
    assert "200,000 rounds of the dealt game, by the best play, from the seed 9" in file.read_text(encoding="utf-8")
    assert cli(*asked, "--simulate", "0").code == 0
    assert "No simulation stands beside these figures: none was asked for." in file.read_text(encoding="utf-8")
    assert cli(*asked, "--simulate", "many").code == 2


def test_a_mean_that_is_too_far_away_ends_with_one(cli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a mean that is wrong: the rule is made so strict that a right one is."""
    monkeypatch.setattr(simulated, "far_for", lambda compared: 1e-9)
    file = tmp_path / "sheet.md"
    ended = cli("par", "three-card-split", "-w", "three-card-bonus", "--simulate", "1000", "-o", str(file))
    assert (ended.code, ended.out) == (1, f"{file}\n")
    assert "too far from its exact value" in ended.err
    assert "A mean is too far away" in file.read_text(encoding="utf-8")
