"""What may be typed: every subcommand, each in a module of its own that is imported only when it runs."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from houseway.cli.command_options import takes
from houseway.cli.old_spellings import keep_old_spellings
from houseway.release import VERSION

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

COMMANDS = {
    "games": "maths.games_command:app",
    "rules": "maths.rules_command:app",
    "glossary": "maths.glossary_command:app",
    "paytables": "maths.paytables_command:app",
    "play": "play.play_command:app",
    "deal": "play.deal_command:app",
    "replay": "play.replay_command:app",
    "analyze": "maths.analyze_command:app",
    "simulate": "maths.simulate_command:app",
    "par": "maths.par_command:app",
    "check": "records.check_command:app",
    "new": "maths.new_game_command:app",
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
"""All commands, in the order in which help lists them."""

# A flag left out is False, not unknown: typer then has nothing to convert, and does not load what converts for it.
_NO_HELP: dict[str, object] = {"help": False, **{command: {"help": False} for command in COMMANDS}}


class _Commands(TyperGroup):
    """All commands; the module of one is imported when it runs, or when help is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return _command(cmd_name) if cmd_name in COMMANDS else None


@cache
def _command(name: str) -> Any:
    module, _, app_name = COMMANDS[name].partition(":")
    command = typer.main.get_command(getattr(import_module(f"houseway.cli.{module}"), app_name))
    command.name = name
    keep_old_spellings(command, name)
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
        bool, takes("--version -V", "Print the version and exit.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Open the lobby: list, read and play the games."""
    if context.invoked_subcommand is None:
        from houseway.cli.play.lobby import run

        run()


@cache
def all_commands() -> Any:
    """What typer makes of `app`, made once: it reads the signature of every command."""
    return typer.main.get_command(app)
