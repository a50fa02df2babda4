"""What a table was played with: every round under the prints that were fixed when it was opened."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from houseway.journal import Entry
from houseway.rulebook.fingerprints import play_of

Body = dict[str, Any]
FIXED = {"play": "other rules", "behaviour": "another behaviour", "program": "another program"}
"""What is fixed by an opening, and how it is said."""


class PrintsStory:
    """One table's stream, entry by entry; each yields what does not fit the prints of its table.

    A table that release 0.1 opened has none: its rounds end as they were begun, and a later release begins one only
    when an upgrade is on record.
    """

    def __init__(self) -> None:
        self._fixed: Body | None = None
        self._begun: Body | None = None

    def check(self, entry: Entry) -> Iterator[str]:
        """What is wrong with one entry, in words."""
        match entry.kind:
            case "table-opened":
                self._fixed, self._begun = entry.data.get("prints"), None
            case "table-closed":
                self._fixed, self._begun = None, None
            case "release-upgraded":
                yield from self._upgraded(entry.data)
            case "round-begun":
                yield from self._begins(entry.data)
            case "hit-claimed":
                yield from self._differences(entry.data, f"a hit of round {entry.data['round']} is locked")
            case "round-settled" | "round-voided":
                yield from self._ended(entry.data, entry.kind.removeprefix("round-"))

    def _upgraded(self, body: Body) -> Iterator[str]:
        if not body.get("second"):
            yield f"release {body['to']} takes over, and one person alone put it on record"
        prints = body["prints"]
        for key in ("play", "behaviour"):
            if self._fixed is not None and prints[key] != self._fixed[key]:
                yield f"release {body['to']} takes over with {FIXED[key]}, which only an opening may bring"
        self._fixed = prints

    def _begins(self, body: Body) -> Iterator[str]:
        found = {"play": body.get("fingerprint"), "behaviour": body.get("behaviour"), "program": body.get("program")}
        if self._fixed is None and found["program"] is not None:
            yield f"release {body['release']} begins a round at a table of release 0.1, and no upgrade is on record"
        yield from self._differences(found, f"round {body['round']} begins")
        self._begun = found

    def _ended(self, body: Body, how: str) -> Iterator[str]:
        record = body.get("record")
        if isinstance(record, dict):
            found = {**record, "play": record.get("play") or record.get("fingerprint")}
            yield from self._differences(found, f"round {body['round']} is {how}")
        self._begun = None

    def _differences(self, found: Body, what: str) -> Iterator[str]:
        """What is named and is not the table's; at a table of release 0.1, not what the round was begun with."""
        fixed = self._fixed
        if fixed is None:
            # 0.1 reckoned the fingerprint of a program in another way.
            fixed = {key: value for key, value in (self._begun or {}).items() if key != "program"}
        for key, name in FIXED.items():
            there, here = fixed.get(key), found.get(key)
            if there is not None and here is not None and _meant(here) != _meant(there):
                yield f"{what} under {name} than its table was opened with"


def _meant(value: Any) -> Any:
    return play_of(value) if isinstance(value, str) else value
