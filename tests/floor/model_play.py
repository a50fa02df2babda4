"""The second floor in play: days, presses, voids and the life of a hit, written from the rulings."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from tests.floor.model_parts import (
    CENT,
    DAY,
    OWN_METERS,
    POSITIONS,
    ROWS,
    SHARED,
    TABLES,
    ZONE,
    Board,
    Drawn,
    Hit,
    Pot,
    Purse,
    need,
)
from tests.floor.model_trays import Tray, TwinTrays


class TwinInPlay(TwinTrays):
    """The tables of the floor, and the jackpots that they feed."""

    def __init__(self, pots: list[Pot], *, void_lowers: bool, notice_days: int, taxed: bool = False) -> None:
        self.pots = {pot.id: pot for pot in pots}
        self.boards = {table: Board() for table in TABLES}
        self.trays = {table: Tray() for table in TABLES}
        self.dealers: dict[str, str] = {}
        self.void_lowers = void_lowers
        self.notice_days = notice_days
        self.taxed = taxed
        self.daily = 400_000
        self.numbers: set[str] = set()
        self.today = date(2024, 5, 1)
        self.closed: list[str] = []
        self.played: set[date] = {self.today}
        for pot in pots:
            seed, pot.due = pot.due, 0
            if seed:
                pot.come(seed, self.ends())

    # -- days

    def later(self, days: int) -> None:
        """So many days go by; tables that are open play on each."""
        for _ in range(days):
            self.today += timedelta(days=1)
            self._play()

    def _play(self) -> None:
        if any(board.open for board in self.boards.values()):
            self.played.add(self.today)

    def open_days(self) -> list[date]:
        """The days that were played and are not closed."""
        last = date.fromisoformat(self.closed[-1]) if self.closed else date.min
        return sorted(day for day in self.played if day > last)

    def ends(self, day: date | None = None) -> int:
        """When a day is over, today if left out: at six in the morning."""
        end = datetime.combine((day or self.today) + timedelta(days=1), time(6), ZONE)
        return int(end.timestamp()) * 1_000_000

    def overdue(self, pot: Pot, at: int) -> bool:
        return sum(micros for since, micros in pot.by_day().items() if at - since > 7 * DAY) >= CENT

    def progressive(self, id: str) -> Pot:
        need(id in self.pots and bool(self.pots[id].meters))
        return self.pots[id]

    def counting(self, id: str) -> Pot:
        need(self.progressive(id).status != "removed")
        return self.pots[id]

    def meter(self, id: str, row: str) -> tuple[Pot, Purse]:
        pot = self.counting(id)
        need(row in pot.meters)
        return pot, pot.meters[row]

    # -- rounds

    def tabulate(self, table: str, round_: int, picture: dict[str, tuple[int, ...]], manual: bool, at: int) -> None:
        board = self.boards[table]
        need(board.open and round_ == board.round + 1 and board.fault == manual)
        # BJS-1: every round is pressed; where a jackpot is stopped, only one without a jackpot wager.
        need(not board.stopped or not any(picture.values()))
        for sensor, positions in picture.items():
            need(sensor in TABLES[table])
            need(len(set(positions)) == len(positions))
            need(all(1 <= position <= POSITIONS[table] for position in positions))
            # BJS-9: the spot of a progressive whose deposit is overdue is closed.
            need(not positions or not self.overdue(self.pots[TABLES[table][sensor][1]], at))
        board.round, board.playing, board.since = round_, True, self.ends()
        board.picture = {sensor: list(positions) for sensor, positions in picture.items() if positions}
        board.amounts, board.hits, board.claimed = {}, {}, 0
        board.posted = self.daily
        for sensor, seen in board.picture.items():
            counts = board.counts.setdefault(sensor, [0] * 16)
            for position in seen:
                counts[position - 1] += 1
            pot = self.pots[TABLES[table][sensor][1]]
            for purse in pot.meters.values():
                visible, hidden = 100 * purse.rate * len(seen), 100 * purse.reserve_rate * len(seen)
                purse.accrued += visible
                purse.reserve += hidden
                purse.contributions += visible + hidden
                pot.come(visible + hidden, self.ends(), wager=True)

    def void(self, table: str, round_: int) -> None:
        """BJS-5: from where the money last went, as far as it is there; a closed list of reasons forbids it."""
        board = self.boards[table]
        need(board.open and board.playing and round_ == board.round and not board.hits)
        board.playing = False
        for sensor, positions in board.picture.items():
            pot = self.pots[TABLES[table][sensor][1]]
            for purse in pot.meters.values():
                wanted = 100 * (purse.rate + purse.reserve_rate) * len(positions)
                if not self.void_lowers:
                    pot.borne += wanted
                    continue
                full = purse.cap is not None and purse.pool >= purse.cap * CENT
                left = 100 * purse.rate * len(positions)
                for fund in ("accrued", "overflow", "pool") if full else ("accrued", "pool", "overflow"):
                    part = min(left, getattr(purse, fund))
                    setattr(purse, fund, getattr(purse, fund) - part)
                    left -= part
                hidden = min(100 * purse.reserve_rate * len(positions), purse.reserve)
                purse.reserve -= hidden
                back = 100 * purse.rate * len(positions) - left + hidden
                purse.contributions -= back
                pot.borne += wanted - back
                pot.undo(back, of=board.since)

    # -- hits

    def claim(self, table: str, round_: int, claims: list[tuple[int, str, str]]) -> list[str]:
        """BJS-3; the ids of the hits."""
        board = self.boards[table]
        need(board.open and board.playing and round_ == board.round and bool(claims))
        wagers = {wager: (sensor, pot) for sensor, (wager, pot) in TABLES[table].items()}
        seen = {(seat, wager) for seat, wager, _ in board.hits.values()}
        for seat, wager, event in claims:
            need(wager in wagers)
            sensor, id = wagers[wager]
            need(any(event == row for row, _, _ in ROWS[id]))
            need(seat in board.picture.get(sensor, []))
            need((seat, wager) not in seen)
            seen.add((seat, wager))
        earlier = {claim[1:]: self._earlier(board, wagers[claim[1]][1], *claim[1:]) for claim in claims}
        # What is divided is claimed for all together; whoever was paid before has had a part.
        need(all(hit.state == "paid" for hits in earlier.values() for hit in hits))
        for _, id in wagers.values():
            for row, purse in self.pots[id].meters.items():
                board.amounts.setdefault((id, row), purse.shown() // CENT)

        def rank(claim: tuple[int, str, str]) -> tuple[int, int]:
            rows = [row for row, _, _ in ROWS[wagers[claim[1]][1]]]
            return rows.index(claim[2]), claim[0]

        def kind(claim: tuple[int, str, str]) -> tuple[str, int]:
            return next((kind, value) for row, kind, value in ROWS[wagers[claim[1]][1]] if row == claim[2])

        ordered = sorted(claims, key=rank)
        base = dict(board.amounts)
        for one in board.hits:
            stands = next(pot.hits[one] for pot in self.pots.values() if one in pot.hits)
            if (stands.jackpot, stands.row) in base:
                base[stands.jackpot, stands.row] -= stands.meter
        made: list[Hit] = []
        for claim in [one for one in ordered if kind(one)[0] == "%"]:
            seat, wager, event = claim
            id = wagers[wager][1]
            row = event if id in OWN_METERS else ""
            among = 1
            if id in SHARED:
                among = sum(other[1:] == claim[1:] for other in claims) + len(earlier[claim[1:]])
            amount = board.amounts[id, row] * kind(claim)[1] // (100 * among)
            wanted = min(amount, max(0, base[id, row]))
            base[id, row] -= wanted
            taken = 0
            if wanted:
                purse = self.pots[id].meters[row]
                taken = min(wanted, purse.shown() // CENT)
                purse.fold()
                purse.pool -= taken * CENT
                purse.locked += taken * CENT
            made.append(self._hit(board, table, claim, id, row, amount, taken, kind(claim)[1] == 100))
        for claim in [one for one in ordered if kind(one)[0] == "$"]:
            id = wagers[claim[1]][1]
            amount = board.posted if id == "daily" else kind(claim)[1]
            made.append(self._hit(board, table, claim, id, "", amount, 0, False))
        for id in dict.fromkeys(hit.jackpot for hit in made):
            self._after(self.pots[id], [hit for hit in made if hit.jackpot == id])
        return [hit.id for hit in made]

    def _earlier(self, board: Board, id: str, wager: str, event: str) -> list[Hit]:
        """The standing hits of the round that divide the same event: only a percent is divided (BJS-3)."""
        if id not in SHARED or (event, "%") not in [(row, kind) for row, kind, _ in ROWS[id]]:
            return []
        return [self.pots[id].hits[one] for one, known in board.hits.items() if known[1:] == (wager, event)]

    def _hit(
        self,
        board: Board,
        table: str,
        claim: tuple[int, str, str],
        id: str,
        row: str,
        amount: int,
        taken: int,
        full: bool,
    ) -> Hit:
        board.claimed += 1
        hit = Hit(f"{table}-{board.round}-{board.claimed}", id, row, table, board.round, amount, taken, full)
        board.hits[hit.id] = claim
        self.pots[id].hits[hit.id] = hit
        if full and taken:
            purse = self.pots[id].meters[row]
            purse.won_with = purse.contributions
        return hit

    def _after(self, pot: Pot, hits: list[Hit]) -> None:
        """Parameters that waited come in after a full prize; then reseeds."""
        if any(hit.full for hit in hits):
            self._bring_in(pot)
        for row in dict.fromkeys(hit.row for hit in hits if hit.meter or hit.full):
            own = [hit for hit in hits if hit.row == row and (hit.meter or hit.full)]
            purse = pot.meters[row]
            short = purse.reseed * CENT - purse.accrued - purse.pool
            if short <= 0 or not (purse.below or any(hit.full for hit in own)):
                continue
            reserve = min(short, purse.reserve)
            overflow = min(short - reserve, purse.overflow)
            house = short - reserve - overflow
            purse.reserve -= reserve
            purse.overflow -= overflow
            purse.seed += house
            purse.pool += short
            pot.come(house, self.ends())
            own[0].reseeded = {"reserve": reserve, "overflow": overflow, "house": house}

    def _bring_in(self, pot: Pot) -> None:
        """What waited holds now, if no cap among it is under an amount."""
        if pot.queued is not None and all(
            cap is None or cap * CENT >= pot.meters[row].shown() for row, (_, cap, _) in pot.queued.items()
        ):
            self._apply(pot, pot.queued)

    def _apply(self, pot: Pot, new: dict[str, tuple[int, int | None, bool]]) -> None:
        for row, (reseed, cap, below) in new.items():
            purse = pot.meters[row]
            purse.fold()
            purse.reseed, purse.cap, purse.below = reseed, cap, below
        pot.queued = None

    def hit(self, id: str, jackpot: str) -> tuple[Pot, Hit]:
        need(jackpot in self.pots and id in self.pots[jackpot].hits)
        return self.pots[jackpot], self.pots[jackpot].hits[id]

    def verify(self, jackpot: str, id: str) -> None:
        _, hit = self.hit(id, jackpot)
        need(hit.state == "locked")
        hit.state = "verified"

    def pay(self, jackpot: str, id: str, by: str, method: str, number: str, *, shows: bool = True) -> None:
        """The payee ``shows`` papers, with a taxpayer number, or none: no wager here is over a dollar."""
        pot, hit = self.hit(id, jackpot)
        need(hit.state == "verified" and (hit.amount <= 500_000 or method == "check"))
        need(method != "check" or number not in self.numbers)
        winnings = hit.amount - 100
        need(shows or not self.taxed or winnings < 60_000)
        tax = (winnings * 24 + 50) // 100 * CENT if self.taxed and winnings > 500_000 else 0
        pot.withheld += tax
        check = Drawn(id, tax)
        if hit.meter:
            kept = max(0, tax - (hit.amount - hit.meter) * CENT)
            need(by == "cage" or pot.bank >= hit.meter * CENT - kept)
            purse = pot.meters[hit.row]
            purse.locked -= hit.meter * CENT
            purse.paid += hit.meter * CENT
            check.bank = 0 if by == "cage" else hit.meter * CENT - kept
            check.due = hit.meter * CENT if by == "cage" else kept
            pot.bank -= check.bank
            pot.pay_off(check.due)
        pot.awards += (hit.amount - hit.meter) * CENT
        hit.state = "paid"
        if method == "check":
            self.numbers.add(number)
            pot.checks[number] = check

    def clear(self, jackpot: str, number: str) -> None:
        """The bank has paid a check: nothing moves, it left the books when it was drawn."""
        need(jackpot in self.pots and number in self.pots[jackpot].checks)
        del self.pots[jackpot].checks[number]

    def void_check(self, jackpot: str, number: str) -> None:
        """What a check paid is owed again, and so is the tax on it; a prize can only be paid again."""
        need(jackpot in self.pots and number in self.pots[jackpot].checks)
        pot = self.pots[jackpot]
        need(pot.status != "removed")
        need(pot.bank + min(pot.checks[number].bank, 0) >= 0)
        check = pot.checks.pop(number)
        pot.bank += check.bank
        pot.due += check.due
        if not check.hit:
            return
        hit = pot.hits[check.hit]
        pot.withheld -= check.tax
        pot.awards -= (hit.amount - hit.meter) * CENT
        if hit.meter:
            purse = pot.meters[hit.row]
            purse.locked += hit.meter * CENT
            purse.paid -= hit.meter * CENT
        hit.state, hit.voided = "verified", True

    def reject(self, jackpot: str, id: str) -> None:
        """BJS-3: the amount back to the meter; with the last hit of its kind, the reseed back to where it came from."""
        pot, hit = self.hit(id, jackpot)
        need(hit.state in ("locked", "verified") and not hit.voided)
        hit.state = "rejected"
        self.boards[hit.table].hits.pop(id, None)
        others = [
            other
            for other in pot.hits.values()
            if (other.table, other.round, other.row) == (hit.table, hit.round, hit.row)
            and other.id != id
            and other.state != "rejected"
            and (other.full or (other.meter > 0 and not hit.full))
        ]
        back = dict(hit.reseeded)
        if others:
            for source, micros in back.items():
                others[0].reseeded[source] += micros
            back = {"reserve": 0, "overflow": 0, "house": 0}
            hit.reseeded = dict(back)
        if not pot.meters or not (hit.meter or any(back.values())):
            return
        purse = pot.meters[hit.row]
        purse.locked -= hit.meter * CENT
        purse.pool += hit.meter * CENT
        house = min(back["house"], purse.seed - purse.recovered, purse.pool)
        purse.seed -= house
        purse.pool -= house
        pot.undo(house)
        for source in ("overflow", "reserve"):
            part = min(back[source], purse.pool)
            purse.pool -= part
            setattr(purse, source, getattr(purse, source) + part)
        if purse.cap is not None and purse.pool > purse.cap * CENT:
            purse.overflow += purse.pool - purse.cap * CENT
            purse.pool = purse.cap * CENT
