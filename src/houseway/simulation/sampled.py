"""Figures of a game without exact analysis: means of rounds that its procedure deals, each with its standard error."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from houseway.maths.question import FIXED, Question, no_wager
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Figures, Outcome
from houseway.maths.terms import chosen_tables, no_option, no_paytable, of_one_wager
from houseway.rulebook.edition import Edition
from houseway.rulebook.paytables import NO_ROW, Paytable
from houseway.simulation.departures import departing
from houseway.simulation.placing import sets_of
from houseway.simulation.plan import plan
from houseway.simulation.processes import samples
from houseway.simulation.readable import AUTOMATIC, READABLE_BLOCK, ReadableRounds, Sample
from houseway.simulation.run import cores, pieces_of
from houseway.table.folder import GameFolder
from houseway.table.setup import Setup

ROUNDS = 1 << 15
"""Rounds behind each figure: a standard error of about half a percent for even money, in a few seconds."""

SEED = 1
"""The same question has the same answer."""


def sampled(game: GameFolder, question: Question, rounds: int = 0, workers: int = 0) -> Iterator[Figures]:
    """The figures that ``question`` asks for, of the wagers that are placed before the deal, from ``rounds`` of each.

    The automatic player plays, in as many processes as ``workers``. 0: `ROUNDS`, and one for each core.
    """
    rules = game.edition(question.edition)
    if question.strategy not in (None, AUTOMATIC):
        raise BadQuestion(
            f"{game.slug} has no analysis that prices a strategy", remedy="leave it out: the automatic player plays"
        )
    for wager in question.wagers:
        if wager not in rules.initial_wagers:
            raise no_wager(rules, wager, rules.initial_wagers)
    for names in _passes(rules, question):
        setup = _table(game, rules, question, names)
        house: Mapping[str, int] = game.house.get("meters", {})
        amounts = {**house, **question.meters}
        meters = {name: amounts[name] for name in setup.meters if name in amounts}
        sets, _ = sets_of(game, setup, list(names))
        for placed, wanted in sets:
            planned = plan(game, setup, {1: placed}, None, meters)
            program = ReadableRounds(game, setup, {1: placed}, meters)
            found = Sample(0, [{} for _ in program.columns], [{} for _ in program.columns], [0] * len(program.columns))
            for part in samples(
                planned, program, SEED, pieces_of(rounds or ROUNDS, READABLE_BLOCK), workers or cores()
            ):
                found.add(part)
            for place, (_, wager) in enumerate(program.columns):
                if wager in wanted:
                    yield _figures(setup, question, wager, placed[wager], found, place)


def _passes(rules: Edition, question: Question) -> list[dict[str, str]]:
    """Paytables by wager for each table that is dealt, so that every one asked about has its turn."""
    chosen = chosen_tables(rules, question.paytable)
    single = question.paytable if isinstance(question.paytable, str) else None
    found: list[dict[str, str]] = []
    for wager in question.wagers or rules.initial_wagers:
        ids = [name for name in rules.paytable_ids(wager) if single in (None, name) and chosen.get(wager, name) == name]
        for number, name in enumerate(ids):
            if number == len(found):
                found.append({})
            found[number][wager] = name
    if not found:
        known = dict.fromkeys(name for wager in rules.initial_wagers for name in rules.paytable_ids(wager))
        raise no_paytable(question.wager or rules.about.name, str(single), known)
    return found


def _table(game: GameFolder, rules: Edition, question: Question, names: Mapping[str, str]) -> Setup:
    """The house's usual table with the options, paytables and pays asked for."""
    options = {slug: str(value) for slug, value in question.options.items() if slug != FIXED}
    for slug in options:
        if slug not in rules.options:
            raise no_option(rules, slug, FIXED)
    fixed = {
        slug: int(question.options[FIXED])
        for slug in names
        if FIXED in question.options and rules.wagers[slug].kind == "jackpot"
    }
    tables = {wager: name for wager, name in names.items() if rules.paytable_ids(wager) != ("standard",)}
    setup = game.demonstration(rules.slug, options, tables, **({"fixed": fixed} if fixed else {}))
    posted = {wager: dict(rows) for wager, rows in setup.posted.items()}
    changed: dict[str, dict[str, str]] = {}
    for key, pay in question.pays.items():
        wager, _, event = key.rpartition("/")
        if not wager and len(names) > 1:
            raise of_one_wager(key)
        wager = wager or next(iter(names))
        if event in posted.get(wager, {}):
            posted[wager][event] = pay
        else:
            changed.setdefault(wager, {})[event] = pay
    return departing(Setup(rules, **{**setup.as_dict(), "posted": posted}), changed, None)


def _figures(setup: Setup, question: Question, wager: str, stake: int, sample: Sample, place: int) -> Figures:
    n, nets = sample.rounds, sample.nets[place]
    mean = sum(net * times for net, times in nets.items()) / (n * stake)
    spread = sum((net / stake - mean) ** 2 * times for net, times in nets.items()) / max(n - 1, 1)
    hits = sum(times for net, times in nets.items() if net > 0) / n
    error, hit_error = math.sqrt(spread / n), math.sqrt(hits * (1 - hits) / n)
    table = setup.paytables[wager]
    return Figures(
        wager=wager,
        paytable=table.id,
        options={slug: str(value) for slug, value in question.options.items()},
        strategy=AUTOMATIC,
        unit=f"one {setup.edition.wagers[wager].name}",
        mean=mean,
        spread=spread,
        hit_frequency=hits,
        average_action=sample.staked[place] / (n * stake),
        outcomes=tuple(_outcomes(table, sample.events[place], n, stake)),
        distribution=tuple((net / stake, times / n) for net, times in sorted(nets.items())),
        method=f"sampling: {n:,} rounds of seed {SEED}, dealt by the procedure and played by the automatic player",
        exactness=f"sampled: standard error {error:.6f} of the expected value, {hit_error:.6f} of the hit frequency",
        standard_error=error,
        notes=(f"Sampled, not exact: the expected value is {mean:+.4%} with a standard error of {error:.4%}.",),
    )


def _outcomes(table: Paytable, events: Mapping[str, int], n: int, stake: int) -> Iterator[Outcome]:
    """The ends of the wager's own line, as often as they came."""
    for row in (*table.rows, *([NO_ROW] if events.get(NO_ROW.event) else [])):
        net = None if row.pay.is_percent else row.pay.returned(stake) / stake - 1
        yield Outcome(row.event, row.pay.text, events.get(row.event, 0) / n, net, events.get(row.event, 0))
