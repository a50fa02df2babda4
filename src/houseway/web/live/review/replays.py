"""A round once more, step by step, with the cards as one seat saw them, and each of its decisions graded."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta

from houseway.floor.kinds.body import Answered
from houseway.floor.play.ended_rounds import EndedRound
from houseway.floor.play.live_rounds import Playing
from houseway.floor.reply_shapes import Moment
from houseway.maths.grading import grade
from houseway.maths.hint_words import basis, money, named
from houseway.maths.worth import Book
from houseway.registry import words
from houseway.rulebook.money import dollars
from houseway.rulebook.steps import Ask, PlaceWagers
from houseway.table.players import Seen
from houseway.table.shown.shape_base import Cents, Shape, Sometimes
from houseway.table.shown.view import view
from houseway.table.shown.view_shapes import View
from houseway.table.shown.wording import Words


class DecisionGrade(Shape, frozen=True):
    """A decision against the best of all; ``gave_up`` is in cents, on average."""

    right: bool
    best: Annotated[str, Meta(description="The best choice, as a command.")]
    gave_up: float
    says: str
    base: Annotated[str, Meta(description="What the figures are of, and what they leave out.")]


class OwnDecision(Shape, frozen=True):
    """What the player was asked at a step, and answered. It has no grade where no figure is known, or not yet."""

    ask: str
    title: str
    answer: Annotated[str, Meta(description="The answer in words.")]
    grade: Sometimes[DecisionGrade] = UNSET


class ReplayStep(Shape, frozen=True):
    """The table at one moment as the seat saw it, what had just been done, and what the player then decided."""

    says: str
    view: View
    decision: Sometimes[OwnDecision] = UNSET


class Replay(Shape, frozen=True):
    """A round step by step. ``graded``: the figures were ready, and every decision that has one has its grade."""

    table: str
    name: str
    round: int
    at: Moment
    seat: int
    void: str | None
    net: Cents
    graded: bool
    steps: list[ReplayStep]


def replay_of(table: str, ended: EndedRound, seat: int, book: Book | None, *, ready: bool) -> Replay:
    """The round as ``seat`` saw it, graded by ``book`` if there is one; ``ready``: whether that has been worked out."""
    spoken = words(ended.game)
    steps: list[ReplayStep] = []
    said = ""
    for playing, answered in ended.play():
        seen = _without_questions(view(playing.round, seat))
        # A round begins with the wagers: before all are down there is nothing to see.
        if playing.round.placed or answered is None:
            if not steps or _moved(steps[-1].view, seen):
                steps.append(ReplayStep(said or "The bets are down.", seen))
            elif said:
                steps[-1] = msgspec.structs.replace(steps[-1], says=said, view=seen)
        said = ""
        if answered is None or not isinstance(answered.who, int):
            continue
        ask = playing.round.ask_for(answered.who)
        if ask is None:
            said = _bet(playing, answered, seat) or said
            continue
        said = f"{_who(answered.who, seat)}: {spoken.answered(ask.ask, answered.answer)}."
        if answered.who == seat and steps:
            decision = _decided(spoken, ask, answered.answer, playing, seat, book)
            steps[-1] = msgspec.structs.replace(steps[-1], decision=decision)
    last = steps[-1].view
    return Replay(
        table=table,
        name=ended.setup.edition.about.name,
        round=ended.number,
        at=ended.at,
        seat=seat,
        void=ended.void,
        net=sum(line.returned - line.stake for line in last.lines if line.seat == seat),
        graded=ready,
        steps=steps,
    )


def _without_questions(seen: View) -> View:
    return msgspec.structs.replace(seen, due=None)


def _moved(one: View, other: View) -> bool:
    return (one.cards, one.stakes, len(one.lines)) != (other.cards, other.stakes, len(other.lines))


def _who(who: int, seat: int) -> str:
    return "You" if who == seat else f"Seat {who}"


def _bet(playing: Playing, answered: Answered, seat: int) -> str:
    if not isinstance(playing.round.step, PlaceWagers) or answered.who != seat or not answered.answer:
        return ""
    return f"You bet {dollars(sum(answered.answer.values()))}."


def _decided(spoken: Words, ask: Ask, answer: Any, playing: Playing, seat: int, book: Book | None) -> OwnDecision:
    found = None if book is None else grade(book, ask, Seen(playing.round.layout, playing.setup, seat), answer)
    graded: Sometimes[DecisionGrade] = UNSET
    if found is not None:
        best = named(spoken, ask, found.weighing.best)
        average = "" if found.weighing.certain else " on average"
        graded = DecisionGrade(
            right=found.right,
            best=best,
            gave_up=found.gave_up,
            says="The best choice." if found.right else f"Gave up {money(found.gave_up)}{average}: {best} was best.",
            base=basis(found.weighing),
        )
    return OwnDecision(ask.ask, spoken.asked(ask), spoken.answered(ask.ask, answer), graded)
