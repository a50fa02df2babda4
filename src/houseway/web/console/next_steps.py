"""What comes next at a real table, as a rule: the round played on from here with answers made up.

Answers are taken as the dealer may know them, a card read face down as unseen, and those that are not known yet are
made up: what is said depends on nothing hidden. It is a help to the eye; the next step that is due is always told by
the round itself.
"""

from __future__ import annotations

from typing import Any

import msgspec

from houseway.cards import UNSEEN, Stream
from houseway.errors import HousewayError
from houseway.floor.play.live_rounds import Playing
from houseway.floor.states import Live
from houseway.rulebook.steps import Ask, Deal, Peek, PlaceWagers, Prizes, Tabulate, Together, Turn
from houseway.table.players import usual_wagers
from houseway.table.round import Round
from houseway.table.setup import Setup
from houseway.web.console.console_shapes import Ahead
from houseway.web.console.step_titles import title_of

STEPS = 3
"""How many steps are told."""


def ahead(live: Live, playing: Playing, setup: Setup) -> list[Ahead]:
    """The next steps after the one that is due in a round being played, as far as they can be told."""
    try:
        known = Playing(live, playing.round.game.slug, setup)
        for number, answered in enumerate(playing.taken, start=1):
            hidden = playing.hidden(number) is not None
            known.take(msgspec.structs.replace(answered, answer=UNSEEN) if hidden else answered)
        return _follow(known.round)
    except HousewayError:
        return []


def _follow(round_: Round) -> list[Ahead]:
    found: list[Ahead] = []
    known = len(round_.history)
    if round_.step is None:
        return [Ahead("The next round", "")]
    for _ in range(60):
        step = round_.step
        if step is None or len(found) == STEPS:
            break
        if len(round_.history) > known:
            known = len(round_.history)
            found.append(Ahead(title_of(round_, step), step.cite))
            if len(found) == STEPS:
                break
        try:
            _make_up(round_)
        except HousewayError:
            break
    if round_.step is None and len(found) < STEPS:
        found.append(Ahead("Take and pay, and close the round", ""))
    return found


def _make_up(round_: Round) -> None:
    step = round_.step
    for who in round_.due_from():
        answer: Any
        if isinstance(step, PlaceWagers):
            answer = usual_wagers(round_.setup, round_.game.house["usual"], Stream(0, int(who)))
        elif isinstance(step, (Ask, Together)):
            ask = round_.ask_for(who)
            assert ask is not None
            answer = ask.default
        elif isinstance(step, Tabulate):
            answer = {
                wager: [seat for seat in round_.in_play if round_.placed[seat].get(wager)] for wager in step.wagers
            }
        elif isinstance(step, Prizes):
            answer = dict.fromkeys(step.meters, 0)
        elif isinstance(step, Peek):
            answer = False
        else:
            answer = _cards(round_, step)
        round_.answer(who, answer)
        if round_.step is not step:
            return


def _cards(round_: Round, step: Any) -> list[str]:
    count = 1
    cards = round_.layout.cards
    if isinstance(step, Turn):
        count = sum(1 for number in round_.layout.places.get(step.place, ()) if cards[number] is None)
    elif not isinstance(step, Deal):
        count = 0
    left = dict(round_.setup.deck.counts)
    for kind in cards:
        if kind is not None:
            left[kind] -= 1
    # Middling cards: no ace, no tie with what lies there, so that the usual way of the round is taken.
    order = sorted((kind for kind, many in left.items() if many > 0), key=lambda kind: (abs(kind.rank - 8), kind.code))
    return [kind.text for kind in order[:count]]
