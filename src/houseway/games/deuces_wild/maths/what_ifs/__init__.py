"""The rules of Deuces Wild that a question may change: wild cards, what is staked and paid, and which hands count.

The pool and the view of Five Card Fortune are options of the document itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from houseway.maths.what_ifs import Rule, listed, number
from houseway.table.folder import GameFolder

WILD = "wild"
ACE = "ace"
PLAY = "play-wager"
RAISE = "raise-wager"
ODDS = "odds"
NATURAL_ROYAL = "natural-royal"
FIVE_WILDS = "five-wilds"
MINI_ROYAL = "mini-royal"
JACKPOT_FOLD = "jackpot-after-fold"

ANTE, TREASURE, FORTUNE, JACKPOT = "ante", "three-card-treasure", "five-card-fortune", "bonus-jackpot"
MOST_STAKED = 10

FORTUNE_RULES = (WILD, ACE)
"""These move Five Card Fortune by itself: what it selects is then found anew."""
ANTE_RULES = (WILD, ACE, PLAY, RAISE, ODDS, NATURAL_ROYAL, FIVE_WILDS)
"""These move the Ante."""


def rules(game: GameFolder, edition: str) -> Iterator[Rule]:
    """What may be changed, in the document's order."""
    yield from listed("""
wild | Wild cards | rules 2 | ante three-card-treasure five-card-fortune bonus-jackpot
Which cards are wild; a joker that is not is left out of the deck. =
deuces-and-joker: four deuces and the joker; deuces: four deuces; joker: joker; none: none
""")
    for head, meaning, approved, tries in (
        ("play-wager | Play wager | rules 5", "How many Antes the Play wager is.", 1, (2,)),
        ("raise-wager | Raise wager | rules 7", "How many Antes the Raise wager is.", 2, (1, 3)),
    ):
        yield number(head, meaning, (ANTE,), approved=approved, most=MOST_STAKED, tries=tries)
    yield from listed("""
odds | Odds paid on | appendix A | ante
On which wagers a winning hand is paid its odds; the others win even money. =
all: Ante, Play and Raise; ante: Ante only

ace | Ace in straights | appendix A | ante three-card-treasure five-card-fortune
Whether A-2-3-4-5, and A-2-3 in Three Card Treasure, are straights. = both: high and low; high: high only

natural-royal | Natural royal flush | appendix A | ante
Whether a royal flush with wild cards pays as a natural one, on Ante, Play and Raise. =
natural: without wild cards; any: with wild cards too

five-wilds | Five wild cards | appendix A | ante
What five wild cards are on Ante, Play and Raise. = royal: a wild royal flush; five-of-a-kind: five of a kind

mini-royal | Mini royal | appendix B | three-card-treasure
Whether a Mini Royal of Three Card Treasure may hold wild cards. =
wild: with wild cards too; natural: queen, king and ace themselves

jackpot-after-fold | Bonus Jackpot after a fold | rules 7 | bonus-jackpot
Whether a player who folds the Ante, and plays it best for itself, still has the Bonus Jackpot. =
stays: wager stays; lost: wager is lost
""")
