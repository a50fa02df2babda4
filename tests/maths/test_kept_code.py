"""Machine code that is kept: a new process runs it without numba, and gives the same to the last bit."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from houseway.maths import compiled, sleeping_threads
from houseway.maths.kept_code.arguments import laid_out
from houseway.maths.kept_code.code_image import CodeImage, mapped, read_image, write_image
from houseway.maths.kept_code.elf_object import ObjectRefused, linked
from tests.maths import kept_kernels
from tests.waiting import HOURS

SOURCE = Path(kept_kernels.__file__)
HERE = SOURCE.parents[2]


def _started(room: Path, cache: Path, *more: str) -> subprocess.Popen[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    return subprocess.Popen(
        [sys.executable, str(room / "maths" / "kernels.py"), str(room), *more],
        env={**kept, "XDG_CACHE_HOME": str(cache), "PYTHONPATH": str(HERE)},
        stdout=subprocess.PIPE,
        text=True,
    )


def _told(process: subprocess.Popen[str]) -> tuple[dict[str, Any], bool]:
    """What the kernels gave in a process of their own, and whether it did without numba."""
    out, _ = process.communicate(timeout=HOURS)
    assert process.returncode == 0
    found = json.loads(out)
    return found["told"], found["without_numba"]


def _run(room: Path, cache: Path, *more: str) -> tuple[dict[str, Any], bool]:
    return _told(_started(room, cache, *more))


def _files(cache: Path) -> list[Path]:
    return sorted(cache.glob("houseway/compiled-*/kept/*"))


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("house") / "maths"
    folder.mkdir()
    shutil.copy(SOURCE, folder / "kernels.py")
    return folder.parent


@pytest.fixture(scope="module")
def compiled_once(room: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache in which a first process has left all that it compiled."""
    cache = tmp_path_factory.mktemp("cache")
    told, without_numba = _run(room, cache)
    assert told == kept_kernels.expected()
    assert not without_numba
    return cache


@pytest.fixture
def cache(compiled_once: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(compiled_once, tmp_path / "cache"))


def test_a_second_process_runs_what_is_kept_without_numba(room: Path, cache: Path) -> None:
    assert _run(room, cache) == (kept_kernels.expected(), True)


def test_what_cannot_be_kept_is_numbas_as_before(room: Path, cache: Path) -> None:
    """A kernel that gives an array: its memory would be numba's."""
    told, _ = _run(room, cache, "array")
    assert told["array"] == [0, 1, 2, 3]
    assert not [path for path in _files(cache) if ".made-" in path.name]


