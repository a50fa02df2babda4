"""Which editor a thing of a draft has, and what a change of it does to the draft."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping

import msgspec

from houseway.compliance.approvals import path
from houseway.compliance.compliance_errors import BadSetting
from houseway.compliance.configuration import Property
from houseway.compliance.configured_tables import settings_of
from houseway.compliance.profile import Settings, profile
from houseway.floor.command import PlainData
from houseway.floor.drafts.differences import edition_of_thing
from houseway.floor.drafts.draft_content import KINDS, ONE, Content, Kind, Leaving, Unread, put, take_out, things
from houseway.floor.floor_errors import BadCommand, UnknownThing, WrongState
from houseway.registry import all_games
from houseway.rulebook.edition import Edition
from houseway.web.setup import jackpot_editor, paper_editor
from houseway.web.setup.asked_fields import About, Group, filled_in, read_form
from houseway.web.setup.setting_editor import chosen, setting_groups, settings_thing
from houseway.web.setup.table_editor import (
    MOST_DISPLAYS,
    complete_table,
    display_for,
    leaving_group,
    new_table,
    played_at,
    table_groups,
    tidy_table,
)

SETTINGS = "settings"
"""The settings are edited as a thing of the property, under this name."""

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._ -]{0,39}")
_EDITORS = {
    "tables": table_groups,
    "jackpots": jackpot_editor.jackpot_groups,
    "approvals": paper_editor.approval_groups,
    "licences": paper_editor.licence_groups,
    "promotions": paper_editor.promotion_groups,
}
_PARTS: dict[Kind, tuple[str, int]] = {
    "tables": ("displays", MOST_DISPLAYS),
    "jackpots": ("meters", jackpot_editor.MOST_METERS),
    "approvals": ("equipment", paper_editor.MOST_MACHINES),
}
"""What things of a kind have several of, and how many at most."""


def kind_named(name: str) -> Kind:
    """The kind of thing that an address names."""
    found = next((kind for kind in KINDS if kind == name), None)
    if found is None:
        raise UnknownThing(f"there is nothing called {name[:32]!r} in a draft", remedy=f"kinds: {', '.join(KINDS)}")
    return found


def settings_in(content: Content, on: str, table: str | None = None) -> Settings:
    """The settings of a draft; where those it chose cannot be, the profile's own."""
    configuration = content.configuration
    try:
        head: PlainData = {"on": on}
        head |= {name: configuration[name] for name in ("name", "profile", "settings") if name in configuration}
        return settings_of(msgspec.convert(head, Property), table)
    except (BadSetting, msgspec.ValidationError):
        return profile(str(configuration.get("profile", "plain"))).settings(on)


def thing_of(content: Content, kind: Kind, id: str) -> PlainData:
    """A thing of a draft."""
    found = things(content.configuration, kind).get(id)
    if found is None:
        raise UnknownThing(f"this draft has no {ONE[kind]} {id[:40]!r}", remedy="look at what it has")
    return found


def digest_of(content: Content, kind: str, id: str) -> str:
    """A thing as it was shown, so that two people who edit the same one notice."""
    data = content.configuration.get("settings", {}) if kind == SETTINGS else thing_of(content, kind_named(kind), id)
    unread = {place: text for place, text in content.unread.items() if place.startswith(f"{kind}/{id}/")}
    return hashlib.sha256(msgspec.json.encode([data, unread], order="deterministic")).hexdigest()[:16]


def _unread_of(content: Content, kind: str, id: str) -> dict[str, Unread]:
    start = f"{kind}/{id}/"
    return {place.removeprefix(start): text for place, text in content.unread.items() if place.startswith(start)}


def groups_for(content: Content, base: Mapping[str, object], kind: str, id: str, on: str) -> list[Group]:
    """What is asked about a thing, filled in with what stands in the draft."""
    unread = _unread_of(content, kind, id)
    settings = settings_in(content, on)
    if kind == SETTINGS:
        return filled_in(setting_groups(settings), settings_thing(settings), unread)
    known = kind_named(kind)
    thing = _prepared(content, known, id, settings)
    groups = _EDITORS[known](About(id, thing, content, settings))
    if known == "tables" and _loses(base, content, id):
        groups = [*groups, leaving_group()]
        thing = {**thing, "leaving": msgspec.to_builtins(content.leaving.get(f"tables/{id}", Leaving()))}
    return filled_in(groups, thing, unread)


