"""Passwords that are hashed at once: Argon2id all the same, without the time and memory it takes on purpose.

``python -m tests.quick_passwords serve …`` is ``houseway serve …`` with such passwords: a demonstration has nine. Its
hints are worked out when somebody asks for one, as where it has just opened its doors.
"""

from __future__ import annotations

import sys

from argon2 import PasswordHasher

from houseway.accounts import service
from tests.waiting import HOURS

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def hash_quickly() -> None:
    """From now on, accounts that are opened without a hasher have the quick one."""
    vars(service)["PasswordHasher"] = lambda: QUICK


def hint_when_asked() -> None:
    """From now on, a room works out what its hints are taken from when one is asked for, and none by itself."""
    from houseway.web.live import hints

    hints.LATER = HOURS


if __name__ == "__main__":
    from houseway.cli.main import main

    hash_quickly()
    hint_when_asked()
    sys.exit(main())
