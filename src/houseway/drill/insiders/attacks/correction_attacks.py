"""Lines of settled rounds: corrected twice, or once too often with the hit that they wait for."""

from __future__ import annotations

from houseway.cards import Stream
from houseway.compliance.configured_tables import settings_of, setup_of
from houseway.drill.drill_plan import TIE
from houseway.drill.insiders.attack import Attack, Deed, Step
from houseway.drill.insiders.insider_house import House
from houseway.drill.stacks import STACKS, StackedShoe, top_of
from houseway.floor import command_index as c
from houseway.floor.floor_errors import WrongState
from houseway.floor.permission.people import panel_of
from houseway.registry import game
from houseway.rulebook.steps import Prizes
from houseway.table.players import advised
from houseway.table.records.record import record
from houseway.table.round import Round

LINES = "WAC 230-15-430, BJS-3"
TABLE = "D1"
QUADS = next(stack for stack in STACKS if stack.name == "quads of one suit after a tie")
WAGERS = {1: {"player": 500, TIE: 100}}
DAY = "2026-03-02"


def _quads(house: House) -> None:
    """A round of Dueling that wins all of its jackpot: counted, claimed and settled; the prize waits with its hit."""
    number = house.press(TABLE, 1)
    state = house.floor.table(TABLE)
    assert state.table is not None
    setup = setup_of(state.table, state.jackpots, settings_of(house.floor.property.configuration(DAY), TABLE))
    shoe = StackedShoe(setup.deck, Stream(1, 1), top_of(QUADS))
    played = Round(game(state.table.game), setup, [1], shoe)
    meters = {TIE: house.floor.amounts("ties")[""]}
    while not isinstance(played.step, Prizes):
        played.play_on(WAGERS, advised, meters)
    claims = tuple(c.Claimed(seat=1, wager=claim.wager, event=claim.event) for claim in played.step.claims)
    house.do(c.ClaimHit(table=TABLE, round=number, claims=claims), panel_of(TABLE))
    while not played.over:
        played.play_on(WAGERS, advised, meters)
    house.do(c.SettleRound(table=TABLE, round=number, record=record(played, meters=meters)), panel_of(TABLE))


def _line(house: House, wager: str, more: int) -> c.CorrectLine:
    """A correction of the line of a wager, by so much more than it returned at first."""
    state = house.floor.table(TABLE)
    place, (seat, _, was, _) = next((place, line) for place, line in enumerate(state.lines, 1) if line[1] == wager)
    return c.CorrectLine(
        table=TABLE,
        round=state.settled,
        line=place,
        seat=seat,
        wager=wager,
        was=was,
        returned=was + more,
        reason="misread",
    )


def _reject_and_correct(house: House) -> list[Deed]:
    [hit] = house.floor.jackpot("ties").pending
    reject = c.RejectHit(jackpot="ties", hit=hit, reason="no hit")
    correct = _line(house, TIE, 5_000)
    return [(reject, correct), (correct, reject)]


ATTACKS = (
    Attack(
        "line-corrected-twice: One line is corrected twice in one commit, and both corrections pay",
        LINES,
        Step("both corrections are given", lambda house: [tuple(_line(house, "player", 5_000) for _ in range(2))]),
        prepare=_quads,
        barred=(WrongState,),
    ),
    Attack(
        "rejected-and-corrected: A hit is rejected and the line that waits for it corrected upwards, in one commit",
        LINES,
        Step("both are given", _reject_and_correct),
        prepare=_quads,
        barred=(WrongState,),
    ),
)
