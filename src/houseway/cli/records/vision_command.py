"""``houseway vision``: exports what the displays of a table show, as images and as a page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from houseway.cli.command_options import Json, takes
from houseway.cli.floor.floor_database import Database
from houseway.cli.floor.terminal_desk import TableId, floor_at, now
from houseway.cli.screen.drawing import make_console
from houseway.cli.screen.streams import put_json

app = typer.Typer(add_completion=False, help="TableVision: what the displays of a table show.")


@app.callback()
def vision() -> None:
    """TableVision: what the displays of a table show."""


@app.command()
def export(
    table: TableId,
    output: Annotated[str, takes("--output -o DIR", "The folder to write to.")],
    only: Annotated[
        Literal["images", "page"] | None, takes("--only", "Only the images, or only the printed page.")
    ] = None,
    size: Annotated[Literal["800x480", "1024x600"], takes("--size", "The photo frame's size in pixels.")] = "1024x600",
    database: Database = None,
    json: Json = False,
) -> None:
    """Write images for a photo frame's memory card, and the page to hang where a display failed."""
    from houseway.floor.mirror import Mirror
    from houseway.reports.displays.display_files import export as write

    with floor_at(database) as floor:
        done = write(Mirror(floor), table, Path(output), now(), what=only or "all", size=size)
    if json:
        found: dict[str, object] = {"table": table, "files": [str(file) for file in done.files]}
        if done.refused is not None:
            refused = {"error": done.refused.code, "message": done.refused.message, "clause": done.refused.clause}
            found["no-images"] = refused
        put_json(found)
        return
    console = make_console()
    for file in done.files:
        console.print(str(file), soft_wrap=True, highlight=False, markup=False)
    if done.refused is not None:
        console.print(f"No images: {done.refused}.", style="said", markup=False)
