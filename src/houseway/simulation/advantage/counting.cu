// Shoes dealt to a cut card by a player who counts, on a GPU: the same shoes, bets and sums as `counted_shoes`.
//
// It follows chance.cuh. A thread deals a shoe; a group deals the BLOCK shoes whose sums the cores add up together. What
// a bet is worth is a float, so that everything is added and multiplied in the order of the cores, and nothing is
// fused: then the sums are theirs to the last bit.
//
// Set from outside: SIZE (cards of a fresh shoe), KINDS of cards, ALIKE (cards of one kind in a hand), SHAPES (groups of
// hands), PLACES (numbers that a hand takes in its table), COUNTS, CUTS, EXTRA (rounds after the cut card's), DRAWS (how
// finely the cards of a round are drawn), PACK (cards of a deck where decks are counted), BLOCK, and for each table
// AT_name, the byte where it begins.

#define GIVEN(type, name) ((const type *)(tables + AT_##name))
#define KNOWN (COUNTS + 1u)
#define CELLS (CUTS * KNOWN)

/* A hand: what its deals give back, and where its kinds stand among the falling products, four places in a number. */
struct Hand {
    double weight;
    u64 at[PLACES / 4];
};

/* A thread's part of the shared memory. Numbers of all threads lie side by side, so that none waits for another. */
struct Lane {
    double *falling;  // c (c - 1) ... of each kind, ALIKE products
    double *won;      // by cut and count, once the shoe has come so far
    u8 *deck;
};

DEVICE u8 &card_at(const Lane &lane, u32 place) { return lane.deck[(place >> 2) * (4 * THREADS) + (place & 3)]; }

DEVICE double &product_at(const Lane &lane, u32 place) { return lane.falling[place * THREADS]; }

/* The products of a kind of which `left` cards are left. */
DEVICE void leave(const Lane &lane, u32 kind, double left) {
    double ways = 1.0;
    UNROLLED
    for (u32 before = 0; before < ALIKE; before++) {
        ways *= left - (double)before;
        product_at(lane, kind * ALIKE + before) = ways;
    }
}

template <u32 PARTS> DEVICE double given_by(const Lane &lane, const Hand *hands, u32 begin, u32 end) {
    double total = 0.0;
    for (u32 each = begin; each < end; each++) {
        Hand hand = hands[each];
        double ways = hand.weight;
        UNROLLED
        for (u32 part = 0; part < PARTS; part++)
            ways *= product_at(lane, (u32)(hand.at[part / 4] >> 16 * (part % 4)) & 0xFFFFu);
        total += ways;
    }
    return total;
}

/* What the wager wins on average with `cards` cards left. */
DEVICE double value_of(const Lane &lane, const u8 *tables, u32 cards) {
    double value = *GIVEN(double, always);
    const Hand *hands = GIVEN(Hand, hands);
    for (u32 shape = 0; shape < SHAPES; shape++) {
        const u32 *given = GIVEN(u32, shapes) + 4 * shape;
        u32 size = given[0], begin = given[2], end = given[3];
        double deals = 1.0, total = 0.0;
        for (u32 dealt = 0; dealt < size; dealt++) deals *= (double)(cards - min(dealt, cards));
        if (deals == 0.0) continue;
        switch (given[1]) {
        case 1: total = given_by<1>(lane, hands, begin, end); break;
        case 2: total = given_by<2>(lane, hands, begin, end); break;
        case 3: total = given_by<3>(lane, hands, begin, end); break;
        case 4: total = given_by<4>(lane, hands, begin, end); break;
#if PLACES > 4
        case 5: total = given_by<5>(lane, hands, begin, end); break;
        default: total = given_by<6>(lane, hands, begin, end); break;
#endif
        }
        value += total / deals;
    }
    return value;
}

/* The most cards left in any group of kinds less the fewest in another. */
DEVICE double spread_of(const Lane &lane, const double *groups) {
    double high = 0.0, low = 0.0, last = 0.0;
    for (u32 kind = 0; kind < KINDS; kind++) last = max(last, groups[kind]);
    for (double group = 0.0; group <= last; group += 1.0) {
        double left = 0.0;
        for (u32 kind = 0; kind < KINDS; kind++)
            if (groups[kind] == group) left += product_at(lane, kind * ALIKE);
        high = group == 0.0 ? left : max(high, left);
        low = group == 0.0 ? left : min(low, left);
    }
    return high - low;
}

