"""Every kind of entry as a sentence that an auditor can read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from houseway.jackpots.jackpot_configuration import FULL, MICROS
from houseway.journal import Entry
from houseway.reports.floor.period import Period
from houseway.reports.numbers import shown, words
from houseway.rulebook.money import dollars

Body = Mapping[str, Any]


def sentence(entry: Entry, period: Period) -> str:
    """What the entry says happened; times are in the period's zone."""
    say = _SENTENCES.get(entry.kind)
    if say is None:
        return words(entry.kind)
    data = entry.data
    if entry.kind == "malfunction-found" and data.get("notice-by") is not None:
        return f"{say(data)}; notice is due by {period.when(data['notice-by'])}"
    return say(data)


def micros(amount: int) -> str:
    """An amount in micros as people read it."""
    return shown(amount, "micros")


def meter_name(row: str) -> str:
    """A meter by its row; the jackpot's own meter has none."""
    return f"meter {row}" if row else "the meter"


def row_name(event: str) -> str:
    """A row of a paytable in words."""
    return event.replace("-", " ")


def seats(positions: Any) -> str:
    """Positions in words."""
    found = [str(position) for position in positions]
    return f"{'position' if len(found) == 1 else 'positions'} {', '.join(found)}" if found else "no position"


def _picture(picture: Mapping[str, Any]) -> str:
    return "; ".join(f"sensor {sensor}: {seats(found)}" for sensor, found in sorted(picture.items()) if found)


def _created(data: Body) -> str:
    return f"The journal of {data['name']} begins, under the profile {data['profile']}"


def _settings(data: Body) -> str:
    changed = ", ".join(
        f"{name} from {_said(data['before'].get(name))} to {_said(value)}" for name, value in data["settings"].items()
    )
    return f"Settings changed: {changed}"


def _said(value: Any) -> str:
    return "the profile's" if value is None else str(value)


def _person(data: Body) -> str:
    person, before = data["person"], data.get("before")
    said = f"{person['name']} ({person['id']}) works here as {', '.join(person['roles']) or 'nothing yet'}"
    return f"{said}; before {before['name']}, {', '.join(before['roles']) or 'nothing'}" if before else said


def _upgraded(data: Body) -> str:
    said = f"Release {data['to']} takes over from {data['from']}"
    return f"{said} ({data['document']}): {data['reason']}" if "document" in data else said


def _licence(data: Body) -> str:
    licence = data["licence"]
    return f"Licence {licence['number']} of {licence['maker']} for {', '.join(licence['covers'])}"


def _approval(data: Body) -> str:
    approval = data["approval"]
    return f"Approval {approval['id']} of {approval['game']} {approval['edition']}"


def _promotion(data: Body) -> str:
    found = data["promotion"]
    return (
        f"Promotion {found['id']}: {dollars(found['prize'])} for {found['event']} on {found['wager']}, "
        f"{found['since']} to {found['until']}"
    )


def _configured(data: Body) -> str:
    table = data["table"]
    feeds = ", ".join(f"{wager} for {jackpot}" for wager, jackpot in table.get("jackpots", {}).items())
    what = f"{table['game']} {table['edition']}{f'; {feeds}' if feeds else ''}"
    return f"Table {table['id']} is configured: {what}{_leaves(data)}"


def _leaves(data: Body) -> str:
    """The progressives that left a table, and why."""
    left = data.get("removal")
    if not left:
        return ""
    several = "leave" if len(left["progressives"]) > 1 else "leaves"
    return f"; {', '.join(left['progressives'])} {several} it: {words(left['reason']).lower()} ({left['clause']})"


def _opened(data: Body) -> str:
    table = data["table"]
    return f"Table {table if isinstance(table, str) else table['id']} opens"


def _jackpot_configured(data: Body) -> str:
    jackpot = data["jackpot"]
    return f"Jackpot {jackpot['id']} is configured, a {jackpot['scheme']}"


def _malfunction(data: Body) -> str:
    at = f" at table {data['table']}" if data.get("table") else ""
    return f"Malfunction {data['malfunction']}{at} found: {data['what']}"


