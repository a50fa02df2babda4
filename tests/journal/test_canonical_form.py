"""The one form in which entries are written: what is refused, what it names, and the order of streams."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from typing import Any

import pytest

from houseway.journal.entries import (
    KEPT,
    LARGEST,
    canonical,
    canonical_counts,
    canonical_lines,
    checked_name,
    is_canonical,
    listed,
    stream_order,
)
from houseway.journal.journal_errors import BadDraft


@pytest.mark.parametrize(
    "raw", [b"", b"{", b"1.5", b"\xff", b'{"b":1,"a":2}', b"[1, 2]", b"[" * 100_000 + b"]" * 100_000]
)
def test_what_cannot_be_read_or_is_written_otherwise_is_not_canonical(raw: bytes) -> None:
    assert not is_canonical(raw)


@pytest.mark.parametrize("raw", [b"{}", b"[1,2]", b'{"a":2,"b":1}', b"null", b"-7"])
def test_what_is_written_as_the_program_writes_it_is_canonical(raw: bytes) -> None:
    assert is_canonical(raw)


@pytest.mark.parametrize("kind", [list, tuple, set, frozenset])
def test_nothing_may_stand_beside_whole_numbers_and_not_for_a_number_that_is_none(
    kind: Callable[[list[object]], object],
) -> None:
    assert canonical({"none": None, "some": kind([1])}) == b'{"none":null,"some":[1]}'
    assert canonical([kind([]), {"a": {"b": None}}]) == b'[[],{"a":{"b":null}}]'
    for value in (math.nan, math.inf, -math.inf):
        with pytest.raises(BadDraft, match="the body has no canonical form: it holds a number that is not finite"):
            canonical({"none": None, "some": {"deeper": kind([1, value])}})


@pytest.mark.parametrize("amount", [LARGEST, -LARGEST, 2.0, True, "5", None])
def test_the_line_whose_amount_is_none_is_the_one_that_is_named(amount: object) -> None:
    lines = (("cash", 5), ("box", amount), ("bank", -5))
    with pytest.raises(BadDraft) as refused:
        canonical_lines(lines)  # type: ignore[arg-type]
    assert refused.value.message == f"the amount on box must be whole micros below {2**62}, not {amount!r}"


def test_a_name_has_two_hundred_characters_at_most() -> None:
    assert checked_name("x" * 200, "a stream") == "x" * 200
    for wrong in ("x" * 201, "", "a\nb", 5):
        with pytest.raises(BadDraft, match="a stream must be 1 to 200 printable characters"):
            checked_name(wrong, "a stream")


def test_an_amount_may_come_to_one_under_the_largest() -> None:
    assert canonical_lines((("cash", 1 - 2**62), ("box", 2**62 - 1))) == (
        b'[["cash",-4611686018427387903],["box",4611686018427387903]]'
    )


def moved(amount: int) -> tuple[tuple[str, int], ...]:
    """Lines of their own, equal to others of the same amount and not the same."""
    return (("cash", -amount), ("box", amount))


def test_lines_and_counts_that_come_again_are_not_looked_through_again() -> None:
    lines, counts = moved(5), (("bank", (1, 2)),)
    written = canonical_lines(lines), canonical_counts(counts)
    canonical_lines(moved(7))
    canonical_counts((("bank", (3,)),))
    assert canonical_lines(lines) is written[0]
    assert canonical_counts(counts) is written[1]
    assert written == (b'[["cash",-5],["box",5]]', b'[["bank",[1,2]]]')


def test_lines_that_were_let_go_of_are_not_kept_for_ever() -> None:
    first = moved(5)
    held = sys.getrefcount(first)
    canonical_lines(first)
    assert sys.getrefcount(first) > held
    for amount in range(1, KEPT + 1):
        canonical_lines(moved(amount))
    assert sys.getrefcount(first) == held


def test_what_was_changed_since_it_was_found_in_order_is_looked_through_again() -> None:
    listed_lines, listed_counts = list(moved(5)), [("bank", (1,))]
    line: list[Any] = ["box", 5]
    count: list[Any] = ["bank", (1,)]
    positions = [1]
    given: list[tuple[Callable[[Any], bytes], Any, Callable[[], None], str]] = [
        (canonical_lines, listed_lines, lambda: listed_lines.append(("box", 1)), "the lines sum to 1 micros"),
        (canonical_lines, (("cash", -5), line), lambda: line.append(line.pop() + 2), "the lines sum to 2 micros"),
        (canonical_counts, listed_counts, lambda: listed_counts.append(("bank", (2,))), "bank bank is counted twice"),
        (
            canonical_counts,
            (count,),
            lambda: count.append((*count.pop(), 1)),
            "a position of bank bank is counted twice",
        ),
        (canonical_counts, (("bank", positions),), lambda: positions.append(17), "bank bank has positions 1 to 16"),
    ]
    for check, what, change, refusal in given:
        assert check(what) == check(what)
        change()
        with pytest.raises(BadDraft, match=refusal):
            check(what)


def test_tables_come_before_jackpots_these_before_the_property_and_all_before_others() -> None:
    streams = ["seals", "accounts", "property", "jackpot/b", "table/2", "jackpot/a", "table/10"]
    assert sorted(streams, key=stream_order) == [
        *("table/10", "table/2", "jackpot/a", "jackpot/b"),
        *("property", "accounts", "seals"),
    ]


def test_the_entries_of_a_command_are_listed_by_stream_and_number() -> None:
    assert listed([("table/1", 7)]) == b'[["table/1",7]]'
    places = [("accounts", 1), ("table/1", 11), ("table/1", 9), ("property", 3), ("jackpot/1", 2)]
    assert listed(places) == b'[["table/1",9],["table/1",11],["jackpot/1",2],["property",3],["accounts",1]]'
