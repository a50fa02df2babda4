"""Writes ``docs/refusals.md``: every refusal with the clause that has its rule. ``python -m tests.refusals.page``."""

from __future__ import annotations

from pathlib import Path

import houseway
from houseway.compliance.citations import find
from tests.refusals.clauses import CLAUSES

PAGE = Path(__file__).parents[2] / "docs" / "refusals.md"
HEAD = """# Refusals and their clauses

What a table, a wager or an answer is refused by: for each kind of refusal the clause that has the rule, and what it
says. The list was made by reading the documents (`tests/refusals/clauses.py`); `tests/refusals` makes every such
refusal, for all wagers, options and limits of all editions, and holds the program to it. This page is made from the
list: `python -m tests.refusals.page`.
"""


def page() -> str:
    """The page."""
    parts = [HEAD]
    for (slug, edition), refusals in CLAUSES.items():
        book = houseway.game(slug).edition(edition)
        parts += [f"## {book.about.title}", "", "| refused | clause | what it says |", "|---|---|---|"]
        parts[-4] = f"\n{parts[-4]}" if len(parts) > 5 else parts[-4]
        for kind, wanted in refusals.items():
            by: dict[str, list[str]] = {}
            for of, cite in wanted.items() if isinstance(wanted, dict) else [("", wanted)]:
                by.setdefault(cite, []).append(of)
            for cite, names in by.items():
                of = f" ({', '.join(names)})" if names != [""] else ""
                [found] = find(cite, book)
                parts.append(f"| {kind}{of} | {book.shown(cite)} | {found.text.replace('|', '&#124;')} |")
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