def _day_closed(data: Body) -> str:
    if "counters" in data:
        return f"Day {data['day']} closed after {data['rounds']} rounds in all, {data['voided']} of them void"
    if "accounts" in data:
        shows = ", ".join(f"{meter_name(row)} at {dollars(cents)}" for row, cents in data["displayed"].items())
        return f"Day {data['day']} closed{f': {shows}' if shows else ''}; due at the bank {micros(data['due'])}"
    # Release 0.1 stopped a jackpot whose deposit was overdue at the close.
    stopped = f"; stopped: {', '.join(data['stopped'])}" if data.get("stopped") else ""
    late = f"; deposit overdue: {', '.join(data['overdue'])}" if data.get("overdue") else ""
    rounds = ", ".join(f"round {number} at {table}" for table, number in data.get("rounds", {}).items())
    hits = ", ".join(hit for found in data.get("hits", {}).values() for hit in found)
    open_ = f"; open at the cut-off: {', '.join(filter(None, (rounds, hits)))}" if rounds or hits else ""
    over = f"{len(data['tables'])} tables and {len(data['jackpots'])} jackpots"
    return f"Day {data['day']} closed over {over}{open_}{stopped}{late}"


def _tabulated(data: Body) -> str:
    how = "entered by hand" if data.get("manual") else "tabulated"
    return f"Round {data['round']} {how}: {_picture(data['picture']) or 'no wager'}"


def _answered(data: Body) -> str:
    late = ", by the clock" if data.get("timed-out") else ""
    number = len(data["answers"])
    return f"Round {data['round']}: {number} {'answer' if number == 1 else 'answers'} given{late}"


def _corrected(data: Body) -> str:
    change = f"from {dollars(data['was'])} to {dollars(data['returned'])}"
    return (
        f"Round {data['round']}, line {data['line']}: {data['wager']} of seat {data['seat']} corrected {change}, "
        f"{data['reason']}"
    )


def _confirmed(data: Body) -> str:
    if data.get("differ"):
        return f"Round {data['round']}: indicators and chips differ at {_picture(data['differ'])}; {data['resolved']}"
    return f"Round {data['round']}: indicators agree with the chips"


def _settled(data: Body) -> str:
    staked, returned = (sum(sums[place] for sums in data["money"].values()) for place in (0, 1))
    large = f"; over the surveillance threshold: {len(data['large'])}" if data.get("large") else ""
    return f"Round {data['round']} settled: {dollars(staked)} staked, {dollars(returned)} returned{large}"


def _win_verified(data: Body) -> str:
    player = f", player {data['player']}" if data.get("player") else ""
    return (
        f"Round {data['round']}: surveillance verified {dollars(data['amount'])} of seat {data['seat']} on "
        f"{data['wager']}, recording {data['recording']}{player}"
    )


def _voided(data: Body) -> str:
    clause = f" [{data['clause']}]" if data.get("clause") else ""
    back = ", ".join(f"{dollars(cents)} {wager}" for wager, cents in data["returned"].items() if cents)
    borne = sum(data["borne"].values())
    house = f"; {micros(borne)} of the contribution is paid by the house" if borne else ""
    return f"Round {data['round']} void: {data['reason']}{clause}{f'; given back: {back}' if back else ''}{house}"


def _claimed(data: Body) -> str:
    hits = ", ".join(
        f"{row_name(hit['event'])} at position {hit['seat']} for {dollars(hit['amount'])} ({hit['id']})"
        for hit in data["hits"]
    )
    return f"Round {data['round']}: {hits} claimed"


def _locked(data: Body) -> str:
    each = []
    for hit in data["hits"]:
        house = f", {dollars(hit['house'])} of it from the house" if hit["house"] else ""
        reseed = sum(hit.get("reseeded", {}).values())
        again = f"; reseeded by {micros(reseed)}" if reseed else ""
        each.append(
            f"hit {hit['id']} locked: {row_name(hit['event'])} ({hit['pays']}) at table {hit['table']} "
            f"position {hit['seat']}, {dollars(hit['amount'])}{house}{again}"
        )
    text = "; ".join(each)
    return f"{text[:1].upper()}{text[1:]}"


