"""The dealer's console: whole rounds of physical cards in a real browser, and what may go wrong at a table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.axe import serious
from tests.web.chromium import chromium
from tests.web.dealing import Dealer, dealt_by_hand, entries, settled, sign
from tests.web.serving import PASSWORD, PEOPLE, Served

KEYED = {"T1": "deuces-wild", "T3": "three-card-split", "T4": "dueling", "T5": "triple-attack"}
"""Tables of all four games whose cards are keyed."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A room where real cards are dealt at the tables of all four games."""
    tables: dict[str, dict[str, object]] = {id: {} for id in KEYED}
    with dealt_by_hand(tmp_path_factory.mktemp("console"), tables, sitting={"T2": ("ivy",)}) as room:
        yield room


def violations(page: Page) -> list[str]:
    """What axe-core finds serious on the page, and by its colours in its other theme too."""
    found = serious(page)
    page.evaluate("() => { document.documentElement.dataset.theme = 'light'; }")
    found += serious(page, colours=True)
    page.evaluate("() => { document.documentElement.dataset.theme = 'dark'; }")
    return found


# -- whole rounds of the four games


def test_a_round_of_dueling_is_dealt_by_keys_alone(house: Served, browser: Browser) -> None:
    dealer = Dealer(house, browser, "T4")
    dealer.begin(1, 3)
    dealer.wager(player="10", tie_plus="5")
    dealer.wager(dealer="20")
    dealer.cards("Kh")
    dealer.cards("9s")
    dealer.cards("9d")
    dealer.done()
    expect(dealer.title).to_have_text("Position 3: surrender or war")
    dealer.do("W")
    dealer.done()
    dealer.cards("4c")
    dealer.cards("Jc")
    dealer.done()
    expect(dealer.title).to_have_text("Every wager is settled")
    dealer.do("Enter")
    expect(dealer.title).to_have_text("Round 2: positions in play")
    lines = {(line["seat"], line["wager"]): line["returned"] for line in settled(house, "T4")}
    assert lines == {(1, "player"): 2000, (1, "tie-plus"): 0, (3, "dealer"): 2000, (3, "war"): 4000}
    assert "Position 1: take or pay" in dealer.shown and "Position 3: take or pay" in dealer.shown
    assert any(said.startswith("Deal face down, one card each time: the discard rack") for said in dealer.shown)
    assert [note["clause"] for note in entries(house, "T4", "procedure-noted")] == ["how to play 7 chips"]
    dealer.close()


def test_take_or_pay_says_exact_amounts_odds_and_chips(house: Served, browser: Browser) -> None:
    dealer = Dealer(house, browser, "T4")
    dealer.begin(2)
    dealer.wager(player="130")
    dealer.cards("Kh")
    dealer.cards("9d")
    expect(dealer.title).to_have_text("Position 2: take or pay")
    line = dealer.page.locator(".lines .line")
    expect(line).to_contain_text("Pay $130")
    expect(line).to_contain_text("1 to 1")
    assert line.locator(".counted .unseen").all_inner_texts() == ["1 of $100", "1 of $25", "1 of $5"]
    line.locator("summary").click()
    expect(line.locator("details")).to_contain_text("PLAYER")
    dealer.close()


def test_a_round_of_triple_attack_with_the_count_the_look_and_a_split(house: Served, browser: Browser) -> None:
    dealer = Dealer(house, browser, "T5")
    dealer.begin(1)
    dealer.wager(first_attack="10", jackpot="1")
    expect(dealer.title).to_have_text("Press tabulate")
    dealer.count()
    dealer.cards("8h")
    expect(dealer.title).to_have_text("Position 1: second attack: pass or bet")
    dealer.key("5")
    dealer.do("Enter")
    dealer.cards("Qd")
    dealer.do("P")
    dealer.cards("8s")
    dealer.done()
    expect(dealer.title).to_have_text("Peek at the dealer's cards: blackjack?")
    dealer.do("N")
    expect(dealer.title).to_contain_text("split")
    dealer.do("P")
    dealer.done()
    dealer.cards("Jc")
    dealer.cards("9c")
    dealer.do("S")
    dealer.do("S")
    dealer.cards("7d")
    dealer.done()
    dealer.do("Enter")
    expect(dealer.title).to_have_text("Round 2: positions in play")
    lines = {(line["wager"], line.get("hand", 1)): line["returned"] for line in settled(house, "T5")}
    assert lines[("first-attack", 1)] == 2000 and lines[("second-attack", 1)] == 1000
    assert lines[("split", 2)] == 1500, "17 and 17 push"
    assert entries(house, "T5", "indicators-confirmed")
    assert [note["clause"] for note in entries(house, "T5", "procedure-noted")] == ["rules 8(d) parting"]
    dealer.close()


