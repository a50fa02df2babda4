"""Events of Deuces Wild, on hands made up by hand, by counts worked out on paper, and against a second evaluator."""

from __future__ import annotations

import itertools
import random
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from math import comb, prod
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards.card import ACE, CARDS, RANKS, Card, card, parse_cards
from houseway.games.deuces_wild import hands

GAME = "deuces-wild"
EDITIONS = Path(hands.__file__).parent / "editions"
WILD = parse_cards("2c 2d 2h 2s Xj")
NATURAL = tuple(kind for kind in CARDS if kind not in WILD)


def edition(name: str) -> dict[str, Any]:
    return tomllib.loads((EDITIONS / f"{name}.toml").read_text(encoding="utf-8"))


def best(rows: tuple[str, ...]) -> str:
    return rows[0] if rows else "none"


# ------------------------------------------------------------------------------------------------------- wild cards


@pytest.mark.clause(GAME, "summary 1(a)", "summary 1(b)", "rules 1", "rules 2", "dealing 1", "DW-1")
def test_the_deuces_and_the_joker_are_wild_and_nothing_else_in_the_deck_of_53() -> None:
    assert [kind for kind in CARDS if hands.is_wild(kind)] == [*parse_cards("2c 2d 2h 2s"), card("Xj")]
    assert len(CARDS) == 53
    for name in ("2017", "2010"):
        deck = edition(name)["deck"]
        assert (deck["decks"], deck["jokers"], deck["without"]) == (1, 1, [])
        assert {kind.text[0] for kind in WILD} == set(deck["wild"])


# ------------------------------------------------------------------------------------------------ ante, play and raise


@pytest.mark.clause(GAME, "appendix A", "appendix A wilds", "appendix A note", "DW-1", "DW-2", "DW-3")
@pytest.mark.parametrize(
    ("hand", "row"),
    [
        ("Ts Js Qs Ks As", "natural-royal-flush"),
        ("2d Js Qs Ks As", "wild-royal-flush"),
        ("Ts Js Qs Ks 2s", "wild-royal-flush"),
        ("Ts 2h Xj Ks As", "wild-royal-flush"),
        ("2c 2d 2h 2s Th", "wild-royal-flush"),
        ("2c 2d 2h 2s Xj", "wild-royal-flush"),  # five wild cards have no row of their own here
        ("Jc Jd Jh Js 2c", "five-of-a-kind"),
        ("2c 2d 2h 2s 9h", "five-of-a-kind"),
        ("2c 2d Xj Ac Ad", "five-of-a-kind"),
        ("2c 2d Xj Tc 9c", "straight-flush"),  # nine to king, or six to ten: not the royal
        ("9c Tc Jc Qc Kc", "straight-flush"),
        ("Ac 2d 3c 4c 5c", "straight-flush"),  # the deuce stands for the two of clubs
        ("Ac 2c 3c 4c 5c", "straight-flush"),  # the deuce stands for itself
        ("2c Xj Ac 3c 4c", "straight-flush"),
        ("Ac Ad Ah As 7c", "four-of-a-kind"),
        ("2c Xj 7c 7d Kh", "four-of-a-kind"),
        ("2c 2d Xj 9h Kd", "four-of-a-kind"),  # two suits: no flush; four kings before the straight
        ("7c 7d 7h Ks Kd", "full-house"),
        ("2h 7c 7d Ks Kd", "full-house"),
        ("3h 5h 8h Th Kh", "flush"),
        ("2c 3h 8h Th Kh", "flush"),
        ("Ac Xj 3d 4c 5c", "straight"),
        ("Td Jc Qc Kc Ac", "straight"),
        ("2c Jc Qd Kc Ac", "straight"),
        ("3c 4c 5c 6c 7d", "straight"),
        ("2d Xj 4c 5h 8d", "straight"),  # four to eight; also three of a kind, which is lower
        ("2d Xj 4c 5h 9d", "three-of-a-kind"),
        ("9c 9d 9h 4s Kd", "three-of-a-kind"),
        ("2c 9d 9h 4s Kd", "three-of-a-kind"),
        ("9c 9d 4h 4s Kd", "two-pair"),
    ],
)
def test_five_cards_have_their_best_row(hand: str, row: str) -> None:
    for order in itertools.islice(itertools.permutations(parse_cards(hand)), 0, 120, 7):
        assert best(hands.five_card(order)) == row


