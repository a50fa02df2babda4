"""Every game as a game of open_spiel: ``pyspiel.load_game("houseway_…")`` once this module is imported.

It is the tree of `houseway.research.procedure_tree` behind open_spiel's interface, for players who each play against
the house. Parameters: ``players`` (seats), ``wagers`` (``wager=cents,…``; the house's usual one if empty).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from houseway import registry
from houseway.research.procedure_tree import MOST_QUESTIONS, TreeState, TreeTable, tree_table
from houseway.research.research_errors import BadEnvironment
from houseway.research.sight import CARDS_SHOWN, FIRST_CARD, KINDS, Sight

PLAYERS, WAGERS = "players", "wagers"


def spiel_name(slug: str) -> str:
    """What open_spiel calls a game: ``lucky-seven`` is ``houseway_lucky_seven``."""
    return f"houseway_{slug.replace('-', '_')}"


def register() -> list[str]:
    """Make every registered game known to open_spiel; the names are returned. What is known is left as it is."""
    known = set(pyspiel.registered_names())
    names = []
    for slug, game in registry.all_games().items():
        name = spiel_name(slug)
        names.append(name)
        if name not in known:
            kind = _type(name, game.name, game.edition().about.positions)
            pyspiel.register_game(kind, type(name, (SpielGame,), {"slug": slug, "kind": kind}))
    return names


def _type(name: str, title: str, positions: int) -> Any:
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=positions,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={PLAYERS: 1, WAGERS: ""},
    )


class SpielGame(pyspiel.Game):
    """One game; `register` makes a class of each."""

    slug: str
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.table: TreeTable = tree_table(
            self.slug, seats=int(given.get(PLAYERS, 1)), wagers=_wagers(str(given.get(WAGERS, "")))
        )
        table = self.table
        info = pyspiel.GameInfo(
            num_distinct_actions=len(table.words.actions),
            max_chance_outcomes=KINDS,
            num_players=len(table.seats),
            min_utility=-table.largest,
            max_utility=table.largest,
            max_game_length=MOST_QUESTIONS * len(table.seats),
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self) -> SpielState:
        """The node before the first card."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What a player sees, as a tensor and as text."""
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return SpielObserver(self.table, perfect_recall=recall)


class SpielState(pyspiel.State):
    """A node, as open_spiel asks for it. Player *n* is the seat *n* + 1."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.tree = TreeState(game.table)

    def current_player(self) -> Any:
        """Whose move it is: a player, chance, or nobody's."""
        kind = self.tree.kind
        if kind == "over":
            return pyspiel.PlayerId.TERMINAL
        if kind == "chance":
            return pyspiel.PlayerId.CHANCE
        ask = self.tree.ask
        assert ask is not None and isinstance(ask.seat, int)
        return self.tree.table.seats.index(ask.seat)

    def _legal_actions(self, player: int) -> list[int]:
        return self.tree.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each card that may come, and how likely it is: floats, because open_spiel's are."""
        return [(code, float(share)) for code, share in self.tree.chances()]

    def _apply_action(self, action: int) -> None:
        self.tree.apply(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.tree.named(action, chance=player == pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        """Whether the round is over."""
        return self.tree.kind == "over"

    def returns(self) -> list[float]:
        """What each player won, in units of the first wager, once the round is over."""
        return self.tree.returns()

    def __str__(self) -> str:
        # Whoever draws a tree reads the whole round here: hidden cards too, which no observation has.
        return " ".join(map(str, self.tree.history))


class SpielObserver:
    """What a player sees: the environments' arrays in one tensor, or text."""

    def __init__(self, table: TreeTable, *, perfect_recall: bool) -> None:
        self._table = table
        self._recall = perfect_recall
        self._sight = Sight(table.words, table.setup.edition.wagers, table.seats, counts=False)
        seats, wagers = len(table.seats), len(table.setup.edition.wagers)
        shapes = {
            "cards": (self._sight.rows, CARDS_SHOWN),
            "question": (len(table.words.questions) + 1,),
            "hand": (self._sight.rows + 1,),
            "stakes": (seats, wagers),
        }
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        begin = 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[begin : begin + size].reshape(shape)
            begin += size

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what ``player`` sees to the tensor; cards are shares of the highest code."""
        seat = self._table.seats[player]
        seen = self._sight.observe(state.tree.round, seat, self._table.unit, {})
        self.tensor.fill(0)
        self.dict["cards"][:] = seen["cards"] / (FIRST_CARD + KINDS - 1)
        self.dict["question"][seen["question"]] = 1
        self.dict["hand"][seen["hand"]] = 1
        self.dict["stakes"][:] = seen["stakes"]

    def string_from(self, state: SpielState, player: int) -> str:
        """What ``player`` sees, as text; with perfect recall what it has seen and done before too."""
        seat = self._table.seats[player]
        return state.tree.information(seat) if self._recall else state.tree.observation(seat)


def _wagers(text: str) -> dict[str, int] | None:
    """``wager=cents,…`` by wager."""
    found = {}
    for word in filter(None, text.split(",")):
        wager, equals, cents = word.partition("=")
        if not equals or not cents.strip().isdigit():
            raise BadEnvironment(f"{word!r} is no wager", remedy="write wager=cents, with commas between")
        found[wager.strip()] = int(cents)
    return found or None


register()
