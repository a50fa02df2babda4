"""A strategy of Triple Attack drawn as charts, the dealer's up card across.

A strategy by composition is drawn by total and number of cards; a star marks a cell in which the cards themselves
change the answer, which is then that of most of the hands; the others are listed.
"""

from __future__ import annotations

from houseway.games.triple_attack.maths import notation
from houseway.maths.strategy import Chart, Starred, Strategy

ORDER = (*range(2, 11), 1)
"""Values in the order of the columns, the ace last."""
NAMES = tuple(notation.VALUES[value - 1] for value in ORDER)
_LETTER = {"stand": "S", "hit": "H", "double": "D"}
_LEGEND = {"S": "stand", "H": "hit", "D": "double"}
_BET = {"B": "bet", "-": "pass"}
_SPLIT = {"P": "split", "-": "keep"}
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
            column_names=notation.situations()["insurance"],
            cells=(tuple(_bet(strategy, "insurance", key) for key in notation.situations()["insurance"]),),
            column_title="face cards / of them with the suit of the ace",
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
    by_total = notation.play_form(strategy) == notation.TOTAL
    most = max(map(len, notation.open_hands(extent)))
    for cards in (None,) if by_total else tuple(count for count in _CARDS if count <= most):
        for soft in (False, True):
            chart = _totals(strategy, soft, cards, extent)
            if chart.cells:
                found.append(chart)
    return found


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
        legend={"R": "surrender", "-": "keep"},
    )


def _bet(strategy: Strategy, ask: str, situation: str) -> str:
    return "B" if strategy.action(ask, situation) == "bet" else "-"


def _totals(strategy: Strategy, soft: bool, cards: int | None, extent: notation.Extent) -> Chart:
    form = notation.play_form(strategy)
    by_cell: dict[int, list[notation.Hand]] = {}
    for hand in notation.open_hands(extent):
        total, is_soft = notation.total_of(hand)
        if is_soft == soft and cards in (None, min(len(hand), _MANY)):
            by_cell.setdefault(total, []).append(hand)
    totals = sorted(by_cell, reverse=True)
    cells = []
    starred: list[Starred] = []
    for total in totals:
        row = []
        for up in ORDER:
            hands: dict[str, list[notation.Hand]] = {}
            for hand in by_cell[total]:
                hands.setdefault(strategy.action("play", notation.play_key(form, hand, up)), []).append(hand)
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
    kind = "Soft" if soft else "Hard"
    legend = _LEGEND | ({"*": "the cards themselves change it: see below"} if starred else {})
    return Chart(
        title=f"{kind} totals" + (f", {_CARDS[cards]} cards" if cards else ""),
        row_names=tuple(str(total) for total in totals),
        column_names=NAMES,
        cells=tuple(cells),
        row_title=f"{kind.lower()} total",
        column_title="up card",
        legend=legend,
        exceptions=tuple(starred),
        hands="A hand is written by the values of its cards; F is a face card.",
    )