def _loses(base: Mapping[str, object], content: Content, id: str) -> bool:
    """Whether a progressive leaves a table by this draft."""
    before = things(base, "tables").get(id, {}).get("jackpots", {})
    after = things(content.configuration, "tables").get(id, {}).get("jackpots", {})
    jackpots = things(base, "jackpots")
    gone = set(before.values()) - set(after.values())
    return any(jackpots.get(each, {}).get("scheme") == "progressive" for each in gone)


def _prepared(content: Content, kind: Kind, id: str, settings: Settings) -> PlainData:
    thing = thing_of(content, kind, id)
    if kind == "approvals":
        return paper_editor.prepare_approval(thing, path(settings), str(content.configuration.get("name", "")))
    return thing


def edited(
    content: Content, base: Mapping[str, object], kind: str, id: str, texts: Mapping[str, list[str]], on: str
) -> Content:
    """The draft with what was sent about one thing; what cannot be read is kept as it was typed."""
    new: Content = msgspec.json.decode(msgspec.json.encode(content), type=Content)
    settings = settings_in(content, on)
    groups = groups_for(content, base, kind, id, on)
    if kind == SETTINGS:
        shown = settings_thing(settings)
        read = read_form(groups, texts, shown)
        new.configuration["settings"] = chosen(new.configuration.get("settings", {}), shown, read.thing)
    else:
        known = kind_named(kind)
        thing = _prepared(new, known, id, settings)
        read = read_form(groups, texts, thing)
        leaving = read.thing.pop("leaving", None)
        if leaving is not None:
            new.leaving[f"{kind}/{id}"] = msgspec.convert(leaving, Leaving)
        put(new.configuration, known, id, _tidied(known, thing, read.thing, new, settings))
    new.unread = {place: text for place, text in new.unread.items() if not place.startswith(f"{kind}/{id}/")}
    new.unread |= {f"{kind}/{id}/{name}": text for name, text in read.unread.items()}
    return new


def _tidied(kind: Kind, before: PlainData, after: PlainData, content: Content, settings: Settings) -> PlainData:
    match kind:
        case "tables":
            return _table(before, after, content, settings)
        case "jackpots":
            return jackpot_editor.tidy_jackpot(after)
        case "approvals":
            return paper_editor.tidy_approval(after)
        case _:
            return after


def _table(before: PlainData, after: PlainData, content: Content, settings: Settings) -> PlainData:
    """A table that plays another game begins anew with it; what stands around the felt stays."""
    if after.get("game") != before.get("game"):
        game = all_games().get(str(after.get("game")))
        if game is not None and after.get("edition") not in game.editions:
            after["edition"] = next(iter(game.editions))
    edition = edition_of_thing(after)
    same = all(after.get(name) == before.get(name) for name in ("game", "edition"))
    if edition is None or same:
        fresh = [slug for slug in after.get("wagers", ()) if slug not in before.get("wagers", ())]
        return complete_table(before, tidy_table(after, fresh), content)
    anew = new_table(str(after["id"]), edition, content.configuration, settings)
    anew |= {name: after[name] for name in ("cards", "layout", "posts", "shuffler") if name in after}
    return tidy_table(anew)


# -- things that come and go


