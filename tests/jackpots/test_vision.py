"""TableVision: who may change a display, what must stand on it, and what hangs there when it fails (S-12 to S-16)."""

from __future__ import annotations

import pytest

import houseway
from houseway.jackpots.equipment import MODELS, Model, model
from houseway.jackpots.jackpot_errors import EquipmentFailed, EquipmentRefused, NoticeRefused
from houseway.jackpots.vision import (
    NOT_CURRENT,
    STALE_AFTER,
    Amount,
    EdgeLitSign,
    Image,
    LedSign,
    Monitor,
    PhotoFrame,
    Posting,
    Row,
    make_display,
    printed_page,
)
from houseway.rulebook.rule_errors import BadAmount
from tests.sentences import in_every_document

NOTICE = (
    "Bonus Jackpot prizes are paid by the casino and are not components of any progressive prize contest. "
    "Player wagers do not accrue to any guaranteed player fund. The displayed Bonus Jackpot prize may be modified or "
    "discontinued at any time without prior notice."
)
DAILY = Amount(jackpot="daily", label="Daily Bonus Jackpot", cents=125_000, scheme="bonus", updates="updated")
GROWING = Amount(jackpot="big", label="Progressive", cents=1_000_050, scheme="progressive", updates="real-time")


def _led(slug: str = "milky-way") -> LedSign:
    return LedSign("led-1", model(slug), notice=NOTICE)


def _monitor(slug: str = "andromeda-3d") -> Monitor:
    return Monitor("monitor-1", model(slug), notice=NOTICE)


def _posting() -> Posting:
    return Posting(
        game="Deuces Wild",
        table="dw-1",
        amounts=(DAILY,),
        rows=(Row(event="Five Wild Cards", pay="100%", money=125_000), Row(event="Wild Royal Flush", pay="$500")),
        limits=("Ante $5 to $100", "Aggregate payout limit $25,000"),
        notice=NOTICE,
    )


def test_every_edition_requires_the_same_notice() -> None:
    for game in ("deuces-wild", "three-card-split", "triple-attack", "dueling"):
        for edition in houseway.game(game).editions.values():
            assert edition.data.jackpots is not None
            assert edition.data.jackpots.notice == NOTICE


# -- the edge-lit sign


@pytest.mark.clause("deuces-wild", "appendix F edge-lit")
def test_an_edge_lit_sign_names_its_game_and_gets_a_new_face_for_another() -> None:
    sign = EdgeLitSign("sign-1", model("milky-way"), game="Deuces Wild")
    assert sign.show(1).text == "Deuces Wild"
    sign.check_game("Deuces Wild")
    with pytest.raises(EquipmentRefused, match="Dueling"):
        sign.check_game("Dueling for Dollars")
    event = sign.replace_face("Dueling for Dollars", 5)
    assert (event.old, event.new, event.at) == ("Deuces Wild", "Dueling for Dollars", 5)
    sign.check_game("Dueling for Dollars")
    assert sign.show(6).text == "Dueling for Dollars"


@pytest.mark.clause("deuces-wild", "appendix F edge-lit")
def test_the_page_for_an_edge_lit_sign_names_the_game() -> None:
    sign = EdgeLitSign("sign-1", model("milky-way"), game="Deuces Wild")
    page = sign.fail("lamp", 3, _posting()).page
    assert "Deuces Wild" in page
    assert "$" not in page


# -- the LED sign


@pytest.mark.parametrize("by", ["remote", "computer"])
@pytest.mark.parametrize("slug", ["milky-way", "bet-tabulator", "andromeda-1"])
@in_every_document("how Milky Way's displays are changed")
def test_the_led_sign_is_set_by_remote_or_computer(slug: str, by: str) -> None:
    sign = _led(slug)
    sign.set([DAILY], by=by, at=7, notice=NOTICE)
    shown = sign.show(10**12)
    assert shown.amounts == (DAILY,)
    assert (shown.notice, shown.as_of, shown.stale, shown.failed) == (NOTICE, 7, False, False)


def test_the_led_sign_is_set_from_the_data_centre_from_andromeda_1_on() -> None:
    _led("andromeda-1").set([DAILY], by="data-centre", at=1, notice=NOTICE)
    with pytest.raises(EquipmentRefused, match="older than Andromeda-1"):
        _led("milky-way").set([DAILY], by="data-centre", at=1, notice=NOTICE)
    for by in ("server", "card"):
        with pytest.raises(EquipmentRefused):
            _led("andromeda-1").set([DAILY], by=by, at=1, notice=NOTICE)


