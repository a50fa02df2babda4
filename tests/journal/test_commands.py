"""Commands: accepted once, refused without a trace, decided in order."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

import pytest

from houseway.errors import Refused
from houseway.journal import Decision, Draft, Entry, Journal, Request, Transaction, Writer
from houseway.journal import transaction as transaction_module
from houseway.journal.journal_errors import (
    BadDraft,
    BalanceTooLarge,
    ClockSteppedBack,
    CommandFault,
    CommandReused,
    JournalUnavailable,
    TooBusy,
    Undeclared,
)
from tests.journal.toy_bank import Place, accepted, append, ask, fill, one, pay
from tests.waiting import happened, joined


def test_same_id_and_body_gets_the_stored_reply_and_writes_nothing(place: Place) -> None:
    with place.create() as journal:
        first = one(journal, pay("c", 5))
        before = place.dump()
        again = one(journal, pay("c", 5, at=9_000_000))
        assert (first.reply, first.repeated, len(first.entries)) == ({"sum": 5}, False, 1)
        assert (again.reply, again.repeated, again.entries) == ({"sum": 5}, True, ())
        assert place.dump() == before
    with place.open() as journal:
        assert one(journal, pay("c", 5)).repeated
        assert journal.command("c") == {"sum": 5}
        assert journal.command("d") is None


def test_same_id_twice_in_one_batch_counts_once(journal: Journal) -> None:
    first, second = accepted(journal, pay("c", 5), pay("c", 5))
    assert (first.repeated, second.repeated, second.reply) == (False, True, {"sum": 5})
    assert journal.balance("box/table/1") == 5


def test_same_id_with_another_body_is_refused(place: Place) -> None:
    with place.create() as journal:
        accepted(journal, pay("c", 5))
        before = place.dump()
        assert isinstance(one(journal, pay("c", 6)).error, CommandReused)
        assert place.dump() == before


def test_the_same_id_given_elsewhere_while_it_is_refused_here_is_known(postgres_place: Place) -> None:
    """Where nothing stands there is no head to lock: what is read here may be what the other process just wrote."""
    with postgres_place.create() as journal, postgres_place.open() as elsewhere:

        def fill_once(transaction: Transaction) -> Decision:
            if not elsewhere.head("table/1").number:
                accepted(elsewhere, _filling(_once))
            return _once(transaction)

        def _once(transaction: Transaction) -> Decision:
            if transaction.balance("box/table/1"):
                raise Refused("filled already", clause="T-2")
            return Decision([Draft("table/1", "paid", {"amount": 5}, (("cash", -5), ("box/table/1", 5)))], {"sum": 5})

        outcome = one(journal, _filling(fill_once))
        assert (outcome.error, outcome.reply, outcome.repeated) == (None, {"sum": 5}, True)
        assert journal.balance("box/table/1") == 5


def _filling(decide: Callable[[Transaction], Decision]) -> Request:
    return Request("fill", b"once", "ann", 1_000_000, ("table/1",), (), decide)


def _raises(transaction: Transaction) -> Decision:
    raise ZeroDivisionError("a bug")


LATER = 5_000_000
_PAID = Draft("table/1", "paid", {"amount": 1})
_BAD_DRAFTS: list[tuple[Draft, ...]] = [
    (Draft("table/1", "paid", {}, (("cash", 1),)),),
    (Draft("table/1", "paid", {}, (("cash", 1.0), ("box", -1.0))),),  # type: ignore[arg-type]
    (Draft("table/1", "paid", {}, (("cash", True), ("box", -1))),),
    (Draft("table/1", "paid", {}, (("", 1), ("box", -1))),),
    (Draft("table/1", "paid", {}, (("cash", 2**62), ("box", -(2**62)))),),
    (Draft("table/1", "paid", {"half": 0.5}),),
    (Draft("table/1", "paid", {"deep": [{"nan": float("nan")}]}),),
    (Draft("table/1", "paid", {"half": "\ud800"}),),
    (Draft("table/1", "paid", {1: "a"}),),  # type: ignore[dict-item]
    (Draft("table/1", "paid", []),),  # type: ignore[arg-type]
    (Draft("table/1", "paid\n", {}),),
    (Draft("table/1", "paid", {}, (), (("b", (0,)),)),),
    (Draft("table/1", "paid", {}, (), (("b", (17,)),)),),
    (Draft("table/1", "paid", {}, (), (("b", (True,)),)),),
    (Draft("table/1", "paid", {}, (), (("b", (2, 2)),)),),
    (Draft("table/1", "paid", {}, (), (("b", (2,)), ("b", (3,)))),),
    (Draft("table/1", "paid", {}, (), (("bank/table/2", (1,)),)),),
]
_UNDECLARED: list[tuple[Draft, ...]] = [
    (Draft("table/2", "paid", {}),),
    (_PAID, Draft("table/2", "paid", {})),
]
_BROKEN: list[tuple[Draft, ...]] = [
    (Draft("table/1", "paid", {"unfoldable": True}),),
    (_PAID, Draft("table/1", "paid", {"unfoldable": True})),
]


def refused() -> list[tuple[type[Exception], Request]]:
    """Commands that must be refused after `fill`, each with what it is refused by."""
    here: tuple[str, ...] = ("table/1",)
    return [
        (Refused, pay("r", -1, at=LATER)),
        (CommandFault, Request("s", b"", "ann", LATER, here, (), _raises)),
        *((CommandFault, append(f"f{n}", *drafts, at=LATER)) for n, drafts in enumerate(_BROKEN)),
        *((BadDraft, append(f"d{n}", *drafts, at=LATER)) for n, drafts in enumerate(_BAD_DRAFTS)),
        *((Undeclared, append(f"n{n}", *drafts, at=LATER)) for n, drafts in enumerate(_UNDECLARED)),
        (BadDraft, append("", _PAID, at=LATER)),
        (BadDraft, append("nul\0", _PAID, at=LATER)),
        (BadDraft, append("half\ud800", _PAID, at=LATER)),
        (BadDraft, append("y", _PAID, at=LATER, streams=("table/1", "table/\ud800"))),
        (BadDraft, Request("z", "text", "ann", LATER, here, (), lambda _: Decision([_PAID], {}))),  # type: ignore[arg-type]
        (BadDraft, append("t", _PAID, at=0.5)),  # type: ignore[arg-type]
        (BadDraft, Request("u", b"", "", LATER, here, (), lambda _: Decision([_PAID], {}))),
        (BadDraft, Request("v", b"", "ann", LATER, here, (), lambda _: Decision([_PAID], {"half": 0.5}))),
        (Undeclared, Request("w", b"", "ann", LATER, (), (), lambda t: Decision([], t.state("table/1")))),
        (ClockSteppedBack, pay("x", 1, at=1_000_000)),
    ]


def test_a_refused_command_leaves_every_row_as_it_was(place: Place) -> None:
    with place.create() as journal:
        fill(journal)
        before = place.dump()
        state = dict(journal.state("table/1"))
        for kind, request in refused():
            outcome = one(journal, request)
            assert type(outcome.error) is kind, (request, outcome)
            assert outcome.reply is None
            assert outcome.entries == ()
        assert place.dump() == before
        assert journal.state("table/1") == state
        assert journal.verify().ok


def test_a_refused_command_does_not_disturb_the_others_of_its_batch(place: Place) -> None:
    with place.create() as journal:
        fill(journal)
        kinds, requests = zip(*refused(), strict=True)
        outcomes = journal.write([pay("first", 5, at=LATER), *requests, pay("last", 6, at=LATER)])
        assert [type(outcome.error) for outcome in outcomes[1:-1]] == list(kinds)
        assert [outcomes[0].reply, outcomes[-1].reply] == [{"sum": 35}, {"sum": 41}]
        assert journal.head("table/1").number == 7
        assert journal.state("table/1")["sum"] == 41
        assert journal.verify().ok


def test_a_decision_without_drafts_leaves_nothing(place: Place) -> None:
    with place.create() as journal:
        before = place.dump()
        request = Request("look", b"", "ann", 5, (), ("table/1",), lambda t: Decision([], {"n": t.head("table/1")[0]}))
        assert one(journal, request).reply == {"n": 0}
        assert place.dump() == before
        accepted(journal, pay("a", 1))
        assert one(journal, request).reply == {"n": 1}


def test_earlier_commands_of_the_batch_are_seen(journal: Journal) -> None:
    *_, asked, second = accepted(journal, pay("a", 5), pay("b", 7, stream="table/2"), ask("c", "cash"), pay("d", 1))
    assert asked.reply == {"balance": -12, "counters": [1, 0, 1] + [0] * 13}
    assert second.reply == {"sum": 6}
    assert journal.balances("box/") == {"box/table/1": 6, "box/table/2": 7}
    assert journal.partials("cash") == {("cash", "table/1"): -6, ("cash", "table/2"): -7}
    assert journal.counters()["bank/table/1"] == (2, 0, 2, *[0] * 13)


def test_a_bank_belongs_to_the_stream_that_counted_it_first(journal: Journal) -> None:
    counts = (("bank/table/1", (1,)),)
    accepted(journal, pay("a", 5))
    outcome = one(journal, append("b", Draft("table/2", "x", {}, (), counts), streams=("table/2",)))
    assert isinstance(outcome.error, BadDraft)


def test_a_balance_that_would_not_fit_refuses_only_its_command(place: Place) -> None:
    huge = 2**62 - 1
    with place.create() as journal:
        accepted(journal, pay("a", huge), pay("b", huge))
        before = place.dump()
        outcomes = journal.write([pay("c", 1, stream="table/2"), pay("d", huge), pay("e", 1)])
        assert [type(outcome.error) for outcome in outcomes] == [type(None), BalanceTooLarge, type(None)], outcomes
        assert [outcome.reply for outcome in outcomes[::2]] == [{"sum": 1}, {"sum": 2 * huge + 1}]
        assert len(place.dump()["entries"]) == len(before["entries"]) + 2
        assert journal.balance("cash") == -2 * huge - 2
        assert journal.verify().ok


@pytest.mark.parametrize(("behind", "at"), [(0, 10_000_000), (1, 10_000_000), (2_000_000, 10_000_000)])
def test_a_clock_a_little_behind_takes_the_last_time(journal: Journal, behind: int, at: int) -> None:
    accepted(journal, pay("a", at=10_000_000))
    (outcome,) = accepted(journal, pay("b", at=10_000_000 - behind))
    assert outcome.entries[0].at == at


def test_a_clock_that_stepped_back_is_refused(journal: Journal) -> None:
    accepted(journal, pay("a", at=10_000_000))
    assert isinstance(one(journal, pay("b", at=7_999_999)).error, ClockSteppedBack)
    # Another stream has a time of its own.
    accepted(journal, pay("c", at=7_999_999, stream="table/2"))


def test_since_finds_the_first_entry_at_a_time(journal: Journal) -> None:
    times = [5, 5, 8, 9, 9, 9, 20]
    accepted(journal, *(pay(f"c{n}", at=at) for n, at in enumerate(times)))
    for at in range(22):
        expected = next((n for n, time in enumerate(times, start=1) if time >= at), len(times) + 1)
        assert journal.since("table/1", at) == expected
    assert journal.since("nowhere", 1) == 1


def test_what_somebody_does_not_know_yet_is_read_of_all_streams_at_once(journal: Journal) -> None:
    streams = [f"table/{number}" for number in range(1, 251)]
    accepted(journal, *(pay(f"{turn}:{stream}", stream=stream) for turn in range(3) for stream in streams))
    known = {stream: index % 4 for index, stream in enumerate(streams[:200])}
    found = [(entry.stream, entry.number) for entry in journal.after(known)]
    expected = {(stream, number) for stream in streams for number in range(known.get(stream, 0) + 1, 4)}
    assert len(found) == len(expected) and set(found) == expected
    for stream in streams:
        numbers = [number for name, number in found if name == stream]
        assert numbers == sorted(numbers)
    assert journal.after(dict.fromkeys(streams, 3)) == []


def test_entries_are_read_in_order_with_their_content(journal: Journal) -> None:
    fill(journal)
    entries = list(journal.read("table/1"))
    assert [entry.number for entry in entries] == [1, 2, 3, 4, 5]
    assert entries[0].data == {"amount": 5, "before": 0}
    assert entries[0].postings == (("cash", -5), ("box/table/1", 5))
    assert entries[0].counted == (("bank/table/1", (1, 3)),)
    assert [entry.number for entry in journal.read("table/1", 2, 4)] == [2, 3]
    assert journal.streams() == ["table/1", "table/2", "jackpot/1", "property", "seals"]


def test_states_survive_reopening_with_and_without_snapshots(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transaction_module, "SNAPSHOT_EVERY", 3)
    with place.create() as journal:
        for number in range(10):
            accepted(journal, pay(f"c{number}", number))
        state = dict(journal.state("table/1"))
        assert [row[:2] for row in place.dump()["snapshots"]] == [("table/1", 9)]
    assert [row[:2] for row in place.dump()["snapshots"]] == [("table/1", 10)]
    with place.open() as journal:
        assert journal.state("table/1") == state
        assert journal.verify().ok
    place.execute("DELETE FROM snapshots")
    with place.open() as journal:
        assert journal.state("table/1") == state
        assert accepted(journal, pay("more", 1))[0].reply == {"sum": 46}


def test_another_writer_is_noticed(place: Place) -> None:
    with place.create() as ours, place.open() as theirs:
        accepted(ours, pay("a", 5), pay("p", 1, stream="table/2"))
        accepted(theirs, pay("b", 6), pay("q", 2, stream="table/2"))
        assert accepted(ours, pay("c", 7))[0].reply == {"sum": 18}
        assert accepted(ours, pay("r", 3, stream="table/2"))[0].reply == {"sum": 6}
        assert theirs.state("table/1")["sum"] == 11
        assert [entry.command for entry in theirs.refresh()] == ["c", "r"]
        assert theirs.state("table/1")["sum"] == 18
        assert one(theirs, pay("c", 7)).repeated
        assert ours.verify().ok


def test_callbacks_get_committed_entries_only(place: Place) -> None:
    with place.create() as journal:
        seen: list[str] = []
        reader = place.open()

        def callback(entries: Sequence[Entry]) -> None:
            for entry in entries:
                assert list(reader.read(entry.stream, entry.number, entry.number + 1)) == [entry]
                seen.append(entry.command)

        def broken(entries: Sequence[Entry]) -> None:
            raise ValueError("a display fell over")

        journal.after_commit += [broken, callback]
        journal.write([pay("a"), pay("b", -1), pay("c"), pay("a")])
        journal.write([pay("a")])
        reader.close()
        assert seen == ["a", "c"]


def test_many_threads_through_one_writer(journal: Journal) -> None:
    def panel(number: int) -> None:
        for count in range(20):
            assert writer.submit(pay(f"{number}-{count}", 1, stream=f"table/{number % 3}")).result(60).error is None

    with Writer(journal) as writer:
        threads = [threading.Thread(target=panel, args=(number,)) for number in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            joined(thread, "the panels have paid")
    assert journal.balance("cash") == -240
    assert [journal.head(f"table/{number}").number for number in range(3)] == [80, 80, 80]
    assert journal.verify().ok


def test_the_queue_is_bounded_and_first_come_first_served(journal: Journal) -> None:
    inside, go = threading.Event(), threading.Event()

    def waits(transaction: Transaction) -> Decision:
        inside.set()
        happened(go, "the test lets it go on")
        return Decision([Draft("table/1", "waited", {})], {})

    order: list[str] = []
    journal.after_commit.append(lambda entries: order.extend(entry.command for entry in entries))
    with Writer(journal, queue=5, batch=2) as writer:
        first = writer.submit(Request("wait", b"", "ann", 1, ("table/1",), (), waits))
        happened(inside, "the first command is decided")
        tickets = [writer.submit(pay(f"c{number}")) for number in range(5)]
        with pytest.raises(TooBusy):
            writer.submit(pay("c5"))
        assert not first.done()
        go.set()
        assert all(ticket.result(60).error is None for ticket in (first, *tickets))
    assert order == ["wait", "c0", "c1", "c2", "c3", "c4"]
    assert one(journal, pay("c5")).repeated is False
    with pytest.raises(JournalUnavailable):
        writer.submit(pay("c6"))
