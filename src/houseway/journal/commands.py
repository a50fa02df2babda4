"""Commands as the journal sees them: what is asked, what was decided, what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from houseway.errors import HousewayError
from houseway.journal.entries import Draft, Entry, decoded

if TYPE_CHECKING:
    from houseway.journal.transaction import Transaction


class Decision(msgspec.Struct):
    """What an accepted command appends, and the reply that is stored with it.

    A decision without drafts leaves nothing behind, its id included: sent again, it is decided again.
    """

    drafts: Sequence[Draft]
    reply: dict[str, Any] | msgspec.Struct


class Request(msgspec.Struct):
    """One command: its id, made by whoever sends it, the digest of what it asks, and how it is decided.

    ``streams`` are locked and may be appended to; ``reads`` are only read. ``decide`` raises a `HousewayError` to
    refuse and must not change the states it is shown; it may be called again when the batch is tried again.
    ``accounts`` are those whose balances it is likely to ask for: they come with the locks, any others when asked for.

    ``seal``: the journal is sealed after the commit and before this is answered. ``close``: with it a period ends, so
    that its seal names every stream and goes on record at once.
    """

    command: str
    digest: bytes
    who: str
    at: int
    streams: tuple[str, ...]
    reads: tuple[str, ...]
    decide: Callable[[Transaction], Decision]
    accounts: tuple[str, ...] = ()
    seal: bool = False
    close: bool = False


class Outcome(msgspec.Struct):
    """What came of a request: a reply or an error, never both. ``entries`` are those appended just now.

    ``said`` is the reply in canonical form: whoever asks for it reads it, and not the thread that writes.
    """

    said: bytes | None = None
    error: HousewayError | None = None
    repeated: bool = False
    entries: tuple[Entry, ...] = ()

    @property
    def reply(self) -> dict[str, Any] | None:
        """The reply, as its canonical form says it."""
        return None if self.said is None else decoded(self.said)


class Fold(Protocol):
    """How entries become states. Pure: the same entries always give the same state and the same dump."""

    def start(self, stream: str) -> Any:
        """The state of a stream without entries."""

    def apply(self, state: Any, entry: Entry) -> Any:
        """The state after one more entry; the same object may be changed and returned."""

    def dump(self, state: Any) -> bytes:
        """The state as bytes, for a snapshot."""

    def load(self, stream: str, raw: bytes) -> Any:
        """The state that `dump` wrote. A dump it cannot read raises, and the stream is folded from its start."""

    def current(self, raw: bytes) -> bool:
        """Whether a dump was made for states of today's shape; an older one is no finding, and is not used."""
