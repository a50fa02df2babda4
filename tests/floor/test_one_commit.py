"""Commands in one commit: every two that touch the same money come out as one after the other.

Each pair is given twice from the same journal: both in one commit, and one commit after the other. Outcomes and rows
must be the same. What each command does alone is checked first, so that no pair is two refusals by mistake.
"""

from __future__ import annotations

import ast
import importlib
import shutil
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw
import pytest

from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.declared import DECLARED
from houseway.floor.floor import Floor, Order
from houseway.floor.floor_errors import WrongState
from houseway.floor.permission.people import panel_of
from houseway.journal import Outcome
from houseway.journal.sealing.seal_record import SEALS
from tests.floor.houses import (
    BLACKJACK,
    HEARTS,
    HOUR,
    MICROS,
    PAIR,
    START,
    House,
    attack_table,
    duel_table,
    sqlite_house,
)
from tests.floor.live_tables import IVY, K1, N1, OTTO, At, live_house
from tests.floor.test_live_corrections import dealt
from tests.floor.test_prizes_held import hit_of

TAT = "tie-after-tie"
ANN = "player:ann"
FAULT = c.ReportMalfunction(malfunction="F-1", what="the display showed too much")
Given = tuple[c.Command, str, str | None]


def _adjust(jackpot: str, to: int) -> Given:
    return c.AdjustMeter(jackpot=jackpot, to=to, reason="malfunction", document="M-1", malfunction="F-1"), *PAIR


def _hits_and_chips(path: Path) -> dict[str, Given]:
    """A table with a prize that waits, older rounds, a round to settle; another with a hit held and one to claim."""
    house = live_house(path)
    duel = At(house, K1)
    duel.sit(1, IVY, 5_000)
    verified = hit_of(duel)
    house.verify(verified)
    duel.sit(2, OTTO)
    house.do(c.GiveChips(player=OTTO, amount=700), "sato")
    for _ in range(2):
        dealt(duel, "Kh", "4s", "9d")
        duel.settle()
    house.do(c.GiveChips(player=ANN, amount=2_000), "sato")
    duel.begin(2)
    duel.answer(2, {"player": 500}, OTTO)
    duel.key("4s", "9d")
    record = duel.record()
    house.play(N1, 2, 1, 2, 3)
    house.deposit_all("ties")
    house.play(N1, 2, 1, 2, 3)
    house.tabulate(N1, 1, 2)
    [held] = house.claim(N1, (1, TAT, "quads-same-suit"))
    round_ = house.tabulate(N1, 1, 3)
    prize = next(line for line in duel.entries("round-settled")[0]["record"]["lines"] if line["wager"] == TAT)
    place = duel.entries("round-settled")[0]["record"]["lines"].index(prize) + 1
    house.do(FAULT, "tell")
    house.close()

    def mend(**other: Any) -> c.CorrectLine:
        data = {"table": K1, "round": 2, "line": 2, "seat": 2, "wager": "player", "was": 0, "returned": 1000}
        return c.CorrectLine(**{**data, "reason": "paid by sight", **other})

    def hit(kind: type[c.Command], which: Any, **more: Any) -> c.Command:
        return kind(jackpot="ties", hit=which.id, **more)

    seen = {"cards": "as dealt", "deck": "complete", "surveillance": "tape 7", "player": "W. Inner"}
    without = prize["returned"] - verified.amount
    return {
        "deposit": (c.Deposit(jackpot="ties", amount=40, reference="slip 2"), "cole", None),
        "deposit-again": (c.Deposit(jackpot="ties", amount=50, reference="slip 3"), "cole", None),
        "statement": (c.Statement(jackpot="ties", amount=20_000, reference="bank 1"), "ames", None),
        "adjust": (
            c.AdjustMeter(jackpot="ties", to=5_000, reason="malfunction", document="M-1", malfunction="F-1"),
            *PAIR,
        ),
        "recover": (c.RecoverSeed(jackpot="ties", amount=9_000, source="pool", document="R-1"), *PAIR),
        "recover-again": (c.RecoverSeed(jackpot="ties", amount=9_500, source="pool", document="R-2"), *PAIR),
        "book": (c.BookUndisplayed(jackpot="ties", amount=10, source="reserve", document="B-1"), *PAIR),
        "seize": (c.Seize(jackpot="ties", amount=15_000, authority="Revenue", reference="warrant 1"), "cole", "ames"),
        "stop": (c.StopJackpot(jackpot="ties", reason="a look"), "sato", None),
        "claim": (
            c.ClaimHit(table=N1, round=round_, claims=(c.Claimed(seat=3, wager=TAT, event="quads-same-suit"),)),
            panel_of(N1),
            None,
        ),
        "tabulate": (c.Tabulate(table=N1, round=round_ + 1, picture={"1": (2,)}), panel_of(N1), None),
        "void": (c.VoidRound(table=N1, round=round_, reason="exposed card"), "sato", None),
        "verify": (hit(c.VerifyHit, held, **seen), "sato", "vega"),
        "pay": (hit(c.PayHit, verified, by="cage", method="check", reference="check 1"), "sato", "cole"),
        "pay-by-account": (hit(c.PayHit, verified, by="account", method="check", reference="check 2"), "sato", "cole"),
        "reject": (hit(c.RejectHit, verified, reason="no hit"), "sato", "vega"),
        "reject-held": (hit(c.RejectHit, held, reason="no hit"), "sato", "vega"),
        "correct": (mend(), "sato", "cole"),
        "correct-otherwise": (mend(returned=700), "sato", "cole"),
        "correct-the-prize": (
            mend(round=1, line=place, seat=1, wager=TAT, was=without, returned=without + 500),
            "sato",
            "cole",
        ),
        "settle": (c.SettleRound(table=K1, round=4, record=record), "dole", None),
        "correct-answer": (
            c.CorrectAnswer(table=K1, round=4, number=3, answer="Qs", reason="keyed wrongly"),
            "sato",
            None,
        ),
        "give-chips": (c.GiveChips(player=OTTO, amount=900), "sato", None),
        "bring-chips": (c.BringChips(table=K1, seat=2), OTTO, None),
        "sit": (c.Sit(table=K1, seat=3, player=ANN), ANN, None),
        "leave": (c.Leave(table=K1, seat=1), IVY, None),
        "close-table": (c.CloseTable(table=N1), "sato", None),
    }


