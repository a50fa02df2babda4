"""A jackpot of a draft: its kind, every meter, every row that the operator posts, prizes for the other players."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from houseway.floor.command import PlainData
from houseway.floor.drafts.differences import edition_of_thing
from houseway.floor.drafts.draft_content import Content, things
from houseway.floor.forms import Choices
from houseway.rulebook.edition import Edition
from houseway.rulebook.pays import PayKind
from houseway.rulebook.paytables import Row
from houseway.table.shown.wording import spelled
from houseway.web.setup.asked_fields import About, Asked, Group, ask, makers, none_or
from houseway.web.setup.table_editor import paytable_of

SCHEMES: Choices = (
    ("progressive", "Progressive: wagers move it"),
    ("bonus", "Bonus: the house posts it"),
)
UPDATES: Choices = (("static", "Posted once"), ("updated", "Changed by the house, as a daily bonus is"))
MOST_METERS = 8
_DOLLARS = re.compile(r"[0-9][0-9,]*(\.[0-9]{2})?")


class PlayedRow(msgspec.Struct, frozen=True):
    """A row of the paytable that a jackpot is played by, and whether the operator posts it.

    ``alone``: a meter may be its own; other percents are paid from the meter of the whole wager.
    """

    event: str
    name: str
    pay: str
    posted: bool
    percent: bool
    alone: bool


def jackpot_wagers(editions: Iterable[Edition]) -> Choices:
    """Every jackpot wager of these editions with each of its paytables, as what a new jackpot is meant for."""
    found = []
    for edition in editions:
        for wager in edition.data.wager:
            if wager.kind == "jackpot":
                own = f"{edition.about.slug}/{edition.slug}/{wager.slug}"
                name = f"{edition.about.name}: {wager.name}"
                ids = edition.paytable_ids(wager.slug) or ("",)
                found += [
                    (f"{own}/{id}" if place else own, f"{name}, paytable {id}" if len(ids) > 1 else name)
                    for place, id in enumerate(ids)
                ]
    return tuple(found)


def rows_of(content: Content, id: str) -> list[PlayedRow]:
    """The winning rows of the paytables that play for a jackpot: of its tables, or of the wager it is meant for."""
    played: list[tuple[Mapping[str, Any], str]] = [
        (table, wager)
        for table in things(content.configuration, "tables").values()
        for wager, jackpot in table.get("jackpots", {}).items()
        if jackpot == id
    ]
    if not played and id in content.plays:
        game, edition, wager, *chosen = content.plays[id].split("/", 3)
        meant = {"game": game, "edition": edition, "paytables": {wager: chosen[0]} if chosen else {}}
        played = [(meant, wager)]
    found: dict[str, PlayedRow] = {}
    for table, wager in played:
        of = edition_of_thing(table)
        printed = paytable_of(of, table, wager) if of is not None else None
        for row in printed.rows if printed is not None else ():
            found.setdefault(row.event, _played(row))
    return [row for row in found.values() if row.posted or row.pay not in ("loss", "push")]


def _played(row: Row) -> PlayedRow:
    return PlayedRow(
        row.event, row.name, row.pay.text, row.pay.is_posted, row.pay.is_percent, row.pay.kind is PayKind.BONUS
    )


def jackpot_groups(about: About) -> list[Group]:
    """Everything that is asked about a jackpot."""
    thing, rows = about.thing, rows_of(about.content, about.id)
    known = makers(about.configuration, "equipment", thing.get("maker"))
    linked = "Of the equipment that links tables. Empty: it is played for at one table."
    counted = "Of one position: more stops the table, as a stuck sensor would make them."
    own = [
        ask("name", "Name", hint="What players and reports call it."),
        ask("scheme", "Kind", "choice", choices=SCHEMES, needed=True, redraws=True, cite="WAC 230-15-671"),
        ask("wager", "Fixed wager", "money", value="$1", hint="What every counted chip is worth.", cite="BJS-4"),
        ask("maker", "Maker of the link", "choice" if known else "text", choices=none_or(known), hint=linked),
        ask("unreasonable", "Most wagers an hour", "count", hint=counted, value="400"),
    ]
    groups = [Group("Jackpot", tuple(own))]
    if thing.get("scheme") == "bonus":
        groups.append(Group("Posted amount", tuple(_bonus(rows))))
    else:
        for place, meter in enumerate(thing.get("meters", [])):
            row = str(meter.get("row", ""))
            title = f"Meter {place + 1}" + (f": {spelled(row)}" if row else "")
            groups.append(Group(title, tuple(_meter(place, rows, row)), part="meters", place=place))
        posted = tuple(_posted(rows, {str(meter.get("row", "")) for meter in thing.get("meters", [])}))
        if posted:
            says = "Rows that the document leaves to the house and that no meter pays: $100, or 10%."
            groups.append(Group("Posted rows", posted, says, "DW-8"))
    others = tuple(_others(rows))
    if others:
        says = "Divided among the other players at the table, or among all: $100, or 5%. Empty: none."
        groups.append(Group("Prizes for other players", others, says, "BJS-7"))
    return groups


def _bonus(rows: list[PlayedRow]) -> Iterator[Asked]:
    yield ask("updates", "The amount is", "choice", choices=UPDATES, needed=True, cite="S-10")
    yield ask("amount", "Posted amount", "money", hint="What percent rows are reckoned on.", cite="BJS-2")
    yield from _posted(rows, ())


def _posted(rows: list[PlayedRow], metered: Collection[str]) -> Iterator[Asked]:
    for row in rows:
        if row.posted and row.event not in metered:
            yield ask(f"posted.{row.event}", f"{row.name} pays", hint="$10,000; percents of the amount: 10%.")


def _meter(place: int, rows: list[PlayedRow], now: str) -> Iterator[Asked]:
    at = f"meters.{place}"
    meant = tuple((row.event, f"{row.name} alone") for row in rows if row.alone)
    if now and now not in dict(meant):
        meant = (*meant, (now, spelled(now)))
    rows_of_it, hint = none_or(meant, "Every row that is a percent"), "A row may have a meter for itself."
    yield ask(f"{at}.row", "Pays", "choice", choices=rows_of_it, hint=hint, cite="DW-8", redraws=True)
    yield ask(f"{at}.seed", "Seed", "money", needed=True, hint="What the house puts in at the start.", cite="BJS-3")
    yield ask(f"{at}.reseed", "Reset amount", "money", needed=True, hint="Where it starts after a full prize.")
    yield ask(f"{at}.rate", "To the amount", "percent", needed=True, hint="Of each wager.", cite="BJS-2")
    yield ask(f"{at}.reserve", "To the reserve", "percent", hint="Hidden; it pays for the next reset.")
    yield ask(f"{at}.cap", "Maximum", "money", hint="Empty: none. A maximum is posted.", cite="WAC 230-15-690")
    yield ask(f"{at}.reseed-below", "A smaller prize that takes it under the reset amount resets it too", "check")


def _others(rows: list[PlayedRow]) -> Iterator[Asked]:
    top = [row for row in rows if row.posted or row.percent]
    for row in top:
        yield ask(f"envy.{row.event}", f"Envy for {row.name}")
        yield ask(f"share.{row.event}", f"Share the wealth for {row.name}")


def new_jackpot(id: str, name: str, scheme: str) -> PlainData:
    """A jackpot as it begins: a dollar a wager, and one meter where it is a progressive."""
    found: PlainData = {"id": id, "scheme": scheme, "updates": "static", "wager": 100}
    if name:
        found["name"] = name
    if scheme == "progressive":
        found |= {"updates": "real-time", "meters": [new_meter()]}
    return found


def meant_for(thing: PlainData, rows: list[PlayedRow]) -> PlainData:
    """A new progressive whose meter pays the first row that its paytable leaves to the house, whole."""
    first = next((row for row in rows if row.posted), None)
    if first is None or not thing.get("meters"):
        return thing
    if first.alone:
        return {**thing, "meters": [{**thing["meters"][0], "row": first.event}]}
    return {**thing, "posted": {first.event: "100%"}}


def new_meter() -> PlainData:
    """A meter whose money is still to be said."""
    return {"seed": 0, "reseed": 0, "rate": 0}


def tidy_jackpot(thing: PlainData) -> PlainData:
    """A jackpot without what its kind does not have."""
    if thing.get("scheme") == "bonus":
        thing.pop("meters", None)
        if thing.get("updates") == "real-time":
            thing["updates"] = "static"
    else:
        thing["updates"] = "real-time"
        thing.pop("amount", None)
        if not thing.get("meters"):
            thing["meters"] = [new_meter()]
        for meter in thing["meters"]:
            if not meter.get("row"):
                meter.pop("row", None)
    metered = {meter.get("row") for meter in thing.get("meters", ())}
    for name in ("posted", "envy", "share"):
        kept = {row: _amount(str(pay)) for row, pay in thing.get(name, {}).items() if pay}
        if name == "posted":
            kept = {row: pay for row, pay in kept.items() if row not in metered}
        thing.pop(name, None)
        if kept:
            thing[name] = kept
    return thing


def _amount(pay: str) -> str:
    """A prize as it is written down: a bare number is dollars."""
    return f"${pay.strip()}" if _DOLLARS.fullmatch(pay.strip()) else pay.strip()
