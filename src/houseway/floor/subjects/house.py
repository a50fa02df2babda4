"""The property: how it begins, its settings, its papers."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET

from houseway.compliance import check as compliance_check
from houseway.compliance.compliance_errors import BadSetting
from houseway.compliance.configuration import Approval, Licence, Person, Promotion, Property
from houseway.compliance.configured_tables import settings_of
from houseway.compliance.profile import TABLES
from houseway.floor.bookkeeping.acts_alone import note_alone
from houseway.floor.command import PlainData
from houseway.floor.command_streams import the_property
from houseway.floor.context import gaming_day
from houseway.floor.declaring import Command, Context, Decision, Entry, Shape, decides, folds
from houseway.floor.floor_errors import NotCompliant, UnknownThing, WrongState
from houseway.floor.forms import REASON, Field, Form, hidden, slugs, words
from houseway.floor.kinds import of_house
from houseway.floor.permission.controls import BOOKS, Paper, by
from houseway.floor.states import PROPERTY, PropertyState
from houseway.floor.subjects.staff import check_person
from houseway.release import VERSION

__all__ = ["AddApproval", "AddLicence", "AddPromotion", "ChangeSettings", "CreateProperty", "EndPromotion"]


class CreateProperty(Command, frozen=True, kw_only=True):
    """The first command of a journal."""

    name: str
    profile: Literal["washington-commercial", "washington-tribal", "plain"]
    zone: str = "America/Los_Angeles"
    day_starts: str = "06:00"
    settings: dict[str, Any] = {}
    people: tuple[Person, ...] = ()

    @classmethod
    def of(cls, property: Property) -> CreateProperty:
        """The command that begins ``property`` as it is configured."""
        return cls(**{name: getattr(property, name) for name in cls.__struct_fields__})


class PropertyCreated(Shape, frozen=True):
    """The property is there."""

    property: str
    profile: str


@decides(by("administrator", people="two-once-there-are-two", sealed=True), the_property, PropertyCreated)
def create_property(ctx: Context, command: CreateProperty) -> Decision:
    """The journal begins. It is begun by an administrator among its people, who may go on from here."""
    if ctx.tx.head(PROPERTY)[0]:
        raise WrongState(f"this journal belongs to {ctx.property.name} already", remedy="begin another journal")
    if not command.name.strip() or not command.name.isprintable():
        raise BadSetting(f"{command.name!r} cannot be the name of a property", remedy="use characters that can be seen")
    for person in command.people:
        check_person(person)
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
        alone=ctx.second is None or UNSET,
    )
    return Decision([ctx.draft(PROPERTY, body)], PropertyCreated(property=command.name, profile=command.profile))


@folds(PropertyState, of_house.PropertyCreated)
def _created(state: PropertyState, body: of_house.PropertyCreated, entry: Entry) -> None:
    state.name, state.profile = body.name, body.profile
    state.zone, state.day_starts = body.zone, body.day_starts
    state.settings = body.settings
    state.people = {person.id: person for person in body.people}
    state.release = body.release
    note_alone(state, body.alone, entry)


class ChangeSettings(Command, frozen=True, kw_only=True):
    """Settings that the profile leaves open, by name. Two people."""

    settings: dict[str, Any]


class SettingsChanged(Shape, frozen=True):
    """Every setting of the property's own, by name."""

    settings: dict[str, Any]


def _by_table(property: PropertyState, settings: PlainData) -> PlainData:
    """Settings with those of single tables (``T4.players``) together; what other tables chose stays as it is."""
    single = {id: dict(known) for id, known in property.settings.get(TABLES, {}).items()}
    chosen: PlainData = {}
    for name, value in settings.items():
        table, dot, own = name.rpartition(".")
        if dot:
            single.setdefault(property.table(table).id, {})[own] = value
            chosen[TABLES] = single
        else:
            chosen[name] = value
    return chosen


