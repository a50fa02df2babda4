"""Passwords that are hashed at once: Argon2id all the same, without the time and memory it takes on purpose.

``python -m tests.quick_passwords serve …`` is ``houseway serve …`` with such passwords: a demonstration has nine.
"""

from __future__ import annotations

import sys

from argon2 import PasswordHasher

from houseway.accounts import service

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def hash_quickly() -> None:
    """From now on, accounts that are opened without a hasher have the quick one."""
    vars(service)["PasswordHasher"] = lambda: QUICK


if __name__ == "__main__":
    from houseway.cli.main import main

    hash_quickly()
    sys.exit(main())
