"""The steps of a procedure: what must happen next, as data.

A procedure is a generator. It yields a step and is sent what happened: nothing, a card that is now known, a decision.
Choices and limits are data in the step and are checked by the driver, so a refusal never enters a procedure. Every step
cites its clause; ``does`` names procedural clauses that the dealer carries out along with it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeAlias

import msgspec

from houseway.cards import Card
from houseway.rulebook.pays import Pay

Place: TypeAlias = int | str | tuple[int, int | str]
"""Where cards lie: a seat's hand (its number), a further hand or part of one ((seat, 2), (seat, "low")), or a place of
the table such as ``community``."""

Who: TypeAlias = int | str
"""A seat's number, or ``dealer``, ``supervisor``, ``jackpots``, ``shoe`` (one that reads its cards)."""

COMMUNITY = "community"
DEALER = "dealer"
BURN = "burn"
SUPERVISOR = "supervisor"
JACKPOTS = "jackpots"
SHOE = "shoe"

INDICATORS = "indicators"
"""What is asked after every press: whether the indicators agree with the chips."""


class Step(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Base of all steps."""

    cite: str
    does: tuple[str, ...] = ()


class Deal(Step, frozen=True, gc=False):
    """One card leaves the shoe for ``to``. Sent back: the card if it lies face ``up``, else nothing."""

    to: Place
    up: bool = False


class Look(Step, frozen=True, gc=False):
    """``seat`` alone looks at the cards at ``place``. Nothing is sent back: the procedure has not seen them."""

    seat: int
    place: Place


class Turn(Step, frozen=True, gc=False):
    """The cards at ``place`` are turned face up for all. Sent back: the cards.

    Where they are not ``needed`` by any open wager, a record may lack them: those that it has are sent back.
    """

    place: Place
    needed: bool = True


class Peek(Step, frozen=True, gc=False):
    """The dealer alone looks at ``places`` to answer ``question``.

    Sent back: yes or no, which ``test`` finds in the cards.
    """

    places: tuple[Place, ...]
    question: str
    test: Callable[[tuple[Card, ...]], bool]


class Move(Step, frozen=True, gc=False):
    """The cards at the ``positions`` (from 0) of ``place`` are laid at ``to``."""

    place: Place
    positions: tuple[int, ...]
    to: Place


class Choice(msgspec.Struct, frozen=True, gc=False):
    """One thing that may be answered: a word, or a word with a number from ``least`` to ``most``.

    With ``wager`` the number is a stake in cents, laid on that wager at ``to``; where ``least`` is ``most`` the word
    alone says it, otherwise the word alone means the most. ``bounds`` are the clauses of the least and of the most
    where they are not ``cite``.
    """

    word: str
    says: str
    cite: str
    least: int | None = None
    most: int | None = None
    wager: str | None = None
    to: Place | None = None
    bounds: tuple[str, str] | None = None


class Pick(msgspec.Struct, frozen=True, gc=False):
    """Cards to be selected from the first ``pool`` cards of the hand: one, or any number of ranks in ``together``.

    The answer is a list of positions from 1 (or of the cards themselves, where they are known). ``several`` is the
    clause on selecting more than one, where it is not ``cite``.
    """

    pool: int
    says: str
    cite: str
    together: tuple[str, ...] = ()
    several: str = ""


class Ask(Step, frozen=True, gc=False):
    """A decision of ``seat`` about its hand at ``place``. Sent back: the word, (word, number), or a tuple of positions.

    ``default`` is what a timeout records. ``closed`` has, by word, the clause by which a choice of the game is not
    offered now.
    """

    seat: Who
    ask: str
    choices: tuple[Choice, ...] = ()
    default: Any = None
    pick: Pick | None = None
    place: Place | None = None
    closed: tuple[tuple[str, str], ...] = ()


class Together(Step, frozen=True, gc=False):
    """Decisions of several seats at once. Sent back: their answers, in seat order."""

    asks: tuple[Ask, ...]


class PlaceWagers(Step, frozen=True, gc=False):
    """Every seated player places wagers, or none. Sent back: nothing; the seats that did are then in the round."""


class Tabulate(Step, frozen=True, gc=False):
    """The dealer presses the button and the sensors of ``wagers`` are read.

    Sent back: whether they agree with the chips.
    """

    wagers: tuple[str, ...]


class Collect(Step, frozen=True, gc=False):
    """The counted ``wagers`` are taken from their spots into the tray; they run on, settled later."""

    wagers: tuple[str, ...]


class Settle(Step, frozen=True, gc=False):
    """The wager at ``place`` is decided: one settlement line.

    ``returned`` and ``meter`` are given only for prizes that do not follow from the stake; ``bare`` marks a line that
    settles no stake of its own (a bonus on top, an envy prize).
    """

    place: Place
    wager: str
    event: str
    pay: Pay
    returned: int | None = None
    meter: int | None = None
    bare: bool = False
    note: str | None = None


class Claim(msgspec.Struct, frozen=True, gc=False):
    """A hand that has hit a percent row, waiting for the amount of the meter ``meter``."""

    place: Place
    wager: str
    event: str
    meter: str
    cite: str


class Prizes(Step, frozen=True, gc=False):
    """Every claim of the round is known. Sent back: the locked amount, in cents, of each meter named."""

    claims: tuple[Claim, ...]
    meters: tuple[str, ...]


Procedure: TypeAlias = Generator[Step, Any, None]
"""What ``play(table)`` makes."""


def seat_of(place: Place) -> int:
    """The seat whose hand (or part of a hand) lies at ``place``; 0 for the table's own places."""
    if isinstance(place, int):
        return place
    return place[0] if isinstance(place, tuple) else 0


def place_name(place: Place) -> str:
    """``place`` as text: ``3``, ``3.2``, ``3.low``, ``community``."""
    return f"{place[0]}.{place[1]}" if isinstance(place, tuple) else str(place)


def who_name(who: Who) -> str:
    """Who answers, within a sentence: ``seat 3``, ``the dealer``."""
    return f"seat {who}" if isinstance(who, int) else f"the {who}"
