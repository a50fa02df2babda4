"""A forger with full write access to the database and none to the seals: every change is found, and placed."""

from __future__ import annotations

import random

import pytest

from houseway.journal import Finding
from tests.journal.forging import ATTACKS, History, write_rows
from tests.journal.toy_bank import Place, Till, accepted, ask, pay
from tests.postgres import schema_url

SEED = 20261116
Sealed = dict[str, list[int]]
"""Numbers at which the seals have a stream, by stream."""


class Scene:
    """One journal, made and sealed once; each attack begins from its rows as they were."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.sealed: Sealed = {}
        with place.create() as journal:
            for step in range(6):
                at = 1_000_000 * (step + 1)
                accepted(
                    journal,
                    pay(f"a{step}", 5 + step, at=at),
                    pay(f"b{step}", 7, stream="table/2", also="jackpot/1", at=at),
                    *([ask(f"c{step}", "cash", at=at)] if step % 2 else []),
                )
                journal.seal(at + 500_000)
            # Not sealed: the record of the last seal, and one entry more.
            accepted(journal, pay("open", 1, at=9_000_000))
            assert journal.seal_book is not None
            for line in journal.seal_book.lines(journal.seal_book.size()):
                assert line is not None
                for stream, (number, _) in line.seal.heads.items():
                    self.sealed.setdefault(stream, []).append(number)
        self.history = History(place.dump())
        assert self.history.snapshots
        # The forger's tools make what the program made, or what they show would be worth nothing.
        again = self.history.copied()
        again.mend()
        assert again.streams == self.history.streams
        write_rows(place, again.rows(Till()))
        assert self.findings() == []

    def findings(self) -> list[Finding]:
        with self.place.open(readonly=True) as journal:
            report = journal.verify()
            assert report.left_out == 0
            return list(report.findings)

    def places(self) -> list[tuple[str, str, int]]:
        """Every attack on every entry that a seal covers."""
        return [
            (name, stream, number)
            for name in ATTACKS
            for stream, heads in sorted(self.sealed.items())
            for number in range(1, max(heads) + 1)
        ]

    def attack(self, *attacks: tuple[str, str, int]) -> bool:
        """Do these, mend everything, and say whether anything was changed."""
        forged = self.history.copied()
        # From the end to the beginning, so that one does not move what the next is about.
        done = [
            ATTACKS[name](forged, stream, number)
            for name, stream, number in sorted(attacks, key=lambda one: -one[2])
            if number <= len(forged.streams[stream])
        ]
        if not any(done):
            return False
        forged.mend()
        if (forged.streams, forged.commands) == (self.history.streams, self.history.commands):
            return False
        write_rows(self.place, forged.rows(Till()))
        return True

    def placed(self, found: list[Finding], stream: str, number: int) -> bool:
        """Whether a finding names the stream, at the first seal that covers the entry."""
        first = min(head for head in self.sealed[stream] if head >= number)
        return any(finding.stream == stream and finding.number == first for finding in found)


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    folder = tmp_path_factory.mktemp("forger")
    return Scene(Place(str(folder / "journal.db"), folder))


@pytest.fixture(scope="module")
def server_scene(tmp_path_factory: pytest.TempPathFactory, server: str) -> Scene:
    return Scene(Place(schema_url(server), tmp_path_factory.mktemp("forger")))


def _one_by_one(scene: Scene, attacks: list[tuple[str, str, int]]) -> int:
    done = 0
    for name, stream, number in attacks:
        if scene.attack((name, stream, number)):
            done += 1
            found = scene.findings()
            assert scene.placed(found, stream, number), (name, stream, number, list(map(str, found)))
    return done


def test_every_change_under_a_seal_is_found_and_placed(scene: Scene) -> None:
    assert _one_by_one(scene, scene.places()) >= 300


def test_a_share_of_them_on_a_server(server_scene: Scene) -> None:
    places = random.Random(SEED).sample(server_scene.places(), 40)
    assert _one_by_one(server_scene, places) >= 25


def _together(scene: Scene, times: int) -> None:
    chance = random.Random(SEED)
    places = scene.places()
    for _ in range(times):
        attacks = chance.sample(places, chance.randint(2, 4))
        if scene.attack(*attacks):
            found = scene.findings()
            assert any(finding.where == "seals" and finding.stream for finding in found), (attacks, found)


def test_changes_together_do_not_hide_each_other(scene: Scene) -> None:
    _together(scene, 60)


def test_changes_together_on_a_server(server_scene: Scene) -> None:
    _together(server_scene, 8)


@pytest.mark.parametrize("stream", ["table/1", "table/2", "jackpot/1", "property", "seals"])
def test_a_stream_that_is_gone_is_missed(scene: Scene, stream: str) -> None:
    assert scene.attack(("the end cut off", stream, 1))
    assert scene.placed(scene.findings(), stream, 1)


def test_stored_states_that_were_changed_are_found(scene: Scene) -> None:
    for stream in scene.history.snapshots:

        def richer(name: str, raw: bytes, one: str = stream) -> bytes:
            return raw.replace(b'"sum": ', b'"sum": 9') if name == one else raw

        write_rows(scene.place, scene.history.rows(Till(), forged_states=richer))
        [finding] = scene.findings()
        assert (finding.where, finding.stream) == ("snapshots", stream)


DERIVED = {
    "heads": "UPDATE heads SET at = at + 1 WHERE stream = 'table/1'",
    "balances": "UPDATE balances SET amount = amount + 1 WHERE stream = 'table/1' AND account = 'cash'",
    "counters": "UPDATE counters SET p3 = p3 + 1 WHERE stream = 'table/1'",
    "commands": "UPDATE commands SET stream = 'table/2' WHERE id = 'a1'",
}


@pytest.mark.parametrize("table", DERIVED)
def test_what_follows_from_the_entries_is_found_where_it_does_not(scene: Scene, table: str) -> None:
    write_rows(scene.place, scene.history.rows(Till()))
    scene.place.tamper(table, DERIVED[table])
    assert any(finding.where == table and finding.stream for finding in scene.findings())


def test_what_the_forger_does_to_what_is_not_sealed_yet_is_bounded_by_the_tail(scene: Scene) -> None:
    """Honesty: what came after the last seal can be changed without a trace, and verify says how much that is."""
    write_rows(scene.place, scene.history.rows(Till()))
    with scene.place.open(readonly=True) as journal:
        tail = journal.verify(now=9_500_000).tail
    assert tail is not None
    assert (tail.entries, tail.seconds) == (2, 3)
