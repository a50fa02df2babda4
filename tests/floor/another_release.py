"""Another release of the program, for tests: a copy of the package that knows one field, one kind and one mend more.

`build` makes the copy; `Another` runs it as a process of its own on a journal, one line of JSON for each thing asked.
"""

from __future__ import annotations

import json
import os
import queue
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import houseway
from houseway.errors import HousewayError
from houseway.floor import command_index as c

RELEASE = "0.2.1"
PATIENCE = 60
"""Seconds after which an answer is given up."""

PATCHES = (
    ("release.py", f'VERSION = "{houseway.__version__}"', f'VERSION = "{RELEASE}"'),
    # One more field of a record that an entry holds, and that files and commands are held to.
    (
        "compliance/configuration.py",
        "    seats: int | None = None\n",
        '    seats: int | None = None\n    motto: str = ""\n',
    ),
    # One more field of an entry and of a state.
    ("floor/states.py", "    prints: Prints | None = None\n", "    prints: Prints | None = None\n    lamps: int = 0\n"),
    (
        "floor/kinds/of_table.py",
        "    clears: bool | UnsetType = UNSET\n",
        "    clears: bool | UnsetType = UNSET\n    lamp: int = 0\n",
    ),
    (
        "floor/subjects/presses.py",
        "manual=command.manual or UNSET",
        "manual=command.manual or UNSET, lamp=3",
    ),
    (
        "floor/subjects/presses.py",
        "    state.rounds += 1\n    hour",
        "    state.rounds += 1\n    state.lamps += body.lamp\n    hour",
    ),
    # One more kind.
    (
        "floor/kinds/of_house.py",
        "class ApprovalAdded(",
        "class LicenceFiled(Body, frozen=True, kw_only=True):\n    licence: Licence\n\n\nclass ApprovalAdded(",
    ),
    (
        "floor/subjects/house.py",
        "    return Decision([ctx.draft(PROPERTY, body)], LicenceAdded(",
        "    filed = of_house.LicenceFiled(licence=command.licence)\n"
        "    return Decision([ctx.draft(PROPERTY, body), ctx.draft(PROPERTY, filed)], LicenceAdded(",
    ),
    # A mended fold: what was counted once is counted twice.
    ("floor/subjects/settling.py", "    state.voided += 1\n", "    state.voided += 2\n"),
    ("floor/folding.py", "\nNUMBER = ", "\nNUMBER = 1000 + "),
)


def build(folder: Path) -> Path:
    """The other release in ``folder``: what its process has as its path."""
    package = folder / "houseway"
    shutil.copytree(Path(houseway.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    for name, old, new in PATCHES:
        path = package / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{name} has {text.count(old)} times {old!r}"
        path.write_text(text.replace(old, new), encoding="utf-8")
    return folder


class Another:
    """A process of the other release on one journal."""

    def __init__(self, path: Path, url: str | Path, every: int, seals: Path | None = None) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__, str(url), str(every), str(seals or "")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(path)},
            text=True,
        )
        self._said: queue.Queue[str] = queue.Queue()
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._said.put(line)
        self._said.put("")

    def ask(self, what: str, **more: Any) -> Any:
        """What the other release answers; an error of its own fails the test."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"ask": what, **more}) + "\n")
        self._process.stdin.flush()
        try:
            line = self._said.get(timeout=PATIENCE)
        except queue.Empty:
            raise AssertionError(f"the other release did not answer {what!r} in {PATIENCE} s") from None
        assert line, f"the other release ended at {what!r}, with {self._process.wait(PATIENCE)}"
        answer = json.loads(line)
        assert "error" not in answer, answer
        return answer["answer"]

    def do(self, command: c.Command | dict[str, Any], who: str, at: int, id: str, second: str | None = None) -> Any:
        """Give it a command."""
        data = command if isinstance(command, dict) else c.plain(command)
        return self.ask("do", command=data, who=who, second=second, at=at, id=id)

    def close(self) -> None:
        """End the process and wait for it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        self._listening.join(PATIENCE)
        if self._process.stdout is not None:
            self._process.stdout.close()


def main() -> None:
    """The process: its own ``houseway``, and nothing of the tests."""
    import msgspec

    from houseway.floor.auditing.whole import verify_floor
    from houseway.floor.floor import Floor
    from houseway.journal import transaction
    from houseway.release import VERSION

    url, every, seals = sys.argv[1:]
    transaction.SNAPSHOT_EVERY = int(every)
    places: dict[str, Any] = {"seals": Path(seals)} if seals else {}
    floor = Floor.open(url, **places)
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            match asked["ask"]:
                case "release":
                    answer: Any = VERSION
                case "do":
                    command = c.read(asked["command"])
                    given = {key: asked[key] for key in ("who", "second", "at", "id")}
                    answer = floor.do(command, **given)
                case "verify":
                    report = verify_floor(floor)
                    answer = [[str(found) for found in report.findings], list(report.unchecked)]
                case "state":
                    floor.journal.refresh()
                    answer = msgspec.to_builtins(floor.journal.state(asked["stream"]))
                case other:
                    raise AssertionError(other)
            told = {"answer": answer}
        except HousewayError as error:
            told = {"error": str(error)}
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()
    floor.close()


if __name__ == "__main__":
    main()
