"""Seals that are deleted, emptied, shortened, older or made anew, together with a journal that was cut."""

from __future__ import annotations

import shutil
from collections.abc import Callable

from houseway.drill.insiders.attack import Attack, Ending
from houseway.drill.insiders.attacks.record_attacks import STREAM, held
from houseway.drill.insiders.history import History
from houseway.drill.insiders.insider_house import House
from houseway.drill.insiders.sites import Site
from houseway.floor.kinds.of_jackpot import HitLocked
from houseway.journal.sealing.seal_check import SEAL_PLACES, Outside, head_as_printed, printed_head
from houseway.journal.sealing.seals import SealBook

JOURNAL = "LAB-23"


def _cut_history(site: Site) -> None:
    """The hit of the day never was: every entry of its claim is gone, everything mended."""
    history = History(site)
    command = history.streams[STREAM][history.find(STREAM, HitLocked)].command
    for stream, entries in history.streams.items():
        first = next((place for place, entry in enumerate(entries) if entry.command == command), None)
        if first is not None:
            del history.streams[stream][first:]
    history.write()


def _lost(lose: Callable[[Site], object], *, cut: bool = True) -> Callable[[House], tuple[Ending, str]]:
    """The journal is cut, the seals or the key are brought out of the way, and the server starts."""

    def act(house: House) -> tuple[Ending, str]:
        held(house)
        for _ in range(2):
            house.press("S2", 1)
            house.floor.journal.seal(house.at)
        house.restart()
        house.floor.close()
        if cut:
            _cut_history(house.site)
        lose(house.site)
        house.floor = house.site.open()
        found = [finding for finding in house.findings() if finding.where in SEAL_PLACES]
        return ("found", str(found[0])) if found else ("got through", "nothing is said of the seals")

    return act


def _shorten(site: Site) -> None:
    lines = site.seals.read_bytes().splitlines(keepends=True)
    site.seals.write_bytes(b"".join(lines[: len(lines) // 2]))


def _other_key(site: Site) -> None:
    site.key.unlink()
    SealBook(site.folder / "elsewhere.seals", site.key).public_key()


def _rolled_back(house: House) -> tuple[Ending, str]:
    """An older database is put back together with its older seals: only what is kept elsewhere tells."""
    house.press("S1", 1)
    house.floor.journal.seal(house.at)
    house.restart()
    house.floor.close()
    history = History(house.site)
    seals = house.site.seals.read_bytes()
    house.floor = house.site.open()
    held(house)
    head = house.floor.journal.head(STREAM)
    printed = printed_head(head_as_printed(STREAM, head.number, head.hash.hex()))
    copy = house.site.folder / "off-site.seals"
    shutil.copy2(house.site.seals, copy)
    house.floor.close()
    history.write()
    house.site.seals.write_bytes(seals)
    house.floor = house.site.open()
    own = house.findings()
    paper = house.findings(against=Outside((printed,)))
    other = house.findings(against=Outside((), copy))
    if own or not paper or not other:
        return "got through", f"by itself {own}, against paper {paper}, against a copy {other}"
    return "found", f"against a printed close: {paper[0]}; against a copy of the seals: {other[0]}"


ATTACKS = (
    Attack(
        "cut-under-seals: The end of the journal is cut and everything mended", JOURNAL, past=_lost(lambda site: None)
    ),
    Attack(
        "seals-deleted: The end of the journal is cut, and the seals deleted",
        JOURNAL,
        past=_lost(lambda site: site.seals.unlink()),
    ),
    Attack(
        "seals-emptied: The end of the journal is cut, and the seals emptied",
        JOURNAL,
        past=_lost(lambda site: site.seals.write_bytes(b"")),
    ),
    Attack("seals-shortened: The end of the journal is cut, and the seals with it", JOURNAL, past=_lost(_shorten)),
    Attack(
        "key-removed: The sealing key is removed, so that nothing more is sealed",
        JOURNAL,
        past=_lost(lambda site: site.key.unlink(), cut=False),
    ),
    Attack(
        "key-of-ones-own: Another sealing key is put in place of the right one",
        JOURNAL,
        past=_lost(_other_key, cut=False),
    ),
    Attack("older-database: An older database is put back together with its older seals", JOURNAL, past=_rolled_back),
)
