"""``houseway play``: a seat, or several, at a table in the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from houseway import registry
from houseway.cards import Card, Chance, Stream, SystemChance, VirtualShoe
from houseway.cli.command_options import EditionName, GameName, Options, Paytables, Seed, takes
from houseway.cli.maths.table_choices import demonstration_meters, seat_list, table_of
from houseway.cli.play.picture import Picture, Sight, sight_of
from houseway.cli.play.settlement import settlement
from houseway.cli.play.table_help import Help
from houseway.cli.play.talk import Left, Talk
from houseway.cli.play.typed_answers import Names, offers, parse_answer, parse_wagers, wagers_text
from houseway.cli.screen.drawing import make_console
from houseway.errors import Refused
from houseway.facade import Game
from houseway.maths.grading import weigh
from houseway.maths.hint_words import advice, basis
from houseway.maths.worth import Book
from houseway.rulebook.money import dollars
from houseway.rulebook.steps import Ask, place_name
from houseway.table.deal import WAGER_STREAMS
from houseway.table.players import Seen, advised, usual_wagers
from houseway.table.round import Round
from houseway.table.setup import Setup
from houseway.table.shown.wording import words_of
from houseway.table.table_errors import BadSetup
from houseway.table.wagers import accept_wagers

BANK = 100_000
"""The play money that a seat begins with, in cents; it is given again when it is gone."""

COMPANY = 3
"""Players at a table where nobody said how many."""


app = typer.Typer(add_completion=False)


@app.command()
def play(
    game: GameName,
    seat: Annotated[str, takes("--seat LIST", "Your seats, such as 1 or 1,3 or 2-4.")] = "1",
    players: Annotated[
        int | None, takes("--players K", "Players at the table, with the automatic ones.", min=1)
    ] = None,
    seed: Seed = None,
    edition: EditionName = None,
    option: Options = None,
    paytable: Paytables = None,
    rounds: Annotated[int | None, takes("--rounds -r N", "Leave the table after N rounds.", min=1)] = None,
) -> None:
    """Play in the terminal. Type ? for the clause behind a question, hint for advice, quit to leave."""
    found = registry.game(game)
    setup = table_of(found, edition, option or (), paytable or ())
    positions = setup.edition.about.positions
    mine = seat_list(seat, positions)
    count = players if players is not None else min(positions, max(COMPANY, len(mine)))
    if not len(mine) <= count <= positions:
        raise BadSetup(
            f"{count} players are too {'few for your seats' if count < len(mine) else 'many for this table'}",
            remedy=f"--players {len(mine)} to {positions}",
        )
    free = [seat for seat in range(1, positions + 1) if seat not in mine]
    session = Session(found, setup, mine, sorted([*mine, *free[: count - len(mine)]]), seed)
    try:
        session.play(rounds)
    except Left:
        session.leave()
    except KeyboardInterrupt:
        session.talk.say("")
        session.leave()
        raise typer.Exit(130) from None


class Session:
    """One person at one table, round after round."""

    def __init__(self, game: Game, setup: Setup, mine: Sequence[int], seated: Sequence[int], seed: int | None) -> None:
        self.game = game
        self.setup = setup
        self.words = words_of(game)
        self.mine = mine
        self.seated = seated
        self.seed = seed
        self.talk = Talk(make_console())
        self.console = self.talk.console
        self.picture = Picture(game, setup, seated, mine, self.console.width)
        self.names = Names(setup, self.picture.spots)
        self.help = Help(self.talk, game, setup, self.names)
        self.meters = demonstration_meters(game, setup)
        self.balance = dict.fromkeys(mine, BANK)
        self.last: dict[int, dict[str, int]] = {}
        self.number = 0
        self.in_a_round = False
        self._before: list[Card | None] = []
        self._told = 0
        self._book: tuple[Book | None] | None = None
        """What choices are worth here, once somebody asked for a hint: it takes seconds to work out."""

    # -- the evening

    def play(self, rounds: int | None) -> None:
        """Round after round; the first begins with the empty felt."""
        self.talk.screen()
        self.console.print(self.picture.table(Sight(), heading=self._heading(), footing=self._footing(), printed=True))
        self.help.wagers()
        while rounds is None or self.number < rounds:
            self._round()
            self.number += 1
        self.leave()

    def leave(self) -> None:
        """Say how it ended."""
        if self.in_a_round:
            self.talk.say("You left during the round: it is not settled.")
        played = f"{self.number} round{'s' * (self.number != 1)} played"
        self.talk.say(f"{played}. {self._footing()}. Goodbye.")

    def _round(self) -> None:
        cut = self.setup.options.get("shoe", "fresh")
        if cut == "fresh" or len(self._before) >= int(cut):
            self._before = []
        round_ = Round(
            self.game, self.setup, self.seated, VirtualShoe(self.setup.deck, self._chance(self.number), self._before)
        )
        self._told = 0
        wagers = {seat: self._wagers(round_, seat) for seat in self.seated}
        self.in_a_round = any(wagers.values())
        while not round_.over:
            round_.play_on(wagers, self._decide, self.meters)
        self.in_a_round = False
        self._before = [*self._before, *round_.layout.cards]
        self._settled(round_)

    def _chance(self, number: int) -> Chance:
        return SystemChance() if self.seed is None else Stream(self.seed, number)

    # -- wagers

    def _wagers(self, round_: Round, seat: int) -> dict[str, int]:
        if seat not in self.mine:
            usual: Mapping[str, int] = self.game.house["usual"]
            # With a seed the other players wager as `houseway deal` has them.
            return usual_wagers(self.setup, usual, self._chance(self.number + seat * WAGER_STREAMS))
        if self.balance[seat] <= 0:
            self.balance[seat] += BANK
            self.talk.say(f"Seat {seat} is out of play money and gets another {dollars(BANK)}.")
        same = self.last.get(seat) or self._first_wager()
        self.talk.say(f"Round {self.number + 1}, seat {seat}: your wagers? Enter places {wagers_text(same)}.")
        while True:
            typed = self.talk.ask(f"Seat {seat}")
            try:
                if self.help.command(typed, None, hint=lambda: f"Usual wagers here: {wagers_text(self._usual())}."):
                    continue
                same_again = typed.lower() in ("", "same", "s")
                placed = same if same_again else parse_wagers(typed, self.names)
                if (refusal := round_.refusal(seat, placed)) is not None:
                    raise refusal
            except Refused as error:
                self.talk.refuse(error)
                continue
            if placed:
                self.last[seat] = placed
            else:
                self.talk.say(f"Seat {seat} sits this round out.")
            return placed

    def _first_wager(self) -> dict[str, int]:
        """What a newcomer places with Enter: the first usual wager that stands alone."""
        for slug, amount in self.game.house["usual"].items():
            if slug in self.setup.wagers:
                try:
                    return accept_wagers(self.setup, {slug: self.setup.fixed_amount(slug) or amount})
                except Refused:
                    continue
        return {}

    def _usual(self) -> dict[str, int]:
        return usual_wagers(self.setup, self.game.house["usual"], SystemChance())

    # -- decisions

    def _decide(self, round_: Round, ask: Ask) -> Any:
        if ask.seat not in self.mine or not isinstance(ask.seat, int):
            return advised(round_, ask)
        seat = ask.seat
        place = place_name(ask.place if ask.place is not None else seat)
        sight = sight_of(round_, self.mine)
        hand = sight_of(round_, [ask.seat]).cards.get(place, [])
        by_number = ask.pick is not None or any(item.least is not None and not item.wager for item in ask.choices)
        self.talk.screen()
        self.console.print(
            self.picture.table(sight, heading=self._heading(), footing=self._footing(), turn=place, numbered=by_number)
        )
        self._news(round_)
        self.help.question(ask)
        while True:
            typed = self.talk.ask(f"Seat {ask.seat}: {' / '.join(offers(ask))}")
            try:
                if self.help.command(typed, ask, hint=lambda: self._hint(round_, ask, seat)):
                    continue
                answer = parse_answer(ask, typed, hand)
                if (refusal := round_.refusal(ask.seat, answer)) is not None:
                    raise refusal
            except Refused as error:
                self.talk.refuse(error)
                continue
            return answer

    def _hint(self, round_: Round, ask: Ask, seat: int) -> str:
        """The best choice and what it wins or loses on average; the automatic player's where no figure is known."""
        if self._book is None:
            self._book = (self.game.book(self.setup),)
        (book,) = self._book
        found = weigh(book, ask, Seen(round_.layout, self.setup, seat)) if book is not None else None
        if found is None:
            return f"{self.words.answered(ask.ask, advised(round_, ask))} is what the automatic player does."
        return f"{advice(self.words, ask, found)} {basis(found)}"

    def _news(self, round_: Round) -> None:
        """What the other seats have decided since this was last said."""
        news: dict[int, list[str]] = {}
        for ask, answer in round_.decisions[self._told :]:
            if isinstance(ask.seat, int) and ask.seat not in self.mine:
                news.setdefault(ask.seat, []).append(self.words.answers(ask.ask, answer))
        self._told = len(round_.decisions)
        if news:
            self.talk.say("; ".join(f"Seat {seat}: {', '.join(said)}" for seat, said in news.items()) + ".")

    # -- the end of a round

    def _settled(self, round_: Round) -> None:
        if not round_.placed:
            self.talk.say("Nobody wagered, so no cards are dealt.")
            return
        for line in round_.lines:
            if line.seat in self.mine:
                self.balance[line.seat] += line.net
        self.talk.screen()
        self.console.print(
            self.picture.table(sight_of(round_, self.mine), heading=self._heading(), footing=self._footing())
        )
        self._news(round_)
        self.console.print(settlement(round_, self.mine))

    def _heading(self) -> str:
        return f"{self.game.name} · {self.setup.edition.slug} · round {self.number + 1}"

    def _footing(self) -> str:
        if len(self.mine) == 1:
            return f"Play money {dollars(self.balance[self.mine[0]])}"
        return "Play money " + ", ".join(f"seat {seat} {dollars(self.balance[seat])}" for seat in self.mine)
