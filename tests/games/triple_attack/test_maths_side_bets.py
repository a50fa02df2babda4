"""The side bets, jackpots and insurance of Triple Attack, against closed forms."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest

import houseway
from houseway.games.triple_attack.maths.attack import Insurance
from houseway.maths.results import Figures

GAME = houseway.game("triple-attack")
DECKS = 8
"""Cards of one kind in the shoe."""
SIZE = 48 * DECKS


def one(wager: str, paytable: str | None = None, **question: Any) -> Figures:
    (figures,) = GAME.analyze(wager=wager, paytable=paytable, **question).figures
    return figures


def counts(figures: Figures) -> dict[str, int | None]:
    return {outcome.event: outcome.count for outcome in figures.outcomes}


@pytest.mark.parametrize(
    ("paytable", "pays"),
    [("PT-FLT-TA-SR-01", (40, 10, 2)), ("PT-FLT-TA-SR-02", (30, 12, 2)), ("PT-FLT-TA-SR-03", (40, 12, 2))],
)
def test_suited_royals(paytable: str, pays: tuple[int, int, int]) -> None:
    royals = 4 * DECKS * DECKS
    faces = 4 * comb(3 * DECKS, 2) - royals
    flush = 4 * comb(12 * DECKS, 2) - faces - royals
    figures = one("suited-royals", paytable)
    assert figures.deals == comb(SIZE, 2)
    wanted = {"king-queen-suited": royals, "two-suited-face-cards": faces, "two-card-flush": flush}
    assert counts(figures) == {**wanted, "none": comb(SIZE, 2) - royals - faces - flush}
    won = sum(count * (pay + 1) for count, pay in zip(wanted.values(), pays, strict=True))
    assert figures.ev == Fraction(won, comb(SIZE, 2)) - 1


@pytest.mark.parametrize("wager", ["double-match-up", "double-match-down"])
@pytest.mark.parametrize(("paytable", "suited", "unsuited"), [("PT-FLT-TA-DM-01", 9, 4), ("PT-FLT-TA-DM-02", 12, 3)])
def test_double_match_pays_each_card_on_its_own(wager: str, paytable: str, suited: int, unsuited: int) -> None:
    same, rank = DECKS - 1, 3 * DECKS
    other = SIZE - 1 - same - rank
    pairs = {
        "none": comb(other, 2),
        "suited-match": same * other,
        "unsuited-match": rank * other,
        "suited-match+suited-match": comb(same, 2),
        "suited-match+unsuited-match": same * rank,
        "unsuited-match+unsuited-match": comb(rank, 2),
    }
    nets = {
        "none": -1,
        "suited-match": suited,
        "unsuited-match": unsuited,
        "suited-match+suited-match": 2 * suited,
        "suited-match+unsuited-match": suited + unsuited,
        "unsuited-match+unsuited-match": 2 * unsuited,
    }
    figures = one(wager, paytable)
    assert counts(figures) == {event: SIZE * count for event, count in pairs.items()}
    assert {outcome.event: outcome.net for outcome in figures.outcomes} == nets
    whole = comb(SIZE - 1, 2)
    assert figures.ev == sum(Fraction(count * nets[event], whole) for event, count in pairs.items())


@pytest.mark.parametrize(
    ("paytable", "pays"), [("PT-FLT-TA-TM-01", (150, 20, 4, 2)), ("PT-FLT-TA-TM-02", (50, 8, 6, 2))]
)
def test_triple_match(paytable: str, pays: tuple[int, ...]) -> None:
    suited_three = 48 * comb(DECKS, 3)
    three = 12 * comb(4 * DECKS, 3) - suited_three
    suited_pair = 48 * comb(DECKS, 2) * (SIZE - 4 * DECKS)
    pair = 12 * comb(4 * DECKS, 2) * (SIZE - 4 * DECKS) - suited_pair
    figures = one("triple-match", paytable)
    wanted = (suited_three, three, suited_pair, pair)
    assert list(counts(figures).values())[:4] == list(wanted)
    assert figures.deals == comb(SIZE, 3)
    won = sum(count * (pay + 1) for count, pay in zip(wanted, pays, strict=True))
    assert figures.ev == Fraction(won, comb(SIZE, 3)) - 1


SHARES = {
    "PT-BJS-TA-JP-01": ("1", "1/4", "1/10"),
    "PT-BJS-TA-JP-02": ("1", "1/2", "1/4"),
    "PT-BJS-TA-JP-03": ("1", "1/2", "1/10"),
    "PT-BJS-TA-JP-04": ("1", "1", "1"),
}


def queens() -> tuple[int, int, int, int]:
    """Deals of two queens of hearts with each kind of dealer's blackjack, and without one."""
    pair = comb(DECKS, 2)
    hearts = DECKS * (3 * DECKS - 2)
    suited = 3 * DECKS * 3 * DECKS
    every = 4 * DECKS * (12 * DECKS - 2)
    return pair * hearts, pair * suited, pair * (every - hearts - suited), pair * (comb(SIZE - 2, 2) - every)


