"""Who acted, and whether they might: each entry against the roles that people had at that moment.

The table here is the auditor's own. It says less than the table of controls that decides, and is written apart from
it, so that a control which is lost there is missed here.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec
from msgspec import UnsetType

from houseway.compliance.configuration import DEPARTMENTS
from houseway.floor.kinds import of_confirming, of_house, of_jackpot, of_payment, of_table, of_table_money
from houseway.floor.kinds.body import Signatures
from houseway.floor.kinds.edge import kind_of, name_of, read_as
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
    two: str
    device: bool
    player: bool
    others: tuple[str, ...]


def _rule(roles: str, two: str = "one", *, device: bool = False, player: bool = False, others: str = "") -> _Rule:
    return _Rule(frozenset(roles.split()), two, device, player, tuple(others.split()))


_RULES: dict[type[Signatures], _Rule] = {
    # -- the property
    of_house.PropertyCreated: _rule("administrator"),
    of_house.SettingsChanged: _rule("administrator", "always"),
    of_house.PersonAdded: _rule("administrator"),
    of_house.PersonDropped: _rule("administrator", "always"),
    of_house.LicenceAdded: _rule(_BOOKS, "0.2"),
    of_house.ApprovalAdded: _rule("administrator", "always"),
    of_house.PromotionAdded: _rule("administrator supervisor", "always"),
    of_house.PromotionEnded: _rule("administrator supervisor"),
    of_house.TableConfigured: _rule("administrator supervisor"),
    of_house.TableRemoved: _rule("administrator supervisor", "always"),
    of_house.OpeningNoted: _rule("administrator supervisor"),
    of_house.TableClosed: _rule("administrator supervisor"),
    of_house.QuickTableOpened: _rule("", player=True),
    of_house.QuickTableClosed: _rule(_FLOOR, device=True, player=True),
    of_house.MalfunctionFound: _rule(_ANY, device=True),
    of_house.MalfunctionNoticed: _rule(_MONEY),
    of_house.MalfunctionMended: _rule("technician supervisor", device=True),
    of_house.DayClosed: _rule(_MONEY, "0.2"),
    of_payment.PayeeRecorded: _rule("supervisor accounting"),
    of_confirming.ActsConfirmed: _rule("supervisor surveillance security accounting administrator"),
    of_confirming.ActObjected: _rule("supervisor surveillance security accounting administrator"),
    # -- a table
    of_table.SeatTaken: _rule(_FLOOR, device=True, player=True),
    of_table.SeatLeft: _rule(_FLOOR, device=True, player=True),
    of_table.PrivateTableOpened: _rule("", player=True),
    of_table.SpeedChosen: _rule("", player=True),
    of_table.LeavingNoted: _rule(_FLOOR, device=True, player=True),
    of_table.DealerSignedOn: _rule(_FLOOR),
    of_table.DealerSignedOff: _rule(_FLOOR),
    of_table.RoundBegun: _rule(_FLOOR, device=True),
    of_table.AnswersGiven: _rule(_FLOOR, device=True, player=True),
    of_table.AnswerCorrected: _rule("supervisor"),
    of_table.Tabulated: _rule(_FLOOR, device=True),
    of_table.IndicatorsConfirmed: _rule(_FLOOR, device=True),
    of_table.RoundSettled: _rule(_FLOOR, device=True),
    of_table.RoundVoided: _rule("supervisor"),
    of_table.WinVerified: _rule("surveillance"),
    of_table.HitClaimed: _rule(_FLOOR, device=True),
    of_table.CounterReplaced: _rule("technician", "always"),
    of_table.PrizeGiven: _rule("supervisor accounting"),
    of_table_money.OpeningCounted: _rule(f"{_FLOOR} accounting", "always"),
    of_table_money.ClosingCounted: _rule(f"{_FLOOR} accounting", "always"),
    of_table_money.TableFilled: _rule(f"{_FLOOR} accounting", "always"),
    of_table_money.TableCredited: _rule(f"{_FLOOR} accounting", "always"),
    of_table_money.DropCounted: _rule("accounting security administrator", "always"),
    # -- a jackpot
    of_jackpot.JackpotBegun: _rule("administrator", "always"),
    of_jackpot.HitLocked: _rule(_FLOOR, device=True),
    of_jackpot.HitVerified: _rule("supervisor surveillance"),
    of_jackpot.HitPaid: _rule("supervisor accounting"),
    of_jackpot.HitRejected: _rule("supervisor surveillance", "always"),
    of_payment.SlipPrinted: _rule("supervisor accounting"),
    of_payment.CheckCleared: _rule("accounting"),
    of_payment.CheckVoided: _rule("accounting", "always"),
    of_jackpot.MeterAdjusted: _rule(_MONEY, "always"),
    of_jackpot.SeedRecovered: _rule(_BOOKS, "always"),
    of_jackpot.UndisplayedBooked: _rule(_BOOKS, "always"),
    of_jackpot.Deposited: _rule("accounting"),
    of_jackpot.Withdrawn: _rule("accounting", "always"),
    of_jackpot.StatementRead: _rule(_BOOKS),
    of_jackpot.DifferenceExplained: _rule(_BOOKS, "always"),
    of_jackpot.Seized: _rule(_BOOKS, "0.2"),
    of_jackpot.ContributionVoided: _rule("supervisor"),
    of_jackpot.RemovalAnnounced: _rule("administrator", "always"),
    of_jackpot.TransferredOut: _rule(_BOOKS, "always"),
    of_jackpot.TransferredIn: _rule(_BOOKS, "always"),
    of_jackpot.Donated: _rule(_BOOKS, "always"),
    of_house.JackpotClosed: _rule(_BOOKS, "always"),
    # -- players' chips
    of_house.ChipsGiven: _rule("supervisor administrator", others="house"),
}

RULES: dict[str, _Rule] = {name_of(kind): rule for kind, rule in _RULES.items()}
"""By kind of entry, who may have given it. A corrected line is not here: with a rejected hit it is another's."""


