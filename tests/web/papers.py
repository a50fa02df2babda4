"""The words of a PDF as its own tables of letters have them."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

_OBJECT = re.compile(rb"(?m)^(\d+) 0 obj\b(.*?)^endobj", re.DOTALL)
_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)
_SHOWN = re.compile(rb"/(F\d+) [\d.]+ Tf|\(((?:\\.|[^\\)])*)\) Tj", re.DOTALL)
_ESCAPED = re.compile(rb"\\(.)", re.DOTALL)
_SIGNS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def words_of(path: Path) -> list[str]:
    """Every text of a PDF, in the order it was set."""
    data = path.read_bytes()
    objects = {int(found[1]): found[2] for found in _OBJECT.finditer(data)}
    streams = {number: _stream(body) for number, body in objects.items()}
    letters: dict[bytes, dict[int, str]] = {}
    for font, number in re.findall(rb"/(F\d+) (\d+) 0 R", data):
        table = re.search(rb"/ToUnicode (\d+) 0 R", objects[int(number)])
        assert table is not None
        letters[font] = _letters(streams[int(table[1])])
    found = []
    for number in sorted(streams):
        font = b""
        for shown in _SHOWN.finditer(streams[number]):
            if shown[1]:
                font = shown[1]
                continue
            codes = _ESCAPED.sub(lambda sign: _SIGNS.get(sign[1], sign[1]), shown[2])
            text = [letters[font][codes[at] << 8 | codes[at + 1]] for at in range(0, len(codes), 2)]
            found.append("".join(text))
    return found


def _stream(body: bytes) -> bytes:
    found = _STREAM.search(body)
    if found is None:
        return b""
    if b"/FlateDecode" not in body:
        return found[1]
    # Fonts are streams as well: whatever is not deflated to its end has no words.
    return zlib.decompressobj().decompress(found[1])


def _letters(table: bytes) -> dict[int, str]:
    pairs = re.findall(rb"<([0-9A-Fa-f]{4})>\s*<([0-9A-Fa-f]+)>", table)
    return {int(code, 16): bytes.fromhex(text.decode()).decode("utf-16-be") for code, text in pairs}
