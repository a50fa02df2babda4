"""``houseway bankroll``: how long a bankroll lasts, and which one a risk asks for, the player's and the house's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from houseway import registry
from houseway.cli.command_options import EditionName, GameName, Json, Mix, Options, Paytables, takes
from houseway.cli.maths.over_time.shift_command import shares_of
from houseway.cli.maths.question_options import cents_of
from houseway.cli.maths.simulate_command import number_of, placed_wagers
from houseway.cli.maths.table_choices import table_of
from houseway.cli.screen.streams import put_json
from houseway.maths.question_errors import BadQuestion
from houseway.rulebook.money import dollars
from houseway.rulebook.typed_numbers import typed_share

if TYPE_CHECKING:
    from houseway.simulation.shifts.bankroll_figures import BankrollFigures
    from houseway.simulation.shifts.expected_shifts import ExpectedShifts

app = typer.Typer(add_completion=False)


@app.command()
def bankroll(
    game: GameName,
    rounds: Annotated[str, takes("--rounds -r N", "How many rounds it must last.")] = "500",
    money: Annotated[
        str | None, takes("--bankroll -b AMOUNT", "What the player comes with; 50 stakes if left out.")
    ] = None,
    risk: Annotated[str, takes("--risk PERCENT", "The risk of ruin that is accepted.")] = "1%",
    wager: Annotated[
        list[str] | None,
        takes("--wager -w W[=AMOUNT]", "What is bet; the first usual wager if left out. Repeatable: each by itself."),
    ] = None,
    mix: Mix = None,
    edition: EditionName = None,
    option: Options = None,
    paytable: Paytables = None,
    json: Json = False,
) -> None:
    """How long a bankroll lasts, and which one a risk of ruin asks for: the player's, and the house's."""
    from houseway.simulation.shifts.bankroll_figures import bankroll_figures
    from houseway.simulation.shifts.expected_shifts import ExpectedShifts

    found = registry.game(game)
    number, accepted = number_of(rounds), _risk_of(risk)
    setup = table_of(found, edition, option or (), paytable or ())
    expected = ExpectedShifts(found, setup, shares_of(mix) if mix else None)
    figures = bankroll_figures(
        expected,
        placed_wagers(found, setup, wager or ()),
        bankroll=None if money is None else cents_of(money),
        rounds=number,
        risk=accepted,
    )
    if json:
        put_json(
            {
                "game": found.slug,
                "edition": setup.edition.slug,
                "fingerprint": setup.edition.fingerprint,
                "rounds": number,
                "risk": accepted,
                "mix": {name: float(share) for name, share in expected.mix.items()},
                "wagers": [item.as_dict() for item in figures],
            }
        )
        return
    _print(expected, figures, number, accepted, given=money is not None)


def _risk_of(text: str) -> float:
    """``1%`` or ``0.5``: a share."""
    found = typed_share(text, 12)
    if found is None or not 0 < found < 1:
        raise BadQuestion(f"{text!r} is not a risk", remedy="write a percentage above 0 and below 100, such as 1%")
    return float(found)


def _print(
    expected: ExpectedShifts, figures: Sequence[BankrollFigures], rounds: int, risk: float, *, given: bool
) -> None:
    from houseway.cli.screen.sheets import Sheet
    from houseway.reports.game_names import GameNames
    from houseway.reports.tables.bankroll_tables import bankroll_table
    from houseway.reports.tables.shift_tables import mix_words

    sheet, edition = Sheet(), expected.setup.edition
    names = GameNames.of(edition)
    has = dollars(figures[0].bankroll) if given else "50 stakes"
    sheet.title(edition.about.name, f"{rounds:,} rounds with a bankroll of {has}, a risk of {100 * risk:g} %")
    sheet.say(f"edition {edition.slug}, fingerprint {edition.fingerprint[:16]}")
    sheet.say(f"Mix of play: {mix_words(expected.mix)}")
    sheet.gap()
    sheet.put(bankroll_table(figures, names, rounds, risk), gap=False)
    for item in figures:
        if item.best_stake:
            best = f"best staked with {100 * item.best_stake:.2f} % of a bankroll"
            sheet.say(f"{names.wager(item.wager)} wins for the player: {best}.", "")