class _Person(msgspec.Struct, frozen=True):
    """As much of a person as is looked at here, whatever roles there are by now."""

    id: str
    roles: tuple[str, ...] = ()


class Created(Signatures, frozen=True, kw_only=True):
    """The beginning of a journal, as far as it says who works here, and whether a release is on record."""

    people: list[_Person]
    release: str = ""


class Added(Signatures, frozen=True, kw_only=True):
    """Somebody who works here, as far as it is looked at here."""

    person: _Person


class People:
    """Who worked here when, as the property's stream tells it, and since when release 0.2 has been on record."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._times: list[int] = []
        self._roles: list[Mapping[str, frozenset[str]]] = []
        self._since: int | None = None
        known: dict[str, frozenset[str]] = {}
        for entry in entries:
            kind = kind_of(entry, "property")
            if kind is of_house.PropertyCreated:
                created = read_as(entry, Created)
                known = {person.id: frozenset(person.roles) for person in created.people}
                if created.release:
                    self._since = entry.at
            elif kind is of_house.PersonAdded:
                added = read_as(entry, Added).person
                known = {**known, added.id: frozenset(added.roles)}
            elif kind is of_house.PersonDropped:
                dropped = read_as(entry, of_house.PersonDropped).person
                known = {id: roles for id, roles in known.items() if id != dropped}
            elif kind is of_house.ReleaseUpgraded and self._since is None:
                self._since = entry.at
            self._times.append(entry.at)
            self._roles.append(known)

    def check(self, entry: Entry) -> Iterator[str]:
        """What is wrong with who gave one entry, in words."""
        rule = RULES.get(entry.kind)
        if rule is None or not self._times:
            return
        who, second = entry.who, read_as(entry, Signatures).second
        if who in rule.others or (rule.player and who.startswith("player:")):
            return
        kind, _, rest = who.partition(":")
        if rest and kind in ("panel", "sensor", "shoe", "display"):
            if not rule.device:
                yield f"{who} is a device, and an entry of kind {entry.kind} takes a person"
            return
        if not any(rule.roles & roles for roles in self._held(who, entry.at)):
            had = " and ".join(sorted({role for roles in self._held(who, entry.at) for role in roles}))
            yield f"{who} gave it as {had or 'nobody of this property'}, and it takes {' or '.join(sorted(rule.roles))}"
        if rule.two == "always" or (rule.two == "0.2" and self._since is not None and entry.at >= self._since):
            yield from self._two(who, second, entry.at)

    def _two(self, who: str, second: str | UnsetType | None, at: int) -> Iterator[str]:
        if not second:
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
