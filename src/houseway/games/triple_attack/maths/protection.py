"""Triple Attack Blackjack: what a player gains who counts the shoe, sees a card or tells one by its back.

Side bets, jackpots and insurance are exact functions of the cards left. The main game takes a solution of the whole
game for every composition, so that it is valued by its effects of removal, each from an exact solution of the shoe that
lacks the card, with the best play for that shoe. How good that is: `solved_at` has the exact value anywhere.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product

import msgspec

from houseway.cards import Card, Stream, parse_cards
from houseway.games.triple_attack import hands
from houseway.games.triple_attack.maths.attack import ACE, Insurance, Round, rules_of
from houseway.games.triple_attack.maths.terms import FIRST, INSURANCE
from houseway.maths.blackjack.hole_card import with_hole_card
from houseway.maths.blackjack.rules import VALUES, BlackjackRules
from houseway.maths.blackjack.solver import Solution, solve
from houseway.maths.protection.card_counts import simple_count
from houseway.maths.protection.findings import (
    LINEAR,
    SIMULATED,
    Advice,
    Count,
    Deviation,
    KnownCards,
    Protection,
    WagerProtection,
)
from houseway.maths.protection.first_cards import by_card, seen_before, told_apart
from houseway.maths.protection.indices import deviation
from houseway.maths.protection.shoe_wager import Kinds, ShoeCounting, ShoeWager, all_deals, from_deals, linear
from houseway.maths.protection.table_pays import TablePays
from houseway.simulation.advantage.asked import ProtectionQuestion
from houseway.simulation.advantage.counted_wagers import counted_wager

Deals = Iterator[tuple[Kinds, Fraction | int]]

VALUE_LABELS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "face")
BY_VALUE = tuple(range(VALUES))
NO_INSURANCE = dict.fromkeys((hands.SUITED_BLACKJACK, hands.BLACKJACK, hands.LOSE), Fraction(-1))
"""Pays under which insurance is never taken: it is a wager of its own here."""

HIGH = 9
"""Cards that count this or more, the ace too, are the high backs, where backs are told apart."""

HAND_PLAYS = (
    *((hand, "stand", "hit") for hand in ((10, 2), (10, 3), (10, 4), (10, 5), (10, 6), (1, 7))),
    *((hand, "double", "hit") for hand in ((4, 4), (5, 4), (6, 4), (6, 5), (1, 6))),
)
"""Hands whose play may turn with the count, and the two choices; each stands for other hands of its total."""


def protection(question: ProtectionQuestion) -> Protection:
    """What can be gained at the table of ``question``."""
    pays, setup = question.pays, question.setup
    wagers: list[WagerProtection] = []
    known: list[KnownCards] = []
    deviations: list[Deviation] = []
    for slug in question.wagers:
        table = setup.paytables[slug].id
        if slug == FIRST:
            main = main_game(pays)
            wagers.append(
                counted_wager(slug, table, main.wager, BY_VALUE, question.dealing, main.first, LINEAR, MAIN_NOTE)
            )
            known.append(seen_before(slug, main.wager, main.first, "the seat's first card is seen before the wager"))
            known.append(
                told_apart(slug, main.wager, main.first, _value_backs(), "backs tell nines, faces and aces from others")
            )
            known.append(hole_card(pays, main.wager))
            if question.shoes:
                known += [solved_anew(question, cut, main.wager) for cut in question.cuts[-2:]]
            deviations += main.deviations(simple_count(main.wager, 1, BY_VALUE))
            continue
        wager, deals = side_bet(pays, slug)
        first = by_card(wager, deals)
        ranks = [kind.rank for kind in kinds_of(pays)]
        wagers.append(counted_wager(slug, table, wager, ranks, question.dealing, first))
        known.append(seen_before(slug, wager, first, f"{FIRST_CARD.get(slug, OWN_CARD)} is seen before the wager"))
        groups = [int(hands.points(kind) >= HIGH) for kind in kinds_of(pays)]
        known.append(told_apart(slug, wager, first, groups, "backs tell whether that card is a nine or better"))
    if FIRST in question.wagers:
        wagers.append(_insurance(question))
        wager, deals = insurance_wager(pays), lambda: insurance_deals(pays)
        known.append(seen_before(INSURANCE, wager, by_card(wager, deals), "the down card is seen under an ace"))
    cut = setup.options.get("shoe", "fresh")
    return Protection(
        game=setup.edition.about.slug,
        edition=setup.edition.slug,
        fingerprint=setup.edition.fingerprint,
        shoe=f"{question.deck.decks} decks less their tens, {len(question.deck)} cards; "
        + ("shuffled for every round" if cut == "fresh" else f"dealt to a cut card behind {cut} cards"),
        countable=cut != "fresh",
        assumptions=(*question.assumed, *ASSUMED),
        wagers=tuple(wagers),
        known=tuple(known),
        deviations=tuple(deviations),
        advice=ADVICE,
    )


def shoe_wagers(pays: TablePays) -> dict[str, ShoeCounting]:
    """Every wager placed before the deal, as a function of the cards that have gone."""
    kinds, found = kinds_of(pays), {}
    by_card = {kind.text: place for place, kind in enumerate(kinds)}
    for slug in pays.setup.edition.initial_wagers:
        if slug == FIRST:
            found[slug] = ShoeCounting(main_game(pays).wager, {kind.text: _value(kind) for kind in kinds})
        elif slug in pays.setup.wagers:
            found[slug] = ShoeCounting(side_bet(pays, slug)[0], by_card)
    return found


def kinds_of(pays: TablePays) -> tuple[Card, ...]:
    """The cards of the deck, one of each kind."""
    return tuple(pays.setup.deck.counts)


def _value(kind: Card) -> int:
    """The place of a card's value: 0 for an ace to 9 for a face."""
    points = hands.points(kind)
    return ACE if points == 11 else points - 1


