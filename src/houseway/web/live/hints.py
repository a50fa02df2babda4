"""Hints, and the figures of wagers: from tables and analyses made in a thread of their own.

Nothing is solved while somebody waits: a table's book is begun when the table opens, a wager's figures when somebody
first asks about it, and until they are ready the answer says so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Annotated, Any

import structlog
from msgspec import UNSET, Meta

from houseway.errors import HousewayError
from houseway.facade import Game
from houseway.maths.grading import Weighing, weigh
from houseway.maths.hint_words import advice, basis, named, signed
from houseway.maths.results import Figures
from houseway.maths.worth import Book
from houseway.registry import game as find_game
from houseway.rulebook.steps import Ask, PlaceWagers
from houseway.simulation.exact import figures_at
from houseway.table.players import Seen, advised
from houseway.table.round import Round
from houseway.table.setup import Setup
from houseway.table.shown.shape_base import GivenAnswer, Shape, Sometimes
from houseway.table.shown.wording import Words, words_of
from houseway.web.live.room import Room

log = structlog.get_logger("houseway.hints")

LATER = 3.0
"""Seconds after the doors are open: browsers that come back after a restart go first."""

NOT_READY = "The tables for this game are still being worked out: ask again in a moment."


class Worth(Shape, frozen=True):
    """A choice, and what it wins on average: ``value`` for a dollar of the base, ``worth`` in money at this stake.

    ``cents`` is that money, unrounded, for the most that may be staked with the choice; ``each`` what every cent of
    such an amount wins. The best choice is marked.
    """

    word: str | None
    answer: GivenAnswer
    name: str
    value: float
    worth: str
    cents: float
    each: float | None
    best: bool
    remark: str


class Hint(Shape, frozen=True):
    """The best play now. Without ``ready`` there is none, and ``says`` has why."""

    ready: bool
    says: str
    best: Sometimes[GivenAnswer] = UNSET
    choices: Sometimes[list[Worth]] = UNSET
    base: Sometimes[str] = UNSET
    certain: Annotated[
        Sometimes[bool], Meta(description="Whether the money is what will be paid, whatever comes: no average.")
    ] = UNSET


def _key(game: Game, setup: Setup) -> Hashable:
    """What a book hangs on: the game, its edition, its options and its pays; not limits or jackpots."""
    pays = tuple(
        (wager, tuple((row.event, row.pay.text) for row in table.rows)) for wager, table in setup.paytables.items()
    )
    return game.slug, setup.edition.slug, tuple(setup.options.items()), pays, setup.wagers, tuple(setup.fixed.items())


class Hints:
    """The books of a room's tables, made one after the other by ``thread``."""

    def __init__(self, room: Room, thread: ThreadPoolExecutor | None = None) -> None:
        self._room = room
        self._books: dict[Hashable, Future[Book | None]] = {}
        self._figures: dict[Hashable, Future[list[Figures]]] = {}
        # One thread: a hint may wait, the tables of the room may not.
        self._thread = thread or ThreadPoolExecutor(1, thread_name_prefix="hints")
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin the books of every open table, a moment after the doors are open."""
        self._task = asyncio.create_task(self._prepare(), name="hints")

    def stop(self) -> None:
        """Begin no more."""
        if self._task is not None:
            self._task.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _prepare(self) -> None:
        await asyncio.sleep(LATER)
        for table in list(self._room.mirror.property.open):
            state = self._room.mirror.table(table)
            if state.table is not None and state.table.cards != "none":
                self.prepare(self._room.mirror.setup(table))

    def prepare(self, setup: Setup) -> Future[Book | None]:
        """The book for ``setup``, begun if it was not."""
        found = find_game(setup.edition.about.slug)
        key = _key(found, setup)
        book = self._books.get(key)
        if book is None:
            book = self._books[key] = self._thread.submit(found.book, setup)
            book.add_done_callback(_report)
        return book

    def figures(self, setup: Setup, wager: str) -> Sequence[Figures] | None:
        """The figures of ``wager`` at a table, begun if they were not; nothing until they are worked out."""
        found = find_game(setup.edition.about.slug)
        key = (_key(found, setup), wager)
        made = self._figures.get(key)
        if made is None:
            made = self._figures[key] = self._thread.submit(figures_at, found, setup, wager)
            made.add_done_callback(_report)
        return (made.result() if made.exception() is None else []) if made.done() else None

    def answer(self, round_: Round, seat: int) -> Hint:
        """The hint for ``seat`` in a round: ready or not, the best answer, what each is worth, in words."""
        ask = round_.ask_for(seat)
        if ask is None:
            if isinstance(round_.step, PlaceWagers) and seat in round_.due_from():
                return Hint(ready=False, says="What to bet is yours to say; a hint comes with each decision.")
            return Hint(ready=False, says="Nothing is to be decided at your seat now.")
        made = self.prepare(round_.setup)
        if not made.done():
            return Hint(ready=False, says=NOT_READY)
        book = made.result() if made.exception() is None else None
        found = weigh(book, ask, Seen(round_.layout, round_.setup, seat)) if book is not None else None
        return self._advised(round_, ask) if found is None else _said(words_of(round_.game), ask, found)

    def _advised(self, round_: Round, ask: Ask) -> Hint:
        """Where no table has the decision: what the game's automatic player does, and no figure."""
        answer = advised(round_, ask)
        return Hint(
            ready=True,
            says=f"{words_of(round_.game).answered(ask.ask, answer)} is what the automatic player does.",
            best=answer,
            choices=[],
            base="No figure is known for this decision.",
        )


def _report(made: Future[Any]) -> None:
    if made.cancelled():
        return
    error = made.exception()
    if isinstance(error, HousewayError):
        log.warning("no figures", error=error.code, message=error.message)
    elif error is not None:
        log.error("no figures", exc_info=error)


def _said(words: Words, ask: Ask, found: Weighing) -> Hint:
    best = found.best
    return Hint(
        ready=True,
        says=advice(words, ask, found),
        best=best.answer,
        choices=[
            Worth(
                word=_word(one.answer),
                answer=one.answer,
                name=named(words, ask, one),
                value=one.share,
                worth=signed(one.cents),
                cents=one.cents,
                each=one.each,
                best=found.given_up(one.answer) == 0.0,
                remark=one.remark,
            )
            for one in found.choices
        ],
        base=basis(found),
        certain=found.certain,
    )


def _word(answer: GivenAnswer) -> str | None:
    """The choice that a button is for; none where cards are put or selected."""
    if isinstance(answer, str):
        return answer
    return answer[0] if isinstance(answer, list) and isinstance(answer[0], str) else None
