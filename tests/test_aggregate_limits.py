"""Aggregate limits: the most that one deal pays on one odds-based wager, shared by the winners in proportion."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import UNSET

import houseway
from houseway.errors import HousewayError
from houseway.facade import Game
from houseway.maths.question_errors import BadQuestion
from houseway.rulebook.rule_errors import BadAmount
from houseway.simulation.plan import plan
from houseway.table.lines import Line
from houseway.table.records.record import encode, record
from houseway.table.records.record_format import decode
from houseway.table.records.replay import replay
from houseway.table.round import Round
from houseway.table.setup import Setup
from houseway.table.table_errors import BadSetup
from tests.conformance.random_rounds import Dealt, staked
from tests.rounds import play_round, shoe_of
from tests.toys import toy_game

GAMES = sorted(houseway.all_games())
TWO_PAIRED = "7h 7d 7c"
"""Dueling: seats 1 and 2 each tie the community card, which pays Tie Plus."""


def ties(cards: str, one: int, other: int, **choices: Any) -> Round:
    """Two players tie with these Tie Plus wagers (12 to 1) and give up their duels."""
    wagers = {1: {"player": 1000, "tie-plus": one}, 2: {"player": 1000, "tie-plus": other}}
    return play_round("dueling", wagers, cards, [(1, "surrender"), (2, "surrender")], **choices)


def returned(round_: Round, wager: str) -> list[int]:
    return [line.returned for line in round_.lines if line.wager == wager]


# What one deal pays --------------------------------------------------------------------------------------------------


def test_winners_share_a_limit_in_proportion_and_the_lines_say_so() -> None:
    """$60 and $120 are won, $90 may be paid: a half each, and both stakes come back untouched."""
    round_ = ties(TWO_PAIRED, 500, 1000, aggregate={"tie-plus": 9000})
    lines = [line for line in round_.lines if line.wager == "tie-plus"]
    assert [(line.stake, line.returned, line.pays) for line in lines] == [
        (500, 500 + 3000, "12 to 1"),
        (1000, 1000 + 6000, "12 to 1"),
    ]
    assert [line.note for line in lines] == [
        "aggregate limit of $90: $30 paid of $60 won",
        "aggregate limit of $90: $60 paid of $120 won",
    ]
    assert all(line.note is None for line in round_.lines if line.wager != "tie-plus")


def test_fractions_of_a_cent_stay_with_the_house() -> None:
    """$60 and $120 against $100: 3,333 and 6,666 cents, and one cent is kept."""
    round_ = ties(TWO_PAIRED, 500, 1000, aggregate={"tie-plus": 10000})
    assert returned(round_, "tie-plus") == [500 + 3333, 1000 + 6666]


def test_a_limit_that_is_just_reached_changes_nothing() -> None:
    free = ties(TWO_PAIRED, 500, 1000)
    assert ties(TWO_PAIRED, 500, 1000, aggregate={"tie-plus": 18000}).lines == free.lines
    assert ties(TWO_PAIRED, 500, 1000, aggregate={"tie-plus": 17999}).lines != free.lines


def test_one_winner_alone_is_held_to_the_limit() -> None:
    round_ = play_round(
        "dueling",
        {1: {"player": 1000, "tie-plus": 500}, 2: {"player": 1000, "tie-plus": 500}},
        "7h 9d 7c",
        [(1, "surrender")],
        aggregate={"tie-plus": 5000},
    )
    assert sorted(returned(round_, "tie-plus")) == [0, 500 + 5000]
    loser = next(line for line in round_.lines if (line.seat, line.wager) == (2, "tie-plus"))
    assert loser.note is None


def test_wagers_have_their_own_limits_and_are_not_mixed() -> None:
    """The Combo Bet pays the same pairs 2 to 1; its limit and that of Tie Plus know nothing of each other."""
    pair = {"player": 1000, "tie-plus": 500, "combo-bet": 500}
    choices: dict[str, Any] = {"aggregate": {"tie-plus": 6000, "combo-bet": 2000}}
    asked = [(1, "surrender"), (2, "surrender")]
    round_ = play_round("dueling", {1: pair, 2: pair}, TWO_PAIRED, asked, **choices)
    assert returned(round_, "tie-plus") == [500 + 3000] * 2
    assert returned(round_, "combo-bet") == [500 + 1000] * 2  # $20 won by both together: the limit is not exceeded


def test_a_wager_that_is_half_lost_is_no_winning() -> None:
    """A surrender gives half the stake back by odds of -1:2 to 1, and no limit touches it."""
    round_ = ties(TWO_PAIRED, 500, 500, aggregate={"player": 1})
    assert returned(round_, "player") == [500, 500]


# Which pays are capped -----------------------------------------------------------------------------------------------


def test_odds_for_1_are_capped_in_full_because_the_stake_was_taken() -> None:
    """Deuces Wild, Bonus Jackpot A: two wild cards pay 7 for 1."""
    wagers = {1: {"bonus-jackpot": 100}, 2: {"bonus-jackpot": 100}}
    cards = "Ks 2c 2d Qs 2h 2s Jd 5c 5d 9h 6c 6d 8c 8d"
    choices: dict[str, Any] = {"posted": {"bonus-jackpot": {"5-wild-cards": "$10,000"}}}
    free = play_round("deuces-wild", wagers, cards, **choices)
    assert returned(free, "bonus-jackpot") == [700, 700]
    capped = play_round("deuces-wild", wagers, cards, **choices, aggregate={"bonus-jackpot": 1000})
    assert [(line.returned, line.note) for line in capped.lines] == [
        (500, "aggregate limit of $10: $5 paid of $7 won"),
    ] * 2


def test_fixed_dollars_and_percents_are_not_odds_based() -> None:
    """Triple Attack: a table of dollar and percent prizes has nothing that an aggregate limit caps."""
    game = houseway.game("triple-attack")
    table = game.setup().paytables["jackpot"]
    assert not any(row.pay.text.endswith("to 1") or row.pay.text.endswith("for 1") for row in table.rows)
    with pytest.raises(BadSetup, match="by odds") as refused:
        game.setup(aggregate={"jackpot": 100_000})
    assert refused.value.clause == "WAC 230-15-490"


def test_a_posted_amount_beside_odds_is_paid_above_the_limit() -> None:
    """Five wild cards at the posted $10,000, and the limit on the rows paid by odds is $1."""
    choices: dict[str, Any] = {"posted": {"bonus-jackpot": {"5-wild-cards": "$10,000"}}}
    round_ = play_round(
        "deuces-wild",
        {1: {"bonus-jackpot": 100}},
        "Ks 2c Qs 2h Jd 2d 9h 2s Xj",
        **choices,
        aggregate={"bonus-jackpot": 100},
    )
    assert returned(round_, "bonus-jackpot") == [1_000_000]


def test_a_bonus_row_posted_as_odds_is_odds_based() -> None:
    """Dueling, Tie Plus bonus: the same row is under the limit at 40 to 1 and not at $200."""
    assert returned(_suited_tie("40 to 1"), "tie-plus") == [500 + 1000]
    assert returned(_suited_tie("$200"), "tie-plus") == [500 + 20000]


def _suited_tie(pays: str) -> Round:
    return play_round(
        "dueling",
        {1: {"player": 1000, "tie-plus": 500}},
        "7h 7h",
        [(1, "surrender")],
        paytables={"tie-plus": "bonus"},
        posted={"tie-plus": {"suited-pair-tie": pays, "pair-ties-unsuited": "10 to 1"}},
        aggregate={"tie-plus": 1000},
    )


# What counts as one wager --------------------------------------------------------------------------------------------


def _split_nines(**choices: Any) -> Round:
    """Nines split against a dealer who goes over 26: each of the two hands wins."""
    return play_round(
        "triple-attack",
        {1: {"first-attack": 1000}},
        "9c 7d 9d 9h 9h 9s Ks",
        [(1, "pass"), (1, "pass"), (1, "split"), (1, "stand"), (1, "stand")],
        **choices,
        options={"tabulator": "off"},
    )


def test_the_hands_of_a_split_are_one_wager() -> None:
    free = _split_nines()
    won = [(line.wager, line.hand, line.net) for line in free.lines if line.net > 0]
    assert won == [("first-attack", 1, 1000), ("split", 2, 1000)]
    capped = _split_nines(aggregate={"first-attack": 1000})
    assert [(line.wager, line.hand, line.net) for line in capped.lines] == [
        ("first-attack", 1, 500),
        ("split", 2, 500),
    ]


@pytest.mark.clause("deuces-wild", "DW-4")
def test_ante_play_and_raise_are_one_prize_under_one_limit() -> None:
    """The odds are paid on the whole of 1 + 1 + 2 units, so the limit of the Ante is that of the whole."""
    wagers = {1: {"ante": 500}}
    cards, asked = "Kc 5c 9h 5d Jd 5h 3s 8c 8d", [(1, "play"), (1, "raise")]
    free = play_round("deuces-wild", wagers, cards, asked)
    nets = {line.wager: line.net for line in free.lines}
    assert nets["ante"] > 0
    assert nets == {"ante": nets["ante"], "play": nets["ante"], "raise": 2 * nets["ante"]}
    limit = 2 * nets["ante"]
    capped = play_round("deuces-wild", wagers, cards, asked, aggregate={"ante": limit})
    assert {line.wager: line.net for line in capped.lines} == {name: net // 2 for name, net in nets.items()}
    with pytest.raises(BadSetup, match="counts with ante"):
        houseway.game("deuces-wild").setup(aggregate={"raise": limit})


# Setups --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("aggregate", "error"),
    [
        ({"no-such-wager": 100}, BadSetup),
        ({"tie-plus": 0}, BadSetup),
        ({"tie-plus": -1}, BadAmount),
        ({"tie-plus": 99.5}, BadAmount),
        ({"tie-plus": "$100"}, BadAmount),
        ({"tie-plus": True}, BadAmount),
        ({"combo-bet": 100}, BadSetup),
        ([("tie-plus", 100)], BadSetup),
        (100, BadSetup),
    ],
)
def test_a_limit_that_cannot_be_is_refused(aggregate: Any, error: type[HousewayError]) -> None:
    game = houseway.game("dueling")
    with pytest.raises(error):
        game.setup(wagers=["player", "dealer", "tie-plus"], aggregate=aggregate)
    assert game.setup(wagers=["player", "tie-plus"], aggregate={"tie-plus": 100}).aggregate == {"tie-plus": 100}


def test_limits_are_posted_and_shown_to_those_who_wager() -> None:
    game = houseway.game("three-card-split")
    setup = game.setup(wagers=["primary", "four-card-bonus"], aggregate={"four-card-bonus": 1_500_000})
    shown = houseway.postings(setup)
    assert shown.aggregate == {"four-card-bonus": 1_500_000}
    (notice,) = shown.notices
    assert notice.clause == "WAC 230-15-490"
    assert "$15,000" in notice.text
    assert setup.wager("four-card-bonus").name in notice.text
    due = houseway.view(Round(game, setup, [1], shoe_of(""))).due
    assert due is not None and due.wagers
    assert [item.aggregate for item in due.wagers] == [UNSET, 1_500_000]


def test_without_limits_nothing_is_posted_recorded_or_shown() -> None:
    game = houseway.game("three-card-split")
    setup = game.setup(wagers=["primary", "four-card-bonus"])
    assert houseway.postings(setup).aggregate == {}
    assert houseway.postings(setup).notices == []
    assert not {"aggregate", "wagering", "whole"} & set(setup.as_dict())


# Records, views, voids -----------------------------------------------------------------------------------------------


def _limited(dealt: Dealt) -> Setup:
    """The table of a random round, with low limits on every wager that can have one."""
    choices = dealt.setup.as_dict()
    choices.pop("aggregate", None)
    aggregate = {}
    for slug in dealt.setup.paytables:
        amount = 100 + dealt.chance.below(20_000)
        try:
            Setup(dealt.setup.edition, **choices, aggregate={slug: amount})
        except BadSetup:
            continue
        aggregate[slug] = amount
    return Setup(dealt.setup.edition, **choices, aggregate=aggregate)


def _plain(line: Line) -> tuple[object, ...]:
    """What a line settles, without what a view says of it."""
    return tuple(getattr(line, name) for name in Line.__struct_fields__)


@pytest.mark.parametrize("slug", GAMES)
def test_random_rounds_keep_every_limit_and_replay_alike(slug: str) -> None:
    game = houseway.game(slug)
    capped = 0
    for number in range(400):
        free, held = Dealt(game, 31, number), Dealt(game, 31, number)
        held.setup = _limited(held)
        free.setup = Setup(free.setup.edition, **{**held.setup.as_dict(), "aggregate": None})
        free.chance = _again(held)
        held.chance = _again(held)
        without, round_ = free.play(), held.play()
        assert len(without.lines) == len(round_.lines)
        assert sum(line.stake for line in round_.lines) == staked(round_)
        limits, edition = held.setup.aggregate, held.setup.edition
        paid = dict.fromkeys(limits, 0)
        cut: dict[str, int] = {}
        for before, after in zip(without.lines, round_.lines, strict=True):
            assert 0 <= after.returned <= before.returned
            same = msgspec.structs.replace(after, returned=before.returned, note=before.note)
            assert same == before, "only the amount and the note may change"
            assert (after.returned != before.returned) <= ("aggregate limit" in (after.note or ""))
            later = edition.wagers[after.wager].kind == "supplemental"
            name = edition.chosen_by(after.wager) if later else after.wager
            if name in paid and before.pays.endswith(" to 1"):
                paid[name] += max(0, after.net)
            elif name in paid and before.pays.endswith(" for 1"):
                paid[name] += after.returned
            if after.note and "aggregate limit" in after.note:
                cut[name] = cut.get(name, 0) + 1
        for name, amount in paid.items():
            assert amount <= limits[name]
        for name, lines in cut.items():
            assert paid[name] > limits[name] - lines, "less than a cent a line stays with the house"
        capped += len(cut)
        encoded = encode(record(round_, meters=held.meters))
        assert replay(decode(encoded), houseway.registry.game) is None
        assert [_plain(line) for line in houseway.view(round_).lines] == [_plain(line) for line in round_.lines]
    assert capped > 20


def _again(dealt: Dealt) -> Any:
    """The same chance for each of two players."""
    return houseway.Stream(31 ^ 0xCA9, dealt.number)


def test_a_record_without_its_limit_replays_differently() -> None:
    data = record(ties(TWO_PAIRED, 500, 1000, aggregate={"tie-plus": 9000}))
    assert data["aggregate"] == {"tie-plus": 9000}
    assert houseway.replay(data) is None
    del data["aggregate"]
    assert houseway.replay(data) is not None


def test_a_short_record_may_give_a_limit_on_what_was_placed() -> None:
    lines = houseway.settle(
        {
            "game": "deuces-wild",
            "seats": [{"seat": 1, "wagers": {"bonus-jackpot": 100}}],
            "cards": ["Ks", "2c", "Qs", "2h", "Jd", "5c", "9h", "6c", "8c"],
            "posted": {"bonus-jackpot": {"5-wild-cards": "$10,000"}},
            "aggregate": {"bonus-jackpot": 500},
        }
    ).lines
    assert [line.returned for line in lines] == [500]


def test_a_voided_round_gives_back_what_was_staked_whatever_the_limit() -> None:
    game = houseway.game("dueling")
    setup = game.setup(aggregate={"tie-plus": 1000})
    round_ = Round(game, setup, [1, 2], shoe_of(TWO_PAIRED))
    for seat in (1, 2):
        round_.answer(seat, {"player": 1000, "tie-plus": 500})
    paid = [line for line in round_.lines if line.wager == "tie-plus"]
    assert [line.returned for line in paid] == [500 + 6000] * 2  # settled, and the deal is not over
    round_.void("malfunction", "BJS-5")
    assert sum(line.net for line in round_.lines) == 0
    assert not any(line.note for line in round_.lines)
    assert houseway.replay(record(round_)) is None


# Simulation ----------------------------------------------------------------------------------------------------------

MAIN = {
    "deuces-wild": "ante",
    "dueling": "player",
    "three-card-split": "primary",
    "triple-attack": "first-attack",
}


@pytest.mark.parametrize("slug", GAMES)
def test_compiled_rounds_refuse_an_aggregate_limit(slug: str) -> None:
    game, main = houseway.game(slug), MAIN[slug]
    setup = game.setup(wagers=[main], aggregate={main: 100_000})
    with pytest.raises(BadQuestion, match=f"aggregate limit on {main}"):
        plan(game, setup, {1: {main: 1000}}).make()


def test_any_game_can_have_a_limit() -> None:
    with toy_game() as toy:
        setup = toy.setup(aggregate={"bet": 100})
        again = Setup(toy.edition(), **setup.as_dict())
        assert again.aggregate == {"bet": 100}
        assert _best(toy, setup) == 100


def _best(toy: Game, setup: Setup) -> int:
    """The most that any of the first hundred deals paid two players who bet $5 each."""
    nets = []
    for number in range(100):
        round_ = houseway.deal_round(toy, setup, {1: {"bet": 500}, 2: {"bet": 500}}, seed=3, number=number)
        nets.append(sum(max(0, line.net) for line in round_.lines))
    return max(nets)
