"""Three Card Split: what open cards make, which sub-hands win, and how the house sets its own."""

from __future__ import annotations

from houseway.cards import Card
from houseway.games.three_card_split import hands
from houseway.rulebook.steps import DEALER
from houseway.table.shown.open_cards import HouseMust, OpenCards, Reading

HOUSE_HIGH, HOUSE_LOW = "dealer-high", "dealer-low"


def read(cards: OpenCards) -> Reading:
    """Each sub-hand in words, against the house's where that is open; how the house way sets the dealer's cards."""
    house = _setting(cards, HOUSE_HIGH, HOUSE_LOW)
    said: dict[str, str] = {}
    if house is not None:
        said[HOUSE_HIGH], said[HOUSE_LOW] = _high(house[0]), house[1].rank_name
    for place in cards:
        seat, _, part = place.partition(".")
        setting = _setting(cards, place, f"{seat}.low") if part == "high" else None
        if setting is None:
            continue
        high, low = setting
        said[place], said[f"{seat}.low"] = _high(high), low.rank_name
        if hands.is_foul(high, low):
            said[place] += ": foul, the low card outranks it"
            said[f"{seat}.low"] += ": foul"
        elif house is not None:
            copies = hands.high_rank(high) == hands.high_rank(house[0])
            said[place] += f": {_versus(high, house[0], copies)}"
            copies = hands.low_rank(low) == hands.low_rank(house[1])
            said[f"{seat}.low"] += f": {_versus((low,), (house[1],), copies)}"
    return Reading(said, _house(cards, house))


def _setting(cards: OpenCards, high: str, low: str) -> hands.Setting | None:
    two, one = cards.get(high, ()), cards.get(low, ())
    return ((two[0], two[1]), one[0]) if len(two) == 2 and len(one) == 1 else None


def _house(cards: OpenCards, house: hands.Setting | None) -> HouseMust | None:
    """How the house must set its cards: before they are set, and again where they were set otherwise."""
    dealt = cards.get(DEALER, ())
    if len(dealt) == 3:
        return _way("House way", dealt)
    if house is not None and not hands.same_setting(hands.house_way((*house[0], house[1])), house):
        return _way("Not the house way", (*house[0], house[1]))
    return None


def _way(title: str, cards: tuple[Card, ...]) -> HouseMust:
    high, low = hands.house_way(cards)
    return HouseMust(
        f"{title}: {high[0].text} {high[1].text} high, {low.text} low",
        hands.house_way_rule(cards),
        cards={"high": (high[0].text, high[1].text), "low": (low.text,)},
    )


def _high(high: hands.High) -> str:
    kind = hands.kind_of_high(high)
    low, top = sorted(high, key=lambda each: each.rank)
    if kind == "pair":
        return f"pair of {top.rank_name}{'es' if top.rank_name == 'six' else 's'}"
    if kind == "high-card":
        return f"{top.rank_name} high"
    return f"{kind.replace('-', ' ')}, {top.rank_name} and {low.rank_name}"


def _versus(mine: tuple[Card, ...], theirs: tuple[Card, ...], copies: bool) -> str:
    won = hands.compare(mine, theirs) > 0
    if copies:
        return "copies, same colours: wins" if won else "copies, other colours: loses"
    return "wins" if won else "loses"
