"""How entries say what happened: sentences with their fields in them, and how each of these is spelled."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any

from houseway.rulebook.money import dollars, exact_dollars


def micros(amount: int) -> str:
    """An amount in micros as people read it, to the last digit."""
    text = exact_dollars(abs(amount), 8)
    return f"\u2212${text}" if amount < 0 else f"${text}"


def meter_name(row: str) -> str:
    """A meter by its row; the jackpot's own meter has none."""
    return f"meter {row}" if row else "the meter"


def row_name(event: str) -> str:
    """A row of a paytable in words."""
    return event.replace("-", " ")


def seats(positions: Iterable[int]) -> str:
    """Positions in words."""
    found = [str(position) for position in positions]
    return f"{'position' if len(found) == 1 else 'positions'} {', '.join(found)}" if found else "no position"


def picture_words(picture: Mapping[str, Iterable[int]]) -> str:
    """Positions by sensor in words."""
    found = {sensor: list(positions) for sensor, positions in sorted(picture.items())}
    return "; ".join(f"sensor {sensor}: {seats(positions)}" for sensor, positions in found.items() if positions)


SPELLINGS: dict[str, Callable[[Any], str]] = {
    "dollars": dollars,
    "micros": micros,
    "Meter": lambda row: meter_name(row).capitalize(),
    "words": row_name,
    "seats": seats,
    "list": ", ".join,
    "number": lambda things: str(len(things)),
}
"""How a field may be spelled in a sentence, besides the ways in which Python formats it."""

_PERHAPS = re.compile(r"<(.*?)>")
_FIELD = re.compile(r"\{([\w.]+):?(.*?)\}")


class Says:
    """The sentence of a kind as it is read, asked of an entry: ``{player} gets {amount:dollars}<, for {reason}>``.

    A name in braces is a field; behind the colon stands how it is spelled: one of `SPELLINGS`, or a format. What stands
    between angles is left out where its first field says nothing.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._parts = [
            (_FIELD.sub("{}", part), [(attrgetter(name), _spelling(way)) for name, way in _FIELD.findall(part)])
            for part in _PERHAPS.split(text)
        ]

    def __set_name__(self, kind: type, name: str) -> None:
        unknown = [field for field, _ in _FIELD.findall(self.text) if not hasattr(kind, field.partition(".")[0])]
        assert not unknown, f"the sentence of {kind.__name__} names {', '.join(unknown)}, which it has not"

    def __get__(self, entry: object, kind: type) -> str:
        if entry is None:
            return self.text
        said = ""
        for place, (words, fields) in enumerate(self._parts):
            values = [find(entry) for find, _ in fields]
            if place % 2 == 0 or values[0]:
                said += words.format(*(spell(value) for value, (_, spell) in zip(values, fields, strict=True)))
        return said


def _spelling(way: str) -> Callable[[Any], str]:
    return SPELLINGS.get(way, f"{{:{way}}}".format)
