"""What is known after a stream's entries: one state a stream, folded entry by entry.

States hold what commands need to decide; money is in the journal's ledger, counts in its counters. See `floor.folding`.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from houseway.compliance.configuration import Approval, Licence, Person, Promotion, Property, Table
from houseway.floor.floor_errors import UnknownThing
from houseway.floor.kinds.body import Answered, ClaimedHit, Prints, Record, Speed
from houseway.floor.kinds.day_counts import DayCount, PressedHour, TableFigures
from houseway.floor.kinds.day_play import DayPlay
from houseway.floor.kinds.of_confirming import AloneAct
from houseway.floor.kinds.of_payment import Check, OlderPayee, Payee
from houseway.floor.kinds.of_table_money import Shift
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.table.shown.wording import spelled

PROPERTY = "property"
"""The property's own stream."""

PLAYERS = "players"
"""The stream of chips given to players, brought to tables and cashed."""


def table_stream(table: str) -> str:
    """The stream of ``table``."""
    return f"table/{table}"


def jackpot_stream(jackpot: str) -> str:
    """The stream of ``jackpot``."""
    return f"jackpot/{jackpot}"


def normal(text: str) -> str:
    """A reference as it is compared: however it is spaced and in whatever case it is written."""
    return " ".join(text.split()).casefold()


class Malfunction(msgspec.Struct):
    """Equipment that did not work as approved: when it was found, noticed to the regulator, and mended.

    ``by`` are those who reported it.
    """

    id: str
    table: str | None
    what: str
    found: int
    noticed: int | None = None
    reference: str = ""
    mended: int | None = None
    how: str = ""
    by: list[str] = []


class Upgrade(msgspec.Struct, frozen=True, rename={"from_release": "from", "to_release": "to"}):
    """A release put on record in the place of another: when, by whom, why, and by which document."""

    at: int
    from_release: str
    to_release: str
    who: str
    second: str
    reason: str
    document: str


class SignInLink(msgspec.Struct):
    """A link with which ``person`` may set the own password, until a moment; ``by`` are those who signed for it."""

    person: str
    until: int
    by: list[str]
    digest: str
    key: str


class OnRecord(msgspec.Struct):
    """What vouches for somebody's account since a moment: a digest of what it is, by the sealing key named ``key``."""

    digest: str
    key: str
    at: int


