"""Whatever says a figure says the same one: analyze, the PAR sheet, the games' pages, strategy and simulate.

What is compared follows from what `houseway analyze` lists, and that from the editions: a new wager, paytable, option
or strategy is compared without a word here. Each output is read as a user gets it, and numbers at the precision to
which they are printed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from houseway import registry
from houseway.reports.document import Document
from houseway.rulebook.edition import Edition
from houseway.rulebook.money import dollars
from tests.cli.command import Run
from tests.cli.conftest import cli

__all__ = ["cli"]

PAGES = Path(__file__).parent.parent / "docs" / "games"
CARRIED = [(slug, edition) for slug, game in sorted(registry.all_games().items()) for edition in game.editions]

Entry = dict[str, Any]
Row = dict[str, str]

FIGURES: dict[str, tuple[str, int]] = {
    "House edge": ("house_edge", 100),
    "Element of risk": ("element_of_risk", 100),
    "Hit frequency": ("hit_frequency", 100),
    "SD": ("sd", 1),
    "Expected value": ("ev", 1),
    "Average action": ("average_action", 1),
    "Variance": ("variance", 1),
    "Standard deviation": ("sd", 1),
}
"""How a printed figure is called, with its name in the JSON of analyze and what a percent is of one."""


# -- what is said


class Block(NamedTuple):
    """A table of a document in Markdown, with the headings that it stands under."""

    section: str
    part: str
    title: str
    rows: list[Row]


def blocks(text: str) -> list[Block]:
    found: list[Block] = []
    section = part = title = ""
    heads: list[str] = []
    for line in text.splitlines():
        if line.startswith("## "):
            section, part, title = line[3:], "", ""
        elif line.startswith("### "):
            part, title = line[4:], ""
        elif line.startswith("**"):
            title = line.strip("*")
        if not line.startswith("|"):
            heads = []
        elif not heads:
            heads = cells(line)
            found.append(Block(section, part, title, []))
        elif not line.startswith(("|:", "|-")):
            found[-1].rows.append(dict(zip(heads, cells(line), strict=True)))
    return found


def cells(line: str) -> list[str]:
    """The cells of a line of a table; one without heads is of labels and values."""
    if not line.strip("| "):
        return ["label", "value"]
    return [cell.strip(" `") for cell in re.split(r"(?<!\\)\|", line.strip().removeprefix("|").removesuffix("|"))]


def facts_of(block: Block) -> Row:
    """A table of two columns without heads, by its labels."""
    return {row["label"]: row["value"] for row in block.rows} if block.rows and "label" in block.rows[0] else {}


def agrees(printed: str, value: float | None, scale: int = 1) -> bool:
    """Whether ``printed`` is ``value`` to as many digits as it has."""
    if printed in ("–", ""):
        return value is None
    number = re.sub(r"[,$%+ ]", "", printed.replace("\u2212", "-"))
    if value is None:
        return False
    shown = value * scale
    if "e" in number:
        digits = len(number.split("e")[0].partition(".")[2])
        return Decimal(number) == Decimal(f"{shown:.{digits}e}")
    return Decimal(number) == Decimal(f"{shown:.{len(number.partition('.')[2])}f}")


def compare(row: Mapping[str, str], entry: Entry, where: str) -> int:
    """Every figure of ``row`` with that of ``entry``; how many there were."""
    number = 0
    for head, text in row.items():
        name, scale = next((FIGURES[known] for known in FIGURES if re.match(rf"{known}(,|$)", head)), ("", 0))
        if not name or head == "Expected value, exact":
            continue
        assert agrees(text, entry[name], scale), f"{where}: {head} is {text}, and analyze says {entry[name]!r}"
        number += 1
    return number


def told(run: Run, *args: str) -> dict[str, Any]:
    """The JSON of a command. A simulation of a few rounds may end with 1: its mean is no evidence."""
    ended = run(*args, "--json")
    assert (ended.code in (0, 1), ended.err) == (True, ""), (args, ended)
    data = json.loads(ended.out)
    assert isinstance(data, dict)
    return data


class Said(NamedTuple):
    """What a game says of one edition."""

    slug: str
    rules: Edition
    entries: list[Entry]

    def matching(self, fits: Callable[[Entry], bool], where: str) -> Entry:
        """The one entry that ``fits``; wagers with one name and the same figures count as one."""
        found = [entry for entry in self.entries if fits(entry)]
        assert found, f"analyze has no entry for {where}"
        return found[0]

    def names(self, wager: str) -> str:
        return self.rules.wagers[wager].name

    def command(self, verb: str, *args: str) -> tuple[str, ...]:
        return (verb, self.slug, "--edition", self.rules.slug, *args)


@pytest.fixture(params=CARRIED, ids=lambda pair: f"{pair[0]} {pair[1]}", scope="module")
def carried(request: pytest.FixtureRequest) -> tuple[str, str]:
    slug, edition = request.param
    return slug, edition


@pytest.fixture
def said(cli: Run, carried: tuple[str, str]) -> Said:
    slug, edition = carried
    entries = told(cli, "analyze", slug, "--edition", edition)["wagers"]
    return Said(slug, registry.game(slug).edition(edition), entries)


def options_text(options: Mapping[str, str]) -> str:
    return ", ".join(f"{key.replace('-', ' ')} {value}" for key, value in options.items())


def identified(said: Said, row: Row, wagers: str) -> Iterator[Callable[[Entry], bool]]:
    """For each of the ``wagers`` that a row is about: whether an entry is the row's, by all that the row says of it.

    A row that names no strategy or options is of the best play under the usual ones: the first that fits.
    """
    for name in wagers.split(", "):
        slugs = {slug for slug, wager in said.rules.wagers.items() if wager.name == name}
        assert slugs, f"no wager is called {name}"

        def fits(entry: Entry, slugs: set[str] = slugs) -> bool:
            if entry["wager"] not in slugs or row.get("Paytable", "") != _plain(entry):
                return False
            if any(
                row.get(head, entry[key]) != entry[key] for head, key in (("Bet", "case"), ("Strategy", "strategy"))
            ):
                return False
            if "Options" in row:
                return row["Options"] == options_text(entry["options"])
            heads = {head.lower().replace(" ", "-"): text for head, text in row.items()}
            return all(heads.get(slug, value) == value for slug, value in entry["options"].items())

        yield fits


def _plain(entry: Entry) -> str:
    return "" if entry["paytable"] == "standard" else entry["paytable"]


# -- the documents


def check_document(said: Said, text: str, where: str) -> tuple[set[int], set[int]]:
    """Compare every figure of a document; the entries that stand in a summary, and all that were compared."""
    first: set[int] = set()
    compared: set[int] = set()
    figures = 0
    for block in blocks(text):
        place = f"{where}, {block.section}, {block.part} {block.title}"
        for row in block.rows:
            if not FIGURES.keys() & row.keys() or not {"Wager", "Strategy"} & row.keys():
                continue
            wagers = row.get("Wager") or (
                block.title.partition(": cost of each strategy")[0] if block.section == "Strategy" else block.section
            )
            for fits in identified(said, row, wagers):
                entry = said.matching(fits, f"{place}: {row}")
                figures += compare(row, entry, place)
                compared.add(said.entries.index(entry))
                if block.section == "Summary":
                    first.add(said.entries.index(entry))
                    if row.get("Breaks even at", "–") != "–":
                        assert agrees(row["Breaks even at"], entry["meters"][0]["break_even"]), place
        facts = facts_of(block)
        if "Strategy" in facts and "Unit" in facts:
            paytable = block.part.removeprefix("Paytable ").partition(", ")[0]
            about = {
                "Paytable": "" if block.part == "Outcomes" else paytable,
                "Bet": facts.get("Bet", ""),
                "Strategy": facts["Strategy"],
                "Options": facts.get("Options", ""),
            }
            for fits in identified(said, about, block.section):
                entry = said.matching(fits, f"{place}: {about}")
                figures += compare(facts, entry, place)
                compared.add(said.entries.index(entry))
    assert figures > len(compared), "no figures were found"
    return first, compared


def test_the_par_sheet_has_every_entry_of_analyze_with_the_same_figures(
    cli: Run,
    said: Said,
    tmp_path: Path,
) -> None:
    _, compared = check_document(said, sheet_of(cli, said, tmp_path), "the PAR sheet")
    left = [entry for number, entry in enumerate(said.entries) if number not in compared]
    assert left == [], "the PAR sheet leaves entries out"


def sheet_of(run: Run, said: Said, folder: Path, *args: str) -> str:
    """The PAR sheet in Markdown."""
    file = folder / "sheet.md"
    ended = run(*said.command("par", *args, "--simulate", "0", "-o", str(file)))
    assert (ended.code, ended.err) == (0, "")
    return file.read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing takes most of the time of a sheet, and other tests look at the pictures."""
    monkeypatch.setattr(Document, "plots", lambda self: ())


