"""The options of commands that ask the mathematics, turned into one question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from houseway.cli import command_options as o
from houseway.cli.maths.table_choices import pairs
from houseway.facade import Game
from houseway.maths.question import FIXED, Choice, Question
from houseway.maths.question_errors import BadQuestion, BadStrategy
from houseway.maths.strategy import Strategy, load_strategy, own_strategy
from houseway.rulebook.money import parse_typed
from houseway.rulebook.rule_errors import BadAmount


class Flags(NamedTuple):
    """What was typed of a question, as it was typed.

    ``paytables`` are WAGER=ID, each wager once: one alone asks about that wager only, several are chosen for the whole
    game, or for the ``wagers`` named. A single ID is that paytable of whatever wager has it.
    """

    edition: str | None = None
    wagers: Sequence[str] = ()
    paytables: Sequence[str] = ()
    options: Sequence[str] = ()
    pays: Sequence[str] = ()
    meters: Sequence[str] = ()
    rules: Sequence[str] = ()


_OPTIONS: dict[str, object] = {
    "wager": o.Wager,
    "wagers": o.WagerNames,
    "tables": o.Paytables,
    "paytables": o.PaytableNames,
    "edition": o.EditionName,
    "options": o.Options,
    "pays": o.Pays,
    "row pays": o.RowPays,
    "rules": o.Rules,
    "meters": o.Meters,
}
"""What a command may take of a question, as `asking` names it."""


def asking(*names: str) -> Callable[[o.Command], o.Command]:
    """Of a command that asks a question: the options ``names`` stand in the place of its parameter ``typed``."""
    return o.spread("typed", {name.replace(" ", "_"): _OPTIONS[name] for name in names}, _flags, {})


def _flags(edition: str | None = None, **given: str | list[str] | None) -> Flags:
    fields = {"wager": "wagers", "tables": "paytables", "row_pays": "pays"}
    texts = {
        fields.get(name, name): value if isinstance(value, list) else [value] if value else []
        for name, value in given.items()
    }
    return Flags(edition, **texts)


def question_of(game: Game, typed: Flags) -> Question:
    """The question that the flags of the command line ask."""
    given = pairs(typed.options, "--option")
    named, edition = given.pop("edition", None), typed.edition
    chosen = {slug: cents_of(value) if slug == FIXED else value for slug, value in given.items()}
    if named is not None and edition is not None and named != edition:
        raise BadQuestion(f"the edition is given as {edition!r} and as {named!r}", remedy="give one")
    asked, paytable = _tables(list(dict.fromkeys(typed.wagers)), typed.paytables)
    game.edition(edition or named)
    return Question(
        edition=edition or named,
        wagers=tuple(asked),
        paytable=paytable,
        options=chosen,
        pays=pairs(typed.pays, "--pays"),
        meters={name: cents_of(text) for name, text in pairs(typed.meters, "--meter").items()},
        rules=pairs(typed.rules, "--rule"),
    )


def _tables(asked: list[str], typed: Sequence[str]) -> tuple[list[str], Choice]:
    """The wagers asked about and the paytables chosen, of those ``typed``."""
    if not typed:
        return asked, None
    if len(typed) == 1 and "=" not in typed[0]:
        return asked, typed[0]
    tables = pairs(typed, "--paytable")
    for of in tables:
        if asked and of not in asked:
            raise BadQuestion(
                f"a paytable is chosen for {of!r}, and only {', '.join(asked)} asked about",
                remedy=f"name it too, with --wager {of}, or leave its paytable out",
            )
    if len(tables) == 1 and len(asked) < 2:
        return list(tables), next(iter(tables.values()))
    return asked, tables


def strategy_of(game: Game, given: str, question: Question) -> Strategy:
    """The strategy in the file ``given``, of charts or JSON, or the game's own of that name."""
    if given in game.strategies:
        return game.strategy(given, question)
    path = Path(given)
    if not path.exists():
        raise BadStrategy(
            f"{given!r} is neither a file nor a strategy of this game",
            remedy=f"choose {', '.join(game.strategies)}, or write one with: "
            f"houseway strategy {game.slug} --write FILE",
        )
    if path.is_dir():
        raise BadStrategy(f"{path} is a folder", remedy="name a file")
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        text = ""
    if not text.strip() or text.lstrip().startswith("{"):
        return own_strategy(game.slug, load_strategy(given), given)
    try:
        return game.read_strategy(text, question)
    except BadStrategy as error:
        raise type(error)(f"{given}: {error.message}", remedy=error.remedy) from error


def cents_of(text: str) -> int:
    """The cents in an amount in dollars: ``12500``, ``$12,500`` or ``12.50``."""
    try:
        return parse_typed(text)
    except BadAmount as error:
        raise BadQuestion(error.message, remedy=error.remedy) from error


def output_file(text: str) -> Path:
    """The file to be written; its folder must be there."""
    path = Path(text)
    if not path.parent.is_dir():
        raise BadQuestion(f"there is no folder {path.parent}", remedy="make it first, or write elsewhere")
    if path.is_dir():
        raise BadQuestion(f"{path} is a folder", remedy="name a file")
    return path
