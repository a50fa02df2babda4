"""The report *play that follows the count*: whose stakes rise when the cards left favour the player."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.reports.document import Document, Fact, Facts, Head, Section, Table, Text
from houseway.reports.floor.count_play.followed_counts import CHANCE, FEWEST_SHOES, Follower, followers
from houseway.reports.floor.reading import Reader
from houseway.reports.game_names import GameNames
from houseway.reports.numbers import Value, shown

LISTED = 200
"""Lines of the report, at most; those that follow the count most closely."""


def advantage(reader: Reader) -> Document:
    """Play that follows the count."""
    found = followers(reader)
    standing = [each for each in found if each.stands_out(len(found))]
    alarms = [Text(f"{follower_words(each)}. {follower_distance(each)}", alarm=True) for each in standing]
    if not found:
        told = "No player's stakes changed at a table that is dealt to a cut card in this period."
        return reader.document("Play that follows the count", Section("Summary", (Text(told), *_NOTES)))
    facts = Facts.of(
        Fact("Players and wagers", len(found), "count"),
        Fact("Judged, from so many shoes on", FEWEST_SHOES, "count"),
        Fact("Follow the count", len(standing), "count"),
    )
    return reader.document(
        "Play that follows the count",
        Section("Summary", (*alarms, facts, *_NOTES)),
        Section("Players and wagers", (_table(found),)),
    )


def follower_words(each: Follower) -> str:
    """Whose stakes follow the count, and on which wager."""
    wager = GameNames(each.game, each.edition).wager(each.wager)
    return f"Table {each.table}, {each.player}: stakes on {wager} follow the count"


def follower_distance(each: Follower) -> str:
    """By how much, and how unlikely that is."""
    more = f"{shown(round(each.favourable), 'cents')} on average when the shoe is good, "
    more += f"{shown(round(each.otherwise), 'cents')} when it is not, over {each.shoes} shoes."
    rare = "more than a million" if each.unlikely < 1e-6 else f"{round(1 / each.unlikely):,}"
    return f"{more} One in {rare} players who do not count would do so by chance."


_NOTES = (
    Text(
        "Tables that are dealt to a cut card, rounds on record. Before each round what a unit of the wager was worth "
        "with the cards that were left is worked out, and held against what the player staked. The stakes of whoever "
        "does not count rise as often in bad shoes as in good ones.",
        quiet=True,
    ),
    Text(
        "How unlikely: the chance that stakes which know nothing of the shoe follow it as closely, taken over whole "
        f"shoes. A line stands out where not one in {round(1 / CHANCE)} such reports would have a line like it. Two "
        "players who work together, one who counts and one who comes in with large stakes, show in the latter.",
        quiet=True,
    ),
)


def _table(found: Sequence[Follower]) -> Table:
    heads = Head.row(
        "Table | Player | Wager | Shoes: count | Rounds: count | Mean stake, good shoe: cents | "
        "Mean stake, other shoe: cents | Correlation: thousandths | How unlikely: odds | Stands out"
    )
    rows: list[tuple[Value, ...]] = [
        (
            each.table,
            each.player,
            GameNames(each.game, each.edition).wager(each.wager),
            each.shoes,
            each.rounds,
            round(each.favourable),
            round(each.otherwise),
            each.correlation,
            each.unlikely,
            "Look into it: follows the count" if each.stands_out(len(found)) else "",
        )
        for each in found[:LISTED]
    ]
    note = f"{len(found) - LISTED:,} more lines are left out." if len(found) > LISTED else ""
    return Table(heads, tuple(rows), note=note)
