"""What a finding rests on: the approved document's own clause first, and every id can be looked up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import houseway
from houseway.compliance.citations import find, full_cite
from houseway.compliance.configured_tables import settings_of, setup_of
from houseway.compliance.profile import KINDS, Setting, names, profile
from houseway.floor.command_index import CONTROLS
from houseway.registry import all_games
from houseway.table.table_errors import WagerRefused
from houseway.table.wagers import accept_wagers
from tests.compliance.cases import CASES
from tests.compliance.changes import configured, findings

DW, DW_2010, TCS, TA, DD = (
    "Deuces Wild 2017",
    "Deuces Wild 2010",
    "Three Card Split Pai Gow Poker v5",
    "Triple Attack Blackjack 2021",
    "Dueling for Dollars 2017",
)
RESTS_ON = {
    # -- wagers: who sets limits, how many may be placed, how cards are dealt
    "a wager without limits": (f"{TA}, description limits", "WAC 230-15-060"),
    "a base wager over the maximum": (f"{DD}, introduction 2", "WAC 230-15-140"),
    "a side wager over the maximum": (f"{DD}, introduction 2", "WAC 230-15-140"),
    "a table over its own maximum": (f"{TCS}, overview limits", "WAC 230-15-140"),
    "a fourth wager of six dollars": (f"{DW}, dealing 5", "WAC 230-15-040"),
    "four wagers that start over five dollars": (f"{DW}, dealing 5", "WAC 230-15-040"),
    "more than three wagers over five dollars, unposted": (f"{TA}, description limits", "WAC 230-15-040"),
    "four wagers not on the Dueling layout": (f"{DD}, introduction 2",),
    "four wagers not posted": (f"{TA}, description limits", "WAC 230-15-040"),
    "Deuces Wild by hand in a commercial room": (f"{DW}, dealing 2",),
    "a wager over the agency's own maximum": (f"{DW}, dealing 5", "Washington, tribal casino"),
    # -- equipment: which models, a sensor for each wager, what a model can do
    "wagers to be counted by nothing": (f"{DW}, dealing 6", "BJS-1"),
    "Triple Attack on Andromeda-3c": (f"{TA}, equipment system", "WAC 230-06-050"),
    "Deuces Wild of 2010 on Andromeda-1": (f"{DW_2010}, appendix E count", "WAC 230-06-050"),
    "5a or higher without a version": (f"{TA}, equipment system", "BJS-2"),
    "a version under 5a": (f"{TA}, equipment system", "S-10"),
    "a version that the approval does not name": (f"{TA}, equipment system", "WAC 230-06-050"),
    "a jackpot without a sensor": (f"{TA}, jackpots 1", "BJS-2"),
    "a sensor for a wager that is not offered": (f"{TA}, jackpots 1", "S-5"),
    "one sensor for two jackpots": (f"{TA}, jackpots 5", "S-18"),
    "a seventh sensor": ("S-10",),  # the document of Triple Attack says nothing of how many a model has
    "a second sensor on Milky Way": (f"{DD}, appendix X milky way", "S-10"),
    "a progressive on a sign set by hand": (f"{TCS}, appendix E andromeda-1 display", "WAC 230-15-671"),
    "a progressive that nothing counts": (f"{TCS}, appendix D note 6", "WAC 230-15-671"),
    "a sign set by hand beside Andromeda-5a": ("S-12",),
    "a networked meter display in Triple Attack": (f"{TA}, equipment displays", "S-13"),
    # -- jackpots
    "a bonus in real time": (f"{DW}, appendix D 1", "WAC 230-15-671"),
    "a bonus with a meter": (f"{DD}, appendix C note 6", "WAC 230-15-671"),
    "a progressive that stands still": (f"{TA}, jackpots progressive", "WAC 230-15-671"),
    "a progressive without a meter": (f"{TA}, jackpots progressive", "WAC 230-15-671"),
    "two jackpots on Deuces Wild": (f"{DW}, summary 2", "S-18"),
    "a jackpot wager that plays for nothing": (f"{TA}, jackpots controls", "S-19"),
    "bonus and progressive on one table": (f"{TA}, jackpots 4", "S-18"),
    "one jackpot for two wagers": (f"{TA}, jackpots 1", "S-18"),
    "a two-dollar Dueling jackpot": (f"{DD}, appendix C note 8", "S-22"),
    "an unposted row": (f"{DW}, appendix D 1", "DW-8"),
    "a paytable with one of ten rows unposted": (f"{DD}, appendix C note 5", "DD-9"),
    "an envy prize in Deuces Wild": ("BJS-7",),
    "a share of the wealth in a tribal casino": ("BJS-7",),
    "a percent without its meter": (f"{TCS}, appendix D note 3", "BJS-3"),
    "a meter that nothing pays from": (f"{TCS}, appendix D note 6", "WAC 230-15-671"),
    "percents of no amount": (f"{DD}, appendix C note 3", "BJS-2"),
    "no qualifying minimum": (f"{TCS}, appendix D qualifying", "S-22"),
    "a qualifying minimum out of reach": (f"{TCS}, appendix D qualifying", "WAC 230-15-065"),
    # -- displays
    "the second amount not shown": (f"{TA}, jackpots progressive", "WAC 230-15-685"),
    "an amount not shown at one table of a link": (f"{TA}, jackpots progressive", "WAC 230-15-685"),
    "a notice with one word changed": (f"{DW}, appendix D 1", "S-16"),
    "a bonus display without the notice": (f"{DD}, appendix C note 6", "S-16"),
    "the notice shortened": (f"{DW}, appendix D 1", "S-16"),
    "an amount on an edge-lit sign": ("S-12",),
    "a progressive on a printed page": (f"{TA}, jackpots progressive", "WAC 230-15-671"),
    "multiplied pays not shown": (f"{TA}, appendix D note 5", "BJS-4"),
    "percents of a bonus not in money": ("BJS-2",),
    "an envy prize not shown": (f"{TCS}, appendix D note 3", "BJS-7"),
    # -- approvals, licences: the letters
    "a game that nobody approved here": (f"{TCS}, letter 2017 commercial 2", "S-2"),
    "two jackpots where the approval has one": (f"{DD}, letter 2021 second sensor", "S-18"),
    "another edition than the approved one": (f"{DD}, letter 2017 modifications", "S-1"),
    "internal controls not approved": (f"{DW}, letter 2017 commercial 2", "S-2"),
    "controls approved before they were submitted": (f"{DW}, letter 2017 commercial 2", "S-2"),
    "an approval of tomorrow": (f"{DW}, letter 2017 commercial 2", "S-2"),
    "a link by a maker without a licence": (f"{TA}, letter 2021 commercial 2", "S-3"),
    "a shuffler of a maker without a licence": (f"{DW}, letter 2017 commercial 3", "S-3"),
    "no concurrence of the state": (f"{DW}, letter 2017 tribal 2", "S-4"),
    "a maker without the tribe's licence": (f"{DW}, letter 2017 tribal 4", "S-3"),
    # -- promotions
    "a promotion on a row that is not there": (f"{TA}, promotions", "S-25"),
    "a Triple Attack promotion on the base wager": (f"{TA}, promotions", "S-25"),
    "a Triple Attack promotion without consent": (f"{TA}, promotions", "S-25"),
    # -- what the edition itself does not have
    "a paytable that is not there": (f"{TA}, appendix A",),
    "seven decks": (f"{DD}, number of decks",),
    "a row posted that is printed": (f"{DW}, appendix D schemes",),
}
"""By wrong configuration what it rests on, read in the documents; the others rest on the code alone."""


@pytest.mark.parametrize("name", CASES)
def test_a_finding_cites_the_document_first_and_the_code_beside_it(name: str) -> None:
    case = CASES[name]
    for finding in findings(case.base, case.wrong):
        if name in RESTS_ON:
            assert (finding.cite, *finding.beside) == RESTS_ON[name]
        for cite in (finding.cite, *finding.beside):
            assert find(cite), f"{cite} cannot be looked up"
        # What an approved document says is never cited by the code or a private id alone.
        if finding.cite.startswith(("S-", "LAB-")):
            assert name in RESTS_ON, f"{name} cites {finding.cite}"


def test_each_maker_is_refused_by_the_letter_of_the_game() -> None:
    case = CASES["a layout maker whose licence ran out"]
    cites = {finding.cite for finding in findings(case.base, case.wrong)}
    assert cites == {
        f"{DW}, letter 2017 commercial 3",
        f"{TCS}, letter 2017 commercial 3",
        f"{TA}, letter 2021 commercial 2",
        f"{DD}, letter 2017 commercial 3",
    }


def test_in_a_commercial_room_each_limit_on_wagers_has_its_own_clause() -> None:
    """Four wagers are the document's rule in Dueling, five dollars for a fourth are the code's."""
    room = configured("washington")
    table = room.table("T5")
    assert table is not None
    setup = setup_of(table, {item.id: item for item in room.jackpots}, settings_of(room, "T5"))
    five = {"player": 600, "tie-plus": 600, "combo-bet": 600, "tie-after-tie": 100, "two-plus-two": 100}
    with pytest.raises(WagerRefused) as number:
        accept_wagers(setup, five)
    assert number.value.clause == "introduction 2"
    old = configured("washington").table("T3")
    assert old is not None
    deuces = setup_of(old, {item.id: item for item in room.jackpots}, settings_of(room, "T3"))
    assert deuces.wagering is not None
    assert (deuces.wagering.clause, deuces.wagering.over_cite) == ("WAC 230-15-040", "WAC 230-15-040")


# -- whatever is cited can be looked up

ID = re.compile(
    r"\b(?:WAC 230-\d+-\d+(?:\(\d+\))?|RCW [\d.]+\d|(?:LAB|WA|S|BJS|DW|TCS|TA|DD)-\d+)(?![\w-])",
)


def _printed() -> Iterator[tuple[str, str]]:
    """Every id that stands in the program's texts, profiles, scripts and pages, with the file it stands in."""
    root = Path(houseway.__file__).parent
    for path in sorted(root.rglob("*")):
        if path.suffix in (".py", ".toml", ".js", ".html") and path.name != "sources.toml":
            for id in ID.findall(path.read_text(encoding="utf-8")):
                yield id, str(path.relative_to(root))


def test_every_id_that_is_printed_anywhere_can_be_looked_up() -> None:
    unknown = {id: where for id, where in _printed() if not find(id)}
    assert unknown == {}


def test_every_rule_of_a_profile_and_of_a_command_can_be_looked_up() -> None:
    cites = {setting.cite for name in names() for setting in _settings(name)}
    cites |= {control.clause for control in CONTROLS.values() if control.clause}
    assert {cite for cite in cites if not find(cite)} == set()


def _settings(name: str) -> Iterator[Setting]:
    found = profile(name)
    for setting in KINDS:
        yield from found.history(setting)


def test_every_clause_and_ruling_is_found_by_its_document() -> None:
    for game in all_games().values():
        for edition in game.editions.values():
            for clause in edition.clauses:
                [found] = find(full_cite(edition, clause.cite))
                assert found.found is edition.clause(clause.cite)
            for ruling in edition.rulings:
                assert find(ruling, edition)
