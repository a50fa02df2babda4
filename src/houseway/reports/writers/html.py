"""A document as one HTML file with its own style: light or dark as the reader's system is, and made to be printed."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import assert_never

from houseway.reports.document import DEPARTS, Document, Facts, Grid, Items, Piece, Plot, Section, Table, Text, tones_of
from houseway.reports.glossary import explain
from houseway.reports.numbers import NUMERIC, UNBROKEN, shown
from houseway.reports.writers.inline_svg import inline_svg

ACCENTS = {
    "green": ("#0b5c38", "#63c795"),
    "blue": ("#14407c", "#7fb0ee"),
    "red": ("#8a1a2b", "#ee8c99"),
    "purple": ("#4a2173", "#bf9af0"),
    "black": ("#20242b", "#c5cad3"),
}
"""The colour of headings on light and on dark paper, by the felt's."""


_STYLE = Path(__file__).with_name("style.css")


def as_html(document: Document) -> str:
    """``document`` as one file."""
    light, dark = ACCENTS.get(document.colour, ACCENTS["green"])
    style = _STYLE.read_text(encoding="utf-8").replace("ACCENT-LIGHT", light).replace("ACCENT-DARK", dark)
    style = style.replace("PAPER-SIZE", {"letter": "letter", "a4": "A4"}[document.paper])
    author = f'<meta name="author" content="{escape(document.author)}">\n' if document.author else ""
    body = "\n".join(_body(document))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"{author}<title>{escape(document.title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _body(document: Document) -> Iterator[str]:
    yield f"<header><h1>{escape(document.title)}</h1><p>{escape(document.subtitle)}</p></header>"
    yield "<main>"
    yield from _facts(document.facts)
    yield '<nav aria-label="Contents"><ol>'
    for number, section in enumerate(document.sections, start=1):
        yield f'<li><a href="#s{number}">{escape(section.title)}</a></li>'
    yield "</ol></nav>"
    for number, section in enumerate(document.sections, start=1):
        yield from _section(section, 2, f"s{number}")
    yield "</main>"
    yield f"<footer>{escape(document.footer)}</footer>"


def _section(section: Section, level: int, key: str) -> Iterator[str]:
    yield f'<section id="{key}"><h{level}>{escape(section.title)}</h{level}>'
    for piece in section.pieces:
        yield from _piece(piece)
    for number, inner in enumerate(section.sections, start=1):
        yield from _section(inner, min(level + 1, 6), f"{key}-{number}")
    yield "</section>"


def _piece(piece: Piece) -> Iterator[str]:
    match piece:
        case Text():
            style = " class=alarm" if piece.alarm else " class=quiet" if piece.quiet else ""
            yield f"<p{style}>{escape(piece.text)}</p>"
        case Items():
            tag = "ol" if piece.numbered else "ul"
            items = "".join(f"<li>{escape(item)}</li>" for item in piece.items)
            yield f"<{tag}>{items}</{tag}>"
        case Facts():
            yield from _facts(piece)
        case Table():
            yield from _table(piece)
        case Grid():
            yield from _grid(piece)
        case Plot():
            yield f'<figure class="plot"><figcaption>{escape(piece.title)}</figcaption>{inline_svg(piece)}</figure>'
        case _:
            assert_never(piece)


def _facts(facts: Facts) -> Iterator[str]:
    yield '<dl class="facts">'
    for fact in facts.facts:
        text = escape(shown(fact.value, fact.kind))
        value = f"<code>{text}</code>" if fact.kind == "code" else text
        alarm = ' class="alarm"' if fact.label.startswith(DEPARTS) else ""
        yield f"<div{alarm}><dt>{_explained(fact.label)}</dt><dd>{value}</dd></div>"
    yield "</dl>"


def _table(table: Table) -> Iterator[str]:
    yield f'<figure class="table{" by-hand" if table.by_hand else ""}">'
    if table.title:
        yield f"<figcaption>{escape(table.title)}</figcaption>"
    yield '<div class="wide"><table><thead><tr>'
    sides = [
        ' class="n"' if head.kind in NUMERIC else ' class="m"' if head.kind in UNBROKEN else "" for head in table.heads
    ]
    yield "".join(f"<th{side}>{_explained(head.title)}</th>" for head, side in zip(table.heads, sides, strict=True))
    yield "</tr></thead><tbody>"
    for number, row in enumerate(table.rows):
        cells = "".join(
            f"<td{side}>{escape(shown(value, head.kind))}</td>"
            for value, head, side in zip(row, table.heads, sides, strict=True)
        )
        last = ' class="total"' if number >= len(table.rows) - table.totals else ""
        yield f"<tr{last}>{cells}</tr>"
    yield "</tbody></table></div>"
    if table.note:
        yield f'<p class="quiet">{escape(table.note)}</p>'
    yield "</figure>"


def _explained(heading: str) -> str:
    """A heading; one that the glossary explains shows its meaning where the pointer rests on it."""
    term = explain(heading)
    text = escape(heading)
    return text if term is None else f'<abbr title="{escape(term.plain)}">{text}</abbr>'


def _grid(piece: Grid) -> Iterator[str]:
    chart = piece.chart
    tones = tones_of(chart)
    yield f'<figure class="chart"><figcaption>{escape(chart.title)}</figcaption><div class="wide"><table>'
    if chart.column_title:
        yield f'<thead><tr><th></th><th colspan="{len(chart.column_names)}">{escape(chart.column_title)}</th></tr>'
    else:
        yield "<thead>"
    heads = "".join(f"<th>{escape(name)}</th>" for name in chart.column_names)
    yield f"<tr><th>{escape(chart.row_title)}</th>{heads}</tr></thead><tbody>"
    for name, cells in zip(chart.row_names, chart.cells, strict=True):
        row = "".join(f'<td class="t{tones[cell]}">{escape(cell)}</td>' for cell in cells)
        yield f"<tr><th>{escape(name)}</th>{row}</tr>"
    yield "</tbody></table></div>"
    if chart.legend:
        keys = "".join(
            f'<li><span class="t{tones[sign]}">{escape(sign)}</span> {escape(says)}</li>'
            for sign, says in chart.legend.items()
        )
        yield f'<ul class="legend">{keys}</ul>'
    yield "</figure>"
