"""A document's facts and tables as data for programs: CSV and JSON, no digit lost.

Money is in dollars in CSV, and in whole cents or millionths of a cent (``kind`` says which) in JSON. Charts and plots
are not data, and are left out.
"""

from __future__ import annotations

import csv
import io
import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

from houseway.reports.document import Document, Facts, Head, Items, Piece, Section, Table, Text
from houseway.reports.numbers import DIGITS, Kind, Value, exact_dollars


def slug(title: str) -> str:
    """A title as a name for programs and files."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


# -- CSV


def tables_of(document: Document) -> dict[str, Table]:
    """Every table by a name of its own. Tables with the same title and heads are one, with the sections they stand in
    as its first column."""
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
            rows = tuple((place, *row) for place, table in parts for row in table.rows)
            found[name] = Table((Head("Section"), *heads), rows, title=title)
    return found


def as_csv(table: Table) -> str:
    """One table under its heads."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([head.title for head in table.heads])
    for row in table.rows:
        writer.writerow([_cell(value, head.kind) for value, head in zip(row, table.heads, strict=True)])
    return out.getvalue()


def all_as_csv(document: Document) -> str:
    """Every table one below the other, each under a line with its name, with an empty line between them."""
    return "\n".join(f"{name}\n{as_csv(table)}" for name, table in tables_of(document).items())


def write_csv(document: Document, path: Path) -> list[Path]:
    """The first table to ``path`` and each other one to a file beside it, named after it; the files are returned."""
    files = []
    for number, (name, table) in enumerate(tables_of(document).items()):
        file = path if number == 0 else path.with_name(f"{path.stem}-{name}{path.suffix}")
        file.write_text(as_csv(table), encoding="utf-8", newline="")
        files.append(file)
    if not files:
        path.write_text("", encoding="utf-8")
    return files or [path]


def _cell(value: Value, kind: Kind) -> str:
    if value is None:
        return ""
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
    names = [slug(head.title) for head in table.heads]
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
