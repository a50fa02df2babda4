"""Targets: the paytables in whole numbers that reach a house edge, found for the cells of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from houseway.errors import HousewayError
from houseway.maths.results import Figures
from houseway.maths.targets import Found, Target, parse_rows, tables_reaching
from houseway.reports.numbers import shown
from houseway.rulebook.typed_numbers import typed_share
from houseway.web.lab.lab_answers import answered, taken_of
from houseway.web.lab.lab_link import Link, Read, Wrong
from houseway.web.lab.lab_shapes import Choice, FoundTable, TargetAnswer

MAX_TABLES = 12
"""Tables that are told."""


def tables_for(link: Link, asked: Mapping[str, str], rows: Sequence[str]) -> TargetAnswer:
    """The tables that reach a target: ``asked`` has ``edge``, ``within`` and ``hits`` in percent, as they were typed.

    ``rows`` are ``ROW`` or ``ROW=LOW-HIGH``; the other rows stay as the link has them.
    """
    read, _ = answered(link)
    wrong: list[Wrong] = []
    shares = {name: _share(asked.get(name, ""), name, wrong) for name in ("edge", "within", "hits")}
    bounds = _rows(read, rows, wrong)
    names = [Choice(f"pay:{read.wager}/{row}", _name(read, row)) for row in bounds]
    if wrong:
        return TargetAnswer(names, [], "", wrong)
    base = {key: pay for key, pay in read.asked.pays.items() if key.rpartition("/")[2] not in bounds}
    question = msgspec.structs.replace(read.asked, pays=base)
    target = Target(
        edge=shares["edge"],
        within=shares["within"],
        hit_frequency=shares["hits"],
        rows=bounds,
        ordered="any" not in asked,
    )
    try:
        found = tables_reaching(read.game, question, target, most=MAX_TABLES)
    except HousewayError as error:
        return TargetAnswer(names, [], "", [Wrong("target:rows", error.message, error.remedy or "")])
    return TargetAnswer(names, [_table(read, pays.pays, pays.figures) for pays in found.tables], _says(found), [])


def _share(text: str, name: str, wrong: list[Wrong]) -> Fraction:
    usual = {"edge": "", "within": "0.05", "hits": "0"}[name]
    share = typed_share(text or usual, 20)
    if share is None or not -1 <= share <= 1 or (name != "edge" and share < 0):
        wrong.append(Wrong(f"target:{name}", f"{text!r} is no percentage" if text else "a percentage is missing here",
                           "write one such as 4"))  # fmt: skip
        return Fraction(0)
    return share


def _rows(read: Read, rows: Sequence[str], wrong: list[Wrong]) -> dict[str, tuple[int, int] | None]:
    found: dict[str, tuple[int, int] | None] = {}
    for word in rows:
        row, _, typed = word.partition("=")
        message = ""
        try:
            found.update(parse_rows([word]))
            bounds = found.get(row)
            if bounds is not None and bounds[0] > bounds[1]:
                message = f"{typed[:20]!r} ends below its beginning"
        except HousewayError:
            message = f"{typed[:20]!r} has no lowest and highest pay"
        if message:
            wrong.append(
                Wrong(f"bounds:{read.wager}/{row}", message, "write the lowest pay and the highest, as in 3-10")
            )
    for row in found:
        if read.table.find(row) is None:
            wrong.append(Wrong("target:rows", f"there is no row {row[:40]!r}", "choose rows of the table"))
    if not rows:
        wrong.append(Wrong("target:rows", "no row is chosen to be set", "tick one row or more"))
    return found


def _name(read: Read, row: str) -> str:
    found = read.table.find(row)
    return found.name if found is not None else row


def _table(read: Read, pays: Mapping[str, int], figures: Figures) -> FoundTable:
    keyed = {f"{read.wager}/{row}": str(pay) for row, pay in pays.items()}
    return FoundTable(
        pays={f"pay:{key}": pay for key, pay in keyed.items()},
        edge=shown(figures.house_edge, "percent"),
        hits=shown(figures.hit_frequency, "percent"),
        sd=shown(figures.sd, "plain"),
        fingerprint=taken_of(read, keyed).fingerprint[:16],
    )


def _says(found: Found) -> str:
    if not found.tables:
        return "No table within these bounds reaches it. Choose more rows, wider bounds, or a lower hit frequency."
    one = len(found.tables) == 1
    said = (
        "One table, analysed by itself."
        if one
        else f"{len(found.tables)} tables, the least changed first, each analysed by itself."
    )
    if (more := found.foretold - found.analysed) > 0:
        said += f" {more:,} more come as near: bound the rows to see others."
    if not found.line:
        said += " The best play moves with the pays: other tables may reach it too."
    return said
