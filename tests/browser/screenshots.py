"""Pictures of every screen: light and dark, on a desk and on a phone. ``make screenshots`` writes build/screenshots.

With ``--pictures`` the few that the documentation shows are written anew into docs/pictures.
"""

from __future__ import annotations

import argparse
import re
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from playwright.sync_api import Browser, Page, ViewportSize, expect

from houseway.floor import command_index as c
from houseway.floor.permission.people import panel_of
from houseway.reports.displays.display_files import export as write
from houseway.web.demo import SITTING
from houseway.web.live.runner import Pace
from tests.browser.screens import SETTLED, office_pages, sign_in
from tests.web.chromium import chromium
from tests.web.dealing import Dealer
from tests.web.office import do, hit
from tests.web.playing import GAMES, MAIN, decide, play_round
from tests.web.serving import Served, served

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "screenshots"
PICTURES = ROOT / "docs" / "pictures"
MOST = 150_000
"""Bytes of a picture in the documentation, at most."""

SIZES = {
    "desk": ViewportSize(width=1366, height=768),
    "wide": ViewportSize(width=1920, height=1080),
    "phone": ViewportSize(width=390, height=844),
}
SMALL = {"laptop": ViewportSize(width=1280, height=720), "tablet": ViewportSize(width=1024, height=768)}
"""Where the whole felt would be too small: the seat stands beside it."""

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SHOWN = {
    "seat-triple-attack-deciding-desk-dark": "seat.jpg",
    "console-cards-desk-light": "console.png",
    "vision-T2-monitor": "display.jpg",
    "floor-desk-light": "floor.png",
    "lab-paytable-desk-light": "lab.png",
}
"""The pictures of the documentation, and what they are called there."""

BESIDE = {
    "T1": ("three-card-treasure", "five-card-fortune"),
    "T2": ("suited-royals", "triple-match"),
    "T3": ("three-card-bonus", "four-card-bonus"),
    "T4": ("tie-plus", "combo-bet"),
}
"""Wagers that are placed beside the main one."""

SCREENS = {"monitor": (1920, 1080), "frame": (800, 480), "led": (1920, 360), "sign": (1920, 1080)}
"""The displays, and how many points each has."""

LIVELY = Pace(wager=600.0, decide=600.0, between=2.0, move=0.02, deal=0.02)


class Camera:
    """Takes pictures of one state of a page after another."""

    def __init__(self, room: Served, browser: Browser) -> None:
        self.room = room
        self.browser = browser

    @contextmanager
    def page(self, path: str = "/", *, alone: bool = False) -> Iterator[Page]:
        """A window of somebody unknown. ``alone``: its connection is its own, to be cut."""
        context = self.browser.new_context(viewport=SIZES["desk"], reduced_motion="reduce")
        page = context.new_page()
        if alone:
            page.add_init_script("delete window.SharedWorker; delete window.BroadcastChannel;")
        page.goto(f"{self.room.address}{path}")
        yield page
        context.close()

    def take(
        self, page: Page, name: str, *, whole: bool = False, sizes: Mapping[str, ViewportSize] = MappingProxyType(SIZES)
    ) -> None:
        """A state of a page, on desks and on a phone, light and dark. ``whole``: all of it, not what fits."""
        for device, size in sizes.items():
            page.set_viewport_size(size)
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)
                # The console is dark unless somebody chose otherwise.
                page.evaluate("(scheme) => { document.documentElement.dataset.theme = scheme; }", scheme)
                page.evaluate(SETTLED)
                page.screenshot(path=BUILD / f"{name}-{device}-{scheme}.png", full_page=whole)
        page.set_viewport_size(SIZES["desk"])

    def one(self, page: Page, name: str, width: int, height: int) -> None:
        """A display, at its size."""
        page.set_viewport_size(ViewportSize(width=width, height=height))
        page.evaluate(SETTLED)
        page.screenshot(path=BUILD / f"{name}.png")


def doors(camera: Camera) -> None:
    """The floor, the door, what is refused."""
    with camera.page() as page:
        camera.take(page, "floor", whole=True)
        page.goto(f"{camera.room.address}/login")
        camera.take(page, "login")
        page.goto(f"{camera.room.address}/office")
        page.goto(f"{camera.room.address}/tables/T99")
        camera.take(page, "refused")
        sign_in(page, camera.room.address, "supervisor", "/account")
        camera.take(page, "account", whole=True)


