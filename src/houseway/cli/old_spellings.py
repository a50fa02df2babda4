"""Flags as earlier releases spelled them: they still work, and help does not show them.

Each flag means one thing at this terminal, and each thing has one flag. Where a flag meant something else in one
command, it is an old spelling there: nothing new takes its name in that command.
"""

from __future__ import annotations

from typing import Any

_OPTION = {"-o": "--option"}

OLD: dict[str, dict[str, str]] = {
    "play": {**_OPTION, "-n": "--players", "--seats": "--seat"},
    "deal": {**_OPTION, "--players": "--style"},
    "analyze": {**_OPTION, "--seed": "--meter-seed", "--reset": "--reseed"},
    "simulate": _OPTION,
    "shift": _OPTION,
    "bankroll": _OPTION,
    "target": _OPTION,
    "what-ifs": _OPTION,
    "together": _OPTION,
    "progressive": {"--seed": "--meter-seed", "--reset": "--reseed", "--on": "--of-meter"},
    "strategy": {"--name": "--strategy", "-n": "--strategy"},
    "lab": {"-p": "--port"},
    "serve": {"-p": "--port"},
    "restore": {"--to": "--into"},
    "property upgrade": {"--from": "--from-release", "--to": "--to-release"},
    "property people add": {"-r": "--role"},
    "table add": {"--from": "--like"},
    "jackpot hit verify": {"--surveillance": "--recording"},
    "jackpot recover-seed": {"--from": "--source"},
    "jackpot book": {"--from": "--source"},
}
"""By command: the old spelling, and what it is called now."""


def keep_old_spellings(command: Any, path: str) -> None:
    """Let ``command``, or each command of a group, know its flags by their old spellings too."""
    for name, each in getattr(command, "commands", {}).items():
        keep_old_spellings(each, f"{path} {name}")
    if path not in OLD:
        return
    made = command.make_parser

    def make_parser(context: Any) -> Any:
        parser = made(context)
        known = {**parser._long_opt, **parser._short_opt}
        for old, new in OLD[path].items():
            (parser._long_opt if old.startswith("--") else parser._short_opt)[old] = known[new]
        return parser

    command.make_parser = make_parser
