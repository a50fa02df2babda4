"""How a jackpot is configured: its scheme, its meters, what is posted. Plain data, checked where it is used."""

from __future__ import annotations

from typing import Literal

import msgspec

from houseway.table.shown.wording import spelled

MICROS = 1_000_000
"""A cent is a million micros. Meters and funds are whole micros: a rate in parts per million times cents is exact."""

FULL = 1_000_000
"""A rate of one: parts per million."""


class _Data(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, rename="kebab"):
    """Base of configuration data: kebab-case in files, nothing unknown."""


class Meter(_Data, frozen=True, kw_only=True):
    """One amount that grows. ``row`` is the paytable row that has this meter for itself, or nothing: the jackpot's own.

    ``seed`` is what the house puts in at the start and ``reseed`` what the meter starts from after a full prize, in
    cents; ``rate`` is the share of each fixed wager that goes to the displayed amount and ``reserve`` the hidden share
    that later pays for the reseed, both in parts per million; over ``cap`` cents the displayed amount does not rise
    and what comes in is overflow. ``reseed_below`` tops the meter up also when a smaller prize takes it under
    ``reseed`` (BJS-3).
    """

    row: str = ""
    seed: int
    reseed: int
    rate: int
    reserve: int = 0
    cap: int | None = None
    reseed_below: bool = False


class Jackpot(_Data, frozen=True, kw_only=True):
    """One jackpot: a bonus posted by the operator, or a progressive that moves with each counted wager.

    ``wager`` is the fixed wager in cents. A progressive has ``meters``. A bonus has none: ``posted`` gives what each
    row left to the operator pays (as in `houseway.table.setup.Setup`), and ``amount`` the posted amount in cents that
    its percent rows are reckoned on. ``updates`` says whether the operator posts once (``static``), changes it
    (``updated``: a Daily Bonus Jackpot) or the wagers move it (``real-time``: a progressive, and no other).
    ``envy`` and ``share`` give prizes for other players by row. ``maker`` made the equipment of the link.
    ``unreasonable`` is the most wagers that one position of one table can plausibly make in an hour: more stops the
    table (a stuck sensor). ``name`` is what people call it; programs and accounts go by ``id``.
    """

    id: str
    name: str = ""
    scheme: Literal["bonus", "progressive"]
    updates: Literal["static", "updated", "real-time"]
    wager: int = 100
    meters: tuple[Meter, ...] = ()
    posted: dict[str, str] = {}
    amount: int | None = None
    envy: dict[str, str] = {}
    share: dict[str, str] = {}
    maker: str = ""
    unreasonable: int = 400

    @property
    def title(self) -> str:
        """What people read: the name, or the id as words."""
        return self.name.strip() or spelled(self.id)

    def meter_title(self, row: str) -> str:
        """A meter as people read it: the jackpot, with the row that has a meter for itself."""
        return f"{self.title}: {spelled(row)}" if row else self.title

    def meter(self, row: str) -> Meter | None:
        """The meter of ``row``, or nothing."""
        return next((meter for meter in self.meters if meter.row == row), None)


def percent(parts: int) -> str:
    """Parts per million as a percent, exactly."""
    whole, rest = divmod(parts, 10_000)
    return f"{whole}.{rest:04d}".rstrip("0").rstrip(".") + " %"
