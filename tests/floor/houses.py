"""Small properties for tests: people of each role, tables of the four games, bonus and progressive jackpots.

`House` is a floor with a clock and short names for what is done at it. Everything passes both the plain profile and
that of a commercial room in Washington, so that one builder serves both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from houseway.compliance.configuration import (
    Approval,
    Display,
    Layout,
    Licence,
    Machine,
    Person,
    Step,
    Table,
)
from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.auditing import audit
from houseway.floor.bookkeeping.days import day_ends
from houseway.floor.context import gaming_day
from houseway.floor.floor import Floor
from houseway.floor.permission.people import panel_of
from houseway.floor.states import Hit
from houseway.jackpots.jackpot_configuration import Jackpot, Meter
from houseway.registry import game

SECOND = 1_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
START = 1_714_590_000 * SECOND
"""1 May 2024, 19:00 UTC: noon in Washington."""

MICROS = 1_000_000

Profile = Literal["plain", "washington-commercial", "washington-tribal"]
Cards = Literal["virtual", "reads", "keys", "none"]

PEOPLE = (
    Person(id="ames", name="A. Ames", roles=("administrator",)),
    Person(id="dole", name="D. Dole", roles=("dealer",)),
    Person(id="sato", name="S. Sato", roles=("supervisor",)),
    Person(id="vega", name="V. Vega", roles=("surveillance",)),
    Person(id="gray", name="G. Gray", roles=("security",)),
    Person(id="cole", name="C. Cole", roles=("accounting",)),
    Person(id="tell", name="T. Tell", roles=("technician",)),
    Person(id="reed", name="R. Reed", roles=("regulator",)),
)
BY_ROLE: dict[str, str] = {person.roles[0]: person.id for person in PEOPLE}
PAIR = ("ames", "cole")
"""An administrator and an accountant, for a command that takes two."""

ATTACK = Jackpot(
    id="attack",
    scheme="progressive",
    updates="real-time",
    meters=(Meter(seed=100_000, reseed=50_000, rate=200_000, reserve=50_000, cap=150_000),),
)
"""Percents go whole to each winner; linked between two tables of Triple Attack."""

SECOND_ATTACK = Jackpot(
    id="attack-two",
    scheme="progressive",
    updates="real-time",
    meters=(Meter(seed=30_000, reseed=30_000, rate=150_003, reserve=7, reseed_below=True),),
)
TIES = Jackpot(
    id="ties",
    scheme="progressive",
    updates="real-time",
    meters=(Meter(seed=20_000, reseed=10_000, rate=333_333, reserve=111_111),),
)
"""Percents are shared by the winners of one event; the shares of each wager do not come out in whole cents."""

WILDS = Jackpot(
    id="wilds",
    scheme="progressive",
    updates="real-time",
    meters=(
        Meter(row="5-wild-cards", seed=1_000_000, reseed=1_000_000, rate=100_000, reserve=20_000),
        Meter(row="4-wild-cards", seed=50_000, reseed=50_000, rate=70_001, cap=60_000),
        Meter(row="3-wild-cards", seed=2_000, reseed=1_000, rate=130_000, reserve=30_000, cap=2_100),
        Meter(row="2-wild-cards", seed=500, reseed=500, rate=50_000),
    ),
)
"""Four rows, each with its own meter (DW-8)."""

DAILY = Jackpot(id="daily", scheme="bonus", updates="updated", posted={"four-aces": "$4,000"})
"""The Daily Bonus Jackpot."""

ROYALS = Jackpot(id="royals", scheme="bonus", updates="static", amount=400_000)
"""A bonus with percent rows, reckoned on a posted amount."""

JACKPOTS = (ATTACK, SECOND_ATTACK, TIES, WILDS, DAILY, ROYALS)

HEARTS = "queen-of-hearts-pair-w-dealer-suited-blackjack-in-hearts"
"""Triple Attack: all of the meter."""
SUITED = "queen-of-hearts-pair-w-dealer-suited-blackjack"
"""A quarter of it in the first table."""
BLACKJACK = "queen-of-hearts-pair-w-dealer-blackjack"
"""A tenth of it."""

_POSTS = ("limits", "restrictions", "prizes", "employee-play", "disputes", "four-wagers", "fourth-wager", "maximum")
_FELT = Layout(maker="Cedar Felt Works", posts=("four-wagers",))
_SYSTEM = Machine(model="andromeda-5a", maker="Northlight Systems", version="5b")
_SHOWS = ("jackpot-amounts", "percent-prizes", "envy", "share-the-wealth", "multiplied-pays")


def display(slug: str) -> Display:
    """A monitor that shows all there is to show, with the notice of that game's document."""
    data = game(slug).edition().data.jackpots
    assert data is not None
    return Display(kind="monitor", shows=_SHOWS, notice=data.notice)


