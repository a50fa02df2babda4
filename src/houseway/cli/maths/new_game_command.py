"""``houseway new game``: the folder of a new game, which plays and passes the conformance suite as it is written."""

from __future__ import annotations

import datetime as calendar
import re
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from keyword import iskeyword
from pathlib import Path
from string import Template
from typing import Annotated

import typer

from houseway import registry
from houseway.cli.command_options import argument, takes
from houseway.maths.question_errors import BadQuestion

GAMES = Path("src/houseway/games")
TESTS = Path("tests/games")
"""Where games and their tests are in a checkout of Houseway."""

TEST = "test_play.py"


app = typer.Typer(add_completion=False, help="Write the files of something new.", no_args_is_help=True)


@app.callback()
def new() -> None:
    """Write the files of something new."""


@app.command("game")
def new_game(
    name: Annotated[str, argument("NAME", 'What the game is called, such as "Lucky Seven".')],
    into: Annotated[
        str | None, takes("--into FOLDER", "Where its folder goes; else src/houseway/games, or here.")
    ] = None,
    tests: Annotated[str | None, takes("--tests FOLDER", "Where its test goes; else tests/games, or beside.")] = None,
) -> None:
    """Write the folder of a new game: a small one that plays and passes the conformance suite, to be changed."""
    words = re.findall(r"[A-Za-z0-9]+", name)
    if not words or not words[0][0].isalpha() or not re.fullmatch(r"[A-Za-z0-9 '_-]{1,40}", name):
        raise BadQuestion(f"{name!r} cannot be a game's name", remedy='give letters and digits, as in "Lucky Seven"')
    slug, package = "-".join(words).lower(), "_".join(words).lower()
    if iskeyword(package):
        raise BadQuestion(f"Python keeps the word {package} for itself", remedy="choose another name")
    if slug in registry.all_games():
        raise BadQuestion(f"there is a game {slug} already", remedy="choose another name")
    place = Path(into) if into is not None else GAMES if GAMES.is_dir() else Path()
    tested = Path(tests) if tests is not None else TESTS if into is None and TESTS.is_dir() else place
    if not place.is_dir():
        raise BadQuestion(f"there is no folder {place}", remedy="make it first, or name another with --into")
    folder, test = place / package, tested / package / TEST if tested != place else place / f"test_{package}.py"
    for path in (folder, test):
        if path.exists():
            raise BadQuestion(f"{path} is there already", remedy="remove it, or choose another name")
    called = name if any(sign.isupper() for sign in name) else " ".join(words).title()
    said = {"name": called, "slug": slug, "package": package, "day": calendar.date.today().isoformat()}
    template = files("houseway.cli.maths") / "new_game"
    for inside, text in sorted(_texts(template)):
        path = test if inside == TEST else folder / inside
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(Template(text).substitute(said), encoding="utf-8")
        sys.stdout.write(f"{path}\n")


def _texts(folder: Traversable, inside: str = "") -> list[tuple[str, str]]:
    """The files of the template, each with its place."""
    found = []
    for each in folder.iterdir():
        if each.is_dir():
            found += _texts(each, f"{inside}{each.name}/")
        elif each.name.endswith(".txt"):
            found.append((inside + each.name.removesuffix(".txt"), each.read_text(encoding="utf-8")))
    return found