def _value_backs() -> list[int]:
    return [int(place in (ACE, HIGH - 1, VALUES - 1)) for place in BY_VALUE]


# -- side bets and jackpots


OWN_CARD = "the seat's first card"
FIRST_CARD = {"double-match-up": "the dealer's up card", "double-match-down": "the dealer's down card"}
"""What the first card of a wager's deals is, where it is not the seat's."""


def side_bet(pays: TablePays, slug: str) -> tuple[ShoeWager, Callable[[], Deals]]:
    """A side bet or jackpot as a function of the shoe, and its deals, by card."""
    kinds = kinds_of(pays)
    full = [pays.setup.deck.counts[kind] for kind in kinds]

    def deals() -> Deals:
        return DEALS[slug](pays, slug, kinds)

    return from_deals([kind.text for kind in kinds], full, deals()), deals


def _suited_royals(pays: TablePays, slug: str, kinds: tuple[Card, ...]) -> Deals:
    return all_deals(len(kinds), 2, lambda a, b: pays.given(slug, hands.suited_royals((kinds[a], kinds[b]))))


def _triple_match(pays: TablePays, slug: str, kinds: tuple[Card, ...]) -> Deals:
    """Two of the seat's cards and the up card; hands without a pair give nothing back and are not asked for."""
    for hand in product(range(len(kinds)), repeat=3):
        a, b, c = (kinds[place] for place in hand)
        if a.rank == b.rank or c.rank in (a.rank, b.rank):
            yield hand, pays.given(slug, hands.triple_match((a, b), c))


def _double_match(pays: TablePays, slug: str, kinds: tuple[Card, ...]) -> Deals:
    """The dealer's card, then the seat's two: each of the two is paid on its own, and the stake comes back once."""
    given = {name: pays.given(slug, (name,)) for name in (hands.SUITED_MATCH, hands.UNSUITED_MATCH)}
    ranks: dict[int, list[int]] = {}
    for place, kind in enumerate(kinds):
        ranks.setdefault(kind.rank, []).append(place)
    for alike in ranks.values():
        for dealer, own in product(alike, repeat=2):
            back = given[hands.match(kinds[own], kinds[dealer])]
            # Either of the seat's two cards may be the one, and whatever the other is this card is paid.
            yield (dealer, own), 2 * back
            for other in alike:
                # Two matches bring the stake back once only: each was counted with it.
                yield (dealer, own, other), -1


def _jackpot(pays: TablePays, slug: str, kinds: tuple[Card, ...]) -> Deals:
    """The seat's two cards; the dealer's two count only behind two queens of hearts."""
    for a, b in product(range(len(kinds)), repeat=2):
        two = kinds[a], kinds[b]
        base = pays.given(slug, hands.jackpot(two, ()))
        if base:
            yield (a, b), base
        if two == (hands.QUEEN_OF_HEARTS,) * 2:
            for c, d in product(range(len(kinds)), repeat=2):
                more = pays.given(slug, hands.jackpot(two, (kinds[c], kinds[d]))) - base
                if more:
                    yield (a, b, c, d), more


DEALS = {
    "suited-royals": _suited_royals,
    "triple-match": _triple_match,
    "double-match-up": _double_match,
    "double-match-down": _double_match,
    "jackpot": _jackpot,
    "jackpot-2": _jackpot,
}


(UP,) = parse_cards("As")
"""The ace that insurance is valued under; it stands for every suit."""


