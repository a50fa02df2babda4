"""The PAR sheet of one table as it is configured: its wagers, paytables, options, posted amounts and jackpots, no more.

`table_sheet` makes it from a property's configuration, which `houseway check` reads from a file and the floor keeps in
its journal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import msgspec

from houseway.compliance.configuration import Property, Table
from houseway.compliance.configuration_file import fingerprint
from houseway.compliance.configured_tables import profile_of, settings_of, setup_of
from houseway.compliance.favours import ROUNDS, favours_at
from houseway.facade import Game
from houseway.floor.floor_errors import UnknownThing
from houseway.jackpots.jackpot_configuration import FULL, Jackpot, Meter
from houseway.jackpots.prizes import meters_of
from houseway.maths.assumptions import assumptions
from houseway.maths.front import answer
from houseway.maths.progressive import Funding
from houseway.maths.question import FIXED, Question
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Figures
from houseway.maths.terms import IN_CENTS, check_meters
from houseway.registry import game as game_of
from houseway.reports.document import Document, Fact
from houseway.reports.game_names import GameNames
from houseway.reports.numbers import pay_words, words
from houseway.reports.par_sheet import ASSUMED, no_simulation, sheet
from houseway.reports.sign_off import Prepared, table_command
from houseway.reports.simulated import At, Trial, compare, simulation_section
from houseway.rulebook.money import dollars
from houseway.simulation.exact import FREE
from houseway.table.setup import Setup


class ConfiguredTable(msgspec.Struct, frozen=True):
    """A table of a property, with all that its sheet is made from. Make one with `configured`."""

    property: Property
    table: Table
    game: Game
    setup: Setup
    meters: dict[str, tuple[Jackpot, Meter | None]]
    """By the name of each meter that the table is paid from: its jackpot, and the jackpot's meter if it grows."""
    amounts: dict[str, int]
    """Cents that the figures take for the amount on each meter."""

    def assumed(self, name: str) -> str:
        """Where the amount on a meter is from, in words."""
        jackpot, meter = self.meters[name]
        usual = (jackpot.amount or 0) if meter is None else meter.seed
        if self.amounts[name] != usual:
            return "as given"
        return "the amount posted" if meter is None else "its seed"


def configured(property: Property, id: str, meters: Mapping[str, int] | None = None) -> ConfiguredTable:
    """The table ``id`` of ``property``; ``meters`` has cents to be taken in the place of seeds and posted amounts."""
    table = property.table(id)
    if table is None:
        names = ", ".join(item.id for item in property.tables)
        raise UnknownThing(f"{property.name} has no table {id!r}", remedy=f"tables: {names or 'none yet'}")
    jackpots = {jackpot.id: jackpot for jackpot in property.jackpots}
    setup = setup_of(table, jackpots, settings_of(property, table.id))
    behind = meters_of(setup, {wager: jackpots[name] for wager, name in table.jackpots.items()})
    given = check_meters(meters or {}, list(behind), ask="a table with a jackpot that grows", remedy=IN_CENTS)
    usual = {name: (jackpot.amount or 0) if meter is None else meter.seed for name, (jackpot, meter) in behind.items()}
    return ConfiguredTable(property, table, game_of(table.game), setup, behind, {**usual, **given})


