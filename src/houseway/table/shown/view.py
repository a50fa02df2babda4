"""Views: what a seat, the dealer or the public may see at this moment.

A view is made from the layout alone, so two rounds that differ only in cards a viewer has not seen give that viewer the
same bytes.
"""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from houseway.cards import UNSEEN
from houseway.public_arguments import taking
from houseway.rulebook import steps
from houseway.rulebook.edition import Edition
from houseway.rulebook.sources import source
from houseway.table.round import A_ROUND, Round
from houseway.table.setup import Setup
from houseway.table.shown.line_sentences import told_lines
from houseway.table.shown.open_cards import read_cards
from houseway.table.shown.shape_base import Cited
from houseway.table.shown.view_shapes import Due, DueAsk, DueChoice, DuePick, DueWager, HandBox, View
from houseway.table.shown.wording import Words, words_of
from houseway.table.table_errors import BadSetup

PUBLIC = "public"
_VIEWERS = (PUBLIC, steps.DEALER, steps.SUPERVISOR)
NOBODY = 0
"""The seat of a viewer who has none."""


@taking(round_=A_ROUND)
def view(round_: Round, viewer: steps.Who = PUBLIC) -> View:
    """What ``viewer`` (a seat's number, ``dealer`` or ``public``) may see: cards, stakes, lines, what is due next."""
    positions = round_.setup.edition.about.positions
    known = type(viewer) is int and NOBODY <= viewer <= positions if not isinstance(viewer, str) else viewer in _VIEWERS
    if not known:
        raise BadSetup(
            f"nobody at this table is {viewer!r}", remedy=f"give a seat from 1 to {positions}, dealer or public"
        )
    layout = round_.layout
    cards = {
        steps.place_name(place): [kind.text if kind else UNSEEN for kind in layout.known_to(viewer, place)]
        for place, numbers in layout.places.items()
        if numbers
    }
    return View(
        game=round_.game.slug,
        edition=round_.setup.edition.slug,
        viewer=viewer,
        over=round_.over,
        cards=cards,
        reads=read_cards(round_.game, cards).hands,
        stakes={steps.place_name(place): dict(stakes) for place, stakes in layout.stakes.items() if stakes},
        collected=[(steps.place_name(place), wager) for place, wager in layout.collected],
        lines=told_lines(round_, viewer if isinstance(viewer, int) else NOBODY),
        through=list(round_.through),
        due=due(round_),
        placings=_placings(round_, viewer, cards) if isinstance(viewer, int) else UNSET,
    )


def _placings(round_: Round, seat: int, cards: dict[str, list[str]]) -> list[tuple[str, str]] | UnsetType:
    """What the boxes of a hand that ``seat`` is to set would make, each card in turn in the second of them."""
    ask = round_.ask_for(seat)
    boxes = words_of(round_.game).about(ask.ask).boxes if ask is not None else ()
    held = cards.get(str(seat), [])
    if not boxes or UNSEEN in held:
        return UNSET
    first, second = (f"{seat}.{box}" for box in boxes)
    placings = []
    for place, text in enumerate(held):
        found = read_cards(round_.game, {first: held[:place] + held[place + 1 :], second: [text]}).hands
        placings.append((found.get(first, ""), found.get(second, "")))
    return placings


def due(round_: Round) -> Due | None:
    """What must happen next: who, what, which choices and limits, by which clause. The same for every viewer."""
    step = round_.step
    if step is None:
        return None
    edition = round_.setup.edition
    whose = list(round_.due_from())
    reads = steps.SHOE in whose
    asks = step.asks if isinstance(step, steps.Together) else (step,) if isinstance(step, steps.Ask) else ()
    words = words_of(round_.game)
    return Due(
        from_=whose,
        what="read-card" if reads else _what(step),
        clause=step.cite,
        rule=edition.clause(step.cite).text if edition.has_clause(step.cite) else "",
        does=[Cited(cite, edition.clause(cite).text) for cite in step.does] or UNSET,
        asks=[_ask(ask, words) for ask in asks if ask.seat in whose] if asks else UNSET,
        wagers=wagers_offered(round_.setup) if isinstance(step, steps.PlaceWagers) else UNSET,
        meters=list(step.meters) if isinstance(step, steps.Prizes) else UNSET,
        number=len(round_.layout.cards) + 1 if reads else UNSET,
    )


def _ask(ask: steps.Ask, words: Words) -> DueAsk:
    """An ask in the game's words: how it is put and answered, its choices and limits, its default."""
    about, pick = words.about(ask.ask), ask.pick
    return DueAsk(
        seat=ask.seat,
        ask=ask.ask,
        title=words.asked(ask),
        control=about.control,
        confirm=about.confirm,
        choices=[_choice(choice, words) for choice in ask.choices],
        default=ask.default,
        otherwise=None if ask.default is None else words.answers(ask.ask, ask.default),
        shows_hand=True if about.hand else UNSET,
        boxes=[HandBox(part, words.part[part].label) for part in about.boxes] or UNSET,
        hand=UNSET if ask.place is None else steps.place_name(ask.place),
        pick=DuePick(pick.pool, pick.says, pick.cite, list(pick.together)) if pick else UNSET,
    )


def _choice(choice: steps.Choice, words: Words) -> DueChoice:
    return DueChoice(
        word=choice.word,
        label=words.chosen(choice.word),
        says=choice.says,
        clause=choice.cite,
        least=choice.least if choice.least is not None else UNSET,
        most=choice.most if choice.least is not None else UNSET,
        wager=choice.wager or UNSET,
    )


def wagers_offered(setup: Setup) -> list[DueWager]:
    """The wagers that may be placed now, with the limits that are posted."""
    found = []
    for slug in setup.edition.initial_wagers:
        if slug not in setup.wagers:
            continue
        wager, fixed = setup.edition.wagers[slug], setup.fixed_amount(slug)
        limits = setup.limits.get(slug) if fixed is None else None
        found.append(
            DueWager(
                wager=slug,
                name=wager.name,
                kind=wager.kind,
                says=wager.says,
                clause=wager.clause,
                fixed=UNSET if fixed is None else fixed,
                limits=UNSET if limits is None else limits,
                aggregate=setup.aggregate.get(slug, UNSET),
            )
        )
    return found


def _what(step: steps.Step) -> str:
    if isinstance(step, steps.Ask):
        return step.ask
    if isinstance(step, steps.Together):
        return step.asks[0].ask
    names: dict[type[steps.Step], str] = {
        steps.PlaceWagers: "place-wagers",
        steps.Tabulate: "tabulate",
        steps.Prizes: "lock-meters",
        steps.Deal: "key-card",
        steps.Turn: "key-cards",
        steps.Peek: "look",
    }
    return names.get(type(step), type(step).__name__.lower())


def clause_text(edition: Edition, cite: str) -> str:
    """What is cited (a clause, a ruling, a source beside them) in our own words; empty if there is none of that id."""
    if edition.has_clause(cite):
        return edition.clause(cite).text
    found = edition.rulings.get(cite) or source(cite)
    return found.text if found else ""
