"""At the terminal each flag means one thing, each thing has one flag, and what earlier releases wrote still works."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from houseway.cli.command_line import all_commands
from houseway.cli.old_spellings import OLD
from tests.cli.command import Run

MEANINGS = {
    "--act": "entry",
    "--address": "where browsers find the room",
    "--amount": "a posted amount",
    "--anonymous-feeds": "most live feeds at once from one address without a login",
    "--any-order": "a row may pay less than one printed below it",
    "--as": "who gives a command",
    "--authority": "authority",
    "--bankroll": "what the player comes with; 50 stakes if left out",
    "--battery": "battery since",
    "--by": "who pays a prize",
    "--cards": "the winning cards",
    "--cell": "open a cell of a chart: the worth of every choice there",
    "--check": "the number of a check",
    "--chips": "chips by value",
    "--clause": "clause that voids it",
    "--cluster": "run on the Dask cluster at this address",
    "--compare": "compare with the strategy in this file, or of this name",
    "--config": "the TOML file of the property; its database if left out",
    "--cut": "cards dealt before the cut card",
    "--database": "the journal of a property",
    "--date": "the date of the sheet; today if left out",
    "--day": "one gaming day",
    "--deck": "deck",
    "--differ": "where they disagreed",
    "--distribution": "the amounts that 1 in 10,000 to 9,999 in 10,000 shifts end below",
    "--document": "the paper that shows or orders it",
    "--draws": "sets of other seats' cards drawn for each class of hands",
    "--edge": "the house edge to reach, such as 4%",
    "--edition": "an edition of the game; the current one if left out",
    "--empty": "make no demonstration property",
    "--exhibit": "if it passes, write the exhibit for the internal controls",
    "--explanation": "what explains a difference",
    "--format": "terminal, csv, xlsx, json, md, html, pdf, or iif for the ledger",
    "--fresh": "begin anew, whatever was done before",
    "--from": "the first of several gaming days",
    "--from-release": "the release before",
    "--from-seal": "check only the last seal and what was written after it",
    "--head": "a head from a printed daily close, or seal=NUMBER:HASH",
    "--hits": "the hit frequency that it must have at least",
    "--host": "the address to listen on",
    "--hours": "how long the shift is, in the place of rounds",
    "--how": "how it was mended",
    "--id": "the command's id: given again it gets the same answer",
    "--insiders": "instead of a day: insiders try every attack, alone and in pairs",
    "--into": "the place where it is made",
    "--jackpot": "a jackpot",
    "--json": "print JSON, for programs",
    "--keep": "keep journal, seals and key in the folder drill-SEED",
    "--kind": "only what is of this kind",
    "--level": "what a band holds",
    "--like": "configure it as this one is",
    "--logs": "words: a line where something needs attention; json: everything; auto: words at a terminal",
    "--malfunction": "malfunction",
    "--manual": "counted by hand, because the equipment is out of order",
    "--meter": "the amount on a meter",
    "--meter-seed": "what a meter starts from",
    "--method": "how a prize is paid",
    "--mistakes": "list its N dearest mistakes, and what each costs",
    "--mix": "how the players play, in percent of them; as in an ordinary house if left out",
    "--most": "how many tables are shown",
    "--name": "the name of a person",
    "--new": "first reading of the new one",
    "--of-meter": "the meter, where a wager has several",
    "--old": "last reading of the old one",
    "--on": "the machine that plays the rounds",
    "--only": "only the images, or only the printed page",
    "--operations": "who is told of alarms, and which copies are made: see houseway operations",
    "--option": "a house option",
    "--output": "where it is written",
    "--pace": "the speed of play; 2 is twice as fast",
    "--paper": "the paper size",
    "--part": "journal, rounds, reports, controls, configurations; everything if left out",
    "--passes": "how likely the meter passes this amount",
    "--password-file": "the file with the password of whoever gives the command; else asked for",
    "--payee": "the reference of a payee",
    "--pays": "what a row pays",
    "--paytable": "the paytable of a wager",
    "--penetration": "where the cut card lies: shares of the shoe such as 50%,75%, or fresh",
    "--per-hour": "rounds that are dealt in an hour",
    "--person": "one of the people of the property",
    "--pick": "which one, where the file has several",
    "--picture": "positions with a wager",
    "--player": "the reference of a player",
    "--players": "how many players there are at the table",
    "--port": "the port; 0 for any free one",
    "--prepared-by": "who prepared the sheet",
    "--price": "price the strategy in this file, or of this name",
    "--profile": "the jurisdiction profile",
    "--programs": "programs",
    "--progress": "where it is kept how far it has come; beside the output if left out",
    "--public-key": "the public key of the seals, as you keep it elsewhere",
    "--rate": "the share of a wager that goes to a meter",
    "--reason": "why it is done",
    "--recording": "the reference of the camera's recording",
    "--reference": "the number of a slip, check, notice or statement",
    "--removal": "why a progressive leaves the table",
    "--reseed": "what a meter starts again from",
    "--reserve": "the share of each wager that is put by for the reset",
    "--resolved": "what a supervisor did about it",
    "--risk": "the risk of ruin that is accepted",
    "--role": "roles",
    "--round": "a round of a table",
    "--rounds": "how many rounds",
    "--row": "a row of a paytable",
    "--rule": "change a rule of the game; houseway what-ifs GAME lists them",
    "--rulings": "the rulings on the rules",
    "--seals-copy": "a copy of the seal file, kept elsewhere",
    "--seat": "the seats of a person who plays",
    "--seats": "how many seats play",
    "--second": "the second person, of another department",
    "--second-password-file": "the file with the password of the second person; else asked for",
    "--secure": "browsers connect by TLS, through a proxy in front",
    "--seed": "decides what is dealt",
    "--send": "send everybody a message for a trial",
    "--settle": "settle each record and print it; compare nothing",
    "--shoes": "shoes simulated for each figure; 0 for none",
    "--simulate": "rounds to simulate for each wager: 1e6 if left out, 0 for none",
    "--size": "the photo frame's size in pixels",
    "--source": "the part of a jackpot that money is taken from",
    "--standard-error": "stop when the first wager's standard error is X",
    "--strategy": "how players play",
    "--style": "whether automatic players are sensible",
    "--table": "a table",
    "--tables": "how many tables",
    "--tests": "where its test goes; else tests/games, or beside",
    "--to": "the last of several gaming days",
    "--to-release": "the release after",
    "--wager": "a wager",
    "--what": "what is wrong",
    "--within": "how far off it may lie",
    "--won": "what the house won, or lost as in -1200: how unlikely that is",
    "--workers": "threads; one per core if left out",
    "--write": "write the strategy as charts in a text, to be changed and priced",
}
"""Every flag, and what it means in whatever command has it. A new flag is entered here with a meaning of its own."""

SHORT = {
    "-b": "--bankroll",
    "-d": "--database",
    "-e": "--edition",
    "-k": "--kind",
    "-o": "--output",
    "-p": "--paytable",
    "-r": "--rounds",
    "-s": "--seed",
    "-t": "--table",
    "-w": "--wager",
}
"""Every flag of one letter, and the flag that it is short for."""

PERCENT = {"--edge", "--hits", "--level", "--mix", "--rate", "--reserve", "--risk", "--within"}
"""Flags whose values are shares: each is typed in percent."""


def commands(group: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every command below ``group``, by its words after ``houseway``."""
    if not hasattr(group, "list_commands"):
        yield " ".join(words), group
        return
    for name in group.list_commands(None):
        yield from commands(group.get_command(None, name), (*words, name))