@pytest.mark.clause(GAME, "appendix A", "DW-2")
@pytest.mark.parametrize(
    "hand",
    [
        "9c 9d 4h 5s Kd",
        "2c 4d 7h 9s Kd",  # a wild card and nothing else is a pair
        "Qc Kd Ah 3s 4c",  # an ace does not join the top to the bottom
        "Ac 3d 4h 5s 6c",  # without a wild card nothing stands for the two
        "2c Kd Ah 3s 4c",
        "Ac Kc Qc Jc 9d",
    ],
)
def test_five_cards_may_have_no_row(hand: str) -> None:
    assert hands.five_card(parse_cards(hand)) == ()


@pytest.mark.clause(GAME, "appendix A note")
def test_four_jacks_and_a_wild_card_are_also_the_lower_rows_of_which_the_best_comes_first() -> None:
    rows = hands.five_card(parse_cards("Jc Jd Jh Js 2c"))
    assert rows == ("five-of-a-kind", "four-of-a-kind", "three-of-a-kind")


@pytest.mark.clause(GAME, "appendix A", "DW-2")
def test_a_natural_royal_flush_is_no_wild_one_and_a_wild_one_is_no_natural_one() -> None:
    assert hands.five_card(parse_cards("Th Jh Qh Kh Ah")) == (
        "natural-royal-flush",
        "straight-flush",
        "flush",
        "straight",
    )
    assert hands.five_card(parse_cards("Th Jh Qh Kh 2h")) == ("wild-royal-flush", "straight-flush", "flush", "straight")


@pytest.mark.clause(GAME, "appendix A", "DW-3")
def test_five_wild_cards_satisfy_every_row_of_appendix_a_but_the_natural_royal_flush() -> None:
    assert hands.five_card(WILD) == hands.ANTE_ROWS[1:]


# ----------------------------------------------------------------------------------------------- three card treasure


@pytest.mark.clause(GAME, "summary 2(b)", "appendix B", "appendix B wilds", "DW-1", "DW-2")
@pytest.mark.parametrize(
    ("hand", "row"),
    [
        ("Qs Ks As", "mini-royal"),
        ("2d Ks As", "mini-royal"),
        ("Qs 2d Xj", "mini-royal"),
        ("2c 2d Xj", "mini-royal"),
        ("Ks Qs Js", "straight-flush"),
        ("As 2s 3s", "straight-flush"),
        ("As 2d 3s", "straight-flush"),
        ("2d Js Qs", "straight-flush"),
        ("7h 2d 2c", "straight-flush"),
        ("9c 9d 9h", "three-of-a-kind"),
        ("9c 9d 2h", "three-of-a-kind"),
        ("Qs Kd As", "straight"),
        ("2c Kd As", "straight"),
        ("Ac Xj 3d", "straight"),
        ("5c 2h 7d", "straight"),
        ("4c 8c Kc", "flush"),
        ("4c 2d Kc", "flush"),
        ("As 3s 4s", "flush"),
        ("9c 9d Kh", "none"),
        ("2c 5d 9h", "none"),
        ("Ks As 3d", "none"),
        ("As 2d 4h", "none"),
    ],
)
def test_three_cards_have_their_best_row(hand: str, row: str) -> None:
    for order in itertools.permutations(parse_cards(hand)):
        assert best(hands.treasure(order)) == row


@pytest.mark.clause(GAME, "appendix B note")
def test_king_queen_and_jack_of_spades_are_also_a_straight_and_a_flush() -> None:
    assert hands.treasure(parse_cards("Ks Qs Js")) == ("straight-flush", "straight", "flush")


