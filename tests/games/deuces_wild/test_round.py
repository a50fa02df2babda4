"""Rounds of Deuces Wild as a whole: malfunction, real cards, cards never seen, both editions, clauses carried out."""

from __future__ import annotations

from typing import Any

import pytest

import houseway
from houseway.cards import KeyedShoe, Stream, VirtualShoe
from houseway.rulebook.steps import Ask, Turn
from houseway.table.players import RandomPlayer, advised
from houseway.table.round import Round
from houseway.table.table_errors import RoundOver, UnseenCard
from tests.games.deuces_wild.dealing import GAME, begin, deal, due, known
from tests.rounds import brief, play_round

BONUS: dict[str, Any] = {"posted": {"bonus-jackpot": {"5-wild-cards": "$10,000"}}}
EVERY_WAGER = {"ante": 500, "three-card-treasure": 300, "five-card-fortune": 200, "bonus-jackpot": 100}

# ---------------------------------------------------------------------------------------------------------- malfunction


def nets(round_: Round) -> dict[int, int]:
    found: dict[int, int] = {}
    for line in round_.lines:
        found[line.seat] = found.get(line.seat, 0) + line.net
    return found


@pytest.mark.clause(GAME, "rules 11", "DW-9", "BJS-5")
def test_a_malfunction_gives_every_wager_back_collected_ones_too() -> None:
    round_ = begin({1: EVERY_WAGER, 2: {"ante": 700}}, deal("3c 3d 3h", "9c 9d 9h", "5c 7d Kd"), **BONUS)
    assert due(round_) == (1, "treasure")
    round_.void("malfunction", "rules 11")
    assert round_.over
    assert [(line.seat, line.wager, line.stake, line.pays, line.returned) for line in round_.lines] == [
        (1, "ante", 500, "push", 500),
        (1, "three-card-treasure", 300, "push", 300),
        (1, "five-card-fortune", 200, "push", 200),
        (1, "bonus-jackpot", 100, "push", 100),
        (2, "ante", 700, "push", 700),
    ]
    assert {(line.event, line.clause) for line in round_.lines} == {("malfunction", "rules 11")}
    assert round_.tabulated == {"bonus-jackpot": [1]}  # what was counted stays counted
    with pytest.raises(RoundOver):
        round_.answer(1, "declare")


@pytest.mark.clause(GAME, "rules 11", "DW-9", "BJS-5")
def test_a_malfunction_takes_back_what_was_paid_and_gives_back_what_was_taken_by_new_lines() -> None:
    """Seat 1 has been paid on Treasure and plays; seat 2 has folded; then the shuffler fails."""
    cards = deal("3c 3d 3h", "9c 9d 9h", "5c 7d Kd", then="8c 4h Jh")
    round_ = begin({1: EVERY_WAGER, 2: {"ante": 700, "bonus-jackpot": 100}}, cards, **BONUS)
    for seat, answer in ((1, "declare"), (1, "play"), (2, "fold")):
        round_.answer(seat, answer)
    assert due(round_) == (1, "raise")
    before = list(round_.lines)
    assert brief(before) == [(1, "three-card-treasure", "three-of-a-kind", 1800), (2, "ante", "fold", 0)]
    round_.void("malfunction", "rules 11")
    assert round_.lines[:2] == before
    assert [(line.seat, line.wager, line.stake, line.returned, line.reverses) for line in round_.lines[2:]] == [
        (1, "three-card-treasure", 0, -1500, 1),
        (2, "ante", 0, 700, 2),
        (1, "ante", 500, 500, None),
        (1, "five-card-fortune", 200, 200, None),
        (1, "bonus-jackpot", 100, 100, None),
        (1, "play", 500, 500, None),
        (2, "bonus-jackpot", 100, 100, None),
    ]
    assert nets(round_) == {1: 0, 2: 0}


@pytest.mark.clause(GAME, "rules 11", "DW-9", "BJS-5")
def test_whenever_the_shuffler_fails_nobody_has_won_or_lost() -> None:
    game = houseway.game(GAME)
    setup = game.setup(**BONUS)
    asks = 0
    while True:
        round_ = Round(game, setup, [1, 4], VirtualShoe(setup.deck, Stream(7, 3)))
        player = RandomPlayer(Stream(7, 4))
        for _ in range(asks):
            if round_.over:
                break
            _step(round_, player)
        if round_.over:
            break
        round_.void("malfunction", "rules 11")
        assert all(net == 0 for net in nets(round_).values())
        asks += 1
    assert asks > 8


