"""What is written in a file for the floor: a table, a jackpot, an approval; TOML or JSON, checked where it is read."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from houseway.compliance.compliance_errors import BadConfiguration
from houseway.compliance.configuration import days_as_texts, toml_of
from houseway.rulebook.plain_words import misfit
from houseway.table.table_errors import BadRecord

_Made = TypeVar("_Made")


def read_entry(file: str, kind: type[_Made], name: str, pick: str | None = None) -> _Made:
    """The one ``kind`` in ``file``: at its top, under ``name``, or in a list under ``name`` + ``s``.

    Of a list with several ``pick`` says which, by its id. ``-`` is standard input, as JSON.
    """
    found = _entry(_data(file), name, pick, file)
    try:
        return msgspec.convert(found, kind)
    except msgspec.ValidationError as error:
        wrong = misfit(error, found, kind)
        raise BadConfiguration(f"{file}: {name}, {wrong}", remedy=wrong.remedy) from error


def read_record(file: str) -> dict[str, Any]:
    """The record of a round in ``file``."""
    try:
        data = json.loads(Path(file).read_text(encoding="utf-8"))
    except OSError as error:
        raise BadRecord(f"{file} cannot be read: {error.strerror}", remedy="name a file of one record") from error
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"{file} is no round record: {error}", remedy="give one record as JSON") from error
    if not isinstance(data, dict):
        raise BadRecord(f"{file} is no round record", remedy="give one record as JSON")
    return data


def _entry(data: Any, name: str, pick: str | None, file: str) -> Any:
    plural = f"{name}s"
    if isinstance(data, dict) and isinstance(data.get(plural), list):
        listed = data[plural]
        fitting = [item for item in listed if pick is None or (isinstance(item, dict) and item.get("id") == pick)]
        if len(fitting) != 1:
            ids = ", ".join(str(item.get("id", "?")) for item in listed if isinstance(item, dict))
            raise BadConfiguration(
                f"{file} has {len(listed)} {plural}{f' and none called {pick!r}' if pick and not fitting else ''}",
                remedy=f"choose one with --pick: {ids}",
            )
        return fitting[0]
    if isinstance(data, dict) and isinstance(data.get(name), dict):
        return data[name]
    return data


def _data(file: str) -> Any:
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise BadConfiguration(f"{file} cannot be read: {error.strerror}", remedy="name a TOML or JSON file") from error
    except UnicodeDecodeError as error:
        raise BadConfiguration(f"{file} is no text: {error}", remedy="name a TOML or JSON file") from error
    is_json = file == "-" or file.endswith(".json")
    try:
        return json.loads(text) if is_json else days_as_texts(toml_of(text))
    except (ValueError, RecursionError) as error:
        raise BadConfiguration(
            f"{file} is no {'JSON' if is_json else 'TOML'}: {error}", remedy="mend it there"
        ) from error
