"""A table of a draft: what is asked about it, from the approved games down to its displays, and what follows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from houseway.compliance.profile import Settings
from houseway.errors import HousewayError
from houseway.floor.command import PlainData
from houseway.floor.drafts.differences import edition_of_thing
from houseway.floor.drafts.draft_content import Content, things
from houseway.floor.forms import REMOVALS, Choices
from houseway.jackpots.equipment import model as model_of
from houseway.registry import all_games
from houseway.rulebook.edition import Edition, Option, Wager
from houseway.rulebook.paytables import Paytable
from houseway.table.shown.wording import spelled
from houseway.web.setup.asked_fields import About, Asked, Group, ask, called, makers, none_or

CARDS: Choices = (
    ("keys", "Real cards, keyed by the dealer"),
    ("reads", "Real cards, from a shoe that reads them"),
    ("virtual", "Dealt by the program"),
    ("none", "None entered: the tabulator alone"),
)
POSTS = (
    "limits",
    "restrictions",
    "prizes",
    "employee-play",
    "disputes",
    "aggregate",
    "maximum",
    "four-wagers",
    "fourth-wager",
)
"""What may be posted at a table."""

SHOWS = ("jackpot-amounts", "maximum", "multiplied-pays", "percent-prizes", "envy", "share-the-wealth")
"""What a display may show besides the amount of one wager's jackpot."""

DISPLAYS = {
    "edge-lit": "Edge-lit sign",
    "led": "LED sign",
    "photo-frame": "Photo frame",
    "monitor": "Monitor",
    "page": "Printed page",
}
MOST_DISPLAYS = 4


def offered_editions(configuration: Mapping[str, Any], settings: Settings) -> list[Edition]:
    """The editions that a table may play: those approved here, or all where the profile wants no approval."""
    every = [edition for game in all_games().values() for edition in game.editions.values()]
    if not settings["approval-steps"]:
        return every
    approved = {(item.get("game"), item.get("edition")) for item in configuration.get("approvals", ())}
    return [edition for edition in every if (edition.about.slug, edition.slug) in approved]


def options_of(edition: Edition, thing: Mapping[str, Any]) -> dict[str, str]:
    """The options of a table with their defaults."""
    given = thing.get("options", {})
    return {slug: str(given.get(slug, option.values[0])) for slug, option in edition.options.items()}


def paytable_of(edition: Edition, thing: Mapping[str, Any], wager: str) -> Paytable | None:
    """The printed paytable that a table of a draft pays ``wager`` by."""
    ids = edition.paytable_ids(wager)
    chosen = thing.get("paytables", {}).get(wager) or thing.get("paytables", {}).get(edition.chosen_by(wager))
    try:
        return edition.paytable(wager, str(chosen or ids[0]), options_of(edition, thing)) if ids else None
    except (HousewayError, KeyError):
        return None


def table_groups(about: About) -> list[Group]:
    """Everything that is asked about a table."""
    thing = about.thing
    edition = edition_of_thing(thing)
    groups = [Group("Game", tuple(_game(about, edition)), "Only games that are approved for this property.")]
    if edition is None:
        return groups
    offered = [edition.wagers[slug] for slug in thing.get("wagers", ()) if slug in edition.wagers]
    options = tuple(_option(edition, option) for option in edition.data.option)
    if options:
        groups.append(Group("House rules", options, "What the approved document leaves to the house."))
    groups.append(Group("Wagers and paytables", tuple(_wagers(edition, thing, offered))))
    groups.append(Group("Limits", tuple(_limits(edition, offered)), "The lowest and the highest wager, as posted."))
    posted = tuple(_posted(edition, thing, offered))
    if posted:
        says = "What each row pays that the document leaves to the house: 20 to 1, or $100."
        groups.append(Group("Posted pays", posted, says))
    jackpots = [wager for wager in offered if wager.kind == "jackpot"]
    if jackpots:
        groups.append(Group("Jackpots", tuple(_jackpots(about, edition, jackpots))))
    groups.append(Group("Equipment", tuple(_equipment(about, edition))))
    groups += _displays(about, edition, jackpots)
    says = "Signs at the table, besides the displays."
    posts = ask("posts", "Posted at the table", "many", choices=called(POSTS), cite=about.settings.cite("posting"))
    groups.append(Group("Signs", (posts,), says))
    return groups