def attack_table(id: str, *, two: bool = False, cards: Cards = "none") -> Table:
    """A table of Triple Attack that plays for `ATTACK`, and for `SECOND_ATTACK` if it has ``two``."""
    more = {"jackpot-2": "attack-two"} if two else {}
    return Table(
        id=id,
        game="triple-attack",
        edition="2021",
        options={"dealt-by": "shoe"},
        wagers=("first-attack", "jackpot", *more),
        paytables={"jackpot": "PT-BJS-TA-JP-01"} | ({"jackpot-2": "PT-BJS-TA-JP-04"} if two else {}),
        limits={"first-attack": (500, 30_000)},
        jackpots={"jackpot": "attack", **more},
        sensors={"jackpot": 1, **dict.fromkeys(more, 2)},
        equipment=_SYSTEM,
        layout=_FELT,
        displays=(display("triple-attack"),),
        posts=_POSTS,
        cards=cards,
    )


def duel_table(id: str, *, bonus: bool = False, cards: Cards = "none") -> Table:
    """A table of Dueling that plays for `TIES`; with ``bonus`` for `ROYALS`."""
    wager, jackpot, paytable = ("two-plus-two", "royals", "2+2P1") if bonus else ("tie-after-tie", "ties", "TAT2")
    return Table(
        id=id,
        game="dueling",
        edition="2017",
        options={"dealt-by": "shoe"},
        wagers=("player", "dealer", wager),
        paytables={wager: paytable},
        limits={"player": (500, 30_000), "dealer": (500, 30_000)},
        jackpots={wager: jackpot},
        sensors={wager: 1},
        equipment=_SYSTEM,
        layout=_FELT,
        displays=(display("dueling"),),
        posts=_POSTS,
        cards=cards,
    )


def deuces_table(id: str, *, cards: Cards = "none") -> Table:
    """A table of Deuces Wild that plays for `WILDS`: a meter to each row."""
    return Table(
        id=id,
        game="deuces-wild",
        edition="2017",
        options={"dealt-by": "shoe"},
        wagers=("ante", "bonus-jackpot"),
        paytables={"ante": "A", "bonus-jackpot": "D"},
        limits={"ante": (500, 10_000)},
        jackpots={"bonus-jackpot": "wilds"},
        sensors={"bonus-jackpot": 1},
        equipment=_SYSTEM,
        layout=_FELT,
        displays=(display("deuces-wild"),),
        posts=_POSTS,
        cards=cards,
    )


def split_table(id: str, *, cards: Cards = "none") -> Table:
    """A table of Three Card Split that plays for `DAILY`, a bonus."""
    return Table(
        id=id,
        game="three-card-split",
        edition="v5",
        options={"dealt-by": "shoe"},
        wagers=("primary", "four-card-bonus", "jackpot"),
        paytables={"four-card-bonus": "TCS-1a", "jackpot": "TCS-4a"},
        limits={"primary": (500, 30_000), "four-card-bonus": (100, 10_000)},
        minimums={"jackpot": 500},
        jackpots={"jackpot": "daily"},
        sensors={"jackpot": 1},
        equipment=_SYSTEM,
        layout=_FELT,
        displays=(display("three-card-split"),),
        posts=_POSTS,
        cards=cards,
    )


def all_tables(cards: Cards = "none") -> tuple[Table, ...]:
    """A1 and A2 (Triple Attack, linked), D1 and D2 (Dueling), W1 (Deuces Wild), S1 (Three Card Split)."""
    return (
        attack_table("A1", two=True, cards=cards),
        attack_table("A2", cards=cards),
        duel_table("D1", cards=cards),
        duel_table("D2", bonus=True, cards=cards),
        deuces_table("W1", cards=cards),
        split_table("S1", cards=cards),
    )


def approval(slug: str) -> Approval:
    """The approval of a game's current edition at a commercial room."""
    edition = game(slug).edition()
    steps = ("game-approved", "controls-submitted", "controls-approved")
    days = ("2021-01-28", "2023-11-06", "2024-01-18")
    return Approval(
        id=f"A-{slug}",
        game=slug,
        edition=edition.slug,
        fingerprint=edition.fingerprint,
        equipment=(_SYSTEM,),
        steps=tuple(Step(step=step, by="the Commission", on=on) for step, on in zip(steps, days, strict=True)),
        jackpots=2,
    )


LICENCES = (
    Licence(
        maker="Northlight Systems", covers=("equipment",), kind="state-licence", number="20-00111", since="2015-01-01"
    ),
    Licence(maker="Cedar Felt Works", covers=("layouts",), kind="state-licence", number="20-00222", since="2016-01-01"),
)


