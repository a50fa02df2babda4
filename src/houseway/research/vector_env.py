"""Many rounds of one game at once, played by compiled code that stops at questions.

What it does is what Gymnasium's ``SyncVectorEnv`` of as many `TableEnv` does, number for number: environment *i* plays
the rounds of seed + *i*, one after another, and a round that has ended is followed by the next with the next step.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.vector.utils import batch_space

from houseway.research.research_errors import BadEnvironment, IllegalAction, NotReset
from houseway.research.sight import CARDS_SHOWN, MOST_UNITS
from houseway.research.table_env import Info, TableEnv
from houseway.simulation.run import cores
from houseway.simulation.stepping import MOST_ANSWERS, Asked, Numbering, empty_board, steps_of

SHARE = 2048
"""Rounds that are worth a thread of their own."""

Batch = dict[str, Any]


def make_vector_env(num_envs: int = 1, *, compiled: bool | None = None, **choices: Any) -> VectorEnv[Any, Any, Any]:
    """What ``gymnasium.make_vec`` makes: a `CompiledVectorEnv` where the table allows it, else `TableEnv` by turns.

    ``compiled`` says which of the two it must be. Compiled are rounds of a single seat from a fresh shoe, of a game
    whose kernel stops at questions. The other keywords are those of `TableEnv`.
    """
    if compiled is not False:
        table = TableEnv(**choices)
        why = _why_not(table)
        if not why:
            return CompiledVectorEnv(num_envs, table)
        if compiled:
            raise BadEnvironment(f"these rounds are not compiled: {why}", remedy="leave compiled out")
    return SyncVectorEnv([lambda: TableEnv(**choices) for _ in range(num_envs)])


def _why_not(table: TableEnv) -> str:
    """Why the rounds of a table cannot be compiled ones; empty where they can."""
    if len(table.seats) > 1 or table.seats != (1,):
        return "several seats play, or another than the first"
    if table.setup.options.get("shoe", "fresh") != "fresh":
        return "the shoe is dealt to a cut card"
    if table.setup.aggregate or table.setup.envy or table.setup.share:
        return "prizes hang on other seats or on a limit"
    return "" if steps_of(table.game) is not None else f"{table.game.name} has no rounds that stop at questions"


class CompiledVectorEnv(VectorEnv[Batch, Any, Any]):
    """``num_envs`` rounds of ``table`` at a time. Make one with ``gymnasium.make_vec``."""

    def __init__(self, num_envs: int, table: TableEnv) -> None:
        makes = steps_of(table.game)
        assert makes is not None
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}
        self.table = table
        self.single_observation_space = table.observation_space
        self.single_action_space = table.action_space
        self.observation_space = batch_space(table.observation_space, num_envs)
        self.action_space = batch_space(table.action_space, num_envs)
        shown = table.observation_space
        assert isinstance(shown, spaces.Dict)
        numbering: Numbering = table.numbering
        rows, wagers = table.rows, len(numbering.wagers)
        self._steps = makes.steps(table.game, table.setup, table.wagers, table.meters, numbering)
        self._board = empty_board(num_envs, rows, CARDS_SHOWN, wagers, len(table.actions))
        self._asked = Asked(
            np.zeros(num_envs, np.uint64),
            np.full(num_envs, -1, np.int64),
            np.zeros((num_envs, MOST_ANSWERS), np.int16),
            np.zeros(num_envs, np.int64),
        )
        self._lines = np.arange(num_envs)
        self._pending = np.zeros(num_envs, np.bool_)
        """Rounds that are over and ask nothing: the next step settles them."""
        self._done = np.zeros(num_envs, np.bool_)
        self._begun = False
        self._workers = cores()
        self._pool: ThreadPoolExecutor | None = None

    @property
    def actions(self) -> tuple[str, ...]:
        """The name of each action."""
        return self.table.actions

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now, by environment."""
        return self._board.mask.astype(np.bool_)

    # -- the interface of Gymnasium

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Batch, Info]:
        """Deal a round to every environment: the first of its seed, or the next one."""
        if seed is not None:
            given = [seed + line for line in range(self.num_envs)] if isinstance(seed, int) else list(seed)
            if len(given) != self.num_envs:
                raise BadEnvironment(f"{len(given)} seeds are given", remedy=f"give one, or {self.num_envs}")
            for line, each in enumerate(given):
                if each is not None:
                    self._asked.seeds[line], self._asked.numbers[line] = each, -1
        elif not self._begun:
            self._asked.seeds[:] = self.np_random.integers(1 << 63, size=self.num_envs).astype(np.uint64)
        self._begun = True
        self._asked.numbers[:] += 1
        self._asked.given[:] = 0
        self._done[:] = False
        self._play(self._lines)
        self._pending = self._board.over.copy()
        self._board.mask[self._pending, 0] = 1
        return self._observe(), self._info(np.zeros(self.num_envs, np.bool_))

    def step(self, actions: Any) -> tuple[Batch, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], Info]:
        """Answer every question; a round that had ended is followed by the next, whatever its action."""
        if not self._begun:
            raise NotReset("no round was dealt yet")
        board, asked = self._board, self._asked
        chosen = np.asarray(actions, np.int64)
        again = self._done
        inside = (chosen >= 0) & (chosen < board.mask.shape[1])
        legal = inside & (board.mask[self._lines, np.where(inside, chosen, 0)] != 0)
        illegal = ~legal & ~again
        if illegal.any() and self.table.refuses:
            line = int(np.flatnonzero(illegal)[0])
            allowed = ", ".join(name for name, may in zip(self.actions, board.mask[line], strict=True) if may)
            raise IllegalAction(
                f"action {chosen[line]} of environment {line} is not offered now", remedy=f"choose {allowed}"
            )
        moving = ~again & ~self._pending
        asked.answers[self._lines[moving], asked.given[moving]] = np.where(legal, chosen, board.default)[moving]
        asked.given[moving] += 1
        asked.numbers[again] += 1
        asked.given[again] = 0
        self._play(np.flatnonzero(again | moving))
        done = ~again & board.over
        self._pending = again & board.over
        self._done = done
        board.mask[done] = 0
        board.mask[self._pending, 0] = 1
        rewards = np.where(done, board.net / self.table.unit, 0.0) - np.where(illegal, self.table.penalty, 0.0)
        return self._observe(), rewards, done.copy(), np.zeros(self.num_envs, np.bool_), self._info(illegal)

    def close_extras(self, **_: Any) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    # -- inside

    def _play(self, which: npt.NDArray[np.int64]) -> None:
        """Play these lines as far as their answers go, on as many threads as are worth it."""
        shares = min(self._workers, len(which) // SHARE)
        if shares < 2:
            self._steps.play(which, self._asked, self._board)
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self._workers)
        work = [
            self._pool.submit(self._steps.play, part, self._asked, self._board)
            for part in np.array_split(which, shares)
        ]
        for each in work:
            each.result()

    def _observe(self) -> Batch:
        board = self._board
        stakes = np.minimum(board.stakes / self.table.unit, MOST_UNITS).astype(np.float32)
        return {
            "cards": board.cards.copy(),
            "question": board.question.copy(),
            "hand": board.hand.copy(),
            "stakes": stakes[:, None, :],
        }

    def _info(self, illegal: npt.NDArray[np.bool_]) -> Info:
        """As Gymnasium's own vectors write it: arrays, each with another that says for which environments it holds."""
        every = np.ones(self.num_envs, np.bool_)
        info: Info = {
            "action_mask": self._board.mask.copy(),
            "seat": np.ones(self.num_envs, np.int64),
            "seed": self._asked.seeds.astype(np.int64),
            "number": self._asked.numbers.copy(),
            "illegal": illegal,
        }
        info |= {f"_{name}": every.copy() for name in tuple(info)}
        if self._done.any():
            for name, cents in (("net_cents", self._board.net), ("staked_cents", self._board.staked)):
                info[name] = np.where(self._done, cents, 0)
                info[f"_{name}"] = self._done.copy()
        return info
