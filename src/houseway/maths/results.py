"""What an analysis returns: figures of one wager under one paytable, one set of options and one strategy.

Every figure names its base. ``unit`` says in words what 1 is (one Ante, one First Attack, one wager); expected value
is the player's net per unit, house edge its negative, element of risk the edge divided by the average amount put into
action per unit. Exact figures are fractions; where floats were used, ``exactness`` says so and to how many digits they
hold.

A wager that is paid from a meter, or by an amount that the operator posts, has no expected value, edge or spread until
that amount is known: asking for one raises `AmountNeeded`, and ``priced`` says beforehand whether it would. Its
probabilities are known, and a hit is a hit whatever it pays.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from operator import itemgetter
from typing import Any, TypeAlias

import msgspec

from houseway.maths.question_errors import AmountNeeded, NoFigures, NoFrames
from houseway.public_arguments import METERS, taking

LIBRARIES = ("pandas", "polars")

Number: TypeAlias = Fraction | float
"""A fraction where it is exact, a float where it is not."""


class Later:
    """A number that is worked out when it is first asked for; two are equal if their numbers are."""

    def __init__(self, work: Callable[[], Number]) -> None:
        self._work = work

    @cached_property
    def value(self) -> Number:
        """The number."""
        return self._work()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Later) and self.value == other.value

    __hash__ = None  # type: ignore[assignment]


class Outcome(msgspec.Struct, frozen=True):
    """One row of the paytable (or other end of the wager): how often, and what it is worth.

    ``count`` is the number of equally likely deals, of ``Figures.deals``, where they were counted.
    ``net`` is the player's net in units; ``None`` for a share of a meter that is not given. Where ``meter`` names one
    (or a row to be posted), the outcome pays ``share`` of it: the net is ``empty`` without it and ``per_dollar`` units
    more for each dollar on it.
    """

    event: str
    pays: str
    probability: Number
    net: Number | None
    count: int | None = None
    meter: str | None = None
    share: Fraction | None = None
    empty: Number | None = None
    per_dollar: Fraction | None = None

    @property
    def adds(self) -> Number | None:
        """What the outcome adds to the expected value; what cannot happen adds nothing, whatever it would pay."""
        if not self.probability:
            return Fraction(0)
        return None if self.net is None else self.probability * self.net

    def at(self, cents: int | Fraction) -> Outcome:
        """The same outcome with this amount on its meter."""
        if self.empty is None or self.per_dollar is None:
            return self
        return msgspec.structs.replace(self, net=self.empty + self.per_dollar * Fraction(cents, 100))


class Addition(msgspec.Struct, frozen=True):
    """A wager that is added during the round and counted with the first one.

    ``per_round`` is how many of them there are in a round on the average; ``action`` is what is staked on them, and
    ``adds`` what they add to the expected value, both in units and per round.
    """

    wager: str
    per_round: Number
    action: Number
    adds: Number


class Division(msgspec.Struct, frozen=True):
    """What a row paid from a meter is worth to one of ``seats`` players who all have the wager.

    Where winners of one round divide the prize, ``share`` is the part that a winner gets on the average; where it goes
    whole to each it is 1. ``somebody`` is the probability that a round has a winner; ``None`` where it is not worked
    out.
    """

    event: str
    probability: Fraction
    """That one player hits it."""
    shared: Fraction | None
    """That another player has hit it too, if one has; ``None`` where it is not worked out."""
    share: Fraction
    """What part of the prize a winner gets, on the average."""
    coefficient: Fraction
    """Return per unit staked for each dollar of the prize, the division counted."""
    seats: int = 1
    divided: bool = True
    """Whether several winners of one round divide the prize."""
    somebody: Fraction | None = None


class MeterFigures(msgspec.Struct, frozen=True):
    """A wager's return as a function of the amount on one meter (or posted on one row).

    Return per unit staked = ``fixed_return`` + ``coefficient`` * the amount in dollars; the wager breaks even (returns
    its stake on average) at ``break_even`` dollars. For a wager of one dollar the coefficient is the sum over the
    metered rows of probability times share. Other meters of the wager count with the amounts given; those without one,
    named in ``counted_empty``, as empty. ``rounds_between_hits`` is the mean number of wagers from one hit on this
    meter to the next.
    """

    meter: str
    coefficient: Number
    fixed_return: Number
    break_even: Number | None
    rounds_between_hits: Number | None
    counted_empty: tuple[str, ...] = ()

    def return_at(self, cents: int | Fraction) -> Number:
        """The return per unit with this amount on the meter: a straight line."""
        return self.fixed_return + self.coefficient * Fraction(cents, 100)

    @property
    def spread_between_hits(self) -> float | None:
        """The standard deviation of the number of wagers from one hit to the next: each wager is as likely to hit."""
        mean = self.rounds_between_hits
        return None if mean is None else math.sqrt(mean * (mean - 1))


class Figures(msgspec.Struct, frozen=True):
    """All figures of one wager under one paytable, one set of options and one strategy."""

    wager: str
    paytable: str
    options: dict[str, str]
    strategy: str
    unit: str
    mean: Number | None
    """The expected value; ``None``, and the spread with it, where an amount that it hangs on is not given."""
    spread: Number | None
    """The variance of the net result."""
    hit_frequency: Number
    """How often the player ends above zero; a row paid from a meter that is not given counts as a hit."""
    average_action: Number
    outcomes: tuple[Outcome, ...]
    distribution: tuple[tuple[Number, Number], ...]
    """Net result in units and its probability, from the worst to the best; empty where an amount is not given."""
    decisions: dict[str, dict[str, Number]] = {}
    """How often each decision is taken, by ask and answer, per round."""
    meters: tuple[MeterFigures, ...] = ()
    additions: tuple[Addition, ...] = ()
    """Wagers added during the round: what they add and what the outcomes add together are the expected value."""
    divisions: tuple[Division, ...] = ()
    """What the rows paid from meters are worth at a full table."""
    case: str = ""
    """What else the player bets, where the figures hang on it; ``""`` where they do not."""
    together: dict[str, Number] = {}
    """Of a play for several wagers at once: what each wins per unit of its stake, and ``all`` per unit of the first."""
    together_spread: dict[str, Later] = {}
    """The variance of what all win together, per unit of the first: ``all`` for this play, ``apart`` where each wager
    is played for itself. Empty where it is not worked out."""
    deals: int | None = None
    method: str = "exact enumeration"
    exactness: str = "exact"
    standard_error: float | None = None
    """Of the expected value, where that is the mean of rounds that were played; nothing where it is worked out."""
    notes: tuple[str, ...] = ()

    @property
    def priced(self) -> bool:
        """Whether there is an expected value: every amount that it hangs on is given."""
        return self.mean is not None

    @property
    def ev(self) -> Number:
        """The expected value: the player's net per unit."""
        return self._known(self.mean)

    @property
    def variance(self) -> Number:
        """The variance of the net result, in squared units."""
        return self._known(self.spread)

    @property
    def ev_exact(self) -> Fraction | None:
        """The expected value as a fraction, where it is known and exact."""
        return self.mean if isinstance(self.mean, Fraction) else None

    @property
    def house_edge(self) -> Number:
        """What the house keeps, per unit."""
        return -self.ev

    @property
    def favours_player(self) -> bool:
        """Whether the player wins on average; not told of a wager whose amount is not given."""
        return self.priced and self.ev > 0

    @property
    def element_of_risk(self) -> Number:
        """What the house keeps, per amount put into action."""
        return -self.ev / self.average_action

    @property
    def sd(self) -> float:
        """Standard deviation of the net result, in units."""
        return math.sqrt(self.variance)

    @property
    def together_sd(self) -> dict[str, float]:
        """Standard deviations of what all wagers win together, as ``together_spread`` names them."""
        return {name: math.sqrt(spread.value) for name, spread in self.together_spread.items()}

    def _known(self, value: Number | None) -> Number:
        if value is None:
            needed = self.amounts_needed
            raise AmountNeeded(
                f"{self.wager} {self.paytable} has no expected value without an amount for {', '.join(needed)}",
                remedy=f"give it, as in --meter {needed[0]}=$10,000" if needed else None,
            )
        return value

    @property
    def amounts_needed(self) -> tuple[str, ...]:
        """The meters and posted rows without which there is no expected value."""
        unknown = [item for item in self.outcomes if item.net is None and item.probability]
        return tuple(dict.fromkeys(item.meter for item in unknown if item.meter))

    @taking(amounts=METERS)
    def at(self, amounts: Mapping[str, int | Fraction]) -> Figures:
        """The same wager with these amounts, in cents, on its meters and posted rows; others stay as they are."""
        outcomes = tuple(
            item.at(amounts[item.meter]) if item.meter is not None and item.meter in amounts else item
            for item in self.outcomes
        )
        ev, variance, hits, distribution = moments(outcomes)
        return msgspec.structs.replace(
            self, outcomes=outcomes, mean=ev, spread=variance, hit_frequency=hits, distribution=distribution
        )

    def as_dict(self) -> dict[str, Any]:
        """The figures as plain data, as ``houseway analyze --json`` prints them."""
        first = self.meters[0] if self.meters else None
        return {
            "wager": self.wager,
            "paytable": self.paytable,
            "options": dict(self.options),
            "strategy": self.strategy,
            "unit": self.unit,
            "case": self.case,
            "together": {wager: float(value) for wager, value in self.together.items()},
            "together_sd": self.together_sd,
            "ev": plain(self.mean),
            "ev_exact": None if self.ev_exact is None else ratio(self.ev_exact),
            "house_edge": float(self.house_edge) if self.priced else None,
            "favours_player": self.favours_player if self.priced else None,
            "element_of_risk": float(self.element_of_risk) if self.priced else None,
            "average_action": float(self.average_action),
            "hit_frequency": float(self.hit_frequency),
            "variance": plain(self.spread),
            "sd": self.sd if self.priced else None,
            "outcomes": [
                {
                    "event": outcome.event,
                    "pays": outcome.pays,
                    "count": outcome.count,
                    "probability": float(outcome.probability),
                    "net": plain(outcome.net),
                    "adds": plain(outcome.adds),
                    "meter": outcome.meter,
                }
                for outcome in self.outcomes
            ],
            "additions": [msgspec.to_builtins(item, enc_hook=float) for item in self.additions],
            "deals": self.deals,
            "distribution": [[float(net), float(probability)] for net, probability in self.distribution],
            "decisions": {
                ask: {answer: float(share) for answer, share in answers.items()}
                for ask, answers in self.decisions.items()
            },
            "meter": None if first is None else _meter(first),
            "meters": [_meter(item) for item in self.meters],
            "amounts_needed": list(self.amounts_needed),
            "divisions": [_division(item) for item in self.divisions],
            "method": self.method,
            "exactness": self.exactness,
            **({} if self.standard_error is None else {"standard_error": self.standard_error}),
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

    def find(
        self,
        wager: str,
        paytable: str | None = None,
        strategy: str | None = None,
        case: str | None = None,
        **options: str,
    ) -> Figures:
        """The first entry for ``wager`` that fits everything given (options with ``_`` for ``-``)."""
        for item in self.figures:
            if item.wager != wager or (paytable is not None and item.paytable != paytable):
                continue
            if (strategy is not None and item.strategy != strategy) or (case is not None and item.case != case):
                continue
            if all(item.options.get(key.replace("_", "-")) == value for key, value in options.items()):
                return item
        asked = ", ".join(str(each) for each in (wager, paytable, strategy, case, options or None) if each is not None)
        wagers = ", ".join(dict.fromkeys(item.wager for item in self.figures))
        raise NoFigures(f"these figures have none of {asked}", remedy=f"they are of {wagers or 'nothing'}")

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
        return frame_of(self.rows(), library)


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

    The hit frequency is the probability of a net above zero, or of a row whose amount is not given. With such a row
    there is neither mean nor variance nor distribution. A net that cannot happen is no part of the distribution.
    """
    listed = tuple(outcomes)
    total = mean_of((Fraction(1), item.probability) for item in listed)
    if isinstance(total, Fraction) and total != 1:
        raise ArithmeticError(f"the probabilities of {wager} {paytable} sum to {total}")
    ev, variance, hits, distribution = moments(listed)
    return Figures(
        wager=wager,
        paytable=paytable,
        options=dict(options),
        strategy=strategy,
        unit=unit,
        mean=ev,
        spread=variance,
        hit_frequency=hits,
        average_action=average_action,
        outcomes=listed,
        distribution=distribution,
        **more,
    )


Moments: TypeAlias = tuple[Number | None, Number | None, Number, tuple[tuple[Number, Number], ...]]


def moments(outcomes: Iterable[Outcome]) -> Moments:
    """Mean, variance, hit frequency and distribution of outcomes; the hit frequency alone if an amount is not given."""
    table: dict[Number, Number] = {}
    unknown: Number = Fraction(0)
    for outcome in outcomes:
        if outcome.net is None:
            unknown += outcome.probability
        elif outcome.net in table:
            table[outcome.net] += outcome.probability
        else:
            table[outcome.net] = outcome.probability
    hits = mean_of([(Fraction(1), unknown), *((Fraction(1), share) for net, share in table.items() if net > 0)])
    if unknown:
        return None, None, hits, ()
    ev = mean_of(table.items())
    second = mean_of((net * net, share) for net, share in table.items())
    return ev, second - ev * ev, hits, tuple(each for each in sorted(table.items(), key=itemgetter(0)) if each[1])


def mean_of(results: Iterable[tuple[Number, Number]]) -> Number:
    """The sum of the results, each times its probability; fractions are brought to one denominator first."""
    pairs = list(results)
    if not all(type(value) is Fraction for pair in pairs for value in pair):
        return sum((net * share for net, share in pairs), Fraction(0))
    exact = [(net.as_integer_ratio(), share.as_integer_ratio()) for net, share in pairs]
    below = math.lcm(*(net[1] for net, _ in exact))
    under = math.lcm(*(share[1] for _, share in exact))
    whole = sum(net[0] * (below // net[1]) * share[0] * (under // share[1]) for net, share in exact)
    return Fraction(whole, below * under)


def plain(value: Number | None) -> float | None:
    """``value`` as a float, where there is one."""
    return None if value is None else float(value)


def ratio(value: Fraction) -> str:
    """``p/q``."""
    return f"{value.numerator}/{value.denominator}"


def _meter(item: MeterFigures) -> dict[str, Any]:
    return {
        "meter": item.meter,
        "coefficient": float(item.coefficient),
        "fixed_return": float(item.fixed_return),
        "break_even": plain(item.break_even),
        "rounds_between_hits": plain(item.rounds_between_hits),
        "spread_between_hits": item.spread_between_hits,
        "counted_empty": list(item.counted_empty),
    }


def _division(item: Division) -> dict[str, Any]:
    return {
        "event": item.event,
        "seats": item.seats,
        "divided": item.divided,
        "probability": float(item.probability),
        "somebody": plain(item.somebody),
        "shared": plain(item.shared),
        "share": float(item.share),
        "coefficient": float(item.coefficient),
    }


def frame_of(rows: list[dict[str, Any]], library: str) -> Any:
    """``rows`` as a data frame of ``library``."""
    from importlib import import_module  # noqa: PLC0415 - a library that only frames need

    if library not in LIBRARIES:
        raise NoFrames(f"{library!r} makes no data frames here", remedy=f"choose {' or '.join(LIBRARIES)}")
    try:
        made = import_module(library)
    except ImportError as error:
        raise NoFrames(f"{library} is not installed", remedy="pip install 'houseway[frames]'") from error
    return made.DataFrame(rows, **({"infer_schema_length": None} if library == "polars" else {}))
