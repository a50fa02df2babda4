"""The two jackpots: rows, meters, fixed wagers, sensors and what is displayed."""

from __future__ import annotations

import pytest

import houseway
from houseway.rulebook.steps import Ask, Prizes, Tabulate
from houseway.table.lines import Line
from houseway.table.round import Round
from houseway.table.shown.postings import postings
from houseway.table.table_errors import BadSetup, WagerRefused
from tests.games.triple_attack.stories import ATTACK, GAME, alone, lines, no_attacks, story, together
from tests.rounds import shoe_of

QUEENS = "queen-of-hearts-pair"
METERS = {"jackpot": 1_000_000, "jackpot-2": 400_000}


def hit(cards: str, table: str = "PT-BJS-TA-JP-01", wager: str = "jackpot") -> Line:
    """The jackpot's line on four cards: the player's first, up, the player's second, down."""
    answers = ["pass", "pass"]
    _, up, _, down = cards.split()
    if up[0] == "A":
        answers.append("pass")
    if {up[0], down[0]} not in ({"A", face} for face in "JQK"):
        answers.append("stand")
    round_ = alone(cards, *answers, wagers={**ATTACK, wager: 100}, meters=METERS, paytables={wager: table})
    (line,) = [each for each in round_.lines if each.wager == wager]
    return line


# ------------------------------------------------------------------------------------------------------------- the rows


@pytest.mark.clause(
    GAME, "jackpots wager", "appendix D", "appendix D note 1", "appendix D note 2", "appendix D note 4", "TA-10"
)
@pytest.mark.parametrize(
    ("two", "event", "returned"),
    [
        ("Qh Qh", QUEENS, 12500),
        ("Qs Qs", "matched-20", 1900),
        ("Kd Kd", "matched-20", 1900),
        ("Kh Qh", "suited-20", 900),
        ("As 9s", "suited-20", 900),
        ("Qh Qs", "any-20", 400),
        ("Kc Jd", "any-20", 400),
        ("9d Ac", "any-20", 400),
        ("Kc 9c", "none", 0),
    ],
)
def test_dollar_prizes_are_the_same_on_every_table(two: str, event: str, returned: int) -> None:
    """For 1: the wager of 100 does not come back beside them, and they leave the meter alone."""
    one, other = two.split()
    for number in range(1, 5):
        line = hit(f"{one} 7c {other} Kd", f"PT-BJS-TA-JP-0{number}")
        assert (line.stake, line.event, line.returned, line.meter) == (100, event, returned, None)
        assert line.clause == "appendix D"


@pytest.mark.clause(GAME, "jackpots wager", "appendix D", "appendix D note 2", "appendix D note 3", "BJS-3")
@pytest.mark.parametrize(
    ("up", "down", "event", "percents"),
    [
        ("Ah", "Kh", f"{QUEENS}-w-dealer-suited-blackjack-in-hearts", (100, 100, 100, 100)),
        ("Jh", "Ah", f"{QUEENS}-w-dealer-suited-blackjack-in-hearts", (100, 100, 100, 100)),
        ("As", "Ks", f"{QUEENS}-w-dealer-suited-blackjack", (25, 50, 50, 100)),
        ("Qd", "Ad", f"{QUEENS}-w-dealer-suited-blackjack", (25, 50, 50, 100)),
        ("Ah", "Ks", f"{QUEENS}-w-dealer-blackjack", (10, 25, 10, 100)),
        ("Kc", "Ah", f"{QUEENS}-w-dealer-blackjack", (10, 25, 10, 100)),
    ],
)
def test_two_queens_of_hearts_and_a_dealers_blackjack(
    up: str, down: str, event: str, percents: tuple[int, ...]
) -> None:
    """A percent of the displayed $10,000, all of it from the meter; the wager does not come back."""
    for number, percent in enumerate(percents, start=1):
        line = hit(f"Qh {up} Qh {down}", f"PT-BJS-TA-JP-0{number}")
        assert (line.event, line.pays, line.returned, line.meter) == (
            event,
            f"{percent}%",
            10_000 * percent,
            10_000 * percent,
        )


@pytest.mark.clause(GAME, "jackpots wager", "appendix D", "TA-10")
@pytest.mark.parametrize(("up", "down"), [("Kh", "Kh"), ("Ah", "9h"), ("7h", "Kh")])
def test_two_queens_of_hearts_without_a_blackjack(up: str, down: str) -> None:
    assert hit(f"Qh {up} Qh {down}").event == QUEENS


