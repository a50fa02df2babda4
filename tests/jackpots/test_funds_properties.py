"""What holds of the funds whatever happens: conservation, splitting, and undoing."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from houseway.jackpots import funds, removal, soundness
from houseway.jackpots.funds import LockedHit
from houseway.jackpots.jackpot_accounts import Lines, applied, balances_of
from houseway.jackpots.jackpot_configuration import MICROS, Jackpot, Meter

RATES = st.integers(1, 400_000)
HIDDEN = st.integers(0, 100_000)
MONEY = st.integers(0, 200_000)
COUNTS = st.integers(0, 5_000)


@st.composite
def meters(draw: st.DrawFn, row: str = "") -> Meter:
    seed, reseed = draw(MONEY), draw(MONEY)
    cap = draw(st.none() | st.integers(max(seed, reseed), max(seed, reseed) + 50_000))
    return Meter(
        row=row,
        seed=seed,
        reseed=reseed,
        rate=draw(RATES),
        reserve=draw(HIDDEN),
        cap=cap,
        reseed_below=draw(st.booleans()),
    )


@st.composite
def jackpots(draw: st.DrawFn, id: str = "gold") -> Jackpot:
    found = [draw(meters())] + ([draw(meters(row="four-aces"))] if draw(st.booleans()) else [])
    wager = draw(st.integers(1, 2_500))
    return Jackpot(id=id, scheme="progressive", updates="real-time", wager=wager, meters=tuple(found))


def _start(jackpot: Jackpot) -> dict[str, int]:
    accounts: dict[str, int] = {}
    for meter in jackpot.meters:
        accounts = applied(accounts, funds.seed(jackpot, meter))
    return accounts


def _moved(accounts: dict[str, int]) -> dict[str, int]:
    return {name: micros for name, micros in accounts.items() if micros}


@settings(deadline=None)
@given(jackpots(), st.lists(st.tuples(COUNTS, st.booleans()), max_size=20))
def test_a_stream_of_wagers_moves_the_meter_alike_however_it_is_split(
    jackpot: Jackpot, stream: list[tuple[int, bool]]
) -> None:
    """Counted in one press or in many, folded in between or not: the exact amount is wagers x wager x rate."""
    split = _start(jackpot)
    for count, folds in stream:
        split = applied(split, funds.contribute(jackpot, count))
        for meter in jackpot.meters if folds else ():
            split = applied(split, funds.fold(jackpot, meter, balances_of(jackpot, meter, split)))
    total = sum(count for count, _ in stream)
    at_once = applied(_start(jackpot), funds.contribute(jackpot, total))
    for meter in jackpot.meters:
        found = funds.shown(meter, balances_of(jackpot, meter, split))
        assert found == funds.shown(meter, balances_of(jackpot, meter, at_once))
        exact = meter.seed + Fraction(total * jackpot.wager * meter.rate, 1_000_000)
        assert Fraction(sum(found), MICROS) == exact
        assert balances_of(jackpot, meter, split)["reserve"] == total * jackpot.wager * meter.reserve


@settings(deadline=None)
@given(jackpots(), COUNTS, COUNTS, st.booleans())
def test_a_void_undoes_what_was_counted(jackpot: Jackpot, before: int, count: int, folded: bool) -> None:
    accounts = applied(_start(jackpot), funds.contribute(jackpot, before))
    for meter in jackpot.meters:
        accounts = applied(accounts, funds.fold(jackpot, meter, balances_of(jackpot, meter, accounts)))
    after = applied(accounts, funds.contribute(jackpot, count))
    for meter in jackpot.meters if folded else ():
        after = applied(after, funds.fold(jackpot, meter, balances_of(jackpot, meter, after)))
    back = funds.take_back(jackpot, count, after)
    assert back.borne == 0
    assert _moved(applied(after, back.lines)) == _moved(accounts)


@settings(deadline=None)
@given(meters(), COUNTS, st.fractions(0, 1), st.booleans())
def test_a_hit_locked_and_rejected_leaves_the_meter_as_it_was(
    meter: Meter, count: int, share: Fraction, full: bool
) -> None:
    jackpot = Jackpot(id="gold", scheme="progressive", updates="real-time", meters=(meter,))
    accounts = applied(_start(jackpot), funds.contribute(jackpot, count))
    accounts = applied(accounts, funds.fold(jackpot, meter, balances_of(jackpot, meter, accounts)))
    balances = balances_of(jackpot, meter, accounts)
    cents = funds.displayed_cents(meter, balances)
    cents = cents if full else cents * share.numerator // share.denominator
    after = applied(accounts, funds.lock(jackpot, meter, balances, cents))
    again = funds.reseed(jackpot, meter, balances_of(jackpot, meter, after), full=full)
    after = applied(after, again.lines)
    hit = LockedHit(cents, again.reserve, again.overflow, again.house)
    after = applied(after, funds.reject(jackpot, meter, balances_of(jackpot, meter, after), hit))
    assert _moved(after) == _moved(accounts)


@settings(deadline=None)
@given(jackpots(), jackpots(id="silver"), COUNTS, COUNTS, MONEY)
def test_a_transfer_moves_every_micro_and_its_escrow(
    gold: Jackpot, silver: Jackpot, count: int, other: int, cents: int
) -> None:
    accounts = {**_start(gold), **_start(silver)}
    for lines in (funds.contribute(gold, count), funds.contribute(silver, other), funds.deposit(gold, cents)):
        accounts = applied(accounts, lines)
    lines = removal.transfer(gold, silver, silver.meters[-1], accounts)
    assert sum(micros for _, micros in lines) == 0
    after = applied(accounts, lines)
    assert removal.is_empty(gold, after)
    assert soundness.check_invariants(gold, after) == soundness.check_invariants(silver, after) == []
    held = [funds.statement(jackpot, accounts).held for jackpot in (gold, silver)]
    assert funds.statement(silver, after).held == sum(held)
    assert funds.statement(silver, after).bank == cents * MICROS


class Life(RuleBasedStateMachine):
    """A progressive's life, with a ledger of its own kept beside: money in, money out, money locked."""

    def __init__(self) -> None:
        super().__init__()
        self.main = Meter(seed=10_000, reseed=5_000, rate=123_457, reserve=45_679, cap=30_000)
        self.side = Meter(row="four-aces", seed=2_000, reseed=2_500, rate=54_321, reserve=0, reseed_below=True)
        self.jackpot = Jackpot(
            id="gold", scheme="progressive", updates="real-time", wager=300, meters=(self.main, self.side)
        )
        self.accounts: dict[str, int] = _start(self.jackpot)
        self.inside = 12_000 * MICROS
        self.locked: list[tuple[Meter, LockedHit]] = []

    def _of(self, meter: Meter) -> dict[str, int]:
        return balances_of(self.jackpot, meter, self.accounts)

    def _post(self, lines: Lines) -> None:
        assert sum(micros for _, micros in lines) == 0
        assert len({name for name, _ in lines}) == len(lines)
        self.accounts = applied(self.accounts, lines)

    @rule(count=st.integers(0, 300))
    def count(self, count: int) -> None:
        self._post(funds.contribute(self.jackpot, count))
        self.inside += count * 300 * (123_457 + 45_679 + 54_321)

    @rule(count=st.integers(0, 50), decrease=st.booleans())
    def void(self, count: int, decrease: bool) -> None:
        back = funds.take_back(self.jackpot, count, self.accounts, decrease_for_void=decrease)
        self._post(back.lines)
        assert back.taken + back.borne == count * 300 * (123_457 + 45_679 + 54_321)
        assert decrease or not back.taken
        self.inside -= back.taken

    @rule(side=st.booleans(), percent=st.sampled_from([100, 50, 20, 10]))
    def hit(self, side: bool, percent: int) -> None:
        meter = self.side if side else self.main
        cents = funds.displayed_cents(meter, self._of(meter)) * percent // 100
        self._post(funds.lock(self.jackpot, meter, self._of(meter), cents))
        again = funds.reseed(self.jackpot, meter, self._of(meter), full=percent == 100)
        self._post(again.lines)
        self.inside += again.house
        self.locked.append((meter, LockedHit(cents, again.reserve, again.overflow, again.house)))
        if percent == 100:
            assert funds.displayed_cents(meter, self._of(meter)) >= meter.reseed

    @precondition(lambda self: self.locked)
    @rule(data=st.data(), bank=st.booleans())
    def pay(self, data: st.DataObject, bank: bool) -> None:
        meter, hit = self.locked.pop(data.draw(st.integers(0, len(self.locked) - 1)))
        enough = self.accounts.get("gold:bank", 0) >= hit.cents * MICROS
        by = funds.pay(self.jackpot, meter, self._of(meter), hit.cents, "account" if bank and enough else "cage")
        self._post(by)
        self.inside -= hit.cents * MICROS

    @precondition(lambda self: self.locked)
    @rule(data=st.data())
    def reject(self, data: st.DataObject) -> None:
        meter, hit = self.locked.pop(data.draw(st.integers(0, len(self.locked) - 1)))
        seeded = self._of(meter)["seed"]
        self._post(funds.reject(self.jackpot, meter, self._of(meter), hit))
        back = self._of(meter)["seed"] - seeded
        assert 0 <= back <= hit.house
        self.inside -= back

    @rule(side=st.booleans(), cents=st.integers(0, 3_000))
    def recover(self, side: bool, cents: int) -> None:
        meter = self.side if side else self.main
        balances = self._of(meter)
        micros = min(cents * MICROS, funds.unrecovered(balances), balances["pool"])
        self._post(funds.recover_seed(self.jackpot, meter, balances, micros, "pool"))
        self.inside -= micros

    @rule(cents=st.integers(0, 20_000))
    def deposit(self, cents: int) -> None:
        self._post(funds.deposit(self.jackpot, cents))

    @invariant()
    def nothing_is_broken(self) -> None:
        assert soundness.check_invariants(self.jackpot, self.accounts) == []

    @invariant()
    def the_players_money_is_all_there(self) -> None:
        found = funds.statement(self.jackpot, self.accounts)
        assert found.held == found.bank + found.due == self.inside
        locked = sum(self._of(meter)["locked"] for meter in (self.main, self.side))
        assert locked == sum(hit.cents for _, hit in self.locked) * MICROS

    @invariant()
    def the_display_stays_under_its_cap(self) -> None:
        assert funds.displayed_cents(self.main, self._of(self.main)) <= 30_000


TestLife = Life.TestCase
TestLife.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