@words(
    lambda given, reply: f"Settings changed: {', '.join(given.settings)}.",
    Form(
        "Change settings",
        "Change",
        (
            Field(
                "settings",
                "Settings",
                "settings",
                option="NAME=VALUE",
                means=_by_table,
                hint="deposit-days = 2; T4.players = 6 for one table; $ for dollars",
            ),
        ),
        terminal="property set",
        says="Only what the profile leaves open, and never looser than it asks.",
    ),
)
@decides(by("administrator", people="two", sealed=True), the_property, SettingsChanged)
def change_settings(ctx: Context, command: ChangeSettings) -> Decision:
    """Settings that the profile leaves open; a looser one than a verified must is refused by the profile."""
    together = {**ctx.property.settings, **command.settings}
    settings_of(msgspec.structs.replace(ctx.property.configuration(ctx.day), settings=together))
    before = {key: ctx.property.settings.get(key) for key in command.settings}
    body = of_house.SettingsChanged(settings=command.settings, before=before)
    return Decision([ctx.draft(PROPERTY, body)], SettingsChanged(settings=together))


@folds(PropertyState, of_house.SettingsChanged)
def _settings(state: PropertyState, body: of_house.SettingsChanged, entry: Entry) -> None:
    state.settings = {**state.settings, **body.settings}


class AddLicence(Command, frozen=True, kw_only=True):
    """A maker's licence."""

    licence: Licence


class LicenceAdded(Shape, frozen=True):
    """The number of the licence."""

    licence: str


@words(
    lambda given, reply: f"Licence {given.licence.number} of {given.licence.maker} is on file.",
    Form(
        "Add a maker's licence",
        "Add",
        (
            Field("licence.maker", "Maker"),
            Field("licence.covers", "Covers", "many", choices=slugs("layouts", "equipment", "shufflers")),
            Field(
                "licence.kind", "Kind", "choice", choices=slugs("state-licence", "state-certificate", "tribal-licence")
            ),
            Field("licence.number", "Number"),
            Field("licence.since", "Since", "day"),
            Field("licence.until", "Until", "day", needed=False),
        ),
        terminal="property licence",
        whole="licence",
    ),
)
@decides(by(*BOOKS, people="two", paper=Paper("licence.number"), sealed=True, clause="S-3"), the_property, LicenceAdded)
def add_licence(ctx: Context, command: AddLicence) -> Decision:
    """A maker's licence whose days can be read."""
    number = command.licence.number
    changed = msgspec.structs.replace(ctx.property.configuration(ctx.day), licences=(command.licence,))
    refuse_findings(compliance_check.about(changed, licence=number))
    body = of_house.LicenceAdded(licence=command.licence)
    return Decision([ctx.draft(PROPERTY, body)], LicenceAdded(licence=number))


@folds(PropertyState, of_house.LicenceAdded)
def _licence(state: PropertyState, body: of_house.LicenceAdded, entry: Entry) -> None:
    state.licences.append(body.licence)


class AddApproval(Command, frozen=True, kw_only=True):
    """An approval of an edition and its equipment for this property. Two people."""

    approval: Approval


class ApprovalAdded(Shape, frozen=True):
    """The id of the approval."""

    approval: str


@words(
    lambda given, reply: f"Approval {given.approval.id} of {given.approval.game} {given.approval.edition} is on file.",
    Form(
        "Add an approval",
        "Add",
        (
            Field("approval.id", "Id"),
            Field("approval.game", "Game", "choice"),
            Field("approval.edition", "Edition", "choice"),
            Field("approval.fingerprint", "Fingerprint of play", hint="Of the edition that was approved."),
            Field("approval.jackpots", "Jackpots on a layout", "count", value="0"),
            Field(
                "approval.equipment",
                "Equipment",
                "rows",
                columns=("model", "maker", "version"),
                needed=False,
                hint="model | maker | version, one a line",
            ),
            Field(
                "approval.steps",
                "Steps taken",
                "rows",
                columns=("step", "by", "on", "reference"),
                needed=False,
                hint="step | by | day | reference, one a line",
            ),
        ),
        terminal="property approve",
        whole="approval",
    ),
)
@decides(by("administrator", people="two", sealed=True), the_property, ApprovalAdded)
def add_approval(ctx: Context, command: AddApproval) -> Decision:
    """An approval."""
    body = of_house.ApprovalAdded(approval=command.approval)
    return Decision([ctx.draft(PROPERTY, body)], ApprovalAdded(approval=command.approval.id))


