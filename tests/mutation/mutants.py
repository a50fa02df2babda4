"""Mutants of a module: one small change each.

An arithmetic or comparison operator, a whole number one up or one down, a truth value, ``and`` for ``or``, a condition
turned round, a statement left out. Texts of messages, what is logged, types and decorators are left alone: they are
not what the money rests on.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import NamedTuple

_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Div: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}


Way = tuple[tuple[str, int | None], ...]
"""How to come from a module to one of its nodes: fields, with the index where a field is a list."""


class Mutant(NamedTuple):
    """One change: its line, what stands there instead, and where and which of the changes there it is."""

    line: int
    what: str
    way: Way
    number: int

    def applied(self, tree: ast.Module) -> ast.Module:
        """The module with this change, which is made in place."""
        node = list(_replacements(_at(tree, self.way)))[self.number]
        _put(_at(tree, self.way[:-1]), self.way[-1], node)
        return ast.fix_missing_locations(tree)


def mutants(source: str) -> Iterator[Mutant]:
    """Every mutant of a module."""
    tree = ast.parse(source)
    for way in _places(tree):
        place = _at(tree, way)
        assert isinstance(place, (ast.expr, ast.stmt))
        for number, what in enumerate(_changes(place)):
            yield Mutant(place.lineno, what, way, number)


def _at(node: ast.AST, path: Way) -> ast.AST:
    for name, index in path:
        value = getattr(node, name)
        node = value if index is None else value[index]
    return node


def _put(parent: ast.AST, place: tuple[str, int | None], node: ast.AST) -> None:
    name, index = place
    if index is None:
        setattr(parent, name, node)
    else:
        getattr(parent, name)[index] = node


def _places(node: ast.AST, path: Way = ()) -> Iterator[Way]:
    """Where a change may be made: not in texts, types, decorators, nor in what an error says."""
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        return
    if path and any(True for _ in _changes(node)):
        yield path
    if isinstance(node, (ast.JoinedStr, ast.Raise, ast.Import, ast.ImportFrom)):
        return
    if isinstance(node, ast.keyword) and node.arg == "strict":
        # Two that are of one length: it is there to say so.
        return
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases", "keywords") and not isinstance(node, ast.Call):
            continue
        if isinstance(value, ast.AST):
            yield from _places(value, (*path, (name, None)))
        elif isinstance(value, list):
            for index, part in enumerate(value):
                if isinstance(part, ast.AST):
                    yield from _places(part, (*path, (name, index)))


def _changes(node: ast.AST) -> Iterator[str]:
    for changed in _replacements(node):
        yield "left out" if isinstance(changed, ast.Pass) else ast.unparse(changed).partition("\n")[0]


def _replacements(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.BinOp() if type(node.op) in _ARITHMETIC:
            yield ast.copy_location(ast.BinOp(node.left, _ARITHMETIC[type(node.op)](), node.right), node)
        case ast.Compare() if len(node.ops) == 1:
            for other in _COMPARISONS.get(type(node.ops[0]), ()):
                yield ast.copy_location(ast.Compare(node.left, [other()], node.comparators), node)
        case ast.BoolOp():
            other_way: ast.boolop = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield ast.copy_location(ast.BoolOp(other_way, node.values), node)
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.UnaryOp(op=ast.USub()):
            yield node.operand
        case ast.Constant(value=bool()):
            yield ast.copy_location(ast.Constant(not node.value), node)
        case ast.Constant(value=int()):
            assert isinstance(node.value, int)
            yield ast.copy_location(ast.Constant(node.value + 1), node)
            if node.value:
                yield ast.copy_location(ast.Constant(node.value - 1), node)
        case ast.If() | ast.IfExp() if not isinstance(node.test, (ast.Compare, ast.BoolOp)):
            turned = copy.copy(node)
            turned.test = ast.copy_location(ast.UnaryOp(ast.Not(), node.test), node.test)
            yield turned
        case ast.AugAssign():
            if type(node.op) in _ARITHMETIC:
                yield ast.copy_location(ast.AugAssign(node.target, _ARITHMETIC[type(node.op)](), node.value), node)
            yield ast.copy_location(ast.Pass(), node)
        case ast.Raise() | ast.Delete() | ast.Continue():
            yield ast.copy_location(ast.Pass(), node)
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="log" | "_log")))):
            return
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()):
            yield ast.copy_location(ast.Pass(), node)
