"""The property on the screen: as it stands, its settings, its people, its exhibit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import typer
from rich.text import Text

from houseway.cli.floor.floor_screen import Cell, put_facts, put_table, put_title
from houseway.cli.floor.jackpot_show import JACKPOTS, jackpot_rows, jackpot_summaries
from houseway.cli.floor.table_show import table_rows, table_summaries
from houseway.cli.screen.drawing import make_console
from houseway.cli.screen.streams import put_json
from houseway.compliance import exhibit as exhibits
from houseway.compliance.configuration_file import as_toml
from houseway.compliance.configured_tables import profile_of, settings_of
from houseway.compliance.profile import KINDS, TABLES, Settings
from houseway.floor.context import gaming_day, moment
from houseway.floor.floor import Floor
from houseway.floor.permission.control_sheet import sheet
from houseway.floor.permission.people import departments
from houseway.floor.states import Malfunction, PropertyState
from houseway.floor.subjects.upkeep import release_on_record
from houseway.release import VERSION


def show(floor: Floor, at: int, *, as_json: bool) -> None:
    """The whole property."""
    state = floor.property
    day = gaming_day(at, state.zone, state.day_starts)
    tables, jackpots = table_summaries(floor), jackpot_summaries(floor)
    on_record = release_on_record(state)
    if as_json:
        put_json(
            {
                "property": state.name,
                "profile": state.profile,
                "zone": state.zone,
                "day-starts": state.day_starts,
                "day": day,
                "settings": state.settings,
                "people": msgspec.to_builtins(list(state.people.values())),
                "tables": tables,
                "jackpots": jackpots,
                "approvals": msgspec.to_builtins(list(state.approvals.values())),
                "licences": msgspec.to_builtins(state.licences),
                "promotions": msgspec.to_builtins(list(state.promotions.values())),
                "malfunctions": msgspec.to_builtins(list(state.malfunctions.values())),
                "days-closed": state.days,
                "release": {"on-record": on_record, "running": VERSION},
                "upgrades": msgspec.to_builtins(state.upgrades),
                "broken": floor.broken(),
            }
        )
        return
    console = make_console()
    put_title(console, state.name, profile_of(state.configuration(day)).title)
    put_facts(
        console,
        {
            "gaming day": f"{day}, from {state.day_starts} {state.zone}",
            "last closed": state.days[-1] if state.days else "no day yet",
            "open": ", ".join(state.open) or "no table",
            "release": on_record if on_record == VERSION else f"{on_record}, running {VERSION}",
        },
    )
    put_table(console, "Tables", "table | game | state | rounds | jackpots", table_rows(tables))
    put_table(console, "Jackpots", JACKPOTS, jackpot_rows(jackpots))
    for title, heads, rows in _lists(state):
        put_table(console, title, heads, rows)
    for what in (*floor.mismatches().values(), *floor.broken()):
        console.print(Text(what, style="refused"))


def _lists(state: PropertyState) -> Iterator[tuple[str, str, list[tuple[Cell, ...]]]]:
    """People, papers and malfunctions: the title of each list, its heads and its rows."""
    rows: list[tuple[Cell, ...]]
    rows = [(person.id, person.name, ", ".join(person.roles)) for person in state.people.values()]
    yield "People", "person | name | roles", rows
    rows = [
        (item.id, f"{item.game} {item.edition}", *((last.step, last.on) if last is not None else ("none", "")))
        for item in state.approvals.values()
        for last in (item.steps[-1] if item.steps else None,)
    ]
    yield "Approvals", "approval | game | last step | day", rows
    rows = [
        (moment(it.at, state.zone), it.from_release, it.to_release, f"{it.who}, {it.second}", it.document, it.reason)
        for it in state.upgrades
    ]
    yield "Upgrades", "when | from | to | by | document | reason", rows
    rows = [(item.number, item.maker, ", ".join(item.covers), item.until or "open") for item in state.licences]
    yield "Licences", "number | maker | covers | until", rows
    rows = [
        (item.id, item.wager, ", ".join(item.tables), f"{item.since} to {item.until}")
        for item in state.promotions.values()
    ]
    yield "Promotions", "promotion | wager | tables | days", rows
    rows = [_malfunction(item, state.zone) for item in state.malfunctions.values()]
    yield "Malfunctions", "id | table | what | found | state", rows


def _malfunction(item: Malfunction, zone: str) -> tuple[Cell, ...]:
    noticed = "regulator told" if item.noticed is not None else Text("regulator not told", style="refused")
    state: str | Text = "mended" if item.mended is not None and item.noticed is not None else noticed
    return item.id, item.table or "", item.what, moment(item.found, zone), state


def show_people(floor: Floor, *, as_json: bool) -> None:
    """Who works here."""
    found = floor.property.people.values()
    if as_json:
        put_json([msgspec.to_builtins(person) | {"departments": sorted(departments(person))} for person in found])
        return
    console = make_console()
    rows = [
        (person.id, person.name, ", ".join(person.roles), ", ".join(sorted(departments(person)))) for person in found
    ]
    put_title(console, floor.property.name, "who works here")
    put_table(console, "", "person | name | roles | departments", rows)


# -- settings


def show_settings(floor: Floor, at: int, *, as_json: bool) -> None:
    """Every setting in force today, the rule behind it, and what the property chose itself."""
    state = floor.property
    day = gaming_day(at, state.zone, state.day_starts)
    settings = settings_of(state.configuration(day))
    single = state.settings.get(TABLES, {})
    if as_json:
        in_force = {
            name: {"value": settings[name], "rule": _rule(settings, name, day), "chosen": name in state.settings}
            for name in KINDS
        }
        put_json({"on": day, "settings": in_force, "tables": single})
        return
    console = make_console()
    put_title(console, state.name, f"settings on {day}")
    rows = []
    for name in KINDS:
        value = settings[name]
        if value or name in state.settings:
            rule = Text(_rule(settings, name, day) or "")
            by = Text("chosen here", style="word") if name in state.settings else rule
            rows.append((name, exhibits.said(name, value), by))
    put_table(console, "", "setting | value | by", rows)
    alone = [(table, name, exhibits.said(name, each)) for table, own in single.items() for name, each in own.items()]
    put_table(console, "For single tables", "table | setting | value", alone)


def _rule(settings: Settings, name: str, day: str) -> str | None:
    return settings.cite(name) if settings.profile.in_force(name, day) else None


# -- the exhibit


def show_exhibit(floor: Floor, at: int, output: Path | None, *, as_json: bool) -> None:
    """The exhibit for the internal controls, on the screen or as a file."""
    state = floor.property
    _show(exhibits.exhibit(state.configuration(gaming_day(at, state.zone, state.day_starts))), output, as_json=as_json)


def show_configuration(floor: Floor, at: int, output: Path | None) -> None:
    """The configuration that runs, as the TOML file that makes it again."""
    state = floor.property
    day = gaming_day(at, state.zone, state.day_starts)
    text = as_toml(state.configuration(day), f"{state.name}, as it runs on {day}.")
    if output is None:
        typer.echo(text, nl=False)
        return
    output.write_text(text, encoding="utf-8")
    make_console().print(Text(str(output)))


def show_controls(output: Path | None, *, as_json: bool) -> None:
    """The table of controls, on the screen or as a file."""
    _show(sheet(), output, as_json=as_json)


def _show(document: exhibits.Exhibit, output: Path | None, *, as_json: bool) -> None:
    if output is not None:
        output.write_text(exhibits.markdown(document), encoding="utf-8")
    if as_json:
        put_json(msgspec.to_builtins(document))
        return
    console = make_console()
    if output is not None:
        console.print(Text(str(output)))
        return
    put_title(console, document.title)
    for section in document.sections:
        console.print()
        console.rule(Text(section.title, style="title"), align="left", style="none")
        put_facts(console, dict(section.facts))
        for grid in section.grids:
            put_table(console, grid.title, grid.heads, grid.rows)
