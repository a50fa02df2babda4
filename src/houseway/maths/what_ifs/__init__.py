"""Rules as what-ifs: which rules of an approved game may be changed in a question, and to what.

A game lists its rules in ``maths/what_ifs.py``, entry ``rules(game, edition)``. A question names a value for some of
them (`houseway.maths.question.Question.rules`); figures are then those of the changed game, worked out by the same
enumeration, and stand under a departure with a fingerprint of its own (`houseway.maths.assumptions`). Nobody may deal
such a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from houseway.maths.question_errors import BadQuestion
from houseway.table.folder import GameFolder

MOST_DIGITS = 9
"""A number longer than this is not read."""


class RuleValue(msgspec.Struct, frozen=True):
    """One way in which a rule may stand: its slug for programs, its words for people."""

    slug: str
    words: str


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """A rule that the approved document fixes, and what else it could be.

    It has ``values``, or is a whole number from ``least`` to ``most``; ``tries`` are then the numbers worth comparing.
    ``clause`` has the rule in the document, and ``wagers`` are those whose figures it can move.
    """

    slug: str
    name: str
    """What it is called, a few words: *Soft 17*."""
    meaning: str
    """What it decides, one sentence."""
    approved: str
    """The value that the document has."""
    clause: str
    wagers: tuple[str, ...]
    values: tuple[RuleValue, ...] = ()
    least: int = 0
    most: int = 0
    tries: tuple[int, ...] = ()

    @property
    def is_number(self) -> bool:
        """Whether it is a whole number in a range."""
        return not self.values

    @property
    def others(self) -> tuple[str, ...]:
        """The values to compare with the approved one."""
        known = map(str, self.tries) if self.is_number else (value.slug for value in self.values)
        return tuple(value for value in known if value != self.approved)

    def words(self, value: str) -> str:
        """A value in words."""
        return next((known.words for known in self.values if known.slug == value), value)

    def read(self, value: Any) -> str:
        """``value`` checked, a whole number written plainly; any other than these is a `BadQuestion`."""
        text = str(value) if type(value) is int else value
        if self.is_number:
            plain = isinstance(text, str) and text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
            if plain and self.least <= int(text) <= self.most:
                return str(int(text))
            remedy = f"give a whole number from {self.least} to {self.most}"
        else:
            if any(known.slug == text for known in self.values):
                return str(text)
            remedy = f"choose {', '.join(known.slug for known in self.values)}"
        raise BadQuestion(f"{self.name} ({self.slug}) cannot be {value!r}", remedy=remedy)

    def as_dict(self) -> dict[str, Any]:
        """The rule as plain data."""
        return {
            "rule": self.slug,
            "name": self.name,
            "meaning": self.meaning,
            "approved": self.approved,
            "clause": self.clause,
            "wagers": list(self.wagers),
            **(
                {"least": self.least, "most": self.most}
                if self.is_number
                else {"values": {value.slug: value.words for value in self.values}}
            ),
        }


def listed(text: str, usual: Sequence[str] = ()) -> Iterator[Rule]:
    """Rules as a game lists them, an empty line between two: a line that heads each, what it decides, and its values.

        ties | Ties | how to play 6 | player war
        What happens when the player's card and the community card tie. = choice: war or surrender; push: both push

    The head has slug, name, clause and, where they are not the ``usual`` ones, wagers. The approved value comes first.
    """
    for block in text.strip().split("\n\n"):
        head, _, rest = block.partition("\n")
        slug, name, clause, *wagers = map(str.strip, head.split("|"))
        meaning, _, told = " ".join(rest.split()).partition(" = ")
        values = tuple(RuleValue(*value.split(": ")) for value in told.split("; "))
        yield Rule(
            slug=slug,
            name=name,
            meaning=meaning,
            approved=values[0].slug,
            clause=clause,
            wagers=tuple(wagers[0].split() if wagers else usual),
            values=values,
        )


def number(
    head: str, meaning: str, wagers: Sequence[str], *, approved: int | str, most: int, tries: tuple[int, ...]
) -> Rule:
    """A rule that is a whole number from 1 to ``most``; its ``head`` is that of a listed rule."""
    slug, name, clause = head.split(" | ")
    return Rule(
        slug=slug,
        name=name,
        meaning=meaning,
        approved=str(approved),
        clause=clause,
        wagers=tuple(wagers),
        least=1,
        most=most,
        tries=tries,
    )


def rules_of(game: GameFolder, edition: str | None = None) -> tuple[Rule, ...]:
    """The rules of the edition that a question may change, in the document's order; none for a game that lists none."""
    return _rules(game, game.edition(edition).slug)


@lru_cache(maxsize=32)
def _rules(game: GameFolder, edition: str) -> tuple[Rule, ...]:
    module = game.part("maths.what_ifs")
    return () if module is None else tuple(module.rules(game, edition))


def changed_rules(game: GameFolder, edition: str | None, given: Mapping[str, Any]) -> dict[str, str]:
    """The rules that ``given`` changes, checked; those it leaves as approved are left out."""
    if not given:
        return {}
    known = {rule.slug: rule for rule in rules_of(game, edition)}
    for slug in given:
        if slug not in known:
            name = game.edition(edition).about.name
            raise BadQuestion(
                f"{name} has no rule {slug!r} that can be changed",
                remedy=f"choose from {', '.join(known)}" if known else "leave rules out: only its pays can be changed",
            )
    read = {slug: rule.read(given[slug]) for slug, rule in known.items() if slug in given}
    return {slug: value for slug, value in read.items() if value != known[slug].approved}


def departures(rules: Sequence[Rule], given: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """(slug, value, words) of each rule that ``given`` changes; the words have the approved value too."""
    known = {rule.slug: rule for rule in rules}
    found = []
    for slug, value in given.items():
        rule = known.get(slug)
        if rule is None:
            found.append((slug, str(value), str(value)))
        elif (read := rule.read(value)) != rule.approved:
            found.append((slug, read, f"{rule.words(read)} (approved: {rule.words(rule.approved)})"))
    return found
