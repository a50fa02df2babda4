"""A strategy can be played from its charts alone: every cell with a star lists the hands that are played otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from houseway.games.deuces_wild.maths.classes import classes
from houseway.games.triple_attack.maths import notation
from houseway.maths.strategy import Chart, Starred, Strategy
from houseway.registry import game
from houseway.reports.analysis_tables import chart_pieces
from houseway.reports.document import Grid, Piece, Section, Table
from houseway.reports.game_pages import game_page
from houseway.reports.par_sheet import par_sheet
from tests.cli.command import GAMES


def starred(chart: Chart) -> set[tuple[str, str]]:
    return {
        (name, column)
        for name, row in zip(chart.row_names, chart.cells, strict=True)
        for column, cell in zip(chart.column_names, row, strict=True)
        if cell.endswith("*")
    }


def cell_of(chart: Chart, row: str, column: str) -> str:
    return chart.cells[chart.row_names.index(row)][chart.column_names.index(column)].rstrip("*")


def exception_for(chart: Chart, row: str, column: str) -> Starred | None:
    return next((item for item in chart.exceptions if (item.row, item.column) == (row, column)), None)


def every_chart() -> Iterator[tuple[str, str, Chart]]:
    for slug in GAMES:
        for name in game(slug).strategies:
            for chart in game(slug).charts(game(slug).strategy(name)):
                yield slug, name, chart


def test_every_cell_with_a_star_is_explained() -> None:
    explained = 0
    for slug, name, chart in every_chart():
        listed = {(item.row, item.column) for item in chart.exceptions}
        assert starred(chart) <= listed, (slug, name, chart.title)
        assert all(item.otherwise and all(item.otherwise.values()) for item in chart.exceptions)
        assert all(item.shown not in item.otherwise for item in chart.exceptions)
        assert bool(chart.exceptions) == (len(chart_pieces(chart)) == 2)
        explained += len(listed)
    assert explained > 40


@pytest.mark.parametrize("name", ["optimal", "total-and-cards", "total-only"])
def test_triple_attack_can_be_played_from_its_charts(name: str) -> None:
    strategy: Strategy = game("triple-attack").strategy(name)
    by_title = {chart.title: chart for chart in game("triple-attack").charts(strategy)}
    words = {"S": "stand", "H": "hit", "D": "double"}
    counts = {2: "two", 3: "three", 4: "four", 5: "five"}
    seen = 0
    for hand, up, answer in notation.answers_by_hand(strategy):
        total, soft = notation.total_of(hand)
        title = f"{'Soft' if soft else 'Hard'} totals"
        chart = by_title.get(title) or by_title[f"{title}, {counts[len(hand)]} cards"]
        row, column = str(total), notation.VALUES[up - 1]
        found = exception_for(chart, row, column)
        written = " ".join(notation.VALUES[value - 1] for value in hand)
        other = [said for said, hands in found.otherwise.items() if written in hands] if found else []
        assert (other or [words[cell_of(chart, row, column)]]) == [answer], (written, column)
        seen += 1
    assert seen == 10 * len(notation.open_hands())


def test_five_card_fortune_can_be_selected_from_its_chart() -> None:
    """Of the ranks that may be selected one beats every other, by the chart or by a hand listed below it."""
    table = game("deuces-wild").strategy("optimal", wager="five-card-fortune").tables["fortune"]
    chart: Chart
    [chart] = game("deuces-wild").charts(game("deuces-wild").strategy("optimal", wager="five-card-fortune"))
    order = {rank: place for place, rank in enumerate(reversed(chart.row_names))}
    listed = {(item.row, item.column): item.otherwise for item in chart.exceptions}
    twice = {hand: card for card, hands in listed["a rank held twice", ""].items() for hand in hands}

    def beats(one: str, other: str, hand: str) -> bool:
        high, low = sorted((one, other), key=order.__getitem__, reverse=True)
        ranks = " ".join(card[0] for card in hand.split())
        for rank, hands in listed.get((high, low), {}).items():
            if hand in hands or ranks in hands:
                return rank == one
        return cell_of(chart, high, low) == one

    for hand, answer in dict[str, str](table).items():
        held = Counter(card[0] for card in hand.split())
        if "W" in held:
            assert answer.split() == ["W"] * held["W"]
            continue
        once = [rank for rank in held if held[rank] == 1] or list(held)
        if hand in twice:
            assert twice[hand] == answer
            continue
        winners = [rank for rank in once if all(beats(rank, other, hand) for other in once if other != rank)]
        assert winners == [answer[0]], hand


def test_the_ante_of_deuces_wild_can_be_played_from_its_charts() -> None:
    """Ranks alone stand for every hand of the cell: with the exceptions written out, folds and plays are all found."""
    strategy: Strategy = game("deuces-wild").strategy("optimal", wager="ante")
    plays, *_ = game("deuces-wild").charts(strategy)
    folded = {
        hand
        for item in plays.exceptions
        for answer, hands in item.otherwise.items()
        if answer == "fold"
        for hand in hands
    }
    in_a_row = {"3 4 5", "4 5 6", "5 6 7", "6 7 8", "7 8 9", "8 9 T", "9 T J", "T J Q", "J Q K", "Q K A"}
    for hand in classes(3).texts:
        ranks = sorted({card[0] for card in hand.split()}, key="3456789TJQKAW".index)
        suits = {card[1] for card in hand.split() if len(card) > 1}
        if " ".join(ranks) in in_a_row and len(suits) > 1:
            said = "fold" if " ".join(card[0] for card in hand.split()) in folded else "play"
            assert strategy.tables["play"][hand] == said, hand


def pieces(section: Section) -> Iterator[Piece]:
    yield from section.pieces
    for inner in section.sections:
        yield from pieces(inner)


@pytest.mark.parametrize("slug", GAMES)
def test_no_strategy_is_a_heading_without_its_play(slug: str) -> None:
    strategies = next(section for section in game_page(game(slug)).sections if section.title == "Strategy")
    assert len(strategies.sections) == len(game(slug).strategies)
    assert all(section.pieces for section in strategies.sections)
    for name, section in zip(game(slug).strategies, strategies.sections, strict=True):
        if not game(slug).strategy(name).rules and name != "joint":
            assert any(isinstance(piece, Grid) for piece in section.pieces), name
    for section in strategies.sections:
        for chart in (piece.chart for piece in section.pieces if isinstance(piece, Grid)):
            titles = [piece.title for piece in section.pieces if isinstance(piece, Table)]
            assert bool(starred(chart)) <= (f"{chart.title}: cells with a star" in titles)


def test_changed_pays_do_not_drop_the_strategy() -> None:
    """The best play is found again for the pays, and stands in the sheet though it is set off against nothing."""
    pays = {"push-22": "loss"}
    sheet = par_sheet(game("triple-attack"), wager="first-attack", pays=pays)
    strategies = next(section for section in sheet.sections if section.title == "Strategy")
    [best] = strategies.sections
    assert best.title == "Optimal"
    drawn = [piece.chart for piece in best.pieces if isinstance(piece, Grid)]
    assert drawn == game("triple-attack").charts(game("triple-attack").strategy("optimal", pays=pays))
    jackpot = par_sheet(game("triple-attack"), wager="jackpot", paytable="PT-BJS-TA-JP-01")
    assert "Strategy" not in [section.title for section in jackpot.sections]
