"""Strategies of Triple Attack: written, saved, loaded, priced, compared and drawn."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import houseway
from houseway.games.triple_attack import maths
from houseway.games.triple_attack.maths import notation, short
from houseway.maths.question_errors import BadQuestion, BadStrategy
from houseway.maths.strategy import Strategy, load_strategy

GAME = houseway.game("triple-attack")


@cache
def named(name: str) -> Strategy:
    return GAME.strategy(name)


def changed(strategy: Strategy, ask: str, situation: str, answer: str | None) -> Strategy:
    """The strategy with one entry changed, or left out."""
    table = {key: value for key, value in strategy.tables[ask].items() if key != situation}
    if answer is not None:
        table[situation] = answer
    return Strategy(strategy.game, "changed", {**strategy.tables, ask: table})


@pytest.mark.parametrize("name", maths.STRATEGIES)
def test_a_strategy_written_down_is_worth_what_was_found(name: str, tmp_path: Path) -> None:
    found = GAME.analyze(wager="first-attack", strategy=name).figures[0]
    path = tmp_path / "strategy.json"
    named(name).save(path)
    read = load_strategy(path)
    assert read == named(name)
    priced = GAME.price(read)
    assert priced.strategy == name
    assert float(priced.ev) == pytest.approx(float(found.ev), abs=1e-15)
    assert priced.decisions == found.decisions
    assert priced.notes == found.notes


@pytest.mark.parametrize("name", maths.STRATEGIES)
def test_every_situation_has_an_answer(name: str) -> None:
    form = notation.check(named(name))
    assert form == maths.FORM[name]
    for ask, wanted in maths.situations(form).items():
        assert set(named(name).tables[ask]) == set(wanted)


def test_known_plays() -> None:
    """What follows without any arithmetic: 21 and six cards win, so aces are split and five soft cards never stand."""
    best = named("optimal")
    assert all(best.action("split", f"A/{up}") == "split" for up in notation.VALUES)
    assert best.action("second-attack", "A") == "bet"
    assert best.action("second-attack", "5") == "pass"
    assert set(best.tables["insurance"].values()) == {"pass"}
    for situation, answer in best.tables["play"].items():
        hand, up = situation.split("/")
        cards = [notation.VALUES.index(card) + 1 for card in hand.split()]
        total, soft = notation.total_of(cards)
        if len(cards) == 5 and soft:
            assert answer == "double", (situation, up)  # one more card cannot lose
        if total <= 8 and len(cards) < 5:
            assert answer == "hit"


def test_a_changed_entry_costs_and_shows() -> None:
    best = named("optimal")
    worse = changed(best, "play", "8 F/6", "hit")
    assert best.differences(worse) == [("play", "8 F/6", "stand", "hit")]
    before, after = GAME.price(best), GAME.price(worse)
    assert after.ev < before.ev
    cost = float(before.ev) - float(after.ev)
    assert any(f"Costs {cost:.6%}" in note for note in after.notes)


@pytest.mark.parametrize("name", ["total-and-cards", "total-only"])
def test_no_single_answer_of_a_table_can_be_bettered(name: str) -> None:
    table = named(name)
    value = float(GAME.price(table).ev)
    form = maths.FORM[name]
    for hand, up in (((6, 10), 2), ((2, 10), 4), ((1, 7), 9), ((4, 5, 6), 3), ((2, 2, 3, 4), 10)):
        situation = notation.play_key(form, hand, up)
        for answer in maths.answers()["play"]:
            assert float(GAME.price(changed(table, "play", situation, answer)).ev) <= value + 1e-14


def test_the_short_strategy_is_short() -> None:
    strategy = named("short")
    # Some rules, each a sentence; "never", the default of the play, and insurance are not counted.
    assert len(strategy.rules) <= short.MOST_RULES + 3
    assert all(rule.endswith(".") for rule in strategy.rules)
    assert strategy.rules[-1].startswith("Play, the rest: stand on hard ")
    assert any(rule.startswith("Second Attack: with ") for rule in strategy.rules)


def test_the_rules_in_words_say_what_the_tables_say() -> None:
    """The words are read here by a reader of their own, and must give the tables back."""
    strategy = named("short")
    names = [*notation.VALUES[1:], notation.VALUES[0]]
    spoken = {"a face card": "F", "an ace": "A", "faces": "F", "aces": "A", "an 8": "8"}

    def card(word: str) -> str:
        word = word.strip()
        return spoken.get(word, word.removeprefix("a ").removesuffix("s"))

    def span(text: str) -> list[str]:
        if text.endswith(" or less"):
            return names[: names.index(card(text.removesuffix(" or less"))) + 1]
        for joint in (" to ", " or ", " and "):
            if joint in text:
                low, high = text.split(joint)
                return names[names.index(card(low)) : names.index(card(high)) + 1]
        return [card(text)]

    def against(text: str) -> tuple[str, list[str]]:
        what, _, up = text.partition(" against ")
        return what, span(up) if up else names

    tables = {ask: dict.fromkeys(maths.situations()[ask], "pass") for ask in ("second-attack", "third-attack")}
    tables["split"] = dict.fromkeys(maths.situations()["split"], "keep")
    plays = []
    for rule in strategy.rules:
        head, _, body = rule.removesuffix(".").partition(": ")
        if body == "never" or head == "Play, the rest":
            continue
        if head == "Play, the first that fits":
            plays.append(body)
            continue
        what, ups = against(body.removeprefix("with "))
        for own in span(what):
            if head == "Second Attack":
                tables["second-attack"][own] = "bet"
            else:
                ask, yes = ("split", "split") if head == "Split" else ("third-attack", "bet")
                tables[ask] |= {f"{own}/{up}": yes for up in ups}
    for ask, table in tables.items():
        assert table == strategy.tables[ask]

    hard, soft = _stands(strategy)
    cards_of = {
        "on two cards": (2,),
        "on two or three cards": (2, 3),
        "on three or more cards": (3, 4, 5),
        "on four or five cards": (4, 5),
        "on five cards": (5,),
        "on fewer than five cards": (2, 3, 4),
    }

    def answer(total: int, is_soft: bool, count: int, up: str) -> str:
        for body in plays:
            what, ups = against(body)
            counts: tuple[int, ...] = (2, 3, 4, 5)
            for words, these in cards_of.items():
                if what.endswith(words):
                    what, counts = what.removesuffix(words).strip(), these
            verb, kind, totals = what.replace("stand on", "stand").split(" ", 2)
            low, _, high = totals.partition(" to ")
            if (kind == "soft") == is_soft and int(low) <= total <= int(high or low) and count in counts and up in ups:
                return verb
        return "stand" if total >= (soft if is_soft else hard) else "hit"

    for situation, said in strategy.tables["play"].items():
        what, up = situation.split("/")
        kind, total, _, count = what.split()
        assert answer(int(total), kind == "soft", int(count), up) == said, situation


def _stands(strategy: Strategy) -> tuple[int, int]:
    words = strategy.rules[-1].split()
    return int(words[words.index("hard") + 1]), int(words[words.index("soft") + 1])


@pytest.mark.parametrize(
    ("ask", "situation", "answer", "says"),
    [
        ("play", "8 F/6", None, "has no play for '8 F/6'"),
        ("play", "8 F/6", "split", "'split' is no answer"),
        ("second-attack", "T", "bet", "'T' is no situation"),
        ("third-attack", "A/A", None, "has no third-attack for 'A/A'"),
        ("insurance", "2/2", None, "has no insurance"),
        ("split", "8/A", "maybe", "'maybe' is no answer"),
    ],
)
def test_incomplete_strategies_are_refused(ask: str, situation: str, answer: str | None, says: str) -> None:
    with pytest.raises(BadStrategy, match=says):
        GAME.price(changed(named("optimal"), ask, situation, answer))


def test_other_refusals() -> None:
    tables = named("total-only").tables
    with pytest.raises(BadStrategy, match="is for dueling"):
        GAME.price(Strategy("dueling", "x", tables))
    with pytest.raises(BadStrategy, match="how to play a hand"):
        GAME.price(Strategy("triple-attack", "x", {**tables, "play": {}}))
    with pytest.raises(BadStrategy, match="does not say when to split"):
        GAME.price(Strategy("triple-attack", "x", {ask: t for ask, t in tables.items() if ask != "split"}))
    never = Strategy("triple-attack", "x", {**tables, "second-attack": dict.fromkeys(notation.VALUES, "pass")})
    with pytest.raises(BadQuestion, match="never makes"):
        GAME.price(never, wager="second-attack")


@pytest.mark.parametrize("name", maths.STRATEGIES)
def test_charts(name: str) -> None:
    drawn = maths.charts(named(name))
    wanted = {"composition": 4 + 8, "total and cards": 4 + 8, "total": 4 + 2}[maths.FORM[name]]
    assert len(drawn) == wanted
    for chart in drawn:
        assert len(chart.cells) == len(chart.row_names)
        for row in chart.cells:
            assert len(row) == len(chart.column_names)
            assert all(mark in chart.legend for cell in row for mark in cell)
    starred = any("*" in cell for chart in drawn for row in chart.cells for cell in row)
    assert starred == (name == "optimal")


def test_what_if_finds_another_strategy() -> None:
    usual, other = named("optimal"), GAME.strategy("optimal", pays={"push-22": "loss"})
    assert usual.differences(other)
    fewer = GAME.strategy("optimal", options={"decks": 1})
    assert usual.differences(fewer)
    assert notation.check(fewer) == notation.COMPOSITION
