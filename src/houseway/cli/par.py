"""``houseway par``: the PAR sheet of a game, as a file."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from houseway import registry
from houseway.cli.questions import output_file, question_of
from houseway.reports.document import check_format, write


def run(
    game: str,
    *,
    output: str,
    edition: str | None,
    wagers: Sequence[str],
    paytables: Sequence[str],
    options: Sequence[str],
    pays: Sequence[str],
    meters: Sequence[str],
) -> None:
    """Write the PAR sheet of ``game`` to ``output``."""
    path = output_file(output)
    check_format(path)
    found = registry.game(game)
    question = question_of(
        found, edition=edition, wagers=wagers, paytables=paytables, options=options, pays=pays, meters=meters
    )
    from houseway.reports.par import par_sheet

    for file in write(par_sheet(found, **question), path)[:1]:
        sys.stdout.write(f"{file}\n")
