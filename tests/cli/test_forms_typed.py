"""A form that is typed at the terminal gives exactly the command that the office's form gives."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from houseway.cli.floor import form_commands
from houseway.floor.command import Command
from houseway.floor.forms import FORMS
from houseway.floor.states import PropertyState
from houseway.floor.typed_fields import HIDDEN, REPEATED, found_at, typed
from tests.cli.command import Run
from tests.web.office import COMMANDS


class _Floor(NamedTuple):
    property: PropertyState


class _Desk(NamedTuple):
    floor: _Floor
    at: int = 0
    known: None = None


def _words(command: Command, folder: Path) -> list[str]:
    """What is typed after ``houseway`` for ``command``, every field given."""
    form = FORMS[str(command.__struct_config__.tag)]
    data = msgspec.json.decode(msgspec.json.encode(command))
    arguments, options = [], []
    for field in form.at_terminal:
        value = found_at(data, field.name)
        if value in (None, "", {}, []):
            continue
        if field.kind in ("json", "record"):
            file = folder / "given.json"
            file.write_text(json.dumps(value), encoding="utf-8")
            arguments.append(str(file))
            continue
        text = typed(field, value)
        texts = list(text) if isinstance(text, tuple) else text.split("\n") if field.kind in REPEATED else [text]
        if field.kind == "rows":
            texts = [each.replace(" | ", ":") for each in texts]
        if field.option[:1] not in ("", "-") or (not field.option and field.kind in HIDDEN):
            arguments += texts
        else:
            flag = (field.option or f"--{field.name.rpartition('.')[2]}").split()[0]
            options += [flag] if field.kind == "check" else [word for each in texts for word in (flag, each)]
    return [*form.terminal.split(), *options, "--", *arguments]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: str(command.__struct_config__.tag))
def test_what_is_typed_gives_exactly_its_command(
    command: Command, cli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Command] = []

    def give(read: Callable[[Any], Command], common: object) -> None:
        given.append(read(_Desk(_Floor(PropertyState()))))

    monkeypatch.setattr(form_commands, "give", give)
    ended = cli(*_words(command, tmp_path))
    assert (ended.code, ended.err) == (0, "")
    assert given == [command]


def test_every_form_of_the_office_is_given_at_the_terminal_too() -> None:
    """All but the form that changes somebody: at the terminal somebody is added and changed by one command."""
    assert [kind for kind, form in FORMS.items() if not form.terminal] == ["change-person"]
