"""Win and hold of a table, and what its tray should hold: the formula with its signs, and the accounts it is booked in.

The tray begins a shift with the **opening** inventory. **Fills** bring chips from the cage and **credits** take some
back. Players buy chips with money that goes into the box: the **drop**. At the end the **closing** inventory is
counted. What is there more than came in is the table's **win**:

    win = closing + drop + credits - opening - fills        hold = win / drop

Recorded lines say the same from the other side: what players staked less what they got back. Where every line of a
shift is recorded, the win less that sum is the **float difference**, and is nothing where all chips are where they
belong. It is the shortage or surplus of ``opening + fills - credits - closing - drop`` against the lines.
"""

from __future__ import annotations

from fractions import Fraction

from houseway.jackpots.jackpot_accounts import Lines
from houseway.jackpots.jackpot_configuration import MICROS

TABLE_MONEY = "table money/"
"""What the accounts of tables' money begin with. A jackpot's id has no space: none of its accounts begins so."""

CAGE = f"{TABLE_MONEY}cage"
"""The other side of every chip and dollar that a table gets or gives."""


def float_of(table: str) -> str:
    """The account of the chips in a table's tray."""
    return f"{TABLE_MONEY}{table}/float"


def win_of(table: str) -> str:
    """The account of what a table has won: below zero for the house's income, as books have it."""
    return f"{TABLE_MONEY}{table}/win"


def short_of(table: str) -> str:
    """The account of what a tray had more or less when it was opened than when it was closed."""
    return f"{TABLE_MONEY}{table}/over and short"


def win(*, opening: int, fills: int, credits: int, closing: int, drop: int) -> int:
    """What a table has won in a shift, in cents."""
    return closing + drop + credits - opening - fills


def hold(win: int, drop: int) -> Fraction | None:
    """The share of the drop that a table has won; nothing where nothing was dropped."""
    return Fraction(win, drop) if drop else None


def opening_lines(table: str, amount: int, before: int | None) -> Lines:
    """An opening inventory: the first float comes from the cage; later ones are held against the last closing."""
    if before is None:
        return _moved(CAGE, float_of(table), amount)
    return _moved(short_of(table), float_of(table), amount - before)


def fill_lines(table: str, amount: int) -> Lines:
    """Chips from the cage to the tray."""
    return _moved(CAGE, float_of(table), amount)


def credit_lines(table: str, amount: int) -> Lines:
    """Chips from the tray to the cage."""
    return _moved(float_of(table), CAGE, amount)


def drop_lines(table: str, won: int, drop: int) -> Lines:
    """The end of a shift: the drop goes to the cage, the tray stands at its closing inventory, the rest is the win."""
    lines = ((CAGE, drop), (float_of(table), won - drop), (win_of(table), -won))
    return tuple((name, cents * MICROS) for name, cents in lines if cents)


def _moved(source: str, target: str, cents: int) -> Lines:
    return ((target, cents * MICROS), (source, -cents * MICROS)) if cents else ()
