"""Logs: words where a person watches, JSON elsewhere."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import structlog

from houseway.web.http.logs import set_up
from tests.waiting import LONG, until


def _a_shift() -> None:
    log = structlog.get_logger("houseway.test")
    log.info("command", type="press", outcome="done")
    log.warning("refused", error="wager-refused", message="Ante is at most $100, not $200")
    log.error("table stands still", table="T2", error="disk-full", message="no room is left on the disk of room.db")
    try:
        password = "never written"  # a value that a careless traceback would print
        raise ValueError("the felt is upside down")
    except ValueError:
        log.exception("bug", path="/api/felt", password=password)


@pytest.mark.usefixtures("own_logs")
def test_a_person_reads_a_line_for_what_needs_attention_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    set_up("words")
    _a_shift()
    first, second, where = capsys.readouterr().err.splitlines()
    assert re.fullmatch(
        r"\d\d:\d\d:\d\d  ERROR    Table stands still: no room is left on the disk of room\.db "
        r"\(table T2, error disk-full\)",
        first,
    )
    assert re.fullmatch(r"\d\d:\d\d:\d\d  ERROR    Bug \(path /api/felt, password hidden\)", second)
    assert re.fullmatch(
        r" {10}ValueError: the felt is upside down \(at test_logs\.py:\d+; the whole of it with --logs json\)", where
    )


@pytest.mark.usefixtures("own_logs")
def test_a_program_reads_everything(capsys: pytest.CaptureFixture[str]) -> None:
    set_up("auto")
    _a_shift()
    text = capsys.readouterr().err
    assert [json.loads(line)["event"] for line in text.splitlines()] == [
        "command",
        "refused",
        "table stands still",
        "bug",
    ]
    assert "never written" not in text


def test_at_a_terminal_a_first_start_shows_its_progress_and_no_json(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.quick_passwords", "serve", "--port", "0", "--database", "room.db"],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TERM": "xterm", "COLUMNS": "120"},
    )
    os.close(theirs)
    said = ""

    def open_now() -> bool:
        nonlocal said
        if select.select([ours], [], [], 0)[0]:
            said += os.read(ours, 65_536).decode()
        return "the whole log: --logs json" in said

    try:
        until("the room is open", open_now)
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(LONG)
        os.close(ours)
    assert "steps of the first start done" in said
    assert "Write the passwords down" in said and "guests need no login" in said
    assert '{"' not in said
