"""Dueling for Dollars: the automatic player.

A tie is its only decision, and it goes to war. Surrender costs half of the wager for certain; in war the player loses
two wagers only with the worse card and wins one with the better or an equal one, about 0.39 of a wager lost on average
on either spot. Whatever the Tie After Tie wager adds is for going to war as well.
"""

from __future__ import annotations

from typing import Any

from houseway.rulebook.steps import Ask
from houseway.table.players import Seen


def advise(ask: Ask, seen: Seen) -> Any:
    """A sensible answer to ``ask`` for a seat that has seen what ``seen`` shows."""
    return "war"
