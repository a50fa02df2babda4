"""Every refusal that a setup or a played round of an edition can give, made from the edition's own data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import houseway
from houseway.errors import HousewayError
from houseway.rulebook.edition import Edition
from houseway.table.round import Round
from houseway.table.setup import Setup
from tests.rounds import shoe_of

LIMITS = [200, 900]
TOO_LITTLE, ENOUGH, TOO_MUCH = 198, 600, 902


class Given(NamedTuple):
    """A refusal by its kind; ``of`` says of which wager, option, model or design, and ``by`` the error that is."""

    kind: str
    of: str
    by: HousewayError


def refusals(game: str, edition: str) -> Iterator[Given]:
    """All of them: of setups, of wagers under every design of the table, and of answers."""
    book = houseway.game(game).edition(edition)
    yield from _setups(book)
    for design in _designs(book):
        yield from _wagers(book, design)
    yield from ANSWERS[game](edition)


def _designs(edition: Edition) -> list[dict[str, str]]:
    """The choices that make another table of it for whoever places wagers."""
    choices: list[dict[str, str]] = [{}]
    for slug in ("spots", "primary-spots", "qualifying"):
        if slug in edition.options:
            values = edition.options[slug].values
            choices = [{**chosen, slug: value} for chosen in choices for value in values]
    return choices


def _posted(edition: Edition) -> dict[str, Any]:
    rows = houseway.game(edition.about.slug).house.get("posted", {})
    plain = Setup(edition, wagers=())
    found = {slug: {event: pays[event] for event in plain.rows_to_post(slug)} for slug, pays in rows.items()}
    return {slug: pays for slug, pays in found.items() if pays}


def table(edition: Edition, **choices: Any) -> Setup:
    """A table with every row posted."""
    choices.setdefault("posted", _posted(edition))
    return Setup(edition, **choices)


def _refused(call: Callable[[], Any]) -> HousewayError:
    try:
        call()
    except HousewayError as error:
        return error
    raise AssertionError("nothing was refused")


# -- setting a table up


def _setups(edition: Edition) -> Iterator[Given]:
    def refused(kind: str, of: str = "", **choices: Any) -> Given:
        return Given(kind, of, _refused(lambda: table(edition, **choices)))

    for option in edition.options.values():
        yield refused("an option's value", option.slug, options={option.slug: "otherwise"})
    if "shoe" in edition.options:
        yield refused("a cut card behind the shoe", options={"shoe": 999})
    for key, value in (("wagers", ["rake"]), ("limits", {"rake": [1, 2]}), ("fixed", {"rake": 5})):
        yield refused("no such wager", key, **{key: value})
    for wager in edition.wagers.values():
        yield from _setups_of(edition, wager.slug, refused)
    for model in ("sundial", "andromeda-1" if edition.about.slug == "triple-attack" else "andromeda-2"):
        yield refused("equipment not approved", model, equipment=model)
    if edition.about.slug == "deuces-wild" and edition.slug == "2010":
        yield refused("equipment not approved", "andromeda-5a", equipment="andromeda-5a")
    jackpots = [wager.slug for wager in edition.data.wager if wager.kind == "jackpot"]
    yield refused("no jackpot of the table", schemes={"rake": "bonus"})
    yield refused("envy without its jackpot", envy={edition.data.wager[0].slug: {"win": "$5"}})
    for slug in jackpots:
        yield refused("neither bonus nor progressive", slug, schemes={slug: "raffle"})
        yield refused("envy on no row", slug, envy={slug: {"a-full-moon": "$5"}})
        event = table(edition).paytables[slug].rows[0].event
        yield refused("envy in odds", slug, envy={slug: {event: "5 to 1"}})
        yield refused("envy in odds", slug, share={slug: {event: "nothing much"}})
        for item in edition.data.equipment:
            if "real-time" not in item.amounts:
                yield refused(
                    "no amount that moves",
                    item.model,
                    equipment=item.model,
                    wagers=[*(each for each in _first(edition) if each not in jackpots), slug],
                    schemes={slug: "progressive"},
                )
    if len(jackpots) > 1:
        yield refused("two kinds of jackpot", schemes={jackpots[0]: "bonus", jackpots[1]: "progressive"})
        for item in edition.data.equipment:
            if item.sensors == 1:
                yield refused("two jackpots on one sensor", item.model, equipment=item.model)


def _first(edition: Edition) -> list[str]:
    """The wagers that others need."""
    return [wager.slug for wager in edition.data.wager if wager.initial and wager.offered_with.get("spots") != "play"]


def _setups_of(edition: Edition, slug: str, refused: Callable[..., Given]) -> Iterator[Given]:
    wager = edition.wagers[slug]
    yield refused("no such paytable", slug, paytables={slug: "Z"})
    ids = edition.paytable_ids(slug)
    if wager.kind == "supplemental" and ids != ("standard",):
        yield refused("a table of its own", slug, paytables={slug: ids[1]})
    yield refused("limits the wrong way round", slug, limits={slug: [500, 100]})
    if not wager.needs or not wager.needs.option:
        yield refused("no qualifying minimum", slug, minimums={slug: 500})
    if wager.fixed is None:
        yield refused("no fixed wager", slug, fixed={slug: 500})
    else:
        yield refused("a fixed wager of nothing", slug, fixed={slug: 0})
        if wager.only:
            yield refused("another fixed wager", slug, fixed={slug: 500})
    for option, value in wager.offered_with.items():
        other = next(each for each in edition.options[option].values if each != value)
        yield refused("a spot of the other design", slug, options={option: other}, wagers=[slug])
    for other in wager.beside:
        offered = [each for each in _first(edition) if each != other]
        yield refused("a jackpot without its bonus wager", slug, wagers=offered)
        for value in ("four-card-bonus", "jackpot"):
            yield refused("a jackpot without its bonus wager", slug, wagers=offered, options={"qualifying": value})
    yield from _rows(edition, slug, refused)


def _rows(edition: Edition, slug: str, refused: Callable[..., Given]) -> Iterator[Given]:
    for name in edition.paytable_ids(slug):
        if edition.chosen_by(slug) != slug:
            continue
        chosen = {} if name == "standard" else {slug: name}
        printed = Setup(edition, paytables=chosen, wagers=())
        posts = printed.rows_to_post(slug)
        offered = [*_first(edition)] if slug not in _first(edition) else _first(edition)
        if posts:
            yield refused("a row not posted", slug, paytables=chosen, wagers=offered, posted={})
        rows = [row for row in edition.paytable(slug, name, printed.options).rows if row.event not in posts]
        house = houseway.game(edition.about.slug).house.get("posted", {}).get(slug, {})
        if rows and house:
            full = {slug: {**{event: house[event] for event in posts}, rows[-1].event: "$5"}}
            yield refused(
                "a printed row posted", slug, paytables=chosen, wagers=offered, posted={**_posted(edition), **full}
            )
    if edition.about.slug == "triple-attack" and edition.wagers[slug].kind == "jackpot":
        yield refused("a printed row posted", slug, posted={slug: {"any-20": "$5"}})
    row_meters = [block for block in edition.data.paytables if slug in block.wagers and block.row_meters]
    if row_meters:
        first = Setup(edition, wagers=()).rows_to_post(slug)[0]
        yield refused("a row posted wrongly", slug, posted={slug: {first: "50%"}})
        yield refused("a meter under a bonus", slug, posted={slug: {first: "100%"}}, schemes={slug: "bonus"})
        last = row_meters[0].ids[-1]
        post = Setup(edition, paytables={slug: last}, wagers=()).rows_to_post(slug)
        if len(post) > 1:
            mixed = {event: "100%" if number else "$5,000" for number, event in enumerate(post)}
            yield refused("bonus rows of two kinds", slug, paytables={slug: last}, posted={slug: mixed})


# -- placing wagers


def _wagers(edition: Edition, design: dict[str, str]) -> Iterator[Given]:
    by = design.get("spots") or ""
    limits = {slug: LIMITS for slug in edition.initial_wagers if edition.wagers[slug].fixed is None}
    setup = table(edition, options=design, limits=limits, minimums=_minimums(edition))
    offered = [slug for slug in edition.initial_wagers if slug in setup.wagers]
    base = _base(edition, setup)

    def refused(kind: str, of: str, placed: dict[str, Any], at: Setup = setup) -> Given:
        game = houseway.game(edition.about.slug)
        round_ = Round(game, at, [1], shoe_of(""))
        return Given(kind, of, _refused(lambda: round_.answer(1, placed)))

    yield refused("no such wager", "rake", {**base, "rake": 100})
    for slug, wager in edition.wagers.items():
        if not wager.initial:
            yield refused("not before the deal", by or slug, {**base, slug: ENOUGH})
        elif slug not in offered:
            yield refused("a spot of the other design", slug, {slug: ENOUGH})
    for slug in offered:
        wager = edition.wagers[slug]
        amount = setup.fixed_amount(slug)
        for wrong in (-1, 2.5, "much", True, None):
            yield refused("no money", slug, {**base, slug: wrong})
        two = design.get("primary-spots") == "two" and slug == "primary"
        if two:
            yield refused("unequal spots", slug, {slug: [300, 302]})
            yield refused("one of two spots", slug, {slug: [300]})
            yield refused("half of two spots", slug, {slug: 301})
        else:
            yield refused("two amounts", by or slug, {**base, slug: [300, 300]})
        if amount is not None:
            for wrong in (amount - 1, amount + 1, amount * 2):
                yield refused("not the fixed amount", slug, {**base, **_with(edition, setup, slug), slug: wrong})
        elif slug in limits:
            rest = {} if wager.kind == "primary" else base
            yield refused("under the least", slug, {**rest, slug: TOO_LITTLE})
            yield refused("over the most", slug, {**rest, slug: TOO_MUCH})
        for other in wager.excludes:
            yield refused("both spots", slug, {slug: ENOUGH, other: ENOUGH})
        if wager.relation:
            of = design.get("primary-spots", "")
            yield refused("over half", of, {**base, slug: ENOUGH // 2 + 1})
        if wager.needs and wager.needs.any:
            yield refused("without the first wager", by or slug, {slug: amount or 200})
        if wager.needs and wager.needs.option:
            least = setup.minimums[slug]
            other = setup.options[wager.needs.option]
            if other == slug:
                yield refused("under the minimum", slug, {**base, slug: least - 1})
            else:
                yield refused("under the minimum", slug, {**base, slug: amount})
                yield refused("under the minimum", slug, {**base, slug: amount, other: least - 1})
        without = [each for each in offered if each != slug and slug not in edition.wagers[each].beside]
        if design.get("spots") != "play":
            fewer = table(
                edition,
                options=design,
                wagers=without,
                posted={k: v for k, v in _posted(edition).items() if k in without},
            )
            yield refused("not offered", slug, {slug: amount or ENOUGH}, fewer)
    most = setup.wagering.most if setup.wagering else None
    if most is not None:
        yield refused("a fifth wager", by, {**base, **{slug: setup.fixed_amount(slug) or 200 for slug in offered[-4:]}})
    if setup.wagering and setup.wagering.over is not None:
        high = table(edition, fixed={"bonus-jackpot": 600})
        yield refused("a fourth wager", "", dict.fromkeys(offered, 600), high)


def _base(edition: Edition, setup: Setup) -> dict[str, Any]:
    """What a player must place before anything else goes with it."""
    first = next(slug for slug in edition.initial_wagers if slug in setup.wagers)
    return {first: ENOUGH}


def _with(edition: Edition, setup: Setup, slug: str) -> dict[str, int]:
    needs = edition.wagers[slug].needs
    return (
        {setup.options[needs.option]: ENOUGH} if needs and needs.option and setup.options[needs.option] != slug else {}
    )


def _minimums(edition: Edition) -> dict[str, int]:
    return {wager.slug: 500 for wager in edition.data.wager if wager.needs and wager.needs.option}


# -- answers in a round


def _round(game: str, placed: dict[str, int], cards: str, edition: str, **choices: Any) -> Round:
    found = houseway.game(game)
    round_ = Round(found, found.setup(edition, **choices), [1], shoe_of(cards))
    round_.answer(1, placed)
    return round_


def _answers(round_: Round, *taken: Any) -> Callable[..., Given]:
    for answer in taken:
        round_.answer(1, answer)

    def refused(kind: str, of: str, answer: Any) -> Given:
        found = round_.refusal(1, answer)
        assert found is not None, f"{answer!r} was taken"
        return Given(kind, of, found)

    return refused


def _deuces_wild(edition: str) -> Iterator[Given]:
    cards = "Ks 9c 8s 4c Qd 2d Tc 7h 6d 5s"
    on_three = _answers(_round("deuces-wild", {"ante": 500}, cards, edition))
    yield on_three("play of another amount", "", ["play", 499])
    yield on_three("a choice of another game", "play", "hit")
    on_four = _answers(_round("deuces-wild", {"ante": 500}, cards, edition), "play")
    yield on_four("raise of another amount", "", ["raise", 500])
    yield on_four("a choice of another game", "raise", "surrender")
    select = _answers(_round("deuces-wild", {"five-card-fortune": 500}, cards, edition))
    yield select("several cards, not all wild", "", [1, 2])
    yield select("a card not held", "", [4])
    yield select("a card not held", "", ["Ah"])
    yield select("no card selected", "", [])


def _three_card_split(edition: str) -> Iterator[Given]:
    setting = _answers(_round("three-card-split", {"primary": 500}, "Ks 9c 8s 4c Qd 2d Tc", edition))
    yield setting("a choice of another game", "set", "fold")
    yield setting("a card not held", "", ["low", 4])
    yield setting("a card not held", "", ["low", 0])


def _triple_attack(edition: str) -> Iterator[Given]:
    cards = "8c As 9d Kd 3h 2s 8s"
    first = {"first-attack": 500}
    second = _answers(_round("triple-attack", first, cards, edition))
    yield second("a second attack over the first", "", ["bet", 501])
    yield second("a choice of another game", "second-attack", "raise")
    third = _answers(_round("triple-attack", first, cards, edition), "pass")
    yield third("a third attack over the first", "", ["bet", 501])
    yield third("a choice of another game", "third-attack", "raise")
    posted: dict[str, Any] = {"limits": {"second-attack": [200, 300]}}
    limited = _answers(_round("triple-attack", first, cards, edition, **posted))
    yield limited("an attack under the posted least", "", ["bet", 199])
    yield limited("an attack over the posted most", "", ["bet", 301])
    posted = {"limits": {"second-attack": [200, 900]}}
    free = _answers(_round("triple-attack", first, cards, edition, **posted))
    yield free("a second attack over the first", "", ["bet", 501])
    insured = _answers(_round("triple-attack", first, cards, edition), "pass", "pass")
    yield insured("insurance over a half", "", ["bet", 251])
    hand = _answers(_round("triple-attack", first, "8c 6s 9d Kd 3h 2s 8s", edition), "pass", "pass")
    yield hand("a double over the attacks", "", ["double", 501])
    yield hand("a split of unequal cards", "", "split")
    yield hand("a choice of another game", "play", "surrender")
    pair = _answers(_round("triple-attack", first, "8c 6s 8d Kd 3h 2s 9s", edition), "pass", "pass")
    yield pair("a split of another amount", "", ["split", 499])


def _dueling(edition: str) -> Iterator[Given]:
    for spots, spot in (("player-dealer", "player"), ("player-dealer", "dealer"), ("play", "play")):
        tied = _answers(_round("dueling", {spot: 500}, "9c 9s Kd 3h 2s 4d 5c 6c", edition, options={"spots": spots}))
        yield tied("a war of another amount", spots, ["war", 499])
        yield tied("a choice of another game", spots, "fold")


ANSWERS: dict[str, Callable[[str], Iterator[Given]]] = {
    "deuces-wild": _deuces_wild,
    "three-card-split": _three_card_split,
    "triple-attack": _triple_attack,
    "dueling": _dueling,
}
