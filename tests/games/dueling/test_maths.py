"""Figures of Dueling: published ones of its relatives, counts made again in another way, and what must hold of all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import houseway
from houseway.errors import HousewayError
from houseway.games.dueling import maths
from houseway.maths.question_errors import BadQuestion, BadStrategy
from houseway.maths.results import Figures
from houseway.maths.strategy import Strategy, load_strategy

GAME = houseway.game("dueling")
RANKS = "23456789TJQKA"
Kind = tuple[int, int]
"""A card as the tests write it: rank 2 to 14, suit 0 to 3 (clubs, diamonds, hearts, spades)."""
KINDS: list[Kind] = [(rank, suit) for rank in range(2, 15) for suit in range(4)]


def figures(wager: str, paytable: str | None = None, strategy: str | Strategy = "optimal", **more: Any) -> Figures:
    found: Figures = GAME.analyze(wager=wager, paytable=paytable, strategy=strategy, **more).figures[0]
    return found


@pytest.fixture(scope="module")
def book() -> tuple[Figures, ...]:
    return tuple(GAME.analyze().figures)


# ---------------------------------------------------------------------------------------------------------- published


@pytest.mark.parametrize("spot", ["player", "dealer", "play"])
def test_casino_war_with_six_decks(spot: str) -> None:
    """wizardofodds.com/games/casino-war: 2.8771 %, standard deviation 1.049714."""
    found = figures(spot, options={"decks": 6, "tie-bonus": "off"})
    assert found.house_edge == Fraction(142853, 4965115)
    assert round(float(found.house_edge) * 100, 4) == 2.8771
    assert round(found.sd, 6) == 1.049714


def test_casino_war_with_a_bonus_of_one_first_bet() -> None:
    """wizardofodds.com/games/casino-war: 2.3301 % where a tie after a tie pays as much as the first bet on top."""
    found = figures("player", options={"decks": 6, "tie-bonus": "on"}, pays={"tie-bonus": "1 for 1"})
    assert found.house_edge == Fraction(23138, 993023)
    assert round(float(found.house_edge) * 100, 4) == 2.3301
    again = figures("player", options={"decks": 6}, pays={"tie-bonus": "1 for 1"})
    assert again.house_edge == found.house_edge


def test_casino_war_always_surrendered_and_its_tie_bet() -> None:
    """wizardofodds.com/games/casino-war: 3.6977 %, and 18.6495 % for a tie bet that pays 10 to 1."""
    assert figures("player", strategy="always-surrender", options={"decks": 6}).house_edge == Fraction(23, 622)
    pays = {"suited-pair-tie": "10", "pair-ties-unsuited": "10"}
    assert figures("tie-plus", "1", options={"decks": 6}, pays=pays).house_edge == Fraction(58, 311)


# ------------------------------------------------------------------------------------------- counted in another way


def left_of(kind: Kind, gone: tuple[Kind, ...], decks: int) -> int:
    return decks - gone.count(kind)


def ordered(cards: tuple[Kind, ...], decks: int) -> int:
    """Ordered deals of exactly these kinds of card."""
    ways = 1
    for place, kind in enumerate(cards):
        ways *= max(0, left_of(kind, cards[:place], decks))
    return ways


def event_counts(found: Figures) -> dict[str, int]:
    return {outcome.event: outcome.count for outcome in found.outcomes if outcome.count}


@pytest.mark.parametrize("decks", [1, 4, 6])
def test_the_spot_by_ranks_one_after_the_other(decks: int) -> None:
    ends: Counter[int] = Counter()
    each = 4 * decks
    for first, second in product(range(13), repeat=2):
        here = each * (each - (second == first))
        if first != second:
            ends[1 if first > second else -1] += here * (52 * decks - 2) * (52 * decks - 3)
            continue
        for third, fourth in product(range(13), repeat=2):
            war = each - 2 * (third == first)
            war *= each - 2 * (fourth == first) - (fourth == third)
            ends[1 if third >= fourth else -2] += here * war
    total = 52 * decks * (52 * decks - 1) * (52 * decks - 2) * (52 * decks - 3)
    found = figures("player", options={"decks": decks, "tie-bonus": "off"})
    assert found.deals == total
    assert dict(found.distribution) == {net: Fraction(number, total) for net, number in ends.items()}


def tie_after_tie_event(first: tuple[Kind, Kind], war: tuple[Kind, Kind]) -> str:
    (rank, suit), (_, other) = first
    (mine, my_suit), (theirs, their_suit) = war
    making = [suit, other]
    name = "one-tie"
    if mine == theirs:
        name = "quads" if mine == rank else "two-pairs"
        making += [my_suit, their_suit]
    elif rank in (mine, theirs):
        name = "trips"
        making.append(my_suit if mine == rank else their_suit)
    if name == "quads" and len(set(making)) == 1:
        return "quads-same-suit"
    one = len({item in (1, 2) for item in making}) == 1
    if name == "one-tie":
        return "one-tie-one-color" if one else "one-tie-two-color"
    return f"{name}-same-color" if one else f"{name}-two-color"


@pytest.mark.parametrize("decks", [1, 6])
def test_tie_after_tie_card_by_card(decks: int) -> None:
    """All first ties of three ranks, each with every pair of war cards; thirteen ranks are thirteen thirds of three."""
    counts: Counter[str] = Counter()
    for rank in (2, 7, 14):
        for suit, other in product(range(4), repeat=2):
            first = ((rank, suit), (rank, other))
            for war in product(KINDS, repeat=2):
                counts[tie_after_tie_event(first, (war[0], war[1]))] += ordered((*first, *war), decks)
    found = event_counts(figures("tie-after-tie", "TAT1", options={"decks": decks}))
    cards = 52 * decks
    ties = cards * (4 * decks - 1) * (cards - 2) * (cards - 3)
    assert found.pop("not-a-tie") == cards * (cards - 1) * (cards - 2) * (cards - 3) - ties
    assert found == {event: number * 13 // 3 for event, number in counts.items() if number}


def in_line(cards: tuple[Kind, ...]) -> bool:
    if len({suit for _, suit in cards}) > 1:
        return False
    for low in (False, True):
        ranks = sorted(1 if low and rank == 14 else rank for rank, _ in cards)
        if all(later - earlier == 1 for earlier, later in pairwise(ranks)):
            return True
    return False


def two_plus_two_event(cards: tuple[Kind, ...]) -> str:
    ranks = Counter(rank for rank, _ in cards)
    most = max(ranks.values())
    if in_line(cards):
        return "royal-flush" if sorted(ranks) == [11, 12, 13, 14] else "4-card-straight-flush"
    if most == 4:
        return "four-of-a-kind"
    if any(in_line(three) for three in combinations(cards, 3)):
        return "3-card-straight-flush"
    if most == 3:
        return "three-of-a-kind"
    return "starting-pair" if cards[0][0] == cards[1][0] else "starting-straight-flush"


@pytest.mark.parametrize("decks", [1, 6])
def test_two_plus_two_card_by_card(decks: int) -> None:
    """Every start of a heart with every two cards more; the other suits are as many."""
    counts: Counter[str] = Counter()
    for rank in range(2, 15):
        mine = (rank, 2)
        for other in KINDS:
            if not (other[0] == rank or in_line((mine, other))):
                continue
            first = decks * max(0, decks - (other == mine))
            if not first:
                continue
            for place, third in enumerate(KINDS):
                for fourth in KINDS[: place + 1]:
                    ways = left_of(third, (mine, other), decks) * left_of(fourth, (mine, other, third), decks)
                    if ways > 0:
                        event = two_plus_two_event((mine, other, third, fourth))
                        counts[event] += 4 * first * ways * (1 if third == fourth else 2)
    found = event_counts(figures("two-plus-two", "2+2P1", options={"decks": decks}))
    starts = 52 * decks * (4 * decks - 1 + 2 * decks)
    cards = 52 * decks
    assert found.pop("none") == (cards * (cards - 1) - starts) * (cards - 2) * (cards - 3)
    assert found == {event: number for event, number in counts.items() if number}


def test_combo_bet_by_hand() -> None:
    """Six decks: beside a card lie 23 of its rank, 12 suited and 36 other neighbours, 60 more of its suit, of 311."""
    found = event_counts(figures("combo-bet", "2CPB-5", options={"decks": 6}))
    assert found == {
        "pair": 312 * 23,
        "straight-flush": 312 * 12,
        "straight": 312 * 36,
        "flush": 312 * 60,
        "none": 312 * (311 - 23 - 12 - 36 - 60),
    }
    merged = event_counts(figures("combo-bet", "2CPB-1", options={"decks": 6}))
    assert merged["straight-or-flush"] == 312 * 96
    assert figures("combo-bet", "2CPB-5", options={"decks": 6}).ev == Fraction(5 * 12 + 2 * 36 + 60 - 203, 311)


def test_tie_plus_by_hand() -> None:
    """Eight decks: beside a card lie 7 of its kind and 24 others of its rank, of 415."""
    found = figures("tie-plus", "2", options={"decks": 8})
    assert event_counts(found) == {
        "suited-pair-tie": 416 * 7,
        "pair-ties-unsuited": 416 * 24,
        "none": 416 * (415 - 31),
    }
    assert found.ev == Fraction(18 * 7 + 10 * 24 - (415 - 31), 415)


# ---------------------------------------------------------------------------------------------------- the full table


def test_two_seats_hang_together_as_a_count_over_all_ranks_says() -> None:
    """One deck: ranks of the community card, two players' cards, the war's community card and two war cards."""
    size = np.full(13, 4, np.int64)
    ranks = np.arange(13)
    weights = products = mine = Fraction(0)
    for community in range(13):
        first, second, war, one, two = np.meshgrid(ranks, ranks, ranks, ranks, ranks, indexing="ij")
        dealt = (np.full_like(first, community), first, second, war, one, two)
        ways = np.ones_like(first)
        for place, card in enumerate(dealt):
            ways *= np.maximum(size[card] - sum((card == earlier for earlier in dealt[:place]), np.zeros_like(card)), 0)
        nets = []
        for card, war_card in ((first, one), (second, two)):
            net = np.where(card > community, 1, -1)
            nets.append(np.where(card == community, np.where(war_card >= war, 1, -2), net))
        weights += int(ways.sum())
        mine += int((ways * nets[0]).sum())
        products += int((ways * nets[0] * nets[1]).sum())
    found = maths.table_figures(GAME, spots=("player", "player"), options={"decks": 1, "tie-bonus": "off"})
    assert found.covariances["player player"] == products / weights - (mine / weights) ** 2


def test_the_table_adds_up() -> None:
    one = figures("player", options={"decks": 6, "tie-bonus": "off"})
    seven = maths.table_figures(GAME)
    both = seven.covariances["player player"]
    assert seven.ev == 7 * Fraction(one.ev)
    assert seven.variance == 7 * Fraction(one.variance) + 42 * both
    assert 0 < both < Fraction(one.variance)
    across = maths.table_figures(GAME, spots=("player", "dealer"))
    assert across.covariances["player dealer"] < 0
    assert across.variance < 2 * Fraction(one.variance)
    assert maths.table_figures(GAME, spots=("player",)).variance == one.variance


@pytest.mark.parametrize("event", ["quads-same-suit", "quads-same-color", "quads-two-color"])
def test_two_players_share_quads_as_counted_card_by_card(event: str) -> None:
    decks = 3
    chance = both = Fraction(0)
    for suits in product(range(4), repeat=6):
        community, war, *pairs = ((9, suit) for suit in suits)
        first = tie_after_tie_event((pairs[0], community), (pairs[1], war)) == event
        second = tie_after_tie_event((pairs[2], community), (pairs[3], war)) == event
        ways = 13 * Fraction(ordered((community, war, *pairs), decks), comb(156, 6) * 720)
        both += ways * (first and second)
    for suits in product(range(4), repeat=4):
        community, war, mine, my_war = ((9, suit) for suit in suits)
        if tie_after_tie_event((mine, community), (my_war, war)) == event:
            chance += 13 * Fraction(ordered((community, war, mine, my_war), decks), comb(156, 4) * 24)
    found = maths.shares(GAME, "tie-after-tie", "TAT2", options={"decks": decks}, players=2)
    assert found[event] == (chance, chance - both / 2)


def test_two_players_share_a_royal_as_counted_card_by_card() -> None:
    decks = 2
    chance = both = Fraction(0)
    royal = [(rank, 0) for rank in (11, 12, 13, 14)]

    def makes(player: Kind, community: Kind, extra: tuple[Kind, Kind]) -> bool:
        return in_line((player, community)) and two_plus_two_event((player, community, *extra)) == "royal-flush"

    for community, one, other, mine, theirs in product(royal, repeat=5):
        if makes(mine, community, (one, other)) and makes(theirs, community, (one, other)):
            both += 4 * Fraction(ordered((community, one, other, mine, theirs), decks), comb(104, 5) * 120)
    for community, one, other, mine in product(royal, repeat=4):
        if makes(mine, community, (one, other)):
            chance += 4 * Fraction(ordered((community, one, other, mine), decks), comb(104, 4) * 24)
    found = maths.shares(GAME, "two-plus-two", "2+2P2", options={"decks": decks}, players=2)
    assert found["royal-flush"] == (chance, chance - both / 2)


def test_more_players_have_smaller_parts() -> None:
    for wager, table in (("tie-after-tie", "TAT3"), ("two-plus-two", "2+2P1")):
        parts = [maths.shares(GAME, wager, table, players=players) for players in range(1, 8)]
        for event in parts[0]:
            chances = {found[event][0] for found in parts}
            assert len(chances) == 1
            falling = [found[event][1] for found in parts]
            assert falling[0] == chances.pop()
            assert falling == sorted(falling, reverse=True)
            assert falling[-1] < falling[0]


# --------------------------------------------------------------------------------------------------- what must hold


def test_probabilities_and_counts_sum_to_the_whole(book: tuple[Figures, ...]) -> None:
    for found in book:
        assert sum(outcome.probability for outcome in found.outcomes) == 1
        assert sum(outcome.count or 0 for outcome in found.outcomes) == found.deals
        if not found.priced:
            assert found.amounts_needed and not found.distribution
            continue
        assert sum(chance for _, chance in found.distribution) == 1
        mean = sum(net * chance for net, chance in found.distribution)
        assert mean == found.ev
        assert found.variance == sum((net - mean) ** 2 * chance for net, chance in found.distribution)
        assert isinstance(found.ev, Fraction)


def test_what_the_outcomes_add_is_the_expected_value(book: tuple[Figures, ...]) -> None:
    for found in book:
        if found.priced:
            assert sum(Fraction(outcome.adds or 0) for outcome in found.outcomes) == found.ev


def test_a_row_to_be_posted_is_a_hit_before_it_is_posted(book: tuple[Figures, ...]) -> None:
    """2CPB-4 pays nothing but posted amounts: a pair, or two cards of one suit or in a row, hits."""
    for found in book:
        if (found.wager, found.paytable) == ("combo-bet", "2CPB-4"):
            none = next(outcome.probability for outcome in found.outcomes if outcome.event == "none")
            assert found.hit_frequency == 1 - none > 0
            assert not found.priced


def test_every_wager_paytable_and_number_of_decks_is_there(book: tuple[Figures, ...]) -> None:
    edition = GAME.edition()
    listed = {(found.wager, found.paytable, found.options["decks"]) for found in book}
    assert listed == {
        (wager, table, decks)
        for wager in edition.wagers
        for table in edition.paytable_ids(wager)
        for decks in ("5", "6", "8")
    }
    for spot in ("player", "dealer", "play"):
        mine = [found for found in book if found.wager == spot]
        assert {found.strategy for found in mine} == set(maths.STRATEGIES)
        assert {found.options["tie-bonus"] for found in mine} == {"off", "on"}
    keys = [(found.wager, found.paytable, tuple(found.options.items()), found.strategy) for found in book]
    assert len(set(keys)) == len(keys)


def test_the_best_play_is_the_best(book: tuple[Figures, ...]) -> None:
    for found in book:
        if found.wager in ("player", "dealer", "play"):
            best = next(
                other
                for other in book
                if (other.wager, other.options, other.strategy) == (found.wager, found.options, "optimal")
            )
            assert best.ev >= found.ev
            if found.strategy == "always-surrender":
                assert best.ev > found.ev


def test_both_spots_of_a_layout_are_worth_the_same(book: tuple[Figures, ...]) -> None:
    for found in book:
        if found.wager == "player":
            for other in ("dealer", "play"):
                twin = next(
                    item
                    for item in book
                    if (item.wager, item.options, item.strategy) == (other, found.options, found.strategy)
                )
                assert twin.distribution == found.distribution


def test_more_is_never_less() -> None:
    plain = figures("player", options={"decks": 6, "tie-bonus": "off"})
    bonus = figures("player", options={"decks": 6, "tie-bonus": "on"})
    better = figures("player", options={"decks": 6, "tie-bonus": "on"}, pays={"tie-bonus": "3 for 1"})
    assert plain.ev < bonus.ev < better.ev
    tie = plain.decisions["war"]["war"]
    assert plain.average_action == 1 + tie == Fraction(334, 311)
    assert figures("player", strategy="always-surrender", options={"decks": 6}).average_action == 1


def test_a_changed_pay_changes_the_best_play() -> None:
    free = figures("player", pays={"surrender": "push"}, options={"decks": 6})
    assert free.decisions["war"] == {"war": 0, "surrender": Fraction(23, 311)}
    assert free.ev == 0
    assert GAME.strategy("optimal", pays={"surrender": "push"}).tables["war"]["A"] == "surrender"
    assert GAME.strategy("short", pays={"surrender": "push"}).rules == ("Surrender every tie.",)
    dear = figures("player", pays={"war/win": "2", "war/tie-after-tie": "2"}, options={"decks": 6})
    assert dear.ev > figures("player", options={"decks": 6}).ev
    assert figures("player", pays={"win": "2"}, options={"decks": 6}).ev > Fraction(1, 3)


def test_a_posted_bonus_is_the_same_as_a_printed_one() -> None:
    posted = figures("tie-plus", "bonus", pays={"suited-pair-tie": "12", "pair-ties-unsuited": "12 to 1"})
    assert posted.distribution == figures("tie-plus", "1").distribution
    money = figures("tie-plus", "bonus", pays={"suited-pair-tie": "$12", "pair-ties-unsuited": "$12"})
    assert money.distribution == posted.distribution
    assert not money.meters


# ---------------------------------------------------------------------------------------------------------- meters


@pytest.mark.parametrize(("wager", "table"), [("tie-after-tie", "TAT2"), ("two-plus-two", "2+2P1")])
def test_a_meter_pays_as_its_coefficient_says(wager: str, table: str) -> None:
    empty = figures(wager, table)
    (meter,) = empty.meters
    assert meter.meter == wager
    assert not empty.priced and empty.at({wager: 0}).ev == meter.fixed_return - 1
    given = figures(wager, table, meters={wager: 5_000_00})
    assert given.ev == meter.fixed_return + 5000 * Fraction(meter.coefficient) - 1
    assert meter.break_even is not None
    even = round(meter.break_even * 100)
    assert abs(float(figures(wager, table, meters={wager: even}).ev)) < 1e-6
    assert meter.coefficient == sum(
        (
            outcome.probability * Fraction(outcome.pays.rstrip("%")) / 100
            for outcome in empty.outcomes
            if "%" in outcome.pays
        ),
        Fraction(0),
    )


def test_every_unposted_row_is_a_meter_of_its_own() -> None:
    found = figures("tie-after-tie", "TAT4", options={"decks": 6})
    assert [meter.meter for meter in found.meters] == [
        f"tie-after-tie/{outcome.event}"
        for outcome in found.outcomes
        if outcome.pays in ("jackpot", "jackpot/bonus", "bonus")
    ]
    assert len(found.meters) == 10
    for meter, outcome in zip(found.meters, found.outcomes, strict=True):
        assert meter.coefficient == outcome.probability
        assert meter.rounds_between_hits == 1 / Fraction(outcome.probability)
    posted = {"quads-same-suit": "100%", "quads-same-color": "20%", "quads-two-color": "$100"}
    fewer = figures("tie-after-tie", "TAT4", options={"decks": 6}, pays=posted)
    assert fewer.meters[0].meter == "tie-after-tie"
    assert len(fewer.meters) == 8
    amounts = {"tie-after-tie": 100_00, "tie-after-tie/one-tie-one-color": 4_00}
    nothing = dict.fromkeys(fewer.amounts_needed, 0)
    rich = figures("tie-after-tie", "TAT4", options={"decks": 6}, pays=posted, meters=nothing | amounts)
    assert rich.ev == Fraction(fewer.at(nothing).ev) + 100 * Fraction(fewer.meters[0].coefficient) + 4 * Fraction(
        next(meter.coefficient for meter in fewer.meters if meter.meter.endswith("one-tie-one-color"))
    )


def test_a_bonus_on_top_of_the_stake_gives_the_stake_back() -> None:
    found = figures("tie-plus", "bonus", options={"decks": 6})
    assert found.at(dict.fromkeys(found.amounts_needed, 0)).ev == Fraction(23, 311) - 1
    suited, unsuited = found.meters
    assert (suited.coefficient, unsuited.coefficient) == (Fraction(5, 311), Fraction(18, 311))
    assert suited.fixed_return == Fraction(23, 311)


def test_a_surrender_leaves_tie_after_tie_with_two_cards() -> None:
    found = figures("tie-after-tie", "TAT1", strategy="always-surrender", options={"decks": 6})
    assert event_counts(found) == {
        "one-tie-one-color": 312 * 11,
        "one-tie-two-color": 312 * 12,
        "not-a-tie": 312 * 288,
    }
    assert found.ev == Fraction(4 * 11 + 3 * 12, 311) - 1


# -------------------------------------------------------------------------------------------------------- strategies


def test_a_strategy_is_saved_loaded_priced_and_drawn(tmp_path: Path) -> None:
    best = GAME.strategy("optimal")
    best.save(tmp_path / "best.json")
    loaded = load_strategy(tmp_path / "best.json")
    assert loaded == best
    cost = GAME.price(best).ev - GAME.price(GAME.strategy("always-surrender")).ev
    assert cost == Fraction(23, 622) - Fraction(142853, 4965115)
    assert len(best.differences(GAME.strategy("always-surrender"))) == 13
    (chart,) = maths.charts(best)
    assert chart.column_names == tuple(RANKS)
    assert chart.cells == (("W",) * 13,)
    assert GAME.strategy("short").rules == ("Go to war with every tie.",)
    assert GAME.price(GAME.strategy("short")).ev == GAME.price(best).ev


def test_a_strategy_of_both_answers_is_priced_between_the_two() -> None:
    table = {rank: "war" if rank in "23456" else "surrender" for rank in RANKS}
    mixed = GAME.price(Strategy("dueling", "mixed", {"war": table}), options={"decks": 6})
    war, give_up = Fraction(142853, 4965115), Fraction(23, 622)
    # Ranks are alike: five of thirteen ties go to war.
    assert mixed.house_edge == (5 * war + 8 * give_up) / 13
    tat = GAME.price(Strategy("dueling", "mixed", {"war": table}), wager="tie-after-tie", paytable="TAT1")
    amount = {"tie-after-tie": 1_000_000}
    whole = figures("tie-after-tie", "TAT1", strategy="always-war").at(amount).ev
    none = figures("tie-after-tie", "TAT1", strategy="always-surrender").ev
    assert tat.at(amount).ev == (5 * Fraction(whole) + 8 * Fraction(none)) / 13


# --------------------------------------------------------------------------------------------------------- bad input


def bad_questions() -> Iterator[tuple[dict[str, Any], str]]:
    yield {"wager": "blackjack"}, "no wager 'blackjack'"
    yield {"paytable": "TAT9"}, "no paytable 'TAT9'"
    yield {"wager": "tie-plus", "paytable": "TAT1"}, "no paytable 'TAT1'"
    yield {"options": {"wheels": "2"}}, "no option 'wheels'"
    for decks in ("0", "-1", "six", "06", "1.5", 0, 2.5, None, "99999999999"):
        yield {"options": {"decks": decks}}, "decks cannot be"
    yield {"options": {"tie-bonus": "maybe"}}, "tie-bonus cannot be 'maybe'"
    yield {"options": {"decks": 1, "burn": 47}}, "does not come out of 52"
    yield {"options": {"decks": 1, "shoe": 52}}, "cut card cannot lie behind 52 cards of 52"
    yield {"options": {"fixed": "500"}}, "a wager of \\$1 and no other"
    yield {"wager": "player", "options": {"spots": "play"}}, "not offered"
    yield {"wager": "tie-plus", "pays": {"royal-flush": "5"}}, "no row 'royal-flush'"
    yield {"pays": {"nothing": "5"}}, "no row 'nothing'"
    yield {"wager": "tie-plus", "pays": {"suited-pair-tie": "lots"}}, "tie-plus suited-pair-tie: 'lots' is not a pay"
    yield {"wager": "tie-plus", "pays": {"suited-pair-tie": "50%"}}, "share of a meter"
    yield {"wager": "player", "pays": {"win": "$5"}}, "cannot pay"
    yield {"wager": "two-plus-two", "meters": {"pot": 5}}, "no row is paid from a meter 'pot'"
    yield {"wager": "player", "meters": {"two-plus-two": 500}}, "no row is paid from a meter"
    yield {"wager": "two-plus-two", "meters": {"two-plus-two": -5}}, "negative"
    yield {"strategy": "hope"}, "no strategy 'hope'"
    yield {"wager": "war", "strategy": "always-surrender"}, "no tie goes to war"


@pytest.mark.parametrize(("question", "says"), list(bad_questions()), ids=str)
def test_a_bad_question_is_refused(question: dict[str, Any], says: str) -> None:
    with pytest.raises(BadQuestion, match=says):
        GAME.analyze(**question)


def test_bad_strategies_and_tables_are_refused() -> None:
    with pytest.raises(BadStrategy, match="no war for"):
        GAME.analyze(strategy=Strategy("dueling", "half", {"war": {"2": "war"}}))
    with pytest.raises(BadStrategy, match="is for triple-attack"):
        GAME.analyze(strategy=Strategy("triple-attack", "other", {}))
    with pytest.raises(BadQuestion, match="no spot"):
        maths.table_figures(GAME, spots=("war",))
    with pytest.raises(BadQuestion, match="no shared prizes"):
        maths.shares(GAME, "tie-plus")
    with pytest.raises(BadQuestion, match="do not fit"):
        maths.shares(GAME, "two-plus-two", players=8)
    with pytest.raises(HousewayError):
        GAME.analyze(edition="1066")


def test_options_that_change_no_figure_are_taken() -> None:
    plain = figures("player", options={"decks": 6})
    unimportant: list[dict[str, Any]] = [{"burn": "0"}, {"burn": 17}, {"dealt-by": "hand"}, {"shoe": "200"}]
    for options in unimportant:
        same = figures("player", options={"decks": 6, **options})
        assert same.distribution == plain.distribution
        assert set(options) < set(same.options)
    assert any("cut card" in note for note in figures("player", options={"shoe": "200"}).notes)
    assert any("no pays for 7 decks" in note for note in figures("tie-plus", "2", options={"decks": 7}).notes)


def test_the_analysis_is_plain_data() -> None:
    data = GAME.analyze(wager="tie-after-tie", options={"decks": 6}).as_dict()
    assert (data["game"], data["edition"]) == ("dueling", "2017")
    entry = data["wagers"][0]
    assert entry["ev_exact"] is entry["house_edge"] is entry["sd"] is None
    assert entry["amounts_needed"] == ["tie-after-tie"]
    assert entry["meter"]["coefficient"] > 0
    assert sum(outcome["count"] for outcome in entry["outcomes"]) == entry["deals"]
