"""What an analysis returns: figures of one wager under one paytable, one set of options and one strategy.

Every figure names its base. ``unit`` says in words what 1 is (one Ante, one First Attack, one wager); expected value
is the player's net per unit, house edge its negative, element of risk the edge divided by the average amount put into
action per unit. Exact figures are fractions; where floats were used, ``exactness`` says so and to how many digits they
hold.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

import msgspec

Number: TypeAlias = Fraction | float
"""A fraction where it is exact, a float where it is not."""


class Outcome(msgspec.Struct, frozen=True):
    """One row of the paytable (or other end of the wager): how often, and what it is worth.

    ``count`` is the number of equally likely deals, of ``Figures.deals``, where they were counted.
    ``net`` is the player's net in units; ``None`` for a share of a meter that is not given.
    """

    event: str
    pays: str
    probability: Number
    net: Number | None
    count: int | None = None


class MeterFigures(msgspec.Struct, frozen=True):
    """A wager's return as a function of the amount on one meter (or posted on one row).

    Return per unit staked = ``fixed_return`` + ``coefficient`` * the amount in dollars; the wager breaks even (returns
    its stake on average) at ``break_even`` dollars. For a wager of one dollar the coefficient is the sum over the
    metered rows of probability times share. Other meters of the wager count as empty. ``rounds_between_hits`` is the
    mean number of wagers from one hit on this meter to the next.
    """

    meter: str
    coefficient: Number
    fixed_return: Number
    break_even: Number | None
    rounds_between_hits: Number | None


class Figures(msgspec.Struct, frozen=True):
    """All figures of one wager under one paytable, one set of options and one strategy."""

    wager: str
    paytable: str
    options: dict[str, str]
    strategy: str
    unit: str
    ev: Number
    variance: Number
    hit_frequency: Number
    average_action: Number
    outcomes: tuple[Outcome, ...]
    distribution: tuple[tuple[Number, Number], ...]
    """Net result in units and its probability, from the worst to the best."""
    decisions: dict[str, dict[str, Number]] = {}
    """How often each decision is taken, by ask and answer, per round."""
    meters: tuple[MeterFigures, ...] = ()
    deals: int | None = None
    method: str = "exact enumeration"
    exactness: str = "exact"
    notes: tuple[str, ...] = ()

    @property
    def ev_exact(self) -> Fraction | None:
        """The expected value as a fraction, where it is exact."""
        return self.ev if isinstance(self.ev, Fraction) else None

    @property
    def house_edge(self) -> Number:
        """What the house keeps, per unit."""
        return -self.ev

    @property
    def element_of_risk(self) -> Number:
        """What the house keeps, per amount put into action."""
        return -self.ev / self.average_action

    @property
    def sd(self) -> float:
        """Standard deviation of the net result, in units."""
        return math.sqrt(self.variance)

    def as_dict(self) -> dict[str, Any]:
        """The figures as plain data, as ``houseway analyze --json`` prints them."""
        first = self.meters[0] if self.meters else None
        return {
            "wager": self.wager,
            "paytable": self.paytable,
            "options": dict(self.options),
            "strategy": self.strategy,
            "unit": self.unit,
            "ev": float(self.ev),
            "ev_exact": None if self.ev_exact is None else ratio(self.ev_exact),
            "house_edge": float(self.house_edge),
            "element_of_risk": float(self.element_of_risk),
            "average_action": float(self.average_action),
            "hit_frequency": float(self.hit_frequency),
            "variance": float(self.variance),
            "sd": self.sd,
            "outcomes": [
                {
                    "event": outcome.event,
                    "pays": outcome.pays,
                    "count": outcome.count,
                    "probability": float(outcome.probability),
                    "net": None if outcome.net is None else float(outcome.net),
                }
                for outcome in self.outcomes
            ],
            "deals": self.deals,
            "distribution": [[float(net), float(probability)] for net, probability in self.distribution],
            "decisions": {
                ask: {answer: float(share) for answer, share in answers.items()}
                for ask, answers in self.decisions.items()
            },
            "meter": None if first is None else _meter(first),
            "meters": [_meter(item) for item in self.meters],
            "method": self.method,
            "exactness": self.exactness,
            "notes": list(self.notes),
        }


class Analysis(msgspec.Struct, frozen=True):
    """The figures of a game: one entry for each wager, paytable, set of options and strategy."""

    game: str
    edition: str
    fingerprint: str
    figures: tuple[Figures, ...]

    def as_dict(self) -> dict[str, Any]:
        """The whole analysis as plain data."""
        return {
            "game": self.game,
            "edition": self.edition,
            "fingerprint": self.fingerprint,
            "wagers": [item.as_dict() for item in self.figures],
        }

    def find(self, wager: str, paytable: str | None = None, strategy: str | None = None, **options: str) -> Figures:
        """The first entry for ``wager`` that fits everything given (options with ``_`` for ``-``)."""
        for item in self.figures:
            if item.wager != wager or (paytable is not None and item.paytable != paytable):
                continue
            if strategy is not None and item.strategy != strategy:
                continue
            if all(item.options.get(key.replace("_", "-")) == value for key, value in options.items()):
                return item
        raise LookupError(f"no figures for {wager} {paytable or ''} {strategy or ''} {options or ''}")

    def rows(self) -> list[dict[str, Any]]:
        """One flat row an entry, for a data frame."""
        flat = []
        for item in self.figures:
            data = item.as_dict()
            row = {key: value for key, value in data.items() if not isinstance(value, (list, dict))}
            row["options"] = " ".join(f"{key}={value}" for key, value in item.options.items())
            flat.append({"game": self.game, "edition": self.edition, **row})
        return flat

    def frame(self, library: str = "pandas") -> Any:
        """The rows as a data frame of ``pandas`` or ``polars``, whichever is installed."""
        from importlib import import_module  # noqa: PLC0415

        return import_module(library).DataFrame(self.rows())


def figures_from_distribution(
    *,
    wager: str,
    paytable: str,
    options: Mapping[str, str],
    strategy: str,
    unit: str,
    outcomes: Iterable[Outcome],
    average_action: Number = Fraction(1),
    **more: Any,
) -> Figures:
    """`Figures` of a wager whose outcomes are all that can happen: mean, variance and distribution follow from them.

    The hit frequency is the probability of a net above zero. Outcomes without a net (a meter not given) count as though
    the meter paid nothing, so that the expected value is the fixed part. A net that cannot happen is no part of
    the distribution.
    """
    listed = tuple(outcomes)
    table: dict[Number, Number] = {}
    total: Number = Fraction(0)
    for outcome in listed:
        net = outcome.net if outcome.net is not None else Fraction(-1)
        table[net] = table.get(net, Fraction(0)) + outcome.probability
        total += outcome.probability
    if isinstance(total, Fraction) and total != 1:
        raise ArithmeticError(f"the probabilities of {wager} {paytable} sum to {total}")
    ev = sum((net * share for net, share in table.items()), Fraction(0))
    second = sum((net * net * share for net, share in table.items()), Fraction(0))
    return Figures(
        wager=wager,
        paytable=paytable,
        options=dict(options),
        strategy=strategy,
        unit=unit,
        ev=ev,
        variance=second - ev * ev,
        hit_frequency=sum((share for net, share in table.items() if net > 0), Fraction(0)),
        average_action=average_action,
        outcomes=listed,
        distribution=tuple((net, share) for net, share in sorted(table.items()) if share),
        **more,
    )


def ratio(value: Fraction) -> str:
    """``p/q``."""
    return f"{value.numerator}/{value.denominator}"


def _meter(item: MeterFigures) -> dict[str, Any]:
    return {
        "meter": item.meter,
        "coefficient": float(item.coefficient),
        "fixed_return": float(item.fixed_return),
        "break_even": None if item.break_even is None else float(item.break_even),
        "rounds_between_hits": None if item.rounds_between_hits is None else float(item.rounds_between_hits),
    }
