// Rounds of Triple Attack on a GPU: the same as in rounds.py, for one seat or several.
//
// One seat with a fresh shoe each round is what is mostly asked for: such a round is played from its first CARDS cards,
// in registers. Rounds with a split, or with more cards, are set aside and played whole.

// A hand is a place in `follow` and `acts`, eleven for each: a card's worth leads to the next hand or, below 0, to an
// ending. The dealer's hands follow those of the players. By the dealer's up card `acts` says what is done; at 0, the
// total of a player's hand or the number of the dealer's.

const u32 AMOUNTS = 12 * ENDINGS, DOUBLES_AT = 8 * ENDINGS, OF_SEAT = 12 * ENDINGS + MONEY;

/* Squares by their lower 32 bits and the rest; CARRIED in units of 2**62 while a thread adds up. */
struct SeatSums {
    i64 net, staked;
    u64 squares;
    u32 carried, hits;
};

struct Sums {
    SeatSums of[SEATS];
};

DEVICE void add_up(SeatSums &sums, i32 net, i32 staked) {
    sums.net += net;
    sums.staked += staked;
    sums.hits += net > 0;
    sums.squares += (u64)((i64)net * net);
    if (sums.squares >> 62) {
        sums.squares -= 1ull << 62;
        sums.carried++;
    }
}

DEVICE void bring_sums(const Group &group, const Sums &sums) {
    for (u32 seat = 0; seat < SEATS; seat++) {
        const SeatSums &mine = sums.of[seat];
        u64 *into = group.into + seat * 5;
        bring_sum((u64)mine.net, into);
        bring_sum(mine.squares & 0xFFFFFFFFull, into + 1);
        bring_sum((mine.squares >> 32) + ((u64)mine.carried << 30), into + 2);
        bring_sum((u64)mine.staked, into + 3);
        bring_sum(mine.hits, into + 4);
    }
}

/* The classes of a seat's side bets; given back is its jackpot's. */
DEVICE u32 side_bets(const Group &group, u32 seat, u32 one, u32 two, u32 up, u32 down) {
    u32 kind = 0;
#if SIDE_BETS
    const u8 *may = HOT_TABLE(u8, may) + seat * MAY;
    u32 *tally = group.tally + seat * SIDES;
    const u8 *matches = HOT_TABLE(u8, matches);
    if (may[ROYALS]) atomicAdd(tally + HOT_TABLE(u8, royals)[one * 52 + two], 1u);
    u32 matched = matches[one * 52 + up] * 3 + matches[two * 52 + up];
    if (may[MATCH_UP]) atomicAdd(tally + UP_AT + matched, 1u);
    if (may[TRIPLE]) atomicAdd(tally + TRIPLE_AT + matched + 9 * matches[one * 52 + two], 1u);
    if (may[MATCH_DOWN]) atomicAdd(tally + DOWN_AT + matches[one * 52 + down] * 3 + matches[two * 52 + down], 1u);
    if (may[JACKPOT]) {
        kind = HOT_TABLE(u8, jackpots)[one * 52 + two];
        if (kind == BY_DEALER) kind = HOT_TABLE(u8, queens)[up * 52 + down];
        atomicAdd(tally + JACKPOT_AT + kind, 1u);
    }
#endif
    return kind;
}

DEVICE u32 insured(const Group &group, u32 one, u32 two, bool face, bool other_face, u32 up) {
    u32 suit = up & 3;
    u32 suited = (face && (one & 3) == suit) + (other_face && (two & 3) == suit);
    return HOT_TABLE(u8, insure)[(face + other_face) * 3 + suited];
}

/* The cards of a round and what they are worth. From a fresh shoe the first AHEAD are drawn together, in registers. */
struct Cards {
    Shoe shoe;
#if AHEAD
    u64 worths;
    u32 used;
#endif
};

DEVICE u32 used(const Cards &cards) {
#if AHEAD
    return cards.used;
#else
    return cards.shoe.dealt;
#endif
}

DEVICE u32 next_worth(const Group &group, Cards &cards) {
#if AHEAD
    if (cards.used++ < AHEAD) {
        u32 worth = (u32)cards.worths & 15;
        cards.worths >>= 4;
        return worth;
    }
#endif
    return HOT_TABLE(u8, values)[draw(cards.shoe)];
}

