"""Dueling for Dollars: what a player gains who counts the shoe, sees a card or tells one by its back.

Every card is dealt face up and every seat is settled against shared cards, so that seats have nothing to tell each
other but the count. The spots are valued with war at every tie, which is the best play from every shoe (`war_gain`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from houseway.cards import CARDS, RANKS, SUITS, Card, card
from houseway.games.dueling import hands
from houseway.games.dueling.play import SPOTS, TIE_AFTER_TIE
from houseway.maths.protection.findings import Advice, Protection
from houseway.maths.protection.first_cards import by_card, seen_before, told_apart
from houseway.maths.protection.shoe_wager import Kinds, ShoeCounting, ShoeWager, all_deals, from_deals, two_more
from houseway.maths.protection.table_pays import TablePays
from houseway.simulation.advantage.asked import ProtectionQuestion
from houseway.simulation.advantage.counted_wagers import counted_wager

WAR = "war"
PACK = CARDS[:52]
CARD_LABELS = tuple(kind.text for kind in PACK)
BY_CARD = tuple(kind.rank - 2 for kind in PACK)
BY_RANK = tuple(range(len(RANKS)))
LOW = 8
"""The highest rank of the low backs, where backs of high and low cards are told apart."""

Deals = Iterator[tuple[Kinds, Fraction | int]]


def protection(question: ProtectionQuestion) -> Protection:
    """What can be gained at the table of ``question``."""
    pays, setup = question.pays, question.setup
    wagers, known = [], []
    for slug in question.wagers:
        wager, deals = shoe_wager(pays, slug)
        first = by_card(wager, deals)
        found = counted_wager(
            slug, setup.paytables[slug].id, wager, BY_RANK if slug in SPOTS else BY_CARD, question.dealing, first
        )
        wagers.append(found)
        known.append(seen_before(slug, wager, first, "the seat's first card is seen before the wager"))
        known.append(told_apart(slug, wager, first, _backs(wager), "backs tell whether that card is above an eight"))
        if slug in SPOTS:
            known.append(
                seen_before(slug, wager, by_card(wager, deals, 1), "the community card is seen before the wager")
            )
    cut = setup.options.get("shoe", "fresh")
    return Protection(
        game=setup.edition.about.slug,
        edition=setup.edition.slug,
        fingerprint=setup.edition.fingerprint,
        shoe=f"{question.deck.decks} decks, {len(question.deck)} cards; "
        + ("shuffled for every round" if cut == "fresh" else f"dealt to a cut card behind {cut} cards"),
        countable=cut != "fresh",
        assumptions=(
            *question.assumed,
            "Spots are valued with war at every tie. No count turns that decision under the printed pays: either card "
            "of a war is as likely to be the higher whatever has gone, so that war wins 3/2 of the chance of a tie "
            "over surrender. Amounts on meters and posted rows are those of the table.",
        ),
        wagers=tuple(wagers),
        known=tuple(known),
        advice=ADVICE,
    )


def shoe_wagers(pays: TablePays) -> dict[str, ShoeCounting]:
    """Every wager placed before the deal, as a function of the cards that have gone."""
    found = {}
    for slug in pays.setup.wagers:
        if slug != WAR:
            kinds = BY_CARD if slug in SPOTS else range(len(PACK))
            kind_of = {kind.text: at for kind, at in zip(PACK, kinds, strict=True)}
            found[slug] = ShoeCounting(shoe_wager(pays, slug)[0], kind_of)
    return found


def shoe_wager(pays: TablePays, slug: str) -> tuple[ShoeWager, Callable[[], Deals]]:
    """A wager as a function of the shoe, and its deals: by rank for a spot, by card for a side bet."""
    decks = pays.setup.deck.decks
    if slug in SPOTS:
        labels, full, always = tuple(RANKS), (4 * decks,) * len(RANKS), 0
    else:
        labels, full, always = CARD_LABELS, (decks,) * len(PACK), -1

    def deals() -> Deals:
        return spot_deals(pays, slug) if slug in SPOTS else side_deals(pays, slug)

    return from_deals(labels, full, deals(), always=always), deals


# -- the spots


def spot_deals(pays: TablePays, spot: str) -> Deals:
    """Net of the first wager with its War wager, by the ranks of two cards and of the two war cards."""
    sign = -1 if spot == "dealer" else 1
    for player, community in product(BY_RANK, repeat=2):
        result = _duel(player, community)
        if result:
            yield (player, community), pays.given(spot, ("win",) if result == sign else ("lose",)) - 1
            continue
        for war in product(BY_RANK, repeat=2):
            yield (player, community, *war), _war_net(pays, spot, _duel(*war))


def _duel(player: int, community: int) -> int:
    return hands.duel(PACK[4 * player], PACK[4 * community])


def _war_net(pays: TablePays, spot: str, result: int) -> Fraction:
    """What the first wager and the War wager win together by the result of the war."""
    first, second = hands.war_events(spot, result)
    net = pays.given(spot, (first,)) + pays.given(WAR, (second,)) - 2
    if result == 0 and pays.setup.options.get("tie-bonus") == "on":
        net += pays.given(WAR, ("tie-bonus",))
    return net


def war_gain(pays: TablePays, spot: str, wager: ShoeWager, rank: int, give_up: Fraction) -> ShoeWager:
    """What war wins over surrender where two cards of ``rank`` tied, as a function of the cards left."""
    full = [count - 2 * (place == rank) for place, count in enumerate(wager.full)]
    deals = (((a, b), _war_net(pays, spot, _duel(a, b))) for a, b in product(BY_RANK, repeat=2))
    return from_deals(wager.labels, full, deals, always=-give_up)


# -- the side bets


def side_deals(pays: TablePays, wager: str) -> Deals:
    """What a side bet gives back, by cards."""
    if wager == "tie-plus":
        yield from all_deals(len(PACK), 2, lambda a, b: pays.given(wager, hands.tie_plus(PACK[a], PACK[b])))
    elif wager == "combo-bet":
        yield from all_deals(len(PACK), 2, lambda a, b: pays.given(wager, hands.combo(PACK[a], PACK[b])))
    elif wager == TIE_AFTER_TIE:
        yield from _tie_deals(pays, wager)
    else:
        yield from _start_deals(pays, wager)


def _tie_deals(pays: TablePays, wager: str) -> Deals:
    """The ties of deuces stand for those of every rank: the event knows only which ranks agree."""
    no_tie = pays.given(wager, hands.tie_after_tie((card("2c"), card("3c"))))
    if no_tie:
        yield from (((a, b), no_tie) for a, b in product(range(len(PACK)), repeat=2) if BY_CARD[a] != BY_CARD[b])
    for one, other in product(PACK[: len(SUITS)], repeat=2):
        for hand, given in list(two_more((one.code, other.code), len(PACK), _after_tie(pays, wager, one, other))):
            for rank in BY_RANK:
                yield tuple(_swapped(code, rank) for code in hand), given


def _swapped(code: int, rank: int) -> int:
    """The card with deuces and cards of ``rank`` changed into each other."""
    place, suit = divmod(code, len(SUITS))
    return len(SUITS) * (rank if place == 0 else 0 if place == rank else place) + suit


def _after_tie(pays: TablePays, wager: str, one: Card, other: Card) -> Callable[[int, int], Fraction]:
    return lambda c, d: pays.given(wager, hands.tie_after_tie((one, other), (PACK[c], PACK[d])))


def _start_deals(pays: TablePays, wager: str) -> Deals:
    """The starts of a player's club stand for those of every suit."""
    for one in PACK[:: len(SUITS)]:
        for other in PACK:
            if not hands.starts_two_plus_two(one, other):
                continue
            for hand, given in list(two_more((one.code, other.code), len(PACK), _after_start(pays, wager, one, other))):
                for suit in range(len(SUITS)):
                    yield tuple(_suited(code, suit) for code in hand), given