class House:
    """A floor and its clock. Each command takes a second; each gets its own id unless one is given.

    The people are those of `PEOPLE`: a command that takes two is given by the first and the second that may.
    """

    def __init__(self, floor: Floor, at: int = START, number: int = 0) -> None:
        self.floor = floor
        self.at = at
        self.number = number

    def close(self) -> None:
        self.floor.close()

    # -- commands

    def do(
        self,
        command: c.Command,
        who: str = "ames",
        second: str | None = None,
        *,
        id: str | None = None,
        at: int | None = None,
    ) -> dict[str, Any]:
        """Give a command now, or at ``at``; raises the refusal."""
        if at is None:
            self.at += SECOND
        self.number += 1
        return self.floor.do(
            command, id=id or f"c{self.number}", who=who, second=second, at=self.at if at is None else at
        )

    def refused(
        self,
        error: type[HousewayError],
        command: c.Command,
        who: str = "ames",
        second: str | None = None,
        *,
        id: str | None = None,
        at: int | None = None,
    ) -> HousewayError:
        """Give a command that must be refused with ``error``, and leave every row as it was."""
        before = self.rows()
        try:
            reply = self.do(command, who, second, id=id, at=at)
        except HousewayError as refusal:
            assert type(refusal) is error, f"{type(refusal).__name__}: {refusal}"
            assert self.rows() == before, f"{command} was refused and left something behind"
            return refusal
        raise AssertionError(f"{command} by {who} and {second} was accepted: {reply}")

    def rows(self) -> dict[str, list[tuple[Any, ...]]]:
        """Every row of every table of the journal."""
        found = {}
        with self.floor.journal.engine.snapshot() as queries:
            for table, order in (
                ("entries", "stream, number"),
                ("heads", "stream"),
                ("commands", "id"),
                ("balances", "account, stream"),
                ("counters", "bank"),
                ("snapshots", "stream"),
            ):
                rows = queries.fetch(f"SELECT * FROM {table} ORDER BY {order}", ())
                if rows and any(isinstance(cell, memoryview) for cell in rows[0]):
                    rows = [
                        tuple(bytes(cell) if isinstance(cell, memoryview) else cell for cell in row) for row in rows
                    ]
                found[table] = sorted(rows)
        return found

    # -- the property

    def build(
        self,
        profile: Profile = "plain",
        *,
        settings: Mapping[str, Any] | None = None,
        jackpots: Iterable[Jackpot] = JACKPOTS,
        tables: Iterable[Table] | None = None,
        opened: bool = True,
    ) -> House:
        """The property with its papers, jackpots and tables, open unless told otherwise.

        Seeds need not be at the bank when a commercial room opens, so that deposits are each test's own matter.
        """
        tables = all_tables() if tables is None else tuple(tables)
        if profile == "washington-commercial":
            settings = {"seed-in-bank": False, **(settings or {})}
        self.do(c.CreateProperty(name="Rainier", profile=profile, settings=dict(settings or {}), people=PEOPLE), *PAIR)
        for licence in LICENCES:
            self.do(c.AddLicence(licence=licence), *PAIR)
        for slug in ("triple-attack", "deuces-wild", "three-card-split", "dueling"):
            self.do(c.AddApproval(approval=approval(slug)), "ames", "cole")
        for jackpot in jackpots:
            self.do(c.AddJackpot(jackpot=jackpot), "ames", "cole")
        for table in tables:
            self.do(c.AddTable(table=table), *PAIR)
        for table in tables if opened else ():
            self.do(c.OpenTable(table=table.id), "sato")
        return self

    def open(self, *tables: str) -> None:
        for table in tables:
            self.do(c.OpenTable(table=table), "sato")

    def shut(self, *tables: str) -> None:
        """Close tables; all that are open without names."""
        for table in tables or tuple(self.floor.property.open):
            self.do(c.CloseTable(table=table), "sato")

    # -- days

    @property
    def today(self) -> str:
        """The gaming day of this moment."""
        return gaming_day(self.at, self.floor.property.zone, self.floor.property.day_starts)

    def close_day(self, day: str | None = None) -> dict[str, Any]:
        """Close a gaming day, today's where none is given, at once or as soon as it is over."""
        day = day or self.today
        self.at = max(self.at, day_ends(self.floor.property, day))
        return self.do(c.CloseDay(day=day), "cole", "sato")

    # -- rounds

    def tabulate(
        self,
        table: str,
        *positions: int,
        sensor: int = 1,
        picture: Mapping[str, tuple[int, ...]] | None = None,
        manual: bool = False,
        id: str | None = None,
    ) -> int:
        """The next round of a table is counted; its number."""
        round_ = self.floor.table(table).round + 1
        seen = dict(picture) if picture is not None else {str(sensor): positions}
        who = "sato" if manual else panel_of(table)
        self.do(c.Tabulate(table=table, round=round_, picture=seen, manual=manual), who, id=id)
        return round_

    def play(self, table: str, rounds: int, *positions: int) -> None:
        """Several rounds of a table without cards, the same positions in each."""
        for _ in range(rounds):
            self.tabulate(table, *positions)

    def claim(self, table: str, *claims: tuple[int, str, str], cards: str = "") -> list[Hit]:
        """Rows hit in the round in progress, as (seat, wager, row); the hits as locked."""
        reply = self.do(
            c.ClaimHit(
                table=table,
                round=self.floor.table(table).round,
                claims=tuple(c.Claimed(seat=seat, wager=wager, event=event) for seat, wager, event in claims),
                cards=cards,
            ),
            panel_of(table),
        )
        return [self.floor.jackpot(hit["jackpot"]).hits[hit["id"]] for hit in reply["hits"]]

    def verify(self, hit: Hit) -> None:
        """Verified by a supervisor with surveillance beside."""
        self.do(
            c.VerifyHit(
                jackpot=hit.jackpot, hit=hit.id, cards="as dealt", deck="complete", surveillance="tape 7", player="P"
            ),
            "sato",
            "vega",
        )

    def payee(self, *, tin: bool = True) -> str:
        """The reference of somebody who showed a passport, with or without a taxpayer number."""
        payee = self.paper("P")
        self.do(c.RecordPayee(payee=payee, document="passport", ending="4711", digest="d", tin=tin), "cole")
        return payee

    def pay(self, hit: Hit, by: Literal["cage", "account"] = "cage") -> None:
        """Paid by check, by two people, to a payee on record where tax is reported."""
        taxed = self.floor.property.profile != "plain" and hit.amount > 60_000
        self.do(
            c.PayHit(
                jackpot=hit.jackpot,
                hit=hit.id,
                by=by,
                method="check",
                reference=self.paper("check"),
                payee=self.payee() if taxed else "",
            ),
            "sato",
            "cole",
        )

    def settle_hit(self, hit: Hit, by: Literal["cage", "account"] = "cage") -> None:
        self.verify(hit)
        self.pay(hit, by)

    def reject(self, hit: Hit, reason: str = "no hit") -> None:
        self.do(c.RejectHit(jackpot=hit.jackpot, hit=hit.id, reason=reason), "sato", "vega")

    # -- money

    def fund(self, jackpot: str, name: str, row: str = "") -> int:
        """One account of a jackpot, in micros."""
        return self.floor.accounts(jackpot).get(f"{jackpot}/{row}:{name}" if row else f"{jackpot}:{name}", 0)

    def shown(self, jackpot: str, row: str = "") -> int:
        """The amount displayed, in cents."""
        return self.floor.amounts(jackpot)[row]

    def deposit_all(self, jackpot: str) -> None:
        """All that is due reaches the bank, the part of a cent rounded up."""
        due = -(-self.fund(jackpot, "due") // MICROS)
        if due > 0:
            self.do(c.Deposit(jackpot=jackpot, amount=due, reference=self.paper("slip")), "cole")

    def malfunction(self) -> str:
        """An open malfunction of no table in particular, reported by a technician."""
        id = f"M-{self.number}"
        self.do(c.ReportMalfunction(malfunction=id, what="a meter stands wrong"), "tell")
        return id

    def paper(self, kind: str) -> str:
        """A paper that was not used before."""
        return f"{kind} {self.number + 1}"

    def sound(self) -> None:
        """Nothing is broken: the money, every entry and projection of the journal, and the story that it tells."""
        broken = self.floor.broken()
        assert not broken, broken
        report = self.floor.journal.verify()
        assert not report.findings, report.findings
        told = audit(self.floor.journal)
        assert not told.findings, told.findings


def changed(jackpot: Jackpot, row: str = "", **meter: Any) -> Jackpot:
    """A jackpot with another meter of ``row``."""
    meters = tuple(msgspec.structs.replace(each, **meter) if each.row == row else each for each in jackpot.meters)
    return msgspec.structs.replace(jackpot, meters=meters)


def sqlite_house(path: Path, **settings: Any) -> House:
    """A new journal in a file."""
    return House(Floor.open(path, create=True, **settings))


TEMPLATE = msgspec.structs.replace(
    duel_table("Q1", cards="virtual"),
    wagers=("player", "dealer"),
    paytables={},
    jackpots={},
    sensors={},
    equipment=None,
    displays=(),
    seats=1,
    template=True,
)
"""A table that players open private copies of: no jackpot, one seat, dealt by the program."""
