"""``houseway jackpot``: jackpots begin, are posted, hit, verified, paid, changed, removed and closed."""

from __future__ import annotations

from typing import Annotated, Literal, cast

import typer

from houseway.cli.floor.configured_entries import read_entry
from houseway.cli.floor.floor_database import Database
from houseway.cli.floor.terminal_desk import Desk, JackpotId, Json, floor_at, money, order
from houseway.cli.maths.table_choices import pairs
from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.floor.floor_errors import BadCommand, UnknownThing
from houseway.jackpots.jackpot_configuration import Jackpot

app = typer.Typer(
    add_completion=False,
    help="Jackpots: begin, post, hit, verify, pay, change, remove; and the players' money in escrow.",
)
hit = typer.Typer(help="A hit's life: claimed, verified, then paid or rejected.")
app.add_typer(hit, name="hit")

JackpotFile = Annotated[str, typer.Argument(metavar="FILE", help="The jackpot: TOML, or JSON as in show; - is typed.")]
Pick = Annotated[str | None, typer.Option("--pick", metavar="ID", help="Which jackpot, where the file has several.")]
Reason = Annotated[str, typer.Option("--reason", metavar="WHY", help="Why.")]
Document = Annotated[str, typer.Option("--document", metavar="REF", help="The document that it rests on.")]


@app.command("list")
def list_(database: Database = None, json: Json = False) -> None:
    """List the jackpots: what they display, what is due at the bank, which hits are open."""
    from houseway.cli.floor.jackpot_show import show_all

    with floor_at(database) as floor:
        show_all(floor, as_json=json)


@app.command()
def show(jackpot: JackpotId, database: Database = None, json: Json = False) -> None:
    """Show one jackpot: parameters, funds, bank, hits; the JSON may be edited and given to change."""
    from houseway.cli.floor.jackpot_show import show as run

    with floor_at(database) as floor:
        run(floor, jackpot, as_json=json)


@order(app, "add")
def add(desk: Desk, file: JackpotFile, pick: Pick = None) -> c.AddJackpot:
    """Add a jackpot; a progressive begins with its seed. Two people."""
    return c.AddJackpot(jackpot=read_entry(file, Jackpot, "jackpot", pick))


@order(app, "change")
def change(desk: Desk, file: JackpotFile, pick: Pick = None) -> c.ChangeJackpot:
    """Give a jackpot other parameters, at once or with the next full prize. Two people."""
    return c.ChangeJackpot(jackpot=read_entry(file, Jackpot, "jackpot", pick))


@order(app, "post")
def post(
    desk: Desk,
    jackpot: JackpotId,
    amount: Annotated[
        str | None, typer.Option("--amount", metavar="DOLLARS", help="The amount that percent rows are reckoned on.")
    ] = None,
    row: Annotated[
        list[str] | None,
        typer.Option("--row", metavar="ROW=PAY", help="What a posted row pays, such as $12,000. Repeatable."),
    ] = None,
) -> c.PostAmount:
    """Post a bonus jackpot anew (the Daily Bonus Jackpot). Two people."""
    if amount is None and not row:
        raise BadCommand("nothing is posted", remedy="give --amount, or --row ROW=PAY")
    return c.PostAmount(
        jackpot=jackpot,
        amount=None if amount is None else money(amount, least=0),
        posted=pairs(row or (), "--row"),
    )


@order(app, "stop")
def stop(desk: Desk, jackpot: JackpotId, reason: Reason) -> c.StopJackpot:
    """Stop counting for a jackpot at every table."""
    return c.StopJackpot(jackpot=jackpot, reason=reason)


@order(app, "resume")
def resume(desk: Desk, jackpot: JackpotId, reason: Reason) -> c.ResumeJackpot:
    """Let counting go on, once what stopped it is made good. Two people."""
    return c.ResumeJackpot(jackpot=jackpot, reason=reason)


# -- hits

HitId = Annotated[str, typer.Argument(metavar="HIT", help="The hit's id, such as T1-12-1.")]


