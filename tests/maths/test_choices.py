"""The worth of every choice, a strategy of one's own and its mistakes: against prices, enumeration and closed forms."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

import houseway
from houseway.cards.card import CARDS
from houseway.games.deuces_wild import hands as deuces
from houseway.games.three_card_split import hands as split
from houseway.maths.choices.cell_worths import open_cells
from houseway.maths.choices.hand_worths import Decisions, choices_of
from houseway.maths.choices.mistakes import Bill, bill_of
from houseway.maths.question_errors import (
    BadQuestion,
    BadStrategy,
    Contradiction,
    StrategyHole,
    UnknownChoice,
    UnknownHand,
)
from houseway.maths.strategy import Strategy

PLAYED = {
    "dueling": "always-surrender",
    "three-card-split": "house-way",
    "deuces-wild": "always-play",
    "triple-attack": "total-only",
}
"""A strategy of each game that is not the best."""


@cache
def played(slug: str) -> tuple[houseway.Game, Strategy, Decisions]:
    game = houseway.game(slug)
    strategy = game.strategy(PLAYED[slug])
    return game, strategy, game.decisions(strategy)


@cache
def bill_at(slug: str) -> Bill:
    game, _, found = played(slug)
    return bill_of(found, choices_of(game).in_words)


# -- what the mistakes cost together


@pytest.mark.parametrize("slug", ["dueling", "three-card-split", "deuces-wild"])
def test_the_mistakes_add_up_to_what_the_strategy_costs(slug: str) -> None:
    """Prices come from counting how rounds end, mistakes from the worth of choices: they meet in a fraction."""
    game, strategy, _ = played(slug)
    bill = bill_at(slug)
    wager = bill.wager
    assert bill.ev == game.price(strategy, wager=wager).ev
    assert bill.best_ev == game.price("optimal", wager=wager).ev
    assert isinstance(bill.added_up, Fraction)
    assert bill.added_up == bill.cost > 0
    assert [item.per_round for item in bill.mistakes] == sorted(
        (item.per_round for item in bill.mistakes), reverse=True
    )


def test_the_mistakes_of_a_blackjack_player_add_up_with_splits_and_all_attacks() -> None:
    game, strategy, _ = played("triple-attack")
    bill = bill_at("triple-attack")
    cost = float(game.price("optimal").ev) - float(game.price(strategy).ev)
    assert bill.cost == pytest.approx(cost, abs=1e-15)
    assert bill.added_up == pytest.approx(cost, abs=1e-13)
    # Among them hands that come by splits too, which cost more than what is staked on the hand as dealt.
    assert {"play", "split", "third-attack"} == {item.ask for item in bill.mistakes}


def test_the_mistakes_of_a_selection_add_up_beside_an_ante() -> None:
    game = houseway.game("deuces-wild")
    strategy = game.strategy("short", wager="five-card-fortune")
    alone = game.mistakes(strategy)
    assert alone.added_up == alone.cost > 0
    assert alone.mistakes[0].best_words.startswith("select ")
    asked = {"fortune-view": "blind", "ante": "none"}
    assert game.price(strategy, wager="five-card-fortune", options=asked).ev == alone.ev


def test_no_mistake_in_the_best_play() -> None:
    game = houseway.game("dueling")
    bill = game.mistakes(game.strategy())
    assert (bill.mistakes, bill.cost, bill.added_up) == ((), 0, 0)


# -- what a choice is worth, by other ways


def test_a_tie_comes_as_often_as_two_cards_match() -> None:
    """Six decks: of the 311 cards left 23 tie."""
    _, _, found = played("dueling")
    hands = found.of("war").hands
    assert sum(item.often for item in hands.values()) == Fraction(23, 311)
    assert all(item.worths["surrender"] == Fraction(-1, 2) for item in hands.values())


def test_a_setting_is_worth_what_every_house_hand_makes_of_it() -> None:
    """All 18,424 house hands, judged one by one by the rules."""
    hand = "9c 9d Kc"
    _, _, found = played("three-card-split")
    cards = houseway.parse_cards(hand)
    rest = [card for card in CARDS[:52] if card not in cards]
    worth = found.of("set").hands[hand].worths
    totals = dict.fromkeys(range(3), 0)
    for house in combinations(rest, 3):
        high, low = split.house_way(house)
        for place in range(3):
            mine = (cards[0], cards[1], cards[2])
            own = tuple(card for card in mine if card is not mine[place])
            result = split.primary(((own[0], own[1]), mine[place]), (high, low))
            totals[place] += {"win": 1, "push": 0}.get(result[0], -1)
    assert [worth[f"low {place + 1}"] for place in range(3)] == [Fraction(totals[place], 18_424) for place in range(3)]


def test_a_raise_is_worth_what_every_fifth_card_makes_of_it() -> None:
    game, _, found = played("deuces-wild")
    hand = "Ts 9s 8s 7h"
    cards = houseway.parse_cards(hand)
    table = game.edition().paytable("ante", game.edition().paytable_ids("ante")[0], {})
    total = Fraction(0)
    for fifth in CARDS:
        if fifth in cards:
            continue
        rows = deuces.five_card((*cards, fifth))
        total += 4 * (table.row(rows).pay.amount if rows else Fraction(-1))
    item = found.of("raise").hands[hand]
    assert item.worths == {"raise": total / 49, "fold": -2}
    # Every hand is played: it comes with every one of its 4 · 3 deals of a suit and another.
    assert item.often == Fraction(12, 53 * 52 * 51 * 50 // 24)


def test_insurance_is_worth_what_the_cards_left_make_of_it() -> None:
    """Eight decks without tens: 96 face cards of 381 unseen, 24 of them with the suit of the ace; 5 to 1 and 2 to 1."""
    _, _, found = played("triple-attack")
    hands = found.of("insurance").hands
    assert hands["0/0"].worths["bet"] == pytest.approx((24 * 5 + 72 * 2 - 285) / 381, abs=1e-15)
    assert hands["2/1"].worths["bet"] == pytest.approx((23 * 5 + 71 * 2 - 287) / 381, abs=1e-15)
    assert sum(item.often for item in hands.values()) == pytest.approx(32 / 384, abs=1e-15)


def test_hands_are_played_as_often_as_decisions_are_taken() -> None:
    """How often hands come, hand by hand and in splits, sums up to the frequencies of the analysis."""
    game, strategy, found = played("triple-attack")
    shares = game.price(strategy).decisions["play"]
    answers = found.answers["play"]
    for word in ("stand", "hit", "double"):
        often = sum(item.often for hand, item in found.of("play").hands.items() if answers[hand] == word)
        assert often == pytest.approx(float(shares[word]), abs=1e-13)


# -- cells


@pytest.mark.parametrize("slug", ["dueling", "three-card-split", "triple-attack"])
def test_every_cell_opens_to_the_mean_of_its_hands(slug: str) -> None:
    game, strategy, found = played(slug)
    drawn = game.drawn(strategy)
    cells = list(open_cells(drawn, found))
    filled = sum(bool(cell) for _, chart in drawn for row in chart.cells for cell in row)
    assert len(cells) == filled
    marks = {
        (chart.title, row, column): mark.rstrip("*")
        for _, chart in drawn
        for row, line in zip(chart.row_names, chart.cells, strict=True)
        for column, mark in zip(chart.column_names, line, strict=True)
    }
    for cell in cells:
        assert cell.shown == marks[cell.chart, cell.row, cell.column]
        assert cell.best == cell.choices[0].mark
        assert len(cell.differing) < cell.hands or cell.hands == 1
        for item in cell.differing:
            assert item.gains > 0
            assert item.best != cell.shown
    whole = sum((cell.often for cell in cells if cell.ask == cells[-1].ask), 0 * cells[0].often)
    asked = sum((item.often for item in found.of(cells[-1].ask).hands.values()), 0 * cells[0].often)
    assert float(whole) == pytest.approx(float(asked), abs=1e-12)


def test_a_cell_of_the_best_play_lists_the_hands_that_the_chart_stars() -> None:
    game = houseway.game("three-card-split")
    best = game.strategy()
    starred = {
        (chart.title, item.row, item.column): {hand for hands in item.otherwise.values() for hand in hands}
        for chart in game.charts(best)
        for item in chart.exceptions
    }
    assert starred
    for (title, row, column), hands in starred.items():
        opened = game.cell(best, (title, row, column))
        assert {item.hand for item in opened.differing} == hands
        assert opened.as_dict()["differing_count"] == len(hands)


def test_a_cell_that_is_not_there_is_refused_with_those_that_are() -> None:
    game, strategy, _ = played("dueling")
    for cell, said in (
        (("Soft totals", "tie", "2"), "War or surrender"),
        (("War or surrender", "push", "2"), "tie"),
        (("War or surrender", "tie", "X"), "T, J, Q, K, A"),
    ):
        with pytest.raises(BadQuestion) as raised:
            game.cell(strategy, cell)
        assert said in (raised.value.remedy or "")


# -- a strategy of one's own


@pytest.mark.parametrize("slug", list(PLAYED))
def test_a_strategy_is_written_and_read_back(slug: str) -> None:
    game, strategy, found = played(slug)
    text = game.strategy_text(strategy)
    back = game.read_strategy(text)
    assert back.name == strategy.name
    assert {ask: back.tables[ask] for ask in found.answers} == found.answers


def test_exceptions_come_back_and_may_be_written_in_any_order() -> None:
    game = houseway.game("three-card-split")
    best = game.strategy()
    text = game.strategy_text(best)
    assert "\n- " in text
    assert game.read_strategy(text).tables == best.tables
    hand = next(line for line in text.splitlines() if line.startswith("- ")).partition(": ")[2].split("; ")[0]
    turned = " ".join(reversed(hand.split()))
    assert turned != hand
    assert game.read_strategy(text.replace(f": {hand}", f": {turned}", 1)).tables == best.tables


def test_a_player_who_stands_on_hard_twelve_against_a_two() -> None:
    """One cell of the chart changed: the mistakes are its hands, and they cost what the whole strategy costs more."""
    game, plain, _ = played("triple-attack")
    lines = game.strategy_text(plain).splitlines()
    at = next(
        number
        for number, line in enumerate(lines)
        if line.startswith("| 12 ") and number > lines.index("## Hard totals")
    )
    cells = lines[at].split("|")
    assert cells[2].strip() == "H"
    lines[at] = "|".join([*cells[:2], " stand ", *cells[3:]])
    mine = game.read_strategy("\n".join(lines))
    own = game.mistakes(mine)
    new = {item.hand: item for item in own.mistakes}
    for item in bill_at("triple-attack").mistakes:
        new.pop(item.hand, None)
    assert new
    assert all(hand.endswith("/2") and item.made == "stand" and item.best == "hit" for hand, item in new.items())
    assert own.added_up == pytest.approx(float(own.cost), abs=1e-13)


DUELING = """# mine