def _verified(data: Body) -> str:
    camera = f", surveillance {data['surveillance']}" if data.get("surveillance") else ""
    player = f", player {data['player']}" if data.get("player") else ""
    return f"Hit {data['hit']} verified: cards {data['cards']}, deck {data['deck']}{camera}{player}"


def _paid(data: Body) -> str:
    reference = f" {data['reference']}" if data.get("reference") else ""
    source = "the account" if data["by"] == "account" else "the cage"
    return f"Hit {data['hit']} paid: {dollars(data['amount'])} from {source}, {data['method']}{reference}"


def _given(data: Body) -> str:
    whose = f" of {data['player']}" if data.get("player") else ""
    return f"The prize of hit {data['hit']}, {dollars(data['amount'])}, is with line {data['line']}{whose} now"


def _rejected(data: Body) -> str:
    return f"Hit {data['hit']} of {dollars(data['amount'])} rejected: {data['reason']}"


def _read(data: Body) -> str:
    off = f", {data['variance']:+,} from what was counted" if data["variance"] else ", as counted"
    return f"Counter read at {data['reading']:,}, {data['difference']:,} since the last reading{off}"


def _replaced(data: Body) -> str:
    battery = f", battery of {data['battery']}" if data.get("battery") else ""
    ends = f"the old one ended at {data['old']:,}, the new begins at {data['new']:,}"
    off = f", {data['variance']:+,} from what was counted" if data.get("variance") else ""
    return f"Counter replaced: {ends}{off}{battery}; {data['reason']}"


def _posted(data: Body) -> str:
    jackpot = data["jackpot"]
    amount = f" at {dollars(jackpot['amount'])}" if jackpot.get("amount") is not None else ""
    rows = ", ".join(f"{row} {pays}" for row, pays in jackpot.get("posted", {}).items())
    return f"Jackpot {jackpot['id']} posted{amount}{f': {rows}' if rows else ''}"


def _begun(data: Body) -> str:
    jackpot = data["jackpot"]
    seeds = ", ".join(f"{meter_name(row)} with a seed of {dollars(cents)}" for row, cents in data["beginning"].items())
    return f"Jackpot {jackpot['id']} begins, a {jackpot['scheme']}{f': {seeds}' if seeds else ''}"


def _changed(data: Body) -> str:
    before, after = data["before"], data["jackpot"]
    keys = [key for key in dict.fromkeys((*before, *after)) if before.get(key) != after.get(key)]
    if keys == ["meters"]:
        keys = _meter_changes(before["meters"], after["meters"])
    waits = ", once the next full prize is won" if data.get("queued") else ""
    return f"Parameters of {after['id']} change{waits}: {', '.join(keys) or 'none'}"


def _meter_changes(before: Any, after: Any) -> list[str]:
    old = {meter.get("row", ""): meter for meter in before}
    found = []
    for meter in after:
        row = meter.get("row", "")
        if row not in old:
            found.append(f"{meter_name(row)} begins with a seed of {dollars(meter.get('seed', 0))}")
            continue
        was = old.pop(row)
        found += [
            f"{key} of {meter_name(row)} from {_parameter(key, was.get(key))} to {_parameter(key, meter.get(key))}"
            for key in dict.fromkeys((*was, *meter))
            if was.get(key) != meter.get(key) and key != "row"
        ]
    return found + [f"{meter_name(row)} goes" for row in old]


def _parameter(key: str, value: Any) -> str:
    """A parameter of a meter as people say it: money, a share of the wager, or a word."""
    if value is None:
        return "none"
    if key in ("seed", "reseed", "cap"):
        return dollars(value)
    if key in ("rate", "reserve"):
        return f"{100 * value / FULL:g} %"
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _contribution_voided(data: Body) -> str:
    borne = f"; {micros(data['borne'])} paid by the house" if data["borne"] else ""
    return (
        f"{data['count']} wagers of round {data['round']} at table {data['table']} void: "
        f"{micros(data['taken'])} taken back{borne}"
    )


