"""What is printed of a design: the PAR sheet to be signed, and the page of its protection."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from houseway.maths.question_errors import BadQuestion
from houseway.reports.document import Document, Paper, write
from houseway.reports.par_sheet import par_sheet
from houseway.reports.protection_pages import protection_document
from houseway.reports.sign_off import Prepared
from houseway.reports.simulated import SEED, Trial
from houseway.web.lab.lab_answers import answered
from houseway.web.lab.lab_link import Link, Read

ROUNDS = 100_000
"""Rounds that a sheet of the Lab simulates for each wager: the command on it takes any number."""

SHOES = 500
"""Shoes that a page of game protection simulates for each figure: ``houseway protect`` takes any number."""

KEPT = 8
"""Sheets that a process keeps as they were written: whoever asks for the same one again has it at once."""


def sheet(link: Link, more: Mapping[str, Any]) -> bytes:
    """The sheet of the wager as it is changed. ``more`` has the file's name, who prepared it, its date and paper.

    Its ``kind`` is ``par``, or ``protection``: what is gained by counting, by cards seen or shared, and what stops it.
    """
    if more.get("kind") == "protection":
        return _protected(link, str(more["file"]))
    paper: Paper = "a4" if more.get("paper") == "a4" else "letter"
    file = str(more["file"])
    return _written(link, Prepared(str(more.get("by") or ""), str(more.get("on") or ""), paper, file))


@lru_cache(KEPT)
def _written(link: Link, prepared: Prepared) -> bytes:
    read = _whole(link)
    asked = msgspec.structs.replace(read.asked, strategy=None)
    document = par_sheet(read.game, asked, prepared=prepared, trial=Trial(ROUNDS, SEED))
    return _bytes(document, prepared.file)


@lru_cache(KEPT)
def _protected(link: Link, file: str) -> bytes:
    read = _whole(link)
    if read.asked.rules:
        raise BadQuestion(
            "game protection is worked out for the rules of the document only", remedy="take the changed rules back"
        )
    asked = msgspec.structs.replace(read.asked, strategy=None)
    return _bytes(protection_document(read.game, read.game.protection(asked, shoes=SHOES)), file)


def _whole(link: Link) -> Read:
    """A link of which every field is good."""
    read, _ = answered(link)
    if read.wrong:
        raise BadQuestion(read.wrong[0].message, remedy=read.wrong[0].remedy or None)
    return read


def _bytes(document: Document, file: str) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / file
        write(document, path)
        return path.read_bytes()
