"""Cards, decks, chance and shoes."""

from __future__ import annotations

import hashlib
import pickle
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.cards import (
    ACE,
    CARDS,
    JOKER,
    RANKS,
    SUITS,
    Card,
    Deck,
    KeyedShoe,
    NonceChance,
    RecordedShoe,
    Stream,
    SystemChance,
    VirtualShoe,
    card,
    deck_of,
    left_in,
    parse_cards,
)
from houseway.cards.card_errors import BadEdition, CardNotInDeck, DeckTooShort, UnknownCard
from houseway.cards.chance import GAMMA, MASK64, Chance, mix64, stream_key

# Cards ----------------------------------------------------------------------------------------------------------------


def test_every_card_by_its_code() -> None:
    assert len(CARDS) == 53
    assert [kind.text for kind in CARDS[:52]] == [rank + suit for rank in RANKS for suit in SUITS]
    assert [kind.code for kind in CARDS] == list(range(53))
    assert (card("2c").code, card("As").code, JOKER.code) == (0, 51, 52)
    assert (card("As").rank, card("Td").rank, card("2c").rank, JOKER.rank) == (ACE, 10, 2, 0)
    assert {kind.text: kind.color for kind in parse_cards("Ac Ad Ah As Xj")} == {
        "Ac": "black", "Ad": "red", "Ah": "red", "As": "black", "Xj": "",
    }  # fmt: skip


def test_there_is_one_object_for_each_card() -> None:
    for kind in CARDS:
        assert card(kind.text) is kind
        assert pickle.loads(pickle.dumps(kind)) is kind
        assert repr(kind) == kind.text


@pytest.mark.parametrize("text", ["", "A", "as", "AS", "sA", "10s", "1s", "Xx", "X", "??", " As", "As "])
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(UnknownCard):
        card(text)


def test_cards_in_a_row() -> None:
    assert parse_cards("As Td\n2c") == parse_cards(["As", "Td", "2c"]) == (card("As"), card("Td"), card("2c"))
    assert parse_cards("") == ()
    with pytest.raises(UnknownCard):
        parse_cards("As,Td")


# Decks ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "cards"),
    [
        (Deck(), 52),
        (Deck(1, 1), 53),
        (Deck(6), 312),
        (Deck(8, 0, ("T",)), 384),
        (Deck(2, 2, ("2", "K")), 92),
    ],
)
def test_what_a_deck_holds(deck: Deck, cards: int) -> None:
    assert len(deck) == len(deck.cards) == sum(deck.counts.values()) == cards
    for kind, count in deck.counts.items():
        assert count == (deck.jokers * deck.decks if kind is JOKER else deck.decks)
        assert kind.text[0] not in deck.without


def test_the_canonical_order_is_pack_by_pack() -> None:
    assert Deck(2, 1).cards == CARDS * 2


@pytest.mark.parametrize(("decks", "jokers", "without"), [(0, 0, ()), (1, -1, ()), (1, 0, ("10",)), (1, 0, ("X",))])
def test_what_is_no_deck(decks: int, jokers: int, without: tuple[str, ...]) -> None:
    with pytest.raises(BadEdition):
        Deck(decks, jokers, without)


def test_decks_of_one_make_up_are_one() -> None:
    assert deck_of(6, 0, ()) is deck_of(6, 0, ())
    assert deck_of(6, 0, ()) is not deck_of(5, 0, ())


def test_check_counts_each_kind() -> None:
    deck = Deck(2)
    deck.check(parse_cards("As As Kd"))
    deck.check([*deck.cards])
    deck.check([])
    with pytest.raises(CardNotInDeck, match="card 4, As, comes 3 times"):
        deck.check(parse_cards("As As Kd As"))
    with pytest.raises(CardNotInDeck, match="comes once, but the deck holds none"):
        deck.check([JOKER])
    with pytest.raises(CardNotInDeck):
        Deck(8, 0, ("T",)).check([card("Tc")])


def test_check_counts_cards_that_nobody_saw() -> None:
    deck = Deck()
    deck.check([None] * 52)
    deck.check([*[None] * 51, card("As")])
    with pytest.raises(CardNotInDeck, match="53 cards"):
        deck.check([None] * 53)


