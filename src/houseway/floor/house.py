"""The property and its tables: people, papers, configuration, opening and closing."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from houseway.compliance import check as compliance_check
from houseway.compliance.configuration import Person, Property, Table
from houseway.compliance.configured_tables import edition_of, settings_of
from houseway.errors import BadCommand, NotCompliant, RemovalRefused, UnknownThing, WrongState
from houseway.floor import commands as c
from houseway.floor.chips import cash
from houseway.floor.context import Context, chosen_for, gaming_day
from houseway.floor.controls import SEGREGATION
from houseway.floor.kinds import of_house, of_table
from houseway.floor.kinds.body import Leaving
from houseway.floor.money import check_reason, waiting_drafts
from houseway.floor.names import NOT_PEOPLE, check_name
from houseway.floor.papers import hides, is_blank
from houseway.floor.people import departments, device_of, two_people
from houseway.floor.prints import prints_of
from houseway.floor.states import PROPERTY, Malfunction, table_stream
from houseway.floor.stops import check_seed, overdue
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.jackpots.removal import Removal, is_empty, removal_of
from houseway.journal import Decision
from houseway.release import VERSION

REMOVAL = Removal.MOVED.clause


def create_property(ctx: Context, command: c.CreateProperty) -> Decision:
    """The journal begins. Somebody must be there who may go on from here."""
    if ctx.tx.head(PROPERTY)[0]:
        raise WrongState(f"this journal belongs to {ctx.property.name} already", remedy="begin another journal")
    if not any("administrator" in person.roles for person in command.people):
        raise WrongState("a property needs an administrator", remedy="name one among its people")
    for person in command.people:
        _check_person(person)
    day = gaming_day(ctx.at, command.zone, command.day_starts)
    settings_of(Property(name=command.name, profile=command.profile, on=day, settings=command.settings))
    body = of_house.PropertyCreated(
        name=command.name,
        profile=command.profile,
        zone=command.zone,
        day_starts=command.day_starts,
        settings=command.settings,
        people=list(command.people),
        release=VERSION,
        # From the first on, every account is on record: one that is not was put there behind our back.
        accounts="on-record",
    )
    return Decision([ctx.draft(PROPERTY, body)], {"property": command.name, "profile": command.profile})


def change_settings(ctx: Context, command: c.ChangeSettings) -> Decision:
    """Settings that the profile leaves open; a looser one than a verified must is refused by the profile."""
    together = {**ctx.property.settings, **command.settings}
    settings_of(msgspec.structs.replace(ctx.property.configuration(ctx.day), settings=together))
    before = {key: ctx.property.settings.get(key) for key in command.settings}
    body = of_house.SettingsChanged(settings=command.settings, before=before)
    return Decision([ctx.draft(PROPERTY, body)], {"settings": together})


def add_person(ctx: Context, command: c.AddPerson) -> Decision:
    """Somebody new, or with other roles. Two people, as soon as there are two: nobody makes their own second."""
    _check_person(command.person)
    people = {**ctx.property.people, command.person.id: command.person}
    if not any("administrator" in person.roles for person in people.values()):
        raise WrongState(f"{command.person.id} is the last administrator", remedy="name another one first")
    before = ctx.property.people.get(command.person.id, UNSET)
    body = of_house.PersonAdded(person=command.person, before=before)
    return Decision([ctx.draft(PROPERTY, body)], {"person": command.person.id})


def _check_person(person: Person) -> None:
    """Refuse a name that commands are given under by others than people, or that nobody could read in a report, and
    somebody of two departments."""
    check_name(person.id, "person", NOT_PEOPLE)
    if is_blank(person.name) or hides(person.name):
        raise BadCommand(
            f"the name of {person.id} cannot be read", remedy="give the name as it is printed on the badge"
        )
    own = sorted(departments(person))
    if len(own) > 1:
        raise WrongState(
            f"{person.name} would be of {' and '.join(own)} at once",
            clause=SEGREGATION,
            remedy="give the person the roles of one department",
        )


def drop_person(ctx: Context, command: c.DropPerson) -> Decision:
    """Somebody leaves; the last administrator cannot. Two people: nobody drops the others and then acts alone."""
    people = ctx.property.people
    if command.person not in people:
        raise UnknownThing(f"{command.person!r} does not work here", remedy=f"people: {', '.join(people)}")
    left = [person for id, person in people.items() if id != command.person]
    if not any("administrator" in person.roles for person in left):
        raise WrongState(f"{command.person} is the last administrator", remedy="name another one first")
    return Decision([ctx.draft(PROPERTY, of_house.PersonDropped(person=command.person))], {"person": command.person})


def add_licence(ctx: Context, command: c.AddLicence) -> Decision:
    """A maker's licence."""
    body = of_house.LicenceAdded(licence=command.licence)
    return Decision([ctx.draft(PROPERTY, body)], {"licence": command.licence.number})


