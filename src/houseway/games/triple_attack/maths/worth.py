"""Triple Attack Blackjack: what further attacks, insurance and every way to play a hand are worth."""

from __future__ import annotations

from houseway.games.triple_attack import hands
from houseway.games.triple_attack.maths.attack import Insurance, Round, odds_of, rules_of
from houseway.games.triple_attack.play import ATTACKS, MOST_HANDS
from houseway.maths.blackjack.solver import solve
from houseway.maths.worth import Book, Worth, Worths
from houseway.rulebook.steps import DEALER, Ask
from houseway.table.folder import GameFolder
from houseway.table.players import Seen
from houseway.table.setup import Setup

ACE = 11
FACE = 10


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
        if not cards or not isinstance(ask.seat, int):
            return None
        own = [_value(hands.value(kind)) for kind in cards]
        if ask.ask == "second-attack":
            return _bet(ask, float(second[own[0] - 1]), "the Second Attack")
        if not shown:
            return None
        up = _value(hands.value(shown[0]))
        if ask.ask == "third-attack":
            return _bet(ask, float(attacks.values[own[0] - 1, up - 1]), "the Third Attack")
        if ask.ask == "insurance":
            faces = [kind for kind in cards[:2] if hands.value(kind) == FACE]
            suited = sum(kind.suit == shown[0].suit for kind in faces)
            return _bet(ask, float(insurance.value(len(faces), suited)), "insurance")
        if ask.ask != "play":
            return None
        held = 1 + sum(bool(seen.cards((ask.seat, number))) for number in range(2, MOST_HANDS + 1))
        stake = sum(seen.stake(place, wager) for wager in (*ATTACKS, "split"))
        return _played(ask, solved.hand(own, up, MOST_HANDS + 1 - held), stake)

    # The tables behind a split are filled when they are first asked for: now, and not during a request.
    solved.hand((8, 8), 7)
    return look


def _played(ask: Ask, worth: dict[str, float], stake: int) -> Worths:
    """Every way to play a hand that is offered. A double for less wins so much less: one card is all it brings."""
    found = []
    for choice in ask.choices:
        value, each = worth[choice.word], None
        if choice.word == "double":
            assert choice.most is not None
            each = value / 2
            value = each * (1 + choice.most / stake)
        found.append(Worth(choice.word, value, each))
    return Worths(tuple(found), "what lies on the hand", stake)


def _bet(ask: Ask, value: float, base: str) -> Worths:
    """A wager that may be added, of any amount up to the most."""
    most = next(choice.most for choice in ask.choices if choice.most is not None)
    return Worths((Worth("pass", 0.0), Worth("bet", value, value)), base, most)
