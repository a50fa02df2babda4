"""Rules on equipment: approved with the edition, able to do what is asked of it, in the version that was approved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from houseway.compliance.rules.rule_book import Found, TableCase, named, rests_on, table_rule
from houseway.errors import HousewayError
from houseway.jackpots.equipment import model as model_of


@table_rule("equipment-named", "a table that counts jackpot wagers has a jackpot system")
def equipment_named(case: TableCase) -> Iterator[Found]:
    """Or else it says that the tabulator is off."""
    if case.counted and case.table.equipment is None:
        yield Found(
            "jackpot wagers are to be counted, and no equipment is named",
            "name the jackpot system, or set the option tabulator to off",
            case.rests_on("counted", "BJS-1"),
            "equipment",
        )


@table_rule("equipment-approved", "the jackpot system is a model approved with the edition", structural=True)
def equipment_approved(case: TableCase) -> Iterator[Found]:
    """Triple Attack wants 3d or higher; Deuces Wild of 2010 knows the first model only."""
    machine = case.table.equipment
    if machine is not None and case.model is None:
        approved = ", ".join(item.model for item in case.edition.data.equipment)
        yield Found(
            f"{machine.model} is not approved with {case.edition.about.title}",
            f"use {approved}" if approved else "use none",
            case.rests_on("equipment", "WAC 230-06-050"),
            "equipment.model",
        )


@table_rule("equipment-version", "the version of the jackpot system is one that the model has")
def equipment_version(case: TableCase) -> Iterator[Found]:
    """5a or higher is a version that must be named."""
    machine = case.table.equipment
    if machine is None or case.model is None:
        return
    if model_of(machine.model).or_higher and not machine.version:
        yield Found(
            f"{case.model.name} is used, and the version is not named",
            "name the version that the approval names, such as 5a",
            rests_on(case.edition, case.model.clause, "BJS-2"),
            "equipment.version",
        )
        return
    try:
        model_of(machine.model, machine.version)
    except HousewayError as error:
        rests = rests_on(case.edition, case.model.clause, error.clause or "BJS-2")
        yield Found(error.message, error.remedy or "name another version", rests, "equipment.version")


@table_rule("sensor-named", "each jackpot wager has a sensor that counts it")
def sensor_named(case: TableCase) -> Iterator[Found]:
    """One jackpot option to a sensor."""
    for wager in case.table.jackpots:
        if case.counted and wager not in case.table.sensors:
            yield Found(
                f"no sensor counts {case.called(wager)}",
                "give it a sensor of its own",
                case.rests_on("sensor", "BJS-2"),
                f"sensors.{wager}",
            )


@table_rule("sensor-wager", "a sensor counts a wager that is offered")
def sensor_wager(case: TableCase) -> Iterator[Found]:
    """A sensor without a wager would count whatever is laid on it."""
    for wager in case.table.sensors:
        if wager not in case.table.wagers:
            yield Found(
                f"a sensor counts {case.called(wager)}, which is not offered",
                f"offer {case.called(wager)}, or take it out",
                case.rests_on("sensor", "S-5"),
                "sensors",
            )


@table_rule("sensor-shared", "no sensor counts two wagers")
def sensor_shared(case: TableCase) -> Iterator[Found]:
    """Two jackpots each have their own."""
    for sensor, number in Counter(case.table.sensors.values()).items():
        if number > 1:
            wagers = " and ".join(case.called(wager) for wager, own in case.table.sensors.items() if own == sensor)
            rule = "sensor_shared" if case.edition.cite("sensor_shared") else "sensor"
            yield Found(
                f"sensor {sensor} counts {wagers}",
                "give each wager its own sensor",
                case.rests_on(rule, "S-18"),
                "sensors",
            )


@table_rule("sensor-range", "a sensor is one that the model has", structural=True)
def sensor_range(case: TableCase) -> Iterator[Found]:
    """Milky Way and Andromeda-1 have one at each position, the later models six."""
    if case.model is None:
        return
    for wager, sensor in case.table.sensors.items():
        if not 1 <= sensor <= case.model.sensors:
            yield Found(
                f"{case.called(wager)} is counted by sensor {sensor}, and {case.model.name} has {case.model.sensors} "
                "at a position",
                "offer fewer jackpots, or use a model with more sensors",
                rests_on(case.edition, case.model_clause(), "S-10"),
                f"sensors.{wager}",
            )


@table_rule(
    "real-time", "a progressive runs on a jackpot system that moves the amount with each wager", structural=True
)
def real_time(case: TableCase) -> Iterator[Found]:
    """A sign that is set by hand shows posted amounts only, and without a tabulator nothing moves."""
    if case.scheme != "progressive" or (case.model is not None and "real-time" in case.model.amounts):
        return
    if case.table.equipment is not None and case.model is not None:
        what = f"{case.model.name} shows amounts that are set by hand"
        rests = rests_on(case.edition, case.model_clause(displays=True), "WAC 230-15-671")
    elif case.table.equipment is None and not case.counted:
        what = "no jackpot system counts the wagers"
        rests = case.rests_on("progressive", "WAC 230-15-671", wager=next(iter(case.jackpots)))
    else:
        return
    yield Found(
        f"{what}, and {' and '.join(jackpot.title for jackpot in case.jackpots.values())} must move with each wager",
        "run a bonus jackpot, or use Andromeda-3c or higher",
        rests,
        "equipment",
    )


@table_rule("approval-equipment", "an approval of the game names the jackpot system, in its version and of its maker")
def approval_equipment(case: TableCase) -> Iterator[Found]:
    """What is used must be what was approved."""
    machine = case.table.equipment
    if not case.settings["approval-steps"] or machine is None or case.model is None or not case.approvals:
        return
    if any(equipment_version(case)):
        return
    if not any(machine in approval.equipment for approval in case.approvals):
        yield Found(
            f"the approval does not name {named(machine)}",
            "use what the approval names, or have it extended",
            case.rests_on("equipment", "WAC 230-06-050"),
            "equipment",
        )


@table_rule("shuffler-named", "a game dealt from a shuffler has a shuffler")
def shuffler_named(case: TableCase) -> Iterator[Found]:
    """Where shufflers must be approved."""
    if case.settings["shuffler-approved"] and case.options.get("dealt-by") == "shuffler" and not case.table.shuffler:
        yield Found(
            "cards come from a shuffler, and none is named",
            "name the shuffler, or set the option dealt-by to shoe",
            case.rests_on("shuffler", case.settings.cite("shuffler-approved")),
            "shuffler",
        )


@table_rule("approval-shuffler", "an approval of the game names the shuffler")
def approval_shuffler(case: TableCase) -> Iterator[Found]:
    """A shuffler is an approved model."""
    machine = case.table.shuffler
    if not case.settings["shuffler-approved"] or machine is None or not case.approvals:
        return
    if not any(machine in approval.equipment for approval in case.approvals):
        yield Found(
            f"the approval does not name the shuffler {named(machine)}",
            "use a model that the approval names, or have it extended",
            case.rests_on("shuffler", case.settings.cite("shuffler-approved")),
            "shuffler",
        )
