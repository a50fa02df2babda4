"""``houseway games``: the list of games with their editions, wagers and options."""

from __future__ import annotations

import shutil
import sys
import textwrap
from typing import Any

import typer

from houseway import registry
from houseway.cli.command_options import Json
from houseway.cli.screen.streams import put_json
from houseway.facade import Game
from houseway.rulebook.edition import Edition

app = typer.Typer(add_completion=False)


@app.command()
def games(json: Json = False) -> None:
    """List the games: editions, positions, wagers and options."""
    found = registry.all_games()
    if json:
        put_json([game_data(game) for game in found.values()])
        return
    # Plain text: this is the command that a person types to see whether all is well, and it answers at once.
    width = min(shutil.get_terminal_size((80, 24)).columns, 120)
    out = sys.stdout.write
    for number, game in enumerate(found.values()):
        about = game.edition().about
        out("\n" * bool(number) + f"{about.name}: {game.slug}\n")
        facts = {
            "editions": ", ".join(
                f"{slug} ({edition.about.dated}{', current' if edition.about.current else ''})"
                for slug, edition in game.editions.items()
            ),
            "positions": str(about.positions),
            "wagers": ", ".join(f"{wager.name} ({wager.slug})" for wager in game.edition().data.wager if wager.initial),
            "options": ", ".join(option_text(game.edition())),
        }
        for label, text in facts.items():
            out(
                textwrap.fill(
                    text, width, initial_indent=f"  {label:<11}", subsequent_indent=" " * 13, break_on_hyphens=False
                )
                + "\n"
            )
    out("\nhouseway play GAME · houseway rules GAME · houseway paytables GAME\n")


def option_text(edition: Edition) -> list[str]:
    """Each option with its values, the default first: ``decks=6|5|8``."""
    return [
        f"{option.slug}={'|'.join((*option.values, *(['NUMBER'] if option.integer else [])))}"
        for option in edition.data.option
    ]


def game_data(game: Game) -> dict[str, Any]:
    """A game as plain data."""
    return {
        "game": game.slug,
        "name": game.name,
        "positions": game.edition().about.positions,
        "behaviour": game.behaviour,
        "program": game.program,
        "edition": game.edition().slug,
        "editions": [edition_data(edition) for edition in game.editions.values()],
    }


def edition_data(edition: Edition) -> dict[str, Any]:
    """An edition as plain data: what may be wagered and chosen."""
    about = edition.about
    return {
        "edition": edition.slug,
        "title": about.title,
        "dated": about.dated,
        "current": about.current,
        "positions": about.positions,
        "fingerprint": edition.fingerprint,
        "text-fingerprint": edition.text_fingerprint,
        "clauses": len(edition.clauses),
        "wagers": [
            {
                "wager": wager.slug,
                "name": wager.name,
                "kind": wager.kind,
                "initial": wager.initial,
                "says": wager.says,
                "clause": wager.clause,
                "paytables": list(edition.paytable_ids(wager.slug)),
            }
            for wager in edition.data.wager
        ],
        "options": [
            {
                "option": option.slug,
                "values": list(option.values),
                "integer": option.integer,
                "says": option.says,
                "clause": option.clause,
            }
            for option in edition.data.option
        ],
        "equipment": [item.model for item in edition.data.equipment],
    }
