"""Seals: all heads of a journal, chained and signed, kept in a file outside the database."""

from __future__ import annotations

import fcntl
import hashlib
import hmac
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from houseway.errors import BadSeal
from houseway.journal.entries import Head
from houseway.journal.sqlite import sync_folder

INTERVAL = 60_000_000
"""Microseconds between two seals of a running journal."""

_FIRST = "0" * 64
_TAIL = 65_536


class Seal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where every stream stood: number and hash by stream. ``key`` is the public key, in the first seal only."""

    number: int
    at: int
    heads: dict[str, tuple[int, str]]
    previous: str
    key: str | None = None


class SealedLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a seal file: the seal, its hash, and the signature of that hash."""

    seal: Seal
    hash: str
    signature: str


_encoder = msgspec.json.Encoder(order="deterministic")
_decoder = msgspec.json.Decoder(SealedLine)


def seal_hash(seal: Seal) -> bytes:
    """SHA-256 of the seal's canonical JSON."""
    return hashlib.sha256(_encoder.encode(seal)).digest()


def signature_holds(line: SealedLine, public_key: bytes) -> bool:
    """Whether a line's signature is that key's, over that hash."""
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(bytes.fromhex(line.signature), bytes.fromhex(line.hash))
    except (InvalidSignature, ValueError):
        return False
    return True


class SealBook:
    """A seal file and the key it is signed with. Several processes may add to one file: each line follows the last."""

    def __init__(self, path: Path, key: Path) -> None:
        self.path = path
        self.key = key
        self._private: Ed25519PrivateKey | None = None

    def add(self, heads: Callable[[], Mapping[str, Head]], at: int) -> Seal:
        """Append one seal. The heads are read while the file is held, so that seals never overtake each other."""
        try:
            return self._add(heads, at)
        except OSError as error:
            raise BadSeal(
                f"{self.path.name} cannot be written: {error}", remedy="check the file, its folder and the disk"
            ) from error

    def _add(self, heads: Callable[[], Mapping[str, Head]], at: int) -> Seal:
        private = self._signing_key()
        created = not self.path.exists()
        with self.path.open("ab+") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            _drop_torn_end(file)
            last = self._last_line(file)
            if last is None:
                number, previous, key, at_least = 1, _FIRST, self.public_key().hex(), at
            else:
                number, previous, key, at_least = last.seal.number + 1, last.hash, None, last.seal.at
            standing = {stream: (head.number, head.hash.hex()) for stream, head in heads().items()}
            seal = Seal(number, max(at, at_least), standing, previous, key)
            digest = seal_hash(seal)
            line = SealedLine(seal, digest.hex(), private.sign(digest).hex())
            file.write(_encoder.encode(line) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        if created:
            sync_folder(self.path.parent)
        return seal

    def last(self) -> Seal | None:
        """The last whole seal of the file, or None."""
        if not self.path.exists():
            return None
        with self.path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH)
            line = self._last_line(file)
        return None if line is None else line.seal

    def due(self, at: int) -> bool:
        """Whether a minute has passed since the last seal."""
        last = self.last()
        return last is None or at - last.at >= INTERVAL

    def size(self) -> int:
        """How long the file is between two seals."""
        if not self.path.exists():
            return 0
        with self.path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH)
            return os.fstat(file.fileno()).st_size

    def lines(self, size: int) -> Iterator[SealedLine | None]:
        """Every line of the file's first ``size`` bytes; None for one that cannot be read."""
        if not size:
            return
        with self.path.open("rb") as file:
            while file.tell() < size:
                raw = file.readline()
                try:
                    line = _decoder.decode(raw)
                    yield line if raw == _encoder.encode(line) + b"\n" else None
                except (msgspec.MsgspecError, UnicodeDecodeError):
                    yield None

    def public_key(self) -> bytes:
        """The 32 bytes to check this book's seals with; the key is made where there is none yet."""
        return self._signing_key().public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    def keyed_digest(self, purpose: str, *parts: bytes) -> bytes:
        """HMAC-SHA-256 over the parts, with a key for this purpose that is derived from the private sealing key.

        Whoever can write to the database cannot make one: the key is not there. Each part counts with its length, so
        that no two lists of parts give one digest. After a rotation of the sealing key all digests are others.
        """
        private = self._signing_key().private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())
        info = b"houseway keyed digest\0" + purpose.encode()
        mac = hmac.new(HKDF(hashes.SHA256(), 32, salt=None, info=info).derive(private), digestmod=hashlib.sha256)
        for part in parts:
            mac.update(len(part).to_bytes(8, "big"))
            mac.update(part)
        return mac.digest()

    def _signing_key(self) -> Ed25519PrivateKey:
        if self._private is None:
            try:
                self._make_key()
                loaded = load_pem_private_key(self.key.read_bytes(), password=None)
            except (OSError, ValueError, TypeError) as error:
                raise BadSeal(f"the sealing key {self.key} cannot be used: {error}") from error
            if not isinstance(loaded, Ed25519PrivateKey):
                raise BadSeal(f"the sealing key {self.key} is not an Ed25519 key")
            self._private = loaded
        return self._private

    def _make_key(self) -> None:
        if self.key.exists():
            return
        raw = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        # Written whole under another name and then linked: of two processes one wins, and neither sees half a key.
        temporary = self.key.with_name(f"{self.key.name}.{os.getpid()}")
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            os.write(handle, raw)
            os.fsync(handle)
        finally:
            os.close(handle)
        try:
            os.link(temporary, self.key)
        except FileExistsError:
            pass
        finally:
            temporary.unlink()
        sync_folder(self.key.parent)

    def _last_line(self, file: IO[bytes]) -> SealedLine | None:
        end = file.seek(0, os.SEEK_END)
        size = _TAIL
        while end:
            start = max(0, end - size)
            file.seek(start)
            whole = file.read(end - start)
            whole = whole[: whole.rfind(b"\n") + 1]
            begin = whole.rfind(b"\n", 0, -1) + 1
            if begin or start == 0:
                if not whole:
                    return None
                try:
                    return _decoder.decode(whole[begin:])
                except msgspec.MsgspecError as error:
                    raise BadSeal(
                        f"the last line of {self.path.name} cannot be read: {error}", remedy="verify the journal"
                    ) from error
            size *= 4
        return None


def _drop_torn_end(file: IO[bytes]) -> None:
    """Cut what a crash left of a line that was being written: it was never a seal."""
    end = file.seek(0, os.SEEK_END)
    while end:
        start = max(0, end - _TAIL)
        file.seek(start)
        cut = file.read(end - start).rfind(b"\n")
        if cut >= 0 or start == 0:
            file.truncate(start + cut + 1)
            return
        end = start
