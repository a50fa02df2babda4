"""Who may do what, and when two people are wanted.

Nobody may both commit and conceal an error (WAC 230-15-430): where two people are wanted they are different people
from different departments, and each is there in a role that may take part.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from houseway.compliance.configuration import DEPARTMENTS, Person
from houseway.errors import NotPermitted
from houseway.floor import commands as c

SEGREGATION = "WAC 230-15-430"

HOUSE = "house"
"""Under this name the house gives play money by itself: up to the allowance, and nothing else."""

TERMINAL = "terminal"
"""Under this name accounts are changed from the machine that the room runs on, where nobody is named."""

ACCOUNTS = (c.MakeAccount, c.ReplacePassword, c.CloseAccount, c.OpenAccount)
"""The commands that put a change of an account on record."""

ALLOWANCE = 100_000
"""Cents of play money up to which the house fills a player's chips."""


class Permission(NamedTuple):
    """The roles that may give a command; ``panel``: the table's own panel may too; ``two``: a second person always.

    ``called``: whoever is called to help may be of the same department. ``player``: a player may, for the own seat.
    """

    roles: frozenset[str]
    panel: bool = False
    two: bool = False
    called: bool = False
    player: bool = False


def _may(*roles: str, panel: bool = False, two: bool = False, called: bool = False, player: bool = False) -> Permission:
    return Permission(frozenset(roles), panel, two, called, player)


_FLOOR = ("dealer", "supervisor")
_MONEY = ("supervisor", "accounting", "administrator")
_SECOND = frozenset({"supervisor", "surveillance", "accounting", "administrator"})

PERMISSIONS: dict[type[c.Command], Permission] = {
    c.CreateProperty: _may("administrator"),
    c.ChangeSettings: _may("administrator", two=True),
    c.AddPerson: _may("administrator"),
    c.DropPerson: _may("administrator", two=True),
    c.MakeAccount: _may("administrator"),
    c.ReplacePassword: _may("administrator"),
    c.CloseAccount: _may("administrator"),
    c.OpenAccount: _may("administrator"),
    c.AddLicence: _may("administrator", "accounting"),
    c.AddApproval: _may("administrator", two=True),
    c.AddPromotion: _may("administrator", "supervisor", two=True),
    c.EndPromotion: _may("administrator", "supervisor"),
    c.ReportMalfunction: _may("dealer", "supervisor", "technician", "surveillance", panel=True),
    c.NotifyMalfunction: _may("supervisor", "administrator", "accounting"),
    c.MendMalfunction: _may("technician", "supervisor"),
    c.CloseDay: _may("accounting", "supervisor", "administrator"),
    c.AddTable: _may("administrator", "supervisor"),
    c.ChangeTable: _may("administrator", "supervisor", two=True),
    c.RemoveTable: _may("administrator", "supervisor", two=True),
    c.OpenTable: _may("supervisor", "administrator"),
    c.CloseTable: _may("supervisor", "administrator"),
    c.Sit: _may(*_FLOOR, panel=True, player=True),
    c.Leave: _may(*_FLOOR, panel=True, player=True),
    c.BringChips: _may(*_FLOOR, panel=True, player=True),
    c.GiveChips: _may("supervisor", "administrator"),
    c.BeginRound: _may(*_FLOOR, panel=True),
    c.Answer: _may(*_FLOOR, panel=True, player=True),
    # What lies face down is read by the shoe alone: nobody in person says what it is before it is turned.
    c.ReadCard: _may(panel=True),
    c.TimeOut: _may(*_FLOOR, panel=True),
    c.CorrectAnswer: _may("supervisor"),
    c.CorrectLine: _may("supervisor", "accounting", two=True),
    c.NoteStep: _may(*_FLOOR, panel=True),
    c.PauseTable: _may(*_FLOOR),
    c.Tabulate: _may(*_FLOOR, panel=True),
    c.ConfirmIndicators: _may(*_FLOOR, panel=True, called=True),
    c.NoteEdges: _may(*_FLOOR, panel=True),
    c.SettleRound: _may(*_FLOOR, panel=True),
    c.VerifyWin: _may("surveillance"),
    c.VoidRound: _may("supervisor"),
    c.FailTable: _may("supervisor", "technician", panel=True),
    c.RestoreTable: _may("supervisor", "technician"),
    c.FailDisplay: _may("dealer", "supervisor", "technician", panel=True),
    c.RestoreDisplay: _may("supervisor", "technician", panel=True),
    c.ReadCounter: _may("supervisor", "accounting", "technician", panel=True),
    c.ReplaceCounter: _may("technician", two=True),
    c.AddJackpot: _may("administrator", two=True),
    c.ChangeJackpot: _may("administrator", "accounting", two=True),
    c.PostAmount: _may("supervisor", "administrator", "accounting", two=True),
    c.ClaimHit: _may(*_FLOOR, panel=True),
    c.VerifyHit: _may("supervisor", "surveillance"),
    c.RejectHit: _may("supervisor", "surveillance", two=True),
    c.PayHit: _may("supervisor", "accounting"),
    c.AdjustMeter: _may(*_MONEY, two=True),
    c.RecoverSeed: _may("accounting", "administrator", two=True),
    c.BookUndisplayed: _may("accounting", "administrator", two=True),
    c.Deposit: _may("accounting"),
    c.Withdraw: _may("accounting", two=True),
    c.Statement: _may("accounting"),
    c.Seize: _may("accounting", "administrator"),
    c.StopJackpot: _may("supervisor", "accounting", "administrator", "surveillance"),
    c.ResumeJackpot: _may(*_MONEY, two=True),
    c.AnnounceRemoval: _may("administrator", two=True),
    c.TransferJackpot: _may("accounting", "administrator", two=True),
    c.DonateJackpot: _may("accounting", "administrator", two=True),
    c.CloseJackpot: _may("accounting", "administrator", two=True),
}
"""Who may give each command. A regulator reads everything and commands nothing."""


