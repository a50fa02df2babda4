"""Dueling: the jackpot system, what it reads and shows, the notice, and the sample layout."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

import houseway
from houseway.rulebook.edition import Equipment
from houseway.rulebook.steps import DEALER, SUPERVISOR, Ask, Collect, Tabulate
from houseway.table.round import Round
from houseway.table.setup import Setup
from houseway.table.shown.postings import postings
from houseway.table.table_errors import BadSetup
from tests.games.dueling.common import BURNT, begun
from tests.rounds import play_round

TAT, PLUS = "tie-after-tie", "two-plus-two"
NOTICE = (
    "Bonus Jackpot prizes are paid by the casino and are not components of any progressive prize contest. "
    "Player wagers do not accrue to any guaranteed player fund. "
    "The displayed Bonus Jackpot prize may be modified or discontinued at any time without prior notice."
)
"""As the document has it, word for word."""


def setup(**choices: Any) -> Setup:
    return houseway.game("dueling").setup(**choices)


def equipment(model: str) -> Equipment:
    found = setup(equipment=model, wagers=["player", TAT]).equipment
    assert found is not None
    return found


def felt() -> dict[str, Any]:
    return tomllib.loads((houseway.game("dueling").folder / "felt.toml").read_text("utf-8"))


# The models -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("dueling", "appendix X approved system", "appendix X models")
def test_the_approved_models_and_no_other() -> None:
    for model in ("milky-way", "andromeda-1", "andromeda-3c", "andromeda-3d", "andromeda-5a"):
        assert equipment(model).model == model
    for model in ("andromeda-2", "andromeda-4", "bet-tabulator", "Milky Way", ""):
        with pytest.raises(BadSetup):
            setup(equipment=model)


def test_milky_way() -> None:
    item = equipment("milky-way")
    assert (item.sensors, item.positions, item.indicators, item.counter) == (1, 7, "panel", "lcd")
    assert set(item.changed_by) == {"remote", "computer", "card"}
    assert item.amounts == ("posted",)


def test_andromeda_1_is_milky_way_with_a_logger_and_a_data_centre() -> None:
    item, older = equipment("andromeda-1"), equipment("milky-way")
    assert (item.sensors, item.positions, item.indicators) == (older.sensors, older.positions, older.indicators)
    assert item.counter == "lcd+logger"
    assert set(item.changed_by) - set(older.changed_by) == {"data-centre"}


@pytest.mark.parametrize("model", ["andromeda-3c", "andromeda-3d"])
def test_andromeda_3(model: str) -> None:
    item = equipment(model)
    assert (item.sensors, item.positions, item.indicators, item.counter) == (6, 16, "sensor", "server")
    assert item.changed_by == ("server",)


def test_andromeda_5a_has_all_three_kinds_of_prize() -> None:
    assert set(equipment("andromeda-5a").amounts) == {"static", "updatable", "real-time"}


@pytest.mark.clause("dueling", "letter 2021 second sensor", "appendix X sensors", "BJS-2")
def test_two_jackpots_need_two_sensors_a_position() -> None:
    assert setup().jackpots == (TAT, PLUS)
    for model in ("andromeda-3c", "andromeda-3d", "andromeda-5a"):
        assert setup(equipment=model).jackpots == (TAT, PLUS)
    for model, clause in (("milky-way", "appendix X milky way"), ("andromeda-1", "appendix X andromeda-1")):
        with pytest.raises(BadSetup) as refused:
            setup(equipment=model)
        assert refused.value.clause == clause
        assert setup(equipment=model, wagers=["player", PLUS]).jackpots == (PLUS,)


# Counting and collecting ----------------------------------------------------------------------------------------------

WAGERS = {
    1: {"player": 500, TAT: 100, "tie-plus": 200},
    4: {"dealer": 700, TAT: 100, PLUS: 100},
    6: {"player": 900, "combo-bet": 300},
}


@pytest.mark.clause(
    "dueling", "appendix X press", "appendix X tabulator count", "appendix X sensors", "appendix X indicators",
    "appendix X footnote 1", "appendix X footnote 1 collection", "appendix X footnote 2", "BJS-1",
)  # fmt: skip
def test_jackpot_wagers_are_counted_confirmed_and_taken_in_before_the_deal() -> None:
    round_ = begun(WAGERS, "Kh 3c 9d 8s")
    step = round_.step
    assert isinstance(step, Tabulate)
    # One sensor for each wager that is taken in, none for those whose pay depends on the stake that lies there.
    assert (step.wagers, step.cite) == ((TAT, PLUS), "appendix X press")
    assert round_.due_from() == (DEALER,)
    round_.answer(DEALER, {TAT: [1, 4], PLUS: [4]})
    ask = round_.step
    assert isinstance(ask, Ask)
    assert (ask.seat, ask.default, ask.cite) == (DEALER, "confirm", "appendix X indicators")
    assert (round_.layout.collected, round_.layout.cards) == ([], [])
    round_.answer(DEALER, "confirm")
    assert round_.over
    # Positions, never amounts, until the next round.
    assert round_.tabulated == {TAT: [1, 4], PLUS: [4]}
    assert houseway.view(round_).collected == [("1", TAT), ("4", TAT), ("4", PLUS)]
    (collect,) = [step for step, _ in round_.history if isinstance(step, Collect)]
    assert collect.cite == "appendix X footnote 1 collection"
    # Taken in is not lost: each is settled later, by its own line.
    assert [(line.seat, line.wager, line.stake) for line in round_.lines if line.wager in (TAT, PLUS)] == [
        (1, TAT, 100),
        (4, TAT, 100),
        (4, PLUS, 100),
    ]


@pytest.mark.clause("dueling", "appendix X indicators", "appendix X footnote 1")
def test_indicators_that_differ_from_the_chips_go_to_the_supervisor() -> None:
    round_ = begun(WAGERS, "Kh 3c 9d 8s")
    round_.answer(DEALER, {TAT: [1], PLUS: [4]})
    assert round_.due_from() == (SUPERVISOR,)
    round_.answer(SUPERVISOR, "chips-stand")
    assert round_.over
    assert round_.tabulated == {TAT: [1], PLUS: [4]}
    assert [line.seat for line in round_.lines if line.wager == TAT] == [1, 4]


@pytest.mark.clause("dueling", "appendix X same rules", "BJS-1")
def test_the_round_is_the_same_whatever_the_equipment() -> None:
    cards = f"9c Th 9h {BURNT} 9d 4c 8h 2c"
    wagers = {1: {"player": 1000, TAT: 100}, 2: {"player": 1000, PLUS: 100}}
    plain = play_round("dueling", wagers, cards, [(1, "war")], options={"tabulator": "off"})
    assert plain.tabulated is None
    for model in (None, "andromeda-3c", "andromeda-3d", "andromeda-5a"):
        round_ = play_round("dueling", wagers, cards, [(1, "war")], equipment=model)
        assert round_.lines == plain.lines
        assert round_.layout.places == plain.layout.places


@pytest.mark.clause("dueling", "appendix C note 7", "appendix D note 7")
@pytest.mark.parametrize("wager", [TAT, PLUS])
def test_every_wager_of_a_progressive_is_one_dollar_counted_taken_in_and_settled_once(wager: str) -> None:
    wagers = {seat: {"player": 500, wager: 100} for seat in range(1, 8)}
    round_ = play_round("dueling", wagers, "2c 3c 4c 5c 6c 7c 8c Ah")
    assert round_.tabulated is not None
    assert round_.tabulated[wager] == list(range(1, 8))
    assert round_.layout.collected == [(seat, wager) for seat in range(1, 8)]
    assert [(line.seat, line.stake) for line in round_.lines if line.wager == wager] == [
        (seat, 100) for seat in range(1, 8)
    ]


# What is displayed ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("dueling", "appendix C note 6", "appendix D note 6", "BJS-2")
@pytest.mark.parametrize("wager", [TAT, PLUS])
def test_a_table_with_a_bonus_jackpot_has_the_notice_word_for_word(wager: str) -> None:
    assert postings(setup(wagers=["player", wager])).notice == NOTICE
    assert postings(setup(wagers=["player", "tie-plus"])).notice is None


@pytest.mark.clause(
    "dueling", "appendix C note 6", "appendix D note 6", "appendix C note 5", "appendix D note 5",
    "appendix X display control",
)  # fmt: skip
@pytest.mark.parametrize(("wager", "table"), [(TAT, "TAT4"), (PLUS, "2+2P3")])
def test_the_prizes_shown_are_those_that_the_operator_posts(wager: str, table: str) -> None:
    game = houseway.game("dueling")
    posted = dict(game.house["posted"][wager])
    lowest = "one-tie-two-color" if wager == TAT else "starting-pair"
    for amount in ("$2", "$3.50"):
        shown = postings(
            setup(wagers=["player", wager], paytables={wager: table}, posted={wager: posted | {lowest: amount}})
        ).paytables[wager]
        assert shown.id == table
        assert {row.event: row.pays for row in shown.rows} == posted | {lowest: amount}


@pytest.mark.clause("dueling", "appendix X display control", "how to play 12")
def test_the_paytables_shown_are_those_in_use() -> None:
    shown = postings(setup(options={"decks": "8", "tie-bonus": "on"}, paytables={"tie-plus": "2"})).paytables
    assert [row.pays for row in shown["tie-plus"].rows] == ["18 to 1", "10 to 1"]
    assert [(row.event, row.pays) for row in shown["war"].rows][-1] == ("tie-bonus", "2 for 1")
    assert [row.pays for row in shown["player"].rows][:2] == ["1 to 1", "loss"]


# The layout -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("dueling", "appendix G spots", "optional how to play 1")
def test_the_spots_of_both_designs() -> None:
    designs = {design["slug"]: design for design in felt()["design"]}
    two = {spot["label"]: spot for spot in designs["player-dealer"]["spots"]}
    assert {"TIE PLUS", "COMBO BET", "DEALER", "PLAYER"} <= set(two)
    assert two["DEALER"]["or"] == "player"
    places = {label: spot["order"] for label, spot in two.items()}
    assert max(places["TIE PLUS"], places["COMBO BET"]) < min(places["DEALER"], places["PLAYER"])
    for slug, option in (("player-dealer", "player-dealer"), ("play", "play")):
        offered = setup(options={"spots": option}).wagers
        assert sorted(spot["wager"] for spot in designs[slug]["spots"]) == sorted(offered)


@pytest.mark.clause("dueling", "appendix G odds")
def test_the_layout_prints_the_odds_in_use_all_to_1() -> None:
    """The sample is printed for five decks, Tie Plus 2 and 2CPB-5."""
    choices: dict[str, Any] = {"paytables": {"tie-plus": "2", "combo-bet": "2CPB-5"}, "options": {"decks": "5"}}
    shown = postings(setup(**choices)).paytables
    printed = {}
    for block in felt()["odds"]:
        assert shown[block["wager"]].odds == "to 1"
        rows = {row.event: row.pays for row in shown[block["wager"]].rows}
        printed[block["heading"]] = {
            label: rows[event] for event, label in block["labels"].items() if rows.get(event, "loss") != "loss"
        }
    assert printed == {
        "TIE PLUS": {"Suited": "20 to 1", "Unsuited": "10 to 1"},
        "COMBO BET": {"Straight Flush": "5 to 1", "Straight": "2 to 1", "Flush": "1 to 1"},
    }
    # Whatever table is in use, each of its rows has a label to print.
    edition = setup().edition
    for block in felt()["odds"]:
        for table in edition.paytable_ids(block["wager"]):
            assert {row.event for row in edition.paytable(block["wager"], table, {"decks": "6"}).rows} <= set(
                block["labels"]
            )


@pytest.mark.clause("dueling", "appendix G aces", "introduction 2", "DD-1", "DD-7")
def test_the_layout_says_how_aces_count_and_how_many_spots_may_be_bet_on() -> None:
    texts = {text["clause"]: text["text"] for text in felt()["texts"]}
    assert texts["appendix G aces"] == "Aces are always high"
    assert texts["introduction 2"].startswith("Four ")
    (combo,) = [block for block in felt()["odds"] if block["wager"] == "combo-bet"]
    assert combo["note"] == "Ace may be high or low"


# The house that demonstration tables use ------------------------------------------------------------------------------


@pytest.mark.parametrize("spots", ["player-dealer", "play"])
def test_the_demonstration_table_opens_with_every_table_and_design(spots: str) -> None:
    game = houseway.game("dueling")
    edition = game.edition()
    for wager in ("tie-plus", "combo-bet", TAT, PLUS):
        for table in edition.paytable_ids(wager):
            opened = game.demonstration(options={"spots": spots}, paytables={wager: table})
            assert wager in opened.wagers
            assert set(opened.meters) <= set(game.house["meters"])


def test_the_automatic_player_goes_to_war() -> None:
    game = houseway.game("dueling")
    round_ = Round(game, game.setup(), [1], houseway.RecordedShoe(houseway.parse_cards("9h 9c 2c 2c 2c Kd 4s")))
    round_.play_out({1: {"player": 500}}, houseway.advised)
    assert [line.returned for line in round_.lines] == [500, 1000]
