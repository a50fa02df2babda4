"""The OpenAPI document: valid, whole, and typed as far as anything is typed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest
import schemathesis

import houseway.web
from houseway.drill.drill_plan import Plan
from houseway.drill.run_drill import drill
from houseway.floor import command_index as c
from houseway.floor.command_index import CONTROLS, REPLIES
from houseway.floor.floor import Floor, Order
from houseway.journal import Decision, Request, Transaction
from tests.web.conforming import document, provided
from tests.web.serving import Served

WEB = Path(houseway.web.__file__).parent
DOCUMENT = document().data


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in DOCUMENT["paths"].items():
        for method, operation in item.items():
            yield method, path, operation


EVERY = [pytest.param(operation, id=f"{method} {path}") for method, path, operation in operations()]


def test_it_is_valid() -> None:
    assert DOCUMENT["openapi"].startswith("3.1")
    schemathesis.openapi.from_dict(DOCUMENT).validate()


def references(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        if isinstance(data.get("$ref"), str):
            yield data["$ref"]
        for name, inner in data.items():
            if name == "mapping":
                yield from inner.values()
            yield from references(inner)
    elif isinstance(data, list):
        for inner in data:
            yield from references(inner)


def test_every_reference_leads_somewhere_and_every_component_is_used() -> None:
    found = set(references(DOCUMENT))
    for reference in found:
        document().resolved({"$ref": reference})
    for kind in ("schemas", "responses"):
        for name in DOCUMENT["components"][kind]:
            assert f"#/components/{kind}/{name}" in found, name


def test_operations_have_names_of_their_own() -> None:
    names = [operation["operationId"] for _, _, operation in operations()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("operation", EVERY)
def test_an_operation_says_what_it_does_who_asks_and_how_it_refuses(operation: dict[str, Any]) -> None:
    assert operation["summary"] and operation["description"]
    assert set(operation["tags"]) <= {tag["name"] for tag in DOCUMENT["tags"]}
    assert operation["tags"]
    assert operation["security"]
    schemes = DOCUMENT["components"]["securitySchemes"]
    assert all(name in schemes for either in operation["security"] for name in either)
    for parameter in operation.get("parameters", ()):
        assert parameter["description"], parameter["name"]
    refusals = [status for status in operation["responses"] if status.startswith("4")]
    assert {"401", "429"} <= set(refusals)
    for status in refusals:
        declared = document().resolved(operation["responses"][status])
        assert declared["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Refusal"}


def untyped(schema: dict[str, Any], at: str, seen: frozenset[str] = frozenset()) -> Iterator[str]:
    """Places where a schema allows anything without a word about what it is."""
    if "$ref" in schema:
        if schema["$ref"] in seen:
            return
        seen |= {schema["$ref"]}
        schema = document().resolved(schema)
    says = "description" in schema
    alternatives = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
    for inner in alternatives:
        # What the whole is said to be, each of its alternatives is said to be.
        yield from untyped({"description": "", **inner} if says else inner, at, seen)
    kind = schema.get("type")
    if not alternatives and kind is None and not {"enum", "const"} & schema.keys() and not says:
        yield at
    if kind == "array":
        for number, inner in enumerate(schema.get("prefixItems", ())):
            yield from untyped(inner, f"{at}[{number}]", seen)
        items = schema.get("items", {} if "prefixItems" not in schema else False)
        if isinstance(items, dict):
            yield from untyped(items, f"{at}[]", seen)
    if kind == "object":
        for name, inner in schema.get("properties", {}).items():
            yield from untyped(inner, f"{at}.{name}", seen)
        more = schema.get("additionalProperties")
        if isinstance(more, dict):
            yield from untyped(more, f"{at}.*", seen)
        elif not schema.get("properties") and more is not False and not says:
            yield at


@pytest.mark.parametrize("operation", EVERY)
def test_a_success_is_typed(operation: dict[str, Any]) -> None:
    for status, declared in operation["responses"].items():
        if not status.startswith("2") or status == "204":
            continue
        assert declared["content"]
        for media, content in declared["content"].items():
            schema = document().resolved(content["schema"])
            if "json" in media:
                assert schema.keys() & {"properties", "additionalProperties", "items", "anyOf"}, media
            else:
                assert schema["type"] == "string"


def test_nothing_is_left_untyped_without_a_word() -> None:
    found = {
        place
        for method, path, operation in operations()
        for status, declared in operation["responses"].items()
        for content in document().resolved(declared).get("content", {}).values()
        for place in untyped(content["schema"], f"{method} {path} {status}")
    }
    # These are for the profile, the edition, the game's own record and the equipment to say.
    others = r"(\.(settings|options|wagers|answer|edges\[\])|\.command\.record\.[a-z-]+)$"
    rest = {place for place in found if not re.search(others, place)}
    assert not rest


# -- commands


def test_every_command_is_listed_with_its_fields() -> None:
    command = DOCUMENT["components"]["schemas"]["Command"]
    assert command["discriminator"]["propertyName"] == "type"
    mapping = command["discriminator"]["mapping"]
    assert set(mapping) == set(c.COMMANDS)
    assert {each["$ref"] for each in command["anyOf"]} == set(mapping.values())
    for kind, order in c.COMMANDS.items():
        schema = document().resolved({"$ref": mapping[kind]})
        fields = msgspec.structs.fields(order)
        assert set(schema["properties"]) == {field.encode_name for field in fields} | {"type"}
        assert set(schema["required"]) == {field.encode_name for field in fields if field.required} | {"type"}
        assert schema["additionalProperties"] is False
        assert schema["x-roles"] == sorted(CONTROLS[order].roles)
        assert schema["x-two-people"] is CONTROLS[order].two
        assert schema["x-reply"] == f"#/components/schemas/{REPLIES[order].__name__}"


@pytest.mark.parametrize("path", ["/api/commands", "/api/devices/commands", "/api/proposals"])
def test_a_command_is_one_of_them(path: str) -> None:
    body = document().resolved(DOCUMENT["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"])
    assert body["properties"]["command"]["$ref"] == "#/components/schemas/Command"


def test_the_feed_names_its_events() -> None:
    stream = DOCUMENT["paths"]["/feed"]["get"]["responses"]["200"]["content"]["text/event-stream"]
    assert {topic: each["$ref"].rsplit("/", 1)[1] for topic, each in stream["x-events"].items()} == {
        "floor": "FloorFrame",
        "attention": "AttentionFrame",
        "vision/{table}": "VisionFrame",
        "table/{table}/public": "TableFrame",
        "table/{table}/dealer": "TableFrame",
        "table/{table}/seat/{seat}": "TableFrame",
        "lease": "Lease",
    }


# -- what the pages ask for


def emptied(text: str) -> str:
    """A script with ``X`` in the place of whatever stands in a template literal."""
    made, depth, at = [], 0, 0
    text = text.replace("${api}", "/api/tables/X")
    while at < len(text):
        if text.startswith("${", at):
            made.append("" if depth else "X")
            depth, at = depth + 1, at + 2
            continue
        if depth:
            depth += {"{": 1, "}": -1}.get(text[at], 0)
        else:
            made.append(text[at])
        at += 1
    return "".join(made)


ASKS = re.compile(r"(\w+)?\(?[`'\"](/(?:api|feed|office/do)\b[^`'\"]*)[`'\"](,\s*\{\s*method: \"POST\")?")
"""A call with an address, and whether it says that it posts."""


def asked_by_scripts() -> Iterator[tuple[str, str]]:
    for script in sorted(WEB.glob("*/static/*.js")):
        text = emptied(script.read_text(encoding="utf-8"))
        words = re.findall(r"\[\"([a-z]+)\", \{", text)
        for call, address, sends in ASKS.findall(text):
            bare = address.split("?")[0]
            if bare == "/api/tables/X/X":
                for word in words:
                    yield "post", f"/api/tables/X/{word}"
            elif bare != "/api/tables/X":
                yield ("post" if call in ("post", "saved") or sends else "get"), bare


def asked_by_forms() -> Iterator[tuple[str, str]]:
    for template in sorted(WEB.glob("*/templates/*.html")):
        text = template.read_text(encoding="utf-8")
        joined = re.sub(r"'\s*~[^~']+~\s*'", "X", text)
        flat = re.sub(r"\{\{[^{}]*\}\}", "X", joined)
        sends = re.compile(r"(?:data-api|data-post|action)=\"(/(?:api|office/do)[^\"]*)\"( method=\"get\")?")
        for address, looks in sends.findall(flat):
            yield "get" if looks else "post", address
        for address in re.findall(r"\bapi\('(/api/[^']*)'", joined):
            yield "post", address
        for address in re.findall(r"href=\"(/api/[^\"]*)\"", flat):
            yield "get", address.split("?")[0]


def test_everything_that_pages_ask_for_is_in_the_document() -> None:
    asked = {*asked_by_scripts(), *asked_by_forms()}
    missing = [
        (method, address)
        for method, address in asked
        if method not in DOCUMENT["paths"].get(document().path_of(address), {})
    ]
    assert not missing
    # What was looked at is what the pages are known to do.
    assert asked >= {
        ("get", "/feed"),
        ("post", "/feed/X"),
        ("get", "/api/tables/X/hint"),
        ("get", "/api/tables/X/check"),
        ("get", "/api/tables/X/console"),
        ("get", "/api/reports/X"),
        ("post", "/api/tables/X/answers"),
        ("post", "/api/tables/X/begin"),
        ("post", "/api/tables/X/house"),
        ("post", "/api/tables/X/supervised"),
        ("post", "/api/proposals/X/approve"),
        ("post", "/api/accounts/X/close"),
        ("post", "/api/devices/X/revoke"),
        ("post", "/api/me/keep"),
        ("post", "/office/do/X"),
    }


def test_no_field_of_a_body_has_the_name_of_what_handlers_are_given() -> None:
    # The framework takes what is wrong with such a field for a mistake of ours, and answers 500.
    given = provided()
    fields = {
        (path, field)
        for method, path, operation in operations()
        for content in operation.get("requestBody", {}).get("content", {}).values()
        for field in document().resolved(content["schema"]).get("properties", {})
    }
    assert fields
    assert not {(path, field) for path, field in fields if field in given}


def test_it_is_served(room: Served) -> None:
    # The same, whatever else was loaded meanwhile.
    for name in ("maths.choices.strategy_text", "research.research_errors", "simulation.sweeps.checkpoint"):
        import_module(f"houseway.{name}")
    served = room.browser().get("/schema/openapi.json")
    assert served.headers["content-type"].startswith("application/vnd.oai.openapi+json")
    assert served.json() == DOCUMENT


def test_what_the_floor_replies_has_the_shape_of_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    request = Floor._request
    replied: dict[type[c.Command], list[Any]] = {}

    def watched(self: Floor, order: Order) -> Request:
        made = request(self, order)
        decide = made.decide

        def decided(tx: Transaction) -> Decision:
            decision = decide(tx)
            replied.setdefault(type(order.command), []).append(decision.reply)
            return decision

        return msgspec.structs.replace(made, decide=decided)

    monkeypatch.setattr(Floor, "_request", watched)
    assert drill(Plan(seed=5, tables=14, rounds=900)).findings == ()
    for command, replies in replied.items():
        schema = {"$ref": f"#/components/schemas/{REPLIES[command].__name__}"}
        for reply in replies:
            plain = msgspec.json.decode(msgspec.json.encode(reply))
            assert document().misfit(command.__name__, schema, plain) is None
    assert len(replied) > 25