@pytest.mark.clause(GAME, "appendix B", "appendix B wilds", "DW-2")
def test_counts_of_three_cards_are_those_worked_out_on_paper() -> None:
    """All 23,426 hands. With w wild cards of five there are C(5, w) ways for them, times the natural cards below.

    Mini Royal: 4 natural; 12 pairs; 12 single cards; nothing beside three wild.
    Straight flush, in one suit, ranks three to ace: natural runs 3-4-5 to J-Q-K, 9 and no other since a deuce is wild,
    so 36. One wild: next neighbours 3-4 to K-A, 11, and one apart 3-5 to Q-A, 10, and A-3: 22, less the 3 of the Mini
    Royal, so 19 a suit, 76. Two wild: the 36 cards of three to jack.
    Three of a kind: 12 ranks, 4 natural ways; with one wild 6 (with two, the better rows take all).
    Straight: 10 natural runs in 4**3 ways less those of one suit, 60 each; with one wild 22 pairs of ranks, 12 ways.
    Flush: C(12, 3) ranks less the 10 runs, 4 suits; with one wild C(12, 2) less 22.
    """
    found = Counter(best(hands.treasure(hand)) for hand in itertools.combinations(CARDS, 3))
    assert found["mini-royal"] == 4 + 5 * 12 + 10 * 12 + 10
    assert found["straight-flush"] == 9 * 4 + 5 * 76 + 10 * 36
    assert found["three-of-a-kind"] == 12 * 4 + 5 * 12 * 6
    assert found["straight"] == 10 * 60 + 5 * 22 * 12
    assert found["flush"] == (220 - 10) * 4 + 5 * (66 - 22) * 4
    assert found.total() == comb(53, 3) == 23_426


# ------------------------------------------------------------------------------------------------- five card fortune


@pytest.mark.clause(GAME, "appendix C", "appendix C wilds", "DW-2", "DW-3")
@pytest.mark.parametrize(
    ("hand", "row"),
    [
        ("Ts Js Qs Ks As", "natural-royal-flush"),
        ("2c 2d 2h 2s Xj", "five-wild-cards"),
        ("2c 2d 2h 2s Ts", "wild-royal-flush"),
        ("2c 2d 2h 2s 9s", "five-of-a-kind"),
        ("Ts Js Qs Ks Xj", "wild-royal-flush"),
        ("Jc Jd Jh Js 2c", "five-of-a-kind"),
        ("5c 6c 7c Xj 9c", "straight-flush"),
        ("5c 5d 2c 2d 9c", "four-of-a-kind"),
        ("5c 5d 2c 9d 9c", "full-house"),
        ("5c 6c 7c Tc Kc", "flush"),
        ("5c 6d 7c 8c 9c", "straight"),
        ("5c 5d 2c 9d Kc", "three-of-a-kind"),
        ("5c 5d 9c 9d Kc", "two-pair"),
        ("5c 2d 9c Td Kc", "none"),
    ],
)
def test_four_community_cards_and_one_selected_have_their_best_row(hand: str, row: str) -> None:
    assert best(hands.fortune(parse_cards(hand))) == row


@pytest.mark.clause(GAME, "summary 2(c)", "rules 8", "appendix C", "DW-6")
@pytest.mark.parametrize(
    ("community", "selected", "row"),
    [
        ("Ts Js Qs Ks", "2c 2d", "wild-royal-flush"),
        ("Ts Js 9d Ks", "2c 2d", "wild-royal-flush"),  # the nine is left out
        ("9s 9d 9h 4c", "2c 2d", "five-of-a-kind"),
        ("9s 4s 9d 3d", "2c Xj", "four-of-a-kind"),  # four nines before any straight or flush
        ("5s 6s 8s Kd", "2c Xj", "straight-flush"),  # five to nine of spades, the king left out
        ("Ad 3d 9s 4d", "2c Xj", "straight-flush"),  # ace to five
        ("9s 4d 7h Kd", "2c Xj", "three-of-a-kind"),
        ("9s 4d Th Kd", "2c 2d Xj", "four-of-a-kind"),
        ("9s 4d 3d Kh", "2c 2d Xj", "straight-flush"),  # ace to five of diamonds
        ("9s 4d 9h Kd", "2c 2d Xj", "five-of-a-kind"),
        ("9s 2h 9h 4d", "2c 2d Xj", "five-of-a-kind"),
        ("9s 2h 9h Kd", "2c 2d Xj", "wild-royal-flush"),  # the king and four wild cards
        ("2h 2s 9h 4d", "2c 2d Xj", "five-wild-cards"),
        ("2h Ks 9h 4d", "2c 2d 2s Xj", "five-wild-cards"),
        ("3h Ks 9h 4d", "2c 2d 2s Xj", "wild-royal-flush"),  # the king alone does
        ("3h 8s 9h 4d", "2c 2d 2s Xj", "five-of-a-kind"),
    ],
)
def test_of_more_than_five_cards_the_best_five_count(community: str, selected: str, row: str) -> None:
    together = parse_cards(community) + parse_cards(selected)
    assert best(hands.fortune(together)) == row
    assert best(hands.fortune(together[::-1])) == row


