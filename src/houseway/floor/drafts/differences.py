"""Two configurations side by side: what is new, what goes, and what changes from what to what, in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from houseway.floor.drafts.draft_content import ONE, Kind, compared
from houseway.jackpots.jackpot_configuration import percent
from houseway.registry import all_games
from houseway.rulebook.edition import Edition
from houseway.rulebook.money import dollars
from houseway.table.shown.wording import spelled

_MONEY = frozenset({"limits", "minimums", "aggregate", "wager", "seed", "reseed", "cap", "amount", "prize"})
_SHARES = frozenset({"rate", "reserve"})
_NAMED = {
    "sha256": "Fingerprint",
    "size": "Bytes",
    "on": "Day",
    "scheme": "Kind",
    "rate": "To the amount",
    "reserve": "To the reserve",
    "cap": "Maximum",
    "reseed": "Reset amount",
    "wager": "Fixed wager",
    "equipment": "Jackpot system",
    "posts": "Posted at the table",
    "unreasonable": "Most wagers an hour",
    "shows": "Shows",
    "cards": "Source of the cards",
}
"""What a field is called where its own name would not do."""

_ONE_OF = {"steps": "Step", "documents": "Document", "meters": "Meter", "displays": "Display", "equipment": "Machine"}
"""What one of a list is called, before its number."""

_AS_WRITTEN = frozenset(
    [
        "model",
        "maker",
        "version",
        "design",
        "reference",
        "name",
        "number",
        "by",
        "sha256",
        "fingerprint",
        "edition",
        "paytables",
    ]
)
"""Texts that stand as they were written; other slugs are read as words."""

_SLUG = re.compile(r"(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*")

_NOTHING: tuple[Any, ...] = (None, "", [], {}, ())
"""What says no more than that there is nothing."""

FACTS = ("name", "profile", "zone", "day-starts", "settings")
"""What a property has besides its things."""


class Change(msgspec.Struct, frozen=True):
    """One fact that differs: what it is called, what it was and what it is; nothing where there was or is none."""

    label: str
    was: str
    now: str


class Difference(msgspec.Struct, frozen=True):
    """A thing that differs between two configurations."""

    kind: Kind | Literal["property"]
    id: str
    state: Literal["new", "changed", "gone"]
    changes: tuple[Change, ...]

    @property
    def title(self) -> str:
        """The thing in words."""
        return "The property" if self.kind == "property" else f"{ONE[self.kind].capitalize()} {self.id}"


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[Difference]:
    """Everything in which two configurations differ, as plain data; people are not compared."""
    found: list[Difference] = []
    facts = tuple(_changes({k: old.get(k) for k in FACTS}, {k: new.get(k) for k in FACTS}, None))
    if facts:
        found.append(Difference("property", "", "changed", facts))
    for kind, id, was, now in compared(old, new):
        changes = tuple(_changes(was or {}, now or {}, edition_of_thing(now or was or {})))
        found.append(Difference(kind, id, "new" if was is None else "gone" if now is None else "changed", changes))
    return found


def edition_of_thing(thing: Mapping[str, Any]) -> Edition | None:
    """The edition that a table of a draft names, if there is such a one."""
    game = all_games().get(str(thing.get("game", "")))
    return game.editions.get(str(thing.get("edition", ""))) if game is not None else None


def _changes(old: Any, new: Any, edition: Edition | None, *path: str) -> Iterator[Change]:
    if old == new or (old in _NOTHING and new in _NOTHING):
        return
    if isinstance(old, Mapping | None) and isinstance(new, Mapping | None) and (old or new):
        before, after = old or {}, new or {}
        for key in dict.fromkeys((*before, *after)):
            if key not in ("id", "number") or path:
                yield from _changes(before.get(key), after.get(key), edition, *path, str(key))
        return
    listed = isinstance(old, list | tuple | None) and isinstance(new, list | tuple | None)
    if listed and any(isinstance(item, Mapping) for item in (*(old or ()), *(new or ()))):
        before_, after_ = list(old or ()), list(new or ())
        for place in range(max(len(before_), len(after_))):
            was = before_[place] if place < len(before_) else None
            now = after_[place] if place < len(after_) else None
            yield from _changes(was, now, edition, *path, str(place + 1))
        return
    yield Change(_label(path, edition), _said(path, old, edition), _said(path, new, edition))


def _label(path: tuple[str, ...], edition: Edition | None) -> str:
    wagers = edition.wagers if edition is not None else {}
    parts: list[str] = []
    for place, part in enumerate(path):
        if part.isdigit() and place and path[place - 1] in _ONE_OF:
            parts[-1] = f"{_ONE_OF[path[place - 1]]} {part}"
        else:
            parts.append(wagers[part].name if part in wagers else _NAMED.get(part, spelled(part)))
    return ": ".join(parts)


def _said(path: tuple[str, ...], value: Any, edition: Edition | None) -> str:
    if value in _NOTHING:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        if _SHARES.intersection(path[-1:]):
            return percent(value)
        return dollars(value) if _MONEY.intersection(path) else f"{value:,}"
    if isinstance(value, list | tuple):
        between = " to " if path[0] == "limits" else ", "
        return between.join(_said(path, item, edition) for item in value)
    text = str(value)
    if edition is not None and path[0] == "wagers" and text in edition.wagers:
        return edition.wagers[text].name
    if path == ("game",):
        game = all_games().get(text)
        return game.name if game is not None else text
    return spelled(text) if _SLUG.fullmatch(text) and not _AS_WRITTEN.intersection(path) else text
