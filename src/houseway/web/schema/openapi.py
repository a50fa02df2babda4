"""The OpenAPI document: paths and parameters as the framework finds them, the rest from what handlers declare.

The types of bodies and answers are those that requests are read with and answers are checked against, so their schemas
are made by the same library: every command is listed with its fields, and unknown fields are said to be refused.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from http import HTTPStatus
from inspect import cleandoc
from typing import Any, Union, get_args, get_origin

import msgspec
from litestar import Litestar, Request, Response
from litestar.enums import HttpMethod
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme, Tag
from litestar.routes import HTTPRoute
from litestar.status_codes import HTTP_204_NO_CONTENT
from litestar.types import Method
from litestar.utils import get_enum_string_value

from houseway.accounts.account_errors import TooOften
from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.command_index import CONTROLS, REPLIES
from houseway.floor.reply_shapes import Refusal
from houseway.release import VERSION
from houseway.table.records.record_format import RoundRecord
from houseway.web.http.callers import COOKIE
from houseway.web.http.csrf import CSRF_COOKIE, CSRF_HEADER
from houseway.web.http.refusals import CODES, status_of
from houseway.web.schema.declare import By
from houseway.web.schema.shape import JsonSchema

_COMMAND: Any = Union[tuple(c.COMMANDS.values())]  # noqa: UP007
_REF = "#/components/schemas/{name}"
_JSON = "application/json"

_SAYS = f"""Everything that the screens of a card room do, for programs: tables, jackpots, people, the record.

Money is whole cents (where it says so, millionths of a cent), time microseconds since 1970, UTC.

**Who asks.** People send the cookie `{COOKIE}` that signing in sets. With every POST they send the header
`{CSRF_HEADER}` too, with the value of the cookie `{CSRF_COOKIE}`, which any answer sets. Devices send
`Authorization: Device <key>`; a key is bound to one table.

**Commands.** Each POST that changes something has an `id`, made by whoever asks. The same id with the same command
gets the same answer again and nothing is done twice; with another command it is refused (409).

