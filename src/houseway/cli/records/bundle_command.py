"""``houseway audit bundle`` and ``check-bundle``: evidence of some days in one signed file, and whether it is whole."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from houseway.cli.command_options import Json, argument, takes
from houseway.cli.floor.floor_database import Database
from houseway.cli.floor.terminal_desk import Who, floor_at, now
from houseway.cli.screen.streams import put_json
from houseway.floor.permission.people import TERMINAL
from houseway.journal.private_files import open_private
from houseway.operations.evidence_bundle import PARTS, Part, check_bundle, write_bundle
from houseway.operations.operations_errors import BadBundle
from houseway.reports.floor import days_of


def bundle(
    file: Annotated[str, argument("FILE", "The zip to write.")],
    since: Annotated[str | None, takes("--from A", "The first gaming day, YYYY-MM-DD.")] = None,
    until: Annotated[str | None, takes("--to B", "The last; today if left out.")] = None,
    part: Annotated[
        list[str] | None, takes("--part PART", f"{', '.join(PARTS)}; everything if left out. Repeatable.")
    ] = None,
    who: Who = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Bundle the evidence of some days in a zip with a signed manifest, as the regulator's page does."""
    path = Path(file)
    if path.exists():
        raise BadBundle(f"{path} already exists", remedy="name a new file")
    parts = _parts(part)
    with floor_at(database) as floor:
        at = now()
        days = days_of(floor, at, since=since, until=until)
        try:
            with open_private(path) as target:
                made = write_bundle(floor, target, parts, days, who=who or TERMINAL, now=at)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
    if json:
        put_json(msgspec.to_builtins(made))
    else:
        typer.echo(f"{path}: {len(made.files)} files of {days.words}.")


def _parts(asked: list[str] | None) -> tuple[Part, ...]:
    try:
        return msgspec.convert(asked or PARTS, tuple[Part, ...])
    except msgspec.ValidationError:
        raise BadBundle("a bundle has no such part", remedy=f"choose some of {', '.join(PARTS)}") from None


def check(
    file: Annotated[str, argument("FILE", "A bundle.")],
    public_key: Annotated[
        str | None, takes("--public-key HEX", "The public key of the seals, as you keep it elsewhere.")
    ] = None,
    json: Json = False,
) -> None:
    """Check a bundle: every file against its hash, entries against theirs, the signature; exit 1 if one is wrong."""
    from houseway.cli.records.audit_command import public_key_of

    checked = check_bundle(Path(file), public_key_of(public_key))
    code = 1 if checked.findings else 0
    if json:
        put_json({"ok": not code, "public-key": checked.public_key, "findings": list(checked.findings)})
    else:
        for finding in checked.findings:
            typer.echo(finding)
        manifest = checked.manifest
        said = "It is whole" if not code else "It is not whole"
        typer.echo(f"{said}: {len(manifest.files)} files of {manifest.property}, {manifest.since} to {manifest.until}.")
        typer.echo(f"Signed with public key {checked.public_key or 'none'}.")
    raise typer.Exit(code)
