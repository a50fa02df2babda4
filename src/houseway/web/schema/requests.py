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


class Only(Body, kw_only=True):
    """A command that needs nothing but its id."""

    id: Id


class Empty(Body, kw_only=True):
    """Nothing."""

    id: str = ""


class LogIn(Empty):
    """Login and password, and the code of an authenticator where the login takes one."""

    login: Annotated[str, msgspec.Meta(max_length=200)]
    password: Annotated[str, msgspec.Meta(max_length=1000)]
    code: Annotated[str, msgspec.Meta(max_length=40)] = ""


class NewName(Empty):
    """Another name for others to see."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class NewPassword(Empty):
    """The password until now, and the new one."""

    old: Annotated[str, msgspec.Meta(max_length=1000)]
    new: Annotated[str, msgspec.Meta(max_length=1000)]


class TakeSeat(Only):
    """Sit down at a seat."""

    seat: Seat


class OpenQuick(Only):
    """Open a private table after a template."""

    template: Annotated[str, msgspec.Meta(max_length=64)]


class ChosenSpeed(Only):
    """How fast a private table is dealt."""

    speed: Speed


class Leaving(Only):
    """Leave when the round is over, or stay after all."""

    stays: bool = False


class GiveAnswer(Only):
    """What is due at ``step``: wagers, a decision, cards. A player's seat need not be named.

    With ``partly`` wagers that are refused go back, and the others are placed.
    """

    round: Count
    step: Count
    answer: GivenAnswer
    seat: Seat | Literal["dealer", "supervisor", "shoe"] | None = None
    partly: bool = False


class Begin(Only):
    """Begin a round with these seats."""

    round: Count
    seats: tuple[Seat, ...]


class Press(Only):
    """The press of tabulate: the positions present, by sensor."""

    round: Count
    picture: dict[str, tuple[Seat, ...]] = {}
    stuck: dict[str, tuple[Seat, ...]] = {}
    manual: bool = False


class Confirm(Only):
    """Every indicator was held against the chips; those that differ, and what was done."""

    round: Count
    differ: dict[str, tuple[Seat, ...]] = {}
    resolved: Text = ""


class Void(Only):
    """The round is void."""

    round: Count
    reason: Short
    clause: Short | None = None


class Correct(Only):
    """Answer ``number`` of the round was another."""

    round: Count
    number: Count
    answer: GivenAnswer
    reason: Short


class What(Only):
    """What happened, or how it was mended."""

    what: Short


class OneClaim(Body):
    """A row that a seat hit."""

    seat: Seat
    wager: Short
    event: Short


class Claim(Only):
    """Rows of jackpots hit in this round."""

    round: Count
    claims: tuple[OneClaim, ...]
    cards: Text = ""


class Note(Only):
    """The dealer did what a clause asks."""

    clause: Short


class AnyCommand(Only):
    """Any command of the floor, with its ``type``; ``GET /api/commands`` lists them."""

    command: GivenCommand


class Reason(Empty):
    """Why."""

    reason: Annotated[str, msgspec.Meta(max_length=500)] = ""


class Signature(Body):
    """Somebody who is called and signs in another's session: with login and password, and the code of an authenticator
    where the login takes one; or at a dealer's console with badge and PIN."""

    login: Annotated[str, msgspec.Meta(max_length=200)] = ""
    password: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    code: Annotated[str, msgspec.Meta(max_length=40)] = ""
    badge: Annotated[str, msgspec.Meta(max_length=100)] = ""
    pin: Annotated[str, msgspec.Meta(max_length=20)] = ""


class NewAuthenticator(Empty):
    """The secret that was shown, the code that the own device makes of it, and the own password."""

    password: Annotated[str, msgspec.Meta(max_length=1000)]
    secret: Annotated[str, msgspec.Meta(max_length=64)]
    code: Annotated[str, msgspec.Meta(max_length=40)]


class OwnPassword(Empty):
    """The own password, and the code of the authenticator."""

    password: Annotated[str, msgspec.Meta(max_length=1000)]
    code: Annotated[str, msgspec.Meta(max_length=40)]


class NewBadge(Empty):
    """The own badge and the PIN that goes with it, given with the own password."""

    password: Annotated[str, msgspec.Meta(max_length=1000)]
    badge: Annotated[str, msgspec.Meta(max_length=100)]
    pin: Annotated[str, msgspec.Meta(max_length=20)]


class Revoked(Empty):
    """Why a key is revoked, and who signs for it beside."""

    reason: Text
    signed: Signature | None = None


class NewDevice(Empty):
    """A device that is to have a key."""

    kind: Literal["panel", "sensor", "display", "shoe"]
    table: Short
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    signed: Signature | None = None


class NewAccount(Empty):
    """An account for one of the property's people, or for a player."""

    login: Annotated[str, msgspec.Meta(max_length=200)]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    person: Short | None = None


class Invitation(Empty):
    """A login for one of the property's people, who sets the own password with a link; who signs for it beside."""

    person: Short
    login: Annotated[str, msgspec.Meta(max_length=200)]
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""
    signed: Signature | None = None


class LinkWanted(Empty):
    """Who signs beside for a new sign-in link; where nobody does, it waits for a second person."""

    signed: Signature | None = None


class LinkHeld(Empty):
    """The token of a sign-in link: what follows the ``#`` of its address."""

    token: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class LinkUse(LinkHeld, kw_only=True):
    """A sign-in link, the code that goes with it where it takes one, and the password that its person chose."""

    password: Annotated[str, msgspec.Meta(max_length=1000)]
    code: Annotated[str, msgspec.Meta(max_length=40)] = ""
