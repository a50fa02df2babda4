"""What must be posted at a table in plain view: limits, paytables as they pay here, amounts and notices."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.public_arguments import taking
from houseway.rulebook.money import dollars
from houseway.table.limits import AGGREGATE_CLAUSE
from houseway.table.setup import A_TABLE, BONUS, PROGRESSIVE, Scheme, Setup
from houseway.table.shown.shape_base import Clause, Shape
from houseway.table.shown.view_shapes import Limits

WHOLE_CLAUSE = "WAC 230-15-671"
"""The rule under which each winner of a bonus prize is paid all of it."""


class PostedRow(Shape, frozen=True):
    """A row of a paytable as it pays at this table."""

    event: str
    name: str
    pays: str


class PostedPaytable(Shape, frozen=True):
    """A paytable."""

    id: str
    odds: str
    clause: Clause | None
    rows: list[PostedRow]


class PostedJackpot(Shape, frozen=True):
    """A jackpot wager; ``moves``: its amount rises with wagers."""

    scheme: Scheme
    moves: bool


class PostedExtra(Shape, frozen=True):
    """A prize for other players than who made the hand."""

    prize: str
    wager: str
    event: str
    pays: str


class Notice(Shape, frozen=True):
    """A notice and the rule that asks for it."""

    clause: Clause | None
    text: str


class Postings(Shape, frozen=True):
    """What must be posted at a table in plain view."""

    game: str
    sign: str
    edition: str
    limits: dict[str, Limits]
    fixed: dict[str, int]
    minimums: dict[str, int]
    aggregate: dict[str, int]
    paytables: dict[str, PostedPaytable]
    jackpots: dict[str, PostedJackpot]
    extras: list[PostedExtra]
    notices: list[Notice]
    notice: str | None


@taking(setup=A_TABLE)
def postings(setup: Setup) -> Postings:
    """Everything that the players must be able to read at this table.

    Pays are those of this table: posted rows filled in, dollar prizes multiplied by its fixed wager. ``notice`` is the
    text that every display of a bonus jackpot carries word for word; ``sign`` is the game's name, for the lit sign.
    """
    edition = setup.edition
    offered = [slug for slug in edition.initial_wagers if slug in setup.wagers]
    fixed = {slug: setup.fixed_amount(slug) for slug in offered}
    return Postings(
        game=edition.about.slug,
        sign=edition.about.name,
        edition=edition.slug,
        limits={slug: setup.limits[slug] for slug in offered if slug in setup.limits},
        fixed={slug: amount for slug, amount in fixed.items() if amount is not None},
        minimums=dict(setup.minimums),
        aggregate=dict(setup.aggregate),
        paytables={
            slug: PostedPaytable(
                table.id, table.odds, table.clause, [PostedRow(row.event, row.name, row.pay.text) for row in table.rows]
            )
            for slug, table in setup.paytables.items()
        },
        jackpots={slug: PostedJackpot(scheme, scheme == PROGRESSIVE) for slug, scheme in setup.schemes.items()},
        extras=[
            PostedExtra(prize, slug, event, pay.text)
            for prize, rows_by_wager in (("Envy", setup.envy), ("Share the Wealth", setup.share))
            for slug, rows in rows_by_wager.items()
            for event, pay in rows.items()
        ],
        notices=list(_notices(setup)),
        notice=setup.notice,
    )


def _notices(setup: Setup) -> Iterator[Notice]:
    rule = setup.wagering
    if rule and rule.most is not None:
        yield Notice(rule.clause, f"A player may wager on at most {rule.most} of the spots.")
    if rule and rule.over is not None:
        yield Notice(rule.over_cite, f"At most {rule.most_over} of a player's wagers may be over {dollars(rule.over)}.")
    for slug, least in setup.minimums.items():
        wager = setup.wager(slug)
        if wager.needs and wager.needs.option:
            other = setup.wager(setup.options[wager.needs.option])
            text = f"{wager.name} needs {other.name} of at least {dollars(least)}."
            yield Notice(setup.cite("minimum", slug) or wager.clause, text)
    for slug, limit in setup.aggregate.items():
        text = f"Aggregate limit: one deal pays all players together at most {dollars(limit)} by odds on "
        yield Notice(AGGREGATE_CLAUSE, f"{text}{setup.wager(slug).name}. Winners share it in proportion.")
    if setup.whole:
        for slug in setup.jackpots:
            if setup.schemes[slug] == BONUS:
                text = f"{setup.wager(slug).name} pays its bonus prizes whole to each player who makes the hand."
                yield Notice(WHOLE_CLAUSE, text)
