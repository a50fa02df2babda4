"""What can be done in the office: for each command its words, and the fields of its form."""

from __future__ import annotations

import msgspec

from houseway.compliance.configuration import DEPARTMENTS
from houseway.floor import command_index as c
from houseway.floor.declared import control
from houseway.jackpots.funds import Decrease
from houseway.jackpots.removal import Removal
from houseway.reports.numbers import words
from houseway.web.office.fields import Field

Choices = tuple[tuple[str, str], ...]


class Action(msgspec.Struct, frozen=True, kw_only=True):
    """A command as people do it. ``button`` is what the button says; ``danger``: it takes something away.

    ``name`` tells apart two actions of one command.
    """

    command: type[c.Command]
    name: str = ""
    title: str
    button: str
    fields: tuple[Field, ...]
    says: str = ""
    danger: bool = False

    @property
    def kind(self) -> str:
        """The command's type, or the action's own name."""
        return self.name or str(self.command.__struct_config__.tag)

    @property
    def two(self) -> bool:
        """Whether it always takes two people."""
        return control(self.command).two


def slugs(*names: str) -> Choices:
    """Choices that are called as they are, in words."""
    return tuple((name, words(name)) for name in names)


def _hidden(*names: str) -> tuple[Field, ...]:
    return tuple(Field(name=name, label=words(name), kind="hidden") for name in names)


_JACKPOT = _hidden("jackpot")
_HIT = _hidden("jackpot", "hit")
_TABLE = _hidden("table")
_REASON = Field(name="reason", label="Reason")
_REMOVALS = slugs(*(known.value for known in Removal))
_REMOVAL = Field(
    name="removal",
    label="Why a progressive leaves the table",
    kind="choice",
    choices=(("", "None leaves it"), *_REMOVALS),
    needed=False,
)
_ORDER = Field(name="document", label="Order", needed=False, hint="The paper that orders it, where the regulator does.")
_DOCUMENT = Field(name="document", label="Document", hint="The number or name of the paper that shows it.")
_REFERENCE = Field(name="reference", label="Reference", hint="Slip, check or statement number.")
_ROW = Field(name="row", label="Meter", kind="choice", needed=False)
_METER = (
    Field(name="seed", label="Seed", kind="money"),
    Field(name="reseed", label="Reseed", kind="money"),
    Field(name="rate", label="To the amount", kind="percent", hint="Of each wager."),
    Field(name="reserve", label="To the reserve", kind="percent", needed=False),
    Field(name="cap", label="Maximum", kind="money", needed=False, hint="Empty: none."),
)


def meter_fields(place: int, *, row: str = "", needed: bool = True) -> tuple[Field, ...]:
    """The fields of one meter of a jackpot."""
    of = f" of {words(row)}" if row else ""
    return tuple(
        msgspec.structs.replace(
            field,
            name=f"jackpot.meters.{place}.{field.name}",
            label=f"{field.label}{of}",
            needed=needed and field.needed,
        )
        for field in _METER
    )


def limit_fields(wagers: dict[str, str]) -> tuple[Field, ...]:
    """The lowest and the highest wager by its slug, with names to be read."""
    return tuple(
        Field(name=f"table.limits.{slug}.{place}", label=f"{name}, {which}", kind="money")
        for slug, name in wagers.items()
        for place, which in ((0, "lowest"), (1, "highest"))
    )


_PERSON = (
    Field(name="person.name", label="Name"),
    Field(name="person.roles", label="Roles", kind="many", choices=slugs(*DEPARTMENTS)),
)
_WHOLE_JACKPOT = Field(
    name="jackpot", label="Jackpot", kind="json", hint="Amounts in cents, shares in parts a million."
)
_WHOLE_TABLE = Field(name="table", label="Table", kind="json", hint="Amounts in cents.")

