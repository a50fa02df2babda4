"""Triple Attack Blackjack: what further attacks, insurance and every way to play a hand are worth."""

from __future__ import annotations

from houseway.games.triple_attack import hands
from houseway.games.triple_attack.maths.attack import Insurance, Round, odds_of, rules_of
from houseway.maths.blackjack.solver import solve
from houseway.maths.worth import Book, Worth, Worths
from houseway.rulebook.steps import DEALER, Ask
from houseway.table.folder import GameFolder
from houseway.table.players import Seen
from houseway.table.setup import Setup

ACE = 11
FACE = 10
UNIT = "of the wagers on the hand"


def _value(counted: int) -> int:
    """A value as the solver has it: an ace is one."""
    return 1 if counted == ACE else counted


def book(game: GameFolder, setup: Setup) -> Book:
    """The best play by composition, solved once for the table's deck and pays."""
    rules = rules_of(setup.deck, setup.paytables["first-attack"])
    solved = solve(rules)
    solver = solved.solver
    insurance = Insurance(len(setup.deck), rules.shoe[9], odds_of(setup.paytables["insurance"]))
    attacks = Round(solver, insurance, solved.play)
    dealt = solver.deals.sum(axis=1)
    second = (solver.deals * attacks.values).sum(axis=1) / dealt

    def look(ask: Ask, seen: Seen) -> Worths | None:
        place = ask.place if ask.place is not None else ask.seat
        cards = tuple(kind for kind in seen.cards(place) if kind is not None)
        shown = tuple(kind for kind in seen.cards(DEALER) if kind is not None)
        if not cards:
            return None
        own = [_value(hands.value(kind)) for kind in cards]
        if ask.ask == "second-attack":
            return _bet(float(second[own[0] - 1]), "of the second attack")
        if not shown:
            return None
        up = _value(hands.value(shown[0]))
        if ask.ask == "third-attack":
            return _bet(float(attacks.values[own[0] - 1, up - 1]), "of the third attack")
        if ask.ask == "insurance":
            faces = [kind for kind in cards[:2] if hands.value(kind) == FACE]
            suited = sum(kind.suit == shown[0].suit for kind in faces)
            return _bet(float(insurance.value(len(faces), suited)), "of the insurance")
        if ask.ask != "play":
            return None
        offered = {choice.word for choice in ask.choices}
        worth = solved.hand(own, up)
        found = tuple(Worth(word, word.capitalize(), value) for word, value in worth.items() if word in offered)
        return Worths(found, UNIT, "A hand made by a split is valued as one that was not split.")

    # The tables behind a split are filled when they are first asked for: now, and not during a request.
    solved.hand((8, 8), 7)
    return look


def _bet(value: float, base: str) -> Worths:
    return Worths((Worth("pass", "Pass", 0.0), Worth("bet", "Bet", value)), base)
