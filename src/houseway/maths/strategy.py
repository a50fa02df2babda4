"""Strategies as things: saved, loaded, checked, compared, drawn as charts. Pricing one is the game's own matter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from houseway.maths.question_errors import BadStrategy
from houseway.public_arguments import A_PATH, CHOICES, TEXT, Kind, by, check, taking, thing

TABLES = by(TEXT, CHOICES, "answers by ask and situation", 'give a dictionary, such as {"war": {"tie": "war"}}')


class Strategy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What to do in every situation that a player may meet: ``tables`` by ask, each from a situation to an answer.

    Situations and answers are text in the game's own notation (see its ``maths``). ``rules`` are the same in words,
    for a strategy short enough to be remembered.
    """

    game: str
    name: str
    tables: dict[str, dict[str, str]]
    note: str = ""
    rules: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check("game", TEXT, self.game)
        check("name", TEXT, self.name)
        check("tables", TABLES, self.tables)

    def action(self, ask: str, situation: str) -> str:
        """The answer for ``situation``."""
        try:
            return self.tables[ask][situation]
        except (KeyError, TypeError):
            raise self._hole(ask, situation) from None

    @taking(game=TEXT)
    def of_game(self, game: str) -> Strategy:
        """The same, refused where it is for another game."""
        if self.game != game:
            raise BadStrategy(
                f"strategy {self.name!r} is for {self.game}, not for {game}", remedy="name a strategy of this game"
            )
        return self

    def check(self, situations: Mapping[str, Iterable[str]], answers: Mapping[str, Iterable[str]]) -> None:
        """Refuse a strategy that leaves one of ``situations`` without an answer, or names an unknown one."""
        for ask, wanted in situations.items():
            table = self.tables.get(ask)
            if table is None:
                raise BadStrategy(f"strategy {self.name!r} does not say when to {ask}", remedy=f"add a table {ask!r}")
            known = set(wanted)
            allowed = set(answers[ask])
            for situation in sorted(known):
                if situation not in table:
                    raise self._hole(ask, situation)
            for situation, answer in table.items():
                if situation not in known:
                    raise BadStrategy(
                        f"strategy {self.name!r}: {situation!r} is no situation of {ask}",
                        remedy="write a situation as the charts name it",
                    )
                if answer not in allowed:
                    raise BadStrategy(
                        f"strategy {self.name!r}: {answer!r} is no answer to {ask} ({situation})",
                        remedy=f"answer {', '.join(sorted(allowed))}",
                    )

    def _hole(self, ask: str, situation: str) -> BadStrategy:
        return BadStrategy(
            f"strategy {self.name!r} has no {ask} for {situation!r}", remedy="give every situation an answer"
        )

    @taking(
        other=Kind(
            "a strategy", lambda given: isinstance(given, Strategy), "give one, such as houseway.game(GAME).strategy()"
        )
    )
    def differences(self, other: Strategy) -> list[tuple[str, str, str, str]]:
        """(ask, situation, mine, theirs) wherever two strategies answer differently."""
        found = []
        for ask, table in self.tables.items():
            theirs = other.tables.get(ask, {})
            found += [
                (ask, situation, answer, theirs[situation])
                for situation, answer in table.items()
                if situation in theirs and theirs[situation] != answer
            ]
        return found

    @taking(path=A_PATH)
    def save(self, path: Path | str) -> None:
        """Write it as JSON."""
        try:
            Path(path).write_bytes(msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n")
        except OSError as error:
            why = error.strerror or error
            raise BadStrategy(
                f"{path} cannot be written: {why}", remedy="name a file in a folder that is there"
            ) from error


@taking(path=A_PATH)
def load_strategy(path: Path | str) -> Strategy:
    """The strategy in a JSON file."""
    try:
        return decode_strategy(Path(path).read_bytes(), str(path))
    except OSError as error:
        raise _unreadable(str(path), error) from error


def decode_strategy(data: bytes, name: str = "the text") -> Strategy:
    """The strategy that JSON says; ``name`` is what an error calls it."""
    try:
        return msgspec.json.decode(data, type=Strategy)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise _unreadable(name, error) from error


def _unreadable(name: str, error: Exception) -> BadStrategy:
    return BadStrategy(
        f"{name} is not a strategy: {error}", remedy="save one with: houseway strategy GAME --write FILE"
    )


def own_strategy(game: str, strategy: Strategy, name: str = "") -> Strategy:
    """``strategy``, unless it is for another game than ``game``; ``name`` is where it is from."""
    if strategy.game != game:
        of = name or f"strategy {strategy.name!r}"
        raise BadStrategy(f"{of} is a strategy for {strategy.game}, not for {game}", remedy="name that game")
    return strategy


class Starred(msgspec.Struct, frozen=True):
    """A cell of a chart whose hands are not all answered alike: what it shows, and the hands answered otherwise.

    ``otherwise`` has the hands by their answer, in the words of the chart's note on hands.
    """

    row: str
    column: str
    shown: str
    otherwise: dict[str, tuple[str, ...]]


class Chart(msgspec.Struct, frozen=True):
    """A strategy drawn as a grid: ``cells`` by row, each an answer or an abbreviation explained in ``legend``.

    A star marks a cell whose hands are not all answered alike; each of them is in ``exceptions``, whose hands are
    written as ``hands`` says.
    """

    title: str
    row_names: tuple[str, ...]
    column_names: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    row_title: str = ""
    column_title: str = ""
    legend: dict[str, str] = {}
    exceptions: tuple[Starred, ...] = ()
    hands: str = ""


A_STRATEGY = thing(Strategy, "a strategy", "give one, such as houseway.game(GAME).strategy()")
