"""A dealer who never tires: deals seeded rounds at a console by keys, the cheapest way that it offers, and counts them.

The cards of a round come from a deck that the seed shuffles. A round of the same cards is played beside it first, by
the game's own automatic players: the robot knows what every position will decide and which cards will be turned.
Each position has its usual wagers, and in a round one position in ``CHANGES`` draws new ones. Mis-keyed cards and small
hits are mended and paid where they occur, and their keys are counted like any other.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Browser, expect

from houseway.cards import Card, RecordedShoe, Stream
from houseway.registry import game
from houseway.rulebook.steps import INDICATORS, Ask, Deal, Peek, PlaceWagers, Prizes, Tabulate, Together, Turn
from houseway.table.players import advised, usual_wagers
from houseway.table.round import Round
from tests.web.dealing import Dealer
from tests.web.serving import PASSWORD, Served

SEATS = (1, 2, 3, 4, 5, 6)
CHANGES = 6
"""One position in so many changes its wagers from one round to the next."""

SLIPS = 25
"""In one round of so many a card is mis-keyed, and corrected under a supervisor's signature."""

COUNT = """() => {
  window.pressed = 0;
  document.addEventListener("keydown", () => { window.pressed += 1; }, true);
}"""

PRESS = """async (keys) => {
  const root = document.querySelector(".console");
  const idle = () => root.classList.contains("busy") ? new Promise((done) => {
    const watch = new MutationObserver(() => {
      if (root.classList.contains("busy")) return;
      watch.disconnect();
      done();
    });
    watch.observe(root, { attributes: true, attributeFilter: ["class"] });
  }) : null;
  for (const key of keys) {
    const pressed = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(pressed);
    await idle();
  }
  const shown = (part) => root.querySelector(`[data-part=${part}]`);
  const told = ["alert", "notice"].map(shown).filter((each) => !each.hidden).map((each) => each.textContent);
  return {
    pressed: window.pressed,
    title: shown("title").textContent,
    kind: root.dataset.kind,
    blocked: Boolean(shown("hands").firstChild?.tagName) && !shown("entry").firstChild?.tagName,
    choices: [...root.querySelectorAll(".choices > .choice:not(.quiet) > kbd")].map((each) => each.textContent),
    hits: !shown("hits").hidden,
    columns: [...root.querySelectorAll(".grid thead th kbd")].map((each) => each.textContent),
    told,
  };
}"""


class Meters(dict[str, int]):
    """An amount for whichever meter is asked for."""

    def get(self, name: str, default: Any = None) -> Any:
        return 1_000_000


