"""What the displays of a table show, as plain data: amounts, paytables as they pay here, limits, promotions, notice.

A page in the browser, an image for a photo frame and the printed page are all drawn from one `Board`. Which of them a
table may have is for the devices of `houseway.jackpots.vision` to say: `admit` asks them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, Protocol

import msgspec

from houseway.compliance.configuration import Promotion, Property, Table
from houseway.compliance.configured_tables import settings_of, setup_of
from houseway.floor.context import gaming_day, settings_on
from houseway.floor.floor_errors import UnknownThing
from houseway.floor.mirror import Mirror
from houseway.floor.states import JackpotState
from houseway.jackpots.equipment import Model
from houseway.jackpots.equipment import model as model_of
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.jackpots.jackpot_errors import EquipmentRefused
from houseway.jackpots.vision import Amount, Image, LedSign, Monitor, PhotoFrame, Row, check_notice, make_display
from houseway.reports.displays.promotion_notices import offered, running
from houseway.reports.displays.removal_notices import announced
from houseway.rulebook.money import dollars
from houseway.rulebook.pays import PayKind
from houseway.rulebook.paytables import Row as PayRow
from houseway.table.setup import BONUS, Setup
from houseway.table.shown.postings import postings

Theme = Literal["monitor", "led", "frame", "sign"]
"""How a display looks."""

KINDS: dict[Theme, str] = {"monitor": "monitor", "led": "led", "frame": "photo-frame", "sign": "edge-lit"}
"""The kind of device that each theme stands for."""

_TRIVIAL = frozenset({"1 to 1", "push"})
_SUITS = {"green": "♠", "purple": "♥", "red": "♦", "blue": "♣"}


class Meter(msgspec.Struct, frozen=True, kw_only=True):
    """One amount on view: the wager that plays for it, the paytable row that it belongs to, if it has one for itself.

    ``over`` is what stands above the amount and ``label`` what it is called alone; ``cap`` is the posted maximum, and
    ``ends`` says when a progressive goes whose removal is announced.
    """

    wager: str
    row: str
    over: str
    label: str
    amount: Amount
    cap: int | None = None
    ends: str = ""

    @property
    def maximum(self) -> str:
        """What is posted about the most that it grows to, or nothing."""
        return f"Maximum {dollars(self.cap)}" if self.cap is not None else ""

    @property
    def text(self) -> str:
        """The amount as it is written: one that moves always with its cents, so that its width stays."""
        cents = self.amount.cents
        return f"${cents // 100:,}.{cents % 100:02d}" if self.amount.moves else dollars(cents)


class Line(msgspec.Struct, frozen=True):
    """A line of a panel: what, and what it pays or takes; ``money`` is what a percent comes to (BJS-2)."""

    name: str
    pay: str = ""
    money: str = ""

    @property
    def text(self) -> str:
        """What it pays, in one."""
        return f"{self.pay} = {self.money}" if self.money else self.pay


class Panel(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the display that is read as one: a paytable (``wager``: of a jackpot), the limits, promotions."""

    title: str
    note: str = ""
    lines: tuple[Line, ...]
    wager: str = ""
    prose: bool = False


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """Everything on view at a table. ``notice`` is required, word for word, beside every bonus amount (S-16)."""

    house: str
    table: str
    game: str
    colour: str
    suit: str
    meters: tuple[Meter, ...]
    panels: tuple[Panel, ...]
    limits: tuple[str, ...]
    notice: str
    names: dict[str, dict[str, str]]
    displays: tuple[str, ...]
    model: Model | None

    @property
    def amounts(self) -> tuple[Amount, ...]:
        """The amounts alone."""
        return tuple(meter.amount for meter in self.meters)

    def image(self) -> Image:
        """All of it as the image that a device is asked to show."""
        rows = [Row(event=line.name, pay=line.text) for panel in self.panels if panel.wager for line in panel.lines]
        return Image(title=self.game, amounts=self.amounts, rows=tuple(rows), limits=self.limits, notice=self.notice)


class Amounts(Protocol):
    """Where a board has its amounts and the jackpots' states from: what runs, or a draft."""

    def amounts(self, jackpot: Jackpot) -> dict[str, int]:
        """The amounts of a jackpot by row, in cents."""

    def jackpot(self, id: str) -> JackpotState:
        """The state of a jackpot."""


class _Beginning:
    """Jackpots as they begin: each at its seed, or as it is posted."""

    def amounts(self, jackpot: Jackpot) -> dict[str, int]:
        if jackpot.scheme == BONUS:
            return {} if jackpot.amount is None else {"": jackpot.amount}
        return {meter.row: meter.seed for meter in jackpot.meters}

    def jackpot(self, id: str) -> JackpotState:
        return JackpotState(id=id)


