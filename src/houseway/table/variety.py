"""Varied rounds: by chance, seeded, whatever the rules let a house choose and a player do. Nothing here knows a game.

The table of a round has options, paytables, limits, fixed wagers, posted rows and prizes taken at random from all that
its edition allows; its players place any legal wagers and give any legal answer, and so do dealer and supervisor. Round
*number* of *seed* is always the same round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from houseway.cards import UNSEEN, Card, Chance, Shoe, Stream, VirtualShoe
from houseway.errors import Refused
from houseway.rulebook.edition import Edition
from houseway.rulebook.money import dollars
from houseway.rulebook.pays import PayKind
from houseway.rulebook.steps import DEALER, Tabulate
from houseway.table.folder import GameFolder
from houseway.table.players import RandomPlayer
from houseway.table.records.record import record
from houseway.table.round import Decider, Round
from houseway.table.setup import BONUS, PROGRESSIVE, Setup
from houseway.table.table_errors import BadSetup
from houseway.table.wagers import accept_wagers

TABLES = 97
"""How many different tables the rounds of one seed are dealt at."""

_TABLES, _PLAY, _BEFORE = 0x7AB1E, 0x5EED, 0xBEF04E
"""What sets the streams of tables, of play and of cards dealt before apart from that of the cards."""

Choices = tuple[tuple[str, str], ...]
"""What a table has for certain, as pairs that can be looked up."""


class VariedRound:
    """Everything that round ``number`` of ``seed`` is made from; `play` plays it.

    ``seats`` are the positions taken, some of them if left out. ``edition``, ``options`` and ``paytables`` are what the
    table has for certain.
    """

    def __init__(
        self,
        game: GameFolder,
        seed: int,
        number: int,
        *,
        seats: Sequence[int] | None = None,
        edition: str | None = None,
        options: Mapping[str, str] | None = None,
        paytables: Mapping[str, str] | None = None,
    ) -> None:
        chance = Stream(seed ^ _PLAY, number)
        self.game = game
        self.seed = seed
        self.number = number
        self.setup = kept_setup(
            game, seed, number % TABLES, edition, tuple((options or {}).items()), tuple((paytables or {}).items())
        )
        positions = self.setup.edition.about.positions
        taken = {1 + chance.below(positions) for _ in range(1 + chance.below(positions))} if seats is None else seats
        self.seats = sorted(taken)
        self.wagers: dict[int, Mapping[str, int]] = {seat: varied_wagers(self.setup, chance) for seat in self.seats}
        self.meters = {name: chance.below(5_000_000) for name in self.setup.meters}
        self.before = _dealt_before(self.setup, Stream(seed ^ _BEFORE, number))
        self.chance = chance

    def shoe(self) -> VirtualShoe:
        """The shoe that the round is dealt from, less the cards of rounds before it."""
        return VirtualShoe(self.setup.deck, Stream(self.seed, self.number), self.before)

    def round(self, shoe: Shoe | None = None) -> Round:
        """The round before the first wager."""
        return Round(self.game, self.setup, self.seats, shoe or self.shoe())

    def play(self) -> Round:
        """The round played to its end."""
        round_ = self.round()
        player = RandomPlayer(self.chance)
        while not round_.over:
            self.play_on(round_, player)
        return round_

    def play_on(self, round_: Round, decide: Decider) -> None:
        """Answer what is due; now and then the sensors show something else than lies on the spots."""
        step = round_.step
        if isinstance(step, Tabulate) and self.chance.below(8) == 0:
            positions = range(1, self.setup.edition.about.positions + 1)
            picture = {wager: [seat for seat in positions if self.chance.below(2)] for wager in step.wagers}
            round_.answer(DEALER, picture)
        else:
            round_.play_on(self.wagers, decide, self.meters)

    def record(self, round_: Round) -> dict[str, Any]:
        """The record of ``round_``, which was made from this."""
        before = [kind.text if kind is not None else UNSEEN for kind in self.before]
        return record(round_, meters=self.meters, seed=self.seed, number=self.number, before=before)


def varied_records(
    game: GameFolder,
    seats: Sequence[int],
    *,
    seed: int,
    rounds: int,
    edition: str | None = None,
    options: Mapping[str, str] | None = None,
    paytables: Mapping[str, str] | None = None,
) -> Iterator[dict[str, Any]]:
    """The records of ``rounds`` varied rounds with players in ``seats``; what is named here every table has."""
    for number in range(rounds):
        dealt = VariedRound(game, seed, number, seats=seats, edition=edition, options=options, paytables=paytables)
        yield dealt.record(dealt.play())


# -- players


def varied_wagers(setup: Setup, chance: Chance) -> dict[str, int]:
    """Legal wagers of one player: any number of them, of any amount; none now and then."""
    placed: dict[str, int] = {}
    if chance.below(12) == 0:
        return placed
    slugs = [slug for slug in setup.edition.initial_wagers if slug in setup.wagers]
    first = chance.below(len(slugs))
    wanted = [slug for slug in (*slugs[first:], *slugs[:first]) if chance.below(4)]
    for _ in range(2):
        # What needs another wager beside it may be refused at first, and is tried again.
        refused = []
        for slug in wanted:
            amount = setup.fixed_amount(slug) or _amount(setup, slug, placed, chance)
            try:
                placed = accept_wagers(setup, {**placed, slug: amount})
            except Refused:
                refused.append(slug)
        wanted = refused
    return placed


def _amount(setup: Setup, slug: str, placed: Mapping[str, int], chance: Chance) -> int:
    """Whole dollars or odd cents, within the wager's limits and its relation to those placed."""
    least, most = setup.limits.get(slug, (1, 500_000))
    relation = setup.edition.wagers[slug].relation
    if relation is not None:
        most = min(most, int(sum(placed.get(other, 0) for other in relation.to) * Fraction(relation.share)))
    amount = (1 + chance.below(5_000)) * (1 if chance.below(2) else 100)
    if not least <= amount <= most:
        amount = least + amount % (most - least + 1) if least < most else most
    return amount - amount % 2 if setup.options.get(f"{slug}-spots") == "two" else amount


