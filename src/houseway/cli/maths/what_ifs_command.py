"""``houseway what-ifs``: the rules of a game that a question may change, sorted by what each is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from houseway import registry
from houseway.cli.command_options import GameName, Json
from houseway.cli.maths.question_options import Flags, asking, question_of
from houseway.cli.screen.streams import put_json
from houseway.maths.assumptions import assumptions
from houseway.maths.question_errors import BadQuestion

if TYPE_CHECKING:
    from houseway.facade import Game
    from houseway.maths.question import Question
    from houseway.maths.what_ifs.rule_worths import RuleWorths

app = typer.Typer(add_completion=False)


@app.command()
@asking("wager", "paytables", "edition", "options", "pays", "rules", "meters")
def what_ifs(game: GameName, typed: Flags, json: Json = False) -> None:
    """What each rule of a game is worth to a wager: its house edge with the rule changed, best for the house first."""
    found = registry.game(game)
    question = question_of(found, typed)
    if not found.rules(question.edition):
        raise BadQuestion(f"{found.name} lists no rules to change", remedy="change its pays: houseway analyze --pays")
    answer = found.what_ifs(question)
    if json:
        put_json(_data(found, question, answer))
        return
    _print(found, question, answer)


def _data(game: Game, question: Question, answer: RuleWorths) -> dict[str, object]:
    edition = game.edition(question.edition)
    taken = answer.taken
    return {
        "game": game.slug,
        "edition": edition.slug,
        "wager": taken.wager,
        "paytable": taken.paytable,
        "house_edge": float(taken.house_edge),
        "amounts": answer.amounts,
        "listed": [rule.as_dict() for rule in game.rules(edition.slug)],
        "what_ifs": [each.as_dict() for each in answer.changes],
        "unmoved": [{"slug": each.slug, "value": each.value} for each in answer.unmoved],
        **assumptions(edition, question, game.rules(edition.slug)).as_dict(),
    }


def _print(game: Game, question: Question, answer: RuleWorths) -> None:
    from houseway.cli.screen.sheets import Sheet
    from houseway.reports.document import Head, Table
    from houseway.reports.game_names import GameNames
    from houseway.reports.numbers import shown
    from houseway.rulebook.money import dollars

    sheet = Sheet()
    edition = game.edition(question.edition)
    names, taken = GameNames.of(edition), answer.taken
    known = game.rules(edition.slug)
    sheet.title(edition.about.name, f"{names.wager(taken.wager)}: what each rule is worth")
    now = f"house edge {shown(taken.house_edge, 'percent')}"
    sheet.say(f"edition {edition.slug}, paytable {taken.paytable}, {now}")
    sheet.assumed(assumptions(edition, question, known), names)
    for name, cents in answer.amounts.items():
        sheet.say(f"With {dollars(cents)} on {names.meter(name)}")
    sheet.gap()
    heads = Head.row("What if | Instead of | House edge: percent | Difference: percent")
    rows = tuple(
        (f"{each.tried.name}: {each.tried.words}", each.tried.approved, each.house_edge, each.difference)
        for each in answer.changes
    )
    note = "Difference: what the house keeps more, per unit, with the best play found again. None of these is approved."
    if any(each.tried.kind == "option" for each in answer.changes):
        note = "Difference: what the house keeps more, per unit, with the best play found again."
    sheet.put(Table(heads, rows, note=note), gap=False)
    typed = next((f"{each.tried.slug}={each.tried.value}" for each in answer.changes if each.tried.kind == "rule"), "")
    if typed:
        sheet.say(f"houseway analyze {game.slug} --rule {typed} has one in full.")
    if answer.unmoved:
        still = "; ".join(f"{each.name}: {each.words}" for each in answer.unmoved)
        sheet.say(f"These move nothing here: {still}")
    others = [rule for rule in known if taken.wager not in rule.wagers]
    if others:
        told = "; ".join(f"{rule.name} ({', '.join(names.wager(slug) for slug in rule.wagers)})" for rule in others)
        sheet.say(f"Rules of other wagers, seen with --wager: {told}")