class PropertyState(msgspec.Struct):
    """The property: its configuration, its people, its malfunctions, the days that were closed.

    ``release`` is the release on record, and ``upgrades`` how it came to be; release 0.1 wrote none down.
    ``played`` are the gaming days on which a table was open and that are not closed, as far as openings and closings
    tell: `houseway.floor.bookkeeping.days.unclosed` has those of tables that stayed open since. ``configured_by`` are
    those who signed each table's configuration, and ``retired`` the jackpots that were closed. ``gone`` has the streams
    of tables and jackpots that were taken away, with the gaming day: they are part of its close. ``oldest`` is a moment
    for each progressive before which nothing that is still due at the bank became due. ``logins`` are the people whose
    account has a password, and whether it is open; ``links`` the sign-in links that nobody has used yet, ``vouched``
    what was last put on record of each person's account. ``close`` is
    the number of the entry that closed the last day, ``drops`` has for each table that of its last drop, ``payees``
    those last recorded by their references, ``older_payees`` those before them, and ``alone`` what one person did
    before anybody could sign beside.
    """

    name: str = ""
    profile: str = "plain"
    zone: str = "UTC"
    day_starts: str = "06:00"
    settings: dict[str, Any] = {}
    people: dict[str, Person] = {}
    licences: list[Licence] = []
    approvals: dict[str, Approval] = {}
    promotions: dict[str, Promotion] = {}
    tables: dict[str, Table] = {}
    jackpots: dict[str, Jackpot] = {}
    open: list[str] = []
    private: dict[str, str] = {}
    malfunctions: dict[str, Malfunction] = {}
    days: list[str] = []
    played: list[str] = []
    closed_at: int = 0
    configured_by: dict[str, list[str]] = {}
    retired: list[str] = []
    release: str = ""
    upgrades: list[Upgrade] = []
    gone: dict[str, str] = {}
    oldest: dict[str, int] = {}
    logins: dict[str, Literal["open", "closed"]] = {}
    links: dict[str, SignInLink] = {}
    vouched: dict[str, OnRecord] = {}
    close: int = 0
    drops: dict[str, int] = {}
    payees: dict[str, Payee] = {}
    older_payees: dict[str, OlderPayee] = {}
    alone: list[AloneAct] = []

    def configuration(self, on: str) -> Property:
        """The configuration as it stands, to be judged on the day ``on``; of private tables it has the templates."""
        return msgspec.convert(
            {
                "name": self.name,
                "profile": self.profile,
                "zone": self.zone,
                "day-starts": self.day_starts,
                "on": on,
                "settings": self.settings,
                "tables": msgspec.to_builtins([table for table in self.tables.values() if not table.copy_of]),
                "jackpots": msgspec.to_builtins(list(self.jackpots.values())),
                "approvals": msgspec.to_builtins(list(self.approvals.values())),
                "licences": msgspec.to_builtins(self.licences),
                "promotions": msgspec.to_builtins(list(self.promotions.values())),
                "people": msgspec.to_builtins(list(self.people.values())),
            },
            Property,
        )

    def table(self, id: str) -> Table:
        """The table of that id, or the refusal."""
        if id not in self.tables:
            raise UnknownThing(f"there is no table {id!r}", remedy=f"tables: {', '.join(self.tables) or 'none yet'}")
        return self.tables[id]

    def jackpot(self, id: str) -> Jackpot:
        """The jackpot of that id, or the refusal."""
        if id not in self.jackpots:
            raise UnknownThing(
                f"there is no jackpot {id!r}", remedy=f"jackpots: {', '.join(self.jackpots) or 'none yet'}"
            )
        return self.jackpots[id]

    def tables_of(self, jackpot: str) -> list[str]:
        """The tables whose wagers are counted for ``jackpot``."""
        return [id for id, table in self.tables.items() if jackpot in table.jackpots.values()]


Standing: TypeAlias = tuple[int, str, int, int]
"""A line of a settled round as it stands: seat, wager, cents returned, cents staked."""


class Stood(NamedTuple):
    """The lines of a settled round as they stand, and who sat where; nothing where that was not written down."""

    lines: list[Standing]
    players: dict[str, str] | None


def lines_of(record: Record) -> list[Standing]:
    """The lines that a record was settled with."""
    lines = record.get("lines") or ()
    return [(line["seat"], line["wager"], line["returned"], line["stake"]) for line in lines]


class Win(msgspec.Struct):
    """A win that surveillance must verify and has not: a line of a settled round, and the cents that it won."""

    round: int
    line: int
    seat: int
    wager: str
    amount: int
    at: int


class Difference(msgspec.Struct):
    """A reading of a counter that is not what was counted, and that nobody has explained; ``by`` are those who read.

    It stays until two people explain it, whatever is read later. ``shift`` is by how much the counter that is there now
    was last off: nothing where it agrees again, or another took its place.
    """

    reading: int
    expected: int
    at: int
    by: list[str] = []
    shift: int | None = None


class Held(msgspec.Struct):
    """A line of a settled round whose prize waits with a hit: it is paid to ``player``, if one played, when it is."""

    round: int
    line: int
    player: str | None = None


