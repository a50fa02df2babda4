"""``houseway operations``: shows who is told of alarms and which copies are made, and tries both."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.command_options import argument, takes

app = typer.Typer(add_completion=False)


@app.command()
def operations(
    file: Annotated[Path, argument("FILE", "The file that houseway serve --operations reads.")],
    send: Annotated[bool, takes("--send", "Send everybody a message for a trial.")] = False,
) -> None:
    """Check a file of operations: who is told of alarms, and which copies are made. Exit 1 if a message fails."""
    from houseway.cli.screen.drawing import make_console
    from houseway.operations.operations_errors import NotDelivered
    from houseway.operations.operations_file import read_operations
    from houseway.operations.senders import Alarm, Message, sender

    found = read_operations(file)
    console = make_console()
    trial = Alarm("trial", "Messages", "info", "A message for a trial", "sent by houseway operations --send", "/office")
    failed = False
    for hears in found.hears:
        console.print(f"{hears.called}: {', '.join(hears.roles)}; {hears.least} and more pressing")
        give = sender(hears, found)
        if not send:
            continue
        try:
            give(Message("Houseway", time.time_ns() // 1000, (trial,)))
            console.print("  delivered", style="said")
        except NotDelivered as error:
            failed = True
            console.print(f"  not delivered: {error.message}", style="said")
    if not found.hears:
        console.print("Nobody is told of alarms: they are on the office's pages only.")
    plan = found.backup
    if plan is None:
        console.print("No copies are made by the clock.")
    else:
        console.print(
            f"Copies every {plan.every_hours} h into {plan.folder}: kept {plan.days} days, then one a week for "
            f"{plan.weeks} weeks and one a month for {plan.months} months"
        )
        rehearsed = f"every {plan.rehearse} days" if plan.rehearse else "never"
        console.print(
            f"A copy is brought back for a trial {rehearsed}; seals go to {plan.seals_to or 'no other place'}"
        )
    if failed:
        raise typer.Exit(1)
