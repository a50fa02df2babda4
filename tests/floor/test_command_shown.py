"""The command that CONTRIBUTING shows from start to finish is the one in the source."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_contributing_shows_a_command_as_it_is() -> None:
    shown = re.findall(
        r"^   ```python\n(.*?)^   ```$", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.S | re.M
    )
    kind, command = (textwrap.dedent(block) for block in shown)
    floor = ROOT / "src" / "houseway" / "floor"
    assert kind in (floor / "kinds" / "of_house.py").read_text(encoding="utf-8")
    source = (floor / "subjects" / "house.py").read_text(encoding="utf-8")
    for part in command.split("\n\n\n"):
        assert part.strip() in source
