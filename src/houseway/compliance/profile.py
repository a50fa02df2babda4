"""Jurisdiction profiles: what a regulator allows and asks for, each setting with its day, its source and its standing.

A profile is a file in ``profiles/``. Several settings of one name follow each other in time: the one in force on a day
is the latest that began by then. A *verified* setting is a must that an operator can only make stricter; any other is
the best that is known, and the configuration of a property may set it otherwise.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from houseway.compliance.compliance_errors import BadSetting

FOLDER = Path(__file__).parent / "profiles"

CHOSEN = "the house"
"""What a setting cites that no regulator gave."""

LINKS = ("none", "same", "equal", "any")
"""Which games may share a jackpot, from the strictest: no tables at all, tables of the same game, games with the same
winning hand and probability, any."""


class _Kind(msgspec.Struct, frozen=True):
    """What values a setting takes, in words and as a test, and when one is at least as strict as another.

    ``absent`` is what it is worth where a profile has none; ``None``: no limit.
    """

    says: str
    fits: Callable[[Any], bool]
    strict: Callable[[Any, Any], bool]
    absent: Any = None


def _is_amount(value: Any) -> bool:
    return type(value) is int and value >= 0


def _is_list(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value)


def _is_mix(value: Any) -> bool:
    return isinstance(value, Mapping) and all(map(_is_amount, value.values())) and sum(value.values()) == 100


_AT_MOST = _Kind("a whole number, zero or more", _is_amount, lambda new, old: bool(new <= old))
_CENTS = msgspec.structs.replace(_AT_MOST)
_AT_LEAST = _Kind("a whole number, zero or more", _is_amount, lambda new, old: bool(new >= old))
_PERCENT = _Kind(
    "a whole number of percent, 0 to 100",
    lambda value: _is_amount(value) and value <= 100,
    lambda new, old: bool(new >= old),
    absent=0,
)
_ALL_OF = _Kind("a list of words", _is_list, lambda new, old: set(new) >= set(old), absent=())
_ONLY = _Kind("a list of words", _is_list, lambda new, old: set(new) <= set(old))
_MIX = _Kind(
    "for each game whole percents of its strategies, 100 together",
    lambda value: isinstance(value, Mapping) and all(map(_is_mix, value.values())),
    lambda new, old: True,
    absent={},
)
_SWITCH = _Kind("true or false", lambda value: type(value) is bool, lambda new, old: bool(new or not old), absent=False)
_LINK = _Kind(
    f"one of {', '.join(LINKS)}",
    lambda value: value in LINKS,
    lambda new, old: LINKS.index(new) <= LINKS.index(old),
    absent="any",
)

KINDS: dict[str, _Kind] = {
    "most-wagers": _AT_MOST,  # wagers that one player may place together
    "fourth-wager": _SWITCH,  # whether only some of a player's wagers may be over a limit
    "fourth-wager-limit": _CENTS,  # that limit, in cents
    "wagers-over-limit": _AT_MOST,  # how many may be over it
    "four-wagers-on-layout": _ALL_OF,  # games whose layout says how many wagers a player may place
    "table-maximum": _CENTS,  # the most that any single wager may be, in cents
    "players": _AT_MOST,  # players at a table
    "tables": _AT_MOST,  # tables at a property
    "link-games": _LINK,  # which games may share a jackpot
    "linked-progressives": _AT_MOST,  # jackpots of one table that may be shared with another game
    "makers-tested-together": _SWITCH,  # whether equipment of two makers on one link must have been tested together
    "bonus-notice": _SWITCH,  # whether every display of a bonus amount carries the notice
    "whole-bonus": _SWITCH,  # whether each winner gets a bonus prize whole, also where the paytable divides it
    "decrease-reasons": _ONLY,  # the only reasons for which a displayed amount may go down
    "cap-posted": _SWITCH,  # whether the maximum of a progressive is posted
    "passive-displays": _ALL_OF,  # editions (game/edition) whose meter displays have no network
    "deposit-days": _AT_MOST,  # days within which accrued money is deposited
    "seed-in-bank": _SWITCH,  # whether a table opens only if the account holds the seeds that are displayed
    "surveillance-threshold": _CENTS,  # cents above which surveillance verifies a winning wager
    "player-threshold": _CENTS,  # cents above which a jackpot's prize is paid to a player who is on record
    "check-threshold": _CENTS,  # cents above which a prize is paid by check
    "check-hours": _AT_MOST,  # hours within which that check is given
    "w2g-amount": _CENTS,  # cents of winnings from which on they are reported, and their payee is on record
    "w2g-times": _AT_MOST,  # times the wager that winnings must be for that and for withholding
    "withholding-amount": _CENTS,  # cents of winnings above which tax is withheld
    "withholding-percent": _PERCENT,  # percent of them that is
    "backup-withholding-percent": _PERCENT,  # the same of reported winnings whose payee gave no taxpayer number
    "removal-notice-days": _AT_LEAST,  # days of notice before a progressive is removed
    "malfunction-hours": _AT_MOST,  # hours within which the regulator hears of a malfunction
    "aggregate-odds": _AT_LEAST,  # odds that an aggregate limit must cover, and under which none is allowed
    "posting": _ALL_OF,  # what is posted at each table
    "machine-dealt": _ALL_OF,  # games dealt from a shuffler or a shoe only
    "shuffler-approved": _SWITCH,  # whether a shuffler must be a model named in the approval
    "departments": _ALL_OF,  # departments that must be staffed, by different people
    "maker-licences": _ALL_OF,  # licences that a maker of layouts and equipment must hold
    "approval-steps": _ALL_OF,  # the steps of an approval, in their order
    "promotions-approved": _SWITCH,  # whether a gambling promotion needs an approval
    "authenticator-roles": _ALL_OF,  # roles that sign in with a code of an authenticator too
    "play-mix": _MIX,  # by game, the percent of players who play by each strategy: what a table should win hangs on it
    "promotion-consent": _ALL_OF,  # games whose promotions are for bonus wagers and need the owner's consent
}
"""Every setting that a profile may have, by name."""

AMOUNTS = frozenset(name for name, kind in KINDS.items() if kind is _CENTS)
"""The settings that are cents."""

PROBABILITY = "probability"
"""Not a setting of a profile: under this name a property gives the probabilities of winning hands of games that have no
analysis, by game, wager and row."""

TABLES = "tables"
"""Not a setting of a profile: under this name a property gives settings of single tables, by their id."""

ABSENT: dict[str, Any] = {name: kind.absent for name, kind in KINDS.items()} | {
    "w2g-times": 0,
    "removal-notice-days": 0,
}
"""What a setting is worth where the profile has none on that day; ``None``: no limit."""


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One setting of a profile: its value from the day ``since``, by the rule ``cite``."""

    name: str
    value: Any
    since: str
    cite: str
    verified: bool


