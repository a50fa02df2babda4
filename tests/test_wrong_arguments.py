"""Whatever is given to the public names of ``houseway`` that they do not take is refused by name, with what to do.

Nobody meets a bare TypeError, an answer to another question, or a call that does not end.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import houseway
from houseway import HousewayError

NAN, HUGE = math.nan, 10**30


class _Odd:
    """Something that no parameter takes."""

    def __repr__(self) -> str:
        return "<odd>"


ODD = _Odd()

WRONG: dict[str, tuple[Any, ...]] = {
    "text": (5, 1.5, None, b"x", [], {}, ODD),
    "name": (5, 1.5, None, b"x", [], {}, ODD, "", "no such thing", "\ud800", "x" * 10_000),
    "name?": (5, 1.5, b"x", [], {}, ODD, "", "no such thing", "\ud800"),
    "whole": ("x", "1", 1.5, NAN, math.inf, None, [], {}, ODD, True),
    "whole?": ("x", "1", 1.5, NAN, [], {}, ODD, True),
    "seed": ("x", 1.5, NAN, None, [], {}, ODD, True, -1, 2**64, HUGE),
    "count": ("x", 1.5, NAN, None, [], {}, ODD, True, 0, -1),
    "count?": ("x", 1.5, NAN, [], {}, ODD, True, 0, -1),
    "positive?": ("x", NAN, math.inf, -1, 0, [], {}, ODD, True),
    "number": ("x", NAN, math.inf, None, [], {}, ODD, True),
    "text?": (5, 1.5, b"x", [], {}, ODD),
    "paytable?": (5, 1.5, b"x", [], ODD, "", "no such thing"),
    "answer": (5, "x", None, [1], ODD, {"no such thing": 5}, {"player": "x"}, {"player": -1}, {"player": 1.5}),
    "rows": (5, "x", None, {}, ODD),
    "exact": (5, "x", None, [], ODD),
    "nobody": ({}, {1: {}}),
    "texts?": (5, "x", [5], ODD),
    "viewer": (5.5, "x", None, [], ODD, -1, 99, True),
    "seat": ("x", [], {}, ODD, 99),
    "shoe": (5, "x", None, (), (1,), (1,) * 9, ("x",) * 10, (-1,) * 10, ODD, (0,) * 10),
    "flag": ("x", 5, None, [], ODD),
    "mapping": (5, "x", None, [1], ODD),
    "mapping?": (5, "x", [1], ODD),
    "list": (5, None, ODD),
    "names?": (5, [5], ["no such thing"], ODD),
    "thing": (5, "x", None, [], {}, ODD),
    "thing?": (5, "x", [], {}, ODD),
    "stakes": (
        5,
        "x",
        None,
        [1],
        ODD,
        {},
        {"no such thing": 5},
        {"player": "x"},
        {"player": NAN},
        {"player": -1},
        {"player": 1.5},
        {"player": None},
        {"player": HUGE},
        {5: 5},
        {None: 5},
    ),
    "placed": (
        5,
        "x",
        None,
        [1],
        ODD,
        {1: 5},
        {1: None},
        {"1": {"player": 500}},
        {0: {"player": 500}},
        {-1: {"player": 500}},
        {99: {"player": 500}},
        {1.5: {"player": 500}},
        {None: {"player": 500}},
        {1: {"player": "x"}},
        {1: {"player": NAN}},
        {1: {"player": -1}},
        {1: {5: 500}},
        {1: {"no such thing": 500}},
        {1: {"player": HUGE}},
        {True: {"player": 500}},
    ),
    "seats": (5, "x", None, ODD, [], ["1"], [1.5], [None], [0], [-1], [99], [1, 1], [NAN]),
    "chosen?": (5, "x", [1], ODD, {5: 5}, {"no such thing": "1"}, {None: "x"}),
    "meters?": (5, "x", [1], ODD, {5: 5}, {"no such thing": 1}, {"no such thing": "x"}),
    "path": (5, None, [], {}, ODD, "", "/no/such/folder/x.json", "\0"),
    "cards": (5, None, ODD, "zz", "Ah Ah?", ["zz"], [5], [None]),
    "record": (
        5,
        None,
        ODD,
        "",
        b"",
        "x",
        "[]",
        "{}",
        {},
        [],
        b"\xff",
        "[" * 5000,
        {"game": 5},
        {5: 5},
        {"game": "no such thing", "seats": [], "cards": []},
    ),
}
"""Values that a parameter of a kind does not take; a mark of interrogation: nothing may be given."""


class Call(NamedTuple):
    """A call that is answered, and what kind each of its arguments is."""

    run: Callable[..., Any]
    given: dict[str, Any]
    kinds: dict[str, str]


def _keyed(method: Callable[..., Any], *first: str) -> Callable[..., Any]:
    """A callable whose first arguments may not be named, with names for them."""

    def run(**given: Any) -> Any:
        return method(*(given.pop(name) for name in first if name in given), **given)

    return run


@cache
def dueling() -> houseway.Game:
    return houseway.game("dueling")


def setup() -> houseway.Setup:
    return dueling().setup()


def round_() -> houseway.Round:
    shoe = houseway.RecordedShoe(houseway.parse_cards("Kh 9s"))
    return houseway.Round(dueling(), setup(), [1], shoe)


def played() -> houseway.Round:
    return houseway.deal_round(dueling(), setup(), {1: {"player": 500}}, seed=1)


@cache
def figures() -> houseway.Analysis:
    return dueling().analyze(wager="player")


def strategy() -> houseway.Strategy:
    return houseway.Strategy("dueling", "own", {"war": {"tie": "war"}})


def best() -> houseway.Strategy:
    return dueling().strategy("optimal")


def recorded() -> dict[str, Any]:
    return houseway.record(played(), seed=1, number=0)


def planned() -> Any:
    return houseway.plan(dueling(), setup(), {1: {"player": 500}})


def due() -> Any:
    game = houseway.game("triple-attack")
    shoe = houseway.RecordedShoe(houseway.parse_cards("Ah 7c Kd 9s 9c"))
    asking = houseway.Round(game, game.setup(), [1], shoe)
    asking.answer(1, {"first-attack": 1000})
    return asking.ask_for(1)


ASKED = {
    "edition": "name?",
    "wager": "name?",
    "wagers": "names?",
    "paytable": "paytable?",
    "options": "chosen?",
    "pays": "chosen?",
    "meters": "meters?",
    "rules": "chosen?",
}
"""What a question to the mathematics is made of."""


CALLS: dict[str, Callable[[Path], Call]] = {
    "card": lambda tmp: Call(houseway.card, {"text": "Ah"}, {"text": "name"}),
    "parse_cards": lambda tmp: Call(houseway.parse_cards, {"text": "Ah"}, {"text": "cards"}),
    "Card": lambda tmp: Call(houseway.Card, {"code": 5}, {"code": "whole"}),
    "Deck": lambda tmp: Call(
        houseway.Deck,
        {"decks": 1, "jokers": 0, "without": ()},
        {"decks": "count", "jokers": "whole", "without": "names?"},
    ),
    "Deck.check": lambda tmp: Call(houseway.Deck().check, {"dealt": []}, {"dealt": "list"}),
    "RecordedShoe": lambda tmp: Call(houseway.RecordedShoe, {"cards": []}, {"cards": "list"}),
    "Stream": lambda tmp: Call(houseway.Stream, {"seed": 1, "number": 0}, {"seed": "seed", "number": "seed"}),
    "Stream.below": lambda tmp: Call(houseway.Stream(1).below, {"n": 5}, {"n": "count"}),
    "SystemChance.below": lambda tmp: Call(houseway.SystemChance().below, {"n": 5}, {"n": "count"}),
    "VirtualShoe": lambda tmp: Call(
        houseway.VirtualShoe,
        {"deck": houseway.Deck(), "chance": houseway.Stream(1), "dealt": ()},
        {"deck": "thing", "chance": "thing", "dealt": "list"},
    ),
    "game": lambda tmp: Call(houseway.game, {"slug": "dueling"}, {"slug": "name"}),
    "Game.edition": lambda tmp: Call(dueling().edition, {}, {"slug": "name?"}),
    "Game.setup": lambda tmp: Call(
        dueling().setup,
        {},
        {
            "edition": "name?",
            "options": "chosen?",
            "wagers": "names?",
            "paytables": "chosen?",
            "limits": "chosen?",
            "fixed": "chosen?",
            "minimums": "chosen?",
            "posted": "chosen?",
            "envy": "chosen?",
            "share": "chosen?",
            "schemes": "chosen?",
            "aggregate": "chosen?",
            "wagering": "chosen?",
            "equipment": "name?",
            "behaviour": "count?",
        },
    ),
    "Game.demonstration": lambda tmp: Call(
        dueling().demonstration, {}, {"edition": "name?", "options": "chosen?", "paytables": "chosen?"}
    ),
    "Game.ordinary": lambda tmp: Call(
        dueling().ordinary, {}, {"edition": "name?", "options": "chosen?", "paytables": "chosen?"}
    ),
    "Game.rules": lambda tmp: Call(dueling().rules, {}, {"edition": "name?"}),
    "Game.procedure": lambda tmp: Call(dueling().procedure, {}, {"behaviour": "count?"}),
    "Game.analyze": lambda tmp: Call(
        _keyed(dueling().analyze, "question"), {}, {"question": "thing?", "strategy": "name?", **ASKED}
    ),
    "Game.price": lambda tmp: Call(
        _keyed(dueling().price, "strategy"), {"strategy": "optimal"}, {"strategy": "name", **ASKED}
    ),
    "Game.strategy": lambda tmp: Call(
        _keyed(dueling().strategy, "name", "question"),
        {},
        {"name": "name", "question": "thing?", **ASKED, "pays": "mapping?"},
    ),
    "Game.what_ifs": lambda tmp: Call(_keyed(dueling().what_ifs, "question"), {}, {"question": "thing?", **ASKED}),
    "Game.together": lambda tmp: Call(
        dueling().together,
        {"stakes": {"player": 500}},
        {
            "stakes": "stakes",
            "setup": "thing?",
            "strategy": "thing?",
            "meters": "meters?",
            "seats": "count",
            "rounds": "count?",
            "level": "positive?",
        },
    ),
    "Game.charts": lambda tmp: Call(dueling().charts, {"strategy": best()}, {"strategy": "thing"}),
    "Game.drawn": lambda tmp: Call(dueling().drawn, {"strategy": best()}, {"strategy": "thing", "question": "thing?"}),
    "Game.decisions": lambda tmp: Call(
        _keyed(dueling().decisions, "strategy", "question"),
        {"strategy": best()},
        {"strategy": "thing", "question": "thing?", **ASKED},
    ),
    "Game.mistakes": lambda tmp: Call(
        _keyed(dueling().mistakes, "strategy", "question"),
        {"strategy": best()},
        {"strategy": "thing", "question": "thing?"},
    ),
    "Game.cell": lambda tmp: Call(
        _keyed(dueling().cell, "strategy", "cell", "question"),
        {"strategy": best(), "cell": ("x", "y", "z")},
        {"strategy": "thing", "cell": "thing"},
    ),
    "Game.strategy_text": lambda tmp: Call(
        dueling().strategy_text, {"strategy": best()}, {"strategy": "thing", "question": "thing?"}
    ),
    "Game.read_strategy": lambda tmp: Call(
        dueling().read_strategy, {"text": dueling().strategy_text(best())}, {"text": "text"}
    ),
    "Game.book": lambda tmp: Call(dueling().book, {"setup": setup()}, {"setup": "thing"}),
    "Game.shoe_wagers": lambda tmp: Call(
        dueling().shoe_wagers, {"setup": setup(), "meters": {}}, {"setup": "thing", "meters": "mapping?"}
    ),
    "Game.protection": lambda tmp: Call(
        _keyed(dueling().protection, "question"),
        {"shoes": 0},
        {
            "question": "thing?",
            "shoes": "whole?",
            "draws": "count?",
            "seed": "seed",
            "on": "name",
            "seats": "list",
            "cuts": "list",
        },
    ),
    "Game.part": lambda tmp: Call(dueling().part, {"name": "maths"}, {"name": "text"}),
    "Edition.clause": lambda tmp: Call(dueling().edition().clause, {"cite": "rules 2"}, {"cite": "name"}),
    "Edition.has_clause": lambda tmp: Call(dueling().edition().has_clause, {"cite": "rules 7"}, {"cite": "text"}),
    "Edition.shown": lambda tmp: Call(dueling().edition().shown, {"cite": "rules 7"}, {"cite": "text"}),
    "Edition.cite": lambda tmp: Call(
        dueling().edition().cite, {"rule": "limits"}, {"rule": "text", "options": "mapping?"}
    ),
    "Edition.done": lambda tmp: Call(dueling().edition().done, {"when": "x"}, {"when": "text"}),
    "Edition.paytable_ids": lambda tmp: Call(dueling().edition().paytable_ids, {"wager": "player"}, {"wager": "text"}),
    "Edition.paytable": lambda tmp: Call(
        dueling().edition().paytable,
        {"wager": "tie-plus", "name": "2", "options": setup().options},
        {"wager": "name", "name": "name", "options": "mapping"},
    ),
    "Edition.chosen_by": lambda tmp: Call(dueling().edition().chosen_by, {"wager": "player"}, {"wager": "text"}),
    "Edition.fingerprint_under": lambda tmp: Call(
        dueling().edition().fingerprint_under, {"behaviour": 1}, {"behaviour": "count"}
    ),
    "Setup": lambda tmp: Call(houseway.Setup, {"edition": dueling().edition()}, {"edition": "thing"}),
    "Setup.wager": lambda tmp: Call(setup().wager, {"slug": "player"}, {"slug": "name"}),
    "Setup.cite": lambda tmp: Call(setup().cite, {"rule": "limits"}, {"rule": "text"}),
    "Setup.meter_of": lambda tmp: Call(
        setup().meter_of, {"wager": "player", "event": "x"}, {"wager": "name", "event": "text"}
    ),
    "Setup.divides": lambda tmp: Call(setup().divides, {"wager": "player"}, {"wager": "name"}),
    "Setup.rows_to_post": lambda tmp: Call(setup().rows_to_post, {"wager": "player"}, {"wager": "name"}),
    "Setup.fixed_amount": lambda tmp: Call(setup().fixed_amount, {"wager": "player"}, {"wager": "name"}),
    "Round": lambda tmp: Call(
        houseway.Round,
        {"game": dueling(), "setup": setup(), "seats": [1], "shoe": houseway.RecordedShoe([])},
        {"game": "thing", "setup": "thing", "seats": "seats", "shoe": "thing", "behaviour": "count?"},
    ),
    "Round.answer": lambda tmp: Call(
        lambda **given: round_().answer(**given),
        {"who": 1, "answer": {"player": 500}},
        {"who": "seat", "answer": "answer"},
    ),
    "Round.void": lambda tmp: Call(
        lambda **given: round_().void(**given),
        {"reason": "x", "clause": "rules 7"},
        {"reason": "text", "clause": "text"},
    ),
    "Round.play_out": lambda tmp: Call(
        lambda **given: round_().play_out(**given),
        {"wagers": {1: {"player": 500}}, "decide": houseway.advised},
        {"wagers": "placed", "decide": "thing", "meters": "mapping?"},
    ),
    "advised": lambda tmp: Call(
        houseway.advised, {"round_": round_(), "ask": due()}, {"round_": "thing", "ask": "thing"}
    ),
    "deal_round": lambda tmp: Call(
        houseway.deal_round,
        {"game": dueling(), "setup": setup(), "wagers": {1: {"player": 500}}, "seed": 1, "number": 0},
        {
            "game": "thing",
            "setup": "thing",
            "wagers": "placed",
            "seed": "seed",
            "number": "seed",
            "decide": "thing",
            "meters": "meters?",
            "before": "list",
        },
    ),
    "record": lambda tmp: Call(
        houseway.record,
        {"round_": played()},
        {"round_": "thing", "meters": "mapping?", "seed": "whole?", "number": "whole?"},
    ),
    "replay": lambda tmp: Call(houseway.replay, {"record": recorded()}, {"record": "record", "new": "flag"}),
    "settle": lambda tmp: Call(houseway.settle, {"record": recorded()}, {"record": "record"}),
    "postings": lambda tmp: Call(houseway.postings, {"setup": setup()}, {"setup": "thing"}),
    "view": lambda tmp: Call(
        houseway.view, {"round_": played(), "viewer": "public"}, {"round_": "thing", "viewer": "viewer"}
    ),
    "BlackjackRules": lambda tmp: Call(
        houseway.BlackjackRules,
        {"shoe": houseway.shoe_of(1)},
        {"shoe": "shoe", "split_hands": "count", "blackjack_pays": "number", "hit_soft_17": "flag"},
    ),
    "shoe_of": lambda tmp: Call(houseway.shoe_of, {"decks": 1}, {"decks": "count", "without": "names?"}),
    "solve": lambda tmp: Call(
        houseway.solve, {"rules": houseway.BlackjackRules(shoe=houseway.shoe_of(1))}, {"rules": "thing"}
    ),
    "count_deals": lambda tmp: Call(
        houseway.count_deals,
        {"shoe": houseway.Deck().counts, "groups": (2,), "event": lambda cards: 1},
        {"shoe": "mapping", "groups": "list", "event": "thing", "ordered": "flag"},
    ),
    "Question": lambda tmp: Call(
        houseway.Question,
        {},
        {"edition": "text?", "wagers": "texts?", "options": "mapping?", "meters": "mapping?"},
    ),
    "Question.of": lambda tmp: Call(houseway.Question.of, {}, {}),
    "Question.about": lambda tmp: Call(houseway.Question().about, {"wager": "player"}, {"wager": "text"}),
    "Question.one_by_one": lambda tmp: Call(
        houseway.Question().one_by_one, {"edition": dueling().edition()}, {"edition": "thing", "wagers": "names?"}
    ),
    "Analysis.find": lambda tmp: Call(
        figures().find,
        {"wager": "player"},
        {"wager": "name", "paytable": "name?", "strategy": "name?", "case": "text?", "decks": "name"},
    ),
    "Analysis.frame": lambda tmp: Call(figures().frame, {}, {"library": "name"}),
    "Figures.at": lambda tmp: Call(figures().figures[0].at, {"amounts": {}}, {"amounts": "mapping"}),
    "Strategy": lambda tmp: Call(
        houseway.Strategy,
        {"game": "x", "name": "y", "tables": {}},
        {"game": "text", "name": "text", "tables": "mapping"},
    ),
    "Strategy.action": lambda tmp: Call(
        best().action, {"ask": next(iter(best().tables)), "situation": ""}, {"ask": "name", "situation": "name"}
    ),
    "Strategy.of_game": lambda tmp: Call(best().of_game, {"game": "dueling"}, {"game": "name"}),
    "Strategy.differences": lambda tmp: Call(best().differences, {"other": best()}, {"other": "thing"}),
    "Strategy.save": lambda tmp: Call(best().save, {"path": tmp / "s.json"}, {"path": "path"}),
    "load_strategy": lambda tmp: Call(houseway.load_strategy, {"path": tmp / "s.json"}, {"path": "path"}),
    "decisions_frame": lambda tmp: Call(
        houseway.decisions_frame, {"records": [recorded()]}, {"records": "list", "library": "name"}
    ),
    "frame": lambda tmp: Call(houseway.frame, {"found": figures()}, {"found": "rows", "library": "name"}),
    "report_frames": lambda tmp: Call(houseway.report_frames, {}, {"document": "thing"}),
    "write": lambda tmp: Call(houseway.write, {}, {"document": "thing"}),
    "par_sheet": lambda tmp: Call(
        _keyed(houseway.par_sheet, "game", "question"),
        {"game": dueling()},
        {"game": "thing", "question": "thing?", **ASKED},
    ),
    "plan": lambda tmp: Call(
        houseway.plan,
        {"game": dueling(), "setup": setup(), "wagers": {1: {"player": 500}}},
        {"game": "thing", "setup": "thing", "wagers": "placed", "strategy": "thing?", "meters": "meters?"},
    ),
    "plan: nobody": lambda tmp: Call(houseway.plan, {"game": dueling(), "setup": setup()}, {"wagers": "nobody"}),
    "simulate": lambda tmp: Call(
        houseway.simulate,
        {"plan": planned(), "seed": 1, "rounds": 10, "workers": 1},
        {
            "plan": "thing",
            "seed": "seed",
            "rounds": "count?",
            "standard_error": "positive?",
            "workers": "count?",
            "cluster": "text?",
            "on": "name",
            "progress": "thing?",
            "exact": "exact",
        },
    ),
}
"""Every public function and method that takes something."""


@pytest.mark.parametrize("name", CALLS)
def test_what_a_function_does_not_take_is_refused_by_name_with_what_to_do(name: str, tmp_path: Path) -> None:
    call = CALLS[name](tmp_path)
    for argument, kind in call.kinds.items():
        for wrong in WRONG[kind]:
            given = f"{name}({argument}={wrong!r:.60})"
            try:
                found = call.run(**{**call.given, argument: wrong})
            except HousewayError as error:
                assert error.message, given
                assert error.remedy, f"{given}: {error}"
            except Exception as error:
                pytest.fail(f"{given}: {type(error).__name__}: {error}")
            else:
                pytest.fail(f"{given} is answered: {found!r:.100}")


@pytest.mark.parametrize("name", [name for name in houseway.__all__ if name.islower() and name != "all_games"])
def test_every_public_function_is_walked(name: str) -> None:
    assert name in CALLS or name == "__version__"
