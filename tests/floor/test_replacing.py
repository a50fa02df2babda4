"""What a command replaces whole: a proposal holds only for what stood there when it was made."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from houseway.compliance.configuration import Person
from houseway.floor import command_index as c
from houseway.floor.floor_errors import WrongState
from houseway.floor.permission.replacing import check, digest, is_new, standing
from houseway.floor.states import JackpotState, PropertyState
from houseway.jackpots.jackpot_configuration import Jackpot

BONUS = Jackpot(id="b", scheme="bonus", updates="updated", amount=5_000)
OTHER = msgspec.structs.replace(BONUS, amount=6_000)
SAM = Person(id="sam", name="Sam", roles=("dealer",))


def no_jackpot(id: str) -> JackpotState:
    raise AssertionError(f"{id} is not on the property, and nobody need ask for it")


def waiting(queued: Jackpot | None) -> Any:
    return lambda id: JackpotState(id=id, jackpot=BONUS, queued=queued)


CHANGE = c.ChangeJackpot(jackpot=OTHER)


def test_parameters_that_wait_are_replaced_with_those_in_force() -> None:
    there = PropertyState(jackpots={"b": BONUS})
    assert standing(CHANGE, there, waiting(None)) == ("jackpot b", (BONUS, None))
    assert standing(CHANGE, there, waiting(OTHER)) == ("jackpot b", (BONUS, OTHER))
    assert standing(CHANGE, PropertyState(), no_jackpot) == ("jackpot b", (None, None))
    assert digest(CHANGE, there, waiting(None)) != digest(CHANGE, there, waiting(OTHER))


def test_a_proposal_holds_while_what_it_replaces_stays_as_it_was() -> None:
    command = c.AddPerson(person=SAM)
    before = PropertyState()
    after = PropertyState(people={"sam": SAM})
    proposed = digest(command, before, no_jackpot)
    assert len(proposed) == 64
    check(proposed, command, before, no_jackpot)
    with pytest.raises(WrongState, match="person sam has been changed since this was proposed"):
        check(proposed, command, after, no_jackpot)
    check(digest(command, after, no_jackpot), command, after, no_jackpot)


def test_what_was_proposed_for_an_empty_place_is_new() -> None:
    command = c.AddPerson(person=SAM)
    assert is_new(command, digest(command, PropertyState(), no_jackpot))
    assert not is_new(command, digest(command, PropertyState(people={"sam": SAM}), no_jackpot))


def test_settings_are_replaced_by_name_and_no_others_count() -> None:
    command = c.ChangeSettings(settings={"b": 1, "a": 2})
    found = standing(command, PropertyState(settings={"a": 5, "z": 9}), no_jackpot)
    assert found == ("setting a, b", {"a": 5, "b": None})


def test_a_command_that_replaces_nothing_whole_is_never_refused_for_it() -> None:
    command = c.Deposit(jackpot="b", amount=5, reference="r")
    assert standing(command, PropertyState(), no_jackpot) is None
    assert digest(command, PropertyState(), no_jackpot) == ""
    check("whatever", command, PropertyState(), no_jackpot)
