"""Which functions enforce each clause, found by what the code itself cites: code may move without a list being mended.

A function enforces a clause if it names it: in a step, a refusal or a docstring, through a constant of its module, or
by the rule of the edition (`Cites`) that it asks for. What names no clause is listed by hand in `BY_HAND`, by function.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

import houseway
from houseway.registry import all_games
from houseway.rulebook.edition import Cites, Edition

ROOT = Path(houseway.__file__).parent
SHARED = ("table", "jackpots", "compliance", "floor")
LOOK_UP = ("cite", "rests_on", "_rests")
"""Functions that look a clause up: they say it, and enforce nothing."""

_RULES = {field.name for field in msgspec.structs.fields(Cites)}


class Function(NamedTuple):
    """A function of the program: its file below ``houseway``, and its name with that of its class."""

    path: str
    name: str


class _Module(NamedTuple):
    strings: dict[Function, set[str]]
    """What each function names: string constants of its own and of module constants it uses, and its docstring."""

    asks: dict[Function, set[str]]
    """The rules of an edition that each function asks for."""


@cache
def _module(path: Path) -> _Module:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    constants: dict[str, set[str]] = {}
    for node in tree.body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        for target in targets:
            if isinstance(target, ast.Name):
                constants[target.id] = _strings(node)
    strings: dict[Function, set[str]] = {}
    asks: dict[Function, set[str]] = {}
    for name, body in _functions(tree):
        function = Function(str(path.relative_to(ROOT)), name)
        used = {part.id for part in ast.walk(body) if isinstance(part, ast.Name)}
        strings[function] = _strings(body).union(*(constants.get(each, set()) for each in used))
        asks[function] = {
            argument.value
            for call in ast.walk(body)
            if isinstance(call, ast.Call) and getattr(call.func, "attr", getattr(call.func, "id", "")) in LOOK_UP
            for argument in call.args
            if isinstance(argument, ast.Constant) and argument.value in _RULES
        }
    return _Module(strings, asks)


def _functions(tree: ast.AST, inside: str = "") -> Iterator[tuple[str, ast.AST]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield inside + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node, f"{inside}{node.name}.")


def _strings(node: ast.AST) -> set[str]:
    return {part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)}


def _names(text: str, cite: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(cite)}(?![\w(]| [a-z(0-9])", text) is not None


@cache
def enforcing(edition: Edition) -> dict[str, set[Function]]:
    """By clause of an edition, as it is cited, the functions that enforce it."""
    found: dict[str, set[Function]] = defaultdict(set)
    game = all_games()[edition.about.slug]
    own = [path for path in sorted(game.folder.rglob("*.py")) if path.name in ("play.py", "hands.py")]
    shared = [path for room in SHARED for path in sorted((ROOT / room).rglob("*.py"))]
    cites = {clause.cite for clause in edition.clauses if clause.kind == "enforced"}
    for path in own:
        for function, strings in _module(path).strings.items():
            for cite in cites:
                if any(cite == text or (" " in text and _names(text, cite)) for text in strings):
                    found[cite].add(function)
    by_rule: dict[str, set[str]] = defaultdict(set)
    for given in (edition.data.cites, *(wager.cites for wager in edition.data.wager)):
        for rule in _RULES:
            value = getattr(given, rule)
            clauses = value.items() if isinstance(value, dict) else [("", value)] if value else []
            by_rule[rule] |= {clause for key, clause in clauses if key != "by"}
    for path in shared:
        for function, rules in _module(path).asks.items():
            if function.name in LOOK_UP:
                continue
            for rule in rules:
                for cite in by_rule[rule] & cites:
                    found[cite].add(function)
    return dict(found)


_HANDS = {
    "deuces-wild": ("games/deuces_wild/hands.py::*",),
    "three-card-split": ("games/three_card_split/hands.py::*",),
    "triple-attack": ("games/triple_attack/hands.py::*",),
    "dueling": ("games/dueling/hands.py::*",),
}
_PLAY = {game: (functions[0].replace("hands.py", "play.py"),) for game, functions in _HANDS.items()}
_PAYS = ("rulebook/pays.py::Pay.returned", "rulebook/paytables.py::Paytable.row", "rulebook/pays.py::parse_pay")
_POSTS = ("rulebook/pays.py::post", "table/setup.py::Setup._open", "table/setup.py::Setup._unposted")
_DECK = (
    "cards/deck.py::Deck.__init__",
    "cards/deck.py::Deck.check",
    "cards/deck.py::deck_of",
    "table/setup.py::Setup.deck",
)
_MODELS = (
    "jackpots/equipment.py::Model.check_layout",
    "jackpots/equipment.py::Model.check_sensor",
    "jackpots/equipment.py::Model.check_amount",
    "jackpots/equipment.py::Model.check_change",
    "jackpots/equipment.py::Model.check_display",
    "jackpots/equipment.py::model",
)
_TABULATOR = (
    "jackpots/tabulator.py::Tabulator.press",
    "jackpots/tabulator.py::Tabulator.lit",
    "jackpots/tabulator.py::Tabulator._removed",
    "jackpots/tabulator.py::Tabulator.present",
    "jackpots/tabulator.py::Tabulator._check_works",
    "jackpots/tabulator.py::Tabulator.count_by_hand",
)
_DISPLAYS = ("jackpots/vision.py::*",)
_COUNTERS = ("jackpots/counters.py::*",)
_APPROVALS = ("compliance/rules/approval_rules.py::*", "compliance/approvals.py::*")
_OPEN = ("table/table.py::Table.open",)
_WAGERS = ("table/wagers.py::*",)

BY_HAND: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "*": (
        ("letter *", _APPROVALS),
        ("appendix [EX] milky way*", (*_MODELS, *_COUNTERS, *_TABULATOR, *_DISPLAYS)),
        ("appendix [EX] andromeda*", (*_MODELS, *_TABULATOR, *_DISPLAYS)),
        ("appendix [EX] models", _MODELS),
        ("appendix [EX] approved*", ("table/setup.py::Setup._equipment", *_MODELS)),
        ("appendix [EX] same rules", (*_OPEN, *_TABULATOR)),
        ("appendix [EX]*count", (*_TABULATOR, "table/answers.py::accept_picture")),
        ("appendix [EX]*record", _TABULATOR),
        ("appendix [EX]*sensor*", (*_TABULATOR, *_MODELS)),
        ("appendix [EX]*indicator*", _TABULATOR),
        ("appendix [EX] footnote [12]", _TABULATOR),
        ("appendix [EX] malfunction", _TABULATOR),
        ("appendix [EX] tablevision", _DISPLAYS),
        ("appendix [EX] display control", (*_DISPLAYS, *_MODELS)),
        ("appendix ? note*", (*_PAYS, *_POSTS, "table/percent_prizes.py::*")),
    ),
    "deuces-wild": (
        ("summary 1(a)", _DECK),
        ("rules 1", _DECK),
        ("dealing 1", _DECK),
        ("summary *", (*_HANDS["deuces-wild"], *_PLAY["deuces-wild"])),
        ("rules 9", ("table/shown/view.py::view", "table/layout.py::*", *_PLAY["deuces-wild"])),
        ("rules 11", ("table/round.py::Round.void",)),
        ("rules *", (*_HANDS["deuces-wild"], *_PLAY["deuces-wild"], *_WAGERS)),
        ("dealing 2", ("compliance/rules/wager_rules.py::machine_dealt", "table/setup.py::Setup._options")),
        ("dealing 6*", (*_OPEN, *_TABULATOR)),
        ("footnote 3", (*_WAGERS, "table/limits.py::*")),
        ("dealing 25", ("cards/shoe.py::VirtualShoe.draw", "cards/shoe.py::left_in", *_DECK, *_PLAY["deuces-wild"])),
        ("dealing *", (*_PLAY["deuces-wild"], "table/shown/view.py::view", "table/layout.py::*")),
        ("appendix E reading", ("floor/subjects/counter_readings.py::read_counter", *_COUNTERS)),
        ("appendix F edge-lit", (*_DISPLAYS, "compliance/rules/display_rules.py::display_kind")),
        (
            "appendix F*",
            ("table/shown/felt.py::*", "compliance/rules/wager_rules.py::positions", "table/round.py::Round.__init__"),
        ),
        ("appendix *", (*_HANDS["deuces-wild"], *_POSTS)),
    ),
    "three-card-split": (
        (
            "dealing 1*",
            (*_DECK, "table/setup.py::Setup._options", "cards/shoe.py::VirtualShoe.draw", "cards/shoe.py::left_in"),
        ),
        ("appendix F", (*_WAGERS, "table/shown/felt.py::*")),
        ("appendix C paytables", (*_PAYS, "table/setup.py::Setup._choices")),
        ("appendix D paytables", (*_POSTS, "table/setup.py::Setup._choices")),
        ("appendix B pays", _PAYS),
        ("*", (*_HANDS["three-card-split"], *_PLAY["three-card-split"])),
    ),
    "triple-attack": (
        ("description cards", (*_DECK, *_HANDS["triple-attack"])),
        ("jackpots bonus", ("jackpots/soundness.py::check", "jackpots/funds.py::contribute")),
        ("jackpots progressive", ("jackpots/funds.py::contribute", "jackpots/funds.py::_contribution")),
        ("jackpots 2", _WAGERS),
        ("jackpots 3", ("table/setup.py::Setup._schemes",)),
        ("jackpots 5", ("compliance/rules/equipment_rules.py::sensor_shared", "table/setup.py::Setup._check_jackpots")),
        ("jackpots bonus notice", (*_DISPLAYS, "compliance/rules/display_rules.py::*", "table/setup.py::Setup.notice")),
        ("jackpots progressive (1)", _WAGERS),
        (
            "jackpots progressive (2)",
            ("jackpots/funds.py::*", "table/percent_prizes.py::*", "table/setup.py::Setup.meters"),
        ),
        ("equipment displays", ("compliance/rules/display_rules.py::passive_display",)),
        (
            "appendix E",
            ("table/shown/felt.py::*", "table/round.py::Round.__init__", "compliance/rules/wager_rules.py::positions"),
        ),
        ("*", (*_HANDS["triple-attack"], *_PLAY["triple-attack"])),
    ),
    "dueling": (
        ("introduction 1", (*_DECK, *_PLAY["dueling"], *_HANDS["dueling"])),
        (
            "footnote 1",
            (
                "compliance/configured_tables.py::wagering_rule",
                "compliance/configured_tables.py::setup_of",
                "table/limits.py::wagering_rule",
                *_WAGERS,
            ),
        ),
        ("number of decks", ("table/setup.py::Setup._options", *_DECK)),
        (
            "appendix G*",
            ("table/shown/felt.py::*", *_HANDS["dueling"], "web/art/printed.py::*", "web/art/felt_plan.py::_groups"),
        ),
        ("*", (*_PLAY["dueling"], *_HANDS["dueling"])),
    ),
}
"""By game and clause (as cited; ``*`` stands for anything) functions that enforce it and do not name it."""


def by_hand(group: str, cite: str) -> set[Function]:
    """The functions listed by hand for a clause, of one game or of all: those of the first pattern that fits."""
    for pattern, functions in BY_HAND.get(group, ()):
        if fnmatchcase(cite, pattern):
            return {each for text in functions for each in _listed(text)}
    return set()


@cache
def _listed(text: str) -> tuple[Function, ...]:
    path, _, name = text.partition("::")
    known = _module(ROOT / path).strings
    found = tuple(each for each in known if each.name not in LOOK_UP and name in (each.name, "*"))
    assert found, f"there is no function {text}"
    return found


def functions_of(edition: Edition, cite: str) -> tuple[set[Function], ...]:
    """The functions that enforce a clause, in four groups.

    Those of the game that name it, those that ask for it, those listed by hand for the sentence in every document,
    those listed for the game.
    """
    named = enforcing(edition).get(cite, set())
    own = {function for function in named if function.path.startswith("games/")}
    every = by_hand("*", cite) - named
    return own, named - own, every, by_hand(edition.about.slug, cite) - named - every