@pytest.mark.parametrize("updates", ["real-time", "updated"])
def test_a_sign_set_by_hand_refuses_an_amount_that_moves(updates: str) -> None:
    sign = _led("andromeda-1")
    moving = Amount(jackpot="big", label="P", cents=1, scheme="progressive", updates=updates)  # type: ignore[arg-type]
    with pytest.raises(EquipmentRefused, match="set by hand"):
        sign.set([moving], by="remote", at=1)
    assert sign.show(2).amounts == ()


def test_the_notice_runs_after_the_amount() -> None:
    sign = _led()
    sign.set([DAILY], by="remote", at=1, notice=NOTICE)
    text = sign.show(2).text
    assert text.startswith("Daily Bonus Jackpot $1,250 ")
    assert text.endswith(NOTICE)
    assert sign.window(0, 26) == "Daily Bonus Jackpot $1,250"
    run = "".join(sign.window(step, 1) for step in range(len(text)))
    assert run == text
    round_once = len(text) + 3
    assert sign.window(round_once, 40) == sign.window(0, 40)
    assert len(sign.window(5, 3 * round_once)) == 3 * round_once


@pytest.mark.parametrize(
    "notice",
    [
        "",
        NOTICE.replace("casino", "house"),
        NOTICE[:-1],
        NOTICE.upper(),
        NOTICE + " ",
        NOTICE.replace(" are ", " is ", 1),
    ],
    ids=["missing", "another word", "no full stop", "capitals", "a blank more", "is for are"],
)
@in_every_document("a bonus display carries the notice")
def test_s16_a_bonus_amount_needs_the_notice_word_for_word(notice: str) -> None:
    image = Image(title="Bonus", amounts=(DAILY,), notice=notice)
    sign, frame, monitor = _led(), PhotoFrame("f", model("milky-way"), notice=NOTICE), _monitor()
    with pytest.raises(NoticeRefused):
        sign.set([DAILY], by="remote", at=1, notice=notice)
    with pytest.raises(NoticeRefused):
        frame.insert_card([image], at=1)
    with pytest.raises(NoticeRefused) as refused:
        monitor.draw(image, at=1)
    assert refused.value.clause == "S-16"
    with pytest.raises(NoticeRefused):
        printed_page(Posting(game="g", table="t", amounts=(DAILY,), notice=notice), NOTICE)
    assert sign.show(2).amounts == frame.show(2).amounts == monitor.show(2).amounts == ()


def test_a_display_that_was_never_told_the_notice_shows_no_bonus() -> None:
    sign = LedSign("led-1", model("milky-way"), notice="")
    with pytest.raises(NoticeRefused):
        sign.set([DAILY], by="remote", at=1)


@pytest.mark.parametrize("cents", [-1, 10**16, True])
def test_an_amount_is_money(cents: int) -> None:
    bad = Amount(jackpot="daily", label="x", cents=cents, scheme="bonus", updates="static")
    with pytest.raises(BadAmount):
        _led().set([bad], by="remote", at=1, notice=NOTICE)


# -- the photo frame


@in_every_document("how Milky Way's displays are changed")
def test_a_photo_frame_takes_images_by_card_only() -> None:
    frame = PhotoFrame("frame-1", model("andromeda-1"), notice=NOTICE)
    paytable = Image(title="Bonus Jackpot", rows=(Row(event="Royal", pay="$500"),), limits=("$1 only",))
    posted = Image(title="Today", amounts=(DAILY,), notice=NOTICE)
    for by in ("remote", "computer", "data-centre", "server"):
        with pytest.raises(EquipmentRefused, match="memory card"):
            frame.insert_card([paytable], at=1, by=by)
    with pytest.raises(EquipmentRefused, match="no image"):
        frame.insert_card([], at=1)
    frame.insert_card([paytable, posted], at=2)
    shown = frame.show(3)
    assert shown.amounts == (DAILY,)
    assert shown.notice == NOTICE
    for words in ("Bonus Jackpot", "Royal: $500", "$1 only", "Today", "$1,250"):
        assert words in shown.text


def test_a_photo_frame_shows_no_amount_that_moves_and_each_image_has_its_own_notice() -> None:
    frame = PhotoFrame("frame-1", model("milky-way"), notice=NOTICE)
    with pytest.raises(EquipmentRefused, match="still images"):
        frame.insert_card([Image(title="P", amounts=(GROWING,))], at=1)
    noticed = Image(title="one", amounts=(DAILY,), notice=NOTICE)
    with pytest.raises(NoticeRefused):
        frame.insert_card([noticed, Image(title="two", amounts=(DAILY,))], at=1)
    assert frame.show(2).text == ""


# -- the monitor


