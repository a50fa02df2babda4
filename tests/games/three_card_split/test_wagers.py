"""Three Card Split: which wagers are taken, how a table is set up, what it posts and which equipment goes with it."""

from __future__ import annotations

from typing import Any

import pytest

import houseway
from houseway.rulebook.steps import DEALER, SUPERVISOR, Ask, Collect, Tabulate
from houseway.table.round import Round
from houseway.table.setup import Setup
from houseway.table.shown.postings import postings
from houseway.table.table_errors import BadSetup, ChoiceRefused, OutOfTurn, WagerRefused
from houseway.table.wagers import accept_wagers
from tests.rounds import brief, play_round, shoe_of

GAME = "three-card-split"
GAMES = houseway.game(GAME)
EDITION = GAMES.edition()
PRIMARY = {"primary": 1000}
ALL = {"primary": 1000, "three-card-bonus": 500, "four-card-bonus": 500, "jackpot": 100}
BONUS: dict[str, Any] = {"posted": {"jackpot": {"four-aces": "$5,000"}}, "minimums": {"jackpot": 500}}
MODELS = ["milky-way", "andromeda-1", "andromeda-3c", "andromeda-3d", "andromeda-5a"]
CARDS = "Ks 9c 9d  3s 4s Ah  8c 8d Qs  2s"


def table(**setup: Any) -> Setup:
    return GAMES.setup(**setup)


def refusal(setup: Setup, placed: Any) -> str | None:
    """The clause that refuses these wagers."""
    with pytest.raises(WagerRefused) as refused:
        accept_wagers(setup, placed)
    return refused.value.clause


# --- placing wagers ----------------------------------------------------------------------------------------------


@pytest.mark.clause(GAME, "dealing 2", "overview bonus", "appendix B", "appendix C")
@pytest.mark.parametrize(
    "bonus",
    [{}, {"three-card-bonus": 500}, {"four-card-bonus": 300}, {"three-card-bonus": 500, "four-card-bonus": 300}],
)
def test_the_primary_wager_alone_or_with_one_or_both_bonus_wagers(bonus: dict[str, int]) -> None:
    assert accept_wagers(table(), PRIMARY | bonus) == PRIMARY | bonus


@pytest.mark.clause(GAME, "dealing 2", "appendix B", "appendix C", "appendix D wager")
def test_no_bonus_wager_without_the_primary_wager() -> None:
    setup = table(**BONUS)
    assert refusal(setup, {"three-card-bonus": 100}) == "appendix B"
    assert refusal(setup, {"four-card-bonus": 500}) == "dealing 2"
    assert refusal(setup, {"four-card-bonus": 500, "jackpot": 100}) == "dealing 2"
    assert refusal(table(options={"qualifying": "jackpot"}, **BONUS), {"jackpot": 500}) == "dealing 2"


@pytest.mark.clause(GAME, "appendix B limit", "TCS-7")
def test_the_three_card_bonus_is_at_most_half_of_the_primary_wager() -> None:
    assert accept_wagers(table(), {"primary": 1001, "three-card-bonus": 500})["three-card-bonus"] == 500
    assert refusal(table(), {"primary": 1001, "three-card-bonus": 501}) == "appendix B limit"
    assert refusal(table(), {"primary": 1000, "three-card-bonus": 501}) == "appendix B limit"


@pytest.mark.clause(GAME, "footnote 7", "TCS-7")
def test_with_two_spots_it_is_half_of_the_sum() -> None:
    two = table(options={"primary-spots": "two"})
    placed = {"primary": [500, 500], "three-card-bonus": 500}
    assert accept_wagers(two, placed) == {"primary": 1000, "three-card-bonus": 500}
    assert refusal(two, placed | {"three-card-bonus": 501}) == "footnote 7"


