"""Jackpots with their jackpot: hits, edges at an amount, and a progressive in the long run, by plain recursion."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import permutations, product
from math import comb, prod

import pytest

import houseway
from houseway.games.dueling import maths
from houseway.games.triple_attack.maths.side_bets import _one_has_two
from houseway.maths.progressive import Funding, progressive
from houseway.maths.question_errors import AmountNeeded, BadQuestion
from houseway.maths.results import Figures, MeterFigures, Outcome, figures_from_distribution

FULL, PART, SMALL = Fraction(1, 40), Fraction(1, 10), Fraction(1, 5)


def wager() -> Figures:
    """A wager of $2: a full prize, a quarter of the meter, five for one, nothing."""
    outcomes = [
        Outcome("full", "100%", FULL, None, None, "pot", Fraction(1), Fraction(-1), Fraction(1, 2)),
        Outcome("part", "25%", PART, None, None, "pot", Fraction(1, 4), Fraction(-1), Fraction(1, 8)),
        Outcome("small", "2 for 1", SMALL, Fraction(1)),
        Outcome("none", "loss", 1 - FULL - PART - SMALL, Fraction(-1)),
    ]
    coefficient = FULL / 2 + PART / 8
    line = MeterFigures("pot", coefficient, 2 * SMALL, (1 - 2 * SMALL) / coefficient, 1 / (FULL + PART))
    return figures_from_distribution(
        wager="jackpot",
        paytable="X",
        options={},
        strategy="optimal",
        unit="one wager of $2",
        outcomes=outcomes,
        meters=(line,),
    )


def test_a_hit_is_a_hit_and_nothing_else_is_known_without_an_amount() -> None:
    figures = wager()
    assert figures.hit_frequency == FULL + PART + SMALL
    assert not figures.priced and figures.distribution == ()
    assert figures.amounts_needed == ("pot",)
    for name in ("ev", "variance", "sd", "house_edge", "element_of_risk"):
        with pytest.raises(AmountNeeded, match="pot"):
            getattr(figures, name)
    data = figures.as_dict()
    assert {data[name] for name in ("ev", "ev_exact", "house_edge", "element_of_risk", "variance", "sd")} == {None}


def test_with_an_amount_mean_and_spread_are_those_of_its_outcomes() -> None:
    """$80: the full prize wins 39 for each of the two dollars, a quarter wins 9."""
    figures = wager().at({"pot": 8000})
    mean = 39 * FULL + 9 * PART + SMALL - (1 - FULL - PART - SMALL)
    square = 39**2 * FULL + 81 * PART + SMALL + (1 - FULL - PART - SMALL)
    assert (figures.ev, figures.variance) == (mean, square - mean * mean)
    line = figures.meters[0]
    assert line.return_at(8000) == 1 + mean
    assert line.break_even is not None
    assert figures.at({"pot": Fraction(line.break_even) * 100}).ev == 0


def test_a_row_below_the_stake_is_no_hit_once_its_amount_is_known() -> None:
    assert wager().at({"pot": 400}).hit_frequency == FULL + SMALL  # a quarter of $4 is half of the stake


def test_wagers_between_hits() -> None:
    """Mean and standard deviation of the waiting time, summed up term by term."""
    line = wager().meters[0]
    p = float(FULL + PART)
    waits = [(n, (1 - p) ** (n - 1) * p) for n in range(1, 2000)]
    mean = sum(n * share for n, share in waits)
    assert float(line.rounds_between_hits or 0) == pytest.approx(mean)
    assert line.spread_between_hits == pytest.approx(math.sqrt(sum((n - mean) ** 2 * share for n, share in waits)))


@pytest.mark.parametrize(
    "funding", [Funding(seed=10_000, rate=Fraction(1, 10)), Funding(seed=1, rate=Fraction(1, 4), reseed=5000)]
)
def test_the_long_run_by_the_expected_amount_round_by_round(funding: Funding) -> None:
    """What lies on the meter on the average, by going through rounds: feed it, pay the hits, start again."""
    found = progressive(wager(), "pot", funding)
    amount, paid = funding.seed / 100, 0.0
    for _ in range(4000):
        amount += 2 * float(funding.rate)
        paid = (float(FULL) + float(PART) / 4) * amount
        amount += -paid + float(FULL) * funding.again / 100
    assert float(found.mean_amount or 0) * float(found.coefficient) == pytest.approx(paid / 2)
    assert float(found.long_run_return) == pytest.approx(2 * float(SMALL) + paid / 2)
    # As much is paid as goes in: the contribution, and the reseed amount at each full hit.
    assert found.long_run_return == 2 * SMALL + funding.rate + FULL * Fraction(funding.again, 200)
    assert found.at_seed.ev == found.return_at(funding.seed) - 1
    assert found.between == 40 and found.spread == pytest.approx(math.sqrt(40 * 39))


def test_rounds_to_break_even() -> None:
    found = progressive(wager(), "pot", Funding(seed=1000, rate=Fraction(1, 10)))
    steps = found.to_break_even
    assert steps is not None
    assert found.return_at(1000 + 20 * (steps - 1)) < 1 <= found.return_at(1000 + 20 * steps)
    # A partial prize sets the meter back too.
    assert found.reaches_break_even == pytest.approx(float(1 - FULL - PART) ** steps)
    assert progressive(wager(), "pot", Funding(seed=10**6, rate=Fraction(0))).to_break_even == 0
    assert progressive(wager(), "pot", Funding(seed=0, rate=Fraction(0))).to_break_even is None


def test_how_far_a_meter_grows_before_it_is_hit_by_going_through_rounds() -> None:
    """$2 a round at 10 %: 20 cents each; every round hits with 1/8, and empties the meter with 1/40."""
    found = progressive(wager(), "pot", Funding(seed=5000, reseed=1000, rate=Fraction(1, 10)))
    assert (found.any_hit, found.round_adds) == (FULL + PART, Fraction(1, 5))
    untouched = Fraction(1)
    for step in range(40):
        assert found.passes(1000 + 20 * step) == pytest.approx(float(untouched))
        assert found.passes(1000 + 20 * step + 1) == pytest.approx(float(untouched * Fraction(7, 8)))
        untouched *= Fraction(7, 8)
    # (7/8)^5 is 0.513 and (7/8)^6 is 0.449; (7/8)^17 is 0.103 and (7/8)^18 is 0.090.
    assert found.reached(Fraction(1, 2)) == 10 + 5 * Fraction(1, 5)
    assert found.reached(Fraction(1, 10)) == 10 + 17 * Fraction(1, 5)
    assert found.reached(Fraction(1)) == 10
    # (39/40)^27 is 0.505 and (39/40)^28 is 0.492.
    assert found.median == 28
    with pytest.raises(BadQuestion, match="chance"):
        found.reached(Fraction(0))


def test_hits_and_what_is_owed_by_going_through_rounds() -> None:
    """A full hit in 40 rounds: 39/40 to the n are left; $2 a round at 10 % and 5 % put by."""
    funding = Funding(seed=5000, reseed=1000, rate=Fraction(1, 10), reserve=Fraction(1, 20))
    found = progressive(wager(), "pot", funding)
    left = Fraction(1)
    for rounds in range(60):
        assert found.hit_within(rounds) == pytest.approx(float(1 - left), abs=1e-15)
        left *= 1 - FULL
    # Between full hits 40 rounds put by 10 cents each: $4 of the $10 that it starts again from.
    assert (found.put_by, found.reseed_cost) == (4, 6)
    # What the meter pays is what goes in: by the mean amount, of which a full hit takes all and another a quarter.
    assert found.mean_amount is not None
    assert found.paid_in_round == (FULL + PART / 4) * found.mean_amount


def test_what_cannot_be_fed_is_refused() -> None:
    with pytest.raises(BadQuestion, match="no row"):
        progressive(wager(), "kettle", Funding(seed=0, rate=Fraction(0)))
    with pytest.raises(BadQuestion, match="share of the wager"):
        progressive(wager(), "pot", Funding(seed=0, rate=Fraction(3, 2)))
    with pytest.raises(BadQuestion, match="7 players"):
        progressive(wager(), "pot", Funding(seed=0, rate=Fraction(0)), seats=7)
    several = houseway.game("deuces-wild").analyze(wager="bonus-jackpot", paytable="D").figures[0]
    with pytest.raises(BadQuestion, match="4-wild-cards"):
        progressive(several, "bonus-jackpot/5-wild-cards", Funding(seed=0, rate=Fraction(0)))


# ------------------------------------------------------------------------------------------------------- full tables


def test_a_full_table_of_deuces_wild_by_where_the_wild_cards_lie() -> None:
    """Each of six players has five of 53 cards: which of them have exactly two of the five wild ones?"""
    (item,) = houseway.game("deuces-wild").analyze(wager="bonus-jackpot", paytable="A").figures
    rows = houseway.game("deuces-wild").analyze(wager="bonus-jackpot", paytable="D").figures[0].divisions
    assert [row.event for row in item.divisions] == ["5-wild-cards"]
    for wanted, row in ((2, rows[3]), (3, rows[2]), (5, rows[0])):
        somebody = part = Fraction(0)
        for wild in product(range(6), repeat=6):
            if sum(wild) <= 5 and wanted in wild:
                ways = prod(comb(5, number) for number in wild) * comb(53 - 30, 5 - sum(wild))
                somebody += Fraction(ways, comb(53, 5))
                if wild[0] == wanted:
                    part += Fraction(ways, comb(53, 5) * wild.count(wanted))
        assert row.somebody == somebody
        assert row.coefficient == part and row.share == part / row.probability


def test_a_full_table_feeds_and_divides_one_meter() -> None:
    (item,) = houseway.game("deuces-wild").analyze(wager="bonus-jackpot", paytable="A").figures
    meter = "bonus-jackpot/5-wild-cards"
    funding = Funding(seed=1_000_000, rate=Fraction(1, 5))
    alone, full = (progressive(item, meter, funding, seats=seats) for seats in (1, 6))
    # No two players can both have all five wild cards: six times as many rounds, the same return.
    assert full.between == alone.between / 6 if alone.between else False
    assert full.long_run_return == alone.long_run_return
    assert full.round_adds == 6 * alone.round_adds == Fraction(6, 5)


@pytest.mark.parametrize(("special", "cards", "seats"), [(3, 7, 2), (4, 8, 3), (2, 6, 3), (1, 6, 2)])
def test_two_of_a_kind_at_one_of_several_seats_by_every_order(special: int, cards: int, seats: int) -> None:
    deck = "x" * special + "." * (cards - special)
    orders = hits = 0
    for order in permutations(deck, 2 * seats):
        orders += 1
        hits += any(order[2 * seat : 2 * seat + 2] == ("x", "x") for seat in range(seats))
    assert _one_has_two(special, cards, seats) == Fraction(hits, orders)


def test_a_full_table_of_triple_attack_agrees_with_two_seats_by_hand() -> None:
    """Two seats with two queens of hearts each and a dealer's blackjack in hearts: 8 aces and 8, 8 or fewer faces."""
    item = houseway.game("triple-attack").analyze(wager="jackpot", paytable="PT-BJS-TA-JP-04").figures[0]
    row = item.divisions[0]
    assert row.seats == 6 and not row.divided and row.share == 1
    both = Fraction(comb(8, 4) * comb(4, 2) * 8 * (24 - 4), comb(384, 2) * comb(382, 2) * comb(380, 2))
    assert row.somebody is not None and row.shared is not None
    # By Bonferroni: at least one of six lies between the sum of one and two terms of inclusion and exclusion.
    assert 6 * row.probability - 15 * both <= row.somebody <= 6 * row.probability
    assert row.shared <= 5 * both / row.probability


