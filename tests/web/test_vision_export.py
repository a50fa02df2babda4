"""What `houseway vision export` writes: images for a photo frame and the printed page, the notice word for word."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

from houseway.cli.main import main
from houseway.compliance.configuration import Machine
from houseway.floor import command_index as c
from houseway.floor.mirror import Mirror
from houseway.jackpots.jackpot_errors import EquipmentRefused
from houseway.registry import game
from houseway.reports.displays.board import board_of
from houseway.reports.displays.display_files import export, stem
from houseway.reports.displays.still_images import SIZES
from houseway.rulebook.money import dollars
from tests.floor.houses import House, all_tables, display, sqlite_house
from tests.web.papers import words_of

FRAMED = Machine(model="andromeda-1", maker="Northlight Systems")


def built(path: Path) -> House:
    """All tables, the daily bonus at S1 on a system that has a photo frame."""
    tables = [
        msgspec.structs.replace(
            table,
            equipment=FRAMED,
            displays=(msgspec.structs.replace(display("three-card-split"), kind="photo-frame"),),
        )
        if table.id == "S1"
        else table
        for table in all_tables()
    ]
    return sqlite_house(path).build(tables=tables)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("house") / "house.db"


@pytest.fixture(scope="module")
def house(database: Path) -> Iterator[House]:
    made = built(database)
    yield made
    made.close()


@pytest.fixture(scope="module")
def card(house: House, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The images of the daily bonus for a photo frame, as they are written: one for all tests of this file."""
    done = export(Mirror(house.floor), "S1", tmp_path_factory.mktemp("card"), house.at)
    return [file for file in done.files if file.suffix == ".png"]


def notice_of(slug: str) -> str:
    data = game(slug).edition().data.jackpots
    assert data is not None
    return data.notice


def layer_of(path: Path) -> tuple[tuple[int, int], dict[str, str]]:
    """The size of a PNG and the texts that it carries."""
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    at, texts, size = 8, {}, (0, 0)
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            size = struct.unpack(">II", body[:8])
        elif kind == b"tEXt":
            key, _, text = body.partition(b"\0")
            texts[key.decode("latin-1")] = text.decode("latin-1")
        elif kind == b"iTXt":
            key, _, rest = body.partition(b"\0")
            packed, rest = rest[0], rest[2:]
            text = rest.split(b"\0", 2)[2]
            texts[key.decode("latin-1")] = (zlib.decompress(text) if packed else text).decode()
        at += 12 + length
    return size, texts


class Words(HTMLParser):
    """The texts of a page, by the class of what they stand in."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.classes: list[str] = []
        self.found: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "link", "input"):
            self.classes.append(dict(attrs).get("class") or "")

    def handle_endtag(self, tag: str) -> None:
        self.classes.pop()

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.found.append((self.classes[-1], data.strip()))


def test_s16_every_image_carries_the_notice_word_for_word(card: list[Path]) -> None:
    assert [file.name for file in card] == [f"S1-frame-{number}.png" for number in range(1, len(card) + 1)]
    assert len(card) >= 2
    for file in card:
        size, texts = layer_of(file)
        assert size == (1024, 600)
        assert texts["Notice"] == notice_of("three-card-split")
        assert notice_of("three-card-split") in " ".join(texts["Words"].splitlines())
        assert "Three Card Split Pai Gow Poker" in texts["Words"]
    assert "$4,000" in layer_of(card[0])[1]["Words"].splitlines()


def test_everything_posted_is_on_some_image(house: House, card: list[Path]) -> None:
    words = " ".join(word for file in card for word in layer_of(file)[1]["Words"].splitlines())
    for panel in board_of(Mirror(house.floor), "S1", house.at).panels:
        assert panel.title in words
        for line in panel.lines:
            assert line.name in words
            assert line.text in words


@pytest.mark.parametrize(("table", "slug"), [("S1", "three-card-split"), ("D2", "dueling")])
def test_s14_the_printed_page_carries_the_notice_word_for_word(
    house: House, tmp_path: Path, table: str, slug: str
) -> None:
    export(Mirror(house.floor), table, tmp_path / "page", house.at, what="page")
    pdf = words_of(tmp_path / "page" / f"{table}-page.pdf")
    page = Words((tmp_path / "page" / f"{table}-page.html").read_text(encoding="utf-8"))
    assert notice_of(slug) in " ".join(pdf)
    assert [text for place, text in page.found if place == "notice"] == [notice_of(slug)]


def test_s14_the_printed_page_has_amounts_paytables_and_limits(house: House, tmp_path: Path) -> None:
    house.play("A1", 3, 1, 2, 3)
    export(Mirror(house.floor), "A1", tmp_path, house.at, what="page")
    pdf = words_of(tmp_path / "A1-page.pdf")
    page = [text for _, text in Words((tmp_path / "A1-page.html").read_text(encoding="utf-8")).found]
    for words in (pdf, page):
        assert dollars(house.shown("attack")) in words
        assert f"{dollars(house.shown('attack-two'))}.00" in words
        assert "Maximum $1,500" in words
        assert "$5 to $300" in words
        assert "Queen of Hearts Pair" in words
        assert "$125" in words
    assert "Bonus" not in " ".join(pdf)


def test_bjs2_no_image_of_an_amount_that_moves(house: House, tmp_path: Path) -> None:
    mirror = Mirror(house.floor)
    with pytest.raises(EquipmentRefused):
        export(mirror, "A1", tmp_path / "card", house.at, what="images")
    assert not (tmp_path / "card").exists()
    done = export(mirror, "A1", tmp_path / "card", house.at)
    assert isinstance(done.refused, EquipmentRefused)
    assert sorted(file.name for file in done.files) == ["A1-page.html", "A1-page.pdf"]


def test_images_that_are_no_longer_so_are_removed(tmp_path: Path) -> None:
    house = built(tmp_path / "house.db")
    (tmp_path / "S1-frame-99.png").write_bytes(b"an older image")
    (tmp_path / "S2-frame-1.png").write_bytes(b"of another table")
    house.do(c.PostAmount(jackpot="daily", posted={"four-aces": "$4,500"}), "ames", "cole")
    export(Mirror(house.floor), "S1", tmp_path, house.at)
    house.close()
    assert not (tmp_path / "S1-frame-99.png").exists()
    assert (tmp_path / "S2-frame-1.png").exists()
    assert "$4,500" in layer_of(tmp_path / "S1-frame-1.png")[1]["Words"]


def test_the_command_writes_images_of_the_size_asked_for_and_says_what_it_wrote(
    house: House, database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["-o", str(tmp_path / "out"), "-d", str(database), "--json"]
    assert main(["vision", "export", "S1", "--size", "800x480", *where]) == 0
    written = json.loads(capsys.readouterr().out)
    assert layer_of(tmp_path / "out" / "S1-frame-1.png")[0] == SIZES["800x480"]
    assert all(Path(file).is_file() for file in written["files"])
    assert "no-images" not in written
    assert main(["vision", "export", "A1", *where]) == 0
    assert json.loads(capsys.readouterr().out)["no-images"]["error"] == "equipment-refused"
    assert main(["vision", "export", "A1", "--only", "images", *where]) == 2
    assert json.loads(capsys.readouterr().err)["error"] == "equipment-refused"
    assert main(["vision", "export", "nowhere", *where]) == 2
    assert json.loads(capsys.readouterr().err)["error"] == "unknown"


def test_names_of_files_are_plain() -> None:
    assert stem("../T 1") == "---T-1"
