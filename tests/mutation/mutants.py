"""Mutants of a module: one small change each.

An arithmetic or comparison operator, a whole number one up or one down, a truth value, ``and`` for ``or``, a condition
turned round, a statement left out. Of the control that a command is declared with (``@decides(by(…), …)``), a role, a
device, a second person, a paper or a field left out.

What the money does not rest on is left alone: types and assertions, what is logged, other decorators, and whatever is
only read by people. That is the wording of an error (that it is raised, and where, is changed), the words and forms of
a command (``words``, ``Form``, ``Field``), and what nothing but these uses: functions, and names of a function.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Collection, Iterator
from typing import NamedTuple, TypeVar

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

_SPOKEN = frozenset({"words", "Form", "Field"})
"""What says how people are asked and told."""

_DECLARES = frozenset({"by", "Paper"})
"""What says who may give a command, and on what paper."""

_IN_WORDS = frozenset({"clause", "says", "balances", "strict"})
"""Arguments that change nothing: citations, words, what to read ahead, and that two are of one length."""

Way = tuple[tuple[str, int | None], ...]
"""How to come from a module to one of its nodes: fields, with the index where a field is a list."""


class Mutant(NamedTuple):
    """One change: its line, what stands there instead, and where and which of the changes there it is."""

    line: int
    what: str
    way: Way
    number: int

    @property
    def statement(self) -> int:
        """The number of the module's statement that it lies in: a function, a class, a constant."""
        number = self.way[0][1]
        assert number is not None
        return number

    @property
    def of_control(self) -> bool:
        """Whether it changes what a command is declared with."""
        return any(name == "decorator_list" for name, _ in self.way)

    def applied(self, tree: ast.Module) -> ast.Module:
        """The module with this change, which is made in place."""
        node = list(_replacements(_at(tree, self.way)))[self.number]
        _put(_at(tree, self.way[:-1]), self.way[-1], node)
        return ast.fix_missing_locations(tree)


def mutants(source: str) -> Iterator[Mutant]:
    """Every mutant of a module."""
    tree = ast.parse(source)
    for way in _places(tree, _only_spoken(tree)):
        place = _at(tree, way)
        assert isinstance(place, (ast.expr, ast.stmt))
        for number, what in enumerate(_changes(place)):
            yield Mutant(place.lineno, what, way, number)


def named(source: str) -> dict[Mutant, str]:
    """Every mutant of a module with its name: the line, what stands there instead, and the how manieth such it is.

    It stays the same when something else in the module changes.
    """
    lines = source.splitlines()
    seen: Counter[tuple[str, str]] = Counter()
    found = {}
    for mutant in mutants(source):
        line = lines[mutant.line - 1].strip()
        seen[line, mutant.what] += 1
        found[mutant] = f"{line} {mutant.what} {seen[line, mutant.what]}"
    return found


def codes_of(source: str) -> dict[int, str]:
    """The statements of a module by their number, each without what people read: what its mutants are mutants of."""
    tree = ast.parse(source)
    unspoken = _Unspoken(_only_spoken(tree))
    left = {number: unspoken.visit(node) for number, node in enumerate(tree.body)}
    return {number: ast.dump(node) for number, node in left.items() if node is not None}


class _Unspoken(ast.NodeTransformer):
    """Takes out of a statement what `mutants` leaves alone because people read it, docstrings and imports too."""

    def __init__(self, spoken: frozenset[str]) -> None:
        self._spoken = spoken

    def visit(self, node: ast.AST) -> ast.AST | None:
        """A node without what is spoken in it; nothing where all of it is."""
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            return None
        if isinstance(node, ast.stmt) and (_is_spoken(node, self._spoken) or _is_text(node)):
            return None
        if _is_spoken(node, self._spoken):
            return ast.Constant("")
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            return ast.Raise(node.exc.func, None)
        found: ast.AST | None = self.generic_visit(node)
        return found


def _is_text(node: ast.stmt) -> bool:
    """Whether a statement is a docstring, a field of forms under a name, or the list of a module's names."""
    if isinstance(node, ast.Assign):
        parts = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        names = [target.id for target in node.targets if isinstance(target, ast.Name)]
        return names == ["__all__"] or (bool(parts) and all(_calls(part, _SPOKEN) for part in parts))
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


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


