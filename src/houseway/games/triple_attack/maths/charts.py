"""A strategy of Triple Attack drawn as charts, the dealer's up card across.

A strategy by composition is drawn by total and number of cards; a star marks a cell in which the cards themselves
change the answer, which is then that of most of the hands; the others are listed.
"""

from __future__ import annotations

from houseway.games.triple_attack.hands import BEST
from houseway.games.triple_attack.maths import notation
from houseway.games.triple_attack.maths.attack import extent_of
from houseway.games.triple_attack.maths.what_ifs import changed
from houseway.maths.blackjack.rules import BlackjackRules, shoe_of
from houseway.maths.choices.chart_forms import ChartForm, plain_answers
from houseway.maths.question import Question
from houseway.maths.strategy import Chart, Starred, Strategy

ORDER = (*range(2, 11), 1)
"""Values in the order of the columns, the ace last."""
NAMES = tuple(notation.VALUES[value - 1] for value in ORDER)
INSURED = notation.situations()["insurance"]
_ACROSS = "face cards / of them with the suit of the ace"
_LETTER = {"stand": "S", "hit": "H", "double": "D"}
_LEGEND = {"S": "stand", "H": "hit", "D": "double"}
_UNDOUBLED = {"S": "stand", "H": "hit"}
_BET = {"B": "bet", "-": "pass"}
_SPLIT = {"P": "split", "-": "keep"}
_KIND = {False: "hard", True: "soft"}
_GIVEN_UP = {"R": "surrender", "-": "keep"}
_CARDS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven or more"}
_MANY = max(_CARDS)


def charts(strategy: Strategy) -> list[Chart]:
    """The strategy as charts: attacks, insurance, pairs, then totals, by number of cards where it matters."""
    extent = notation.extent_of(strategy)
    notation.check(strategy, extent)
    found = [
        Chart(
            title="Second Attack",
            row_names=("bet",),
            column_names=NAMES,
            cells=(tuple(_bet(strategy, "second-attack", name) for name in NAMES),),
            column_title="first card",
            legend=_BET,
        ),
        Chart(
            title="Third Attack",
            row_names=NAMES,
            column_names=NAMES,
            cells=tuple(tuple(_bet(strategy, "third-attack", f"{own}/{up}") for up in NAMES) for own in NAMES),
            row_title="first card",
            column_title="up card",
            legend=_BET,
        ),
        Chart(
            title="Insurance",
            row_names=("bet",),
            column_names=INSURED,
            cells=(tuple(_bet(strategy, "insurance", key) for key in INSURED),),
            column_title=_ACROSS,
            legend=_BET,
        ),
        Chart(
            title="Pairs",
            row_names=NAMES,
            column_names=NAMES,
            cells=tuple(
                tuple("P" if strategy.action("split", f"{own}/{up}") == "split" else "-" for up in NAMES)
                for own in NAMES
            ),
            row_title="pair of",
            column_title="up card",
            legend=_SPLIT,
        ),
    ]
    if extent.surrender:
        found.append(_surrender(strategy))
    for ask in _by_hands(extent):
        for cards in _numbers(strategy, ask, extent):
            for soft in (False, True):
                chart = _totals(strategy, ask, soft, cards, extent)
                if chart.cells:
                    found.append(chart)
    return found


def _by_hands(extent: notation.Extent) -> tuple[str, ...]:
    """The tables of hands."""
    return ("play", notation.AFTER_SPLIT) if extent.after_split else ("play",)


def _numbers(strategy: Strategy | None, ask: str, extent: notation.Extent) -> tuple[int | None, ...]:
    """The numbers of cards by which a table of hands is drawn, none for all of them; without a strategy every one."""
    if strategy is None:
        return (*_counts(extent), None)
    return (None,) if notation.play_form(strategy, ask) == notation.TOTAL else _counts(extent)


def _surrender(strategy: Strategy) -> Chart:
    """The first two cards that are given up against some up card."""
    rows = {
        " ".join(notation.VALUES[value - 1] for value in two): tuple(
            strategy.action(notation.SURRENDER, notation.play_key(notation.COMPOSITION, two, up)) for up in ORDER
        )
        for two in notation.first_cards()
    }
    kept = {name: cells for name, cells in rows.items() if notation.SURRENDER in cells}
    return Chart(
        title="Surrender",
        row_names=tuple(kept) or ("any two cards",),
        column_names=NAMES,
        cells=tuple(tuple("R" if cell == notation.SURRENDER else "-" for cell in cells) for cells in kept.values())
        or (("-",) * len(NAMES),),
        row_title="first two cards",
        column_title="up card",
        legend=_GIVEN_UP,
    )


def _counts(extent: notation.Extent) -> tuple[int, ...]:
    """The numbers of cards that have charts of their own."""
    most = max(map(len, notation.open_hands(extent)))
    return tuple(count for count in _CARDS if count <= most)


