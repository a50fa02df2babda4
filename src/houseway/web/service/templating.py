"""The templates of every room, and what they may call."""

from __future__ import annotations

import msgspec
from jinja2 import Environment, FileSystemLoader, PrefixLoader
from litestar.plugins.jinja import JinjaTemplateEngine

from houseway.web.http.assets import beside, modules, rooms, script, static, styles


def templates() -> JinjaTemplateEngine:
    """The engine that pages are made with; a template is named with its room: ``seat/table.html``."""
    loader = PrefixLoader({room: FileSystemLoader(folder) for room, folder in rooms("templates").items()})
    environment = Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.globals["static"] = static
    environment.globals["modules"] = modules
    environment.globals["styles"] = styles
    environment.globals["script"] = script
    environment.globals["beside"] = beside
    # Frames that a page begins with are the structs that its feed sends.
    environment.policies["json.dumps_function"] = lambda data: msgspec.json.encode(data).decode()
    environment.policies["json.dumps_kwargs"] = {}
    return JinjaTemplateEngine(engine_instance=environment)
