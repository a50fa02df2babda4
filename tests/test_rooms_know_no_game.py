"""Above the games nothing knows one: no name, wager, row, question, choice or place of a game stands in a screen,
a command, a report or a script."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import houseway
from houseway.registry import all_games, words

SOURCE = Path(houseway.__file__).parent
ROOMS = ("web", "cli", "floor", "reports", "research")
TEXTS = (".js", ".html", ".css")

COMMON = {
    # People and things of any card room.
    *("player", "dealer", "supervisor", "jackpot", "bonus jackpot", "community", "high", "low", "pair"),
    # What any bet may come to, what any clause may be about.
    *("win", "lose", "push", "primary", "no", "house way", "house-way"),
    # Verbs of English, and of the languages that these files are written in.
    *("play", "set", "reset", "hit", "stand", "bet", "raise", "pass", "fold", "double", "split", "declare", "burn"),
    "straight",
}
"""Words that games use and that are not theirs: a card room, English or a script has them too."""


def identifiers() -> set[str]:
    """Whatever the editions and the words of the games name, in small letters, slugs also with spaces."""
    found: set[str] = set()
    for slug, game in all_games().items():
        said = words(slug)
        found |= {slug, game.name, *said.question, *said.choice, *said.place, *said.part, *said.result}
        for edition in game.editions.values():
            found |= {edition.about.name, *edition.wagers, *(wager.name for wager in edition.wagers.values())}
            found |= {event for wager in edition.wagers for event in said.events(edition, wager) if event != "none"}
    small = {each.lower() for each in found}
    return {form for each in small for form in (each, each.replace("-", " "))}


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a script or page, the strings of a module."""
    whole = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        yield from enumerate(whole.splitlines(), start=1)
        return
    for node in ast.walk(ast.parse(whole)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def test_no_screen_command_report_or_script_names_a_game_or_anything_of_one() -> None:
    known = identifiers()
    assert known >= COMMON, f"no game has these: {COMMON - known}"
    longest_first = sorted(known - COMMON, key=len, reverse=True)
    named = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest_first))})(?![\w-])")
    found = [
        f"{path.relative_to(SOURCE)}:{line}: {match.group()}"
        for room in ROOMS
        for path in sorted((SOURCE / room).rglob("*"))
        if path.suffix in (".py", *TEXTS)
        for line, text in texts(path)
        # Small letters are compared a good deal faster than letters of either kind.
        for match in named.finditer(text.lower())
    ]
    assert not found, "\n".join(found)
