"""A pit for tests that need many rounds: Triple Attack tables that tabulate only, all on two linked progressives."""

from __future__ import annotations

from collections.abc import Iterable

from houseway.compliance.configuration import Display, Layout, Machine, Person, Table
from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.jackpots.jackpot_configuration import MICROS, Jackpot, Meter
from houseway.journal import Journal

BEGAN = 1_750_000_000_000_000
"""When the pit opens, in microseconds UTC."""

Picture = dict[str, tuple[int, ...]]
"""The positions present, by sensor."""

SEATS: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
SENSORS = {"jackpot": 1, "jackpot-2": 2, "suited-royals": 3, "triple-match": 4}
FULL: Picture = dict.fromkeys(map(str, SENSORS.values()), SEATS)
"""A chip on every spot: 24 wagers, 12 of them for the two progressives."""

ONE: Picture = {"1": (1,)}
"""One wager, for the first progressive."""

ATTACK = Jackpot(
    id="attack",
    scheme="progressive",
    updates="real-time",
    meters=(Meter(seed=1_000_000, reseed=1_000_000, rate=200_000, reserve=50_000, cap=5_000_000),),
    unreasonable=10**9,
)
ATTACK_TWO = Jackpot(
    id="attack-two",
    scheme="progressive",
    updates="real-time",
    meters=(Meter(seed=250_000, reseed=250_000, rate=150_000, reserve=50_000),),
    unreasonable=10**9,
)
PEOPLE = (
    Person(id="head", name="The manager", roles=("administrator",)),
    Person(id="floor", name="The floor supervisor", roles=("supervisor",)),
    Person(id="books", name="The accountant", roles=("accounting",)),
)


def table_name(number: int) -> str:
    return f"T{number:03}"


def table(name: str) -> Table:
    return Table(
        id=name,
        game="triple-attack",
        edition="2021",
        options={"dealt-by": "shoe"},
        wagers=("first-attack", *SENSORS),
        paytables={"jackpot": "PT-BJS-TA-JP-01", "jackpot-2": "PT-BJS-TA-JP-04"},
        jackpots={"jackpot": ATTACK.id, "jackpot-2": ATTACK_TWO.id},
        sensors=SENSORS,
        equipment=Machine(model="andromeda-5a", maker="the makers", version="5b"),
        layout=Layout(maker="the makers"),
        displays=(Display(kind="monitor", shows=("jackpot-amounts",)),),
        cards="none",
    )


def lay_out(floor: Floor, tables: int) -> None:
    """A new property with that many open tables."""
    create = c.CreateProperty(name="The pit", profile="plain", people=PEOPLE)
    floor.do(create, id="create", who="head", second="books", at=BEGAN)
    for jackpot in (ATTACK, ATTACK_TWO):
        floor.do(c.AddJackpot(jackpot=jackpot), id=f"add {jackpot.id}", who="head", second="books", at=BEGAN)
    for number in range(1, tables + 1):
        name = table_name(number)
        floor.do(c.AddTable(table=table(name)), id=f"add {name}", who="head", second="books", at=BEGAN)
        floor.do(c.OpenTable(table=name), id=f"open {name}", who="floor", at=BEGAN)


def press(table: str, number: int, picture: Picture = FULL) -> c.Tabulate:
    """The press of *tabulate* for one round; its id should be `press_id`."""
    return c.Tabulate(table=table, round=number, picture=picture)


def press_id(table: str, number: int) -> str:
    return f"{table}-{number}"


def counted(journal: Journal, table: str) -> list[tuple[int, str]]:
    """Every round in a table's stream, in order, with the id of the command that counted it."""
    return [
        (entry.data["round"], entry.command) for entry in journal.read(f"table/{table}") if entry.kind == "tabulated"
    ]


def differences(floor: Floor, rounds: dict[str, int], picture: Picture = FULL) -> list[str]:
    """What is not as it must be after so many rounds of one picture a table: rounds, counters, money, invariants."""
    found = floor.broken()
    counters = floor.journal.counters()
    for name, last in rounds.items():
        expected = [(number, press_id(name, number)) for number in range(1, last + 1)]
        if counted(floor.journal, name) != expected:
            found.append(f"table {name} did not count rounds 1 to {last} once each")
        for sensor, seats in picture.items():
            wanted = tuple(last if position in seats else 0 for position in range(1, 17))
            if last and counters.get(f"{name}/{sensor}") != wanted:
                found.append(f"sensor {sensor} of {name} counted {counters.get(f'{name}/{sensor}')}, not {wanted}")
    total = sum(rounds.values())
    for jackpot, sensor in ((ATTACK, "1"), (ATTACK_TWO, "2")):
        found += money_differences(floor, jackpot, total * len(picture.get(sensor, ())))
    return found


def money_differences(floor: Floor, jackpot: Jackpot, wagers: int) -> Iterable[str]:
    """Whether the pool and the reserve moved by exactly rate times wagers."""
    [meter] = jackpot.meters
    accounts = floor.accounts(jackpot.id)
    held = sum(
        amount for name, amount in accounts.items() if name.rpartition(":")[2] in ("accrued", "pool", "overflow")
    )
    reserve = sum(amount for name, amount in accounts.items() if name.rpartition(":")[2] == "reserve")
    if held != meter.seed * MICROS + wagers * jackpot.wager * meter.rate:
        yield f"the meter of {jackpot.id} holds {held} micros after {wagers} wagers"
    if reserve != wagers * jackpot.wager * meter.reserve:
        yield f"the reserve of {jackpot.id} holds {reserve} micros after {wagers} wagers"
