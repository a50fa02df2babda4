"""``houseway serve`` as a process of its own: first start, stop, crash, and several servers on one database."""

from __future__ import annotations

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from argon2 import extract_parameters, profiles

from houseway.accounts import service
from houseway.accounts.service import Accounts
from houseway.accounts.store import open_store
from houseway.cli.main import main
from houseway.floor.floor import Floor
from houseway.web.demo import configuration, make_demo, make_logins
from houseway.web.live.room import now
from tests.quick_passwords import QUICK
from tests.waiting import LONG, came, joined, run_within, until, within
from tests.web.processes import Process, serving, wait_for
from tests.web.serving import PASSWORD, Browser


def seats_and_wagers(browser: Browser) -> dict[str, Any]:
    """Sit at the dueling table and wager; the frame in which the round waits for nobody's wager any more."""
    assert browser.post("/api/tables/T4/sit", {"seat": 1}).status_code == 200

    def mine(frame: dict[str, Any]) -> bool:
        due = (frame["view"] or {}).get("due") or {}
        return due.get("what") == "place-wagers" and 1 in due["from"]

    frame = wait_for(browser, "table/T4/seat/1", mine)
    body = {"round": frame["round"], "step": frame["step"], "answer": {"player": 500}}
    assert browser.post("/api/tables/T4/answers", body).status_code == 200
    return dict(frame)


def test_the_first_start_makes_a_demonstration(tmp_path: Path) -> None:
    with serving("-d", "floor.db", "--pace", "50", folder=tmp_path, program="houseway") as server:
        assert set(server.logins) == {
            "administrator",
            "dealer",
            "supervisor",
            "surveillance",
            "accounting",
            "security",
            "technician",
            "regulator",
            "player",
        }
        browser = server.browser()
        for role, (login, password) in server.logins.items():
            browser.sign_in(login, password)
            assert browser.get("/api/me").json()["roles"] == [role]
        floor = browser.get("/api/floor").json()
        games = {table["game"] for table in floor["tables"] if table["cards"] == "virtual"}
        assert games == {"deuces-wild", "triple-attack", "three-card-split", "dueling"}
        assert {table["cards"] for table in floor["tables"]} >= {"virtual", "keys"}
        assert {jackpot["scheme"] for jackpot in floor["jackpots"]} == {"progressive", "bonus"}
        assert "server" not in browser.get("/health").headers
        # Something moves by itself: every table that deals settles a round, and a progressive rises.
        start = next(each for each in floor["jackpots"] if each["jackpot"] == "attack")["amounts"][""]

        def moved(frame: dict[str, Any]) -> bool:
            attack = next(each for each in frame["jackpots"] if each["jackpot"] == "attack")["amounts"][""]
            rounds = [table["round"] for table in frame["tables"] if table["cards"] == "virtual"]
            return bool(attack > start and min(rounds) >= 2)

        wait_for(browser, "floor", moved)
        browser.close()
        assert server.terminate() == 0
    with serving("-d", "floor.db", folder=tmp_path) as again:
        assert not again.logins
        assert again.terminate() == 0
    floor_ = Floor.open(tmp_path / "floor.db")
    assert floor_.journal.verify().ok
    assert floor_.broken() == []
    floor_.close()
    store = open_store(tmp_path / "floor.db")
    hashed = [str(row[0]) for row in store.ask("SELECT password FROM accounts WHERE password IS NOT NULL")]
    store.close()
    # As dear as RFC 9106 recommends where memory is scarce.
    assert len(hashed) == 9
    assert all(extract_parameters(each) == profiles.RFC_9106_LOW_MEMORY for each in hashed)


def test_a_graceful_stop_ends_feeds(tmp_path: Path) -> None:
    with serving("-d", "floor.db", folder=tmp_path) as server:
        first, ended = threading.Event(), threading.Event()

        def follow() -> None:
            with httpx.stream("GET", f"{server.address}/feed", timeout=60) as answer:
                for _ in within(answer.iter_raw(), "the feed ends"):
                    first.set()
            ended.set()

        thread = threading.Thread(target=follow)
        thread.start()
        assert first.wait(30)
        assert server.terminate() == 0
        # Ended in order, with the last chunk: a feed that is cut would have raised.
        assert ended.wait(10)
        joined(thread, "whoever follows the feed")
        assert "room closed" in server.log.read_text()


