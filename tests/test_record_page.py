"""The page on the round record says what the code does: its examples, its questions, its events and its errors."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from houseway.cards import card_errors
from houseway.registry import game, settle
from houseway.reports.record_pages import PAYTABLES
from houseway.rulebook import rule_errors
from houseway.table import table_errors
from houseway.table.records.record import record
from houseway.table.records.record_format import RoundRecord
from houseway.table.variety import VariedRound

DOCS = Path(__file__).parent.parent / "docs"
GAMES = {
    "deuces-wild": "Deuces Wild",
    "three-card-split": "Three Card Split",
    "triple-attack": "Triple Attack",
    "dueling": "Dueling",
}
NOT_SHOWN = ("release", "play", "text", "program")
"""What the page leaves out of its examples, because it changes with every release."""


@cache
def _page() -> str:
    return (DOCS / "round-record.md").read_text(encoding="utf-8")


def _section(title: str) -> str:
    return _page().split(f"\n## {title}\n")[1].split("\n## ")[0]


def _example(slug: str) -> dict[str, Any]:
    (found,) = re.findall(r"```json\n(.*?)\n```", _section(GAMES[slug]), re.DOTALL)
    made: dict[str, Any] = json.loads(found)
    return made


@pytest.mark.parametrize("slug", GAMES)
def test_the_full_record_of_each_game_is_the_one_that_the_code_writes(slug: str) -> None:
    shown = _example(slug)
    assert shown["game"] == slug
    round_ = settle({key: value for key, value in shown.items() if key != "lines"})
    made = json.loads(json.dumps(record(round_, meters=shown.get("meters"))))
    assert {key: value for key, value in made.items() if key not in NOT_SHOWN} == shown
    assert len(shown["decisions"]) > 1


@cache
def _played(slug: str) -> tuple[set[tuple[str, str]], set[str]]:
    """The questions with their words, and the events, of many varied rounds."""
    asked, events = set(), set()
    for number in range(250):
        round_ = VariedRound(game(slug), 41, number).play()
        asked |= {(ask.ask, choice.word) for ask, _ in round_.decisions for choice in ask.choices}
        asked |= {(ask.ask, "") for ask, _ in round_.decisions}
        events |= {line.event for line in round_.lines}
    return asked, events


def _answers(slug: str) -> dict[str, str]:
    """By question, the cell of the page that lists its answers."""
    found: dict[str, str] = {}
    of = ""
    for line in _section("Decisions").split("\n| game |")[1].split("\n")[2:]:
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        of = cells[0].strip("`") or of
        if len(cells) == 4 and of in (slug, "every game with a jackpot"):
            found |= dict.fromkeys(re.findall("`([a-z-]+)`", cells[1]), cells[2])
    found["house-hand"] = found.get("set", "")
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_every_question_and_every_word_of_an_answer_is_on_the_page(slug: str) -> None:
    answers = _answers(slug)
    for ask, word in _played(slug)[0]:
        assert re.search(rf"[`\"]{word}[`\"]", answers[ask]) or not word, (ask, word)
        if ask != "indicators":
            assert f"`{ask}`" in _section(GAMES[slug]), f"when {ask} comes"


@pytest.mark.parametrize("slug", GAMES)
def test_every_event_is_on_the_page_or_a_row_of_a_paytable(slug: str) -> None:
    paytables = (DOCS / PAYTABLES).read_text(encoding="utf-8")
    for event in _played(slug)[1]:
        assert f"`{event}`" in _page() or all(f"`{part}`" in paytables for part in event.split("+")), event


def test_every_key_of_a_record_has_its_row() -> None:
    rows = "\n".join(line.split(" | ")[0] for line in _section("The keys").split("\n"))
    for name in RoundRecord.__struct_encode_fields__:
        assert f"`{name}`" in rows, name


def test_every_error_that_a_record_can_give_is_listed() -> None:
    codes = re.findall(r"`([a-z-]+)`", "\n".join(line.split(" | ")[0] for line in _section("Errors").split("\n|")[1:]))
    named = {**vars(card_errors), **vars(rule_errors), **vars(table_errors)}
    known = {error.code for error in named.values() if isinstance(error, type) and hasattr(error, "code")}
    assert set(codes) <= known
    assert {"bad-record", "bad-setup", "unseen-card", "deck-too-short", "wager-refused", "choice-refused"} <= set(codes)
