"""The state of the Lab as a link: what a query string asks, read into a question to the mathematics, field by field.

The words are those of ``houseway analyze``: ``pay=WAGER/ROW=PAY``, ``option=SLUG=VALUE``, ``meter=NAME=DOLLARS``. What
cannot be read is no error of the whole: it is told with the name of its field, and the rest is kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from urllib.parse import parse_qsl, quote, urlencode

import msgspec

from houseway.errors import HousewayError
from houseway.facade import Game
from houseway.maths.question import FIXED, Question
from houseway.maths.question_errors import BadQuestion
from houseway.maths.terms import read_pay
from houseway.registry import all_games
from houseway.registry import game as find_game
from houseway.rulebook.edition import Edition
from houseway.rulebook.money import parse_typed
from houseway.rulebook.paytables import Paytable
from houseway.table.shown.shape_base import Shape
from houseway.table.table_errors import UnknownGame

MAX_FIELDS = 200
"""Pays, options, meters and rules of one link, at most."""

MAX_LETTERS = 80
"""Letters of one of them, at most."""


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """What a link says, as it is written: nothing of it is checked."""

    game: str = ""
    edition: str = ""
    wager: str = ""
    paytable: str = ""
    strategy: str = ""
    case: str = ""
    options: tuple[str, ...] = ()
    pays: tuple[str, ...] = ()
    meters: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()

    def query(self) -> str:
        """The query string of the same state."""
        single = [(name, getattr(self, name)) for name in _SINGLE]
        several = [(name.removesuffix("s"), each) for name in _SEVERAL for each in getattr(self, name)]
        return urlencode([(name, value) for name, value in (*single, *several) if value], safe="/=:$,", quote_via=quote)


_SINGLE = ("game", "edition", "wager", "paytable", "strategy", "case")
_SEVERAL = ("options", "pays", "meters", "rules")


def link_from(query: str) -> Link:
    """The link that a query string is."""
    pairs = parse_qsl(query)
    single = {name: value for name, value in pairs if name in _SINGLE}
    lists = {name: tuple(value for word, value in pairs if f"{word}s" == name) for name in _SEVERAL}
    return msgspec.convert({**single, **lists}, Link)


class Wrong(Shape, frozen=True):
    """What is wrong with one field. ``field`` is its name and its key, such as ``pay:WAGER/ROW``, or its name alone."""

    field: str
    message: str
    remedy: str


class Read(msgspec.Struct, frozen=True):
    """A link read: the game and edition, the wager shown, its paytable, and the question that is asked of it.

    ``asked`` is about the wager shown; ``design`` is about the whole game, with whatever was changed of other wagers.
    """

    game: Game
    edition: Edition
    wager: str
    table: Paytable
    beside: tuple[Paytable, ...]
    asked: Question
    design: Question
    case: str
    wrong: tuple[Wrong, ...]

    def without(self, name: str, key: str) -> Read:
        """The same without one of its pays, options, meters or rules."""

        def rest(question: Question) -> Question:
            kept = {other: value for other, value in getattr(question, name).items() if other != key}
            return msgspec.structs.replace(question, **{name: kept})

        return msgspec.structs.replace(self, asked=rest(self.asked), design=rest(self.design))

    @property
    def printed(self) -> Question:
        """The same question about the approved game: its own pays, options and rules, with the same amounts."""
        return printed(self.asked, self.edition)


def printed(asked: Question, edition: Edition) -> Question:
    """``asked`` with the pays, the options and the rules of the approved document."""
    chosen = {slug: str(value) for slug, value in asked.options.items()}
    options = {
        slug: value
        for slug, value in chosen.items()
        if slug == FIXED
        or (slug in edition.options and (value in edition.options[slug].values or edition.options[slug].integer))
    }
    return msgspec.structs.replace(asked, pays={}, options=options, rules={})


def read_link(link: Link) -> Read:
    """What a link asks. A game, an edition, a wager or a paytable that is not there is refused as a whole."""
    games = all_games()
    slug = link.game or next(iter(games))
    if slug not in games:
        raise UnknownGame(f"there is no game {slug[:40]!r}", remedy=f"choose {', '.join(games)}")
    game = find_game(slug)
    edition = game.edition(link.edition or None)
    wagers = shown_wagers(game.slug, edition.slug)
    wager = link.wager or wagers[0]
    if wager not in wagers:
        raise BadQuestion(
            f"{edition.about.name} has no wager {wager[:40]!r} with figures of its own",
            remedy=f"choose {', '.join(wagers)}",
        )
    ids = edition.paytable_ids(wager)
    paytable = link.paytable or ids[0]
    if paytable not in ids:
        raise BadQuestion(f"{wager} has no paytable {paytable[:40]!r}", remedy=f"choose {', '.join(ids)}")
    if sum(len(getattr(link, name)) for name in _SEVERAL) > MAX_FIELDS:
        raise BadQuestion("this link has more fields than any game", remedy=f"leave out all but {MAX_FIELDS}")
    return _read(link, game, edition, wager, paytable)


def _read(link: Link, game: Game, edition: Edition, wager: str, paytable: str) -> Read:
    wrong: list[Wrong] = []
    strategies = game.strategies
    strategy = link.strategy or (strategies[0] if strategies else "")
    if strategy and strategy not in strategies:
        remedy = f"choose {', '.join(strategies) or 'none'}"
        wrong.append(Wrong("strategy", f"{game.name} has no strategy {strategy[:40]!r}", remedy))
        strategy = strategies[0] if strategies else ""
    options = _options(link, wrong)
    table = table_of(edition, wager, paytable, options)
    beside = tuple(table_of(edition, *name, options) for name in tables_beside(game.slug, edition.slug, wager))
    tables = {each.wager: each for each in (table, *beside)}
    pays, others = _pays(link, edition, wager, tables, wrong)
    meters = _meters(link, edition, wrong)
    rules = _rules(link, game, edition, wrong)
    jackpot = edition.wagers[wager].kind == "jackpot"
    own_options = {slug: value for slug, value in options.items() if jackpot or slug != FIXED}
    design = Question(
        edition=edition.slug,
        paytable={wager: paytable},
        options=options,
        pays={**pays, **others},
        meters=meters,
        rules=rules,
    )
    asked = Question(
        edition=edition.slug,
        wagers=(wager,),
        paytable=paytable,
        options=own_options,
        pays=pays,
        strategy=strategy or None,
        meters={name: amount for name, amount in meters.items() if name.partition("/")[0] == wager},
        rules=rules,
    )
    return Read(game, edition, wager, table, beside, asked, design, link.case, tuple(wrong))


def _options(link: Link, wrong: list[Wrong]) -> dict[str, str]:
    """The options; a fixed wager is written in dollars and asked in cents."""
    found = _pairs("option", link.options, wrong)
    if (typed := found.pop(FIXED, "")) != "":
        try:
            found[FIXED] = str(parse_typed(typed))
        except HousewayError as error:
            wrong.append(Wrong(f"option:{FIXED}", error.message, error.remedy or DOLLARS))
        else:
            if found[FIXED] == "0":
                del found[FIXED]
                wrong.append(Wrong(f"option:{FIXED}", "a wager of nothing is none", DOLLARS))
    return found


def _pairs(field: str, given: Sequence[str], wrong: list[Wrong]) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in given:
        key, equals, value = word.partition("=")
        if equals and key and len(word) > MAX_LETTERS:
            wrong.append(Wrong(f"{field}:{key[:MAX_LETTERS]}", f"{value[:12]!r}… is too long", "write it shorter"))
        elif not equals or not key:
            wrong.append(Wrong(f"{field}:{key[:40]}", f"{word[:40]!r} cannot be read", "write it as KEY=VALUE"))
        else:
            found[key] = value
    return found


def _pays(
    link: Link, edition: Edition, wager: str, tables: Mapping[str, Paytable], wrong: list[Wrong]
) -> tuple[dict[str, str], dict[str, str]]:
    """The changed pays of the tables shown, and those of other wagers; one that is as printed is none."""
    own: dict[str, str] = {}
    others: dict[str, str] = {}
    for key, text in _pairs("pay", link.pays, wrong).items():
        of, _, event = key.rpartition("/")
        of = of or wager
        if of not in edition.wagers:
            wrong.append(Wrong(f"pay:{key}", f"there is no wager {of[:40]!r}", f"choose {', '.join(edition.wagers)}"))
            continue
        own_table = tables.get(of)
        table = own_table or _with_row(edition, of, event)
        row = table.find(event)
        if row is None:
            rows = ", ".join(each.event for each in table.rows)
            wrong.append(Wrong(f"pay:{of}/{event}", f"there is no row {event[:40]!r} to pay", f"name one of {rows}"))
            continue
        try:
            pay = read_pay(text, table, row.name)
        except HousewayError as error:
            wrong.append(Wrong(f"pay:{of}/{event}", _short(error.message, of, row.name), error.remedy or ""))
            continue
        if own_table is None:
            others[f"{of}/{event}"] = text
        elif (pay.kind, pay.amount) != (row.pay.kind, row.pay.amount):
            own[f"{of}/{event}"] = text
    return own, others


def _with_row(edition: Edition, wager: str, event: str) -> Paytable:
    """A paytable of a wager that has the row, or its first one."""
    tables = [table_of(edition, wager, id, {}) for id in edition.paytable_ids(wager)]
    return next((table for table in tables if table.find(event) is not None), tables[0])


def _short(message: str, wager: str, row: str) -> str:
    """What is wrong with a pay, without the name of the row at which it is told."""
    return message.removeprefix(f"{wager} {row}: ")


def _meters(link: Link, edition: Edition, wrong: list[Wrong]) -> dict[str, int]:
    found = {}
    for name, text in _pairs("meter", link.meters, wrong).items():
        if not text:
            continue
        if name.partition("/")[0] not in edition.wagers:
            known = ", ".join(edition.wagers)
            wrong.append(Wrong(f"meter:{name}", f"there is no meter {name[:40]!r}", f"name one of {known}"))
            continue
        try:
            found[name] = parse_typed(text)
        except HousewayError as error:
            wrong.append(Wrong(f"meter:{name}", error.message, error.remedy or "write dollars, such as $10,000"))
    return found


def _rules(link: Link, game: Game, edition: Edition, wrong: list[Wrong]) -> dict[str, str]:
    """The rules that are changed; one that is as approved is none."""
    known = {rule.slug: rule for rule in game.rules(edition.slug)}
    found: dict[str, str] = {}
    for slug, value in _pairs("rule", link.rules, wrong).items():
        rule = known.get(slug)
        if rule is None:
            said = f"choose from {', '.join(known)}" if known else "this game has none"
            wrong.append(Wrong(f"rule:{slug}", f"there is no rule {slug[:40]!r} that can be changed", said))
            continue
        try:
            if (read := rule.read(value)) != rule.approved:
                found[slug] = read
        except HousewayError as error:
            wrong.append(Wrong(f"rule:{slug}", error.message, error.remedy or ""))
    return found


# -- what a game has


def usual(edition: Edition, options: Mapping[str, str]) -> dict[str, str]:
    """Every option of an edition: as given where the document knows the value, else the usual one."""
    return {
        slug: options[slug] if options.get(slug) in option.values else option.values[0]
        for slug, option in edition.options.items()
    }


def table_of(edition: Edition, wager: str, paytable: str, options: Mapping[str, str]) -> Paytable:
    """A printed paytable under some options."""
    return edition.paytable(wager, paytable, usual(edition, options))


@lru_cache(maxsize=64)
def shown_wagers(game: str, edition: str) -> tuple[str, ...]:
    """The wagers that have figures of their own, those of the others being part of them.

    Whether one has is asked of the game with a question that it refuses before it works anything out.
    """
    found = find_game(game)
    return tuple(slug for slug in found.edition(edition).wagers if _answers(found, edition, slug))


DOLLARS = "write dollars, such as $5"

NO_METER = "no meter has this name"
"""A name that no meter can have: a question with it is refused, after its wager and its pays were found to be good."""


def _answers(game: Game, edition: str, wager: str, pays: Mapping[str, str] | None = None) -> bool:
    if not game.exact:
        return True
    asked = Question(edition=edition, wagers=(wager,), pays=pays or {}, meters={NO_METER: 1})
    try:
        next(game.maths.figures(game, asked), None)
    except HousewayError as error:
        return NO_METER in error.message
    return True


@lru_cache(maxsize=64)
def tables_beside(game: str, edition: str, wager: str) -> tuple[tuple[str, str], ...]:
    """The tables of wagers added during the round whose pays move the figures of ``wager`` too: wager and paytable."""
    found = find_game(game)
    rules = found.edition(edition)
    added = []
    for slug, data in rules.wagers.items():
        if slug == wager or data.kind != "supplemental" or rules.chosen_by(slug) != slug:
            continue
        ids = rules.paytable_ids(slug)
        if not ids:
            continue
        row = table_of(rules, slug, ids[0], {}).rows[0]
        if _answers(found, edition, wager, {f"{slug}/{row.event}": row.pay.text}):
            added.append((slug, ids[0]))
    return tuple(added)