@pytest.mark.clause(GAME, "footnote 2", "TCS-8")
@pytest.mark.parametrize("spots", [[500, 600], [500, 0], [0, 500], [500], [500, 500, 500], 999])
@pytest.mark.clause(GAME, "appendix F")
def test_two_spots_are_both_required_and_equal(spots: Any) -> None:
    two = table(options={"primary-spots": "two"})
    assert accept_wagers(two, {"primary": [500, 500]}) == accept_wagers(two, PRIMARY) == PRIMARY
    assert refusal(two, {"primary": spots}) == "footnote 2"


@pytest.mark.clause(GAME, "footnote 2")
@pytest.mark.clause(GAME, "appendix F")
def test_a_layout_with_one_spot_takes_one_amount() -> None:
    assert refusal(table(), {"primary": [500, 500]}) == "dealing 2"
    assert accept_wagers(table(), {"primary": 999}) == {"primary": 999}


@pytest.mark.clause(GAME, "overview limits")
@pytest.mark.parametrize(
    "placed",
    [
        {"primary": 499},
        {"primary": 30001},
        {"primary": 30000, "three-card-bonus": 99},
        {"primary": 30000, "four-card-bonus": 10001},
        {"primary": -500},
        {"primary": 5.5},
    ],
)
def test_the_operators_limits_hold(placed: dict[str, Any]) -> None:
    limits = {"primary": [500, 30000], "three-card-bonus": [100, 15000], "four-card-bonus": [100, 10000]}
    setup = table(limits=limits)
    assert refusal(setup, placed) == "overview limits"
    assert accept_wagers(setup, {"primary": 500}) == {"primary": 500}
    highest = {"primary": 30000, "three-card-bonus": 15000, "four-card-bonus": 10000}
    assert accept_wagers(setup, highest) == highest
    assert {wager: list(pair) for wager, pair in postings(setup).limits.items()} == limits


@pytest.mark.clause(GAME, "dealing 2")
def test_a_refused_wager_leaves_the_round_waiting_for_another() -> None:
    round_ = Round(GAMES, table(), [2], shoe_of("Ks 9c 9d 8c 8d Qs 2s"))
    with pytest.raises(WagerRefused):
        round_.answer(2, {"primary": 1000, "three-card-bonus": 900})
    assert round_.due_from() == (2,)
    assert round_.layout.stakes == {}
    round_.answer(2, PRIMARY)
    with pytest.raises(OutOfTurn):  # the dealer's own hand is no player's
        round_.answer(DEALER, PRIMARY)


@pytest.mark.clause(GAME, "dealing 2")
@pytest.mark.parametrize("slug", ["ante", "high", "Primary"])
def test_other_wagers_do_not_exist(slug: str) -> None:
    with pytest.raises(WagerRefused, match="there is no wager"):
        accept_wagers(table(), {"primary": 1000, slug: 500})


# --- what is offered ---------------------------------------------------------------------------------------------


@pytest.mark.clause(GAME, "overview offered", "appendix D")
def test_the_operator_chooses_which_bonus_wagers_and_whether_a_jackpot_is_offered() -> None:
    assert table().wagers == ("primary", "three-card-bonus", "four-card-bonus")  # no bonus is posted: no jackpot
    assert table(**BONUS).wagers == ("primary", "three-card-bonus", "four-card-bonus", "jackpot")
    only = table(wagers=["primary", "four-card-bonus"])
    assert refusal(only, PRIMARY | {"three-card-bonus": 500}) == "overview offered"
    assert refusal(only, PRIMARY | {"jackpot": 100}) == "appendix D"
    assert accept_wagers(only, PRIMARY | {"four-card-bonus": 500}) == PRIMARY | {"four-card-bonus": 500}


@pytest.mark.clause(GAME, "appendix D", "appendix D paytables", "appendix D note 5", "DW-8")
def test_four_aces_are_a_posted_amount_or_all_of_their_own_meter_and_nothing_else() -> None:
    with pytest.raises(BadSetup, match="four-aces not posted") as unposted:
        table(wagers=["primary", "four-card-bonus", "jackpot"])
    assert unposted.value.clause == "appendix D note 5"
    assert table(**BONUS).meters == ()
    assert table(posted={"jackpot": {"four-aces": "100%"}}).meters == ("jackpot/four-aces",)
    for pay in ("50%", "1000 to 1", "500", "bonus", "lots"):
        with pytest.raises(BadSetup):
            table(posted={"jackpot": {"four-aces": pay}})
    with pytest.raises(BadSetup, match="for the operator to post") as printed:
        table(posted={"jackpot": {"four-aces": "$5,000", "two-pair": "$10"}})
    assert printed.value.clause == "appendix D paytables"