class Live(msgspec.Struct):
    """A round in progress, as what it is played again from. ``keyed``: the cards are real, and the dealer keys them,
    or ``reads`` them a shoe.

    ``before`` are the cards that left the shoe in earlier rounds; ``counted_at`` is the number of answers given when
    the wagers were counted, ``corrected`` the number of corrections: answers asked anew are other answers.
    ``behaviour`` and ``fingerprint`` name the procedure and what is played, as it was begun by ``release`` (0.1 wrote
    its fingerprint of the whole edition); a round begun by a release that did not write them down has none.
    """

    round: int
    seats: list[int]
    keyed: bool
    before: list[str] = []
    answers: list[Answered] = []
    counted_at: int | None = None
    corrected: int = 0
    reads: bool = False
    behaviour: int | None = None
    fingerprint: str = ""
    release: str = ""


Phase: TypeAlias = Literal["ready", "tabulated", "over"]


class DealerShift(msgspec.Struct):
    """The time of one dealer at a table, and the rounds that began in it; it goes on while ``until`` is nothing."""

    dealer: str
    since: int
    first: int
    until: int | None = None
    last: int = 0


class TableState(msgspec.Struct):
    """One table. ``table`` and ``jackpots`` are the configuration it was opened with, on the gaming day ``day``, and
    ``settings`` what the property had chosen for it then (nothing where that was not written down);
    ``posting`` are bonuses that were posted anew while a counted round may still be claimed on: they are for the next.
    ``prints`` is what it is played with (nothing at a table that release 0.1 opened).

    ``round`` is the number of the last round begun and ``phase`` what became of it: ``ready`` (none in progress),
    ``tabulated``, ``over``. ``settled`` is the last round that was settled, and ``lines`` has seat, wager and cents
    returned and staked of each of its lines as they stand, ``players`` who sat where (nothing where that was not
    written down). ``held`` has the lines of settled rounds whose prize waits with a hit, by hit. ``amounts`` are the
    meters' amounts as locked in this round, in cents, and ``claimed`` the number of hits it has had, rejected ones
    too. ``outages`` has the malfunction of each display that is out. ``wins`` wait for surveillance, the oldest first;
    ``missed`` are those of the open day that had to leave the list unverified because it was full. ``difference`` is
    the last reading of the counter, where it was not what was counted and nobody has explained it.

    ``dealer`` is who has signed on (nothing where nobody has) and ``dealers`` the last of those who dealt here.
    ``speed`` is how fast a private table is dealt. ``leaving`` are the seats whose players get up when the round in
    progress is over.

    ``day_ends`` is when the gaming day of its last entry is over, ``counted_ends`` that of its last press. ``cuts`` are
    the figures as they stood at the end of each day since the last close, ``moved`` and ``tallies`` those of this
    moment (see `TableFigures`). ``came_in`` has what its wagers brought each progressive on days not closed: since when
    it is due at the bank, and the micros.

    ``opening`` is the number of the entry that opened it last, ``play`` what was played on each day that is not closed,
    and ``taken`` the cents that recorded lines have brought into its tray. ``shifts`` are those whose drop is not
    counted, ``shift`` the number of the last, ``tray`` what its last inventory came to (nothing before the first).
    ``dropped`` are the unclosed days of those whose drop was counted. ``counts`` is what was counted on each day that
    is not closed, and ``noted`` has number and moment of its entries that reports look for
    (`houseway.floor.bookkeeping.press_counts`). ``pressed`` are presses that are in none of the sums yet: ``in_hour``,
    ``tallies``, ``moved``, ``play`` and ``counts`` have them when their hour is over
    (`houseway.floor.bookkeeping.presses_of_hour`).
    """

    id: str = ""
    open: bool = False
    table: Table | None = None
    positions: int = 0
    day: str = ""
    settings: dict[str, Any] | None = None
    jackpots: dict[str, Jackpot] = {}
    posting: dict[str, Jackpot] = {}
    stopped: dict[str, str] = {}
    fault: str | None = None
    malfunction: str = ""
    round: int = 0
    phase: Phase = "ready"
    picture: dict[str, list[int]] = {}
    manual: bool = False
    confirmed: bool = False
    began: int = 0
    amounts: dict[str, int] = {}
    hits: dict[str, ClaimedHit] = {}
    claimed: int = 0
    differ: bool = False
    outages: dict[str, str] = {}
    reading: int = 0
    offset: int = 0
    battery: str | None = None
    counted: int = 0
    rounds: int = 0
    voided: int = 0
    hour: int = 0
    in_hour: dict[str, list[int]] = {}
    closed_at: int = 0
    seated: dict[str, str] = {}
    leaving: list[int] = []
    speed: Speed = "normal"
    dealer: str = ""
    dealers: list[DealerShift] = []
    live: Live | None = None
    dealt: list[str] = []
    paused: str | None = None
    settled: int = 0
    lines: list[Standing] = []
    players: dict[str, str] | None = None
    held: dict[str, Held] = {}
    wins: list[Win] = []
    missed: int = 0
    difference: Difference | None = None
    prints: Prints | None = None
    day_ends: int = 0
    counted_ends: int = 0
    cuts: list[TableFigures] = []
    moved: dict[str, int] = {}
    tallies: dict[str, list[int]] = {}
    came_in: dict[str, list[list[int]]] = {}
    opening: int = 0
    play: list[DayPlay] = []
    taken: int = 0
    shifts: list[Shift] = []
    shift: int = 0
    tray: int | None = None
    dropped: list[str] = []
    counts: list[DayCount] = []
    noted: list[tuple[int, int]] = []
    pressed: PressedHour | None = None

    def figures(self, at: int) -> TableFigures:
        """The figures of this moment."""
        return TableFigures(
            at=at,
            rounds=self.rounds,
            voided=self.voided,
            round=self.open_round,
            moved=dict(self.moved),
            tallies={sensor: list(counts) for sensor, counts in self.tallies.items()},
        )

    @property
    def open_round(self) -> int:
        """The number of the round in progress, or 0. With the tabulator alone a round is over with its press."""
        if self.live is not None:
            return self.live.round
        alone = self.table is not None and self.table.cards == "none"
        return self.round if self.phase == "tabulated" and not alone else 0

    def take_posted(self) -> None:
        """Nothing more is claimed on the last round: what was posted meanwhile is for the next, until posted anew."""
        if self.posting:
            self.jackpots, self.posting = {**self.jackpots, **self.posting}, {}

    def counted_for(self, wager: str) -> list[int]:
        """The seats whose ``wager`` was counted in this round."""
        assert self.table is not None
        return self.picture.get(str(self.table.sensors.get(wager, 0)), [])


