"""Three Card Split, settled from the page on the round record: see ``page.py``."""

from __future__ import annotations

from itertools import combinations

from tests.outside.dueling import one_colour, rank
from tests.outside.page import Missing, Settling

Setting = tuple[list[str], str]
"""The high hand and the low card."""


def settle(s: Settling) -> None:
    """The round as far as the record goes."""
    hands: dict[int, list[str]] = {seat: [] for seat in (*s.seats, 0)}
    if s.options["deal"] == "single":
        for _ in range(3):
            for cards in hands.values():
                cards.append(s.card())
    else:
        for cards in hands.values():
            cards += [s.card(), s.card(), s.card()]
    community = s.card()
    answers = {seat: s.decision(seat) for seat in s.seats}
    house_cards = [s.seen(card) for card in hands[0]]
    # However the dealer set it, the house hand counts as the house way has it.
    house = house_way(house_cards)
    if s.record.get("void") or any(s.has(seat, wager) for seat in s.seats for wager in ("four-card-bonus", "jackpot")):
        s.seen(community)
    for seat in reversed(s.seats):
        cards = hands[seat]
        if "??" in cards:
            raise Missing
        answer = answers[seat]
        hand = house_way(cards) if answer == "house-way" else lay(cards, answer[1])
        s.pay(seat, "primary", (primary(hand, house),))
        if s.has(seat, "three-card-bonus"):
            s.pay(seat, "three-card-bonus", ("win" if wins(cards, house_cards, three_rank) else "lose",))
        for wager in ("four-card-bonus", "jackpot"):
            if s.has(seat, wager):
                s.pay(seat, wager, four_cards([*cards, community]))
    s.prizes()


def lay(cards: list[str], low: int) -> Setting:
    """Three cards with the one of number ``low`` low."""
    return [card for number, card in enumerate(cards, start=1) if number != low], cards[low - 1]


KINDS = ("high card", "suited", "connected", "pair", "suited connectors")


def high_rank(high: list[str]) -> tuple[int, int, int]:
    """Kind, higher card, lower card."""
    lower, higher = sorted(map(rank, high))
    suited, connected = high[0][1] == high[1][1], higher - lower == 1
    if (lower, higher) == (2, 14):
        lower, higher, connected = 1, 2, True
    kind = "suited connectors" if suited and connected else "pair" if lower == higher else ""
    kind = kind or ("connected" if connected else "suited" if suited else "high card")
    return KINDS.index(kind), higher, lower


def low_rank(low: list[str]) -> tuple[int, ...]:
    """The one card."""
    return (rank(low[0]),)


def reds(cards: list[str]) -> int:
    """How many are red."""
    return sum(card[1] in "dh" for card in cards)


def wins(mine: list[str], theirs: list[str], ranked: object) -> bool:
    """Whether the player's hand wins; equal ranks go by colours."""
    assert callable(ranked)
    a, b = ranked(mine), ranked(theirs)
    return bool(a > b or (a == b and reds(mine) == reds(theirs)))


def primary(hand: Setting, house: Setting) -> str:
    """The event of the primary wager."""
    high, low = hand
    if high_rank(high)[0] == 0 and rank(low) > max(map(rank, high)):
        return "foul"
    won = wins(high, house[0], high_rank) + wins([low], [house[1]], low_rank)
    return ("lose", "push", "win")[won]


def three_rank(cards: list[str]) -> tuple[int, ...]:
    """Kind, then the ranks in the order they are compared."""
    ranks = sorted(map(rank, cards), reverse=True)
    if ranks == [14, 3, 2]:
        ranks, straight = [3, 2, 1], True
    else:
        straight = ranks[0] - 1 == ranks[1] == ranks[2] + 1
    flush = len({card[1] for card in cards}) == 1
    different = len(set(ranks))
    if different == 2:
        pair = ranks[1]
        ranks = [pair, pair, next(each for each in ranks if each != pair)]
    made = (True, different == 2, flush, straight, different == 1, straight and flush)
    return (max(kind for kind, true in enumerate(made) if true), *ranks)


def house_way(cards: list[str]) -> Setting:
    """Three cards as the house sets them."""
    cards = sorted(cards, key=rank)
    kind = three_rank(cards)[0]
    if kind == 4:
        odd = next(n for n, card in enumerate(cards, 1) if reds([card]) != (reds(cards) >= 2))
        return lay(cards, odd)
    if kind in (2, 3, 5):
        return lay(cards, 3)
    made = [way for way in (lay(cards, low) for low in (1, 2, 3)) if high_rank(way[0])[0] > 0]
    if not made:
        return lay(cards, 2)
    made = [way for way in made if rank(way[1]) >= 10] or made
    return max(made, key=lambda way: (high_rank(way[0]), one_colour(way[0])))


def four_cards(cards: list[str]) -> tuple[str, ...]:
    """Every row that the four cards make."""
    ranks = [card[0] for card in cards]
    counts = sorted(ranks.count(each) for each in set(ranks))
    threes = [(straight(three), suited(three)) for three in combinations(cards, 3)]
    made = [
        ("four-aces", ranks == ["A"] * 4),
        ("four-of-a-kind", counts == [4]),
        ("four-card-straight-flush", straight(cards) and suited(cards)),
        ("three-card-straight-flush", (True, True) in threes),
        ("three-of-a-kind", counts[-1] >= 3),
        ("four-card-straight-or-flush", straight(cards) or suited(cards)),
        ("two-pair", counts == [2, 2]),
        ("three-card-straight-or-flush", any(any(three) for three in threes)),
    ]
    return tuple(event for event, true in made if true)


def suited(cards: list[str] | tuple[str, ...]) -> bool:
    """All of one suit."""
    return len({card[1] for card in cards}) == 1


def straight(cards: list[str] | tuple[str, ...]) -> bool:
    """Ranks in a row, the ace high or low."""
    for ace in (14, 1):
        ranks = sorted(ace if card[0] == "A" else rank(card) for card in cards)
        if ranks == list(range(ranks[0], ranks[0] + len(ranks))):
            return True
    return False
