"""Which wagers a player may place together before the deal: limits and relations, each refusal with its clause."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias

from houseway.rulebook.edition import Wager
from houseway.rulebook.money import cents, dollars
from houseway.rulebook.rule_errors import BadAmount
from houseway.table.setup import Setup
from houseway.table.table_errors import WagerRefused

Placed: TypeAlias = Mapping[int, Mapping[str, int]]
"""Cents by seat and wager."""

Amounts: TypeAlias = Mapping[str, int]
"""Cents by meter."""


def accept_wagers(setup: Setup, placed: Any) -> dict[str, int]:
    """``placed`` as amounts by wager, in the document's order, or the refusal that says why not.

    Two spots for one wager may be given as a pair of equal amounts; their sum is the wager. No wagers at all is a
    player who sits the round out.
    """
    if type(placed) is dict and all(type(amount) is int for amount in placed.values()):
        # The same wagers come round after round: what was found good once at this table is good again.
        known = setup.accepted.get(tuple(placed.items()))
        if known is not None:
            return dict(known)
        amounts = _accept(setup, placed)
        if len(setup.accepted) < KEPT:
            setup.accepted[tuple(placed.items())] = amounts
        return dict(amounts)
    return _accept(setup, placed)


KEPT = 4096
_SHARES = {"1/2": "½", "1/3": "⅓", "1/4": "¼"}


class Parted(NamedTuple):
    """Wagers parted into those that are taken together and, by wager, why each of the others is returned."""

    taken: dict[str, Any]
    returned: dict[str, WagerRefused]


def part_wagers(setup: Setup, placed: Any, most: int | None = None) -> Parted:
    """The largest part of ``placed`` that is accepted together, worth ``most`` cents at most; the rest is returned.

    Main wagers come first and the others in the order in which they were laid: of two parts that are equally large,
    that with the earlier wagers is taken. Where no wager at all is accepted the refusal of the first is raised.
    """
    if not isinstance(placed, Mapping):
        return Parted(accept_wagers(setup, placed), {})
    kinds = {slug: wager.kind for slug, wager in setup.edition.wagers.items()}
    order = sorted((slug for slug in placed if placed[slug]), key=lambda slug: kinds.get(slug) != "primary")
    if len(order) > MOST_LAID:
        raise WagerRefused(
            f"{len(order)} wagers are more than a table has", clause=setup.cite("wagers"), remedy="lay fewer"
        )
    for size in range(len(order), 0, -1):
        for part in combinations(order, size):
            taken = {slug: placed[slug] for slug in part}
            if _why_not(setup, taken, most) is None:
                rest = (slug for slug in order if slug not in taken)
                return Parted(taken, {slug: _reason(setup, taken, placed, slug, most) for slug in rest})
    if order:
        raise _reason(setup, {}, placed, order[0], most)
    return Parted({}, {})


MOST_LAID = 12
"""More wagers than any table has: nobody makes the program look at all parts of a long list."""


def _reason(
    setup: Setup, taken: dict[str, Any], placed: Mapping[str, Any], slug: str, most: int | None
) -> WagerRefused:
    """Why one more wager is not taken with those that are."""
    refusal = _why_not(setup, {**taken, slug: placed[slug]}, most)
    assert refusal is not None
    return refusal


def _why_not(setup: Setup, placed: dict[str, Any], most: int | None) -> WagerRefused | None:
    try:
        worth = sum(accept_wagers(setup, placed).values())
    except WagerRefused as refusal:
        return refusal
    if most is not None and worth > most:
        return WagerRefused(
            f"{dollars(worth)} is more than the {dollars(max(most, 0))} left", remedy="wager less, or bring more chips"
        )
    return None


def _accept(setup: Setup, placed: Any) -> dict[str, int]:
    if not isinstance(placed, Mapping):
        raise WagerRefused(f"wagers must be given by name, not as {placed!r}", remedy='write {"ante": 500}')
    edition = setup.edition
    for slug in placed:
        wager = edition.wagers.get(slug)
        if wager is None:
            raise WagerRefused(
                f"there is no wager {slug!r}",
                clause=setup.cite("wagers"),
                remedy=f"place one of {', '.join(edition.initial_wagers)}",
            )
        if not wager.initial:
            raise WagerRefused(
                f"{wager.name} is not placed before the deal",
                clause=setup.cite("later", slug),
                remedy="wait until the round offers it",
            )
        if slug not in setup.wagers:
            raise WagerRefused(
                f"{wager.name} is not offered at this table",
                clause=setup.cite("offered", slug),
                remedy="play it at a table that offers it",
            )
    amounts = {
        slug: _amount(setup, edition.wagers[slug], placed[slug]) for slug in edition.initial_wagers if slug in placed
    }
    amounts = {slug: amount for slug, amount in amounts.items() if amount}
    for slug in amounts:
        _check_one(setup, edition.wagers[slug], amounts)
    rule = setup.wagering
    if rule and rule.most is not None and len(amounts) > rule.most:
        raise WagerRefused(
            f"{len(amounts)} wagers are placed, and a player may place at most {rule.most}",
            clause=rule.clause,
            remedy=f"take {len(amounts) - rule.most} of them back",
        )
    if rule and rule.over is not None and rule.most_over is not None:
        over = [slug for slug, amount in amounts.items() if amount > rule.over]
        if len(over) > rule.most_over:
            raise WagerRefused(
                f"{len(over)} wagers are over {dollars(rule.over)}, and at most {rule.most_over} may be",
                clause=rule.over_cite,
                remedy=f"bring one of {', '.join(setup.edition.wagers[slug].name for slug in over)} down to "
                f"{dollars(rule.over)}",
            )
    return amounts


def _amount(setup: Setup, wager: Wager, given: Any) -> int:
    try:
        if isinstance(given, (list, tuple)):
            return _two_spots(setup, wager, given)
        amount = cents(given, f"the {wager.name} wager")
    except BadAmount as error:
        clause = setup.cite("limits", wager.slug)
        raise WagerRefused(error.message, clause=clause, remedy=error.remedy) from error
    if setup.options.get(f"{wager.slug}-spots") == "two" and amount % 2:
        raise WagerRefused(
            f"{wager.name} lies on two spots in equal amounts, and {amount} cents cannot be halved",
            clause=setup.cite("spots", wager.slug),
            remedy="wager an amount that two spots can share",
        )
    return amount


def _two_spots(setup: Setup, wager: Wager, given: list[Any] | tuple[Any, ...]) -> int:
    if setup.options.get(f"{wager.slug}-spots") == "two" and len(given) != 2:
        raise WagerRefused(
            f"{wager.name} lies on two spots, and {len(given)} amounts are given",
            clause=setup.cite("spots", wager.slug),
            remedy="place the same amount on both",
        )
    if len(given) != 2 or setup.options.get(f"{wager.slug}-spots") != "two":
        raise WagerRefused(
            f"{wager.name} has one spot at this table, not {len(given)} amounts",
            clause=setup.cite("placed"),
            remedy="give one amount",
        )
    one, other = (cents(amount, f"a {wager.name} spot") for amount in given)
    if one != other:
        raise WagerRefused(
            f"both {wager.name} spots need the same amount, and {dollars(one)} and {dollars(other)} differ",
            clause=setup.cite("spots", wager.slug),
            remedy=f"place {dollars(max(one, other))} on both",
        )
    return one + other


def _check_one(setup: Setup, wager: Wager, amounts: dict[str, int]) -> None:
    amount = amounts[wager.slug]
    fixed = setup.fixed_amount(wager.slug)
    if fixed is not None and amount != fixed:
        raise WagerRefused(
            f"{wager.name} is {dollars(fixed)} at this table, not {dollars(amount)}",
            clause=setup.cite("fixed", wager.slug),
            remedy=f"wager {dollars(fixed)}, or leave it out",
        )
    least, most = setup.limits.get(wager.slug, (1, None))
    if amount < least:
        raise WagerRefused(
            f"{wager.name} is at least {dollars(least)}, not {dollars(amount)}",
            clause=setup.cite("limits", wager.slug),
            remedy=f"add {dollars(least - amount)}, or leave it out",
        )
    if most is not None and amount > most:
        raise WagerRefused(
            f"{wager.name} is at most {dollars(most)}, not {dollars(amount)}",
            clause=setup.cite("limits", wager.slug),
            remedy=f"take {dollars(amount - most)} off",
        )
    for other in wager.excludes:
        if other in amounts:
            raise WagerRefused(
                f"{wager.name} and {setup.edition.wagers[other].name} may not be placed together",
                clause=setup.cite("excludes", wager.slug),
                remedy="take one of them back",
            )
    if wager.needs:
        _check_needs(setup, wager, amounts)
    if wager.relation:
        base = sum(amounts.get(other, 0) for other in wager.relation.to)
        bound = base * Fraction(wager.relation.share)
        if amount > bound or (wager.relation.rule == "equal" and amount != bound):
            names = " and ".join(setup.edition.wagers[other].name for other in wager.relation.to)
            said = "equal to" if wager.relation.rule == "equal" else "at most"
            share = (
                "" if wager.relation.share == "1" else f"{_SHARES.get(wager.relation.share, wager.relation.share)} of "
            )
            raise WagerRefused(
                f"{wager.name} is {said} {share}{names} ({dollars(int(bound))}), not {dollars(amount)}",
                clause=setup.cite("relation", wager.slug),
                remedy=f"wager {dollars(int(bound))}" if bound >= 1 else f"place {names} first",
            )


def _check_needs(setup: Setup, wager: Wager, amounts: dict[str, int]) -> None:
    needs = wager.needs
    assert needs is not None
    if needs.any and not any(other in amounts for other in needs.any):
        names = " or ".join(setup.edition.wagers[other].name for other in needs.any if other in setup.wagers)
        raise WagerRefused(
            f"{wager.name} goes only with {names}",
            clause=setup.cite("needs", wager.slug),
            remedy=f"place {names} too",
        )
    if needs.option:
        other = setup.options[needs.option]
        least = setup.minimums.get(wager.slug, 1)
        if amounts.get(other, 0) < least:
            if other == wager.slug:
                raise WagerRefused(
                    f"{wager.name} is at least {dollars(least)} at this table, to qualify",
                    clause=setup.cite("minimum", wager.slug),
                    remedy=f"wager {dollars(least)}, or leave it out",
                )
            posted = f" of at least {dollars(least)}" if least > 1 else ""
            raise WagerRefused(
                f"{wager.name} goes only with {setup.edition.wagers[other].name}{posted}",
                clause=setup.cite("minimum", wager.slug),
                remedy=f"raise {setup.edition.wagers[other].name}, or take {wager.name} back",
            )
