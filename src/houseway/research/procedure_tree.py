"""A game's procedure as a tree: chance nodes with the probability of every card, questions with their legal actions.

Every card is a chance node of its own, face down or up: the round is driven with a shoe that is told each card as it is
drawn. Branching is replay: a state is the actions that led to it, and a copy plays them again when it is looked at.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from houseway import registry
from houseway.cards import CARDS, UNSEEN, ReadingShoe
from houseway.cards.shoe import left_in
from houseway.facade import Game
from houseway.research.research_errors import BadEnvironment, IllegalAction
from houseway.research.seating import seats_of, wagers_of
from houseway.research.vocabulary import Vocabulary, vocabulary
from houseway.rulebook.pays import PayKind
from houseway.rulebook.steps import SHOE, Ask, place_name
from houseway.table.players import advised
from houseway.table.records.record import record
from houseway.table.round import Round
from houseway.table.setup import Setup

MOST_QUESTIONS = 64
"""Questions that a seat is never asked in one round."""

MOST_HANDS = 16
"""Times that no round multiplies a wager: further hands, doubles and raises together."""


class TreeTable(NamedTuple):
    """A table whose rounds are looked through: the game, its setup, who bets what, and the numbers of the actions."""

    game: Game
    setup: Setup
    seats: tuple[int, ...]
    wagers: dict[str, int]
    meters: dict[str, int]
    words: Vocabulary
    asked: dict[str, Any]
    """What `tree_table` was asked, so that a state can be taken elsewhere and made again there."""

    @property
    def unit(self) -> int:
        """The first wager, in cents: what results are counted in."""
        return next(iter(self.wagers.values()))

    @property
    def largest(self) -> float:
        """More units than a seat can win or lose in a round: a bound, not the largest result."""
        pays = [1.0]
        for table in self.setup.paytables.values():
            for row in table.rows:
                if row.pay.kind in (PayKind.TO_1, PayKind.FOR_1):
                    pays.append(float(row.pay.amount) + 1)
        money = sum(self.meters.values()) + sum(
            row.pay.returned(self.wagers.get(wager, 0))
            for wager, table in self.setup.paytables.items()
            for row in table.rows
            if row.pay.kind is PayKind.DOLLARS
        )
        return float(MOST_HANDS * max(pays) * sum(self.wagers.values()) + money) / self.unit


def tree_table(
    game: str,
    *,
    seats: int | Sequence[int] = 1,
    wagers: Mapping[str, int] | None = None,
    edition: str | None = None,
    options: Mapping[str, Any] | None = None,
    paytables: Mapping[str, Any] | None = None,
    meters: Mapping[str, int] | None = None,
) -> TreeTable:
    """A table for trees; the keywords are those of the environments."""
    found = registry.game(game)
    setup = found.demonstration(edition, options, paytables)
    if setup.options.get("shoe", "fresh") != "fresh":
        raise BadEnvironment("a tree begins with a fresh shoe", remedy="leave the option shoe out")
    shown = found.house.get("meters", {})
    amounts = {name: shown[name] for name in setup.meters if name in shown} | dict(meters or {})
    placed, places = wagers_of(found, setup, wagers), seats_of(setup, seats)
    asked = {
        "game": game,
        "seats": places,
        "wagers": placed,
        "edition": edition,
        "options": options,
        "paytables": paytables,
        "meters": amounts,
    }
    return TreeTable(found, setup, places, placed, amounts, vocabulary(found), asked)


class TreeState:
    """A node of the tree: the actions since the beginning, and the round that they lead to.

    Actions at a chance node are codes of cards (`houseway.cards.CARDS`), others are numbers of the vocabulary.
    """

    def __init__(self, table: TreeTable, history: Sequence[int] = ()) -> None:
        self.table = table
        self.history = list(history)
        self._round: Round | None = None
        self._memory: dict[int, list[str]] = {}

    def __deepcopy__(self, memo: dict[int, Any]) -> TreeState:
        return TreeState(self.table, self.history)

    def __reduce__(self) -> Any:
        return _made_again, (self.table.asked, self.history)

    @property
    def round(self) -> Round:
        """The round, played again from the history where this state is a copy."""
        if self._round is None:
            table = self.table
            self._round = Round(table.game, table.setup, table.seats, ReadingShoe())
            self._memory = {seat: [] for seat in table.seats}
            self._go_on()
            for action in self.history:
                self._take(action)
        return self._round

    @property
    def kind(self) -> Literal["chance", "question", "over"]:
        """What is due here."""
        round_ = self.round
        if round_.over:
            return "over"
        return "chance" if SHOE in round_.due_from() else "question"

    @property
    def ask(self) -> Ask | None:
        """The question that is due."""
        round_ = self.round
        return None if self.kind != "question" else round_.ask_for(round_.due_from()[0])

    def chances(self) -> list[tuple[int, Fraction]]:
        """The cards that may come, by code, and how likely each is."""
        left = left_in(self.table.setup.deck, self.round.layout.cards)
        every = sum(left.values())
        return sorted((kind.code, Fraction(count, every)) for kind, count in left.items() if count)

    def legal(self) -> list[int]:
        """The actions that the question offers, in their order."""
        ask = self.ask
        if ask is None:
            return []
        mask = self.table.words.mask(ask, self.round.layout)
        return [number for number, may in enumerate(mask.tolist()) if may]

    def apply(self, action: int) -> None:
        """Go on to the node that ``action`` leads to."""
        legal = [code for code, _ in self.chances()] if self.kind == "chance" else self.legal()
        if action not in legal:
            what = "card" if self.kind == "chance" else "action"
            raise IllegalAction(f"{what} {action} cannot come here", remedy=f"choose from {legal}")
        self._take(action)
        self.history.append(action)

    def net_cents(self) -> dict[int, int]:
        """What each seat has won or lost so far, by settled lines."""
        found = dict.fromkeys(self.table.seats, 0)
        for line in self.round.lines:
            found[line.seat] += line.net
        return found

    def returns(self) -> list[float]:
        """The result of each seat in units of the first wager; nothing before the end."""
        if self.kind != "over":
            return [0.0 for _ in self.table.seats]
        return [net / self.table.unit for net in self.net_cents().values()]

    def observation(self, seat: int) -> str:
        """What ``seat`` sees now: cards (``??`` for one that it has not seen), stakes, lines, and its question."""
        round_ = self.round
        layout = round_.layout
        ask = round_.ask_for(seat)
        seen = {
            "cards": {
                place_name(place): " ".join(kind.text if kind else UNSEEN for kind in layout.known_to(seat, place))
                for place, numbers in layout.places.items()
                if numbers
            },
            "stakes": {place_name(place): stakes for place, stakes in layout.stakes.items() if stakes},
            "lines": [[line.seat, line.wager, line.event, line.net] for line in round_.lines],
            "asked": None if ask is None else ask.ask,
        }
        return json.dumps(seen, separators=(",", ":"))

    def information(self, seat: int) -> str:
        """All that ``seat`` has seen and done at its own questions, and what it sees now."""
        now = self.observation(seat)
        return "\n".join((*self._memory[seat], now))

    def record(self) -> dict[str, Any]:
        """The record of the round as it stands."""
        return record(self.round, meters=self.table.meters)

    def named(self, action: int, *, chance: bool) -> str:
        """An action in words: a card, or what is answered."""
        return CARDS[action].text if chance else self.table.words.actions[action]

    # -- inside

    def _take(self, action: int) -> None:
        round_ = self.round
        if SHOE in round_.due_from():
            round_.answer(SHOE, CARDS[action].text)
        else:
            seat = round_.due_from()[0]
            assert isinstance(seat, int)
            self._memory[seat] += (self.observation(seat), self.table.words.actions[action])
            round_.answer(seat, self.table.words.answers[action])
        self._go_on()

    def _go_on(self) -> None:
        """Whatever is neither a card nor a question to a seat: wagers, the button, the dealer, prizes."""
        round_ = self.round
        placed = dict.fromkeys(self.table.seats, self.table.wagers)
        while not round_.over:
            who = round_.due_from()[0]
            if who == SHOE or (isinstance(who, int) and round_.ask_for(who) is not None):
                return
            round_.play_on(placed, advised, self.table.meters)


def _made_again(asked: dict[str, Any], history: Sequence[int]) -> TreeState:
    """A state that was packed, of a table like the one it was packed at."""
    return TreeState(tree_table(**asked), history)
