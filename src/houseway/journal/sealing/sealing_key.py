"""The sealing key: an Ed25519 key in a file outside the database, made once and changed only on the record."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from houseway.journal.engines.sqlite import sync_folder
from houseway.journal.journal_errors import BadSeal


def public_bytes(key: Ed25519PrivateKey) -> bytes:
    """The 32 bytes that signatures of a private key are checked with."""
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def private_bytes(key: Ed25519PrivateKey) -> bytes:
    """The 32 secret bytes."""
    return key.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())


def next_key_file(path: Path) -> Path:
    """Where a new key waits until the seals name it."""
    return path.with_name(path.name + ".next")


def load_key(path: Path) -> Ed25519PrivateKey:
    """The key in a file; a `BadSeal` where it cannot be read or is no Ed25519 key."""
    try:
        loaded = load_pem_private_key(path.read_bytes(), password=None)
    except (OSError, ValueError, TypeError) as error:
        raise BadSeal(
            f"the sealing key {path} cannot be used: {error}", remedy="put the key file back from its safe copy"
        ) from error
    if not isinstance(loaded, Ed25519PrivateKey):
        raise BadSeal(
            f"the sealing key {path} is not an Ed25519 key", remedy="put the key file back from its safe copy"
        )
    return loaded


def make_key(path: Path) -> None:
    """Make a key where there is none yet. Of two processes that do so one wins, and neither sees half a key."""
    if path.exists():
        return
    raw = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    temporary = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            os.write(handle, raw)
            os.fsync(handle)
        finally:
            os.close(handle)
        # Written whole under another name and then linked.
        with suppress(FileExistsError):
            os.link(temporary, path)
        sync_folder(path.parent)
    except OSError as error:
        raise BadSeal(
            f"the sealing key {path} cannot be written: {error}", remedy="check its folder and the disk"
        ) from error
    finally:
        temporary.unlink(missing_ok=True)


def put_in_force(path: Path) -> None:
    """The key that waited takes the place of the one before, which is then gone."""
    next_key_file(path).replace(path)
    sync_folder(path.parent)
