"""Damaged records: whatever is wrong with one, the error has a name and says what is wrong and what to do."""

from __future__ import annotations

import json
from typing import Any

import pytest

from houseway.errors import HousewayError
from houseway.registry import replay
from houseway.table.table_errors import ProcedureFault
from tests.damage import GAMES, at_random, systematic

SUITE = 1_500
SOAK = 16_000


def _refused(told: str, record: Any) -> bool:
    """Whether the record is refused, by name; one that still makes sense may replay, or differ."""
    try:
        replay(record)
    except HousewayError as error:
        assert not isinstance(error, ProcedureFault), (told, error)
        assert error.code not in ("error", "fault"), (told, error)
        assert error.message and len(str(error)) < 2_000, (told, str(error)[:300])
        assert error.remedy, (told, error)
        str(error).encode("utf-8", "backslashreplace")
        return True
    except Exception as error:
        pytest.fail(f"{told}: {type(error).__name__}: {str(error)[:200]}")
    return False


def _as_text(record: Any) -> str | None:
    """The record as a line of JSON, where it can be written as one."""
    try:
        return json.dumps(record)
    except (ValueError, RecursionError):
        return None


def _damage(slug: str, count: int, every: int) -> None:
    refused = read = 0
    cases = list(systematic(slug, every))
    cases += at_random(slug, max(0, count - len(cases)), seed=count)
    for told, record in cases:
        refused += _refused(told, record)
        text = _as_text(record)
        if text is not None:
            read += 1
            _refused(told, text)
    assert len(cases) >= count
    assert refused > len(cases) // 2
    assert read > len(cases) // 2


@pytest.mark.parametrize("slug", GAMES)
def test_a_damaged_record_is_refused_by_name_with_what_to_do(slug: str) -> None:
    _damage(slug, SUITE // len(GAMES), every=59)


@pytest.mark.soak
@pytest.mark.parametrize("slug", GAMES)
def test_sixteen_thousand_damaged_records_give_named_errors_only(slug: str) -> None:
    _damage(slug, SOAK // len(GAMES), every=1)
