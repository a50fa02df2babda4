"""What the journal has on record of its seals, read back from the end however long the stream is."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from houseway.journal import Draft, Entry, Journal
from houseway.journal.engines.engine import Queries
from houseway.journal.entries import Head, canonical
from houseway.journal.sealing.seal_record import (
    KEY_REPLACED,
    KEY_ROTATED,
    SEALS,
    Recorded,
    all_recorded,
    key_changes,
    last_recorded,
    recorded_in,
    sealed_draft,
)
from tests.journal.toy_bank import Till, accepted, append


def entry(number: int, kind: str, body: dict[str, Any]) -> Entry:
    return Entry("seals", number, "c", "journal", 0, kind, canonical(body), b"[]", b"[]", b"", b"", b"")


def sealed(number: int, seal: int) -> Entry:
    return entry(number, "sealed", {"number": seal, "hash": "ab", "key": "cd", "at": 7})


class Stream:
    """The stream of seals, read in pages."""

    def __init__(self, *entries: Entry) -> None:
        self._entries = entries

    def heads(self, streams: list[str]) -> dict[str, Head]:
        assert streams == ["seals"]
        return {"seals": Head(len(self._entries), 0, b"")}

    def page(self, stream: str, start: int, stop: int) -> list[Entry]:
        assert stream == "seals"
        assert start >= 1
        assert stop - start <= 32
        return [one for one in self._entries if start <= one.number < stop]

    def entries(self, stream: str) -> list[Entry]:
        return list(self._entries)


def last(*entries: Entry) -> Recorded | None:
    return last_recorded(cast(Queries, Stream(*entries)))


def other(number: int) -> Entry:
    return entry(number, "seal-key-rotated", {"key": "ef", "reason": "r"})


@pytest.mark.parametrize("after", [0, 1, 2, 30, 31, 32, 33, 63, 64, 65, 200])
@pytest.mark.parametrize("before", [0, 1, 40])
def test_the_last_seal_is_found_however_far_back_it_is(before: int, after: int) -> None:
    entries = [sealed(number, number) for number in range(1, before + 1)]
    entries.append(sealed(before + 1, 99))
    entries += [other(number) for number in range(before + 2, before + 2 + after)]
    assert last(*entries) == Recorded(99, "ab", "cd", 7)


@pytest.mark.parametrize("others", [0, 1, 32, 33])
def test_a_stream_without_a_seal_has_none(others: int) -> None:
    assert last(*(other(number) for number in range(1, others + 1))) is None


def test_what_cannot_be_read_is_passed_over() -> None:
    broken = [
        entry(2, "sealed", {"number": 3}),
        entry(3, "sealed", {"number": "3", "hash": "ab", "key": "cd", "at": 7}),
        msgspec.structs.replace(sealed(4, 3), body=b"["),
    ]
    assert [recorded_in(one) for one in broken] == [None, None, None]
    assert last(sealed(1, 2), *broken) == Recorded(2, "ab", "cd", 7)


def test_every_seal_is_told_with_its_entry_in_order() -> None:
    first, second = sealed(1, 4), sealed(3, 5)
    found = list(all_recorded(cast(Queries, Stream(first, other(2), second))))
    assert [(one.number, record.number) for one, record in found] == [(1, 4), (3, 5)]


def test_a_seal_is_written_down_as_it_is_read() -> None:
    seal = Recorded(4, "ab", "cd", 7)
    draft = sealed_draft(seal)
    assert (draft.stream, draft.lines, draft.counts) == ("seals", (), ())
    assert isinstance(draft.body, dict)
    assert recorded_in(entry(1, draft.kind, draft.body)) == seal


def test_changes_of_the_key_are_told_once_each_in_order(tmp_path: Path) -> None:
    drafts = [
        Draft(SEALS, kind, {"key": key, "reason": "r"})
        for kind, key in ((KEY_ROTATED, "01"), (KEY_REPLACED, "02"), ("noted", "03"), (KEY_ROTATED, "04"))
    ]
    with Journal.open(tmp_path / "journal.db", Till(), create=True) as journal:
        accepted(journal, append("a", *drafts, streams=(SEALS,)))
        with journal.engine.snapshot() as queries:
            found = key_changes(queries)
    assert [(one.number, one.kind, one.data["key"]) for one in found] == [
        (1, "seal-key-rotated", "01"),
        (2, "seal-key-replaced", "02"),
        (4, "seal-key-rotated", "04"),
    ]
