"""The main game of Triple Attack: the record of its rules, and the figures of a whole round for one First Attack.

All three attacks lie on the same hand, so what a further attack is worth is what the hand is worth: the play does not
depend on the wagers, and each decision to add one is worth its largest amount or nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple

import msgspec
import numpy as np

from houseway.cards import CARDS, Card, Deck, parse_cards
from houseway.games.triple_attack import hands
from houseway.games.triple_attack.maths import notation
from houseway.games.triple_attack.play import MOST_HANDS
from houseway.maths.blackjack import evaluation
from houseway.maths.blackjack.evaluation import Evaluation
from houseway.maths.blackjack.hands import DOUBLE, HIT, STAND, Floats
from houseway.maths.blackjack.plays import Acts, Bools, Play, on_every_plane
from houseway.maths.blackjack.rules import VALUES, BlackjackRules
from houseway.maths.blackjack.solver import Solver
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Addition
from houseway.maths.strategy import Strategy
from houseway.rulebook.pays import PayKind
from houseway.rulebook.paytables import Paytable

ACE = 0
FACE = 9
WORDS = ("stand", "hit", "double")
EVENT = {
    evaluation.BLACKJACK_AGAINST_BLACKJACK: hands.BLACKJACK_AGAINST_BLACKJACK,
    evaluation.BLACKJACK: hands.BLACKJACK,
    evaluation.TWENTY_ONE: hands.TWENTY_ONE,
    evaluation.CHARLIE: hands.SIX_CARD_CHARLIE,
    evaluation.WIN: hands.WIN,
    evaluation.PUSH: hands.PUSH,
    evaluation.PUSH_TOTAL: hands.PUSH_22,
    evaluation.DEALER_BLACKJACK: hands.DEALER_BLACKJACK,
    evaluation.BUST: hands.BUST,
    evaluation.LOSE: hands.LOSE,
}
"""The solver's events under the names of this game's paytable."""
SURRENDER = "surrender"
"""How a hand ends that is given up, where a changed rule allows it; the paytable has no such row."""


def odds_of(table: Paytable) -> dict[str, Fraction]:
    """What the player wins, net per unit, by event."""
    found = {}
    for row in table.rows:
        pay = row.pay
        if pay.kind not in (PayKind.TO_1, PayKind.FOR_1, PayKind.PUSH, PayKind.LOSS):
            raise BadQuestion(f"{table.wager} cannot pay {pay.text} for {row.event}", remedy="give odds, push or loss")
        net = {PayKind.TO_1: pay.amount, PayKind.FOR_1: pay.amount - 1, PayKind.PUSH: Fraction(0)}
        found[row.event] = net.get(pay.kind, Fraction(-1))
    return found


def rules_of(deck: Deck, table: Paytable) -> BlackjackRules:
    """The rules of the main game, as `hands` and the procedure have them, with the pays of ``table``."""
    shoe = [0] * VALUES
    ranks = {kind.rank for kind in deck.counts if hands.value(kind) == 10}
    for kind, count in deck.counts.items():
        shoe[_place(hands.value(kind))] += count
    pays = odds_of(table)
    standing = parse_cards("9c 9d")
    over = {22: parse_cards("9c 5d 8h"), 23: parse_cards("9c 5d 9h"), 24: parse_cards("9c 6d 9h")}
    over |= {25: parse_cards("9c 7d 9h"), 26: parse_cards("9c 7d Kh")}
    one_of_each = {hands.value(kind): kind for kind in CARDS[:52]}
    return BlackjackRules(
        shoe=tuple(shoe),
        ten_ranks=len(ranks),
        hit_soft_17=hands.dealer_draws(parse_cards("Ac 6d")),
        looks_under=tuple(sorted(_place(value) + 1 for value, kind in one_of_each.items() if hands.dealer_looks(kind))),
        push_totals=tuple(
            total for total, cards in over.items() if hands.PUSH_22 in hands.against_dealer(standing, cards)
        ),
        charlie=hands.CHARLIE,
        twenty_one_wins=hands.TWENTY_ONE in hands.at_once(parse_cards("9c 9d 3h")),
        double_any_number=True,
        double_after_split=True,
        split_hands=MOST_HANDS,
        split_aces_to=MOST_HANDS,
        one_card_to_split_aces=False,
        split_by_value=True,
        blackjack_pays=pays[hands.BLACKJACK],
        blackjack_against_blackjack_pays=pays[hands.BLACKJACK_AGAINST_BLACKJACK],
        dealer_blackjack_pays=pays[hands.DEALER_BLACKJACK],
        twenty_one_pays=pays[hands.TWENTY_ONE],
        charlie_pays=pays[hands.SIX_CARD_CHARLIE],
        win_pays=pays[hands.WIN],
        push_pays=pays[hands.PUSH],
        push_total_pays=pays[hands.PUSH_22],
        lose_pays=pays[hands.LOSE],
        bust_pays=pays[hands.BUST],
    )


def value_place(kind: Card) -> int:
    """The place of a card among the values, 0 for an ace."""
    return _place(hands.value(kind))


def _place(value: int) -> int:
    """The place of a value as `hands` counts it (an ace eleven)."""
    return ACE if value == 11 else value - 1


@lru_cache(maxsize=8)
def solver_of(rules: BlackjackRules) -> Solver:
    """The solver of these rules."""
    return Solver(rules)


class Insurance:
    """The insurance wager: what it is worth by the face cards in the player's hand and their suits.

    Only the face cards out of the shoe matter, and how many of them have the suit of the dealer's ace. For the hand's
    own play suits mean nothing.
    """

    def __init__(self, size: int, faces: int, pays: Mapping[str, Fraction]) -> None:
        self.size = size
        """Cards in the shoe."""
        self.faces = faces
        """Face cards among them, in equal numbers of each suit."""
        self.of_suit = faces // 4
        self.pays = dict(pays)
        """The net of a unit, by event."""

    def blackjacks(self, faces: int, suited: int) -> tuple[Fraction, Fraction]:
        """The probabilities of a suited and of another dealer's blackjack, three cards being out."""
        unseen = self.size - 3
        same = max(self.of_suit - suited, 0)
        other = max(self.faces - self.of_suit - (faces - suited), 0)
        return Fraction(same, unseen), Fraction(other, unseen)

    def value(self, faces: int, suited: int) -> Fraction:
        """What a unit of insurance wins on average."""
        same, other = self.blackjacks(faces, suited)
        pays = self.pays
        return (
            same * pays[hands.SUITED_BLACKJACK] + other * pays[hands.BLACKJACK] + (1 - same - other) * pays[hands.LOSE]
        )

    def suits(self, faces: int) -> dict[int, Fraction]:
        """How likely it is that so many of the player's ``faces`` have the suit of the ace."""
        if faces == 0:
            return {0: Fraction(1)}
        same, other, whole = self.of_suit, self.faces - self.of_suit, self.faces
        if faces == 1:
            return {0: Fraction(other, whole), 1: Fraction(same, whole)}
        pairs = whole * (whole - 1)
        return {
            0: Fraction(other * (other - 1), pairs),
            1: Fraction(2 * same * other, pairs),
            2: Fraction(same * (same - 1), pairs),
        }

    @cached_property
    def best(self) -> frozenset[tuple[int, int]]:
        """The situations (faces, of them suited) in which insurance pays."""
        return frozenset(
            (faces, suited) for faces in range(3) for suited in range(faces + 1) if self.value(faces, suited) > 0
        )


