"""Rules on the property as a whole: its settings, its size, its people."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from houseway.compliance.configuration import DEPARTMENTS
from houseway.compliance.profile import TABLES
from houseway.compliance.rules.rule_book import Found, PropertyCase, is_day, property_rule, words
from houseway.registry import all_games

_CLOCK = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")


@property_rule("day", "the day it is judged on and the start of the gaming day can be read")
def day(case: PropertyCase) -> Iterator[Found]:
    """Days are compared as texts, which only this form allows."""
    if not is_day(case.property.on):
        yield Found(f"{case.property.on!r} is no day", "write it as 2021-06-14", case.settings.profile.title, "on")
    if not _CLOCK.fullmatch(case.property.day_starts):
        yield Found(
            f"the gaming day starts at {case.property.day_starts!r}, which is no time of day",
            "write it as 06:00",
            case.settings.profile.title,
            "day-starts",
        )


@property_rule("settings", "what a property sets itself is known to the profile and loosens no verified must")
def settings(case: PropertyCase) -> Iterator[Found]:
    """Settings of single tables are judged like those of the property."""
    for table, error in case.bad_settings:
        at = f"settings.{TABLES}.{table}" if table else "settings"
        yield Found(error.message, error.remedy or "leave it out", error.clause or case.settings.profile.title, at)
    single = case.property.settings.get(TABLES, {})
    for table in single if isinstance(single, Mapping) else ():
        if case.property.table(table) is None:
            yield Found(
                f"there are settings for a table {table!r}, and there is no such table",
                "name a table of this property",
                case.settings.profile.title,
                f"settings.{TABLES}",
            )
    yield from _mixes(case)


def _mixes(case: PropertyCase) -> Iterator[Found]:
    """A mix of play names games and strategies that there are: what a table should win is reckoned under it."""
    games = all_games()
    for slug, mix in case.settings["play-mix"].items():
        known = games[slug].strategies if slug in games else ()
        at = case.settings.profile.title, "settings.play-mix"
        if not known:
            what = f"there is no game {words(slug)} whose wins are reckoned"
            yield Found(what, f"choose {', '.join(map(words, games))}", *at)
        for name in (name for name in mix if known and name not in known):
            what = f"{games[slug].edition().about.name} has no strategy {words(name)}"
            yield Found(what, f"choose {', '.join(map(words, known))}", *at)


@property_rule("unique", "no two things of one kind have the same id")
def unique(case: PropertyCase) -> Iterator[Found]:
    """Ids name things in the journal for good."""
    house = case.property
    for what, ids in (
        ("table", [table.id for table in house.tables]),
        ("jackpot", [jackpot.id for jackpot in house.jackpots]),
        ("approval", [approval.id for approval in house.approvals]),
        ("promotion", [promotion.id for promotion in house.promotions]),
        ("person", [person.id for person in house.people]),
    ):
        for id, number in Counter(ids).items():
            if number > 1:
                yield Found(f"{number} times a {what} {id!r}", f"give each {what} its own id", "WAC 230-15-430")


@property_rule("tables", "the number of tables is within what the property may have")
def tables(case: PropertyCase) -> Iterator[Found]:
    """Fifteen in a commercial card room."""
    most, number = case.settings["tables"], sum(not table.template for table in case.property.tables)
    if most is not None and number > most:
        yield Found(
            f"there are {number} tables, and at most {most} are allowed",
            f"take {number - most} away",
            case.settings.cite("tables"),
        )


@property_rule("game", "every table and approval is of a known game and edition")
def game(case: PropertyCase) -> Iterator[Found]:
    """Only approved games may be played."""
    games = all_games()
    of = [(f"table {item.id}", item.game, item.edition) for item in case.property.tables]
    of += [(f"approval {item.id}", item.game, item.edition) for item in case.property.approvals]
    for where, slug, edition in of:
        if slug not in games:
            yield Found(f"there is no game {slug!r}", f"choose {', '.join(games)}", "WAC 230-15-035", where)
        elif edition not in games[slug].editions:
            known = ", ".join(games[slug].editions)
            yield Found(f"{slug} has no edition {edition!r}", f"choose {known}", "WAC 230-15-035", where)


@property_rule("departments", "each department that must be there is staffed, and nobody belongs to two departments")
def departments(case: PropertyCase) -> Iterator[Found]:
    """Nobody may both commit and conceal an error."""
    needed = case.settings["departments"]
    cite = case.settings.cite("departments")
    staffed: set[str] = set()
    for person in case.property.people:
        own = {DEPARTMENTS[role] for role in person.roles}
        staffed |= own
        if len(own) > 1:
            yield Found(
                f"{person.name} is of {' and '.join(sorted(own))} at once, and may not sign where two people do",
                "give one of the roles to somebody else",
                cite or "WAC 230-15-430",
                f"person {person.id}",
            )
    for department in needed:
        if department not in staffed:
            yield Found(f"nobody works in {department}", f"name somebody for {department}", cite, "people")


@property_rule("two-people", "where there is a jackpot, two people of different departments can act together")
def two_people(case: PropertyCase) -> Iterator[Found]:
    """Percent prizes, large payments and changes of a meter take two."""
    if not case.property.jackpots or case.settings["departments"]:
        return
    found = [{DEPARTMENTS[role] for role in person.roles} - {"regulator"} for person in case.property.people]
    if not any(one and other and one.isdisjoint(other) for one in found for other in found):
        yield Found(
            "no two people here are of different departments, and a jackpot needs two for its prizes and changes",
            "name at least two, such as a supervisor and somebody of accounting",
            "WAC 230-15-430",
            "people",
        )
