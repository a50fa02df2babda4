"""The PAR sheet of a design, to be signed: what a link asks, printed with the command that prints it again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from houseway.maths.question_errors import BadQuestion
from houseway.reports.document import Paper, write
from houseway.reports.par_sheet import par_sheet
from houseway.reports.sign_off import Prepared
from houseway.reports.simulated import SEED, Trial
from houseway.web.lab.lab_answers import answered
from houseway.web.lab.lab_link import Link

ROUNDS = 100_000
"""Rounds that a sheet of the Lab simulates for each wager: the command on it takes any number."""

KEPT = 8
"""Sheets that a process keeps as they were written: whoever asks for the same one again has it at once."""


def sheet(link: Link, more: Mapping[str, Any]) -> bytes:
    """The sheet of the wager as it is changed. ``more`` has the file's name, who prepared it, its date and paper."""
    paper: Paper = "a4" if more.get("paper") == "a4" else "letter"
    file = str(more["file"])
    return _written(link, Prepared(str(more.get("by") or ""), str(more.get("on") or ""), paper, file))


@lru_cache(KEPT)
def _written(link: Link, prepared: Prepared) -> bytes:
    read, _ = answered(link)
    if read.wrong:
        raise BadQuestion(read.wrong[0].message, remedy=read.wrong[0].remedy or None)
    asked = msgspec.structs.replace(read.asked, strategy=None)
    document = par_sheet(read.game, asked, prepared=prepared, trial=Trial(ROUNDS, SEED))
    with TemporaryDirectory() as folder:
        path = Path(folder) / prepared.file
        write(document, path)
        return path.read_bytes()
