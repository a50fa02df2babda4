"""What one person did alone, confirmed by somebody of another department, or objected to.

In the first hour of a room there is nobody who could sign beside its first administrator. What is done then says so in
its entry, and stays listed until somebody of another department has confirmed it by a signature of their own.
"""

from __future__ import annotations

from houseway.floor.command_streams import the_property
from houseway.floor.declaring import Command, Context, Decision, Entry, Shape, decides, folds
from houseway.floor.floor_errors import NotPermitted, UnknownThing
from houseway.floor.forms import REASON, Field, Form, words
from houseway.floor.kinds import of_confirming
from houseway.floor.kinds.of_confirming import AloneAct
from houseway.floor.permission.controls import SECONDS, SEGREGATION, by
from houseway.floor.permission.people import may_be_second
from houseway.floor.states import PROPERTY, PropertyState
from houseway.table.shown.wording import counted

__all__ = ["ConfirmActs", "ObjectToAct"]


class ConfirmActs(Command, frozen=True, kw_only=True):
    """Somebody of another department confirms what one person did alone: the entry of that number, or all of them.

    All are those that nobody has confirmed or objected to.
    """

    act: int | None = None


class ActsKnown(Shape, frozen=True):
    """The entries that it was about, and how many are still to be confirmed."""

    acts: list[int]
    left: int


@words(
    lambda given, reply: f"{counted(len(reply.acts), 'act')} confirmed, {reply.left} left.",
    Form(
        "Confirm what was done alone",
        "Confirm",
        (Field("act", "Entry", "number", needed=False, option="--act", hint="All of them if left out."),),
        terminal="property alone confirm",
    ),
)
@decides(by(*SECONDS, sealed=True), the_property, ActsKnown)
def confirm_acts(ctx: Context, command: ConfirmActs) -> Decision:
    """What one person did alone stands: another, of another department, says so."""
    state = ctx.property
    if command.act is not None:
        acts = [_listed(state, command.act)]
    else:
        acts = [act for act in state.alone if not act.confirmed_by and not act.objected_by]
    if not acts:
        raise UnknownThing("nothing that was done alone waits to be confirmed", remedy="look at the list")
    for act in acts:
        _check_other(ctx, act)
    numbers = [act.number for act in acts]
    left = sum(not act.confirmed_by for act in state.alone if act.number not in numbers)
    body = of_confirming.ActsConfirmed(acts=numbers)
    return Decision([ctx.draft(PROPERTY, body)], ActsKnown(acts=numbers, left=left))


@folds(PropertyState, of_confirming.ActsConfirmed)
def _confirmed(state: PropertyState, body: of_confirming.ActsConfirmed, entry: Entry) -> None:
    for act in state.alone:
        if act.number in body.acts:
            act.confirmed_by, act.confirmed = entry.who, entry.at


class ObjectToAct(Command, frozen=True, kw_only=True):
    """Somebody of another department objects to what one person did alone. It stays listed, as an alarm."""

    act: int
    reason: str


@words(
    lambda given, reply: f"The objection to entry {given.act} is on record.",
    Form(
        "Object to what was done alone",
        "Object",
        (Field("act", "Entry", "number", option="ACT"), REASON),
        terminal="property alone object",
        danger=True,
    ),
)
@decides(by(*SECONDS, filled=("reason",), sealed=True), the_property, ActsKnown)
def object_to_act(ctx: Context, command: ObjectToAct) -> Decision:
    """What one person did alone is not accepted by another, of another department, who says why."""
    act = _listed(ctx.property, command.act)
    _check_other(ctx, act)
    body = of_confirming.ActObjected(act=act.number, reason=command.reason)
    left = sum(not each.confirmed_by for each in ctx.property.alone)
    return Decision([ctx.draft(PROPERTY, body)], ActsKnown(acts=[act.number], left=left))


@folds(PropertyState, of_confirming.ActObjected)
def _objected(state: PropertyState, body: of_confirming.ActObjected, entry: Entry) -> None:
    for act in state.alone:
        if act.number == body.act:
            act.objected_by, act.objected, act.objection = entry.who, entry.at, body.reason


def _listed(state: PropertyState, number: int) -> AloneAct:
    """An act that nobody has confirmed yet, by the number of its entry."""
    for act in state.alone:
        if act.number == number and not act.confirmed_by:
            return act
    waiting = ", ".join(str(act.number) for act in state.alone if not act.confirmed_by)
    raise UnknownThing(
        f"entry {number} is not among what was done alone and waits to be confirmed",
        remedy=f"entries that wait: {waiting or 'none'}",
    )


def _check_other(ctx: Context, act: AloneAct) -> None:
    if ctx.who not in may_be_second(ctx.property.people, act.who):
        raise NotPermitted(
            f"{ctx.who} cannot confirm or refuse what {act.who} did alone",
            clause=SEGREGATION,
            remedy=f"somebody of another department than {act.who} does",
        )
