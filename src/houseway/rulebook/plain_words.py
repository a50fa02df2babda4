"""What does not fit in something typed, sent or kept in a file, said in words: where, what stands there, what to write.

msgspec says ``Expected `int`, got `str` - at `$.tables[0].limits[...][1]```. A person reads that table T1 has, as the
second of its limits of the ante, "10000", that it is a whole number, and that it is written without quotes.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import inspect

KINDS = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "object": "an object",
    "array": "a list",
    "null": "nothing",
}
"""What a value is, in words."""

_SAID = (
    (re.compile(r"Expected `str` of length <= (\d+)"), r"it has at most \1 characters"),
    (re.compile(r"Expected `str` of length >= 1\b"), "it may not be empty"),
    (re.compile(r"Expected `str` of length >= (\d+)"), r"it has at least \1 characters"),
    (re.compile(r"Expected `array` of (?:at most length|length <=) (\d+)(?:, got \d+)?"), r"it lists at most \1"),
    (re.compile(r"Expected `array` of (?:at least length|length >=) (\d+)(?:, got \d+)?"), r"it lists at least \1"),
    (re.compile(r"Expected `array` of length (\d+), got (\d+)"), r"it lists \1, not \2"),
    (re.compile(r"Expected `object` of length <= (\d+)"), r"it has at most \1 entries"),
    (re.compile(r"Expected `(?:int|float)` >= (-?[\d.]+)"), r"it is at least \1"),
    (re.compile(r"Expected `(?:int|float)` <= (-?[\d.]+)"), r"it is at most \1"),
    (re.compile(r"Expected `str` matching regex .*"), "it is not written as it is meant"),
    (re.compile(r"Object missing required field `([^`]+)`"), r"\1 is missing"),
    (re.compile(r"Object contains unknown field `([^`]+)`"), r"nothing here is called \1"),
    (re.compile(r"Invalid enum value (.+)"), r"\1 is none of the choices"),
    (re.compile(r"Integer value out of range"), "the number is too large"),
)
_EXPECTED = re.compile(r"Expected `([a-z| ]+)`(?:, got `([a-z]+)`)?")
_MISSING = re.compile(r"Object missing required field `([^`]+)`")
_UNKNOWN = re.compile(r"Object contains unknown field `([^`]+)`")
_STEP = re.compile(r"\.([\w-]+)|\[(\d+|\.\.\.)\]")


class Misfit(NamedTuple):
    """One thing that does not fit. ``place`` is as a person would name it, and empty where it is the whole."""

    place: str
    what: str
    remedy: str
    missing: bool = False

    def __str__(self) -> str:
        return f"{self.place}: {self.what}" if self.place else self.what


def in_words(said: str) -> str:
    """What is wrong with a value, of what msgspec says of it, without its place."""
    for pattern, words in _SAID:
        said = pattern.sub(words, said)
    return _EXPECTED.sub(lambda found: f"it is {kinds_of(found[1])}", said)


def kinds_of(named: str) -> str:
    """The kinds that msgspec names, in words: ``int | null``."""
    kinds = [KINDS.get(kind.strip(), kind.strip()) for kind in named.split("|")]
    return " or ".join(kinds)


def misfit(error: Exception, data: Any = None, kind: Any = None, *, at: str = "") -> Misfit:
    """What a `msgspec.ValidationError` says of ``data``, which is no ``kind``: each is used as far as it is known.

    ``at`` is the field of ``data`` that was looked at by itself.
    """
    what, _, path = str(error).partition(" - at ")
    of_key = re.match(r"`key` in (.*)", path)
    on_the_way = _steps((of_key[1] if of_key else path).strip("`"))
    steps = _keyed([*([at] if at else []), *on_the_way], what, data)
    value, known = _followed(data, steps)
    type_ = _type_at(kind, steps)
    said = in_words(what)
    if of_key is not None:
        said = f"a name in it is wrong: {said}"
    elif (got := _EXPECTED.fullmatch(what)) is not None:
        if known or got[2]:
            said += f", not {_as_written(value) if known else KINDS.get(got[2], got[2])}"
    elif known and what.startswith("Expected") and not isinstance(value, (list, dict)):
        said += f", not {_as_written(value)}"
    return Misfit(_place(steps, data), said, _remedy(what, value, known, type_), bool(_MISSING.match(what)))


# -- where it is


def _steps(path: str) -> Iterator[str | int]:
    """The names and numbers on the way from the whole, the first of a list being 0; "..." for some entry by name."""
    for name, number in _STEP.findall(path):
        yield int(number) if number.isdigit() else name or number


def _keyed(steps: list[str | int], what: str, data: Any) -> list[str | int]:
    """The same with the name of the entry, where msgspec says only that it is one of them: the first with such a value.

    A list of any length is said to be "..." too.
    """
    for at, step in enumerate(steps):
        if step != "...":
            continue
        within, known = _followed(data, steps[:at])
        entries: Sequence[tuple[str | int, Any]] = ()
        if known and isinstance(within, dict):
            entries = [(str(key), value) for key, value in within.items()]
        elif known and isinstance(within, list):
            entries = list(enumerate(within))
        for key, value in entries:
            rest = _keyed(list(steps[at + 1 :]), what, value)
            found, there = _followed(value, rest)
            if there and _may_be(what, found):
                return [*steps[:at], key, *rest]
    return steps


def _may_be(what: str, value: Any) -> bool:
    """Whether this may be said of a value."""
    if (got := re.search(r", got `([a-z]+)`", what)) is not None:
        return _kind_of(value) == got[1]
    if (lacks := _MISSING.match(what)) is not None:
        return isinstance(value, dict) and lacks[1] not in value
    if (more := _UNKNOWN.match(what)) is not None:
        return isinstance(value, dict) and more[1] in value
    if (choice := re.match(r"Invalid enum value '?(.*?)'?$", what)) is not None:
        return str(value) == choice[1]
    if (length := re.search(r"of length (\d+), got (\d+)", what)) is not None:
        return isinstance(value, list) and len(value) == int(length[2])
    return False


def _kind_of(value: Any) -> str:
    for kind, name in ((bool, "bool"), (int, "int"), (float, "float"), (str, "str"), (Mapping, "object")):
        if isinstance(value, kind):
            return name
    return "null" if value is None else "array" if isinstance(value, (list, tuple)) else ""


def _followed(data: Any, steps: Sequence[str | int]) -> tuple[Any, bool]:
    """What stands at a place, and whether that is known."""
    for step in steps:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return None, False
    return data, data is not None


_ONE = {"people": "person"}
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def _place(steps: Sequence[str | int], data: Any) -> str:
    """``table T3, limits, ante, second``: things of a list by their id, the rest as it is called in the file."""
    words: list[str] = []
    for at, step in enumerate(steps):
        if step == "...":
            words.append("an entry")
        elif isinstance(step, str):
            words.append(step)
        else:
            item, _ = _followed(data, steps[: at + 1])
            named = item if isinstance(item, dict) else {}
            id = next((named[key] for key in ("id", "number", "name") if isinstance(named.get(key), str)), None)
            before = steps[at - 1] if at else None
            if id and isinstance(before, str):
                words[-1] = f"{_ONE.get(before, before.removesuffix('s'))} {id[:40]}"
            else:
                words.append(_ORDINALS[step] if step < len(_ORDINALS) else f"number {step + 1}")
    return ", ".join(words)


# -- what to do


def _remedy(what: str, value: Any, known: bool, kind: inspect.Type | None) -> str:
    if (lacks := _MISSING.match(what)) is not None:
        return f"give its {lacks[1]}"
    if (more := _UNKNOWN.match(what)) is not None:
        names = [field.encode_name for field in kind.fields] if isinstance(kind, inspect.StructType) else []
        near = difflib.get_close_matches(more[1], names, 1, 0.75)
        return f"is {near[0]} meant? Else take it out" if near else "take it out"
    if isinstance(kind, inspect.LiteralType):
        return f"choose {', '.join(map(str, kind.values))}"
    expected = _EXPECTED.match(what)
    kinds = [each.strip() for each in expected[1].split("|")] if expected else []
    if known and isinstance(value, str) and ("int" in kinds or "float" in kinds) and re.fullmatch(r"-?\d{1,18}", value):
        return f"write it without quotes: {value}"
    if known and kinds == ["str"] and isinstance(value, (bool, int, float)):
        return f'write it in quotes: "{_as_written(value)}"'
    if known and "array" in kinds and not isinstance(value, (dict, list)):
        return f"write it as a list: [{_as_written(value)}]"
    if "object" in kinds:
        return "write its entries, each as NAME = VALUE"
    return "mend that entry, or take it out"


def _as_written(value: Any) -> str:
    """A value as it stands in a file, cut where it is long."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = str(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _type_at(kind: Any, steps: Sequence[str | int]) -> inspect.Type | None:
    """The type that is meant at a place."""
    try:
        found: inspect.Type | None = None if kind is None else inspect.type_info(kind)
    except TypeError:
        return None
    for step in steps:
        found = _within(_one_of(found), step)
    return _one_of(found)


def _one_of(kind: inspect.Type | None) -> inspect.Type | None:
    """Of a choice with nothing, the other."""
    if isinstance(kind, inspect.UnionType):
        some = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
        return some[0] if len(some) == 1 else None
    return kind


def _within(kind: inspect.Type | None, step: str | int) -> inspect.Type | None:
    match kind:
        case inspect.StructType(fields=fields):
            return next((field.type for field in fields if field.encode_name == step), None)
        case inspect.DictType(value_type=each):
            return each
        case inspect.ListType(item_type=each) | inspect.VarTupleType(item_type=each):
            return each
        case inspect.TupleType(item_types=several) if isinstance(step, int) and step < len(several):
            return several[step]
    return None
