"""Badge and PIN: a short signature of an enrolled person, at a console where somebody else is signed in.

A PIN has few digits. So it is kept as an argon2id hash of a keyed digest, under a secret of the room; wrong ones are
counted by badge, at each console and at all of them together, and never against the login: whoever waits for the PIN
signs with login and password meanwhile. Nobody signs in with a badge.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from itertools import pairwise

from houseway.accounts.account_errors import BadAccount, WrongPin
from houseway.accounts.account_rows import ACCOUNT_COLUMNS, Account, Change, account_of
from houseway.accounts.service import Accounts
from houseway.accounts.throttle import ELSEWHERE, lift, right

SHORTEST_PIN, LONGEST_PIN = 6, 12
SHORTEST_BADGE, LONGEST_BADGE = 4, 40
"""Digits of a PIN, and letters and digits of a badge."""

PATIENCE_EVERYWHERE = 15
"""Wrong PINs for a badge at all consoles together before all of them wait."""

_TRIES = ("wrong PINs for this badge", "wait, or sign with your login and password")


def badge_number(text: str) -> str:
    """A badge as typed or scanned, as it is compared: its letters and digits, whatever stands between them."""
    found = "".join(letter for letter in text.upper() if letter.isascii() and letter.isalnum())
    if not SHORTEST_BADGE <= len(found) <= LONGEST_BADGE:
        raise BadAccount(
            f"a badge has {SHORTEST_BADGE} to {LONGEST_BADGE} letters and digits", remedy="scan it, or type its number"
        )
    return found


def check_pin(pin: str, badge: str) -> None:
    """Refuse a PIN that is too short, too long, or among the first that anybody would try."""
    if not re.fullmatch(rf"[0-9]{{{SHORTEST_PIN},{LONGEST_PIN}}}", pin):
        raise BadAccount(f"a PIN has {SHORTEST_PIN} to {LONGEST_PIN} digits", remedy="choose digits alone")
    steps = {(int(other) - int(one)) % 10 for one, other in pairwise(pin)}
    why = ""
    if len(set(pin)) < 3:
        why = "it has fewer than three different digits"
    elif len(steps) == 1:
        why = "its digits follow each other in order"
    elif re.fullmatch(r"(\d+?)\1+", pin):
        why = "it says one thing again and again"
    elif re.fullmatch(r"(?:(\d)\1+){2,}", pin) and len(set(pin)) * 2 >= len(pin):
        why = "its digits come in pairs"
    elif pin in badge or badge in pin:
        why = "it stands on the badge"
    if why:
        raise BadAccount(f"this PIN is easily guessed: {why}", remedy="choose other digits")


async def _badge_digest(accounts: Accounts, badge: str) -> str:
    secret = bytes.fromhex(await accounts.own_secret("badges"))
    return hmac.new(secret, badge.encode(), hashlib.sha256).hexdigest()


async def _peppered(accounts: Accounts, account: str, pin: str) -> str:
    secret = bytes.fromhex(await accounts.own_secret("pins"))
    return hmac.new(secret, f"{account} {pin}".encode("utf-8", "replace"), hashlib.sha256).hexdigest()


async def ready_to_enrol(accounts: Accounts, account: Account, badge: str, pin: str) -> Change:
    """A badge and a PIN for an account, ready to be kept in the place of those before."""
    number = badge_number(badge)
    check_pin(pin, number)
    hashed = await _badge_digest(accounts, number)
    if await accounts.ask("SELECT 1 FROM accounts WHERE badge = ? AND id <> ?", hashed, account.id):
        raise BadAccount("this badge is enrolled for somebody else", remedy="use your own badge")
    kept = await accounts.hash_of(await _peppered(accounts, account.id, pin))
    lifted = lift(await accounts.key_of(f"badge {number}"))
    return await accounts.altered(account, lifted, anew={"badge": hashed, "pin": kept})


async def ready_to_revoke(accounts: Accounts, account: Account) -> Change:
    """The badge and the PIN of an account are to sign nothing any more; ready to be made."""
    if not account.badge:
        raise BadAccount(f"{account.name} has no badge enrolled", remedy="look at the list again")
    return await accounts.altered(account, anew={"badge": None, "pin": None})


async def check_badge(accounts: Accounts, badge: str, pin: str, *, origin: str) -> Account:
    """The account of whoever has this badge and PIN; ``origin`` is the console where they are given.

    A badge that nobody has is answered the same, after the same time, and waits the same.
    """
    try:
        number = badge_number(badge)
    except BadAccount:
        number = "?"
    subject = f"badge {number}"
    key = await accounts.count(subject, origin, *_TRIES)
    await accounts.count(subject, ELSEWHERE, *_TRIES, patience=PATIENCE_EVERYWHERE)
    hashed = await _badge_digest(accounts, number)
    rows = await accounts.ask(f"SELECT pin, {ACCOUNT_COLUMNS} FROM accounts WHERE badge = ?", hashed)
    kept, account = (rows[0][0], account_of(rows[0][1:])) if rows else (None, None)
    matches = await accounts.matches(kept, await _peppered(accounts, account.id if account else "", pin))
    if account is None or not matches or account.closed is not None:
        raise WrongPin(
            "this badge and PIN do not go together", remedy="try again, or sign with your login and password"
        )
    await accounts.ask_all(*right(key, origin, strange=True))
    return account