class Hit(msgspec.Struct, rename={"brought_by": "brought-by"}):
    """One prize of a jackpot: locked, then verified, then paid or rejected. Amounts are cents.

    ``meter`` comes from the meter and ``house`` from the house. ``bare`` is an Envy or Share-the-Wealth prize, brought
    by the hit of the seat ``brought_by``. ``reseeded`` says what the reseed that this hit brought took from where, in
    micros. ``claimed_by`` and ``verified_by`` are those who did. Of one that was paid, ``payee`` is the reference of
    whoever was, ``withheld`` the tax, ``entry`` the number of the payment in the jackpot's stream, ``prints`` how often
    its slip was printed. ``voided``: it was paid by a check that is void, and is to be paid again. ``entries`` are the
    numbers of all that is told of it in the jackpot's stream.
    """

    id: str
    jackpot: str
    row: str
    table: str
    round: int
    seat: int
    wager: str
    event: str
    pays: str
    amount: int
    meter: int
    house: int
    full: bool
    bare: bool
    two: bool
    locked: int
    brought_by: int | None = None
    state: str = "locked"
    reseeded: dict[str, int] = {}
    cards: str = ""
    deck: str = ""
    player: str = ""
    surveillance: str = ""
    by: str = ""
    method: str = ""
    reference: str = ""
    reason: str = ""
    closed: int | None = None
    claimed_by: list[str] = []
    verified_by: list[str] = []
    payee: str = ""
    withheld: int = 0
    entry: int = 0
    prints: int = 0
    voided: bool = False
    entries: list[int] = []


