"""The keys of a round at the dealer's console, counted; and what becomes of a key that has no use."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.web.chromium import chromium
from tests.web.dealing import Dealer, dealt_by_hand, entries
from tests.web.key_robot import KeyRobot
from tests.web.serving import Served

MOST = {"T1": 30, "T5": 34, "T3": 16, "T4": 16}
"""The most keys a round at six positions, beside two for each card, by table: of Deuces Wild, Triple Attack, Three Card
Split and Dueling."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Real cards at the tables of all four games."""
    tables: dict[str, dict[str, object]] = {table: {} for table in MOST}
    with dealt_by_hand(tmp_path_factory.mktemp("keys"), tables, conforming=False) as room:
        yield room


# -- counted


@pytest.mark.parametrize("table", MOST)
def test_a_round_at_a_full_table_takes_few_keys(house: Served, browser: Browser, table: str) -> None:
    robot = KeyRobot(house, browser, table, seed=16)
    robot.deal()
    # The table is open: every further round repeats the one before, with what has changed.
    robot.counts.clear()
    for _ in range(4):
        robot.deal()
    assert robot.mean <= MOST[table], robot.counts
    assert len(entries(house, table, "round-settled")) == 5
    robot.dealer.close()


@pytest.mark.soak
@pytest.mark.parametrize("table", MOST)
def test_a_hundred_rounds_take_few_keys_from_the_first_wager_with_slips_mended(
    house: Served, browser: Browser, table: str
) -> None:
    robot = KeyRobot(house, browser, table, seed=100)
    for _ in range(100):
        robot.deal()
    assert robot.mean <= MOST[table], robot.counts
    assert len(entries(house, table, "answer-corrected")) == 4
    robot.dealer.close()


# -- for several positions at once


def laid(house: Served, table: str, since: int) -> dict[int, dict[str, int]]:
    """The wagers in the answers of a table after the first ``since`` entries of them."""
    given = [answer for entry in entries(house, table, "answered")[since:] for answer in entry["answers"]]
    return {answer["who"]: answer["answer"] for answer in given if isinstance(answer["who"], int)}


def test_wagers_are_laid_for_all_changed_for_one_and_repeated(house: Served, browser: Browser) -> None:
    dealer = Dealer(house, browser, "T4")
    alert = dealer.page.locator("[data-part=notice]")
    if not dealer.data()["seats-before"]:
        dealer.key("0", "7")
    number = len(entries(house, "T4", "answered"))
    dealer.do("Enter")
    dealer.key("Enter")
    expect(alert).to_contain_text("No wager is entered")
    dealer.page.keyboard.type("0p/25")
    dealer.key("Enter")
    dealer.page.keyboard.type("3t5pd2pp/50")
    dealer.key("Enter")
    dealer.do("Enter")
    expect(dealer.title).to_have_text("Press tabulate")
    usual = {"player": 2500}
    wanted = {1: usual, 2: {"player": 5000}, 3: {**usual, "tie-plus": 200}, 4: usual, 5: {"dealer": 500}, 6: usual}
    assert laid(house, "T4", number) == wanted
    dealer.do("Enter")
    # Cards are taken as fast as they come, and who closes the round has taken and paid.
    dealer.page.keyboard.type("khqhjhtc9d8d2c")
    expect(dealer.title).to_have_text("Position 1: take or pay")
    expect(dealer.page.locator(".later li").last).to_contain_text("pay $25")
    dealer.do("Enter")
    expect(dealer.title).to_contain_text("positions in play")
    number = len(entries(house, "T4", "answered"))
    dealer.do("r")
    dealer.do("Enter")
    assert laid(house, "T4", number) == wanted
    dealer.close()


def test_a_key_that_is_not_used_is_explained(house: Served, browser: Browser) -> None:
    dealer = Dealer(house, browser, "T5")
    notice = dealer.page.locator("[data-part=notice]")

    def says(key: str, *words: str) -> None:
        dealer.key(key)
        for each in words:
            expect(notice).to_contain_text(each)

    if not dealer.data()["seats-before"]:
        dealer.key("0")
    says("q", "Q has no meaning here", "Press ? for the keys")
    says("9", "This table has no position 9")
    says("F2", "no answer of this round to correct")
    says("F4", "no round in progress to void")
    says("F6", "no small hit")
    dealer.do("Enter")
    says("8", "Position 8 is not in this round")
    dealer.key("0", "f")
    expect(notice).to_be_hidden()
    says("m", "M has no meaning here")
    dealer.do("Enter")
    dealer.do("Enter")
    expect(dealer.title).to_have_text("Deal a card to position 1")
    # A ten in a game without tens, a suit before its rank, one that is no suit.
    says("t", "There are no tens in this deck", "description cards", "every ten is taken")
    says("h", "H is a suit, and no rank is keyed yet")
    says("x", "There are no jokers in this deck")
    dealer.key("9")
    says("p", "P is no suit")
    dealer.page.keyboard.type("h8h7h6h5h4h")
    expect(dealer.title).to_have_text("Position 1: second attack: pass or bet")
    says("=", "Nobody has answered this question yet")
    dealer.do("p")
    dealer.do("=")
    expect(dealer.title).to_have_text("Deal a card to the dealer")
    given = [each for entry in entries(house, "T5", "answered")[-6:] for each in entry["answers"]]
    assert [(each["who"], each["answer"]) for each in given] == [(seat, "pass") for seat in range(1, 7)]
    dealer.key("?")
    expect(dealer.page.locator("dialog")).to_contain_text("the same answer for all the rest")
    dealer.close()
