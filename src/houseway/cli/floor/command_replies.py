"""What came of a command of the floor, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from houseway.cli.floor.terminal_desk import Desk
from houseway.cli.screen.drawing import clause_tag, make_console
from houseway.floor import command_index as c
from houseway.floor.context import moment
from houseway.floor.forms import SAID
from houseway.jackpots.jackpot_configuration import MICROS
from houseway.rulebook.money import dollars


def say(desk: Desk, command: c.Command, reply: dict[str, Any]) -> None:
    """Say what came of ``command``, who gave it, and under which id it may be given again."""
    console = make_console()
    given = _with_titles(command, desk)
    console.print(Text(SAID[type(command)](given, msgspec.convert(reply, c.REPLIES[type(command)]))))
    _MORE.get(type(command), _nothing_more)(console, desk, command, reply)
    if desk.known is not None:
        console.print(Text("This id was given before: the answer is the same and nothing changed.", style="said"))
    beside = f" with {desk.second}" if desk.second else ""
    when = "" if desk.known is not None else f" · {moment(desk.at, desk.floor.property.zone)}"
    console.print(Text(f"{desk.who}{beside}{when} · id {desk.id}", style="said"))


def _title(desk: Desk, id: str) -> str:
    """What people call the jackpot ``id``, a closed one too."""
    return desk.floor.jackpot(id).title


def _with_titles(command: c.Command, desk: Desk) -> c.Command:
    """``command`` with the names of the jackpots that it is about in the place of their ids."""
    named = {field: getattr(command, field, None) for field in ("jackpot", "to")}
    titles = {field: _title(desk, id) for field, id in named.items() if isinstance(id, str)}
    return msgspec.structs.replace(command, **titles) if "jackpot" in titles else command


# -- what a sentence has no room for


def _nothing_more(console: Console, desk: Desk, command: Any, reply: dict[str, Any]) -> None:
    return


def _findings(console: Console, desk: Desk, command: Any, reply: dict[str, Any]) -> None:
    if not reply["findings"]:
        console.print(Text("Nothing stands in the way of opening it.", style="won"))
        return
    console.print(Text("It cannot be opened yet:", style="refused"))
    for finding in reply["findings"]:
        cites = "; ".join((finding["cite"], *finding.get("beside", ())))
        line = Text.assemble(f"  {finding['where']}: {finding['what']} ", clause_tag(cites))
        console.print(line)
        console.print(Text(f"    {finding['remedy']}", style="said"))


def _notice(console: Console, desk: Desk, command: Any, reply: dict[str, Any]) -> None:
    if reply["notice-by"] is not None:
        by = moment(reply["notice-by"], desk.floor.property.zone)
        console.print(Text(f"The regulator must hear of it by {by}.", style="refused"))


def _rows(rows: Iterator[tuple[str, ...]], *right: int) -> Table:
    grid = Table.grid(padding=(0, 2, 0, 2))
    for row in rows:
        for place in range(len(grid.columns), len(row)):
            grid.add_column(justify="right" if place in right else "left", overflow="fold")
        grid.add_row(*(Text(cell) for cell in row))
    return grid


def _hits(console: Console, desk: Desk, command: Any, reply: dict[str, Any]) -> None:
    rows = (
        (hit["id"], f"seat {hit['seat']}", hit["event"], dollars(hit["amount"]), _title(desk, hit["jackpot"]))
        for hit in reply["hits"]
    )
    console.print(_rows(rows, 3))
    for id in reply["surveillance"]:
        console.print(Text(f"Call surveillance for {id}.", style="refused"))


def _meters(console: Console, desk: Desk, command: Any, reply: dict[str, Any]) -> None:
    meters = ((id, row, cents) for id, shown in reply["meters"].items() for row, cents in shown.items())
    rows = ((_title(desk, id), row, dollars(cents)) for id, row, cents in meters)
    console.print(_rows(rows, 2))
    open_ = [f"round {round_} at table {table}" for table, round_ in reply["rounds"].items()]
    open_ += [f"hit {hit} of {_title(desk, id)}" for id, hits in reply["hits"].items() for hit in hits]
    if open_:
        console.print(Text(f"Open at the cut-off: {', '.join(open_)}.", style="said"))
    for id in reply["overdue"]:
        console.print(Text(f"The deposit of {_title(desk, id)} is overdue: its spots are closed.", style="refused"))


def _borne(console: Console, desk: Desk, command: Any, reply: dict[str, Any]) -> None:
    for id, micros in reply["house-bears"].items():
        if micros:
            cents = dollars(-(-micros // MICROS))
            stays = f"The display of {_title(desk, id)} stays: {cents} of its contribution is paid by the house."
            console.print(Text(stays, style="said"))


def _money(console: Console, desk: Desk, command: Any, reply: dict[str, Any]) -> None:
    rows = (
        (wager, f"staked {dollars(staked)}", f"returned {dollars(returned)}")
        for wager, (staked, returned, _) in reply["money"].items()
    )
    console.print(_rows(rows))
    for seat, wager, net in reply["surveillance"]:
        console.print(Text(f"Call surveillance: seat {seat} won {dollars(net)} on {wager}.", style="refused"))


_MORE: dict[type[c.Command], Callable[[Console, Desk, Any, dict[str, Any]], None]] = {
    c.AddTable: _findings,
    c.ChangeTable: _findings,
    c.ReportMalfunction: _notice,
    c.ClaimHit: _hits,
    c.CloseDay: _meters,
    c.VoidRound: _borne,
    c.SettleRound: _money,
}
