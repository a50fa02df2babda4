"""The tables of an analysis, the same for the PAR sheet, the games' pages and ``houseway analyze``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from houseway.maths.progressive import REACHED, ProgressiveFigures
from houseway.maths.results import Figures, ratio
from houseway.maths.strategy import Chart
from houseway.reports.document import Fact, Facts, Formulas, Grid, Head, Piece, Table
from houseway.reports.game_names import GameNames
from houseway.reports.numbers import Value, pay_words, words
from houseway.reports.volatility import LEVELS, ROUNDS, SURE, interval, rarest_prize
from houseway.reports.writers.formulas import (
    QUANTILE,
    amount_formulas,
    fact_formulas,
    meter_formulas,
    moved,
    outcome_formulas,
    progressive_formulas,
    summary_formulas,
)
from houseway.rulebook.edition import Edition


def table(
    heads: Sequence[Head],
    rows: Sequence[Sequence[Value]],
    *,
    title: str = "",
    note: str = "",
    totals: int = 0,
    formulas: Formulas | None = None,
) -> Table:
    """A table without the columns in which nothing stands."""
    kept = [place for place in range(len(heads)) if any(row[place] not in (None, "") for row in rows)]
    kept = kept or list(range(len(heads)))
    return Table(
        tuple(heads[place] for place in kept),
        tuple(tuple(row[place] for place in kept) for row in rows),
        title=title,
        note=note,
        totals=totals,
        formulas=moved(formulas, kept) if formulas is not None else Formulas(),
    )


def leading(entries: Sequence[Figures]) -> list[Figures]:
    """The entries to be shown in full: for each paytable and case the first, the best play under the usual options."""
    first: dict[tuple[str, str], Figures] = {}
    for item in entries:
        first.setdefault((item.paytable, item.case), item)
    return list(first.values())


def wager_names(edition: Edition, wagers: Sequence[str]) -> str:
    """The names of ``wagers`` as the document prints them."""
    return ", ".join(edition.wagers[slug].name if slug in edition.wagers else words(slug) for slug in wagers)


def paytable_name(paytable: str) -> str:
    """``standard`` is no name that anyone prints."""
    return "" if paytable in ("standard", "") else paytable


def options_text(options: Mapping[str, str]) -> str:
    """Options in one line."""
    return ", ".join(f"{key.replace('-', ' ')} {value}" for key, value in options.items())


def summary_table(entries: Sequence[Figures], names: Mapping[str, str] | None = None) -> Table:
    """One row an entry: wager (by its name in ``names``), paytable and the main figures."""
    heads = Head.row(
        "Wager | Paytable | Bet | House edge: percent | Element of risk: percent +2 | Hit frequency: percent | "
        "SD: plain +1 | Breaks even at: dollars"
    )
    rows = [
        (
            (names or {}).get(item.wager, item.wager),
            paytable_name(item.paytable),
            item.case,
            *_edge_and_risk(item),
            item.hit_frequency,
            item.sd if item.priced else None,
            None if item.priced else break_even(item),
        )
        for item in entries
    ]
    note = " ".join(filter(None, (favours(entries, names), sampled_note(entries))))
    return table(heads, rows, note=note, formulas=summary_formulas(entries))


def sampled_note(entries: Sequence[Figures]) -> str:
    """That figures are sampled, and with which standard errors; nothing where all are exact."""
    errors = [item.standard_error for item in entries if item.standard_error is not None]
    if not errors:
        return ""
    said = f"{min(errors):.4%}" if min(errors) == max(errors) else f"{min(errors):.4%} to {max(errors):.4%}"
    return f"Sampled, not exact: standard error of the house edge {said}."


def favours(entries: Sequence[Figures], names: Mapping[str, str] | None = None) -> str:
    """Which of these favour the player, in words; nothing where none does."""
    found = [
        " ".join(filter(None, ((names or {}).get(item.wager, item.wager), paytable_name(item.paytable), item.case)))
        for item in entries
        if item.favours_player
    ]
    return f"Favours the player, who wins on average: {', '.join(dict.fromkeys(found))}." if found else ""


def _edge_and_risk(item: Figures) -> tuple[Value, Value]:
    """House edge and element of risk; nothing where an amount is not given."""
    return (item.house_edge, item.element_of_risk) if item.priced else (None, None)


def break_even(item: Figures) -> Value:
    """The amount in dollars at which the wager returns its stake, where one amount alone decides that."""
    first = item.meters[0] if item.meters else None
    return None if first is None or first.counted_empty else first.break_even


def entry_table(entries: Sequence[Figures], *, title: str = "") -> Table:
    """One row an entry of one wager: paytable, options, strategy and the main figures."""
    keys = list(dict.fromkeys(key for item in entries for key in item.options))
    heads = (
        *Head.row("Paytable | Bet"),
        *(Head(words(key)) for key in keys),
        *Head.row(
            "Strategy | House edge: percent | Element of risk: percent +2 | Hit frequency: percent | SD: plain +1"
        ),
    )
    rows = [
        (
            paytable_name(item.paytable),
            item.case,
            *(item.options.get(key) for key in keys),
            item.strategy,
            *_edge_and_risk(item),
            item.hit_frequency,
            item.sd if item.priced else None,
        )
        for item in entries
    ]
    return table(heads, rows, title=title, note=favours(entries))


def figure_pieces(item: Figures, names: GameNames) -> Iterator[Piece]:
    """The figures of one entry, its outcomes, and what meters and posted amounts make of them."""
    yield figure_facts(item, names)
    yield outcome_table(item, names)
    yield from meter_pieces(item, names)


def meter_pieces(item: Figures, names: GameNames) -> Iterator[Piece]:
    """What each dollar on a meter adds, and edge and spread with amounts; nothing where no meter pays."""
    if item.meters:
        yield meter_table(item, names)
    if (amounts := amount_table(item, names)) is not None:
        yield amounts


def further_pieces(item: Figures, names: GameNames, funded: Sequence[ProgressiveFigures]) -> Iterator[Piece]:
    """What else is known of one entry: a full table, its progressives over time, how often what is decided."""
    if item.divisions:
        yield division_table(item, names)
    if funded:
        yield progressive_table(funded, names)
        yield growth_table(funded, names)
    if item.decisions:
        yield decision_table(item, names)


def figure_facts(item: Figures, names: GameNames) -> Facts:
    """The figures of one entry, each with its base."""
    live = fact_formulas(item)
    per = f"per {item.unit.removeprefix('one ')}" if item.unit.startswith("one ") else f"per {item.unit}"
    facts = [
        Fact("Unit", item.unit),
        *([Fact("Bet", item.case)] if item.case else []),
        *([Fact("Options", options_text(item.options))] if item.options else []),
        Fact("Strategy", item.strategy),
    ]
    if not item.priced:
        needed = ", ".join(map(names.meter, item.amounts_needed))
        facts.append(Fact("House edge and spread", f"need an amount for {needed}"))
    else:
        facts.append(Fact(f"Expected value, {per}", item.ev, "units", *live("ev")))
    if item.standard_error is not None:
        facts.append(Fact("Standard error of the expected value (sampled)", item.standard_error, "units"))
    if item.ev_exact is not None:
        facts.append(Fact("Expected value, exact", _short_ratio(item.ev_exact), "code"))
    if item.priced:
        facts += [
            Fact(f"House edge, {per}", item.house_edge, "percent", *live("edge")),
            *([Fact("Favours the player", "the player wins on average")] if item.favours_player else []),
            Fact(f"Return, {per}", 1 + item.ev, "percent", *live("return")),
            Fact("Element of risk, per amount in action", item.element_of_risk, "percent", *live("risk")),
        ]
    facts += [
        Fact("Average action, in units", item.average_action, "plain", *live("action")),
        Fact("Hit frequency", item.hit_frequency, "percent", *live("hits")),
    ]
    if item.priced:
        facts += [
            Fact("Variance, in squared units", item.variance, "plain", *live("variance")),
            Fact("Standard deviation, in units", item.sd, "plain", *live("sd")),
            Fact("Volatility index (90 %: 1.645 standard deviations)", QUANTILE * item.sd, "plain", *live("index")),
        ]
    for wager, value in item.together.items():
        of = (
            "Both together, per unit of the first" if wager == "all" else f"{names.wager(wager)}, per unit of its stake"
        )
        facts.append(Fact(of, value, "percent"))
    for played, value in item.together_sd.items():
        how = ", each played for itself" if played == "apart" else ""
        facts.append(Fact(f"Standard deviation of both together{how}", value, "plain"))
    if item.deals is not None:
        facts.append(Fact("Deals counted", item.deals, "count"))
    return Facts(tuple(facts))


def _short_ratio(value: Fraction) -> str:
    text = ratio(value)
    return text if len(text) <= 60 else f"{text[:28]}… ({len(text)} digits, in houseway analyze --json)"


def outcome_table(item: Figures, names: GameNames) -> Table:
    """Counts, probabilities and what each outcome adds to the expected value."""
    rows: list[tuple[Value, ...]] = []
    for outcome in item.outcomes:
        named, chance = names.event(item.wager, outcome.event), outcome.probability
        rows.append((named, pay_words(outcome.pays), outcome.count, chance, chance, outcome.net, outcome.adds))
    counted = all(outcome.count is not None for outcome in item.outcomes) and bool(item.outcomes)
    total = sum((outcome.probability for outcome in item.outcomes), Fraction(0))
    whole = isinstance(total, Fraction) and total == 1
    counts = sum(outcome.count or 0 for outcome in item.outcomes) if counted else None
    for added in item.additions:
        mean = added.adds / added.per_round if added.per_round else None
        rows.append((f"{names.wager(added.wager)}, added", "", None, added.per_round, None, mean, added.adds))
    rows.append(("All", "", counts, 1 if whole else total, None, None, item.mean))
    heads = Head.row(
        "Outcome | Pays | Count: count | Probability: probability | One in: one_in +3 | Net: units +1 | "
        "Adds to the EV: units"
    )
    note = ""
    if any(outcome.net is None for outcome in item.outcomes):
        note = "An outcome without a net is paid from a meter or by a posted amount: see below."
    if item.additions:
        note = (
            "A wager that is added later has its average number per round in the column Probability, and what each one "
            "wins on average as Net. The outcomes above are those of the wager itself. All rows add up to the total."
        )
    return table(heads, rows, title="Outcomes", note=note, totals=1, formulas=outcome_formulas(item))


def meter_table(item: Figures, names: GameNames) -> Table:
    """What each meter or posted row adds to the return."""
    meters = item.meters
    heads = Head.row(
        "Meter or posted row | Return without it: percent | Added by each dollar: probability | "
        "Breaks even at: dollars | Wagers between hits: plain | Their SD: plain +1"
    )
    rows = tuple(
        (
            names.meter(meter.meter),
            meter.fixed_return,
            meter.coefficient,
            meter.break_even,
            _rounds(meter.rounds_between_hits),
            _rounds(meter.spread_between_hits),
        )
        for meter in meters
    )
    note = (
        "Return per unit staked = return without it + dollars on the meter × what each dollar adds. "
        "It breaks even where that is 100 %."
    )
    empty = list(dict.fromkeys(name for meter in meters for name in meter.counted_empty))
    if empty:
        note += f" No amount is given for {', '.join(map(names.meter, empty))}: the other lines count it as empty."
    return Table(heads, rows, title="Return by meter or posted amount", note=note, formulas=meter_formulas(item))


def amount_table(item: Figures, names: GameNames) -> Table | None:
    """Edge and spread where the wager breaks even, and with the amounts that were given; nothing without a meter."""
    cases: list[tuple[str, Figures]] = []
    if item.priced and any(outcome.meter for outcome in item.outcomes):
        cases.append(("as given", item))
    first = item.meters[0] if item.meters else None
    if first is not None and first.break_even is not None and not first.counted_empty:
        amount = Fraction(first.break_even) * 100
        known = {outcome.meter for outcome in item.outcomes if outcome.meter is not None and outcome.net is not None}
        if amount >= 0 and set(item.amounts_needed) <= {first.meter} | known:
            cases.append((f"at break-even ({names.meter(first.meter)})", item.at({first.meter: amount})))
    if not cases:
        return None
    heads = Head.row("Amount | Dollars: dollars | Return: percent | House edge: percent | SD: plain")
    rows = [(name, _amount(case), 1 + case.ev, case.house_edge, case.sd) for name, case in cases if case.priced]
    if not rows:
        return None
    return table(heads, rows, title="With the jackpot", formulas=amount_formulas(item, [name for name, _ in cases]))


def _amount(item: Figures) -> Value:
    """The amount on the meter in dollars, where there is one meter."""
    for outcome in item.outcomes:
        if outcome.meter and outcome.net is not None and outcome.empty is not None and outcome.per_dollar:
            return (outcome.net - outcome.empty) / outcome.per_dollar
    return None


def division_table(item: Figures, names: GameNames) -> Table:
    """What the rows paid from meters are worth at a full table."""
    seats = item.divisions[0].seats
    heads = Head.row(
        f"Outcome | One seat: odds | Any of {seats} seats: odds | Another seat wins too: probability +1 | "
        "Share of the prize: percent | Added by each dollar: probability"
    )
    rows = [
        (names.event(item.wager, row.event), row.probability, row.somebody, row.shared, row.share, row.coefficient)
        for row in item.divisions
    ]
    divided = item.divisions[0].divided
    note = "Winners in one round divide the prize." if divided else "Each winner in a round gets the whole prize."
    return table(heads, rows, title=f"At a full table of {seats}", note=f"{note} Every seat plays the wager.")


def progressive_table(items: Sequence[ProgressiveFigures], names: GameNames) -> Table:
    """Meters with their seed and contribution: at the seed, at break-even, and in the long run."""
    heads = Head.row(
        "Meter | Players: count | Seed: dollars | Contribution: percent | Return at the seed: percent | "
        "Breaks even at: dollars | Rounds between full hits: plain | Their SD: plain +1 | "
        "Mean amount: dollars +1 | Return in the long run: percent | Reaches break-even: percent +1"
    )
    rows = [
        (
            names.meter(item.meter),
            item.seats,
            Fraction(item.funding.seed, 100),
            item.contribution,
            item.return_at(item.funding.seed),
            item.break_even,
            _rounds(item.between),
            _rounds(item.spread),
            item.mean_amount,
            item.long_run_return,
            item.reaches_break_even,
        )
        for item in items
    ]
    note = (
        "In the long run a meter pays what goes in: the contributions, and the reset amount at each full hit. "
        "Reaches break-even: how likely the meter grows that far before anything is taken from it."
    )
    return table(heads, rows, title="Progressive", note=note, formulas=progressive_formulas(items))


def growth_table(items: Sequence[ProgressiveFigures], names: GameNames) -> Table:
    """How long a meter goes without a hit, and how far it grows by then: what the house may come to owe."""
    heads = (
        *Head.row("Meter | Players: count | A round hits: odds | Median rounds: count"),
        *(Head(f"1 in {chance.denominator} passes", "dollars") for chance in REACHED),
    )
    rows = [
        (
            names.meter(item.meter),
            item.seats,
            item.any_hit,
            item.median,
            *(item.reached(chance) for chance in REACHED),
        )
        for item in items
    ]
    note = (
        "From the reset amount on. Median rounds: within so many after a full hit the next has come as often as not. "
        "1 in 10 passes: the amount that one meter in ten comes to before anything is taken from it."
    )
    return table(heads, rows, title="How far a meter grows", note=note)


def _rounds(value: Fraction | float | None) -> float | None:
    return None if value is None else round(float(value), 2)


def decision_table(item: Figures, names: GameNames) -> Table:
    """How often each decision is taken."""
    heads = Head.row("Decision | Answer | Per round: probability")
    rows = tuple(
        (names.question(ask), names.choice(answer), share)
        for ask, answers in item.decisions.items()
        for answer, share in answers.items()
    )
    return Table(heads, rows, title="Decisions")


def interval_table(item: Figures) -> Table:
    """Confidence intervals of the return by number of rounds."""
    heads = (Head("Rounds", "count"), *(Head(f"{level:.0%}", "range") for level in LEVELS))
    rarest = rarest_prize(item)
    rows: list[tuple[Value, ...]] = []
    marked = False
    for rounds in ROUNDS:
        unsure = rarest * rounds < SURE
        marked |= unsure
        cells = []
        for level in LEVELS:
            low, high = interval(item, rounds, level)
            cells.append(f"{100 * low:.3f} – {100 * high:.3f} %{' *' if unsure else ''}")
        rows.append((rounds, *cells))
    note = "Return per unit over so many rounds: mean ± quantile × SD / √rounds."
    if marked:
        note += f" * The rarest prize is expected fewer than {SURE} times: the normal approximation is rough there."
    return Table(heads, tuple(rows), title="Confidence intervals of the return", note=note)


def cost_table(entries: Sequence[Figures], name: str) -> Table | None:
    """What each strategy of one wager costs against the best one, by paytable, under the usual options."""
    usual = {(item.paytable, item.case): item for item in leading(entries)}
    rows = [
        (paytable_name(item.paytable), item.case, item.strategy, item.house_edge, best.ev - item.ev)
        for item in entries
        if item.options == (best := usual[item.paytable, item.case]).options
        and item is not best
        and item.priced
        and best.priced
    ]
    if not rows:
        return None
    heads = Head.row("Paytable | Bet | Strategy | House edge: percent | Costs: percent")
    note = f"Costs: what the strategy loses against the best play, in percent of {entries[0].unit}."
    return table(heads, rows, title=f"{name}: cost of each strategy", note=note)


def _unbroken(hand: str) -> str:
    """A hand that no line breaks: its cards with hyphens between them."""
    return hand.replace(" ", "-")


HANDS_IN_A_ROW = 36
"""Hands in one cell of a table; more go on in the next row, so that a page can break between them."""


def chart_pieces(chart: Chart) -> list[Piece]:
    """A strategy's chart, and below it every cell with a star: what it shows, and the hands played otherwise."""
    rows = [
        (cell.row, cell.column, cell.shown, answer, ", ".join(map(_unbroken, hands[first : first + HANDS_IN_A_ROW])))
        for cell in chart.exceptions
        for answer, hands in cell.otherwise.items()
        for first in range(0, len(hands), HANDS_IN_A_ROW)
    ]
    if not rows:
        return [Grid(chart)]
    heads = (
        Head(words(chart.row_title or "row")),
        Head(words(chart.column_title or "column")),
        *Head.row("Chart says | Instead | With these hands"),
    )
    return [Grid(chart), table(heads, rows, title=f"{chart.title}: cells with a star", note=chart.hands)]
