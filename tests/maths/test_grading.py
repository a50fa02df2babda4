"""Grades of decisions: the best choice is the exact strategy's, and what another gives up is money at the stakes."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

import houseway
from houseway.cards import Stream, VirtualShoe, parse_cards
from houseway.facade import Game
from houseway.games.deuces_wild.maths.fortune import selection_values
from houseway.maths.blackjack.rules import BlackjackRules
from houseway.maths.blackjack.rules import shoe_of as shoe_of_decks
from houseway.maths.blackjack.solver import solve
from houseway.maths.grading import grade, weigh
from houseway.maths.hint_words import advice, basis, what_it_gave_up
from houseway.maths.terms import returned
from houseway.maths.worth import Book
from houseway.registry import all_games, words
from houseway.rulebook.money import dollars
from houseway.rulebook.steps import Ask
from houseway.table.players import RandomPlayer, Seen
from houseway.table.round import Decider, Round
from houseway.table.setup import Setup
from houseway.table.variety import varied_wagers
from tests.rounds import shoe_of

QUESTIONS = {
    "deuces-wild": {"treasure", "play", "raise", "fortune"},
    "dueling": {"war"},
    "three-card-split": {"set"},
    "triple-attack": {"second-attack", "third-attack", "insurance", "play"},
}


SENTENCE = re.compile(
    r"[A-Z][^.]*(\$[\d,]+\.\d\d)?\. "
    r"(You (win|lose) [^;]+; .+ (wins|loses) [^;]+\.|It costs nothing; .+\.|Every choice is worth the same\.)"
)
"""The best choice, what it wins, and what the next best does."""

CODE = re.compile(r"\b([2-9TJQKA][cdhs]|Xj)\b|[a-z]-[a-z]")
"""A card's code or a slug, which nobody at a seat should read."""


class Shelf(NamedTuple):
    """A table of an ordinary house with its book, and its best strategy as a player."""

    game: Game
    setup: Setup
    book: Book
    best: Decider


@cache
def shelf(slug: str, options: tuple[tuple[str, str], ...] = ()) -> Shelf:
    game = houseway.game(slug)
    setup = game.demonstration(options=dict(options))
    book = game.book(setup)
    assert book is not None
    return Shelf(game, setup, book, game.kernel.decide(game, setup))


class Judged:
    """Plays any legal answer at a table and, before each, holds the weighing against the best strategy."""

    def __init__(self, slug: str, seed: int, **options: str) -> None:
        self.slug, self.seed = slug, seed
        self.table = shelf(slug, tuple((name.replace("_", "-"), value) for name, value in options.items()))
        self.met: Counter[str] = Counter()
        self.decisions = 0

    def play(self, wanted: int) -> Counter[str]:
        """Rounds with any legal wagers in any seats, until so many decisions were judged. Returned: what was met."""
        game, setup, _, _ = self.table
        positions, number = setup.edition.about.positions, 0
        while self.decisions < wanted:
            number += 1
            chance = Stream(self.seed, number)
            seats = sorted({1 + chance.below(positions) for _ in range(1 + chance.below(positions))})
            self.wagers = {seat: varied_wagers(setup, chance) for seat in seats}
            self.player = RandomPlayer(chance)
            round_ = Round(game, setup, seats, VirtualShoe(setup.deck, Stream(self.seed + 1, number)))
            round_.play_out(self.wagers, self.answer, dict.fromkeys(setup.meters, 100_000))
        return self.met

    def answer(self, round_: Round, ask: Ask) -> Any:
        """Any answer; a player's question is judged first."""
        if isinstance(ask.seat, int):
            self.judge(round_, ask, ask.seat)
        return self.player(round_, ask)

    def judge(self, round_: Round, ask: Ask, seat: int) -> None:
        """Every choice offered has its worth and would be taken; the best is the strategy's, or as good."""
        _, setup, book, best = self.table
        weighing = weigh(book, ask, Seen(round_.layout, setup, seat))
        assert weighing is not None, f"no figure for {ask.ask}"
        known = {one.answer if isinstance(one.answer, str) else one.answer[0] for one in weighing.choices}
        assert {choice.word for choice in ask.choices} <= known
        for one in weighing.choices:
            assert round_.refusal(seat, one.answer) is None
            assert weighing.given_up(one.answer) == pytest.approx(weighing.best.cents - one.cents, abs=1e-6)
        lost = weighing.given_up(best(round_, ask))
        self.decisions += 1
        self.met[ask.ask] += 1
        self.met["split hand"] += isinstance(ask.place, tuple)
        self.met["several selected"] += ask.pick is not None and len(weighing.best.answer) > 1
        sentence = advice(words(self.slug), ask, weighing)
        assert SENTENCE.fullmatch(sentence), sentence
        assert not CODE.search(sentence + basis(weighing)), sentence
        stakes = self.wagers[seat]
        if ask.ask in ("play", "raise") and stakes.get("ante") and stakes.get("five-card-fortune"):
            # The strategy plays the Ante alone; with Five Card Fortune beside it more hands stay in.
            assert lost == 0.0 or weighing.best.answer != "fold"
            self.met["beside Fortune"] += 1
        else:
            assert lost == 0.0, (ask, round_.layout.known_to(seat, ask.place or seat), weighing)