def _paid_ahead(path: Path) -> dict[str, Given]:
    """A prize that the cage has paid ahead of the account, and another that is verified."""
    house = sqlite_house(path).build(tables=[attack_table("A1"), attack_table("A2")])
    house.play("A1", 5, 1, 2)
    house.deposit_all("attack")
    house.tabulate("A1", 1)
    [paid] = house.claim("A1", (1, "jackpot", HEARTS))
    house.settle_hit(paid)
    house.tabulate("A2", 1)
    [verified] = house.claim("A2", (1, "jackpot", BLACKJACK))
    house.verify(verified)
    house.do(FAULT, "tell")
    ahead = -house.fund("attack", "due") // MICROS
    house.close()
    pay = c.PayHit(jackpot="attack", hit=verified.id, by="account", method="check", reference="check 3")
    return {
        "withdraw": (c.Withdraw(jackpot="attack", amount=ahead, reference="slip 1"), "cole", "sato"),
        "withdraw-part": (c.Withdraw(jackpot="attack", amount=ahead - 10, reference="slip 2"), "cole", "sato"),
        "pay": (pay, "sato", "cole"),
        "reject": (c.RejectHit(jackpot="attack", hit=verified.id, reason="no hit"), "sato", "vega"),
        "statement": (c.Statement(jackpot="attack", amount=100_000, reference="bank 1"), "ames", None),
        "tabulate": (c.Tabulate(table="A1", round=7, picture={"1": (1, 2)}), panel_of("A1"), None),
        "recover": (c.RecoverSeed(jackpot="attack", amount=20_000, source="pool", document="R-1"), *PAIR),
        "adjust": (
            c.AdjustMeter(jackpot="attack", to=10_000, reason="malfunction", document="M-1", malfunction="F-1"),
            *PAIR,
        ),
    }


