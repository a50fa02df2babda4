"""``houseway together``: several wagers of one seat together, and what a table of such seats should win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from houseway import registry
from houseway.cli.command_options import GameName, Json, takes
from houseway.cli.maths.over_time.shift_command import level_of
from houseway.cli.maths.question_options import Flags, asking, cents_of
from houseway.cli.maths.simulate_command import dealt_rules, departing_decks, number_of
from houseway.cli.maths.table_choices import pairs, table_of
from houseway.cli.screen.streams import put_json
from houseway.maths.question_errors import BadQuestion
from houseway.maths.strategy import Strategy, load_strategy
from houseway.simulation.departures import asked_rules, departing

if TYPE_CHECKING:
    from houseway.facade import Game
    from houseway.maths.assumptions import Assumptions
    from houseway.simulation.shifts.bet_sets import BetSet
    from houseway.table.setup import Setup

app = typer.Typer(add_completion=False)


@app.command()
@asking("edition", "options", "tables", "meters", "rules")
def together(
    game: GameName,
    wager: Annotated[list[str], takes("--wager -w W=AMOUNT", "A wager of the set, such as W=$5. Repeatable.")],
    seats: Annotated[int, takes("--seats K", "Seats that bet the same.", min=1)] = 1,
    rounds: Annotated[str | None, takes("--rounds -r N", "What the table wins in so many rounds.")] = None,
    level: Annotated[str, takes("--level PERCENT", "What the band of the table holds.")] = "95%",
    strategy: Annotated[
        str | None, takes("--strategy FILE", "A strategy, by file or name; best for all if left out.")
    ] = None,
    *,
    typed: Flags,
    json: Json = False,
) -> None:
    """What several wagers of a seat win together: return, spread, correlations, and the win of a whole table."""
    from houseway.simulation.assumed import table_assumptions

    found = registry.game(game)
    as_options, changed = dealt_rules(found, typed.edition, pairs(typed.rules, "--rule"))
    decks, others = departing_decks(found, typed.edition, [*typed.options, *as_options])
    setup = departing(table_of(found, typed.edition, others, typed.paytables), {}, decks, changed)
    stakes = {slug: cents_of(text) for slug, text in pairs(wager, "--wager").items()}
    answer = found.together(
        stakes,
        setup=setup,
        strategy=_strategy(found, strategy, setup),
        meters={name: cents_of(text) for name, text in pairs(typed.meters, "--meter").items()},
        seats=seats,
        rounds=None if rounds is None and seats == 1 else number_of(rounds or "1"),
        level=level_of(level),
    )
    taken = table_assumptions(found, setup, tuple(stakes), answer.amounts)
    if json:
        put_json({"game": found.slug, "edition": setup.edition.slug, **taken.as_dict(), **answer.as_dict()})
        return
    _print(setup, answer, taken)


def _strategy(game: Game, given: str | None, setup: Setup) -> Strategy | None:
    if given is None:
        return None
    if given in game.strategies:
        return game.strategy(given, edition=setup.edition.slug, rules=asked_rules(setup))
    loaded = load_strategy(given)
    if loaded.game != game.slug:
        raise BadQuestion(f"{given} is a strategy for {loaded.game}", remedy=f"name one for {game.slug}")
    return loaded


def _print(setup: Setup, answer: BetSet, taken: Assumptions) -> None:
    from houseway.cli.screen.sheets import Sheet
    from houseway.reports.document import Fact, Facts, Head, Table
    from houseway.reports.game_names import GameNames
    from houseway.rulebook.money import dollars

    sheet, edition = Sheet(), setup.edition
    names = GameNames.of(edition)
    sheet.title(edition.about.name, "several wagers together")
    sheet.say(f"edition {edition.slug}, {answer.play}")
    sheet.assumed(taken, names)
    sheet.gap()
    heads = Head.row("Wager | Paytable | Staked: cents | House edge: percent | SD: cents | Worth: cents")
    rows = tuple(
        (
            names.wager(each.wager),
            each.figures.paytable,
            each.stake,
            each.figures.house_edge,
            round(each.stake * each.figures.sd),
            round(each.mean),
        )
        for each in answer.wagers
    )
    sheet.put(Table(heads, rows))
    said = "exact" if answer.exact else f"sampled, ± {100 * (answer.hit_error or 0):.2f} %"
    spread = dollars(round(answer.sd))
    spread += f" (± {dollars(round(answer.sd_error))}: partly sampled)" if answer.sd_error else ""
    facts = [
        Fact("Staked before the deal", dollars(answer.staked)),
        Fact("Expected result of the player", round(answer.mean), "cents"),
        Fact("Return of the set", answer.returned, "percent"),
        Fact("House edge of the set", 1 - answer.returned, "percent"),
        Fact("Standard deviation", spread),
        Fact("Hit frequency", f"{100 * answer.hit_frequency:.4f} % ({said})"),
    ]
    if answer.table is not None:
        win, band = answer.table, answer.table.band
        facts += [
            Fact("Seats and rounds", f"{win.seats} alike, {win.rounds:,} rounds, {dollars(win.wagered)} wagered"),
            Fact("The table should win", f"{dollars(round(win.expected))}, meters empty"),
            Fact("Its standard deviation", dollars(round(win.sd))),
            Fact(f"Its {100 * band.level:g} % band", f"{dollars(band.low)} to {dollars(band.high)}"),
        ]
    sheet.put(Facts(tuple(facts)), gap=False)
    if answer.pairs:
        sheet.gap()
        pair_heads = Head.row("Wagers | Correlation: plain | Covariance: plain | How")
        pair_rows = tuple(
            (
                f"{names.wager(each.one)} and {names.wager(each.other)}",
                each.correlation,
                each.covariance,
                "exact" if each.error is None else f"sampled, ± {each.error:.4f}",
            )
            for each in answer.pairs
        )
        note = "Covariance: of what one unit wins on each. A correlation near 1: they win and lose together."
        sheet.put(Table(pair_heads, pair_rows, note=note), gap=False)
    if answer.table is not None:
        sheet.say(answer.table.source)
