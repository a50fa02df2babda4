"""The trays of the second floor: counts, fills, credits and drops, and who deals; written from the rulings."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.floor.model_parts import CENT, Board, need


@dataclass
class Shift:
    """What one shift began with and what slips moved, in cents; ``closing`` once the tray is counted again."""

    opening: int
    filled: int = 0
    closing: int | None = None
    slips: set[str] = field(default_factory=set)


@dataclass
class Tray:
    """The chips of one table: what its account says, and the shifts whose drop is not counted."""

    last: int | None = None
    chips: int = 0
    won: int = 0
    over: int = 0
    shifts: list[Shift] = field(default_factory=list)


class TwinTrays:
    """The trays of every table against the cage, and the dealers who have signed on."""

    boards: dict[str, Board]
    trays: dict[str, Tray]
    dealers: dict[str, str]

    def count_opening(self, table: str, cents: int) -> None:
        tray = self.trays[table]
        need(cents >= 0 and all(shift.closing is not None for shift in tray.shifts))
        if tray.last is not None:
            # Nobody brought or took anything meanwhile: a difference is nobody's but the tray's.
            tray.over += cents - tray.last
        tray.chips += cents - (tray.last or 0)
        tray.last = cents
        tray.shifts.append(Shift(cents))

    def slip(self, table: str, cents: int, slip: str) -> None:
        """A fill, or a credit where ``cents`` is below nothing."""
        shift = self._open(table)
        need(cents != 0 and slip not in shift.slips)
        shift.slips.add(slip)
        shift.filled += cents
        self.trays[table].chips += cents

    def count_closing(self, table: str, cents: int) -> None:
        shift = self._open(table)
        need(cents >= 0)
        shift.closing = self.trays[table].last = cents

    def count_drop(self, table: str, cents: int) -> None:
        tray = self.trays[table]
        need(cents >= 0 and bool(tray.shifts) and tray.shifts[0].closing is not None)
        shift = tray.shifts.pop(0)
        assert shift.closing is not None
        # Players took or brought so many chips; what they paid for chips lies in the box.
        brought = shift.closing - shift.opening - shift.filled
        tray.chips += brought
        tray.won += brought + cents

    def _open(self, table: str) -> Shift:
        shifts = self.trays[table].shifts
        need(bool(shifts) and shifts[-1].closing is None)
        return shifts[-1]

    def sign_on(self, table: str, who: str) -> None:
        need(self.boards[table].open and self.dealers.get(table) != who)
        self.dealers[table] = who

    def sign_off(self, table: str, who: str) -> None:
        need(self.boards[table].open and table in self.dealers)
        # Whoever supervises may send a dealer away; another dealer may not.
        need(who == "sato" or self.dealers[table] == who)
        del self.dealers[table]

    def tray_accounts(self) -> dict[str, int]:
        """Every account of the trays: what is not in a tray, won or missing lies in the cage."""
        found: dict[str, int] = {}
        for table, tray in self.trays.items():
            found |= {
                f"table money/{table}/float": tray.chips * CENT,
                f"table money/{table}/win": -tray.won * CENT,
                f"table money/{table}/over and short": -tray.over * CENT,
            }
        found["table money/cage"] = -sum(found.values())
        return found
