"""The tables of Triple Attack's compiled rounds under changed rules: what other rules make of hands, dealer and splits.

A hand made by a split is a node of its own where a rule tells it from a dealt one: it may not be doubled or split
again, or a split ace gets one card. What the rounds cannot be told by tables is refused: `check_rules`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from houseway.cards import CARDS, Card, Deck
from houseway.games.triple_attack import hands, maths
from houseway.games.triple_attack.kernel.boards import Answers, Tables, tables
from houseway.games.triple_attack.kernel.rounds import DOUBLES, HITS_, MOST_HANDS, STANDS, UP, Bytes
from houseway.games.triple_attack.maths import notation
from houseway.games.triple_attack.maths.attack import extent_of
from houseway.games.triple_attack.maths.what_ifs import SURRENDER, TENS, shoe
from houseway.maths.blackjack.rules import BlackjackRules
from houseway.simulation.departures import DepartingTable, asked_options, asked_rules, not_dealt
from houseway.table.folder import GameFolder
from houseway.table.setup import Setup

REFUSED = {
    SURRENDER: "no table of the rounds gives a hand up for half",
    "dealer-looks": "the rounds settle every blackjack before anyone plays",
    "pairs": "the rounds know cards by value, and two faces are a pair",
}
"""Rules that the rounds are not told by their tables, and why."""

Nodes = np.ndarray[tuple[int, int], np.dtype[np.int16]]

DEALT, SPLIT, ONE_CARD = range(3)
"""Hands as dealt, made by a split, and a split ace that gets one card."""


def check_rules(setup: Setup) -> None:
    """Refuse changed rules that the rounds cannot be dealt by."""
    changed = asked_rules(setup)
    for slug, why in REFUSED.items():
        if slug in changed:
            raise not_dealt(setup, slug, why)
    if int(changed.get("hands", 1)) > MOST_HANDS:
        raise not_dealt(setup, "hands", f"the rounds have room for {MOST_HANDS} hands of a seat")


class ChangedTables(Tables):
    """The tables under the rules of ``record``, with the tens in the shoe or out of it."""

    def __init__(self, record: BlackjackRules, *, tens: bool) -> None:
        self.record = record
        self.cards = CARDS[:52] if tens else Tables.cards
        self.extent = extent_of(record)
        self.most_hands = record.split_hands
        super().__init__()

    def at_once(self, cards: Sequence[Card]) -> tuple[str, ...]:
        """Bust, and what the rules have win at once."""
        best = hands.total(cards)
        charlie = bool(self.record.charlie) and len(cards) >= self.record.charlie
        if best > hands.BEST:
            return (hands.BUST,)
        won = (hands.TWENTY_ONE,) if best == hands.BEST and self.record.twenty_one_wins else ()
        return (*won, *((hands.SIX_CARD_CHARLIE,) if charlie else ()))

    def dealer_draws_to(self, cards: Sequence[Card]) -> bool:
        """Below 17, and on a soft 17 where the rule has it."""
        best, soft = hands.count(cards)
        return best < 17 or (best == 17 and soft and self.record.hit_soft_17)

    def against_dealer(self, cards: Sequence[Card], dealer: Sequence[Card]) -> tuple[str, ...]:
        """The higher total; a total of the dealer's over 21 may push."""
        ours, theirs = hands.total(cards), hands.total(dealer)
        if theirs in self.record.push_totals:
            return (hands.PUSH_22,)
        if theirs > hands.BEST or theirs < ours:
            return (hands.WIN,)
        return (hands.PUSH,) if theirs == ours else (hands.LOSE,)

    def _hands(self) -> None:
        """The dealt hands, then the same made by a split, and every ace with one card."""
        super()._hands()
        dealt = len(self.place)
        self.nodes = [(hand, DEALT) for hand in self.place] + [(hand, SPLIT) for hand in self.place]
        self.nodes += [((1, value), ONE_CARD) for value in range(1, UP) if (1, value) in self.place]
        number = {node: place for place, node in enumerate(self.nodes)}
        still = np.zeros((len(self.nodes) - 2 * dealt, UP), np.int16)
        self.follow = np.concatenate([self.follow, _moved(self.follow, dealt), still])
        self.totals = np.array([hands.total(self._of(hand)) for hand, _ in self.nodes], np.uint8)
        self.begin_split = _moved(self.begin_split, dealt)
        aces = min(self.record.split_hands, self.record.split_aces_to)
        again = np.zeros(len(self.nodes), np.uint8)
        for place, (hand, made) in enumerate(self.nodes):
            if len(hand) == 2 and hand[0] == hand[1]:
                most = aces if hand[0] == 1 else self.record.split_hands
                again[place] = hand[0] if most > (1 if made == DEALT else 2) else 0
        self.pairs = again
        if self.record.one_card_to_split_aces:
            for value in range(1, UP):
                if (node := number.get(((1, value), ONE_CARD))) is not None:
                    self.begin_split[1, value] = node

    def acts(self, answers: Answers, after_split: Answers) -> Bytes:
        """A double that the rules do not allow is a hit; a split ace with its one card stands."""
        found = np.full((len(self.nodes), UP), STANDS, np.uint8)
        for place, (hand, made) in enumerate(self.nodes):
            if made == ONE_CARD:
                continue
            total, soft = notation.total_of(hand)
            may = self.record.may_double(total, soft, len(hand), made == SPLIT)
            said = after_split if made == SPLIT else answers
            for up in range(1, UP):
                act = said[hand, up]
                found[place, up] = HITS_ if act == DOUBLES and not may else act
        return found


def _moved(follow: Nodes, by: int) -> Nodes:
    """Nodes moved on; endings stay."""
    found: Nodes = np.where(follow >= 0, follow + by, follow).astype(np.int16)
    return found


@lru_cache(maxsize=8)
def _made(record: BlackjackRules, tens: bool) -> ChangedTables:
    return ChangedTables(record, tens=tens)


def tables_at(game: GameFolder, setup: Setup) -> Tables:
    """The tables of ``setup``: the approved ones, or those of its changed rules."""
    changed = asked_rules(setup)
    if not changed:
        return tables()
    check_rules(setup)
    record = maths.rules(game, edition=setup.edition.slug, options=asked_options(setup), rules=changed)
    return _made(record.without_pays(), changed.get(TENS) == "in")


def dealt_from(setup: Setup) -> Deck:
    """The shoe of ``setup``, with the tens where a changed rule leaves them in."""
    changed = asked_rules(setup)
    if TENS not in changed:
        return setup.deck
    data = setup.edition.data.deck
    decks = setup.decks if isinstance(setup, DepartingTable) else None
    return shoe(data, str(decks or data.decks), changed)
