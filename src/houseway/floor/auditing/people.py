"""Who acted, and whether they might: each entry against the roles that people had at that moment.

The table here is the auditor's own. It says less than the table of controls that decides, and is written apart from
it, so that a control which is lost there is missed here.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from houseway.compliance.configuration import DEPARTMENTS
from houseway.journal import Entry

CLOCKS = 2_000_000
"""Microseconds by which the clocks of two streams may differ: a role counts if it was held within them."""

_FLOOR = "dealer supervisor"
_MONEY = "supervisor accounting administrator"
_BOOKS = "accounting administrator"
_ANY = "dealer supervisor surveillance security accounting technician administrator"


class _Rule(NamedTuple):
    """Roles, one of which whoever gives the entry has; or a ``device``, a ``player``, or ``others`` by their names.

    ``two``: a second person, of another department: ``always``, since release ``0.2``, or not (``one``).
    """

    roles: frozenset[str]
    two: str = "one"
    device: bool = False
    player: bool = False
    others: tuple[str, ...] = ()


def _rule(roles: str, two: str = "one", *, device: bool = False, player: bool = False, others: str = "") -> _Rule:
    return _Rule(frozenset(roles.split()), two, device, player, tuple(others.split()))


RULES: dict[str, _Rule] = {
    # -- the property
    "property-created": _rule("administrator"),
    "settings-changed": _rule("administrator", "always"),
    "person-added": _rule("administrator"),
    "person-dropped": _rule("administrator", "always"),
    "licence-added": _rule(_BOOKS, "0.2"),
    "approval-added": _rule("administrator", "always"),
    "promotion-added": _rule("administrator supervisor", "always"),
    "promotion-ended": _rule("administrator supervisor"),
    "table-configured": _rule("administrator supervisor"),
    "table-removed": _rule("administrator supervisor", "always"),
    "table-opened": _rule("administrator supervisor"),
    "table-closed": _rule("administrator supervisor"),
    "malfunction-found": _rule(_ANY, device=True),
    "malfunction-noticed": _rule(_MONEY),
    "malfunction-mended": _rule("technician supervisor", device=True),
    "day-closed": _rule(_MONEY, "0.2"),
    # -- a table
    "seat-taken": _rule(_FLOOR, device=True, player=True),
    "seat-left": _rule(_FLOOR, device=True, player=True),
    "round-begun": _rule(_FLOOR, device=True),
    "answered": _rule(_FLOOR, device=True, player=True),
    "answer-corrected": _rule("supervisor"),
    "tabulated": _rule(_FLOOR, device=True),
    "indicators-confirmed": _rule(_FLOOR, device=True),
    "round-settled": _rule(_FLOOR, device=True),
    "round-voided": _rule("supervisor"),
    "win-verified": _rule("surveillance"),
    "hit-claimed": _rule(_FLOOR, device=True),
    "counter-replaced": _rule("technician", "always"),
    "prize-given": _rule("supervisor accounting"),
    # -- a jackpot
    "jackpot-begun": _rule("administrator", "always"),
    "hit-locked": _rule(_FLOOR, device=True),
    "hit-verified": _rule("supervisor surveillance"),
    "hit-paid": _rule("supervisor accounting"),
    "hit-rejected": _rule("supervisor surveillance", "always"),
    "meter-adjusted": _rule(_MONEY, "always"),
    "seed-recovered": _rule(_BOOKS, "always"),
    "undisplayed-booked": _rule(_BOOKS, "always"),
    "deposited": _rule("accounting"),
    "withdrawn": _rule("accounting", "always"),
    "statement-read": _rule(_BOOKS),
    "difference-explained": _rule(_BOOKS, "always"),
    "seized": _rule(_BOOKS, "0.2"),
    "contribution-voided": _rule("supervisor"),
    "removal-announced": _rule("administrator", "always"),
    "transferred-out": _rule(_BOOKS, "always"),
    "transferred-in": _rule(_BOOKS, "always"),
    "donated": _rule(_BOOKS, "always"),
    "jackpot-closed": _rule(_BOOKS, "always"),
    # -- players' chips
    "chips-given": _rule("supervisor administrator", others="house"),
}
"""By kind of entry, who may have given it. ``line-corrected`` is not here: with a rejected hit it is another's."""


class People:
    """Who worked here when, as the property's stream tells it, and since when release 0.2 has been on record."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._times: list[int] = []
        self._roles: list[Mapping[str, frozenset[str]]] = []
        self._since: int | None = None
        known: dict[str, frozenset[str]] = {}
        for entry in entries:
            body = entry.data
            if entry.kind == "property-created":
                known = {person["id"]: frozenset(person.get("roles", ())) for person in body["people"]}
                if body.get("release"):
                    self._since = entry.at
            elif entry.kind == "person-added":
                known = {**known, body["person"]["id"]: frozenset(body["person"].get("roles", ()))}
            elif entry.kind == "person-dropped":
                known = {id: roles for id, roles in known.items() if id != body["person"]}
            elif entry.kind == "release-upgraded" and self._since is None:
                self._since = entry.at
            self._times.append(entry.at)
            self._roles.append(known)

    def check(self, entry: Entry) -> Iterator[str]:
        """What is wrong with who gave one entry, in words."""
        rule = RULES.get(entry.kind)
        if rule is None or not self._times:
            return
        who, second = entry.who, entry.data.get("second")
        if who in rule.others or (rule.player and who.startswith("player:")):
            return
        kind, _, rest = who.partition(":")
        if rest and kind in ("panel", "sensor", "shoe", "display"):
            if not rule.device:
                yield f"{who} is a device, and an entry of kind {entry.kind} takes a person"
            return
        if not any(rule.roles & roles for roles in self._held(who, entry.at)):
            had = " and ".join(sorted({role for roles in self._held(who, entry.at) for role in roles}))
            yield f"{who} gave it as {had or 'nobody of this property'}, and it takes {_or(rule.roles)}"
        if rule.two == "always" or (rule.two == "0.2" and self._since is not None and entry.at >= self._since):
            yield from self._two(who, second, entry.at)

    def _two(self, who: str, second: object, at: int) -> Iterator[str]:
        if not isinstance(second, str):
            yield f"it takes two people, and {who} was alone"
            return
        if not any(_departments(mine).isdisjoint(_departments(other)) for mine, other in self._both(who, second, at)):
            yield f"it takes two people of different departments, and {who} and {second} were none"

    def _both(self, who: str, second: str, at: int) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
        for known in self._then(at):
            mine, other = known.get(who, frozenset()), known.get(second, frozenset())
            if who != second and mine and other:
                yield mine, other

    def _held(self, who: str, at: int) -> list[frozenset[str]]:
        return [known.get(who, frozenset()) for known in self._then(at)]

    def _then(self, at: int) -> list[Mapping[str, frozenset[str]]]:
        """Who worked here at a moment, and a little before and after it."""
        first = bisect_right(self._times, at - CLOCKS)
        last = bisect_right(self._times, at + CLOCKS)
        return list(self._roles[max(0, first - 1) : last]) or [self._roles[0]]


def _departments(roles: frozenset[str]) -> frozenset[str]:
    return frozenset(DEPARTMENTS[role] for role in roles if role in DEPARTMENTS)


def _or(roles: frozenset[str]) -> str:
    return " or ".join(sorted(roles))
