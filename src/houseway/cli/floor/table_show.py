"""Tables and their meters on the screen."""

from __future__ import annotations

from typing import Any

import msgspec
from rich.text import Text

from houseway.cli.floor.floor_screen import Cell, put_facts, put_table, put_title
from houseway.cli.screen.drawing import make_console
from houseway.cli.screen.streams import put_json
from houseway.compliance.configured_tables import edition_of
from houseway.floor.floor import Floor
from houseway.floor.states import TableState
from houseway.floor.subjects.round_review import waiting
from houseway.rulebook.money import dollars


def table_summaries(floor: Floor) -> list[dict[str, Any]]:
    """Every table in short."""
    return [_summary(floor, id) for id in floor.property.tables]


def _summary(floor: Floor, id: str) -> dict[str, Any]:
    table, state = floor.property.tables[id], floor.table(id)
    return {
        "table": id,
        "game": table.game,
        "edition": table.edition,
        "open": state.open,
        "round": state.round,
        "phase": state.phase,
        "rounds": state.rounds,
        "voided": state.voided,
        "counted": state.counted,
        "fault": state.fault,
        "outages": dict(state.outages),
        "stopped": dict(state.stopped),
        "jackpots": dict(table.jackpots),
    }


def table_rows(summaries: list[dict[str, Any]]) -> list[tuple[Cell, ...]]:
    """The rows of the tables: each with its game, state, rounds and jackpots."""
    return [
        (
            item["table"],
            f"{item['game']} {item['edition']}",
            _state(item),
            f"{item['rounds']:,}" if item["rounds"] else "",
            ", ".join(dict.fromkeys(item["jackpots"].values())),
        )
        for item in summaries
    ]


def _state(item: dict[str, Any]) -> Text:
    if not item["open"]:
        return Text("closed")
    if item["fault"]:
        return Text(f"by hand: {item['fault']}", style="refused")
    if item["stopped"]:
        return Text(f"stopped: {', '.join(item['stopped'])}", style="refused")
    said = f"open, round {item['round']} in progress" if item["phase"] == "tabulated" else "open"
    return Text(said, style="won")


def show_all(floor: Floor, *, as_json: bool) -> None:
    """All tables."""
    summaries = table_summaries(floor)
    if as_json:
        put_json(summaries)
        return
    console = make_console()
    put_title(console, floor.property.name, f"{len(summaries)} table{'s' * (len(summaries) != 1)}")
    put_table(console, "", "table | game | state | >rounds | jackpots", table_rows(summaries))


def show(floor: Floor, id: str, *, as_json: bool) -> None:
    """One table: its configuration, what it is doing, its counters."""
    table, state = floor.property.table(id), floor.table(id)
    counters = counters_of(floor, id)
    if as_json:
        summary = _summary(floor, id)
        put_json({"table": msgspec.to_builtins(table), "state": summary, "counters": counters})
        return
    edition = edition_of(table)
    console = make_console()
    put_title(console, f"Table {id}", edition.about.title)
    facts: dict[str, Cell] = {
        "state": _state(_summary(floor, id)),
        "rounds": f"{state.rounds:,}, {state.voided:,} voided",
        "options": ", ".join(f"{key} {value}" for key, value in table.options.items()),
        "cards": table.cards,
        "seats": str(table.seats or edition.about.positions),
        "equipment": f"{table.equipment.model} {table.equipment.version}".strip() if table.equipment else "",
        "shuffler": table.shuffler.model if table.shuffler else "",
        "displays": ", ".join(
            f"{item.kind}{' (out)' if item.kind in state.outages else ''}" for item in table.displays
        ),
        "posted": ", ".join(table.posts),
    }
    put_facts(console, facts)
    rows = [
        (
            edition.wagers[slug].name if slug in edition.wagers else slug,
            table.paytables.get(slug, ""),
            " to ".join(map(dollars, table.limits.get(slug, ()))),
            table.jackpots.get(slug, ""),
            str(table.sensors.get(slug, "")),
        )
        for slug in table.wagers
    ]
    put_table(console, "Wagers", "wager | paytable | limits | jackpot | >sensor", rows)
    wins = [(str(win.round), str(win.seat), win.wager, dollars(win.amount)) for win in waiting(state)]
    put_table(console, "To be verified by surveillance", ">round | >seat | wager | >won", wins)
    _put_counters(console, counters, state)


def counters_of(floor: Floor, id: str) -> dict[str, list[int]]:
    """A table's counters by sensor: one number a position, from the first."""
    table = floor.property.table(id)
    seats = table.seats or edition_of(table).about.positions
    known = floor.journal.counters()
    return {
        str(sensor): list(known.get(f"{id}/{sensor}", (0,) * 16)[:seats])
        for sensor in sorted(set(table.sensors.values()))
    }


def _put_counters(console: Any, counters: dict[str, list[int]], state: TableState) -> None:
    if not counters:
        return
    seats = _right(len(next(iter(counters.values()))))
    rows = [(sensor, *_counts(counts, len(counts)), f"{sum(counts):,}") for sensor, counts in counters.items()]
    put_table(console, "Counted by position", ("sensor", *seats, ">all"), rows)
    console.print(
        Text(
            f"Counter last read at {state.reading:,}; it should say {state.counted + state.offset:,}."
            + (f" Battery of {state.battery}." if state.battery else ""),
            style="said",
        )
    )


def show_meters(floor: Floor, only: str | None, *, as_json: bool) -> None:
    """Counters by sensor and position, readings, and the amounts displayed."""
    tables = [floor.property.table(only).id] if only is not None else list(floor.property.tables)
    wanted = (
        dict.fromkeys(floor.property.tables[only].jackpots.values()) if only is not None else floor.property.jackpots
    )
    amounts = {id: floor.amounts(id) for id in wanted}
    if as_json:
        found = {
            id: {
                "counters": counters_of(floor, id),
                "counted": floor.table(id).counted,
                "reading": floor.table(id).reading,
                "expected": floor.table(id).counted + floor.table(id).offset,
                "battery": floor.table(id).battery,
            }
            for id in tables
        }
        put_json({"tables": found, "displayed": amounts})
        return
    console = make_console()
    put_title(console, floor.property.name, "meters")
    rows = [(id, row, dollars(amount)) for id, shown in amounts.items() for row, amount in shown.items()]
    rows += [(id, row, pay) for id in amounts for row, pay in floor.property.jackpots[id].posted.items()]
    put_table(console, "Displayed", "jackpot | row | >amount", sorted(rows))
    counted = {id: counters_of(floor, id) for id in tables}
    seats = max((len(counts) for found in counted.values() for counts in found.values()), default=0)
    by_position = [
        (id, sensor, *_counts(counts, seats), f"{sum(counts):,}")
        for id, found in counted.items()
        for sensor, counts in found.items()
    ]
    put_table(console, "Counted by position", ("table", ">sensor", *_right(seats), ">all"), by_position)
    counters = [
        (id, f"{state.reading:,}", f"{state.counted + state.offset:,}", state.battery or "")
        for id, state in ((id, floor.table(id)) for id in tables if counted[id])
    ]
    put_table(console, "Counters", "table | >last read | >should say | battery", counters)


def _right(seats: int) -> list[str]:
    """The heads of the positions."""
    return [f">{seat}" for seat in range(1, seats + 1)]


def _counts(counts: list[int], seats: int) -> list[str]:
    """A sensor's counters as cells, a dot where nothing was counted."""
    return [f"{count:,}" if count else "·" for count in counts] + [""] * (seats - len(counts))
