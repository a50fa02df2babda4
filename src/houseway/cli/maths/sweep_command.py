"""``houseway sweep``: every combination of paytables, options, pays, strategies and penetrations, simulated."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway import registry
from houseway.cli.command_options import Cluster, EditionName, GameName, Json, Meters, Seats, Workers, takes
from houseway.cli.maths.question_options import Flags, output_file
from houseway.cli.maths.simulate_command import number_of, typed_plan
from houseway.cli.maths.table_choices import table_of
from houseway.cli.screen.progress_bar import progress_bar
from houseway.cli.screen.streams import put_json
from houseway.facade import Game
from houseway.maths.question_errors import BadQuestion
from houseway.reports.document import FORMATS, check_format, write
from houseway.rulebook.typed_numbers import typed_share
from houseway.table.shown.wording import counted

if TYPE_CHECKING:
    from houseway.simulation.sweeps.sweep_plan import Cell
    from houseway.simulation.sweeps.sweep_run import SweepReport

app = typer.Typer(add_completion=False)

PICTURES = (".png", ".svg")
DATA = (".csv", ".json")
SEED = 1
"""The seed of a sweep that is told nothing else: repeated, it is the same sweep."""

OPTION, PAYTABLE, PAY = "option ", "paytable ", "pay "
PENETRATION, STRATEGY, SHOE = "penetration", "strategy", "shoe"


@app.command()
def sweep(
    game: GameName,
    rounds: Annotated[str, takes("--rounds -r N", "Rounds of each table, such as 1e7.")] = "1e6",
    paytable: Annotated[
        list[str] | None, takes("--paytable -p WAGER=A,B,…", "Paytables of a wager, or all. Repeatable.")
    ] = None,
    option: Annotated[list[str] | None, takes("--option KEY=V,W,…", "Values of an option, or all. Repeatable.")] = None,
    penetration: Annotated[
        str | None,
        takes("--penetration P,Q,…", "Where the cut card lies: shares of the shoe such as 50%,75%, or fresh."),
    ] = None,
    pays: Annotated[
        list[str] | None, takes("--pays WAGER/EVENT=PAY", "What a row pays; repeat it for further pays.")
    ] = None,
    strategy: Annotated[
        str | None, takes("--strategy S,T,…", "Strategies, by file or name; the best play if left out.")
    ] = None,
    wager: Annotated[
        list[str] | None, takes("--wager -w W[=AMOUNT]", "What every seat bets; all: every usual wager.")
    ] = None,
    seats: Seats = "1",
    edition: EditionName = None,
    meter: Meters = None,
    seed: Annotated[int, takes("--seed -s S", "The same for every table.", min=0, max=2**64 - 1)] = SEED,
    workers: Workers = None,
    cluster: Cluster = None,
    on: Annotated[str, takes("--on WHERE", "cores (or threads), or gpu: the same rounds and sums on a GPU.")] = "cores",
    output: Annotated[
        str | None, takes("--output -o FILE", "Write it: .csv, .json, .xlsx, .md, .html, .pdf, .png or .svg.")
    ] = None,
    progress: Annotated[
        str | None, takes("--progress FILE", "Where it is kept how far it has come; beside the output if left out.")
    ] = None,
    fresh: Annotated[bool, takes("--fresh", "Begin anew, whatever was done before.")] = False,
    json: Json = False,
) -> None:
    """Simulate every combination of tables beside its exact value. Stopped or killed, the same command goes on."""
    from houseway.simulation.sweeps.sweep_plan import SweepPlan, crossed
    from houseway.simulation.sweeps.sweep_run import sweep as run_sweep

    found = registry.game(game)
    path = None if output is None else output_file(output)
    if path is not None:
        check_format(path, (*DATA, *FORMATS, *PICTURES))
    axes = {
        **_tables(found, edition, paytable or ()),
        **_options(found, edition, option or ()),
        **_pays(pays or ()),
        **_penetrations(found, edition, penetration),
        **({STRATEGY: _values(strategy, "--strategy")} if strategy else {}),
    }
    alike = Flags(edition, wager or (), meters=meter or ())
    cells = tuple(_cell(found, values, alike, seats) for values in crossed(axes))
    plan = SweepPlan(cells, seed, number_of(rounds))
    kept = _kept(path, progress, fresh=fresh)
    try:
        with progress_bar("rounds") as bar:
            where = "cores" if on == "threads" else on
            report = run_sweep(plan, workers=workers, cluster=cluster, on=where, checkpoint=kept, progress=bar)
    except KeyboardInterrupt:
        _stopped(kept)
        raise
    typed = {
        "--rounds": [rounds],
        "--paytable": paytable,
        "--option": option,
        "--penetration": [penetration],
        "--pays": pays,
        "--strategy": [strategy],
        "--wager": wager,
        "--seats": [seats],
        "--edition": [edition],
        "--meter": meter,
        "--seed": [str(seed)],
    }
    words = [word for flag, values in typed.items() for value in values or () if value for word in (flag, value)]
    _tell(found, report, shlex.join(["houseway", "sweep", game, *words]), path, as_json=json)
    if kept is not None:
        kept.unlink(missing_ok=True)
    if report.verdict == "fail":
        raise typer.Exit(1)


# -- axes


def _values(text: str, flag: str) -> tuple[str, ...]:
    values = tuple(value.strip() for value in text.split(","))
    if not all(values):
        raise BadQuestion(f"{flag} {text!r} has an empty value", remedy="write values with commas between, as A,B")
    return values


def _by_key(given: Sequence[str], flag: str, *, commas: bool = True) -> dict[str, tuple[str, ...]]:
    """``KEY=V,W`` words, those of one key together."""
    found: dict[str, tuple[str, ...]] = {}
    for word in given:
        key, equals, text = (part.strip() for part in word.partition("="))
        if not key or not equals or not text:
            raise BadQuestion(f"{flag} {word!r} is not KEY=VALUES", remedy=f"as in {flag} key=one,two")
        found[key] = (*found.get(key, ()), *(_values(text, flag) if commas else (text,)))
    return found


def _tables(game: Game, edition: str | None, given: Sequence[str]) -> dict[str, tuple[str, ...]]:
    rules = game.edition(edition)
    return {
        f"{PAYTABLE}{wager}": tuple(rules.paytable_ids(wager)) if ids == ("all",) and wager in rules.wagers else ids
        for wager, ids in _by_key(given, "--paytable").items()
    }


def _options(game: Game, edition: str | None, given: Sequence[str]) -> dict[str, tuple[str, ...]]:
    known = game.edition(edition).options
    return {
        f"{OPTION}{slug}": tuple(map(str, known[slug].values)) if values == ("all",) and slug in known else values
        for slug, values in _by_key(given, "--option").items()
    }


def _pays(given: Sequence[str]) -> dict[str, tuple[str, ...]]:
    return {f"{PAY}{row}": pays for row, pays in _by_key(given, "--pays", commas=False).items()}


def _penetrations(game: Game, edition: str | None, given: str | None) -> dict[str, tuple[str, ...]]:
    if given is None:
        return {}
    if SHOE not in game.edition(edition).options:
        raise BadQuestion(
            f"{game.name} is dealt from a fresh deck in every round, so that there is no cut card",
            remedy="leave --penetration out",
        )
    return {PENETRATION: _values(given, "--penetration")}


def _cut(game: Game, text: str, edition: str | None, options: Sequence[str]) -> str:
    """The cards dealt before the cut card: a share of the shoe that the table has."""
    if text == "fresh":
        return text
    share = typed_share(text, 20) if text.endswith("%") else None
    if share is None or not 0 < share < 1:
        raise BadQuestion(f"{text!r} is no penetration", remedy="write a share of the shoe such as 75%, or fresh")
    from houseway.cli.maths.simulate_command import departing_decks
    from houseway.simulation.departures import departing

    decks, others = departing_decks(game, edition, options)
    return str(int(len(departing(table_of(game, edition, others, ()), {}, decks).deck) * share))


def _cell(game: Game, values: Mapping[str, str], alike: Flags, seats: str) -> Cell:
    """One table: its own values, and what is ``alike`` at all of them."""
    from houseway.simulation.sweeps.sweep_plan import Cell

    def of(kind: str) -> list[str]:
        return [f"{axis.removeprefix(kind)}={value}" for axis, value in values.items() if axis.startswith(kind)]

    options = of(OPTION)
    if PENETRATION in values:
        options.append(f"{SHOE}={_cut(game, values[PENETRATION], alike.edition, options)}")
    typed = alike._replace(options=options, paytables=of(PAYTABLE), pays=of(PAY))
    return Cell(dict(values), typed_plan(game, typed, seats=seats, strategy=values.get(STRATEGY)))


# -- how far it has come


def _kept(path: Path | None, given: str | None, *, fresh: bool) -> Path | None:
    if given is None and path is None:
        return None
    kept = output_file(given) if given is not None else Path(f"{path}.progress")
    if fresh:
        kept.unlink(missing_ok=True)
    return kept


def _stopped(kept: Path | None) -> None:
    if kept is None:
        word = "Stopped. Nothing was kept: with -o FILE or --progress FILE a sweep can go on."
    else:
        word = f"Stopped. What was played is in {kept}: the same command goes on from there."
    sys.stderr.write(f"{word}\n")


# -- what is told


def _tell(game: Game, report: SweepReport, command: str, path: Path | None, *, as_json: bool) -> None:
    from houseway.reports.game_names import GameNames
    from houseway.reports.tables.sweep_tables import sweep_document, sweep_plot, sweep_table
    from houseway.reports.writers.plain import as_data

    names = GameNames(game.slug, report.cells[0].report.edition)
    document = sweep_document(report, names, command)
    files = [path] if path is not None else []
    if path is not None and path.suffix.lower() in PICTURES:
        plot = sweep_plot(report, names)
        path.write_bytes(plot.png if path.suffix.lower() == ".png" else plot.svg.encode())
    elif path is not None:
        files = write(document, path)
    if as_json:
        put_json(as_data(document))
        return
    from houseway.cli.screen.sheets import Sheet

    sheet = Sheet()
    tables, rounds = counted(len(report.cells), "table"), counted(report.rounds, "round")
    sheet.title(names.title, f"{tables}, {rounds} of seed {report.seed} each")
    sheet.gap()
    sheet.put(sweep_table(report, names, brief=True), gap=False)
    if files:
        sheet.say(f"Written to {', '.join(map(str, files))}")
