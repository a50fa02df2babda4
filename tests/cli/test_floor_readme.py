"""The card room of the README, typed as it stands there."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.cli.command import Run
from tests.cli.office import Clock

ROOT = Path(__file__).parents[2]


def test_the_card_room_of_the_readme(cli: Run, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = (ROOT / "README.md").read_text(encoding="utf-8").split("```")
    [block] = [block for block in blocks if "houseway property init" in block]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    typed = [shlex.split(line, comments=True) for line in block.strip().splitlines()]
    assert len(typed) > 10
    for program, *words in typed:
        if program == "export":
            monkeypatch.setenv(*words[0].split("=", 1))
            continue
        assert program == "houseway"
        if words[:2] == ["property", "close-day"]:
            clock.sleep()
        ended = cli(*words)
        assert (ended.code, ended.err) == (0, ""), words
        assert ended.out
