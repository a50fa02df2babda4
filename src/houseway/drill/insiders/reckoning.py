"""Which crews the table of controls lets through an attack: reckoned from the table alone, before anything is tried.

It shares nothing with what decides commands. Read are the records of `houseway.floor.permission.controls` and the
roles of the people; whatever a command's own rules refuse besides is no matter of the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from houseway.drill.insiders.attack import Attack, Deed, Done, Signature, Step
from houseway.drill.insiders.crews import DEPARTMENT, PLAYER, ROLE, Crew, has_panel
from houseway.drill.insiders.insider_house import House
from houseway.floor import command_index as c
from houseway.floor.command_index import CONTROLS
from houseway.floor.permission.controls import Act, Control
from houseway.floor.permission.people import device_of, panel_of

ACTS_OF: dict[type[c.Command], tuple[Act, ...]] = {
    c.ClaimHit: ("claim",),
    c.VerifyHit: ("verify",),
    c.Deposit: ("deposit", "book"),
    c.Withdraw: ("deposit", "book"),
    c.ReportMalfunction: ("report",),
    c.ReadCounter: ("read",),
}
"""What somebody has done by giving a command, in the words of the table."""


def ways(crew: Crew, command: c.Command) -> list[Signature]:
    """Every way in which a crew can sign a command: as a panel first, alone, with each other, one person twice."""
    table = getattr(command, "table", None)
    found = [Signature(panel_of(table))] if isinstance(table, str) and has_panel(crew) else []
    found += [Signature(person) for person in crew]
    return found + [Signature(who, second) for who in crew for second in reversed(crew)]


def fewer(taken: Sequence[Signature], other: Signature) -> bool:
    """Whether what was taken leaves the crew at least as free as ``other`` would: fewer of them have had a part."""
    people = {other.who, other.second}
    return any(device_of(known.who) is not None or {known.who, known.second} - {None} < people for known in taken)


def lets(command: c.Command, signed: Signature, done: Done, *, above: bool = False) -> bool:
    """Whether the table lets these two give a command, after what they have ``done``."""
    rule = CONTROLS[type(command)]
    device = device_of(signed.who)
    if device is not None:
        return device.kind in rule.devices and signed.second is None
    if signed.who == PLAYER:
        return rule.player and signed.second is None
    if ROLE.get(signed.who) not in rule.roles:
        return False
    if signed.second is None:
        if rule.people in ("two", "two-once-there-are-two") or (rule.people.startswith("two-above") and above):
            return False
    elif not _are_two(rule, signed.who, signed.second):
        return False
    if (
        above
        and rule.people == "two-above-surveillance"
        and "surveillance" not in {ROLE.get(str(one)) for one in signed}
    ):
        return False
    return _is_apart(rule, signed, done)


def _are_two(rule: Control, who: str, second: str) -> bool:
    if who == second or ROLE.get(second) not in rule.seconds:
        return False
    return rule.called or DEPARTMENT[who] != DEPARTMENT[second]


def _is_apart(rule: Control, signed: Signature, done: Done) -> bool:
    signers = {signed.who, signed.second} - {None}
    took_part = {person for act in rule.apart for person in done.get(act, ())} & signers
    return not took_part if rule.strictly else not took_part or took_part != signers


def after(done: Done, command: c.Command, signed: Signature) -> Done:
    """What was done, with this command too."""
    signers = frozenset(person for person in signed if person is not None)
    return {**done, **{act: done.get(act, frozenset()) | signers for act in ACTS_OF.get(type(command), ())}}


def allowed(attack: Attack, crew: Crew, house: House) -> int:
    """How many steps of an attack the table lets a crew take, one after the other; all of them, and it is allowed.

    ``house`` is only asked for the commands of each step, as they would be now.
    """
    return max(_far(attack.steps, crew, house, attack.done, 0), 0)


def _far(steps: Sequence[Step], crew: Crew, house: House, done: Done, taken: int) -> int:
    if taken == len(steps):
        return taken
    best = taken
    step = steps[taken]
    for deed in step.deeds(house):
        for later in _given(deed, crew, step, done):
            best = max(best, _far(steps, crew, house, later, taken + 1))
            if best == len(steps):
                return best
    return best


def _given(deed: Deed, crew: Crew, step: Step, done: Done) -> Iterator[Done]:
    """What may have been done after a deed, by each way in which the table lets the crew sign all of it."""
    first, *rest = deed
    if step.by is not None:
        # The name is a device's: which one is for the door.
        if CONTROLS[type(first)].devices:
            yield done
        return
    for signed in ways(crew, first):
        later = done
        for command in (first, *rest):
            if not lets(command, signed, later, above=step.above):
                break
            later = after(later, command, signed)
        else:
            yield later
