"""The way to an approval: which steps, in which order, who takes each."""

from __future__ import annotations

from typing import NamedTuple

from houseway.compliance.configuration import Approval
from houseway.compliance.profile import Settings


class PathStep(NamedTuple):
    """One step: its id, who takes it, and what it is."""

    id: str
    by: str
    what: str


OPERATOR = "the operator"
"""Whoever runs the property, among those who take a step."""

STEPS: dict[str, PathStep] = {
    step.id: step
    for step in (
        PathStep("game-approved", "the Commission", "approve the rules of play as the game's owner submitted them"),
        PathStep("controls-submitted", OPERATOR, "submit its internal controls for the game and its jackpots"),
        PathStep("controls-approved", "the Commission", "approve those internal controls"),
        PathStep("agency-requested", OPERATOR, "ask its Tribal Gaming Agency for approval"),
        PathStep("agency-approved", "the Tribal Gaming Agency", "approve the game"),
        PathStep(
            "compact-information", "the Tribal Gaming Agency", "submit what Compact Appendix A, section 18, asks for"
        ),
        PathStep("state-concurred", "the Commission", "concur with the agency"),
    )
}
"""Every step of both paths, by id."""


def path(settings: Settings) -> list[PathStep]:
    """The steps that the profile asks for, in their order; none where nothing needs approval."""
    return [STEPS.get(id, PathStep(id, "the regulator", id)) for id in settings["approval-steps"]]


def missing_steps(approval: Approval, settings: Settings) -> list[PathStep]:
    """The steps of the profile's path that an approval lacks."""
    taken = {step.step for step in approval.steps}
    return [step for step in path(settings) if step.id not in taken]
