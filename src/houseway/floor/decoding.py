"""Reading what an entry holds: as far as this release knows it.

Files and commands are refused with a field that is unknown here. An entry is not: a newer release that works on the
same journal, for the length of an upgrade, may write more than this one knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

T = TypeVar("T")


def as_known(data: Any, kind: type[T]) -> T:
    """``data`` of an entry as ``kind``; fields that this release does not know are left out."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError:
        named: Any = kind
        return msgspec.convert(_known_part(data, _info(named)), kind)


@cache
def _info(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def _known_part(data: Any, info: inspect.Type) -> Any:
    if isinstance(info, inspect.StructType) and isinstance(data, Mapping):
        fields = {field.encode_name: field.type for field in info.fields}
        return {key: _known_part(value, fields[key]) for key, value in data.items() if key in fields}
    if isinstance(info, inspect.DictType) and isinstance(data, Mapping):
        return {key: _known_part(value, info.value_type) for key, value in data.items()}
    if isinstance(info, inspect.ListType | inspect.VarTupleType) and isinstance(data, list | tuple):
        return [_known_part(item, info.item_type) for item in data]
    if isinstance(info, inspect.UnionType):
        # In these records a union is one thing or none.
        for member in info.types:
            if isinstance(member, inspect.StructType) and isinstance(data, Mapping):
                return _known_part(data, member)
    return data
