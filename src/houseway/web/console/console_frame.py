"""What the dealer's console shows: now and next in the document's order, what to take and pay, what was answered.

What the dealer does between two answers is in `houseway.web.console.dealer_steps`, what to take and to pay in
`houseway.web.console.take_and_pay`.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from weakref import WeakKeyDictionary

from msgspec import UNSET

from houseway.floor.command_index import CONTROLS
from houseway.floor.play.automatic import posted_claims
from houseway.floor.play.live_rounds import Playing
from houseway.floor.states import JackpotState, Live, PropertyState, TableState, table_stream
from houseway.floor.subjects.jackpots.small_hits import is_small
from houseway.journal import Entry
from houseway.registry import game
from houseway.registry import words as words_of_game
from houseway.reports.displays.promotion_notices import offered
from houseway.rulebook import steps
from houseway.table.round import Round
from houseway.table.setup import Setup
from houseway.table.shown.open_cards import read_cards
from houseway.table.shown.shape_base import Cited
from houseway.table.shown.wording import wager_name, words_of
from houseway.web.console import console_shapes
from houseway.web.console.announcements import Calls, called, calls_at
from houseway.web.console.dealer_steps import new_deck, queue
from houseway.web.console.next_steps import ahead
from houseway.web.console.step_titles import title_of
from houseway.web.console.table_notes import Ended, Noted
from houseway.web.console.take_and_pay import positions, standing
from houseway.web.http.callers import Caller
from houseway.web.live.frame_shapes import TableFrame
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

    async def data(self, table: str, caller: Caller) -> console_shapes.ConsoleFrame:
        """Everything that the console of ``table`` shows to ``caller``."""
        noted = await self._follow(table)
        room = self._room
        frame = room.frames.table(table, "dealer")
        state = room.mirror.table(table)
        setup = room.frames.setup(table)
        edition = setup.edition
        closed = partial(
            console_shapes.ConsoleFrame,
            frame=frame,
            sheet=room.frames.sheet(table),
            may=_may(caller),
            seats_before=noted.seats,
            names={slug: wager.name for slug, wager in edition.wagers.items()},
        )
        if not state.open:
            return closed()
        playing = room.mirror.playing(table)
        calls = calls_at(room.mirror.property, table, moment())
        opened = partial(
            closed,
            deck=_deck(state, setup, playing),
            new_deck=new_deck(edition, noted),
            surveillance=called(setup, state, calls, playing, frame.hits),
            dealer=_dealer(state, room.mirror.property),
            small_hits=_small_hits(frame, state, calls, room.mirror.jackpot),
            promotions=offered(setup, calls.promotions),
            void_clause=playing.round.game.malfunction if playing is not None else None,
            presets=presets(setup),
            last=UNSET if noted.last is None else _last(setup, state, noted, noted.last, calls),
        )
        if playing is None or state.live is None or frame.view is None:
            return opened()
        round_, cards = playing.round, frame.view.cards
        found = positions(setup, state, round_.lines, standing(setup, state, playing), calls)
        words = words_of(round_.game)
        return opened(
            now=now(round_, setup, state),
            queue=queue(playing, setup, state, noted, found),
            positions=found,
            given=given(playing),
            house=_house(round_, cards),
            places={place: words.label(place) for place in sorted(cards, key=words.order)},
            next=ahead(state.live, playing, setup) if state.live.keyed else [],
        )

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


def _last(setup: Setup, state: TableState, noted: Noted, last: Ended, calls: Calls) -> console_shapes.LastRound:
    return console_shapes.LastRound(
        round=last.round,
        void=last.void,
        lines=last.lines,
        wagers=last.wagers,
        corrected=last.corrected,
        positions=positions(setup, state, last.lines, noted.stood, calls, last.round),
    )


def _dealer(state: TableState, property: PropertyState) -> console_shapes.DealerOn | None:
    """Whoever deals at the table, by name."""
    if not state.dealer:
        return None
    person = property.people.get(state.dealer)
    shift = state.dealers[-1]
    return console_shapes.DealerOn(
        state.dealer, person.name if person is not None else state.dealer, shift.since, shift.first
    )


def _small_hits(
    frame: TableFrame, state: TableState, calls: Calls, jackpot: Callable[[str], JackpotState]
) -> list[console_shapes.SmallHits]:
    """What two people may verify and pay together now, by round, the oldest first; the round in play waits."""
    found: dict[int, list[console_shapes.SmallHit]] = {}
    for hit in sorted(frame.hits, key=lambda each: (each.round, each.id)):
        waits = hit.round == state.round and state.phase == "tabulated" and frame.view is not None
        own = jackpot(hit.jackpot)
        wager = own.jackpot.wager if own.jackpot is not None else 0
        if not waits and is_small(calls.settings, own.hit(hit.id), state.held.get(hit.id), wager):
            found.setdefault(hit.round, []).append(console_shapes.SmallHit(hit.id, hit.seat, hit.hand, hit.amount))
    return [console_shapes.SmallHits(round_, hits, sum(hit.amount for hit in hits)) for round_, hits in found.items()]


# -- now


def _house(round_: Round, cards: dict[str, list[str]]) -> console_shapes.HouseDuty | None:
    """What the house must do with its own hand, as the game reads the cards that the dealer sees."""
    house = read_cards(round_.game, cards).house
    edition = round_.setup.edition
    if house is None:
        return None
    rule = edition.clause(house.clause).text if edition.has_clause(house.clause) else ""
    return console_shapes.HouseDuty(house.says, house.clause, rule, house.place, house.cards)


def now(round_: Round, setup: Setup, state: TableState) -> console_shapes.Now:
    """What is due, for whoever enters it: its kind and what goes with that."""
    step = round_.step
    edition = setup.edition
    if step is None:
        posted = [(claim.seat, claim.wager, claim.event) for claim in posted_claims(round_, state)]
        if posted:
            title = "Posted prize won: hold it for verification"
            return console_shapes.Now("lock", title, "BJS-3", HELD, claims=_claims(round_, posted), meters=[])
        return console_shapes.Now("close", "Every wager is settled", "", "")
    due = partial(
        console_shapes.Now,
        title=title_of(round_, step),
        clause=step.cite,
        rule=edition.clause(step.cite).text if edition.has_clause(step.cite) else "",
        along=[Cited(cite, edition.clause(cite).text) for cite in step.does],
    )
    match step:
        case steps.PlaceWagers():
            return due(kind="wagers", along=[])
        case steps.Ask(ask=ask, seat=seat) if ask == steps.INDICATORS:
            sensors = _sensors(state, round_)
            if state.manual and seat == steps.DEALER:
                return due(kind="ask", title="Confirm the count by hand", sensors=sensors)
            return due(kind="ask", sensors=sensors)
        case steps.Ask() | steps.Together():
            return due(kind="ask")
        case steps.Tabulate():
            return due(kind="tabulate", sensors=_sensors(state, round_))
        case steps.Prizes():
            # What is won of a meter, and rows that bring others something of it.
            won = [(steps.seat_of(claim.place), claim.wager, claim.event) for claim in step.claims]
            won += [(steps.seat_of(hit.place), hit.wager, hit.event) for hit in round_.bringing]
            return due(kind="lock", claims=_claims(round_, won), meters=list(step.meters))
        case steps.Peek():
            return due(kind="peek", places=[steps.place_name(place) for place in step.places])
        case steps.Turn():
            cards = round_.layout.cards
            return due(
                kind="cards",
                places=[steps.place_name(step.place)],
                count=sum(1 for number in round_.layout.places.get(step.place, ()) if cards[number] is None),
                from_=steps.DEALER,
                needed=step.needed,
                selected=_selected(round_, step),
            )
        case steps.Deal() if round_.shoe.reads:
            return due(kind="cards", places=[steps.place_name(step.to)], count=1, from_=steps.SHOE, down=not step.up)
    places = [steps.place_name(step.to)] if isinstance(step, steps.Deal) else []
    return due(kind="cards", places=places, count=1, from_=steps.DEALER)


def _claims(round_: Round, won: Iterable[tuple[int, str, str]]) -> list[console_shapes.ClaimedRow]:
    """Rows that were hit, in words."""
    edition, words = round_.setup.edition, words_of(round_.game)
    return [
        console_shapes.ClaimedRow(seat, wager_name(edition, wager), words.event(edition, wager, event))
        for seat, wager, event in dict.fromkeys(won)
    ]


def _selected(round_: Round, turn: steps.Turn) -> list[int]:
    """The cards of a hand to be turned that its player selected while they lay face down, by their numbers from 1.

    Cards are keyed in their order: one that was selected is keyed in its own place.
    """
    for ask, answer in round_.decisions:
        if ask.pick is not None and ask.seat == turn.place:
            return sorted(answer)
    return []


def _sensors(state: TableState, round_: Round) -> list[console_shapes.Sensor]:
    """The sensors of a table, each with the positions where a chip should lie by the wagers entered, and the count."""
    assert state.table is not None
    counted = state.picture if state.phase == "tabulated" else {}
    found = []
    for wager, sensor in state.table.sensors.items():
        laid = [seat for seat in round_.in_play if round_.placed[seat].get(wager)]
        found.append(console_shapes.Sensor(str(sensor), wager, laid, counted.get(str(sensor), [])))
    return found


# -- what was answered, and the deck


def given(playing: Playing) -> list[console_shapes.Entered]:
    """The answers of the round in words, each with its number, to choose one that was entered wrongly."""
    round_ = playing.round
    history = round_.history
    found = []
    for number, (answered, question) in enumerate(zip(playing.taken, playing.questions, strict=True), start=1):
        at = int(question.rsplit(":", 1)[1])
        step = history[at][0] if at < len(history) else round_.step
        assert step is not None
        entered = partial(
            console_shapes.Entered,
            number=number,
            who=answered.who,
            answer=playing.told(number),
            clause=step.cite,
            title=title_of(round_, step, answered.who),
        )
        match step:
            case steps.Ask() | steps.Together():
                asks = step.asks if isinstance(step, steps.Together) else (step,)
                ask = next(each for each in asks if each.seat == answered.who)
                words = words_of(round_.game)
                choices = [
                    console_shapes.OfferedChoice(
                        each.least, each.most, each.wager, each.word, words.chosen(each.word), each.says, each.cite
                    )
                    for each in ask.choices
                ]
                said = words.answered(ask.ask, playing.told(number))
                found.append(entered(kind="ask", said=said, choices=choices, pool=ask.pick.pool if ask.pick else 0))
            case steps.PlaceWagers():
                found.append(entered(kind="wagers"))
            case steps.Peek():
                found.append(entered(kind="peek"))
            case steps.Tabulate() | steps.Prizes():
                found.append(entered(kind="house"))
            case _:
                found.append(entered(kind="cards"))
    return found


def _deck(state: TableState, setup: Setup, playing: Playing | None) -> console_shapes.Deck:
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
    clause = words_of_game(setup.edition.about.slug).deck
    return console_shapes.Deck(
        cards={kind.text: (count, gone[kind.text]) for kind, count in setup.deck.counts.items()},
        size=len(setup.deck),
        dealt=len(before) + (len(playing.round.layout.cards) if playing is not None else 0),
        clause=clause,
        rule=setup.edition.clause(clause).text if setup.edition.has_clause(clause) else "",
    )


def presets(setup: Setup) -> dict[str, int]:
    """What one key lays on each spot: the amount of a fixed wager, else what is usual, within the posted limits."""
    usual = game(setup.edition.about.slug).house.get("usual", {})
    found = {}
    for wager in setup.wagers:
        amount = int(usual.get(wager, 0))
        least, most = setup.limits.get(wager, (amount, amount))
        amount = setup.fixed_amount(wager) or min(max(amount, least), most)
        if amount:
            found[wager] = amount
    return found
