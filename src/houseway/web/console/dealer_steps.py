"""What the dealer's hands do between two answers, step by step, and the clauses that are ticked.

A round stops only where something is due from outside. What the procedure does between two such stops (cards dealt face
down, wagers collected, lines settled) is done by hand: it is listed here in its order, so that nothing is passed over
in silence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

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
from houseway.table.shown.wording import Words, listed, words_of
from houseway.web.console.table_notes import Noted
from houseway.web.console.take_and_pay import differences, first_open, handed, settled_before

PRESS = "One press counts every wager that lies on its sensor, once in a round."
"""Why a round is pressed, where the document of the game has no clause of the press alone."""


def queue(
    playing: Playing, setup: Setup, state: TableState, noted: Noted, found: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """What is to be done before the next answer, in order: steps since the last one, and ticks that are missing.

    ``found`` are the positions as `positions` has them. Chips that were moved for a line which stands otherwise now are
    moved again by the difference: after a correction at once, under an aggregate limit when the round is over.
    """
    round_ = playing.round
    edition = setup.edition
    live = state.live
    assert live is not None
    given = _handed(playing, setup, state, noted)
    items = _hands(round_, first_open(playing), manual=state.manual)
    lines = {line["number"]: line for position in found for line in position["lines"]}
    for item in items:
        if item["kind"] == "settle":
            item["given"] = {id: given[id] for id in (lines[number]["id"] for number in item["what"]) if id in given}
    for seat, numbers, was in differences(given, found, settled_before(playing)):
        clause = lines[numbers[0]]["clause"] if numbers else ""
        at = -1 if noted.before is not None else len(round_.history)
        what = {"kind": "settle", "clause": clause, "what": numbers, "seat": seat, "given": was}
        items.append({**what, "says": "Take or pay", "at": at})
    items += _press(round_, setup, state) + _ticks(playing, setup, noted)
    items.sort(key=lambda item: (item.pop("at"), item["kind"] == "tick"))
    for item in items:
        item.setdefault("rule", edition.clause(item["clause"]).text if edition.has_clause(item["clause"]) else "")
        key = f"{len(round_.history)}:{first_open(playing)}:{item['kind']}:{item['clause']}:{item['says']}"
        if item["kind"] == "settle":
            stands = [(lines[number]["event"], lines[number]["moves"]) for number in item["what"]]
            key += f":{item['seat']}:{live.corrected}:{stands}:{item['given']}"
        item["key"] = f"{key}:{item.get('what', '')}"
    return items


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


def _press(round_: Round, setup: Setup, state: TableState) -> list[dict[str, Any]]:
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
    press = {"kind": "press", "clause": "S-6", "rule": PRESS, "says": "No jackpot wager: press tabulate", "at": 0}
    own = setup.edition.done("press")
    return [{**press, "clause": own[0].id, "rule": own[0].text} if own else press]


def _hands(round_: Round, start: int, *, manual: bool) -> list[dict[str, Any]]:
    """The steps from ``start`` on that need hands, those that go together as one."""
    items: list[dict[str, Any]] = []
    line = sum(1 for step, _ in round_.history[:start] if isinstance(step, Settle))
    for at, (step, _) in enumerate(round_.history[start:], start):
        kind = _kind(step)
        if isinstance(step, Settle):
            line += 1
        if not kind or (kind == "collect" and manual):
            continue
        # Lines of one position go together whatever their clauses; other steps by their clause.
        group: Any = seat_of(step.place) if isinstance(step, Settle) else step.cite
        if items and (items[-1]["kind"], items[-1]["group"]) == (kind, group):
            items[-1]["what"].append(_what(step, line))
            items[-1]["at"] = at
        else:
            item = {"kind": kind, "clause": step.cite, "what": [_what(step, line)], "at": at, "group": group}
            if isinstance(step, Settle):
                item["seat"] = group
            items.append(item)
    for item in items:
        del item["group"]
        item["says"] = _says(item["kind"], item["what"], round_)
    return items


def _kind(step: Step) -> str:
    kinds: dict[type[Step], str] = {
        Deal: "deal",
        Look: "look",
        Move: "lay",
        Turn: "turn",
        Collect: "collect",
        Settle: "settle",
    }
    return kinds.get(type(step), "")


def _what(step: Step, line: int) -> Any:
    if isinstance(step, Deal):
        return place_name(step.to)
    if isinstance(step, Look):
        return place_name(step.seat)
    if isinstance(step, Move):
        return [place_name(step.place), place_name(step.to), [position + 1 for position in step.positions]]
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


def _ticks(playing: Playing, setup: Setup, noted: Noted) -> list[dict[str, Any]]:
    """Clauses that the dealer carried out along with steps taken, and has not ticked yet."""
    round_ = playing.round
    edition = setup.edition
    answered = {int(question.rsplit(":", 1)[1]) for question in playing.questions}
    groups: dict[tuple[str, int], dict[str, Any]] = {}
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
            group = groups.setdefault((clause, before), {"kind": "tick", "clause": clause, "at": at, "seats": []})
            group["at"] = _after_settling(steps, at)
            whose = _whose(step)
            if whose is not None:
                group["seats"].append(whose)
        before += at in answered
    counts: Counter[str] = Counter()
    open_ticks = []
    for (clause, _), group in groups.items():
        counts[clause] += 1
        if counts[clause] > noted.ticks[clause]:
            seats = [str(seat) for seat in dict.fromkeys(group.pop("seats"))]
            group["says"] = _positions(seats).capitalize() if seats else ""
            open_ticks.append(group)
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


def new_deck(edition: Edition, noted: Noted) -> list[dict[str, Any]]:
    """What is done with a new deck, by the edition's procedural clauses, and whether it was."""
    found = edition.done("new-deck")
    return [{"clause": clause.cite, "rule": clause.text, "done": _ever(clause, noted)} for clause in found]


def _ever(clause: Clause, noted: Noted) -> bool:
    """Whether a clause was carried out since the table was opened, by whichever of its numbers it was noted."""
    return not noted.ever.isdisjoint({clause.id, clause.cite})
