"""Every line that a game can settle is told to its player in a sentence: why, and what it brings or costs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

import msgspec
import pytest

import houseway
from houseway.cards import Card, card
from houseway.facade import Game
from houseway.registry import all_games
from houseway.rulebook.edition import Edition
from houseway.rulebook.money import dollars
from houseway.rulebook.pays import Pay, PayKind
from houseway.table.envy_prizes import ENVY, SHARE_THE_WEALTH
from houseway.table.lines import Line
from houseway.table.setup import Setup
from houseway.table.shown.line_sentences import own_reason, reason_of, shown_line, told_lines
from houseway.table.shown.settled_lines import Settled, settled_lines
from houseway.table.shown.view import view
from houseway.table.shown.view_shapes import ShownLine
from houseway.table.shown.wording import words_of
from houseway.table.table_errors import BadSetup
from houseway.table.variety import VariedRound
from tests.line_examples import EXAMPLES, Example
from tests.outside import deuces_wild, triple_attack

SEAT = 3
ROUNDS = 120
MINUS = "\N{MINUS SIGN}"
CODE = re.compile(r"\b[2-9TJQKA][cdhs]\b|\bXj\b|\?\?")
FACE = re.compile(r"(10|[2-9JQKA])([♣♦♥♠])")
DOUBLED = re.compile(r"\b([a-z]+) \1\b", re.IGNORECASE)


def assert_well_said(line: ShownLine, edition: Edition) -> None:
    """A sentence with a reason and with the money of its line, and without a word of ours."""
    says, reason = line.says, line.reason
    assert says is not None and reason is not None and says.startswith(f"{reason}: ")
    assert re.match(r"[A-Z]", says) and "  " not in says and len(reason) > 8, says
    assert not CODE.search(says) and not DOUBLED.search(says), says
    slugs = {*edition.wagers, *(part for part in line.event.split("+")), "none", "None", "{", "}"}
    assert not any(
        re.search(rf"(?<![\w-]){re.escape(slug)}(?![\w-])", says) for slug in slugs if "-" in slug or slug in "{}None"
    ), says
    assert line.clause not in says, says
    money = says.removeprefix(f"{reason}: ")
    if line.net > 0:
        assert money == f"+{dollars(line.net)}"
    elif line.net < 0:
        assert money.endswith(f"{MINUS}{dollars(-line.net)}")
        assert ("back" in money) == (line.returned > 0), says
    else:
        assert money == (f"your {dollars(line.stake)} comes back" if line.stake else "nothing changes")


# -- every row of every paytable


def columns(game: Game, edition: Edition) -> Iterator[tuple[Setup, str]]:
    """Every printed column, at tables that pay by it: the setup and the wager; more than once if an option moves it."""
    every: list[dict[str, str]] = [
        {option.slug: value} for option in edition.options.values() for value in option.values
    ]
    for block in edition.data.paytables:
        moves = any(isinstance(cell, dict) for _, *cells in block.rows for cell in cells)
        for id in block.ids:
            left = set(block.wagers)
            for options in [{}, *every]:
                try:
                    setup = game.demonstration(edition.slug, options=options, paytables=dict.fromkeys(block.wagers, id))
                except BadSetup:
                    # Wagers that share a table go by the column of the first.
                    setup = game.demonstration(edition.slug, options=options, paytables={block.wagers[0]: id})
                found = [
                    wager for wager in block.wagers if wager in setup.paytables and setup.paytables[wager].id == id
                ]
                yield from ((setup, wager) for wager in found if moves or wager in left)
                left -= set(found)
                if not left and not moves:
                    break


def cards_of(text: str) -> tuple[Card | None, ...]:
    return tuple(None if code == "??" else card(code) for code in text.split())


def settled(wager: str, event: str, pay: Pay, stake: int, example: Example, spot: str) -> Settled:
    """A line of ``event`` as its player sees it, with the cards of ``example``."""
    lying = {
        name.replace("me", str(SEAT)): cards_of(text)
        for name, text in example.items()
        if name[0] != "?" and not name.endswith(" dealt")
    }
    dealt = {name.replace(f"{SEAT}.", f"{SEAT} "): cards for name, cards in lying.items()}
    own = tuple(each for name, cards in lying.items() if name.split(".")[0] == str(SEAT) for each in cards)
    dealt[str(SEAT)] = cards_of(example["me dealt"]) if "me dealt" in example else own
    answers: dict[str, object] = {}
    for name, text in example.items():
        if name[0] == "?":
            answers[name[1:]] = tuple(map(int, text.split())) if text[0].isdigit() else text
    returned = 1_000_580 if pay.kind is PayKind.PERCENT else pay.returned(stake)
    bare = event == "tie-bonus"
    line = Line(SEAT, wager, 0 if bare else stake, event, pay.text, returned, "x 1")
    return Settled(line, (spot,), lying, dealt, answers)


@pytest.mark.parametrize("slug", all_games())
def test_every_row_of_every_paytable_has_a_sentence_in_the_games_own_words(slug: str) -> None:
    game = houseway.game(slug)
    examples = {wager: events for wagers, events in EXAMPLES[slug].items() for wager in wagers}
    for edition in game.editions.values():
        reached: set[tuple[str, str, str]] = set()
        for setup, wager in columns(game, edition):
            table = setup.paytables[wager]
            stake = setup.fixed_amount(wager) or 500
            rows = {row.event: row.pay for row in table.rows}
            for event, pay in rows.items():
                reached.add((wager, table.id, event))
                for example in examples[wager][event]:
                    spot = wager if wager in ("dealer", "play") else "player"
                    found = settled(wager, event, pay, stake, example, spot)
                    reason = own_reason(game, found)
                    assert reason, f"{wager} {table.id} {event} is not explained"
                    said = shown_line(found.line, reason)
                    assert_well_said(said, edition)
                    assert_pay_said(said, pay)
        for block in edition.data.paytables:
            printed = {(wager, id, row) for wager in block.wagers for id in block.ids for row in range(len(block.rows))}
            counted = {key for key in reached if key[0] in block.wagers and key[1] in block.ids}
            assert len(counted) == len(printed), f"{block.wagers}: some cells were not reached"


def assert_pay_said(line: ShownLine, pay: Pay) -> None:
    """A row that pays other than once its stake says what it pays, as people say it."""
    assert line.reason is not None
    if line.event == "tie-bonus" or line.net <= 0 or (pay.kind is PayKind.TO_1 and pay.amount == 1):
        return
    odds = Fraction(pay.amount)
    wanted = {
        PayKind.TO_1: f"{odds.numerator} to {odds.denominator}",
        PayKind.FOR_1: f"{odds.numerator} for {odds.denominator}",
        PayKind.PERCENT: "the whole jackpot" if odds == 1 else f"{float(odds * 100):g}% of the jackpot",
        PayKind.DOLLARS: dollars(pay.numerator),
    }[pay.kind]
    assert re.search(rf"pays? {re.escape(wanted)}\b", line.reason.replace("%", "%")), line.reason


@pytest.mark.parametrize("slug", all_games())
def test_what_no_row_pays_has_its_sentence_too(slug: str) -> None:
    game = houseway.game(slug)
    for wagers, events in EXAMPLES[slug].items():
        for event in ("none", "fold"):
            for example in events.get(event, ()):
                found = settled(wagers[0], event, Pay(PayKind.LOSS, "loss"), 500, example, "player")
                reason = own_reason(game, found)
                assert reason, f"{wagers[0]} {event} is not explained"
                assert_well_said(shown_line(found.line, reason), game.edition())


OWN: Example = {"me.high": "9c 9s", "me.low": "Kd", "dealer-high": "Ks 7d", "dealer-low": "Ah"}
SENTENCES: list[tuple[str, str, str, str, int, Example, str]] = [
    (
        *("triple-attack", "first-attack", "lose", "loss", 0),
        {"me": "Kh 9d", "dealer": "Jc Kd"},
        f"Dealer 20 beats your 19: {MINUS}$25",
    ),
    (
        *("triple-attack", "first-attack", "win", "1 to 1", 5000),
        {"me": "9h 7d", "dealer": "Kc 5d 9s"},
        "Dealer busts with 24 against your 16: +$25",
    ),
    (
        *("triple-attack", "double-match-up", "none", "loss", 0),
        {"me": "9c 7h", "dealer": "4d ??"},
        f"Neither 9♣ nor 7♥ matches the dealer's 4♦: {MINUS}$25",
    ),
    (
        *("triple-attack", "jackpot", "none", "loss", 0),
        {"me": "9c", "me.2": "7h", "me dealt": "9c 7h", "dealer": "4d Kc"},
        f"Your first two cards make 16, not 20: {MINUS}$25",
    ),
    (
        *("dueling", "player", "surrender", "-1:2 to 1", 1250),
        {"me": "6h", "community": "6c"},
        f"You surrendered the tie of sixes: you get half back, {MINUS}$12.50",
    ),
    (
        *("dueling", "dealer", "lose", "loss", 0),
        {"me": "Kh", "community": "Tc"},
        f"Your K♥ beats the 10♣, and you bet on the dealer: {MINUS}$25",
    ),
    (
        *("dueling", "combo-bet", "pair", "3:2 to 1", 6250),
        {"me": "9h", "community": "9c"},
        "Your 9♥ and the 9♣, a pair, pay 3 to 2: +$37.50",
    ),
    (
        *("three-card-split", "primary", "push", "push", 2500),
        OWN,
        "Your pair of nines beats the dealer's king high, but the dealer's ace beats your king: your $25 comes back",
    ),
    (
        *("deuces-wild", "ante", "three-of-a-kind", "30 to 1", 77500),
        {"me": "9c 9d 2h 6c Kc"},
        "Your three of a kind pays 30 to 1: +$750",
    ),
    (
        *("deuces-wild", "three-card-treasure", "none", "loss", 0),
        {"me": "9c 9d 2d", "?treasure": "no"},
        f"You did not declare your three of a kind: {MINUS}$25",
    ),
]


@pytest.mark.parametrize(("game", "wager", "event", "pays", "returned", "example", "sentence"), SENTENCES)
def test_a_sentence_says_why_and_how_much(
    game: str, wager: str, event: str, pays: str, returned: int, example: Example, sentence: str
) -> None:
    found = settled(wager, event, Pay(PayKind.LOSS, pays), 2500, example, wager)
    line = msgspec.structs.replace(found.line, returned=returned)
    found = msgspec.structs.replace(found, line=line)
    setup = houseway.game(game).demonstration()
    assert shown_line(line, reason_of(houseway.game(game), setup, found)).says == sentence


# -- rounds as they are played


@pytest.mark.parametrize("slug", all_games())
def test_in_rounds_of_every_kind_each_player_is_told_of_every_line_of_his(slug: str) -> None:
    game = houseway.game(slug)
    for number in range(ROUNDS):
        round_ = VariedRound(game, 41, number).play()
        edition = round_.setup.edition
        for seat in round_.in_play:
            own = settled_lines(round_, seat)
            shown = view(round_, seat)
            seen = {code for codes in shown.cards.values() for code in codes}
            for place, line in enumerate(shown.lines):
                if line.seat != seat:
                    assert line.says is None
                    continue
                assert_well_said(line, edition)
                if line.event not in (ENVY, SHARE_THE_WEALTH):
                    assert own_reason(game, own[place]), (line.wager, line.event)
                named = {
                    f"{rank.replace('10', 'T')}{'cdhs'['♣♦♥♠'.index(suit)]}"
                    for rank, suit in FACE.findall(line.says or "")
                }
                assert named <= seen, f"{line.says} names a card that the player has not seen"
                assert_read_alike(slug, line, own[place])


def assert_read_alike(slug: str, line: ShownLine, settled: Settled) -> None:
    """Totals and hands in the sentence are those that a program written from the page finds in the cards."""
    reason = line.reason or ""

    def codes(place: str) -> list[str]:
        return [each.text if each else "??" for each in settled.cards.get(place, ())]

    if slug == "triple-attack" and (found := re.search(r"[Yy]our (\d+)\b(?![♣♦♥♠])", reason)):
        assert int(found[1]) == triple_attack.total(codes(settled.place))[0], reason
        if found := re.search(r"[Dd]ealer(?:'s)? (?:busts with )?(\d+)\b(?![♣♦♥♠])", reason):
            assert int(found[1]) == triple_attack.total(codes("dealer"))[0], reason
    if slug == "deuces-wild" and line.wager == "ante" and line.event not in ("none", "fold"):
        assert reason.startswith(f"Your {deuces_wild.five_cards(codes(settled.place))[0].replace('-', ' ')} pays")
    if slug == "three-card-split" and line.wager == "primary" and line.event != "foul":
        won, lost = len(re.findall(r"your [^,]* (?:beats?|wins)", reason, re.I)), reason.lower().count("beats your")
        lost += reason.count("beat your") + reason.count("loses as a copy")
        assert (won, lost) == {"win": (2, 0), "push": (1, 1), "lose": (0, 2)}[line.event], reason
    if slug == "dueling" and line.wager in ("player", "play") and line.event in ("win", "lose"):
        assert reason.startswith(f"Your {FACE.search(reason)[0]} beats") == (line.event == "win")  # type: ignore[index]


@pytest.mark.parametrize("slug", all_games())
def test_a_void_says_what_is_given_back_and_what_is_undone(slug: str) -> None:
    game = houseway.game(slug)
    heard = set()
    for number in range(12):
        dealt = VariedRound(game, 43, number)
        round_ = dealt.play() if number % 2 else dealt.round()
        if not number % 2:
            round_.play_on(dealt.wagers, lambda _, ask: ask.default, dealt.meters)
        round_.void("misdeal", "BJS-5")
        for seat in round_.in_play:
            for line in told_lines(round_, seat):
                if line.seat == seat:
                    assert_well_said(line, round_.setup.edition)
                    if line.event == "misdeal":
                        heard.add((line.reason or "").removeprefix("The round is void (misdeal)"))
    assert heard >= {"", ", and this loss is given back", ", and this win is taken back"}


def test_prizes_brought_by_others_are_named() -> None:
    game = houseway.game("triple-attack")
    for event, named in ((ENVY, "Envy prize"), (SHARE_THE_WEALTH, "share of the wealth")):
        line = Line(SEAT, "jackpot", 0, event, "$100", 5000, "x 1", note="divided among 2")
        told = shown_line(line, reason_of(game, game.demonstration(), Settled(line, (), {}, {}, {})))
        assert told.says is not None and named in told.says
        assert told.says.endswith(" (divided among 2): +$50")


def test_a_game_without_sentences_names_the_row_and_what_it_pays() -> None:
    game = houseway.game("triple-attack")
    setup = game.demonstration()
    for event, pays, returned, told in (
        ("three-of-a-kind-suited", "150 to 1", 75500, "Three of a Kind, Suited pays 150 to 1: +$750"),
        ("none", "loss", 0, f"No winning hand: {MINUS}$5"),
    ):
        # Cards that nobody has seen leave the game without words.
        line = Line(SEAT, "triple-match", 500, event, pays, returned, "x 1")
        assert shown_line(line, reason_of(game, setup, Settled(line, (), {}, {}, {}))).says == told


def test_words_explain_no_wager_twice() -> None:
    for slug in all_games():
        game = houseway.game(slug)
        told = [wager for group in words_of(game).lines.values() for wager in group.wagers]
        wagers = {wager for edition in game.editions.values() for wager in edition.wagers}
        assert sorted(told) == sorted(wagers), slug
