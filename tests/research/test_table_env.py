"""The Gymnasium environments: the table's own rounds, what a seat may see and do, and exact money."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import houseway
from houseway import registry
from houseway.cards import CARDS
from houseway.errors import HousewayError
from houseway.research.environments import env_id, register
from houseway.research.research_errors import BadEnvironment, IllegalAction, NotReset
from houseway.research.sight import FIRST_CARD
from houseway.research.table_env import TableEnv
from houseway.simulation.placing import sets_of
from houseway.table.deal import deal_records
from houseway.table.layout import EVERYBODY, eye
from houseway.table.shown.wording import words_of
from tests.toys import toy_game

FACE_UP = ("dueling",)
"""Games whose cards are all dealt face up, but for one that is burned."""

SLUGS = [*registry.all_games(), "high-card"]


@pytest.fixture(scope="module")
def every_game() -> Iterator[None]:
    with toy_game():
        register()
        yield


@pytest.fixture(params=SLUGS)
def slug(request: pytest.FixtureRequest, every_game: None) -> str:
    found: str = request.param
    return found


def made(slug: str, **choices: Any) -> TableEnv:
    found = gymnasium.make(env_id(slug), **choices).unwrapped
    assert isinstance(found, TableEnv)
    return found


def finished(env: TableEnv, rng: np.random.Generator | None = None) -> tuple[float, dict[str, Any]]:
    """The round played to its end, by the automatic player or at random: the sum of rewards, and the last info."""
    total, over = 0.0, False
    info: dict[str, Any] = {}
    while not over:
        legal = np.flatnonzero(env.action_masks())
        action = env.advised_action() if rng is None else int(rng.choice(legal))
        _, reward, over, _, info = env.step(action)
        total += reward
    return total, info


def test_gymnasiums_own_checker_finds_nothing(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    check_env(made(slug))
    assert "seat 1" in capsys.readouterr().out, "the checker draws it as people read it too"


def test_an_environment_is_found_by_its_module_and_name_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    name = env_id(next(iter(registry.all_games())))
    monkeypatch.delitem(gymnasium.envs.registration.registry, name, raising=False)
    monkeypatch.delitem(sys.modules, "houseway.research", raising=False)
    with pytest.raises(gymnasium.error.Error):
        gymnasium.make(name)
    _, info = gymnasium.make(f"houseway.research:{name}").reset(seed=1)
    assert info["number"] == 0


def test_rounds_are_those_that_the_table_deals_and_their_records_replay(slug: str) -> None:
    game = registry.game(slug)
    for dealt in deal_records(game, game.demonstration(), [1], seed=11, rounds=12, meters=game.house.get("meters")):
        env = made(slug, wagers=dealt["seats"][0]["wagers"])
        env.reset(seed=11, options={"number": dealt["number"]})
        finished(env)
        record = env.record()
        assert {**record, "meters": None} == {**dealt, "meters": None}
        assert houseway.replay(record) is None


def test_a_seed_names_its_rounds_one_after_another(slug: str) -> None:
    env, other = made(slug), made(slug)
    for number in range(3):
        _, info = env.reset(seed=5) if number == 0 else env.reset()
        assert (info["seed"], info["number"]) == (5, number)
        _, same = other.reset(seed=5, options={"number": number})
        np.testing.assert_equal(env._observe(), other._observe())
        np.testing.assert_equal(info, same)


def test_a_mask_has_exactly_what_the_table_takes_and_the_reward_is_the_money(slug: str) -> None:
    rng = np.random.default_rng(3)
    game = registry.game(slug)
    setup = game.demonstration()
    (wagers, _), *_ = sets_of(game, setup, list(setup.edition.initial_wagers))[0]
    env = made(slug, wagers=wagers)
    met: set[str] = set()
    for number in range(60):
        _, info = env.reset(seed=9 if number == 0 else None)
        over, total = False, 0.0
        while not over:
            ask, round_ = env.ask, env.round
            assert round_ is not None
            for place, name in enumerate(env.actions):
                legal = bool(info["action_mask"][place])
                if ask is None:
                    assert legal == (place == 0)
                else:
                    answer = env._words.answers[place]
                    assert legal == (place > 0 and round_.refusal(ask.seat, answer) is None), name
                    met |= {name} if legal else set()
            assert (env.action_masks() == info["action_mask"]).all()
            action = int(rng.choice(np.flatnonzero(info["action_mask"])))
            _, reward, over, cut_short, info = env.step(action)
            assert not cut_short
            assert over or reward == 0
            total += reward
        assert round_ is not None
        net = sum(line.returned - line.stake for line in round_.lines)
        assert info["net_cents"] == net
        assert total == pytest.approx(net / env.unit)
    words = {word for word in words_of(game).choice if word in env.actions}
    assert words <= met, "every choice of the game was offered"


def test_a_seat_sees_nothing_that_it_may_not(slug: str) -> None:
    """With every card that it has not seen changed for another, each observation is the same."""
    rng = np.random.default_rng(4)
    env = made(slug, seats=3, agents=2)
    hidden = 0
    for number in range(25):
        env.reset(seed=2 if number == 0 else None)
        while not env._paid:
            assert env.round is not None
            layout = env.round.layout
            kept, before = list(layout.cards), env._observe()
            assert env.observation_space.contains(before)
            unseen = [place for place, mask in enumerate(layout.seen) if mask != EVERYBODY and not mask & eye(2)]
            hidden += len(unseen)
            for place in unseen:
                layout.cards[place] = CARDS[int(rng.integers(52))]
            np.testing.assert_equal(env._observe(), before)
            layout.cards[:] = kept
            shown = {kind.code for place in layout.places for kind in layout.known_to(2, place) if kind is not None}
            cards = before["cards"]
            assert {int(code) - FIRST_CARD for code in cards[cards >= FIRST_CARD]} <= shown
            env.step(env.advised_action())
    assert hidden or slug in FACE_UP


def test_an_action_that_is_not_offered_is_a_timeout_with_a_penalty_or_refused(every_game: None) -> None:
    env, strict = made("three-card-split", penalty=2.5), made("three-card-split", illegal="refuse")
    for each in (env, strict):
        each.reset(seed=1)
    _, reward, over, _, info = env.step(0)
    assert over
    assert info["illegal"]
    assert reward == pytest.approx(info["net_cents"] / 1000 - 2.5)
    assert env.record()["decisions"][0]["answer"] == "house-way", "the question's default"
    for action in (0, 99):
        with pytest.raises(IllegalAction, match="low 1, low 2, low 3"):
            strict.step(action)
    assert not finished(strict)[1]["illegal"]
    with pytest.raises(NotReset):
        strict.step(1)


def test_several_seats_take_turns_or_are_played_by_the_automatic_player(every_game: None) -> None:
    alone = made("deuces-wild", seats=3)
    every = made("deuces-wild", seats=3, agents="all")
    for number in range(20):
        for env in (alone, every):
            env.reset(seed=8, options={"number": number})
        asked = []
        over, total = False, 0.0
        info: dict[str, Any] = {}
        while not over:
            seat = every.ask.seat if every.ask is not None else None
            _, reward, over, _, info = every.step(every.advised_action())
            total += reward
            asked.append(seat)
        _, mine = finished(alone)
        assert mine["net_cents_by_seat"] == info["net_cents_by_seat"], "the automatic player answers alike"
        assert mine["net_cents"] == info["net_cents_by_seat"][1]
        assert total == pytest.approx(sum(info["net_cents_by_seat"].values()) / every.unit)
        assert set(asked[:3]) == {1, 2, 3}


def test_a_shoe_dealt_to_a_cut_card_goes_on_and_its_seen_cards_are_counted(every_game: None) -> None:
    env = made("triple-attack", options={"shoe": "60"})
    env.reset(seed=6)
    shown = np.zeros(53, np.int64)
    shuffles = 0
    for _ in range(30):
        before = len(env._before)
        finished(env)
        seen = env._observe()["seen"]
        assert env.round is not None
        for kind, mask in zip(env.round.layout.cards, env.round.layout.seen, strict=True):
            if kind is not None and mask == EVERYBODY:
                shown[kind.code] += 1
        assert (seen == shown).all()
        assert houseway.replay(env.record()) is None
        dealt = before + len(env.round.layout.cards)
        env.reset()
        assert len(env._before) == (0 if dealt >= 60 else dealt)
        if not env._before:
            shuffles += 1
            shown[:] = 0
    assert shuffles >= 2


@pytest.mark.parametrize(
    ("choices", "says"),
    [
        ({"seats": 9}, "no seats of this table"),
        ({"seats": 2, "agents": 3}, "cannot play 3"),
        ({"wagers": {}}, "nobody bets"),
        ({"wagers": {"ante": 1}}, "Ante is at least"),
        ({"illegal": "punish"}, "punish"),
        ({"render_mode": "rgb_array"}, "rgb_array"),
    ],
)
def test_what_cannot_be_made_is_refused_in_words(choices: dict[str, Any], says: str, every_game: None) -> None:
    with pytest.raises(HousewayError, match=says) as refused:
        TableEnv("deuces-wild", **choices)
    assert refused.value.remedy


def test_a_number_that_is_none_is_refused(every_game: None) -> None:
    env = made("dueling")
    with pytest.raises(BadEnvironment, match="-1"):
        env.reset(options={"number": -1})
    with pytest.raises(NotReset):
        env.record()