@pytest.mark.parametrize("wager", ["jackpot", "jackpot-2"])
@pytest.mark.parametrize("paytable", SHARES)
def test_jackpots(wager: str, paytable: str) -> None:
    dealer = comb(SIZE - 2, 2)
    matched = 12 * comb(DECKS, 2)
    suited = 4 * comb(3 * DECKS, 2) - matched + 4 * DECKS * DECKS
    twenty = comb(12 * DECKS, 2) + (4 * DECKS) ** 2 - matched - suited
    rest = ((matched - comb(DECKS, 2)) * dealer, suited * dealer, twenty * dealer)
    figures = one(wager, paytable)
    assert list(counts(figures).values())[:7] == [*queens(), *rest]
    whole = comb(SIZE, 2) * dealer
    assert figures.deals == whole
    fixed = Fraction(125 * queens()[3] + 19 * rest[0] + 9 * rest[1] + 4 * rest[2], whole)
    assert not figures.priced and figures.at({wager: 0}).ev == fixed - 1
    share = [Fraction(text) for text in SHARES[paytable]]
    meter, *rows = figures.meters
    assert meter.meter == wager
    assert meter.coefficient == sum(
        (part * Fraction(count, whole) for part, count in zip(share, queens(), strict=False)), Fraction(0)
    )
    assert meter.fixed_return == fixed
    assert meter.rounds_between_hits == Fraction(whole, sum(queens()[:3]))
    assert [row.coefficient for row in rows] == [
        part * Fraction(count, whole) for part, count in zip(share, queens(), strict=False)
    ]
    assert all(row.meter.startswith(f"{wager}/queen-of-hearts-pair") for row in rows)
    for each in figures.meters:
        assert each.break_even is not None
        assert each.fixed_return + each.coefficient * each.break_even == 1


def test_a_given_meter_counts_and_a_larger_wager_multiplies_dollar_prizes() -> None:
    plain = one("jackpot", "PT-BJS-TA-JP-04")
    filled = one("jackpot", "PT-BJS-TA-JP-04", meters={"jackpot": 2_500_000})
    empty = plain.at({"jackpot": 0})
    assert filled.ev == empty.ev + plain.meters[0].coefficient * 25_000
    five = one("jackpot", "PT-BJS-TA-JP-04", options={"fixed": "500"})
    assert five.at({"jackpot": 0}).ev == empty.ev
    assert five.meters[0].coefficient == plain.meters[0].coefficient / 5
    assert five.unit == "one Jackpot wager of $5"
    assert next(outcome.pays for outcome in five.outcomes if outcome.event == "any-20") == "$20"


def test_full_table_by_hand() -> None:
    """The note on other winners: two seats with two queens of hearts each, and a blackjack from what is left."""
    both = Fraction(comb(8, 4) * comb(4, 2) * 32 * (96 - 4), comb(384, 2) * comb(382, 2) * comb(380, 2))
    alone = Fraction(sum(queens()[:3]), comb(SIZE, 2) * comb(SIZE - 2, 2))
    wanted = f"{float(both / alone) * 5:.3g} others"
    assert any(wanted in note for note in one("jackpot", "PT-BJS-TA-JP-01").notes)


def test_insurance() -> None:
    """Of 383 cards under an ace 24 make a suited blackjack and 72 another: 5 and 2 to 1."""
    figures = one("insurance")
    assert figures.ev == Fraction(24 * 5 + 72 * 2 - 287, 383)
    assert figures.strategy == "always"


def test_insurance_by_hand_and_suits() -> None:
    """Three cards are out; each face card of the player's makes it worse, one of the ace's suit the more so."""
    question = Insurance(SIZE, 96, {"suited-blackjack": Fraction(5), "blackjack": Fraction(2), "lose": Fraction(-1)})
    assert question.value(0, 0) == Fraction(24 * 5 + 72 * 2 - 285, 381)
    assert question.value(2, 1) == Fraction(23 * 5 + 71 * 2 - 287, 381)
    assert question.value(2, 2) < question.value(2, 0) < question.value(0, 0) < 0
    assert not question.best
    assert all(sum(question.suits(faces).values()) == 1 for faces in range(3))


def test_a_row_left_to_be_posted_is_a_meter_of_its_own() -> None:
    figures = one("jackpot", "PT-BJS-TA-JP-01", pays={"queen-of-hearts-pair": "bonus"})
    names = [meter.meter for meter in figures.meters]
    assert names[:2] == ["jackpot", "jackpot/queen-of-hearts-pair"]
    row = figures.meters[1]
    assert row.coefficient == Fraction(queens()[3], comb(SIZE, 2) * comb(SIZE - 2, 2))
    posted = one("jackpot", "PT-BJS-TA-JP-01", pays={"queen-of-hearts-pair": "$200"})
    empty = {"jackpot": 0, "jackpot/queen-of-hearts-pair": 0}
    assert posted.at(empty).ev == figures.at(empty).ev + 200 * row.coefficient