def _leaving(path: Path) -> dict[str, Given]:
    """A progressive that leaves today, with money in it."""
    house = sqlite_house(path).build(tables=[attack_table("A1"), duel_table("D1")])
    house.play("A1", 5, 1, 2)
    house.deposit_all("attack")
    house.do(c.AnnounceRemoval(jackpot="attack", reason="game-discontinued", day="2024-05-01"), *PAIR)
    house.shut("A1")
    house.do(FAULT, "tell")
    house.close()
    return {
        "transfer": (c.TransferJackpot(jackpot="attack", to="ties", document="D-1"), *PAIR),
        "transfer-elsewhere": (c.TransferJackpot(jackpot="attack", to="attack-two", document="D-2"), *PAIR),
        "donate": (c.DonateJackpot(jackpot="attack", organisation="Food Bank", reference="G-1"), *PAIR),
        "recover": (c.RecoverSeed(jackpot="attack", amount=100_000, source="pool", document="R-1"), *PAIR),
        "adjust": (
            c.AdjustMeter(jackpot="attack", to=0, reason="malfunction", document="M-1", malfunction="F-1"),
            *PAIR,
        ),
        "book": (c.BookUndisplayed(jackpot="attack", amount=10, source="reserve", document="B-1"), *PAIR),
        "seize": (c.Seize(jackpot="attack", amount=100, authority="Revenue", reference="warrant 1"), "cole", "ames"),
        "open": (c.OpenTable(table="A1"), "sato", None),
    }


STARTS = {"hits-and-chips": _hits_and_chips, "paid-ahead": _paid_ahead, "leaving": _leaving}
NOT_ALONE = {"correct-the-prize"}
"""Waits for the hit of its line: only after that is rejected does the line stand as named."""

AT = START + HOUR
"""When the pairs are given: after all that the starts have done, on the same gaming day."""


class Start:
    """A journal that commands are tried on, each time on a copy."""

    def __init__(self, folder: Path, name: str) -> None:
        self.path = folder / "start.db"
        self.kinds = STARTS[name](self.path)
        self._tried = 0

    def copy(self, of: Path | None = None) -> Path:
        """Another file with the same journal and key."""
        of = of or self.path
        self._tried += 1
        path = self.path.with_name(f"copy-{self._tried}.db")
        for end in ("", ".seals", ".key"):
            shutil.copy(of.with_name(of.name + end), path.with_name(path.name + end))
        return path

    def give(self, path: Path, *names: str, keep: bool = False) -> tuple[list[Any], dict[str, list[tuple[Any, ...]]]]:
        """What came of these commands in one commit, and every row then."""
        floor = Floor.open(path)
        try:
            engine: Any = floor.journal.engine
            connection: apsw.Connection = engine.connection
            connection.execute("PRAGMA synchronous = OFF")
            orders = [Order(self.kinds[n][0], f"x-{n}", self.kinds[n][1], AT, self.kinds[n][2]) for n in names]
            said = [str(reply) if isinstance(reply, HousewayError) else reply for reply in floor.do_all(orders)]
            rows = House(floor).rows()
            broken = floor.broken()
        finally:
            floor.close()
        del rows["snapshots"]
        # Where a seal is noted depends on when it was made: once after one commit, twice after two.
        for table, column in (("entries", 0), ("heads", 0), ("commands", 3)):
            rows[table] = [row for row in rows[table] if row[column] != SEALS]
        assert broken == []
        if not keep:
            path.unlink()
        return said, rows


