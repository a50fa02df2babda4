"""A page's script and the modules that it imports, sent as one file: a slow line pays once for each file it asks for.

A module stays a module: each is a function of its own that returns what it exports, called in the order in which a
browser would run it. Only the script itself may wait for something while it runs, not what it imports. A module that
asks for its own address (``import.meta``) stays a file of its own, with what it imports.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable

from houseway.errors import HousewayError

_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (async function\*?|function\*?|const|class) ([\w$]+)", re.MULTILINE)
_AGAIN = re.compile(r"^export \{([^}]*)\};\n", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*$|\bimport\(", re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)
_CALLED = re.compile(r"^(?:async )?function|^const [\w$]+ = (?:async )?(?:\([^()]*\)|[\w$]+) =>")


_HEAD = "// Made of modules that have addresses and comments of their own."


class NotBundled(HousewayError):
    """A module is written in a way that `bundle` does not know."""

    usual_remedy = "import and export by name, one statement a line, and nothing at run time"


class _Module:
    """What a module imports and exports, and its code without either."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.apart = "import.meta" in text
        folder = posixpath.dirname(name)
        self.imports = [(posixpath.normpath(f"{folder}/{path}"), _names(said)) for said, path in _IMPORT.findall(text)]
        again = [each for said in _AGAIN.findall(text) for each, _ in _names(said)]
        self.exports = [found for _, found in _EXPORT.findall(text)] + again
        code = _COMMENT.sub("", _AGAIN.sub("", _IMPORT.sub("", text)))
        self.functions = {each[2] for each in _EXPORT.finditer(code) if _CALLED.match(code[each.start(1) :])}
        self.code = _EXPORT.sub(r"\1 \2", code)
        other = _OTHER.search(self.code)
        if other and not self.apart:
            raise NotBundled(f"{name}: {other[0]}")


def _names(said: str) -> list[tuple[str, str]]:
    """Names between braces, each with the one that it has here."""
    pairs = [each.split(" as ") for each in (part.strip() for part in said.split(",")) if each]
    return [(each[0], each[-1]) for each in pairs]


class Bundle:
    """The script called ``name``, such as ``seat/table.js``, with its modules; ``read`` has the text of each."""

    def __init__(self, name: str, read: Callable[[str], str]) -> None:
        self._found: dict[str, _Module] = {}
        self._order: list[str] = []
        self._gather(name, read, set())
        self.apart = self._kept_apart()
        """Modules that stay files of their own, by name."""
        inside = [each for each in self._order if each not in self.apart]
        self._place = {each: at for at, each in enumerate(inside)}
        files = [f'import * as apart{at} from "../{each}";' for at, each in enumerate(self.apart)]
        self.text = "\n".join([_HEAD, *files, *map(self._written, inside), ""])

    def _gather(self, name: str, read: Callable[[str], str], begun: set[str]) -> None:
        """Every module, in the order in which they run: what is imported before whoever imports it."""
        begun.add(name)
        module = self._found[name] = _Module(name, read(name))
        for path, _ in module.imports:
            if path not in begun:
                self._gather(path, read, begun)
        self._order.append(name)

    def _kept_apart(self) -> tuple[str, ...]:
        waiting = [each for each in self._order if self._found[each].apart]
        kept: dict[str, None] = {}
        while waiting:
            name = waiting.pop(0)
            if name not in kept:
                kept[name] = None
                waiting += [path for path, _ in self._found[name].imports]
        return tuple(kept)

    def _written(self, name: str) -> str:
        module = self._found[name]
        taken = "".join(self._taken(name, path, names) for path, names in module.imports)
        if name == self._order[-1]:
            # The script itself, from which nothing is imported, stands outside any function: it may wait for something.
            return f"{{\n{taken}{module.code}}}"
        given = f"return {{ {', '.join(module.exports)} }};\n" if module.exports else ""
        return f"const module{self._place[name]} = (() => {{\n{taken}{module.code}{given}}})();"

    def _taken(self, name: str, path: str, names: list[tuple[str, str]]) -> str:
        """What a module takes from another one. From one that runs later it takes functions, to be called then."""
        if not names:
            return ""
        if path in self.apart:
            source = f"apart{self.apart.index(path)}"
        else:
            source = f"module{self._place[path]}"
            if self._place[path] >= self._place[name]:
                self._check_functions(path, [theirs for theirs, _ in names])
                return "".join(f"const {own} = (...given) => {source}.{theirs}(...given);\n" for theirs, own in names)
        pairs = ", ".join(theirs if theirs == own else f"{theirs}: {own}" for theirs, own in names)
        return f"const {{ {pairs} }} = {source};\n"

    def _check_functions(self, path: str, names: list[str]) -> None:
        wrong = [each for each in names if each not in self._found[path].functions]
        if wrong:
            raise NotBundled(f"{path}: {', '.join(wrong)} of a module that runs later")