def _step(round_: Round, player: RandomPlayer) -> None:
    (who, *_) = round_.due_from()
    ask = round_.ask_for(who)
    if ask is not None:
        round_.answer(who, player(round_, ask) if isinstance(who, int) else ask.default)
    elif isinstance(who, int):
        round_.answer(who, EVERY_WAGER)
    else:
        round_.answer(who, {"bonus-jackpot": [1, 4]})


# --------------------------------------------------------------------------------------------- real cards, unseen cards


@pytest.mark.clause(GAME, "dealing 20(b)", "dealing 23", "dealing 21(a)(ii)")
def test_at_a_table_with_real_cards_the_dealer_keys_those_turned_and_no_others() -> None:
    round_ = begin({1: EVERY_WAGER, 2: {"ante": 500}}, "", shoe=KeyedShoe(), **BONUS)
    round_.answer(1, "declare")
    round_.answer("dealer", ["9c", "9d", "9h"])
    round_.answer(1, "play")
    round_.answer(2, "fold")
    round_.answer(1, "raise")
    round_.answer(1, [1])
    steps = [(["3c", "3d", "3h", "8c"], "community"), (["9s"], 1)]
    for keyed, place in steps:
        assert isinstance(round_.step, Turn)
        assert round_.step.place == place
        round_.answer("dealer", keyed)
    round_.answer("dealer", "Xj")
    # Four nines and the joker, 20 to 1. Three threes and a nine: a push. One wild card: nothing.
    assert brief(round_.lines) == [
        (1, "three-card-treasure", "three-of-a-kind", 1800),
        (2, "ante", "fold", 0),
        (1, "ante", "five-of-a-kind", 10500),
        (1, "play", "five-of-a-kind", 10500),
        (1, "raise", "five-of-a-kind", 21000),
        (1, "five-card-fortune", "three-of-a-kind", 200),
        (1, "bonus-jackpot", "none", 0),
    ]
    assert round_.layout.turned() == ["3c", "9c", "??", "3d", "9d", "??", "3h", "9h", "??", "8c", "9s", "Xj"]


@pytest.mark.clause(GAME, "dealing 20(a)", "dealing 21(a)(ii)", "dealing 22(a)(ii)")
def test_cards_that_nobody_turned_are_not_needed() -> None:
    wagers = {1: {"three-card-treasure": 300, "ante": 500}, 2: {"ante": 500}, 3: {"five-card-fortune": 200}}
    cards = deal("3c 3d 8h", "?? ?? ??", "?? ?? ??", "?? 3s ??", then="Kd ??")
    decisions = [(1, "no"), (1, "fold"), (2, "play"), (3, [2]), (2, "fold")]
    round_ = play_round(GAME, wagers, cards, decisions)
    assert brief(round_.lines) == [
        (1, "three-card-treasure", "none", 0),
        (1, "ante", "fold", 0),
        (2, "ante", "fold", 0),
        (2, "play", "fold", 0),
        (3, "five-card-fortune", "three-of-a-kind", 200),
    ]


@pytest.mark.clause(GAME, "dealing 20(b)", "dealing 23", "DW-11")
@pytest.mark.parametrize(
    ("wagers", "cards", "decisions", "clause"),
    [
        ({"three-card-treasure": 300}, deal("3c 3d 8h", "9c ?? 9d"), ["declare"], "dealing 20(b)"),
        ({"ante": 500}, deal("3c 3d 8h", "9c 9d Kh", then="Kd ?? 4s"), ["play", "raise"], "dealing 23"),
        ({"ante": 500}, deal("3c 3d 8h", "9c 9d Kh", then="Kd 9s ??"), ["play", "raise"], "dealing 23"),
        ({"five-card-fortune": 200}, deal("3c 3d 8h", "9c ?? Kh", then="Kd"), [[2]], "appendix C"),
        ({"five-card-fortune": 200}, deal("3c 3d 8h", "9c 9d Kh", then="??"), [[2]], "dealing 21 exception (d)"),
        ({"bonus-jackpot": 100}, deal("3c 3d 8h", "2c ?? Xj", then="Kd 9s 4s"), [], "footnote 1"),
    ],
)
def test_a_card_that_is_needed_and_was_never_seen_is_asked_for(
    wagers: dict[str, int], cards: str, decisions: list[Any], clause: str
) -> None:
    with pytest.raises(UnseenCard) as missing:
        play_round(GAME, {1: wagers}, cards, [(1, answer) for answer in decisions], **BONUS)
    assert missing.value.clause == clause


