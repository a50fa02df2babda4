"""Every error Houseway raises on purpose.

One base class. An error says what happened, which clause (if any) stands behind it, and what would mend it;
its ``code`` is stable and meant for programs, the message is meant for people.
"""

from __future__ import annotations


class HousewayError(Exception):
    """Base of all errors: ``message`` says what and why, ``clause`` by which rule, ``remedy`` what to do."""

    code = "error"

    def __init__(self, message: str, *, clause: str | None = None, remedy: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.clause = clause
        self.remedy = remedy

    def __str__(self) -> str:
        parts = [self.message]
        if self.clause:
            parts.append(f"[{self.clause}]")
        if self.remedy:
            parts.append(f"({self.remedy})")
        return " ".join(parts)

    def as_dict(self) -> dict[str, str]:
        """The error as plain data, for JSON output."""
        data = {"error": self.code, "message": self.message}
        if self.clause:
            data["clause"] = self.clause
        if self.remedy:
            data["remedy"] = self.remedy
        return data


class UnknownCard(HousewayError):
    """A text that names no card."""

    code = "unknown-card"


class CardNotInDeck(HousewayError):
    """A card that the deck does not hold, or holds no more of."""

    code = "card-not-in-deck"


class DeckTooShort(HousewayError):
    """The shoe or the record has no card left for a deal that is due."""

    code = "deck-too-short"


class UnseenCard(HousewayError):
    """A wager that must be settled needs a card that nobody saw."""

    code = "unseen-card"


class BadAmount(HousewayError):
    """An amount of money that is not a whole, non-negative number of cents."""

    code = "bad-amount"


class BadPay(HousewayError):
    """A pay that cannot be read, or that a row may not be posted at."""

    code = "bad-pay"


class UnknownGame(HousewayError):
    """A slug that names no registered game or edition."""

    code = "unknown-game"


class UnknownClause(HousewayError):
    """An id that names no clause of the edition."""

    code = "unknown-clause"


class BadEdition(HousewayError):
    """An edition file that does not hold together: the game cannot be loaded."""

    code = "bad-edition"


class BadSetup(HousewayError):
    """A table set up with an unknown option, paytable or wager, or with a row left unposted."""

    code = "bad-setup"


class Refused(HousewayError):
    """A wager or decision that the rules do not allow now. Nothing has changed."""

    code = "refused"


class WagerRefused(Refused):
    """A wager outside its limits or relations."""

    code = "wager-refused"


class ChoiceRefused(Refused):
    """A decision that is not among the choices offered."""

    code = "choice-refused"


class OutOfTurn(Refused):
    """A decision from somebody it is not due from."""

    code = "out-of-turn"


class RoundOver(Refused):
    """The round has ended: nothing more is due."""

    code = "round-over"


class BadRecord(HousewayError):
    """A round record that cannot be read, or that does not fit the round it describes."""

    code = "bad-record"


class ProcedureFault(HousewayError):
    """A bug in a game's procedure: the table stops, nothing after the last step counts."""

    code = "procedure-fault"


class BadStrategy(HousewayError):
    """A strategy that leaves a situation without an answer, or cannot be read."""

    code = "bad-strategy"


class BadQuestion(HousewayError):
    """A question that an analysis or a simulation cannot answer: an unknown wager, pay, option, or too small a deck."""

    code = "bad-question"


class AmountNeeded(BadQuestion):
    """A wager paid from a meter, or by a posted amount, has no edge and no spread until the amount is known."""

    code = "amount-needed"


class BadCommand(HousewayError):
    """A command to the floor that cannot be read."""

    code = "bad-command"


class NotPermitted(Refused):
    """Somebody asked who may not, or a second person is needed and is not there or not independent."""

    code = "not-permitted"


class ReferenceMissing(Refused):
    """A command that names no paper, or leaves a reason blank, where the table of controls wants one."""

    code = "reference-missing"


class ReferenceUsed(Refused):
    """A command on a paper that has served for the same purpose before."""

    code = "reference-used"


class NotCompliant(Refused):
    """A configuration that the property's profile does not allow: see `houseway check`."""

    code = "not-compliant"


class Stopped(Refused):
    """Counting is stopped at this table or for this jackpot; the message says why."""

    code = "stopped"


class DepositOverdue(Stopped):
    """Money of a progressive is overdue at the bank: it takes no wager until the deposit is recorded."""

    code = "deposit-overdue"


class WrongState(Refused):
    """A command that does not fit what is so now: a closed table, another round, a hit already paid."""

    code = "wrong-state"


class OtherRelease(WrongState):
    """A table or a round that this program may not play: it was opened under another release or other rules."""

    code = "other-release"


class UnknownThing(Refused):
    """A table, jackpot, hit, person or sensor that is not there."""

    code = "unknown"


class StuckSensor(Refused):
    """A sensor that was not seen clear since the last round, or counts more than a table can play."""

    code = "stuck-sensor"


class BadJackpot(HousewayError):
    """A jackpot that cannot be run as it is configured, or a change that it may not undergo."""

    code = "bad-jackpot"


class FundsShort(Refused):
    """A fund or the bank account does not hold what is asked of it."""

    code = "funds-short"


class AdjustmentRefused(Refused):
    """A change of a displayed amount for a reason, or by an amount, that the rules do not allow."""

    code = "adjustment-refused"


class RemovalRefused(Refused):
    """A progressive that may not be removed, moved or closed in this way or on this day."""

    code = "removal-refused"


class BadSetting(HousewayError):
    """A setting that no profile has, of the wrong form, or looser than a rule that cannot be loosened."""

    code = "bad-setting"


class BadConfiguration(HousewayError):
    """A configuration of a property that cannot be read, or that holds what no configuration has."""

    code = "bad-configuration"


class UnknownModel(HousewayError):
    """A name or version that is no approved model of the jackpot system."""

    code = "unknown-model"


class EquipmentRefused(Refused):
    """Something that this piece of equipment cannot do, or may not be used for."""

    code = "equipment-refused"


class UnknownSensor(EquipmentRefused):
    """A sensor or a position that the model does not have or that is not installed at the table."""

    code = "unknown-sensor"


class EquipmentFailed(Refused):
    """The equipment is out of order or without power: the manual procedure holds."""

    code = "equipment-failed"


class NotConfirmed(Refused):
    """Wagers may not be collected: the indicators were not confirmed against the chips, or the two differ."""

    code = "not-confirmed"


class BadReading(HousewayError):
    """A reading of a counter that cannot be one."""

    code = "bad-reading"


class CounterFell(BadReading):
    """A counter that cannot be set back read less than before."""

    code = "counter-fell"


class StoreFull(Refused):
    """A device has no memory left for what it must keep until it is acknowledged. Nothing was dropped."""

    code = "store-full"


class SequenceGap(HousewayError):
    """Counts forwarded out of sequence: something before them is missing."""

    code = "sequence-gap"


class LineDown(HousewayError):
    """The line is down, or an answer did not come: whether the command arrived is not known."""

    code = "line-down"


class NoticeRefused(Refused):
    """A bonus amount without the required notice, word for word."""

    code = "notice-refused"


class CommandReused(Refused):
    """A command id that was already used for another command. Nothing has changed."""

    code = "command-reused"


class BadDraft(Refused):
    """What a command would append cannot be written: not canonical, unbalanced, or outside its streams."""

    code = "bad-draft"


class Undeclared(BadDraft):
    """A command needs a stream that was not named for it: what its streams were worked out from has changed."""

    code = "undeclared"


class BalanceTooLarge(Refused):
    """A balance or counter would pass what the journal can hold exactly."""

    code = "balance-too-large"


class ClockSteppedBack(Refused):
    """A command is older than what its stream already holds: a clock was set back."""

    code = "clock-stepped-back"


class ClockAhead(Refused):
    """A command is stamped far ahead of the clock, or long after all that the journal holds: a clock is wrong."""

    code = "clock-ahead"


class CommandFault(HousewayError):
    """A bug met while a command was decided or folded: nothing of that command was written."""

    code = "command-fault"


class JournalUnavailable(HousewayError):
    """The journal could not be written or read. A command may be sent again with the same id."""

    code = "journal-unavailable"


class DiskFull(JournalUnavailable):
    """No room is left for the journal."""

    code = "disk-full"


class JournalReadOnly(JournalUnavailable):
    """The journal may only be read: its file, its server or this session does not allow writing."""

    code = "journal-read-only"


class ConnectionLost(JournalUnavailable):
    """The database server cannot be reached, or went away."""

    code = "connection-lost"


class FencedOff(JournalUnavailable):
    """This server said nothing for some seconds, and another has taken its place: it writes nothing more."""

    code = "fenced-off"


class JournalBusy(JournalUnavailable):
    """Another writer held the journal for too long."""

    code = "journal-busy"


class JournalDamaged(JournalUnavailable):
    """The database itself reports damage."""

    code = "journal-damaged"


class BalancesChanged(JournalDamaged):
    """Balances or counters are not what the entries give: the database was changed past the program."""

    code = "balances-changed"


class TooBusy(JournalUnavailable):
    """The writer's queue is full: the command was not taken."""

    code = "too-busy"


class NotSealed(JournalUnavailable):
    """A command was written and could not be sealed, as it must be before it is answered. Sent again, it is sealed."""

    code = "not-sealed"


class BadJournal(HousewayError):
    """A place that holds no journal, or one that was not made by these migrations."""

    code = "bad-journal"


class NewerJournal(BadJournal):
    """A journal written by a later release than this one."""

    code = "newer-journal"


class OldEngine(HousewayError):
    """A database engine too old to be trusted with a journal."""

    code = "old-engine"


class BadExport(HousewayError):
    """An export or backup that cannot be read in: cut, altered, or of another format."""

    code = "bad-export"


class JournalNotEmpty(HousewayError):
    """An import or restore into a place that already holds something."""

    code = "journal-not-empty"


class BadSeal(HousewayError):
    """A seal file or sealing key that cannot be used."""

    code = "bad-seal"


class SealsMissing(BadSeal):
    """The seal file is not there, is empty, or is older than the journal says: nothing is sealed over that gap."""

    code = "seals-missing"


class SealKeyLost(BadSeal):
    """The sealing key that this journal was sealed with is not there: no other is made in its place."""

    code = "seal-key-lost"


class SealKeyUnknown(BadSeal):
    """The key file holds a key that the seals were not signed with and that nobody brought in."""

    code = "seal-key-unknown"


class JournalBehindSeals(BadSeal):
    """The journal ends before what was sealed: an older database was put back, or its end was cut."""

    code = "journal-behind-seals"


class DrillFailed(HousewayError):
    """A drill came to something that may not happen; the same seed shows it again."""

    code = "drill-failed"


class NotSignedIn(HousewayError):
    """Nobody known asks: no session, one that has ended, or a device key that is not known."""

    code = "not-signed-in"


class WrongPassword(NotSignedIn):
    """The login and the password do not go together, or the account is closed."""

    code = "wrong-password"


class TooOften(HousewayError):
    """Asked too often, or locked out after wrong passwords. ``wait`` says for how many seconds."""

    code = "too-often"

    def __init__(self, message: str, *, wait: int = 1, clause: str | None = None, remedy: str | None = None) -> None:
        super().__init__(message, clause=clause, remedy=remedy or f"wait {wait} seconds, then try again")
        self.wait = wait


class BadAccount(HousewayError):
    """An account that cannot be made or changed so: its login is taken, its password too short, its person unknown."""

    code = "bad-account"
