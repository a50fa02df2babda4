"""Static files: under one name that changes with any of them, kept by browsers for a year; under others asked anew."""

from __future__ import annotations

import hashlib
import mimetypes
from importlib.resources import files
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK, HTTP_304_NOT_MODIFIED

FOLDER = Path(str(files("houseway.web") / "static"))
_TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}


def release() -> str:
    """A name for all static files as they are now: with any change of any of them it is another."""
    together = hashlib.sha256()
    for path in sorted(FOLDER.rglob("*")):
        if path.is_file():
            together.update(path.relative_to(FOLDER).as_posix().encode())
            together.update(hashlib.sha256(path.read_bytes()).digest())
    return together.hexdigest()[:12]


RELEASE = release()


def static(name: str) -> str:
    """The address of a static file."""
    return f"/static/{RELEASE}/{name}"


@get("/static/{version:str}/{path:path}", include_in_schema=False, sync_to_thread=True)
def static_file(request: Request[Any, Any, Any], version: FromPath[str], path: FromPath[Path]) -> Response[bytes]:
    """A static file."""
    try:
        found = (FOLDER / str(path).lstrip("/")).resolve()
        there = found.is_relative_to(FOLDER.resolve()) and found.is_file()
    except (OSError, ValueError):
        # No file can have such a name.
        there = False
    if not there:
        raise NotFoundException("there is no such file")
    data = found.read_bytes()
    tag = f'"{hashlib.sha256(data).hexdigest()[:20]}"'
    lasting = "public, max-age=31536000, immutable" if version == RELEASE else "no-cache"
    headers = {"etag": tag, "cache-control": lasting}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=HTTP_304_NOT_MODIFIED, headers=headers)
    kind = _TYPES.get(found.suffix) or mimetypes.guess_type(found.name)[0] or "application/octet-stream"
    return Response(data, status_code=HTTP_200_OK, headers=headers, media_type=kind)
