"""Take or pay at the console: corrections, aggregate limits, prizes that wait, what was counted by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.web.chromium import chromium
from tests.web.dealing import Dealer, Hands, dealt_by_hand, entries, settled, sign
from tests.web.serving import Served, fresh


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Real cards at the tables of all four games; Deuces Wild pays at most $10,000 a deal on the Ante."""
    posts = ("limits", "restrictions", "prizes", "employee-play", "disputes", "aggregate")
    tables: dict[str, dict[str, Any]] = {"T1": {"aggregate": {"ante": 1_000_000}, "posts": posts}}
    tables |= {"T3": {}, "T4": {}, "T5": {}}
    with dealt_by_hand(tmp_path_factory.mktemp("chips"), tables) as room:
        yield room


def owed(hands: Hands) -> dict[str, int]:
    """What the lines of the round move in all, by line."""
    return {line["id"]: line["moves"] for position in hands.data()["positions"] for line in position["lines"]}


# -- corrections


def test_a_payment_that_a_correction_changes_is_asked_for_again_by_its_difference(
    house: Served, browser: Browser
) -> None:
    dealer = Dealer(house, browser, "T4")
    dealer.begin(1, 3)
    dealer.wager(player="10")
    dealer.wager(dealer="20")
    dealer.cards("Kh")
    dealer.cards("9s")
    dealer.cards("9d")
    dealer.done()
    assert "Position 1: take or pay" in dealer.shown
    expect(dealer.title).to_have_text("Position 3: surrender or war")
    # Position 1 was paid before position 3 was asked; its card was another.
    Hands(house, "T4").correct(["Kh"], ["8h"])
    expect(dealer.title).to_have_text("Position 1: correct the payment")
    expect(dealer.page.locator(".difference")).to_contain_text("Paid $10, to be taken $10: take back $20")
    assert dealer.page.locator(".difference .counted .unseen").all_inner_texts() == ["4 of $5"]
    dealer.key("Space")
    expect(dealer.title).to_have_text("Position 3: surrender or war")
    dealer.do("W")
    dealer.done()
    dealer.cards("4c")
    dealer.cards("Jc")
    dealer.done()
    assert dealer.shown.count("Position 1: correct the payment") == 0, "once, and not again"
    dealer.do("Enter")
    assert [line["returned"] for line in settled(house, "T4") if line["seat"] == 1] == [0]
    dealer.close()


def test_a_payment_just_made_is_mended_before_the_round_can_be_closed(house: Served, browser: Browser) -> None:
    dealer = Dealer(house, browser, "T4")
    dealer.begin(1)
    dealer.wager(player="10")
    dealer.cards("Kh")
    dealer.cards("9d")
    dealer.done()
    expect(dealer.title).to_have_text("Every wager is settled")
    hands = Hands(house, "T4")
    hands.correct({"player": 1000}, {"player": 5000})
    expect(dealer.page.locator(".difference b").first).to_have_text("Paid $10, owed $50: pay $40 more")
    dealer.page.reload()
    expect(dealer.page.locator(".difference")).to_contain_text("pay $40 more")
    dealer.key("Space")
    expect(dealer.title).to_have_text("Every wager is settled")
    # Corrected back, the chips go back.
    hands.correct({"player": 5000}, {"player": 1000})
    expect(dealer.page.locator(".difference")).to_contain_text("Paid $50, owed $10: take back $40")
    dealer.key("Space")
    # The card makes it a tie: nothing of the payment stands, and the player is asked.
    hands.correct(["9d"], ["Kd"])
    expect(dealer.page.locator(".difference")).to_contain_text("Paid $10, owed $0: take back $10")
    expect(dealer.page.locator(".hands")).to_contain_text("Nothing is owed any more")
    dealer.key("Space")
    expect(dealer.title).to_have_text("Position 1: surrender or war")
    dealer.close()


