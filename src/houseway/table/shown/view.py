"""Views: what a seat, the dealer or the public may see at this moment, as plain data.

A view is made from the layout alone, so two rounds that differ only in cards a viewer has not seen give that viewer the
same bytes.
"""

from __future__ import annotations

from typing import Any

import msgspec

from houseway.cards import UNSEEN
from houseway.rulebook.edition import Edition
from houseway.rulebook.sources import source
from houseway.rulebook.steps import (
    SHOE,
    Ask,
    Choice,
    Deal,
    Peek,
    PlaceWagers,
    Prizes,
    Step,
    Tabulate,
    Together,
    Turn,
    Who,
    place_name,
)
from houseway.table.round import Round
from houseway.table.setup import Setup
from houseway.table.shown.open_cards import read_cards
from houseway.table.shown.wording import Words, words_of

PUBLIC = "public"


def view(round_: Round, viewer: Who = PUBLIC) -> dict[str, Any]:
    """What ``viewer`` (a seat's number, ``dealer`` or ``public``) may see: cards, stakes, lines, what is due next.

    ``reads`` has what the cards seen make, in the game's words.
    """
    layout = round_.layout
    cards = {
        place_name(place): [kind.text if kind else UNSEEN for kind in layout.known_to(viewer, place)]
        for place, numbers in layout.places.items()
        if numbers
    }
    return {
        "game": round_.game.slug,
        "edition": round_.setup.edition.slug,
        "viewer": viewer,
        "over": round_.over,
        "cards": cards,
        "reads": read_cards(round_.game, cards).hands,
        "stakes": {place_name(place): dict(stakes) for place, stakes in layout.stakes.items() if stakes},
        "collected": [[place_name(place), wager] for place, wager in layout.collected],
        "lines": [msgspec.to_builtins(line) for line in layout.lines],
        "through": list(round_.through),
        "due": due(round_),
    }


def due(round_: Round) -> dict[str, Any] | None:
    """What must happen next: who, what, which choices and limits, by which clause. The same for every viewer."""
    step = round_.step
    if step is None:
        return None
    edition = round_.setup.edition
    data: dict[str, Any] = {
        "from": list(round_.due_from()),
        "what": "read-card" if SHOE in round_.due_from() else _what(step),
        "clause": step.cite,
        "rule": edition.clause(step.cite).text if edition.has_clause(step.cite) else "",
    }
    if step.does:
        data["does"] = [{"clause": cite, "rule": edition.clause(cite).text} for cite in step.does]
    asks = step.asks if isinstance(step, Together) else (step,) if isinstance(step, Ask) else ()
    if asks:
        words = words_of(round_.game)
        data["asks"] = [ask_data(ask, words) for ask in asks if ask.seat in round_.due_from()]
    if isinstance(step, PlaceWagers):
        data["wagers"] = wager_data(round_.setup)
    if isinstance(step, Prizes):
        data["meters"] = list(step.meters)
    if data["what"] == "read-card":
        data["number"] = len(round_.layout.cards) + 1
    return data


def ask_data(ask: Ask, words: Words) -> dict[str, Any]:
    """An ask as plain data, in the game's words: how it is put and answered, its choices and limits, its default."""
    about = words.about(ask.ask)
    data: dict[str, Any] = {
        "seat": ask.seat,
        "ask": ask.ask,
        "title": words.asked(ask),
        "control": about.control,
        "confirm": about.confirm,
        "choices": [choice_data(choice, words) for choice in ask.choices],
        "default": ask.default,
        "otherwise": None if ask.default is None else words.answers(ask.ask, ask.default),
    }
    if about.hand:
        data["shows-hand"] = True
    if about.boxes:
        data["boxes"] = [{"part": part, "label": words.part[part].label} for part in about.boxes]
    if ask.place is not None:
        data["hand"] = place_name(ask.place)
    if ask.pick:
        together = list(ask.pick.together)
        data["pick"] = {"pool": ask.pick.pool, "says": ask.pick.says, "clause": ask.pick.cite, "together": together}
    return data


def choice_data(choice: Choice, words: Words) -> dict[str, Any]:
    """A choice as plain data; ``label`` is what a button shows."""
    label = words.chosen(choice.word)
    data: dict[str, Any] = {"word": choice.word, "label": label, "says": choice.says, "clause": choice.cite}
    if choice.least is not None:
        data |= {"least": choice.least, "most": choice.most}
    if choice.wager:
        data["wager"] = choice.wager
    return data


def wager_data(setup: Setup) -> list[dict[str, Any]]:
    """The wagers that may be placed now, with the limits that are posted."""
    found = []
    for slug in setup.edition.initial_wagers:
        if slug not in setup.wagers:
            continue
        wager = setup.edition.wagers[slug]
        data: dict[str, Any] = {
            "wager": slug,
            "name": wager.name,
            "kind": wager.kind,
            "says": wager.says,
            "clause": wager.clause,
        }
        if (fixed := setup.fixed_amount(slug)) is not None:
            data["fixed"] = fixed
        elif slug in setup.limits:
            data["limits"] = list(setup.limits[slug])
        if slug in setup.aggregate:
            data["aggregate"] = setup.aggregate[slug]
        found.append(data)
    return found


def _what(step: Step) -> str:
    if isinstance(step, Ask):
        return step.ask
    if isinstance(step, Together):
        return step.asks[0].ask
    names: dict[type[Step], str] = {
        PlaceWagers: "place-wagers",
        Tabulate: "tabulate",
        Prizes: "lock-meters",
        Deal: "key-card",
        Turn: "key-cards",
        Peek: "look",
    }
    return names.get(type(step), type(step).__name__.lower())


def clause_text(edition: Edition, cite: str) -> str:
    """What is cited (a clause, a ruling, a source beside them) in our own words; empty if there is none of that id."""
    if edition.has_clause(cite):
        return edition.clause(cite).text
    found = edition.rulings.get(cite) or source(cite)
    return found.text if found else ""
