// Rounds of Deuces Wild on a GPU: the same as in rounds.py, for one seat or several. How the wagers end is counted.

struct Sums {};

DEVICE void bring_sums(const Group &group, const Sums &sums) {}

/* The wagers of a seat, as bits. */
DEVICE u32 wagers_of(u32 seat) { return WAGERS >> (4 * seat) & 15; }

DEVICE void swap_up(u32 &a, u32 &b) {
    u32 low = min(a, b);
    b = max(a, b);
    a = low;
}

DEVICE bool is_wild(u32 card) { return card < LOW_WILDS || card == JOKER; }

/* Where in the table of rows a hand is: the sum of its words, and their bits in common. */
DEVICE u32 place_of(u64 total, u64 common) {
    return common >> SUITS_AT ? (u32)(total >> RANKS_AT) & (SUITED - 1) : ((u32)total & 0xFFFFF) + SUITED;
}

/* The number of a set of cards in ascending order, of so many cards. */
DEVICE u32 number_of(const u32 *choose, const u32 *hand, u32 size) {
    u32 number = hand[0];
    for (u32 card = 1; card < size; card++) number += choose[(card + 1) * (DECK + 1) + hand[card]];
    return number;
}

/* Put card `at` of a hand, the others in order, into its place. */
DEVICE void put_in(u32 *hand, u32 at) {
    u32 card = hand[at];
    for (; at && hand[at - 1] > card; at--) hand[at] = hand[at - 1];
    hand[at] = card;
}

DEVICE void count(const Group &group, u32 at) { atomicAdd(group.tally + at, 1u); }

/* The row that a seat's cards make with the community hand, of which `total`, `common` and `kind` tell. */
DEVICE u32 fortune_of(const Group &group, const u32 *hand, u32 size, u64 total, u64 common, u32 kind) {
    const u64 *words = HOT_TABLE(u64, words);
    const u8 *more_wilds = TABLE(u8, more_wilds) + kind * MORE_WILDS, *table = TABLE(u8, fortune_table);
#if REVEALED
    u32 event = 0, best = FORTUNE_ENDS, wild = 0;
    for (u32 card = 0; card < size; card++) {
        u64 word = words[hand[card]];
        u32 found;
        if (is_wild(hand[card]))
            found = __ldg(more_wilds + ++wild);
        else
            found = __ldg(table + place_of(total + word, common & word));
        u32 preferred = HOT_TABLE(u8, preference)[found];
        if (preferred < best) {
            best = preferred;
            event = found;
        }
    }
    return event;
#else
    u32 number = number_of(HOT_TABLE(u32, choose), hand, size);
    u32 pick = __ldg((size == 3 ? TABLE(u8, picks3) : size == 4 ? TABLE(u8, picks4) : TABLE(u8, picks5)) + number);
    if (pick & (pick - 1)) {
        u32 together = 0;
        for (u32 card = 0; card < size; card++) together += pick >> card & 1;
        return __ldg(more_wilds + together);
    }
    u32 picked = 0;
    while (!(pick >> picked & 1)) picked++;
    u64 word = words[hand[picked]];
    return __ldg(table + place_of(total + word, common & word));
#endif
}

