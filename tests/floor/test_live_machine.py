"""Any answers and corrections in any order at live tables: nobody bets chips that are not there, and none are made."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houseway.compliance.configuration import Table
from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.floor.play.automatic import Automatic
from houseway.journal.journal_errors import CommandFault
from houseway.rulebook.steps import Deal, Peek, PlaceWagers, Turn
from houseway.table.players import RandomPlayer, usual_wagers
from houseway.table.round import Round
from tests.floor.houses import House, attack_table, deuces_table, duel_table, split_table
from tests.floor.live_tables import At

PLAYERS = {1: "player:ivy", 2: "player:otto", 3: "player:uma"}
TABLES = {"dueling": duel_table, "triple-attack": attack_table, "deuces-wild": deuces_table, "split": split_table}


def bare(table: Table) -> Table:
    """The table without jackpots: every chip that moves is a player's stake or winnings."""
    wagers = tuple(wager for wager in table.wagers if wager not in table.sensors)
    paytables = {wager: id for wager, id in table.paytables.items() if wager in wagers}
    return msgspec.structs.replace(
        table, wagers=wagers, jackpots={}, sensors={}, minimums={}, paytables=paytables, displays=()
    )


class Chance:
    """Chance for automatic players, from hypothesis."""

    def __init__(self, given: random.Random) -> None:
        self._given = given

    def below(self, number: int) -> int:
        return self._given.randrange(number)


class Play:
    """One table with three players whose chips run short, and a supervisor who corrects whatever comes to mind."""

    def __init__(self, folder: str, game: str, chance: random.Random) -> None:
        floor = Floor.open(Path(folder) / "floor.db", create=True)
        self.house = House(floor).build(jackpots=(), tables=(bare(TABLES[game]("T1", cards="keys")),))
        self.at = At(self.house, "T1")
        self.chance = chance
        self.moves = Automatic(floor, lambda: self.house.at, lambda: b"")
        for seat, player in PLAYERS.items():
            self.at.sit(seat, player, chance.choice([600, 1_100, 2_500, 90_000]))

    def racks(self) -> int:
        return sum(self.at.rack(player) for player in PLAYERS.values())

    def round(self) -> None:
        """A round to its end: settled, and the racks moved by what its lines say."""
        before = self.racks()
        self.at.begin(*PLAYERS)
        corrections = 3
        while (live := self.at.state.live) is not None:
            if corrections and live.answers and self.chance.random() < 0.25:
                corrections -= 1
                self.correct(len(live.answers))
            elif (order := self.moves.house_move("T1")) is not None:
                made = self.at.record()
                self.house.floor.do(order.command, id=order.id, who=order.who, at=order.at)
                won = sum(line["returned"] - line["stake"] for line in made["lines"])
                assert self.racks() == before + won
            else:
                self.answer()
            self.check()

    def answer(self) -> None:
        round_ = self.at.round
        who = self.chance.choice(round_.due_from())
        self.tried(self.at.says(who, self.any_answer(round_, who)), "dole")
        if self.at.state.live is not None and self.at.step == len(round_.history) and isinstance(who, int):
            # What was refused for want of chips is answered by what adds none.
            self.tried(c.TimeOut(table="T1", round=self.at.live.round, step=self.at.step), "dole")

    def correct(self, answers: int) -> None:
        number = self.chance.randrange(1, answers + 1)
        round_ = self.at.round
        known = [each.answer for each in self.at.live.answers]
        wagers = usual_wagers(round_.setup, round_.game.house["usual"], Chance(self.chance))
        more = {wager: amount * 7 if isinstance(amount, int) else amount for wager, amount in wagers.items()}
        card = self.cards(round_, 1)[0]
        answer = self.chance.choice([wagers, more, card, [card], *known, "war", "fold", "raise", ["bet", 500]])
        self.tried(
            c.CorrectAnswer(table="T1", round=self.at.live.round, number=number, answer=answer, reason="x"), "sato"
        )

    def tried(self, command: c.Command, who: str) -> None:
        """Give a command that may be refused, and does not fail."""
        try:
            self.house.do(command, who)
        except HousewayError as refusal:
            assert not isinstance(refusal, CommandFault), refusal

    def any_answer(self, round_: Round, who: int | str) -> Any:
        step = round_.step
        if isinstance(step, PlaceWagers):
            return usual_wagers(round_.setup, round_.game.house["usual"], Chance(self.chance))
        ask = round_.ask_for(who)
        if ask is not None:
            return RandomPlayer(Chance(self.chance))(round_, ask)
        if isinstance(step, Deal):
            return self.cards(round_, 1)[0]
        assert isinstance(step, (Turn, Peek))
        places = step.places if isinstance(step, Peek) else (step.place,)
        numbers = [number for place in places for number in round_.layout.places[place]]
        return self.cards(round_, sum(round_.layout.cards[number] is None for number in numbers))

    def cards(self, round_: Round, count: int) -> list[str]:
        """Cards that the deck still has."""
        left = [kind.text for kind in round_.setup.deck.cards]
        for kind in round_.layout.cards:
            if kind is not None:
                left.remove(kind.text)
        return self.chance.sample(left, count)

    def check(self) -> None:
        balances = self.house.floor.journal.balances("play/")
        assert {name: micros for name, micros in balances.items() if micros < 0} == {
            name: micros for name, micros in balances.items() if name == "play/house"
        }
        assert sum(balances.values()) == 0


@pytest.mark.parametrize("game", TABLES)
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), print_blob=True)
@given(chance=st.randoms(use_true_random=False))
def test_answers_and_corrections_in_any_order(game: str, chance: random.Random) -> None:
    with tempfile.TemporaryDirectory() as folder:
        play = Play(folder, game, chance)
        for _ in range(3):
            play.round()
        play.house.sound()
        play.house.close()