@pytest.mark.clause(GAME, "appendix C", "DW-6")
@given(st.permutations(CARDS), st.integers(6, 8))
def test_more_than_five_cards_satisfy_what_some_five_of_them_satisfy(deck: list[Card], size: int) -> None:
    held = tuple(deck[:size])
    some = {row for five in itertools.combinations(held, 5) for row in hands.fortune(five)}
    assert hands.fortune(held) == tuple(row for row in hands.FORTUNE_ROWS if row in some)


@pytest.mark.clause(GAME, "appendix C", "DW-6")
@pytest.mark.parametrize("wild", [2, 3, 4])
def test_wild_cards_beside_four_community_cards_satisfy_what_some_five_satisfy(wild: int) -> None:
    chance = random.Random(wild)
    for _ in range(400):
        held = (*chance.sample(WILD, wild), *chance.sample(NATURAL, 4))
        some = {row for five in itertools.combinations(held, 5) for row in hands.fortune(five)}
        assert hands.fortune(held) == tuple(row for row in hands.FORTUNE_ROWS if row in some)


@pytest.mark.clause(GAME, "appendix C note", "DW-3")
@given(st.permutations(CARDS))
def test_fortune_differs_from_the_ante_paytable_only_in_the_row_for_five_wild_cards(deck: list[Card]) -> None:
    held = tuple(deck[:5])
    assert tuple(row for row in hands.fortune(held) if row != "five-wild-cards") == hands.five_card(held)
    assert ("five-wild-cards" in hands.fortune(held)) == (set(held) == set(WILD))


# ----------------------------------------------------------------------------------------------------- bonus jackpot


@pytest.mark.clause(GAME, "summary 2(d)", "appendix D", "appendix D note")
@pytest.mark.parametrize(
    ("hand", "rows"),
    [
        ("2c 2d 2h 2s Xj", ("5-wild-cards", "4-wild-cards", "3-wild-cards", "2-wild-cards")),
        ("2c 2d 2h Xj 9c", ("4-wild-cards", "3-wild-cards", "2-wild-cards")),
        ("2c 2d 2h 2s As", ("4-wild-cards", "3-wild-cards", "2-wild-cards")),
        ("2c Kd 2h Xj 9c", ("3-wild-cards", "2-wild-cards")),
        ("2c Kd 3h Xj 9c", ("2-wild-cards",)),
        ("Ac Kd 3h Xj 9c", ()),
        ("Ac Ad Ah As 9c", ()),
    ],
)
def test_the_jackpot_counts_wild_cards_and_nothing_else(hand: str, rows: tuple[str, ...]) -> None:
    assert hands.jackpot(parse_cards(hand)) == rows
    assert hands.jackpot(parse_cards(hand)[::-1]) == rows


# ---------------------------------------------------------------------------------------------- counts of five cards


