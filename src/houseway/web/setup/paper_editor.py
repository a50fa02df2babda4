"""Papers of a draft: approvals with their steps, equipment and documents, makers' licences, promotions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from houseway.compliance.approvals import OPERATOR, PathStep, path
from houseway.compliance.profile import Settings
from houseway.floor.command import PlainData
from houseway.floor.drafts.differences import edition_of_thing
from houseway.floor.drafts.draft_content import things
from houseway.floor.forms import Choices, slugs
from houseway.registry import all_games
from houseway.rulebook.edition import Edition
from houseway.web.setup.asked_fields import About, Asked, Group, ask, makers, none_or
from houseway.web.setup.table_editor import paytable_of

MOST_MACHINES = 6
LICENCES = slugs("state-licence", "state-certificate", "tribal-licence")
COVERS = slugs("layouts", "equipment", "shufflers")


def every_edition() -> Choices:
    """Every edition of every game, as an approval is for one."""
    return tuple(
        (f"{edition.about.slug}/{edition.slug}", edition.about.title)
        for game in all_games().values()
        for edition in game.editions.values()
    )


def approval_groups(about: About) -> list[Group]:
    """Everything that is asked about an approval, the path of the profile step by step."""
    edition = edition_of_thing(about.thing)
    says = "It binds this edition's fingerprint of play: another paytable or limit would be another game."
    own = [ask("jackpots", "Jackpots on a layout", "count", hint="How many the approval allows.")]
    groups = [Group(edition.about.title if edition else "Edition", tuple(own), says, "WAC 230-15-035")]
    cite = about.settings.cite("approval-steps")
    for place, step in enumerate(path(about.settings)):
        at = f"steps.{place}"
        groups.append(
            Group(
                step.id.replace("-", " ").capitalize(),
                (
                    ask(f"{at}.on", "Day", "day"),
                    ask(f"{at}.by", "By"),
                    ask(f"{at}.reference", "Reference", hint="The number of the letter."),
                ),
                f"{step.by[:1].upper()}{step.by[1:]}: {step.what}.",
                cite,
            )
        )
    for place, machine in enumerate(about.thing.get("equipment", [])):
        fields = tuple(_machine(about, edition, place, machine))
        groups.append(Group(f"Approved equipment {place + 1}", fields, part="equipment", place=place))
    return groups


def _machine(about: About, edition: Edition | None, place: int, machine: PlainData) -> Iterator[Asked]:
    at = f"equipment.{place}"
    models = tuple((item.model, item.name) for item in edition.data.equipment) if edition is not None else ()
    now = str(machine.get("model", ""))
    if now and now not in dict(models):
        yield ask(f"{at}.model", "Model", needed=True, hint="A shuffler, or another machine by its name.")
    else:
        others: Choices = (("other", "Another machine, such as a shuffler"),)
        yield ask(f"{at}.model", "Model", "choice", choices=(*models, *others), needed=True, redraws=True)
    known = makers(about.configuration, "equipment", machine.get("maker"))
    known += tuple(each for each in makers(about.configuration, "shufflers", "") if each not in known)
    yield ask(f"{at}.maker", "Maker", "choice" if known else "text", choices=known, needed=True)
    yield ask(f"{at}.version", "Version", hint="As the approval names it.")


def prepare_approval(thing: PlainData, steps_of_path: Iterable[PathStep], house: str) -> PlainData:
    """An approval with a place for every step of the path, in its order, and who takes each; ``house`` operates."""
    known = {str(step.get("step")): step for step in thing.get("steps", ())}
    steps = [
        {
            "by": house if step.by == OPERATOR else step.by.removeprefix("the "),
            **known.pop(step.id, {}),
            "step": step.id,
        }
        for step in steps_of_path
    ]
    return {**thing, "steps": [*steps, *known.values()]}


def tidy_approval(thing: PlainData) -> PlainData:
    """An approval with the steps that were taken, and with what is played under its edition."""
    thing["steps"] = [{"by": "", **step} for step in thing.get("steps", ()) if step.get("on")]
    thing["equipment"] = [machine for machine in thing.get("equipment", ()) if machine.get("model")]
    return thing


def new_approval(id: str, edition: Edition) -> PlainData:
    """An approval of an edition as this program plays it, before any step is taken."""
    most = edition.data.jackpots.most if edition.data.jackpots is not None else 0
    return {
        "id": id,
        "game": edition.about.slug,
        "edition": edition.slug,
        "fingerprint": edition.fingerprint,
        "jackpots": most,
        "steps": [],
    }


def new_machine(edition: Edition | None, configuration: Mapping[str, Any]) -> PlainData:
    """A further machine of an approval: the first model of the edition, by the only maker where there is one."""
    models = edition.data.equipment if edition is not None else ()
    held = makers(configuration, "equipment", "")
    return {"model": models[0].model if models else "other", "maker": held[0][0] if len(held) == 1 else ""}


def new_licence(number: str, maker: str, settings: Settings) -> PlainData:
    """A maker's licence, of the first kind that the profile asks for."""
    asked = [kind for kind, _ in LICENCES if kind in settings["maker-licences"]]
    return {"number": number, "maker": maker, "covers": [], "kind": asked[0] if asked else LICENCES[0][0]}


def licence_groups(about: About) -> list[Group]:
    """Everything that is asked about a maker's licence."""
    return [
        Group(
            "Licence",
            (
                ask("maker", "Maker", needed=True),
                ask("covers", "Covers", "many", choices=COVERS),
                ask("kind", "Kind", "choice", choices=LICENCES, needed=True),
                ask("since", "Since", "day", needed=True),
                ask("until", "Until", "day", hint="Empty: until it is withdrawn."),
            ),
            "Layouts, jackpot systems and shufflers come from makers with a licence.",
            about.settings.cite("maker-licences"),
        )
    ]


def promotion_groups(about: About) -> list[Group]:
    """Everything that is asked about a promotion."""
    tables = things(about.configuration, "tables")
    wagers: dict[str, str] = {}
    events: dict[str, str] = {}
    for id in about.thing.get("tables") or tables:
        table = tables.get(id, {})
        edition = edition_of_thing(table)
        if edition is None:
            continue
        for slug in table.get("wagers", ()):
            if slug in edition.wagers:
                wagers[slug] = edition.wagers[slug].name
                events |= _events(edition, table, slug) if slug == about.thing.get("wager") else {}
    fields: list[Asked] = [
        ask("tables", "Tables", "many", choices=tuple((id, f"Table {id}") for id in tables), redraws=True),
        ask("wager", "Wager", "choice", choices=none_or(tuple(wagers.items())), needed=True, redraws=True),
        ask("event", "For the hand", "choice", choices=none_or(tuple(events.items())), needed=True),
        ask("prize", "Prize", "money", needed=True, hint="Paid by the house, never from jackpot funds."),
        ask("since", "From", "day", needed=True),
        ask("until", "To", "day", needed=True),
        ask("approved-by", "Approved by"),
        ask("consent", "Owner's consent", hint="The reference of the game owner's letter."),
        ask("posted", "It is posted at the tables", "check"),
    ]
    return [Group("Promotion", tuple(fields), "A dated addition to a wager.", "WAC 230-06-030")]


def _events(edition: Edition, table: PlainData, wager: str) -> dict[str, Any]:
    printed = paytable_of(edition, table, wager)
    return {row.event: row.name for row in printed.rows} if printed is not None else {}
