// What the rounds of every game share on a GPU: the cards that leave a shoe, and the sums of a block.
//
// It follows chance.cuh; a game's own rounds.cu follows this text in one source, and play.cuh follows that.
//
// Set from outside: SEATS, DECK (cards of a fresh shoe), MOST (cards that no round exceeds), CUT (0: a fresh shoe each
// round), COUNTERS (sums of a block), NOTE (numbers written of a round that is noted), BLOCK (rounds dealt on from one
// shoe), and for each table AT_name, the byte where it begins. The first HOT bytes of the tables are read so often that
// they are copied to shared memory.

#define TABLE(type, name) ((const type *)(group.tables + AT_##name))
#define HOT_TABLE(type, name) ((const type *)(group.hot + AT_##name))

/* What the threads of a group have in common: tables, counts, and where sums and notes of its block go. */
struct Group {
    const u8 *hot, *tables;
    u32 *tally;
    u64 *into, *notes, line;
};

/* The cards of one round. A draw takes the card at its place and puts the last one left there: so what lies at a place
   follows from the places drawn before, the latest first, and no deck has to be changed and mended. */
struct Shoe {
    const u8 *deck;
    u64 state;
    u32 left;
    u32 dealt;
    u16 places[MOST];
#if CUT
    u8 drawn[MOST];
#endif
};

DEVICE void open_shoe(Shoe &shoe, const u8 *deck, u32 left, u64 state) {
    shoe.deck = deck;
    shoe.left = left;
    shoe.state = state;
    shoe.dealt = 0;
}

DEVICE u32 draw(Shoe &shoe) {
    u32 dealt = shoe.dealt;
    shoe.state += GAMMA;
    u32 place = below(shoe.state, shoe.left - dealt);
    shoe.places[dealt] = (u16)place;
    for (u32 before = dealt; before > 0; before--)
        if (shoe.places[before - 1] == place) place = shoe.left - before;
    shoe.dealt = dealt + 1;
    u32 card = shoe.deck[place];
#if CUT
    shoe.drawn[dealt] = (u8)card;
#endif
    return card;
}

/* The first COUNT cards from a fresh shoe, all in registers: the places drawn, and where in the shoe each card lay.
   Who asks whether they are `unsure` has them quicker, and must draw them again where they are. */
template <u32 COUNT> DEVICE void draw_first(u64 state, u32 *drawn, u32 *at, bool *unsure = 0) {
    UNROLLED
    for (u32 card = 0; card < COUNT; card++) {
        state += GAMMA;
        u32 place = unsure ? below_by_half(state, DECK - card, *unsure) : below(state, DECK - card);
        drawn[card] = place;
        UNROLLED
        for (u32 before = card; before > 0; before--)
            if (drawn[before - 1] == place) place = DECK - before;
        at[card] = place;
    }
}

#if CUT
/* Take the cards drawn out of the deck, of each kind the first; the others close up. Fresh again once CUT are dealt. */
DEVICE u32 close_up(u8 *deck, u32 left, const u8 *drawn, u32 cards, const u8 *fresh) {
    u32 lowest = left;
    for (u32 dealt = 0; dealt < cards; dealt++) {
        u32 gone = 0;
        while (deck[gone] != drawn[dealt]) gone++;
        deck[gone] = 255;
        lowest = min(lowest, gone);
    }
    u32 kept = lowest;
    for (u32 after = lowest; after < left; after++) {
        u8 stays = deck[after];
        deck[kept] = stays;
        kept += stays != 255;
    }
    if (DECK - kept >= CUT) {
        for (u32 place = 0; place < DECK; place++) deck[place] = fresh[place];
        kept = DECK;
    }
    return kept;
}
#endif

/* Rounds that are noted: how many, the lowest round whose shoe was empty (or the largest number), and the room there
   is; then NOTE numbers for each, the first of them the line of `totals` it belongs to. More than there is room for are
   counted and not written: then nothing is given back. */
const u32 NOTES_AT = 3;

DEVICE u64 *note_of(const Group &group) {
    u64 place = atomicAdd(group.notes, 1ull);
    if (place >= group.notes[2]) return 0;
    u64 *note = group.notes + NOTES_AT + place * NOTE;
    note[0] = group.line;
    return note + 1;
}

DEVICE void too_short(const Group &group, u64 number) { atomicMin(group.notes + 1, number); }

/* The sum over the threads of a warp, given to its first one. */
DEVICE u64 warp_sum(u64 value) {
#ifdef __CUDACC__
    for (u32 reach = 16; reach > 0; reach /= 2) value += __shfl_down_sync(0xFFFFFFFFu, value, reach);
#endif
    return value;
}

/* LANES threads stand side by side and go one way; STRIDE is how far it is from a round of a thread to its next. */
#ifdef __CUDACC__
#define LANES 32u
#define STRIDE THREADS
#else
#define LANES 1u
#define STRIDE 1u
#endif

/* Whether a round is slow, as a bit among those of its neighbours. */
DEVICE void note_slow(u32 *slow, u32 round, bool is_slow) {
#ifdef __CUDACC__
    u32 bits = __ballot_sync(0xFFFFFFFFu, is_slow);
#else
    u32 bits = is_slow;
#endif
    if (round % LANES == 0) slow[round / LANES] = bits;
}

/* Where `mine` numbers of this thread go in a list that has `listed`: each thread of a warp asks at once. */
DEVICE u32 room_for(u32 *listed, u32 mine) {
#ifdef __CUDACC__
    u32 lane = threadIdx.x % LANES, upto = mine, begin = 0;
    UNROLLED
    for (u32 reach = 1; reach < LANES; reach *= 2) {
        u32 less = __shfl_up_sync(0xFFFFFFFFu, upto, reach);
        upto += lane >= reach ? less : 0;
    }
    if (lane == LANES - 1) begin = atomicAdd(listed, upto);
    return __shfl_sync(0xFFFFFFFFu, begin, LANES - 1) + upto - mine;
#else
    return atomicAdd(listed, mine);
#endif
}

DEVICE void bring_sum(u64 value, u64 *sum) {
    value = warp_sum(value);
    if ((threadIdx.x & 31) == 0 && value) atomicAdd(sum, value);
}
