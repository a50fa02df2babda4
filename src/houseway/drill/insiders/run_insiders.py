"""The insider drill: every attack by every crew, held against what the table of controls allows."""

from __future__ import annotations

import logging
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec

from houseway.drill.drill_errors import DrillFailed
from houseway.drill.insiders.attack import Attack, Outcome
from houseway.drill.insiders.attacks import ATTACKS
from houseway.drill.insiders.attempt import Attempt, Refused, Taken
from houseway.drill.insiders.crews import Crew, every_crew, named
from houseway.drill.insiders.insider_house import House
from houseway.drill.insiders.naming import unreported
from houseway.drill.insiders.reckoning import allowed
from houseway.drill.insiders.sites import Ground
from houseway.journal.engines.places import sqlite_path

Progress = Callable[[int, int], None]

ANYBODY: Crew = ()
"""Whoever can reach what an attack past the program needs."""


class Finding(msgspec.Struct, frozen=True):
    """An attack that did not come out as it must, by whom, and what is wrong."""

    attack: str
    crew: str
    what: str


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """An attack and what came of it, by ending; ``pairs`` are those whom the table of controls allows it."""

    slug: str
    what: str
    rule: str
    tried: int
    endings: dict[str, int]
    errors: dict[str, int]
    pairs: tuple[Crew, ...]


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What an insider drill tried and what came of it."""

    engine: str
    crews: int
    tallies: tuple[Tally, ...]
    outcomes: tuple[Outcome, ...]
    findings: tuple[Finding, ...]
    seconds: float

    @property
    def passed(self) -> bool:
        """Whether every attack came out as it must."""
        return not self.findings

    def as_dict(self) -> dict[str, Any]:
        """The report as plain data."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        data["outcomes"] = [outcome.as_dict() for outcome in self.outcomes]
        return {**data, "passed": self.passed}


def insiders(
    *,
    database: str | None = None,
    crews: Sequence[Crew] | None = None,
    attacks: Sequence[Attack] = ATTACKS,
    progress: Progress | None = None,
) -> Report:
    """Hold an insider drill. ``database`` is an empty journal's address; nothing of the drill is left behind."""
    started = perf_counter()
    chosen = every_crew() if crews is None else list(crews)
    path = sqlite_path(database) if database is not None else None
    if path is not None and path.exists():
        raise DrillFailed(f"{path} exists already", remedy="a drill begins on an empty journal: name another file")
    if path is not None and not path.parent.is_dir():
        raise DrillFailed(f"there is no folder {path.parent}", remedy="name a file in a folder that exists")
    folder = Path(tempfile.mkdtemp(prefix="houseway-insiders-", dir=path.parent if path is not None else None))
    ground = None
    try:
        ground = Ground(folder, database)
        with _quietly():
            outcomes = _Drill(ground, chosen, attacks, progress).run()
        engine = ground.engine
    finally:
        if ground is not None:
            ground.close()
        shutil.rmtree(folder, ignore_errors=True)
    return Report(
        engine=engine,
        crews=len(chosen),
        tallies=tuple(_tally(attack, outcomes) for attack in attacks),
        outcomes=tuple(outcomes),
        findings=(
            *(Finding(each.attack, named(each.crew), each.wrong) for each in outcomes if each.wrong),
            *_idle(attacks, outcomes),
        ),
        seconds=perf_counter() - started,
    )


@contextmanager
def _quietly() -> Iterator[None]:
    """What a start says of rows that were changed is what is looked for here, and no news for whoever watches."""
    log = logging.getLogger("houseway.journal")
    before = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(before)


