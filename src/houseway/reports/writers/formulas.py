"""How the figures of an entry follow from each other, as formulas of a workbook (`houseway.reports.document.Formulas`).

Inputs are counts (or probabilities), what each outcome pays (or its net), the amount on a meter and the average action:
whoever changes one sees what becomes of edge, hit frequency and spread. A figure gets a formula only where the outcomes
give it: those of a whole round of several wagers stay numbers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from fractions import Fraction

from houseway.maths.progressive import ProgressiveFigures
from houseway.maths.results import Figures, Number, Outcome
from houseway.reports.document import Formulas

QUANTILE = 1.6448536269514722
"""The volatility index in standard deviations: the normal quantile of 95 %."""

PAYS, COUNT, PROBABILITY, ODDS, NET, ADDS = 1, 2, 3, 4, 5, 6
"""Columns of a table of outcomes."""


def key_of(item: Figures, what: str) -> str:
    """The name of one figure of ``item``."""
    return f"{item.wager}|{item.paytable}|{item.case}|{item.strategy}|{what}"


def moved(formulas: Formulas, kept: Sequence[int]) -> Formulas:
    """The same formulas in a table of which only the columns ``kept`` are left; those that need another one go."""
    place = {column: number for number, column in enumerate(kept)}

    def reference(match: re.Match[str]) -> str:
        return f"[{match[1]},{place[int(match[2])]}]"

    cells = {}
    for (row, column), text in formulas.cells.items():
        needed = {int(found) for found in re.findall(r",(\d+)\]", text)}
        if column in place and needed <= place.keys():
            cells[row, place[column]] = re.sub(r"\[([\d:]+),(\d+)\]", reference, text)
    names = {
        name: (first, last, place[column]) for name, (first, last, column) in formulas.names.items() if column in place
    }
    inputs = {(row, place[column]): given for (row, column), given in formulas.inputs.items() if column in place}
    return Formulas(cells, names, inputs)


def _same(one: Number, other: Number) -> bool:
    return math.isclose(float(one), float(other), rel_tol=1e-9, abs_tol=1e-12)


def _adds_up(item: Figures) -> bool:
    """Whether the column of contributions is the expected value."""
    if not item.priced:
        return False
    parts = [*(outcome.adds for outcome in item.outcomes), *(added.adds for added in item.additions)]
    known = [float(part) for part in parts if part is not None]
    return len(known) == len(parts) and _same(sum(known), item.ev)


def _hits_add_up(item: Figures) -> bool:
    """Whether the hit frequency is that of the outcomes above zero, or without an amount."""
    hits = sum(float(outcome.probability) for outcome in item.outcomes if outcome.net is None or outcome.net > 0)
    return _same(hits, item.hit_frequency)


def _spread_adds_up(item: Figures) -> bool:
    if not _adds_up(item) or item.additions:
        return False
    squares = sum(float(outcome.probability) * float(outcome.net or 0) ** 2 for outcome in item.outcomes)
    return math.isclose(squares - float(item.ev) ** 2, float(item.variance), rel_tol=1e-9)


def fact_formulas(item: Figures) -> Callable[[str], tuple[str, str]]:
    """The name and the formula of each figure in the list of an entry's facts."""

    def key(what: str) -> str:
        return "{" + key_of(item, what) + "}"

    found = {"edge": f"-{key('ev')}", "return": f"1+{key('ev')}", "risk": f"-{key('ev')}/{key('action')}"}
    if _adds_up(item):
        found["ev"] = key("total")
    if _hits_add_up(item):
        unknown = [
            f"+{key(f'p{number}')}"
            for number, outcome in enumerate(item.outcomes)
            if outcome.net is None and outcome.probability
        ]
        known = any(outcome.net is not None for outcome in item.outcomes)
        found["hits"] = (f'SUMIF({key("nets")},">0",{key("ps")})' if known else "0") + "".join(unknown)
    if _spread_adds_up(item):
        found["variance"] = f"SUMPRODUCT({key('ps')},{key('nets')},{key('nets')})-{key('ev')}^2"
    if item.priced:
        found |= {"sd": f"SQRT({key('variance')})", "index": f"{QUANTILE!r}*{key('sd')}"}
    return lambda what: (key_of(item, what), found.get(what, ""))


def outcome_formulas(item: Figures) -> Formulas:
    """Probabilities from counts, contributions, and the sums."""
    rows = len(item.outcomes)
    added = len(item.additions)
    total = rows + added
    counted = bool(item.outcomes) and all(outcome.count is not None for outcome in item.outcomes)
    cells: dict[tuple[int, int], str] = {}
    inputs: dict[tuple[int, int], tuple[Fraction, str]] = {}
    for number, outcome in enumerate(item.outcomes):
        if (paid := _paid(outcome)) is not None:
            pay, kind, factor = paid
            inputs[number, PAYS] = (pay, kind)
            cells[number, NET] = f"{_number(factor)}*([{number},{PAYS}]-{int(kind == 'for 1')})"
        if counted:
            cells[number, PROBABILITY] = f"[{number},{COUNT}]/[{total},{COUNT}]"
        if outcome.probability:
            cells[number, ODDS] = f"1/[{number},{PROBABILITY}]"
        if outcome.net is not None:
            cells[number, ADDS] = f"[{number},{PROBABILITY}]*[{number},{NET}]"
        if _amount_of(item) == outcome.meter is not None and outcome.empty is not None and outcome.net is not None:
            amount = "{" + key_of(item, "amount") + "}"
            cells[number, NET] = f"{_number(outcome.empty)}+{_number(outcome.per_dollar or Fraction(0))}*{amount}"
    for number in range(rows, total):
        cells[number, ADDS] = f"[{number},{PROBABILITY}]*[{number},{NET}]"
    if rows:
        cells[total, PROBABILITY] = f"SUM([0:{rows - 1},{PROBABILITY}])"
        if counted:
            cells[total, COUNT] = f"SUM([0:{rows - 1},{COUNT}])"
        if _adds_up(item):
            cells[total, ADDS] = f"SUM([0:{total - 1},{ADDS}])"
    names = {key_of(item, f"p{number}"): (number, number, PROBABILITY) for number in range(rows)}
    names |= {key_of(item, f"a{number}"): (number, number, ADDS) for number in range(rows)}
    names |= {
        key_of(item, "ps"): (0, rows - 1, PROBABILITY),
        key_of(item, "nets"): (0, rows - 1, NET),
        key_of(item, "total"): (total, total, ADDS),
    }
    return Formulas(cells, names, inputs)


