"""Where in its module a mutant lies: the lines that its statement takes, and the outermost function around it.

A mutant inside a function is tried by giving the living function other code; whatever runs while a module is imported
(constants, defaults, fields of records) needs a process that imports the mutant from the beginning.
"""

from __future__ import annotations

import ast
from types import CodeType
from typing import NamedTuple

from tests.mutation.mutants import Mutant

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_COMPOUND = (ast.If, ast.While, ast.For, ast.AsyncFor, ast.With, ast.AsyncWith, ast.Try)
_AT_ONCE = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Home(NamedTuple):
    """A function that stands in a module or in a class: its name, and the first line of its code."""

    name: str
    line: int


class Place(NamedTuple):
    """The lines of a mutant's statement, and the outermost function around it; none for what runs on import."""

    lines: frozenset[int]
    home: Home | None


def place_of(mutant: Mutant, tree: ast.Module) -> Place:
    """Where a mutant of a module lies."""
    node: ast.AST = tree
    statement: ast.AST = tree
    home: Home | None = None
    on_import = False
    for name, index in mutant.way:
        if home is None and isinstance(node, Function) and name == "body" and not on_import:
            home = _home(node)
        on_import = on_import or (home is None and isinstance(node, _AT_ONCE))
        value = getattr(node, name)
        node = value if index is None else value[index]
        if isinstance(node, (ast.stmt, ast.match_case, ast.ExceptHandler)):
            statement = node
    return Place(_lines(statement, node), home)


def function_code(home: Home, tree: ast.Module, path: str) -> CodeType | None:
    """The code of a function as it is in a module's tree; none unless there is exactly one such."""
    found = list(_codes(compile(tree, path, "exec"), home))
    return found[0] if len(found) == 1 else None


def is_at(code: CodeType, home: Home) -> bool:
    """Whether this is the code of the function."""
    return (code.co_name, code.co_firstlineno) == home


def _home(node: Function) -> Home:
    if isinstance(node, ast.Lambda):
        return Home("<lambda>", node.lineno)
    return Home(node.name, min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]))


def _lines(statement: ast.AST, node: ast.AST) -> frozenset[int]:
    """All lines of a plain statement, of a compound one its head."""
    first, last = _span(statement if isinstance(statement, ast.stmt) else node)
    if isinstance(statement, _COMPOUND):
        last = max(first, min(part.lineno for part in statement.body) - 1)
    elif not isinstance(statement, ast.stmt) or isinstance(statement, ast.Match):
        first, last = _span(node)
    return frozenset(range(first, last + 1))


def _span(node: ast.AST) -> tuple[int, int]:
    assert isinstance(node, (ast.stmt, ast.expr, ast.pattern, ast.ExceptHandler))
    return node.lineno, node.end_lineno or node.lineno


def _codes(code: CodeType, home: Home) -> list[CodeType]:
    found = [code] if is_at(code, home) else []
    for part in code.co_consts:
        if isinstance(part, CodeType) and not found:
            found += _codes(part, home)
    return found
