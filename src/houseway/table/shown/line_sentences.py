"""What became of a wager, told to its player in one sentence: the reason and the money.

``Dealer busts with 24 against your 19: +$25``. The reason is the game's (`Words.lines`, filled in by its ``explain``);
where it has none, it is the row with what that pays. What happens to wagers of every game is said here: a void, Envy.
"""

from __future__ import annotations

import re
from weakref import WeakKeyDictionary

import msgspec

from houseway.rulebook.money import dollars
from houseway.table.envy_prizes import ENVY, SHARE_THE_WEALTH
from houseway.table.folder import GameFolder
from houseway.table.lines import Line
from houseway.table.round import Round
from houseway.table.setup import Setup
from houseway.table.shown.settled_lines import Settled, Told, explainer, settled_lines
from houseway.table.shown.view_shapes import ShownLine
from houseway.table.shown.wording import capital, filled, words_of

_ODDS = re.compile(r"(-?\d+)(?::(\d+))? (to|for) 1")

MINUS = "\N{MINUS SIGN}"

EXTRAS = {
    ENVY: "Another player's hit brings you an Envy prize",
    SHARE_THE_WEALTH: "A hit at this table brings you a share of the wealth",
}


class _Kept:
    """Lines of one round as views have them: those that belong to nobody who looks, and those told to their player.

    A line is kept with what it was made of, since an aggregate limit may still change it. One that the game could not
    explain, because a card was not seen yet, is not kept.
    """

    __slots__ = ("plain", "told")

    def __init__(self) -> None:
        self.plain: dict[int, tuple[Line, ShownLine]] = {}
        self.told: dict[int, tuple[Line, ShownLine]] = {}


_KEPT: WeakKeyDictionary[Round, _Kept] = WeakKeyDictionary()
"""Every frame of a table shows the lines of its round again."""


def told_lines(round_: Round, seat: int) -> list[ShownLine]:
    """The lines of ``round_``, those of ``seat`` with a sentence for its player."""
    kept = _KEPT.get(round_)
    if kept is None:
        kept = _KEPT[round_] = _Kept()
    settled: dict[int, Settled] | None = None
    shown = []
    for number, line in enumerate(round_.lines):
        own = line.seat == seat
        found = (kept.told if own else kept.plain).get(number)
        if found is not None and found[0] is line:
            shown.append(found[1])
        elif own:
            settled = settled_lines(round_, seat) if settled is None else settled
            shown.append(_told(round_, number, line, settled.get(number), kept))
        else:
            kept.plain[number] = (line, shown_line(line))
            shown.append(kept.plain[number][1])
    return shown


def _told(round_: Round, number: int, line: Line, settled: Settled | None, kept: _Kept) -> ShownLine:
    explained = _void(line) if settled is None else _explained(round_.game, settled)
    told = shown_line(line, _with_note(explained or _by_row(round_.game, round_.setup, line), line))
    if explained:
        kept.told[number] = (line, told)
    return told


def shown_line(line: Line, reason: str | None = None) -> ShownLine:
    """``line`` as a view has it, with its sentence where there is a ``reason``."""
    says = None if reason is None else f"{reason}: {money(line)}"
    return ShownLine(**{**msgspec.structs.asdict(line), "reason": reason, "says": says})


def correction_said(was: int, returned: int) -> str:
    """That a line of a settled round was corrected, in words: what it brings back, and what it did."""
    return f"corrected after the round to {dollars(returned)} back instead of {dollars(was)}"


def corrected_line(line: Line, returned: int) -> Line:
    """``line`` of a settled round with what it returns since it was corrected, and a word of it in its note."""
    if returned == line.returned:
        return line
    said = correction_said(line.returned, returned)
    return msgspec.structs.replace(line, returned=returned, note=f"{line.note}; {said}" if line.note else said)


def corrected_shown_line(line: ShownLine, returned: int) -> ShownLine:
    """The same of a line as a view has it: to whom it belongs it is a sentence after the reason."""
    if returned == line.returned or line.reason is None:
        return shown_line(corrected_line(line, returned))
    said = capital(correction_said(line.returned, returned))
    return shown_line(msgspec.structs.replace(line, returned=returned), f"{line.reason}. {said}")


def reason_of(game: GameFolder, setup: Setup, settled: Settled) -> str:
    """Why the line ended so, in the game's words or, where it has none for this, by its row; notes in brackets."""
    return _with_note(_explained(game, settled) or _by_row(game, setup, settled.line), settled.line)


def _explained(game: GameFolder, settled: Settled) -> str:
    return EXTRAS.get(settled.line.event) or own_reason(game, settled)


def _with_note(reason: str, line: Line) -> str:
    return f"{reason} ({line.note})" if line.note else reason


def own_reason(game: GameFolder, settled: Settled) -> str:
    """The game's own words for the line; empty where it has none or a card that they name was not seen."""
    explain = explainer(game)
    told = explain(settled) if explain is not None else Told()
    line = settled.line
    template = words_of(game).reason(line.wager, told.case or line.event)
    return filled(template, {"pays": pays_said(line), **told.facts})


def _by_row(game: GameFolder, setup: Setup, line: Line) -> str:
    """The row as printed, with what it pays where that is more than the stake once."""
    name = capital(words_of(game).event(setup.edition, line.wager, line.event))
    plain = line.pays in ("loss", "push", "1 to 1") or line.returned < line.stake
    return name if plain else f"{name} pays {pays_said(line)}"


def _void(line: Line) -> str:
    """A wager that a void gives back, or a line that it takes back."""
    if line.reverses is None:
        return f"The round is void ({line.event})"
    undone = "win is taken back" if line.net < 0 else "loss is given back" if line.net else "push stays a push"
    return f"The round is void ({line.event}), and this {undone}"


def money(line: Line) -> str:
    """What the line brings or costs: ``+$25``, the same with a minus, ``your $25 comes back``."""
    if line.net > 0:
        return f"+{dollars(line.net)}"
    back = comes_back(line)
    if line.net < 0:
        lost = f"{MINUS}{dollars(-line.net)}"
        return f"{back}, {lost}" if back else lost
    return back or "nothing changes"


def comes_back(line: Line) -> str:
    """What is given back of a wager that did not win, in words; empty where nothing is."""
    if not line.stake or not 0 < line.returned <= line.stake:
        return ""
    if line.returned == line.stake:
        return f"your {dollars(line.stake)} comes back"
    half = line.returned * 2 == line.stake
    return "you get half back" if half else f"{dollars(line.returned)} of your {dollars(line.stake)} comes back"


def pays_said(line: Line) -> str:
    """What the row pays, within a sentence: ``3 to 2``, ``$9 for your $1``, ``25% of the jackpot``."""
    pays = line.pays
    if found := _ODDS.fullmatch(pays):
        number, of, unit = found.groups()
        return f"{number} {unit} {of or 1}"
    if pays.endswith("%"):
        return "the whole jackpot" if pays == "100%" else f"{pays} of the jackpot"
    if pays.endswith(" and the stake"):
        return f"{pays.removesuffix(' and the stake')} and your stake back"
    return f"{pays} for your {dollars(line.stake)}" if pays.startswith("$") and line.stake else pays