def panel_of(table: str) -> str:
    """The name under which the panel of ``table`` gives commands."""
    return f"panel:{table}"


def is_player(who: str) -> bool:
    """Whether ``who`` is a player, not somebody who works here."""
    return who.startswith("player:")


def permit(people: Mapping[str, Person], command: c.Command, who: str, second: str | None) -> None:
    """Refuse the command unless ``who`` may give it, with ``second`` where two people are always wanted."""
    permission = PERMISSIONS[type(command)]
    if second is not None and second not in people:
        raise NotPermitted(
            f"{second!r} does not work here", clause=SEGREGATION, remedy="name a person of this property as second"
        )
    table = getattr(command, "table", None)
    if permission.panel and table and who == panel_of(table):
        return
    if permission.player and is_player(who):
        return
    if who == HOUSE and isinstance(command, c.GiveChips):
        return
    if who == TERMINAL and isinstance(command, ACCOUNTS):
        return
    name = command.__struct_config__.tag
    person = people.get(who)
    if person is None:
        raise NotPermitted(
            f"{who!r} does not work here", clause=SEGREGATION, remedy="give the id of a person of this property"
        )
    if not permission.roles.intersection(person.roles):
        raise NotPermitted(
            f"{who} is {_roles(person)} and may not {name}",
            clause=SEGREGATION,
            remedy=f"ask somebody who is {' or '.join(sorted(permission.roles))}"
            if permission.roles
            else "a device of the table does",
        )
    if permission.two or (second is not None and not permission.called):
        two_people(people, who, second, str(name))


def may_stand_beside(people: Mapping[str, Person], who: str) -> list[str]:
    """Those of the property who may be the second person beside ``who``."""
    first = people.get(who)
    return [
        person.id
        for person in people.values()
        if first is not None
        and person.id != who
        and _SECOND.intersection(person.roles)
        and departments(first).isdisjoint(departments(person))
    ]


def two_people(people: Mapping[str, Person], who: str, second: str | None, what: str) -> None:
    """Refuse unless ``who`` and ``second`` are two people of different departments."""
    if second is None:
        raise NotPermitted(
            f"{what} takes two people, and nobody stands beside {who}",
            clause=SEGREGATION,
            remedy="name a second person from another department",
        )
    first, other = people.get(who), people.get(second)
    if other is None or first is None:
        missing = second if other is None else who
        raise NotPermitted(
            f"{missing!r} does not work here", clause=SEGREGATION, remedy="name a person of this property"
        )
    if first.id == other.id:
        raise NotPermitted(
            f"{what} takes two people, and {who} is one", clause=SEGREGATION, remedy="name somebody else as second"
        )
    if not _SECOND.intersection(other.roles):
        raise NotPermitted(
            f"{second} is {_roles(other)} and cannot stand beside {who}",
            clause=SEGREGATION,
            remedy=f"name somebody who is {' or '.join(sorted(_SECOND))}",
        )
    if not departments(first).isdisjoint(departments(other)):
        raise NotPermitted(
            f"{who} and {second} are both of {' and '.join(sorted(departments(first) & departments(other)))}",
            clause=SEGREGATION,
            remedy="name a second person from another department",
        )


def departments(person: Person) -> frozenset[str]:
    """The departments that a person belongs to by their roles."""
    return frozenset(DEPARTMENTS[role] for role in person.roles)


def _roles(person: Person) -> str:
    return " and ".join(person.roles) or "without a role"