@folds(PropertyState, of_house.ApprovalAdded)
def _approval(state: PropertyState, body: of_house.ApprovalAdded, entry: Entry) -> None:
    state.approvals[body.approval.id] = body.approval


class AddPromotion(Command, frozen=True, kw_only=True):
    """A gambling promotion. Two people."""

    promotion: Promotion


class PromotionKnown(Shape, frozen=True):
    """The id of the promotion."""

    promotion: str


@words(
    lambda given, reply: (
        f"Promotion {given.promotion.id} runs from {given.promotion.since} to {given.promotion.until}."
    ),
    Form(
        "Add a promotion",
        "Add",
        (
            Field("promotion.id", "Id"),
            Field("promotion.tables", "Tables", "many"),
            Field("promotion.wager", "Wager"),
            Field("promotion.event", "For the hand", hint="The row of the paytable, by its slug."),
            Field("promotion.prize", "Prize", "money"),
            Field("promotion.since", "From", "day"),
            Field("promotion.until", "To", "day"),
            Field("promotion.approved-by", "Approved by", needed=False),
            Field("promotion.consent", "Owner's consent", needed=False),
            Field("promotion.posted", "It is posted at the tables", "check", needed=False),
        ),
        terminal="property promotion add",
        whole="promotion",
        says="A dated addition to a wager, paid by the house and never from jackpot funds.",
    ),
)
@decides(
    by("administrator", "supervisor", people="two", sealed=True, clause="WAC 230-06-030"), the_property, PromotionKnown
)
def add_promotion(ctx: Context, command: AddPromotion) -> Decision:
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
    refuse_findings(compliance_check.about(changed, promotion=promotion.id))
    body = of_house.PromotionAdded(promotion=promotion)
    return Decision([ctx.draft(PROPERTY, body)], PromotionKnown(promotion=promotion.id))


@folds(PropertyState, of_house.PromotionAdded)
def _promotion(state: PropertyState, body: of_house.PromotionAdded, entry: Entry) -> None:
    state.promotions[body.promotion.id] = body.promotion


class EndPromotion(Command, frozen=True, kw_only=True):
    """A promotion that ends before its day."""

    promotion: str
    reason: str


@words(
    lambda given, reply: f"Promotion {given.promotion} has ended.",
    Form("End the promotion", "End", (*hidden("promotion"), REASON), terminal="property promotion end", danger=True),
)
@decides(by("administrator", "supervisor", filled=("reason",), clause="WAC 230-06-030"), the_property, PromotionKnown)
def end_promotion(ctx: Context, command: EndPromotion) -> Decision:
    """A promotion ends."""
    if command.promotion not in ctx.property.promotions:
        raise UnknownThing(f"there is no promotion {command.promotion!r}", remedy="see the promotions for its id")
    body = of_house.PromotionEnded(promotion=command.promotion, reason=command.reason)
    return Decision([ctx.draft(PROPERTY, body)], PromotionKnown(promotion=command.promotion))


@folds(PropertyState, of_house.PromotionEnded)
def _promotion_over(state: PropertyState, body: of_house.PromotionEnded, entry: Entry) -> None:
    state.promotions.pop(body.promotion, None)


def refuse_findings(findings: list[compliance_check.Finding]) -> None:
    """Refuse what the configuration does not pass with, by the first of its findings."""
    if findings:
        first = findings[0]
        more = f", and {len(findings) - 1} more" if len(findings) > 1 else ""
        raise NotCompliant(f"{first.where}: {first.what}{more}", clause=first.cites, remedy=first.remedy)
