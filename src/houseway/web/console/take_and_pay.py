"""Take or pay: what each line makes the dealer's hands do, exactly, and what they have done already.

The dealer is told of a line when it is settled, and its chips move then. Two things wait: a prize that is locked, or
must be, comes with its hit (BJS-3), and what an aggregate limit may cut is final only when the round is over. A
correction changes lines whose chips have moved: then the difference is what is left to do.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from houseway.floor.play.live_rounds import Playing
from houseway.floor.states import TableState
from houseway.floor.subjects.settling import must_claim
from houseway.registry import words as words_of_game
from houseway.rulebook.steps import Collect, Settle
from houseway.table.limits import winnings_to_hold
from houseway.table.lines import Line
from houseway.table.setup import Setup
from houseway.table.shown.wording import wager_name
from houseway.web.art.chip_stacks import break_down
from houseway.web.console.announcements import Calls, of_lines
from houseway.web.console.console_shapes import Does, Position, TakeOrPay


class Standing(NamedTuple):
    """How lines stand: whether jackpot wagers went into the tray, which prizes wait, what an aggregate limit may cut.

    ``prizes`` has the cents that come with a hit, by the number of their line; ``paid`` are those that came already.
    ``final``: the round is over, and no aggregate limit cuts anything any more.
    """

    collected: bool
    prizes: Mapping[int, int]
    final: bool = True
    paid: Collection[int] = ()


def standing(setup: Setup, state: TableState, playing: Playing) -> Standing:
    """How the lines of the round in progress stand."""
    round_ = playing.round
    collected = not state.manual and any(isinstance(step, Collect) for step, _ in round_.history)
    return Standing(collected, prizes_waiting(setup, state, round_.lines), round_.over)


def prizes_waiting(setup: Setup, state: TableState, lines: Sequence[Line]) -> dict[int, int]:
    """What comes with a hit of the round in progress, locked or still to be, by the number of its line."""
    assert state.table is not None
    hits = list(state.hits.values()) if state.phase == "tabulated" else []
    found: dict[int, int] = {}
    for number, line in enumerate(lines, start=1):
        if line.wager not in state.table.jackpots or line.reverses is not None:
            continue
        key = (line.seat, line.wager, line.event)
        hit = next((hit for hit in hits if (hit.seat, hit.wager, hit.event) == key), None)
        if hit is not None:
            hits.remove(hit)
            found[number] = hit.amount
        elif must_claim(setup, line):
            row = setup.paytables[line.wager].find(line.event)
            found[number] = line.returned - (line.stake if row is not None and row.pay.stake_back else 0)
    return found


def positions(
    setup: Setup,
    state: TableState,
    lines: Sequence[Line],
    stand: Standing,
    calls: Calls,
    settled: int | None = None,
) -> list[Position]:
    """Lines by position, in the order they were settled: what to take and what to pay, exactly, in chips.

    They are of the round in progress, or of one that was ``settled``, by its number. ``moves`` are the cents that go to
    the player now, or from the player where it is less than nothing. A line that surveillance verifies says so, and one
    that wins a promotion what else the house pays.
    """
    found: dict[int, list[TakeOrPay]] = {}
    edition = setup.edition
    words = words_of_game(edition.about.slug)
    callouts = of_lines(state, calls, lines, settled)
    ids = _ids(lines)
    for number, (line, callout) in enumerate(zip(lines, callouts, strict=True), start=1):
        does, amount, moves = _does(setup, number, line, stand)
        shown = TakeOrPay(
            number=number,
            id=ids[number - 1],
            wager=line.wager,
            name=wager_name(edition, line.wager),
            hand=line.hand,
            stake=line.stake,
            event=words.event(edition, line.wager, line.event),
            pays=line.pays,
            returned=line.returned,
            does=does,
            amount=amount,
            moves=moves,
            chips=break_down(amount),
            clause=line.clause,
            rule=edition.clause(line.clause).text if edition.has_clause(line.clause) else "",
            note=line.note,
            meter=line.meter,
            reverses=line.reverses,
            surveillance=callout.surveillance,
            promotions=callout.promotions,
        )
        found.setdefault(line.seat, []).append(shown)
    return [Position(seat, own, sum(one.returned - one.stake for one in own)) for seat, own in found.items()]


def _does(setup: Setup, number: int, line: Line, stand: Standing) -> tuple[Does, int, int]:
    """What is done with a line, the cents that are said with it, and the cents that move now."""
    in_tray = stand.collected and line.wager in setup.jackpots
    change = line.returned - (0 if in_tray else line.stake)
    if number in stand.prizes:
        prize = stand.prizes[number]
        return "paid" if number in stand.paid else "pending", prize, change - prize
    held = 0 if stand.final else winnings_to_hold(setup, line)
    if held:
        return "wait", held, 0
    does: Does = "pay" if change > 0 else "take" if change < 0 else "collected" if in_tray else "push"
    return does, abs(change), change


def _ids(lines: Sequence[Line]) -> list[str]:
    """A name for each line by which it is known again after a correction: seat, wager, hand, and which of those."""
    seen: dict[tuple[int, str, int], int] = {}
    found = []
    for line in lines:
        key = (line.seat, line.wager, line.hand)
        seen[key] = seen.get(key, 0) + 1
        found.append(f"{line.seat}/{line.wager}/{line.hand}/{seen[key]}")
    return found


def handed(setup: Setup, state: TableState, playing: Playing) -> dict[str, int]:
    """The cents that the dealer has moved for sure, by line: of all that was settled before the last answer given.

    The console asks for them before it takes an answer, as they stood then: nothing under an aggregate limit is paid.
    """
    round_ = playing.round
    lines = round_.lines[: settled_before(playing)]
    stand = standing(setup, state, playing)._replace(final=not setup.aggregate)
    ids = _ids(lines)
    return {ids[number - 1]: _does(setup, number, line, stand)[2] for number, line in enumerate(lines, 1)}


def first_open(playing: Playing) -> int:
    """The first step of the round after the last answer given."""
    return int(playing.questions[-1].rpartition(":")[2]) + 1 if playing.questions else 0


def settled_before(playing: Playing) -> int:
    """How many lines were settled before the last answer given."""
    history = playing.round.history[: first_open(playing)]
    return sum(1 for step, _ in history if isinstance(step, Settle))


def differences(
    given: Mapping[str, int], found: Sequence[Position], sure: int
) -> list[tuple[int, list[int], dict[str, int]]]:
    """Positions whose lines stand otherwise than their chips were moved: seat, numbers of lines, what was moved.

    ``found`` are the positions as `positions` has them, the first ``sure`` lines settled before the last answer: later
    ones are asked for anyway. A line that stands no more is among them, with what was moved for it.
    """
    lines = {line.id: line for position in found for line in position.lines}
    changed: dict[int, tuple[list[int], dict[str, int]]] = {}
    for id, moved in given.items():
        line = lines.get(id)
        asked = line is not None and line.number > sure
        if asked or moved == (line.moves if line is not None else 0):
            continue
        numbers, was = changed.setdefault(int(id.partition("/")[0]), ([], {}))
        was[id] = moved
        if line is not None:
            numbers.append(line.number)
    return [(seat, numbers, was) for seat, (numbers, was) in sorted(changed.items())]
