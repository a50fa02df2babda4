"""``houseway progressive``: what a seed and a contribution make of a jackpot, over time."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from houseway import registry
from houseway.cli.command_options import GameName, Json, takes
from houseway.cli.maths.question_options import Flags, asking, cents_of, question_of
from houseway.cli.screen.streams import put_json
from houseway.maths.question_errors import BadQuestion
from houseway.rulebook.typed_numbers import typed_share

if TYPE_CHECKING:
    from houseway.facade import Game
    from houseway.maths.progressive import ProgressiveFigures
    from houseway.maths.question import Question
    from houseway.maths.results import Figures

app = typer.Typer(add_completion=False)


@app.command()
@asking("wagers", "paytables", "edition", "options", "meters")
def progressive(
    game: GameName,
    seed: Annotated[str, takes("--meter-seed AMOUNT", "What the meter starts from.")],
    rate: Annotated[str, takes("--rate PERCENT", "The share of each wager that goes to it.")],
    reserve: Annotated[str, takes("--reserve PERCENT", "The share of each wager that is put by for the reset.")] = "0%",
    reset: Annotated[
        str | None, takes("--reseed AMOUNT", "What it starts again from after a full hit; else the seed.")
    ] = None,
    on: Annotated[str | None, takes("--of-meter METER", "The meter, where the wager has several.")] = None,
    per_hour: Annotated[int, takes("--per-hour N", "Rounds that are dealt in an hour.", min=1, max=1000)] = 60,
    passes: Annotated[
        list[str] | None, takes("--passes AMOUNT", "How likely the meter passes this amount. Repeatable.")
    ] = None,
    *,
    typed: Flags,
    json: Json = False,
) -> None:
    """What a seed and a contribution make of a jackpot: time to a hit, what is owed, and how far the meter grows."""
    from houseway.maths.progressive import Funding, progressives

    found = registry.game(game)
    question = question_of(found, typed)
    figures, name = _metered(found, question, on)
    start = cents_of(seed)
    funding = Funding(
        seed=start,
        rate=share_of(rate),
        reserve=share_of(reserve),
        reseed=None if reset is None else cents_of(reset),
    )
    items = progressives(figures, {name: funding})
    amounts = [cents_of(text) for text in passes or ()]
    if json:
        put_json(
            {
                "game": found.slug,
                "edition": found.edition(question.edition).slug,
                "wager": figures.wager,
                "paytable": figures.paytable,
                "per_hour": per_hour,
                "meters": [_plain(item, per_hour, amounts) for item in items],
            }
        )
        return
    _print(found, question, figures, items, per_hour, amounts)


def share_of(text: str) -> Fraction:
    """``20`` or ``2.5%``: a share of a wager."""
    found = typed_share(text, 12)
    if found is None or not 0 <= found <= 1:
        raise BadQuestion(f"{text!r} is not a share of a wager", remedy="write a percentage from 0 to 100, such as 20")
    return found


def _metered(game: Game, question: Question, on: str | None) -> tuple[Figures, str]:
    """The figures that name the meter asked for, and its name: the first jackpot of the game unless one is named."""
    rules = game.edition(question.edition)
    wagers = question.wagers or [slug for slug, wager in rules.wagers.items() if wager.kind == "jackpot"]
    for asked in question.one_by_one(rules, wagers):
        for figures in game.analyze(asked).figures:
            known = [item.meter for item in figures.meters]
            if known and (on is None or on in known):
                return figures, on or known[0]
    named = f"a meter {on!r}" if on is not None else "a meter"
    raise BadQuestion(
        f"no row of {', '.join(wagers) or rules.about.name} is paid from {named}",
        remedy="name a jackpot wager with --wager, and its meter with --of-meter; houseway analyze lists them",
    )


def _plain(item: ProgressiveFigures, per_hour: int, amounts: Sequence[int]) -> dict[str, object]:
    mean = item.between
    return {
        **item.as_dict(),
        "hours_between_full_hits": None if mean is None else float(mean) / per_hour,
        "median_hours_between_full_hits": None if item.median is None else item.median / per_hour,
        "passes": {str(cents): item.passes(cents) for cents in amounts},
    }


def _print(
    game: Game,
    question: Question,
    figures: Figures,
    items: Sequence[ProgressiveFigures],
    per_hour: int,
    amounts: Sequence[int],
) -> None:
    from houseway.cli.screen.sheets import Sheet
    from houseway.reports.analysis_tables import growth_table, progressive_table
    from houseway.reports.game_names import GameNames
    from houseway.reports.tables.progressive_tables import liability_table, passing_table, time_table

    sheet, edition = Sheet(), game.edition(question.edition)
    names = GameNames.of(edition)
    sheet.title(edition.about.name, f"{names.wager(figures.wager)}, paytable {figures.paytable}")
    sheet.say(f"edition {edition.slug}, fingerprint {edition.fingerprint[:16]}")
    sheet.gap()
    sheet.put(progressive_table(items, names), time_table(items, names, per_hour))
    sheet.put(liability_table(items, names), growth_table(items, names))
    if amounts:
        sheet.put(passing_table(items, names, amounts))
