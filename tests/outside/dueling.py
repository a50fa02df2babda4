"""Dueling, settled from the page on the round record: see ``page.py``."""

from __future__ import annotations

from itertools import combinations

from tests.outside.page import RANKS, Settling

RED = "dh"


def rank(card: str) -> int:
    """2 to 14, the ace high."""
    return RANKS.index(card[0]) + 2


def next_to(one: str, other: str) -> bool:
    """Neighbours in rank; the ace is next to the king and to the two."""
    return abs(rank(one) - rank(other)) in (1, 12)


def settle(s: Settling) -> None:
    """The round as far as the record goes."""
    spot = {seat: next(w for w in ("player", "dealer", "play") if s.has(seat, w)) for seat in s.seats}
    first = {seat: s.card() for seat in s.seats}
    board = s.card()
    for seat in s.seats:
        card = first[seat]
        tie = rank(card) == rank(board)
        if not tie:
            higher = rank(card) > rank(board)
            s.pay(seat, spot[seat], ("win" if higher != (spot[seat] == "dealer") else "lose",))
        if s.has(seat, "tie-plus"):
            suited = "suited-pair-tie" if card[1] == board[1] else "pair-ties-unsuited"
            s.pay(seat, "tie-plus", (suited,) if tie else ())
        if s.has(seat, "combo-bet"):
            s.pay(seat, "combo-bet", combo(card, board))
        if not tie:
            tie_after_tie(s, seat, [card, board], [])
    at_war = []
    for seat in s.seats:
        if rank(first[seat]) != rank(board):
            continue
        if s.decision(seat) == "war":
            at_war.append(seat)
            s.stakes[seat]["war"] = s.stakes[seat][spot[seat]]
        else:
            s.pay(seat, spot[seat], ("surrender",))
            tie_after_tie(s, seat, [first[seat], board], [])
    if at_war:
        war(s, spot, first, board, at_war)
    two_plus_two(s, first, board)
    s.prizes()


def combo(card: str, board: str) -> tuple[str, ...]:
    """Every row that two cards make."""
    if card[0] == board[0]:
        return ("pair",)
    straight, flush = next_to(card, board), card[1] == board[1]
    made = [("straight-flush", straight and flush), ("straight-or-flush", straight or flush)]
    made += [("straight", straight), ("flush", flush)]
    return tuple(event for event, true in made if true)


def war(s: Settling, spot: dict[int, str], first: dict[int, str], board: str, at_war: list[int]) -> None:
    """One war for all who chose it."""
    for _ in range(int(s.options["burn"])):
        s.card()
    second = {seat: s.card() for seat in at_war}
    war_board = s.card()
    for seat in at_war:
        mine, theirs = rank(second[seat]), rank(war_board)
        if mine == theirs or (mine > theirs) != (spot[seat] == "dealer"):
            staked = s.stakes[seat]["war"]
            s.pay(seat, spot[seat], ("war-push",))
            s.pay(seat, "war", ("tie-after-tie" if mine == theirs else "win",))
            if mine == theirs and s.options["tie-bonus"] == "on":
                pays = s.cell("war", "tie-bonus")
                s.line(seat, "war", 0, "tie-bonus", pays, staked * int(pays.split()[0]))
        else:
            s.pay(seat, spot[seat], ("war-lost",))
            s.pay(seat, "war", ("lose",))
    for seat in at_war:
        tie_after_tie(s, seat, [first[seat], board], [second[seat], war_board])


def tie_after_tie(s: Settling, seat: int, first: list[str], second: list[str]) -> None:
    """The first two cards, and the two of a war."""
    if not s.has(seat, "tie-after-tie"):
        return
    s.pay(seat, "tie-after-tie", (tie_event(first, second),))


def tie_event(first: list[str], second: list[str]) -> str:
    """The one row that the cards make; quads of one suit are of one colour too, which no table pays more for."""
    one = first[0][0]
    if first[1][0] != one:
        return "not-a-tie"
    if second and second[0][0] == second[1][0]:
        four = first + second
        if second[0][0] != one:
            return "two-pairs-same-color" if one_colour(four) else "two-pairs-two-color"
        if len({card[1] for card in four}) == 1:
            return "quads-same-suit"
        return "quads-same-color" if one_colour(four) else "quads-two-color"
    third = [card for card in second if card[0] == one]
    if third:
        return "trips-same-color" if one_colour(first + third) else "trips-two-color"
    return "one-tie-one-color" if one_colour(first) else "one-tie-two-color"


def one_colour(cards: list[str]) -> bool:
    """Whether all are red or all black."""
    return len({card[1] in RED for card in cards}) == 1


def two_plus_two(s: Settling, first: dict[int, str], board: str) -> None:
    """Two more cards for all who start with a pair or a suited connection."""
    players = [seat for seat in s.seats if s.has(seat, "two-plus-two")]
    starts = [
        seat
        for seat in players
        if first[seat][0] == board[0] or (first[seat][1] == board[1] and next_to(first[seat], board))
    ]
    more = [s.card(), s.card()] if starts else []
    for seat in players:
        s.pay(seat, "two-plus-two", four_cards([first[seat], board, *more]) if seat in starts else ())


def four_cards(hand: list[str]) -> tuple[str, ...]:
    """Every row that a start and two more cards make."""
    ranks = [card[0] for card in hand]
    alike = max(ranks.count(each) for each in ranks)
    line = in_line(hand)
    made = [
        ("royal-flush", line and set(ranks) == set("AKQJ")),
        ("4-card-straight-flush", line),
        ("four-of-a-kind", alike == 4),
        ("3-card-straight-flush", any(in_line(list(three)) for three in combinations(hand, 3))),
        ("three-of-a-kind", alike >= 3),
        ("starting-straight-flush", hand[0][0] != hand[1][0]),
        ("starting-pair", hand[0][0] == hand[1][0]),
    ]
    return tuple(event for event, true in made if true)


def in_line(cards: list[str]) -> bool:
    """One suit and ranks in a row, the ace high or low."""
    if len({card[1] for card in cards}) > 1:
        return False
    for ace in (14, 1):
        ranks = sorted(ace if card[0] == "A" else rank(card) for card in cards)
        if ranks == list(range(ranks[0], ranks[0] + len(ranks))):
            return True
    return False
