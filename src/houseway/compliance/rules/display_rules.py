"""Rules on what stands where players can read it: displays, the notice, what is posted."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.compliance.configuration import Display
from houseway.compliance.rules.rule_book import Found, TableCase, rests_on, table_rule, words
from houseway.errors import HousewayError
from houseway.jackpots.equipment import model as model_of
from houseway.rulebook.money import dollars

AMOUNTS = "jackpot-amounts"
MAXIMUM = "maximum"
MULTIPLIED = "multiplied-pays"
PERCENTS = "percent-prizes"
ENVY = "envy"
SHARE = "share-the-wealth"


def shows_amount(display: Display, wager: str) -> bool:
    """Whether a display shows the amount of the jackpot that ``wager`` plays for: by its name, or with all of them."""
    return AMOUNTS in display.shows or wager in display.shows


@table_rule("posting", "everything is posted that the profile wants posted")
def posting(case: TableCase) -> Iterator[Found]:
    """Jackpot amounts only where there is a jackpot, and by the rule on amounts."""
    for duty in case.settings["posting"]:
        if duty != AMOUNTS and duty not in case.posted:
            rule = case.settings.cite("posting")
            rests = case.rests_on("limits_set", rule) if duty == "limits" else rule
            yield Found(f"{words(duty)} are not posted", f"post {words(duty)} at the table", rests, "posts")


@table_rule("amount-shown", "the amount of each jackpot is displayed at the table")
def amount_shown(case: TableCase) -> Iterator[Found]:
    """At each table of a link."""
    for wager, jackpot in case.jackpots.items():
        if not any(shows_amount(display, wager) for display in case.table.displays):
            yield Found(
                f"no display shows the amount of {jackpot.title}",
                f"let a display show {case.called(wager)} or {words(AMOUNTS)}",
                case.rests_on(
                    jackpot.scheme,
                    "WAC 230-15-685" if jackpot.scheme == "progressive" else "WAC 230-15-671",
                    wager=wager,
                ),
                "displays",
            )


@table_rule("notice", "every display of a bonus amount carries the notice, word for word")
def notice(case: TableCase) -> Iterator[Found]:
    """The words of the edition's own document."""
    data = case.edition.data.jackpots
    if not case.settings["bonus-notice"] or data is None or case.scheme != "bonus":
        return
    for number, display in enumerate(case.table.displays, 1):
        shown = [wager for wager in case.jackpots if shows_amount(display, wager)]
        if shown:
            clause: str | None = data.notice_clause
            if case.edition.cite("notice") is not None:
                clause = case.edition.cite("notice", shown[0])
            difference = _difference(display.notice, data.notice)
            if difference:
                yield Found(
                    f"the {display.kind} display shows a bonus amount, and its notice {difference}",
                    "put the notice of the approved document there, word for word",
                    rests_on(case.edition, clause, "S-16"),
                    f"display {number}",
                )


def _difference(given: str, wanted: str) -> str:
    """How a notice differs, or nothing; how its lines are broken does not matter."""
    words, right = given.split(), wanted.split()
    if words == right:
        return ""
    if not words:
        return "is missing"
    for one, other in zip(words, right, strict=False):
        if one != other:
            return f"says {one!r} where it must say {other!r}"
    return "ends early" if len(words) < len(right) else "goes on after its end"


@table_rule("display-kind", "a display is one that goes with the jackpot system and can show what it is to show")
def display_kind(case: TableCase) -> Iterator[Found]:
    """An edge-lit sign has one face and shows no amount."""
    machine = case.table.equipment
    for number, display in enumerate(case.table.displays, 1):
        if display.kind == "edge-lit" and any(shows_amount(display, wager) for wager in case.jackpots):
            yield Found(
                "an edge-lit sign cannot show an amount",
                "show it on another display",
                case.rests_on("sign", "S-12"),
                f"display {number}",
            )
        if machine is None or case.model is None:
            continue
        try:
            model_of(machine.model).check_display(display.kind)
        except HousewayError as error:
            rests = rests_on(case.edition, case.model_clause(displays=True), error.clause or "S-12")
            yield Found(error.message, error.remedy or "use another", rests, f"display {number}")


