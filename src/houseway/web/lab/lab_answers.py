"""The figures that the Lab shows for a link, worked out in a process of the Lab's own: never in that of the room."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache

import msgspec

from houseway.errors import HousewayError
from houseway.facade import Game
from houseway.maths.assumptions import Assumptions, assumptions
from houseway.maths.question import FIXED, Question
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Figures, Number, plain
from houseway.registry import all_games
from houseway.registry import game as find_game
from houseway.reports.game_names import GameNames
from houseway.reports.numbers import MINUS, Kind, pay_words, shown, words
from houseway.rulebook.edition import Edition
from houseway.rulebook.paytables import Paytable
from houseway.web.lab import lab_link
from houseway.web.lab.lab_link import Link, Read, Wrong, read_link, shown_wagers
from houseway.web.lab.lab_shapes import (
    Answer,
    Axis,
    Cell,
    CellTable,
    Choice,
    Control,
    Fact,
    Figure,
    MeterField,
    Outcome,
)

MAX_POINTS = 400
"""Results of a distribution that are sent; what lies between is added to its neighbour."""


def answer(link: Link) -> Answer:
    """The figures that ``link`` asks for, and all that the page shows beside them."""
    read, figures = answered(link)
    approved = approved_figures(read, figures)
    taken = taken_of(read)
    names = GameNames.of(read.edition)
    tables = (read.table, *read.beside)
    meters = list(_meters(read, link, figures, names))
    options = list(_options(read, figures))
    rules = list(_rules(read))
    return Answer(
        link=link.query(),
        command=_command(read),
        game=read.game.slug,
        game_name=read.edition.about.name,
        edition=read.edition.slug,
        edition_title=read.edition.about.title,
        wager=read.wager,
        wager_name=names.wager(read.wager),
        paytable=read.table.id,
        strategy=read.asked.strategy if isinstance(read.asked.strategy, str) else "",
        case=figures.case,
        unit=figures.unit,
        games=[Choice(slug, game.name) for slug, game in all_games().items()],
        editions=[Choice(slug, _edition(each, slug)) for slug, each in read.game.editions.items()],
        wagers=[Choice(slug, names.wager(slug)) for slug in shown_wagers(read.game.slug, read.edition.slug)],
        paytables=[Choice(id, paytable_words(id)) for id in read.edition.paytable_ids(read.wager)],
        strategies=[Choice(name, words(name)) for name in read.game.strategies],
        cases=[Choice(case, case[:1].upper() + case[1:]) for case in cases(read)],
        tables=[_cells(table, read, link, names) for table in tables],
        options=options,
        rules=rules,
        meters=meters,
        axes=list(_axes(tables, meters, options, rules, names, read.wager)),
        wrong=list(read.wrong),
        figures=list(_figures(figures, approved)),
        outcomes=list(_outcomes(figures, approved, names, read)),
        distribution=thinned(figures.distribution),
        approved_distribution=thinned(approved.distribution) if approved is not None else [],
        priced=figures.priced,
        favours_player=figures.favours_player,
        departures=_facts(taken.departures, names),
        assumed=_facts(taken.assumed, names),
        fingerprint=taken.fingerprint,
        approved_fingerprint=taken.approved,
        method=f"{figures.method[:1].upper()}{figures.method[1:]}; {figures.exactness}",
        notes=list(figures.notes),
    )


# -- asking


def answered(link: Link) -> tuple[Read, Figures]:
    """A link read, with its figures: those of the fields that are good, where some are not."""
    read = read_link(link)
    try:
        return read, picked(read.game, read.asked, read.case)
    except HousewayError as error:
        return _without(read, error)


def _without(read: Read, error: HousewayError) -> tuple[Read, Figures]:
    """The same question without the field that the game refuses: the one without which it answers."""
    for name in ("rules", "pays", "options", "meters"):
        for key in getattr(read.asked, name):
            rest = read.without(name, key)
            try:
                figures = picked(rest.game, rest.asked, rest.case)
            except HousewayError:
                continue
            wrong = (*read.wrong, Wrong(f"{name.removesuffix('s')}:{key}", error.message, error.remedy or ""))
            return msgspec.structs.replace(rest, wrong=wrong), figures
    asked = lab_link.printed(msgspec.structs.replace(read.asked, meters={}), read.edition)
    wrong = (*read.wrong, Wrong("", error.message, error.remedy or ""))
    return msgspec.structs.replace(read, asked=asked, wrong=wrong), picked(read.game, asked, read.case)


def picked(game: Game, question: Question, case: str = "") -> Figures:
    """The figures to be shown of those that answer a question: of the case asked for, under the usual options first."""
    found = game.analyze(question).figures
    fitting = [each for each in found if each.case == case] or list(found)
    if not fitting:
        raise BadQuestion("this strategy never makes the wager", remedy="choose another strategy")
    return fitting[0]


def approved_figures(read: Read, figures: Figures) -> Figures | None:
    """The figures of the approved game in the same case, with the same amounts; nothing where it has none such."""
    return _approved(read.game.slug, msgspec.json.encode(read.printed), figures.case)


@lru_cache(maxsize=512)
def _approved(game: str, question: bytes, case: str) -> Figures | None:
    asked = msgspec.json.decode(question, type=_Asked)
    # The second time without an amount on a meter that only the changed game has.
    for each in (asked, msgspec.structs.replace(asked, meters={})):
        with suppress(HousewayError):
            return picked(find_game(game), Question(**msgspec.structs.asdict(each)), case)
    return None


class _Asked(msgspec.Struct):
    """A question of the Lab as it is kept: its strategy is a name."""

    edition: str | None = None
    wagers: tuple[str, ...] = ()
    paytable: str | None = None
    options: dict[str, str] = {}
    pays: dict[str, str] = {}
    strategy: str | None = None
    meters: dict[str, int] = {}
    rules: dict[str, str] = {}


@lru_cache(maxsize=256)
def _usual_entries(game: str, edition: str, wager: str, paytable: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The cases of a wager and the options that its figures hang on."""
    found = find_game(game)
    strategy = found.strategies[0] if found.strategies else None
    asked = Question(edition=edition, wagers=(wager,), paytable=paytable, strategy=strategy)
    return tuple((each.case, tuple(each.options)) for each in found.analyze(asked).figures)


