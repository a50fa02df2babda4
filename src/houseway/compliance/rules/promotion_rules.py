"""Rules on gambling promotions: dated, approved, posted, on a wager that may have one, and never from jackpot funds."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.compliance.rules.rule_book import Found, PromotionCase, is_day, promotion_rule


@promotion_rule("promotion-tables", "a promotion runs at tables of this property, on a wager and a row that they have")
def promotion_tables(case: PromotionCase) -> Iterator[Found]:
    """A prize that no table can pay is no promotion."""
    promotion = case.promotion
    if not promotion.tables:
        yield Found("it names no table", "name the tables it runs at", "WAC 230-06-030", "tables")
    for id in promotion.tables:
        if case.whole.property.table(id) is None:
            yield Found(f"there is no table {id!r}", "name a table of this property", "WAC 230-06-030", "tables")
    for each in case.tables:
        paytable = each.setup.paytables.get(promotion.wager) if each.setup else None
        if promotion.wager not in each.table.wagers:
            yield Found(
                f"table {each.table.id} does not offer {promotion.wager}",
                "name a wager it offers",
                each.rests_on("promotions", "S-25"),
                "wager",
            )
        elif paytable is not None and paytable.find(promotion.event) is None:
            yield Found(
                f"{promotion.wager} has no row {promotion.event!r} at table {each.table.id}",
                f"name one of {', '.join(row.event for row in paytable.rows)}",
                each.rests_on("promotions", "S-25"),
                "event",
            )


@promotion_rule("promotion-dates", "a promotion has a first and a last day")
def promotion_dates(case: PromotionCase) -> Iterator[Found]:
    """In that order."""
    since, until = case.promotion.since, case.promotion.until
    if not is_day(since) or not is_day(until) or until < since:
        yield Found(
            f"it runs from {since!r} until {until!r}", "give a first and a last day, in that order", "WAC 230-06-030"
        )


@promotion_rule("promotion-prize", "a promotion adds a prize")
def promotion_prize(case: PromotionCase) -> Iterator[Found]:
    """It never lowers what a row pays."""
    if case.promotion.prize <= 0:
        yield Found("its prize is nothing", "give the added prize in cents", "WAC 230-06-030", "prize")


@promotion_rule("promotion-approved", "a promotion is approved")
def promotion_approved(case: PromotionCase) -> Iterator[Found]:
    """Somebody answers for it."""
    settings = case.whole.settings
    if settings["promotions-approved"] and not case.promotion.approved_by.strip():
        yield Found("nobody approved it", "say who approved it", settings.cite("promotions-approved"), "approved-by")


@promotion_rule("promotion-posted", "the rules of a promotion are posted")
def promotion_posted(case: PromotionCase) -> Iterator[Found]:
    """Every player has the same chance at it."""
    settings = case.whole.settings
    if settings["promotions-approved"] and not case.promotion.posted:
        yield Found("its rules are not posted", "post them", settings.cite("promotions-approved"), "posted")


@promotion_rule("promotion-wager", "a promotion is on a wager that may have one")
def promotion_wager(case: PromotionCase) -> Iterator[Found]:
    """Any wager in most games, bonus wagers only in Triple Attack."""
    settings = case.whole.settings
    for each in case.tables:
        wager = each.edition.wagers.get(case.promotion.wager)
        if each.table.game in settings["promotion-consent"] and wager and wager.kind != "bonus":
            yield Found(
                f"{wager.name} is no bonus wager, and only those may have a promotion in {each.edition.about.name}",
                "put it on a bonus wager",
                each.rests_on("promotions", settings.cite("promotion-consent"), "S-25"),
                "wager",
            )
            return


@promotion_rule("promotion-consent", "the owner of the game consents in writing where that is wanted")
def promotion_consent(case: PromotionCase) -> Iterator[Found]:
    """The consent is on file."""
    settings = case.whole.settings
    tables = [each for each in case.tables if each.table.game in settings["promotion-consent"]]
    if tables and not case.promotion.consent.strip():
        yield Found(
            f"the owner of {tables[0].edition.about.name} did not consent, as far as is on file",
            "obtain the written consent and give its reference",
            tables[0].rests_on("promotions", settings.cite("promotion-consent"), "S-25"),
            "consent",
        )


@promotion_rule("promotion-funds", "a promotion is paid by the house")
def promotion_funds(case: PromotionCase) -> Iterator[Found]:
    """Jackpot funds are the players'."""
    if case.promotion.paid_from != "house":
        yield Found(
            f"it is paid from {case.promotion.paid_from!r}", "let the house pay it", "WAC 230-06-030", "paid-from"
        )
