"""The house of a drill: its people, jackpots, tables and papers, the same for every seed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from houseway.cards import Stream
from houseway.compliance.configuration import Approval, Display, Layout, Licence, Machine, Person, Step, Table
from houseway.jackpots.jackpot_configuration import Jackpot, Meter
from houseway.maths.question_errors import BadQuestion
from houseway.registry import game

START = 1_772_460_000_000_000
"""When a drill begins: 2 March 2026, 06:00 in Los Angeles, the start of a gaming day."""

TICK = 30_000_000
"""One step of a drill's clock: what tables do meanwhile is written in few commits."""

ZONE = "America/Los_Angeles"
DAY_STARTS = "06:00"
PAYEE = "P-drill"
"""Whom the house of a drill pays."""

MAKER = "Northlight Systems"
FELTS = "Cedar Felt Works"
SHUFFLER = Machine(model="deckmate-2", maker=MAKER)

PEOPLE = (
    Person(id="ada", name="Ada", roles=("administrator",)),
    Person(id="sam", name="Sam", roles=("supervisor",)),
    Person(id="vic", name="Vic", roles=("surveillance",)),
    Person(id="gus", name="Gus", roles=("security",)),
    Person(id="ann", name="Ann", roles=("accounting",)),
    Person(id="tom", name="Tom", roles=("technician",)),
    Person(id="dan", name="Dan", roles=("dealer",)),
)

POSTS = ("limits", "restrictions", "prizes", "employee-play", "disputes", "maximum", "fourth-wager", "four-wagers")
SHOWS = ("jackpot-amounts", "multiplied-pays", "percent-prizes", "envy", "share-the-wealth")

ProfileName = Literal["plain", "washington-commercial"]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """How large a drill is, and the seed that decides everything in it."""

    seed: int = 1
    tables: int = 50
    rounds: int = 84_000
    profile: ProfileName = "plain"
    sample: int = 50
    """One round in so many is played again from its record before it is settled, besides every round with a hit."""

    def check(self) -> None:
        """Refuse a drill that cannot be held."""
        if not 0 <= self.seed < 2**64:
            raise BadQuestion(
                f"a seed is a number from 0 to 2**64 - 1, not {self.seed}", remedy="give a number in that range"
            )
        if self.tables < 1 or self.rounds < self.tables:
            raise BadQuestion(
                f"{self.rounds} rounds cannot be played at {self.tables} tables", remedy="give each a round"
            )
        if self.profile == "washington-commercial" and self.tables > 15:
            raise BadQuestion(
                f"a commercial room has at most 15 tables, not {self.tables}",
                clause="RCW 9.46.0282",
                remedy="give --tables 15",
            )
        if self.tables > 200:
            raise BadQuestion(f"{self.tables} tables are more than a drill is made for", remedy="at most 200")

    def chance(self, what: int, number: int = 0) -> Stream:
        """The chance that decides matter ``what``, apart from every other: no two draw from one stream."""
        return Stream(self.seed, (what << 56) | number)


CARDS, WAGERS, STORIES, LINES, HOUSE, HITS = range(1, 7)
"""The matters that chance decides, each by its own streams."""


class Spot(msgspec.Struct, frozen=True):
    """A kind of table in the house: its game, its equipment, what its jackpot wagers play for and by which paytable."""

    game: str
    edition: str
    model: str
    plays: dict[str, tuple[str, str]] = {}
    options: dict[str, Any] = {}
    displays: tuple[Literal["edge-lit", "led", "photo-frame", "monitor", "page"], ...] = ("monitor",)

    @property
    def jackpots(self) -> dict[str, str]:
        """The jackpot of each of its wagers."""
        return {wager: jackpot for wager, (jackpot, _) in self.plays.items()}

    @property
    def paytables(self) -> dict[str, str]:
        """The paytable of each of these."""
        return {wager: paytable for wager, (_, paytable) in self.plays.items()}


TIE = "tie-after-tie"
TWO = "two-plus-two"
QUEENS = "queen-of-hearts-pair-w-dealer-suited-blackjack-in-hearts"
SUITED_QUEENS = "queen-of-hearts-pair-w-dealer-suited-blackjack"
_DAILY_TIE = {
    "quads-same-suit": "100%",
    "quads-same-color": "10%",
    "quads-two-color": "$100",
    "two-pairs-same-color": "$50",
    "trips-same-color": "$25",
    "trips-two-color": "$15",
    "two-pairs-two-color": "$10",
    "one-tie-one-color": "$4",
    "one-tie-two-color": "$3",
    "not-a-tie": "$0",
}
_DAILY_ROYAL = {
    "royal-flush": "100%",
    "4-card-straight-flush": "10%",
    "four-of-a-kind": "$100",
    "3-card-straight-flush": "$30",
    "three-of-a-kind": "$15",
    "starting-straight-flush": "$3",
    "starting-pair": "$2",
}


