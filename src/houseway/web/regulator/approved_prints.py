"""What runs at each table beside what was approved for it: fingerprints, approvals with their documents, in words."""

from __future__ import annotations

from typing import Literal

import msgspec

from houseway.compliance.approvals import missing_steps
from houseway.compliance.configuration import Approval, Table
from houseway.compliance.configured_tables import edition_of
from houseway.compliance.profile import Settings
from houseway.floor.kinds.body import Prints
from houseway.floor.mirror import Mirror
from houseway.floor.play.prints import mismatch, prints_of
from houseway.floor.states import PropertyState, TableState
from houseway.floor.subjects.upkeep import release_on_record
from houseway.registry import game
from houseway.release import VERSION

Tone = Literal["good", "warn", "alarm", "info"]


class ShownApproval(msgspec.Struct, frozen=True):
    """An approval of a table's game: its last step with day and reference, and whether it is for what is played."""

    approval: Approval
    on: str
    by: str
    reference: str
    holds: bool
    missing: tuple[str, ...]


class TablePrints(msgspec.Struct, frozen=True):
    """A table: what it runs (or would open with, where it is closed), what is approved, and the verdict."""

    table: Table
    game: str
    open: bool
    prints: Prints
    approvals: tuple[ShownApproval, ...]
    tone: Tone
    says: str

    @property
    def matches(self) -> bool:
        """Whether what runs is what was approved."""
        return self.tone in ("good", "info")


def printed_tables(mirror: Mirror, settings: Settings) -> list[TablePrints]:
    """Every table that is configured here; private tables are played as the table that they are copied from."""
    own = (table for table in mirror.property.tables.values() if not table.copy_of)
    return [_printed(mirror.property, table, mirror.table(table.id), settings) for table in own]


def _printed(property: PropertyState, table: Table, state: TableState, settings: Settings) -> TablePrints:
    # An open table is played by what it was opened with, whatever was configured since.
    played = state.table if state.open and state.table is not None else table
    prints = state.prints if state.open and state.prints is not None else prints_of(played)
    approvals = tuple(
        _shown(each, played, settings)
        for each in property.approvals.values()
        if (each.game, each.edition) == (played.game, played.edition)
    )
    tone, says = _verdict(state, prints, approvals, settings)
    return TablePrints(played, edition_of(played).about.title, state.open, prints, approvals, tone, says)


def _shown(approval: Approval, table: Table, settings: Settings) -> ShownApproval:
    last = max(approval.steps, key=lambda step: step.on, default=None)
    return ShownApproval(
        approval,
        last.on if last is not None else "",
        last.by if last is not None else "",
        next((step.reference for step in reversed(approval.steps) if step.reference), ""),
        game(table.game).approves(edition_of(table), approval.fingerprint),
        tuple(step.id for step in missing_steps(approval, settings)),
    )


def _verdict(
    state: TableState, prints: Prints, approvals: tuple[ShownApproval, ...], settings: Settings
) -> tuple[Tone, str]:
    """Whether they match, as a sentence that says why."""
    stopped = mismatch(state)
    if stopped is not None:
        return "alarm", f"Mismatch: {stopped}"
    if not approvals:
        if settings["approval-steps"]:
            return "alarm", "No approval of this game is on file. The table does not open without one."
        return "info", "The profile asks for no approval. The fingerprints are on record with every opening."
    holding = [each for each in approvals if each.holds]
    if not holding:
        ids = " and ".join(each.approval.id for each in approvals)
        return "alarm", f"Mismatch: {ids} approves other rules of play than those that run."
    whole = [each for each in holding if not each.missing]
    if not whole:
        return "warn", f"Match with {holding[0].approval.id}, but steps of the approval are missing."
    says = f"Match: play {prints.play[:12]}… is what {whole[0].approval.id} approves"
    if not any(each.approval.documents for each in whole):
        return "good", f"{says}. No document is attached to the approval."
    return "good", f"{says}, with its document on file."


class Release(msgspec.Struct, frozen=True):
    """The release on record beside the one that this server runs, in words."""

    on_record: str
    here: str
    tone: Tone
    says: str


def release_of(property: PropertyState) -> Release:
    """Whether this server runs the release that two people put on record."""
    known = release_on_record(property)
    if known == VERSION:
        return Release(known, VERSION, "good", "This server runs the release on record.")
    says = f"This server runs {VERSION}, and {known} is on record. Two people put the upgrade on record first."
    return Release(known, VERSION, "alarm", says)