def seats(camera: Camera) -> None:
    """A round of each game: wagers, a decision, the result, the rules."""
    with camera.page() as page:
        for table, slug in GAMES.items():
            page.goto(f"{camera.room.address}/tables/{table}")
            camera.take(page, f"seat-{slug}-watching")
            page.goto(camera.room.address)
            page.locator(f'[data-table="{table}"] [data-sit]').click()
            page.wait_for_url(f"**/tables/{table}")
            page.wait_for_selector("#rack:not([hidden])")
            page.locator('[data-chip="2500"]').click()
            page.locator(f'#felt .spot.open[data-wager="{MAIN[table]}"]').first.click()
            page.locator('[data-chip="500"]').click()
            for wager in BESIDE[table]:
                page.locator(f'#felt .spot.open[data-wager="{wager}"]').click()
            camera.take(page, f"seat-{slug}-wagers", sizes=SIZES | SMALL)
            page.locator(".confirm").click()
            page.wait_for_selector("#acts.deciding, #acts .result")
            if page.locator("#acts.deciding").count():
                camera.take(page, f"seat-{slug}-deciding", sizes=SIZES | SMALL)
                page.locator("#acts .advice button").click()
                page.wait_for_selector("#acts .advice .says")
                camera.take(page, f"seat-{slug}-hint")
                decide(page)
            play_round(page)
            camera.take(page, f"seat-{slug}-result", sizes=SIZES | SMALL)
            page.locator('[data-drawer="odds"]').click()
            camera.take(page, f"seat-{slug}-odds")
            page.keyboard.press("Escape")
            page.locator("#leave").click()
            page.wait_for_url(f"{camera.room.address}/")


def consoles(camera: Camera) -> None:
    """A round of real cards at the console, step by step."""
    dealer = Dealer(camera.room, camera.browser, "T5", reduced_motion="reduce", viewport=SIZES["desk"])
    dealer.done()
    camera.take(dealer.page, "console-begin")
    dealer.begin(1, 2)
    camera.take(dealer.page, "console-wagers")
    dealer.wager(first_attack="10", jackpot="1")
    dealer.wager(first_attack="20", jackpot="1")
    dealer.do("Enter")
    camera.take(dealer.page, "console-indicators")
    dealer.lights()
    dealer.done()
    for card in ("Kh", "9c"):
        dealer.cards(card)
    camera.take(dealer.page, "console-ask")
    dealer.do("P")
    dealer.do("P")
    camera.take(dealer.page, "console-cards")
    dealer.cards("7d")
    dealer.do("P")
    dealer.do("P")
    for card in ("9s", "8d"):
        dealer.cards(card)
    dealer.done()
    dealer.do("S")
    dealer.do("S")
    dealer.cards("9h")
    dealer.cards("Kd")
    expect(dealer.title).to_have_text("Position 1: take or pay")
    camera.take(dealer.page, "console-pay")
    dealer.key("F2")
    camera.take(dealer.page, "console-correct")
    dealer.key("Escape")
    dealer.page.goto(f"{camera.room.address}/tables/T6/console")
    expect(dealer.title).not_to_have_text("One moment")
    camera.take(dealer.page, "console-tabulator")
    dealer.page.goto(f"{camera.room.address}/tables/T2/console")
    expect(dealer.title).not_to_have_text("One moment")
    camera.take(dealer.page, "console-virtual")
    dealer.context.close()


def displays(camera: Camera) -> None:
    """Displays of every theme; one with a hit."""
    for table in (*GAMES, "T6"):
        for theme, (width, height) in SCREENS.items():
            with camera.page(f"/vision/{table}?theme={theme}") as page:
                # A jackpot system has not every display.
                if page.locator("#screen").count():
                    camera.one(page, f"vision-{table}-{theme}", width, height)
    with camera.page("/vision/T4") as page:
        camera.one(page, "vision-T4-upright", 1080, 1920)
    with camera.page("/vision/T4/page") as page:
        camera.one(page, "vision-T4-page", 1000, 1300)
    with camera.page("/vision/T6") as page:
        page.wait_for_selector("html[data-feed=live]")
        floor = camera.room.floor
        number = floor.table("T6").round + 1
        do(camera.room, c.Tabulate(table="T6", round=number, picture={"1": (3, 5)}), panel_of("T6"))
        claims = (c.Claimed(seat=3, wager="jackpot", event="four-aces"),)
        do(camera.room, c.ClaimHit(table="T6", round=number, claims=claims, cards="As Ah Ad Ac"), panel_of("T6"))
        page.wait_for_selector("[data-party]:not([hidden])")
        camera.one(page, "vision-T6-hit", 1920, 1080)
        page.reload()
        page.wait_for_selector("[data-pending]:not([hidden])")
        camera.one(page, "vision-T6-pending", 1920, 1080)
    export(camera)
    stale(camera)


