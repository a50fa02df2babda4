"""Options that several commands take: what may be typed for each, and what it means."""

from __future__ import annotations

from typing import Annotated, Any

import typer


def takes(usage: str, help: str, **more: Any) -> Any:
    """An option as its usage is printed, ``--rounds -r N``, and what it means."""
    words = usage.split()
    flags = [word for word in words if word.startswith("-")]
    return typer.Option(*flags, metavar=" ".join(words[len(flags) :]) or None, help=help, **more)


def argument(metavar: str, help: str, **more: Any) -> Any:
    """An argument, and what it means."""
    return typer.Argument(metavar=metavar or None, help=help, **more)


GameName = Annotated[str, argument("GAME", "A game's slug; houseway games lists them.")]
EditionName = Annotated[str | None, takes("--edition -e E", "An edition of the game; the current one if left out.")]
Options = Annotated[list[str] | None, takes("--option -o KEY=VALUE", "A house option, such as decks=8. Repeatable.")]
Paytables = Annotated[list[str] | None, takes("--paytable -p WAGER=ID", "The paytable of a wager. Repeatable.")]
LongOptions = Annotated[list[str] | None, takes("--option KEY=VALUE", "A house option, such as decks=8. Repeatable.")]
WagerNames = Annotated[list[str] | None, takes("--wager -w W", "Only this wager. Repeatable.")]
Wager = Annotated[str | None, takes("--wager -w W", "The wager; the first primary one if left out.")]
PaytableNames = Annotated[
    list[str] | None,
    takes(
        "--paytable -p WAGER=ID",
        "The paytable of a wager; a single one selects that wager too. ID alone: only that paytable. Repeatable.",
    ),
]
Pays = Annotated[
    list[str] | None,
    takes("--pays EVENT=PAY", "Change what a row pays, such as pair=3:2 or WAGER/pair=3:2. Repeatable."),
]
Rules = Annotated[
    list[str] | None,
    takes("--rule RULE=VALUE", "Change a rule of the game; houseway what-ifs GAME lists them. Repeatable."),
]
Meters = Annotated[
    list[str] | None, takes("--meter NAME=AMOUNT", "The amount on a meter, such as $12,500. Repeatable.")
]
Json = Annotated[bool, takes("--json", "Print JSON, for programs.")]
Seed = Annotated[
    int | None, takes("--seed -s S", "The same seed deals the same rounds; else random.", min=0, max=2**64 - 1)
]
