"""Rules on approvals and on the licences of makers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from houseway.compliance.approvals import missing_steps, path
from houseway.compliance.rules.jackpot_rules import jackpots_a_layout
from houseway.compliance.rules.rule_book import (
    ApprovalCase,
    Found,
    LicenceCase,
    Rests,
    TableCase,
    approval_rule,
    is_day,
    licence_rule,
    rests_on,
    table_rule,
    words,
)
from houseway.registry import all_games

STEP_RULES = {
    "game-approved": "approved",
    "controls-submitted": "controls",
    "controls-approved": "controls",
    "agency-requested": "agency",
    "agency-approved": "agency",
    "compact-information": "compact",
    "state-concurred": "concurrence",
}
"""By step of an approval, the rule of the edition (`Cites`) that asks for it: the conditions of its letters."""


def _rests(case: ApprovalCase, step: str, other: str) -> Rests:
    games = all_games()
    found = games[case.approval.game].editions.get(case.approval.edition) if case.approval.game in games else None
    return rests_on(found, found.cite(STEP_RULES[step]) if found and step in STEP_RULES else None, other)


@table_rule("approval", "the game is approved at this property")
def approval(case: TableCase) -> Iterator[Found]:
    """In the edition that is played."""
    if case.settings["approval-steps"] and not case.approvals:
        yield Found(
            f"nothing on file approves {case.edition.about.title} here",
            f"obtain the approval: {', '.join(map(words, case.settings['approval-steps']))}",
            case.rests_on(
                STEP_RULES.get(case.settings["approval-steps"][-1], "approved"), case.settings.cite("approval-steps")
            ),
            "edition",
        )


@table_rule("approval-jackpots", "no more jackpots on a table than its approval has")
def approval_jackpots(case: TableCase) -> Iterator[Found]:
    """Two only where the approval has two."""
    if not case.settings["approval-steps"] or not case.approvals or any(jackpots_a_layout(case)):
        return
    most = max(each.jackpots for each in case.approvals)
    if len(case.table.jackpots) > most:
        yield Found(
            f"{len(case.table.jackpots)} jackpots, and the approval has {most}",
            "take one away, or have the approval extended",
            case.rests_on("jackpots", "S-18"),
            "jackpots",
        )


@approval_rule("fingerprint", "an approval is for the edition as it is played here")
def fingerprint(case: ApprovalCase) -> Iterator[Found]:
    """A change of what is played may void the approval; wording does not. Fingerprints of release 0.1 stand."""
    games = all_games()
    played = games[case.approval.game].editions.get(case.approval.edition) if case.approval.game in games else None
    if played is not None and not games[case.approval.game].approves(played, case.approval.fingerprint):
        yield Found(
            f"it approves {case.approval.fingerprint[:12]}… and the edition played is {played.fingerprint[:12]}…",
            f"have this edition approved: its fingerprint is {played.fingerprint}",
            rests_on(played, played.cite("changes"), "S-1"),
        )


@approval_rule("approval-steps", "every step on the way to the approval was taken")
def approval_steps(case: ApprovalCase) -> Iterator[Found]:
    """By the path of the profile."""
    settings = case.whole.settings
    for step in missing_steps(case.approval, settings):
        rests = _rests(case, step.id, settings.cite("approval-steps"))
        yield Found(f'the step "{words(step.id)}" is missing', f"{step.by}: {step.what}", rests)


@approval_rule("approval-order", "the steps of an approval were taken in their order")
def approval_order(case: ApprovalCase) -> Iterator[Found]:
    """On one day at the earliest."""
    days = {step.step: step.on for step in case.approval.steps if is_day(step.on)}
    taken = [step.id for step in path(case.whole.settings) if step.id in days]
    for earlier, later in pairwise(taken):
        if days[later] < days[earlier]:
            yield Found(
                f"{words(later)} is of {days[later]}, before {words(earlier)} of {days[earlier]}",
                f"{words(earlier)} comes before {words(later)}",
                _rests(case, earlier, case.whole.settings.cite("approval-steps")),
            )


@approval_rule("approval-dated", "the steps of an approval were taken by the day it is judged on")
def approval_dated(case: ApprovalCase) -> Iterator[Found]:
    """A step to come is no step."""
    if not case.whole.settings["approval-steps"]:
        return
    for step in case.approval.steps:
        if not is_day(step.on) or step.on > case.whole.property.on:
            what = "is to come" if is_day(step.on) else "is no day"
            rests = _rests(case, step.step, case.whole.settings.cite("approval-steps"))
            yield Found(f"{words(step.step)} of {step.on} {what}", "wait for it", rests, step.step)


@licence_rule("licence-dated", "a licence has a first day, and a last one if it ends")
def licence_dated(case: LicenceCase) -> Iterator[Found]:
    """In that order, and written so that they can be counted."""
    licence = case.licence
    days = [("since", licence.since), *([("until", licence.until)] if licence.until is not None else [])]
    wrong = [(at, day) for at, day in days if not is_day(day)]
    rule = case.whole.settings.profile.title
    for at, day in wrong:
        yield Found(f"{day!r} is no day", "write it as 2021-06-14", rule, at)
    if not wrong and licence.until is not None and licence.until < licence.since:
        what = f"it ends on {licence.until}, before it begins on {licence.since}"
        yield Found(what, "give a first and a last day, in that order", rule, "until")


def _unlicensed(case: TableCase, maker: str, covers: str) -> Iterator[Found]:
    on = case.property.on
    for kind in case.settings["maker-licences"]:
        held = [
            licence
            for licence in case.property.licences
            if licence.maker == maker and licence.kind == kind and covers in licence.covers
        ]
        if not any(licence.since <= on and (licence.until is None or on <= licence.until) for licence in held):
            what = (
                f"whose {words(kind)} does not hold on {on}"
                if held
                else f"which has no {words(kind)} for {words(covers)}"
            )
            yield Found(
                f"it is made by {maker or 'nobody named'}, {what}",
                f"buy it from a maker with a {words(kind)}, or put the licence on file",
                case.rests_on(
                    "licences" if kind == "state-licence" else "certificates", case.settings.cite("maker-licences")
                ),
                covers,
            )


@table_rule("licence-layout", "the maker of the layout is licensed")
def licence_layout(case: TableCase) -> Iterator[Found]:
    """On the day."""
    yield from _unlicensed(case, case.table.layout.maker, "layouts")


@table_rule("licence-equipment", "the makers of the jackpot system and of its link are licensed")
def licence_equipment(case: TableCase) -> Iterator[Found]:
    """On the day."""
    makers = [case.table.equipment.maker] if case.table.equipment else []
    makers += [jackpot.maker for jackpot in case.jackpots.values() if jackpot.maker]
    for maker in dict.fromkeys(makers):
        yield from _unlicensed(case, maker, "equipment")


@table_rule("licence-shuffler", "the maker of the shuffler is licensed")
def licence_shuffler(case: TableCase) -> Iterator[Found]:
    """On the day."""
    if case.table.shuffler:
        yield from _unlicensed(case, case.table.shuffler.maker, "shufflers")