def test_chips_moved_as_told_are_the_lines_after_any_correction(house: Served) -> None:
    hands = Hands(house, "T5")
    hands.begin(1, 2)
    hands.answer(1, {"first-attack": 1000, "suited-royals": 500})
    hands.answer(2, {"first-attack": 1000, "suited-royals": 500})
    for card in ("Kc", "8d"):
        hands.cards(card)
    hands.answer(1, "pass")
    hands.answer(2, "pass")
    hands.cards("7h")
    hands.answer(1, "pass")
    hands.answer(2, "pass")
    hands.cards("Qc")
    hands.cards("Jc")
    hands.answer(1, "stand")
    hands.answer(2, "stand")
    hands.done()
    assert hands.moved == {"1/suited-royals/1/1": 20_000, "2/suited-royals/1/1": -500}
    hands.correct(["Qc"], ["Qd"])
    [item] = [item for item in hands.data()["queue"] if item["kind"] == "settle"]
    assert (item["seat"], item["what"], item["given"]) == (1, [1], {"1/suited-royals/1/1": 20_000})
    hands.done()
    assert hands.moved == owed(hands) == {"1/suited-royals/1/1": -500, "2/suited-royals/1/1": -500}


# -- what waits


def test_wac_230_15_490_under_an_aggregate_limit_nothing_is_paid_before_the_round_is_over(house: Served) -> None:
    hands = Hands(house, "T1")
    hands.begin(1, 2)
    hands.answer(1, {"ante": 1000})
    hands.answer(2, {"ante": 1000})
    for choice in ("play", "raise"):
        hands.answer(1, choice)
        hands.answer(2, choice)
    hands.cards()
    hands.cards("As", "Ks", "Qs", "Js")
    hands.cards("Ts")
    first = hands.done()["positions"][0]
    assert [(line["does"], line["amount"], line["moves"]) for line in first["lines"]] == [
        ("wait", 250_000, 0),
        ("wait", 250_000, 0),
        ("wait", 500_000, 0),
    ]
    hands.cards("Ah", "Kh", "Qh", "Jh")
    hands.cards("Th")
    data = hands.done()
    assert [item["seat"] for item in data["queue"] if item["kind"] == "settle"] == [2, 1]
    assert hands.moved == owed(hands)
    assert sum(hands.moved.values()) == 1_000_000
    hands.post("house")
    assert sum(line["returned"] - line["stake"] for line in settled(house, "T1")) == 1_000_000


def test_bjs_3_a_posted_prize_is_locked_by_a_step_of_its_own_and_never_paid_by_the_dealer(
    house: Served, browser: Browser
) -> None:
    dealer = Dealer(house, browser, "T1")
    dealer.begin(1)
    dealer.wager(bonus_jackpot="1")
    dealer.count()
    dealer.done()
    expect(dealer.title).to_have_text("Turn the community cards")
    dealer.do("Enter")  # they decide nothing, and are not keyed
    dealer.cards("2h2d2s2c")
    dealer.cards("Xx")
    expect(dealer.title).to_have_text("Position 1: take or pay")
    line = dealer.page.locator(".lines .line")
    expect(line).to_contain_text("PENDING $25,000")
    expect(line).to_contain_text("Held for verification: do not pay it yet")
    dealer.done()
    expect(dealer.title).to_have_text("Posted prize won: hold it for verification")
    assert entries(house, "T1", "hit-claimed") == []
    dealer.do("Enter")
    [claimed] = entries(house, "T1", "hit-claimed")
    assert [hit["amount"] for hit in claimed["hits"]] == [2_500_000]
    expect(dealer.title).to_have_text("Every wager is settled")
    dealer.do("Enter")
    [position] = dealer.data()["last"]["positions"]
    assert [line["does"] for line in position["lines"]] == ["pending"]
    dealer.close()


