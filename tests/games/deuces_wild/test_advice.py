"""The automatic player of Deuces Wild: against exact values, and always with an answer that is offered."""

from __future__ import annotations

import itertools
from collections import Counter
from functools import cache

import pytest

import houseway
from houseway.cards import Card, KeyedShoe, Stream, VirtualShoe
from houseway.cards.card import CARDS
from houseway.games.deuces_wild import advice, hands
from houseway.table.players import advised
from houseway.table.round import Round
from tests.games.deuces_wild.dealing import GAME, begin, deal, due

WILD = [kind for kind in CARDS if kind.rank in (0, 2)]
NATURAL = [kind for kind in CARDS if kind not in WILD]
Class = tuple[int, tuple[int, ...], bool]


def class_of(cards: tuple[Card, ...]) -> Class:
    """Wild cards, ranks of the others, and whether one suit holds these: nothing else can matter to a hand of five."""
    natural = [kind for kind in cards if kind.rank not in (0, 2)]
    return (
        len(cards) - len(natural),
        tuple(sorted(kind.rank for kind in natural)),
        len({kind.suit for kind in natural}) <= 1,
    )


@cache
def classes(size: int) -> dict[Class, tuple[Card, ...]]:
    """One hand of each class of ``size`` cards."""
    found: dict[Class, tuple[Card, ...]] = {}
    for wild in range(size + 1):
        for natural in itertools.combinations(NATURAL, size - wild):
            if not natural or natural[0].suit in "cd":  # any class can be had with a club or a diamond first
                hand = (*WILD[:wild], *natural)
                found.setdefault(class_of(hand), hand)
    return found


@cache
def outcomes() -> dict[Class, Counter[str]]:
    """For each class of four cards, how many of the 49 others make which row."""
    found = {}
    for key, hand in classes(4).items():
        made: Counter[str] = Counter()
        for kind in CARDS:
            if kind not in hand:
                rows = hands.five_card((*hand, kind))
                made[rows[0] if rows else "none"] += 1
        found[key] = made
    return found


@pytest.mark.parametrize("column", "ABCDEF")
def test_play_and_raise_are_the_best_decisions_for_every_hand(column: str) -> None:
    """Sums over the 49 fifth cards, and over the 50 fourth cards before them.

    Raising is worth it if four units at the odds lose less than the two already down; playing on, if the better of
    raising and folding loses less than the ante.
    """
    rows = houseway.game(GAME).setup(paytables={"ante": column}).paytables["ante"].rows
    odds = {row.event: int(row.pay.amount) for row in rows} | {"none": -1}
    best = {}
    for key, made in outcomes().items():
        raising = 4 * sum(odds[row] * count for row, count in made.items())
        assert raising != -2 * 49
        assert advice.raises(classes(4)[key]) == (raising > -2 * 49), classes(4)[key]
        best[key] = max(raising, -2 * 49)
    for hand in classes(3).values():
        playing = sum(best[class_of((*hand, kind))] for kind in CARDS if kind not in hand)
        assert playing != -49 * 50
        assert advice.plays(hand, odds["straight"] >= 3) == (playing > -49 * 50), hand


def answers(wagers: dict[str, int], cards: str, options: dict[str, str] | None = None) -> object:
    """What the automatic player of seat 1 answers when it is first asked."""
    round_ = begin({1: wagers}, cards, options=options)
    ask = round_.ask_for(1)
    assert ask is not None
    answer = advised(round_, ask)
    assert round_.refusal(1, answer) is None
    return answer


@pytest.mark.parametrize(("hand", "answer"), [("9c 9d 9h", "declare"), ("2c 9d 4h", "no"), ("4c 8c 2h", "declare")])
def test_treasure_is_declared_when_the_three_cards_qualify(hand: str, answer: str) -> None:
    assert answers({"three-card-treasure": 100}, deal("3c 3d 3h", hand)) == answer


@pytest.mark.parametrize(
    ("hand", "selected"),
    [
        ("4c 2d Xj", [2, 3]),  # every wild card
        ("Tc 2d Ah", [2]),
        ("3c Td Ah", [2]),  # a ten is in the most straights, and in every royal
        ("Tc Td 8h", [3]),  # one ten less is left to pair the other
        ("8c 9c 7d", [3]),  # two clubs less are left for a flush in clubs
    ],
)
def test_fortune_is_selected_blind_by_what_fits_the_most_community_hands(hand: str, selected: list[int]) -> None:
    assert answers({"five-card-fortune": 100}, deal("5d 6h 8s", hand, then="Qh")) == selected


@pytest.mark.parametrize(
    ("hand", "board", "selected"),
    [
        ("4c As 2d", "Ts Js Qs Ks", [2]),  # the natural royal beats the wild one
        ("4c 2d Xj", "9s 9d 5h Kc", [2, 3]),
        ("5c 9h Tc", "9s 9d 5h Kc", [2]),  # three nines before nines and fives, though both push
    ],
)
def test_fortune_is_selected_by_the_best_row_where_the_community_hand_is_seen(
    hand: str, board: str, selected: list[int]
) -> None:
    first, last = board[:8], board[9:]
    options = {"fortune-view": "revealed"}
    assert answers({"five-card-fortune": 100}, deal(first, hand, then=last), options) == selected


def test_where_the_cards_are_not_known_to_the_system_the_answer_is_the_default() -> None:
    wagers = {1: {"ante": 500, "three-card-treasure": 100, "five-card-fortune": 100}}
    round_ = begin(wagers, "", shoe=KeyedShoe())
    for ask, default in (("treasure", "no"), ("play", "fold"), ("fortune", (1,))):
        assert due(round_) == (1, ask)
        step = round_.ask_for(1)
        assert step is not None
        assert advised(round_, step) == default
        round_.answer(1, default)


def test_its_answers_are_always_legal_and_lose_little() -> None:
    """The exact value of the Ante on paytable A is a loss of 1.936 percent of it; 3,000 rounds come somewhere near."""
    game = houseway.game(GAME)
    won = 0
    for number in range(3_000):
        options = {
            "fortune-pool": ("three", "four", "five")[number % 3],
            "fortune-view": ("blind", "revealed")[number % 2],
        }
        setup = game.demonstration(options=options)
        wagers = {1: {"ante": 1000, "three-card-treasure": 500, "five-card-fortune": 500, "bonus-jackpot": 100}}
        round_ = Round(game, setup, [1], VirtualShoe(setup.deck, Stream(2017, number)))
        round_.play_out(wagers, advised, game.house["meters"])
        won += sum(line.net for line in round_.lines if line.wager in ("ante", "play", "raise"))
    # One round has a standard deviation of about 5.2 antes, 3,000 of them of about 285: three times that is allowed.
    assert abs(won + 0.01936 * 3_000 * 1000) < 3 * 285 * 1000