def cases(read: Read) -> list[str]:
    """What else a player may bet, where the figures hang on it; empty where they do not."""
    entries = _usual_entries(read.game.slug, read.edition.slug, read.wager, read.table.id)
    found = list(dict.fromkeys(case for case, _ in entries))
    return found if len(found) > 1 else []


# -- parts of the answer


def _edition(edition: Edition, slug: str) -> str:
    """What an edition is called beside the others of its game."""
    title = edition.about.title.removeprefix(f"{edition.about.name}, ")
    return title if slug in title else f"{title} ({slug})"


def paytable_words(id: str) -> str:
    """What a printed paytable is called."""
    return "As printed" if id in ("standard", "") else id


def taken_of(read: Read, pays: Mapping[str, str] | None = None) -> Assumptions:
    """What a design assumes and departs in, with further ``pays``; which paytable is shown stands beside it anyway."""
    design = msgspec.structs.replace(read.design, pays={**read.design.pays, **(pays or {})})
    found = assumptions(read.edition, design, read.game.rules(read.edition.slug))
    own = f"paytable of {read.wager}"
    return msgspec.structs.replace(found, assumed=tuple(fact for fact in found.assumed if fact[0] != own))


def _facts(facts: Sequence[tuple[str, str]], names: GameNames) -> list[Fact]:
    said = [(names.assumption(name), value) for name, value in facts]
    return [Fact(name[:1].upper() + name[1:], value) for name, value in said]


def _cells(table: Paytable, read: Read, link: Link, names: GameNames) -> CellTable:
    typed = dict(word.partition("=")[::2] for word in link.pays)
    cells = []
    for row in table.rows:
        key = f"{table.wager}/{row.event}"
        given = typed.get(key, typed.get(row.event) if table.wager == read.wager else None)
        changed = key in read.asked.pays or any(each.field == f"pay:{key}" for each in read.wrong)
        cells.append(
            Cell(
                field=f"pay:{key}",
                event=row.event,
                name=row.name,
                pay=given if given is not None and changed else compact(row.pay.text, table.odds),
                printed=compact(row.pay.text, table.odds),
                changed=changed,
            )
        )
    return CellTable(
        wager=table.wager,
        name=names.wager(table.wager),
        paytable=paytable_words(table.id),
        unit=table.odds,
        clause=table.clause,
        cells=cells,
    )


