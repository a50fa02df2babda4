"""The displays of a table as files: images for the memory card of a photo frame, and the printed page.

Images are refused where the table's jackpot system has no photo frame, or where an amount moves with each wager; the
printed page goes with every system (S-14).
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from houseway.errors import HousewayError
from houseway.floor.context import moment
from houseway.floor.mirror import Mirror
from houseway.reports.displays.board import Board, admit, board_of
from houseway.reports.displays.printed_page import as_html, as_pdf
from houseway.reports.displays.still_images import Size, pictures

What = Literal["all", "images", "page"]
"""What is to be written."""


class Exported(msgspec.Struct, frozen=True):
    """The files that were written, and why there are no images among them, if there are none."""

    files: tuple[Path, ...]
    refused: HousewayError | None = None


def export(
    mirror: Mirror, table: str, folder: Path, at: int, *, what: What = "all", size: Size = "1024x600"
) -> Exported:
    """Write what a table displays at the moment ``at`` into ``folder``.

    ``all`` writes the page, and the images where the table may have them; asked for alone, images that may not be are
    refused. Images of an earlier export that are not written again are removed: they show what is no longer so.
    """
    board = board_of(mirror, table, at)
    refused: HousewayError | None = None
    if what != "page":
        try:
            admit(board, "frame", at)
        except HousewayError as error:
            if what == "images":
                raise
            refused = error
    folder.mkdir(parents=True, exist_ok=True)
    files: list[Path] = []
    if what != "page":
        files += _images(board, folder, size, write=refused is None)
    if what != "images":
        made = moment(at, mirror.property.zone)
        for path, data in (
            (folder / f"{stem(table)}-page.pdf", as_pdf(board, made)),
            (folder / f"{stem(table)}-page.html", as_html(board, made).encode()),
        ):
            path.write_bytes(data)
            files.append(path)
    return Exported(tuple(files), refused)


def stem(table: str) -> str:
    """A table's id as the beginning of a file's name."""
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in table) or "table"


def _images(board: Board, folder: Path, size: Size, *, write: bool) -> list[Path]:
    written = []
    for number, picture in enumerate(pictures(board, size) if write else (), start=1):
        path = folder / f"{stem(board.table)}-frame-{number}.png"
        path.write_bytes(picture.png)
        written.append(path)
    for old in folder.glob(f"{stem(board.table)}-frame-[0-9]*.png"):
        if old not in written:
            old.unlink()
    return written
