"""The page of a game's protection: how it can be beaten, by how much, how it is seen and what stops it.

``python -m houseway.reports.protection_pages docs/protection`` writes a Markdown file and a JSON file a game, for a
table of an ordinary house; a game that may be dealt from a shoe is shown dealt to a cut card.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from houseway.facade import Game
from houseway.maths.protection.findings import (
    EXACT,
    PERFECT,
    Count,
    Counted,
    Deviation,
    KnownCards,
    Protection,
    WagerProtection,
)
from houseway.registry import all_games
from houseway.release import VERSION
from houseway.reports.document import Document, Fact, Facts, Head, Piece, Section, Table, Text, write
from houseway.reports.game_names import GameNames
from houseway.reports.numbers import MINUS, Value

SHOE = "shoe"
"""The option by which a table is dealt to a cut card."""

DECKS = "decks"
"""The option by which a table has another number of decks."""

PENETRATION = 75
"""Percent of a shoe before the cut card of the table that the pages are about."""

SHOES = 4_000
"""Shoes dealt for a page."""

NOT_COUNTABLE = (
    "A fresh deck every round is not countable: no card that was dealt is missing from the next round, whatever a "
    "player remembers."
)


def protection_document(game: Game, found: Protection, by_decks: Sequence[Protection] = ()) -> Document:
    """``found`` as a document; ``by_decks`` is found for other numbers of decks, to compare."""
    edition = game.edition(found.edition)
    names = GameNames.of(edition)
    sections = [_summary(found, names)]
    if found.countable:
        sections += [_counting(found, names), _measures(found, by_decks, names)]
    sections.append(_known(found.known, names))
    if found.deviations:
        sections.append(_deviations(found.deviations))
    sections += [_cards(found, names), _advice(found), _method(found)]
    return Document(
        title=f"{edition.about.name}: game protection",
        subtitle="What a player can gain who knows more than he should",
        facts=Facts.of(
            Fact("Edition", edition.slug),
            Fact("Fingerprint of play", edition.fingerprint, "code"),
            Fact("Dealt from", found.shoe),
            Fact("Can be counted", "yes" if found.countable else "no"),
            Fact("Made by", f"Houseway {VERSION}, houseway.reports.protection_pages"),
        ),
        sections=tuple(sections),
        footer=f"Other tables, cut cards and seats: houseway protect {game.slug}.",
        colour=edition.about.colour,
    )


# -- the summary


def _summary(found: Protection, names: GameNames) -> Section:
    pieces: list[Piece] = []
    if not found.countable:
        pieces.append(Text(NOT_COUNTABLE))
    rows: list[tuple[Value, ...]] = []
    for wager in found.wagers:
        best = max(_of_wager(found.known, wager.wager), key=lambda each: float(each.gain), default=None)
        counted = _best_counted(wager.counted)
        won = (counted.units_per_100 if counted else None,) if found.countable else ()
        gain = (best.what, best.gain) if best and best.gain > 0 else ("no card known helps", None)
        rows.append((names.wager(wager.wager), -wager.value, *won, *gain))
    counting = "Counting, units in 100 rounds: thousandths | " if found.countable else ""
    table = Table(
        Head.row(f"Wager | House edge: percent | {counting}Most is gained where | Gain: percent"),
        tuple(rows),
        note="Gain: by how much the player's result moves, in percent of one wager. Where the knowledge comes before "
        "the wager it is the result of a round in which he bets or stays out.",
    )
    return Section("Summary", (*pieces, table))


def _best_counted(counted: Sequence[Counted]) -> Counted | None:
    """What can be won with a count that is kept by hand, behind the deepest cut card; perfect knowledge if none is."""
    deepest = max((each.cut for each in counted), default=0)
    last = [each for each in counted if each.cut == deepest and each.seats == min(c.seats for c in counted)]
    by_hand = [each for each in last if each.count.startswith("level")]
    return max(by_hand or last, key=lambda each: each.units_per_100, default=None)


def _of_wager(known: Sequence[KnownCards], wager: str) -> list[KnownCards]:
    return [each for each in known if each.wager == wager]


# -- counting


def _counting(found: Protection, names: GameNames) -> Section:
    inner = []
    for wager in found.wagers:
        pieces: list[Piece] = []
        if wager.note:
            pieces.append(Text(wager.note, quiet=True))
        pieces.append(_count_table(wager.counts, wager) if wager.counts else _UNMOVED)
        if wager.counted:
            pieces.append(_counted_table(wager.counted, wager))
        inner.append(Section(names.wager(wager.wager), tuple(pieces)))
    text = Text(
        "A count gives every card a tag; the sum of the tags of the cards seen, divided by the decks (of 52 cards) "
        "left, is the true count. Where the tags of a whole deck do not sum to nothing, what should have come by now "
        "is taken off. The player bets from the trigger on. Perfect knowledge is the bound: no count of the "
        "cards that have gone wins more from the same wager."
    )
    return Section("Counting", (text,), tuple(inner))


_UNMOVED = Text(
    "No single card moves this wager: every rank and suit is like any other to it, so that no count of cards tells "
    "anything. What is left are shoes in which some cards have come much more often than others: see perfect knowledge."
)


def _count_table(counts: Sequence[Count], wager: WagerProtection) -> Table:
    rows = tuple(
        (count.name, tags_in_words(count, wager), count.correlation, count.slope, _number(count.trigger))
        for count in counts
    )
    heads = Head.row(
        "Count | Tags | Betting correlation: thousandths | A point is worth: percent | Bet from a true count of"
    )
    return Table(heads, rows)


def _number(value: Fraction | None) -> str:
    return "never" if value is None else f"{float(value):g}".replace("-", MINUS)


def tags_in_words(count: Count, wager: WagerProtection) -> str:
    """The tags of a count, kinds of one tag together: by rank where all suits of a rank have one."""
    by_rank: dict[str, list[tuple[str, Fraction]]] = {}
    present = {effect.card for effect in wager.effects}
    for kind, tag in zip(wager.kinds, count.tags, strict=True):
        if kind in present:
            by_rank.setdefault(kind[0] if len(kind) == 2 else kind, []).append((kind, tag))
    named: list[tuple[str, Fraction]] = []
    for rank, kinds in by_rank.items():
        tags = {tag for _, tag in kinds}
        named += [(rank, kinds[0][1])] if len(tags) == 1 else kinds
    together: dict[str, list[str]] = {}
    for name, tag in named:
        if tag:
            together.setdefault(f"{float(tag):+.2f}".rstrip("0").rstrip("."), []).append(name)
    order = sorted(together, key=float, reverse=True)
    return "; ".join(f"{' '.join(together[tag])}: {tag}" for tag in order).replace("-", MINUS)


def _counted_table(counted: Sequence[Counted], wager: WagerProtection) -> Piece:
    betting = {each.count for each in counted if each.bets}
    if not betting:
        return Text(
            "Counting cannot beat it: of all rounds simulated, behind every cut card and for every number of seats, "
            "not one was favourable, even to a player who knew every card that was left."
        )
    heads = Head.row(
        "Count | Seats: count | Cards before the cut: count | Rounds a shoe: tenths | Rounds bet: percent | "
        "Edge when bet: percent | Units in 100 rounds: thousandths | Standard error: thousandths | "
        "Spread that breaks even: tenths"
    )
    rows = tuple(
        (
            each.count,
            each.seats,
            each.cut,
            each.rounds,
            each.bets,
            each.edge,
            each.units_per_100,
            each.error_per_100,
            spread_needed(each, wager),
        )
        for each in counted
        if each.count in betting
    )
    never = [name for name in dict.fromkeys(each.count for each in counted) if name not in betting]
    note = (
        "Simulated; the edge of every bet is valued at the cards that were left. Spread that breaks even: a player who "
        "must bet one unit in every round has to bet this many when the count is good, to lose nothing; where the "
        "limits allow less, counting does not pay."
    )
    if never:
        note += f" It never comes to a bet with: {', '.join(never)}."
    return Table(heads, rows, note=note)


def spread_needed(counted: Counted, wager: WagerProtection) -> float | None:
    """How many units he must bet in good rounds, one being bet in all others, to lose nothing; nothing if it never is.

    Over all rounds in which the wager can be made a unit wins what it does from a fresh shoe, and every further one
    what the counted bets win.
    """
    if counted.units_per_100 <= 0:
        return None
    return max(1 - 100 * float(wager.share * wager.value) / counted.units_per_100, 1.0)


def _measures(found: Protection, by_decks: Sequence[Protection], names: GameNames) -> Section:
    """What the house can do, in figures: the best that a count of each kind wins, by cut card, seats and decks."""
    rows: list[tuple[Value, ...]] = [
        (names.wager(wager.wager), "shuffled for every round", None, None, 0.0, None) for wager in found.wagers
    ]
    rows += [
        (
            names.wager(wager.wager),
            f"{counted.decks} decks, the cut card behind {counted.cut} cards",
            counted.seats,
            counted.count,
            counted.units_per_100,
            spread_needed(counted, wager),
        )
        for each in (found, *by_decks)
        for wager in each.wagers
        for counted in _best_of_each(wager.counted)
    ]
    heads = Head.row(
        "Wager | Procedure | Seats: count | Best count | Units in 100 rounds: thousandths | "
        "Spread that breaks even: tenths"
    )
    order = {names.wager(wager.wager): place for place, wager in enumerate(found.wagers)}
    rows.sort(key=lambda row: order[str(row[0])])
    text = Text(
        "The best that any count above wins, perfect knowledge left out where a count bets at all. A cut card further "
        "up, more seats a shoe and fewer decks each change how many good rounds come; a limit of the highest wager to "
        "less than the spread that breaks even leaves nothing to be won by whoever must bet in every round."
    )
    return Section("What shuffles, cut cards, seats, decks and limits do", (text, Table(heads, tuple(rows))))


def _best_of_each(counted: Sequence[Counted]) -> list[Counted]:
    """The best count for each number of seats and cut card."""
    found: dict[tuple[int, int], list[Counted]] = {}
    for each in counted:
        found.setdefault((each.seats, each.cut), []).append(each)
    best = []
    for group in found.values():
        kept = [each for each in group if each.count != PERFECT and each.bets] or group
        best.append(max(kept, key=lambda each: each.units_per_100))
    return best


# -- cards known


def _known(known: Sequence[KnownCards], names: GameNames) -> Section:
    heads = Head.row(
        "Wager | What is known | Result with it: percent | Gain: percent | Rounds bet: percent | How | "
        "Standard error: percent"
    )
    rows = tuple(
        (
            names.wager(each.wager),
            each.what,
            each.value,
            each.gain,
            each.how_often,
            each.how,
            None if each.how == EXACT else each.error,
        )
        for each in known
    )
    text = Text(
        "A card seen by a flash, a hand that another seat shows, a back that tells one group of cards from another. "
        "The play is the best that the knowledge allows. Where rounds bet are given, the knowledge comes before the "
        "wager and the player stays out of the other rounds; the result is then that of a round, bet or not."
    )
    return Section("Cards seen, shared or told by their backs", (text, Table(heads, rows)))


def _deviations(deviations: Sequence[Deviation]) -> Section:
    heads = Head.row("Situation | Usual | Better | True count")
    rows = tuple(
        (
            each.situation,
            each.usual,
            each.other,
            f"{float(each.index):g} {'or less' if each.below else 'or more'}".replace("-", MINUS),
        )
        for each in deviations
    )
    text = Text(
        f"Decisions that turn with the count ({deviations[0].count} of the first wager above). The index is linear in "
        "the cards removed; the hand named stands for others of its total."
    )
    return Section("Playing deviations", (text, Table(heads, rows)))


# -- every card


def _cards(found: Protection, names: GameNames) -> Section:
    inner = []
    for wager in found.wagers:
        if not wager.effects:
            inner.append(Section(names.wager(wager.wager), (Text(wager.note),)))
            continue
        first = any(effect.first is not None for effect in wager.effects)
        more = " | Result if it is the first card: percent" if first else ""
        heads = Head.row(f"Card | In the deck: count | Effect of removal: percent{more}")
        rows = tuple(
            (card, number, effect, *([worth] if first else [])) for card, number, effect, worth in _by_rank(wager)
        )
        inner.append(Section(names.wager(wager.wager), (Table(heads, rows, note=_how(wager)),)))
    text = Text(
        "By how much the player's result moves when one such card leaves the deck unused. Weighed by their numbers "
        "the effects of all cards sum to nothing where nothing is decided, and to a trifle where a decision can follow "
        "what is known. A card first in the hand that the wager is on is worth what the last "
        "column says."
    )
    return Section("Effects of removal", (text,), tuple(inner))


def _by_rank(wager: WagerProtection) -> list[tuple[str, int, Value, Value]]:
    """The cards of the wager, those of a rank together where they are alike to it."""
    ranks: dict[str, list[tuple[str, int, Value, Value]]] = {}
    for effect in wager.effects:
        rank = effect.card[0] if len(effect.card) == 2 and effect.card[1] in "cdhs" else effect.card
        ranks.setdefault(rank, []).append((effect.card, effect.number, effect.effect, effect.first))
    found: list[tuple[str, int, Value, Value]] = []
    for rank, cards in ranks.items():
        if len({card[2:] for card in cards}) == 1:
            found.append((rank, sum(card[1] for card in cards), *cards[0][2:]))
        else:
            found += cards
    return found


def _how(wager: WagerProtection) -> str:
    return "" if wager.how == EXACT else f"Between these shoes the value is taken to be {wager.how}."


# -- words


def _advice(found: Protection) -> Section:
    heads = Head.row("How it is done | By how much | How to see it | What stops it")
    rows = tuple((each.way, each.worth, each.seen, each.stopped) for each in found.advice)
    return Section("How to see it, and what stops it", (Table(heads, rows),))


def _method(found: Protection) -> Section:
    return Section("Method and assumptions", tuple(Text(sentence) for sentence in found.assumptions))


# -- pages


def page_findings(game: Game, shoes: int = SHOES) -> Protection:
    """What the page of ``game`` is about: its ordinary table, dealt to a cut card where the game may be."""
    edition = game.edition()
    option = edition.options.get(SHOE)
    if option is None or not option.integer:
        return game.protection(shoes=shoes)
    cards = len(game.demonstration().deck)
    return game.protection(options={SHOE: str(cards * PENETRATION // 100)}, shoes=shoes)


def other_decks(game: Game, shoes: int = SHOES // 4) -> list[Protection]:
    """The same wagers from other numbers of decks that the document allows, one seat, the same share dealt."""
    decks = game.edition().options.get(DECKS)
    if decks is None or SHOE not in game.edition().options:
        return []
    found = []
    for number in decks.values[1:]:
        cards = len(game.demonstration(options={DECKS: number}).deck)
        cut = cards * PENETRATION // 100
        found.append(game.protection(options={DECKS: number, SHOE: str(cut)}, seats=(1,), cuts=(cut,), shoes=shoes))
    return found


def main(folder: str) -> None:
    """Write the page of every game that has an analysis of its protection into ``folder``, and its JSON."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    for slug, game in all_games().items():
        if game.part("maths.protection") is None:
            continue
        found = page_findings(game)
        write(protection_document(game, found, other_decks(game)), target / f"{slug}.md")
        (target / f"{slug}.json").write_text(
            json.dumps(found.as_dict(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    main(sys.argv[1])
