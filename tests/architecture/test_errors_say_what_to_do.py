"""Every error that is raised on purpose says what to do: where it is raised, or by its class."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import houseway
from houseway.errors import HousewayError

SOURCE = Path(houseway.__file__).parent


def classes() -> dict[str, type[HousewayError]]:
    """The named errors by name; each room has a module of its own for them."""
    for module in pkgutil.walk_packages([str(SOURCE)], "houseway."):
        if module.name.endswith("_errors"):
            importlib.import_module(module.name)
    found: dict[str, type[HousewayError]] = {}
    waiting = [HousewayError]
    while waiting:
        error = waiting.pop()
        found[error.__name__] = error
        waiting.extend(error.__subclasses__())
    return found


def silent(error: type[HousewayError], raised: ast.Call) -> bool:
    words = {keyword.arg for keyword in raised.keywords}
    own_words = error.__init__ is not HousewayError.__init__ and "__init__" in vars(error)
    return not (error.usual_remedy or own_words or "remedy" in words or None in words)


def raises(node: ast.AST) -> Iterator[ast.Raise]:
    """Whatever is raised in a module: expressions, which raise nothing by a statement, are not looked through."""
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.Raise):
            yield part
        elif not isinstance(part, ast.expr):
            yield from raises(part)


def test_whoever_is_refused_reads_what_to_do() -> None:
    known = classes()
    assert len(known) > 60
    left = []
    for path in sorted(SOURCE.rglob("*.py")):
        for node in raises(ast.parse(path.read_text())):
            match node.exc:
                case ast.Call(func=ast.Name(id=name)) as raised if name in known:
                    if silent(known[name], raised):
                        left.append(f"{path.relative_to(SOURCE)}:{node.lineno}: {ast.unparse(raised)}")
                case _:
                    pass
    assert left == []
