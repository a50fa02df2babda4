"""Triple Attack Blackjack: what every attack, insurance, split and play is worth with each hand, and its charts' forms.

A hand that a split makes is played as the same cards unsplit. What a play is worth each time is that of the hand as
dealt; what it costs in a round counts the hands that splits make too, for all that is staked on them. Where no hand
made by a split may be doubled, such hands are a decision of their own, and worth what they would be if dealt where
none may be.
"""

from __future__ import annotations

import numpy as np

from houseway.games.triple_attack import maths
from houseway.games.triple_attack.maths import notation
from houseway.games.triple_attack.maths.attack import ACE, FACE, SURRENDER, WORDS, Round, extent_of
from houseway.games.triple_attack.maths.charts import forms
from houseway.games.triple_attack.maths.terms import FIRST, INSURANCE, Terms
from houseway.games.triple_attack.maths.what_ifs import ATTACKS
from houseway.maths.blackjack import kernels
from houseway.maths.blackjack.hands import DOUBLE, Floats
from houseway.maths.blackjack.plays import AFTER_SPLIT, DOUBLING, SINGLE, Acts, Views
from houseway.maths.blackjack.rules import VALUES
from houseway.maths.blackjack.solver import Solver
from houseway.maths.blackjack.tables import slopes, views_of
from houseway.maths.choices.hand_worths import Decision, Decisions, HandWorth
from houseway.maths.question import Question
from houseway.maths.question_errors import BadQuestion
from houseway.maths.strategy import Strategy
from houseway.table.folder import GameFolder

__all__ = ["answers", "decisions", "forms", "in_words"]

UNIT = "one First Attack"
HAND = "what lies on the hand"
NOTE = "Hands that splits make count in a round, each for what is staked on it."


def decisions(game: GameFolder, question: Question, strategy: Strategy) -> Decisions:
    """Every decision of the main game, for one First Attack."""
    if question.wager not in (None, FIRST):
        raise BadQuestion(f"all is decided for {FIRST}, not for {question.wager}", remedy=f"ask about {FIRST}")
    terms = Terms(game, question.deciding(*ATTACKS, INSURANCE))
    main = maths.main_of(terms)
    best = main.round(maths.OPTIMAL)
    own = main.round(strategy)
    table = terms.table(FIRST)
    asked = [
        Decision("second-attack", "the Second Attack", _second(best) if main.offered[0] else {}),
        Decision("third-attack", "the Third Attack", _third(best) if main.offered[1] else {}),
        Decision("insurance", "the insurance wager", _insurance(own)),
        Decision("split", HAND, _split(best, own)),
        *(Decision(ask, HAND, hands) for ask, hands in _play(best, own).items()),
    ]
    if best.solver.rules.surrender:
        asked.append(Decision(SURRENDER, HAND, _surrender(best, own)))
    said = _said(strategy, extent_of(best.solver.rules))
    if not best.solver.may_double.all():
        # A double that the rules forbid is a hit.
        hands = asked[4].hands
        said["play"] |= {hand: "hit" for hand, answer in said["play"].items() if answer not in hands[hand].worths}
    return Decisions(
        wager=FIRST,
        paytable=table.id,
        unit=UNIT,
        asked=tuple(asked),
        answers=said,
        ev=own.ev,
        best_ev=best.ev,
        note=NOTE,
    )


def answers(strategy: Strategy) -> dict[str, dict[str, str]]:
    """The answers, the play of a hand by its cards whatever the form of the strategy."""
    return _said(strategy, notation.extent_of(strategy))


def _said(strategy: Strategy, extent: notation.Extent) -> dict[str, dict[str, str]]:
    notation.check(strategy, extent)
    asks = (*notation.ASKS, *notation.BY_RULE)
    found = {ask: dict(strategy.tables[ask]) for ask in asks if ask in strategy.tables}
    by_hand = {"play": notation.answers_by_hand(strategy, extent)}
    if extent.after_split:
        by_hand[notation.AFTER_SPLIT] = notation.answers_after_split(strategy, extent)
    for ask, answered in by_hand.items():
        found[ask] = {notation.play_key(notation.COMPOSITION, hand, up): answer for hand, up, answer in answered}
    return found


def in_words(ask: str, hand: str, answer: str) -> str:
    """The answer is its own word; a Second or Third Attack is bet or passed."""
    del ask, hand
    return answer


def _second(best: Round) -> dict[str, HandWorth]:
    deals = best.solver.deals
    found = {}
    for card in range(VALUES):
        often = float(deals[card].sum())
        worth = float((deals[card] * best.values[card]).sum()) / often
        found[notation.VALUES[card]] = HandWorth({"bet": worth, "pass": 0.0}, often, often)
    return found


def _third(best: Round) -> dict[str, HandWorth]:
    found = {}
    for card in range(VALUES):
        for up in range(VALUES):
            often = float(best.solver.deals[card, up])
            worths = {"bet": float(best.values[card, up]), "pass": 0.0}
            found[f"{notation.VALUES[card]}/{notation.VALUES[up]}"] = HandWorth(worths, often, often)
    return found


def _insurance(own: Round) -> dict[str, HandWorth]:
    """By the number of face cards and of those with the ace's suit; staked is half of the attacks."""
    solver, insurance = own.solver, own.insurance
    often: dict[tuple[int, int], float] = {}
    staked: dict[tuple[int, int], float] = {}
    for card in range(VALUES):
        for second in range(VALUES):
            faces = (card == FACE) + (second == FACE)
            chance = float(solver.deals[card, ACE] * solver.second[card, ACE, second])
            for suited, share in insurance.suits(faces).items():
                key = faces, suited
                often[key] = often.get(key, 0.0) + chance * float(share)
                half = float(own.attacks[card, ACE]) / 2
                staked[key] = staked.get(key, 0.0) + chance * float(share) * half
    return {
        f"{faces}/{suited}": HandWorth(
            {"bet": float(insurance.value(faces, suited)), "pass": 0.0}, often[faces, suited], staked[faces, suited]
        )
        for faces, suited in often
    }


