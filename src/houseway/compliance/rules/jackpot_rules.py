"""Rules on jackpots: their scheme, their money, their rows, and where each stands on a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from houseway.compliance.rules.rule_book import (
    EDITION,
    Found,
    JackpotCase,
    Rests,
    TableCase,
    jackpot_rule,
    rests_on,
    table_rule,
    words,
)
from houseway.jackpots.jackpot_errors import BadJackpot
from houseway.jackpots.soundness import check as check_jackpot
from houseway.rulebook.money import dollars


@jackpot_rule(
    "scheme", "a bonus is posted and never moved; a progressive has meters and moves in real time", structural=True
)
def scheme(case: JackpotCase) -> Iterator[Found]:
    """Two kinds only, and nothing between them."""
    jackpot = case.jackpot
    if jackpot.scheme == "bonus" and (jackpot.updates == "real-time" or jackpot.meters):
        what = "has a meter" if jackpot.meters else "moves in real time"
        yield Found(
            f"a bonus {what}, as only a progressive does",
            "post it as static or updated and without meters, or run it as a progressive",
            _rests(case, "bonus", "WAC 230-15-671"),
        )
    if jackpot.scheme == "progressive" and (jackpot.updates != "real-time" or not jackpot.meters):
        what = f"is {jackpot.updates}" if jackpot.meters else "has no meter"
        yield Found(
            f"a progressive {what}, and its amount must rise with each wager",
            "give it a meter and set updates to real-time, or run it as a bonus",
            _rests(case, "progressive", "WAC 230-15-671"),
        )


@jackpot_rule("jackpot", "rates, seeds and caps make a jackpot that can be run", structural=True)
def jackpot_money(case: JackpotCase) -> Iterator[Found]:
    """Whatever the arithmetic of the funds refuses."""
    if any(scheme(case)):
        return
    try:
        check_jackpot(case.jackpot)
    except BadJackpot as error:
        yield Found(error.message, error.remedy or "mend it", error.clause or "BJS-2")


@table_rule("jackpot-known", "a wager plays for a jackpot of this property", structural=True)
def jackpot_known(case: TableCase) -> Iterator[Found]:
    """A jackpot is never shared with another location."""
    for wager, id in case.table.jackpots.items():
        if id not in case.whole.jackpots:
            yield Found(
                f"{case.called(wager)} plays for {words(id)}, which is no jackpot of this property",
                f"name one of {', '.join(case.whole.jackpots) or 'its jackpots, once there are some'}",
                "WAC 230-15-685",
                f"jackpots.{wager}",
            )


@table_rule("jackpots-a-layout", "no more jackpots on a layout than the edition was approved with", structural=True)
def jackpots_a_layout(case: TableCase) -> Iterator[Found]:
    """Two in Triple Attack and Dueling, one in the others."""
    data = case.edition.data.jackpots
    most = data.most if data else 0
    if len(case.table.jackpots) > most:
        yield Found(
            f"{len(case.table.jackpots)} jackpots, and a layout of {case.edition.about.title} has at most {most}",
            f"keep {most}" if most else "take them away",
            case.rests_on("jackpots", "S-18"),
            "jackpots",
        )


@table_rule("jackpot-wager", "jackpots and the jackpot wagers that are offered go together", structural=True)
def jackpot_wager(case: TableCase) -> Iterator[Found]:
    """Each such wager has its jackpot, and no other wager has one."""
    if any(jackpots_a_layout(case)):
        return
    offered = [wager.slug for wager in case.offered if wager.kind == "jackpot"]
    for slug in offered:
        if slug not in case.table.jackpots:
            yield Found(
                f"{case.called(slug)} is offered and plays for no jackpot",
                "name its jackpot, or do not offer it",
                case.rests_on("scheme", "S-19"),
                "jackpots",
            )
    for slug in case.table.jackpots:
        if slug not in offered:
            yield Found(
                f"{case.called(slug)} has a jackpot and is no jackpot wager of this table",
                "offer it, or take its jackpot away",
                case.rests_on("scheme", "S-19"),
                f"jackpots.{slug}",
            )


@table_rule("one-scheme", "the jackpots of one table are all bonus or all progressive", structural=True)
def one_scheme(case: TableCase) -> Iterator[Found]:
    """And are never linked with each other."""
    if len({jackpot.scheme for jackpot in case.jackpots.values()}) > 1:
        yield Found(
            "a bonus and a progressive are on one table",
            "run both in the same way",
            case.rests_on("one_scheme", "S-18"),
            "jackpots",
        )


@table_rule("own-amount", "each of two jackpots on a layout has its own amount")
def own_amount(case: TableCase) -> Iterator[Found]:
    """Each is a game of its own."""
    for id, number in Counter(case.table.jackpots.values()).items():
        if number > 1:
            yield Found(
                f"{number} wagers play for {case.jackpots[id].title if id in case.jackpots else words(id)}",
                "give each wager its own jackpot",
                case.rests_on("jackpots", "S-18"),
                "jackpots",
            )


@table_rule("fixed-wager", "a jackpot wager that may be one amount only is that amount", structural=True)
def fixed_wager(case: TableCase) -> Iterator[Found]:
    """In Dueling one dollar."""
    for slug, jackpot in case.jackpots.items():
        wager = case.edition.wagers.get(slug)
        if wager and wager.only and wager.fixed is not None and jackpot.wager != wager.fixed:
            yield Found(
                f"{wager.name} is {dollars(jackpot.wager)}, and it is {dollars(wager.fixed)} and no other",
                f"set the wager of {jackpot.title} to {dollars(wager.fixed)}",
                case.rests_on("fixed", "S-22", wager=slug),
                f"jackpots.{slug}",
            )


@table_rule("envy-allowed", "prizes for other players are in the document of a game that comes from an approval")
def envy_allowed(case: TableCase) -> Iterator[Found]:
    """Envy and Share-the-Wealth: in Three Card Split alone (BJS-7)."""
    if not case.settings["approval-steps"] or case.edition.cite("envy") is not None:
        return
    for slug, jackpot in case.jackpots.items():
        if jackpot.envy or jackpot.share:
            yield Found(
                f"{jackpot.title} brings other players prizes, which {case.edition.about.title} does not name",
                "take Envy and Share-the-Wealth out of it, or play it at a table of Three Card Split",
                "BJS-7",
                f"jackpots.{slug}",
            )


@table_rule("rows-posted", "every row left to the operator is posted", structural=True)
def rows_posted(case: TableCase) -> Iterator[Found]:
    """A table with an unposted row does not open."""
    rulings = [ruling for ruling in ("DW-8", "DD-9") if ruling in case.edition.rulings]
    for wager in case.offered:
        printed = case.printed(wager.slug)
        if printed is None:
            continue
        jackpot = case.jackpots.get(wager.slug)
        posted = {*case.table.posted.get(wager.slug, {})}
        if jackpot:
            posted |= {*jackpot.posted, *(meter.row for meter in jackpot.meters if meter.row)}
        for row in printed.rows:
            if row.pay.is_posted and row.event not in posted:
                yield Found(
                    f"{wager.name}, paytable {printed.id}: {row.name} is not posted",
                    "post what it pays" + (f" in jackpot {jackpot.title}" if jackpot else ""),
                    rests_on(case.edition, printed.posted_clause, *rulings),
                    wager.slug,
                )


@table_rule("meter-missing", "a progressive has the meters that its percent rows are paid from")
def meter_missing(case: TableCase) -> Iterator[Found]:
    """A share of a meter that is not there cannot be paid."""
    for slug, row in _meters(case):
        jackpot = case.jackpots[slug]
        if jackpot.scheme == "progressive" and jackpot.meters and jackpot.meter(row) is None:
            yield Found(
                f"{jackpot.title} has no meter {f'for {words(row)}' if row else 'of its own'} that {case.called(slug)} "
                "pays percents from",
                "add the meter, or choose another paytable",
                case.rests_on("percent", "BJS-3", wager=slug),
                f"jackpots.{slug}",
            )


@table_rule("meter-unused", "no meter takes players' money that no row can pay out")
def meter_unused(case: TableCase) -> Iterator[Found]:
    """All that is collected must be winnable."""
    if case.setup is None:
        return
    used = set(_meters(case))
    for slug, jackpot in case.jackpots.items():
        for meter in jackpot.meters:
            if (slug, meter.row) not in used and not any(
                jackpot.meter(row) is None for own, row in used if own == slug
            ):
                yield Found(
                    f"no row of {case.called(slug)} pays from the meter "
                    f"{words(meter.row) if meter.row else 'of ' + jackpot.title} at this table",
                    "take the meter out, or choose a paytable that pays from it",
                    case.rests_on("progressive", "WAC 230-15-671", wager=slug),
                    f"jackpots.{slug}",
                )


@table_rule("bonus-amount", "a bonus with percent rows has a posted amount to reckon them on")
def bonus_amount(case: TableCase) -> Iterator[Found]:
    """A percent of nothing is no prize."""
    for slug, _ in _meters(case):
        jackpot = case.jackpots[slug]
        if jackpot.scheme == "bonus" and not jackpot.amount:
            yield Found(
                f"{case.called(slug)} pays percents, and {jackpot.title} has no posted amount",
                "post the amount",
                case.rests_on("percent", "BJS-2", wager=slug),
                f"jackpots.{slug}",
            )


@table_rule("qualifying-minimum", "the least wager that qualifies for a jackpot is posted, and can be reached")
def qualifying_minimum(case: TableCase) -> Iterator[Found]:
    """Three Card Split."""
    for wager in case.offered:
        if wager.slug not in case.jackpots or not wager.needs or not wager.needs.option:
            continue
        least = case.table.minimums.get(wager.slug)
        by = case.options.get(wager.needs.option, "")
        if not least:
            yield Found(
                f"{wager.name} needs a posted minimum of {case.called(by)}",
                "give it under minimums, such as 500",
                case.rests_on("minimum", "S-22", wager=wager.slug),
                wager.slug,
            )
            continue
        qualifying = case.edition.wagers.get(by)
        most = case.most(qualifying) if qualifying else None
        if by not in case.table.wagers or (most is not None and most < least):
            yield Found(
                f"{wager.name} needs {dollars(least)} on {case.called(by)}, which cannot be wagered here",
                f"offer {case.called(by)} up to that amount, or lower the minimum",
                case.rests_on("minimum", EDITION, wager=wager.slug),
                wager.slug,
            )


def _rests(case: JackpotCase, rule: str, *others: str) -> Rests:
    """The clause of a game that plays for a jackpot, where one does."""
    for each in case.tables:
        for wager, id in each.table.jackpots.items():
            if id == case.jackpot.id and each.known:
                return each.rests_on(rule, *others, wager=wager)
    return rests_on(None, None, *others)


def _meters(case: TableCase) -> list[tuple[str, str]]:
    """Every meter that a percent of this table is paid from, as its wager and row; no row: the jackpot's own."""
    if case.setup is None:
        return []
    pairs = [(name.partition("/")[0], name.partition("/")[2]) for name in case.setup.meters]
    return [pair for pair in pairs if pair[0] in case.jackpots]
