"""Three Card Split: strategies as things. The best, the one to remember, the house way; charts; files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import houseway
from houseway.cards import CARDS, Stream, parse_cards
from houseway.games.three_card_split import hands, maths
from houseway.games.three_card_split.maths.classes import ASK, LOW, class_names, classes, house_places
from houseway.games.three_card_split.maths.counting import primary_counts
from houseway.games.three_card_split.maths.strategies import EVEN_MONEY, Count, best_count, short_places, values
from houseway.maths.strategy import Strategy, load_strategy

GAME = houseway.game("three-card-split")


def cost(strategy: Strategy) -> Fraction:
    return Fraction(GAME.price(GAME.strategy("optimal")).ev - GAME.price(strategy).ev)


def setting(situation: str, answer: str) -> hands.Setting:
    cards = parse_cards(situation)
    return hands.settings(cards)[LOW.index(answer)]


def test_the_best_play_is_best_in_every_situation() -> None:
    worth = values(EVEN_MONEY)
    best = GAME.strategy("optimal")
    for number, situation in enumerate(class_names()):
        place = LOW.index(best.action(ASK, situation))
        assert worth[number, place] == max(worth[number])
        if worth[number, house_places()[number]] == max(worth[number]):
            assert place == house_places()[number], "the house way where it is as good"
        assert not hands.is_foul(*setting(situation, LOW[place]))


def test_no_strategy_beats_the_best() -> None:
    chance = Stream(2)
    best = GAME.strategy("optimal")
    named = [GAME.strategy("house-way"), GAME.strategy("short")]
    for _ in range(5):
        table = dict(best.tables[ASK])
        for situation in class_names():
            if chance.below(40) == 0:
                table[situation] = LOW[chance.below(3)]
        named.append(Strategy(GAME.slug, "changed", {ASK: table}))
    for other in named:
        assert cost(other) > 0
    assert cost(best) == 0
    assert cost(GAME.strategy("short")) < cost(GAME.strategy("house-way"))


def test_the_cost_is_the_sum_over_the_hands_that_differ() -> None:
    """What a changed situation costs is the difference of its two settings, times its hands."""
    best, short = GAME.strategy("optimal"), GAME.strategy("short")
    found = primary_counts()
    number = {situation: place for place, situation in enumerate(class_names())}
    lost = 0
    for ask, situation, mine, theirs in best.differences(short):
        assert ask == ASK
        at = number[situation]
        net = [int(found.win[at, place] - found.lose[at, place] - found.foul[at, place]) for place in range(3)]
        lost += (net[LOW.index(mine)] - net[LOW.index(theirs)]) * int(classes().weights[at])
    assert cost(short) == Fraction(lost, 22_100 * 18_424)
    note = GAME.analyze(wager="primary", strategy="short").figures[0].notes[0]
    assert f"{float(cost(short)):.4%}" in note


def top_of(high: hands.High) -> int:
    """The rank of the top card; the ace of the lowest connection counts one."""
    return 2 if {card.text[0] for card in high} == {"A", "2"} else max(card.rank for card in high)


def count_of(count: Count, way: hands.Setting) -> tuple[int, int]:
    """The rules of the short strategy, followed as a person would."""
    high, low = way
    kind = hands.HIGH_KINDS.index(hands.kind_of_high(high))
    less = 1 if kind == count.split and top_of(high) < count.under else 0
    return low.rank + count.points[kind] - less, hands.high_rank(high)


def test_the_short_strategy_follows_its_rules() -> None:
    count = best_count(EVEN_MONEY)
    short = GAME.strategy("short")
    for situation in class_names():
        ways = [way for way in hands.settings(parse_cards(situation)) if not hands.is_foul(*way)]
        played = setting(situation, short.action(ASK, situation))
        assert count_of(count, played) == max(count_of(count, way) for way in ways)
    words = " ".join(short.rules)
    assert len(short.rules) <= 5
    for points in count.points[1:]:
        assert f"{points} for" in words


def test_the_short_strategy_is_found_not_given() -> None:
    """No other points near it do better, and other pays lead to other points."""
    count = best_count(EVEN_MONEY)
    weights = classes().weights

    def value(points: Count) -> int:
        worth = values(EVEN_MONEY)
        total = 0
        for number, situation in enumerate(class_names()):
            if number % 9:
                continue
            ways = hands.settings(parse_cards(situation))
            allowed = [place for place in range(3) if not hands.is_foul(*ways[place])]
            place = max(allowed, key=lambda at: count_of(points, ways[at]))
            total += int(worth[number, place]) * int(weights[number])
        return total

    far = [Count((0, 1, 2, 3, 4)), Count((0, 4, 4, 4, 4)), Count((0, 8, 12, 14, 20))]
    assert all(value(count) > value(other) for other in far)
    high = best_count((Fraction(50), Fraction(0), Fraction(-1), Fraction(-1)))
    safe = best_count((Fraction(1), Fraction(0), Fraction(-50), Fraction(-50)))
    assert high != safe


def near(count: Count) -> Iterator[Count]:
    """Counts with one number or two of them a little otherwise, or with other cards split."""
    kinds = range(1, len(count.points))
    changes = [{kind: step} for kind in kinds for step in (-2, -1, 1, 2)]
    changes += [{one: a, other: b} for one, other in combinations(kinds, 2) for a in (-1, 1) for b in (-1, 1)]
    for change in changes:
        points = tuple(each + change.get(kind, 0) for kind, each in enumerate(count.points))
        if min(points) >= 0:
            yield count._replace(points=points)
    for kind in kinds:
        more = tuple(each + (place == kind) for place, each in enumerate(count.points))
        for under in range(4, 15):
            yield Count(count.points, kind, under)
            yield Count(more, kind, under)
    yield count._replace(under=0)


@pytest.mark.parametrize("lose", ["1/2", "3", "-1/7"])
def test_no_count_near_the_one_found_wins_more(lose: str) -> None:
    """A losing hand pays, or loses less: every class is set by every count near the one that is found."""
    nets = (Fraction(1), Fraction(0), Fraction(lose), Fraction(-1))
    every = [hands.settings(parse_cards(situation)) for situation in class_names()]
    kind = np.array([[hands.HIGH_KINDS.index(hands.kind_of_high(high)) for high, _ in ways] for ways in every])
    top = np.array([[top_of(high) for high, _ in ways] for ways in every])
    low = np.array([[card.rank for _, card in ways] for ways in every])
    rank = np.array([[hands.high_rank(high) for high, _ in ways] for ways in every])
    foul = np.array([[hands.is_foul(*way) for way in ways] for ways in every])
    worth = values(nets) * classes().weights[:, None]

    def value(count: Count) -> int:
        counted = low + np.array(count.points)[kind] - ((kind == count.split) & (top < count.under))
        best = np.argmax(np.where(foul, -1, counted * 10_000 + rank), axis=1)
        return int(worth[np.arange(len(best)), best].sum())

    count = best_count(nets)
    assert value(count) == int(worth[np.arange(len(worth)), short_places(nets)].sum())
    assert value(count) >= max(value(other) for other in near(count))
    assert value(count) > value(best_count(EVEN_MONEY)) or count == best_count(EVEN_MONEY)


def test_every_situation_is_answered() -> None:
    for strategy in (GAME.strategy("optimal"), GAME.strategy("short"), GAME.strategy("house-way")):
        strategy.check(maths.situations(), maths.answers())
        assert len(strategy.tables[ASK]) == 3497
    assert GAME.strategy("house-way").tables[ASK]["9c 9d 9h"] == "low 1", "two of one colour go high"
    assert GAME.strategy("optimal", pays={"win": "3"}).tables != GAME.strategy("optimal").tables


def test_a_strategy_is_saved_and_loaded(tmp_path: Path) -> None:
    strategy = GAME.strategy("short")
    strategy.save(tmp_path / "short.json")
    assert load_strategy(tmp_path / "short.json") == strategy


@pytest.mark.parametrize("name", ["optimal", "short", "house-way"])
def test_charts_say_what_the_strategy_says(name: str) -> None:
    named = {
        "optimal": GAME.strategy("optimal"),
        "short": GAME.strategy("short"),
        "house-way": GAME.strategy("house-way"),
    }
    strategy = named[name]
    charts = maths.charts(strategy)
    shown = {chart.title: chart for chart in charts}
    assert len(charts) == 8
    for chart in charts:
        assert len(chart.cells) == len(chart.row_names)
        assert all(len(row) == len(chart.column_names) for row in chart.cells)
        assert {mark for row in chart.cells for cell in row for mark in cell} == set(chart.legend)
    three = shown["three cards, no two suited"]
    votes: dict[tuple[str, str], Counter[str]] = {}
    for situation, weight in zip(class_names(), classes().weights.tolist(), strict=True):
        low, mid, top = parse_cards(situation)
        if len({low.rank, mid.rank, top.rank}) == 3 and len({low.suit, mid.suit, top.suit}) == 3:
            at = f"{top.text[0]}-{mid.text[0]}", low.text[0]
            votes.setdefault(at, Counter())["LMH"[LOW.index(strategy.action(ASK, situation))]] += weight
    for (row, column), found in votes.items():
        cell = three.cells[three.row_names.index(row)][three.column_names.index(column)]
        assert cell[0] == found.most_common(1)[0][0]
        assert cell.endswith("*") == (len(found) > 1)


def test_a_chart_of_pairs_knows_which_one_is_split() -> None:
    """Every pair split, the odd card with its suited partner, then with the other one."""
    tables: dict[str, dict[str, str]] = {"S": {}, "W": {}}
    for situation in class_names():
        cards = parse_cards(situation)
        odd = [card for card in cards if sum(other.rank == card.rank for other in cards) == 1]
        for mark, table in tables.items():
            table[situation] = LOW[0]
            if len(odd) == 1:
                pair = [card for card in cards if card is not odd[0]]
                suited = [card for card in pair if card.suit == odd[0].suit]
                keep = suited[0] if suited else pair[0]
                low = next(card for card in pair if (card is keep) == (mark == "W"))
                table[situation] = LOW[cards.index(low)]
    for mark, table in tables.items():
        charts = {chart.title: chart for chart in maths.charts(Strategy(GAME.slug, mark, {ASK: table}))}
        assert {cell for row in charts["a pair and a card suited with one"].cells for cell in row if cell} == {mark}
        assert {cell for row in charts["a pair and a card suited with neither"].cells for cell in row if cell} == {"S"}


def test_advice_of_the_automatic_player_is_close_to_the_best() -> None:
    """The automatic player's own tables say that more would gain less than a hundredth of a percent."""
    from houseway.games.three_card_split import advice

    table = {}
    for situation, head in zip(class_names(), classes().heads.tolist(), strict=True):
        cards = tuple(CARDS[code] for code in head)
        table[situation] = LOW[advice._best((cards[0], cards[1], cards[2])) - 1]
    assert 0 <= cost(Strategy(GAME.slug, "automatic", {ASK: table})) < Fraction(1, 10_000)
