"""An object file of LLVM's as one piece of memory: what a linker does, as far as kernels need it.

Numba asks LLVM for code that may lie anywhere: every address in it is a whole one of 64 bits, so that everything can be
reached from everywhere. Objects of other kinds are refused, and `houseway.maths.compiled` stays with numba.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_RELOCATION = struct.Struct("<QQq")
_MAGIC = b"\x7fELF\x02\x01\x01"
_RELOCATABLE, _X86_64 = 1, 62
_BITS, _SYMBOLS, _RELOCATIONS, _NOTHING, _UNWINDING = 1, 2, 4, 8, 0x70000001
_WRITEABLE, _IN_MEMORY = 1, 2
_ABSOLUTE_64, _RELATIVE_64 = 1, 24


class ObjectRefused(Exception):
    """An object file that this is no linker for."""


class Linked(NamedTuple):
    """One piece of memory, and what must still be put into it where it comes to lie."""

    code: bytes
    entry: int
    inner: list[tuple[int, int]]
    outer: list[tuple[int, str]]


class _Section(NamedTuple):
    name: int
    kind: int
    flags: int
    address: int
    begin: int
    size: int
    link: int
    info: int
    align: int
    each: int


class _Symbol(NamedTuple):
    name: int
    info: int
    other: int
    section: int
    value: int
    size: int


def linked(data: bytes, entry: str) -> Linked:
    """The sections of ``data`` that are in memory, one after another; ``entry`` is the function to call."""
    head = _HEADER.unpack_from(data)
    if not head[0].startswith(_MAGIC) or head[1:3] != (_RELOCATABLE, _X86_64):
        raise ObjectRefused("not an object of this machine")
    sections = [_Section(*_SECTION.unpack_from(data, head[6] + n * head[11])) for n in range(head[12])]
    code = bytearray()
    begins: dict[int, int] = {}
    for number, section in enumerate(sections):
        # How to unwind the stack is asked by nobody: errors are told by status.
        if not section.flags & _IN_MEMORY or not section.size or _unwinds(data, sections, head[13], section):
            continue
        if section.flags & _WRITEABLE or section.kind != _BITS:
            raise ObjectRefused("code with memory of its own")
        code += bytes(-len(code) % max(section.align, 1))
        begins[number] = len(code)
        code += data[section.begin : section.begin + section.size]
    tables = [section for section in sections if section.kind == _SYMBOLS]
    if len(tables) != 1:
        raise ObjectRefused("no names")
    symbols = [
        _Symbol(*_SYMBOL.unpack_from(data, tables[0].begin + n * tables[0].each))
        for n in range(tables[0].size // tables[0].each)
    ]
    names = sections[tables[0].link]
    known = {_text(data, names.begin + each.name): each for each in symbols if each.section in begins}
    if entry not in known:
        raise ObjectRefused(f"no {entry}")
    inner: list[tuple[int, int]] = []
    outer: list[tuple[int, str]] = []
    for section in sections:
        if section.kind != _RELOCATIONS or section.info not in begins:
            continue
        for n in range(section.size // section.each):
            offset, info, addend = _RELOCATION.unpack_from(data, section.begin + n * section.each)
            symbol, place = symbols[info >> 32], begins[section.info] + offset
            kind = info & 0xFFFFFFFF
            if symbol.section in begins:
                target = begins[symbol.section] + symbol.value + addend
                if kind == _ABSOLUTE_64:
                    inner.append((place, target))
                elif kind == _RELATIVE_64:
                    struct.pack_into("<q", code, place, target - place)
                else:
                    raise ObjectRefused(f"relocation {kind}")
            elif symbol.section or kind != _ABSOLUTE_64 or addend:
                raise ObjectRefused(f"relocation {kind} to elsewhere")
            else:
                outer.append((place, _text(data, names.begin + symbol.name)))
    begin = known[entry]
    return Linked(bytes(code), begins[begin.section] + begin.value, inner, outer)


def _unwinds(data: bytes, sections: list[_Section], names: int, section: _Section) -> bool:
    return section.kind == _UNWINDING or _text(data, sections[names].begin + section.name) == ".eh_frame"


def _text(data: bytes, begin: int) -> str:
    return data[begin : data.index(b"\0", begin)].decode()
