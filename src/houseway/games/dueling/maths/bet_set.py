"""Every wager of one Dueling seat together, counted: two cards, the war cards and the two of 2 + 2, from one shoe.

The player's first card is a club: suits that keep their colours together may change places. Given the first two cards
the war cards decide the spot and Tie After Tie, the two added cards 2 + 2; what the war takes from the shoe is counted
when the two are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache

import numpy as np
import numpy.typing as npt

from houseway.cards import RANKS, Card
from houseway.games.dueling import hands
from houseway.games.dueling.maths import counting, what_ifs
from houseway.games.dueling.maths.analyst import Analyst
from houseway.games.dueling.maths.counting import PACK, Pair, Rows
from houseway.games.dueling.maths.full_table import End
from houseway.games.dueling.maths.strategies import fights_of, from_fights
from houseway.games.dueling.play import SPOTS, TIE_AFTER_TIE, TWO_PLUS_TWO
from houseway.maths.bet_sets.joint_results import JointResults
from houseway.maths.question import Question
from houseway.maths.strategy import Strategy
from houseway.table.folder import GameFolder

Ints = npt.NDArray[np.int64]
OPTIMAL = "optimal"


def joint(game: GameFolder, questions: Mapping[str, Question], stakes: Mapping[str, int]) -> JointResults | None:
    """All wagers of a seat with one spot."""
    made = _made(game, questions)
    return None if made is None else made.joint(made.fights())


def play(game: GameFolder, questions: Mapping[str, Question], stakes: Mapping[str, int]) -> Strategy | None:
    """War or surrender by the rank that tied, best for the spot and Tie After Tie together."""
    made = _made(game, questions)
    if made is None or TIE_AFTER_TIE not in questions or made.analyst.forced is not None:
        return None
    return from_fights(OPTIMAL, made.best_fights(stakes))


@cache
def _tied_rows(judge: Callable[[Pair, Pair], Rows], suit: str) -> tuple[tuple[Rows, ...], Ints]:
    """Rows of Tie After Tie where the deuce of clubs ties with that of ``suit``: (war card, war card) their numbers."""
    first = next(card for card in PACK if card.text == "2c"), next(card for card in PACK if card.text == f"2{suit}")
    names: dict[Rows, int] = {}
    rows = [[names.setdefault(judge(first, (own, other)), len(names)) for other in PACK] for own in PACK]
    return tuple(names), np.array(rows, dtype=np.int64)


class _Seat:
    """The wagers of one seat."""

    def __init__(self, game: GameFolder, questions: Mapping[str, Question], spot: str) -> None:
        self.spot = spot
        self.strategy = questions[spot].strategy
        self.analyst = Analyst(game, questions[spot])
        self.decks, self.chosen = self.analyst.first_options()
        self.wagers = tuple(questions)
        self.rules = self.analyst.rules
        self.worth = self.analyst.worth(spot, self.chosen)
        self._net = {wager: self._nets(game, wager, question) for wager, question in questions.items() if wager != spot}
        self.size = 52 * self.decks

    def _nets(self, game: GameFolder, wager: str, question: Question) -> Callable[[Rows], Fraction]:
        """What the rows of a side bet win for one."""
        analyst = Analyst(game, question)
        table = analyst.table(wager, next(analyst.paytables(wager)), self.chosen)
        return lambda rows: analyst.known_net(table, table.row(rows))

    def fights(self) -> frozenset[str]:
        """The ranks whose ties go to war, as the strategy of the spot's question has it."""
        used = self.analyst.named(self.strategy or OPTIMAL, self.spot, self.decks, self.chosen)
        return fights_of(used)

    def best_fights(self, stakes: Mapping[str, int]) -> frozenset[str]:
        """The ranks with which war is worth as much as surrender, or more, to spot and Tie After Tie together."""
        found = set()
        tied = self._net[TIE_AFTER_TIE]
        for rank in RANKS:
            gain = Fraction(0)
            for community in (card for card in PACK if card.text[0] == rank):
                player = next(card for card in PACK if card.text == f"{rank}c")
                left = self._left(player, community)
                weight = self.decks * (self.decks - (community is player))
                given_up = stakes[self.spot] * self.worth((0, None))
                given_up += stakes[TIE_AFTER_TIE] * tied(hands.tie_after_tie((player, community)))
                for (result, rows), ways in self._wars(player, community, left).items():
                    won = stakes[self.spot] * self.worth((0, result)) + stakes[TIE_AFTER_TIE] * tied(rows)
                    gain += weight * int(ways.sum()) * (won - given_up)
            if gain >= 0:
                found.add(rank)
        return frozenset(found)

    # -- counting

    def _left(self, *gone: Card) -> Ints:
        left = np.full(len(PACK), self.decks, dtype=np.int64)
        for card in gone:
            left[card.code] -= 1
        return left

    def _wars(self, player: Card, community: Card, left: Ints) -> dict[tuple[int, Rows], Ints]:
        """By result and row: (player's war card, community's) how many ways there are to deal the two."""
        ways = np.outer(left, left) - np.diag(left)
        names, rows = _tied_rows(what_ifs.four_cards(self.rules), community.suit)
        # The rows know of ranks only whether they are that of the tie: deuces stand for it there.
        code = np.arange(len(PACK))
        rank = code // 4
        tie = player.code // 4
        turned = np.where(rank == tie, 0, np.where(rank == 0, tie, rank)) * 4 + code % 4
        rows = rows[np.ix_(turned, turned)]
        result = np.sign(rank[:, None] - rank[None, :])
        return {
            (won, row): np.where((result == won) & (rows == number), ways, 0)
            for won in counting.RESULTS
            for number, row in enumerate(names)
            if ((result == won) & (rows == number)).any()
        }

    def _added(self, player: Card, community: Card) -> dict[Rows, Ints]:
        """By row of 2 + 2: (card, card) 1 where the two added cards make it."""
        start = counting.start_of(player, community, what_ifs.two_plus_two(self.rules))
        found: dict[Rows, Ints] = {}
        for (a, b), rows in start.rows.items():
            into = found.setdefault(rows, np.zeros((len(PACK), len(PACK)), dtype=np.int64))
            one, two = ([card.code for card in start.views[view].cards] for view in (a, b))
            into[np.ix_(one, two)] = into[np.ix_(two, one)] = 1
        return found

    def joint(self, fights: frozenset[str]) -> JointResults:
        """The ends of all wagers together."""
        self._ends: dict[tuple[Fraction, ...], Fraction] = {}
        first_two = Fraction(4, self.size * (self.size - 1))
        for player in (card for card in PACK if card.suit == "c"):
            for community in PACK:
                weight = self.decks * (self.decks - (community is player))
                if weight:
                    self._first(player, community, weight * first_two, fights)
        return JointResults(self.wagers, self._ends)

    def _first(self, player: Card, community: Card, chance: Fraction, fights: frozenset[str]) -> None:
        known = {
            "tie-plus": hands.tie_plus(player, community),
            "combo-bet": what_ifs.combo(self.rules)(player, community),
        }
        left = self._left(player, community)
        result = hands.duel(player, community)
        starts = TWO_PLUS_TWO in self.wagers and hands.starts_two_plus_two(player, community)
        added = self._added(player, community) if starts else {}
        two = (self.size - 2) * (self.size - 3)
        if result or player.text[0] not in fights:
            rows = hands.tie_after_tie((player, community))
            drawn = {more: int(left @ makes @ left - np.diag(makes) @ left) for more, makes in added.items()}
            for more, number in drawn.items() if added else [((), two)]:
                self._add((result, None), {**known, TIE_AFTER_TIE: rows, TWO_PLUS_TWO: more}, chance * number / two)
            return
        later = (self.size - 4) * (self.size - 5)
        for (war, rows), ways in self._wars(player, community, left).items():
            for more, number in self._after(added, left, ways).items() if added else [((), int(ways.sum()) * later)]:
                share = chance * number / (two * later)
                self._add((0, war), {**known, TIE_AFTER_TIE: rows, TWO_PLUS_TWO: more}, share)

    def _add(self, end: End, rows: Mapping[str, Rows], chance: Fraction) -> None:
        if chance:
            nets = tuple(
                self.worth(end) if wager == self.spot else self._net[wager](rows[wager]) for wager in self.wagers
            )
            self._ends[nets] = self._ends.get(nets, Fraction(0)) + chance

    def _after(self, added: Mapping[Rows, Ints], left: Ints, wars: Ints) -> dict[Rows, int]:
        """Ordered deals of the war cards ``wars`` and then of the two added cards, by the row that these make."""
        found = {}
        for rows, makes in added.items():
            beside, own = makes @ left, np.diag(makes)
            # Two cards less in the shoe: of each pair that either of them would have been in.
            fewer = 2 * (beside[:, None] + beside[None, :]) - 2 * (own[:, None] + own[None, :]) - 2 * makes
            pairs = int(left @ beside - own @ left) - fewer
            found[rows] = int((wars * pairs).sum())
        return found


def _made(game: GameFolder, questions: Mapping[str, Question]) -> _Seat | None:
    spots = [spot for spot in SPOTS if spot in questions]
    return _Seat(game, questions, spots[0]) if len(spots) == 1 else None
