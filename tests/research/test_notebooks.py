"""The notebooks of the documentation run from top to bottom, and are kept without what they printed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_is_kept_clean(path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    monkeypatch.chdir(tmp_path)
    book = json.loads(path.read_text(encoding="utf-8"))
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    names: dict[str, Any] = {"__name__": "notebook"}
    ran = 0
    for cell in book["cells"]:
        if cell["cell_type"] != "code":
            continue
        assert cell["outputs"] == []
        assert cell["execution_count"] is None
        exec(compile("".join(cell["source"]), f"{path.name} {cell['id']}", "exec"), names)
        ran += 1
    assert ran > 4
    assert "assert" in "".join(book["cells"][-1]["source"]), "the last cell checks what the others found"
    import matplotlib.pyplot as plt

    plt.close("all")


def test_there_are_three() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["figures", "learning", "simulation"]
