"""Three Card Split: what open cards make, which sub-hands win, how the house sets its own, and why a line ended so."""

from __future__ import annotations

from houseway.cards import Card
from houseway.cards.card import ACE, CARDS
from houseway.games.three_card_split import hands
from houseway.rulebook.steps import COMMUNITY, DEALER
from houseway.table.shown.open_cards import HouseMust, OpenCards, Reading
from houseway.table.shown.settled_lines import Settled, Told

HOUSE_HIGH, HOUSE_LOW = "dealer-high", "dealer-low"


def read(cards: OpenCards) -> Reading:
    """Three cards as a hand; each sub-hand, against the house's where that is open; how the house way sets its own."""
    house = _setting(cards, HOUSE_HIGH, HOUSE_LOW)
    said = {place: _three(held) for place, held in cards.items() if len(held) == 3}
    if community := cards.get(COMMUNITY, ()):
        said[COMMUNITY] = community[0].rank_name
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
            said[place] += ": foul"
            said[f"{seat}.low"] += ": foul"
        elif house is not None:
            said[place] += ": wins" if hands.compare(high, house[0]) > 0 else ": loses"
            said[f"{seat}.low"] += ": wins" if hands.compare((low,), (house[1],)) > 0 else ": loses"
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


# -- names of hands


def _pair(name: str) -> str:
    return f"pair of {name}{'es' if name == 'six' else 's'}"


def _signs(cards: tuple[Card, ...]) -> str:
    """The ranks from the top: ``K-Q``; an ace that goes with a two alone comes last."""
    ranks = sorted(cards, key=lambda each: each.rank, reverse=True)
    if {each.rank for each in cards} in ({ACE, 2}, {ACE, 2, 3}):
        ranks = [*ranks[1:], ranks[0]]
    return "-".join(each.rank_sign for each in ranks)


def _high(high: hands.High) -> str:
    """``pair of nines``, ``king high``, ``suited K-9``, ``connected Q-J``, ``suited connectors Q-J``."""
    kind = hands.kind_of_high(high)
    top = max(high, key=lambda each: each.rank)
    if kind == "pair":
        return _pair(top.rank_name)
    return f"{top.rank_name} high" if kind == "high-card" else f"{kind.replace('-', ' ')} {_signs(high)}"


def _three(cards: tuple[Card, ...]) -> str:
    """``pair of nines``, ``king high``, ``king-high flush``, ``three nines``."""
    kind, rank = hands.kind_of_three(cards), hands.three_card_rank(cards) >> 8 & 0xF
    name = next(each.rank_name for each in CARDS if each.rank == rank)
    if kind == "pair":
        return _pair(name)
    if kind == "three-of-a-kind":
        return _pair(name).replace("pair of", "three")
    return f"{name} high" if kind == "high-card" else f"{name}-high {kind.replace('-', ' ')}"


# -- settled lines


def explain(settled: Settled) -> Told:
    """Both hands and both sub-hands compared; what the player's three cards make with the community card."""
    seat, wager = str(settled.line.seat), settled.line.wager
    three = settled.first(seat, 3)
    if wager in ("four-card-bonus", "jackpot"):
        community = settled.at(COMMUNITY)
        return _four(settled.line.event, three, community[0]) if three and community else Told()
    house_high, house_low = settled.at(HOUSE_HIGH), settled.at(HOUSE_LOW)
    if not three or len(house_high) != 2 or not house_low:
        return Told()
    if wager == "three-card-bonus":
        theirs = (*house_high, house_low[0])
        copies = hands.three_card_rank(three) == hands.three_card_rank(theirs)
        mine, other = _three(three), _three(theirs)
        if mine == other and not copies:
            mine, other = _in_full(mine, three), _in_full(other, theirs)
        return Told(facts={"result": _result(mine, other, settled.line.event == "win", copies)})
    high, low = settled.at(f"{seat}.high"), settled.at(f"{seat}.low")
    if not high:
        # Left to the house way, and laid together until it is turned.
        way = hands.house_way(three)
        high, low = way[0], (way[1],)
    return _primary(settled.line.event, (high[0], high[1]), low[0], (house_high[0], house_high[1]), house_low[0])


def _primary(event: str, high: hands.High, low: Card, house_high: hands.High, house_low: Card) -> Told:
    if event == "foul":
        return Told(facts={"high": _high(high), "low": low.rank_name})
    wins = hands.compare(high, house_high) > 0, hands.compare((low,), (house_low,)) > 0
    copies = hands.high_rank(high) == hands.high_rank(house_high)
    mine, other = _high(high), _high(house_high)
    if mine == other and not copies:
        mine, other = _signs(high), _signs(house_high)
    said = [
        _result(mine, other, wins[0], copies),
        _result(low.rank_name, house_low.rank_name, wins[1], low.rank == house_low.rank),
    ]
    return Told(facts={"both": f"{said[0]}, {'and' if wins[0] == wins[1] else 'but'} {said[1]}"})


def _result(mine: str, other: str, won: bool, copies: bool) -> str:
    if copies and won:
        return f"your {mine} wins as a copy of the dealer's in the same colors"
    if copies:
        return f"your {mine} loses as a copy of the dealer's in other colors"
    winner, loser = (f"your {mine}", f"the dealer's {other}") if won else (f"the dealer's {other}", f"your {mine}")
    several = (mine if won else other).startswith(("suited connectors", "three "))
    return f"{winner} beat{'' if several else 's'} {loser}"


def _in_full(name: str, cards: tuple[Card, ...]) -> str:
    """Hands of one name told apart by all their cards: ``pair of nines (9-9-4)``."""
    return f"{name} ({_signs(cards)})"


def _four(event: str, three: tuple[Card, ...], community: Card) -> Told:
    facts = {"cards": " ".join(card.sign for card in three), "community": community.sign}
    four = (*three, community)
    if event == "four-card-straight-or-flush":
        return Told("four-card-straight" if len({card.suit for card in four}) > 1 else "four-card-flush", facts)
    if event == "three-card-straight-or-flush":
        suits = [card.suit for card in four]
        return Told("three-card-flush" if max(map(suits.count, suits)) > 2 else "three-card-straight", facts)
    return Told(facts=facts)
