"""Triple Attack Blackjack: figures for every wager and paytable, the best play, and what any other play costs.

The side bets, the jackpots and insurance are counted in whole numbers. The main game is one record of rules for
`houseway.maths.blackjack`; its figures are floats, and each says what of it is exact but for rounding. How strategies
are written is said in `houseway.games.triple_attack.maths.notation`.

Besides the edition's own options, two are taken: ``decks``, any number of decks less their tens; and ``fixed``, the
jackpot wager in cents. ``shoe``, ``dealt-by`` and ``tabulator`` change no figure: a round named beforehand has the same
cards with the same likelihood wherever in the shoe it lies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Unpack

import msgspec
import numpy as np

from houseway.games.triple_attack.maths import notation
from houseway.games.triple_attack.maths import short as short_rules
from houseway.games.triple_attack.maths.attack import (
    SURRENDER,
    Choices,
    Insurance,
    Round,
    choices_from,
    extent_of,
    odds_of,
    rules_of,
    solver_of,
    strategy_from,
)
from houseway.games.triple_attack.maths.charts import charts
from houseway.games.triple_attack.maths.notation import answers, situations
from houseway.games.triple_attack.maths.side_bets import COUNTS, side_bet
from houseway.games.triple_attack.maths.terms import INSURANCE, Terms
from houseway.games.triple_attack.maths.what_ifs import ATTACKS, attacks, changed
from houseway.maths.blackjack.plays import Play
from houseway.maths.blackjack.rules import VALUES, BlackjackRules
from houseway.maths.blackjack.tables import best_table, by_total, by_total_and_cards
from houseway.maths.question import Asked, Question
from houseway.maths.results import Figures, Number, Outcome
from houseway.maths.strategy import Strategy
from houseway.maths.terms import no_strategy
from houseway.rulebook.paytables import Paytable
from houseway.table.folder import GameFolder

__all__ = ["STRATEGIES", "answers", "charts", "figures", "rules", "situations", "strategy"]

OPTIMAL = "optimal"
TOTAL_AND_CARDS = "total-and-cards"
TOTAL_ONLY = "total-only"
SHORT = "short"
STRATEGIES = (OPTIMAL, TOTAL_AND_CARDS, TOTAL_ONLY, SHORT)
"""The strategies that are worked out: by composition, by total and number of cards, by total, by a few rules."""

FORM = {
    OPTIMAL: notation.COMPOSITION,
    TOTAL_AND_CARDS: notation.CARDS,
    TOTAL_ONLY: notation.TOTAL,
    SHORT: notation.CARDS,
}
NOTE = {
    OPTIMAL: "The best play that knows every card of the hand; hands made by splits are played as unsplit ones.",
    TOTAL_AND_CARDS: "The best play that knows the total, whether it is soft, and the number of cards.",
    TOTAL_ONLY: "The best play that knows the total and whether it is soft.",
    SHORT: "A list of rules to be remembered, found by search.",
}
WITHOUT_DOUBLES = (
    "The best play that knows every card of the hand; hands made by splits are played as unsplit ones would be if none "
    "could be doubled."
)
"""The note of the best play where no hand made by a split may be doubled."""

METHOD = "composition-dependent recursion over hands with exact removal of cards"
EXACTNESS = (
    "expected value, action, frequencies of decisions and contributions: exact terms summed in float64; variance: with "
    "the removal of cards in split rounds, at eight decks to 8 digits; distribution and hit frequency: about 4 digits"
)


def figures(game: GameFolder, question: Question) -> Iterator[Figures]:
    """The figures of every wager under every paytable and strategy, or as narrowed.

    Where pays of the main game are changed, only the best play is given unless ``strategy`` asks for another.
    """
    terms = Terms(game, question)
    for table in terms.tables:
        yield from _figures(terms, table, question.strategy)


def strategy(game: GameFolder, name: str, question: Question) -> Strategy:
    """One of `STRATEGIES`."""
    main = main_of(Terms(game, question.deciding(*ATTACKS, INSURANCE)))
    apart = name == OPTIMAL and extent_of(main.solver.rules).after_split
    note = WITHOUT_DOUBLES if apart else NOTE[name]
    made = strategy_from(main.choices(name), main.solver, FORM[name], name, note)
    return made if name != SHORT else msgspec.structs.replace(made, rules=main.short.rules)


def rules(game: GameFolder, **asked: Unpack[Asked]) -> BlackjackRules:
    """The main game as a record of rules for `houseway.maths.blackjack`."""
    terms = Terms(game, Question.of(**asked).deciding(*ATTACKS, INSURANCE))
    return _rules(terms)


# ------------------------------------------------------------------------------------------------------- the main game


class _Main:
    """The main game under one set of pays: each strategy is worked out when it is asked for."""

    def __init__(self, rules: BlackjackRules, insurance: Insurance, offered: tuple[bool, bool]) -> None:
        self.solver = solver_of(rules)
        self.insurance = insurance
        self.offered = offered
        self._rounds: dict[str, Round] = {}

    def round(self, strategy: Strategy | str) -> Round:
        """The figures of a round under ``strategy``."""
        if isinstance(strategy, Strategy):
            return self._round(choices_from(strategy, self.solver))
        if strategy not in STRATEGIES:
            raise no_strategy(strategy, STRATEGIES)
        if strategy not in self._rounds:
            self._rounds[strategy] = self._worked_out(strategy)
        return self._rounds[strategy]

    def choices(self, name: str) -> Choices:
        """What the strategy called ``name`` does."""
        return self.round(name).choices

    def _round(self, choices: Choices) -> Round:
        return Round(self.solver, self.insurance, choices.play, choices, self.offered)

    def _worked_out(self, name: str) -> Round:
        if name == OPTIMAL:
            return self._best(self.solver.best())
        if name == SHORT:
            return self._round(self.short.choices)
        classes = (by_total_and_cards if name == TOTAL_AND_CARDS else by_total)(self.solver.graph)
        found = self.round(OPTIMAL)
        # The best table depends a little on what is staked with which first card, and that on the table.
        for _ in range(8):
            before = found.attacks
            found = self._best(best_table(self.solver, classes, before, found.choices.play.act))
            if np.array_equal(found.attacks, before):
                break
        return found

    def _best(self, play: Play) -> Round:
        """``play`` with the further attacks and the insurance that are best for it."""
        return Round(self.solver, self.insurance, play, offered=self.offered)

    @property
    def short(self) -> short_rules.Found:
        """The short list of rules."""
        return _short(self.solver.rules, self)


@lru_cache(maxsize=4)
def _short(rules: BlackjackRules, main: _Main) -> short_rules.Found:
    return short_rules.short_list(main.solver, main.insurance)


@lru_cache(maxsize=4)
def _main_of(
    rules: BlackjackRules, size: int, insurance_pays: tuple[tuple[str, Fraction], ...], offered: tuple[bool, bool]
) -> _Main:
    return _Main(rules, Insurance(size, rules.shoe[9], dict(insurance_pays)), offered)


def _rules(terms: Terms) -> BlackjackRules:
    return changed(rules_of(terms.deck, terms.table(ATTACKS[0])), terms.rules)


def main_of(terms: Terms) -> _Main:
    """The main game under the pays, the rules and the deck of ``terms``."""
    pays = odds_of(terms.table(INSURANCE))
    return _main_of(_rules(terms), len(terms.deck), tuple(pays.items()), attacks(terms.rules))


# --------------------------------------------------------------------------------------------------------- the figures


def _figures(terms: Terms, table: Paytable, strategy: Strategy | str | None) -> Iterator[Figures]:
    if table.wager in COUNTS:
        yield side_bet(terms, table)
        return
    main = main_of(terms)
    names = (OPTIMAL,) if terms.changes_main_game else STRATEGIES
    for used in names if strategy is None else (strategy,):
        played = main.round(used)
        name = used if isinstance(used, str) else used.name
        if table.wager == ATTACKS[0]:
            yield _first_attack(terms, table, main, played, name)
        elif (found := _further_attack(terms, table, played, name)) is not None:
            yield found


def _outcomes(table: Paytable, chances: Mapping[str, float]) -> tuple[Outcome, ...]:
    nets = odds_of(table)
    found = [Outcome(row.event, row.pay.text, chances[row.event], nets[row.event]) for row in table.rows]
    if SURRENDER in chances:
        found.append(Outcome(SURRENDER, "-1/2 to 1", chances[SURRENDER], Fraction(-1, 2)))
    return tuple(found)


def _decisions(played: Round) -> dict[str, dict[str, Number]]:
    return {ask: dict(answers) for ask, answers in played.decisions.items()}


def _first_attack(terms: Terms, table: Paytable, main: _Main, played: Round, name: str) -> Figures:
    distribution = played.distribution()
    mean = played.ev
    alone = float((main.solver.deals * played.figures.values).sum())
    best = main.round(OPTIMAL).ev
    made_by_split = "played as the same cards unsplit"
    if extent_of(main.solver.rules).after_split:
        made_by_split = "never doubled, and played without a look at the others"
    notes = [
        "The outcomes are those of the First Attack itself, on the hand that keeps it; the other figures are of the "
        "whole round: further attacks, doubles, splits and insurance.",
        f"A pair that is split is split again whenever it can be, and a hand made by a split is {made_by_split}; "
        "for this play the expected value, the amount staked and the frequencies are exact.",
        "The variance counts what two hands of a split round take from one shoe. In the distribution and the hit "
        "frequency they are taken as independent given the up card and the dealer's outcome: the variance of the "
        "distribution is a little larger. Rounds without a split are exact.",
        f"Without further attacks the same play is worth {alone:.6%} of the First Attack.",
    ]
    if name != OPTIMAL:
        notes.append(f"Costs {best - mean:.6%} of the First Attack against the best play.")
    return Figures(
        wager=table.wager,
        paytable=table.id,
        options=terms.options_of(table.wager),
        strategy=name,
        unit="one First Attack",
        mean=mean,
        spread=played.variance(distribution, mean),
        hit_frequency=sum(chance for net, chance in distribution if net > 0),
        average_action=played.action,
        outcomes=_outcomes(table, played.events),
        distribution=tuple(distribution),
        additions=played.further,
        decisions=_decisions(played),
        method=METHOD,
        exactness=EXACTNESS,
        notes=tuple(notes),
    )


def _further_attack(terms: Terms, table: Paytable, played: Round, name: str) -> Figures | None:
    """The Second or the Third Attack by itself, where it is made; nothing if it never is."""
    if table.wager == ATTACKS[1]:
        made = np.broadcast_to(played.choices.second[:, None], (VALUES, VALUES))
    else:
        made = played.choices.third
    weights = played.solver.deals * made
    whole = float(weights.sum())
    if whole == 0.0:
        return None
    weights = weights / whole
    figures = played.figures
    distribution = [
        (Fraction(net, figures.scale), float((weights * share).sum())) for net, share in figures.nets.items()
    ]
    mean = float((weights * figures.values).sum())
    events = {event: float((weights * share).sum()) for event, share in played.event_shares.items()}
    attack = terms.edition.wagers[table.wager].name
    return Figures(
        wager=table.wager,
        paytable=table.id,
        options=terms.options_of(table.wager),
        strategy=name,
        unit=f"one {attack}, where it is made",
        mean=mean,
        spread=sum(float(net) ** 2 * chance for net, chance in distribution)
        + float((weights * figures.split_squares).sum())
        - mean * mean,
        hit_frequency=sum(chance for net, chance in distribution if net > 0),
        average_action=float((weights * figures.stakes).sum()),
        outcomes=_outcomes(table, events),
        distribution=tuple((net, chance) for net, chance in distribution if chance > 0.0),
        additions=played.additions(weights, np.ones_like(weights)),
        decisions={table.wager: _decisions(played)[table.wager]},
        method=METHOD,
        exactness=EXACTNESS,
        notes=(
            f"Part of the First Attack's figures: the {attack} with its share of doubles and splits, without "
            "insurance, in the rounds in which the strategy makes it.",
        ),
    )
