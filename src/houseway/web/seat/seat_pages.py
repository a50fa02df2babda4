"""The floor at a glance, and a seat at a table: pages, what their drawers show, and help while deciding."""

from __future__ import annotations

import asyncio
import json
import math
import re
from typing import Annotated, Any, NamedTuple

import msgspec
from litestar import Controller, Request, get
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect, Template
from msgspec import UNSET

from houseway.accounts.account_errors import NotSignedIn
from houseway.cards import card
from houseway.floor.floor_errors import WrongState
from houseway.floor.kinds.body import Speed
from houseway.floor.reply_shapes import Refusal
from houseway.registry import game as find_game
from houseway.registry import words as words_of_game
from houseway.reports.displays.promotion_notices import offered, running
from houseway.rulebook.edition import Clause, Edition, Wager
from houseway.rulebook.money import dollars
from houseway.rulebook.pays import in_words
from houseway.rulebook.steps import BURN, PlaceWagers
from houseway.table.round import Round
from houseway.table.setup import Setup
from houseway.table.shown.how_to_play import FirstRound, how_to_play_of
from houseway.table.shown.postings import PostedPaytable, Postings
from houseway.table.shown.shape_base import Cents, Shape, Sometimes
from houseway.table.table_errors import BadRecord, WagerRefused
from houseway.table.wagers import accept_wagers, part_wagers
from houseway.web.art import card_faces as cards
from houseway.web.art import chip_stacks as chips
from houseway.web.art import felts
from houseway.web.http.callers import caller_of
from houseway.web.live.frame_shapes import TableFrame
from houseway.web.live.hints import Hint
from houseway.web.live.private_tables import check_look, templates
from houseway.web.live.room import now
from houseway.web.schema.declare import SIGNED_IN, declared
from houseway.web.seat.rack_chips import rack_chips
from houseway.web.seat.tables_api import own_seat
from houseway.web.service.dependencies import Caller, Hints, Room
from houseway.web.service.page_frame import page

SHEET = ("game", "name", "edition", "numbers", "cards", "positions", "jackpots", "sensors")
"""What a seat's page is given of the sheet of its table."""

_NUMBER = re.compile(r"[\s(]*\d.*$")
_SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_SUITS = {"green": "♠", "purple": "♥", "red": "♦", "blue": "♣"}


class PrintedWager(NamedTuple):
    """A wager of the table with its limits in words and its paytable, if it has one."""

    wager: Wager
    limit: str
    table: PostedPaytable | None


class WagerNames(Shape, frozen=True):
    """What a wager and its events are called, and the clauses that a page itself refuses by."""

    name: str
    says: str
    clause: str
    limits: str | None
    later: str | None
    events: dict[str, str]


class TableThumb(Shape, frozen=True):
    """A table's card on the page of the floor; ``still`` are the jackpot wagers whose amount does not move."""

    name: str
    colour: str
    suit: str
    wagers: dict[str, str]
    still: dict[str, str]
    main: str
    seats: list[tuple[float, float]]


class SeatedMe(Shape, frozen=True):
    """Who looks at a table: what they are known as there, if they play."""

    id: str | None
    name: str
    plays: bool


class SeatPage(Shape, frozen=True):
    """What the page of a table begins with.

    ``places`` are the places of the table in the order in which people see them, and ``parts`` those of a hand, each
    with what stands beside its cards. Cards in the ``discards`` are out of play. ``guide`` is
    what a first round is told, where the game says so.
    """

    table: str
    sheet: dict[str, object]
    frame: TableFrame
    names: dict[str, WagerNames]
    places: dict[str, str]
    parts: dict[str, str]
    discards: list[str]
    seat: int | None
    posted: dict[str, str]
    still: dict[str, str]
    chips: list[int]
    speed: Speed | None
    me: SeatedMe
    guide: FirstRound | None


def sections_of(edition: Edition) -> dict[str, list[Clause]]:
    """The clauses that concern a player, by section of the document."""
    found: dict[str, list[Clause]] = {}
    named = words_of_game(edition.about.slug).sections
    for clause in edition.clauses:
        if "office" in clause.about:
            continue
        within = (section for section in named if f"{clause.id} ".startswith(f"{section} "))
        name = next(within, _NUMBER.sub("", clause.id) or clause.id)
        found.setdefault(name[:1].upper() + name[1:], []).append(clause)
    return found


def printed(edition: Edition, postings: Postings) -> list[PrintedWager]:
    """Each wager of the table with its limits and what it pays."""
    rows = []
    for slug, wager in edition.wagers.items():
        table, limit = postings.paytables.get(slug), ""
        if slug in postings.fixed:
            limit = f"{dollars(postings.fixed[slug])}, fixed"
        elif slug in postings.limits:
            limit = " to ".join(map(dollars, postings.limits[slug]))
        if table is not None or limit:
            rows.append(PrintedWager(wager, limit, table))
    return rows


