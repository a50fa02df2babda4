"""What the dealer's hands do between two answers, step by step, and the clauses that are ticked.

A round stops only where something is due from outside. What the procedure does between two such stops (cards dealt face
down, wagers collected, lines settled) is done by hand: it is listed here in its order, so that nothing is passed over
in silence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from houseway.errors import HousewayError
from houseway.floor.play.live_rounds import Playing
from houseway.floor.states import TableState
from houseway.rulebook.edition import Clause, Edition
from houseway.rulebook.steps import (
    Ask,
    Collect,
    Deal,
    Look,
    Move,
    PlaceWagers,
    Settle,
    Step,
    Tabulate,
    Turn,
    Who,
    place_name,
    seat_of,
)
from houseway.table.round import Round
from houseway.table.setup import Setup
from houseway.table.shown.shape_base import Sometimes
from houseway.table.shown.wording import Words, listed, words_of
from houseway.web.console.console_shapes import Hands, HandsKind, NewDeck, Part, Position, TakeOrPay
from houseway.web.console.table_notes import Noted
from houseway.web.console.take_and_pay import differences, first_open, handed, settled_before

PRESS = "One press counts every wager that lies on its sensor, once in a round."
"""Why a round is pressed, where the document of the game has no clause of the press alone."""


class _Task(msgspec.Struct):
    """Something to be done, after step ``at`` of the round; ``rule`` where it is not the clause's own text."""

    kind: HandsKind
    clause: str
    at: int
    says: str = ""
    what: Sometimes[list[Part]] = UNSET
    seat: Sometimes[int] = UNSET
    given: Sometimes[dict[str, int]] = UNSET
    rule: str | None = None


def queue(playing: Playing, setup: Setup, state: TableState, noted: Noted, found: Sequence[Position]) -> list[Hands]:
    """What is to be done before the next answer, in order: steps since the last one, and ticks that are missing.

    ``found`` are the positions as `positions` has them. Chips that were moved for a line which stands otherwise now are
    moved again by the difference: after a correction at once, under an aggregate limit when the round is over.
    """
    round_ = playing.round
    live = state.live
    assert live is not None
    given = _handed(playing, setup, state, noted)
    tasks = _hands(round_, first_open(playing), manual=state.manual)
    lines = {line.number: line for position in found for line in position.lines}
    for task in tasks:
        if task.kind == "settle":
            task.given = {line.id: given[line.id] for line in _lines_of(task, lines) if line.id in given}
    for seat, numbers, was in differences(given, found, settled_before(playing)):
        clause = lines[numbers[0]].clause if numbers else ""
        at = -1 if noted.before is not None else len(round_.history)
        what: list[Part] = [*numbers]
        tasks.append(_Task("settle", clause, at, says="Take or pay", what=what, seat=seat, given=was))
    tasks += _press(round_, setup, state) + _ticks(playing, setup, noted)
    tasks.sort(key=lambda task: (task.at, task.kind == "tick"))
    before = f"{len(round_.history)}:{first_open(playing)}"
    return [_shown(task, before, setup.edition, live.corrected, lines) for task in tasks]


def _lines_of(task: _Task, lines: Mapping[int, TakeOrPay]) -> list[TakeOrPay]:
    """The lines that a position is settled by."""
    return [lines[number] for number in task.what or () if isinstance(number, int)]


def _shown(task: _Task, before: str, edition: Edition, corrected: int, lines: Mapping[int, TakeOrPay]) -> Hands:
    """A task as the console shows it, with the key by which it is known again once it was acknowledged."""
    key = f"{before}:{task.kind}:{task.clause}:{task.says}"
    if task.kind == "settle":
        stands = [(line.event, line.moves) for line in _lines_of(task, lines)]
        key += f":{task.seat}:{corrected}:{stands}:{task.given}"
    rule = task.rule
    if rule is None:
        rule = edition.clause(task.clause).text if edition.has_clause(task.clause) else ""
    return Hands(
        kind=task.kind,
        clause=task.clause,
        says=task.says,
        rule=rule,
        key=f"{key}:{'' if task.what is UNSET else task.what}",
        what=task.what,
        seat=task.seat,
        given=task.given,
    )


def _handed(playing: Playing, setup: Setup, state: TableState, noted: Noted) -> dict[str, int]:
    """The chips that have moved for sure, by line: after a correction, those of the round as it was before."""
    if noted.before is None or state.live is None:
        return handed(setup, state, playing)
    try:
        before = Playing(state.live, playing.round.game.slug, setup)
        for answered in noted.before:
            before.take(answered)
    except HousewayError:
        return handed(setup, state, playing)
    return handed(setup, state, before)


