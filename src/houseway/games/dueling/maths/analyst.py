"""The figures of Dueling, from counts: `Analyst` answers a question."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

import msgspec

from houseway.cards import RANKS
from houseway.games.dueling import hands
from houseway.games.dueling.maths import counting, full_table, strategies, what_ifs
from houseway.games.dueling.maths.counting import PACK, Rows, counted, deals
from houseway.games.dueling.maths.full_table import End
from houseway.games.dueling.maths.pricing import odds_net
from houseway.games.dueling.maths.seat_pairs import Bet, bets_of
from houseway.games.dueling.maths.terms import WAR, Terms
from houseway.games.dueling.play import SPOTS, TIE_AFTER_TIE, TWO_PLUS_TWO
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Division, Figures, Number, Outcome, figures_from_distribution
from houseway.maths.strategy import Strategy
from houseway.maths.terms import no_strategy, share_of
from houseway.rulebook.pays import PayKind
from houseway.rulebook.paytables import Paytable

FIRST_TWO = ("tie-plus", "combo-bet")
"""The bets that the first two cards of a seat decide."""

BURN_NOTE = "Burnt cards change no figure: a card that nobody has seen is as likely in any place of the shoe."
SHOE_NOTE = "Figures are for a fresh shoe; a shoe dealt to a cut card is for simulation."


class Analyst(Terms):
    """A question with its answers."""

    def figures(self, strategy: Strategy | str | None) -> Iterator[Figures]:
        """Every entry that the question asks for."""
        for wager in self.wagers:
            for name in self.paytables(wager):
                for decks, chosen in self.option_sets(wager):
                    if wager not in (*SPOTS, TIE_AFTER_TIE):
                        found = self._undecided(wager, name, decks, chosen, strategy)
                        if found is not None:
                            yield found
                        continue
                    for used in self._strategies if strategy is None else (strategy,):
                        played = self.named(used, self.spot_for(wager), decks, chosen)
                        if wager in SPOTS:
                            yield self.spot(wager, decks, chosen, played)
                        else:
                            yield self._tie_after_tie(name, decks, chosen, played)

    def _undecided(
        self, wager: str, name: str, decks: int, chosen: dict[str, str], strategy: Strategy | str | None
    ) -> Figures | None:
        if wager == WAR:
            fights = strategies.ALWAYS if self.forced is None else self.forced
            if strategy is not None:
                fights = strategies.fights_of(self.named(strategy, self.spot_for(wager), decks, chosen))
            if not fights and self.wager == WAR:
                raise BadQuestion(
                    "there is no War wager where no tie goes to war",
                    remedy="ask about another strategy, another rule for ties, or another wager",
                )
            return self._war(decks, chosen) if fights else None
        if wager == TWO_PLUS_TWO:
            return self._two_plus_two(name, decks, chosen)
        ways = counting.tie_plus_ways() if wager == "tie-plus" else counting.combo_ways(what_ifs.combo(self.rules))
        table = self.table(wager, name, chosen)
        return self.side_bet(table, chosen, counted(ways, decks), deals(decks, 2))

    def bet(self, wager: str) -> Bet | None:
        """What one of `FIRST_TWO` wins with every two cards; nothing where a row pays money or a share of a meter."""
        _, chosen = self.first_options()
        table = self.table(wager, next(self.paytables(wager)), chosen)
        if any(row.pay.kind not in (PayKind.TO_1, PayKind.FOR_1, PayKind.PUSH, PayKind.LOSS) for row in table.rows):
            return None
        judge = hands.tie_plus if wager == "tie-plus" else what_ifs.combo(self.rules)
        won = {(one, other): odds_net(table.row(judge(one, other)).pay, wager) for one in PACK for other in PACK}
        return bets_of(won)

    # -- strategies

    @property
    def _strategies(self) -> tuple[str, ...]:
        """Those that are told apart: one where a changed rule leaves nothing to decide."""
        return strategies.STRATEGIES if self.forced is None else strategies.STRATEGIES[:1]

    @cached_property
    def forced(self) -> frozenset[str] | None:
        """The ranks whose ties go to war where a changed rule leaves the player no choice."""
        return what_ifs.forced(self.rules)

    def named(self, strategy: Strategy | str, spot: str, decks: int, chosen: dict[str, str]) -> Strategy:
        """The strategy called so, for this spot and these options; one that is given is checked."""
        if isinstance(strategy, Strategy):
            strategies.fights_of(strategy)
            return strategy if self.forced is None else strategies.from_fights(strategy.name, self.forced)
        if self.forced is not None and strategy in strategies.STRATEGIES:
            return strategies.from_fights(strategy, self.forced)
        made: dict[str, Callable[[], Strategy]] = {
            "optimal": lambda: self.optimal(spot, decks, chosen),
            "short": lambda: self.short(spot, decks, chosen),
            "always-war": strategies.always_war,
            "always-surrender": strategies.always_surrender,
        }
        if strategy not in made:
            raise no_strategy(strategy, made)
        return made[strategy]()

    def optimal(self, spot: str, decks: int, chosen: dict[str, str]) -> Strategy:
        """The better answer for each rank."""
        gains = self._gains(spot, decks, chosen)
        return strategies.from_fights("optimal", frozenset(rank for rank, gain in gains.items() if gain >= 0))

    def short(self, spot: str, decks: int, chosen: dict[str, str]) -> Strategy:
        """The best strategy of one rule; of equal ones the plainest."""
        gains = self._gains(spot, decks, chosen)
        unit = lcm(*(gain.denominator for gain in gains.values()))
        whole = {rank: int(gain * unit) for rank, gain in gains.items()}
        fights, rule = max(strategies.one_rule(), key=lambda tried: sum(whole[rank] for rank in tried[0]))
        return strategies.from_fights("short", fights, (rule,))

    def _gains(self, spot: str, decks: int, chosen: dict[str, str]) -> dict[str, Fraction]:
        """By the rank that ties: what war is worth beyond surrender, times the deals of four cards in which it ties."""
        asked = (spot, decks, *chosen.items())
        if asked not in self._gains_found:
            worth = self.worth(spot, chosen)
            give_up = worth((0, None))
            gain = {result: worth((0, result)) - give_up for result in counting.RESULTS}
            self._gains_found[asked] = {
                rank: sum((number * gain[result] for result, number in results.items()), Fraction(0))
                for rank, results in counting.wars(decks).items()
            }
        return self._gains_found[asked]

    @cached_property
    def _gains_found(self) -> dict[tuple[object, ...], dict[str, Fraction]]:
        """What `_gains` worked out for this question."""
        return {}

    def spot_for(self, wager: str | None) -> str:
        """The spot that decisions about ``wager`` are made on: itself, or the first that the layout has."""
        if wager in SPOTS:
            return wager
        return "play" if self.given.get("spots") == "play" else "player"

    def worth(self, spot: str, chosen: Mapping[str, str]) -> Callable[[End], Fraction]:
        """What each end is worth on ``spot``, net, in units of the first wager, War and tie bonus with it."""
        nets = {end: sum((net for _, _, net in parts), Fraction(0)) for end, parts in self._ends(spot, chosen).items()}
        return nets.__getitem__

    def wars(self, spot: str, decks: int, chosen: Mapping[str, str]) -> dict[str, Fraction]:
        """By the rank that tied, what war is worth on ``spot``."""
        worth, found = self.worth(spot, chosen), {}
        for rank, results in counting.wars(decks).items():
            won = sum((number * worth((0, result)) for result, number in results.items()), Fraction(0))
            found[rank] = won / sum(results.values())
        return found

    def _ends(self, spot: str, chosen: Mapping[str, str]) -> dict[End, list[tuple[str, str, Fraction]]]:
        """By end: event, pay and net of each line that settles the spot and its War wager."""
        asked = (spot, *chosen.items())
        if asked not in self._ends_found:
            self._ends_found[asked] = self._ends_of(spot, chosen)
        return self._ends_found[asked]

    @cached_property
    def _ends_found(self) -> dict[tuple[object, ...], dict[End, list[tuple[str, str, Fraction]]]]:
        """What `_ends` worked out for this question."""
        return {}

    def _ends_of(self, spot: str, chosen: Mapping[str, str]) -> dict[End, list[tuple[str, str, Fraction]]]:
        own = self.table(spot, "standard", chosen)
        war = self.table(WAR, "standard", chosen)
        sign = -1 if spot == "dealer" else 1

        def line(table: Paytable, event: str) -> tuple[str, str, Fraction]:
            pay = table.row((event,)).pay
            return event, pay.text, odds_net(pay, table.wager)

        bonus = war.row(("tie-bonus",)).pay
        extra = ("tie-bonus", bonus.text, odds_net(bonus, WAR) + 1)  # on top: no stake of its own is settled
        on_top = [extra] if chosen.get("tie-bonus") == "on" or extra[2] else []
        tied = what_ifs.TIED.get(self.rules.get(what_ifs.TIES, ""))
        ends: dict[End, list[tuple[str, str, Fraction]]] = {
            (sign, None): [line(own, "win")],
            (-sign, None): [line(own, "lose")],
            (0, None): [line(own, "surrender") if tied is None else tied],
            **{
                (0, result): [line(own, first), line(war, second), *(on_top if result == 0 else [])]
                for result in (-1, 0, 1)
                for first, second in (hands.war_events(spot, result),)
            },
        }
        second_tie = self.rules.get(what_ifs.WAR_TIES)
        if second_tie == "pushes":
            ends[0, 0] = [line(own, "war-push"), ("tie-after-tie", "push", Fraction(0)), *on_top]
        elif second_tie == "loses":
            ends[0, 0] = [line(own, "war-lost"), line(war, "lose"), *on_top]
        return ends

    # -- figures

    def _spot_counts(self, decks: int, fights: frozenset[str]) -> tuple[dict[End, int], int]:
        """Ordered deals by end, and how many there are: of four cards, of two where nobody goes to war."""
        duels = counting.duels(decks)
        if not fights:
            return {(result, None): number for result, number in duels.items()}, deals(decks, 2)
        total = deals(decks, 4)
        later = total // deals(decks, 2)
        counts: dict[End, int] = {(result, None): number * later for result, number in duels.items() if result}
        counts[0, None] = 0
        for rank, results in counting.wars(decks).items():
            for result, number in results.items():
                end: End = (0, result) if rank in fights else (0, None)
                counts[end] = counts.get(end, 0) + number
        return counts, total

    def spot(self, spot: str, decks: int, chosen: dict[str, str], strategy: Strategy) -> Figures:
        """Figures of one of the three spots, the War wager with it."""
        fights = strategies.fights_of(strategy)
        counts, total = self._spot_counts(decks, fights)
        ends = self._ends(spot, chosen)
        outcomes = [_outcome(parts, counts[end], total) for end, parts in ends.items() if counts.get(end)]
        decisions = self._decisions(decks, fights)
        found = _exact(
            wager=spot,
            paytable="standard",
            options=chosen,
            strategy=strategy.name,
            unit=f"one {self.edition.wagers[spot].name} wager",
            outcomes=outcomes,
            average_action=1 + self._at_war(decks, fights),
            decisions=decisions,
            deals=total,
        )
        return msgspec.structs.replace(
            found, notes=(*self._notes(chosen), self._table_note(found, decks, chosen, fights))
        )

    def _table_note(self, alone: Figures, decks: int, chosen: dict[str, str], fights: frozenset[str]) -> str:
        """What the shared cards do to the variance of a full table."""
        seats = full_table.SEATED
        both = full_table.covariance(decks, fights, self.worth(alone.wager, chosen))
        variance = Fraction(alone.variance)
        total = seats * variance + seats * (seats - 1) * both
        return (
            f"Seats share the community cards: two on this spot have correlation {float(both / variance):.6f}, and the "
            f"result of {seats} has a standard deviation of {float(total) ** 0.5:.6f} units instead of "
            f"{(seats * float(variance)) ** 0.5:.6f}."
        )

    def _decisions(self, decks: int, fights: frozenset[str]) -> dict[str, dict[str, Number]]:
        if self.forced is not None:
            return {}
        tie, at_war = Fraction(counting.duels(decks)[0], deals(decks, 2)), self._at_war(decks, fights)
        return {WAR: {WAR: at_war, strategies.SURRENDER: tie - at_war}}

    def _at_war(self, decks: int, fights: frozenset[str]) -> Fraction:
        """How often a round goes to war."""
        return Fraction(counting.duels(decks)[0], deals(decks, 2)) * Fraction(len(fights), len(RANKS))

    def _war(self, decks: int, chosen: dict[str, str]) -> Figures:
        """The War wager by itself, among rounds that go to war."""
        ends = self._ends("player", chosen)
        results = [sum(ranks[result] for ranks in counting.wars(decks).values()) for result in counting.RESULTS]
        total = sum(results)
        counts = zip(counting.RESULTS, results, strict=True)
        outcomes = [_outcome(ends[0, result][1:], number, total) for result, number in counts]
        note = "Among rounds that go to war; what becomes of the first wager there counts with its spot."
        return _exact(
            wager=WAR,
            paytable="standard",
            options=chosen,
            strategy="optimal",
            unit="one War wager",
            outcomes=outcomes,
            deals=total,
            notes=(note, *self._notes(chosen)),
        )

    def _tie_after_tie(self, name: str, decks: int, chosen: dict[str, str], strategy: Strategy) -> Figures:
        fights = strategies.fights_of(strategy)
        counts: dict[Rows, int] = {}
        ranks = len(RANKS)
        total = deals(decks, 4 if fights else 2)
        later = total // deals(decks, 2)
        if fights:
            for rows, number in counted(counting.tie_after_tie_ways(what_ifs.four_cards(self.rules)), decks).items():
                counts[rows] = counts.get(rows, 0) + number * len(fights) // ranks
        for rows, number in counted(counting.one_tie_ways(), decks).items():
            counts[rows] = counts.get(rows, 0) + number * (ranks - len(fights)) // ranks * later
        table = self.table(TIE_AFTER_TIE, name, chosen)
        note = "A surrender settles the wager on the first two cards."
        divisions: tuple[Division, ...] = ()
        if fights:
            note = self._shares_note(TIE_AFTER_TIE, table, decks)
        if fights == strategies.ALWAYS:
            divisions = self._divisions(TIE_AFTER_TIE, table, decks)
        decisions = self._decisions(decks, fights)
        counts[counting.not_a_tie()] = total - sum(counts.values())
        return self.side_bet(table, chosen, counts, total, strategy.name, decisions, note, divisions)

    def _two_plus_two(self, name: str, decks: int, chosen: dict[str, str]) -> Figures:
        table = self.table(TWO_PLUS_TWO, name, chosen)
        note = self._shares_note(TWO_PLUS_TWO, table, decks)
        counts = counted(counting.two_plus_two_ways(what_ifs.two_plus_two(self.rules)), decks)
        divisions = self._divisions(TWO_PLUS_TWO, table, decks)
        return self.side_bet(table, chosen, counts, deals(decks, 4), note=note, divisions=divisions)

    def shares(self, wager: str, table: Paytable, decks: int, players: int) -> dict[str, tuple[Fraction, Fraction]]:
        """By row that is, or may be posted as, a percent: its chance, and one player's part of the prize on average."""
        four, added = what_ifs.four_cards(self.rules), what_ifs.two_plus_two(self.rules)
        if wager == TIE_AFTER_TIE:
            counts = counted(counting.tie_after_tie_ways(four), decks)
        else:
            counts = counted(counting.two_plus_two_ways(added), decks)

        def somebody(wanted: frozenset[Rows]) -> Fraction:
            if wager == TIE_AFTER_TIE:
                return full_table.somebody_ties_twice(decks, players, wanted, four)
            return full_table.somebody_makes(decks, players, wanted, added)

        found = {}
        for row in table.rows:
            if row.pay.kind not in (PayKind.PERCENT, PayKind.JACKPOT, PayKind.JACKPOT_OR_BONUS):
                continue
            wanted = frozenset(rows for rows in counts if table.row(rows) is row)
            chance = Fraction(sum(counts[rows] for rows in wanted), deals(decks, 4))
            found[row.event] = (chance, somebody(wanted) / players)
        return found

    def _divisions(self, wager: str, table: Paytable, decks: int) -> tuple[Division, ...]:
        """The rows paid from the meter at a full table whose players all have the wager and fight every tie (DD-6)."""
        if not table.shared:
            return ()
        seats = full_table.SEATED
        found = []
        fewer = self.shares(wager, table, decks, seats - 1)
        for event, (chance, part) in self.shares(wager, table, decks, seats).items():
            if chance:
                worth = share_of(table.row((event,))) * part
                somebody = seats * part
                # One hits it alone where somebody of all does and nobody of the others.
                alone = somebody - (seats - 1) * fewer[event][1]
                shared = 1 - alone / chance
                found.append(Division(event, chance, shared, part / chance, worth, seats, somebody=somebody))
        return tuple(found)

    def _shares_note(self, wager: str, table: Paytable, decks: int) -> str:
        seats = full_table.SEATED
        parts = [
            f"{event} {float(part / chance):.6f}"
            for event, (chance, part) in self.shares(wager, table, decks, seats).items()
            if chance
        ]
        if not table.shared or not parts:
            return "No prize of this table is shared."
        return (
            f"Percent prizes are divided among those who hit the same event in a round (DD-6). Of {seats} players with "
            f"this wager, all at war with every tie, each has on average this part of what one alone would have: "
            f"{', '.join(parts)}."
        )

    def side_bet(
        self,
        table: Paytable,
        chosen: dict[str, str],
        counts: dict[Rows, int],
        total: int,
        strategy: str = "optimal",
        decisions: dict[str, dict[str, Number]] | None = None,
        note: str = "",
        divisions: tuple[Division, ...] = (),
    ) -> Figures:
        """Figures of a wager that its first row among the cards pays; deals that no row counts lose."""
        by_event = dict.fromkeys([row.event for row in table.rows], 0)
        by_event["none"] = total - sum(counts.values())
        for rows, number in counts.items():
            by_event[table.row(rows).event] += number
        in_money = any(row.pay.is_posted or row.pay.kind is PayKind.DOLLARS for row in table.rows)
        wager = self.edition.wagers[table.wager]
        notes = [*([note] if note else []), *self._notes(chosen), *self._table_notes(table, chosen)]
        return _exact(
            wager=table.wager,
            paytable=table.id,
            options=chosen,
            strategy=strategy,
            unit="one wager of one dollar" if wager.fixed or in_money else "one wager",
            outcomes=self.outcomes(table, by_event),
            decisions=decisions or {},
            meters=self.meter_figures(table, by_event),
            divisions=divisions,
            deals=total,
            notes=tuple(notes),
        )

    def _notes(self, chosen: Mapping[str, str]) -> list[str]:
        notes = [BURN_NOTE]
        if chosen.get("shoe", "fresh") != "fresh":
            notes.append(SHOE_NOTE)
        return notes

    def _table_notes(self, table: Paytable, chosen: Mapping[str, str]) -> list[str]:
        notes = []
        known = self.edition.options["decks"].values
        by_decks = any(
            block.by == "decks" and table.wager in block.wagers and table.id in block.ids
            for block in self.edition.data.paytables
        )
        if by_decks and chosen["decks"] not in known:
            notes.append(f"The document prints no pays for {chosen['decks']} decks: those of {known[0]} are used.")
        return notes


def _outcome(parts: list[tuple[str, str, Fraction]], number: int, total: int) -> Outcome:
    """One end of a spot: event, pay and net of each of its lines."""
    events, pays, nets = zip(*parts, strict=True)
    return Outcome("+".join(events), ", ".join(pays), Fraction(number, total), sum(nets, Fraction(0)), number)


def _exact(**figures: Any) -> Figures:
    """Figures from outcomes that were counted."""
    return figures_from_distribution(method="exact count of ordered deals", **figures)
