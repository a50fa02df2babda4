"""Turns what a player types into an answer of the round, and an answer into words.

Amounts are typed in dollars. A name may be a slug, a full name, a label of the felt, its initials, or as much of its
beginning as no other has. What cannot be understood is a refusal like any other: it says why, and nothing happens.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from houseway.rulebook.money import dollars, parse_typed
from houseway.rulebook.rule_errors import BadAmount
from houseway.rulebook.steps import Ask, Choice
from houseway.table.setup import Setup
from houseway.table.shown.felt import Spot
from houseway.table.table_errors import BadSetup, ChoiceRefused, WagerRefused
from houseway.table.wagers import accept_wagers

_NUMBER_LIKE = re.compile(r"^[-+$]*\d[\d.,]*$")
_COMMA = re.compile(r"(?<!\d),|,(?!\d{3}(?!\d))|;|\s+and\s+")
_NO_WAGERS = ("none", "nothing", "0", "pass", "sit out", "out")
_SIGNS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}


def amount_of(text: str) -> int | None:
    """The cents in ``5``, ``$5``, ``7.50`` or ``1,250``; nothing if it is no amount."""
    try:
        return parse_typed(text)
    except BadAmount:
        return None


# -- wagers


class Names:
    """The wagers of a table by everything they may be called."""

    def __init__(self, setup: Setup, spots: Sequence[Spot]) -> None:
        edition = setup.edition
        self.setup = setup
        self.offered = [slug for slug in edition.initial_wagers if slug in setup.wagers]
        if not self.offered:
            raise BadSetup("this table offers no wager that is placed before the deal", remedy="offer one")
        self.main = next((slug for slug in self.offered if edition.wagers[slug].kind == "primary"), self.offered[0])
        self._called: dict[str, list[str]] = {}
        for slug in [*self.offered, *(slug for slug in edition.wagers if slug not in self.offered)]:
            labels = [spot.label for spot in spots if spot.wager == slug]
            names = [slug, edition.wagers[slug].name, *labels, *_initials(slug), *_initials(edition.wagers[slug].name)]
            self._called[slug] = [_bare(name) for name in names]

    def find(self, text: str) -> str:
        """The wager called ``text``."""
        wanted = _bare(text)
        for fits in (lambda name: name == wanted, lambda name: name.startswith(wanted)):
            found = [slug for slug, names in self._called.items() if any(map(fits, names))]
            offered = [slug for slug in found if slug in self.offered] or found
            if len(offered) == 1:
                return offered[0]
            if offered:
                raise WagerRefused(f"{text!r} could mean {_or(offered)}", remedy="type a little more of it")
        raise WagerRefused(f"there is no wager {text!r}", remedy=f"place one of {', '.join(self.offered)}")


def parse_wagers(text: str, names: Names) -> dict[str, int]:
    """The wagers in ``main 10, side 5``; an amount alone is on the first primary wager, ``none`` is no wager."""
    plain = re.sub(r"\s*\+\s*", "+", " ".join(text.lower().split()))
    if plain in _NO_WAGERS:
        return {}
    placed: dict[str, int] = {}
    for part in _COMMA.split(plain):
        for words, said in _pairs(part.split()):
            slug = names.main if not words or words == ["bet"] else names.find(" ".join(words))
            if slug not in names.offered:
                accept_wagers(names.setup, {slug: said or 1})  # says why not
            amount = names.setup.fixed_amount(slug) if said is None else said
            if amount is None:
                raise WagerRefused(f"how much on {names.setup.edition.wagers[slug].name}?", remedy=f"as in: {slug} 5")
            if slug in placed:
                raise WagerRefused(f"{names.setup.edition.wagers[slug].name} is named twice", remedy="name it once")
            placed[slug] = amount
    if not placed:
        raise WagerRefused("no wager is named", remedy=f"as in: {names.main} 10; or none, to sit this round out")
    return placed


def _pairs(tokens: Sequence[str]) -> Iterable[tuple[list[str], int | None]]:
    """(words, amount) in the order typed, the amount after its words (``main 10``) or before them (``10 on main``)."""
    words: list[str] = []
    pending: int | None = None
    leading = bool(tokens) and amount_of(tokens[0]) is not None
    found: list[tuple[list[str], int | None]] = []
    for token in tokens:
        amount = amount_of(token)
        if amount is None:
            if _NUMBER_LIKE.match(token):
                raise WagerRefused(f"{token!r} is not an amount in dollars", remedy="write 5, $5 or 7.50")
            if not (token == "on" and pending is not None):
                words.append(token)
        elif leading:
            if pending is not None:
                found.append((words, pending))
            words, pending = [], amount
        else:
            found.append((words, amount))
            words = []
    if pending is not None or words:
        found.append((words, pending))
    return found


def wagers_text(placed: Mapping[str, int]) -> str:
    """``placed`` as it may be typed again."""
    return ", ".join(f"{slug} {dollars(amount)}" for slug, amount in placed.items()) or "none"


def _bare(name: str) -> str:
    return re.sub(r"[^a-z0-9+]", "", name.lower())


def _initials(name: str) -> list[str]:
    words = re.findall(r"[a-z0-9]+", name.lower())
    return ["".join(word[0] for word in words)] if len(words) > 1 else []


# -- decisions


def parse_answer(ask: Ask, text: str, hand: Sequence[str]) -> Any:
    """The answer to ``ask`` in ``text``; ``hand`` are the cards it is about, ``??`` for one the seat has not seen."""
    tokens = [token for token in re.split(r"[\s,;]+", text.strip()) if token]
    if not tokens:
        raise ChoiceRefused("nothing was typed", clause=ask.cite, remedy=f"choose {_or(offers(ask))}")
    if ask.pick is not None and all(_position(token, hand) is not None for token in tokens):
        return [_position(token, hand) for token in tokens]
    if len(tokens) == 1 and _position(tokens[0], hand, figures=True) is not None:
        numbered = [choice for choice in ask.choices if choice.least is not None and choice.least != choice.most]
        if len(numbered) == 1:
            return [numbered[0].word, _number(numbered[0], tokens[0], hand)]
    choice, rest = _choice(ask, tokens)
    if not rest:
        return choice.word
    if len(rest) > 1 or choice.least is None:
        raise ChoiceRefused(f"{text.strip()!r} is no answer here", clause=ask.cite, remedy=f"choose {_or(offers(ask))}")
    return [choice.word, _number(choice, rest[0], hand)]


def _choice(ask: Ask, tokens: Sequence[str]) -> tuple[Choice, Sequence[str]]:
    """The choice that the first words name, and what follows them."""
    for length in range(len(tokens), 0, -1):
        wanted = _bare("".join(tokens[:length]))
        exact = [choice for choice in ask.choices if _bare(choice.word) == wanted]
        if exact:
            return exact[0], tokens[length:]
    wanted = _bare(tokens[0])
    found = [choice for choice in ask.choices if wanted and _bare(choice.word).startswith(wanted)]
    if len(found) == 1:
        return found[0], tokens[1:]
    said = repr(" ".join(tokens))
    if found:
        raise ChoiceRefused(
            f"{said} could mean {_or([item.word for item in found])}", clause=ask.cite, remedy="type more"
        )
    raise ChoiceRefused(f"{said} is not offered here", clause=ask.cite, remedy=f"choose {_or(offers(ask))}")


def _number(choice: Choice, token: str, hand: Sequence[str]) -> int:
    if choice.wager is not None:
        amount = amount_of(token)
        if amount is None:
            raise ChoiceRefused(f"{token!r} is not an amount in dollars", clause=choice.cite, remedy="write 5 or 7.50")
        return amount
    position = _position(token, hand)
    if position is None:
        raise ChoiceRefused(
            f"{token!r} is not a number from {choice.least} to {choice.most}", clause=choice.cite, remedy=choice.says
        )
    return position


def _position(token: str, hand: Sequence[str], *, figures: bool = False) -> int | None:
    """The place from 1 of the card that ``token`` numbers or names; with ``figures`` any amount will do."""
    if token.isascii() and token.isdigit() and len(token) < 10:
        return int(token)
    if figures and amount_of(token) is not None:
        return 0
    named = token.lower()
    for sign, letter in _SIGNS.items():
        named = named.replace(sign, letter)
    named = {"joker": "xj", "jkr": "xj"}.get(named, named.replace("10", "t"))
    return next((place for place, text in enumerate(hand, start=1) if text.lower() == named), None)


def offers(ask: Ask) -> list[str]:
    """What may be typed, with its amounts."""
    found = [offer_text(choice) for choice in ask.choices]
    if ask.pick:
        found.append(f"cards 1 to {ask.pick.pool}")
    return found


def offer_text(choice: Choice) -> str:
    """A choice with its amount or number: ``raise $10``, ``bet up to $10``, ``low 1 to 3``."""
    if choice.least is None or choice.most is None:
        return choice.word
    if choice.wager is None:
        return f"{choice.word} {choice.least} to {choice.most}"
    if choice.least == choice.most:
        return f"{choice.word} {dollars(choice.most)}"
    if choice.least <= 1:
        return f"{choice.word} up to {dollars(choice.most)}"
    return f"{choice.word} {dollars(choice.least)} to {dollars(choice.most)}"


def _or(items: Sequence[str]) -> str:
    return " or ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)
