"""``houseway simulate``: many rounds, fast, compared with the exact figures."""

from __future__ import annotations

import math
import secrets
from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from houseway import registry
from houseway.cli.command_options import Cluster, GameName, Json, Seats, Seed, Workers, takes
from houseway.cli.maths.question_options import Flags, asking, cents_of, strategy_of
from houseway.cli.maths.table_choices import demonstration_meters, pairs, seat_list, table_of
from houseway.cli.screen.progress_bar import progress_bar
from houseway.cli.screen.streams import put_json
from houseway.errors import Refused
from houseway.facade import Game
from houseway.maths.front import AtTable
from houseway.maths.question import Question
from houseway.maths.question_errors import BadQuestion
from houseway.maths.strategy import Strategy
from houseway.maths.terms import whole_number
from houseway.maths.what_ifs import changed_rules
from houseway.rulebook.money import dollars
from houseway.simulation.departures import (
    DECKS,
    MOST_DECKS,
    DepartingTable,
    asked_options,
    asked_pays,
    asked_rules,
    departing,
)
from houseway.table.setup import Setup
from houseway.table.shown.wording import counted
from houseway.table.wagers import accept_wagers

if TYPE_CHECKING:
    from houseway.simulation.plan import Plan
    from houseway.simulation.report import SimulationReport
    from houseway.simulation.run import Progress


app = typer.Typer(add_completion=False)


@app.command()
@asking("edition", "options", "tables", "row pays", "rules", "meters")
def simulate(
    game: GameName,
    rounds: Annotated[str | None, takes("--rounds -r N", "How many rounds, such as 1e9 or 10_000_000.")] = None,
    standard_error: Annotated[
        float | None, takes("--standard-error X", "Stop when the first wager's standard error is X.")
    ] = None,
    seed: Seed = None,
    seats: Seats = "1",
    wager: Annotated[
        list[str] | None, takes("--wager -w W[=AMOUNT]", "What every seat bets; all: every usual wager. Repeatable.")
    ] = None,
    strategy: Annotated[
        str | None, takes("--strategy FILE", "A strategy, by file or name; the best play if left out.")
    ] = None,
    *,
    typed: Flags,
    workers: Workers = None,
    cluster: Cluster = None,
    on: Annotated[str, takes("--on WHERE", "cores, or gpu: the same rounds and sums on an NVIDIA GPU.")] = "cores",
    json: Json = False,
) -> None:
    """Simulate whole rounds and compare each mean with the exact value. A seed always gives the same answer."""
    found = registry.game(game)
    most = None if rounds is None else number_of(rounds)
    if most is None and standard_error is None:
        raise BadQuestion("nothing says when the simulation ends", remedy="give --rounds N or --standard-error X")
    planned = typed_plan(found, typed._replace(wagers=wager or ()), seats=seats, strategy=strategy)

    from houseway.simulation.run import simulate as run_simulation

    used = secrets.randbits(64) if seed is None else seed
    clock = _Clock()
    with progress_bar("rounds") as bar:
        report = run_simulation(
            planned,
            seed=used,
            rounds=most,
            standard_error=standard_error,
            workers=workers,
            cluster=cluster,
            on=on,
            progress=clock.over(bar),
            exact=True,
        )
    if json:
        put_json(report.as_dict())
    else:
        _print(found, report, clock.rate(report.rounds))
    if report.verdict == "fail":
        raise typer.Exit(1)


def typed_plan(game: Game, typed: Flags, *, seats: str, strategy: str | None) -> Plan:
    """The plan of the table, wagers and strategy that were typed."""
    as_options, departs = dealt_rules(game, typed.edition, pairs(typed.rules, "--rule"))
    decks, others = departing_decks(game, typed.edition, [*typed.options, *as_options])
    setup = table_of(game, typed.edition, others, typed.paytables)
    placed = placed_wagers(game, setup, typed.wagers)
    taken = range(1, int(seats) + 1) if seats.isascii() and seats.isdigit() and len(seats) < 4 else None
    places = list(taken) if taken is not None else seat_list(seats, setup.edition.about.positions)
    given = {name: cents_of(text) for name, text in pairs(typed.meters, "--meter").items()}
    posted = {name: dollars(given.pop(name)) for name in list(given) if _is_posted(setup, name)}
    changed = changed_pays(setup, typed.pays)
    posted |= {name: changed.pop(name) for name in list(changed) if _is_posted(setup, name)}
    setup = departing(with_posted(setup, posted), by_wager(changed), decks, departs)
    play = _strategy(game, strategy, setup, placed)
    amounts = {**demonstration_meters(game, setup), **given}

    from houseway.simulation.plan import plan

    return plan(game, setup, dict.fromkeys(places, placed), play, amounts)


