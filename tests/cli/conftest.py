from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.accounts import service
from houseway.cli.floor import terminal_desk as desk
from houseway.cli.main import main
from tests.cli.command import Ended, Run, Stream
from tests.cli.office import WASHINGTON, Clock, Office
from tests.postgres import postgres_server
from tests.quick_passwords import QUICK


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the commands do does not hang on how dear a password is."""
    monkeypatch.setattr(service, "PasswordHasher", lambda: QUICK)


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch) -> Run:
    """``cli("games", "--json", typed="…")`` runs the command and says how it ended."""
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def run(*args: str, typed: str | bytes = "", width: int = 80, encoding: str = "utf-8") -> Ended:
        out, err = Stream(encoding=encoding), Stream(encoding=encoding)
        with monkeypatch.context() as patch:
            patch.setenv("COLUMNS", str(width))
            patch.setattr(sys, "stdin", Stream(typed.encode() if isinstance(typed, str) else typed))
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            code = main(list(args))
        return Ended(code, out.written(), err.written())

    return run


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """A real PostgreSQL."""
    with postgres_server() as url:
        yield url


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """What the commands of the floor take for the time."""
    for variable in ("HOUSEWAY_DATABASE", "HOUSEWAY_WHO", "HOUSEWAY_SEALS", "HOUSEWAY_SEAL_KEY"):
        monkeypatch.delenv(variable, raising=False)
    made = Clock()
    monkeypatch.setattr(desk, "time", made)
    return made


@pytest.fixture
def office(cli: Run, clock: Clock, tmp_path: Path) -> Office:
    """A folder where a property may be made."""
    return Office(cli, str(tmp_path / "house.db"), clock)


@pytest.fixture
def house(office: Office) -> Office:
    """The example card room, made; deposits of its seeds are each test's own matter."""
    assert office("property", "init", str(WASHINGTON), who="ames", second="cole").code == 0
    assert office("property", "set", "seed-in-bank=false", who="ames", second="cole").code == 0
    return office