def test_the_same_id_sent_twice_closes_one_round_and_is_answered_alike(house: Served) -> None:
    hands = Hands(house, "T4")
    hands.begin(1)
    hands.answer(1, {"player": 1000})
    hands.cards("Kh")
    hands.cards("9d")
    hands.done()
    body = {"id": fresh()}
    assert hands.post("house", body) == hands.post("house", body)
    assert len(entries(house, "T4", "round-settled")) == 1


# -- lines of a closed round


def test_a_line_is_corrected_twice_and_stands_so_at_the_console_and_in_the_history(
    house: Served, browser: Browser
) -> None:
    supervisor = Dealer(house, browser, "T4", "sam")
    supervisor.begin(1)
    supervisor.wager(player="10")
    supervisor.cards("Kh")
    supervisor.cards("9d")
    supervisor.done()
    supervisor.do("Enter")
    supervisor.page.get_by_role("tab", name="Take or pay").click()
    for was, returned in (("$20", "10"), ("$10", "15")):
        supervisor.page.get_by_role("button", name="Correct Player of position 1").click()
        fields = supervisor.page.locator("dialog form > .field input")
        expect(supervisor.page.locator("dialog")).to_contain_text(f"{was} was returned")
        fields.nth(0).fill(returned)
        fields.nth(1).fill("mis-paid")
        sign(supervisor.page, "ann")
        expect(supervisor.page.locator("dialog")).to_have_count(0)
        expect(supervisor.page.locator("[data-part=panel]")).to_contain_text("corrected")
    assert [(each["was"], each["returned"]) for each in entries(house, "T4", "line-corrected")] == [
        (2000, 1000),
        (1000, 1500),
    ]
    [line] = supervisor.data()["last"]["lines"]
    assert (line["returned"], line["note"]) == (1500, "corrected after the round to $15 back instead of $20")
    [played] = house.browser().get("/api/tables/T4/history").json()["rounds"]
    assert [line["returned"] for line in played["lines"]] == [1500]
    # A dealer cannot, and is told who can.
    dealer = Dealer(house, browser, "T4")
    dealer.page.get_by_role("tab", name="Take or pay").click()
    expect(dealer.page.locator("[data-part=panel]")).to_contain_text("A supervisor or accounting corrects")
    expect(dealer.page.get_by_role("button", name="Correct Player of position 1")).to_have_count(0)
    dealer.close()
    supervisor.close()


# -- counted by hand


def test_s_11_wagers_counted_by_hand_stay_on_their_spots_in_that_round_and_ever_after(house: Served) -> None:
    supervisor = house.browser("supervisor")
    assert supervisor.post("/api/tables/T1/fail", {"what": "panel dark"}).status_code == 200
    hands = Hands(house, "T1")
    hands.begin(1, 2)
    hands.answer(1, {"bonus-jackpot": 100})
    hands.answer(2, {"bonus-jackpot": 100})
    hands.count(manual=True)
    frame = hands.done()["frame"]
    assert (frame["manual"], frame["indicators"], frame["view"]["collected"]) == (True, {}, [])
    assert not any("into the tray" in said for said in hands.shown)
    hands.cards()
    hands.cards("3d", "4d", "5h", "7h")
    hands.cards("9s")
    hands.cards("7d", "7c", "8h", "2d")
    hands.cards("Xj")
    hands.done()
    moved = dict(hands.moved)
    assert moved["1/bonus-jackpot/1/1"] == -100 and moved["2/bonus-jackpot/1/1"] > 0
    hands.post("house")
    assert supervisor.post("/api/tables/T1/restore", {"what": "new fuse"}).status_code == 200
    hands.begin(1)
    hands.answer(1, {"bonus-jackpot": 100})
    hands.count()
    data = hands.data()
    assert (data["frame"]["manual"], data["frame"]["indicators"]) == (False, {"1": [1]})
    last = {line["id"]: line["moves"] for position in data["last"]["positions"] for line in position["lines"]}
    assert last == moved
