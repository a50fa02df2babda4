"""Triple Attack, settled from the page on the round record: see ``page.py``."""

from __future__ import annotations

from typing import Any

from tests.outside.page import Place, Settling

ATTACKS = ("first-attack", "second-attack", "third-attack")


def points(card: str) -> int:
    """An ace counts eleven, a face card ten."""
    return 11 if card[0] == "A" else 10 if card[0] in "JQK" else int(card[0])


def total(cards: list[str]) -> tuple[int, bool]:
    """The best total, and whether an ace counts eleven in it."""
    best, aces = sum(map(points, cards)), sum(card[0] == "A" for card in cards)
    while best > 21 and aces:
        best, aces = best - 10, aces - 1
    return best, aces > 0


def blackjack(two: list[str]) -> bool:
    """An ace and a face card."""
    return len(two) == 2 and total(two)[0] == 21


class Hand:
    """One hand: where it is, its cards, the wagers on it."""

    def __init__(self, at: Place, cards: list[str], wagers: list[str]) -> None:
        self.at = at
        self.cards = cards
        self.wagers = wagers
        self.settled = False


class Table:
    """One round."""

    def __init__(self, s: Settling) -> None:
        self.s = s
        self.limits: dict[str, list[int]] = s.record.get("limits", {})
        self.hands = {seat: [Hand(seat, [], ["first-attack"])] for seat in s.seats}

    def room(self, wager: str, most: int) -> bool:
        """Whether the limits leave room for a wager of at most so much."""
        least, limit = self.limits.get(wager, (1, most))
        return max(1, least) <= min(most, limit)

    def attacks(self, seat: int) -> int:
        """The attack wagers of a seat together."""
        return sum(self.s.stakes[seat].get(wager, 0) for wager in ATTACKS)

    def bet(self, seat: int, wager: str, most: int) -> None:
        """A question for a further wager."""
        if self.room(wager, most):
            word, number = _answer(self.s.decision(seat), min(most, self.limits.get(wager, (1, most))[1]))
            if word == "bet":
                self.s.stakes[seat][wager] = number

    def end(self, hand: Hand, event: str) -> None:
        """Every wager on a hand is settled."""
        for wager in hand.wagers:
            self.s.pay(hand.at, wager, (event,))
        hand.settled = True

    def at_once(self, hand: Hand) -> None:
        """What ends a hand in play."""
        best = total(hand.cards)[0]
        if best > 21:
            self.end(hand, "bust")
        elif best == 21:
            self.end(hand, "twenty-one")
        elif len(hand.cards) >= 6:
            self.end(hand, "six-card-charlie")


def _answer(given: Any, most: int) -> tuple[str, int]:
    return (given, most) if isinstance(given, str) else (given[0], given[1])


