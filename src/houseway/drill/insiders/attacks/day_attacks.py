"""Days and clocks: a close that is early or alone, a closed day changed, commands dated otherwise."""

from __future__ import annotations

from typing import Any

from houseway.drill.insiders.attack import Attack, Step
from houseway.drill.insiders.insider_house import DAY, HOUR, House
from houseway.floor import command_index as c
from houseway.floor.bookkeeping.days import day_ends
from houseway.floor.floor_errors import WrongState
from houseway.journal.journal_errors import ClockAhead, ClockSteppedBack
from houseway.reports.floor import Wanted, make, period

TODAY = "2026-03-02"
DARK = c.ReportMalfunction(malfunction="M-1", what="dark")
CLOSING = c.CloseDay(day=TODAY)
CLOSE = "WA-9"
CLOCK = "WA-9, LAB-23"


def _afternoon(house: House) -> None:
    """Three in the afternoon, with a round open."""
    house.at += 9 * HOUR
    house.press("S1", 1)


def _next_morning(house: House) -> None:
    _afternoon(house)
    house.at = day_ends(house.floor.property, TODAY)


def _closed(house: House) -> None:
    _next_morning(house)
    house.do(CLOSING, "abe", "sue")
    house.kept["day"] = _figures(house)


def _figures(house: House) -> Any:
    """The daily close of the day, without the heads of the moment at which it is printed."""
    state = house.floor.property
    days = period(TODAY, TODAY, state.zone, state.day_starts)
    made = make("day", house.floor, Wanted(days, house.at))
    return [section for section in made.sections if section.title != "Journal"]


def _next_round(house: House) -> c.Command:
    return c.Tabulate(table="S1", round=house.floor.table("S1").round + 1, picture={"1": (1, 2, 3)})


def _void(house: House) -> c.Command:
    return c.VoidRound(table="S1", round=house.floor.table("S1").round, reason="misdeal")


def _counted(house: House) -> None:
    house.press("S1", 1, 2, 3)
    house.kept["shown"] = house.floor.amounts("aces")


def _taken_back(house: House) -> bool:
    """Whether the display fell, or what the house pays in its place is in no account."""
    borne = house.floor.accounts("aces").get("aces:borne", 0)
    return house.floor.amounts("aces") != house.kept["shown"] or borne != 3 * 100 * 200_000


ATTACKS = (
    Attack(
        "close-at-three: The day is closed at three in the afternoon, with a round open",
        CLOSE,
        Step("the day is closed", CLOSING),
        prepare=_afternoon,
        barred=(WrongState,),
    ),
    Attack(
        "close-of-the-day: A gaming day is closed, after its end",
        CLOSE,
        Step("the day is closed", CLOSING),
        prepare=_next_morning,
    ),
    Attack(
        "closed-day-changed: A round of a closed day is voided, to change the figures of that day",
        CLOSE,
        Step("the round is voided", _void),
        prepare=_closed,
        harm=lambda house: bool(_figures(house) != house.kept["day"]),
    ),
    Attack(
        "dated-back: A round is dated back into a day that is closed",
        CLOCK,
        Step("the round is counted", _next_round, at=lambda house: house.at - HOUR),
        prepare=_closed,
        barred=(ClockSteppedBack,),
    ),
    Attack(
        "dated-ahead: A command is dated a year ahead, so that nothing can follow it",
        CLOCK,
        Step("a malfunction is reported", DARK, at=lambda house: house.at + 365 * DAY),
        barred=(ClockAhead,),
    ),
    Attack(
        "void-takes-the-meter-down: A counted round is voided to take the players' share out of the meter",
        "BJS-5",
        Step("the round is voided", _void),
        prepare=_counted,
        harm=_taken_back,
    ),
)
