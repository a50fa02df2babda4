"""Jackpots, their funds and their hits on the screen."""

from __future__ import annotations

from typing import Any

import msgspec
from rich.text import Text

from houseway.cli.floor.floor_screen import Cell, put_facts, put_table, put_title
from houseway.cli.screen.drawing import make_console
from houseway.cli.screen.streams import put_json
from houseway.floor.context import moment
from houseway.floor.floor import Floor
from houseway.floor.states import Hit
from houseway.jackpots.jackpot_accounts import HOLDINGS, SOURCES, account, balances_of
from houseway.jackpots.jackpot_configuration import MICROS, Jackpot, percent
from houseway.rulebook.money import dollars


def jackpot_summaries(floor: Floor) -> list[dict[str, Any]]:
    """Every jackpot in short."""
    return [_summary(floor, id) for id in floor.property.jackpots]


def _summary(floor: Floor, id: str) -> dict[str, Any]:
    state, known = floor.jackpot(id), floor.property.jackpots[id]
    due = floor.journal.balance(account(id, "", "due"))
    return {
        "jackpot": id,
        "title": known.title,
        "scheme": known.scheme,
        "updates": known.updates,
        "wager": known.wager,
        "status": state.status,
        "why": state.why,
        "displayed": floor.amounts(id),
        "posted": dict(known.posted),
        "due": due // MICROS,
        "open-hits": state.pending,
        "tables": floor.property.tables_of(id),
        "removal": dict(state.removal),
    }


JACKPOTS = "jackpot | id | scheme | state | >displayed | >due | >open hits | tables"


def jackpot_rows(summaries: list[dict[str, Any]]) -> list[tuple[Cell, ...]]:
    """The rows of the jackpots, under the heads `JACKPOTS`."""
    return [
        (
            item["title"],
            item["jackpot"],
            item["scheme"],
            _status(item),
            _shown(item),
            dollars(item["due"]) if item["scheme"] == "progressive" else "",
            str(len(item["open-hits"]) or ""),
            ", ".join(item["tables"]),
        )
        for item in summaries
    ]


def _status(item: dict[str, Any]) -> Text:
    if item["status"] == "running" and item["removal"]:
        return Text(f"leaves on {item['removal']['day']}", style="lost")
    return Text(item["status"], style="won" if item["status"] == "running" else "refused")


def _shown(item: dict[str, Any]) -> str:
    amounts = [dollars(amount) for amount in item["displayed"].values()]
    return ", ".join([*amounts, *item["posted"].values()])


def show_all(floor: Floor, *, as_json: bool) -> None:
    """All jackpots."""
    summaries = jackpot_summaries(floor)
    if as_json:
        put_json(summaries)
        return
    console = make_console()
    put_title(console, floor.property.name, f"{len(summaries)} jackpot{'s' * (len(summaries) != 1)}")
    put_table(console, "", JACKPOTS, jackpot_rows(summaries))


