"""The figures of Five Card Fortune as it is dealt: alone, and beside an Ante (DW-6, DW-12).

Alone the wager has three cards to select from. Beside an Ante it has as many as the player holds at the last decision:
three if the hand is folded at once, four if it is folded later, and after a raise as many as the house allows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache, partial

import msgspec
import numpy as np

from houseway.games.deuces_wild.maths import base, fortune, revealed, strategies, together
from houseway.games.deuces_wild.maths.base import APPROVED_RULES, Plan, RuleSet
from houseway.games.deuces_wild.maths.joint import Joint, Piece
from houseway.games.deuces_wild.maths.terms import ANTE, FORTUNE, NO_ANTE, POOL, RATIO, VIEW, Terms
from houseway.games.deuces_wild.maths.walks.fortune_counts import Picked
from houseway.games.deuces_wild.maths.what_ifs import ANTE_RULES, FORTUNE_RULES
from houseway.games.deuces_wild.maths.what_ifs.changes import judged, rule_set
from houseway.maths.results import Figures, Later, Outcome, figures_from_distribution, mean_of
from houseway.maths.strategy import Strategy
from houseway.rulebook.paytables import NO_ROW, Paytable

OPTIMAL, SHORT, ALWAYS_PLAY, JOINT = "optimal", "short", "always-play", "joint"

ALONE = "alone"
WITH_ANTE = "with the Ante"
FOR_BOTH = "with the Ante, played for both"
CASES = (ALONE, WITH_ANTE, FOR_BOTH)
"""What else the player bets, and what it is played for."""

WORDS = {3: "three", 4: "four", 5: "five"}


class JointFigures(msgspec.Struct, frozen=True):
    """The best play of the Ante and Five Card Fortune together, ``ratio`` being staked on the latter for one Ante.

    ``ante`` and ``fortune`` are what each wins per unit of its own stake, ``together`` what both win per Ante;
    ``apart`` is the same where the Ante is played as if it were alone. The same play is best from the ratio ``since``
    up to ``until`` (``None``: for ever). ``spread`` has the variance of what both win, per unit of the Ante: ``all``
    under this play, ``apart`` under that; it is empty with the community hand in sight, where it is not worked out.
    """

    ante_paytable: str
    fortune_paytable: str
    options: dict[str, str]
    ratio: Fraction
    ante: Fraction
    fortune: Fraction
    apart: Fraction
    since: Fraction
    until: Fraction | None
    spread: dict[str, Later] = {}

    @property
    def together(self) -> Fraction:
        """What both win, per unit of the Ante."""
        return self.ante + self.ratio * self.fortune

    @property
    def gain(self) -> Fraction:
        """What the play for both is worth more than the best play of the Ante, per unit of the Ante."""
        return self.together - self.apart


def entries_of(terms: Terms, table: Paytable, strategy: Strategy | str | None) -> Iterator[Figures]:
    """Every entry that the question asks for under ``table``: alone, with the Ante, and played for both.

    The play for both with the community hand in sight takes seconds: without being asked for it is left out.
    """
    beside = terms.options.get("ante")
    made = _Maker(terms, table, strategy)
    pools = terms.pools()
    if isinstance(strategy, Strategy) and POOL not in terms.options:
        pools = [(most, pool) for most, pool in pools if _answers(strategy, most)]
    if beside in (None, NO_ANTE) and strategy != JOINT:
        for seen, view in terms.views():
            for used in made.names(seen):
                yield made.alone(seen, view, used)
    if beside == NO_ANTE:
        return
    if strategy != JOINT:
        for most, pool in pools:
            for seen, view in terms.views():
                for used in made.names(seen, beside=True):
                    yield made.with_ante(most, seen, {POOL: pool, VIEW: view}, used)
    if strategy in (None, JOINT):
        for most, pool in pools:
            for seen, view in terms.views():
                if not seen or VIEW in terms.options:
                    yield made.for_both(most, seen, {POOL: pool, VIEW: view})


def _answers(strategy: Strategy, most: int) -> bool:
    """Whether ``strategy`` says what to select from ``most`` cards, or leaves every selection to the best play."""
    selections = strategy.tables.get("fortune")
    return selections is None or any(len(held.split()) == most for held in selections)


def joint_of(
    ante: Sequence[Fraction], nets: Sequence[Fraction], most: int, seen: bool, rules: RuleSet = APPROVED_RULES
) -> Joint:
    """The best play of both wagers; see `Joint`."""
    return _joint(tuple(ante), tuple(nets), most, seen, rules)


@lru_cache(maxsize=32)
def _joint(ante: tuple[Fraction, ...], nets: tuple[Fraction, ...], most: int, seen: bool, rules: RuleSet) -> Joint:
    return Joint(ante, nets, most, seen, rules)


def chances(
    nets: Sequence[Fraction],
    plan: Plan | None,
    most: int,
    seen: bool,
    picked: dict[int, Picked],
    rules: RuleSet = APPROVED_RULES,
) -> list[Fraction]:
    """How likely each row is, none last; without ``plan`` there is no Ante. ``picked`` are the blind selections."""
    rows, wilds = rules.fortune, rules.wilds
    if plan is None or most == 3:
        counted = (
            fortune.revealed(nets, 3, rows=rows, wilds=wilds)
            if seen
            else fortune.blind(picked[3], 3, rows=rows, wilds=wilds)
        )
        return [Fraction(count, fortune.deals(3, wilds)) for count in counted]
    if seen:
        return revealed.beside_ante(nets, plan, most, rows, wilds)
    return fortune.beside_ante(plan, most, picked, rows, wilds)


def best_chances(
    nets: Sequence[Fraction], plan: Plan | None, most: int, seen: bool, rules: RuleSet = APPROVED_RULES
) -> list[Fraction]:
    """`chances` of the best selections."""
    if plan is None or most == 3:
        return list(_best_chances(tuple(nets), b"", b"", 3, seen, rules))
    return list(_best_chances(tuple(nets), plan.play.tobytes(), plan.raise_.tobytes(), most, seen, rules))


@lru_cache(maxsize=64)
def _best_chances(
    nets: tuple[Fraction, ...], plays: bytes, raises: bytes, most: int, seen: bool, rules: RuleSet
) -> tuple[Fraction, ...]:
    plan = Plan(np.frombuffer(plays, dtype=np.bool_), np.frombuffer(raises, dtype=np.bool_)) if plays else None
    picked = {} if seen else strategies.best_selections(nets, range(3, most + 1), rules)
    return tuple(chances(nets, plan, most, seen, picked, rules))


Decisions = dict[str, dict[str, Fraction]]


def best_decisions(
    nets: Sequence[Fraction], plan: Plan, most: int, seen: bool, rules: RuleSet = APPROVED_RULES
) -> Decisions:
    """`decisions_of` the best selections."""
    if seen:
        return decisions_of(plan, most, {}, rules)
    return _best_decisions(tuple(nets), plan.play.tobytes(), plan.raise_.tobytes(), most, rules)


@lru_cache(maxsize=32)
def _best_decisions(nets: tuple[Fraction, ...], plays: bytes, raises: bytes, most: int, rules: RuleSet) -> Decisions:
    plan = Plan(np.frombuffer(plays, dtype=np.bool_), np.frombuffer(raises, dtype=np.bool_))
    return decisions_of(plan, most, strategies.best_selections(nets, range(3, most + 1), rules), rules)


@lru_cache(maxsize=16)
def _by_rule(rule: strategies.Rule, plays: bytes, raises: bytes, most: int) -> tuple[tuple[Fraction, ...], Decisions]:
    """How likely each row is by a short rule beside an Ante, and how often it selects what: no pay changes that."""
    plan = Plan(np.frombuffer(plays, dtype=np.bool_), np.frombuffer(raises, dtype=np.bool_))
    picked = {pool: strategies.rule_selection(rule, pool) for pool in range(3, most + 1)}
    return tuple(chances((), plan, most, False, picked)), decisions_of(plan, most, picked)


def decisions_of(plan: Plan, most: int, picked: dict[int, Picked], rules: RuleSet = APPROVED_RULES) -> Decisions:
    """How many cards a player holds at the last decision, and how often what is selected (blind)."""
    held = fortune.pools_held(plan, most, rules.wilds)
    shares = fortune.shares_held(held, rules.wilds)
    found: Decisions = {"cards": {WORDS[pool]: share for pool, share in shares.items()}}
    if picked:
        taken: dict[str, Fraction] = {}
        for pool, weights in held.items():
            for text, share in fortune.selected(picked[pool], pool, weights, rules.wilds).items():
                taken[text] = taken.get(text, Fraction(0)) + share * shares[pool]
        found["fortune"] = taken
    return found


@lru_cache(maxsize=16)
def _short_plan(nets: tuple[Fraction, ...]) -> Plan:
    return strategies.short_plan(nets)[0]


def expected(nets: Sequence[Fraction], shares: Sequence[Fraction]) -> Fraction:
    """What rows that come so often win on the average."""
    return Fraction(mean_of(zip(nets, shares, strict=True)))


def joint_figures(terms: Terms, most: int, seen: bool, options: dict[str, str]) -> JointFigures:
    """The joint best play at the ratio that the question gives."""
    first, second = terms.beside("ante"), terms.beside("fortune")
    rules, ratio = rule_set(terms.rules), terms.ratio
    ante, nets = judged(terms.rules, terms.nets(first)).nets, terms.nets(second)
    joint = joint_of(ante, nets, most, seen, rules)
    plan = joint.plan(ratio)
    best = best_ante(ante, rules)
    apart = ante_worth(ante, best, rules) + ratio * expected(nets, best_chances(nets, best, most, seen, rules))
    before = [piece for piece in joint.pieces if piece.ratio < ratio] or [joint.pieces[0]]
    after = [piece.ratio for piece in joint.pieces if piece.ratio >= ratio and piece is not before[-1]]
    return JointFigures(
        first.id,
        second.id,
        options,
        ratio,
        ante_worth(ante, plan, rules),
        expected(nets, best_chances(nets, plan, most, seen, rules)),
        apart,
        before[-1].ratio,
        after[0] if after else None,
        {} if seen else spreads(ante, nets, {"all": plan, "apart": best}, most, ratio, rules),
    )


def spreads(
    ante: Sequence[Fraction],
    nets: Sequence[Fraction],
    plans: dict[str, Plan],
    most: int,
    ratio: Fraction,
    rules: RuleSet,
) -> dict[str, Later]:
    """The variance of what both wagers win under each plan of the Ante, selections being best and blind."""
    return {
        name: Later(partial(together.variance, tuple(ante), tuple(nets), plan, most, ratio, rules))
        for name, plan in plans.items()
    }


def joint_curve(terms: Terms, most: int, seen: bool) -> tuple[Piece, ...]:
    """What both wagers win at every ratio of the stakes: straight pieces, each from its ratio to the next one's.

    ``fortune`` of a piece counts from nothing staked on, three cards: it is what the wager wins in all.
    """
    rules, nets = rule_set(terms.rules), terms.nets(terms.beside("fortune"))
    ante = judged(terms.rules, terms.nets(terms.beside("ante"))).nets
    alone = expected(nets, best_chances(nets, None, 3, seen, rules))
    pieces = joint_of(ante, nets, most, seen, rules).pieces
    return tuple(Piece(piece.ratio, piece.ante, piece.fortune + alone) for piece in pieces)


def ante_ev(nets: Sequence[Fraction], found: base.Ends, rules: RuleSet = APPROVED_RULES) -> Fraction:
    """What the Ante wins, Play and Raise with it, where deals end so."""
    three, four, whole = rules.stakes
    won = sum((whole * net * count for net, count in zip(nets, found.rows, strict=True)), Fraction(0))
    return (won - three * found.folded_on_three - four * found.folded_on_four) / rules.wilds.deals


def ante_worth(nets: Sequence[Fraction], plan: Plan, rules: RuleSet) -> Fraction:
    """What the Ante wins, played by ``plan``."""
    return _ante_worth(tuple(nets), plan.play.tobytes(), plan.raise_.tobytes(), rules)


@lru_cache(maxsize=32)
def _ante_worth(nets: tuple[Fraction, ...], plays: bytes, raises: bytes, rules: RuleSet) -> Fraction:
    plan = Plan(np.frombuffer(plays, dtype=np.bool_), np.frombuffer(raises, dtype=np.bool_))
    return ante_ev(nets, base.ends(plan, rules.ante, rules.wilds), rules)


def best_ante(nets: Sequence[Fraction], rules: RuleSet) -> Plan:
    """The best play of the Ante by itself."""
    return base.best_plan(nets, rules.ante, rules.stakes, rules.wilds)


class _Maker:
    """Makes the entries of one paytable."""

    def __init__(self, terms: Terms, table: Paytable, strategy: Strategy | str | None) -> None:
        self.terms = terms
        self.table = table
        self.strategy = strategy
        self.nets = terms.nets(table)
        self.rules = rule_set(terms.rules)

    def names(self, seen: bool, *, beside: bool = False) -> tuple[Strategy | str, ...]:
        """The strategies priced: those asked for, or each that makes a difference."""
        if beside and self.strategy == SHORT and set(self.terms.rules) & set(ANTE_RULES):
            return ()
        if self.strategy is not None:
            return (self.strategy,)
        # What a few words say is found for the approved rows, stakes and wild cards.
        found = set(self.terms.rules) & set(ANTE_RULES if beside else FORTUNE_RULES)
        return (OPTIMAL,) if seen or found else (OPTIMAL, SHORT)

    # -- how it is played

    @cached_property
    def rule(self) -> strategies.Rule:
        """The short rule of selecting."""
        return strategies.short_selection(self.nets)

    def _picked(self, used: Strategy | str, most: int, seen: bool) -> tuple[dict[int, Picked], tuple[str, ...]]:
        """The blind selections by number of cards held, and the rule in words."""
        pools = range(3, most + 1)
        if seen:
            return {}, ("What is selected with the community hand in sight is the best that can be.",)
        if used == SHORT:
            return {pool: strategies.rule_selection(self.rule, pool) for pool in pools}, self.rule.words()
        if isinstance(used, Strategy) and "fortune" in used.tables:
            return {pool: strategies.selection_of(used, pool) for pool in pools}, ()
        return strategies.best_selections(self.nets, pools, self.rules), ()

    def _ante(self, table: Paytable) -> tuple[Fraction, ...]:
        """What the rows of the Ante win beside it."""
        return judged(self.terms.rules, self.terms.nets(table)).nets

    def _plan(self, used: Strategy | str, ante: Sequence[Fraction]) -> tuple[Plan, str]:
        """How the Ante is played, and in words."""
        if isinstance(used, Strategy) and set(used.tables) != {"fortune"}:
            return strategies.plan_of(used), f"played by {used.name}"
        if used == SHORT:
            return _short_plan(tuple(ante)), "played by its short rules"
        if used == ALWAYS_PLAY:
            return base.always(True, True, self.rules.wilds), "always played and raised"
        return best_ante(ante, self.rules), "played best for the Ante"

    # -- entries

    def alone(self, seen: bool, view: str, used: Strategy | str) -> Figures:
        """The wager without an Ante."""
        picked, words = self._picked(used, 3, seen)
        found = chances(self.nets, None, 3, seen, picked, self.rules)
        notes = ("Without an Ante there are three cards to select from, whatever the house allows.", *words)
        decisions = {} if seen else {"fortune": fortune.selected(picked[3], 3, wilds=self.rules.wilds)}
        best = self._best(None, 3, seen, used)
        return self._figures(ALONE, {VIEW: view}, used, found, decisions, self._cost(found, best) + notes, 3)

    def with_ante(self, most: int, seen: bool, options: dict[str, str], used: Strategy | str) -> Figures:
        """The wager of a player who plays the Ante too, for the Ante's sake."""
        ante = self.terms.beside("ante")
        plan, how = self._plan(used, self._ante(ante))
        picked, words = self._picked(used, most, seen)
        if used == SHORT and not seen:
            by_rule, decisions = _by_rule(self.rule, plan.play.tobytes(), plan.raise_.tobytes(), most)
            found = list(by_rule)
        elif used in (OPTIMAL, ALWAYS_PLAY):
            found = best_chances(self.nets, plan, most, seen, self.rules)
            decisions = best_decisions(self.nets, plan, most, seen, self.rules)
        else:
            found = chances(self.nets, plan, most, seen, picked, self.rules)
            decisions = decisions_of(plan, most, picked, self.rules)
        notes = (*self._held(plan, most, ante, how), *words)
        best = self._best(plan, most, seen, used)
        return self._figures(
            WITH_ANTE,
            {**options, "ante": ante.id},
            used,
            found,
            decisions,
            self._cost(found, best) + notes,
        )

    def for_both(self, most: int, seen: bool, options: dict[str, str]) -> Figures:
        """The wager of a player who plays the Ante and this wager for what both win together."""
        ante, ratio, rules = self.terms.beside("ante"), self.terms.ratio, self.rules
        nets = self._ante(ante)
        plan = joint_of(nets, self.nets, most, seen, rules).plan(ratio)
        found = best_chances(self.nets, plan, most, seen, rules)
        own, other = expected(self.nets, found), ante_worth(nets, plan, rules)
        best = best_ante(nets, rules)
        beside = expected(self.nets, best_chances(self.nets, best, most, seen, rules))
        apart = ante_worth(nets, best, rules) + ratio * beside
        both = other + ratio * own
        notes = [
            *self._held(plan, most, ante, f"played best for both, {ratio} staked on this wager for one Ante"),
            f"The Ante then wins {float(other):.6%} of its stake, and both together {float(both):.6%} of the Ante.",
            f"That is {float(both - apart):.6%} of the Ante more than where the Ante is played for itself."
            if both > apart
            else "At these stakes that is the best play of the Ante: nothing is gained.",
        ]
        figures = self._figures(
            FOR_BOTH,
            {**options, "ante": ante.id, RATIO: str(ratio)},
            JOINT,
            found,
            best_decisions(self.nets, plan, most, seen, rules),
            tuple(notes),
        )
        spread = {} if seen else spreads(nets, self.nets, {"all": plan, "apart": best}, most, ratio, rules)
        return msgspec.structs.replace(
            figures, together={ANTE: other, FORTUNE: own, "all": both}, together_spread=spread
        )

    def _best(self, plan: Plan | None, most: int, seen: bool, used: Strategy | str) -> list[Fraction] | None:
        """The same with the best selection, where it may be another."""
        if seen or used in (OPTIMAL, ALWAYS_PLAY):
            return None
        return best_chances(self.nets, plan, most, seen, self.rules)

    def _cost(self, found: list[Fraction], best: list[Fraction] | None) -> tuple[str, ...]:
        lost = Fraction(0) if best is None else expected(self.nets, best) - expected(self.nets, found)
        return (f"Costs {float(lost):.4%} of the wager against the best selection ({lost}).",) if lost else ()

    def _held(self, plan: Plan, most: int, ante: Paytable, how: str) -> tuple[str, ...]:
        wilds = self.rules.wilds
        shares = fortune.shares_held(fortune.pools_held(plan, most, wilds), wilds)
        cards = ", ".join(f"{WORDS[pool]} {float(share):.4%}" for pool, share in shares.items())
        return (f"Beside an Ante under paytable {ante.id}, {how}. Cards to select from: {cards}.",)

    def _figures(
        self,
        case: str,
        options: dict[str, str],
        used: Strategy | str,
        found: Sequence[Fraction],
        decisions: dict[str, dict[str, Fraction]],
        notes: tuple[str, ...],
        counted: int = 0,
    ) -> Figures:
        every = fortune.deals(counted, self.rules.wilds) if counted else None
        return figures_from_distribution(
            wager=FORTUNE,
            paytable=self.table.id,
            options=options,
            strategy=used.name if isinstance(used, Strategy) else used,
            unit=self.terms.unit(FORTUNE),
            outcomes=[
                Outcome(row.event, row.pay.text, share, net, None if every is None else int(share * every))
                for row, net, share in zip((*self.table.rows, NO_ROW), self.nets, found, strict=True)
            ],
            decisions=decisions,
            deals=every,
            method="exact enumeration of the cards held at the last decision and four community cards",
            case=case,
            notes=notes,
        )
