"""A weighing in words: the best choice and what it wins or loses, beside the next best.

Averages are said in cents for each dollar of the decision's base, choices in money at the stake that lies there.
"""

from __future__ import annotations

from houseway.maths.grading import Weighing, Weight
from houseway.rulebook.money import dollars
from houseway.rulebook.steps import Ask
from houseway.table.shown.wording import Words, listed

_FINEST = 2
"""Decimals of a cent beyond which two choices are called equal."""


def advice(words: Words, ask: Ask, weighing: Weighing) -> str:
    """The best choice in a sentence: ``Hit. You lose 36¢ a dollar on average; standing loses 60¢.``"""
    best, other = weighing.best, weighing.next_best
    name = named(words, ask, best)
    if other is None:
        return f"{name}. Every choice is worth the same."
    subject = doing(words, ask, other)
    if weighing.certain:
        return f"{name}. You {_verb(best)} {_amount(best)}; {subject} {_verb(other)}s {_amount(other)}."
    first, second = _per_dollar(best.share, other.share)
    if not first:
        return f"{name}. It costs nothing; {subject} {_verb(other)}s {second} a dollar on average."
    return f"{name}. You {_verb(best)} {first} a dollar on average; {subject} {_verb(other)}s {second or 'nothing'}."


def what_it_gave_up(words: Words, ask: Ask, weighing: Weighing, lost: float) -> str:
    """What a coach says of an answer that was not the best: ``That gave up $1.20 on average: Stand was best.``"""
    average = "" if weighing.certain else " on average"
    return f"That gave up {money(lost)}{average}: {named(words, ask, weighing.best)} was best."


def named(words: Words, ask: Ask, weight: Weight) -> str:
    """An answer as a command: ``Hit``, ``Bet $10``, ``Put K♠ low``, ``Select 2♦ and joker``."""
    cards = _cards(weight)
    answer = weight.answer
    boxes = words.about(ask.ask).boxes
    if isinstance(answer, str):
        return f"{words.chosen(answer)} ({cards} {_box(words, boxes[1])})" if cards and boxes else words.chosen(answer)
    if boxes:
        return f"Put {cards} {_box(words, boxes[1])}"
    if isinstance(answer[0], str):
        return words.answered(ask.ask, answer)
    return f"Select {cards}"


def doing(words: Words, ask: Ask, weight: Weight) -> str:
    """An answer as the subject of a sentence: ``standing``, ``putting K♠ low``, ``selecting 2♦ and joker``."""
    answer = weight.answer
    if isinstance(answer, str):
        return words.taking(answer)
    if boxes := words.about(ask.ask).boxes:
        return f"putting {_cards(weight)} {_box(words, boxes[1])}"
    return words.taking(answer[0]) if isinstance(answer[0], str) else f"selecting {_cards(weight)}"


def basis(weighing: Weighing) -> str:
    """What the figures are of, and what they leave out."""
    if weighing.certain:
        return f"What {weighing.base} pays for certain."
    parts = [f"Averages per dollar of {weighing.base}, by your hand, the house's open cards and a full shoe."]
    if weighing.note:
        parts.append(weighing.note)
    if weighing.uncounted:
        others = "1 other open card is" if weighing.uncounted == 1 else f"{weighing.uncounted} other open cards are"
        parts.append(f"{others} not counted and would change them a little.")
    return " ".join(parts)


def money(cents: float) -> str:
    """An average amount as people write it, to the cent: ``$1.20``, ``4¢``, ``under 1¢``."""
    whole = round(abs(cents))
    if whole == 0 and cents:
        return "under 1¢"
    return dollars(whole) if whole >= 100 else f"{whole}¢"


def signed(cents: float) -> str:
    """What a choice wins on average at the stake: ``+$1.20``, ``-$0.36``, ``$0``."""
    whole = round(cents)
    return f"+{dollars(whole)}" if whole > 0 else dollars(whole)


def _cards(weight: Weight) -> str:
    return listed([kind.sign for kind in weight.cards], "and")


def _box(words: Words, part: str) -> str:
    label = words.part[part].label
    return label[:1].lower() + label[1:]


def _verb(weight: Weight) -> str:
    return "win" if weight.cents >= 0 else "lose"


def _amount(weight: Weight) -> str:
    return dollars(round(abs(weight.cents))) if weight.cents else "nothing"


def _per_dollar(first: float, second: float) -> tuple[str, str]:
    """Both shares in cents of a dollar, as exactly as it takes to tell them apart; empty for nothing at all."""
    for decimals in range(_FINEST + 1):
        texts = _cents(first, decimals), _cents(second, decimals)
        if texts[0] != texts[1] or (first < 0) != (second < 0):
            break
    return texts


def _cents(share: float, decimals: int) -> str:
    if not share:
        return ""
    value = f"{abs(share) * 100:.{decimals}f}"
    if float(value) == 0:
        return f"under {10**-decimals:.{decimals}f}¢"
    return f"{value}¢" if float(value) < 100 else f"${float(value) / 100:.{decimals + 2}f}"
