"""Pictures of a draft: the felt and the displays as they will look, or what keeps them from being drawn."""

from __future__ import annotations

from typing import NamedTuple

from houseway.compliance.configuration import Property
from houseway.compliance.configured_tables import settings_of, setup_of
from houseway.errors import HousewayError
from houseway.floor.drafts.differences import edition_of_thing
from houseway.floor.drafts.draft_content import Content, judge, put, things
from houseway.floor.floor_errors import UnknownThing
from houseway.reports.displays.board import KINDS, Board, Theme, admit, board_planned, usual_theme
from houseway.web.art.felts import felt
from houseway.web.live.frame_shapes import VisionFrame
from houseway.web.setup.table_editor import complete_table, new_table, tidy_table
from houseway.web.setup.thing_editors import settings_in

SAMPLE = "table of this jackpot"
"""The table of a jackpot that is played for nowhere yet: an ordinary one, for its display alone."""


class Felt(NamedTuple):
    """The felt as SVG, or why it cannot be drawn yet."""

    svg: str
    refusal: str


class Display(NamedTuple):
    """A display as it will look: what it shows, in which theme, and the words of running letters."""

    board: Board
    theme: Theme
    says: str

    @property
    def data(self) -> dict[str, object]:
        """What the page of a display is drawn from; it follows no table."""
        nothing = VisionFrame(self.board.table, True, [], [], {}, {}, [])
        return {
            "table": self.board.table,
            "theme": self.theme,
            "kind": KINDS[self.theme],
            "frame": nothing,
            "names": self.board.names,
            "notice": self.board.notice,
            "drafted": True,
        }


def felt_of_draft(property: Property, id: str) -> Felt:
    """The felt of a table of a draft."""
    table = property.table(id)
    if table is None:
        return Felt("", "The table is not complete yet.")
    try:
        setup = setup_of(table, {jackpot.id: jackpot for jackpot in property.jackpots}, settings_of(property, id))
        return Felt(felt(setup, seats=table.seats), "")
    except HousewayError as error:
        return Felt("", said(error))


def display_of_draft(content: Content, kind: str, id: str, day: str) -> Display:
    """The display of a table, or of a table with this jackpot, with every jackpot as it begins.

    A refusal says what keeps it from being drawn.
    """
    if kind == "jackpots":
        content, id = _with_table(content, id, day)
    board = board_planned(judge(content, day).property, id)
    theme = usual_theme(board)
    return Display(board, theme, admit(board, theme, 0) if theme == "led" else "")


def _with_table(content: Content, jackpot: str, day: str) -> tuple[Content, str]:
    """The draft with a table that plays for a jackpot: its first, or an ordinary one of the wager it is meant for."""
    for id, table in things(content.configuration, "tables").items():
        if jackpot in table.get("jackpots", {}).values():
            return content, id
    game, _, meant = content.plays.get(jackpot, "").partition("/")
    slug, _, wager = meant.partition("/")
    wager = wager.partition("/")[0]
    edition = edition_of_thing({"game": game, "edition": slug})
    if edition is None:
        raise UnknownThing("no table plays for this jackpot yet", remedy="choose it at a table of this draft")
    new = Content(configuration={**content.configuration}, plays=content.plays)
    table = new_table(SAMPLE, edition, content.configuration, settings_in(content, day))
    table["wagers"] = [*table["wagers"], wager]
    table["jackpots"] = {wager: jackpot}
    put(new.configuration, "tables", SAMPLE, complete_table({}, tidy_table(table, [wager]), new))
    return new, SAMPLE


def said(error: HousewayError) -> str:
    """A refusal as two sentences."""
    what, remedy = (f"{text[:1].upper()}{text[1:]}." if text else "" for text in (error.message, error.remedy or ""))
    return f"{what} {remedy}".strip()
