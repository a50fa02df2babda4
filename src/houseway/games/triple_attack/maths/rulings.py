"""Triple Attack under other readings of its document: what each ruling is worth.

Nothing here is played. The main game is solved again by the rules that another reading would have, side bets are
counted again by another judge. The jackpot has the ordinary house's meter. Figures of the attacks are floats, as those
of the analysis are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property

import msgspec
import numpy as np

from houseway.cards import Card
from houseway.cards.card import ACE, JACK
from houseway.games.triple_attack import hands
from houseway.games.triple_attack.maths import OPTIMAL, rules
from houseway.games.triple_attack.maths.attack import Insurance, Round, odds_of, solver_of
from houseway.games.triple_attack.maths.side_bets import double_match
from houseway.games.triple_attack.maths.terms import Terms
from houseway.games.triple_attack.maths.what_ifs import ATTACKS
from houseway.maths.blackjack.hands import DOUBLE, HIT, STAND, Floats
from houseway.maths.blackjack.plays import DOUBLING, LEVELS, PLANES, Acts, Bools, Play
from houseway.maths.blackjack.rules import VALUES, BlackjackRules
from houseway.maths.blackjack.solver import Solver
from houseway.maths.counting import count_deals
from houseway.maths.front import analyze
from houseway.maths.question import Question
from houseway.maths.results import Figures, Number, figures_from_distribution
from houseway.maths.rulings import Effect, Reading, unmoved
from houseway.maths.terms import returned
from houseway.rulebook.money import dollars
from houseway.table.folder import GameFolder

FIRST = ATTACKS[0]
FLOATS = "exact terms summed in float64"

# ----------------------------------------------------------------------------------------------------- other judges


def matched_by_rank(two: Sequence[Card], dealer: Sequence[Card]) -> tuple[str, ...]:
    """The jackpot where a matched 20 is two cards of one rank, whatever their suits."""
    rows = hands.jackpot(two, dealer)
    if rows == (hands.ANY_20,) and two[0].rank == two[1].rank:
        return (hands.MATCHED_20, hands.ANY_20)
    return rows


def faces_only(two: Sequence[Card], dealer: Sequence[Card]) -> tuple[str, ...]:
    """The jackpot where ace and nine are no 20."""
    return () if ACE in (two[0].rank, two[1].rank) else hands.jackpot(two, dealer)


def suited_pair_is_a_flush(two: Sequence[Card]) -> tuple[str, ...]:
    """Suited Royals where two equal faces are a flush and not two face cards."""
    rows = hands.suited_royals(two)
    return (hands.TWO_CARD_FLUSH,) if rows and two[0].rank == two[1].rank else rows


def ace_is_a_face(two: Sequence[Card]) -> tuple[str, ...]:
    """Suited Royals where an ace counts as a face card."""
    rows = hands.suited_royals(two)
    return (hands.TWO_SUITED_FACE_CARDS, *rows) if rows == (hands.TWO_CARD_FLUSH,) and _high(two) else rows


def _high(two: Sequence[Card]) -> bool:
    return all(JACK <= card.rank <= ACE for card in two)


# ---------------------------------------------------------------------- hands that win at once, and those that do not


def best_acts(solver: Solver, single: Floats, doubled: Floats, final: Bools) -> tuple[Acts, Floats]:
    """The best play of an unsplit hand, (plane, node, up) as in `Play`, and (node, up) what it is worth.

    ``single`` and ``doubled`` (node, up) are what a hand that stands is worth per wager; a ``final`` one stands.
    """
    graph = solver.graph
    act = np.zeros((PLANES, len(graph), VALUES), dtype=np.int8)
    taken = np.zeros((len(graph), VALUES))
    eye = np.eye(VALUES)
    for node in range(len(graph) - 1, -1, -1):
        if final[node]:
            taken[node] = single[node]
            continue
        left = np.maximum(solver.full[None, :] - graph.counts[node][None, :] - eye, 0.0)  # (up, drawn)
        unseen = solver.size - int(graph.cards[node]) - 1
        hit, double = np.zeros(VALUES), np.zeros(VALUES)
        for drawn in range(VALUES):
            share, after = left[:, drawn] / unseen, int(graph.after[node, drawn])
            if after >= 0:
                hit += share * taken[after]
                double += share * 2.0 * doubled[after]
            else:
                won = share * solver.end_pays[-1 - after] * _free(solver, node, drawn, unseen - 1)
                hit += won
                double += 2.0 * won
        without = np.where(hit > single[node], HIT, STAND)
        kept = np.maximum(hit, single[node])
        act[:, node] = without
        act[DOUBLING, node] = np.where(double > kept, DOUBLE, without)
        taken[node] = np.maximum(kept, double)
    return act, taken


def _free(solver: Solver, node: int, drawn: int, unseen: int) -> Floats:
    """(up) the probability that the down card makes no blackjack once ``drawn`` is out too."""
    free = np.ones(VALUES)
    for up, other in ((0, 9), (9, 0)):
        if solver.looks[up]:
            out = solver.graph.counts[node, other] + (drawn == other)
            free[up] = 1.0 - (solver.full[other] - out) / unseen
    return free


def standing(solver: Solver, pays: Floats) -> Floats:
    """(node, up) what an unsplit hand is worth that stands and is paid ``pays`` (up, level, dealer's outcome)."""
    graph = solver.graph
    rows = graph.shoe_of[0, [hand[0] - 1 for hand in graph.hands], np.arange(len(graph))]
    worth: Floats = np.einsum("nuk,nuk->nu", solver.dealer[rows], np.swapaxes(pays[:, solver.level], 0, 1))
    return worth


def with_attacks(solver: Solver, values: Floats, insured: Floats) -> float:
    """What a First Attack wins, further attacks with it, where a unit is worth ``values`` (card, up)."""
    values = values.copy()
    values[:, 0] += insured
    attacks = 1.0 + ((solver.deals * values).sum(axis=1) > 1e-15)[:, None] + (values > 1e-13)
    return float((solver.deals * attacks * values).sum())


def play_of(solver: Solver, act: Acts, taken: Floats, split_values: dict[int, Floats]) -> Play:
    """``act`` with the splits that are worth more than the pair, ``split_values`` being (up) by card."""
    splits = np.zeros((VALUES, VALUES), dtype=np.bool_)
    for card, worth in split_values.items():
        splits[card] = worth > taken[solver.graph.start[card, card]]
    return Play(act, splits, np.zeros((VALUES, VALUES, VALUES), dtype=np.bool_))


def twenty_one_compared(rules: BlackjackRules, insured: Floats, *, compared: bool = True) -> float:
    """What a First Attack wins where 21 wins at once only on a hand neither split nor doubled, else is compared.

    The hands are those of rules under which 21 ends nothing; standing on it wins whatever the dealer gets, or is
    compared. With ``compared`` false it wins always: that is the game as it is ruled, worked out in another way.
    """
    solver = Solver(msgspec.structs.replace(rules, twenty_one_wins=False))
    wins = solver.stand_pays.copy()
    wins[:, LEVELS - 1, :-1] = float(rules.twenty_one_pays)
    later = solver.stand_pays if compared else wins
    act, taken = best_acts(solver, standing(solver, wins), standing(solver, later), solver.graph.total == hands.BEST)
    half = LEVELS * solver.kinds
    kept = solver.payoff()
    kept[:, half : 2 * half] = 2.0 * later.reshape(VALUES, -1)
    split = kept.copy()
    kept[:, :half], split[:, :half] = wins.reshape(VALUES, -1), later.reshape(VALUES, -1)
    parts = {
        card: np.einsum("uka,kauf,uf->u", _ways(solver, card), figures, split)
        for card, figures in solver.split_figures(act).items()
    }
    found = solver.evaluate(play_of(solver, act, taken, parts))
    values = found.values + np.einsum("cuf,uf->cu", found.kept, kept - solver.payoff())
    values += np.einsum("cuf,uf->cu", found.split, split - solver.payoff())
    return with_attacks(solver, values, insured)


def six_cards_compared(rules: BlackjackRules, insured: Floats, *, compared: bool = True) -> float:
    """What a First Attack wins where six cards win at once only on a hand that is not doubled.

    Doubled hands are walked through by rules under which it takes seven cards: theirs stand. All others end as they do.
    With ``compared`` false six doubled cards win too: that is the game as it is ruled, worked out in another way.
    """
    usual = Solver(rules)
    longer = Solver(msgspec.structs.replace(rules, charlie=hands.CHARLIE + 1))
    six = longer.graph.cards == hands.CHARLIE
    wins = longer.stand_pays.copy()
    wins[:, :, :-1] = float(rules.charlie_pays)
    single = np.where(six[:, None], standing(longer, wins), standing(longer, longer.stand_pays))
    doubled = standing(longer, longer.stand_pays) if compared else single
    act, taken = best_acts(longer, single, doubled, six)
    place = {hand: node for node, hand in enumerate(longer.graph.hands)}
    same = [place[hand] for hand in usual.graph.hands]
    short = np.ascontiguousarray(act[:, same])
    if not compared:
        longer, act = usual, short
    payoff = usual.payoff()
    half, ends = LEVELS * usual.kinds, 2 * LEVELS * usual.kinds
    twice = np.zeros(payoff.shape[1], dtype=np.bool_)
    twice[half : 2 * half] = twice[ends + 3 : ends + 6] = True
    parts = {
        card: np.einsum("uka,kauf,uf->u", _ways(usual, card), np.where(twice, of_doubled, figures), payoff)
        for (card, figures), of_doubled in zip(
            usual.split_figures(short).items(), longer.split_figures(act).values(), strict=True
        )
    }
    play = play_of(usual, short, taken[same], parts)
    once, more = usual.evaluate(play), longer.evaluate(play._replace(act=act))
    changed = (more.kept + more.split - once.kept - once.split) * twice
    return with_attacks(usual, once.values + np.einsum("cuf,uf->cu", changed, payoff), insured)


def _ways(solver: Solver, card: int) -> Floats:
    """The weights of all hands of a split pair."""
    split = solver.splits[card]
    assert split is not None
    return split.weights


# --------------------------------------------------------------------------------------------------------- the figures


class _Readings:
    def __init__(self, game: GameFolder, edition: str) -> None:
        self.game = game
        self.edition = edition
        self.amounts: dict[str, int] = dict(game.house["meters"])
        self._taken: dict[str, Figures] = {}
        self.rules = rules(game, edition=edition)
        terms = Terms(game, Question.of(edition=edition, wager=FIRST))
        self.deck = terms.deck
        self.insurance = Insurance(len(terms.deck), self.rules.shoe[9], odds_of(terms.table("insurance")))

    def taken(self, wager: str) -> Figures:
        """The figures that the analysis gives."""
        if wager not in self._taken:
            asked = Question.of(edition=self.edition, wager=wager, strategy=OPTIMAL)
            found = analyze(self.game, asked).figures[0]
            self._taken[wager] = found.at(self.amounts) if found.meters else found
        return self._taken[wager]

    # -- the attacks

    def first_attack(self, **changed: object) -> float:
        """The house edge of the First Attack by rules of which some are changed."""
        solver = solver_of(msgspec.structs.replace(self.rules, **changed))
        return -Round(solver, self.insurance, solver.best()).ev

    def on_first_attack(self, other: float) -> Effect:
        return Effect(FIRST, "standard", self.taken(FIRST).house_edge, other)

    @cached_property
    def insured(self) -> Floats:
        """(card) what insurance adds under an ace, by the best play."""
        solver = solver_of(self.rules)
        return Round(solver, self.insurance, solver.best()).insured_value

    # -- side bets

    def double_match(self) -> Number:
        """Double Match where only the better of two matches is paid."""
        terms = Terms(self.game, Question.of(edition=self.edition, wager="double-match-up"))
        table = terms.tables[0]
        counts = double_match(self.deck)
        won = sum(
            (count * max((returned(table.row((match,)).pay) for match in matches), default=Fraction(0)))
            for matches, count in counts.items()
        )
        return 1 - Fraction(won) / sum(counts.values())

    def judged(self, wager: str, groups: Sequence[int], judge: Callable[..., tuple[str, ...]]) -> Number:
        """The house edge of a side bet by another judge."""
        terms = Terms(self.game, Question.of(edition=self.edition, wager=wager))
        table = terms.tables[0]
        counts: Counter[str] = Counter()
        for events, count in count_deals(self.deck.counts, groups, judge).items():
            counts[table.row(events).event] += count
        found = figures_from_distribution(
            wager=wager,
            paytable=table.id,
            options={},
            strategy=OPTIMAL,
            unit=terms.unit(table),
            outcomes=terms.outcomes(table, counts),
        )
        return found.at(self.amounts).house_edge

    def on_jackpot(self, judge: Callable[..., tuple[str, ...]]) -> Effect:
        taken = self.taken("jackpot")
        return Effect("jackpot", taken.paytable, taken.house_edge, self.judged("jackpot", (2, 2), judge), self.meter)

    def on_royals(self, judge: Callable[..., tuple[str, ...]]) -> Effect:
        taken = self.taken("suited-royals")
        return Effect("suited-royals", taken.paytable, taken.house_edge, self.judged("suited-royals", (2,), judge))

    @property
    def meter(self) -> str:
        return f"{dollars(self.amounts['jackpot'])} on the meter"

    def divided(self) -> Effect:
        """The jackpot where winners of one row divide it, at a full table."""
        taken = self.taken("jackpot")
        amount = Fraction(self.amounts["jackpot"], 100)
        less = Fraction(0)
        for row in taken.divisions:
            assert row.somebody is not None
            less += amount * row.coefficient * (1 - row.somebody / (row.seats * row.probability))
        seats = taken.divisions[0].seats
        return Effect(
            "jackpot", taken.paytable, taken.house_edge, taken.house_edge + less, f"{seats} players, {self.meter}"
        )


def readings(game: GameFolder, edition: str) -> Iterator[Reading]:
    """Each ruling of Triple Attack with what it is worth, or why it moves nothing."""
    made = _Readings(game, edition)
    yield unmoved("slips", "It names the table of an example.")
    yield unmoved("TA-1", "The document itself says so: eight decks, every ten removed, face cards worth ten.")
    yield from _attacks(made)
    yield Reading(
        "TA-9",
        "Double Match pays for each of the two cards (note 3).",
        "Only the highest match is paid (note 2).",
        tuple(
            Effect(wager, "PT-FLT-TA-DM-01", made.taken(wager).house_edge, made.double_match())
            for wager in ("double-match-up", "double-match-down")
        ),
    )
    yield Reading(
        "TA-10",
        "A matched 20 is two cards of the same rank and suit.",
        "It is two cards of the same rank.",
        (made.on_jackpot(matched_by_rank),),
    )
    yield Reading("TA-10", "Ace and nine are 20.", "Only two face cards are 20.", (made.on_jackpot(faces_only),))
    yield Reading(
        "TA-10",
        "In Suited Royals two equal faces of one suit are two suited face cards.",
        "They are a two-card flush.",
        (made.on_royals(suited_pair_is_a_flush),),
    )
    yield Reading(
        "TA-10",
        "In Suited Royals an ace is no face card.",
        "An ace counts as one.",
        (made.on_royals(ace_is_a_face),),
    )
    yield unmoved("TA-11", "When a wager is settled changes neither cards nor pays.")
    yield Reading(
        "BJS-3",
        "Percent prizes go whole to each winner.",
        "Winners of one row divide its prize.",
        (made.divided(),),
        why="A player alone at the table divides with nobody.",
    )
    yield unmoved(
        "BJS-4",
        "At a wager of one dollar there is nothing to multiply; at another every dollar prize keeps its odds, so that "
        "the figures per unit stay.",
    )


def _attacks(made: _Readings) -> Iterator[Reading]:
    yield Reading(
        "TA-2",
        "The dealer looks for blackjack under an ace and under a face card, before anyone plays.",
        "The dealer looks under neither: a blackjack turned up at the end takes every wager of a hand still standing.",
        (made.on_first_attack(made.first_attack(looks_under=())),),
        how=FLOATS,
    )
    yield Reading(
        "TA-2",
        "The dealer looks under a face card too.",
        "Only under an ace, where insurance is offered.",
        (made.on_first_attack(made.first_attack(looks_under=(1,))),),
        how=FLOATS,
    )
    yield unmoved(
        "TA-3",
        "What a hand wins is in proportion to what lies on it: the best amount is all or nothing, so that amounts "
        "between move nothing.",
    )
    yield Reading(
        "TA-4",
        "A total of 21 wins at once on split and on doubled hands too.",
        "On those hands 21 is compared with the dealer's total.",
        (made.on_first_attack(-twenty_one_compared(made.rules, made.insured)),),
        how=FLOATS,
    )
    yield Reading(
        "TA-4",
        "Six cards win at once on a doubled hand too.",
        "A doubled hand of six cards is compared with the dealer's total.",
        (made.on_first_attack(-six_cards_compared(made.rules, made.insured)),),
        how=FLOATS,
    )
    yield unmoved(
        "TA-5",
        "Any number of cards is the document's own word. A double for less is never better than a whole one or none: "
        "what it wins is in proportion to its amount.",
    )
    yield Reading(
        "TA-6",
        "Split aces are played like any other hand.",
        "A split ace gets one card and stands.",
        (made.on_first_attack(made.first_attack(one_card_to_split_aces=True)),),
        how=FLOATS,
    )
    yield Reading(
        "TA-6",
        "Two cards of 21 after a split are 21 and no blackjack.",
        "They are a blackjack.",
        why="Both win even money, and the dealer has looked for a blackjack before: nothing moves.",
    )
    yield Reading(
        "TA-7",
        "A dealer's 22 pushes against 20 or less.",
        "It loses as 23 to 26 do.",
        (made.on_first_attack(made.first_attack(push_totals=())),),
        why="Rules 13(b) leaves no doubt: this is what the rule is worth.",
        how=FLOATS,
    )
    yield _insurance(made)


def _insurance(made: _Readings) -> Reading:
    """Where the best play never insures, the limit of insurance moves nothing."""
    taken, other = "Insurance is up to half of all attack wagers.", "It is up to half of the First Attack."
    if not made.insurance.best:
        return Reading(
            "TA-8",
            taken,
            other,
            why="The best play never takes insurance, and its own figures are per unit staked: nothing moves.",
        )
    solver = solver_of(made.rules)
    played = Round(solver, made.insurance, solver.best())
    more = solver.deals[:, 0] * (played.attacks[:, 0] - 1.0) * played.insured_value
    edge = made.taken(FIRST).house_edge + float(more.sum())
    return Reading("TA-8", taken, other, (made.on_first_attack(edge),), how=FLOATS)
