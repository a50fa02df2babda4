"""The approved models of the Bonus Jackpot System: what each can do, and what it refuses.

A model is a frozen record; what it can do is in `houseway.rulebook.approved_models`. Asking it for something that its
appendix does not give it raises a named error with the clause; the devices in `houseway.jackpots.tabulator` and
`houseway.jackpots.vision` ask it before they do anything.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import get_args

import msgspec

from houseway.jackpots.jackpot_errors import EquipmentRefused, UnknownModel, UnknownSensor
from houseway.rulebook.approved_models import ApprovedModel, Means, approved_models

DISPLAYS = "S-12"
"""What is said of every model's displays, and of how what they show is changed."""

MEANS: tuple[Means, ...] = get_args(Means)

_CARRIES = {
    "static": ("posted", "static"),
    "updated": ("posted", "updatable"),
    "real-time": ("real-time",),
}
_ANDROMEDA = re.compile(r"andromeda-([0-9]{1,3})([a-z]?)")
_VERSION = re.compile(r"([0-9]{1,3})([a-z]?)")


class Model(ApprovedModel, frozen=True, kw_only=True):
    """One approved model as it stands in the card room.

    ``version`` is the one in use; it differs from the slug's only for "5a or higher".
    """

    name: str
    version: str
    rank: tuple[int, str]
    clause: str

    @property
    def slug(self) -> str:
        """The model's slug."""
        return self.model

    @property
    def or_higher(self) -> bool:
        """Whether later versions count as this model, so that the one in use must be named."""
        return self.slug == "andromeda-5a"

    @property
    def has_lcd(self) -> bool:
        """Whether the count stands on an LCD counter with its own battery."""
        return self.counter != "server"

    @property
    def has_server(self) -> bool:
        """Whether a server on the property counts, and gives a device its picture back after a power loss."""
        return self.counter == "server"

    def check_layout(self, sensors: Collection[int], positions: int) -> None:
        """Refuse a layout with more positions or sensors than the model has."""
        if type(positions) is not int or not 1 <= positions <= self.positions:
            raise UnknownSensor(
                f"{self.name} has positions 1 to {self.positions}, and a layout of {positions!r} does not fit it",
                clause=self.clause,
                remedy="use fewer positions, or a model that takes more",
            )
        for sensor in sensors:
            self.check_sensor(sensor)

    def check_sensor(self, sensor: int) -> None:
        """Refuse a sensor that the model does not have."""
        if type(sensor) is not int or not 1 <= sensor <= self.sensors:
            has = "one sensor" if self.sensors == 1 else f"sensors 1 to {self.sensors}"
            raise UnknownSensor(
                f"{self.name} has {has} at a position, and none numbered {sensor!r}",
                clause=self.clause,
                remedy="count fewer wagers, or use a model with more sensors",
            )

    def check_amount(self, updates: str) -> None:
        """Refuse an amount the model cannot run: ``static``, ``updated`` or ``real-time``, as a jackpot has it."""
        carried = _CARRIES.get(updates)
        if carried is None:
            raise EquipmentRefused(
                f"{updates!r} is no way for an amount to change", remedy=f"one of {', '.join(_CARRIES)}"
            )
        if not set(carried) & set(self.amounts):
            raise EquipmentRefused(
                f"{self.name} shows an amount set by hand: it cannot run one that is {updates}",
                clause=DISPLAYS,
                remedy="post a bonus amount, or use Andromeda-3c or higher",
            )

    def check_change(self, by: str) -> None:
        """Refuse a change by a means that the model does not have."""
        if by not in MEANS:
            raise EquipmentRefused(f"{by!r} is no way to change a display", remedy=f"one of {', '.join(MEANS)}")
        if by in self.changed_by:
            return
        ways = ", ".join(self.changed_by)
        if by == "data-centre" and not is_at_least(self, "andromeda-1"):
            raise EquipmentRefused(
                f"{self.name} is older than Andromeda-1: its sign cannot be changed from the data centre",
                clause=DISPLAYS,
                remedy=f"change it by {ways}",
            )
        raise EquipmentRefused(
            f"what {self.name} shows is not changed by {by}", clause=DISPLAYS, remedy=f"change it by {ways}"
        )

    def check_display(self, kind: str) -> None:
        """Refuse a kind of display that is no part of the model. A printed page goes with every model (S-14)."""
        if kind != "page" and kind not in self.displays:
            raise EquipmentRefused(
                f"{self.name} has no {kind} display", clause=DISPLAYS, remedy=f"use one of {', '.join(self.displays)}"
            )


def _made(facts: ApprovedModel) -> Model:
    match = _ANDROMEDA.fullmatch(facts.model)
    version = facts.model.partition("-")[2] if match is not None else ""
    name = facts.model.capitalize() if match is not None else facts.model.replace("-", " ").title()
    rank = _rank(match) if match is not None else (0, "")
    return Model(**msgspec.structs.asdict(facts), name=name, version=version, rank=rank, clause="S-10")


def _rank(match: re.Match[str]) -> tuple[int, str]:
    return int(match[1]), match[2]


MODELS: tuple[Model, ...] = tuple(map(_made, approved_models().values()))
"""The approved models, oldest first."""

_MILKY_WAY, _ANDROMEDA_5A = MODELS[0], MODELS[-1]
_BY_SLUG = {model.slug: model for model in MODELS} | {
    "bet-tabulator": msgspec.structs.replace(
        _MILKY_WAY, name="Bet Tabulator", version="2010", clause="Deuces Wild 2010, appendix E count"
    )
}


def model(slug: str, version: str = "", *, approved: Collection[str] | None = None) -> Model:
    """The model named ``slug``, in ``version`` where one is given.

    ``bet-tabulator`` is the Milky Way as the appendices of 2010 know it. A version above 5a (``andromeda-5b``, or
    ``andromeda-5a`` with version ``5b``) is a 5a by its abilities and its slug; where ``approved`` lists the versions
    that the approval names, any other is refused.
    """
    found = _BY_SLUG.get(slug)
    if found is None:
        match = _ANDROMEDA.fullmatch(slug)
        if match is None or _rank(match) <= _ANDROMEDA_5A.rank:
            raise UnknownModel(
                f"{slug!r} is no approved model of the Bonus Jackpot System",
                clause="BJS-2",
                remedy=f"one of {', '.join(_BY_SLUG)}, or a version above 5a",
            )
        found = _higher(match)
    if version and version != found.version:
        match = _VERSION.fullmatch(version)
        if found is not _ANDROMEDA_5A or match is None or _rank(match) <= _ANDROMEDA_5A.rank:
            raise UnknownModel(
                f"{found.name} has no version {version!r}",
                clause=found.clause,
                remedy="name the version that the approval names",
            )
        found = _higher(match)
    if approved is not None and found.version not in approved:
        raise EquipmentRefused(
            f"version {found.version or 'of ' + found.name} is not among those that the approval names",
            clause="BJS-2",
            remedy="use a version that the approval names, or have the approval extended",
        )
    return found


def is_at_least(one: Model | str, other: Model | str) -> bool:
    """Whether ``one`` is the same model as ``other`` or a later one ("3d or higher")."""
    first = model(one) if isinstance(one, str) else one
    second = model(other) if isinstance(other, str) else other
    return first.rank >= second.rank


def _higher(match: re.Match[str]) -> Model:
    version = match[1] + match[2]
    return msgspec.structs.replace(_ANDROMEDA_5A, name=f"Andromeda-{version}", version=version, rank=_rank(match))
