"""Two writers on one journal: what one has committed the other finds, however it comes to know of it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import pytest

from houseway.journal import Decision, Draft, Journal, Request, Transaction
from houseway.journal.engines.engine import PAGE
from houseway.journal.journal_errors import CommandFault
from tests.journal.toy_bank import Place, accepted, append, one, pay
from tests.waiting import joined


class Two(NamedTuple):
    """Two journals opened on one place."""

    here: Journal
    there: Journal


@pytest.fixture
def two(place: Place) -> Iterator[Two]:
    with place.create() as here, place.open() as there:
        yield Two(here, there)


def total(journal: Journal, stream: str = "table/1") -> int:
    """What a journal believes was paid into a stream, without looking."""
    found: int = journal.state(stream)["sum"]
    return found


def look(command: str, *accounts: str, named: tuple[str, ...] = (), pays: int = 0) -> Request:
    """Note what accounts have at this place in the batch, ``named`` having been named before; then pay into table/2."""

    def decide(transaction: Transaction) -> Decision:
        found: dict[str, Any] = {account: transaction.balance(account) for account in accounts}
        lines = (("cash", -pays), ("box/table/1", pays)) if pays else ()
        return Decision([Draft("table/2", "looked", found, lines)], found)

    return Request(command, command.encode(), "bob", 1_000_000, ("table/2",), (), decide, named)


def test_a_command_is_decided_on_what_another_writer_has_just_committed(two: Two) -> None:
    accepted(two.here, pay("a", 5))
    accepted(two.there, pay("b", 7), pay("c", 8))
    assert one(two.here, pay("d", 1)).reply == {"sum": 21}
    assert one(two.there, pay("e", 1)).reply == {"sum": 22}


def test_a_command_is_decided_on_more_than_comes_with_the_lock(two: Two) -> None:
    accepted(two.here, pay("first", 1))
    many = PAGE + 200
    for start in range(0, many, 100):
        accepted(two.there, *(pay(f"c{number}", 1) for number in range(start, start + 100)))
    assert one(two.here, pay("last", 1)).reply == {"sum": many + 2}


def test_a_balance_has_everything_of_its_batch_whether_it_was_named_or_not(two: Two) -> None:
    accepted(two.there, pay("before", 100))
    box = "box/table/1"
    requests = [
        pay("a", 10),
        look("b", box, named=(box, "box/never")),
        pay("refused", -1),
        look("c", box, "cash", "box/never", pays=3),
        look("d", box, "cash", "box/never", pays=4),
        pay("e", 20),
        look("f", box, "cash"),
    ]
    replies = [outcome.reply for outcome in two.here.write(requests)]
    assert replies[1] == {box: 110}
    assert replies[2] is None
    assert replies[3] == {box: 110, "cash": -110, "box/never": 0}
    assert replies[4] == {box: 113, "cash": -113, "box/never": 0}
    assert replies[6] == {box: 137, "cash": -137}
    assert two.there.balance(box) == 137
    # And what another writer moves between two batches.
    accepted(two.there, pay("g", 1000))
    assert one(two.here, look("h", box, named=(box,))).reply == {box: 1137}


def test_a_name_that_cannot_be_an_account_is_not_asked_for(two: Two) -> None:
    named = ("box/table/1", "", "a\nb", "x" * 10_000)
    assert one(two.here, look("a", "box/table/1", named=named)).reply == {"box/table/1": 0}


def test_only_the_streams_that_are_asked_about_are_read(two: Two) -> None:
    streams = [f"table/{number}" for number in range(1, 251)]
    accepted(two.there, *(pay(f"{turn}:{stream}", stream=stream) for turn in range(3) for stream in streams))
    known = {stream: index % 4 for index, stream in enumerate(streams[::2])}
    found = [(entry.stream, entry.number) for entry in two.here.after_in(known)]
    assert set(found) == {(stream, number) for stream, last in known.items() for number in range(last + 1, 4)}
    assert len(found) == len(set(found))
    assert two.here.after_in({"nowhere": 0}) == [] and two.here.after_in({}) == []


def test_what_others_committed_is_absorbed_by_the_states_in_use(two: Two) -> None:
    accepted(two.here, pay("a", 5), pay("b", 5, stream="table/2"))
    assert total(two.here) == 5 and total(two.here, "table/2") == 5
    accepted(two.there, pay("c", 7), pay("d", 8, stream="table/2"), pay("e", 9), pay("f", 1, stream="table/3"))
    entries = two.here.after({"table/1": 1, "table/2": 1})
    assert two.here.absorb(entries)
    assert total(two.here) == 21 and total(two.here, "table/2") == 13
    # Twice is no harm, and the next command goes on from there.
    assert two.here.absorb(entries)
    assert total(two.here) == 21
    assert one(two.here, pay("g", 1)).reply == {"sum": 22}
    assert total(two.here, "table/3") == 1


def test_entries_with_a_gap_before_them_are_not_absorbed(two: Two) -> None:
    accepted(two.here, pay("a", 5))
    accepted(two.there, pay("b", 7), pay("c", 9), pay("d", 1, stream="table/2"))
    later = [entry for entry in two.here.after({"table/1": 1}) if (entry.stream, entry.number) != ("table/1", 2)]
    assert not two.here.absorb(later)
    assert total(two.here) == 5
    two.here.refresh()
    assert total(two.here) == 21


def test_absorbing_waits_for_no_batch(two: Two) -> None:
    accepted(two.here, pay("a", 5))
    accepted(two.there, pay("b", 7))
    entries = two.here.after({"table/1": 1})
    found: list[bool] = []

    def decide(transaction: Transaction) -> Decision:
        absorbing = threading.Thread(target=lambda: found.append(two.here.absorb(entries)))
        absorbing.start()
        joined(absorbing, "the entries were absorbed, or not")
        return Decision([], {})

    one(two.here, Request("busy", b"", "ann", 1_000_000, ("table/2",), (), decide))
    assert found == [False]
    assert two.here.absorb(entries) and total(two.here) == 12


def test_a_state_that_cannot_absorb_is_read_anew(two: Two) -> None:
    accepted(two.here, pay("a", 5))
    accepted(two.there, append("b", Draft("table/1", "said", {})))
    (entry,) = two.here.after({"table/1": 1})
    bad = msgspec.structs.replace(entry, body=b'{"unfoldable":1}')
    with pytest.raises(CommandFault, match="table/1 2"):
        two.here.absorb([bad])
    assert two.here.state("table/1") == {"stream": "table/1", "entries": 2, "sum": 5, "words": {"paid": 1, "said": 1}}