@pytest.mark.parametrize("slug", list(QUESTIONS))
def test_the_best_choice_is_that_of_the_exact_strategy(slug: str) -> None:
    met = Judged(slug, 11).play(300)
    assert QUESTIONS[slug] <= set(met)
    if slug == "triple-attack":
        assert met["split hand"]
    if slug == "deuces-wild":
        assert met["beside Fortune"]


@pytest.mark.soak
@pytest.mark.parametrize("slug", list(QUESTIONS))
def test_ten_thousand_decisions_of_each_game_are_graded_as_the_strategy_says(slug: str) -> None:
    met = Judged(slug, 23).play(10_000)
    assert QUESTIONS[slug] <= set(met)
    if slug == "triple-attack":
        assert met["split hand"] > 100
    if slug == "deuces-wild":
        assert met["several selected"] > 10 and met["beside Fortune"] > 100


@pytest.mark.soak
@pytest.mark.parametrize(
    ("slug", "options"),
    [
        ("deuces-wild", {"fortune_pool": "three"}),
        ("deuces-wild", {"fortune_pool": "five"}),
        ("deuces-wild", {"fortune_view": "revealed"}),
        ("deuces-wild", {"fortune_pool": "five", "fortune_view": "revealed"}),
        ("dueling", {"spots": "play", "tie_bonus": "on"}),
        ("three-card-split", {"hands_set": "up"}),
    ],
)
def test_grades_agree_with_the_strategy_under_other_options_of_the_house(slug: str, options: dict[str, str]) -> None:
    assert set(Judged(slug, 31, **options).play(2_000)) >= QUESTIONS[slug]


# -- money


def asked(slug: str, wagers: dict[int, dict[str, int]], cards: str, *given: tuple[int, Any]) -> tuple[Round, Ask, Seen]:
    """The question that is due after the answers ``given``, of the first seat that has one."""
    game, setup, _, _ = shelf(slug)
    round_ = Round(game, setup, list(wagers), shoe_of(cards))
    for seat, placed in wagers.items():
        round_.answer(seat, placed)
    for seat, answer in given:
        round_.answer(seat, answer)
    seat = next(who for who in round_.due_from() if isinstance(who, int))
    ask = round_.ask_for(seat)
    assert ask is not None
    return round_, ask, Seen(round_.layout, setup, seat)


def test_what_an_answer_gives_up_is_money_at_the_stakes() -> None:
    _, ask, seen = asked("dueling", {1: {"player": 1500}}, "9h 9s")
    weighing = weigh(shelf("dueling").book, ask, seen)
    assert weighing is not None and weighing.unit == 1500
    assert weighing.of("surrender") == -750.0
    war = weighing.of("war")
    assert war is not None and -750.0 < war < 0.0
    found = grade(shelf("dueling").book, ask, seen, "surrender")
    assert found is not None and not found.right
    assert found.gave_up == war + 750.0
    right = grade(shelf("dueling").book, ask, seen, "war")
    assert right is not None and right.right and right.gave_up == 0.0
    assert grade(shelf("dueling").book, ask, seen, "fold") is None


