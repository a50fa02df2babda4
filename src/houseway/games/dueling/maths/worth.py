"""Dueling for Dollars: what war and surrender are worth after a tie."""

from __future__ import annotations

from houseway.games.dueling.maths.analyst import Analyst
from houseway.games.dueling.play import SPOTS, TIE_AFTER_TIE
from houseway.maths.question import Question
from houseway.maths.worth import Book, Worth, Worths
from houseway.rulebook.steps import Ask
from houseway.table.folder import GameFolder
from houseway.table.players import Seen
from houseway.table.setup import Setup

ASKED = ("decks", "spots", "tie-bonus")
"""The options that change what a war is worth."""

BESIDE = "Tie After Tie is not counted here: war gives it two more cards."


def book(game: GameFolder, setup: Setup) -> Book:
    """War by the rank that tied, on each spot of the layout."""
    options = {slug: value for slug, value in setup.options.items() if slug in ASKED}
    by_spot = {
        spot: _wars(Analyst(game, Question.of(edition=setup.edition.slug, wager=spot, options=options)), spot)
        for spot in SPOTS
        if spot in setup.wagers
    }

    def look(ask: Ask, seen: Seen) -> Worths | None:
        if ask.ask != "war" or not isinstance(ask.seat, int):
            return None
        spot = next((slug for slug in by_spot if seen.stake(ask.seat, slug)), None)
        card = seen.cards(ask.seat)[0]
        if spot is None or card is None:
            return None
        war, surrender = by_spot[spot][card.text[0]]
        choices = (Worth("war", war), Worth("surrender", surrender))
        note = BESIDE if seen.stake(ask.seat, TIE_AFTER_TIE) else ""
        return Worths(choices, "your first wager", seen.stake(ask.seat, spot), note)

    return look


def _wars(analyst: Analyst, spot: str) -> dict[str, tuple[float, float]]:
    """By the rank that tied: what war and what surrender are worth."""
    decks, chosen = analyst.first_options()
    surrender = float(analyst.worth(spot, chosen)((0, None)))
    return {rank: (float(war), surrender) for rank, war in analyst.wars(spot, decks, chosen).items()}
