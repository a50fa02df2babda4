"""What each rule of a game is worth: the figures of one wager under every value, beside those of the approved game.

Options that the document leaves to the house, and a few pays that games of the family have, are set beside the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from houseway.maths.assumptions import assumptions
from houseway.maths.front import analyze
from houseway.maths.question import Question, no_wager
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Figures, Number
from houseway.maths.what_ifs import changed_rules, rules_of
from houseway.rulebook.edition import Edition
from houseway.table.folder import GameFolder

Kind: TypeAlias = Literal["rule", "option", "pay"]
OPTIMAL = "optimal"


class Tried(msgspec.Struct, frozen=True):
    """One change to try: what it is, its words and those of what it changes, and where the document has it."""

    kind: Kind
    slug: str
    value: str
    name: str
    words: str
    approved: str
    clause: str


class RuleWorth(msgspec.Struct, frozen=True):
    """What one change makes of the wager. ``fingerprint`` is that of the changed game."""

    tried: Tried
    figures: Figures
    taken: Number
    """The house edge without it."""
    fingerprint: str

    @property
    def house_edge(self) -> Number:
        """The house edge with it."""
        return self.figures.house_edge

    @property
    def difference(self) -> Number:
        """What the house keeps more with it, per unit."""
        return self.house_edge - self.taken

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            **msgspec.to_builtins(self.tried),
            "house_edge": float(self.house_edge),
            "difference": float(self.difference),
            "hit_frequency": float(self.figures.hit_frequency),
            "sd": self.figures.sd,
            "fingerprint": self.fingerprint,
        }


class RuleWorths(msgspec.Struct, frozen=True):
    """What every change is worth to one wager under one paytable, best for the house first; ``taken`` is its figures
    without any. ``amounts`` are those on meters, of an ordinary house where the question gives none.

    ``unmoved`` are changed rules and pays that move nothing of this wager.
    """

    taken: Figures
    changes: tuple[RuleWorth, ...]
    unmoved: tuple[Tried, ...]
    amounts: dict[str, int]


def rule_worths(game: GameFolder, question: Question, told: Callable[[int, int], None] | None = None) -> RuleWorths:
    """What each rule, option and pay is worth to the wager that ``question`` is about: the first primary one if none.

    The question's own rules and pays hold beside each. ``told`` hears of every analysis, and of how many.
    """
    edition = game.edition(question.edition)
    wager = question.wager or next(slug for slug, known in edition.wagers.items() if known.kind == "primary")
    if wager not in edition.wagers:
        raise no_wager(edition, wager, edition.wagers)
    for name in question.meters:
        if name.partition("/")[0] not in edition.wagers:
            raise BadQuestion(f"no row is paid from a meter {name!r}", remedy="leave it out, or name one of the game")
    asked = msgspec.structs.replace(question, wagers=(wager,), strategy=question.strategy or OPTIMAL)
    asked = msgspec.structs.replace(asked, paytable=asked.paytable or edition.paytable_ids(wager)[0])
    taken, amounts = _first(game, asked, dict(question.meters))
    tries = list(_tries(game, edition, asked, wager))
    found, unmoved = [], []
    for number, tried in enumerate(tries, start=1):
        if told is not None:
            told(number, len(tries))
        changed = _changed(asked, tried)
        try:
            figures, _ = _first(game, changed, amounts)
        except BadQuestion:
            continue  # a value that this wager, or another rule of the question, rules out
        if figures.distribution == taken.distribution:
            unmoved += [tried] if tried.kind != "option" else []
            continue
        print_of = assumptions(edition, changed, rules_of(game, edition.slug)).fingerprint
        found.append(RuleWorth(tried, figures, taken.house_edge, print_of))
    found.sort(key=lambda each: (-float(each.difference), each.tried.slug, each.tried.value))
    return RuleWorths(taken, tuple(found), tuple(unmoved), amounts)


def _first(game: GameFolder, question: Question, amounts: Mapping[str, int]) -> tuple[Figures, dict[str, int]]:
    """The first figures of an answer, priced; amounts that are needed and not given are those of an ordinary house."""
    figures = analyze(game, msgspec.structs.replace(question, meters={})).figures
    if not figures:
        raise BadQuestion(f"{question.wager} is never wagered so", remedy="ask about another wager")
    first = figures[0]
    known = {**game.house.get("meters", {}), **amounts}
    used = {name: known[name] for name in first.amounts_needed if name in known}
    return (first.at(used) if first.meters and used else first), {**amounts, **used}


def _tries(game: GameFolder, edition: Edition, question: Question, wager: str) -> Iterator[Tried]:
    changed = changed_rules(game, edition.slug, question.rules)
    for rule in rules_of(game, edition.slug):
        if wager in rule.wagers:
            now = changed.get(rule.slug, rule.approved)
            for value in (rule.approved, *rule.others):
                if value != now:
                    words = rule.words(value), rule.words(now)
                    yield Tried("rule", rule.slug, value, rule.name, *words, rule.clause)
    for slug, option in edition.options.items():
        now = str(question.options.get(slug, option.values[0]))
        for value in option.values if not option.integer else ():
            if value != now:
                yield Tried("option", slug, value, slug.replace("-", " ").capitalize(), value, now, option.clause)
    usual = {slug: option.values[0] for slug, option in edition.options.items()}
    pays: Iterable[tuple[str, str, str]] = getattr(game.part("maths.what_ifs"), "PAYS", ())
    for of, event, pay in pays:
        table = edition.paytable(of, edition.paytable_ids(of)[0], usual)
        row = table.find(event)
        if row is not None and of in (wager, edition.chosen_by(wager)) and f"{of}/{event}" not in question.pays:
            yield Tried("pay", f"{of}/{event}", pay, f"{row.name} pays", pay, row.pay.text, table.clause)


def _changed(question: Question, tried: Tried) -> Question:
    if tried.kind == "rule":
        return msgspec.structs.replace(question, rules={**question.rules, tried.slug: tried.value})
    if tried.kind == "option":
        return msgspec.structs.replace(question, options={**question.options, tried.slug: tried.value})
    return msgspec.structs.replace(question, pays={**question.pays, tried.slug: tried.value})
