"""At every question of every game, on every screen: own cards, opposing cards and choices are in sight, uncovered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from houseway.floor import command_index as c
from tests.web.chromium import chromium, opened
from tests.web.office import do
from tests.web.played_rounds import SEAT, STORIES, Moment, frame_of, moments, questions
from tests.web.playing import GAMES
from tests.web.serving import Served, served

SIZES = (
    (320, 568),
    (375, 667),
    (390, 664),
    (390, 844),
    (844, 390),
    (720, 450),
    (768, 1024),
    (1366, 768),
    (1440, 900),
    (1920, 1080),
    (2560, 1440),
)

TOLD = """
delete window.SharedWorker; delete window.BroadcastChannel;
const asked = window.fetch;
let line = null;
let sent = 0;
window.fetch = (what, how) => {
  if (!String(what).startsWith("/feed?")) return asked(what, how);
  const body = new ReadableStream({ start(opened) { line = opened; } });
  return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
};
window.tell = (topic, frame) => {
  sent += 1;
  line.enqueue(new TextEncoder().encode(`event: ${topic}\\nid: told:${sent}\\ndata: ${frame}\\n\\n`));
};
"""
"""The test tells the page of the table: it hears the frames of rounds that no live shoe would deal in an hour."""

SEEN = """async ([least, opposing]) => {
  await new Promise(requestAnimationFrame);
  const wrong = [];
  const all = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.getClientRects().length);
  const name = (node) => `${node.dataset.card ?? node.textContent.trim().slice(0, 40)} (${node.getAttribute("class")})`;
  // Of a card under another one its left edge is looked at, where its corner is: a card is known by that.
  const look = (node, shares) => {
    const box = node.getBoundingClientRect();
    const view = innerHeight + 0.5;
    if (box.left < -0.5 || box.top < -0.5 || box.right > innerWidth + 0.5 || box.bottom > view) {
      return wrong.push(`${name(node)} is out of sight: ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`);
    }
    for (const [x, y] of shares) {
      const there = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
      const own = node.closest(".pick-card") ?? node;
      if (!own.contains(there)) return wrong.push(`${name(node)} is covered by ${there && name(there)} at ${x}, ${y}`);
    }
  };
  const corner = [[0.06, 0.06], [0.06, 0.5], [0.06, 0.94], [0.14, 0.2]];
  const whole = [[0.5, 0.5], [0.1, 0.2], [0.9, 0.2], [0.1, 0.8], [0.9, 0.8]];
  const asked = all("#hands .asked .card");
  const own = all("#hands .card");
  const theirs = all("#house .card");
  if (theirs.length !== opposing) wrong.push(`there are ${theirs.length} opposing cards and not ${opposing}`);
  if (!own.length) wrong.push("there are no own cards");
  for (const node of [...own, ...theirs]) look(node, corner);
  for (const node of asked) {
    const high = node.getBoundingClientRect().height;
    if (least && high < least - 0.1) wrong.push(`${name(node)} is ${Math.round(high)} high`);
  }
  for (const node of own) {
    if (node.getBoundingClientRect().height < 44) wrong.push(`${name(node)} is too small to read`);
  }
  const choices = all("#acts :is(.choice, input, .step, .preset, .advice > button), #hands .pick-card");
  for (const node of choices) {
    look(node, whole);
    if (node.scrollWidth > node.clientWidth + 1) wrong.push(`${name(node)} is cut`);
  }
  for (const node of all(".plate, .result header strong")) {
    look(node, [[0.5, 0.5]]);
    if (node.scrollWidth > node.clientWidth + 1) wrong.push(`${name(node)} is cut`);
  }
  // Of a result the total, and a sentence for each hand: those come first in its list.
  const outcomes = all(".result .outcomes li .reason").slice(0, Math.max(1, all("#hands.split .own-hand").length));
  if (!least && !outcomes.length) wrong.push("the result has no sentence");
  for (const node of outcomes) look(node, [[0.02, 0.5], [0.2, 0.5]]);
  const over = document.scrollingElement.scrollHeight - innerHeight;
  if (over > 1) wrong.push(`the page scrolls by ${over}`);
  return [wrong, asked.length, choices.length];
}"""
"""What is wrong with what is in sight, and how many cards and choices were looked at."""


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


class Looking:
    """The page of a seat that is shown one moment after another."""

    def __init__(self, house: Served, page: Page, table: str) -> None:
        self.page, self.table, self.number = page, table, 1000
        guest = house.browser("guest")
        assert guest.post(f"/api/tables/{table}/sit", {"seat": SEAT}).status_code == 200
        cookies: Any = [
            {"name": each.name, "value": each.value, "url": house.address} for each in guest.http.cookies.jar
        ]
        page.context.add_cookies(cookies)
        page.add_init_script(TOLD)
        house.until(lambda: house.room.frames.table(table, SEAT).view is not None)
        self.like = house.room.frames.table(table, SEAT)
        page.goto(f"{house.address}/tables/{table}")
        page.wait_for_selector("#purse:not([hidden])")

    def show(self, moment: Moment) -> None:
        self.number += 2
        frame = msgspec.json.encode(frame_of(moment, self.number, self.like)).decode()
        self.page.evaluate("([topic, frame]) => tell(topic, frame)", [f"table/{self.table}/seat/{SEAT}", frame])
        shown = "#acts.deciding" if moment.asks else "#acts .result"
        self.page.wait_for_function(
            "([number, shown]) => document.getElementById('round').textContent === `Round ${number}`"
            " && document.querySelector(shown)",
            arg=[self.number, shown],
        )

    def look(self, moment: Moment) -> list[str]:
        """What is wrong at any size."""
        found = []
        for width, height in SIZES:
            self.page.set_viewport_size(ViewportSize(width=width, height=height))
            least = 0 if not moment.asks else 96 if height >= 600 else 72
            wrong, cards, choices = self.page.evaluate(SEEN, [least, moment.opposing])
            if moment.asks and not (cards and choices):
                wrong.append(f"{cards} cards and {choices} choices are looked at")
            found += [f"{width}x{height} {moment.table} {moment.asks or 'result'}: {each}" for each in wrong]
        return found


@pytest.mark.parametrize("table", list(GAMES))
def test_cards_and_choices_are_in_sight_at_every_question_on_every_screen(
    house: Served, browser: Browser, table: str
) -> None:
    wrong: list[str] = []
    reached: set[str] = set()
    with opened(browser) as page:
        seat = Looking(house, page, table)
        for story in STORIES:
            if story.table != table:
                continue
            for moment in moments(story, house.room.frames.setup(table)):
                reached.add(moment.asks)
                seat.show(moment)
                wrong += seat.look(moment)
    assert reached - {""} == questions(GAMES[table])
    assert not wrong, "\n".join(wrong)