def show(floor: Floor, id: str, *, as_json: bool) -> None:
    """One jackpot: its parameters, its money to the micro, its hits."""
    state = floor.jackpot(id)
    known = state.jackpot or floor.property.jackpot(id)
    accounts = floor.accounts(id)
    hits = list(state.hits.values())
    if as_json:
        put_json(
            {
                "jackpot": msgspec.to_builtins(known),
                "queued": msgspec.to_builtins(state.queued),
                "status": state.status,
                "why": state.why,
                "removal": state.removal,
                "displayed": floor.amounts(id),
                "accounts": accounts,
                "hits": msgspec.to_builtins(hits),
                "wins": state.wins - state.rejected,
                "won": state.won - state.given_back,
            }
        )
        return
    console = make_console()
    closed = id not in floor.property.jackpots
    status = Text("closed") if closed else _status(_summary(floor, id))
    put_title(console, known.title, f"{id}: {known.scheme}, {known.updates}")
    wins = state.wins - state.rejected
    put_facts(
        console,
        {
            "state": Text.assemble(status, f": {state.why}" if state.why else ""),
            "fixed wager": dollars(known.wager),
            "tables": ", ".join(floor.property.tables_of(id)),
            "posted amount": "" if known.amount is None else dollars(known.amount),
            "posted rows": ", ".join(f"{row} {pay}" for row, pay in known.posted.items()),
            "envy": ", ".join(f"{row} {pay}" for row, pay in known.envy.items()),
            "share": ", ".join(f"{row} {pay}" for row, pay in known.share.items()),
            "maker": known.maker,
            "waiting": "other parameters, for the next full prize" if state.queued is not None else "",
            "removal": f"{state.removal['reason']} on {state.removal['day']}" if state.removal else "",
            "won so far": f"{dollars(state.won - state.given_back)} in {wins:,} hit{'s' * (wins != 1)}" if wins else "",
        },
    )
    amounts = floor.amounts(id)
    meters = [
        (
            meter.row or "its own",
            Text(dollars(amounts.get(meter.row, 0)), style="money"),
            dollars(meter.seed),
            dollars(meter.reseed),
            percent(meter.rate),
            percent(meter.reserve),
            "none" if meter.cap is None else dollars(meter.cap),
        )
        for meter in known.meters
    ]
    put_table(console, "Meters", "row | >displayed | >seed | >reseed | >rate | >reserve | >maximum", meters)
    _put_funds(console, known, accounts)
    put_table(console, "Hits", _HITS, _hit_rows(hits, floor.property.zone))


def _put_funds(console: Any, jackpot: Jackpot, accounts: dict[str, int]) -> None:
    rows: list[tuple[Cell, ...]] = []
    for meter in jackpot.meters:
        balances = balances_of(jackpot, meter, accounts)
        for fund in (*HOLDINGS, *SOURCES):
            if balances.get(fund):
                # What came in is booked as negative; people read both as plain amounts.
                amount = -balances[fund] if fund in ("contributions", "seed") else balances[fund]
                rows.append((meter.row, fund, _exact(amount), "held" if fund in HOLDINGS else ""))
    for fund in ("bank", "due"):
        if jackpot.scheme == "progressive":
            amount = accounts.get(account(jackpot.id, "", fund), 0)
            rows.append(("", "in the bank" if fund == "bank" else "due at the bank", _exact(amount), "escrow"))
    put_table(console, "Money", ("row", "fund", ">amount", ""), rows)


def _exact(micros: int) -> str:
    """Micros as dollars with all their digits, without the zeros at the end."""
    sign = "-" if micros < 0 else ""
    whole, part = divmod(abs(micros), 100 * MICROS)
    digits = f"{part:08d}".rstrip("0")
    return f"{sign}${whole:,}.{digits.ljust(2, '0')}"


def show_hits(floor: Floor, only: str | None, *, as_json: bool) -> None:
    """The hits at hand, the open ones first."""
    ids = [only] if only is not None else list(floor.property.jackpots)
    hits = [hit for id in ids for hit in floor.jackpot(id).hits.values()]
    hits.sort(key=lambda hit: (hit.closed is not None, -hit.locked))
    if as_json:
        put_json(msgspec.to_builtins(hits))
        return
    console = make_console()
    pending = sum(hit.closed is None for hit in hits)
    put_title(console, floor.property.name, f"{pending} open, {len(hits) - pending} closed")
    named = [(hit.jackpot, *row) for hit, row in zip(hits, _hit_rows(hits, floor.property.zone), strict=True)]
    put_table(console, "", f"jackpot | {_HITS}", named)


_HITS = "hit | row | seat | >amount | locked | state | how"


def _hit_rows(hits: list[Hit], zone: str) -> list[tuple[Cell, ...]]:
    return [
        (
            hit.id,
            hit.event,
            f"{hit.seat}",
            dollars(hit.amount),
            moment(hit.locked, zone)[:16],
            Text(hit.state, style=_HIT_STYLES[hit.state]),
            f"{hit.method} {hit.reference}".strip() if hit.state == "paid" else hit.reason,
        )
        for hit in hits
    ]


_HIT_STYLES = {"locked": "refused", "verified": "word", "paid": "won", "rejected": "lost"}