class Choices(NamedTuple):
    """Everything a player decides in a round."""

    play: Play
    second: Bools
    """(card) whether a Second Attack is made."""
    third: Bools
    """(card, up) whether a Third Attack is made."""
    insured: frozenset[tuple[int, int]]
    """(face cards, of them suited with the ace) with which insurance is taken."""


class Round:
    """The figures of a whole round, per First Attack, under fixed choices.

    ``offered`` says whether a Second and a Third Attack may be made: the approved game has both.
    """

    def __init__(
        self,
        solver: Solver,
        insurance: Insurance,
        play: Play,
        choices: Choices | None = None,
        offered: tuple[bool, bool] = (True, True),
    ) -> None:
        self.solver = solver
        self.insurance = insurance
        self.figures: Evaluation = solver.evaluate(play)
        insured = insurance.best if choices is None else choices.insured
        self.insured_value = self._insured(insured)
        """(card) what half a unit of insurance adds to each attack unit under an ace."""
        values = self.figures.values.copy()
        values[:, ACE] += self.insured_value
        self.values = values
        """(card, up) what each unit of attack wagers is worth."""
        if choices is None:
            # A gain within rounding of nothing is nothing.
            second = (solver.deals * values).sum(axis=1) > 1e-15
            choices = Choices(play, second, values > 1e-13, insured)
        self.choices = choices = choices._replace(second=choices.second & offered[0], third=choices.third & offered[1])
        self.attacks: Floats = 1.0 + choices.second[:, None].astype(np.float64) + choices.third.astype(np.float64)
        """(card, up) the attack wagers, in First Attacks."""

    def _insured(self, insured: frozenset[tuple[int, int]]) -> Floats:
        found = np.zeros(VALUES)
        if not insured:
            return found
        for card in range(VALUES):
            for second in range(VALUES):
                faces = (card == FACE) + (second == FACE)
                worth = sum(
                    (
                        share * self.insurance.value(faces, suited)
                        for suited, share in self.insurance.suits(faces).items()
                        if (faces, suited) in insured
                    ),
                    Fraction(0),
                )
                found[card] += self.solver.second[card, ACE, second] * float(worth) / 2
        return found

    @property
    def weights(self) -> Floats:
        """(card, up) how often they come times what is staked on the hand."""
        weights: Floats = self.solver.deals * self.attacks
        return weights

    @cached_property
    def ev(self) -> float:
        """The player's expectation for one First Attack."""
        return float((self.weights * self.values).sum())

    @cached_property
    def action(self) -> float:
        """The mean amount staked in a round, for one First Attack."""
        staked = float((self.weights * self.figures.stakes).sum())
        return staked + float((self.weights[:, ACE] * self._insured_share).sum()) / 2

    @cached_property
    def _insured_share(self) -> Floats:
        """(card) how often insurance is taken under an ace."""
        found = np.zeros(VALUES)
        if not self.choices.insured:
            return found
        for card in range(VALUES):
            for second in range(VALUES):
                faces = (card == FACE) + (second == FACE)
                share = sum(
                    (
                        part
                        for suited, part in self.insurance.suits(faces).items()
                        if (faces, suited) in self.choices.insured
                    ),
                    Fraction(0),
                )
                found[card] += self.solver.second[card, ACE, second] * float(share)
        return found

    @cached_property
    def events(self) -> dict[str, float]:
        """How often the First Attack ends in each event."""
        return {event: float((self.solver.deals * share).sum()) for event, share in self.event_shares.items()}

    @property
    def event_shares(self) -> dict[str, Floats]:
        """(card, up) how often the First Attack ends in each event."""
        named = EVENT | ({evaluation.SURRENDER: SURRENDER} if self.solver.rules.surrender else {})
        return {named[name]: share for name, share in self.figures.events.items() if name in named}

    @cached_property
    def decisions(self) -> dict[str, dict[str, float]]:
        """How often each answer is given in a round."""
        deals = self.solver.deals
        second = float(deals[self.choices.second].sum())
        third = float((deals * self.choices.third).sum())
        aces = float(deals[:, ACE].sum())
        insured = float((deals[:, ACE] * self._insured_share).sum())
        play = {name: float((deals * share).sum()) for name, share in self.figures.decisions.items()}
        return {
            "second-attack": {"bet": second, "pass": 1.0 - second},
            "third-attack": {"bet": third, "pass": 1.0 - third},
            "insurance": {"bet": insured, "pass": aces - insured},
            "play": {name: play[name] for name in ("stand", "hit", "double", "split")}
            | ({"surrender": play["surrender"]} if self.solver.rules.surrender else {}),
        }

    # -- what each wager adds

    @cached_property
    def own_values(self) -> Floats:
        """(card, up) what an attack is worth by itself: on the hand that keeps it, without doubles and splits."""
        own: Floats = self.figures.values - sum(self.figures.added_values.values())
        return own

    def additions(self, weights: Floats, attacks: Floats) -> tuple[Addition, ...]:
        """Doubles and splits of the ``attacks`` on a hand, rounds being weighed with ``weights`` (card, up)."""
        counts = {"double": self.figures.doubles, "split": self.figures.hands}
        return tuple(
            Addition(
                wager,
                float((weights * number).sum()),
                float((weights * attacks * number).sum()),
                float((weights * attacks * self.figures.added_values[wager]).sum()),
            )
            for wager, number in counts.items()
        )

    @property
    def further(self) -> tuple[Addition, ...]:
        """All that is added to the First Attack: with its own outcomes it makes the whole round."""
        deals = self.solver.deals
        second = np.broadcast_to(self.choices.second[:, None], deals.shape)
        made = {"second-attack": deals * second, "third-attack": deals * self.choices.third}
        attacks = [
            Addition(wager, float(share.sum()), float(share.sum()), float((share * self.own_values).sum()))
            for wager, share in made.items()
        ]
        under_ace = self.weights[:, ACE]
        insurance = Addition(
            "insurance",
            float((deals[:, ACE] * self._insured_share).sum()),
            float((under_ace * self._insured_share).sum()) / 2,
            float((under_ace * self.insured_value).sum()),
        )
        every = (*attacks, *self.additions(deals, self.attacks), insurance)
        return tuple(item for item in every if item.per_round)

    def variance(self, distribution: Iterable[tuple[Fraction, float]], mean: float) -> float:
        """The variance of a round, from its distribution and what split rounds miss in it."""
        missed = float((self.solver.deals * self.attacks**2 * self.figures.split_squares).sum())
        return sum(float(net) ** 2 * chance for net, chance in distribution) + missed - mean * mean

    # -- the distribution of the net result

    def distribution(self) -> list[tuple[Fraction, float]]:
        """The net of a round in First Attacks, and its probability, from the worst to the best."""
        plain = self.solver.deals.copy()
        if self.choices.insured:
            plain[:, ACE] = 0.0
        nets = self.figures.nets
        shares = np.stack(list(nets.values()))
        whole: dict[int, float] = {}
        for attacks in (1, 2, 3):
            chances = np.tensordot(shares, plain * (self.attacks == attacks), axes=2)
            for net, chance in zip(nets, chances.tolist(), strict=True):
                if chance > 0.0:
                    whole[net * attacks] = whole.get(net * attacks, 0.0) + chance
        found = {Fraction(net, self.figures.scale): whole[net] for net in sorted(whole)}
        if not self.choices.insured:
            return list(found.items())
        for total, chance in self._insured_rounds():
            found[total] = found.get(total, 0.0) + chance
        return sorted((total, chance) for total, chance in found.items() if chance > 0.0)

    def _insured_rounds(self) -> Iterator[tuple[Fraction, float]]:
        """Rounds under an ace where some hands are insured: by the number of face cards and their suits."""
        ins, scale = self.insurance, self.figures.scale
        deals = self.solver.deals[:, ACE]
        for second_is_face in (False, True):
            only = np.zeros((VALUES, VALUES, VALUES))
            only[:, ACE, FACE if second_is_face else slice(0, FACE)] = 1.0
            part = Evaluation(self.solver, self.choices.play, only)
            clear, met = self._by_blackjack(part, only)
            for card in range(VALUES):
                faces = (card == FACE) + second_is_face
                attacks = int(self.attacks[card, ACE])
                for suited, share in ins.suits(faces).items():
                    often = float(deals[card]) * float(share)
                    half = Fraction(attacks, 2) if (faces, suited) in self.choices.insured else Fraction(0)
                    lost = half * ins.pays[hands.LOSE]
                    for net, chance in clear.items():
                        yield Fraction(net * attacks, scale) + lost, often * float(chance[card, ACE])
                    same, other = ins.blackjacks(faces, suited)
                    for name, blackjacks in ((hands.SUITED_BLACKJACK, same), (hands.BLACKJACK, other)):
                        if not blackjacks:
                            continue
                        won, among = half * ins.pays[name], float(blackjacks / (same + other))
                        for net, chance in met.items():
                            yield Fraction(net * attacks, scale) + won, often * float(chance[card, ACE]) * among

    def _by_blackjack(self, part: Evaluation, only: Floats) -> tuple[dict[int, Floats], dict[int, Floats]]:
        """The nets of ``part`` where the dealer has no blackjack under an ace, and where it has one.

        Where the dealer does not look, rounds are played out against a blackjack too. What such rounds come to is what
        the same play comes to in all of them, less what it comes to where a look has shown that there is none.
        """
        clear, met = part.nets_without_blackjack, dict(part.nets_of_blackjack)
        rules = self.solver.rules
        if rules.looks(ACE + 1):
            return clear, met
        looking = solver_of(msgspec.structs.replace(rules, looks_under=(ACE + 1, *rules.looks_under)))
        shown = Evaluation(looking, self.choices.play, only).nets_without_blackjack
        for net, chance in clear.items():
            met[net] = met.get(net, np.zeros_like(chance)) + chance - shown.get(net, np.zeros_like(chance))
        return shown, met