def test_a_round_of_three_card_split_house_hand_set_wrongly_reset_and_a_foul(house: Served, browser: Browser) -> None:
    dealer = Dealer(house, browser, "T3")
    dealer.begin(2, 5)
    dealer.wager(primary="10")
    dealer.wager(primary="25", four_card_bonus="5")
    dealer.done()
    expect(dealer.title).to_have_text("Positions 2 and 5: set the hand")
    before = dealer.data()["frame"]["view"]["cards"]
    assert {text for texts in before.values() for text in texts} == {"??"}, "nothing is known before it is turned"
    dealer.do("3")
    dealer.do("H")
    dealer.done()
    expect(dealer.title).to_have_text("Turn the dealer's cards")
    dealer.cards("9s2d8c")
    expect(dealer.page.locator(".worked")).to_contain_text("House way: 8c 9s high, 2d low")
    expect(dealer.page.locator(".worked")).to_contain_text("appendix A C.ii")
    dealer.do("1")
    dealer.done()
    expect(dealer.title).to_have_text("Reset the house hand to the house way")
    dealer.do("R")
    dealer.done()
    dealer.cards("Kd")
    expect(dealer.title).to_have_text("Turn the cards of position 5")
    dealer.cards("QhQs4d")
    expect(dealer.title).to_have_text("Position 5: cards 1 and 2 to the high hand; the other card to the low hand")
    dealer.done()
    dealer.cards("4c7h")
    dealer.cards("Ac")
    expect(dealer.page.locator("[data-part=panel]")).to_contain_text("foul")
    dealer.done()
    dealer.do("Enter")
    expect(dealer.title).to_have_text("Round 2: positions in play")
    lines = {(line["seat"], line["wager"]): (line["event"], line["returned"]) for line in settled(house, "T3")}
    assert lines[(2, "primary")] == ("foul", 0)
    assert lines[(5, "primary")] == ("win", 5000)
    dealer.close()


def test_a_round_of_deuces_wild_with_treasure_fortune_and_a_new_deck(house: Served, browser: Browser) -> None:
    dealer = Dealer(house, browser, "T1")
    expect(dealer.title).to_have_text("Before the cards first go into the shuffler, inspect them and wash them.")
    assert entries(house, "T1", "procedure-noted") == []
    dealer.begin(1, 4)
    assert [note["clause"] for note in entries(house, "T1", "procedure-noted")] == ["dealing 3"]
    dealer.wager(ante="10", three_card_treasure="5")
    dealer.wager(five_card_fortune="5")
    dealer.done()
    assert "Deal face down, one card each time: the community, position 1, position 4, 3 times" in dealer.shown
    expect(dealer.title).to_have_text("Position 1: declare Treasure or not")
    dealer.do("D")
    dealer.cards("7h7d7s")
    dealer.done()
    expect(dealer.title).to_have_text("Position 1: fold or play")
    dealer.do("P")
    dealer.done()
    expect(dealer.title).to_have_text("Position 4: select for Five Card Fortune")
    dealer.do("2")
    dealer.done()
    dealer.do("R")
    dealer.done()
    dealer.cards("KcKdQs3h")
    dealer.cards("4c")
    dealer.done()
    dealer.cards("5h")
    dealer.done()
    dealer.cards("Kh")
    dealer.done()
    expect(dealer.title).to_have_text("Every wager is settled")
    dealer.do("Enter")
    lines = {(line["seat"], line["wager"]): line for line in settled(house, "T1")}
    assert lines[(1, "three-card-treasure")]["event"] == "three-of-a-kind"
    assert lines[(1, "raise")]["returned"] > lines[(1, "raise")]["stake"]
    assert lines[(4, "five-card-fortune")]["event"] == "three-of-a-kind"
    ticked = {note["clause"] for note in entries(house, "T1", "procedure-noted")}
    assert {"dealing 18 scoop", "dealing 20(b) chips", "dealing 22(b) tuck", "dealing 23 gather"} <= ticked
    assert "dealing 20(a) chips" not in ticked, "nobody gave up Treasure"
    # A washed deck is not washed again before the next round, unless a new one comes in.
    expect(dealer.title).to_have_text("Round 2: positions in play")
    dealer.key("F8")
    dealer.page.locator("dialog .ticks input").first.check()
    dealer.page.locator("dialog button[type=submit]").click()
    expect(dealer.page.locator("dialog")).to_have_count(0)
    assert [note["clause"] for note in entries(house, "T1", "procedure-noted")].count("dealing 3") == 2
    dealer.close()