def leaving_group() -> Group:
    """What is asked when a progressive leaves a table, or the table goes."""
    return Group(
        "Leaving",
        (
            ask("leaving.reason", "Reason"),
            ask("leaving.removal", "Why a progressive leaves", "choice", choices=none_or(REMOVALS, "None leaves")),
            ask("leaving.document", "Order", hint="The paper that orders it, where the regulator does."),
        ),
        "A progressive leaves its table for one of five reasons only.",
        "WAC 230-15-710",
    )


def _game(about: About, edition: Edition | None) -> Iterator[Asked]:
    approved = offered_editions(about.configuration, about.settings)
    games = dict.fromkeys((each.about.slug, each.about.name) for each in approved)
    if edition is not None:
        games.setdefault((edition.about.slug, edition.about.name))
    slug = str(about.thing.get("game", ""))
    editions = [(each.slug, f"{each.slug}: {each.about.title}") for each in approved if each.about.slug == slug]
    if edition is not None and (edition.slug, f"{edition.slug}: {edition.about.title}") not in editions:
        editions.append((edition.slug, f"{edition.slug}: {edition.about.title}"))
    positions = edition.about.positions if edition is not None else 0
    cite = edition.cite("positions") if edition is not None else ""
    yield ask("game", "Game", "choice", choices=tuple(games), needed=True, redraws=True, cite="WAC 230-15-035")
    yield ask("edition", "Approved edition", "choice", choices=tuple(editions), needed=True, redraws=True)
    says = "Where the program knows the cards from."
    yield ask("cards", "Cards", "choice", choices=CARDS, redraws=True, hint=says, value="virtual")
    yield ask("seats", "Positions", "count", hint=f"Empty: all {positions} of the layout.", cite=cite, redraws=True)
    yield ask("template", "A template of private tables: it is not opened itself", "check")


def _option(edition: Edition, option: Option) -> Asked:
    name, label, usual = f"options.{option.slug}", spelled(option.slug), option.values[0]
    cite = edition.shown(option.clause)
    if option.integer:
        hint = f"{option.says} {', '.join(option.values)}, or a number."
        return ask(name, label, hint=hint, cite=cite, redraws=True, value=usual)
    choices = called(option.values)
    return ask(name, label, "choice", choices=choices, hint=option.says, cite=cite, redraws=True, value=usual)


def _wagers(edition: Edition, thing: Mapping[str, Any], offered: Iterable[Wager]) -> Iterator[Asked]:
    options = options_of(edition, thing)
    initial = [
        (slug, f"{edition.wagers[slug].name} ({edition.wagers[slug].kind})")
        for slug in edition.initial_wagers
        if all(options[name] == value for name, value in edition.wagers[slug].offered_with.items())
        or slug in thing.get("wagers", ())
    ]
    yield ask("wagers", "Wagers offered", "many", choices=tuple(initial), cite=edition.cite("wagers"), redraws=True)
    for wager in offered:
        ids = edition.paytable_ids(wager.slug)
        if len(ids) > 1 and edition.chosen_by(wager.slug) == wager.slug:
            found = paytable_of(edition, thing, wager.slug)
            name, label = f"paytables.{wager.slug}", f"Paytable of {wager.name}"
            choices = tuple((id, id) for id in ids)
            cite = edition.shown(found.clause) if found is not None else ""
            yield ask(name, label, "choice", choices=choices, cite=cite, redraws=True, value=ids[0])


def _limits(edition: Edition, offered: Iterable[Wager]) -> Iterator[Asked]:
    for wager in offered:
        if wager.kind != "jackpot":
            cite = edition.cite("limits", wager.slug)
            for end, which in (("0", "lowest"), ("1", "highest")):
                yield ask(f"limits.{wager.slug}.{end}", f"{wager.name}, {which}", "money", cite=cite)
    for wager in offered:
        if wager.needs is not None and wager.needs.option is not None:
            label, cite = f"Least qualifying wager for {wager.name}", edition.cite("minimum", wager.slug)
            yield ask(f"minimums.{wager.slug}", label, "money", cite=cite)
    for wager in offered:
        if wager.kind == "bonus":
            hint = "The most that one deal pays on it to all players together. Empty: none."
            yield ask(f"aggregate.{wager.slug}", f"Aggregate payout limit of {wager.name}", "money", hint=hint)


