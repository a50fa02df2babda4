"""A progress bar on standard error, for what takes a while."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_bar(unit: str) -> Iterator[Callable[[int, int | None], None] | None]:
    """What is to be told of how many ``unit`` are done, and of how many; nothing where nobody looks."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    with Progress(
        TextColumn(f"{{task.completed:,}} {unit}"),
        BarColumn(bar_width=None),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as progress:
        task = progress.add_task(unit, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