def _split(best: Round, own: Round) -> dict[str, HandWorth]:
    """A pair split, or kept and played best; joint values are brought back to rounds without a dealer's blackjack."""
    solver, given_up = best.solver, own.choices.play.surrender
    kept = solver.values()[1]
    splits = solver.split_values(best.choices.play.act)
    found = {}
    for card in range(VALUES):
        node = solver.graph.start[card, card]
        if node < 0 or solver.splits[card] is None:
            continue
        for up in range(VALUES):
            free = _free(solver, card, card, up)
            comes = solver.deals[card, up] * solver.second[card, up, card] * solver.pair_share[card]
            often = 0.0 if given_up[card, up, card] else float(comes) * free
            worths = {"split": float(splits[card, up]) / free, "keep": float(kept[node, up]) / free}
            staked = often * float(own.attacks[card, up])
            found[f"{notation.VALUES[card]}/{notation.VALUES[up]}"] = HandWorth(worths, often, staked)
    return found


def _surrender(best: Round, own: Round) -> dict[str, HandWorth]:
    """The first two cards given up for half, or kept: split or played, whichever is best."""
    solver = best.solver
    kept = solver.values()[1]
    splits = solver.split_values(best.choices.play.act)
    lost = float(solver.rules.surrender_pays)
    found = {}
    for low, high in notation.first_cards():
        one, other = low - 1, high - 1
        node = solver.graph.start[one, other]
        for up in range(VALUES):
            free = _free(solver, one, other, up)
            comes = {(one, other), (other, one)}
            often = {two: float(solver.deals[two[0], up] * solver.second[two[0], up, two[1]]) * free for two in comes}
            worth = float(kept[node, up])
            if one == other:
                share = float(solver.pair_share[one])
                worth = share * max(worth, float(splits[one, up])) + (1 - share) * worth if share else worth
            staked = sum(chance * float(own.attacks[first, up]) for (first, _), chance in often.items())
            key = notation.play_key(notation.COMPOSITION, (low, high), up + 1)
            found[key] = HandWorth({SURRENDER: lost, "keep": worth / free}, sum(often.values()), staked)
    return found


def _free(solver: Solver, one: int, other: int, up: int) -> float:
    """The probability that the dealer has no blackjack, where that is looked for."""
    return float(solver.free[one, up, other]) if solver.looks[up] else 1.0


def _play(best: Round, own: Round) -> dict[str, dict[str, HandWorth]]:
    """Every hand in which a decision is due, by ask: those made by a split too, where none of them may be doubled."""
    solver, act, lead = best.solver, best.choices.play.act, own.choices.play.act
    once, staked = (views_of(solver, own.choices.play, weights) for weights in (np.ones_like(own.attacks), own.attacks))
    often, wagered = (_reached(solver, act, lead, views) for views in (once, staked))
    in_round = slopes(solver, act, lead, staked)
    both = in_round[SINGLE] + in_round[DOUBLING]  # a hand is on one of them
    if not extent_of(solver.rules).after_split:
        return {"play": _worths(solver, solver.values()[0], often.sum(axis=0), wagered.sum(axis=0), both)}
    never, split = solver.values(doubles=False)[0], in_round[AFTER_SPLIT]
    return {
        "play": _worths(solver, solver.values()[0], often[0], wagered[0], both),
        notation.AFTER_SPLIT: _worths(
            solver, never, often[1:].sum(axis=0), wagered[1:].sum(axis=0), split, doubles=False
        ),
    }


def _worths(
    solver: Solver, values: Floats, often: Floats, wagered: Floats, in_round: Floats, *, doubles: bool = True
) -> dict[str, HandWorth]:
    """By hand, from the ``values`` and the worths ``in_round`` (node, up, action) of what may be done with it."""
    place = {hand: node for node, hand in enumerate(solver.graph.hands)}
    left = solver.full - solver.graph.counts
    found = {}
    for hand in notation.open_hands(extent_of(solver.rules)):
        node = place[hand]
        unseen = solver.size - len(hand) - 1
        words = WORDS if doubles and solver.may_double[node] else WORDS[:DOUBLE]
        for up in range(VALUES):
            free = 1.0
            if solver.looks[up]:
                free -= float(left[node, 9 if up == 0 else 0]) / unseen
            worths = {word: float(values[node, up, code]) / free for code, word in enumerate(words)}
            whole = {word: float(in_round[node, up, code]) for code, word in enumerate(words)}
            key = notation.play_key(notation.COMPOSITION, hand, up + 1)
            found[key] = HandWorth(worths, float(often[node, up]), float(wagered[node, up]), whole)
    return found


def _reached(solver: Solver, act: Acts, lead: Acts, views: Views) -> Floats:
    """(kind of view, node, up) how often a hand is come to and played, a dealer's blackjack being none.

    That is what standing is worth if it pays one.
    """
    pays = np.ones_like(solver.stand_pays)
    pays[solver.looks, :, -1] = 0.0
    found = np.zeros((3, len(solver.graph), VALUES, 4))
    house = solver.house._replace(stand_pays=pays)
    kernels.slopes(solver.ways, house, views, solver.acts(act), solver.acts(lead), found)
    if solver.rules.one_card_to_split_aces:
        found[2] = 0.0  # nothing is decided about a split ace and its one card
    return found[..., 0]
