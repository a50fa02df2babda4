"""The settings of a draft: what the profile leaves open, each with its meaning and its rule."""

from __future__ import annotations

from typing import Any

from houseway.compliance.exhibit import setting_name
from houseway.compliance.profile import ABSENT, AMOUNTS, KINDS, LINKS, Settings
from houseway.facade import Game
from houseway.floor.command import PlainData
from houseway.registry import all_games
from houseway.simulation.exact import OPTIMAL
from houseway.simulation.shifts.expected_shifts import usual_mix
from houseway.table.shown.wording import spelled
from houseway.web.setup.asked_fields import Asked, Group, ask, called

MEANS = {
    "most-wagers": "Wagers that one player may place together.",
    "fourth-wager": "Only some of a player's wagers may be over a limit.",
    "fourth-wager-limit": "That limit.",
    "wagers-over-limit": "How many wagers may be over it.",
    "table-maximum": "The most that any single wager may be.",
    "players": "Players at a table.",
    "tables": "Tables at a property.",
    "link-games": "Which games may share a jackpot.",
    "linked-progressives": "Jackpots of one table that may be shared with another game.",
    "makers-tested-together": "Equipment of two makers on one link was tested together.",
    "bonus-notice": "Every display of a bonus amount carries the notice.",
    "whole-bonus": "Each winner gets a bonus prize whole, also where the paytable divides it.",
    "cap-posted": "The maximum of a progressive is posted.",
    "deposit-days": "Days within which accrued money is deposited.",
    "seed-in-bank": "A table opens only if the account holds the seeds that are displayed.",
    "surveillance-threshold": "Above this surveillance verifies a winning wager.",
    "player-threshold": "Above this a jackpot's prize is paid to a player who is on record.",
    "check-threshold": "Above this a prize is paid by check.",
    "check-hours": "Hours within which that check is given.",
    "w2g-amount": "From winnings of this on, the payee is on record for Form W-2G. Winnings: the prize less the wager.",
    "w2g-times": "And only where winnings are at least so many times the wager.",
    "withholding-amount": "Above winnings of this, tax is withheld and the payee is paid the rest.",
    "withholding-percent": "The percent of winnings that is withheld.",
    "backup-withholding-percent": "The same where the payee gives no taxpayer number.",
    "removal-notice-days": "Days of notice before a progressive is removed.",
    "malfunction-hours": "Hours within which the regulator hears of a malfunction.",
    "aggregate-odds": "Odds that an aggregate limit must cover, and under which none is allowed.",
    "shuffler-approved": "A shuffler is a model named in the approval.",
    "promotions-approved": "A gambling promotion needs an approval.",
}
"""What each setting that is a number, an amount or a switch means; lists are changed by a file."""

MIX = "play-mix"


def setting_groups(settings: Settings) -> list[Group]:
    """What is asked about the property itself: its settings."""
    return [
        Group(
            "Settings",
            tuple(_setting(name, says, settings) for name, says in MEANS.items() if name in KINDS),
            f"{settings.profile.title}. A rule that was verified can only be made stricter.",
        ),
        *(_mix(each) for each in all_games().values() if each.strategies),
    ]


def _mix(game: Game) -> Group:
    """How players here play a game, in percent for each of its strategies."""
    usual = {name: f"{float(100 * share):g}" for name, share in usual_mix(game).items()}
    hints = {name: f"Percent of the players; usually {usual.get(name, 0)}." for name in game.strategies}
    fields = (
        ask(f"{MIX}.{game.slug}.{name}", "Best play" if name == OPTIMAL else spelled(name), "count", hint=hint)
        for name, hint in hints.items()
    )
    says = "What a table should win is reckoned under this mix, and stated with it. 100 together; all empty: as usual."
    return Group(f"Mix of play: {game.edition().about.name}", tuple(fields), says)


def _setting(name: str, says: str, settings: Settings) -> Asked:
    ruled = settings.profile.in_force(name, settings.on)
    cite = ruled.cite if ruled is not None else ""
    label = setting_name(name)
    if name == "link-games":
        return ask(name, label, "choice", choices=called(LINKS), hint=says, cite=cite)
    if isinstance(ABSENT.get(name), bool):
        return ask(name, f"{label}: {says}", "check", cite=cite)
    kind = "money" if name in AMOUNTS else "count"
    hint = says if ruled is not None else f"{says} Empty: no limit."
    return ask(name, label, kind, hint=hint, cite=cite)  # type: ignore[arg-type]


def settings_thing(settings: Settings) -> PlainData:
    """The settings in force, as the form shows them."""
    shown = {name: settings[name] for name in MEANS if name in settings and settings[name] is not None}
    return {**shown, MIX: {game: dict(mix) for game, mix in settings[MIX].items()}}


def chosen(before: PlainData, shown: PlainData, read: PlainData) -> PlainData:
    """The property's own settings after a form: those that were changed in it, over those it had."""
    found: dict[str, Any] = dict(before)
    mixes = {game: {each: part for each, part in mix.items() if part} for game, mix in read.get(MIX, {}).items()}
    read = {**read, MIX: {game: mix for game, mix in mixes.items() if mix}}
    for name, value in read.items():
        if value != shown.get(name):
            found[name] = value
    return found
