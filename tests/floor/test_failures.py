"""A full disk, a file that may only be read, a database that goes away: a clear reason, and nothing lost or doubled."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.journal.engines.sqlite import SqliteEngine
from houseway.journal.journal_errors import ConnectionLost, DiskFull, JournalReadOnly, JournalUnavailable
from tests.floor.houses import ATTACK, HEARTS, House, attack_table, sqlite_house
from tests.waiting import joined


def _press(round_: int) -> c.Tabulate:
    return c.Tabulate(table="A1", round=round_, picture={"1": (1, 2, 3)})


def _small(house: House) -> House:
    return house.build(jackpots=[ATTACK], tables=[attack_table("A1")])


# -- a file


def test_a_full_disk_stops_the_counting_with_a_reason_and_the_same_id_completes(tmp_path: Path) -> None:
    house = _small(sqlite_house(tmp_path / "floor.db"))
    engine = house.floor.journal.engine
    assert isinstance(engine, SqliteEngine)
    pages = engine.connection.pragma("page_count")
    engine.connection.pragma("max_page_count", pages)
    for round_ in range(1, 1_000):
        before = house.rows()
        try:
            house.do(_press(round_), "panel:A1", id=f"press-{round_}")
        except DiskFull as refusal:
            assert "disk" in (refusal.remedy or "")
            break
    else:
        raise AssertionError("the disk never filled")
    assert house.rows() == before
    house.refused(DiskFull, _press(round_), "panel:A1", id=f"press-{round_}")
    assert house.floor.broken() == []
    engine.connection.pragma("max_page_count", 2**30)
    house.do(_press(round_), "panel:A1", id=f"press-{round_}")
    house.do(_press(round_), "panel:A1", id=f"press-{round_}")
    assert house.floor.table("A1").round == round_
    assert sum(house.floor.journal.counters()["A1/1"]) == 3 * round_
    house.sound()
    house.close()


def test_a_floor_opened_for_reading_shows_all_and_writes_nothing(tmp_path: Path) -> None:
    house = _small(sqlite_house(tmp_path / "floor.db"))
    house.tabulate("A1", 1)
    shown = house.shown("attack")
    house.close()
    reader = House(Floor.open(tmp_path / "floor.db", readonly=True), house.at)
    assert reader.shown("attack") == shown
    reader.refused(JournalReadOnly, _press(2), "panel:A1", id="press")
    reader.close()
    again = House(Floor.open(tmp_path / "floor.db"), house.at)
    again.do(_press(2), "panel:A1", id="press")
    again.sound()
    again.close()


def test_a_floor_that_is_closed_says_so(tmp_path: Path) -> None:
    house = _small(sqlite_house(tmp_path / "floor.db"))
    house.close()
    with pytest.raises(JournalUnavailable):
        house.do(_press(1), "panel:A1")


# -- a server


class Line:
    """A line to the server that can be cut and mended: a socket in a folder of its own, joined to the real one."""

    def __init__(self, folder: Path, server: str) -> None:
        parts = urlsplit(server)
        query = parse_qs(parts.query)
        self._real = Path(query["host"][0]) / ".s.PGSQL.5432"
        self._path = folder / ".s.PGSQL.5432"
        self.url = server.replace(query["host"][0], str(folder))
        self._ends: list[socket.socket] = []
        self._pumps: list[threading.Thread] = []
        self._lock = threading.Lock()
        self._whole = True
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self._path))
        self._listener.listen()
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            with self._lock:
                if not self._whole:
                    near.close()
                    continue
                far = socket.socket(socket.AF_UNIX)
                far.connect(str(self._real))
                self._ends += [near, far]
            for ends in ((near, far), (far, near)):
                pump = threading.Thread(target=self._pump, args=ends, daemon=True)
                self._pumps.append(pump)
                pump.start()

    @staticmethod
    def _pump(one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65_536):
                other.sendall(data)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        """Every connection breaks, and no other is taken."""
        with self._lock:
            self._whole = False
            for end in self._ends:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        with self._lock:
            self._whole = True

    def close(self) -> None:
        self.cut()
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        joined(self._thread, "the line takes no more calls")
        for pump in self._pumps:
            joined(pump, "the line passes nothing on")
        for end in self._ends:
            end.close()


@pytest.fixture
def line(tmp_path: Path, postgres: str) -> Iterator[Line]:
    line = Line(tmp_path, postgres)
    yield line
    line.close()


def test_a_lost_database_is_said_and_the_same_id_completes_when_it_is_back(line: Line) -> None:
    house = _small(House(Floor.open(line.url, create=True)))
    house.tabulate("A1", 1)
    line.cut()
    with pytest.raises(ConnectionLost):
        house.do(_press(2), "panel:A1", id="press")
    line.mend()
    house.do(_press(2), "panel:A1", id="press")
    before = house.rows()
    house.do(_press(2), "panel:A1", id="press")
    assert house.rows() == before
    assert sum(house.floor.journal.counters()["A1/1"]) == 4
    house.sound()
    house.close()


def test_a_line_that_breaks_between_rounds_is_taken_up_again_and_each_round_counts_once(line: Line) -> None:
    house = _small(House(Floor.open(line.url, create=True)))
    for round_ in range(1, 6):
        line.cut()
        line.mend()
        house.do(_press(round_), "panel:A1", id=f"press-{round_}")
    assert sum(house.floor.journal.counters()["A1/1"]) == 15
    house.sound()
    house.close()


def test_a_hit_in_the_moment_of_the_break_is_locked_once(line: Line) -> None:
    house = _small(House(Floor.open(line.url, create=True)))
    house.tabulate("A1", 1)
    claim = c.ClaimHit(table="A1", round=1, claims=(c.Claimed(seat=1, wager="jackpot", event=HEARTS),))
    cutter = threading.Timer(0.001, line.cut)
    cutter.start()
    with suppress(JournalUnavailable):
        house.do(claim, "panel:A1", id="claim")
    joined(cutter, "the line is cut")
    line.mend()
    reply = house.do(claim, "panel:A1", id="claim")
    assert [hit["amount"] for hit in reply["hits"]] == [100_020]
    assert list(house.floor.jackpot("attack").hits) == ["A1-1-1"]
    assert house.shown("attack") == 50_000
    house.sound()
    house.close()


def test_a_reader_of_the_server_writes_nothing(postgres: str) -> None:
    house = _small(House(Floor.open(postgres, create=True)))
    reader = House(Floor.open(postgres, readonly=True), house.at)
    reader.refused(JournalReadOnly, _press(1), "panel:A1")
    assert reader.shown("attack") == 100_000
    reader.close()
    house.close()


# -- many threads, one writer


def test_panels_of_many_threads_share_the_writer_and_each_press_counts_once(either: House) -> None:
    tables = [attack_table(f"A{number}") for number in range(1, 7)]
    either.build(jackpots=[ATTACK], tables=tables)
    either.floor.start()
    failed: list[BaseException] = []

    def panel(table: str) -> None:
        try:
            for round_ in range(1, 26):
                command = c.Tabulate(table=table, round=round_, picture={"1": (1, 2)})
                for _ in range(2):
                    either.floor.do(command, id=f"{table}-{round_}", who=f"panel:{table}", at=either.at + round_)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=panel, args=(table.id,)) for table in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        joined(thread, "the panels have sent their rounds")
    assert failed == []
    assert either.shown("attack") == 100_000 + 6 * 25 * 2 * 20
    either.sound()