def table_sheet(
    at: ConfiguredTable,
    *,
    prepared: Prepared | None = None,
    trial: Trial | None = None,
    source: Sequence[str] | None = None,
) -> Document:
    """The PAR sheet of a configured table; ``trial`` has its wagers simulated.

    ``source`` is how a command names the property, as in ``--config FILE``: without it no command is printed.
    """
    command = ""
    if source is not None and prepared is not None:
        rounds, seed = (None, None) if trial is None else (trial.rounds, trial.seed)
        given = {name: cents for name, cents in at.amounts.items() if at.assumed(name) == "as given"}
        command = table_command(at.table.id, source, given, prepared, rounds, seed, prepared.file or "sheet.pdf")
    edition = at.setup.edition
    asked = _question(at)
    money = {
        f"{wager}/{event}": pay
        for wager, rows in at.setup.posted.items()
        for event, pay in rows.items()
        if f"{wager}/{event}" not in at.meters
    }
    taken = assumptions(edition, Question(edition=edition.slug, pays=money))
    taken = msgspec.structs.replace(taken, assumed=())
    found = answer(at.game, edition, tuple(figures_of(at)))
    simulated = no_simulation("none was asked for")
    if trial is not None:
        # What the figures leave out is left out of the rounds that they are compared with.
        beside = [fact for fact in _left_out(at) if not fact.label.endswith("promotion")]
        chosen = {key: value for key, value in at.setup.as_dict().items() if key not in ("envy", "share", "aggregate")}
        played = At(Setup(edition, **chosen), tuple(at.setup.wagers), at.amounts)
        left_out = [f"{fact.label.partition(': ')[2]} ({fact.value})" for fact in beside]
        simulated = simulation_section(edition, compare(at.game, [played], trial, left_out), found.figures)
    return sheet(
        at.game,
        edition,
        found,
        msgspec.structs.replace(asked, wagers=tuple(at.setup.wagers)),
        taken,
        of=f", table {at.table.id} of {at.property.name}",
        head=tuple(_head(at)),
        under="the options of this table",
        fundings=fundings_of(at),
        prepared=prepared,
        simulated=simulated,
        command=command,
    )


def fundings_of(at: ConfiguredTable) -> dict[str, Funding]:
    """How each progressive meter of the table is fed."""
    return {
        name: Funding(
            seed=meter.seed,
            rate=Fraction(meter.rate, FULL),
            reseed=meter.reseed,
            reserve=Fraction(meter.reserve, FULL),
        )
        for name, (_, meter) in at.meters.items()
        if meter is not None
    }


def figures_of(at: ConfiguredTable) -> Iterator[Figures]:
    """The figures of every wager that the table offers; one that is counted with another has none of its own.

    The table's options stand at the head of the sheet, and not with every figure.
    """
    asked = _question(at)
    for wager in at.setup.wagers:
        options = dict(asked.options)
        if wager in at.setup.fixed:
            options[FIXED] = str(at.setup.fixed[wager])
        question = msgspec.structs.replace(
            asked,
            wagers=(wager,),
            options=options,
            pays=dict(at.setup.posted.get(wager, {})),
            meters={name: cents for name, cents in at.amounts.items() if name.partition("/")[0] == wager},
        )
        try:
            entries = at.game.analyze(question).figures
        except BadQuestion:
            if at.setup.edition.wagers[wager].kind == "supplemental":
                continue
            raise
        for item in entries:
            own = {slug: value for slug, value in item.options.items() if slug not in options}
            yield msgspec.structs.replace(item, options=own)


def _question(at: ConfiguredTable) -> Question:
    """What is asked of the mathematics of the table, for every wager alike."""
    return Question(
        edition=at.setup.edition.slug,
        paytable={
            wager: table.id
            for wager, table in at.setup.paytables.items()
            if at.setup.edition.paytable_ids(wager) != ("standard",)
        },
        options={slug: value for slug, value in at.setup.options.items() if slug not in FREE},
    )


# -- what the table is


