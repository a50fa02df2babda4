"""Finds whatever is cited: a clause of an edition, a ruling, a section of the code, a point of the approvals."""

from __future__ import annotations

from typing import NamedTuple

from houseway.compliance.profile import names, profile
from houseway.registry import all_games
from houseway.rulebook.edition import Clause, Edition, Ruling
from houseway.rulebook.sources import Source, source


class Cited(NamedTuple):
    """What one id stands for: a clause or a ruling of ``edition``, or a source outside the editions."""

    id: str
    edition: Edition | None
    found: Clause | Ruling | Source

    @property
    def text(self) -> str:
        """What it says, in our own words."""
        return self.found.text


def full_cite(edition: Edition, clause: str) -> str:
    """A clause with the document it stands in, for readers who have several before them."""
    return f"{edition.about.name} {edition.slug}, {clause}"


def find(text: str, edition: Edition | None = None) -> list[Cited]:
    """What is cited as ``text``, in ``edition`` first where one is given; nothing where nothing is.

    ``text`` may name its document (`full_cite`), and several ids, one after another.
    """
    wanted = " ".join(text.split())
    found: list[Cited] = []
    for several in wanted.split("; "):
        one = _one(several, edition)
        parts = [one] if one is not None else [_one(part, edition) for part in several.split(", ")]
        if None in parts:
            return []
        found += [part for part in parts if part is not None]
    return found


def _one(text: str, edition: Edition | None) -> Cited | None:
    if edition is not None:
        within = _within(edition, text)
        if within is not None:
            return within
    outside = source(text) or _jurisdiction(text)
    if outside is not None:
        return Cited(outside.id, None, outside)
    document, _, clause = text.partition(", ")
    for game in all_games().values():
        for each in game.editions.values():
            named = (each.about.name, f"{each.about.name} {each.slug}", each.about.title)
            if clause and document.lower() in (name.lower() for name in named):
                return _within(each, clause)
            if text.upper() in each.rulings:
                return _within(each, text)
    return None


def _jurisdiction(text: str) -> Source | None:
    """A profile, which is cited by its title where no rule of it is named."""
    for name in names():
        found = profile(name)
        if found.title.lower() == text.lower():
            said = f"What {found.regulator} asks for, as far as it is in the profile {name}; no rule of it is named."
            return Source(found.title, "Jurisdiction", said)
    return None


def _within(edition: Edition, text: str) -> Cited | None:
    ruling = edition.rulings.get(text) or edition.rulings.get(text.upper())
    if ruling is not None:
        return Cited(ruling.id, edition, ruling)
    return Cited(edition.clause(text).id, edition, edition.clause(text)) if edition.has_clause(text) else None