def board_planned(property: Property, id: str) -> Board:
    """The board of a table that is only configured, with every jackpot as it begins; a refusal says what is missing."""
    table = property.table(id)
    if table is None:
        raise UnknownThing(f"there is no table {id!r}", remedy="look at those of the draft")
    known = {jackpot.id: jackpot for jackpot in property.jackpots}
    setup = setup_of(table, known, settings_of(property, id))
    by_wager = {wager: known[name] for wager, name in table.jackpots.items() if name in known}
    return _board(_Beginning(), property.name, table, setup, by_wager, [])


def board_of(mirror: Mirror, id: str, at: int) -> Board:
    """The board of table ``id`` at the moment ``at``."""
    property = mirror.property
    if id not in property.tables:
        raise UnknownThing(f"there is no table {id!r}", remedy=f"tables: {', '.join(property.tables) or 'none yet'}")
    table = property.tables[id]
    state = mirror.table(id)
    jackpots = {jackpot: mirror.jackpot(jackpot).jackpot for jackpot in table.jackpots.values()}
    known = {name: jackpot for name, jackpot in jackpots.items() if jackpot is not None}
    day = gaming_day(at, property.zone, property.day_starts)
    setup = mirror.setup(id) if state.open else setup_of(table, known, settings_on(property, day, id))
    by_wager = {wager: known[name] for wager, name in table.jackpots.items() if name in known}
    return _board(mirror, property.name, table, setup, by_wager, running(property, id, at))


def _board(
    source: Amounts,
    house: str,
    table: Table,
    setup: Setup,
    jackpots: dict[str, Jackpot],
    promotions: list[Promotion],
) -> Board:
    colour = setup.edition.about.colour
    return Board(
        house=house,
        table=table.id,
        game=setup.edition.about.name,
        colour=colour,
        suit=_SUITS.get(colour, "♠"),
        meters=tuple(_meters(source, setup, jackpots)),
        panels=tuple(_panels(source, setup, jackpots, promotions)),
        limits=tuple(f"{line.name}: {line.pay}" for line in _limits(setup)),
        notice=setup.notice or "",
        names={slug: {row.event: row.name for row in pays.rows} for slug, pays in setup.paytables.items()},
        displays=tuple(display.kind for display in table.displays),
        model=model_of(table.equipment.model, table.equipment.version) if table.equipment else None,
    )


# -- amounts


def _meters(source: Amounts, setup: Setup, jackpots: dict[str, Jackpot]) -> Iterator[Meter]:
    for wager, jackpot in jackpots.items():
        caps = {meter.row: meter.cap for meter in jackpot.meters}
        amounts = source.amounts(jackpot)
        removal = announced(source.jackpot(jackpot.id))
        if not amounts and jackpot.scheme == BONUS:
            # A bonus without percents: what stands on the display is the prize of each row that the operator posted.
            amounts = {row: _prize(setup, wager, row) for row in jackpot.posted}
        for row, cents in amounts.items():
            name = setup.wager(wager).name
            found = setup.paytables[wager].find(row) if row else None
            label = f"{name}: {found.name}" if found is not None else name
            yield Meter(
                wager=wager,
                row=row,
                over=found.name if found is not None else name,
                label=label,
                amount=Amount(
                    jackpot=jackpot.id, label=label, cents=cents, scheme=jackpot.scheme, updates=jackpot.updates
                ),
                cap=caps.get(row),
                ends=removal.ends if removal is not None else "",
            )


def _prize(setup: Setup, wager: str, row: str) -> int:
    found = setup.paytables[wager].find(row)
    if found is None or found.pay.is_percent:
        return 0
    return found.pay.returned(setup.fixed_amount(wager) or 0)


# -- what else is on view


def _removals(source: Amounts, setup: Setup, jackpots: dict[str, Jackpot]) -> Iterator[Line]:
    """What players are told of progressives that go (WAC 230-15-710)."""
    for wager, jackpot in jackpots.items():
        removal = announced(source.jackpot(jackpot.id))
        if removal is not None:
            yield Line(f"{setup.wager(wager).name}: {removal.text}")


def _panels(
    source: Amounts, setup: Setup, jackpots: dict[str, Jackpot], promotions: list[Promotion]
) -> Iterator[Panel]:
    removals = tuple(_removals(source, setup, jackpots))
    if removals:
        yield Panel(title="Notice to players", lines=removals, prose=True)
    for wager, jackpot in jackpots.items():
        yield Panel(
            title=setup.wager(wager).name,
            note=f"Fixed wager {dollars(jackpot.wager)}",
            lines=tuple(_pays(setup, wager, jackpot)),
            wager=wager,
        )
    yield from _paytables(setup)
    yield Panel(title="Limits", lines=tuple(_limits(setup)))
    if promotions:
        yield Panel(title="Promotions", lines=tuple(_promotions(setup, promotions)), prose=True)
    notes = tuple(_notes(setup))
    if notes:
        yield Panel(title="Please note", lines=notes, prose=True)


