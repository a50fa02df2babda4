"""Rooms and rounds as earlier releases left them, laid out where a test may open them."""

from __future__ import annotations

import hashlib
import json
import lzma
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

FOLDER = Path(__file__).parent
GAMES = ("deuces-wild", "three-card-split", "triple-attack", "dueling")
_KEY = Ed25519PrivateKey.from_private_bytes(
    hashlib.sha256(b"the sealing key of the fixtures of release 0.1.0").digest()
)
PUBLIC_KEY = _KEY.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
"""What the seals of 0.1.0's fixtures are signed with."""


def _file(release: str, name: str) -> bytes:
    return lzma.decompress((FOLDER / release / f"{name}.xz").read_bytes())


def _write_key(path: Path) -> None:
    path.write_bytes(_KEY.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    path.chmod(0o600)


def sqlite_room(folder: Path, release: str = "0.1.0") -> Path:
    """The journal of a release's room in a file, its accounts, seals and key beside it."""
    for name in ("room.db", "room.db.seals", "room.db.accounts"):
        (folder / name).write_bytes(_file(release, name))
    _write_key(folder / "room.db.key")
    return folder / "room.db"


def postgres_room(server: str, folder: Path, release: str = "0.1.0") -> tuple[str, dict[str, Path]]:
    """The same room in a schema of its own on a server, and where its seals and key are."""
    schema = f"r{uuid.uuid4().hex[:12]}"
    script = _file(release, "room.sql").decode().replace("rainier", schema)
    # A setting that servers before PostgreSQL 17 do not know.
    script = script.replace("SET transaction_timeout = 0;", "")
    with psycopg.connect(server, autocommit=True) as connection:
        role = """DO $$ BEGIN CREATE ROLE houseway_app NOLOGIN;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$"""
        connection.execute(role)
        connection.execute(script.encode())
    seals, key = folder / "room.seals", folder / "room.key"
    seals.write_bytes(_file(release, "room.pg.seals"))
    _write_key(key)
    return f"{server}{'&' if '?' in server else '?'}schema={schema}", {"seals": seals, "key": key}


def records(game: str, release: str = "0.1.0") -> Iterator[dict[str, Any]]:
    """The round records of a game."""
    for line in _file(release, f"{game}.jsonl").splitlines():
        yield json.loads(line)