def test_wars_are_worth_what_makes_the_whole_wager_worth_what_analysis_says() -> None:
    wars = []
    for rank in "23456789TJQKA":
        _, ask, seen = asked("dueling", {1: {"player": 1000}}, f"{rank}h {rank}s")
        weighing = weigh(shelf("dueling").book, ask, seen)
        assert weighing is not None
        wars.append(weighing.best.share)
    game, setup = shelf("dueling").game, shelf("dueling").setup
    figures = game.analyze(wager="player", options={"decks": setup.options["decks"]}).figures[0]
    # The duel itself is even: all that is lost is lost after a tie.
    cards = 52 * int(setup.options["decks"])
    tie = (cards // 13 - 1) / (cards - 1)
    assert tie * sum(wars) / 13 == pytest.approx(-float(figures.house_edge), abs=1e-12)


def test_an_amount_below_the_most_wins_so_much_less() -> None:
    given = ((1, ["bet", 500]), (1, ["bet", 500]))
    _, ask, seen = asked("triple-attack", {1: {"first-attack": 1000}}, "6c 6h 5s Kd", *given)
    weighing = weigh(shelf("triple-attack").book, ask, seen)
    assert weighing is not None and weighing.unit == 2000
    # Eleven against a six: one more card decides a doubled hand, so each dollar on it is worth the same.
    whole = weighing.of("double")
    assert whole is not None and weighing.best.answer == ["double", 2000]
    assert weighing.of(["double", 2000]) == whole
    assert weighing.of(["double", 1000]) == pytest.approx(whole * 3 / 4)
    assert weighing.of(["double", 1]) == pytest.approx(whole / 2, abs=1.0)
    assert weighing.given_up(["double", 1000]) == pytest.approx(whole / 4)
    _, ask, seen = asked("triple-attack", {1: {"first-attack": 1000}}, "Ac")
    weighing = weigh(shelf("triple-attack").book, ask, seen)
    assert weighing is not None
    most, half = weighing.of(["bet", 1000]), weighing.of(["bet", 500])
    assert most and half and weighing.of("pass") == 0.0
    assert half == pytest.approx(most / 2)


def test_a_hand_made_by_a_split_is_graded_with_the_splits_that_are_left() -> None:
    opened = ((1, "pass"), (1, "pass"))
    cards = "8c 6h 8d Kd 8h 8s 8c 8d 8h"
    shares, stakes = [], []
    for splits in range(3):
        given = (*opened, *((1, "split") for _ in range(splits)))
        _, ask, seen = asked("triple-attack", {1: {"first-attack": 1000}}, cards, *given)
        weighing = weigh(shelf("triple-attack").book, ask, seen)
        assert weighing is not None
        shares.append(
            {one.answer if isinstance(one.answer, str) else one.answer[0]: one.share for one in weighing.choices}
        )
        stakes.append(weighing.unit)
    assert stakes == [1000, 1000, 1000]
    # The same two cards each time: only what splitting again may still make of them is less.
    assert shares[0]["hit"] == shares[1]["hit"] == shares[2]["hit"]
    assert shares[0]["split"] > shares[1]["split"] > shares[2]["split"] > shares[2]["hit"]


def test_splits_left_are_worth_what_a_game_with_so_many_hands_says() -> None:
    rules = BlackjackRules(shoe=shoe_of_decks(1))
    whole = solve(rules)
    for most in (2, 3):
        fewer = solve(replace(rules, split_hands=most))
        for pair in (2, 8, 9):
            left = whole.hand((pair, pair), 6, most)["split"]
            assert left == pytest.approx(fewer.hand((pair, pair), 6)["split"], abs=1e-12)


def test_staying_in_counts_what_further_cards_add_to_five_card_fortune() -> None:
    wagers = {1: {"ante": 1000, "five-card-fortune": 500}}
    setup, book = shelf("deuces-wild").setup, shelf("deuces-wild").book
    nets = [*(returned(row.pay) - 1 for row in setup.paytables["five-card-fortune"].rows), Fraction(-1)]
    for cards in ("9c 5d 2h", "Kc Qd 7h"):
        own = parse_cards(cards)
        community = [kind for kind in parse_cards("3s 4s 6s") if kind not in own]
        dealt = " ".join(f"{one} {other}" for one, other in zip(community, own, strict=True))
        _, ask, seen = asked("deuces-wild", wagers, dealt)
        beside = weigh(book, ask, seen)
        _, ask, seen = asked("deuces-wild", {1: {"ante": 1000}}, dealt)
        alone = weigh(book, ask, seen)
        assert beside is not None and alone is not None and ask.ask == "play"
        # The seat sees three cards; any other may be the fourth, and the pool of this table is four.
        fourths = [kind for kind in setup.deck.cards if kind not in own]
        with_four = [max(selection_values(nets, (*own, fourth)).values()) for fourth in fourths]
        gain = sum(with_four, Fraction(0)) / len(fourths) - max(selection_values(nets, own).values())
        assert gain > 0
        stay, stay_alone = beside.of("play"), alone.of("play")
        assert stay is not None and stay_alone is not None
        assert stay - stay_alone == pytest.approx(float(500 * gain), abs=1e-9)
        assert beside.note and not alone.note


def test_it_says_how_many_other_open_cards_are_not_counted() -> None:
    wagers = {1: {"first-attack": 1000}, 2: {"first-attack": 1000}}
    _, ask, seen = asked("triple-attack", wagers, "8c 6h")
    weighing = weigh(shelf("triple-attack").book, ask, seen)
    assert weighing is not None and weighing.uncounted == 1
    _, ask, seen = asked(
        "three-card-split", {1: {"primary": 500}, 2: {"primary": 500}}, "2c 3c 4c 5c 6c 7c 8c 9c 9d 9h"
    )
    weighing = weigh(shelf("three-card-split").book, ask, seen)
    assert weighing is not None and weighing.uncounted == 0
    # What Three Card Treasure pays is certain: nobody's cards can change it.
    treasure = {seat: {"three-card-treasure": 500} for seat in (1, 2)}
    _, ask, seen = asked("deuces-wild", treasure, "3s 2c 9c 4s 2d 9d 6s 2h 9h", (1, "declare"))
    weighing = weigh(shelf("deuces-wild").book, ask, seen)
    assert weighing is not None and weighing.certain and weighing.uncounted == 0


def test_every_game_has_a_book() -> None:
    assert set(all_games()) == set(QUESTIONS)


# -- words


def said(slug: str, wagers: dict[int, dict[str, int]], cards: str, *given: tuple[int, Any]) -> str:
    """The advice on the question that is due."""
    _, ask, seen = asked(slug, wagers, cards, *given)
    weighing = weigh(shelf(slug).book, ask, seen)
    assert weighing is not None
    return advice(words(slug), ask, weighing)


def test_advice_names_the_best_choice_and_says_in_cents_what_it_and_the_next_are_worth() -> None:
    war = said("dueling", {1: {"player": 1500}}, "9h 9s")
    assert re.fullmatch(r"War\. You lose \d+¢ a dollar on average; surrendering loses 50¢\.", war), war
    held = said("triple-attack", {1: {"first-attack": 1000}}, "Kc 6h Qs Kd", (1, "pass"), (1, "pass"))
    assert re.fullmatch(r"Stand\. You win \d+¢ a dollar on average; splitting wins \d+¢\.", held), held
    assert re.fullmatch(
        r"Bet \$10\. You win \d+¢ a dollar on average; passing wins nothing\.",
        said("triple-attack", {1: {"first-attack": 1000}}, "Ac"),
    )
    assert re.fullmatch(
        r"Pass\. It costs nothing; betting loses \d+¢ a dollar on average\.",
        said("triple-attack", {1: {"first-attack": 1000}}, "5c"),
    )


def test_advice_on_cards_names_them_as_players_do() -> None:
    cards = "Ks Kh 2c Qd Jd Td 9c"
    split = said("three-card-split", {1: {"primary": 500}}, cards)
    assert re.fullmatch(r"Put (K♠|K♥|2♣) low\. You (win|lose) .+; putting (K♠|K♥|2♣) low (wins|loses) .+\.", split), (
        split
    )


def test_advice_on_what_is_certain_is_money_and_no_average() -> None:
    deuces = said("deuces-wild", {1: {"three-card-treasure": 500}}, "3s 2c 4s 2d 6s 2h")
    table = shelf("deuces-wild").setup.paytables["three-card-treasure"]
    won = max(returned(row.pay) - 1 for row in table.rows) * 500
    assert deuces == f"Declare. You win {dollars(int(won))}; not declaring loses $5."
    assert said("deuces-wild", {1: {"three-card-treasure": 500}}, "3s 9c 4s 5d 6s Kh") == (
        "No. Every choice is worth the same."
    )


def test_a_coach_says_what_was_given_up_and_what_was_best() -> None:
    _, ask, seen = asked("dueling", {1: {"player": 10_000}}, "9h 9s")
    found = grade(shelf("dueling").book, ask, seen, "surrender")
    assert found is not None
    said = what_it_gave_up(words("dueling"), ask, found.weighing, found.gave_up)
    assert re.fullmatch(r"That gave up \$\d\d\.\d\d on average: War was best\.", said), said