@pytest.mark.parametrize("slug", sorted(registry.all_games()))
def test_the_page_of_a_game_says_what_analyze_says(cli: Run, slug: str) -> None:
    game = registry.game(slug)
    said = Said(slug, game.edition(), told(cli, "analyze", slug)["wagers"])
    text = (PAGES / f"{slug}.md").read_text(encoding="utf-8")
    first, _ = check_document(said, text, f"docs/games/{slug}.md")
    shown = {(said.entries[number]["wager"], said.entries[number]["paytable"]) for number in first}
    assert shown == {(entry["wager"], entry["paytable"]) for entry in said.entries}, "the summary leaves some out"
    for block in blocks(text):
        for row in block.rows:
            against = "Against the usual" if "Against the usual" in row else "Costs" if "Costs" in row else ""
            if not against:
                continue
            wagers = row.get("Wager") or block.title.partition(":")[0]
            for fits in identified(said, row, wagers):
                entry = said.matching(fits, str(row))
                usual = next(
                    other
                    for other in said.entries
                    if all(other[key] == entry[key] for key in ("wager", "paytable", "case"))
                )
                assert agrees(row[against], usual["ev"] - entry["ev"], 100), f"{block.title}: {row}"


# -- strategies


def compared_by_play(said: Said) -> list[Entry]:
    """The entries of wagers that are placed before the deal: one that is added counts with the one that it hangs on.

    Of an edition that is not the present one, those of the best play.
    """
    present = said.rules.slug == registry.game(said.slug).edition().slug
    return [
        entry
        for entry in said.entries
        if said.rules.wagers[entry["wager"]].kind != "supplemental" and (present or entry["strategy"] == "optimal")
    ]