DEVICE u32 whole_round(const Group &group, const u8 *deck, u32 left, u64 state, Sums &sums) {
    const u8 *values = HOT_TABLE(u8, values), *all_may = HOT_TABLE(u8, may), *acts = HOT_TABLE(u8, acts);
    const i16 *follow = HOT_TABLE(i16, follow), *begin_split = HOT_TABLE(i16, begin_split);
    const i32 *all_money = HOT_TABLE(i32, money);
    u32 first[2 * SEATS + 2], worths[2 * SEATS + 2], pattern[SEATS], held[SEATS];
    i32 net[SEATS], staked[SEATS], node_of[SEATS * 4];
    u8 doubled[SEATS * 4];
    Cards cards;
    Shoe &shoe = cards.shoe;
    if (left < 2 * SEATS + 2) return 0;
    open_shoe(shoe, deck, left, state);
#if AHEAD
    u32 drawn[AHEAD], at[AHEAD];
    draw_first<AHEAD>(state, drawn, at);
    cards.worths = 0;
    UNROLLED
    for (u32 card = AHEAD; card > 4; card--)
        cards.worths = cards.worths << 4 | HOT_TABLE(u8, worth_at)[at[card - 1]];
    UNROLLED
    for (u32 card = 0; card < AHEAD; card++) shoe.places[card] = (u16)drawn[card];
    shoe.state += AHEAD * GAMMA;
    shoe.dealt = AHEAD;
    cards.used = 4;
    for (u32 card = 0; card < 4; card++) first[card] = deck[at[card]];
#else
    for (u32 card = 0; card < 2 * SEATS + 2; card++) first[card] = draw(shoe);
#endif
    for (u32 card = 0; card < 2 * SEATS + 2; card++) worths[card] = values[first[card]];
    u32 up_card = first[SEATS], down_card = first[2 * SEATS + 1];
    u32 up = worths[SEATS], down = worths[2 * SEATS + 1];
    bool blackjack = up + down == 11 && (up == 1 || down == 1);
    bool noted = false;
    u8 kinds[SEATS];
    for (u32 seat = 0; seat < SEATS; seat++) {
        const u8 *may = all_may + seat * MAY;
        const i32 *money = all_money + seat * OF_SEAT;
        u32 one = first[seat], two = first[SEATS + 1 + seat], value = worths[seat], other = worths[SEATS + 1 + seat];
        u32 attacks = HOT_TABLE(u8, second)[value] & may[SECOND];
        attacks += 2 * (HOT_TABLE(u8, third)[value * 11 + up] & may[THIRD]);
        pattern[seat] = attacks;
        net[seat] = 0;
        staked[seat] = money[AMOUNTS + STAKE + attacks];
        kinds[seat] = (u8)side_bets(group, seat, one, two, up_card, down_card);
#if SPECIAL
        if (may[JACKPOT]) noted |= HOT_TABLE(u8, special)[seat * 16 + kinds[seat]] != 0;
#endif
        if (up == 1 && may[INSURE + attacks] && insured(group, one, two, value == 10, other == 10, up_card)) {
            u32 what = blackjack ? ((down_card & 3) == (up_card & 3) ? 2 : 1) : 0;
            net[seat] += money[AMOUNTS + INSURANCE + what * 4 + attacks];
            staked[seat] += money[AMOUNTS + INSURED + attacks];
        }
        i32 node = HOT_TABLE(i16, begin)[value * 11 + other];
        i32 ending = HOT_TABLE(i16, look)[2 * blackjack + (node < 0)];
        if (ending >= 0) {
            net[seat] += money[ending * 4 + attacks];
            node = -1;
        }
        held[seat] = 1;
        doubled[seat * 4] = 0;
        node_of[seat * 4] = node;
    }
    bool standing = false;
    for (u32 seat = 0; seat < SEATS; seat++) {
        const u8 *may = all_may + seat * MAY;
        const i32 *money = all_money + seat * OF_SEAT;
        u32 attacks = pattern[seat];
        for (u32 hand = 0; hand < held[seat]; hand++) {
            const i32 *of_hand = money + (hand ? 4 * ENDINGS : 0) + attacks;
            i32 node = node_of[seat * 4 + hand];
            while (node >= 0) {
                u32 act = acts[node + (i32)up];
                if (act & SPLITS && held[seat] < 4 && may[SPLIT + attacks]) {
                    u32 pair = HOT_TABLE(u8, pairs)[node / 11];
                    if (used(cards) + 2 > left) return 0;
                    node = begin_split[pair * 11 + next_worth(group, cards)];
                    i32 other = begin_split[pair * 11 + next_worth(group, cards)];
                    u32 there = seat * 4 + held[seat]++;
                    doubled[there] = 0;
                    node_of[there] = other;
                    staked[seat] += money[AMOUNTS + STAKE + attacks];
                    if (node < 0) net[seat] += of_hand[(-1 - node) * 4];
                    if (other < 0) net[seat] += money[4 * ENDINGS + (-1 - other) * 4 + attacks];
                    continue;
                }
                act &= ~SPLITS;
                if (act == STANDS) break;
                if (used(cards) >= left) return 0;
                bool twice = act == DOUBLES && may[DOUBLE + attacks];
                node = follow[node + (i32)next_worth(group, cards)];
                if (twice) {
                    doubled[seat * 4 + hand] = 1;
                    staked[seat] += money[AMOUNTS + DOUBLED + attacks];
                }
                if (node < 0) {
                    net[seat] += of_hand[(-1 - node) * 4];
                    if (twice) net[seat] += money[DOUBLES_AT + (-1 - node) * 4 + attacks];
                }
                if (twice) break;
            }
            node_of[seat * 4 + hand] = node;
            standing |= node >= 0;
        }
    }
    i32 theirs = HOT_TABLE(i16, dealer_begin)[up * 11 + down];
    while (standing && acts[theirs + (i32)up] != STANDS) {
        if (used(cards) >= left) return 0;
        theirs = follow[theirs + (i32)next_worth(group, cards)];
    }
    for (u32 seat = 0; seat < SEATS; seat++) {
        const i32 *money = all_money + seat * OF_SEAT;
        for (u32 hand = 0; hand < held[seat]; hand++) {
            i32 node = node_of[seat * 4 + hand];
            if (node < 0) continue;
            u32 ended = HOT_TABLE(u8, compared)[acts[node] * DEALERS + acts[theirs]] * 4 + pattern[seat];
            net[seat] += money[(hand ? 4 * ENDINGS : 0) + ended];
            if (doubled[seat * 4 + hand]) net[seat] += money[DOUBLES_AT + ended];
        }
        add_up(sums.of[seat], net[seat], staked[seat]);
    }
#if SPECIAL
    if (noted) {
        u64 *note = note_of(group);
        for (u32 seat = 0; note && seat < SEATS; seat++) note[seat] = kinds[seat];
    }
#endif
#if CUT
    return close_up((u8 *)deck, left, shoe.drawn, shoe.dealt, HOT_TABLE(u8, fresh));
#else
    return 1;
#endif
}

