"""Three Card Split: exact figures, checked by calculations that share nothing with them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numba
import numpy as np
import pytest

import houseway
from houseway.cards import CARDS, Stream
from houseway.games.three_card_split import hands, maths
from houseway.games.three_card_split.maths.classes import ASK, LOW, class_names, classes, house_places, number_of
from houseway.games.three_card_split.maths.counting import (
    DEALS,
    four_card_pairs,
    four_card_rows,
    house_settings,
    primary_counts,
    sub_hands,
)
from houseway.maths.question_errors import BadQuestion, BadStrategy
from houseway.maths.results import Analysis, Figures
from houseway.maths.strategy import Strategy
from houseway.table.table_errors import UnknownGame

GAME = houseway.game("three-card-split")


@pytest.fixture(scope="module")
def book() -> Analysis:
    return GAME.analyze()


# --- published figures -------------------------------------------------------------------------------------------


def test_three_card_hands_by_kind_are_those_published() -> None:
    """wizardofodds.com, three card poker: of 22,100 hands."""
    published = {
        "straight-flush": 48,
        "three-of-a-kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "high-card": 16_440,
    }
    assert maths.three_card_kinds() == published


# --- the primary wager -------------------------------------------------------------------------------------------


def strength(one: int, other: int) -> int:
    """A high sub-hand, after the document alone: E high card, D suited, C connected, B pair, A suited connectors."""
    ranks = sorted((one // 4 + 2, other // 4 + 2))
    suited = one % 4 == other % 4
    connected = ranks[1] == ranks[0] + 1
    if ranks == [2, 14]:
        ranks, connected = [1, 2], True
    letter = (
        "A" if suited and connected else "B" if ranks[0] == ranks[1] else "C" if connected else "D" if suited else "E"
    )
    return "EDCBA".index(letter) * 1000 + ranks[1] * 20 + ranks[0]


def set_by_the_house(cards: tuple[int, ...]) -> int:
    """Appendix A, written again: the place of the card that goes low."""
    ranks = [code // 4 + 2 for code in cards]
    red = [code % 4 in (1, 2) for code in cards]
    if len(set(ranks)) == 1:
        return next(place for place in range(3) if red.count(red[place]) == 1)
    straight = ranks[2] - ranks[1] == ranks[1] - ranks[0] == 1 or ranks == [2, 3, 14]
    if straight or len({code % 4 for code in cards}) == 1:
        return 2
    others = {place: [cards[at] for at in range(3) if at != place] for place in range(3)}
    made = [place for place, (one, other) in others.items() if strength(one, other) >= 1000]
    if not made:
        return 1
    with_ten = [place for place in made if ranks[place] >= 10]

    def order(place: int) -> tuple[int, bool]:
        one, other = others[place]
        return strength(one, other), (one % 4 in (1, 2)) == (other % 4 in (1, 2))

    return max(with_ten or made, key=order)


def _every_house_hand(heads: Any, setting: Any, cards: Any, house: Any, ends: Any) -> None:
    """Count wins, pushes and losses of each head (a row of ``setting`` for each low card) against every house hand."""
    for head in range(heads.shape[0]):
        a, b, c = heads[head]
        for hand in range(cards.shape[0]):
            x, y, z = cards[hand]
            if a in (x, y, z) or b in (x, y, z) or c in (x, y, z):
                continue
            for low in range(3):
                if setting[head, low, 4]:
                    ends[head, low, 3] += 1
                    continue
                high, reds, rank, red = (
                    setting[head, low, 0],
                    setting[head, low, 1],
                    setting[head, low, 2],
                    setting[head, low, 3],
                )
                won = 0
                if high > house[hand, 0] or (high == house[hand, 0] and reds == house[hand, 1]):
                    won += 1
                if rank > house[hand, 2] or (rank == house[hand, 2] and red == house[hand, 3]):
                    won += 1
                ends[head, low, 2 - won] += 1


@pytest.fixture(scope="module")
def brute_force() -> Any:
    """(classes, low card, end): every house hand dealt to one hand of each class, by rules written again."""

    def described(cards: tuple[int, ...], place: int) -> tuple[int, int, int, int, bool]:
        one, other = (cards[at] for at in range(3) if at != place)
        low = cards[place]
        red = [code % 4 in (1, 2) for code in (one, other, low)]
        foul = strength(one, other) < 1000 and low // 4 > max(one // 4, other // 4)
        return strength(one, other), red[0] + red[1], low // 4, red[2], foul

    cards = np.array(list(combinations(range(52), 3)))
    house = np.array([described(hand, set_by_the_house(hand)) for hand in combinations(range(52), 3)], dtype=np.int64)
    heads = classes().heads
    setting = np.array([[described(tuple(head), low) for low in range(3)] for head in heads.tolist()], dtype=np.int64)
    ends = np.zeros((len(heads), 3, 4), dtype=np.int64)
    compiled: Any = numba.njit(_every_house_hand)
    compiled(heads, setting, cards, house, ends)
    return ends


def test_every_setting_of_every_class_agrees_with_brute_force(brute_force: Any) -> None:
    for end, counts in enumerate(primary_counts()):
        assert (counts == brute_force[:, :, end]).all()
    assert (np.stack(primary_counts()).sum(axis=0) == 18_424).all()


def test_headline_figures_agree_with_brute_force(book: Analysis, brute_force: Any) -> None:
    weights = classes().weights
    values = (brute_force[:, :, 0] - brute_force[:, :, 2] - brute_force[:, :, 3]) * weights[:, None]
    best = book.find("primary", strategy="optimal")
    assert best.ev == Fraction(int(values.max(axis=1).sum()), DEALS)
    lows = [set_by_the_house(tuple(head)) for head in classes().heads.tolist()]
    copied = book.find("primary", strategy="house-way")
    assert copied.ev == Fraction(int(values[np.arange(len(weights)), lows].sum()), DEALS)


def test_hands_of_a_class_end_alike() -> None:
    """Any hand of a class, set as the class says, against every house hand, by the procedure's own functions."""
    made = classes()
    chance = Stream(11)
    dealt = [tuple(CARDS[code] for code in codes) for codes in made.cards.tolist()]
    house = [hands.house_way(cards) for cards in dealt]
    for _ in range(3):
        hand = chance.below(len(dealt))
        kind = int(made.class_of[hand])
        place = chance.below(3)
        low = dealt[hand][int(made.order[hand, place])]
        high = tuple(card for card in dealt[hand] if card is not low)
        ends = Counter(
            hands.primary(((high[0], high[1]), low), setting)[0]
            for cards, setting in zip(dealt, house, strict=True)
            if not set(cards) & set(dealt[hand])
        )
        found = primary_counts()
        assert ends == Counter(
            {
                "win": int(found.win[kind, place]),
                "push": int(found.push[kind, place]),
                "lose": int(found.lose[kind, place]),
                "foul": int(found.foul[kind, place]),
            }
        )


