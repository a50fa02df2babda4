"""What is asked of the mathematics of a game: one record, passed whole from whoever asks to the game that answers.

A record says what was asked; `houseway.maths.terms` reads and checks it against the edition.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias, TypedDict, Unpack

import msgspec

from houseway.maths.question_errors import BadQuestion
from houseway.maths.strategy import Strategy
from houseway.public_arguments import CHOICES, METERS, NAME, NAMES, TEXT, Kind, check, maybe, taking, thing
from houseway.rulebook.edition import AN_EDITION, Edition

FIXED = "fixed"
"""An option that no document lists: the jackpot wager in cents."""

Choice: TypeAlias = str | Mapping[str, str] | None
"""A paytable: one for whatever has it, or one for each wager named; wagers not named keep all of theirs."""

Option: TypeAlias = str | int


ASKED = {
    "edition": maybe(TEXT),
    "wager": maybe(NAME),
    "wagers": maybe(NAMES),
    "paytable": maybe(
        Kind("a paytable, or one by wager", lambda given: NAME.fits(given) or CHOICES.fits(given), "name one in quotes")
    ),
    "options": maybe(CHOICES),
    "pays": maybe(CHOICES),
    "strategy": maybe(
        Kind(
            "a strategy, or the name of one",
            lambda given: isinstance(given, (Strategy, str)),
            'give one, or a name such as "optimal"',
        )
    ),
    "meters": maybe(METERS),
    "rules": maybe(CHOICES),
}
"""What the fields of a question take."""


class Asked(TypedDict, total=False):
    """The fields of a `Question` as keywords, for callers in Python; ``wager`` is short for one of ``wagers``."""

    edition: str | None
    wager: str | None
    wagers: Sequence[str] | None
    paytable: Choice
    options: Mapping[str, Option] | None
    pays: Mapping[str, str] | None
    strategy: Strategy | str | None
    meters: Mapping[str, int] | None
    rules: Mapping[str, Option] | None


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A question to the mathematics of a game. What is left out narrows nothing: an empty one is for the whole book."""

    edition: str | None = None
    """Left out, the current one."""
    wagers: tuple[str, ...] = ()
    """Left out, all of them in one; several are asked about one by one."""
    paytable: Choice = None
    options: Mapping[str, Option] = {}
    """Options of the edition, and those that the game's analysis takes beside them."""
    pays: Mapping[str, str] = {}
    """Other pays, by row or by ``wager/row``: ``{"straight": "5:2"}``. The best play is then found again."""
    strategy: Strategy | str | None = None
    """One to be priced, or the name of one of the game's; left out, each of the game's."""
    meters: Mapping[str, int] = {}
    """Amounts in cents on meters, and on rows that the house posts."""
    rules: Mapping[str, Option] = {}
    """Rules that are changed, by slug, as `houseway.maths.what_ifs` lists them. The best play is then found again."""

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            given = getattr(self, name)
            if given is None and name not in ("edition", "paytable", "strategy"):
                given = ()
            check(name, ASKED[name], given)

    @classmethod
    @taking(**ASKED)
    def of(cls, **asked: Unpack[Asked]) -> Question:
        """The question in keywords; one that there is not is refused, for it would narrow nothing."""
        for name in asked:
            if name not in Asked.__annotations__:
                raise BadQuestion(
                    f"a question has no {name!r}", remedy=f"choose from {', '.join(Asked.__annotations__)}"
                )
        wager = asked.get("wager")
        return cls(
            edition=asked.get("edition"),
            wagers=tuple(asked.get("wagers") or ()) if wager is None else (wager,),
            paytable=asked.get("paytable"),
            options=dict(asked.get("options") or {}),
            pays=dict(asked.get("pays") or {}),
            strategy=asked.get("strategy"),
            meters=dict(asked.get("meters") or {}),
            rules=dict(asked.get("rules") or {}),
        )

    @property
    def wager(self) -> str | None:
        """The wager asked about, where it is one."""
        return self.wagers[0] if len(self.wagers) == 1 else None

    @taking(wager=TEXT)
    def about(self, wager: str) -> Question:
        """The same question about one wager."""
        return msgspec.structs.replace(self, wagers=(wager,))

    def deciding(self, wager: str, *others: str) -> Question:
        """As much of the question as decisions on ``wager`` hang on: pays of it, of ``others``, of no named wager."""
        pays = {key: pay for key, pay in self.pays.items() if key.rpartition("/")[0] in ("", wager, *others)}
        return Question(edition=self.edition, wagers=(wager,), options=self.options, pays=pays, rules=self.rules)

    @taking(edition=AN_EDITION, wagers=maybe(NAMES))
    def one_by_one(self, edition: Edition, wagers: Iterable[str] | None = None) -> list[Question]:
        """The question about each of its wagers, or of ``wagers``, by itself, with its pays, meters and options.

        Changed pays of a wager that is added during the round go with the primary wagers.
        """
        asked = tuple(self.wagers if wagers is None else wagers)
        for wager in asked:
            if wager not in edition.wagers:
                raise no_wager(edition, wager, edition.wagers)
        return [self._part(edition, wager, asked) for wager in asked]

    def _part(self, edition: Edition, wager: str, asked: Sequence[str]) -> Question:
        kind = edition.wagers[wager].kind
        pays = {
            key: pay
            for key, pay in self.pays.items()
            if (of := key.rpartition("/")[0]) in ("", wager)
            or (of not in asked and (kind == "primary" or of not in edition.wagers))
        }
        meters = {
            name: amount
            for name, amount in self.meters.items()
            if (of := name.partition("/")[0]) == wager or of not in asked
        }
        options = {
            slug: value
            for slug, value in self.options.items()
            if slug != FIXED or kind == "jackpot" or not any(edition.wagers[item].kind == "jackpot" for item in asked)
        }
        return msgspec.structs.replace(self, wagers=(wager,), pays=pays, meters=meters, options=options)


def no_wager(edition: Edition, wager: str, known: Iterable[str]) -> BadQuestion:
    """There is no such wager."""
    return BadQuestion(f"{edition.about.name} has no wager {wager!r}", remedy=f"choose from {', '.join(known)}")


A_QUESTION = thing(Question, "a question", 'give houseway.Question(wagers=("player",)), or its fields by name')