def test_every_strategy_is_worth_what_analyze_says(cli: Run, said: Said) -> None:
    decided = dict.fromkeys(
        (entry["wager"], entry["paytable"], entry["strategy"])
        for entry in compared_by_play(said)
        if any(other["strategy"] != "optimal" for other in said.entries if other["wager"] == entry["wager"])
    )
    for wager, paytable, name in decided:
        data = told(cli, *said.command("strategy", "-n", name, "--wager", wager, "--paytable", paytable))
        assert data["costs"] or wager in unpriced(said)
        for cost in data["costs"]:
            for figure, strategy in (("ev", name), ("best_ev", "optimal")):
                found = [
                    entry
                    for entry in said.entries
                    if all(entry[key] == cost[key] for key in ("wager", "paytable", "options"))
                    and entry["strategy"] == strategy
                ]
                # What the play for both wagers makes of one alone is no entry.
                assert found or name == "joint"
                for entry in found[:1]:
                    assert cost[figure] == pytest.approx(entry["ev"], abs=1e-12), (name, cost)


def unpriced(said: Said) -> set[str]:
    """Wagers that need an amount."""
    return {entry["wager"] for entry in said.entries if entry["ev"] is None}


# -- simulations


class Simulation:
    """One run of simulate, with the entries whose figures it must give."""

    def __init__(self, strategy: str) -> None:
        self.strategy = strategy
        self.options: dict[str, str] = {}
        self.wagers: dict[str, str] = {}
        self.without: set[str] = set()
        self.expected: list[Entry] = []

    def takes(
        self, said: Said, entry: Entry, options: Mapping[str, str], wagers: Mapping[str, str], alone: bool
    ) -> bool:
        """Whether the entry can be seen in this run too."""
        together = {**self.wagers, **wagers}
        primary = [slug for slug in together if said.rules.wagers[slug].kind == "primary"]
        return (
            self.strategy == entry["strategy"]
            and all(self.options.get(slug, value) == value for slug, value in options.items())
            and all(self.wagers.get(slug, name) == name for slug, name in wagers.items())
            and not self.without & set(wagers)
            and not (alone and primary)
            and len(primary) <= 1
            and entry["wager"] not in {item["wager"] for item in self.expected}
            and len(together) <= 4 + 3 * (said.slug == "triple-attack")
        )


