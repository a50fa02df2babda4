"""What the dealer's console shows: now and next in the document's order, what to take and pay, what was answered.

A round stops only where something is due from outside. What the procedure does between two such stops (cards dealt face
down, wagers collected, lines settled) is done by the dealer's hands: it is listed here step by step, so that nothing is
passed over in silence. Clauses that no answer shows are ticked; a tick is in the journal.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from houseway.floor.live import Playing
from houseway.floor.people import PERMISSIONS
from houseway.floor.states import Live, TableState, table_stream
from houseway.journal import Entry
from houseway.rulebook.edition import Edition
from houseway.rulebook.steps import (
    DEALER,
    SHOE,
    Ask,
    Collect,
    Deal,
    Look,
    Move,
    Peek,
    Place,
    PlaceWagers,
    Prizes,
    Settle,
    Step,
    Tabulate,
    Together,
    Turn,
    place_name,
    seat_of,
)
from houseway.table.round import Round
from houseway.table.setup import Setup
from houseway.table.view import choice_data
from houseway.web.ahead import ahead
from houseway.web.art.chips import break_down
from houseway.web.callers import Caller
from houseway.web.room import Room
from houseway.web.titles import list_of, named_place, title_of
from houseway.web.worked import worked

_DECK = re.compile(r"\b(inspect|wash)\b")
"""What a clause speaks of that is done once with each new deck, not in each round."""

_BACK = 4000
"""Entries of a table that are read back, at most, to learn what was noted."""


class Noted:
    """What the journal says of a table beyond its state: ticks, and the last round as it was settled."""

    def __init__(self) -> None:
        self.number = 0
        self.ever: set[str] = set()
        self.ticks: Counter[str] = Counter()
        self.last: dict[str, Any] | None = None
        self.seats: list[int] = []

    def take(self, entry: Entry) -> None:
        """Follow an entry of the table."""
        self.number = entry.number
        if entry.kind == "table-opened":
            self.ever, self.last, self.seats = set(), None, []
            self.ticks = Counter()
        elif entry.kind == "round-begun":
            self.ticks = Counter()
            self.seats = entry.data["seats"]
        elif entry.kind == "procedure-noted":
            self.ticks[entry.data["clause"]] += 1
            self.ever.add(entry.data["clause"])
        elif entry.kind in ("round-settled", "round-voided"):
            body = entry.data
            record = body.get("record") or {}
            self.last = {
                "round": body["round"],
                "void": body.get("reason") if entry.kind == "round-voided" else None,
                "lines": list(record.get("lines", [])),
                "wagers": {str(seat["seat"]): seat["wagers"] for seat in record.get("seats", [])},
                "corrected": [],
            }
        elif entry.kind == "line-corrected" and self.last is not None and entry.data["round"] == self.last["round"]:
            self.last["corrected"].append(entry.data)


class Console:
    """The consoles of one room."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._noted: dict[str, Noted] = {}
        self._reading = asyncio.Lock()

    async def data(self, table: str, caller: Caller) -> dict[str, Any]:
        """Everything that the console of ``table`` shows to ``caller``."""
        noted = await self._follow(table)
        room = self._room
        frame = room.frames.table(table, "dealer")
        state = room.mirror.table(table)
        data: dict[str, Any] = {
            "frame": frame,
            "sheet": room.frames.sheet(table),
            "may": _may(caller),
            "seats-before": noted.seats,
            "names": {slug: wager.name for slug, wager in room.frames.setup(table).edition.wagers.items()},
        }
        if not state.open:
            return data
        setup = room.frames.setup(table)
        edition = setup.edition
        playing = room.mirror.playing(table)
        data["deck"] = _deck(state, setup, playing)
        data["new-deck"] = _new_deck(edition, noted)
        data["void-clause"] = playing.round.game.malfunction if playing is not None else None
        if noted.last is not None:
            data["last"] = {**noted.last, "positions": positions(setup, state, noted.last["lines"], settled=True)}
        if playing is None or state.live is None:
            return data
        round_ = playing.round
        data["now"] = now(round_, setup, state)
        data["queue"] = queue(playing, edition, noted, manual=state.manual)
        data["positions"] = positions(setup, state, [msgspec.to_builtins(line) for line in round_.lines])
        data["given"] = given(playing)
        data["worked"] = worked(round_.game.slug, frame["view"]["cards"], edition)
        data["next"] = ahead(state.live, round_.game.slug, setup) if state.live.keyed else []
        return data

    async def _follow(self, table: str) -> Noted:
        async with self._reading:
            noted = self._noted.setdefault(table, Noted())
            known = self._room.mirror.number(table_stream(table))
            if noted.number < known:
                start = max(noted.number + 1, known - _BACK)
                entries = await asyncio.to_thread(self._read, table, start, known + 1)
                for entry in entries:
                    noted.take(entry)
            return noted

    def _read(self, table: str, start: int, stop: int) -> list[Entry]:
        return list(self._room.floor.journal.read(table_stream(table), start, stop))


