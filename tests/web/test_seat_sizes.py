"""At every question of every game, on every screen: own cards, opposing cards and choices are in sight, uncovered.

So they are with a hint open, with a bet that repeats, and for a player who has said to leave after the hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from houseway.floor import command_index as c
from houseway.table.round import Round
from houseway.web.live.hints import Hint, Hints
from tests.waiting import came
from tests.web.chromium import chromium, opened
from tests.web.looking import Looking
from tests.web.office import do
from tests.web.played_rounds import SEAT, STORIES, Moment, frame_of, moments, questions
from tests.web.playing import GAMES, MAIN
from tests.web.serving import Served, served


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("sizes")) as found:
        # The worst that a bar carries: a jackpot that goes, said over the table.
        do(found, c.AnnounceRemoval(jackpot="attack", reason="game-discontinued", day="2999-12-24"), "ada", "ann")
        yield found


def hinted(hints: Hints, round_: Round) -> Hint:
    """The hint for the seat, when its figures are there."""
    came(hints.prepare(round_.setup), "the figures of the hints")
    return hints.answer(round_, SEAT)


@pytest.mark.parametrize("table", list(GAMES))
def test_cards_and_choices_are_in_sight_at_every_question_on_every_screen(
    house: Served, browser: Browser, table: str
) -> None:
    wrong: list[str] = []
    fullest: dict[str, Moment] = {}
    hints = Hints(house.room)
    with opened(browser) as page:
        seat = Looking(house, page, table)
        for story in STORIES:
            if story.table != table:
                continue
            for moment in moments(story, house.room.frames.setup(table), partial(hinted, hints)):
                seat.show(moment)
                wrong += seat.look(moment)
                if moment.asks and moment.cards >= getattr(fullest.get(moment.asks), "cards", 0):
                    fullest[moment.asks] = moment
        assert set(fullest) == questions(GAMES[table])
        # The same with more to say, where most cards lie.
        seat.bet_every_round(MAIN[table])
        for moment in fullest.values():
            assert moment.hint is not None and moment.hint.ready
            seat.show(moment, leaving=[SEAT])
            wrong += seat.look(moment, ("#leaving :is(span, button)",))
            seat.show(moment)
            seat.ask_for_hint(moment.hint)
            wrong += seat.look(moment, ("#acts .says", "#repeating button"))
    hints.stop()
    assert not wrong, "\n".join(wrong)


PAID = """
window.paid = [];
new MutationObserver((changes) => {
  for (const node of changes.flatMap((change) => [...change.addedNodes])) {
    if (!node.classList?.contains("travels")) continue;
    const frames = node.getAnimations()[0].effect.getKeyframes();
    const [from, to] = [frames[0], frames.at(-1)].map((each) => parseFloat(each.transform.split(",")[1]));
    window.paid.push([node.querySelector("use").getAttribute("href"), to > from ? "to the player" : "to the dealer"]);
  }
}).observe(document, { childList: true, subtree: true });
"""
"""Which chips travel over the page, and to whom."""

DRAWN = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
"""What moves begins to move when the page is drawn next."""


def test_winnings_come_from_the_dealer_in_chips_and_losses_go_there(tmp_path: Path, browser: Browser) -> None:
    with served(tmp_path) as room, opened(browser) as page:
        won, lost = (list(moments(each, room.room.frames.setup("T3"))) for each in STORIES if each.table == "T3")
        page.add_init_script(PAID)
        seat = Looking(room, page, "T3")

        def chips(asked: Moment, ended: Moment) -> list[tuple[str, str]]:
            page.evaluate("window.paid = []")
            seat.show(asked)
            # The bets lie in their places.
            page.wait_for_selector("#bets .bet.live")
            page.evaluate(DRAWN)
            page.evaluate("Promise.allSettled(document.getAnimations().map((each) => each.finished))")
            seat.tell(frame_of(ended, seat.number + 1, seat.like))
            page.wait_for_selector("#acts .result")
            seat.number += 1
            page.evaluate(DRAWN)
            return [(chip, way) for chip, way in page.evaluate("window.paid")]

        assert chips(*won) == []
        page.emulate_media(reduced_motion="no-preference")
        # $50, $25 and $50 are won; then $50 is returned, and $25 and $5 are lost.
        assert chips(*won) == [("#chip-2500", "to the player")] * 5
        assert chips(*lost) == [("#chip-2500", "to the dealer"), ("#chip-500", "to the dealer")]
