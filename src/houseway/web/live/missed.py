"""What was done for a player who said nothing: a default when time ran out, a round sat out. The seat says so."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from houseway.floor.kinds.body import Answered
from houseway.floor.kinds.edge import kind_of, read_as
from houseway.floor.kinds.of_table import AnswersGiven
from houseway.floor.mirror import Mirror
from houseway.floor.permission.people import panel_of
from houseway.journal import Entry
from houseway.registry import words
from houseway.rulebook.steps import Ask, Together, Who
from houseway.table.round import Round
from houseway.web.live.frame_shapes import Missed
from houseway.web.live.runner import AUTOMATIC

SAT_OUT = "You sat out: no bet when time ran out."
AWAY = "You sat out: you were away."

PANEL = panel_of("")
"""How the names of panels begin."""


class MissedAnswers:
    """The last thing that was done for each seat; it is forgotten when its player speaks again, or the round after."""

    def __init__(self, mirror: Mirror, absent: Callable[[str, int], bool]) -> None:
        self._mirror = mirror
        self._absent = absent
        self._missed: dict[tuple[str, int], Missed] = {}

    def at(self, table: str, seat: int) -> Missed | None:
        """What was done for a seat in this round or the one before."""
        found = self._missed.get((table, seat))
        state = self._mirror.table(table)
        number = state.live.round if state.live is not None else state.round
        return found if found is not None and number - found.round <= 1 else None

    def listen(self, entries: Sequence[Entry]) -> None:
        """See what was answered, by whom."""
        for entry in entries:
            if kind_of(entry) is not AnswersGiven:
                continue
            table = entry.stream.partition("/")[2]
            if entry.who.startswith(PANEL):
                self._answered_for_them(table, read_as(entry, AnswersGiven))
            else:
                for key in [key for key in self._missed if key[0] == table]:
                    if self._mirror.table(table).seated.get(str(key[1])) == entry.who:
                        del self._missed[key]

    def _answered_for_them(self, table: str, body: AnswersGiven) -> None:
        seated = self._mirror.table(table).seated
        for given in body.answers:
            player = seated.get(str(given.who)) if isinstance(given.who, int) else None
            if player is None or player.startswith(AUTOMATIC):
                continue
            says = self._says(table, body.round, given)
            if says:
                self._missed[table, int(given.who)] = Missed(body.round, says, given.answer == {})

    def _says(self, table: str, number: int, given: Answered) -> str:
        if given.answer == {}:
            return AWAY if self._absent(table, int(given.who)) else SAT_OUT
        playing, last, state = self._mirror.playing(table), self._mirror.last(table), self._mirror.table(table)
        # The round may have ended with this answer.
        ended = last[1] if last is not None and last[0] == number else None
        round_ = playing.round if playing is not None and playing.number == number else ended
        ask = _last_asked(round_, given.who) if round_ is not None else None
        if ask is None or state.table is None:
            return ""
        return f"Time ran out: {words(state.table.game).answers(ask.ask, given.answer)}."


def _last_asked(round_: Round, who: Who) -> Ask | None:
    """What somebody was last asked in a round."""
    for step, _ in reversed(round_.history):
        for ask in step.asks if isinstance(step, Together) else (step,):
            if isinstance(ask, Ask) and ask.seat == who:
                return ask
    return None
