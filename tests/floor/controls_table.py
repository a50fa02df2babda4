"""The auditor's table: what each command should take, written by hand from the duties of each role.

It shares nothing with the program's own table. Each row has the command in a form that harms nothing in a house of
`tests.floor.houses`, and what must hold for it. The letters of ``by`` and ``devices`` are explained at `ROLES` and
`DEVICES`.
"""

from __future__ import annotations

from typing import NamedTuple

from houseway.compliance.configuration import Person, Promotion
from houseway.floor import command_index as c
from tests.floor.houses import ATTACK, HEARTS, LICENCES, PEOPLE, approval, attack_table

ROLES = {
    "A": "administrator",
    "D": "dealer",
    "S": "supervisor",
    "V": "surveillance",
    "G": "security",
    "C": "accounting",
    "T": "technician",
    "R": "regulator",
}
"""Roles by letter; G is the guard of security, C who counts the money."""

DEPARTMENT = {"A": "management", "D": "gambling", "S": "gambling", "V": "surveillance", "G": "security"} | {
    "C": "accounting",
    "T": "technical",
    "R": "regulator",
}
SECOND = "ASVGC"
"""Who may be the second person: neither dealers, nor technicians (they sign for no money), nor the regulator."""

DEVICES = {"p": "panel", "s": "sensor", "h": "shoe", "d": "display"}


class Row(NamedTuple):
    """One command. ``people``: 1; 2; ``2*`` as soon as there are two; ``1+`` one, and two in cases tested apart.

    ``blank`` are fields that may not be blank; ``once`` is the field whose paper serves once. ``sealed``: it moves
    money, meters, limits, keys or the approved game, or settles a prize. ``second``: who may be the second person.
    """

    command: c.Command
    by: str
    people: str = "1"
    devices: str = ""
    player: bool = False
    blank: tuple[str, ...] = ()
    once: str = ""
    sealed: bool = False
    second: str = SECOND


_HIT = {"jackpot": "attack", "hit": "none"}
_PROMOTION = Promotion(
    id="none", tables=("A9",), wager="jackpot", event="x", prize=1, since="2024-01-01", until="2024-01-01"
)
_CLAIM = c.Claimed(seat=1, wager="jackpot", event=HEARTS)

