"""A crew tries an attack: every step in every way that it can be signed, until it is through or nothing is left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from houseway.drill.insiders.attack import Attack, Deed, Signature, Step
from houseway.drill.insiders.crews import Crew
from houseway.drill.insiders.insider_house import House
from houseway.drill.insiders.reckoning import fewer, ways
from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.floor_errors import NotPermitted


class Taken(NamedTuple):
    """A deed that was taken: who signed it, and the ids of its commands."""

    signed: Signature
    ids: tuple[str, ...]


class Refused(NamedTuple):
    """Where a crew was stopped, and by what."""

    step: int
    error: HousewayError


class Attempt:
    """One crew's attempt. ``fresh`` builds the house anew; ``used``: something was taken in the house that is left."""

    def __init__(self, attack: Attack, crew: Crew, house: House, fresh: Callable[[], House]) -> None:
        self.attack = attack
        self.crew = crew
        self.house = house
        self.used = False
        self._fresh = fresh
        self._stale = False
        self._furthest: Refused | None = None

    def run(self) -> list[Taken] | Refused:
        """What was taken, step by step, if all of it was; else the refusal that it came furthest with."""
        taken = self._from(0, [])
        if taken is not None:
            return taken
        assert self._furthest is not None
        return self._furthest

    def _from(self, number: int, path: list[tuple[int, Signature]]) -> list[Taken] | None:
        """Go on from a step; ``path`` is how the crew came here."""
        if number == len(self.attack.steps):
            return []
        step = self.attack.steps[number]
        deeds = step.deeds(self.house)
        done: list[tuple[int, Signature]] = []
        strangers: set[tuple[object, ...]] = set()
        for place, signed in self._choices(step, deeds):
            if fewer([known for at, known in done if at == place], signed):
                continue
            # Who may give a command is asked before what it says: another wording changes nothing.
            asked = (*((type(command), *_about(command)) for command in deeds[place]), signed)
            if asked in strangers:
                continue
            if self._stale:
                self._again(path)
                deeds = step.deeds(self.house)
            came = self._try(number, step, deeds[place], signed)
            if isinstance(came, HousewayError):
                if isinstance(came, NotPermitted):
                    strangers.add(asked)
                continue
            done.append((place, signed))
            rest = self._from(number + 1, [*path, (place, signed)])
            if rest is not None:
                return [Taken(signed, came), *rest]
            self._stale = True
        return None

    def _choices(self, step: Step, deeds: Sequence[Deed]) -> list[tuple[int, Signature]]:
        """Every deed of a step in every way that it can be signed; where a door names who it is, in that one."""
        return [
            (place, signed)
            for place, deed in enumerate(deeds)
            for signed in ([Signature("")] if step.by is not None else ways(self.crew, deed[0]))
        ]

    def _again(self, path: list[tuple[int, Signature]]) -> None:
        """A house in which nothing but ``path`` was done."""
        self.house = self._fresh()
        self.used = self._stale = False
        for number, (place, signed) in enumerate(path):
            step = self.attack.steps[number]
            came = self._try(number, step, step.deeds(self.house)[place], signed)
            assert not isinstance(came, HousewayError), f"{self.attack.slug}: {step.what} is not taken again: {came}"

    def _try(self, number: int, step: Step, deed: Deed, signed: Signature) -> tuple[str, ...] | HousewayError:
        """Give the commands of a deed; their ids if all of them were taken, or the last refusal."""
        house = self.house
        try:
            who = step.by(house) if step.by is not None else signed.who
        except HousewayError as error:
            return self._refused(number, error)
        more = {"at": step.at(house)} if step.at is not None else {}
        orders = [house.order(command, who, signed.second, **more) for command in deed]
        if len(orders) == 1:
            try:
                house.give(orders[0])
            except HousewayError as error:
                return self._refused(number, error)
            self.used = True
        else:
            answers = house.give_together(orders)
            errors = [answer for answer in answers if isinstance(answer, HousewayError)]
            self.used |= len(errors) < len(answers)
            if errors:
                self._stale = self.used
                return self._refused(number, errors[-1])
        if step.then is not None:
            step.then(house)
        return tuple(order.id for order in orders)

    def _refused(self, number: int, error: HousewayError) -> HousewayError:
        """Keep the refusal of the furthest step, and of several there one that is not about who they are."""
        known = self._furthest
        if (
            known is None
            or number > known.step
            or (number == known.step and isinstance(known.error, NotPermitted) and not isinstance(error, NotPermitted))
        ):
            self._furthest = Refused(number, error)
        return error


def _about(command: c.Command) -> tuple[object, ...]:
    """What a command is about, as far as it matters for who may give it."""
    return tuple(str(getattr(command, field, "")) for field in ("table", "jackpot", "hit", "malfunction"))
