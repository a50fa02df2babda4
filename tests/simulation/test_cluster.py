"""A Dask cluster gives the answer that this machine gives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from houseway import registry
from houseway.facade import Game
from houseway.maths.question_errors import BadQuestion
from houseway.simulation import cluster as cluster_module
from houseway.simulation.plan import plan
from houseway.simulation.run import BLOCK, simulate
from houseway.simulation.sweeps.sweep_plan import Cell, SweepPlan
from houseway.simulation.sweeps.sweep_run import sweep
from tests.simulation.test_run import planned

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def distributed() -> Any:
    """The library, imported where these tests run: whoever only collects them does without."""
    return pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def threads(distributed: Any) -> Iterator[str]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        yield cluster.scheduler_address


def test_a_cluster_gives_the_same_answer(toy: Game, threads: str) -> None:
    here = simulate(planned(toy), seed=4, rounds=5 * BLOCK + 9, workers=1)
    assert simulate(planned(toy), seed=4, rounds=5 * BLOCK + 9, cluster=threads) == here
    stopped = simulate(planned(toy), seed=4, standard_error=0.0012, workers=2)
    assert simulate(planned(toy), seed=4, standard_error=0.0012, cluster=threads) == stopped


def test_a_sweep_on_a_cluster_gives_the_same_answer(toy: Game, threads: str) -> None:
    cells = tuple(
        Cell({"stake": str(stake)}, plan(toy, toy.demonstration(), {1: {"bet": stake}})) for stake in (500, 700)
    )
    swept = SweepPlan(cells, 4, 2 * BLOCK + 9)
    assert sweep(swept, cluster=threads) == sweep(swept, workers=1)


def test_processes_of_their_own_give_the_same_answer(distributed: Any) -> None:
    game = registry.game("dueling")
    made = plan(game, game.demonstration(), {1: {"player": 1000}, 4: {"dealer": 500, "tie-plus": 100}})
    here = simulate(made, seed=4, rounds=3 * BLOCK + 9, workers=2)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        assert simulate(made, seed=4, rounds=3 * BLOCK + 9, cluster=cluster.scheduler_address) == here


@pytest.mark.usefixtures("distributed")
def test_a_cluster_that_does_not_answer(toy: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "PATIENCE", "0.2s")
    for address in ("tcp://127.0.0.1:9", "nowhere at all"):
        with pytest.raises(BadQuestion, match="no cluster answers"):
            simulate(planned(toy), seed=1, rounds=10, cluster=address)


@pytest.mark.usefixtures("distributed")
def test_without_the_library_it_says_what_is_missing(toy: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    gone: Any = None
    monkeypatch.setitem(sys.modules, "distributed", gone)
    with pytest.raises(BadQuestion, match="not installed"):
        simulate(planned(toy), seed=1, rounds=10, cluster="tcp://127.0.0.1:9")
