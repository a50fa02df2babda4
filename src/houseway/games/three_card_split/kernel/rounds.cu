// Rounds of Three Card Split on a GPU: the same as in the compiled rounds of this package, for one seat or several.

struct Sums {};

DEVICE void bring_sums(const Group &group, const Sums &sums) {}

/* Three cards in order: the lowest, the middle one, the highest. */
struct Hand {
    u32 low, mid, top;
};

DEVICE Hand sorted(u32 a, u32 b, u32 c) {
    u32 low = min(min(a, b), c), top = max(max(a, b), c);
    Hand hand = {low, a + b + c - low - top, top};
    return hand;
}

DEVICE u32 pairs(u32 top) { return top * (top - 1) / 2; }
DEVICE u32 triples(u32 top) { return top * (top - 1) * (top - 2) / 6; }
DEVICE u32 fours(u32 top) { return top * (top - 1) * (top - 2) * (top - 3) / 24; }
DEVICE u32 number_of(const Hand &hand) { return triples(hand.top) + pairs(hand.mid) + hand.low; }

DEVICE void count(const Group &group, u32 seat, u32 end) { atomicAdd(group.tally + seat * ENDS + end, 1u); }

DEVICE u32 whole_round(const Group &group, const u8 *deck, u32 left, u64 state, Sums &sums) {
    u32 drawn[DRAWN], cards[DRAWN];
    // The deck is in the order of its cards' codes: a place is a card.
    draw_first<DRAWN>(state, drawn, cards);
    const u32 last = SEATS * FROM_HAND;
    u32 hand = number_of(sorted(cards[last], cards[last + FROM_CARD], cards[last + 2 * FROM_CARD]));
    u32 house = __ldg(TABLE(u32, house) + hand), house_high = house & 511, house_low = house >> 9;
#if THREES
    u32 house_three = __ldg(TABLE(u32, three) + hand) & 4095;
#endif
    UNROLLED
    for (u32 seat = 0; seat < SEATS; seat++) {
        u32 at = seat * FROM_HAND;
        Hand own = sorted(cards[at], cards[at + FROM_CARD], cards[at + 2 * FROM_CARD]);
        hand = number_of(own);
        u32 mine = __ldg(TABLE(u32, own) + hand), high = mine & 511, single = mine >> 9 & 31;
        u32 won_high = (house_high == high) | (house_high < high - (mine >> 14 & 3));
        u32 won_low = (house_low == single) | (house_low < single - (mine >> 16 & 1));
        count(group, seat, mine >> 17 ? 3 : 2 - won_high - won_low);
#if THREES
        u32 three = __ldg(TABLE(u32, three) + hand), value = three & 4095;
        u32 won = (house_three == value) | (house_three < value - (three >> 12));
        count(group, seat, THREE_AT + 1 - won);
#endif
#if FOURS
        // The community card is put in its place among the three.
        u32 more = cards[DRAWN - 1];
        u32 lowest = min(own.low, more);
        more = max(own.low, more);
        u32 second = min(own.mid, more);
        more = max(own.mid, more);
        u32 third = min(own.top, more), top = max(own.top, more);
        count(group, seat, FOUR_AT + __ldg(TABLE(u8, four) + fours(top) + triples(third) + pairs(second) + lowest));
#endif
    }
    return 1;
}
