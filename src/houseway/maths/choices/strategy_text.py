"""A strategy as a text that people write and read: its charts as tables, then the hands that differ.

    # My play

    Game: triple-attack

    > What I play at the corner table.

    ## Pairs

    Key: P split; - keep

    | pair of / up card | 2 | 3 | 4 |
    | ----------------- | - | - | - |
    | 2                 | P | P | - |

    - P: 8/F; 9/A

A title begins with ``#``, a chart with ``##``. A cell has a mark of the chart or its words; a star behind it means
nothing. A line that begins with ``-`` names hands that are answered otherwise than their cell says: the mark, a colon,
and the hands with semicolons between them. Lines that begin with ``>`` are a note. ``Key:`` is for the reader alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from houseway.maths.choices.chart_forms import ChartForm
from houseway.maths.choices.hand_worths import choices_of
from houseway.maths.question import Question
from houseway.maths.question_errors import BadStrategy, Contradiction, StrategyHole, UnknownChoice, UnknownHand
from houseway.maths.strategy import Strategy
from houseway.table.folder import GameFolder

IN_A_LINE = 8
"""Hands of an exception that are written in one line."""

MOST_NAMED = 6
"""Hands that an error names; it says how many more there are."""

MOST_LETTERS = 2_000_000
MOST_NAME = 80


# -- writing


def strategy_text(game: GameFolder, strategy: Strategy, question: Question | None = None) -> str:
    """``strategy`` as a text that `read_strategy_text` reads back."""
    choices = choices_of(game)
    answers = choices.answers(strategy)
    lines = [f"# {strategy.name}", "", f"Game: {strategy.game}", ""]
    if strategy.note:
        lines += [f"> {strategy.note}", ""]
    for form in choices.forms(strategy, question):
        if not form.closer:
            lines += _chart_lines(form, answers[form.ask])
    return "\n".join(lines).rstrip() + "\n"


def _chart_lines(form: ChartForm, table: Mapping[str, str]) -> Iterator[str]:
    cells = form.drawn(table)
    yield f"## {form.title}"
    yield ""
    key = [f"{mark} {words}" for mark, words in form.legend.items() if mark != words]
    if key:
        yield f"Key: {'; '.join(key)}"
        yield ""
    corner = " / ".join(filter(None, (form.row_title, form.column_title)))
    rows = [
        [corner, *form.columns],
        *([row, *(cells.get((row, column), "") for column in form.columns)] for row in form.rows),
    ]
    widths = [max(len(line[place]) for line in rows) for place in range(len(rows[0]))]
    for number, line in enumerate(rows):
        yield "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |"
        if not number:
            yield "| " + " | ".join("-" * max(width, 1) for width in widths) + " |"
    yield ""
    said = {hand: answer for hand, answer, _ in form.filled(cells)}
    otherwise: dict[str, list[str]] = {}
    for hand in form.every_hand:
        if hand in table and said.get(hand) != table[hand]:
            otherwise.setdefault(form.label(hand, table[hand]), []).append(hand)
    for label, hands in otherwise.items():
        for start in range(0, len(hands), IN_A_LINE):
            yield f"- {label}: {'; '.join(hands[start : start + IN_A_LINE])}"
    if otherwise:
        yield ""


# -- reading


def read_strategy_text(game: GameFolder, text: str, question: Question | None = None) -> Strategy:
    """The strategy that ``text`` says; a `BadStrategy` says what is wrong with it, and in which line."""
    if len(text) > MOST_LETTERS:
        raise BadStrategy(
            f"the strategy has more than {MOST_LETTERS:,} letters", remedy="leave out what is no chart and no exception"
        )
    choices = choices_of(game)
    forms = choices.forms(None, question)
    reader = _Reader(game.slug, forms)
    for number, line in enumerate(text.splitlines(), 1):
        reader.take(number, line.strip())
    tables = reader.tables()
    return Strategy(game.slug, reader.name or "my strategy", tables, " ".join(reader.note))


class _Reader:
    """What was read so far: marks by chart and cell, and exceptions by ask and hand, each with its line."""

    def __init__(self, slug: str, forms: Sequence[ChartForm]) -> None:
        self.slug = slug
        self.forms = forms
        self.name = ""
        self.note: list[str] = []
        self._by_title = {_plain(form.title): form for form in forms}
        self._form: ChartForm | None = None
        self._columns: list[str] | None = None
        self._marks: dict[str, dict[tuple[str, str], str]] = {}
        self._lines: dict[tuple[str, str], int] = {}
        self._exceptions: dict[str, dict[str, tuple[str, int]]] = {}
        self._hands: dict[str, dict[str, str]] = {}
        self._named = False

    # -- lines

    def take(self, number: int, line: str) -> None:
        """One line of the text."""
        if not line or line.casefold().startswith("key:"):
            return
        if line.startswith("##"):
            self._begin(number, line.lstrip("#").strip())
        elif line.startswith("#"):
            self.name = line.lstrip("#").strip()[:MOST_NAME]
        elif line.startswith(">"):
            self.note.append(line.lstrip("> ").strip())
        elif line.casefold().startswith("game:"):
            self._game(number, line.partition(":")[2].strip())
        elif line.startswith("|"):
            self._row(number, [cell.strip() for cell in line.strip("|").split("|")])
        elif line.startswith("- ") and ":" in line:
            self._exception(number, line[2:])
        else:
            raise BadStrategy(
                f"line {number} is no part of a strategy: {_short(line)}",
                remedy="begin a chart with ##, a row with |, an exception with - and a note with >",
            )

    def _game(self, number: int, slug: str) -> None:
        if slug != self.slug:
            raise BadStrategy(
                f"line {number}: this strategy is for {slug or 'no game'}, not for {self.slug}",
                remedy=f"price it with its own game, or write: Game: {self.slug}",
            )
        self._named = True

    def _begin(self, number: int, title: str) -> None:
        form = self._by_title.get(_plain(title))
        if form is None:
            known = "; ".join(form.title for form in self.forms if not form.closer)
            raise UnknownHand(f"line {number}: {self.slug} has no chart {title!r}", remedy=f"name one of: {known}")
        if form.title in self._marks:
            raise Contradiction(
                f"line {number}: the chart {form.title} is given twice", remedy="keep one of the two tables"
            )
        self._form, self._columns = form, None
        self._marks[form.title] = {}

    def _row(self, number: int, cells: list[str]) -> None:
        form = self._of(number)
        if self._columns is None:
            known = {_plain(column): column for column in form.columns}
            for cell in cells[1:]:
                if _plain(cell) not in known:
                    raise UnknownHand(
                        f"line {number}: {form.title} has no column {cell!r}",
                        remedy=f"the columns are {', '.join(form.columns)}",
                    )
            self._columns = [known[_plain(cell)] for cell in cells[1:]]
            if len(set(self._columns)) < len(self._columns):
                raise Contradiction(f"line {number}: a column stands there twice", remedy="keep one of the two")
            return
        if all(set(cell) <= set("-: ") for cell in cells) and cells[0].startswith(("-", ":")):
            return
        row = {_plain(row): row for row in form.rows}.get(_plain(cells[0]))
        if row is None:
            raise UnknownHand(
                f"line {number}: {form.title} has no row {cells[0]!r}", remedy=f"the rows are {', '.join(form.rows)}"
            )
        if len(cells) - 1 > len(self._columns):
            raise BadStrategy(
                f"line {number}: the row {cells[0]} has {len(cells) - 1} cells for {len(self._columns)} columns",
                remedy="give each column one cell",
            )
        self._cells(number, form, row, zip(self._columns, cells[1:], strict=False))

    def _cells(self, number: int, form: ChartForm, row: str, cells: Iterable[tuple[str, str]]) -> None:
        for column, text in cells:
            if not text.strip("* "):
                continue
            mark = form.meant(row, column, text)
            if mark is None:
                marks = form.marks(row, column)
                remedy = f"choose {_either(form, marks)}" if marks else "leave this cell empty"
                raise UnknownChoice(f"line {number}: {text!r} is no choice at {_at(form, row, column)}", remedy=remedy)
            before = self._marks[form.title].setdefault((row, column), mark)
            if before != mark:
                raise Contradiction(
                    f"line {number}: {_at(form, row, column)} is {mark} here and {before} in line "
                    f"{self._lines[form.title, row]}",
                    remedy="keep one of the two rows",
                )
        self._lines.setdefault((form.title, row), number)

    def _exception(self, number: int, text: str) -> None:
        form = self._of(number)
        label, _, listed = text.partition(":")
        known = self._known(form)
        found = self._exceptions.setdefault(form.ask, {})
        for hand in filter(None, (part.strip() for part in listed.split(";"))):
            written = known.get(_unordered(hand))
            if written is None:
                raise UnknownHand(
                    f"line {number}: {form.title} has no hand {hand!r}",
                    remedy=f"write a hand as the charts do, such as {next(iter(known.values()))}",
                )
            answer = form.exception(label, written)
            if answer is None:
                marks = [mark for mark in form.legend if form.answer(mark, written) is not None]
                raise UnknownChoice(
                    f"line {number}: {label.strip()!r} is no choice with {written}",
                    remedy=f"choose {_either(form, marks)}",
                )
            before = found.setdefault(written, (answer, number))
            if before[0] != answer:
                raise Contradiction(
                    f"line {number}: {written} is answered {answer} here and {before[0]} in line {before[1]}",
                    remedy="keep one of the two exceptions",
                )

    def _of(self, number: int) -> ChartForm:
        if self._form is None:
            raise BadStrategy(
                f"line {number} stands before any chart",
                remedy=f"begin with the title of one: ## {self.forms[0].title}",
            )
        return self._form

    def _known(self, form: ChartForm) -> dict[str, str]:
        if form.ask not in self._hands:
            every = [hand for one in self.forms if one.ask == form.ask for hand in one.every_hand]
            self._hands[form.ask] = {_unordered(hand): hand for hand in every}
        return self._hands[form.ask]

    # -- all together

    def tables(self) -> dict[str, dict[str, str]]:
        """The answers by ask and hand, every hand answered."""
        if not self._named:
            raise BadStrategy("the text does not name its game", remedy=f"write a line: Game: {self.slug}")
        given = {form.ask for form in self.forms if form.title in self._marks}
        if not given:
            raise StrategyHole(
                "the strategy has no chart", remedy="write one to begin with: houseway strategy GAME --write FILE"
            )
        wagers = {form.wager for form in self.forms if form.ask in given}
        wanted = dict.fromkeys(
            form.ask for form in self.forms if form.wager in wagers and (form.ask in given or not form.optional)
        )
        return {ask: self._table(ask) for ask in wanted}

    def _table(self, ask: str) -> dict[str, str]:
        exceptions = self._exceptions.get(ask, {})
        found: dict[str, str] = {}
        where: dict[str, str] = {}
        forms = [form for form in self.forms if form.ask == ask]
        for form in forms:
            for hand, answer, cell in form.filled(self._marks.get(form.title, {})):
                at = f"{form.title}, {cell}"
                if hand not in exceptions and found.setdefault(hand, answer) != answer:
                    raise Contradiction(
                        f"{hand} is {found[hand]} by {where[hand]}, and {answer} by {at}",
                        remedy="make the two cells agree, or name the hand in an exception",
                    )
                where.setdefault(hand, at)
        every = dict.fromkeys(hand for form in forms for hand in form.every_hand)
        table = {hand: exceptions[hand][0] if hand in exceptions else found.get(hand, "") for hand in every}
        holes = [hand for hand, answer in table.items() if not answer]
        if holes:
            raise self._hole(forms, holes)
        return table

    def _hole(self, forms: Sequence[ChartForm], holes: Sequence[str]) -> StrategyHole:
        named = "; ".join(holes[:MOST_NAMED]) + (
            f" and {len(holes) - MOST_NAMED:,} more" if len(holes) > MOST_NAMED else ""
        )
        hands = "1 hand" if len(holes) == 1 else f"{len(holes):,} hands"
        for form in sorted(forms, key=lambda form: form.title not in self._marks):
            for row in form.rows:
                for column in form.columns:
                    if holes[0] in form.cell(row, column):
                        at = f"{_at(form, row, column)}: {_either(form, form.marks(row, column))}"
                        return StrategyHole(
                            f"the strategy does not say what to do with {hands}: {named}", remedy=f"fill in {at}"
                        )
        return StrategyHole(
            f"the strategy does not say what to do with {hands}: {named}",
            remedy=f"complete the chart {forms[0].title}, or name the hands in exceptions",
        )


def _at(form: ChartForm, row: str, column: str) -> str:
    return ", ".join(filter(None, (form.title, row, column)))


def _either(form: ChartForm, marks: Iterable[str]) -> str:
    said = [f"{mark} ({words})" if (words := form.legend.get(mark, mark)) != mark else mark for mark in marks]
    return " or ".join(filter(None, (", ".join(said[:-1]), said[-1]))) if said else "another"


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _unordered(hand: str) -> str:
    """A hand whatever the order of its cards; what stands behind a slash stays behind it."""
    own, slash, other = hand.partition("/")
    return " ".join(sorted(own.split())) + slash + other.strip()


def _short(line: str) -> str:
    return line if len(line) <= 40 else line[:40] + "…"