def number_of(text: str) -> int:
    """A number of rounds: ``1000000``, ``1_000_000``, ``1,000,000`` or ``1e6``."""
    plain = text.strip().replace("_", "").replace(",", "")
    try:
        value = float(plain) if len(plain) < 30 else math.nan
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or value != int(value) or value < 1:
        raise BadQuestion(f"{text!r} is not a number of rounds", remedy="write 10000000, 10_000_000 or 1e7")
    return int(plain) if plain.isascii() and plain.isdigit() else int(value)


def placed_wagers(game: Game, setup: Setup, given: Sequence[str]) -> dict[str, int]:
    """What every seat bets: ``WAGER``, ``WAGER=AMOUNT`` or ``all``; left out, the first usual wager of the house."""
    usual: Mapping[str, int] = {
        slug: setup.fixed_amount(slug) or amount for slug, amount in game.house["usual"].items() if slug in setup.wagers
    }
    if not given:
        return dict(list(usual.items())[:1])
    placed: dict[str, int] = {}
    for word in given:
        slug, equals, amount = word.partition("=")
        if slug == "all" and not equals:
            placed = _all_usual(setup, usual, placed)
            continue
        if slug not in setup.edition.initial_wagers:
            raise BadQuestion(
                f"{slug!r} is not a wager placed before the deal",
                remedy=f"choose from {', '.join(setup.edition.initial_wagers)}, or all",
            )
        if not equals and slug not in usual:
            raise BadQuestion(f"how much on {slug}?", remedy=f"as in --wager {slug}=5")
        placed[slug] = cents_of(amount) if equals else usual[slug]
    return placed


def _is_posted(setup: Setup, name: str) -> bool:
    """Whether ``WAGER/EVENT`` is a row that the house posts an amount for."""
    wager, _, event = name.partition("/")
    return event in setup.posted.get(wager, {})


def with_posted(setup: Setup, pays: Mapping[str, str]) -> Setup:
    """The same table with other pays posted on rows named ``WAGER/EVENT``."""
    if not pays:
        return setup
    posted = {wager: dict(rows) for wager, rows in setup.posted.items()}
    for name, pay in pays.items():
        wager, _, event = name.partition("/")
        posted[wager][event] = pay
    return Setup(setup.edition, **{**setup.as_dict(), "posted": posted})


def changed_pays(setup: Setup, given: Sequence[str]) -> dict[str, str]:
    """The pays given as ``WAGER/EVENT=PAY``."""
    found = pairs(given, "--pays")
    for name in found:
        wager, slash, event = name.partition("/")
        if not slash or not event or wager not in setup.edition.wagers:
            slug = next(iter(setup.paytables))
            row = setup.paytables[slug].rows[0].event
            raise BadQuestion(
                f"{name!r} names a row and no wager", remedy=f"name the wager too, as in --pays {slug}/{row}=2"
            )
    return found


