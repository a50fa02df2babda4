"""Five Card Fortune under changed rules: against every community hand, and deals judged by rules written anew."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt

import numpy as np
import pytest

from houseway import registry
from houseway.cards.card import CARDS, Card
from houseway.games.deuces_wild import hands
from houseway.games.deuces_wild.maths import base, classify5, fortune, fortune_figures, together
from houseway.games.deuces_wild.maths.classes import Wilds, classes, set_number
from houseway.games.deuces_wild.maths.what_ifs import changes, other_wilds
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Figures

GAME = registry.game("deuces-wild")
ROWS = hands.FORTUNE_ROWS
NETS = [Fraction(net) for net in (200, 150, 60, 25, 15, 7, 4, 3, 2, 1, 0, -1)]
ANTE = [Fraction(net) for net in (100, 20, 9, 6, 3, 2, 1, 1, 0, -1, -1)]
OTHERS = ("deuces", "joker", "none")
RUNS = [set(range(low, low + 5)) for low in range(2, 11)]
LOW_RUN = {14, 2, 3, 4, 5}
DEALS = 20_000


def figures(**asked: str) -> list[Figures]:
    rules = {slug.replace("_", "-"): value for slug, value in asked.items()}
    return list(GAME.analyze(wager="five-card-fortune", paytable="A", rules=rules, strategy="optimal").figures)


def row_of(cards: Sequence[Card], wild_ranks: Sequence[int], *, ace_low: bool = True) -> int:
    """The best row of five cards, written anew: by what wild cards must stand for."""
    natural = [card for card in cards if card.rank not in wild_ranks]
    wild = 5 - len(natural)
    ranks = Counter(card.rank for card in natural)
    suited, distinct = len({card.suit for card in natural}) <= 1, len(ranks) == len(natural)
    runs = [*RUNS, *([LOW_RUN] if ace_low else [])]
    straight = distinct and any(set(ranks) <= run for run in runs)
    royal = suited and distinct and set(ranks) <= {10, 11, 12, 13, 14}
    most = sorted(ranks.values(), reverse=True)
    kind = wild + (most[0] if most else 0)
    met = (
        royal and not wild,
        wild == 5,
        royal and wild > 0,
        kind >= 5,
        straight and suited,
        kind >= 4,
        # Wild cards fill up two ranks, and every card is of one of them.
        len(ranks) <= 2 and kind >= 3,
        suited and distinct,
        straight,
        kind >= 3,
        len(most) > 1 and ((most[0] == 2 and most[1] == 2) or wild + most[0] + most[1] >= 4),
    )
    return next((row for row, yes in enumerate(met) if yes), len(ROWS))


def best_of(cards: Sequence[Card], wild_ranks: Sequence[int]) -> int:
    """The best row that five of the cards make."""
    return min(row_of(five, wild_ranks) for five in combinations(cards, 5))


def selections(pool: Sequence[Card], wild_ranks: Sequence[int]) -> Iterator[tuple[Card, ...]]:
    """What may be selected: a card, or wild ones together."""
    wild = [card for card in pool if card.rank in wild_ranks]
    yield from ((card,) for card in pool)
    yield from (tuple(wild[:number]) for number in range(2, len(wild) + 1))


def picked_from(pool: Sequence[Card], picked: dict[int, np.ndarray], wilds: Wilds) -> tuple[Card, ...]:
    """What the tables select from dealt cards: by rank and suits as in the class, and any of its wild cards."""
    bits = int(picked[len(pool)][set_number([card.code for card in pool])])
    return tuple(card for place, card in enumerate(sorted(pool, key=lambda card: card.code)) if bits >> place & 1)


def pools(wilds: Wilds, size: int) -> list[tuple[Card, ...]]:
    """Some pools, those with wild cards among them: as many as there are."""
    chosen = random.Random(size).sample(list(combinations(CARDS[: wilds.deck], size)), 6)
    wild = [card for card in CARDS[: wilds.deck] if card.rank in wilds.ranks]
    rest = [card for card in CARDS[: wilds.deck] if card.rank not in wilds.ranks][5:]
    return [*chosen, *((*wild[:number], *rest[: size - number]) for number in range(1, min(size, len(wild)) + 1))]


@pytest.mark.parametrize("wild", OTHERS)
@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_selection_is_worth_what_every_community_hand_gives(wild: str, size: int) -> None:
    """Every community hand beside some pools; wins are counted hand by hand, none by inclusion and exclusion."""
    wilds = other_wilds.BY_NAME[wild]
    gains, _ = base.whole_numbers(NETS)
    picks, worth = fortune.best_and_worth(NETS, size, ROWS, wilds)
    by_cards = {size: classes(size, wilds).picks(picks)}
    for pool in pools(wilds, size):
        held = sorted(card.code for card in pool)
        left = [code for code in range(wilds.deck) if code not in held]
        community = np.array(list(combinations(left, 4)), dtype=np.uint8)
        won = {}
        for some in selections(pool, wilds.ranks):
            best = np.full(len(community), len(ROWS), dtype=np.uint8)
            seven = np.concatenate([community, np.full((len(community), len(some)), 0, np.uint8)], axis=1)
            seven[:, 4:] = [card.code for card in some]
            for five in combinations(range(seven.shape[1]), 5):
                best = np.minimum(best, classify5(seven[:, five], ROWS, wild_ranks=wilds.ranks))
            won[_named(some, wilds)] = int(gains[best].sum())
        number = int(classes(size, wilds).of[set_number(held)])
        assert int(worth[number]) == max(won.values()), pool
        assert won[_named(picked_from(pool, by_cards, wilds), wilds)] == max(won.values()), pool


def _named(cards: Sequence[Card], wilds: Wilds) -> tuple[int, ...]:
    """A selection: a natural card by its code, wild ones by their number."""
    return tuple(-1 if card.rank in wilds.ranks else card.code for card in cards)


class Deals:
    """Rounds dealt from a seed and judged by `row_of`: what the Ante wins and what Five Card Fortune wins."""

    def __init__(self, wild: str, most: int, seen: bool) -> None:
        self.wilds = wilds = other_wilds.BY_NAME[wild]
        rules = changes.rule_set({"wild": wild})
        plan = fortune_figures.best_ante(ANTE, rules)
        picked = {
            pool: classes(pool, wilds).picks(fortune.best_selection(NETS, pool, ROWS, wilds))
            for pool in range(3, most + 1)
        }
        play, raise_ = plan.play[classes(3, wilds).of], plan.raise_[classes(4, wilds).of]
        self.nets: list[tuple[int, int]] = []
        dice = random.Random(f"{wild} {most} {seen}")
        for _ in range(DEALS):
            codes = dice.sample(range(wilds.deck), 9)
            own, community = [CARDS[code] for code in codes[:5]], [CARDS[code] for code in codes[5:]]
            held, ante = 3, -1
            if play[set_number(codes[:3])]:
                held, ante = 4, -2
                if raise_[set_number(codes[:4])]:
                    held, ante = 5, 4 * int(ANTE[self._ante_row(own)])
            pool = own[: min(held, most)]
            if seen:
                chosen = selections(pool, wilds.ranks)
                row = min(best_of((*community, *some), wilds.ranks) for some in chosen)
            else:
                row = best_of((*community, *picked_from(pool, picked, wilds)), wilds.ranks)
            self.nets.append((ante, int(NETS[row])))

    def _ante_row(self, five: Sequence[Card]) -> int:
        """The same row among those of the Ante, of which five wild cards are none: they are a wild royal."""
        row = row_of(five, self.wilds.ranks)
        return row if row == 0 else max(1, row - 1)

    def far(self, values: Sequence[int], expected: Fraction) -> float:
        """How many standard errors the mean of ``values`` lies from ``expected``."""
        mean = sum(values) / DEALS
        spread = sum(value * value for value in values) / DEALS - mean**2
        return abs(mean - float(expected)) / sqrt(spread / DEALS)


@pytest.mark.parametrize("wild", OTHERS)
@pytest.mark.parametrize(("most", "seen"), [(3, False), (4, False), (5, False), (3, True), (4, True), (5, True)])
def test_dealt_rounds_come_to_the_exact_figures(wild: str, most: int, seen: bool) -> None:
    deals = Deals(wild, most, seen)
    rules = changes.rule_set({"wild": wild})
    plan = fortune_figures.best_ante(ANTE, rules)
    shares = fortune_figures.best_chances(NETS, plan, most, seen, rules)
    assert sum(shares) == 1
    assert deals.far([won for _, won in deals.nets], fortune_figures.expected(NETS, shares)) < 4
    hit = sum((share for share, net in zip(shares, NETS, strict=True) if net > 0), Fraction(0))
    assert deals.far([int(won > 0) for _, won in deals.nets], hit) < 4
    assert deals.far([ante for ante, _ in deals.nets], fortune_figures.ante_worth(ANTE, plan, rules)) < 4
    if not seen:
        product = together.mean_product(ANTE, NETS, plan, most, rules)
        assert deals.far([ante * won for ante, won in deals.nets], product) < 4


@pytest.mark.parametrize("rules", [{"wild": wild} for wild in OTHERS] + [{"raise-wager": "3"}, {"ace": "high"}])
def test_the_play_for_both_gains_and_is_what_its_pieces_say(rules: dict[str, str]) -> None:
    under = changes.rule_set(rules)
    ante = changes.judged(rules, ANTE).nets
    for most, seen in ((4, False), (5, False), (4, True)):
        joint = fortune_figures.joint_of(ante, NETS, most, seen, under)
        alone = fortune_figures.expected(NETS, fortune_figures.best_chances(NETS, None, 3, seen, under))
        for ratio in (Fraction(1, 7), Fraction(1), Fraction(5)):
            plan = joint.plan(ratio)
            won = fortune_figures.expected(NETS, fortune_figures.best_chances(NETS, plan, most, seen, under))
            own = fortune_figures.ante_worth(ante, plan, under)
            piece = [piece for piece in joint.pieces if piece.ratio < ratio][-1]
            assert (piece.ante, piece.fortune + alone) == (own, won)
            best = fortune_figures.best_ante(ante, under)
            apart = fortune_figures.expected(NETS, fortune_figures.best_chances(NETS, best, most, seen, under))
            assert own + ratio * won >= fortune_figures.ante_worth(ante, best, under) + ratio * apart


def test_the_more_is_wild_and_seen_and_held_the_better_for_the_player() -> None:
    found = {wild: figures(wild=wild) for wild in ("deuces-and-joker", *OTHERS)}
    for entries in zip(*found.values(), strict=True):
        assert len({(entry.case, *entry.options.items()) for entry in entries}) == 1
        edges = [entry.house_edge for entry in entries]
        assert edges == sorted(edges)
    for wild in OTHERS:
        edge = {(e.case, e.options.get("fortune-pool"), e.options["fortune-view"]): e.house_edge for e in found[wild]}
        for (case, pool, view), here in edge.items():
            assert here >= edge[case, pool, "revealed"]
            if pool is not None:
                assert edge[case, "three", view] >= edge[case, "four", view] >= edge[case, "five", view]


def test_a_high_ace_only_is_judged_so() -> None:
    """Rows of all hands of five, by the rules written anew; and the wager loses by it."""
    rules = changes.rule_set({"ace": "high"})
    some = set(random.Random(9).sample(range(comb(53, 5)), 3000))
    chosen = [hand for number, hand in enumerate(combinations(range(53), 5)) if number in some]
    codes = np.array(chosen, dtype=np.uint8)
    found = classify5(codes, rules.fortune).tolist()
    assert found == [row_of([CARDS[code] for code in hand], hands.WILD_RANKS, ace_low=False) for hand in chosen]
    assert figures(ace="high")[0].house_edge > figures()[0].house_edge


def test_every_entry_is_given_under_every_rule() -> None:
    cases = {case.case for case in GAME.analyze(wager="five-card-fortune", paytable="A").figures}
    for rules in ({"wild": "joker"}, {"raise-wager": 3}, {"odds": "ante"}, {"five-wilds": "five-of-a-kind"}):
        found = GAME.analyze(wager="five-card-fortune", paytable="A", rules=rules).figures
        assert {item.case for item in found} == cases
        assert all(sum(Fraction(out.probability) for out in item.outcomes) == 1 for item in found)
    listed = {item.wager for item in GAME.analyze(rules={"wild": "none"}, strategy="optimal").figures}
    assert "five-card-fortune" in listed


def test_what_a_few_words_say_is_not_said_of_other_wild_cards() -> None:
    with pytest.raises(BadQuestion, match="not worked out under changed rules"):
        GAME.analyze(wager="five-card-fortune", strategy="short", rules={"wild": "joker"})
    own = GAME.strategy("optimal", wager="five-card-fortune", paytable="A")
    with pytest.raises(BadQuestion, match="other cards are wild"):
        GAME.price(own, wager="five-card-fortune", rules={"wild": "joker"})
    with pytest.raises(BadQuestion, match="other cards are wild"):
        GAME.strategy("optimal", wager="five-card-fortune", rules={"wild": "joker"})
    worth = GAME.what_ifs(wager="five-card-fortune")
    assert {"wild", "ace"} <= {each.tried.slug for each in worth.changes}
