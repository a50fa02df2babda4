"""Events of Triple Attack Blackjack, on cards made by hand and by counts worked out without the functions."""

from __future__ import annotations

import itertools
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards.card import CARDS, Card, card, parse_cards
from houseway.games.triple_attack import hands

GAME = "triple-attack"
WITH_TENS = CARDS[:52]
NO_TENS = tuple(kind for kind in WITH_TENS if kind.text[0] != "T")
FOLDER = Path(hands.__file__).parent
EDITION: dict[str, Any] = tomllib.loads((FOLDER / "editions" / "2021.toml").read_text("utf-8"))

ROYALS = ("king-queen-suited", "two-suited-face-cards", "two-card-flush")
TRIPLE = ("three-of-a-kind-suited", "three-of-a-kind", "one-pair-suited", "one-pair")
JACKPOT = (
    "queen-of-hearts-pair-w-dealer-suited-blackjack-in-hearts",
    "queen-of-hearts-pair-w-dealer-suited-blackjack",
    "queen-of-hearts-pair-w-dealer-blackjack",
    "queen-of-hearts-pair",
    "matched-20",
    "suited-20",
    "any-20",
)


def pairs(kinds: tuple[Card, ...], decks: int) -> Iterator[tuple[tuple[Card, Card], int]]:
    """Every two kinds of card, with the number of ways to hold them from so many decks."""
    for one, other in itertools.combinations_with_replacement(kinds, 2):
        yield (one, other), comb(decks, 2) if one is other else decks * decks


def best(events: tuple[str, ...]) -> str:
    return events[0] if events else "none"


def pays(wager: str, table: str) -> dict[str, str]:
    """The column of one paytable as the edition has it: event to pay."""
    (block,) = (each for each in EDITION["paytables"] if wager in each["wagers"])
    column = block["ids"].index(table) + 1
    return {kebab(row[0]): row[column] for row in block["rows"]}