def test_a_full_table_of_three_card_split_has_one_winner_at_most() -> None:
    item = houseway.game("three-card-split").analyze(wager="jackpot", paytable="TCS-4a").figures[0]
    (row,) = item.divisions
    assert (row.probability, row.somebody, row.shared) == (
        Fraction(1, comb(52, 4)),
        Fraction(7, comb(52, 4)),
        Fraction(0),
    )


def test_a_full_table_of_dueling_divides_its_percent_prizes() -> None:
    game = houseway.game("dueling")
    item = game.analyze(wager="two-plus-two", paytable="2+2P1", options={"decks": 6}).figures[0]
    shares = maths.shares(game, "two-plus-two", "2+2P1", options={"decks": 6})
    assert {row.event: (row.probability, row.share * row.probability) for row in item.divisions} == shares
    assert all(row.divided and row.somebody == 7 * row.share * row.probability for row in item.divisions)


def test_dueling_says_how_often_a_winner_shares() -> None:
    """Beside a royal of 2 + 2 only the winner's own card makes another: 5 copies among the 308 cards left."""
    figures = houseway.game("dueling").analyze(wager="two-plus-two", paytable="2+2P1").figures[0]
    row = next(item for item in figures.divisions if item.event == "royal-flush")
    assert row.shared == 1 - Fraction(math.comb(303, 6), math.comb(308, 6))
