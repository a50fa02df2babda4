"""What may be typed: every subcommand with its options.

Each command imports what it needs when it runs, so that the quick ones stay quick.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Annotated, Any, Literal

import typer
from typer.core import TyperGroup

from houseway.cli.command_options import (
    EditionName,
    GameName,
    Json,
    LongOptions,
    Meters,
    Options,
    Pays,
    PaytableNames,
    Paytables,
    Rules,
    Seed,
    WagerNames,
)
from houseway.release import VERSION

COMMANDS = ("games", "rules", "glossary", "paytables", "play", "deal", "replay")
# A flag left out is False, not unknown: typer then has nothing to convert, and does not load what converts for it.
_NO_HELP: dict[str, object] = {"help": False, **{command: {"help": False} for command in COMMANDS}}

FLOOR = {
    "serve": "serve_command:app",
    "account": "floor.account_command:app",
    "property": "floor.property_command:app",
    "table": "floor.table_command:app",
    "jackpot": "floor.jackpot_command:app",
    "meter": "floor.meter_command:app",
    "audit": "records.audit_command:app",
    "backup": "records.backup_command:backup_app",
    "restore": "records.backup_command:restore_app",
    "operations": "records.operations_command:app",
    "report": "records.report_command:app",
    "vision": "records.vision_command:app",
    "drill": "records.drill_command:app",
}
"""The commands of a running property, each with the module here that holds it."""

APART = {
    "strategy": "maths.strategy_command:app",
    "shift": "maths.over_time.shift_command:app",
    "bankroll": "maths.over_time.bankroll_command:app",
    "progressive": "maths.over_time.progressive_command:app",
    "sweep": "maths.sweep_command:app",
    "target": "maths.target_command:app",
    "what-ifs": "maths.what_ifs_command:app",
    "together": "maths.over_time.together_command:app",
    "protect": "protect_command:app",
    "lab": "lab_command:app",
    **FLOOR,
}
"""All commands with a module of their own."""


class _Commands(TyperGroup):
    """All commands. Those with a module of their own are imported only when one of them runs."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [*super().list_commands(ctx), *APART]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name in APART and cmd_name not in self.commands:
            return _command_apart(cmd_name)
        return super().get_command(ctx, cmd_name)


@cache
def _command_apart(name: str) -> Any:
    module, _, app_name = APART[name].partition(":")
    command = typer.main.get_command(getattr(import_module(f"houseway.cli.{module}"), app_name))
    command.name = name
    return command


app = typer.Typer(
    name="houseway",
    cls=_Commands,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "default_map": _NO_HELP},
    help="House-banked table games: rules, paytables, exact mathematics, rounds and jackpots, every payment with its "
    "clause. Without a command it opens the lobby.",
    epilog="Names of games belong to their owners. Money at these tables is play money.",
)


