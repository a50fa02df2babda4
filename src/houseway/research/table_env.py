"""A game as a Gymnasium environment: the same rounds as at the table, one question at a time.

An episode is one round, named by (seed, number): ``reset(seed=7)`` deals round 0 of seed 7, every later ``reset()`` the
next one, and ``reset(options={"number": 41})`` that one. The reward comes with the end of the round: the net of the
seats that the agent plays, in units of the first wager. Its cents, which are exact, are in ``info``.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from houseway import registry
from houseway.cards import Card, Stream, VirtualShoe
from houseway.research.research_errors import BadEnvironment, IllegalAction, NotReset
from houseway.research.seating import seats_of, wagers_of
from houseway.research.sight import Observation, Sight, seen_by
from houseway.research.vocabulary import Mask, vocabulary
from houseway.rulebook.steps import Ask
from houseway.simulation.stepping import Numbering
from houseway.table.players import advised
from houseway.table.records.record import record
from houseway.table.round import Decider, Round
from houseway.table.shown.view import view
from houseway.table.shown.wording import words_of

Info = dict[str, Any]
MOST_SEED = 1 << 63
RENDER_MODES = ("ansi", "human")


class TableEnv(gymnasium.Env[Observation, Any]):
    """One table of a game.

    ``seats`` is how many play, or their positions; those that the agent does not play are answered for by ``others``,
    the game's automatic player unless another is given. ``agents`` are the seats that the agent plays: the first one,
    a list, or ``"all"``. With several the environment takes turns: ``info["seat"]`` says whose question it is, the
    observation is through that seat's eyes, and the reward is what they won together.

    ``wagers`` are cents by wager, the same at every seat; the first named is the unit of rewards. Left out, it is the
    house's usual amount on the game's first wager. ``edition``, ``options``, ``paytables`` and ``meters`` choose the
    table.

    An action that is not offered (``info["action_mask"]``) is answered with the question's default, as a timeout is,
    and costs ``penalty`` units; with ``illegal="refuse"`` it is an `IllegalAction`. A round that asks nothing of the
    agent has a single step, whose only action is ``settle``.
    """

    def __init__(
        self,
        game: str,
        *,
        seats: int | Sequence[int] = 1,
        agents: int | Sequence[int] | Literal["all"] | None = None,
        wagers: Mapping[str, int] | None = None,
        edition: str | None = None,
        options: Mapping[str, Any] | None = None,
        paytables: Mapping[str, Any] | None = None,
        meters: Mapping[str, int] | None = None,
        others: Decider = advised,
        illegal: Literal["default", "refuse"] = "default",
        penalty: float = 1.0,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise BadEnvironment(f"a round is not drawn as {render_mode!r}", remedy="choose ansi or human")
        if illegal not in ("default", "refuse"):
            raise BadEnvironment(f"illegal actions cannot be {illegal!r}", remedy="choose default or refuse")
        self.game = registry.game(game)
        self.setup = self.game.demonstration(edition, options, paytables)
        self.seats = seats_of(self.setup, seats)
        self.agents = _agents(self.seats, agents)
        self.wagers = wagers_of(self.game, self.setup, wagers)
        self.unit = next(iter(self.wagers.values()))
        shown = self.game.house.get("meters", {})
        self.meters = {name: shown[name] for name in self.setup.meters if name in shown} | dict(meters or {})
        self.render_mode = render_mode
        self._others, self._illegal, self._penalty = others, illegal, float(penalty)
        self._words = vocabulary(self.game)
        cut = self.setup.options.get("shoe", "fresh")
        self._cut = 0 if cut == "fresh" else int(cut)
        self._sight = Sight(self._words, self.setup.edition.wagers, self.seats, counts=bool(self._cut))
        self.observation_space = self._sight.space
        self.action_space = spaces.Discrete(len(self._words.actions))
        self.round: Round | None = None
        self._seed, self._number = 0, -1
        self._before: list[Card | None] = []
        self._known: dict[int, Counter[Card]] = {seat: Counter() for seat in self.seats}
        self._paid = True
        self._seat = self.agents[0]
        self._legal: Mask | None = None

    # -- what stands beside the spaces

    @property
    def actions(self) -> tuple[str, ...]:
        """The name of each action."""
        return self._words.actions

    @property
    def questions(self) -> tuple[str, ...]:
        """The name of each question; number 0 of the observation is no question."""
        return self._words.questions

    @property
    def places(self) -> tuple[str, ...]:
        """The name of each row of the observation's cards."""
        return self._sight.places

    @property
    def numbering(self) -> Numbering:
        """The numbers of actions, questions, rows and wagers, as compiled rounds of the first seat write them."""
        return self._sight.numbering(self.seats[0])

    @property
    def rows(self) -> int:
        """How many rows the observation's cards have."""
        return self._sight.rows

    @property
    def refuses(self) -> bool:
        """Whether an illegal action is an error."""
        return self._illegal == "refuse"

    @property
    def penalty(self) -> float:
        """What an illegal action costs, in units."""
        return self._penalty

    @property
    def ask(self) -> Ask | None:
        """The question that waits for the agent."""
        return None if self.round is None else self.round.ask_for(self._seat)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now, as the masked algorithms of sb3-contrib ask for them."""
        return self._mask().astype(np.bool_)

    def action_of(self, answer: Any) -> int:
        """The number of the action that answers so: a word, a pair of word and number, or positions of cards."""
        return self._words.place(answer)

    def advised_action(self) -> int:
        """The action of the game's own automatic player; `settle` where nothing is asked."""
        ask = self.ask
        return 0 if ask is None or self.round is None else self._words.place(advised(self.round, ask))

    def record(self) -> dict[str, Any]:
        """The record of the round as it stands: ``houseway replay`` plays it again, once it is over."""
        if self.round is None:
            raise NotReset("no round was dealt yet")
        before = [kind.text if kind else "??" for kind in self._before]
        return record(self.round, meters=self.meters, seed=self._seed, number=self._number, before=before)

    # -- the interface of Gymnasium

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Deal the next round, or the one that ``options["number"]`` names; with ``seed`` the first of that seed."""
        super().reset(seed=seed)
        number = (options or {}).get("number")
        if seed is not None:
            self._seed, self._number = seed, -1
            self._shuffle()
        elif self._number < 0 and self.round is None:
            self._seed = int(self.np_random.integers(MOST_SEED))
        elif self.round is not None:
            self._next_shoe(self.round)
        if number is not None:
            if type(number) is not int or number < 0:
                raise BadEnvironment(f"{number!r} is no number of a round", remedy="give a whole number from 0 on")
            self._shuffle()
        self._number = self._number + 1 if number is None else number
        shoe = VirtualShoe(self.setup.deck, Stream(self._seed, self._number), self._before)
        self.round = Round(self.game, self.setup, self.seats, shoe)
        self._paid = False
        self._go_on(self.round)
        self._draw()
        return self._observe(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, Info]:
        """Answer the question with ``action``, and go on to the agent's next one or to the end of the round."""
        round_ = self.round
        if round_ is None or self._paid:
            raise NotReset("no round is under way")
        number = int(action)
        mask = self._mask()
        legal = 0 <= number < len(mask) and bool(mask[number])
        if not legal and self._illegal == "refuse":
            allowed = ", ".join(name for name, may in zip(self.actions, mask, strict=True) if may)
            name = self.actions[number] if 0 <= number < len(mask) else f"action {number}"
            raise IllegalAction(f"{name} is not offered now", remedy=f"choose {allowed}; see info['action_mask']")
        ask = self.ask
        if ask is not None:
            round_.answer(ask.seat, self._words.answers[number] if legal else ask.default)
            self._go_on(round_)
        reward = 0.0 if legal else -self._penalty
        if round_.over:
            self._paid, self._legal = True, None
            reward += sum(self._net(seat) for seat in self.agents) / self.unit
        self._draw()
        return self._observe(), reward, self._paid, False, self._info(illegal=not legal)

    def render(self) -> str | None:
        """The table as text, as the seat whose turn it is sees it; ``human`` prints it with every step by itself."""
        return self._text(self.round) if self.round is not None and self.render_mode == "ansi" else None

    # -- inside

    def _shuffle(self) -> None:
        self._before = []
        self._known = {seat: Counter() for seat in self.seats}

    def _next_shoe(self, last: Round) -> None:
        """Go on from the cards left after ``last``, or shuffle at the cut card."""
        if not self._cut:
            return
        for seat in self.seats:
            self._known[seat].update(seen_by(last, seat))
        self._before = [*self._before, *last.layout.cards]
        if len(self._before) >= self._cut:
            self._shuffle()

    def _go_on(self, round_: Round) -> None:
        """Answer for everybody else until the agent is asked or the round is over."""
        self._legal = None
        placed = dict.fromkeys(self.seats, self.wagers)
        while not round_.over:
            due = round_.due_from()
            mine = next((who for who in due if who in self.agents and round_.ask_for(who) is not None), None)
            if mine is not None:
                assert isinstance(mine, int)
                self._seat = mine
                return
            ask = round_.ask_for(due[0])
            if ask is None:
                round_.play_on(placed, self._others, self.meters)
            else:
                round_.answer(ask.seat, self._others(round_, ask))

    def _net(self, seat: int) -> int:
        assert self.round is not None
        return sum(line.net for line in self.round.lines if line.seat == seat)

    def _mask(self) -> Mask:
        """Which actions are legal; worked out once for each question, and handed out as a copy."""
        if self.round is None:
            raise NotReset("no round was dealt yet")
        if self._legal is None:
            none = np.zeros(len(self._words.actions), np.int8)
            self._legal = none if self._paid else self._words.mask(self.ask, self.round.layout)
        return self._legal.copy()

    def _observe(self) -> Observation:
        assert self.round is not None
        return self._sight.observe(self.round, self._seat, self.unit, self._known[self._seat])

    def _info(self, illegal: bool = False) -> Info:
        assert self.round is not None
        info: Info = {
            "action_mask": self._mask(),
            "seat": self._seat,
            "seed": self._seed,
            "number": self._number,
            "illegal": illegal,
        }
        if self._paid:
            lines = self.round.lines
            info["net_cents"] = sum(self._net(seat) for seat in self.agents)
            info["staked_cents"] = sum(line.stake for line in lines if line.seat in self.agents)
            info["net_cents_by_seat"] = {seat: self._net(seat) for seat in self.seats}
        return info

    def _draw(self) -> None:
        if self.render_mode == "human" and self.round is not None:
            sys.stdout.write(f"{self._text(self.round)}\n")

    def _text(self, round_: Round) -> str:
        said, seen = words_of(self.game), view(round_, self._seat)
        head = f"{self.game.name}, round {self._number} of seed {self._seed}, seat {self._seat}"
        lines = [head]
        for place, cards in seen.cards.items():
            whose = "Your cards" if place == str(self._seat) else said.label(place) or f"Seat {place}"
            lines.append(f"  {whose}: {' '.join(cards)}")
        ask = self.ask
        if ask is not None:
            offered = [name for name, may in zip(self.actions, self._mask(), strict=True) if may]
            lines.append(f"  {said.asked(ask)} ({', '.join(offered)})")
        lines += [f"  {line.says}" for line in seen.lines if line.seat == self._seat and line.says]
        return "\n".join(lines)


TableEnv.metadata = {"render_modes": [*RENDER_MODES], "render_fps": 1}


def _agents(seats: tuple[int, ...], given: int | Sequence[int] | str | None) -> tuple[int, ...]:
    if given is None:
        return seats[:1]
    if given == "all":
        return seats
    agents = {given} if isinstance(given, int) else set(given)
    if not agents or not agents <= set(seats):
        raise BadEnvironment(
            f"the agent cannot play {given!r}", remedy=f'choose among the seats {", ".join(map(str, seats))}, or "all"'
        )
    return tuple(seat for seat in seats if seat in agents)
