"""Which jackpot owes what for a round: meters, the house, sharing, signatures."""

from __future__ import annotations

from typing import Any

import pytest

import houseway
from houseway.jackpots import funds, prizes
from houseway.jackpots.jackpot_accounts import applied, balances_of
from houseway.jackpots.jackpot_configuration import MICROS, Jackpot, Meter
from houseway.jackpots.jackpot_errors import BadJackpot
from houseway.jackpots.prizes import Award
from houseway.rulebook.steps import Claim
from houseway.table.percent_prizes import Hit
from houseway.table.setup import Setup
from tests.rounds import play_round

TOP = "queen-of-hearts-pair-w-dealer-suited-blackjack-in-hearts"
SUITED = "queen-of-hearts-pair-w-dealer-suited-blackjack"
BLACKJACK = "queen-of-hearts-pair-w-dealer-blackjack"
METER = Meter(seed=100_000, reseed=50_000, rate=150_000, reserve=50_000)


def _progressive(id: str = "gold", *meters: Meter) -> Jackpot:
    return Jackpot(id=id, scheme="progressive", updates="real-time", meters=meters or (METER,))


def _bonus(amount: int | None, id: str = "daily") -> Jackpot:
    return Jackpot(id=id, scheme="bonus", updates="updated", amount=amount)


def _triple_attack(scheme: str = "progressive", **choices: Any) -> Setup:
    given = {"wagers": ["first-attack", "jackpot"], "schemes": {"jackpot": scheme}, **choices}
    return houseway.game("triple-attack").setup(**given)


def _dueling(scheme: str = "progressive", **choices: Any) -> Setup:
    given = {"wagers": ["player", "dealer", "tie-after-tie"], "schemes": {"tie-after-tie": scheme}, **choices}
    return houseway.game("dueling").setup(**given)


def _round(
    setup: Setup,
    hit: dict[int, str],
    amounts: dict[str, int],
    jackpots: dict[str, Jackpot],
    *,
    counted: tuple[int, ...] = (),
    **choices: Any,
) -> tuple[Award, ...]:
    """Awards of a round in which each seat of ``hit`` made its event on the only jackpot wager of the table."""
    wager = setup.jackpots[0]
    hits = [Hit(seat, wager, event, "c") for seat, event in hit.items()]
    claims = [
        Claim(seat, wager, event, setup.meter_of(wager, event), "c")
        for seat, event in hit.items()
        if setup.paytables[wager].row((event,)).pay.is_percent
    ]
    return prizes.claims_of(setup, claims, hits, {wager: list(counted or sorted(hit))}, amounts, jackpots, **choices)


def _money(awards: tuple[Award, ...]) -> list[tuple[Any, int, int]]:
    return [(award.place, award.from_meter, award.from_house) for award in awards]


def test_bjs_3_all_of_a_meter_twice_in_one_round_goes_whole_to_each() -> None:
    """$1,234.57: the meter pays position 2, which comes first, the house position 5."""
    awards = _round(_triple_attack(), {5: TOP, 2: TOP}, {"jackpot": 123_457}, {"jackpot": _progressive()})
    assert _money(awards) == [(2, 123_457, 0), (5, 0, 123_457)]
    assert [award.full for award in awards] == [True, True]


def test_bjs_3_a_higher_row_is_paid_first_and_all_are_reckoned_on_one_amount() -> None:
    """Of $1,000: position 6 has all, position 1 a quarter, position 2 a tenth: the house pays the last two."""
    awards = _round(
        _triple_attack(), {1: SUITED, 2: BLACKJACK, 6: TOP}, {"jackpot": 100_000}, {"jackpot": _progressive()}
    )
    assert _money(awards) == [(6, 100_000, 0), (1, 0, 25_000), (2, 0, 10_000)]
    assert [award.base for award in awards] == [100_000] * 3


def test_bjs_3_a_meter_pays_as_far_as_it_goes() -> None:
    """Five quarters of $1,000.03, rounded down to $250.00 each: the fifth finds three cents."""
    awards = _round(
        _triple_attack(), dict.fromkeys(range(1, 6), SUITED), {"jackpot": 100_003}, {"jackpot": _progressive()}
    )
    assert _money(awards) == [(1, 25_000, 0), (2, 25_000, 0), (3, 25_000, 0), (4, 25_000, 0), (5, 3, 24_997)]


