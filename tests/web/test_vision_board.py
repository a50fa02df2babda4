"""What the displays of a table show, and which display may show it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from houseway.compliance.configuration import Promotion
from houseway.floor import command_index as c
from houseway.floor.floor_errors import UnknownThing
from houseway.floor.mirror import Mirror
from houseway.jackpots.equipment import model
from houseway.jackpots.jackpot_errors import EquipmentRefused, NoticeRefused
from houseway.registry import game
from houseway.reports.displays.board import Board, Theme, admit, board_of, theme_of, themes_of, usual_theme
from tests.floor.houses import ATTACK, DAY, JACKPOTS, House, all_tables, sqlite_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    made = sqlite_house(tmp_path_factory.mktemp("house") / "house.db").build()
    yield made
    made.close()


def board(house: House, table: str) -> Board:
    return board_of(Mirror(house.floor), table, house.at)


def notice_of(slug: str) -> str:
    data = game(slug).edition().data.jackpots
    assert data is not None
    return data.notice


def test_two_jackpots_have_two_amounts(house: House) -> None:
    shown = board(house, "A1")
    assert [(meter.over, meter.amount.cents) for meter in shown.meters] == [
        ("Jackpot", house.shown("attack")),
        ("Second Jackpot", house.shown("attack-two")),
    ]
    assert all(meter.amount.moves for meter in shown.meters)
    assert shown.notice == ""


def test_each_row_with_a_meter_has_its_amount(house: House) -> None:
    shown = board(house, "W1")
    assert [(meter.over, meter.amount.cents) for meter in shown.meters] == [
        ("5 Wild Cards", 1_000_000),
        ("4 Wild Cards", 50_000),
        ("3 Wild Cards", 2_000),
        ("2 Wild Cards", 500),
    ]
    assert shown.meters[0].text == "$10,000.00"


def test_wa15_the_maximum_is_posted_beside_the_amount(house: House) -> None:
    first, second = board(house, "A1").meters
    assert first.maximum == "Maximum $1,500"
    assert second.maximum == ""


def test_s16_a_bonus_carries_the_notice_of_its_document(house: House) -> None:
    assert board(house, "D2").notice == notice_of("dueling")
    assert board(house, "S1").notice == notice_of("three-card-split")


def test_a_posted_row_is_the_amount_of_a_bonus_without_percents(house: House) -> None:
    [meter] = board(house, "S1").meters
    assert (meter.over, meter.text, meter.amount.moves) == ("Four Aces", "$4,000", False)


def test_bjs2_a_bonus_shows_the_money_beside_each_percent(house: House) -> None:
    [panel] = [panel for panel in board(house, "D2").panels if panel.wager]
    money = {line.name: (line.pay, line.money) for line in panel.lines}
    assert money["Royal Flush"] == ("100%", "$4,000")
    assert money["4-Card Straight Flush"] == ("10%", "$400")
    assert money["Four-of-a-Kind"] == ("$100", "")


def test_bjs4_pays_are_multiplied_by_the_fixed_wager(tmp_path: Path) -> None:
    double = msgspec.structs.replace(ATTACK, wager=200)
    jackpots = [double if jackpot.id == "attack" else jackpot for jackpot in JACKPOTS]
    house = sqlite_house(tmp_path / "house.db").build(jackpots=jackpots)
    [panel] = [panel for panel in board(house, "A2").panels if panel.wager]
    house.close()
    assert panel.note == "Fixed wager $2"
    pays = {line.name: line.pay for line in panel.lines}
    assert pays["Queen of Hearts Pair"] == "$250"
    assert pays["Any 20"] == "$8"


def test_a_promotion_is_shown_on_its_days(tmp_path: Path) -> None:
    house = sqlite_house(tmp_path / "house.db").build()
    promotion = Promotion(
        id="spring",
        tables=("S1",),
        wager="four-card-bonus",
        event="four-aces",
        prize=25_000,
        since="2024-05-01",
        until="2024-05-02",
        approved_by="A. Ames",
        consent="letter",
        posted=True,
    )
    house.do(c.AddPromotion(promotion=promotion), "ames", "cole")
    mirror = Mirror(house.floor)
    today, later = board_of(mirror, "S1", house.at), board_of(mirror, "S1", house.at + 2 * DAY)
    house.close()
    [panel] = [panel for panel in today.panels if panel.title == "Promotions"]
    assert panel.lines[0].name == "Four Aces on Four Card Bonus wins $250 more, until 2024-05-02."
    assert "Promotions" not in [panel.title for panel in later.panels]


def test_a_closed_table_still_shows_what_is_posted(tmp_path: Path) -> None:
    house = sqlite_house(tmp_path / "house.db").build(opened=False)
    shown = board(house, "A1")
    house.close()
    assert len(shown.meters) == 2
    assert "First Attack: $5 to $300" in shown.limits


def test_what_the_operator_posts_anew_is_shown(tmp_path: Path) -> None:
    house = sqlite_house(tmp_path / "house.db").build(tables=[table for table in all_tables() if table.id == "S1"])
    house.do(c.PostAmount(jackpot="daily", posted={"four-aces": "$4,500"}), "ames", "cole")
    [meter] = board(house, "S1").meters
    house.close()
    assert meter.text == "$4,500"


# -- which display may show it


def test_a_monitor_shows_a_progressive(house: House) -> None:
    shown = board(house, "A1")
    assert usual_theme(shown) == "monitor"
    assert set(themes_of(shown)) == {"monitor", "sign"}
    assert "Second Jackpot $300" in admit(shown, "monitor", house.at)


def test_the_sign_shows_the_name_of_the_game_only(house: House) -> None:
    assert admit(board(house, "A1"), "sign", house.at) == "Triple Attack Blackjack"


@pytest.mark.parametrize("theme", ["led", "frame"])
def test_bjs2_an_amount_that_moves_is_on_no_still_display(house: House, theme: Theme) -> None:
    shown = msgspec.structs.replace(board(house, "A1"), model=model("andromeda-1"))
    with pytest.raises(EquipmentRefused) as refused:
        admit(shown, theme, house.at)
    assert refused.value.clause == "BJS-2"


@pytest.mark.parametrize(
    ("slug", "theme"), [("andromeda-3d", "led"), ("andromeda-5a", "frame"), ("milky-way", "monitor")]
)
def test_a_model_without_a_display_is_refused_it(house: House, slug: str, theme: Theme) -> None:
    shown = msgspec.structs.replace(board(house, "S1"), model=model(slug))
    with pytest.raises(EquipmentRefused) as refused:
        admit(shown, theme, house.at)
    assert refused.value.clause == "S-12"


@pytest.mark.parametrize("theme", ["led", "frame"])
def test_s16_running_letters_and_frames_end_with_the_notice(house: House, theme: Theme) -> None:
    shown = msgspec.structs.replace(board(house, "S1"), model=model("andromeda-1"))
    says = admit(shown, theme, house.at)
    assert says.endswith(notice_of("three-card-split"))
    assert says.index("$4,000") < says.index(notice_of("three-card-split"))


def test_s16_a_bonus_without_its_notice_is_refused(house: House) -> None:
    for theme, slug in (("led", "andromeda-1"), ("frame", "andromeda-1"), ("monitor", "andromeda-5a")):
        shown = msgspec.structs.replace(board(house, "S1"), model=model(slug), notice="")
        with pytest.raises(NoticeRefused):
            admit(shown, theme_of(theme), house.at)


def test_unknown_tables_and_themes_are_refused(house: House) -> None:
    with pytest.raises(UnknownThing):
        board(house, "nowhere")
    with pytest.raises(UnknownThing):
        theme_of("billboard")