def _posted(edition: Edition, thing: Mapping[str, Any], offered: Iterable[Wager]) -> Iterator[Asked]:
    for wager in offered:
        found = paytable_of(edition, thing, wager.slug) if wager.kind != "jackpot" else None
        if found is not None:
            cite = edition.shown(found.posted_clause)
            for row in (each for each in found.rows if each.pay.is_posted):
                yield ask(f"posted.{wager.slug}.{row.event}", f"{wager.name}: {row.name}", cite=cite, redraws=True)


def _jackpots(about: About, edition: Edition, wagers: Iterable[Wager]) -> Iterator[Asked]:
    jackpots = things(about.configuration, "jackpots").items()
    known = tuple((id, str(each.get("name") or spelled(id))) for id, each in jackpots)
    choices, cite = none_or(known, "Choose a jackpot of this draft"), edition.cite("jackpots")
    model = about.thing.get("equipment") or {}
    most = next((item.sensors for item in edition.data.equipment if item.model == model.get("model")), 6)
    sensors, of_sensor = none_or(tuple((str(n), f"Sensor {n}") for n in range(1, most + 1))), edition.cite("sensor")
    for wager in wagers:
        name = f"{wager.name} plays for"
        yield ask(f"jackpots.{wager.slug}", name, "choice", choices=choices, cite=cite, redraws=True)
        name = f"Sensor that counts {wager.name}"
        yield ask(f"sensors.{wager.slug}", name, "choice", choices=sensors, cite=of_sensor)


def _equipment(about: About, edition: Edition) -> Iterator[Asked]:
    thing, configuration = about.thing, about.configuration
    models = tuple((item.model, item.name) for item in edition.data.equipment)
    machine, shuffler, layout = (thing.get(name) or {} for name in ("equipment", "shuffler", "layout"))
    approved = _approved(thing, configuration)
    named = ", ".join(
        " ".join(str(item.get(part, "")) for part in ("model", "version") if item.get(part)) for item in approved
    )
    yield ask(
        "equipment.model",
        "Jackpot system",
        "choice",
        choices=none_or(models),
        hint=f"The approval names {named}." if named else "A model approved with the edition.",
        cite=edition.cite("equipment"),
        redraws=True,
    )
    cite = edition.cite("shuffler")
    if machine.get("model"):
        yield _maker(configuration, "equipment", machine, "Its maker")
        yield ask("equipment.version", "Its version", hint="As the approval names it, such as 5a.")
    others = [
        (str(item.get("model")), str(item.get("model"))) for item in approved if item.get("model") not in dict(models)
    ]
    if others:
        now = str(shuffler.get("model") or "")
        choices = none_or(tuple(dict((*others, *(((now, now),) if now else ()))).items()))
        yield ask("shuffler.model", "Shuffler", "choice", choices=choices, cite=cite, redraws=True)
    else:
        yield ask("shuffler.model", "Shuffler", hint="Empty: none.", cite=cite, redraws=True)
    if shuffler.get("model"):
        yield _maker(configuration, "shuffler", shuffler, "Maker of the shuffler", covers="shufflers")
    yield _maker(configuration, "layout", layout, "Maker of the layout", covers="layouts")
    yield ask("layout.design", "Design of the layout")
    yield ask("layout.posts", "Printed on the layout", "many", choices=called(("four-wagers",)))


def _maker(
    configuration: Mapping[str, Any], part: str, machine: Mapping[str, Any], label: str, covers: str = "equipment"
) -> Asked:
    known = makers(configuration, covers, machine.get("maker"))
    hint = "Makers with a licence on file." if known else "No licence is on file: type the maker's name."
    return ask(f"{part}.maker", label, "choice" if known else "text", choices=known, hint=hint)


