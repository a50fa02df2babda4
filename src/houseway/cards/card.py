"""The 52 cards and the joker, one object each.

A card is written rank then suit: ``As Td 2c``; the joker is ``Xj``. There is one object for each kind of card, so cards
compare by identity; six decks hold six times the same object.
"""

from __future__ import annotations

from collections.abc import Iterable

from houseway.cards.card_errors import UnknownCard
from houseway.public_arguments import Kind, taking, whole

RANKS = "23456789TJQKA"
SUITS = "cdhs"
RANK_NAMES = dict(
    zip(
        RANKS,
        ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"),
        strict=True,
    )
)
SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
ACE = 14
KING = 13
QUEEN = 12
JACK = 11
JOKER_RANK = 0


class Card:
    """One kind of card.

    ``rank`` is 2 to 14 (the ace is 14), 0 for the joker; ``suit`` one of ``cdhs``, ``j`` for the joker. ``code`` is
    (rank - 2) * 4 + the suit's place in ``cdhs``; the joker's is 52. ``color`` is ``red``, ``black``, or empty for the
    joker.
    """

    __slots__ = ("code", "color", "rank", "suit", "text")

    code: int
    rank: int
    suit: str
    text: str
    color: str

    @taking(code=whole(0, 52))
    def __init__(self, code: int) -> None:
        self.code = code
        if code == 52:
            self.rank, self.suit, self.text, self.color = JOKER_RANK, "j", "Xj", ""
            return
        place, suit = divmod(code, 4)
        self.rank = place + 2
        self.suit = SUITS[suit]
        self.text = RANKS[place] + self.suit
        self.color = "red" if self.suit in "dh" else "black"

    def __repr__(self) -> str:
        return self.text

    @property
    def rank_name(self) -> str:
        """The rank in words: ``nine``, ``queen``, ``joker``."""
        return RANK_NAMES.get(self.text[0], "joker")

    @property
    def rank_sign(self) -> str:
        """The rank as a card's corner shows it: ``9``, ``10``, ``K``; empty for the joker."""
        return "" if self.suit == "j" else self.text[0].replace("T", "10")

    @property
    def sign(self) -> str:
        """The card as players read it: ``9♣``, ``10♥``, ``joker``."""
        return "joker" if self.suit == "j" else self.rank_sign + SUIT_SIGNS[self.suit]

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card, (self.text,)


CARDS: tuple[Card, ...] = tuple(Card(code) for code in range(53))
"""Every card by its code; the joker last."""

JOKER = CARDS[52]
_BY_TEXT = {kind.text: kind for kind in CARDS}


def card(text: str) -> Card:
    """The card written ``text``."""
    found = _BY_TEXT.get(text) if isinstance(text, str) else None
    if found is None:
        raise UnknownCard(
            f"{text!r} is not a card",
            remedy="write rank then suit, as in As Td 2c; the joker is Xj",
        )
    return found


@taking(text=Kind("cards", lambda given: isinstance(given, Iterable), 'write them, such as "Ah Td 2c"'))
def parse_cards(text: str | Iterable[str]) -> tuple[Card, ...]:
    """The cards written in ``text``, separated by spaces or given one by one."""
    return tuple(card(word) for word in (text.split() if isinstance(text, str) else text))
