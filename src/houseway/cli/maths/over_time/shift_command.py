"""``houseway shift``: what a table should win in a number of rounds, its band, and which overpayment would be seen."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from houseway import registry
from houseway.cli.command_options import EditionName, GameName, Json, Mix, Options, Paytables, takes
from houseway.cli.maths.question_options import cents_of
from houseway.cli.maths.simulate_command import number_of, placed_wagers
from houseway.cli.maths.table_choices import pairs, table_of
from houseway.cli.screen.streams import put_json
from houseway.maths.question_errors import BadQuestion
from houseway.rulebook.money import dollars
from houseway.rulebook.typed_numbers import typed_number, typed_share
from houseway.table.shown.wording import counted

if TYPE_CHECKING:
    from houseway.simulation.shifts.expected_shifts import ExpectedShifts
    from houseway.simulation.shifts.shift_figures import ShiftFigures


ROUNDS = 2_000
"""Rounds of a shift that is given no length."""

ROUNDS_AN_HOUR = 60
"""Rounds that are dealt in an hour unless another number is given: a full table."""

app = typer.Typer(add_completion=False)


@app.command()
def shift(
    game: GameName,
    rounds: Annotated[str | None, takes("--rounds -r N", "How many rounds; 2,000 if left out.")] = None,
    hours: Annotated[str | None, takes("--hours H", "How long the shift is, in the place of rounds.")] = None,
    per_hour: Annotated[str, takes("--per-hour N", "Rounds that are dealt in an hour.")] = str(ROUNDS_AN_HOUR),
    seats: Annotated[int, takes("--seats K", "How many seats play, all alike.", min=1)] = 1,
    wager: Annotated[
        list[str] | None,
        takes("--wager -w W[=AMOUNT]", "What every seat bets; every usual wager if left out. Repeatable."),
    ] = None,
    mix: Mix = None,
    level: Annotated[str, takes("--level PERCENT", "What the band holds.")] = "95%",
    won: Annotated[
        str | None, takes("--won AMOUNT", "What the house won, or lost as in -1200: how unlikely that is.")
    ] = None,
    distribution: Annotated[
        bool, takes("--distribution", "The amounts that 1 in 10,000 to 9,999 in 10,000 shifts end below.")
    ] = False,
    edition: EditionName = None,
    option: Options = None,
    paytable: Paytables = None,
    json: Json = False,
) -> None:
    """What a table should win in a shift: its band, and the smallest overpayment that would be seen."""
    from houseway.simulation.shifts.expected_shifts import ExpectedShifts
    from houseway.simulation.shifts.shift_figures import shift_figures

    found = registry.game(game)
    number = rounds_of(rounds, hours, per_hour)
    result = None if won is None else _won(won)
    setup = table_of(found, edition, option or (), paytable or ())
    expected = ExpectedShifts(found, setup, shares_of(mix) if mix else None)
    placed = placed_wagers(found, setup, wager) if wager else None
    figures = shift_figures(expected, rounds=number, seats=seats, wagers=placed, level=level_of(level), won=result)
    if json:
        put_json(
            {
                "game": found.slug,
                "edition": setup.edition.slug,
                "fingerprint": setup.edition.fingerprint,
                "rounds": number,
                "seats": seats,
                "mix": {name: float(share) for name, share in expected.mix.items()},
                "wagers": [item.as_dict() for item in figures],
            }
        )
        return
    _print(expected, figures, number, seats, distribution=distribution)


def rounds_of(rounds: str | None, hours: str | None, per_hour: str) -> int:
    """The rounds of a shift: as many as are given, or as are dealt in so many hours."""
    an_hour = _positive(per_hour, "rounds an hour")
    if hours is None:
        return ROUNDS if rounds is None else number_of(rounds)
    if rounds is not None:
        raise BadQuestion("a shift is given in rounds and in hours", remedy="give --rounds or --hours")
    return max(1, round(_positive(hours, "hours") * an_hour))


def level_of(text: str) -> float:
    """``95%`` or ``95``: what a band holds. Release 0.1 wrote 0.95, which is a share still: no band holds so little."""
    share = typed_share(text, 12)
    if share is not None and "%" not in text and share < Fraction(1, 100):
        share *= 100
    if share is None or not Fraction(1, 10) <= share < 1:
        # 2 is neither: whoever writes it means a share, or standard deviations.
        raise BadQuestion(
            f"a band cannot hold {text or 'nothing'}", remedy="write a percentage from 10 to below 100, such as 95%"
        )
    return float(share)


def _positive(text: str, what: str) -> Fraction:
    found = typed_number(text, 12)
    if found is None or found <= 0:
        raise BadQuestion(f"{text!r} is not a number of {what}", remedy="write a number above nothing, such as 8")
    return found


def _won(text: str) -> int:
    """An amount that was won, or lost, in cents."""
    plain = text.strip()
    lost = plain.startswith(("-", "−"))  # noqa: RUF001 - a minus sign is what we print ourselves
    return -cents_of(plain[1:].strip()) if lost else cents_of(plain)


def shares_of(given: Sequence[str]) -> dict[str, Fraction]:
    """A mix of play: ``optimal=70`` and ``short=30``, in percent of the players."""
    found = {}
    for name, text in pairs(given, "--mix").items():
        share = typed_share(text, 12)
        if share is None or not 0 <= share <= 1:
            raise BadQuestion(f"{text!r} is not a share of the players", remedy="write a percentage, such as 70")
        found[name] = share
    return found


def _print(
    expected: ExpectedShifts, figures: Sequence[ShiftFigures], rounds: int, seats: int, *, distribution: bool
) -> None:
    from houseway.cli.screen.sheets import Sheet
    from houseway.reports.game_names import GameNames
    from houseway.reports.tables.shift_tables import mix_words, quantile_table, shift_table

    sheet, edition = Sheet(), expected.setup.edition
    seated = "one seat" if seats == 1 else f"{seats} seats"
    sheet.title(edition.about.name, f"{counted(rounds, 'round')}, {seated}")
    sheet.say(f"edition {edition.slug}, fingerprint {edition.fingerprint[:16]}")
    sheet.say(f"Mix of play: {mix_words(expected.mix)}")
    sheet.gap()
    sheet.put(shift_table(figures, GameNames.of(edition)))
    if distribution:
        sheet.put(quantile_table(figures, GameNames.of(edition)))
    last = figures[-1]
    if last.won is not None and last.unlikely is not None:
        how = "lies in its band" if last.band.holds(last.won) else "lies outside its band"
        what = f"A {'win' if last.won >= 0 else 'loss'} of {dollars(abs(last.won))} {how}"
        often = f"a result as far out, on either side, comes in {100 * last.unlikely:.3g} % of all shifts"
        sheet.say(f"{what}: {often}.", "")
        sheet.gap()
    error = max(item.error for item in figures)
    if seats > 1 or any(len(item.wagers) > 1 for item in figures):
        # Mean and variance are those of the shared cards; the shape is that of independent wagers.
        sheet.say(f"Distributions of single wagers by convolution, no probability off by more than {error:.0e}.")
        sheet.say("What wagers of one round share is added as a variance: near for many rounds, rough for a few.")
        sheet.say(f"Covariances of shared cards: {expected.covariances.source}.")
    else:
        sheet.say(f"Distributions by convolution; no probability is off by more than {error:.0e}.")
