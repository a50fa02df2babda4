// Seats that show each other their cards, on a GPU: the same cards and sums as on cores.
//
// It follows chance.cuh and a source that has
//
//   gain_of   what the best decisions win over the usual ones where the first `shown` cards of `cards` are known to be
//             elsewhere; it may change their order
//
// A group of threads takes one class of hands and one number of seats, a thread one set of shown cards. The cores shuffle
// on from where the set before has left the cards. How a set moves the cards does not hang on where they lie: so every
// thread finds its own moves, and these are then carried out one after another, all cards at once. What is won is added
// up in the order of the sets.
//
// Set from outside: CARDS (cards that the player does not hold), CLASS (bytes of a class's tables), IN_name, the byte where
// each of them begins, and for each table AT_name, the byte where it begins.

extern "C" __global__ void BOUNDS play(const u8 *tables, u64 seed, u64 first, u64 count, u64 row, u64 *totals,
                                       u64 *notes) {
    SHARED_ROOM(room, CLASS / 8 + THREADS + ROW * (THREADS + 1) / 8 + 1);
    const u64 *job = (const u64 *)(tables + AT_jobs) + 3 * blockIdx.x;
    const u64 *given = (const u64 *)(tables + AT_classes) + job[0] * (CLASS / 8);
    double *gains = (double *)(room + CLASS / 8), sum = 0.0, squares = 0.0;
    u8 *orders = (u8 *)(gains + THREADS), *deck = orders + ROW * THREADS, *mine = orders + ROW * threadIdx.x;
    u32 shown = 3 * ((u32)job[2] - 1);
    u64 state = begun(mix64(seed + job[2]), job[1]);
    for (u32 place = threadIdx.x; place < CLASS / 8; place += blockDim.x) room[place] = given[place];
    for (u32 place = threadIdx.x; place < CARDS; place += blockDim.x) deck[place] = (u8)place;
    for (u64 begin = first; begin < count; begin += blockDim.x) {
        u32 sets = (u32)min((u64)blockDim.x, count - begin);
        if (threadIdx.x < sets) {
            u64 drawing = state + (begin + threadIdx.x) * shown * GAMMA;
            for (u32 place = 0; place < CARDS; place++) mine[place] = (u8)place;
            for (u32 place = 0; place < shown; place++) {
                drawing += GAMMA;
                u32 at = place + below(drawing, CARDS - place);
                u8 moved = mine[place];
                mine[place] = mine[at];
                mine[at] = moved;
            }
        }
        __syncthreads();
        const u8 *before = deck;
        for (u32 set = 0; set < sets; set++) {
            u8 *after = orders + ROW * set;
            for (u32 place = threadIdx.x; place < CARDS; place += blockDim.x) after[place] = before[after[place]];
            before = after;
            __syncthreads();
        }
        for (u32 place = threadIdx.x; place < CARDS; place += blockDim.x) deck[place] = before[place];
        __syncthreads();
        if (threadIdx.x < sets) gains[threadIdx.x] = gain_of((const u8 *)room, mine, shown);
        __syncthreads();
        for (u32 set = 0; threadIdx.x == 0 && set < sets; set++) {
            double gain = gains[set];
            sum += gain;
            squares += gain * gain;
        }
    }
    if (threadIdx.x == 0) {
        double *into = (double *)(totals + blockIdx.x * COUNTERS);
        into[0] = sum;
        into[1] = squares;
    }
}