def test_a_killed_server_goes_on_in_the_middle_of_the_hand(tmp_path: Path) -> None:
    with serving("-d", "floor.db", folder=tmp_path) as server:
        browser = server.browser()
        frame = seats_and_wagers(browser)
        me = browser.get("/api/me").json()
        server.kill()
    floor = Floor.open(tmp_path / "floor.db", readonly=True)
    live = floor.table("T4").live
    settled = floor.table("T4").rounds
    floor.close()
    assert live is not None or settled > 0
    with serving("-d", "floor.db", "--pace", "20", folder=tmp_path) as again:
        # The same session, the same seat, the same round.
        other = again.browser()
        other.http.cookies = browser.http.cookies
        assert other.get("/api/me").json()["id"] == me["id"]
        assert other.get("/api/me").json()["seat"] == {"table": "T4", "seat": 1}
        wait_for(other, "table/T4/public", lambda found: found["round"] > frame["round"])
        history = other.get("/api/tables/T4/history", params={"rounds": 100}).json()["rounds"]
        mine = next(each for each in history if each["round"] == frame["round"])
        assert next(line["stake"] for line in mine["lines"] if (line["seat"], line["wager"]) == (1, "player")) == 500
        other.close()
        assert again.terminate() == 0
    browser.close()
    after = Floor.open(tmp_path / "floor.db")
    assert after.journal.verify().ok
    after.close()


def test_one_server_for_a_file(tmp_path: Path) -> None:
    with serving("-d", "floor.db", "--empty", folder=tmp_path) as server:
        second = Process("-d", "floor.db", folder=tmp_path)
        assert second.ended() == 2
        assert "another server already runs floor.db" in second.log.read_text()
        assert httpx.get(f"{server.address}/health").status_code == 200
        assert server.terminate() == 0


def test_an_empty_journal_and_a_property_made_beside_it(tmp_path: Path) -> None:
    example = Path(__file__).parents[2] / "docs" / "examples" / "plain.toml"
    with serving("-d", "floor.db", "--empty", folder=tmp_path) as server:
        assert not server.logins
        assert any("houseway property init" in line for line in server.said)
        browser = server.browser()
        assert browser.get("/ready").json()["property"] == ""
        subprocess.run(
            [
                *(sys.executable, "-m", "houseway", "property", "init", str(example), "-d", "floor.db"),
                *("--as", "teacher", "--second", "bursar"),
            ],
            cwd=tmp_path,
            check=True,
            capture_output=True,
            timeout=600,
        )
        frame = wait_for(browser, "floor", lambda found: found["tables"])
        assert frame["property"] == "Dealers' school"
        browser.close()
        assert server.terminate() == 0
    with serving("-d", "floor.db", "--empty", folder=tmp_path) as again:
        assert set(again.logins) == {"administrator"}
        login, password = again.logins["administrator"]
        browser = again.browser().sign_in(login, password)
        assert "administrator" in browser.get("/api/me").json()["roles"]
        browser.close()
        assert again.terminate() == 0


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with serving("-d", "floor.db", "--empty", folder=tmp_path) as server:
        port = server.address.rsplit(":", 1)[1]
        second = Process("-d", "other.db", "--empty", "--port", port, folder=tmp_path)
        assert second.ended() == 2
        assert "cannot listen on" in second.log.read_text()
        assert server.terminate() == 0