@pytest.mark.clause(GAME, "appendix C paytables", "appendix D paytables")
def test_only_printed_tables_are_posted() -> None:
    assert table().paytables["four-card-bonus"].id == "TCS-1a"
    ids = [f"TCS-{number}{letter}" for number in (1, 2, 3) for letter in "ab"]
    for name in ids:
        assert table(paytables={"four-card-bonus": name}).paytables["four-card-bonus"].odds == "to 1"
    for name in ("TCS-4a", "TCS-4b"):
        assert table(paytables={"jackpot": name}, **BONUS).paytables["jackpot"].odds == "for 1"
    for slug, name in (("four-card-bonus", "TCS-4a"), ("jackpot", "TCS-1a"), ("primary", "TCS-1a")):
        with pytest.raises(BadSetup):
            table(paytables={slug: name}, **BONUS)


# --- the jackpot wager -------------------------------------------------------------------------------------------


@pytest.mark.clause(GAME, "appendix D qualifying", "appendix D wager", "TCS-7")
def test_the_jackpot_goes_with_a_four_card_bonus_of_the_posted_minimum() -> None:
    setup = table(**BONUS)
    assert accept_wagers(setup, PRIMARY | {"four-card-bonus": 500, "jackpot": 100})["jackpot"] == 100
    assert refusal(setup, PRIMARY | {"four-card-bonus": 499, "jackpot": 100}) == "appendix D qualifying"
    assert refusal(setup, PRIMARY | {"jackpot": 100}) == "appendix D qualifying"
    assert refusal(setup, PRIMARY | {"three-card-bonus": 500, "jackpot": 100}) == "appendix D qualifying"
    assert accept_wagers(setup, PRIMARY | {"four-card-bonus": 100})  # only the jackpot asks for the minimum


@pytest.mark.clause(GAME, "appendix D qualifying", "TCS-7")
def test_by_option_the_jackpot_wager_itself_must_reach_the_minimum() -> None:
    setup = table(options={"qualifying": "jackpot"}, **BONUS)
    for amount in (500, 700):
        assert accept_wagers(setup, PRIMARY | {"jackpot": amount})["jackpot"] == amount
    assert refusal(setup, PRIMARY | {"jackpot": 499}) == "appendix D qualifying"
    assert refusal(setup, PRIMARY | {"four-card-bonus": 500, "jackpot": 100}) == "appendix D qualifying"
    with pytest.raises(WagerRefused, match=r"^Jackpot is at least \$5 at this table, to qualify") as refused:
        accept_wagers(setup, PRIMARY | {"jackpot": 499})
    assert refused.value.remedy == "wager $5, or leave it out"


@pytest.mark.clause(GAME, "appendix D note 6", "appendix E tabulator count", "TCS-7", "BJS-1")
def test_a_progressive_wager_is_one_amount_fixed_for_the_table() -> None:
    progressive: dict[str, Any] = {"posted": {"jackpot": {"four-aces": "100%"}}, "minimums": {"jackpot": 500}}
    for amount, fixed in ((100, {}), (200, {"fixed": {"jackpot": 200}})):
        setup = table(**progressive, **fixed)
        assert setup.fixed_amount("jackpot") == amount
        assert postings(setup).fixed == {"jackpot": amount}
        assert accept_wagers(setup, PRIMARY | {"four-card-bonus": 500, "jackpot": amount})["jackpot"] == amount
        for other in (amount - 1, amount + 100):
            assert refusal(setup, PRIMARY | {"four-card-bonus": 500, "jackpot": other}) == "overview limits"
    with pytest.raises(BadSetup):
        table(fixed={"jackpot": 0}, **progressive)