# ---------------------------------------------------------------------------------------------------- strategies


def strategy_from(choices: Choices, solver: Solver, form: str, name: str, note: str = "") -> Strategy:
    """``choices`` written down, the tables of hands in ``form`` (which they must follow)."""
    values = notation.VALUES
    # As an unsplit hand is played: without a double where the rules allow none.
    unsplit, split, _ = solver.acts(choices.play.act)
    table = _written(solver, unsplit, form)
    able = [split is not None for split in solver.splits]
    return Strategy(
        game="triple-attack",
        name=name,
        tables={
            "second-attack": {values[card]: _bet(choices.second[card]) for card in range(VALUES)},
            "third-attack": {
                f"{values[card]}/{values[up]}": _bet(choices.third[card, up])
                for card in range(VALUES)
                for up in range(VALUES)
            },
            "insurance": {
                key: _bet(tuple(int(part) for part in key.split("/")) in choices.insured)
                for key in notation.situations()["insurance"]
            },
            "split": {
                f"{values[card]}/{values[up]}": "split" if able[card] and choices.play.split[card, up] else "keep"
                for card in range(VALUES)
                for up in range(VALUES)
            },
            "play": table,
            **_after_split(solver, split, form, table),
            **({SURRENDER: _given_up(choices.play)} if solver.rules.surrender else {}),
        },
        note=note,
    )