COMMANDS = dict(commands(all_commands()))


def options(command: Any) -> Iterator[Any]:
    """The options of a command, without help."""
    return (each for each in command.params if each.param_type_name == "option" and each.name != "help")


def test_each_thing_has_one_flag() -> None:
    twice = [meaning for meaning, times in Counter(MEANINGS.values()).items() if times > 1]
    assert not twice


def test_every_flag_of_the_table_is_one_of_a_command() -> None:
    known = {flag for command in COMMANDS.values() for option in options(command) for flag in option.opts}
    assert known == MEANINGS.keys() | SHORT.keys()


@pytest.mark.parametrize("path", COMMANDS)
def test_each_flag_means_one_thing(path: str) -> None:
    for option in options(COMMANDS[path]):
        [flag] = [flag for flag in option.opts if flag.startswith("--")]
        assert flag in MEANINGS
        assert [SHORT[short] for short in option.opts if short != flag] in ([], [flag])
        if flag in PERCENT:
            assert "PERCENT" in option.metavar
        else:
            assert "PERCENT" not in (option.metavar or "")


@pytest.mark.parametrize("path", OLD)
def test_what_was_written_before_still_works_where_nothing_took_its_name(path: str) -> None:
    command = COMMANDS[path]
    shown = {flag: option for option in options(command) for flag in option.opts}
    parser = command.make_parser(command.context_class(command, info_name=path))
    for old, new in OLD[path].items():
        assert old not in shown
        found = {**parser._long_opt, **parser._short_opt}[old]
        assert found.obj is shown[new]


def test_the_spellings_of_release_0_1_give_the_same(cli: Run) -> None:
    for before, now in (
        ("deal dueling -s 1 -o decks=8", "deal dueling -s 1 --option decks=8"),
        ("deal dueling -s 1 --players varied", "deal dueling -s 1 --style varied"),
        ("strategy dueling -n short", "strategy dueling --strategy short"),
        ("shift dueling --level 0.9 --rounds 10", "shift dueling --level 90% --rounds 10"),
        ("bankroll dueling --risk 2 --rounds 10", "bankroll dueling --risk 2% --rounds 10"),
    ):
        first, second = cli(*before.split()), cli(*now.split())
        assert (first.code, first.out, first.err) == (0, second.out, "")


@pytest.mark.parametrize("level", ["0", "0%", "2", "0.04", "9.9%", "100", "100%", "101", "-5", "x", "nan", "", "1e9"])
def test_a_band_holds_some_percent(cli: Run, level: str) -> None:
    ended = cli("shift", "dueling", "--rounds", "10", f"--level={level}")
    assert (ended.code, ended.out) == (2, "")
    assert "write a percentage from 10 to below 100, such as 95%" in " ".join(ended.err.split())
