"""Answers about who is there: the caller, accounts, devices, and how the server is."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta

from houseway.accounts.account_rows import Account, Device, DeviceKind
from houseway.floor.reply_shapes import Moment
from houseway.table.shown.shape_base import Cents, Shape, Sometimes


class OwnSeat(Shape, frozen=True):
    """Where somebody sits."""

    table: str
    seat: int


class Me(Shape, frozen=True):
    """Who the caller is. ``id`` is the name under which the caller's commands are kept."""

    kind: Literal["nobody", "guest", "player", "staff", "device"]
    id: str
    name: str
    roles: list[str]
    chips: Annotated[int | None, Meta(description="Play money in cents; nothing for who does not play.")]
    seat: OwnSeat | None
    once: Annotated[
        bool, Meta(description="The password was set by somebody else: nothing opens before it is changed.")
    ]


class SignedOut(Shape, frozen=True):
    """The session has ended."""

    kind: Literal["nobody"] = "nobody"


class Filled(Shape, frozen=True):
    """Play money that was given just now, and all there is, in cents; where none was, when there is more ``again``."""

    given: Cents
    chips: Cents
    again: Sometimes[Moment] = UNSET


class Named(Shape, frozen=True):
    """The name that others see."""

    name: str


class AccountMade(Account, frozen=True):
    """An account and its new password, which is shown this once."""

    password: str


class DeviceMade(Device, frozen=True, kw_only=True):
    """A device and its key, which is shown this once, and the proposal that a second person approves."""

    key: str
    proposal: str


class DeviceRevoked(Device, frozen=True, kw_only=True):
    """A device whose key is to be revoked, and the proposal that a second person approves."""

    proposal: str


class ThisDevice(Shape, frozen=True):
    """The device whose key was sent."""

    device: str
    kind: DeviceKind | None
    table: str
    name: str


class Health(Shape, frozen=True):
    """The program runs."""

    alive: bool
    release: str


class Ready(Shape, frozen=True):
    """Whether requests can be served, and if not, what stands in the way. ``runs``: this server runs the tables."""

    ready: bool
    problems: list[str]
    property: str
    runs: bool
