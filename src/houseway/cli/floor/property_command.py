"""``houseway property``: the property itself, its people and papers, promotions, malfunctions, the end of the day."""

from __future__ import annotations

import json as json_format
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from houseway.cli.floor.configured_entries import read_entry
from houseway.cli.floor.floor_database import Database
from houseway.cli.floor.terminal_desk import Desk, Json, Second, Who, floor_at, now, order
from houseway.cli.maths.table_choices import pairs
from houseway.cli.play.typed_answers import amount_of
from houseway.compliance.configuration import Approval, Licence, Promotion
from houseway.compliance.profile import TABLES
from houseway.floor import command_index as c
from houseway.floor.bookkeeping.days import unclosed
from houseway.floor.subjects.upkeep import programs
from houseway.release import VERSION
from houseway.table.table_errors import BadSetup

app = typer.Typer(
    add_completion=False,
    help="A property: make it, show it, its people, papers, settings, promotions and malfunctions.",
)
people = typer.Typer(help="Who works here.")
promotion = typer.Typer(help="Gambling promotions: dated additions that the house pays.")
malfunction = typer.Typer(help="Equipment that does not work as approved, and the notice of it.")
app.add_typer(people, name="people")
app.add_typer(promotion, name="promotion")
app.add_typer(malfunction, name="malfunction")

EntryFile = Annotated[
    str, typer.Argument(metavar="FILE", help="TOML, or JSON where it ends in .json; - is JSON typed.")
]
Pick = Annotated[str | None, typer.Option("--pick", metavar="ID", help="Which one, where the file has several.")]


@app.command()
def init(
    config: Annotated[str, typer.Argument(metavar="CONFIG", help="The TOML file of the property.")],
    database: Database = None,
    who: Who = None,
    second: Second = None,
    json: Json = False,
) -> None:
    """Make a property and everything in its file; refused, with what was found, if the configuration does not pass."""
    from houseway.cli.floor.property_init import run

    raise typer.Exit(run(config, database=database, who=who, second=second, as_json=json))


@app.command()
def show(database: Database = None, json: Json = False) -> None:
    """Show the property: people, tables, jackpots, papers, what is open and what is wrong."""
    from houseway.cli.floor.property_show import show as run

    with floor_at(database) as floor:
        run(floor, now(), as_json=json)


@app.command()
def exhibit(
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write it as Markdown to this file.")
    ] = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Print the exhibit for the internal controls: how each jackpot is configured, how it is won, who approves what."""
    from houseway.cli.floor.property_show import show_exhibit

    with floor_at(database) as floor:
        show_exhibit(floor, now(), Path(output) if output else None, as_json=json)


@app.command("controls")
def controls(
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write it as Markdown to this file.")
    ] = None,
    json: Json = False,
) -> None:
    """Print the table of controls: who may give each command, with whom, on what paper, apart from what."""
    from houseway.cli.floor.property_show import show_controls

    show_controls(Path(output) if output else None, as_json=json)


@order(app, "approve")
def approve(desk: Desk, file: EntryFile, pick: Pick = None) -> c.AddApproval:
    """File an approval of an edition and its equipment. Two people."""
    return c.AddApproval(approval=read_entry(file, Approval, "approval", pick))


@order(app, "licence")
def licence(desk: Desk, file: EntryFile) -> c.AddLicence:
    """File a maker's licence."""
    return c.AddLicence(licence=read_entry(file, Licence, "licence"))


@order(app, "upgrade")
def upgrade(
    desk: Desk,
    before: Annotated[str, typer.Option("--from", metavar="RELEASE", help="The release on record until now.")],
    document: Annotated[str, typer.Option("--document", metavar="TEXT", help="The paper that shows the upgrade.")],
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why.")],
    to: Annotated[str, typer.Option("--to", metavar="RELEASE", help="The release that takes over.")] = VERSION,
) -> c.UpgradeRelease:
    """Put this release on record in the place of another: open tables go on under its program. Two people."""
    return c.UpgradeRelease(from_release=before, to_release=to, programs=programs(), reason=reason, document=document)


@order(app, "close-day")
def close_day(
    desk: Desk,
    day: Annotated[
        str | None,
        typer.Argument(metavar="[DAY]", help="The gaming day, as 2024-05-01; left out, the oldest that is not closed."),
    ] = None,
) -> c.CloseDay:
    """Close a gaming day that is over: its figures at the cut-off go on record, and the journal is sealed."""
    open_days = unclosed(desk.floor.property, desk.at)
    return c.CloseDay(day=desk.due("day", day, open_days[0] if open_days else desk.day))


# -- settings


@app.command("settings")
def settings(database: Database = None, json: Json = False) -> None:
    """List the settings in force, with the rule behind each and what the property chose."""
    from houseway.cli.floor.property_show import show_settings

    with floor_at(database) as floor:
        show_settings(floor, now(), as_json=json)