def add_approval(ctx: Context, command: c.AddApproval) -> Decision:
    """An approval."""
    body = of_house.ApprovalAdded(approval=command.approval)
    return Decision([ctx.draft(PROPERTY, body)], {"approval": command.approval.id})


def add_promotion(ctx: Context, command: c.AddPromotion) -> Decision:
    """A promotion that the configuration still passes with."""
    promotion = command.promotion
    for table in promotion.tables:
        ctx.property.table(table)
    if promotion.until < ctx.day:
        raise WrongState(
            f"promotion {promotion.id} ended on {promotion.until}, and it is {ctx.day}",
            clause="WAC 230-06-030",
            remedy="give it days to come",
        )
    configuration = ctx.property.configuration(ctx.day)
    # Promotions are judged one by one.
    changed = msgspec.structs.replace(configuration, promotions=(promotion,))
    _refuse(compliance_check.about(changed, promotion=promotion.id))
    body = of_house.PromotionAdded(promotion=promotion)
    return Decision([ctx.draft(PROPERTY, body)], {"promotion": promotion.id})


def end_promotion(ctx: Context, command: c.EndPromotion) -> Decision:
    """A promotion ends."""
    if command.promotion not in ctx.property.promotions:
        raise UnknownThing(f"there is no promotion {command.promotion!r}")
    body = of_house.PromotionEnded(promotion=command.promotion, reason=command.reason)
    return Decision([ctx.draft(PROPERTY, body)], {"promotion": command.promotion})


# -- malfunctions


def report_malfunction(ctx: Context, command: c.ReportMalfunction) -> Decision:
    """A malfunction is found; the reply says until when the regulator must hear of it."""
    check_name(command.malfunction, "malfunction")
    if command.malfunction in ctx.property.malfunctions:
        raise WrongState(f"malfunction {command.malfunction} is on record already", remedy="give it another id")
    if command.table is not None:
        ctx.property.table(command.table)
    hours = ctx.settings["malfunction-hours"]
    notice_by = ctx.at + hours * 3_600_000_000 if hours is not None else None
    body = of_house.MalfunctionFound(
        malfunction=command.malfunction, table=command.table, what=command.what, notice_by=notice_by
    )
    return Decision([ctx.draft(PROPERTY, body)], {"malfunction": command.malfunction, "notice-by": notice_by})


def _malfunction(ctx: Context, id: str) -> Malfunction:
    found = ctx.property.malfunctions.get(id)
    if found is None:
        raise UnknownThing(f"there is no malfunction {id!r}", remedy="report it first")
    return found


def notify_malfunction(ctx: Context, command: c.NotifyMalfunction) -> Decision:
    """The regulator was told."""
    if _malfunction(ctx, command.malfunction).noticed is not None:
        raise WrongState(f"notice of malfunction {command.malfunction} was given already")
    body = of_house.MalfunctionNoticed(malfunction=command.malfunction, reference=command.reference)
    return Decision([ctx.draft(PROPERTY, body)], {"malfunction": command.malfunction})


