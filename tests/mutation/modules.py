"""The modules that decide, fold, book or verify money, and the tests that must notice when one of them is wrong."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]

PACKAGES = ("houseway.jackpots", "houseway.floor", "houseway.journal", "houseway.accounts")
"""The packages in which every module either belongs to the money code or is named with the reason why it does not."""

MONEY = (
    "houseway.floor.auditing.account_story",
    "houseway.floor.auditing.alone_story",
    "houseway.floor.auditing.audit",
    "houseway.floor.auditing.close_story",
    "houseway.floor.auditing.jackpot_story",
    "houseway.floor.auditing.ledger",
    "houseway.floor.auditing.roles_story",
    "houseway.floor.auditing.chips_story",
    "houseway.floor.auditing.prints_story",
    "houseway.floor.auditing.table_story",
    "houseway.floor.auditing.tray_story",
    "houseway.floor.auditing.whole",
    "houseway.journal.transaction",
    "houseway.journal.standings",
    "houseway.journal.verify",
    "houseway.journal.wholeness",
    "houseway.journal.sealing.seal_check",
    "houseway.journal.sealing.seals",
    "houseway.journal.sealing.seal_record",
    "houseway.journal.entries",
    "houseway.journal.commands",
    "houseway.journal.sealing.unsealed_tail",
    "houseway.journal.restore",
    "houseway.journal.exchange",
    "houseway.floor.bookkeeping.days",
    "houseway.floor.bookkeeping.play_figures",
    "houseway.floor.bookkeeping.press_counts",
    "houseway.floor.bookkeeping.presses_of_hour",
    "houseway.floor.bookkeeping.withholding",
    "houseway.floor.bookkeeping.spots",
    "houseway.floor.bookkeeping.table_win",
    "houseway.floor.permission.papers",
    "houseway.floor.permission.permissions",
    "houseway.floor.permission.people",
    "houseway.floor.folding",
    "houseway.jackpots.jackpot_accounts",
    "houseway.jackpots.counters",
    "houseway.jackpots.equipment",
    "houseway.jackpots.funds",
    "houseway.jackpots.panel",
    "houseway.jackpots.prizes",
    "houseway.jackpots.removal",
    "houseway.jackpots.soundness",
    "houseway.jackpots.tabulator",
    "houseway.table.percent_prizes",
    "houseway.accounts.service",
    "houseway.accounts.device_keys",
    "houseway.accounts.on_the_books",
    "houseway.accounts.throttle",
    "houseway.accounts.passwords",
    "houseway.accounts.account_rows",
    "houseway.accounts.custody",
    "houseway.accounts.copying",
    "houseway.accounts.credentials.authenticator",
    "houseway.accounts.credentials.badges",
    "houseway.accounts.credentials.enrolled_codes",
    "houseway.accounts.credentials.links",
    "houseway.accounts.open_sessions",
    "houseway.accounts.kept_drafts",
    "houseway.floor.bookkeeping.chips",
    "houseway.floor.bookkeeping.acts_alone",
    "houseway.floor.context",
    "houseway.floor.drafts.draft_commands",
    "houseway.floor.permission.controls",
    "houseway.floor.decoding",
    "houseway.floor.kinds.body",
    "houseway.floor.kinds.edge",
    "houseway.floor.bookkeeping.ledger_lines",
    "houseway.floor.permission.names",
    "houseway.floor.play.prints",
    "houseway.floor.permission.replacing",
    "houseway.floor.play.settled",
    "houseway.floor.bookkeeping.standing_jackpots",
    "houseway.floor.play.live_rounds",
    "houseway.floor.play.uncounted_chips",
    "houseway.floor.command_streams",
    "houseway.floor.subjects.jackpots.bank_account",
    "houseway.floor.subjects.closing",
    "houseway.floor.subjects.counter_readings",
    "houseway.floor.subjects.dealers",
    "houseway.floor.subjects.faults",
    "houseway.floor.subjects.gaming_tables",
    "houseway.floor.subjects.jackpots.hit_payment",
    "houseway.floor.subjects.jackpots.escrow_checks",
    "houseway.floor.subjects.jackpots.payees",
    "houseway.floor.subjects.jackpots.payout_slips",
    "houseway.floor.subjects.jackpots.small_hits",
    "houseway.floor.subjects.jackpots.hits",
    "houseway.floor.subjects.house",
    "houseway.floor.subjects.jackpots.jackpot_end",
    "houseway.floor.subjects.jackpots.jackpot_money",
    "houseway.floor.subjects.jackpots.jackpot_parameters",
    "houseway.floor.subjects.live_play",
    "houseway.floor.subjects.presses",
    "houseway.floor.subjects.quick_tables",
    "houseway.floor.subjects.round_review",
    "houseway.floor.subjects.seats",
    "houseway.floor.subjects.settling",
    "houseway.floor.subjects.credentials",
    "houseway.floor.subjects.staff",
    "houseway.floor.subjects.table_counts",
    "houseway.floor.subjects.two_people.done_alone",
    "houseway.floor.subjects.upkeep",
    "houseway.floor.bookkeeping.stops",
    "houseway.floor.permission.vouched_books",
    "houseway.floor.permission.vouching",
    "houseway.operations.copies",
    "houseway.operations.evidence_bundle",
)

NO_MONEY = {
    "houseway.accounts.guest_names": "makes up names and passwords for guests",
    "houseway.accounts.store": "keeps rows of accounts; what they may do is decided in accounts.service",
    "houseway.accounts.kept_documents": "keeps files under their hash, which the journal names",
    "houseway.floor.drafts.differences": "shows two configurations side by side",
    "houseway.floor.drafts.draft_content": "holds what was typed; the rules judge it, and commands put it in effect",
    "houseway.floor.drafts.earlier_configurations": "shows what ran before",
    "houseway.floor.play.automatic": "asks for what a dealer or player would; what comes of it is decided elsewhere",
    "houseway.floor.command": "what every command has, without behaviour",
    "houseway.floor.command_index": "names every command, and reads one",
    "houseway.floor.declared": "the register of commands",
    "houseway.floor.forms": "what people are asked and told",
    "houseway.floor.typed_fields": "what people type, before anything is decided of it",
    "houseway.floor.kinds.of_streams": "which kinds stand in which stream, for the type checker",
    "houseway.floor.fold_registry": "the register of folds",
    "houseway.floor.reply_shapes": "shapes of replies",
    "houseway.floor.permission.control_sheet": "prints the table of controls",
    "houseway.floor.declaring": "names what subjects are declared with, and decides nothing",
    "houseway.floor.floor": "leads a command to its decision; what it decides is in the modules named there",
    "houseway.floor.permission.control_matrix": "shows the table of controls and decides nothing",
    "houseway.floor.kinds.of_confirming": "records of what entries say, and the sentence of each",
    "houseway.floor.kinds.of_sign_in": "records of what entries say, and the sentence of each",
    "houseway.accounts.kept_payees": "keeps what payees showed; what they are paid is decided elsewhere",
    "houseway.floor.kinds.of_payment": "records of what entries say, and the sentence of each",
    "houseway.floor.kinds.of_house": "records of what entries say, and the sentence of each",
    "houseway.floor.kinds.of_jackpot": "records of what entries say, and the sentence of each",
    "houseway.floor.kinds.of_table": "records of what entries say, and the sentence of each",
    "houseway.floor.kinds.of_table_money": "records of what entries say, and the sentence of each",
    "houseway.floor.kinds.day_counts": "records that a day's close carries, without behaviour",
    "houseway.floor.kinds.day_play": "records that a day's close carries, without behaviour",
    "houseway.floor.kinds.spelling": "spells amounts and positions",
    "houseway.floor.play.ended_rounds": "plays a round that is over again, to show it",
    "houseway.floor.play.recall": "shows a round that is over",
    "houseway.floor.states": "records that folding fills, without behaviour",
    "houseway.jackpots.jackpot_configuration": "records of how a jackpot is configured, without behaviour",
    "houseway.jackpots.vision": "shows amounts and decides none",
    "houseway.floor.mirror": "folds committed entries by the same functions as the floor, and shows them",
    "houseway.journal.engines.binary_arrays": "writes columns as the database's arrays; verify reads them back",
    "houseway.accounts.account_errors": "named errors, without behaviour",
    "houseway.floor.floor_errors": "named errors, without behaviour",
    "houseway.jackpots.jackpot_errors": "named errors, without behaviour",
    "houseway.journal.journal_errors": "named errors, without behaviour",
    "houseway.journal.committed": "reads what is committed, and decides nothing",
    "houseway.journal.moment": "reads what is committed at one moment, and decides nothing",
    "houseway.journal.book": "opens a journal and leads batches to the engine; a transaction books",
    "houseway.journal.engines.schema_catalog": "describes a schema, to compare two",
    "houseway.journal.engines.engine": "what both engines promise; verify and the tests of both hold them to it",
    "houseway.journal.engines.loop_line": "asks a server and is rung; others decide by what it says",
    "houseway.journal.engines.migrate": "numbers of migrations",
    "houseway.journal.engines.places": "reads where a journal is",
    "houseway.journal.engines.postgres": "keeps what a transaction booked, on a server",
    "houseway.journal.engines.presence": "fences servers off; it touches no entry",
    "houseway.journal.private_files": "makes files that only their owner reads",
    "houseway.journal.sealing.sealing_key": "reads and makes the key's file",
    "houseway.journal.engines.sessions": "opens sessions on a server",
    "houseway.journal.engines.sqlite": "keeps what a transaction booked, in a file",
    "houseway.journal.engines.together": "sends statements to a server; what they say a transaction booked",
    "houseway.journal.writer": "queues callers; a transaction books",
}
"""The other modules of those packages, and why nothing in them decides, folds, books or verifies money."""

TESTS = (
    "tests/jackpots",
    "tests/journal",
    "tests/floor",
    "tests/accounts",
    "tests/cli/test_whole_backup.py",
    "tests/operations",
    "tests/releases/test_accounts_of_0_1.py",
    "tests/web/test_accounts.py",
    "tests/web/test_coming_in.py",
    "tests/web/test_device_keys.py",
    "tests/test_whole_prizes.py",
    "tests/test_jackpot_schemes.py",
)
"""The tests that judge the money code."""

LEFT_OUT = frozenset(
    {
        "tests/floor/test_failures.py",
        "tests/floor/test_live_killed.py",
        "tests/floor/test_storm.py",
        "tests/journal/test_power_loss.py",
        "tests/journal/test_presence.py",
    }
)
"""Tests of whole processes that are killed, frozen or cut off: a mutant would not be in those processes."""

ON_A_SERVER = frozenset(
    {"tests/journal/test_commands.py", "tests/journal/test_following.py", "tests/journal/test_restored.py"}
)
"""Files whose tests on a database server are run too: others say the same on a file, and quicker."""

ALSO: dict[str, tuple[str, ...]] = {
    "houseway.journal.commands": ("tests/journal/test_commands.py", "tests/journal/test_missing_seals.py"),
    "houseway.floor.permission.controls": ("tests/floor/test_controls.py",),
    "houseway.floor.permission.papers": ("tests/floor/test_papers.py",),
    "houseway.floor.kinds.body": ("tests/floor/test_kinds.py",),
}
"""Tests that judge what runs on import of a module without executing anything else of it."""


def path_of(module: str) -> Path:
    """The file of a module."""
    return ROOT / "src" / (module.replace(".", "/") + ".py")


ARGUED: dict[tuple[str, str, str], str] = {
    (
        "houseway.journal.transaction",
        "if latest <= at:",
        "latest < at",
    ): "the two are the same moment then, and none is late",
    (
        "houseway.journal.transaction",
        "self.touched.add(stream)",
        "left out",
    ): "what a state caught up with was committed by others, and stays",
    (
        "houseway.journal.transaction",
        "if standing.number < head.number:",
        "standing.number <= head.number",
    ): "where a state stands at its head there is nothing to fold",
    (
        "houseway.journal.transaction",
        "if at - latest > LEAP:",
        "at - latest >= LEAP",
    ): "it only saves asking: `_check_leap` has the question itself",
    (
        "houseway.journal.transaction",
        "if news and news[0].number == standing.number + 1:",
        "standing.number - 1",
    ): "entries that came with the locks are read once more, and are the same",
    (
        "houseway.floor.subjects.closing",
        "if state.days and day < state.days[-1]:",
        "day <= state.days[-1]",
    ): "a day that was closed is refused in the line before",
    (
        "houseway.journal.standings",
        "self._keyed = self._of_process(secrets.token_bytes(32))",
        "33",
    ): "a key of this process alone may be of any length",
    (
        "houseway.journal.standings",
        "self._keyed = self._of_process(secrets.token_bytes(32))",
        "31",
    ): "a key of this process alone may be of any length",
    (
        "houseway.journal.standings",
        'mac.update(len(part).to_bytes(8, "big") + part)',
        "7",
    ): "digests of this process alone are made and checked by this one line",
    (
        "houseway.journal.standings",
        'mac.update(len(part).to_bytes(8, "big") + part)',
        "9",
    ): "digests of this process alone are made and checked by this one line",
    (
        "houseway.journal.standings",
        'digest = self._digest(stream.encode(), number.to_bytes(8, "big", signed=True), hash_, state, totals)',
        "7",
    ): "made and checked by this one line; a snapshot that another release made is made anew",
    (
        "houseway.journal.standings",
        'digest = self._digest(stream.encode(), number.to_bytes(8, "big", signed=True), hash_, state, totals)',
        "9",
    ): "made and checked by this one line; a snapshot that another release made is made anew",
    (
        "houseway.journal.standings",
        "for entry in queries.entries(stream, max(number, 1)):",
        "0",
    ): "the first entry has number 1",
    (
        "houseway.journal.transaction",
        "if standing is None or standing.number > head.number:",
        "standing.number >= head.number",
    ): "a state that is read anew from its entries is the same",
    (
        "houseway.journal.transaction",
        "if news and news[0].number == standing.number + 1:",
        "0",
    ): "entries that came with the locks are read once more, and are the same",
    (
        "houseway.journal.transaction",
        "if news and news[0].number == standing.number + 1:",
        "2",
    ): "entries that came with the locks are read once more, and are the same",
    (
        "houseway.journal.transaction",
        "if at - latest > LEAP:",
        "at + latest",
    ): "it only saves asking: `_check_leap` has the question itself",
    (
        "houseway.journal.wholeness",
        "self._due += [(stream, number, entry.command, entry) for stream, number in places[1:]]",
        "0",
    ): "the first of the list is the entry that asks, and is there",
    (
        "houseway.journal.sealing.seal_record",
        "stop = queries.heads([SEALS])[SEALS].number + 1",
        "2",
    ): "there is no entry after the last",
    (
        "houseway.journal.sealing.seal_record",
        "_BACK = 32",
        "31",
    ): "how many entries are looked at in one question makes no difference to what is found",
    (
        "houseway.journal.wholeness",
        "_TOGETHER = 200",
        "199",
    ): "how many are asked for in one question makes no difference to what is found",
    (
        "houseway.journal.wholeness",
        "_TOGETHER = 200",
        "201",
    ): "how many are asked for in one question makes no difference to what is found",
    (
        "houseway.jackpots.funds",
        "if short <= 0 or not (full or meter.reseed_below):",
        "short < 0",
    ): "a meter that is short by nothing moves nothing",
    (
        "houseway.jackpots.funds",
        'reserve, overflow = parts.get("reserve", 0), parts.get("overflow", 0)',
        "1",
    ): "both funds were drawn on in the line before, with nothing if need be",
    (
        "houseway.jackpots.soundness",
        'history[name.rpartition(":")[0]] = history.get(name.rpartition(":")[0], 0) + accounts[name]',
        "history.get(name.rpartition(':')[0], 0) - accounts[name]",
    ): "a sum is zero exactly where its negative is",
    (
        "houseway.jackpots.prizes",
        "if meter is None and jackpot.amount is not None:",
        "meter is None or jackpot.amount is not None",
    ): "a bonus has an amount here, and a progressive never has one: both were refused before",
    (
        "houseway.floor.bookkeeping.stops",
        'due = dues(jackpot, tables, accounts.get(account(jackpot.id, "", "due"), 0), oldest)',
        "1",
    ): "one micro is no cent, and less than a cent is never late",
    (
        "houseway.floor.bookkeeping.stops",
        'bank = accounts.get(account(jackpot.id, "", "bank"), 0) // MICROS',
        "1",
    ): "one micro is no cent at the bank",
    (
        "houseway.floor.permission.papers",
        "_SELECTORS = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))",
        "917759",
    ): "what lies beside them is not assigned, and nobody sees it either way",
    (
        "houseway.floor.permission.papers",
        "_SELECTORS = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))",
        "918001",
    ): "what lies beside them is not assigned, and nobody sees it either way",
    (
        "houseway.floor.context",
        "day = datetime.fromtimestamp(at // 1_000_000, UTC).astimezone(_zone(zone)).date()",
        "999999",
    ): "half an hour later is the same day or the next, and a day that has not begun is taken back in the line after",
    (
        "houseway.floor.subjects.house",
        "if ctx.tx.head(PROPERTY)[0]:",
        "1",
    ): "number and moment of the last entry are both nothing where there is none, and only there",
    (
        "houseway.floor.subjects.gaming_tables",
        "wanted = (jackpot_stream(id) for id in command.table.jackpots.values() if id in jackpots)",
        "id not in jackpots",
    ): "a stream that is read without being declared is declared in a second try, with all others",
    (
        "houseway.floor.subjects.gaming_tables",
        "if today not in (*state.played[-1:], *state.days[-1:]):",
        "0",
    ): "days stand in their order: today is the last of them or none",
    (
        "houseway.floor.subjects.round_review",
        "if micros >= 0:",
        "1",
    ): "a correction that moves nothing does not come here, and one that moves something moves a cent or more",
    (
        "houseway.floor.subjects.round_review",
        "if micros >= 0:",
        "micros > 0",
    ): "a correction that moves nothing does not come here",
    (
        "houseway.floor.subjects.settling",
        "if line.wager not in state.table.jackpots or line.reverses is not None:",
        "line.wager not in state.table.jackpots and line.reverses is not None",
    ): "a line of another wager, or one that takes another back, is of no row that is claimed",
    (
        "houseway.floor.subjects.settling",
        "continue",
        "left out",
    ): "a line of another wager, or one that takes another back, is of no row that is claimed",
    (
        "houseway.floor.subjects.jackpots.jackpot_end",
        'ahead = -ctx.accounts(jackpot.id).get(account(jackpot.id, "", "due"), 0)',
        "1",
    ): "one micro is no cent that was paid ahead",
    (
        "houseway.floor.subjects.gaming_tables",
        "if today not in (*state.played[-1:], *state.days[-1:]):",
        "2",
    ): "days stand in their order: today is the last of them or none",
    (
        "houseway.floor.folding",
        "if not isinstance(state, PropertyState) and len(entry.lines) > 2:",
        "1",
    ): "an entry without lines has none to post",
    (
        "houseway.floor.folding",
        "if not isinstance(state, PropertyState) and len(entry.lines) > 2:",
        "3",
    ): "an entry with lines has many more letters than three",
    (
        "houseway.floor.folding",
        "if not isinstance(state, PropertyState) and len(entry.lines) > 2:",
        "len(entry.lines) >= 2",
    ): "an entry without lines has none to post",
    (
        "houseway.floor.folding",
        'return hashlib.sha256(msgspec.json.encode(parts, order="deterministic")).hexdigest()[:16]',
        "15",
    ): "made and compared by this one line",
    (
        "houseway.floor.folding",
        'return hashlib.sha256(msgspec.json.encode(parts, order="deterministic")).hexdigest()[:16]',
        "17",
    ): "made and compared by this one line",
    (
        "houseway.journal.entries",
        "KEPT = 1024",
        "1023",
    ): "how much is remembered makes no difference to what is written",
    (
        "houseway.journal.entries",
        "KEPT = 1024",
        "1025",
    ): "how much is remembered makes no difference to what is written",
    (
        "houseway.journal.entries",
        "if len(self) >= KEPT:",
        "len(self) > KEPT",
    ): "how much is remembered makes no difference to what is written",
    (
        "houseway.journal.standings",
        "APART = 16",
        "15",
    ): "when entries are added up makes no difference to what they add up to",
    (
        "houseway.journal.standings",
        "APART = 16",
        "17",
    ): "when entries are added up makes no difference to what they add up to",
    (
        "houseway.journal.standings",
        "if noted is None and len(self._noted) >= APART:",
        "len(self._noted) > APART",
    ): "when entries are added up makes no difference to what they add up to",
    (
        "houseway.journal.standings",
        "if noted is None and len(self._noted) >= APART:",
        "len(self._noted) < APART",
    ): "when entries are added up makes no difference to what they add up to",
    (
        "houseway.journal.standings",
        "if noted is None and len(self._noted) >= APART:",
        "noted is None or len(self._noted) >= APART",
    ): "when entries are added up makes no difference to what they add up to",
    (
        "houseway.journal.standings",
        "_MARK = 8",
        "7",
    ): "how much of the key's mark a snapshot carries: written and compared by this module alone",
    (
        "houseway.journal.standings",
        "_MARK = 8",
        "9",
    ): "how much of the key's mark a snapshot carries: written and compared by this module alone",
    (
        "houseway.journal.sealing.seals",
        "WHOLE_EVERY = 256",
        "255",
    ): "how far back the last whole seal lies makes no difference to what the seals say together",
    (
        "houseway.journal.sealing.seals",
        "WHOLE_EVERY = 256",
        "257",
    ): "how far back the last whole seal lies makes no difference to what the seals say together",
    (
        "houseway.journal.sealing.seals",
        "_CHUNK = 65_536",
        "65535",
    ): "how much of the file is read at once makes no difference to what is found",
    (
        "houseway.journal.sealing.seals",
        "_CHUNK = 65_536",
        "65537",
    ): "how much of the file is read at once makes no difference to what is found",
    (
        "houseway.journal.sealing.seals",
        "length *= 4",
        "3",
    ): "how much of the file is read at once makes no difference to what is found",
    (
        "houseway.journal.sealing.seals",
        "length *= 4",
        "5",
    ): "how much of the file is read at once makes no difference to what is found",
    (
        "houseway.journal.sealing.seals",
        "end = file.seek(0, os.SEEK_END)",
        "1",
    ): "there is nothing to read after the end",
    (
        "houseway.floor.bookkeeping.days",
        "if dated and dated[-1][0] == since and (dated[-1][1] > 0) == (micros > 0):",
        "dated[-1][1] >= 0",
    ): "an amount of nothing changes no sum, wherever it is put",
    (
        "houseway.floor.bookkeeping.days",
        "if dated and dated[-1][0] == since and (dated[-1][1] > 0) == (micros > 0):",
        "micros >= 0",
    ): "an amount of nothing changes no sum, wherever it is put",
    (
        "houseway.floor.bookkeeping.days",
        "LATEST = 2**63",
        "64",
    ): "nothing is dated so late: both are after every moment",
    (
        "houseway.floor.folding",
        "NUMBER = 9",
        "8",
    ): "snapshots are used by the fold that has their number: which one it is makes no difference",
    (
        "houseway.floor.folding",
        "NUMBER = 9",
        "10",
    ): "snapshots are used by the fold that has their number: which one it is makes no difference",
    (
        "houseway.floor.auditing.audit",
        "def audit(journal: Entries, *, limit: int = 200, progress: Progress | None = None) -> Audit:",
        "199",
    ): "where a list that is too long to read is cut makes no difference to whether there is one",
    (
        "houseway.floor.auditing.audit",
        "def audit(journal: Entries, *, limit: int = 200, progress: Progress | None = None) -> Audit:",
        "201",
    ): "where a list that is too long to read is cut makes no difference to whether there is one",
    (
        "houseway.floor.bookkeeping.stops",
        "oldest = property.oldest.get(jackpot.id, 0)",
        "1",
    ): "a microsecond after 1970 is as long ago as 1970",
    (
        "houseway.floor.bookkeeping.stops",
        "late: bool = min([oldest.get(jackpot, 0) for jackpot in jackpots], default=LATEST) < ctx.at - days * DAY",
        "1",
    ): "a microsecond after 1970 is as long ago as 1970",
    (
        "houseway.accounts.device_keys",
        "key = secrets.token_urlsafe(32)",
        "33",
    ): "more chance than enough is enough",
    (
        "houseway.floor.context",
        "begins, ends = (day_begins(each, zone, day_starts) for each in (day, day + timedelta(days=1)))",
        "0",
    ): "a day that is known for a shorter time is only reckoned again",
    (
        "houseway.floor.context",
        "begins, ends = (day_begins(each, zone, day_starts) for each in (day, day + timedelta(days=1)))",
        "day - timedelta(days=1)",
    ): "a day that is known for a shorter time is only reckoned again",
    (
        "houseway.floor.subjects.presses",
        "_COUNTINGS = 4096",
        "4095",
    ): "how much is remembered makes no difference to what is counted",
    (
        "houseway.floor.subjects.presses",
        "_COUNTINGS = 4096",
        "4097",
    ): "how much is remembered makes no difference to what is counted",
    (
        "houseway.floor.subjects.presses",
        "if len(_countings) >= _COUNTINGS:",
        "len(_countings) < _COUNTINGS",
    ): "how much is remembered makes no difference to what is counted",
    (
        "houseway.floor.subjects.presses",
        "if known is not None and known.table is state.table and known.jackpots is state.jackpots:",
        "known.table is not state.table",
    ): "a table's jackpots come anew with it, and what is not the very same is compared in the line after",
    (
        "houseway.floor.subjects.presses",
        'if fed is not None and fed.scheme == "progressive"',
        "fed is not None or fed.scheme == 'progressive'",
    ): "a sensor's wager is for some jackpot, and a bonus has no meter that a wager could move",
    (
        "houseway.accounts.credentials.links",
        "token, now = secrets.token_urlsafe(32), accounts.now()",
        "33",
    ): "more chance than enough is enough",
}
"""Mutants that no test can notice, by module, line and change, and why the money is the same: they do not count."""