**Refusals** are objects with `error` (for programs), `message`, and where there is one the `clause` behind it and the
`remedy`."""

_TAGS = {
    "floor": "The floor at a glance, and the live feed.",
    "tables": "A table: what stands there, and what players and dealers do there.",
    "console": "The dealer's console.",
    "games": "The games' documents and cards.",
    "people": "Signing in and out, the caller's own account, accounts of others.",
    "devices": "Keys of panels, sensors and displays, and what devices send.",
    "office": "What is so, commands, and forms, for people who work here.",
    "proposals": "Commands that take two people.",
    "configuration": "Drafts of the configuration: edited, checked, approved by two people, put in effect.",
    "records": "Reports, the audit trail, the check of the journal.",
    "lab": "The Lab: exact figures of a game whose pays, options and rules are changed.",
    "service": "For those who look after the server.",
}

_PLACES = {
    "table": "The id of a table, such as `T1`; `GET /api/floor` lists them.",
    "wager": "The slug of a wager that the table offers; `GET /api/tables/{table}/wagers` lists them.",
    "jackpot": "The id of a jackpot; `GET /api/floor` lists them.",
    "hit": "The id of a hit, as `GET /api/jackpots/{jackpot}` has it.",
    "proposal": "The id of a proposal.",
    "draft": "The id of a draft of the configuration; `GET /api/drafts` lists them.",
    "hash": "The SHA-256 of a document, as the approval on record names it.",
    "account": "The id of an account, as `GET /api/accounts` has it.",
    "session": "The name of a session, as `GET /api/sessions` or `GET /api/me/sessions` has it.",
    "device": "The id of a device, as `GET /api/devices` has it.",
    "game": "The slug of a game; `GET /api/floor` has those of the tables.",
    "edition": "The slug of an edition of the game, such as `2017`.",
    "cite": "The id of a clause or of a ruling, such as `how to play 4(a)`.",
    "name": "The name of a report; `GET /api/reports` lists them.",
    "kind": "The type of a command, such as `close-day`.",
}
"""What stands in paths."""

_REFUSED = {
    400: ("BadRequest", "The request cannot be read: a field that is missing, unknown or of another type."),
    401: ("NotSignedIn", "Nobody known asks, or the device's key opens nothing."),
    403: (
        "NotPermitted",
        "Not for the caller, or not before a password that somebody else set was changed; or a POST without the token "
        "of one of our own pages.",
    ),
    404: ("NotFound", "There is no such thing."),
    408: ("TookTooLong", "The body did not come in time, or the answer took too long: send it again."),
    409: ("Conflict", "Not in this state; or the id was used for another command."),
    413: ("TooLarge", "The body is larger than 64 KiB."),
    422: ("Refused", "It can be read and cannot be done; the error says why, and what would mend it."),
    429: ("TooOften", "Asked too often: wait as many seconds as the header says."),
    500: ("Fault", "A mistake of the program; it is on record."),
    503: ("Unavailable", "The journal cannot be written at the moment."),
}
"""The name of each refusal, and what it means."""


def openapi() -> OpenAPIConfig:
    """How the document is made and where it is served."""
    return OpenAPIConfig(
        title="Houseway",
        version=VERSION,
        path="/schema",
        description=_SAYS,
        tags=[Tag(name=name, description=says) for name, says in _TAGS.items()],
        operation_id_creator=_operation_id,
        render_plugins=[Rendered()],
        components=Components(
            security_schemes={
                "session": SecurityScheme(
                    type="apiKey", security_scheme_in="cookie", name=COOKIE, description="Set by signing in."
                ),
                "csrf": SecurityScheme(
                    type="apiKey",
                    security_scheme_in="header",
                    name=CSRF_HEADER,
                    description=f"The value of the cookie `{CSRF_COOKIE}`.",
                ),
                "device": SecurityScheme(
                    type="apiKey",
                    security_scheme_in="header",
                    name="Authorization",
                    description="`Device <key>`: the key that was shown when the device was made.",
                ),
            }
        ),
    )


class Rendered(JsonRenderPlugin):
    """Serves the document, made when it is first asked for."""

    _made: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: JsonSchema) -> bytes:
        """The document as JSON."""
        if self._made is None:
            self._made = msgspec.json.encode(document(request.app, openapi_schema))
        return self._made


def document(app: Litestar, found: JsonSchema) -> JsonSchema:
    """The framework's document of ``app``, with everything in it that handlers declare."""
    made = copy.deepcopy(found)
    operations = [(made["paths"][path][method], handler) for path, method, handler in operations_of(app)]
    schemas = _Schemas()
    for _, handler in operations:
        schemas.want(*_types_of(handler))
    schemas.make()
    for operation, handler in operations:
        _describe(operation, handler, schemas)
    components = made["components"]
    components["schemas"] = schemas.components
    components["responses"] = {name: _refused(status) for status, (name, _) in _REFUSED.items()}
    return made


def operations_of(app: Litestar) -> Iterator[tuple[str, str, HTTPRouteHandler]]:
    """The path, the method and the handler of everything that the document has."""
    for route in app.routes:
        if not isinstance(route, HTTPRoute):
            continue
        for method, (handler, _) in route.route_handler_map.items():
            if method != "OPTIONS" and handler.resolve_include_in_schema():
                yield route.path_format, method.lower(), handler


def _operation_id(handler: HTTPRouteHandler, method: Method | HttpMethod, parts: list[Any]) -> str:
    words = [word for part in parts if isinstance(part, str) and part != "api" for word in re.split(r"\W+", part)]
    one = "One" if parts and not isinstance(parts[-1], str) else ""
    return HttpMethod(method).value.lower() + "".join(word.title() for word in words) + one


# -- types


def _types_of(handler: HTTPRouteHandler) -> Iterator[Any]:
    opt = handler.opt
    yield from _each(_answers(handler))
    yield from _each(opt.get("form"))
    for declared in ("also", "media", "events"):
        for shape in opt.get(declared, {}).values():
            yield from _each(shape)
    body = handler.parsed_fn_signature.parameters.get("data")
    if body is not None:
        yield body.annotation