def _press(round_: Round, setup: Setup, state: TableState) -> list[_Task]:
    """The press of a round without a jackpot wager, until it is made: it puts out what the last one lit.

    Under behaviour 1 the press was no step of such a round. A table that release 0.1 opened goes on so until it is
    closed, and is pressed all the same.
    """
    assert state.table is not None and state.live is not None
    pressed = state.phase == "tabulated" and state.round == state.live.round
    steps = [*(step for step, _ in round_.history), round_.step]
    if (
        pressed
        or round_.behaviour > 1
        or not state.table.sensors
        or not setup.jackpots
        or setup.options["tabulator"] != "on"
        or not round_.placed
        or state.fault is not None
        or state.stopped
        or any(isinstance(step, Tabulate) for step in steps)
    ):
        return []
    own = setup.edition.done("press")
    clause, rule = (own[0].id, own[0].text) if own else ("S-6", PRESS)
    return [_Task("press", clause, 0, says="No jackpot wager: press tabulate", rule=rule)]


def _hands(round_: Round, start: int, *, manual: bool) -> list[_Task]:
    """The steps from ``start`` on that need hands, those that go together as one."""
    found: list[tuple[_Task, list[Part]]] = []
    last: tuple[HandsKind, Who] | None = None
    line = sum(1 for step, _ in round_.history[:start] if isinstance(step, Settle))
    for at, (step, _) in enumerate(round_.history[start:], start):
        kind = _KINDS.get(type(step))
        if isinstance(step, Settle):
            line += 1
        if kind is None or (kind == "collect" and manual):
            continue
        # Lines of one position go together whatever their clauses; other steps by their clause.
        seat = seat_of(step.place) if isinstance(step, Settle) else UNSET
        group = (kind, step.cite if seat is UNSET else seat)
        if group != last:
            found.append((_Task(kind, step.cite, at, seat=seat), []))
            last = group
        task, what = found[-1]
        task.at = at
        what.append(_what(step, line))
    for task, what in found:
        task.what, task.says = what, _says(task.kind, what, round_)
    return [task for task, _ in found]


_KINDS: dict[type[Step], HandsKind] = {
    Deal: "deal",
    Look: "look",
    Move: "lay",
    Turn: "turn",
    Collect: "collect",
    Settle: "settle",
}


def _what(step: Step, line: int) -> Part:
    if isinstance(step, Deal):
        return place_name(step.to)
    if isinstance(step, Look):
        return place_name(step.seat)
    if isinstance(step, Move):
        return place_name(step.place), place_name(step.to), [position + 1 for position in step.positions]
    if isinstance(step, Turn):
        return place_name(step.place)
    return line if isinstance(step, Settle) else ""


def _says(kind: str, what: Sequence[Any], round_: Round) -> str:
    words = words_of(round_.game)
    if kind == "deal":
        return f"Deal face down, one card each time: {_rounds(what, words)}"
    if kind == "look":
        return f"{_positions(what)} may look at the cards"
    if kind == "lay":
        return "; ".join(_laid(what, index, words) for index in range(len(what)))
    if kind == "turn":
        return f"Turn up {listed([words.says(place) for place in dict.fromkeys(what)], 'and')}"
    if kind == "collect":
        seats = sorted({seat_of(place) for place, _ in round_.layout.collected})
        return f"Take the counted wagers of {_positions(map(str, seats))} into the tray"
    return "Take or pay"


def _laid(moves: Sequence[Any], index: int, words: Words) -> str:
    """One move of cards; the last card of a hand that is set is "the other"."""
    place, to, cards = moves[index]
    before = index > 0 and moves[index - 1][0] == place
    numbers = listed(list(map(str, cards)), "and")
    named = "the other card" if before else f"cards {numbers}" if len(cards) > 1 else f"card {numbers}"
    owner, _, part = to.partition(".")
    hand = words.part_says(part) if part.isdigit() else f"the {words.part_says(part)}"
    target = hand if owner == place and part else words.says(to)
    start = "" if before else f"{words.says(place)}: "
    return f"{start}{named} to {target}"


