"""A card room that is run from the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.cli.command import Ended, Run

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
WASHINGTON = EXAMPLES / "washington.toml"

NOON = 1_714_590_000_000_000
"""1 May 2024, 19:00 UTC: noon at the card room."""
DAY = 86_400_000_000


class Clock:
    """Stands in for the ``time`` module of the desk: every look is a second later."""

    def __init__(self) -> None:
        self.at = NOON

    def sleep(self) -> None:
        """It is six in the morning, and the first gaming day is over."""
        self.at = max(self.at, NOON + 18 * 3_600_000_000)

    def time_ns(self) -> int:
        self.at += 1_000_000
        return self.at * 1000


class Office:
    """Runs commands on one database; ``("table", "open", "T4", who="sato")``."""

    def __init__(self, cli: Run, database: str, clock: Clock) -> None:
        self.cli = cli
        self.database = database
        self.clock = clock

    def __call__(self, *args: str, who: str | None = None, second: str | None = None, width: int = 100) -> Ended:
        people = (*(("--as", who) if who else ()), *(("--second", second) if second else ()))
        return self.cli(*args, *people, "--database", self.database, width=width)

    def data(self, *args: str, who: str | None = None, second: str | None = None) -> Any:
        """What a command that is done prints with ``--json``."""
        ended = self(*args, "--json", who=who, second=second)
        assert (ended.code, ended.err) == (0, ""), ended
        return json.loads(ended.out)

    def reply(self, *args: str, who: str, second: str | None = None) -> dict[str, Any]:
        """The reply of the floor."""
        reply: dict[str, Any] = self.data(*args, who=who, second=second)["reply"]
        return reply

    def refusal(self, *args: str, who: str | None = None, second: str | None = None) -> dict[str, str]:
        """Why a command is not done: one JSON object on standard error, and nothing else anywhere."""
        ended = self(*args, "--json", who=who, second=second)
        assert (ended.code, ended.out) == (2, ""), ended
        [line] = ended.err.splitlines()
        refusal: dict[str, str] = json.loads(line)
        return refusal

    def displayed(self, jackpot: str) -> dict[str, int]:
        """What a jackpot displays, in cents, by row."""
        [found] = [item for item in self.data("jackpot", "list") if item["jackpot"] == jackpot]
        shown: dict[str, int] = found["displayed"]
        return shown

    def tabulator_alone(self, table: str, folder: Path) -> None:
        """Let ``table`` run with the tabulator alone: no cards, hits claimed by position."""
        shown = self.data("table", "show", table)
        shown["table"]["cards"] = "none"
        file = folder / f"{table}.json"
        file.write_text(json.dumps(shown), encoding="utf-8")
        assert self("table", "change", str(file), who="ames", second="cole").code == 0
