"""The small hits of one round, verified and paid together: one look at the hands, two signatures, all or nothing."""

from __future__ import annotations

from typing import Literal

from houseway.compliance.profile import Settings
from houseway.floor.bookkeeping.withholding import is_reported
from houseway.floor.command_streams import its_table_and_jackpots
from houseway.floor.declaring import Cents, Command, Context, Decision, Draft, Shape, decides
from houseway.floor.floor_errors import ReferenceMissing, WrongState
from houseway.floor.forms import TABLE, Field, Form, round_field, slugs, words
from houseway.floor.kinds import of_jackpot
from houseway.floor.permission.controls import HIT, by
from houseway.floor.permission.papers import is_blank
from houseway.floor.permission.permissions import hits_of_round
from houseway.floor.states import Held, Hit, jackpot_stream
from houseway.floor.subjects.jackpots.hit_payment import PayHit, check_settled, payment
from houseway.floor.subjects.jackpots.hits import LOCK
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.rulebook.money import dollars
from houseway.table.shown.wording import counted

__all__ = ["PaySmallHits"]


class PaySmallHits(Command, frozen=True, kw_only=True):
    """Every small hit of a round: verified with the cards it was claimed with, and paid.

    A percent prize is left for a verification of its own, and so is one that is reported for tax, or is above the
    thresholds of surveillance, of checks or, unless its player is on record, of players.
    """

    table: str
    round: int
    deck: str
    method: Literal["cash", "chips"] = "chips"
    reference: str = ""


class SmallHitsPaid(Shape, frozen=True):
    """The hits that were paid, what they came to, and those of the round that wait for surveillance."""

    hits: list[str]
    amount: Cents
    left: list[str]


@words(
    lambda given, reply: f"{counted(len(reply.hits), 'hit')} of round {given.round} paid: {dollars(reply.amount)}.",
    Form(
        "Verify and pay the small hits of a round",
        "Verify and pay",
        (
            *TABLE,
            round_field(lambda table: table.round, "The last one if left out."),
            Field("deck", "Deck", hint="How it was found: counted, complete, by whom."),
            Field("method", "Paid in", "choice", choices=slugs("chips", "cash"), value="chips"),
            Field("reference", "Reference", needed=False, hint="Number of the slip."),
        ),
        terminal="jackpot hit settle",
        says="Every hit up to the surveillance threshold, together: two people looked at the hands and the deck.",
    ),
)
@decides(
    by("supervisor", people="two", filled=("deck",), apart=("claim",), sealed=True, clause=HIT),
    its_table_and_jackpots,
    SmallHitsPaid,
)
def pay_small_hits(ctx: Context, command: PaySmallHits) -> Decision:
    """Each hit keeps its own entries, and all of them are one commit: a refusal of one pays none."""
    hits = hits_of_round(ctx, command.table, command.round)
    held = ctx.table(command.table).held
    small = [hit for hit in hits if is_small(ctx.settings, hit, held.get(hit.id), _jackpot(ctx, hit).wager)]
    if not small:
        raise WrongState(
            f"round {command.round} of table {command.table} has no small hit to pay",
            clause=LOCK,
            remedy="verify and pay larger prizes one by one",
        )
    drafts: list[Draft] = []
    accounts = {hit.jackpot: dict(ctx.accounts(hit.jackpot)) for hit in small}
    for hit in small:
        check_settled(ctx, hit)
        if hit.state == "locked":
            drafts.append(_verified(ctx, command, hit))
        # At the table, made good from the account; nobody is named for several prizes, and none of them is reported.
        how = PayHit(jackpot=hit.jackpot, hit=hit.id, by="cage", method=command.method, reference=command.reference)
        entries, accounts[hit.jackpot], _ = payment(ctx, _jackpot(ctx, hit), hit, how, accounts[hit.jackpot])
        drafts += entries
    reply = SmallHitsPaid(
        hits=[hit.id for hit in small],
        amount=sum(hit.amount for hit in small),
        left=[hit.id for hit in hits if hit not in small],
    )
    return Decision(drafts, reply)


def _jackpot(ctx: Context, hit: Hit) -> Jackpot:
    jackpot = ctx.jackpot(hit.jackpot).jackpot
    assert jackpot is not None
    return jackpot


def is_small(settings: Settings, hit: Hit, held: Held | None, wager: int) -> bool:
    """Whether a hit may be verified and paid with others.

    ``held`` is its line in a settled round, if it has one, and ``wager`` what was wagered for it.
    """
    named = bool(hit.player) or (held is not None and bool(held.player))
    thresholds = ("surveillance-threshold", "check-threshold", *(() if named else ("player-threshold",)))
    most = [settings[name] for name in thresholds if settings[name] is not None]
    taxed = is_reported(settings, hit.amount, wager)
    return not hit.two and not taxed and all(hit.amount <= each for each in most)


def _verified(ctx: Context, command: PaySmallHits, hit: Hit) -> Draft:
    if is_blank(hit.cards):
        raise ReferenceMissing(
            f"hit {hit.id} was claimed without its cards", clause=HIT, remedy="verify it by itself, with the cards"
        )
    body = of_jackpot.HitVerified(hit=hit.id, cards=hit.cards, deck=command.deck, surveillance="", player=hit.player)
    return ctx.draft(jackpot_stream(hit.jackpot), body)
