"""Enrolling an authenticator in an account, and removing it."""

from __future__ import annotations

from houseway.accounts.account_errors import BadAccount, WrongCode
from houseway.accounts.account_rows import Account, Change
from houseway.accounts.credentials import authenticator
from houseway.accounts.service import Accounts


async def ready_to_enrol(accounts: Accounts, account: Account, secret: str, code: str) -> tuple[Change, list[str]]:
    """An authenticator for an account, ready to be kept in the place of the one before, and new recovery codes.

    ``code`` shows that the person's own device has the secret; it does not count again. The codes are shown this once.
    """
    authenticator.check_secret(secret)
    step = authenticator.step_of(secret, code, accounts.now())
    if step is None:
        raise WrongCode(
            "this is not the code of this moment", remedy="check the clock of your device, and type the code it shows"
        )
    recovery, kept = authenticator.new_recovery_codes(), await accounts.own_secret("recovery")
    digests = [authenticator.recovery_digest(kept, account.id, each) for each in recovery]
    change = await accounts.altered(
        account,
        ("DELETE FROM recovery_codes WHERE account = ?", (account.id,)),
        *(("INSERT INTO recovery_codes (account, hash) VALUES (?, ?)", (account.id, digest)) for digest in digests),
        anew={"codes": secret},
        codes_step=step,
    )
    return change, recovery


async def ready_to_remove(accounts: Accounts, account: Account) -> Change:
    """The account takes no codes any more; ready to be made."""
    if not account.codes:
        raise BadAccount("no authenticator is enrolled", remedy="enrol one first")
    forgotten = ("DELETE FROM recovery_codes WHERE account = ?", (account.id,))
    return await accounts.altered(account, forgotten, anew={"codes": None})


async def recovery_codes_left(accounts: Accounts, account: Account) -> int:
    """How many recovery codes are left."""
    [[left]] = await accounts.ask("SELECT COUNT(*) FROM recovery_codes WHERE account = ?", account.id)
    return int(left)
