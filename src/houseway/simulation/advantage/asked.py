"""What is asked about a game's protection: a table, who sits there, how its shoes are dealt and simulated."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property

from houseway.cards import Deck
from houseway.maths.protection.table_pays import TablePays
from houseway.maths.question import Question
from houseway.maths.question_errors import BadQuestion
from houseway.maths.terms import whole_number
from houseway.simulation.advantage.counted_wagers import Dealing
from houseway.simulation.advantage.round_cards import ROUNDS, cards_a_round
from houseway.simulation.departures import DECKS, departing
from houseway.simulation.run import CORES, check_place
from houseway.table.folder import GameFolder
from houseway.table.setup import Setup

SHOES = 400
"""Shoes dealt for each wager and number of seats, unless another number is asked for."""

MOST_SHOES = 10_000_000
MOST_DRAWS = 1_000_000
PENETRATIONS = (50, 65, 75, 85)
"""Percent of the shoe dealt before the cut card, unless cut cards are named."""


def asked_table(game: GameFolder, question: Question) -> Setup:
    """The table of an ordinary house that ``question`` asks about: its edition, options, paytables and pays.

    Meters stand at the amounts of that house unless the question gives others.
    """
    edition = game.edition(question.edition)
    options = dict(question.options)
    decks = options.pop(DECKS, None) if DECKS not in edition.options else None
    if isinstance(question.paytable, str):
        if question.wager is None:
            raise BadQuestion("a paytable is named without its wager", remedy="name the wager, as in WAGER=ID")
        paytables = {question.wager: question.paytable}
    else:
        paytables = dict(question.paytable or {})
    setup = game.demonstration(edition.slug, options, paytables)
    pays: dict[str, dict[str, str]] = {}
    for key, text in question.pays.items():
        wager, _, event = key.rpartition("/")
        if not (wager or question.wager):
            raise BadQuestion(f"{key} names no wager", remedy=f"write WAGER/{key}")
        pays.setdefault(wager or question.wager or "", {})[event] = text
    if decks is not None and not whole_number(str(decks)):
        raise BadQuestion(f"decks cannot be {decks!r}", remedy="give a whole number")
    return departing(setup, pays, None if decks is None else whole_number(str(decks)))


class ProtectionQuestion:
    """A question about a game's protection, checked.

    ``seats`` are the numbers of seats to deal to, ``cuts`` the cards before the cut card. ``shoes`` is how many are
    dealt for each, ``on`` cores or a GPU; none leaves the simulated figures out. ``draws`` are the sets of other seats'
    cards for each class of hands where seats share them; a game has its own number. ``wagers`` narrows the answer.
    """

    def __init__(
        self,
        game: GameFolder,
        setup: Setup,
        *,
        meters: Mapping[str, int] | None = None,
        wagers: tuple[str, ...] = (),
        seats: tuple[int, ...] = (),
        cuts: tuple[int, ...] = (),
        shoes: int = SHOES,
        draws: int | None = None,
        seed: int = 0,
        on: str = CORES,
    ) -> None:
        check_place(on, None, None)
        self.game, self.setup, self.shoes, self.seed, self.on = game, setup, shoes, seed, on
        self.draws = draws
        self.pays = TablePays(setup, {**game.house.get("meters", {}), **(meters or {})})
        positions = setup.edition.about.positions
        self.seats = seats or (1, positions)
        self.cuts = cuts or tuple(round(len(self.deck) * share / 100) for share in PENETRATIONS)
        for slug in wagers:
            if slug not in setup.wagers:
                raise BadQuestion(
                    f"{slug!r} is no wager of this table", remedy=f"choose from {', '.join(setup.wagers)}"
                )
        self._asked = wagers
        if not all(1 <= number <= positions for number in self.seats):
            raise BadQuestion(
                f"{max(self.seats)} players do not fit the table", remedy=f"seats run from 1 to {positions}"
            )
        if not all(0 < cut < len(self.deck) for cut in self.cuts):
            raise BadQuestion(
                f"the cut card cannot lie behind {max(self.cuts)} cards of {len(self.deck)}",
                remedy=f"give a number from 1 to {len(self.deck) - 1}",
            )
        if shoes == 1 or not 0 <= shoes <= MOST_SHOES:
            raise BadQuestion(
                f"{shoes} shoes cannot be simulated", remedy=f"give 0 for none, or 2 to {MOST_SHOES:,} shoes"
            )
        if draws is not None and not 2 <= draws <= MOST_DRAWS:
            raise BadQuestion(
                f"{draws} sets of cards cannot be drawn", remedy=f"give a number from 2 to {MOST_DRAWS:,}"
            )

    @property
    def deck(self) -> Deck:
        """What the table is dealt from."""
        return self.setup.deck

    @property
    def wagers(self) -> tuple[str, ...]:
        """The wagers placed before the deal that are asked about, as the document lists them."""
        offered = [slug for slug in self.setup.edition.initial_wagers if slug in self.setup.wagers]
        return tuple(slug for slug in offered if not self._asked or slug in self._asked)

    @cached_property
    def dealing(self) -> Dealing:
        """How the shoes are dealt."""
        seats = self.seats if self.shoes and self.countable else ()
        used = {number: cards_a_round(self.game, self.setup, number) for number in seats}
        return Dealing(used, self.cuts, self.deck.decks, self.shoes if used else 0, self.seed, self.on)

    @property
    def countable(self) -> bool:
        """Whether the table is dealt to a cut card, and not shuffled for every round."""
        return self.setup.options.get("shoe", "fresh") != "fresh"

    @property
    def assumed(self) -> tuple[str, ...]:
        """What the simulated figures rest on, in sentences."""
        if not self.countable:
            return ("The shoe is shuffled for every round: there is nothing to count, and no shoes were simulated.",)
        if not self.shoes:
            return ("No shoes were simulated.",)
        means = [
            f"{_told(used)} with " + ("one seat" if seats == 1 else f"{seats} seats")
            for seats, used in self.dealing.used.items()
        ]
        return (
            f"{self.shoes:,} shoes of {len(self.deck)} cards were dealt for each wager and number of seats, from seed "
            f"{self.seed}. Every card dealt is seen before the next wager; the round in which the cut card comes out "
            "is finished and is the last one.",
            f"Cards used in a round are as the game's own procedure used them in {ROUNDS:,} rounds: "
            f"{', '.join(means)} on average. Every seat has the first primary wager alone.",
            "The player bets one unit where the count says so, and nothing otherwise. What a bet wins is valued at the "
            "cards that are left when it is made.",
        )


def _told(used: Sequence[float]) -> str:
    """The mean number of cards, and its standard error as found in so many rounds."""
    mean = sum(number * share for number, share in enumerate(used))
    variance = sum((number - mean) ** 2 * share for number, share in enumerate(used))
    return f"{mean:.2f} ± {math.sqrt(variance / ROUNDS):.2f}"