def compact(text: str, unit: str) -> str:
    """A pay as a cell has it: without the unit that stands at the head of the table."""
    return text.removesuffix(f" {unit}")


def _options(read: Read, figures: Figures) -> Iterator[Control]:
    """The options that the figures of the wager hang on."""
    hang = {
        slug
        for _, options in _usual_entries(read.game.slug, read.edition.slug, read.wager, read.table.id)
        for slug in options
    }
    given = {slug: str(value) for slug, value in read.asked.options.items()}
    for slug, option in read.edition.options.items():
        if slug not in hang:
            continue
        value = given.get(slug) or figures.options.get(slug) or option.values[0]
        yield Control(
            field=f"option:{slug}",
            name=words(slug),
            says=option.says,
            clause=option.clause,
            value=value,
            approved=option.values[0],
            departs=value not in option.values,
            choices=[Choice(each, words(each)) for each in dict.fromkeys((*option.values, value))],
        )


MAX_NUMBERS = 12
"""Numbers of a rule that are all offered; of more only those worth comparing are."""


def _rules(read: Read) -> Iterator[Control]:
    """The rules that move the figures of the wager."""
    for rule in read.game.rules(read.edition.slug):
        if read.wager not in rule.wagers:
            continue
        value = str(read.asked.rules.get(rule.slug, rule.approved))
        if rule.is_number:
            few = rule.most - rule.least < MAX_NUMBERS
            numbers = range(rule.least, rule.most + 1) if few else sorted({*rule.tries, int(rule.approved), int(value)})
            choices = [Choice(str(each), str(each)) for each in numbers]
        else:
            choices = [Choice(each.slug, each.words[:1].upper() + each.words[1:]) for each in rule.values]
        yield Control(
            field=f"rule:{rule.slug}",
            name=rule.name,
            says=rule.meaning,
            clause=rule.clause,
            value=value,
            approved=rule.approved,
            departs=value != rule.approved,
            choices=choices,
        )


def _meters(read: Read, link: Link, figures: Figures, names: GameNames) -> Iterator[MeterField]:
    if read.edition.wagers[read.wager].kind == "jackpot":
        fixed = dict(word.partition("=")[::2] for word in link.options).get(FIXED, "")
        yield MeterField(f"option:{FIXED}", f"{names.wager(read.wager)} wager", fixed, needed=False, break_even="")
    typed = dict(word.partition("=")[::2] for word in link.meters)
    lines = {each.meter: each for each in figures.meters}
    needed = figures.amounts_needed
    known = dict.fromkeys((*lines, *needed, *(each.meter for each in figures.outcomes if each.meter)))
    for name in known:
        line = lines.get(name)
        alone = line is not None and not line.counted_empty
        yield MeterField(
            field=f"meter:{name}",
            name=names.meter(name),
            amount=typed.get(name, ""),
            needed=name in needed,
            break_even=shown(line.break_even, "dollars") if line is not None and alone and line.break_even else "",
        )


def _axes(
    tables: Sequence[Paytable],
    meters: Sequence[MeterField],
    options: Sequence[Control],
    rules: Sequence[Control],
    names: GameNames,
    wager: str,
) -> Iterator[Axis]:
    for table in tables:
        for row in table.rows:
            if not row.pay.is_posted:
                of = "" if table.wager == wager else f"{names.wager(table.wager)}: "
                yield Axis(f"pay:{table.wager}/{row.event}", f"{of}{row.name}", "pay")
    for each in meters:
        if each.field.startswith("meter:"):
            yield Axis(each.field, each.name, "meter")
    for control in options:
        yield Axis(control.field, control.name, "option")
    for control in rules:
        yield Axis(control.field, control.name, "rule")


class _Asks(msgspec.Struct, frozen=True):
    """How one of the main figures is called, found, and whom more of it favours."""

    slug: str
    name: str
    says: str
    kind: Kind
    of: Callable[[Figures], Number]
    more: str
    needs_amount: bool = True


_ASKED = (
    _Asks("edge", "House edge", "what the house keeps, per unit", "percent", lambda of: of.house_edge, "house"),
    _Asks("return", "Return", "what comes back, per unit", "percent", lambda of: 1 + of.ev, "player"),
    _Asks(
        "hits", "Hit frequency", "how often the player ends ahead", "percent", lambda of: of.hit_frequency, "player",
        needs_amount=False,
    ),
    _Asks("sd", "Spread (SD)", "standard deviation of one result, in units", "plain", lambda of: of.sd, "nobody"),
    _Asks(
        "risk", "Element of risk", "house edge per amount in action", "percent", lambda of: of.element_of_risk, "house"
    ),
    _Asks(
        "action", "Average action", "staked in a round, in units", "plain", lambda of: of.average_action, "nobody",
        needs_amount=False,
    ),
)  # fmt: skip


