"""``houseway paytables``: every paytable of a game, its columns side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway import registry
from houseway.cli.command_options import EditionName, GameName, Json, takes
from houseway.cli.screen.streams import put_json
from houseway.rulebook.edition import Edition, PaytableData
from houseway.rulebook.pays import PayKind, in_words, parse_pay
from houseway.rulebook.paytables import event_slug
from houseway.table.table_errors import BadSetup

if TYPE_CHECKING:
    from rich.console import RenderableType

STANDARD = ("standard",)


app = typer.Typer(add_completion=False)


@app.command()
def paytables(
    game: GameName,
    edition: EditionName = None,
    wager: Annotated[str | None, takes("--wager -w W", "Only the tables that pay this wager.")] = None,
    json: Json = False,
) -> None:
    """Show every paytable as its document prints them, side by side."""
    found = registry.game(game).edition(edition)
    if wager is not None and wager not in found.wagers:
        raise BadSetup(f"{found.about.name} has no wager {wager!r}", remedy=f"choose from {', '.join(found.wagers)}")
    blocks = [block for block in found.data.paytables if wager is None or wager in block.wagers]
    if json:
        put_json(
            {
                "game": game,
                "edition": found.slug,
                "paytables": [block_data(block) for block in blocks],
                "notice": _notice_data(found),
            }
        )
        return
    from houseway.cli.screen.drawing import make_console

    console = make_console()
    for number, block in enumerate(blocks):
        if number:
            console.print()
        console.print(draw(found, block))
    notice = found.data.jackpots
    if notice and any(_has_jackpot(found, block) for block in blocks):
        console.print()
        console.print(notice_panel(found))


# -- as data


def block_data(block: PaytableData) -> dict[str, Any]:
    """A printed table as plain data; ``pays`` has a cell for each of ``ids``, or one for each value of ``by``."""
    return {
        "wagers": list(block.wagers),
        "ids": list(block.ids),
        "odds": block.odds,
        "division": block.division,
        "by": block.by,
        "row-meters": block.row_meters,
        "scales": block.scales,
        "clause": block.clause,
        "rows": [
            {
                "event": event_slug(name),
                "name": name,
                "pays": {key: _cell_data(cell, block) for key, cell in zip(block.ids, cells, strict=True)},
            }
            for name, *cells in block.rows
        ],
    }


def _cell_data(cell: Any, block: PaytableData) -> Any:
    if isinstance(cell, dict):
        return {value: parse_pay(text, block.odds).text for value, text in cell.items()}
    return parse_pay(cell, block.odds).text


def _notice_data(edition: Edition) -> dict[str, str] | None:
    notice = edition.data.jackpots
    return {"text": notice.notice, "clause": notice.notice_clause} if notice else None


def _has_jackpot(edition: Edition, block: PaytableData) -> bool:
    return any(edition.wagers[slug].kind == "jackpot" for slug in block.wagers)


# -- on the screen


def draw(edition: Edition, block: PaytableData) -> RenderableType:
    """One printed table under the names of the wagers it pays, with its notes."""
    from rich import box
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    names = ", ".join(edition.wagers[slug].name for slug in block.wagers)
    longest = max(len(name) for name, *_ in block.rows)
    table = Table(box=box.ROUNDED, header_style="title")
    table.add_column("", min_width=min(longest, 20), overflow="fold")
    for key in block.ids:
        table.add_column("pays" if block.ids == STANDARD else _two_lines(key), justify="right", overflow="fold")
    for name, *cells in block.rows:
        table.add_row(name, *(_cell(cell, block) for cell in cells))
    return Group(
        Text.assemble((names, "title"), "  ", (f"[{block.clause}]", "clause")),
        table,
        *(Text(note, style="said") for note in notes(block)),
    )


def _two_lines(key: str) -> str:
    """A long id in two lines, so that several columns fit beside their rows."""
    first, dash, last = key.rpartition("-") if len(key) > 11 else ("", "", key)
    first, dash, middle = first.rpartition("-")
    return f"{first}-\n{middle}-{last}" if dash else key


def notes(block: PaytableData) -> list[str]:
    """What must be known to read the table."""
    rows = [cell for _, *row in block.rows for cell in row]
    several = [cell for cell in rows if isinstance(cell, dict)]
    texts = [cell for cell in rows if not isinstance(cell, dict)] + [text for cell in several for text in cell.values()]
    pays = [parse_pay(text, block.odds) for text in texts]
    found = []
    if any(pay.kind.value in ("to 1", "for 1") for pay in pays):
        found.append(f"Bare numbers are odds {block.odds}.")
    if several:
        found.append(f"Where a cell has several pays, the option {block.by} decides: {' / '.join(several[0])}.")
    if any(pay.is_posted for pay in pays):
        kinds = {pay.kind for pay in pays}
        how = []
        if PayKind.JACKPOT in kinds:
            how.append("% as a percent of the meter")
        if PayKind.BONUS in kinds:
            how.append("$ as money" + (" or odds" if block.odds == "to 1" else ""))
        if PayKind.JACKPOT_OR_BONUS in kinds:
            how.append("otherwise as either" if how else "as a percent of the meter or as money")
        found.append(f"The operator posts the posted rows before the table opens, {', '.join(how)}.")
    if any(pay.is_percent or pay.kind in (PayKind.JACKPOT, PayKind.JACKPOT_OR_BONUS) for pay in pays):
        how_shared = "shared by the winners of the same event" if block.division == "shared" else "whole to each winner"
        found.append(f"A percent is of the meter, {how_shared}.")
    if block.row_meters:
        found.append("A posted row may be a progressive with its own meter.")
    if block.scales:
        found.append("Dollar prizes are for a wager of $1, and grow with it.")
    return found


_POSTED = {"bonus": "$ posted", "jackpot": "% posted", "jackpot/bonus": "posted"}


def _cell(cell: Any, block: PaytableData) -> Any:
    from rich.text import Text

    if isinstance(cell, dict):
        return Text(" / ".join(_plain(text, block) for text in cell.values()))
    text = _plain(cell, block)
    return Text(text, style="word" if text in _POSTED.values() else "")


def _plain(cell: str, block: PaytableData) -> str:
    pay = parse_pay(cell, block.odds)
    if pay.is_posted:
        return _POSTED[pay.text]
    return in_words(pay.text).removesuffix(f" {block.odds}")


def notice_panel(edition: Edition) -> RenderableType:
    """The notice that every display of a bonus jackpot carries, word for word."""
    from rich.panel import Panel
    from rich.text import Text

    notice = edition.data.jackpots
    assert notice is not None
    return Panel(
        Text(notice.notice),
        title=Text(f"Notice on every bonus display [{notice.notice_clause}]"),
        title_align="left",
        border_style="clause",
    )
