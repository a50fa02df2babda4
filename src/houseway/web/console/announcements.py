"""What the dealer's console calls out: wins that surveillance verifies, and promotions that the house pays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from houseway.compliance.configuration import Promotion
from houseway.compliance.profile import Settings
from houseway.floor.context import gaming_day, settings_on
from houseway.floor.play.live_rounds import Playing
from houseway.floor.states import PropertyState, TableState
from houseway.floor.subjects.round_review import THRESHOLD, claimed, large, waiting
from houseway.reports.displays.promotion_notices import PromotionWon, running, won
from houseway.table.lines import Line
from houseway.table.setup import Setup
from houseway.table.shown.wording import wager_name
from houseway.web.console.console_shapes import CalledFor, Surveillance
from houseway.web.live.frame_shapes import TableHit


class Calls(NamedTuple):
    """The settings of a table and the promotions that run there."""

    settings: Settings
    promotions: list[Promotion]

    @property
    def threshold(self) -> int | None:
        """The cents above which surveillance verifies a win."""
        found: int | None = self.settings[THRESHOLD]
        return found


def calls_at(property: PropertyState, table: str, at: int) -> Calls:
    """What holds at a table on the gaming day of ``at``."""
    day = gaming_day(at, property.zone, property.day_starts)
    return Calls(settings_on(property, day, table), running(property, table, at))


def called(
    setup: Setup, state: TableState, calls: Calls, playing: Playing | None, hits: Sequence[TableHit]
) -> Surveillance:
    """What surveillance is called for: lines of the round in progress, locked hits, and wins not verified yet.

    ``before``: before cards are moved, because the round is not over. What was settled waits, and holds nothing up.
    """
    threshold = calls.threshold
    lines = playing.round.lines if playing is not None else []
    live: dict[tuple[int, str], int] = {}
    for _, line in large(lines, threshold, claimed(state)):
        live[line.seat, line.wager] = live.get((line.seat, line.wager), 0) + line.net
    number = state.live.round if state.live is not None else state.round
    found = [_win(setup, number, seat, wager, amount, before=True) for (seat, wager), amount in live.items()]
    found += [
        _win(setup, hit.round, hit.seat, hit.wager, hit.amount, before=True)
        for hit in hits
        if hit.state == "locked" and threshold is not None and hit.amount > threshold
    ]
    found += [_win(setup, win.round, win.seat, win.wager, win.amount, before=False) for win in waiting(state)]
    return Surveillance(calls.settings.rule(THRESHOLD), found)


class Callout(NamedTuple):
    """What is called out at a line: whether surveillance verifies it, and the promotions that it wins."""

    surveillance: Literal["call", "waits"] | None
    promotions: list[PromotionWon]


def of_lines(state: TableState, calls: Calls, lines: Sequence[Line], settled: int | None) -> list[Callout]:
    """What is called out at each line: of the round in progress, or of one that was ``settled``, by its number."""
    if settled is None:
        watched = {number for number, _ in large(lines, calls.threshold)}
    else:
        watched = {win.line for win in state.wins if win.round == settled}
    word: Literal["call", "waits"] = "call" if settled is None else "waits"
    back = {line.reverses for line in lines}
    found = []
    for number, line in enumerate(lines, start=1):
        stands = line.reverses is None and number not in back
        promotions = won(calls.promotions, line.wager, line.event) if stands else []
        found.append(Callout(word if number in watched else None, promotions))
    return found


def _win(setup: Setup, round_: int, seat: int, wager: str, amount: int, *, before: bool) -> CalledFor:
    return CalledFor(round_, seat, wager, wager_name(setup.edition, wager), amount, before)
