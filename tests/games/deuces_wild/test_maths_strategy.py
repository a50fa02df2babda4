"""Strategies of Deuces Wild: tables, rules, charts, files, prices."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import houseway
from houseway.cards.card import CARDS
from houseway.games.deuces_wild import advice, maths
from houseway.games.deuces_wild.maths.classes import class_text, classes
from houseway.maths.question_errors import BadQuestion, BadStrategy
from houseway.maths.strategy import Strategy, load_strategy

GAME = houseway.game("deuces-wild")


@pytest.fixture(scope="module")
def best() -> Strategy:
    return GAME.strategy("optimal")


@pytest.fixture(scope="module")
def short() -> Strategy:
    return GAME.strategy("short")


def test_classes_of_small_hands() -> None:
    # The numbers of hands up to suits and wild cards, and of all hands.
    assert [len(classes(size)) for size in (3, 4)] == [1533, 13392]
    for size, every in ((1, 53), (2, 1378), (3, 23426), (4, 292825), (5, 2869685)):
        assert int(classes(size).sizes.sum()) == every
        assert len(set(classes(size).texts)) == len(classes(size))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("9c Ah Kd", "As Kh 9d"),
        ("9h Ah Kd", "As Kh 9s"),
        ("Xj 4d 2c", "4s W W"),
        ("8c 8d 3c", "8s 8h 3s"),
        ("5d 7c 8h 5h", "8s 7h 5s 5d"),
        ("2c 2d 2h 2s", "W W W W"),
    ],
)
def test_how_a_class_is_written(text: str, written: str) -> None:
    assert class_text(houseway.parse_cards(text)) == written


def test_a_strategy_answers_every_situation(best: Strategy, short: Strategy) -> None:
    for strategy in (best, short):
        strategy.check(maths.situations(), maths.answers())
    assert len(maths.situations()["play"]) == 1533 and len(maths.situations()["raise"]) == 13392


def test_prices_agree_with_the_book(best: Strategy, short: Strategy) -> None:
    for strategy in (best, short):
        book = GAME.analyze(wager="ante", paytable="A", strategy=strategy.name).figures[0]
        priced = GAME.price(strategy)
        assert (priced.ev, priced.distribution, priced.decisions) == (book.ev, book.distribution, book.decisions)
        selected = GAME.analyze(
            wager="five-card-fortune", paytable="A", strategy=strategy.name, options={"fortune-view": "blind"}
        )
        for item in selected.figures[:2]:  # pools of four and three
            priced = GAME.price(strategy, wager="five-card-fortune", options=item.options)
            assert (priced.ev, priced.distribution) == (item.ev, item.distribution)


def test_the_short_rules(short: Strategy) -> None:
    assert short.rules and all(rule.endswith(".") for rule in short.rules)
    cost = GAME.price(GAME.strategy("optimal", wager="ante")).ev - GAME.price(short).ev
    assert 0 <= cost < Fraction(1, 1000)
    question = {"wager": "five-card-fortune", "options": {"fortune-pool": "four", "fortune-view": "blind"}}
    dear = GAME.price(GAME.strategy("optimal", wager="five-card-fortune"), **question)  # type: ignore[arg-type]
    assert 0 <= dear.ev - GAME.price(short, **question).ev < Fraction(1, 400)  # type: ignore[arg-type]
    for paytable in "BCDEF":
        entry = GAME.analyze(wager="ante", paytable=paytable)
        assert entry.find("ante", paytable, "optimal").ev - entry.find("ante", paytable, "short").ev < Fraction(1, 1000)


def test_the_automatic_player_plays_the_ante_as_well_as_can_be() -> None:
    for paytable, pays_three in (("A", True), ("D", False)):
        table = GAME.strategy("optimal", wager="ante", paytable=paytable)
        for size, ask in ((3, "play"), (4, "raise")):
            known = classes(size)
            for text, codes in zip(known.texts[::7], known.cards.tolist()[::7], strict=True):
                cards = tuple(CARDS[code] for code in codes)
                yes = advice.plays(cards, pays_three) if size == 3 else advice.raises(cards)
                assert table.action(ask, text) == (ask if yes else "fold"), text


def test_saved_and_loaded_again(best: Strategy, tmp_path: Path) -> None:
    best.save(tmp_path / "best.json")
    again = load_strategy(tmp_path / "best.json")
    assert again == best and best.differences(again) == []


def test_a_changed_answer_has_its_price(best: Strategy) -> None:
    tables = {ask: dict(table) for ask, table in best.tables.items()}
    tables["play"]["As Kh 9d"] = "play"
    worse = Strategy("deuces-wild", "worse", tables)
    assert worse.differences(best) == [("play", "As Kh 9d", "play", "fold")]
    assert GAME.price(worse).ev < GAME.price(best).ev
    assert any("Costs" in note for note in GAME.price(worse).notes)


def test_a_strategy_with_a_hole_is_refused(best: Strategy) -> None:
    tables = {ask: dict(table) for ask, table in best.tables.items()}
    del tables["raise"]["As Kh 9d 4c"]
    with pytest.raises(BadStrategy, match="As Kh 9d 4c"):
        GAME.price(Strategy("deuces-wild", "hole", tables))
    with pytest.raises(BadStrategy, match="raise"):
        GAME.price(Strategy("deuces-wild", "half", {"play": dict(best.tables["play"])}))
    fortune = dict(best.tables["fortune"])
    del fortune["As Kh 9d"]
    with pytest.raises(BadStrategy, match="As Kh 9d"):
        GAME.price(
            Strategy("deuces-wild", "hole", {"fortune": fortune}),
            wager="five-card-fortune",
            options={"fortune-pool": "three"},
        )


@pytest.mark.parametrize(
    ("ask", "situation", "answer"),
    [
        ("play", "As Kh 9d", "raise"),
        ("play", "As Kd 9h", "fold"),
        ("fortune", "As Kh 9d", "8s"),
        ("fortune", "As Kh 9d", "W"),
        ("fortune", "9s W W", "W W W"),
        ("fortune", "As Kh 9d", "As Kh"),
    ],
)
def test_wrong_answers_and_situations_are_refused(best: Strategy, ask: str, situation: str, answer: str) -> None:
    tables = {name: dict(table) for name, table in best.tables.items()}
    tables[ask][situation] = answer
    wrong = Strategy("deuces-wild", "wrong", tables)
    wager, options = ("ante", None) if ask == "play" else ("five-card-fortune", {"fortune-pool": "three"})
    with pytest.raises(BadStrategy):
        GAME.price(wrong, wager=wager, options=options)


def test_a_strategy_of_another_game_is_refused(best: Strategy) -> None:
    with pytest.raises(BadStrategy, match="dueling"):
        GAME.price(Strategy("dueling", "stray", best.tables))


def test_parts_not_spoken_of_are_left_to_the_best_play(best: Strategy) -> None:
    only_ante = Strategy("deuces-wild", "ante only", {ask: best.tables[ask] for ask in ("play", "raise")})
    blind = {"fortune-view": "blind", "fortune-pool": "four"}
    question = GAME.analyze(wager="five-card-fortune", paytable="A", options=blind)
    priced = GAME.price(only_ante, wager="five-card-fortune", options=blind)
    assert priced.ev == question.find("five-card-fortune", "A", "optimal").ev
    only_fortune = Strategy("deuces-wild", "fortune only", {"fortune": best.tables["fortune"]})
    assert GAME.price(only_fortune).ev == GAME.price(best).ev
    with pytest.raises(BadQuestion):
        GAME.strategy("optimal", wager="three-card-treasure")


def test_charts(best: Strategy) -> None:
    drawn = maths.charts(best)
    assert len(drawn) == 5
    for chart in drawn:
        assert len(chart.cells) == len(chart.row_names)
        assert all(len(row) == len(chart.column_names) for row in chart.cells)
        marks = {mark for row in chart.cells for cell in row for mark in cell}
        if chart.legend:
            assert set(chart.legend) <= marks
    play = drawn[0]
    assert set(play.cells[play.row_names.index("one wild")]) == {"P"}
    pair = drawn[-1]
    assert pair.cells[pair.row_names.index("9")][pair.column_names.index("3")] == "9"
    assert len(maths.charts(GAME.strategy("always-play"))) == 4
