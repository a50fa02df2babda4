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
