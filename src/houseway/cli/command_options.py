"""Options that several commands take: what may be typed for each, and what it means."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Annotated, Any, TypeAlias

import typer


def takes(usage: str, help: str, **more: Any) -> Any:
    """An option as its usage is printed, ``--rounds -r N``, and what it means."""
    words = usage.split()
    flags = [word for word in words if word.startswith("-")]
    return typer.Option(*flags, metavar=" ".join(words[len(flags) :]) or None, help=help, **more)


def argument(metavar: str, help: str, **more: Any) -> Any:
    """An argument, and what it means."""
    return typer.Argument(metavar=metavar or None, help=help, **more)


Command: TypeAlias = Callable[..., None]


def spread(
    name: str, options: Mapping[str, object], gather: Callable[..., object], left_out: Mapping[str, object]
) -> Callable[[Command], Command]:
    """Of a command: in the place of its parameter ``name`` stand ``options``; it gets what ``gather`` makes of them.

    ``left_out`` is what options are that are left out: nothing, if it is not said here.
    """
    kind = inspect.Parameter.KEYWORD_ONLY
    own = [
        inspect.Parameter(key, kind, default=left_out.get(key), annotation=option) for key, option in options.items()
    ]

    def made(command: Command) -> Command:
        parameters: list[inspect.Parameter] = []
        for each in inspect.signature(command, eval_str=True).parameters.values():
            parameters += own if each.name == name else [each.replace(kind=kind)]

        @wraps(command)
        def run(**given: object) -> None:
            command(**{name: gather(**{key: given.pop(key, None) for key in options})}, **given)

        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {}
        return run

    return made


GameName = Annotated[str, argument("GAME", "A game's slug; houseway games lists them.")]
EditionName = Annotated[str | None, takes("--edition -e E", "An edition of the game; the current one if left out.")]
Options = Annotated[list[str] | None, takes("--option KEY=VALUE", "A house option, such as decks=8. Repeatable.")]
Paytables = Annotated[list[str] | None, takes("--paytable -p WAGER=ID", "The paytable of a wager. Repeatable.")]
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
RowPays = Annotated[
    list[str] | None, takes("--pays WAGER/EVENT=PAY", "Change what a row pays, by its slug. Repeatable.")
]
Rules = Annotated[
    list[str] | None,
    takes("--rule RULE=VALUE", "Change a rule of the game; houseway what-ifs GAME lists them. Repeatable."),
]
Meters = Annotated[
    list[str] | None, takes("--meter NAME=AMOUNT", "The amount on a meter, such as $12,500. Repeatable.")
]
Seats = Annotated[str, takes("--seats K", "Positions 1 to K play, or a list such as 1,3-5.")]
Mix = Annotated[
    list[str] | None,
    takes(
        "--mix STRATEGY=PERCENT",
        "How the players play, in percent of them; as in an ordinary house if left out. Repeatable.",
    ),
]
Workers = Annotated[int | None, takes("--workers N", "Threads; one per core if left out.", min=1)]
Cluster = Annotated[str | None, takes("--cluster ADDRESS", "Run on the Dask cluster at this address.")]
Json = Annotated[bool, takes("--json", "Print JSON, for programs.")]
Seed = Annotated[
    int | None, takes("--seed -s S", "The same seed deals the same rounds; else random.", min=0, max=2**64 - 1)
]