@pytest.mark.clause(
    GAME, "appendix D qualifying", "appendix D note 5", "appendix D paytables", "appendix E tablevision"
)
def test_what_the_table_posts() -> None:
    posted = postings(table(envy={"jackpot": {"four-aces": "$300"}}, **BONUS))
    assert posted.minimums == {"jackpot": 500}
    assert posted.notice == (
        "Bonus Jackpot prizes are paid by the casino and are not components of any progressive prize contest. "
        "Player wagers do not accrue to any guaranteed player fund. "
        "The displayed Bonus Jackpot prize may be modified or discontinued at any time without prior notice."
    )
    rows = posted.paytables["jackpot"].rows
    assert [(row.event, row.pays) for row in rows] == [
        ("four-aces", "$5,000"),
        ("four-of-a-kind", "100 for 1"),
        ("four-card-straight-flush", "50 for 1"),
        ("three-card-straight-flush", "12 for 1"),
        ("three-of-a-kind", "8 for 1"),
        ("four-card-straight-or-flush", "3 for 1"),
        ("two-pair", "1 for 1"),
        ("three-card-straight-or-flush", "1 for 1"),
    ]
    assert postings(table()).notice is None  # no jackpot, no notice


# --- the tabulator -----------------------------------------------------------------------------------------------


def tabulating(**setup: Any) -> Round:
    """Seats 2 and 5 have every wager, and the dealer is to press the button."""
    round_ = Round(GAMES, table(**setup, **BONUS), [2, 5], shoe_of(CARDS))
    for seat in (2, 5):
        round_.answer(seat, ALL | {"jackpot": round_.setup.fixed_amount("jackpot")})
    return round_


@pytest.mark.clause(
    GAME,
    "appendix E tabulator press",
    "appendix E tabulator sensor",
    "appendix E tabulator record",
    "appendix E tabulator indicator",
    "appendix E footnote 1",
    "appendix E footnote 1 collect",
    "appendix E footnote 2",
)
def test_jackpot_wagers_are_recorded_shown_and_collected_before_the_deal_and_no_others() -> None:
    round_ = tabulating()
    press = round_.step
    assert isinstance(press, Tabulate)
    assert (press.wagers, press.cite) == (("jackpot",), "appendix E tabulator press")
    round_.answer(DEALER, {"jackpot": [2, 5]})
    confirm = round_.step
    assert isinstance(confirm, Ask)
    assert (confirm.ask, confirm.cite) == ("indicators", "appendix E tabulator indicator")
    assert (round_.layout.collected, round_.layout.cards) == ([], [])
    round_.answer(DEALER, "confirm")
    assert round_.layout.collected == [(2, "jackpot"), (5, "jackpot")]  # to 1 stays, for 1 is removed
    assert [step.cite for step, _ in round_.history if isinstance(step, Collect)] == ["appendix E footnote 1 collect"]
    assert len(round_.layout.cards) == 10
    for _ in range(2):
        round_.time_out()
    assert round_.over
    assert round_.tabulated == {"jackpot": [2, 5]}  # lit for the whole round


@pytest.mark.clause(GAME, "appendix E tabulator count", "BJS-1")
@pytest.mark.parametrize("fixed", [100, 500])
def test_the_tabulator_counts_wagers_and_never_their_value(fixed: int) -> None:
    round_ = tabulating(fixed={"jackpot": fixed})
    for picture in ({"jackpot": {"2": fixed}}, {"jackpot": [[2, fixed]]}, {"four-card-bonus": [2]}, {"jackpot": [8]}):
        with pytest.raises(ChoiceRefused) as refused:
            round_.answer(DEALER, picture)
        assert refused.value.clause == "appendix E tabulator press"
    round_.answer(DEALER, {"jackpot": [5, 2]})
    assert round_.tabulated == {"jackpot": [2, 5]}