class _Drill:
    def __init__(
        self, ground: Ground, crews: Sequence[Crew], attacks: Sequence[Attack], progress: Progress | None
    ) -> None:
        self._ground = ground
        self._crews = crews
        self._attacks = attacks
        self._progress = progress
        self._done = 0
        self._total = sum(len(crews) if attack.steps else 1 for attack in attacks)
        self._built = ground.new()
        house = House(self._built, create=True)
        house.build()
        self._at, self._number = house.at, house.number
        house.close()
        self._situation: House | None = None

    def run(self) -> list[Outcome]:
        return [outcome for attack in self._attacks for outcome in self._tried(attack)]

    def _prepared(self, attack: Attack) -> House:
        """A house that is brought into the situation that an attack begins with."""
        if attack.journal:
            house = House(self._ground.copy(self._built), self._at, self._number)
        else:
            house = House(self._ground.new(), create=True)
        attack.prepare(house)
        return house

    def _fresh(self, attack: Attack) -> House:
        """The same, copied where the situation is all in the journal and is wanted again."""
        if self._situation is None:
            house = self._prepared(attack)
            if not attack.journal or house.stands_beside_the_journal:
                return house
            house.close()
            self._situation = house
        kept = self._situation
        house = House(self._ground.copy(kept.site), kept.at, kept.number)
        house.kept = dict(kept.kept)
        return house

    def _tried(self, attack: Attack) -> list[Outcome]:
        found: list[Outcome] = []
        house = self._prepared(attack)
        if attack.past is not None:
            ending, says = attack.past(house)
            wrong = says if ending == "got through" else ""
            found.append(Outcome(attack=attack.slug, crew=ANYBODY, ending=ending, says=says, wrong=wrong))
            self._tell()
            house = self._anew(attack, house) if attack.steps else house
        for crew in self._crews if attack.steps else ():
            before = house.floor.journal.heads()
            attempt = Attempt(attack, crew, house, lambda: self._anew(attack, attempt.house))  # noqa: B023
            far = allowed(attack, crew, house)
            came = attempt.run()
            house = attempt.house
            changed = house.floor.journal.heads() != before
            if isinstance(came, Refused):
                found.append(_refused(attack, crew, came, far, left=changed and not attempt.used))
            else:
                found.append(_taken(attack, crew, came, far, house))
            if changed or attempt.used:
                house = self._anew(attack, house)
            self._tell()
        house.close()
        self._ground.give_back(house.site)
        if self._situation is not None:
            self._ground.give_back(self._situation.site)
            self._situation = None
        return found

    def _anew(self, attack: Attack, house: House) -> House:
        house.close()
        self._ground.give_back(house.site)
        return self._fresh(attack)

    def _tell(self) -> None:
        self._done += 1
        if self._progress is not None:
            self._progress(self._done, self._total)


def _refused(attack: Attack, crew: Crew, came: Refused, far: int, *, left: bool) -> Outcome:
    """A crew was stopped: where, by what, and whether that is how it must be stopped."""
    step = attack.steps[came.step]
    wrong = ""
    if left:
        wrong = f"it was refused at {step.what!r} and left something behind"
    elif attack.barred and far == len(attack.steps):
        if not isinstance(came.error, attack.barred) or came.step != len(attack.steps) - 1:
            wrong = f"the rule should have refused it at the last step, and {came.error.code} did at {step.what!r}"
    elif far > came.step:
        wrong = f"the table of controls allows {step.what!r}, and it was refused: {came.error.message}"
    return Outcome(
        attack=attack.slug,
        crew=crew,
        ending="refused",
        step=step.what,
        error=came.error.code,
        says=came.error.message,
        wrong=wrong,
    )


def _taken(attack: Attack, crew: Crew, taken: list[Taken], far: int, house: House) -> Outcome:
    """A crew did everything: whether it came to anything, whether the two may, and whether both are named."""
    signed = tuple(str(deed.signed) if deed.signed.who else "the device" for deed in taken)
    if attack.harm is not None and not attack.harm(house):
        return Outcome(attack=attack.slug, crew=crew, ending="in vain", signed=signed)
    wrong = ""
    if attack.barred:
        wrong = f"nobody may do this ({attack.rule}), and {named(crew)} did"
    elif far < len(attack.steps):
        wrong = f"the table of controls does not allow {attack.steps[far].what!r} to {named(crew)}, who did it"
    elif len(crew) == 1:
        wrong = f"{named(crew)} did it alone"
    if wrong:
        return Outcome(attack=attack.slug, crew=crew, ending="got through", signed=signed, wrong=wrong)
    missing = unreported(house, taken)
    return Outcome(attack=attack.slug, crew=crew, ending="allowed", signed=signed, wrong="; ".join(missing))


def _idle(attacks: Sequence[Attack], outcomes: Sequence[Outcome]) -> list[Finding]:
    """Attacks that show nothing: whoever tried them was refused before their last step."""
    found = []
    for attack in attacks:
        own = [each for each in outcomes if each.attack == attack.slug and each.crew]
        codes = {error.code for error in attack.barred}
        last = attack.steps[-1].what if attack.steps else ""
        reached = any(each.ending != "refused" or (each.error in codes and each.step == last) for each in own)
        if own and not reached:
            found.append(Finding(attack.slug, "all crews", "nobody came as far as its last step: it shows nothing"))
    return found


def _tally(attack: Attack, outcomes: Sequence[Outcome]) -> Tally:
    own = [each for each in outcomes if each.attack == attack.slug]
    return Tally(
        slug=attack.slug,
        what=attack.what,
        rule=attack.rule,
        tried=len(own),
        endings=dict(Counter(each.ending for each in own)),
        errors=dict(Counter(each.error for each in own if each.error).most_common()),
        pairs=tuple(each.crew for each in own if each.ending == "allowed"),
    )
