"""Reads records as an outside program would: from docs/round-record.md and docs/paytables.md, and nothing of Houseway.

What every game shares is here: paytables, pays, jackpots, aggregate limits, voids.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

RANKS = "23456789TJQKA"
Place = int | tuple[int, int]
"""A seat's first hand, or one made by splitting with its number."""
Rows = list[tuple[str, str]]
"""The rows of one column: event and pay, as printed."""


class Missing(Exception):
    """The record ends here: a card, a decision or a meter is due that it does not have."""


class Column(NamedTuple):
    """One paytable of one wager."""

    rows: Rows
    odds: str
    by: str
    shared: bool
    scales: bool


def paytables(page: Path, game: str) -> dict[tuple[str, str], Column]:
    """Every paytable of a game, by wager and id; a cell that goes by an option is left as it is printed."""
    found: dict[tuple[str, str], Column] = {}
    sections = page.read_text(encoding="utf-8").split("\n## ")
    section = next(part for part in sections if f"`{game}`" in part.split("\n")[0])
    for block in section.split("\n### ")[1:]:
        head, *lines = block.split("\n")
        note = next(line for line in lines if line)
        table = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
        by = re.search("by the option `([^`]+)`", note)
        for number, id in enumerate(table[0][1:], start=1):
            column = Column(
                [(row[0], row[number]) for row in table[2:]],
                "to 1" if "*to 1*" in note else "for 1",
                by[1] if by else "",
                "divided among" in note,
                "fixed wager of $1" in note,
            )
            found |= {(wager, id): column for wager in re.findall("`([^`]+)`", head)}
    return found


def cents(text: str) -> int:
    """``$1,250.50`` in cents."""
    whole, _, part = text.removeprefix("$").replace(",", "").partition(".")
    return int(whole) * 100 + int(part or 0)


def comes_back(pays: str, stake: int) -> int:
    """What comes back on a stake."""
    if pays in ("push", "loss"):
        return stake if pays == "push" else 0
    if pays.startswith("$"):
        return cents(pays.removesuffix(" and the stake")) + (stake if pays.endswith(" and the stake") else 0)
    ratio, unit, _ = pays.split(" ")
    a, _, b = ratio.partition(":")
    won = stake * int(a) // int(b or 1)
    return stake + won if unit == "to" else won


