"""Reads a workbook and works its formulas out, as far as the project writes them: a second opinion on every number.

Knows ``+ - * / ^``, brackets, references (also to other sheets), ranges, ``SUM``, ``SUMIF``, ``SUMPRODUCT``,
``MAX``, ``ROUND`` and ``SQRT``; an empty cell counts as nothing.
"""

from __future__ import annotations

import math
import re
import zipfile
from collections.abc import Iterator
from html import unescape
from pathlib import Path

_CELL = re.compile(r'<c r="([A-Z]+)(\d+)"([^>]*?)(?:/>|>(?:<f>(.*?)</f>)?(?:<v>(.*?)</v>)?</c>)', re.DOTALL)
_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+\.?\d*(?:[eE][+-]?\d+)?)|(?P<text>\"[^\"]*\")|(?P<name>[A-Z]{3,}(?=\())"
    r"|(?P<cells>(?:'[^']+'!)?\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?)|(?P<sign>[-+*/^(),]))"
)

Place = tuple[str, str]
"""A sheet and a cell: ``("Jackpot", "B16")``."""


class Workbook:
    """The cells of a workbook: numbers and texts as they stand, and formulas."""

    def __init__(self, path: Path) -> None:
        self.numbers: dict[Place, float] = {}
        self.texts: dict[Place, str] = {}
        self.formulas: dict[Place, str] = {}
        self.sheets: list[str] = []
        with zipfile.ZipFile(path) as book:
            strings = [
                unescape("".join(re.findall(r"<t[^>]*>(.*?)</t>", item, re.DOTALL)))
                for item in re.findall(r"<si>(.*?)</si>", book.read("xl/sharedStrings.xml").decode(), re.DOTALL)
            ]
            names = re.findall(r'<sheet name="([^"]+)"', book.read("xl/workbook.xml").decode())
            for number, name in enumerate(map(unescape, names), start=1):
                self.sheets.append(name)
                page = book.read(f"xl/worksheets/sheet{number}.xml").decode()
                for column, row, about, formula, value in _CELL.findall(page):
                    place = (name, f"{column}{row}")
                    if formula:
                        self.formulas[place] = unescape(formula)
                    if value and 't="s"' in about:
                        self.texts[place] = strings[int(value)]
                    elif value and 't="str"' not in about:
                        self.numbers[place] = float(value)

    def find(self, sheet: str, label: str) -> list[int]:
        """The rows of ``sheet`` whose first cell has this text."""
        return [
            int(cell[1:]) for (page, cell), text in self.texts.items() if (page, text, cell[0]) == (sheet, label, "A")
        ]

    def worked_out(self, changed: dict[Place, float] | None = None) -> dict[Place, float]:
        """The value of every formula; ``changed`` has other numbers for some inputs."""
        inputs = {
            **{place: value for place, value in self.numbers.items() if place not in self.formulas},
            **(changed or {}),
        }
        done: dict[Place, float] = {}

        def value(place: Place) -> float | None:
            if place in inputs:
                return inputs[place]
            if place not in self.formulas:
                return None
            if place not in done:
                done[place] = _Reader(self.formulas[place], place[0], value).worked_out()
            return done[place]

        for place in self.formulas:
            value(place)
        return done


class _Reader:
    """One formula, read from left to right."""

    def __init__(self, text: str, sheet: str, value: object) -> None:
        self.tokens = list(self._tokens(text))
        self.sheet = sheet
        self.value = value
        self.at = 0

    @staticmethod
    def _tokens(text: str) -> Iterator[tuple[str, str]]:
        at = 0
        while at < len(text):
            found = _TOKEN.match(text, at)
            assert found is not None and found.lastgroup, f"{text[at:]!r} of {text!r} cannot be read"
            yield found.lastgroup, found[found.lastgroup]
            at = found.end()

    def worked_out(self) -> float:
        found = self._sum()
        assert self.at == len(self.tokens), self.tokens
        return found

    def _next(self, *signs: str) -> str | None:
        if self.at < len(self.tokens) and self.tokens[self.at] in [("sign", sign) for sign in signs]:
            self.at += 1
            return self.tokens[self.at - 1][1]
        return None

    def _sum(self) -> float:
        found = self._product()
        while sign := self._next("+", "-"):
            found += self._product() if sign == "+" else -self._product()
        return found

    def _product(self) -> float:
        found = self._power()
        while sign := self._next("*", "/"):
            right = self._power()
            found = found * right if sign == "*" else found / right
        return found

    def _power(self) -> float:
        found = self._single()
        while self._next("^"):
            found = found ** self._single()
        return found

    def _single(self) -> float:
        if self._next("-"):
            return -self._single()
        if self._next("("):
            found = self._sum()
            assert self._next(")")
            return found
        kind, text = self.tokens[self.at]
        self.at += 1
        if kind == "number":
            return float(text)
        if kind == "cells":
            [only] = self._cells(text)
            return only or 0.0
        assert kind == "name", text
        return self._call(text)

    def _cells(self, text: str) -> list[float | None]:
        sheet, _, cells = text.rpartition("!")
        page = sheet.strip("'") or self.sheet
        first, _, last = cells.replace("$", "").partition(":")
        place = re.match(r"([A-Z]+)(\d+)", first)
        assert place is not None, text
        column, top = place.groups()
        low = int(re.sub(r"\D", "", last)) if last else int(top)
        assert callable(self.value)
        return [self.value((page, f"{column}{row}")) for row in range(int(top), low + 1)]

    def _call(self, name: str) -> float:
        assert self._next("(")
        arguments: list[list[float]] = []
        condition = ""
        while not self._next(")"):
            assert self.at < len(self.tokens), f"{name} has no end: {self.tokens}"
            kind, text = self.tokens[self.at]
            if kind == "cells" and self.tokens[self.at + 1] in (("sign", ","), ("sign", ")")):
                self.at += 1
                arguments.append([cell or 0.0 for cell in self._cells(text)])
            elif kind == "text":
                self.at += 1
                condition = text.strip('"')
            else:
                arguments.append([self._sum()])
            self._next(",")
        if name == "SUM":
            return math.fsum(value for argument in arguments for value in argument)
        if name == "ROUND":
            [number], [digits] = arguments
            return round(number, int(digits))
        if name == "MAX":
            return max(value for argument in arguments for value in argument)
        if name == "SQRT":
            [only] = arguments
            return math.sqrt(sum(only))
        if name == "SUMPRODUCT":
            return math.fsum(math.prod(values) for values in zip(*arguments, strict=True))
        assert (name, condition) == ("SUMIF", ">0"), (name, condition)
        nets, shares = arguments
        return math.fsum(share for net, share in zip(nets, shares, strict=True) if net > 0)
