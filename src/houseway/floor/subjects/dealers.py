"""Who deals at a table: dealers sign on, relieve each other and sign off, and every round says who dealt it.

A table where nobody has signed on is dealt as before: its rounds name whoever gave their commands, and no dealer.
"""

from __future__ import annotations

from msgspec import UNSET

from houseway.floor.command_streams import its_table
from houseway.floor.declaring import Command, Context, Decision, Entry, Shape, decides, folds
from houseway.floor.floor_errors import NotPermitted, WrongState
from houseway.floor.forms import TABLE, Form, words
from houseway.floor.kinds import of_table
from houseway.floor.permission.controls import FLOOR, by
from houseway.floor.states import DealerShift, TableState, table_stream
from houseway.table.shown.shape_base import Sometimes

__all__ = ["SignOffDealer", "SignOnDealer"]

KEPT_SHIFTS = 20
"""Shifts that a table keeps at hand; the journal keeps all."""


class SignOnDealer(Command, frozen=True, kw_only=True):
    """Whoever gives it deals from now on, and relieves whoever did."""

    table: str


class SignOffDealer(Command, frozen=True, kw_only=True):
    """The dealer leaves the table, by the own word or by that of a supervisor."""

    table: str


class DealerChanged(Shape, frozen=True):
    """Who deals now, and who was relieved or has left."""

    table: str
    dealer: str | None
    left: Sometimes[str] = UNSET


@words(
    lambda given, reply: f"{reply.dealer} deals at table {given.table}.",
    Form("Sign on as dealer", "Sign on", TABLE, terminal="table sign-on", says="You deal from now on."),
)
@decides(by(*FLOOR), its_table, DealerChanged)
def sign_on_dealer(ctx: Context, command: SignOnDealer) -> Decision:
    """A dealer comes to the table, alone or to relieve the one who is there."""
    state = ctx.open_table(command.table)
    assert state.table is not None
    if state.table.cards == "virtual":
        raise WrongState(f"table {state.id} deals by itself", remedy="sign on where real cards are dealt")
    if state.dealer == ctx.who:
        raise WrongState(f"{ctx.who} deals at table {state.id} already", remedy="go on dealing")
    body = of_table.DealerSignedOn(dealer=ctx.who, relieved=state.dealer or UNSET, round=state.round)
    reply = DealerChanged(table=state.id, dealer=ctx.who, left=state.dealer or UNSET)
    return Decision([ctx.draft(table_stream(state.id), body)], reply)


@folds(TableState, of_table.DealerSignedOn)
def _signed_on(state: TableState, body: of_table.DealerSignedOn, entry: Entry) -> None:
    end_shift(state, entry.at)
    state.dealer = body.dealer
    # The next round: the one in progress was begun by another.
    first = max(state.round, state.live.round if state.live is not None else 0) + 1
    shift = DealerShift(dealer=body.dealer, since=entry.at, first=first)
    state.dealers = [*state.dealers, shift][-KEPT_SHIFTS:]


@words(
    lambda given, reply: f"{reply.left} no longer deals at table {given.table}.",
    Form("Sign off the dealer", "Sign off", TABLE, terminal="table sign-off", says="Nobody deals until one signs on."),
)
@decides(by(*FLOOR), its_table, DealerChanged)
def sign_off_dealer(ctx: Context, command: SignOffDealer) -> Decision:
    """A dealer leaves the table."""
    state = ctx.open_table(command.table)
    if not state.dealer:
        raise WrongState(f"no dealer has signed on at table {state.id}", remedy="sign on first")
    if state.dealer != ctx.who and "supervisor" not in ctx.property.people[ctx.who].roles:
        raise NotPermitted(
            f"{state.dealer} deals at table {state.id}, and {ctx.who} is no supervisor",
            remedy="relieve the dealer, or call a supervisor",
        )
    body = of_table.DealerSignedOff(dealer=state.dealer, round=state.round)
    reply = DealerChanged(table=state.id, dealer=None, left=state.dealer)
    return Decision([ctx.draft(table_stream(state.id), body)], reply)


@folds(TableState, of_table.DealerSignedOff)
def _signed_off(state: TableState, body: of_table.DealerSignedOff, entry: Entry) -> None:
    end_shift(state, entry.at)


def end_shift(state: TableState, at: int) -> None:
    """Nobody deals any more: the shift of whoever did ends with the last round begun."""
    if state.dealer and state.dealers:
        last = state.dealers[-1]
        last.until, last.last = at, max(state.round, state.live.round if state.live is not None else 0)
    state.dealer = ""
