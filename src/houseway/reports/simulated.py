"""Simulation beside the exact values: every wager of a sheet played in whole rounds, and how far its mean lies.

The rounds are those of `houseway.simulation`: the dealt game, played by the best strategy. A wager is played under each
of its paytables; wagers that may not lie on one table together are played in several runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from houseway.facade import Game
from houseway.maths.assumptions import payer
from houseway.maths.question import FIXED, Option, Question
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Figures
from houseway.maths.what_ifs import changed_rules
from houseway.reports.analysis_tables import paytable_name, table, wager_names
from houseway.reports.document import Head, Items, Piece, Section, Text
from houseway.reports.numbers import MINUS, Value
from houseway.rulebook.edition import Edition
from houseway.simulation.departures import DECKS, departing
from houseway.simulation.exact import exact_figures
from houseway.simulation.placing import sets_of
from houseway.simulation.plan import plan
from houseway.simulation.report import FAR, Column, Verdict, far_for
from houseway.simulation.run import simulate
from houseway.table.setup import Setup
from houseway.table.table_errors import BadSetup


class Trial(msgspec.Struct, frozen=True):
    """How many rounds are played for each wager, and from which seed: the same seed gives the same rounds."""

    rounds: int
    seed: int


ROUNDS = 1_000_000
"""Rounds of a sheet that is told nothing else: a few seconds, and a standard error of a thousandth for even money."""

SEED = 1
"""The seed of a sheet that is told nothing else, so that the same sheet is the same file."""


class At(msgspec.Struct, frozen=True):
    """A table to be played at: its setup, the wagers to be compared, and the cents on its meters."""

    setup: Setup
    wagers: tuple[str, ...]
    meters: dict[str, int] = {}


class Compared(msgspec.Struct, frozen=True):
    """The mean of one wager beside its exact figures."""

    figures: Figures
    column: Column


class Comparison(msgspec.Struct, frozen=True):
    """All that was compared, and what could not be, with the reason."""

    trial: Trial
    compared: tuple[Compared, ...]
    left_out: tuple[str, ...] = ()

    @property
    def far(self) -> float:
        """Standard errors at which a mean is too far away, as many as are compared."""
        return far_for(len(self.compared))

    def verdict_of(self, item: Compared) -> Verdict:
        """Whether one mean agrees."""
        z = item.column.z
        return "none" if z is None else "pass" if abs(z) < self.far else "fail"

    @property
    def verdict(self) -> Verdict:
        """``fail`` if one mean fails, ``pass`` if at least one was compared and none fails."""
        found = {self.verdict_of(item) for item in self.compared}
        return "fail" if "fail" in found else "pass" if "pass" in found else "none"


def compare(game: Game, tables: Sequence[At], trial: Trial, left_out: Sequence[str] = ()) -> Comparison:
    """Play ``tables`` and compare the mean of each of their wagers with its exact value."""
    compared: list[Compared] = []
    missed = list(left_out)
    for at in tables:
        sets, alone = sets_of(game, at.setup, at.wagers)
        missed += [f"{at.setup.edition.wagers[slug].name}: it may not be placed" for slug in alone]
        for placed, wanted in sets:
            try:
                planned = plan(game, at.setup, {1: placed}, None, at.meters)
                exact = exact_figures(planned, planned.make())
                report = simulate(planned, seed=trial.seed, rounds=trial.rounds, exact=exact)
            except BadQuestion as error:
                missed.append(f"{wager_names(at.setup.edition, wanted)}: {error.message}")
                continue
            for column in report.columns:
                figures = exact.get((column.seat, column.wager))
                if column.wager in wanted and figures is not None and column.compared:
                    compared.append(Compared(figures, column))
    return Comparison(trial, tuple(compared), tuple(missed))


def tables_of(game: Game, question: Question, figures: Sequence[Figures]) -> tuple[list[At], list[str]]:
    """Tables at which every wager of a sheet is played under each of its paytables; and what is left out, and why.

    ``question`` is the one that ``figures`` answer.
    """
    rules = game.edition(question.edition)
    given = question.options
    changed = changed_rules(game, rules.slug, question.rules)
    if DECKS in changed and game.kernel.ANY_DECKS:
        given = {**given, DECKS: changed.pop(DECKS)}
    decks, chosen = _decks(game, rules, given)
    plain = game.setup(rules.slug, options=chosen, wagers=())
    passes, left_out = _passes(plain, figures)
    found = []
    for names in passes:
        try:
            setup = game.demonstration(
                rules.slug,
                plain.options,
                {wager: name for wager, name in names.items() if rules.paytable_ids(wager) != ("standard",)},
                posted=_posted(plain, names, question.pays, question.meters),
                fixed={
                    slug: int(given[FIXED]) for slug in names if FIXED in given and rules.wagers[slug].kind == "jackpot"
                },
            )
        except BadSetup as error:
            left_out.append(f"{wager_names(rules, list(names))}: {error.message}")
            continue
        try:
            setup = departing(setup, _changed(plain, names, question.pays), decks, changed)
        except BadQuestion as error:
            left_out.append(f"{wager_names(rules, list(names))}: {error.message}")
            continue
        held = {name: cents for name, cents in question.meters.items() if name in setup.meters}
        found.append(At(setup, tuple(names), held))
    return found, left_out


def _passes(plain: Setup, figures: Sequence[Figures]) -> tuple[list[dict[str, str]], list[str]]:
    """Paytables by wager for each pass, so that every one has its turn; and what is left out, and why."""
    rules = plain.edition
    by_wager: dict[str, dict[str, bool]] = {}
    for item in figures:
        if item.wager in rules.initial_wagers:
            by_wager.setdefault(item.wager, {}).setdefault(item.paytable, item.priced)
    left_out: list[str] = []
    passes: list[dict[str, str]] = []
    for wager, priced in by_wager.items():
        called = rules.wagers[wager].name
        if not _fits(plain, wager):
            left_out.append(f"{called}: it is not offered under these options")
            continue
        without = ", ".join(filter(None, (paytable_name(name) for name, known in priced.items() if not known)))
        if not all(priced.values()):
            left_out.append(f"{called} {without}".strip() + ": the amount on a meter, or posted, is not given")
        for number, name in enumerate(name for name, known in priced.items() if known):
            if number == len(passes):
                passes.append({})
            passes[number][wager] = name
    return passes, left_out


def _fits(plain: Setup, wager: str) -> bool:
    """Whether a table with these options may offer ``wager``."""
    wanted = plain.edition.wagers[wager].offered_with
    return all(plain.options[option] == value for option, value in wanted.items())


def _decks(game: Game, rules: Edition, given: Mapping[str, Option]) -> tuple[int | None, dict[str, Option]]:
    """A number of decks that the document does not have; and the options that a table of the document takes."""
    chosen = {slug: value for slug, value in given.items() if slug in rules.options}
    asked = given.get(DECKS)
    printed = rules.options[DECKS].values if DECKS in rules.options else (str(rules.data.deck.decks),)
    if asked is None or str(asked) in printed or not game.kernel.ANY_DECKS:
        return None, chosen
    return int(asked), {slug: value for slug, value in chosen.items() if slug != DECKS}


def _changed(plain: Setup, names: Mapping[str, str], pays: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """The pays that depart from the document: by ``wager/row``, or by the row alone of every wager that has it."""
    found: dict[str, dict[str, str]] = {}
    for wager, data in plain.edition.wagers.items():
        # A wager that hangs on another is paid by that one's paytable, or by one of its own.
        if payer(plain.edition, wager) != wager or (wager not in names and data.kind != "supplemental"):
            continue
        for row in plain.edition.paytable(wager, names.get(wager, "standard"), plain.options).rows:
            text = pays.get(f"{wager}/{row.event}", pays.get(row.event))
            if text is not None and not row.pay.is_posted:
                found.setdefault(wager, {})[row.event] = text
    return found


def _posted(
    plain: Setup, names: Mapping[str, str], pays: Mapping[str, str], meters: Mapping[str, int]
) -> dict[str, dict[str, str]]:
    """What is posted on the rows that the document leaves to the house: by ``wager/row``, or by the row alone.

    A row that has a meter for itself pays the whole of it.
    """
    found: dict[str, dict[str, str]] = {}
    for wager, name in names.items():
        for row in plain.edition.paytable(wager, name, plain.options).rows:
            text = pays.get(f"{wager}/{row.event}", pays.get(row.event))
            if text is None and f"{wager}/{row.event}" in meters:
                text = "100%"
            if row.pay.is_posted and text is not None:
                found.setdefault(wager, {})[row.event] = text
    return found


# -- as a section


def simulation_section(edition: Edition, found: Comparison, figures: Sequence[Figures]) -> Section:
    """The comparison as a section of the sheet that has ``figures``."""
    pieces: list[Piece] = []
    if found.compared:
        every = len(found.compared)
        verdict = "Every mean agrees with its exact value" if found.verdict == "pass" else "A mean is too far away"
        pieces.append(
            Text(
                f"{verdict}. Each wager was played in {found.trial.rounds:,} rounds of the dealt game, by the best "
                f"play, from the seed {found.trial.seed}: the same seed gives the same rounds. One of {every} means "
                f"fails at {found.far:.2f} standard errors; a single one would at {FAR:g} (Bonferroni).",
                alarm=found.verdict == "fail",
            )
        )
        rows = [_row(edition, found, item, figures) for item in found.compared]
        pieces.append(table(_HEADS, rows, title="Simulated beside exact", note=_NOTE))
    if found.left_out:
        pieces += [Text("Not simulated:"), Items(tuple(dict.fromkeys(found.left_out)))]
    if not found.compared and not found.left_out:
        pieces.append(Text("Nothing here can be simulated."))
    return Section("Simulation", tuple(pieces))


_HEADS = Head.row(
    "Wager | Paytable | Bet | Exact: units | Simulated mean: units | Standard error: plain | z: plain | Verdict"
)
_NOTE = (
    "Exact and mean: the player's net per unit of the wager. Standard error: the exact standard deviation over the "
    "root of the rounds. z: how many standard errors the mean lies from the exact value."
)


def _row(edition: Edition, found: Comparison, item: Compared, figures: Sequence[Figures]) -> tuple[Value, ...]:
    column = item.column
    same = (
        other.case
        for other in figures
        if (other.wager, other.paytable) == (column.wager, item.figures.paytable)
        and other.priced
        and float(other.ev) == column.exact
    )
    return (
        wager_names(edition, [column.wager]),
        paytable_name(item.figures.paytable),
        item.figures.case or next(same, ""),
        column.exact,
        column.mean,
        column.standard_error,
        None if column.z is None else f"{column.z:+.2f}".replace("-", MINUS),
        found.verdict_of(item),
    )
