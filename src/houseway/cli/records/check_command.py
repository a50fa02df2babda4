"""``houseway check``: the compliance check of a property's configuration."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from houseway.cli.command_options import Json, argument, takes
from houseway.cli.screen.streams import put_json
from houseway.compliance.check import Finding
from houseway.compliance.check import check as findings_of
from houseway.compliance.configuration import Property, load
from houseway.compliance.configured_tables import edition_of, profile_of
from houseway.compliance.exhibit import exhibit as exhibit_of
from houseway.compliance.exhibit import markdown
from houseway.compliance.favours import ROUNDS, Favour, favours
from houseway.floor.floor_errors import NotCompliant
from houseway.rulebook.money import dollars

app = typer.Typer(add_completion=False)


@app.command()
def check(
    config: Annotated[str, argument("CONFIG", "The TOML file of a property.")],
    exhibit: Annotated[
        str | None, takes("--exhibit FILE", "If it passes, write the exhibit for the internal controls.")
    ] = None,
    json: Json = False,
) -> None:
    """Check the configuration of a property: each problem with its rule and its remedy."""
    property = load(Path(config))
    findings = findings_of(property)
    if exhibit is not None:
        if findings:
            raise NotCompliant(
                f"an exhibit needs a configuration without findings, and this one has {_number(len(findings))}",
                remedy=f"see: houseway check {config}",
            )
        Path(exhibit).write_text(markdown(exhibit_of(property)), encoding="utf-8")
    if json:
        put_json(
            {
                "property": property.name,
                "profile": property.profile,
                "on": property.on,
                "findings": [msgspec.to_builtins(finding) for finding in findings],
                "favours": [msgspec.to_builtins(found) for found in favours(property)],
            }
        )
    else:
        draw_findings(property, findings)
        draw_favours(property, favours(property))
    raise typer.Exit(1 if findings else 0)


def _number(findings: int) -> str:
    return f"{findings} finding{'s' * (findings != 1)}"


def draw_findings(property: Property, findings: list[Finding]) -> None:
    """The findings on the screen, each with its rule and what would mend it."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from houseway.cli.screen.drawing import clause_tag, make_console

    console = make_console()
    judged = f"{property.name} · {profile_of(property).title} · on {property.on}"
    if not findings:
        console.print(Text.assemble((judged, "title"), "\n", ("The compliance check found nothing.", "won")))
        return
    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False, expand=False)
    for head in ("rule", "where", "problem and remedy"):
        grid.add_column(head, overflow="fold")
    for number, finding in enumerate(findings):
        what = Text.assemble(finding.what, " ", clause_tag(finding.cites), "\n", (finding.remedy, "said"))
        if number < len(findings) - 1:
            what.append("\n")
        grid.add_row(Text(finding.rule, style="refused"), finding.where, what)
    console.print(Text(judged, style="title"))
    console.print(grid)
    console.print(f"{_number(len(findings))}. A table does not open on a configuration that fails.")


def draw_favours(property: Property, found: list[Favour]) -> None:
    """Wagers that favour the player, with what they cost an hour."""
    from rich.text import Text

    from houseway.cli.screen.drawing import make_console

    if not found:
        return
    console = make_console()
    console.print()
    console.print(Text("These wagers favour the player, who wins on average with the best play:", style="title"))
    editions = {table.id: edition_of(table) for table in property.tables}
    for each in found:
        rules = editions[each.table]
        wager = rules.wagers[each.wager].name
        name = " ".join(filter(None, (wager, each.paytable if each.paytable != "standard" else "", each.case)))
        costs = "no maximum is posted"
        if each.cost is not None and each.most is not None:
            costs = (
                f"{dollars(each.cost)} an hour with all {each.positions} positions at the maximum of "
                f"{dollars(each.most)}, {ROUNDS} rounds an hour"
            )
        console.print(f"{each.table}  {rules.about.name}, {name}: {-100 * each.edge:.4f} % of each wager; {costs}")
