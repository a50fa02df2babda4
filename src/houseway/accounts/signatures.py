"""Signatures at the terminal: whoever is named gives their own password."""

from __future__ import annotations

from houseway.accounts.records import Account
from houseway.accounts.service import Accounts
from houseway.accounts.throttle import TERMINAL_ORIGIN
from houseway.errors import NotPermitted, WrongPassword


async def sign(accounts: Accounts, person: str, password: str, *, origin: str = TERMINAL_ORIGIN) -> Account:
    """The account of ``person``, if that is their password and they set it themselves."""
    known = await accounts.of_person(person)
    # Without an account a password is checked as well: nobody learns who has one.
    account = await accounts.check(known.login if known and known.login else f"{person}?", password, origin=origin)
    if account.person != person:
        raise WrongPassword("this login and password do not go together", remedy="try again")
    if account.once:
        raise NotPermitted(
            f"the password of {person} was set by somebody else, and signs nothing",
            clause="WAC 230-15-430",
            remedy=f"{person} signs in once and sets their own",
        )
    return account
