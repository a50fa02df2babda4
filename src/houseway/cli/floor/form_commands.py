"""The terminal's commands, made of the forms that the office shows: a field is an argument or an option."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, TypeAlias

import msgspec
import typer

from houseway.cli.command_options import spread
from houseway.cli.floor.configured_entries import read_entry, read_record
from houseway.cli.floor.terminal_desk import Common, Desk, give, in_common
from houseway.floor import command_index  # the subjects, which declare the forms  # noqa: F401
from houseway.floor.command import Command, PlainData
from houseway.floor.forms import FORMS, Asking, Field, Form
from houseway.floor.typed_fields import HIDDEN, MISSING, REPEATED, filled, put_at, value_of

Typed: TypeAlias = Mapping[str, list[str] | None]
"""What was typed, by the names of the fields; nothing where a field was left out."""

_METAVARS = {
    "money": "DOLLARS",
    "count": "N",
    "number": "N",
    "day": "DAY",
    "pairs": "NAME=VALUE",
    "seats": "SENSOR=SEATS",
}


def add_forms(groups: Mapping[str, typer.Typer]) -> None:
    """Add to each group, by its words after ``houseway``, the commands whose forms name it."""
    for form in FORMS.values():
        group, _, name = form.terminal.rpartition(" ")
        if group in groups:
            groups[group].command(name, help=_help(form))(_command(form))


def _help(form: Form) -> str:
    return " ".join((f"{form.title}.", *((form.says,) if form.says else ()), *(("Two people.",) if form.two else ())))


def _command(form: Form) -> Callable[..., None]:
    """The function that typer runs; its signature has the fields of ``form`` and the options of every command."""
    own = [each for field in form.at_terminal for each in _parameters(field)]
    named = {f"typed_{place}": name for place, (name, _, _) in enumerate(own)}

    def typed_of(**given: str | list[str] | bool | None) -> Typed:
        return {named[place]: _texts(text) for place, text in given.items()}

    options = {place: option for place, (_, option, _) in zip(named, own, strict=True)}
    left_out = {place: default for place, (_, _, default) in zip(named, own, strict=True)}

    @in_common
    @spread("typed", options, typed_of, left_out)
    def run(typed: Typed, common: Common) -> None:
        give(lambda desk: _typed(form, typed, desk), common)

    return run


def _typed(form: Form, typed: Typed, desk: Desk) -> Command:
    """The command of ``form``; what is left out and due is as the first sending of this id had it, else what is due."""
    asking = Asking(desk.floor, {}, desk.at)
    data: PlainData = {}
    for field in form.at_terminal:
        given = _given(form, field, typed, desk)
        if given is not MISSING:
            put_at(data, field.name, given)
            asking.given[field.name] = given
    for field in form.at_terminal:
        if field.due is not None and field.name not in asking.given:
            first = (desk.known or {}).get(field.name)
            put_at(data, field.name, field.due(asking) if first is None else first)
    return filled(form, data, desk.floor.property)


def _given(form: Form, field: Field, typed: Typed, desk: Desk) -> object:
    """What was typed for a field, as the command has it; `MISSING` where nothing was."""
    texts = typed[field.name]
    if texts is None:
        return MISSING
    if field.kind == "json":
        [file], like, pick = texts, typed.get(f"{field.name}.like"), typed[f"{field.name}.pick"]
        if field.like is not None and like is not None:
            return msgspec.to_builtins(msgspec.structs.replace(field.like(desk.floor.property, like[0]), id=file))
        [kind] = [each.type for each in msgspec.structs.fields(form.command) if each.encode_name == field.name]
        return msgspec.to_builtins(read_entry(file, kind, field.name, pick[0] if pick is not None else None))
    if field.kind == "record":
        return read_record(texts[0])
    if field.kind == "rows":
        texts = [each.replace(":", "|", len(field.columns) - 1) for each in texts]
    if field.kind in REPEATED and field.kind != "many":
        texts = ["\n".join(texts)]
    return value_of(field, texts)


def _texts(given: str | list[str] | bool | None) -> list[str] | None:
    """What typer gives of a field, as texts."""
    if isinstance(given, bool):
        return ["yes"] if given else []
    return [given] if isinstance(given, str) else given


def _parameters(field: Field) -> Iterator[tuple[str, object, object]]:
    """What typer is told of a field: its name, its type with how it is typed, and what it is if left out."""
    needed = field.needed and not field.value and field.due is None
    default: object = inspect.Parameter.empty if needed else field.value or None
    if field.kind in ("json", "record"):
        metavar, more = "FILE", ""
        if field.like is not None:
            metavar, more = "FILE|ID", " With --like, the new one's id."
        yield field.name, Annotated[str, _argument(metavar, f"{_FILE[field.kind]}{more}")], default
        if field.kind == "json":
            yield f"{field.name}.pick", *_option("--pick", "ID", "Which one, where the file has several.")
        if field.like is not None:
            yield f"{field.name}.like", *_option("--like", "ID", "Configure it as this one is.")
        return
    plain_name = field.name.rpartition(".")[2]
    argument = field.kind in HIDDEN if not field.option else not field.option.startswith("-")
    repeated = field.kind in REPEATED
    kind: Any = list[str] if repeated else str
    if argument:
        metavar = field.option or plain_name.upper()
        yield field.name, Annotated[kind if needed else kind | None, _argument(metavar, _about(field))], default
    elif field.kind == "check":
        yield field.name, Annotated[bool, typer.Option(*_flags(field, plain_name), help=_about(field))], False
    else:
        called = _flags(field, plain_name)[0].rpartition("-")[2]
        metavar = ":".join(field.columns).upper() or _METAVARS.get(field.kind, called.upper())
        option = typer.Option(*_flags(field, plain_name), metavar=metavar, help=_about(field))
        yield field.name, Annotated[kind if needed else kind | None, option], default


_FILE = {
    "json": "TOML, or JSON where it ends in .json or as show prints it; - is JSON typed.",
    "record": "The round's record, one line of JSON.",
}


def _flags(field: Field, name: str) -> list[str]:
    return field.option.split() or [f"--{name}"]


def _argument(metavar: str, help: str) -> object:
    return typer.Argument(metavar=metavar, help=help)


def _option(flag: str, metavar: str, help: str) -> tuple[object, None]:
    return Annotated[str | None, typer.Option(flag, metavar=metavar, help=help)], None


def _about(field: Field) -> str:
    """The help of a field: what it is called, how it is typed, what may be chosen, and that it may be repeated."""
    label = f"{field.label}."
    hint = f"{field.hint.rstrip('.')}." if field.hint else ""
    known = [value for value, _ in field.choices if value]
    choices = f"{', '.join(known[:-1])} or {known[-1]}." if len(known) > 1 else ""
    again = "Repeatable." if field.kind in REPEATED and field.option.startswith("-") else ""
    return " ".join(part for part in (label, hint, choices, again) if part)
