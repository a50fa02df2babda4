"""Dueling for Dollars, compiled: whole rounds of one to seven seats with every wager.

The strategy is that of `dueling.maths.strategies`: by the rank that tied, ``war`` or ``surrender``; every seat
plays it. A round is named by its seed and number and settles as the procedure settles it, line by line. With a shoe
dealt to a cut card a block begins with a fresh shoe; blocks are those of `houseway.simulation.run.BLOCK` rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards import Card
from houseway.cards.card_errors import DeckTooShort
from houseway.games.dueling import hands, maths
from houseway.games.dueling.kernel import on_gpu
from houseway.games.dueling.kernel import rounds as at
from houseway.games.dueling.maths import what_ifs
from houseway.games.dueling.maths.counting import PACK, Pair, start_of
from houseway.games.dueling.maths.counting import Rows as Events
from houseway.games.dueling.maths.judges import FourCards
from houseway.games.dueling.maths.strategies import fights_of
from houseway.games.dueling.play import CITES, SPOTS, TIE_AFTER_TIE, TWO_PLUS_TWO, Cites
from houseway.maths.question import Question
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Figures
from houseway.maths.strategy import Strategy
from houseway.rulebook.pays import LOSS, PUSH
from houseway.rulebook.paytables import NO_ROW, Paytable, Row
from houseway.rulebook.steps import Ask
from houseway.simulation.compiled_rounds import CompiledRounds, check_meters, pays_others
from houseway.simulation.departures import asked_pays, asked_rules
from houseway.simulation.exact import figures_at
from houseway.simulation.gpu.gpu_work import GpuWork
from houseway.simulation.program import Block
from houseway.simulation.run import BLOCK
from houseway.table.folder import GameFolder
from houseway.table.lines import Line
from houseway.table.round import Decider, Round
from houseway.table.setup import Setup
from houseway.table.wagers import Amounts, Placed

WAR_WAGER = "war"
ANY_DECKS = True
"""Rounds may be dealt from another number of decks than the document has."""

DEALS_RULES = True
"""Every rule that a question may change is in the tables."""

TIED = {"pushes": Row("tie", "", PUSH), "loses": Row("tie", "", LOSS)}
"""A tie that neither goes to war nor is surrendered, by a changed rule."""

ROOM = 4 * at.BATCH
"""Rounds that are noted before the sums are brought up to date."""


def program(
    game: GameFolder, setup: Setup, wagers: Placed, strategy: Strategy | None = None, meters: Amounts | None = None
) -> Rounds:
    """Rounds with ``wagers`` placed by seat; without ``strategy`` the best play. ``meters`` are cents."""
    spots = [spot for spot in SPOTS if any(spot in stakes for stakes in wagers.values())]
    return Rounds(game, setup, wagers, strategy or best(game, setup, spots), meters)


def best(game: GameFolder, setup: Setup, spots: Sequence[str] = ()) -> Strategy:
    """The best play at this table on ``spots``, or on all that the layout has; it must be the same on each."""
    options = {slug: setup.options[slug] for slug in ("spots", "decks", "tie-bonus")}
    found = {}
    for spot in spots or [spot for spot in SPOTS if spot in setup.wagers]:
        pays = asked_pays(setup, spot)
        if setup.options["tie-bonus"] == "off" and f"{WAR_WAGER}/tie-bonus" in pays:
            raise BadQuestion("this table pays no tie bonus", remedy="choose it with --option tie-bonus=on")
        found[spot] = maths.strategy(
            game,
            "optimal",
            Question.of(edition=setup.edition.slug, wager=spot, options=options, pays=pays, rules=asked_rules(setup)),
        )
    if len({fights_of(strategy) for strategy in found.values()}) > 1:
        raise BadQuestion(
            f"the best play is not the same on {' and '.join(found)} under these pays",
            remedy="simulate one spot at a time, or name a strategy",
        )
    return next(iter(found.values()))


def decide(game: GameFolder, setup: Setup, strategy: Strategy | None = None) -> Decider:
    """``strategy`` as answers to the asks of the procedure."""
    by_spot: dict[str, Strategy] = {}

    def answer(round_: Round, ask: Ask) -> Any:
        if ask.ask != "war" or not isinstance(ask.seat, int):
            return ask.default
        (card,) = round_.layout.known_to(ask.seat, ask.seat)
        assert card is not None
        spot = next(spot for spot in SPOTS if spot in round_.placed[ask.seat])
        if spot not in by_spot:
            by_spot[spot] = strategy or best(game, setup, [spot])
        return by_spot[spot].action("war", card.text[0])

    return answer


class Kind(NamedTuple):
    """What the first two cards are, for every wager that looks at them; ``fights`` where they go to war."""

    result: int
    fights: bool
    tie_plus: tuple[str, ...]
    combo: tuple[str, ...]
    tie_after_tie: tuple[str, ...]


class Rounds(CompiledRounds):
    """The program of one table; see `houseway.simulation.program.Program`."""

    def __init__(
        self, game: GameFolder, setup: Setup, wagers: Placed, strategy: Strategy, meters: Amounts | None
    ) -> None:
        super().__init__(setup, wagers, meters)
        self._game = game
        self._strategy = strategy
        forced = what_ifs.forced(self._changed)
        self._fights = fights_of(strategy) if forced is None else forced
        check_meters(setup, self._counted, self._meters)
        self._build()

    # -- what is compiled

    def _build(self) -> None:
        """The tables that the compiled rounds read: events come from ``hands``, asked once for each class."""
        setup = self._setup
        of_pair, self._kinds = self._classes()
        fights = sum(not kind.fights for kind in self._kinds)
        tat_table, two_table = setup.paytables.get(TIE_AFTER_TIE), setup.paytables.get(TWO_PLUS_TWO)
        if not self._counted.get(TIE_AFTER_TIE):
            tat_table = None
        if not self._counted.get(TWO_PLUS_TWO):
            two_table = None
        self._tat_rows = (*tat_table.rows, NO_ROW) if tat_table else ()
        self._two_rows = (*two_table.rows, NO_ROW) if two_table else ()
        added = what_ifs.two_plus_two(self._changed)
        starts, looks, two_rows, views = two_plus_two_rows(two_table, added)
        rare = np.array(of_pair >= fights, np.uint8) | np.array(starts >= 0, np.uint8)
        special = [self._special(TIE_AFTER_TIE, self._first_row(kind)) for kind in self._kinds]
        if self._counted.get(TIE_AFTER_TIE):
            rare |= np.array(special, np.uint8)[of_pair]
        special += [self._special(TIE_AFTER_TIE, row) for row in self._tat_rows]
        special += [self._special(TWO_PLUS_TWO, row) for row in self._two_rows]
        has = np.array(
            [[wager in self._placed[seat] for wager in (TIE_AFTER_TIE, TWO_PLUS_TWO)] for seat in self._seats], np.uint8
        )
        cut = setup.options["shoe"]
        width = len(self._kinds) + 3 + len(self._tat_rows) + len(self._two_rows)
        self._rules = at.Rules(
            classes=of_pair,
            quickly=np.where(rare, np.uint8(width), of_pair).astype(np.uint8),
            fights=fights,
            start_of=starts,
            looks=looks,
            views=views,
            two_rows=two_rows,
            tat_rows=tie_after_tie_rows(tat_table, what_ifs.four_cards(self._changed)),
        )
        self._table = at.Seats(
            fresh=np.array([card.code for card in setup.deck.cards], np.uint8),
            cut=0 if cut == "fresh" else int(cut),
            burn=int(setup.options["burn"]),
            seats=len(self._seats),
            has=has.ravel(),
            special=np.array([*special, 0], np.uint8),
            kinds=len(self._kinds),
            tat_rows=len(self._tat_rows),
            width=width,
        )

    def _classes(self) -> tuple[npt.NDArray[np.uint8], list[Kind]]:
        """The class of each pair of cards, those that go to war last."""
        found: dict[Kind, list[int]] = {}
        combo = what_ifs.combo(self._changed)
        for player in PACK:
            for community in PACK:
                result = hands.duel(player, community)
                kind = Kind(
                    result,
                    result == 0 and player.text[0] in self._fights,
                    hands.tie_plus(player, community),
                    combo(player, community),
                    hands.tie_after_tie((player, community)),
                )
                found.setdefault(kind, []).append(player.code * 52 + community.code)
        kinds = sorted(found, key=lambda kind: kind.fights)
        of_pair = np.zeros(52 * 52, np.uint8)
        for number, kind in enumerate(kinds):
            of_pair[found[kind]] = number
        return of_pair, kinds

    def _first_row(self, kind: Kind) -> Row:
        """The Tie After Tie row of a seat that does not go to war."""
        table = self._setup.paytables.get(TIE_AFTER_TIE)
        return table.row(kind.tie_after_tie) if table and not kind.fights else NO_ROW

    def _special(self, wager: str, row: Row) -> bool:
        """Whether the prize of ``row`` hangs on the other seats, or pays them."""
        return row is not NO_ROW and (row.pay.is_percent or pays_others(self._setup, wager, row))

    def _play(
        self, seed: int, first: int, count: int, *, note_last: bool = False
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Counts by seat and event, and the rounds noted."""
        width = 1 + len(self._seats) * at.ENDS
        room = 1
        if self._table.special.any():
            room = count + at.BATCH if self._table.cut else ROOM
        counts = np.zeros(len(self._seats) * self._table.width + 1, np.int64)
        deck = np.empty_like(self._table.fresh)
        all_noted = []
        done = 0
        while done < count:
            noted = np.empty(room * width, np.int64)
            into = at.Tally(deck, counts, noted, note_last)
            played, written = at.play_block(np.uint64(seed), first + done, count - done, self._rules, self._table, into)
            if written == at.TOO_SHORT:
                raise DeckTooShort(
                    f"the shoe is empty in round {first + done + played}",
                    remedy="lay the cut card higher, deal fewer seats or use more decks",
                )
            done += played
            all_noted.append(noted.reshape(room, width)[:written])
        return counts[:-1].reshape(len(self._seats), -1), np.concatenate(all_noted)

    # -- sums

    def run(self, seed: int, first: int, count: int) -> Block:
        """Play rounds ``first`` to ``first`` + ``count`` - 1 of ``seed``."""
        counts, noted = self._play(seed, first, count)
        return self._block(count, counts, [(1, flat) for _, *flat in noted.tolist()])

    def gpu_work(self) -> GpuWork:
        """The rounds as a GPU plays them; see `houseway.simulation.gpu.gpu_blocks`."""
        return on_gpu.work(self._rules, self._table, BLOCK)

    def gpu_block(self, rounds: int, sums: npt.NDArray[np.int64], notes: Sequence[tuple[int, Sequence[int]]]) -> Block:
        """The block of these counts; a note has what became of each seat."""
        return self._block(rounds, sums.reshape(len(self._seats), -1), notes)

    def _block(self, count: int, counts: npt.NDArray[np.int64], notes: Sequence[tuple[int, Sequence[int]]]) -> Block:
        """The sums of ``count`` rounds: what their ends are worth, mended by the rounds noted, each so often."""
        block = self._nothing(count)
        for seat, ends in zip(self._seats, counts.tolist(), strict=True):
            for wager, stake in self._placed[seat].items():
                for times, net, staked in self._worths(wager, stake, ends, count):
                    block.count(self._places[seat, wager], times, net, staked)
        for times, flat in notes:
            ends_of = self._ends(flat)
            self._mend(block, self._lines(ends_of), self._plain(ends_of), times)
        return block

    def _worths(self, wager: str, stake: int, ends: Sequence[int], rounds: int) -> Iterator[tuple[int, int, int]]:
        """How often each end came, its net and what was staked; ends that hang on other seats count as nothing."""
        first = list(zip(self._kinds, ends, strict=False))
        wars = ends[len(self._kinds) : len(self._kinds) + 3]
        later = ends[len(self._kinds) + 3 :]
        if wager in SPOTS:
            for kind, times in first:
                if not kind.fights:
                    yield times, self._spot_row(wager, kind).pay.returned(stake) - stake, stake
            for result, times in zip((-1, 0, 1), wars, strict=True):
                lines = self.war_lines(1, wager, stake, result)
                yield times, sum(line.net for line in lines), 2 * stake
        elif wager == TIE_AFTER_TIE:
            for kind, times in first:
                if not kind.fights:
                    yield times, self._plain_net(wager, self._first_row(kind), stake), stake
            for row, times in zip(self._tat_rows, later, strict=False):
                yield times, self._plain_net(wager, row, stake), stake
        elif wager == TWO_PLUS_TWO:
            made = later[len(self._tat_rows) :]
            for row, times in zip(self._two_rows, made, strict=True):
                yield times, self._plain_net(wager, row, stake), stake
            yield rounds - sum(made), -stake, stake
        else:
            for kind, times in first:
                events = kind.tie_plus if wager == "tie-plus" else kind.combo
                yield times, self._row(wager, events).pay.returned(stake) - stake, stake

    def _plain_net(self, wager: str, row: Row, stake: int) -> int:
        return 0 if self._special(wager, row) else row.pay.returned(stake) - stake

    def _plain(self, ends: Mapping[int, Sequence[int]]) -> dict[tuple[int, str], int]:
        """What the jackpots of a noted round counted as."""
        found = {}
        for seat, wager in self.columns:
            if wager not in (TIE_AFTER_TIE, TWO_PLUS_TWO):
                continue
            end = ends[seat]
            if wager == TWO_PLUS_TWO:
                row = self._two_rows[end[at.TWO]] if end[at.TWO] >= 0 else NO_ROW
            elif end[at.TAT] >= 0:
                row = self._tat_rows[end[at.TAT]]
            else:
                row = self._first_row(self._kinds[end[at.CLASS]])
            found[seat, wager] = self._plain_net(wager, row, self._placed[seat][wager])
        return found

    def exact(self) -> dict[tuple[int, str], Figures]:
        """The exact figures of each column under the strategy that is played: Tie After Tie hangs on it too.

        There are none for a jackpot whose prizes several seats divide: the analysis is for one player.
        """
        found: dict[tuple[int, str], Figures] = {}
        for wager in dict.fromkeys(wager for _, wager in self.columns):
            rows = self._setup.paytables[wager].rows
            divided = self._setup.divides(wager) and any(row.pay.is_percent for row in rows)
            if divided and len(self._counted.get(wager, ())) > 1:
                continue
            entries = figures_at(self._game, self._setup, wager, self._strategy, self._meters)
            found |= {(seat, wager): item for seat, of in self.columns if of == wager for item in entries[:1]}
        return found

    # -- lines

    def lines(self, seed: int, number: int) -> list[Line]:
        """The settlement lines of round ``number`` of ``seed``."""
        begin = number if self._table.cut == 0 else number - number % BLOCK
        _, noted = self._play(seed, begin, number - begin + 1, note_last=True)
        return self._lines(self._ends(noted[-1, 1:].tolist()))

    def _ends(self, flat: Sequence[int]) -> dict[int, Sequence[int]]:
        return {seat: flat[place * at.ENDS : (place + 1) * at.ENDS] for place, seat in enumerate(self._seats)}

    def _lines(self, ends: Mapping[int, Sequence[int]]) -> list[Line]:
        """The lines in the order of DD-8."""
        book = self._book()
        spot_of = {seat: next(spot for spot in SPOTS if spot in stakes) for seat, stakes in self._placed.items()}
        kinds = {seat: self._kinds[end[at.CLASS]] for seat, end in ends.items()}

        def pay(seat: int, wager: str, row: Row, cite: str) -> None:
            if wager in self._placed[seat]:
                book.pay(seat, wager, self._placed[seat][wager], row, cite)

        for seat, kind in kinds.items():
            spot, cites = spot_of[seat], CITES[spot_of[seat]]
            if kind.result:
                row = self._spot_row(spot, kind)
                pay(seat, spot, row, cites.win if row.event == "win" else cites.lose)
            pay(seat, "tie-plus", self._row("tie-plus", kind.tie_plus), "appendix A")
            pay(seat, "combo-bet", self._row("combo-bet", kind.combo), "appendix B")
            if kind.result:
                pay(seat, TIE_AFTER_TIE, self._first_row(kind), "appendix C")
        for seat, kind in kinds.items():
            if kind.result == 0 and not kind.fights:
                pay(seat, spot_of[seat], self._spot_row(spot_of[seat], kind), CITES[spot_of[seat]].surrender)
                pay(seat, TIE_AFTER_TIE, self._first_row(kind), "appendix C")
        for seat, end in ends.items():
            if end[at.WAR] >= 0:
                stake = self._placed[seat][spot_of[seat]]
                book.lines += self.war_lines(seat, spot_of[seat], stake, end[at.WAR] - 1)
        for seat, end in ends.items():
            if end[at.TAT] >= 0:
                pay(seat, TIE_AFTER_TIE, self._tat_rows[end[at.TAT]], "appendix C")
        for seat, end in ends.items():
            if end[at.TWO] >= 0:
                pay(seat, TWO_PLUS_TWO, self._two_rows[end[at.TWO]], "appendix D")
            else:
                pay(seat, TWO_PLUS_TWO, NO_ROW, "bonus jackpots two plus two")
        book.prizes()
        return book.lines

    def _spot_row(self, spot: str, kind: Kind) -> Row:
        """The row of a spot that does not go to war; a changed rule may have a tie push or lose."""
        if kind.result == 0:
            tied = TIED.get(self._changed.get(what_ifs.TIES, ""))
            return tied or self._row(spot, ("surrender",))
        won = kind.result < 0 if spot == "dealer" else kind.result > 0
        return self._row(spot, ("win",) if won else ("lose",))

    def war_lines(self, seat: int, spot: str, stake: int, result: int) -> list[Line]:
        """The first wager, War and the tie bonus after a war (DD-2)."""
        cites: Cites = CITES[spot]

        def line(wager: str, event: str, cite: str) -> Line:
            row = self._row(wager, (event,))
            return Line(seat, wager, stake, row.event, row.pay.text, row.pay.returned(stake), cite)

        first, war = hands.war_events(spot, result)
        second_tie = self._changed.get(what_ifs.WAR_TIES, "wins") if result == 0 else "wins"
        if second_tie == "loses":
            first, war = "war-lost", "lose"
        cite = cites.war_lost if war == "lose" else cites.war_won
        found = [line(spot, first, cite), line("war", war, cite)]
        if second_tie == "pushes":
            found = [line(spot, "war-push", cite), Line(seat, "war", stake, "tie-after-tie", PUSH.text, stake, cite)]
        if result == 0 and self._setup.options["tie-bonus"] == "on":
            bonus = self._row("war", ("tie-bonus",)).pay
            found.append(Line(seat, "war", 0, "tie-bonus", bonus.text, bonus.returned(stake), cites.bonus))
        return found


