// Ante, Play and Raise where other seats' first cards are known, on a GPU: see `shared_cards_drawn`.
//
// Set from outside: FOUR and THREE, what a fold loses after the fourth card and before it.

#define OF_CLASS(type, name) ((const type *)(given + IN_##name))

DEVICE double gain_of(const u8 *given, u8 *cards, u32 shown) {
    const i64 *table = OF_CLASS(i64, table), *sums = OF_CLASS(i64, sums);
    const i64 unit = OF_CLASS(i64, unit)[0], left = CARDS - shown;
    const i64 fold = -(i64)FOUR * unit * (left - 1), fold_alone = -(i64)FOUR * unit * (CARDS - 1);
    const i64 fold_first = -(i64)THREE * unit * left * (left - 1);
    i64 best = 0, usual = 0;
    for (u32 place = shown; place < CARDS; place++) {
        u32 fourth = cards[place];
        i64 won = sums[fourth];
        for (u32 out = 0; out < shown; out++) won -= table[fourth * CARDS + cards[out]];
        best += max(won, fold);
        usual += sums[fourth] > fold_alone ? won : fold;
    }
    best = max(best, fold_first);
    if (!OF_CLASS(i64, plays)[0]) usual = fold_first;
    return (double)(best - usual) / (double)(left * (left - 1) * unit);
}
