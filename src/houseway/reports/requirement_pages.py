"""The page of ``docs/`` on requirements, made from the list that the office shows a regulator.

``python -m houseway.reports.requirement_pages docs`` writes it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from houseway.compliance.requirements import FAMILIES, Requirement, introduction, requirements

PAGE = "requirements.md"


def requirements_page() -> str:
    """The whole page."""
    lines = [introduction()]
    for family, title in FAMILIES.items():
        lines += [
            f"## {title}\n",
            "| id | level | what is asked | rests on | how | where to see it | lives in | shown by |",
            "|---|---|---|---|---|---|---|---|",
            *(_row(each) for each in requirements() if each.family == family),
            "",
        ]
    return "\n".join(lines)


def _row(each: Requirement) -> str:
    see = ", ".join(f"`{place}`" for place in each.see)
    code = f"none: {each.nowhere}" if each.nowhere else " ".join(f"`{name}`" for name in each.code)
    tests = " ".join(f"`{name}`" for name in each.tests)
    shown = " ".join(part for part in (tests, each.note) if part)
    return f"| {each.id} | {each.level} | {each.asks} | {each.clause} | {each.how} | {see} | {code} | {shown} |"


if __name__ == "__main__":
    (Path(sys.argv[1]) / PAGE).write_text(requirements_page(), encoding="utf-8")
