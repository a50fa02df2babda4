"""The upgrade of a release: two people put on record which program decides the rounds of open tables from now on."""

from __future__ import annotations

from houseway.errors import OtherRelease, WrongState
from houseway.floor import commands as c
from houseway.floor.context import Context
from houseway.floor.kinds.of_house import ReleaseUpgraded
from houseway.floor.kinds.of_table import TableUpgraded
from houseway.floor.prints import APPROVED, FIRST_RELEASE, carried_on
from houseway.floor.states import PROPERTY, PropertyState, table_stream
from houseway.journal import Decision, Draft
from houseway.registry import all_games
from houseway.release import VERSION


def release_on_record(property: PropertyState) -> str:
    """The release that plays here by the record; release 0.1 wrote none down."""
    return property.release or FIRST_RELEASE


def programs() -> dict[str, str]:
    """By game, the fingerprint of the program that this release decides its rounds with."""
    return {slug: game.program for slug, game in all_games().items()}


def upgrade_release(ctx: Context, command: c.UpgradeRelease) -> Decision:
    """Open tables go on under this release's program; one whose rules are others here is left as it is.

    The command names both releases and the programs, and is given to a server of the new one, which knows its own.
    """
    before = release_on_record(ctx.property)
    if command.from_release != before:
        raise WrongState(
            f"release {before} is on record here, not {command.from_release}",
            clause=APPROVED,
            remedy=f"name {before} as the release that is replaced",
        )
    if command.to_release != VERSION:
        raise OtherRelease(
            f"this server runs release {VERSION}, not {command.to_release}",
            clause=APPROVED,
            remedy=f"give the command at a server of release {command.to_release}",
        )
    if before == VERSION:
        raise WrongState(
            f"release {VERSION} is on record already",
            clause=APPROVED,
            remedy="a table that still does not go on was opened with other files: bring them back, or open it anew",
        )
    here = programs()
    if command.programs != here:
        game = next(slug for slug in sorted({*here, *command.programs}) if here.get(slug) != command.programs.get(slug))
        raise OtherRelease(
            f"the program of {game} is not the one that was named ({here.get(game, 'none')[:12]}… runs here)",
            clause=APPROVED,
            remedy="compare the files here with the release that was published, then name the programs anew",
        )
    drafts: list[Draft] = []
    left: list[str] = []
    for id in ctx.property.open:
        prints = carried_on(ctx.table(id))
        if prints is None:
            left.append(id)
            continue
        own = TableUpgraded(from_release=before, to_release=VERSION, prints=prints, with_=[PROPERTY])
        drafts.append(ctx.draft(table_stream(id), own))
    tables = [id for id in ctx.property.open if id not in left]
    body = ReleaseUpgraded(
        from_release=before,
        to_release=VERSION,
        programs=here,
        reason=command.reason,
        document=command.document,
        tables=tables,
        left=left,
        with_=[table_stream(id) for id in tables],
    )
    drafts.append(ctx.draft(PROPERTY, body))
    return Decision(drafts, {"from": before, "to": VERSION, "tables": tables, "left": left})
