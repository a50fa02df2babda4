"""Which passwords are accepted: long ones that are not common.

Twelve characters or more, and none of the ways in which a long password is short after all: one part said again and
again, letters in the order of the alphabet or of the keyboard, a word that everybody takes with figures behind it. The
lists of millions of passwords that were stolen elsewhere are not held here: hardly one of them has twelve characters
and passes these rules, they would have to be fetched and kept fresh, and whoever tries passwords at the door is slowed
down after five (`houseway.accounts.throttle`).
"""

from __future__ import annotations

import base64
import re
import secrets
from itertools import pairwise

from argon2 import PasswordHasher

from houseway.accounts.account_errors import BadAccount

SHORTEST = 12
"""Characters of a password, at least."""

LONGEST = 256

LEAST_DIFFERENT = 5
"""Different characters of a password, at least; and characters that do not follow from the one before them."""

_ROWS = ("abcdefghijklmnopqrstuvwxyz", "1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "azertyuiop")
_NEXT = {pair for row in _ROWS for one, other in pairwise(row) for pair in (one + other, other + one)}
_LOOKS_LIKE = str.maketrans("013457@$!|", "oleastasil")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_COMMON = _words(
    """
    admin administrator account baseball basketball batman blackjack bond casino changeme charlie chocolate computer
    dealer default dragon everton football freedom friend google guest hello hockey house houseway hunter iloveyou
    internet jackpot jesus jordan justin killer letmein liverpool login love lovely lucky manager master michael
    michelle money monkey mustang myspace naruto nothing office pass passcode passphrase password passwort player
    please pokemon poker princess prince purple qazwsx qwerty royal secret shadow soccer solo spider starwars summer
    sunshine superman supervisor table temp test texas thomas trustno trustnoone user vegas welcome whatever winter
    winner zaq access autumn spring monday friday january december my the is a in me you i new old your our
    """
)


def check_password(password: str, login: str) -> None:
    """Refuse a password that is too short, too long, the login itself, or among the first that anybody would try."""
    if len(password) < SHORTEST:
        raise BadAccount(f"a password has {SHORTEST} characters or more", remedy="take a few words together")
    if len(password) > LONGEST:
        raise BadAccount(f"a password has {LONGEST} characters at most", remedy="shorten it")
    if login and login in password.lower():
        raise BadAccount("the password holds the login", remedy="choose another password")
    why = weakness(password)
    if why is not None:
        raise BadAccount(
            f"this password is easily guessed: {why}", remedy="take a few words that do not belong together"
        )


def weakness(password: str) -> str | None:
    """Why a password is among the first that anybody would try, in words; None where it is not."""
    text = password.lower()
    if len(set(text)) < LEAST_DIFFERENT:
        return f"it has fewer than {LEAST_DIFFERENT} different characters"
    if re.fullmatch(r"(.+?)\1+.{0,2}", text, re.DOTALL):
        return "it says one thing again and again"
    fresh = sum(1 for one, other in pairwise(text) if one != other and one + other not in _NEXT)
    if fresh + 1 < LEAST_DIFFERENT:
        return "its characters follow each other in order"
    words = re.sub(r"[^a-z]+", " ", text).split()
    if words and all(word in _COMMON for word in words):
        return "it is a word that many people take"
    spelled = re.sub(r"^[^a-z]+|[^a-z]+$", "", text).translate(_LOOKS_LIKE)
    if spelled in _COMMON or re.sub(r"[^a-z]", "", spelled) in _COMMON:
        return "it is a word that many people take"
    return None


def hash_of_nobody(hasher: PasswordHasher) -> str:
    """A hash that no password has: a login that does not exist is compared with it, and takes as long as one that does.

    Nothing is hashed for it, so that a start does not wait.
    """
    salt, digest = (
        base64.b64encode(secrets.token_bytes(length)).decode().rstrip("=")
        for length in (hasher.salt_len, hasher.hash_len)
    )
    cost = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2id$v=19${cost}${salt}${digest}"
