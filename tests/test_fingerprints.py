"""Two fingerprints of an edition: whatever moves money or questions moves the first, and wording only the second."""

from __future__ import annotations

import copy
import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import houseway
from houseway.registry import all_games
from houseway.rulebook.edition import EditionData, load_edition
from houseway.rulebook.fingerprints import play_fingerprint, play_of, text_fingerprint
from houseway.table.folder import GameFolder
from houseway.table.records.record import record
from houseway.table.table_errors import BadRecord
from tests.releases.released import records
from tests.rounds import play_round

ROOT = Path(__file__).parent.parent
FILES = {
    f"{slug} {path.stem}": path
    for slug, game in all_games().items()
    for path in sorted((game.folder / "editions").glob("*.toml"))
}
WORDING = (
    r"format|game\.(name|title|dated|colour|current)|wagering\.(over-)?clause|jackpots\.notice(-clause)?"
    r"|option\.\d+\.(says|clause|ruling)|wager\.\d+\.(name|clause|says|cites\..*)"
    r"|paytables\.\d+\.((posted|printed)-)?clause|equipment\.\d+\.(name|(display-)?clause)|(clause|ruling|cites)\..*"
)
"""What a document may say otherwise without a card, a question or a cent being another."""

ROW_NAME = r"paytables\.\d+\.rows\.\d+\.0"
WAS = {
    ("deuces-wild", "2017"): "16ce8f4cb5d6cf39ee6e3dcf77e73958425678f6dfbfdb137d49bea0abc14dae",
    ("deuces-wild", "2010"): "282500adeb0525bad94751dc03c398b64b04cb9258f8d3ccdb6f184edcd54402",
    ("dueling", "2017"): "3c1620f4d0d20bce8a5bebebc8971844d78b9ddd6667c980711bf32bbd26117c",
    ("three-card-split", "v5"): "e5174fd9b51c60766681987d2e40c92f4e3ec900c81e9c6c3546a5330b301fa6",
    ("triple-attack", "2021"): "d0f5b77bbbd741f1968b58aec1594598eba9123d9b27bd69ca76acd443073b13",
}
"""The fingerprints that release 0.1 gave these editions."""


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            # Of hundreds of clauses the first and the last stand for all.
            if path not in (("clause",), ("ruling",)) or key in (0, len(value) - 1):
                yield from _leaves(part, (*path, key))
    else:
        yield path


