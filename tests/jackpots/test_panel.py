"""The dealer's panel and the data logger: nothing lost, nothing doubled, whatever the line does."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.jackpots.jackpot_errors import BadReading, EquipmentRefused, LineDown, SequenceGap, StoreFull
from houseway.jackpots.panel import Count, Logger, Panel, Receiver, Sent

Happening = str  # "ok", "lost" (the request), "unheard" (its answer)
HAPPENINGS = st.lists(st.sampled_from(["ok", "lost", "unheard"]), max_size=40)


def _ids() -> Callable[[], str]:
    numbers = count(1)
    return lambda: f"panel-1/{next(numbers)}"


class Floor:
    """Answers a command once, and a repeated one with the same answer."""

    def __init__(self, happenings: list[Happening] | None = None) -> None:
        self.applied: list[dict[str, Any]] = []
        self.answers: dict[str, tuple[bytes, int]] = {}
        self.happenings = list(happenings or [])

    def __call__(self, sent: Sent) -> int:
        happening = self.happenings.pop(0) if self.happenings else "ok"
        if happening == "lost":
            raise LineDown("the request was lost")
        if sent.id not in self.answers:
            self.applied.append(sent.command)
            self.answers[sent.id] = (sent.body, len(self.applied))
        body, answer = self.answers[sent.id]
        assert body == sent.body
        if happening == "unheard":
            raise LineDown("the answer was lost")
        return answer


def _tabulate(round: int) -> dict[str, Any]:
    return {"type": "tabulate", "table": "t1", "round": round, "picture": {"1": [1, 3]}, "stuck": {}, "manual": False}


def test_commands_go_out_in_order_and_leave_when_acknowledged() -> None:
    panel, floor = Panel(_ids()), Floor()
    ids = [panel.submit(_tabulate(round)) for round in (1, 2, 3)]
    assert [sent.id for sent in panel.waiting] == ids
    assert panel.deliver(floor) == [(ids[0], 1), (ids[1], 2), (ids[2], 3)]
    assert floor.applied == [_tabulate(1), _tabulate(2), _tabulate(3)]
    assert panel.next() is None


def test_a_panel_holds_a_thousand_commands_and_a_logger_ten_thousand_counts_unless_told_otherwise() -> None:
    panel, logger = Panel(_ids()), Logger("A1-7")
    for round in range(1_000):
        panel.submit({"round": round})
    with pytest.raises(StoreFull, match="holds 1000 commands"):
        panel.submit({"round": 1_000})
    with pytest.raises(StoreFull):
        Panel.load(panel.dump(), lambda: "another").submit({"round": 1_000})
    for at in range(10_000):
        logger.record(at, {1: [1]})
    assert not logger.has_room
    assert not Logger.load(logger.dump(), "A1-7").has_room
    with pytest.raises(StoreFull, match="holds 10000 counts"):
        logger.record(10_000, {1: [1]})
    assert [one.sequence for one in logger.batch()] == list(range(1, 101))
    sizes: list[int] = []

    def line(device: str, batch: tuple[Count, ...]) -> int:
        sizes.append(len(batch))
        return batch[-1].sequence

    assert logger.forward(line)
    assert sizes == [100] * 100


def test_a_lost_request_is_sent_again_under_the_same_id() -> None:
    panel, floor = Panel(_ids()), Floor(["lost"])
    id = panel.submit(_tabulate(1))
    assert panel.deliver(floor) == []
    assert floor.applied == []
    assert panel.deliver(floor) == [(id, 1)]


def test_a_lost_acknowledgement_does_not_double_the_command() -> None:
    panel, floor = Panel(_ids()), Floor(["unheard"])
    id = panel.submit(_tabulate(1))
    assert panel.deliver(floor) == []
    assert len(floor.applied) == 1
    assert panel.deliver(floor) == [(id, 1)]
    assert len(floor.applied) == 1


@settings(deadline=None)
@given(HAPPENINGS, st.integers(1, 12))
def test_every_command_exactly_once_and_in_order_with_restarts_between(
    happenings: list[Happening], rounds: int
) -> None:
    ids, floor = _ids(), Floor(happenings)
    panel = Panel(ids)
    for round in range(rounds):
        panel.submit(_tabulate(round))
        panel.deliver(floor)
        panel = Panel.load(panel.dump(), ids)
    for _ in range(len(happenings) + 1):
        panel.deliver(floor)
    assert panel.waiting == ()
    assert floor.applied == [_tabulate(round) for round in range(rounds)]


def test_a_command_is_stored_before_it_can_be_sent() -> None:
    disk: list[bytes] = []
    panel = Panel(_ids(), keep=disk.append)
    id = panel.submit(_tabulate(1))
    restarted = Panel.load(disk[-1], _ids())
    assert [(sent.id, sent.command) for sent in restarted.waiting] == [(id, _tabulate(1))]
    panel.deliver(Floor())
    assert Panel.load(disk[-1], _ids()).waiting == ()


def test_a_command_that_could_not_be_stored_is_not_sent() -> None:
    def full(_: bytes) -> None:
        raise OSError("no space left")

    panel = Panel(_ids(), keep=full)
    with pytest.raises(OSError, match="no space"):
        panel.submit(_tabulate(1))
    assert panel.next() is None


def test_changing_the_dictionary_afterwards_does_not_change_the_command() -> None:
    panel, body = Panel(_ids()), _tabulate(1)
    panel.submit(body)
    body["picture"]["1"].append(7)
    assert panel.waiting[0].command == _tabulate(1)


def test_a_full_outbox_refuses_and_drops_nothing() -> None:
    panel = Panel(_ids(), capacity=2)
    panel.submit(_tabulate(1))
    panel.submit(_tabulate(2))
    with pytest.raises(StoreFull, match="2 commands") as refused:
        panel.submit(_tabulate(3))
    assert refused.value.remedy
    assert [sent.command["round"] for sent in panel.waiting] == [1, 2]


def test_an_answer_that_comes_twice_or_too_early() -> None:
    panel = Panel(_ids())
    first, second = panel.submit(_tabulate(1)), panel.submit(_tabulate(2))
    with pytest.raises(EquipmentRefused, match="before it was its turn"):
        panel.acknowledge(second)
    assert panel.acknowledge(first)
    assert not panel.acknowledge(first)
    assert [sent.id for sent in panel.waiting] == [second]


def test_an_id_made_twice_is_refused() -> None:
    panel = Panel(lambda: "same")
    panel.submit(_tabulate(1))
    with pytest.raises(EquipmentRefused, match="'same'"):
        panel.submit(_tabulate(2))
    assert len(panel.waiting) == 1


# -- the logger of Andromeda-1


class Server:
    """The receiving end behind a line that drops requests and acknowledgements."""

    def __init__(self, happenings: list[Happening] | None = None) -> None:
        self.receiver = Receiver()
        self.counts: list[Count] = []
        self.happenings = list(happenings or [])

    def __call__(self, device: str, batch: tuple[Count, ...]) -> int:
        happening = self.happenings.pop(0) if self.happenings else "ok"
        if happening == "lost":
            raise LineDown("the request was lost")
        self.counts += self.receiver.receive(device, batch)
        if happening == "unheard":
            raise LineDown("the acknowledgement was lost")
        return self.receiver.last(device)


@pytest.mark.parametrize("happening", ["lost", "unheard"])
def test_the_logger_neither_loses_nor_doubles_a_count(happening: Happening) -> None:
    logger, server = Logger("A1-7"), Server([happening])
    made = [logger.record(at, {1: (1, 4)}) for at in (10, 20, 30)]
    assert not logger.forward(server)
    assert logger.waiting == 3
    assert logger.forward(server)
    assert server.counts == made
    assert [count.sequence for count in made] == [1, 2, 3]
    assert logger.waiting == 0


@settings(deadline=None)
@given(HAPPENINGS, st.lists(st.sets(st.integers(1, 7)), max_size=30), st.integers(1, 5))
def test_line_drops_and_restarts_leave_every_count_once(
    happenings: list[Happening], hands: list[set[int]], most: int
) -> None:
    logger, server = Logger("A1-7"), Server(happenings)
    made = []
    for at, positions in enumerate(hands):
        made.append(logger.record(at, {1: tuple(sorted(positions))}))
        logger.forward(server, most)
        logger = Logger.load(logger.dump(), "A1-7")
    for _ in range(len(happenings) + 1):
        logger.forward(server, most)
    assert logger.waiting == 0
    assert server.counts == made


def test_a_full_logger_refuses_says_so_and_loses_nothing() -> None:
    logger, server = Logger("A1-7", capacity=2), Server()
    made = [logger.record(1, {1: (1,)}), logger.record(2, {1: (2,)})]
    with pytest.raises(StoreFull, match="holds 2 counts"):
        logger.record(3, {1: (3,)})
    assert [(event.at, event.held) for event in logger.overflows] == [(3, 2)]
    assert logger.forward(server)
    made.append(logger.record(4, {1: (4,)}))
    logger.forward(server)
    assert server.counts == made
    assert made[-1].sequence == 3


def test_an_old_acknowledgement_changes_nothing_and_one_from_nowhere_is_refused() -> None:
    logger = Logger("A1-7")
    logger.record(1, {})
    logger.record(2, {})
    logger.acknowledge(1)
    logger.acknowledge(0)
    logger.acknowledge(1)
    assert [count.sequence for count in logger.batch()] == [2]
    with pytest.raises(BadReading):
        logger.acknowledge(3)


def test_a_server_that_takes_nothing_is_not_asked_for_ever() -> None:
    logger = Logger("A1-7")
    logger.record(1, {1: (1,)})
    assert not logger.forward(lambda device, batch: 0)
    assert logger.waiting == 1


def test_a_server_that_forgot_finds_the_gap() -> None:
    logger, server = Logger("A1-7"), Server()
    logger.record(1, {1: (1,)})
    logger.forward(server)
    logger.record(2, {1: (2,)})
    forgetful = Receiver()
    with pytest.raises(SequenceGap, match="count 2 after 0"):
        forgetful.receive("A1-7", logger.batch())
    assert forgetful.last("A1-7") == 0
    assert Receiver({"A1-7": 1}).receive("A1-7", logger.batch()) == logger.batch()


def test_a_gap_inside_a_batch_takes_nothing_of_it() -> None:
    receiver = Receiver()
    batch = [Count(sequence=number, at=number, wagers={}) for number in (1, 3)]
    with pytest.raises(SequenceGap):
        receiver.receive("A1-7", batch)
    assert receiver.last("A1-7") == 0


def test_loggers_are_numbered_apart() -> None:
    receiver = Receiver()
    one, other = Logger("A1-7"), Logger("A1-8")
    one.record(1, {1: (1,)})
    other.record(1, {1: (5,)})
    assert len(receiver.receive("A1-7", one.batch())) == 1
    assert len(receiver.receive("A1-8", other.batch())) == 1
