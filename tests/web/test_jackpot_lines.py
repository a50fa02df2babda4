"""What the floor adds to a player's jackpot lines: a hit held for verification, a lost wager counted for a meter."""

from __future__ import annotations

import houseway
from houseway.floor.states import Hit
from houseway.table.round import Round
from houseway.table.shown.view import view
from houseway.table.shown.view_shapes import ShownLine
from houseway.web.live.jackpot_lines import with_jackpots

AMOUNTS = {"jackpot": {"main": 1_000_580}}


def played(cards: str) -> Round:
    """A round of one player with the jackpot wager."""
    game = houseway.game("triple-attack")
    setup = game.demonstration(schemes=dict.fromkeys(("jackpot", "jackpot-2"), "progressive"))
    round_ = Round(game, setup, [1], houseway.RecordedShoe(houseway.parse_cards(cards)))
    wagers = {1: {"first-attack": 500, "jackpot": setup.fixed_amount("jackpot") or 100}}
    round_.play_out(wagers, lambda _, ask: ask.default, dict.fromkeys(setup.meters, 1_000_580))
    return round_


def line_of(round_: Round, hits: list[Hit], viewer: int | str = 1) -> ShownLine:
    seen = with_jackpots(view(round_, viewer), round_, hits, AMOUNTS)
    [line] = [line for line in seen.lines if line.wager == "jackpot"]
    return line


def test_a_lost_jackpot_wager_says_what_it_was_counted_for() -> None:
    round_ = played("9c 4d 7h Kc 9s")
    said = line_of(round_, []).says
    assert said is not None
    assert said.startswith("Your first two cards make 16, not 20; counted for the $10,005.80 jackpot: ")
    assert line_of(round_, [], "public").says is None


def test_a_hit_that_waits_for_verification_says_so() -> None:
    round_ = played("Qh 4d Qh Kc 9s")
    line = line_of(round_, [])
    hit = Hit(
        id="H1",
        jackpot="J1",
        row="main",
        table="T1",
        round=1,
        seat=1,
        wager="jackpot",
        event=line.event,
        pays=line.pays,
        amount=line.returned,
        meter=0,
        house=line.returned,
        full=False,
        bare=False,
        two=False,
        locked=0,
    )
    held = line_of(round_, [hit])
    assert line.says is not None and held.says is not None
    assert held.says == line.says.replace(": +", ", held until the hit is verified: +")