class _ProfileData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    title: str
    regulator: str
    setting: tuple[Setting, ...] = ()


class Settings(Mapping[str, Any]):
    """A profile on one day with the choices of one property: every setting by its name."""

    def __init__(self, profile: Profile, on: str, values: Mapping[str, Any]) -> None:
        self.profile = profile
        self.on = on
        self._values = dict(values)

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def cite(self, name: str) -> str:
        """The rule behind a setting; where the profile has none, the profile's title."""
        found = self.profile.in_force(name, self.on)
        return found.cite if found else self.profile.title

    def rule(self, name: str) -> str:
        """The rule that a setting rests on; nothing where the house itself chose it."""
        cite = self.cite(name)
        return "" if cite == CHOSEN else cite

    @property
    def decrease_for_void(self) -> bool:
        """Whether a void lowers the displayed amount again: not where the reasons for that are a closed list."""
        return self["decrease-reasons"] is None


class Profile:
    """The rules of one jurisdiction as settings. `profile` finds them by name."""

    def __init__(self, data: _ProfileData) -> None:
        self.name = data.name
        self.title = data.title
        self.regulator = data.regulator
        self._history: dict[str, list[Setting]] = {}
        for setting in sorted(data.setting, key=lambda item: item.since):
            kind = KINDS.get(setting.name)
            if kind is None or not kind.fits(setting.value):
                raise BadSetting(
                    f"profile {data.name}: {setting.name} cannot be {setting.value!r}",
                    remedy="give a value of the kind that the setting has today",
                )
            self._history.setdefault(setting.name, []).append(setting)

    def history(self, name: str) -> tuple[Setting, ...]:
        """Every setting of that name, the oldest first."""
        return tuple(self._history.get(name, ()))

    def in_force(self, name: str, on: str) -> Setting | None:
        """The setting called ``name`` that holds on the day ``on``, or nothing where the profile has none then."""
        _kind(name)
        began = [setting for setting in self.history(name) if setting.since <= on]
        return began[-1] if began else None

    def setting(self, name: str, on: str, overrides: Mapping[str, Any] | None = None) -> Any:
        """What ``name`` is worth on the day ``on`` at a property that sets ``overrides``.

        `BadSetting` where an override has the wrong form or loosens a verified must.
        """
        kind = _kind(name)
        ruled = self.in_force(name, on)
        value = ABSENT[name] if ruled is None else ruled.value
        if overrides is None or name not in overrides:
            return tuple(value) if isinstance(value, list) else value
        chosen = overrides[name]
        if not kind.fits(chosen):
            raise BadSetting(
                f"{name} cannot be {chosen!r}", clause=ruled.cite if ruled else None, remedy=f"give {kind.says}"
            )
        if ruled and ruled.verified and not kind.strict(chosen, ruled.value):
            raise BadSetting(
                f"{name} is {_said(ruled.value)} by rule since {ruled.since}, and {_said(chosen)} is looser",
                clause=ruled.cite,
                remedy=f"keep to {_said(ruled.value)} or be stricter",
            )
        return tuple(chosen) if isinstance(chosen, list) else chosen

    def settings(self, on: str, overrides: Mapping[str, Any] | None = None) -> Settings:
        """Every setting on the day ``on``; a bad override is a `BadSetting`, an unknown one too.

        What a property gives under `PROBABILITY` and `TABLES` is no override and is passed over.
        """
        chosen = {name: value for name, value in (overrides or {}).items() if name not in (PROBABILITY, TABLES)}
        for name in chosen:
            _kind(name)
        return Settings(self, on, {name: self.setting(name, on, chosen) for name in KINDS})


def _kind(name: str) -> _Kind:
    found = KINDS.get(name)
    if found is None:
        raise BadSetting(f"there is no setting {name!r}", remedy=f"choose from {', '.join(KINDS)}")
    return found


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(value) if isinstance(value, (list, tuple)) else str(value)


@cache
def profile(name: str) -> Profile:
    """The profile called ``name``."""
    path = FOLDER / f"{name}.toml"
    if name not in names():
        raise BadSetting(f"there is no profile {name!r}", remedy=f"choose from {', '.join(names())}")
    return Profile(msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _ProfileData))


@cache
def names() -> tuple[str, ...]:
    """The names of all profiles."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))
