"""The procedure as a tree: every card a chance node with its probability, and nothing hidden in what a seat sees."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest

import houseway
from houseway import registry
from houseway.cards import CARDS
from houseway.research.procedure_tree import TreeState, TreeTable, tree_table
from houseway.research.research_errors import BadEnvironment, IllegalAction
from houseway.simulation.placing import sets_of
from houseway.table.deal import deal_round
from tests.toys import toy_game

SLUGS = [*registry.all_games(), "high-card"]


@pytest.fixture(scope="module")
def every_game() -> Iterator[None]:
    with toy_game():
        yield


@pytest.fixture(params=SLUGS)
def table(request: pytest.FixtureRequest, every_game: None) -> TreeTable:
    game = registry.game(request.param)
    setup = game.demonstration()
    (wagers, _), *_ = sets_of(game, setup, list(setup.edition.initial_wagers))[0]
    return tree_table(request.param, seats=2, wagers=wagers)


def test_a_path_through_the_tree_is_the_round_that_the_table_deals(table: TreeTable) -> None:
    """The cards of a dealt round and its answers lead to its very lines."""
    placed = dict.fromkeys(table.seats, table.wagers)
    for number in range(8):
        dealt = deal_round(table.game, table.setup, placed, seed=21, number=number, meters=table.meters)
        cards = iter(dealt.layout.cards)
        answers = iter(answer for ask, answer in dealt.decisions if isinstance(ask.seat, int))
        state = TreeState(table)
        while state.kind != "over":
            if state.kind == "chance":
                card = next(cards)
                assert card is not None
                state.apply(card.code)
            else:
                state.apply(table.words.place(next(answers)))
        assert state.round.lines == dealt.lines
        assert next(cards, None) is None
        assert next(answers, None) is None
        net = {seat: sum(line.net for line in dealt.lines if line.seat == seat) for seat in table.seats}
        assert state.returns() == [cents / table.unit for cents in net.values()]
        assert all(abs(result) <= table.largest for result in state.returns())
        assert houseway.replay(state.record()) is None


def test_random_walks_branch_by_copies_and_keep_to_what_is_known(table: TreeTable) -> None:
    rng = np.random.default_rng(5)
    for _ in range(5):
        state = TreeState(table)
        left = dict(table.setup.deck.counts)
        steps = 0
        while state.kind != "over":
            copied = copy.deepcopy(state)
            packed = pickle.loads(pickle.dumps(state)) if steps == 4 else copied
            if state.kind == "chance":
                chances = state.chances()
                assert sum(share for _, share in chances) == 1
                every = sum(left.values())
                assert chances == [(kind.code, Fraction(left[kind], every)) for kind in CARDS if left.get(kind)]
                action = int(rng.choice([code for code, _ in chances], p=[float(share) for _, share in chances]))
                left[CARDS[action]] -= 1
                # A seat that does not see the card sees the same whichever it is.
                other = copy.deepcopy(state)
                state.apply(action)
                other.apply(next(code for code, _ in chances if code != action or len(chances) == 1))
                hidden = state.round.layout.cards[-1] is not None and state.round.layout.seen[-1] == 0
                if hidden and state.round.step == other.round.step:
                    for seat in table.seats:
                        assert state.observation(seat) == other.observation(seat)
                        assert state.information(seat) == other.information(seat)
            else:
                legal = state.legal()
                assert legal
                assert state.ask is not None
                asked = state.ask.seat
                assert isinstance(asked, int)
                action = int(rng.choice(legal))
                before = state.information(asked)
                state.apply(action)
                assert state.information(asked).startswith(before), "nothing that was seen is forgotten"
                assert state.table.words.actions[action] in state.information(asked)
            for each in {id(copied): copied, id(packed): packed}.values():
                each.apply(action)
                assert each.history == state.history
                assert [each.observation(seat) for seat in table.seats] == [
                    state.observation(seat) for seat in table.seats
                ]
            steps += 1
        assert state.chances() and state.legal() == []


def test_the_expectation_over_every_branch_is_the_exact_one(every_game: None) -> None:
    """Dueling where every tie is surrendered: all pairs of cards, summed up leaf by leaf."""
    table = tree_table("dueling", wagers={"player": 1000})
    surrender = table.words.actions.index("surrender")
    total = Fraction(0)
    root = TreeState(table)
    for own, chance in root.chances():
        first = TreeState(table, [own])
        for community, other in first.chances():
            leaf = TreeState(table, [own, community])
            if leaf.kind == "question":
                leaf.apply(surrender)
            assert leaf.kind == "over"
            total += chance * other * Fraction(leaf.net_cents()[1], 1000)
    assert total == registry.game("dueling").price("always-surrender", wager="player").ev


def test_what_cannot_be_is_refused(every_game: None) -> None:
    state = TreeState(tree_table("dueling"))
    with pytest.raises(IllegalAction, match="card 52 cannot come"):
        state.apply(52)
    with pytest.raises(BadEnvironment, match="fresh shoe"):
        tree_table("dueling", options={"shoe": "100"})
    assert state.named(0, chance=True) == "2c"
    assert state.returns() == [0.0]
    assert state.history == []
