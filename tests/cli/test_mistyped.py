"""What is mistyped, closed or not text is one message with its reason and its remedy, and leaves nothing behind."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from houseway.reports.floor import REPORTS
from tests.cli.command import Run
from tests.cli.office import Office


@pytest.mark.parametrize(
    ("args", "says", "help_of"),
    [
        (("deal", "dueling", "--nope"), "No such option: --nope", "houseway deal"),
        (("deal", "dueling", "--rounds", "x"), "write a whole number", "houseway deal"),
        (("deal", "dueling", "--rounds", "0"), "write at least 1", "houseway deal"),
        (("deal", "dueling", "--players", "few"), "'few' is not one of", "houseway deal"),
        (("simulate", "dueling", "--standard-error", "x"), "write a number", "houseway simulate"),
        (("jackpot", "hit", "claim"), "Missing argument", "houseway jackpot hit claim"),
        (("table", "nope"), "No such command 'nope'", "houseway table"),
        (("nope",), "No such command 'nope'", "houseway"),
    ],
)
def test_what_is_mistyped_is_answered_with_the_help_of_its_own_command(
    cli: Run, args: tuple[str, ...], says: str, help_of: str
) -> None:
    ended = cli(*args)
    assert (ended.code, ended.out) == (2, "")
    assert says in ended.err
    assert ended.err.endswith(f"          see: {help_of} --help\n")
    assert "Input should" not in ended.err
    assert "Value error" not in ended.err


@pytest.mark.parametrize(
    "args",
    [
        ("backup", "a\udcff.db"),
        ("strategy", "dueling", "--write", "a\udcff.md"),
        ("property", "close-day", "--as", "\udcff", "--second", "b"),
        ("property", "show", "--database", "\udcff"),
    ],
)
def test_a_word_that_is_no_text_is_refused_before_anything_is_written(
    cli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = cli(*args)
    assert ended.code == 2
    assert "is not written in UTF-8" in ended.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["games", "games --json", "glossary ante", "deal dueling", "nope"])
def test_standard_streams_that_are_closed_are_no_error_of_the_program(command: str) -> None:
    """As a service manager may start it: ``houseway … <&- >&-``."""
    ended = subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" -m houseway {command} <&- >&-', sys.executable],
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert ended.returncode == (2 if command == "nope" else 0)
    assert b"Traceback" not in ended.stderr


NESTED = "a = " + "[" * 100_000
DIGITS = "a = " + "1" * 6_000


@pytest.mark.parametrize(("text", "why"), [(NESTED, "nested too deep"), (DIGITS, "too many digits")])
def test_a_file_that_no_reader_holds_is_refused_wherever_one_is_read(
    cli: Run, house: Office, tmp_path: Path, text: str, why: str
) -> None:
    file = tmp_path / "deep.toml"
    file.write_text(text, encoding="utf-8")
    new = tmp_path / "new.db"
    for ended in (
        cli("check", str(file)),
        cli("operations", str(file)),
        cli("par", "--table", "T4", "--config", str(file), "-o", str(tmp_path / "t4.md")),
        cli("property", "init", str(file), "--as", "ames", "--second", "cole", "--database", str(new)),
        house("jackpot", "hit", "payee", str(file), "--payee", "P-1", who="cole"),
        house("table", "change", str(file), who="ames", second="cole"),
    ):
        assert ended.code == 2
        assert why in ended.err
    assert not new.exists()
    assert not (tmp_path / "t4.md").exists()


def test_a_mark_of_the_byte_order_before_a_file_is_passed_over(cli: Run, tmp_path: Path) -> None:
    """Some editors put it there, where nobody sees it."""
    plain = Path("docs/examples/plain.toml").read_text(encoding="utf-8")
    file = tmp_path / "marked.toml"
    file.write_text(plain, encoding="utf-8-sig")
    assert cli("check", str(file)) == cli("check", "docs/examples/plain.toml")


@pytest.mark.parametrize(
    "args",
    [
        ("shift", "dueling", "--hours", "1e9999999"),
        ("shift", "dueling", "--hours", "8", "--per-hour", "1e9999999"),
        ("shift", "dueling", "--per-hour", "many"),
        ("bankroll", "dueling", "--risk", "1e9999999"),
        ("target", "dueling", "-p", "tie-plus=1", "--row", "suited-pair-tie", "--edge", "1e9999999"),
    ],
)
def test_a_number_that_nobody_types_is_refused_without_being_worked_out(cli: Run, args: tuple[str, ...]) -> None:
    ended = cli(*args)
    assert (ended.code, ended.out) == (2, "")
    assert f"{args[-1]!r} is no" in ended.err


def test_a_folder_is_no_place_for_a_file(house: Office, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    ended = house("backup", str(tmp_path / "folder"))
    assert ended.code == 2
    assert "is a folder" in ended.err
    for command in (("property", "exhibit"), ("property", "export")):
        for there in ("folder", "none/there.md"):
            ended = house(*command, "-o", str(tmp_path / there))
            assert ended.code == 2
            assert "Errno" not in ended.err
            assert "cannot be read or written" in ended.err
            assert "name a file in a folder that is there" in ended.err


def test_a_strategy_that_somebody_changed_is_not_written_over(cli: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.md"
    assert cli("strategy", "dueling", "--write", str(file)).code == 0
    assert cli("strategy", "dueling", "--write", str(file)).code == 0, "the same text again is no loss"
    changed = file.read_text(encoding="utf-8").replace("| W |", "| S |", 1)
    file.write_text(changed, encoding="utf-8")
    ended = cli("strategy", "dueling", "--write", str(file))
    assert ended.code == 2
    assert "already exists" in ended.err
    assert file.read_text(encoding="utf-8") == changed


@pytest.mark.parametrize(
    "args",
    [
        ("strategy", "dueling", "--price"),
        ("analyze", "dueling", "--strategy"),
        ("simulate", "dueling", "--rounds", "9", "--strategy"),
    ],
)
def test_a_strategy_that_there_is_not_is_answered_with_those_there_are(cli: Run, args: tuple[str, ...]) -> None:
    ended = cli(*args, "shrt")
    assert ended.code == 2
    assert "'shrt' is neither a file nor a strategy" in ended.err
    assert "optimal, short, always-war, always-surrender" in ended.err
    assert "is a folder" in cli(*args, "").err, "an empty word is not the best play"


def test_a_sweep_names_every_file_that_it_wrote(cli: Run, tmp_path: Path) -> None:
    ended = cli("sweep", "dueling", "--rounds", "1000", "-o", str(tmp_path / "s.csv"), width=200)
    assert ended.code == 0
    for file in tmp_path.iterdir():
        assert str(file) in ended.out
    assert "1 table, 1,000 rounds of seed" in ended.out


def test_the_reset_amount_is_typed_alike_wherever_it_is_asked_for(cli: Run) -> None:
    game = ("three-card-split", "-p", "TCS-4a", "-w", "jackpot")
    asked = ("progressive", *game, "--seed", "5000", "--rate", "25")
    assert cli(*asked, "--reseed", "4000") == cli(*asked, "--reset", "4000")
    jackpot = ("analyze", *game, "--seed", "jackpot/four-aces=5000", "--rate", "jackpot/four-aces=25%", "--json")
    told = [json.loads(cli(*jackpot, word, "jackpot/four-aces=4000").out) for word in ("--reseed", "--reset")]
    assert told[0] == told[1]


def test_a_loss_has_one_sign_throughout_an_answer(cli: Run) -> None:
    together = cli("together", "dueling", "-w", "player=10", "-w", "combo-bet=5").out
    assert "\u2212$0.51" in together
    assert "-$" not in together
    assert "house edge \u22120.2339 %" in cli("what-ifs", "triple-attack").out


def test_the_help_of_report_names_every_report(cli: Run) -> None:
    words = re.findall(r"[a-z]+", cli("report", "--help").out)
    assert [name for name in REPORTS if name not in words] == []


def test_a_file_that_is_not_there_is_said_in_words(house: Office, tmp_path: Path) -> None:
    none = str(tmp_path / "none")
    for command in (("table", "settle", "T4", none), ("jackpot", "hit", "payee", none, "--payee", "P-1")):
        ended = house(*command, who="cole")
        assert ended.code == 2
        assert "cannot be read: No such file or directory" in ended.err
        assert "Errno" not in ended.err
    ended = house("audit", "export", str(tmp_path / "none" / "e.jsonl"))
    assert ended.code == 2
    assert "cannot be written: No such file or directory" in ended.err


def test_a_name_that_is_no_journal_stays_open_to_others(cli: Run, tmp_path: Path) -> None:
    """A mistyped name is often another program's file: it was closed to the rest of the machine before it was read."""
    other = tmp_path / "notes.txt"
    other.write_text("another program's file, which others read", encoding="utf-8")
    other.chmod(0o644)
    device = tmp_path / "device"
    os.mkfifo(device, 0o644)
    device.chmod(0o644)
    for command in (("serve", "--port", "0"), ("table", "open", "T4", "--as", "sato")):
        for file in (other, device, tmp_path):
            before = stat.S_IMODE(file.stat().st_mode)
            ended = cli(*command, "--database", str(file))
            assert ended.code == 2
            assert "Traceback" not in ended.err
            assert stat.S_IMODE(file.stat().st_mode) == before
    assert sorted(each.name for each in tmp_path.iterdir()) == ["device", "notes.txt"]


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (("audit", "--kind", "table-open"), "kinds: table-opened, "),
        (("audit", "--person", "amse"), "people: ames, "),
        (("play", "--jackpot", "nope"), "jackpots: "),
    ],
)
def test_a_report_of_what_nobody_knows_is_refused_and_never_empty(
    house: Office, asked: tuple[str, ...], says: str
) -> None:
    """An empty trail of a mistyped name says that nothing was done."""
    ended = house("report", *asked)
    assert (ended.code, ended.out) == (2, "")
    assert says in ended.err
    assert house("report", "audit", "--kind", "table-opened").code == 0, "none on that day"
    assert house("report", "audit", "--person", "player:ivy").code == 0, "players and devices are no staff"


def test_a_sheet_is_not_written_with_more_rounds_than_can_be_played(cli: Run, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.md"
    ended = cli("par", "dueling", "-w", "player", "--simulate", "1e30", "-o", str(sheet))
    assert ended.code == 2
    assert "rounds cannot be played" in ended.err
    assert not sheet.exists()