@pytest.mark.clause(GAME, "appendix E tabulator record", "appendix E tabulator indicator", "appendix E footnote 1")
def test_where_the_indicators_do_not_agree_a_supervisor_lets_the_chips_stand() -> None:
    round_ = tabulating()
    round_.answer(DEALER, {"jackpot": [2]})
    assert round_.due_from() == (SUPERVISOR,)
    with pytest.raises(OutOfTurn) as refused:
        round_.answer(DEALER, "confirm")
    assert refused.value.clause == "appendix E tabulator indicator"
    round_.answer(SUPERVISOR, "chips-stand")
    assert round_.layout.collected == [(2, "jackpot"), (5, "jackpot")]
    assert round_.tabulated == {"jackpot": [2]}


@pytest.mark.clause(GAME, "appendix E same rules", "appendix E approved", "appendix E models")
@pytest.mark.parametrize("model", [None, *MODELS])
@pytest.mark.parametrize("tabulator", ["on", "off"])
def test_the_lines_are_the_same_with_any_equipment_and_with_none(model: str | None, tabulator: str) -> None:
    options = {"tabulator": tabulator}
    decisions = [(2, ["low", 1]), (5, ["low", 3])]
    round_ = play_round(GAME, {2: ALL, 5: ALL}, CARDS, decisions, options=options, equipment=model, **BONUS)
    assert brief(round_.lines) == [
        (5, "primary", "win", 2000),
        (5, "three-card-bonus", "lose", 0),
        (5, "four-card-bonus", "three-card-straight-flush", 10500),
        (5, "jackpot", "three-card-straight-flush", 1200),
        (2, "primary", "win", 2000),
        (2, "three-card-bonus", "win", 1000),
        (2, "four-card-bonus", "none", 0),
        (2, "jackpot", "none", 0),
    ]
    assert round_.layout.collected == ([(2, "jackpot"), (5, "jackpot")] if tabulator == "on" else [])


# --- equipment ---------------------------------------------------------------------------------------------------


@pytest.mark.clause(GAME, "appendix E models", "appendix E approved", "BJS-2")
def test_five_models_are_approved_and_no_other() -> None:
    assert [item.model for item in EDITION.data.equipment] == MODELS
    for model in ("andromeda-2", "andromeda-3", "andromeda-5b", "bet-tabulator", ""):
        with pytest.raises(BadSetup, match="not approved"):
            table(equipment=model, **BONUS)


LCD = ("remote", "computer", "card")


@pytest.mark.parametrize(
    ("model", "reads", "indicators", "counter", "changed_by", "amounts"),
    [
        ("milky-way", (1, 7), "panel", "lcd", LCD, ("posted",)),
        ("andromeda-1", (1, 7), "panel", "lcd+logger", (*LCD, "data-centre"), ("posted",)),
        ("andromeda-3c", (6, 16), "sensor", "server", ("server",), ("posted", "real-time")),
        ("andromeda-3d", (6, 16), "sensor", "server", ("server",), ("posted", "real-time")),
        ("andromeda-5a", (6, 16), "sensor", "server", ("server",), ("static", "updatable", "real-time")),
    ],
)
def test_what_each_model_can_do(
    model: str,
    reads: tuple[int, int],
    indicators: str,
    counter: str,
    changed_by: tuple[str, ...],
    amounts: tuple[str, ...],
) -> None:
    item = table(equipment=model, **BONUS).equipment
    assert item is not None
    assert (item.sensors, item.positions) == reads
    assert (item.indicators, item.counter, item.changed_by, item.amounts) == (indicators, counter, changed_by, amounts)
    assert item.positions >= EDITION.about.positions == 7


# --- the house's own choices -------------------------------------------------------------------------------------


def test_a_demonstration_table_opens_with_every_wager_whatever_is_chosen() -> None:
    for option in EDITION.options.values():
        for value in option.values:
            setup = GAMES.demonstration(options={option.slug: value})
            assert setup.wagers == tuple(ALL)
            assert set(setup.meters) <= set(GAMES.house["meters"])
    assert accept_wagers(GAMES.demonstration(), GAMES.house["usual"]) == GAMES.house["usual"]