@table_rule("moving-display", "the amount of a progressive is on a display that moves with each wager")
def moving_display(case: TableCase) -> Iterator[Found]:
    """A printed page is for an outage, not for every day."""
    for wager, jackpot in case.jackpots.items():
        kinds = [display.kind for display in case.table.displays if shows_amount(display, wager)]
        if jackpot.scheme == "progressive" and case.scheme and kinds and "monitor" not in kinds:
            if case.model is not None and "real-time" not in case.model.amounts:
                continue
            yield Found(
                f"the amount of {jackpot.title} stands on {' and '.join(kinds)}, which does not move with each wager",
                "show it on a monitor",
                case.rests_on("progressive", "WAC 230-15-671", wager=wager),
                "displays",
            )


@table_rule("passive-display", "a display of a jackpot's meter has no network of its own where the approval says so")
def passive_display(case: TableCase) -> Iterator[Found]:
    """Triple Attack of 2021."""
    if f"{case.table.game}/{case.table.edition}" not in case.settings["passive-displays"]:
        return
    for number, display in enumerate(case.table.displays, 1):
        if display.networked and any(shows_amount(display, wager) for wager in case.jackpots):
            yield Found(
                f"the {display.kind} display has a network connection, by wire or by air",
                "drive a plain screen from the approved controller",
                case.rests_on("display", case.settings.cite("passive-displays")),
                f"display {number}",
            )


@table_rule("cap-posted", "the maximum of a progressive is posted")
def cap_posted(case: TableCase) -> Iterator[Found]:
    """At or near the game."""
    for jackpot in case.jackpots.values():
        caps = [meter.cap for meter in jackpot.meters if meter.cap is not None]
        if caps and case.settings["cap-posted"] and MAXIMUM not in case.posted:
            yield Found(
                f"{jackpot.title} goes up to {dollars(max(caps))}, which is not posted",
                f"post its {MAXIMUM}",
                case.settings.cite("cap-posted"),
                "posts",
            )


@table_rule("multiplied-shown", "a fixed wager other than the printed one is shown with its multiplied pays")
def multiplied_shown(case: TableCase) -> Iterator[Found]:
    """Triple Attack: the tables are printed for one dollar."""
    for slug, jackpot in case.jackpots.items():
        printed = case.printed(slug)
        wager = case.edition.wagers.get(slug)
        if printed and printed.scales and wager and jackpot.wager != wager.fixed and MULTIPLIED not in case.shown:
            yield Found(
                f"the wager of {jackpot.title} is {dollars(jackpot.wager)}, and no display shows the multiplied prizes",
                f"let a display show {MULTIPLIED}",
                case.rests_on("fixed", "BJS-4", wager=slug),
                "displays",
            )


@table_rule("percents-in-money", "a bonus with percent rows shows the money beside each")
def percents_in_money(case: TableCase) -> Iterator[Found]:
    """A house prize is a fixed amount."""
    if case.setup is None or case.scheme != "bonus":
        return
    for wager, jackpot in case.jackpots.items():
        if any(row.pay.is_percent for row in case.setup.paytables[wager].rows) and PERCENTS not in case.shown:
            yield Found(
                f"{jackpot.title} pays percents, and no display shows what they come to",
                f"let a display show {PERCENTS}",
                "BJS-2",
                "displays",
            )


@table_rule("envy-shown", "prizes for other players are displayed")
def envy_shown(case: TableCase) -> Iterator[Found]:
    """Envy and Share-the-Wealth, with their rows and amounts."""
    for jackpot in case.jackpots.values():
        for name, rows in ((ENVY, jackpot.envy), (SHARE, jackpot.share)):
            if rows and name not in case.shown:
                yield Found(
                    f"{jackpot.title} has {name} prizes that no display shows",
                    f"let a display show {name}",
                    case.rests_on("envy", "BJS-7"),
                    "displays",
                )
