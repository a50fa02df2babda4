"""Three Card Split: ranks, copies, fouls, house way and four-card rows, from cards worked out by hand."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, permutations

import pytest

from houseway.cards.card import CARDS, Card, card, parse_cards
from houseway.games.three_card_split import hands

GAME = "three-card-split"
DECK = CARDS[:52]
RUNG = {rank: place for place, rank in enumerate("23456789TJQKA")}
NEIGHBOURS = ["A2", "23", "34", "45", "56", "67", "78", "89", "9T", "TJ", "JQ", "QK", "KA"]


def pair(text: str) -> tuple[Card, Card]:
    first, second = parse_cards(text)
    return first, second


def setting(text: str) -> hands.Setting:
    """A setting written as the document prints it: high sub-hand, bar, low card."""
    high, low = text.split("|")
    return pair(high), card(low.strip())


def plain(way: hands.Setting) -> tuple[frozenset[str], str]:
    """A setting without the order of its high cards, to compare with one written by hand."""
    return frozenset(each.text for each in way[0]), way[1].text


def ladder() -> list[tuple[str, bool, str]]:
    """Every class of high sub-hand from the lowest to the best: ranks, suited or not, kind."""
    apart = [high + low for high, low in combinations("AKQJT98765432", 2)]
    apart = [two for two in apart if two not in NEIGHBOURS and two[::-1] not in NEIGHBOURS][::-1]
    return (
        [(two, False, "high-card") for two in apart]
        + [(two, True, "suited") for two in apart]
        + [(two, False, "connected") for two in NEIGHBOURS]
        + [(rank * 2, False, "pair") for rank in RUNG]
        + [(two, True, "suited-connectors") for two in NEIGHBOURS]
    )


LADDER = {("".join(sorted(ranks)), suited): step for step, (ranks, suited, _) in enumerate(ladder())}


def step_of(high: tuple[Card, Card]) -> int:
    """Where a high sub-hand stands on the ladder."""
    ranks = "".join(sorted(each.text[0] for each in high))
    return LADDER[ranks, high[0].text[1] == high[1].text[1]]


# --- sub-hands ---------------------------------------------------------------------------------------------------


@pytest.mark.clause(
    GAME, "dealing 7", "dealing 7 A", "dealing 7 B", "dealing 7 C", "dealing 7 D", "dealing 7 E", "TCS-1"
)
def test_the_high_sub_hand_climbs_the_ladder_of_169_classes() -> None:
    steps = ladder()
    assert len(steps) == len(LADDER) == 169
    assert [steps[0][0], steps[64][0], steps[65][0], steps[-1][0]] == ["42", "AQ", "42", "KA"]
    ranks = []
    for two, suited, kind in steps:
        high = pair(f"{two[0]}h {two[1]}{'h' if suited else 's'}")
        assert hands.kind_of_high(high) == kind
        assert hands.high_rank(high) == hands.high_rank((high[1], high[0]))
        ranks.append(hands.high_rank(high))
    assert ranks == sorted(set(ranks))


@pytest.mark.clause(GAME, "footnote 5", "footnote 6", "TCS-1")
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("4c 5c", "suited-connectors"),
        ("Jd Qd", "suited-connectors"),
        ("4c 5d", "connected"),
        ("As 2s", "suited-connectors"),
        ("As 2d", "connected"),
        ("As Kd", "connected"),
        ("As 3s", "suited"),
        ("As 3d", "high-card"),
        ("2s Ks", "suited"),
        ("5s 5d", "pair"),
    ],
)
def test_connections_are_neighbours_and_the_ace_has_two(text: str, kind: str) -> None:
    assert hands.kind_of_high(pair(text)) == kind


@pytest.mark.clause(GAME, "footnote 5", "footnote 6", "TCS-1")
def test_ace_deuce_is_the_lowest_connection_and_ace_king_the_highest() -> None:
    assert hands.high_rank(pair("As 2s")) < hands.high_rank(pair("2d 3d"))
    assert hands.high_rank(pair("As Ks")) > hands.high_rank(pair("Kd Qd"))
    assert hands.high_rank(pair("As 2d")) < hands.high_rank(pair("2s 3d"))
    assert hands.high_rank(pair("As Kd")) > hands.high_rank(pair("Ks Qd"))
    assert hands.high_rank(pair("As 2s")) > hands.high_rank(pair("Ah Ad"))
    assert hands.high_rank(pair("As 2d")) < hands.high_rank(pair("2s 2d"))


@pytest.mark.clause(GAME, "dealing 7", "TCS-1")
def test_the_low_card_ranks_by_itself_with_the_ace_on_top() -> None:
    ranks = [hands.low_rank(card(f"{rank}d")) for rank in RUNG]
    assert ranks == sorted(set(ranks))
    assert hands.low_rank(card("7d")) == hands.low_rank(card("7s"))


@pytest.mark.clause(GAME, "dealing 4", "TCS-2")
@pytest.mark.parametrize(
    ("text", "foul"),
    [
        ("7c Td|Js", True),
        ("2c 4d|5s", True),
        ("Kc Jd|As", True),
        ("7c Td|Ts", False),
        ("7c Td|9s", False),
        ("7c Tc|Js", False),
        ("2c 2d|As", False),
        ("2c 3d|As", False),
        ("2c Ad|Ks", False),
        ("2c 4c|As", False),
    ],
)
def test_only_a_high_card_hand_below_the_low_card_is_foul(text: str, foul: bool) -> None:
    assert hands.is_foul(*setting(text)) is foul


@pytest.mark.clause(GAME, "dealing 7 copy", "TCS-3")
def test_colours_are_counted_red_then_black() -> None:
    assert hands.colours(parse_cards("Qc 7h")) == hands.colours(parse_cards("Qh 7s")) == (1, 1)
    assert hands.colours(parse_cards("Ad Ah 2d")) == (3, 0)
    assert hands.colours(parse_cards("2s")) == (0, 1)


@pytest.mark.parametrize(
    ("dealer", "player", "result"),
    [
        pytest.param("7c", "7s", 1, marks=pytest.mark.clause(GAME, "dealing 7 copy", "dealing 7 example 1")),
        pytest.param("7h", "7s", -1, marks=pytest.mark.clause(GAME, "dealing 7 copy", "dealing 7 example 2")),
        pytest.param("Qc 7h", "Qs 7c", -1, marks=pytest.mark.clause(GAME, "dealing 7 copy", "dealing 7 example 3")),
        pytest.param("Qd 7h", "Qh 7d", 1, marks=pytest.mark.clause(GAME, "dealing 7 copy", "dealing 7 example 4")),
        pytest.param("Qc 7h", "Qh 7s", 1, marks=pytest.mark.clause(GAME, "dealing 7 example 5", "TCS-3")),
        pytest.param("7h", "8s", 1, marks=pytest.mark.clause(GAME, "dealing 7")),
        pytest.param("8h", "7h", -1, marks=pytest.mark.clause(GAME, "dealing 7")),
        pytest.param("Qc 8h", "Qs 7h", -1, marks=pytest.mark.clause(GAME, "dealing 7", "dealing 7 E")),
        pytest.param("Ah Ad", "2c 3c", 1, marks=pytest.mark.clause(GAME, "dealing 7 A", "dealing 7 B")),
        pytest.param("Qc Qh", "Qd Qs", 1, marks=pytest.mark.clause(GAME, "dealing 7 copy", "TCS-3")),
        pytest.param("Qc Qs", "Qd Qh", -1, marks=pytest.mark.clause(GAME, "dealing 7 copy", "TCS-3")),
    ],
)
def test_corresponding_sub_hands(dealer: str, player: str, result: int) -> None:
    assert hands.compare(parse_cards(player), parse_cards(dealer)) == result


@pytest.mark.clause(GAME, "overview cards", "dealing 4")
def test_three_cards_have_three_settings_the_nth_card_low_in_the_nth() -> None:
    ways = hands.settings(parse_cards("4h 5h 4c"))
    assert [plain(way) for way in ways] == [plain(setting(t)) for t in ("5h 4c|4h", "4h 4c|5h", "4h 5h|4c")]


# --- the primary wager -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "dealer", "row"),
    [
        pytest.param("9c 9d|Ks", "8c 8d|Qs", "win", marks=pytest.mark.clause(GAME, "dealing 8", "overview primary")),
        pytest.param("8c 8d|Qs", "9c 9d|Ks", "lose", marks=pytest.mark.clause(GAME, "dealing 8", "overview primary")),
        pytest.param("9c 9d|Qs", "8c 8d|Ks", "push", marks=pytest.mark.clause(GAME, "dealing 8", "overview primary")),
        pytest.param("8c 8d|Ks", "9c 9d|Qs", "push", marks=pytest.mark.clause(GAME, "dealing 8", "overview primary")),
        pytest.param("9c 9d|Ks", "9s 9h|Kc", "win", marks=pytest.mark.clause(GAME, "dealing 8", "TCS-3")),
        pytest.param("9c 9d|Ks", "9s 9h|Kd", "push", marks=pytest.mark.clause(GAME, "dealing 8", "TCS-3")),
        pytest.param("9h 9d|Ks", "9s 9c|Kd", "lose", marks=pytest.mark.clause(GAME, "dealing 8", "TCS-3")),
        pytest.param("9c 9d|Ks", "9s 9h|Ac", "push", marks=pytest.mark.clause(GAME, "dealing 8", "TCS-3")),
        pytest.param("7c Td|Js", "2c 4d|3s", "foul", marks=pytest.mark.clause(GAME, "dealing 4", "TCS-2")),
    ],
)
def test_the_primary_wager_takes_both_sub_hands(player: str, dealer: str, row: str) -> None:
    assert hands.primary(setting(player), setting(dealer)) == (row,)


# --- the house way -----------------------------------------------------------------------------------------------

PRINTED = {
    "A": ["9s 9c|9h", "Kd Kh|Kc"],
    "B": ["4d 5h|6c", "2h 7h|9h"],
    "C.i": ["9h 9c|Tc", "9s Ks|Qh", "2c As|Kc"],
    "C.ii": ["4h 5h|4c", "7s Ts|5h", "7c 8h|5c"],
    "D": ["4c Td|7h", "7d Js|9h"],
}
FURTHER = {
    "A": ["Ad Ah|As", "2c 2s|2d"],
    "B": ["2c 3d|Ah", "2c 3c|Ac", "Qh Kd|Ac", "5d 9d|Ad", "4s 5s|6s"],
    "C.i": [
        "Kh 5h|Kc",  # the kings would leave a five: suited, with a king low
        "Ad 2h|As",  # the aces would leave a deuce: connected, with an ace low, the red one of two
        "9s Tc|Th",  # two connections of equal rank: the black one
        "9h Td|Tc",  # and the red one
        "9h Th|Ts",  # suited connectors before connected cards
        "Kc Ks|Ah",  # the pair before the connection of king and ace
        "3d 3h|As",
        "2h 3c|Tc",  # connected leaves a ten; three and ten suited would leave a deuce
        "5d Ad|Kh",  # connected would leave a five; suited leaves a king
        "8c Qc|Jh",
        "Ac 2c|Kd",
    ],
    "C.ii": [
        "Kh Kc|5s",  # king and five of two suits are nothing, so no made hand leaves a ten
        "2d 2h|9c",
        "As 2h|9d",
        "Ac Kd|9h",
        "9c Jc|5d",
        "8h 9c|6h",
    ],
    "D": ["5c Ad|9h", "2c Qd|Th", "3c Kd|Jh"],
}


@pytest.mark.clause(
    GAME,
    "dealing 5",
    "appendix A",
    "appendix A A",
    "appendix A B",
    "appendix A C",
    "appendix A C.i",
    "appendix A C.ii",
    "appendix A D",
)
@pytest.mark.parametrize(("rule", "text"), [(rule, text) for rule in PRINTED for text in PRINTED[rule]])
def test_house_ways_as_printed(rule: str, text: str) -> None:
    way = setting(text)
    dealt = (*way[0], way[1])
    assert plain(hands.house_way(dealt)) == plain(way)
    assert hands.house_way_rule(dealt) == f"appendix A {rule}"


@pytest.mark.clause(GAME, "appendix A", "TCS-4", "TCS-5")
@pytest.mark.parametrize(("rule", "text"), [(rule, text) for rule in FURTHER for text in FURTHER[rule]])
def test_house_ways_as_ruled(rule: str, text: str) -> None:
    way = setting(text)
    dealt = (*way[0], way[1])
    assert plain(hands.house_way(dealt)) == plain(way)
    assert hands.house_way_rule(dealt) == f"appendix A {rule}"


@pytest.mark.clause(GAME, "appendix A C.i", "TCS-4")
@pytest.mark.parametrize(("dealt", "low_colour"), [("Td Th 9s", "red"), ("Tc Ts 9d", "black"), ("Ad Ah 2c", "red")])
def test_a_pair_of_one_colour_beside_its_neighbour_is_set_alike_in_any_order(dealt: str, low_colour: str) -> None:
    """Both settings have the same ranks and colours; whichever is taken, it is always the same."""
    ways = {hands.house_way(order) for order in permutations(parse_cards(dealt))}
    assert len(ways) == 1
    (_, low), *_ = ways
    assert (low.text[0], low.color) == (dealt[0], low_colour)


def slow_house_way(dealt: tuple[Card, ...]) -> tuple[str, list[hands.Setting]]:
    """The rule and the settings it leaves open, from the ladder and the texts of the cards alone."""
    low, mid, top = sorted(dealt, key=lambda each: RUNG[each.text[0]])
    ranks = "".join(each.text[0] for each in (low, mid, top))
    if ranks[0] == ranks[2]:
        return "A", [way for way in turns(dealt) if way[0][0].color == way[0][1].color]
    if ranks in "23456789TJQKA" or ranks == "23A" or len({each.suit for each in dealt}) == 1:
        return "B", [((low, mid), top)]
    first_made = LADDER["".join(sorted("42")), True]
    made = [way for way in turns(dealt) if step_of(way[0]) >= first_made]
    if not made:
        return "D", [((low, top), mid)]
    fitting = [way for way in made if way[1].text[0] in "TJQKA"]
    best = max(step_of(high) for high, _ in fitting or made)
    left = [way for way in fitting or made if step_of(way[0]) == best]
    return "C.i" if fitting else "C.ii", [way for way in left if way[0][0].color == way[0][1].color] or left


def turns(dealt: tuple[Card, ...]) -> list[hands.Setting]:
    one, two, three = dealt
    return [((one, two), three), ((one, three), two), ((two, three), one)]


@pytest.mark.clause(GAME, "dealing 5", "appendix A", "TCS-4", "TCS-5")
def test_every_house_hand_against_a_slow_reading_of_the_rules() -> None:
    """All 22,100 hands.

    By hand: 52 three of a kind; 48 + 720 + 1,096 under B; D has three ranks, no two of them neighbours on the circle of
    thirteen (13/10 x 120 = 156), in three suits (24); C is the rest.
    """
    rules: Counter[str] = Counter()
    for dealt in combinations(DECK, 3):
        rule, allowed = slow_house_way(dealt)
        way = hands.house_way(dealt)
        assert hands.house_way_rule(dealt) == f"appendix A {rule}", dealt
        assert plain(way) in [plain(other) for other in allowed], dealt
        assert len({(step_of(high), low.rank, hands.colours(high)) for high, low in allowed}) == 1, dealt
        assert way == hands.house_way(dealt[::-1])
        assert not hands.is_foul(*way)
        rules[rule[0]] += 1
    assert rules == {"A": 52, "B": 1_864, "C": 16_440, "D": 156 * 24}


# --- the Three Card Bonus ----------------------------------------------------------------------------------------


@pytest.mark.clause(
    GAME,
    "appendix B rankings",
    "appendix B A",
    "appendix B B",
    "appendix B C",
    "appendix B D",
    "appendix B E",
    "appendix B F",
)
def test_three_card_kinds_have_the_published_counts() -> None:
    kinds = Counter(hands.kind_of_three(dealt) for dealt in combinations(DECK, 3))
    assert kinds == {
        "straight-flush": 48,
        "three-of-a-kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "high-card": 16_440,
    }


@pytest.mark.clause(GAME, "appendix B rankings", "footnote 8", "footnote 9")
def test_three_card_hands_in_order() -> None:
    order = [
        "2c 3d 5h",  # high card, by the cards in turn
        "Ac Qd Th",
        "Ac Kd 2h",
        "Ac Kd Jh",
        "2c 2d 3h",  # pairs, by the pair and then the other card
        "2c 2d Ah",
        "3c 3d 2h",
        "Ac Ad Kh",
        "2c 3c 5c",  # flushes, by the cards in turn
        "Ac 4c 3c",
        "Ac Kc Jc",
        "Ac 2d 3h",  # straights, A-2-3 the lowest
        "2c 3d 4h",
        "Jc Qd Kh",
        "Qc Kd Ah",
        "2c 2d 2h",
        "Ac Ad Ah",
        "Ac 2c 3c",  # straight flushes, A-2-3 the lowest
        "2c 3c 4c",
        "Qc Kc Ac",
    ]
    ranks = [hands.three_card_rank(parse_cards(text)) for text in order]
    assert ranks == sorted(set(ranks))


@pytest.mark.clause(GAME, "appendix B rankings")
def test_three_card_ranks_are_741_and_blind_to_order_and_suit_names() -> None:
    """By hand: 12 straights and 274 other sets of three ranks, each suited or not; 13 x 12 pairs; 13 of a kind."""
    seen = {hands.three_card_rank(dealt) for dealt in combinations(DECK, 3)}
    assert len(seen) == 2 * 12 + 2 * 274 + 156 + 13
    for dealt in permutations(parse_cards("Qs Qd 7h")):
        assert hands.three_card_rank(dealt) == hands.three_card_rank(parse_cards("7c Qc Qh"))


@pytest.mark.parametrize(
    ("dealer", "player", "wins"),
    [
        pytest.param("Qs Qd 7h", "Qc Qh 7c", False, marks=pytest.mark.clause(GAME, "appendix B example 1", "TCS-3")),
        pytest.param("Qs Qd 7h", "Qc Qh 7d", True, marks=pytest.mark.clause(GAME, "appendix B example 2", "TCS-3")),
        pytest.param("Qs Qd 7h", "Qc Qh 8c", True, marks=pytest.mark.clause(GAME, "appendix B")),
        pytest.param("Qs Qd 7h", "Qc Qh 6d", False, marks=pytest.mark.clause(GAME, "appendix B")),
        pytest.param("Ah Kh Jh", "2s 3d 4c", True, marks=pytest.mark.clause(GAME, "appendix B C", "appendix B D")),
        pytest.param("Jd 8s 3h", "Jh 8d 3c", True, marks=pytest.mark.clause(GAME, "appendix B copy", "TCS-3")),
        pytest.param("Jd 8d 3d", "Jc 8c 3c", False, marks=pytest.mark.clause(GAME, "appendix B copy", "TCS-3")),
        pytest.param("Jd 8d 3d", "Jh 8h 3h", True, marks=pytest.mark.clause(GAME, "appendix B copy", "TCS-3")),
    ],
)
def test_the_three_card_bonus(dealer: str, player: str, wins: bool) -> None:
    assert hands.three_card_bonus(parse_cards(player), parse_cards(dealer)) is wins
    assert hands.three_card(parse_cards(player), parse_cards(dealer)) == (("win",) if wins else ("lose",))


# --- the Four Card Bonus and the jackpot -------------------------------------------------------------------------


@pytest.mark.clause(GAME, "appendix C", "appendix C paytables", "appendix D wager", "appendix D note 2", "TCS-6")
@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("Ac Ad Ah As", "four-aces"),
        ("2c 2d 2h 2s", "four-of-a-kind"),
        ("Ac 2c 3c 4c", "four-card-straight-flush"),
        ("Jd Qd Kd Ad", "four-card-straight-flush"),
        ("Qd Kd Ad 2d", "three-card-straight-flush"),  # no straight goes round the ace
        ("4h 5h 6h Ks", "three-card-straight-flush"),
        ("4h 5h 6h 7s", "three-card-straight-flush"),
        ("4h 5h 5c 6h", "three-card-straight-flush"),
        ("Ah 9c 2h 3h", "three-card-straight-flush"),
        ("9c 9d 9h Ts", "three-of-a-kind"),
        ("4h 5h 6c 7c", "four-card-straight-or-flush"),
        ("Ad 2c 3c 4h", "four-card-straight-or-flush"),
        ("4h 5h 6c 7h", "four-card-straight-or-flush"),
        ("2s 5s 9s Js", "four-card-straight-or-flush"),
        ("9c 9d Th Ts", "two-pair"),
        ("4h 5s 6c Kd", "three-card-straight-or-flush"),
        ("4h 5s 5c 6d", "three-card-straight-or-flush"),
        ("Qh Ks Ac 2d", "three-card-straight-or-flush"),
        ("2h 9h Kh Kc", "three-card-straight-or-flush"),
        ("4h 5h 7c 8c", None),
        ("Kh As 2c 4d", None),
        ("Ah Ac Kd Jh", None),
    ],
)
def test_four_card_rows_by_hand(text: str, row: str | None) -> None:
    for order in permutations(parse_cards(text)):
        assert hands.four_card(order)[:1] == (() if row is None else (row,))


@pytest.mark.clause(GAME, "appendix C", "TCS-6")
def test_all_rows_that_the_cards_satisfy_are_named_best_first() -> None:
    assert hands.four_card(parse_cards("Ac Ad Ah As")) == ("four-aces", "four-of-a-kind", "three-of-a-kind")
    assert hands.four_card(parse_cards("5c 6c 7c 8c")) == (
        "four-card-straight-flush",
        "three-card-straight-flush",
        "four-card-straight-or-flush",
        "three-card-straight-or-flush",
    )


@pytest.mark.clause(GAME, "appendix C", "appendix D paytables", "TCS-6")
def test_four_card_counts_of_the_whole_deck() -> None:
    """All 270,725 hands by the row they are paid for, counted by hand.

    Straight flushes of three: 48 x 49 less twice the 44 of four. Four in a row with no three suited in a row: 11 x (256
    - 28); four suited with no three in a row: 4 x (715 - 109). The last row: three suited without the hands above,
    4 x 286 x 39 - 48 x 39 - 11 x 24; three in a row and no three suited, with a pair 12 x 3 x 84, without 98 x 204.
    """
    paid = Counter((hands.four_card(dealt) or ("none",))[0] for dealt in combinations(DECK, 4))
    none = paid.pop("none")
    assert paid == {
        "four-aces": 1,
        "four-of-a-kind": 12,
        "four-card-straight-flush": 44,
        "three-card-straight-flush": 48 * 49 - 2 * 44,
        "three-of-a-kind": 13 * 4 * 48,
        "four-card-straight-or-flush": 11 * (256 - 28) + 4 * (715 - 109),
        "two-pair": 78 * 36,
        "three-card-straight-or-flush": (4 * 286 * 39 - 48 * 39 - 11 * 24) + 12 * 3 * 84 + 98 * 204,
    }
    assert none == 270_725 - 78_053


RUNS = {size: {frozenset("A23456789TJQKA"[at : at + size]) for at in range(15 - size)} for size in (3, 4)}


def slow_four_card(texts: tuple[str, ...]) -> list[str]:
    """The rows of four cards written as texts, from written-out runs and nothing of the code under test."""
    ranks = [text[0] for text in texts]
    most = sorted((ranks.count(rank) for rank in "23456789TJQKA"), reverse=True)
    runs: dict[int, list[tuple[bool, bool]]] = {3: [], 4: []}
    for size, found in runs.items():
        for some in combinations(texts, size):
            row = frozenset(text[0] for text in some) in RUNS[size]
            suited = len({text[1] for text in some}) == 1
            found.append((row, suited))
    rows = []
    if ranks == ["A", "A", "A", "A"]:
        rows.append("four-aces")
    if most[0] == 4:
        rows.append("four-of-a-kind")
    if (True, True) in runs[4]:
        rows.append("four-card-straight-flush")
    if (True, True) in runs[3]:
        rows.append("three-card-straight-flush")
    if most[0] >= 3:
        rows.append("three-of-a-kind")
    if any(row or suited for row, suited in runs[4]):
        rows.append("four-card-straight-or-flush")
    if most[:2] == [2, 2]:
        rows.append("two-pair")
    if any(row or suited for row, suited in runs[3]):
        rows.append("three-card-straight-or-flush")
    return rows


@pytest.mark.clause(GAME, "appendix C", "TCS-6")
def test_four_card_against_a_slow_evaluator() -> None:
    chance = random.Random(20170531)
    dealt = [tuple(chance.sample(DECK, 4)) for _ in range(4_000)]
    narrow = [each for each in DECK if each.text[0] in "A23Q"]  # where pairs, runs and suits meet
    dealt += [tuple(chance.sample(narrow, 4)) for _ in range(2_000)]
    for four in dealt:
        assert list(hands.four_card(four)) == slow_four_card(tuple(each.text for each in four)), four
