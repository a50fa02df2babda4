"""Tables that stand one fact a line on a phone: what a cell says stays together beside its label."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from tests.web.office import look
from tests.web.serving import Served

EMPTY = {"input", "br", "img", "hr", "meta", "link", "wbr"}


class Cells(HTMLParser):
    """The cells of tables that stack, and of these the ones with text of their own after something else.

    On a phone a cell is a grid: such a text would stand in a line of its own, under the label.
    """

    def __init__(self) -> None:
        super().__init__()
        self.seen = 0
        self.torn: set[str] = set()
        self._stacks = False
        self._label = ""
        self._deep = 0
        self._after = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "table":
            self._stacks = "stacks" in (given.get("class") or "").split()
        elif tag == "td" and self._stacks and not self._label:
            self._label, self._deep, self._after = given.get("data-label") or "", 0, False
            self.seen += 1
        elif self._label and tag not in EMPTY:
            self._deep += 1
        elif self._label:
            self._after = self._after or self._deep == 0

    def handle_endtag(self, tag: str) -> None:
        if tag == "td" and not self._deep:
            self._label = ""
        elif self._label:
            self._deep -= 1
            self._after = self._after or self._deep == 0

    def handle_data(self, data: str) -> None:
        if self._label and not self._deep and self._after and data.strip():
            self.torn.add(f"{self._label}: {data.strip()}")


@pytest.mark.parametrize(
    "path", ["/office/configuration", "/office/audit/entries?stream=property", "/office/devices", "/office/papers"]
)
def test_a_cell_is_not_torn_apart(room: Served, path: str) -> None:
    ada = room.browser("administrator")
    if path.endswith("configuration"):
        assert ada.post("/api/drafts", {"title": "Open"}).status_code == 201
    cells = Cells()
    cells.feed(look(ada, path))
    assert cells.seen
    assert not cells.torn