def _pays(setup: Setup, wager: str, jackpot: Jackpot) -> Iterator[Line]:
    for row in setup.paytables[wager].rows:
        if not _wins(row):
            continue
        money = ""
        if row.pay.is_percent and jackpot.scheme == BONUS and jackpot.amount is not None:
            money = dollars(jackpot.amount * row.pay.numerator // row.pay.denominator)
        yield Line(row.name, row.pay.text, money)


def _paytables(setup: Setup) -> Iterator[Panel]:
    """The other paytables; wagers that pay alike share one."""
    alike: dict[tuple[Line, ...], list[str]] = {}
    for slug, table in setup.paytables.items():
        lines = tuple(Line(row.name, row.pay.text) for row in table.rows if _wins(row))
        if slug not in setup.jackpots and any(line.pay not in _TRIVIAL for line in lines):
            alike.setdefault(lines, []).append(setup.wager(slug).name)
    for lines, names in alike.items():
        yield Panel(title=names[0], note=f"Also {', '.join(names[1:])}" if names[1:] else "", lines=lines)


def _wins(row: PayRow) -> bool:
    """Whether a row tells a player something: neither a loss nor a push that is called one."""
    if row.pay.kind is PayKind.PUSH:
        return not row.name.startswith("Push")
    return row.pay.kind is not PayKind.LOSS and row.pay.amount > 0


def _limits(setup: Setup) -> Iterator[Line]:
    posted = postings(setup)
    for slug, (least, most) in posted.limits.items():
        yield Line(setup.wager(slug).name, f"{dollars(least)} to {dollars(most)}")
    for slug, cents in posted.fixed.items():
        yield Line(setup.wager(slug).name, f"{dollars(cents)}, fixed")


def _promotions(setup: Setup, promotions: list[Promotion]) -> Iterator[Line]:
    for item in offered(setup, promotions):
        yield Line(f"{item.hand} on {item.name} wins {dollars(item.prize)} more, until {item.until}.")


def _notes(setup: Setup) -> Iterator[Line]:
    posted = postings(setup)
    for notice in posted.notices:
        yield Line(notice.text)
    for extra in posted.extras:
        row = setup.paytables[extra.wager].find(extra.event)
        name = row.name if row is not None else extra.event
        whose = "the other players" if extra.prize == "Envy" else "all players"
        yield Line(
            f"{extra.prize}: when {name} is hit, {extra.pays} is divided equally among {whose} at the table "
            f"with a {setup.wager(extra.wager).name} wager."
        )


# -- which display may show it


def themes_of(board: Board) -> list[Theme]:
    """The themes that a table's jackpot system has a display for, those that are configured first."""
    able = [theme for theme, kind in KINDS.items() if board.model is None or kind in board.model.displays]
    return sorted(able, key=lambda theme: (KINDS[theme] not in board.displays, theme == "sign", able.index(theme)))


def theme_of(name: str) -> Theme:
    """The theme called ``name``, or the refusal."""
    for theme in KINDS:
        if theme == name:
            return theme
    raise UnknownThing(f"there is no theme {name[:40]!r}", remedy=f"one of {', '.join(KINDS)}")


def usual_theme(board: Board) -> Theme:
    """The theme of a table where none is asked for: the first of its own displays that shows an amount, if one does."""
    shown = themes_of(board)
    return next((theme for theme in shown if theme != "sign"), shown[0])


def admit(board: Board, theme: Theme, at: int) -> str:
    """The words that a display of that kind would show; a refusal where the table's equipment cannot show them."""
    kind = KINDS[theme]
    image = board.image()
    if board.model is None:
        check_notice(board.amounts, board.notice, board.notice)
        if board.amounts:
            raise EquipmentRefused(
                f"table {board.table} has jackpots and no jackpot system",
                clause="S-12",
                remedy="name the equipment of the table",
            )
        return board.game
    display = make_display(kind, f"{board.table} {kind}", board.model, game=board.game, notice=board.notice)
    if isinstance(display, Monitor):
        display.draw(image, at=at)
    elif isinstance(display, LedSign):
        display.set(board.amounts, by="remote", at=at, notice=board.notice)
    elif isinstance(display, PhotoFrame):
        display.insert_card([image], at=at)
    return display.show(at).text
