"""Sources of random numbers, which callers pass as arguments.

Three sources with the same one method. `Stream` is counter-based (SplitMix64): draw number *i* of round *number* under
*seed* is a pure function of the three, so any round can be dealt again from its name, here or in a compiled kernel.
`SystemChance` asks the operating system and cannot be repeated. `NonceChance` spends a nonce that the operating system
gave for one answer of a live round: recorded with the answer, it gives the same cards when the round is played again.

Bias of `Stream.below`: a 55-bit multiply-shift. Each of *n* outcomes has a probability within 2**-55 of 1/n, a relative
error under n * 2**-55 (about 1e-14 for a shoe of 416 cards).
"""

from __future__ import annotations

import hashlib
from typing import Protocol

from houseway.public_arguments import SEED, check, whole

MASK64 = 0xFFFF_FFFF_FFFF_FFFF
GAMMA = 0x9E37_79B9_7F4A_7C15
AT_LEAST_ONE = whole(1, like=52)


def mix64(z: int) -> int:
    """SplitMix64's finaliser: a bijection of 64-bit numbers that leaves no visible pattern."""
    z = ((z ^ (z >> 30)) * 0xBF58_476D_1CE4_E5B9) & MASK64
    z = ((z ^ (z >> 27)) * 0x94D0_49BB_1331_11EB) & MASK64
    return z ^ (z >> 31)


def stream_key(seed: int, number: int) -> int:
    """The 64-bit key under which round ``number`` of ``seed`` draws."""
    return mix64((mix64(seed & MASK64) + (number + 1) * GAMMA) & MASK64)


class Chance(Protocol):
    """Whatever can pick one of ``n``."""

    def below(self, n: int) -> int:
        """A number from 0 to ``n`` - 1, all alike."""


class Stream:
    """The draws of one round, named by (seed, number)."""

    __slots__ = ("_state",)

    def __init__(self, seed: int, number: int = 0) -> None:
        # A stream is made for every round: what is right is found to be so without a call.
        if type(seed) is not int or type(number) is not int or not (0 <= seed <= MASK64 and 0 <= number <= MASK64):
            check("seed", SEED, seed)
            check("number", SEED, number)
        self._state = stream_key(seed, number)

    def below(self, n: int) -> int:
        """A number from 0 to ``n`` - 1; the bias is stated at the head of this module."""
        if type(n) is not int or n < 1:
            check("n", AT_LEAST_ONE, n)
        # mix64 written out: this is the innermost call of every dealt card.
        z = self._state = (self._state + GAMMA) & MASK64
        z = ((z ^ (z >> 30)) * 0xBF58_476D_1CE4_E5B9) & MASK64
        z = ((z ^ (z >> 27)) * 0x94D0_49BB_1331_11EB) & MASK64
        return (((z ^ (z >> 31)) >> 9) * n) >> 55


class SystemChance:
    """The operating system's generator, without bias."""

    __slots__ = ()

    def below(self, n: int) -> int:
        """A number from 0 to ``n`` - 1."""
        import secrets  # noqa: PLC0415 - and what it brings: only a live table draws so

        check("n", AT_LEAST_ONE, n)
        return secrets.randbelow(n)


class NonceChance:
    """Draws from the nonce last given, by SHA-256 in counter mode; what would bias a draw is thrown away.

    A live table gives a fresh nonce with each answer: what is stored tells the cards already dealt and no card to come.
    """

    __slots__ = ("_count", "_nonce")

    def __init__(self) -> None:
        self._nonce = b""
        self._count = 0

    def use(self, nonce: bytes) -> None:
        """Draw from ``nonce`` from here on."""
        self._nonce = nonce
        self._count = 0

    def below(self, n: int) -> int:
        """A number from 0 to ``n`` - 1."""
        most = (1 << 64) // n * n
        while True:
            block = hashlib.sha256(self._nonce + self._count.to_bytes(8, "big")).digest()
            self._count += 1
            number = int.from_bytes(block[:8], "big")
            if number < most:
                return number % n
