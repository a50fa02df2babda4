"""A document's facts and tables as data for programs: CSV and JSON, no digit lost.

Money is in dollars in CSV, and in whole cents or millionths of a cent (``kind`` says which) in JSON. What comes once in
so many rounds is their number in CSV, and its probability in JSON. Charts and plots are not data, and are left out; so
are paragraphs in CSV, but for alarms. A text of CSV that a spreadsheet would take for a formula begins with an
apostrophe.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from houseway.reports.document import Document, Facts, Head, Items, Piece, Section, Table, Text
from houseway.reports.numbers import DIGITS, NUMERIC, Kind, Value
from houseway.rulebook.money import exact_dollars


def slug(title: str) -> str:
    """A title as a name for programs and files."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


# -- CSV


def tables_of(document: Document) -> dict[str, Table]:
    """Every table by a name of its own. Tables with the same title and heads are one, with the sections they stand in
    as its first column and without the rows that sum each of them up."""
    alike: dict[tuple[str, tuple[Head, ...]], list[tuple[str, Table]]] = {}
    for titles, piece in document.pieces():
        if isinstance(piece, Table):
            alike.setdefault((piece.title or titles[-1], piece.heads), []).append((", ".join(titles), piece))
    found: dict[str, Table] = {}
    for (title, heads), parts in alike.items():
        name = base = slug(title)
        number = 2
        while name in found:
            name, number = f"{base}-{number}", number + 1
        if len(parts) == 1:
            found[name] = parts[0][1]
        else:
            rows = tuple(
                (place, *row) for place, table in parts for row in table.rows[: len(table.rows) - table.totals]
            )
            found[name] = Table((Head("Section"), *heads), rows, title=title)
    return found


def as_csv(table: Table) -> str:
    """One table under its heads."""
    rows = ([_cell(value, head.kind) for value, head in zip(row, table.heads, strict=True)] for row in table.rows)
    return _csv([_cell(head.title, "text") for head in table.heads], rows)


def parts_of(document: Document) -> dict[str, str]:
    """Every table as CSV by its name, then the facts, then the alarms where there are any."""
    parts = {name: as_csv(table) for name, table in tables_of(document).items()}
    facts = [("", fact) for fact in document.facts.facts]
    alarms = []
    for titles, piece in document.pieces():
        place = _cell(", ".join(titles), "text")
        if isinstance(piece, Facts):
            facts += [(place, fact) for fact in piece.facts]
        elif isinstance(piece, Text) and piece.alarm:
            alarms.append([place, _cell(piece.text, "text")])
    rows = [[place, _cell(fact.label, "text"), _cell(fact.value, fact.kind)] for place, fact in facts]
    for name, heads, found in (
        ("facts", ["Section", "Fact", "Value"], rows),
        ("alarms", ["Section", "Alarm"], alarms),
    ):
        if found:
            parts[name if name not in parts else f"{name}-of-the-report"] = _csv(heads, found)
    return parts


def all_as_csv(document: Document) -> str:
    """Every part one below the other, each under a line with its name, with an empty line between them."""
    return "\n".join(f"{name}\n{text}" for name, text in parts_of(document).items())


def write_csv(document: Document, path: Path) -> list[Path]:
    """The first part to ``path`` and each other one to a file beside it, named after it; the files are returned."""
    files = []
    for number, (name, text) in enumerate(parts_of(document).items()):
        file = path if number == 0 else path.with_name(f"{path.stem}-{name}{path.suffix}")
        file.write_text(text, encoding="utf-8", newline="")
        files.append(file)
    if not files:
        path.write_text("", encoding="utf-8")
    return files or [path]


def _csv(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(rows)
    return out.getvalue()


_FORMULA = ("=", "+", "-", "@", "\t", "\n")
"""What a text begins with that a spreadsheet would reckon out."""


def _cell(value: Value, kind: Kind) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        # A return by itself is not quoted, and would begin a row.
        text = value.replace("\r\n", "\n").replace("\r", "\n")
        return f"'{text}" if kind not in NUMERIC and text.startswith(_FORMULA) else text
    if kind == "one_in":
        return str(float(1 / value)) if value else "never"
    if kind in DIGITS and isinstance(value, int):
        return exact_dollars(value, DIGITS[kind]).replace(",", "")
    return str(float(value)) if isinstance(value, Fraction) else str(value)


# -- JSON


def as_json(document: Document) -> str:
    """The whole document as JSON text."""
    return json.dumps(as_data(document), indent=2, ensure_ascii=False) + "\n"


def as_data(document: Document) -> dict[str, Any]:
    """The whole document as plain data: facts, and sections with their texts and tables."""
    return {
        "title": document.title,
        "subtitle": document.subtitle,
        "facts": _facts(document.facts),
        "sections": [_section(section) for section in document.sections],
        "footer": document.footer,
    }


def _section(section: Section) -> dict[str, Any]:
    data: dict[str, Any] = {"title": section.title}
    for piece in section.pieces:
        _add(data, piece)
    if section.sections:
        data["sections"] = [_section(inner) for inner in section.sections]
    return data


def _add(data: dict[str, Any], piece: Piece) -> None:
    match piece:
        case Text():
            data.setdefault("alarms" if piece.alarm else "texts", []).append(piece.text)
        case Items():
            data.setdefault("texts", []).extend(piece.items)
        case Facts():
            data.setdefault("facts", []).extend(_facts(piece))
        case Table():
            data.setdefault("tables", []).append(_table(piece))


def _facts(facts: Facts) -> list[dict[str, Any]]:
    return [{"name": fact.label, "value": _value(fact.value), "kind": fact.kind} for fact in facts.facts]


def _table(table: Table) -> dict[str, Any]:
    names = [head.key or slug(head.title) for head in table.heads]
    rows = [dict(zip(names, map(_value, row), strict=True)) for row in table.rows]
    end = len(rows) - table.totals
    data: dict[str, Any] = {
        "title": table.title,
        "columns": [
            {"name": name, "title": head.title, "kind": head.kind}
            for name, head in zip(names, table.heads, strict=True)
        ],
        "rows": rows[:end],
    }
    if table.totals:
        data["totals"] = rows[end:]
    if table.note:
        data["note"] = table.note
    return data


def _value(value: Value) -> Value:
    return float(value) if isinstance(value, Fraction) else value
