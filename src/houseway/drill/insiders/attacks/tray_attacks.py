"""Trays, boxes and credentials: chips that never came, money that left the box, and somebody else's badge."""

from __future__ import annotations

from houseway.compliance.configuration import Person
from houseway.drill.insiders.attack import Attack, Step
from houseway.drill.insiders.insider_house import HOUR, House
from houseway.floor import command_index as c
from houseway.floor.floor_errors import ReferenceUsed, WrongState

COUNTS = "WAC 230-15-430"
CREDENTIALS = "WAC 230-06-030"
CHIPS = {"$5": 200}
SLIP = "fill 7"
AWAY = "fay"
"""A supervisor who is not here today."""


def _opened(house: House) -> None:
    house.do(c.CountOpening(table="S1", chips=CHIPS, reference="opening"), "sam", "ann")


def _filled(house: House) -> None:
    _opened(house)
    house.do(c.FillTable(table="S1", chips=CHIPS, reference=SLIP), "sam", "ann")


def _closed(house: House) -> None:
    _opened(house)
    house.do(c.CountClosing(table="S1", chips=CHIPS, reference="closing"), "sam", "ann")


def _somebody_away(house: House) -> None:
    house.do(c.AddPerson(person=Person(id=AWAY, name="Fay", roles=("supervisor",))), "ada", "abe")


def _link_waits(house: House) -> None:
    _somebody_away(house)
    house.kept["until"] = house.at + HOUR
    house.do(c.MakeSignInLink(person=AWAY, link="link-1", until=house.kept["until"]), "ada", "abe")


ATTACKS = (
    Attack(
        "fill-that-never-came: A fill is written for a table, and its chips never come there",
        COUNTS,
        Step("the fill is written", c.FillTable(table="S1", chips=CHIPS, reference="fill 1")),
        prepare=_opened,
    ),
    Attack(
        "fill-slip-twice: The slip of a fill serves a second time",
        COUNTS,
        Step("the slip is entered again", c.FillTable(table="S1", chips=CHIPS, reference="FILL 7")),
        prepare=_filled,
        barred=(ReferenceUsed,),
    ),
    Attack(
        "credit-that-stays-in-a-pocket: A credit takes chips from a tray, and they do not reach the cage",
        COUNTS,
        Step("the credit is written", c.CreditTable(table="S1", chips=CHIPS, reference="c 1")),
        prepare=_opened,
    ),
    Attack(
        "tray-counted-short: A tray is counted with fewer chips than it holds, and the rest is carried away",
        COUNTS,
        Step("the closing inventory is entered", c.CountClosing(table="S1", chips={"$5": 100}, reference="closing")),
        prepare=_opened,
    ),
    Attack(
        "box-counted-short: Money is taken from a drop box, and less is entered",
        COUNTS,
        Step("the drop is entered", c.CountDrop(table="S1", amount=1_000, reference="box")),
        prepare=_closed,
    ),
    Attack(
        "box-before-the-tray: "
        "The drop of a shift is entered before its tray is counted, so that the count can be made to fit",
        COUNTS,
        Step("the drop is entered", c.CountDrop(table="S1", amount=1_000, reference="box")),
        prepare=_opened,
        barred=(WrongState,),
    ),
    Attack(
        "badge-of-another: A badge and PIN are enrolled for somebody who is away, to sign as the second person",
        CREDENTIALS,
        Step("the badge is enrolled", c.EnrolBadge(person=AWAY)),
        prepare=_somebody_away,
        barred=(WrongState,),
    ),
    Attack(
        "authenticator-of-another: An authenticator is enrolled for somebody who is away, to come in as them",
        CREDENTIALS,
        Step("the authenticator is enrolled", c.EnrolAuthenticator(person=AWAY)),
        prepare=_somebody_away,
        barred=(WrongState,),
    ),
    Attack(
        "link-of-another: A sign-in link that was made for somebody else sets a password",
        CREDENTIALS,
        Step("the link is used", c.UseSignInLink(person=AWAY, link="link-1")),
        prepare=_link_waits,
        barred=(WrongState,),
    ),
)
