"""How a table is set up: the operator's choices for one game, checked before the table opens.

A `Setup` is the edition with everything chosen that the document leaves to the house: options, wagers offered,
paytables, limits, fixed wagers, posted rows, the qualifying minimum, Envy and Share-the-Wealth, and what the room's
jurisdiction adds. It never changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, Literal, TypeAlias

import msgspec

from houseway.cards import Deck, deck_of
from houseway.errors import HousewayError
from houseway.public_arguments import TEXT, maybe, taking, thing, whole
from houseway.rulebook.edition import AN_EDITION, Edition, Equipment, Wager
from houseway.rulebook.fingerprints import holds
from houseway.rulebook.money import cents
from houseway.rulebook.pays import PayKind, post
from houseway.rulebook.paytables import Paytable, Row
from houseway.table.envy_prizes import ENVY, ENVY_RULING, SHARE_THE_WEALTH, prizes_for_others
from houseway.table.limits import aggregate_limits, wagering_rule
from houseway.table.table_errors import BadSetup

Scheme: TypeAlias = Literal["bonus", "progressive"]
BONUS: Final = "bonus"
PROGRESSIVE: Final = "progressive"


class Setup:
    """A table's configuration.

    ``limits`` are (least, most) in cents by wager; a wager without them takes any whole number of cents. ``fixed``
    gives the fixed amount of a jackpot wager where it is not the edition's own. ``posted`` says what each row left to
    the operator pays: ``{"bonus-jackpot": {"5-wild-cards": "$10,000"}}``. ``minimums`` posts the least qualifying wager
    that a jackpot needs. ``envy`` and ``share`` give, by jackpot wager and row, the prize divided among the other
    players or among all. ``schemes`` says of each jackpot wager whether it is a ``bonus`` (posted by the operator,
    never moved by a wager) or a ``progressive`` (moves with each counted wager); a table has one kind. ``equipment``
    names the model of the jackpot system, which is then held to what it can do.

    The room's jurisdiction may add three things. ``aggregate`` gives, in cents by wager, the most that one deal pays on
    that wager to all players together. It caps what is won by odds: for odds *to 1* what comes back beyond the stake,
    because a stake given back is no payment; for odds *for 1* all that comes back, because the stake was taken. Fixed
    dollars and percents of a meter are not odds and are not capped. ``wagering`` takes the place of the edition's rule
    on a player's wagers together (``most``, ``over``, ``most-over``, ``clause``); empty, there is no such rule.
    ``whole``: a bonus jackpot pays a percent prize whole to each winner also where the paytable divides it.

    ``behaviour`` is the number under which the table is played where it is not the present one: it is held to what held
    then.
    """

    @taking(
        edition=AN_EDITION,
        equipment=maybe(TEXT),
        behaviour=maybe(whole(1)),
    )
    def __init__(
        self,
        edition: Edition,
        *,
        options: Mapping[str, Any] | None = None,
        wagers: Sequence[str] | None = None,
        paytables: Mapping[str, Any] | None = None,
        limits: Mapping[str, Any] | None = None,
        fixed: Mapping[str, Any] | None = None,
        minimums: Mapping[str, Any] | None = None,
        posted: Mapping[str, Any] | None = None,
        envy: Mapping[str, Any] | None = None,
        share: Mapping[str, Any] | None = None,
        schemes: Mapping[str, Any] | None = None,
        equipment: str | None = None,
        aggregate: Mapping[str, Any] | None = None,
        wagering: Mapping[str, Any] | None = None,
        whole: bool = False,
        behaviour: int | None = None,
    ) -> None:
        self.edition = edition
        self._behaviour = behaviour
        for name, given in (
            ("options", options),
            ("paytables", paytables),
            ("limits", limits),
            ("fixed", fixed),
            ("minimums", minimums),
            ("posted", posted),
            ("envy", envy),
            ("share", share),
            ("schemes", schemes),
            ("aggregate", aggregate),
            ("wagering", wagering),
        ):
            if given is not None and not isinstance(given, Mapping):
                raise BadSetup(
                    f"{name} must be given by name, not as {given!r}",
                    remedy=f"write {name} as a table of names and values",
                )
        if type(whole) is not bool:
            raise BadSetup(f"whole is true or false, not {whole!r}", remedy="write true or false")
        self.accepted: dict[tuple[tuple[str, int], ...], dict[str, int]] = {}
        """Wagers that were found good at this table; kept by `accept_wagers`."""
        self.options = self._options(options or {})
        self.posted = self._posted(posted or {})
        self.fixed = self._fixed(fixed or {})
        self._paytable_choice = self._choices(paytables or {})
        self.wagers = self._wagers(wagers)
        self.paytables: dict[str, Paytable] = {
            slug: self._open(slug) for slug in self.wagers if edition.paytable_ids(slug)
        }
        self.limits = self._limits(limits or {})
        self.minimums = self._minimums(minimums or {})
        self.envy = prizes_for_others(self, ENVY, envy or {})
        self.share = prizes_for_others(self, SHARE_THE_WEALTH, share or {})
        self.equipment = self._equipment(equipment)
        self.jackpots = tuple(slug for slug in self.wagers if edition.wagers[slug].kind == "jackpot")
        self.schemes = self._schemes(schemes or {})
        self._check_jackpots()
        self.aggregate = aggregate_limits(self, aggregate or {})
        self.wagering = wagering_rule(edition, wagering)
        self._wagering_given = wagering is not None
        self.whole = whole
        cut = self.options.get("shoe", "fresh")
        if cut != "fresh" and int(cut) >= len(self.deck):
            raise BadSetup(
                f"the cut card cannot lie behind {cut} cards of {len(self.deck)}",
                clause=edition.options["shoe"].clause,
                remedy=f"cut it in before card {len(self.deck)}, or shuffle every round",
            )

    # -- what a procedure asks

    @cached_property
    def deck(self) -> Deck:
        """The deck that the options make up."""
        data = self.edition.data.deck
        decks = data.decks if isinstance(data.decks, int) else int(self.options[data.decks["option"]])
        return deck_of(decks, data.jokers, data.without)

    @taking(rule=TEXT, wager=maybe(TEXT))
    def cite(self, rule: str, wager: str | None = None) -> str | None:
        """The clause that has ``rule`` under this table's options (`houseway.rulebook.edition.Edition.cite`)."""
        return self.edition.cite(rule, wager, self.options)

    @taking(slug=TEXT)
    def wager(self, slug: str) -> Wager:
        """The wager called ``slug``."""
        found = self.edition.wagers.get(slug)
        if found is None:
            raise BadSetup(
                f"{self.edition.about.name} has no wager {slug!r}",
                clause=self.cite("wagers"),
                remedy=f"choose from {', '.join(self.edition.wagers)}",
            )
        return found

    @taking(wager=TEXT, event=TEXT)
    def meter_of(self, wager: str, event: str) -> str:
        """The name of the meter that a percent row is paid from: the wager's own, or the row's where it has one."""
        printed = self._printed(wager).find(event)
        return f"{wager}/{event}" if printed is not None and printed.pay.kind is PayKind.BONUS else wager

    @cached_property
    def meters(self) -> tuple[str, ...]:
        """Every meter that a percent prize of this table may be taken from."""
        found = [
            self.meter_of(wager, row.event)
            for wager in self.jackpots
            for row in self.paytables[wager].rows
            if row.pay.is_percent
        ]
        found += [
            self.meter_of(wager, event)
            for extras in (self.envy, self.share)
            for wager, rows in extras.items()
            for event, pay in rows.items()
            if pay.is_percent
        ]
        return tuple(dict.fromkeys(found))

    def divides(self, wager: str) -> bool:
        """Whether a percent prize of ``wager`` is divided among the winners of the same event."""
        table = self.paytables.get(wager) if isinstance(wager, str) else None
        if table is None:
            raise BadSetup(
                f"this table has no paytable of {wager!r}", remedy=f"choose from {', '.join(self.paytables)}"
            )
        return table.shared and not (self.whole and self.schemes.get(wager) == BONUS)

    @property
    def notice(self) -> str | None:
        """The notice that must stand, word for word, on every display of a bonus jackpot."""
        data = self.edition.data.jackpots
        return data.notice if data and BONUS in self.schemes.values() else None

    def as_dict(self) -> dict[str, Any]:
        """Everything chosen, as plain data: `Setup` made again from it is the same."""
        data: dict[str, Any] = {
            "options": dict(self.options),
            "wagers": list(self.wagers),
            "paytables": {wager: table.id for wager, table in self.paytables.items() if wager in self._paytable_choice},
        }
        if self.limits:
            data["limits"] = {wager: list(pair) for wager, pair in self.limits.items()}
        if self.fixed:
            data["fixed"] = dict(self.fixed)
        if self.minimums:
            data["minimums"] = dict(self.minimums)
        if self.posted:
            data["posted"] = {wager: dict(rows) for wager, rows in self.posted.items()}
        for key, extras in (("envy", self.envy), ("share", self.share)):
            if extras:
                data[key] = {wager: {event: pay.text for event, pay in rows.items()} for wager, rows in extras.items()}
        if self.schemes:
            data["schemes"] = dict(self.schemes)
        if self.equipment:
            data["equipment"] = self.equipment.model
        if self.aggregate:
            data["aggregate"] = dict(self.aggregate)
        if self._wagering_given:
            rule = msgspec.to_builtins(self.wagering) or {}
            data["wagering"] = {key: value for key, value in rule.items() if value is not None}
        if self.whole:
            data["whole"] = True
        return data

    # -- checking what was chosen

    def _options(self, chosen: Mapping[str, Any]) -> dict[str, str]:
        known = self.edition.options
        for slug in chosen:
            if slug not in known:
                raise BadSetup(
                    f"{self.edition.about.name} has no option {slug!r}", remedy=f"choose from {', '.join(known)}"
                )
        resolved = {}
        for slug, option in known.items():
            value = chosen.get(slug, option.values[0])
            text = str(value) if type(value) is int else value
            number = isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 10
            whole = option.integer and number and 0 < int(text) < 10**6
            if text not in option.values and not whole:
                also = " or a positive whole number" if option.integer else ""
                raise BadSetup(
                    f"{slug} cannot be {value!r}",
                    clause=option.clause,
                    remedy=f"choose {', '.join(option.values)}{also}",
                )
            resolved[slug] = text
        return resolved

    def _choices(self, chosen: Mapping[str, Any]) -> dict[str, str]:
        """The chosen paytable of each wager that has a choice, under the wager that names the choice."""
        edition = self.edition
        choice = {}
        for slug in edition.wagers:
            ids = edition.paytable_ids(slug)
            if ids and ids != ("standard",) and edition.chosen_by(slug) == slug:
                choice[slug] = ids[0]
        for slug, value in chosen.items():
            self.wager(slug)
            ids = edition.paytable_ids(slug)
            if value not in ids:
                raise BadSetup(
                    f"{slug} has no paytable {value!r}",
                    clause=edition.paytable(slug, ids[0], self.options).clause if ids else None,
                    remedy=f"choose {', '.join(ids)}" if ids else "it has none",
                )
            first = edition.chosen_by(slug)
            if self.wager(slug).kind == "supplemental" and first != slug:
                # It may be named, and is the other's.
                if value != chosen.get(first, ids[0]):
                    raise BadSetup(
                        f"{slug} is paid by the paytable of {first}",
                        clause=edition.paytable(slug, value, self.options).clause,
                        remedy=f"choose a paytable for {first}",
                    )
            elif ids != ("standard",):
                # Two jackpots (or both Double Match wagers) may each have their own table of one printed block.
                choice[slug] = value
        return choice

    def _printed(self, wager: str) -> Paytable:
        name = self._paytable_choice.get(wager) or self._paytable_choice.get(self.edition.chosen_by(wager), "standard")
        return self.edition.paytable(wager, name, self.options)

    def _posted(self, posted: Mapping[str, Any]) -> dict[str, dict[str, str]]:
        checked: dict[str, dict[str, str]] = {}
        for slug, rows in posted.items():
            self.wager(slug)
            if not isinstance(rows, Mapping):
                raise BadSetup(
                    f"posted {slug} must give a pay for each row, not {rows!r}",
                    remedy="write the rows by name, each with its pay",
                )
            checked[slug] = {str(event): text for event, text in rows.items()}
        return checked

    @taking(wager=TEXT)
    def rows_to_post(self, wager: str) -> tuple[str, ...]:
        """The events of the chosen paytable of ``wager`` that the operator must post."""
        self.wager(wager)
        return tuple(row.event for row in self._printed(wager).to_post)

    def _unposted(self, wager: str) -> list[Row]:
        posted = self.posted.get(wager, {})
        return [row for row in self._printed(wager).to_post if row.event not in posted]

    def _wagers(self, named: Sequence[str] | None) -> tuple[str, ...]:
        """The wagers offered: those named, or every one whose rows are all posted."""
        edition = self.edition
        if named is not None:
            if not isinstance(named, (list, tuple)) or not all(isinstance(slug, str) for slug in named):
                raise BadSetup(
                    f"wagers must be a list of slugs, not {named!r}",
                    remedy=f"choose from {', '.join(edition.initial_wagers)}",
                )
            for slug in named:
                for option, value in self.wager(slug).offered_with.items():
                    if self.options[option] != value:
                        raise BadSetup(
                            f"{slug} is not offered where {option} is {self.options[option]}",
                            clause=self.cite("offered", slug),
                            remedy=f"set {option} to {value}, or leave {slug} out",
                        )
                missing = [other for other in self._beside(slug) if other not in named]
                if missing:
                    raise BadSetup(
                        f"{self.wager(slug).name} is offered only with {self.wager(missing[0]).name}",
                        clause=self.cite("beside", slug),
                        remedy=f"offer {missing[0]} too, or leave {slug} out",
                    )
        offered = []
        for slug, wager in edition.wagers.items():
            fits = all(self.options[option] == value for option, value in wager.offered_with.items())
            if wager.kind == "supplemental":
                offered.append(slug)
            elif named is not None:
                if slug in named:
                    offered.append(slug)
            elif fits and not (edition.paytable_ids(slug) and self._unposted(slug)):
                offered.append(slug)
        return tuple(offered)

    def _beside(self, slug: str) -> tuple[str, ...]:
        """The wagers that ``slug`` is offered with, under the number that the table is played by."""
        held = self._behaviour is None or holds(self.edition.about.slug, "wager", "beside", self._behaviour)
        return self.wager(slug).beside if held else ()

    def _open(self, wager: str) -> Paytable:
        """The paytable of ``wager`` with its posted rows filled in and its dollar prizes at the table's fixed wager."""
        printed = self._printed(wager)
        posted = self.posted.get(wager, {})
        for event in posted:
            row = printed.find(event)
            if row is None or not row.pay.is_posted:
                raise BadSetup(
                    f"{wager} paytable {printed.id} has no row {event!r} for the operator to post",
                    clause=printed.printed_clause,
                    remedy="post only rows that the table leaves to the operator",
                )
        unposted = self._unposted(wager)
        if unposted:
            raise BadSetup(
                f"{wager} paytable {printed.id} does not open: {', '.join(row.event for row in unposted)} not posted",
                clause=printed.posted_clause,
                remedy="post an amount for each row",
            )
        at = (self.fixed_amount(wager) or 100) if printed.scales else 100
        if not posted and at == 100:
            return printed
        factor = Fraction(at, 100)
        rows = []
        for row in printed.rows:
            pay = row.pay.scaled(factor)
            if row.pay.is_posted:
                try:
                    pay = post(row.pay, posted[row.event], printed.odds, row_meters=printed.row_meters)
                except HousewayError as error:
                    raise BadSetup(
                        f"{wager} {row.event}: {error.message}", clause=printed.posted_clause, remedy=error.remedy
                    ) from error
            rows.append(Row(row.event, row.name, pay))
        return printed.replaced(tuple(rows))

    def _fixed(self, fixed: Mapping[str, Any]) -> dict[str, int]:
        checked = {}
        for slug, amount in fixed.items():
            wager = self.wager(slug)
            if wager.fixed is None:
                raise BadSetup(
                    f"{slug} is not a fixed wager",
                    clause=self.cite("limits", slug),
                    remedy=f"post its least and most under limits.{slug}",
                )
            if cents(amount, f"the fixed {slug} wager") == 0:
                raise BadSetup(
                    f"the fixed {slug} wager cannot be nothing",
                    clause=self.cite("fixed", slug),
                    remedy="give its amount, or do not offer it",
                )
            if wager.only and amount != wager.fixed:
                raise BadSetup(
                    f"the {slug} wager is {wager.fixed} cents and no other",
                    clause=self.cite("fixed", slug),
                    remedy=f"write {wager.fixed}, or leave it out",
                )
            checked[slug] = amount
        return checked

    def fixed_amount(self, wager: str) -> int | None:
        """The one amount that ``wager`` may be, where it is fixed.

        A jackpot that qualifies by its own amount is not fixed: it has a posted minimum instead.
        """
        data = self.edition.wagers.get(wager) if type(wager) is str else None
        if data is None:
            data = self.wager(wager)
        if data.needs and data.needs.option and self.options[data.needs.option] == wager:
            return self.fixed.get(wager)
        return self.fixed.get(wager, data.fixed) if data.fixed is not None else None

    def _limits(self, limits: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
        checked = {}
        for slug, pair in limits.items():
            self.wager(slug)
            if not isinstance(pair, (list, tuple)) or len(pair) != 2:
                raise BadSetup(
                    f"the limits of {slug} must be the least and the most in cents, not {pair!r}",
                    remedy="write two amounts, as [500, 30000]",
                )
            least, most = (cents(amount, f"a limit of {slug}") for amount in pair)
            if least > most:
                raise BadSetup(
                    f"the limits of {slug} run from {least} down to {most}",
                    clause=self.cite("limits_set", slug),
                    remedy="write the smaller amount first",
                )
            checked[slug] = (least, most)
        return checked

    def _minimums(self, minimums: Mapping[str, Any]) -> dict[str, int]:
        for slug in minimums:
            needs = self.wager(slug).needs
            if not needs or not needs.option:
                raise BadSetup(
                    f"{slug} has no qualifying minimum",
                    clause=self.cite("limits_set", slug),
                    remedy=f"post its least wager under limits, as limits.{slug}",
                )
        return {slug: cents(amount, f"the minimum for {slug}") for slug, amount in minimums.items()}

    def _equipment(self, model: str | None) -> Equipment | None:
        if model is None:
            return None
        approved = {item.model: item for item in self.edition.data.equipment}
        if not isinstance(model, str) or model not in approved:
            raise BadSetup(
                f"{model!r} is not approved with {self.edition.about.title}",
                clause=self.cite("equipment"),
                remedy=f"use {', '.join(approved)}",
            )
        return approved[model]

    def _schemes(self, chosen: Mapping[str, Any]) -> dict[str, Scheme]:
        """Bonus or progressive, by jackpot wager; a row that has its own meter makes its jackpot a progressive."""
        for slug, scheme in chosen.items():
            if slug not in self.jackpots:
                raise BadSetup(
                    f"{slug!r} is not a jackpot offered at this table",
                    clause=self.cite("jackpots"),
                    remedy=f"offer it, or choose from {', '.join(self.jackpots) or 'none'}",
                )
            if scheme not in (BONUS, PROGRESSIVE):
                raise BadSetup(
                    f"a jackpot is a bonus or a progressive, not {scheme!r}",
                    clause=self.cite("scheme"),
                    remedy=f"write {BONUS} or {PROGRESSIVE}",
                )
        schemes: dict[str, Scheme] = {}
        for slug in self.jackpots:
            metered = any(
                row.pay.is_percent and self.meter_of(slug, row.event) != slug for row in self.paytables[slug].rows
            )
            schemes[slug] = chosen.get(slug, PROGRESSIVE if metered else BONUS)
            posted = [row for row in self._printed(slug).rows if row.pay.kind is PayKind.BONUS]
            in_money = [row for row in posted if not self.paytables[slug].row((row.event,)).pay.is_percent]
            if metered and in_money:
                raise BadSetup(
                    f"bonus rows of {slug} are all posted or all progressive, and {in_money[0].event} differs",
                    clause=self.cite("scheme"),
                    remedy="post them in the same way",
                )
            if metered and schemes[slug] == BONUS:
                raise BadSetup(
                    f"a row of {slug} is posted with a meter of its own, which makes it a progressive",
                    clause=self.cite("scheme"),
                    remedy="post an amount, or run it as a progressive",
                )
        if len(set(schemes.values())) > 1:
            raise BadSetup(
                "the jackpots of one table are all bonus or all progressive, and never linked",
                clause=self.cite("one_scheme"),
                remedy="run both in the same way",
            )
        return schemes

    @property
    def envy_cite(self) -> str:
        """What prizes for other players rest on: a clause of the document, or the ruling that allows them."""
        return self.cite("envy") or ENVY_RULING

    def _check_jackpots(self) -> None:
        data = self.edition.data.jackpots
        if data and len(self.jackpots) > data.most:
            raise BadSetup(
                f"{len(self.jackpots)} jackpots are offered, and a layout of this edition has at most {data.most}",
                clause=self.cite("jackpots"),
                remedy=f"offer {data.most} of them",
            )
        if self.equipment and self.options.get("tabulator") == "on":
            item = self.equipment
            if len(self.jackpots) > item.sensors:
                raise BadSetup(
                    f"{item.name} reads {item.sensors} wager a position, and {len(self.jackpots)} are to be counted",
                    clause=item.clause,
                    remedy="offer fewer jackpots or use a later model",
                )
            if self.edition.about.positions > item.positions:
                raise BadSetup(
                    f"{item.name} has {item.positions} positions",
                    clause=item.clause,
                    remedy="use a model that reads every position of the layout",
                )
        if self.equipment and PROGRESSIVE in self.schemes.values() and "real-time" not in self.equipment.amounts:
            raise BadSetup(
                f"{self.equipment.name} shows no amount that moves with each wager, as a progressive must",
                clause=self.equipment.display_cite,
                remedy="run a bonus jackpot, or use a later model",
            )


A_TABLE = thing(Setup, "a table as it is set up", "give one, such as houseway.game(GAME).setup()")
