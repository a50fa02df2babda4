"""The rules of Deuces Wild that a question may change: wild cards, what is staked and paid, and which hands count.

The pool and the view of Five Card Fortune are options of the document itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from houseway.maths.what_ifs import Rule, choice
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
    yield choice(
        WILD,
        "Wild cards",
        "Which cards are wild; a joker that is not is left out of the deck.",
        "rules 2",
        (ANTE, TREASURE, FORTUNE, JACKPOT),
        {
            "deuces-and-joker": "four deuces and the joker",
            "deuces": "four deuces",
            "joker": "joker",
            "none": "none",
        },
    )
    yield _number(PLAY, "Play wager", "How many Antes the Play wager is.", "rules 5", "1", (2,))
    yield _number(RAISE, "Raise wager", "How many Antes the Raise wager is.", "rules 7", "2", (1, 3))
    yield choice(
        ODDS,
        "Odds paid on",
        "On which wagers a winning hand is paid its odds; the others win even money.",
        "appendix A",
        (ANTE,),
        {"all": "Ante, Play and Raise", "ante": "Ante only"},
    )
    yield choice(
        ACE,
        "Ace in straights",
        "Whether A-2-3-4-5, and A-2-3 in Three Card Treasure, are straights.",
        "appendix A",
        (ANTE, TREASURE, FORTUNE),
        {"both": "high and low", "high": "high only"},
    )
    yield choice(
        NATURAL_ROYAL,
        "Natural royal flush",
        "Whether a royal flush with wild cards pays as a natural one, on Ante, Play and Raise.",
        "appendix A",
        (ANTE,),
        {"natural": "without wild cards", "any": "with wild cards too"},
    )
    yield choice(
        FIVE_WILDS,
        "Five wild cards",
        "What five wild cards are on Ante, Play and Raise.",
        "appendix A",
        (ANTE,),
        {"royal": "a wild royal flush", "five-of-a-kind": "five of a kind"},
    )
    yield choice(
        MINI_ROYAL,
        "Mini royal",
        "Whether a Mini Royal of Three Card Treasure may hold wild cards.",
        "appendix B",
        (TREASURE,),
        {"wild": "with wild cards too", "natural": "queen, king and ace themselves"},
    )
    yield choice(
        JACKPOT_FOLD,
        "Bonus Jackpot after a fold",
        "Whether a player who folds the Ante, and plays it best for itself, still has the Bonus Jackpot.",
        "rules 7",
        (JACKPOT,),
        {"stays": "wager stays", "lost": "wager is lost"},
    )


def _number(slug: str, name: str, meaning: str, clause: str, approved: str, tries: tuple[int, ...]) -> Rule:
    return Rule(
        slug=slug,
        name=name,
        meaning=meaning,
        approved=approved,
        clause=clause,
        wagers=(ANTE,),
        least=1,
        most=MOST_STAKED,
        tries=tries,
    )