# -- cards and chips by finger


def test_the_same_by_touch_cards_from_the_grid_and_chips_from_the_pad(house: Served, browser: Browser) -> None:
    dealer = Dealer(house, browser, "T4", has_touch=True)
    page = dealer.page
    page.locator(".seat-toggle").nth(5).tap()
    page.get_by_role("button", name="Begin the round").tap()
    page.get_by_role("button", name="Position 6, Player: nothing").tap()
    page.get_by_role("button", name="Add $25", exact=True).tap()
    page.get_by_role("button", name="Add $5", exact=True).tap()
    page.get_by_role("button", name="Position 6: confirm $30").tap()
    page.get_by_role("button", name="Tabulate").tap()
    page.get_by_role("button", name="Ace of spades").tap()
    expect(dealer.title).to_have_text("Deal a card to the community")
    page.get_by_role("button", name="Two of spades").tap()
    expect(page.locator(".lines")).to_contain_text("Pay $30")
    dealer.close()


def test_a_card_that_is_gone_is_dimmed_and_a_scanner_types(house: Served, browser: Browser) -> None:
    dealer = Dealer(house, browser, "T1")
    dealer.begin(1)
    dealer.wager(three_card_treasure="5")
    dealer.done()
    dealer.do("D")
    dealer.page.keyboard.type("10hXX")  # a scanner that writes a ten in two figures, and the joker
    slots = dealer.page.locator(".slot")
    expect(slots.nth(0).locator("svg")).to_have_attribute("data-card", "Th")
    expect(dealer.page.get_by_role("button", name="Ten of hearts, gone")).to_be_disabled()
    expect(slots.nth(1).locator("svg")).to_have_attribute("data-card", "Xj")
    expect(slots.nth(2).locator("svg")).to_have_count(0)
    expect(dealer.page.locator(".slots")).to_contain_text("Joker is gone already")
    dealer.close()


# -- what may go wrong


def signed(page: Page, login: str) -> None:
    sign(page, login)
    expect(page.locator("dialog")).to_have_count(0)


def test_a_mis_keyed_card_is_mended_under_a_supervisor_and_later_answers_are_asked_anew(
    house: Served, browser: Browser
) -> None:
    dealer = Dealer(house, browser, "T4")
    dealer.begin(1)
    dealer.wager(player="10")
    dealer.cards("9h")
    dealer.cards("9d")
    expect(dealer.title).to_have_text("Position 1: surrender or war")
    dealer.do("W")
    dealer.done()
    dealer.page.get_by_role("tab", name="Answers").click()
    dealer.page.get_by_role("button", name="Correct answer 4: Deal a card to the community").click()
    dealer.page.locator("dialog h2").click()
    dealer.page.keyboard.type("8d")
    sign(dealer.page, "sam", "not the password")
    expect(dealer.page.locator("dialog .refusal")).to_contain_text("do not go together")
    sign(dealer.page, "dan")
    expect(dealer.page.locator("dialog .refusal")).to_be_visible()
    assert entries(house, "T4", "answer-corrected") == []
    sign(dealer.page, "sam")
    expect(dealer.page.locator("dialog")).to_have_count(0)
    expect(dealer.title).to_have_text("Position 1: take or pay")
    [corrected] = entries(house, "T4", "answer-corrected")
    assert (corrected["was"], corrected["answer"], corrected["kept"]) == (["9d"], ["8d"], 4)
    dealer.done()
    dealer.do("Enter")
    assert [(line["event"], line["returned"]) for line in settled(house, "T4")] == [("win", 2000)]
    dealer.close()