def settle(s: Settling) -> None:
    """The round as far as the record goes."""
    table = Table(s)
    first = {seat: held[0] for seat, held in table.hands.items()}
    for hand in first.values():
        hand.cards.append(s.card())
    for seat in s.seats:
        table.bet(seat, "second-attack", s.placed[seat]["first-attack"])
    up = s.card()
    for seat in s.seats:
        table.bet(seat, "third-attack", s.placed[seat]["first-attack"])
        first[seat].wagers += [wager for wager in ATTACKS[1:] if s.has(seat, wager)]
    for hand in first.values():
        hand.cards.append(s.card())
    two = {seat: list(hand.cards) for seat, hand in first.items()}
    dealer = [up, s.card()]
    for seat in s.seats:
        side_bets(s, seat, two[seat], up)

    if up[0] == "A":
        for seat in s.seats:
            table.bet(seat, "insurance", table.attacks(seat) // 2)
    looked = points(up) >= 10 and look(s, dealer)
    for seat in s.seats:
        if s.has(seat, "insurance"):
            suited = ("suited-blackjack",) if looked and dealer[0][1] == dealer[1][1] else ()
            s.pay(seat, "insurance", (*suited, "blackjack") if looked else ("lose",))
    for hand in first.values():
        if looked:
            table.end(hand, "blackjack-against-blackjack" if blackjack(hand.cards) else "dealer-blackjack")
        elif blackjack(hand.cards):
            table.end(hand, "blackjack")

    for seat in s.seats:
        play(table, seat)
    finish(table, two, dealer)
    s.prizes()


def look(s: Settling, dealer: list[str]) -> bool:
    """Whether the dealer's look finds a blackjack; where the down card is hidden, the record has what it showed."""
    if dealer[1] == "??":
        looks: list[bool] = s.record.get("looks", [])
        if not (looks and looks[0]):
            return False if looks else bool(s.seen("??"))
        s.seen("??")
    return blackjack(dealer)


def side_bets(s: Settling, seat: int, two: list[str], up: str) -> None:
    """What hangs on the cards face up."""
    if s.has(seat, "suited-royals"):
        faces = "".join(sorted(card[0] for card in two))
        made = [
            ("king-queen-suited", faces == "KQ"),
            ("two-suited-face-cards", all(face in "JQK" for face in faces)),
            ("two-card-flush", True),
        ]
        suited = two[0][1] == two[1][1]
        s.pay(seat, "suited-royals", tuple(event for event, true in made if true and suited))
    if s.has(seat, "double-match-up"):
        double_match(s, seat, "double-match-up", two, up)
    if s.has(seat, "triple-match"):
        three = [*two, up]
        ranks = [card[0] for card in three]
        alike = max(ranks.count(each) for each in ranks)
        same = max(three.count(card) for card in three)
        made = [
            ("three-of-a-kind-suited", same == 3),
            ("three-of-a-kind", alike == 3),
            ("one-pair-suited", same >= 2),
            ("one-pair", alike >= 2),
        ]
        s.pay(seat, "triple-match", tuple(event for event, true in made if true))


def double_match(s: Settling, seat: int, wager: str, two: list[str], other: str) -> None:
    """Each of the two cards on its own; two matches are one line."""
    matches = ["suited-match" if card == other else "unsuited-match" for card in two if card[0] == other[0]]
    if len(matches) < 2:
        s.pay(seat, wager, tuple(matches))
        return
    odds = sum(int(s.cell(wager, event).split()[0]) for event in matches)
    s.settle(seat, wager, "+".join(matches), f"{odds} to 1")


def play(table: Table, seat: int) -> None:
    """A seat's hands, in the order of their numbers."""
    s, held = table.s, table.hands[seat]
    if held[0].settled:
        return
    stake = table.attacks(seat)
    for hand in held:
        while not hand.settled:
            word, number = _answer(s.decision(seat), min(stake, table.limits.get("double", (1, stake))[1]))
            if word == "stand":
                break
            if word == "split":
                other = Hand((seat, len(held) + 1), [hand.cards.pop()], ["split"])
                s.stakes[other.at] = {"split": stake}
                held.append(other)
                for each in (hand, other):
                    each.cards.append(s.card())
                    table.at_once(each)
                continue
            if word == "double":
                s.stakes[hand.at]["double"] = number
                hand.wagers.append("double")
            hand.cards.append(s.card())
            table.at_once(hand)
            if word == "double":
                break


def finish(table: Table, two: dict[int, list[str]], dealer: list[str]) -> None:
    """The dealer's hand, and whatever it decides."""
    s = table.s
    standing = any(not hand.settled for held in table.hands.values() for hand in held)
    waiting = any(s.has(seat, wager) for seat in s.seats for wager in ("double-match-down", *s.jackpots))
    if standing or waiting:
        s.seen(dealer[1])
    drawn = list(dealer)
    while standing and (total(drawn)[0] < 17 or total(drawn) == (17, True)):
        drawn.append(s.card())
    for seat in s.seats:
        for hand in table.hands[seat]:
            if not hand.settled:
                mine, theirs = total(hand.cards)[0], total(drawn)[0]
                beaten = theirs > 22 or theirs < mine
                event = "push-22" if theirs == 22 else "win" if beaten else "push" if theirs == mine else "lose"
                table.end(hand, event)
        if s.has(seat, "double-match-down"):
            double_match(s, seat, "double-match-down", two[seat], dealer[1])
        for wager in s.jackpots:
            if s.has(seat, wager):
                s.pay(seat, wager, jackpot(two[seat], dealer))


def jackpot(two: list[str], dealer: list[str]) -> tuple[str, ...]:
    """Every row that the first two cards make, with the dealer's two."""
    queens = two == ["Qh", "Qh"]
    with_blackjack = queens and blackjack(dealer)
    suited = dealer[0][1] == dealer[1][1]
    name = "queen-of-hearts-pair"
    made = [
        (f"{name}-w-dealer-suited-blackjack-in-hearts", with_blackjack and suited and dealer[0][1] == "h"),
        (f"{name}-w-dealer-suited-blackjack", with_blackjack and suited),
        (f"{name}-w-dealer-blackjack", with_blackjack),
        (name, queens),
        ("matched-20", two[0] == two[1]),
        ("suited-20", two[0][1] == two[1][1]),
        ("any-20", True),
    ]
    return tuple(event for event, true in made if true and sum(map(points, two)) == 20)