def stale(camera: Camera) -> None:
    """Displays that were cut off."""
    with ExitStack() as stack:
        shown = {}
        for table, theme in (("T2", "monitor"), ("T4", "monitor"), ("T1", "frame"), ("T1", "led")):
            page = shown[table, theme] = stack.enter_context(camera.page(f"/vision/{table}?theme={theme}", alone=True))
            page.wait_for_selector("html[data-feed=live]")
            page.context.route(re.compile(r"/feed\?"), lambda route: route.abort())
        camera.room.cut()
        for (table, theme), page in shown.items():
            page.wait_for_selector("#screen.is-stale", timeout=30_000)
            camera.one(page, f"vision-{table}-stale-{theme}", *SCREENS[theme])


def export(camera: Camera) -> None:
    """The images for the memory card of a photo frame."""
    for table in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            done = write(camera.room.room.mirror, table, Path(folder), time.time_ns() // 1000)
            for file in (each for each in done.files if each.suffix == ".png"):
                shutil.copy(file, BUILD / f"export-{file.name}")


def offices(camera: Camera) -> None:
    """Every page of the back office."""
    hit(camera.room)
    with camera.page("/login") as page:
        sign_in(page, camera.room.address, "administrator")
        for path in office_pages(page, camera.room.address):
            camera.take(page, path.partition("?")[0].strip("/").replace("/", "-"), whole=True)


def lab(camera: Camera) -> None:
    """The Lab: a changed table, a strategy with an opened cell, a shift, tables for a target, designs compared."""
    with camera.page("/lab?game=deuces-wild&wager=ante&pay=ante/flush=2&pay=ante/straight=4") as page:
        page.wait_for_selector("#curve:not(.waits) svg")
        page.wait_for_selector("#approved-tables table")
        camera.take(page, "lab-paytable", whole=True)
        page.get_by_role("tab", name="Strategy").click()
        page.locator("#charts .starred").first.click()
        page.wait_for_selector("#charts .told table")
        camera.take(page, "lab-strategy", whole=True)
        page.get_by_role("tab", name="Money").click()
        page.fill("#money-won", "-1200")
        page.wait_for_selector("#money-found .says")
        camera.take(page, "lab-money", whole=True)
    with camera.page("/lab?game=deuces-wild&wager=three-card-treasure#target") as page:
        for row in ("mini-royal", "straight-flush", "three-of-a-kind", "straight"):
            page.check(f'[name="row"][value="{row}"]')
        page.fill("#target-hits", "20")
        page.get_by_role("button", name="Find tables").click()
        page.wait_for_selector("#found button")
        camera.take(page, "lab-target", whole=True)
        for place, name in enumerate(("Tighter", "Five percent")):
            page.locator("#found button").nth(place).click()
            page.get_by_role("tab", name="Designs").click()
            page.fill("#design-name", name)
            page.get_by_role("button", name="Save", exact=True).click()
            page.get_by_label(f"Compare {name}").check()
            page.get_by_role("tab", name="Target").click()
        page.get_by_role("tab", name="Designs").click()
        page.wait_for_selector("#comparison table")
        camera.take(page, "lab-designs", whole=True)


PARTS = {"lab": lab, "doors": doors, "seats": seats, "consoles": consoles, "displays": displays, "offices": offices}


def small(source: Path, target: Path) -> None:
    """A picture for the documentation, of few bytes: felts as JPEG, whatever is mostly letters in few colours."""
    from PIL import Image

    with Image.open(source) as picture:
        plain = picture.convert("RGB")
    plain.thumbnail((1366, 1366))
    if target.suffix == ".png":
        plain.quantize(256, dither=Image.Dither.NONE).save(target, optimize=True)
    for quality in range(88, 40, -4):
        if target.suffix == ".jpg":
            plain.save(target, quality=quality, optimize=True, progressive=True)
        if target.stat().st_size <= MOST:
            return
    raise SystemExit(f"{target.name} has more than {MOST} bytes")


def main() -> None:
    """Take the pictures."""
    words = argparse.ArgumentParser(description=main.__doc__)
    words.add_argument("parts", nargs="*", metavar="part", help=f"only these, of {', '.join(PARTS)}")
    words.add_argument("--pictures", action="store_true", help="write those of the documentation too")
    given = words.parse_args()
    if not given.parts:
        shutil.rmtree(BUILD, ignore_errors=True)
    BUILD.mkdir(parents=True, exist_ok=True)
    for name in given.parts or PARTS:
        if name not in PARTS:
            words.error(f"no part is called {name}: they are {', '.join(PARTS)}")
        with (
            tempfile.TemporaryDirectory() as folder,
            served(Path(folder), sitting=SITTING, pace=LIVELY) as room,
            chromium(drawn=True) as browser,
        ):
            PARTS[name](Camera(room, browser))
    if given.pictures:
        PICTURES.mkdir(parents=True, exist_ok=True)
        for source, target in SHOWN.items():
            small(BUILD / f"{source}.png", PICTURES / target)
    print(f"{len(list(BUILD.glob('*.png')))} pictures in {BUILD.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
