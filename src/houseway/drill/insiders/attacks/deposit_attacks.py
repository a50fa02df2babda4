"""The players' money on its way to the bank: not brought, brought on paper only, or confirmed by whoever moved it."""

from __future__ import annotations

from itertools import product

from houseway.drill.drill_plan import PAYEE
from houseway.drill.insiders.attack import Attack, Deed, Step, either
from houseway.drill.insiders.attacks.paper_attacks import BLANKS, disguised
from houseway.drill.insiders.insider_house import ACES, DAY, FOUR_ACES, House, claim_of
from houseway.floor import command_index as c
from houseway.floor.floor_errors import DepositOverdue, NotPermitted, ReferenceMissing, ReferenceUsed

BANK = "WAC 230-15-455"
OVERDUE = f"BJS-9, {BANK}"
SLIP = "slip 7"


def _bet(house: House) -> None:
    house.press("S1", 1, 2, 3)


def _late(house: House) -> None:
    """What players brought is due for more than a week."""
    _bet(house)
    house.at += 9 * DAY


def press(house: House) -> list[Deed]:
    """The next round is counted, at either table of the link."""
    rounds = {table: house.floor.table(table).round + 1 for table in ("S1", "S2")}
    return either(*(c.Tabulate(table=table, round=next_, picture={"1": (1,)}) for table, next_ in rounds.items()))


def _deposit(house: House, slip: str, amount: int | None = None) -> c.Deposit:
    return c.Deposit(jackpot=ACES, amount=house.due(ACES) if amount is None else amount, reference=slip)


def _statement(house: House, more: int = 0, reference: str | None = None) -> c.Statement:
    paper = house.paper("statement") if reference is None else reference
    return c.Statement(jackpot=ACES, amount=house.bank(ACES) + more, reference=paper)


def _explain(house: House) -> c.Command:
    return c.ExplainDifference(jackpot=ACES, explanation="interest", reference=house.paper("letter"))


# -- a deposit that is put off


def _almost_late(house: House) -> None:
    _bet(house)
    house.at += 6 * DAY
    house.press("S1", 1)


def _reject(house: House) -> c.Command:
    return c.RejectHit(jackpot=ACES, hit=house.pending, reason="no hit")


def _days_pass(house: House) -> None:
    house.at += 3 * DAY


# -- money that was moved


def _slip_used(house: House) -> None:
    _bet(house)
    house.press("D1", 1, 2, 3)
    house.do(_deposit(house, SLIP, 1), "abe")


def _slips(house: House) -> list[Deed]:
    wanted = product((ACES, "ties"), disguised(SLIP))
    return either(*(c.Deposit(jackpot=jackpot, amount=1, reference=slip) for jackpot, slip in wanted))


def _paid_ahead(house: House) -> None:
    """The cage paid a prize of the account, and is owed it."""
    house.press("S1", 1)
    hit = house.claim("S1", FOUR_ACES)
    seen = {"cards": "As Ah Ad Ac", "deck": "whole", "surveillance": "tape 1", "player": "card 1042"}
    house.do(c.VerifyHit(jackpot=ACES, hit=hit.id, **seen), "sue", "vic")
    pay = c.PayHit(jackpot=ACES, hit=hit.id, by="cage", method="check", reference="check 1", payee=PAYEE)
    house.do(pay, "sam", "abe")


def _withdraw(house: House) -> c.Command:
    return c.Withdraw(jackpot=ACES, amount=10_000, reference=house.paper("slip"))


def _others_state(house: House) -> None:
    """Nothing was ever taken out of the bank, and somebody who moved nothing enters what the bank says."""
    movers = house.floor.jackpot(ACES).moved_by
    house.do(_statement(house, 10_000), next(person for person in ("ada", "abe", "ann") if person not in movers))


ATTACKS = (
    Attack(
        "press-while-overdue: Wagers are taken for a progressive whose deposit is overdue",
        OVERDUE,
        Step("the round is counted", press),
        prepare=_late,
        barred=(DepositOverdue,),
    ),
    Attack(
        "deposit-put-off: A deposit is made to look young by a hit that is claimed and rejected",
        OVERDUE,
        Step("four aces are claimed", lambda house: claim_of(house, "S1", FOUR_ACES)),
        Step("the hit is rejected", _reject, then=_days_pass),
        Step("a round is counted after the week", press),
        prepare=_almost_late,
        barred=(DepositOverdue,),
    ),
    Attack(
        "deposit-and-statement: A deposit is booked and the statement that confirms it entered",
        BANK,
        Step("the deposit is booked", lambda house: _deposit(house, house.paper("slip"))),
        Step("the statement is entered", _statement),
        prepare=_bet,
    ),
    Attack(
        "blank-slip: A deposit or a statement is booked without a reference that anybody can see",
        BANK,
        Step(
            "it is booked",
            lambda house: [
                deed for blank in BLANKS for deed in either(_deposit(house, blank), _statement(house, 0, blank))
            ],
        ),
        prepare=_bet,
        barred=(ReferenceMissing,),
    ),
    Attack(
        "slip-twice: One slip serves for a second deposit, written in another way",
        BANK,
        Step("the second deposit is booked", _slips),
        prepare=_slip_used,
        barred=(ReferenceUsed, ReferenceMissing),
    ),
    Attack(
        "surplus-passed-over: A statement shows $10,000 more than is booked, and nobody hears of it",
        BANK,
        Step("the statement is entered", lambda house: _statement(house, 1_000_000)),
        Step("another, that agrees, is entered", _statement),
        prepare=_bet,
        harm=lambda house: not house.floor.jackpot(ACES).surplus,
    ),
    Attack(
        "surplus-explained-away: Whoever booked money that never moved explains the difference that others find",
        BANK,
        Step("money is booked as taken out", _withdraw, then=_others_state),
        Step("the difference is explained", _explain),
        prepare=_paid_ahead,
        barred=(NotPermitted,),
    ),
)