def forms(strategy: Strategy | None = None, question: Question | None = None) -> list[ChartForm]:
    """The charts of ``strategy`` as forms; without one, those by total alone too, which a file may have instead.

    The form of surrender has every two first cards, its chart only those that are given up.
    """
    extent = notation.extent_of(strategy) if strategy is not None else _extent(question)
    found = [
        _form("second-attack", "Second Attack", ("bet",), NAMES, [[(name,) for name in NAMES]], ("", "first card")),
        _form("third-attack", "Third Attack", NAMES, NAMES, _pairs(), ("first card", "up card")),
        _form("insurance", "Insurance", ("bet",), INSURED, [[(key,) for key in INSURED]], ("", _ACROSS)),
        _form("split", "Pairs", NAMES, NAMES, _pairs(), ("pair of", "up card")),
    ]
    if extent.surrender:
        keys: list[list[tuple[str, ...]]] = [
            [(notation.play_key(notation.COMPOSITION, two, up),) for up in ORDER] for two in notation.first_cards()
        ]
        rows = tuple(" ".join(notation.VALUES[value - 1] for value in two) for two in notation.first_cards())
        found.append(_form(notation.SURRENDER, "Surrender", rows, NAMES, keys, ("first two cards", "up card")))
    for ask in _by_hands(extent):
        for cards in _numbers(strategy, ask, extent):
            for soft in (False, True):
                hands = _by_total(soft, cards, extent)
                totals = sorted(hands, reverse=True)
                cells = [
                    [tuple(notation.play_key(notation.COMPOSITION, hand, up) for hand in hands[total]) for up in ORDER]
                    for total in totals
                ]
                rows = tuple(map(str, totals))
                if rows:
                    heads = f"{_KIND[soft]} total", "up card"
                    found.append(_form(ask, _title(ask, soft, cards), rows, NAMES, cells, heads))
    return found


def _extent(question: Question | None) -> notation.Extent:
    """The hands that have a decision under the rules that are asked about."""
    approved = notation.Extent()
    wins = BlackjackRules(shoe=shoe_of(1), charlie=approved.charlie, twenty_one_wins=approved.most < BEST)
    given = {} if question is None else {slug: str(value) for slug, value in question.rules.items()}
    return extent_of(changed(wins, given))


def _form(
    ask: str,
    title: str,
    rows: tuple[str, ...],
    columns: tuple[str, ...],
    hands: list[list[tuple[str, ...]]],
    heads: tuple[str, str],
) -> ChartForm:
    own = {"play": _LEGEND, notation.AFTER_SPLIT: _UNDOUBLED, "split": _SPLIT, notation.SURRENDER: _GIVEN_UP}
    legend = own.get(ask, _BET)
    return ChartForm(
        ask,
        title,
        rows,
        columns,
        hands,
        legend=legend,
        answers=plain_answers(legend),
        heads=heads,
        optional=ask == notation.AFTER_SPLIT,
    )


def _pairs() -> list[list[tuple[str, ...]]]:
    return [[(f"{own}/{up}",) for up in NAMES] for own in NAMES]


def _by_total(soft: bool, cards: int | None, extent: notation.Extent) -> dict[int, list[notation.Hand]]:
    """The hands of so many cards, or of any number, by total."""
    found: dict[int, list[notation.Hand]] = {}
    for hand in notation.open_hands(extent):
        total, is_soft = notation.total_of(hand)
        if is_soft == soft and cards in (None, min(len(hand), _MANY)):
            found.setdefault(total, []).append(hand)
    return found


def _title(ask: str, soft: bool, cards: int | None) -> str:
    when = " after a split" if ask == notation.AFTER_SPLIT else ""
    return f"{_KIND[soft].title()} totals{when}" + (f", {_CARDS[cards]} cards" if cards else "")


def _bet(strategy: Strategy, ask: str, situation: str) -> str:
    return "B" if strategy.action(ask, situation) == "bet" else "-"


def _totals(strategy: Strategy, ask: str, soft: bool, cards: int | None, extent: notation.Extent) -> Chart:
    form = notation.play_form(strategy, ask)
    by_cell = _by_total(soft, cards, extent)
    totals = sorted(by_cell, reverse=True)
    cells = []
    starred: list[Starred] = []
    for total in totals:
        row = []
        for up in ORDER:
            hands: dict[str, list[notation.Hand]] = {}
            for hand in by_cell[total]:
                hands.setdefault(strategy.action(ask, notation.play_key(form, hand, up)), []).append(hand)
            word = max(hands, key=lambda answer: len(hands[answer]))
            row.append(_LETTER[word] + ("*" if len(hands) > 1 else ""))
            if len(hands) > 1:
                others = {
                    answer: tuple(" ".join(notation.VALUES[value - 1] for value in hand) for hand in found)
                    for answer, found in hands.items()
                    if answer != word
                }
                starred.append(Starred(str(total), notation.VALUES[up - 1], word, others))
        cells.append(tuple(row))
    legend = (_LEGEND if ask == "play" else _UNDOUBLED) | (
        {"*": "the cards themselves change it: see below"} if starred else {}
    )
    return Chart(
        title=_title(ask, soft, cards),
        row_names=tuple(str(total) for total in totals),
        column_names=NAMES,
        cells=tuple(cells),
        row_title=f"{_KIND[soft]} total",
        column_title="up card",
        legend=legend,
        exceptions=tuple(starred),
        hands="A hand is written by the values of its cards; F is a face card.",
    )
