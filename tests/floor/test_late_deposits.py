"""What is late at the bank, to the microsecond, and that nothing is looked at where nothing can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest

from houseway.floor import command_index as c
from houseway.floor.bookkeeping.stops import Overdue, all_tables, first_overdue, overdue
from houseway.floor.context import Context, settings_on
from houseway.floor.play.live_rounds import LiveRounds
from houseway.floor.states import PROPERTY, JackpotState, PropertyState, TableState
from houseway.journal import Transaction
from tests.floor.houses import DAY, MICROS, START

WEEK = 7 * DAY


def room(**settings: Any) -> PropertyState:
    """A property that has known since `START` of all that may be due."""
    return PropertyState(profile="plain", settings=settings, oldest={"attack": START})


class OnlyTheProperty:
    """A transaction in which nothing but the property can be read."""

    def __init__(self, property: PropertyState) -> None:
        self._property = property

    def state(self, stream: str) -> PropertyState:
        assert stream == PROPERTY, f"{stream} was looked at"
        return self._property


def asked(property: PropertyState, at: int) -> Context:
    transaction = cast(Transaction, OnlyTheProperty(property))
    return Context(transaction, c.ReadCounter(table="A1", reading=0), "cole", None, at, LiveRounds(verify=True))


def first(
    property: PropertyState, at: int, tables: Iterator[TableState], micros: int = 100 * MICROS, came: int = START
) -> Overdue | None:
    jackpot = JackpotState(id="attack", dues=[[came, micros]])
    settings = settings_on(property, "2024-05-01")
    return first_overdue(property, settings, jackpot, tables, {"attack:due": micros}, at)


@pytest.mark.parametrize("days", [None, 2, 1, 0])
def test_wa_22_a_press_looks_at_no_other_stream_while_nothing_can_be_late(days: int | None) -> None:
    property = room() if days is None else room(**{"deposit-days": days})
    last = START + (7 if days is None else days) * DAY
    for at in (START, last - 1, last):
        assert overdue(asked(property, at), "attack") is None
    with pytest.raises(AssertionError, match="was looked at"):
        overdue(asked(property, last + 1), "attack")


def test_nothing_is_late_on_a_day_on_which_no_rule_says_how_long_a_deposit_may_take() -> None:
    property = room()
    property.profile, property.oldest = "washington-commercial", {"attack": -900 * DAY}
    assert settings_on(property, "1970-01-01")["deposit-days"] is None
    assert overdue(asked(property, DAY), "attack") is None
    jackpot = JackpotState(id="attack", dues=[[-900 * DAY, 100 * MICROS]])
    assert (
        first_overdue(property, settings_on(property, "1970-01-01"), jackpot, (), {"attack:due": 100 * MICROS}, DAY)
        is None
    )


def untouched() -> Iterator[TableState]:
    raise AssertionError("the tables were looked at")
    yield


def test_wa_22_money_is_late_a_microsecond_after_its_week() -> None:
    property = room()
    assert first(property, START + WEEK, untouched()) is None
    assert first(property, START + WEEK + 1, iter(())) == Overdue("attack", 100, START, 7, "the house", "Attack")
    # What came in later is late later, and less than a cent never.
    assert first(property, START + WEEK + 1, iter(()), came=START + 1) is None
    assert first(property, START + WEEK + 1, iter(()), micros=MICROS - 1) is None
    assert first(property, START + WEEK + 1, iter(()), micros=MICROS) == Overdue(
        "attack", 1, START, 7, "the house", "Attack"
    )


def test_wa_22_only_what_is_late_is_named() -> None:
    jackpot = JackpotState(id="attack", dues=[[START, 3 * MICROS], [START + DAY, 40 * MICROS]])
    table = TableState(id="A1", came_in={"attack": [[START, 2 * MICROS], [START + 2 * DAY, 500 * MICROS]]})
    accounts = {"attack:due": 545 * MICROS}

    def found(at: int) -> Overdue | None:
        return first_overdue(room(), settings_on(room(), "2024-05-01"), jackpot, [table], accounts, at)

    assert found(START + WEEK + 1) == Overdue("attack", 5, START, 7, "the house", "Attack")
    assert found(START + WEEK + DAY + 1) == Overdue("attack", 45, START, 7, "the house", "Attack")
    accounts["attack:due"] = 540 * MICROS
    assert found(START + WEEK + 1) is None
    assert found(START + WEEK + DAY + 1) == Overdue("attack", 40, START + DAY, 7, "the house", "Attack")


@pytest.mark.parametrize(("days", "said"), [(1, "more than 1 day"), (2, "more than 2 days")])
def test_what_is_late_is_said_with_the_moment_since_when(days: int, said: str) -> None:
    late = Overdue("attack", 12_345, START, days, "WAC 230-15-455", "Triple Attack Jackpot")
    words = f"$123.45 of Triple Attack Jackpot has been due at the bank since 2024-05-01 19:00:00 UTC, {said}"
    assert late.words("UTC") == words
    refusal = late.refusal("UTC", "it stays shut", "Record it.")
    assert (refusal.message, refusal.clause, refusal.remedy) == (f"{words}: it stays shut", late.rule, "Record it.")


def test_tables_that_were_taken_away_may_have_brought_something_and_jackpots_have_not() -> None:
    property = room()
    property.gone = {"table/A9": "2024-05-01", "jackpot/old": "2024-05-01", "table/A1": "2024-05-01"}
    assert all_tables(property) == ["table/A9", "table/A1"]
