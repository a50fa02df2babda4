"""A jackpot as it is configured: begun, changed, posted anew, stopped and resumed."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from houseway.compliance.configured_tables import setup_of
from houseway.floor.bookkeeping.ledger_lines import together
from houseway.floor.bookkeeping.standing_jackpots import counting, running
from houseway.floor.bookkeeping.stops import overdue, resume_drafts, stop_drafts
from houseway.floor.command_streams import Known, Streams, its_jackpot_and_tables
from houseway.floor.declaring import Command, Context, Decision, Draft, Entry, Shape, decides, folds
from houseway.floor.floor_errors import BadCommand, WrongState
from houseway.floor.forms import JACKPOT, REASON, Field, Form, slugs, words
from houseway.floor.kinds import of_house, of_jackpot
from houseway.floor.permission.controls import BOOKS, MONEY, by
from houseway.floor.permission.names import NOT_JACKPOTS, check_name
from houseway.floor.states import PROPERTY, JackpotState, PropertyState, TableState, jackpot_stream, table_stream
from houseway.jackpots import funds, soundness
from houseway.jackpots.jackpot_configuration import MICROS, Jackpot
from houseway.rulebook.money import dollars
from houseway.rulebook.rule_errors import BadAmount

__all__ = ["AddJackpot", "ChangeJackpot", "PostAmount", "ResumeJackpot", "StopJackpot"]

_METER = (
    Field("seed", "Seed", "money"),
    Field("reseed", "Reseed", "money"),
    Field("rate", "To the amount", "percent", hint="Of each wager."),
    Field("reserve", "To the reserve", "percent", needed=False),
    Field("cap", "Maximum", "money", needed=False, hint="Empty: none."),
)


def meter_fields(place: int, *, row: str = "", needed: bool = True) -> tuple[Field, ...]:
    """The fields of one meter of a jackpot."""
    of = f" of {row.replace('-', ' ').capitalize()}" if row else ""
    return tuple(
        msgspec.structs.replace(
            field,
            name=f"jackpot.meters.{place}.{field.name}",
            label=f"{field.label}{of}",
            needed=needed and field.needed,
        )
        for field in _METER
    )


WHOLE_JACKPOT = Field("jackpot", "Jackpot", "json", hint="Amounts in cents, shares in parts a million.")


class AddJackpot(Command, frozen=True, kw_only=True):
    """A new jackpot; a progressive begins with its seed. Two people."""

    jackpot: Jackpot


class JackpotBegun(Shape, frozen=True):
    """The seed of each row."""

    jackpot: str
    beginning: dict[str, int]


def _of_jackpot(known: Known, command: AddJackpot | ChangeJackpot) -> Streams:
    return Streams((jackpot_stream(command.jackpot.id), PROPERTY))


@words(
    lambda given, reply: f"{given.jackpot.title} begins{_beginning(reply.beginning)}.",
    Form(
        "New jackpot",
        "Add",
        (
            Field("jackpot.id", "Id"),
            Field("jackpot.scheme", "Kind", "choice", choices=slugs("progressive", "bonus")),
            Field(
                "jackpot.updates",
                "The amount",
                "choice",
                choices=(
                    ("real-time", "moves with each wager"),
                    ("updated", "is changed by the operator"),
                    ("static", "is posted once"),
                ),
            ),
            Field("jackpot.wager", "Fixed wager", "money", value="$1"),
            *meter_fields(0, needed=False),
            Field("jackpot.amount", "Posted amount", "money", needed=False),
            Field("jackpot.posted", "Posted rows", "pairs", needed=False, hint="row = $4,000"),
            Field("jackpot.maker", "Maker of the link", needed=False),
        ),
        terminal="jackpot add",
        whole="jackpot",
        says="A progressive needs the fields of its meter; a bonus has an amount or posted rows instead.",
    ),
)
@decides(by("administrator", people="two", sealed=True, clause="LAB-25"), _of_jackpot, JackpotBegun)
def add_jackpot(ctx: Context, command: AddJackpot) -> Decision:
    """A jackpot begins; a progressive with its seed, which the house owes the account from now on."""
    jackpot = command.jackpot
    soundness.check(jackpot)
    check_name(jackpot.id, "jackpot", NOT_JACKPOTS)
    if ctx.tx.state(jackpot_stream(jackpot.id)).status != "none":
        raise WrongState(f"there is or was a jackpot {jackpot.id}", remedy="give the new one another id")
    lines = together(*(funds.seed(jackpot, meter) for meter in jackpot.meters))
    beginning = {meter.row: meter.seed for meter in jackpot.meters}
    body = of_jackpot.JackpotBegun(jackpot=jackpot, beginning=beginning, with_=[PROPERTY])
    return Decision(
        [ctx.draft(jackpot_stream(jackpot.id), body, lines), configured(ctx, jackpot)],
        JackpotBegun(jackpot=jackpot.id, beginning=beginning),
    )


@folds(JackpotState, of_jackpot.JackpotBegun)
def _begun(state: JackpotState, body: of_jackpot.JackpotBegun, entry: Entry) -> None:
    state.jackpot = body.jackpot
    state.status = "running"
    state.began = entry.at


@folds(PropertyState, of_house.JackpotConfigured)
def _jackpot(state: PropertyState, body: of_house.JackpotConfigured, entry: Entry) -> None:
    state.jackpots[body.jackpot.id] = body.jackpot
    state.oldest.setdefault(body.jackpot.id, entry.at)


def configured(ctx: Context, jackpot: Jackpot) -> Draft:
    """A jackpot as the property has it from now on."""
    return ctx.draft(PROPERTY, of_house.JackpotConfigured(jackpot=jackpot, with_=[jackpot_stream(jackpot.id)]))


class ChangeJackpot(Command, frozen=True, kw_only=True):
    """Other parameters. What moves with wagers changes only while every table of the link is closed; seed, reseed and
    cap wait for the next full prize unless every table is closed. Two people."""

    jackpot: Jackpot


class JackpotChanged(Shape, frozen=True):
    """``queued``: the change waits for the next full prize."""

    jackpot: str
    queued: bool


@words(
    lambda given, reply: (
        f"{given.jackpot.title} is changed{': it holds from the next full prize on' if reply.queued else ''}."
    ),
    Form(
        "Change the parameters",
        "Change",
        (WHOLE_JACKPOT,),
        terminal="jackpot change",
        says=(
            "What moves with wagers changes only while every table of the link is closed; seed, reseed and "
            "maximum wait for the next full prize unless they are."
        ),
    ),
)
@decides(by(*BOOKS, people="two", sealed=True, clause="LAB-25"), _of_jackpot, JackpotChanged)
def change_jackpot(ctx: Context, command: ChangeJackpot) -> Decision:
    """Other parameters: at once where no table counts for it, else those that can wait do (LAB-12, LAB-13)."""
    new = command.jackpot
    state, old = running(ctx, new.id)
    if state.status == "removed":
        counting(ctx, new.id)
    soundness.check_change(old, new, ctx.accounts(new.id))
    busy = [id for id in ctx.property.tables_of(new.id) if id in ctx.property.open]
    if busy:
        fixed = [
            name
            for name in ("wager", "posted", "envy", "share", "scheme", "updates", "amount")
            if getattr(old, name) != getattr(new, name)
        ]
        if fixed or [(m.row, m.rate, m.reserve) for m in old.meters] != [
            (m.row, m.rate, m.reserve) for m in new.meters
        ]:
            raise WrongState(
                f"what wagers move or pay at {new.title} does not change while tables are open: {', '.join(busy)}",
                clause="LAB-13",
                remedy="close the tables of the link, then change it",
            )
    drafts = _change(ctx, old, new, queued=bool(busy))
    return Decision(drafts, JackpotChanged(jackpot=new.id, queued=bool(busy)))


@folds(JackpotState, of_jackpot.JackpotChanged)
def _changed(state: JackpotState, body: of_jackpot.JackpotChanged, entry: Entry) -> None:
    if body.queued:
        state.queued = body.jackpot
    else:
        state.jackpot, state.queued = body.jackpot, None


def _change(ctx: Context, old: Jackpot, new: Jackpot, *, queued: bool) -> list[Draft]:
    """The entries of a change: one that waits is only on record."""
    body = of_jackpot.JackpotChanged(jackpot=new, before=old, queued=queued, with_=[PROPERTY])
    if queued:
        return [ctx.draft(jackpot_stream(new.id), body)]
    # What came in under the old cap stays on the side of it where it fell; a new meter begins with its seed.
    added = [funds.seed(new, meter) for meter in new.meters if old.meter(meter.row) is None]
    lines = together(funds.fold_all(old, ctx.accounts(new.id)), *added)
    return [ctx.draft(jackpot_stream(new.id), body, lines), configured(ctx, new)]


def waiting_drafts(ctx: Context, table: str) -> list[Draft]:
    """The entries that bring in the parameters which waited for ``table``, the last open one of its link, to close.

    Those that cannot hold yet, because a cap is under the amount that stands, wait on (LAB-12, LAB-13).
    """
    drafts: list[Draft] = []
    for id in dict.fromkeys(ctx.property.table(table).jackpots.values()):
        state = ctx.jackpot(id)
        busy = [other for other in ctx.property.tables_of(id) if other in ctx.property.open and other != table]
        if state.jackpot is None or state.queued is None or busy:
            continue
        if soundness.fits(state.jackpot, state.queued, ctx.accounts(id)):
            drafts += _change(ctx, state.jackpot, state.queued, queued=False)
    return drafts


class PostAmount(Command, frozen=True, kw_only=True):
    """The operator posts a bonus jackpot's amount anew (the Daily Bonus Jackpot). Two people."""

    jackpot: str
    amount: int | None = None
    posted: dict[str, str] = {}