def _answers(handler: HTTPRouteHandler) -> Any:
    """The type of what a handler answers: declared, or as its signature says."""
    declared = handler.opt.get("answers")
    if declared is not None:
        return declared
    found = handler.parsed_fn_signature.return_type.annotation
    if get_origin(found) is Response:
        [found] = get_args(found)
    return found


def _each(shape: Any) -> Iterator[Any]:
    for one in shape if isinstance(shape, tuple) else (shape,):
        if one is not None and not isinstance(one, dict) and one not in (str, bytes):
            yield one


class _Schemas:
    """Schemas of types, those of records under their names among the components."""

    def __init__(self) -> None:
        self.components: JsonSchema = {}
        self._types: dict[Any, Any] = dict.fromkeys((Refusal, RoundRecord, _COMMAND, *REPLIES.values()))

    def want(self, *types: Any) -> None:
        """These will be asked for."""
        self._types |= dict.fromkeys(types)

    def make(self) -> None:
        """Make them all, so that each record has one name."""
        made, self.components = msgspec.json.schema_components(self._types, ref_template=_REF)
        self._types = dict(zip(self._types, made, strict=True))
        command = self._types[_COMMAND]
        says = "Any command of the floor. `x-reply` of each names what it is replied with, `x-roles` who may give it."
        self.components["Command"] = {"title": "Command", "description": says, **command}
        self.components["Reply"] = {
            "title": "Reply",
            "description": "What came of a command: the shape that the command's `x-reply` names.",
            "anyOf": [self._types[reply] for reply in dict.fromkeys(REPLIES.values())],
        }
        for kind, order in c.COMMANDS.items():
            described = self.components[command["discriminator"]["mapping"][kind].rsplit("/", 1)[1]]
            described["x-roles"] = sorted(CONTROLS[order].roles)
            described["x-two-people"] = CONTROLS[order].two
            for record in _objects(described["properties"].get("record", {})):
                record.update(self._types[RoundRecord])
            if order in REPLIES:
                described["x-reply"] = self._types[REPLIES[order]]["$ref"]
        for described in self.components.values():
            if "description" in described:
                described["description"] = _prose(described["description"])

    def of(self, shape: Any) -> Any:
        """The schema of a type, or of one of several."""
        if isinstance(shape, dict):
            return shape
        if shape in (str, bytes):
            return {"type": "string"}
        if not isinstance(shape, tuple):
            return self._types[shape]
        every = set(REPLIES.values())
        return {"$ref": _REF.format(name="Reply")} if set(shape) == every else {"anyOf": [*map(self.of, shape)]}


# -- operations


def _describe(operation: JsonSchema, handler: HTTPRouteHandler, schemas: _Schemas) -> None:
    says = _prose(cleandoc(handler.fn.__doc__ or ""))
    operation["summary"] = re.split(r"(?<=[.:])\s", says)[0].rstrip(".:")
    operation["description"] = says
    operation["security"] = _security(handler)
    for parameter in operation.get("parameters", ()):
        if parameter["in"] == "path" and not parameter.get("description"):
            parameter["description"] = _PLACES.get(parameter["name"], "")
        parameter.pop("allowEmptyValue", None)
    _describe_body(operation, handler, schemas)
    opt = handler.opt
    success = str(handler.status_code)
    shape = _answers(handler)
    means = shape.__doc__ if isinstance(shape, type) and issubclass(shape, msgspec.Struct) else None
    answer: JsonSchema = {"description": _prose(means) if means else says}
    media = opt.get("media") or {get_enum_string_value(handler.media_type or _JSON): shape}
    if handler.status_code != HTTP_204_NO_CONTENT:
        answer["content"] = {kind: {"schema": schemas.of(each)} for kind, each in media.items()}
    if "events" in opt:
        [content] = answer["content"].values()
        content["x-events"] = {topic: schemas.of(each) for topic, each in opt["events"].items()}
    responses = {success: answer}
    for status, other in opt.get("also", {}).items():
        responses[str(status)] = {"description": HTTPStatus(status).description}
        if other is not None:
            responses[str(status)]["content"] = {_JSON: {"schema": schemas.of(other)}}
    for status in sorted(_refusals(operation, handler)):
        responses.setdefault(str(status), {"$ref": f"#/components/responses/{_REFUSED[status][0]}"})
    operation["responses"] = responses


