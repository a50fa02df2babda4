"""A configuration written as TOML and read again is the same, to the last letter."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from houseway.compliance.compliance_errors import BadConfiguration
from houseway.compliance.configuration import Attached, Property, load
from houseway.compliance.configuration_file import as_toml, fingerprint, from_toml
from houseway.web.demo import configuration

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "washington.toml"


@pytest.mark.parametrize("property", [load(EXAMPLE), configuration()], ids=["washington", "demonstration"])
def test_what_is_written_is_read_again_and_has_the_same_fingerprint(property: Property, tmp_path: Path) -> None:
    file = tmp_path / "again.toml"
    file.write_text(as_toml(property, "As it runs."), encoding="utf-8")
    again = load(file)
    assert again == property
    assert fingerprint(again) == fingerprint(property)


def test_another_day_is_no_other_configuration_and_another_limit_is() -> None:
    property = load(EXAMPLE)
    assert fingerprint(msgspec.structs.replace(property, on="2030-01-01")) == fingerprint(property)
    first, *rest = property.tables
    wider = msgspec.structs.replace(first, limits={**first.limits, next(iter(first.limits)): (500, 40_000)})
    assert fingerprint(msgspec.structs.replace(property, tables=(wider, *rest))) != fingerprint(property)


def test_documents_of_an_approval_travel_with_the_file(tmp_path: Path) -> None:
    property = load(EXAMPLE)
    paper = Attached(name='letter "12".pdf', sha256="ab" * 32, size=77)
    approval = msgspec.structs.replace(property.approvals[0], documents=(paper,))
    changed = msgspec.structs.replace(property, approvals=(approval, *property.approvals[1:]))
    file = tmp_path / "papers.toml"
    file.write_text(as_toml(changed), encoding="utf-8")
    assert load(file).approvals[0].documents == (paper,)


# A file is text: half of a pair of surrogates is none.
@settings(max_examples=60, deadline=None)
@given(name=some.text(some.characters(exclude_categories=["Cs"]), min_size=1))
def test_whatever_a_property_is_called_comes_back(name: str) -> None:
    property = Property(name=name, profile="plain", on="2024-05-01", settings={"a b": {name: [True, -3, name]}})
    assert msgspec.convert(from_toml(as_toml(property)), Property) == property


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tables = 3", "tables is no list"),
        ("settings = 5", "settings is no table"),
        ("[[tables]", "this is no TOML"),
        (f"x = {'1' * 5000}", "this is no TOML: a number has too many digits"),
        (f"x = {'[' * 5000}{']' * 5000}", "this is no TOML: it is nested too deep"),
    ],
    ids=["number", "settings", "broken", "huge", "deep"],
)
def test_what_is_no_configuration_is_refused_with_what_is_wrong(text: str, said: str) -> None:
    with pytest.raises(BadConfiguration, match=said) as refused:
        from_toml(text)
    assert refused.value.remedy
