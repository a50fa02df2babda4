"""Errors of a table, its rounds and their records."""

from houseway.errors import HousewayError, Refused


class UnseenCard(HousewayError):
    """A wager that must be settled needs a card that nobody saw."""


class UnknownGame(HousewayError):
    """A slug that names no registered game or edition."""


class BadSetup(HousewayError):
    """A table set up with an unknown option, paytable or wager, or with a row left unposted."""


class WagerRefused(Refused):
    """A wager outside its limits or relations."""


class ChoiceRefused(Refused):
    """A decision that is not among the choices offered."""


class OutOfTurn(Refused):
    """A decision from somebody it is not due from."""


class RoundOver(Refused):
    """The round has ended: nothing more is due."""


class BadRecord(HousewayError):
    """A round record that cannot be read, or that does not fit the round it describes."""

    usual_remedy = "take the record from the journal again, and keep this one as it is"


class ProcedureFault(HousewayError):
    """A bug in a game's procedure: the table stops, nothing after the last step counts."""

    usual_remedy = "the table stops: void the round, and report it with its record"
