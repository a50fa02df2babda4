"""A reference is what somebody sees on a paper: nothing that looks blank is one, and one paper is not two."""

from __future__ import annotations

import msgspec
import pytest

from houseway.floor import command_index as c
from houseway.floor.floor_errors import ReferenceMissing, ReferenceUsed
from houseway.floor.permission.papers import hides, is_blank, is_same
from tests.floor.houses import ATTACK, HEARTS, PAIR, House, attack_table

WIDE = "".join(chr(ord(letter) + 0xFEE0) if letter != " " else letter for letter in "slip 7")
"""The same in letters that are as wide as those of Chinese."""

UNSEEN = [
    "\u200b",
    "\ufeff",
    "\u00ad",
    "\u2060\u2060",
    "\u202e",
    "\x00",
    "\u3164",
    "\u2800",
    "\u115f",
    "\ue000",
    "\ufe0f",
]
"""Characters that nobody sees: joiners, marks of direction, fillers, blanks of other scripts, controls."""


@pytest.mark.parametrize("text", ["", " ", "\t\n", "\u2003", *UNSEEN, "\u200b \u3164"], ids=ascii)
def test_what_nobody_sees_is_blank(text: str) -> None:
    assert is_blank(text)


@pytest.mark.parametrize(
    ("first", "last"), [("\u180b", "\u180f"), ("\ufe00", "\ufe0f"), ("\U000e0100", "\U000e01ef")], ids=ascii
)
def test_every_character_that_only_chooses_a_form_is_unseen(first: str, last: str) -> None:
    """The variation selectors of Unicode: four and a separator for Mongolian, sixteen, and 240 more."""
    for place in range(ord(first), ord(last) + 1):
        assert is_blank(chr(place)), hex(place)


@pytest.mark.parametrize("text", ["\u180a", "\u1810", "\ufdff", "\ufe10"], ids=ascii)
def test_signs_beside_those_characters_are_seen(text: str) -> None:
    assert not is_blank(text)


@pytest.mark.parametrize("text", ["slip 7", "7", "-", "Ré 12", "№ 5", "领据 12", "квитанция 4", "½", "ä"])
def test_what_somebody_sees_is_a_reference(text: str) -> None:
    assert not is_blank(text)
    assert not hides(text)
    assert is_same(text, f" {text.upper().lower()}\t")


@pytest.mark.parametrize("unseen", UNSEEN, ids=ascii)
def test_characters_that_nobody_sees_hide_in_no_reference(unseen: str) -> None:
    assert hides(f"sl{unseen}ip 7")
    assert not hides("slip  7")


@pytest.mark.parametrize(
    ("one", "other"),
    [("slip 7", "SLIP\u00a07"), ("slip 7", WIDE), ("re\u0301 12", "ré 12"), ("№ 5", "No 5"), ("ß 1", "SS 1")],
)
def test_one_paper_is_one_in_whatever_letters_it_is_written(one: str, other: str) -> None:
    assert is_same(one, other)
    assert is_same(other, one)
    assert not is_same(one, f"{other}1")


@pytest.mark.parametrize("unseen", ["\u200b", "\u3164", "\ufeff"], ids=ascii)
def test_a_deposit_is_not_booked_on_a_reference_that_nobody_sees(house: House, unseen: str) -> None:
    deposit = c.Deposit(jackpot="attack", amount=100, reference="slip 7")
    for reference in (unseen, f" {unseen} ", f"slip{unseen} 7"):
        house.refused(ReferenceMissing, msgspec.structs.replace(deposit, reference=reference), "cole")
    house.do(deposit, "cole")
    house.refused(ReferenceUsed, msgspec.structs.replace(deposit, reference=WIDE), "cole")
    adjust = c.AdjustMeter(
        jackpot="attack", to=1, reason="malfunction", document=unseen, malfunction=house.malfunction()
    )
    house.refused(ReferenceMissing, adjust, *PAIR)


def test_a_paper_that_was_used_in_wide_letters_is_used(house: House) -> None:
    house.do(c.Deposit(jackpot="attack", amount=100, reference=WIDE), "cole")
    house.refused(ReferenceUsed, c.Deposit(jackpot="attack", amount=100, reference="Slip 7"), "cole")


def test_wa_41_a_player_whom_nobody_sees_is_on_no_record(empty: House) -> None:
    empty.build("washington-commercial", jackpots=[ATTACK], tables=[attack_table("A1")])
    empty.tabulate("A1", 1)
    [hit] = empty.claim("A1", (1, "jackpot", HEARTS))
    seen = c.VerifyHit(jackpot="attack", hit=hit.id, cards="x", deck="x", surveillance="tape", player="\u200b")
    empty.do(seen, "sato", "vega")
    pay = c.PayHit(jackpot="attack", hit=hit.id, by="cage", method="check", reference="check 7", player="\u3164")
    empty.refused(ReferenceMissing, pay, "cole", "sato")
    empty.do(msgspec.structs.replace(pay, player="card 1042", payee=empty.payee()), "cole", "sato")
    assert empty.floor.jackpot("attack").hits[hit.id].player == "card 1042"