def test_the_last_card_can_still_be_mended_because_the_dealer_closes_the_round(house: Served, browser: Browser) -> None:
    supervisor = Dealer(house, browser, "T4", "sam")
    supervisor.begin(1)
    supervisor.wager(player="10")
    supervisor.cards("9h")
    supervisor.cards("Td")
    expect(supervisor.title).to_have_text("Position 1: take or pay")
    expect(supervisor.page.locator(".lines")).to_contain_text("Take $10")
    supervisor.key("F2")
    supervisor.page.locator("dialog h2").click()
    supervisor.page.keyboard.type("2d")
    expect(supervisor.page.locator("dialog .signature")).to_have_count(0)
    supervisor.page.locator("dialog button[type=submit]").click()
    expect(supervisor.page.locator(".lines")).to_contain_text("Pay $10")
    supervisor.close()


def test_a_round_is_voided_with_a_supervisor_and_every_wager_goes_back(house: Served, browser: Browser) -> None:
    dealer = Dealer(house, browser, "T5")
    dealer.begin(1, 2)
    dealer.wager(first_attack="10")
    dealer.wager(first_attack="25")
    dealer.cards("8h")
    dealer.key("F4")
    expect(dealer.page.locator("dialog .give-back")).to_contain_text("Position 2")
    dealer.page.locator("dialog input[list]").fill("Misdeal")
    sign(dealer.page, "sam")
    expect(dealer.title).to_have_text("Round 2: positions in play")
    [void] = entries(house, "T5", "round-voided")
    assert void["reason"] == "Misdeal"
    assert [(line["seat"], line["returned"]) for line in void["record"]["lines"]] == [(1, 1000), (2, 2500)]
    dealer.close()


def test_a_void_may_be_proposed_and_approved_in_the_supervisor_s_own_session(house: Served, browser: Browser) -> None:
    dealer = Dealer(house, browser, "T4")
    dealer.begin(1)
    dealer.wager(player="10")
    dealer.key("F4")
    dealer.page.locator("dialog input[list]").fill("Card exposed")
    dealer.page.get_by_role("button", name="Send for approval").click()
    expect(dealer.page.locator("dialog")).to_contain_text("Sent for approval")
    supervisor = house.browser("supervisor")
    [proposal] = supervisor.get("/api/proposals", params={"state": "open"}).json()
    assert supervisor.post(f"/api/proposals/{proposal['id']}/approve").status_code == 200
    expect(dealer.title).to_have_text("Round 2: positions in play")
    dealer.close()


def test_indicators_and_chips_that_disagree_call_a_supervisor(house: Served, browser: Browser) -> None:
    dealer = Dealer(house, browser, "T5")
    dealer.begin(1, 2)
    dealer.wager(first_attack="10", jackpot="1")
    dealer.wager(first_attack="10")
    dealer.page.get_by_role("button", name="Jackpot, position 2").click()  # the sensor sees what is no wager
    dealer.page.get_by_role("button", name="Tabulate").click()
    expect(dealer.title).to_have_text("Supervisor: check the indicators against the chips")
    expect(dealer.page.get_by_role("button", name="Jackpot, position 2, lit: differs")).to_be_visible()
    dealer.page.get_by_role("button", name="Jackpot, position 1, lit: not yet confirmed").click()
    dealer.page.get_by_role("button", name="Call a supervisor").click()
    dealer.page.locator("dialog input").first.fill("a card lay on the sensor of position 2")
    sign(dealer.page, "sam")
    expect(dealer.title).to_contain_text("Take the counted wagers")
    [confirmed] = entries(house, "T5", "indicators-confirmed")
    assert confirmed["differ"] == {"1": [2]}
    dealer.close()


@pytest.mark.parametrize("width", [390, 360])
def test_what_confirms_wagers_is_whole_on_a_phone(house: Served, browser: Browser, width: int) -> None:
    dealer = Dealer(house, browser, "T5", viewport={"width": width, "height": 844})
    dealer.begin(1, 2)
    for name in ("Confirm all", "No wager"):
        box = dealer.page.get_by_role("button", name=name).first.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= width
    assert dealer.page.evaluate("document.documentElement.scrollWidth") <= width
    dealer.close()


