"""Drafts of the configuration, kept beside the proposals: what nobody has approved has no place in the journal yet.

A draft is changed only as it was last read: whoever is second reads it again and loses nothing that was typed.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

from houseway.accounts.service import Accounts
from houseway.floor.command import PlainData
from houseway.floor.drafts.draft_content import Content
from houseway.floor.floor_errors import UnknownThing, WrongState

State = Literal["editing", "sent", "approved", "effective", "discarded"]
"""``sent``: it waits for a second person; ``approved``: some of it waits for a table to close."""

TRIES = 8
"""How often a change is made over what somebody else has changed at the same moment."""

_COLUMNS = "id, title, base, content, version, state, who, at, changed_by, changed, decided_by, decided, reason, plan"


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command of a draft that was sent: what it is about, what it replaces, and what came of it.

    ``first`` and ``second`` are the two who give it. ``waits`` says what it waits for, ``refused`` why it was refused.
    """

    about: str
    command: PlainData
    against: str = ""
    first: str = ""
    second: str | None = None
    done: bool = False
    waits: str = ""
    refused: str = ""


class Draft(msgspec.Struct, frozen=True):
    """A draft. ``base`` is the configuration that it was begun from, or brought up to date with.

    ``who`` began it, ``changed_by`` changed it last, which in state ``sent`` is who sent it.
    """

    id: str
    title: str
    base: PlainData
    content: Content
    version: int
    state: State
    who: str
    at: int
    changed_by: str
    changed: int
    decided_by: str | None = None
    decided: int | None = None
    reason: str = ""
    plan: tuple[Item, ...] = ()


class Drafts:
    """Every draft."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts

    async def begin(self, title: str, base: PlainData, content: Content, who: str) -> Draft:
        """Begin a draft."""
        [row] = await self._accounts.ask(
            "INSERT INTO drafts (id, title, base, content, version, state, who, at, changed_by, changed) "
            f"VALUES (?, ?, ?, ?, 1, 'editing', ?, ?, ?, ?) RETURNING {_COLUMNS}",
            f"d-{secrets.token_hex(6)}",
            title,
            _text(base),
            _text(content),
            who,
            self._accounts.now(),
            who,
            self._accounts.now(),
        )
        return _read(row)

    async def one(self, id: str) -> Draft:
        """The draft of that id."""
        rows = await self._accounts.ask(f"SELECT {_COLUMNS} FROM drafts WHERE id = ?", id)
        if not rows:
            raise UnknownThing(f"there is no draft {id[:64]!r}", remedy="look at those there are")
        return _read(rows[0])

    async def open(self) -> list[Draft]:
        """The drafts that are neither in effect nor discarded, the newest change first."""
        return await self._listed("state IN ('editing', 'sent', 'approved')")

    async def over(self, most: int) -> list[Draft]:
        """Those that are in effect, the last first."""
        return await self._listed("state = 'effective'", f" LIMIT {most}")

    async def approved(self) -> list[Draft]:
        """Those that are approved and not wholly in effect."""
        return await self._listed("state = 'approved'")

    async def _listed(self, where: str, limit: str = "") -> list[Draft]:
        sql = f"SELECT {_COLUMNS} FROM drafts WHERE {where} ORDER BY changed DESC, id{limit}"
        return [_read(row) for row in await self._accounts.ask(sql)]

    async def edit(self, id: str, who: str, work: Callable[[Draft], Content]) -> Draft:
        """Change a draft that is being edited; ``work`` is asked again where somebody else was quicker."""
        for _ in range(TRIES):
            known = await self.one(id)
            if known.state != "editing":
                raise WrongState(
                    f"this draft is {known.state}, and is not edited any more",
                    remedy="take it back first, or begin another from it",
                )
            content = work(known)
            if content == known.content:
                return known
            changed = await self._replace(known, "editing", who, content=content)
            if changed is not None:
                return changed
        raise WrongState("others change this draft all the time", remedy="try again in a moment")

    async def move(
        self,
        known: Draft,
        state: State,
        who: str,
        *,
        base: PlainData | None = None,
        content: Content | None = None,
        plan: Sequence[Item] | None = None,
        reason: str = "",
    ) -> Draft:
        """Bring a draft into another state, if it still is as it was read."""
        found = await self._replace(
            known,
            state,
            who,
            base=base,
            content=content,
            plan=known.plan if plan is None else tuple(plan),
            reason=reason,
        )
        if found is None:
            now = await self.one(known.id)
            raise WrongState(
                f"this draft was changed a moment ago by {now.changed_by}: it is {now.state} now",
                remedy="look at it again",
            )
        return found

    async def _replace(
        self,
        known: Draft,
        state: State,
        who: str,
        *,
        base: PlainData | None = None,
        content: Content | None = None,
        plan: Sequence[Item] = (),
        reason: str = "",
    ) -> Draft | None:
        changed_by, decided_by, decided = who, None, None
        if state in ("approved", "effective"):
            changed_by = known.changed_by
            first = known.decided_by is None
            decided_by, decided = (who, self._accounts.now()) if first else (known.decided_by, known.decided)
        rows = await self._accounts.ask(
            "UPDATE drafts SET base = ?, content = ?, version = version + 1, state = ?, changed_by = ?, changed = ?, "
            f"decided_by = ?, decided = ?, reason = ?, plan = ? WHERE id = ? AND version = ? RETURNING {_COLUMNS}",
            _text(known.base if base is None else base),
            _text(known.content if content is None else content),
            state,
            changed_by,
            self._accounts.now(),
            decided_by,
            decided,
            reason,
            _text(plan),
            known.id,
            known.version,
        )
        return _read(rows[0]) if rows else None


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _read(row: tuple[Any, ...]) -> Draft:
    told = dict(zip(_COLUMNS.split(", "), row, strict=True))
    return msgspec.convert(
        told | {name: msgspec.json.decode(told[name]) for name in ("base", "content", "plan")}, Draft
    )