class AmountPosted(Shape, frozen=True):
    """What is posted now."""

    jackpot: str
    amount: int | None
    posted: dict[str, str]


@words(
    lambda given, reply: f"{given.jackpot} is posted anew: {_as_posted(reply)}.",
    Form(
        "Post the bonus anew",
        "Post",
        (
            *JACKPOT,
            Field("amount", "Amount", "money", needed=False),
            Field("posted", "Posted rows", "pairs", needed=False, option="--row", hint="row = $12,000, one a line"),
        ),
        terminal="jackpot post",
    ),
)
@decides(by(*MONEY, people="two", sealed=True, clause="LAB-25"), its_jackpot_and_tables, AmountPosted)
def post_amount(ctx: Context, command: PostAmount) -> Decision:
    """The operator posts a bonus anew; rounds that begin from here on are played for it."""
    state, old = running(ctx, command.jackpot)
    if old.scheme != "bonus":
        raise WrongState(
            f"{old.title} is a progressive: wagers move it, and nobody posts it", clause="BJS-2", remedy="post a bonus"
        )
    if old.updates == "static":
        raise WrongState(
            f"{old.title} was configured with a static amount", clause="S-10", remedy="configure it as updated"
        )
    if command.amount is not None and command.amount < 0:
        raise BadAmount(f"{command.amount} cents cannot be posted", remedy="post a whole number of cents")
    if command.amount is None and not command.posted:
        raise BadCommand("nothing is posted", remedy="give the amount, or what a row pays")
    amount = old.amount if command.amount is None else command.amount
    new = msgspec.structs.replace(old, amount=amount, posted={**old.posted, **command.posted})
    soundness.check(new)
    tables = ctx.property.tables_of(old.id)
    for id in tables:
        table = ctx.property.table(id)
        setup_of(table, {**ctx.property.jackpots, old.id: new}, ctx.settings_at(id))
        if id in ctx.property.open and ctx.table(id).phase == "tabulated" and table.cards != "none":
            raise WrongState(
                f"round {ctx.table(id).round} of table {id} is in progress for the amount displayed",
                clause="S-16",
                remedy="post it between rounds",
            )
    body = of_jackpot.AmountPosted(jackpot=new, before=old, with_=[PROPERTY])
    if state.queued is not None:
        # What was approved and waits goes on waiting, for the amount that is posted now.
        waiting = msgspec.structs.replace(state.queued, amount=amount, posted={**state.queued.posted, **command.posted})
        body = msgspec.structs.replace(body, waiting=waiting)
    at_table = of_jackpot.AmountPosted(jackpot=new, with_=[jackpot_stream(old.id)])
    drafts = [ctx.draft(table_stream(id), at_table) for id in tables if id in ctx.property.open]
    drafts += [ctx.draft(jackpot_stream(old.id), body), configured(ctx, new)]
    return Decision(drafts, AmountPosted(jackpot=old.id, amount=amount, posted=new.posted))


