"""How a game is spoken of: its ``words.toml`` names questions, choices, places and results, and to whom.

Players, dealers and auditors read of the same thing in different words. A screen puts together what stands here and
knows no game; what a game has no words for is said by its slug.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from houseway.rulebook.edition import Edition
from houseway.rulebook.money import dollars
from houseway.rulebook.paytables import NO_ROW, event_slug
from houseway.rulebook.steps import BURN, COMMUNITY, DEALER, INDICATORS, Ask
from houseway.table.folder import GameFolder
from houseway.table.shown.game_files import read_file

CHOICES = "{choices}"
"""Stands in what a dealer is told for the choices that are offered."""


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Base of what a file of words holds."""


class AskWords(_Data, frozen=True):
    """How a question is asked: of the ``player``, by the ``dealer`` (after the position), and its name in a ``record``.

    ``control`` is what the player answers with: buttons, cards to ``pick``, or a hand to ``set``, where one card goes
    from the first of two ``boxes`` (parts of the hand) to the second. ``hand``: its cards are named with the question.
    """

    player: str = ""
    dealer: str = CHOICES
    record: str = ""
    control: Literal["buttons", "pick", "set"] = "buttons"
    confirm: str = "Confirm"
    boxes: tuple[str, ...] = ()
    hand: bool = False


class Named(_Data, frozen=True):
    """A place of cards or a part of a hand: the ``label`` beside it, and what it is called within a sentence.

    ``cards`` are the cards there, left out where "the cards of" that place will do.
    """

    label: str
    says: str
    cards: str = ""


class LineWords(_Data, frozen=True):
    """Why lines of these ``wagers`` ended as they did, told to the player by event or by the game's own case.

    Facts in braces are filled in by the game, and ``{pays}`` by the table; the money is added after a colon.
    """

    wagers: tuple[str, ...]
    says: dict[str, str]


_FACT = re.compile(r"\{([a-z][a-z0-9]*(?:-[a-z0-9]+)*)\}")


SHARED_QUESTIONS = {
    INDICATORS: AskWords(dealer="check the indicators against the chips", record="Indicators"),
}
SHARED_PLACES = {
    DEALER: Named("Dealer", "the dealer", "the dealer's cards"),
    COMMUNITY: Named("Community", "the community", "the community cards"),
    BURN: Named("Burned", "the discard rack"),
}
"""What the rulebook itself names, where a game has no words of its own for it."""


