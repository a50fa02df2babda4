"""The program's own: an upgrade of its release, a clock that ran ahead, a new sealing key."""

from __future__ import annotations

import re

import msgspec

from houseway.errors import Refused
from houseway.floor.command_streams import Known, Streams, looking
from houseway.floor.declaring import Command, Context, Decision, Draft, Entry, Shape, decides, folds
from houseway.floor.floor_errors import OtherRelease, WrongState
from houseway.floor.forms import DOCUMENT, REASON, Field, Form, words
from houseway.floor.kinds import of_house, of_table
from houseway.floor.permission.controls import Paper, by
from houseway.floor.play.prints import APPROVED, FIRST_RELEASE, carried_on
from houseway.floor.states import PROPERTY, JackpotState, PropertyState, TableState, Upgrade, table_stream
from houseway.journal.sealing.seal_record import SEALS
from houseway.registry import all_games
from houseway.release import VERSION

__all__ = ["ReplaceLostKey", "RotateSealKey", "SetClockRight", "UpgradeRelease"]


class UpgradeRelease(Command, frozen=True, kw_only=True):
    """Another release of the program takes over, named with the one it replaces and with its programs by game.

    Given to a server of the new release. Two people."""

    from_release: str = msgspec.field(name="from")
    to_release: str = msgspec.field(name="to")
    programs: dict[str, str]
    reason: str
    document: str


class ReleaseUpgraded(Shape, frozen=True, rename={"from_release": "from", "to_release": "to"}):
    """Which release took over from which; the tables that go on under it, and those ``left`` to be opened anew."""

    from_release: str
    to_release: str
    tables: tuple[str, ...]
    left: tuple[str, ...]


@looking
def _open_tables(known: Known, command: UpgradeRelease) -> Streams:
    return Streams((*(table_stream(id) for id in known.property.open), PROPERTY))


