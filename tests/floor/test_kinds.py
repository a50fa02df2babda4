"""Kinds of entries: what is written, what is read of other releases, and that nobody compares their names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import houseway
from houseway.drill.drill_plan import Plan
from houseway.drill.run_drill import drill
from houseway.floor.floor import Floor
from houseway.floor.kinds.body import Body, ClaimedHit, HeldHit, LargeWin
from houseway.floor.kinds.edge import KINDS, NAMES, Unknown, kind_of, name_of, read, read_as, read_if
from houseway.floor.kinds.of_house import ChipsMoved, DayClosed, OpeningNoted, PersonAdded
from houseway.floor.kinds.of_jackpot import JackpotDayClosed
from houseway.floor.kinds.of_table import ChipsBrought, RoundSettled, TableDayClosed, TableOpened
from houseway.journal.entries import canonical
from tests.floor.telling import told

SOURCE = Path(houseway.__file__).parent


def test_a_body_is_written_again_as_it_was_read(tmp_path: Path) -> None:
    """Every entry of a drilled gaming day, to the byte: what the structs know is all that stands there."""
    assert drill(Plan(seed=11, tables=14, rounds=120), folder=tmp_path).findings == ()
    floor = Floor.open(tmp_path / "drill.sqlite")
    seen = set()
    for stream in floor.journal.streams():
        for entry in floor.journal.read(stream):
            body = read(entry)
            assert body.sentence
            if stream != "seals":
                assert canonical(body) == entry.body, entry
                seen.add(type(body))
    floor.close()
    assert len(seen) > 35


def test_one_name_stands_for_another_kind_in_the_stream_of_another_thing() -> None:
    opened = told("table-opened", {"table": "T1"})
    assert kind_of(opened, "property") is OpeningNoted
    assert kind_of(opened, "table") is kind_of(opened) is TableOpened
    assert kind_of(msgspec.structs.replace(opened, stream="property")) is OpeningNoted
    days = [kind_of(told("day-closed"), of) for of in ("property", "table", "jackpot")]
    assert days == [DayClosed, TableDayClosed, JackpotDayClosed]
    assert [kind_of(told("chips-brought"), of) for of in ("table", "players")] == [ChipsBrought, ChipsMoved]


def test_every_kind_has_its_name_and_its_sentence() -> None:
    assert {name_of(kind) for kind in KINDS} == NAMES
    assert name_of(RoundSettled) == "round-settled"
    assert all(kind.sentence is not Body.sentence for kind in KINDS)


def test_what_release_0_1_did_not_write_of_a_hit_or_a_large_win_is_nothing() -> None:
    assert msgspec.convert({"id": "H1"}, ClaimedHit) == ClaimedHit("H1", 0, "", 0, "", "", False, "", 0)
    assert msgspec.convert([3, "ante", 12_000], LargeWin) == LargeWin(3, "ante", 12_000, 0)
    held = {"id": "H1", "row": "royal", "amount": 500, "meter": 400, "house": 100, "two": True}
    known = msgspec.convert(held, HeldHit)
    assert (known.round, known.seat, known.full, known.bare, known.brought_by) == (0, 0, False, False, None)
    assert (known.jackpot, known.table, known.wager, known.event, known.pays, known.cards) == ("",) * 6


def test_an_entry_of_another_release_is_read_as_far_as_it_is_known() -> None:
    person = {"id": "a", "name": "A", "roles": ["dealer"], "badge": 7}
    found = read_as(told("person-added", {"person": person, "before": person, "office": 3}), PersonAdded)
    assert (found.person.id, found.before, found.beside) == ("a", found.person, "")
    assert read(told("licence-filed", {"second": "bo"})) == Unknown(second="bo")
    assert read_if(told("tabulated", {"round": 1, "picture": {}}), RoundSettled) is None
    with pytest.raises(msgspec.ValidationError, match="round"):
        read(told("tabulated", {"picture": {}}))
    with pytest.raises(ValueError, match="whole number"):
        read(msgspec.structs.replace(told("tabulated"), body=b'{"picture":{},"round":1.5}'))


def _strings(tree: ast.AST) -> Iterator[ast.Constant]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node


def _compared_with_kind(node: ast.AST) -> Iterator[ast.AST]:
    """What is compared with, or looked up by, the kind of something."""
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        if any(isinstance(side, ast.Attribute) and side.attr == "kind" for side in sides):
            yield from sides
    if isinstance(node, ast.Match) and isinstance(node.subject, ast.Attribute) and node.subject.attr == "kind":
        yield from node.cases


@pytest.mark.parametrize("room", ["floor", "reports", "web", "drill", "cli"])
def test_no_kind_is_spelled_or_compared_by_its_name_outside_the_edge(room: str) -> None:
    found = []
    for path in (SOURCE / room).rglob("*.py"):
        if path.parent == SOURCE / "floor" / "kinds":
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found += [f"{path}:{text.lineno} spells {text.value}" for text in _strings(tree) if text.value in _TELLING]
        for node in ast.walk(tree):
            for side in _compared_with_kind(node):
                found += [f"{path}:{text.lineno} compares it" for text in _strings(side) if text.value in NAMES]
    assert found == []


_TELLING = {name for name in NAMES if "-" in name}
"""Names that are no common word: wherever they stand, a kind is meant."""
