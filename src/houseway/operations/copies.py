"""Copies of a room: made with seals and accounts beside them, thinned out as they age, brought back for a trial."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from houseway.accounts.copying import accounts_beside, copy_accounts, restore_accounts
from houseway.accounts.on_the_books import books_of
from houseway.floor.auditing.account_story import audit_accounts
from houseway.floor.floor import Floor
from houseway.floor.folding import FloorFold
from houseway.journal import restore
from houseway.journal.book import Journal
from houseway.journal.journal_errors import BadExport
from houseway.journal.private_files import open_private
from houseway.journal.restore import keep_seals, seals_beside
from houseway.journal.verify import Report
from houseway.operations.operations_errors import BackupFailed
from houseway.operations.operations_file import Backup

_NAME = re.compile(r"houseway-(\d{8}T\d{6})Z\.backup")


class Copy(msgspec.Struct, frozen=True):
    """A copy that was made: how large, at least how many entries, how many seals and rows of accounts."""

    file: Path
    bytes: int
    entries: int
    seals: int | None
    accounts: int | None


def make_copy(journal: Journal, url: str, path: Path) -> Copy:
    """Copy journal, seals and accounts while the room goes on. It replaces nothing, and is whole when it returns."""
    if path.is_dir():
        raise BadExport(f"{path} is a folder", remedy="name a new file")
    for there in (path, seals_beside(path), accounts_beside(path)):
        if there.exists():
            raise BadExport(f"{there} already exists", remedy="name a new file: a backup never replaces another")
    if not path.absolute().parent.is_dir():
        raise BadExport(f"there is no folder {path.parent}", remedy="make it first, or write elsewhere")
    journal.backup(path)
    entries = sum(head.number for head in journal.heads().values())
    seals = keep_seals(journal, path)
    accounts = copy_accounts(url, accounts_beside(path))
    return Copy(path, path.stat().st_size, entries, seals, accounts)


def copy_name(at: datetime) -> str:
    """What a copy of this moment is called."""
    return f"houseway-{at.astimezone(UTC):%Y%m%dT%H%M%S}Z.backup"


def copies_in(folder: Path) -> dict[Path, datetime]:
    """The copies in a folder with their moments, the oldest first; other files are nobody's business."""
    found = {}
    for path in sorted(folder.iterdir()):
        name = _NAME.fullmatch(path.name)
        if name is not None:
            found[path] = datetime.strptime(name[1], "%Y%m%dT%H%M%S").replace(tzinfo=UTC)
    return found


def outlived(copies: dict[Path, datetime], plan: Backup, at: datetime) -> list[Path]:
    """The copies that need not be kept: neither young, nor the last of a week or month that still counts.

    The newest is always kept, whatever its age.
    """
    if not copies:
        return []
    kept = {max(copies, key=lambda path: copies[path])}
    kept |= {path for path, made in copies.items() if at - made <= timedelta(days=plan.days)}
    kept |= _last_of_each(copies, at - timedelta(weeks=plan.weeks), lambda made: made.isocalendar()[:2])
    kept |= _last_of_each(copies, at - timedelta(days=31 * plan.months), lambda made: (made.year, made.month))
    return [path for path in copies if path not in kept]


def _last_of_each(
    copies: dict[Path, datetime], since: datetime, period: Callable[[datetime], tuple[int, ...]]
) -> set[Path]:
    last = {period(made): path for path, made in copies.items() if made >= since}
    return set(last.values())


def remove_copies(paths: Iterable[Path]) -> None:
    """Delete copies with what lies beside them."""
    for path in paths:
        for each in (path, seals_beside(path), accounts_beside(path)):
            each.unlink(missing_ok=True)


def carry_seals(seals: Path, to: Path) -> Path:
    """Copy the seal file to another place: whole, then under its name, so that what is there is never half."""
    target = to / seals.name
    temporary = target.with_name(target.name + ".part")
    try:
        temporary.unlink(missing_ok=True)
        with seals.open("rb") as source, open_private(temporary) as file:
            shutil.copyfileobj(source, file)
        temporary.replace(target)
    except OSError as error:
        raise BackupFailed(f"the seals could not be copied to {to}: {error}", remedy="look at that place") from error
    return target


def bring_back(copy: Path, url: str | Path, *, seals: Path | None = None, key: Path | None = None) -> Report:
    """Restore a copy with its seals and accounts into an empty place, and verify everything there.

    What the copy lacks is listed under what could not be checked.
    """
    report = restore(copy, url, FloorFold(), seals=seals, key=key)
    missing = []
    if accounts_beside(copy).is_file():
        restore_accounts(accounts_beside(copy), url)
        floor = Floor.open(url, readonly=True, seals=seals, key=key)
        try:
            told = audit_accounts(floor.journal, books_of(url), floor.journal.seal_book)
        finally:
            floor.close()
        report = msgspec.structs.replace(
            report, findings=(*report.findings, *told.findings), unchecked=(*report.unchecked, *told.unchecked)
        )
    else:
        missing.append(
            f"the accounts: there are none beside the backup ({accounts_beside(copy)}), so nobody can sign in yet"
        )
    if not seals_beside(copy).is_file():
        missing.append(f"the seals of the backup: there are none beside it ({seals_beside(copy)})")
    return msgspec.structs.replace(report, unchecked=(*report.unchecked, *missing))


def rehearse(copy: Path) -> Report:
    """Bring a copy back into a place that is thrown away afterwards, and verify everything there."""
    with TemporaryDirectory(prefix="houseway-rehearsal-", dir=copy.parent) as folder:
        return bring_back(copy, Path(folder) / "journal.db")
