"""What came of a command of the floor, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from houseway.cli.floor.terminal_desk import Desk
from houseway.cli.screen.drawing import clause_tag, make_console
from houseway.floor import command_index as c
from houseway.floor.context import moment
from houseway.jackpots.jackpot_configuration import MICROS
from houseway.rulebook.money import dollars

Sentence = Callable[[Any, dict[str, Any]], str]
"""What a command and its reply say together."""


def say(desk: Desk, command: c.Command, reply: dict[str, Any]) -> None:
    """Say what came of ``command``, who gave it, and under which id it may be given again."""
    console = make_console()
    console.print(Text(SENTENCES[type(command)](command, reply)))
    _MORE.get(type(command), _nothing_more)(console, desk, command, reply)
    if desk.known is not None:
        console.print(Text("This id was given before: the answer is the same and nothing changed.", style="said"))
    beside = f" with {desk.second}" if desk.second else ""
    when = "" if desk.known is not None else f" · {moment(desk.at, desk.floor.property.zone)}"
    console.print(Text(f"{desk.who}{beside}{when} · id {desk.id}", style="said"))


SENTENCES: dict[type[c.Command], Sentence] = {
    c.ChangeSettings: lambda o, r: f"Settings changed: {', '.join(o.settings)}.",
    c.AddPerson: lambda o, r: f"{o.person.name} works here as {' and '.join(o.person.roles) or 'nothing yet'}.",
    c.DropPerson: lambda o, r: f"{o.person} works here no longer.",
    c.UpgradeRelease: lambda o, r: (
        f"Release {r['to']} is on record in the place of {r['from']}."
        + (f" To be closed and opened anew: {', '.join(r['left'])}." if r["left"] else "")
    ),
    c.AddLicence: lambda o, r: f"Licence {o.licence.number} of {o.licence.maker} is on file.",
    c.AddApproval: lambda o, r: f"Approval {o.approval.id} of {o.approval.game} {o.approval.edition} is on file.",
    c.AddPromotion: lambda o, r: f"Promotion {o.promotion.id} runs from {o.promotion.since} to {o.promotion.until}.",
    c.EndPromotion: lambda o, r: f"Promotion {o.promotion} has ended.",
    c.ReportMalfunction: lambda o, r: f"Malfunction {o.malfunction} is on record.",
    c.NotifyMalfunction: lambda o, r: f"Notice of malfunction {o.malfunction} was given under {o.reference}.",
    c.MendMalfunction: lambda o, r: f"Malfunction {o.malfunction} is mended.",
    c.SetClockRight: lambda o, r: (
        f"The clock is right. Streams that had gone ahead: {', '.join(r['streams']) or 'none'}."
    ),
    c.CloseDay: lambda o, r: f"The gaming day {o.day} is closed.",
    c.AddTable: lambda o, r: f"Table {o.table.id} is added, closed.",
    c.ChangeTable: lambda o, r: f"Table {o.table.id} is configured anew.",
    c.RemoveTable: lambda o, r: f"Table {o.table} is taken away.",
    c.OpenTable: lambda o, r: f"Table {o.table} is open; the next round is {r['round']}.",
    c.CloseTable: lambda o, r: f"Table {o.table} is closed after {_counted(r['rounds'], 'round')} in all.",
    c.Tabulate: lambda o, r: (
        f"Round {o.round} of table {o.table}: {_wagers(r['counted'])}{', entered by hand' if o.manual else ''}."
    ),
    c.ConfirmIndicators: lambda o, r: f"The indicators of round {o.round} are confirmed: collect the wagers.",
    c.NoteEdges: lambda o, r: f"{_counted(r['noted'], 'chip')} noted; nothing changed.",
    c.SettleRound: lambda o, r: f"Round {o.round} of table {o.table} is settled.",
    c.VerifyWin: lambda o, r: (
        f"{dollars(r['amount'])} of seat {o.seat} on {o.wager}, round {o.round} of table {o.table}, is verified; "
        f"{_counted(r['left'], 'win')} of the table still to verify."
    ),
    c.VoidRound: lambda o, r: (
        f"Round {o.round} of table {o.table} is void: {dollars(sum(r['returned'].values()))} of jackpot wagers go back."
    ),
    c.FailTable: lambda o, r: (
        f"Table {o.table} is out of order, malfunction {r['malfunction']}. By hand from here: {r['procedure']}."
    ),
    c.RestoreTable: lambda o, r: f"The equipment of table {o.table} counts again.",
    c.FailDisplay: lambda o, r: (
        f"The {o.display} of table {o.table} is out, malfunction {r['malfunction']}. Show {r['show']}."
    ),
    c.RestoreDisplay: lambda o, r: f"The {o.display} of table {o.table} shows again.",
    c.ReadCounter: lambda o, r: (
        f"The counter of table {o.table} reads {r['reading']:,}: {r['difference']:,} since "
        f"{r['before']:,}; {_variance(r)}."
    ),
    c.ReplaceCounter: lambda o, r: f"The counter of table {o.table} ended at {o.old:,} and begins at {o.new:,}.",
    c.AddJackpot: lambda o, r: f"Jackpot {o.jackpot.id} begins{_beginning(r['beginning'])}.",
    c.ChangeJackpot: lambda o, r: (
        f"Jackpot {o.jackpot.id} is changed{': it holds from the next full prize on' if r['queued'] else ''}."
    ),
    c.PostAmount: lambda o, r: f"Jackpot {o.jackpot} is posted anew: {_posted(r)}.",
    c.ClaimHit: lambda o, r: f"{_counted(len(r['hits']), 'hit')} locked in round {o.round} of table {o.table}:",
    c.VerifyHit: lambda o, r: f"Hit {o.hit} of {o.jackpot} is verified.",
    c.RejectHit: lambda o, r: f"Hit {o.hit} of {o.jackpot} is rejected: {dollars(r['amount'])} went back.",
    c.PayHit: lambda o, r: (
        f"Hit {o.hit} of {o.jackpot} is paid: {dollars(r['amount'])} by {o.method}, from the {o.by}."
    ),
    c.ExplainReading: lambda o, r: (
        f"The reading of {r['reading']:,} at table {o.table} is explained; {r['expected']:,} was counted."
    ),
    c.AdjustMeter: lambda o, r: f"{o.jackpot} shows {dollars(r['after'])}, before {dollars(r['before'])}.",
    c.RecoverSeed: lambda o, r: f"{dollars(o.amount)} of seed went back to the house from the {o.source}.",
    c.BookUndisplayed: lambda o, r: f"{dollars(o.amount)} left the {o.source} for prizes that are not displayed.",
    c.Deposit: lambda o, r: f"{dollars(o.amount)} is in the account of {o.jackpot}; {dollars(r['due'])} is still due.",
    c.Withdraw: lambda o, r: f"{dollars(o.amount)} was taken out of the account of {o.jackpot}.",
    c.Statement: lambda o, r: f"The bank has {dollars(o.amount)} for {o.jackpot}: {_shortfall(r)}.",
    c.ExplainDifference: lambda o, r: (
        f"{dollars(r['surplus'] // MICROS)} more at the bank than is booked for {o.jackpot} is explained."
    ),
    c.Seize: lambda o, r: f"{o.authority} took {dollars(o.amount)}; {o.jackpot} is stopped until it is back.",
    c.StopJackpot: lambda o, r: f"{o.jackpot} is stopped: no wager is counted for it.",
    c.ResumeJackpot: lambda o, r: f"{o.jackpot} goes on.",
    c.AnnounceRemoval: lambda o, r: f"{o.jackpot} will be removed on {o.day}: {o.reason}.",
    c.TransferJackpot: lambda o, r: f"{dollars(r['micros'] // MICROS)} went from {o.jackpot} to {o.to}.",
    c.DonateJackpot: lambda o, r: f"{dollars(r['cents'])} went from {o.jackpot} to {o.organisation}.",
    c.CloseJackpot: lambda o, r: f"{o.jackpot} is closed for good.",
}
"""What is said of each command that can be given here."""


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"


def _wagers(counted: dict[str, list[int]]) -> str:
    said = [f"{wager} at {', '.join(map(str, seats))}" for wager, seats in counted.items()]
    return f"counted {'; '.join(said)}" if said else "no wager was counted"


def _variance(reply: dict[str, Any]) -> str:
    if not reply["variance"]:
        return "as counted"
    return f"{reply['expected']:,} were expected, a variance of {reply['variance']:+,}"


def _beginning(amounts: dict[str, int]) -> str:
    said = [f"{row + ' ' if row else ''}{dollars(amount)}" for row, amount in amounts.items()]
    return f" with a seed of {', '.join(said)}" if said else ""


def _posted(reply: dict[str, Any]) -> str:
    said = [f"{row} {pay}" for row, pay in reply["posted"].items()]
    if reply["amount"] is not None:
        said.insert(0, dollars(reply["amount"]))
    return ", ".join(said)


def _shortfall(reply: dict[str, Any]) -> str:
    if reply["surplus"]:
        return f"{dollars(reply['surplus'] // MICROS)} more than is booked, to be explained"
    if not reply["shortfall"]:
        return "as booked"
    return f"short by {dollars(-(-reply['shortfall'] // MICROS))}, and stopped"


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
        (hit["id"], f"seat {hit['seat']}", hit["event"], dollars(hit["amount"]), hit["jackpot"])
        for hit in reply["hits"]
    )
    console.print(_rows(rows, 3))
    for id in reply["surveillance"]:
        console.print(Text(f"Call surveillance for {id}.", style="refused"))


def _meters(console: Console, desk: Desk, command: Any, reply: dict[str, Any]) -> None:
    rows = ((id, row, dollars(amount)) for id, shown in reply["meters"].items() for row, amount in shown.items())
    console.print(_rows(rows, 2))
    open_ = [f"round {round_} at table {table}" for table, round_ in reply["rounds"].items()]
    open_ += [f"hit {hit} of {id}" for id, hits in reply["hits"].items() for hit in hits]
    if open_:
        console.print(Text(f"Open at the cut-off: {', '.join(open_)}.", style="said"))
    for id in reply["overdue"]:
        console.print(Text(f"The deposit of {id} is overdue: its spots are closed.", style="refused"))


def _borne(console: Console, desk: Desk, command: Any, reply: dict[str, Any]) -> None:
    for id, micros in reply["house-bears"].items():
        if micros:
            cents = dollars(-(-micros // MICROS))
            console.print(
                Text(f"The display of {id} stays: {cents} of its contribution is paid by the house.", style="said")
            )


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
