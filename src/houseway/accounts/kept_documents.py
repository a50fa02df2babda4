"""Documents that approvals are shown with: files kept beside the accounts under the hash of what they hold.

The approval on record names the hash, so that a file that was changed is found; a backup has them with the accounts.
"""

from __future__ import annotations

import base64
import hashlib

import msgspec

from houseway.accounts.service import Accounts
from houseway.compliance.configuration import Attached
from houseway.floor.floor_errors import BadCommand, UnknownThing, WrongState

MOST_BYTES = 4 * 1024 * 1024
"""The largest file that is kept."""

LONGEST_NAME = 120


class Document(msgspec.Struct, frozen=True):
    """A file: its name, who brought it and when, and what it holds."""

    hash: str
    name: str
    who: str
    at: int
    data: bytes


async def keep_document(accounts: Accounts, name: str, data: bytes, who: str) -> Attached:
    """Keep a file; the same file again is the same document."""
    said = " ".join(name.split())[:LONGEST_NAME]
    if not said or not said.isprintable() or "/" in said or "\\" in said:
        raise BadCommand(f"a document cannot be called {name[:64]!r}", remedy="give the file another name")
    if not data:
        raise BadCommand(f"{said} is empty", remedy="choose the document itself")
    if len(data) > MOST_BYTES:
        raise BadCommand(
            f"{said} has {len(data):,} bytes, and {MOST_BYTES:,} are kept at most",
            remedy="scan it in grey, or divide it into two files",
        )
    hash = hashlib.sha256(data).hexdigest()
    await accounts.ask(
        "INSERT INTO documents (hash, name, size, data, who, at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        hash,
        said,
        len(data),
        base64.b64encode(data).decode(),
        who,
        accounts.now(),
    )
    return Attached(name=said, sha256=hash, size=len(data))


async def document(accounts: Accounts, hash: str) -> Document:
    """The document of that hash; one that does not hold what its hash says is refused."""
    rows = await accounts.ask("SELECT hash, name, who, at, data FROM documents WHERE hash = ?", hash)
    if not rows:
        raise UnknownThing("this document is not kept here", remedy="restore the accounts of the backup that has it")
    [(known, name, who, at, text)] = rows
    found = Document(known, name, who, at, base64.b64decode(text))
    if hashlib.sha256(found.data).hexdigest() != hash:
        raise WrongState(
            f"{found.name} is not the file that was filed: somebody changed it in the database",
            remedy="restore it from a backup, and find out who did",
        )
    return found
