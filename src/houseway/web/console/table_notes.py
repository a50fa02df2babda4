"""What a table's journal says beyond its state, for the dealer's console: ticks, corrections, the last round."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from houseway.floor.decoding import as_known
from houseway.floor.states import Answered
from houseway.journal import Entry
from houseway.table.lines import Line
from houseway.web.console.take_and_pay import Standing
from houseway.web.live.frames import corrected_line


class Noted:
    """A table as its entries tell it, followed one by one.

    ``before`` are the answers that stood before the last corrections, until another answer is given: what the dealer
    had done by then was done by them. ``last`` is the last round as it stands, lines corrected since included.
    """

    def __init__(self) -> None:
        self.number = 0
        self._open()

    def _open(self) -> None:
        self.ever: set[str] = set()
        self.ticks: Counter[str] = Counter()
        self.last: dict[str, Any] | None = None
        self.seats: list[int] = []
        self.before: list[Answered] | None = None
        self._answers: list[Answered] = []
        self._pressed: dict[str, Any] = {}
        self._confirmed = False
        self._hits: dict[str, dict[str, Any]] = {}
        self._held: dict[str, int] = {}
        self._paid: set[int] = set()
        self._collected = False

    def take(self, entry: Entry) -> None:
        """Follow an entry of the table."""
        self.number = entry.number
        body = entry.data
        if entry.kind == "table-opened":
            self._open()
        elif entry.kind == "round-begun":
            self.ticks = Counter()
            self.seats = body["seats"]
            self._answers, self.before = [], None
        elif entry.kind == "procedure-noted":
            self.ticks[body["clause"]] += 1
            self.ever.add(body["clause"])
        elif entry.kind == "answered":
            self._answers += as_known(body["answers"], list[Answered])
            self.before = None
        elif entry.kind == "answer-corrected":
            self._corrected(body)
        elif entry.kind == "tabulated":
            self._pressed, self._confirmed, self._hits = body, False, {}
        elif entry.kind == "indicators-confirmed":
            self._confirmed = True
        elif entry.kind == "hit-claimed":
            self._hits |= {hit["id"]: hit for hit in body["hits"]}
        elif entry.kind in ("round-settled", "round-voided"):
            self._ended(entry.kind, body)
        elif entry.kind == "line-corrected":
            self._line(body)
        elif entry.kind == "prize-given" and body["hit"] in self._held:
            self._paid.add(self._held[body["hit"]])
        elif entry.kind == "hit-rejected":
            self._held.pop(body["hit"], None)

    def _corrected(self, body: dict[str, Any]) -> None:
        if self.before is None:
            self.before = list(self._answers)
        kept = self._answers[: body["kept"]]
        if body["number"] <= len(kept):
            kept[body["number"] - 1] = msgspec.structs.replace(kept[body["number"] - 1], answer=body["answer"])
        self._answers = kept

    def _ended(self, kind: str, body: dict[str, Any]) -> None:
        record = body.get("record") or {}
        counted = self._pressed.get("round") == body["round"]
        self._collected = counted and self._confirmed and not self._pressed.get("manual", False)
        self._held, self._paid = dict(body.get("held", {})), set()
        self.last = {
            "round": body["round"],
            "void": body.get("reason") if kind == "round-voided" else None,
            "lines": list(record.get("lines", [])),
            "wagers": {str(seat["seat"]): seat["wagers"] for seat in record.get("seats", [])},
            "corrected": [],
        }

    def _line(self, body: dict[str, Any]) -> None:
        last = self.last
        if last is None or body["round"] != last["round"]:
            return
        last["corrected"].append(body)
        if 1 <= body["line"] <= len(last["lines"]):
            last["lines"][body["line"] - 1] = corrected_line(last["lines"][body["line"] - 1], body["returned"])

    def last_lines(self) -> list[Line]:
        """The lines of the last round as they stand."""
        return as_known(self.last["lines"], list[Line]) if self.last is not None else []

    @property
    def stood(self) -> Standing:
        """How the lines of the last round stand: with the tray and the prizes as they were in that round."""
        prizes = {line: self._hits[hit]["amount"] for hit, line in self._held.items() if hit in self._hits}
        return Standing(self._collected, prizes, paid=self._paid)