def _displays(about: About, edition: Edition, jackpots: Iterable[Wager]) -> Iterator[Group]:
    machine = about.thing.get("equipment") or {}
    kinds = tuple(DISPLAYS)
    with suppress(KeyError, HousewayError):
        kinds = (*(kind for kind in DISPLAYS if kind in model_of(str(machine["model"])).displays), "page")
    amounts = tuple((wager.slug, f"Amount of {wager.name}") for wager in jackpots)
    bonus = any(each.get("scheme") == "bonus" for each in played_at(about.thing, about.configuration))
    notice = edition.data.jackpots.notice if edition.data.jackpots is not None else ""
    shown = about.thing.get("displays", [])
    for place, display in enumerate(shown):
        at = f"displays.{place}"
        own = tuple(dict.fromkeys((*kinds, str(display.get("kind", "monitor")))))
        choices, cite = called(own, DISPLAYS), edition.cite("display")
        fields = [
            ask(f"{at}.kind", "Kind", "choice", choices=choices, needed=True, cite=cite),
            ask(f"{at}.networked", "It has a network of its own", "check"),
            ask(f"{at}.shows", "Shows", "many", choices=(*called(SHOWS), *amounts)),
        ]
        if bonus or display.get("notice"):
            cite = edition.cite("notice") or (edition.data.jackpots.notice_clause if edition.data.jackpots else "")
            hint = f"Word for word: {notice}" if notice else ""
            fields.append(ask(f"{at}.notice", "Notice", "area", hint=hint, cite=cite))
        yield Group(f"Display {place + 1}", tuple(fields), part="displays", place=place)


def display_for(edition: Edition, jackpots: Collection[Mapping[str, Any]]) -> PlainData:
    """A further display as it usually is: a monitor with all that these jackpots want shown, and a bonus's notice."""
    bonus = any(each.get("scheme") == "bonus" for each in jackpots)
    shows = {
        "jackpot-amounts": True,
        "maximum": any(meter.get("cap") for each in jackpots for meter in each.get("meters", ())),
        "percent-prizes": bonus,
        "envy": any(each.get("envy") for each in jackpots),
        "share-the-wealth": any(each.get("share") for each in jackpots),
    }
    found: PlainData = {"kind": "monitor", "shows": [name for name, wanted in shows.items() if wanted]}
    if bonus and edition.data.jackpots is not None:
        found["notice"] = edition.data.jackpots.notice
    return found


def played_at(thing: Mapping[str, Any], configuration: Mapping[str, Any]) -> list[PlainData]:
    """The jackpots of a draft that are played for at a table."""
    known = things(configuration, "jackpots")
    return [known[id] for id in dict.fromkeys((thing.get("jackpots") or {}).values()) if id in known]


def complete_table(before: Mapping[str, Any], after: PlainData, content: Content) -> PlainData:
    """A table with what follows from what was just chosen, so that nobody types what is on file.

    A jackpot system comes with the maker and the version that the approval names, a jackpot with the paytable that it
    was made for and, at a table without one, with a display.
    """
    edition = edition_of_thing(after)
    if edition is None:
        return after
    machine, known = after.get("equipment") or {}, (before.get("equipment") or {}).get("model")
    named = [each for each in _approved(after, content.configuration) if each.get("model") == machine.get("model")]
    if machine and machine.get("model") != known and len(named) == 1:
        after["equipment"] = {**machine, **named[0]}
    fresh = {wager: id for wager, id in after["jackpots"].items() if before.get("jackpots", {}).get(wager) != id}
    for wager, id in fresh.items():
        meant = content.plays.get(id, "").split("/", 3)
        if len(meant) == 4 and meant[:3] == [edition.about.slug, edition.slug, wager]:
            after["paytables"][wager] = meant[3]
    jackpots = played_at(after, content.configuration)
    if fresh and jackpots and not after["displays"]:
        after["displays"] = [display_for(edition, jackpots)]
    return after


