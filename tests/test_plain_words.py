"""What does not fit in a file or a request is said in words: where, what stands there, and what to write."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from houseway.compliance.configuration import Property, Table
from houseway.rulebook.plain_words import misfit

TABLE: dict[str, Any] = {
    "id": "T1",
    "game": "dueling",
    "edition": "2017",
    "wagers": ["player"],
    "layout": {"maker": "Maker"},
    "limits": {"player": [500, 10_000], "tie-plus": [100, 2_500]},
}


def told(**changed: Any) -> tuple[str, str]:
    data = {"name": "Room", "profile": "plain", "on": "2024-05-01", "tables": [{**TABLE, **changed}]}
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.convert(data, Property)
    found = misfit(refused.value, data, Property)
    assert "`" not in f"{found}{found.remedy}"
    assert "Expected" not in str(found)
    assert found.remedy
    return str(found), found.remedy


@pytest.mark.parametrize(
    ("changed", "said", "remedy"),
    [
        ({"seats": "5"}, 'table T1, seats: it is a whole number or nothing, not "5"', "write it without quotes: 5"),
        ({"edition": 2017}, "table T1, edition: it is text, not 2017", 'write it in quotes: "2017"'),
        ({"wagers": "player"}, 'table T1, wagers: it is a list, not "player"', 'write it as a list: ["player"]'),
        (
            {"limits": {"player": [500, 10_000], "tie-plus": [100, "2500"]}},
            'table T1, limits, tie-plus, second: it is a whole number, not "2500"',
            "write it without quotes: 2500",
        ),
        (
            {"limits": {"player": [500]}},
            "table T1, limits, player: it lists 2, not 1",
            "mend that entry, or take it out",
        ),
        ({"limits": 5}, "table T1, limits: it is an object, not 5", "write its entries, each as NAME = VALUE"),
        ({"limit": {}}, "table T1: nothing here is called limit", "is limits meant? Else take it out"),
        ({"roof": 1}, "table T1: nothing here is called roof", "take it out"),
        (
            {"cards": "keyed"},
            "table T1, cards: 'keyed' is none of the choices",
            "choose keys, none, reads, virtual",
        ),
        ({"layout": {}}, "table T1, layout: maker is missing", "give its maker"),
        ({"displays": [{"kind": "led"}, 5]}, "table T1, displays, second: it is an object, not 5", None),
        ({"id": 5}, "tables, first, id: it is text, not 5", 'write it in quotes: "5"'),
        ({"template": 1}, "table T1, template: it is true or false, not 1", None),
        ({"seats": True}, "table T1, seats: it is a whole number or nothing, not true", None),
    ],
)
def test_a_thing_is_named_as_a_person_would_name_it(changed: dict[str, Any], said: str, remedy: str | None) -> None:
    what, mend = told(**changed)
    assert what == said
    assert remedy is None or mend == remedy


def test_the_data_and_its_kind_need_not_be_known() -> None:
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.json.decode(b'{"id": 5}', type=Table)
    assert str(misfit(refused.value)) == "id: it is text, not a whole number"


@pytest.mark.parametrize(
    "data", [5, None, "x", [], [[]], {"tables": 5}, {"tables": [5]}, {"tables": [{"limits": {"a": []}}]}]
)
def test_whatever_is_there_is_told(data: Any) -> None:
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.convert(data, Property)
    found = misfit(refused.value, data, Property)
    assert str(found) and found.remedy
    assert "`" not in str(found)