# -- tables


@cache
def kept_setup(
    game: GameFolder, seed: int, number: int, edition: str | None, options: Choices, paytables: Choices
) -> Setup:
    """Varied table ``number`` of a game, made once."""
    return varied_setup(game, Stream(seed ^ _TABLES, number), edition, dict(options), dict(paytables))


def varied_setup(
    game: GameFolder,
    chance: Chance,
    edition: str | None = None,
    options: Mapping[str, str] | None = None,
    paytables: Mapping[str, str] | None = None,
) -> Setup:
    """A table with everything that its edition leaves to the house taken at random, but for what is named here.

    ``wagers`` among the options names those offered.
    """
    named = dict(options or {})
    offered = named.pop("wagers", None)
    found = game.edition(edition) if edition is not None else _one(list(game.editions.values()), chance)
    options = {**{slug: _option(found, slug, chance) for slug in found.options}, **named}
    paytables = {**_paytables(found, chance), **(paytables or {})}
    choices: dict[str, Any] = {} if offered is None else {"wagers": [slug.strip() for slug in offered.split(",")]}
    house = game.ordinary(found.slug, options, paytables)
    table = Setup(found, options=options, paytables=paytables, **{**house, **choices})
    made_with = dict(choices)
    if chance.below(2):
        choices |= {"limits": None, "minimums": None}
    for make in (_fixed, _posted, _limits, _extras, _aggregate, _schemes):
        try:
            more = {**choices, **make(game, table, choices, chance)}
            if more != made_with:
                table = Setup(found, options=options, paytables=paytables, **{**house, **more})
            choices = made_with = more
        except BadSetup:
            # These do not go together with what was chosen before.
            continue
    return table


def _one(values: Sequence[Any], chance: Chance) -> Any:
    return values[chance.below(len(values))]


def _option(edition: Edition, slug: str, chance: Chance) -> str:
    option = edition.options[slug]
    return str(_one([*option.values, *([str(1 + chance.below(50))] if option.integer else [])], chance))


def _paytables(edition: Edition, chance: Chance) -> dict[str, str]:
    found = {}
    for slug, wager in edition.wagers.items():
        ids = edition.paytable_ids(slug)
        if ids and ids != ("standard",) and wager.kind != "supplemental":
            found[slug] = str(_one(ids, chance))
    return found


