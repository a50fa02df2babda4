"""``houseway rules``: the clauses of an edition in order, the rulings on them, and other sources by citation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_type_hints

import typer

from houseway import registry
from houseway.cli.command_options import EditionName, GameName, Json, argument, takes
from houseway.cli.screen.streams import put_json
from houseway.compliance.citations import Cited, find
from houseway.rulebook.edition import Clause, Edition, Ruling
from houseway.rulebook.rule_errors import UnknownClause
from houseway.rulebook.sources import Source

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

KINDS: tuple[str, ...] = get_args(get_type_hints(Clause)["kind"])


app = typer.Typer(add_completion=False)


@app.command()
def rules(
    game: GameName,
    clause: Annotated[
        list[str] | None,
        argument(
            "[CLAUSE]",
            "A clause, such as dealing 21(a); a section, such as appendix C; a ruling, such as DW-4; or another "
            "source, such as S-2 or WAC 230-15-685, which needs no game.",
        ),
    ] = None,
    edition: EditionName = None,
    kind: Annotated[str | None, takes("--kind -k KIND", "Only enforced, procedural or information.")] = None,
    rulings: Annotated[
        bool, takes("--rulings", "List the rulings, and what each is worth compared with another reading.")
    ] = False,
    json: Json = False,
) -> None:
    """Read the rules of a game with the rulings on them, or look up a clause, a ruling or another source."""
    read(game, " ".join(clause or ()), edition=edition, kind=kind, as_json=json, worth=rulings)


def read(
    game: str, clause: str, *, edition: str | None = None, kind: str | None = None, as_json: bool, worth: bool = False
) -> None:
    """Print the rules of ``game``: all of them, those that ``clause`` begins, or a ruling.

    With ``worth`` the rulings alone, each with what it is worth: all of them, one, or those of the clauses named.
    What is cited outside the editions (``S-2``, ``WAC 230-15-685``) is found with a game and without one; so is a
    clause that names its document, as ``GAME 2017, dealing 2``.
    """
    if game not in registry.all_games():
        cited = find(f"{game} {clause}".strip())
        if cited:
            show_cited(cited, as_json=as_json)
            return
    found = registry.game(game).edition(edition)
    if worth:
        show_worth(found, clause, as_json=as_json)
        return
    if kind is not None and kind not in KINDS:
        raise UnknownClause(f"there is no kind of clause {kind!r}", remedy=f"choose {', '.join(KINDS)}")
    clauses: Iterable[Clause] = found.clauses
    rulings: list[Ruling] = [] if kind else list(found.rulings.values())
    if clause:
        try:
            clauses, rulings = look_up(found, clause)
        except UnknownClause:
            cited = find(clause, found)
            if not cited:
                raise
            show_cited(cited, as_json=as_json)
            return
    shown = [item for item in clauses if kind is None or item.kind == kind]
    if as_json:
        put_json(
            {
                "game": game,
                "edition": found.slug,
                "fingerprint": found.fingerprint,
                "text-fingerprint": found.text_fingerprint,
                "clauses": [clause_data(found, item) for item in shown],
                "rulings": [ruling_data(item) for item in rulings],
            }
        )
        return
    from houseway.cli.screen.drawing import make_console

    console = make_console()
    if clause and len(shown) + len(rulings) <= 12:
        show_closely(console, found, shown, rulings)
    else:
        show_all(console, found, shown, rulings)


def show_worth(edition: Edition, clause: str, *, as_json: bool) -> None:
    """The rulings that ``clause`` names, or all of them, with what each is worth."""
    from houseway.maths.rulings import readings

    game = registry.game(edition.about.slug)
    wanted = set(edition.rulings)
    if clause:
        clauses, rulings = look_up(edition, clause)
        wanted = {item.id for item in rulings} | {item.id for each in clauses for item in rulings_of(edition, each)}
    found = [reading for reading in readings(game, edition.slug) if reading.ruling in wanted]
    if as_json:
        put_json({"game": game.slug, "edition": edition.slug, "readings": [reading.as_dict() for reading in found]})
        return
    from houseway.cli.screen.sheets import Sheet
    from houseway.reports.rulings_section import TITLE, pieces_of

    sheet = Sheet()
    sheet.say(f"{edition.about.title}: {TITLE[:1].lower()}{TITLE[1:]}", "title")
    if not found:
        sheet.say(f"No ruling settles {clause}.", "")
        return
    sheet.put(*pieces_of(game, edition, found))


def show_cited(cited: list[Cited], *, as_json: bool) -> None:
    """What was found by an id alone, each with the document it stands in."""
    if as_json:
        put_json({"cited": [cited_data(item) for item in cited]})
        return
    from rich.text import Text

    from houseway.cli.screen.drawing import make_console

    console = make_console()
    for item in cited:
        if isinstance(item.found, Clause) and item.edition is not None:
            console.print(Text(item.edition.about.title, style="title"))
            console.print(clause_card(item.edition, item.found))
        elif isinstance(item.found, Source):
            unread = "" if item.found.read else "  (its text was not at hand)"
            console.print(Text.assemble((item.id, "clause"), "  ", item.found.title, (unread, "said")))
            console.print(Text(item.text))
        else:
            console.print(Text.assemble((item.id, "clause"), ", a ruling"))
            console.print(Text(item.text))


def cited_data(item: Cited) -> dict[str, Any]:
    """What an id stands for, as plain data."""
    if isinstance(item.found, Source):
        return {"cited": item.id, "title": item.found.title, "text": item.text, "read": item.found.read}
    assert item.edition is not None
    within = {"game": item.edition.about.slug, "edition": item.edition.slug}
    if isinstance(item.found, Ruling):
        return {**within, **ruling_data(item.found)}
    return {**within, **clause_data(item.edition, item.found)}


# -- finding


def look_up(edition: Edition, text: str) -> tuple[list[Clause], list[Ruling]]:
    """The clauses that are, or begin with, ``text``, by their own number or the one they are cited as; or a ruling."""
    wanted = " ".join(text.lower().split())
    ruling = next((item for item in edition.rulings.values() if item.id.lower() == wanted), None)
    if ruling is not None:
        return [], [ruling]
    for begins in (_at_a_word, str.startswith):
        cited = [item for item in edition.clauses if begins(item.cite.lower(), wanted)]
        own = [item for item in edition.clauses if begins(item.id.lower(), wanted) and item not in cited]
        if cited or own:
            return cited + own, []
    return [edition.clause(text)], []


def _at_a_word(name: str, wanted: str) -> bool:
    """Whether ``name`` begins with ``wanted`` and no letter or figure follows: 2 does not begin 21."""
    return name.startswith(wanted) and not name[len(wanted) : len(wanted) + 1].isalnum()


def sections(edition: Edition, clauses: Iterable[Clause]) -> Iterator[tuple[str, list[Clause]]]:
    """``clauses`` in order, under the headings that their ids share; footnotes stay where they stand."""
    heading = ""
    headed = []
    known = [item.id.split() for item in edition.clauses]
    for item in clauses:
        if not item.id.startswith("footnote") or not heading:
            heading = _heading(item.id.split(), known)
        headed.append((heading, item))
    for name, group in groupby(headed, key=lambda pair: pair[0]):
        yield name, [item for _, item in group]


def _heading(words: list[str], known: list[list[str]]) -> str:
    if words[0] in ("appendix", "letter") and len(words) > 1:
        return " ".join(words[:2])
    for number, word in enumerate(words[1:], start=1):
        if word[0].isdigit():
            return " ".join(words[:number])
    shared = 0
    for other in known:
        if other is not words and other != words:
            same = 0
            while same < min(len(words), len(other)) and words[same] == other[same]:
                same += 1
            shared = max(shared, same)
    return " ".join(words[: shared or len(words)])


# -- as data


def clause_data(edition: Edition, clause: Clause) -> dict[str, Any]:
    """A clause as plain data, with the rulings that settle it."""
    return {
        "clause": clause.id,
        "cited-as": clause.cite,
        "kind": clause.kind,
        "text": clause.text,
        "rulings": [ruling_data(ruling) for ruling in rulings_of(edition, clause)],
    }


def ruling_data(ruling: Ruling) -> dict[str, Any]:
    """A ruling as plain data."""
    return {"ruling": ruling.id, "settles": list(ruling.settles), "text": ruling.text}


def rulings_of(edition: Edition, clause: Clause) -> list[Ruling]:
    """The rulings that ``clause`` names, and those that say they settle it."""
    return [
        ruling for ruling in edition.rulings.values() if ruling.id in clause.ruling or clause.cite in ruling.settles
    ]


# -- on the screen


def show_all(console: Console, edition: Edition, clauses: list[Clause], rulings: list[Ruling]) -> None:
    """Every clause under its section, then the rulings."""
    from rich.padding import Padding
    from rich.rule import Rule
    from rich.table import Table
    from rich.text import Text

    console.print(Text(edition.about.title, style="title"))
    console.print(_legend(edition, clauses))
    for heading, group in sections(edition, clauses):
        console.print()
        console.print(Rule(Text(heading[0].upper() + heading[1:], style="title"), align="left", style="clause"))
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(width=min(24, max(len(_short(item.id, heading)) for item in group)), overflow="fold")
        table.add_column(width=1)
        table.add_column(ratio=1)
        for item in group:
            table.add_row(Text(_short(item.id, heading), style="clause"), _mark(item.kind), _body(item))
        console.print(table)
    if rulings:
        console.print()
        console.print(Rule(Text("Rulings", style="title"), align="left", style="clause"))
        for ruling in rulings:
            console.print(Text.assemble((ruling.id, "clause"), "  ", ruling.text))
            console.print(Padding(Text("settles " + ", ".join(ruling.settles), style="said"), (0, 0, 0, 4)))
    if not clauses and not rulings:
        console.print("No clause is of that kind here.")


def show_closely(console: Console, edition: Edition, clauses: list[Clause], rulings: list[Ruling]) -> None:
    """A few clauses, each in full with its kind and rulings."""
    from rich.text import Text

    for number, item in enumerate(clauses):
        if number:
            console.print()
        console.print(clause_card(edition, item))
    for ruling in rulings:
        console.print(Text.assemble((ruling.id, "clause"), ", a ruling"))
        console.print(Text(ruling.text))
        console.print(Text("settles " + ", ".join(ruling.settles), style="said"))


def clause_card(edition: Edition, clause: Clause) -> RenderableType:
    """One clause in full: id, kind, text, rulings, and the number it is cited by."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    head = Text.assemble((clause.id, "clause"), "  ", (clause.kind, clause.kind))
    if clause.cited_as:
        head.append(f"  cited as {clause.cited_as}", style="said")
    parts: list[RenderableType] = [head, Padding(Text(clause.text), (0, 0, 0, 2))]
    for ruling in rulings_of(edition, clause):
        parts.append(Padding(Text.assemble((ruling.id, "clause"), "  ", ruling.text), (0, 0, 0, 4)))
    return Group(*parts)


def _short(name: str, heading: str) -> str:
    """The id without its heading, where that leaves something."""
    return name[len(heading) :].strip() or name if name.startswith(heading + " ") else name


_MARKS = {"enforced": "●", "procedural": "○", "information": "◇"}


def _mark(kind: str) -> Any:
    from rich.text import Text

    return Text(_MARKS[kind], style=kind)


def _legend(edition: Edition, clauses: list[Clause]) -> Any:
    from rich.text import Text

    text = Text(f"{edition.about.slug}, edition {edition.slug}, {edition.about.dated} · {len(clauses)} clauses: ")
    for number, kind in enumerate(KINDS):
        count = sum(1 for item in clauses if item.kind == kind)
        text.append(" · " if number else "").append(f"{_MARKS[kind]} {count} {kind}", style=kind)
    return text


def _body(clause: Clause) -> Any:
    from rich.text import Text

    text = Text(clause.text)
    if clause.ruling:
        text.append(" (" + ", ".join(clause.ruling) + ")", style="clause")
    if clause.cited_as:
        text.append(f" [cited as {clause.cited_as}]", style="said")
    return text
