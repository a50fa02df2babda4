"""What is approved is what is played: the prints that a table was opened with, against those of the running program.

A table is opened with two fingerprints, of what is played (`houseway.rulebook.fingerprints`) and of the program that
decides its rounds (`GameFolder.program`). Whatever lays money or pays it is decided only by a program
that has both. Another program goes on when two people have put its release on record; another play never does: the open
round is voided, and the table closed and opened anew under an approval.
"""

from __future__ import annotations

import msgspec

from houseway.compliance.configuration import Table
from houseway.errors import HousewayError
from houseway.facade import Game
from houseway.floor.floor_errors import OtherRelease
from houseway.floor.kinds.body import Prints
from houseway.floor.states import TableState
from houseway.registry import find, game
from houseway.release import VERSION
from houseway.rulebook.edition import Edition
from houseway.rulebook.fingerprints import first_play, play_of

APPROVED = "S-1"
FIRST_RELEASE = "0.1.0"
"""The release that wrote no prints and no release into what it opened."""

FIRST_BEHAVIOUR = 1
"""The behaviour number that every game had then."""


def prints_of(table: Table) -> Prints:
    """What this program plays at a table that is configured so."""
    played = game(table.game)
    edition = played.edition(table.edition)
    return Prints(
        play=edition.fingerprint_under(played.behaviour),
        text=edition.text_fingerprint,
        program=played.program,
        behaviour=played.behaviour,
        release=VERSION,
    )


def round_prints(state: TableState) -> Prints:
    """What this program plays the round in progress at an open table with: under the number that the table has."""
    assert state.table is not None
    here = prints_of(state.table)
    behaviour = here.behaviour
    if state.prints is not None:
        behaviour = state.prints.behaviour
    elif state.live is not None and state.live.behaviour is not None:
        behaviour = state.live.behaviour
    if behaviour == here.behaviour:
        return here
    edition = game(state.table.game).edition(state.table.edition)
    return msgspec.structs.replace(here, play=edition.fingerprint_under(behaviour), behaviour=behaviour)


def check_played(state: TableState, round_: int) -> None:
    """Refuse a command that is about a round where this program may not decide it: a new one, or that in progress."""
    if not state.open or state.table is None:
        return
    live = state.live is not None and state.live.round == round_
    counted = state.phase == "tabulated" and state.round == round_
    refusal = open_round_refusal(state) if live or counted else next_round_refusal(state)
    if refusal is not None:
        raise refusal


def next_round_refusal(state: TableState) -> OtherRelease | None:
    """Why this program may begin no round at an open table; nothing where it may."""
    table, fixed = state.table, state.prints
    assert table is not None
    refusal = open_round_refusal(state)
    if refusal is not None:
        return refusal
    if fixed is None:
        return OtherRelease(
            f"release {FIRST_RELEASE} opened table {state.id}, and this is release {VERSION}",
            clause=APPROVED,
            remedy=_upgrade(state.id),
        )
    return None


def open_round_refusal(state: TableState) -> OtherRelease | None:
    """Why this program may not go on with the round in progress at an open table; nothing where it may."""
    table, fixed = state.table, state.prints
    assert table is not None
    played = find(table.game)
    if played is None:
        return OtherRelease(
            f"this release has no {table.game}, which table {state.id} plays",
            clause=APPROVED,
            remedy="bring back the game's package, or void the open round and close the table",
        )
    if fixed is None:
        # Release 0.1 opened it, with the rules that 0.1 had.
        first = first_play(table.game, table.edition)
        if first is None or _plays(played, table, FIRST_BEHAVIOUR, first):
            return None
        fixed = Prints(play=first, text="", program="", behaviour=FIRST_BEHAVIOUR, release=FIRST_RELEASE)
    if not _plays(played, table, fixed.behaviour, fixed.play):
        what = (
            f"behaviour {fixed.behaviour} of {table.game}, and this release has {played.behaviour}"
            if fixed.behaviour > played.behaviour
            else f"other rules of {table.game} {table.edition} than this server has (fingerprint {fixed.play[:12]}…)"
        )
        return OtherRelease(
            f"table {state.id} was opened under {what}",
            clause=APPROVED,
            remedy=f"void the open round, close the table and open it anew, or bring back release {fixed.release}",
        )
    if played.program != fixed.program:
        what = f"release {VERSION}" if fixed.release != VERSION else "with changed program files"
        return OtherRelease(
            f"release {fixed.release} opened table {state.id}, and this server runs {what} "
            f"(program {played.program[:12]}…, not {fixed.program[:12]}…)",
            clause=APPROVED,
            remedy=_upgrade(state.id) if fixed.release != VERSION else _restore(fixed.release),
        )
    return None


def mismatch(state: TableState) -> str | None:
    """What keeps an open table from its next round here, in words; nothing where it may go on."""
    refusal = next_round_refusal(state) if state.open and state.table is not None else None
    return None if refusal is None else str(refusal)


def carried_on(state: TableState) -> Prints | None:
    """The prints of an open table when this release takes it over; nothing where it plays by other rules.

    Play and behaviour number stay: an upgrade changes the program, never the game.
    """
    table, fixed = state.table, state.prints
    assert table is not None
    played = find(table.game)
    if played is None or table.edition not in played.editions:
        return None
    if fixed is not None:
        play, behaviour = fixed.play, fixed.behaviour
    else:
        behaviour = FIRST_BEHAVIOUR
        play = first_play(table.game, table.edition) or played.edition(table.edition).fingerprint_under(behaviour)
    if not _plays(played, table, behaviour, play):
        return None
    return msgspec.structs.replace(prints_of(table), play=play, behaviour=behaviour)


def plays(played: Game, edition: Edition, behaviour: int, fingerprint: str) -> bool:
    """Whether this program has the procedure of that number, and with it plays what the fingerprint names."""
    try:
        played.procedure(behaviour)
    except HousewayError:
        return False
    return edition.fingerprint_under(behaviour) == play_of(fingerprint)


def _plays(played: Game, table: Table, behaviour: int, fingerprint: str) -> bool:
    edition = played.editions.get(table.edition)
    return edition is not None and plays(played, edition, behaviour, fingerprint)


def _upgrade(table: str) -> str:
    return (
        f"have two people put the upgrade on record (houseway property upgrade), or close {table} and open it anew; "
        "a round in progress is voided, or ends under the release that began it"
    )


def _restore(release: str) -> str:
    return f"bring back the files of release {release}, or void the open round, close the table and open it anew"
