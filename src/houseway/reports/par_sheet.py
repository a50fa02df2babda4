"""The PAR sheet of a game: everything a test laboratory asks for, from the edition and the results, none of it typed.

`par_sheet` makes the document; `houseway.reports.document.write` writes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Unpack

import msgspec

from houseway.facade import Game
from houseway.maths.assumptions import Assumptions, assumptions
from houseway.maths.progressive import Funding, progressives
from houseway.maths.question import A_QUESTION, ASKED, FIXED, Asked, Option, Question
from houseway.maths.results import Analysis, Figures
from houseway.maths.strategy import Strategy
from houseway.public_arguments import maybe, taking, thing
from houseway.release import VERSION
from houseway.reports import analysis_tables
from houseway.reports.document import (
    DEPARTS,
    Document,
    Fact,
    Facts,
    Head,
    Items,
    Piece,
    Section,
    Table,
    Text,
    captioned,
)
from houseway.reports.game_names import GameNames
from houseway.reports.numbers import words
from houseway.reports.rulings_section import rulings_section
from houseway.reports.sign_off import Prepared, command_fact, game_command, sign_off
from houseway.reports.simulated import Trial, compare, simulation_section, tables_of
from houseway.reports.writers import plots
from houseway.rulebook.edition import Edition

ASSUMED = "Assumed: "


@taking(game=thing(Game, "a game", "give one, such as houseway.game(GAME)"), question=maybe(A_QUESTION), **ASKED)
def par_sheet(
    game: Game,
    question: Question | None = None,
    /,
    *,
    prepared: Prepared | None = None,
    trial: Trial | None = None,
    **asked: Unpack[Asked],
) -> Document:
    """The PAR sheet of ``game``: the whole book, or as narrowed by the question, which may be given as keywords.

    ``trial`` has its wagers simulated, and the means set beside the exact values.
    """
    question = question or Question.of(**asked)
    found = game.edition(question.edition)
    analysis = game.analyze(question)
    taken = assumptions(found, question, game.rules(found.slug))
    if not game.exact:
        simulated = no_simulation("they are means of simulated rounds themselves, each with its standard error")
    elif trial is None:
        simulated = no_simulation("none was asked for")
    else:
        tables, left_out = tables_of(game, question, analysis.figures)
        simulated = simulation_section(found, compare(game, tables, trial, left_out), analysis.figures)
    made = prepared or Prepared()
    command = ""
    if question.strategy is None:
        asked_again = msgspec.structs.replace(question, edition=found.slug)
        file = made.file or f"{game.slug}.pdf"
        rounds, seed = (None, None) if trial is None else (trial.rounds, trial.seed)
        command = game_command(game.slug, asked_again, made, rounds, seed, file)
    return sheet(game, found, analysis, question, taken, prepared=made, simulated=simulated, command=command)


def no_simulation(why: str) -> Section:
    """The section of a sheet whose wagers were not simulated, with the reason."""
    return Section("Simulation", (Text(f"No simulation stands beside these figures: {why}."),))


def sheet(
    game: Game,
    edition: Edition,
    analysis: Analysis,
    question: Question,
    taken: Assumptions,
    *,
    of: str = "",
    head: Sequence[Fact] = (),
    under: str = "the usual options",
    fundings: Mapping[str, Funding] | None = None,
    prepared: Prepared | None = None,
    simulated: Section | None = None,
    command: str = "",
) -> Document:
    """The sheet of an ``analysis`` that answers ``question`` and takes ``taken`` for granted.

    ``of`` says whose sheet it is where it is not that of the whole game, ``head`` what else stands at its head,
    ``under`` which options the summary is; ``fundings`` are how its progressives are fed, by meter, and ``simulated``
    is its section on simulation; ``command`` prints it again.
    """
    groups = groups_of(analysis.figures)
    names = GameNames.of(edition)
    made = prepared or Prepared()
    departs = [Fact(f"{DEPARTS}: {names.assumption(name)}", value) for name, value in taken.departures]
    if departs:
        departs.append(Fact("Fingerprint of the approved game", taken.approved, "code"))
    facts = Facts.of(
        *departs,
        *([Fact("Date", made.on)] if made.on else []),
        *([Fact("Prepared by", made.by)] if made.by else []),
        Fact("Game", f"{edition.about.name} ({game.slug})"),
        Fact("Edition", f"{edition.about.title}, {edition.about.dated} ({edition.slug})"),
        *head,
        Fact("Fingerprint of play", taken.fingerprint, "code"),
        Fact("Fingerprint of text", edition.text_fingerprint, "code"),
        Fact("Fingerprint of the program", game.program, "code"),
        Fact("Release", f"Houseway {VERSION}"),
        *command_fact(command),
        Fact("Cards of the approved game" if departs else "Cards", _deck(edition, question.options)),
        Fact("Positions", edition.about.positions, "count"),
        *(Fact(f"{ASSUMED}{names.assumption(name)}", value) for name, value in taken.assumed),
    )
    sections = [
        summary_section(edition, groups, under),
        *(_wager(edition, wagers, entries, fundings or {}) for wagers, entries in groups),
    ]
    strategies = strategy_section(game, edition, groups, question)
    if strategies is not None:
        sections.append(strategies)
    if simulated is not None:
        sections.append(simulated)
    sections += [_rules(edition), *rulings_section(game, edition, question.wagers), method_section(analysis)]
    sections.append(sign_off(made, command))
    whose = f"{edition.about.name}{of}"
    said = notices(f"{whose}, edition {edition.slug}", taken, names, head)
    printed = f"fingerprint {taken.fingerprint[:16]}"
    footer = (f"{whose} {edition.slug}", printed, f"Houseway {VERSION}", made.on, made.by)
    return Document(
        title=f"{whose}: PAR sheet{' of a game that departs from the approved one' if departs else ''}",
        subtitle=f"{edition.about.title}, edition {edition.slug}",
        facts=facts,
        sections=tuple(captioned(section, said) for section in sections),
        footer=" · ".join(filter(None, footer)),
        colour=edition.about.colour,
        day=made.on,
        author=made.by,
        paper=made.paper,
        notices=said,
    )


def notices(what: str, taken: Assumptions, names: GameNames, head: Sequence[Fact] = ()) -> tuple[str, ...]:
    """What stands on every part of a sheet: departures, what is assumed, and whose figures these are."""
    assumed = [f"{names.assumption(name)} {value}" for name, value in taken.assumed]
    for fact in head:
        if fact.label.startswith(ASSUMED):
            # What is assumed comes first; where it is from is said at the head.
            assumed.append(f"{fact.label.removeprefix(ASSUMED)} {str(fact.value).partition(';')[0]}")
    departs = "; ".join(f"{names.assumption(name)} {value}" for name, value in taken.departures)
    found = [f"{DEPARTS}: {departs}"] if departs else []
    if assumed:
        found.append(f"{ASSUMED}{'; '.join(assumed)}")
    approved = f"; that of the approved game is {taken.approved[:16]}" if taken.departures else ""
    return (*found, f"{what}, fingerprint {taken.fingerprint[:16]}{approved}")


# -- which figures stand where

Group = tuple[tuple[str, ...], tuple[Figures, ...]]


def groups_of(figures: Iterable[Figures]) -> list[Group]:
    """The figures by wager, in order; wagers whose figures are the same throughout stand together."""
    by_wager: dict[str, list[Figures]] = {}
    for item in figures:
        by_wager.setdefault(item.wager, []).append(item)
    found: list[tuple[list[str], tuple[Figures, ...], list[tuple[Any, ...]]]] = []
    for wager, entries in by_wager.items():
        marks = [_mark(item) for item in entries]
        for names, _, others in found:
            if others == marks:
                names.append(wager)
                break
        else:
            found.append(([wager], tuple(entries), marks))
    return [(tuple(names), _shared(entries) if len(names) > 1 else entries) for names, entries, _ in found]


def _shared(entries: Sequence[Figures]) -> tuple[Figures, ...]:
    """Figures that stand for several wagers: their unit is any of them."""
    return tuple(msgspec.structs.replace(item, unit="one wager") for item in entries)


def _mark(item: Figures) -> tuple[Any, ...]:
    """What two wagers must share to be shown as one; options that tell them apart are left out."""
    meters = tuple((meter.coefficient, meter.fixed_return) for meter in item.meters)
    # Wagers that end alike in another order are shown as one all the same.
    outcomes = frozenset((row.event, row.pays, row.probability, row.net) for row in item.outcomes)
    return item.paytable, item.case, item.strategy, item.mean, item.spread, outcomes, meters


def _label(edition: Edition, wagers: Sequence[str], paytable: str) -> str:
    return f"{analysis_tables.wager_names(edition, wagers)} {analysis_tables.paytable_name(paytable)}".strip()


# -- sections


def summary_section(edition: Edition, groups: Sequence[Group], under: str = "the usual options") -> Section:
    """One row for each wager and paytable, and a plot of the edges."""
    first = [(wagers, item) for wagers, entries in groups for item in analysis_tables.leading(entries)]
    names = {item.wager: analysis_tables.wager_names(edition, wagers) for wagers, item in first}
    bars = [
        (f"{_label(edition, wagers, item.paytable)} {item.case}".strip(), float(item.house_edge))
        for wagers, item in first
        if item.priced
    ]
    pieces: list[Piece] = [
        Text(
            "House edge: what the house keeps on average, per unit of the wager. Element of risk: the same per amount "
            "put into action. Hit frequency: how often the player ends above zero. SD: standard deviation of the net "
            f"result, in units. Each under the best play and {under}; the sections below have all others."
        ),
        analysis_tables.summary_table([item for _, item in first], names),
    ]
    if not all(item.priced for _, item in first):
        pieces.append(
            Text(
                "A wager without a house edge is paid from a meter or by a posted amount, and has an edge once that "
                "amount is given. Its own section says what each dollar adds.",
                quiet=True,
            )
        )
    if len(bars) > 1:
        pieces.append(plots.edges(bars, "edges", "House edge by wager and paytable"))
    return Section("Summary", tuple(pieces))


def _wager(
    edition: Edition, wagers: tuple[str, ...], entries: Sequence[Figures], fundings: Mapping[str, Funding]
) -> Section:
    known = (edition.wagers[slug] for slug in wagers if slug in edition.wagers)
    pieces: list[Piece] = [Text(f"{data.name}: {data.says} [{data.clause}]") for data in known]
    first = analysis_tables.leading(entries)
    if len(entries) > len(first):
        pieces.append(analysis_tables.entry_table(entries, title="Every paytable, option and strategy"))
    slug = "-".join(wagers[:2])
    sections = []
    for number, item in enumerate(first):
        name = f"{slug}-{number}".replace("+", "p")
        title = f"Paytable {item.paytable}" if analysis_tables.paytable_name(item.paytable) else "Outcomes"
        title += f", {item.case}" if item.case else ""
        sections.append(_figures(edition, wagers, item, name, title, fundings))
    return Section(analysis_tables.wager_names(edition, wagers), tuple(pieces), tuple(sections))


def _figures(
    edition: Edition, wagers: Sequence[str], item: Figures, name: str, title: str, fundings: Mapping[str, Funding]
) -> Section:
    names = GameNames.of(edition)
    label = f"{_label(edition, wagers, item.paytable)} {item.case}".strip()
    pieces = list(analysis_tables.figure_pieces(item, names))
    title_of_meter = f"{label}: return by the amount on the meter"
    if (drawn := plots.by_meter(item, f"{name}-meter", title_of_meter, names)) is not None:
        pieces.append(drawn)
    pieces += analysis_tables.further_pieces(item, names, progressives(item, fundings))
    if item.priced and item.variance > 0:
        pieces.append(analysis_tables.interval_table(item))
    if item.priced and item.variance > 0 and item.distribution:
        pieces.append(plots.distribution(item, f"{name}-net", f"{label}: distribution of the net result"))
        pieces.append(plots.confidence(item, f"{name}-return", f"{label}: return by number of rounds"))
    pieces += [Text(note, quiet=True) for note in item.notes]
    return Section(title, tuple(pieces))


def strategy_section(game: Game, edition: Edition, groups: Sequence[Group], asked: Question) -> Section | None:
    """Every strategy, by its rules or its charts with every exception, and what each costs."""
    # A wager made later in the hand is made in other hands under another strategy: its figures cannot be set off.
    costs = [
        analysis_tables.cost_table(entries, analysis_tables.wager_names(edition, wagers))
        for wagers, entries in groups
        if wagers[0] not in edition.wagers or edition.wagers[wagers[0]].kind != "supplemental"
    ]
    tables = tuple(found for found in costs if found is not None)
    names = game.strategies
    if not tables:
        # Under changed pays there may be the best play alone: it has nothing to be set off against, and is given.
        played = {item.strategy for _, entries in groups for item in entries if item.decisions}
        names = tuple(name for name in names if name in played)
    if not names:
        return None
    question = Question(
        edition=asked.edition,
        wagers=(asked.wager,) if asked.wager else (),
        paytable=asked.paytable,
        # What a jackpot wager costs changes no decision.
        options={slug: value for slug, value in asked.options.items() if slug != FIXED},
        pays=asked.pays,
        rules=asked.rules,
    )
    sections = []
    drawn: list[Strategy] = []
    for name in names:
        strategy = game.strategy(name, question)
        pieces: list[Piece] = []
        if strategy.note:
            pieces.append(Text(strategy.note))
        if strategy.rules:
            pieces.append(Items(strategy.rules, numbered=True))
        same = next((other for other in drawn if other.tables == strategy.tables), None)
        if same is not None:
            pieces.append(Text(f"It answers every hand as the strategy {same.name} does."))
        elif needs_charts(game, strategy):
            drawn.append(strategy)
            pieces += [piece for chart in game.charts(strategy) for piece in analysis_tables.chart_pieces(chart)]
        sections.append(Section(words(name), tuple(pieces)))
    return Section("Strategy", tables, tuple(sections))


def needs_charts(game: Game, strategy: Strategy) -> bool:
    """Whether a strategy is drawn: the best one, and each that no rules say in full."""
    return strategy.name == game.strategies[0] or not strategy.rules


def _rules(edition: Edition) -> Section:
    clauses = tuple((clause.id, clause.kind, clause.text) for clause in edition.clauses if clause.kind != "information")
    pieces: list[Piece] = [
        Text(
            "The clauses that the procedure follows, in the document's order and in our own words. "
            "The fingerprint of play is that of deck, wagers, limits, options, paytables, equipment and the behaviour "
            "number; the fingerprint of text is that of everything else, these clauses among it."
        ),
        Table(Head.row("Clause | Kind | Text"), clauses),
    ]
    if edition.rulings:
        rulings = tuple((ruling.id, ", ".join(ruling.settles), ruling.text) for ruling in edition.rulings.values())
        pieces.append(Table(Head.row("Ruling | Settles | Text"), rulings, title="Rulings"))
    if edition.data.option:
        options = tuple(
            (option.slug, ", ".join(option.values) + (", or a number" if option.integer else ""), option.says)
            for option in edition.data.option
        )
        pieces.append(Table(Head.row("Option | Values | What it is"), options, title="Options of the house"))
    return Section("Rules", tuple(pieces))


def method_section(analysis: Analysis) -> Section:
    """How the figures were made, and how exactly they hold."""
    ways: dict[tuple[str, str], list[str]] = {}
    for item in analysis.figures:
        ways.setdefault((item.method, item.exactness), []).append(item.wager)
    rows = tuple((", ".join(dict.fromkeys(wagers)), method, exact) for (method, exact), wagers in ways.items())
    return Section(
        "Method",
        (
            Text(
                "Every figure is computed from the edition whose fingerprints stand above, which is also what the "
                "procedure at the table reads. Probabilities are of a fresh shoe."
            ),
            Table(Head.row("Wagers | Method | Exactness"), rows),
        ),
    )


def _deck(edition: Edition, options: Mapping[str, Option]) -> str:
    data = edition.data.deck
    if isinstance(data.decks, int):
        parts = [f"{data.decks} deck{'s' * (data.decks > 1)}"]
    else:
        option = edition.options[data.decks["option"]]
        values = [str(options[option.slug])] if option.slug in options else option.values
        parts = [f"{', '.join(values)} decks (option {option.slug})"]
    if data.without:
        parts.append(f"without {', '.join(data.without)}")
    if data.jokers:
        parts.append(f"{data.jokers} joker{'s' * (data.jokers > 1)} each")
    if data.wild:
        parts.append(f"wild: {', '.join(data.wild)}")
    return "; ".join(parts)
