"""The payout slip of a paid hit: what the winner and the cage sign, made from the journal and the payee's details."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from houseway.compliance.compliance_errors import BadConfiguration
from houseway.compliance.configured_tables import setup_of
from houseway.floor.context import moment
from houseway.floor.floor import Floor
from houseway.floor.kinds.edge import read_as, read_if
from houseway.floor.kinds.of_jackpot import HitPaid
from houseway.floor.kinds.of_payment import PayeeRecorded, slip_number
from houseway.floor.states import PROPERTY, Hit, PropertyState, jackpot_stream
from houseway.reports.floor.payouts.amount_words import in_words
from houseway.reports.floor.payouts.recorded_hits import hit_on_record
from houseway.reports.floor.table_names import TableNames
from houseway.reports.numbers import words
from houseway.reports.writers.paper_sheet import PaperSheet
from houseway.rulebook.money import dollars
from houseway.table.table_errors import BadSetup

INK = (27, 35, 48)
QUIET = (91, 101, 117)
RULE = (200, 205, 212)
ALARM = (179, 38, 30)
MARGIN = 18.0
LABEL = 46.0
LINE = 4.9
SIGNATURE = 14.0
FOOT = 27.0
"""How high a line, a line to sign on, and the foot of the sheet are, in millimetres."""

Facts = tuple[tuple[str, str], ...]


class PayoutSlip(msgspec.Struct, frozen=True):
    """What a slip says: facts about the prize, amounts, who verified and who paid, and the entry that it rests on."""

    number: str
    house: str
    prize: Facts
    gross: int
    withheld: int
    payment: Facts
    payee: str
    player: str
    verified_by: tuple[str, ...]
    paid_by: tuple[str, ...]
    entry: str
    fingerprint: str

    @property
    def net(self) -> int:
        """What the payee gets, in cents."""
        return self.gross - self.withheld


def payout_slip(floor: Floor, jackpot: str, id: str) -> PayoutSlip:
    """The slip of a hit that was paid; to be called where the journal may be read."""
    state, property = floor.jackpot(jackpot), floor.property
    hit = hit_on_record(floor, jackpot, id)
    stream = jackpot_stream(jackpot)
    entry = next(iter(floor.journal.read(stream, hit.entry, hit.entry + 1)))
    body = read_as(entry, HitPaid)
    names = TableNames.at(property, hit.table)
    clause = _clause(property, hit)
    source = "the escrow account" if hit.by == "account" else "the cage"
    return PayoutSlip(
        number=slip_number(jackpot, hit.entry),
        house=property.name,
        prize=(
            ("Jackpot", state.title),
            ("Table", f"{hit.table}, {names.title}"),
            ("Round", f"{hit.round}, position {hit.seat}"),
            ("Winning hand", names.event(hit.wager, hit.event)),
            ("Cards", hit.cards or "not recorded"),
            ("Wager", names.wager(hit.wager)),
            ("Pays", f"{hit.pays} [{clause}]" if clause else hit.pays),
            ("Hit", hit.id),
            ("Held since", moment(hit.locked, property.zone)),
        ),
        gross=hit.amount,
        withheld=hit.withheld,
        payment=(
            ("Paid", moment(entry.at, property.zone)),
            ("Method", f"{words(hit.method)} from {source}"),
            *((("Number", hit.reference),) if hit.reference else ()),
            *((("Form W-2G", "due"),) if body.reported else ()),
        ),
        payee=hit.payee,
        player=hit.player,
        verified_by=_names(property, hit.verified_by),
        paid_by=_names(property, body.signers(entry.who)),
        entry=f"{stream} #{entry.number}",
        fingerprint=entry.hash.hex(),
    )


def _names(property: PropertyState, people: Sequence[str]) -> tuple[str, ...]:
    return tuple(property.people[id].name if id in property.people else id for id in people)


def _clause(property: PropertyState, hit: Hit) -> str:
    """The clause of the paytable that the hit was paid by, where the table is still configured as it was."""
    table = property.tables.get(hit.table)
    if table is None or hit.wager not in table.wagers:
        return ""
    try:
        return setup_of(table, property.jackpots).paytables[hit.wager].clause
    except (BadSetup, BadConfiguration, KeyError):
        return ""


def recorded_digest(floor: Floor, payee: str) -> str:
    """The digest that the details of a payee were recorded with."""
    known = floor.property.payees.get(payee) or floor.property.older_payees.get(payee)
    number = known.entry if known is not None else 0
    bodies = (read_if(entry, PayeeRecorded) for entry in floor.journal.read(PROPERTY, number, number + 1))
    return next((body.digest for body in bodies if body is not None), "") if number else ""


def mark(copy: int) -> str:
    """What stands beside the number of a slip: whether it is the original."""
    return f"COPY {copy}, NOT PAYABLE" if copy else "ORIGINAL"


BLANK = "." * 60
"""Where the cage writes by hand."""


def no_payee(player: str) -> Facts:
    """The payee of a prize that is not reported: the cage writes the name by hand."""
    known = (("Player on record", player),) if player else ()
    return (*known, ("Name", BLANK), ("Identity document", BLANK))


def payee_facts(payee: str, name: str, address: str, document: str, number: str, tin: str) -> Facts:
    """A payee on record; the taxpayer number by its last four digits."""
    return (
        ("Name", name),
        ("Address", address),
        ("Identity document", f"{words(document)}, {number}"),
        ("Taxpayer number", f"ending in {tin[-4:]}" if tin else "not given"),
        ("On record as", payee),
    )


def as_pdf(slip: PayoutSlip, payee: Facts, copy: int, printed: str) -> bytes:
    """The slip on a Letter sheet; ``copy`` is 0 for the original, ``printed`` says when and by whom."""
    sheet = _Sheet(slip, copy, printed)
    try:
        sheet.add_page()
        sheet.head()
        sheet.facts("Prize", slip.prize)
        sheet.amounts()
        sheet.facts("Payee", payee)
        sheet.facts("Payment", slip.payment)
        sheet.signatures()
        sheet.proof()
        return bytes(sheet.output())
    finally:
        sheet.release()


class _Sheet(PaperSheet):
    """One sheet of paper."""

    def __init__(self, slip: PayoutSlip, copy: int, printed: str) -> None:
        super().__init__("letter", f"Payout slip {slip.number}")
        self.slip = slip
        self.copy = copy
        self.printed = printed
        self.letters("code", "", "DejaVuSansMono")
        self.set_margins(MARGIN, 15, MARGIN)
        self.set_auto_page_break(False)

    def head(self) -> None:
        """Whose slip it is, its number, and whether it is a copy."""
        self.ink("B", 17, INK)
        self.cell(0, 8, self.slip.house, new_x="LMARGIN", new_y="NEXT")
        self.ink("", 11, QUIET)
        self.cell(0, 6, "Payout slip", new_x="LMARGIN", new_y="NEXT")
        top = self.get_y() - 14
        self.ink("B", 14, INK)
        self.set_xy(self.l_margin, top)
        self.cell(0, 8, f"No. {self.slip.number}", align="R", new_x="LMARGIN", new_y="NEXT")
        self.ink("B", 11, ALARM if self.copy else QUIET)
        self.cell(0, 6, mark(self.copy), align="R")
        self.set_xy(self.l_margin, top + 17)
        self._rule(INK, 0.6)
        self.ln(3)

    def facts(self, title: str, facts: Facts) -> None:
        """Names and values, one below the other."""
        self._title(title)
        for label, value in facts:
            self.ink("", 9, QUIET)
            self.cell(LABEL, LINE, label)
            self.ink("", 9.6, INK)
            self.multi_cell(self.epw - LABEL, LINE, value, align="L", new_x="LMARGIN", new_y="NEXT")
        self.ln(1.8)

    def amounts(self) -> None:
        """Gross, withheld and net, in figures, and the net amount in words."""
        self._title("Amount")
        slip = self.slip
        rows = (("Gross", slip.gross), ("Tax withheld", slip.withheld), ("Net, paid to the payee", slip.net))
        for number, (label, cents) in enumerate(rows):
            last = number == len(rows) - 1
            self.ink("B" if last else "", 12 if last else 9.6, INK if last else QUIET)
            self.cell(self.epw / 2, 7 if last else LINE, label)
            self.ink("B" if last else "", 13 if last else 9.6, INK)
            self.cell(0, 7 if last else LINE, dollars(cents), align="R", new_x="LMARGIN", new_y="NEXT")
        self.ink("", 9.6, INK)
        self.multi_cell(0, LINE, in_words(self.slip.net), align="R", new_x="LMARGIN", new_y="NEXT")
        self.ln(1.6)

    def signatures(self) -> None:
        """A line for each who signs: those who verified and paid, and the payee."""
        signs = (
            *(("Verified by", name) for name in self.slip.verified_by),
            *(("Paid by", name) for name in self.slip.paid_by),
            ("Received by the payee", ""),
        )
        rows = (len(signs) + 1) // 2
        if self.get_y() + 8 + rows * SIGNATURE > self.h - FOOT:
            # A long address: nobody signs below the foot.
            self.add_page()
        self._title("Signatures")
        width = (self.epw - 10) / 2
        top = self.get_y()
        for number, (label, name) in enumerate(signs):
            left = self.l_margin + (number % 2) * (width + 10)
            low = top + 9 + (number // 2) * SIGNATURE
            self.set_draw_color(*INK)
            self.set_line_width(0.3)
            self.line(left, low, left + width, low)
            self.ink("", 8, QUIET)
            self.set_xy(left, low + 0.8)
            self.cell(width, 4, f"{label}: {name}" if name else label)

    def proof(self) -> None:
        """The journal's entry that the slip rests on, and when it was printed, at the foot."""
        self.set_y(-24)
        self._rule(RULE, 0.3)
        self.ln(1.5)
        self.ink("", 7.4, QUIET)
        self.cell(0, 4, f"Journal entry {self.slip.entry}, fingerprint", new_x="LMARGIN", new_y="NEXT")
        self.set_font("code", "", 7.4)
        self.cell(0, 4, self.slip.fingerprint, new_x="LMARGIN", new_y="NEXT")
        self.ink("", 7.4, QUIET)
        self.cell(0, 4, self.printed)

    def _title(self, text: str) -> None:
        self.ink("B", 10.4, INK)
        self.cell(0, 6, text, new_x="LMARGIN", new_y="NEXT")
        self._rule(RULE, 0.3)
        self.ln(1.2)

    def _rule(self, colour: tuple[int, int, int], width: float) -> None:
        self.set_draw_color(*colour)
        self.set_line_width(width)
        self.line(self.l_margin, self.get_y(), self.w - self.r_margin, self.get_y())
