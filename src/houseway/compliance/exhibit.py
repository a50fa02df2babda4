"""The exhibit for the internal controls: how each jackpot is configured, how it is won, and who approves what.

Plain data: a title and sections of facts and grids. `markdown` writes it out; a report can lay it out otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from houseway.compliance.approvals import path
from houseway.compliance.configuration import DEPARTMENTS, Machine, Property, Table
from houseway.compliance.configured_tables import edition_of, profile_of, settings_of, setup_of
from houseway.compliance.profile import AMOUNTS, Settings
from houseway.compliance.rules.display_rules import shows_amount
from houseway.jackpots.jackpot_configuration import Jackpot, Meter, percent
from houseway.registry import all_games
from houseway.rulebook.money import dollars
from houseway.table.setup import Setup
from houseway.table.shown.wording import spelled


class Grid(msgspec.Struct, frozen=True):
    """A table of texts."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Section(msgspec.Struct, frozen=True):
    """A part of the exhibit: facts by label, then grids."""

    title: str
    facts: tuple[tuple[str, str], ...] = ()
    grids: tuple[Grid, ...] = ()


class Exhibit(msgspec.Struct, frozen=True):
    """The whole exhibit."""

    title: str
    sections: tuple[Section, ...]


def exhibit(property: Property) -> Exhibit:
    """The exhibit of a property that passes the check; a `BadSetup` where a table cannot be set up."""
    settings = settings_of(property)
    return Exhibit(
        f"{property.name}: jackpots and their controls",
        (
            _property(property, settings),
            *(_jackpot(property, jackpot) for jackpot in property.jackpots),
            *(_table(property, table) for table in property.tables),
            _approvals(property, settings),
            _controls(property, settings),
        ),
    )


def markdown(document: Exhibit) -> str:
    """The exhibit as Markdown."""
    return "\n".join(_lines(document)) + "\n"


def _lines(document: Exhibit) -> Iterator[str]:
    yield f"# {document.title}"
    for section in document.sections:
        yield ""
        yield f"## {section.title}"
        if section.facts:
            yield ""
            for label, value in section.facts:
                yield f"- **{label}**: {value}"
        for grid in section.grids:
            yield ""
            yield f"### {grid.title}"
            yield ""
            yield _row(grid.heads)
            yield _row(("---",) * len(grid.heads))
            for row in grid.rows:
                yield _row(row)


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _property(property: Property, settings: Settings) -> Section:
    profile = profile_of(property)
    return Section(
        "The property",
        (
            ("Property", property.name),
            ("Rules", profile.title),
            ("Regulator", profile.regulator),
            ("As of", property.on),
            ("Gaming day", f"from {property.day_starts}, {property.zone}"),
            ("Tables", ", ".join(table.id for table in property.tables) or "none"),
        ),
        (
            Grid(
                "Limits and duties in force",
                ("setting", "value", "rule"),
                tuple(
                    (setting_name(name), said(name, value), settings.cite(name))
                    for name, value in settings.items()
                    if value
                ),
            ),
        ),
    )


def setting_name(name: str) -> str:
    """What people call a setting."""
    return spelled(name).replace("W2g", "W-2G")


