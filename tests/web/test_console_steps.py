"""What the console has the dealer do: one press of a key, the press of every round, the lights, the order of steps."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from houseway.registry import game
from houseway.table.shown.open_cards import HouseMust, read_cards
from tests.web.chromium import chromium
from tests.web.dealing import Dealer, Hands, dealt_by_hand, entries, sign
from tests.web.serving import Served


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Real cards at the tables of all four games."""
    with dealt_by_hand(tmp_path_factory.mktemp("steps"), {"T1": {}, "T3": {}, "T4": {}, "T5": {}}) as room:
        yield room


# -- keys


def test_a_key_held_down_confirms_the_indicators_and_acknowledges_one_payment(house: Served, browser: Browser) -> None:
    dealer = Dealer(house, browser, "T5")
    dealer.begin(1, 2, 3)
    for _ in range(3):
        dealer.wager(first_attack="10", jackpot="1")
    dealer.do("Enter")
    expect(dealer.title).to_have_text("Check the indicators against the chips")
    for _ in range(8):
        dealer.page.keyboard.down("Enter")
    dealer.page.keyboard.up("Enter")
    expect(dealer.title).to_contain_text("Take the counted wagers")
    assert len(entries(house, "T5", "indicators-confirmed")) == 1
    # The button itself, focused, is pressed once too.
    dealer.page.locator(".hands button").focus()
    for _ in range(8):
        dealer.page.keyboard.down("Enter")
    dealer.page.keyboard.up("Enter")
    expect(dealer.title).to_have_text("Deal a card to position 1")
    dealer.close()

    dealer = Dealer(house, browser, "T4")
    dealer.begin(1, 2, 3)
    for _ in range(3):
        dealer.wager(player="10")
    for card in ("Kh", "Qh", "Jh"):
        dealer.cards(card)
    dealer.cards("9d")
    expect(dealer.title).to_have_text("Position 1: take or pay")
    for _ in range(8):
        dealer.page.keyboard.down("Space")
    dealer.page.keyboard.up("Space")
    expect(dealer.title).to_have_text("Position 2: take or pay")
    dealer.close()


# -- the press and its lights


WAGERS = {
    "T1": {"ante": 1000},
    "T3": {"primary": 1000, "four-card-bonus": 500},
    "T4": {"player": 1000},
    "T5": {"first-attack": 1000},
}


@pytest.mark.parametrize("table", WAGERS)
def test_every_round_is_pressed_and_one_without_a_jackpot_wager_puts_the_lights_out(house: Served, table: str) -> None:
    hands = Hands(house, table)
    sensors = house.floor.property.tables[table].sensors
    jackpot = next(iter(sensors))
    plain = WAGERS[table]
    hands.begin(1)
    hands.answer(1, {**plain, jackpot: 100})
    hands.count()
    lit = {str(sensors[jackpot]): [1]}
    assert hands.data()["frame"]["indicators"] == lit
    supervisor = house.browser("supervisor")
    void = {"round": 1, "reason": "Misdeal"}
    assert supervisor.post(f"/api/tables/{table}/void", void).status_code == 200
    assert hands.data()["frame"]["indicators"] == lit, "lit until the next press"
    hands.begin(1)
    assert hands.data()["frame"]["indicators"] == lit
    hands.answer(1, plain)
    # The press is what the procedure waits for, by its own clause; the console adds nothing.
    waits = hands.data()
    assert (waits["now"]["kind"], waits["now"]["title"]) == ("tabulate", "Press tabulate")
    assert waits["now"]["rule"]
    assert not any(item["kind"] == "press" for item in waits["queue"])
    early = {"round": 2, "step": waits["frame"]["step"], "seat": "dealer", "answer": "Kh"}
    assert hands.browser.post(f"/api/tables/{table}/answers", early).status_code in (409, 422)
    data = hands.done()
    assert data["frame"]["indicators"] == {}
    assert hands.browser.post(f"/api/tables/{table}/tabulate", {"round": 2, "picture": {}}).status_code == 409
    # What was wagered can still be mended, as long as the count stays true.
    hands.correct(plain, {wager: 2 * amount for wager, amount in plain.items()})
    command = {"type": "correct-answer", "table": table, "round": 2, "number": 1, "reason": "x"}
    late = {"command": {**command, "answer": {**plain, jackpot: 100}}}
    assert supervisor.post(f"/api/tables/{table}/supervised", late).status_code == 409


def test_the_lights_of_the_last_press_are_on_the_console_and_on_the_felt(house: Served, browser: Browser) -> None:
    dealer = Dealer(house, browser, "T5")
    dealer.begin(1, 2)
    dealer.wager(first_attack="10", jackpot="1")
    dealer.wager(first_attack="10")
    dealer.count()
    expect(dealer.page.locator(".lights .bead.lit")).to_have_text(["1"])
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{house.address}/tables/T5")
    expect(page.locator("#felt .indicator.lit")).to_have_count(1)
    context.close()
    dealer.close()


# -- hits at a table with the tabulator alone