def _suited(code: int, suit: int) -> int:
    """The card with clubs and ``suit`` changed into each other."""
    place, own = divmod(code, len(SUITS))
    return len(SUITS) * place + (suit if own == 0 else 0 if own == suit else own)


def _after_start(pays: TablePays, wager: str, one: Card, other: Card) -> Callable[[int, int], Fraction]:
    return lambda c, d: pays.given(wager, hands.two_plus_two(one, other, (PACK[c], PACK[d])))


# -- words


def _backs(wager: ShoeWager) -> list[int]:
    ranks = BY_RANK if len(wager.full) == len(RANKS) else BY_CARD
    return [int(rank + 2 > LOW) for rank in ranks]


ADVICE = (
    Advice(
        "Counting the shoe",
        "Only where one shuffle serves several rounds. The figures by count, cut card and seats are above.",
        "Side bets that are made only late in a shoe; stakes that rise with the count (report *advantage*).",
        "A fresh shuffle for every round: no card of one round is missing from the next. Else the cut card at half of "
        "the shoe or before, and no entry in the middle of a shoe.",
    ),
    Advice(
        "A first card seen before the wager",
        "The largest gain there is, on every wager.",
        "Wagers changed after the dealer has touched the shoe; a player who looks at the shoe's mouth.",
        "Wagers closed before the first card leaves the shoe; a shoe with a covered mouth; no mid-round wagers.",
    ),
    Advice(
        "Backs that tell high from low",
        "As a seen card, less exact.",
        "Requests to turn cards round, to keep a deck, or to be dealt by one dealer.",
        "Symmetric backs, decks turned in the wash, decks changed by the clock.",
    ),
    Advice(
        "Seats that share what they know",
        "Nothing more than a count: every card lies face up.",
        "Nothing to see.",
        "Nothing needed.",
    ),
)