def _bonus(id: str, updates: Literal["static", "updated"], **more: Any) -> Jackpot:
    return Jackpot(id=id, scheme="bonus", updates=updates, **more)


def _progressive(id: str, *meters: Meter, **more: Any) -> Jackpot:
    return Jackpot(id=id, scheme="progressive", updates="real-time", meters=meters, **more)


_EVERY = (
    _progressive(
        "wild-four",
        Meter(row="5-wild-cards", seed=2_500_000, reseed=2_000_000, rate=80_000, reserve=20_000),
        Meter(row="4-wild-cards", seed=25_000, reseed=20_000, rate=61_700, reserve=8_300, cap=26_000),
        Meter(row="3-wild-cards", seed=2_000, reseed=1_500, rate=123_457),
        Meter(row="2-wild-cards", seed=600, reseed=400, rate=111_111, reserve=33_333, cap=900),
    ),
    _bonus("wild-static", "static", posted={"5-wild-cards": "$25,000"}, envy={"4-wild-cards": "$100"}),
    _bonus("wild-daily", "updated", wager=200, posted={"5-wild-cards": "$10,000"}),
    _progressive(
        "aces",
        Meter(row="four-aces", seed=1_000_000, reseed=800_000, rate=150_000, reserve=50_000),
        envy={"four-aces": "1%"},
    ),
    _bonus("aces-static", "static", wager=500, posted={"four-aces": "$5,000"}),
    _progressive(
        "queens",
        Meter(seed=1_000_000, reseed=1_000_000, rate=200_000, reserve=50_000, reseed_below=True),
        share={SUITED_QUEENS: "2%"},
    ),
    _progressive(
        "queens-five",
        Meter(seed=5_000_000, reseed=5_000_000, rate=171_717, reserve=20_001, cap=5_010_000),
        wager=500,
        envy={QUEENS: "$50"},
    ),
    _bonus("queens-daily", "updated", amount=500_000),
    _bonus("queens-second", "static", amount=250_000),
    _progressive(
        "ties", Meter(seed=1_250_000, reseed=1_000_000, rate=230_000, reserve=20_000), share={"trips-two-color": "1%"}
    ),
    _progressive(
        "royals", Meter(seed=1_875_000, reseed=1_500_000, rate=270_000, cap=1_880_000), envy={"royal-flush": "3%"}
    ),
    _bonus("ties-static", "static", amount=300_000),
    _bonus("ties-daily", "updated", amount=400_000, posted=_DAILY_TIE),
    _bonus("royals-daily", "updated", amount=600_000, posted=_DAILY_ROYAL),
)
JACKPOTS = {jackpot.id: jackpot for jackpot in _EVERY}
"""Every jackpot of the house."""

_SIGNS: tuple[Literal["edge-lit", "led", "photo-frame"], ...] = ("edge-lit", "led", "photo-frame")
_ANDROMEDA, _MILKY_WAY = "andromeda-5a", "milky-way"

SPOTS = (
    Spot("deuces-wild", "2017", _ANDROMEDA, {"bonus-jackpot": ("wild-four", "D")}),
    Spot("dueling", "2017", _ANDROMEDA, {TIE: ("ties", "TAT2"), TWO: ("royals", "2+2P1")}),
    Spot(
        "triple-attack",
        "2021",
        "andromeda-3d",
        {"jackpot": ("queens", "PT-BJS-TA-JP-03"), "jackpot-2": ("queens-five", "PT-BJS-TA-JP-04")},
    ),
    Spot("three-card-split", "v5", "andromeda-3c", {"jackpot": ("aces", "TCS-4a")}),
    Spot("deuces-wild", "2017", _MILKY_WAY, {"bonus-jackpot": ("wild-static", "A")}, displays=_SIGNS),
    Spot(
        "dueling",
        "2017",
        _ANDROMEDA,
        {TIE: ("ties-daily", "TAT4"), TWO: ("royals-daily", "2+2P3")},
        options={"spots": "play", "decks": "8"},
    ),
    Spot("three-card-split", "v5", "andromeda-1", {"jackpot": ("aces-static", "TCS-4b")}, displays=_SIGNS),
    Spot("deuces-wild", "2017", "andromeda-1", {"bonus-jackpot": ("wild-daily", "B")}, displays=("led",)),
    Spot(
        "triple-attack",
        "2021",
        _ANDROMEDA,
        {"jackpot": ("queens-daily", "PT-BJS-TA-JP-01"), "jackpot-2": ("queens-second", "PT-BJS-TA-JP-02")},
    ),
    Spot("dueling", "2017", _MILKY_WAY, {TIE: ("ties-static", "TAT1")}, displays=("led",)),
    Spot("deuces-wild", "2010", _MILKY_WAY, {"bonus-jackpot": ("wild-static", "A")}, displays=("led", "photo-frame")),
    Spot("dueling", "2017", ""),
)
"""The kinds of table; a drill with more tables has several of each, linked."""