def mend_malfunction(ctx: Context, command: c.MendMalfunction) -> Decision:
    """It works again."""
    if _malfunction(ctx, command.malfunction).mended is not None:
        raise WrongState(f"malfunction {command.malfunction} was mended already")
    body = of_house.MalfunctionMended(malfunction=command.malfunction, how=command.how)
    return Decision([ctx.draft(PROPERTY, body)], {"malfunction": command.malfunction})


# -- tables


def add_table(ctx: Context, command: c.AddTable) -> Decision:
    """A new table, closed."""
    if command.table.id in ctx.property.tables:
        raise WrongState(f"there is a table {command.table.id} already", remedy="change it, or give another id")
    check_name(command.table.id, "table")
    return _configure(ctx, command.table)


def change_table(ctx: Context, command: c.ChangeTable) -> Decision:
    """A closed table configured otherwise."""
    if ctx.table(command.table.id).open:
        raise WrongState(f"table {command.table.id} is open", remedy="close it first")
    left = _leaving(ctx, command.table.id, command.table.jackpots.values(), command.removal, command.document)
    return _configure(ctx, command.table, left)


def _configure(ctx: Context, table: Table, left: Leaving | UnsetType = UNSET) -> Decision:
    for jackpot in dict.fromkeys(table.jackpots.values()):
        ctx.property.jackpot(jackpot)
        state = ctx.jackpot(jackpot)
        if state.status == "removed":
            raise WrongState(f"jackpot {jackpot} was removed: {state.why}", clause=REMOVAL, remedy="begin another one")
    noted = of_house.TableConfigured(table=table, removal=left, with_=[table_stream(table.id)])
    own = msgspec.structs.replace(noted, with_=[PROPERTY])
    return Decision(
        [ctx.draft(PROPERTY, noted), ctx.draft(table_stream(table.id), own)],
        {"table": table.id, "findings": findings_of(ctx, table)},
    )


def findings_of(ctx: Context, table: Table) -> list[dict[str, Any]]:
    """What stands in the way of opening the table as it is configured now."""
    configuration = ctx.property.configuration(ctx.day)
    tables = (*(known for known in configuration.tables if known.id != table.id), table)
    found = compliance_check.about(msgspec.structs.replace(configuration, tables=tables), table=table.id)
    return [msgspec.to_builtins(finding) for finding in found]


def remove_table(ctx: Context, command: c.RemoveTable) -> Decision:
    """A closed table is taken away; the jackpots it fed keep what they hold."""
    state = ctx.table(command.table)
    if state.open:
        raise WrongState(f"table {command.table} is open", remedy="close it first")
    if state.wins:
        raise WrongState(
            f"{len(state.wins)} wins of table {command.table} wait for surveillance",
            clause="WAC 230-15-320",
            remedy="have them verified first",
        )
    left = _leaving(ctx, command.table, (), command.removal, command.document)
    body = of_house.TableRemoved(table=command.table, reason=command.reason, day=ctx.day, removal=left)
    return Decision([ctx.draft(PROPERTY, body)], {"table": command.table})


def _leaving(
    ctx: Context, table: str, stay: Collection[str], removal: str | None, document: str = ""
) -> Leaving | UnsetType:
    """What is written of the progressives that leave a table when only those of ``stay`` go on (WAC 230-15-710).

    They leave for one of the listed reasons, and none with the players' money leaves its last table.
    """
    before = dict.fromkeys(ctx.property.table(table).jackpots.values())
    leave = [id for id in before if id not in stay and ctx.property.jackpot(id).scheme == "progressive"]
    if not leave:
        if removal is not None:
            raise RemovalRefused(
                f"no progressive leaves table {table}", clause=REMOVAL, remedy="leave the reason of a removal out"
            )
        return UNSET
    names = ", ".join(leave)
    if removal is None:
        raise RemovalRefused(
            f"table {table} would lose a progressive that runs: {names}",
            clause=REMOVAL,
            remedy=f"give one of the reasons for it: {', '.join(known.value for known in Removal)}",
        )
    reason = removal_of(removal)
    for id in leave:
        state = ctx.jackpot(id)
        jackpot = state.jackpot
        assert jackpot is not None
        check_reason(ctx, state, reason)
        if ctx.property.tables_of(id) == [table] and not is_empty(jackpot, ctx.accounts(id)):
            raise RemovalRefused(
                f"{table} is the last table of {id}, which still holds the players' money",
                clause=REMOVAL,
                remedy="put it on another table first, or announce its removal and transfer or donate what it holds",
            )
    return Leaving(leave, reason.value, reason.clause, document or UNSET)