class OlderHit(msgspec.Struct, array_like=True):
    """A paid hit that a jackpot has no longer at hand: where its entries are, when it was paid, how often its slip was
    printed."""

    entries: list[int]
    closed: int
    prints: int


class JackpotFigures(msgspec.Struct):
    """A jackpot's part of the close of a day, as it stood until the entry of the moment ``at`` in its own stream.

    ``wins`` are all hits there ever were, less those that were rejected, and ``won`` their cents.
    """

    at: int
    jackpot: Jackpot | None
    hits: list[str]
    moved: dict[str, int]
    wins: int = 0
    won: int = 0


class JackpotState(msgspec.Struct):
    """One jackpot: ``running``, ``stopped``, ``removed`` (what it held was transferred or given away) or ``closed``.

    ``removal`` has the reason and the day of one announced. ``references`` are the papers used, by the kind of command;
    ``moved_by`` those who moved money of the account since its last statement, ``moved_before`` those who did before a
    statement that showed more than is booked.

    ``short`` is money that was seized and is not back, ``missing`` what the bank had less than is booked by its last
    statement, read at ``stated``, and ``surplus`` what it had more and nobody has explained; ``counted`` is
    what wagers had brought for each row when its full prize was last locked. All in micros.
    ``wins`` and ``won`` (cents) count every hit that was locked, ``rejected`` and ``given_back`` those that were none.

    ``dues`` has what was due at the bank at the last close, and what has come in since by other ways than wagers (those
    are in ``came_in`` of the tables): since when, and the micros. ``taken``, ``undone`` and ``unpaid`` have what was
    taken back of it, voided wagers and void checks: since when it was due, when counted or drawn; the micros; the end
    of the day on which that was. See `houseway.floor.bookkeeping.days.dues`; ``clear`` is when nothing was due last.
    ``day_ends``, ``cuts`` and ``moved`` are as for a table. ``checks`` are neither cleared nor void, by their numbers.
    ``older`` has the paid hits that are not among ``hits`` any more, for as long as their payees are kept.
    """

    id: str = ""
    jackpot: Jackpot | None = None
    status: str = "none"
    why: str = ""
    short: int = 0
    missing: int = 0
    queued: Jackpot | None = None
    hits: dict[str, Hit] = {}
    wins: int = 0
    won: int = 0
    rejected: int = 0
    given_back: int = 0
    dues: list[list[int]] = []
    taken: list[list[int]] = []
    clear: int = 0
    stated: int = 0
    counted: dict[str, int] = {}
    removal: dict[str, str] = {}
    began: int = 0
    references: dict[str, list[str]] = {}
    moved_by: list[str] = []
    moved_before: list[str] = []
    surplus: int = 0
    undone: list[list[int]] = []
    unpaid: list[list[int]] = []
    day_ends: int = 0
    cuts: list[JackpotFigures] = []
    moved: dict[str, int] = {}
    checks: dict[str, Check] = {}
    older: dict[str, OlderHit] = {}

    def figures(self, at: int) -> JackpotFigures:
        """The figures of this moment."""
        return JackpotFigures(
            at=at,
            jackpot=self.jackpot,
            hits=self.pending,
            moved=dict(self.moved),
            wins=self.wins - self.rejected,
            won=self.won - self.given_back,
        )

    @property
    def title(self) -> str:
        """What people read."""
        return self.jackpot.title if self.jackpot is not None else spelled(self.id)

    def hit(self, id: str) -> Hit:
        """The hit of that id, or the refusal."""
        if id not in self.hits:
            raise UnknownThing(
                f"{self.title} has no hit {id!r}", remedy=f"open hits: {', '.join(self.pending) or 'none'}"
            )
        return self.hits[id]

    @property
    def pending(self) -> list[str]:
        """The hits that are neither paid nor rejected."""
        return [id for id, hit in self.hits.items() if hit.state in ("locked", "verified")]


State = PropertyState | TableState | JackpotState
