"""Editions as files: what does not hold together is refused, and any change shows in a fingerprint."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import houseway
from houseway.cards.card_errors import BadEdition
from houseway.registry import all_games
from houseway.rulebook.edition import Edition, load_edition
from houseway.rulebook.rule_errors import UnknownClause
from houseway.table.folder import GameFolder

SLUGS = sorted(all_games())
TOY = Path(__file__).parent / "toy_games" / "high_card"


def _toy(tmp_path: Path, old: str = "", new: str = "") -> Edition:
    text = (TOY / "editions" / "1.toml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "1.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return load_edition(path)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("positions = 4", "positions = 4\nseats = 4", "seats"),
        ("format = 1", "format = 9", "format"),
        ('edition = "1"', 'edition = "2"', "says that it is edition"),
        ('kind = "primary"', 'kind = "main"', "kind|Invalid enum"),
        ('clause = "rules 4"', 'clause = "rules 9"', "no such clause"),
        ('id = "rules 2"', 'id = "rules 1"', "twice"),
        ('["Win", "1"]', '["Win", "lots"]', "not a pay"),
        ('["Win", "1"]', '["Win", "1", "2"]', "2 cells for 1"),
        ('to = ["bet"]', 'to = ["stake"]', "no such wager"),
        ('wagers = ["bet", "raise"]', 'wagers = ["bet", "call"]', "no such wager"),
        ("[game]", "[game", "cannot be read"),
    ],
)
def test_an_edition_that_does_not_hold_together_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(BadEdition, match=said):
        _toy(tmp_path, old, new)


def test_any_change_of_content_shows_in_a_fingerprint_and_layout_does_not(tmp_path: Path) -> None:
    as_it_is = _toy(tmp_path)
    reworded = _toy(tmp_path, "Players bet.", "Players may bet.")
    assert (reworded.fingerprint, reworded.text_fingerprint == as_it_is.text_fingerprint) == (
        as_it_is.fingerprint,
        False,
    )
    paid = _toy(tmp_path, '["Win", "1"]', '["Win", "2"]')
    assert (paid.fingerprint == as_it_is.fingerprint, paid.text_fingerprint) == (False, as_it_is.text_fingerprint)
    spaced = _toy(tmp_path, "[deck]\n", "# the deck\n\n[deck]\n")
    assert (spaced.fingerprint, spaced.text_fingerprint) == (as_it_is.fingerprint, as_it_is.text_fingerprint)


def test_any_change_of_a_program_file_shows_in_the_program_fingerprint(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        shutil.copytree(TOY, folder, ignore=shutil.ignore_patterns("__pycache__"))
    third = tmp_path / "third"
    shutil.copytree(one, third)
    with (other / "play.py").open("a", encoding="utf-8") as play:
        play.write("# a remark\n")
    (third / "parts").mkdir()
    (third / "parts" / "more.py").write_text("", encoding="utf-8")
    folders = (one, other, third)
    assert (
        len({GameFolder("toys.high_card", str(folder / "__init__.py"), behaviour=1).program for folder in folders}) == 3
    )


def test_the_program_of_a_game_is_also_what_its_rounds_run_on(tmp_path: Path) -> None:
    package = Path(houseway.__file__).parent
    code = "import houseway; print(houseway.game('dueling').program)"
    prints = set()
    for changed in (None, "table/round.py", "rulebook/pays.py", "cards/shoe.py", "jackpots/prizes.py", "cli/main.py"):
        place = tmp_path / (changed or "as it is").replace("/", "-")
        shutil.copytree(package, place / "houseway", ignore=shutil.ignore_patterns("__pycache__", "static", "web"))
        if changed is not None:
            with (place / "houseway" / changed).open("a", encoding="utf-8") as file:
                file.write("# a remark\n")
        shown = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": str(place)},
            capture_output=True,
            check=True,
            text=True,
            timeout=600,
        )
        prints.add(shown.stdout)
    # The terminal decides no round.
    assert len(prints) == 5


@pytest.mark.parametrize("slug", SLUGS)
def test_every_clause_can_be_found_by_the_number_it_is_cited_by(slug: str) -> None:
    for edition in houseway.game(slug).editions.values():
        for clause in edition.clauses:
            assert edition.clause(clause.cite).cite == clause.cite
            assert clause.text.strip() == clause.text
            assert clause.text.endswith((".", ":", ")", "”", "’"))
        with pytest.raises(UnknownClause):
            edition.clause("dealing 999")


@pytest.mark.parametrize("slug", SLUGS)
def test_the_names_of_wagers_and_options_are_those_that_were_ruled(slug: str) -> None:
    """Canonical names: the same in the API, the files and the terminal."""
    wagers = {
        "deuces-wild": "ante play raise three-card-treasure five-card-fortune bonus-jackpot",
        "three-card-split": "primary three-card-bonus four-card-bonus jackpot",
        "triple-attack": "first-attack second-attack third-attack double split insurance suited-royals double-match-up"
        " double-match-down triple-match jackpot jackpot-2",
        "dueling": "player dealer play war tie-plus combo-bet tie-after-tie two-plus-two",
    }
    options = {
        "deuces-wild": {"fortune-pool": "four", "fortune-view": "blind"},
        "three-card-split": {
            "primary-spots": "one",
            "deal": "packets",
            "hands-set": "down",
            "qualifying": "four-card-bonus",
        },
        "triple-attack": {"shoe": "fresh"},
        "dueling": {"spots": "player-dealer", "decks": "6", "burn": "3", "tie-bonus": "off", "shoe": "fresh"},
    }
    for edition in houseway.game(slug).editions.values():
        assert sorted(edition.wagers) == sorted(wagers[slug].split())
        defaults = {name: option.values[0] for name, option in edition.options.items()}
        assert defaults == {"dealt-by": "shuffler", "tabulator": "on", **options[slug]}