def by_wager(pays: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Pays named ``WAGER/EVENT``, by wager and event."""
    found: dict[str, dict[str, str]] = {}
    for name, pay in pays.items():
        wager, _, event = name.partition("/")
        found.setdefault(wager, {})[event] = pay
    return found


def departing_decks(game: Game, edition: str | None, options: Sequence[str]) -> tuple[int | None, list[str]]:
    """A number of decks that the document does not have, where rounds may be dealt from it; and the other options."""
    given = pairs(options, "--option")
    text = given.get(DECKS)
    rules = game.edition(edition or given.get("edition"))
    approved = rules.options[DECKS].values if DECKS in rules.options else (str(rules.data.deck.decks),)
    any_decks = game.kernel.ANY_DECKS
    number = whole_number(text)
    if text is None or not any_decks or (str(number) in approved and DECKS in rules.options):
        return None, list(options)
    if not number:
        raise BadQuestion(f"decks cannot be {text!r}", remedy=f"give a whole number from 1 to {MOST_DECKS}")
    others = [f"{slug}={value}" for slug, value in given.items() if slug != DECKS]
    return (None if str(number) in approved else number), others


def dealt_rules(game: Game, edition: str | None, given: Mapping[str, str]) -> tuple[list[str], dict[str, str]]:
    """Changed rules: another number of decks as the option it is for rounds, and all others by slug."""
    changed = changed_rules(game, edition, given)
    decks = changed.pop(DECKS, None) if game.kernel.ANY_DECKS else None
    return ([] if decks is None else [f"{DECKS}={decks}"]), changed


def _all_usual(setup: Setup, usual: Mapping[str, int], placed: dict[str, int]) -> dict[str, int]:
    """``placed`` and every usual wager that may be placed with it, in the house's order."""
    for slug, amount in usual.items():
        try:
            placed = accept_wagers(setup, {slug: amount, **placed})
        except Refused:
            continue
    return placed


def _strategy(
    game: Game,
    given: str | None,
    setup: Setup,
    placed: Mapping[str, int],
) -> Strategy | None:
    """The strategy to be played; nothing for the best play. A game may make one for the table and the stakes."""
    if given is None or given == "optimal":
        return None
    if isinstance(game.maths, AtTable) and given in game.strategies:
        if isinstance(setup, DepartingTable) and not given.startswith("always-"):
            raise BadQuestion(
                f"the strategy {given!r} is computed for the approved pays and rules only",
                remedy="leave it out for the best play under these, or give a strategy's file",
            )
        return game.maths.at_table(given, game, setup, placed)
    primary = next((slug for slug in placed if setup.edition.wagers[slug].kind == "primary"), None)
    question = Question(
        edition=setup.edition.slug,
        wagers=(primary,) if primary else (),
        options={**setup.options, **asked_options(setup)},
        pays=asked_pays(setup, primary) if primary else {},
        rules=asked_rules(setup),
    )
    return strategy_of(game, given, question)


MEASURED = 0.5
"""Seconds that rounds must take before their rate is told: blocks run ahead of one another."""


class _Clock:
    """How fast rounds go by, once the first block is done: before that, code is compiled or fetched."""

    def __init__(self) -> None:
        self._first: tuple[float, int] | None = None
        self._last = 0.0

    def over(self, bar: Progress | None) -> Progress:
        """A progress that keeps the time and passes everything on to ``bar``."""

        def told(done: int, total: int | None) -> None:
            self._last = perf_counter()
            self._first = self._first or (self._last, done)
            if bar is not None:
                bar(done, total)

        return told

    def rate(self, rounds: int) -> float | None:
        """Rounds a second after the first block; nothing if they took no time worth measuring."""
        if self._first is None or self._last - self._first[0] < MEASURED:
            return None
        return (rounds - self._first[1]) / (self._last - self._first[0])


def _print(game: Game, report: SimulationReport, rate: float | None) -> None:
    from houseway.cli.screen.sheets import Sheet
    from houseway.reports.analysis_tables import wager_names
    from houseway.reports.document import Head, Table
    from houseway.reports.game_names import GameNames

    sheet = Sheet()
    sheet.title(game.name, f"{counted(report.rounds, 'round')} of seed {report.seed}")
    sheet.say(f"edition {report.edition}, fingerprint {report.fingerprint[:16]}, strategy {report.strategy}")
    edition = game.edition(report.edition)
    sheet.assumed(report.assumed, GameNames.of(edition))
    sheet.gap()
    several = len({item.seat for item in report.columns}) > 1
    names = {item.wager: wager_names(edition, [item.wager]) for item in report.columns}
    heads = Head.row(
        "Wager | Mean: units | Std. error: plain | Exact: units | z: plain | Hit frequency: percent +1 | Verdict"
    )
    rows = tuple(
        (
            f"{names[item.wager]}, seat {item.seat}" if several else names[item.wager],
            item.mean,
            f"{item.standard_error:.2e}".replace("-", "\u2212"),
            item.exact,
            None if item.z is None else f"{item.z:+.2f}".replace("-", "\u2212"),
            item.hit_frequency,
            report.verdict_of(item),
        )
        for item in report.columns
    )
    note = (
        "Mean: the player's net per unit of the wager. z: how many standard errors the mean lies from the exact value."
    )
    if report.compared:
        means = "a single mean" if report.compared == 1 else f"each of {report.compared} means"
        note += f" Fail: {report.far:.2f} or more, for {means}."
    favoured = list(dict.fromkeys(names[item.wager] for item in report.columns if item.favours_player))
    if favoured:
        note += f" Favours the player, who wins on average: {', '.join(favoured)}."
    if report.options.get("shoe", "fresh") != "fresh":
        note += " Exact values are those of a fresh shoe."
    sheet.put(Table(heads, rows, note=note))
    if rate is not None:
        sheet.say(f"{rate / 1e6:,.1f} million rounds a second")
