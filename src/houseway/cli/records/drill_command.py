"""``houseway drill``: rehearses a whole gaming day on software devices, or attacks by insiders."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NoReturn

import typer

from houseway.cli.command_options import Json, takes
from houseway.cli.screen.progress_bar import progress_bar
from houseway.cli.screen.streams import put_json

if TYPE_CHECKING:
    from houseway.drill.insiders.run_insiders import Report as Attempts
    from houseway.drill.insiders.run_insiders import Tally
    from houseway.drill.run_drill import Report

app = typer.Typer(add_completion=False)

CENT = 1_000_000


@app.command()
def drill(
    context: typer.Context,
    insiders: Annotated[
        bool, takes("--insiders", "Instead of a day: insiders try every attack, alone and in pairs.")
    ] = False,
    seed: Annotated[
        int | None, takes("--seed -s S", "Decides the whole day; else random.", min=0, max=2**64 - 1)
    ] = None,
    tables: Annotated[int, takes("--tables K", "How many tables.", min=1)] = 50,
    rounds: Annotated[int, takes("--rounds N", "Rounds at all tables together.", min=1)] = 84_000,
    profile: Annotated[
        Literal["plain", "washington-commercial"], takes("--profile", "The jurisdiction profile.")
    ] = "plain",
    database: Annotated[str | None, takes("--database URL", "An empty journal: a new file, or postgresql://…")] = None,
    keep: Annotated[bool, takes("--keep", "Keep journal, seals and key in the folder drill-SEED.")] = False,
    json: Json = False,
) -> None:
    """Rehearse a gaming day with everything that can go wrong, and check every invariant; exit 1 if one fails.

    Tables of all four games are really dealt; panels retry, lines drop, the server restarts, prizes are hit, paid and
    rejected. A few named rounds are dealt from stacked decks. The same seed is the same day, to the last hash.

    With --insiders people of the house try what they must not be able to do: take a seed back twice, pay a prize that
    nobody won, cut the journal. Each attack is refused or found, or the table of controls allows it to exactly these
    two people, and the reports name both; exit 1 if one got through.
    """
    if insiders:
        _insiders(context, database, json=json)
    from houseway.drill.drill_plan import Plan
    from houseway.drill.run_drill import drill as hold

    used = secrets.randbits(32) if seed is None else seed
    plan = Plan(seed=used, tables=tables, rounds=rounds, profile=profile)
    folder = Path(f"drill-{used}") if keep else None
    with progress_bar("rounds") as bar:
        report = hold(plan, database=database, folder=folder, progress=bar)
    if json:
        put_json(report.as_dict())
    else:
        _print(report, folder)
    raise typer.Exit(0 if report.passed else 1)


def _print(report: Report, folder: Path | None) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from houseway.cli.screen.drawing import make_console
    from houseway.rulebook.money import dollars

    console = make_console()
    plan = report.plan
    seconds = report.seconds + report.checking
    console.print(
        Text(f"Drill {plan.seed} · {plan.tables} tables · {plan.rounds:,} rounds · {plan.profile}", style="title")
    )
    what = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    what.add_column("event")
    what.add_column("times", justify="right")
    for name, number in report.happened.items():
        if name.startswith("cents "):
            what.add_row(name.removeprefix("cents ").capitalize(), dollars(number))
        else:
            what.add_row(name.capitalize(), f"{number:,}")
    console.print(what)
    money = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    money.add_column("fund")
    for head in ("displayed", "hidden", "paid", "bank", "due", "paid by the house"):
        money.add_column(head, justify="right")
    for name, funds in report.money.items():
        hidden = funds.get("reserve", 0) + funds.get("overflow", 0)
        cells = [hidden, *(funds.get(fund, 0) for fund in ("paid", "bank", "due", "awards"))]
        money.add_row(name, *map(_dollars, [funds["displayed"], *(micros // CENT for micros in cells)]))
    console.print(money)
    console.print(f"Stacked decks for named rounds: {'; '.join(report.stacked)}.", style="said")
    for name in report.checks:
        failed = [finding.what for finding in report.findings if finding.check == name]
        console.print(Text.assemble(("FAILED ", "refused") if failed else ("holds  ", "won"), name))
    for finding in report.findings[:20]:
        console.print(Text.assemble((finding.check, "refused"), ": ", finding.what))
    if len(report.findings) > 20:
        console.print(f"… and {len(report.findings) - 20:,} more")
    console.print(
        f"{seconds:.1f} s, {report.checking:.1f} of them for the checks; "
        f"{report.happened.get('rounds', 0) / report.seconds:,.0f} rounds a second."
    )
    if not report.passed:
        console.print(Text(f"The drill failed. Run it again: houseway drill {_again(report)}", style="refused"))
    elif folder is not None:
        console.print(f"The journal is in {folder}.", style="said")


# -- insiders

OF_A_DAY = ("seed", "tables", "rounds", "profile", "keep")
"""Options that say how a day is held."""


def _insiders(context: typer.Context, database: str | None, *, json: bool) -> NoReturn:
    """Hold an insider drill, print it, and end."""
    from houseway.drill.insiders.run_insiders import insiders
    from houseway.maths.question_errors import BadQuestion

    given = [name for name in OF_A_DAY if _is_given(context, name)]
    if given:
        raise BadQuestion(
            f"--{given[0]} describes a day, and --insiders plays none", remedy=f"leave out --{given[0]} or --insiders"
        )
    with progress_bar("attempts") as bar:
        report = insiders(database=database, progress=bar)
    if json:
        put_json(report.as_dict())
    else:
        _print_attempts(report)
    raise typer.Exit(0 if report.passed else 1)


def _is_given(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _print_attempts(report: Attempts) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from houseway.cli.screen.drawing import make_console

    console = make_console()
    tried = sum(tally.tried for tally in report.tallies)
    console.print(
        Text(
            f"Insiders · {len(report.tallies)} attacks · {report.crews} crews · {tried:,} attempts · {report.engine}",
            style="title",
        )
    )
    failed = {finding.attack for finding in report.findings}
    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False, expand=True)
    shown.add_column("", no_wrap=True)
    shown.add_column("attack", ratio=5)
    shown.add_column("result", ratio=3)
    for tally in report.tallies:
        mark = Text("FAILED", style="refused") if tally.slug in failed else Text("holds", style="won")
        came = ", ".join(f"{tally.endings[ending]:,} {ending}" for ending in ENDINGS if ending in tally.endings)
        shown.add_row(mark, Text.assemble(tally.what, (f" · {tally.rule}", "said")), came)
    console.print(shown)
    pairs = Table(box=box.SIMPLE_HEAD, pad_edge=False, expand=True)
    pairs.add_column("allowed by the table of controls, with both names in the reports", ratio=1)
    pairs.add_column("to", ratio=1)
    for tally in report.tallies:
        if tally.pairs:
            pairs.add_row(tally.what, _roles(tally))
    console.print(pairs)
    for finding in report.findings[:20]:
        console.print(Text.assemble((finding.attack, "refused"), f", {finding.crew}: {finding.what}"))
    if len(report.findings) > 20:
        console.print(f"… and {len(report.findings) - 20:,} more")
    console.print(f"{report.seconds:.1f} s. A crew is one person or two.")
    if report.passed:
        console.print("Nobody succeeded alone, and no two people did what the table of controls does not allow.")
    else:
        console.print(Text("The drill failed: an attack did not end as it should.", style="refused"))


ENDINGS = ("refused", "in vain", "found", "allowed", "got through")
"""What may come of an attack, in the order in which it is told."""


def _roles(tally: Tally) -> str:
    """Those who are allowed an attack, by their roles."""
    from houseway.drill.insiders.crews import ROLE

    found = {" and ".join(sorted(ROLE.get(person, person) for person in pair)) for pair in tally.pairs}
    return "; ".join(sorted(found))


def _dollars(cents: int) -> str:
    """Whole dollars: the journal has the rest."""
    whole = abs(cents) // 100
    return f"-${whole:,}" if cents < 0 < whole else f"${whole:,}"


def _again(report: Report) -> str:
    plan = report.plan
    given = f"--seed {plan.seed} --tables {plan.tables} --rounds {plan.rounds}"
    return given if plan.profile == "plain" else f"{given} --profile {plan.profile}"