@given(st.lists(st.sampled_from(CARDS), max_size=30), st.integers(1, 8))
def test_check_agrees_with_counting(dealt: list[Card], decks: int) -> None:
    fits = all(kind is not JOKER and count <= decks for kind, count in Counter(dealt).items())
    if fits:
        Deck(decks).check(dealt)
        assert left_in(Deck(decks), dealt) == {kind: decks - dealt.count(kind) for kind in CARDS[:52]}
    else:
        with pytest.raises(CardNotInDeck):
            Deck(decks).check(dealt)


# Chance ---------------------------------------------------------------------------------------------------------------


def test_splitmix64_gives_the_published_numbers() -> None:
    """The reference values of the algorithm for the state 1234567."""
    states = [(1234567 + number * GAMMA) & MASK64 for number in (1, 2, 3)]
    assert [mix64(state) for state in states] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


@given(st.integers(0, MASK64), st.integers(0, MASK64))
def test_mixing_keeps_different_numbers_different(one: int, other: int) -> None:
    assert 0 <= mix64(one) <= MASK64
    assert (mix64(one) == mix64(other)) == (one == other)


@given(st.integers(0, MASK64), st.integers(0, 2**40), st.lists(st.integers(1, 1000), min_size=1, max_size=8))
def test_a_stream_is_splitmix64_from_its_key(seed: int, number: int, sizes: list[int]) -> None:
    """Draw i is the top 55 bits of output i, scaled: a function of seed, number and i alone."""
    stream = Stream(seed, number)
    key = stream_key(seed, number)
    for draw, size in enumerate(sizes, start=1):
        output = mix64((key + draw * GAMMA) & MASK64)
        assert stream.below(size) == ((output >> 9) * size) >> 55


def test_streams_differ_by_seed_and_by_number() -> None:
    keys = {stream_key(seed, number) for seed in range(100) for number in range(100)}
    assert len(keys) == 10_000


@pytest.mark.parametrize("size", [2, 13, 52, 311])
def test_draws_are_spread_evenly(size: int) -> None:
    """Chi-square over one fixed stream, and over the first draw of many: both within five standard deviations."""
    draws = 200 * size
    stream = Stream(20, 1)
    for counts in (
        Counter(stream.below(size) for _ in range(draws)),
        Counter(Stream(21, number).below(size) for number in range(draws)),
    ):
        assert set(counts) == set(range(size))
        chi_square = sum((count - 200) ** 2 / 200 for count in counts.values())
        assert abs(chi_square - (size - 1)) < 5 * (2 * (size - 1)) ** 0.5


@pytest.mark.parametrize("chance", [Stream(1), SystemChance(), NonceChance()])
def test_one_of_one_is_the_first(chance: Chance) -> None:
    assert {chance.below(1) for _ in range(20)} == {0}
    assert {chance.below(3) for _ in range(300)} == {0, 1, 2}


def drawn(nonce: bytes, *sizes: int) -> list[int]:
    chance = NonceChance()
    chance.use(nonce)
    return [chance.below(size) for size in sizes]


def test_a_nonce_draws_by_sha_256_in_counter_mode() -> None:
    # Written out from the definition: the first 64 bits of SHA-256 of the nonce and an eight-byte count.
    numbers = [int.from_bytes(hashlib.sha256(b"nonce" + bytes(7) + bytes([i])).digest()[:8], "big") for i in range(3)]
    assert drawn(b"nonce", 52, 51, 50) == [numbers[0] % 52, numbers[1] % 51, numbers[2] % 50]


def test_what_would_bias_a_draw_is_thrown_away() -> None:
    # Of 2**64 numbers one more than half is the only whole multiple: almost every second block is thrown away.
    size = 2**63 + 1
    numbers = [
        int.from_bytes(hashlib.sha256(b"n" + count.to_bytes(8, "big")).digest()[:8], "big") for count in range(40)
    ]
    kept = [number for number in numbers if number < size]
    assert 5 < len(kept) < 35
    assert drawn(b"n", *[size] * len(kept)) == kept


@given(st.binary(min_size=1, max_size=34), st.binary(min_size=1, max_size=34))
def test_the_nonce_tells_the_draws_and_another_nonce_others(one: bytes, other: bytes) -> None:
    sizes = range(400, 360, -1)
    assert drawn(one, *sizes) == drawn(one, *sizes)
    assert (drawn(one, *sizes) == drawn(other, *sizes)) == (one == other)


