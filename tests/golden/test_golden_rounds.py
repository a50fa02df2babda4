"""Golden rounds: what every released behaviour number settled stays what it settles."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from houseway.registry import all_games, replay

FILES = sorted(Path(__file__).parent.glob("*.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_golden_rounds_of_every_behaviour_replay_alike(path: Path) -> None:
    slug, behaviour = path.stem.rsplit("-", 1)
    lines = path.read_bytes().splitlines()
    assert len(lines) >= 40
    assert 1 <= int(behaviour) <= all_games()[slug].behaviour
    for line in lines:
        assert json.loads(line)["behaviour"] == int(behaviour)
        assert replay(line) is None


def test_every_game_has_golden_rounds_of_every_behaviour() -> None:
    names = {path.stem for path in FILES}
    released = {f"{slug}-{number}" for slug, game in all_games().items() for number in range(1, game.behaviour + 1)}
    assert names == released
