"""``houseway`` without a command: the lobby, where people choose, read and play games."""

from __future__ import annotations

import io

from rich import box
from rich.align import Align
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from houseway import registry
from houseway.cli.maths import paytables_command as paytables
from houseway.cli.maths import rules_command as rules
from houseway.cli.play import play_command as play
from houseway.cli.play.drawn_cards import ink_of
from houseway.cli.play.talk import Left, Talk
from houseway.cli.screen.drawing import GOLD, cloth, make_console
from houseway.cli.screen.streams import at_a_terminal
from houseway.errors import HousewayError
from houseway.facade import Game
from houseway.release import VERSION

NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}


def run() -> None:
    """Draw the lobby; at a terminal, stay until the person leaves."""
    console = make_console()
    found = list(registry.all_games().values())
    if not at_a_terminal():
        console.print(draw(found, console.width))
        return
    talk = Talk(console)
    try:
        _stay(talk, found)
    except Left:
        console.print("Goodbye.")
    except KeyboardInterrupt:
        console.print()
        raise


def _stay(talk: Talk, found: list[Game]) -> None:
    show = True
    while True:
        if show:
            talk.screen()
            talk.console.print(draw(found, talk.console.width))
        typed = " ".join(talk.ask("Lobby").lower().split())
        word, _, rest = typed.partition(" ")
        if word in ("q", "quit", "exit"):
            raise Left
        show = not typed or word in ("lobby", "games", "help", "?")
        if show:
            continue
        try:
            if word in ("rules", "r"):
                _rules(talk, *_game_and_rest(rest, found))
            elif word in ("paytables", "pays", "t"):
                _paytables(talk, _game_and_rest(rest, found)[0])
            else:
                play.play(_game_and_rest(rest if word in ("play", "p") else typed, found)[0].slug)
                talk.ask("Enter: back to the lobby")
                show = True
        except HousewayError as error:
            talk.refuse(error)


def _game_and_rest(text: str, found: list[Game]) -> tuple[Game, str]:
    """The game of that number, or whose slug or name begins so; and what follows its first word."""
    wanted, _, rest = text.partition(" ")
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 4 and 1 <= int(wanted) <= len(found):
        return found[int(wanted) - 1], rest
    for begun, left in ((text, ""), (wanted, rest)):
        near = [
            game for game in found if begun and any(name.startswith(begun) for name in (game.slug, game.name.lower()))
        ]
        if len(near) == 1:
            return near[0], left
    return registry.game(wanted), rest


def _rules(talk: Talk, game: Game, clause: str) -> None:
    """The clauses that ``clause`` names; without it, the sections there are to read."""
    edition = game.edition()
    if clause:
        clauses, rulings = rules.look_up(edition, clause)
        rules.show_all(talk.console, edition, clauses, rulings)
        return
    talk.say(edition.about.title, style="title")
    table = Table.grid(padding=(0, 2, 0, 0))
    for heading, group in rules.sections(edition, edition.clauses):
        table.add_row(Text(heading, style="clause"), str(len(group)), Text(_shortened(group[0].text, 60)))
    talk.console.print(table)
    first = next(rules.sections(edition, edition.clauses))[0]
    talk.say(f"rules {game.slug} {first} reads that section; name any clause or ruling the same way.")


def _shortened(text: str, length: int) -> str:
    return text if len(text) <= length else text[:length].rsplit(" ", 1)[0] + " …"


def _paytables(talk: Talk, game: Game) -> None:
    edition = game.edition()
    for block in edition.data.paytables:
        talk.console.print(paytables.draw(edition, block))
        talk.console.print()


# -- the screen


def draw(found: list[Game], width: int) -> RenderableType:
    """The lobby's screen."""
    columns = 2 if width >= 76 and len(found) > 1 else 1
    each = (width - (columns - 1)) // columns
    numbered = list(enumerate(found, start=1))
    grid = Table.grid(padding=(0, 1 if columns > 1 else 0, 0, 0))
    measure = Console(width=width, file=io.StringIO())
    for start in range(0, len(numbered), columns):
        row = numbered[start : start + columns]
        height = max(len(measure.render_lines(_table(*item, each))) for item in row)
        grid.add_row(*(_table(*item, each, height) for item in row))
    return Group(_sign(each * columns + columns - 1, len(found)), grid, _keys())


def _sign(width: int, count: int) -> RenderableType:
    """The sign over the door."""
    suits = Text()
    for sign, suit in zip("♠♥♦♣", ("As", "Ah", "Ad", "Ac"), strict=True):
        suits.append(f" {sign} ", style=ink_of(suit)).append(" ")
    name = Text.assemble(suits, ("   H O U S E W A Y   ", f"bold {GOLD}"), " ", suits)
    games = f"{NUMBERS.get(count, str(count))} games" if count != 1 else "one game"
    lines = [
        name,
        Text("House-banked table games, every payment with its clause"),
        Text(f"{games.capitalize()} · play money · release {VERSION}", style="italic"),
    ]
    return Panel(
        Group(*(Align.center(line) for line in lines)),
        box=box.HEAVY,
        style=cloth("black"),
        border_style=f"bold {cloth('black')}",
        width=width,
        padding=(0, 1),
    )


def _table(number: int, game: Game, width: int, height: int | None = None) -> Panel:
    edition = game.edition()
    about = edition.about
    style = cloth(about.colour)
    wagers = [edition.wagers[slug].name for slug in edition.initial_wagers]
    facts = Table.grid(padding=(0, 1, 0, 0))
    facts.add_column(style="bold", no_wrap=True)
    facts.add_column(overflow="fold")
    facts.add_row("Edition", f"{', '.join(game.editions)} · {about.positions} seats")
    facts.add_row("Type", Text(f"houseway play {game.slug}", style=f"bold {GOLD}"))
    facts.add_row("Wagers", Text(", ".join(wagers)))
    return Panel(
        facts,
        title=Text(f"{number} · {about.name}", style=f"bold {style}"),
        title_align="left",
        box=box.HEAVY,
        style=style,
        border_style=f"bold {style}",
        width=width,
        height=height,
        padding=(0, 1),
    )


def _keys() -> RenderableType:
    keys = {"NUMBER": "plays a game", "rules NUMBER": "reads it", "paytables NUMBER": "", "quit": "leaves"}
    line = Text()
    for number, (word, says) in enumerate(keys.items()):
        line.append(" · " if number else "").append(word, style="word").append(f" {says}" if says else "")
    return line