_CONSOLES: WeakKeyDictionary[Room, Console] = WeakKeyDictionary()


def console_of(room: Room) -> Console:
    """The consoles of ``room``."""
    found = _CONSOLES.get(room)
    if found is None:
        found = _CONSOLES[room] = Console(room)
    return found


def _may(caller: Caller) -> dict[str, bool]:
    """Which commands the caller may give without anybody else."""
    return {
        str(command.__struct_config__.tag): caller.has(*permission.roles) and not permission.two
        for command, permission in PERMISSIONS.items()
        if "table" in command.__struct_fields__
    }


# -- now


def now(round_: Round, setup: Setup, state: TableState) -> dict[str, Any]:
    """What is due, for whoever enters it: its kind and what goes with that."""
    step = round_.step
    edition = setup.edition
    if step is None:
        return {"kind": "close", "title": "Every wager is settled", "clause": "", "rule": ""}
    data: dict[str, Any] = {
        "title": title_of(round_, step),
        "clause": step.cite,
        "rule": edition.clause(step.cite).text if edition.has_clause(step.cite) else "",
        "along": [{"clause": cite, "rule": edition.clause(cite).text} for cite in step.does],
    }
    if isinstance(step, PlaceWagers):
        return {**data, "kind": "wagers", "along": []}
    if isinstance(step, (Ask, Together)):
        return {**data, "kind": "ask"}
    if isinstance(step, Tabulate):
        return {**data, "kind": "tabulate", "sensors": _sensors(state, round_)}
    if isinstance(step, Prizes):
        claims = [
            {"seat": seat_of(claim.place), "wager": _wager(setup, claim.wager), "event": _event(setup, claim)}
            for claim in step.claims
        ]
        return {**data, "kind": "lock", "claims": claims, "meters": list(step.meters)}
    if isinstance(step, Peek):
        return {**data, "kind": "peek", "places": [place_name(place) for place in step.places]}
    places: tuple[Place, ...] = (step.to,) if isinstance(step, Deal) else ()
    count = 1
    if isinstance(step, Turn):
        places = (step.place,)
        cards = round_.layout.cards
        count = sum(1 for number in round_.layout.places.get(step.place, ()) if cards[number] is None)
    data |= {"kind": "cards", "places": [place_name(place) for place in places], "count": count, "from": DEALER}
    if isinstance(step, Deal) and round_.shoe.reads:
        data |= {"from": SHOE, "down": not step.up}
    return data


def _sensors(state: TableState, round_: Round | None) -> list[dict[str, Any]]:
    """The sensors of a table, each with the positions where a chip should lie by the wagers entered."""
    assert state.table is not None
    found = []
    for wager, sensor in state.table.sensors.items():
        laid = [seat for seat in round_.in_play if round_.placed[seat].get(wager)] if round_ is not None else []
        found.append({"sensor": str(sensor), "wager": wager, "laid": laid})
    return found


def _wager(setup: Setup, slug: str) -> str:
    return setup.edition.wagers[slug].name if slug in setup.edition.wagers else slug


def _event(setup: Setup, claim: Any) -> str:
    row = setup.paytables[claim.wager].find(claim.event)
    return row.name if row is not None else _named_event(claim.event)


def _named_event(event: str) -> str:
    return "No winning hand" if event == "none" else event.replace("-", " ").capitalize()


# -- what the dealer's hands do between two answers


