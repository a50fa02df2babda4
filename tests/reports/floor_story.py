"""Two gaming days at a small property, every number of which can be worked out by hand.

The first day, 1 May 2024, jackpot ``attack`` (seed $1,000, reseed $500, 20 cents of each dollar displayed and 5 in the
reserve): 44 wagers are counted at A1 and A2, one of them by hand, and two of them in a round that is voided and taken
back. The last three are of the round whose hit takes all that is displayed, 100,840 cents: $1,000 and 42 × 20 cents.
The reserve, 42 × 5 cents, and the house reseed it. In a round of two more wagers a hit is locked and rejected.
"""

from __future__ import annotations

from pathlib import Path

import houseway
from houseway.compliance.configured_tables import settings_of, setup_of
from houseway.floor import command_index as c
from houseway.table.records.record import record
from houseway.table.round import Round
from tests.floor.houses import (
    DAY,
    HEARTS,
    HOUR,
    MINUTE,
    START,
    SUITED,
    House,
    attack_table,
    duel_table,
    split_table,
    sqlite_house,
)
from tests.rounds import Script, shoe_of

FIRST, SECOND = "2024-05-01", "2024-05-02"
NOW = START + 2 * DAY
"""Noon of 3 May: when the reports are printed."""


def settle_duel(house: House, cards: str, wagers: dict[int, dict[str, int]]) -> None:
    """A round of Dueling at D1, counted, dealt and settled."""
    round_ = house.tabulate("D1", *(seat for seat, placed in wagers.items() if "tie-after-tie" in placed))
    state = house.floor.table("D1")
    assert state.table is not None
    settings = settings_of(house.floor.property.configuration(FIRST), "D1")
    played = Round(
        houseway.game("dueling"), setup_of(state.table, state.jackpots, settings), list(wagers), shoe_of(cards)
    )
    played.play_out(wagers, Script([]))
    house.do(c.ConfirmIndicators(table="D1", round=round_), "panel:D1")
    house.do(c.SettleRound(table="D1", round=round_, record=record(played)), "panel:D1")


def first_day(house: House) -> None:
    house.build(
        tables=(attack_table("A1", two=True), attack_table("A2"), duel_table("D1", cards="virtual"), split_table("S1"))
    )
    for _ in range(10):
        house.tabulate("A1", picture={"1": (1, 2, 3), "2": (1,)})
    house.at = START + HOUR + MINUTE
    house.play("A2", 4, 1, 2)
    settle_duel(house, "Kh 3c 9s", {1: {"player": 500, "tie-after-tie": 100}, 2: {"player": 1000}})
    settle_duel(house, "2h 3c 9s", {1: {"player": 500}, 2: {"player": 1000, "tie-after-tie": 100}})
    house.do(c.FailTable(table="A2", what="the panel is dark"), "tell")
    house.at += 30 * MINUTE
    house.tabulate("A2", 1, manual=True)
    house.do(c.RestoreTable(table="A2", how="a new cable"), "tell")
    void = house.tabulate("A1", 1, 2)
    house.do(c.VoidRound(table="A1", round=void, reason="a card fell to the floor", clause="S-26"), "sato")
    house.tabulate("A1", 1, 2, 3)
    [won] = house.claim("A1", (1, "jackpot", HEARTS), cards="Qh Qh As Jh")
    house.verify(won)
    house.pay(won)
    house.tabulate("A2", 1, 2)
    [lost] = house.claim("A2", (2, "jackpot", SUITED))
    house.reject(lost, "the second queen was of spades")
    house.do(c.ReadCounter(table="A2", reading=10), "cole")
    house.do(c.ReadCounter(table="A1", reading=40), "cole")
    house.do(c.ReplaceCounter(table="A1", old=40, new=0, battery="2024-04", reason="a dim display"), "tell", "sato")
    house.do(c.FailDisplay(table="A1", display="monitor", what="it flickers"), "dole")
    house.at += 90 * MINUTE
    house.do(c.RestoreDisplay(table="A1", display="monitor"), "tell")
    house.do(c.ReportMalfunction(malfunction="M1", table="A1", what="the monitor flickers"), "tell")
    house.do(c.NotifyMalfunction(malfunction="M1", reference="letter 7"), "sato")
    house.do(c.MendMalfunction(malfunction="M1", how="another monitor"), "tell")
    house.do(c.PostAmount(jackpot="daily", posted={"four-aces": "$4,500"}), "sato", "cole")
    house.shut()
    house.deposit_all("attack")
    house.close_day(FIRST)


def second_day(house: House) -> None:
    house.at = START + DAY
    house.open("A1", "A2")
    house.play("A1", 5, 1, 2)
    house.do(c.ReportMalfunction(malfunction="M2", what="the server is slow"), "tell")
    adjust = c.AdjustMeter(jackpot="attack", to=50_000, reason="malfunction", document="memo 12", malfunction="M2")
    house.do(adjust, "cole", "sato")
    house.play("A2", 3, 4)
    house.do(c.FailDisplay(table="A2", display="monitor", what="it is black"), "dole")
    house.do(c.Statement(jackpot="attack", amount=50_000, reference="statement of 2 May"), "ames")


def story(path: Path) -> House:
    house = sqlite_house(path)
    first_day(house)
    second_day(house)
    return house
