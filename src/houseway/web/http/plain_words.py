"""What the framework says of a request that it cannot read, in words for whoever sent it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_KINDS = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "object": "an object",
    "array": "a list",
    "null": "nothing",
}

_SAID = (
    (re.compile(r"Expected `str` of length <= (\d+)"), r"it has at most \1 characters"),
    (re.compile(r"Expected `str` of length >= 1\b"), "it may not be empty"),
    (re.compile(r"Expected `str` of length >= (\d+)"), r"it has at least \1 characters"),
    (re.compile(r"Expected `array` of length <= (\d+)"), r"it lists at most \1"),
    (re.compile(r"Expected `array` of length >= (\d+)"), r"it lists at least \1"),
    (re.compile(r"Expected `object` of length <= (\d+)"), r"it has at most \1 entries"),
    (re.compile(r"Expected `(?:int|float)` >= (-?[\d.]+)"), r"it is at least \1"),
    (re.compile(r"Expected `(?:int|float)` <= (-?[\d.]+)"), r"it is at most \1"),
    (re.compile(r"Expected `str` matching regex .*"), "it is not written as it is meant"),
    (re.compile(r"Object missing required field `([^`]+)`"), r"\1 is missing"),
    (re.compile(r"Object contains unknown field `([^`]+)`"), r"there is no \1"),
    (re.compile(r"Invalid enum value (.+?)(?= - at |$)"), r"\1 is none of the choices"),
    (re.compile(r"Integer value out of range"), "the number is too large"),
)
_EXPECTED = re.compile(r"Expected `([a-z| ]+)`(?:, got `[a-z]+`)?")


_NO_JSON = re.compile(r"Input data was truncated|JSON is malformed|Invalid UTF-8")


def whole_in_words(detail: str) -> str:
    """What is wrong with a request as a whole."""
    return "this is no JSON that can be read" if _NO_JSON.match(detail) else detail


def in_words(item: Mapping[str, Any]) -> str:
    """One thing that is wrong with a request: the field, where there is one, and what is wrong with it."""
    key, said = str(item.get("key") or ""), str(item.get("message") or "")
    for pattern, words in _SAID:
        said = pattern.sub(words, said)
    said = _EXPECTED.sub(lambda found: f"it is {_kinds(found[1])}", said)
    return f"{key}: {said}" if key else said


def _kinds(named: str) -> str:
    kinds = [_KINDS.get(kind.strip(), kind.strip()) for kind in named.split("|")]
    return " or ".join(kinds)
