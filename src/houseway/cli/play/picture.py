"""The table as a player sees it: the felt, the dealer's boxes, the other seats and the player's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec
from rich import box
from rich.console import Group
from rich.panel import Panel
from rich.text import Text

from houseway.cards import UNSEEN
from houseway.cli.play.blocks import Block, beside, flowed, stacked
from houseway.cli.play.drawn_cards import cards_line, row_of_cards
from houseway.cli.screen.drawing import GOLD, WIDEST, cloth
from houseway.facade import Game
from houseway.rulebook.money import dollars
from houseway.rulebook.steps import BURN
from houseway.table.lines import Line
from houseway.table.round import Round
from houseway.table.setup import Setup
from houseway.table.shown.felt import HAND, Box, Felt, felt_of
from houseway.table.shown.open_cards import read_cards
from houseway.table.shown.view import view
from houseway.table.shown.wording import words_of

MARKS = {"circle": "○●", "square": "□■", "sensor": "◇◆", "line": "▭▬", "beside": "▷▶"}
LABEL = "bold"
CHIP = f"bold {GOLD}"


class Sight(msgspec.Struct, frozen=True):
    """What may be seen of a round: cards, stakes and lines, by the names of places; ``reads`` is what cards make."""

    cards: dict[str, list[str]] = {}
    stakes: dict[str, dict[str, int]] = {}
    lines: Sequence[Line] = ()
    reads: dict[str, str] = {}

    def parts(self, seat: int) -> list[str]:
        """The places of ``seat`` where cards lie, its own hand first."""
        mine = [name for name in self.cards if name.partition(".")[0] == str(seat)]
        return sorted(mine, key=lambda name: (name != str(seat), name))

    def staked(self, seat: int) -> Counter[str]:
        """What lies on each wager of ``seat``, on all its hands together."""
        found: Counter[str] = Counter()
        for stakes in (stakes for name, stakes in self.stakes.items() if name.partition(".")[0] == str(seat)):
            found.update(stakes)
        return found

    def net(self, seat: int, wager: str | None = None) -> int | None:
        """What ``seat`` has won or lost so far (on ``wager``), if something of it is settled."""
        found = [line.net for line in self.lines if line.seat == seat and wager in (None, line.wager)]
        return sum(found) if found else None


def sight_of(round_: Round, seats: Sequence[int]) -> Sight:
    """What a person sees who sits at ``seats``: a card that one of them may see is seen."""
    views = [view(round_, seat) for seat in seats]
    cards = {
        place: [
            next((text for text in each if text != UNSEEN), UNSEEN)
            for each in zip(*(seen.cards[place] for seen in views), strict=True)
        ]
        for place in views[0].cards
    }
    return Sight(cards, views[0].stakes, views[0].lines, read_cards(round_.game, cards).hands)


class Picture:
    """Draws one table: its game, how it is set up, and which seats are whose."""

    def __init__(self, game: Game, setup: Setup, seated: Sequence[int], mine: Sequence[int], width: int) -> None:
        self.game = game
        self.setup = setup
        self.words = words_of(game)
        self.felt: Felt = felt_of(game)
        self.spots = self.felt.spots(setup)
        self.seated = seated
        self.mine = mine
        self.width = max(40, min(width, WIDEST))
        self.inner = self.width - 4

    def table(
        self,
        sight: Sight,
        *,
        heading: str,
        footing: str = "",
        turn: str | None = None,
        numbered: bool = False,
        printed: bool = False,
    ) -> Panel:
        """The whole felt.

        ``turn`` is the place of the hand that is asked about, its cards ``numbered`` where the answer names them;
        ``printed`` shows what is printed on the cloth too.
        """
        style = cloth(self.felt.colour)
        parts: list[Block] = []
        if printed:
            parts += [self._printed(), _blank()]
        parts.append(self.dealer(sight))
        others = [seat for seat in self.seated if seat not in self.mine]
        if others:
            parts += [_blank(), self.others(sight, others)]
        for seat in self.mine:
            parts += [_blank(), self.seat(sight, seat, turn=turn, numbered=numbered)]
        lines = stacked(parts).lines
        return Panel(
            Group(*lines),
            box=box.HEAVY,
            style=style,
            border_style=f"bold {style}",
            title=Text(f" {heading} ", style=f"bold {style}"),
            subtitle=Text(f" {footing} ", style=style) if footing else None,
            width=self.width,
            padding=(0, 1),
        )

    # -- the dealer

    def dealer(self, sight: Sight) -> Block:
        """The boxes before the dealer, in the middle of the felt."""
        boxes = self.felt.boxes.dealer
        places = {
            name: cards for name, cards in sight.cards.items() if name != BURN and not name.partition(".")[0].isdigit()
        }
        blocks = _boxed(boxes, places, sight.reads)
        known = {item.where for item in boxes}
        blocks += [
            _labelled(self.words.label(name).upper(), row_of_cards(cards), sight.reads.get(name, ""))
            for name, cards in places.items()
            if name not in known and cards
        ]
        rows = flowed(blocks, self.inner, gap=4).centred(self.inner)
        if burned := sight.cards.get(BURN):
            said = Text("burned: ").append_text(cards_line(burned))
            rows = stacked([rows, Block([said]).centred(self.inner)])
        return rows

    def _printed(self) -> Block:
        """What is printed on the cloth, and the odds of this table's paytables."""
        texts = [Text(item.text, style="italic") for item in self.felt.texts if item.at is None]
        blocks = [_centred(_in_lines(texts, self.inner), self.inner)]
        for item in self.felt.odds:
            table = self.setup.paytables.get(item.wager)
            if table is None:
                continue
            rows = [
                Text.assemble(f"{item.labels.get(row.event, row.name)} ", (row.pay.text, "bold"))
                for row in table.rows
                if not item.labels or row.event in item.labels
            ]
            if item.note:
                rows.append(Text(item.note, style="italic"))
            rows[0] = Text.assemble((f"{item.heading}  ", LABEL), rows[0])
            blocks.append(_centred(_in_lines(rows, self.inner), self.inner))
        return stacked(blocks)

    # -- the other seats

    def others(self, sight: Sight, seats: Sequence[int]) -> Block:
        """The other seats as small tiles, in the order of their numbers."""
        columns = max(1, min(len(seats), (self.inner + 2) // 25))
        width = (self.inner - 2 * (columns - 1)) // columns
        tiles = [self._tile(sight, seat, width) for seat in seats]
        rows = [tiles[start : start + columns] for start in range(0, len(tiles), columns)]
        return stacked([beside(row) for row in rows])

    def _tile(self, sight: Sight, seat: int, width: int) -> Block:
        head = Text(f"Seat {seat}", style=LABEL)
        net = sight.net(seat)
        if net is not None:
            head.append("  ").append_text(net_text(net))
        lines = [head]
        for name in sight.parts(seat):
            line = cards_line(sight.cards[name])
            if label := self._part_label(name):
                line = Text.assemble(f"{label} ").append_text(line)
            if name in sight.reads:
                line.append(f" {sight.reads[name]}")
            lines.append(line)
        if not sight.parts(seat):
            lines.append(Text("–"))
        stakes = sight.staked(seat)
        labels = {spot.wager: spot.label for spot in self.spots}
        chips = [Text(f"{labels.get(slug, slug)} {dollars(amount)}", style=GOLD) for slug, amount in stakes.items()]
        return Block([*lines, *_in_lines(chips, width, " · ").lines], width)

    def _part_label(self, name: str) -> str:
        """What a further part of a hand is called: the label of its box, or its number."""
        _, _, part = name.partition(".")
        if not part:
            return ""
        if part.isdigit():
            return part
        return next((item.label for item in self.felt.boxes.seat if item.where == part), self.words.label(name).upper())

    # -- one's own seat

    def seat(self, sight: Sight, seat: int, *, turn: str | None, numbered: bool) -> Block:
        """A seat drawn large: its cards in their boxes, and every spot with what lies on it."""
        head = Text(f"Seat {seat} · you", style=LABEL)
        net = sight.net(seat)
        if net is not None:
            head.append("   ").append_text(net_text(net))
        hands = self._hands(sight, seat, turn, numbered)
        room = self.inner - hands.width - 3
        longest = max((len(spot.label) for spot in self.spots), default=0) + 10
        body = stacked([hands, self._spots(sight, seat, self.inner)])
        if room >= longest:
            body = min(beside([hands, self._spots(sight, seat, room)], gap=3), body, key=lambda block: block.height)
        ruled = Text("─" * 2 + " ").append_text(head).append(" ")
        ruled.append("─" * max(0, self.inner - ruled.cell_len))
        return stacked([Block([ruled]), body])

    def _hands(self, sight: Sight, seat: int, turn: str | None, numbered: bool) -> Block:
        boxes = self.felt.boxes.seat
        own = {(HAND if name == str(seat) else name.partition(".")[2]): sight.cards[name] for name in sight.parts(seat)}
        at_turn = None if turn is None or turn.partition(".")[0] != str(seat) else (turn.partition(".")[2] or HAND)
        reads = {(name.partition(".")[2] or HAND): sight.reads.get(name, "") for name in sight.parts(seat)}
        pointed = at_turn if len(own) > 1 else None
        blocks = _boxed(boxes, own, reads, numbered=at_turn if numbered else None, pointed=pointed)
        known = {item.where for item in boxes}
        for name, cards in own.items():
            if name in known or not cards:
                continue
            label = "HAND" if name == HAND else self.words.label(f"{seat}.{name}").upper()
            blocks.insert(
                0 if name == HAND else len(blocks),
                _labelled(
                    _pointed(label, name == at_turn),
                    row_of_cards(cards, numbered=numbered and name == at_turn),
                    reads[name],
                ),
            )
        return flowed(blocks, self.inner, gap=2)

    def _spots(self, sight: Sight, seat: int, width: int) -> Block:
        """Every spot with what lies on it, in as many columns as ``width`` has room for."""
        staked = sight.staked(seat)
        cells = []
        for spot in self.spots:
            amount = int(staked[spot.wager] * Fraction(spot.share))
            mark = MARKS[spot.shape][bool(amount)]
            cell = Text.assemble((f"{mark} {spot.label}", CHIP if amount else ""))
            net = sight.net(seat, spot.wager)
            if amount:
                cell.append(f" {dollars(amount)}", style=CHIP)
            elif net is not None:
                cell.append(" ").append_text(net_text(int(net * Fraction(spot.share))))
            cells.append(cell)
        widest = max(cell.cell_len for cell in cells)
        widest = max(widest, max(len(spot.label) for spot in self.spots) + 7)
        columns = max(1, min(len(cells), (width + 2) // (widest + 2)))
        rows = -(-len(cells) // columns)
        return beside([Block(cells[start : start + rows], widest) for start in range(0, len(cells), rows)])


# -- pieces


def net_text(net: int) -> Text:
    """A gain or a loss on the felt."""
    return Text(f"{'+' if net > 0 else ''}{dollars(net)}" if net else "even", style=CHIP)


def _in_lines(items: Sequence[Text], width: int, dot: str = "  ·  ") -> Block:
    """``items`` with dots between them, in lines of at most ``width``; no line begins or ends with a dot."""
    lines: list[Text] = []
    for item in items:
        if lines and lines[-1].cell_len + len(dot) + item.cell_len <= width:
            lines[-1] = Text.assemble(lines[-1], dot, item)
        else:
            lines.append(item)
    return Block(lines)


def _centred(block: Block, width: int) -> Block:
    """Each line of ``block`` in the middle of ``width``."""
    lines = (Text(line.plain.rstrip(), spans=line.spans, style=line.style) for line in block.lines)
    return stacked([Block([line]).centred(width) for line in lines])


def _blank() -> Block:
    return Block([Text("")])


def _labelled(label: str, cards: Block, reads: str = "") -> Block:
    """Cards under their label, over what they make."""
    under = [Block([Text(reads, style=LABEL)])] if reads else []
    return stacked([Block([Text(label, style=LABEL)]), cards, *under], centre=True)


def _pointed(label: str, pointed: bool) -> str:
    return f"▶ {label}" if pointed else label


def _boxed(
    boxes: Sequence[Box],
    places: Mapping[str, list[str]],
    reads: Mapping[str, str],
    numbered: str | None = None,
    pointed: str | None = None,
) -> list[Block]:
    """The boxes with the cards of their places; the last box of a place takes what the others leave."""
    blocks = []
    taken: dict[str, int] = {}
    for number, item in enumerate(boxes):
        cards = places.get(item.where, [])
        start = taken.get(item.where, 0)
        last = all(other.where != item.where for other in boxes[number + 1 :])
        mine = cards[start:] if last else cards[start : start + item.cards]
        taken[item.where] = start + len(mine)
        if not mine and not item.cards:
            continue
        row = row_of_cards(mine, item.cards, numbered=numbered == item.where)
        said = reads.get(item.where, "") if last else ""
        blocks.append(_labelled(_pointed(item.label, pointed == item.where), row, said))
    return blocks