@folds(JackpotState, of_jackpot.AmountPosted)
def _posted(state: JackpotState, body: of_jackpot.AmountPosted, entry: Entry) -> None:
    state.jackpot = body.jackpot
    # Entries of 0.1 say nothing of parameters that waited: there they were dropped.
    state.queued = body.waiting or None


@folds(TableState, of_jackpot.AmountPosted)
def _posted_at_table(state: TableState, body: of_jackpot.AmountPosted, entry: Entry) -> None:
    # A round that was counted is played for what was posted then; with the tabulator alone it ends with the next press.
    if state.phase == "tabulated":
        state.posting[body.jackpot.id] = body.jackpot
    else:
        state.jackpots = {**state.jackpots, body.jackpot.id: body.jackpot}


class StopJackpot(Command, frozen=True, kw_only=True):
    """No more wagers are counted for this jackpot."""

    jackpot: str
    reason: str


class JackpotStopped(Shape, frozen=True):
    """Whether the jackpot is stopped now."""

    jackpot: str
    stopped: bool


@words(
    lambda given, reply: f"{given.jackpot} is stopped: no wager is counted for it.",
    Form("Stop counting", "Stop the jackpot", (*JACKPOT, REASON), terminal="jackpot stop", danger=True),
)
@decides(by(*MONEY, "surveillance", "security", filled=("reason",)), its_jackpot_and_tables, JackpotStopped)
def stop_jackpot(ctx: Context, command: StopJackpot) -> Decision:
    """Counting stops at every table of the link."""
    state, jackpot = running(ctx, command.jackpot)
    if state.status != "running":
        raise WrongState(
            f"{jackpot.title} is {state.status} already: {state.why}",
            remedy="resume it once what stopped it is made good",
        )
    return Decision(stop_drafts(ctx, jackpot.id, command.reason), JackpotStopped(jackpot=jackpot.id, stopped=True))