def test_sub_hands_compare_as_the_procedure_compares_them() -> None:
    asked = sub_hands()
    chance = Stream(3)
    for _ in range(4000):
        a, b, c, d = (chance.below(52) for _ in range(4))
        if a != b and c != d:
            mine, theirs = (CARDS[a], CARDS[b]), (CARDS[c], CARDS[d])
            assert asked.high_wins[asked.high[a, b], asked.high[c, d]] == (hands.compare(mine, theirs) > 0)
            assert asked.foul[asked.high[a, b], asked.low[c]] == hands.is_foul(mine, CARDS[c])
        assert asked.low_wins[asked.low[a], asked.low[b]] == (hands.compare((CARDS[a],), (CARDS[b],)) > 0)


def test_every_hand_is_set_by_the_house_way() -> None:
    settings = house_settings()
    asked = sub_hands()
    for number, codes in enumerate(classes().cards.tolist()):
        if number % 7 == 0:
            high, low = hands.house_way(tuple(CARDS[code] for code in codes))
            assert settings.high[number] == asked.high[high[0].code, high[1].code]
            assert asked.low[low.code] == settings.low[number]


def test_classes_hold_every_hand_once() -> None:
    made = classes()
    assert made.weights.sum() == len(made.cards) == comb(52, 3)
    assert len(class_names()) == len(set(class_names())) == len(made.heads)
    assert (number_of(*made.cards.T) == np.arange(len(made.cards))).all()
    assert (made.class_of[number_of(*made.heads.T)] == np.arange(len(made.heads))).all()
    # Suits are renamed, ranks are not: in the order of its class a hand has the ranks of the class as written.
    ranks = np.take_along_axis(made.cards // 4, made.order, axis=1)
    assert (ranks == made.heads[made.class_of] // 4).all()


# --- the other wagers --------------------------------------------------------------------------------------------


def test_three_card_bonus_agrees_with_a_direct_count(book: Analysis) -> None:
    """Places change in half of the deals with different ranks; pairs of hands of one rank are dealt out one by one."""
    by_rank: dict[int, list[tuple[int, ...]]] = {}
    for hand in combinations(range(52), 3):
        by_rank.setdefault(hands.three_card_rank(tuple(CARDS[code] for code in hand)), []).append(hand)
    equal = copies = 0
    for members in by_rank.values():
        for one, other in combinations(members, 2):
            if not set(one) & set(other):
                equal += 2
                copies += 2 * (reds(one) == reds(other))
    assert book.find("three-card-bonus").outcomes[0].count == (DEALS - equal) // 2 + copies


def reds(hand: tuple[int, ...]) -> int:
    return sum(code % 4 in (1, 2) for code in hand)


def test_four_card_rows_agree_with_formulas(book: Analysis) -> None:
    """Combinations by hand, each row without those above it."""
    count = {outcome.event: outcome.count for outcome in book.find("four-card-bonus", "TCS-1a").outcomes}
    assert sum(value or 0 for value in count.values()) == comb(52, 4)
    assert count["four-aces"] == 1
    assert count["four-of-a-kind"] == 12
    assert count["four-card-straight-flush"] == 4 * 11  # A-2-3-4 to J-Q-K-A
    # Twelve three-card straight flushes a suit, any fourth card; those in four-card ones hold two each.
    assert count["three-card-straight-flush"] == 4 * 12 * 49 - 2 * 44
    assert count["three-of-a-kind"] == 13 * 4 * 48
    assert count["two-pair"] == comb(13, 2) * 6 * 6
    # Eleven straights of four suits each way, less those with three or four suited in sequence; and flushes.
    assert count["four-card-straight-or-flush"] == _straights() + _flushes()


def _straights() -> int:
    """Four-card straights of which no three in a row are suited."""
    found = 0
    for suits in np.ndindex(4, 4, 4, 4):
        in_a_row = suits[0] == suits[1] == suits[2] or suits[1] == suits[2] == suits[3]
        found += not in_a_row
    return 11 * found


def _flushes() -> int:
    """Four cards of a suit of which no three are in sequence."""
    found = 0
    for ranks in combinations(range(13), 4):
        sets = [set(three) for three in combinations(ranks, 3)]
        found += not any({(low + step) % 13 for step in range(3)} in sets for low in range(-1, 11))
    return 4 * found


def test_four_card_hands_are_what_the_procedure_says() -> None:
    rows = four_card_rows()
    chance = Stream(5)
    every = np.arange(52)
    for _ in range(2000):
        cards = tuple(sorted({int(every[chance.below(52)]) for _ in range(4)}))
        if len(cards) == 4:
            number = sum(comb(code, place) for place, code in enumerate(cards, start=1))
            assert rows.satisfied[rows.of_hand[number]] == hands.four_card(tuple(CARDS[code] for code in cards))


@pytest.mark.parametrize(
    ("paytable", "pays"),
    [
        ("TCS-1a", (500, 200, 100, 20, 10, 5, 3, 1)),
        ("TCS-1b", (1000, 200, 100, 20, 10, 5, 3, 1)),
        ("TCS-2a", (500, 200, 100, 20, 10, 4, 2, 1)),
        ("TCS-2b", (1000, 200, 100, 20, 10, 4, 2, 1)),
        ("TCS-3a", (500, 200, 100, 15, 10, 4, 2, 1)),
        ("TCS-3b", (1000, 200, 100, 15, 10, 4, 2, 1)),
    ],
)
def test_four_card_bonus_by_paytable(book: Analysis, paytable: str, pays: tuple[int, ...]) -> None:
    figures = book.find("four-card-bonus", paytable)
    counts = [outcome.count or 0 for outcome in figures.outcomes]
    won = sum(count * pay for count, pay in zip(counts, pays, strict=False))
    assert figures.ev == Fraction(won - counts[-1], comb(52, 4))
    assert figures.hit_frequency == Fraction(sum(counts[:-1]), comb(52, 4))


def test_jackpot_is_a_function_of_its_four_aces(book: Analysis) -> None:
    for paytable in ("TCS-4a", "TCS-4b"):
        figures = book.find("jackpot", paytable)
        (meter,) = figures.meters
        assert meter.meter == "jackpot/four-aces"
        assert meter.coefficient == Fraction(1, comb(52, 4))
        assert meter.rounds_between_hits == comb(52, 4)
        assert not figures.priced and figures.at({"jackpot/four-aces": 0}).ev == meter.fixed_return - 1
        assert meter.break_even is not None
        amount = int(meter.break_even * 100)
        assert meter.break_even * 100 == amount
        posted = GAME.analyze(wager="jackpot", paytable=paytable, pays={"four-aces": f"${amount // 100}"})
        assert posted.figures[0].ev == 0
        assert posted.figures[0].meters == ()
        run = GAME.analyze(wager="jackpot", paytable=paytable, meters={"jackpot/four-aces": amount})
        assert run.figures[0].ev == 0
        assert run.figures[0].meters == figures.meters


def test_jackpot_of_another_fixed_wager(book: Analysis) -> None:
    """Odds follow the stake, money does not: five dollars make four aces worth a fifth."""
    one = book.find("jackpot", "TCS-4a").meters[0]
    five = GAME.analyze(wager="jackpot", paytable="TCS-4a", options={"fixed": "500"}).figures[0]
    assert five.options == {"fixed": "500"}
    assert "$5" in five.unit
    assert five.meters[0].coefficient == one.coefficient / 5
    assert five.meters[0].fixed_return == one.fixed_return
    assert one.break_even is not None
    assert five.meters[0].break_even == 5 * one.break_even


def test_a_percent_of_the_wagers_own_meter_is_another_meter() -> None:
    asked = GAME.analyze(wager="jackpot", paytable="TCS-4a", pays={"four-of-a-kind": "10%", "four-aces": "100%"})
    names = {meter.meter: meter.coefficient for meter in asked.figures[0].meters}
    assert names == {
        "jackpot/four-aces": Fraction(1, comb(52, 4)),
        "jackpot": Fraction(12, comb(52, 4)) / 10,
    }


# --- a full table ------------------------------------------------------------------------------------------------


def test_two_seats_with_the_community_card() -> None:
    """Straight flushes and two pairs at both seats, dealt out one by one; and each seat alone is as before."""
    rows = four_card_rows()
    pairs = four_card_pairs()
    for row, count in zip(pairs, rows.counts, strict=True):
        assert sum(row) == count * 4 * comb(48, 3)
    number = {satisfied[0]: place for place, satisfied in enumerate(rows.satisfied) if satisfied}

    def flush(suit: int, low: int) -> frozenset[int]:
        return frozenset(4 * ((low + step) % 13) + suit for step in range(4))

    royal = [flush(suit, low) for suit in range(4) for low in range(-1, 10)]
    assert pairs[number["four-card-straight-flush"]][number["four-card-straight-flush"]] == _both(royal)
    doubles = [
        frozenset((4 * one + a, 4 * one + b, 4 * other + c, 4 * other + d))
        for one, other in combinations(range(13), 2)
        for a, b in combinations(range(4), 2)
        for c, d in combinations(range(4), 2)
    ]
    assert pairs[number["two-pair"]][number["two-pair"]] == _both(doubles)


def _both(hands_of_four: list[frozenset[int]]) -> int:
    """In how many deals of a community card and two hands both seats have one of these."""
    by_card: dict[int, list[frozenset[int]]] = {}
    for hand in hands_of_four:
        for card in hand:
            by_card.setdefault(card, []).append(hand)
    return sum(one & other == {card} for card, members in by_card.items() for one in members for other in members)


def test_full_table() -> None:
    meters = {"jackpot/four-aces": 1_000_000}
    full = maths.full_table(GAME, meters=meters)
    alone = GAME.analyze(wager="jackpot", paytable="TCS-4a", meters=meters).figures[0]
    unknown = maths.full_table(GAME)
    assert (unknown.rows, unknown.ev, unknown.covariance, unknown.sd) == (full.rows, None, None, None)
    assert full.covariance is not None
    assert full.seats == 7
    assert full.ev == 7 * alone.ev
    aces = full.rows[0]
    assert (aces.event, aces.winners, aces.both) == ("four-aces", Fraction(7, comb(52, 4)), Fraction(0))
    assert sum(row.probability for row in full.rows) == 1
    assert full.variance == 7 * alone.variance + 42 * full.covariance
    assert maths.full_table(GAME, seats=1, meters=meters).variance == alone.variance
    with pytest.raises(BadQuestion):
        maths.full_table(GAME, wager="primary")
    with pytest.raises(BadQuestion):
        maths.full_table(GAME, seats=8)


# --- the whole book ----------------------------------------------------------------------------------------------


def test_every_wager_paytable_and_strategy_has_figures(book: Analysis) -> None:
    edition = GAME.edition()
    found = [(item.wager, item.paytable, item.strategy) for item in book.figures]
    expected = [("primary", "standard", name) for name in maths.STRATEGIES]
    for wager in ("three-card-bonus", "four-card-bonus", "jackpot"):
        expected += [(wager, name, "optimal") for name in edition.paytable_ids(wager)]
    assert found == expected
    assert (book.game, book.edition, book.fingerprint) == ("three-card-split", "v5", edition.fingerprint)
    for item in book.figures:
        check(item)


def test_what_the_outcomes_add_is_the_expected_value(book: Analysis) -> None:
    for item in book.figures:
        if item.priced:
            assert sum(Fraction(outcome.adds or 0) for outcome in item.outcomes) == item.ev


def check(item: Figures) -> None:
    assert sum(outcome.count or 0 for outcome in item.outcomes) == item.deals
    if not item.priced:
        assert item.wager == "jackpot" and not item.distribution
        return
    assert sum(probability for _, probability in item.distribution) == 1
    assert item.ev == sum(net * probability for net, probability in item.distribution)
    assert item.average_action == 1
    assert item.ev_exact is not None
    assert item.variance > 0
    for shares in item.decisions.values():
        assert sum(shares.values()) == 1
    data = item.as_dict()
    assert data["ev_exact"] == f"{item.ev_exact.numerator}/{item.ev_exact.denominator}"
    assert item.unit.startswith("one ")


def test_options_change_nothing(book: Analysis) -> None:
    for slug, option in GAME.edition().options.items():
        for value in option.values:
            found = GAME.analyze(wager="three-card-bonus", options={slug: value}).figures[0]
            assert found.options == {slug: value}
            assert found.ev == book.find("three-card-bonus").ev


# --- what if -----------------------------------------------------------------------------------------------------


def test_a_better_pay_is_never_worse() -> None:
    last = None
    for pay in ("1:2", "1", "6:5", "2", "3"):
        value = GAME.analyze(wager="primary", pays={"win": pay}, strategy="optimal").figures[0].ev
        assert last is None or value > last
        last = value
    plain = GAME.analyze(wager="primary", strategy="optimal").figures[0].ev
    kind = GAME.analyze(wager="primary", pays={"foul": "push"}, strategy="optimal").figures[0]
    assert kind.ev > plain
    assert kind.outcomes[3].count


def test_a_changed_pay_is_priced_by_the_counts_of_its_own_best_play(brute_force: Any) -> None:
    weights = classes().weights
    values = brute_force[:, :, 0] * 12 + brute_force[:, :, 1] * -1 + (brute_force[:, :, 2:].sum(axis=2)) * -10
    best = int((values.max(axis=1) * weights).sum())
    found = GAME.analyze(wager="primary", pays={"win": "1.2", "push": "-0.1"}, strategy="optimal").figures[0]
    assert found.ev == Fraction(best, 10 * DEALS)


def test_very_large_pays_are_exact() -> None:
    found = GAME.analyze(wager="primary", pays={"win": "999999999", "push": "1:999999937"}, strategy="optimal")
    figures = found.figures[0]
    count = {outcome.event: outcome.count or 0 for outcome in figures.outcomes}
    expected = count["win"] * 999999999 + Fraction(count["push"], 999999937) - count["lose"] - count["foul"]
    assert figures.ev == expected / DEALS
    assert GAME.price(GAME.strategy("short", pays={"win": "999999999"})).ev < 0


def test_unknown_things_are_refused() -> None:
    for asked in (
        {"wager": "insurance"},
        {"wager": "four-card-bonus", "paytable": "TCS-4a"},
        {"paytable": "TCS-9"},
        {"options": {"decks": "2"}},
        {"options": {"deal": "double"}},
        {"wager": "jackpot", "options": {"fixed": "none"}},
        {"wager": "primary", "options": {"fixed": "500"}},
        {"pays": {"win": "2"}},
        {"wager": "primary", "pays": {"draw": "2"}},
        {"wager": "primary", "pays": {"win": "much"}},
        {"wager": "primary", "pays": {"win": "50%"}},
        {"wager": "four-card-bonus", "pays": {"four-aces": "bonus"}},
        {"wager": "jackpot", "meters": {"jackpot": 100}},
        {"wager": "jackpot", "meters": {"jackpot/four-aces": -1}},
        {"wager": "primary", "strategy": "best"},
    ):
        with pytest.raises(BadQuestion) as caught:
            GAME.analyze(**asked)
        assert caught.value.remedy
    with pytest.raises(UnknownGame):
        GAME.analyze(edition="v4")


def test_bad_strategies_are_refused() -> None:
    good = GAME.strategy("house-way")
    situation = class_names()[0]
    short = {**good.tables[ASK]}
    del short[situation]
    for tables in (
        {ASK: short},
        {},
        {ASK: {**good.tables[ASK], situation: "low 4"}},
        {ASK: {**short, "Kc Kd": "low 1"}},
    ):
        with pytest.raises(BadStrategy):
            GAME.price(Strategy(GAME.slug, "bad", tables))
    with pytest.raises(BadStrategy):
        GAME.price(Strategy("dueling", "other", good.tables))


def test_any_strategy_is_priced(brute_force: Any) -> None:
    """A strategy of random settings, fouls and all."""
    chance = Stream(8)
    places = [chance.below(3) for _ in class_names()]
    table = dict(zip(class_names(), (LOW[place] for place in places), strict=True))
    found = GAME.price(Strategy(GAME.slug, "random", {ASK: table}))
    rows = brute_force[np.arange(len(places)), places] * classes().weights[:, None]
    assert [outcome.count for outcome in found.outcomes] == rows.sum(axis=0).tolist()
    assert found.strategy == "random"
    check(found)
    in_words = Strategy(GAME.slug, "copied", {ASK: dict.fromkeys(class_names(), "house-way")})
    assert GAME.price(in_words).ev == GAME.price(GAME.strategy("house-way")).ev
    assert house_places().max() == 2
