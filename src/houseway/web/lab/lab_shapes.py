"""What the Lab answers: figures beside those of the approved game, cells, controls, curves and tables found."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from houseway.table.shown.shape_base import Shape
from houseway.web.lab.lab_link import Wrong

Field = Annotated[str, Meta(description="A field and its key, such as `pay:WAGER/ROW`, `option:SLUG`, `meter:NAME`.")]


class Cell(Shape, frozen=True):
    """What one row pays. ``pay`` is as it was typed, ``printed`` what the approved document has there."""

    field: Field
    event: str
    name: str
    pay: str
    printed: str
    changed: bool


class CellTable(Shape, frozen=True):
    """The cells of one paytable. ``unit`` is what a bare number is: odds to 1, or for 1."""

    wager: str
    name: str
    paytable: str
    unit: str
    clause: str
    cells: list[Cell]


class Choice(Shape, frozen=True):
    """One value of a control."""

    value: str
    name: str


class Control(Shape, frozen=True):
    """Something that is chosen. ``departs``: the chosen value is not one of the approved document."""

    field: Field
    name: str
    says: str
    clause: str
    value: str
    approved: str
    departs: bool
    choices: list[Choice]


class MeterField(Shape, frozen=True):
    """An amount on a meter or on a posted row, in dollars as it was typed; ``needed``: there is no edge without it."""

    field: Field
    name: str
    amount: str
    needed: bool
    break_even: str


class Figure(Shape, frozen=True):
    """One figure beside the same of the approved game. ``favours`` says for whom the difference is good."""

    slug: Literal["edge", "return", "risk", "hits", "sd", "action"]
    name: str
    says: str
    value: float | None
    shown: str
    approved: str
    difference: str
    moved: Literal["up", "down", "same"]
    favours: Literal["house", "player", "nobody"]


class Outcome(Shape, frozen=True):
    """One result of the wager: how often it comes, and what it adds to the player's expected value."""

    event: str
    name: str
    pays: str
    probability: float
    one_in: str
    adds: float | None
    adds_shown: str
    approved: float | None
    field: Annotated[Field, Meta(description="The cell that it is paid by; empty where none is.")]


class Fact(Shape, frozen=True):
    """A name and a value in words."""

    name: str
    value: str


class Axis(Shape, frozen=True):
    """A pay, a meter, an option or a rule over which the return can be drawn."""

    field: Field
    name: str
    kind: Literal["pay", "meter", "option", "rule"]


class Answer(Shape, frozen=True):
    """The figures of one wager of a design, beside those of the approved game.

    Where ``wrong`` names fields, the figures are those of the rest, without them.
    """

    link: Annotated[str, Meta(description="The query string of this state.")]
    command: Annotated[str, Meta(description="The same question at the terminal.")]
    game: str
    game_name: str
    edition: str
    edition_title: str
    wager: str
    wager_name: str
    paytable: str
    strategy: str
    case: str
    unit: str
    games: list[Choice]
    editions: list[Choice]
    wagers: list[Choice]
    paytables: list[Choice]
    strategies: list[Choice]
    cases: list[Choice]
    tables: list[CellTable]
    options: list[Control]
    rules: list[Control]
    meters: list[MeterField]
    axes: list[Axis]
    wrong: list[Wrong]
    figures: list[Figure]
    outcomes: list[Outcome]
    distribution: Annotated[
        list[tuple[float, float]], Meta(description="Net result in units and its probability, the worst first.")
    ]
    approved_distribution: list[tuple[float, float]]
    priced: bool
    favours_player: bool
    departures: list[Fact]
    assumed: list[Fact]
    fingerprint: str
    approved_fingerprint: str
    method: str
    notes: list[str]


class Point(Shape, frozen=True):
    """The return where the axis has one value. ``x`` is a number where values are, else the place in their order."""

    x: float
    value: str
    returned: Annotated[float | None, Meta(description="Per unit staked: 1 is all of it.")]
    shown: str


class Curve(Shape, frozen=True):
    """The return over one pay, meter, option or rule, all else as it is. ``whole``: every value was worked out."""

    axis: Axis
    points: list[Point]
    here: str
    approved: str
    whole: bool


class FoundTable(Shape, frozen=True):
    """A paytable that reaches the target: pays by field, and its figures."""

    pays: dict[str, str]
    edge: str
    hits: str
    sd: str
    fingerprint: str


class TargetAnswer(Shape, frozen=True):
    """The tables that reach a target, the least changed first; ``says`` tells how many more there may be."""

    rows: list[Choice]
    tables: list[FoundTable]
    says: str
    wrong: list[Wrong]


class Worth(Shape, frozen=True):
    """A figure in words: what it is, and what it comes to."""

    name: str
    shown: str


class MoneyAnswer(Shape, frozen=True):
    """What a shift of the wager should win, and what it asks of a bankroll; ``says`` tells how unlikely a result is."""

    shift: list[Worth]
    bankroll: list[Worth]
    says: str
    wrong: list[Wrong]


class ChartCell(Shape, frozen=True):
    """One cell of a chart of a strategy."""

    text: str
    tone: int
    note: str


class StrategyChart(Shape, frozen=True):
    """A strategy as a grid: rows of cells, each with the tone of its answer."""

    title: str
    row_title: str
    column_title: str
    columns: list[str]
    rows: list[str]
    cells: list[list[ChartCell]]
    legend: list[ChartCell]


class StrategyAnswer(Shape, frozen=True):
    """A strategy of the game for a design: its rules in words, its charts."""

    name: str
    note: str
    rules: list[str]
    charts: list[StrategyChart]


class CellChoice(Shape, frozen=True):
    """One choice in an opened cell: what it wins on average, and how much less than the best that is."""

    words: str
    worth: str
    less: str
    best: bool
    played: bool


class CellHand(Shape, frozen=True):
    """A hand of the cell with which another choice is better."""

    hand: str
    best: str
    gains: str
    often: str


class CellAnswer(Shape, frozen=True):
    """A cell of a chart, opened: the worth of every choice, and the hands that differ."""

    chart: str
    row: str
    column: str
    base: str
    often: str
    hands: int
    choices: list[CellChoice]
    differing: list[CellHand]
    differing_count: int


class OwnStrategy(Shape, frozen=True):
    """A strategy of one's own, as its text or as JSON, and the query string of the state that it is played in."""

    text: Annotated[str, Meta(max_length=60_000)]
    link: Annotated[str, Meta(max_length=8_000)] = ""
    id: Annotated[str, Meta(max_length=80)] = ""
    page: Annotated[str, Meta(max_length=40)] = ""


class Mistake(Shape, frozen=True):
    """One hand that a strategy answers worse than could be."""

    question: str
    hand: str
    made: str
    best: str
    each: str
    often: str
    per_round: str


class PricedStrategy(Shape, frozen=True):
    """What a strategy of one's own costs against the best play, with its dearest mistakes and its charts."""

    name: str
    edge: str
    best_edge: str
    cost: str
    mistakes: list[Mistake]
    mistakes_count: int
    says: str
    charts: list[StrategyChart]
    wrong: list[Wrong]
