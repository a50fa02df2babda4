"""Reading the files of a game's folder that say how it is shown: its felt, its words, how it is played."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TypeVar

import msgspec

from houseway.cards.card_errors import BadEdition
from houseway.rulebook.plain_words import misfit

T = TypeVar("T")


def read_file(path: Path, kind: type[T], remedy: str) -> T:
    """What the file ``path`` of a game says, refused where it is not of this ``kind`` or does not hold together."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return msgspec.convert(data, kind)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        why = misfit(error, data, kind) if isinstance(error, msgspec.ValidationError) else error
        raise BadEdition(f"{path.name} cannot be read: {why}", remedy=remedy) from error