def _head(at: ConfiguredTable) -> Iterator[Fact]:
    setup, table, property = at.setup, at.table, at.property
    yield Fact("Table", f"{table.id} of {property.name}")
    yield Fact("Jurisdiction profile", f"{profile_of(property).title}, on {property.on}")
    yield Fact("Fingerprint of the configuration", fingerprint(property), "code")
    yield Fact("Equipment", _equipment(at))
    for slug, value in setup.options.items():
        free = " (changes no figure)" if slug in FREE else ""
        yield Fact(f"House option: {words(slug).lower()}", f"{value}{free}")
    for wager in setup.wagers:
        if setup.edition.wagers[wager].kind != "supplemental":
            yield Fact(f"Wager: {setup.edition.wagers[wager].name}", "; ".join(_wager(at, wager)))
    for name in at.meters:
        yield Fact(f"{ASSUMED}amount on {GameNames.of(setup.edition).meter(name)}", "; ".join(_meter(at, name)))
    yield from _left_out(at)
    for each in favours_at(table, setup):
        cost = ""
        if each.cost is not None and each.most is not None:
            cost = (
                f"; {dollars(each.cost)} an hour with all {each.positions} positions at {dollars(each.most)}, "
                f"{ROUNDS} rounds an hour"
            )
        of = " ".join(filter(None, (setup.edition.wagers[each.wager].name, each.case)))
        yield Fact(f"Favours the player: {of}", f"{-100 * each.edge:.4f} % of each wager{cost}")


def _equipment(at: ConfiguredTable) -> str:
    found = []
    for what, machine in (("jackpot system", at.table.equipment), ("shuffler", at.table.shuffler)):
        if machine is not None:
            version = f" {machine.version}" if machine.version else ""
            found.append(f"{what} {machine.model}{version} by {machine.maker}")
    return "; ".join(found) or "none"


def _wager(at: ConfiguredTable, wager: str) -> Iterator[str]:
    """Paytable, limits, fixed amount, minimum, posted rows and jackpot of a wager, in words."""
    setup = at.setup
    table = setup.paytables.get(wager)
    if table is not None and table.id != "standard":
        yield f"paytable {table.id}"
    if wager in setup.fixed:
        yield f"fixed at {dollars(setup.fixed[wager])}"
    elif wager in setup.limits:
        least, most = setup.limits[wager]
        yield f"{dollars(least)} to {dollars(most)}" if most is not None else f"from {dollars(least)}"
    if wager in setup.minimums:
        yield f"with a qualifying wager of {dollars(setup.minimums[wager])} or more"
    for event, pay in setup.posted.get(wager, {}).items():
        if f"{wager}/{event}" not in at.meters:
            yield f"{words(event)} posted at {pay_words(pay)}"
    if wager in at.table.jackpots:
        jackpot = at.property.jackpot(at.table.jackpots[wager])
        yield f"plays for {jackpot.title}, a {jackpot.scheme}" if jackpot is not None else "plays for a jackpot"


def _meter(at: ConfiguredTable, name: str) -> Iterator[str]:
    jackpot, meter = at.meters[name]
    yield f"{dollars(at.amounts[name])}, {at.assumed(name)}"
    yield jackpot.title
    if meter is not None:
        yield f"seed {dollars(meter.seed)}, reset amount {dollars(meter.reseed)}"
        rates = f"{100 * meter.rate / FULL:g} % of each wager"
        yield rates + (f" and {100 * meter.reserve / FULL:g} % to the reserve" if meter.reserve else "")
        if meter.cap is not None:
            yield f"at most {dollars(meter.cap)}"


def _left_out(at: ConfiguredTable) -> Iterator[Fact]:
    """What the table may pay, or keep back, beside the figures."""
    setup = at.setup
    for what, rows in (("Envy", setup.envy), ("Share-the-Wealth", setup.share)):
        for wager, pays in rows.items():
            said = ", ".join(f"{words(event)} {pay_words(pay.text)}" for event, pay in pays.items())
            yield Fact(f"Not in the figures: {what}", f"{setup.edition.wagers[wager].name}: {said}, to other players")
    for wager, cents in setup.aggregate.items():
        said = f"{setup.edition.wagers[wager].name}: {dollars(cents)} in a round; the figures pay every prize in full"
        yield Fact("Not in the figures: aggregate payout limit", said)
    for promotion in at.property.promotions:
        if at.table.id in promotion.tables:
            said = f"{promotion.id}, {promotion.since} to {promotion.until}: paid by the house"
            yield Fact("Not in the figures: promotion", said)