def _changed(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else f"{value} x"


def _prints(data: dict[str, Any]) -> tuple[str, str]:
    return play_fingerprint(data, 2), text_fingerprint(data)


@pytest.mark.parametrize("name", FILES)
def test_any_value_moves_the_fingerprint_of_play_and_wording_only_that_of_text(name: str) -> None:
    data = tomllib.loads(FILES[name].read_text(encoding="utf-8"))
    play, text = _prints(data)
    seen = set()
    for path in _leaves(data):
        *above, last = path
        place: Any = data
        for key in above:
            place = place[key]
        was, place[last] = place[last], _changed(place[last])
        moved = tuple(now != then for now, then in zip(_prints(data), (play, text), strict=True))
        place[last] = was
        where = ".".join(map(str, path))
        if re.fullmatch(WORDING, where):
            assert moved == (False, True), where
        elif re.fullmatch(ROW_NAME, where):
            # The name stands for an event, which is what is paid.
            assert moved == (True, True), where
        else:
            assert moved == (True, False), where
        seen.add(moved)
    assert {(True, False), (False, True)} <= seen
    assert _prints(data) == (play, text)


@pytest.mark.parametrize("name", FILES)
def test_rewording_every_clause_and_name_leaves_the_fingerprint_of_play(name: str, tmp_path: Path) -> None:
    path = tmp_path / FILES[name].name
    written = FILES[name].read_text(encoding="utf-8")
    # Each sentence ends otherwise, row names are in capitals, and what has its default is written out.
    reworded = re.sub(r'\."$', ', as it is put now."', written, flags=re.MULTILINE)
    reworded = re.sub(r'^  \["([^"]+)"', lambda row: f'  ["{row[1].upper()}"', reworded, flags=re.MULTILINE)
    reworded = reworded.replace('odds = "to 1"\n', 'odds = "to 1"\nscales = false\n')
    path.write_text(reworded, encoding="utf-8")
    before, after = load_edition(FILES[name]), load_edition(path)
    assert after.fingerprint == before.fingerprint
    assert after.text_fingerprint != before.text_fingerprint


def test_the_behaviour_number_is_part_of_what_is_played() -> None:
    edition = houseway.game("dueling").edition()
    later = load_edition(FILES["dueling 2017"], 3)
    assert edition.fingerprint_under(2) == edition.fingerprint != later.fingerprint == edition.fingerprint_under(3)
    assert later.text_fingerprint == edition.text_fingerprint


def test_every_field_of_the_format_is_listed_as_played_or_as_text() -> None:
    listed: dict[str, tuple[set[str], set[str]]] = {}
    page = (ROOT / "docs" / "edition-format.md").read_text(encoding="utf-8")
    for table, play, text in re.findall(r"^\| `\[+(\w+)\]+` \|(.*)\|(.*)\|$", page, re.MULTILINE):
        listed[table] = (set(re.findall(r"`([\w-]+)`", play)), set(re.findall(r"`([\w-]+)`", text)))
    for field in msgspec.structs.fields(EditionData):
        if field.name == "format":
            continue
        [struct] = [kind for kind in _structs(field.type) if issubclass(kind, msgspec.Struct)]
        fields = {one.encode_name for one in msgspec.structs.fields(struct)}
        play, text = listed[field.name]
        assert (play | text, play & text - {"rows"}) == (fields, set()), field.name


def _structs(kind: Any) -> Iterator[type]:
    if isinstance(kind, type):
        yield kind
    for part in getattr(kind, "__args__", ()):
        if part is not Ellipsis:
            yield from _structs(part)


# -- release 0.1


@pytest.mark.parametrize(("game", "edition"), WAS)
def test_a_fingerprint_of_0_1_stands_for_the_play_of_its_edition(game: str, edition: str) -> None:
    book = houseway.game(game).edition(edition)
    assert play_of(WAS[game, edition]) == book.fingerprint_under(1)
    # The number was raised for the press alone: what was approved then is approved now.
    assert houseway.game(game).approves(book, WAS[game, edition])
    assert houseway.game(game).approves(book, book.fingerprint)
    assert not houseway.game(game).approves(book, book.fingerprint_under(3))
    assert play_of("0" * 64) == "0" * 64


@pytest.mark.parametrize("game", ["dueling", "deuces-wild"])
def test_a_record_of_another_text_replays_and_one_of_another_play_does_not(game: str) -> None:
    [found, *_] = records(game)
    assert "play" not in found
    assert houseway.replay({**found, "fingerprint": found["fingerprint"]}) is None
    edition = houseway.game(game).edition(found["edition"])
    first = edition.fingerprint_under(1)
    plain = {key: value for key, value in found.items() if key != "fingerprint"}
    renumbered = copy.deepcopy(plain)
    for line in renumbered["lines"]:
        line["clause"] = "as it was numbered then"
    assert houseway.replay({**renumbered, "play": first, "text": "0" * 64}) is None
    assert houseway.replay({**renumbered, "play": first, "text": edition.text_fingerprint}) is not None
    renumbered["lines"][0]["returned"] += 1
    assert houseway.replay({**renumbered, "play": first, "text": "0" * 64}) is not None
    with pytest.raises(BadRecord, match="other rules"):
        houseway.replay({**plain, "play": edition.fingerprint, "text": edition.text_fingerprint})
    with pytest.raises(BadRecord, match="other rules"):
        houseway.replay({**plain, "play": "0" * 64, "text": edition.text_fingerprint})


def test_a_record_names_play_text_program_and_behaviour() -> None:
    game = houseway.game("dueling")
    made = record(play_round("dueling", {1: {"player": 500}}, "Kh 9s"))
    assert (made["play"], made["text"]) == (game.edition().fingerprint, game.edition().text_fingerprint)
    assert (made["program"], made["behaviour"]) == (game.program, 2)
    assert "fingerprint" not in made
    assert houseway.replay(made) is None


# -- behaviour numbers

TOY = Path(__file__).parent / "toy_games" / "high_card"


def test_one_procedure_plays_every_released_behaviour_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "later_card"
    shutil.copytree(TOY, folder, ignore=shutil.ignore_patterns("__pycache__"))
    played = (folder / "play.py").read_text(encoding="utf-8")
    head, _, body = played.partition("def play(table: Table) -> Procedure:\n")
    assert body
    differs = '    if table.behaviour > 1:\n        raise RuntimeError("number 2")\n'
    changed = f"{head}def play(table: Table) -> Procedure:\n{differs}{body}"
    (folder / "play.py").write_text(changed, encoding="utf-8")
    (folder / "__init__.py").write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    game = GameFolder("later_card", str(folder / "__init__.py"), behaviour=2)
    shoe = houseway.RecordedShoe(houseway.parse_cards("Kh 9s"))
    first = houseway.Round(game, game.setup(), [1], shoe, 1)
    assert first.step is not None
    assert record(first)["behaviour"] == 1
    assert record(first)["play"] == game.edition().fingerprint_under(1) != game.edition().fingerprint
    with pytest.raises(RuntimeError, match="number 2"):
        houseway.Round(game, game.setup(), [1], shoe)
    with pytest.raises(BadRecord, match="behaviour 3"):
        houseway.Round(game, game.setup(), [1], shoe, 3)