def _adjusted(data: Body) -> str:
    return (
        f"{meter_name(data['row']).capitalize()} set from {dollars(data['before'])} to {dollars(data['after'])}: "
        f"{data['reason']} [{data['clause']}], {data['document']}{_whose(data)}"
    )


def _whose(data: Body) -> str:
    """Through which malfunction an amount was wrong, and whose money was taken off; entries of 0.1 do not say it."""
    said = f"; malfunction {data['malfunction']}" if data.get("malfunction") else ""
    if data.get("seed"):
        said += f"; {micros(data['seed'])} of seed went back to the house"
    if data.get("kept"):
        said += f"; {micros(data['kept'])} of the players is kept in the reserve"
    return said


def _by_paper(data: Body, field: str) -> str:
    """The paper that an entry names, where it names one."""
    return f", {data[field]}" if data.get(field) else ""


def _taken(what: str, unit: int) -> Callable[[Body], str]:
    def say(data: Body) -> str:
        amount = micros(data["amount"] * unit)
        return f"{what} {amount} from the {data['source']} of {meter_name(data['row'])}, {data['document']}"

    return say


def _statement(data: Body) -> str:
    off = f"; short by {micros(data['shortfall'])}" if data["shortfall"] else ""
    if data.get("surplus"):
        off = f"; {micros(data['surplus'])} more than is booked"
    return f"The bank has {dollars(data['amount'])}, {micros(data['booked'])} is booked{off}; {data['reference']}"


def _explained(data: Body) -> str:
    return (
        f"{micros(data['surplus'])} more at the bank than is booked is explained: {data['explanation']}, "
        f"{data['reference']}"
    )


def _stopped(data: Body) -> str:
    return f"Jackpot {data['jackpot']} stops: {data['reason']}"


def _transferred(data: Body) -> str:
    return f"{micros(data['micros'])} of {data['from']} go to {data['to']}, {data['document']}"


def _brought(data: Body) -> str:
    # The players' stream names the table, and the table's own stream the seat.
    where = f"table {data['table']}" if "table" in data else f"seat {data['seat']}"
    amount = data["amount"] if "amount" in data else data["chips"]
    return f"{data['player']} brings {dollars(amount)} of play money to {where}"


def _attested(data: Body) -> str:
    accounts, devices = len(data["accounts"]), len(data["devices"])
    return f"{accounts} accounts and {devices} device keys are attested as they are: {data['reason']}"


