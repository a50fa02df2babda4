"""Seals: all heads of a journal, chained and signed, kept in a file outside the database."""

from __future__ import annotations

import fcntl
import hashlib
import hmac
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO, NamedTuple

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from msgspec import UNSET, UnsetType

from houseway.journal.engines.sqlite import sync_folder
from houseway.journal.entries import Head
from houseway.journal.journal_errors import BadSeal, JournalBehindSeals, SealKeyLost, SealKeyUnknown, SealsMissing
from houseway.journal.sealing.seal_record import Recorded
from houseway.journal.sealing.sealing_key import (
    load_key,
    make_key,
    next_key_file,
    private_bytes,
    public_bytes,
    put_in_force,
)

INTERVAL = 60_000_000
"""Microseconds between two seals of a running journal, at most, where something was written."""

WHOLE_EVERY = 256
"""Seals from one that names every stream to the next that does."""

FIRST = "0" * 64
"""What the first seal of a file has as the hash of the one before."""

_CHUNK = 65_536


class Seal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where streams stood: number and hash by stream.

    A seal is whole and names every stream, or it has ``since``, the number of the last whole one, and names those that
    moved since the seal before it. ``key`` is the public key it is signed with, in whole seals (release 0.1: in the
    first only). After a seal with ``next_key`` that key signs. One with ``replaces`` begins a section of its own: a new
    key signs it instead of the one named there, which was lost.
    """

    number: int
    at: int
    heads: dict[str, tuple[int, str]]
    previous: str
    key: str | None = None
    since: int | UnsetType = UNSET
    next_key: str | UnsetType = UNSET
    replaces: str | UnsetType = UNSET


class SealedLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a seal file: the seal, its hash, and the signature of that hash."""

    seal: Seal
    hash: str
    signature: str


class Tail(NamedTuple):
    """The end of a seal file: the last seal with its hash, where all streams stand by then, and the key in force."""

    last: SealedLine
    standing: dict[str, tuple[int, str]]
    whole: int
    key: str
    raw: bytes
    end: int


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


def _for_signature(purpose: str, data: bytes) -> bytes:
    # Longer than the hash that a seal's signature is of: neither ever passes for the other.
    return b"houseway signature\0" + purpose.encode() + b"\0" + hashlib.sha256(data).digest()


def signed_by(public_key: bytes, purpose: str, data: bytes, signature: bytes) -> bool:
    """Whether a signature of `SealBook.sign` is that key's, for that purpose, over ``data``."""
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, _for_signature(purpose, data))
    except (InvalidSignature, ValueError):
        return False
    return True


def key_after(line: SealedLine, before: str | None) -> str | None:
    """The public key in force after a seal: the one it hands over to, the one it names, or the one before."""
    seal = line.seal
    return seal.next_key if seal.next_key is not UNSET else seal.key or before


def read_line(raw: bytes) -> SealedLine | None:
    """A line of a seal file; None where it cannot be read, or is not written as a seal is."""
    try:
        line = _decoder.decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    return line if raw == _encoder.encode(line) + b"\n" else None


