"""Every module beside the money is either tried by `make mutants` or named with the reason why it is not."""

from __future__ import annotations

from pathlib import Path

from tests.mutation.modules import ARGUED, MONEY, NO_MONEY, PACKAGES, ROOT, path_of
from tests.mutation.mutants import mutants


def modules_of(package: str) -> set[str]:
    folder = ROOT / "src" / package.replace(".", "/")
    files = (file for file in folder.rglob("*.py") if file.stem != "__init__")
    return {".".join(file.relative_to(ROOT / "src").with_suffix("").parts) for file in files}


def test_every_module_of_the_money_packages_is_tried_or_says_why_not() -> None:
    found = {module for package in PACKAGES for module in modules_of(package)}
    assert found - set(MONEY) - set(NO_MONEY) == set()
    assert set(NO_MONEY) <= found
    assert not set(MONEY) & set(NO_MONEY)


def test_every_module_that_is_tried_is_there_once_and_has_something_to_change() -> None:
    assert len(MONEY) == len(set(MONEY))
    for module in MONEY:
        assert any(True for _ in mutants(path_of(module).read_text(encoding="utf-8"))), module


def test_what_a_package_holds_in_its_own_file_is_only_names() -> None:
    """A package's own file is not tried: nothing may be decided there."""
    for package in PACKAGES:
        for file in Path(ROOT / "src" / package.replace(".", "/")).rglob("__init__.py"):
            assert list(mutants(file.read_text(encoding="utf-8"))) == [], file


def test_what_is_argued_stands_in_the_code() -> None:
    """An argument is for one line as it is: where the line has changed, the tests are asked again."""
    found = set()
    for module in {module for module, _, _ in ARGUED}:
        source = path_of(module).read_text(encoding="utf-8")
        lines = source.splitlines()
        found |= {(module, lines[mutant.line - 1].strip(), mutant.what) for mutant in mutants(source)}
    assert set(ARGUED) - found == set()
