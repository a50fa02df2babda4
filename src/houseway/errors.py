"""The base of every error that Houseway raises on purpose; each room has its own beside the code that raises them.

One base class. An error says what happened, which clause (if any) stands behind it, and what would mend it;
its ``code`` is stable and meant for programs, the message is meant for people. The code is the name of the class,
``BadAccount`` is ``bad-account``: a class that is renamed keeps its own by naming it.
"""

from __future__ import annotations

import re


def kebab(name: str) -> str:
    """The name of a class as programs write it: ``BadAccount`` is ``bad-account``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class HousewayError(Exception):
    """Base of all errors: ``message`` says what and why, ``clause`` by which rule, ``remedy`` what to do."""

    code = "error"
    usual_remedy: str | None = None
    """What to do where whoever raises it knows nothing better."""

    def __init_subclass__(cls) -> None:
        if "code" not in cls.__dict__:
            cls.code = kebab(cls.__name__.lstrip("_"))

    def __init__(self, message: str, *, clause: str | None = None, remedy: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.clause = clause
        self.remedy = remedy or self.usual_remedy

    def __str__(self) -> str:
        parts = [self.message]
        if self.clause:
            parts.append(f"[{self.clause}]")
        if self.remedy:
            parts.append(f"({self.remedy})")
        return " ".join(parts)

    def as_dict(self) -> dict[str, str]:
        """The error as plain data, for JSON output."""
        data = {"error": self.code, "message": self.message}
        if self.clause:
            data["clause"] = self.clause
        if self.remedy:
            data["remedy"] = self.remedy
        return data


class Refused(HousewayError):
    """A wager or decision that the rules do not allow now. Nothing has changed."""
