"""Pictures of a draft: the felt and the display of a table as they will look, or what keeps them from being drawn."""

from __future__ import annotations

from typing import NamedTuple

from houseway.compliance.configuration import Property
from houseway.compliance.configured_tables import settings_of, setup_of
from houseway.errors import HousewayError
from houseway.reports.displays.board import Board, board_planned
from houseway.web.art.felts import felt


class Felt(NamedTuple):
    """The felt as SVG, or why it cannot be drawn yet."""

    svg: str
    refusal: str


def felt_of_draft(property: Property, id: str) -> Felt:
    """The felt of a table of a draft."""
    table = property.table(id)
    if table is None:
        return Felt("", "The table is not complete yet.")
    try:
        setup = setup_of(table, {jackpot.id: jackpot for jackpot in property.jackpots}, settings_of(property, id))
        return Felt(felt(setup, seats=table.seats), "")
    except HousewayError as error:
        return Felt("", f"{error.message[:1].upper()}{error.message[1:]}. {error.remedy or ''}")


def display_of_draft(property: Property, id: str) -> Board | None:
    """What the displays of a table of a draft will show, with every jackpot as it begins; nothing if it has no amount.

    What keeps it from being drawn is a finding.
    """
    try:
        board = board_planned(property, id)
    except HousewayError:
        return None
    return board if board.meters else None