def test_a_fresh_nonce_leaves_nothing_of_the_last() -> None:
    chance = NonceChance()
    for before in (0, 1, 7):
        chance.use(b"first")
        for _ in range(before):
            chance.below(52)
        chance.use(b"second")
        assert [chance.below(52) for _ in range(9)] == drawn(b"second", *[52] * 9)


def test_the_draws_of_nonces_are_even() -> None:
    found = Counter(drawn(number.to_bytes(32, "big"), 13)[0] for number in range(13_000))
    # Chi-squared with 12 degrees of freedom is over 45 once in a hundred thousand; the nonces are always these.
    assert sum((found[value] - 1000) ** 2 / 1000 for value in range(13)) < 45


def test_what_is_stored_tells_the_cards_dealt_and_none_to_come() -> None:
    def deal(second: bytes) -> tuple[list[str], list[str]]:
        chance = NonceChance()
        shoe = VirtualShoe(Deck(6), chance)
        chance.use(b"stored with the first answer")
        before = [shoe.draw().text for _ in range(5)]
        chance.use(second)
        return before, [shoe.draw().text for _ in range(5)]

    before, after = zip(*(deal(bytes([number])) for number in range(20)), strict=True)
    assert all(cards == before[0] for cards in before)
    assert len({tuple(cards) for cards in after}) == 20


# Shoes ----------------------------------------------------------------------------------------------------------------


@given(st.integers(0, MASK64), st.sampled_from([Deck(), Deck(1, 1), Deck(8, 0, ("T",))]))
@settings(max_examples=30, deadline=None)
def test_a_virtual_shoe_deals_each_card_exactly_once(seed: int, deck: Deck) -> None:
    shoe = VirtualShoe(deck, Stream(seed))
    dealt = []
    for left in range(len(deck), 0, -1):
        assert len(shoe) == left
        dealt.append(shoe.draw())
    assert Counter(dealt) == deck.counts
    with pytest.raises(DeckTooShort):
        shoe.draw()


def test_a_virtual_shoe_is_named_by_its_stream() -> None:
    deck = Deck(6)
    one, same, other = (VirtualShoe(deck, Stream(5, number)) for number in (1, 1, 2))
    first = [one.draw() for _ in range(20)]
    assert [same.draw() for _ in range(20)] == first
    assert [other.draw() for _ in range(20)] != first


def test_what_earlier_rounds_dealt_is_gone() -> None:
    deck = Deck()
    gone = parse_cards("As Kd")
    shoe = VirtualShoe(deck, Stream(3), [*gone, None])  # a card that nobody saw cannot be taken out
    dealt = [shoe.draw() for _ in range(len(shoe))]
    assert len(dealt) == 50
    assert not set(dealt) & set(gone)


def test_every_place_of_a_shoe_is_as_likely() -> None:
    """The first card of 13,000 shoes with four cards left, and the last: each about 3,250 times."""
    deck = Deck()
    first: Counter[Card] = Counter()
    last: Counter[Card] = Counter()
    for number in range(13_000):
        shoe = VirtualShoe(deck, Stream(9, number), CARDS[4:52])  # the four twos are left
        first[shoe.draw()] += 1
        shoe.draw()
        shoe.draw()
        last[shoe.draw()] += 1
    for counts in (first, last):
        assert set(counts) == set(CARDS[:4])
        assert all(abs(count - 3250) < 5 * (13_000 * 3 / 16) ** 0.5 for count in counts.values())


def test_a_recorded_shoe_gives_its_cards_in_order() -> None:
    shoe = RecordedShoe([card("As"), None, card("2c")])
    assert (shoe.left, shoe.keyed) == (3, False)
    assert [shoe.draw(), shoe.draw()] == [card("As"), None]
    assert shoe.left == 1
    shoe.draw()
    with pytest.raises(DeckTooShort, match="3 cards"):
        shoe.draw()


def test_a_keyed_shoe_knows_nothing() -> None:
    shoe = KeyedShoe()
    assert shoe.keyed
    shoe.draw()  # always there, never known


def test_what_is_left_after_some_cards() -> None:
    left = left_in(Deck(2), [card("As"), None, card("As"), card("Kd")])
    assert (left[card("As")], left[card("Kd")], left[card("2c")]) == (0, 1, 2)
    assert sum(left.values()) == 101
