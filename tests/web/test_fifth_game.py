"""A game that only the tests have is played, dealt, hit and reported in its own words, and nothing above it knows it.

High Card is a folder with a felt of its own. Plain Card is a package found by its entry point, without felt,
mathematics or compiled rounds: its felt is drawn. `tests/simulation/test_readable.py` simulates and samples it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Browser, expect

from houseway.compliance.configuration import Table
from houseway.floor import command_index as c
from houseway.jackpots.jackpot_configuration import Jackpot, Meter
from houseway.reports.document import Document
from houseway.reports.floor import REPORTS
from houseway.reports.floor.period import period
from houseway.reports.floor.reading import Reader, Wanted
from houseway.reports.writers.markdown import as_markdown
from houseway.web.live.room import now
from tests.toys import plain_toy, toy_game
from tests.web.chromium import chromium, opened
from tests.web.dealing import Dealer, entries
from tests.web.looking import Looking
from tests.web.played_rounds import Story, moments
from tests.web.playing import play_round, sit, spot
from tests.web.serving import Served, fresh, served

FOLDER, PACKAGE, CONSOLE = "H1", "P1", "H2"


def _table(id: str, game: str, jackpot: str, cards: str) -> Table:
    about = {
        **{"id": id, "game": game, "edition": "1", "cards": cards, "wagers": ["bet", "raise", "twin"]},
        "limits": {"bet": [500, 10_000]},
        "jackpots": {"twin": jackpot},
        "sensors": {"twin": 1},
        "equipment": {"model": "andromeda-5a", "maker": "Houseway", "version": "5b"},
        "layout": {"maker": "Houseway", "design": "HC-4"},
        "displays": [{"kind": "monitor", "networked": True, "shows": ["jackpot-amounts", "maximum"]}],
        "posts": ["limits", "restrictions", "prizes", "employee-play", "disputes"],
    }
    return msgspec.convert(about, Table)


def _jackpot(id: str) -> Jackpot:
    meter = Meter(seed=50_000, reseed=50_000, rate=200_000, reserve=50_000)
    return Jackpot(id=id, scheme="progressive", updates="real-time", wager=100, unreasonable=20_000, meters=(meter,))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("fifth")
    packages = folder / "packages"
    packages.mkdir()
    with toy_game(), plain_toy(packages), served(folder) as room:
        for jackpot in ("twins", "plain-twins"):
            add = c.AddJackpot(jackpot=_jackpot(jackpot))
            room.floor.do(add, id=fresh(), who="ada", second="ann", at=now())
        tables = (
            _table(FOLDER, "high-card", "twins", "virtual"),
            _table(PACKAGE, "plain-card", "plain-twins", "virtual"),
            _table(CONSOLE, "high-card", "twins", "keys"),
        )
        for table in tables:
            room.floor.do(c.AddTable(table=table), id=fresh(), who="ada", second="ann", at=now())
            room.floor.do(c.OpenTable(table=table.id), id=fresh(), who="sam", at=now())
            room.until(lambda id=table.id: room.room.mirror.table(id).open)  # type: ignore[misc]
        yield room


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.mark.parametrize(("table", "name"), [(FOLDER, "High Card"), (PACKAGE, "Plain Card")])
def test_it_is_played_by_mouse_on_its_own_felt_and_on_a_drawn_one(
    house: Served, browser: Browser, table: str, name: str
) -> None:
    with opened(browser) as page:
        sit(page, house, table)
        expect(page.locator("h1")).to_have_text(name)
        expect(page.locator('#felt [data-place="dealer"]').get_by_text("HOUSE CARD")).to_have_count(1)
        page.locator('[data-chip="500"]').click()
        spot(page, "bet").click()
        spot(page, "twin").click()
        page.locator(".confirm").click()
        page.wait_for_selector("#acts.deciding")
        prompt = page.locator("#prompt")
        expect(prompt).to_contain_text("Your card is dealt. Raise, or stay as you are? ")
        expect(page.locator("#rule")).to_contain_text("If time runs out: stay as I am.")
        expect(page.locator("#acts .choice .word")).to_have_text(["Stay as I am", "Raise the bet"])
        expect(page.locator('#felt [data-place="dealer"] [data-card="??"]')).to_have_count(1)
        expect(page.locator("#felt .seat.mine .place [data-card]")).to_have_count(1)
        page.locator("#acts .choice", has_text="Raise the bet").click()
        play_round(page)
        result = page.locator("#acts .result")
        expect(result.locator(".outcomes b")).to_have_text(["Bet and Raise", "Twin Jackpot"])


def test_all_of_it_is_in_sight_on_every_screen_where_the_felt_is_drawn(house: Served, browser: Browser) -> None:
    wrong: list[str] = []
    story = Story(PACKAGE, {"bet": 10_000, "twin": 100}, "Kc 9d", ("raise",), others={1: {"bet": 500}})
    with opened(browser) as page:
        seat = Looking(house, page, PACKAGE)
        wrong += seat.look_for_spots({"bet", "twin"})
        for moment in moments(story, house.room.frames.setup(PACKAGE)):
            seat.show(moment)
            wrong += seat.look(moment)
    assert not wrong, "\n".join(wrong)


def _report(house: Served, name: str) -> str:
    today = time.strftime("%Y-%m-%d")
    state = house.floor.property
    days = period("2020-01-01", today, state.zone, state.day_starts)
    made: Document = REPORTS[name](Reader(house.floor, Wanted(period=days, now=now(), table=CONSOLE)))
    return as_markdown(made, "")


def _check_reports(house: Served) -> None:
    """Reports name its wagers, results and decisions."""
    recalled = _report(house, "recall")
    assert "Twin Jackpot" in recalled
    assert "Twins of one color" in recalled
    assert "Position 2: Raise or stay, Raise the bet" in recalled
    assert "Twins of one color" in _report(house, "hits")


def test_it_is_dealt_on_the_console_its_progressive_counted_hit_and_reported(house: Served, browser: Browser) -> None:
    dealer = Dealer(house, browser, CONSOLE)
    dealer.begin(1, 2)
    for _ in range(2):
        dealer.wager(bet="5", twin="1")
    dealer.count()
    expect(dealer.title).to_have_text("Position 1: asks to stay as I am or raise the bet")
    expect(dealer.page.locator(".choices .choice").first).to_contain_text("Stay as I am")
    dealer.do("S")
    dealer.do("R")
    expect(dealer.title).to_have_text("Turn the house card")
    dealer.cards("Ks")
    dealer.cards("Kc")
    dealer.done()
    table = dealer.page.locator("[data-part=panel]")
    expect(table.locator(".middle-place")).to_contain_text("House card")
    expect(table).to_contain_text("king: ties the house")
    dealer.cards("9h")
    dealer.done()
    expect(table).to_contain_text("nine: loses to the house")
    expect(dealer.title).to_have_text("Jackpot hit: hold the prize for verification")
    expect(dealer.page.locator(".claims")).to_have_text("Position 1 Twin Jackpot: Twins of one color")
    dealer.do("Enter")
    expect(dealer.page.locator(".pending:not(.surveillance)")).to_contain_text("Twins of one color")
    dealer.done()
    dealer.do("Enter")
    expect(dealer.title).to_have_text("Round 2: positions in play")
    [counted] = entries(house, CONSOLE, "tabulated")
    assert counted["picture"] == {"1": [1, 2]}
    [claimed] = entries(house, CONSOLE, "hit-claimed")
    assert [(hit["seat"], hit["event"]) for hit in claimed["hits"]] == [(1, "twins-of-one-color")]
    dealer.close()
    _check_reports(house)


def test_its_display_and_the_floor_show_it_by_name(house: Served) -> None:
    visitor = house.browser()
    floor = visitor.get("/", headers={"accept": "text/html"}).text
    assert "High Card" in floor and "Plain Card" in floor
    assert "Twin Jackpot" in visitor.get(f"/vision/{PACKAGE}", headers={"accept": "text/html"}).text
