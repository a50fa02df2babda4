"""Help at the terminal's table: the question, the clause behind it, what the table pays, advice."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import UNSET
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from houseway.cli.maths.paytables_command import notice_panel
from houseway.cli.maths.rules_command import clause_card, look_up
from houseway.cli.play.talk import Left, Talk
from houseway.cli.play.typed_answers import Names, offer_text
from houseway.cli.screen.drawing import clause_tag
from houseway.errors import HousewayError
from houseway.facade import Game
from houseway.rulebook.money import dollars
from houseway.rulebook.pays import in_words
from houseway.rulebook.steps import Ask
from houseway.table.setup import Setup
from houseway.table.shown.view import clause_text, wagers_offered
from houseway.table.shown.wording import words_of

COMMANDS = {
    "?": "the clauses behind the question and its choices",
    "hint": "the best choice and what it is worth; before the deal, usual wagers",
    "pays": "what the table pays; pays WAGER for one wager",
    "rules": "rules CLAUSE reads a clause, such as rules {clause}",
    "quit": "leave the table",
}


class Help:
    """Answers what is typed that is no answer."""

    def __init__(self, talk: Talk, game: Game, setup: Setup, names: Names) -> None:
        self.talk = talk
        self.console = talk.console
        self.game = game
        self.setup = setup
        self.names = names

    def command(self, typed: str, due: Ask | None, *, hint: Callable[[], str]) -> bool:
        """Whether ``typed`` was a command, now carried out; `Left` if it was to leave."""
        word, _, rest = typed.partition(" ")
        word = word.lower()
        if word in ("quit", "exit", "q") and not rest:
            raise Left
        if word in ("?", "why"):
            self._why(due, rest)
        elif word == "hint":
            self.talk.say(hint())
        elif word == "help":
            self._help(due)
        elif word in ("rules", "rule"):
            self._rules(rest)
        elif word in ("pays", "paytable", "paytables"):
            self._pays(rest)
        elif word == "wagers":
            self.wagers()
        else:
            return False
        return True

    # -- what is asked

    def question(self, ask: Ask) -> None:
        """The question, the rule it comes from, and what may be answered."""
        title = Text.assemble((f"Seat {ask.seat}: {words_of(self.game).asked(ask)}", "title"))
        shown = self.setup.edition.shown
        title.append(f"  [{shown(ask.cite)}]", style="clause")
        self.console.print(title)
        self.console.print(Padding(Text(clause_text(self.setup.edition, ask.cite)), (0, 0, 0, 2)))
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True)
        table.add_column()
        table.add_column()
        for choice in ask.choices:
            table.add_row(
                Text(offer_text(choice), style="word"), choice.says, clause_tag(self.setup.edition.shown(choice.cite))
            )
        if ask.pick:
            table.add_row(
                Text(f"1 to {ask.pick.pool}", style="word"),
                ask.pick.says,
                clause_tag(shown(ask.pick.cite)),
            )
        self.console.print(Padding(table, (0, 0, 0, 2)))

    def wagers(self) -> None:
        """The wagers that may be placed, with their limits."""
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True)
        table.add_column(no_wrap=True)
        table.add_column()
        for item in wagers_offered(self.setup):
            if item.fixed is not UNSET:
                limits = dollars(item.fixed)
            elif item.limits is not UNSET:
                limits = " to ".join(map(dollars, item.limits))
            else:
                limits = "any"
            says = Text.assemble(item.says, " ", (f"[{item.clause}]", "clause"))
            table.add_row(Text(item.wager, style="word"), limits, says)
        self.console.print(table)
        example = f"{self.names.main} 10"
        extra = next((slug for slug in self.names.offered if slug != self.names.main and self._bonus(slug)), None)
        if extra:
            example += f", {extra} 5"
        self.talk.say(f"Type wagers in dollars, such as: {example}. Or same, none, hint, help, quit.")

    def _bonus(self, slug: str) -> bool:
        return self.setup.edition.wagers[slug].kind == "bonus"

    # -- what stands behind it

    def _why(self, due: Ask | None, rest: str) -> None:
        edition = self.setup.edition
        if rest:
            cites = self._cites_of(rest)
        elif due is not None:
            cites = [due.cite, *(choice.cite for choice in due.choices), *([due.pick.cite] if due.pick else [])]
        else:
            rule = edition.data.wagering
            cites = [edition.wagers[self.names.main].clause, *([rule.clause] if rule else [])]
        if not cites:
            self._rules(rest)
        for cite in dict.fromkeys(cites):
            if edition.has_clause(cite):
                self.console.print(clause_card(edition, edition.clause(cite)))
        if due is None and not rest:
            self.talk.say("? WAGER reads the clause of a wager, wagers lists them.")

    def _cites_of(self, text: str) -> list[str]:
        """The clause of the wager called ``text``, if one is."""
        try:
            return [self.setup.edition.wagers[self.names.find(text)].clause]
        except HousewayError:
            return []

    def _rules(self, text: str) -> None:
        edition = self.setup.edition
        if not text:
            self.talk.say("Name a clause or a section: " + ", ".join(self._some_clauses()))
            return
        try:
            clauses, rulings = look_up(edition, text)
        except HousewayError as error:
            self.talk.refuse(error)
            return
        for item in clauses[:8]:
            self.console.print(clause_card(edition, item))
        for ruling in rulings:
            self.console.print(Text.assemble((ruling.id, "clause"), "  ", ruling.text))
        if len(clauses) > 8:
            self.talk.say(f"… and {len(clauses) - 8} more: houseway rules {self.game.slug} {text}")

    def _some_clauses(self) -> list[str]:
        enforced = [item.id for item in self.setup.edition.clauses if item.kind == "enforced"]
        return enforced[:: max(1, len(enforced) // 6)][:6]

    def _pays(self, text: str) -> None:
        slugs = [slug for slug in self.setup.paytables if self.setup.edition.wagers[slug].initial]
        if text:
            try:
                slugs = [self.names.find(text)]
            except HousewayError as error:
                self.talk.refuse(error)
                return
        for slug in slugs:
            table = self.setup.paytables.get(slug)
            if table is None:
                self.talk.say(f"{self.setup.edition.wagers[slug].name} has no paytable here.")
                continue
            head = Text.assemble((self.setup.edition.wagers[slug].name, "title"))
            head.append(f"  [{table.clause}]", style="clause")
            self.console.print(head)
            grid = Table.grid(padding=(0, 2, 0, 0))
            for row in table.rows:
                grid.add_row("", row.name, Text(in_words(row.pay.text), style="money"))
            self.console.print(grid)
            if slug in self.setup.jackpots and self.setup.notice:
                self.console.print(notice_panel(self.setup.edition))

    def _help(self, due: Ask | None) -> None:
        clause = due.cite if isinstance(due, Ask) else self.setup.edition.wagers[self.names.main].clause
        table = Table.grid(padding=(0, 2, 0, 0))
        if isinstance(due, Ask):
            table.add_row(Text("an answer", style="word"), "a word or its first letters, then dollars")
        else:
            table.add_row(Text("wagers", style="word"), "names and dollars; same, none, or wagers to list them")
        for word, says in COMMANDS.items():
            table.add_row(Text(word, style="word"), Text(says.format(clause=clause)))
        self.console.print(table)