def insurance_wager(pays: TablePays) -> ShoeWager:
    """Insurance under an ace of spades, as a function of the cards left: the ace is out already."""
    kinds = kinds_of(pays)
    full = [pays.setup.deck.counts[kind] - (kind is UP) for kind in kinds]
    return from_deals([kind.text for kind in kinds], full, insurance_deals(pays))


def insurance_deals(pays: TablePays) -> Deals:
    """What insurance under that ace gives back, by down card."""
    for place, kind in enumerate(kinds_of(pays)):
        yield (place,), pays.given(INSURANCE, hands.insurance((UP, kind)))


def _insurance(question: ProtectionQuestion) -> WagerProtection:
    pays, kinds = question.pays, kinds_of(question.pays)
    aces = [pays.setup.deck.counts[kind] for kind in kinds if kind.rank == UP.rank]
    return counted_wager(
        INSURANCE,
        question.setup.paytables[INSURANCE].id,
        insurance_wager(pays),
        [kind.rank for kind in kinds],
        question.dealing,
        note="Under an ace of spades, which stands for every suit. The value is that of rounds with an ace up; rounds "
        "bet and units won are of all rounds, of which one in twelve has an ace up.",
        share=Fraction(sum(aces), len(question.deck)),
    )


# -- the main game


class MainGame(msgspec.Struct):
    """The main game as it is counted: solved for a full shoe, and for those that lack one card of each value."""

    wager: ShoeWager
    first: list[Fraction | None]
    """By value: what a round wins if it is the seat's first card."""
    solutions: list[Solution]
    """Of the full shoe, then of those that lack an ace, a two, ... a face."""
    rounds: list[Round]

    def deviations(self, count: Count) -> Iterator[Deviation]:
        """Further attacks, and hands whose play turns with the count."""
        for card in BY_VALUE:
            name = VALUE_LABELS[card]
            worth = [float((r.solver.deals * r.values)[card].sum() / r.solver.deals[card].sum()) for r in self.rounds]
            yield from self._turn(worth, count, f"Second Attack with {name}", "bet", "pass")
        for card, up in product(BY_VALUE, repeat=2):
            worth = [float(r.values[card, up]) for r in self.rounds]
            told = f"Third Attack with {VALUE_LABELS[card]} against {VALUE_LABELS[up]}"
            yield from self._turn(worth, count, told, "bet", "pass")
        for hand, one, other in HAND_PLAYS:
            for up in range(1, VALUES + 1):
                found = [solution.hand(hand, up) for solution in self.solutions]
                worth = [values[one] - values[other] for values in found]
                told = f"{_words(hand)} against {VALUE_LABELS[up - 1]}"
                yield from self._turn(worth, count, told, one, other)

    def _turn(self, worth: list[float], count: Count, situation: str, one: str, other: str) -> Iterator[Deviation]:
        whole, *without = map(_rounded, worth)
        effects = [value - whole for value in without]
        # Rounding of the solver leaves a little: the effects of all cards together are nothing.
        mean = sum((n * e for n, e in zip(self.wager.full, effects, strict=True)), Fraction(0)) / self.wager.size
        gain = linear(VALUE_LABELS, self.wager.full, whole, [effect - mean for effect in effects])
        found = deviation(gain, count, situation, one, other)
        if found is not None and abs(found.index) <= FARTHEST:
            yield found


FARTHEST = 8
"""The true count up to which deviations are listed."""


def _words(hand: tuple[int, ...]) -> str:
    if 1 in hand:
        return f"soft {10 + sum(hand)}"
    return f"hard {sum(hand)} ({'-'.join(VALUE_LABELS[card - 1] for card in hand)})"


def main_game(pays: TablePays) -> MainGame:
    """The main game of a table."""
    return _main_game(rules_of(pays.setup.deck, pays.setup.paytables[FIRST]))


@lru_cache(maxsize=4)
def _main_game(rules: BlackjackRules) -> MainGame:
    shoes = [rules.shoe, *(_less(rules.shoe, place) for place in BY_VALUE)]
    solutions = [solve(msgspec.structs.replace(rules, shoe=shoe)) for shoe in shoes]
    rounds = [_round(solution) for solution in solutions]
    value = _rounded(rounds[0].ev)
    effects = [_rounded(each.ev) - value for each in rounds[1:]]
    # The play is found again for each shoe, which a player who does not count would not do: the effects of all cards
    # sum to a trifle above nothing, which is taken off each.
    mean = sum((n * e for n, e in zip(rules.shoe, effects, strict=True)), Fraction(0)) / sum(rules.shoe)
    wager = linear(VALUE_LABELS, rules.shoe, value, [effect - mean for effect in effects])
    full = rounds[0]
    first = [
        _rounded(float((full.weights * full.values)[card].sum() / full.solver.deals[card].sum())) for card in BY_VALUE
    ]
    return MainGame(wager, list(first), solutions, rounds)