@pytest.mark.clause(GAME, "jackpots wager")
def test_the_jackpot_looks_at_the_first_two_cards_alone() -> None:
    """Queens of hearts that are split still win; 12 that becomes 20 does not."""
    wagers = {**ATTACK, "jackpot": 100}
    split = alone("Qh 7c Qh Kd 2c 3c", "pass", "pass", "split", "stand", "stand", wagers=wagers)
    assert lines(split)[-1] == ("1", "jackpot", 100, QUEENS, 12500)
    drawn = alone("Qh 7c 2h 7d 8c 7s", "pass", "pass", "hit", "stand", wagers=wagers)
    assert lines(drawn) == [("1", "first-attack", 500, "lose", 0), ("1", "jackpot", 100, "none", 0)]


@pytest.mark.clause(GAME, "jackpots wager", "TA-11")
def test_a_player_who_has_won_or_lost_still_has_the_jackpot() -> None:
    """Seat 1 busts its queens; the dealer has 16 and does not draw."""
    wagers = {**ATTACK, "jackpot": 100}
    round_ = alone("Qh 7c Qh 9d 2c", "pass", "pass", "hit", wagers=wagers)
    assert lines(round_) == [("1", "first-attack", 500, "bust", 0), ("1", "jackpot", 100, QUEENS, 12500)]


# -------------------------------------------------------------------------------------------- percent prizes and meters


@pytest.mark.clause(GAME, "appendix D note 3", "BJS-3")
def test_a_percent_goes_whole_to_each_winner_of_one_amount() -> None:
    """Two pairs of queens, a suited blackjack in spades: 25 % of the same $10,000 each."""
    wagers = {**ATTACK, "jackpot": 100}
    round_ = together(
        {1: wagers, 6: wagers}, "Qh Qh As Qh Qh Ks", [*no_attacks(1, 6), (1, "pass"), (6, "pass")], meters=METERS
    )
    assert [(line.seat, line.returned, line.meter) for line in round_.lines if line.wager == "jackpot"] == [
        (1, 250_000, 250_000),
        (6, 250_000, 250_000),
    ]
    assert [step.meters for step, _ in round_.history if isinstance(step, Prizes)] == [("jackpot",)]


@pytest.mark.clause(GAME, "appendix D note 3", "BJS-3")
def test_beyond_the_meter_the_house_pays() -> None:
    """All of it to each of two: the first takes the meter, the house pays the second. After all other lines."""
    wagers = {**ATTACK, "jackpot": 100, "double-match-down": 100}
    round_ = together(
        {2: wagers, 3: wagers}, "Qh Qh Ah Qh Qh Kh", [*no_attacks(2, 3), (2, "pass"), (3, "pass")], meters=METERS
    )
    assert [line.wager for line in round_.lines] == ["first-attack"] * 2 + ["double-match-down"] * 2 + ["jackpot"] * 2
    assert [(line.seat, line.returned, line.meter) for line in round_.lines[-2:]] == [
        (2, 1_000_000, 1_000_000),
        (3, 1_000_000, 0),
    ]


@pytest.mark.clause(GAME, "jackpots 1", "jackpots 2", "jackpots 5", "appendix D", "appendix D note 3", "BJS-2")
def test_two_jackpots_each_with_its_own_table_and_meter() -> None:
    """A suited blackjack in spades: 25 % of $10,000 on the first, all of $4,000 on the second."""
    round_ = alone(
        "Qh As Qh Ks",
        *("pass", "pass", "pass"),
        wagers={**ATTACK, "jackpot": 100, "jackpot-2": 100},
        meters=METERS,
        paytables={"jackpot": "PT-BJS-TA-JP-01", "jackpot-2": "PT-BJS-TA-JP-04"},
    )
    assert round_.setup.meters == ("jackpot", "jackpot-2")
    assert lines(round_)[1:] == [
        ("1", "jackpot", 100, f"{QUEENS}-w-dealer-suited-blackjack", 250_000),
        ("1", "jackpot-2", 100, f"{QUEENS}-w-dealer-suited-blackjack", 400_000),
    ]
    assert [line.meter for line in round_.lines[1:]] == [250_000, 400_000]


@pytest.mark.clause(GAME, "jackpots 1", "jackpots 2")
def test_either_jackpot_may_be_wagered_or_offered_alone() -> None:
    wagers = {**ATTACK, "jackpot-2": 100}
    round_ = alone("Qs 7c Qs Kd", "pass", "pass", "stand", wagers=wagers)
    assert lines(round_)[-1] == ("1", "jackpot-2", 100, "matched-20", 1900)
    only = houseway.game(GAME).setup(wagers=["first-attack", "jackpot"])
    assert only.jackpots == ("jackpot",)


