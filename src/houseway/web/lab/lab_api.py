"""The interface of the Lab: every answer is worked out by its processes, and passed on as it comes."""

from __future__ import annotations

import re
from typing import Annotated

from litestar import Controller, MediaType, Response, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import JSONBody, PathParameter, QueryParameter

from houseway.compliance.rules.rule_book import is_day
from houseway.maths.question_errors import BadQuestion
from houseway.web.http.csrf import EXCLUDED
from houseway.web.lab import lab_shapes
from houseway.web.lab.lab_asking import STATE, Asked, Asking, Inquiry, Lab, Words
from houseway.web.lab.lab_files import MEDIA, SHEETS, Form, Paper, Part, SheetForm, SheetKind
from houseway.web.lab.lab_link import Link, link_from
from houseway.web.schema.declare import ANYBODY, BINARY, declared

Percent = Annotated[str, QueryParameter(description="A percentage, such as `4` or `4.25%`.", max_length=20)]

MAX_ROWS = 20

REFUSES = (404, 408, 409, 422)


def money_of(
    stake: Annotated[str, QueryParameter(description="Dollars staked in a round.", max_length=20)] = "",
    hours: Annotated[str, QueryParameter(description="Hours of the shift.", max_length=20)] = "",
    an_hour: Annotated[str, QueryParameter(description="Rounds an hour.", max_length=20, name="an-hour")] = "",
    won: Annotated[str, QueryParameter(description="What the house won, or lost as in `-1200`.", max_length=20)] = "",
    bankroll: Annotated[str, QueryParameter(description="What the player comes with.", max_length=20)] = "",
    rounds: Annotated[str, QueryParameter(description="Rounds that a bankroll must last.", max_length=20)] = "",
    risk: Annotated[str, QueryParameter(description="The accepted risk of ruin, in percent.", max_length=20)] = "",
) -> dict[str, str]:
    """What is asked of money over time, as it was typed."""
    typed = {"stake": stake, "hours": hours, "an-hour": an_hour, "won": won, "bankroll": bankroll}
    return {**typed, "rounds": rounds, "risk": risk}


LAB_STATE = {**STATE, "money": Provide(money_of, sync_to_thread=False)}


class LabApi(Controller):
    """Questions of the Lab."""

    path = "/api/lab"
    tags = ("lab",)
    opt = ANYBODY
    dependencies = LAB_STATE

    @get("/figures", opt=declared(lab_shapes.Answer, refuses=REFUSES))
    async def figures(self, asked: Asked) -> Response[bytes]:
        """The exact figures of a wager as it is changed, beside those of the approved game."""
        return await asked.json("figures")

    @get("/curve", opt=declared(lab_shapes.Curve, refuses=REFUSES))
    async def curve(
        self,
        asked: Asked,
        axis: Annotated[str, QueryParameter(description="One of the axes of the figures.", max_length=120)],
    ) -> Response[bytes]:
        """The return over one pay, meter, option or rule."""
        return await asked.json("curve", {"axis": axis})

    @get("/target", opt=declared(lab_shapes.TargetAnswer, refuses=REFUSES))
    async def target(
        self,
        asked: Asked,
        edge: Percent = "",
        within: Percent = "0.05",
        hits: Percent = "0",
        row: Annotated[Words | None, QueryParameter(description="`ROW` or `ROW=LOW-HIGH`: a row to be set.")] = None,
        any_order: Annotated[
            bool, QueryParameter(description="A row may pay less than one printed below it.", name="any-order")
        ] = False,
    ) -> Response[bytes]:
        """The paytables in whole numbers that reach a house edge, those least changed first."""
        wanted = {"edge": edge, "within": within, "hits": hits, **({"any": "yes"} if any_order else {})}
        more = {"asked": wanted, "rows": (row or [])[:MAX_ROWS]}
        return await asked.json("target", more, long=True)

    @get("/money", opt=declared(lab_shapes.MoneyAnswer, refuses=REFUSES))
    async def money(self, asked: Asked, money: NamedDependency[dict[str, str]]) -> Response[bytes]:
        """What the wager should win in a shift, how unlikely a result is, and what it asks of a bankroll."""
        return await asked.json("money", {"asked": money}, long=True)

    @get("/strategy", opt=declared(lab_shapes.StrategyAnswer, refuses=REFUSES))
    async def strategy(self, asked: Asked) -> Response[bytes]:
        """The strategy that is played, as charts in colour, made for these pays, options and rules."""
        return await asked.json("strategy")

    @get("/strategy/cell", opt=declared(lab_shapes.CellAnswer, refuses=REFUSES))
    async def cell(
        self,
        asked: Asked,
        chart: Annotated[str, QueryParameter(description="The title of a chart.", max_length=120)],
        row: Annotated[str, QueryParameter(description="The name of a row of it.", max_length=80)],
        column: Annotated[str, QueryParameter(description="The name of a column.", max_length=80)] = "",
    ) -> Response[bytes]:
        """A cell of a chart, opened: what every choice there is worth, and the hands that differ."""
        more = {"chart": chart, "row": row, "column": column}
        return await asked.json("cell", more, long=True)

    @get("/strategy/text", media_type=MediaType.TEXT, opt=declared(media={"text/plain": str}, refuses=REFUSES))
    async def strategy_text(self, asked: Asked) -> Response[bytes]:
        """The strategy as a text to be changed by hand and priced."""
        text = await asked.answer("strategy text", long=True)
        headers = {"content-disposition": 'attachment; filename="strategy.md"'}
        return Response(text, media_type=MediaType.TEXT, headers=headers)

    @get("/export/{form:str}", opt=declared(media=dict.fromkeys(MEDIA.values(), BINARY), refuses=REFUSES))
    async def export(
        self,
        asked: Asked,
        form: Annotated[Form, PathParameter(description="The kind of file.")],
        money: NamedDependency[dict[str, str]],
        part: Annotated[Part, QueryParameter(description="What of the page is taken away.")] = "design",
        name: Annotated[str, QueryParameter(description="What the design is called.", max_length=60)] = "",
        axis: Annotated[str, QueryParameter(description="Of a curve: its axis.", max_length=120)] = "",
        chart: Annotated[int, QueryParameter(description="Of a strategy: which chart, from 0.", ge=0, le=99)] = 0,
        cell: Annotated[Words | None, QueryParameter(description="Of a cell: its row, then its column.")] = None,
        design: Annotated[Words | None, QueryParameter(description="Query strings of designs to compare with.")] = None,
        edge: Percent = "",
        within: Percent = "0.05",
        hits: Percent = "0",
        row: Annotated[Words | None, QueryParameter(description="Of a target: `ROW` or `ROW=LOW-HIGH`.")] = None,
        any_order: Annotated[
            bool, QueryParameter(description="Of a target: a row may pay less than one below it.", name="any-order")
        ] = False,
    ) -> Response[bytes]:
        """A table of the Lab as CSV, as a workbook with live formulas, as PDF, or as a picture in PNG or SVG."""
        more = {
            "form": form,
            "part": part,
            "name": name,
            "axis": axis,
            "chart": chart,
            "cell": (cell or [])[:2],
            "money": money,
            "designs": (design or [])[:MAX_ROWS],
            "asked": {"edge": edge, "within": within, "hits": hits, **({"any": "yes"} if any_order else {})},
            "rows": (row or [])[:MAX_ROWS],
        }
        data = await asked.answer("export", more, long=True)
        return _file(data, form, _name("lab", asked.link, part))