@pytest.mark.parametrize("damage", ["cut", "changed", "another", "gone"])
def test_a_damaged_file_is_as_good_as_none_and_mended(room: Path, cache: Path, damage: str) -> None:
    path = next(path for path in _files(cache) if ".parted-" in path.name)
    whole = path.read_bytes()
    if damage == "cut":
        path.write_bytes(whole[: len(whole) // 2])
    elif damage == "changed":
        path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    elif damage == "another":
        shutil.copy(next(other for other in _files(cache) if ".is_odd-" in other.name), path)
    else:
        path.unlink()
    assert _run(room, cache) == (kept_kernels.expected(), False)
    assert path.read_bytes() == whole
    assert _run(room, cache) == (kept_kernels.expected(), True)


def test_processes_that_compile_at_once_keep_the_same(room: Path, tmp_path: Path) -> None:
    both = [_started(room, tmp_path) for _ in range(2)]
    assert [_told(process)[0] for process in both] == [kept_kernels.expected()] * 2
    assert _run(room, tmp_path) == (kept_kernels.expected(), True)


def test_nothing_is_kept_where_nothing_can_be_written(room: Path, tmp_path: Path) -> None:
    """Where the folder cannot even be made: its place is taken by a file."""
    (tmp_path / "houseway").write_text("not a folder")
    for _ in range(2):
        assert _run(room, tmp_path) == (kept_kernels.expected(), False)
    assert [path.name for path in tmp_path.iterdir()] == ["houseway"]
    assert not list(room.rglob("*.nbi"))


def test_an_edit_is_noticed(room: Path, cache: Path, tmp_path: Path) -> None:
    other = Path(shutil.copytree(room, tmp_path / "edited"))
    source = other / "maths" / "kernels.py"
    source.write_text(source.read_text().replace("THREE = 3\n", "THREE = 4\n"))
    told, without_numba = _run(other, cache)
    assert told["plain"] == (np.arange(12).reshape(3, 4).sum(axis=1) * 12).tolist()
    assert not without_numba


def test_nothing_is_kept_of_sources_that_nobody_looks_at(room: Path, tmp_path: Path) -> None:
    """A game of another package: an edit of its kernels moves no folder, so numba sees to them."""
    elsewhere = tmp_path / "elsewhere" / "maths"
    elsewhere.mkdir(parents=True)
    shutil.copy(SOURCE, elsewhere / "kernels.py")
    process = subprocess.run(
        [sys.executable, str(elsewhere / "kernels.py"), str(room)],
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache"), "PYTHONPATH": str(HERE)},
        capture_output=True,
        text=True,
        check=True,
        timeout=HOURS,
    )
    assert json.loads(process.stdout)["told"] == kept_kernels.expected()
    assert not _files(tmp_path / "cache")


@pytest.mark.parametrize("what", ["_cpu", "_release"])
def test_another_processor_or_numba_has_another_folder(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = compiled.cache_folder()
    monkeypatch.setattr(compiled, what, (lambda: "another") if what == "_cpu" else (lambda package: b"another"))
    assert compiled.cache_folder() != first


def test_a_release_is_known_without_the_file_that_tells_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert b"version" in compiled._release("numba")
    monkeypatch.setattr(compiled, "find_spec", lambda package: None)
    assert compiled._release("numba").decode() == import_module("numba").__version__


def test_a_setting_of_numbas_has_another_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    first = compiled.cache_folder()
    monkeypatch.setenv("NUMBA_OPT", "0")
    assert compiled.cache_folder() != first


def test_a_kernel_that_is_called_often_goes_over_to_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls of kept code cost more than numba's: after many of them its import is worth its time."""
    ran: list[list[int | float]] = []

    def kept(numbers: list[int | float]) -> int:
        ran.append(numbers)
        return 1

    kernel = compiled.Kernel(kept_kernels.parted.py_func)  # type: ignore[attr-defined]
    monkeypatch.setattr(compiled, "OFTEN", 6)
    monkeypatch.setattr(compiled, "_ROOT", SOURCE.parents[1])
    monkeypatch.setattr(kernel, "_keep", lambda arguments: None)
    monkeypatch.setitem(kernel._ready, ("int", "int"), kept)
    assert [kernel(9, 3) for _ in range(4)] == [1, 1, 3, 3]
    assert ran == [[9, 3]] * 2


def test_a_kernel_is_sent_by_its_name() -> None:
    assert pickle.loads(pickle.dumps(kept_kernels.parted)) is kept_kernels.parted


@pytest.mark.parametrize(
    "arguments",
    [(2**63,), ("text",), (None,), (np.zeros(2, dtype=">i8"),), (np.zeros(2, dtype="datetime64[s]"),), ((1, [2]),)],
)
def test_arguments_of_other_kinds_are_numbas(arguments: tuple[object, ...]) -> None:
    assert laid_out(arguments) is None


def test_types_that_numba_tells_apart_are_told_apart() -> None:
    plain = np.zeros((2, 2))
    fixed = np.zeros((2, 2))
    fixed.flags.writeable = False
    each = [plain, plain.T, plain[:, ::2], fixed, plain.astype(np.float32), plain.ravel(), 1, 1.0, True, np.int32(1)]
    each += [(1, 1), kept_kernels.Inner(1, 1.0), (1, 1.0)]
    kinds = {known[0] for one in each if (known := laid_out((one,))) is not None}
    assert len(kinds) == len(each)


def test_an_image_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    image = CodeImage("some.kernel", ("int",), b"\xc3", 0, [], [], "i", "")
    write_image(tmp_path / "kept" / "one", image)
    assert read_image(tmp_path / "kept" / "one", "some.kernel", ("int",)) == image
    assert read_image(tmp_path / "kept" / "one", "some.kernel", ("float",)) is None
    assert read_image(tmp_path / "kept" / "none", "some.kernel", ("int",)) is None
    (tmp_path / "file").write_text("")
    write_image(tmp_path / "file" / "one", image)
    assert [path.name for path in (tmp_path / "kept").iterdir()] == ["one"]


def test_an_image_that_calls_what_is_not_there_does_not_run() -> None:
    image = CodeImage("some.kernel", (), bytes(16), 0, [], [(0, "no_such_function_in_c")], "", "")
    assert mapped(image) is None


@pytest.mark.parametrize("data", [bytes(64), b"\x7fELF\x02\x01\x01" + bytes(57), b"\x7fELF\x01\x01\x01" + bytes(57)])
def test_objects_of_other_machines_are_refused(data: bytes) -> None:
    with pytest.raises(ObjectRefused):
        linked(data, "entry")


# -- first questions

QUESTION = """
import sys, houseway
game = houseway.game(sys.argv[1])
figures = game.analyze(wager=sys.argv[2]).figures
print(len(figures), sorted({"numba", "llvmlite"} & set(sys.modules)))
"""


@pytest.mark.parametrize(
    ("game", "wager"), [("deuces-wild", "ante"), ("dueling", "player"), ("triple-attack", "first-attack")]
)
def test_a_first_question_imports_no_numba_once_all_is_kept(game: str, wager: str) -> None:
    command = [sys.executable, "-c", QUESTION, game, wager]
    told = [
        subprocess.run(command, capture_output=True, text=True, check=True, timeout=HOURS).stdout.split(maxsplit=1)
        for _ in range(2)
    ]
    assert told[0][0] == told[1][0] != "0"
    assert told[1][1].strip() == "[]"


# -- NumPy's threads


@contextmanager
def _no_numpy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patched:
        patched.delitem(sys.modules, "numpy")
        yield


def test_numpys_threads_sleep_where_nobody_set_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    name = sleeping_threads._TIMEOUT
    monkeypatch.delenv(name, raising=False)
    with _no_numpy(monkeypatch), sleeping_threads.sleeping_threads():
        assert os.environ[name] == "4"
    assert name not in os.environ
    with sleeping_threads.sleeping_threads():
        assert name not in os.environ  # NumPy is there already: nothing reads it
    monkeypatch.setenv(name, "20")
    with _no_numpy(monkeypatch), sleeping_threads.sleeping_threads():
        assert os.environ[name] == "20"
    assert os.environ[name] == "20"
