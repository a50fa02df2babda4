"""The cache of compiled code is named by every source that compiles."""

from __future__ import annotations

from pathlib import Path

import pytest

import houseway
from houseway.maths import compiled

SOURCE = Path(houseway.__file__).parent


def test_what_compiles_lies_where_the_cache_looks() -> None:
    """A source elsewhere could change without the cache noticing."""
    compiling = {path for path in SOURCE.rglob("*.py") if b"houseway.maths.compiled" in path.read_bytes()}
    assert compiling
    assert {path.relative_to(SOURCE).parts[0] for path in compiling} <= set(compiled.ROOMS)
    assert compiling <= set(map(Path, compiled._sources()))


def test_the_cache_has_another_name_after_an_edit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = tmp_path / "games" / "some" / "kernel.py"
    plain = tmp_path / "maths" / "plain.py"
    for path in (kernel, plain):
        path.parent.mkdir(parents=True)
    kernel.write_text("from houseway.maths.compiled import compiled\n")
    plain.write_text("one = 1\n")
    monkeypatch.setattr(compiled, "_ROOT", tmp_path)
    first = compiled.cache_folder()
    plain.write_text("two = 2\n")
    assert compiled.cache_folder() == first
    kernel.write_text("from houseway.maths.compiled import compiled  # edited\n")
    edited = compiled.cache_folder()
    assert edited != first
    kernel.rename(kernel.with_name("moved.py"))
    assert compiled.cache_folder() not in (first, edited)