def _names(setup: Setup) -> dict[str, WagerNames]:
    edition = setup.edition
    words = words_of_game(edition.about.slug)
    return {
        slug: WagerNames(
            name=wager.name,
            says=wager.says,
            clause=wager.clause,
            limits=setup.cite("limits", slug),
            later=setup.cite("later", slug),
            events=words.events(edition, slug),
        )
        for slug, wager in edition.wagers.items()
    }


class TablePages(Controller):
    """The floor and its tables."""

    include_in_schema = False

    @get("/")
    async def floor(self, request: Request[Any, Any, Any], room: Room) -> Template | Redirect:
        """The floor: every table and every jackpot at a glance; an empty room is set up first."""
        if not room.mirror.property.name:
            return Redirect("/setup")
        caller = caller_of(request)
        frame = room.frames.floor()
        tables = {}
        for glance in frame.tables:
            edition = find_game(glance.game).edition(glance.edition)
            tables[glance.table] = TableThumb(
                name=edition.about.name,
                colour=edition.about.colour,
                suit=_SUITS.get(edition.about.colour, "♠"),
                wagers={slug: edition.wagers[slug].name for slug in glance.amounts},
                still=_still(room, glance.table),
                main=_main_limit(edition, glance.limits),
                seats=_around(glance.positions),
            )
        seat = room.mirror.seat_of(caller.player) if caller.player else None
        bonus = {jackpot.jackpot: jackpot.tables for jackpot in frame.jackpots if jackpot.scheme == "bonus"}
        notices = dict.fromkeys(room.frames.setup(id).notice for tables_of in bonus.values() for id in tables_of)
        return page(
            request,
            room,
            "seat/floor.html",
            floor=frame,
            about=tables,
            sitting=seat,
            templates=templates(room.mirror),
            private=room.mirror.property.private,
            notices=[text for text in notices if text],
        )

    @get("/tables/{table:str}")
    async def table(self, request: Request[Any, Any, Any], room: Room, table: FromPath[str]) -> Template:
        """A table: to watch, to sit down at, to play at."""
        caller = caller_of(request)
        sheet, setup = room.frames.sheet(table), room.frames.setup(table)
        check_look(caller, room.mirror, table)
        edition = find_game(sheet.game).edition(sheet.edition)
        seat = next(
            (int(at) for at, player in room.mirror.table(table).seated.items() if player == caller.player), None
        )
        words = words_of_game(sheet.game)
        drawn = await asyncio.to_thread(felts.felt, setup, seats=sheet.positions)
        how = how_to_play_of(find_game(sheet.game))
        data = SeatPage(
            table=table,
            sheet={name: getattr(sheet, name) for name in SHEET},
            frame=room.frames.table(table, seat if seat is not None else "public"),
            names=_names(setup),
            places={place: words.label(place) for place in words.places},
            parts={part: named.label for part, named in words.part.items()},
            discards=[BURN],
            seat=seat,
            posted=_posted(room, sheet.jackpots),
            still=_still(room, table),
            chips=rack_chips(setup),
            guide=how.first_round if how is not None else None,
            speed=room.mirror.table(table).speed if table in room.mirror.property.private else None,
            me=SeatedMe(_known_as(room, table, caller), caller.name, not caller.staff),
        )
        return page(
            request,
            room,
            "seat/table.html",
            sheet=sheet,
            table=table,
            felt=drawn,
            sprites=cards.sprite() + chips.sprite(),
            rules=sections_of(edition),
            how=how.under(setup.options) if how is not None else None,
            card_said=_card_said,
            posted=printed(edition, sheet.postings),
            promotions=offered(setup, running(room.mirror.property, table, now())),
            dollars=dollars,
            in_words=in_words,
            removals={edition.wagers[wager].name: removal for wager, removal in data.frame.removals.items()},
            data=data,
            notice=_bonus_notice(sheet.postings),
            private=table in room.mirror.property.private,
            denominations=[(value, chips.chip_name(value)) for value in data.chips],
        )

    @get("/rounds/{table:str}/{number:int}")
    async def round(
        self,
        request: Request[Any, Any, Any],
        room: Room,
        table: FromPath[str],
        number: FromPath[int],
        seat: Annotated[int | None, QueryParameter(ge=1, le=16)] = None,
        share: Annotated[str, QueryParameter(max_length=64)] = "",
    ) -> Template:
        """A round that has ended, step by step: for whoever sat there, or has the link to it."""
        room.frames.sheet(table)
        return page(
            request,
            room,
            "seat/round.html",
            sprites=cards.sprite(),
            table=table,
            number=number,
            seat=seat,
            share=share,
        )


def _card_said(text: str) -> str:
    """A drawn card for whoever does not see it: ``king of spades``."""
    kind = card(text)
    return f"{kind.rank_name} of {_SUIT_NAMES[kind.suit]}" if kind.suit in _SUIT_NAMES else kind.rank_name


