"""A game as others see it: its folder at the table, its mathematics and its compiled rounds, each with its types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Unpack

import msgspec

from houseway.maths import front
from houseway.maths.front import Maths
from houseway.maths.question import A_QUESTION, ASKED, Asked, Question
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Analysis, Figures
from houseway.maths.sleeping_threads import sleeping_threads
from houseway.maths.strategy import A_STRATEGY, Chart, Strategy, decode_strategy, own_strategy
from houseway.maths.what_ifs import Rule, changed_rules, rules_of
from houseway.public_arguments import METERS, SEED, SHARE, STAKES, TEXT, maybe, several, taking, whole
from houseway.rulebook.edition import Edition
from houseway.table.folder import GameFolder
from houseway.table.setup import A_TABLE, Setup

if TYPE_CHECKING:
    from houseway.maths.choices.cell_worths import CellWorth, Drawn
    from houseway.maths.choices.hand_worths import Decisions
    from houseway.maths.choices.mistakes import Bill
    from houseway.maths.protection.findings import Protection
    from houseway.maths.protection.shoe_wager import ShoeCounting
    from houseway.maths.what_ifs.rule_worths import RuleWorths
    from houseway.maths.worth import Book
    from houseway.simulation.program import Kernel
    from houseway.simulation.shifts.bet_sets import BetSet, SetAsked


COUNT = whole(1, 10**13)
NUMBERS = several(COUNT, "a list of numbers", "give a list, such as [1, 6]")
PLAYED = ASKED["strategy"]._replace(fits=lambda given: isinstance(given, (Strategy, str)))
OF_STRATEGY = {**ASKED, "strategy": A_STRATEGY, "question": maybe(A_QUESTION)}
"""What is taken where a strategy is asked about."""


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

    def part(self, name: str) -> ModuleType | None:
        """The module or package ``name`` of the folder, imported; nothing where the folder has none."""
        with sleeping_threads():
            return super().part(name)

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
        # The simulation is not needed for an exact figure: imported only where rounds are played.
        from houseway.simulation.readable import kernel_of

        return kernel_of(self)

    @taking(question=maybe(A_QUESTION), **ASKED)
    def analyze(self, question: Question | None = None, /, **asked: Unpack[Asked]) -> Analysis:
        """Figures of the whole book, or as narrowed by the question.

        They are exact. Those of a game without ``maths`` are sampled, and say so: each has a standard error.
        """
        question = question or Question.of(**asked)
        if self.exact:
            return front.analyze(self, question)
        from houseway.simulation.sampled import sampled

        changed_rules(self, question.edition, question.rules)
        return front.answer(self, self.edition(question.edition), tuple(sampled(self, question)))

    @taking(**{**ASKED, "strategy": PLAYED})
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

    @taking(name=TEXT, question=maybe(A_QUESTION), **ASKED)
    def strategy(self, name: str = "optimal", question: Question | None = None, /, **asked: Unpack[Asked]) -> Strategy:
        """The game's strategy called ``name``, made for the question as far as it hangs on it."""
        return front.strategy(self, name, question or Question.of(**asked))

    @property
    def strategies(self) -> tuple[str, ...]:
        """The names of the game's strategies, the best first; none for a game without ``maths``."""
        return self.maths.STRATEGIES if self.exact else ()

    @taking(edition=maybe(TEXT))
    def rules(self, edition: str | None = None) -> tuple[Rule, ...]:
        """The rules that a question may change, with what each means and may be; none where the game lists none."""
        return rules_of(self, edition)

    @taking(question=maybe(A_QUESTION), **ASKED)
    def what_ifs(self, question: Question | None = None, /, **asked: Unpack[Asked]) -> RuleWorths:
        """What each rule, option and usual pay is worth to one wager, the best for the house first."""
        from houseway.maths.what_ifs.rule_worths import rule_worths

        return rule_worths(self, question or Question.of(**asked))

    @taking(
        stakes=STAKES,
        setup=maybe(A_TABLE),
        strategy=maybe(A_STRATEGY),
        meters=maybe(METERS),
        seats=COUNT,
        rounds=maybe(COUNT),
        level=SHARE,
    )
    def together(self, stakes: Mapping[str, int], *, setup: Setup | None = None, **asked: Unpack[SetAsked]) -> BetSet:
        """What the wagers of one seat win together, ``stakes`` being cents by wager; see `bet_set`."""
        # Compiled code: imported only where something is computed.
        from houseway.simulation.shifts.bet_sets import bet_set

        return bet_set(self, setup or self.demonstration(), stakes, **asked)

    @taking(strategy=A_STRATEGY)
    def charts(self, strategy: Strategy) -> Sequence[Chart]:
        """A strategy drawn as grids."""
        return self.maths.charts(strategy)

    @taking(**OF_STRATEGY)
    def decisions(self, strategy: Strategy, question: Question | None = None, /, **asked: Unpack[Asked]) -> Decisions:
        """What every choice is worth with each hand, and how often a player of ``strategy`` comes to it."""
        from houseway.maths.choices.hand_worths import choices_of

        return choices_of(self).decisions(self, question or Question.of(**asked), strategy)

    @taking(**OF_STRATEGY)
    def mistakes(self, strategy: Strategy, question: Question | None = None, /, **asked: Unpack[Asked]) -> Bill:
        """What ``strategy`` costs against the best play, and every mistake that it is made of, the dearest first."""
        from houseway.maths.choices.hand_worths import choices_of
        from houseway.maths.choices.mistakes import bill_of

        found = self.decisions(strategy, question or Question.of(**asked))
        return bill_of(found, choices_of(self).in_words)

    @taking(**OF_STRATEGY)
    def drawn(self, strategy: Strategy, question: Question | None = None) -> Drawn:
        """The charts of ``strategy``, each with its form: which hands stand in each cell."""
        from houseway.maths.choices.hand_worths import choices_of

        return list(zip(choices_of(self).forms(strategy, question), self.charts(strategy), strict=True))

    @taking(cell=several(TEXT, "chart, row and column", "give three texts"), **OF_STRATEGY)
    def cell(
        self,
        strategy: Strategy,
        cell: tuple[str, str, str],
        question: Question | None = None,
        /,
        **asked: Unpack[Asked],
    ) -> CellWorth:
        """A cell of a chart of ``strategy``, by chart, row and column: what every choice there is worth."""
        from houseway.maths.choices.cell_worths import form_of, open_cell

        asking = question or Question.of(**asked)
        drawn = self.drawn(strategy, asking)
        wager = form_of(drawn, cell[0]).wager
        if wager is not None:
            asking = asking.about(wager)
        return open_cell(drawn, self.decisions(strategy, asking), *cell)

    @taking(**OF_STRATEGY)
    def strategy_text(self, strategy: Strategy, question: Question | None = None) -> str:
        """``strategy`` as a text to be changed by hand: see `houseway.maths.choices.strategy_text`."""
        from houseway.maths.choices.strategy_text import strategy_text

        return strategy_text(self, strategy, question)

    @taking(text=TEXT, question=maybe(A_QUESTION))
    def read_strategy(self, text: str, question: Question | None = None) -> Strategy:
        """The strategy that somebody wrote: as `strategy_text` writes them, or as JSON."""
        from houseway.maths.choices.strategy_text import read_strategy_text

        if text.lstrip().startswith("{"):
            return own_strategy(self.slug, decode_strategy(text.encode()))
        return read_strategy_text(self, text, question)

    @taking(setup=A_TABLE)
    def book(self, setup: Setup) -> Book | None:
        """What every choice of a decision is worth at a table, if the game has a book; it may take seconds to make."""
        from houseway.maths.worth import book_of

        return book_of(self, setup)

    @taking(setup=A_TABLE, meters=maybe(METERS))
    def shoe_wagers(self, setup: Setup, meters: Mapping[str, int]) -> dict[str, ShoeCounting]:
        """The wagers of a table as functions of the cards that have gone, by slug; none where nothing can be counted.

        A game that is shuffled for every round has none. It may take seconds to work them out.
        """
        module = self.part("maths.protection")
        if setup.options.get("shoe", "fresh") == "fresh" or not hasattr(module, "shoe_wagers"):
            return {}
        from houseway.maths.protection.table_pays import TablePays

        assert module is not None
        found: dict[str, ShoeCounting] = module.shoe_wagers(TablePays(setup, meters))
        return found

    @taking(
        question=maybe(A_QUESTION),
        seats=NUMBERS,
        cuts=NUMBERS,
        shoes=maybe(whole(0)),
        draws=maybe(whole(1)),
        seed=SEED,
        on=TEXT,
        **ASKED,
    )
    def protection(
        self,
        question: Question | None = None,
        /,
        *,
        seats: Sequence[int] = (),
        cuts: Sequence[int] = (),
        shoes: int | None = None,
        draws: int | None = None,
        seed: int = 0,
        on: str = "cores",
        **asked: Unpack[Asked],
    ) -> Protection:
        """What a player can gain who knows more than he should, at the table that is asked about.

        ``seats`` are numbers of seats to deal to and ``cuts`` cards before the cut card, several of each to compare;
        ``shoes`` are simulated for each (none leaves simulated figures out), ``on`` ``cores`` or a ``gpu``. Where seats
        share cards, ``draws`` sets of them are drawn for each class of hands. A game without ``maths/protection.py`` is
        a `BadQuestion`.
        """
        # Compiled code: imported only where something is computed.
        from houseway.simulation.advantage.asked import SHOES, ProtectionQuestion, asked_table

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
                draws=draws,
                seed=seed,
                on=on,
            )
        )
        return found