def test_two_servers_on_postgresql(tmp_path: Path, postgres: str) -> None:
    with serving("-d", postgres, "--pace", "5", folder=tmp_path) as one:
        ready = one.browser()
        wait_for(ready, "floor", lambda frame: any(table["playing"] for table in frame["tables"]))
        with serving("-d", postgres, "--pace", "5", folder=tmp_path) as two:
            assert not two.logins
            assert [ready.get("/ready").json()["runs"], httpx.get(f"{two.address}/ready").json()["runs"]] == [
                True,
                False,
            ]
            # Somebody at the second server sits and plays at a table that the first one runs.
            browser = two.browser()
            frame = seats_and_wagers(browser)
            assert ready.get("/api/floor").status_code == 200
            wait_for(ready, "table/T4/public", lambda found: found["seats"].get("1") is not None)
            one.kill()
            wait_for(browser, "table/T4/public", lambda found: found["round"] > frame["round"] + 1)
            assert httpx.get(f"{two.address}/ready").json()["runs"] is True
            browser.close()
            assert two.terminate() == 0
        ready.close()
    floor = Floor.open(postgres)
    assert floor.journal.verify().ok
    assert floor.broken() == []
    floor.close()


def test_another_server_runs_the_tables_when_the_one_that_does_hangs(tmp_path: Path, postgres: str) -> None:
    with (
        serving("-d", postgres, "--pace", "5", folder=tmp_path, freezes="before-commit") as one,
        serving("-d", postgres, "--pace", "5", folder=tmp_path) as two,
        ThreadPoolExecutor() as pool,
    ):
        browsers = {server: server.browser() for server in (one, two)}

        def running(server: Process) -> bool:
            return bool(browsers[server].get("/ready").json()["runs"])

        until("the first server runs the tables", lambda: running(one))
        wait_for(browsers[two], "table/T1/public", lambda frame: frame["round"] > 0)
        browsers[one].sign_in(*one.logins["dealer"])
        # Inside an open transaction, with the rows of a table locked.
        one.freeze()
        body = {"command": {"type": "pause-table", "table": "T5", "paused": True, "reason": "a look"}}
        asked = pool.submit(browsers[one].post, "/api/commands", body, timeout=LONG)
        stood = browsers[two].frame("T1", "public")["round"]
        wait_for(browsers[two], "table/T1/public", lambda frame: frame["round"] > stood + 1)
        assert running(two)
        one.thaw()
        # It is refused with whatever it is asked for, tells so, and ends.
        answer = came(asked, "an answer of the server that was fenced off")
        # The database has ended its sessions; whether it knows already why hangs on which of them it uses first.
        assert (answer.status_code, answer.json()["error"]) in ((503, "fenced-off"), (503, "connection-lost"))
        assert one.ended() == 2
        said = one.log.read_text()
        assert "fenced this server off at" in said
        assert "Traceback" not in said
        assert running(two)
        assert browsers[two].frame("T5", "public")["paused"] is None
        for browser in browsers.values():
            browser.close()
        assert two.terminate() == 0
    floor = Floor.open(postgres)
    assert floor.journal.verify().ok
    assert floor.broken() == []
    floor.close()


def test_two_servers_that_start_together_for_the_first_time(tmp_path: Path, postgres: str) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    with ThreadPoolExecutor() as pool:
        servers = list(pool.map(lambda folder: Process("-d", postgres, folder=folder), folders, timeout=600))
    assert all(server.address for server in servers), [server.log.read_text() for server in servers]
    made = [login for server in servers for login in server.logins.values()]
    people = [person.id for person in configuration().people]
    assert sorted(login for login, _ in made) == sorted([*people, "pat"]), "each account once, with one password"
    browser = servers[0].browser()
    for login, password in made:
        browser.sign_in(login, password)
    browser.close()
    assert [server.terminate() for server in servers] == [0, 0]


def test_a_first_start_that_was_cut_off_is_finished(tmp_path: Path) -> None:
    floor = Floor.open(tmp_path / "floor.db", create=True)
    make_demo(floor, now())
    people = dict(floor.property.people)
    accounts = Accounts(open_store(tmp_path / "floor.db"), hasher=QUICK)

    async def story() -> None:
        await accounts.make("ada", PASSWORD, "Ada", "ada")
        rest = await make_logins(floor, accounts, now())
        assert sorted(login.login for login in rest) == sorted([*(set(people) - {"ada"}), "pat"])
        assert (await accounts.check("ada", PASSWORD)).person == "ada"
        for login in rest:
            await accounts.check(login.login, login.password)
        assert await make_logins(floor, accounts, now()) == []

    run_within(story())
    accounts.store.close()
    floor.close()


