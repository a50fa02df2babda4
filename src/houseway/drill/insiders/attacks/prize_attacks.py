"""Prizes: claimed, verified and paid by the same people, to nobody, or twice."""

from __future__ import annotations

from typing import Any, Literal

from houseway.drill.drill_plan import PAYEE
from houseway.drill.insiders.attack import Attack, Done, Step, either
from houseway.drill.insiders.attacks.paper_attacks import BLANKS
from houseway.drill.insiders.insider_house import ACES, FOUR_ACES, SMALL, House, claim_of
from houseway.floor import command_index as c
from houseway.floor import floor_errors
from houseway.floor.states import Hit

HIT = "WAC 230-15-430, WAC 230-15-405"
VERIFIED: Done = {"verify": frozenset({"sue", "vic"})}
"""Others looked at the hand before."""

SEEN: dict[str, Any] = {"cards": "as dealt", "deck": "whole", "surveillance": "tape 1"}


def _pressed(house: House) -> None:
    house.press("S1", 1)


def _verify(house: House) -> c.Command:
    return c.VerifyHit(jackpot=ACES, hit=house.pending, player="card 1042", **SEEN)


def _pay(
    house: House,
    hit: str,
    *,
    method: Literal["cash", "check"] = "check",
    paper: str | None = None,
    player: str = "",
    payee: str = PAYEE,
) -> c.PayHit:
    reference = house.paper("check") if paper is None else paper
    return c.PayHit(jackpot=ACES, hit=hit, by="cage", method=method, reference=reference, player=player, payee=payee)


def _held(house: House, event: str) -> Hit:
    """A hit, claimed at the panel."""
    house.press("S1", 1)
    return house.claim("S1", event)


def _verified(house: House, event: str) -> Hit:
    """A hit that others have verified; nobody wrote down who won."""
    hit = _held(house, event)
    house.do(c.VerifyHit(jackpot=ACES, hit=hit.id, **SEEN), "sue", "vic")
    return hit


def _twice_verified(house: House) -> None:
    house.kept["hits"] = [_verified(house, SMALL).id for _ in range(2)]


def _paid(house: House) -> None:
    hit = _verified(house, FOUR_ACES)
    house.do(_pay(house, hit.id, paper="check 1", player="card 1042"), "sam", "abe")
    house.kept["hit"] = hit.id


ATTACKS = (
    Attack(
        "small-prize: A prize of $100 that nobody won is claimed, verified and paid",
        HIT,
        Step("the prize is claimed", lambda house: claim_of(house, "S1", SMALL)),
        Step("the hit is verified", _verify),
        Step("the prize is paid", lambda house: _pay(house, house.pending, method="cash", paper="")),
        prepare=_pressed,
    ),
    Attack(
        "whole-meter: All of a meter that nobody won is claimed, verified and paid",
        f"{HIT}, WAC 230-15-320",
        Step("four aces are claimed", lambda house: claim_of(house, "S1", FOUR_ACES), above=True),
        Step("the hit is verified", _verify, above=True),
        Step("the prize is paid", lambda house: _pay(house, house.pending), above=True),
        prepare=_pressed,
        barred=(floor_errors.NotPermitted,),
    ),
    Attack(
        "paid-to-nobody: A prize of $10,000 is paid to a player who is on no record",
        "WAC 230-15-320",
        Step(
            "the prize is paid",
            lambda house: either(*(_pay(house, house.kept["hit"], player=blank, payee="") for blank in BLANKS)),
            above=True,
        ),
        prepare=lambda house: house.kept.update(hit=_verified(house, FOUR_ACES).id),
        done=VERIFIED,
        barred=(floor_errors.ReferenceMissing,),
    ),
    Attack(
        "paid-untaxed: A prize of $10,000 is paid whole to somebody who shows no papers, as if no tax were due",
        "26 USC 3402(q)",
        Step(
            "the prize is paid",
            lambda house: either(
                *(_pay(house, house.kept["hit"], player="card 7", payee=payee) for payee in ("", "P-nobody"))
            ),
            above=True,
        ),
        prepare=lambda house: house.kept.update(hit=_verified(house, FOUR_ACES).id),
        done=VERIFIED,
        barred=(floor_errors.PayeeMissing, floor_errors.UnknownThing),
    ),
    Attack(
        "paid-unverified: A hit is paid that nobody has verified",
        HIT,
        Step("the prize is paid", lambda house: _pay(house, house.kept["hit"], player="card 7"), above=True),
        prepare=lambda house: house.kept.update(hit=_held(house, FOUR_ACES).id),
        barred=(floor_errors.WrongState,),
    ),
    Attack(
        "paid-twice: A hit is paid a second time",
        HIT,
        Step("the prize is paid", lambda house: _pay(house, house.kept["hit"], player="card 7"), above=True),
        prepare=_paid,
        done=VERIFIED,
        barred=(floor_errors.WrongState,),
    ),
    Attack(
        "one-check-two-prizes: One check pays two prizes, both in one commit",
        HIT,
        Step("both are paid", lambda house: [tuple(_pay(house, hit, paper="check 9") for hit in house.kept["hits"])]),
        prepare=_twice_verified,
        done=VERIFIED,
        barred=(floor_errors.ReferenceUsed,),
    ),
)
