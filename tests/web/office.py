"""Hands for the office's tests: a browser that reads and sends forms without scripts, and what is done behind it."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import httpx

from houseway.compliance.configuration import Approval, Licence, Machine, Person, Promotion, Step
from houseway.floor import command_index as c
from houseway.floor.states import Hit
from houseway.jackpots.jackpot_configuration import Jackpot, Meter
from houseway.journal import Entry
from houseway.web.demo import configuration
from houseway.web.live.room import now
from tests.web.serving import Browser, Served, fresh

PAGE = {"accept": "text/html"}
"""What a browser asks for when a person looks."""


# -- a browser without scripts


class Reader(HTMLParser):
    """The forms of a page: by address, the fields with what stands in them."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, list[str]]]] = []
        self._fields: dict[str, list[str]] | None = None
        self._select: tuple[str, list[tuple[str, bool]]] | None = None
        self._area: tuple[str, str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        data = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._fields = {}
            self.forms.append((data.get("data-api") or data.get("action", ""), self._fields))
        if self._fields is None:
            return
        name = data.get("name", "")
        if tag == "input" and name:
            ticks = data.get("type") == "checkbox"
            if not ticks or "checked" in data:
                self._fields.setdefault(name, []).append(data.get("value", ""))
        elif tag == "select":
            self._select = (name, [])
        elif tag == "option" and self._select is not None:
            self._select[1].append((data.get("value", ""), "selected" in data))
        elif tag == "textarea":
            self._area = (name, "")

    def handle_data(self, data: str) -> None:
        if self._area is not None:
            self._area = (self._area[0], self._area[1] + data)

    def handle_endtag(self, tag: str) -> None:
        if self._fields is None:
            return
        if tag == "select" and self._select is not None:
            name, options = self._select
            chosen = [value for value, selected in options if selected] or [value for value, _ in options[:1]]
            self._fields[name] = chosen[:1]
            self._select = None
        elif tag == "textarea" and self._area is not None:
            self._fields[self._area[0]] = [self._area[1].removeprefix("\n")]
            self._area = None
        elif tag == "form":
            self._fields = None


def look(browser: Browser, path: str) -> str:
    """A page of the office, as a person asks for it."""
    answer = browser.get(path, headers=PAGE)
    assert answer.status_code == 200, answer.text
    return answer.text


def forms(browser: Browser, path: str, kind: str) -> list[dict[str, list[str]]]:
    """The forms of one command on a page."""
    reader = Reader()
    reader.feed(look(browser, path))
    return [fields for address, fields in reader.forms if address == f"/office/do/{kind}"]


def send(browser: Browser, kind: str, fields: dict[str, list[str]], *, page: bool = False) -> httpx.Response:
    """Send a form as a browser does."""
    pairs = {name: values for name, values in fields.items() if values}
    return browser.http.post(f"/office/do/{kind}", data=pairs, headers=PAGE if page else {})


def fill(browser: Browser, path: str, kind: str, which: int = 0, /, **given: str | list[str]) -> httpx.Response:
    """Fill in a form of a page and send it. Fields are named as they are, dots written as two underscores."""
    fields = forms(browser, path, kind)[which]
    for key, value in given.items():
        name = key.replace("__", ".")
        assert name in fields or isinstance(value, list), f"{path} has no field {name}: {list(fields)}"
        fields[name] = value if isinstance(value, list) else [value]
    return send(browser, kind, fields)


# -- what is done behind the pages


def do(room: Served, command: c.Command, who: str, second: str | None = None) -> dict[str, Any]:
    return room.floor.do(command, id=fresh(), who=who, second=second, at=now())


def written(room: Served, stream: str) -> Entry:
    """The last entry of a stream."""
    journal = room.floor.journal
    return next(iter(journal.read(stream, journal.head(stream).number)))


def heads(room: Served) -> dict[str, int]:
    """Where every stream stands, but those of tables that deal by themselves."""
    return {stream: head.number for stream, head in room.floor.journal.heads().items()}


def settings(room: Served, **chosen: Any) -> None:
    do(room, c.ChangeSettings(settings={name.replace("_", "-"): value for name, value in chosen.items()}), "ada", "ann")


def hit(room: Served, event: str = "four-of-a-kind", cards: str = "9s 9h 9d 9c") -> Hit:
    """A fresh hit at the table that has the tabulator alone."""
    number = room.floor.table("T6").round + 1
    do(room, c.Tabulate(table="T6", round=number, picture={"1": (3,)}), "panel:T6")
    claims = (c.Claimed(seat=3, wager="jackpot", event=event),)
    reply = do(room, c.ClaimHit(table="T6", round=number, claims=claims, cards=cards), "panel:T6")
    return room.floor.jackpot("four-aces").hits[reply["hits"][0]["id"]]


# -- one command of each action

PROGRESSIVE = Jackpot(
    id="new",
    scheme="progressive",
    updates="real-time",
    wager=500,
    meters=(Meter(seed=1_234_567, reseed=1_000_000, rate=123_456, reserve=7, cap=99_999_999),),
    maker="Northlight",
)
COMMANDS: tuple[c.Command, ...] = (
    c.VerifyHit(jackpot="four-aces", hit="T6-1-1", cards="As Ah", deck="whole", surveillance="cam", player="slip 3"),
    c.SignOnDealer(table="T6"),
    c.SignOffDealer(table="T6"),
    c.PaySmallHits(table="T6", round=1, deck="whole", method="cash", reference="slip 3"),
    c.PayHit(
        jackpot="four-aces",
        hit="T6-1-1",
        by="account",
        method="check",
        reference="1042",
        player="card 7",
        payee="P-1",
    ),
    c.RejectHit(jackpot="four-aces", hit="T6-1-1", reason="no hit"),
    c.AddJackpot(jackpot=PROGRESSIVE),
    c.PostAmount(jackpot="wild", amount=123_450, posted={"5-wild-cards": "$30,000"}),
    c.AdjustMeter(
        jackpot="four-aces", row="four-aces", to=500_001, reason="malfunction", document="log 7", malfunction="M-1"
    ),
    c.RecoverSeed(jackpot="attack", amount=1, source="pool", document="memo 2"),
    c.BookUndisplayed(jackpot="attack", amount=1_000_001, source="overflow", document="memo 3"),
    c.Deposit(jackpot="attack", amount=1_000_050, reference="slip 1", check="2041"),
    c.ClearCheck(jackpot="attack", check="2041", reference="May"),
    c.VoidCheck(jackpot="attack", check="2041", reason="lost in the mail"),
    c.Withdraw(jackpot="attack", amount=20_000, reference="slip 2"),
    c.Statement(jackpot="attack", amount=0, reference="November"),
    c.ExplainDifference(jackpot="attack", explanation="interest", reference="November"),
    c.Seize(jackpot="attack", amount=5, authority="the sheriff", reference="writ 3"),
    c.StopJackpot(jackpot="attack", reason="looked at"),
    c.ResumeJackpot(jackpot="attack", reason="all is well"),
    c.AnnounceRemoval(jackpot="attack", reason="order-of-the-regulator", day="2027-02-01", document="order 9"),
    c.TransferJackpot(jackpot="attack", to="attack-two", document="memo 4"),
    c.DonateJackpot(jackpot="attack", organisation="the library", reference="letter"),
    c.CloseJackpot(jackpot="attack"),
    c.OpenTable(table="T1"),
    c.CloseTable(table="T1"),
    c.RemoveTable(table="T1", reason="worn out", removal="order-of-the-regulator", document="order 9"),
    c.FailTable(table="T1", what="no light"),
    c.RestoreTable(table="T1", how="new fuse"),
    c.FailDisplay(table="T1", display="led", what="dark"),
    c.RestoreDisplay(table="T1", display="led"),
    c.ReadCounter(table="T1", reading=12_345),
    c.ExplainReading(table="T1", explanation="a press was refused"),
    c.ReplaceCounter(table="T1", old=12_345, new=0, battery="2026-01-01", reason="battery"),
    c.CountOpening(table="T1", chips={"$25": 40, "$2.50": 8}, reference="O-17"),
    c.FillTable(table="T1", chips={"$100": 10}, reference="F-18"),
    c.CreditTable(table="T1", chips={"$5": 200}, reference="F-19"),
    c.CountClosing(table="T1", chips={"$25": 38}, reference="C-17"),
    c.CountDrop(table="T1", amount=123_450, reference="box 4"),
    c.Tabulate(table="T1", round=12, picture={"1": (1, 3), "2": ()}, manual=True),
    c.ConfirmIndicators(table="T1", round=12, differ={"1": (3,)}, resolved="the chip was laid back"),
    c.ClaimHit(
        table="T1",
        round=12,
        claims=(
            c.Claimed(seat=3, wager="jackpot", event="four-aces"),
            c.Claimed(seat=12, wager="jackpot", event="pair"),
        ),
        cards="As Ah",
    ),
    c.SettleRound(table="T1", round=12, record={"record": 1, "seats": {"1": {"ante": 500}}}),
    c.VoidRound(table="T1", round=12, reason="a card was seen", clause="dealing 4"),
    c.VerifyWin(table="T1", round=12, seat=3, wager="ante", recording="cam 4", player="slip 9"),
    c.ReportMalfunction(malfunction="M-1", table="T1", what="stuck"),
    c.NotifyMalfunction(malfunction="M-1", reference="letter 5"),
    c.MendMalfunction(malfunction="M-1", how="cleaned"),
    c.SetClockRight(reason="the battery was flat"),
    c.CloseDay(day="2026-11-14"),
    c.AddPerson(person=Person(id="eve", name="Eve", roles=("dealer", "supervisor"))),
    c.DropPerson(person="eve"),
    c.ConfirmActs(act=3),
    c.ObjectToAct(act=3, reason="I was not there"),
    c.UpgradeRelease(
        from_release="0.1.0",
        to_release="0.2.0",
        programs={"dueling": "a" * 64, "high-card": "b" * 64},
        reason="a mended report",
        document="letter 12",
    ),
    c.AddLicence(
        licence=Licence(
            maker="Cedar",
            covers=("layouts", "shufflers"),
            kind="state-licence",
            number="20-1",
            since="2020-01-01",
            until="2030-01-01",
        )
    ),
    c.AddApproval(
        approval=Approval(
            id="A-1",
            game="dueling",
            edition="2017",
            fingerprint="f" * 64,
            jackpots=2,
            equipment=(Machine(model="andromeda-5a", maker="Northlight", version="5b"),),
            steps=(Step(step="game-approved", by="the Commission", on="2021-01-28", reference="3016"),),
        )
    ),
    c.AddPromotion(
        promotion=Promotion(
            id="fall",
            tables=("T1", "T2"),
            wager="ante",
            event="flush",
            prize=5_050,
            since="2026-01-01",
            until="2026-12-31",
            approved_by="ada",
            consent="letter",
            posted=True,
        )
    ),
    c.EndPromotion(promotion="fall", reason="over"),
    c.ChangeSettings(settings={"deposit-days": 2, "bonus-notice": True}),
    c.ChangeJackpot(jackpot=PROGRESSIVE),
    c.AddTable(table=configuration().tables[0]),
    c.ChangeTable(table=configuration().tables[0], removal="moved-to-another-table"),
)