def _written(solver: Solver, acts: Acts, form: str) -> dict[str, str]:
    """A table of hands in ``form``, from what is done with them (node, up)."""
    place = {hand: node for node, hand in enumerate(solver.graph.hands)}
    table: dict[str, str] = {}
    for hand in notation.open_hands(extent_of(solver.rules)):
        own = acts[place[hand]]
        for up in range(VALUES):
            table.setdefault(notation.play_key(form, hand, up + 1), WORDS[own[up]])
    return table


def _after_split(solver: Solver, acts: Acts, form: str, unsplit: dict[str, str]) -> dict[str, dict[str, str]]:
    """The table of hands made by a split; none where ``unsplit`` says the same of them."""
    if not extent_of(solver.rules).after_split:
        return {}
    table = _written(solver, acts, form)
    same = all(answer == notation.undoubled(unsplit[key]) for key, answer in table.items())
    return {} if same else {notation.AFTER_SPLIT: table}


def extent_of(rules: BlackjackRules) -> notation.Extent:
    """The hands that have a decision under ``rules``."""
    after_split = rules.split_hands > 1 and not rules.double_after_split
    return notation.Extent(rules.charlie, hands.BEST - rules.twenty_one_wins, rules.surrender, after_split)


def _given_up(play: Play) -> dict[str, str]:
    return {
        notation.play_key(notation.COMPOSITION, (low, high), up + 1): SURRENDER
        if play.surrender[low - 1, up, high - 1]
        else "keep"
        for low, high in notation.first_cards()
        for up in range(VALUES)
    }