@folds(JackpotState, of_jackpot.JackpotStopped)
def _stopped(state: JackpotState, body: of_jackpot.JackpotStopped, entry: Entry) -> None:
    if state.status != "removed":
        state.status, state.why = "stopped", body.reason
    state.short = state.short if body.short is UNSET else body.short


@folds(TableState, of_jackpot.JackpotStopped)
def _jackpot_stopped(state: TableState, body: of_jackpot.JackpotStopped, entry: Entry) -> None:
    state.stopped[body.jackpot] = body.reason


class ResumeJackpot(Command, frozen=True, kw_only=True):
    """Counting goes on. Two people."""

    jackpot: str
    reason: str


@words(
    lambda given, reply: f"{given.jackpot} goes on.",
    Form("Let counting go on", "Resume", (*JACKPOT, REASON), terminal="jackpot resume"),
)
@decides(by(*MONEY, people="two", filled=("reason",), sealed=True), its_jackpot_and_tables, JackpotStopped)
def resume_jackpot(ctx: Context, command: ResumeJackpot) -> Decision:
    """Counting goes on, once what stopped it is made good."""
    state, jackpot = running(ctx, command.jackpot)
    if state.status != "stopped":
        raise WrongState(f"{jackpot.title} is {state.status}, not stopped", remedy="resume a jackpot that is stopped")
    if state.short:
        raise WrongState(
            f"the account of {jackpot.title} is still short by {dollars(-(-state.short // MICROS))}",
            clause="WAC 230-15-715",
            remedy="deposit it, then resume",
        )
    if state.missing:
        raise WrongState(
            f"the bank has {dollars(-(-state.missing // MICROS))} less for {jackpot.title} than is booked",
            clause="WAC 230-15-455",
            remedy="make it good, then enter a statement that shows it",
        )
    late = overdue(ctx, jackpot.id)
    if late:
        raise late.refusal(ctx.property.zone, "it stays stopped", "Record the deposit, then resume it.")
    return Decision(resume_drafts(ctx, jackpot.id, command.reason), JackpotStopped(jackpot=jackpot.id, stopped=False))


@folds(JackpotState, of_jackpot.JackpotResumed)
def _resumed(state: JackpotState, body: of_jackpot.JackpotResumed, entry: Entry) -> None:
    if state.status != "removed":
        state.status, state.why = "running", ""
    state.short = 0


@folds(TableState, of_jackpot.JackpotResumed)
def _jackpot_resumed(state: TableState, body: of_jackpot.JackpotResumed, entry: Entry) -> None:
    state.stopped.pop(body.jackpot, None)


def _beginning(amounts: dict[str, int]) -> str:
    said = [f"{row + ' ' if row else ''}{dollars(amount)}" for row, amount in amounts.items()]
    return f" with a seed of {', '.join(said)}" if said else ""


def _as_posted(reply: AmountPosted) -> str:
    said = [f"{row} {pay}" for row, pay in reply.posted.items()]
    if reply.amount is not None:
        said.insert(0, dollars(reply.amount))
    return ", ".join(said)
