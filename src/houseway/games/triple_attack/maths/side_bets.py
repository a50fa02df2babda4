"""The side bets and jackpots of Triple Attack, counted: every deal from the shoe, in whole numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb

from houseway.cards import Card, Deck
from houseway.games.triple_attack import hands
from houseway.games.triple_attack.maths.terms import Terms
from houseway.maths.counting import count_deals, shares
from houseway.maths.results import Division, Figures, Outcome, figures_from_distribution
from houseway.maths.terms import returned, share_of
from houseway.rulebook.pays import odds
from houseway.rulebook.paytables import NO_ROW, Paytable

Events = tuple[str, ...]


@lru_cache(maxsize=32)
def suited_royals(deck: Deck) -> Mapping[Events, int]:
    """Deals of the player's two cards."""
    return count_deals(deck.counts, (2,), hands.suited_royals)


@lru_cache(maxsize=32)
def triple_match(deck: Deck) -> Mapping[Events, int]:
    """Deals of three cards: the player's two and the dealer's up card, which may change places."""
    return count_deals(deck.counts, (3,), lambda cards: hands.triple_match(cards[:2], cards[2]))


@lru_cache(maxsize=32)
def double_match(deck: Deck) -> Mapping[Events, int]:
    """Deals of the dealer's card and the player's two, by how each of the two matches; they sum to all such deals.

    The up card and the down card are the same to this wager: either is one card from the whole shoe.
    """
    found: Counter[Events] = Counter()
    for dealer_card, copies in deck.counts.items():
        left: Counter[str] = Counter()
        for kind, count in deck.counts.items():
            left[hands.match(kind, dealer_card)] += count - (kind is dealer_card)
        for matches, ways in count_deals(left, (2,), lambda two: tuple(sorted(filter(None, two)))).items():
            found[matches] += copies * ways
    return found


@lru_cache(maxsize=32)
def jackpot(deck: Deck) -> Mapping[Events, int]:
    """Deals of the player's two cards and the dealer's two."""
    return count_deals(deck.counts, (2, 2), hands.jackpot)


@lru_cache(maxsize=32)
def insurance(deck: Deck) -> Mapping[Events, int]:
    """Deals of the dealer's ace up and down card."""
    found: Counter[Events] = Counter()
    for up, copies in deck.counts.items():
        if hands.points(up) != 11:
            continue
        for down, count in deck.counts.items():
            found[hands.insurance((up, down))] += copies * (count - (down is up))
    return found


COUNTS = {
    "suited-royals": suited_royals,
    "double-match-up": double_match,
    "double-match-down": double_match,
    "triple-match": triple_match,
    "jackpot": jackpot,
    "jackpot-2": jackpot,
    "insurance": insurance,
}


def side_bet(terms: Terms, table: Paytable) -> Figures:
    """The figures of a side bet, a jackpot, or insurance, under ``table``."""
    satisfied = COUNTS[table.wager](terms.deck)
    if COUNTS[table.wager] is double_match:
        outcomes, counts = _double_match_outcomes(terms, table, satisfied)
    else:
        by_row: Counter[str] = Counter()
        for events, count in satisfied.items():
            by_row[table.row(events).event] += count
        counts = dict(by_row)
        outcomes = list(terms.outcomes(table, counts))
    notes: tuple[str, ...] = ("The player decides nothing.",)
    if terms.meter_rows(table):
        notes += _winners(terms, table)
    if table.wager == "insurance":
        notes = ("Taken under every ace, whatever the player holds.",)
    return figures_from_distribution(
        wager=table.wager,
        paytable=table.id,
        options=terms.options_of(table.wager),
        strategy="always" if table.wager == "insurance" else "optimal",
        unit=terms.unit(table),
        outcomes=outcomes,
        deals=sum(counts.values()),
        meters=terms.meter_figures(table, counts),
        divisions=_divisions(terms, table, counts) if terms.meter_rows(table) else (),
        notes=notes,
    )


def _double_match_outcomes(
    terms: Terms, table: Paytable, satisfied: Mapping[Events, int]
) -> tuple[list[Outcome], dict[str, int]]:
    """Each of the two cards is paid on its own: two matches are one outcome with the odds added up (TA-9)."""
    total = sum(satisfied.values())
    stake = terms.stake(table.wager)
    found = []
    counts = {}
    for matches, count in sorted(satisfied.items(), key=lambda pair: (-len(pair[0]), pair[0])):
        if len(matches) == 2:
            together = sum((table.row((match,)).pay.amount for match in matches), Fraction(0))
            pay = odds(together, table.odds)
        else:
            pay = table.row(matches).pay
        event = "+".join(matches) or NO_ROW.event
        found.append(Outcome(event, pay.text, Fraction(count, total), returned(pay, stake) - 1, count))
        counts[event] = count
    return found, counts


