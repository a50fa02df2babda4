"""People, tables, counters and paytables: configured by one, changed on disk, or covered up."""

from __future__ import annotations

import msgspec

from houseway.compliance.configuration import Person, Table
from houseway.drill.drill_plan import JACKPOTS, approvals
from houseway.drill.insiders.attack import Attack, Deed, Step, either
from houseway.drill.insiders.attacks.paper_attacks import BLANKS
from houseway.drill.insiders.insider_house import ACES, SMALL, House, claim_of, tables
from houseway.floor import command_index as c
from houseway.floor.floor_errors import BadCommand, NotCompliant, OtherRelease, WrongState
from houseway.registry import game
from houseway.rulebook.edition import load_edition

SEGREGATION = "WAC 230-15-430"
COUNTERS = "S-9"
SPLIT, EDITION = "three-card-split", "v5"
OPEN = c.OpenTable(table="S9")
FRIEND = Person(id="fay", name="Fay", roles=("accounting",))


def _table(id: str, **changed: object) -> Table:
    """A table like S1, of another name."""
    return msgspec.structs.replace(next(table for table in tables() if table.id == "S1"), id=id, **changed)


def _high(house: House) -> c.Command:
    limits = {wager: (low, 5_000_000) for wager, (low, _) in _table("S9").limits.items()}
    return c.AddTable(table=_table("S9", limits=limits))


def _without_seed(house: House) -> None:
    """A progressive whose seed is not at the bank, on a table that is closed."""
    house.do(c.AddJackpot(jackpot=msgspec.structs.replace(JACKPOTS[ACES], id="more-aces")), "ada", "abe")
    house.do(c.AddTable(table=_table("S9", jackpots={"jackpot": "more-aces"})), "ada", "abe")


# -- counters


def _seven(house: House) -> None:
    for _ in range(7):
        house.press("S1", 1)


def _read(reading: int) -> c.ReadCounter:
    return c.ReadCounter(table="S1", reading=reading)


def _nine(house: House) -> None:
    """The counter was read at nine where seven were counted; by now nine are."""
    _seven(house)
    house.do(_read(9), "abe")
    for _ in range(2):
        house.press("S1", 1)


def _replace(old: int) -> c.ReplaceCounter:
    return c.ReplaceCounter(table="S1", old=old, new=0, reason="the battery is old")


def _no_difference(house: House) -> bool:
    return house.floor.table("S1").difference is None


# -- malfunctions and amounts


def _reported(house: House) -> None:
    """Malfunctions on the register under the ids that the next ones would get by themselves."""
    head = house.floor.journal.head("table/S1").number
    house.kept["ids"] = [f"S1-{head + more}" for more in range(1, 4)]
    for id in house.kept["ids"]:
        house.do(c.ReportMalfunction(malfunction=id, what="the reader sticks"), "tom")


def _overwritten(house: House) -> bool:
    known = house.floor.property.malfunctions
    return any(known[id].what != "the reader sticks" for id in house.kept["ids"])


def _change_waits(house: House) -> None:
    daily = house.floor.property.jackpots["ties-daily"]
    house.do(c.ChangeJackpot(jackpot=msgspec.structs.replace(daily, unreasonable=77)), "ada", "abe")


def _change_is_gone(house: House) -> bool:
    waiting = house.floor.jackpot("ties-daily").queued
    return waiting is None or waiting.unreasonable != 77


# -- the approved game


def _change_cell(house: House) -> None:
    """Four of a kind pays 900 and not 100 in the edition's file, and the server starts with that."""
    split = game(SPLIT)
    kept = dict(split.editions)
    text = (split.folder / "editions" / f"{EDITION}.toml").read_text(encoding="utf-8")
    row = '["Four-of-a-Kind", "100", "100"]'
    assert text.count(row) == 1
    changed = house.site.folder / f"{EDITION}.toml"
    changed.write_text(text.replace(row, row.replace("100", "900")), encoding="utf-8")
    split.editions[EDITION] = load_edition(changed)
    house.undo.append(lambda: split.editions.update(kept))
    house.restart()


def _changed_under_play(house: House) -> None:
    house.press("S1", 1)
    _change_cell(house)


def _play_on(house: House) -> list[Deed]:
    state = house.floor.table("S1")
    return either(claim_of(house, "S1", SMALL), c.Tabulate(table="S1", round=state.round + 1, picture={"1": (1,)}))