class OwnStrategies(Controller):
    """Strategies of one's own: sent to be priced, and kept nowhere."""

    path = "/api/lab/strategy"
    tags = ("lab",)
    opt = ANYBODY

    @post("/own", status_code=200, opt={**declared(lab_shapes.PricedStrategy, refuses=REFUSES), EXCLUDED: True})
    async def own(self, request: Asking, lab: Lab, data: JSONBody[lab_shapes.OwnStrategy]) -> Response[bytes]:
        """A strategy of one's own, priced: what it costs against the best play, and its ten dearest mistakes."""
        link = link_from(data.link)
        return await Inquiry(request, lab, link, data.page).json("own strategy", {"text": data.text}, long=True)

    @post(
        "/own/{form:str}",
        status_code=200,
        opt={**declared(media=dict.fromkeys(MEDIA.values(), BINARY), refuses=REFUSES), EXCLUDED: True},
    )
    async def mistakes(
        self,
        request: Asking,
        lab: Lab,
        data: JSONBody[lab_shapes.OwnStrategy],
        form: Annotated[Form, PathParameter(description="The kind of file.")],
    ) -> Response[bytes]:
        """Every mistake of a strategy of one's own as a file, the dearest first."""
        asked = Inquiry(request, lab, link_from(data.link), data.page)
        found = await asked.answer("mistakes", {"form": form, "text": data.text}, long=True)
        return _file(found, form, _name("lab", asked.link, "mistakes"))


def _name(kind: str, link: Link, part: str = "") -> str:
    """A name that any system takes for a file: what it is, of which game and wager."""
    words = filter(None, (kind, link.game, link.wager, part))
    return re.sub(r"[^a-z0-9-]+", "-", "-".join(words).lower())[:80]


def _file(data: bytes, form: Form, name: str) -> Response[bytes]:
    """A file to take away."""
    headers = {"content-disposition": f'attachment; filename="{name}.{form}"'}
    return Response(data, media_type=MEDIA[form], headers=headers)


class LabSheets(Controller):
    """The sheet to sign."""

    path = "/api/lab/sheet"
    tags = ("lab",)
    opt = ANYBODY
    dependencies = STATE

    @get("/{form:str}", opt=declared(media={MEDIA[form]: BINARY for form in SHEETS}, refuses=REFUSES))
    async def sheet(
        self,
        asked: Asked,
        form: Annotated[SheetForm, PathParameter(description="The kind of file.")],
        by: Annotated[str, QueryParameter(description="Who prepared the sheet.", max_length=80)] = "",
        on: Annotated[
            str,
            QueryParameter(
                description="Its date, as `2026-01-31`.", max_length=10, pattern=r"^([0-9]{4}(-[0-9]{2}){2})?$"
            ),
        ] = "",
        paper: Annotated[Paper, QueryParameter(description="The paper size.")] = "letter",
        kind: Annotated[SheetKind, QueryParameter(description="The PAR sheet, or game protection.")] = "par",
    ) -> Response[bytes]:
        """The PAR sheet of the wager as it is changed, with lines to sign on and the command that prints it again.

        Of the kind `protection`: what a player gains who counts, sees cards or shares them, and what stops it.
        """
        if on and not is_day(on):
            raise BadQuestion(f"{on!r} is no day", remedy="write it as 2026-01-31")
        name = " ".join("".join(sign if sign.isprintable() else " " for sign in by).split())
        file = _name(kind, asked.link)
        more = {"kind": kind, "file": f"{file}.{form}", "by": name, "on": on, "paper": paper}
        return _file(await asked.answer("sheet", more, long=True), form, file)


HANDLERS = [LabApi, OwnStrategies, LabSheets]
