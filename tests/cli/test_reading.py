"""games, rules, paytables, help: what is only read."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import houseway
from houseway.cli.maths import rules_command as rules
from houseway.release import VERSION
from tests.cli.command import GAMES, Run


def test_games_are_listed(cli: Run) -> None:
    ended = cli("games")
    assert ended.code == 0
    assert ended.err == ""
    for slug in GAMES:
        assert f"{slug}\n" in ended.out
        assert houseway.game(slug).name in ended.out


def test_games_as_json(cli: Run) -> None:
    ended = cli("games", "--json")
    data = json.loads(ended.out)
    assert [item["game"] for item in data] == list(GAMES)
    deuces = data[0]
    assert deuces["edition"] == "2017"
    assert [item["edition"] for item in deuces["editions"]] == ["2017", "2010"]
    assert deuces["editions"][0]["fingerprint"] == houseway.game("deuces-wild").edition().fingerprint
    assert {wager["wager"] for wager in deuces["editions"][0]["wagers"]} == set(
        houseway.game("deuces-wild").edition().wagers
    )


def test_games_needs_neither_rich_nor_pydantic() -> None:
    code = "import sys; from houseway.cli.main import main; main(['games']); "
    code += "sys.exit(bool({'rich.console', 'pydantic'} & set(sys.modules)))"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, timeout=600)
    assert ended.returncode == 0, ended.stderr


def test_the_module_runs_as_the_command() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "houseway", "--version"], capture_output=True, text=True, check=False, timeout=600
    )
    assert (ended.returncode, ended.stdout) == (0, f"houseway {VERSION}\n")


@pytest.mark.parametrize("command", ["", "games", "rules", "paytables", "play", "deal", "replay"])
def test_help(cli: Run, command: str) -> None:
    ended = cli(*command.split(), "--help")
    assert ended.code == 0
    assert "Usage: houseway" in ended.out
    assert ended.err == ""


# -- rules


@pytest.mark.parametrize("slug", GAMES)
def test_every_clause_and_ruling_is_in_the_rules(cli: Run, slug: str) -> None:
    edition = houseway.game(slug).edition()
    data = json.loads(cli("rules", slug, "--json").out)
    assert [item["clause"] for item in data["clauses"]] == [clause.id for clause in edition.clauses]
    assert {item["ruling"] for item in data["rulings"]} == set(edition.rulings)
    shown = cli("rules", slug, width=120)
    assert shown.code == 0
    words = " ".join(shown.out.split())
    assert edition.clauses[-1].text.split(".")[0][:40] in words


@pytest.mark.parametrize("slug", GAMES)
def test_sections_keep_every_clause_in_its_place(slug: str) -> None:
    edition = houseway.game(slug).edition()
    sections = list(rules.sections(edition, edition.clauses))
    assert [item for _, group in sections for item in group] == list(edition.clauses)
    assert len(sections) < len(edition.clauses) / 2


def test_a_clause_is_shown_with_its_kind_and_rulings(cli: Run) -> None:
    ended = cli("rules", "deuces-wild", "dealing", "21(a)(iii)")
    clause = houseway.game("deuces-wild").edition().clause("dealing 21(a)(iii)")
    assert clause.kind in ended.out
    assert "DW-6" in ended.out
    assert "dealing 21(b)" not in ended.out


def test_a_clause_that_begins_several_shows_them_all_and_no_other(cli: Run) -> None:
    data = json.loads(cli("rules", "deuces-wild", "dealing 2", "--json").out)
    assert [item["clause"] for item in data["clauses"]] == ["dealing 2"]
    data = json.loads(cli("rules", "deuces-wild", "Dealing 22", "--json").out)
    names = [item["clause"] for item in data["clauses"]]
    assert names[0] == "dealing 22"
    assert "dealing 22(a)(ii)" in names
    assert all(name.startswith("dealing 22") for name in names)
    data = json.loads(cli("rules", "deuces-wild", "appen", "--json").out)
    assert {item["clause"].split()[0] for item in data["clauses"]} == {"appendix"}


def test_a_ruling_is_found_by_its_id(cli: Run) -> None:
    data = json.loads(cli("rules", "deuces-wild", "dw-4", "--json").out)
    assert data["clauses"] == []
    assert [item["ruling"] for item in data["rulings"]] == ["DW-4"]
    ended = cli("rules", "deuces-wild", "DW-4")
    assert ended.out.startswith("DW-4, a ruling")


def test_an_older_edition_says_under_which_number_it_is_cited(cli: Run) -> None:
    ended = cli("rules", "deuces-wild", "--edition", "2010", "dealing 14")
    assert ended.code == 0
    assert "cited as dealing 2" in ended.out
    cited = json.loads(cli("rules", "deuces-wild", "-e", "2010", "dealing 2", "--json").out)
    assert [(item["clause"], item["cited-as"]) for item in cited["clauses"]] == [("dealing 14", "dealing 2")]


@pytest.mark.parametrize("kind", ["enforced", "procedural", "information"])
def test_one_kind_only(cli: Run, kind: str) -> None:
    data = json.loads(cli("rules", "dueling", "--kind", kind, "--json").out)
    assert data["clauses"]
    assert {item["kind"] for item in data["clauses"]} == {kind}
    assert cli("rules", "dueling", "--kind", kind).code == 0


# -- paytables


@pytest.mark.parametrize("slug", GAMES)
def test_every_paytable_has_every_row(cli: Run, slug: str) -> None:
    edition = houseway.game(slug).edition()
    data = json.loads(cli("paytables", slug, "--json").out)
    assert len(data["paytables"]) == len(edition.data.paytables)
    for shown, block in zip(data["paytables"], edition.data.paytables, strict=True):
        assert shown["ids"] == list(block.ids)
        assert [row["name"] for row in shown["rows"]] == [row[0] for row in block.rows]
        assert all(set(row["pays"]) == set(block.ids) for row in shown["rows"])
    assert edition.data.jackpots is not None
    assert data["notice"]["text"] == edition.data.jackpots.notice
    drawn = cli("paytables", slug, width=120)
    assert drawn.code == 0
    words = " ".join(drawn.out.replace("│", " ").split())
    for block in edition.data.paytables:
        assert all(row[0] in words for row in block.rows)
    assert data["notice"]["text"] in words


def test_paytables_of_one_wager(cli: Run) -> None:
    data = json.loads(cli("paytables", "dueling", "--wager", "tie-plus", "--json").out)
    assert [block["wagers"] for block in data["paytables"]] == [["tie-plus"]]
    assert data["paytables"][0]["rows"][0]["pays"]["2"] == {"5": "20 to 1", "6": "18 to 1", "8": "18 to 1"}
    drawn = cli("paytables", "dueling", "--wager", "tie-plus").out
    assert "20 / 18 / 18" in drawn
    assert "$ posted" in drawn
    assert "Notice" not in drawn


# -- what cannot be done


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        (("rules", "nope"), "unknown-game", "there is no game 'nope'"),
        (("rules", "dueling", "--edition", "1999"), "unknown-game", "no edition '1999'"),
        (("rules", "dueling", "dealing 99"), "unknown-clause", "no clause 'dealing 99'"),
        (("rules", "dueling", "--kind", "odd"), "unknown-clause", "no kind of clause 'odd'"),
        (("paytables", "dueling", "--wager", "nope"), "bad-setup", "no wager 'nope'"),
        (("deal", "nope"), "unknown-game", "there is no game"),
        (("deal", "dueling", "--option", "colour=red"), "bad-setup", "no option 'colour'"),
        (("deal", "dueling", "--option", "decks=7"), "bad-setup", "decks cannot be '7'"),
        (("deal", "dueling", "--option", "decks"), "bad-setup", "not KEY=VALUE"),
        (("deal", "dueling", "-o", "decks=8", "-o", "decks=5"), "bad-setup", "twice"),
        (("deal", "dueling", "--paytable", "tie-plus=9"), "bad-setup", "no paytable '9'"),
        (("deal", "dueling", "--paytable", "nope=1"), "bad-setup", "no wager 'nope'"),
        (("deal", "dueling", "--option", "wagers=nope"), "bad-setup", "no wager 'nope'"),
        (("deal", "dueling", "-e", "2017", "-o", "edition=2010"), "bad-setup", "given as"),
        (("deal", "dueling", "--seats", "8"), "bad-setup", "7 positions"),
        (("play", "dueling", "--seats", "9"), "bad-setup", "no seat 9"),
        (("play", "dueling", "--seats", "1,x"), "bad-setup", "'x' is not a seat"),
        (("play", "dueling", "--seats", "1,1"), "bad-setup", "twice"),
        (("play", "dueling", "--seats", "1-3", "--players", "2"), "bad-setup", "2 players are too few"),
        (("play", "dueling", "--option", "wagers=war"), "bad-setup", "offers no wager"),
        (("replay", "no/such/file"), "no-file", "cannot be read"),
        (("replay", "."), "no-file", "cannot be read"),
        (("replay", "a\0b"), "no-file", "cannot be read"),
        (("nonsense",), "usage", "No such command"),
        (("deal", "dueling", "--rounds", "0"), "usage", "--rounds"),
        (("deal", "dueling", "--seed", "-1"), "usage", "--seed"),
        (("deal", "dueling", "--seed", "x"), "usage", "--seed"),
        (("replay",), "usage", "FILE"),
    ],
)
def test_one_clear_message_and_no_traceback(cli: Run, args: tuple[str, ...], code: str, says: str) -> None:
    plain = cli(*args)
    assert plain.code == 2
    assert plain.out == ""
    assert plain.err.startswith("houseway: ")
    assert says in plain.err
    assert "Traceback" not in plain.err
    if args[0] in ("rules", "paytables", "replay") and code != "usage":
        told = cli(*args, "--json")
        assert told.code == 2
        assert json.loads(told.err)["error"] == code
        assert says in json.loads(told.err)["message"]


def test_a_usage_error_as_json(cli: Run) -> None:
    ended = cli("games", "--json", "--nope")
    assert ended.code == 2
    assert json.loads(ended.err)["error"] == "usage"
