"""The house's own money in a progressive: taken back twice, under another name, or after it was given away."""

from __future__ import annotations

import msgspec

from houseway.drill.drill_plan import JACKPOTS
from houseway.drill.insiders.attack import Attack, Deed, Step, either
from houseway.drill.insiders.attacks.paper_attacks import BLANKS
from houseway.drill.insiders.insider_house import ACES, FOUR_ACES, House, tables
from houseway.floor import command_index as c
from houseway.floor.floor_errors import BadCommand, ReferenceMissing, WrongState
from houseway.jackpots.jackpot_errors import AdjustmentRefused, RemovalRefused

DECREASE = "WAC 230-15-695"
REMOVAL = "WAC 230-15-710"
ORDER = "order-of-the-regulator"
TODAY = "2026-03-02"
FAULT = "M-1"


def _adjust(house: House, to: int = 0, malfunction: str = FAULT, document: str | None = None) -> c.AdjustMeter:
    paper = house.paper("report") if document is None else document
    return c.AdjustMeter(
        jackpot=ACES, row=FOUR_ACES, to=to, reason="malfunction", document=paper, malfunction=malfunction
    )


def _recover(house: House, amount: int = 100) -> c.RecoverSeed:
    return c.RecoverSeed(jackpot=ACES, row=FOUR_ACES, amount=amount, source="pool", document=house.paper("memo"))


def _players_bet(house: House) -> None:
    for _ in range(3):
        house.press("S1", 1, 2, 3, 4, 5)


FOUND = c.ReportMalfunction(malfunction=FAULT, what="the display stands wrong")
REPORT = Step("a malfunction is reported", FOUND)


def _faults(house: House) -> None:
    """A malfunction that is mended, and one of a table that plays for another jackpot."""
    house.do(c.ReportMalfunction(malfunction="M-mended", what="dark"), "tom")
    house.do(c.MendMalfunction(malfunction="M-mended", how="a lamp"), "tom")
    house.do(c.ReportMalfunction(malfunction="M-other", table="D1", what="dark"), "tom")


def _fault(house: House) -> None:
    house.do(FOUND, "tom")


# -- a progressive that leaves


def _shut(house: House) -> None:
    """The tables of the link are closed, and nothing is due."""
    for table in ("S1", "S2"):
        house.do(c.CloseTable(table=table), "sue")


def _announce(house: House, document: str) -> c.AnnounceRemoval:
    return c.AnnounceRemoval(jackpot=ACES, reason=ORDER, day=TODAY, document=document)


def _announced(house: House) -> None:
    _shut(house)
    house.do(_announce(house, "order 12"), "ada", "abe")


def _given_away(house: House) -> None:
    _announced(house)
    house.do(c.TransferJackpot(jackpot=ACES, to="ties", document="letter 12"), "ada", "abe")
    _fault(house)


def _revive(house: House) -> list[Deed]:
    """Every command that would bring a progressive back, or money out of it."""
    aces = JACKPOTS[ACES]
    again = msgspec.structs.replace(next(table for table in tables() if table.id == "S1"), id="S9")
    return either(
        c.OpenTable(table="S1"),
        c.AddTable(table=again),
        c.ResumeJackpot(jackpot=ACES, reason="a new start"),
        c.ChangeJackpot(jackpot=msgspec.structs.replace(aces, unreasonable=9)),
        _recover(house),
        _adjust(house, 500_000),
        c.TransferJackpot(jackpot="ties", to=ACES, document=house.paper("letter")),
    )


def _name_of_the_chips(house: House) -> list[Deed]:
    names = ("play", "play/house", "aces:pool", " ")
    return either(*(c.AddJackpot(jackpot=msgspec.structs.replace(JACKPOTS[ACES], id=name)) for name in names))


ATTACKS = (
    Attack(
        "seed-twice: The house takes its seed back twice: by an adjustment, and again from what players brought",
        f"{DECREASE}(5)",
        REPORT,
        Step("the display is set to nothing", _adjust, then=_players_bet),
        Step("the seed is recovered again", _recover),
        barred=(AdjustmentRefused,),
    ),
    Attack(
        "seed-over: More than its seed goes back to the house",
        f"{DECREASE}(5)",
        Step("the whole seed is recovered", lambda house: _recover(house, 1_000_000)),
        Step("a dollar more is recovered", _recover),
        prepare=_players_bet,
        barred=(AdjustmentRefused,),
    ),
    Attack(
        "own-malfunction: A display is set down for a malfunction that the crew reported itself",
        DECREASE,
        REPORT,
        Step("the display is set down", lambda house: _adjust(house, 900_000)),
    ),
    Attack(
        "no-malfunction: A display is set down without an open malfunction of its own tables",
        f"{DECREASE}(2)",
        Step(
            "the display is set down",
            lambda house: [(_adjust(house, malfunction=name),) for name in ("", "none", "M-mended", "M-other")],
        ),
        prepare=_faults,
        barred=(AdjustmentRefused,),
    ),
    Attack(
        "blank-document: A display is set down on a document that is blank, or that nobody can see",
        DECREASE,
        Step("the display is set down", lambda house: [(_adjust(house, document=blank),) for blank in BLANKS]),
        prepare=_fault,
        barred=(ReferenceMissing,),
    ),
    Attack(
        "order-without-paper: A progressive is removed by an order of the regulator that nobody has",
        REMOVAL,
        Step("the removal is announced", lambda house: [(_announce(house, blank),) for blank in BLANKS]),
        prepare=_shut,
        barred=(ReferenceMissing,),
    ),
    Attack(
        "donation-without-paper: A progressive is given away without a receipt, or to nobody",
        REMOVAL,
        Step(
            "it is given away",
            lambda house: [
                (c.DonateJackpot(jackpot=ACES, organisation=organisation, reference=reference),)
                for organisation, reference in (
                    *(("Council", blank) for blank in BLANKS),
                    *((blank, "receipt 1") for blank in BLANKS),
                )
            ],
        ),
        prepare=_announced,
        barred=(ReferenceMissing,),
    ),
    Attack(
        "removed-and-given-away: A progressive is removed by order and given away on the same day",
        REMOVAL,
        Step("the removal is announced", lambda house: _announce(house, "order 12")),
        Step("it is given away", c.DonateJackpot(jackpot=ACES, organisation="Council", reference="receipt 1")),
        prepare=_shut,
    ),
    Attack(
        "given-away-and-back: A progressive that was given away is opened again, or pays the house its seed",
        REMOVAL,
        Step("it is brought back", _revive),
        prepare=_given_away,
        barred=(WrongState, RemovalRefused),
    ),
    Attack(
        "accounts-of-the-chips: A jackpot gets the name of other accounts, so that its money is theirs",
        "S-17",
        Step("the jackpot is added", _name_of_the_chips),
        barred=(BadCommand,),
    ),
)