@pytest.mark.parametrize("slug", ["andromeda-3c", "andromeda-3d", "andromeda-5a", "andromeda-5b"])
@in_every_document("Andromeda-3 has a monitor")
def test_a_monitor_follows_the_server_in_real_time(slug: str) -> None:
    monitor = _monitor(slug)
    monitor.draw(Image(title="Progressive", amounts=(GROWING,)), at=10)
    assert monitor.show(11).amounts[0].cents == 1_000_050
    more = Amount(jackpot="big", label="Progressive", cents=1_000_075, scheme="progressive", updates="real-time")
    monitor.draw(Image(title="Progressive", amounts=(more,)), at=20)
    assert "$10,000.75" in monitor.show(21).text
    with pytest.raises(EquipmentRefused):
        monitor.draw(Image(title="x"), at=30, by="data-centre")


def test_a_frame_that_comes_late_does_not_replace_a_newer_one() -> None:
    monitor = _monitor()
    monitor.draw(Image(title="new"), at=20)
    monitor.draw(Image(title="old"), at=10)
    assert monitor.show(21).text == "new"


def test_a_monitor_says_itself_that_it_is_stale() -> None:
    monitor = _monitor()
    assert monitor.show(0).stale
    monitor.draw(Image(title="Progressive", amounts=(GROWING,)), at=100)
    assert not monitor.show(100 + STALE_AFTER).stale
    shown = monitor.show(101 + STALE_AFTER)
    assert shown.stale
    assert shown.text.startswith(NOT_CURRENT)
    assert shown.amounts == (GROWING,)
    monitor.draw(Image(title="Progressive", amounts=(GROWING,)), at=102 + STALE_AFTER)
    assert not monitor.show(103 + STALE_AFTER).stale


def test_bjs_2_money_stands_beside_a_percent() -> None:
    monitor = _monitor()
    rows = (Row(event="Five Wild Cards", pay="50%", money=62_500),)
    monitor.draw(Image(title="Bonus", amounts=(DAILY,), rows=rows, notice=NOTICE), at=1)
    assert "Five Wild Cards: 50% = $625" in monitor.show(2).text


# -- failure


def test_s14_a_failed_display_is_replaced_by_the_printed_page() -> None:
    sign = _led()
    sign.set([DAILY], by="remote", at=1, notice=NOTICE)
    outage = sign.fail("dark", 100, _posting())
    assert (outage.display, outage.what, outage.since, outage.until) == ("led-1", "dark", 100, None)
    for words in ("Deuces Wild", "dw-1", "$1,250", "Five Wild Cards", "100% = $1,250", "$500", "Ante $5 to $100"):
        assert words in outage.page
    assert "Aggregate payout limit $25,000" in outage.page
    assert NOTICE in outage.page
    shown = sign.show(101)
    assert (shown.failed, shown.text, shown.amounts) == (True, "", ())
    assert sign.window(0, 5) == " " * 5
    with pytest.raises(EquipmentFailed):
        sign.set([DAILY], by="remote", at=102, notice=NOTICE)
    ended = sign.mend(200)
    assert (ended.since, ended.until, ended.page) == (100, 200, outage.page)
    assert sign.show(201).amounts == (DAILY,)
    with pytest.raises(EquipmentRefused, match="not out of order"):
        sign.mend(202)


def test_a_new_page_for_the_same_outage() -> None:
    monitor = _monitor()
    first = monitor.fail("no signal", 10, Posting(game="g", table="t", amounts=(GROWING,)))
    more = Amount(jackpot="big", label="Progressive", cents=1_100_000, scheme="progressive", updates="real-time")
    again = monitor.fail("still no signal", 20, Posting(game="g", table="t", amounts=(more,)))
    assert "$10,000.50" in first.page
    assert "$11,000" in again.page
    assert (again.since, again.what) == (10, "no signal")
    assert monitor.mend(30).page == again.page


def test_a_page_for_a_bonus_is_not_printed_without_its_notice() -> None:
    sign = _led()
    with pytest.raises(NoticeRefused):
        sign.fail("dark", 1, Posting(game="g", table="t", amounts=(DAILY,)))
    assert not sign.failed


@pytest.mark.parametrize("one", MODELS, ids=lambda one: str(one.slug))
@in_every_document("TableVision shows what the operator decides")
def test_every_model_comes_with_a_software_device_for_each_of_its_displays(one: Model) -> None:
    kinds = one.displays
    for kind in kinds:
        display = make_display(kind, kind, one, game="Dueling for Dollars", notice=NOTICE)
        assert display.kind == kind
        assert not display.show(1).failed
    for kind in {"edge-lit", "led", "photo-frame", "monitor", "page", "hologram"} - set(kinds):
        with pytest.raises(EquipmentRefused):
            make_display(kind, kind, one, game="g", notice=NOTICE)
