"""Checks that an answer is one of those offered.

A refusal says what, why and by which clause; the procedure never sees it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.rulebook.money import cents, dollars
from houseway.rulebook.rule_errors import BadAmount
from houseway.rulebook.steps import Ask, Choice, Pick, Prizes, Tabulate, who_name
from houseway.table.layout import Layout, eye
from houseway.table.table_errors import ChoiceRefused


def accept_answer(ask: Ask, answer: Any, layout: Layout) -> tuple[Any, Choice | None, int]:
    """The canonical answer, the choice it takes and the number it names (0 where it names none).

    Canonical answers are a word, a (word, number) pair, or a tuple of card positions from 1. A bare number is taken for
    the only choice that has one, and 0 for the default.
    """
    if ask.pick is not None and (isinstance(answer, (list, tuple)) and not _is_pair(ask, answer)):
        return _accept_pick(ask, ask.pick, answer, layout), None, 0
    word, number = _word_and_number(ask, answer)
    for choice in ask.choices:
        if choice.word == word:
            break
    else:
        offered = ", ".join(choice.word for choice in ask.choices)
        raise ChoiceRefused(
            f"{_short(answer)} is not offered to {who_name(ask.seat)} now ({ask.ask})",
            clause=next((cite for closed, cite in ask.closed if closed == word), ask.cite),
            remedy=f"choose {_offer(ask) or offered}",
        )
    if choice.least is None or choice.most is None:
        if number is not None:
            raise ChoiceRefused(f"{word} takes no number", clause=choice.cite, remedy=f"answer {word}")
        return word, choice, 0
    if number is None:
        if choice.wager is None and choice.least != choice.most:
            raise ChoiceRefused(
                f"{word} needs a number from {choice.least} to {choice.most}",
                clause=choice.cite,
                remedy=f'as ["{word}", {choice.least}]',
            )
        number = choice.most
    if not choice.least <= number <= choice.most:
        shown = dollars if choice.wager else str
        span = f"from {shown(choice.least)} to {shown(choice.most)}"
        bound = span if choice.least < choice.most else shown(choice.most)
        below, above = choice.bounds or (choice.cite, choice.cite)
        raise ChoiceRefused(
            f"{word} is {bound}, not {shown(number)}",
            clause=below if number < choice.least else above,
            remedy=f"give {shown(choice.least if number < choice.least else choice.most)}",
        )
    if choice.least == choice.most:
        return word, choice, number
    return (word, number), choice, number


def accept_picture(step: Tabulate, picture: Any, most: int) -> dict[str, list[int]]:
    """The positions counted for each jackpot wager, of those from 1 to ``most``: as the sensors report them."""
    positions = range(1, most + 1)
    if not isinstance(picture, Mapping) or any(wager not in step.wagers for wager in picture):
        raise ChoiceRefused(
            "a sensor picture lists positions by jackpot wager",
            clause=step.cite,
            remedy=f"give the positions of {', '.join(step.wagers)}",
        )
    for counted in picture.values():
        if not isinstance(counted, (list, tuple)) or any(
            type(item) is not int or item not in positions for item in counted
        ):
            raise ChoiceRefused(
                "a sensor picture lists positions of this table",
                clause=step.cite,
                remedy=f"give positions 1 to {most}",
            )
    return {wager: sorted(set(picture.get(wager, ()))) for wager in step.wagers}


def accept_amounts(step: Prizes, amounts: Any) -> dict[str, int]:
    """The cents on each meter of which a percent was won."""
    if not isinstance(amounts, Mapping):
        raise BadAmount(
            f"amounts must be given by meter, not as {amounts!r}",
            clause=step.cite,
            remedy=f"give the cents of {', '.join(step.meters)}",
        )
    for name in step.meters:
        if amounts.get(name) is None:
            raise BadAmount(
                f"a percent of the meter {name} was won, and its amount is not given",
                clause=step.cite,
                remedy="give the amount displayed, in cents",
            )
    return {name: cents(amounts[name], f"the meter {name}") for name in step.meters}


def _is_pair(ask: Ask, answer: list[Any] | tuple[Any, ...]) -> bool:
    return len(answer) == 2 and isinstance(answer[0], str) and any(choice.word == answer[0] for choice in ask.choices)


def _word_and_number(ask: Ask, answer: Any) -> tuple[Any, int | None]:
    if type(answer) is int:
        if answer == 0 and isinstance(ask.default, str):
            return ask.default, None
        numbered = [choice for choice in ask.choices if choice.least is not None]
        if len(numbered) == 1:
            return numbered[0].word, answer
        raise ChoiceRefused(
            f"{answer} alone does not say which choice is meant", clause=ask.cite, remedy=f"choose {_offer(ask)}"
        )
    if isinstance(answer, (list, tuple)):
        if len(answer) != 2 or type(answer[1]) is not int:
            raise ChoiceRefused(
                f"{_short(answer)} is not an answer",
                clause=ask.cite,
                remedy=f"choose {_offer(ask)}; a number is a whole one",
            )
        return answer[0], answer[1]
    return answer, None


def _accept_pick(ask: Ask, pick: Pick, answer: list[Any] | tuple[Any, ...], layout: Layout) -> tuple[int, ...]:
    numbers = layout.places[ask.place if ask.place is not None else ask.seat][: pick.pool]
    positions: list[int] = []
    for item in answer:
        position = _position(item, numbers, ask, layout)
        if position is None or not 1 <= position <= len(numbers):
            raise ChoiceRefused(
                f"{_short(item)} is not one of the {len(numbers)} cards to select from",
                clause=pick.cite,
                remedy=f"select by position, 1 to {len(numbers)}, or by card",
            )
        positions.append(position)
    if not positions:
        raise ChoiceRefused("no card is selected", clause=pick.cite, remedy="select at least one")
    if len(set(positions)) < len(positions):
        raise ChoiceRefused("a card is selected twice", clause=pick.cite, remedy="select each card once")
    if len(positions) > 1:
        for position in positions:
            number = numbers[position - 1]
            kind = layout.cards[number]
            # A card that the system does not know cannot be refused; it is judged when it is turned.
            if kind is not None and layout.seen[number] & eye(ask.seat) and kind.text[0] not in pick.together:
                raise ChoiceRefused(
                    f"several cards may be selected only if all are wild, and {kind} is not",
                    clause=pick.several or pick.cite,
                    remedy="select one card",
                )
    return tuple(sorted(positions))


def _position(item: Any, numbers: list[int], ask: Ask, layout: Layout) -> int | None:
    if type(item) is int:
        return item
    # The card itself may be named, by the seat that has seen it.
    for place, number in enumerate(numbers, start=1):
        kind = layout.cards[number]
        if kind is not None and kind.text == item and layout.seen[number] & eye(ask.seat):
            return place
    return None


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _offer(ask: Ask) -> str:
    words = []
    for choice in ask.choices:
        if choice.least is not None and choice.least != choice.most:
            words.append(f"{choice.word} with {choice.least} to {choice.most}")
        else:
            words.append(choice.word)
    if ask.pick:
        words.append("a list of card positions")
    return ", ".join(words)
