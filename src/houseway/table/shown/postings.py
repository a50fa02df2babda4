"""What must be posted at a table in plain view: limits, paytables as they pay here, amounts and notices."""

from __future__ import annotations

from typing import Any

from houseway.rulebook.money import dollars
from houseway.table.limits import aggregate_notices
from houseway.table.setup import BONUS, PROGRESSIVE, Setup

WHOLE_CLAUSE = "WAC 230-15-671"
"""The rule under which each winner of a bonus prize is paid all of it."""


def postings(setup: Setup) -> dict[str, Any]:
    """Everything that the players must be able to read at this table, as plain data.

    Pays are those of this table: posted rows filled in, dollar prizes multiplied by its fixed wager. ``notice`` is the
    text that every display of a bonus jackpot carries word for word; ``sign`` is the game's name, for the lit sign.
    """
    edition = setup.edition
    offered = [slug for slug in edition.initial_wagers if slug in setup.wagers]
    notices = []
    rule = setup.wagering
    if rule and rule.most is not None:
        notices.append({"clause": rule.clause, "text": f"A player may wager on at most {rule.most} of the spots."})
    if rule and rule.over is not None:
        text = f"At most {rule.most_over} of a player's wagers may be over {dollars(rule.over)}."
        notices.append({"clause": rule.over_cite, "text": text})
    for slug, least in setup.minimums.items():
        needs = setup.wager(slug).needs
        if needs and needs.option:
            other = setup.wager(setup.options[needs.option])
            notices.append(
                {
                    "clause": setup.cite("minimum", slug) or setup.wager(slug).clause,
                    "text": f"{setup.wager(slug).name} needs {other.name} of at least {dollars(least)}.",
                }
            )
    notices += aggregate_notices(setup)
    if setup.whole:
        notices += [
            {
                "clause": WHOLE_CLAUSE,
                "text": f"{setup.wager(slug).name} pays its bonus prizes whole to each player who makes the hand.",
            }
            for slug in setup.jackpots
            if setup.schemes[slug] == BONUS
        ]
    extras = []
    for what, rows_by_wager in (("Envy", setup.envy), ("Share the Wealth", setup.share)):
        for slug, rows in rows_by_wager.items():
            extras += [{"prize": what, "wager": slug, "event": event, "pays": pay.text} for event, pay in rows.items()]
    return {
        "game": edition.about.slug,
        "sign": edition.about.name,
        "edition": edition.slug,
        "limits": {slug: list(setup.limits[slug]) for slug in offered if slug in setup.limits},
        "fixed": {slug: setup.fixed_amount(slug) for slug in offered if setup.fixed_amount(slug) is not None},
        "minimums": dict(setup.minimums),
        "aggregate": dict(setup.aggregate),
        "paytables": {
            slug: {
                "id": table.id,
                "odds": table.odds,
                "clause": table.clause,
                "rows": [{"event": row.event, "name": row.name, "pays": row.pay.text} for row in table.rows],
            }
            for slug, table in setup.paytables.items()
        },
        "jackpots": {
            slug: {"scheme": scheme, "moves": scheme == PROGRESSIVE} for slug, scheme in setup.schemes.items()
        },
        "extras": extras,
        "notices": notices,
        "notice": setup.notice,
    }