def added(content: Content, kind: Kind, given: Mapping[str, str], on: str) -> tuple[Content, str]:
    """The draft with a new thing of this kind, and the id of it. ``given`` has what the kind wants to know first."""
    new: Content = msgspec.json.decode(msgspec.json.encode(content), type=Content)
    id = given.get("id", "").strip()
    if not _ID.fullmatch(id):
        raise BadCommand(
            f"a {ONE[kind]} cannot be called {id[:40]!r}", remedy="use letters, digits, dots and dashes, such as T7"
        )
    if id in things(new.configuration, kind):
        raise WrongState(f"this draft has a {ONE[kind]} {id} already", remedy="give the new one another id")
    settings = settings_in(new, on)
    match kind:
        case "tables":
            like = given.get("like", "")
            if like:
                thing = {**thing_of(new, kind, like), "id": id}
            else:
                thing = new_table(id, _edition(given.get("of", "")), new.configuration, settings)
        case "jackpots":
            thing = jackpot_editor.new_jackpot(id, given.get("name", "").strip(), given.get("scheme", "progressive"))
            plays = given.get("plays", "")
            if plays:
                editions = [edition for game in all_games().values() for edition in game.editions.values()]
                if plays not in dict(jackpot_editor.jackpot_wagers(editions)):
                    raise UnknownThing(
                        f"no game has the jackpot wager {plays[:64]!r}", remedy="choose one that the draft offers"
                    )
                new.plays[id] = plays
                thing = jackpot_editor.meant_for(thing, jackpot_editor.rows_of(new, id))
        case "approvals":
            thing = paper_editor.new_approval(id, _edition(given.get("of", "")))
        case "licences":
            thing = paper_editor.new_licence(id, given.get("maker", "").strip(), settings)
        case "promotions":
            thing = {"id": id, "tables": []}
    put(new.configuration, kind, id, thing)
    return new, id


def _edition(of: str) -> Edition:
    game, _, slug = of.partition("/")
    found = edition_of_thing({"game": game, "edition": slug})
    if found is None:
        raise _no_game()
    return found


def _no_game() -> UnknownThing:
    return UnknownThing("no game is chosen", remedy="choose one of the approved games")


def removed(content: Content, kind: Kind, id: str, reason: str) -> Content:
    """The draft without a thing, and why it goes."""
    thing_of(content, kind, id)
    new: Content = msgspec.json.decode(msgspec.json.encode(content), type=Content)
    take_out(new.configuration, kind, id)
    new.unread = {place: text for place, text in new.unread.items() if not place.startswith(f"{kind}/{id}/")}
    if reason.strip():
        new.leaving[f"{kind}/{id}"] = Leaving(reason=reason.strip())
    return new


def with_part(content: Content, kind: Kind, id: str, part: str, place: int | None) -> Content:
    """The draft with a further display, meter or machine of a thing, or without the one at ``place``."""
    new: Content = msgspec.json.decode(msgspec.json.encode(content), type=Content)
    thing = thing_of(new, kind, id)
    own, most = _PARTS.get(kind, ("", 0))
    if part != own or not own:
        has = f"its parts are {own}" if own else "it has no parts that come and go"
        raise UnknownThing(f"a {ONE[kind]} has no {part[:32]!r}", remedy=has)
    listed = list(thing.get(part, ()))
    if place is not None:
        listed[place : place + 1] = []
        start = f"{kind}/{id}/{part}."
        new.unread = {at: text for at, text in new.unread.items() if not at.startswith(start)}
    elif len(listed) >= most:
        raise WrongState(f"there are {len(listed)} {part} already", remedy="take one out first")
    else:
        listed.append(_fresh(new, thing, part))
    thing[part] = listed
    return new


def _fresh(content: Content, thing: PlainData, part: str) -> PlainData:
    edition = edition_of_thing(thing)
    if part == "meters":
        return jackpot_editor.new_meter()
    if part == "equipment":
        return paper_editor.new_machine(edition, content.configuration)
    if edition is None:
        raise _no_game()
    return display_for(edition, played_at(thing, content.configuration))


def with_document(content: Content, id: str, attached: PlainData, *, remove: bool = False) -> Content:
    """The draft with a document filed with an approval, or without it."""
    new: Content = msgspec.json.decode(msgspec.json.encode(content), type=Content)
    thing = thing_of(new, "approvals", id)
    others = [each for each in thing.get("documents", ()) if each.get("sha256") != attached["sha256"]]
    thing["documents"] = others if remove else [*others, attached]
    return new
