"""A document as Markdown. Plots are SVG files in a folder beside it, named after it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import assert_never

from houseway.reports.document import Document, Facts, Grid, Items, Piece, Plot, Section, Table, Text
from houseway.reports.numbers import NUMERIC, shown


def write_markdown(document: Document, path: Path) -> list[Path]:
    """Write ``document`` to ``path`` and its plots beside it; the files written are returned."""
    folder = path.with_name(f"{path.stem}-figures")
    path.write_text(as_markdown(document, folder.name), encoding="utf-8")
    written = [path]
    for plot in document.plots():
        folder.mkdir(exist_ok=True)
        file = folder / f"{plot.name}.svg"
        file.write_text(plot.svg + "\n", encoding="utf-8")
        written.append(file)
    return written


def as_markdown(document: Document, folder: str) -> str:
    """``document`` as Markdown, its plots taken from ``folder``."""
    lines = [f"# {_plain(document.title)}", "", _plain(document.subtitle), ""]
    lines += _facts(document.facts)
    lines.append("")
    lines += [f"- [{_plain(section.title)}](#{_anchor(section.title)})" for section in document.sections]
    for section in document.sections:
        lines += _section(section, 2, folder)
    lines += ["", "---", "", _plain(document.footer), ""]
    return "\n".join(lines)


def _section(section: Section, level: int, folder: str) -> Iterator[str]:
    yield from ("", f"{'#' * level} {_plain(section.title)}")
    for piece in section.pieces:
        yield ""
        yield from _piece(piece, folder)
    for inner in section.sections:
        yield from _section(inner, level + 1, folder)


def _piece(piece: Piece, folder: str) -> Iterator[str]:
    match piece:
        case Text():
            mark = "**" if piece.alarm else "*" if piece.quiet else ""
            yield f"{mark}{_plain(piece.text)}{mark}"
        case Items():
            for number, item in enumerate(piece.items, start=1):
                yield f"{f'{number}.' if piece.numbered else '-'} {_plain(item)}"
        case Facts():
            yield from _facts(piece)
        case Table():
            yield from _table(piece)
        case Grid():
            chart = piece.chart
            yield from _titled(chart.title)
            corner = " / ".join(filter(None, (chart.row_title, chart.column_title)))
            yield from _rows(
                (corner, *chart.column_names),
                [(name, *cells) for name, cells in zip(chart.row_names, chart.cells, strict=True)],
                [":--", *[":-:"] * len(chart.column_names)],
            )
            if chart.legend:
                yield from ("", "; ".join(f"{_plain(sign)}: {_plain(says)}" for sign, says in chart.legend.items()))
        case Plot():
            yield from _titled(piece.title)
            yield f"![{_plain(piece.says)}]({folder}/{piece.name}.svg)"
        case _:
            assert_never(piece)


def _facts(facts: Facts) -> Iterator[str]:
    said = [(fact, shown(fact.value, fact.kind)) for fact in facts.facts]
    rows = [(fact.label, f"`{text}`" if fact.kind == "code" else text) for fact, text in said]
    yield from _rows(("", ""), rows, (":--", ":--"))


def _table(table: Table) -> Iterator[str]:
    yield from _titled(table.title)
    rows = [tuple(shown(value, head.kind) for value, head in zip(row, table.heads, strict=True)) for row in table.rows]
    first = len(rows) - table.totals
    rows[first:] = [tuple(f"**{cell}**" if cell.strip() else cell for cell in row) for row in rows[first:]]
    yield from _rows(
        [head.title for head in table.heads], rows, ["--:" if head.kind in NUMERIC else ":--" for head in table.heads]
    )
    if table.note:
        yield from ("", f"*{_plain(table.note)}*")


def _titled(title: str) -> Iterator[str]:
    if title:
        yield from (f"**{_plain(title)}**", "")


def _rows(heads: Sequence[str], rows: Sequence[Sequence[str]], sides: Sequence[str]) -> Iterator[str]:
    yield f"| {' | '.join(map(_cell, heads))} |"
    yield f"|{'|'.join(sides)}|"
    for row in rows:
        yield f"| {' | '.join(map(_cell, row))} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _plain(text: str) -> str:
    """Text whose stars and brackets are only themselves."""
    return re.sub(r"([*_<\[\]])", r"\\\1", text)


def _anchor(title: str) -> str:
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