ACTIONS: dict[str, Action] = {
    action.kind: action
    for action in (
        # -- hits
        Action(
            command=c.VerifyHit,
            title="Verify the hit",
            button="Verify",
            says="The hand, the wager, the seat and the deck were looked at.",
            fields=(
                *_HIT,
                Field(name="cards", label="Winning cards", hint="As they lie on the table."),
                Field(name="deck", label="Deck", hint="How it was found: counted, complete, by whom."),
                Field(
                    name="surveillance", label="Recording", needed=False, hint="Reference of the camera's recording."
                ),
                Field(name="player", label="Player", needed=False, hint="Reference of who won; no name."),
            ),
        ),
        Action(
            command=c.PayHit,
            title="Pay the prize",
            button="Pay",
            fields=(
                *_HIT,
                Field(
                    name="by",
                    label="Paid from",
                    kind="choice",
                    choices=(("cage", "The cage"), ("account", "The account")),
                ),
                Field(name="method", label="Paid in", kind="choice", choices=slugs("check", "cash", "chips")),
                Field(name="reference", label="Reference", needed=False, hint="Number of the check or slip."),
                Field(
                    name="player",
                    label="Player",
                    needed=False,
                    hint="Reference of who is paid, if not recorded before.",
                ),
            ),
        ),
        Action(
            command=c.RejectHit,
            title="Reject the hit",
            button="Reject",
            says="It was no hit: its amount goes back to the meter, and the reseed with it.",
            danger=True,
            fields=(*_HIT, _REASON),
        ),
        # -- jackpots
        Action(
            command=c.AddJackpot,
            title="Begin a jackpot",
            button="Begin",
            says="A progressive needs the fields of its meter; a bonus has an amount or posted rows instead.",
            fields=(
                Field(name="jackpot.id", label="Id"),
                Field(name="jackpot.scheme", label="Kind", kind="choice", choices=slugs("progressive", "bonus")),
                Field(
                    name="jackpot.updates",
                    label="The amount",
                    kind="choice",
                    choices=(
                        ("real-time", "moves with each wager"),
                        ("updated", "is changed by the operator"),
                        ("static", "is posted once"),
                    ),
                ),
                Field(name="jackpot.wager", label="Fixed wager", kind="money", value="$1"),
                *meter_fields(0, needed=False),
                Field(name="jackpot.amount", label="Posted amount", kind="money", needed=False),
                Field(name="jackpot.posted", label="Posted rows", kind="pairs", needed=False, hint="row = $4,000"),
                Field(name="jackpot.maker", label="Maker of the link", needed=False),
            ),
        ),
        Action(
            command=c.ChangeJackpot,
            title="Change the parameters",
            button="Change",
            says="What moves with wagers changes only while every table of the link is closed; seed, reseed and "
            "maximum wait for the next full prize unless they are.",
            fields=(_WHOLE_JACKPOT,),
        ),
        Action(
            command=c.PostAmount,
            title="Post the bonus anew",
            button="Post",
            fields=(
                *_JACKPOT,
                Field(name="amount", label="Amount", kind="money", needed=False),
                Field(name="posted", label="Posted rows", kind="pairs", needed=False, hint="One row = pay a line."),
            ),
        ),
        Action(
            command=c.AdjustMeter,
            title="Set the amount right",
            button="Adjust",
            fields=(
                *_JACKPOT,
                _ROW,
                Field(name="to", label="Shall show", kind="money"),
                Field(
                    name="reason",
                    label="Reason",
                    kind="choice",
                    choices=slugs(Decrease.MALFUNCTION.value, Decrease.MAXIMUM.value),
                ),
                Field(
                    name="malfunction",
                    label="Malfunction",
                    kind="choice",
                    needed=False,
                    hint="The open malfunction that made the display wrong.",
                ),
                _DOCUMENT,
            ),
        ),
        Action(
            command=c.RecoverSeed,
            title="Recover seed money",
            button="Recover",
            says="Never more than the house gave.",
            fields=(
                *_JACKPOT,
                _ROW,
                Field(name="amount", label="Amount", kind="money"),
                Field(name="source", label="From", kind="choice", choices=slugs("reserve", "overflow", "pool")),
                _DOCUMENT,
            ),
        ),
        Action(
            command=c.BookUndisplayed,
            title="Book an undisplayed prize",
            button="Book",
            fields=(
                *_JACKPOT,
                _ROW,
                Field(name="amount", label="Amount", kind="money"),
                Field(name="source", label="From", kind="choice", choices=slugs("overflow", "reserve")),
                _DOCUMENT,
            ),
        ),
        Action(
            command=c.Deposit,
            title="Deposit",
            button="Enter deposit",
            fields=(*_JACKPOT, Field(name="amount", label="Amount", kind="money"), _REFERENCE),
        ),
        Action(
            command=c.Withdraw,
            title="Withdraw what the cage paid ahead",
            button="Withdraw",
            fields=(*_JACKPOT, Field(name="amount", label="Amount", kind="money"), _REFERENCE),
        ),
        Action(
            command=c.Statement,
            title="Bank statement",
            button="Enter statement",
            says="Less than is booked stops the jackpot at once; more must be explained.",
            fields=(*_JACKPOT, Field(name="amount", label="The bank has", kind="money"), _REFERENCE),
        ),
        Action(
            command=c.ExplainDifference,
            title="Explain a difference at the bank",
            button="Enter explanation",
            fields=(*_JACKPOT, Field(name="explanation", label="Where the money is from"), _REFERENCE),
        ),
        Action(
            command=c.Seize,
            title="Money seized by an authority",
            button="Enter seizure",
            says="The jackpot stops until the money is back.",
            danger=True,
            fields=(
                *_JACKPOT,
                Field(name="amount", label="Amount", kind="money"),
                Field(name="authority", label="Authority"),
                _REFERENCE,
            ),
        ),
        Action(
            command=c.StopJackpot,
            title="Stop counting",
            button="Stop the jackpot",
            danger=True,
            fields=(*_JACKPOT, _REASON),
        ),
        Action(command=c.ResumeJackpot, title="Let counting go on", button="Resume", fields=(*_JACKPOT, _REASON)),
        Action(
            command=c.AnnounceRemoval,
            title="Announce the removal",
            button="Announce",
            danger=True,
            fields=(
                *_JACKPOT,
                Field(name="reason", label="Reason", kind="choice", choices=_REMOVALS),
                Field(name="day", label="Day", kind="day"),
                _ORDER,
            ),
        ),
        Action(
            command=c.TransferJackpot,
            title="Transfer everything to another progressive",
            button="Transfer",
            danger=True,
            fields=(*_JACKPOT, Field(name="to", label="To", kind="choice"), _DOCUMENT),
        ),
        Action(
            command=c.DonateJackpot,
            title="Give everything to an organisation",
            button="Donate",
            danger=True,
            fields=(*_JACKPOT, Field(name="organisation", label="Organisation"), _REFERENCE),
        ),
        Action(
            command=c.CloseJackpot,
            title="Close the jackpot for good",
            button="Close for good",
            says="It must hold nothing any more, and no table may play for it.",
            danger=True,
            fields=_JACKPOT,
        ),
        # -- tables
        Action(command=c.OpenTable, title="Open the table", button="Open", fields=_TABLE),
        Action(command=c.CloseTable, title="Close the table", button="Close", fields=_TABLE),
        Action(
            command=c.AddTable,
            title="Add a table",
            button="Add",
            says="It opens only when nothing stands in the way.",
            fields=(_WHOLE_TABLE,),
        ),
        Action(
            command=c.ChangeTable,
            title="Change the configuration",
            button="Change",
            says="Only while the table is closed.",
            fields=(_WHOLE_TABLE, _REMOVAL, _ORDER),
        ),
        Action(
            command=c.RemoveTable,
            title="Take the table away",
            button="Remove",
            says="The jackpots that it fed keep what they hold; the last table of a progressive stays while it holds "
            "anything.",
            danger=True,
            fields=(*_TABLE, _REASON, _REMOVAL, _ORDER),
        ),
        Action(
            command=c.FailTable,
            title="Equipment out of order",
            button="Report the fault",
            says="The manual procedure holds until it is mended.",
            danger=True,
            fields=(*_TABLE, Field(name="what", label="What is wrong")),
        ),
        Action(
            command=c.RestoreTable,
            title="Equipment works again",
            button="Works again",
            fields=(*_TABLE, Field(name="how", label="How it was mended")),
        ),
        Action(
            command=c.FailDisplay,
            title="A display is out",
            button="Report the display",
            says="The printed page takes its place.",
            fields=(
                *_TABLE,
                Field(name="display", label="Display", kind="choice"),
                Field(name="what", label="What is wrong"),
            ),
        ),
        Action(
            command=c.RestoreDisplay,
            title="A display shows again",
            button="Shows again",
            fields=(*_TABLE, Field(name="display", label="Display", kind="choice")),
        ),
        Action(
            command=c.ReadCounter,
            title="Read the counter",
            button="Enter reading",
            fields=(*_TABLE, Field(name="reading", label="Reading", kind="count")),
        ),
        Action(
            command=c.ExplainReading,
            title="Explain the difference",
            button="Explain",
            says="The counter was read at something else than was counted.",
            fields=(*_TABLE, Field(name="explanation", label="Explanation")),
        ),
        Action(
            command=c.ReplaceCounter,
            title="Replace the counter",
            button="Enter replacement",
            fields=(
                *_TABLE,
                Field(name="old", label="Last reading of the old one", kind="count"),
                Field(name="new", label="First reading of the new one", kind="count"),
                Field(name="battery", label="Battery since", kind="day", needed=False),
                _REASON,
            ),
        ),
        # -- malfunctions and the day
        Action(
            command=c.VerifyWin,
            title="Verify the win",
            button="Verified",
            says="Hand, wager, payout and player were looked at on the recording.",
            fields=(
                *_hidden("table", "wager"),
                Field(name="round", label="Round", kind="number"),
                Field(name="seat", label="Seat", kind="number"),
                Field(name="recording", label="Recording", hint="Reference of the camera's recording."),
                Field(name="player", label="Player", needed=False, hint="Reference of who won; no name."),
            ),
        ),
        Action(
            command=c.ReportMalfunction,
            title="Report a malfunction",
            button="Report",
            says="The clock of the notice starts now.",
            fields=(
                Field(name="malfunction", label="Id"),
                Field(name="table", label="Table", kind="choice", needed=False),
                Field(name="what", label="What does not work as approved", kind="area"),
            ),
        ),
        Action(
            command=c.NotifyMalfunction,
            title="Notice given",
            button="Notice given",
            fields=(*_hidden("malfunction"), Field(name="reference", label="Reference of the notice")),
        ),
        Action(
            command=c.MendMalfunction,
            title="Mended",
            button="Mended",
            fields=(*_hidden("malfunction"), Field(name="how", label="How it was mended")),
        ),
        Action(
            command=c.SetClockRight,
            title="Set the clock right",
            button="The clock is right now",
            says="Entries of a clock that ran ahead count as made now; all streams go on.",
            fields=(Field(name="reason", label="What was wrong with the clock", kind="area"),),
        ),
        Action(
            command=c.CloseDay,
            title="Close the gaming day",
            button="Close the day",
            says="Its figures go on record as they stood at its end, whenever you close it.",
            fields=(Field(name="day", label="Gaming day", kind="day"),),
        ),
        # -- people and papers
        Action(
            command=c.AddPerson,
            title="Add somebody who works here",
            button="Add",
            fields=(Field(name="person.id", label="Id", hint="Short, for the record: ann, t.nguyen"), *_PERSON),
        ),
        Action(
            command=c.AddPerson,
            name="change-person",
            title="Change somebody who works here",
            button="Change",
            fields=(*_hidden("person.id"), *_PERSON),
        ),
        Action(
            command=c.DropPerson,
            title="Works here no longer",
            button="Remove",
            danger=True,
            fields=_hidden("person"),
        ),
        Action(
            command=c.UpgradeRelease,
            title="Upgrade the release",
            button="Upgrade",
            says="Open tables go on under this release. A table whose rules are others here is closed and opened anew.",
            fields=(
                Field(name="from", label="From release"),
                Field(name="to", label="To release"),
                Field(
                    name="programs",
                    label="Programs",
                    kind="pairs",
                    hint="Compare them with the release that was published.",
                ),
                _DOCUMENT,
                _REASON,
            ),
        ),
        Action(
            command=c.AddLicence,
            title="Add a maker's licence",
            button="Add",
            fields=(
                Field(name="licence.maker", label="Maker"),
                Field(
                    name="licence.covers",
                    label="Covers",
                    kind="many",
                    choices=slugs("layouts", "equipment", "shufflers"),
                ),
                Field(
                    name="licence.kind",
                    label="Kind",
                    kind="choice",
                    choices=slugs("state-licence", "state-certificate", "tribal-licence"),
                ),
                Field(name="licence.number", label="Number"),
                Field(name="licence.since", label="Since", kind="day"),
                Field(name="licence.until", label="Until", kind="day", needed=False),
            ),
        ),
        Action(
            command=c.AddApproval,
            title="Add an approval",
            button="Add",
            fields=(
                Field(name="approval.id", label="Id"),
                Field(name="approval.game", label="Game", kind="choice"),
                Field(name="approval.edition", label="Edition", kind="choice"),
                Field(
                    name="approval.fingerprint", label="Fingerprint of play", hint="Of the edition that was approved."
                ),
                Field(name="approval.jackpots", label="Jackpots on a layout", kind="count", value="0"),
                Field(
                    name="approval.equipment",
                    label="Equipment",
                    kind="rows",
                    columns=("model", "maker", "version"),
                    needed=False,
                    hint="model | maker | version, one a line",
                ),
                Field(
                    name="approval.steps",
                    label="Steps taken",
                    kind="rows",
                    columns=("step", "by", "on", "reference"),
                    needed=False,
                    hint="step | by | day | reference, one a line",
                ),
            ),
        ),
        Action(
            command=c.AddPromotion,
            title="Add a promotion",
            button="Add",
            says="A dated addition to a wager, paid by the house and never from jackpot funds.",
            fields=(
                Field(name="promotion.id", label="Id"),
                Field(name="promotion.tables", label="Tables", kind="many"),
                Field(name="promotion.wager", label="Wager"),
                Field(name="promotion.event", label="For the hand", hint="The row of the paytable, by its slug."),
                Field(name="promotion.prize", label="Prize", kind="money"),
                Field(name="promotion.since", label="From", kind="day"),
                Field(name="promotion.until", label="To", kind="day"),
                Field(name="promotion.approved-by", label="Approved by", needed=False),
                Field(name="promotion.consent", label="Owner's consent", needed=False),
                Field(name="promotion.posted", label="It is posted at the tables", kind="check", needed=False),
            ),
        ),
        Action(
            command=c.EndPromotion,
            title="End the promotion",
            button="End",
            danger=True,
            fields=(*_hidden("promotion"), _REASON),
        ),
        Action(
            command=c.ChangeSettings,
            title="Change settings",
            button="Change",
            says="Only what the profile leaves open, and never looser than it asks.",
            fields=(
                Field(
                    name="settings",
                    label="Settings",
                    kind="settings",
                    hint="name = value, one a line; deposit-days = 2",
                ),
            ),
        ),
    )
}
"""Every action of the office by its command's type."""
