"""The ``houseway`` command run in this process: what it writes, and the code it ends with."""

from __future__ import annotations

import io
from typing import NamedTuple, Protocol

GAMES = ("deuces-wild", "dueling", "three-card-split", "triple-attack")


class Ended(NamedTuple):
    code: int
    out: str
    err: str


class Run(Protocol):
    def __call__(self, *args: str, typed: str | bytes = "", width: int = 80, encoding: str = "utf-8") -> Ended: ...


class Stream(io.TextIOWrapper):
    """A standard stream whose bytes can be read afterwards."""

    def __init__(self, content: bytes = b"", encoding: str = "utf-8") -> None:
        self.content = io.BytesIO(content)
        super().__init__(self.content, encoding=encoding, write_through=True)

    def written(self) -> str:
        self.flush()
        return self.content.getvalue().decode(self.encoding)
