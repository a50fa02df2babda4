// The kernel of every game: who plays which rounds, and where their sums go. It follows a game's rounds.cu, which has
//
//   Sums          what a thread adds up in registers: SUMS numbers, brought by bring_sums
//   whole_round   any round, from `left` cards of `deck`; given back is how many cards are left in a shoe that is dealt on
//                 (CUT), else 1, and 0 where the shoe has too few
//   quick_round   with QUICK: most rounds from a fresh shoe; false, with nothing counted, for the others
//
// and counts in the TALLY numbers of its group whatever it does not add up.

/* `count` rounds from `first` on, the sums of each `row` rounds apart. From fresh shoes a group plays SLICE rounds;
   from shoes dealt to a cut card every thread plays a block from its own. */
extern "C" __global__ void BOUNDS play(const u8 *tables, u64 seed, u64 first, u64 count, u64 row, u64 *totals,
                                       u64 *notes) {
    __shared__ u32 tally[TALLY];
    SHARED_ROOM(room, HOT / 8);
    u64 begin = (u64)blockIdx.x * (CUT ? (u64)blockDim.x * BLOCK : SLICE), line = begin / row, key = mix64(seed);
    Group group = {(const u8 *)room, tables, tally, totals + line * COUNTERS, notes, line};
    Sums sums = {};
    for (u32 place = threadIdx.x; place < HOT / 8; place += blockDim.x) room[place] = ((const u64 *)tables)[place];
    for (u32 place = threadIdx.x; place < TALLY; place += blockDim.x) tally[place] = 0;
    __syncthreads();
#if CUT
    u8 deck[DECK];
    u32 left = DECK;
    for (u32 place = 0; place < DECK; place++) deck[place] = HOT_TABLE(u8, fresh)[place];
    u64 mine = begin + (u64)threadIdx.x * BLOCK, end = min(mine + BLOCK, count);
    for (u64 each = mine; each < end && left; each++) {
        left = whole_round(group, deck, left, begun(key, first + each), sums);
        if (!left) too_short(group, first + each);
    }
#elif QUICK
    // Rounds that are not quick are set aside, so that threads with such a round stand together: a bit for each round of
    // a chunk first, which costs the quick ones least, and then a list. It is played as soon as every thread has one.
    __shared__ u32 slow[CHUNK / LANES];
    __shared__ u16 aside[CHUNK + STRIDE];
    __shared__ u32 listed;
    Sums others = {};  // apart, so that those of quick rounds stay in registers
    const u64 step = (u64)STRIDE * GAMMA;
    u32 rounds = (u32)min((u64)SLICE, count - begin);
    if (threadIdx.x == 0) listed = 0;
    for (u32 chunk = 0; chunk < rounds; chunk += CHUNK) {
        u32 size = min(CHUNK, rounds - chunk);
        u64 state = before(key, first + begin + chunk + threadIdx.x);
        // A whole chunk asks no round whether it is one of the chunk.
        if (size == CHUNK) {
            ROLLED
            for (u32 base = 0; base < CHUNK; base += STRIDE, state += step)
                note_slow(slow, base + threadIdx.x, !quick_round(group, mix64(state), sums));
        } else {
            for (u32 base = 0; base < size; base += STRIDE, state += step) {
                u32 each = base + threadIdx.x;
                note_slow(slow, each, each < size && !quick_round(group, mix64(state), sums));
            }
        }
        __syncthreads();
        for (u32 base = 0; base < CHUNK / LANES; base += STRIDE) {
            u32 word = base + threadIdx.x;
            u32 bits = word < CHUNK / LANES && word * LANES < size ? slow[word] : 0;
            for (u32 place = room_for(&listed, __popc(bits)); bits; bits &= bits - 1)
                aside[place++] = (u16)(chunk + word * LANES + __ffs(bits) - 1);
        }
        __syncthreads();
        u32 upto = listed, from = chunk + size < rounds ? upto % STRIDE : 0;
        for (u32 each = from + threadIdx.x; each < upto; each += STRIDE) {
            u64 number = first + begin + aside[each];
            if (!whole_round(group, HOT_TABLE(u8, fresh), DECK, begun(key, number), others)) too_short(group, number);
        }
        __syncthreads();
        if (threadIdx.x == 0) listed = from;
    }
    bring_sums(group, others);
#else
    u64 end = min(begin + SLICE, count);
    for (u64 each = begin + threadIdx.x; each < end; each += blockDim.x) {
        u64 number = first + each;
        if (!whole_round(group, HOT_TABLE(u8, fresh), DECK, begun(key, number), sums)) too_short(group, number);
    }
#endif
    bring_sums(group, sums);
    __syncthreads();
    for (u32 place = threadIdx.x; place < TALLY; place += blockDim.x)
        if (tally[place]) atomicAdd(group.into + SUMS + place, (u64)tally[place]);
}