_SENTENCES: dict[str, Callable[[Body], str]] = {
    "property-created": _created,
    "settings-changed": _settings,
    "person-added": _person,
    "person-dropped": lambda data: f"{data['person']} works here no longer",
    "account-made": lambda data: f"An account is made for {data['person']}",
    "password-replaced": lambda data: f"The password of {data['person']} is replaced",
    "password-changed": lambda data: f"{data['person']} sets a new password",
    "accounts-attested": _attested,
    "device-key-made": lambda data: f"Device {data['device']} ({data['kind']}, table {data['table']}) gets a key",
    "device-key-revoked": lambda data: f"The key of device {data['device']} is revoked: {data['reason']}",
    "account-closed": lambda data: f"The account of {data['person']} is closed",
    "account-opened": lambda data: f"The account of {data['person']} is opened",
    "licence-added": _licence,
    "release-upgraded": _upgraded,
    "approval-added": _approval,
    "promotion-added": _promotion,
    "promotion-ended": lambda data: f"Promotion {data['promotion']} ends: {data['reason']}",
    "table-configured": _configured,
    "table-removed": lambda data: f"Table {data['table']} is taken away: {data['reason']}{_leaves(data)}",
    "table-opened": _opened,
    "table-closed": lambda data: f"Table {data['table']} closes after round {data['round']}",
    "jackpot-configured": _jackpot_configured,
    "jackpot-closed": lambda data: f"Jackpot {data['jackpot']} is closed for good",
    "clock-set-right": lambda data: f"The clock is set right: {data['reason']}",
    "malfunction-found": _malfunction,
    "malfunction-noticed": lambda data: f"Notice of malfunction {data['malfunction']} given: {data['reference']}",
    "malfunction-mended": lambda data: f"Malfunction {data['malfunction']} mended: {data['how']}",
    "day-closed": _day_closed,
    "sealed": lambda data: f"Seal {data['number']} is on record",
    "seal-key-rotated": lambda data: f"A new sealing key, {data['key'][:16]}…: {data['reason']}",
    "seal-key-replaced": lambda data: f"A new sealing key instead of a lost one, {data['key'][:16]}…: {data['reason']}",
    "round-begun": lambda data: f"Round {data['round']} begins with {seats(data['seats'])}",
    "answered": _answered,
    "answer-corrected": lambda data: f"Round {data['round']}: answer {data['number']} corrected, {data['reason']}",
    "line-corrected": _corrected,
    "seat-taken": lambda data: f"{data['player']} sits down at seat {data['seat']}",
    "seat-left": lambda data: f"{data['player']} leaves seat {data['seat']}",
    "chips-given": lambda data: f"{data['player']} gets {dollars(data['amount'])} of play money",
    "chips-brought": _brought,
    "chips-cashed": lambda data: f"{data['player']} takes {dollars(data['amount'])} of play money from {data['table']}",
    "procedure-noted": lambda data: f"Done as {data['clause']} says: {data['text']}",
    "table-paused": lambda data: "The table waits" if data["paused"] else "The table goes on",
    "tabulated": _tabulated,
    "indicators-confirmed": _confirmed,
    "edges-noted": lambda data: f"Round {data['round']}: {len(data['edges'])} late or lifted chips noted",
    "round-settled": _settled,
    "win-verified": _win_verified,
    "round-voided": _voided,
    "hit-claimed": _claimed,
    "equipment-failed": lambda data: f"Equipment out of order after round {data['round']}: {data['what']}",
    "equipment-restored": lambda data: f"Equipment works again ({data['was']}): {data['how']}",
    "display-failed": lambda data: f"Display {data['display']} out, the printed page in its place: {data['what']}",
    "display-restored": lambda data: f"Display {data['display']} shows again",
    "counter-read": _read,
    "reading-explained": lambda data: (
        f"Counter read at {data['reading']:,} where {data['expected']:,} was counted, explained: {data['explanation']}"
    ),
    "counter-replaced": _replaced,
    "jackpot-stopped": _stopped,
    "jackpot-resumed": lambda data: f"Jackpot {data['jackpot']} goes on: {data['reason']}",
    "amount-posted": _posted,
    "jackpot-begun": _begun,
    "jackpot-changed": _changed,
    "hit-locked": _locked,
    "hit-verified": _verified,
    "hit-paid": _paid,
    "hit-rejected": _rejected,
    "prize-given": _given,
    "contribution-voided": _contribution_voided,
    "meter-adjusted": _adjusted,
    "seed-recovered": _taken("The house recovers a seed of", MICROS),
    "undisplayed-booked": _taken("An undisplayed prize of", MICROS),
    "deposited": lambda data: f"{dollars(data['amount'])} deposited, {data['reference']}",
    "withdrawn": lambda data: f"{dollars(data['amount'])} withdrawn for the cage, {data['reference']}",
    "statement-read": _statement,
    "difference-explained": _explained,
    "seized": lambda data: (
        f"{data['authority']} took {dollars(data['amount'])} from the account{_by_paper(data, 'reference')}"
    ),
    "removal-announced": lambda data: (
        f"Removal announced for {data['day']}: {words(data['reason']).lower()}{_by_paper(data, 'document')}"
    ),
    "transferred-out": _transferred,
    "transferred-in": _transferred,
    "donated": lambda data: f"{dollars(data['cents'])} given to {data['organisation']}, {data['reference']}",
}
