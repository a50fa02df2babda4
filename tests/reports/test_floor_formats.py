"""The reports of the floor as they are put out: on the screen, and as files that are opened again and compared."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner

from houseway.cli.floor.floor_database import open_floor
from houseway.cli.records import report_command as command
from houseway.cli.screen.drawing import THEME
from houseway.cli.screen.sheets import draw
from houseway.errors import HousewayError
from houseway.journal.journal_errors import BadJournal
from houseway.maths.question_errors import BadQuestion
from houseway.reports.data_frames import report_frames
from houseway.reports.document import Document, Fact, Facts, Head, Section, Table, Text, write
from houseway.reports.floor import REPORTS
from houseway.reports.numbers import Kind, Value, shown
from houseway.reports.writers.plain import as_data, tables_of
from tests.floor.houses import House, sqlite_house
from tests.reports.floor_pages import report
from tests.reports.floor_story import FIRST, NOW, SECOND, story

NAMESPACE = {"s": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A database that nobody has open."""
    path = tmp_path_factory.mktemp("floor") / "floor.db"
    story(path).close()
    yield str(path)


def run(name: str, **options: Any) -> None:
    """The command, given at the moment of the story's end."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(command, "now", lambda: NOW)
        command.report(name, **options)


def printed(capsys: pytest.CaptureFixture[str], name: str, database: str, **options: Any) -> str:
    run(name, database=database, **{"day": FIRST, **options})
    return capsys.readouterr().out


@pytest.fixture(scope="module")
def on_screen(database: str) -> Callable[[str, int], str]:
    """What the command prints of a report of both days on a screen of that width, printed once."""

    @cache
    def told(name: str, width: int) -> str:
        with pytest.MonkeyPatch.context() as patched, redirect_stdout(io.StringIO()) as out:
            patched.setenv("COLUMNS", str(width))
            run(name, database=database, day=None, since=FIRST, until=SECOND)
        return out.getvalue()

    return told


@pytest.fixture(scope="module")
def both_days(told: House) -> Callable[[str], Document]:
    """A report of both days, made once: neither changes."""
    return cache(lambda name: report(told, name, FIRST, SECOND))


def sheets(path: Path) -> list[list[list[str | float]]]:
    """Every sheet of a workbook: its rows of texts and numbers."""
    with zipfile.ZipFile(path) as book:
        strings = [
            "".join(text.text or "" for text in item.iter(f"{{{NAMESPACE['s']}}}t"))
            for item in ElementTree.fromstring(book.read("xl/sharedStrings.xml")).findall("s:si", NAMESPACE)
        ]
        found = []
        names = [name for name in book.namelist() if re.fullmatch(r"xl/worksheets/sheet[0-9]+\.xml", name)]
        for name in sorted(names, key=lambda name: int(re.findall("[0-9]+", name)[0])):
            rows = []
            for line in ElementTree.fromstring(book.read(name)).iter(f"{{{NAMESPACE['s']}}}row"):
                cells: list[str | float] = []
                for cell in line.findall("s:c", NAMESPACE):
                    value = cell.find("s:v", NAMESPACE)
                    if value is not None and value.text is not None:
                        cells.append(strings[int(value.text)] if cell.get("t") == "s" else float(value.text))
                rows.append(cells)
            found.append(rows)
    return found


# -- kinds of value


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (0, "cents", "$0.00"),
        (123_456_789_01, "cents", "$123,456,789.01"),
        (-5, "cents", "\u2212$0.05"),
        (1, "micros", "$0.00000001"),
        (150_003_000, "micros", "$1.50003"),
        (-100_000_000, "micros", "\u2212$1.00"),
        (2**62, "micros", "$46,116,860,184.27387904"),
        (18.04, "tenths", "18.0"),
    ],
)
def test_money_is_written_to_its_last_digit(value: int | float, kind: Kind, text: str) -> None:
    assert shown(value, kind) == text


# -- formats


@pytest.mark.parametrize("name", REPORTS)
def test_csv_has_every_table_with_every_digit(both_days: Callable[[str], Document], tmp_path: Path, name: str) -> None:
    document = both_days(name)
    files = write(document, tmp_path / "report.csv")
    expected = tables_of(document)
    assert files[0] == tmp_path / "report.csv"
    assert len(files) >= max(1, len(expected))
    for file, table in zip(files, expected.values(), strict=False):
        with file.open(encoding="utf-8", newline="") as lines:
            head, *found = list(csv.reader(lines))
        assert head == [each.title for each in table.heads]
        assert len(found) == len(table.rows)
        for cells, row in zip(found, table.rows, strict=True):
            for cell, value, each in zip(cells, row, table.heads, strict=True):
                match each.kind, value:
                    case _, None:
                        assert cell == ""
                    case "cents", int():
                        assert round(float(cell) * 100) == value
                    case "micros", int():
                        whole, _, rest = cell.partition(".")
                        assert int(whole + rest.ljust(8, "0")) == value
                    case _:
                        assert cell == str(value)


def test_every_row_of_a_document_is_in_its_csv_and_no_sum_among_them(told: House) -> None:
    document = report(told, "jackpots", FIRST, SECOND)
    drawn = [piece for _, piece in document.pieces() if isinstance(piece, Table)]
    alike = [piece for piece in drawn if sum(each.heads == piece.heads for each in drawn) > 1]
    sums = sum(piece.totals for piece in alike)
    assert sum(len(table.rows) for table in tables_of(document).values()) == sum(len(t.rows) for t in drawn) - sums
    assert tables_of(document)["movements"].heads[0].title == "Section"


def _table(of: str, *counts: int) -> Section:
    rows = tuple((f"row {place}", count) for place, count in enumerate(counts))
    return Section(
        of, (Table((Head("What"), Head("Count", "count")), (*rows, ("All", sum(counts))), "Counts", totals=1),)
    )


def test_csv_of_tables_that_are_one_can_be_summed_up(tmp_path: Path) -> None:
    document = Document("Counts", "", Facts(()), (_table("T1", 3, 4), _table("T2", 5)))
    [file] = write(document, tmp_path / "counts.csv")
    rows = list(csv.reader(file.read_text(encoding="utf-8").splitlines()))
    assert rows == [
        ["Section", "What", "Count"],
        ["T1", "row 0", "3"],
        ["T1", "row 1", "4"],
        ["T2", "row 0", "5"],
    ]


def test_csv_has_the_facts_and_the_alarms_in_files_of_their_own(tmp_path: Path) -> None:
    inner = Section("Money", (Facts((Fact("Owed", -123_456, "cents"),)), Text("Short by a dollar", alarm=True)))
    document = Document(
        "Day",
        "",
        Facts((Fact("Closed", "Not closed yet"),)),
        (_table("T1", 3), inner, Section("Said", (Text("quiet"),))),
    )
    files = write(document, tmp_path / "day.csv")
    assert [file.name for file in files] == ["day.csv", "day-facts.csv", "day-alarms.csv"]
    assert files[1].read_text(encoding="utf-8").splitlines() == [
        "Section,Fact,Value",
        ",Closed,Not closed yet",
        "Money,Owed,-1234.56",
    ]
    assert files[2].read_text(encoding="utf-8").splitlines() == ["Section,Alarm", "Money,Short by a dollar"]


@pytest.mark.parametrize("name", ["jackpots", "ledger", "hits"])
def test_every_table_is_a_data_frame_with_money_in_whole_numbers(
    both_days: Callable[[str], Document], name: str
) -> None:
    document = both_days(name)
    frames = report_frames(document, "polars")
    tables = tables_of(document)
    assert list(frames) == list(tables)
    for which, table in tables.items():
        found, end = frames[which], len(table.rows) - table.totals
        assert found.height == end
        money = [at for at, head in enumerate(table.heads) if head.kind in ("cents", "micros")]
        for at in money:
            column = found.columns[at] if end else ""
            assert not end or column.endswith(("_cents", "_micros"))
            assert not end or found[column].to_list() == [row[at] for row in table.rows[:end]]


def test_a_day_that_is_not_closed_says_so_in_csv(told: House, tmp_path: Path) -> None:
    files = write(report(told, "day", "2024-05-04"), tmp_path / "day.csv")
    assert "Not closed yet" in "".join(file.read_text(encoding="utf-8") for file in files)


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\r\n=1", "a\r=1", '=HYPERLINK("http://x","y")']
)
def test_no_text_of_csv_is_taken_for_a_formula(tmp_path: Path, text: str) -> None:
    table = Table((Head(text), Head("Cents", "cents"), Head("Kind", "code")), ((text, -5, text),))
    document = Document(
        "T", "", Facts((Fact(text, text), Fact("n", -5, "cents"))), (Section(text, (table, Text(text, alarm=True))),)
    )
    for file in write(document, tmp_path / "t.csv"):
        with file.open(encoding="utf-8", newline="") as lines:
            for row in csv.reader(lines):
                for cell in row:
                    assert not cell.startswith(("=", "+", "@", "\t", "\r")), row
                    assert not cell.startswith("-") or cell == "-0.05"


@pytest.mark.parametrize("name", REPORTS)
def test_json_holds_the_whole_document_in_whole_numbers(
    both_days: Callable[[str], Document], tmp_path: Path, name: str
) -> None:
    document = both_days(name)
    [file] = write(document, tmp_path / "report.json")
    data = json.loads(file.read_text(encoding="utf-8"))
    assert data == as_data(document)
    assert [section["title"] for section in data["sections"]] == [section.title for section in document.sections]
    drawn = [piece for _, piece in document.pieces() if isinstance(piece, Table)]
    found = list(_tables(data["sections"]))
    assert len(found) == len(drawn)
    for table, read in zip(drawn, found, strict=True):
        rows = [*read["rows"], *read.get("totals", ())]
        assert [tuple(row.values()) for row in rows] == list(table.rows)
        for column in read["columns"]:
            if column["kind"] in ("cents", "micros"):
                assert all(row[column["name"]] in (None, "") or type(row[column["name"]]) is int for row in rows)


def _tables(sections: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for section in sections:
        yield from section.get("tables", ())
        yield from _tables(section.get("sections", []))


@pytest.mark.parametrize("name", REPORTS)
def test_a_workbook_has_the_numbers_as_numbers(both_days: Callable[[str], Document], tmp_path: Path, name: str) -> None:
    document = both_days(name)
    write(document, tmp_path / "report.xlsx")
    found = [row for sheet in sheets(tmp_path / "report.xlsx") for row in sheet]
    for _, piece in document.pieces():
        if not isinstance(piece, Table):
            continue
        assert [head.title for head in piece.heads] in found
        for row in piece.rows:
            expected = [_in_a_workbook(value, head.kind) for value, head in zip(row, piece.heads, strict=True)]
            assert [value for value in expected if value not in (None, "")] in found


def _in_a_workbook(value: Any, kind: Kind) -> Any:
    if isinstance(value, str) or value is None:
        return value
    return 1 / value if kind == "odds" else value / {"cents": 100, "micros": 10**8}.get(kind, 1)


def test_what_a_workbooks_numbers_cannot_hold_is_text(tmp_path: Path) -> None:
    table = Table((Head("Amount", "micros"),), ((2**62 + 1,),))
    document = Document("Big", "one", Facts((Fact("A", 1, "cents"),)), (Section("It", (table,)),))
    write(document, tmp_path / "big.xlsx")
    assert ["$46,116,860,184.27387905"] in sheets(tmp_path / "big.xlsx")[0]


@pytest.mark.parametrize("name", REPORTS)
@pytest.mark.parametrize("form", ["md", "html", "pdf"])
def test_documents_for_people_are_written(
    both_days: Callable[[str], Document], tmp_path: Path, name: str, form: str
) -> None:
    document = both_days(name)
    file, *charts = write(document, tmp_path / f"report.{form}")
    assert len(charts) == (len(list(document.plots())) if form == "md" else 0)
    if form == "pdf":
        assert file.read_bytes().startswith(b"%PDF-")
        return
    text = re.sub(r"\\(.)", r"\1", file.read_text(encoding="utf-8"))
    for section in document.sections:
        assert section.title in text
    assert document.footer in text


def test_an_alarm_stands_out_in_every_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = Document("A", "b", Facts(()), (Section("S", (Text("It is late", alarm=True),)),))
    for form, sign in (("md", "**It is late**"), ("html", "<p class=alarm>It is late</p>")):
        [file] = write(document, tmp_path / f"alarm.{form}")
        assert sign in file.read_text(encoding="utf-8")
    assert as_data(document)["sections"][0]["alarms"] == ["It is late"]


# -- the command


@pytest.mark.parametrize("name", REPORTS)
@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_screen_holds_every_report_in_its_width(
    on_screen: Callable[[str, int], str], name: str, width: int
) -> None:
    out = on_screen(name, width)
    assert "Rainier, gaming days 2024-05-01 to 2024-05-02" in " ".join(out.split())
    assert max(map(len, out.splitlines())) <= width


def _whole(out: str, text: str) -> bool:
    """Whether an amount is there with no digit before or after it, and not over two lines."""
    return re.search(rf"(?<![\d,.$]){re.escape(text)}(?![\d])", out) is not None


def _held(out: str, document: Document) -> None:
    """Every amount of a document is set whole, and no head of a column is missing."""
    words = set(out.split())
    for _, piece in document.pieces():
        if isinstance(piece, Facts):
            for fact in piece.facts:
                if fact.kind in ("cents", "micros", "dollars"):
                    assert _whole(out, shown(fact.value, fact.kind)), fact
        if not isinstance(piece, Table) or not piece.rows:
            continue
        for place, head in enumerate(piece.heads):
            assert set(head.title.split()) <= words | {word.removesuffix(":") for word in words}, head.title
            for row in piece.rows:
                value = row[place]
                if head.kind in ("cents", "micros", "dollars") and isinstance(value, int):
                    assert _whole(out, shown(value, head.kind)), (head.title, shown(value, head.kind))
                elif isinstance(value, str):
                    for amount in re.findall(r"\$[\d,]+(?:\.\d+)?", value):
                        assert _whole(out, amount), (head.title, amount)


@pytest.mark.parametrize("name", REPORTS)
@pytest.mark.parametrize("width", [60, 80, 100])
def test_no_amount_is_broken_and_no_column_left_out_on_a_narrow_screen(
    both_days: Callable[[str], Document], on_screen: Callable[[str, int], str], name: str, width: int
) -> None:
    out = on_screen(name, width)
    assert max(map(len, out.splitlines())) <= width
    _held(out, both_days(name))


@pytest.mark.parametrize("width", [60, 80, 132])
def test_large_amounts_are_set_whole_however_many_columns_there_are(width: int) -> None:
    """Ten columns of amounts of a thousand millions with every digit, and words that nobody can break."""
    heads = (Head("Progressive"), *(Head(f"Fund {number}", "micros") for number in range(10)), Head("What", "text"))
    said = "paid $123,456,789.01234567 to the winner of table A1"
    amounts = [[-(2**61) + row * number for number in range(10)] for row in range(3)]
    rows: tuple[tuple[Value, ...], ...] = tuple((f"jackpot-{row}", *found, said) for row, found in enumerate(amounts))
    facts = Facts((Fact("What the meters hold for the players, bank and deposits due together", 2**62, "micros"),))
    document = Document("Big", "", facts, (Section("It", (facts, Table(heads, rows, "Funds", "A note.", totals=1))),))
    out = io.StringIO()
    console = Console(file=out, width=width, force_terminal=False, theme=THEME)
    for _, piece in document.pieces():
        console.print(draw(piece))
    assert max(map(len, out.getvalue().splitlines())) <= width
    _held(out.getvalue(), document)


@pytest.mark.parametrize("width", [24, 40])
def test_where_no_two_columns_fit_each_row_is_a_list(width: int) -> None:
    table = Table((Head("When", "moment"), Head("Amount", "micros")), (("2024-05-02 06:00:00 PDT", 2**62 + 1),))
    out = io.StringIO()
    Console(file=out, width=width, force_terminal=False, theme=THEME).print(draw(table))
    assert "2024-05-02 06:00:00 PDT" in " ".join(out.getvalue().split())
    assert "$46,116,860,184.27387905" in out.getvalue()


def test_csv_json_and_pages_go_to_standard_output(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "counts", database, form="csv")
    first, *_ = text.split("\n\n")
    assert first.splitlines()[:3] == [
        "tables",
        "Table,Rounds,Voided rounds,Hours open,Hands per hour,Wagers,Of them voided,By hand,Wagers per hour",
        first.splitlines()[2],
    ]
    assert json.loads(printed(capsys, "counts", database, form="json"))["title"] == "Wager counts"
    assert printed(capsys, "counts", database, form="md").startswith("# Wager counts")
    assert printed(capsys, "counts", database, form="html").startswith("<!doctype html>")


def test_a_file_is_written_by_its_ending(database: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for ending in ("csv", "xlsx", "json", "md", "html", "pdf"):
        file = tmp_path / f"escrow.{ending}"
        assert printed(capsys, "escrow", database, output=str(file)).splitlines()[0] == str(file)
        assert file.stat().st_size
    text = tmp_path / "escrow.txt"
    printed(capsys, "escrow", database, output=str(text), form="terminal")
    assert text.read_text(encoding="utf-8").startswith("Escrow  Rainier")


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"form": "xlsx"}, "none is named"),
        ({"form": "doc"}, "no format 'doc'"),
        ({"output": "day.doc"}, "no format 'doc'"),
        ({"output": "day.csv", "form": "json"}, "does not end in .json"),
        ({"output": "nowhere/day.csv"}, "no folder"),
    ],
)
def test_a_format_that_cannot_be_written_is_refused(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: dict[str, str], why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadQuestion, match=re.escape(why)):
        run("day", database=database, **options)
    assert list(tmp_path.iterdir()) == []


def test_a_report_reads_beside_a_running_floor_and_writes_nothing(
    told: House, capsys: pytest.CaptureFixture[str]
) -> None:
    before = told.rows()
    path = told.floor.journal.engine.path  # type: ignore[attr-defined]
    assert "Rainier" in printed(capsys, "day", str(path))
    assert told.rows() == before


def test_the_database_is_named_found_or_asked_for(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("HOUSEWAY_DATABASE", raising=False)
    with pytest.raises(BadJournal, match=r"no database houseway\.db yet") as refused:
        run("day")
    assert "houseway property init" in str(refused.value.remedy)
    monkeypatch.setenv("HOUSEWAY_DATABASE", database)
    run("counts")
    assert "Rainier" in capsys.readouterr().out
    empty = sqlite_house(tmp_path / "empty.db")
    empty.close()
    with pytest.raises(BadJournal, match="no property yet"):
        open_floor(str(tmp_path / "empty.db"), readonly=True)


def test_the_command_line(database: str) -> None:
    runner = CliRunner()
    done = runner.invoke(
        command.app, ["hits", "--database", database, "--day", FIRST, "--jackpot", "attack", "--format", "json"]
    )
    assert done.exit_code == 0, done.output
    assert [section["title"] for section in json.loads(done.output)["sections"]] == ["Overview", "Attack"]
    asked = ["audit", "-d", database, "--from", FIRST, "--to", SECOND, "--kind", "hit-paid", "--kind", "deposited"]
    trail = runner.invoke(command.app, [*asked, "--person", "cole", "--format", "json"])
    [entries] = json.loads(trail.output)["sections"][1]["tables"]
    assert [row["kind"] for row in entries["rows"]] == ["hit-paid", "deposited"]
    refused = runner.invoke(command.app, ["gossip", "--database", database])
    assert isinstance(refused.exception, HousewayError)


def test_a_bar_is_drawn_where_somebody_looks(
    database: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert "Daily close" in printed(capsys, "day", database)


def test_the_app_is_a_single_command() -> None:
    assert typer.main.get_command(command.app).name == "report"
