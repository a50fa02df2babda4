"""Money and pays: exact, in whole cents, the fraction always the house's."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.rulebook.money import cents, dollars, parse_dollars
from houseway.rulebook.pays import LOSS, PUSH, PayKind, in_dollars, odds, parse_pay, percent, post
from houseway.rulebook.paytables import NO_ROW, Paytable, Row, event_slug
from houseway.rulebook.rule_errors import BadAmount, BadPay

AMOUNTS = st.integers(0, 10**12)
ODDS = st.fractions(min_value=0, max_value=10_000, max_denominator=1000)

# Money ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "text"),
    [(0, "$0"), (5, "$0.05"), (50, "$0.50"), (100, "$1"), (1250, "$12.50"), (125_000, "$1,250"),
     (123_456_789, "$1,234,567.89")],
)  # fmt: skip
def test_money_as_people_write_it(amount: int, text: str) -> None:
    assert dollars(amount) == text
    assert parse_dollars(text) == amount


def test_a_debt_is_written_with_its_sign() -> None:
    assert dollars(-1250) == "-$12.50"
    assert dollars(-100) == "-$1"


@given(AMOUNTS)
def test_money_survives_text(amount: int) -> None:
    assert parse_dollars(dollars(amount)) == amount


@pytest.mark.parametrize(
    "text", ["", "5", "$", "$5.5", "$5.123", "$1,00", "$1,0000", "$,100", "-$5", "$-5", "$ 5", "5$", "$5.00.00", "€5"]
)
def test_what_is_no_amount_in_dollars(text: str) -> None:
    with pytest.raises(BadAmount):
        parse_dollars(text)


def test_an_amount_beyond_all_bounds_is_refused() -> None:
    with pytest.raises(BadAmount):
        parse_dollars("$" + "9" * 5000)


@pytest.mark.parametrize("amount", [None, True, 5.0, "5", Fraction(5), -1, 10**15 + 1])
def test_what_is_no_number_of_cents(amount: Any) -> None:
    with pytest.raises(BadAmount):
        cents(amount)


@pytest.mark.parametrize("amount", [0, 1, 10**15])
def test_cents(amount: int) -> None:
    assert cents(amount) == amount


# Pays -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "unit", "stake", "returned"),
    [
        ("12", "to 1", 200, 2600),
        ("12", "for 1", 200, 2400),
        ("12 for 1", "to 1", 200, 2400),
        ("12 to 1", "for 1", 200, 2600),
        ("3:2", "to 1", 500, 1250),
        ("3/2", "to 1", 500, 1250),
        ("2.5", "to 1", 401, 401 + 1002),  # 1002.5: the half cent is the house's
        ("6:5", "to 1", 7, 7 + 8),
        ("0", "for 1", 500, 0),
        ("1", "for 1", 500, 500),
        ("-1/2", "to 1", 1000, 500),
        ("-1/2", "to 1", 501, 250),  # also where the player gives up half
        ("-1", "to 1", 500, 0),
        ("push", "to 1", 500, 500),
        ("Loss", "to 1", 500, 0),
        ("$500", "for 1", 100, 50_000),
        ("$2.50", "to 1", 100, 250),
        (" 10 TO 1 ", "for 1", 100, 1100),
    ],
)
def test_what_comes_back(text: str, unit: str, stake: int, returned: int) -> None:
    assert parse_pay(text, unit).returned(stake) == returned


@given(ODDS, AMOUNTS)
def test_odds_to_1_are_odds_for_1_and_the_stake(amount: Fraction, stake: int) -> None:
    assert odds(amount, "to 1").returned(stake) == odds(amount, "for 1").returned(stake) + stake


@given(ODDS, AMOUNTS, st.sampled_from(["to 1", "for 1"]))
def test_less_than_a_cent_is_lost_and_never_more_than_due_is_paid(amount: Fraction, stake: int, unit: str) -> None:
    due = amount * stake + (stake if unit == "to 1" else 0)
    returned = odds(amount, unit).returned(stake)
    assert returned <= due < returned + 1


@given(ODDS, st.sampled_from(["to 1", "for 1"]))
def test_odds_survive_text(amount: Fraction, unit: str) -> None:
    pay = odds(amount, unit)
    assert parse_pay(pay.text, "to 1") == pay == parse_pay(pay.text, "for 1")


@pytest.mark.parametrize(
    ("text", "share", "shown"),
    [
        ("100%", Fraction(1), "100%"),
        ("10%", Fraction(1, 10), "10%"),
        ("12.50%", Fraction(1, 8), "12.5%"),
        ("0.25%", Fraction(1, 400), "0.25%"),
    ],
)
def test_percents(text: str, share: Fraction, shown: str) -> None:
    pay = parse_pay(text, "for 1")
    assert (pay.kind, pay.amount, pay.text, pay.is_percent) == (PayKind.PERCENT, share, shown, True)
    with pytest.raises(BadPay):
        pay.returned(100)  # a meter is needed


@pytest.mark.parametrize("word", ["bonus", "jackpot", "jackpot/bonus"])
def test_rows_left_to_the_operator_pay_nothing_until_posted(word: str) -> None:
    pay = parse_pay(word, "to 1")
    assert pay.is_posted
    with pytest.raises(BadPay):
        pay.returned(100)


@pytest.mark.parametrize(
    "text",
    ["", "ten", "10 to", "10 to 2", "to 1", "1:0", "1/0", "0%", "101%", "-5%", "%", "$", "$5.5", "1e3", "1,000", "nan",
     "inf", "3:2:1", "-2 to 1", "-1 for 1", "10  to 1", None, 10, 2.5, ["10"]],
)  # fmt: skip
def test_what_is_no_pay(text: Any) -> None:
    with pytest.raises(BadPay):
        parse_pay(text, "to 1")


@given(st.text(max_size=12), st.sampled_from(["to 1", "for 1"]))
def test_any_text_is_a_pay_or_refused_as_none(text: str, unit: str) -> None:
    try:
        pay = parse_pay(text, unit)
    except BadPay:
        return
    assert pay.is_posted or pay.is_percent or pay.returned(100) >= 0


@given(st.integers(0, 10**8), st.integers(1, 50))
def test_dollar_prizes_grow_with_a_scaled_wager_and_others_do_not(amount: int, factor: int) -> None:
    assert in_dollars(amount).scaled(Fraction(factor)).returned(100) == amount * factor
    for pay in (PUSH, LOSS, odds(Fraction(3, 2), "to 1"), percent(Fraction(1, 2))):
        assert pay.scaled(Fraction(factor)) is pay


# Posting --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "unit", "text", "stake", "returned"),
    [
        ("bonus", "for 1", "$250", 100, 25_000),
        ("bonus", "for 1", "$0", 100, 0),
        ("jackpot/bonus", "for 1", "$250", 100, 25_000),
        ("bonus", "to 1", "$250", 100, 25_100),  # the stake comes back in a table to 1
        ("bonus", "to 1", "15", 100, 1600),
        ("bonus", "to 1", "15 to 1", 100, 1600),
    ],
)
def test_a_posted_bonus(row: str, unit: str, text: str, stake: int, returned: int) -> None:
    assert post(parse_pay(row, unit), text, unit).returned(stake) == returned


@pytest.mark.parametrize("row", ["jackpot", "jackpot/bonus"])
def test_a_posted_jackpot(row: str) -> None:
    assert post(parse_pay(row, "for 1"), "25%", "for 1") == percent(Fraction(1, 4))


def test_a_bonus_row_with_its_own_meter_pays_all_of_it() -> None:
    row = parse_pay("bonus", "for 1")
    assert post(row, "100%", "for 1", row_meters=True) == percent(Fraction(1))
    for text, meters in (("50%", True), ("100%", False)):
        with pytest.raises(BadPay):
            post(row, text, "for 1", row_meters=meters)


@pytest.mark.parametrize(
    ("row", "unit", "text"),
    [
        ("bonus", "for 1", "10%"),
        ("bonus", "for 1", "15"),
        ("bonus", "for 1", "15 for 1"),
        ("bonus", "to 1", "15 for 1"),
        ("bonus", "to 1", "push"),
        ("bonus", "to 1", "loss"),
        ("bonus", "to 1", "bonus"),
        ("jackpot", "for 1", "$500"),
        ("jackpot", "for 1", "jackpot"),
        ("jackpot/bonus", "for 1", "5 for 1"),
        ("jackpot/bonus", "for 1", "much"),
    ],
)
def test_what_a_row_cannot_be_posted_at(row: str, unit: str, text: str) -> None:
    with pytest.raises(BadPay):
        post(parse_pay(row, unit), text, unit)


def test_a_bonus_never_takes_from_the_stake() -> None:
    with pytest.raises(BadPay):
        post(parse_pay("bonus", "to 1"), "-1/2", "to 1")


# Paytables ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Three of a Kind, Suited", "three-of-a-kind-suited"),
        ("5 Wild Cards", "5-wild-cards"),
        ("4-Card Straight Flush", "4-card-straight-flush"),
        ("Straight – or - Flush", "straight-or-flush"),
        ("Dealer's Pair", "dealers-pair"),
        ("A w/ K", "a-w-k"),
    ],
)
def test_a_row_is_named_by_its_slug(name: str, slug: str) -> None:
    assert event_slug(name) == slug


def test_the_first_row_that_the_cards_satisfy_pays() -> None:
    rows = tuple(
        Row(event, event.title(), odds(Fraction(number), "to 1")) for number, event in enumerate("abc", start=1)
    )
    table = Paytable("T", "wager", rows, "to 1", clause="x", shared=False, scales=False, row_meters=False)
    assert table.row(("c", "b")).event == "b"  # the table's order, not that of the events
    assert table.row(("z", "c")).event == "c"
    assert table.row(()) is NO_ROW
    assert table.row(("z",)) is NO_ROW
    assert NO_ROW.pay.returned(500) == 0
    assert table.find("c") is rows[2]
    assert table.find("z") is None
    other = table.replaced(rows[:1])
    assert (other.id, other.wager, other.row(("c",))) == ("T", "wager", NO_ROW)