def test_no_supervisor_lets_a_chip_stand_that_a_progressive_did_not_grow_by(house: Served, browser: Browser) -> None:
    dealer = Dealer(house, browser, "T5")
    dealer.begin(1, 2)
    dealer.wager(first_attack="10", jackpot="1")
    dealer.wager(first_attack="10", jackpot="1")
    dealer.page.get_by_role("button", name="Jackpot, position 2").click()  # the sensor does not see the chip
    dealer.page.get_by_role("button", name="Tabulate").click()
    expect(dealer.page.get_by_role("button", name="Jackpot, position 2, dark: differs")).to_be_visible()
    dealer.page.get_by_role("button", name="Call a supervisor").click()
    dealer.page.locator("dialog input").first.fill("the chip of position 2 lay beside its sensor")
    sign(dealer.page, "sam")
    expect(dealer.page.get_by_text("the chip of seat 2 was not counted")).to_be_visible()
    expect(dealer.page.get_by_text("void the round, lay each chip on its sensor and press again")).to_be_visible()
    assert entries(house, "T5", "indicators-confirmed") == []
    dealer.close()


def test_equipment_out_of_order_brings_the_manual_procedure(house: Served, browser: Browser) -> None:
    dealer = Dealer(house, browser, "T5")
    dealer.key("F9")
    dealer.page.locator("dialog .field input").first.fill("no light on any sensor")
    signed(dealer.page, "sam")
    expect(dealer.page.locator("[data-part=banner]")).to_contain_text("no light on any sensor")
    dealer.begin(1)
    dealer.wager(first_attack="10", jackpot="1")
    dealer.page.get_by_role("button", name="Enter the count by hand").click()
    expect(dealer.title).to_have_text("Confirm the count by hand")
    expect(dealer.page.locator(".light.lit")).to_have_count(0)
    dealer.do("Enter")
    expect(dealer.title).to_have_text("Deal a card to position 1")
    assert entries(house, "T5", "tabulated")[-1]["manual"] is True
    dealer.key("F9")
    dealer.page.locator("dialog .field input").first.fill("a new cable")
    sign(dealer.page, "tom")
    expect(dealer.page.locator("[data-part=banner]")).to_be_hidden()
    dealer.close()