class Settling:
    """One record being settled: what is left of its cards and decisions, and the lines so far."""

    def __init__(self, record: dict[str, Any], tables: dict[tuple[str, str], Column]) -> None:
        self.record = record
        self.options: dict[str, str] = record["options"]
        self.cards: Iterator[str] = iter(record["cards"])
        self.decisions: Iterator[dict[str, Any]] = iter(record["decisions"])
        self.placed: dict[int, dict[str, int]] = {
            seat["seat"]: dict(seat["wagers"]) for seat in record["seats"] if seat["wagers"]
        }
        self.seats = sorted(self.placed)
        self.stakes: dict[Place, dict[str, int]] = {seat: dict(self.placed[seat]) for seat in self.seats}
        self.lines: list[dict[str, Any]] = []
        self.tables = {wager: tables[wager, id] for wager, id in record["paytables"].items()}
        self.jackpots = [wager for wager in record["wagers"] if wager in record.get("schemes", {})]
        self.claims: list[tuple[int, str, str]] = []
        self.hits: list[tuple[int, str, str]] = []

    # -- what comes from the record

    def card(self) -> str:
        """The next card."""
        found = next(self.cards, None)
        if found is None:
            raise Missing
        return found

    def seen(self, card: str) -> str:
        """A card that must be known here."""
        if card == "??":
            raise Missing
        return card

    def decision(self, seat: int | str) -> Any:
        """The answer to the question that is due from a seat."""
        found = next(self.decisions, None)
        if found is None:
            raise Missing
        assert found["seat"] == seat
        return found["answer"]

    # -- settling

    def has(self, at: Place, wager: str) -> bool:
        """Whether a wager is still open."""
        return wager in self.stakes[at]

    def cell(self, wager: str, event: str) -> str:
        """What the table of a wager pays for an event at this table of the house."""
        column = self.tables[wager]
        printed = dict(column.rows).get(event, "loss")
        if ": " in printed:
            printed = dict(part.split(": ") for part in printed.split("; "))[self.options[column.by]]
        if printed in ("bonus", "jackpot", "jackpot/bonus"):
            return self._posted(wager, event)
        if column.scales and printed.startswith("$"):
            return self._money(cents(printed) * self.record["fixed"][wager] // 100)
        return printed

    def _posted(self, wager: str, event: str) -> str:
        posted: str = self.record["posted"][wager][event]
        if posted.startswith("$"):
            return f"{posted} and the stake" if self.tables[wager].odds == "to 1" else posted
        return posted

    @staticmethod
    def _money(amount: int) -> str:
        return f"${amount // 100:,}" + (f".{amount % 100:02d}" if amount % 100 else "")

    def pay(self, at: Place, wager: str, events: tuple[str, ...]) -> None:
        """Settle a wager by the first row of its table among ``events``, all that the cards make."""
        event = next((row for row, _ in self.tables[wager].rows if row in events), "none")
        pays = self.cell(wager, event)
        seat = at if isinstance(at, int) else at[0]
        if wager in self.jackpots and event != "none":
            self.hits.append((seat, wager, event))
        if pays.endswith("%"):
            self.claims.append((seat, wager, event))
            return
        self.settle(at, wager, event, pays)

    def settle(self, at: Place, wager: str, event: str, pays: str) -> None:
        """Settle a wager at what its stake gives."""
        stake = self.stakes[at].pop(wager)
        self.line(at, wager, stake, event, pays, comes_back(pays, stake))

    def line(self, at: Place, wager: str, stake: int, event: str, pays: str, returned: int, **more: Any) -> None:
        """One line."""
        seat, hand = (at, 1) if isinstance(at, int) else at
        made = {"seat": seat, "wager": wager, "stake": stake, "event": event, "pays": pays, "returned": returned}
        self.lines.append(made | ({"hand": hand} if hand > 1 else {}) | more)

    # -- jackpots

    def _meter(self, wager: str, event: str) -> str:
        return f"{wager}/{event}" if dict(self.tables[wager].rows)[event] == "bonus" else wager

    def prizes(self) -> None:
        """The percent prizes, then Envy and Share-the-Wealth."""
        extras = []
        for seat, wager, event in self.hits:
            for what in ("envy", "share-the-wealth"):
                pays = self.record.get(what, {}).get(wager, {}).get(event)
                among = [
                    other
                    for other in self.seats
                    if wager in self.placed[other] and (what == "share-the-wealth" or other != seat)
                ]
                if pays and among:
                    extras.append((what, wager, event, pays, among))
        meters: dict[str, int] = self.record.get("meters", {})
        needed = {self._meter(wager, event) for _, wager, event in self.claims}
        needed |= {self._meter(wager, event) for _, wager, event, pays, _ in extras if pays.endswith("%")}
        if not needed <= meters.keys():
            raise Missing
        left = dict(meters)

        def take(meter: str, amount: int) -> int:
            taken = min(amount, left[meter])
            left[meter] -= taken
            return taken

        def order(claim: tuple[int, str, str]) -> tuple[int, int]:
            seat, wager, event = claim
            return [row for row, _ in self.tables[wager].rows].index(event), seat

        for seat, wager, event in sorted(self.claims, key=order):
            pays = self.cell(wager, event)
            whole = self.record.get("whole", False) and self.record["schemes"][wager] == "bonus"
            same = sum((other[1], other[2]) == (wager, event) for other in self.claims)
            n = same if self.tables[wager].shared and not whole else 1
            meter = self._meter(wager, event)
            prize = _share(pays, meters[meter], n)
            stake = self.stakes[seat].pop(wager)
            self.line(seat, wager, stake, event, pays, prize, meter=take(meter, prize), **_divided(n))
        for what, wager, event, pays, among in extras:
            for seat in among:
                n = len(among)
                if pays.endswith("%"):
                    meter = self._meter(wager, event)
                    prize = _share(pays, meters[meter], n)
                    self.line(seat, wager, 0, what, pays, prize, meter=take(meter, prize), **_divided(n))
                else:
                    self.line(seat, wager, 0, what, pays, cents(pays) // n, **_divided(n))

    # -- the end

    def hold_to_limits(self, counts_with: dict[str, str]) -> None:
        """Cut what the lines of a wager win by odds together to its aggregate limit."""
        for wager, limit in self.record.get("aggregate", {}).items():
            won = {}
            for number, line in enumerate(self.lines):
                if counts_with.get(line["wager"], line["wager"]) == wager and line["pays"].endswith(
                    (" to 1", " for 1")
                ):
                    back = line["stake"] if line["pays"].endswith(" to 1") else 0
                    if line["returned"] - back > 0:
                        won[number] = line["returned"] - back
            together = sum(won.values())
            for number, winnings in won.items() if together > limit else ():
                self.lines[number]["returned"] += limit * winnings // together - winnings

    def void(self) -> None:
        """Give everything back."""
        reason = self.record["void"]["reason"]
        for number, line in enumerate(list(self.lines), start=1):
            back = line["stake"] - line["returned"]
            at = (line["seat"], line["hand"]) if "hand" in line else line["seat"]
            self.line(at, line["wager"], 0, reason, "push", back, reverses=number)
        for at, stakes in self.stakes.items():
            for wager, stake in stakes.items():
                self.line(at, wager, stake, reason, "push", stake)


def _share(pays: str, meter: int, n: int) -> int:
    whole, _, part = pays.removesuffix("%").partition(".")
    scale: int = 100 * 10 ** len(part)
    return meter * int(whole + part) // (scale * n)


def _divided(n: int) -> dict[str, str]:
    return {"note": f"divided among {n}"} if n > 1 else {}
