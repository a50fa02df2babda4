"""The PAR sheet lists the rulings with what each is worth: all of them, or those that move the wager it is of."""

from __future__ import annotations

from houseway.facade import Game
from houseway.registry import game
from houseway.reports.document import Section, Table
from houseway.reports.par_sheet import par_sheet
from houseway.reports.rulings_section import TITLE, rulings_section


def _tables(section: Section) -> dict[str, Table]:
    return {piece.title: piece for piece in section.pieces if isinstance(piece, Table)}


def test_the_sheet_of_a_wager_lists_the_rulings_that_move_it() -> None:
    sheet = par_sheet(game("dueling"), wager="combo-bet")
    section = next(part for part in sheet.sections if part.title == TITLE)
    tables = _tables(section)
    assert "Rulings that move no figure" not in tables
    assert {row[0] for row in tables["What each is worth"].rows} == {"DD-1 a", "DD-3", "DD-9"}


def test_an_hour_is_reckoned_at_the_house_maximum_of_every_position() -> None:
    played = game("dueling")
    (section,) = rulings_section(played, played.edition())
    rows = _tables(section)["What each is worth"].rows
    row = next(row for row in rows if row[0] == "DD-3")
    # Seven positions, sixty rounds, one hundred dollars: two units of 5 in 311.
    assert isinstance(row[-1], float)
    assert round(row[-1], 6) == round(-7 * 60 * 100 * 2 * 5 / 311, 6)


def test_a_game_without_readings_has_no_such_section(toy: Game) -> None:
    assert rulings_section(toy, toy.edition()) == ()
