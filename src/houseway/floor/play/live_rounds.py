"""Rounds in progress, played from what the journal has of them.

The round itself is not stored: it is its table's setup, its seats and the answers given so far, and is played again
from them wherever it is needed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from houseway.cards import UNSEEN, KeyedShoe, NonceChance, ReadingShoe, Shoe, VirtualShoe, card
from houseway.compliance.configured_tables import setup_of
from houseway.floor.context import settings_of_table
from houseway.floor.floor_errors import OtherRelease, WrongState
from houseway.floor.kinds.body import Answered, Record
from houseway.floor.play.prints import APPROVED, FIRST_BEHAVIOUR, plays
from houseway.floor.states import Live, PropertyState, TableState
from houseway.registry import game
from houseway.rulebook.steps import DEALER, SHOE, Deal, Who
from houseway.table.layout import eye
from houseway.table.records.record import table_record
from houseway.table.round import Round
from houseway.table.setup import Setup


class Playing:
    """A round being played: the round, the nonces that its shoe draws from, and the answers it has taken."""

    def __init__(self, live: Live, table_game: str, setup: Setup) -> None:
        self.number = live.round
        self.setup = setup
        self.chance = NonceChance()
        _check_release(live, table_game, setup)
        # A round of release 0.1 names no number: it had one.
        behaviour = FIRST_BEHAVIOUR if live.behaviour is None else live.behaviour
        self.round = Round(game(table_game), setup, live.seats, self._shoe(live, setup), behaviour, attended=True)
        self.taken: list[Answered] = []
        self.questions: list[str] = []

    def _shoe(self, live: Live, setup: Setup) -> Shoe:
        if live.keyed:
            return ReadingShoe() if live.reads else KeyedShoe()
        gone = [None if text == UNSEEN else card(text) for text in live.before]
        return VirtualShoe(setup.deck, self.chance, gone)

    def take(self, answered: Answered) -> None:
        """Give the round one recorded answer."""
        self.chance.use(bytes.fromhex(answered.chance))
        self.questions.append(question(self.round, answered.who))
        self.round.answer(answered.who, answered.answer)
        self.taken.append(answered)

    def told(self, number: int) -> Any:
        """The ``number``-th answer as the dealer may know it: a card read face down is told when it has been seen."""
        return UNSEEN if self.hidden(number) is not None else msgspec.to_builtins(self.taken[number - 1].answer)

    def hidden(self, number: int) -> str | None:
        """The clause that deals the card of the ``number``-th answer face down, while the dealer has not seen it."""
        asked = self.questions[number - 1]
        at, history = int(asked.rpartition(":")[2]), self.round.history
        if asked.startswith(f"{SHOE}:") and isinstance(step := history[at][0], Deal) and not step.up:
            dealt = sum(isinstance(before, Deal) for before, _ in history[:at])
            if not self.round.layout.seen[dealt] & eye(DEALER):
                return step.cite
        return None

    def fits(self, answers: list[Answered]) -> bool:
        """Whether what was taken is how ``answers`` begin."""
        return len(self.taken) <= len(answers) and all(
            mine.chance == theirs.chance and mine.answer == theirs.answer
            for mine, theirs in zip(self.taken, answers, strict=False)
        )


def _check_release(live: Live, table_game: str, setup: Setup) -> None:
    """Refuse to go on with a round under another behaviour or other rules of its game than it was begun with."""
    played = game(table_game)
    if live.behaviour is None or plays(played, setup.edition, live.behaviour, live.fingerprint):
        return
    what = (
        f"behaviour {live.behaviour} of {table_game}, and this release has {played.behaviour}"
        if live.behaviour > played.behaviour
        else f"other rules of {table_game} {setup.edition.slug} (fingerprint {live.fingerprint[:12]}…)"
    )
    raise OtherRelease(
        f"round {live.round} was begun under {what}",
        clause=APPROVED,
        remedy=f"void it, or go on with release {live.release}, which began it",
    )


def question(round_: Round, who: Who) -> str:
    """What ``who`` is being asked, as a name that two plays of one round can be compared by."""
    step = round_.step
    ask = round_.ask_for(who)
    what = ask.ask if ask is not None else type(step).__name__
    return f"{who}:{what}:{step.cite if step is not None else ''}:{len(round_.history)}"


class _Known(NamedTuple):
    """The setup of a table, and the table as records have it, with what both were made of."""

    made_of: tuple[Any, ...]
    setup: Setup
    chosen: Record


class LiveRounds:
    """The rounds in progress at open tables; each is played once and then kept in step with its table's answers.

    ``verify`` plays the records of other rounds again before their lines become money.
    """

    def __init__(self, *, verify: bool) -> None:
        self.verify = verify
        self._setups: dict[str, _Known] = {}
        self._playing: dict[str, Playing] = {}
        self._ended: dict[str, tuple[int, Round]] = {}

    def setup(self, house: PropertyState, state: TableState) -> Setup:
        """The setup of an open table, as its rounds are played: under the rules and settings it was opened with."""
        return self._known(house, state).setup

    def chosen(self, house: PropertyState, state: TableState) -> Record:
        """The same as records have it."""
        return self._known(house, state).chosen

    def _known(self, house: PropertyState, state: TableState) -> _Known:
        assert state.table is not None
        behaviour = state.prints.behaviour if state.prints is not None else FIRST_BEHAVIOUR
        made_of = (state.table, dict(state.jackpots), state.settings, state.day, behaviour)
        known = self._setups.get(state.id)
        if known is None or known.made_of != made_of:
            setup = setup_of(state.table, state.jackpots, settings_of_table(house, state), behaviour)
            known = self._setups[state.id] = _Known(made_of, setup, table_record(setup))
        return known

    def playing(self, setup: Setup, state: TableState) -> Playing:
        """The round in progress at a table, with every recorded answer taken."""
        live = state.live
        if live is None or state.table is None:
            raise WrongState(f"no round is in progress at table {state.id}", remedy="begin one")
        # Put back when every answer is taken: one that is refused leaves no round behind that has taken some of them.
        playing = self._playing.pop(state.id, None)
        if (
            playing is None
            or playing.number != live.round
            or playing.setup is not setup
            or not playing.fits(live.answers)
        ):
            if playing is not None and playing.round.over:
                self._ended[state.id] = (playing.number, playing.round)
            playing = Playing(live, state.table.game, setup)
        for answered in live.answers[len(playing.taken) :]:
            playing.take(answered)
        self._playing[state.id] = playing
        return playing

    def last(self, state: TableState) -> tuple[int, Round] | None:
        """The round before the one in progress, or the last if none is, with its number; nothing after a restart."""
        number = state.live.round - 1 if state.live is not None else state.round
        known = self._playing.get(state.id)
        if known is not None and known.number == number and known.round.over:
            return number, known.round
        ended = self._ended.get(state.id)
        return ended if ended is not None and ended[0] == number else None