def _rounds(places: Sequence[str], words: Words) -> str:
    """Places in the order of the deal; a round that comes again is said once."""
    for length in range(1, len(places) // 2 + 1):
        if len(places) % length == 0 and list(places) == list(places[:length]) * (len(places) // length):
            times = len(places) // length
            said = listed([words.says(place) for place in places[:length]])
            return f"{said}, {times} times" if length > 1 else f"{said}, {times} cards"
    found: list[str] = []
    for place in places:
        if found and found[-1].startswith(words.says(place)):
            count = int(found[-1].rsplit("×", 1)[1]) + 1 if "×" in found[-1] else 2
            found[-1] = f"{words.says(place)} ×{count}"
        else:
            found.append(words.says(place))
    return ", ".join(found)


def _positions(seats: Iterable[str]) -> str:
    found = list(dict.fromkeys(seats))
    return f"position{'s' if len(found) > 1 else ''} {listed(found, 'and')}" if found else "nobody"


def _ticks(playing: Playing, setup: Setup, noted: Noted) -> list[_Task]:
    """Clauses that the dealer carried out along with steps taken, and has not ticked yet."""
    round_ = playing.round
    edition = setup.edition
    answered = {int(question.rsplit(":", 1)[1]) for question in playing.questions}
    groups: dict[tuple[str, int], tuple[_Task, list[Who]]] = {}
    before = 0
    steps = list(round_.history)
    if isinstance(round_.step, PlaceWagers):
        # What an opening asks for comes first: a deck is washed, old cards are gone, before a wager is taken.
        steps.append((round_.step, None))
    for at, (step, answer) in enumerate(steps):
        for clause in (*_shuffle(step, setup, noted), *step.does):
            when = edition.clause(clause).when
            if when == "new-deck" and _ever(edition.clause(clause), noted):
                continue
            if when == "press":
                # The press is a step of its own.
                continue
            if isinstance(step, Ask) and (not _goes_with(step, answer, clause) or _selects(round_.step, step.seat)):
                continue
            task, seats = groups.setdefault((clause, before), (_Task("tick", clause, at), []))
            task.at = _after_settling(steps, at)
            whose = _whose(step)
            if whose is not None:
                seats.append(whose)
        before += at in answered
    counts: Counter[str] = Counter()
    open_ticks = []
    for (clause, _), (task, seats) in groups.items():
        counts[clause] += 1
        if counts[clause] > noted.ticks[clause]:
            task.says = _positions(map(str, seats)).capitalize() if seats else ""
            open_ticks.append(task)
    return open_ticks


def _whose(step: Step) -> Who | None:
    """The position that a step is done at or asked of; nothing where it is the table's own."""
    if isinstance(step, Ask):
        return step.seat if isinstance(step.seat, int) or isinstance(step.place, (int, tuple)) else None
    place = step.to if isinstance(step, Deal) else getattr(step, "place", None)
    return seat_of(place) if isinstance(place, (int, tuple)) else None


def _shuffle(step: Step, setup: Setup, noted: Noted) -> list[str]:
    """The clause by which the deck is shuffled anew between two rounds."""
    if not isinstance(step, PlaceWagers) or noted.last is None or setup.options.get("shoe", "fresh") != "fresh":
        return []
    return [clause.cite for clause in setup.edition.done("between-rounds")]


def _selects(step: Step | None, seat: Who) -> bool:
    """Whether a seat is still to select cards: what is done with its hand comes after that."""
    return isinstance(step, Ask) and step.pick is not None and step.seat == seat


def _goes_with(ask: Ask, answer: Any, clause: str) -> bool:
    """Whether a clause is carried out with this answer: one that belongs to a choice is not, when another was taken."""
    word = answer[0] if isinstance(answer, (tuple, list)) else answer
    words = [choice.word for choice in ask.choices if clause.startswith(f"{choice.cite} ")]
    return not words or word in words


def _after_settling(steps: Sequence[tuple[Step, Any]], at: int) -> int:
    """Where a tick has its place: after the lines that are settled with its step."""
    while at + 1 < len(steps) and isinstance(steps[at + 1][0], Settle):
        at += 1
    return at


def new_deck(edition: Edition, noted: Noted) -> list[NewDeck]:
    """What is done with a new deck, by the edition's procedural clauses, and whether it was."""
    return [NewDeck(clause.cite, clause.text, _ever(clause, noted)) for clause in edition.done("new-deck")]


def _ever(clause: Clause, noted: Noted) -> bool:
    """Whether a clause was carried out since the table was opened, by whichever of its numbers it was noted."""
    return not noted.ever.isdisjoint({clause.id, clause.cite})
