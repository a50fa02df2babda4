"""Houseway: house-banked table games, from the approved document to the settled round.

What this module exports is the public API; names are imported when first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from houseway import release

if TYPE_CHECKING:
    from houseway.cards import Card as Card
    from houseway.cards import Deck as Deck
    from houseway.cards import KeyedShoe as KeyedShoe
    from houseway.cards import RecordedShoe as RecordedShoe
    from houseway.cards import Stream as Stream
    from houseway.cards import SystemChance as SystemChance
    from houseway.cards import VirtualShoe as VirtualShoe
    from houseway.cards import card as card
    from houseway.cards import parse_cards as parse_cards
    from houseway.errors import HousewayError as HousewayError
    from houseway.errors import Refused as Refused
    from houseway.facade import Game as Game
    from houseway.maths.blackjack import BlackjackRules as BlackjackRules
    from houseway.maths.blackjack import shoe_of as shoe_of
    from houseway.maths.blackjack import solve as solve
    from houseway.maths.counting import count_deals as count_deals
    from houseway.maths.question import Question as Question
    from houseway.maths.results import Analysis as Analysis
    from houseway.maths.results import Figures as Figures
    from houseway.maths.strategy import Strategy as Strategy
    from houseway.maths.strategy import load_strategy as load_strategy
    from houseway.registry import all_games as all_games
    from houseway.registry import game as game
    from houseway.registry import replay as replay
    from houseway.registry import settle as settle
    from houseway.reports.data_frames import decisions_frame as decisions_frame
    from houseway.reports.data_frames import frame as frame
    from houseway.reports.data_frames import report_frames as report_frames
    from houseway.reports.document import write as write
    from houseway.reports.par_sheet import par_sheet as par_sheet
    from houseway.rulebook.edition import Edition as Edition
    from houseway.simulation.plan import plan as plan
    from houseway.simulation.run import simulate as simulate
    from houseway.table.deal import deal_round as deal_round
    from houseway.table.lines import Line as Line
    from houseway.table.players import advised as advised
    from houseway.table.records.record import record as record
    from houseway.table.round import Round as Round
    from houseway.table.setup import Setup as Setup
    from houseway.table.shown.postings import postings as postings
    from houseway.table.shown.view import view as view

__version__ = release.VERSION

_WHERE = {
    "Card": "houseway.cards",
    "Deck": "houseway.cards",
    "KeyedShoe": "houseway.cards",
    "RecordedShoe": "houseway.cards",
    "Stream": "houseway.cards",
    "SystemChance": "houseway.cards",
    "VirtualShoe": "houseway.cards",
    "card": "houseway.cards",
    "parse_cards": "houseway.cards",
    "HousewayError": "houseway.errors",
    "Refused": "houseway.errors",
    "game": "houseway.registry",
    "all_games": "houseway.registry",
    "Edition": "houseway.rulebook.edition",
    "Game": "houseway.facade",
    "Line": "houseway.table.lines",
    "Round": "houseway.table.round",
    "Setup": "houseway.table.setup",
    "advised": "houseway.table.players",
    "deal_round": "houseway.table.deal",
    "record": "houseway.table.records.record",
    "replay": "houseway.registry",
    "settle": "houseway.registry",
    "postings": "houseway.table.shown.postings",
    "view": "houseway.table.shown.view",
    "BlackjackRules": "houseway.maths.blackjack",
    "shoe_of": "houseway.maths.blackjack",
    "solve": "houseway.maths.blackjack",
    "count_deals": "houseway.maths.counting",
    "Question": "houseway.maths.question",
    "Analysis": "houseway.maths.results",
    "Figures": "houseway.maths.results",
    "Strategy": "houseway.maths.strategy",
    "load_strategy": "houseway.maths.strategy",
    "decisions_frame": "houseway.reports.data_frames",
    "frame": "houseway.reports.data_frames",
    "report_frames": "houseway.reports.data_frames",
    "write": "houseway.reports.document",
    "par_sheet": "houseway.reports.par_sheet",
    "plan": "houseway.simulation.plan",
    "simulate": "houseway.simulation.run",
}

__all__ = ["__version__"]
__all__ += list(_WHERE)


def __getattr__(name: str) -> Any:
    where = _WHERE.get(name)
    if where is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(where), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
