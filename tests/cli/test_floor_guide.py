"""The commands of the guide to the floor, and those that the README adds, typed in their order as they stand there."""

from __future__ import annotations

import re
import shlex
import uuid
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.cli.command import Run
from tests.cli.office import Clock
from tests.postgres import schema_url

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "floor.md"
OWNER = "postgresql://owner@db.example/cardroom"
PROGRAM = "postgresql://cardroom@db.example/cardroom"


def blocks(page: Path) -> Iterator[tuple[str, str]]:
    """The blocks of a page that are typed somewhere: the language and the text."""
    for language, text in re.findall(
        r"^```(\w*)\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    ):
        if language in ("sh", "sql"):
            yield language, text


class Shell:
    """Types the lines of a block: ``houseway`` runs here, and what is set or made for it is set and made."""

    def __init__(self, cli: Run, clock: Clock, patch: pytest.MonkeyPatch, places: dict[str, str]) -> None:
        self.cli = cli
        self.clock = clock
        self.patch = patch
        self.places = places
        self.typed = 0

    def run(self, text: str) -> None:
        for line in text.splitlines():
            words = shlex.split(line, comments=True)
            match words:
                case []:
                    continue
                case ["export", setting]:
                    name, _, value = setting.partition("=")
                    self.patch.setenv(name, self.places.get(value, value))
                case ["unset", name]:
                    self.patch.delenv(name)
                case ["mkdir", "-p", folder]:
                    Path(folder).mkdir(parents=True)
                case ["houseway", *arguments]:
                    if arguments[:2] == ["property", "close-day"]:
                        self.clock.sleep()
                    ended = self.cli(*arguments)
                    assert (ended.code, ended.err) == (0, ""), (words, ended)
                    assert ended.out
                    self.typed += 1
                case _:
                    raise AssertionError(f"nobody can type {line!r}")


@pytest.fixture
def folder(clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with the examples where the pages have them."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    return tmp_path


class Server:
    """The guide's server, a real one. Logins belong to a whole server: the one made here has a name of its own."""

    def __init__(self, server: str) -> None:
        self.owner = schema_url(server)
        self.login = f"cardroom_{uuid.uuid4().hex[:8]}"
        name = urlsplit(server).netloc.partition("@")[0].partition(":")[0]
        self.program = self.owner.replace(f"//{name}", f"//{self.login}", 1)
        self.places = {OWNER: self.owner, PROGRAM: self.program}
        self._address = server

    def run(self, text: str) -> None:
        """Run SQL as the owner."""
        with psycopg.connect(self._address, autocommit=True) as session:
            session.execute(text.replace("cardroom", self.login).encode())


@pytest.fixture
def database(server: str) -> Iterator[Server]:
    """An empty schema of the server; the login is removed again."""
    made = Server(server)
    yield made
    made.run("DROP ROLE IF EXISTS cardroom")


def test_the_guide_to_the_floor(
    cli: Run, clock: Clock, folder: Path, database: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = Shell(cli, clock, monkeypatch, database.places)
    for language, text in blocks(GUIDE):
        (database if language == "sql" else shell).run(text)
    assert shell.typed > 40
    # What the guide exports lies where it says.
    assert sorted(file.suffix for file in (folder / "board").iterdir()) == [".html", ".pdf"]
    assert {file.suffix for file in (folder / "card").iterdir()} == {".html", ".pdf", ".png"}


def test_the_program_login_of_the_guide_can_add_and_nothing_more(
    cli: Run, folder: Path, database: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOUSEWAY_DATABASE", database.owner)
    assert cli("property", "init", "docs/examples/washington.toml", "--as", "ames", "--second", "cole").code == 0
    [made] = [text for language, text in blocks(GUIDE) if language == "sql"]
    database.run(made)
    address, _, schema = database.program.rpartition("schema=")
    monkeypatch.setenv("HOUSEWAY_DATABASE", database.program)
    slip = ("--as", "cole", "--reference", "slip 1")
    assert cli("jackpot", "deposit", "four-aces", "5000", *slip).code == 0
    assert cli("table", "open", "T4", "--as", "sato").code == 0
    with psycopg.connect(address.rstrip("?&"), autocommit=True) as session:
        assert session.execute("SELECT current_user").fetchall() == [(database.login,)]
        for table in ("entries", "counters", "heads", "commands"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                session.execute(f"DELETE FROM {schema}.{table}".encode())
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            session.execute(f"ALTER TABLE {schema}.entries DISABLE TRIGGER ALL".encode())


def test_the_readme_runs_the_jackpots(cli: Run, clock: Clock, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    # The section goes on where the card room of the page before it stands.
    made = [text for text in page.split("```") if "houseway property init" in text]
    [section] = re.findall(r"^## Run the jackpots\n(.*?)^## ", page, re.DOTALL | re.MULTILINE)
    shell = Shell(cli, clock, monkeypatch, {})
    for text in (*made, *re.findall(r"^```\n(.*?)^```", section, re.DOTALL | re.MULTILINE)):
        shell.run(text)
    assert shell.typed > 15