def test_winners_who_divide_a_prize_are_claimed_together(
    tmp_path_factory: pytest.TempPathFactory, browser: Browser
) -> None:
    with dealt_by_hand(tmp_path_factory.mktemp("alone"), {"T4": {"cards": "none"}}) as room:
        dealer = Dealer(room, browser, "T4")
        page = dealer.page
        for seat in (1, 2):
            page.get_by_role("button", name=f"Tie After Tie Jackpot, position {seat}").click()
        page.get_by_role("button", name="Tabulate").click()
        expect(dealer.title).to_have_text("Check the indicators against the chips")
        page.locator("h1").click()
        dealer.lights()
        page.locator(".claim summary").click()
        page.get_by_role("combobox", name="Row").select_option("quads-same-suit")
        for seat in (1, 2):
            page.get_by_role("combobox", name="Position").select_option(str(seat))
            page.get_by_role("button", name="Add this winner").click()
        lock = page.locator(".claim button.danger")
        expect(lock).to_be_disabled()
        page.locator(".claim p").first.click()
        page.keyboard.type("9h9h9h9h")
        expect(lock).to_have_text("Hold the prizes of 2")
        lock.click()
        expect(page.locator(".pending:not(.surveillance)")).to_have_count(2)
        [claimed] = entries(room, "T4", "hit-claimed")
        first, second = claimed["hits"]
        assert (first["seat"], second["seat"]) == (1, 2)
        assert first["amount"] == second["amount"] == claimed["amounts"]["tie-after-tie"] // 2
        dealer.close()


# -- the order of the document


def test_deuces_wild_tucks_after_the_selection_keys_the_selected_card_in_its_place_and_shuffles_anew(
    house: Served,
) -> None:
    hands = Hands(house, "T1")
    hands.begin(1)
    hands.answer(1, {"ante": 1000, "five-card-fortune": 500})
    hands.answer(1, "play")
    hands.answer(1, "raise")
    data = hands.data()
    assert data["now"]["title"] == "Position 1: select for Five Card Fortune"
    assert not any(item["clause"] == "dealing 22(b) tuck" for item in data["queue"])
    hands.answer(1, [2])
    data = hands.data()
    assert [item["clause"] for item in data["queue"] if item["kind"] == "tick"] == ["dealing 22(b) tuck"]
    hands.cards("3c", "4c", "5d", "6h")
    assert hands.done()["now"]["selected"] == [2]
    hands.cards("As", "Ks", "Qs", "Js")
    hands.cards("Ts")
    hands.done()
    hands.post("house")
    hands.begin(1)
    [shuffle] = [item for item in hands.data()["queue"] if item["kind"] == "tick"]
    assert (shuffle["clause"], "shuffled anew" in shuffle["rule"]) == ("dealing 25", True)
    hands.done()
    assert entries(house, "T1", "procedure-noted")[-1]["clause"] == "dealing 25"


def test_a_void_cites_the_shuffler_s_clause_only_for_a_shuffler_s_malfunction(house: Served, browser: Browser) -> None:
    dealer = Dealer(house, browser, "T1")
    for reason, cited in (("Misdeal", "BJS-5"), ("Shuffler malfunction", "rules 11")):
        dealer.begin(1)
        dealer.wager(ante="10")
        dealer.key("F4")
        dealer.page.locator("dialog input[list]").fill(reason)
        sign(dealer.page, "sam")
        expect(dealer.page.locator("dialog")).to_have_count(0)
        expect(dealer.title).to_contain_text("positions in play")
        assert {line["clause"] for line in entries(house, "T1", "round-voided")[-1]["record"]["lines"]} == {cited}
    dealer.close()


def test_a_hand_made_by_splitting_is_named_as_one(house: Served) -> None:
    hands = Hands(house, "T5")
    hands.begin(1)
    hands.answer(1, {"first-attack": 1000})
    hands.cards("8h")
    hands.answer(1, "pass")
    hands.cards("7d")
    hands.answer(1, "pass")
    hands.cards("8s")
    hands.answer(1, "split")
    hands.done()
    assert "Position 1: card 2 to hand 2" in " ".join(hands.shown).replace("position 1", "Position 1")


def must(hands: dict[str, str]) -> HouseMust | None:
    """What the house must do with the cards of Three Card Split."""
    cards = {place: text.split() for place, text in hands.items()}
    return read_cards(game("three-card-split"), cards).house


def test_dealing_5_a_house_hand_that_differs_in_colour_alone_is_not_the_house_way() -> None:
    right = must({"dealer": "9s 9h 9c"})
    assert right is not None
    for low in ("9s", "9h", "9c"):
        high = " ".join(text for text in ("9s", "9h", "9c") if text != low)
        shown = must({"dealer-high": high, "dealer-low": low})
        assert (shown is None) == (low == right.cards["low"][0]), low
    right = must({"dealer": "9s 2d 8c"})
    assert right is not None
    assert must({"dealer-high": " ".join(right.cards["high"]), "dealer-low": right.cards["low"][0]}) is None