# --------------------------------------------------------------------------------------------------------- fixed wagers


@pytest.mark.clause(GAME, "jackpots progressive (1)", "appendix D note 5", "BJS-1")
@pytest.mark.parametrize(("fixed", "bad"), [(None, 99), (None, 500), (500, 100), (500, 499)])
def test_a_jackpot_wager_is_exactly_its_fixed_amount(fixed: int | None, bad: int) -> None:
    game = houseway.game(GAME)
    setup = game.setup(fixed={"jackpot": fixed} if fixed else {})
    round_ = Round(game, setup, [1], shoe_of(""))
    with pytest.raises(WagerRefused) as refused:
        round_.answer(1, {**ATTACK, "jackpot": bad})
    assert refused.value.clause == "appendix D note 5"
    assert round_.refusal(1, {**ATTACK, "jackpot": fixed or 100}) is None


@pytest.mark.clause(GAME, "appendix D note 4", "appendix D note 5", "BJS-4")
@pytest.mark.parametrize(
    ("cards", "returned"), [("Qh 7c Qh Kd", 62500), ("Kd 7c Kd Kd", 9500), ("Kd 7c Qd Kd", 4500), ("Kd 7c Qs Kd", 2000)]
)
def test_another_fixed_wager_multiplies_dollar_prizes(cards: str, returned: int) -> None:
    """Five dollars on the first jackpot; the second stays at one."""
    round_ = alone(
        cards,
        *("pass", "pass", "stand"),
        wagers={**ATTACK, "jackpot": 500, "jackpot-2": 100},
        fixed={"jackpot": 500},
    )
    assert [(line.wager, line.returned) for line in round_.lines[1:]] == [
        ("jackpot", returned),
        ("jackpot-2", returned // 5),
    ]


@pytest.mark.clause(GAME, "appendix D note 5", "BJS-4")
def test_a_percent_is_not_multiplied() -> None:
    round_ = alone(
        "Qh As Qh Ks",
        *("pass", "pass", "pass"),
        wagers={**ATTACK, "jackpot": 500},
        fixed={"jackpot": 500},
        meters=METERS,
    )
    assert round_.lines[-1].returned == 250_000


@pytest.mark.clause(GAME, "appendix D note 5", "BJS-4")
def test_the_multiplied_pays_are_displayed() -> None:
    shown = postings(houseway.game(GAME).setup(fixed={"jackpot": 250}))
    assert shown.fixed == {"jackpot": 250, "jackpot-2": 100}
    pays = {wager: [row.pays for row in shown.paytables[wager].rows] for wager in ("jackpot", "jackpot-2")}
    assert pays["jackpot"] == ["100%", "25%", "10%", "$312.50", "$47.50", "$22.50", "$10"]
    assert pays["jackpot-2"] == ["100%", "25%", "10%", "$125", "$19", "$9", "$4"]


# ------------------------------------------------------------------------------------------- sensors, notice, equipment


@pytest.mark.clause(GAME, "jackpots 1", "jackpots 2", "jackpots 5", "equipment system")
def test_each_jackpot_is_counted_by_its_own_sensor() -> None:
    both = {**ATTACK, "jackpot": 100, "jackpot-2": 100}
    round_ = together(
        {1: {**ATTACK, "jackpot": 100}, 2: both, 3: ATTACK},
        "9c 9d 9h 7c 8c 8d 8h Kd",
        [*no_attacks(1, 2, 3), (1, "stand"), (2, "stand"), (3, "stand")],
    )
    assert round_.tabulated == {"jackpot": [1, 2], "jackpot-2": [2]}
    assert round_.layout.collected == [(1, "jackpot"), (2, "jackpot"), (2, "jackpot-2")]
    assert story(round_)[:4] == ["placewagers", "tabulate", "indicators dealer", "collect"]
    cites = [step.cite for step, _ in round_.history[1:4]]
    assert cites == ["equipment system", "equipment system", "appendix D note 1"]


@pytest.mark.clause(GAME, "equipment system")
def test_indicators_that_differ_from_the_chips_call_the_supervisor() -> None:
    game = houseway.game(GAME)
    round_ = Round(game, game.setup(), [1], shoe_of("9c 7c 9d Kd"))
    round_.answer(1, {**ATTACK, "jackpot": 100})
    assert isinstance(round_.step, Tabulate)
    round_.answer("dealer", {"jackpot": []})
    assert round_.due_from() == ("supervisor",)
    round_.answer("supervisor", "chips-stand")
    assert isinstance(round_.step, Ask)
    assert round_.step.ask == "second-attack"


def test_without_a_tabulator_nothing_is_counted() -> None:
    wagers = {**ATTACK, "jackpot": 100}
    round_ = alone("Qs 7c Qs Kd", "pass", "pass", "stand", wagers=wagers, options={"tabulator": "off"})
    assert story(round_)[1] == "up 1"
    assert lines(round_)[-1] == ("1", "jackpot", 100, "matched-20", 1900)


def test_a_layout_has_two_jackpots_at_most() -> None:
    """The edition has no third; each needs a sensor, and the approved models have enough."""
    data = houseway.game(GAME).edition().data
    assert data.jackpots is not None
    assert data.jackpots.most == 2
    assert [wager.slug for wager in data.wager if wager.kind == "jackpot"] == ["jackpot", "jackpot-2"]
    assert all(item.sensors >= 2 and item.positions >= 6 for item in data.equipment)


@pytest.mark.clause(GAME, "equipment system")
def test_the_system_is_andromeda_3d_or_higher() -> None:
    game = houseway.game(GAME)
    for model in ("andromeda-3d", "andromeda-5a"):
        setup = game.setup(equipment=model)
        assert setup.equipment is not None
        assert setup.equipment.indicators == "sensor"
    for model in ("milky-way", "andromeda-1", "andromeda-3c"):
        with pytest.raises(BadSetup):
            game.setup(equipment=model)


def test_the_prescribed_notice_goes_with_a_jackpot() -> None:
    game = houseway.game(GAME)
    notice = (
        "Bonus Jackpot prizes are paid by the casino and are not components of any progressive prize contest. "
        "Player wagers do not accrue to any guaranteed player fund. "
        "The displayed Bonus Jackpot prize may be modified or discontinued at any time without prior notice."
    )
    assert postings(game.setup()).notice == notice
    assert postings(game.setup(wagers=["first-attack", "jackpot-2"])).notice == notice
    assert postings(game.setup(wagers=["first-attack", "triple-match"])).notice is None


# -------------------------------------------------------------------------------------------- Envy and Share-the-Wealth


def test_envy_and_share_the_wealth() -> None:
    """Queens of hearts for seat 1; 2 and 3 have that jackpot, 4 the second alone, which has no such prize (BJS-7)."""
    jackpot = {**ATTACK, "jackpot": 100}
    stands = [(seat, "stand") for seat in (1, 2, 3, 4)]
    setup = {"envy": {"jackpot": {QUEENS: "$50"}}, "share": {"jackpot": {QUEENS: "$10"}}}
    round_ = together(
        {1: jackpot, 2: jackpot, 3: jackpot, 4: {**ATTACK, "jackpot-2": 100}},
        "Qh 9c 9d 9h 7c Qh 8c 8d 8h Kd",
        [*no_attacks(1, 2, 3, 4), *stands],
        **setup,
    )
    assert lines(round_)[:8] == [
        ("1", "first-attack", 500, "win", 1000),
        ("1", "jackpot", 100, QUEENS, 12500),
        ("2", "first-attack", 500, "push", 500),
        ("2", "jackpot", 100, "none", 0),
        ("3", "first-attack", 500, "push", 500),
        ("3", "jackpot", 100, "none", 0),
        ("4", "first-attack", 500, "push", 500),
        ("4", "jackpot-2", 100, "none", 0),
    ]
    assert lines(round_)[8:] == [
        ("2", "jackpot", 0, "envy", 2500),
        ("3", "jackpot", 0, "envy", 2500),
        ("1", "jackpot", 0, "share-the-wealth", 333),
        ("2", "jackpot", 0, "share-the-wealth", 333),
        ("3", "jackpot", 0, "share-the-wealth", 333),
    ]


def test_envy_of_a_percent_comes_from_the_meter() -> None:
    """All of $10,000 has gone to the winner: the house pays the other's tenth."""
    jackpot = {**ATTACK, "jackpot": 100}
    event = f"{QUEENS}-w-dealer-suited-blackjack-in-hearts"
    round_ = together(
        {1: jackpot, 2: jackpot},
        "Qh 9c Ah Qh 8c Kh",
        [*no_attacks(1, 2), (1, "pass"), (2, "pass")],
        meters=METERS,
        envy={"jackpot": {event: "10%"}},
    )
    assert [(line.seat, line.event, line.returned, line.meter) for line in round_.lines[-2:]] == [
        (1, event, 1_000_000, 1_000_000),
        (2, "envy", 100_000, 0),
    ]