def _bonus_notice(postings: Postings) -> str:
    """The notice that a page which shows the amount of a bonus jackpot must carry, word for word."""
    bonus = any(jackpot.scheme == "bonus" for jackpot in postings.jackpots.values())
    return postings.notice if bonus and postings.notice else ""


def _still(room: Room, table: str) -> dict[str, str]:
    """The jackpot wagers whose amount does not move: what the house has posted, or nothing where it is an amount."""
    known = room.mirror.property.tables[table].jackpots
    found = _posted(room, known)
    bonus = {wager for wager, id in known.items() if room.mirror.property.jackpots[id].scheme == "bonus"}
    return {wager: found.get(wager, "") for wager in bonus}


def _posted(room: Room, jackpots: dict[str, str]) -> dict[str, str]:
    """The first amount that the house has posted for each jackpot wager whose amount does not move."""
    found = {}
    for wager, id in jackpots.items():
        jackpot = room.mirror.jackpot(id).jackpot
        if jackpot is not None and jackpot.posted:
            found[wager] = next(iter(jackpot.posted.values()))
    return found


def _main_limit(edition: Edition, limits: dict[str, tuple[int, int]]) -> str:
    """The limits of the wager that a game is about."""
    for slug, wager in edition.wagers.items():
        if wager.kind == "primary" and slug in limits:
            return " to ".join(map(dollars, limits[slug]))
    return ""


def _around(seats: int) -> list[tuple[float, float]]:
    """Where the seats of a small picture of a table are, the first at the dealer's left."""
    spread = math.radians(66)
    angles = [spread - 2 * spread * place / max(seats - 1, 1) if seats > 1 else 0.0 for place in range(seats)]
    return [(round(160 + 136 * math.sin(angle), 1), round(16 + 86 * math.cos(angle), 1)) for angle in angles]


class Checked(Shape, frozen=True):
    """Whether an answer would be taken now, and if not, why not.

    Of wagers that would be taken in part: ``placed``, and by wager why each of the others would be ``returned``.
    """

    taken: bool
    message: Sometimes[str] = UNSET
    clause: Sometimes[str | None] = UNSET
    remedy: Sometimes[str | None] = UNSET
    placed: Sometimes[dict[str, Cents]] = UNSET
    returned: Sometimes[dict[str, Refusal]] = UNSET


class TableHelp(Controller):
    """Help for who sits at a table: whether an answer would be taken, and what the best play is."""

    path = "/api/tables/{table:str}"
    tags = ("tables",)
    opt = SIGNED_IN

    @get("/check", opt=declared(refuses=(409, 422)))
    async def check(
        self,
        room: Room,
        caller: Caller,
        table: FromPath[str],
        answer: Annotated[str, QueryParameter(max_length=2000, description="The answer, as JSON.")],
    ) -> Checked:
        """Whether the table would take ``answer`` from the caller now, and if not, why not. Nothing changes."""
        seat, round_ = _seat_in_round(room, caller, table)
        try:
            given = json.loads(answer)
        except ValueError as error:
            raise BadRecord("the answer is no JSON", remedy='write {"WAGER": 500}') from error
        refusal = round_.refusal(seat, given)
        if refusal is None:
            return Checked(taken=True)
        checked = Checked(taken=False, message=refusal.message, clause=refusal.clause, remedy=refusal.remedy)
        if isinstance(round_.step, PlaceWagers) and isinstance(refusal, WagerRefused):
            checked = _in_part(checked, round_.setup, given)
        return checked

    @get("/hint", opt=declared(refuses=(409, 422)))
    async def hint(self, room: Room, hints: Hints, caller: Caller, table: FromPath[str]) -> Hint:
        """The best play for the caller's seat now, and what each choice is worth, from tables made beforehand."""
        seat, round_ = _seat_in_round(room, caller, table)
        return hints.answer(round_, seat)


def _in_part(checked: Checked, setup: Setup, laid: object) -> Checked:
    """What would be placed of refused wagers, and why not the rest; as it was where none of them would."""
    try:
        parted = part_wagers(setup, laid)
    except WagerRefused:
        return checked
    returned = {wager: msgspec.convert(why.as_dict(), Refusal) for wager, why in parted.returned.items()}
    return msgspec.structs.replace(checked, placed=accept_wagers(setup, parted.taken), returned=returned)


def _seat_in_round(room: Room, caller: Caller, table: str) -> tuple[int, Round]:
    """The caller's own seat, and the round in progress there."""
    if caller.kind == "nobody":
        raise NotSignedIn("this is for somebody who sits at the table", remedy="sit down first")
    room.frames.sheet(table)
    seat = own_seat(room, caller, table)
    playing = room.mirror.playing(table)
    if playing is None:
        raise WrongState(f"no round is in progress at table {table}", remedy="wait for the next")
    return seat, playing.round


def _known_as(room: Room, table: str, caller: Caller) -> str | None:
    """What the caller is known as at this table, if a player."""
    return room.frames.seated_as(table, caller.player) if caller.player is not None else None
