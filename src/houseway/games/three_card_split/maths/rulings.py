"""Three Card Split under other readings of its document: what each ruling is worth.

Nothing here is played. The `judges` rank, compare or set cards as another reading would; the deals are then counted
again, the player setting every hand best against that house. The jackpot has the ordinary house's meter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import lcm

import numpy as np

from houseway.cards import Card
from houseway.games.three_card_split.maths import THREE_CARD_BONUS, counting, judges, nets_of, side_figures
from houseway.games.three_card_split.maths.classes import classes, low_cards
from houseway.games.three_card_split.maths.counting import AS_RULED, DEALS, Judge
from houseway.games.three_card_split.maths.judges import house_place
from houseway.games.three_card_split.maths.terms import Terms
from houseway.maths.front import analyze
from houseway.maths.question import Question
from houseway.maths.results import Number
from houseway.maths.rulings import Effect, Reading, Readings, moved, unmoved
from houseway.rulebook.money import dollars
from houseway.table.folder import GameFolder

# --- the figures -------------------------------------------------------------------------------------------------


class _Readings(Readings):
    def terms(self, wager: str) -> Terms:
        return Terms(self.game, Question.of(edition=self.edition, wager=wager))

    def taken(self, wager: str) -> Number:
        asked = Question.of(edition=self.edition, wager=wager, strategy="optimal")
        return self.edge(analyze(self.game, asked).figures[0])

    def primary(self, judge: Judge = AS_RULED, set_house: Callable[[tuple[Card, ...]], int] = house_place) -> Fraction:
        """The house edge of the primary wager, the player setting every hand best."""
        terms = self.terms("primary")
        nets = nets_of(terms, terms.tables[0])
        house = counting.set_low(classes().cards, low_cards(judges.places(set_house)), judge)
        ends = counting.counts_against(house, judge)
        unit = lcm(*(net.denominator for net in nets))
        worth = np.sum([count * int(net * unit) for count, net in zip(ends, nets, strict=True)], axis=0)
        return -Fraction(int((worth.max(axis=1) * classes().weights).sum()), DEALS * unit)

    def three_card(self) -> Number:
        """The Three Card Bonus where copies match card by card."""
        wins = counting.wins_with_copies(counting.equal_three_cards()[2], judges.matching_cards())
        return self._side(THREE_CARD_BONUS, {"win": wins, "lose": DEALS - wins})

    def four_card(self, wager: str) -> Number:
        """A wager on the four-card hand where the ace is high only."""
        table = self.terms(wager).tables[0]
        counts: Counter[str] = Counter()
        rows = counting.four_card_rows(judges.four_card_ace_high)
        for satisfied, count in zip(rows.satisfied, rows.counts, strict=True):
            counts[table.row(satisfied).event] += count
        return self._side(wager, counts)

    def _side(self, wager: str, counts: dict[str, int]) -> Number:
        terms = self.terms(wager)
        return self.edge(side_figures(terms, terms.tables[0], counts))


def readings(game: GameFolder, edition: str) -> Iterator[Reading]:
    """Each ruling of Three Card Split with what it is worth, or why it moves nothing."""
    made = _Readings(game, edition)
    primary = made.taken("primary")

    def on_primary(ruling: str, taken: str, other: str, edge: Fraction) -> Reading:
        return moved(ruling, taken, other, Effect("primary", "standard", primary, edge))

    yield on_primary(
        "TCS-1",
        "Ace and two are the lowest connection; ace and king are the highest.",
        "In connections the ace is low only: ace and king are not connected.",
        made.primary(
            AS_RULED._replace(high_rank=judges.king_and_ace_apart),
            lambda cards: house_place(cards, judges.king_and_ace_apart),
        ),
    )
    yield on_primary(
        "TCS-2",
        "A low card equal to the top card of a high-card sub-hand is no foul.",
        "The high sub-hand must be higher: an equal low card is a foul.",
        made.primary(AS_RULED._replace(is_foul=judges.equal_is_foul)),
    )
    yield on_primary(
        "TCS-3",
        "A copy is the player's where both sub-hands have as many red and black cards (the examples of dealing 7).",
        "Equal is not greater (overview, dealing 8): the dealer has every copy.",
        made.primary(AS_RULED._replace(compare=judges.copies_lose)),
    )
    yield moved(
        "TCS-3",
        "The Three Card Bonus counts red and black cards, whichever card has which.",
        "The colours must match card by card.",
        Effect(THREE_CARD_BONUS, "standard", made.taken(THREE_CARD_BONUS), made.three_card()),
    )
    yield on_primary(
        "TCS-4",
        "Under C.i the high sub-hand must be a pair, suited or connected.",
        "Under C.i any high sub-hand that is no foul may go with a low card of ten or better.",
        made.primary(set_house=lambda cards: house_place(cards, any_high=True)),
    )
    yield on_primary(
        "TCS-4",
        "Of two settings of equal rank the house takes the high sub-hand of one colour.",
        "It takes the one of two colours.",
        made.primary(set_house=lambda cards: house_place(cards, two_colours=True)),
    )
    yield on_primary(
        "TCS-5",
        "Of A-2-3 the house puts the ace low.",
        "The three is the highest card of the lowest straight, and goes low.",
        made.primary(set_house=lambda cards: house_place(cards, three_goes_low=True)),
    )
    amount = f"{dollars(made.amounts['jackpot/four-aces'])} for four aces"
    yield moved(
        "TCS-6",
        "In four-card hands an ace is high or low.",
        "It is high only: A-2-3 and A-2-3-4 are no straights.",
        Effect("four-card-bonus", "TCS-1a", made.taken("four-card-bonus"), made.four_card("four-card-bonus")),
        Effect("jackpot", "TCS-4a", made.taken("jackpot"), made.four_card("jackpot"), amount),
    )
    yield unmoved(
        "TCS-7",
        "It limits stakes and says who may make the jackpot wager; per unit staked nothing moves. No two seats of a "
        "round can have four aces, so that whole or divided prizes are the same.",
    )
    yield unmoved("TCS-8", "Spots, packets, the order of turning and of settlement change no result of a seat.")
    yield unmoved(
        "DW-8",
        "The amount is the house's choice, and the figures are given at any amount. No two seats of a round can have "
        "four aces, so that a prize is never divided.",
    )
    yield unmoved(
        "BJS-3",
        "No two seats of a round can have four aces, the only row that a meter pays. That the amount at the lock "
        "counts the round's own wagers moves it by what one round contributes.",
    )
