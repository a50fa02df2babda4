"""What `docs/room.md` says of the card room in the browser is so."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import get_args

import httpx
import msgspec
import pytest
from typer.testing import CliRunner

from houseway.cli.command_line import app
from houseway.compliance.configuration import Table
from houseway.floor import command_index as c
from tests.web.serving import Served

PAGE = (Path(__file__).parents[2] / "docs" / "room.md").read_text(encoding="utf-8")
COMMANDS: list[str] = re.findall(r"^houseway .*$", PAGE, re.MULTILINE)
ADDRESSES = re.findall(r"^\| `(/[^`]*)` \| ([^|]*) \|", PAGE, re.MULTILINE)


def test_every_option_of_every_command_exists() -> None:
    assert len(COMMANDS) > 4
    for line in COMMANDS:
        _, *words = shlex.split(line, comments=True)
        names = [word for word in words if re.fullmatch(r"[a-z]+", word)][: 1 + (words[0] in ("vision", "account"))]
        said = CliRunner().invoke(app, [*names, "--help"], env={"COLUMNS": "200"})
        assert said.exit_code == 0, line
        for option in (word for word in words if word.startswith("--")):
            assert option in said.output, line


@pytest.mark.parametrize(("address", "whom"), ADDRESSES)
def test_every_address_of_the_page_opens_for_whom_it_says(room: Served, address: str, whom: str) -> None:
    role = "administrator" if "staff" in whom else "dealer" if "dealers" in whom else "nobody"
    assert room.browser(role).get(address).status_code == 200


def test_the_cards_of_a_table_are_those_that_the_page_lists() -> None:
    [field] = [field for field in msgspec.structs.fields(Table) if field.name == "cards"]
    listed = re.findall(r"^\| `(virtual|keys|reads|none)` \|", PAGE, re.MULTILINE)
    assert sorted(listed) == sorted(get_args(field.type))


def test_the_reading_of_a_card_is_a_command_as_printed(room: Served) -> None:
    [text] = re.findall(r"^\{.*\}$", PAGE, re.MULTILINE)
    body = json.loads(text)
    assert c.read(body["command"]) == c.ReadCard(table="T5", round=17, number=4, card="Kc")
    made = room.device("shoe", "T5", "Shoe 3")
    with httpx.Client(base_url=room.address, headers={"authorization": f"Device {made['key']}"}) as shoe:
        # As printed it is understood: what is refused is a card of a round that this table does not play.
        answer = shoe.post("/api/devices/commands", json=body)
        assert (answer.status_code, answer.json()["error"]) == (409, "wrong-state"), answer.text
        assert "round 17" in answer.json()["message"]


def test_what_programs_ask_for_is_there(room: Served) -> None:
    browser = room.browser()
    for path in ("/schema", "/metrics", "/health", "/ready", "/api/tables/T5/frame"):
        assert browser.get(path).status_code == 200, path
    described = browser.get("/schema/openapi.json").json()["paths"]
    for path in ("/api/devices/commands", "/api/commands", "/api/proposals", "/feed"):
        assert path in described or f"{path}/" in described, path
