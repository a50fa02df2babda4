"""TableVision: the displays of a table as software devices, and the printed page that takes a failed one's place.

A display shows what the operator put on it. It takes no input from players and decides nothing (BJS-6).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Literal

import msgspec

from houseway.jackpots.equipment import Model
from houseway.jackpots.jackpot_errors import EquipmentFailed, EquipmentRefused, NoticeRefused
from houseway.rulebook.money import cents, dollars

STALE_AFTER = 15_000_000
"""A monitor that has had no frame for so many microseconds says that it is not current."""

NOT_CURRENT = "AMOUNT NOT CURRENT"
"""What a monitor says beside an amount that may no longer be right."""


class Amount(msgspec.Struct, frozen=True, kw_only=True):
    """One jackpot amount as it is displayed. ``updates`` is the jackpot's: ``real-time`` moves with each wager."""

    jackpot: str
    label: str
    cents: int
    scheme: Literal["bonus", "progressive"]
    updates: Literal["static", "updated", "real-time"]

    @property
    def moves(self) -> bool:
        """Whether it moves with each wager: a progressive, whatever is said of how it is updated."""
        return self.updates == "real-time" or self.scheme == "progressive"


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a paytable as displayed. ``money`` is what a percent pays now, posted beside it (BJS-2)."""

    event: str
    pay: str
    money: int | None = None


class Image(msgspec.Struct, frozen=True, kw_only=True):
    """A still image for a photo frame or a monitor, by what can be read on it."""

    title: str
    amounts: tuple[Amount, ...] = ()
    rows: tuple[Row, ...] = ()
    limits: tuple[str, ...] = ()
    notice: str = ""


class Posting(msgspec.Struct, frozen=True, kw_only=True):
    """All that must be on view at a table: what the printed page carries."""

    game: str
    table: str
    amounts: tuple[Amount, ...] = ()
    rows: tuple[Row, ...] = ()
    limits: tuple[str, ...] = ()
    notice: str = ""


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """What can be read on a display now. ``as_of`` is when it was put there."""

    text: str
    amounts: tuple[Amount, ...] = ()
    notice: str = ""
    as_of: int | None = None
    stale: bool = False
    failed: bool = False


class Outage(msgspec.Struct, frozen=True, kw_only=True):
    """A display out of order: since when, the printed page in its place and, once mended, until when."""

    display: str
    what: str
    since: int
    page: str
    until: int | None = None


class FaceReplaced(msgspec.Struct, frozen=True, kw_only=True):
    """An edge-lit sign got another face, for the record."""

    display: str
    at: int
    old: str
    new: str


def check_notice(amounts: Sequence[Amount], notice: str, required: str) -> None:
    """Refuse a bonus amount whose display does not carry the ``required`` notice word for word (S-16)."""
    if any(amount.scheme == "bonus" for amount in amounts) and (not required or notice != required):
        raise NoticeRefused(
            "a bonus amount is displayed without the required notice"
            if not notice
            else "the notice beside a bonus amount is not the required one, word for word",
            clause="S-16",
            remedy=f"display: {required}" if required else "take the notice from the edition's rules",
        )


def printed_page(posting: Posting, required: str) -> str:
    """The page that hangs where a display failed, as Markdown: amounts, paytable, limits and notice (S-14)."""
    check_notice(posting.amounts, posting.notice, required)
    blocks = [f"# {posting.game}", f"Table {posting.table}"]
    blocks += [f"**{amount.label}: {dollars(cents(amount.cents))}**" for amount in posting.amounts]
    if posting.rows:
        table = ["| event | pays |", "|---|---|"]
        table += [f"| {row.event} | {_pay(row)} |" for row in posting.rows]
        blocks.append("\n".join(table))
    if posting.limits:
        blocks.append("\n".join(f"- {limit}" for limit in posting.limits))
    if posting.notice:
        blocks.append(posting.notice)
    return "\n\n".join(blocks) + "\n"


class Display(ABC):
    """What every display has in common: a name, the model it belongs to, the required notice, and its failures."""

    kind: ClassVar[str]

    def __init__(self, name: str, model: Model, *, notice: str) -> None:
        model.check_display(self.kind)
        self.name = name
        self.model = model
        self._required = notice
        self._outage: Outage | None = None

    @property
    def failed(self) -> bool:
        """Whether the display is out of order."""
        return self._outage is not None

    def show(self, at: int) -> Shown:
        """What can be read on the display at ``at``."""
        if self.failed:
            return Shown(text="", failed=True)
        return self._show(at)

    def fail(self, what: str, at: int, posting: Posting) -> Outage:
        """The display goes out of order: the outage, with the page to hang in its place.

        ``posting`` has the amounts as they are now. Failing again while out of order prints a new page for the same
        outage.
        """
        page = printed_page(posting, self._required)
        if self._outage is None:
            self._outage = Outage(display=self.name, what=what, since=at, page=page)
        else:
            self._outage = msgspec.structs.replace(self._outage, page=page)
        return self._outage

    def mend(self, at: int) -> Outage:
        """The display works again; returns the whole outage, for the record."""
        if self._outage is None:
            raise EquipmentRefused(
                f"display {self.name} is not out of order", clause="S-14", remedy="nothing is to be done"
            )
        ended = msgspec.structs.replace(self._outage, until=at)
        self._outage = None
        return ended

    @abstractmethod
    def _show(self, at: int) -> Shown: ...

    def _check_change(self, by: str, amounts: Sequence[Amount], notice: str) -> None:
        if self.failed:
            raise EquipmentFailed(
                f"display {self.name} is out of order", clause="S-14", remedy="use the printed page until it is mended"
            )
        self.model.check_change(by)
        for amount in amounts:
            cents(amount.cents, f"the amount of {amount.jackpot}")
        check_notice(amounts, notice, self._required)


class EdgeLitSign(Display):
    """A lit sign whose face is fixed: the name of the game. For another game the face is replaced."""

    kind = "edge-lit"

    def __init__(self, name: str, model: Model, *, game: str) -> None:
        super().__init__(name, model, notice="")
        self._game = game

    def replace_face(self, game: str, at: int) -> FaceReplaced:
        """Fit another face."""
        replaced = FaceReplaced(display=self.name, at=at, old=self._game, new=game)
        self._game = game
        return replaced

    def fail(self, what: str, at: int, posting: Posting) -> Outage:
        """The light goes out: the page in its place names the game, and the amounts stay where they are shown."""
        return super().fail(what, at, Posting(game=self._game, table=posting.table))

    def check_game(self, game: str) -> None:
        """Refuse to stand at a table where another game is played."""
        if game != self._game:
            raise EquipmentRefused(
                f"the face of sign {self.name} says {self._game}, and {game} is played",
                clause="Deuces Wild 2010, appendix F",
                remedy="replace the face of the sign",
            )

    def _show(self, at: int) -> Shown:
        return Shown(text=self._game)


class LedSign(Display):
    """A sign of running letters: the amount, then the notice. It is set by hand and does not move with wagers."""

    kind = "led"

    def __init__(self, name: str, model: Model, *, notice: str) -> None:
        super().__init__(name, model, notice=notice)
        self._shown = Shown(text="")

    def set(self, amounts: Sequence[Amount], *, by: str, at: int, notice: str = "") -> None:
        """Put other amounts on the sign, ``by`` its remote, a computer, or the data centre where the model has that."""
        if by == "card":
            raise EquipmentRefused(
                "a card holds images for the photo frame: the LED sign cannot read it",
                clause=self.model.clause,
                remedy="use the remote control or a computer plugged in",
            )
        self._check_change(by, amounts, notice)
        for amount in amounts:
            if amount.moves:
                raise EquipmentRefused(
                    f"sign {self.name} is set by hand: the amount of {amount.jackpot} moves with each wager",
                    clause="BJS-2",
                    remedy="display it on a monitor driven by a server on the property",
                )
        text = "   ".join([*(f"{amount.label} {dollars(amount.cents)}" for amount in amounts), *filter(None, [notice])])
        self._shown = Shown(text=text, amounts=tuple(amounts), notice=notice, as_of=at)

    def window(self, step: int, width: int) -> str:
        """The ``width`` letters that stand on the sign when the text has moved on by ``step``; it runs for ever."""
        if self.failed:
            return " " * width
        text = self._shown.text + "   "
        start = step % len(text)
        return (text[start:] + text * (width // len(text) + 1))[:width]

    def _show(self, at: int) -> Shown:
        return self._shown


class PhotoFrame(Display):
    """A household photo frame: the images on the memory card put into it, one after another."""

    kind = "photo-frame"

    def __init__(self, name: str, model: Model, *, notice: str) -> None:
        super().__init__(name, model, notice=notice)
        self._images: tuple[Image, ...] = ()
        self._as_of: int | None = None

    def insert_card(self, images: Sequence[Image], *, at: int, by: str = "card") -> None:
        """Put in a card with ``images``. Each image with a bonus amount carries the notice itself."""
        if by != "card":
            raise EquipmentRefused(
                f"images reach a photo frame on a memory card and not by {by}",
                clause=self.model.clause,
                remedy="copy the images to a card and put it into the frame",
            )
        if not images:
            raise EquipmentRefused(
                "the card holds no image", clause=self.model.clause, remedy="copy the images to the card first"
            )
        for image in images:
            self._check_change(by, image.amounts, image.notice)
            if any(amount.moves for amount in image.amounts):
                raise EquipmentRefused(
                    f"frame {self.name} shows still images: it cannot show an amount that moves with each wager",
                    clause="BJS-2",
                    remedy="display it on a monitor driven by a server on the property",
                )
        self._images, self._as_of = tuple(images), at

    def _show(self, at: int) -> Shown:
        return Shown(
            text="\n\n".join(_read(image) for image in self._images),
            amounts=tuple(amount for image in self._images for amount in image.amounts),
            notice=next((image.notice for image in self._images if image.notice), ""),
            as_of=self._as_of,
        )


class Monitor(Display):
    """A monitor on which a server of the property draws, amounts in real time.

    When frames stop coming it keeps the last and says that it is not current.
    """

    kind = "monitor"

    def __init__(self, name: str, model: Model, *, notice: str, stale_after: int = STALE_AFTER) -> None:
        super().__init__(name, model, notice=notice)
        self._stale_after = stale_after
        self._image = Image(title="")
        self._as_of: int | None = None

    def draw(self, image: Image, *, at: int, by: str = "server") -> None:
        """The server draws a whole frame. One that is older than what is shown changes nothing."""
        self._check_change(by, image.amounts, image.notice)
        for amount in image.amounts:
            self.model.check_amount("real-time" if amount.moves else amount.updates)
        if self._as_of is None or at >= self._as_of:
            self._image, self._as_of = image, at

    def _show(self, at: int) -> Shown:
        stale = self._as_of is None or at - self._as_of > self._stale_after
        text = _read(self._image)
        return Shown(
            text=f"{NOT_CURRENT}\n{text}" if stale else text,
            amounts=self._image.amounts,
            notice=self._image.notice,
            as_of=self._as_of,
            stale=stale,
        )


def make_display(kind: str, name: str, model: Model, *, game: str, notice: str) -> Display:
    """The display device of a ``kind``, for a table where ``game`` is played under the required ``notice``."""
    if kind == EdgeLitSign.kind:
        return EdgeLitSign(name, model, game=game)
    for device in (LedSign, PhotoFrame, Monitor):
        if kind == device.kind:
            return device(name, model, notice=notice)
    raise EquipmentRefused(
        f"{kind!r} is no display device", clause=model.clause, remedy=f"use one of {', '.join(model.displays)}"
    )


def _pay(row: Row) -> str:
    return row.pay if row.money is None else f"{row.pay} = {dollars(row.money)}"


def _read(image: Image) -> str:
    lines = [image.title]
    lines += [f"{amount.label} {dollars(amount.cents)}" for amount in image.amounts]
    lines += [f"{row.event}: {_pay(row)}" for row in image.rows]
    return "\n".join(line for line in [*lines, *image.limits, image.notice] if line)