Game: dueling

## War or surrender

| rank of the tie | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | T | J | Q | K | A |
| --- | - | - | - | - | - | - | - | - | - | - | - | - | - |
| tie | W | W | W | W | W | W | W | surrender | W* | w | W | W | W |
"""


def test_words_stars_and_small_letters_are_read() -> None:
    game = houseway.game("dueling")
    mine = game.read_strategy(DUELING)
    assert mine.name == "mine"
    assert [rank for rank, answer in mine.tables["war"].items() if answer == "surrender"] == ["9"]
    (mistake,) = game.mistakes(mine).mistakes
    assert (mistake.hand, mistake.made, mistake.best_words) == ("9", "surrender", "go to war")


@pytest.mark.parametrize(
    ("old", "new", "error", "said"),
    [
        ("| W* |", "|    |", StrategyHole, "1 hand: T"),
        ("| W* |", "| X |", UnknownChoice, "line 9: 'X' is no choice at War or surrender, tie, T"),
        ("| tie |", "| push |", UnknownHand, "no row 'push'"),
        ("| 9 |", "| 10 |", UnknownHand, "no column '10'"),
        ("## War", "## Peace", UnknownHand, "no chart"),
        ("Game: dueling", "Game: roulette", BadStrategy, "for roulette, not for dueling"),
        ("Game: dueling", "", BadStrategy, "does not name its game"),
        ("# mine", "mine", BadStrategy, "line 1 is no part of a strategy"),
        ("| tie | W |", "| tie | S | W |", BadStrategy, "14 cells for 13 columns"),
        ("## War or surrender", "", BadStrategy, "before any chart"),
    ],
)
def test_a_strategy_that_does_not_hold_is_refused_at_its_line(
    old: str, new: str, error: type[BadStrategy], said: str
) -> None:
    assert old in DUELING
    with pytest.raises(error) as raised:
        houseway.game("dueling").read_strategy(DUELING.replace(old, new, 1))
    assert said in raised.value.message
    assert raised.value.remedy


@pytest.mark.parametrize(
    ("more", "error", "said"),
    [
        ("| tie | S | | | | | | | | | | | | |", Contradiction, "is S here and W in line 9"),
        ("- S: 2\n- W: 2", Contradiction, "2 is answered war here and surrender in line 10"),
        ("- S: 1", UnknownHand, "has no hand '1'"),
        ("- hit: 2", UnknownChoice, "'hit' is no choice with 2"),
        ("## War or surrender", Contradiction, "given twice"),
    ],
)
def test_what_says_two_things_or_names_what_is_not_there_is_refused(
    more: str, error: type[BadStrategy], said: str
) -> None:
    with pytest.raises(error) as raised:
        houseway.game("dueling").read_strategy(f"{DUELING}{more}\n")
    assert said in raised.value.message


def test_two_charts_that_disagree_about_a_hand() -> None:
    """Four columns of a row speak of the same hands where there is a pair."""
    game, strategy, _ = played("deuces-wild")
    text = game.strategy_text(strategy)
    row = next(line for line in text.splitlines() if line.startswith("| a pair or more"))
    with pytest.raises(Contradiction) as raised:
        game.read_strategy(text.replace(row, row.replace("| P ", "| – ", 1), 1))
    assert "in a row" in raised.value.message and "one gap" in raised.value.message


def test_a_game_that_does_not_work_out_its_choices_says_so() -> None:
    from tests.toys import toy_game

    with toy_game() as toy, pytest.raises(BadQuestion, match="does not work out"):
        toy.mistakes(toy.strategy("short"))
