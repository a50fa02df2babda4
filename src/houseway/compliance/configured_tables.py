"""A configured table as the `Setup` that it opens with: jackpots, posted rows and the profile's rules put together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.compliance.compliance_errors import BadSetting
from houseway.compliance.configuration import Property, Table
from houseway.compliance.profile import TABLES, Profile, Settings, profile
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.registry import game
from houseway.rulebook.edition import Edition
from houseway.table.setup import Setup
from houseway.table.table_errors import BadSetup


def profile_of(property: Property) -> Profile:
    """The profile that a property is under."""
    return profile(property.profile)


def settings_of(property: Property, table: str | None = None, on: str | None = None) -> Settings:
    """The profile's settings on the day ``on`` (the property's own day if left out) with what the property chose.

    ``table`` adds what was chosen for that table alone, under ``settings.tables``.
    """
    chosen = dict(property.settings)
    single = property.settings.get(TABLES, {})
    if not isinstance(single, Mapping) or not all(isinstance(item, Mapping) for item in single.values()):
        raise BadSetting("settings.tables gives settings by table", remedy="write [settings.tables.T1]")
    if table is not None:
        chosen.update(single.get(table, {}))
    return profile_of(property).settings(on or property.on, chosen)


def edition_of(table: Table) -> Edition:
    """The edition that a table plays."""
    return game(table.game).edition(table.edition)


def wagering_rule(edition: Edition, settings: Settings) -> dict[str, Any]:
    """The limits on a player's wagers together: the edition's own number, and the profile's where it has some.

    A fourth-wager limit that an edition repeats from WAC 230-15-040 holds only where the profile has it. Nothing at all
    is an empty rule.
    """
    own = edition.data.wagering
    rule: dict[str, Any] = {}
    numbers = [(settings["most-wagers"], settings.cite("most-wagers"))]
    if own:
        numbers.insert(0, (own.most, own.clause))
    numbers = [pair for pair in numbers if pair[0] is not None]
    if numbers:
        rule["most"], rule["clause"] = min(numbers, key=lambda pair: pair[0])
    if settings["fourth-wager"] and settings["fourth-wager-limit"] is not None:
        rule["over"] = settings["fourth-wager-limit"]
        rule["most-over"] = settings["wagers-over-limit"]
        # The document's own words come before the code that it repeats.
        clause = edition.cite("fourth") or settings.cite("fourth-wager")
        rule.setdefault("clause", clause)
        if rule["clause"] != clause:
            rule["over-clause"] = clause
    return rule


def setup_of(
    table: Table, jackpots: Mapping[str, Jackpot], settings: Settings | None = None, behaviour: int | None = None
) -> Setup:
    """The `Setup` of a configured table; a `BadSetup` says what does not fit.

    ``jackpots`` are the property's, by id. ``settings`` are those of `settings_of`; without them only the edition's own
    rules hold. ``behaviour`` is the number that an open table is played by.
    """
    edition = edition_of(table)
    fixed: dict[str, int] = {}
    schemes: dict[str, str] = {}
    posted = {wager: dict(rows) for wager, rows in table.posted.items()}
    envy: dict[str, dict[str, str]] = {}
    share: dict[str, dict[str, str]] = {}
    for wager, id in table.jackpots.items():
        jackpot = jackpots.get(id)
        if jackpot is None:
            raise BadSetup(f"the {wager} wager plays for {id!r}, and there is no such jackpot", remedy="name another")
        if wager not in table.wagers:
            raise BadSetup(f"{wager} has a jackpot and is not offered", remedy=f"offer {wager}, or leave it out")
        fixed[wager] = jackpot.wager
        schemes[wager] = jackpot.scheme
        # A meter for one row is what makes that row pay the whole of it (DW-8).
        rows = {meter.row: "100%" for meter in jackpot.meters if meter.row} | jackpot.posted
        if rows:
            posted[wager] = {**posted.get(wager, {}), **rows}
        if jackpot.envy:
            envy[wager] = dict(jackpot.envy)
        if jackpot.share:
            share[wager] = dict(jackpot.share)
    rules: dict[str, Any] = {}
    if table.aggregate:
        rules["aggregate"] = dict(table.aggregate)
    if settings is not None:
        rules["wagering"] = wagering_rule(edition, settings)
        rules["whole"] = bool(settings["whole-bonus"])
    return Setup(
        edition,
        options=table.options,
        wagers=table.wagers,
        paytables=table.paytables,
        limits=table.limits,
        fixed=fixed,
        minimums=table.minimums,
        posted=posted,
        envy=envy,
        share=share,
        schemes=schemes,
        equipment=table.equipment.model if table.equipment else None,
        behaviour=behaviour,
        **rules,
    )