def _paid(outcome: Outcome) -> tuple[Fraction, str, Fraction] | None:
    """The odds that an outcome is paid, whether ``to 1`` or ``for 1``, and on how many units; nothing for others."""
    found = re.fullmatch(r"(\d+)(?::(\d+))? ((?:to|for) 1)", outcome.pays)
    if found is None or not isinstance(outcome.net, Fraction | int) or outcome.meter is not None:
        return None
    pay = Fraction(int(found[1]), int(found[2] or 1))
    wins = pay - (found[3] == "for 1")
    units = Fraction(outcome.net) / wins if wins else Fraction(1)
    if units < 1 or units.denominator != 1 or units * wins != outcome.net:
        return None
    return pay, found[3], units


def _number(value: Number) -> str:
    """A number in a formula: what is no short decimal is written as a quotient, so that no digit is lost."""
    if isinstance(value, float):
        return f"({value!r})"
    return f"({value.numerator}/{value.denominator})" if value.denominator != 1 else f"({value.numerator})"


def _amount_of(item: Figures) -> str | None:
    """The meter whose amount is an input of the entry: the only one, with an amount."""
    meters = {outcome.meter for outcome in item.outcomes if outcome.meter is not None}
    return next(iter(meters)) if item.priced and len(meters) == 1 and item.meters else None


def meter_formulas(item: Figures) -> Formulas:
    """Return without each meter (column 1), what a dollar on it adds (2) and where it breaks even (3)."""
    cells: dict[tuple[int, int], str] = {}
    names = {}
    for number, meter in enumerate(item.meters):
        if meter.break_even is not None:
            cells[number, 3] = f"(1-[{number},1])/[{number},2]"
        rows = [
            (place, outcome)
            for place, outcome in enumerate(item.outcomes)
            if outcome.meter is not None and meter.meter in (outcome.meter, f"{outcome.meter}/{outcome.event}")
        ]
        if _same(sum(float(row.probability) * float(row.per_dollar or 0) for _, row in rows), meter.coefficient):
            cells[number, 2] = "+".join(
                "{" + key_of(item, f"p{place}") + "}*" + _number(row.per_dollar or Fraction(0)) for place, row in rows
            )
        metered = [place for place, outcome in enumerate(item.outcomes) if outcome.meter is not None]
        others = [place for place in range(len(item.outcomes)) if place not in metered]
        without = 1 + sum(float(item.outcomes[place].adds or 0) for place in others)
        without -= sum(float(item.outcomes[place].probability) for place in metered)
        if _same(without, meter.fixed_return):
            cells[number, 1] = (
                "1"
                + "".join("+{" + key_of(item, f"a{place}") + "}" for place in others)
                + "".join("-{" + key_of(item, f"p{place}") + "}" for place in metered)
            )
        for what, column in (("fixed", 1), ("dollar", 2), ("even", 3)):
            names[key_of(item, f"{what} {meter.meter}")] = (number, number, column)
    return Formulas(cells, names)


def amount_formulas(item: Figures, cases: Sequence[str]) -> Formulas:
    """Return and edge at the amount in column 1, by the line of the first meter."""
    if not item.meters or item.meters[0].counted_empty:
        return Formulas()
    meter = item.meters[0].meter
    cells: dict[tuple[int, int], str] = {}
    names = {}
    for number, name in enumerate(cases):
        if name == "as given":
            if _amount_of(item) != meter:
                continue
            names[key_of(item, "amount")] = (number, number, 1)
        else:
            cells[number, 1] = "{" + key_of(item, f"even {meter}") + "}"
        line = ["{" + key_of(item, f"{what} {meter}") + "}" for what in ("fixed", "dollar")]
        cells[number, 2] = f"{line[0]}+{line[1]}*[{number},1]"
        cells[number, 3] = f"1-[{number},2]"
    return Formulas(cells, names)


def progressive_formulas(items: Sequence[ProgressiveFigures]) -> Formulas:
    """The return at the seed in column 2, for one player."""
    cells = {}
    for number, item in enumerate(items):
        if item.seats == 1:
            line = ["{" + key_of(item.at_seed, f"{what} {item.meter}") + "}" for what in ("fixed", "dollar")]
            cells[number, 4] = f"{line[0]}+{line[1]}*[{number},2]"
    return Formulas(cells)


def summary_formulas(entries: Sequence[Figures]) -> Formulas:
    """Each figure of the summary is that of the entry's own sheet."""
    cells = {}
    for number, item in enumerate(entries):
        wanted = {3: "edge", 4: "risk", 6: "sd"} if item.priced else {}
        for column, what in {**wanted, 5: "hits"}.items():
            cells[number, column] = "{" + key_of(item, what) + "}"
    return Formulas(cells)
