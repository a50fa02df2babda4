"""The payout slip of a paid hit: printed once as the original, afterwards as numbered copies, each on record."""

from __future__ import annotations

from houseway.floor.command_streams import its_jackpot
from houseway.floor.declaring import Command, Context, Decision, Entry, Shape, decides, folds, reply_of
from houseway.floor.floor_errors import WrongState
from houseway.floor.forms import words
from houseway.floor.kinds import of_payment
from houseway.floor.permission.controls import HIT, by
from houseway.floor.states import JackpotState, jackpot_stream

__all__ = ["PrintSlip"]


class PrintSlip(Command, frozen=True, kw_only=True):
    """The payout slip of a hit is printed: a copy where it was printed before."""

    jackpot: str
    hit: str


class SlipPrinted(Shape, frozen=True):
    """The number of the slip, and of the copy: 0 is the original."""

    hit: str
    slip: str
    copy: int


@words(lambda given, reply: f"Payout slip {reply.slip}{f', copy {reply.copy},' if reply.copy else ''} is on record.")
@decides(by("supervisor", "accounting", clause=HIT), its_jackpot, SlipPrinted)
def print_slip(ctx: Context, command: PrintSlip) -> Decision:
    """A slip for a hit that is paid, the original once."""
    state = ctx.jackpot(command.jackpot)
    older = state.older.get(command.hit)
    if older is not None:
        payment, prints = older.entries[-1], older.prints
    else:
        hit = state.hit(command.hit)
        if hit.state != "paid":
            raise WrongState(f"hit {hit.id} is not paid, and has no payout slip", clause=HIT, remedy="pay it first")
        payment, prints = hit.entry, hit.prints
    slip = of_payment.slip_number(command.jackpot, payment)
    body = of_payment.SlipPrinted(hit=command.hit, slip=slip, copy=prints)
    return Decision([ctx.draft(jackpot_stream(command.jackpot), body)], reply_of(SlipPrinted, body))


@folds(JackpotState, of_payment.SlipPrinted)
def _printed(state: JackpotState, body: of_payment.SlipPrinted, entry: Entry) -> None:
    known = state.hits.get(body.hit) or state.older.get(body.hit)
    if known is not None:
        known.prints = body.copy + 1
