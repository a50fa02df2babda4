"""Rules on what may be wagered: limits, numbers of wagers, aggregate payout limits, how cards are dealt."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from houseway.compliance.rules.rule_book import EDITION, Found, TableCase, rests_on, table_rule
from houseway.rulebook.money import dollars
from houseway.rulebook.pays import PayKind

FOUR_WAGERS = "four-wagers"
FOURTH_WAGER = "fourth-wager"
AGGREGATE = "aggregate"


@table_rule("template", "private tables are dealt by the program, to one player, for no jackpot")
def template(case: TableCase) -> Iterator[Found]:
    """Play money alone is bet there, and nobody but the player is at the table."""
    table = case.table
    for wrong, what, remedy in (
        (table.cards != "virtual", "has real cards", "let the program deal: cards = virtual"),
        (table.seats != 1, "has more than one seat", "give it one: seats = 1"),
        (bool(table.jackpots), "plays for a jackpot", "take its jackpots and their wagers away"),
    ):
        if table.template and wrong:
            yield Found(f"the template {table.id} {what}", remedy, "the house")


@table_rule("limits", "every wager of a free amount has posted limits")
def limits(case: TableCase) -> Iterator[Found]:
    """Only where limits must be posted."""
    if "limits" not in case.settings["posting"]:
        return
    for wager in case.offered:
        if case.most(wager) is None:
            yield Found(
                f"{wager.name} has no limits to post",
                "give its least and most",
                case.rests_on("limits_set", case.settings.cite("posting"), wager=wager.slug),
                wager.slug,
            )


@table_rule("table-maximum", "no single wager is over the maximum of the day")
def table_maximum(case: TableCase) -> Iterator[Found]:
    """The base wager and each side wager by itself."""
    top = case.settings["table-maximum"]
    for wager in case.edition.wagers.values():
        most = case.most(wager)
        if (
            top is not None
            and most is not None
            and most > top
            and wager.slug in (*case.table.wagers, *case.table.limits)
        ):
            yield Found(
                f"{wager.name} goes up to {dollars(most)}, and no wager may be over {dollars(top)}",
                f"bring it down to {dollars(top)}",
                case.rests_on("limits_set", case.settings.cite("table-maximum"), wager=wager.slug),
                wager.slug,
            )


@table_rule("fourth-wager", "a player can place no fourth wager over five dollars, or it is posted that it is refused")
def fourth_wager(case: TableCase) -> Iterator[Found]:
    """Where more wagers than allowed can be over the limit, the table refuses one of them, and players must know."""
    limit, free = case.settings["fourth-wager-limit"], case.settings["wagers-over-limit"]
    if not case.settings["fourth-wager"] or limit is None:
        return
    rule = "fourth" if case.edition.cite("fourth") else "limits_set"
    cite = case.rests_on(rule, case.settings.cite("fourth-wager"))
    over = [wager for wager in case.together if (most := case.most(wager)) is None or most > limit]
    always = [wager.name for wager in case.together if case.least(wager) > limit]
    if len(always) > free:
        yield Found(
            f"{', '.join(always)} are all over {dollars(limit)} at the least, and at most {free} wagers may be",
            f"let one of them start at {dollars(limit)} or less",
            cite,
        )
    elif len(over) > free and FOURTH_WAGER not in case.posted:
        yield Found(
            f"{', '.join(wager.name for wager in over)} can all be over {dollars(limit)}, and at most {free} may be",
            f"bring one down to {dollars(limit)}, or post {FOURTH_WAGER}: that it is refused as a fourth wager",
            cite,
        )


@table_rule("four-wagers", "a limit on the number of wagers is posted, on the layout where the game wants it there")
def four_wagers(case: TableCase) -> Iterator[Found]:
    """Only where more wagers are offered than may be placed."""
    most = case.settings["most-wagers"]
    on_layout = case.table.game in case.settings["four-wagers-on-layout"]
    if most is None or len(case.offered) <= most:
        return
    if FOUR_WAGERS not in (case.table.layout.posts if on_layout else case.posted):
        name = "four-wagers-on-layout" if on_layout else "most-wagers"
        yield Found(
            f"{len(case.offered)} wagers are offered and a player may place {most}, which is not posted"
            + (" on the layout" if on_layout else ""),
            f"post {FOUR_WAGERS} on the layout" if on_layout else f"post {FOUR_WAGERS}",
            case.rests_on("limits_set", case.settings.cite(name)),
            "layout" if on_layout else "posts",
        )


@table_rule("positions", "a table has no more seats than its layout has positions")
def positions(case: TableCase) -> Iterator[Found]:
    """And at least one."""
    has = case.edition.about.positions
    if case.table.seats is not None and not 1 <= case.table.seats <= has:
        yield Found(
            f"{case.table.seats} seats on a layout of {has} positions",
            f"seat from 1 to {has}",
            case.rests_on("positions", EDITION),
            "seats",
        )


@table_rule("players", "a table has no more players than the profile allows")
def players(case: TableCase) -> Iterator[Found]:
    """A table without a number of seats has one at each position."""
    has = case.edition.about.positions
    seats = has if case.table.seats is None else case.table.seats
    most = case.settings["players"]
    if most is not None and most < seats <= has:
        yield Found(
            f"{seats} players, and at most {most} may sit at a table",
            f"seat {most}",
            case.settings.cite("players"),
            "seats",
        )


@table_rule("machine-dealt", "a game that wants it is dealt from a shuffler or a shoe")
def machine_dealt(case: TableCase) -> Iterator[Found]:
    """Deuces Wild in a commercial room; a tribal casino may deal it by hand."""
    if case.table.game in case.settings["machine-dealt"] and case.options.get("dealt-by") == "hand":
        yield Found(
            f"{case.edition.about.name} is dealt by hand",
            "deal it from an approved shuffler or from a shoe",
            rests_on(case.edition, case.edition.options["dealt-by"].clause, case.settings.cite("machine-dealt")),
            "options.dealt-by",
        )


@table_rule("aggregate-wager", "an aggregate limit is on a wager that is paid by odds", structural=True)
def aggregate_wager(case: TableCase) -> Iterator[Found]:
    """Fixed prizes and percents are not limited so."""
    for slug in case.table.aggregate:
        if slug not in case.table.wagers or _top_odds(case, slug) is None:
            yield Found(
                f"{slug} is not a wager of this table that is paid by odds",
                "limit only a wager that is offered and paid by odds",
                "WAC 230-15-490",
                f"aggregate.{slug}",
            )


@table_rule("aggregate-odds", "no aggregate limit where the highest odds are too low for one")
def aggregate_odds(case: TableCase) -> Iterator[Found]:
    """Under fifty to one none is allowed."""
    needed = case.settings["aggregate-odds"]
    for slug in case.table.aggregate:
        top = _top_odds(case, slug)
        if needed is not None and top is not None and top < needed:
            yield Found(
                f"the highest odds of {slug} are {top}, and an aggregate limit needs {needed} to 1",
                "pay every winner in full: leave the aggregate limit out",
                case.settings.cite("aggregate-odds"),
                f"aggregate.{slug}",
            )


@table_rule("aggregate-least", "an aggregate limit covers the greatest wager at the highest odds, or at fifty to one")
def aggregate_least(case: TableCase) -> Iterator[Found]:
    """The least it may be."""
    needed = case.settings["aggregate-odds"]
    for slug, amount in case.table.aggregate.items():
        top, most = _top_odds(case, slug), case.most(case.edition.wagers[slug]) if slug in case.edition.wagers else None
        if needed is None or top is None or most is None or top < needed:
            continue
        least = most * needed
        if amount < least:
            yield Found(
                f"{slug} is limited to {dollars(amount)}, and {dollars(most)} at {needed} to 1 is {dollars(least)}",
                f"raise it to {dollars(least)} or lower the greatest wager",
                case.settings.cite("aggregate-odds"),
                f"aggregate.{slug}",
            )


@table_rule("aggregate-posted", "an aggregate limit is posted at the table")
def aggregate_posted(case: TableCase) -> Iterator[Found]:
    """Wherever limits are posted."""
    if case.table.aggregate and "limits" in case.settings["posting"] and AGGREGATE not in case.posted:
        yield Found(
            "the aggregate limit is not posted", f"post {AGGREGATE} on the layout or a sign", "WAC 230-15-490", "posts"
        )


def _top_odds(case: TableCase, wager: str) -> Fraction | None:
    """The highest odds that a wager is paid by, or nothing where it is not paid by odds."""
    table = case.setup.paytables.get(wager) if case.setup else None
    table = table or (case.printed(wager) if wager in case.edition.wagers else None)
    if table is None:
        return None
    odds = [
        row.pay.amount for row in table.rows if row.pay.kind in (PayKind.TO_1, PayKind.FOR_1) and row.pay.amount > 0
    ]
    return max(odds, default=None)