def weighed_classes(wild_cards: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """One hand of each class of five cards, and the number of hands in it, the deck having so many wild cards."""
    for wild in range(wild_cards + 1):
        ways = comb(wild_cards, wild)
        for ranks in itertools.combinations_with_replacement(range(3, ACE + 1), 5 - wild):
            count = Counter(ranks)
            if max(count.values(), default=0) > 4:
                continue
            total = ways * prod(comb(4, held) for held in count.values())
            suited = ways * (4 if ranks else 1) if len(count) == len(ranks) else 0
            if suited:
                yield WILD[:wild] + tuple(card(RANKS[rank - 2] + "s") for rank in ranks), suited
            if total > suited:
                yield WILD[:wild] + mixed(ranks), total - suited


def mixed(ranks: tuple[int, ...]) -> tuple[Card, ...]:
    """Cards of these ranks in more than one suit: those of a rank in suit order, the last rank turned by one suit."""
    count: Counter[int] = Counter()
    made = []
    for rank in ranks:
        suit = (count[rank] + (1 if rank == ranks[-1] else 0)) % 4
        count[rank] += 1
        made.append(card(RANKS[rank - 2] + "cdhs"[suit]))
    return tuple(made)


@pytest.mark.clause(GAME, "appendix A", "appendix A wilds", "DW-1", "DW-2")
def test_with_four_deuces_alone_the_counts_are_those_published_for_deuces_wild() -> None:
    """Of 2,598,960 hands; the published table keeps the 48 with four deuces apart, here 20 royals and 28 fives."""
    found: Counter[str] = Counter()
    fives = 0
    for hand, ways in weighed_classes(4):
        rows = hands.five_card(hand)
        found[best(rows)] += ways
        fives += ways * ("five-of-a-kind" in rows)
    assert fives == 672
    assert found == {
        "natural-royal-flush": 4,
        "wild-royal-flush": 480 + 20,
        "five-of-a-kind": 624 + 28,
        "straight-flush": 2_068,
        "four-of-a-kind": 31_552,
        "full-house": 12_672,
        "flush": 14_472,
        "straight": 62_232,
        "three-of-a-kind": 355_080,
        "two-pair": 95_040,
        "none": 1_225_008 + 799_680,
    }


@pytest.mark.clause(GAME, "appendix A", "appendix C", "appendix D", "DW-1", "DW-3")
def test_counts_in_the_deck_of_53_are_those_worked_out_on_paper() -> None:
    """With w wild cards there are C(5, w) ways for them.

    Wild royal: 4 suits, the wild cards in w of the five places; and five wild cards, once.
    Five of a kind: 12 ranks, C(4, 5 - w) ways; and five wild cards. Royals too, and paid so: four wild cards beside one
    of the 20 cards from ten to ace, and five wild cards.
    Full house: natural, or one wild card and two pairs.
    Two pair: natural only, for a pair and a wild card are three of a kind; 66 pairs of ranks, 36 ways, 40 fifth cards.
    """
    ante: Counter[str] = Counter()
    fortune: Counter[str] = Counter()
    jackpot: Counter[str] = Counter()
    fives = 0
    for hand, ways in weighed_classes(5):
        ante[best(hands.five_card(hand))] += ways
        fortune[best(hands.fortune(hand))] += ways
        jackpot[best(hands.jackpot(hand))] += ways
        fives += ways * ("five-of-a-kind" in hands.five_card(hand))
    assert ante.total() == fortune.total() == comb(53, 5) == 2_869_685
    assert ante["natural-royal-flush"] == 4
    assert ante["wild-royal-flush"] == 4 * (5 * 5 + 10 * 10 + 10 * 10 + 5 * 5) + 1
    assert fives == 5 * 12 + 10 * 12 * 4 + 10 * 12 * 6 + 5 * 48 + 1
    assert ante["five-of-a-kind"] == fives - 5 * 20 - 1
    assert ante["full-house"] == 12 * 4 * 11 * 6 + 5 * 66 * 36
    assert ante["two-pair"] == 66 * 36 * 40
    assert fortune["five-wild-cards"] == 1
    assert fortune["wild-royal-flush"] == ante["wild-royal-flush"] - 1
    assert {row: fortune[row] for row in hands.ANTE_ROWS[2:]} == {row: ante[row] for row in hands.ANTE_ROWS[2:]}
    assert jackpot == {
        "5-wild-cards": 1,
        "4-wild-cards": 5 * 48,
        "3-wild-cards": 10 * comb(48, 2),
        "2-wild-cards": 10 * comb(48, 3),
        "none": comb(48, 5) + 5 * comb(48, 4),
    }


# -------------------------------------------------------------------------------------------------- a second evaluator


def plain_five(ranks: list[int], suits: list[str]) -> set[str]:
    """Rows of five cards none of which is wild any more, two of them perhaps the same."""
    values = sorted(ranks)
    shape = sorted(Counter(values).values(), reverse=True)
    flush = len(set(suits)) == 1
    straight = values == [2, 3, 4, 5, 14] or values == list(range(values[0], values[0] + 5))
    rows = set()
    if flush and values == [10, 11, 12, 13, 14]:
        rows.add("royal")
    if flush and straight:
        rows.add("straight-flush")
    if flush:
        rows.add("flush")
    if straight:
        rows.add("straight")
    rows |= {
        (5,): {"five-of-a-kind", "four-of-a-kind", "three-of-a-kind"},
        (4, 1): {"four-of-a-kind", "three-of-a-kind"},
        (3, 2): {"full-house", "three-of-a-kind", "two-pair"},
        (3, 1, 1): {"three-of-a-kind"},
        (2, 2, 1): {"two-pair"},
    }.get(tuple(shape), set())
    return rows


def plain_three(ranks: list[int], suits: list[str]) -> set[str]:
    """Rows of three cards none of which is wild any more."""
    values = sorted(ranks)
    flush = len(set(suits)) == 1
    straight = values == [2, 3, 14] or values == list(range(values[0], values[0] + 3))
    rows = {"three-of-a-kind"} if len(set(values)) == 1 else set()
    rows |= {"flush"} if flush else set()
    rows |= {"straight"} if straight else set()
    rows |= {"straight-flush"} if flush and straight else set()
    rows |= {"mini-royal"} if flush and values == [12, 13, 14] else set()
    return rows


def by_substitution(held: tuple[Card, ...], plain: Callable[[list[int], list[str]], set[str]]) -> set[str]:
    """Rows that some choice of cards for the wild ones makes, every choice of the 52 being tried."""
    natural = [kind for kind in held if kind in NATURAL]
    wild = len(held) - len(natural)
    rows: set[str] = set()
    for chosen in itertools.combinations_with_replacement(CARDS[:52], wild):
        made = [*natural, *chosen]
        rows |= plain([kind.rank for kind in made], [kind.suit for kind in made])
    if "royal" in rows:
        rows = rows - {"royal"} | {"wild-royal-flush" if wild else "natural-royal-flush"}
    return rows


@pytest.mark.clause(GAME, "appendix A", "appendix A wilds", "DW-1", "DW-2")
@pytest.mark.parametrize(("wild", "samples"), [(0, 3_000), (1, 400), (2, 40), (3, 3)])
def test_five_cards_agree_with_trying_every_card_for_every_wild_one(wild: int, samples: int) -> None:
    chance = random.Random(20171230 + wild)
    for number in range(samples):
        if number % 3 == 0:  # one suit, and close together, or the rare rows would hardly come up
            suit, lowest = chance.choice("cdhs"), chance.choice((3, 9))
            natural = chance.sample([kind for kind in NATURAL if kind.suit == suit and kind.rank >= lowest], 5 - wild)
        elif number % 3 == 1:  # few ranks
            natural = chance.sample([kind for kind in NATURAL if kind.rank in (3, 8, 14)], 5 - wild)
        else:
            natural = chance.sample(NATURAL, 5 - wild)
        held = (*chance.sample(WILD, wild), *natural)
        rows = hands.five_card(held)
        assert set(rows) == by_substitution(held, plain_five), held
        assert list(rows) == sorted(rows, key=hands.ANTE_ROWS.index)


@pytest.mark.clause(GAME, "appendix B", "appendix B wilds", "DW-1", "DW-2")
def test_three_cards_agree_with_trying_every_card_for_every_wild_one() -> None:
    chance = random.Random(20171231)
    no_wild = chance.sample(list(itertools.combinations(NATURAL, 3)), 3_000)
    one_wild = [(chance.choice(WILD), *chance.sample(NATURAL, 2)) for _ in range(500)]
    two_wild = [(*chance.sample(WILD, 2), kind) for kind in NATURAL]
    for held in itertools.chain[tuple[Card, ...]](no_wild, one_wild, two_wild, [WILD[:3]]):
        rows = hands.treasure(held)
        assert set(rows) == by_substitution(held, plain_three), held
        assert list(rows) == sorted(rows, key=hands.TREASURE_ROWS.index)


# -------------------------------------------------------------------------------------- what the functions hold to


@pytest.mark.clause(GAME, "appendix A", "appendix B", "appendix C", "appendix D", "DW-12")
@pytest.mark.parametrize("name", ["2017", "2010"])
def test_rows_are_those_of_the_printed_paytables_in_their_order(name: str) -> None:
    printed = {
        block["wagers"][0]: tuple(re.sub(r"[^a-z0-9]+", "-", row[0].lower()) for row in block["rows"])
        for block in edition(name)["paytables"]
    }
    assert printed == {
        "ante": hands.ANTE_ROWS,
        "three-card-treasure": hands.TREASURE_ROWS,
        "five-card-fortune": hands.FORTUNE_ROWS,
        "bonus-jackpot": hands.JACKPOT_ROWS,
    }


@pytest.mark.parametrize(
    ("function", "sizes"),
    [(hands.five_card, (4, 6)), (hands.treasure, (2, 4)), (hands.fortune, (3, 4)), (hands.jackpot, (4, 6))],
)
def test_a_wrong_number_of_cards_is_an_error(
    function: Callable[[tuple[Card, ...]], tuple[str, ...]], sizes: tuple[int, ...]
) -> None:
    for size in sizes:
        with pytest.raises(ValueError):
            function(CARDS[:size])
