"""High Card: the automatic player raises with a ten or better."""

from __future__ import annotations

from typing import Any

from houseway.rulebook.steps import Ask
from houseway.table.players import Seen


def advise(ask: Ask, seen: Seen) -> Any:
    """Stay or raise."""
    assert isinstance(ask.seat, int)
    (card,) = seen.cards(ask.seat)
    return "raise" if card is not None and card.rank >= 10 else "stay"