def queue(playing: Playing, edition: Edition, noted: Noted, *, manual: bool = False) -> list[dict[str, Any]]:
    """What is to be done before the next answer, in order: steps since the last one, and ticks that are missing."""
    round_ = playing.round
    history = round_.history
    start = int(playing.questions[-1].rsplit(":", 1)[1]) + 1 if playing.questions else 0
    items = _hands(round_, start, manual=manual)
    items += _ticks(playing, edition, noted)
    for item in items:
        item["rule"] = edition.clause(item["clause"]).text if edition.has_clause(item["clause"]) else ""
    items.sort(key=lambda item: (item.pop("at"), item["kind"] == "tick"))
    for item in items:
        item["key"] = f"{len(history)}:{start}:{item['kind']}:{item['clause']}:{item['says']}:{item.get('what', '')}"
    return items


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
    if kind == "deal":
        return f"Deal face down, one card each time: {_rounds(what)}"
    if kind == "look":
        return f"{_positions(what)} may look at the cards"
    if kind == "lay":
        return "; ".join(_laid(what, index) for index in range(len(what)))
    if kind == "turn":
        return f"Turn up {list_of([named_place(place) for place in dict.fromkeys(what)], 'and')}"
    if kind == "collect":
        seats = sorted({seat_of(place) for place, _ in round_.layout.collected})
        return f"Take the counted wagers of {_positions(map(str, seats))} into the tray"
    return "Take or pay"


def _laid(moves: Sequence[Any], index: int) -> str:
    """One move of cards; the last card of a hand that is set is "the other"."""
    place, to, cards = moves[index]
    before = index > 0 and moves[index - 1][0] == place
    numbers = list_of(list(map(str, cards)), "and")
    named = "the other card" if before else f"cards {numbers}" if len(cards) > 1 else f"card {numbers}"
    owner, _, part = to.partition(".")
    target = f"the {part} hand" if owner == place and part else named_place(to)
    start = "" if before else f"{named_place(place)}: "
    return f"{start}{named} to {target}"


