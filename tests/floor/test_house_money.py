"""WAC 230-15-695, WAC 230-15-710: the house never gets out more than it put in, and no player is paid twice.

The ledger here is the test's own. It looks at what a jackpot's account and deposits due hold together before and after
each command, and at nothing else of the program's books: what a command brings there by the house's will the house put
in, and what it takes from there and gives no player the house got out.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houseway.compliance.configured_tables import settings_of, setup_of
from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.floor.floor_errors import WrongState
from houseway.jackpots.jackpot_errors import AdjustmentRefused, RemovalRefused
from houseway.registry import game
from houseway.table.records.record import record
from houseway.table.round import Round
from tests.floor.duels import QUADS, TAT
from tests.floor.houses import (
    ATTACK,
    DAY,
    HEARTS,
    MICROS,
    SUITED,
    TIES,
    House,
    attack_table,
    changed,
    duel_table,
    sqlite_house,
)
from tests.rounds import Script, shoe_of

POTS = (changed(ATTACK, seed=1_000, reseed=700, cap=1_500), changed(TIES, seed=500, reseed=300))
NAMES = tuple(pot.id for pot in POTS)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, int]]:
    """A small house: a link with the tabulator alone, and a table whose rounds are settled on record."""
    folder = tmp_path_factory.mktemp("template")
    house = sqlite_house(folder / "floor.db")
    house.build(jackpots=POTS, tables=[attack_table("A1"), attack_table("A2"), duel_table("D1", cards="reads")])
    house.do(c.ReportMalfunction(malfunction="M", what="a meter stands wrong"), "tell")
    house.close()
    yield folder, house.at


class Ledger:
    """What the house put into each jackpot and got out of it, in micros, and what each line of a round returned."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.put_in = {pot.id: meter.seed * MICROS for pot in POTS for meter in pot.meters}
        self.got_out = dict.fromkeys(NAMES, 0)
        self.wagers = {pot.id: pot.wager * (pot.meters[0].rate + pot.meters[0].reserve) for pot in POTS}
        self.returned: dict[tuple[int, int], int] = {}
        self.paid: set[str] = set()

    def escrow(self) -> dict[str, int]:
        return {id: self.house.fund(id, "bank") + self.house.fund(id, "due") for id in NAMES}

    def give(self, command: c.Command, who: str, second: str | None = None) -> dict[str, Any] | None:
        """Give a command and book what it did; nothing where it is refused."""
        before = self.escrow()
        try:
            reply = self.house.do(command, who, second)
        except HousewayError as refusal:
            assert refusal.code != "command-fault", refusal
            assert self.escrow() == before
            return None
        after = self.escrow()
        moved = {id: after[id] - before[id] for id in NAMES}
        self.book(command, moved, reply)
        for id in NAMES:
            assert 0 <= self.got_out[id] <= self.put_in[id], (command, id, self.got_out[id], self.put_in[id])
        return reply

    def book(self, command: c.Command, moved: dict[str, int], reply: dict[str, Any]) -> None:
        match command:
            case c.AdjustMeter() | c.RecoverSeed() | c.ClaimHit() | c.RejectHit():
                for id, micros in moved.items():
                    self.put_in[id] += max(0, micros)
                    self.got_out[id] += max(0, -micros)
                if isinstance(command, c.RejectHit):
                    assert command.hit not in self.paid, "what was paid is not rejected"
            case c.Tabulate():
                [id] = [id for id, table in (("attack", "A"), ("ties", "D")) if command.table.startswith(table)]
                assert moved[id] == self.wagers[id] * sum(map(len, command.picture.values()))
            case c.VoidRound():
                [id] = [id for id, table in (("attack", "A"), ("ties", "D")) if command.table.startswith(table)]
                # The player has the whole wager back from the house, which takes back at most its own share of it.
                assert 0 <= -moved[id] <= self.wagers[id] * 3
            case c.PayHit():
                assert command.hit not in self.paid, "a hit is paid once"
                self.paid.add(command.hit)
                assert -moved[command.jackpot] <= reply["amount"] * MICROS
            case c.BookUndisplayed():
                assert -moved[command.jackpot] == command.amount * MICROS
            case c.TransferJackpot():
                assert sum(moved.values()) == 0
            case c.DonateJackpot():
                assert -moved[command.jackpot] == reply["cents"] * MICROS
            case c.CorrectLine():
                line = (command.round, command.line)
                assert self.returned.get(line, command.was) == command.was, "a line is corrected from what it is now"
                self.returned[line] = command.returned
                assert not any(moved.values())
            case _:
                assert not any(moved.values()), command

    # -- what may be done, each by those who may and on a paper of its own

    def press(self, number: int) -> None:
        table = ("A1", "A2")[number % 2]
        self.open(table)
        round_ = self.house.floor.table(table).round + 1
        picture = {"1": tuple(range(1, 2 + number % 3))}
        self.give(c.Tabulate(table=table, round=round_, picture=picture), f"panel:{table}")

    def open(self, table: str) -> None:
        if not self.house.floor.table(table).open:
            self.give(c.OpenTable(table=table), "sato")

    def claim(self, number: int) -> None:
        table = ("A1", "A2")[number % 2]
        event = (HEARTS, SUITED)[number // 2 % 2]
        claims = (c.Claimed(seat=1, wager="jackpot", event=event),)
        self.give(c.ClaimHit(table=table, round=self.house.floor.table(table).round, claims=claims), f"panel:{table}")

    def duel(self, number: int) -> None:
        """A round of Dueling that wins the whole of its jackpot, settled on record."""
        self.open("D1")
        state = self.house.floor.table("D1")
        round_ = state.round + 1
        if self.give(c.Tabulate(table="D1", round=round_, picture={"1": (1,)}), "panel:D1") is None:
            return
        claims = (c.Claimed(seat=1, wager=TAT, event="quads-same-suit"),)
        meters = {TAT: self.house.shown("ties")}
        if number % 3 == 0 or self.give(c.ClaimHit(table="D1", round=round_, claims=claims), "panel:D1") is None:
            return
        state = self.house.floor.table("D1")
        assert state.table is not None
        configuration = self.house.floor.property.configuration("2024-05-01")
        setup = setup_of(state.table, state.jackpots, settings_of(configuration, "D1"))
        played = Round(game("dueling"), setup, [1], shoe_of(QUADS))
        played.play_out({1: {"player": 500, TAT: 100}}, Script([(1, "war")]), meters)
        self.give(c.SettleRound(table="D1", round=round_, record=record(played, meters=meters)), "panel:D1")

    def correct(self, number: int) -> None:
        state = self.house.floor.table("D1")
        if not state.lines:
            return
        place = number % len(state.lines)
        seat, wager, was, _ = state.lines[place]
        command = c.CorrectLine(
            table="D1",
            round=state.settled,
            line=place + 1,
            seat=seat,
            wager=wager,
            was=was + (number % 5 == 0),
            returned=number,
            reason="misread",
        )
        self.give(command, "sato", "cole")

    def void(self, number: int) -> None:
        table = ("A1", "A2", "D1")[number % 3]
        self.give(c.VoidRound(table=table, round=self.house.floor.table(table).round, reason="misdeal"), "sato")

    def _hits(self) -> list[Any]:
        return [hit for id in NAMES for hit in self.house.floor.jackpot(id).hits.values()]

    def verify(self, number: int) -> None:
        for hit in self._hits()[number % 3 :][:1]:
            seen = c.VerifyHit(jackpot=hit.jackpot, hit=hit.id, cards="x", deck="x", surveillance="tape", player="P")
            self.give(seen, "sato", "vega")

    def pay(self, number: int) -> None:
        by: Literal["cage", "account"] = "cage" if number % 2 else "account"
        for hit in self._hits()[number % 3 :][:1]:
            paper = self.house.paper("check")
            pay = c.PayHit(jackpot=hit.jackpot, hit=hit.id, by=by, method="check", reference=paper)
            self.give(pay, "cole", "sato")

    def reject(self, number: int) -> None:
        for hit in self._hits()[number % 3 :][:1]:
            self.give(c.RejectHit(jackpot=hit.jackpot, hit=hit.id, reason="no hit"), "sato", "vega")

    def adjust(self, number: int) -> None:
        id = NAMES[number % 2]
        shown = self.house.floor.amounts(id).get("", 0)
        to = (0, shown // 2, max(0, shown - 1), shown + 1, shown + number, 1_000)[number % 6]
        paper = self.house.paper("D")
        adjust = c.AdjustMeter(jackpot=id, to=to, reason="malfunction", document=paper, malfunction="M")
        self.give(adjust, "sato", "cole")

    def recover(self, number: int) -> None:
        id = NAMES[number % 2]
        source: Any = ("pool", "reserve", "overflow")[number // 2 % 3]
        fund = sum(self.house.fund(id, name) for name in ((source, "accrued") if source == "pool" else (source,)))
        amount = (fund // MICROS, fund // MICROS // 2, 1, 1_000)[number // 6 % 4]
        paper = self.house.paper("R")
        self.give(c.RecoverSeed(jackpot=id, amount=amount, source=source, document=paper), "cole", "ames")

    def book_out(self, number: int) -> None:
        id = NAMES[number % 2]
        source: Any = ("reserve", "overflow")[number // 2 % 2]
        amount = self.house.fund(id, source) // MICROS
        paper = self.house.paper("B")
        self.give(c.BookUndisplayed(jackpot=id, amount=amount, source=source, document=paper), "cole", "ames")

    def deposit(self, number: int) -> None:
        id = NAMES[number % 2]
        due = self.house.fund(id, "due")
        slip = self.house.paper("S")
        if due >= 0:
            self.give(c.Deposit(jackpot=id, amount=-(-due // MICROS), reference=slip), "cole")
        else:
            self.give(c.Withdraw(jackpot=id, amount=-due // MICROS, reference=slip), "cole", "sato")

    def remove(self, number: int) -> None:
        """A progressive is closed down, and then tried again as if nothing had been."""
        id, other = NAMES[number % 2], NAMES[1 - number % 2]
        paper = self.house.paper("order")
        why = "order-of-the-regulator"
        announce = c.AnnounceRemoval(jackpot=id, reason=why, day="2024-05-01", document=paper)
        self.give(announce, "ames", "cole")
        for table in self.house.floor.property.tables_of(id):
            if self.house.floor.table(table).open:
                self.give(c.CloseTable(table=table), "sato")
        if number // 2 % 2:
            self.give(c.TransferJackpot(jackpot=id, to=other, document=paper), "ames", "cole")
        else:
            self.give(c.DonateJackpot(jackpot=id, organisation="Council", reference=paper), "ames", "cole")


DEEDS: tuple[Callable[[Ledger, int], None], ...] = (
    Ledger.press,
    Ledger.press,
    Ledger.claim,
    Ledger.duel,
    Ledger.duel,
    Ledger.correct,
    Ledger.void,
    Ledger.verify,
    Ledger.pay,
    Ledger.reject,
    Ledger.adjust,
    Ledger.adjust,
    Ledger.recover,
    Ledger.recover,
    Ledger.book_out,
    Ledger.deposit,
    Ledger.remove,
)


def _runs(template: tuple[Path, int], folder: Path, examples: int, longest: int) -> None:
    number = 0

    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck), print_blob=True)
    @given(st.lists(st.tuples(st.sampled_from(DEEDS), st.integers(0, 5_000)), min_size=4, max_size=longest))
    def run(deeds: list[tuple[Callable[[Ledger, int], None], int]]) -> None:
        nonlocal number
        number += 1
        place = folder / str(number)
        shutil.copytree(template[0], place)
        house = House(Floor.open(place / "floor.db"), template[1])
        house.number = 1_000
        ledger = Ledger(house)
        try:
            for deed, chosen in deeds:
                deed(ledger, chosen)
            assert house.floor.broken() == []
            if number % 10 == 0:
                house.sound()
        finally:
            house.close()
            shutil.rmtree(place)

    run()


def test_wa_19_the_house_never_gets_out_more_than_it_put_in(template: tuple[Path, int], tmp_path: Path) -> None:
    _runs(template, tmp_path, examples=60, longest=25)


@pytest.mark.soak
def test_ten_thousand_sequences_give_the_house_no_more_than_it_put_in(
    template: tuple[Path, int], tmp_path: Path
) -> None:
    _runs(template, tmp_path, examples=10_000, longest=60)


# -- the ways that release 0.1 left open, one by one


def _adjust(house: House, to: int) -> dict[str, Any]:
    paper = house.paper("D")
    adjust = c.AdjustMeter(
        jackpot="attack", to=to, reason="malfunction", document=paper, malfunction=house.malfunction()
    )
    return house.do(adjust, "sato", "cole")


def test_wa_19_an_adjustment_takes_the_houses_seed_first_and_it_is_recovered_once(house: House) -> None:
    reply = _adjust(house, 0)
    assert (reply["seed"], reply["kept"]) == (100_000 * MICROS, 0)
    house.play("A2", 100, 1, 2, 3, 4, 5)
    recover = c.RecoverSeed(jackpot="attack", amount=1, source="pool", document="R-1")
    refusal = house.refused(AdjustmentRefused, recover, "cole", "ames")
    assert refusal.clause == "WAC 230-15-695(5)"
    assert house.shown("attack") == 100 * 5 * 20
    house.sound()


def test_wa_19_what_the_players_brought_stays_theirs_when_an_amount_is_set_down(house: House) -> None:
    house.play("A2", 100, 1, 2, 3, 4, 5)
    due, reserve = house.fund("attack", "due"), house.fund("attack", "reserve")
    reply = _adjust(house, 0)
    assert (reply["seed"], reply["kept"]) == (100_000 * MICROS, 10_000 * MICROS)
    assert house.fund("attack", "due") == due - 100_000 * MICROS
    assert house.fund("attack", "reserve") == reserve + 10_000 * MICROS
    house.sound()


def test_wa_19_what_an_adjustment_adds_the_house_pays_and_does_not_get_back(house: House) -> None:
    _adjust(house, 120_000)
    recover = c.RecoverSeed(jackpot="attack", amount=100_001, source="pool", document="R-1")
    house.refused(AdjustmentRefused, recover, "cole", "ames")


@pytest.mark.parametrize("named", ["", "nothing", "mended", "of another link"])
def test_wa_19_an_adjustment_names_an_open_malfunction_of_the_link(house: House, named: str) -> None:
    house.do(c.ReportMalfunction(malfunction="mended", what="dark"), "tell")
    house.do(c.MendMalfunction(malfunction="mended", how="a lamp"), "tell")
    house.do(c.ReportMalfunction(malfunction="of-another", table="D1", what="dark"), "tell")
    fault = "of-another" if named == "of another link" else named
    adjust = c.AdjustMeter(jackpot="attack", to=0, reason="malfunction", document="D", malfunction=fault)
    refusal = house.refused(AdjustmentRefused, adjust, "sato", "cole")
    assert refusal.clause == "WAC 230-15-695(2)"


@pytest.mark.parametrize("way", ["transfer", "donate"])
def test_wa_28_a_progressive_that_was_given_away_is_not_opened_again(house: House, way: str) -> None:
    house.play("A2", 3, 1)
    house.shut()
    house.do(c.AnnounceRemoval(jackpot="attack", reason="game-discontinued", day="2024-05-12"), "ames", "cole")
    house.deposit_all("attack")
    house.at += 11 * DAY
    if way == "transfer":
        house.do(c.TransferJackpot(jackpot="attack", to="ties", document="D"), "ames", "cole")
    else:
        house.do(c.DonateJackpot(jackpot="attack", organisation="Council", reference="D"), "ames", "cole")
    assert house.floor.jackpot("attack").status == "removed"
    for table in ("A1", "A2"):
        refusal = house.refused(WrongState, c.OpenTable(table=table), "sato")
        assert refusal.clause == "WAC 230-15-710"
    house.refused(WrongState, c.AddTable(table=attack_table("A7")), "ames", "cole")
    house.refused(WrongState, c.ChangeTable(table=attack_table("A2")), "ames", "cole")
    house.refused(WrongState, c.StopJackpot(jackpot="attack", reason="a look"), "sato")
    house.refused(WrongState, c.ResumeJackpot(jackpot="attack", reason="again"), "sato", "cole")
    recover = c.RecoverSeed(jackpot="attack", amount=1, source="pool", document="R")
    house.refused(RemovalRefused, recover, "cole", "ames")
    house.refused(RemovalRefused, c.ChangeJackpot(jackpot=ATTACK), "ames", "cole")
    adjust = c.AdjustMeter(jackpot="attack", to=1, reason="malfunction", document="A", malfunction=house.malfunction())
    house.refused(RemovalRefused, adjust, "sato", "cole")
    house.refused(RemovalRefused, c.TransferJackpot(jackpot="ties", to="attack", document="E"), "ames", "cole")
    house.sound()
