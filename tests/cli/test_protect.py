"""``houseway protect``: what a player can gain who knows more than he should."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import Run


def test_it_is_told_as_tables_as_json_and_in_a_file(cli: Run, tmp_path: Path) -> None:
    typed = ("protect", "dueling", "--option", "shoe=234", "--wager", "tie-plus", "--seats", "1", "--cut", "200")
    data = json.loads(cli(*typed, "--shoes", "64", "--json").out)
    assert data["countable"] is True
    [wager] = data["wagers"]
    assert wager["wager"] == "tie-plus" and len(wager["effects"]) == 52
    assert [(each["count"], each["cut"], each["seats"]) for each in wager["counted"]] == [("perfect knowledge", 200, 1)]
    shown = cli(*typed, "--shoes", "0", width=160).out
    assert "No single card moves this wager" in shown and "No shoes were simulated" in shown
    path = tmp_path / "protection.md"
    cli(*typed, "--shoes", "0", "-o", str(path))
    assert path.read_text(encoding="utf-8").startswith("# Dueling for Dollars: game protection")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("--wager", "nope"), "nope"),
        (("--cut", "999"), "cut card"),
        (("--seats", "9"), "seats run from"),
        (("--shoes", "1"), "shoes"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_a_remedy(cli: Run, typed: tuple[str, ...], said: str) -> None:
    done = cli("protect", "dueling", "--option", "shoe=234", *typed)
    assert done.code != 0
    assert said in done.err and "Traceback" not in done.err