@hit.command("list")
def hit_list(
    jackpot: Annotated[str | None, typer.Argument(metavar="[JACKPOT]", help="Only this jackpot.")] = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """List the hits at hand, the open ones first."""
    from houseway.cli.floor.jackpot_show import show_hits

    with floor_at(database) as floor:
        show_hits(floor, jackpot, as_json=json)


@order(hit, "claim")
def hit_claim(
    desk: Desk,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table it was hit at.")],
    row: Annotated[
        list[str],
        typer.Option("--row", metavar="SEAT:WAGER:EVENT", help="Who hit which row, such as 3:jackpot:ROW. Repeatable."),
    ],
    cards: Annotated[str, typer.Option("--cards", metavar="CARDS", help="The winning cards.")] = "",
    round_: Annotated[
        int | None, typer.Option("--round", min=1, metavar="N", help="The round; the last one if left out.")
    ] = None,
) -> c.ClaimHit:
    """Claim all rows hit in a round together: amounts are fixed and locked, the meter lowered."""
    claims = []
    for text in row:
        seat, wager, event = (*text.split(":", 2), "", "")[:3]
        if not (seat.isascii() and seat.isdigit() and wager and event):
            raise BadCommand(f"--row {text!r} is not SEAT:WAGER:EVENT", remedy="as in --row 3:jackpot:ROW")
        claims.append(c.Claimed(seat=int(seat), wager=wager, event=event))
    due = round_ if round_ is not None else desk.floor.table(table).round
    return c.ClaimHit(table=table, round=due, claims=tuple(claims), cards=cards)


@order(hit, "verify")
def hit_verify(
    desk: Desk,
    hit: HitId,
    cards: Annotated[str, typer.Option("--cards", metavar="CARDS", help="The cards, as they were looked at.")],
    deck: Annotated[str, typer.Option("--deck", metavar="REF", help="How the deck was found: counted, and by whom.")],
    surveillance: Annotated[
        str, typer.Option("--surveillance", metavar="REF", help="The reference of the recording.")
    ] = "",
    player: Annotated[str, typer.Option("--player", metavar="REF", help="Who won it.")] = "",
) -> c.VerifyHit:
    """Verify a hit on its cards, wager, seat and deck."""
    jackpot = _jackpot_of(desk.floor, hit)
    return c.VerifyHit(jackpot=jackpot, hit=hit, cards=cards, deck=deck, surveillance=surveillance, player=player)


@order(hit, "pay")
def hit_pay(
    desk: Desk,
    hit: HitId,
    by: Annotated[str, typer.Option("--by", metavar="cage|account", help="Whose money is handed out now.")] = "cage",
    method: Annotated[str, typer.Option("--method", metavar="cash|chips|check", help="How it is paid.")] = "check",
    reference: Annotated[str, typer.Option("--reference", metavar="REF", help="The number of the check or slip.")] = "",
    player: Annotated[
        str, typer.Option("--player", metavar="REF", help="Who is paid, if it was not recorded before.")
    ] = "",
) -> c.PayHit:
    """Pay a verified hit, once; two people for a percent prize or one over the threshold."""
    data = {"type": "pay-hit", "jackpot": _jackpot_of(desk.floor, hit), "hit": hit, "by": by, "method": method}
    return cast(c.PayHit, c.read(data | {"reference": reference, "player": player}))


@order(hit, "reject")
def hit_reject(desk: Desk, hit: HitId, reason: Reason) -> c.RejectHit:
    """Reject a hit that was none: its amount goes back, and the reseed with it. Two people."""
    return c.RejectHit(jackpot=_jackpot_of(desk.floor, hit), hit=hit, reason=reason)


def _jackpot_of(floor: Floor, hit: str) -> str:
    """The jackpot that a hit belongs to."""
    known = list(floor.property.jackpots)
    found = next((id for id in known if hit in floor.jackpot(id).hits), None)
    if found is None:
        pending = ", ".join(open_ for id in known for open_ in floor.jackpot(id).pending)
        raise UnknownThing(f"there is no hit {hit!r}", remedy=f"open hits: {pending or 'none'}")
    return found


# -- the amount

Row = Annotated[str, typer.Option("--row", metavar="ROW", help="The row with a meter of its own; else the jackpot's.")]
Amount = Annotated[str, typer.Argument(metavar="DOLLARS", help="Such as $1,250.50.")]


@order(app, "adjust")
def adjust(
    desk: Desk,
    jackpot: JackpotId,
    to: Annotated[str, typer.Argument(metavar="DOLLARS", help="What the display shall show.")],
    reason: Annotated[str, typer.Option("--reason", metavar="WHY", help="malfunction or maximum.")],
    document: Document,
    row: Row = "",
    malfunction: Annotated[
        str, typer.Option("--malfunction", metavar="ID", help="The open malfunction that made the display wrong.")
    ] = "",
) -> c.AdjustMeter:
    """Set a displayed amount right, for one of the reasons there are. Two people."""
    to_cents = money(to, least=0)
    return c.AdjustMeter(
        jackpot=jackpot, row=row, to=to_cents, reason=reason, document=document, malfunction=malfunction
    )


@order(app, "recover-seed")
def recover_seed(
    desk: Desk,
    jackpot: JackpotId,
    amount: Amount,
    document: Document,
    source: Annotated[str, typer.Option("--from", metavar="FUND", help="pool, reserve or overflow.")] = "reserve",
    row: Row = "",
) -> c.RecoverSeed:
    """Take seed money back for the house, never more than it gave. Two people."""
    fund = cast(Literal["pool", "reserve", "overflow"], _fund(source, ("pool", "reserve", "overflow")))
    return c.RecoverSeed(jackpot=jackpot, row=row, amount=money(amount), source=fund, document=document)


@order(app, "book")
def book(
    desk: Desk,
    jackpot: JackpotId,
    amount: Amount,
    document: Document,
    source: Annotated[str, typer.Option("--from", metavar="FUND", help="reserve or overflow.")] = "overflow",
    row: Row = "",
) -> c.BookUndisplayed:
    """Book money of non-displayed prizes out of the reserve or the overflow. Two people."""
    fund = cast(Literal["reserve", "overflow"], _fund(source, ("reserve", "overflow")))
    return c.BookUndisplayed(jackpot=jackpot, row=row, amount=money(amount), source=fund, document=document)


def _fund(given: str, known: tuple[str, ...]) -> str:
    if given not in known:
        raise BadCommand(f"--from {given} is no fund that it may come from", remedy=f"choose {' or '.join(known)}")
    return given