def _places(node: ast.AST, spoken: frozenset[str], path: Way = ()) -> Iterator[Way]:
    """Where a change may be made: not in types, nor in what people read."""
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        return
    if _is_spoken(node, spoken) or (isinstance(node, ast.keyword) and node.arg in _IN_WORDS):
        return
    if isinstance(node, ast.AnnAssign) and isinstance(node.annotation, ast.Name) and node.annotation.id == "TypeAlias":
        return
    if isinstance(node, ast.FunctionDef):
        said, used = _names(node, spoken)
        spoken |= said - used
    if path and any(True for _ in _changes(node)):
        yield path
    if isinstance(node, (ast.JoinedStr, ast.Raise, ast.Assert, ast.Import, ast.ImportFrom)):
        return
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "bases", "keywords") and not isinstance(node, ast.Call):
            continue
        if isinstance(value, ast.AST):
            yield from _places(value, spoken, (*path, (name, None)))
        elif isinstance(value, list):
            for index, part in enumerate(value):
                if isinstance(part, ast.AST) and (name != "decorator_list" or _calls(part, {"decides"})):
                    yield from _places(part, spoken, (*path, (name, index)))


def _calls(node: ast.AST, names: Collection[str]) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names


def _is_spoken(node: ast.AST, spoken: frozenset[str]) -> bool:
    """Whether this is there for people to read, and for nothing else."""
    if isinstance(node, ast.FunctionDef):
        fields = node.returns is not None and any(
            isinstance(part, ast.Name) and part.id in _SPOKEN for part in ast.walk(node.returns)
        )
        return fields or node.name in spoken
    if isinstance(node, ast.Assign):
        return all(isinstance(target, ast.Name) and target.id in spoken for target in node.targets)
    return _calls(node.value if isinstance(node, ast.Expr) else node, _SPOKEN)


def _only_spoken(tree: ast.Module) -> frozenset[str]:
    """The private functions of a module that are called only where something is said."""
    private = {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("_")}
    found: frozenset[str] = frozenset()
    while True:
        said, used = _names(tree, found)
        more = frozenset(private & said - used)
        if more == found:
            return found
        found = more


def _names(node: ast.AST, spoken: frozenset[str], *, aloud: bool = False) -> tuple[set[str], set[str]]:
    """The names that are read where something is said, and those that are read elsewhere."""
    aloud = aloud or _is_spoken(node, spoken) or isinstance(node, ast.Raise)
    said: set[str] = set()
    used: set[str] = set()
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        (said if aloud else used).add(node.id)
    for part in ast.iter_child_nodes(node):
        more_said, more_used = _names(part, spoken, aloud=aloud)
        said |= more_said
        used |= more_used
    return said, used


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
        case ast.Call(func=ast.Name(id=name)) if name in _DECLARES:
            yield from _undeclared(node, roles=name == "by")
        case ast.AugAssign():
            if type(node.op) in _ARITHMETIC:
                yield ast.copy_location(ast.AugAssign(node.target, _ARITHMETIC[type(node.op)](), node.value), node)
            yield ast.copy_location(ast.Pass(), node)
        case ast.Raise() | ast.Delete() | ast.Continue():
            yield ast.copy_location(ast.Pass(), node)
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="log" | "_log")))):
            return
        case ast.Expr(value=ast.Call(func=ast.Name(id="assert_never"))):
            return
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()):
            yield ast.copy_location(ast.Pass(), node)


def _undeclared(node: ast.Call, *, roles: bool) -> Iterator[ast.Call]:
    """A control or paper without one of the things that it asks for; truth values are changed where they stand."""
    for index in range(len(node.args) if roles else 0):
        yield ast.copy_location(ast.Call(node.func, _without(node.args, index), node.keywords), node)
    for number, argument in enumerate(node.keywords):
        if argument.arg in _IN_WORDS or (isinstance(argument.value, ast.Constant) and argument.value.value is True):
            continue
        yield ast.copy_location(ast.Call(node.func, node.args, _without(node.keywords, number)), node)
        if isinstance(argument.value, ast.Tuple) and len(argument.value.elts) > 1:
            for index in range(len(argument.value.elts)):
                fewer = ast.keyword(argument.arg, ast.Tuple(_without(argument.value.elts, index), ast.Load()))
                keywords = [*node.keywords[:number], fewer, *node.keywords[number + 1 :]]
                yield ast.copy_location(ast.Call(node.func, node.args, keywords), node)


T = TypeVar("T")


def _without(all_: list[T], index: int) -> list[T]:
    return [*all_[:index], *all_[index + 1 :]]