def test_dd_6_three_share_a_full_prize_and_the_odd_cents_stay_in_the_meter() -> None:
    """$1,000 among three: $333.33 each; a cent stays and counts towards the reseed."""
    event = "quads-same-suit"
    jackpot = _progressive()
    awards = _round(_dueling(), dict.fromkeys((1, 4, 7), event), {"tie-after-tie": 100_000}, {"tie-after-tie": jackpot})
    assert _money(awards) == [(1, 33_333, 0), (4, 33_333, 0), (7, 33_333, 0)]
    assert {(award.share, award.full) for award in awards} == {(3, True)}
    accounts = applied({}, funds.seed(jackpot, METER))
    balances = balances_of(jackpot, METER, accounts)
    accounts = applied(accounts, funds.lock(jackpot, METER, balances, 99_999))
    balances = balances_of(jackpot, METER, accounts)
    assert balances["pool"] == MICROS
    assert funds.reseed(jackpot, METER, balances, full=True).house == 49_999 * MICROS


def test_dd_6_winners_of_different_events_do_not_share() -> None:
    """On TAT2, two with all by suit share it; one with all by colour has no partner, and the meter has nothing left."""
    setup = _dueling(paytables={"tie-after-tie": "TAT2"})
    awards = _round(
        setup,
        {1: "quads-same-color", 2: "quads-same-suit", 3: "quads-same-suit"},
        {"tie-after-tie": 80_001},
        {"tie-after-tie": _progressive()},
    )
    assert _money(awards) == [(2, 40_000, 0), (3, 40_000, 0), (1, 1, 80_000)]


def test_bjs_3_a_lesser_prize_beside_a_full_one_takes_what_is_left_and_the_meter_is_reseeded() -> None:
    """On TAT3 three share all of $1,000 and leave a cent; a fourth has 20 %: that cent, and $199.99 from the house."""
    awards = _round(
        _dueling(paytables={"tie-after-tie": "TAT3"}),
        {**dict.fromkeys((1, 4, 7), "quads-same-suit"), 2: "quads-same-color"},
        {"tie-after-tie": 100_000},
        {"tie-after-tie": _progressive()},
    )
    assert _money(awards)[-1] == (2, 1, 19_999)


def test_bjs_3_all_of_an_empty_meter_is_nothing_and_reseeds_it() -> None:
    awards = _round(_triple_attack(), {1: TOP}, {"jackpot": 0}, {"jackpot": _progressive()})
    assert _money(awards) == [(1, 0, 0)]


def test_s_21_a_dollar_prize_is_the_houses() -> None:
    """The jackpot wager is two dollars here: $125 is paid as $250, to each, and the meter is not touched."""
    setup = _triple_attack(fixed={"jackpot": 200})
    awards = _round(setup, {3: "queen-of-hearts-pair", 1: "queen-of-hearts-pair"}, {}, {"jackpot": _progressive()})
    assert _money(awards) == [(1, 0, 25_000), (3, 0, 25_000)]
    assert [(award.base, award.full, award.two_people) for award in awards] == [(None, False, False)] * 2


def test_a_row_that_pays_nothing_is_no_prize() -> None:
    assert _round(_dueling(), {1: "not-a-tie"}, {}, {"tie-after-tie": _progressive()}) == ()


@pytest.mark.parametrize(("threshold", "two"), [(None, False), (12_500, False), (12_499, True)])
def test_a_payment_over_the_threshold_needs_two_people(threshold: int | None, two: bool) -> None:
    awards = _round(_triple_attack(), {3: "queen-of-hearts-pair"}, {}, {"jackpot": _progressive()}, threshold=threshold)
    assert [award.two_people for award in awards] == [two]


@pytest.mark.parametrize("jackpot", [_progressive(), _bonus(100)])
def test_a_percent_prize_always_needs_two_people(jackpot: Jackpot) -> None:
    awards = _round(
        _triple_attack(jackpot.scheme), {3: BLACKJACK}, {"jackpot": 100}, {"jackpot": jackpot}, threshold=10**9
    )
    assert [(award.amount, award.two_people) for award in awards] == [(10, True)]


def test_s_16_a_bonus_pays_from_the_house_and_does_not_move() -> None:
    """All of a posted $500 twice: $1,000 from the house, and nothing to lock or to reseed."""
    awards = _round(_triple_attack("bonus"), {1: TOP, 2: TOP}, {}, {"jackpot": _bonus(50_000)})
    assert _money(awards) == [(1, 0, 50_000), (2, 0, 50_000)]
    assert [award.full for award in awards] == [False, False]