class Words(_Data, frozen=True):
    """The whole file. Places are in the order in which a dealer sees them.

    ``doing`` has a choice as the subject of a sentence: ``standing`` loses 60¢. ``sections`` are parts of the documents
    whose clauses are read together, by what their ids begin with. ``deck`` is the clause that says which cards there
    are.
    """

    format: Literal[1]
    game: str
    deck: str = ""
    sections: tuple[str, ...] = ()
    question: dict[str, AskWords] = {}
    choice: dict[str, str] = {}
    doing: dict[str, str] = {}
    place: dict[str, Named] = {}
    part: dict[str, Named] = {}
    result: dict[str, str] = {}
    lines: dict[str, LineWords] = {}

    def __post_init__(self) -> None:
        for slug, question in self.question.items():
            if question.dealer.replace(CHOICES, "").count("{") or not question.dealer.strip():
                raise ValueError(f"question {slug}: the dealer is told a text in which only {CHOICES} is filled in")
            if len(question.boxes) != (2 if question.control == "set" else 0):
                raise ValueError(f"question {slug}: a hand that is set has two boxes, any other question none")
            if unknown := [box for box in question.boxes if box not in self.part]:
                raise ValueError(f"question {slug}: {unknown[0]} is no part of a hand here")
        told = [wager for group in self.lines.values() for wager in group.wagers]
        if twice := [wager for wager in told if told.count(wager) > 1]:
            raise ValueError(f"lines: {twice[0]} is explained in two groups")
        for slug, group in self.lines.items():
            for case, said in group.says.items():
                plain = _FACT.sub("", said)
                if "{" in plain or "}" in plain or ":" in plain or not said.strip() or said[-1] in ".!?,; ":
                    raise ValueError(
                        f"lines {slug}, {case}: a reason has facts in braces, no colon and no stop at its end, "
                        "for the money follows it"
                    )

    # -- questions and choices

    def about(self, ask: str) -> AskWords:
        """How the question called ``ask`` is put."""
        return self.question.get(ask) or SHARED_QUESTIONS.get(ask) or AskWords()

    def asked(self, ask: Ask) -> str:
        """What the player reads: the question itself, or the choices where the game has no words for it."""
        said = self.about(ask.ask).player
        if said:
            return said
        offered = [self.chosen(choice.word) for choice in ask.choices]
        return f"{', or '.join([*offered[:1], *map(_lower, offered[1:])])}?" if offered else spelled(ask.ask)

    def told(self, ask: Ask) -> str:
        """What the dealer is told that somebody decides: ``fold or play``."""
        offered = [_lower(self.chosen(choice.word)) for choice in ask.choices]
        return self.about(ask.ask).dealer.replace(CHOICES, listed(offered, "or"))

    def recorded(self, ask: str) -> str:
        """The question as a record and a report name it."""
        return self.about(ask).record or spelled(ask)

    def chosen(self, word: str) -> str:
        """A choice as a button shows it and a report names it."""
        return self.choice.get(word) or spelled(word)

    def taking(self, word: str) -> str:
        """A choice as the subject of a sentence: ``standing``; in quotes where the game has no word for it."""
        return self.doing.get(word) or f"“{self.chosen(word)}”"

    def answered(self, ask: str, answer: Any) -> str:
        """An answer to the question ``ask``: ``Fold``, ``Bet $5``, ``Low 2`` where a hand is set, ``Cards 1 and 3``."""
        if isinstance(answer, str):
            return self.chosen(answer)
        if len(answer) == 2 and isinstance(answer[0], str):
            word, number = answer
            return f"{self.chosen(word)} {number if self.about(ask).control == 'set' else dollars(number)}"
        return f"Card{'s' * (len(answer) > 1)} {listed([str(number) for number in answer], 'and')}"

    def answers(self, ask: str, answer: Any) -> str:
        """An answer within a sentence: ``bet $5``."""
        return _lower(self.answered(ask, answer))

    # -- places

    def label(self, place: str) -> str:
        """What stands beside the cards of a place: ``Dealer``, ``High``, ``Hand 2``; nothing beside a seat's own."""
        owner, _, part = place.partition(".")
        if not owner.isdigit():
            named = self.named(place)
            return named.label if named else spelled(place)
        if part.isdigit():
            return f"Hand {part}"
        return self.part[part].label if part in self.part else spelled(part)

    def says(self, place: str) -> str:
        """A place within a sentence: ``the dealer``, ``position 3``, ``position 3, high hand``."""
        owner, _, part = place.partition(".")
        if not owner.isdigit():
            named = self.named(place)
            return named.says if named else place.replace("-", " ")
        return f"position {owner}, {self.part_says(part)}" if part else f"position {owner}"

    def cards(self, place: str) -> str:
        """The cards of a place within a sentence: ``the dealer's cards``, ``the cards of position 3``."""
        named = self.named(place)
        return named.cards if named and named.cards else f"the cards of {self.says(place)}"

    def named(self, place: str) -> Named | None:
        """The words for a place of the table, the rulebook's own where the game has none."""
        return self.place.get(place) or SHARED_PLACES.get(place)

    def part_says(self, part: str) -> str:
        """A part of a hand within a sentence: ``high hand``, ``hand 2``."""
        if part.isdigit():
            return f"hand {part}"
        return self.part[part].says if part in self.part else part.replace("-", " ")

    @property
    def places(self) -> list[str]:
        """Every place of the table that has a name, in the order in which people see them."""
        return [*self.place, *(shared for shared in SHARED_PLACES if shared not in self.place)]

    def order(self, place: str) -> int:
        """Where a place of the table stands among the others on the dealer's screen."""
        named = self.places
        return named.index(place) if place in named else len(named)

    # -- results

    def event(self, edition: Edition | None, wager: str, event: str) -> str:
        """What a line's event is called: the row as printed, or this game's own name for what no row has."""
        names = self.events(edition, wager)
        return " and ".join(names.get(part) or spelled(part) for part in event.split("+"))

    def events(self, edition: Edition | None, wager: str) -> dict[str, str]:
        """The names of every event that a line of ``wager`` may have; two that come together are joined by a plus."""
        rows = _row_names(edition).get(wager, {}) if edition is not None else {}
        return {NO_ROW.event: NO_ROW.name} | self.result | rows

    def reason(self, wager: str, case: str) -> str:
        """The template of why a line of ``wager`` ended so; empty where the game has none."""
        return next((group.says.get(case, "") for group in self.lines.values() if wager in group.wagers), "")


def filled(template: str, facts: Mapping[str, str]) -> str:
    """``template`` with its facts, beginning with a capital; empty where one of them is not known."""
    wanted = _FACT.findall(template)
    if any(not facts.get(fact) for fact in wanted):
        return ""
    return capital(_FACT.sub(lambda found: facts[found[1]], template))


def capital(text: str) -> str:
    """``text`` as a sentence begins."""
    return text[:1].upper() + text[1:]


def wager_name(edition: Edition | None, wager: str) -> str:
    """What a wager is called; one that the edition has not, by its slug."""
    return edition.wagers[wager].name if edition is not None and wager in edition.wagers else spelled(wager)


def spelled(slug: str) -> str:
    """A slug as words: ``tie-after-tie`` is ``Tie after tie``."""
    return capital(slug.replace("-", " "))


def counted(number: int, what: str) -> str:
    """So many of something: ``1 table``, ``1,000 rounds``."""
    return f"{number:,} {what}{'s' * (number != 1)}"


def listed(words: Sequence[str], last: str = "") -> str:
    """Words one after another; ``last`` stands before the last of several."""
    if last and len(words) > 1:
        return f"{', '.join(words[:-1])} {last} {words[-1]}"
    return ", ".join(words)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


@lru_cache(maxsize=64)
def _row_names(edition: Edition) -> dict[str, dict[str, str]]:
    """By wager, the printed name of each row that any of its paytables has."""
    found: dict[str, dict[str, str]] = {}
    for block in edition.data.paytables:
        names = {event_slug(name): name for name, *_ in block.rows}
        for wager in block.wagers:
            found[wager] = names | found.get(wager, {})
    return found


def words_of(game: GameFolder) -> Words:
    """The words of ``game``; where it has no ``words.toml``, none of its own."""
    return _words(game.folder, game.slug)


@lru_cache(maxsize=64)
def _words(folder: Path, slug: str) -> Words:
    path = folder / "words.toml"
    return read_words(path) if path.exists() else Words(1, slug)


def read_words(path: Path) -> Words:
    """The words in the file ``path``, refused where they do not hold together."""
    return read_file(path, Words, "see the words.toml of another game")