def _version(value: bool) -> None:
    if value:
        typer.echo(f"houseway {VERSION}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def lobby(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", "-V", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Open the lobby: list, read and play the games."""
    if context.invoked_subcommand is None:
        from houseway.cli.play.lobby import run

        run()


@app.command()
def games(json: Json = False) -> None:
    """List the games: editions, positions, wagers and options."""
    from houseway.cli.maths.games_command import run

    run(as_json=json)


@app.command()
def rules(
    game: GameName,
    clause: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[CLAUSE]",
            help="A clause, such as dealing 21(a); a section, such as appendix C; a ruling, such as DW-4; or another "
            "source, such as S-2 or WAC 230-15-685, which needs no game.",
        ),
    ] = None,
    edition: EditionName = None,
    kind: Annotated[
        str | None, typer.Option("--kind", "-k", metavar="KIND", help="Only enforced, procedural or information.")
    ] = None,
    rulings: Annotated[
        bool, typer.Option("--rulings", help="List the rulings, and what each is worth compared with another reading.")
    ] = False,
    json: Json = False,
) -> None:
    """Read the rules of a game with the rulings on them, or look up a clause, a ruling or another source."""
    from houseway.cli.maths.rules_command import run

    run(game, " ".join(clause or ()), edition=edition, kind=kind, as_json=json, worth=rulings)


@app.command()
def glossary(
    term: Annotated[
        list[str] | None,
        typer.Argument(metavar="[TERM]", help="A term, or a part of one. Leave it out to list them all."),
    ] = None,
    json: Json = False,
) -> None:
    """Explain the words of card rooms and of this program, such as element of risk."""
    from houseway.cli.maths.glossary_command import run

    run(" ".join(term or ()), as_json=json)


@app.command()
def paytables(
    game: GameName,
    edition: EditionName = None,
    wager: Annotated[
        str | None, typer.Option("--wager", "-w", metavar="W", help="Only the tables that pay this wager.")
    ] = None,
    json: Json = False,
) -> None:
    """Show every paytable as its document prints them, side by side."""
    from houseway.cli.maths.paytables_command import run

    run(game, edition=edition, wager=wager, as_json=json)


@app.command()
def play(
    game: GameName,
    seats: Annotated[str, typer.Option("--seats", metavar="LIST", help="Your seats, such as 1 or 1,3 or 2-4.")] = "1",
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            "-n",
            min=1,
            metavar="K",
            help="Players at the table, with the automatic ones.",
        ),
    ] = None,
    seed: Seed = None,
    edition: EditionName = None,
    option: Options = None,
    paytable: Paytables = None,
    rounds: Annotated[
        int | None, typer.Option("--rounds", "-r", min=1, metavar="N", help="Leave the table after N rounds.")
    ] = None,
) -> None:
    """Play in the terminal. Type ? for the clause behind a question, hint for advice, quit to leave."""
    from houseway.cli.play.play_command import run

    run(
        game,
        seats=seats,
        players=players,
        seed=seed,
        edition=edition,
        options=option or (),
        paytables=paytable or (),
        rounds=rounds,
    )


@app.command()
def deal(
    game: GameName,
    rounds: Annotated[int, typer.Option("--rounds", "-r", min=1, metavar="N", help="How many rounds.")] = 1,
    seed: Seed = None,
    seats: Annotated[
        int, typer.Option("--seats", min=1, metavar="K", help="Automatic players, at positions 1 to K.")
    ] = 1,
    players: Annotated[
        Literal["usual", "varied"],
        typer.Option(help="Usual players play sensibly; varied players do anything legal, at tables of every kind."),
    ] = "usual",
    edition: EditionName = None,
    option: Options = None,
    paytable: Paytables = None,
) -> None:
    """Deal rounds to automatic players and write each round record as a line of JSON."""
    from houseway.cli.play.deal_command import run

    run(
        game,
        rounds=rounds,
        seed=seed,
        seats=seats,
        edition=edition,
        options=option or (),
        paytables=paytable or (),
        players=players,
    )


@app.command()
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Round records, one a line; - is standard input.")],
    settle: Annotated[
        bool,
        typer.Option("--settle", help="Settle each record and print it; compare nothing."),
    ] = False,
    json: Json = False,
) -> None:
    """Replay recorded rounds and compare every line; exit 1 if one differs or cannot be played."""
    from houseway.cli.play.replay_command import run

    raise typer.Exit(run(file, settle_only=settle, as_json=json))


@app.command()
def analyze(
    game: GameName,
    wager: WagerNames = None,
    paytable: PaytableNames = None,
    edition: EditionName = None,
    option: Options = None,
    pays: Pays = None,
    rule: Rules = None,
    meter: Meters = None,
    seed: Annotated[
        list[str] | None,
        typer.Option(
            "--seed",
            metavar="METER=AMOUNT",
            help="The seed of a progressive, for its figures over time.",
        ),
    ] = None,
    rate: Annotated[
        list[str] | None,
        typer.Option(
            "--rate",
            metavar="METER=PERCENT",
            help="The contribution rate, such as 12.5%.",
        ),
    ] = None,
    reseed: Annotated[
        list[str] | None,
        typer.Option("--reseed", metavar="METER=AMOUNT", help="The reset amount; the seed if left out."),
    ] = None,
    strategy: Annotated[
        str | None, typer.Option("--strategy", metavar="FILE", help="Only this strategy: a file or a name.")
    ] = None,
    json: Json = False,
) -> None:
    """Exact house edge, hit frequency and volatility for every wager, paytable, option and strategy."""
    from houseway.cli.maths.analyze_command import run
    from houseway.cli.maths.question_options import Flags

    run(
        game,
        Flags(edition, wager or (), paytable or (), option or (), pays or (), meter or (), rule or ()),
        seeds=seed or (),
        rates=rate or (),
        reseeds=reseed or (),
        strategy=strategy,
        as_json=json,
    )


@app.command()
def simulate(
    game: GameName,
    rounds: Annotated[
        str | None, typer.Option("--rounds", "-r", metavar="N", help="How many rounds, such as 1e9 or 10_000_000.")
    ] = None,
    standard_error: Annotated[
        float | None,
        typer.Option(
            "--standard-error",
            metavar="X",
            help="Stop when the first wager's standard error is X.",
        ),
    ] = None,
    seed: Seed = None,
    seats: Annotated[
        str, typer.Option("--seats", metavar="K", help="Positions 1 to K play, or a list such as 1,3-5.")
    ] = "1",
    wager: Annotated[
        list[str] | None,
        typer.Option(
            "--wager",
            "-w",
            metavar="W[=AMOUNT]",
            help="What every seat bets; all: every usual wager. Repeatable.",
        ),
    ] = None,
    strategy: Annotated[
        str | None,
        typer.Option("--strategy", metavar="FILE", help="A strategy, by file or name; the best play if left out."),
    ] = None,
    edition: EditionName = None,
    option: Options = None,
    paytable: Paytables = None,
    pays: Annotated[
        list[str] | None,
        typer.Option("--pays", metavar="WAGER/EVENT=PAY", help="Change what a row pays, by its slug. Repeatable."),
    ] = None,
    rule: Rules = None,
    meter: Meters = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, metavar="N", help="Threads; one per core if left out.")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option("--cluster", metavar="ADDRESS", help="Run on the Dask cluster at this address.")
    ] = None,
    on: Annotated[
        str, typer.Option("--on", metavar="WHERE", help="cores, or gpu: the same rounds and sums on an NVIDIA GPU.")
    ] = "cores",
    json: Json = False,
) -> None:
    """Simulate whole rounds and compare each mean with the exact value. A seed always gives the same answer."""
    from houseway.cli.maths.simulate_command import run

    status = run(
        game,
        rounds=rounds,
        standard_error=standard_error,
        seed=seed,
        seats=seats,
        wagers=wager or (),
        strategy=strategy,
        edition=edition,
        options=option or (),
        paytables=paytable or (),
        pays=pays or (),
        meters=meter or (),
        workers=workers,
        cluster=cluster,
        on=on,
        rules=rule or (),
        as_json=json,
    )
    if status:
        raise typer.Exit(status)


@app.command()
def par(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game's slug; leave it out with --table.")
    ] = None,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="The file to write: .md, .html, .xlsx or .pdf."),
    ] = None,
    table: Annotated[
        str | None, typer.Option("--table", "-t", metavar="T", help="One table as configured, such as T4.")
    ] = None,
    config: Annotated[
        str | None,
        typer.Option("--config", metavar="CONFIG", help="The TOML file of the property; its database if left out."),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option("--database", "-d", metavar="URL", help="The journal of the property: a file or a URL."),
    ] = None,
    wager: WagerNames = None,
    paytable: PaytableNames = None,
    edition: EditionName = None,
    option: LongOptions = None,
    pays: Pays = None,
    rule: Rules = None,
    meter: Meters = None,
    simulate: Annotated[
        str | None,
        typer.Option(
            "--simulate",
            metavar="ROUNDS",
            help="Rounds to simulate for each wager: 1e6 if left out, 0 for none.",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            "-s",
            min=0,
            max=2**64 - 1,
            metavar="S",
            help="The same seed simulates the same rounds; else 1.",
        ),
    ] = None,
    prepared_by: Annotated[
        str | None, typer.Option("--prepared-by", metavar="NAME", help="Who prepared the sheet.")
    ] = None,
    date: Annotated[
        str | None, typer.Option("--date", metavar="YYYY-MM-DD", help="The date of the sheet; today if left out.")
    ] = None,
    paper: Annotated[Literal["letter", "a4"], typer.Option("--paper", help="The paper size.")] = "letter",
) -> None:
    """Write the PAR sheet of a game or of one table."""
    from houseway.cli.maths.par_command import run
    from houseway.cli.maths.question_options import Flags

    status = run(
        game,
        Flags(edition, wager or (), paytable or (), option or (), pays or (), meter or (), rule or ()),
        output=output,
        table=table,
        config=config,
        database=database,
        prepared_by=prepared_by,
        date=date,
        paper=paper,
        rounds=simulate,
        seed=seed,
    )
    if status:
        raise typer.Exit(status)


@app.command()
def check(
    config: Annotated[str, typer.Argument(metavar="CONFIG", help="The TOML file of a property.")],
    exhibit: Annotated[
        str | None,
        typer.Option("--exhibit", metavar="FILE", help="If it passes, write the exhibit for the internal controls."),
    ] = None,
    json: Json = False,
) -> None:
    """Check the configuration of a property: each problem with its rule and its remedy."""
    from houseway.cli.records.check_command import run

    raise typer.Exit(run(config, output=exhibit, as_json=json))


new = typer.Typer(help="Write the files of something new.", no_args_is_help=True)
app.add_typer(new, name="new")


@new.command("game")
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help='What the game is called, such as "Lucky Seven".')],
    into: Annotated[
        str | None,
        typer.Option("--into", metavar="FOLDER", help="Where its folder goes; else src/houseway/games, or here."),
    ] = None,
    tests: Annotated[
        str | None,
        typer.Option("--tests", metavar="FOLDER", help="Where its test goes; else tests/games, or beside."),
    ] = None,
) -> None:
    """Write the folder of a new game: a small one that plays and passes the conformance suite, to be changed."""
    from houseway.cli.maths.new_game_command import run

    run(name, into, tests)


@cache
def all_commands() -> Any:
    """What typer makes of `app`, made once: it reads the signature of every command."""
    return typer.main.get_command(app)