def _rounded(value: float) -> Fraction:
    """A figure of the solver to twelve places, which is as far as it is exact."""
    return Fraction(round(value * 10**12), 10**12)


def _less(shoe: tuple[int, ...], place: int) -> tuple[int, ...]:
    return tuple(count - (at == place) for at, count in enumerate(shoe))


def _round(solution: Solution) -> Round:
    solver = solution.solver
    return Round(solver, Insurance(solver.size, int(solver.full[VALUES - 1]), NO_INSURANCE), solution.play)


def solved_at(pays: TablePays, left: tuple[int, ...]) -> float:
    """What a First Attack wins with the best play from these cards (by value, aces first), further attacks with it."""
    rules = rules_of(pays.setup.deck, pays.setup.paytables[FIRST])
    return _round(solve(msgspec.structs.replace(rules, shoe=left))).ev


def hole_card(pays: TablePays, wager: ShoeWager) -> KnownCards:
    """What a First Attack wins where the down card is seen in every round, before hands are played."""
    value = _hole_card(rules_of(pays.setup.deck, pays.setup.paytables[FIRST]))
    what = "the dealer's down card is seen before hands are played, and counted on when further attacks are made"
    return KnownCards(FIRST, what, wager.value(), value)


@lru_cache(maxsize=4)
def _hole_card(rules: BlackjackRules) -> float:
    seen = with_hole_card(rules)
    second = (seen.deals * seen.values).sum(axis=1) > 0.0
    attacks = 1.0 + second[:, None] + (seen.values > 0.0)
    return float((seen.deals * attacks * seen.values).sum())


SOLVED = 16
"""Compositions for which the game is solved anew, to see what perfect knowledge is worth."""


def solved_anew(question: ProtectionQuestion, dealt: int, wager: ShoeWager) -> KnownCards:
    """What a First Attack wins where it is made only when the cards left are known to favour it, and played best."""
    won = []
    for number in range(SOLVED):
        chance, cards = Stream(question.seed, number), list(question.deck.cards)
        left = [0] * VALUES
        for _ in range(len(cards) - dealt):
            left[_value(cards.pop(chance.below(len(cards))))] += 1
        won.append(max(solved_at(question.pays, tuple(left)), 0.0))
    mean = sum(won) / SOLVED
    error = math.sqrt(sum((each - mean) ** 2 for each in won) / SOLVED / (SOLVED - 1))
    what = f"the {len(question.deck) - dealt} cards left are known, and the play is solved anew for them"
    return KnownCards(FIRST, what, wager.value(), mean, SIMULATED, error)


# -- words

MAIN_NOTE = (
    "For one First Attack, with the further attacks, doubles and splits of the best play and without insurance. "
    "Between the full shoe and the cards left the value is taken to be linear in the cards removed. Whoever changes "
    "the play with the cards left wins more: with half of the shoe dealt about a tenth more, late in the shoe a sixth. "
    "What is known when the play is solved anew stands among the cards known."
)

ASSUMED = (
    "The main game is valued by effects of removal, each from an exact solution; side bets, jackpots and insurance are "
    "valued exactly at the cards left. Amounts on meters are those of the table.",
    "A seat's decisions show only its own two cards and the dealer's up card; what other seats hold lies open anyway, "
    "so that seats have nothing to tell each other but the count.",
)

ADVICE = (
    Advice(
        "Counting the shoe",
        "Only where one shuffle serves several rounds: see the figures by count, cut card and seats.",
        "First attacks that rise and side bets that are made late in a shoe, when small cards have gone (report "
        "*advantage*); insurance taken in some rounds of a shoe only.",
        "A fresh shuffle for every round. Else the cut card at half of the shoe, no entry in the middle of one, and a "
        "spread of wagers that the limits keep small.",
    ),
    Advice(
        "A first card or the dealer's card seen before the wager",
        "More than any count: see the cards known.",
        "Wagers made or changed late, always by the same seat; eyes on the dealer's hands.",
        "Wagers closed before the first card; a covered shoe; the down card slid, never lifted, and a reader for the "
        "look.",
    ),
    Advice(
        "Backs that tell high from low",
        "Much of what a seen card is worth.",
        "Requests to turn cards round or to keep a deck.",
        "Symmetric backs, decks turned in the wash and changed by the clock.",
    ),
)
