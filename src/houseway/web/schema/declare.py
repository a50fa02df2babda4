"""What a handler declares about itself beyond its signature: the shape of its answer, who asks, how it may refuse."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

By = Literal["anybody", "session", "device", "either"]
"""Who may ask: anybody, somebody signed in, a device by its key, or either of the two last."""

Shape: TypeAlias = Any
"""A type, or several of them in a tuple: one of these."""


def declared(
    answers: Shape = None,
    *,
    by: By | None = None,
    refuses: tuple[int, ...] = (),
    also: dict[int, Shape] | None = None,
    media: dict[str, Shape] | None = None,
    form: Shape = None,
    events: dict[str, Shape] | None = None,
    staff: bool | None = None,
) -> dict[str, Any]:
    """The ``opt`` of a handler.

    ``answers`` is needed where the signature does not say it. ``refuses`` are statuses beyond the usual ones, ``also``
    answers of other statuses, ``media`` answers by media type, ``form`` the fields of a form, ``events`` a feed's.
    ``staff``: a session of somebody who works here, asked for before anything that was sent is read.
    """
    given = {
        "answers": answers,
        "by": by,
        "refuses": refuses or None,
        "also": also,
        "media": media,
        "form": form,
        "events": events,
        "staff": staff,
    }
    return {name: value for name, value in given.items() if value is not None}


ANYBODY = declared(by="anybody")
SIGNED_IN = declared(by="session")
STAFF_ONLY = declared(by="session", staff=True)
BINARY = {"type": "string", "format": "binary"}
"""The schema of a file."""
