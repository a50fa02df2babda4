"""People read a jackpot's name; programs and accounts go by its id."""

from __future__ import annotations

import msgspec
import pytest

from houseway.jackpots.jackpot_configuration import Jackpot


@pytest.mark.parametrize(
    ("name", "title"),
    [("2+2 Jackpot", "2+2 Jackpot"), ("  2+2 Jackpot ", "2+2 Jackpot"), ("", "Two plus two"), ("   ", "Two plus two")],
)
def test_a_jackpot_without_a_name_is_called_by_its_id_in_words(name: str, title: str) -> None:
    jackpot = Jackpot(id="two-plus-two", name=name, scheme="bonus", updates="static")
    assert jackpot.title == jackpot.meter_title("") == title
    assert jackpot.meter_title("royal-flush") == f"{title}: Royal flush"


def test_a_jackpot_without_a_name_is_written_as_before_there_were_names() -> None:
    plain = Jackpot(id="two-plus-two", scheme="bonus", updates="static")
    assert "name" not in msgspec.to_builtins(plain)
    assert msgspec.to_builtins(msgspec.structs.replace(plain, name="2+2 Jackpot"))["name"] == "2+2 Jackpot"