/* Whether a count says that the player bets. */
DEVICE bool says_bet(const Lane &lane, const u8 *tables, u32 count, u32 cards) {
    const double *tags = GIVEN(double, tags) + count * KINDS;
    double counted;
    if (GIVEN(u8, spreads)[count]) {
        counted = spread_of(lane, tags);
    } else {
        counted = GIVEN(double, means)[count] * (double)cards;
        for (u32 kind = 0; kind < KINDS; kind++) counted -= tags[kind] * product_at(lane, kind * ALIKE);
    }
    return counted * (double)PACK >= GIVEN(double, triggers)[count] * (double)cards;
}

/* One shoe. Rounds and bets are added to `into`, where each cell has its four sums; what was won is left in the lane. */
DEVICE void deal_shoe(const Lane &lane, const u8 *tables, u64 state, u64 *into) {
    u32 cards = 0, late[CUTS] = {}, bets[KNOWN] = {}, rounds = 0;
    double won[KNOWN] = {};
    for (u32 kind = 0; kind < KINDS; kind++) {
        u32 full = GIVEN(u32, full)[kind];
        leave(lane, kind, (double)full);
        for (u32 each = 0; each < full; each++) card_at(lane, cards++) = (u8)kind;
    }
    while (true) {
        state += GAMMA;
        u32 drawn = below(state, DRAWS), number = 0;
        while (GIVEN(u32, used)[number] <= drawn) number++;
        // What was won behind a cut is what was won behind a deeper one until then.
        bool playing = false, ended = number > cards;
        for (u32 cut = 0; cut < CUTS; cut++) {
            if (late[cut] > EXTRA) continue;
            if (SIZE - cards >= GIVEN(u32, cuts)[cut]) late[cut]++;
            if (late[cut] > EXTRA || ended) {
                late[cut] = EXTRA + 1;
                for (u32 known = 0; known < KNOWN; known++) {
                    u32 cell = cut * KNOWN + known;
                    lane.won[cell * THREADS] = won[known];
                    atomicAdd(into + 4 * cell, (u64)rounds);
                    if (bets[known]) atomicAdd(into + 4 * cell + 1, (u64)bets[known]);
                }
            } else {
                playing = true;
            }
        }
        if (!playing) break;
        double value = value_of(lane, tables, cards);
        rounds++;
        for (u32 known = 0; known < KNOWN; known++) {
            if (known ? says_bet(lane, tables, known - 1, cards) : value > 0.0) {
                bets[known]++;
                won[known] += value;
            }
        }
        for (u32 dealt = 0; dealt < number; dealt++) {
            state += GAMMA;
            u32 place = below(state, cards), kind = card_at(lane, place);
            cards--;
            leave(lane, kind, product_at(lane, kind * ALIKE) - 1.0);
            card_at(lane, place) = card_at(lane, cards);
        }
    }
}

/* `count` shoes from `first` on, the sums of each `row` (BLOCK) shoes apart: by cut and count the rounds, the bets, what
   they are worth and the squares of a shoe's worth, the last two as the bits of a float. */
extern "C" __global__ void BOUNDS play(const u8 *tables, u64 seed, u64 first, u64 count, u64 row, u64 *totals,
                                       u64 *notes) {
    SHARED_ROOM(room, (KINDS * ALIKE + CELLS + (SIZE + 7) / 8) * THREADS);
    double *falling = (double *)room, *won = falling + KINDS * ALIKE * THREADS;
    Lane lane = {falling + threadIdx.x, won + threadIdx.x, (u8 *)(won + CELLS * THREADS) + 4 * threadIdx.x};
    u64 begin = (u64)blockIdx.x * BLOCK, end = min(begin + BLOCK, count), key = mix64(seed);
    u64 *into = totals + begin / row * COUNTERS;
    for (u64 shoe = begin; shoe < end; shoe += blockDim.x) {
        u32 dealt = (u32)min((u64)blockDim.x, end - shoe);
        if (threadIdx.x < dealt) deal_shoe(lane, tables, begun(key, first + shoe + threadIdx.x), into);
        __syncthreads();
        for (u32 cell = threadIdx.x; cell < CELLS; cell += blockDim.x) {
            double *sums = (double *)(into + 4 * cell + 2), sum = sums[0], squares = sums[1];
            for (u32 each = 0; each < dealt; each++) {
                double worth = won[cell * THREADS + each];
                sum += worth;
                squares += worth * worth;
            }
            sums[0] = sum;
            sums[1] = squares;
        }
        __syncthreads();
    }
}
