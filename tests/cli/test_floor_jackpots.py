"""houseway jackpot: from the seed to a paid prize, the account at the bank, and the end of a progressive."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.office import DAY, Office

CARDS = ("--cards", "As Ah Ad Ac", "--deck", "52 counted by sato")


@pytest.fixture
def counted(house: Office, tmp_path: Path) -> Office:
    """T4 open with the tabulator alone, and a first round with wagers at 1, 3 and 5."""
    house.tabulator_alone("T4", tmp_path)
    house.reply("table", "open", "T4", who="sato")
    house.reply("table", "tabulate", "T4", "--picture", "1=1,3,5", who="dole")
    return house


def claim(house: Office) -> dict[str, int]:
    """Four aces at seat 3: the hits by id, with their amounts."""
    reply = house.reply(
        "jackpot", "hit", "claim", "T4", "--row", "3:jackpot:four-aces", "--cards", CARDS[1], who="dole"
    )
    return {hit["id"]: hit["amount"] for hit in reply["hits"]}


def payee(house: Office, folder: Path) -> str:
    """Somebody who shows a passport: refused while the file is not whole, then on record by a reference."""
    record = ("jackpot", "hit", "payee", str(folder / "payee.toml"))
    assert house.refusal(*record, who="cole")["error"] == "bad-command"
    known = 'name = "P. Player"\naddress = "1 Pine Street, Yakima"\ndocument = "passport"\nnumber = "C0184711"\n'
    (folder / "payee.toml").write_text(known + 'tin = "12-34"\n')
    assert house.refusal(*record, who="cole")["message"].startswith("Taxpayer number: ")
    (folder / "payee.toml").write_text(known + 'tin = "123-45-6789"\n')
    assert house.refusal(*record, who="dole")["error"] == "not-permitted"
    return str(house.reply(*record, who="cole")["payee"])


def test_from_the_seed_to_a_paid_jackpot_and_a_removed_progressive(counted: Office, tmp_path: Path) -> None:
    house = counted
    # The seed of $5,000 and 25 cents of each of three dollars; $100 of Envy for two other players.
    assert claim(house) == {"T4-1-1": 500_075, "T4-1-2": 5_000, "T4-1-3": 5_000}
    assert house.displayed("four-aces") == {"four-aces": 500_000}
    verify = ("jackpot", "hit", "verify", "T4-1-1", *CARDS)
    refusal = house.refusal(*verify, who="sato")
    assert (refusal["error"], refusal["clause"]) == ("not-permitted", "WAC 230-15-320")
    pay = ("jackpot", "hit", "pay", "T4-1-1", "--reference", "1001")
    assert house.refusal(*pay, who="sato", second="cole")["error"] == "wrong-state"
    house.reply(*verify, "--surveillance", "CAM-7", "--player", "P. Player", who="sato", second="vega")
    assert house.refusal(*pay, "--method", "cash", who="sato", second="cole")["clause"] == "WAC 230-15-690"
    assert house.refusal(*pay, "--method", "gold", who="sato", second="cole")["error"] == "bad-command"
    assert house.refusal(*pay, who="sato")["error"] == "not-permitted"
    assert house.refusal(*pay, who="sato", second="cole")["error"] == "payee-missing"
    taxed = (*pay, "--payee", payee(house, tmp_path))
    paid = house.data(*taxed, "--id", "pay-1", who="sato", second="cole")
    assert paid["reply"] == {"hit": "T4-1-1", "state": "paid", "amount": 500_075}
    assert house.data(*taxed, "--id", "pay-1", who="sato", second="cole") == paid | {"repeated": True}
    assert house.refusal(*pay, who="sato", second="cole")["error"] == "wrong-state"
    slip = ("jackpot", "hit", "slip", "T4-1-1", "-o", str(tmp_path / "slip.pdf"))
    assert [house.reply(*slip, who="cole")["copy"] for _ in range(2)] == [0, 1]
    assert (tmp_path / "slip.pdf").read_bytes().startswith(b"%PDF")
    for envy in ("T4-1-2", "T4-1-3"):
        house.reply("jackpot", "hit", "verify", envy, *CARDS, who="sato")
        house.reply("jackpot", "hit", "pay", envy, "--method", "chips", who="sato", second="cole")
    assert {hit["state"] for hit in house.data("jackpot", "hit", "list", "four-aces")} == {"paid"}

    # Of the three dollars 105 cents came in; the reserve had 30 for the reseed, and the house gave the rest.
    accounts = house.data("jackpot", "show", "four-aces")["accounts"]
    of = {name.rpartition(":")[2]: amount / 1_000_000 for name, amount in accounts.items() if amount}
    assert (of["pool"], of["contributions"], of["paid"]) == (500_000, -105, 500_075)
    assert of["seed"] == -(500_000 + 500_000 - 30)

    house.reply("jackpot", "deposit", "four-aces", "$5,000.00", "--reference", "slip 9", who="cole")
    house.reply("jackpot", "statement", "four-aces", "5000", "--reference", "May", who="ames")
    house.reply("table", "close", "T4", who="sato")
    remove = ("jackpot", "remove", "four-aces", "--reason")
    assert house.refusal(*remove, "boredom", who="ames", second="cole")["clause"] == "WAC 230-15-710"
    assert house.refusal(*remove, "game-discontinued", who="ames", second="cole")["error"] == "removal-refused"
    house.reply(*remove, "won-and-not-continued", who="ames", second="cole")
    transfer = ("jackpot", "transfer", "four-aces", "attack-two", "--document", "D-4")
    house.reply(*transfer, who="cole", second="ames")
    assert house.displayed("attack-two") == {"": 750_000}
    assert house.refusal("jackpot", "close", "four-aces", who="ames", second="cole")["error"] == "wrong-state"
    take = ("table", "remove", "T4", "--reason", "progressive removed")
    assert house.refusal(*take, who="ames", second="cole")["error"] == "removal-refused"
    house.reply(*take, "--removal", "won-and-not-continued", who="ames", second="cole")
    house.reply("jackpot", "close", "four-aces", who="ames", second="cole")
    assert "four-aces" not in {item["jackpot"] for item in house.data("jackpot", "list")}
    assert house.data("jackpot", "show", "four-aces")["status"] == "closed"
    assert house("jackpot", "show", "four-aces").code == 0
    assert house.data("property", "show")["broken"] == []
    assert house.data("audit", "verify")["ok"] is True


def test_every_step_of_it_is_said_in_words(counted: Office) -> None:
    house = counted
    said = house("jackpot", "hit", "claim", "T4", "--row", "3:jackpot:four-aces", who="dole").out
    assert "$5,000.75" in said
    assert "Call surveillance for T4-1-1" in said
    assert "1 open" not in house("jackpot", "hit", "list").out
    verified = house("jackpot", "hit", "verify", "T4-1-1", *CARDS, "--surveillance", "CAM-7", who="sato", second="vega")
    assert "verified" in verified.out
    assert "sato with vega" in verified.out
    for brought in ("T4-1-2", "T4-1-3"):
        house.reply("jackpot", "hit", "reject", brought, "--reason", "no fourth ace", who="sato", second="vega")
    assert (
        "rejected: $5,000.75"
        in house("jackpot", "hit", "reject", "T4-1-1", "--reason", "no fourth ace", who="sato", second="vega").out
    )
    screen = house("jackpot", "show", "four-aces").out
    assert "no fourth ace" in screen
    assert "$5,000.75" in screen


def test_bjs_3_a_rejected_hit_gives_its_amount_back(counted: Office) -> None:
    house = counted
    hits = claim(house)
    for brought in ("T4-1-2", "T4-1-3"):
        house.reply("jackpot", "hit", "reject", brought, "--reason", "no fourth ace", who="sato", second="vega")
    reject = ("jackpot", "hit", "reject", "T4-1-1", "--reason", "no fourth ace")
    assert house.refusal(*reject, who="sato")["error"] == "not-permitted"
    house.reply(*reject, who="sato", second="vega")
    assert house.displayed("four-aces") == {"four-aces": hits["T4-1-1"]}


@pytest.mark.parametrize(
    ("row", "error"),
    [
        ("2:jackpot:four-aces", "wrong-state"),
        ("3:primary:four-aces", "unknown"),
        ("3:jackpot:five-aces", "unknown"),
        ("3:jackpot", "bad-command"),
        ("x:jackpot:four-aces", "bad-command"),
    ],
)
def test_what_cannot_be_a_hit_is_none(counted: Office, row: str, error: str) -> None:
    assert counted.refusal("jackpot", "hit", "claim", "T4", "--row", row, who="dole")["error"] == error
    assert counted.data("jackpot", "hit", "list") == []


def test_a_hit_that_is_not_there(house: Office) -> None:
    refusal = house.refusal("jackpot", "hit", "pay", "T4-9-1", who="sato")
    assert (refusal["error"], refusal["remedy"]) == ("unknown", "open hits: none")


# -- parameters and postings


def test_the_daily_bonus_jackpot_is_posted_by_two(house: Office) -> None:
    post = ("jackpot", "post", "daily", "--row", "5-wild-cards=$12,000")
    assert house.refusal(*post, who="sato")["error"] == "not-permitted"
    assert house.reply(*post, who="sato", second="cole")["posted"] == {"5-wild-cards": "$12,000"}
    assert house.data("jackpot", "show", "daily")["jackpot"]["posted"] == {"5-wild-cards": "$12,000"}
    assert house.refusal("jackpot", "post", "daily", who="sato", second="cole")["error"] == "bad-command"
    assert house.refusal("jackpot", "post", "ties", "--amount", "$1", who="sato", second="cole")["clause"] == "S-10"
    assert house.refusal("jackpot", "post", "attack", "--amount", "1", who="sato", second="cole")["clause"] == "BJS-2"


def test_a_jackpot_as_it_is_shown_may_be_changed_and_given_back(house: Office, tmp_path: Path) -> None:
    shown = house.data("jackpot", "show", "attack")
    shown["jackpot"]["meters"][0]["cap"] = 6_000_000
    file = tmp_path / "attack.json"
    file.write_text(json.dumps(shown), encoding="utf-8")
    house.reply("table", "open", "T2", who="sato")
    assert house.reply("jackpot", "change", str(file), who="ames", second="cole")["queued"] is True
    house.reply("table", "close", "T2", who="sato")
    assert house.reply("jackpot", "change", str(file), who="ames", second="cole")["queued"] is False
    assert house.data("jackpot", "show", "attack")["jackpot"]["meters"][0]["cap"] == 6_000_000


def test_a_new_jackpot_from_a_file(house: Office, tmp_path: Path) -> None:
    file = tmp_path / "new.toml"
    file.write_text(
        '[jackpot]\nid = "new"\nscheme = "progressive"\nupdates = "real-time"\n'
        "meters = [{ seed = 12345, reseed = 10000, rate = 200000 }]\n",
        encoding="utf-8",
    )
    add = ("jackpot", "add", str(file))
    assert house.refusal(*add, who="ames")["error"] == "not-permitted"
    assert house.reply(*add, who="ames", second="cole")["beginning"] == {"": 12_345}
    assert "$123.45" in house("jackpot", "show", "new").out
    assert house.refusal(*add, who="ames", second="cole")["error"] == "wrong-state"


def test_stop_and_resume(house: Office) -> None:
    house.reply("table", "open", "T2", who="sato")
    house.reply("jackpot", "stop", "attack", "--reason", "doubt", who="vega")
    assert house.refusal("table", "tabulate", "T2", "--picture", "1=1", who="dole")["error"] == "stopped"
    assert "stopped: attack" in house("table", "list").out
    assert house.refusal("jackpot", "resume", "attack", "--reason", "none left", who="sato")["error"] == "not-permitted"
    house.reply("jackpot", "resume", "attack", "--reason", "none left", who="sato", second="cole")
    house.reply("table", "tabulate", "T2", "--picture", "1=1", who="dole")


# -- money


@pytest.mark.parametrize("text", ["$1,250.50", "1250.50", "1,250.5", "$1250.50"])
def test_dollars_are_read_exactly(house: Office, text: str) -> None:
    reply = house.reply("jackpot", "deposit", "attack-two", text, "--reference", "slip", who="cole")
    assert reply["due"] == 250_000 - 125_050


@pytest.mark.parametrize("text", ["0", "-5", "1.005", "1,25", "1e3", "$", "all", "12.5.0", "99999999999999"])
def test_what_is_no_amount_is_refused(house: Office, text: str) -> None:
    ended = house("jackpot", "deposit", "attack-two", "--reference", "slip", "--json", who="cole")
    assert ended.code == 2
    refused = house("jackpot", "deposit", "--reference", "slip", "--json", "--as", "cole", "--", "attack-two", text)
    assert refused.code == 2
    assert refused.out == ""


def test_the_account_is_short_and_made_good(house: Office) -> None:
    house.reply("jackpot", "deposit", "attack", "$10,000", "--reference", "slip 1", who="cole")
    short = house("jackpot", "statement", "attack", "$9,000", "--reference", "May", who="ames")
    assert "short by $1,000, and stopped" in short.out
    resume = ("jackpot", "resume", "attack", "--reason", "made good")
    assert house.refusal(*resume, who="sato", second="cole")["clause"] == "WAC 230-15-455"
    house.reply("jackpot", "statement", "attack", "$10,000", "--reference", "June", who="ames")
    house.reply(*resume, who="sato", second="cole")


def test_seized_money_stops_the_jackpot_until_it_is_back(house: Office) -> None:
    house.reply("jackpot", "deposit", "attack", "$10,000", "--reference", "slip 1", who="cole")
    house.reply(
        "jackpot",
        "seize",
        "attack",
        "$2,500.25",
        "--authority",
        "the sheriff",
        "--reference",
        "W-1",
        who="cole",
        second="ames",
    )
    [attack] = [item for item in house.data("jackpot", "list") if item["jackpot"] == "attack"]
    assert (attack["status"], attack["due"]) == ("stopped", 250_025)
    resume = ("jackpot", "resume", "attack", "--reason", "it is back")
    assert house.refusal(*resume, who="sato", second="cole")["error"] == "wrong-state"
    house.reply("jackpot", "deposit", "attack", "2,500.25", "--reference", "slip 2", who="cole")
    house.reply(*resume, who="sato", second="cole")


def test_the_cage_pays_ahead_and_is_made_good_from_the_account(counted: Office, tmp_path: Path) -> None:
    house = counted
    house.reply("jackpot", "deposit", "four-aces", "$5,000", "--reference", "slip 1", who="cole")
    withdraw = ("jackpot", "withdraw", "four-aces", "$0.50", "--reference", "slip 2")
    assert house.refusal(*withdraw, who="cole", second="ames")["error"] == "funds-short"
    claim(house)
    verify = ("jackpot", "hit", "verify", "T4-1-1", *CARDS, "--surveillance", "CAM-7")
    house.reply(*verify, who="sato", second="vega")
    pay = ("jackpot", "hit", "pay", "T4-1-1", "--reference", "1001")
    refusal = house.refusal(*pay, who="sato", second="cole")
    assert (refusal["error"], refusal["clause"]) == ("reference-missing", "WAC 230-15-320")
    house.reply(*pay, "--player", "card 1042", "--payee", payee(house, tmp_path), who="sato", second="cole")
    # $5,000 of the reseed is due, less 30 cents that the reserve had; $5,000.75 was paid ahead; $1.05 was due before.
    [four] = [item for item in house.data("jackpot", "list") if item["jackpot"] == "four-aces"]
    assert four["due"] == 105 + 499_970 - 500_075


def test_wac_230_15_695_a_display_is_set_right_for_a_reason_that_counts(house: Office) -> None:
    adjust = ("jackpot", "adjust", "attack", "$9,999.99", "--document", "M-1")
    refusal = house.refusal(*adjust, "--reason", "taste", who="cole", second="sato")
    assert (refusal["error"], refusal["clause"]) == ("adjustment-refused", "WAC 230-15-695")
    refusal = house.refusal(*adjust, "--reason", "malfunction", who="cole", second="sato")
    assert (refusal["error"], refusal["clause"]) == ("adjustment-refused", "WAC 230-15-695(2)")
    house.reply("property", "malfunction", "report", "F-1", "--what", "the display is off", who="teller")
    named = (*adjust, "--malfunction", "F-1")
    reply = house.reply(*named, "--reason", "malfunction", who="cole", second="sato")
    assert (reply["before"], reply["after"]) == (1_000_000, 999_999)
    assert house.displayed("attack") == {"": 999_999}


def test_seed_goes_back_to_the_house_from_what_the_fund_holds(counted: Office) -> None:
    recover = ("jackpot", "recover-seed", "four-aces", "--row", "four-aces", "--document", "D-1")
    assert counted.refusal(*recover, "$0.31", who="cole", second="ames")["error"] == "funds-short"
    counted.reply(*recover, "$0.30", who="cole", second="ames")
    assert counted.refusal(*recover, "$0.01", "--from", "cage", who="cole", second="ames")["error"] == "bad-command"
    assert counted.displayed("four-aces") == {"four-aces": 500_075}


def test_hidden_money_is_booked_out_for_prizes_that_are_not_displayed(counted: Office) -> None:
    book = ("jackpot", "book", "four-aces", "$0.30", "--row", "four-aces", "--document", "D-2")
    assert counted.refusal(*book, who="cole", second="ames")["error"] == "funds-short"
    counted.reply(*book, "--from", "reserve", who="cole", second="ames")
    assert counted.data("property", "show")["broken"] == []


def test_a_removed_progressive_is_given_away_when_its_day_has_come(house: Office) -> None:
    remove = ("jackpot", "remove", "attack-two", "--reason", "game-discontinued", "--day", "2024-05-11")
    donate = ("jackpot", "donate", "attack-two", "Food Bank", "--reference", "R-3")
    house.reply(*remove, who="ames", second="cole")
    assert "leaves on 2024-05-11" in house("jackpot", "list").out
    assert house.refusal(*donate, who="cole", second="ames")["error"] == "removal-refused"
    house.clock.at += 10 * DAY
    assert house.reply(*donate, who="cole", second="ames")["cents"] == 250_000
    assert house.displayed("attack-two") == {"": 0}