#if QUICK
/* A round from its first CARDS cards; false, with nothing counted, where these are not enough, unsure, or split.
   Threads go one way together, whatever they are dealt: each card is drawn by the player, then by the dealer, or by
   nobody. */
DEVICE bool quick_round(const Group &group, u64 state, Sums &sums) {
    const u8 *worth_at = HOT_TABLE(u8, worth_at), *acts = HOT_TABLE(u8, acts);
    const i16 *follow = HOT_TABLE(i16, follow);
    const i32 *money = HOT_TABLE(i32, money);
    u32 drawn[CARDS], at[CARDS], worth[CARDS];
    bool unsure = false;
    draw_first<CARDS>(state, drawn, at, &unsure);
    UNROLLED
    for (u32 card = 0; card < CARDS; card++) worth[card] = worth_at[at[card]];
    u32 value = worth[0], up = worth[1], other = worth[2], down = worth[3];
    u32 plan = HOT_TABLE(u8, attacks)[value * 11 + up], attacks = plan & 3;
    bool blackjack = up + down == 11 && (up == 1 || down == 1), twice = false, dealer = false;
    i32 hand = HOT_TABLE(i16, begin)[value * 11 + other], own = 0, ending = 0;
    i32 theirs = HOT_TABLE(i16, dealer_begin)[up * 11 + down];
    bool open = hand >= 0 && !blackjack;
    if (!open) ending = HOT_TABLE(i16, look)[2 * blackjack + (hand < 0)];
    u32 act = open ? acts[hand + up] : STANDS;
    bool splits = act & SPLITS;
    UNROLLED
    for (u32 card = 4; card <= CARDS; card++) {
        if (open && !dealer && act == STANDS) {
            own = hand;
            hand = theirs;
            act = acts[hand + up];
            dealer = true;
        }
        if (card < CARDS && act != STANDS) {
            i32 next = follow[hand + (i32)worth[card]];
            twice |= act == DOUBLES && plan & MAY_DOUBLE;
            open = next >= 0;
            ending = -1 - next;
            hand = next;
            act = open && (dealer || !twice) ? acts[hand + up] : STANDS;
        }
    }
    if (splits || act != STANDS || unsure) return false;
    if (open) ending = HOT_TABLE(u8, compared)[acts[own] * DEALERS + acts[hand]];
    u32 ended = (u32)ending * 4 + attacks;
    i32 net = money[ended], staked = money[AMOUNTS + STAKE + attacks];
    if (twice) {
        net += money[DOUBLES_AT + ended];
        staked += money[AMOUNTS + DOUBLED + attacks];
    }
    if (up == 1 && plan & MAY_INSURE) {
        const u8 *fresh = HOT_TABLE(u8, fresh);
        if (insured(group, fresh[at[0]], fresh[at[2]], value == 10, other == 10, fresh[at[1]])) {
            u32 what = blackjack ? ((fresh[at[3]] & 3) == (fresh[at[1]] & 3) ? 2 : 1) : 0;
            net += money[AMOUNTS + INSURANCE + what * 4 + attacks];
            staked += money[AMOUNTS + INSURED + attacks];
        }
    }
#if SIDE_BETS
    const u8 *codes = HOT_TABLE(u8, fresh);
    u32 kind = side_bets(group, 0, codes[at[0]], codes[at[2]], codes[at[1]], codes[at[3]]);
#if SPECIAL
    if (HOT_TABLE(u8, may)[JACKPOT] && HOT_TABLE(u8, special)[kind]) {
        u64 *note = note_of(group);
        if (note) note[0] = kind;
    }
#endif
#endif
    add_up(sums.of[0], net, staked);
    return true;
}
#endif
