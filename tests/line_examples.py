"""Cards for every event that a paytable of a game has a row for, from its document: what a line of it is explained by.

By game, wagers and event: the cards at each place, ``me`` being the player's own. A place with ``dealt`` after its name
is as it was dealt, where that is not how it lay in the end; ``?`` begins an answer that the player gave.
"""

from __future__ import annotations

Example = dict[str, str]

ATTACK = ("first-attack", "second-attack", "third-attack", "split", "double")
MATCH = ("double-match-up", "double-match-down")

EXAMPLES: dict[str, dict[tuple[str, ...], dict[str, list[Example]]]] = {
    "triple-attack": {
        ATTACK: {
            "blackjack-against-blackjack": [{"me": "Ah Kd", "dealer": "As Qc"}],
            "blackjack": [{"me": "Ah Kd", "dealer": "9s ??"}],
            "twenty-one": [{"me": "9h 7d 5c", "dealer": "9s ??"}],
            "six-card-charlie": [{"me": "2h 3d 2c 4s 3h 2d", "dealer": "9s ??"}],
            "win": [{"me": "Kh Qd", "dealer": "9c 8d"}, {"me": "9h 7d", "dealer": "Kc 5d 9s"}],
            "push": [{"me": "Kh 9d", "dealer": "9c Kd"}],
            "push-22": [{"me": "9h 7d", "dealer": "Kc 6d 6s"}],
            "dealer-blackjack": [{"me": "9h 7d", "dealer": "Ac Kd"}],
            "bust": [{"me": "9h 7d 8c", "dealer": "4c ??"}],
            "lose": [{"me": "Kh 9d", "dealer": "Jc Kd"}],
        },
        ("insurance",): {
            "suited-blackjack": [{"me": "9h 7d", "dealer": "Ac Kc"}],
            "blackjack": [{"me": "9h 7d", "dealer": "Ac Kd"}],
            "lose": [{"me": "9h 7d", "dealer": "Ac ??"}],
        },
        ("suited-royals",): {
            "king-queen-suited": [{"me": "Kh Qh"}],
            "two-suited-face-cards": [{"me": "Jh Qh"}],
            "two-card-flush": [{"me": "9h 4h"}],
            "none": [{"me": "9h 4c"}],
        },
        MATCH: {
            "suited-match": [{"me": "9h 4h", "dealer": "9h 9h"}],
            "unsuited-match": [{"me": "4h 9h", "dealer": "9c 9c"}],
            "suited-match+unsuited-match": [{"me": "9h 9c", "dealer": "9h 9h"}],
            "unsuited-match+unsuited-match": [{"me": "9d 9c", "dealer": "9h 9h"}],
            "none": [{"me": "9c 7h", "dealer": "4d 4d"}],
        },
        ("triple-match",): {
            "three-of-a-kind-suited": [{"me": "9h 9h", "dealer": "9h ??"}],
            "three-of-a-kind": [{"me": "9h 9c", "dealer": "9h ??"}],
            "one-pair-suited": [{"me": "9h 9h", "dealer": "4h ??"}],
            "one-pair": [{"me": "9h 4c", "dealer": "4h ??"}],
            "none": [{"me": "9h 4c", "dealer": "2h ??"}],
        },
        ("jackpot", "jackpot-2"): {
            "queen-of-hearts-pair-w-dealer-suited-blackjack-in-hearts": [{"me": "Qh Qh", "dealer": "Ah Kh"}],
            "queen-of-hearts-pair-w-dealer-suited-blackjack": [{"me": "Qh Qh", "dealer": "Ac Kc"}],
            "queen-of-hearts-pair-w-dealer-blackjack": [{"me": "Qh Qh", "dealer": "Ac Kh"}],
            "queen-of-hearts-pair": [{"me": "Qh Qh", "dealer": "9c Kh"}],
            "matched-20": [{"me": "Kc Kc", "dealer": "9c Kh"}],
            "suited-20": [{"me": "Ac 9c", "dealer": "9c Kh"}],
            "any-20": [{"me": "Kc Jd", "dealer": "9c Kh"}],
            "none": [{"me": "9c", "me.2": "7h", "me dealt": "9c 7h", "dealer": "9c Kh"}],
        },
    },
    "dueling": {
        ("player", "play"): {
            "win": [{"me": "Kh", "community": "9c"}],
            "lose": [{"me": "4h", "community": "9c"}],
            "surrender": [{"me": "6h", "community": "6c"}],
            "war-push": [{"me": "9h Kh", "community": "9c 4d"}, {"me": "9h Th", "community": "9c Td"}],
            "war-lost": [{"me": "9h 4d", "community": "9c Kd"}],
        },
        ("dealer",): {
            "win": [{"me": "4h", "community": "9c"}],
            "lose": [{"me": "Kh", "community": "9c"}],
            "surrender": [{"me": "6h", "community": "6c"}],
            "war-push": [{"me": "9h 4d", "community": "9c Kd"}, {"me": "9h Th", "community": "9c Td"}],
            "war-lost": [{"me": "9h Kh", "community": "9c 4d"}],
        },
        ("war",): {
            "win": [{"me": "9h Kh", "community": "9c 4d"}],
            "tie-after-tie": [{"me": "9h Th", "community": "9c Td"}],
            "lose": [{"me": "9h 4d", "community": "9c Kd"}],
            "tie-bonus": [{"me": "9h Th", "community": "9c Td"}],
        },
        ("tie-plus",): {
            "suited-pair-tie": [{"me": "9c", "community": "9c"}],
            "pair-ties-unsuited": [{"me": "9h", "community": "9c"}],
            "none": [{"me": "Kh", "community": "9c"}],
        },
        ("combo-bet",): {
            "pair": [{"me": "9h", "community": "9c"}],
            "straight-flush": [{"me": "Th", "community": "9h"}],
            "straight-or-flush": [{"me": "Th", "community": "9c"}, {"me": "Kh", "community": "9h"}],
            "straight": [{"me": "Th", "community": "9c"}],
            "flush": [{"me": "Kh", "community": "9h"}],
            "none": [{"me": "Kh", "community": "9c"}],
        },
        ("tie-after-tie",): {
            "quads-same-suit": [{"me": "6h 6h", "community": "6h 6h"}],
            "quads-same-color": [{"me": "6h 6d", "community": "6h 6h"}],
            "quads-two-color": [{"me": "6h 6d", "community": "6c 6h"}],
            "two-pairs-same-color": [{"me": "6h 9d", "community": "6d 9h"}],
            "trips-same-color": [{"me": "6h 6d", "community": "6h 9h"}],
            "trips-two-color": [{"me": "6h Kd", "community": "6c 6h"}],
            "two-pairs-two-color": [{"me": "6h 9d", "community": "6c 9h"}],
            "one-tie-one-color": [{"me": "6h", "community": "6d"}],
            "one-tie-two-color": [{"me": "6h 4d", "community": "6c 9c"}],
            "not-a-tie": [{"me": "6h", "community": "9c"}],
        },
        ("two-plus-two",): {
            "royal-flush": [{"me": "Ah", "community": "Kh", "two-plus-two": "Jh Qh"}],
            "4-card-straight-flush": [{"me": "9h", "community": "Th", "two-plus-two": "8h 7h"}],
            "four-of-a-kind": [{"me": "9h", "community": "9c", "two-plus-two": "9d 9h"}],
            "3-card-straight-flush": [{"me": "9h", "community": "Th", "two-plus-two": "8h 2c"}],
            "three-of-a-kind": [{"me": "9h", "community": "9c", "two-plus-two": "9d 2c"}],
            "starting-straight-flush": [{"me": "9h", "community": "Th", "two-plus-two": "4d 2c"}],
            "starting-pair": [{"me": "9h", "community": "9c", "two-plus-two": "4d 2c"}],
            "none": [{"me": "9h", "community": "Kc"}],
        },
    },
    "three-card-split": {
        ("primary",): {
            "win": [
                {"me.high": "9c 9s", "me.low": "Ad", "dealer-high": "Ks 7d", "dealer-low": "Th"},
                {"me.high": "Kc 9s", "me.low": "Ad", "dealer-high": "Ks 7d", "dealer-low": "Th"},
                {"me.high": "Kc 9d", "me.low": "Ad", "dealer-high": "Ks 9h", "dealer-low": "Ah"},
                {"me": "9c 9s Ad", "dealer-high": "Ks 7d", "dealer-low": "Th"},
            ],
            "push": [
                {"me.high": "9c 8c", "me.low": "2d", "dealer-high": "Ks 7d", "dealer-low": "Ah"},
                {"me.high": "5c 4d", "me.low": "2d", "dealer-high": "5s 4h", "dealer-low": "2c"},
            ],
            "lose": [
                {"me.high": "Ks 7s", "me.low": "4d", "dealer-high": "9c 8c", "dealer-low": "Ah"},
                {"me.high": "Ks 7d", "me.low": "4d", "dealer-high": "Kc 9d", "dealer-low": "4s"},
            ],
            "foul": [{"me.high": "9s 7d", "me.low": "Kd", "dealer-high": "9c 8c", "dealer-low": "Ah"}],
        },
        ("three-card-bonus",): {
            "win": [
                {"me.high": "9c 9s", "me.low": "Ad", "dealer-high": "Ks 7d", "dealer-low": "Th"},
                {"me.high": "9c 9s", "me.low": "Ad", "dealer-high": "9h 9d", "dealer-low": "Th"},
                {"me.high": "Kc Ts", "me.low": "4d", "dealer-high": "Ks 9d", "dealer-low": "4h"},
                {"me.high": "Kc Ts", "me.low": "4d", "dealer-high": "Ks Tc", "dealer-low": "4h"},
            ],
            "lose": [
                {"me.high": "9c 9s", "me.low": "9d", "dealer-high": "Qs Ks", "dealer-low": "As"},
                {"me.high": "Kc Ts", "me.low": "4d", "dealer-high": "Kh Td", "dealer-low": "4h"},
            ],
        },
        ("four-card-bonus", "jackpot"): {
            "four-aces": [{"me": "Ac Ad Ah", "community": "As"}],
            "four-of-a-kind": [{"me": "9c 9d 9h", "community": "9s"}],
            "four-card-straight-flush": [{"me": "9c 8c 7c", "community": "Tc"}],
            "three-card-straight-flush": [{"me": "9c 8c 2h", "community": "Tc"}],
            "three-of-a-kind": [{"me": "9c 9d 2h", "community": "9s"}],
            "four-card-straight-or-flush": [
                {"me": "9c 8d 7c", "community": "Tc"},
                {"me": "9c 2c Kc", "community": "4c"},
            ],
            "two-pair": [{"me": "9c 9d 2h", "community": "2s"}],
            "three-card-straight-or-flush": [
                {"me": "9c 8d 2c", "community": "Th"},
                {"me": "9c 2c Kh", "community": "4c"},
            ],
            "none": [{"me": "9c 2d Kh", "community": "4c"}],
        },
    },
    "deuces-wild": {
        ("ante", "play", "raise"): {
            "natural-royal-flush": [{"me": "Ac Kc Qc Jc Tc"}],
            "wild-royal-flush": [{"me": "Ac Kc 2h Jc Tc"}],
            "five-of-a-kind": [{"me": "9c 9d 9h 9s Xj"}],
            "straight-flush": [{"me": "9c 8c 2h 6c 5c"}],
            "four-of-a-kind": [{"me": "9c 9d 2h 9s 5c"}],
            "full-house": [{"me": "9c 9d 2h 5s 5c"}],
            "flush": [{"me": "9c Kc 2h 5c 4c"}],
            "straight": [{"me": "9c 8d 2h 6c 5c"}],
            "three-of-a-kind": [{"me": "9c 9d 2h 6c Kc"}],
            "two-pair": [{"me": "9c 9d Kh 6c Kc"}],
            "none": [{"me": "9c 9d Kh 6c Jc"}, {"me": "9c 3d Kh 6c Jc"}, {"me": "6c 3d 2h Kc Jd"}],
            "fold": [{"me": "9c 9d Kh"}],
        },
        ("three-card-treasure",): {
            "mini-royal": [{"me": "Ac Kc Qc", "?treasure": "declare"}],
            "straight-flush": [{"me": "9c 2d 7c", "?treasure": "declare"}],
            "three-of-a-kind": [{"me": "9c 9d 2d", "?treasure": "declare"}],
            "straight": [{"me": "9c 8d 7c", "?treasure": "declare"}],
            "flush": [{"me": "9c 4c 7c", "?treasure": "declare"}],
            "none": [
                {"me": "9c 4d 7c", "?treasure": "declare"},
                {"me": "9c 4d 7c", "?treasure": "no"},
                {"me": "9c 9d 2d", "?treasure": "no"},
            ],
        },
        ("five-card-fortune",): {
            "natural-royal-flush": [{"me": "9c 9d Ac", "community": "Kc Qc Jc Tc", "?fortune": "3"}],
            "five-wild-cards": [{"me.fortune": "2d", "community": "2c 2s 2h Xj", "?fortune": "1"}],
            "wild-royal-flush": [{"me.fortune": "Xj", "community": "Kc Qc Jc Tc", "?fortune": "1"}],
            "five-of-a-kind": [{"me": "2c 2d Ac", "community": "9c 9d 9h Tc", "?fortune": "1 2"}],
            "straight-flush": [{"me.fortune": "9c", "community": "Kc Qc Jc Tc", "?fortune": "1"}],
            "four-of-a-kind": [{"me.fortune": "9s", "community": "9c 9d 9h Tc", "?fortune": "1"}],
            "full-house": [{"me.fortune": "Ts", "community": "9c 9d 9h Tc", "?fortune": "1"}],
            "flush": [{"me.fortune": "4c", "community": "Kc Qc Jc Tc", "?fortune": "1"}],
            "straight": [{"me.fortune": "9d", "community": "Kc Qc Jc Tc", "?fortune": "1"}],
            "three-of-a-kind": [{"me.fortune": "2d", "community": "9c 9d Jc Tc", "?fortune": "1"}],
            "two-pair": [{"me.fortune": "Td", "community": "9c 9d Jc Tc", "?fortune": "1"}],
            "none": [
                {"me.fortune": "4d", "community": "9c 9d Jc Tc", "?fortune": "1"},
                {"me.fortune": "4d", "community": "9c 8d Ac Tc", "?fortune": "1"},
            ],
        },
        ("bonus-jackpot",): {
            "5-wild-cards": [{"me": "2c 2d 2h 2s Xj"}],
            "4-wild-cards": [{"me": "2c 2d 2h 2s 9d"}],
            "3-wild-cards": [{"me": "2c 2d Kh 2s 9d"}],
            "2-wild-cards": [{"me": "2c 2d Kh Js 9d"}],
            "none": [{"me": "2c 4d Kh Js 9d"}, {"me": "3c 4d Kh Js 9d"}],
        },
    },
}
