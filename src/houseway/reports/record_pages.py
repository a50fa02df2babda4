"""What ``docs/`` has beside the page on the round record: its JSON Schema, and every paytable as records name it.

``python -m houseway.reports.record_pages docs`` writes both.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from houseway.registry import all_games
from houseway.rulebook.edition import PaytableData
from houseway.rulebook.pays import parse_pay
from houseway.rulebook.paytables import event_slug
from houseway.table.records.record_schema import record_schema

SCHEMA = "round-record.schema.json"
PAYTABLES = "paytables.md"


def schema_file() -> str:
    """The JSON Schema of a round record, as a file."""
    return json.dumps(record_schema(all_games().values()), indent=1) + "\n"


def paytables_page() -> str:
    """Every paytable of every game, by the wagers, ids and events that records name."""
    lines = [
        "# Paytables",
        "",
        "Every paytable that a [round record](round-record.md) may name: `wager` and id as in `paytables`, rows by the",
        "`event` of a line, cells by its `pays`. The first row that the cards make is paid; without one the event is",
        "`none` and the pay `loss`. `bonus`, `jackpot` and `jackpot/bonus` stand for what `posted` has for the row.",
        "`make pages` makes this page from the editions.",
    ]
    for game in all_games().values():
        seen: list[object] = []
        for edition in game.editions.values():
            blocks = [block for block in edition.data.paytables if _shown(block) not in seen]
            seen += [_shown(block) for block in blocks]
            if blocks:
                several = f" {edition.slug}" if len(game.editions) > 1 else ""
                lines += ["", f"## {edition.about.name}, `{game.slug}`{several}"]
            for block in blocks:
                lines += _block(block)
    return "\n".join(lines) + "\n"


def _shown(block: PaytableData) -> object:
    return block.wagers, block.ids, block.odds, block.rows, block.division, block.scales, block.row_meters


def _block(block: PaytableData) -> list[str]:
    told = [f"Odds *{block.odds}*"]
    if block.by is not None:
        told.append(f"pays by the option `{block.by}`")
    pays = {text for _, *cells in block.rows for cell in cells for text in _texts(cell, block)}
    if block.row_meters or any("%" in text or "jackpot" in text for text in pays):
        shared = "divided among the winners of the same event" if block.division == "shared" else "whole to each winner"
        told.append(f"a percent is paid {shared}")
    if block.scales:
        told.append("dollars are for a fixed wager of $1, and multiplied by any other")
    if block.row_meters:
        told.append("a `bonus` row posted at `100%` has its own meter")
    head = ", ".join(f"`{slug}`" for slug in block.wagers)
    lines = ["", f"### {head}", "", "; ".join(told) + ".", ""]
    lines += ["| event | " + " | ".join(f"`{id}`" for id in block.ids) + " |", "|---" * (1 + len(block.ids)) + "|"]
    for name, *cells in block.rows:
        lines.append(f"| `{event_slug(name)}` | " + " | ".join(_cell(cell, block) for cell in cells) + " |")
    return lines


def _cell(cell: object, block: PaytableData) -> str:
    texts = _texts(cell, block)
    return (
        "; ".join(f"{key}: {text}" for key, text in zip(cell, texts, strict=True))
        if isinstance(cell, dict)
        else texts[0]
    )


def _texts(cell: object, block: PaytableData) -> list[str]:
    """What a cell pays: one pay, or one for each value of the option that the table goes by."""
    cells = list(cell.values()) if isinstance(cell, dict) else [cell]
    return [parse_pay(str(each), block.odds).text for each in cells]


def main(folder: str) -> None:
    """Write both files into ``folder``."""
    Path(folder, SCHEMA).write_text(schema_file(), encoding="utf-8")
    Path(folder, PAYTABLES).write_text(paytables_page(), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
