"""What every game must do, whatever its rules. Adding a game's folder is enough to have it tested here."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import houseway
from houseway.cards import Stream
from houseway.errors import HousewayError, Refused
from houseway.facade import Game
from houseway.rulebook.steps import INDICATORS, Ask, Peek, Place, PlaceWagers, Prizes, Together, place_name
from houseway.table.envy_prizes import ENVY, SHARE_THE_WEALTH
from houseway.table.records.record import encode, record
from houseway.table.records.record_format import decode
from houseway.table.records.replay import replay
from houseway.table.round import Round
from houseway.table.shown.line_sentences import own_reason
from houseway.table.shown.settled_lines import settled_lines
from houseway.table.shown.wording import words_of
from tests.conformance.random_rounds import Dealt, Remembering, encoded_rounds, recorded, repeat, staked, whole_deck

ROUNDS = 5_000
CHUNKS = 10
SOAK_ROUNDS = 1_000_000
SOAK_CHUNKS = 50


def _play_many(game: Game, first: int, count: int) -> None:
    for number in range(first, first + count):
        dealt = Dealt(game, 2026, number)
        round_ = dealt.play()
        lines = round_.lines
        # Money: every stake is settled once, by a line; nothing is lost, made or negative.
        assert sum(line.stake for line in lines) == staked(round_)
        settled = [(line.seat, line.wager, line.hand) for line in lines if line.stake]
        assert len(settled) == len(set(settled)), f"a wager is settled twice in round {number}"
        for line in lines:
            assert line.stake >= 0
            assert line.returned >= 0
            assert line.meter is None or 0 <= line.meter <= line.returned
            assert dealt.setup.edition.has_clause(line.clause) or line.clause in dealt.setup.edition.rulings
        for name, amount in dealt.meters.items():
            wager = name.split("/")[0]
            assert sum(line.meter or 0 for line in lines if line.wager == wager) <= amount + sum(
                other for key, other in dealt.meters.items() if key != name and key.split("/")[0] == wager
            )
        # Replay: the record alone gives the same lines.
        line_of_json = encode(record(round_, meters=dealt.meters))
        assert replay(decode(line_of_json), houseway.registry.game) is None, line_of_json


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_play_ends_with_money_conserved_and_replays_alike(game: Game, chunk: int) -> None:
    _play_many(game, chunk * ROUNDS // CHUNKS, ROUNDS // CHUNKS)


def test_whatever_a_round_asks_lays_and_settles_has_words(game: Game) -> None:
    words = words_of(game)
    for number in range(100):
        round_ = Dealt(game, 3, number).play()
        edition = round_.setup.edition
        for ask, answer in round_.decisions:
            if ask.ask != INDICATORS:
                assert ask.ask in words.question, f"{ask.ask} has no words"
                assert {choice.word for choice in ask.choices} <= set(words.choice)
                assert words.answered(ask.ask, answer)
        for place in map(place_name, round_.layout.places):
            owner, _, part = place.partition(".")
            assert part in words.part or part.isdigit() or not part if owner.isdigit() else words.named(place)
        for line in round_.lines:
            named = words.events(edition, line.wager)
            assert all(part in named or part in (ENVY, SHARE_THE_WEALTH) for part in line.event.split("+"))
        for seat in round_.in_play:
            for settled in settled_lines(round_, seat).values():
                brought = settled.line.event in (ENVY, SHARE_THE_WEALTH)
                assert brought or own_reason(game, settled), f"{settled.line.wager}, {settled.line.event}: no reason"


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(SOAK_CHUNKS))
def test_a_million_random_rounds(game: Game, chunk: int) -> None:
    size = SOAK_ROUNDS // SOAK_CHUNKS
    _play_many(game, ROUNDS + chunk * size, size)


def test_the_same_seed_gives_the_same_round_under_any_hash_seed(game: Game, elsewhere: dict[str, bytes]) -> None:
    assert encoded_rounds(game) == elsewhere[game.slug]


# -- choices


def _bytes(round_: Round, viewer: Any) -> bytes:
    return msgspec.json.encode(houseway.view(round_, viewer))


def _state(round_: Round) -> bytes:
    everything = [_bytes(round_, viewer) for viewer in (*round_.seated, "dealer", "public")]
    return b"|".join(everything) + str(len(round_.history)).encode()


NONSENSE: list[Any] = [
    None,
    "",
    "nothing-of-the-kind",
    -1,
    10**12,
    1.5,
    True,
    [],
    ["nothing", 1],
    [0],
    [99],
    [1, 1],
    {"ante": 5},
    ["hit", "5"],
    "\x00",
]


def _offered(ask: Ask) -> list[Any]:
    answers: list[Any] = []
    for choice in ask.choices:
        if choice.least is None or choice.most is None or choice.least == choice.most:
            answers.append(choice.word)
        else:
            answers += [[choice.word, choice.least], [choice.word, choice.most]]
    if ask.pick:
        answers += [[position] for position in range(1, ask.pick.pool + 1)]
    return answers


def _not_offered(ask: Ask) -> list[Any]:
    answers: list[Any] = [answer for answer in NONSENSE if answer not in _offered(ask)]
    for choice in ask.choices:
        if choice.least is None:
            answers.append([choice.word, 1])
        else:
            assert choice.most is not None
            answers += [[choice.word, choice.least - 1], [choice.word, choice.most + 1], [choice.word, 0.5]]
    if ask.pick:
        answers += [[ask.pick.pool + 1], ["As", "As"]]
    return answers


def test_every_offered_choice_is_accepted_and_every_other_refused_with_a_reason(game: Game) -> None:
    asked = 0
    for number in range(400):
        dealt = Dealt(game, 11, number)
        round_ = dealt.round()
        player = Remembering(dealt.chance)
        while not round_.over:
            step = round_.step
            asks = step.asks if isinstance(step, Together) else (step,) if isinstance(step, Ask) else ()
            before = _state(round_)
            for ask in asks:
                for answer in _offered(ask):
                    assert round_.refusal(ask.seat, answer) is None, (ask, answer)
                for answer in _not_offered(ask):
                    reason = round_.refusal(ask.seat, answer)
                    assert isinstance(reason, Refused), (ask, answer)
                    assert reason.message
                    assert reason.clause
                    with pytest.raises(Refused):
                        round_.answer(ask.seat, answer)
                asked += 1
            strangers: list[Any] = [0, 99, "nobody", *(seat for seat in range(1, 8) if seat not in round_.due_from())]
            for stranger in strangers:
                with pytest.raises(HousewayError):
                    round_.answer(stranger, "stand")
            assert _state(round_) == before, "a refusal changed the round"
            round_.play_on(dealt.wagers, player, dealt.meters)
    assert asked > 0


def test_wagers_that_are_refused_say_why_and_change_nothing(game: Game) -> None:
    for number in range(60):
        dealt = Dealt(game, 13, number)
        round_ = dealt.round()
        assert isinstance(round_.step, PlaceWagers)
        seat = dealt.seats[0]
        before = _state(round_)
        some = next(slug for slug in dealt.setup.edition.initial_wagers if slug in dealt.setup.wagers)
        for wagers in (
            {"no-such-wager": 100},
            {some: -100},
            {some: 99.5},
            {some: "100"},
            {some: True},
            {some: None},
            {some: 10**18},
            [some],
            None,
            {None: 100},
        ):
            reason = round_.refusal(seat, wagers)
            assert isinstance(reason, Refused), wagers
            assert reason.message
            with pytest.raises(Refused):
                round_.answer(seat, wagers)
        assert _state(round_) == before


def test_time_running_out_never_adds_money(game: Game) -> None:
    for number in range(200):
        dealt = Dealt(game, 17, number)
        round_ = dealt.round()
        for seat in dealt.seats:
            round_.answer(seat, dealt.wagers[seat])
        while not round_.over:
            if isinstance(round_.step, (Ask, Together)):
                round_.time_out()
            else:
                round_.play_on(dealt.wagers, Remembering(dealt.chance), dealt.meters)
        placed = sum(sum(wagers.values()) for wagers in round_.placed.values())
        assert sum(line.stake for line in round_.lines) == placed


def test_a_void_at_any_moment_gives_everything_back(game: Game) -> None:
    for number in range(200):
        dealt = Dealt(game, 19, number)
        steps = 1 + dealt.chance.below(12)
        round_ = dealt.round()
        player = Remembering(dealt.chance)
        for _ in range(steps):
            if not round_.over:
                round_.play_on(dealt.wagers, player, dealt.meters)
        round_.void("malfunction", game.malfunction or "BJS-5")
        by_seat: dict[int, int] = {}
        for line in round_.lines:
            by_seat[line.seat] = by_seat.get(line.seat, 0) + line.returned - line.stake
        assert not any(by_seat.values()), by_seat
        assert sum(line.stake for line in round_.lines) == staked(round_)
        found = decode(encode(record(round_, meters=dealt.meters)))
        assert replay(found, houseway.registry.game) is None


# -- views


PROBES: list[Any] = ["fold", "hit", ["low", 2], [1], [1, 2], [1, 2, 3], ["bet", 1], "war", "declare", {"x": 1}]


def _seen_by(round_: Round, viewer: Any) -> bytes:
    """All bytes that a viewer gets: the view, and the answers to whatever they try."""
    errors = []
    if isinstance(viewer, int):
        for answer in PROBES:
            reason = round_.refusal(viewer, answer)
            errors.append(None if reason is None else reason.as_dict())
    return _bytes(round_, viewer) + msgspec.json.encode(errors)


def _peeks(round_: Round) -> list[Any]:
    return [answer for step, answer in round_.history if isinstance(step, Peek)]


def _unseen(round_: Round, viewer: Any) -> list[int]:
    known: dict[Place, Any] = {place: round_.layout.known_to(viewer, place) for place in round_.layout.places}
    return [
        number
        for place, numbers in round_.layout.places.items()
        for number, kind in zip(numbers, known[place], strict=True)
        if kind is None
    ]


def _stops(dealt: Dealt, cards: list[Any], player: Any) -> Any:
    """The round at each moment at which something is due; at the end too."""
    round_ = dealt.round(recorded(cards))
    while not round_.over:
        yield round_
        round_.play_on(dealt.wagers, player, dealt.meters)
    yield round_


def test_rounds_that_differ_in_unseen_cards_look_the_same(game: Game) -> None:
    compared = differing = 0
    for number in range(250):
        dealt = Dealt(game, 23, number)
        if not any(dealt.wagers.values()):
            continue
        cards = whole_deck(dealt.setup, 23, number)
        remember = Remembering(dealt.chance)
        hidden_at: dict[Any, list[list[int]]] = {}
        viewers = [*dealt.seats, "dealer", "public"]
        dealt_at = []
        for round_ in _stops(dealt, cards, remember):
            dealt_at.append(len(round_.layout.cards))
            for viewer in viewers:
                hidden_at.setdefault(viewer, []).append(_unseen(round_, viewer))
        for viewer in viewers:
            stop = dealt.chance.below(len(dealt_at))
            # Every card that the viewer has not seen at this stop, on the table or still in the shoe, is another one.
            places = [*hidden_at[viewer][stop], *range(dealt_at[stop], len(cards))]
            other = list(cards)
            shuffled = [cards[place] for place in places]
            mixing = Stream(29, number)
            for last in range(len(shuffled) - 1, 0, -1):
                swap = mixing.below(last + 1)
                shuffled[last], shuffled[swap] = shuffled[swap], shuffled[last]
            for place, kind in zip(places, shuffled, strict=True):
                other[place] = kind
            answers = repeat(remember.answers)
            again = repeat(remember.answers)
            one = _stops(dealt, cards, lambda round_, ask, given=again: next(given))
            two = _stops(dealt, other, lambda round_, ask, given=answers: next(given))
            for _ in range(stop + 1):
                a = next(one)
                try:
                    b = next(two)
                except Refused:
                    # The other seat chose by cards of its own that now differ.
                    break
                if _peeks(a) != _peeks(b):
                    break
                assert _seen_by(a, viewer) == _seen_by(b, viewer), (number, viewer, stop)
                compared += 1
            differing += other[: dealt_at[stop]] != cards[: dealt_at[stop]]
    assert compared > 100
    assert differing > 0 or game.slug in {"dueling", "high-card"}, "no hidden card was ever changed"


def test_percent_prizes_are_asked_for_only_when_won(game: Game) -> None:
    for number in range(300):
        dealt = Dealt(game, 31, number)
        round_ = dealt.play()
        asked = [step for step, _ in round_.history if isinstance(step, Prizes)]
        percents = [line for line in round_.lines if line.meter is not None]
        assert bool(asked) == bool(percents)