ROWS = (
    # -- the property
    Row(c.CreateProperty(name="x", profile="plain", people=PEOPLE), "A", "2*", sealed=True),
    Row(c.ChangeSettings(settings={}), "A", "2", sealed=True),
    Row(c.AddPerson(person=PEOPLE[1]), "A", "2*", sealed=True),
    Row(c.DropPerson(person="nobody"), "A", "2", sealed=True),
    Row(c.MakeAccount(person="nobody"), "A", sealed=True),
    Row(c.ReplacePassword(person="nobody"), "A", sealed=True),
    Row(c.CloseAccount(person="nobody"), "A", sealed=True),
    Row(c.OpenAccount(person="nobody"), "A", sealed=True),
    Row(c.MakeSignInLink(person="nobody", link="l", until=1), "A", "1+", sealed=True),
    Row(c.ConfirmActs(act=1), "ASVGC", sealed=True),
    Row(c.ObjectToAct(act=1, reason="r"), "ASVGC", blank=("reason",), sealed=True),
    Row(c.UseSignInLink(person="nobody", link="l"), "ADSVGCTR", sealed=True),
    Row(c.EnrolBadge(person="nobody"), "ADSVGCT", sealed=True),
    Row(c.RevokeBadge(person="nobody"), "ADSVGCT", sealed=True),
    Row(c.EnrolAuthenticator(person="nobody"), "ADSVGCTR", sealed=True),
    Row(c.RemoveAuthenticator(person="nobody"), "ADSVGCTR", sealed=True),
    Row(
        c.UpgradeRelease(from_release="0", to_release="0", programs={}, reason="r", document="d"),
        "AT",
        "2",
        blank=("reason", "document"),
        sealed=True,
    ),
    Row(c.RotateSealKey(key="no key", reason="r"), "A", "2", blank=("reason",), sealed=True),
    # The key itself begins the section that it seals: nothing could seal the command before.
    Row(c.ReplaceLostKey(key="no key", reason="r"), "A", "2", blank=("reason",)),
    Row(c.ChangeOwnPassword(person="nobody"), "ADSVGCTR", sealed=True),
    Row(c.AttestAccounts(accounts={}, devices={}, key="k", reason="r"), "A", "2", blank=("reason",), sealed=True),
    Row(c.MakeDeviceKey(device="d", kind="panel", at_table="A9", name="x"), "AT", "2", blank=("name",), sealed=True),
    Row(c.RevokeDeviceKey(device="d", reason="r"), "AT", "2", blank=("reason",), sealed=True),
    Row(c.AddLicence(licence=LICENCES[0]), "AC", "2", blank=("licence.number",), sealed=True),
    Row(c.AddApproval(approval=approval("dueling")), "A", "2", sealed=True),
    Row(c.AddPromotion(promotion=_PROMOTION), "AS", "2", sealed=True),
    Row(c.EndPromotion(promotion="none", reason="over"), "AS", blank=("reason",)),
    Row(
        c.ReportMalfunction(malfunction="m", table="A9", what="dark"),
        "DSTVG",
        devices="p",
        blank=("malfunction", "what"),
    ),
    Row(c.NotifyMalfunction(malfunction="none", reference="r"), "SAC", blank=("reference",)),
    Row(c.MendMalfunction(malfunction="none", how="so"), "TS", blank=("how",)),
    Row(c.CloseDay(day="2999-01-01"), "CSA", "2", sealed=True),
    # -- tables
    Row(c.AddTable(table=attack_table("A1")), "AS", "2", sealed=True),
    Row(c.ChangeTable(table=attack_table("A1")), "AS", "2", sealed=True),
    Row(c.RemoveTable(table="A1", reason="old"), "AS", "2", blank=("reason",), sealed=True),
    Row(c.OpenTable(table="A1"), "AS", "1+"),
    Row(c.CloseTable(table="A9"), "AS", sealed=True),
    Row(c.Sit(table="A9", seat=1, player="p"), "DS", devices="p", player=True),
    Row(c.Leave(table="A9", seat=1), "DS", devices="p", player=True),
    Row(c.LeaveAfterRound(table="A9", seat=1), "DS", devices="p", player=True),
    Row(c.OpenQuickTable(template="A9", table="A9-1", player="p"), "", player=True),
    Row(c.CloseQuickTable(table="A9"), "DS", devices="p", player=True),
    Row(c.ChooseSpeed(table="A9", speed="fast"), "", player=True),
    Row(c.BringChips(table="A9", seat=1), "DS", devices="p", player=True),
    Row(c.GiveChips(player="p", amount=-1), "SA"),
    Row(c.BeginRound(table="A9", round=1, seats=(1,)), "DS", devices="p"),
    Row(c.Answer(table="A9", round=1, step=1, seat=1, answer=None), "DS", devices="p", player=True),
    Row(c.ReadCard(table="A9", round=1, number=1, card="Kh"), "", devices="h"),
    Row(c.TimeOut(table="A9", round=1, step=1), "DS", devices="p"),
    Row(
        c.CorrectAnswer(table="A9", round=1, number=1, answer=None, reason="misread"),
        "S",
        blank=("reason",),
        sealed=True,
    ),
    Row(
        c.CorrectLine(table="A9", round=1, line=1, seat=1, wager="x", was=0, returned=1, reason="misread"),
        "SC",
        "2",
        blank=("reason",),
        sealed=True,
    ),
    Row(c.NoteStep(table="A9", clause="dealing 1"), "DS", devices="p"),
    Row(c.PauseTable(table="A9"), "DS"),
    Row(c.Tabulate(table="A1", round=99, picture={}), "DS", devices="ps"),
    Row(c.ConfirmIndicators(table="A1", round=99), "DS", "1+", devices="p"),
    Row(c.NoteEdges(table="A1", round=99, edges=()), "DS", devices="ps"),
    Row(c.SettleRound(table="A1", round=99, record={}), "DS", devices="p"),
    Row(c.VerifyWin(table="A1", round=99, seat=1, wager="x", recording="tape 1"), "V", blank=("recording",)),
    Row(c.VoidRound(table="A1", round=99, reason="misdeal"), "S", blank=("reason",), sealed=True),
    Row(c.FailTable(table="A9", what="dark"), "ST", devices="p", blank=("what",)),
    Row(c.RestoreTable(table="A1", how="so"), "ST", blank=("how",)),
    Row(c.FailDisplay(table="A9", display="led", what="dark"), "DST", devices="pd", blank=("what",)),
    Row(c.RestoreDisplay(table="A1", display="led"), "ST", devices="pd"),
    Row(c.ReadCounter(table="A1", reading=-1), "SCT", devices="p"),
    Row(c.CountOpening(table="A9", chips={}, reference="r"), "DSC", "2", blank=("reference",), sealed=True),
    Row(c.CountClosing(table="A9", chips={}, reference="r"), "DSC", "2", blank=("reference",), sealed=True),
    # The cage on one side, the pit on the other.
    Row(c.FillTable(table="A9", chips={}, reference="r"), "DSC", "2", blank=("reference",), sealed=True, second="SC"),
    Row(c.CreditTable(table="A9", chips={}, reference="r"), "DSC", "2", blank=("reference",), sealed=True, second="SC"),
    # Nobody who works at the tables is in the count room.
    Row(c.CountDrop(table="A9", amount=0, reference="r"), "CGA", "2", blank=("reference",), sealed=True, second="CGVA"),
    Row(c.SetClockRight(reason="a test"), "A", "2", blank=("reason",), sealed=True),
    Row(c.ExplainReading(table="A1", explanation="a misread"), "SC", "2", blank=("explanation",), sealed=True),
    Row(c.ReplaceCounter(table="A1", old=-1, new=0, reason="broken"), "T", "2", blank=("reason",), sealed=True),
    # -- jackpots
    Row(c.AddJackpot(jackpot=ATTACK), "A", "2", sealed=True),
    Row(c.ChangeJackpot(jackpot=ATTACK), "AC", "2", sealed=True),
    Row(c.PostAmount(jackpot="attack"), "ACS", "2", sealed=True),
    Row(c.ClaimHit(table="A1", round=99, claims=(_CLAIM,)), "DS", devices="p", sealed=True),
    Row(c.VerifyHit(**_HIT, cards="x", deck="x"), "SV", "1+", blank=("cards", "deck"), sealed=True),
    Row(c.RejectHit(**_HIT, reason="no hit"), "SV", "2", blank=("reason",), sealed=True),
    Row(
        c.PayHit(**_HIT, by="cage", method="check", reference="check 1"),
        "SC",
        "1+",
        blank=("reference",),
        once="reference",
        sealed=True,
    ),
    Row(
        c.RecordPayee(payee="P-9", document="passport", ending="1", digest="d"),
        "SC",
        blank=("payee", "ending", "digest"),
    ),
    Row(c.PrintSlip(**_HIT), "SC"),
    Row(c.ClearCheck(jackpot="attack", check="9", reference="May"), "C", blank=("reference",), sealed=True),
    Row(c.VoidCheck(jackpot="attack", check="9", reason="lost"), "C", "2", blank=("reason",), sealed=True),
    Row(c.SignOnDealer(table="A9"), "DS"),
    Row(c.SignOffDealer(table="A9"), "DS"),
    Row(c.PaySmallHits(table="A1", round=99, deck="whole"), "S", "2", blank=("deck",), sealed=True),
    Row(
        c.AdjustMeter(jackpot="attack", to=0, reason="none", document="d", malfunction="m"),
        "SCA",
        "2",
        blank=("document",),
        once="document",
        sealed=True,
    ),
    Row(
        c.RecoverSeed(jackpot="attack", amount=10**9, source="pool", document="d"),
        "CA",
        "2",
        blank=("document",),
        once="document",
        sealed=True,
    ),
    Row(
        c.BookUndisplayed(jackpot="attack", amount=10**9, source="reserve", document="d"),
        "CA",
        "2",
        blank=("document",),
        once="document",
        sealed=True,
    ),
    Row(
        c.Deposit(jackpot="attack", amount=-1, reference="r"),
        "C",
        blank=("reference",),
        once="reference",
        sealed=True,
    ),
    Row(
        c.Withdraw(jackpot="attack", amount=1, reference="r"),
        "C",
        "2",
        blank=("reference",),
        once="reference",
        sealed=True,
    ),
    Row(
        c.Statement(jackpot="attack", amount=-1, reference="r"),
        "CA",
        blank=("reference",),
        once="reference",
        sealed=True,
    ),
    Row(
        c.ExplainDifference(jackpot="attack", explanation="interest", reference="r"),
        "CA",
        "2",
        blank=("explanation", "reference"),
        once="reference",
        sealed=True,
    ),
    Row(
        c.Seize(jackpot="attack", amount=10**9, authority="Revenue", reference="writ"),
        "CA",
        "2",
        blank=("authority", "reference"),
        once="reference",
        sealed=True,
    ),
    Row(c.StopJackpot(jackpot="nothing", reason="a look"), "SCAVG", blank=("reason",)),
    Row(c.ResumeJackpot(jackpot="attack", reason="seen"), "SCA", "2", blank=("reason",), sealed=True),
    Row(
        c.AnnounceRemoval(jackpot="nothing", reason="order-of-the-regulator", day="2024-05-01", document="order"),
        "A",
        "2",
        blank=("document",),
        sealed=True,
    ),
    Row(
        c.TransferJackpot(jackpot="attack", to="ties", document="d"),
        "CA",
        "2",
        blank=("document",),
        once="document",
        sealed=True,
    ),
    Row(
        c.DonateJackpot(jackpot="attack", organisation="Council", reference="r"),
        "CA",
        "2",
        blank=("organisation", "reference"),
        once="reference",
        sealed=True,
    ),
    Row(c.CloseJackpot(jackpot="attack"), "CA", "2", sealed=True),
)
"""Every command."""

BOTH = Person(id="both", name="B. Both", roles=("supervisor", "accounting"))
"""Somebody of two departments, as release 0.1 let in."""
