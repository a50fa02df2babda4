"""The office's forms: what is typed becomes exactly the command that it describes."""

from __future__ import annotations

import pytest

from houseway.compliance.configuration import Person, Table
from houseway.floor import command_index as c
from houseway.floor.command_index import CONTROLS
from houseway.floor.floor_errors import BadCommand, WrongState
from houseway.floor.forms import FORMS
from houseway.floor.states import PropertyState
from houseway.jackpots.jackpot_configuration import Meter
from houseway.web.demo import configuration
from houseway.web.http.callers import Caller
from houseway.web.office.filled_forms import command_of, form, jackpot_fields, plain, table_fields
from tests.web.office import COMMANDS
from tests.web.serving import PEOPLE


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: str(command.__struct_config__.tag))
def test_a_form_filled_in_gives_exactly_its_command(command: c.Command) -> None:
    kind = str(command.__struct_config__.tag)
    caller = Caller("staff", "x", "X", CONTROLS[type(command)].roles)
    shown = form(kind, caller, plain(command))
    assert shown is not None
    texts = {
        field.name: list(field.value) if isinstance(field.value, tuple) else [field.value]
        for field in shown.fields
        if field.value
    }
    assert command_of(kind, texts, PropertyState()) == command


def test_every_action_of_the_office_is_tried() -> None:
    assert {type(command) for command in COMMANDS} == {action.command for action in FORMS.values()}


def test_somebody_who_works_here_is_changed_by_the_own_form_and_nobody_is_replaced_by_adding() -> None:
    person = Person(id="eve", name="Eve", roles=("dealer",))
    new = {"person.id": ["eve"], "person.name": ["Eva"], "person.roles": ["technician"]}
    command = c.AddPerson(person=Person(id="eve", name="Eva", roles=("technician",)))
    assert command_of("change-person", new, PropertyState(people={"eve": person})) == command
    assert command_of("add-person", new, PropertyState()) == command
    with pytest.raises(WrongState):
        command_of("add-person", new, PropertyState(people={"eve": person}))
    with pytest.raises(WrongState):
        command_of("change-person", new, PropertyState())


def test_no_form_is_shown_to_somebody_who_may_not_give_its_command() -> None:
    for kind, action in FORMS.items():
        roles = CONTROLS[action.command].roles
        for role in PEOPLE:
            shown = form(kind, Caller("staff", "x", "X", frozenset({role})))
            assert (shown is not None) == (role in roles)
            assert shown is None or shown.propose == CONTROLS[action.command].two


def test_a_change_of_parameters_leaves_alone_what_its_form_does_not_show() -> None:
    known = configuration()
    property = PropertyState(
        jackpots={jackpot.id: jackpot for jackpot in known.jackpots}, tables={table.id: table for table in known.tables}
    )
    jackpot = property.jackpots["four-aces"]
    texts = {
        "jackpot.id": ["four-aces"],
        "jackpot.wager": ["$1"],
        "jackpot.meters.0.seed": ["$6,000"],
        "jackpot.meters.0.reseed": ["$5,000"],
        "jackpot.meters.0.rate": ["25 %"],
        "jackpot.meters.0.reserve": ["12.3456 %"],
        "jackpot.unreasonable": ["20,000"],
    }
    assert {field.name for field in jackpot_fields(plain(jackpot)) if field.needed} <= set(texts)
    changed = command_of("change-jackpot", texts, property)
    assert isinstance(changed, c.ChangeJackpot)
    assert changed.jackpot.envy == jackpot.envy
    assert changed.jackpot.meters == (
        Meter(row="four-aces", seed=600_000, reseed=500_000, rate=250_000, reserve=123_456),
    )
    table: Table = property.tables["T1"]
    shown = {field.name for field in table_fields(plain(table), {})}
    limits = {name: ["$10" if name.endswith("0") else "$50"] for name in shown if ".limits." in name}
    moved = command_of("change-table", {"table.id": ["T1"], **limits, "table.posts": ["limits\nprizes"]}, property)
    assert isinstance(moved, c.ChangeTable)
    assert set(moved.table.limits.values()) == {(1_000, 5_000)}
    assert moved.table.posts == ("limits", "prizes")
    assert moved.table.displays == table.displays


@pytest.mark.parametrize("text", ["{", "[" * 20_000, "null", '{"id": 5}'])
def test_a_configuration_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(BadCommand):
        command_of("add-table", {"table": [text]}, PropertyState())