def _describe_body(operation: JsonSchema, handler: HTTPRouteHandler, schemas: _Schemas) -> None:
    body = handler.parsed_fn_signature.parameters.get("data")
    form = handler.opt.get("form")
    if form is not None:
        content = {"application/x-www-form-urlencoded": {"schema": schemas.of(form)}}
    elif body is not None:
        content = {_JSON: {"schema": schemas.of(body.annotation)}}
    else:
        return
    operation["requestBody"] = {"required": True, "content": content}


def _posts(handler: HTTPRouteHandler) -> bool:
    return "POST" in handler.http_methods


def _by(handler: HTTPRouteHandler) -> By:
    by: By = handler.opt.get("by", "session")
    return by


def _security(handler: HTTPRouteHandler) -> list[dict[str, list[str]]]:
    by = _by(handler)
    session: dict[str, list[str]] = {"session": []}
    token: dict[str, list[str]] = {"csrf": []} if _posts(handler) and not handler.opt.get("exclude_from_csrf") else {}
    found: list[dict[str, list[str]]] = []
    if by == "anybody":
        found.append(token)
    if by != "device":
        found.append({**session, **token})
    if by in ("device", "either") or (by == "anybody" and not token):
        found.append({"device": []})
    return found


def _refusals(operation: JsonSchema, handler: HTTPRouteHandler) -> set[int]:
    """The statuses that an operation may be refused with."""
    found = {401, 403, 429, 500, 503, *handler.opt.get("refuses", ())}
    kinds = {parameter["in"] for parameter in operation.get("parameters", ())}
    if "path" in kinds:
        found.add(404)
    if kinds:
        found.add(400)
    if _posts(handler):
        found |= {400, 404, 408, 409, 413, 422}
    return found


def _refused(status: int) -> JsonSchema:
    """The component of a refusal, with the codes that go with its status."""
    codes = {CODES[status]} if status in CODES else set[str]()
    codes |= {kind.code for kind in _kinds(HousewayError) if status_of(kind) == status}
    says = f"{_REFUSED[status][1]} `error` is one of: {', '.join(f'`{code}`' for code in sorted(codes))}."
    made: JsonSchema = {
        "description": says,
        "content": {_JSON: {"schema": {"$ref": _REF.format(name="Refusal")}}},
    }
    if status == status_of(TooOften):
        made["headers"] = {"retry-after": {"description": "Seconds to wait.", "schema": {"type": "integer"}}}
    return made


_UNANSWERED = (
    "houseway.cli",
    "houseway.drill",
    "houseway.research",
    "houseway.simulation.gpu",
    "houseway.simulation.sweeps",
)
"""Rooms whose errors people see at the terminal, or in programs of their own."""


def _kinds(kind: type[HousewayError]) -> Iterator[type[HousewayError]]:
    for inner in kind.__subclasses__():
        # The same document wherever it is made: of what no server answers some may be loaded and some not.
        if inner.__module__.startswith("houseway.") and not inner.__module__.startswith(_UNANSWERED):
            yield inner
            yield from _kinds(inner)


def _objects(schema: JsonSchema) -> list[JsonSchema]:
    """A schema, or those of its alternatives, that stand for an object."""
    return [each for each in schema.get("anyOf", [schema]) if each.get("type") == "object"]


def _prose(text: str) -> str:
    """A docstring as Markdown."""
    return re.sub(r"(?<!\n)\n(?!\n)", " ", cleandoc(text)).replace("``", "`")
