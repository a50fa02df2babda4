"""Cards, chips and felts as they are drawn."""

from __future__ import annotations

import itertools
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import houseway
from houseway import registry
from houseway.cards import CARDS
from houseway.cards.card_errors import UnknownCard
from houseway.rulebook.rule_errors import BadAmount
from houseway.rulebook.steps import place_name
from houseway.table.setup import Setup
from houseway.table.shown.felt import felt_of
from houseway.table.shown.postings import postings
from houseway.table.table_errors import BadSetup
from houseway.web.art import card_faces as cards
from houseway.web.art import chip_stacks as chips
from houseway.web.art.felts import felt, hand
from houseway.web.art.printed import odds_blocks
from tests.conformance.random_rounds import Dealt
from tests.web import drawing
from tests.web.drawing import SVG, collisions

GAMES = tuple(registry.all_games())


def read(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


@cache
def designs(slug: str) -> list[Setup]:
    """A table of each design that a game's layout has."""
    game = houseway.game(slug)
    named = sorted({key for design in felt_of(game).design for key in design.options})
    values = [game.edition().options[key].values for key in named]
    return [game.demonstration(options=dict(zip(named, each, strict=True))) for each in itertools.product(*values)]


def every_table(slug: str) -> list[Setup]:
    """Each edition and design with each paytable of each wager in turn."""
    game = houseway.game(slug)
    found = []
    for edition in game.editions.values():
        for design in designs(slug):
            options = {key: value for key, value in design.options.items() if key in edition.options}
            for wager in edition.wagers.values():
                ids = () if wager.kind == "supplemental" else edition.paytable_ids(wager.slug)
                found += [game.demonstration(edition.slug, options, {wager.slug: each}) for each in ids]
    return found


def drawings(setup: Setup) -> list[ElementTree.Element]:
    return [read(felt(setup)), read(hand(setup, 1)), read(hand(setup, setup.edition.about.positions))]


def spots_of(root: ElementTree.Element) -> list[ElementTree.Element]:
    return [each for each in root.iter(f"{SVG}g") if "spot" in each.get("class", "").split()]


def places_of(root: ElementTree.Element) -> set[str]:
    return {place for each in root.iter(f"{SVG}g") if (place := each.get("data-place")) is not None}


# Felts ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_every_design_with_every_paytable_is_well_formed(slug: str) -> None:
    tables = every_table(slug)
    assert tables
    for setup in tables:
        for root in drawings(setup):
            assert root.tag == f"{SVG}svg"
            ids = [each.get("id") for each in root.iter() if each.get("id")]
            assert len(ids) == len(set(ids))


@pytest.mark.parametrize("slug", GAMES)
def test_every_offered_wager_has_its_spot_at_every_seat(slug: str) -> None:
    for setup in designs(slug):
        positions = setup.edition.about.positions
        for count in range(1, positions + 1):
            found = {
                (each.get("data-seat"), each.get("data-wager")) for each in spots_of(read(felt(setup, seats=count)))
            }
            assert found == {(str(seat), wager) for seat in range(1, count + 1) for wager in setup.wagers}
        for seat in range(1, positions + 1):
            found = {(each.get("data-seat"), each.get("data-wager")) for each in spots_of(read(hand(setup, seat)))}
            assert found == {(str(seat), wager) for wager in setup.wagers}


@pytest.mark.parametrize("slug", GAMES)
def test_a_spot_can_be_reached_and_says_what_it_is(slug: str) -> None:
    for setup in designs(slug):
        for root in drawings(setup):
            for spot in spots_of(root):
                assert spot.get("role") == "button"
                assert spot.get("tabindex") == "0"
                name = setup.wager(spot.get("data-wager", "")).name
                assert spot.get("aria-label", "").startswith(f"Seat {spot.get('data-seat')}: {name}")


@pytest.mark.parametrize("slug", GAMES)
def test_every_sensor_has_its_light(slug: str) -> None:
    for setup in designs(slug):
        jackpots = set(setup.jackpots)
        for root in drawings(setup):
            lit = [
                spot.get("data-wager")
                for spot in spots_of(root)
                if any(each.get("class") == "light" for each in spot.iter())
            ]
            assert set(lit) == jackpots


@pytest.mark.parametrize("slug", GAMES)
def test_every_place_that_rounds_use_is_on_the_felt(slug: str) -> None:
    game = houseway.game(slug)

    # Rounds at the same table lie on the same felt.
    @cache
    def drawn(setup: Setup, seat: int | None) -> set[str]:
        return places_of(read(felt(setup) if seat is None else hand(setup, seat)))

    for number in range(150):
        dealt = Dealt(game, 41, number)
        round_ = dealt.play()
        used = {place_name(place) for place in round_.layout.places}
        assert used <= drawn(dealt.setup, None)
        for seat in dealt.seats:
            others = {name for name in used if name.partition(".")[0].isdigit() and name.partition(".")[0] != str(seat)}
            assert used - others <= drawn(dealt.setup, seat)


@pytest.mark.parametrize("slug", GAMES)
def test_the_odds_printed_are_those_of_the_table(slug: str) -> None:
    for setup in every_table(slug):
        (panel,) = [each for each in read(felt(setup)).iter(f"{SVG}g") if each.get("class") == "odds"]
        said = drawing.said(panel)
        blocks: list[list[str]] = []
        for odds in felt_of(houseway.game(slug)).odds:
            block = [odds.heading]
            for row in setup.paytables[odds.wager].rows:
                if not odds.labels or row.event in odds.labels:
                    block += [odds.labels.get(row.event, row.name), row.pay.text]
            block += [odds.note] if odds.note else []
            if odds.together and blocks and blocks[-1][1:] == block[1:]:
                blocks[-1][0] = odds.together
            else:
                blocks.append(block)
        assert said == [text for block in blocks for text in block]


UP, DOWN = "double-match-up", "double-match-down"
FIRST, SECOND = "PT-FLT-TA-DM-01", "PT-FLT-TA-DM-02"


@pytest.mark.parametrize(
    ("paytables", "wanted"),
    [
        ({UP: FIRST, DOWN: FIRST}, {"DOUBLE MATCH": ("9 to 1", "4 to 1")}),
        (
            {UP: FIRST, DOWN: SECOND},
            {"DOUBLE MATCH-UP": ("9 to 1", "4 to 1"), "DOUBLE MATCH-DOWN": ("12 to 1", "3 to 1")},
        ),
        ({DOWN: SECOND}, {"DOUBLE MATCH-DOWN": ("12 to 1", "3 to 1")}),
        ({UP: FIRST}, {"DOUBLE MATCH-UP": ("9 to 1", "4 to 1")}),
    ],
)
def test_double_match_prints_the_odds_of_each_spot_and_once_where_they_are_the_same(
    paytables: dict[str, str], wanted: dict[str, tuple[str, str]]
) -> None:
    found = houseway.game("triple-attack")
    setup = Setup(
        found.edition(),
        wagers=("first-attack", *paytables),
        paytables=paytables,
        limits={"first-attack": (500, 30_000), **dict.fromkeys(paytables, (100, 1_000))},
    )
    blocks = {block.heading: block for block in odds_blocks(felt_of(found), setup)}
    for heading, (suited, unsuited) in wanted.items():
        assert blocks[heading].rows == (("Suited", suited), ("Unsuited", unsuited))
    assert {heading for heading in blocks if heading.startswith("DOUBLE")} == set(wanted)


@pytest.mark.parametrize("slug", GAMES)
def test_the_posted_limits_are_those_of_the_table(slug: str) -> None:
    game = houseway.game(slug)
    wager = next(iter(game.demonstration().limits))
    setup = game.demonstration(limits={wager: (700, 123_450)})
    for root in (read(felt(setup)), read(hand(setup, 1))):
        assert "$7–$1,234.50" in " ".join(drawing.said(root))


@pytest.mark.parametrize("slug", GAMES)
def test_everything_that_is_printed_on_the_cloth_is_there(slug: str) -> None:
    for setup in designs(slug):
        for root in drawings(setup):
            everything = " ".join(drawing.said(root))
            for item in felt_of(houseway.game(slug)).texts:
                assert item.text in everything
            assert setup.edition.about.name.upper() in everything


@pytest.mark.clause("dueling", "appendix G aces", "introduction 2")
def test_dueling_says_how_aces_count_and_how_many_wagers_there_may_be() -> None:
    for setup in designs("dueling"):
        everything = drawing.said(read(felt(setup)))
        assert any("Aces are always high" in text for text in everything)
        assert any("Four wagering spots at most" in text for text in everything)
        assert everything[everything.index("COMBO BET") :].index("Ace may be high or low") > 0


def test_another_rule_on_wagers_takes_the_place_of_the_printed_one() -> None:
    setup = houseway.game("dueling").demonstration(wagering={"most": 3, "clause": "WAC 230-15-040"})
    everything = " ".join(drawing.said(read(felt(setup))))
    assert "at most 3 of the spots" in everything
    assert "Four wagering spots" not in everything


@pytest.mark.clause("three-card-split", "footnote 2")
def test_three_card_split_has_one_circle_or_two_for_the_primary_wager() -> None:
    game = houseway.game("three-card-split")
    for spots, labels in (("one", ["BET"]), ("two", ["HIGH BET", "LOW BET"])):
        root = read(felt(game.demonstration(options={"primary-spots": spots}), seats=1))
        found = [" ".join(drawing.said(each)) for each in spots_of(root) if each.get("data-wager") == "primary"]
        assert found == labels
        assert {"1.high", "1.low", "community"} <= places_of(root)


def test_half_of_a_wager_has_half_of_its_limits() -> None:
    setup = houseway.game("three-card-split").demonstration(
        options={"primary-spots": "two"}, limits={"primary": (505, 30_000)}
    )
    halves = [each for each in spots_of(read(hand(setup, 2))) if each.get("data-wager") == "primary"]
    assert ["$2.53–$150" in " ".join(drawing.said(each)) for each in halves] == [True, True]


@pytest.mark.parametrize("slug", GAMES)
def test_nothing_overlaps_at_a_table_of_any_size(slug: str) -> None:
    for setup in designs(slug):
        for count in range(1, setup.edition.about.positions + 1):
            root = read(felt(setup, seats=count))
            assert collisions(drawing.texts(root)) == []
            assert collisions([*drawing.spots(root), *drawing.boxes(root)]) == []


@pytest.mark.parametrize("slug", GAMES)
def test_nothing_overlaps_at_a_seat_alone(slug: str) -> None:
    for setup in [*designs(slug), *every_table(slug)]:
        root = read(hand(setup, 1))
        assert collisions(drawing.texts(root)) == []
        assert collisions([*drawing.spots(root), *drawing.boxes(root)]) == []


@pytest.mark.parametrize("slug", GAMES)
def test_panels_and_lettering_keep_clear_of_the_spots_with_every_paytable(slug: str) -> None:
    for setup in every_table(slug):
        root = read(felt(setup))
        loose = []
        for group in root:
            if group.get("class") != "seat":
                loose += drawing.texts_within(root, group)
        fixed = [*drawing.spots(root), *drawing.boxes(root)]
        assert collisions(loose, fixed) == []
        assert collisions(loose) == []


@pytest.mark.parametrize("slug", GAMES)
def test_everything_lies_inside_the_drawing(slug: str) -> None:
    for setup in designs(slug):
        for root in drawings(setup):
            _, _, wide, high = map(float, root.get("viewBox", "").split())
            for patch in (*drawing.texts(root), *drawing.spots(root), *drawing.boxes(root)):
                assert all(0 <= x <= wide and 0 <= y <= high for x, y in patch.corners), patch.what


@pytest.mark.parametrize("slug", GAMES)
def test_lettering_is_large_enough_to_read(slug: str) -> None:
    """Eleven pixels and more, on a screen of 1366 by 768 and on a phone 390 wide; nothing squeezed by a third."""
    for setup in designs(slug):
        for root, pixels in ((read(felt(setup)), 1180.0), (read(hand(setup, 1)), 344.0)):
            scale = pixels / float(root.get("viewBox", "").split()[2])
            for text in root.iter(f"{SVG}text"):
                size = float(text.get("font-size", "0"))
                assert size * scale >= 11, "".join(text.itertext())
                if text.get("textLength"):
                    assert float(text.get("textLength", "0")) >= 0.6 * drawing.text_width(
                        "".join(text.itertext()), size
                    )


@pytest.mark.parametrize("slug", GAMES)
def test_notices_of_the_house_are_all_posted_and_cover_nothing(slug: str) -> None:
    game = houseway.game(slug)
    plain = game.demonstration()
    by_odds = [
        slug for slug, table in plain.paytables.items() if plain.wager(slug).kind == "bonus" and table.odds == "to 1"
    ]
    setup = game.demonstration(
        aggregate=dict.fromkeys(by_odds, 2_500_000),
        wagering={"most": 4, "over": 30_000, "most-over": 2, "clause": "WAC 230-15-140"},
        whole=True,
    )
    for root in drawings(setup):
        everything = " ".join(drawing.said(root))
        for notice in postings(setup).notices:
            assert notice.text.rstrip(".") in everything
        assert collisions(drawing.texts(root)) == []
        curved = [piece for piece in drawing.texts(root) if piece.of]
        lying = [*drawing.spots(root), *drawing.boxes(root)]
        assert collisions(curved, lying) == []


def test_seat_one_is_at_the_dealers_left() -> None:
    root = read(felt(houseway.game("deuces-wild").demonstration()))
    across = {each.get("data-seat"): turn.x for each, turn in drawing.walk(root) if each.get("class") == "seat"}
    assert [across[str(seat)] for seat in range(1, 7)] == sorted(across.values(), reverse=True)


def test_positions_that_a_table_does_not_have_are_refused() -> None:
    setup = houseway.game("triple-attack").demonstration()
    for seats in (0, 7):
        with pytest.raises(BadSetup, match="1 to 6"):
            felt(setup, seats=seats)
        with pytest.raises(BadSetup, match="1 to 6"):
            hand(setup, seats)


def test_the_same_table_is_drawn_the_same() -> None:
    game = houseway.game("dueling")
    assert felt(game.demonstration()) == felt(game.demonstration())
    assert hand(game.demonstration(), 2) == hand(game.demonstration(), 2)


def test_only_the_game_that_has_wild_cards_marks_them() -> None:
    marked = {
        slug: {name for name in read(felt(designs(slug)[0])).get("class", "").split() if name.startswith("wild-")}
        for slug in GAMES
    }
    assert marked.pop("deuces-wild") == {"wild-2", "wild-X"}
    assert set().union(*marked.values()) == set()


def test_a_game_without_a_felt_is_drawn_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game = houseway.game("dueling")
    setup = game.demonstration()
    monkeypatch.setattr(game, "folder", tmp_path)
    root = read(felt(setup))
    assert {each.get("data-wager") for each in spots_of(root)} == set(setup.wagers)
    assert {"1", "7", "community", "dealer", "burn"} <= places_of(root)


# Cards ----------------------------------------------------------------------------------------------------------------


def test_the_sheet_has_every_card_and_each_is_named() -> None:
    root = read(cards.sprite())
    ids = [each.get("id") for each in root.iter() if each.get("id")]
    assert len(ids) == len(set(ids))
    titles = {each.get("id"): each.findtext(f"{SVG}title") for each in root.iter(f"{SVG}symbol")}
    assert titles["card-Qh"] == "Queen of hearts"
    assert titles["card-Td"] == "Ten of diamonds"
    assert titles["card-Xj"] == "Joker"
    faces = {f"card-{kind.text}" for kind in CARDS}
    assert set(titles) == faces | {f"card-{back}" for back in cards.BACKS}
    assert len({titles[face] for face in faces}) == 53


def test_everything_the_sheets_refer_to_is_in_them() -> None:
    for sheet in (cards.sprite(), chips.sprite()):
        root = read(sheet)
        ids = {each.get("id") for each in root.iter()}
        assert {each.get("href", "")[1:] for each in root.iter(f"{SVG}use")} <= ids


def test_a_card_in_use_is_an_image_with_its_name() -> None:
    for text, name in (("As", "Ace of spades"), ("2c", "Two of clubs"), ("Xj", "Joker"), ("??", "Face-down card")):
        element = read(cards.use(text, width=40))
        assert (element.get("role"), element.get("aria-label")) == ("img", name)
        assert (element.get("width"), element.get("height")) == ("40", "56")
        assert element[0].get("href") == f"#card-{'back' if text == '??' else text}"


def test_what_is_no_card_is_refused() -> None:
    with pytest.raises(UnknownCard):
        cards.use('"><script>')


def test_a_badge_is_on_the_deuces_and_the_joker_and_unseen_by_itself() -> None:
    badges = {}
    for symbol in read(cards.sprite()).iter(f"{SVG}symbol"):
        for each in symbol.iter(f"{SVG}g"):
            if each.get("class") == "wild-badge":
                badges[symbol.get("id", "").removeprefix("card-")] = each.get("opacity", "")
    assert set(badges) == {"2c", "2d", "2h", "2s", "Xj"}
    assert all(value.endswith(", 0)") for value in badges.values())


# Chips ----------------------------------------------------------------------------------------------------------------


def test_chips_make_up_every_amount_exactly() -> None:
    for amount in range(1, 100_001):
        parts = chips.break_down(amount)
        assert sum(value * count for value, count in parts) == amount
        values = [value for value, _ in parts]
        assert values == sorted(set(values), reverse=True)
        assert set(values) <= {*chips.DENOMINATIONS, chips.COIN}
        assert all(count > 0 for _, count in parts)


@pytest.mark.parametrize(
    ("amount", "parts"),
    [
        (0, []),
        (500, [(500, 1)]),
        (3_700, [(2_500, 1), (500, 2), (100, 2)]),
        (75, [(50, 1), (25, 1)]),
        (137, [(100, 1), (25, 1), (1, 12)]),
        (1_250_000, [(50_000, 25)]),
    ],
)
def test_the_largest_chips_come_first(amount: int, parts: list[tuple[int, int]]) -> None:
    assert chips.break_down(amount) == parts


@pytest.mark.parametrize("amount", [-1, 5.0, "5", True])
def test_only_whole_cents_are_chips(amount: Any) -> None:
    with pytest.raises(BadAmount):
        chips.break_down(amount)


@pytest.mark.parametrize("amount", [1, 25, 500, 3_700, 13_137, 100_000, 10**12])
def test_a_pile_shows_its_total_and_no_more_chips_than_fit(amount: int) -> None:
    root = read(chips.picture(amount))
    sheet = {each.get("id") for each in read(chips.sprite()).iter()}
    used = [each.get("href", "")[1:] for each in root.iter(f"{SVG}use")]
    assert used
    assert set(used) <= sheet
    assert len(used) <= chips.MOST_SEEN * len(chips.DENOMINATIONS) + 1
    assert drawing.said(root)[-1] == in_dollars(amount)


def in_dollars(amount: int) -> str:
    whole, part = divmod(amount, 100)
    return f"${whole:,}" + (f".{part:02d}" if part else "")


def test_a_pile_of_few_chips_shows_each_of_them() -> None:
    used = [each.get("href") for each in read(f'<svg xmlns="{SVG[1:-1]}">{chips.pile(3_700)}</svg>').iter(f"{SVG}use")]
    assert used == ["#edge-2500", "#edge-500", "#edge-500", "#edge-100", "#edge-100"]