@pytest.fixture(scope="module", params=STARTS)
def start(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Start:
    return Start(tmp_path_factory.mktemp("pairs"), request.param)


def test_two_commands_in_one_commit_come_out_as_one_after_the_other(start: Start) -> None:
    for first in start.kinds:
        after = start.copy()
        alone, _ = start.give(after, first, keep=True)
        assert isinstance(alone[0], dict) == (first not in NOT_ALONE), f"{first} alone: {alone[0]}"
        for second in start.kinds:
            if second == first:
                continue
            together = start.give(start.copy(), first, second)
            said, rows = start.give(start.copy(after), second)
            assert together == ([*alone, *said], rows), f"{first}, then {second}"


# -- the same line twice


@pytest.fixture
def older(tmp_path: Path) -> Iterator[At]:
    """Two settled rounds: the line of the first is not in the state of the table any more."""
    duel = At(live_house(tmp_path / "floor.db"), K1)
    duel.sit(1, IVY)
    duel.sit(2, OTTO)
    for _ in range(2):
        dealt(duel, "Kh", "4s", "9d")
        duel.settle()
    yield duel
    duel.house.close()


def _paid_by_sight(number: int, returned: int = 1000, round_: int = 1) -> Order:
    data = {"table": K1, "round": round_, "line": 2, "seat": 2, "wager": "player", "was": 0, "returned": returned}
    command = c.CorrectLine(**data, reason="paid by sight")  # type: ignore[arg-type]
    return Order(command, f"x{number}", "sato", AT, "cole")


@pytest.mark.parametrize("round_", [1, 2])
def test_two_corrections_of_one_line_in_one_commit_pay_once(older: At, round_: int) -> None:
    before = older.rack(OTTO)
    said = older.house.floor.do_all([_paid_by_sight(n, round_=round_) for n in (1, 2)])
    assert isinstance(said[0], dict) and isinstance(said[1], WrongState)
    assert older.rack(OTTO) == before + 1000
    older.house.sound()


def test_two_corrections_of_one_line_through_the_running_writer_pay_once(older: At) -> None:
    """The writer is held up until both wait for it, so that they share a commit."""
    floor, before = older.house.floor, older.rack(OTTO)
    commits: list[int] = []
    floor.journal.after_commit.append(lambda entries: commits.append(len(entries)))
    floor.start()
    said: list[Outcome] = []
    answered = threading.Semaphore(0)

    def then(outcome: Outcome) -> None:
        said.append(outcome)
        answered.release()

    with floor.journal._lock:  # the writer waits here, and takes what has come meanwhile together
        floor.submit(Order(c.GiveChips(player=ANN, amount=1), "first", "sato", AT), then)
        for number in range(10):
            floor.submit(_paid_by_sight(number, 1000 + number), then)
    for _ in range(11):
        assert answered.acquire(timeout=60), "the writer answers every command"
    assert [outcome.error is None for outcome in said] == [True, True] + [False] * 9
    assert all(isinstance(outcome.error, WrongState) for outcome in said[2:])
    assert len(commits) <= 2
    assert older.rack(OTTO) == before + 1000
    older.house.sound()


# -- by construction


def _deciding() -> set[str]:
    """The modules whose functions decide commands, and every module of the floor that those use."""
    due = {declared.decide.__module__ for declared in DECLARED.values()}
    found: set[str] = set()
    while due:
        name = due.pop()
        found.add(name)
        tree = ast.parse(Path(sys.modules[name].__file__ or "").read_text())
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("houseway.floor"):
                names = {f"{node.module}.{alias.name}" for alias in node.names} | {node.module or ""}
                due |= {each for each in names if each in sys.modules} - found
    return found - {"houseway.floor"}


def test_no_module_that_decides_can_reach_the_journal_past_its_transaction() -> None:
    deciding = _deciding()
    assert {
        "houseway.floor.subjects.jackpots.hits",
        "houseway.floor.subjects.seats",
        "houseway.floor.play.settled",
        "houseway.floor.context",
    } <= deciding
    assert "houseway.floor.floor" not in deciding
    allowed = {"Decision", "Draft", "Entry", "Transaction"}
    for name in sorted(deciding):
        for node in ast.walk(ast.parse(Path(sys.modules[name].__file__ or "").read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("houseway.journal"):
                module = importlib.import_module(str(node.module))
                names = {alias.name for alias in node.names}
                taken = {each for each in names if not isinstance(getattr(module, each), (str, int))}
                assert taken <= allowed, f"{name} takes {taken - allowed} from the journal"
            if isinstance(node, ast.Import):
                assert not any(alias.name.startswith("houseway.journal") for alias in node.names), name
            if isinstance(node, ast.Attribute):
                assert node.attr not in ("journal", "engine", "_batch"), f"{name} looks at .{node.attr}"
