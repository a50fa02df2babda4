"""The table of controls: who may give each command, with whom, on what paper, and apart from what.

Each command has one record here, or this module does not load. `houseway.floor.permissions` holds commands to it;
``houseway property controls`` and the office show it. Nobody may both commit and conceal an error (WAC 230-15-430):
where two people are wanted they are of different departments, and who did something does not confirm it alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple, get_args

from houseway.compliance.configuration import DEPARTMENTS
from houseway.floor import commands as c

SEGREGATION = "WAC 230-15-430"

DeviceKind = Literal["panel", "sensor", "shoe", "display"]
"""What may stand at a table and give commands by itself, for that table alone."""

DEVICE_KINDS: tuple[DeviceKind, ...] = get_args(DeviceKind)

SECONDS = frozenset({"supervisor", "surveillance", "security", "accounting", "administrator"})
"""Roles whose holder may be the second of two people. Technicians sign for no money (Ohio 3772-10-15)."""

People = Literal[
    "one",
    "two",
    "two-once-there-are-two",
    "two-above-threshold",
    "two-above-surveillance",
    "two-unless-configured-by-two",
]
"""How many people a command takes.

``one`` and ``two`` speak for themselves. ``two-once-there-are-two``: alone only while nobody could be the second.
``two-above-threshold``: two for a percent prize and above the surveillance threshold. ``two-above-surveillance``: two
above that threshold, surveillance and somebody else. ``two-unless-configured-by-two``: one opens what two have
configured.
"""

IN_WORDS: dict[People, str] = {
    "one": "one",
    "two": "two, of different departments",
    "two-once-there-are-two": "two, of different departments, as soon as the property has them",
    "two-above-threshold": "one; two for a percent prize and above the surveillance threshold",
    "two-above-surveillance": "one; two above the surveillance threshold, one of them of surveillance",
    "two-unless-configured-by-two": "one; two where one person alone configured the table",
}
"""The same as people read it."""

Act = Literal["claim", "verify", "deposit", "book", "report", "read"]
"""What somebody may have done before and so does not confirm alone."""

ACTS: dict[Act, str] = {
    "claim": "claimed the hit",
    "verify": "verified the hit",
    "deposit": "moved money of the account since its last statement",
    "book": "moved money of the account since the statement before the difference",
    "report": "reported the malfunction",
    "read": "read the counter",
}
"""The same as people read it."""


class Reference(NamedTuple):
    """The paper that a command names in ``field``; ``once``: one paper serves once, at the whole property or, with
    ``own``, for the same jackpot. ``when`` and ``says`` narrow it to some commands of the kind."""

    field: str
    once: bool = False
    own: bool = False
    when: Callable[[Any], bool] | None = None
    says: str = ""


class Control(NamedTuple):
    """What holds for one command.

    ``devices`` of the command's own table may give it by themselves, ``player`` says that a player may for the own
    seat. ``called``: the second person may be of the same department, as a supervisor who is called to a table is.
    ``filled`` are fields that may not be blank. ``apart``: at least one who signs has done none of these things before;
    ``strictly``: nobody who signs has. ``sealed``: sealed before it is answered. ``clause`` asks for all this.
    """

    roles: frozenset[str]
    people: People
    seconds: frozenset[str]
    devices: frozenset[str]
    player: bool
    called: bool
    filled: tuple[str, ...]
    reference: Reference | None
    apart: tuple[Act, ...]
    strictly: bool
    sealed: bool
    clause: str

    @property
    def two(self) -> bool:
        """Whether it always takes two people."""
        return self.people == "two"


def _by(
    *roles: str,
    people: People = "one",
    devices: Iterable[DeviceKind] = (),
    player: bool = False,
    called: bool = False,
    filled: Iterable[str] = (),
    reference: Reference | None = None,
    apart: Iterable[Act] = (),
    strictly: bool = False,
    sealed: bool = False,
    clause: str = SEGREGATION,
) -> Control:
    return Control(
        frozenset(roles),
        people,
        SECONDS,
        frozenset(devices),
        player,
        called,
        tuple(filled),
        reference,
        tuple(apart),
        strictly,
        sealed,
        clause,
    )


def _ordered(command: Any) -> bool:
    return bool(command.reason == "order-of-the-regulator")


def _removed_by_order(command: Any) -> bool:
    return bool(command.removal == "order-of-the-regulator")


_FLOOR = ("dealer", "supervisor")
_MONEY = ("supervisor", "accounting", "administrator")
_BOOKS = ("accounting", "administrator")
_ORDER = "for an order of the regulator"
_DECREASE = "WAC 230-15-695"
_REMOVAL = "WAC 230-15-710"
_BANK = "WAC 230-15-455"
_HIT = "WAC 230-15-405"

CONTROLS: dict[type[c.Command], Control] = {
    # -- the property
    c.CreateProperty: _by("administrator", people="two-once-there-are-two", sealed=True),
    c.ChangeSettings: _by("administrator", people="two", sealed=True),
    c.AddPerson: _by("administrator", people="two-once-there-are-two", sealed=True),
    c.DropPerson: _by("administrator", people="two", sealed=True),
    c.MakeAccount: _by("administrator", sealed=True),
    c.ReplacePassword: _by("administrator", sealed=True),
    c.CloseAccount: _by("administrator", sealed=True),
    c.OpenAccount: _by("administrator", sealed=True),
    c.UpgradeRelease: _by(
        "administrator",
        "technician",
        people="two",
        filled=("reason",),
        reference=Reference("document"),
        sealed=True,
        clause="S-1",
    ),
    # Everybody who has an account, a regulator too, for the own.
    c.ChangeOwnPassword: _by(*DEPARTMENTS, sealed=True),
    c.AttestAccounts: _by("administrator", people="two", filled=("reason",), sealed=True),
    c.MakeDeviceKey: _by("technician", "administrator", people="two", filled=("name",), sealed=True),
    c.RevokeDeviceKey: _by("technician", "administrator", people="two", filled=("reason",), sealed=True),
    c.AddLicence: _by(*_BOOKS, people="two", reference=Reference("licence.number"), sealed=True, clause="S-3"),
    c.AddApproval: _by("administrator", people="two", sealed=True),
    c.AddPromotion: _by("administrator", "supervisor", people="two", sealed=True, clause="WAC 230-06-030"),
    c.EndPromotion: _by("administrator", "supervisor", filled=("reason",), clause="WAC 230-06-030"),
    c.ReportMalfunction: _by(
        *_FLOOR,
        "technician",
        "surveillance",
        "security",
        devices=("panel",),
        filled=("malfunction", "what"),
        clause="WAC 230-06-054",
    ),
    c.NotifyMalfunction: _by(*_MONEY, reference=Reference("reference"), clause="WAC 230-06-054"),
    c.MendMalfunction: _by("technician", "supervisor", filled=("how",), clause="WAC 230-06-054"),
    c.SetClockRight: _by("administrator", people="two", filled=("reason",), sealed=True),
    c.CloseDay: _by(*_MONEY, people="two", sealed=True),
    # -- seals
    c.RotateSealKey: _by("administrator", people="two", filled=("reason",), sealed=True),
    # The seal of a section that begins anew is made with the key itself: before that nothing can be sealed.
    c.ReplaceLostKey: _by("administrator", people="two", filled=("reason",)),
    # -- tables
    c.AddTable: _by("administrator", "supervisor", people="two", sealed=True),
    c.ChangeTable: _by(
        "administrator",
        "supervisor",
        people="two",
        reference=Reference("document", when=_removed_by_order, says=_ORDER),
        sealed=True,
    ),
    c.RemoveTable: _by(
        "administrator",
        "supervisor",
        people="two",
        filled=("reason",),
        reference=Reference("document", when=_removed_by_order, says=_ORDER),
        sealed=True,
    ),
    c.OpenTable: _by("supervisor", "administrator", people="two-unless-configured-by-two"),
    c.CloseTable: _by("supervisor", "administrator", sealed=True),
    c.Sit: _by(*_FLOOR, devices=("panel",), player=True),
    c.Leave: _by(*_FLOOR, devices=("panel",), player=True),
    c.BringChips: _by(*_FLOOR, devices=("panel",), player=True),
    c.GiveChips: _by("supervisor", "administrator"),
    c.BeginRound: _by(*_FLOOR, devices=("panel",)),
    c.Answer: _by(*_FLOOR, devices=("panel",), player=True),
    # What lies face down is read by the shoe alone: nobody in person says what it is before it is turned.
    c.ReadCard: _by(devices=("shoe",)),
    c.TimeOut: _by(*_FLOOR, devices=("panel",)),
    c.CorrectAnswer: _by("supervisor", filled=("reason",), sealed=True),
    c.CorrectLine: _by("supervisor", "accounting", people="two", filled=("reason",), sealed=True),
    c.NoteStep: _by(*_FLOOR, devices=("panel",)),
    c.PauseTable: _by(*_FLOOR),
    c.Tabulate: _by(*_FLOOR, devices=("panel", "sensor")),
    c.ConfirmIndicators: _by(*_FLOOR, devices=("panel",), called=True, clause="S-7"),
    c.NoteEdges: _by(*_FLOOR, devices=("panel", "sensor"), clause="S-6"),
    c.SettleRound: _by(*_FLOOR, devices=("panel",)),
    c.VerifyWin: _by("surveillance", reference=Reference("recording"), clause="WAC 230-15-320"),
    c.VoidRound: _by("supervisor", filled=("reason",), sealed=True, clause="BJS-5"),
    c.FailTable: _by("supervisor", "technician", devices=("panel",), filled=("what",), clause="WAC 230-06-054"),
    c.RestoreTable: _by("supervisor", "technician", filled=("how",), clause="WAC 230-06-054"),
    c.FailDisplay: _by(*_FLOOR, "technician", devices=("panel", "display"), filled=("what",), clause="WAC 230-06-054"),
    c.RestoreDisplay: _by("supervisor", "technician", devices=("panel", "display"), clause="WAC 230-06-054"),
    c.ReadCounter: _by("supervisor", "accounting", "technician", devices=("panel",), clause="S-9"),
    c.ExplainReading: _by(
        "supervisor", "accounting", people="two", filled=("explanation",), apart=("read",), sealed=True, clause="S-9"
    ),
    c.ReplaceCounter: _by("technician", people="two", filled=("reason",), sealed=True, clause="S-9"),
    # -- jackpots
    c.AddJackpot: _by("administrator", people="two", sealed=True, clause="LAB-25"),
    c.ChangeJackpot: _by(*_BOOKS, people="two", sealed=True, clause="LAB-25"),
    c.PostAmount: _by(*_MONEY, people="two", sealed=True, clause="LAB-25"),
    c.ClaimHit: _by(*_FLOOR, devices=("panel",), sealed=True, clause="BJS-3"),
    c.VerifyHit: _by(
        "supervisor",
        "surveillance",
        people="two-above-surveillance",
        filled=("cards", "deck"),
        apart=("claim",),
        sealed=True,
        clause=_HIT,
    ),
    c.RejectHit: _by("supervisor", "surveillance", people="two", filled=("reason",), sealed=True, clause="BJS-3"),
    c.PayHit: _by(
        "supervisor",
        "accounting",
        people="two-above-threshold",
        reference=Reference(
            "reference", once=True, when=lambda command: command.method == "check", says="for a prize paid by check"
        ),
        apart=("claim", "verify"),
        sealed=True,
        clause=_HIT,
    ),
    c.AdjustMeter: _by(
        *_MONEY,
        people="two",
        reference=Reference("document", once=True),
        apart=("report",),
        sealed=True,
        clause=_DECREASE,
    ),
    c.RecoverSeed: _by(
        *_BOOKS, people="two", reference=Reference("document", once=True), sealed=True, clause=_DECREASE
    ),
    c.BookUndisplayed: _by(
        *_BOOKS, people="two", reference=Reference("document", once=True), sealed=True, clause=_DECREASE
    ),
    c.Deposit: _by("accounting", reference=Reference("reference", once=True), sealed=True, clause=_BANK),
    c.Withdraw: _by("accounting", people="two", reference=Reference("reference", once=True), sealed=True, clause=_BANK),
    c.Statement: _by(
        *_BOOKS,
        reference=Reference("reference", once=True, own=True),
        apart=("deposit",),
        strictly=True,
        sealed=True,
        clause=_BANK,
    ),
    c.ExplainDifference: _by(
        *_BOOKS,
        people="two",
        filled=("explanation",),
        reference=Reference("reference", once=True, own=True),
        apart=("book",),
        sealed=True,
        clause=_BANK,
    ),
    c.Seize: _by(
        *_BOOKS,
        people="two",
        filled=("authority",),
        reference=Reference("reference", once=True),
        sealed=True,
        clause="WAC 230-15-715",
    ),
    c.StopJackpot: _by(*_MONEY, "surveillance", "security", filled=("reason",)),
    c.ResumeJackpot: _by(*_MONEY, people="two", filled=("reason",), sealed=True),
    c.AnnounceRemoval: _by(
        "administrator",
        people="two",
        reference=Reference("document", when=_ordered, says=_ORDER),
        sealed=True,
        clause=_REMOVAL,
    ),
    c.TransferJackpot: _by(
        *_BOOKS, people="two", reference=Reference("document", once=True), sealed=True, clause=_REMOVAL
    ),
    c.DonateJackpot: _by(
        *_BOOKS,
        people="two",
        filled=("organisation",),
        reference=Reference("reference", once=True),
        sealed=True,
        clause=_REMOVAL,
    ),
    c.CloseJackpot: _by(*_BOOKS, people="two", sealed=True, clause=_REMOVAL),
}
"""What holds for each command. A regulator reads everything and commands nothing but the own password."""

_UNCONTROLLED = [command.__name__ for command in c.COMMANDS.values() if command not in CONTROLS]
if _UNCONTROLLED:
    raise TypeError(f"no control is declared for {', '.join(_UNCONTROLLED)}: add a record to CONTROLS")


def control(command: c.Command | type[c.Command]) -> Control:
    """What holds for a command, or for all commands of a kind."""
    return CONTROLS[command if isinstance(command, type) else type(command)]