def _figures(figures: Figures, approved: Figures | None) -> Iterator[Figure]:
    for asks in _ASKED:
        value = _value(asks, figures)
        before = _value(asks, approved) if approved is not None else None
        moved, difference = _difference(value, before, asks.kind)
        favours = "nobody"
        if moved != "same" and asks.more != "nobody":
            favours = asks.more if moved == "up" else {"house": "player", "player": "house"}[asks.more]
        yield msgspec.convert(
            {
                "slug": asks.slug,
                "name": asks.name,
                "says": asks.says,
                "value": plain(value),
                "shown": shown(value, asks.kind),
                "approved": shown(before, asks.kind),
                "difference": difference,
                "moved": moved,
                "favours": favours,
            },
            Figure,
        )


def _value(asks: _Asks, figures: Figures) -> Number | None:
    return asks.of(figures) if figures.priced or not asks.needs_amount else None


def _difference(value: Number | None, before: Number | None, kind: Kind) -> tuple[str, str]:
    if value is None or before is None or value == before:
        return "same", ""
    text = shown(value - before, kind)
    return ("up", f"+{text}") if value > before else ("down", text if text.startswith(MINUS) else f"{MINUS}{text}")


def _outcomes(figures: Figures, approved: Figures | None, names: GameNames, read: Read) -> Iterator[Outcome]:
    before = {each.event: each for each in approved.outcomes} if approved is not None else {}
    rows = {row.event for row in read.table.rows}
    for each in figures.outcomes:
        same = before.get(each.event)
        yield Outcome(
            event=each.event,
            name=names.event(figures.wager, each.event),
            pays=pay_words(each.pays),
            probability=float(each.probability),
            one_in=shown(each.probability, "odds"),
            adds=plain(each.adds),
            adds_shown=shown(each.adds, "units"),
            approved=plain(same.adds) if same is not None else None,
            field=f"pay:{read.wager}/{each.event}" if each.event in rows else "",
        )
    added = {each.wager: each for each in approved.additions} if approved is not None else {}
    for addition in figures.additions:
        same_addition = added.get(addition.wager)
        yield Outcome(
            event=f"added:{addition.wager}",
            name=f"{names.wager(addition.wager)}, added",
            pays="",
            probability=float(addition.per_round),
            one_in=f"{float(addition.per_round):.4f} a round",
            adds=plain(addition.adds),
            adds_shown=shown(addition.adds, "units"),
            approved=plain(same_addition.adds) if same_addition is not None else None,
            field="",
        )


def thinned(distribution: Sequence[tuple[Number, Number]]) -> list[tuple[float, float]]:
    """A distribution of at most `MAX_POINTS` results; neighbours are put together, at their mean."""
    points = [(float(net), float(share)) for net, share in distribution]
    if len(points) <= MAX_POINTS:
        return points
    step = -(-len(points) // MAX_POINTS)
    found = []
    for start in range(0, len(points), step):
        part = points[start : start + step]
        total = sum(share for _, share in part)
        found.append((sum(net * share for net, share in part) / total if total else part[0][0], total))
    return found


def _command(read: Read) -> str:
    """The question as ``houseway analyze`` asks it."""
    parts = [f"houseway analyze {read.game.slug}", f"-e {read.edition.slug}", f"-p {read.wager}={read.table.id}"]
    for slug, value in read.asked.options.items():
        parts.append(f"--option {slug}={Fraction(int(value), 100) if slug == FIXED else value}")
    parts += [f"--pays '{key}={pay}'" for key, pay in read.asked.pays.items()]
    parts += [f"--rule {slug}={value}" for slug, value in read.asked.rules.items()]
    parts += [f"--meter {name}={Fraction(amount, 100)}" for name, amount in read.asked.meters.items()]
    if isinstance(read.asked.strategy, str) and read.asked.strategy != read.game.strategies[0]:
        parts.append(f"--strategy {read.asked.strategy}")
    return " ".join(parts)