DEVICE u32 whole_round(const Group &group, const u8 *deck, u32 left, u64 state, Sums &sums) {
    const u32 *choose = HOT_TABLE(u32, choose);
    const u64 *words = HOT_TABLE(u64, words);
    u32 drawn[MOST], cards[MOST];
    // The deck is in the order of its cards' codes: a place is a card.
    draw_first<MOST>(state, drawn, cards);
    u32 hand[SEATS][5], first[SEATS], held[SEATS], entitled[SEATS];
    u32 dealt = 3 * (SEATS + 1), playing = 0;
    // Three cards each, and the first decision.
    UNROLLED
    for (u32 seat = 0; seat < SEATS; seat++) {
        u32 a = cards[1 + seat], b = cards[SEATS + 2 + seat], c = cards[2 * SEATS + 3 + seat];
        swap_up(a, b);
        swap_up(b, c);
        swap_up(a, b);
        hand[seat][0] = a, hand[seat][1] = b, hand[seat][2] = c;
        first[seat] = a | b << 8 | c << 16;
        held[seat] = entitled[seat] = 3;
        u32 number = number_of(choose, hand[seat], 3), wager = wagers_of(seat);
        if (wager & TREASURE) count(group, TREASURE_AT + seat * TREASURE_ENDS + __ldg(TABLE(u8, treasure) + number));
        if (wager & ANTE) {
            if (__ldg(TABLE(u8, played) + number)) {
                playing++;
                entitled[seat] = 4;
            } else {
                count(group, seat * ANTE_ENDS + FOLDED_ON_THREE);
            }
        }
    }
    if (!playing && !RUNNING) return 1;
    // The last community card, and a fourth to those who play or have the Bonus Jackpot.
    dealt++;
    UNROLLED
    for (u32 seat = 0; seat < SEATS; seat++)
        if (entitled[seat] == 4 || wagers_of(seat) & JACKPOT) {
            hand[seat][3] = cards[dealt++];
            if (entitled[seat] == 4) put_in(hand[seat], 3);
            held[seat] = 4;
        }
    // The second decision. One who folded on three has its first three cards in order, and the fourth after them.
    UNROLLED
    for (u32 seat = 0; seat < SEATS; seat++) {
        if (entitled[seat] != 4) continue;
        if (__ldg(TABLE(u8, raised) + number_of(choose, hand[seat], 4))) {
            entitled[seat] = 5;
            if (POOL == 5 && !REVEALED && wagers_of(seat) & FORTUNE) {
                hand[seat][4] = cards[dealt++];
                held[seat] = 5;
            }
        } else {
            playing--;
            count(group, seat * ANTE_ENDS + FOLDED_ON_FOUR);
        }
    }
    if (!playing && !RUNNING) return 1;
#if EVERY & FORTUNE
    u32 community[4] = {cards[0], cards[SEATS + 1], cards[2 * (SEATS + 1)], cards[3 * (SEATS + 1)]};
    put_in(community, 1);
    put_in(community, 2);
    put_in(community, 3);
    u64 total = words[community[0]] + words[community[1]] + words[community[2]] + words[community[3]];
    u64 common = words[community[0]] & words[community[1]] & words[community[2]] & words[community[3]];
    u32 kind = (u32)__ldg(TABLE(i32, of4) + number_of(choose, community, 4));
#if REVEALED
    if (POOL == 5)
        for (u32 seat = 0; seat < SEATS; seat++)
            if (entitled[seat] == 5 && wagers_of(seat) & FORTUNE) {
                hand[seat][4] = cards[dealt++];
                held[seat] = 5;
            }
#endif
#endif
    // Settlement, seat by seat.
    u32 wild_hands = 0, digit = 1;
    UNROLLED
    for (u32 seat = 0; seat < SEATS; seat++) {
        u32 wager = wagers_of(seat);
        if ((entitled[seat] == 5 || wager & JACKPOT) && held[seat] < 5) hand[seat][4] = cards[dealt++];
        if (entitled[seat] == 5) {
            u64 all = 0, in_common = ~0ull;
            for (u32 card = 0; card < 5; card++) {
                all += words[hand[seat][card]];
                in_common &= words[hand[seat][card]];
            }
            count(group, seat * ANTE_ENDS + __ldg(TABLE(u8, ante_table) + place_of(all, in_common)));
        }
        if (wager & JACKPOT)
            for (u32 card = 0; card < 5; card++) wild_hands += is_wild(hand[seat][card]) ? digit : 0;
        digit *= WILD_COUNTS;
#if EVERY & FORTUNE
        if (wager & FORTUNE) {
            u32 size = min(POOL, entitled[seat]);
            if (size == 3 && entitled[seat] > 3) {
                // A fourth card was put among the three it may select from.
                for (u32 card = 0; card < 3; card++) hand[seat][card] = first[seat] >> 8 * card & 0xFF;
            } else if (size == 5) {
                // The fifth card was put last for the Ante: its place among the others now.
                put_in(hand[seat], 4);
            }
            u32 event = fortune_of(group, hand[seat], size, total, common, kind);
            count(group, FORTUNE_AT + seat * FORTUNE_ENDS + event);
        }
#endif
    }
#if EVERY & JACKPOT
#if JACKPOT_AT + JACKPOTS <= TALLY
    count(group, JACKPOT_AT + wild_hands);
#else
    atomicAdd(group.into + JACKPOT_AT + wild_hands, 1ull);
#endif
#endif
    return 1;
}