def test_a_line_of_a_closed_round_is_corrected_by_two_people_of_two_departments(
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
    supervisor.page.get_by_role("button", name="Correct Player of position 1").click()
    fields = supervisor.page.locator("dialog form > .field input")
    fields.nth(0).fill("10")
    fields.nth(1).fill("the wager was pushed")
    sign(supervisor.page, "dan")
    expect(supervisor.page.locator("dialog .refusal")).to_be_visible()
    sign(supervisor.page, "ann")
    expect(supervisor.page.locator("dialog")).to_have_count(0)
    [corrected] = entries(house, "T4", "line-corrected")
    assert (corrected["was"], corrected["returned"]) == (2000, 1000)
    supervisor.close()


def test_a_percent_prize_is_locked_by_the_dealer_and_pending(house: Served, browser: Browser) -> None:
    dealer = Dealer(house, browser, "T3")
    dealer.begin(1)
    dealer.wager(primary="10", four_card_bonus="5", jackpot="1")
    dealer.count()
    dealer.do("H")
    dealer.done()
    dealer.cards("9s2d8c")
    dealer.do("H")
    dealer.done()
    dealer.cards("Ad")
    dealer.cards("AhAsAc")
    dealer.done()
    expect(dealer.title).to_have_text("Jackpot hit: hold the prize for verification")
    expect(dealer.page.locator(".claims")).to_contain_text("Position 1")
    dealer.do("Enter")
    pending = dealer.page.locator(".pending:not(.surveillance)")
    expect(pending).to_contain_text("PENDING")
    prize = dealer.page.locator(".lines .line").filter(has_text="Four Aces").filter(has_text="PENDING")
    expect(prize).to_contain_text("Held for verification: do not pay it yet")
    expect(prize).not_to_contain_text("Pay $")
    dealer.done()
    dealer.do("Enter")
    expect(dealer.title).to_have_text("Round 2: positions in play")
    assert entries(house, "T3", "hit-claimed")
    expect(pending).to_contain_text("held for verification: do not pay it yet")
    dealer.close()


# -- other tables


def test_a_table_with_the_tabulator_alone_claims_a_hit_with_its_evidence(house: Served, browser: Browser) -> None:
    dealer = Dealer(house, browser, "T6")
    dealer.key("2", "5")
    dealer.do("Enter")
    dealer.lights()
    expect(dealer.title).to_have_text("Round 2: press tabulate when the wagers are down")
    dealer.page.locator(".claim summary").click()
    dealer.page.get_by_role("combobox", name="Position").select_option("5")
    dealer.page.get_by_role("combobox", name="Row").select_option("four-aces")
    expect(dealer.page.get_by_role("button", name="Add every winner first")).to_be_disabled()
    dealer.page.get_by_role("button", name="Add this winner").click()
    expect(dealer.page.get_by_role("button", name="Key the cards first")).to_be_disabled()
    dealer.page.locator(".claim p").first.click()
    dealer.page.keyboard.type("ahasacad")
    dealer.page.get_by_role("button", name="Hold the prize").click()
    expect(dealer.page.locator(".pending").first).to_contain_text("position 5")
    claimed = entries(house, "T6", "hit-claimed")
    assert claimed
    dealer.close()


def test_a_virtual_table_is_watched_and_may_wait(house: Served, browser: Browser) -> None:
    dealer = Dealer(house, browser, "T2")
    dealer.page.get_by_role("button", name="Pause").click()
    expect(dealer.page.get_by_role("button", name="Go on")).to_be_visible()
    house.until(lambda: house.room.mirror.table("T2").paused is not None)
    number = house.floor.journal.head("table/T2").number
    dealer.page.get_by_role("button", name="Go on").click()
    house.until(lambda: house.floor.journal.head("table/T2").number > number + 3)
    dealer.close()


def test_a_refusal_is_shown_with_its_clause_and_nothing_is_lost(house: Served, browser: Browser) -> None:
    dealer = Dealer(house, browser, "T5")
    dealer.begin(1, 2)
    dealer.key("F", "/", "4", "Shift+Enter")
    expect(dealer.page.locator("[data-part=alert]")).to_contain_text("$5")
    expect(dealer.page.get_by_role("button", name="Position 1, First Attack: $4")).to_be_visible()
    dealer.close()


# -- who, and how it looks


def test_who_may_open_the_console_and_who_may_touch_it(house: Served) -> None:
    opens = {"dealer", "supervisor", "surveillance", "regulator", "administrator"}
    for role in ("nobody", "guest", "player", *PEOPLE):
        visitor = house.browser(role)
        page = visitor.get("/tables/T5/console", follow_redirects=False)
        asked = visitor.get("/api/tables/T5/console")
        if role in opens:
            assert (page.status_code, asked.status_code) == (200, 200)
            assert ('data-works="yes"' in page.text) == (role in ("dealer", "supervisor"))
        else:
            assert page.status_code == (303 if role == "nobody" else 403)
            assert asked.status_code == (401 if role == "nobody" else 403)
        for path, body in (
            ("house", {}),
            ("indicators", {"round": 1, "step": 0}),
            ("supervised", {"command": {"type": "void-round", "table": "T5", "round": 1, "reason": "x"}}),
        ):
            answer = visitor.post(f"/api/tables/T5/{path}", body)
            if role not in ("dealer", "supervisor"):
                assert answer.status_code in (401, 403), (role, path, answer.text)
            else:
                assert answer.status_code in (403, 409), (role, path, answer.text)


def test_a_signature_cannot_reach_another_table(house: Served) -> None:
    dealer = house.browser("dealer")
    body = {
        "command": {"type": "fail-table", "table": "T4", "what": "x"},
        "signed": {"login": "sam", "password": PASSWORD},
    }
    assert dealer.post("/api/tables/T5/supervised", body).status_code == 409
    assert house.floor.table("T4").fault is None


@pytest.mark.parametrize("size", [(1024, 768), (390, 844)])
def test_axe_finds_nothing_serious(house: Served, browser: Browser, size: tuple[int, int]) -> None:
    dealer = Dealer(house, browser, "T5", viewport={"width": size[0], "height": size[1]})
    dealer.page.evaluate("() => { document.documentElement.dataset.theme = 'dark'; }")
    found = violations(dealer.page)
    dealer.begin(1, 2)
    found += violations(dealer.page)
    dealer.wager(first_attack="10", jackpot="1")
    dealer.wager(first_attack="10")
    dealer.do("Enter")
    found += violations(dealer.page)
    dealer.lights()
    dealer.done()
    found += violations(dealer.page)
    dealer.cards("8h")
    dealer.cards("9h")
    dealer.key("?")
    found += violations(dealer.page)
    dealer.key("Escape", "F4")
    found += violations(dealer.page)
    assert found == []
    wide = dealer.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, "nothing is cut off at the side"
    dealer.close()
