"""What requests carry, as plain records. Money is whole cents."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from houseway.floor.kinds.body import Speed
from houseway.table.shown.shape_base import GivenAnswer
from houseway.web.schema.shape import GivenCommand

Id = Annotated[
    str,
    msgspec.Meta(
        min_length=1,
        max_length=64,
        pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$",
        description="Made by whoever asks, fresh for each command: the same id gets the same answer.",
    ),
]
Short = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Seat = Annotated[int, msgspec.Meta(ge=1, le=16)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Text = Annotated[str, msgspec.Meta(max_length=2000)]


class Body(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """Base of bodies."""


class Only(Body):
    """A command that needs nothing but its id."""

    id: Id


class LogIn(Body):
    """Login and password, and the code of an authenticator where the login takes one."""

    login: Annotated[str, msgspec.Meta(max_length=200)]
    password: Annotated[str, msgspec.Meta(max_length=1000)]
    code: Annotated[str, msgspec.Meta(max_length=40)] = ""
    id: str = ""


class NewName(Body):
    """Another name for others to see."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    id: str = ""


class NewPassword(Body):
    """The password until now, and the new one."""

    old: Annotated[str, msgspec.Meta(max_length=1000)]
    new: Annotated[str, msgspec.Meta(max_length=1000)]
    id: str = ""


class TakeSeat(Body):
    """Sit down at a seat."""

    id: Id
    seat: Seat


class OpenQuick(Body):
    """Open a private table after a template."""

    id: Id
    template: Annotated[str, msgspec.Meta(max_length=64)]


class ChosenSpeed(Body):
    """How fast a private table is dealt."""

    id: Id
    speed: Speed


class Leaving(Body):
    """Leave when the round is over, or stay after all."""

    id: Id
    stays: bool = False


class GiveAnswer(Body):
    """What is due at ``step``: wagers, a decision, cards. A player's seat need not be named.

    With ``partly`` wagers that are refused go back, and the others are placed.
    """

    id: Id
    round: Count
    step: Count
    answer: GivenAnswer
    seat: Seat | Literal["dealer", "supervisor", "shoe"] | None = None
    partly: bool = False


class Begin(Body):
    """Begin a round with these seats."""

    id: Id
    round: Count
    seats: tuple[Seat, ...]


class Press(Body):
    """The press of tabulate: the positions present, by sensor."""

    id: Id
    round: Count
    picture: dict[str, tuple[Seat, ...]] = {}
    stuck: dict[str, tuple[Seat, ...]] = {}
    manual: bool = False


class Confirm(Body):
    """Every indicator was held against the chips; those that differ, and what was done."""

    id: Id
    round: Count
    differ: dict[str, tuple[Seat, ...]] = {}
    resolved: Text = ""


class Void(Body):
    """The round is void."""

    id: Id
    round: Count
    reason: Short
    clause: Short | None = None


class Correct(Body):
    """Answer ``number`` of the round was another."""

    id: Id
    round: Count
    number: Count
    answer: GivenAnswer
    reason: Short


class What(Body):
    """What happened, or how it was mended."""

    id: Id
    what: Short


class OneClaim(Body):
    """A row that a seat hit."""

    seat: Seat
    wager: Short
    event: Short


class Claim(Body):
    """Rows of jackpots hit in this round."""

    id: Id
    round: Count
    claims: tuple[OneClaim, ...]
    cards: Text = ""


class Note(Body):
    """The dealer did what a clause asks."""

    id: Id
    clause: Short


class AnyCommand(Body):
    """Any command of the floor, with its ``type``; ``GET /api/commands`` lists them."""

    id: Id
    command: GivenCommand


class Reason(Body):
    """Why."""

    reason: Annotated[str, msgspec.Meta(max_length=500)] = ""
    id: str = ""


class Signature(Body):
    """Somebody who is called and signs in another's session: with login and password, and the code of an authenticator
    where the login takes one; or at a dealer's console with badge and PIN."""

    login: Annotated[str, msgspec.Meta(max_length=200)] = ""
    password: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    code: Annotated[str, msgspec.Meta(max_length=40)] = ""
    badge: Annotated[str, msgspec.Meta(max_length=100)] = ""
    pin: Annotated[str, msgspec.Meta(max_length=20)] = ""


class NewAuthenticator(Body):
    """The secret that was shown, the code that the own device makes of it, and the own password."""

    password: Annotated[str, msgspec.Meta(max_length=1000)]
    secret: Annotated[str, msgspec.Meta(max_length=64)]
    code: Annotated[str, msgspec.Meta(max_length=40)]
    id: str = ""


class OwnPassword(Body):
    """The own password, and the code of the authenticator."""

    password: Annotated[str, msgspec.Meta(max_length=1000)]
    code: Annotated[str, msgspec.Meta(max_length=40)]
    id: str = ""


class NewBadge(Body):
    """The own badge and the PIN that goes with it, given with the own password."""

    password: Annotated[str, msgspec.Meta(max_length=1000)]
    badge: Annotated[str, msgspec.Meta(max_length=100)]
    pin: Annotated[str, msgspec.Meta(max_length=20)]
    id: str = ""


class Revoked(Body):
    """Why a key is revoked, and who signs for it beside."""

    reason: Text
    id: str = ""
    signed: Signature | None = None


class NewDevice(Body):
    """A device that is to have a key."""

    kind: Literal["panel", "sensor", "display", "shoe"]
    table: Short
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    id: str = ""
    signed: Signature | None = None


class NewAccount(Body):
    """An account for one of the property's people, or for a player."""

    login: Annotated[str, msgspec.Meta(max_length=200)]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    person: Short | None = None
    id: str = ""


class Invitation(Body):
    """A login for one of the property's people, who sets the own password with a link; who signs for it beside."""

    person: Short
    login: Annotated[str, msgspec.Meta(max_length=200)]
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""
    id: str = ""
    signed: Signature | None = None


class LinkWanted(Body):
    """Who signs beside for a new sign-in link; where nobody does, it waits for a second person."""

    id: str = ""
    signed: Signature | None = None


class LinkHeld(Body):
    """The token of a sign-in link: what follows the ``#`` of its address."""

    token: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    id: str = ""


class LinkUse(LinkHeld, kw_only=True):
    """A sign-in link, the code that goes with it where it takes one, and the password that its person chose."""

    password: Annotated[str, msgspec.Meta(max_length=1000)]
    code: Annotated[str, msgspec.Meta(max_length=40)] = ""


class Empty(Body):
    """Nothing."""

    id: str = ""
