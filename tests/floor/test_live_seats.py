"""Players at the table: who sits where, with which chips, and what the dealer notes besides."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.floor.floor_errors import NotPermitted, UnknownThing, WrongState
from houseway.floor.permission.people import ALLOWANCE, HOUSE
from houseway.journal import Journal
from houseway.rulebook.rule_errors import UnknownClause
from tests.floor.houses import MINUTE, House, duel_table
from tests.floor.live_tables import IVY, K1, OTTO, V1, At
from tests.waiting import LONG, first_line, joined


def sit(seat: int = 1, player: str = IVY, table: str = K1, chips: int | None = None) -> c.Sit:
    return c.Sit(table=table, seat=seat, player=player, chips=chips)


# -- sitting down


def test_a_player_takes_a_free_seat_with_all_chips(duel: At) -> None:
    duel.house.do(c.GiveChips(player=IVY, amount=5_000), "sato")
    assert duel.house.do(sit(), IVY) == {"seat": 1, "player": IVY, "chips": 5_000}
    assert duel.state.seated == {"1": IVY}
    assert (duel.purse(IVY), duel.rack(IVY)) == (0, 5_000)


def test_an_entry_names_the_players_stream_where_chips_moved_in_it_and_else_not(duel: At) -> None:
    duel.house.do(c.GiveChips(player=IVY, amount=500), "sato")
    duel.house.do(sit(1, IVY, chips=0), IVY)
    duel.house.do(c.Leave(table=K1, seat=1), IVY)
    duel.house.do(sit(1, IVY, chips=100), IVY)
    duel.house.do(c.Leave(table=K1, seat=1), IVY)
    for kind in ("seat-taken", "seat-left"):
        assert [(body["chips"], body.get("with")) for body in duel.entries(kind)] == [(0, None), (100, ["players"])]


def test_a_player_brings_as_much_as_wanted(duel: At) -> None:
    duel.house.do(c.GiveChips(player=IVY, amount=5_000), "sato")
    duel.house.refused(WrongState, sit(chips=5_001), IVY)
    duel.house.refused(WrongState, sit(chips=-1), IVY)
    duel.house.do(sit(chips=2_000), IVY)
    assert (duel.purse(IVY), duel.rack(IVY)) == (3_000, 2_000)


@pytest.mark.parametrize(
    ("command", "who", "error"),
    [
        (sit(seat=0), IVY, UnknownThing),
        (sit(seat=8), IVY, UnknownThing),
        (sit(seat=2), IVY, WrongState),
        (sit(seat=1, player="player:new"), IVY, NotPermitted),
        (sit(seat=2, player=OTTO), OTTO, WrongState),
        (sit(seat=3, player="player:new"), "cole", NotPermitted),
        (sit(seat=3, player="dole"), "dole", UnknownThing),
        (sit(seat=3, player="player:a/K1"), "dole", UnknownThing),
        (sit(seat=3, player="house"), "dole", UnknownThing),
        (sit(seat=3, player="player:new", table="T9"), "dole", UnknownThing),
    ],
    ids=["0", "8", "taken", "for another", "sits already", "role", "no player", "a slash", "the house", "no table"],
)
def test_who_does_not_sit_down(duel: At, command: c.Sit, who: str, error: type[HousewayError]) -> None:
    duel.sit(2, OTTO)
    duel.house.refused(error, command, who)


def test_nobody_sits_at_a_closed_table(played: House) -> None:
    played.shut(K1)
    played.refused(WrongState, sit(), IVY)


def test_nobody_takes_over_a_hand_that_the_dealer_plays_for_somebody_else(duel: At) -> None:
    duel.begin(1)
    duel.answer(1, {"player": 500})
    duel.house.refused(WrongState, sit(1), IVY)
    duel.house.do(sit(2), IVY)
    duel.key("Kh", "9d")
    duel.settle()
    assert duel.house.floor.journal.balance("play/house") == 0
    duel.house.do(sit(1, OTTO), OTTO)


# -- getting up


def test_whoever_leaves_takes_the_chips_along(duel: At) -> None:
    duel.sit(1, IVY, 5_000)
    duel.begin(1)
    duel.answer(1, {"player": 500}, IVY)
    duel.house.refused(WrongState, c.Leave(table=K1, seat=1), IVY)
    duel.key("Kh", "9d")
    duel.settle()
    assert duel.house.do(c.Leave(table=K1, seat=1), IVY) == {"seat": 1, "player": IVY, "chips": 5_500}
    assert (duel.purse(IVY), duel.rack(IVY), duel.state.seated) == (5_500, 0, {})
    duel.house.sound()


def test_who_cannot_get_up(duel: At) -> None:
    duel.sit(1, IVY)
    duel.house.refused(WrongState, c.Leave(table=K1, seat=2), IVY)
    duel.house.refused(NotPermitted, c.Leave(table=K1, seat=1), OTTO)
    duel.house.refused(NotPermitted, c.Leave(table=K1, seat=1), "cole")
    duel.house.refused(NotPermitted, c.Leave(table=K1, seat=1), f"panel:{V1}")
    duel.house.do(c.Leave(table=K1, seat=1), f"panel:{K1}")


def test_everybodys_chips_go_home_when_the_table_closes(duel: At) -> None:
    duel.sit(1, IVY, 5_000)
    duel.sit(2, OTTO, 7_000)
    duel.house.shut(K1)
    assert (duel.purse(IVY), duel.rack(IVY)) == (5_000, 0)
    assert (duel.purse(OTTO), duel.rack(OTTO)) == (7_000, 0)
    duel.house.open(K1)
    assert duel.state.seated == {}
    assert duel.house.do(sit(), IVY)["chips"] == 5_000
    duel.house.sound()


# -- chips


def test_more_chips_are_brought_to_the_table(duel: At) -> None:
    duel.sit(1, IVY, 1_000)
    duel.begin(1)
    duel.refused(WrongState, 1, {"player": 1_500}, IVY)
    duel.house.refused(WrongState, c.BringChips(table=K1, seat=1), IVY)
    duel.house.do(c.GiveChips(player=IVY, amount=2_000), "sato")
    duel.refused(WrongState, 1, {"player": 1_500}, IVY)
    duel.house.refused(WrongState, c.BringChips(table=K1, seat=1, chips=2_001), IVY)
    duel.house.refused(WrongState, c.BringChips(table=K1, seat=2), IVY)
    duel.house.refused(NotPermitted, c.BringChips(table=K1, seat=1), OTTO)
    duel.house.do(c.BringChips(table=K1, seat=1, chips=600), IVY)
    assert (duel.purse(IVY), duel.rack(IVY)) == (1_400, 1_600)
    duel.answer(1, {"player": 1_500}, IVY)
    assert duel.house.do(c.BringChips(table=K1, seat=1), IVY)["chips"] == 1_400


def test_play_money_is_given_to_players(played: House) -> None:
    played.do(c.GiveChips(player=IVY, amount=10**9), "sato")
    for player in ("ames", "house", "player:", "player:a/b", "player:a b", ""):
        played.refused(UnknownThing, c.GiveChips(player=player, amount=100), "sato")
    for amount in (0, -1):
        played.refused(WrongState, c.GiveChips(player=IVY, amount=amount), "sato")
    for who in ("dole", "cole", IVY, f"panel:{K1}"):
        played.refused(NotPermitted, c.GiveChips(player=IVY, amount=100), who)


def test_the_house_fills_chips_up_to_the_allowance_wherever_they_are(duel: At) -> None:
    duel.house.do(c.GiveChips(player=IVY, amount=ALLOWANCE - 100), HOUSE)
    duel.house.do(sit(), IVY)
    # All of it is at the table, and it counts there too.
    duel.house.refused(NotPermitted, c.GiveChips(player=IVY, amount=101), HOUSE)
    duel.house.do(c.GiveChips(player=IVY, amount=100), HOUSE)
    duel.house.refused(NotPermitted, c.GiveChips(player=IVY, amount=1), HOUSE)


def test_chips_are_bet_at_one_table(played: House) -> None:
    keyed, dealt = At(played, K1), At(played, V1)
    keyed.sit(1, IVY, 20_000)
    played.do(sit(table=V1), IVY)
    assert (keyed.rack(IVY), dealt.rack(IVY)) == (20_000, 0)
    keyed.begin(1)
    dealt.begin(1)
    keyed.answer(1, {"player": 20_000}, IVY)
    dealt.refused(WrongState, 1, {"player": 500}, IVY)


def test_two_requests_at_once_do_not_bet_the_same_chips(played: House) -> None:
    played.do(c.GiveChips(player=IVY, amount=20_000), "sato")
    played.floor.start()
    brought: dict[tuple[str, int], object] = {}
    together = threading.Barrier(2)

    def take(table: str, number: int) -> None:
        together.wait(LONG)
        reply = played.floor.do(sit(table=table), id=f"sit:{table}:{number}", who=IVY, at=played.at)
        brought[table, number] = reply["chips"]

    for number in range(20):
        threads = [threading.Thread(target=take, args=(table, number)) for table in (K1, V1)]
        for thread in threads:
            thread.start()
        for thread in threads:
            joined(thread, "both sit down")
        assert {brought[K1, number], brought[V1, number]} == {0, 20_000}
        for table in (K1, V1):
            played.do(c.Leave(table=table, seat=1), IVY)
    assert At(played, K1).purse(IVY) == 20_000


def test_two_servers_do_not_let_the_same_chips_be_bet(postgres: str, tmp_path: Path) -> None:
    tables = (duel_table("K1", cards="keys"), duel_table("K2", cards="keys"))
    # Begun a little while ago: the two go by the clock of today.
    ago = time.time_ns() // 1_000 - 10 * MINUTE
    house = House(Floor.open(postgres, create=True), ago).build(tables=tables)
    house.do(c.GiveChips(player=IVY, amount=20_000), "sato")
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.floor.bettors", postgres, table, IVY, "25"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        for table in ("K1", "K2")
    ]
    for process in processes:
        assert process.stdout is not None
        # Nothing else is said before it gets a line: what comes later is read below.
        assert first_line(process.stdout, "ready") == "ready\n"
    said = []
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    for process in processes:
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        said.append([tuple(map(int, row.split())) for row in out.splitlines()])
    assert [len(rows) for rows in said] == [25, 25]
    # Whoever brought the chips could bet them, and the other nothing.
    assert all((brought, laid) in ((20_000, 20_000), (0, 0)) for rows in said for brought, laid in rows)
    floor = Floor.open(postgres)
    check_purses(floor.journal, 20_000)
    assert sum(floor.journal.balance(f"play/{IVY}/{table}") for table in ("K1", "K2")) // 1_000_000 <= 20_000
    assert floor.broken() == []
    assert floor.journal.verify().ok
    floor.close()
    house.close()


def check_purses(journal: Journal, given: int) -> None:
    """The purse never holds less than nothing, nor more than was given."""
    purse = 0
    for entry in journal.read("players"):
        sign = -1 if entry.kind == "chips-brought" else 1
        purse += sign * entry.data["amount"]
        assert 0 <= purse <= given, entry


# -- what the dealer notes


def test_a_step_of_the_procedure_that_no_answer_shows_is_noted(duel: At) -> None:
    edition = duel.house.floor.setup(K1).edition
    clause = "how to play 1"
    reply = duel.house.do(c.NoteStep(table=K1, clause=clause), "dole")
    assert reply == {"clause": clause, "text": edition.clause(clause).text, "round": 0}
    assert duel.entries("procedure-noted") == [reply]
    duel.house.refused(UnknownClause, c.NoteStep(table=K1, clause="dealing 999"), "dole")
    duel.house.refused(NotPermitted, c.NoteStep(table=K1, clause=clause), IVY)
    duel.house.shut(K1)
    duel.house.refused(WrongState, c.NoteStep(table=K1, clause=clause), "dole")


def test_a_table_waits_and_goes_on(duel: At) -> None:
    duel.house.refused(WrongState, c.PauseTable(table=K1, paused=False), "dole")
    duel.house.do(c.PauseTable(table=K1, reason="a drink was spilt"), "dole")
    assert duel.state.paused == "a drink was spilt"
    duel.house.refused(WrongState, c.PauseTable(table=K1), "dole")
    duel.house.do(c.PauseTable(table=K1, paused=False), "sato")
    assert duel.state.paused is None
    duel.house.refused(NotPermitted, c.PauseTable(table=K1), f"panel:{K1}")
