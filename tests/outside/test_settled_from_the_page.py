"""Records settled by a program that was written from the pages on records and paytables alone.

The program (``page.py`` and a file a game) imports nothing of Houseway; every varied record must settle as it says.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from houseway.cards import Stream
from houseway.registry import game
from houseway.table.players import RandomPlayer
from houseway.table.variety import VariedRound
from tests.outside import deuces_wild, dueling, three_card_split, triple_attack
from tests.outside.page import Missing, Settling, paytables

HERE = Path(__file__).parent
PAYTABLES = HERE.parent.parent / "docs" / "paytables.md"
GAMES: dict[str, Callable[[Settling], None]] = {
    "deuces-wild": deuces_wild.settle,
    "dueling": dueling.settle,
    "three-card-split": three_card_split.settle,
    "triple-attack": triple_attack.settle,
}
COUNTS_WITH = {
    **dict.fromkeys(("play", "raise"), "ante"),
    **dict.fromkeys(("second-attack", "third-attack", "double", "split"), "first-attack"),
}
"""The wager whose aggregate limit a later one counts under."""
ROUNDS = 800
SOAK_ROUNDS = 40_000
KEPT = ("seat", "wager", "hand", "stake", "event", "pays", "returned", "meter", "reverses")


def _record(slug: str, number: int) -> dict[str, Any]:
    """A varied record; one in five is of a round that was voided, at whatever moment."""
    dealt = VariedRound(game(slug), 1789, number)
    round_ = dealt.round()
    chance = Stream(1789, 1 << 41 | number)
    player = RandomPlayer(dealt.chance)
    voided = number % 5 == 0
    while not round_.over and not (voided and chance.below(6) == 0):
        dealt.play_on(round_, player)
    if voided:
        round_.void("malfunction", "BJS-5")
    made: dict[str, Any] = json.loads(json.dumps(dealt.record(round_)))
    return made


def _settled(slug: str, record: dict[str, Any]) -> list[dict[str, Any]]:
    settling = Settling(record, paytables(PAYTABLES, slug))
    try:
        if settling.seats:
            GAMES[slug](settling)
    except Missing:
        assert record.get("void"), "the record lacks something, and was not voided"
    else:
        settling.hold_to_limits({} if slug == "dueling" else COUNTS_WITH)
    if record.get("void"):
        settling.void()
    return settling.lines


def _settle_many(slug: str, rounds: int) -> None:
    events = set()
    for number in range(rounds):
        record = _record(slug, number)
        lines = record.pop("lines")
        found = _settled(slug, record)
        said = [{key: line[key] for key in KEPT if line.get(key) is not None} for line in lines]
        assert [{key: line[key] for key in KEPT if key in line} for line in found] == said, json.dumps(record)
        notes = [line.get("note", "").split("; aggregate")[0] for line in lines]
        divided = [note for note in notes if note.startswith("divided")]
        assert [line["note"] for line in found if "note" in line] == divided
        events |= {(line["wager"], line["event"]) for line in lines}
    assert len(events) > 20


@pytest.mark.parametrize("slug", GAMES)
def test_a_program_written_from_the_page_settles_every_record_alike(slug: str) -> None:
    _settle_many(slug, ROUNDS)


@pytest.mark.soak
@pytest.mark.parametrize("slug", GAMES)
def test_a_program_written_from_the_page_settles_very_many_records_alike(slug: str) -> None:
    _settle_many(slug, SOAK_ROUNDS)


@pytest.mark.parametrize("name", ["page", *(slug.replace("-", "_") for slug in GAMES)])
def test_the_program_knows_nothing_of_houseway(name: str) -> None:
    tree = ast.parse((HERE / f"{name}.py").read_text(encoding="utf-8"))
    modules = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    modules |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert not [module for module in modules if module.startswith("houseway")]
