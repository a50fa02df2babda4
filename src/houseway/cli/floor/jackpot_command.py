"""``houseway jackpot``: jackpots begin, are posted, hit, verified, paid, changed, removed and closed."""

from __future__ import annotations

import asyncio
import sys
import tomllib
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from houseway.cli.command_options import Json, argument, takes
from houseway.cli.floor.floor_database import Database, database_of
from houseway.cli.floor.form_commands import add_forms
from houseway.cli.floor.terminal_desk import Common, Desk, JackpotId, floor_at, give, in_common, now
from houseway.compliance.configuration import toml_of
from houseway.floor.command import Command
from houseway.floor.floor_errors import BadCommand
from houseway.floor.forms import Asking, jackpot_of
from houseway.rulebook.plain_words import misfit

if TYPE_CHECKING:
    from houseway.accounts.kept_payees import PayeeDetails

app = typer.Typer(
    add_completion=False,
    help="Jackpots: begin, post, hit, verify, pay, change, remove; and the players' money in escrow.",
)
hit = typer.Typer(help="A hit's life: claimed, verified, then paid or rejected.")
app.add_typer(hit, name="hit")
check = typer.Typer(help="Checks that pay prizes and deposits: cleared, or voided.")
app.add_typer(check, name="check")


@app.command("list")
def list_(database: Database = None, json: Json = False) -> None:
    """List the jackpots: what they display, what is due at the bank, which hits are open."""
    from houseway.cli.floor.jackpot_show import show_all

    with floor_at(database) as floor:
        show_all(floor, as_json=json)


@app.command()
def show(jackpot: JackpotId, database: Database = None, json: Json = False) -> None:
    """Show one jackpot: parameters, funds, bank, hits; the JSON may be edited and given to change."""
    from houseway.cli.floor.jackpot_show import show as run

    with floor_at(database) as floor:
        run(floor, jackpot, as_json=json)


@hit.command("list")
def hit_list(
    jackpot: Annotated[str | None, argument("[JACKPOT]", "Only this jackpot.")] = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """List the hits at hand, the open ones first."""
    from houseway.cli.floor.jackpot_show import show_hits

    with floor_at(database) as floor:
        show_hits(floor, jackpot, as_json=json)


@hit.command("payee")
@in_common
def hit_payee(
    file: Annotated[
        str, argument("FILE", "TOML with name, address, document, number and, where it is given, tin; - is TOML typed.")
    ],
    payee: Annotated[str, takes("--payee REFERENCE", "The reference to pay under; made if left out.")] = "",
    *,
    common: Common,
) -> None:
    """Record who is paid a prize that is reported for tax. The journal has a reference, and no name or number."""
    from houseway.accounts.kept_payees import drop_payee, keep_payee, ready_payee
    from houseway.accounts.service import Accounts
    from houseway.accounts.store import open_store
    from houseway.errors import HousewayError

    ready = ready_payee(_details(file), payee)
    store = open_store(database_of(common["database"]))
    try:
        accounts = Accounts(store)

        def keep(desk: Desk) -> Command:
            asyncio.run(keep_payee(accounts, ready, desk.who))
            return ready.command

        try:
            give(keep, common)
        except HousewayError:
            asyncio.run(drop_payee(accounts, ready.command.payee))
            raise
    finally:
        store.close()


@hit.command("slip")
@in_common
def hit_slip(
    hit: Annotated[str, argument("HIT", "A hit that is paid.")],
    output: Annotated[Path, takes("--output -o FILE", "The PDF to write.")],
    common: Common,
) -> None:
    """Print the payout slip of a hit as PDF: the original once, afterwards copies. Each print is on record."""
    from houseway.accounts.kept_payees import payee_details
    from houseway.accounts.service import Accounts
    from houseway.accounts.store import open_store
    from houseway.floor.command_index import PrintSlip
    from houseway.floor.context import moment
    from houseway.reports.floor.payouts import payout_slip as slips
    from houseway.reports.floor.payouts.recorded_hits import hit_on_record

    database = common["database"]
    with floor_at(database) as floor:
        jackpot = jackpot_of(Asking(floor, {"hit": hit}, now()))
    give(lambda desk: PrintSlip(jackpot=jackpot, hit=hit), common)
    with floor_at(database) as floor:
        slip = slips.payout_slip(floor, jackpot, hit)
        payee = slips.no_payee(slip.player)
        if slip.payee:
            with closing(open_store(database_of(database), readonly=True)) as store:
                digest = slips.recorded_digest(floor, slip.payee)
                found = asyncio.run(payee_details(Accounts(store), slip.payee, digest))
            payee = slips.payee_facts(slip.payee, found.name, found.address, found.document, found.number, found.tin)
        printed = f"Printed {moment(now(), floor.property.zone)} by {common['who']}"
        output.write_bytes(slips.as_pdf(slip, payee, hit_on_record(floor, jackpot, hit).prints - 1, printed))


def _details(file: str) -> PayeeDetails:
    from houseway.accounts.kept_payees import PayeeDetails

    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
        return msgspec.convert(toml_of(text), PayeeDetails)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        fits = misfit(error) if isinstance(error, msgspec.ValidationError) else error
        why = error.strerror if isinstance(error, OSError) else fits
        raise BadCommand(
            f"the payee cannot be read: {why}",
            remedy="give a TOML file with name, address, document, number and, where it is given, tin",
        ) from error


add_forms({"jackpot": app, "jackpot hit": hit, "jackpot check": check})
