"""``houseway par``: the PAR sheet of a game, or of one table as it is configured, as a file."""

from __future__ import annotations

import datetime as calendar
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from houseway import registry
from houseway.cli.command_options import argument, takes
from houseway.cli.maths.question_options import Flags, asking, cents_of, output_file, question_of
from houseway.cli.maths.table_choices import pairs
from houseway.journal.journal_errors import BadJournal
from houseway.maths.question_errors import BadQuestion
from houseway.reports.document import Text, check_format, write

if TYPE_CHECKING:
    from houseway.compliance.configuration import Property
    from houseway.reports.document import Document
    from houseway.reports.sign_off import Prepared
    from houseway.reports.simulated import Trial

LONGEST_NAME = 80


app = typer.Typer(add_completion=False)


@app.command()
@asking("wagers", "paytables", "edition", "options", "pays", "rules", "meters")
def par(
    game: Annotated[str | None, argument("GAME", "A game's slug; leave it out with --table.")] = None,
    output: Annotated[str | None, takes("--output -o FILE", "The file to write: .md, .html, .xlsx or .pdf.")] = None,
    table: Annotated[str | None, takes("--table -t T", "One table as configured, such as T4.")] = None,
    config: Annotated[
        str | None, takes("--config CONFIG", "The TOML file of the property; its database if left out.")
    ] = None,
    database: Annotated[str | None, takes("--database -d URL", "The journal of the property: a file or a URL.")] = None,
    *,
    typed: Flags,
    simulate: Annotated[
        str | None, takes("--simulate ROUNDS", "Rounds to simulate for each wager: 1e6 if left out, 0 for none.")
    ] = None,
    seed: Annotated[
        int | None, takes("--seed -s S", "The same seed simulates the same rounds; else 1.", min=0, max=2**64 - 1)
    ] = None,
    prepared_by: Annotated[str | None, takes("--prepared-by NAME", "Who prepared the sheet.")] = None,
    date: Annotated[str | None, takes("--date YYYY-MM-DD", "The date of the sheet; today if left out.")] = None,
    paper: Annotated[Literal["letter", "a4"], takes("--paper", "The paper size.")] = "letter",
) -> None:
    """Write the PAR sheet of a game or of one table."""
    from houseway.reports.par_sheet import par_sheet
    from houseway.reports.sign_off import Prepared

    if output is None:
        raise BadQuestion("a PAR sheet needs a file to be written to", remedy="name it: -o sheet.pdf")
    path = output_file(output)
    check_format(path)
    prepared = Prepared(name_of(prepared_by or ""), day_of(date) if date is not None else today(), paper, path.name)
    trial = trial_of(simulate, seed)
    if table is not None:
        flags = ("--edition", "--wager", "--paytable", "--option", "--pays")
        for flag, given in (*zip(flags, typed, strict=False), ("--rule", typed.rules)):
            if given:
                raise BadQuestion(
                    f"table {table} is printed as configured, and {flag} would change it",
                    remedy="leave it out, or ask for the sheet of the game",
                )
        source = _source(config, database)
        made = _of_table(table, game, property_of(config, database, prepared.on), typed.meters, prepared, trial, source)
    else:
        for flag, named in (("--config", config), ("--database", database)):
            if named is not None:
                raise BadQuestion(f"{flag} names a property, and no table is named", remedy="add --table T1")
        if game is None:
            raise BadQuestion("no game and no table is named", remedy="name a game, or a table with --table T1")
        found = registry.game(game)
        made = par_sheet(found, question_of(found, typed), prepared=prepared, trial=trial)
    for file in write(made, path)[:1]:
        sys.stdout.write(f"{file}\n")
    failed = any(
        isinstance(piece, Text) and piece.alarm for titles, piece in made.pieces() if titles[-1] == "Simulation"
    )
    if failed:
        sys.stderr.write("houseway: a simulated mean is too far from its exact value: see the section on simulation\n")
        raise typer.Exit(1)


def trial_of(rounds: str | None, seed: int | None) -> Trial | None:
    """What is simulated for a sheet: a modest number of rounds from one seed unless others are given; nothing for 0."""
    from houseway.cli.maths.simulate_command import number_of
    from houseway.reports.simulated import ROUNDS, SEED, Trial
    from houseway.simulation.run import MOST

    if rounds is not None and rounds.strip() == "0":
        return None
    number = ROUNDS if rounds is None else number_of(rounds)
    if number > MOST:
        raise BadQuestion(f"{number} rounds cannot be played", remedy=f"give a whole number from 1 to {MOST:,}, or 0")
    return Trial(number, SEED if seed is None else seed)


def _of_table(
    table: str,
    game: str | None,
    property: Property,
    meters: Sequence[str],
    prepared: Prepared,
    trial: Trial | None,
    source: Sequence[str],
) -> Document:
    from houseway.reports.table_sheet import configured, table_sheet

    amounts = {name: cents_of(text) for name, text in pairs(meters, "--meter").items()}
    at = configured(property, table, amounts)
    if game is not None and registry.game(game).slug != at.game.slug:
        raise BadQuestion(f"table {table} plays {at.game.slug}, not {game}", remedy="leave the game out")
    return table_sheet(at, prepared=prepared, trial=trial, source=source)


def _source(config: str | None, database: str | None) -> tuple[str, ...]:
    """How the property was named, for the command on the sheet: a server's URL, which may hold a password, is not."""
    if config is not None:
        return "--config", config
    return ("--database", database) if database is not None and "://" not in database else ()


def property_of(config: str | None, database: str | None, day: str) -> Property:
    """The property in the TOML file ``config``; or else the journal's in ``database``, as it stands on ``day``."""
    if config is not None and database is not None:
        raise BadQuestion("a property is named twice", remedy="give --config or --database")
    if config is not None:
        from houseway.compliance.configuration import load

        return load(Path(config))
    from houseway.cli.floor.terminal_desk import floor_at

    try:
        with floor_at(database) as floor:
            return floor.property.configuration(day)
    except BadJournal as error:
        raise BadJournal(error.message, remedy=f"{error.remedy}; or name its file with --config") from error


def today() -> str:
    """The day of a sheet that is given none; the one clock of this command."""
    return calendar.datetime.now().astimezone().date().isoformat()


def day_of(text: str) -> str:
    """A day, as in ``2024-05-01``."""
    try:
        found = calendar.date.fromisoformat(text)
    except ValueError:
        found = None
    if found is None or found.isoformat() != text:
        raise BadQuestion(f"{text!r} is not a day", remedy="write --date 2024-05-01")
    return text


def name_of(text: str) -> str:
    """A preparer's name in one line."""
    found = " ".join(text.split())
    if len(found) > LONGEST_NAME or not all(sign.isprintable() for sign in found):
        raise BadQuestion(
            f"a preparer's name has at most {LONGEST_NAME} plain characters", remedy="write a shorter one"
        )
    return found
