"""Dueling hands: each row of each table with cards made by hand, the edges, and exact counts worked out on paper."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from houseway.cards.card import CARDS, RANKS, SUITS, Card, card, parse_cards
from houseway.games.dueling import hands

EDITION: dict[str, Any] = tomllib.loads((Path(hands.__file__).parent / "editions" / "2017.toml").read_text("utf-8"))
DECK = CARDS[:52]


def pair(text: str) -> tuple[Card, Card]:
    one, other = parse_cards(text)
    return one, other


def kebab(row: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", row.lower()).strip("-")


def tables(wager: str) -> Iterator[dict[str, Any]]:
    return (block for block in EDITION["paytables"] if wager in block["wagers"])


def pay(wager: str, paytable: str, events: tuple[str, ...], decks: str = "6") -> str:
    """The cell of the first row of ``paytable`` that is among ``events``, as the edition writes it."""
    for block in tables(wager):
        if paytable in block["ids"]:
            for row in block["rows"]:
                if kebab(row[0]) in events:
                    cell = row[1 + block["ids"].index(paytable)]
                    return str(cell[decks] if isinstance(cell, dict) else cell)
            return "none"
    raise LookupError(paytable)


# The duel -------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("dueling", "how to play 3", "optional how to play 3", "appendix G aces", "DD-1")
@pytest.mark.parametrize(
    ("two", "result"),
    [("3c 2s", 1), ("2s 3c", -1), ("As Kd", 1), ("Kd As", -1), ("Ac 2c", 1), ("2c Ac", -1), ("9h 9c", 0), ("9h 9h", 0)],
)
def test_the_higher_rank_wins_and_the_ace_is_always_high(two: str, result: int) -> None:
    assert hands.duel(*pair(two)) == result


@pytest.mark.clause("dueling", "how to play 3", "DD-1")
def test_ranks_run_from_two_to_ace() -> None:
    in_order = [card(rank + "d") for rank in "23456789TJQKA"]
    for low, one in enumerate(in_order):
        for high, other in enumerate(in_order):
            assert hands.duel(one, other) == (0 if low == high else 1 if low > high else -1)


# Tie Plus -------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("dueling", "bonus wagers tie plus", "appendix A", "appendix A note 2")
@pytest.mark.parametrize(
    ("two", "events"),
    [
        ("7h 7h", ("suited-pair-tie",)),
        ("7h 7d", ("pair-ties-unsuited",)),
        ("7h 7s", ("pair-ties-unsuited",)),
        ("As Ac", ("pair-ties-unsuited",)),
        ("7h 8h", ()),
        ("As 2s", ()),
    ],
)
def test_tie_plus_rows(two: str, events: tuple[str, ...]) -> None:
    assert hands.tie_plus(*pair(two)) == events


@pytest.mark.clause("dueling", "appendix A", "bonus wagers tie plus")
@pytest.mark.parametrize(("decks", "suited"), [("5", "20"), ("6", "18"), ("8", "18")])
def test_tie_plus_pays_by_the_number_of_decks(decks: str, suited: str) -> None:
    same, mixed = hands.tie_plus(*pair("Kc Kc")), hands.tie_plus(*pair("Kc Kd"))
    assert [pay("tie-plus", "1", events, decks) for events in (same, mixed)] == ["12", "12"]
    assert [pay("tie-plus", "2", events, decks) for events in (same, mixed)] == [suited, "10"]
    assert [pay("tie-plus", "bonus", events, decks) for events in (same, mixed)] == ["bonus", "bonus"]
    assert pay("tie-plus", "2", hands.tie_plus(*pair("Kc Qc")), decks) == "none"


# Combo Bet ------------------------------------------------------------------------------------------------------------

STRAIGHT_FLUSH = ("straight-flush", "straight-or-flush", "straight", "flush")
STRAIGHT = ("straight-or-flush", "straight")
FLUSH = ("straight-or-flush", "flush")


@pytest.mark.clause("dueling", "bonus wagers combo bet", "appendix B", "DD-1", "DD-3")
@pytest.mark.parametrize(
    ("two", "events"),
    [
        ("8h 8c", ("pair",)),
        ("8h 8h", ("pair",)),  # a suited pair is a pair and no flush
        ("8h 9h", STRAIGHT_FLUSH),
        ("9h 8h", STRAIGHT_FLUSH),
        ("As Ks", STRAIGHT_FLUSH),
        ("As 2s", STRAIGHT_FLUSH),
        ("2s As", STRAIGHT_FLUSH),
        ("8h 9c", STRAIGHT),
        ("Ah Kc", STRAIGHT),
        ("2d Ac", STRAIGHT),
        ("8h Th", FLUSH),
        ("Ah Qh", FLUSH),
        ("Ah 3h", FLUSH),
        ("Kh 2h", FLUSH),  # the king is no neighbour of the two
        ("Kh 2d", ()),
        ("8h Tc", ()),
        ("Ah 3d", ()),
    ],
)
def test_combo_rows(two: str, events: tuple[str, ...]) -> None:
    assert hands.combo(*pair(two)) == events


COMBO_IDS = ["2CPB-1", "2CPB-2", "2CPB-3", "2CPB-4", "2CPB-5", "2CPB-6", "2CPB-7"]


@pytest.mark.clause("dueling", "appendix B pairs win", "appendix B pairs lose", "appendix B note 2", "DD-3")
@pytest.mark.parametrize(
    ("two", "cells"),
    [
        ("Jc Jd", ["2", "3:2", "2", "bonus", "loss", "loss", "loss"]),
        ("Jc Jc", ["2", "3:2", "2", "bonus", "loss", "loss", "loss"]),
        ("Jc Qc", ["2", "3", "2.5", "bonus", "5", "4", "bonus"]),
        ("Jc Qd", ["1", "1", "1", "bonus", "2", "2", "bonus"]),
        ("Jc Kc", ["1", "1", "1", "bonus", "1", "1", "bonus"]),
        ("Jc Kd", ["none"] * 7),
    ],
)
def test_combo_pays_the_best_row_of_each_table(two: str, cells: list[str]) -> None:
    assert [pay("combo-bet", table, hands.combo(*pair(two))) for table in COMBO_IDS] == cells


@pytest.mark.clause("dueling", "appendix G odds")
def test_the_sample_layout_prints_table_2_at_five_decks_and_2cpb_5() -> None:
    assert [pay("tie-plus", "2", hands.tie_plus(*pair(two)), "5") for two in ("4s 4s", "4s 4h")] == ["20", "10"]
    for two, odds in (("4s 5s", "5"), ("4s 5h", "2"), ("4s 7s", "1")):
        assert pay("combo-bet", "2CPB-5", hands.combo(*pair(two))) == odds


# Tie After Tie --------------------------------------------------------------------------------------------------------

TAT_IDS = ["TAT1", "TAT2", "TAT3", "TAT4"]


@pytest.mark.clause("dueling", "bonus jackpots tie after tie", "appendix C", "appendix C note 2", "DD-4")
@pytest.mark.parametrize(
    ("first", "war", "events", "cells"),
    [
        ("7h 7h", "7h 7h", ("quads-same-suit", "quads-same-color"), ["100%", "100%", "100%", "jackpot"]),
        ("7h 7h", "7h 7d", ("quads-same-color",), ["$500", "100%", "20%", "jackpot/bonus"]),
        ("7h 7d", "7d 7h", ("quads-same-color",), ["$500", "100%", "20%", "jackpot/bonus"]),
        ("7h 7h", "7h 7s", ("quads-two-color",), ["$100", "10%", "$100", "bonus"]),
        ("7h 7h", "7s 7s", ("quads-two-color",), ["$100", "10%", "$100", "bonus"]),
        ("7h 7d", "9d 9d", ("two-pairs-same-color",), ["$50", "$100", "$50", "bonus"]),
        ("7h 7d", "Jh 7h", ("trips-same-color",), ["$25", "$50", "$25", "bonus"]),
        ("7h 7d", "7h 2s", ("trips-same-color",), ["$25", "$50", "$25", "bonus"]),  # the odd card's colour is nothing
        ("7h 7d", "7c Jh", ("trips-two-color",), ["$15", "$20", "$15", "bonus"]),
        ("7h 7s", "Jh 7h", ("trips-two-color",), ["$15", "$20", "$15", "bonus"]),
        ("7h 7d", "9c 9s", ("two-pairs-two-color",), ["$10", "$10", "$10", "bonus"]),  # all four are looked at
        ("7h 7d", "9h 9s", ("two-pairs-two-color",), ["$10", "$10", "$10", "bonus"]),
        ("7h 7s", "9h 9d", ("two-pairs-two-color",), ["$10", "$10", "$10", "bonus"]),
        ("7h 7h", "9h Ts", ("one-tie-one-color",), ["$4", "$4", "$4", "bonus"]),
        ("7c 7s", None, ("one-tie-one-color",), ["$4", "$4", "$4", "bonus"]),  # surrendered
        ("7h 7s", "9h Th", ("one-tie-two-color",), ["$3", "$2", "$4", "bonus"]),
        ("7h 7s", None, ("one-tie-two-color",), ["$3", "$2", "$4", "bonus"]),
        ("7h 8h", None, ("not-a-tie",), ["$0", "$0", "$0", "bonus"]),
        ("Ah 2h", None, ("not-a-tie",), ["$0", "$0", "$0", "bonus"]),
    ],
)
def test_tie_after_tie_rows(first: str, war: str | None, events: tuple[str, ...], cells: list[str]) -> None:
    found = hands.tie_after_tie(pair(first), pair(war) if war else None)
    assert found == events
    assert [pay("tie-after-tie", table, found) for table in TAT_IDS] == cells


@pytest.mark.clause("dueling", "appendix C", "DD-4")
def test_without_a_first_tie_nothing_else_counts() -> None:
    assert hands.tie_after_tie(pair("7h 8h"), pair("7h 7h")) == ("not-a-tie",)


# 2 + 2 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("dueling", "bonus jackpots two plus two", "DD-1", "DD-5")
@pytest.mark.parametrize(
    ("two", "starts"),
    [
        ("5c 5d", True),
        ("5c 5c", True),
        ("5c 6c", True),
        ("6c 5c", True),
        ("Ac Kc", True),
        ("Ac 2c", True),
        ("5c 6d", False),
        ("5c 7c", False),
        ("Kc 2c", False),
        ("Ac Qc", False),
    ],
)
def test_what_starts_a_two_plus_two(two: str, starts: bool) -> None:
    assert hands.starts_two_plus_two(*pair(two)) is starts


ROYAL_FLUSH = ("royal-flush", "4-card-straight-flush", "3-card-straight-flush", "starting-straight-flush")
FOUR_IN_LINE = ROYAL_FLUSH[1:]
THREE_IN_LINE = ROYAL_FLUSH[2:]


@pytest.mark.clause("dueling", "appendix D", "appendix D note 2", "bonus jackpots two plus two", "DD-5")
@pytest.mark.parametrize(
    ("start", "extra", "events", "cells"),
    [
        ("As Ks", "Qs Js", ROYAL_FLUSH, ["100%", "100%", "jackpot"]),
        ("Js Qs", "As Ks", ROYAL_FLUSH, ["100%", "100%", "jackpot"]),
        ("Kd Qd", "Jd Ad", ROYAL_FLUSH, ["100%", "100%", "jackpot"]),
        ("Ks Qs", "Js Ts", FOUR_IN_LINE, ["10%", "$500", "jackpot/bonus"]),
        ("As 2s", "4s 3s", FOUR_IN_LINE, ["10%", "$500", "jackpot/bonus"]),
        ("6h 7h", "5h 8h", FOUR_IN_LINE, ["10%", "$500", "jackpot/bonus"]),
        ("6h 6c", "6d 6s", ("four-of-a-kind", "three-of-a-kind", "starting-pair"), ["$100", "$100", "bonus"]),
        ("6h 6h", "6h 6h", ("four-of-a-kind", "three-of-a-kind", "starting-pair"), ["$100", "$100", "bonus"]),
        ("6h 7h", "8h Kc", THREE_IN_LINE, ["$30", "$30", "bonus"]),
        ("6h 7h", "Kc 5h", THREE_IN_LINE, ["$30", "$30", "bonus"]),
        ("6h 7h", "8h 8h", THREE_IN_LINE, ["$30", "$30", "bonus"]),  # the same card twice
        ("6h 7h", "8h 9c", THREE_IN_LINE, ["$30", "$30", "bonus"]),
        ("Ks As", "2s 3s", THREE_IN_LINE, ["$30", "$30", "bonus"]),  # A-2-3, the king apart
        ("As 2s", "Ks Qs", THREE_IN_LINE, ["$30", "$30", "bonus"]),  # A-K-Q, the two apart
        ("6h 6h", "7h 8h", ("3-card-straight-flush", "starting-pair"), ["$30", "$30", "bonus"]),
        ("6h 6c", "4c 5c", ("3-card-straight-flush", "starting-pair"), ["$30", "$30", "bonus"]),
        ("Ah Ac", "Qh Kh", ("3-card-straight-flush", "starting-pair"), ["$30", "$30", "bonus"]),
        ("6h 6c", "Kd 6s", ("three-of-a-kind", "starting-pair"), ["$15", "$15", "bonus"]),
        ("6h 7h", "7c 7d", ("three-of-a-kind", "starting-straight-flush"), ["$15", "$15", "bonus"]),
        ("6h 7h", "6h 6h", ("three-of-a-kind", "starting-straight-flush"), ["$15", "$15", "bonus"]),
        ("6h 7h", "8c 9c", ("starting-straight-flush",), ["$3", "$3", "bonus"]),
        ("6h 7h", "7h 6h", ("starting-straight-flush",), ["$3", "$3", "bonus"]),
        ("6h 7h", "9h Th", ("starting-straight-flush",), ["$3", "$3", "bonus"]),
        ("As 2s", "Ks 9d", ("starting-straight-flush",), ["$3", "$3", "bonus"]),  # K-A-2 is no line
        ("Ks As", "2s Qc", ("starting-straight-flush",), ["$3", "$3", "bonus"]),
        ("6h 6c", "7h 8c", ("starting-pair",), ["$2", "$2", "bonus"]),
        ("6h 6c", "7d 8d", ("starting-pair",), ["$2", "$2", "bonus"]),
        ("Ah Ah", "Kh 2h", ("starting-pair",), ["$2", "$2", "bonus"]),
        ("6h 6c", "9d 9d", ("starting-pair",), ["$2", "$2", "bonus"]),
        ("6h 8h", "7h 9h", (), ["none"] * 3),  # no start, whatever follows
        ("6h 7c", "7d 7s", (), ["none"] * 3),
    ],
)
def test_two_plus_two_rows(start: str, extra: str, events: tuple[str, ...], cells: list[str]) -> None:
    found = hands.two_plus_two(*pair(start), pair(extra))
    assert found == events
    assert [pay("two-plus-two", table, found) for table in ("2+2P1", "2+2P2", "2+2P3")] == cells


@pytest.mark.clause("dueling", "appendix D", "DD-5")
@pytest.mark.parametrize("shift", range(4))
def test_a_two_plus_two_does_not_depend_on_order_or_on_which_suit(shift: int) -> None:
    def moved(one: Card) -> Card:
        return card(one.text[0] + SUITS[(SUITS.index(one.suit) + shift) % 4])

    for start, extra in product(("Ah Kh", "2c 3c", "9s 9h", "9d 9d"), product(DECK, parse_cards("Ah Qh 4c 9c 9h 8s"))):
        one, other = pair(start)
        third, fourth = extra
        rows = hands.two_plus_two(one, other, (third, fourth))
        assert hands.two_plus_two(moved(other), moved(one), (moved(fourth), moved(third))) == rows


# Exact counts ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("dueling", "appendix A", "appendix B", "number of decks")
@pytest.mark.parametrize(("decks", "tie", "left"), [(5, 19, 259), (6, 23, 311), (8, 31, 415)])
def test_two_card_chances(decks: int, tie: int, left: int) -> None:
    """Every card has two neighbours in rank, the ace too. So in D decks the other card is the same again D - 1 times,
    its rank in another suit 3D, a neighbour of its suit 2D or of another 6D, of its suit otherwise 10D, else 30D."""
    plus: Counter[tuple[str, ...]] = Counter()
    combo: Counter[tuple[str, ...]] = Counter()
    for one, other in product(DECK, DECK):
        weight = decks * (decks - (one is other))
        plus[hands.tie_plus(one, other)] += weight
        combo[hands.combo(one, other)] += weight
    total = 52 * decks * left
    assert sum(plus.values()) == sum(combo.values()) == total
    assert Fraction(plus[("suited-pair-tie",)], total) == Fraction(decks - 1, left)
    assert Fraction(plus[("pair-ties-unsuited",)], total) == Fraction(3 * decks, left)
    assert Fraction(combo[("pair",)], total) == Fraction(tie, left)
    assert Fraction(combo[STRAIGHT_FLUSH], total) == Fraction(2 * decks, left)
    assert Fraction(combo[STRAIGHT], total) == Fraction(6 * decks, left)
    assert Fraction(combo[FLUSH], total) == Fraction(10 * decks, left)
    assert Fraction(combo[()], total) == Fraction(30 * decks, left)


def copies(seen: tuple[Card, ...], one: Card) -> int:
    """How many of the six copies of ``one`` are left after ``seen``."""
    return 6 - seen.count(one)


@pytest.mark.clause("dueling", "appendix C", "DD-4")
def test_tie_after_tie_chances_in_six_decks() -> None:
    """Of the 23 cards that tie the first, 5 share its suit and 11 its colour. Of 310 left, 22 share the rank: after a
    tie of one colour 10 of these have it, after a suited tie 4 are the same card. 288 are of the twelve other ranks,
    24 each, 12 of a colour."""
    first = card("7h")
    found: Counter[str] = Counter()
    for other in DECK:
        if other.rank != first.rank:
            assert hands.tie_after_tie((first, other)) == ("not-a-tie",)
            continue
        for third, fourth in product(DECK, DECK):
            weight = copies((first,), other) * copies((first, other), third) * copies((first, other, third), fourth)
            found[hands.tie_after_tie((first, other), (third, fourth))[0]] += weight
    assert sum(found.values()) == 23 * 310 * 309
    assert found == {
        "quads-same-suit": 5 * 4 * 3,
        "quads-same-color": 11 * 10 * 9 - 5 * 4 * 3,
        "quads-two-color": 23 * 22 * 21 - 11 * 10 * 9,
        "two-pairs-same-color": 11 * (12 * 12 * 11),
        "trips-same-color": 11 * (2 * 10 * 288),
        "trips-two-color": 23 * (2 * 22 * 288) - 11 * (2 * 10 * 288),
        "two-pairs-two-color": 23 * (288 * 23) - 11 * (12 * 12 * 11),
        "one-tie-one-color": 11 * (288 * 264),
        "one-tie-two-color": 12 * (288 * 264),
    }


@pytest.mark.clause("dueling", "appendix D", "DD-1", "DD-5")
def test_two_plus_two_chances_in_six_decks() -> None:
    """Counted with the first card a heart, so 78 first cards.

    Lines of four: A-2-3-4 to J-Q-K-A, eleven, each begun by three connections in two orders; a named pair of different
    cards comes second in 2 * 6 * 6 = 72 ways. A line of three on a connection: one of the cards next to it, 12 of 310
    (6 next to A-2 and A-K), and not the whole line of four; or A-K with 2-3 and A-2 with Q-K. A line of three on a
    pair: twelve lines, three ranks each, 36; the suit of a suited pair, either suit of another.
    """
    found: Counter[str] = Counter()
    hearts = [one for one in DECK if one.suit == "h"]
    for one, other in product(hearts, DECK):
        start = 6 * copies((one,), other)
        if not hands.starts_two_plus_two(one, other):
            continue
        for third, fourth in product(DECK, DECK):
            weight = start * copies((one, other), third) * copies((one, other, third), fourth)
            found[hands.two_plus_two(one, other, (third, fourth))[0]] += weight
    connection, two_named = 2 * 6 * 6, 72  # ways to be dealt a named connection first, two named cards after it
    connections, pairs = 78 * 12, 78 * 23
    lines_of_four = 11 * 3 * connection * two_named
    beside = 11 * (310 * 309 - 298 * 297) + 2 * (310 * 309 - 304 * 303)
    line_on_connection = connection * beside - lines_of_four + 2 * connection * two_named
    line_on_pair = 36 * 6 * (5 + 2 * 18) * two_named
    royals = 3 * connection * two_named
    quads = pairs * 22 * 21
    trips_on_pair = pairs * 2 * 22 * 288
    trips_on_connection = connections * 2 * 23 * 22
    assert found == {
        "royal-flush": royals,
        "4-card-straight-flush": lines_of_four - royals,
        "four-of-a-kind": quads,
        "3-card-straight-flush": line_on_connection + line_on_pair,
        "three-of-a-kind": trips_on_pair + trips_on_connection,
        "starting-straight-flush": connections * 310 * 309 - lines_of_four - line_on_connection - trips_on_connection,
        "starting-pair": pairs * 310 * 309 - quads - line_on_pair - trips_on_pair,
    }


# Names ----------------------------------------------------------------------------------------------------------------


def named_events(wager: str) -> list[tuple[str, ...]]:
    """Every answer the hand function of ``wager`` gives, from enough cards to reach each row."""
    if wager == "tie-plus":
        return [hands.tie_plus(one, other) for one, other in product(DECK, DECK)]
    if wager == "combo-bet":
        return [hands.combo(one, other) for one, other in product(DECK, DECK)]
    few = parse_cards("As Ks Qs Js Ts 2s 9s 9h 9d 9c Ac")
    if wager == "tie-after-tie":
        wars = [None, *product(few, few)]
        return [hands.tie_after_tie(first, war) for first in product(few, few) for war in wars]
    return [hands.two_plus_two(one, other, extra) for one, other in product(few, few) for extra in product(few, few)]


@pytest.mark.clause("dueling", "appendix A", "appendix B", "appendix C", "appendix D")
@pytest.mark.parametrize("wager", ["tie-plus", "combo-bet", "tie-after-tie", "two-plus-two"])
def test_every_row_is_named_in_its_tables_order_and_nothing_else_is(wager: str) -> None:
    answers = named_events(wager)
    rows = [[kebab(row[0]) for row in block["rows"]] for block in tables(wager)]
    assert {event for events in answers for event in events} == {slug for table in rows for slug in table}
    for events, table in product(set(answers), rows):
        in_table = [slug for slug in events if slug in table]
        assert in_table == sorted(in_table, key=table.index)


def test_the_deck_of_these_tests_is_whole() -> None:
    assert [one.text for one in DECK] == [rank + suit for rank in RANKS for suit in SUITS]