def test_wa_10_a_bonus_is_shared_by_paytable_or_paid_whole_to_each_where_the_rule_holds() -> None:
    jackpots = {"tie-after-tie": _bonus(50_001)}
    hit = dict.fromkeys((2, 5), "quads-same-suit")
    assert _money(_round(_dueling("bonus"), hit, {}, jackpots)) == [(2, 0, 25_000), (5, 0, 25_000)]
    assert _money(_round(_dueling("bonus", whole=True), hit, {}, jackpots)) == [(2, 0, 50_001), (5, 0, 50_001)]


def test_wa_10_a_progressive_is_shared_also_where_a_bonus_would_be_paid_whole() -> None:
    awards = _round(
        _dueling(whole=True),
        dict.fromkeys((2, 5), "quads-same-suit"),
        {"tie-after-tie": 50_000},
        {"tie-after-tie": _progressive()},
    )
    assert _money(awards) == [(2, 25_000, 0), (5, 25_000, 0)]


def test_dw_8_a_row_with_its_own_meter_is_paid_from_it() -> None:
    """Two of the four rows of table D are hit: each takes all of its own meter, and only that."""
    rows = ("5-wild-cards", "4-wild-cards", "3-wild-cards", "2-wild-cards")
    setup = houseway.game("deuces-wild").setup(
        wagers=["ante", "bonus-jackpot"],
        paytables={"bonus-jackpot": "D"},
        posted={"bonus-jackpot": dict.fromkeys(rows, "100%")},
    )
    jackpot = _progressive("wild", *(Meter(row=row, seed=1_000, reseed=1_000, rate=10_000) for row in rows))
    amounts = {f"bonus-jackpot/{row}": amount for row, amount in zip(rows, (90_000, 7_001, 300, 40), strict=True)}
    hit = {1: "2-wild-cards", 3: "4-wild-cards", 5: "4-wild-cards"}
    awards = _round(setup, hit, amounts, {"bonus-jackpot": jackpot})
    assert [(award.place, award.row, award.from_meter) for award in awards] == [
        (3, "4-wild-cards", 3_500),
        (5, "4-wild-cards", 3_500),
        (1, "2-wild-cards", 40),
    ]


def test_bjs_7_envy_is_divided_among_the_others_whose_wager_was_counted() -> None:
    """A tenth of $1,000 among positions 2, 4 and 6, after the quarter that position 1 has won."""
    setup = _triple_attack(envy={"jackpot": {SUITED: "10%"}})
    awards = _round(setup, {1: SUITED}, {"jackpot": 100_000}, {"jackpot": _progressive()}, counted=(1, 2, 4, 6))
    assert _money(awards) == [(1, 25_000, 0), (2, 3_333, 0), (4, 3_333, 0), (6, 3_333, 0)]
    assert [(award.event, award.bare, award.share) for award in awards[1:]] == [("envy", True, 3)] * 3


def test_bjs_7_envy_without_other_players_pays_nobody() -> None:
    setup = _triple_attack(envy={"jackpot": {TOP: "$300"}})
    awards = _round(setup, {1: TOP}, {"jackpot": 100_000}, {"jackpot": _progressive()})
    assert _money(awards) == [(1, 100_000, 0)]


def test_bjs_7_share_the_wealth_goes_to_the_winner_too_and_the_house_pays_dollars() -> None:
    """$100 among three, $33.33 each; an empty meter leaves the percents of it to the house."""
    setup = _triple_attack(share={"jackpot": {TOP: "$100"}})
    awards = _round(setup, {2: TOP}, {"jackpot": 70_000}, {"jackpot": _progressive()}, counted=(1, 2, 3))
    assert _money(awards) == [(2, 70_000, 0), (1, 0, 3_333), (2, 0, 3_333), (3, 0, 3_333)]


