"""A live hand goes on from its last recorded step, whatever ended the program: every game, every step."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.floor.floor import Floor, Order
from houseway.floor.mirror import Mirror
from houseway.journal.sealing.seal_record import SEALS
from houseway.web.live.frames import Frames
from tests.floor.stepping import CHIPS, SEATS, Hand, begun
from tests.forked import Forked
from tests.waiting import first_line

KINDS = [
    f"{game}/{cards}"
    for game in ("deuces-wild", "triple-attack", "three-card-split", "dueling", "ties")
    for cards in ("virtual", "keys")
    if (game, cards) != ("ties", "virtual")
]
VIEWERS: tuple[int | str, ...] = (1, 2, 3, "dealer", "public")


def power_off(floor: Floor) -> None:
    """Nothing is put in order: no state is saved, the file is as the last commit left it."""
    floor.journal.engine.close()


SECRET = b"the seats of a test"


def views(mirror: Mirror) -> dict[str, Any]:
    # One secret, as all processes of a room have: by it a player is called alike before and after.
    frames = Frames(mirror, str, lambda table: None, lambda: 0, SECRET)
    shown = {f"table {viewer}": frames.table("H1", viewer) for viewer in VIEWERS}
    return {**shown, "floor": frames.floor(), "vision": frames.vision("H1")}


class Told:
    """What is left of a hand when it is over."""

    def __init__(self, path: Path) -> None:
        floor = Floor.open(path, readonly=True)
        heads = floor.journal.heads()
        # Each room has a sealing key of its own, and the stream that records its seals names it.
        self.heads = {stream: head.hash.hex() for stream, head in heads.items() if stream != SEALS}
        entries = list(floor.journal.read("table/H1"))
        self.entries = [(entry.kind, entry.command) for entry in entries]
        self.settled = next(entry.data["record"] for entry in entries if entry.kind == "round-settled")
        self.purses = {player: floor.journal.balance(f"play/{player}") // 1_000_000 for player in SEATS.values()}
        hits = [hit for id in floor.property.jackpots for hit in floor.jackpot(id).hits.values()]
        self.waits = sum(hit.amount for hit in hits)
        self.counters = floor.journal.counters()
        self.sound = floor.broken() == [] and floor.journal.verify().ok
        floor.close()


def uninterrupted(path: Path, kind: str) -> tuple[Told, list[Order]]:
    begun(path, kind)
    floor = Floor.open(path)
    hand = Hand(floor, kind)
    orders = []
    while (order := hand.next()) is not None:
        hand.do(order)
        orders.append(order)
    floor.close()
    return Told(path), orders


def check_whole(told: Told, reference: Told) -> None:
    assert told.sound
    assert told.settled["lines"] == reference.settled["lines"]
    assert told.settled == reference.settled
    assert told.purses == reference.purses
    assert told.counters == reference.counters
    assert told.entries == reference.entries
    # Every byte of every entry: the chains end in the same hash.
    assert told.heads == reference.heads


@pytest.mark.parametrize("saved", [False, True], ids=["power off", "stopped"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_hand_goes_on_after_each_of_its_steps(tmp_path: Path, kind: str, saved: bool) -> None:
    reference, orders = uninterrupted(tmp_path / "reference.db", kind)
    lines = reference.settled["lines"]
    assert {line["seat"] for line in lines} == set(SEATS)
    total = sum(line["returned"] - line["stake"] for line in lines)
    # A prize that is locked is in nobody's chips.
    assert sum(reference.purses.values()) == len(SEATS) * CHIPS + total - reference.waits
    assert (reference.waits > 0) == kind.startswith("ties")

    path = tmp_path / "floor.db"
    begun(path, kind)
    floor = Floor.open(path)
    mirror = Mirror(floor)
    taken = []
    while True:
        hand = Hand(floor, kind)
        order = hand.next()
        if order is None:
            break
        reply = hand.do(order)
        mirror.catch_up()
        before = views(mirror)
        heads = floor.journal.heads()
        taken.append(order)
        if saved:
            floor.close()
        else:
            power_off(floor)
        floor = Floor.open(path)
        mirror = Mirror(floor)
        # Every seat, the dealer and the displays see what they saw, and whoever was not answered sends it once more.
        assert views(mirror) == before, order.id
        assert Hand(floor, kind).do(order) == reply
        assert floor.journal.heads() == heads
    floor.close()
    assert [(each.id, each.command) for each in taken] == [(each.id, each.command) for each in orders]
    check_whole(Told(path), reference)


class Player:
    """The program that plays, as a process of its own."""

    def __init__(self, path: Path, kind: str) -> None:
        self._process = Forked("tests.floor.stepping", str(path), kind)

    def ask(self) -> None:
        """Have it take a step, and do not wait."""
        self._process.stdin.write("\n")
        self._process.stdin.flush()

    def step(self) -> Any:
        """Have it take a step: what it says, which is nothing when the hand is over."""
        self.ask()
        line = first_line(self._process.stdout, "what came of a step")
        assert line, "it died by itself"
        return msgspec.json.decode(line)

    def kill(self) -> None:
        """SIGKILL."""
        self._process.kill()
        self._process.wait(60)
        self._process.close()


@pytest.mark.parametrize("kind", ["deuces-wild/virtual", "triple-attack/keys", "three-card-split/virtual", "ties/keys"])
def test_a_killed_process_leaves_the_hand_at_its_last_step(tmp_path: Path, kind: str) -> None:
    reference, orders = uninterrupted(tmp_path / "reference.db", kind)
    path = tmp_path / "floor.db"
    begun(path, kind)
    chance = random.Random(kind)
    over = False
    while not over:
        player = Player(path, kind)
        for _ in range(chance.randrange(1, max(2, len(orders) // 3))):
            over = player.step() is None
            if over:
                break
        if not over and chance.random() < 0.7:
            # Killed while it works: the step is whole in the journal, or not there at all.
            player.ask()
        player.kill()
    check_whole(Told(path), reference)
