"""Rows of the journal, changed by whoever has the database: what is believed, and what is found."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from houseway.drill.drill_plan import PAYEE
from houseway.drill.insiders.attack import Attack, Ending, Step
from houseway.drill.insiders.database import unguarded
from houseway.drill.insiders.history import History
from houseway.drill.insiders.insider_house import ACES, CENT, FOUR_ACES, House
from houseway.floor import command_index as c
from houseway.floor.floor_errors import WrongState
from houseway.floor.kinds.of_jackpot import HitLocked, HitPaid
from houseway.journal.entries import canonical
from houseway.journal.journal_errors import BalancesChanged

JOURNAL = "LAB-23"
STREAM = f"jackpot/{ACES}"


def held(house: House) -> None:
    """Four aces are claimed, and $10,000 are held for them."""
    house.press("S1", 1)
    house.kept["hit"] = house.claim("S1", FOUR_ACES)


# -- what follows from the entries


def _promoted(house: House) -> None:
    """The stored state of the jackpot says that the hit is verified, and twice as large, the rest from the house."""
    held(house)
    hit = house.kept["hit"]
    house.restart()
    with unguarded(house.site.url) as many:
        ((raw,),) = many("SELECT state FROM snapshots WHERE stream = ?", [(STREAM,)])
        state = bytes(raw).replace(b'"state":"locked"', b'"state":"verified"')
        for name, was, now in (("amount", hit.amount, 2 * hit.amount), ("house", hit.house, hit.amount)):
            state = state.replace(b'"%s":%d,' % (name.encode(), was), b'"%s":%d,' % (name.encode(), now))
        assert state.count(b":%d," % (2 * hit.amount)) == 1
        many("UPDATE snapshots SET state = ? WHERE stream = ?", [(state, STREAM)])
    house.restart()


def _pay(house: House) -> c.Command:
    return c.PayHit(
        jackpot=ACES, hit=house.kept["hit"].id, by="cage", method="check", reference=house.paper("check"), payee=PAYEE
    )


def _richer(house: House) -> None:
    """The balances say that the meter holds $5,000 more."""
    house.restart()
    with unguarded(house.site.url) as many:
        account = f"{ACES}/{FOUR_ACES}:pool"
        ((stream,), *_) = many("SELECT stream FROM balances WHERE account = ? ORDER BY stream", [(account,)])
        change = "UPDATE balances SET amount = amount + ? WHERE account = ? AND stream = ?"
        many(change, [(500_000 * CENT, account, stream)])
    house.restart()


def _recover(house: House) -> c.Command:
    return c.RecoverSeed(jackpot=ACES, row=FOUR_ACES, amount=100, source="pool", document=house.paper("memo"))


def _found(where: str, stream: str | None = None) -> Callable[[House], tuple[Ending, str]]:
    """What verification says of a house as it was prepared."""

    def act(house: House) -> tuple[Ending, str]:
        return found_in(house, where, stream)

    return act


def found_in(house: House, where: str, stream: str | None = None) -> tuple[Ending, str]:
    """Found, if verification names that place; or else what it says instead."""
    found = house.findings()
    placed = [finding for finding in found if finding.where == where and stream in (None, finding.stream)]
    if placed:
        return "found", str(placed[0])
    said = "; ".join(map(str, found)) or "nothing"
    return "got through", f"verification does not name {where} {stream or ''}: it finds {said}"


# -- the entries themselves


def _rewritten(change: Callable[[History], None], where: str, stream: str) -> Callable[[House], tuple[Ending, str]]:
    """The history is changed and mended, everything in it, while the server is down."""

    def act(house: House) -> tuple[Ending, str]:
        held(house)
        hit = house.kept["hit"]
        seen = {"cards": "As Ah Ad Ac", "deck": "whole", "surveillance": "tape 1", "player": "card 7"}
        house.do(c.VerifyHit(jackpot=ACES, hit=hit.id, **seen), "sue", "vic")
        pay = c.PayHit(jackpot=ACES, hit=hit.id, by="cage", method="check", reference="check 1", payee=PAYEE)
        house.do(pay, "sam", "abe")
        house.floor.journal.seal(house.at)
        house.restart()
        history = History(house.site)
        change(history)
        history.write()
        house.restart()
        return found_in(house, where, stream)

    return act


def _paid_more(history: History) -> None:
    """The payment says ten times as much, and its lines too."""
    entries, place = history.streams[STREAM], history.find(STREAM, HitPaid)
    entry = entries[place]
    body = {**entry.data, "amount": entry.data["amount"] * 10}
    lines = [[account, amount * 10] for account, amount in entry.postings]
    entries[place] = msgspec.structs.replace(entry, body=canonical(body), lines=msgspec.json.encode(lines))


def _by_another(history: History) -> None:
    """The payment was signed by somebody else."""
    entries, place = history.streams[STREAM], history.find(STREAM, HitPaid)
    body = {**entries[place].data, "second": "sue"}
    entries[place] = msgspec.structs.replace(entries[place], who="ann", body=canonical(body))


def _never_held(history: History) -> None:
    """What was held for the hit, and all that came of it, is cut from the jackpot; the table still has its claim."""
    del history.streams[STREAM][history.find(STREAM, HitLocked) :]


def _cut(house: House) -> None:
    """The last entry of the jackpot is gone, with head and balances mended by hand and nothing else."""
    held(house)
    house.restart()
    with unguarded(house.site.url) as many:
        ((number, lines),) = many(
            "SELECT number, lines FROM entries WHERE stream = ? ORDER BY number DESC LIMIT 1", [(STREAM,)]
        )
        many("DELETE FROM entries WHERE stream = ? AND number = ?", [(STREAM, number)])
        ((at, digest),) = many("SELECT at, hash FROM entries WHERE stream = ? AND number = ?", [(STREAM, number - 1)])
        many("UPDATE heads SET number = ?, at = ?, hash = ? WHERE stream = ?", [(number - 1, at, digest, STREAM)])
        for account, amount in msgspec.json.decode(bytes(lines)):
            back = "UPDATE balances SET amount = amount - ? WHERE account = ? AND stream = ?"
            many(back, [(amount, account, STREAM)])
        many("DELETE FROM snapshots")
    house.restart()


def _counter_lowered(house: House) -> None:
    house.press("S1", 1, 2, 3)
    house.restart()
    with unguarded(house.site.url) as many:
        many("UPDATE counters SET p1 = p1 - 1 WHERE bank = ?", [("S1/1",)])
    house.restart()


ATTACKS = (
    Attack(
        "state-believed: A hit is made larger and verified in a stored state, and paid after a restart",
        f"{JOURNAL}, WAC 230-15-405",
        Step("the prize is paid", _pay, above=True),
        prepare=_promoted,
        barred=(WrongState,),
        past=_found("snapshots", STREAM),
    ),
    Attack(
        "balance-believed: A balance is raised in the database, and the money taken after a restart",
        f"{JOURNAL}, S-17",
        Step("the money is taken", _recover),
        prepare=_richer,
        barred=(BalancesChanged,),
        past=_found("balances"),
    ),
    Attack(
        "counter-lowered: A counter of wagers is lowered in the database",
        "S-9",
        prepare=_counter_lowered,
        past=_found("counters"),
    ),
    Attack(
        "payment-raised: A payment is made ten times as large in the journal, everything mended",
        JOURNAL,
        past=_rewritten(_paid_more, "story", STREAM),
    ),
    Attack(
        "payment-of-another: A payment is signed by somebody else in the journal, everything mended",
        JOURNAL,
        past=_rewritten(_by_another, "seals", STREAM),
    ),
    Attack(
        "hold-cut: What was held for a hit is cut from the jackpot, and the display is back up",
        JOURNAL,
        past=_rewritten(_never_held, "story", "table/S1"),
    ),
    Attack(
        "command-in-part: One entry of a command is cut, head and balances mended, the others left",
        JOURNAL,
        prepare=_cut,
        past=_found("commands"),
    ),
)
