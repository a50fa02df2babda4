"""TableVision in a real browser: amounts that run and never run past, the notice, a hit, a display that is cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from houseway.floor import command_index as c
from houseway.floor.permission.people import panel_of
from houseway.jackpots.vision import NOT_CURRENT
from houseway.registry import game
from houseway.web.live.room import now
from tests.web.axe import serious
from tests.web.chromium import chromium
from tests.web.serving import Served, fresh

MODULE = """() => {
  const program = document.querySelector("script[type=module]");
  window.odometer = program?.src.replace("vision.js", "vision_odometer.js");
}"""
FEED = re.compile(r"/feed\?")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@contextmanager
def display(
    browser: Browser,
    room: Served,
    table: str,
    theme: str = "",
    *,
    still: bool = False,
    alone: bool = False,
    clock: bool = False,
) -> Iterator[Page]:
    """A display. ``alone``: its connection is its own, so that a test can cut it. ``clock``: a test moves its time."""
    context = browser.new_context(
        viewport={"width": 1920, "height": 1080}, reduced_motion="reduce" if still else "no-preference"
    )
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    if clock:
        page.clock.install()
    if alone:
        page.add_init_script("delete window.SharedWorker; delete window.BroadcastChannel;")
    page.goto(f"{room.address}/vision/{table}" + (f"?theme={theme}" if theme else ""))
    page.evaluate(MODULE)
    try:
        yield page
    finally:
        context.close()
    assert not complaints, complaints


def do(room: Served, command: c.Command, who: str, second: str | None = None) -> dict[str, Any]:
    return room.floor.do(command, id=fresh(), who=who, second=second, at=now())


def tabulate(room: Served, table: str, *positions: int) -> int:
    """The next round of a table with the tabulator alone; its number."""
    round_ = room.floor.table(table).round + 1
    do(room, c.Tabulate(table=table, round=round_, picture={"1": positions}), panel_of(table))
    return round_


def notice_of(slug: str) -> str:
    data = game(slug).edition().data.jackpots
    assert data is not None
    return data.notice


# -- the odometer

RUNS = """
async () => {
  const { Odometer, drums, money } = await import(window.odometer);
  let seed = 12345;
  const chance = (most) => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed % most; };
  const wrong = [];
  for (let run = 0; run < 300; run += 1) {
    let target = chance(5000000);
    let now = 1000;
    const odometer = new Odometer(target);
    let shown = target;
    for (let step = 0; step < 200; step += 1) {
      now += chance(400);
      if (chance(6) === 0) { target += chance(30000); odometer.set(target, now); }
      const at = odometer.at(now);
      if (at > target) wrong.push(["past", at, target]);
      if (at < shown) wrong.push(["back", at, shown]);
      const text = Number(money(at, true).replace(/[$,.]/g, ""));
      if (text > target) wrong.push(["text past", text, target]);
      const turned = drums(at, 9).reduce((sum, digit, place) => sum + Math.floor(digit % 10) * 10 ** place, 0);
      if (turned !== Math.floor(at)) wrong.push(["drums", turned, at]);
      shown = at;
    }
    if (odometer.at(now + 6000) !== target) wrong.push(["not there", odometer.at(now + 6000), target]);
  }
  return wrong.slice(0, 5);
}
"""

FALLS = """
async () => {
  const { Odometer } = await import(window.odometer);
  const odometer = new Odometer(1000);
  odometer.set(5000, 100);
  const running = odometer.at(200);
  odometer.set(300, 200);
  const fallen = odometer.at(200);
  odometer.set(900, 300, true);
  return [running > 1000 && running < 5000, fallen, odometer.at(300), odometer.moving(300)];
}
"""


def test_an_odometer_runs_towards_the_value_and_never_past_it(browser: Browser, room: Served) -> None:
    with display(browser, room, "T2") as page:
        assert page.evaluate(RUNS) == []


# Clocks of browsers tell tenths of a millisecond: the frame that ends a run may come a rounding error before its time.
STANDS = """
async () => {
  const { Odometer } = await import(window.odometer);
  const stuck = [];
  let early = 0;
  for (let began = 0; began < 20_000; began += 1) {
    const odometer = new Odometer(500_000);
    odometer.set(500_075, began / 10);
    const now = (began + 33_750) / 10;
    early += now - odometer.began < odometer.lasts;
    if (odometer.at(now) === 500_075 && odometer.moving(now)) stuck.push(began);
  }
  return [early > 0, stuck.length];
}
"""


def test_an_odometer_that_shows_what_was_committed_runs_no_longer(browser: Browser, room: Served) -> None:
    with display(browser, room, "T2") as page:
        assert page.evaluate(STANDS) == [True, 0]


def test_an_odometer_jumps_down_and_at_a_hit(browser: Browser, room: Served) -> None:
    with display(browser, room, "T2") as page:
        assert page.evaluate(FALLS) == [True, 300, 900, False]


WATCH = """
() => {
  window.seen = [];
  const said = document.querySelector("[data-said]");
  const look = () => {
    const places = [...document.querySelectorAll(".drum .reel")].map((reel) => {
      const moved = /translateY\\((-?[\\d.]+)%\\)/.exec(reel.style.transform);
      return Math.floor((-Number(moved[1]) * 11) / 100 + 1e-3) % 10;
    });
    window.seen.push(Number(places.join("")));
    requestAnimationFrame(look);
  };
  look();
}
"""


def test_a_progressive_runs_on_the_display_with_each_counted_wager(browser: Browser, room: Served) -> None:
    with display(browser, room, "T6") as page:
        before = room.floor.amounts("four-aces")["four-aces"]
        page.evaluate(WATCH)
        tabulate(room, "T6", 1, 2, 3)
        after = room.floor.amounts("four-aces")["four-aces"]
        assert after > before
        expect(page.locator("[data-said]")).to_have_text(f"${after // 100:,}.{after % 100:02d}", timeout=20_000)
        seen = page.evaluate("window.seen")
        assert seen[0] == before
        assert seen[-1] == after
        assert max(seen) == after
        assert seen == sorted(seen)
        assert len(set(seen)) > 3, "it ran"


def test_reduced_motion_has_no_running_figures(browser: Browser, room: Served) -> None:
    with display(browser, room, "T6", still=True) as page:
        before = room.floor.amounts("four-aces")["four-aces"]
        page.evaluate(WATCH)
        tabulate(room, "T6", 1, 2, 3, 4)
        after = room.floor.amounts("four-aces")["four-aces"]
        expect(page.locator("[data-said]")).to_have_text(f"${after // 100:,}.{after % 100:02d}")
        assert set(page.evaluate("window.seen")) <= {before, after}


# -- what is on view


@pytest.mark.parametrize(
    ("table", "theme", "slug"),
    [("T4", "monitor", "dueling"), ("T1", "frame", "deuces-wild"), ("T1", "led", "deuces-wild")],
)
def test_s16_every_display_of_a_bonus_carries_the_notice(
    browser: Browser, room: Served, table: str, theme: str, slug: str
) -> None:
    with display(browser, room, table, theme) as page:
        notice = page.locator("[data-notice]")
        assert notice.text_content() == notice_of(slug)
        if theme != "led":
            expect(notice).to_be_in_viewport()
            assert page.evaluate(CLEAR, ".notice") == []


CLEAR = """
(name) => {
  const own = document.querySelector(name).getBoundingClientRect();
  const others = [...document.querySelectorAll(".panel, .meter, .mast")].filter((item) => item.offsetParent);
  return others
    .map((item) => [item.className, item.getBoundingClientRect()])
    .filter(([, box]) => box.bottom > own.top + 1 && box.top < own.bottom - 1)
    .map(([which]) => which);
}
"""


@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1920), (1280, 720)])
@pytest.mark.parametrize("table", ["T2", "T3", "T4"])
def test_nothing_on_a_monitor_is_cut_or_overlaps(
    browser: Browser, room: Served, table: str, size: tuple[int, int]
) -> None:
    with display(browser, room, table) as page:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        pages = page.locator(".panels .page")
        expect(page.locator(".panels .page:not([hidden])")).to_have_count(1)
        shown = page.evaluate(
            """async () => {
              // A screen of another size is laid out before it is drawn again, and when its letters are there.
              await document.fonts.ready;
              await new Promise(requestAnimationFrame);
              return [...document.querySelectorAll(".panels .page")].flatMap((page, index, all) => {
                all.forEach((other) => (other.hidden = other !== page));
                const room = document.querySelector(".panels").getBoundingClientRect();
                return [...page.querySelectorAll(".panel")].map((panel) => {
                  const box = panel.getBoundingClientRect();
                  const title = panel.querySelector("h2").textContent;
                  return [title, box.bottom - room.bottom, panel.scrollWidth - panel.clientWidth];
                });
              });
            }"""
        )
        assert pages.count() >= 1
        assert [item for item in shown if item[1] > 1 or item[2] > 1] == []
        assert "Limits" in [item[0] for item in shown]
        wide = page.evaluate(
            "() => [...document.querySelectorAll('.meter')].map((meter) => "
            "meter.querySelector('.figures').offsetWidth - meter.clientWidth)"
        )
        assert all(over < 0 for over in wide)


def test_bjs6_a_display_takes_no_input(browser: Browser, room: Served) -> None:
    for table, theme in (("T2", "monitor"), ("T1", "led"), ("T1", "frame"), ("T1", "sign")):
        with display(browser, room, table, theme) as page:
            assert page.locator("a, button, input, select, textarea, form, [tabindex], [onclick]").count() == 0
            assert page.evaluate("getComputedStyle(document.body).pointerEvents") == "none"


def test_the_sign_shows_the_name_alone(browser: Browser, room: Served) -> None:
    with display(browser, room, "T3", "sign") as page:
        expect(page.locator("h1")).to_have_text("Three Card Split Pai Gow Poker")
        assert "$" not in (page.locator("body").inner_text())


def test_the_sign_of_running_letters_runs_the_amount_and_then_the_notice(browser: Browser, room: Served) -> None:
    with display(browser, room, "T1", "led") as page:
        says = page.locator("[data-says]").text_content() or ""
        assert says.index("$25,000") < says.index(notice_of("deuces-wild"))
        lit = "() => { const c = document.querySelector('canvas'); const d = c.getContext('2d')"
        lit += ".getImageData(0, 0, c.width, c.height).data; let n = 0; for (let i = 0; i < d.length; i += 4) "
        lit += "if (d[i] > 200) n += 1; return n; }"
        page.wait_for_function(f"() => ({lit})() > 1000")
        first = page.evaluate("document.querySelector('canvas').toDataURL()")
        page.wait_for_function("(first) => document.querySelector('canvas').toDataURL() !== first", arg=first)


def test_a_display_that_the_jackpot_system_does_not_have_is_refused(room: Served) -> None:
    for address, status, words in (
        ("/vision/T2?theme=led", 422, "has no led display"),
        ("/vision/T1?theme=monitor", 422, "has no monitor display"),
        ("/vision/T2?theme=billboard", 404, "there is no theme"),
        ("/vision/T9", 404, "there is no table"),
    ):
        answer = room.browser().get(address, headers={"accept": "text/html"})
        assert answer.status_code == status
        assert words in answer.text.lower()


def test_s14_the_printed_page_is_served(room: Served) -> None:
    page = room.browser().get("/vision/T4/page")
    assert notice_of("dueling") in page.text
    assert "$10,000" in page.text
    assert "<style" not in page.text
    pdf = room.browser().get("/vision/T4/page.pdf")
    assert pdf.headers["content-type"] == "application/pdf"
    assert pdf.content.startswith(b"%PDF-")


def test_no_serious_violation_of_access_rules(browser: Browser, room: Served) -> None:
    for table, theme in (("T2", "monitor"), ("T4", "monitor"), ("T1", "frame"), ("T1", "sign"), ("T1", "led")):
        with display(browser, room, table, theme, still=True) as page:
            assert serious(page) == []
    with display(browser, room, "T4/page") as page:
        assert serious(page) == []


# -- what happens


def test_the_operators_change_of_a_bonus_reaches_the_display(browser: Browser, room: Served) -> None:
    with display(browser, room, "T1", "frame") as page:
        said = page.locator("[data-said]")
        expect(said).to_have_text("$25,000")
        do(room, c.PostAmount(jackpot="wild", posted={"5-wild-cards": "$26,000"}), "ada", "ann")
        expect(said).to_have_text("$26,000")
        expect(page.locator("[data-notice]")).to_have_text(notice_of("deuces-wild"))
        do(room, c.PostAmount(jackpot="wild", posted={"5-wild-cards": "$25,000"}), "ada", "ann")
        expect(said).to_have_text("$25,000")


def test_a_hit_is_celebrated_pending_while_verified_and_then_as_before(browser: Browser, room: Served) -> None:
    with (
        display(browser, room, "T6", still=True, clock=True) as here,
        display(browser, room, "T3", still=True) as linked,
    ):
        round_ = tabulate(room, "T6", 1)
        won = room.floor.amounts("four-aces")["four-aces"]
        text = f"${won // 100:,}.{won % 100:02d}".removesuffix(".00")
        claim = c.Claimed(seat=1, wager="jackpot", event="four-aces")
        reply = do(room, c.ClaimHit(table="T6", round=round_, claims=(claim,)), panel_of("T6"))
        for page, where in ((here, "at this table"), (linked, "at table T6")):
            party = page.locator("[data-party]")
            expect(party).to_be_visible()
            expect(party.locator(".sum")).to_have_text(text)
            expect(party.locator(".hand")).to_have_text("Four Aces")
            expect(party.locator(".at")).to_have_text(where)
            expect(page.locator("[data-pending]")).to_contain_text("Pending")
            # The next amount stands there at once.
            expect(page.locator("[data-said]")).to_have_text("$5,000.00")
        with display(browser, room, "T6", still=True) as later:
            expect(later.locator("[data-party]")).to_be_hidden()
            expect(later.locator("[data-pending]")).to_contain_text(text)
        [hit] = [hit["id"] for hit in reply["hits"] if hit["jackpot"] == "four-aces"]
        verify = c.VerifyHit(jackpot="four-aces", hit=hit, cards="as dealt", deck="complete", surveillance="tape 7")
        do(room, verify, "sam", "vera")
        expect(here.locator("[data-pending]")).to_contain_text("Pending")
        do(
            room,
            c.PayHit(jackpot="four-aces", hit=hit, by="cage", method="check", reference=hit, player="P"),
            "sam",
            "ann",
        )
        expect(here.locator("[data-pending]")).to_contain_text("Paid")
        here.clock.run_for(16_000)
        expect(here.locator("[data-party]")).to_be_hidden()
        expect(here.locator("[data-pending]")).to_be_hidden()


def test_lab10_a_display_that_is_cut_off_says_so_within_fifteen_seconds(browser: Browser, room: Served) -> None:
    with display(browser, room, "T2", alone=True, clock=True) as page:
        mark = page.locator("[data-stale]")
        page.wait_for_function("() => document.documentElement.dataset.feed === 'live'")
        page.context.route(FEED, lambda route: route.abort())
        room.cut()
        page.clock.run_for(5_000)
        expect(mark).to_be_hidden()
        page.clock.run_for(10_000)
        expect(mark).to_be_visible()
        expect(mark).to_have_text(NOT_CURRENT)
        amount, words = page.locator(".figures").first, page.locator(".not-current").first
        for visible, hidden in ((words, amount), (amount, words), (words, amount)):
            expect(visible).to_be_visible(timeout=10_000)
            expect(hidden).to_be_hidden()
        page.context.unroute(FEED)
        page.clock.run_for(10_000)
        expect(mark).to_be_hidden(timeout=15_000)
        expect(amount).to_be_visible()


def test_s14_a_display_that_was_taken_out_says_so(browser: Browser, room: Served) -> None:
    with display(browser, room, "T4") as page:
        out = page.locator("[data-out]")
        expect(out).to_be_hidden()
        do(room, c.FailDisplay(table="T4", display="monitor", what="flickers"), "dan")
        expect(out).to_be_visible()
        do(room, c.RestoreDisplay(table="T4", display="monitor"), "tom")
        expect(out).to_be_hidden()


def test_a_display_loads_itself_anew_once_a_day_at_a_quiet_moment(browser: Browser, room: Served) -> None:
    with display(browser, room, "T2", still=True, clock=True) as page:
        page.wait_for_function("() => document.documentElement.dataset.feed === 'live'")
        page.evaluate("window.yesterday = true")
        page.clock.fast_forward("23:00:00")
        expect(page.locator("[data-stale]")).to_be_hidden(timeout=20_000)
        assert page.evaluate("window.yesterday")
        page.clock.fast_forward("02:00:00")
        page.wait_for_function("() => window.yesterday === undefined")
        expect(page.locator("[data-said]")).to_have_count(2)