_QUEENS = (hands.QUEENS_AND_BLACKJACK_IN_HEARTS, hands.QUEENS_AND_SUITED_BLACKJACK, hands.QUEENS_AND_BLACKJACK)


def _winners(terms: Terms, table: Paytable) -> tuple[str, ...]:
    """What several winners mean: nothing to the return, because a prize goes whole to each."""
    whole = "Prizes from the meter go whole to each winner: other seats do not change the return."
    metered = tuple(row.event for row in table.rows if terms.meter_of(table, row))
    if not set(metered) <= set(_QUEENS):
        return (whole,)
    seats = terms.edition.about.positions
    one, both = _hits(terms.deck, tuple(row.event for row in table.rows), metered)
    if not both:
        return (whole, "Two seats cannot hit the meter in one round.")
    others = float(both / one) * (seats - 1)
    return (
        whole,
        f"At a full table of {seats}, a seat that hits the meter has on average {others:.3g} others that hit it in the "
        "same round, the dealer's cards being the same to all.",
    )


def _divisions(terms: Terms, table: Paytable, counts: Mapping[str, int]) -> tuple[Division, ...]:
    """The rows paid from the meter at a full table: each winner has the whole prize (BJS-3)."""
    seats, total = terms.edition.about.positions, sum(counts.values())
    metered = {row.event: row for row in table.rows if terms.meter_of(table, row)}
    if not set(metered) <= set(_QUEENS):
        return ()
    found = []
    for event, row in metered.items():
        chance = Fraction(counts.get(event, 0), total)
        if not chance:
            continue
        somebody = _somebody(terms.deck, tuple(item.event for item in table.rows), event, seats)
        others = _somebody(terms.deck, tuple(item.event for item in table.rows), event, seats, one=True)
        worth = share_of(row) * chance * Fraction(100, terms.stake(table.wager))
        found.append(Division(event, chance, others / chance, Fraction(1), worth, seats, False, somebody))
    return tuple(found)


@lru_cache(maxsize=32)
def _somebody(deck: Deck, rows: Events, event: str, seats: int, one: bool = False) -> Fraction:
    """The probability that one of ``seats`` hits ``event``, a row of two queens; with ``one``, that a given one and
    another do.
    """
    (queen,) = {kind for kind in deck.counts if hands.QUEENS in hands.jackpot((kind, kind), ())}
    copies, size = deck.counts[queen], len(deck)

    def queens(dealer: tuple[Card, ...]) -> int | None:
        """How many of the queens the dealer holds, if its cards make the row."""
        events = hands.jackpot((queen, queen), dealer)
        return dealer.count(queen) if next((row for row in rows if row in events), "") == event else None

    total = Fraction(0)
    for held, chance in shares(count_deals(deck.counts, (2,), queens)).items():
        if held is not None:
            left, cards = copies - held, size - 2
            if left < 2:
                continue
            if one:
                own = Fraction(comb(left, 2), comb(cards, 2))
                total += chance * own * _one_has_two(left - 2, cards - 2, seats - 1)
            else:
                total += chance * _one_has_two(left, cards, seats)
    return total


def _one_has_two(copies: int, cards: int, seats: int) -> Fraction:
    """The probability that one of ``seats``, with two cards each, has two of the ``copies`` among ``cards``."""
    nobody = {copies: Fraction(1)}
    for seat in range(seats):
        left = cards - 2 * seat
        after: dict[int, Fraction] = {}
        for special, chance in nobody.items():
            for drawn in (0, 1):
                ways = comb(special, drawn) * comb(left - special, 2 - drawn)
                if ways:
                    after[special - drawn] = after.get(special - drawn, Fraction(0)) + chance * Fraction(
                        ways, comb(left, 2)
                    )
        nobody = after
    return 1 - sum(nobody.values(), Fraction(0))


@lru_cache(maxsize=32)
def _hits(deck: Deck, rows: Events, metered: Events) -> tuple[Fraction, Fraction]:
    """The probability that a given seat hits one of ``metered`` (rows of two queens), and that two given seats do."""

    def hit(two: tuple[Card, ...], dealer: tuple[Card, ...]) -> bool:
        events = hands.jackpot(two, dealer)
        return next((row for row in rows if row in events), "") in metered

    def both(one: tuple[Card, ...], other: tuple[Card, ...], dealer: tuple[Card, ...]) -> bool:
        # Without looking at the dealer's cards, so that they are dealt only where they matter.
        if not all(hands.QUEENS in hands.jackpot(two, ()) for two in (one, other)):
            return False
        return hit(one, dealer) and hit(other, dealer)

    alone, pairs = count_deals(deck.counts, (2, 2), hit), count_deals(deck.counts, (2, 2, 2), both)
    return shares(alone).get(True, Fraction(0)), shares(pairs).get(True, Fraction(0))
