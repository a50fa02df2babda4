"""How entries spell meters, rows, positions and amounts smaller than a cent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from houseway.rulebook.money import exact_dollars


def micros(amount: int) -> str:
    """An amount in micros as people read it, to the last digit."""
    text = exact_dollars(abs(amount), 8)
    return f"\u2212${text}" if amount < 0 else f"${text}"


def meter_name(row: str) -> str:
    """A meter by its row; the jackpot's own meter has none."""
    return f"meter {row}" if row else "the meter"


def row_name(event: str) -> str:
    """A row of a paytable in words."""
    return event.replace("-", " ")


def seats(positions: Iterable[int]) -> str:
    """Positions in words."""
    found = [str(position) for position in positions]
    return f"{'position' if len(found) == 1 else 'positions'} {', '.join(found)}" if found else "no position"


def picture_words(picture: Mapping[str, Iterable[int]]) -> str:
    """Positions by sensor in words."""
    found = {sensor: list(positions) for sensor, positions in sorted(picture.items())}
    return "; ".join(f"sensor {sensor}: {seats(positions)}" for sensor, positions in found.items() if positions)
