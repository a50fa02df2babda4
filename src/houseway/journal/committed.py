"""What a journal has committed: heads, entries, balances, counters and replies, read by anyone at any time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from houseway.journal.engines.engine import Engine, Queries
from houseway.journal.entries import Entry, Head, decoded, read_list, stream_order
from houseway.journal.sealing.seal_record import Recorded, last_recorded
from houseway.journal.transaction import TOLERANCE


class Committed:
    """The committed journal. Nothing here waits for whoever writes."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def head(self, stream: str) -> Head:
        """The committed head of a stream: number, time, hash; the empty head where there are no entries."""
        with self.engine.reading() as queries:
            return queries.heads([stream])[stream]

    def heads(self) -> dict[str, Head]:
        """All committed heads, at one moment."""
        with self.engine.reading() as queries:
            return queries.heads()

    def streams(self) -> list[str]:
        """The names of all streams, in the order in which they are locked and exported."""
        return sorted(self.heads(), key=stream_order)

    def read(self, stream: str, start: int = 1, stop: int | None = None) -> Iterator[Entry]:
        """Committed entries from number ``start`` up to, not including, ``stop``, a page at a time."""
        while True:
            with self.engine.reading() as queries:
                page = queries.page(stream, start, stop)
            if not page:
                return
            yield from page
            start = page[-1].number + 1

    def rounds(self, stream: str, *, before: int | None = None, most: int) -> dict[int, list[Entry]]:
        """How the last ``most`` rounds before a number ended and what was corrected later, the last round first."""
        with self.engine.snapshot() as queries:
            numbers = queries.ended_rounds(stream, 2**62 if before is None else before, most)
            found = {number: queries.of_round(stream, number) for number in numbers}
        return {number: entries for number, entries in found.items() if entries}

    def after(self, numbers: Mapping[str, int]) -> list[Entry]:
        """What is committed beyond the numbers that somebody knows, of every stream; by stream and number."""
        with self.engine.reading() as queries:
            moved = {
                stream: numbers.get(stream, 0)
                for stream, head in queries.heads().items()
                if head.number > numbers.get(stream, 0)
            }
            return queries.after(moved)

    def after_in(self, numbers: Mapping[str, int]) -> list[Entry]:
        """The same of these streams alone, which asks nothing of the others."""
        with self.engine.reading() as queries:
            return queries.after(numbers)

    def since(self, stream: str, at: int) -> int:
        """The first number of a stream from which on no time is before ``at``; one past the last where there is none.

        Entries of a clock that ran ahead count as made when it was set right.
        """
        with self.engine.reading() as queries:
            end = queries.heads([stream])[stream].number + 1
            # Time falls only where a clock was set right: between two such entries it can be halved.
            for low in reversed([1, *queries.clock_settings(stream)]):
                found = _first_since(queries, stream, low, end, at)
                if found > low:
                    return found
                end = low
        return 1

    def written_with(self, entry: Entry, stream: str) -> list[Entry]:
        """What the command of an entry wrote to a stream, in order: the command says where, not the clock.

        Commands of release 0.1 do not say it, and their times may differ from stream to stream by the tolerance.
        """
        with self.engine.reading() as queries:
            known = queries.commands([entry.command]).get(entry.command)
            numbers = [number for name, number in read_list(known.entries) if name == stream] if known else []
            if known is not None and known.entries:
                found = queries.page(stream, numbers[0], numbers[-1] + 1, limit=numbers[-1]) if numbers else []
                return [own for own in found if own.command == entry.command]
        found = []
        for own in self.read(stream, self.since(stream, entry.at - TOLERANCE)):
            if own.at > entry.at + TOLERANCE:
                break
            if own.command == entry.command:
                found.append(own)
        return found

    def balance(self, account: str) -> int:
        """The committed balance of an account over all streams, in micros."""
        with self.engine.reading() as queries:
            return queries.balance(account)

    def balances(self, prefix: str = "") -> dict[str, int]:
        """The committed balances of all accounts whose names begin so, at one moment."""
        with self.engine.reading() as queries:
            return queries.balances(prefix)

    def partials(self, prefix: str = "") -> dict[tuple[str, str], int]:
        """The same, by (account, stream)."""
        with self.engine.reading() as queries:
            return queries.partials(prefix)

    def counters(self) -> dict[str, tuple[int, ...]]:
        """Every bank's sixteen counters, at one moment."""
        with self.engine.reading() as queries:
            return {bank: counts for bank, (_, counts) in queries.banks().items()}

    def command(self, command: str) -> dict[str, Any] | None:
        """The stored reply of a command, or None where it was never accepted."""
        found = self.accepted(command)
        return None if found is None else found[1]

    def accepted(self, command: str) -> tuple[bytes, dict[str, Any]] | None:
        """What told a command apart from any other, and its stored reply; None where it was never accepted."""
        with self.engine.reading() as queries:
            known = queries.commands([command]).get(command)
        return None if known is None else (known.digest, decoded(known.reply))

    def recorded_seal(self) -> Recorded | None:
        """The last seal that the journal has on record: that much its seal file must hold."""
        with self.engine.reading() as queries:
            return last_recorded(queries)


def _first_since(queries: Queries, stream: str, low: int, high: int, at: int) -> int:
    """The first number from ``low`` up to ``high`` whose time is not before ``at``, where times do not fall."""
    while low < high:
        middle = (low + high) // 2
        when = queries.time_of(stream, middle)
        if when is not None and when < at:
            low = middle + 1
        else:
            high = middle
    return low
