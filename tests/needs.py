"""What some tests need beyond Python: where it is missing they fail in CI, and elsewhere are skipped and told of."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from typing import NoReturn

import pytest

ENABLE = "; enable these tests with: "


def missing(what: str, enable: str) -> NoReturn:
    """Something is not here, and this command would bring it: a failure with ``CI=true``, otherwise a skip."""
    why = f"{what}{ENABLE}{enable}"
    if os.environ.get("CI") == "true":
        pytest.fail(why, pytrace=False)
    pytest.skip(why)


def told(reasons: Iterable[str]) -> list[str]:
    """What was missing and how it is brought, with the number of tests, from the reasons of skipped tests."""
    wanted = Counter(reason.removeprefix("Skipped: ") for reason in reasons if ENABLE in reason)
    lines = []
    for reason, tests in sorted(wanted.items()):
        what, _, enable = reason.partition(ENABLE)
        lines.append(f"{what}: {tests} {'test was' if tests == 1 else 'tests were'} not run. To run: {enable}")
    return lines
