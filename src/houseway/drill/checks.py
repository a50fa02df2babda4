"""The checks at the end of a drill: everything that was answered, compared with everything that happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from houseway.drill.gaming_day import Day
from houseway.drill.station import Station
from houseway.floor.auditing import audit
from houseway.floor.kinds.edge import read
from houseway.floor.kinds.of_jackpot import HitLocked, HitPaid, HitRejected
from houseway.floor.kinds.of_table import RoundSettled, RoundVoided, Tabulated
from houseway.jackpots.vision import Monitor

Check = Callable[[Day], list[str]]


def money_holds(day: Day) -> list[str]:
    """Every invariant of the funds, by the floor's own rules."""
    return day.floor.broken()


def journal_holds(day: Day) -> list[str]:
    """Chains, projections, schema and seals."""
    return [str(finding) for finding in day.floor.journal.verify().findings]


def story_follows(day: Day) -> list[str]:
    """Every entry against those before it, reckoned a second time."""
    return [str(finding) for finding in audit(day.floor.journal).findings]


def money_agrees(day: Day) -> list[str]:
    """Every account of the journal against the drill's own book, to the micro."""
    mine = {name: amount for fund in day.funds.values() for name, amount in fund.accounts().items()}
    theirs = {name: amount for name, amount in day.floor.journal.balances().items() if amount}
    return [
        f"{name} holds {theirs.get(name, 0)} micros, and by the drill's own book {mine.get(name, 0)}"
        for name in sorted(mine.keys() | theirs.keys())
        if mine.get(name, 0) != theirs.get(name, 0)
    ]


def displays_agree(day: Day) -> list[str]:
    """What the floor displays, and the monitors showed last, against the drill's own book."""
    found = []
    for name, fund in day.funds.items():
        shown = day.floor.amounts(name)
        for meter in fund.jackpot.meters:
            if shown.get(meter.row) != fund.shown(meter.row):
                found.append(f"{name} {meter.row} displays {shown.get(meter.row)}, not {fund.shown(meter.row)}")
        posted = fund.jackpot.amount
        if posted is not None and shown != {"": posted}:
            found.append(f"{name} displays {shown}, and {posted} is posted")
    for station in day.stations:
        for display in station.displays.values():
            if isinstance(display, Monitor):
                for amount in display.show(day.now).amounts:
                    row = amount.label.partition(" ")[2]
                    fund = day.funds[amount.jackpot]
                    right = fund.shown(row) if fund.jackpot.meters else fund.jackpot.amount
                    if amount.cents != right:
                        found.append(
                            f"the monitor of {station.id} shows {amount.cents} for {amount.label}, not {right}"
                        )
    return found


def counters_agree(day: Day) -> list[str]:
    """The journal's counters against those of the devices, LCD counters and loggers among them."""
    found = []
    banks = day.floor.journal.counters()
    for station in day.stations:
        for sensor in station.table.sensors.values():
            bank = banks.get(f"{station.id}/{sensor}", (0,) * 16)
            for position, count in enumerate(bank, 1):
                mine = station.counted[sensor, position]
                if count != mine:
                    found.append(f"{station.id} sensor {sensor} position {position} counted {mine}, and has {count}")
        found += _device(station, day)
    return found


def _device(station: Station, day: Day) -> list[str]:
    tabulator = station.tabulator
    if tabulator is None:
        return []
    found = []
    for sensor in tabulator.sensors:
        for position in range(1, tabulator.positions + 1):
            spot = (sensor, position)
            right = station.counted[spot] - station.by_hand[spot] + station.refused[spot]
            if tabulator.counters.count(sensor, position) != right:
                found.append(
                    f"the device of {station.id} has {tabulator.counters.count(sensor, position)} at {sensor}/"
                    f"{position}, and {right} were pressed"
                )
    pressed = station.counted.total() - station.by_hand.total() + station.refused.total()
    if tabulator.lcd is not None and tabulator.lcd.count + station.lcd_before != pressed:
        found.append(f"the LCD of {station.id} shows {tabulator.lcd.count}, and {pressed} were pressed")
    if tabulator.logger is not None:
        got = day.data_centre.received[tabulator.logger.device]
        if tabulator.logger.waiting or got != pressed:
            found.append(f"the data centre has {got} wagers of {station.id}, and {pressed} were pressed")
    return found