def _fixed(_: GameFolder, table: Setup, __: Mapping[str, Any], chance: Chance) -> dict[str, Any]:
    return {
        "fixed": {
            slug: 100 * (1 + chance.below(5))
            for slug, wager in table.edition.wagers.items()
            if wager.fixed is not None and not wager.only and chance.below(2)
        }
    }


def _posted(game: GameFolder, table: Setup, _: Mapping[str, Any], chance: Chance) -> dict[str, Any]:
    """Other amounts on the rows left to the operator than the house posts, in every form that the row may have."""
    if chance.below(2):
        return {}
    posted = {slug: dict(rows) for slug, rows in table.posted.items()}
    for slug in table.posted:
        printed = table.edition.paytable(slug, table.paytables[slug].id, table.options)
        metered = printed.row_meters and chance.below(2)
        for row in printed.rows:
            forms = [dollars(chance.below(100_000)), dollars(100 * (1 + chance.below(500)))]
            percents = ["100%", f"{1 + chance.below(100)}%", "2.5%"]
            if printed.odds == "to 1":
                forms += [f"{1 + chance.below(40)} to 1", "3:2 to 1"]
            if row.pay.kind is PayKind.JACKPOT:
                forms = percents
            elif row.pay.kind is PayKind.JACKPOT_OR_BONUS:
                forms += percents
            if row.pay.is_posted:
                posted[slug][row.event] = "100%" if metered else _one(forms, chance)
    return {"posted": posted}


def _limits(_: GameFolder, table: Setup, choices: Mapping[str, Any], chance: Chance) -> dict[str, Any]:
    """Limits on wagers that are made later, and on what qualifies for a jackpot."""
    limits = dict(choices.get("limits", table.limits) or {})
    for slug, wager in table.edition.wagers.items():
        if not wager.initial and chance.below(4) == 0:
            limits[slug] = [1 + chance.below(1_000), 1_000 + chance.below(50_000)]
    minimums = {
        slug: 1 + chance.below(2_000)
        for slug in table.jackpots
        if (needs := table.wager(slug).needs) and needs.option and chance.below(2)
    }
    return {"limits": limits, **({"minimums": minimums} if minimums else {})}


def _extras(_: GameFolder, table: Setup, __: Mapping[str, Any], chance: Chance) -> dict[str, Any]:
    """Envy and Share-the-Wealth on a row of each jackpot."""
    found: dict[str, Any] = {}
    for jackpot in table.jackpots:
        for key in ("envy", "share"):
            if chance.below(3) == 0:
                row = _one(table.paytables[jackpot].rows, chance)
                found.setdefault(key, {})[jackpot] = {row.event: _one(("$100", "5%"), chance)}
    return found


def _aggregate(_: GameFolder, table: Setup, __: Mapping[str, Any], chance: Chance) -> dict[str, Any]:
    """A limit on what one deal pays by odds on one wager."""
    if chance.below(3):
        return {}
    able = [
        slug
        for slug, paid in table.paytables.items()
        if table.wager(slug).kind != "supplemental"
        and any(row.pay.kind in (PayKind.TO_1, PayKind.FOR_1) and row.pay.amount > 0 for row in paid.rows)
    ]
    return {"aggregate": {_one(able, chance): 500 + chance.below(500_000)}} if able else {}


def _schemes(_: GameFolder, table: Setup, __: Mapping[str, Any], chance: Chance) -> dict[str, Any]:
    scheme = _one((BONUS, PROGRESSIVE), chance)
    return {"schemes": dict.fromkeys(table.jackpots, scheme), "whole": chance.below(4) == 0}


def _dealt_before(setup: Setup, chance: Chance) -> list[Card | None]:
    """The cards that left the shoe in rounds before: some, where it is dealt to a cut card."""
    cut = setup.options.get("shoe", "fresh")
    if cut == "fresh":
        return []
    shoe = VirtualShoe(setup.deck, chance)
    return [shoe.draw() if chance.below(4) else None for _ in range(chance.below(int(cut)))]
