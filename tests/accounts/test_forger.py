"""A forger who changes accounts, and the journal's word on them, with no access to the seals: found, and placed."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec

from houseway.accounts.on_the_books import on_the_books
from houseway.accounts.store import open_store
from houseway.floor.auditing.account_story import audit_accounts
from houseway.floor.floor import Floor
from houseway.floor.folding import FloorFold
from houseway.floor.states import PROPERTY
from houseway.journal import Finding
from houseway.journal.entries import Entry, canonical
from tests.accounts.test_on_record import TAMPERING, House
from tests.journal.forging import History, write_rows
from tests.journal.toy_bank import Place
from tests.postgres import schema_url

SEED = 20261116
OF_ACCOUNTS = ("account-made", "device-key-revoked")
Cover = Callable[[list[Entry], int], None]
"""Changes the property's entries so that the journal agrees with what was done to an account; from its last entry."""


def _digest(entries: list[Entry], place: int) -> None:
    body = {**entries[place].data, "digest": "0" * 64}
    entries[place] = msgspec.structs.replace(entries[place], body=canonical(body))


def _no_digest(entries: list[Entry], place: int) -> None:
    body = {key: value for key, value in entries[place].data.items() if key not in ("digest", "key")}
    entries[place] = msgspec.structs.replace(entries[place], body=canonical(body))


def _gone(entries: list[Entry], place: int) -> None:
    del entries[place]


def _cut(entries: list[Entry], place: int) -> None:
    del entries[place:]


def _twice(entries: list[Entry], place: int) -> None:
    entries.insert(place, msgspec.structs.replace(entries[place], command="given again"))


def _by_another(entries: list[Entry], place: int) -> None:
    entries[place] = msgspec.structs.replace(entries[place], who="eve")


COVERS: dict[str, Cover] = {
    "another digest": _digest,
    "no digest": _no_digest,
    "the entry deleted": _gone,
    "the end cut off": _cut,
    "the entry twice": _twice,
    "by another person": _by_another,
}


class Scene:
    """A sealed house with accounts and a device; each attack begins from its rows as they were."""

    def __init__(self, url: str, folder: Path) -> None:
        self.place = Place(url, folder)
        house = House(url, folder)
        try:
            house.fill()
            house.device()
            house.floor.journal.seal(house.now())
            self.store = house.accounts.store.tables()
            self.history = History(self.place.dump())
        finally:
            house.close()
        assert self.findings() == ([], [])

    def findings(self) -> tuple[list[Finding], list[str]]:
        """What verify finds in the journal, and what the audit says of the accounts."""
        folder = self.place.folder
        with closing(Floor.open(self.place.url, seals=folder / "seals", key=folder / "key", readonly=True)) as floor:
            found = list(floor.journal.verify().findings)
            store = open_store(self.place.url, readonly=True)
            try:
                audit = audit_accounts(floor.journal, lambda: on_the_books(store), floor.journal.seal_book)
            finally:
                store.close()
        return found, [finding.what for finding in audit.findings]

    def forge(self, sql: str, cover: Cover | None) -> int:
        """Change an account behind the journal's back, and the journal so that it covers that; the entry's number."""
        self._put_back()
        store = open_store(self.place.url)
        try:
            store.ask(sql)
        finally:
            store.close()
        forged = self.history.copied()
        entries = forged.streams[PROPERTY]
        place = max(number for number, entry in enumerate(entries) if entry.kind in OF_ACCOUNTS)
        if cover is not None:
            cover(entries, place)
            forged.mend()
        write_rows(self.place, forged.rows(FloorFold()))
        return place + 1

    def _put_back(self) -> None:
        store = open_store(self.place.url)
        try:
            for table in ("handed", "devices", "accounts"):
                store.ask(f"DELETE FROM {table}")
            for table in ("accounts", "devices", "handed"):
                columns, rows = self.store[table]
                marks = ", ".join("?" * len(columns))
                for row in rows:
                    store.ask(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", *row)
        finally:
            store.close()


def _found(scene: Scene, attacks: list[tuple[str, str, str | None]]) -> None:
    for sql, named, cover in attacks:
        number = scene.forge(sql, None if cover is None else COVERS[cover])
        journal, accounts = scene.findings()
        if cover is None:
            assert journal == []
            assert any(named in said for said in accounts), (sql, accounts)
        else:
            placed = [one for one in journal if one.stream == PROPERTY and one.number is not None]
            assert any(one.number >= number for one in placed if one.number), (sql, cover, list(map(str, journal)))


def _attacks() -> list[tuple[str, str, str | None]]:
    return [(sql, named, cover) for sql, named in TAMPERING for cover in (None, *COVERS)]


def test_every_change_of_an_account_is_found_whatever_the_journal_is_made_to_say(tmp_path: Path) -> None:
    attacks = _attacks()
    assert len(attacks) > 100
    _found(Scene(str(tmp_path / "floor.db"), tmp_path), attacks)


def test_a_share_of_them_on_a_server(tmp_path: Path, server: str) -> None:
    _found(Scene(schema_url(server), tmp_path), random.Random(SEED).sample(_attacks(), 12))
