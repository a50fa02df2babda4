"""Errors of rounds on a GPU."""

from houseway.maths.question_errors import BadQuestion


class NoGpu(BadQuestion):
    """Rounds were asked of a GPU, and this machine has none, or no library that reaches it."""


class NotOnGpu(BadQuestion):
    """Rounds were asked of a GPU that are played on cores only."""