def wagers_reconcile(day: Day) -> list[str]:
    """Counts times the fixed wager times the rate are the contributions of each table, exactly."""
    found = []
    partials = day.floor.journal.partials()
    for station in day.stations:
        for wager, name in station.table.jackpots.items():
            jackpot = day.funds[name].jackpot
            sensor = station.table.sensors[wager]
            count = sum(number for (own, _), number in station.counted.items() if own == sensor)
            for meter in jackpot.meters:
                account = f"{name}/{meter.row}:contributions" if meter.row else f"{name}:contributions"
                moved = -partials.get((account, f"table/{station.id}"), 0)
                right = count * jackpot.wager * (meter.rate + meter.reserve)
                if moved != right:
                    found.append(f"{station.id} moved {account} by {moved} micros, and {count} wagers are {right}")
    return found


def rounds_agree(day: Day) -> list[str]:
    """Every round that a panel heard to be accepted is in the journal exactly once, and nothing else is."""
    found = []
    for station in day.stations:
        begun: Counter[int] = Counter()
        ended: Counter[int] = Counter()
        voided = set()
        seen: Counter[str] = Counter()
        for entry in day.floor.journal.read(f"table/{station.id}"):
            if entry.who == f"panel:{station.id}":
                seen[entry.command] += 1
            match read(entry):
                case Tabulated() as press:
                    begun[press.round] += 1
                case RoundSettled() as settled:
                    ended[settled.round] += 1
                case RoundVoided() as void:
                    ended[void.round] += 1
                    voided.add((station.id, void.round))
        heard = station.acknowledged.keys()
        found += [f"{id} was acknowledged and is in the journal {seen[id]} times" for id in heard if seen[id] != 1]
        found += [f"{id} is in the journal, and the panel never heard of it" for id in seen.keys() - heard]
        played = dict.fromkeys(range(1, station.round), 1)
        if ended != played or (station.table.sensors and begun != played):
            found.append(f"{station.id} played rounds 1 to {station.round - 1}, and the journal has others")
        if voided != {key for key in day.voided_rounds if key[0] == station.id}:
            found.append(f"the voided rounds of {station.id} differ")
    return found


def hits_agree(day: Day) -> list[str]:
    """Every hit that the journal has was claimed by a round of this drill, and is closed."""
    found = []
    mine = {hit.id: hit for hits in day.rounds_with_hits.values() for hit in hits}
    seen: Counter[str] = Counter()
    closed: Counter[str] = Counter()
    for name, fund in day.funds.items():
        for entry in day.floor.journal.read(f"jackpot/{name}"):
            match read(entry):
                case HitLocked() as locks:
                    for hit in locks.hits:
                        seen[hit.id] += 1
                        known = mine.get(hit.id)
                        if known is None or (hit.amount, hit.meter) != (known.amount, known.prize.cents):
                            found.append(f"hit {hit.id} is {hit.amount} cents, {hit.meter} of them from the meter")
                case HitPaid() | HitRejected() as close:
                    closed[close.hit] += 1
        if fund.jackpot.scheme == "progressive" and any(purse.locked for purse in fund.purses.values()):
            found.append(f"{name} has money locked although every hit is closed")
    if seen != dict.fromkeys(mine, 1) or closed != seen:
        found.append(f"{len(mine)} hits were claimed, {seen.total()} are locked and {closed.total()} closed")
    return found


def nothing_else(day: Day) -> list[str]:
    """What was noticed on the way."""
    return list(day.trouble)


CHECKS: dict[str, Check] = {
    "nothing went wrong on the way": nothing_else,
    "the invariants of the money hold": money_holds,
    "every account is what the drill's own book says": money_agrees,
    "every display shows what the drill's own book says": displays_agree,
    "counters are what the devices counted": counters_agree,
    "counts × wager × rate are the contributions": wagers_reconcile,
    "every acknowledged round is in the journal once": rounds_agree,
    "every hit is the line of its round": hits_agree,
    "the journal verifies": journal_holds,
    "every entry follows from those before it": story_follows,
}
"""Every check of a drill, by what it says when it holds."""
