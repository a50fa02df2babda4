"""Jackpots as commands find them: running, a progressive, one whose money is its own; and the papers they used."""

from __future__ import annotations

from houseway.floor.context import Context
from houseway.floor.floor_errors import WrongState
from houseway.floor.kinds.body import Signatures
from houseway.floor.states import JackpotState, normal
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.jackpots.jackpot_errors import RemovalRefused
from houseway.journal import Entry


def running(ctx: Context, id: str) -> tuple[JackpotState, Jackpot]:
    """A jackpot that is not closed."""
    state = ctx.jackpot(id)
    assert state.jackpot is not None
    if state.status == "closed":
        raise WrongState(f"{state.title} is closed", remedy="give the command for a jackpot that is not closed")
    return state, state.jackpot


def progressive(ctx: Context, id: str) -> tuple[JackpotState, Jackpot]:
    """A progressive that is not closed."""
    state, jackpot = running(ctx, id)
    if jackpot.scheme != "progressive":
        raise WrongState(
            f"{jackpot.title} is a bonus jackpot and holds no money of the players",
            clause="BJS-2",
            remedy="name a progressive",
        )
    return state, jackpot


def counting(ctx: Context, id: str) -> tuple[JackpotState, Jackpot]:
    """A progressive whose money is still its own: not closed, transferred or given away."""
    state, jackpot = progressive(ctx, id)
    if state.status == "removed":
        raise RemovalRefused(
            f"{jackpot.title} was removed: {state.why}", clause="WAC 230-15-710", remedy="close it; begin another one"
        )
    return state, jackpot


def moved(state: JackpotState, body: Signatures, entry: Entry) -> None:
    """Money of the account was moved: whoever signed for it does not enter the bank's next statement."""
    state.moved_by = sorted({*state.moved_by, *body.signers(entry.who)})


def used(state: JackpotState, purpose: str, text: str) -> None:
    """A paper that served once."""
    known, seen = state.references.setdefault(purpose, []), normal(text)
    if seen and seen not in known:
        known.append(seen)
