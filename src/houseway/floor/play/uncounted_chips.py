"""Chips on a progressive's spots that no press counted: no wagers, because nothing of them reaches the meter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from houseway.errors import HousewayError
from houseway.floor.floor_errors import WrongState
from houseway.floor.states import TableState
from houseway.table.round import Round
from houseway.table.shown.wording import listed

CLAUSE = "S-17"


def uncounted(state: TableState, placed: Mapping[str, Iterable[int]]) -> dict[str, list[int]]:
    """By wager, the seats that laid a progressive's wager and were not counted in the round in progress.

    A bonus is the house's money, which no wager moves: what lies on its spot may stand without a light.
    """
    found = {}
    for wager, seats in placed.items():
        jackpot = state.jackpots.get(state.table.jackpots.get(wager, "")) if state.table is not None else None
        dark = sorted(set(seats).difference(state.counted_for(wager)))
        if dark and jackpot is not None and jackpot.scheme == "progressive":
            found[wager] = dark
    return found


def check_placed(state: TableState, round_: Round) -> None:
    """Refuse to let chips of a round in progress stand where a progressive would be played for and not grow."""
    jackpots = round_.setup.jackpots
    placed = {wager: [seat for seat, laid in round_.placed.items() if laid.get(wager)] for wager in jackpots}
    for wager, seats in uncounted(state, placed).items():
        raise refusal(state, wager, seats, WrongState)


def refusal(state: TableState, wager: str, seats: list[int], error: type[HousewayError]) -> HousewayError:
    """Why chips that were not counted are no wagers of a progressive."""
    assert state.table is not None
    title = state.jackpots[state.table.jackpots[wager]].title
    where = listed([str(seat) for seat in seats], "and")
    told = f"the chip of seat {where} was" if len(seats) == 1 else f"the chips of seats {where} were"
    return error(
        f"{told} not counted, and {title} did not grow by {'it' if len(seats) == 1 else 'them'}",
        clause=CLAUSE,
        remedy="void the round, lay each chip on its sensor and press again; if it is not seen, report the fault and "
        "count by hand",
    )