@words(
    lambda given, reply: (
        f"Release {reply.to_release} is on record in the place of {reply.from_release}."
        + (f" To be closed and opened anew: {', '.join(reply.left)}." if reply.left else "")
    ),
    Form(
        "Upgrade the release",
        "Upgrade",
        (
            Field("from", "From release", option="--from-release"),
            Field("to", "To release", value=VERSION, option="--to-release"),
            Field(
                "programs",
                "Programs",
                "pairs",
                due=lambda asking: programs(),
                hint="Compare them with the release that was published.",
            ),
            DOCUMENT,
            REASON,
        ),
        terminal="property upgrade",
        says="Open tables go on under this release. A table whose rules are others here is closed and opened anew.",
    ),
)
@decides(
    by(
        "administrator",
        "technician",
        people="two",
        filled=("reason",),
        paper=Paper("document"),
        sealed=True,
        clause="S-1",
    ),
    _open_tables,
    ReleaseUpgraded,
)
def upgrade_release(ctx: Context, command: UpgradeRelease) -> Decision:
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
        own = of_table.TableUpgraded(from_release=before, to_release=VERSION, prints=prints, with_=[PROPERTY])
        drafts.append(ctx.draft(table_stream(id), own))
    tables = [id for id in ctx.property.open if id not in left]
    body = of_house.ReleaseUpgraded(
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
    return Decision(
        drafts, ReleaseUpgraded(from_release=before, to_release=VERSION, tables=tuple(tables), left=tuple(left))
    )


@folds(PropertyState, of_house.ReleaseUpgraded)
def _upgraded(state: PropertyState, body: of_house.ReleaseUpgraded, entry: Entry) -> None:
    state.release = body.to_release
    state.upgrades.append(
        Upgrade(
            at=entry.at,
            from_release=body.from_release,
            to_release=body.to_release,
            who=entry.who,
            second=body.beside,
            reason=body.reason,
            document=body.document,
        )
    )


@folds(TableState, of_table.TableUpgraded)
def _table_upgraded(state: TableState, body: of_table.TableUpgraded, entry: Entry) -> None:
    state.prints = body.prints


def release_on_record(property: PropertyState) -> str:
    """The release that plays here by the record; release 0.1 wrote none down."""
    return property.release or FIRST_RELEASE


def programs() -> dict[str, str]:
    """By game, the fingerprint of the program that this release decides its rounds with."""
    return {slug: game.program for slug, game in all_games().items()}


_DAY = 86_400_000_000


class SetClockRight(Command, frozen=True, kw_only=True):
    """A clock ran ahead and is right again, or the journal rested for months and it was right all along. Two people.

    Streams whose last entries are later than now go on from now; those entries count as made now.
    """

    reason: str


class ClockSetRight(Shape, frozen=True):
    """Which streams had gone ahead; the latest time that was written before, and the one that holds now."""

    streams: list[str]
    was: int
    now: int


@looking
def _every_stream(known: Known, command: SetClockRight) -> Streams:
    return Streams(tuple(dict.fromkeys((*known.streams(), PROPERTY))))


@words(
    lambda given, reply: f"The clock is right. Streams that had gone ahead: {', '.join(reply.streams) or 'none'}.",
    Form(
        "Set the clock right",
        "The clock is right now",
        (Field("reason", "What was wrong with the clock", "area"),),
        terminal="property clock",
        says="Entries of a clock that ran ahead count as made now; all streams go on.",
    ),
)
@decides(by("administrator", people="two", filled=("reason",), sealed=True), _every_stream, ClockSetRight)
def set_clock_right(ctx: Context, command: SetClockRight) -> Decision:
    """Every stream whose last entry is later than now goes on from now; the property's own notes it in any case.

    Where no stream is ahead, the journal has rested for so long that a wrong clock is likelier than a closed room: then
    two people say that the clock is right.
    """
    last = {stream: ctx.tx.head(stream)[1] for stream in ctx.tx.streams}
    ahead = {stream: at for stream, at in last.items() if at > ctx.at}
    if not ahead and ctx.at - max(last.values()) < _DAY:
        raise WrongState(
            "no entry is later than now, and the last is of today: the clock needs no setting",
            remedy="give the command that was refused again",
        )
    drafts = [
        ctx.draft(stream, of_house.ClockSetRight(was=at, reason=command.reason, day=ctx.day))
        for stream, at in {**ahead, PROPERTY: last[PROPERTY]}.items()
    ]
    return Decision(drafts, ClockSetRight(streams=sorted(ahead), was=max(last.values()), now=ctx.at))


@folds(PropertyState, of_house.ClockSetRight)
def clamp_property(state: PropertyState, body: of_house.ClockSetRight, entry: Entry) -> None:
    """Days that have not come yet were neither played nor closed, and nothing happened later than now."""
    today = body.day
    state.days = [day for day in state.days if day <= today]
    state.played = [day for day in state.played if day <= today]
    if state.open and today not in (*state.played, *state.days):
        state.played.append(today)
    _clamp(state, entry.at, "closed_at")
    state.gone = {stream: min(day, today) for stream, day in state.gone.items()}
    state.oldest = {id: min(since, entry.at) for id, since in state.oldest.items()}
    for malfunction in state.malfunctions.values():
        _clamp(malfunction, entry.at, "found", "noticed", "mended")


@folds(TableState, of_house.ClockSetRight)
def clamp_table(state: TableState, body: of_house.ClockSetRight, entry: Entry) -> None:
    """Nothing at the table happened later than now; the hour that is counted is this one."""
    _clamp(state, entry.at, "began", "closed_at", "counted_ends")
    _clamp_days(state, entry.at)
    for dated in state.came_in.values():
        for due in dated:
            due[0] = min(due[0], entry.at)
    hour = entry.at // 3_600_000_000
    if state.hour > hour:
        state.hour, state.in_hour = hour, {}
    for win in state.wins:
        _clamp(win, entry.at, "at")
    if state.difference is not None:
        _clamp(state.difference, entry.at, "at")


@folds(JackpotState, of_house.ClockSetRight)
def clamp_jackpot(state: JackpotState, body: of_house.ClockSetRight, entry: Entry) -> None:
    """Nothing of the jackpot happened later than now: dues and checks run from now at the latest."""
    _clamp(state, entry.at, "began", "clear", "stated")
    _clamp_days(state, entry.at)
    for due in state.dues:
        due[0] = min(due[0], entry.at)
    for back in (*state.taken, *state.undone, *state.unpaid):
        back[0], back[2] = min(back[0], entry.at), min(back[2], entry.at)
    for number, check in state.checks.items():
        state.checks[number] = msgspec.structs.replace(check, at=min(check.at, entry.at))
    for hit in state.hits.values():
        _clamp(hit, entry.at, "locked", "closed")


def _clamp_days(state: TableState | JackpotState, at: int) -> None:
    """The next entry says which gaming day it is; no day ended later than now."""
    state.day_ends = 0
    for cut in state.cuts:
        _clamp(cut, at, "at")


def _clamp(thing: msgspec.Struct, at: int, *names: str) -> None:
    for name in names:
        value = getattr(thing, name)
        if value is not None:
            setattr(thing, name, min(value, at))


_PUBLIC_KEY = re.compile(r"[0-9a-f]{64}")


class RotateSealKey(Command, frozen=True, kw_only=True):
    """A new sealing key, ``key`` its public half in hexadecimal; the key before it signs for it. Two people."""

    key: str
    reason: str


class SealKeyChanged(Shape, frozen=True):
    """The public half of the new sealing key."""

    key: str


def _seals(known: Known, command: RotateSealKey | ReplaceLostKey) -> Streams:
    return Streams((SEALS,), (PROPERTY,))


@decides(by("administrator", people="two", filled=("reason",), sealed=True), _seals, SealKeyChanged)
def rotate_seal_key(ctx: Context, command: RotateSealKey) -> Decision:
    """A new key that the one before it signs for."""
    return _new_key(ctx, of_house.SealKeyRotated(key=command.key, reason=command.reason))


class ReplaceLostKey(Command, frozen=True, kw_only=True):
    """A new sealing key instead of one that was lost: nothing signs for it, and verification says so. Two people."""

    key: str
    reason: str


# The seal of a section that begins anew is made with the key itself: before that nothing can be sealed.
@decides(by("administrator", people="two", filled=("reason",)), _seals, SealKeyChanged)
def replace_lost_key(ctx: Context, command: ReplaceLostKey) -> Decision:
    """A new key that nothing vouches for: it stands instead of one that was lost."""
    return _new_key(ctx, of_house.SealKeyReplaced(key=command.key, reason=command.reason))


def _new_key(ctx: Context, body: of_house.NewSealKey) -> Decision:
    if not _PUBLIC_KEY.fullmatch(body.key):
        raise Refused(f"{body.key!r} is no public key", remedy="give its 32 bytes as 64 hexadecimal digits")
    return Decision([ctx.draft(SEALS, body)], SealKeyChanged(key=body.key))


SEAL_KEYS = (RotateSealKey, ReplaceLostKey)
"""Commands that go on record with the change of the key itself, which is made at the terminal."""