def test_a_server_stops_although_the_database_does_not_answer(tmp_path: Path, postgres: str) -> None:
    schema = postgres.partition("schema=")[2]
    with serving("-d", postgres, "--pace", "5", folder=tmp_path) as server:
        browser = server.browser().sign_in(*server.logins["dealer"])
        wait_for(browser, "table/T1/public", lambda frame: frame["round"] > 1)
        with psycopg.connect(postgres.partition("schema=")[0].rstrip("?&")) as held:
            for table in (f"{schema}.heads", f"{schema}_accounts.sessions"):
                held.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
            with ThreadPoolExecutor() as pool:
                asked = pool.submit(browser.get, "/api/me")
                waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = %s::regclass"

                def waited_for(table: str) -> bool:
                    return held.execute(waiting, (table,)).fetchall() != [(0,)]

                for table in (f"{schema}.heads", f"{schema}_accounts.sessions"):
                    until(f"somebody waits for {table}", partial(waited_for, table))
                assert server.terminate() in (0, 1)
                assert asked.exception(LONG) is not None or came(asked, "an answer").is_error
            browser.close()
            held.rollback()
    floor = Floor.open(postgres)
    assert floor.journal.verify().ok
    floor.close()


@pytest.mark.parametrize("words", [["serve", "--help"], ["--help"]])
def test_the_command_is_listed(words: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "houseway", *words], check=True, capture_output=True, text=True, timeout=600
    )
    assert "serve" in done.stdout


def test_accounts_from_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOUSEWAY_PASSWORD_FILE", str(tmp_path / "password"))
    monkeypatch.setattr(service, "PasswordHasher", lambda: QUICK)

    def houseway(*words: str, password: str = "") -> tuple[int, str]:
        """What the command ends with, and what it says."""
        (tmp_path / "password").write_text(password)
        capsys.readouterr()
        return main([*words, "-d", "floor.db"]), capsys.readouterr().out.strip()

    with serving("-d", "floor.db", folder=tmp_path) as server:
        _, before = server.logins["supervisor"]
        _, ada = server.logins["administrator"]
        _, dan = server.logins["dealer"]
        assert "sam" in houseway("account", "list")[1]
        secret = houseway("account", "password", "sam")[1]
        browser = server.browser()
        assert browser.post("/api/login", {"login": "sam", "password": before}).status_code == 401
        # It was printed for whoever is at the terminal: sam sets another before anything else.
        assert browser.sign_in("sam", secret).get("/api/property").status_code == 403
        assert browser.come_in("sam", secret).get("/api/property").status_code == 200
        assert houseway("account", "close", "sam", "--as", "dan", password=dan)[0] == 2
        assert browser.get("/api/me").json()["kind"] == "staff"
        # Whoever has an account signs with its password.
        assert houseway("account", "close", "sam", "--as", "ada", password="a guess")[0] == 2
        assert houseway("account", "close", "sam", "--as", "ada", password=ada)[0] == 0
        assert browser.get("/api/me").json()["kind"] == "nobody"
        assert houseway("account", "add", "new", "--person", "nobody")[0] == 2
        assert houseway("account", "add", "sam", "--person", "sam")[0] == 2
        made = houseway("account", "add", "new")[1]
        assert browser.sign_in("new", made).get("/api/me").json()["roles"] == ["player"]
        browser.close()
        assert server.terminate() == 0
    floor = Floor.open(tmp_path / "floor.db")
    kinds = ("password-replaced", "account-closed")
    found = [(e.kind, e.who, e.data["person"]) for e in floor.journal.read("property", 1) if e.kind in kinds]
    floor.close()
    assert found == [("password-replaced", "terminal", "sam"), ("account-closed", "ada", "sam")]
