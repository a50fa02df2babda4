// Rounds of Dueling on a GPU: the same as in rounds.py, for one seat or several. What became of the seats is counted.
//
// Most rounds of a single seat end with the second card. The others are set aside.

struct Sums {};

DEVICE void bring_sums(const Group &group, const Sums &sums) {}

DEVICE void count(const Group &group, u32 seat, u32 end) { atomicAdd(group.tally + seat * WIDTH + end, 1u); }

// A card of a round, by its place among those dealt. Whoever plays alone from a fresh shoe has all that a round may deal
// in registers; else each card leaves the shoe when it is dealt, and they are asked for one after the other.
#if QUICK
struct Dealt {
    const u8 *deck;
    u32 at[MOST];
};

DEVICE void open_round(Dealt &dealt, const u8 *deck, u32 left, u64 state) {
    u32 drawn[MOST];
    dealt.deck = deck;
    draw_first<MOST>(state, drawn, dealt.at);
}

DEVICE u32 card(const Dealt &dealt, u32 place) { return dealt.deck[dealt.at[place]]; }
#else
typedef Shoe Dealt;

DEVICE void open_round(Dealt &dealt, const u8 *deck, u32 left, u64 state) { open_shoe(dealt, deck, left, state); }

DEVICE u32 card(Dealt &dealt, u32 place) { return draw(dealt); }
#endif

DEVICE u32 whole_round(const Group &group, const u8 *deck, u32 left, u64 state, Sums &sums) {
    const u8 *classes = HOT_TABLE(u8, classes), *has = HOT_TABLE(u8, has), *special = HOT_TABLE(u8, special);
    const i16 *start_of = TABLE(i16, start_of);
    u32 cards[SEATS];
    i32 ends[SEATS * ENDS];
    u32 fighting = 0, starting = 0, noted = 0;
    Dealt dealt;
    if (left < SEATS + 1) return 0;
    open_round(dealt, deck, left, state);
    // One card to each seat, then the community card.
    UNROLLED
    for (u32 seat = 0; seat < SEATS; seat++) cards[seat] = card(dealt, seat);
    u32 community = card(dealt, SEATS);
    for (u32 seat = 0; seat < SEATS; seat++) {
        u32 pair = cards[seat] * 52 + community;
        u32 kind = classes[pair];
        count(group, seat, kind);
        fighting += kind >= FIGHTS;
        ends[seat * ENDS + CLASS] = (i32)kind;
        ends[seat * ENDS + WAR] = ends[seat * ENDS + TAT] = ends[seat * ENDS + TWO] = -1;
        if (has[seat * 2]) noted |= special[kind];
        if (STARTS && has[seat * 2 + 1]) starting += start_of[pair] >= 0;
    }
    if (fighting) {
        // One burn, one card to each seat at war, one community card for all.
        if (left - (SEATS + 1) < BURN + fighting + 1) return 0;
        const u32 burnt = SEATS + 1 + BURN;
        u32 war_cards[SEATS];
        UNROLLED
        for (u32 place = SEATS + 1; place < burnt; place++) card(dealt, place);
        UNROLLED
        for (u32 seat = 0; seat < SEATS; seat++)
            war_cards[seat] = classes[cards[seat] * 52 + community] < FIGHTS ? 0 : card(dealt, burnt + seat);
        u32 war_community = card(dealt, burnt + SEATS), low = war_community >> 2;
        for (u32 seat = 0; seat < SEATS; seat++) {
            u32 player = cards[seat], war_player = war_cards[seat], high = war_player >> 2, rank = player >> 2;
            if (classes[player * 52 + community] < FIGHTS) continue;
            u32 result = 1 + (high > low) - (high < low);
            count(group, seat, WAR_AT + result);
            ends[seat * ENDS + WAR] = (i32)result;
            if (has[seat * 2]) {
                u32 relation = (high == rank) + 2 * (low == rank);
                if (high == low) relation = high == rank ? 4 : 3;
                u32 place = ((player & 3) * 4 + (community & 3)) * 5 + relation;
                u32 row = TABLE(u8, tat_rows)[(place * 4 + (war_player & 3)) * 4 + (war_community & 3)];
                count(group, seat, TAT_AT + row);
                ends[seat * ENDS + TAT] = (i32)row;
                noted |= special[WAR_AT + row];
            }
        }
    }
    if (starting) {
        // Two cards more, once for all who have a start.
        if (left - (SEATS + 1) < (fighting ? BURN + fighting + 1 : 0) + 2) return 0;
        const u32 after = SEATS + 1 + (BURN + SEATS + 1);
        u32 one = fighting ? card(dealt, after) : card(dealt, SEATS + 1);
        u32 other = fighting ? card(dealt, after + 1) : card(dealt, SEATS + 2);
        for (u32 seat = 0; seat < SEATS; seat++) {
            i32 start = start_of[cards[seat] * 52 + community];
            if (!has[seat * 2 + 1] || start < 0) continue;
            const u8 *looks = TABLE(u8, looks) + start * 52;
            u32 row = TABLE(u8, two_rows)[((u32)start * VIEWS + looks[one]) * VIEWS + looks[other]];
            count(group, seat, TWO_AT + row);
            ends[seat * ENDS + TWO] = (i32)row;
            noted |= special[TWO_SPECIAL + row];
        }
    }
    if (noted) {
        u64 *note = note_of(group);
        for (u32 place = 0; note && place < SEATS * ENDS; place++) note[place] = (u64)(i64)ends[place];
    }
#if CUT
    return close_up((u8 *)deck, left, dealt.drawn, dealt.dealt, HOT_TABLE(u8, fresh));
#else
    return 1;
#endif
}

#if QUICK
DEVICE bool quick_round(const Group &group, u64 state, Sums &sums) {
    const u8 *fresh = HOT_TABLE(u8, fresh);
    u32 drawn[2], at[2];
    bool unsure = false;
    draw_first<2>(state, drawn, at, &unsure);
    u32 kind = HOT_TABLE(u8, quickly)[fresh[at[0]] * 52 + fresh[at[1]]];
    if (kind == WIDTH || unsure) return false;
    count(group, 0, kind);
    return true;
}
#endif