def _bet(yes: object) -> str:
    return "bet" if yes else "pass"


def choices_from(strategy: Strategy, solver: Solver) -> Choices:
    """What ``strategy`` says, for the solver."""
    extent = extent_of(solver.rules)
    notation.check(strategy, extent)
    act = _read(solver, notation.answers_by_hand(strategy, extent))
    after_split = _read(solver, notation.answers_after_split(strategy, extent)) if extent.after_split else None
    values = notation.VALUES

    def said(ask: str, situation: str, word: str) -> bool:
        return strategy.tables[ask][situation] == word

    split = np.array([[said("split", f"{own}/{up}", "split") for up in values] for own in values])
    third = np.array([[said("third-attack", f"{own}/{up}", "bet") for up in values] for own in values])
    second = np.array([said("second-attack", own, "bet") for own in values])
    insured = frozenset(
        (int(key[0]), int(key[2])) for key, answer in strategy.tables["insurance"].items() if answer == "bet"
    )
    given_up = np.zeros((VALUES, VALUES, VALUES), dtype=np.bool_)
    if extent.surrender and SURRENDER in strategy.tables:
        for low, high in notation.first_cards():
            for up in range(VALUES):
                key = notation.play_key(notation.COMPOSITION, (low, high), up + 1)
                yes = said(SURRENDER, key, SURRENDER)
                given_up[low - 1, up, high - 1] = given_up[high - 1, up, low - 1] = yes
        for card in range(VALUES):
            split[card] &= ~given_up[card, :, card]
    play = Play(on_every_plane(act, after_split), split, given_up)
    return Choices(play, second, third, insured)


def _read(solver: Solver, answers: Iterable[tuple[notation.Hand, int, str]]) -> Acts:
    """(node, up) what is done with each hand, from what a strategy says of it."""
    act = np.zeros((len(solver.graph), VALUES), dtype=np.int8)
    place = {hand: node for node, hand in enumerate(solver.graph.hands)}
    code = {"stand": STAND, "hit": HIT, "double": DOUBLE}
    for hand, up, answer in answers:
        act[place[hand], up - 1] = code[answer]
    return act
