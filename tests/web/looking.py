"""A seat that is shown one moment of a round after another, and looked at on every screen: is all of it in sight?"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec.structs import replace
from playwright.sync_api import Page, ViewportSize
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from houseway.web.live.frame_shapes import TableFrame
from houseway.web.live.hints import Hint
from tests.web.played_rounds import SEAT, Moment, frame_of
from tests.web.serving import Served

SIZES = (
    (320, 568),
    (375, 667),
    (390, 664),
    (390, 844),
    (720, 450),
    (768, 1024),
    (844, 390),
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
const told = (text) => Promise.resolve(new Response(text, { headers: { "content-type": "application/json" } }));
window.fetch = (what, how) => {
  const path = new URL(what, location).pathname;
  if (path.endsWith("/hint")) return told(window.hinted);
  if (path.endsWith("/answers")) return told("{}");
  if (path !== "/feed") return asked(what, how);
  const body = new ReadableStream({ start(opened) { line = opened; } });
  return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
};
window.tell = (topic, frame) => {
  sent += 1;
  line.enqueue(new TextEncoder().encode(`event: ${topic}\\nid: told:${sent}\\ndata: ${frame}\\n\\n`));
};
"""
"""The test tells the page of the table: it hears the frames of rounds that no live shoe would deal in an hour."""

SEEN = """async ([least, opposing, more]) => {
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
  const choices = all("#acts :is(.choice, .step, .preset, .advice > button), #hands .pick-card");
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
  // The amount of a bonus jackpot is nowhere without its notice.
  if (all(".amounts li").length && document.querySelector(".bonus-notice")) more.push(".bonus-notice");
  for (const selector of more) {
    const found = all(selector);
    if (!found.length) wrong.push(`there is no ${selector}`);
    for (const node of found) look(node, [[0.03, 0.2], [0.03, 0.8], [0.5, 0.5]]);
  }
  const over = document.scrollingElement.scrollHeight - innerHeight;
  if (over > 1) wrong.push(`the page scrolls by ${over}`);
  return [wrong, asked.length, choices.length];
}"""
"""What is wrong with what is in sight, and how many cards and choices were looked at."""


PRESSED = """() => {
  const middle = (box) => document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  const open = [...document.querySelectorAll(".spot.open")].filter((each) => each.getClientRects().length);
  const inSight = open.filter((each) => middle(each.getBoundingClientRect())?.closest(".spot") === each);
  return inSight.map((each) => each.dataset.wager);
}"""
"""The wagers whose spot can be pressed without scrolling."""


def betting(frame: TableFrame) -> TableFrame:
    """The frame of a table where wagers are placed, by the seat too."""
    assert frame.view is not None and frame.view.due is not None and frame.view.due.wagers
    due = replace(frame.view.due, from_=[SEAT])
    return replace(frame, view=replace(frame.view, due=due), playing=[SEAT])


class Looking:
    """The page of a seat that is shown one moment after another."""

    def __init__(self, house: Served, page: Page, table: str) -> None:
        self.page, self.table, self.number, self.sizes = page, table, 1000, SIZES
        guest = house.browser("guest")
        assert guest.post(f"/api/tables/{table}/sit", {"seat": SEAT}).status_code == 200
        cookies: Any = [
            {"name": each.name, "value": each.value, "url": house.address} for each in guest.http.cookies.jar
        ]
        page.context.add_cookies(cookies)
        page.add_init_script(TOLD)
        house.until(lambda: house.room.frames.table(table, SEAT).view is not None)
        self.like = betting(house.room.frames.table(table, SEAT))
        page.goto(f"{house.address}/tables/{table}")
        page.wait_for_selector("#purse:not([hidden])")

    def tell(self, frame: Any) -> None:
        """The newest frame of the table."""
        text = msgspec.json.encode(frame).decode()
        self.page.evaluate("([topic, frame]) => tell(topic, frame)", [f"table/{self.table}/seat/{SEAT}", text])

    def show(self, moment: Moment, **changed: Any) -> None:
        """The table at this moment, the frame ``changed`` in some of its fields."""
        self.number += 2
        self.tell(replace(frame_of(moment, self.number, self.like), **changed))
        shown = "#acts.deciding" if moment.asks else "#acts .result"
        self.page.wait_for_function(
            "([number, shown]) => document.getElementById('round').textContent === `Round ${number}`"
            " && document.querySelector(shown)",
            arg=[self.number, shown],
        )

    def bet_every_round(self, wager: str) -> None:
        """Bets are asked for on a wide screen, and the player lays a chip and has it bet every round."""
        width, height = SIZES[-1]
        self.page.set_viewport_size(ViewportSize(width=width, height=height))
        self.number += 2
        self.tell(replace(self.like, round=self.number, version=self.number))
        self.page.locator(f'#felt .spot.open[data-wager="{wager}"]').click()
        self.page.locator('#rack [data-do="repeat"]').click()
        self.page.wait_for_selector("#repeating:not([hidden])")

    def ask_for_hint(self, hint: Hint) -> None:
        """The player presses Hint, and is told ``hint``."""
        self.page.evaluate("(text) => { window.hinted = text; }", msgspec.json.encode(hint).decode())
        self.page.locator("#acts .advice > button").click()
        self.page.wait_for_selector("#acts .says")

    def look_for_spots(self, wagers: set[str]) -> list[str]:
        """What is wrong while bets are placed: a spot of ``wagers`` that cannot be pressed, or a page that scrolls."""
        found = []
        self.tell(self.like)
        for width, height in SIZES:
            self.page.set_viewport_size(ViewportSize(width=width, height=height))
            self.page.wait_for_selector("#rack:not([hidden])")
            # The own seat is asked for alone when the screen becomes small: it is drawn when it is there. The page is
            # looked at whenever it is drawn, and by nothing that makes a promise: that would count as found at once.
            with suppress(PlaywrightTimeout):
                self.page.wait_for_function(
                    "([all, wide, high]) => innerWidth === wide && innerHeight === high"
                    f" && all.every((one) => ({PRESSED})().includes(one))",
                    arg=[sorted(wagers), width, height],
                )
            pressed = set(self.page.evaluate(PRESSED))
            found += [f"{width}x{height} {self.table}: {wager} is not in sight" for wager in sorted(wagers - pressed)]
        return found

    def look(self, moment: Moment, more: Sequence[str] = ()) -> list[str]:
        """What is wrong at any size; what the selectors in ``more`` find must be in sight too."""
        found = []
        # Up and down in turn: whatever a page makes anew for a screen of another kind is made half as often.
        self.sizes = self.sizes[::-1]
        for width, height in self.sizes:
            self.page.set_viewport_size(ViewportSize(width=width, height=height))
            least = 0 if not moment.asks else 96 if height >= 600 else 72
            wrong, cards, choices = self.page.evaluate(SEEN, [least, moment.opposing, list(more)])
            if moment.asks and not (cards and choices):
                wrong.append(f"{cards} cards and {choices} choices are looked at")
            found += [f"{width}x{height} {moment.table} {moment.asks or 'result'}: {each}" for each in wrong]
        return found