def test_bjs_7_envy_on_a_row_with_its_own_meter_is_taken_from_that_meter() -> None:
    setup = houseway.game("deuces-wild").setup(
        wagers=["ante", "bonus-jackpot"],
        posted={"bonus-jackpot": {"5-wild-cards": "100%"}},
        envy={"bonus-jackpot": {"5-wild-cards": "10%", "4-wild-cards": "$40"}},
    )
    meter = Meter(row="5-wild-cards", seed=1_000, reseed=1_000, rate=10_000)
    awards = _round(
        setup,
        {2: "5-wild-cards", 3: "4-wild-cards"},
        {"bonus-jackpot/5-wild-cards": 80_000},
        {"bonus-jackpot": _progressive("wild", meter)},
        counted=(1, 2, 3),
    )
    assert [(award.place, award.event, award.row, award.from_meter, award.from_house) for award in awards] == [
        (2, "5-wild-cards", "5-wild-cards", 80_000, 0),
        (1, "envy", "5-wild-cards", 0, 4_000),
        (3, "envy", "5-wild-cards", 0, 4_000),
        (1, "envy", "", 0, 2_000),
        (2, "envy", "", 0, 2_000),
    ]


def test_bjs_3_what_the_jackpots_owe_is_what_the_table_settles() -> None:
    """A round really dealt: two pairs of queens of hearts against a suited blackjack in hearts, twice 100 %."""
    seats = {1: {"first-attack": 500, "jackpot": 100}, 2: {"first-attack": 500, "jackpot": 100}}
    passes = [(seat, "pass") for _ in range(3) for seat in (1, 2)]
    round_ = play_round("triple-attack", seats, "Qh Qh Ah Qh Qh Kh", passes, {"jackpot": 123_457})
    settled = [(line.seat, line.meter, line.returned) for line in round_.lines if line.wager == "jackpot"]
    awards = _round(_triple_attack(), {1: TOP, 2: TOP}, {"jackpot": 123_457}, {"jackpot": _progressive()})
    assert [(award.place, award.from_meter, award.amount) for award in awards] == settled


def test_bjs_2_two_jackpots_on_a_layout_each_pay_for_their_own_wager() -> None:
    setup = houseway.game("triple-attack").setup(
        wagers=["first-attack", "jackpot", "jackpot-2"], schemes=dict.fromkeys(("jackpot", "jackpot-2"), "progressive")
    )
    claims = [Claim(3, wager, TOP, wager, "c") for wager in ("jackpot", "jackpot-2")]
    awards = prizes.claims_of(
        setup,
        claims,
        [],
        {"jackpot": [3], "jackpot-2": [3]},
        {"jackpot": 1_000, "jackpot-2": 7_000},
        {"jackpot": _progressive("gold"), "jackpot-2": _progressive("silver")},
    )
    assert [(award.jackpot, award.from_meter, award.full) for award in awards] == [
        ("gold", 1_000, True),
        ("silver", 7_000, True),
    ]


@pytest.mark.parametrize(
    ("jackpots", "clause", "says"),
    [
        ({}, "BJS-2", "no jackpot"),
        ({"jackpot": _bonus(100)}, "BJS-2", "set up as a progressive"),
        ({"jackpot": _progressive("gold", Meter(row="x", seed=0, reseed=0, rate=1))}, "BJS-3", "no meter"),
    ],
)
def test_a_table_whose_jackpot_does_not_fit_is_refused(jackpots: dict[str, Jackpot], clause: str, says: str) -> None:
    with pytest.raises(BadJackpot, match=says) as refused:
        prizes.meters_of(_triple_attack(), jackpots)
    assert refused.value.clause == clause


def test_a_bonus_that_pays_percents_posts_their_amount() -> None:
    with pytest.raises(BadJackpot, match="no posted amount"):
        prizes.meters_of(_triple_attack("bonus"), {"jackpot": _bonus(None)})
    assert prizes.meters_of(_triple_attack("bonus"), {"jackpot": _bonus(0)}) == {"jackpot": (_bonus(0), None)}


def test_bjs_2_one_jackpot_to_a_sensor() -> None:
    setup = houseway.game("triple-attack").setup(
        wagers=["first-attack", "jackpot", "jackpot-2"], schemes=dict.fromkeys(("jackpot", "jackpot-2"), "progressive")
    )
    with pytest.raises(BadJackpot, match="by jackpot and by jackpot-2"):
        prizes.meters_of(setup, dict.fromkeys(("jackpot", "jackpot-2"), _progressive()))
    gold, silver = _progressive("gold"), _progressive("silver")
    assert prizes.meters_of(setup, {"jackpot": gold, "jackpot-2": silver}) == {
        "jackpot": (gold, METER),
        "jackpot-2": (silver, METER),
    }


def test_bjs_3_a_claim_on_a_meter_that_is_not_locked_is_refused() -> None:
    with pytest.raises(BadJackpot, match="no amount is locked"):
        _round(_triple_attack(), {1: TOP}, {}, {"jackpot": _progressive()})
