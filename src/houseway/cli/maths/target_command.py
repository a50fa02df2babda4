"""``houseway target``: the paytables in whole numbers that reach a house edge."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from houseway import registry
from houseway.cli.command_options import GameName, Json, takes
from houseway.cli.maths.question_options import Flags, asking, question_of
from houseway.cli.screen.streams import put_json
from houseway.maths.assumptions import assumptions
from houseway.maths.question_errors import BadQuestion
from houseway.rulebook.typed_numbers import typed_share

if TYPE_CHECKING:
    from houseway.facade import Game
    from houseway.maths.question import Question
    from houseway.maths.targets import Found, Target

app = typer.Typer(add_completion=False)


@app.command()
@asking("edition", "options", "tables")
def target(
    game: GameName,
    edge: Annotated[str, takes("--edge PERCENT", "The house edge to reach, such as 4%.")],
    row: Annotated[
        list[str],
        takes(
            "--row ROW[=LOW-HIGH]", "A row to set, and between what; from 1 to twice its pay if left out. Repeatable."
        ),
    ],
    wager: Annotated[str | None, takes("--wager -w WAGER", "The wager.")] = None,
    within: Annotated[str, takes("--within PERCENT", "How far off it may lie.")] = "0.05%",
    hits: Annotated[str, takes("--hits PERCENT", "The hit frequency that it must have at least.")] = "0%",
    most: Annotated[int, takes("--most N", "How many tables are shown.", min=1, max=100)] = 10,
    any_order: Annotated[bool, takes("--any-order", "A row may pay less than one printed below it.")] = False,
    *,
    typed: Flags,
    json: Json = False,
) -> None:
    """Find paytables in whole numbers that reach a house edge, those least changed from the printed one first."""
    from houseway.maths.targets import Target, parse_rows, tables_reaching

    found = registry.game(game)
    question = question_of(found, typed._replace(wagers=[wager] if wager else []))
    asked = Target(
        edge=_share(edge, "--edge"),
        within=_share(within, "--within"),
        rows=dict(parse_rows(row)),
        hit_frequency=_share(hits, "--hits"),
        ordered=not any_order,
    )
    answer = tables_reaching(found, question, asked, most=most)
    if json:
        put_json(_data(found, question, asked, answer))
        return
    _print(found, question, asked, answer)


def _share(text: str, flag: str) -> Fraction:
    """``4%`` or ``4``: a share."""
    share = typed_share(text, 20)
    if share is None or not -1 <= share <= 1:
        raise BadQuestion(f"{text!r} is no percentage for {flag}", remedy="write one such as 4%")
    return share


def _changed(question: Question, pays: dict[str, int]) -> Question:
    return msgspec.structs.replace(question, pays={row: f"{pay}:1" for row, pay in pays.items()})


def _data(game: Game, question: Question, asked: Target, answer: Found) -> dict[str, object]:
    edition = game.edition(question.edition)
    return {
        "game": game.slug,
        "edition": edition.slug,
        "wager": answer.printed.wager,
        "paytable": answer.printed.paytable,
        "edge": float(asked.edge),
        "within": float(asked.within),
        "hit_frequency": float(asked.hit_frequency),
        "printed": {"house_edge": float(answer.printed.house_edge)},
        "foretold": answer.foretold,
        "analysed": answer.analysed,
        "line": answer.line,
        "tables": [
            {
                "pays": each.pays,
                "house_edge": float(each.figures.house_edge),
                "hit_frequency": float(each.figures.hit_frequency),
                "sd": each.figures.sd,
                **assumptions(edition, _changed(question, each.pays), game.rules(edition.slug)).as_dict(),
            }
            for each in answer.tables
        ],
    }


def _print(game: Game, question: Question, asked: Target, answer: Found) -> None:
    from houseway.cli.screen.sheets import Sheet
    from houseway.reports.document import Head, Table
    from houseway.reports.game_names import GameNames

    sheet = Sheet()
    edition = game.edition(question.edition)
    names, printed = GameNames.of(edition), answer.printed
    reach = f"{float(100 * asked.edge):g} % within {float(100 * asked.within):g} %"
    sheet.title(edition.about.name, f"{names.wager(printed.wager)}, a house edge of {reach}")
    now = f"{float(100 * printed.house_edge):.4f} %"
    sheet.say(f"edition {edition.slug}, paytable {printed.paytable} as printed: {now}")
    sheet.gap()
    if not answer.tables:
        sheet.say("No table within these bounds reaches it. Name more rows, or wider bounds.")
        return
    rows = list(answer.tables[0].pays)
    heads = (
        *(Head(names.event(printed.wager, row), "count") for row in rows),
        *Head.row("House edge: percent | Hits: percent | SD: plain | Fingerprint"),
    )
    told = tuple(
        (
            *(each.pays[row] for row in rows),
            each.figures.house_edge,
            each.figures.hit_frequency,
            round(each.figures.sd, 4),
            assumptions(edition, _changed(question, each.pays), game.rules(edition.slug)).fingerprint[:8],
        )
        for each in answer.tables
    )
    note = "Pays to 1, or for 1 as the table is printed. Each table was analysed; none is approved but the printed one."
    sheet.put(Table(heads, told, note=note), gap=False)
    more = answer.foretold - answer.analysed
    if more > 0:
        sheet.say(f"{more:,} more are as near: bound the rows to see others.")
    if not answer.line:
        sheet.say("The best play moves with the pays: other tables may reach it too.")
