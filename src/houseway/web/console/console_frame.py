"""What the dealer's console shows: now and next in the document's order, what to take and pay, what was answered.

What the dealer does between two answers is in `houseway.web.console.dealer_steps`, what to take and to pay in
`houseway.web.console.take_and_pay`.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from houseway.floor.command_index import CONTROLS
from houseway.floor.play.automatic import posted_claims
from houseway.floor.play.live_rounds import Playing
from houseway.floor.states import Live, TableState, table_stream
from houseway.journal import Entry
from houseway.reports.displays.promotion_notices import offered
from houseway.rulebook.steps import (
    DEALER,
    INDICATORS,
    SHOE,
    Ask,
    Deal,
    Peek,
    Place,
    PlaceWagers,
    Prizes,
    Tabulate,
    Together,
    Turn,
    place_name,
    seat_of,
)
from houseway.table.round import Round
from houseway.table.setup import Setup
from houseway.table.shown.open_cards import read_cards
from houseway.table.shown.view import choice_data
from houseway.table.shown.wording import wager_name, words_of
from houseway.web.console.announcements import called, calls_at
from houseway.web.console.dealer_steps import new_deck, queue
from houseway.web.console.next_steps import ahead
from houseway.web.console.step_titles import title_of
from houseway.web.console.table_notes import Noted
from houseway.web.console.take_and_pay import positions, standing
from houseway.web.http.callers import Caller
from houseway.web.live.room import Room
from houseway.web.live.room import now as moment

HELD = "A prize is held and verified before it is paid."
"""Why a prize is no line to pay."""

_BACK = 4000
"""Entries of a table that are read back, at most, to learn what was noted."""


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
        data["new-deck"] = new_deck(edition, noted)
        calls = calls_at(room.mirror.property, table, moment())
        data["surveillance"] = called(setup, state, calls, playing, frame["hits"])
        data["promotions"] = offered(setup, calls.promotions)
        data["void-clause"] = playing.round.game.malfunction if playing is not None else None
        if noted.last is not None:
            last = positions(setup, state, noted.last_lines(), noted.stood, calls, noted.last["round"])
            data["last"] = {**noted.last, "positions": last}
        if playing is None or state.live is None:
            return data
        round_ = playing.round
        data["now"] = now(round_, setup, state)
        found = positions(setup, state, round_.lines, standing(setup, state, playing), calls)
        data["positions"] = found
        data["queue"] = queue(playing, setup, state, noted, found)
        data["given"] = given(playing)
        cards = frame["view"]["cards"]
        data["house"] = _house(round_, cards)
        words = words_of(round_.game)
        data["places"] = {place: words.label(place) for place in sorted(cards, key=words.order)}
        data["next"] = ahead(state.live, playing, setup) if state.live.keyed else []
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
        str(command.__struct_config__.tag): caller.has(*rule.roles) and not rule.two
        for command, rule in CONTROLS.items()
        if "table" in command.__struct_fields__
    }


# -- now


def _house(round_: Round, cards: dict[str, list[str]]) -> dict[str, Any] | None:
    """What the house must do with its own hand, as the game reads the cards that the dealer sees."""
    house = read_cards(round_.game, cards).house
    edition = round_.setup.edition
    if house is None:
        return None
    rule = edition.clause(house.clause).text if edition.has_clause(house.clause) else ""
    return {**msgspec.to_builtins(house), "rule": rule}


def now(round_: Round, setup: Setup, state: TableState) -> dict[str, Any]:
    """What is due, for whoever enters it: its kind and what goes with that."""
    step = round_.step
    edition = setup.edition
    if step is None:
        posted = [(claim.seat, claim.wager, claim.event) for claim in posted_claims(round_, state)]
        if posted:
            says = {"title": "Posted prize won: hold it for verification", "clause": "BJS-3", "rule": HELD}
            return {**says, "kind": "lock", "claims": _claims(round_, posted), "meters": []}
        return {"kind": "close", "title": "Every wager is settled", "clause": "", "rule": ""}
    data: dict[str, Any] = {
        "title": title_of(round_, step),
        "clause": step.cite,
        "rule": edition.clause(step.cite).text if edition.has_clause(step.cite) else "",
        "along": [{"clause": cite, "rule": edition.clause(cite).text} for cite in step.does],
    }
    if isinstance(step, PlaceWagers):
        return {**data, "kind": "wagers", "along": []}
    if isinstance(step, Ask) and step.ask == INDICATORS:
        if state.manual and step.seat == DEALER:
            data["title"] = "Confirm the count by hand"
        return {**data, "kind": "ask", "sensors": _sensors(state, round_)}
    if isinstance(step, (Ask, Together)):
        return {**data, "kind": "ask"}
    if isinstance(step, Tabulate):
        return {**data, "kind": "tabulate", "sensors": _sensors(state, round_)}
    if isinstance(step, Prizes):
        # What is won of a meter, and rows that bring others something of it.
        won = [(seat_of(claim.place), claim.wager, claim.event) for claim in step.claims]
        won += [(seat_of(hit.place), hit.wager, hit.event) for hit in round_.bringing]
        return {**data, "kind": "lock", "claims": _claims(round_, won), "meters": list(step.meters)}
    if isinstance(step, Peek):
        return {**data, "kind": "peek", "places": [place_name(place) for place in step.places]}
    places: tuple[Place, ...] = (step.to,) if isinstance(step, Deal) else ()
    count = 1
    if isinstance(step, Turn):
        places = (step.place,)
        cards = round_.layout.cards
        count = sum(1 for number in round_.layout.places.get(step.place, ()) if cards[number] is None)
        data |= {"needed": step.needed, "selected": _selected(round_, step)}
    data |= {"kind": "cards", "places": [place_name(place) for place in places], "count": count, "from": DEALER}
    if isinstance(step, Deal) and round_.shoe.reads:
        data |= {"from": SHOE, "down": not step.up}
    return data


def _claims(round_: Round, won: Iterable[tuple[int, str, str]]) -> list[dict[str, Any]]:
    """Rows that were hit, in words."""
    edition, words = round_.setup.edition, words_of(round_.game)
    return [
        {"seat": seat, "wager": wager_name(edition, wager), "event": words.event(edition, wager, event)}
        for seat, wager, event in dict.fromkeys(won)
    ]


def _selected(round_: Round, turn: Turn) -> list[int]:
    """The cards of a hand to be turned that its player selected while they lay face down, by their numbers from 1.

    Cards are keyed in their order: one that was selected is keyed in its own place.
    """
    for ask, answer in round_.decisions:
        if ask.pick is not None and ask.seat == turn.place:
            return sorted(answer)
    return []


def _sensors(state: TableState, round_: Round) -> list[dict[str, Any]]:
    """The sensors of a table, each with the positions where a chip should lie by the wagers entered, and the count."""
    assert state.table is not None
    counted = state.picture if state.phase == "tabulated" else {}
    found = []
    for wager, sensor in state.table.sensors.items():
        laid = [seat for seat in round_.in_play if round_.placed[seat].get(wager)]
        found.append({"sensor": str(sensor), "wager": wager, "laid": laid, "counted": counted.get(str(sensor), [])})
    return found


# -- what was answered, and the deck


def given(playing: Playing) -> list[dict[str, Any]]:
    """The answers of the round in words, each with its number, to choose one that was entered wrongly."""
    round_ = playing.round
    words = words_of(round_.game)
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
                {"least": None, "most": None, "wager": None, **choice_data(choice, words)} for choice in ask.choices
            ]
            item["said"] = words.answered(ask.ask, item["answer"])
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
