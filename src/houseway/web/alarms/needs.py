"""One thing that needs attention, and whom it concerns."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from houseway.operations.operations_file import TONES, Tone
from houseway.operations.senders import Alarm

CONCERNS: dict[str, frozenset[str]] = {
    "Surveillance": frozenset({"surveillance", "supervisor"}),
    "Hits": frozenset({"supervisor", "surveillance", "accounting"}),
    "Proposals": frozenset({"administrator", "supervisor", "surveillance", "accounting", "technician"}),
    "The day": frozenset({"accounting", "supervisor"}),
    "Deposits": frozenset({"accounting", "administrator"}),
    "Malfunctions": frozenset({"supervisor", "technician", "administrator"}),
    "Jackpots": frozenset({"supervisor", "accounting", "technician", "administrator"}),
    "Tables": frozenset({"supervisor", "technician"}),
    "Release": frozenset({"administrator", "technician"}),
    "Approvals & licences": frozenset({"administrator"}),
    "People": frozenset({"administrator", "surveillance"}),
    "Done alone": frozenset({"administrator", "supervisor", "surveillance", "security", "accounting"}),
    "Devices": frozenset({"technician", "supervisor"}),
    "Seals": frozenset({"technician", "administrator", "surveillance"}),
    "Machine": frozenset({"technician", "administrator"}),
    "Messages": frozenset({"technician", "administrator"}),
    "Backups": frozenset({"technician", "administrator"}),
    "Results": frozenset({"surveillance", "supervisor", "accounting"}),
}
"""Whom each group concerns; a regulator looks at all of them."""


class Need(msgspec.Struct, frozen=True):
    """One thing that needs attention: what, since or until when, where it is dealt with.

    ``subject`` says what it is about, and stays the same for as long as it lasts, whatever the amounts do meanwhile.
    """

    group: str
    tone: Tone
    what: str
    detail: str
    link: str
    clock: str = ""
    clause: str = ""
    subject: str = ""

    @property
    def id(self) -> str:
        """What it is known by from one look to the next."""
        return f"{self.group}:{self.subject or self.link}:{self.tone}"

    def concerns(self, roles: Collection[str]) -> bool:
        """Whether it is for somebody of these roles."""
        return "regulator" in roles or bool(CONCERNS[self.group].intersection(roles))

    def alarm(self) -> Alarm:
        """The same as a message tells of it."""
        return Alarm(self.id, self.group, self.tone, self.what, self.detail, self.link, self.clause)


def from_tone(needs: Iterable[Need], least: Tone) -> list[Need]:
    """Those that are as pressing as ``least``, or more."""
    return [need for need in needs if TONES.index(need.tone) <= TONES.index(least)]


def span(micros: int) -> str:
    """A length of time as people say it."""
    minutes = abs(micros) // 60_000_000
    if minutes < 60:
        return f"{max(minutes, 1)} min"
    if minutes < 48 * 60:
        return f"{minutes // 60} h {minutes % 60:02d} min"
    return f"{minutes // 1440} days"
