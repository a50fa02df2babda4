"""Collects every text that a check of the journal may find, from the code that finds it."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "houseway"

NOTES = frozenset({"found", "_found", "Finding"})
"""What a finding is noted with: where, what, and its place."""

YIELDED = ("floor/auditing",)
"""Rooms whose checks yield what they find."""

GATHERED = (
    "journal/engines/sqlite.py",
    "journal/engines/postgres.py",
    "journal/engines/schema_catalog.py",
    "jackpots/soundness.py",
)
"""Files whose checks gather what they find in a list named for it."""

INVARIANTS = frozenset({"check_invariants", "broken"})
"""Functions that say which invariants of the money do not hold."""

FIRST = ("floor/auditing/account_story.py",)
"""Files whose checks name first what they find, and then its entry."""

LISTS = frozenset({"findings", "broken"})
UNKNOWN = "…"


def texts(node: ast.expr, known: dict[str, list[ast.expr]]) -> list[str]:
    """What an expression may say, with … for what is known only when it runs."""
    match node:
        case ast.Constant(value=str() as text):
            return [text]
        case ast.JoinedStr(values=parts):
            return ["".join(said) for said in itertools.product(*(texts(part, known) for part in parts))]
        case ast.FormattedValue(value=inner):
            return texts(inner, known)
        case ast.IfExp(body=one, orelse=other):
            return [*texts(one, known), *texts(other, known)]
        case ast.Name(id=name) if name in known:
            # A text that is made of itself is not followed.
            rest = {other: values for other, values in known.items() if other != name}
            return [text for value in known[name] for text in texts(value, rest)]
        case ast.BinOp(left=one, op=ast.Add(), right=other):
            return [a + b for a in texts(one, known) for b in texts(other, known)]
    return [UNKNOWN]


def _is_text(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=str()) | ast.JoinedStr():
            return True
        case ast.IfExp(body=one, orelse=other):
            return _is_text(one) and _is_text(other)
    return False


def _functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def _assigned(function: ast.FunctionDef) -> dict[str, list[ast.expr]]:
    known: dict[str, list[ast.expr]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and _is_text(node.value):
            known.setdefault(node.targets[0].id, []).append(node.value)
    return known


def _said(function: ast.FunctionDef, *, yields: bool, lists: bool, first: bool) -> Iterator[ast.expr]:
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Attribute(attr=name), args=[what, *_]) if first and name in NOTES:
                yield what
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[_, what, *_]) if name in NOTES:
                yield what
            case ast.Yield(value=ast.Tuple(elts=[*_, what])) if yields:
                yield what
            case ast.Yield(value=ast.expr() as what) if yields and _is_text(what):
                yield what
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append"), args=[what]) if (
                lists and name in LISTS
            ):
                yield what
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id=name), attr="extend"), args=[ast.GeneratorExp(elt=what)]
            ) if lists and name in LISTS:
                yield what


def _invariants(function: ast.FunctionDef) -> Iterator[ast.expr]:
    """What a check of the money gathers: members of lists, and pairs of what is wrong and whether it is."""
    for node in ast.walk(function):
        match node:
            case ast.ListComp(elt=what) | ast.List(elts=[what]) if isinstance(what, ast.JoinedStr):
                yield what
            case ast.Tuple(elts=[ast.Constant(value=str() as text) as what, _]) if " " in text:
                yield what
            case ast.Tuple(elts=[ast.JoinedStr() as what, _]):
                yield what


def findings() -> dict[str, set[str]]:
    """Every text, with the files that say it."""
    found: dict[str, set[str]] = {}
    for room in ("journal", "floor", "jackpots", "accounts"):
        for path in sorted((SOURCE / room).rglob("*.py")):
            name = path.relative_to(SOURCE).as_posix()
            for function in _functions(ast.parse(path.read_text(encoding="utf-8"))):
                known = _assigned(function)
                said = [*_said(function, yields=name.startswith(YIELDED), lists=name in GATHERED, first=name in FIRST)]
                if function.name in INVARIANTS:
                    said += _invariants(function)
                for text in (text for node in said for text in texts(node, known)):
                    found.setdefault(re.sub(f"{UNKNOWN}+", UNKNOWN, text), set()).add(name)
    # What is handed on from a list is said where the list is made, and a bank's name alone says nothing.
    return {text: files for text, files in found.items() if any(map(str.isalpha, text))}
