"""Playing a record again: from its cards and decisions to its lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from houseway.cards import RecordedShoe
from houseway.cards.card_errors import DeckTooShort
from houseway.errors import HousewayError
from houseway.rulebook.edition import Edition
from houseway.rulebook.fingerprints import play_of, text_of
from houseway.rulebook.steps import Ask, Prizes, Tabulate, who_name
from houseway.table.folder import GameFolder
from houseway.table.lines import Line
from houseway.table.records.record import hand_of
from houseway.table.records.record_format import RoundRecord, SeatRecord, VoidRecord, card_list, meter_amounts
from houseway.table.round import Round
from houseway.table.setup import Setup
from houseway.table.table_errors import BadRecord, UnseenCard

FindGame = Callable[[str], GameFolder]
"""How a game is found by its slug; the registry's ``game``."""


class Difference(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line in which a record and its replay differ; ``None`` where one of them has no such line."""

    line: int
    expected: Line | None
    found: Line | None

    def __str__(self) -> str:
        return f"line {self.line}: the record says {_said(self.expected)}, the rules give {_said(self.found)}"


def settle(found: RoundRecord, find_game: FindGame, *, new: bool | None = None) -> Round:
    """The round of a record, played to its end. Errors say what in the record does not fit, and what to do.

    A ``new`` round, which one without lines is, may tell nothing that had no part in it. Records that were settled
    before keep what they tell: earlier releases took it.
    """
    try:
        return _settle(found, find_game, found.lines is None if new is None else new)
    except HousewayError as error:
        error.remedy = error.remedy or MEND
        raise


MEND = "correct the record: docs/round-record.md describes every key"
"""What to do about a record that does not fit, where the error does not say it."""


def _settle(found: RoundRecord, find_game: FindGame, new: bool) -> Round:
    game = find_game(found.game)
    setup = setup_of(game, found)
    cards = card_list(found.cards)
    if new:
        _check_before(setup, len(found.before))
    setup.deck.check([*card_list(found.before), *cards])
    shoe = RecordedShoe(cards)
    wagers = {seat.seat: seat.wagers for seat in found.seats}
    script = _Script(found)
    meters = meter_amounts(found.meters)
    round_ = Round(game, setup, list(wagers), shoe, found.behaviour, attended=True)
    round_.looks = list(found.looks)
    void = found.void
    steps = void.steps if void is not None else None
    round_.voided_after = steps
    counted = False
    try:
        while not round_.over and (steps is None or len(round_.history) < steps):
            step = round_.step
            if isinstance(step, Tabulate) and found.tabulated is not None:
                round_.answer("dealer", found.tabulated)
                counted = True
            elif void is not None and isinstance(step, Prizes) and not all(name in meters for name in step.meters):
                break
            else:
                round_.play_on(wagers, script, meters)
    except (_NoDecision, DeckTooShort, UnseenCard) as error:
        # What a voided round waited for, its record does not have.
        if void is None or (steps is not None and len(round_.history) != steps):
            if isinstance(error, _NoDecision):
                raise BadRecord(error.message, clause=error.clause, remedy=error.remedy) from error
            raise
    if void is not None:
        _void(round_, void)
    if shoe.left:
        raise BadRecord(f"{shoe.left} cards of the record were never dealt", remedy="give the cards dealt, and no more")
    if script.left:
        raise BadRecord(
            f"decision {script.used + 1}, {script.next!r}, was never asked for",
            remedy="give the decisions asked, and no more",
        )
    if new and found.tabulated is not None and not counted:
        raise BadRecord(
            "the record has a sensor picture, and no press counted wagers in its round",
            remedy="leave the picture out, or set the option tabulator to on",
        )
    if round_.looks:
        raise BadRecord(
            f"{len(round_.looks)} looks of the record were never taken",
            remedy="give the looks at cards that stayed down, and no more",
        )
    return round_


def _check_before(setup: Setup, gone: int) -> None:
    """Refuse cards said to have left the shoe in earlier rounds where the shoe was shuffled since."""
    cut = setup.options.get("shoe", "fresh")
    if gone and cut == "fresh":
        raise BadRecord(
            "the record has cards that left the shoe before this round, and here all are shuffled for every round",
            remedy="leave 'before' out",
        )
    if gone and gone >= int(cut):
        raise BadRecord(
            f"the record has {gone} cards that left the shoe before this round, and it is shuffled after {cut}",
            remedy="leave 'before' out where the round was the first of a shoe",
        )


def _void(round_: Round, void: VoidRecord) -> None:
    """End a round as its record says, at the moment that it says."""
    taken = len(round_.history)
    if void.steps is None and round_.over:
        raise BadRecord(
            "the record says that the round was voided, but it played to its end",
            remedy="say after how many steps, or leave the cards and decisions out that came after the void",
        )
    if void.steps is not None and void.steps != taken:
        ended = "it was over" if round_.over else "it waits"
        raise BadRecord(
            f"the record says that the round was voided after {void.steps} steps, and {ended} after {taken}",
            remedy="count the steps before the void, or leave steps out",
        )
    round_.void(void.reason, void.clause or round_.game.malfunction or "BJS-5")


_CHOSEN = (
    *("paytables", "limits", "fixed", "minimums", "posted", "envy", "schemes", "equipment", "aggregate", "wagering"),
    *("whole", "behaviour"),
)
"""What a record has of its table under the name that a `Setup` takes it by."""

_KEPT = 256
_setups: dict[bytes, Setup] = {}


def setup_of(game: GameFolder, found: RoundRecord) -> Setup:
    """The table that a record was dealt at. The last few are kept: records come by the thousand from one table."""
    # Where a record does not say which wagers the table offered, that follows from those that were placed.
    placed = {slug for seat in found.seats for slug in seat.wagers} if _offered(found) is None else ()
    bare = msgspec.structs.replace(
        found,
        cards=[],
        before=[],
        decisions=[],
        lines=None,
        meters={},
        void=None,
        looks=[],
        tabulated=None,
        seed=None,
        number=None,
        seats=[SeatRecord(0, dict.fromkeys(sorted(placed), 0))],
    )
    key = msgspec.json.encode((str(game.folder), bare))
    setup = _setups.get(key)
    if setup is None:
        setup = _make_setup(game, found)
        if len(_setups) >= _KEPT:
            _setups.pop(next(iter(_setups)))
        _setups[key] = setup
    return setup


def _offered(found: RoundRecord) -> Any:
    """The wagers that the table offered, as far as the record says."""
    return found.wagers if found.wagers is not None else found.options.get("wagers")


def _make_setup(game: GameFolder, found: RoundRecord) -> Setup:
    options = dict(found.options)
    edition = game.edition(options.pop("edition", None) if found.edition is None else found.edition)
    options.pop("edition", None)
    options.pop("wagers", None)
    offered = _offered(found)
    _check_prints(game, edition, found)
    choices: dict[str, Any] = {key: getattr(found, key) for key in _CHOSEN}
    choices |= {"options": options, "share": found.share_the_wealth}
    if offered is None:
        # Every wager that somebody placed is offered, and so is every other, but a jackpot, that needs nothing posted.
        unplaced = dict.fromkeys(("envy", "share", "schemes", "aggregate"))
        plain = Setup(edition, **{**choices, **unplaced, "posted": _placed_posts(found)})
        placed = {slug for seat in found.seats for slug in seat.wagers if slug in edition.initial_wagers}
        offered = [
            slug
            for slug in edition.initial_wagers
            if slug in placed or (slug in plain.wagers and slug not in plain.jackpots)
        ]
    return Setup(edition, wagers=offered, **choices)


def _check_prints(game: GameFolder, edition: Edition, found: RoundRecord) -> None:
    """Refuse a record that was played by other rules than this edition has under the record's behaviour number."""
    behaviour = game.behaviour if found.behaviour is None else found.behaviour
    game.procedure(behaviour)
    here = edition.fingerprint_under(behaviour)
    for named in (found.play, found.fingerprint):
        if named is not None and play_of(named) != here:
            raise BadRecord(
                f"{game.slug} {edition.slug} was played by other rules then (fingerprint {named[:12]}…)",
                remedy=f"this release has {here[:12]}…: replay it with the release that dealt it",
            )


def _same_text(edition: Edition, found: RoundRecord) -> bool:
    """Whether the record cites the clauses of the text that is here; one that names no text is taken to."""
    text = found.text or (text_of(found.fingerprint) if found.fingerprint is not None else None)
    return text is None or text == edition.text_fingerprint


def _placed_posts(found: RoundRecord) -> dict[str, Any]:
    return {wager: rows for wager, rows in found.posted.items() if any(wager in seat.wagers for seat in found.seats)}


def replay(found: RoundRecord, find_game: FindGame, *, new: bool = False) -> Difference | None:
    """Play a record again and compare its lines: the first difference, or ``None`` if all agree.

    ``new``: the record is of a round that is being settled, as for `settle`.

    Clauses are compared only where the record was made under the text that is here: another text may number them
    otherwise, and pays the same.
    """
    if found.lines is None:
        raise BadRecord("the record has no lines to compare", remedy="use: houseway replay --settle")
    round_ = settle(found, find_game, new=new)
    lines = round_.lines
    cited = _same_text(round_.setup.edition, found)
    for number in range(max(len(lines), len(found.lines))):
        expected = found.lines[number] if number < len(found.lines) else None
        actual = lines[number] if number < len(lines) else None
        if expected != actual and (cited or not _pays_the_same(expected, actual)):
            return Difference(number + 1, expected, actual)
    return None


def _pays_the_same(one: Line | None, other: Line | None) -> bool:
    """Whether two lines differ in nothing but the clause that they cite."""
    if one is None or other is None:
        return one is other
    return msgspec.structs.replace(one, clause=other.clause) == other


class _NoDecision(BadRecord):
    """An ask for which the record has no decision left."""

    code = BadRecord.code


class _Script:
    """Answers asks from a record. The dealer's and supervisor's asks take their default unless the record says more."""

    def __init__(self, found: RoundRecord) -> None:
        self._decisions = found.decisions
        self.used = 0

    @property
    def left(self) -> int:
        return len(self._decisions) - self.used

    @property
    def next(self) -> Any:
        return self._decisions[self.used].answer

    def __call__(self, round_: Round, ask: Ask) -> Any:
        decision = self._decisions[self.used] if self.left else None
        if not isinstance(ask.seat, int) and (
            decision is None or decision.seat != ask.seat or decision.ask not in (None, ask.ask)
        ):
            return ask.default
        if decision is None:
            raise _NoDecision(
                f"seat {ask.seat} is asked {ask.ask}, and the record has no decision left",
                clause=ask.cite,
                remedy=f"choose {', '.join(choice.word for choice in ask.choices) or 'a list of card positions'}",
            )
        hand = hand_of(ask)
        if decision.seat != ask.seat or decision.ask not in (None, ask.ask) or decision.hand not in (None, hand):
            raise BadRecord(
                f"decision {self.used + 1} is {who_name(decision.seat)}'s {decision.ask or 'answer'}"
                f"{_for(decision.hand)}, but {who_name(ask.seat)} is asked {ask.ask}{_for(hand)}",
                clause=ask.cite,
                remedy="give the decisions in the order they are asked",
            )
        self.used += 1
        return decision.answer


def _for(hand: int | None) -> str:
    return "" if hand is None else f" for hand {hand}"


def _said(line: Line | None) -> str:
    return "no such line" if line is None else msgspec.json.encode(line).decode()
