"""Dueling: random rounds over every option, and what must hold in all of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

import houseway
from houseway.cards import Stream, VirtualShoe
from houseway.rulebook.steps import Ask, Deal, Prizes, Settle
from houseway.table.players import RandomPlayer
from houseway.table.round import Round
from houseway.table.setup import Setup
from houseway.table.table_errors import WagerRefused
from houseway.table.wagers import accept_wagers

GAME = houseway.game("dueling")
TABLES = list(
    product(("1", "2", "bonus"), ("2CPB-1", "2CPB-4", "2CPB-7"), ("TAT1", "TAT2", "TAT4"), ("2+2P1", "2+2P3"))
)
OPTIONS = list(product(("player-dealer", "play"), ("6", "5", "8"), ("3", "0"), ("off", "on"), ("on", "off")))


def setups() -> list[Setup]:
    """Every value of every option, each with other paytables."""
    found = []
    for number, (spots, decks, burn, bonus, tabulator) in enumerate(OPTIONS):
        plus, combo, tat, two = TABLES[number * 5 % len(TABLES)]
        options = {"spots": spots, "decks": decks, "burn": burn, "tie-bonus": bonus, "tabulator": tabulator}
        paytables = {"tie-plus": plus, "combo-bet": combo, "tie-after-tie": tat, "two-plus-two": two}
        found.append(GAME.demonstration(options=options, paytables=paytables))
    return found


def random_wagers(setup: Setup, chance: Stream) -> dict[str, int]:
    """Any legal wagers, often none."""
    while True:
        placed: dict[str, Any] = {}
        for slug in setup.edition.initial_wagers:
            if slug in setup.wagers and chance.below(2):
                least, most = setup.limits.get(slug, (100, 100))
                placed[slug] = least + chance.below(min(most, 3000) - least + 1)
        try:
            return accept_wagers(setup, placed)
        except WagerRefused:
            continue


def rounds(count: int, seed: int) -> Iterator[tuple[Round, dict[int, dict[str, int]]]]:
    tables = setups()
    for number in range(count):
        setup = tables[number % len(tables)]
        chance = Stream(seed, number)
        seats = [seat for seat in range(1, 8) if chance.below(2)] or [1 + chance.below(7)]
        wagers = {seat: random_wagers(setup, chance) for seat in seats}
        round_ = Round(GAME, setup, seats, VirtualShoe(setup.deck, Stream(seed + 1, number)))
        round_.play_out(wagers, RandomPlayer(chance), {"tie-after-tie": 777_777, "two-plus-two": 1_234_567})
        yield round_, wagers


def check(round_: Round, wagers: dict[int, dict[str, int]]) -> None:
    assert round_.over
    edition = round_.setup.edition
    at_war = {ask.seat for ask, answer in round_.decisions if answer == "war"}
    first = {seat: next(iter(placed.values()), 0) for seat, placed in wagers.items()}
    staked = sum(sum(placed.values()) for placed in wagers.values()) + sum(
        first[seat] for seat in first if seat in at_war
    )
    assert sum(line.stake for line in round_.lines) == staked
    assert not any(round_.layout.stakes.values())
    for line in round_.lines:
        assert line.returned >= 0
        assert edition.has_clause(line.clause)
        assert line.wager in edition.wagers
        found = round_.setup.paytables[line.wager].find(line.event)
        assert line.event == "none" or (found is not None and found.pay.text == line.pays)
    for step, _ in round_.history:
        for cite in (step.cite, *step.does):
            assert edition.has_clause(cite)
        if isinstance(step, Ask):
            assert all(edition.has_clause(choice.cite) for choice in step.choices)
    round_.setup.deck.check(round_.layout.cards)


@pytest.mark.clause("dueling", "appendix X same rules", "DD-8")
def test_random_rounds_hold_together() -> None:
    seen: set[str] = set()
    for round_, wagers in rounds(960, 11):
        check(round_, wagers)
        seen |= {line.event for line in round_.lines}
    assert {"win", "lose", "surrender", "war-push", "war-lost", "tie-bonus", "starting-pair", "not-a-tie"} <= seen


@pytest.mark.soak
def test_many_random_rounds_hold_together() -> None:
    for round_, wagers in rounds(200_000, 12):
        check(round_, wagers)


def test_each_part_is_settled_in_position_order() -> None:
    """DD-8, on random rounds: duel and side bets, then surrenders, war, Tie After Tie, 2 + 2, then percentages."""
    for round_, _ in rounds(480, 13):
        steps = [step for step, _ in round_.history]
        first_prize = next((number for number, step in enumerate(steps) if isinstance(step, Prizes)), len(steps))
        parts: list[list[int]] = [[], [], []]
        for number, step in enumerate(steps[:first_prize]):
            if isinstance(step, Settle) and isinstance(step.place, int):
                after_choice = any(isinstance(other, Ask) and other.ask == "war" for other in steps[:number])
                if step.wager == "two-plus-two":
                    parts[2].append(step.place)
                elif step.wager == "war" or step.event.startswith("war-"):
                    parts[1].append(step.place)
                elif not after_choice:
                    parts[0].append(step.place)
        for part in parts:
            assert part == sorted(part)


def test_every_clause_of_play_is_cited_by_a_step() -> None:
    """All numbered rules of both designs but 'how to play 3' (the comparison itself) and the bare offer of war."""
    cited: set[str] = set()
    for round_, _ in rounds(2400, 14):
        for step, _ in round_.history:
            cited |= {step.cite, *step.does}
            if isinstance(step, Ask):
                cited |= {choice.cite for choice in step.choices}
    rules = {clause.id for clause in GAME.edition().clauses if "how to play" in clause.id}
    assert rules - cited == {"how to play 3", "how to play 6(b)", "optional how to play 4(b)"}


class Again:
    """The seats' answers of a round, given once more."""

    def __init__(self, round_: Round) -> None:
        self.answers = [answer for ask, answer in round_.decisions if isinstance(ask.seat, int)]

    def __call__(self, round_: Round, ask: Ask) -> Any:
        return self.answers.pop(0) if isinstance(ask.seat, int) else ask.default


def test_a_dealt_round_can_be_played_again_from_its_cards() -> None:
    for round_, wagers in rounds(96, 15):
        again = Round(GAME, round_.setup, list(wagers), houseway.RecordedShoe(round_.layout.cards))
        again.play_out(wagers, Again(round_), round_.locked)
        assert again.lines == round_.lines
        assert sum(1 for step, _ in again.history if isinstance(step, Deal)) == len(round_.layout.cards)
