"""What a control says: who may give a command, with whom, on what paper, and apart from what.

Each command is declared with one (`houseway.floor.declared`), and `houseway.floor.permission.permissions` holds
commands to them; ``houseway property controls`` and the office show the table of all. Nobody may both commit and
conceal an error (WAC 230-15-430): where two people are wanted they are of different departments, and who did something
does not confirm it alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple, get_args

SEGREGATION = "WAC 230-15-430"

DeviceKind = Literal["panel", "sensor", "shoe", "display"]
"""What may stand at a table and give commands by itself, for that table alone."""

DEVICE_KINDS: tuple[DeviceKind, ...] = get_args(DeviceKind)

SECONDS = frozenset({"supervisor", "surveillance", "security", "accounting", "administrator"})
"""Roles whose holder may be the second of two people. Technicians sign for no money (Ohio 3772-10-15)."""

People = Literal[
    "one",
    "two",
    "two-once-there-are-two",
    "two-above-threshold",
    "two-above-surveillance",
    "two-unless-configured-by-two",
    "two-once-two-sign-in",
]
"""How many people a command takes.

``one`` and ``two`` speak for themselves. ``two-once-there-are-two``: alone only while nobody could be the second.
``two-above-threshold``: two for a percent prize and above the surveillance threshold. ``two-above-surveillance``: two
above that threshold, surveillance and somebody else. ``two-unless-configured-by-two``: one opens what two have
configured. ``two-once-two-sign-in``: alone only while nobody who could be the second has a login.
"""

IN_WORDS: dict[People, str] = {
    "one": "one",
    "two": "two, of different departments",
    "two-once-there-are-two": "two, of different departments, as soon as the property has them",
    "two-above-threshold": "one; two for a percent prize and above the surveillance threshold",
    "two-above-surveillance": "one; two above the surveillance threshold, one of them of surveillance",
    "two-unless-configured-by-two": "one; two where one person alone configured the table",
    "two-once-two-sign-in": "one; two, of different departments, as soon as two of them have logins",
}
"""The same as people read it."""

Act = Literal["claim", "verify", "deposit", "book", "report", "read"]
"""What somebody may have done before and so does not confirm alone."""

ACTS: dict[Act, str] = {
    "claim": "claimed the hit",
    "verify": "verified the hit",
    "deposit": "moved money of the account since its last statement",
    "book": "moved money of the account since the statement before the difference",
    "report": "reported the malfunction",
    "read": "read the counter",
}
"""The same as people read it."""


class Paper(NamedTuple):
    """The paper that a command names in ``field``; ``once``: one paper serves once, at the whole property or, with
    ``own``, for the same jackpot. ``when`` and ``says`` narrow it to some commands of the kind."""

    field: str
    once: bool = False
    own: bool = False
    when: Callable[[Any], bool] | None = None
    says: str = ""


class Control(NamedTuple):
    """What holds for one command.

    ``seconds`` are the roles of which the second person has one.
    ``devices`` of the command's own table may give it by themselves, ``player`` says that a player may for the own
    seat, ``others`` are names of nobody in person under which it is given. ``called``: the second person may be of the
    same department, as a supervisor who is called to a table is. ``filled`` are fields that may not be blank.
    ``apart``: at least one who signs has done none of these things before; ``strictly``: nobody who signs has.
    ``sealed``: sealed before it is answered. ``clause`` asks for all this.
    """

    roles: frozenset[str]
    people: People
    seconds: frozenset[str]
    devices: frozenset[str]
    player: bool
    others: frozenset[str]
    called: bool
    filled: tuple[str, ...]
    paper: Paper | None
    apart: tuple[Act, ...]
    strictly: bool
    sealed: bool
    clause: str

    @property
    def two(self) -> bool:
        """Whether it always takes two people."""
        return self.people == "two"


def by(
    *roles: str,
    people: People = "one",
    seconds: Iterable[str] = SECONDS,
    devices: Iterable[DeviceKind] = (),
    player: bool = False,
    others: Iterable[str] = (),
    called: bool = False,
    filled: Iterable[str] = (),
    paper: Paper | None = None,
    apart: Iterable[Act] = (),
    strictly: bool = False,
    sealed: bool = False,
    clause: str = SEGREGATION,
) -> Control:
    """What holds for a command that people of these ``roles`` give: see `Control`."""
    return Control(
        frozenset(roles),
        people,
        frozenset(seconds),
        frozenset(devices),
        player,
        frozenset(others),
        called,
        tuple(filled),
        paper,
        tuple(apart),
        strictly,
        sealed,
        clause,
    )


def ordered(command: Any) -> bool:
    """Whether the regulator orders what is announced."""
    return bool(command.reason == "order-of-the-regulator")


def removed_by_order(command: Any) -> bool:
    """Whether a progressive leaves its table by order of the regulator."""
    return bool(command.removal == "order-of-the-regulator")


FLOOR = ("dealer", "supervisor")
MONEY = ("supervisor", "accounting", "administrator")
BOOKS = ("accounting", "administrator")
"""Roles that often go together."""

ORDER = "for an order of the regulator"
DECREASE = "WAC 230-15-695"
REMOVAL_RULE = "WAC 230-15-710"
BANK = "WAC 230-15-455"
HIT = "WAC 230-15-405"
