"""The runbook has every finding that a check of the journal can come to, and none that it cannot."""

from __future__ import annotations

import re
from pathlib import Path

from tests.findings import findings

PAGE = (Path(__file__).parents[1] / "docs" / "runbook.md").read_text(encoding="utf-8")


def test_every_finding_is_in_the_runbook_and_the_runbook_has_no_others() -> None:
    known = set(findings())
    assert len(known) > 100
    assert sorted(text for text in known if f"| `{text}` |" not in PAGE) == []
    assert sorted(set(re.findall(r"^\| `([^`]+)` \|", PAGE, re.MULTILINE)) - known) == []


def test_every_finding_says_what_it_means_and_what_to_do() -> None:
    sections = re.split(r"^## ", PAGE, flags=re.MULTILINE)
    for section in (one for one in sections if "\n| `" in one):
        title = section.splitlines()[0]
        assert "**What to do.**" in section, title
        for finding, meaning in re.findall(r"^\| (`[^`]+`) \| (.*) \|$", section, re.MULTILINE):
            assert len(meaning) > 15, finding