def needed(said: Said, entry: Entry) -> tuple[dict[str, str], dict[str, str], bool]:
    """The options of the table, the wagers with their paytables, and whether no primary wager may lie beside it."""
    wagers = {entry["wager"]: entry["paytable"]}
    options = {slug: value for slug, value in entry["options"].items() if slug in said.rules.options}
    options |= said.rules.wagers[entry["wager"]].offered_with
    if "ante" in entry["options"]:
        wagers["ante"] = entry["options"]["ante"]
    return options, wagers, entry["case"] == "alone"


def simulated(said: Said) -> list[Entry]:
    """Every entry of the best play; of another strategy the first of each wager."""
    found: list[Entry] = []
    named: set[tuple[str, str, str]] = set()
    for entry in compared_by_play(said):
        key = entry["wager"], entry["case"], entry["strategy"]
        if entry["strategy"] == "optimal" or key not in named:
            found.append(entry)
        named.add(key)
    return found


def simulations(said: Said) -> list[Simulation]:
    """As few runs as show every entry."""
    runs: list[Simulation] = []
    for entry in simulated(said):
        options, wagers, alone = needed(said, entry)
        for run in runs:
            if run.takes(said, entry, options, wagers, alone):
                break
        else:
            run = Simulation(entry["strategy"])
            runs.append(run)
        run.options |= options
        run.wagers |= wagers
        run.expected.append(entry)
        if alone:
            run.without |= {slug for slug, wager in said.rules.wagers.items() if wager.kind == "primary"}
    return runs


def command_of(said: Said, run: Simulation) -> list[str]:
    """What makes the run: a side bet that may not lie alone gets the first primary wager of the layout beside it."""
    rules = said.rules
    placed = dict(run.wagers)
    if not run.without and not any(rules.wagers[slug].kind == "primary" for slug in placed):
        first = next(
            slug
            for slug, wager in rules.wagers.items()
            if wager.kind == "primary"
            and all(run.options.get(key, value) == value for key, value in wager.offered_with.items())
        )
        placed = {first: "", **placed}
    args = ["-r", "1", "-s", "1", "--strategy", run.strategy]
    usual = registry.game(said.slug).house["usual"]
    for slug, paytable in placed.items():
        # The play for both wagers is worked out for equal stakes.
        stake = 500 if run.strategy == "joint" and rules.wagers[slug].kind != "jackpot" else usual.get(slug, 1000)
        args += ["--wager", f"{slug}={dollars(stake)}"]
        if paytable and rules.paytable_ids(slug) != ("standard",):
            args += ["--paytable", f"{slug}={paytable}"]
    for slug, value in run.options.items():
        args += ["--option", f"{slug}={value}"]
    return args


def test_simulate_compares_with_the_figures_of_analyze(cli: Run, said: Said, tmp_path: Path) -> None:
    seen = 0
    sheets: set[tuple[str, str]] = set()
    for run in simulations(said):
        data = told(cli, *said.command("simulate", *command_of(said, run)))
        exact = {column["wager"]: column["exact"] for column in data["columns"]}
        for entry in run.expected:
            where = (entry["wager"], entry["paytable"], entry["case"], entry["options"], run.strategy)
            priced = entry if entry["ev"] is not None else at_amounts(cli, said, entry, data, tmp_path, sheets)
            assert exact[entry["wager"]] == pytest.approx(priced["ev"], abs=1e-12), where
            seen += 1
    assert seen == len(simulated(said))


def at_amounts(
    run: Run, said: Said, entry: Entry, data: Mapping[str, Any], folder: Path, sheets: set[tuple[str, str]]
) -> Entry:
    """What analyze says of an entry that needs amounts, at those of a simulation; the PAR sheet must say it too."""
    wager, paytable = entry["wager"], entry["paytable"]
    args = ["--wager", wager, "--paytable", paytable]
    for name, cents in data["meters"].items():
        if name.split("/")[0] == wager:
            args += ["--meter", f"{name}={dollars(cents)}"]
    for event, pay in data["posted"].get(wager, {}).items():
        args += ["--pays", f"{event}={pay}"]
    priced = Said(said.slug, said.rules, told(run, *said.command("analyze", *args))["wagers"])
    if (wager, paytable) not in sheets:
        sheets.add((wager, paytable))
        check_document(
            priced, sheet_of(run, said, folder, *args), f"the PAR sheet of {wager} {paytable} at its amounts"
        )
    return priced.matching(
        lambda item: (item["options"], item["strategy"]) == (entry["options"], entry["strategy"]), f"{wager} {paytable}"
    )