@pytest.mark.clause(GAME, "dealing 22 final", "DW-11")
def test_a_community_card_is_needed_only_by_five_card_fortune() -> None:
    cards = deal("3c 3d ??", "9c 9d Kh", then="Kd 9s 4s")
    round_ = play_round(GAME, {1: {"ante": 500}}, cards, [(1, "play"), (1, "raise")], **BONUS)
    assert [line.event for line in round_.lines] == ["three-of-a-kind"] * 3
    with pytest.raises(UnseenCard) as missing:
        wagers = {1: {"ante": 500, "five-card-fortune": 100}}
        play_round(GAME, wagers, cards, [(1, "play"), (1, "raise"), (1, [1])], **BONUS)
    assert missing.value.clause == "dealing 22 final"


# --------------------------------------------------------------------------------------------------- views and editions


@pytest.mark.clause(GAME, "rules 9", "dealing 19", "DW-10")
def test_what_a_viewer_sees_does_not_depend_on_cards_hidden_from_them() -> None:
    """Seat 2's cards and the community hand differ; seat 1 and the public see the same."""
    wagers = {1: EVERY_WAGER, 2: EVERY_WAGER}
    one = begin(wagers, deal("3c 3d 3h", "4c 9d Kh", "5c 7d 9h"), **BONUS)
    other = begin(wagers, deal("Jc Qd Xj", "4c 9d Kh", "2c 2d As"), **BONUS)
    for round_ in (one, other):
        round_.answer(1, "no")
        round_.answer(2, "no")
    for viewer in (1, "public", "dealer"):
        assert houseway.view(one, viewer) == houseway.view(other, viewer)
    assert houseway.view(one, 2) != houseway.view(other, 2)
    assert known(one, 1, "1") == "4c 9d Kh"


@pytest.mark.clause(GAME, "DW-12")
def test_both_editions_are_played_the_same_and_cite_the_numbers_of_2017() -> None:
    wagers = {1: EVERY_WAGER, 3: {"ante": 500, "five-card-fortune": 200}, 6: {"bonus-jackpot": 100}}
    hands = ("2c 2d 9s", "4c 6d Kh", "5c 7d 9h")
    cards = deal("9c 9d 4h", *hands, then="Kd Xj Jh Kc Qs")
    decisions = [(1, "declare"), (1, "play"), (3, "fold"), (3, [3]), (1, "raise"), (1, [4])]
    rounds = [play_round(GAME, wagers, cards, decisions, edition=edition, **BONUS) for edition in ("2017", "2010")]
    assert rounds[0].lines == rounds[1].lines
    assert rounds[0].history == rounds[1].history
    assert rounds[1].setup.edition.clause("rules 11").id == "rules 12"
    # Threefold nines and a joker: 9 9 4 K with the joker are three of a kind; with the king, two pair.
    assert [(line.seat, line.event) for line in rounds[0].lines if line.wager == "five-card-fortune"] == [
        (1, "three-of-a-kind"),
        (3, "two-pair"),
    ]


@pytest.mark.parametrize("edition", ["2017", "2010"])
def test_every_clause_that_a_step_cites_is_in_the_edition_and_every_procedural_one_is_a_step(edition: str) -> None:
    game = houseway.game(GAME)
    found = game.edition(edition)
    cited: set[str] = set()
    done: set[str] = set()
    for number in range(300):
        chance = Stream(11, number)
        options = {option.slug: option.values[chance.below(len(option.values))] for option in found.data.option}
        setup = game.demonstration(edition, options=options)
        wagers = {
            seat: {wager: amount for wager, amount in EVERY_WAGER.items() if chance.below(3)} for seat in (1, 2, 3, 5)
        }
        round_ = Round(game, setup, list(wagers), VirtualShoe(setup.deck, Stream(12, number)))
        round_.play_out(wagers, RandomPlayer(chance) if number % 2 else advised, game.house["meters"])
        for step, _ in round_.history:
            cited.add(step.cite)
            done.update(step.does)
            asks = [step] if isinstance(step, Ask) else []
            cited.update(choice.cite for ask in asks for choice in ask.choices)
        cited.update(line.clause for line in round_.lines)
    assert {cite for cite in cited | done if not found.has_clause(cite)} == set()
    assert {cite for cite in done if found.clause(cite).kind != "procedural"} == set()
    procedural = {clause.cite for clause in found.clauses if clause.kind == "procedural"}
    assert procedural <= cited | done
