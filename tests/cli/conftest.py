from __future__ import annotations

import sys

import pytest

from houseway.cli.main import main
from tests.cli.command import Ended, Run, Stream


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
