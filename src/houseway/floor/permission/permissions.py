"""Whether a command may be given as things stand: who signs, on what paper, and apart from what they did before."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from houseway.compliance.configuration import Person
from houseway.floor.command import Command
from houseway.floor.context import Context
from houseway.floor.declared import control
from houseway.floor.floor_errors import NotPermitted, ReferenceMissing, ReferenceUsed
from houseway.floor.permission.controls import ACTS, SEGREGATION, Act, Control, Paper
from houseway.floor.permission.papers import hides, is_blank, is_same
from houseway.floor.permission.people import in_words, permit
from houseway.floor.states import Hit, JackpotState, PropertyState, TableState, jackpot_stream, table_stream


def check(ctx: Context, command: Command, people: Mapping[str, Person]) -> None:
    """Refuse the command unless it meets what the table of controls asks for; `check_unused` does the rest."""
    permit(people, command, ctx.who, ctx.second)
    rule = control(command)
    if rule.filled or rule.paper is not None:
        check_papers(command)
    if rule.apart:
        _check_apart(ctx, command, rule)


def check_papers(command: Command) -> None:
    """Refuse a command whose reason, reference or document is blank where one is wanted."""
    rule = control(command)
    paper = wanted(command)
    for field in (*rule.filled, *((paper.field,) if paper is not None else ())):
        said = field.rpartition(".")[2]
        if is_blank(_field(command, field)):
            raise ReferenceMissing(
                f"{in_words(command)!r} names no {said}", clause=rule.clause, remedy=f"give the {said}, not a blank"
            )
        if paper is not None and field == paper.field and hides(_field(command, field)):
            raise ReferenceMissing(
                f"the {said} of {in_words(command)!r} has characters that nobody sees",
                clause=rule.clause,
                remedy=f"type the {said} as it is printed",
            )


def wanted(command: Command) -> Paper | None:
    """The paper that this command must name, if it must."""
    paper = control(command).paper
    return None if paper is None or (paper.when is not None and not paper.when(command)) else paper


def once(command: Command) -> Paper | None:
    """The paper that this command must name, if that serves only once."""
    paper = wanted(command)
    return paper if paper is not None and paper.once else None


def once_anywhere(command: Command) -> bool:
    """Whether the command's paper serves once at the whole property."""
    paper = once(command)
    return paper is not None and not paper.own


def elsewhere(command: Command, property: PropertyState) -> tuple[str, ...]:
    """The streams in which the command's paper may have been used before."""
    if not once_anywhere(command):
        return ()
    return tuple(jackpot_stream(id) for id in (*property.jackpots, *property.retired))


def _field(command: Command, field: str) -> str:
    found: Any = command
    for name in field.split("."):
        found = getattr(found, name)
    return found if isinstance(found, str) else ""


def check_unused(ctx: Context, command: Any) -> None:
    """Refuse a command on a paper that has served before, once nothing else stands in its way."""
    paper = once(command)
    if paper is None:
        return
    text = _field(command, paper.field)
    purpose = str(command.__struct_config__.tag)
    for stream in dict.fromkeys((jackpot_stream(command.jackpot), *elsewhere(command, ctx.property))):
        state = ctx.tx.state(stream)
        assert isinstance(state, JackpotState)
        if any(is_same(text, known) for known in state.references.get(purpose, ())):
            raise ReferenceUsed(
                f"{paper.field} {text.strip()!r} was used for {in_words(command)!r} of {state.title} before",
                clause=control(command).clause,
                remedy=f"give the {paper.field} of this one; to see where it was used, look at the audit trail",
            )


def _check_apart(ctx: Context, command: Command, rule: Control) -> None:
    signers = [person for person in (ctx.who, ctx.second) if person is not None]
    did: dict[str, Act] = {}
    for act in rule.apart:
        for person in _DID[act](ctx, command):
            did.setdefault(person, act)
    clash = [person for person in signers if person in did]
    if not clash or (not rule.strictly and len(clash) < len(signers)):
        return
    raise NotPermitted(
        f"{' and '.join(clash)} {ACTS[did[clash[0]]]} and may not give {in_words(command)!r}"
        + ("" if rule.strictly else " without somebody who took no part in it"),
        clause=rule.clause if rule.clause == SEGREGATION else f"{SEGREGATION}, {rule.clause}",
        remedy="have it given by somebody else" + ("" if rule.strictly else ", or name somebody else as second person"),
    )


def _claimed(ctx: Context, command: Any) -> Collection[str]:
    if hasattr(command, "hit"):
        hit = ctx.jackpot(command.jackpot).hits.get(command.hit)
        return hit.claimed_by if hit is not None else ()
    return {person for hit in hits_of_round(ctx, command.table, command.round) for person in hit.claimed_by}


def hits_of_round(ctx: Context, table: str, round_: int) -> list[Hit]:
    """The hits of one round of a table that are neither paid nor rejected."""
    opened = ctx.table(table).table
    jackpots = dict.fromkeys(opened.jackpots.values()) if opened is not None else {}
    found = [hit for id in jackpots for hit in ctx.jackpot(id).hits.values() if hit.closed is None]
    return [hit for hit in found if (hit.table, hit.round) == (table, round_)]


def _verified(ctx: Context, command: Any) -> Collection[str]:
    hit = ctx.jackpot(command.jackpot).hits.get(command.hit)
    return hit.verified_by if hit is not None else ()


def _reported(ctx: Context, command: Any) -> Collection[str]:
    found = ctx.property.malfunctions.get(command.malfunction)
    return found.by if found is not None else ()


def _read(ctx: Context, command: Any) -> Collection[str]:
    state = ctx.tx.state(table_stream(command.table))
    assert isinstance(state, TableState)
    return state.difference.by if state.difference is not None else ()


_DID: dict[Act, Callable[[Context, Any], Collection[str]]] = {
    "claim": _claimed,
    "verify": _verified,
    "deposit": lambda ctx, command: ctx.jackpot(command.jackpot).moved_by,
    "book": lambda ctx, command: {*ctx.jackpot(command.jackpot).moved_by, *ctx.jackpot(command.jackpot).moved_before},
    "report": _reported,
    "read": _read,
}
