"""``houseway protect``: what a player can gain who counts, sees cards, shares them or tells them by their backs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from houseway import registry
from houseway.cli.command_options import GameName, Json, takes
from houseway.cli.maths.question_options import Flags, asking, output_file, question_of
from houseway.cli.screen.streams import put_json
from houseway.maths.question_errors import BadQuestion

if TYPE_CHECKING:
    from houseway.reports.document import Document, Section

app = typer.Typer(add_completion=False)


@app.command()
@asking("wagers", "edition", "options", "paytables", "pays", "meters")
def protect(
    game: GameName,
    seats: Annotated[
        list[int] | None, takes("--seats K", "Seats that play; one and a full table if left out. Repeatable.")
    ] = None,
    cut: Annotated[list[int] | None, takes("--cut CARDS", "Cards dealt before the cut card. Repeatable.")] = None,
    shoes: Annotated[int | None, takes("--shoes N", "Shoes simulated for each figure; 0 for none.")] = None,
    draws: Annotated[
        int | None, takes("--draws N", "Sets of other seats' cards drawn for each class of hands.")
    ] = None,
    seed: Annotated[int, takes("--seed -s S", "The same seed, the same figures.", min=0, max=2**64 - 1)] = 0,
    on: Annotated[str, takes("--on WHERE", "cores, or gpu: the same shoes and sums on an NVIDIA GPU.")] = "cores",
    *,
    typed: Flags,
    output: Annotated[
        str | None, takes("--output -o FILE", "Write it: .md .html .pdf .xlsx .csv .json, by its name.")
    ] = None,
    json: Json = False,
) -> None:
    """Game protection: counts and what they win, cards seen, shared or told by their backs, and what stops it."""
    found = registry.game(game)
    path = None if output is None else output_file(output)
    if path is not None and json:
        raise BadQuestion("both --output and --json are asked for", remedy="give one of them")
    findings = found.protection(
        question_of(found, typed),
        seats=seats or (),
        cuts=cut or (),
        shoes=shoes,
        draws=draws,
        seed=seed,
        on=on,
    )
    if json:
        put_json(findings.as_dict())
        return

    from houseway.reports.protection_pages import protection_document

    document = protection_document(found, findings)
    if path is not None:
        from houseway.reports.document import write

        write(document, path)
        return
    _print(document)


def _print(document: Document) -> None:
    from houseway.cli.screen.sheets import Sheet

    sheet = Sheet()

    def section(part: Section, style: str) -> None:
        sheet.say(part.title, style)
        sheet.put(*part.pieces, gap=False)
        sheet.gap()
        for inner in part.sections:
            section(inner, "said")

    sheet.title(document.title, document.subtitle)
    sheet.put(document.facts)
    for part in document.sections:
        section(part, "title")
