"""Random tables, wagers and play for any game: what the conformance suite is made of. Nothing here knows a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from houseway.cards import Card, Chance, RecordedShoe, Shoe, Stream, VirtualShoe
from houseway.errors import Refused
from houseway.rulebook.edition import Edition
from houseway.rulebook.steps import Ask
from houseway.table.game import Game
from houseway.table.players import RandomPlayer
from houseway.table.round import Round
from houseway.table.setup import Setup
from houseway.table.wagers import accept_wagers

VARIETY = 97
"""How many different tables a game's random rounds are dealt at."""


@cache
def kept_setup(game: Game, seed: int, number: int) -> Setup:
    """Random table ``number`` of a game."""
    return random_setup(game, Stream(seed ^ 0x7AB1E, number))


def random_setup(game: Game, chance: Chance) -> Setup:
    """A table with options, paytables and fixed wagers taken at random among all that the edition allows."""
    edition = list(game.editions.values())[chance.below(len(game.editions))]
    options = {}
    for slug, option in edition.options.items():
        values = [*option.values, *(["40"] if option.integer else [])]
        options[slug] = values[chance.below(len(values))]
    paytables = {}
    for slug, wager in edition.wagers.items():
        ids = edition.paytable_ids(slug)
        if ids and ids != ("standard",) and wager.kind != "supplemental":
            paytables[slug] = ids[chance.below(len(ids))]
    fixed = {
        slug: 100 * (1 + chance.below(5))
        for slug, wager in edition.wagers.items()
        if wager.fixed is not None and not wager.only and chance.below(2)
    }
    extras: dict[str, Any] = {}
    plain = game.demonstration(edition.slug, options, paytables, limits=None, minimums=None, fixed=fixed)
    for jackpot in plain.jackpots:
        for key in ("envy", "share"):
            if chance.below(3) == 0:
                rows = plain.paytables[jackpot].rows
                pays = ("$100", "5%")[chance.below(2)]
                extras.setdefault(key, {})[jackpot] = {rows[chance.below(len(rows))].event: pays}
    return game.demonstration(edition.slug, options, paytables, limits=None, minimums=None, fixed=fixed, **extras)


def random_wagers(setup: Setup, chance: Chance) -> dict[str, int]:
    """Legal wagers of one player, or none now and then."""
    edition: Edition = setup.edition
    placed: dict[str, int] = {}
    slugs = [slug for slug in edition.initial_wagers if slug in setup.wagers]
    for _ in range(2):
        for slug in slugs:
            if slug in placed or chance.below(3) == 0:
                continue
            amount = setup.fixed_amount(slug) or (1 + chance.below(5000)) * (1 if chance.below(2) else 100)
            if amount % 2 and f"{slug}-spots" in setup.options:
                amount += 1
            try:
                placed = accept_wagers(setup, {**placed, slug: amount})
            except Refused:
                continue
    return placed


def random_meters(setup: Setup, chance: Chance) -> dict[str, int]:
    return {name: chance.below(5_000_000) for name in setup.meters}


class Dealt:
    """Everything that a random round was made from."""

    def __init__(self, game: Game, seed: int, number: int) -> None:
        chance = Stream(seed ^ 0x5EED, number)
        self.game = game
        self.setup = kept_setup(game, seed, number % VARIETY)
        positions = self.setup.edition.about.positions
        self.seats = sorted({1 + chance.below(positions) for _ in range(1 + chance.below(positions))})
        self.wagers: dict[int, Mapping[str, int]] = {seat: random_wagers(self.setup, chance) for seat in self.seats}
        self.meters = random_meters(self.setup, chance)
        self.chance = chance
        self.seed = seed
        self.number = number

    def shoe(self) -> VirtualShoe:
        return VirtualShoe(self.setup.deck, Stream(self.seed, self.number))

    def round(self, shoe: Shoe | None = None) -> Round:
        return Round(self.game, self.setup, self.seats, shoe or self.shoe())

    def play(self) -> Round:
        round_ = self.round()
        round_.play_out(self.wagers, RandomPlayer(self.chance), self.meters)
        return round_


def staked(round_: Round) -> int:
    """All money that came onto the table: wagers placed and every stake that a decision added."""
    total = sum(sum(wagers.values()) for wagers in round_.placed.values())
    for ask, answer in round_.decisions:
        for choice in ask.choices:
            word, number = answer if isinstance(answer, tuple) and isinstance(answer[0], str) else (answer, choice.most)
            if choice.word == word and choice.wager is not None:
                assert number is not None
                total += number
    return total


class Remembering:
    """A player whose answers are kept, to be given again."""

    def __init__(self, chance: Chance) -> None:
        self._player = RandomPlayer(chance)
        self.answers: list[Any] = []

    def __call__(self, round_: Round, ask: Ask) -> Any:
        answer = self._player(round_, ask)
        self.answers.append(answer)
        return answer


def repeat(answers: list[Any]) -> Iterator[Any]:
    return iter(list(answers))


def whole_deck(setup: Setup, seed: int, number: int) -> list[Card]:
    """Every card of the deck in the order in which this round's shoe would deal them."""
    shoe = VirtualShoe(setup.deck, Stream(seed, number))
    return [shoe.draw() for _ in range(len(setup.deck))]


def recorded(cards: list[Card]) -> RecordedShoe:
    return RecordedShoe(cards)
