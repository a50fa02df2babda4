"""Errors of a table, its rounds and their records."""

from __future__ import annotations

from houseway.errors import HousewayError, Refused


class UnseenCard(HousewayError):
    """A wager that must be settled needs a card that nobody saw."""

    code = "unseen-card"


class UnknownGame(HousewayError):
    """A slug that names no registered game or edition."""

    code = "unknown-game"


class BadSetup(HousewayError):
    """A table set up with an unknown option, paytable or wager, or with a row left unposted."""

    code = "bad-setup"


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
    usual_remedy = "take the record from the journal again, and keep this one as it is"


class ProcedureFault(HousewayError):
    """A bug in a game's procedure: the table stops, nothing after the last step counts."""

    code = "procedure-fault"
    usual_remedy = "the table stops: void the round, and report it with its record"