def tie_after_tie_rows(
    table: Paytable | None, judge: Callable[[Pair, Pair], Events] = hands.tie_after_tie
) -> npt.NDArray[np.uint8]:
    """The row by suits of the first two cards, which ranks agree, and suits of the war cards."""
    if table is None:
        return np.zeros(1, np.uint8)
    rows = (*table.rows, NO_ROW)
    number = {row.event: place for place, row in enumerate(rows)}
    found = np.zeros((4, 4, 5, 4, 4), np.uint8)
    # Ranks that stand for: none agrees, the player's does, the community's does, they agree with each other, all do.
    for relation, (war_player, war_community) in enumerate(((3, 4), (2, 4), (3, 2), (3, 3), (2, 2))):
        for index in np.ndindex(4, 4, 4, 4):
            one, two, three, four = index
            first = (_card(2, one), _card(2, two))
            war = (_card(war_player, three), _card(war_community, four))
            found[one, two, relation, three, four] = number[table.row(judge(first, war)).event]
    return found.ravel()


def _card(rank: int, suit: int) -> Card:
    return PACK[(rank - 2) * 4 + suit]


def two_plus_two_rows(
    table: Paytable | None, judge: FourCards = hands.two_plus_two
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.uint8], npt.NDArray[np.uint8], int]:
    """The start that each pair of cards is (or -1), what each start sees of each card, and the row by two views."""
    start = np.full(52 * 52, -1, np.int16)
    if table is None:
        return start, np.zeros(1, np.uint8), np.zeros(1, np.uint8), 0
    number = {row.event: place for place, row in enumerate((*table.rows, NO_ROW))}
    starts = [
        start_of(player, community, judge)
        for player in PACK
        for community in PACK
        if hands.starts_two_plus_two(player, community)
    ]
    views = max(len(item.views) for item in starts)
    view = np.zeros((len(starts), 52), np.uint8)
    rows = np.zeros((len(starts), views, views), np.uint8)
    for place, item in enumerate(starts):
        start[item.player.code * 52 + item.community.code] = place
        for seen, group in enumerate(item.views):
            for card in group.cards:
                view[place, card.code] = seen
        for (a, b), events in item.rows.items():
            rows[place, a, b] = rows[place, b, a] = number[table.row(events).event]
    return start, view.ravel(), rows.ravel(), views