def said(name: str, value: Any) -> str:
    """The value of the setting ``name`` as people read it."""
    if name in AMOUNTS:
        return dollars(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return "; ".join(f"{_called(game)}: {_shares(mix)}" for game, mix in value.items())
    return ", ".join(map(_called, value)) if isinstance(value, tuple) else str(value)


def _shares(mix: Mapping[str, int]) -> str:
    """A mix of play in words."""
    return ", ".join(f"{name.replace('-', ' ')} {percent} %" for name, percent in mix.items() if percent)


def _called(slug: str) -> str:
    """A game, an edition of one (``game/edition``) or anything else that a setting lists, as people call it."""
    game, _, edition = slug.partition("/")
    known = all_games().get(game)
    if known is None:
        return slug.replace("-", " ")
    return known.edition(edition).about.title if edition in known.editions else known.edition().about.name


def _jackpot(property: Property, jackpot: Jackpot) -> Section:
    tables = [table for table in property.tables if jackpot.id in table.jackpots.values()]
    facts = [
        ("Kind", _KINDS[jackpot.scheme]),
        ("The amount is", _UPDATES[jackpot.updates]),
        ("Fixed wager", dollars(jackpot.wager)),
        ("Played for at", ", ".join(table.id for table in tables) or "no table"),
    ]
    if jackpot.amount is not None:
        facts.append(("Posted amount", dollars(jackpot.amount)))
    if jackpot.maker:
        facts.append(("Maker of the link", jackpot.maker))
    grids = []
    if jackpot.meters:
        columns = ("meter", "seed", "reseed", "to the amount", "to the reserve", "maximum", "reseeded")
        grids.append(Grid("Meters", columns, tuple(_meter(meter) for meter in jackpot.meters)))
    seen = set()
    for table in tables:
        setup = _setup(property, table)
        for wager, id in table.jackpots.items():
            paytable = setup.paytables[wager]
            key = (table.game, table.edition, wager, paytable.id)
            if id == jackpot.id and key not in seen:
                seen.add(key)
                name = f"How it is won: {setup.edition.about.title}, {setup.edition.wagers[wager].name}, {paytable.id}"
                heads = ("hand", "pays", "paid from", "several winners")
                grids.append(Grid(name, heads, tuple(_ways(setup, wager))))
    for name, rows in (("Envy", jackpot.envy), ("Share-the-Wealth", jackpot.share)):
        if rows:
            grids.append(Grid(name, ("hand", "divided"), tuple((spelled(row), pays) for row, pays in rows.items())))
    return Section(jackpot.title, tuple(facts), tuple(grids))


_KINDS = {
    "bonus": "bonus: the casino's money, posted by the operator, never moved by a wager",
    "progressive": "progressive: the players' money, held in escrow, moved by each counted wager",
}
_UPDATES = {
    "static": "posted once",
    "updated": "changed by the operator",
    "real-time": "moved with each wager",
}


def _meter(meter: Meter) -> tuple[str, ...]:
    return (
        spelled(meter.row) if meter.row else "the jackpot's own",
        dollars(meter.seed),
        dollars(meter.reseed),
        percent(meter.rate),
        percent(meter.reserve),
        "none" if meter.cap is None else dollars(meter.cap),
        "also when a smaller prize takes it below" if meter.reseed_below else "after a full prize",
    )


def _ways(setup: Setup, wager: str) -> Iterator[tuple[str, ...]]:
    paytable = setup.paytables[wager]
    bonus = setup.schemes.get(wager) == "bonus"
    for row in paytable.rows:
        divided = ""
        if row.pay.is_percent:
            divided = "divided equally" if paytable.shared and not (bonus and setup.whole) else "whole to each"
        source = "the meter" if row.pay.is_percent and not bonus else "the house"
        yield row.name, row.pay.text, source, divided


def _setup(property: Property, table: Table) -> Setup:
    jackpots = {jackpot.id: jackpot for jackpot in property.jackpots}
    return setup_of(table, jackpots, settings_of(property, table.id))


def _table(property: Property, table: Table) -> Section:
    edition = edition_of(table)
    setup = _setup(property, table)
    rule = setup.wagering
    facts = [
        ("Game", edition.about.title),
        ("Fingerprint of play", edition.fingerprint),
        ("Fingerprint of text", edition.text_fingerprint),
        ("Seats", str(table.seats or edition.about.positions)),
        ("Layout", f"{table.layout.design or 'as printed'}, by {table.layout.maker}"),
        ("Jackpot system", _machine(table.equipment)),
        ("Shuffler", _machine(table.shuffler)),
        ("Dealt by", setup.options.get("dealt-by", "").replace("-", " ")),
        ("Posted", ", ".join(map(_called, (*table.posts, *table.layout.posts))) or "nothing"),
    ]
    if rule is not None and rule.most is not None:
        facts.append(("Wagers a player", f"{rule.most} ({rule.clause})"))
    if rule is not None and rule.over is not None:
        facts.append((f"Wagers over {dollars(rule.over)}", f"{rule.most_over} at the most"))
    rows = []
    for slug in setup.wagers:
        wager = edition.wagers[slug]
        if not wager.initial:
            continue
        fixed = setup.fixed_amount(slug)
        least, most = setup.limits.get(slug, (None, None))
        limits = "free" if least is None or most is None else f"{dollars(least)} to {dollars(most)}"
        capped = table.aggregate.get(slug)
        played_for = property.jackpot(table.jackpots[slug]) if slug in table.jackpots else None
        rows.append(
            (
                wager.name,
                setup.paytables[slug].id if slug in setup.paytables else "",
                dollars(fixed) if fixed else limits,
                "" if capped is None else dollars(capped),
                played_for.title if played_for is not None else "",
                str(table.sensors.get(slug, "")),
                ", ".join(
                    _called(display.kind)
                    for display in table.displays
                    if slug in table.jackpots and shows_amount(display, slug)
                ),
            )
        )
    heads = ("wager", "paytable", "limits", "aggregate limit", "jackpot", "sensor", "shown on")
    return Section(f"Table {table.id}", tuple(facts), (Grid("Wagers", heads, tuple(rows)),))


def _machine(machine: Machine | None) -> str:
    if machine is None:
        return "none"
    return f"{machine.model}{' ' + machine.version if machine.version else ''}, by {machine.maker}"


def _approvals(property: Property, settings: Settings) -> Section:
    grids = []
    for approval in property.approvals:
        taken = {step.step: step for step in approval.steps}
        known = [(step.id, step.by) for step in path(settings)]
        known += [(step.step, step.by) for step in approval.steps if step.step not in settings["approval-steps"]]
        rows = tuple(
            (spelled(id), by, taken[id].by, taken[id].on, taken[id].reference)
            if id in taken
            else (spelled(id), by, "", "missing", "")
            for id, by in known
        )
        title = f"Approval {approval.id}: {_called(f'{approval.game}/{approval.edition}')}"
        grids.append(Grid(title, ("step", "taken by", "name", "day", "reference"), rows))
    licences = tuple(
        (
            licence.maker,
            _called(licence.kind),
            ", ".join(map(_called, licence.covers)),
            licence.number,
            licence.since,
            licence.until or "open",
        )
        for licence in property.licences
    )
    if licences:
        grids.append(Grid("Licences of makers", ("maker", "kind", "covers", "number", "since", "until"), licences))
    return Section("Approvals and licences", (), tuple(grids))


def _controls(property: Property, settings: Settings) -> Section:
    people = tuple(
        (person.name, ", ".join(person.roles), ", ".join(sorted({DEPARTMENTS[role] for role in person.roles})))
        for person in property.people
    )
    facts = [
        ("A percent prize, or a payment over the threshold", "two people of different departments"),
        ("A change of a meter, a rate, a seed or a maximum", "two people of different departments"),
        ("A round that is voided", "a supervisor, with the reason"),
    ]
    watched = settings["surveillance-threshold"]
    if watched is not None:
        facts.append(
            (f"A winning wager over {dollars(watched)}", "surveillance verifies hand, wager, payout and player")
        )
    return Section("Who approves what", tuple(facts), (Grid("People", ("name", "roles", "department"), people),))
