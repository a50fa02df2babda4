"""Rules of Dueling as what-ifs: published variants of Casino War, and every deal of one deck gone through by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

import houseway
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Figures
from houseway.maths.rulings import readings

GAME = houseway.game("dueling")
RANKS = range(2, 15)


def figures(wager: str, rules: dict[str, str], decks: int = 6, paytable: str | None = None) -> Figures:
    asked = GAME.analyze(
        wager=wager, paytable=paytable, options={"decks": decks, "tie-bonus": "off"}, rules=rules, strategy="optimal"
    )
    return asked.figures[0]


@pytest.mark.parametrize(
    ("ties", "edge"),
    [
        # wizardofodds.com/games/casino-war: with war, and always surrendered.
        ("war", Fraction(142853, 4965115)),
        ("surrender", Fraction(23, 622)),
        # A tie is one of 23 in 311 deals, and the duel is fair without it.
        ("pushes", Fraction(0)),
        ("loses", Fraction(23, 311)),
    ],
)
def test_ties_of_six_decks(ties: str, edge: Fraction) -> None:
    found = figures("player", {"ties": ties})
    assert found.house_edge == edge == figures("dealer", {"ties": ties}).house_edge
    assert found.decisions == {}, "nothing is left to the player"
    assert sum(Fraction(outcome.probability) for outcome in found.outcomes) == 1


def by_hand(war_tie: tuple[int, int], surrender: Fraction, forced: bool) -> Fraction:
    """The player's mean with one deck, every card of every rank in turn; ``war_tie`` is what the two wagers win."""
    total, deals = Fraction(0), 52 * 51 * 50 * 49
    for card in RANKS:
        for community in RANKS:
            first = 4 * (4 - (card == community))
            if card != community:
                total += first * 50 * 49 * (1 if card > community else -1)
                continue
            war = Fraction(0)
            for own in RANKS:
                for other in RANKS:
                    left = (4 - 2 * (own == card)) * (4 - 2 * (other == card) - (own == other))
                    won = sum(war_tie) if own == other else 1 if own > other else -2
                    war += left * won
            given_up = surrender * 50 * 49
            total += first * (war if forced else max(war, given_up))
    return total / deals


@pytest.mark.parametrize(
    ("rules", "war_tie"),
    [
        ({}, (0, 1)),
        ({"war-ties": "pushes"}, (0, 0)),
        ({"war-ties": "loses"}, (-1, -1)),
        ({"war-ties": "loses", "ties": "war"}, (-1, -1)),
    ],
)
def test_a_tie_in_war_by_hand(rules: dict[str, str], war_tie: tuple[int, int]) -> None:
    expected = by_hand(war_tie, Fraction(-1, 2), forced="ties" in rules)
    assert figures("player", rules, decks=1).ev == expected


def test_what_favours_the_house_never_costs_it() -> None:
    order = [figures("player", {"war-ties": value}).house_edge for value in ("wins", "pushes", "loses")]
    assert order == sorted(order)
    order = [figures("player", {"ties": value}).house_edge for value in ("pushes", "choice", "surrender", "loses")]
    assert order == sorted(order)


def test_without_war_there_is_no_war_wager_and_two_cards_settle_tie_after_tie() -> None:
    with pytest.raises(BadQuestion, match="no tie goes to war"):
        figures("war", {"ties": "pushes"})
    everything = GAME.analyze(options={"decks": 6}, rules={"ties": "loses"}).figures
    assert "war" not in {item.wager for item in everything}
    settled = figures("tie-after-tie", {"ties": "loses"}, paytable="TAT2")
    surrendered = GAME.analyze(
        wager="tie-after-tie", paytable="TAT2", options={"decks": 6}, strategy="always-surrender"
    ).figures[0]
    assert [(item.event, item.probability) for item in settled.outcomes] == [
        (item.event, item.probability) for item in surrendered.outcomes
    ]


@pytest.mark.parametrize(
    ("rule", "value", "wager", "paytable", "mark"),
    [
        ("ace", "high", "combo-bet", "2CPB-1", "DD-1 a"),
        ("suited-pair", "flush", "combo-bet", "2CPB-5", "DD-3"),
    ],
)
def test_side_bets_agree_with_the_other_reading(rule: str, value: str, wager: str, paytable: str, mark: str) -> None:
    reading = next(item for item in readings(GAME) if item.mark == mark)
    effect = next(item for item in reading.effects if (item.wager, item.paytable) == (wager, paytable))
    assert figures(wager, {rule: value}, paytable=paytable).house_edge == effect.other != effect.taken


def test_combo_bet_counted_by_hand_with_one_deck() -> None:
    both = figures("combo-bet", {"ace": "high", "suited-pair": "flush"}, decks=1, paytable="2CPB-5")
    cards = [(rank, suit) for rank in RANKS for suit in range(4)]
    flushes = sum(
        one != other and one[1] == other[1] and abs(one[0] - other[0]) != 1 for one in cards for other in cards
    )
    in_line = sum(abs(one[0] - other[0]) == 1 for one in cards for other in cards)
    by_event = {item.event: item.count or 0 for item in both.outcomes}
    paid = sum(count for event, count in by_event.items() if event not in ("pair", "none"))
    assert paid == flushes + in_line
