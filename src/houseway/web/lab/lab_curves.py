"""The return as a curve over one pay, meter, option or rule, with all else as the link has it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec

from houseway.errors import HousewayError
from houseway.maths.question import Question
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Figures
from houseway.reports.numbers import shown
from houseway.rulebook.money import dollars
from houseway.rulebook.pays import Pay, PayKind, parse_pay
from houseway.web.lab.lab_answers import answer, answered, compact, picked
from houseway.web.lab.lab_link import Link, Read
from houseway.web.lab.lab_shapes import Axis, Curve, Point

SECONDS = 1.5
"""Seconds of processor time for the points of one curve; those that are left then are left out, the ends come first."""

CHOICE_SECONDS = 9.0
"""The same for a curve over an option or a rule, whose values are few."""

PAYS = 13
"""Pays on a curve, about."""

DOLLARS = 9
"""Amounts on a curve over a meter."""


class _Value(msgspec.Struct, frozen=True):
    """One value of an axis: where it stands, what it is called, and the question with it."""

    x: float
    text: str
    question: Question


def curve(link: Link, field: str) -> Curve:
    """The return over ``field``, one of the axes that the answer to ``link`` has."""
    whole = answer(link)
    axis = next((each for each in whole.axes if each.field == field), None)
    if axis is None:
        raise BadQuestion(f"there is no curve over {field[:60]!r}", remedy="choose a pay, a meter, an option or a rule")
    read, figures = answered(link)
    values, here, approved = _values(axis, read, figures)
    began, seconds = time.process_time(), SECONDS if axis.kind in ("pay", "meter") else CHOICE_SECONDS
    points: dict[int, Point] = {}
    for place in _ends_first(len(values)):
        if len(points) > 2 and time.process_time() - began > seconds:
            break
        try:
            found = picked(read.game, values[place].question, read.case)
        except HousewayError:
            # A value that this game cannot have beside the others.
            continue
        returned, value = 1 + found.ev if found.priced else None, values[place]
        exact = None if returned is None else float(returned)
        points[place] = Point(value.x, value.text, exact, shown(returned, "percent"))
    return Curve(axis, [points[place] for place in sorted(points)], here, approved, len(points) == len(values))


def _ends_first(count: int) -> Iterator[int]:
    """Every place of a row: its ends, then the middle, then the middles of what is left."""
    if count <= 2:
        yield from range(count)
        return
    yield 0
    yield count - 1
    parts = [(0, count - 1)]
    while parts:
        low, high = parts.pop(0)
        if high - low > 1:
            middle = (low + high) // 2
            yield middle
            parts += [(low, middle), (middle, high)]


def _values(axis: Axis, read: Read, figures: Figures) -> tuple[Sequence[_Value], str, str]:
    key = axis.field.partition(":")[2]
    match axis.kind:
        case "pay":
            return _over_pays(read, key)
        case "meter":
            return _over_meter(read, figures, key)
        case _:
            return _over_choices(read, axis, key)


def _with(question: Question, name: str, key: str, value: str | int) -> Question:
    return msgspec.structs.replace(question, **{name: {**getattr(question, name), key: value}})


def _over_pays(read: Read, key: str) -> tuple[Sequence[_Value], str, str]:
    wager, _, event = key.rpartition("/")
    table = next(each for each in (read.table, *read.beside) if each.wager == wager)
    row = table.find(event)
    if row is None:
        raise BadQuestion(f"there is no row {event!r}", remedy="choose another")
    now = parse_pay(read.asked.pays.get(key, row.pay.text), table.odds)
    listed = [
        _Value(float(amount), text, _with(read.asked, "pays", key, text))
        for amount, text in _pays_around(row.pay, now, table.odds)
    ]
    return listed, compact(now.text, table.odds), compact(row.pay.text, table.odds)


def _pays_around(printed: Pay, now: Pay, unit: str) -> list[tuple[Fraction, str]]:
    """The pays from nothing to twice what is printed or typed, with these two among them."""
    if now.kind is PayKind.DOLLARS:
        most = int(max(2 * now.amount, Fraction(1000)))
        amounts = {most * step // (PAYS - 1) for step in range(PAYS)} | {int(now.amount)}
        return [(Fraction(each, 100), dollars(each)) for each in sorted(amounts)]
    if now.kind is PayKind.PERCENT:
        shares = {Fraction(each, 10) for each in range(1, 11)} | {now.amount}
        return [(100 * each, f"{float(100 * each):g}%") for each in sorted(shares)]
    at = {_odds(each, unit) for each in (printed, now)}
    known = {each for each in at if each is not None}
    top = max(Fraction(10), 2 * max(known, default=Fraction(5)))
    step = max(1, round(float(top) / (PAYS - 1)))
    low = 0 if unit == "to 1" else 1
    amounts_to_1 = {Fraction(each) for each in range(low, int(top) + 1, step)} | known
    return [(each, _text(each, unit)) for each in sorted(amounts_to_1)]


def _odds(pay: Pay, unit: str) -> Fraction | None:
    """A pay as odds in the unit of its table, where it is such: a loss is minus 1 to 1, a push 0 to 1 or 1 for 1."""
    to_1 = unit == "to 1"
    match pay.kind:
        case PayKind.TO_1:
            return pay.amount if to_1 else pay.amount + 1
        case PayKind.FOR_1:
            return pay.amount - 1 if to_1 else pay.amount
        case PayKind.PUSH:
            return Fraction(0 if to_1 else 1)
        case PayKind.LOSS:
            return Fraction(-1 if to_1 else 0)
        case _:
            return None


def _text(odds: Fraction, unit: str) -> str:
    if odds == (-1 if unit == "to 1" else 0):
        return "loss"
    if unit == "to 1" and odds == 0:
        return "push"
    return str(odds.numerator) if odds.denominator == 1 else f"{odds.numerator}:{odds.denominator}"


def _over_meter(read: Read, figures: Figures, name: str) -> tuple[Sequence[_Value], str, str]:
    line = next((each for each in figures.meters if each.meter == name), None)
    now = read.asked.meters.get(name)
    even = int(100 * Fraction(line.break_even)) if line is not None and line.break_even else 0
    top = max(int(1.5 * even), 2 * (now or 0), 100_000)
    amounts = {top * step // (DOLLARS - 1) for step in range(DOLLARS)} | ({now} if now else set())
    listed = [
        _Value(amount / 100, dollars(amount), _with(read.asked, "meters", name, amount)) for amount in sorted(amounts)
    ]
    return listed, dollars(now) if now is not None else "", ""


def _over_choices(read: Read, axis: Axis, slug: str) -> tuple[Sequence[_Value], str, str]:
    name = "options" if axis.kind == "option" else "rules"
    if axis.kind == "option":
        option = read.edition.options[slug]
        values = {value: value.replace("-", " ") for value in option.values}
        approved = option.values[0]
    else:
        rule = next(each for each in read.game.rules(read.edition.slug) if each.slug == slug)
        values = {value: rule.words(value) for value in (rule.approved, *rule.others)}
        if rule.is_number:
            values = dict(sorted(values.items(), key=lambda each: int(each[0])))
        approved = rule.approved
    now = str(getattr(read.asked, name).get(slug, approved))
    values.setdefault(now, now)
    listed = [
        _Value(float(place), said, _with(read.asked, name, slug, value))
        for place, (value, said) in enumerate(values.items())
    ]
    return listed, values[now], values[approved]
