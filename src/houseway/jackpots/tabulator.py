"""The Bet Tabulator of one table as a software device: sensors, the dealer's button, indicators, counters, faults.

A sensor says that something lies on it or that nothing does; there is no way to give it a value. Time comes in as
whole microseconds and may not run backwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from houseway.jackpots.counters import Counters, LcdCounter
from houseway.jackpots.equipment import Model
from houseway.jackpots.jackpot_errors import EquipmentFailed, EquipmentRefused, NotConfirmed, UnknownSensor
from houseway.jackpots.panel import Logger

BOUNCE = 50_000
"""How long a spot must stay empty before its chip counts as lifted, in microseconds."""

Spots = dict[int, tuple[int, ...]]
"""Positions by sensor, both in order."""

Handling = Literal["removed", "stays"]
"""A fixed wager paid *for 1* is removed before play; a variable one paid *to 1* stays on the layout."""


class Picture(msgspec.Struct, frozen=True, kw_only=True):
    """What one press latched: the positions present, by sensor.

    ``stuck`` are those of them that were never seen clear since the press before, although the dealer takes such
    wagers in: a stuck sensor, or a button pressed twice. ``manual`` marks a count made by hand.
    """

    at: int
    wagers: Spots
    stuck: Spots = {}
    manual: bool = False

    @property
    def count(self) -> int:
        """How many wagers are in the picture."""
        return sum(len(positions) for positions in self.wagers.values())

    @property
    def sound(self) -> Spots:
        """The wagers without those of stuck sensors."""
        return _minus(self.wagers, self.stuck)

    def command(self, table: str, round: int) -> dict[str, Any]:
        """The picture as the command that a panel sends to the floor."""
        return {
            "type": "tabulate",
            "table": table,
            "round": round,
            "picture": plain(self.wagers),
            "stuck": plain(self.stuck),
            "manual": self.manual,
        }


class Edge(msgspec.Struct, frozen=True, kw_only=True):
    """A chip that came late or was lifted after the press. It changed nothing."""

    at: int
    sensor: int
    position: int
    kind: Literal["late", "lifted"]

    def as_dict(self) -> dict[str, Any]:
        """The edge as plain data, for the journal."""
        return {"at": self.at, "sensor": self.sensor, "position": self.position, "kind": self.kind}


class Agreement(msgspec.Struct, frozen=True, kw_only=True):
    """The indicators held against the chips: ``bare`` are lit without a chip, ``dark`` have a chip and no light."""

    bare: Spots
    dark: Spots

    @property
    def agrees(self) -> bool:
        """Whether every light has its chip and every chip its light."""
        return not self.bare and not self.dark

    @property
    def differ(self) -> Spots:
        """The positions that disagree, either way."""
        return _ordered(spot for side in (self.bare, self.dark) for spot in _flat(side))


class Overruled(msgspec.Struct, frozen=True, kw_only=True):
    """A supervisor settled a disagreement, for the record."""

    at: int
    by: str
    differ: Spots


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """What was out of order, from when and, once mended, until when."""

    what: str
    since: int
    until: int | None = None


class _Spot(msgspec.Struct):
    felt: bool = False  # what the sensor reads at this instant
    present: bool = False  # the same without its bounces
    clear: bool = True  # seen empty since the last press
    swept: bool = False  # the dealer took this chip in
    jammed: bool = False


class Tabulator:
    """The tabulator of a table. Positions are numbered from the dealer's left.

    ``sensors`` says for each sensor installed whether its wager is removed before play or stays. A model with an LCD
    counter needs its ``lcd``, one that forwards its ``logger``; `install` makes them.
    """

    def __init__(
        self,
        model: Model,
        *,
        positions: int,
        sensors: Mapping[int, Handling],
        counters: Counters | None = None,
        lcd: LcdCounter | None = None,
        logger: Logger | None = None,
        bounce: int = BOUNCE,
    ) -> None:
        model.check_layout(sensors, positions)
        for has, given, what in ((model.has_lcd, lcd, "LCD counter"), (model.forwards, logger, "data logger")):
            if has != (given is not None):
                raise EquipmentRefused(
                    f"{model.name} {'needs its' if has else 'has no'} {what}",
                    clause=model.clause,
                    remedy="set it up as the model is built",
                )
        self.model = model
        self.positions = positions
        self.sensors: dict[int, Handling] = dict(sorted(sensors.items()))
        self.counters = Counters() if counters is None else counters
        self.lcd = lcd
        self.logger = logger
        self._bounce = bounce
        self._now = 0
        self._spots = {(sensor, place): _Spot() for sensor in self.sensors for place in range(1, positions + 1)}
        self._emptied: dict[tuple[int, int], int] = {}
        self._picture: Picture | None = None
        self._stage: Literal["open", "latched", "disputed", "confirmed", "collected"] = "open"
        self._noting = False
        self._edges: list[Edge] = []
        self._differ: Spots = {}
        self._off_since: int | None = None
        self._faults: list[Fault] = []

    # -- chips

    def place(self, sensor: int, position: int, at: int) -> None:
        """A chip touches the sensor: it is there from this moment on."""
        spot = self._spot(sensor, position)
        self._advance(at)
        spot.felt = True
        if self.works:
            self._emptied.pop((sensor, position), None)
            if not spot.present:
                spot.present, spot.swept = True, False
                self._note(at, sensor, position, "late")

    def lift(self, sensor: int, position: int, at: int) -> None:
        """The sensor no longer feels a chip: it counts as lifted once the spot has stayed empty for a moment."""
        spot = self._spot(sensor, position)
        self._advance(at)
        if spot.jammed or not spot.felt:
            return
        spot.felt = False
        if self.works:
            self._emptied[sensor, position] = at

    def jam(self, sensor: int, position: int, at: int) -> None:
        """The sensor sticks: it reports a chip, whatever lies on it, until it is freed."""
        self.place(sensor, position, at)
        self._spot(sensor, position).jammed = True

    def free(self, sensor: int, position: int, at: int) -> None:
        """The sensor no longer sticks, and its spot is empty."""
        self._spot(sensor, position).jammed = False
        self.lift(sensor, position, at)

    def present(self, at: int) -> Spots:
        """Where the sensors feel a chip at ``at``; nothing while they are out of order or without power."""
        self._advance(at)
        if not self.works:
            return {}
        return _ordered(key for key, spot in self._spots.items() if spot.present)

    # -- the round

    def press(self, at: int) -> Picture:
        """The dealer presses *tabulate*: what is present is latched and counted, and the indicators follow it.

        Refused while the equipment is out of order; a full logger refuses it too. Nothing has changed then.
        """
        self._advance(at)
        self._check_works()
        if self.logger is not None:
            self.logger.check_room(at)
        present = [key for key, spot in self._spots.items() if spot.present]
        stuck = [key for key in present if self.sensors[key[0]] == "removed" and not self._spots[key].clear]
        for spot in self._spots.values():
            spot.clear, spot.swept = not spot.present, False
        picture = Picture(at=at, wagers=_ordered(present), stuck=_ordered(stuck))
        self._begin(picture, "latched")
        counted = self.counters.advance(picture.wagers)
        if self.lcd is not None:
            self.lcd.advance(counted)
        if self.logger is not None:
            self.logger.record(at, picture.wagers)
        return picture

    @property
    def picture(self) -> Picture | None:
        """The picture of the round in hand, if there is one."""
        return self._picture

    @property
    def lit(self) -> Spots:
        """The indicators that are lit: latched wagers that are removed, chip or no chip, until the next press."""
        if self._picture is None or self._picture.manual or not self.works:
            return {}
        return self._removed(self._picture.wagers)

    def confirm(self, seen: Mapping[int, Iterable[int]]) -> Agreement:
        """The dealer holds the lit indicators against the chips ``seen``. Where they differ, a supervisor is needed."""
        self._check_works()
        if self._picture is None or self._picture.manual or self._stage not in {"latched", "disputed"}:
            raise NotConfirmed(
                "there are no indicators to confirm: nothing was tabulated, or it was confirmed already",
                clause="S-7",
                remedy="press tabulate when the wagers are down",
            )
        lit, chips = self.lit, self._removed(self._checked(seen))
        agreement = Agreement(bare=_minus(lit, chips), dark=_minus(chips, lit))
        self._stage = "confirmed" if agreement.agrees else "disputed"
        self._differ = agreement.differ
        return agreement

    def overrule(self, by: str, at: int) -> Overruled:
        """A supervisor has settled the disagreement: the wagers may be collected. What was latched stays."""
        self._advance(at)
        if self._stage != "disputed":
            raise NotConfirmed(
                "indicators and chips are not in disagreement", clause="S-7", remedy="confirm the lights, and go on"
            )
        if not by:
            raise NotConfirmed(
                "a disagreement is settled by a supervisor, by name",
                clause="S-7",
                remedy="give the name of the supervisor who decides",
            )
        self._stage = "confirmed"
        return Overruled(at=at, by=by, differ=self._differ)

    def collect(self, at: int) -> Spots:
        """The dealer takes in the wagers that were latched and are removed; returns them."""
        self._advance(at)
        self._check_works()
        if self._picture is not None and self._picture.manual:
            raise NotConfirmed(
                "this round is counted by hand: its jackpot wagers stay on their spots until their hand is settled",
                clause="S-11",
                remedy="collect each wager when its hand is settled",
            )
        if self._stage != "confirmed":
            why = {
                "disputed": "indicators and chips differ: a supervisor settles it first",
                "collected": "the wagers of this round are collected already",
            }.get(self._stage, "the indicators are not confirmed against the chips")
            raise NotConfirmed(why, clause="S-7", remedy="confirm each lit indicator, then collect")
        taken = self.lit
        self._stage = "collected"
        for sensor, position in _flat(taken):
            self._spots[sensor, position].swept = True
            self.lift(sensor, position, at)
        return taken

    def finish(self, at: int) -> None:
        """The round is settled: chips placed from now on are for the next. The indicators stay as they are."""
        self._advance(at)
        self._noting = False

    def take_notes(self, at: int) -> tuple[Edge, ...]:
        """Late and lifted chips noted since this was last asked, in order of time: for the journal."""
        self._advance(at)
        edges, self._edges = self._edges, []
        return tuple(sorted(edges, key=lambda edge: (edge.at, edge.sensor, edge.position)))

    # -- faults and the manual procedure

    @property
    def works(self) -> bool:
        """Whether the tabulator has power and nothing is out of order."""
        return self._off_since is None and not self._faults

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What is out of order now; a power loss is not among them."""
        return tuple(self._faults)

    def fail(self, what: str, at: int) -> Fault:
        """Something goes out of order: the manual procedure holds until it is mended."""
        self._advance(at)
        fault = Fault(what=what, since=at)
        self._faults.append(fault)
        self._emptied.clear()
        return fault

    def mend(self, at: int) -> tuple[Fault, ...]:
        """Everything is in order again; returns what was not, for the record. The sensors are read afresh."""
        self._advance(at)
        mended = tuple(msgspec.structs.replace(fault, until=at) for fault in self._faults)
        self._faults = []
        self._read_afresh()
        return mended

    def power_off(self, at: int) -> None:
        """The power goes: picture and indicators are lost, and what the LCD counter's battery keeps is not."""
        self._advance(at)
        if self._off_since is None:
            self._off_since = at
            self._picture, self._stage, self._noting = None, "open", False
            self._emptied.clear()

    def power_on(self, at: int, picture: Picture | None = None, *, collected: bool = False) -> Fault:
        """The power is back; returns the outage. A model with a server takes the round's ``picture`` back from it.

        The others have nothing to take it back from: what was counted is counted, and wagers not yet collected stay
        on their spots until their hand is settled.
        """
        if self._off_since is None:
            raise EquipmentRefused("the power is on already", clause=self.model.clause, remedy="nothing is to be done")
        if picture is not None:
            if not self.model.has_server:
                raise EquipmentRefused(
                    f"{self.model.name} has no server that could give its picture back",
                    clause=self.model.clause,
                    remedy="leave wagers not yet collected on their spots; the LCD counter has kept its count",
                )
            self._checked(picture.wagers)
        self._advance(at)
        outage = Fault(what="power", since=self._off_since, until=at)
        self._off_since = None
        self._read_afresh()
        if picture is not None:
            self._begin(picture, "collected" if collected else "latched")
        return outage

    def count_by_hand(self, wagers: Mapping[int, Iterable[int]], at: int) -> Picture:
        """A count made by hand, marked so. Refused while the equipment could make it.

        The wagers stay on their spots until their hand is settled. The device's own counters do not see it.
        """
        checked = self._checked(wagers)
        self._advance(at)
        if self.works and (self.logger is None or self.logger.has_room):
            raise EquipmentRefused(
                "the tabulator works: wagers are counted by pressing tabulate",
                clause="S-11",
                remedy="put the fault on record first",
            )
        picture = Picture(at=at, wagers=checked, manual=True)
        self._begin(picture, "open")
        return picture

    # -- inside

    def _spot(self, sensor: int, position: int) -> _Spot:
        spot = self._spots.get((sensor, position))
        if spot is None:
            self.model.check_layout([sensor], self.positions)
            raise UnknownSensor(
                f"no sensor {sensor!r} is installed at position {position!r} of this table",
                clause=self.model.clause,
                remedy=f"sensors {', '.join(map(str, self.sensors))}, positions 1 to {self.positions}",
            )
        return spot

    def _checked(self, wagers: Mapping[int, Iterable[int]]) -> Spots:
        spots = [(sensor, position) for sensor, positions in wagers.items() for position in positions]
        for sensor, position in spots:
            self._spot(sensor, position)
        return _ordered(spots)

    def _removed(self, wagers: Spots) -> Spots:
        return {sensor: positions for sensor, positions in wagers.items() if self.sensors[sensor] == "removed"}

    def _check_works(self) -> None:
        if self.works:
            return
        what = "without power" if self._off_since is not None else f"out of order: {self._faults[0].what}"
        raise EquipmentFailed(
            f"the tabulator is {what}",
            clause="S-11",
            remedy="leave jackpot wagers on their spots until their hand is settled, and count them by hand",
        )

    def _begin(self, picture: Picture, stage: Literal["open", "latched", "collected"]) -> None:
        self._picture, self._stage, self._differ = picture, stage, {}
        self._noting = True

    def _advance(self, at: int) -> None:
        if type(at) is not int or at < self._now:
            raise EquipmentRefused(
                f"the time went back from {self._now} to {at!r} microseconds",
                clause="S-6",
                remedy="set the device's clock right",
            )
        self._now = at
        if self._emptied:
            for key in [key for key, since in self._emptied.items() if at - since >= self._bounce]:
                since = self._emptied.pop(key)
                spot = self._spots[key]
                spot.present, spot.clear = False, True
                if not spot.swept:
                    self._note(since, *key, "lifted")
                spot.swept = False

    def _note(self, at: int, sensor: int, position: int, kind: Literal["late", "lifted"]) -> None:
        if self._noting:
            self._edges.append(Edge(at=at, sensor=sensor, position=position, kind=kind))

    def _read_afresh(self) -> None:
        # A spot that reads a chip may have had it all along: only one that reads empty is known to have been clear.
        if self.works:
            for spot in self._spots.values():
                spot.present = spot.felt
                spot.clear = spot.clear or not spot.felt


def install(
    model: Model, *, serial: str, at: int, positions: int, sensors: Mapping[int, Handling], bounce: int = BOUNCE
) -> Tabulator:
    """A new tabulator with the counter and the logger that its model has; the battery is fitted ``at`` that time."""
    return Tabulator(
        model,
        positions=positions,
        sensors=sensors,
        lcd=LcdCounter(serial, installed=at) if model.has_lcd else None,
        logger=Logger(serial) if model.forwards else None,
        bounce=bounce,
    )


def plain(spots: Spots) -> dict[str, list[int]]:
    """``spots`` as a command to the floor has them: the sensors as text."""
    return {str(sensor): list(positions) for sensor, positions in spots.items()}


def _ordered(spots: Iterable[tuple[int, int]]) -> Spots:
    found: dict[int, list[int]] = {}
    for sensor, position in sorted(set(spots)):
        found.setdefault(sensor, []).append(position)
    return {sensor: tuple(positions) for sensor, positions in found.items()}


def _flat(spots: Spots) -> list[tuple[int, int]]:
    return [(sensor, position) for sensor, positions in spots.items() for position in positions]


def _minus(one: Spots, other: Spots) -> Spots:
    return _ordered(set(_flat(one)) - set(_flat(other)))