def _rounds(places: Sequence[str]) -> str:
    """Places in the order of the deal; a round that comes again is said once."""
    for length in range(1, len(places) // 2 + 1):
        if len(places) % length == 0 and list(places) == list(places[:length]) * (len(places) // length):
            times = len(places) // length
            said = list_of([named_place(place) for place in places[:length]])
            return f"{said}, {times} times" if length > 1 else f"{said}, {times} cards"
    found: list[str] = []
    for place in places:
        if found and found[-1].startswith(named_place(place)):
            count = int(found[-1].rsplit("×", 1)[1]) + 1 if "×" in found[-1] else 2
            found[-1] = f"{named_place(place)} ×{count}"
        else:
            found.append(named_place(place))
    return ", ".join(found)


def _positions(seats: Iterable[str]) -> str:
    found = list(dict.fromkeys(seats))
    return f"position{'s' if len(found) > 1 else ''} {list_of(found, 'and')}" if found else "nobody"


def _ticks(playing: Playing, edition: Edition, noted: Noted) -> list[dict[str, Any]]:
    """Clauses that the dealer carried out along with steps taken, and has not ticked yet."""
    round_ = playing.round
    answered = {int(question.rsplit(":", 1)[1]) for question in playing.questions}
    groups: dict[tuple[str, int], dict[str, Any]] = {}
    before = 0
    steps = list(round_.history)
    if isinstance(round_.step, PlaceWagers):
        # What an opening asks for comes first: a deck is washed, old cards are gone, before a wager is taken.
        steps.append((round_.step, None))
    pressed = any(isinstance(step, Tabulate) for step, _ in steps)
    for at, (step, answer) in enumerate(steps):
        for clause in step.does:
            if _DECK.search(edition.clause(clause).text) and clause in noted.ever:
                continue
            if clause.endswith(" press") and (pressed or isinstance(round_.step, (Tabulate, PlaceWagers))):
                continue
            if isinstance(step, Ask) and not _goes_with(step, answer, clause):
                continue
            group = groups.setdefault((clause, before), {"kind": "tick", "clause": clause, "at": at, "seats": []})
            group["at"] = _after_settling(steps, at)
            place = getattr(step, "to", None) if isinstance(step, Deal) else getattr(step, "place", None)
            if isinstance(place, (int, tuple)) or (isinstance(step, Ask) and isinstance(step.seat, int)):
                seat = step.seat if isinstance(step, Ask) else seat_of(place)  # type: ignore[arg-type]
                group["seats"].append(seat)
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


def _new_deck(edition: Edition, noted: Noted) -> list[dict[str, Any]]:
    """What is done with a new deck, by the edition's procedural clauses, and whether it was."""
    found = [clause for clause in edition.clauses if clause.kind == "procedural" and _DECK.search(clause.text)]
    return [{"clause": clause.id, "rule": clause.text, "done": clause.id in noted.ever} for clause in found]


# -- take or pay


def positions(
    setup: Setup, state: TableState, lines: Sequence[dict[str, Any]], *, settled: bool = False
) -> list[dict[str, Any]]:
    """Lines by position, in the order they were settled: what to take and what to pay, exactly, in chips."""
    assert state.table is not None
    tray = set() if state.manual or setup.options.get("tabulator") != "on" else set(setup.jackpots)
    found: dict[int, dict[str, Any]] = {}
    for number, line in enumerate(lines, start=1):
        stake, returned = line["stake"], line["returned"]
        collected = line["wager"] in tray and line.get("note") != "void"
        lies = 0 if collected else stake
        row = setup.paytables[line["wager"]].find(line["event"]) if line["wager"] in setup.paytables else None
        change = returned - lies
        entry = {
            "number": number,
            "wager": line["wager"],
            "name": _wager(setup, line["wager"]),
            "hand": line.get("hand", 1),
            "stake": stake,
            "event": row.name if row is not None else _named_event(line["event"]),
            "pays": line["pays"],
            "returned": returned,
            "does": "pay" if change > 0 else "take" if change < 0 else "collected" if collected else "push",
            "amount": abs(change),
            "chips": break_down(abs(change)),
            "clause": line["clause"],
            "rule": setup.edition.clause(line["clause"]).text if setup.edition.has_clause(line["clause"]) else "",
            "note": line.get("note"),
            "meter": line.get("meter"),
            "reverses": line.get("reverses"),
        }
        at = found.setdefault(line["seat"], {"seat": line["seat"], "lines": [], "net": 0})
        at["lines"].append(entry)
        at["net"] += returned - stake
    return list(found.values())


# -- what was answered, and the deck


def given(playing: Playing) -> list[dict[str, Any]]:
    """The answers of the round in words, each with its number, to choose one that was entered wrongly."""
    round_ = playing.round
    history = round_.history
    found = []
    for number, (answered, question) in enumerate(zip(playing.taken, playing.questions, strict=True), start=1):
        at = int(question.rsplit(":", 1)[1])
        step = history[at][0] if at < len(history) else round_.step
        assert step is not None
        kind = "wagers" if isinstance(step, PlaceWagers) else "ask" if isinstance(step, (Ask, Together)) else "cards"
        if isinstance(step, Peek):
            kind = "peek"
        elif isinstance(step, (Tabulate, Prizes)):
            kind = "house"
        item: dict[str, Any] = {
            "number": number,
            "who": answered.who,
            "answer": playing.told(number),
            "kind": kind,
            "clause": step.cite,
            "title": title_of(round_, step, answered.who),
        }
        if kind == "ask":
            asks = step.asks if isinstance(step, Together) else (step,)
            ask = next(each for each in asks if isinstance(each, Ask) and each.seat == answered.who)
            item["choices"] = [
                {"least": None, "most": None, "wager": None, **choice_data(choice)} for choice in ask.choices
            ]
            item["pool"] = ask.pick.pool if ask.pick else 0
        found.append(item)
    return found


def _deck(state: TableState, setup: Setup, playing: Playing | None) -> dict[str, Any]:
    """Every kind of card in the deck, how many there are, and how many the dealer knows to be gone."""
    gone: Counter[str] = Counter()
    live: Live | None = state.live
    fresh = setup.options.get("shoe", "fresh") == "fresh"
    before = live.before if live is not None else [] if fresh else state.dealt
    gone.update(text for text in before if text != "??")
    if playing is not None:
        layout = playing.round.layout
        for kind, seen in zip(layout.cards, layout.seen, strict=True):
            if kind is not None and (seen == -1 or seen & 1):
                gone[kind.text] += 1
    return {
        "cards": {kind.text: [count, gone[kind.text]] for kind, count in setup.deck.counts.items()},
        "size": len(setup.deck),
        "dealt": len(before) + (len(playing.round.layout.cards) if playing is not None else 0),
    }
