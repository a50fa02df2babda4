"""``houseway jackpot``, its second half: the account that holds the players' money, and the end of a progressive."""

from __future__ import annotations

from typing import Annotated

import typer

from houseway.cli.floor.jackpot_command import Amount, Document, app
from houseway.cli.floor.terminal_desk import Desk, JackpotId, money, order
from houseway.floor import command_index as c

Reference = Annotated[str, typer.Option("--reference", metavar="REF", help="The slip, statement or receipt.")]


@order(app, "deposit")
def deposit(desk: Desk, jackpot: JackpotId, amount: Amount, reference: Reference) -> c.Deposit:
    """Record that money due was brought to the bank account."""
    return c.Deposit(jackpot=jackpot, amount=money(amount), reference=reference)


@order(app, "withdraw")
def withdraw(desk: Desk, jackpot: JackpotId, amount: Amount, reference: Reference) -> c.Withdraw:
    """Take out of the account what the cage paid ahead for it. Two people."""
    return c.Withdraw(jackpot=jackpot, amount=money(amount), reference=reference)


@order(app, "statement")
def statement(desk: Desk, jackpot: JackpotId, amount: Amount, reference: Reference) -> c.Statement:
    """Record what the bank says is in the account: less than is booked stops the jackpot, more must be explained."""
    return c.Statement(jackpot=jackpot, amount=money(amount, least=0), reference=reference)


@order(app, "explain")
def explain(
    desk: Desk,
    jackpot: JackpotId,
    explanation: Annotated[str, typer.Argument(metavar="WHY", help="Where the money is from.")],
    reference: Reference,
) -> c.ExplainDifference:
    """Explain why the bank had more than is booked. Two people."""
    return c.ExplainDifference(jackpot=jackpot, explanation=explanation, reference=reference)


@order(app, "seize")
def seize(
    desk: Desk,
    jackpot: JackpotId,
    amount: Amount,
    authority: Annotated[str, typer.Option("--authority", metavar="WHO", help="Who took it.")],
    reference: Reference,
) -> c.Seize:
    """Record that an authority took money from the account: the jackpot stops until it is back. Two people."""
    return c.Seize(jackpot=jackpot, amount=money(amount), authority=authority, reference=reference)


@order(app, "remove")
def remove(
    desk: Desk,
    jackpot: JackpotId,
    reason: Annotated[
        str,
        typer.Option(
            "--reason",
            metavar="WHY",
            help="won-and-not-continued, game-discontinued, moved-to-another-table, order-of-the-regulator or "
            "business-closing.",
        ),
    ],
    day: Annotated[
        str | None, typer.Option("--day", metavar="DAY", help="The day, as 2024-05-01; this gaming day if left out.")
    ] = None,
    document: Annotated[
        str, typer.Option("--document", metavar="REF", help="The paper that orders it, where the regulator does.")
    ] = "",
) -> c.AnnounceRemoval:
    """Announce that a progressive will be removed, why and on which day. Two people."""
    day = desk.due("day", day, desk.day)
    return c.AnnounceRemoval(jackpot=jackpot, reason=reason, day=day, document=document)


@order(app, "transfer")
def transfer(
    desk: Desk,
    jackpot: JackpotId,
    to: Annotated[str, typer.Argument(metavar="TO", help="The progressive that it goes to.")],
    document: Document,
) -> c.TransferJackpot:
    """Bring all that a removed progressive holds to another one of this property. Two people."""
    return c.TransferJackpot(jackpot=jackpot, to=to, document=document)


@order(app, "donate")
def donate(
    desk: Desk,
    jackpot: JackpotId,
    organisation: Annotated[str, typer.Argument(metavar="ORGANISATION", help="Who gets it.")],
    reference: Reference,
) -> c.DonateJackpot:
    """Give all that a removed progressive holds to an organisation that may have it. Two people."""
    return c.DonateJackpot(jackpot=jackpot, organisation=organisation, reference=reference)


@order(app, "close")
def close(desk: Desk, jackpot: JackpotId) -> c.CloseJackpot:
    """Close a jackpot that holds nothing any more, for good. Two people."""
    return c.CloseJackpot(jackpot=jackpot)
