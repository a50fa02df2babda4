"""Triple Attack Blackjack, compiled: whole rounds of one to six seats with every wager.

Strategies are written as in `triple_attack.maths.notation`, the ``play`` table in any of its three forms;
every seat plays the same one. A round is named by its seed and number and settles as the procedure settles it, line by
line. With a shoe dealt to a cut card a block begins with a fresh shoe; blocks are those of
`houseway.simulation.run.BLOCK` rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.cards import Card
from houseway.cards.card_errors import DeckTooShort
from houseway.games.triple_attack import hands, maths
from houseway.games.triple_attack.kernel import on_gpu
from houseway.games.triple_attack.kernel import rounds as at
from houseway.games.triple_attack.kernel.alone import play_alone
from houseway.games.triple_attack.kernel.boards import MATCHES, Plan, Tables, tables, value_of
from houseway.games.triple_attack.kernel.changed_boards import dealt_from, tables_at
from houseway.games.triple_attack.maths import notation, what_ifs
from houseway.games.triple_attack.play import ATTACKS, RULE
from houseway.maths.question import Question
from houseway.maths.question_errors import BadQuestion
from houseway.maths.strategy import Strategy
from houseway.rulebook.pays import Pay, PayKind, odds
from houseway.rulebook.steps import DEALER, Ask
from houseway.simulation.compiled_rounds import CompiledRounds, check_meters, pays_others
from houseway.simulation.departures import asked_options, asked_pays, asked_rules, not_dealt
from houseway.simulation.gpu.gpu_work import GpuWork
from houseway.simulation.program import Block
from houseway.simulation.run import BLOCK
from houseway.table.folder import GameFolder
from houseway.table.lines import Line
from houseway.table.round import Decider, Round
from houseway.table.setup import Setup
from houseway.table.wagers import Amounts, Placed

ANY_DECKS = True
"""Rounds may be dealt from another number of decks than the document has."""

DEALS_RULES = True
"""Rules that a question may change are in the tables, but for those that `check_rules` refuses."""

ROOM = 1024
"""Rounds that are noted before the sums are brought up to date."""

LARGEST = 1 << 30
"""Cents that a seat may win or lose in one round, so that squares fit."""

INSURANCE_EVENTS = ((hands.LOSE,), (hands.BLACKJACK,), (hands.SUITED_BLACKJACK, hands.BLACKJACK))
SIDE_BETS = {
    "suited-royals": at.ROYALS,
    "double-match-up": at.MATCH_UP,
    "triple-match": at.TRIPLE,
    "double-match-down": at.MATCH_DOWN,
    "jackpot": at.JACKPOT,
    "jackpot-2": at.JACKPOT,
}


def program(
    game: GameFolder, setup: Setup, wagers: Placed, strategy: Strategy | None = None, meters: Amounts | None = None
) -> Rounds:
    """Rounds with ``wagers`` placed by seat; without ``strategy`` the best play. ``meters`` are cents."""
    return Rounds(setup, wagers, strategy or best(game, setup), meters, tables_at(game, setup))


def best(game: GameFolder, setup: Setup) -> Strategy:
    """The best play at this table."""
    asked = Question(
        edition=setup.edition.slug,
        options=asked_options(setup),
        pays=asked_pays(setup, ATTACKS[0]),
        rules=asked_rules(setup),
    )
    return maths.strategy(game, "optimal", asked)


def decide(game: GameFolder, setup: Setup, strategy: Strategy | None = None) -> Decider:
    """``strategy`` as answers to the asks of the procedure."""
    used = strategy or best(game, setup)
    form = notation.check(used)

    def answer(round_: Round, ask: Ask) -> Any:
        if not isinstance(ask.seat, int):
            return ask.default
        own = _known(round_, ask.seat, ask.place if ask.place is not None else ask.seat)
        values = [value_of(card) for card in own]
        name = notation.VALUES[values[0] - 1]
        if ask.ask == "second-attack":
            return used.action(ask.ask, name)
        up = _known(round_, ask.seat, DEALER)[0]
        shown = notation.VALUES[value_of(up) - 1]
        if ask.ask == "third-attack":
            return used.action(ask.ask, f"{name}/{shown}")
        if ask.ask == "insurance":
            faces = [card for card in own if value_of(card) == 10]
            return used.action(ask.ask, f"{len(faces)}/{sum(card.suit == up.suit for card in faces)}")
        words = [choice.word for choice in ask.choices]
        if "split" in words and used.action("split", f"{name}/{shown}") == "split":
            return "split"
        word = used.action("play", notation.play_key(form, values, value_of(up)))
        return word if word in words else "hit"

    return answer


def _known(round_: Round, seat: int, place: Any) -> list[Card]:
    return [card for card in round_.layout.known_to(seat, place) if card is not None]


# --------------------------------------------------------------------------------------------------------- the program


class Seat:
    """What a seat stakes: by pattern of attacks (1 for the second, 2 for the third, 3 for both)."""

    def __init__(self, setup: Setup, placed: Mapping[str, int]) -> None:
        self.placed = placed
        self._setup = setup
        first = placed["first-attack"]
        offered = what_ifs.attacks(asked_rules(setup))
        self.further = [self._most(wager, first) if may else 0 for wager, may in zip(ATTACKS[1:], offered, strict=True)]
        stakes = [first + (pattern & 1) * self.further[0] + (pattern >> 1) * self.further[1] for pattern in range(4)]
        self.stake = stakes
        self.double = [self._most("double", stake) for stake in stakes]
        self.insurance = [self._most("insurance", stake // 2) for stake in stakes]
        low, high = setup.limits.get("split", (1, max(stakes)))
        self.may_split = [max(1, low) <= stake <= high for stake in stakes]

    def _most(self, wager: str, most: int) -> int:
        """The most that a supplemental wager may be; nothing where it is not offered."""
        low, high = self._setup.limits.get(wager, (1, most))
        return min(most, high) if max(1, low) <= min(most, high) else 0

    def wagers(self, hand: int, pattern: int, doubled: bool) -> Iterator[tuple[str, int]]:
        """The wagers that lie on a hand, in the order in which they are settled."""
        if hand == 1:
            yield "first-attack", self.placed["first-attack"]
            for place, wager in enumerate(ATTACKS[1:]):
                if pattern >> place & 1:
                    yield wager, self.further[place]
        else:
            yield "split", self.stake[pattern]
        if doubled:
            yield "double", self.double[pattern]


class Rounds(CompiledRounds):
    """The program of one table; see `houseway.simulation.program.Program`."""

    def __init__(
        self, setup: Setup, wagers: Placed, strategy: Strategy, meters: Amounts | None, known: Tables | None = None
    ) -> None:
        super().__init__(setup, wagers, meters)
        self._staking = {seat: Seat(setup, stakes) for seat, stakes in self._placed.items()}
        check_meters(setup, self._counted, self._meters)
        self._check_matches()
        self._tables = known or tables()
        plan = Plan(strategy, self._tables)
        cut = setup.options["shoe"]
        may = np.concatenate([self._allowed(seat) for seat in self._staking.values()])
        money = np.concatenate([self._worth(seat) for seat in self._staking.values()])
        if np.abs(money).max() * 8 >= LARGEST:
            raise BadQuestion("wagers as large as these cannot be simulated", remedy="bet less: results are per unit")
        special = self._specials()
        self._table = at.Seats(
            fresh=np.array([card.code for card in dealt_from(setup).cards], np.uint8),
            cut=0 if cut == "fresh" else int(cut),
            seats=len(self._seats),
            may=may,
            money=money,
            special=special,
            logged=bool(special.any()),
            second=plan.second,
            third=plan.third.ravel(),
            insure=plan.insure.ravel(),
            split=plan.split.ravel(),
            acts=plan.acts.ravel(),
        )
        self._single: at.Seats | None = None
        """The table of a single seat with a fresh shoe each round, as `play_alone` reads it."""
        if len(self._seats) == 1 and cut == "fresh" and not self._table.logged:
            self._single = self._table._replace(
                second=plan.second * may[at.SECOND],
                third=plan.third.ravel() * may[at.THIRD],
                acts=plan.acts_alone.ravel(),
            )

    def _check_matches(self) -> None:
        """Two matches of Double Match are paid by the sum of their odds, so that each must have odds (TA-9)."""
        for wager in ("double-match-up", "double-match-down"):
            table = self._setup.paytables.get(wager)
            if table is None:
                continue
            for row in table.rows:
                if row.pay.kind is not (PayKind.TO_1 if table.odds == "to 1" else PayKind.FOR_1):
                    raise BadQuestion(
                        f"{wager} adds up the odds of two matches, and {row.event} pays {row.pay.text}",
                        remedy=f"give odds {table.odds}",
                    )

    def _allowed(self, seat: Seat) -> npt.NDArray[np.uint8]:
        may = np.zeros(at.MAY, np.uint8)
        may[at.SECOND], may[at.THIRD] = (most > 0 for most in seat.further)
        for wager, place in SIDE_BETS.items():
            may[place] |= wager in seat.placed
        may[at.DOUBLE : at.DOUBLE + 4] = [most > 0 for most in seat.double]
        may[at.SPLIT : at.SPLIT + 4] = seat.may_split
        may[at.INSURE : at.INSURE + 4] = [most > 0 for most in seat.insurance]
        return may

    def _worth(self, seat: Seat) -> npt.NDArray[np.int64]:
        """What each ending wins: the attacks, a split wager, a double; then insurance, and what is staked."""
        patterns = range(4)

        def net(wager: str, stake: int, events: tuple[str, ...]) -> int:
            return self._row(wager, events).pay.returned(stake) - stake

        flat = [
            sum(net(wager, stake, events) for wager, stake in seat.wagers(1, pattern, doubled=False))
            for events in self._tables.endings
            for pattern in patterns
        ]
        flat += [net("split", seat.stake[pattern], events) for events in self._tables.endings for pattern in patterns]
        flat += [net("double", seat.double[pattern], events) for events in self._tables.endings for pattern in patterns]
        money = np.zeros(at.MONEY, np.int64)
        for what, events in enumerate(INSURANCE_EVENTS):
            for pattern in patterns:
                money[at.INSURANCE + what * 4 + pattern] = net("insurance", seat.insurance[pattern], events)
        money[at.STAKE : at.STAKE + 4] = seat.stake
        money[at.DOUBLED : at.DOUBLED + 4] = seat.double
        money[at.INSURED : at.INSURED + 4] = seat.insurance
        return np.concatenate([np.array(flat, np.int64), money])

    def _specials(self) -> npt.NDArray[np.uint8]:
        """By seat and jackpot class: whether a hit pays other seats."""
        special = np.zeros((len(self._seats), 16), np.uint8)
        for place, seat in enumerate(self._seats):
            for wager in self._setup.jackpots:
                if wager in self._placed[seat]:
                    for number, events in enumerate(self._tables.jackpot_classes):
                        special[place, number] |= pays_others(self._setup, wager, self._row(wager, events))
        return special.ravel()

    def _play(
        self, seed: int, first: int, count: int, *, note_last: bool = False
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], list[list[int]]]:
        """Sums of the attacks by seat, counts of the side bets' classes by seat, and the rounds noted."""
        width = 2 + at.LOG * at.ENTRY
        room = 1
        if self._table.logged:
            room = count + 1 if self._table.cut else ROOM
        rules, table = self._tables.rules, self._table
        into = at.Tally(
            deck=np.empty_like(table.fresh),
            sums=np.zeros(len(self._seats) * at.SUMS, np.int64),
            counts=np.zeros(len(self._seats) * at.SIDES, np.int64),
            noted=np.empty(room * width, np.int64),
            last=note_last,
            numbers=np.empty(0, np.int64),
        )
        alone = self._single is not None
        if self._single is not None and not note_last:
            aside = into._replace(numbers=np.empty(count, np.int64))
            listed = play_alone(np.uint64(seed), first, count, rules, self._single, aside)
            into, count = into._replace(numbers=aside.numbers[:listed]), listed
        all_noted: list[list[int]] = []
        done = 0
        while done < count:
            begin = first if alone else first + done
            played, written = at.play_block(np.uint64(seed), begin, count - done, rules, table, into)
            if written == at.TOO_SHORT:
                raise DeckTooShort(
                    f"the shoe is empty in round {first + done + played}",
                    remedy="lay the cut card higher or deal fewer seats",
                )
            done += played
            all_noted += into.noted.reshape(room, width)[:written].tolist()
        return into.sums.reshape(-1, at.SUMS), into.counts.reshape(-1, at.SIDES), all_noted

    # -- sums

    def run(self, seed: int, first: int, count: int) -> Block:
        """Play rounds ``first`` to ``first`` + ``count`` - 1 of ``seed``."""
        block = self._nothing(count)
        # From fresh shoes in pieces, so that what is set aside stays small.
        size = BLOCK if self._single is not None else max(count, 1)
        for begin in range(0, count, size):
            self._run(block, seed, first + begin, min(size, count - begin))
        return block

    def _run(self, block: Block, seed: int, first: int, count: int) -> None:
        sums, counts, noted = self._play(seed, first, count)
        self._add_up(block, sums.tolist(), counts.tolist(), at.CARRY)
        for _, entries, *log in noted:
            self._mend_jackpots(block, log[: entries * at.ENTRY])

    def _add_up(self, block: Block, sums: list[list[int]], counts: list[list[int]], carry: int) -> None:
        """Add what the seats' attacks came to, and what their side bets' classes are worth."""
        for (seat, stakes), mine, met in zip(self._placed.items(), sums, counts, strict=True):
            place = self._places[seat, "first-attack"]
            block.net[place] += mine[at.NET]
            block.squares[place] += mine[at.SQUARES] + mine[at.CARRIED] * carry
            block.staked[place] += mine[at.STAKED]
            block.hits[place] += mine[at.HITS]
            for wager, stake in stakes.items():
                for returned, times in self._returns(wager, stake, met):
                    block.count(self._places[seat, wager], times, returned - stake, stake)

    # -- on a GPU

    def gpu_work(self) -> GpuWork:
        """The rounds as a GPU plays them; see `houseway.simulation.gpu.gpu_blocks`."""
        for slug in asked_rules(self._setup):
            raise not_dealt(self._setup, slug, "a GPU plays this game by the approved rules; leave --on gpu out")
        return on_gpu.work(self._tables.rules, self._table, BLOCK)

    def gpu_block(self, rounds: int, sums: npt.NDArray[np.int64], notes: Sequence[tuple[int, Sequence[int]]]) -> Block:
        """The block of these sums; a note has the jackpot's class of each seat."""
        block = self._nothing(rounds)
        seats = len(self._seats)
        attacks, sides = np.split(sums, [seats * at.SUMS])
        self._add_up(block, attacks.reshape(seats, -1).tolist(), sides.reshape(seats, -1).tolist(), on_gpu.CARRY)
        for times, kinds in notes:
            log = [
                number
                for place, kind in enumerate(kinds)
                if self._table.may[place * at.MAY + at.JACKPOT]
                for number in (at.SAYS_JACKPOT, place, 0, kind)
            ]
            self._mend_jackpots(block, log, times)
        return block

    # -- for rounds that stop at questions

    @property
    def compiled(self) -> tuple[at.Rules, at.Seats]:
        """What the compiled rounds read: the rules, and the table with its money."""
        return self._tables.rules, self._table

    def sides_worth(self, seat: int) -> npt.NDArray[np.int64]:
        """What the side bets of ``seat`` win or lose in each place where they are counted, prizes to others apart."""
        found = np.zeros(at.SIDES, np.int64)
        for wager, stake in self._placed[seat].items():
            # Each class is told with its own place instead of how often it came.
            for returned, place in self._returns(wager, stake, range(at.SIDES)):
                found[place] += returned - stake
        return found

    # -- what side bets are worth

    def _returns(self, wager: str, stake: int, met: Sequence[int]) -> Iterator[tuple[int, int]]:
        """What a side bet gave back, and how often."""
        if wager == "suited-royals":
            for events, times in zip(self._tables.royal_classes, met, strict=False):
                yield self._row(wager, events).pay.returned(stake), times
        elif wager in ("double-match-up", "double-match-down"):
            begin = at.UP_AT if wager == "double-match-up" else at.DOWN_AT
            for number, times in enumerate(met[begin : begin + 9]):
                yield self._matched(wager, number)[1].returned(stake), times
        elif wager == "triple-match":
            for events, times in zip(self._tables.triple_classes, met[at.TRIPLE_AT : at.DOWN_AT], strict=True):
                yield self._row(wager, events).pay.returned(stake), times
        elif wager in self._setup.jackpots:
            for events, times in zip(self._tables.jackpot_classes, met[at.JACKPOT_AT :], strict=False):
                yield self._jackpot(wager, stake, events), times

    def _jackpot(self, wager: str, stake: int, events: tuple[str, ...]) -> int:
        """What a jackpot gives back, prizes to other players apart: percent prizes go whole to each winner."""
        row = self._row(wager, events)
        if row.pay.is_percent:
            meter = self._meters[self._setup.meter_of(wager, row.event)]
            return meter * row.pay.numerator // row.pay.denominator
        return row.pay.returned(stake)

    def _matched(self, wager: str, number: int) -> tuple[str, Pay, str]:
        """Event, pay and clause of Double Match, by how each card matches (TA-9)."""
        one, other = MATCHES[number // 3], MATCHES[number % 3]
        if one and other:
            amount = self._row(wager, (one,)).pay.amount + self._row(wager, (other,)).pay.amount
            return f"{one}+{other}", odds(amount, self._setup.paytables[wager].odds), "appendix B note 3"
        event = one or other
        row = self._row(wager, (event,) if event else ())
        return row.event, row.pay, "appendix B"

    def _mend_jackpots(self, block: Block, log: Sequence[int], times: int = 1) -> None:
        """Put what the jackpots really paid in a noted round that came ``times`` in place of what was counted."""
        plain = {}
        for what, place, _, value in _entries(log):
            seat = self._seats[place]
            for wager in self._setup.jackpots if what == at.SAYS_JACKPOT else ():
                if (seat, wager) in self._places:
                    stake = self._placed[seat][wager]
                    plain[seat, wager] = self._jackpot(wager, stake, self._tables.jackpot_classes[value]) - stake
        self._mend(block, self._lines(log), plain, times)

    # -- lines

    def lines(self, seed: int, number: int) -> list[Line]:
        """The settlement lines of round ``number`` of ``seed``."""
        begin = number if self._table.cut == 0 else number - number % BLOCK
        _, _, noted = self._play(seed, begin, number - begin + 1, note_last=True)
        _, entries, *log = noted[-1]
        return self._lines(log[: entries * at.ENTRY])

    def _lines(self, log: Sequence[int]) -> list[Line]:
        book = self._book()
        pattern: dict[int, int] = {}
        for what, place, hand, value in _entries(log):
            seat = self._seats[place]
            placed = self._placed[seat]
            if what == at.SAYS_ATTACKS:
                pattern[seat] = value
            elif what == at.SAYS_HAND:
                doubled, ending = divmod(value, at.SAYS_DOUBLED)
                events = self._tables.endings[ending]
                for wager, stake in self._staking[seat].wagers(hand, pattern[seat], bool(doubled)):
                    book.pay(seat, wager, stake, self._row(wager, events), RULE[events[0]], hand)
            elif what == at.SAYS_INSURANCE:
                stake = self._staking[seat].insurance[pattern[seat]]
                book.pay(seat, "insurance", stake, self._row("insurance", INSURANCE_EVENTS[value]), "rules 5")
            elif what == at.SAYS_ROYALS:
                row = self._row("suited-royals", self._tables.royal_classes[value])
                book.pay(seat, "suited-royals", placed["suited-royals"], row, "appendix A")
            elif what == at.SAYS_TRIPLE:
                row = self._row("triple-match", self._tables.triple_classes[value])
                book.pay(seat, "triple-match", placed["triple-match"], row, "appendix C")
            elif what in (at.SAYS_UP, at.SAYS_DOWN):
                wager = "double-match-up" if what == at.SAYS_UP else "double-match-down"
                event, pay, cite = self._matched(wager, value)
                stake = placed[wager]
                book.lines.append(Line(seat, wager, stake, event, pay.text, pay.returned(stake), cite))
            else:
                for wager in self._setup.jackpots:
                    if wager in placed:
                        row = self._row(wager, self._tables.jackpot_classes[value])
                        book.pay(seat, wager, placed[wager], row, "appendix D")
        book.prizes()
        return book.lines


def _entries(log: Sequence[int]) -> Iterator[Sequence[int]]:
    return (log[begin : begin + at.ENTRY] for begin in range(0, len(log), at.ENTRY))
