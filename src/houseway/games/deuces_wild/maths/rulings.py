"""Deuces Wild under other readings of its document: what each ruling is worth.

Nothing here is played. Rows that only another reading has are tests of the `judges`, counted as every other row is; the
best play is found again under each reading. The Bonus Jackpot has the amounts of the ordinary house.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from houseway.games.deuces_wild import hands
from houseway.games.deuces_wild.maths import base, divisions_of, fortune, side_figures
from houseway.games.deuces_wild.maths.counting import Rows
from houseway.games.deuces_wild.maths.fortune_figures import ALONE, OPTIMAL, WITH_ANTE, ante_ev, expected
from houseway.games.deuces_wild.maths.terms import ANTE, FORTUNE, JACKPOT, POOL, TREASURE, VIEW, Terms
from houseway.games.deuces_wild.maths.what_ifs import changes
from houseway.games.deuces_wild.maths.what_ifs.judges import ace_high
from houseway.maths.front import analyze
from houseway.maths.question import Question
from houseway.maths.results import Figures, Number
from houseway.maths.rulings import Effect, Reading, Readings, moved, unmoved
from houseway.rulebook.money import dollars
from houseway.table.folder import GameFolder

# --------------------------------------------------------------------------------------------------------- the figures


class _Readings(Readings):
    def terms(self, wager: str, paytable: str | None = None) -> Terms:
        return Terms(self.game, Question.of(edition=self.edition, wager=wager, paytable=paytable))

    def nets(self, wager: str) -> list[Fraction]:
        terms = self.terms(wager)
        return terms.nets(terms.tables[0])

    def taken(self, wager: str, case: str = "", paytable: str = "A", **options: str) -> Number:
        """The house edge that the analysis gives."""
        asked = Question.of(
            edition=self.edition,
            wager=wager,
            paytable=paytable,
            options={key.replace("_", "-"): value for key, value in options.items()},
            strategy=OPTIMAL,
        )
        return self.edge(analyze(self.game, asked).find(wager, case=case))

    # -- Ante

    def ante(self, nets: Sequence[Fraction], rows: Rows = hands.ANTE_ROWS) -> Fraction:
        """The house edge of the Ante under the best play."""
        return -ante_ev(nets, base.ends(base.best_plan(nets, rows), rows))

    def on_ante(self, other: Fraction) -> Effect:
        return Effect(ANTE, "A", self.taken(ANTE), other)

    def five_wild_are_five_of_a_kind(self) -> Fraction:
        nets = self.nets(ANTE)
        alike = nets[hands.ANTE_ROWS.index("five-of-a-kind")]
        return self.ante([nets[0], alike, *nets[1:]], hands.FORTUNE_ROWS)

    def wild_royal_is_natural(self) -> Fraction:
        nets = self.nets(ANTE)
        return self.ante([nets[0], nets[0], *nets[2:]])

    def odds_on_the_ante(self) -> Fraction:
        """Where the odds are paid on the Ante alone, and Play and Raise win even money: per unit of all four."""
        return self.ante([net if net < 0 else (net + base.ALL - 1) / base.ALL for net in self.nets(ANTE)])

    # -- Three Card Treasure

    def treasure(self, *, ace_low: bool = True, wild_royal: bool = True) -> Number:
        counts = changes.treasure_rows(ace_low=ace_low, wild_royal=wild_royal)
        return self._side(TREASURE, counts).house_edge

    def _side(self, wager: str, counts: dict[str, int]) -> Figures:
        terms = self.terms(wager)
        return side_figures(terms, terms.tables[0], counts, ())

    # -- Five Card Fortune

    def fortune_ace_high(self, beside_ante: bool) -> Fraction:
        nets, rows = self.nets(FORTUNE), ace_high(hands.FORTUNE_ROWS)
        if not beside_ante:
            return -self._fortune(nets, 3, rows)
        plan = base.best_plan(self.nets(ANTE), ace_high(hands.ANTE_ROWS))
        picked = {pool: fortune.best_selection(nets, pool, rows) for pool in (3, 4)}
        return -expected(nets, fortune.beside_ante(plan, 4, picked, rows))

    def _fortune(self, nets: Sequence[Fraction], pool: int, rows: Rows = hands.FORTUNE_ROWS) -> Fraction:
        counts = fortune.blind(fortune.best_selection(nets, pool, rows), pool, rows=rows)
        return expected(nets, [Fraction(count, fortune.deals(pool)) for count in counts])

    def from_five(self) -> Fraction:
        """Five Card Fortune without an Ante, selected from the five cards that the Bonus Jackpot brings."""
        return -self._fortune(self.nets(FORTUNE), 5)

    # -- Bonus Jackpot

    def folded_jackpot(self) -> Number:
        """The Bonus Jackpot where a player who folds gives it up, the Ante being played best for itself."""
        counts = changes.jackpot_given_up(base.best_plan(self.nets(ANTE)))
        return self.edge(self._side(JACKPOT, counts))

    def divided(self) -> tuple[Number, Number, int]:
        """The Bonus Jackpot under paytable D, a full table dividing every prize; whole to each; and its seats."""
        terms = self.terms(JACKPOT, "D")
        seats = terms.edition.about.positions
        returned = sum(
            (row.coefficient * Fraction(self.amounts[f"{JACKPOT}/{row.event}"], 100))
            for row in divisions_of(terms, terms.tables[0], seats)
        )
        return 1 - returned, self.taken(JACKPOT, paytable="D"), seats


def readings(game: GameFolder, edition: str) -> Iterator[Reading]:
    """Each ruling of Deuces Wild with what it is worth, or why it moves nothing."""
    made = _Readings(game, edition)
    yield unmoved(
        "DW-1",
        "The document itself leaves no other reading: four jacks and a wild card are five of a kind (the notes to "
        "appendices A and C), and no other row needs a card twice.",
    )
    yield from _straights_and_royals(made)
    yield moved(
        "DW-3",
        "Five wild cards are a Wild Royal Flush for Ante, Play and Raise.",
        "They are Five of a Kind.",
        made.on_ante(made.five_wild_are_five_of_a_kind()),
    )
    yield moved(
        "DW-4",
        "The odds are paid on Ante, Play and Raise together.",
        "They are paid on the Ante; Play and Raise win even money.",
        made.on_ante(made.odds_on_the_ante()),
    )
    yield Reading(
        "DW-5",
        "The community hand has four cards.",
        "It has five (rules 8).",
        why="Not worked out: the procedure deals three, then the fourth and final one, so that no round with a fifth "
        "can be dealt.",
        how="not worked out",
    )
    yield from _selections(made)
    yield moved(
        "DW-7",
        "The Bonus Jackpot has its five cards whether or not the player folds.",
        "A player who folds gives it up.",
        Effect(JACKPOT, "A", made.taken(JACKPOT), made.folded_jackpot(), _jackpot_base(made, "A")),
    )
    shared, whole, seats = made.divided()
    full = f"{seats} players, {_jackpot_base(made, 'D')}"
    for ruling, taken, other, edges in (
        ("DW-8", "A posted amount goes whole to each winner.", "Winners of one round divide it.", (whole, shared)),
        ("BJS-3", "Winners of one round divide a progressive.", "It goes whole to each winner.", (shared, whole)),
    ):
        yield moved(
            ruling,
            taken,
            other,
            Effect(JACKPOT, "D", *edges, full),
            why="Under A, B and C only five wild cards have such an amount, and no two players can both have them.",
        )
    yield unmoved("DW-9", "A card that nobody has seen is as likely in any place of the deck: no order moves a figure.")
    yield unmoved("DW-10", "It says which wagers may be made and who sees what. No wager's own figures move.")
    yield unmoved("DW-11", "The order of settlement moves no figure.")
    yield unmoved("DW-12", "It says which figures are printed. The editions have the same cards, pays and decisions.")


def _straights_and_royals(made: _Readings) -> Iterator[Reading]:
    yield moved(
        "DW-2",
        "An ace is high or low in a straight.",
        "It is high only: A-2-3-4-5 and A-2-3 are no straights.",
        made.on_ante(made.ante(made.nets(ANTE), ace_high(hands.ANTE_ROWS))),
        Effect(TREASURE, "A", made.taken(TREASURE), made.treasure(ace_low=False)),
        Effect(FORTUNE, "A", made.taken(FORTUNE, ALONE), made.fortune_ace_high(False), ALONE),
        Effect(FORTUNE, "A", made.taken(FORTUNE, WITH_ANTE), made.fortune_ace_high(True), WITH_ANTE),
    )
    yield moved(
        "DW-2",
        "A Mini Royal may hold wild cards (appendix B).",
        "It is queen, king and ace themselves.",
        Effect(TREASURE, "A", made.taken(TREASURE), made.treasure(wild_royal=False)),
    )
    yield moved(
        "DW-2",
        "A Natural Royal Flush has no wild card.",
        "For Ante, Play and Raise it may hold some: appendix A, unlike appendix C, makes no exception.",
        made.on_ante(made.wild_royal_is_natural()),
    )


def _selections(made: _Readings) -> Iterator[Reading]:
    alone, beside = made.taken(FORTUNE, ALONE), made.taken(FORTUNE, WITH_ANTE)
    revealed = {case: made.taken(FORTUNE, case, **{VIEW: "revealed"}) for case in (ALONE, WITH_ANTE)}
    yield moved(
        "DW-6",
        "Five Card Fortune cards are selected before the community hand is seen.",
        "They are selected with the community hand in sight (option fortune-view).",
        Effect(FORTUNE, "A", alone, revealed[ALONE], ALONE),
        Effect(FORTUNE, "A", beside, revealed[WITH_ANTE], WITH_ANTE),
    )
    yield moved(
        "DW-6",
        "They are selected from as many cards as the player holds at the last decision, at most four.",
        "From the first three only (footnote 1; option fortune-pool).",
        Effect(FORTUNE, "A", beside, made.taken(FORTUNE, WITH_ANTE, **{POOL: "three"}), WITH_ANTE),
    )
    yield moved(
        "DW-6",
        "A raising player selects from four cards.",
        "From all five (option fortune-pool).",
        Effect(FORTUNE, "A", beside, made.taken(FORTUNE, WITH_ANTE, **{POOL: "five"}), WITH_ANTE),
    )
    yield moved(
        "DW-6",
        "The wager alone gives a right to three cards, even where the Bonus Jackpot brings five.",
        "A player with the Bonus Jackpot selects from its five.",
        Effect(FORTUNE, "A", alone, made.from_five(), "with the Bonus Jackpot, without an Ante"),
    )


def _jackpot_base(made: _Readings, paytable: str) -> str:
    rows = [row for row in made.terms(JACKPOT, paytable).tables[0].rows if row.pay.is_posted]
    said = ", ".join(dollars(made.amounts[f"{JACKPOT}/{row.event}"]) for row in rows)
    return f"{said} posted"
