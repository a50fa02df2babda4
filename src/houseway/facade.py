"""A game as others see it: its folder at the table, its mathematics and its compiled rounds, each with its types."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Unpack

import msgspec

from houseway.maths import front
from houseway.maths.front import Maths
from houseway.maths.protection.findings import Protection
from houseway.maths.question import Asked, Question
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Analysis, Figures
from houseway.maths.strategy import Chart, Strategy
from houseway.maths.what_ifs import Rule, changed_rules, rules_of
from houseway.maths.worth import Book, book_of
from houseway.rulebook.edition import Edition
from houseway.simulation.program import Kernel
from houseway.simulation.readable import kernel_of
from houseway.simulation.sampled import sampled
from houseway.table.folder import GameFolder
from houseway.table.setup import Setup


class Game(GameFolder):
    """One game. The registry makes it of what the game's folder declares: `houseway.registry.game`.

    What is asked of the mathematics is one `Question`; its fields may be given as keywords instead.
    """

    def __init__(self, declared: GameFolder) -> None:
        super().__init__(
            declared.package,
            str(declared.folder / "__init__.py"),
            behaviour=declared.behaviour,
            approved_from=declared.approved_from,
            malfunction=declared.malfunction,
        )
        self._declared = declared

    @property
    def editions(self) -> dict[str, Edition]:
        """Every edition by its slug, the current one first."""
        return self._declared.editions

    # -- mathematics and simulation: imported when they are asked for

    @cached_property
    def exact(self) -> bool:
        """Whether the game has an exact analysis; where it has none, its figures are sampled."""
        return self.part("maths") is not None

    @cached_property
    def maths(self) -> Maths:
        """The game's exact analysis, its package ``maths``."""
        return front.maths_of(self)

    @cached_property
    def kernel(self) -> Kernel:
        """The game's compiled rounds, its package ``kernel``; its procedure where it has none."""
        return kernel_of(self)

    def analyze(self, question: Question | None = None, /, **asked: Unpack[Asked]) -> Analysis:
        """Figures of the whole book, or as narrowed by the question.

        They are exact. Those of a game without ``maths`` are sampled, and say so: each has a standard error.
        """
        question = question or Question.of(**asked)
        if self.exact:
            return front.analyze(self, question)
        changed_rules(self, question.edition, question.rules)
        return front.answer(self, self.edition(question.edition), tuple(sampled(self, question)))

    def price(self, strategy: Strategy | str, /, **asked: Unpack[Asked]) -> Figures:
        """The figures of a wager under ``strategy``: the first primary one, and its first paytable, unless named."""
        question = msgspec.structs.replace(Question.of(**asked), strategy=strategy)
        primary = (slug for slug, wager in self.edition(question.edition).wagers.items() if wager.kind == "primary")
        found = next(self.maths.figures(self, question.about(question.wager or next(primary))), None)
        if found is None:
            name = strategy if isinstance(strategy, str) else strategy.name
            raise BadQuestion(
                f"strategy {name!r} never makes a {question.wager} wager",
                remedy="ask about a wager that it makes, or another strategy",
            )
        return found

    def strategy(self, name: str = "optimal", question: Question | None = None, /, **asked: Unpack[Asked]) -> Strategy:
        """The game's strategy called ``name``, made for the question as far as it hangs on it."""
        return front.strategy(self, name, question or Question.of(**asked))

    @property
    def strategies(self) -> tuple[str, ...]:
        """The names of the game's strategies, the best first; none for a game without ``maths``."""
        return self.maths.STRATEGIES if self.exact else ()

    def rules(self, edition: str | None = None) -> tuple[Rule, ...]:
        """The rules that a question may change, with what each means and may be; none where the game lists none."""
        return rules_of(self, edition)

    def charts(self, strategy: Strategy) -> Sequence[Chart]:
        """A strategy drawn as grids."""
        return self.maths.charts(strategy)

    def book(self, setup: Setup) -> Book | None:
        """What every choice of a decision is worth at a table, if the game has a book; it may take seconds to make."""
        return book_of(self, setup)

    def protection(
        self,
        question: Question | None = None,
        /,
        *,
        seats: Sequence[int] = (),
        cuts: Sequence[int] = (),
        shoes: int | None = None,
        seed: int = 0,
        **asked: Unpack[Asked],
    ) -> Protection:
        """What a player can gain who knows more than he should, at the table that is asked about.

        ``seats`` are numbers of seats to deal to and ``cuts`` cards before the cut card, several of each to compare;
        ``shoes`` are simulated for each (none leaves simulated figures out). A game without ``maths/protection.py`` is
        a `BadQuestion`.
        """
        # Compiled code: imported only where something is computed.
        from houseway.simulation.advantage.asked import SHOES, ProtectionQuestion, asked_table  # noqa: PLC0415

        module = self.part("maths.protection")
        if module is None:
            raise BadQuestion(f"{self.slug} has no analysis of its protection", remedy="ask about another game")
        wanted = question or Question.of(**asked)
        found: Protection = module.protection(
            ProtectionQuestion(
                self,
                asked_table(self, wanted),
                meters=wanted.meters,
                wagers=wanted.wagers,
                seats=tuple(seats),
                cuts=tuple(cuts),
                shoes=SHOES if shoes is None else shoes,
                seed=seed,
            )
        )
        return found