class SealBook:
    """A seal file and the key it is signed with. Several processes may add to one file: each line follows the last.

    ``recorded`` says which seal the journal has on record: where there is one, neither a key nor a seal file is made.
    """

    def __init__(self, path: Path, key: Path) -> None:
        self.path = path
        self.key = key
        self.recorded: Callable[[], Recorded | None] = lambda: None
        self._private: Ed25519PrivateKey | None = None
        self._derived: tuple[Ed25519PrivateKey, dict[str, hmac.HMAC]] | None = None
        self._tail: Tail | None = None

    # ------------------------------------------------------------------------------------------------------- sealing

    def add(self, heads: Callable[[], Mapping[str, Head]], at: int, *, whole: bool = False) -> Seal:
        """Append one seal where a head has moved; the last seal of the file.

        The heads are read while the file is held, so that seals never overtake each other. ``whole``: it names every
        stream, also those that have not moved.
        """
        try:
            recorded = self.recorded()
            self._refuse_a_new_file(recorded)
            with self._held(create=True) as file:
                tail = self._checked(file, recorded)
                private = self._key_of(tail, recorded)
                made = self._next(tail, heads(), at, public_bytes(private), whole=whole)
                if made is None:
                    assert tail is not None
                    return tail.last.seal
                self._write(file, made, private)
                return made
        except OSError as error:
            raise self._unwritable(error) from error

    def check(self) -> None:
        """A named error where the next seal could not be made: the file or the key is missing, older or another."""
        recorded = self.recorded()
        self._refuse_a_new_file(recorded)
        if not self.path.exists():
            return
        try:
            with self._held(create=False) as file:
                tail = self._checked(file, recorded, mend=False)
            if tail is not None:
                self._key_of(tail, recorded)
        except OSError as error:
            raise self._unwritable(error) from error

    def hand_over(self, heads: Callable[[], Mapping[str, Head]], at: int) -> Seal:
        """Sign the public half of the key that waits (`next_key_file`) with the one in force; from then on it seals.

        An interruption leaves either the old key or the new one in force, never neither.
        """
        recorded = self.recorded()
        self._refuse_a_new_file(recorded)
        new = load_key(next_key_file(self.key))
        try:
            with self._held(create=True) as file:
                tail = self._checked(file, recorded)
                old = self._key_of(tail, recorded)
                standing = _standing(heads())
                number, previous, at = _following(tail, None, at)
                last = Seal(number, at, standing, previous, public_bytes(old).hex(), next_key=public_bytes(new).hex())
                self._write(file, last, old)
                return self._begin_section(file, new, standing, at)
        except OSError as error:
            raise self._unwritable(error) from error

    def start_over(self, heads: Callable[[], Mapping[str, Head]], at: int) -> Seal:
        """Begin a section signed by the key that waits, where the one before it, or the whole file, was lost.

        Nothing before it is vouched for by the new key: verification says so for ever.
        """
        recorded = self.recorded()
        new = load_key(next_key_file(self.key))
        try:
            with self._held(create=True) as file:
                tail = self._read_tail(file)
                number, previous, at = _following(tail, recorded, at)
                lost = tail.key if tail is not None else recorded.key if recorded is not None else ""
                standing = _standing(heads())
                seal = Seal(number, at, standing, previous, public_bytes(new).hex(), replaces=lost)
                self._write(file, seal, new)
                put_in_force(self.key)
                self._private = new
                return seal
        except OSError as error:
            raise self._unwritable(error) from error

    def _begin_section(
        self, file: IO[bytes], new: Ed25519PrivateKey, standing: dict[str, tuple[int, str]], at: int
    ) -> Seal:
        put_in_force(self.key)
        self._private = new
        tail = self._read_tail(file)
        assert tail is not None
        seal = Seal(tail.last.seal.number + 1, at, standing, tail.last.hash, public_bytes(new).hex())
        self._write(file, seal, new)
        return seal

    def _next(self, tail: Tail | None, heads: Mapping[str, Head], at: int, key: bytes, *, whole: bool) -> Seal | None:
        """The seal that is due; None where no head has moved."""
        standing = _standing(heads)
        if tail is None:
            return Seal(1, at, standing, FIRST, key.hex())
        moved = {stream: head for stream, head in standing.items() if tail.standing.get(stream) != head}
        self._refuse_an_older_journal(tail, standing)
        if not moved and not whole:
            return None
        number, previous, at = _following(tail, None, at)
        # Seals of release 0.1 have their key in the first line only: the first one after them names it again.
        earlier = tail.last.seal.since is UNSET and tail.last.seal.key is None
        if whole or earlier or len(moved) == len(standing) or number - tail.whole >= WHOLE_EVERY:
            return Seal(number, at, standing, previous, key.hex())
        return Seal(number, at, moved, previous, since=tail.whole)

    def _write(self, file: IO[bytes], seal: Seal, private: Ed25519PrivateKey) -> None:
        digest = seal_hash(seal)
        line = SealedLine(seal, digest.hex(), private.sign(digest).hex())
        raw = _encoder.encode(line) + b"\n"
        file.seek(0, os.SEEK_END)
        file.write(raw)
        file.flush()
        os.fsync(file.fileno())
        before = {} if self._tail is None or seal.since is UNSET else self._tail.standing
        whole = seal.number if seal.since is UNSET else seal.since
        key = key_after(line, public_bytes(private).hex()) or ""
        self._tail = Tail(line, {**before, **seal.heads}, whole, key, raw, file.tell())

    # ------------------------------------------------------------------------------------------------- what is there

    def last(self) -> Seal | None:
        """The last whole line's seal, or None where there is none."""
        tail = self.tail()
        return None if tail is None else tail.last.seal

    def tail(self) -> Tail | None:
        """The end of the file, or None where it holds no seal."""
        if not self.path.exists():
            return None
        with self._held(create=False) as file:
            return self._read_tail(file)

    def last_recordable(self) -> Recorded | None:
        """The last seal of the file as the journal records it."""
        tail = self.tail()
        if tail is None:
            return None
        seal = tail.last.seal
        # A seal that hands over is itself signed by the key before; it is always followed by one of the new key.
        return Recorded(seal.number, tail.last.hash, seal.key or tail.key, seal.at)

    def due(self, at: int) -> bool:
        """Whether a minute has passed since the last seal."""
        last = self.last()
        return last is None or at - last.at >= INTERVAL

    def size(self) -> int:
        """How long the file is between two seals."""
        if not self.path.exists():
            return 0
        with self._held(create=False) as file:
            return os.fstat(file.fileno()).st_size

    def lines(self, size: int) -> Iterator[SealedLine | None]:
        """Every line of the file's first ``size`` bytes; None for one that cannot be read."""
        if not size:
            return
        with self.path.open("rb") as file:
            while file.tell() < size:
                yield read_line(file.readline())

    # ----------------------------------------------------------------------------------------------------------- key

    def public_key(self) -> bytes:
        """The 32 bytes to check this book's seals with; the key is made where there never was one."""
        return public_bytes(self._own_key())

    def keyed_digest(self, purpose: str, *parts: bytes) -> bytes:
        """HMAC-SHA-256 over the parts, with a key for this purpose that is derived from the private sealing key.

        Whoever can write to the database cannot make one: the key is not there. Each part counts with its length, so
        that no two lists of parts give one digest. After a rotation of the sealing key all digests are others. A
        `BadSeal` where the key was lost.
        """
        mac = self._mac(purpose).copy()
        for part in parts:
            mac.update(len(part).to_bytes(8, "big"))
            mac.update(part)
        return mac.digest()

    def sign(self, purpose: str, data: bytes) -> bytes:
        """An Ed25519 signature of ``data`` for one purpose, by the key that signs the seals; `signed_by` checks it."""
        return self._own_key().sign(_for_signature(purpose, data))

    def _mac(self, purpose: str) -> hmac.HMAC:
        """The empty HMAC of a purpose, derived once from each private key: a digest is asked for with every state."""
        private = self._own_key()
        derived = self._derived
        if derived is None or derived[0] is not private:
            derived = self._derived = (private, {})
        made = derived[1]
        if purpose not in made:
            info = b"houseway keyed digest\0" + purpose.encode()
            key = HKDF(hashes.SHA256(), 32, salt=None, info=info).derive(private_bytes(private))
            made[purpose] = hmac.new(key, digestmod=hashlib.sha256)
        return made[purpose]

    def _own_key(self) -> Ed25519PrivateKey:
        """The key in the file; made where there never was one."""
        if self._private is not None:
            return self._private
        if self.key.exists():
            self._private = load_key(self.key)
            return self._private
        return self._key_of(self.tail(), self.recorded())

    def _key_of(self, tail: Tail | None, recorded: Recorded | None) -> Ed25519PrivateKey:
        """The private key, which must be the one that the seals name; the file may be held meanwhile."""
        wanted = tail.key if tail is not None else recorded.key if recorded is not None else None
        held = self._private
        if held is not None and wanted in (None, public_bytes(held).hex()):
            return held
        waiting = next_key_file(self.key)
        if wanted is not None and waiting.exists() and public_bytes(load_key(waiting)).hex() == wanted:
            # A change of keys was interrupted when the seals named the new one already.
            put_in_force(self.key)
        if wanted is None:
            make_key(self.key)
        elif not self.key.exists():
            raise SealKeyLost(
                f"The sealing key {self.key} is not there, and this journal was sealed with it.",
                remedy="Put the key file back from its safe copy, or have two people run: houseway audit replace-key",
            )
        loaded = load_key(self.key)
        public = public_bytes(loaded).hex()
        if wanted is not None and public != wanted:
            raise SealKeyUnknown(
                f"{self.key} holds another key ({public[:16]}…) than the seals are signed with ({wanted[:16]}…).",
                remedy="Put the right key file back. A new key comes in by two people: houseway audit rotate-key",
            )
        self._private = loaded
        return loaded

    def waiting_key(self) -> str:
        """The public half of the key that waits to come into force, made where none does."""
        make_key(next_key_file(self.key))
        return public_bytes(load_key(next_key_file(self.key))).hex()

    def drop_waiting_key(self) -> None:
        """Nobody put the key on record that waits: it is thrown away."""
        next_key_file(self.key).unlink(missing_ok=True)

    # --------------------------------------------------------------------------------------------------------- guards

    def _refuse_a_new_file(self, recorded: Recorded | None) -> None:
        if recorded is not None and not self.path.exists():
            raise SealsMissing(
                f"The seal file {self.path} is not there. The journal says that it held {recorded.number} seals.",
                remedy="Put the file back from a copy, then verify. If it is lost for good, have two people run: "
                "houseway audit replace-key",
            )

    def _checked(self, file: IO[bytes], recorded: Recorded | None, *, mend: bool = True) -> Tail | None:
        if mend:
            _drop_torn_end(file)
        tail = self._read_tail(file)
        if recorded is None:
            return tail
        if tail is None or tail.last.seal.number < recorded.number:
            held = "holds none" if tail is None else f"ends at seal {tail.last.seal.number}"
            raise SealsMissing(
                f"{self.path} {held}, and the journal says that seal {recorded.number} was written.",
                remedy="Put the newest copy of the seal file back, then verify. If it is lost for good, have two "
                "people run: houseway audit replace-key",
            )
        if tail.last.seal.number == recorded.number and tail.last.hash != recorded.hash:
            raise SealsMissing(
                f"Seal {recorded.number} in {self.path} is not the one that the journal has on record.",
                remedy="Keep the file, put the right one back, then verify",
            )
        return tail

    def _refuse_an_older_journal(self, tail: Tail, standing: Mapping[str, tuple[int, str]]) -> None:
        for stream, (number, digest) in tail.standing.items():
            ends, found = standing.get(stream, (0, ""))
            if ends < number or (ends == number and found != digest):
                raise JournalBehindSeals(
                    f"Seal {tail.last.seal.number} has entry {number} of {stream}; the journal ends at entry {ends}.",
                    remedy="Stop, keep database and seals as they are, and run: houseway audit verify",
                )

    # ------------------------------------------------------------------------------------------------------ the file

    def _held(self, *, create: bool) -> IO[bytes]:
        """The file, locked until it is closed."""
        made = create and not self.path.exists()
        if made:
            os.close(os.open(self.path, os.O_WRONLY | os.O_CREAT, 0o600))
            sync_folder(self.path.parent)
        file = self.path.open("r+b" if create else "rb")
        try:
            fcntl.flock(file, fcntl.LOCK_EX if create else fcntl.LOCK_SH)
        except BaseException:
            file.close()
            raise
        return file

    def _unwritable(self, error: OSError) -> BadSeal:
        return BadSeal(f"{self.path.name} cannot be written: {error}", remedy="check the file, its folder and the disk")

    def _read_tail(self, file: IO[bytes]) -> Tail | None:
        """The end of the file; what was read before is not read again."""
        known = self._tail if self._tail is not None and _stands(file, self._tail) else None
        start = self._start_of_tail(file) if known is None else known.end
        file.seek(start)
        end = start
        for raw in file.read().splitlines(keepends=True):
            if not raw.endswith(b"\n"):
                break
            end += len(raw)
            known = self._followed(known, raw, end, file)
            file.seek(end)
        self._tail = known
        return known

    def _followed(self, before: Tail | None, raw: bytes, end: int, file: IO[bytes]) -> Tail:
        try:
            line = _decoder.decode(raw)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise BadSeal(f"a line of {self.path.name} cannot be read: {error}", remedy="verify the journal") from error
        seal = line.seal
        key = key_after(line, before.key if before is not None else self._first_key(file))
        if seal.since is UNSET:
            return Tail(line, dict(seal.heads), seal.number, key or "", raw, end)
        standing = {} if before is None else before.standing
        return Tail(line, {**standing, **seal.heads}, seal.since, key or "", raw, end)

    def _first_key(self, file: IO[bytes]) -> str | None:
        """The key that the first line names: seals of release 0.1 name it nowhere else."""
        file.seek(0)
        line = read_line(file.readline())
        return None if line is None else line.seal.key

    def _start_of_tail(self, file: IO[bytes]) -> int:
        """Where the last whole seal begins."""
        size, length = os.fstat(file.fileno()).st_size, _CHUNK
        while True:
            start = max(0, size - length)
            file.seek(start)
            chunk = file.read()
            chunk = chunk[: chunk.rfind(b"\n") + 1]
            begin = 0 if start == 0 else chunk.find(b"\n") + 1
            lines = chunk[begin:].splitlines(keepends=True)
            for back in reversed(range(len(lines))):
                line = read_line(lines[back])
                if line is not None and line.seal.since is UNSET:
                    return start + begin + sum(map(len, lines[:back]))
                if line is None and back == len(lines) - 1:
                    raise BadSeal(f"the last line of {self.path.name} cannot be read", remedy="verify the journal")
            if start == 0:
                return 0
            length *= 4


def _standing(heads: Mapping[str, Head]) -> dict[str, tuple[int, str]]:
    return {stream: (head.number, head.hash.hex()) for stream, head in heads.items()}


def _following(tail: Tail | None, recorded: Recorded | None, at: int) -> tuple[int, str, int]:
    """Number, hash before and time of a seal that follows the file, or else what the journal has on record."""
    if tail is not None:
        return tail.last.seal.number + 1, tail.last.hash, max(at, tail.last.seal.at)
    if recorded is not None:
        return recorded.number + 1, recorded.hash, max(at, recorded.at)
    return 1, FIRST, at


def _stands(file: IO[bytes], tail: Tail) -> bool:
    """Whether the last line that was read is still where it was."""
    file.seek(tail.end - len(tail.raw))
    return file.read(len(tail.raw)) == tail.raw


def _drop_torn_end(file: IO[bytes]) -> None:
    """Cut what a crash left of a line that was being written: it was never a seal."""
    end = file.seek(0, os.SEEK_END)
    while end:
        start = max(0, end - _CHUNK)
        file.seek(start)
        cut = file.read(end - start).rfind(b"\n")
        if cut >= 0 or start == 0:
            file.truncate(start + cut + 1)
            return
        end = start
