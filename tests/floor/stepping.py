"""A hand that is played step by step, each step told by what the journal holds and nothing else.

Whoever opens the journal anew goes on with the very next step: ids, times and chance are made from where it stands. Run
as ``python -m tests.floor.stepping FILE KIND`` it takes one step for each line it reads, and prints what came of it.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from houseway.cards import Card, card
from houseway.compliance.configuration import Table
from houseway.floor import command_index as c
from houseway.floor.floor import Floor, Order
from houseway.floor.permission.people import HOUSE
from houseway.floor.play.automatic import Automatic
from houseway.floor.states import table_stream
from houseway.journal.sealing.seal_record import SEALS
from houseway.rulebook.steps import Deal, Peek, Tabulate, Turn
from houseway.table.round import Round
from tests.floor.houses import START, Cards, House, attack_table, deuces_table, duel_table, split_table

SECOND = 1_000_000
SEATS = {1: "player:ivy", 3: "player:otto"}
CHIPS = 90_000

TABLES = {"deuces-wild": deuces_table, "triple-attack": attack_table, "three-card-split": split_table}


def table_of(kind: str) -> Table:
    """The table of a kind of hand, such as ``dueling/keys``; ``ties`` is Dueling with a deck of nines."""
    game, _, cards = kind.partition("/")
    dealt: Cards = "keys" if cards == "keys" else "virtual"
    if game in ("dueling", "ties"):
        return duel_table("H1", cards=dealt)
    return TABLES[game]("H1", cards=dealt)


def begun(path: Path, kind: str) -> None:
    """A property with the one table, open, in a new file."""
    House(Floor.open(path, create=True)).build(tables=(table_of(kind),)).close()


class Hand:
    """One hand at table H1: players get chips and sit down, the hand is played to its settlement, they get up."""

    def __init__(self, floor: Floor, kind: str) -> None:
        self.floor = floor
        self.kind = kind
        self._moves = Automatic(floor, self._now, self._nonce)

    def _stand(self) -> int:
        # When the journal was sealed hangs on the moment of the kill, and a hand goes on the same however that fell.
        heads = self.floor.journal.heads()
        return sum(head.number for stream, head in heads.items() if stream != SEALS)

    def _now(self) -> int:
        return START + (1_000 + self._stand()) * SECOND

    def _nonce(self) -> bytes:
        number = self.floor.journal.head(table_stream("H1")).number
        return hashlib.sha256(f"{self.kind}:{number}".encode()).digest()

    def next(self) -> Order | None:
        """The step that is due, or nothing: the hand is over and everybody has left."""
        state = self.floor.table("H1")
        if not state.round and state.live is None:
            return self._sitting(state.seated) or self._order(
                c.BeginRound(table="H1", round=1, seats=tuple(SEATS)), "begin", "dole"
            )
        if state.live is None:
            for seat in sorted(state.seated):
                return self._order(c.Leave(table="H1", seat=int(seat)), f"leave:{seat}", state.seated[seat])
            return None
        round_ = self.floor.round("H1")
        if state.live.keyed and isinstance(round_.step, (Deal, Turn, Peek)):
            command = c.Answer(
                table="H1", round=1, step=len(round_.history), seat="dealer", answer=self._keyed(round_, round_.step)
            )
            return self._order(command, f"key:{len(round_.history)}", "dole")
        if state.phase == "tabulated" and not state.confirmed and not isinstance(round_.step, Tabulate):
            return self._order(c.ConfirmIndicators(table="H1", round=1), "confirm", "panel:H1")
        found = self._moves.house_move("H1") or self._moves.dealer_move("H1")
        return found or self._moves.player_move("H1", SEATS)

    def _sitting(self, seated: Mapping[str, str]) -> Order | None:
        for seat, player in SEATS.items():
            if str(seat) in seated:
                continue
            if not self.floor.journal.balance(f"play/{player}"):
                return self._order(c.GiveChips(player=player, amount=CHIPS), f"give:{seat}", HOUSE)
            return self._order(c.Sit(table="H1", seat=seat, player=player), f"sit:{seat}", player)
        return None

    def _order(self, command: c.Command, id: str, who: str) -> Order:
        return Order(command, id, who, self._now(), chance=self._nonce())

    def _keyed(self, round_: Round, step: Deal | Turn | Peek) -> Any:
        """What the dealer of real cards keys: the deck lies ready, card by card in the order of the deal."""
        deck = self._deck(round_)
        if isinstance(step, Deal):
            return deck[len(round_.layout.cards)].text
        places = step.places if isinstance(step, Peek) else (step.place,)
        numbers = [number for place in places for number in round_.layout.places[place]]
        if isinstance(step, Peek):
            return step.test(tuple(deck[number] for number in numbers))
        return [deck[number].text for number in numbers if round_.layout.cards[number] is None]

    def _deck(self, round_: Round) -> list[Card]:
        deck = list(round_.setup.deck.cards)
        random.Random(self.kind).shuffle(deck)
        if self.kind.startswith("ties"):
            nine = card("9s").text[0]
            deck.sort(key=lambda each: each.text[0] != nine)
        return deck

    def do(self, order: Order) -> dict[str, Any]:
        """Take a step."""
        return self.floor.do(order.command, id=order.id, who=order.who, at=order.at, chance=order.chance)


def main() -> None:
    """Take a step for each line that is read."""
    path, kind = sys.argv[1:]
    hand = Hand(Floor.open(path), kind)
    for _ in sys.stdin:
        order = hand.next()
        said = None if order is None else {"id": order.id, "reply": hand.do(order)}
        print(msgspec.json.encode(said).decode(), flush=True)
        if order is None:
            return


if __name__ == "__main__":
    main()
