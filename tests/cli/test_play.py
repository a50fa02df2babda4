"""play: from the first wager to the last line, with answers piped in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

import houseway
from houseway.cli.maths.table_choices import demonstration_meters
from houseway.cli.play.talk import Left, Talk
from houseway.rulebook.money import dollars
from houseway.rulebook.steps import Ask
from houseway.table.deal import deal_records, deal_round
from houseway.table.round import Round
from houseway.table.shown.line_sentences import told_lines
from tests.cli.command import GAMES, Run

WAGERS = {"player": 1000, "tie-plus": 200, "tie-after-tie": 100, "two-plus-two": 100}
TYPED = "player 10, tie-plus 2, tat, 2+2\n"


def words(text: str) -> str:
    return " ".join(text.split())


def dueling(seed: int, wagers: Mapping[int, Mapping[str, int]], answer: str = "war", number: int = 0) -> Round:
    game = houseway.game("dueling")
    setup = game.demonstration()

    def decide(round_: Round, ask: Ask) -> Any:
        return answer if isinstance(ask.seat, int) else ask.default

    meters = demonstration_meters(game, setup)
    return deal_round(game, setup, wagers, seed=seed, number=number, decide=decide, meters=meters)


def tied_seed(number: int = 0) -> int:
    """A seed whose round ends in a tie for seat 1."""
    return next(
        seed
        for seed in range(500)
        if any(line.wager == "war" for line in dueling(seed, {1: WAGERS}, number=number).lines)
    )


def assert_shown(text: str, round_: Round) -> None:
    """Every line of seat 1 is on the screen, in its order: why it ended so, and its clause in our words."""
    shown = words(text)
    at = 0
    setup, lines = round_.setup, told_lines(round_, 1)
    for line in lines:
        wager = setup.edition.wagers[line.wager].name
        stake, net = dollars(line.stake), f"+{dollars(line.net)}" if line.net > 0 else dollars(line.net)
        # Long cells are broken over lines: the first word of each is beside the amounts.
        assert line.reason is not None
        first, reason = (re.escape(text.split()[0]) for text in (wager, line.reason))
        row = rf"{first} .{{0,60}}?{re.escape(stake)} {reason}"
        found = re.compile(row).search(shown, at)
        assert found, (line, shown[at : at + 400])
        at = found.start()
        assert (net if line.net else "even") in shown[at : at + 200]
        assert f"[{line.clause}] {words(setup.edition.clause(line.clause).text)}" in shown[at:]
    total = sum(line.net for line in lines)
    ended = f"won {dollars(total)}" if total > 0 else f"lost {dollars(-total)}" if total else "broke even"
    assert f"Seat 1 {ended}" in shown[at:]


def test_a_duel_to_its_settlement(cli: Run) -> None:
    seed = tied_seed()
    expected = dueling(seed, {1: WAGERS})
    ended = cli("play", "dueling", "--seed", str(seed), "--players", "1", "--rounds", "1", typed=TYPED + "war\n")
    assert (ended.code, ended.err) == (0, "")
    assert "Seat 1: surrender / war $10 > war" in ended.out
    settled = ended.out.rpartition("┛")[2]
    assert_shown(settled, expected)
    net = sum(line.net for line in expected.lines)
    assert f"1 round played. Play money {dollars(100_000 + net)}. Goodbye." in ended.out


def test_the_other_answer_gives_the_other_lines(cli: Run) -> None:
    seed = tied_seed()
    expected = dueling(seed, {1: WAGERS}, "surrender")
    options = ("--seed", str(seed), "--players", "1", "--rounds", "1")
    ended = cli("play", "dueling", *options, typed=TYPED + "s\n", width=120)
    assert_shown(ended.out.rpartition("┛")[2], expected)
    assert "you get half back" in words(ended.out)


def test_rounds_go_on_and_same_repeats_the_wagers(cli: Run) -> None:
    ended = cli(
        "play", "dueling", "--seed", "3", "--players", "1", "--rounds", "3", typed=TYPED + "same\n\n" + "war\n" * 3
    )
    assert ended.code == 0
    assert "3 rounds played" in ended.out
    nets = [sum(line.net for line in dueling(3, {1: WAGERS}, number=number).lines) for number in range(3)]
    assert f"Play money {dollars(100_000 + sum(nets))}. Goodbye." in ended.out


def test_with_a_seed_the_others_play_as_dealt(cli: Run) -> None:
    game = houseway.game("dueling")
    setup = game.demonstration()
    dealt = next(iter(deal_records(game, setup, [1, 2, 3], seed=8, rounds=1, meters=demonstration_meters(game, setup))))
    mine = ", ".join(f"{slug} {dollars(amount)}" for slug, amount in dealt["seats"][0]["wagers"].items())
    ended = cli("play", "dueling", "--seed", "8", "--players", "3", "--rounds", "1", typed=f"{mine}\nwar\n", width=120)
    for seat in (2, 3):
        net = sum(line["returned"] - line["stake"] for line in dealt["lines"] if line["seat"] == seat)
        assert re.search(rf"Seat {seat} +{re.escape(('+' if net > 0 else '') + dollars(net))} ", ended.out)


def test_refusals_say_why_and_ask_again(cli: Run) -> None:
    seed = tied_seed()
    typed = "\n".join(
        [
            "player 1",  # under the limit
            "player 10, dealer 10",  # not both
            "player 10, tie-plus 1, combo 1, tat, 2+2",  # five spots
            "dealer -5",
            "gibberish",
            "player 10",
            "",
            "fold",
            "war 20",
            "w",
        ]
    )
    ended = cli("play", "dueling", "--seed", str(seed), "--players", "1", "--rounds", "1", typed=typed + "\n")
    said = words(ended.out)
    assert "Player is at least $5, not $1. [introduction 2]" in said
    assert "may not be placed together. [how to play 1]" in said
    assert "at most 4. [introduction 2]" in said
    assert "'-5' is not an amount in dollars." in said
    assert "There is no wager 'gibberish'." in said
    assert "Nothing was typed." in said
    assert "'fold' is not offered here." in said
    assert ", not $20. [how to play " in said
    assert "1 round played" in said


def test_what_can_be_read_at_the_table(cli: Run) -> None:
    seed = tied_seed()
    before = ["help", "?", "? tie plus", "wagers", "pays", "pays tie", "pays tie-plus", "hint"]
    before += ["rules", "rules nope", "rules appendix C", "rules DD-4"]
    typed = "\n".join([*before, "player 10", "?", "hint", "help", "war", ""])
    ended = cli("play", "dueling", "--seed", str(seed), "--players", "1", "--rounds", "1", typed=typed)
    said = words(ended.out)
    edition = houseway.game("dueling").edition()
    for cite in ("introduction 2", "bonus wagers tie plus", "appendix C", "how to play 6", "how to play 6(a)"):
        assert words(edition.clause(cite).text) in said, cite
    assert words(edition.rulings["DD-4"].text) in said
    assert edition.data.jackpots is not None
    assert "could mean tie-plus or tie-after-tie" in said
    assert "has no clause 'nope'" in said
    assert "Usual wagers here: " in said
    # A surrender gives up half of the wager, whatever cards come.
    assert re.search(r"War\. You lose \d+¢ a dollar on average; surrendering loses 50¢\.", said)
    assert "1 round played" in said


@pytest.mark.parametrize("typed", ["", "player 10\n", "quit\n", "player 10\nquit\n", "none\nq\n", b"\xff\xfe\n"])
def test_leaving_is_clean_wherever_it_happens(cli: Run, typed: str | bytes) -> None:
    ended = cli("play", "dueling", "--seed", str(tied_seed()), "--players", "1", typed=typed)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.endswith("Goodbye.\n")
    abandoned = "You left during the round: it is not settled." in ended.out
    assert abandoned == (b"player" in (typed if isinstance(typed, bytes) else typed.encode()))


def test_sitting_out(cli: Run) -> None:
    alone = cli("play", "dueling", "--players", "1", "--rounds", "1", "--seed", "1", typed="none\n")
    assert "Seat 1 sits this round out." in alone.out
    assert "Nobody wagered, so no cards are dealt." in alone.out
    watching = cli("play", "dueling", "--players", "3", "--rounds", "1", "--seed", "1", typed="none\n")
    assert "Seat 2" in watching.out.rpartition("┛")[2]


def test_an_interrupt_leaves_with_its_own_code(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Talk, prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(Talk, "ask", interrupted)
    ended = cli("play", "dueling")
    assert (ended.code, ended.err) == (130, "")
    assert "Goodbye." in ended.out


def test_money_that_runs_out_is_given_again(cli: Run) -> None:
    losing = next(seed for seed in range(50) if dueling(seed, {1: {"player": 30_000}}).lines[0].event == "lose")
    ended = cli("play", "dueling", "--seed", str(losing), "--players", "1", "--rounds", "1", typed="player 300\n")
    assert "Play money $700" in ended.out


# -- every game, by somebody who takes what is offered


class Taker:
    """Answers every prompt: Enter for wagers, and one after another of the choices offered."""

    def __init__(self) -> None:
        self.turn = 0
        self.asked: list[str] = []

    def ask(self, prompt: str) -> str:
        self.asked.append(prompt)
        if len(self.asked) > 400:
            raise Left
        _, _, offered = prompt.partition(": ")
        if not offered:
            return "hint" if self.asked.count(prompt) == 1 else ""
        choices = offered.split(" / ")
        self.turn += 1
        word, _, rest = choices[self.turn % len(choices)].partition(" ")
        if word == "cards":
            return "1"
        if rest.startswith("up to $"):
            return f"{word} 1"
        return f"{word} 2" if rest.endswith("to 3") else word


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize(("seats", "width"), [("1", 80), ("2,4", 120)])
def test_every_game_is_played_to_its_end(
    cli: Run, monkeypatch: pytest.MonkeyPatch, slug: str, seats: str, width: int
) -> None:
    taker = Taker()
    monkeypatch.setattr(Talk, "ask", lambda talk, prompt: taker.ask(prompt))
    ended = cli("play", slug, "--seats", seats, "--seed", "2", "--rounds", "6", "--players", "4", width=width)
    assert (ended.code, ended.err) == (0, "")
    assert "6 rounds played" in ended.out
    assert any(":" in prompt for prompt in taker.asked) or slug == "dueling"
    assert max(len(line) for line in ended.out.splitlines()) <= width
    for seat in seats.split(","):
        assert re.search(rf"^Seat {seat} (won|lost|broke even)", ended.out, re.MULTILINE)


def test_other_editions_options_and_paytables(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    taker = Taker()
    monkeypatch.setattr(Talk, "ask", lambda talk, prompt: taker.ask(prompt))
    for args in (
        ("deuces-wild", "--edition", "2010", "-o", "fortune-view=revealed", "-p", "bonus-jackpot=D"),
        ("three-card-split", "-o", "primary-spots=two", "-o", "hands-set=up", "-o", "qualifying=jackpot"),
        ("triple-attack", "-o", "shoe=100", "-p", "jackpot=PT-BJS-TA-JP-03"),
        ("dueling", "-o", "spots=play", "-o", "decks=8", "-o", "shoe=60", "-p", "tie-after-tie=TAT4"),
    ):
        ended = cli("play", *args, "--seed", "4", "--rounds", "4")
        assert ended.code == 0, ended.err
        assert "4 rounds played" in ended.out


@pytest.mark.parametrize("slug", GAMES)
def test_chance_is_the_systems_without_a_seed(cli: Run, slug: str) -> None:
    first, second = (cli("play", slug, "--players", "5", "--rounds", "1", typed="none\n") for _ in range(2))
    assert first.code == second.code == 0
    assert first.out != second.out


# -- where the screen is plainer


def test_plain_characters_where_the_encoding_has_no_others(cli: Run) -> None:
    ended = cli("play", "dueling", "--seed", "1", "--rounds", "1", typed="player 10\nwar\n", encoding="ascii")
    assert ended.code == 0
    assert "+---+" in ended.out
    assert re.search(r"\|[2-9TJQKA1]0?[cdhs] ?\|", ended.out)
    assert "?" not in ended.out.replace("wagers?", "").replace("? ", "").replace("(?)", "")


def test_colours_only_where_they_are_wanted(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in cli("play", "dueling", typed="quit\n").out
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b[" in cli("paytables", "dueling").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert not re.search(r"\x1b\[[0-9;]*(3[0-7]|38|48)[;m]", cli("paytables", "dueling").out)
