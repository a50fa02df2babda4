"""Sentences that several documents have in common: which clause restates each, and of what kind it is everywhere.

A test that exercises such a sentence exercises it in every document: `in_every_document` marks it with all the clauses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import pytest

DW, TCS, TA, DD = "deuces-wild", "three-card-split", "triple-attack", "dueling"
ENFORCED, PROCEDURAL, INFORMATION = "enforced", "procedural", "information"


class Sentence(NamedTuple):
    """The kind of a sentence, and by game the clauses (as cited) that restate it."""

    kind: str
    clauses: dict[str, tuple[str, ...]]


SENTENCES = {
    # -- the letters
    "the game is approved on conditions": Sentence(
        ENFORCED,
        {
            DW: ("letter 2010 opening", "letter 2017 opening"),
            TCS: ("letter 2008 approval", "letter 2017 approval"),
            TA: ("letter 2021 review",),
            DD: ("letter 2015 approval", "letter 2017 approval"),
        },
    ),
    "it is played by the rules that were submitted": Sentence(
        ENFORCED,
        {
            DW: ("letter 2010 commercial 1", "letter 2010 tribal 1", "letter 2017 commercial 1"),
            TCS: ("letter 2008 commercial 1", "letter 2008 tribal 1", "letter 2017 commercial 1"),
            TA: ("letter 2021 terms",),
            DD: ("letter 2015 commercial 1", "letter 2015 tribal 1", "letter 2017 commercial 1"),
        },
    ),
    "a card room has its internal controls approved first": Sentence(
        ENFORCED,
        {
            DW: ("letter 2010 commercial 2", "letter 2017 commercial 2"),
            TCS: ("letter 2008 commercial 2", "letter 2017 commercial 2"),
            TA: ("letter 2021 commercial 1",),
            DD: ("letter 2015 commercial 2", "letter 2017 commercial 2"),
        },
    ),
    "makers are licensed by the state": Sentence(
        ENFORCED,
        {
            DW: ("letter 2010 commercial 3", "letter 2017 commercial 3"),
            TCS: ("letter 2008 commercial 3", "letter 2017 commercial 3"),
            TA: ("letter 2021 commercial 2",),
            DD: ("letter 2015 commercial 3", "letter 2017 commercial 3"),
        },
    ),
    "a tribal casino has its agency's approval": Sentence(
        ENFORCED,
        {
            DW: ("letter 2010 tribal 2", "letter 2017 tribal 1"),
            TCS: ("letter 2008 tribal 2", "letter 2017 tribal 1"),
            TA: ("letter 2021 tribal 1",),
            DD: ("letter 2015 tribal 2", "letter 2017 tribal 1"),
        },
    ),
    "the agency has the state's concurrence": Sentence(
        ENFORCED,
        {
            DW: ("letter 2010 tribal 3", "letter 2017 tribal 2"),
            TCS: ("letter 2008 tribal 3", "letter 2017 tribal 2"),
            TA: ("letter 2021 tribal 2",),
            DD: ("letter 2015 tribal 3", "letter 2017 tribal 2"),
        },
    ),
    "the submission has what the compact asks for": Sentence(
        ENFORCED,
        {
            DW: ("letter 2010 tribal 4", "letter 2017 tribal 3"),
            TCS: ("letter 2008 tribal 4", "letter 2017 tribal 3"),
            TA: ("letter 2021 tribal 3",),
            DD: ("letter 2015 tribal 4", "letter 2017 tribal 3"),
        },
    ),
    "makers are certified by the state and licensed by the tribe": Sentence(
        ENFORCED,
        {
            DW: ("letter 2010 tribal 5", "letter 2017 tribal 4"),
            TCS: ("letter 2008 tribal 5", "letter 2017 tribal 4"),
            TA: ("letter 2021 tribal 4",),
            DD: ("letter 2015 tribal 5", "letter 2017 tribal 4"),
        },
    ),
    "a change may undo the approval": Sentence(
        ENFORCED,
        {
            DW: ("letter 2010 modifications", "letter 2017 modifications"),
            TCS: ("letter 2008 modifications", "letter 2017 modifications"),
            TA: ("letter 2021 modifications",),
            DD: ("letter 2015 modifications", "letter 2017 modifications"),
        },
    ),
    "interest holders are looked into": Sentence(
        INFORMATION,
        {
            DW: ("letter 2010 interest holders",),
            TCS: ("letter 2008 investigation",),
            DD: ("letter 2015 interest holders",),
        },
    ),
    "the cover": Sentence(INFORMATION, {DW: ("title",), TCS: ("cover",), TA: ("cover",), DD: ("cover",)}),
    "a promotion may be added": Sentence(ENFORCED, {DW: ("summary 3",), TA: ("promotions",)}),
    # -- equipment
    "the rules are the same with any equipment": Sentence(
        ENFORCED, {DW: ("appendix E same rules",), TCS: ("appendix E same rules",), DD: ("appendix X same rules",)}
    ),
    "what equipment changes stands in the operator's procedures": Sentence(
        INFORMATION,
        {DW: ("appendix E procedures",), TCS: ("appendix E procedures",), DD: ("appendix X operator procedures",)},
    ),
    "the system is approved for the game": Sentence(
        ENFORCED, {DW: ("appendix E approved",), TCS: ("appendix E approved",), DD: ("appendix X approved system",)}
    ),
    "the system has two parts": Sentence(
        INFORMATION, {DW: ("appendix E system",), TCS: ("appendix E system",), DD: ("appendix X sub-systems",)}
    ),
    "wagers are counted, never their value": Sentence(
        ENFORCED,
        {DW: ("appendix E count",), TCS: ("appendix E tabulator count",), DD: ("appendix X tabulator count",)},
    ),
    "each counted wager has a sensor": Sentence(
        ENFORCED, {DW: ("appendix E sensor",), TCS: ("appendix E tabulator sensor",), DD: ("appendix X sensors",)}
    ),
    "the dealer presses the button": Sentence(
        PROCEDURAL, {DW: ("appendix E press",), TCS: ("appendix E tabulator press",), DD: ("appendix X press",)}
    ),
    "a wager present is recorded": Sentence(
        ENFORCED, {DW: ("appendix E record",), TCS: ("appendix E tabulator record",), DD: ("appendix X record",)}
    ),
    "an indicator stays lit until the next press": Sentence(
        ENFORCED,
        {DW: ("appendix E indicator",), TCS: ("appendix E tabulator indicator",), DD: ("appendix X indicators",)},
    ),
    "TableVision shows what the operator decides": Sentence(
        ENFORCED,
        {
            DW: ("appendix E tablevision",),
            TCS: ("appendix E tablevision",),
            DD: ("appendix X tablevision", "appendix X display control"),
        },
    ),
    "what counting and displaying serve": Sentence(
        INFORMATION, {DW: ("appendix E promotions",), TCS: ("appendix E uses",), DD: ("appendix X uses",)}
    ),
    "while the system is out of order": Sentence(
        ENFORCED, {DW: ("appendix E malfunction",), TCS: ("appendix E malfunction",), DD: ("appendix X malfunction",)}
    ),
    "the approved models": Sentence(
        ENFORCED, {DW: ("appendix E models",), TCS: ("appendix E models",), DD: ("appendix X models",)}
    ),
    "a fixed wager that is removed needs an indicator": Sentence(
        ENFORCED,
        {DW: ("appendix E footnote 1",), TCS: ("appendix E footnote 1",), DD: ("appendix X footnote 1",)},
    ),
    "a visible indicator for every wager that is removed": Sentence(
        ENFORCED,
        {DW: ("appendix E footnote 2",), TCS: ("appendix E footnote 2",), DD: ("appendix X footnote 2",)},
    ),
    "Andromeda-5a or higher": Sentence(
        ENFORCED,
        {DW: ("appendix E andromeda-5a",), TCS: ("appendix E andromeda-5a",), DD: ("appendix X andromeda-5a",)},
    ),
    "Milky Way has one sensor at seven positions": Sentence(
        ENFORCED,
        {DW: ("appendix E milky way",), TCS: ("appendix E milky way",), DD: ("appendix X milky way",)},
    ),
    "the count cannot be reset": Sentence(
        ENFORCED,
        {
            DW: ("appendix E milky way counter",),
            TCS: ("appendix E milky way",),
            DD: ("appendix X milky way",),
        },
    ),
    "how Milky Way's displays are changed": Sentence(
        ENFORCED,
        {
            DW: ("appendix E milky way led", "appendix E milky way lcd"),
            TCS: ("appendix E milky way display",),
            DD: ("appendix X milky way display",),
        },
    ),
    "Andromeda-1 counts as Milky Way does": Sentence(
        ENFORCED,
        {DW: ("appendix E andromeda-1",), TCS: ("appendix E andromeda-1",), DD: ("appendix X andromeda-1",)},
    ),
    "Andromeda-1's sign is changed from the data centre too": Sentence(
        ENFORCED,
        {
            DW: ("appendix E andromeda-1 display",),
            TCS: ("appendix E andromeda-1 display",),
            DD: ("appendix X andromeda-1 display",),
        },
    ),
    "Andromeda-3 has six sensors at sixteen positions": Sentence(
        ENFORCED,
        {DW: ("appendix E andromeda-3",), TCS: ("appendix E andromeda-3",), DD: ("appendix X andromeda-3",)},
    ),
    "Andromeda-3 has a monitor": Sentence(
        ENFORCED,
        {
            DW: ("appendix E andromeda-3 display",),
            TCS: ("appendix E andromeda-3 display",),
            DD: ("appendix X andromeda-3 display",),
        },
    ),
    # -- layouts
    "sample layouts": Sentence(
        ENFORCED, {DW: ("appendix F",), TCS: ("appendix F",), TA: ("appendix E",), DD: ("appendix G spots",)}
    ),
    "the size of the cloth": Sentence(INFORMATION, {DW: ("appendix F cloth",), TA: ("appendix E cloth",)}),
    # -- jackpots
    "a bonus display carries the notice": Sentence(
        ENFORCED,
        {
            DW: ("appendix D 1",),
            TCS: ("appendix D note 5",),
            TA: ("jackpots bonus notice",),
            DD: ("appendix C note 6", "appendix D note 6"),
        },
    ),
    "a progressive is held in escrow": Sentence(
        ENFORCED,
        {
            DW: ("appendix D 2",),
            TCS: ("appendix D note 6",),
            TA: ("jackpots progressive",),
            DD: ("appendix C note 7", "appendix D note 7"),
        },
    ),
    "a dollar prize is a fixed amount": Sentence(
        ENFORCED,
        {TCS: ("appendix D note 4",), TA: ("appendix D note 4",), DD: ("appendix C note 4", "appendix D note 4")},
    ),
    "some features may ask for a least wager": Sentence(
        INFORMATION,
        {TCS: ("appendix D note 4 minimum",), DD: ("appendix C note 4 minimum", "appendix D note 4 minimum")},
    ),
}

_Test = TypeVar("_Test", bound=Callable[..., Any])


def in_every_document(*names: str) -> Callable[[_Test], _Test]:
    """Mark a test with the clauses of a sentence in each document that has it."""

    def mark(test: _Test) -> _Test:
        for name in names:
            for game, clauses in SENTENCES[name].clauses.items():
                test = pytest.mark.clause(game, *clauses)(test)
        return test

    return mark
