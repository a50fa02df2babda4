"""Compiled vectors of environments: number for number what Gymnasium makes of as many tables by turns."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import SyncVectorEnv

from houseway import registry
from houseway.errors import HousewayError
from houseway.research import vector_env
from houseway.research.environments import env_id, register
from houseway.research.research_errors import BadEnvironment, IllegalAction, NotReset
from houseway.research.table_env import TableEnv
from houseway.research.vector_env import CompiledVectorEnv, make_vector_env
from houseway.simulation.placing import sets_of
from tests.toys import toy_game

TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    "Deuces Wild, all wagers": ("deuces-wild", {"wagers": "all"}),
    "Deuces Wild from five cards": (
        "deuces-wild",
        {"wagers": {"ante": 700, "five-card-fortune": 300}, "options": {"fortune-pool": "five"}},
    ),
    "Deuces Wild with the community in sight": (
        "deuces-wild",
        {
            "wagers": {"ante": 700, "five-card-fortune": 300, "bonus-jackpot": 100},
            "options": {"fortune-pool": "five", "fortune-view": "revealed"},
        },
    ),
    "Deuces Wild without an Ante": ("deuces-wild", {"wagers": {"five-card-fortune": 300}}),
    "Dueling, all wagers": ("dueling", {"wagers": "all"}),
    "Dueling on the dealer": ("dueling", {"wagers": {"dealer": 500, "two-plus-two": 100}, "options": {"decks": "8"}}),
    "Three Card Split, all wagers": ("three-card-split", {"wagers": "all"}),
    "Three Card Split dealt singly": ("three-card-split", {"options": {"deal": "single"}}),
    "Triple Attack, all wagers": ("triple-attack", {"wagers": "all"}),
    "Triple Attack": ("triple-attack", {"wagers": {"first-attack": 1001}}),
}


def choices_of(name: str) -> tuple[str, dict[str, Any]]:
    slug, choices = TABLES[name]
    if choices.get("wagers") != "all":
        return slug, choices
    game = registry.game(slug)
    setup = game.demonstration()
    (wagers, _), *_ = sets_of(game, setup, list(setup.edition.initial_wagers))[0]
    return slug, {**choices, "wagers": wagers}


def both(name: str, lines: int, **more: Any) -> tuple[CompiledVectorEnv, SyncVectorEnv]:
    slug, choices = choices_of(name)
    register()
    quick = gymnasium.make_vec(env_id(slug), num_envs=lines, **choices, **more)
    plain = gymnasium.make_vec(env_id(slug), num_envs=lines, vectorization_mode="sync", **choices, **more)
    assert isinstance(quick, CompiledVectorEnv)
    assert isinstance(plain, SyncVectorEnv)
    return quick, plain


def agree(quick: Any, plain: Any, path: str = "") -> None:
    """Equal in every number, in shape and in type."""
    if isinstance(plain, dict):
        assert set(quick) == set(plain) - {"net_cents_by_seat", "_net_cents_by_seat"}, path
        for key, value in quick.items():
            agree(value, plain[key], f"{path}/{key}")
    else:
        assert np.asarray(quick).shape == np.asarray(plain).shape, path
        np.testing.assert_array_equal(quick, plain, err_msg=path)


@pytest.mark.parametrize("name", list(TABLES))
def test_compiled_rounds_are_those_of_the_table_number_for_number(name: str) -> None:
    walk(name, lines=24, steps=14)


@pytest.mark.soak
@pytest.mark.parametrize("name", list(TABLES))
def test_many_compiled_rounds_are_those_of_the_table(name: str) -> None:
    walk(name, lines=500, steps=60)


def walk(name: str, lines: int, steps: int) -> None:
    quick, plain = both(name, lines)
    rng = np.random.default_rng(7)
    observed, info = quick.reset(seed=100)
    same, told = plain.reset(seed=100)
    agree(observed, same)
    agree(info, told)
    assert quick.single_observation_space == plain.single_observation_space
    ended = 0
    for _ in range(steps):
        mask = info["action_mask"]
        actions = (mask * rng.random(mask.shape)).argmax(axis=1)
        wrong = rng.random(lines) < 0.03
        actions[wrong] = rng.integers(mask.shape[1], size=int(wrong.sum()))
        observed, rewards, over, cut_short, info = quick.step(actions)
        same, *others, told = plain.step(actions)
        agree(observed, same)
        for mine, theirs in zip((rewards, over, cut_short), others, strict=True):
            agree(mine, theirs)
        agree(info, told)
        assert (quick.action_masks() == info["action_mask"]).all()
        ended += int(over.sum())
        assert quick.observation_space.contains(observed)
    assert ended > lines


def test_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    one, _ = both("Dueling, all wagers", 40)
    monkeypatch.setattr(vector_env, "SHARE", 8)
    many, _ = both("Dueling, all wagers", 40)
    many._workers = 3
    for env in (one, many):
        env.reset(seed=3)
    for _ in range(6):
        actions = np.where(one.action_masks()[:, 2], 2, 0)
        agree(one.step(actions)[0], many.step(actions)[0])
    assert many._pool is not None
    many.close()
    assert many._pool is None


def test_a_table_that_is_not_compiled_is_played_by_turns_or_refused() -> None:
    register()
    for choices, why in (
        ({"seats": 2}, "several seats"),
        ({"options": {"shoe": "200"}}, "cut card"),
    ):
        found = make_vector_env(2, game="triple-attack", **choices)
        assert isinstance(found, SyncVectorEnv)
        found.close()
        with pytest.raises(BadEnvironment, match=why):
            make_vector_env(2, game="triple-attack", compiled=True, **choices)
    assert isinstance(make_vector_env(2, game="dueling", compiled=False), SyncVectorEnv)
    with toy_game(), pytest.raises(BadEnvironment, match="no rounds that stop"):
        make_vector_env(2, game="high-card", compiled=True)


def test_a_seed_for_each_and_what_is_wrong_is_said() -> None:
    quick = make_vector_env(3, game="dueling", illegal="refuse")
    assert isinstance(quick, CompiledVectorEnv)
    with pytest.raises(NotReset):
        quick.step([0, 0, 0])
    _, info = quick.reset(seed=[5, 9, 5])
    assert info["seed"].tolist() == [5, 9, 5]
    assert (info["action_mask"][0] == info["action_mask"][2]).all()
    with pytest.raises(IllegalAction, match="environment 0 is not offered") as refused:
        quick.step([99, 0, 0])
    assert refused.value.remedy
    with pytest.raises(HousewayError, match="2 seeds"):
        quick.reset(seed=[1, 2])
    _, later = quick.reset()
    assert later["number"].tolist() == [1, 1, 1]
    unseeded = make_vector_env(2, game="dueling")
    _, info = unseeded.reset()
    assert len(set(info["seed"].tolist())) == 2
    assert TableEnv("dueling").penalty == 1.0
