"""Checks that pay prizes and deposits: a number that serves twice, and a check that is void after it was good."""

from __future__ import annotations

from houseway.drill.drill_plan import PAYEE
from houseway.drill.insiders.attack import Attack, Done, Step, either
from houseway.drill.insiders.attacks.deposit_attacks import press
from houseway.drill.insiders.attacks.paper_attacks import disguised
from houseway.drill.insiders.insider_house import ACES, DAY, FOUR_ACES, House
from houseway.floor import command_index as c
from houseway.floor.bookkeeping.days import unclosed
from houseway.floor.floor_errors import DepositOverdue, ReferenceUsed, UnknownThing, WrongState

BANK = "WAC 230-15-455"
CHECK = "check 1"
VOID = c.VoidCheck(jackpot=ACES, check=CHECK, reason="torn")
VERIFIED: Done = {"verify": frozenset({"sue", "vic"})}
"""Others looked at the hand before."""


def _verified(house: House) -> None:
    """Four aces, verified by others."""
    house.press("S1", 1)
    hit = house.claim("S1", FOUR_ACES)
    seen = {"cards": "As Ah Ad Ac", "deck": "whole", "surveillance": "tape 1", "player": "card 1042"}
    house.do(c.VerifyHit(jackpot=ACES, hit=hit.id, **seen), "sue", "vic")
    house.kept["hit"] = hit.id


def _pay(house: House, number: str) -> c.PayHit:
    hit = house.kept["hit"]
    return c.PayHit(jackpot=ACES, hit=hit, by="cage", method="check", reference=number, payee=PAYEE)


def _paid(house: House) -> None:
    _verified(house)
    house.do(_pay(house, CHECK), "sam", "abe")


def _cleared(house: House) -> None:
    _paid(house)
    house.do(c.ClearCheck(jackpot=ACES, check=CHECK, reference="statement of May"), "abe")


# -- a number that was used


def _drawn_for_deposit(house: House) -> None:
    """A check brought a deposit, and a prize waits."""
    house.press("S1", 1, 2)
    _bring(house)
    _verified(house)


def _bring(house: House) -> None:
    drawn = c.Deposit(jackpot=ACES, amount=house.due(ACES), reference=house.paper("slip"), check=CHECK)
    house.do(drawn, "abe", "ada")


# -- a deposit that looks young


def _brought_by_check(house: House) -> None:
    """What players brought is due for almost a week, and a check has brought it."""
    house.press("S1", 1, 2, 3)
    house.at += 6 * DAY
    _bring(house)


def _brought_and_closed(house: House) -> None:
    """The same, and the days are closed with nothing due."""
    _brought_by_check(house)
    for day in unclosed(house.floor.property, house.at)[:-1]:
        house.do(c.CloseDay(day=day), "abe", "sue")


def _days_pass(house: House) -> None:
    house.at += 3 * DAY


ATTACKS = (
    Attack(
        "check-drawn-twice: The number of a check that brought a deposit pays a prize",
        BANK,
        Step(
            "the check is drawn again",
            lambda house: either(*(_pay(house, number) for number in disguised(CHECK))),
            above=True,
        ),
        prepare=_drawn_for_deposit,
        done=VERIFIED,
        barred=(ReferenceUsed,),
    ),
    Attack(
        "cleared-check-voided: A check that the bank has paid is voided, so that its prize is paid again",
        BANK,
        Step("the check is voided", VOID),
        prepare=_cleared,
        done=VERIFIED,
        barred=(UnknownThing,),
    ),
    Attack(
        "check-voided-and-prize-paid-again: "
        "A check that is with the winner is voided, and the prize paid again to a friend",
        BANK,
        Step("the check is voided", VOID),
        Step("the prize is paid", lambda house: _pay(house, house.paper("check")), above=True),
        prepare=_paid,
        done=VERIFIED,
    ),
    Attack(
        "check-voided-and-hit-rejected: "
        "A check that is with the winner is voided and the hit rejected, so that nobody has won",
        BANK,
        Step("the check is voided", VOID),
        Step("the hit is rejected", lambda house: c.RejectHit(jackpot=ACES, hit=house.kept["hit"], reason="no hit")),
        prepare=_paid,
        done=VERIFIED,
        barred=(WrongState,),
    ),
    Attack(
        "deposit-made-young-by-a-void-check: "
        "A deposit that is almost overdue is brought by a check that is voided, as if it were due anew",
        f"BJS-9, {BANK}",
        Step("the check is voided", VOID, then=_days_pass),
        Step("a round is counted after the week", press),
        prepare=_brought_by_check,
        barred=(DepositOverdue,),
    ),
    Attack(
        "deposit-made-young-by-a-check-void-after-a-close: "
        "The days are closed before the check that brought an old deposit is voided, as if the closes had forgotten it",
        f"BJS-9, {BANK}",
        Step("the check is voided", VOID, then=_days_pass),
        Step("a round is counted after the week", press),
        prepare=_brought_and_closed,
        barred=(DepositOverdue,),
    ),
)