def _approved(thing: Mapping[str, Any], configuration: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The machines that the approvals of a table's edition name."""
    return [
        machine
        for approval in configuration.get("approvals", ())
        if (approval.get("game"), approval.get("edition")) == (thing.get("game"), thing.get("edition"))
        for machine in approval.get("equipment", ())
    ]


def new_table(id: str, edition: Edition, configuration: Mapping[str, Any], settings: Settings) -> PlainData:
    """A table as an ordinary house would begin it: all wagers but the jackpots, its own limits, everything posted."""
    game = all_games()[edition.about.slug]
    setup = game.demonstration(edition.slug)
    wagers = [slug for slug in setup.wagers if edition.wagers[slug].initial and edition.wagers[slug].kind != "jackpot"]
    posts = [duty for duty in settings["posting"] if duty != "jackpot-amounts"] or list(POSTS[:5])
    held = makers(configuration, "layouts", "")
    layout: PlainData = {"maker": held[0][0] if held else "", "design": ""}
    if edition.about.slug in settings["four-wagers-on-layout"]:
        layout["posts"] = ["four-wagers"]
    found: PlainData = {
        "id": id,
        "game": edition.about.slug,
        "edition": edition.slug,
        "wagers": wagers,
        "paytables": {},
        "limits": {slug: list(pair) for slug, pair in setup.limits.items() if slug in wagers},
        "posted": {slug: dict(rows) for slug, rows in setup.posted.items() if slug in wagers},
        "layout": layout,
        "posts": posts,
        "cards": "virtual" if settings.profile.name == "plain" else "keys",
    }
    return tidy_table(found, wagers)


def tidy_table(thing: PlainData, fresh: Collection[str] = ()) -> PlainData:
    """A table without what its wagers leave nothing for, and with what those ``fresh`` on it need."""
    edition = edition_of_thing(thing)
    for name in ("equipment", "shuffler"):
        if name in thing and not (thing[name] or {}).get("model"):
            thing.pop(name)
        elif name in thing:
            thing[name].setdefault("maker", "")
    thing["displays"] = [each for each in thing.get("displays", ()) if each.get("kind")]
    thing.setdefault("layout", {}).setdefault("maker", "")
    thing["sensors"] = {
        wager: number for wager, sensor in thing.get("sensors", {}).items() if (number := _whole(sensor)) is not None
    }
    if edition is None:
        return thing
    for slug, value in dict(thing.get("options", {})).items():
        option = edition.options.get(slug)
        number = _whole(value)
        if option is not None and option.integer and number is not None:
            thing["options"][slug] = number
    offered = set(thing.get("wagers", ()))
    house = all_games()[edition.about.slug].house
    for name in ("limits", "minimums", "posted", "aggregate", "jackpots", "sensors", "paytables"):
        kept = {wager: value for wager, value in thing.get(name, {}).items() if wager in offered}
        if name in ("limits", "minimums", "posted"):
            kept |= _usual(house.get(name, {}), kept, edition, offered & set(fresh), thing, name)
        thing[name] = kept
    for wager in fresh:
        ids = edition.paytable_ids(wager)
        if len(ids) > 1 and edition.chosen_by(wager) == wager:
            thing["paytables"].setdefault(wager, ids[0])
    free = [number for number in range(1, 17) if number not in thing["sensors"].values()]
    for wager in thing["jackpots"]:
        if wager not in thing["sensors"] and free:
            thing["sensors"][wager] = free.pop(0)
    return thing


def _whole(value: Any) -> int | None:
    """What stands in a field as a whole number; nothing where it is none that anything here could be."""
    text = str(value)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _usual(
    house: Mapping[str, Any],
    kept: Mapping[str, Any],
    edition: Edition,
    offered: set[str],
    thing: Mapping[str, Any],
    name: str,
) -> PlainData:
    """What an ordinary house has for wagers that were just offered; jackpots are posted with the jackpot itself."""
    found: PlainData = {}
    for wager, usual in house.items():
        own = edition.wagers.get(wager)
        if own is None or wager not in offered or wager in kept or (own.kind == "jackpot") != (name == "minimums"):
            continue
        if name == "posted":
            printed = paytable_of(edition, thing, wager)
            rows = {row.event for row in printed.rows if row.pay.is_posted} if printed is not None else set()
            posted = {event: pay for event, pay in usual.items() if event in rows}
            if posted:
                found[wager] = posted
        else:
            found[wager] = usual
    return found
