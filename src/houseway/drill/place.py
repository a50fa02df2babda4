"""Where a drill keeps its journal, and the key that it seals with."""

from __future__ import annotations

import hashlib
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from houseway.floor.floor import Floor
from houseway.journal.private_files import open_private


class Place:
    """A journal's address, with the seal file and the key beside it.

    The key comes from the seed, so that the same drill has the same seals: it guards nothing outside a drill.
    """

    def __init__(self, url: str, folder: Path, seed: int) -> None:
        self.url = url
        self.seals = folder / "drill.seals"
        self.key = folder / "drill.key"
        raw = hashlib.sha256(b"houseway drill" + seed.to_bytes(8, "big")).digest()
        private = Ed25519PrivateKey.from_private_bytes(raw)
        with open_private(self.key, "wb") as file:
            file.write(private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))

    def open(self, *, create: bool = False) -> Floor:
        """The floor on this journal. Rounds are played again by the drill itself, a sample of them."""
        return Floor.open(self.url, create=create, verify=False, seals=self.seals, key=self.key)
