"""What waits for a second person: a command proposed by one in their session and approved by another in theirs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from houseway.accounts.custody import Hands, hands
from houseway.accounts.service import Accounts
from houseway.accounts.store import is_taken
from houseway.compliance.configuration import Person
from houseway.floor import command_index as c
from houseway.floor.declared import control
from houseway.floor.floor_errors import NotPermitted, UnknownThing, WrongState
from houseway.floor.permission.people import permit
from houseway.web.schema.shape import GivenCommand

State = Literal["open", "approved", "rejected", "withdrawn"]
Came = Annotated[
    dict[str, Any],
    msgspec.Meta(
        description="The reply to the command that was approved, or why it was rejected.",
        extra_json_schema={
            "anyOf": [
                {"$ref": "#/components/schemas/Reply"},
                {"type": "object", "properties": {"reason": {"type": "string"}}, "required": ["reason"]},
            ]
        },
    ),
]
_COLUMNS = "id, command, who, at, state, decided_by, decided, answer, against"


class DraftSent(NamedTuple):
    """A draft of the configuration that waits for a second person, since the moment ``at``."""

    id: str
    title: str
    who: str
    at: int


class Proposal(msgspec.Struct, frozen=True, rename="kebab"):
    """A command that waits, or waited, for a second person.

    ``against`` is the digest of what it was proposed to replace: approved, it replaces that and nothing newer.
    """

    id: str
    command: GivenCommand
    who: str
    at: int
    state: State
    decided_by: str | None = None
    decided: int | None = None
    answer: Came | None = None
    against: str = ""


def signers(people: Mapping[str, Person], command: c.Command, first: str, other: str) -> tuple[str, str | None]:
    """Who gives a command that ``first`` proposed and ``other`` approves, and who stands beside.

    The one who may give it gives it. Where one person is enough and only the approver may, the approver alone does: a
    dealer calls a supervisor.
    """
    if first == other:
        raise NotPermitted("nobody approves what they proposed themselves", remedy="ask somebody else")
    tries: list[tuple[str, str | None]] = [(first, other), (other, first)]
    if not control(command).two:
        tries.append((other, None))
    refusal: NotPermitted | None = None
    for who, second in tries:
        try:
            permit(people, command, who, second)
        except NotPermitted as error:
            refusal = refusal or error
        else:
            return who, second
    assert refusal is not None
    raise refusal


class Proposals:
    """Every proposal, kept with the accounts: what nobody has decided has no place in the journal yet."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts

    async def _ask(self, sql: str, *values: Any) -> list[Proposal]:
        rows = await self._accounts.ask(sql, *values)
        return [_read(row) for row in rows]

    async def hands(self) -> Hands:
        """The hands that the accounts of those who sign may be in."""
        return await hands(self._accounts)

    def now(self) -> int:
        """This moment, by the clock that proposals and passwords are dated with."""
        return self._accounts.now()

    async def propose(self, id: str, command: c.Command, who: str, against: str) -> Proposal:
        """Propose a command; proposed again under the same id, it is the same proposal."""
        text = msgspec.json.encode(command).decode()
        try:
            [made] = await self._ask(
                "INSERT INTO proposals (id, command, who, at, state, against) VALUES (?, ?, ?, ?, 'open', ?) "
                f"RETURNING {_COLUMNS}",
                id,
                text,
                who,
                self._accounts.now(),
                against,
            )
        except Exception as error:
            if not is_taken(error):
                raise
            made = await self.one(id)
            if made.command != c.plain(command) or made.who != who:
                raise WrongState("this id was used for another proposal", remedy="send a fresh one") from error
        return made

    async def one(self, id: str) -> Proposal:
        """The proposal of that id."""
        found = await self._ask(f"SELECT {_COLUMNS} FROM proposals WHERE id = ?", id)
        if not found:
            raise UnknownThing(f"there is no proposal {id[:64]!r}", remedy="look at those that wait")
        return found[0]

    async def all(self, state: State | None = None, most: int = 200) -> list[Proposal]:
        """Proposals, the newest first."""
        where, values = ("WHERE state = ?", [state]) if state is not None else ("", [])
        return await self._ask(f"SELECT {_COLUMNS} FROM proposals {where} ORDER BY at DESC LIMIT ?", *values, most)

    async def waiting(self) -> list[Proposal]:
        """Every proposal that nobody has decided, the oldest first."""
        return await self._ask(f"SELECT {_COLUMNS} FROM proposals WHERE state = 'open' ORDER BY at, id")

    async def drafts_waiting(self) -> list[DraftSent]:
        """The drafts of the configuration that wait for a second person, the first that was sent first."""
        rows = await self._accounts.ask(
            "SELECT id, title, changed_by, changed FROM drafts WHERE state = 'sent' ORDER BY changed, id"
        )
        return [DraftSent(str(id), str(title), str(who), int(at)) for id, title, who, at in rows]

    async def decided(self, most: int = 100) -> list[Proposal]:
        """Those that were decided last, the newest decision first."""
        return await self._ask(
            f"SELECT {_COLUMNS} FROM proposals WHERE state <> 'open' ORDER BY decided DESC, id LIMIT ?", most
        )

    async def decide(self, id: str, state: State, by: str) -> Proposal:
        """Decide an open proposal. An approval that was not finished may be made again by the same person."""
        found = await self._ask(
            "UPDATE proposals SET state = ?, decided_by = ?, decided = ? WHERE id = ? AND (state = 'open' OR "
            f"(state = ? AND decided_by = ?)) RETURNING {_COLUMNS}",
            state,
            by,
            self._accounts.now(),
            id,
            state,
            by,
        )
        if not found:
            known = await self.one(id)
            raise WrongState(f"this proposal was {known.state} by {known.decided_by}", remedy="look at it again")
        return found[0]

    async def answered(self, id: str, answer: Came) -> Proposal:
        """Keep what came of an approved proposal."""
        text = msgspec.json.encode(answer).decode()
        [found] = await self._ask(f"UPDATE proposals SET answer = ? WHERE id = ? RETURNING {_COLUMNS}", text, id)
        return found

    async def reopen(self, id: str) -> None:
        """The floor refused an approved proposal: it waits again."""
        await self._ask(
            "UPDATE proposals SET state = 'open', decided_by = NULL, decided = NULL WHERE id = ? AND answer IS NULL "
            f"RETURNING {_COLUMNS}",
            id,
        )


def _read(row: tuple[Any, ...]) -> Proposal:
    id, command, who, at, state, by, decided, answer, against = row
    return Proposal(
        id,
        msgspec.json.decode(command),
        who,
        at,
        state,
        by,
        decided,
        msgspec.json.decode(answer) if answer is not None else None,
        against,
    )
