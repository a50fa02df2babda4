"""The story of one jackpot: its hits from claim to payment, and every movement of its money."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

import msgspec
from msgspec import UNSET

from houseway.floor.auditing.ledger import Sums, added_up, by_fund, flows, moved, no_money, same, seeded, told
from houseway.floor.kinds import of_house, of_jackpot, of_payment
from houseway.floor.kinds.edge import Unknown
from houseway.floor.kinds.of_streams import read_at_jackpot
from houseway.jackpots.jackpot_accounts import ESCROW, HOLDINGS, PRIZES, SOURCES
from houseway.jackpots.jackpot_configuration import MICROS, Jackpot
from houseway.journal import Entry

FOLDED = ("accrued", "pool", "overflow")
"""What has accrued is moved between these when the amount is looked at; together they stay what they were."""


class _Hit(msgspec.Struct):
    """A hit as its entries tell it; ``reseed`` has what its reseed took from where, in micros."""

    row: str
    amount: int
    meter: int
    house: int
    reseed: dict[str, int]
    two: bool
    state: str = "held"
    paid: Sums = {}


class JackpotStory:
    """One jackpot's stream, entry by entry; each yields what does not follow from those before it."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.hits: dict[str, _Hit] = {}
        self._jackpot: Jackpot | None = None
        self._running: Sums = {}
        self._checks: dict[str, str] = {}

    def check(self, entry: Entry) -> Iterator[str]:
        """What is wrong with one entry, in words."""
        sums = added_up(entry.postings)
        match read_at_jackpot(entry):
            case of_jackpot.JackpotBegun() as body:
                yield from self._begun(body, sums)
            case of_jackpot.JackpotChanged() as body:
                yield from self._changed(body, sums)
            case of_jackpot.AmountPosted() as body:
                yield from self._posted(body, sums)
            case of_jackpot.HitLocked() as body:
                yield from self._locked(body, sums)
            case of_jackpot.HitVerified() as body:
                yield from self._verified(body, sums)
            case of_jackpot.HitPaid() as body:
                yield from self._paid(body, sums)
            case of_jackpot.HitRejected() as body:
                yield from self._rejected(body, sums)
            case of_jackpot.MeterAdjusted() as body:
                yield from self._adjusted(body, sums)
            case of_jackpot.ContributionVoided() as body:
                yield from self._voided(body, sums)
            case of_jackpot.TransferredIn() as body:
                yield from self._received(body, sums)
            case of_jackpot.Deposited() as body:
                yield from self._banked(body.amount, sums)
                yield from self._drawn(body.check or "", "")
            case of_payment.CheckCleared() as body:
                yield from no_money(entry.kind, sums)
                yield from self._closed_check(body.check, "cleared")
            case of_payment.CheckVoided() as body:
                yield from self._check_voided(body, sums)
            case of_jackpot.Withdrawn() | of_jackpot.Seized() as body:
                yield from self._banked(-body.amount, sums)
            case of_jackpot.SeedRecovered() as body:
                yield from self._taken(body, sums, "recovered")
            case of_jackpot.UndisplayedBooked() as body:
                yield from self._taken(body, sums, "paid")
            case of_jackpot.TransferredOut() as body:
                yield from self._given_away(body.micros, sums)
            case of_jackpot.Donated() as body:
                yield from self._given_away(body.cents * MICROS, sums)
            case (
                of_jackpot.StatementRead()
                | of_jackpot.DifferenceExplained()
                | of_jackpot.JackpotStopped()
                | of_jackpot.JackpotResumed()
                | of_jackpot.RemovalAnnounced()
                | of_jackpot.JackpotDayClosed()
                | of_payment.SlipPrinted()
                | of_house.JackpotClosed()
                | of_house.ClockSetRight()
                | Unknown()
            ):
                yield from no_money(entry.kind, sums)
            case forgotten:
                assert_never(forgotten)
        yield from self._unbalanced(sums)
        for account, micros in sums.items():
            self._running[account] = self._running.get(account, 0) + micros
        yield from self._below_zero(sums)

    def _below_zero(self, sums: Sums) -> Iterator[str]:
        """What only this stream moves can never be less than nothing on the way."""
        for account in sums:
            if account.rpartition(":")[2] in ("locked", "paid", "recovered", "bank") and self._running[account] < 0:
                yield f"{account} comes to {self._running[account]} micros, less than nothing"
            meter, _, fund = account.rpartition(":")
            seed, back = (self._running.get(f"{meter}:{each}", 0) for each in ("seed", "recovered"))
            if fund in ("seed", "recovered") and seed + back > 0:
                yield f"the house has taken {back} micros of seed back from {meter}, and put {-seed} in"

    def _unbalanced(self, sums: Sums) -> Iterator[str]:
        """What no movement may do: money of a meter from nowhere, or in the meters and not in the escrow."""
        meters: dict[str, int] = {}
        held = 0
        for account, micros in sums.items():
            meter, _, fund = account.rpartition(":")
            if fund in HOLDINGS + SOURCES:
                meters[meter] = meters.get(meter, 0) + micros
                held += micros if fund in HOLDINGS else 0
        for meter, total in meters.items():
            if total:
                yield f"the funds of {meter} are out of balance by {total} micros"
        bank, due, house, *prizes = (sums.get(f"{self.id}:{fund}", 0) for fund in ESCROW + PRIZES)
        if bank + due + house or sum(prizes) or bank + due != held:
            yield f"its meters hold {held} micros more, and the escrow does not: {told(sums)}"

    # -- parameters

    def _begun(self, body: of_jackpot.JackpotBegun, sums: Sums) -> Iterator[str]:
        if self._jackpot is not None:
            yield f"jackpot {self.id} begins a second time"
        self._jackpot = body.jackpot
        yield from same(sums, seeded(self._jackpot, self._jackpot.meters))

    def _changed(self, body: of_jackpot.JackpotChanged, sums: Sums) -> Iterator[str]:
        new = body.jackpot
        if body.queued:
            yield from same(sums, {})
            return
        yield from self._takes_effect(new, sums, {})

    def _takes_effect(self, new: Jackpot, sums: Sums, besides: Sums) -> Iterator[str]:
        """New parameters: what accrued is folded, and a meter that was not there begins with its seed."""
        old, self._jackpot = self._jackpot, new
        known = {meter.row for meter in old.meters} if old is not None else set()
        added = seeded(new, (meter for meter in new.meters if meter.row not in known))
        expected = added_up([*added.items(), *besides.items()])
        yield from same(self._unfolded(sums), self._unfolded(expected))

    def _unfolded(self, sums: Sums) -> Sums:
        """Lines with accrued, pool and overflow of each meter together: folding does not change their sum."""
        return added_up(
            (f"{account.rpartition(':')[0]}:displayed", micros)
            if account.rpartition(":")[2] in FOLDED
            else (account, micros)
            for account, micros in sums.items()
        )

    def _posted(self, body: of_jackpot.AmountPosted, sums: Sums) -> Iterator[str]:
        self._jackpot = body.jackpot
        yield from same(sums, {})

    # -- hits

    def _locked(self, body: of_jackpot.HitLocked, sums: Sums) -> Iterator[str]:
        rows: dict[str, Sums] = {}
        for told_hit in body.hits:
            reseed = dict(told_hit.reseeded or {})
            hit = _Hit(told_hit.row, told_hit.amount, told_hit.meter, told_hit.house, reseed, told_hit.two)
            if told_hit.id in self.hits:
                yield f"hit {told_hit.id} is held a second time"
            if hit.amount != hit.meter + hit.house or min(hit.meter, hit.house) < 0:
                yield f"hit {told_hit.id} holds {hit.amount} cents: {hit.meter} of the meter, {hit.house} of the house"
            self.hits[told_hit.id] = hit
            there = rows.setdefault(hit.row, {})
            for fund, micros in (("locked", hit.meter * MICROS), *reseed.items()):
                there[fund] = there.get(fund, 0) + micros
        expected: list[tuple[str, str, int]] = []
        for row, taken in rows.items():
            name = f"{self.id}/{row}" if row else self.id
            locked, reserve, house = (taken.get(fund, 0) for fund in ("locked", "reserve", "house"))
            expected += [
                (f"{name}:pool", f"{name}:locked", locked),
                (f"{name}:reserve", f"{name}:pool", reserve),
                (f"{name}:seed", f"{name}:pool", house),
                (f"{self.id}:house", f"{self.id}:due", house),
            ]
        if body.changed:
            yield from self._takes_effect(body.changed, sums, flows(*expected))
        else:
            yield from same(self._unfolded(sums), self._unfolded(flows(*expected)))

    def _verified(self, body: of_jackpot.HitVerified, sums: Sums) -> Iterator[str]:
        yield from same(sums, {})
        hit = self.hits.get(body.hit)
        if hit is None or hit.state != "held":
            yield f"hit {body.hit} is verified, and it was {hit.state if hit else 'never held'}"
        else:
            hit.state = "verified"

    def _paid(self, body: of_jackpot.HitPaid, sums: Sums) -> Iterator[str]:
        hit = self.hits.get(body.hit)
        if hit is None or hit.state != "verified":
            yield f"hit {body.hit} is paid, and it was {hit.state if hit else 'never held'}"
            return
        hit.state, hit.paid = "paid", sums
        yield from self._drawn(body.check or "", body.hit)
        if body.amount != hit.amount:
            yield f"hit {body.hit} is paid {body.amount} cents, and {hit.amount} were held for it"
        if hit.two and not body.second:
            yield f"hit {body.hit} takes two people, and one paid it"
        withheld = body.withheld or 0
        if not 0 <= withheld <= body.amount or (withheld and not body.payee):
            yield f"{withheld} cents of hit {body.hit} are withheld, of {body.amount} paid to {body.payee or 'nobody'}"
        name = f"{self.id}/{hit.row}" if hit.row else self.id
        meter, house, tax = hit.meter * MICROS, hit.house * MICROS, withheld * MICROS
        # The account pays no tax out: what the house's own part does not cover, the cage owes the bank less.
        kept = {"cage": meter, "account": max(0, tax - house)}[body.by]
        yield from same(
            sums,
            flows(
                (f"{name}:locked", f"{name}:paid", meter),
                (f"{self.id}:due", f"{self.id}:house", kept),
                (f"{self.id}:bank", f"{self.id}:house", meter - kept),
                (f"{self.id}:cage", f"{self.id}:awards", house),
                (f"{self.id}:withheld", f"{self.id}:cage", tax),
            ),
        )

    def _drawn(self, check: str, hit: str) -> Iterator[str]:
        """A check is drawn, for a hit or for a deposit."""
        if check in self._checks:
            yield f"check {check} is drawn a second time"
        if check:
            self._checks[check] = f"drawn:{hit}"

    def _closed_check(self, check: str, how: str) -> Iterator[str]:
        was = self._checks.get(check, "never drawn")
        if not was.startswith("drawn:"):
            yield f"check {check} is {how}, and it was {was}"
        self._checks[check] = how

    def _check_voided(self, body: of_payment.CheckVoided, sums: Sums) -> Iterator[str]:
        """What a check paid is undone, line by line, and owed again."""
        drawn = self._checks.get(body.check, "").removeprefix("drawn:")
        yield from self._closed_check(body.check, "voided")
        if not body.hit:
            yield from self._banked(-body.amount, sums)
            return
        hit = self.hits.get(body.hit)
        if hit is None or hit.state != "paid" or drawn != body.hit:
            yield f"the check of hit {body.hit} is void, and it was {hit.state if hit else 'never held'}"
            return
        hit.state = "verified"
        yield from same(sums, {account: -micros for account, micros in hit.paid.items()})

    def _rejected(self, body: of_jackpot.HitRejected, sums: Sums) -> Iterator[str]:
        hit = self.hits.get(body.hit)
        if hit is None or hit.state not in ("held", "verified"):
            yield f"hit {body.hit} is rejected, and it was {hit.state if hit else 'never held'}"
            return
        hit.state = "rejected"
        if body.amount != hit.amount:
            yield f"hit {body.hit} gives {body.amount} cents back, and {hit.amount} were held"
        others = [other for id, other in self.hits.items() if id == body.reseed_stays_with and any(hit.reseed.values())]
        for other in others:
            other.reseed = added_up([*other.reseed.items(), *hit.reseed.items()])
            hit.reseed = {}
        yield from same(self._unfolded(sums), self._unfolded(self._given_back(hit)))

    def _given_back(self, hit: _Hit) -> Sums:
        """A hit's amount to the pool, and its reseed from there: the house's part first, as far as the pool has it."""
        name = f"{self.id}/{hit.row}" if hit.row else self.id
        amount = hit.meter * MICROS
        pool, seed, recovered = (self._running.get(f"{name}:{fund}", 0) for fund in ("pool", "seed", "recovered"))
        house = max(0, min(hit.reseed.get("house", 0), -seed - recovered, pool + amount))
        overflow = min(hit.reseed.get("overflow", 0), pool + amount - house)
        reserve = min(hit.reseed.get("reserve", 0), pool + amount - house - overflow)
        return flows(
            (f"{name}:locked", f"{name}:pool", amount),
            (f"{name}:pool", f"{name}:seed", house),
            (f"{name}:pool", f"{name}:reserve", reserve),
            (f"{self.id}:due", f"{self.id}:house", house),
        )

    # -- the bank, the seed, the end

    def _banked(self, cents: int, sums: Sums) -> Iterator[str]:
        yield from same(sums, moved(f"{self.id}:due", f"{self.id}:bank", cents * MICROS))

    def _taken(self, body: of_jackpot.Taken, sums: Sums, fund: str) -> Iterator[str]:
        micros = body.amount * MICROS
        name = f"{self.id}/{body.row}" if body.row else self.id
        expected = flows(
            (f"{name}:{body.source}", f"{name}:{fund}", micros),
            (f"{self.id}:due", f"{self.id}:house", micros),
        )
        yield from same(self._unfolded(sums), self._unfolded(expected))

    def _adjusted(self, body: of_jackpot.MeterAdjusted, sums: Sums) -> Iterator[str]:
        change = (body.after - body.before) * MICROS
        if body.seed is not UNSET:
            yield from self._corrected(body, sums, change)
            return
        moves = by_fund(sums)
        shown = sum(moves.get(fund, 0) for fund in ("accrued", "pool"))
        if body.reason == "malfunction" and shown + moves.get("overflow", 0) != change:
            yield f"the display goes from {body.before} to {body.after} cents, and the meter moves {shown} micros"
        if moves.keys() & {"paid", "locked", "awards", "bank", "recovered"}:
            yield f"an adjustment pays nobody, and this one moves {told(moves)}"

    def _corrected(self, body: of_jackpot.MeterAdjusted, sums: Sums, change: int) -> Iterator[str]:
        """What is taken off is the house's seed first and then stays with the players; what is added the house pays.

        Entries of release 0.1 do not say how much of the seed was taken: they are looked at with less.
        """
        name = f"{self.id}/{body.row}" if body.row else self.id
        if body.reason != "malfunction":
            change = 0
        seed, recovered = (self._running.get(f"{name}:{fund}", 0) for fund in ("seed", "recovered"))
        back = max(0, min(-change, -seed - recovered))
        kept = max(0, -change - back)
        if (body.seed, body.kept) != (back, kept):
            yield (
                f"{body.seed} micros of seed and {body.kept} of the players are taken off, and it should be "
                f"{back} and {kept}"
            )
        expected = flows(
            (f"{name}:pool", f"{name}:recovered", back),
            (f"{name}:pool", f"{name}:reserve", kept),
            (f"{self.id}:due", f"{self.id}:house", back),
            (f"{name}:contributions", f"{name}:pool", max(0, change)),
            (f"{self.id}:house", f"{self.id}:due", max(0, change)),
        )
        yield from same(self._unfolded(sums), self._unfolded(expected))

    def _voided(self, body: of_jackpot.ContributionVoided, sums: Sums) -> Iterator[str]:
        moves = by_fund(sums)
        taken, borne, jackpot = body.taken, body.borne, self._jackpot
        if moves.get("contributions", 0) != taken:
            yield f"{taken} micros are taken back, and {moves.get('contributions', 0)} are booked"
        # Release 0.1 booked nothing for what the house pays of a voided wager's contribution.
        booked = borne if body.since is not UNSET else 0
        if moves.get("borne", 0) != booked:
            yield f"the house pays {booked} micros of the contribution, and {moves.get('borne', 0)} are booked"
        if moves.keys() & {"paid", "locked", "awards", "bank", "recovered", "seed"}:
            yield f"a void pays nobody, and this one moves {told(moves)}"
        if jackpot is None:
            return
        wagers = body.count * jackpot.wager
        shown, hidden = (
            sum(wagers * rate for rate in rates)
            for rates in ([meter.rate for meter in jackpot.meters], [meter.reserve for meter in jackpot.meters])
        )
        if taken + borne != shown + hidden:
            yield f"{body.count} wagers had brought {shown + hidden} micros, and {taken + borne} are accounted for"
        if not borne and moves.get("reserve", 0) != -hidden:
            yield f"{hidden} micros of the reserve are taken back, and {-moves.get('reserve', 0)} are booked"

    def _given_away(self, micros: int, sums: Sums) -> Iterator[str]:
        held = sum(micros for fund, micros in by_fund(sums).items() if fund in (*FOLDED, "reserve", "rounding"))
        if held != -micros:
            yield f"{micros} micros leave, and its lines take {-held} from what it holds"

    def _received(self, body: of_jackpot.TransferredIn, sums: Sums) -> Iterator[str]:
        held = sum(micros for fund, micros in by_fund(sums).items() if fund in (*FOLDED, "reserve"))
        if held != body.micros:
            yield f"{body.micros} micros come in, and its lines bring {held}"
