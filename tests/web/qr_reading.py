"""A reader of QR codes that shares nothing with what draws them: it follows ISO/IEC 18004, for versions 1 to 10 at
error level M, and trusts the modules (a picture on a screen has no errors to correct)."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import unquote

ALIGNED = ((), (6, 18), (6, 22), (6, 26), (6, 30), (6, 34), (6, 22, 38), (6, 24, 42), (6, 26, 46), (6, 28, 50))
BLOCKS: tuple[tuple[int, ...], ...] = (
    *((16,), (28,), (44,), (32,) * 2, (43,) * 2, (27,) * 4, (31,) * 4),
    *((38, 38, 39, 39), (36, 36, 36, 37, 37), (43, 43, 43, 43, 44)),
)
"""Places of alignment patterns, and data codewords of each block, by version."""

MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda y, x: (y + x) % 2 == 0,
    lambda y, x: y % 2 == 0,
    lambda y, x: x % 3 == 0,
    lambda y, x: (y + x) % 3 == 0,
    lambda y, x: (y // 2 + x // 3) % 2 == 0,
    lambda y, x: y * x % 2 + y * x % 3 == 0,
    lambda y, x: (y * x % 2 + y * x % 3) % 2 == 0,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2 == 0,
)


def modules_of(address: str) -> list[list[bool]]:
    """The dark modules of an SVG in a ``data:`` address, without the white around them."""
    kind, _, text = address.partition(",")
    assert kind.startswith("data:image/svg+xml"), kind
    [path] = re.findall(r' d=["\']([^"\']+)["\'][^>]*stroke|stroke[^>]* d=["\']([^"\']+)["\']', unquote(text))
    x = y = 0.0
    dark: set[tuple[int, int]] = set()
    for letter, numbers in re.findall(r"([Mmh])([-0-9. ]+)", "".join(path)):
        given = [float(each) for each in numbers.split()]
        if letter == "h":
            dark |= {(int(y), int(x) + step) for step in range(int(given[0]))}
            x += given[0]
        elif letter == "M":
            x, y = given
        else:
            x, y = x + given[0], y + given[1]
    top, left = min(y for y, _ in dark), min(x for _, x in dark)
    size = max(x for _, x in dark) - left + 1
    return [[(top + y, left + x) in dark for x in range(size)] for y in range(size)]


def read_qr(address: str) -> str:
    """What a QR code says."""
    dark = modules_of(address)
    size = len(dark)
    version, rest = divmod(size - 17, 4)
    assert (rest, 1 <= version <= 10) == (0, True), size
    places = [(8, x) for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [(y, 8) for y in (7, 5, 4, 3, 2, 1, 0)]
    told = sum(dark[y][x] << (14 - bit) for bit, (y, x) in enumerate(places)) ^ 0b101010000010010
    assert told >> 13 == 0, "error level M"
    mask = MASKS[told >> 10 & 7]
    own = _function_modules(version, size)
    bits: list[bool] = []
    columns = [x for x in range(size - 1, -1, -1) if x != 6]
    for number, pair in enumerate(zip(columns[::2], columns[1::2], strict=True)):
        for y in range(size - 1, -1, -1) if number % 2 == 0 else range(size):
            bits += [dark[y][x] ^ mask(y, x) for x in pair if (y, x) not in own]
    data = [sum(bit << (7 - place) for place, bit in enumerate(bits[at : at + 8])) for at in range(0, len(bits) - 7, 8)]
    return _decoded(version, data)


def _function_modules(version: int, size: int) -> set[tuple[int, int]]:
    own = {(y, x) for y in range(9) for x in (*range(9), *range(size - 8, size))}
    own |= {(y, x) for y in range(size - 8, size) for x in range(9)}
    own |= {(6, at) for at in range(size)} | {(at, 6) for at in range(size)}
    centres = ALIGNED[version - 1]
    corners = {(6, 6), (6, size - 7), (size - 7, 6)}
    for y, x in ((y, x) for y in centres for x in centres if (y, x) not in corners):
        own |= {(y + down, x + right) for down in range(-2, 3) for right in range(-2, 3)}
    if version >= 7:
        own |= {(y, x) for y in range(6) for x in range(size - 11, size - 8)}
        own |= {(y, x) for y in range(size - 11, size - 8) for x in range(6)}
    return own


def _decoded(version: int, words: list[int]) -> str:
    blocks: list[list[int]] = [[] for _ in BLOCKS[version - 1]]
    following = iter(words)
    for place in range(max(BLOCKS[version - 1])):
        for block, length in zip(blocks, BLOCKS[version - 1], strict=True):
            if place < length:
                block.append(next(following))
    stream = "".join(f"{word:08b}" for block in blocks for word in block)
    assert stream[:4] == "0100", "bytes"
    head = 4 + (8 if version < 10 else 16)
    count = int(stream[4:head], 2)
    return bytes(int(stream[at : at + 8], 2) for at in range(head, head + 8 * count, 8)).decode()