class KeyRobot:
    """Deals at the console of ``table``; ``counts`` has the keys of each round beside two for each card."""

    def __init__(self, house: Served, browser: Browser, table: str, seed: int) -> None:
        self.house = house
        self.table = table
        self.chance = random.Random(seed)
        self.seed = seed
        self.setup = house.room.mirror.setup(table)
        self.game = game(self.setup.edition.about.slug)
        self.habits = {seat: self._habit(seat) for seat in SEATS}
        self.last: dict[int, dict[str, int]] = {}
        self.counts: list[int] = []
        self.dealer = Dealer(house, browser, table)
        self.dealer.page.evaluate(COUNT)
        self.shown = self._press()

    def _habit(self, seat: int) -> dict[str, int]:
        return usual_wagers(self.setup, self.game.house["usual"], Stream(self.chance.getrandbits(32), seat))

    def _press(self, *keys: str) -> dict[str, Any]:
        found: dict[str, Any] = self.dealer.page.evaluate(PRESS, list(keys))
        self.shown = found
        assert not found["told"], f"{keys} at {found['title']!r}: {found['told']}"
        return found

    @property
    def mean(self) -> float:
        return sum(self.counts) / len(self.counts)

    # -- a round

    def deal(self) -> Round:
        """One round, from the begin to the close; returned as it was played beside."""
        for seat in SEATS:
            if self.chance.randrange(CHANGES) == 0:
                self.habits[seat] = self._habit(seat)
        beside = self._played_beside()
        before, cards = self.shown["pressed"], 0
        slips = len(self.counts) % SLIPS == SLIPS - 1
        while self.shown["kind"] == "deck":
            self._press(" ")
        self._press(*self._begins())
        while (live := self.house.room.mirror.playing(self.table)) is not None:
            if self.shown["blocked"]:
                self._press(" ")
                continue
            keys, texts = self._due(live.round, beside)
            if texts and slips:
                cards += self._slip(beside, texts)
                slips = False
                continue
            self._press(*keys, *texts)
            cards += len(texts)
        if self.shown["hits"]:
            self._sign("F6", "sam", "ann")
        self.last = {seat: dict(wagers) for seat, wagers in self.habits.items()}
        self.counts.append(self.shown["pressed"] - before - cards)
        return beside

    def _played_beside(self) -> Round:
        deck: list[Card] = [kind for kind, count in self.setup.deck.counts.items() for _ in range(count)]
        self.chance.shuffle(deck)
        beside = Round(self.game, self.setup, SEATS, RecordedShoe(deck), attended=True)
        beside.play_out(self.habits, advised, Meters())
        return beside

    def _slip(self, beside: Round, texts: list[str]) -> int:
        """Another card instead of the first, which is corrected at once; the keys of cards that this took."""
        used = {card for card in beside.layout.cards if card is not None}
        other = next(kind for kind in self.setup.deck.counts if kind not in used and kind.text[0] != "X")
        wrong = [*_keys_of(other), *texts[1 if texts[0] == "x" else 2 :]]
        self._press(*wrong)
        self._sign("F2", "sam", cards=texts)
        return len(wrong) + len(texts)

    def _sign(self, key: str, *people: str, cards: Sequence[str] = ()) -> None:
        """Open a dialog with ``key``, and let ``people`` sign there."""
        keyboard = self.dealer.page.keyboard
        keyboard.press(key)
        for each in cards:
            keyboard.press(each)
        for person in people:
            keyboard.type(person)
            keyboard.press("Enter")
            keyboard.type(PASSWORD)
            keyboard.press("Enter")
        expect(self.dealer.page.locator("dialog")).to_have_count(0)
        self._press()

    def _begins(self) -> list[str]:
        if self.last:
            return ["r"]
        off = range(len(SEATS) + 1, self.setup.edition.about.positions + 1)
        return ["0", *map(str, off), "Enter"]

    def _due(self, round_: Round, beside: Round) -> tuple[list[str], list[str]]:
        """The keys for what is due, and those of cards among them."""
        step = round_.step
        at = len(round_.history)
        if isinstance(step, PlaceWagers):
            return [*self._wagers(step), "Enter"], []
        if isinstance(step, (Ask, Together)):
            return self._answers(round_, beside), []
        if isinstance(step, Peek):
            return ["y" if beside.history[at][1] else "n"], []
        if isinstance(step, Turn) and not step.needed:
            return ["Enter"], []
        if isinstance(step, (Deal, Turn)):
            return [], [key for card in _turned(round_, beside, step) for key in _keys_of(card)]
        # The press, the lock of a hit, the close.
        assert step is None or isinstance(step, (Tabulate, Prizes))
        return ["Enter"], []

    # -- wagers

    def _wagers(self, step: PlaceWagers) -> list[str]:
        """What makes of the last round's wagers those of this one."""
        view = self.house.room.frames.table(self.table, "dealer").view
        assert view is not None and view.due is not None and isinstance(view.due.wagers, list)
        columns = [each.wager for each in view.due.wagers]
        letter = dict(zip(columns, self.shown["columns"], strict=True))
        laid = {seat: set(self.last.get(seat, ())) for seat in SEATS}
        keys: list[str] = []
        if not self.last:
            common = [wager for wager in columns if sum(wager in own for own in self.habits.values()) > len(SEATS) / 2]
            keys += ["0", *(letter[wager].lower() for wager in common)]
            laid = {seat: set(common) for seat in SEATS}
        at = None if keys else SEATS[0]
        for seat in SEATS:
            changed = [wager for wager in columns if (wager in laid[seat]) != (wager in self.habits[seat])]
            if changed and seat != at:
                keys.append(str(seat))
            keys += [letter[wager].lower() for wager in changed]
        return keys

    # -- decisions

    def _answers(self, round_: Round, beside: Round) -> list[str]:
        step = round_.step
        at = len(round_.history)
        if isinstance(step, Together):
            answers = dict(zip((ask.seat for ask in step.asks), beside.history[at][1], strict=True))
            due = round_.due_from()
            first = self._keys(step.asks[0], answers[due[0]])
            given = [answers[who] for who in answers if who not in due]
            if given and len(due) > 1 and all(answers[who] == given[-1] for who in due):
                return ["="]
            return first
        assert isinstance(step, Ask)
        if step.ask == INDICATORS:
            return ["Enter"]
        answer = beside.history[at][1]
        said = [given for ask, given in round_.decisions if ask.ask == step.ask and isinstance(ask.seat, int)]
        if said and said[-1] == answer and self._alike(beside, at) > 1:
            return ["="]
        return self._keys(step, answer)

    def _alike(self, beside: Round, at: int) -> int:
        """How many are asked the same from ``at`` on, until something else is due; none unless all answer alike."""
        first, answer = beside.history[at]
        found = 0
        for step, given in beside.history[at:]:
            if isinstance(step, Ask) and isinstance(first, Ask) and step.ask == first.ask:
                if given != answer:
                    return 0
                found += 1
            elif isinstance(step, (Ask, Together, Turn, Peek, Prizes)) or (isinstance(step, Deal) and step.up):
                break
        return found

    def _keys(self, ask: Ask, answer: Any) -> list[str]:
        """The keys of an answer, as the screen shows them."""
        if ask.pick is not None:
            cards = [str(number) for number in answer]
            return cards if len(cards) == 1 else ["+", *cards, "Enter"]
        words: list[str | tuple[str, int]] = []
        for choice in ask.choices:
            if choice.least is not None and choice.wager is None:
                assert choice.most is not None
                words += [(choice.word, number) for number in range(choice.least, choice.most + 1)]
            else:
                words.append(choice.word)
        plain = answer if isinstance(answer, str) or answer[0] not in words else answer[0]
        return [str(self.shown["choices"][words.index(plain if isinstance(plain, str) else tuple(plain))]).lower()]


def _keys_of(card: Card) -> str:
    """Rank and suit; a joker has none."""
    return "x" if card.text[0] == "X" else card.text.lower()


def _turned(round_: Round, beside: Round, step: Deal | Turn) -> Sequence[Card]:
    """The cards that are to be keyed now."""
    if isinstance(step, Deal):
        numbers = [len(round_.layout.cards)]
    else:
        numbers = [each for each in round_.layout.places[step.place] if round_.layout.cards[each] is None]
    found = [beside.layout.cards[number] for number in numbers]
    assert all(card is not None for card in found)
    return [card for card in found if card is not None]