def table_of(spot: Spot, id: str) -> Table:
    """The table ``id``, of the kind ``spot``, as the property has it."""
    played = game(spot.game)
    edition = played.edition(spot.edition)
    usual = [wager for wager in played.house["usual"] if edition.wagers[wager].kind != "jackpot"]
    spots = spot.options.get("spots", "player-dealer")
    offered = [wager for wager in usual if edition.wagers[wager].offered_with.get("spots", spots) == spots]
    if spot.game == "dueling" and spots == "player-dealer":
        offered.append("dealer")
    limits = {
        wager: (pair[0], min(pair[1], 30_000))
        for wager, pair in played.house["limits"].items()
        if wager in offered and wager not in spot.jackpots
    }
    posted = {
        wager: rows
        for wager, rows in played.house.get("posted", {}).items()
        if wager in offered and _left_open(spot, wager)
    }
    notice = edition.data.jackpots.notice if edition.data.jackpots else ""
    bonus = any(JACKPOTS[name].scheme == "bonus" for name in spot.jackpots.values())
    version = "5a" if spot.model == _ANDROMEDA else ""
    minimums = {"jackpot": 500} if spot.game == "three-card-split" and spot.jackpots else {}
    return Table(
        id=id,
        game=spot.game,
        edition=spot.edition,
        options=spot.options,
        wagers=(*offered, *spot.jackpots),
        paytables=spot.paytables,
        limits=limits,
        minimums=minimums,
        posted=posted,
        jackpots=spot.jackpots,
        sensors={wager: number for number, wager in enumerate(spot.jackpots, 1)},
        equipment=Machine(model=spot.model, maker=MAKER, version=version) if spot.model else None,
        shuffler=SHUFFLER,
        layout=Layout(maker=FELTS, design=f"{spot.game}-{spot.edition}", posts=("four-wagers",)),
        displays=tuple(
            Display(kind=kind, shows=() if kind == "edge-lit" else SHOWS, notice=notice if bonus else "")
            for kind in (spot.displays if spot.jackpots else ())
        ),
        posts=POSTS,
    )


def _left_open(spot: Spot, wager: str) -> bool:
    """Whether the paytable in use leaves rows of a wager that is no jackpot to the operator."""
    setup = game(spot.game).setup(spot.edition, options=spot.options, paytables=spot.paytables, wagers=())
    return bool(setup.rows_to_post(wager))


def tables_of(plan: Plan) -> list[Table]:
    """Every table of the drill."""
    return [table_of(SPOTS[number % len(SPOTS)], f"T{number + 1:02d}") for number in range(plan.tables)]


def jackpots_of(tables: Iterable[Table], profile: ProfileName) -> list[Jackpot]:
    """The jackpots that those tables play for, in the order of the house.

    Where games come from an approval, only a document that names prizes for other players brings them (BJS-7).
    """
    used = {name: table for table in tables for name in table.jackpots.values()}
    return [
        jackpot
        if profile == "plain" or game(used[name].game).edition(used[name].edition).cite("envy") is not None
        else msgspec.structs.replace(jackpot, envy={}, share={})
        for name, jackpot in JACKPOTS.items()
        if name in used
    ]


def licences() -> list[Licence]:
    """The papers of the makers."""
    return [
        Licence(maker=MAKER, covers=("equipment", "shufflers"), kind="state-licence", number="E-1", since="2020-01-01"),
        Licence(maker=FELTS, covers=("layouts",), kind="state-licence", number="L-1", since="2020-01-01"),
    ]


def approvals(tables: Iterable[Table]) -> list[Approval]:
    """One approval for each edition played, with all the equipment used with it."""
    found: dict[tuple[str, str], list[Machine]] = {}
    for table in tables:
        machines = found.setdefault((table.game, table.edition), [SHUFFLER])
        if table.equipment is not None and table.equipment not in machines:
            machines.append(table.equipment)
    steps = (
        Step(step="game-approved", by="the Commission", on="2024-01-10"),
        Step(step="controls-submitted", by="the operator", on="2024-02-01"),
        Step(step="controls-approved", by="the Commission", on="2024-03-01"),
    )
    return [
        Approval(
            id=f"A-{slug}-{edition}",
            game=slug,
            edition=edition,
            fingerprint=game(slug).edition(edition).fingerprint,
            equipment=tuple(machines),
            steps=steps,
            jackpots=2,
        )
        for (slug, edition), machines in found.items()
    ]