def kebab(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


# --------------------------------------------------------------------------------------------------------- counting


@pytest.mark.clause(GAME, "description cards", "TA-1")
@pytest.mark.parametrize(
    ("text", "worth"),
    list(zip("23456789JQKA", [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 11], strict=True)),
)
def test_points_of_each_rank(text: str, worth: int) -> None:
    assert {hands.points(card(text + suit)) for suit in "cdhs"} == {worth}


@pytest.mark.clause(GAME, "description cards")
@pytest.mark.parametrize(
    ("examples", "total", "soft"),
    [
        ("5c", 5, False),
        ("Ac", 11, True),
        ("Ac Ad", 12, True),  # one ace as eleven, the other as one
        ("Ac Kd, Ac Ad 9h, Ac Ad Ah As 7c", 21, True),
        ("Kc Qd Ah, 7c 7d 7h", 21, False),
        ("Ac 6d", 17, True),
        ("Ac 6d Kh", 17, False),  # the ace must now count one
        ("Ac Ad Kh, Ac Ad Ah As 8c", 12, False),
        ("Kc Qd", 20, False),
        ("Kc Qd 2h, Kc Qd Ah As", 22, False),  # bust: the lowest count
        ("Kc Qd Jh", 30, False),
    ],
)
def test_totals(examples: str, total: int, soft: bool) -> None:
    for text in examples.split(","):
        hand = parse_cards(text)
        assert (hands.total(hand), hands.is_soft(hand)) == (total, soft), text


@given(st.lists(st.sampled_from(NO_TENS), max_size=8))
def test_total_is_the_best_choice_for_every_ace(hand: list[Card]) -> None:
    worth = {"A": (1, 11), "J": (10,), "Q": (10,), "K": (10,)} | {digit: (int(digit),) for digit in "23456789"}
    counts = [sum(choice) for choice in itertools.product(*(worth[each.text[0]] for each in hand))]
    allowed = [count for count in counts if count <= 21]
    assert hands.total(hand) == (max(allowed) if allowed else min(counts))
    assert hands.is_soft(hand) == (bool(allowed) and max(allowed) > min(counts))


@pytest.mark.clause(GAME, "rules 5", "rules 6(a)")
@pytest.mark.parametrize(
    ("examples", "blackjack", "suited"),
    [
        ("As Ks, Jh Ah", True, True),
        ("Qd Ac, Ah Kd", True, False),
        ("As As, Ks Qs, As 9s, 7s 7s 7s, As Ks Qs", False, False),  # the last two are 21, on three cards
    ],
)
def test_blackjack(examples: str, blackjack: bool, suited: bool) -> None:
    for text in examples.split(","):
        hand = parse_cards(text)
        assert (hands.is_blackjack(hand), hands.is_suited_blackjack(hand)) == (blackjack, suited), text


@pytest.mark.clause(GAME, "rules 8(d)", "TA-6")
def test_split_value() -> None:
    assert hands.value(card("Kc")) == hands.value(card("Qd")) == hands.value(card("Jh"))
    assert hands.value(card("8c")) == hands.value(card("8d"))
    assert hands.value(card("Ac")) == hands.value(card("Ad"))
    assert hands.value(card("9c")) != hands.value(card("Kc")) != hands.value(card("Ac"))


# ------------------------------------------------------------------------------------------------ the dealer's hand


@pytest.mark.clause(GAME, "rules 6", "TA-2")
def test_dealer_looks_under_aces_and_faces_only() -> None:
    looks = {kind.text[0] for kind in NO_TENS if hands.dealer_looks(kind)}
    assert looks == set("AKQJ")


@pytest.mark.clause(GAME, "rules 12")
@pytest.mark.parametrize(
    ("examples", "draws"),
    [
        ("Kc 6d, 9c 7d, Ac 5d", True),  # 16, the last one soft
        ("Ac 6d, Ac 2d 4h, Ac Ad 5h", True),  # soft 17
        ("Kc 7d, 9c 8d, Ac 6d Kh, Kc 6d Ah", False),  # hard 17
        ("Ac 7d", False),  # soft 18
        ("Kc 6d 6h", False),  # bust
    ],
)
def test_dealer_draws(examples: str, draws: bool) -> None:
    for text in examples.split(","):
        assert hands.dealer_draws(parse_cards(text)) is draws, text


@pytest.mark.clause(GAME, "rules 12", "rules 13(a)", "TA-7")
def test_dealer_ends_between_17_and_26() -> None:
    """Every dealer's hand by rank, in any order of drawing: 26 is the most, and no soft 17 is left standing."""
    ranks = [kind for kind in NO_TENS if kind.suit == "c"]
    ends: Counter[int] = Counter()
    due: list[tuple[Card, ...]] = list(itertools.combinations_with_replacement(ranks, 2))
    seen = set(due)
    while due:
        hand = due.pop()
        if not hands.dealer_draws(hand):
            assert hands.total(hand) != 17 or not hands.is_soft(hand)
            ends[hands.total(hand)] += 1
            continue
        for drawn in ranks:
            longer = tuple(sorted((*hand, drawn), key=lambda each: each.code))
            if longer not in seen:
                seen.add(longer)
                due.append(longer)
    assert set(ends) == set(range(17, 27))


# ------------------------------------------------------------------------------------------------ the attack wagers


@pytest.mark.clause(GAME, "rules 6", "rules 6(a)", "rules 6(b)", "rules 7")
@pytest.mark.parametrize(
    ("player", "dealer", "event"),
    [
        ("As Kd", "Ah Qh", "blackjack-against-blackjack"),
        ("Ks Kd", "Ah Qc", "dealer-blackjack"),
        ("As Kd", "Ah 9c", "blackjack"),
        ("As Kd", "Kh Kc", "blackjack"),
        ("Ks Kd", "Ah 9c", ""),
    ],
)
def test_at_the_look(player: str, dealer: str, event: str) -> None:
    assert hands.at_the_look(parse_cards(player), parse_cards(dealer)) == ((event,) if event else ())


@pytest.mark.clause(GAME, "rules 9", "rules 10", "rules 11", "TA-4")
@pytest.mark.parametrize(
    ("examples", "events"),
    [
        ("Kc Qd, 2c 3d 4h 5s 6c", ()),  # 20, the second on five cards
        ("Kc Qd 2h, 2c 3d 4h 5s 2c 6d", ("bust",)),
        ("Kc Qd Ah", ("twenty-one",)),
        ("Ac Kd", ("twenty-one",)),  # the second card to a split ace
        ("2c 3d 4h 5s 2c 3d, 2c 3d 4h 5s 2c 4d", ("six-card-charlie",)),  # 19 and 20
        ("Ac 2d 2h 3s 4c 4d", ("six-card-charlie",)),  # 16, the ace counting one
        ("2c 2d 2h 2s 2c 2d 2h", ("six-card-charlie",)),  # more than six
        ("2c 3d 4h 5s 2c 5d", ("twenty-one", "six-card-charlie")),
    ],
)
def test_at_once(examples: str, events: tuple[str, ...]) -> None:
    for text in examples.split(","):
        assert hands.at_once(parse_cards(text)) == events, text


@pytest.mark.clause(GAME, "rules 13", "rules 13(a)", "rules 13(b)", "rules 13(c)", "TA-7")
@pytest.mark.parametrize(
    ("player", "dealer", "event"),
    [
        ("Kc Qd", "Kh 9s", "win"),
        ("Kc Qd", "Kh 6s 7c", "win"),  # 23
        ("Kc 2d", "Kh 6s 9c", "win"),  # 25 loses even to 12
        ("Kc Qd", "Kh 6s Qc", "win"),  # 26
        ("Kc Qd", "Kh 6s 6c", "push-22"),
        ("5c 2d", "Kh 6s 6c", "push-22"),
        ("Kc Qd", "Jh Ks", "push"),
        ("Kc 9d", "Ah 8s", "push"),
        ("Kc 9d", "Jh Ks", "lose"),
        ("Kc Qd", "Jh 6s 5c", "lose"),  # 21
        ("Kc 2d", "Jh 7s", "lose"),
    ],
)
def test_against_dealer(player: str, dealer: str, event: str) -> None:
    assert hands.against_dealer(parse_cards(player), parse_cards(dealer)) == (event,)


@pytest.mark.clause(GAME, "rules 5", "TA-8")
def test_insurance() -> None:
    assert hands.insurance(parse_cards("As Ks")) == ("suited-blackjack", "blackjack")
    assert hands.insurance(parse_cards("Ah Jd")) == ("blackjack",)
    assert hands.insurance(parse_cards("As 9s")) == hands.insurance(parse_cards("As As")) == ("lose",)


# --------------------------------------------------------------------------------------------------- Suited Royals


@pytest.mark.clause(GAME, "bonus wagers suited royals", "appendix A", "appendix A note 2", "TA-10")
@pytest.mark.parametrize(
    ("examples", "events"),
    [
        ("Ks Qs, Qd Kd", ROYALS),
        ("Ks Js, Jh Qh", ROYALS[1:]),
        ("Ks Ks, Qc Qc, Jd Jd", ROYALS[1:]),  # a suited pair of faces
        ("As Ks, As Js, As As", ROYALS[2:]),  # an ace is no face card
        ("2h 9h, 9c Kc", ROYALS[2:]),
        ("Ks Qh, Ks Kc, 2h 9d", ()),
    ],
)
def test_suited_royals(examples: str, events: tuple[str, ...]) -> None:
    for text in examples.split(","):
        assert hands.suited_royals(parse_cards(text)) == events, text


@pytest.mark.clause(GAME, "appendix A")
def test_suited_royals_counts() -> None:
    """Eight decks without tens: 73,536 hands, 96 cards to a suit, 24 faces among them."""
    found: Counter[str] = Counter()
    for two, ways in pairs(NO_TENS, 8):
        found[best(hands.suited_royals(two))] += ways
    assert found == {
        "king-queen-suited": 4 * 8 * 8,
        "two-suited-face-cards": 4 * (comb(24, 2) - 8 * 8),
        "two-card-flush": 4 * (comb(96, 2) - comb(24, 2)),
        "none": 6 * 96 * 96,
    }
    assert sum(found.values()) == comb(384, 2)


def test_suited_royals_agrees_with_the_published_royal_match() -> None:
    """Royal Match, six whole decks: 144 suited king-queens, 11,868 other suited hands, 36,504 others of 48,516."""
    found: Counter[str] = Counter()
    for two, ways in pairs(WITH_TENS, 6):
        found[best(hands.suited_royals(two))] += ways
    assert found["king-queen-suited"] == 144
    assert found["two-suited-face-cards"] + found["two-card-flush"] == 11_868
    assert found["none"] == 36_504
    assert sum(found.values()) == 48_516


# ----------------------------------------------------------------------------------------------------- Double Match


@pytest.mark.clause(GAME, "bonus wagers double match", "appendix B", "appendix B note 2", "TA-9")
@pytest.mark.parametrize(
    ("examples", "event"),
    [
        ("7c 7c, As As", "suited-match"),
        ("7h 7c, 7d 7h, As Ad", "unsuited-match"),  # one colour is not one suit
        ("7c 8c, Ks Qs", ""),  # the last are of equal value, not of equal rank
    ],
)
def test_match(examples: str, event: str) -> None:
    for text in examples.split(","):
        assert hands.match(*parse_cards(text)) == event, text


@pytest.mark.clause(GAME, "appendix B", "appendix B note 3", "TA-9", "slips")
def test_double_match_printed_example() -> None:
    """The seven of clubs against the sevens of hearts and clubs: 4 and 9, together 13 to 1 on the first table."""
    table = pays("double-match-up", "PT-FLT-TA-DM-01")
    events = [hands.match(mine, card("7c")) for mine in parse_cards("7h 7c")]
    assert events == ["unsuited-match", "suited-match"]
    assert [int(table[event]) for event in events] == [4, 9]
    assert sum(int(table[event]) for event in events) == 13
    assert pays("double-match-down", "PT-FLT-TA-DM-02") == {"suited-match": "12", "unsuited-match": "3"}


def expected_double_match(decks: int, suited: int, unsuited: int) -> Fraction:
    """What a Double Match wager of 1 wins on average, over every dealer's card and two player's cards."""
    pay = {"suited-match": suited, "unsuited-match": unsuited, "": 0}
    won = 0
    for dealer in NO_TENS:
        left = {kind: decks - (kind is dealer) for kind in NO_TENS}
        each = {kind: pay[hands.match(kind, dealer)] for kind in NO_TENS}
        for one, other in itertools.product(NO_TENS, repeat=2):
            ways = left[one] * (left[other] - (one is other))
            won += decks * ways * (each[one] + each[other] or -1)
    size = 48 * decks
    return Fraction(won, size * (size - 1) * (size - 2))


def test_double_match_agrees_with_the_published_match_the_dealer() -> None:
    """Six decks of 48 at 9 and 4: a published edge of 3.055 %. Of 287 cards 5 match in suit, 18 otherwise, 264 not."""
    value = expected_double_match(6, suited=9, unsuited=4)
    assert value == Fraction(2 * (5 * 9 + 18 * 4), 287) - Fraction(264 * 263, 287 * 286)
    assert abs(float(-value) - 0.03055) < 0.00001


@pytest.mark.clause(GAME, "appendix B note 3")
@pytest.mark.parametrize(("suited", "unsuited"), [(9, 4), (12, 3)])
def test_double_match_in_eight_decks(suited: int, unsuited: int) -> None:
    """Of the 383 other cards 7 match in suit, 24 otherwise, 352 not."""
    by_hand = Fraction(2 * (7 * suited + 24 * unsuited), 383) - Fraction(352 * 351, 383 * 382)
    assert expected_double_match(8, suited, unsuited) == by_hand


# ----------------------------------------------------------------------------------------------------- Triple Match


@pytest.mark.clause(GAME, "bonus wagers triple match", "appendix C", "appendix C note 2")
@pytest.mark.parametrize(
    ("three", "events"),
    [
        ("7h 7h 7h", TRIPLE),
        ("7h 7h 7c", TRIPLE[1:]),
        ("7h 7c 7s", ("three-of-a-kind", "one-pair")),
        ("7h 7h 8c", TRIPLE[2:]),
        ("7h 7d 8c", TRIPLE[3:]),
        ("7h 8h 9h", ()),
        ("Ks Qs Js", ()),
    ],
)
def test_triple_match(three: str, events: tuple[str, ...]) -> None:
    """Whichever of the three is the dealer's."""
    for one, other, up in itertools.permutations(parse_cards(three)):
        assert hands.triple_match((one, other), up) == events


@pytest.mark.clause(GAME, "appendix C")
def test_triple_match_counts() -> None:
    """Eight decks without tens: 32 cards of a rank, 8 of a kind, 352 of other ranks."""
    found: Counter[str] = Counter()
    for one, other, up in itertools.combinations_with_replacement(NO_TENS, 3):
        copies = Counter((one.code, other.code, up.code))
        ways = 1
        for held in copies.values():
            ways *= comb(8, held)
        found[best(hands.triple_match((one, other), up))] += ways
    assert found == {
        "three-of-a-kind-suited": 48 * comb(8, 3),
        "three-of-a-kind": 12 * comb(32, 3) - 48 * comb(8, 3),
        "one-pair-suited": 48 * comb(8, 2) * 352,
        "one-pair": (12 * comb(32, 2) - 48 * comb(8, 2)) * 352,
        "none": comb(12, 3) * 32**3,
    }
    assert sum(found.values()) == comb(384, 3)


# --------------------------------------------------------------------------------------------------------- jackpots


@pytest.mark.clause(GAME, "jackpots wager", "appendix D", "appendix D note 2", "TA-10")
@pytest.mark.parametrize(
    ("dealer", "events"),
    [
        ("Ah Kh", JACKPOT),
        ("Qh Ah", JACKPOT),
        ("As Js", JACKPOT[1:]),
        ("Ah Ks", JACKPOT[2:]),
        ("Ac Kd", JACKPOT[2:]),
        ("Kh Kh", JACKPOT[3:]),
        ("Ah 9h", JACKPOT[3:]),
    ],
)
def test_jackpot_of_two_queens_of_hearts(dealer: str, events: tuple[str, ...]) -> None:
    assert hands.jackpot(parse_cards("Qh Qh"), parse_cards(dealer)) == events


@pytest.mark.clause(GAME, "jackpots wager", "appendix D", "appendix D note 2", "TA-10")
@pytest.mark.parametrize(
    ("examples", "events"),
    [
        ("Qs Qs, Kd Kd, Jc Jc, Kh Kh", JACKPOT[4:]),  # not the queens of hearts
        ("Kh Qh, Js Ks, As 9s, 9d Ad", JACKPOT[5:]),
        ("Qh Qs, Kc Jd, As 9d", JACKPOT[6:]),
        ("As Ks, As As, Ks 9s, 9s 9s", ()),  # 21, 12, 19, 18
    ],
)
def test_jackpot_of_other_cards(examples: str, events: tuple[str, ...]) -> None:
    for mine in examples.split(","):
        assert hands.jackpot(parse_cards(mine), parse_cards("Ah Kh")) == events, mine
        assert hands.jackpot(parse_cards(mine), parse_cards("2c 3c")) == events, mine


@pytest.mark.clause(GAME, "appendix D", "TA-10")
def test_jackpot_counts_of_the_player_s_cards() -> None:
    """96 faces, 24 of a suit, 8 of a kind; 32 aces and 32 nines, 8 of each in a suit."""
    found: Counter[str] = Counter()
    for two, ways in pairs(NO_TENS, 8):
        found[best(hands.jackpot(two, parse_cards("2c 3c")))] += ways
    assert found == {
        "queen-of-hearts-pair": comb(8, 2),
        "matched-20": 11 * comb(8, 2),
        "suited-20": 4 * comb(24, 2) - 12 * comb(8, 2) + 4 * 8 * 8,
        "any-20": comb(96, 2) - 4 * comb(24, 2) + 12 * 8 * 8,
        "none": comb(384, 2) - comb(96, 2) - 32 * 32,
    }


@pytest.mark.clause(GAME, "appendix D")
def test_jackpot_counts_of_the_dealer_s_cards() -> None:
    """Beside two queens of hearts 382 cards are left: 32 aces, 94 faces, of hearts 8 and 22."""
    queens = parse_cards("Qh Qh")
    left = {kind: 6 if kind is card("Qh") else 8 for kind in NO_TENS}
    found: Counter[str] = Counter()
    for one, other in itertools.combinations_with_replacement(NO_TENS, 2):
        ways = comb(left[one], 2) if one is other else left[one] * left[other]
        events = hands.jackpot(queens, (one, other))
        assert events == hands.jackpot(queens, (other, one))
        found[best(events)] += ways
    assert found == {
        JACKPOT[0]: 8 * 22,
        JACKPOT[1]: 3 * 8 * 24,
        JACKPOT[2]: 32 * 94 - 8 * 22 - 3 * 8 * 24,
        JACKPOT[3]: comb(382, 2) - 32 * 94,
    }


# ------------------------------------------------------------------------------------------------------ the edition


def rows(wager: str) -> list[str]:
    """The events of a wager's paytables, in the order of the edition."""
    return [kebab(row[0]) for block in EDITION["paytables"] if wager in block["wagers"] for row in block["rows"]]


@pytest.mark.clause(GAME, "appendix A", "appendix B", "appendix C", "appendix D")
def test_every_printed_row_has_its_name() -> None:
    assert rows("suited-royals") == list(ROYALS)
    assert rows("double-match-up") == rows("double-match-down") == ["suited-match", "unsuited-match"]
    assert rows("triple-match") == list(TRIPLE)
    assert rows("jackpot") == rows("jackpot-2") == list(JACKPOT)
    attacks = (
        "blackjack-against-blackjack blackjack twenty-one six-card-charlie win push push-22 dealer-blackjack bust lose"
    )
    for wager in ("first-attack", "second-attack", "third-attack", "split", "double"):
        assert rows(wager) == attacks.split()
    assert rows("insurance") == ["suited-blackjack", "blackjack", "lose"]


@pytest.mark.clause(GAME, "rules 5", "rules 6(a)", "rules 7", "rules 13(a)", "appendix A", "appendix C", "appendix D")
@pytest.mark.parametrize(
    ("wager", "table", "column"),
    [
        ("first-attack", "standard", "3 1 1 1 1 push push loss loss loss"),
        ("insurance", "standard", "5 2 loss"),
        ("suited-royals", "PT-FLT-TA-SR-01", "40 10 2"),
        ("suited-royals", "PT-FLT-TA-SR-02", "30 12 2"),
        ("suited-royals", "PT-FLT-TA-SR-03", "40 12 2"),
        ("triple-match", "PT-FLT-TA-TM-01", "150 20 4 2"),
        ("triple-match", "PT-FLT-TA-TM-02", "50 8 6 2"),
        ("jackpot", "PT-BJS-TA-JP-01", "100% 25% 10% $125 $19 $9 $4"),
        ("jackpot", "PT-BJS-TA-JP-02", "100% 50% 25% $125 $19 $9 $4"),
        ("jackpot", "PT-BJS-TA-JP-03", "100% 50% 10% $125 $19 $9 $4"),
        ("jackpot-2", "PT-BJS-TA-JP-04", "100% 100% 100% $125 $19 $9 $4"),
    ],
)
def test_the_printed_columns(wager: str, table: str, column: str) -> None:
    assert list(pays(wager, table).values()) == column.split()
