"""What the floor adds to a player's jackpot lines: a hit that waits for verification, a wager counted for a meter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from houseway.floor.states import Hit
from houseway.rulebook.money import dollars
from houseway.table.round import Round
from houseway.table.setup import PROGRESSIVE
from houseway.table.shown.line_sentences import shown_line
from houseway.table.shown.view_shapes import ShownLine, View


def with_jackpots(seen: View, round_: Round, hits: Sequence[Hit], amounts: Mapping[str, Mapping[str, int]]) -> View:
    """``seen`` with that said beside its explained lines; ``hits`` are this round's that are not closed yet."""
    if all(line.reason is None or line.wager not in amounts for line in seen.lines):
        return seen
    return msgspec.structs.replace(seen, lines=[_noted(line, round_, hits, amounts) for line in seen.lines])


def _noted(line: ShownLine, round_: Round, hits: Sequence[Hit], amounts: Mapping[str, Mapping[str, int]]) -> ShownLine:
    if line.reason is None:
        return line
    if any((hit.seat, hit.wager, hit.event) == (line.seat, line.wager, line.event) for hit in hits):
        return shown_line(line, f"{line.reason}, held until the hit is verified")
    counted = line.seat in (round_.tabulated or {}).get(line.wager, ())
    meters = amounts.get(line.wager)
    if meters and counted and not line.returned and round_.setup.schemes.get(line.wager) == PROGRESSIVE:
        return shown_line(line, f"{line.reason}; counted for the {dollars(max(meters.values()))} jackpot")
    return line