def open_table(ctx: Context, command: c.OpenTable) -> Decision:
    """Play begins, if nothing in the configuration stands in the way."""
    state = ctx.table(command.table)
    if state.open:
        raise WrongState(f"table {command.table} is open already")
    table = ctx.property.table(command.table)
    configured_by = {signer for signer in ctx.property.configured_by.get(table.id, ()) if device_of(signer) is None}
    if len(configured_by) < 2:
        two_people(ctx.property.people, ctx.who, ctx.second, "open table")
    configuration = ctx.property.configuration(ctx.day)
    _refuse(compliance_check.about(configuration, table=table.id))
    jackpots: dict[str, Jackpot] = {}
    for id in dict.fromkeys(table.jackpots.values()):
        jackpot = ctx.jackpot(id)
        if jackpot.status == "removed":
            raise WrongState(
                f"jackpot {id} was removed: {jackpot.why}", clause=REMOVAL, remedy="put another jackpot on the table"
            )
        if jackpot.status != "running":
            raise WrongState(f"jackpot {id} is {jackpot.status}: {jackpot.why}", remedy="resume it first")
        late = overdue(ctx, id)
        if late:
            raise late.refusal(
                ctx.property.zone, f"table {table.id} does not open", "Record the deposit, then open it."
            )
        check_seed(ctx, jackpot, table.id)
        assert jackpot.jackpot is not None
        jackpots[id] = jackpot.jackpot
    opened = of_table.TableOpened(
        table=table,
        jackpots=jackpots,
        positions=table.seats or edition_of(table).about.positions,
        day=ctx.day,
        settings=chosen_for(ctx.property, table.id),
        prints=prints_of(table),
        with_=[PROPERTY],
    )
    noted = of_house.OpeningNoted(table=table.id, day=ctx.day, with_=[table_stream(table.id)])
    return Decision(
        [ctx.draft(table_stream(table.id), opened), ctx.draft(PROPERTY, noted)],
        {"table": table.id, "round": state.round + 1},
    )


def _refuse(findings: list[compliance_check.Finding]) -> None:
    if findings:
        first = findings[0]
        more = f", and {len(findings) - 1} more" if len(findings) > 1 else ""
        raise NotCompliant(f"{first.where}: {first.what}{more}", clause=first.cites, remedy=first.remedy)


def close_table(ctx: Context, command: c.CloseTable) -> Decision:
    """Play ends, between rounds and with no hit of the last round unlocked."""
    state = ctx.open_table(command.table)
    if state.phase == "tabulated" and state.table is not None and state.table.cards != "none":
        raise WrongState(f"round {state.round} is in progress", remedy="settle or void it first")
    if state.live is not None:
        raise WrongState(f"round {state.live.round} is in progress", remedy="settle or void it first")
    own = table_stream(command.table)
    closed = of_house.TableClosed(table=command.table, round=state.round)
    # Everybody gets up, and takes the chips along.
    cashed = [draft for player in state.seated.values() for draft in cash(ctx, state.id, player)[1]]
    changed = waiting_drafts(ctx, command.table)
    others = [PROPERTY, *({draft.stream for draft in cashed})]
    return Decision(
        [
            ctx.draft(own, msgspec.structs.replace(closed, with_=others)),
            ctx.draft(PROPERTY, msgspec.structs.replace(closed, day=ctx.day, with_=[own])),
            *cashed,
            *changed,
        ],
        {"table": command.table, "rounds": state.rounds},
    )
