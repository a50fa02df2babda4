// Three cards against three of the dealer's where other hands are known, on a GPU: see `shared_hands`.
//
// Cards are numbered by their places among those that the player does not hold. Set from outside: CHOICES.

#define OF_CLASS(type, name) ((const type *)(given + IN_##name))

DEVICE double gain_of(const u8 *given, u8 *cards, u32 shown) {
    for (u32 place = 1; place < shown; place++) {
        u8 card = cards[place];
        u32 at = place;
        for (; at > 0 && cards[at - 1] > card; at--) cards[at] = cards[at - 1];
        cards[at] = card;
    }
    i64 net[CHOICES];
    const i64 *one = OF_CLASS(i64, one), *two = OF_CLASS(i64, two), *values = OF_CLASS(i64, values);
    const u16 *results = OF_CLASS(u16, results);
    UNROLLED
    for (u32 choice = 0; choice < CHOICES; choice++) net[choice] = OF_CLASS(i64, whole)[choice];
    for (u32 c = 0; c < shown; c++) {
        u32 z = cards[c], threes = z * (z - 1) * (z - 2) / 6, pairs = z * (z - 1) / 2;
        UNROLLED
        for (u32 choice = 0; choice < CHOICES; choice++) net[choice] -= one[z * CHOICES + choice];
        for (u32 b = 0; b < c; b++) {
            u32 y = cards[b], before = threes + y * (y - 1) / 2;
            UNROLLED
            for (u32 choice = 0; choice < CHOICES; choice++) net[choice] += two[(pairs + y) * CHOICES + choice];
            for (u32 a = 0; a < b; a++) {
                const i64 *won = values + results[before + cards[a]] * CHOICES;
                UNROLLED
                for (u32 choice = 0; choice < CHOICES; choice++) net[choice] -= won[choice];
            }
        }
    }
    u32 left = CARDS - shown, usual = (u32)*OF_CLASS(u64, usual);
    double hands = (double)(left * (left - 1) * (left - 2) / 6), best = 0.0, blind = 0.0;
    UNROLLED
    for (u32 choice = 0; choice < CHOICES; choice++) {
        double worth = (double)net[choice] / hands;
        if (choice == usual) blind = worth;
        if (choice == 0 || worth > best) best = worth;
    }
    return best - blind;
}