@order(app, "set")
def set_(
    desk: Desk,
    setting: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME=VALUE...", help="Such as players=7; TABLE.players=7 for one table; $ for dollars."
        ),
    ],
) -> c.ChangeSettings:
    """Change settings that the profile leaves open. Two people."""
    chosen: dict[str, Any] = {}
    # Settings of single tables are one setting together: those of other tables stay as they are.
    single = {id: dict(known) for id, known in desk.floor.property.settings.get(TABLES, {}).items()}
    for name, text in pairs(setting, "NAME=VALUE").items():
        table, dot, own = name.rpartition(".")
        if dot:
            single.setdefault(desk.floor.property.table(table).id, {})[own] = _value(text)
            chosen[TABLES] = single
        else:
            chosen[name] = _value(text)
    return c.ChangeSettings(settings=chosen)


def _value(text: str) -> Any:
    """A setting's value as typed: dollars as cents, JSON, or a word."""
    if text.startswith("$"):
        cents = amount_of(text)
        if cents is None:
            raise BadSetup(f"{text!r} is not an amount in dollars", remedy="write $500, $1,000 or $12.50")
        return cents
    try:
        return json_format.loads(text)
    except ValueError:
        return text


# -- people

PersonId = Annotated[str, typer.Argument(metavar="PERSON", help="The person's id.")]


@people.command("list")
def people_list(database: Database = None, json: Json = False) -> None:
    """List who works here, and as what."""
    from houseway.cli.floor.property_show import show_people

    with floor_at(database) as floor:
        show_people(floor, as_json=json)


@order(people, "add")
def people_add(
    desk: Desk,
    person: PersonId,
    role: Annotated[
        list[str],
        typer.Option(
            "--role",
            "-r",
            metavar="ROLE",
            help="dealer, supervisor, surveillance, accounting, technician, administrator or regulator. Repeatable.",
        ),
    ],
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="The full name; the id if left out.")
    ] = None,
) -> c.AddPerson:
    """Add somebody, or give somebody other roles."""
    data = {"type": "add-person", "person": {"id": person, "name": name or person, "roles": role}}
    return cast(c.AddPerson, c.read(data))


@order(people, "drop")
def people_drop(desk: Desk, person: PersonId) -> c.DropPerson:
    """Take somebody off, who works here no longer. Two people."""
    return c.DropPerson(person=person)


# -- promotions


@order(promotion, "add")
def promotion_add(desk: Desk, file: EntryFile, pick: Pick = None) -> c.AddPromotion:
    """Add a promotion. Two people."""
    return c.AddPromotion(promotion=read_entry(file, Promotion, "promotion", pick))


@order(promotion, "end")
def promotion_end(
    desk: Desk,
    promotion: Annotated[str, typer.Argument(metavar="PROMOTION", help="The promotion's id.")],
    reason: Annotated[str, typer.Option("--reason", metavar="WHY", help="Why it ends before its day.")],
) -> c.EndPromotion:
    """End a promotion before its day."""
    return c.EndPromotion(promotion=promotion, reason=reason)


# -- malfunctions


@order(app, "clock")
def clock(
    desk: Desk,
    reason: Annotated[str, typer.Option("--reason", metavar="WHY", help="What was wrong with the clock, or why not.")],
) -> c.SetClockRight:
    """Go on from now after a clock ran ahead, or after months of rest; two people."""
    return c.SetClockRight(reason=reason)


MalfunctionId = Annotated[str, typer.Argument(metavar="ID", help="The malfunction's id, such as M-7.")]


@order(malfunction, "report")
def malfunction_report(
    desk: Desk,
    malfunction: MalfunctionId,
    what: Annotated[str, typer.Option("--what", metavar="WHAT", help="What does not work as approved.")],
    table: Annotated[str | None, typer.Option("--table", metavar="TABLE", help="At which table.")] = None,
) -> c.ReportMalfunction:
    """Report a malfunction: the clock of the notice starts."""
    return c.ReportMalfunction(malfunction=malfunction, what=what, table=table)


@order(malfunction, "notify")
def malfunction_notify(
    desk: Desk,
    malfunction: MalfunctionId,
    reference: Annotated[str, typer.Option("--reference", metavar="REF", help="Under which the notice was given.")],
) -> c.NotifyMalfunction:
    """Record that the regulator was told."""
    return c.NotifyMalfunction(malfunction=malfunction, reference=reference)


@order(malfunction, "mend")
def malfunction_mend(
    desk: Desk,
    malfunction: MalfunctionId,
    how: Annotated[str, typer.Option("--how", metavar="HOW", help="How it was mended.")],
) -> c.MendMalfunction:
    """Record that it works again."""
    return c.MendMalfunction(malfunction=malfunction, how=how)
