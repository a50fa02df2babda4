"""Every game offers the same entries of mathematics and kernel: the type checker compares, the registry finds them."""

from __future__ import annotations

import pytest

from houseway.games import deuces_wild, dueling, three_card_split, triple_attack
from houseway.games.deuces_wild import kernel as deuces_kernel
from houseway.games.deuces_wild import maths as deuces_maths
from houseway.games.dueling import kernel as dueling_kernel
from houseway.games.dueling import maths as dueling_maths
from houseway.games.three_card_split import kernel as split_kernel
from houseway.games.three_card_split import maths as split_maths
from houseway.games.triple_attack import kernel as attack_kernel
from houseway.games.triple_attack import maths as attack_maths
from houseway.maths.front import Maths
from houseway.registry import game
from houseway.simulation.program import Kernel
from houseway.table.folder import GameFolder

FOLDERS = [folder.GAME for folder in (deuces_wild, dueling, three_card_split, triple_attack)]
MATHS: dict[str, Maths] = {
    "deuces-wild": deuces_maths,
    "dueling": dueling_maths,
    "three-card-split": split_maths,
    "triple-attack": attack_maths,
}
KERNELS: dict[str, Kernel] = {
    "deuces-wild": deuces_kernel,
    "dueling": dueling_kernel,
    "three-card-split": split_kernel,
    "triple-attack": attack_kernel,
}
FILES = {"__init__.py", "advice.py", "hands.py", "play.py", "editions", "felt.toml", "house.toml", "kernel", "maths"}
FILES |= {"how_to_play.toml", "reading.py", "words.toml"}


@pytest.mark.parametrize("slug", list(MATHS))
def test_the_registry_fronts_what_the_folder_offers(slug: str) -> None:
    found = game(slug)
    assert (found.maths, found.kernel) == (MATHS[slug], KERNELS[slug])
    assert found.strategies[0] == "optimal"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.slug)
def test_every_game_has_the_same_files(folder: GameFolder) -> None:
    found = {path.name for path in folder.folder.iterdir() if path.name != "__pycache__"}
    assert found == FILES
    maths = {path.name for path in (folder.folder / "maths").iterdir()}
    assert {"__init__.py", "terms.py", "rulings.py", "worth.py"} <= maths
    assert folder.part("maths.choices") is not None
