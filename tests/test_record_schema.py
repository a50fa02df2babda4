"""The JSON Schema in ``docs/``: it is made from the code, takes every valid record and refuses what is none."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from houseway.errors import HousewayError
from houseway.registry import settle
from houseway.reports.record_pages import PAYTABLES, SCHEMA, paytables_page, schema_file
from houseway.table.records.record_format import from_data
from tests.damage import GAMES, at_random, systematic, valid
from tests.releases.released import records

DOCS = Path(__file__).parent.parent / "docs"
GOLDEN = Path(__file__).parent / "golden"


_CONTRADICTS = re.compile("is there twice|is given twice|among the options")


@cache
def _schema() -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(json.loads((DOCS / SCHEMA).read_text(encoding="utf-8")))


def _wrong(record: Any) -> list[str]:
    return [f"{error.instance_path}: {error.message[:200]}" for error in _schema().iter_errors(record)]


def test_the_schema_in_docs_is_the_one_that_the_code_makes() -> None:
    assert (DOCS / SCHEMA).read_text(encoding="utf-8") == schema_file(), "run: make pages"


def test_the_paytables_in_docs_are_those_of_the_editions() -> None:
    assert (DOCS / PAYTABLES).read_text(encoding="utf-8") == paytables_page(), "run: make pages"


@pytest.mark.parametrize("slug", GAMES)
def test_records_of_every_table_validate(slug: str) -> None:
    for number in range(100):
        assert _wrong(valid(slug, number)) == []


@pytest.mark.parametrize("slug", GAMES)
def test_records_of_release_0_1_validate(slug: str) -> None:
    golden = [path for path in GOLDEN.glob(f"{slug}-*.jsonl") if path.stem.removeprefix(f"{slug}-").isdigit()]
    found = [json.loads(line) for path in golden for line in path.read_bytes().splitlines()]
    assert len(found) >= 40
    for record in (*found, *records(slug)):
        assert _wrong(record) == []


@pytest.mark.parametrize("slug", GAMES)
def test_the_schema_refuses_what_is_no_record_and_takes_whatever_settles(slug: str) -> None:
    refused = taken = 0
    for told, damaged in (*systematic(slug, every=29), *at_random(slug, 250, seed=1)):
        try:
            record = json.loads(json.dumps(damaged, ensure_ascii=False, allow_nan=False).encode())
            wrong = _wrong(record)
        except (ValueError, RecursionError):
            # No JSON, or deeper than a validator goes.
            continue
        record.pop("lines", None)
        try:
            settle(record)
        except HousewayError:
            pass
        else:
            assert not _wrong(record), told
            taken += 1
        if not wrong:
            # What is left to find is what two parts of a record say against each other.
            try:
                from_data(record)
            except HousewayError as error:
                assert _CONTRADICTS.search(error.message), (told, error)
        refused += bool(wrong)
    assert refused > 100
    assert taken > 20
