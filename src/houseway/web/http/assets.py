"""Static files: under one name that changes with any of them, kept by browsers for a year; under others asked anew."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import posixpath
import re
from functools import lru_cache
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import Any

from litestar import Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK, HTTP_304_NOT_MODIFIED

from houseway.web.http import bundles
from houseway.web.http.csrf import EXCLUDED

_WEB = Path(str(files("houseway.web")))
_PRINTED = Path(str(files("houseway.reports.displays")))


def rooms(kind: str) -> dict[str, Path]:
    """The folders of this ``kind`` (static or templates) by the room of the web that they belong to.

    The page that is printed in place of a display is made below the web, and has a name of its own: ``printed``.
    """
    found = {folder.parent.name: folder for folder in sorted(_WEB.glob(f"*/{kind}"))}
    return {**found, "printed": _PRINTED / kind}


_FOLDERS = rooms("static")
_IMPORTED = re.compile(r"""^import[^"']*["'](\.[^"']+)["']""", re.MULTILINE)
_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


def release() -> str:
    """A name for all static files as they are now: with any change of any of them it is another."""
    together = hashlib.sha256(Path(bundles.__file__).read_bytes())
    for room, folder in _FOLDERS.items():
        for path in sorted(folder.iterdir()):
            together.update(f"{room}/{path.name}".encode())
            together.update(hashlib.sha256(path.read_bytes()).digest())
    return together.hexdigest()[:12]


RELEASE = release()

COMPRESSION = CompressionConfig(
    backend="gzip",
    gzip_compress_level=5,
    minimum_size=2048,
    exclude=["^/static/", "^/feed", "^/api/lab", "^/office", "^/login", "^/logout", "^/account", "^/setup"],
)
"""Pages and answers are compressed on their way, where browsers take that.

Not the feed, whose frames nothing may hold up; not static files, which are compressed once; not what the Lab answers,
which its processes compress; and not pages with a token against requests from elsewhere in them, for the length of what
is compressed tells something of what is in it.
"""


@lru_cache(maxsize=256)
def _compressed(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def static(name: str) -> str:
    """The address of a static file, which is named with its room: ``seat/table.js``."""
    return f"/static/{RELEASE}/{name}"


STYLES = "styles"
"""Where several style sheets come as one."""


def styles(*names: str) -> str:
    """The address of several style sheets as one, each named with its room: ``art/art.css``, ``seat/table.css``.

    One file costs a slow line one round trip, and ten cost two or more.
    """
    return static(f"{STYLES}/{'+'.join(name.removesuffix('.css').replace('/', '.') for name in names)}.css")


def _sheets(name: str) -> list[Path]:
    """The files that `styles` has put together under a name."""
    found = []
    for part in name.removesuffix(".css").split("+"):
        room, _, sheet = part.partition(".")
        if room not in _FOLDERS:
            return []
        found.append(_FOLDERS[room] / f"{sheet}.css")
    return found


SCRIPTS = "scripts"
"""Where a script comes as one with the modules that it imports."""


def script(name: str) -> str:
    """The address of a script with its modules in one file; it is named with its room: ``seat/table.js``."""
    return static(f"{SCRIPTS}/{name.replace('/', '.')}")


def beside(name: str) -> tuple[str, ...]:
    """The addresses of those modules of a script that are files of their own, for the page to ask for at once."""
    return tuple(static(each) for each in _bundle(name).apart)


@lru_cache
def _bundle(name: str) -> bundles.Bundle:
    return bundles.Bundle(
        name, lambda path: (_FOLDERS[path.partition("/")[0]] / PurePosixPath(path).name).read_text("utf-8")
    )


@lru_cache
def modules(name: str) -> tuple[str, ...]:
    """The addresses of a script and of every module that it imports, directly or not.

    A page names them all, so that a browser asks for them at once: each file that only another one names costs a slow
    line one more round trip.
    """
    found: dict[str, None] = {}
    waiting = [PurePosixPath(name)]
    while waiting:
        path = waiting.pop(0)
        if static(str(path)) in found:
            continue
        found[static(str(path))] = None
        text = (_FOLDERS[path.parts[0]] / path.name).read_text("utf-8")
        for imported in _IMPORTED.findall(text):
            waiting.append(PurePosixPath(posixpath.normpath(path.parent / imported)))
    return tuple(found)


def _content(room: str, name: str) -> bytes | None:
    """What a file of that name holds, or several as one; nothing where there is no such file."""
    if not name or Path(name).name != name:
        return None
    try:
        if room == SCRIPTS:
            own, _, script = name.partition(".")
            there = own in _FOLDERS and script.endswith(".js") and (_FOLDERS[own] / script).is_file()
            return _bundle(f"{own}/{script}").text.encode() if there else None
        found = _sheets(name) if room == STYLES else [_FOLDERS[room] / name] if room in _FOLDERS else []
        there = bool(found) and all(each.is_file() for each in found)
        return b"\n".join(each.read_bytes() for each in found) if there else None
    except (OSError, ValueError, bundles.NotBundled):
        # No file can have such a name, or it is not one that comes with its modules.
        return None


@get("/static/{version:str}/{path:path}", include_in_schema=False, sync_to_thread=True, opt={EXCLUDED: True})
def static_file(request: Request[Any, Any, Any], version: FromPath[str], path: FromPath[Path]) -> Response[bytes]:
    """A static file. It is the same for everybody, and brings nobody a token: caches on the way may keep it."""
    room, _, name = str(path).lstrip("/").partition("/")
    data = _content(room, name)
    if data is None:
        raise NotFoundException("there is no such file")
    tag = f'W/"{hashlib.sha256(data).hexdigest()[:20]}"'
    lasting = "public, max-age=31536000, immutable" if version == RELEASE else "no-cache"
    headers = {"etag": tag, "cache-control": lasting, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=HTTP_304_NOT_MODIFIED, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        data, headers["content-encoding"] = _compressed(data), "gzip"
    kind = _TYPES.get(PurePosixPath(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Response(data, status_code=HTTP_200_OK, headers=headers, media_type=kind)
