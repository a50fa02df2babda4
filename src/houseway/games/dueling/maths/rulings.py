"""Dueling for Dollars under other readings of its document: what each ruling is worth.

Nothing here is played. Each of the `judges` names rows as another reading would, and `readings` sets the figures that
follow beside those of the analysis. Jackpots are reckoned with the amounts of the ordinary house (``house.toml``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from houseway.games.dueling import hands
from houseway.games.dueling.maths import counting, full_table
from houseway.games.dueling.maths.analyst import Analyst
from houseway.games.dueling.maths.counting import Pair, Rows, Ways, counted, deals
from houseway.games.dueling.maths.full_table import End
from houseway.games.dueling.maths.judges import combo_judge, each_pair_of_one_color, two_plus_two_judge
from houseway.games.dueling.maths.strategies import always_surrender
from houseway.games.dueling.play import TIE_AFTER_TIE, TWO_PLUS_TWO
from houseway.maths.question import Question
from houseway.maths.results import Figures, Number
from houseway.maths.rulings import Effect, Reading, Readings, moved, unmoved
from houseway.rulebook.money import dollars
from houseway.rulebook.pays import PayKind
from houseway.table.folder import GameFolder

# --------------------------------------------------------------------------------------------------------- the figures


class _Readings(Readings):
    """The figures of one edition under its usual options, by the counts of any judge."""

    def analyst(self, wager: str, **options: str) -> Analyst:
        return Analyst(self.game, Question.of(edition=self.edition, wager=wager, options=options))

    def best(self, wager: str, **options: str) -> Figures:
        """The first figures of the analysis, jackpots with their amounts."""
        found: Figures = next(iter(self.analyst(wager, **options).figures("optimal")))
        return found.at(self.amounts) if found.meters else found

    def with_meter(self, wager: str) -> str:
        return f"{dollars(self.amounts[wager])} on the meter"

    def counted(self, wager: str, ways: Ways, cards: int, paytable: str | None = None) -> Number:
        """The house edge where so many cards make the rows of a wager in these ways."""
        analyst = self.analyst(wager)
        decks, chosen = analyst.first_options()
        table = analyst.table(wager, paytable or next(analyst.paytables(wager)), chosen)
        counts, total = dict(counted(ways, decks)), deals(decks, cards)
        if wager == TIE_AFTER_TIE:
            counts[counting.not_a_tie()] = total - sum(counts.values())
        return self.edge(analyst.side_bet(table, chosen, counts, total))

    def combo(self, paytable: str, **judged: bool) -> Effect:
        """The Combo Bet whose rows are judged so."""
        taken, other = (
            self.counted("combo-bet", counting.combo_ways(judge), 2, paytable)
            for judge in (hands.combo, combo_judge(**judged))
        )
        return Effect("combo-bet", paytable, taken, other)

    def two_plus_two(self, **judged: bool) -> Effect:
        """2 + 2 whose rows are judged so."""
        other = self.counted(TWO_PLUS_TWO, counting.two_plus_two_ways(two_plus_two_judge(**judged)), 4)
        base = self.with_meter(TWO_PLUS_TWO)
        return Effect(TWO_PLUS_TWO, "2+2P1", self.best(TWO_PLUS_TWO).house_edge, other, base)

    def tie_after_tie(self, judge: Callable[[Pair, Pair], Rows]) -> Effect:
        """Tie After Tie whose rows are judged so."""
        other = self.counted(TIE_AFTER_TIE, counting.tie_after_tie_ways(judge), 4)
        base = self.with_meter(TIE_AFTER_TIE)
        return Effect(TIE_AFTER_TIE, "TAT1", self.best(TIE_AFTER_TIE).house_edge, other, base)

    # -- the points

    def ace(self) -> Iterator[Reading]:
        yield moved(
            "DD-1",
            "In Combo Bet and 2 + 2 hands an ace is high or low.",
            "The ace is high only: ace and two are not connected.",
            self.combo("2CPB-1", ace_low=False),
            self.two_plus_two(ace_low=False),
        )
        yield moved(
            "DD-1",
            "In the duel and in war the ace is the top card.",
            "The ace is the lowest card there.",
            why="There are as many aces as cards of any other rank: whichever order the ranks have, every figure of "
            "the three spots and of War is the same.",
        )

    def tie_bonus(self) -> Reading:
        options = {"tie-bonus": "on"}
        analyst = self.analyst("player", **options)
        decks, chosen = analyst.first_options()
        taken = self.best("player", **options)
        worth = analyst.worth("player", chosen)
        war = analyst.table("war", "standard", chosen).row(("tie-after-tie",)).pay
        won = war.amount if war.kind is PayKind.TO_1 else Fraction(0)

        def instead(end: End) -> Fraction:
            return worth(end) - (won if end == (0, 0) else 0)

        return moved(
            "DD-2",
            "Where the tie bonus is offered, it comes on top of the War wager's win.",
            "The bonus is paid in place of that win.",
            Effect("player", "standard", taken.house_edge, -spot_mean(instead, decks), "tie bonus on"),
        )

    def surrendered(self) -> Reading:
        analyst = self.analyst(TIE_AFTER_TIE)
        taken = next(iter(analyst.figures(always_surrender())))
        tied = [row for row in taken.outcomes if row.event.startswith("one-tie")]
        kept = sum((row.probability * (1 + (row.net or 0)) for row in tied), Fraction(0))
        edge = taken.house_edge
        return moved(
            "DD-4",
            "A surrender settles Tie After Tie on the first two cards.",
            "A surrender gives the wager up.",
            Effect(TIE_AFTER_TIE, taken.paytable, edge, edge + kept, "every tie surrendered"),
            why="The best play goes to war with every tie: its figures stay.",
        )

    def division(self) -> Iterator[Effect]:
        for wager in (TIE_AFTER_TIE, TWO_PLUS_TWO):
            figures = self.best(wager)
            amount = Fraction(self.amounts[wager], 100)
            line = figures.meters[0]
            returned = line.fixed_return + amount * sum((row.coefficient for row in figures.divisions), Fraction(0))
            base = f"{full_table.SEATED} players, {self.with_meter(wager)}"
            yield Effect(wager, figures.paytable, 1 - returned, figures.house_edge, base)

    def stake_back(self) -> Iterator[Effect]:
        posted: Mapping[str, Mapping[str, str]] = self.game.house["posted"]
        for wager, paytable in (("tie-plus", "bonus"), ("combo-bet", "2CPB-4"), ("combo-bet", "2CPB-7")):
            rows = {
                row.event: f"${posted[wager][row.event].removesuffix(' to 1')}"
                for row in self.game.edition(self.edition).paytable(wager, paytable, {"decks": "6"}).rows
                if row.pay.is_posted
            }
            analyst = Analyst(self.game, Question.of(edition=self.edition, wager=wager, paytable=paytable, pays=rows))
            taken = next(iter(analyst.figures(None)))
            hits = sum((row.probability for row in taken.outcomes if row.event in rows), Fraction(0))
            said = ", ".join(rows.values())
            yield Effect(wager, paytable, taken.house_edge, taken.house_edge + hits, f"a dollar staked, {said} posted")


def spot_mean(worth: Callable[[End], Fraction], decks: int) -> Fraction:
    """What a spot wins on the average where its ends are worth so much and each tie takes the better answer."""
    later = deals(decks, 4) // deals(decks, 2)
    decided = {result: count for result, count in counting.duels(decks).items() if result}
    total = sum((worth((result, None)) * count * later for result, count in decided.items()), Fraction(0))
    for results in counting.wars(decks).values():
        fought = sum((worth((0, result)) * count for result, count in results.items()), Fraction(0))
        total += max(fought, worth((0, None)) * sum(results.values()))
    return total / deals(decks, 4)


def readings(game: GameFolder, edition: str) -> Iterator[Reading]:
    """Each ruling of Dueling with what it is worth, or why it moves nothing."""
    made = _Readings(game, edition)
    yield from made.ace()
    yield made.tie_bonus()
    yield moved(
        "DD-3",
        "A suited pair is a pair and no flush: on 2CPB-5, 2CPB-6 and 2CPB-7 it loses.",
        "A suited pair is a flush too.",
        *(made.combo(paytable, suited_pair=True) for paytable in ("2CPB-5", "2CPB-6")),
        why="On 2CPB-1 to 2CPB-4 a pair stands above a flush and is paid as a pair under either reading; 2CPB-7 "
        "depends on what is posted.",
    )
    yield moved(
        "DD-4",
        "Two pairs are of the same colour where all four cards are.",
        "Two pairs are of the same colour where each pair is, one red and one black too.",
        made.tie_after_tie(each_pair_of_one_color),
    )
    yield made.surrendered()
    yield moved(
        "DD-5",
        "A three-card straight flush is any three of the four cards.",
        "It holds both of the first two cards.",
        made.two_plus_two(with_both=True),
    )
    yield moved(
        "DD-6",
        "Winners of the same event in one round divide its percentage.",
        "Each of them has the whole percentage.",
        *made.division(),
        why="A player alone at the table divides with nobody.",
    )
    yield unmoved("DD-7", "It limits how many spots a player bets on. Each wager has the same figures.")
    yield unmoved(
        "DD-8",
        "A card that nobody has seen is as likely in any place of the shoe: neither the order of the deal nor burnt "
        "cards nor one war for all change what a wager wins on average. Seats that share cards win and lose together, "
        "which the spread of a full table counts.",
    )
    yield moved(
        "DD-9",
        "On Tie Plus bonus, 2CPB-4 and 2CPB-7 the stake comes back with a posted amount of money.",
        "The posted amount is all that is paid.",
        *made.stake_back(),
        why="Rows posted as odds, and tables with printed odds, are the same under either reading.",
    )
    yield unmoved(
        "BJS-3",
        "Winners divide by DD-6. That the amount at the lock counts the round's own wagers moves it by what one round "
        "contributes; who pays what the meter lacks is the house's affair and not the player's.",
    )