def _changed_and_closed(house: House) -> None:
    house.do(c.CloseTable(table="S1"), "sue")
    _change_cell(house)


ATTACKS = (
    Attack(
        "two-departments: Somebody gets the roles of two departments, and is then two people",
        SEGREGATION,
        Step(
            "the roles are given",
            lambda house: [
                (c.AddPerson(person=Person(id=id, name=id.title(), roles=("supervisor", "accounting"))),)
                for id in ("fay", "sam", "tom")
            ],
        ),
        barred=(WrongState,),
    ),
    Attack(
        "own-second-person: A friend is added to the people of the property, to sign as the second person",
        SEGREGATION,
        Step("the friend is added", c.AddPerson(person=FRIEND)),
    ),
    Attack(
        "nameless-colleague: Somebody without a name that anybody can read is added, to sign and be found in no report",
        SEGREGATION,
        Step(
            "the colleague is added",
            lambda house: [
                (c.AddPerson(person=Person(id="fay", name=blank, roles=("accounting",))),) for blank in BLANKS
            ],
        ),
        barred=(BadCommand,),
    ),
    Attack(
        "table-joins-the-link: A table is added, joined to a link and opened",
        SEGREGATION,
        Step("the table is added", lambda house: c.AddTable(table=_table("S9"))),
        Step("the table is opened", OPEN),
    ),
    Attack(
        "limit-of-50000: A table is added with a limit of $50,000 and opened",
        "WAC 230-15-140",
        Step("the table is added", _high),
        Step("the table is opened", OPEN),
        barred=(NotCompliant,),
    ),
    Attack(
        "no-seed-at-the-bank: A table is opened for a progressive whose posted seed is not at the bank",
        "WAC 230-15-455",
        Step("the table is opened", OPEN),
        prepare=_without_seed,
        barred=(WrongState,),
    ),
    Attack(
        "counter-explained: A counter is read at nine where seven were counted, and explained",
        COUNTERS,
        Step("the counter is read", lambda house: _read(9)),
        Step("the difference is explained", c.ExplainReading(table="S1", explanation="misread")),
        prepare=_seven,
    ),
    Attack(
        "counter-read-again: A counter that differed is read again when it agrees, and the difference is forgotten",
        COUNTERS,
        Step("the counter is read again", lambda house: _read(9)),
        prepare=_nine,
        harm=_no_difference,
    ),
    Attack(
        "counter-replaced: A counter that differed is replaced, and the difference goes with it",
        COUNTERS,
        Step("the counter is replaced", lambda house: _replace(9)),
        prepare=_nine,
        harm=_no_difference,
    ),
    Attack(
        "counter-never-read: A counter that would differ is replaced before anybody reads it",
        COUNTERS,
        Step("the counter is replaced", lambda house: _replace(9)),
        prepare=_seven,
        harm=_no_difference,
    ),
    Attack(
        "malfunction-overwritten: A reported malfunction is written over by one that gets its id by itself",
        "WAC 230-06-054",
        Step("the equipment fails", c.FailTable(table="S1", what="dark")),
        prepare=_reported,
        harm=_overwritten,
    ),
    Attack(
        "change-dropped: An approved change that waits is dropped by posting an amount",
        "LAB-25",
        Step("an amount is posted", c.PostAmount(jackpot="ties-daily", amount=410_000)),
        prepare=_change_waits,
        harm=_change_is_gone,
    ),
    Attack(
        "paytable-on-disk: A paytable is changed on disk and played at an open table",
        "S-1",
        Step("the table plays on", _play_on),
        prepare=_changed_under_play,
        barred=(OtherRelease,),
    ),
    Attack(
        "paytable-unapproved: A table is opened on a paytable that was changed on disk",
        "S-1",
        Step("the table is opened", c.OpenTable(table="S1")),
        prepare=_changed_and_closed,
        barred=(NotCompliant,),
    ),
    Attack(
        "paytable-approved: A paytable is changed on disk, approved and opened",
        "S-1",
        Step(
            "the approval is filed",
            lambda house: c.AddApproval(approval=next(each for each in approvals(tables()) if each.game == SPLIT)),
        ),
        Step("the table is opened", c.OpenTable(table="S1")),
        prepare=_changed_and_closed,
    ),
)
