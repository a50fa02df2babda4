"""Options that several commands take: what may be typed for each, and what it means."""

from __future__ import annotations

from typing import Annotated

import typer

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's slug; houseway games lists them.")]
EditionName = Annotated[
    str | None,
    typer.Option("--edition", "-e", metavar="E", help="An edition of the game; the current one if left out."),
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="KEY=VALUE", help="A house option, such as decks=8. Repeatable."),
]
Paytables = Annotated[
    list[str] | None,
    typer.Option("--paytable", "-p", metavar="WAGER=ID", help="The paytable of a wager. Repeatable."),
]
LongOptions = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="KEY=VALUE", help="A house option, such as decks=8. Repeatable."),
]
WagerNames = Annotated[
    list[str] | None, typer.Option("--wager", "-w", metavar="W", help="Only this wager. Repeatable.")
]
Wager = Annotated[
    str | None,
    typer.Option("--wager", "-w", metavar="W", help="The wager; the first primary one if left out."),
]
PaytableNames = Annotated[
    list[str] | None,
    typer.Option(
        "--paytable",
        "-p",
        metavar="WAGER=ID",
        help="The paytable of a wager; a single one selects that wager too. ID alone: only that paytable. Repeatable.",
    ),
]
Pays = Annotated[
    list[str] | None,
    typer.Option(
        "--pays",
        metavar="EVENT=PAY",
        help="Change what a row pays, such as pair=3:2 or WAGER/pair=3:2. Repeatable.",
    ),
]
Rules = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar="RULE=VALUE",
        help="Change a rule of the game; houseway what-ifs GAME lists them. Repeatable.",
    ),
]
Meters = Annotated[
    list[str] | None,
    typer.Option("--meter", metavar="NAME=AMOUNT", help="The amount on a meter, such as $12,500. Repeatable."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        "-s",
        min=0,
        max=2**64 - 1,
        metavar="S",
        help="The same seed deals the same rounds; else random.",
    ),
]
