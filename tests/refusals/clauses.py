"""By game and refusal the clause that has the rule, read in the documents: what every refusal must cite.

Where wagers or designs differ, the clause stands by wager, or by what is chosen. Whoever opens it reads the sentence
that refuses; nothing here is taken from what the program answers.
"""

from __future__ import annotations

Expected = str | dict[str, str]

DEUCES_WILD: dict[str, Expected] = {
    # placing wagers
    "no such wager": "summary 2",  # the four games are Ante / Play / Raise, Treasure, Fortune, Bonus Jackpot
    "not before the deal": {"play": "rules 5", "raise": "rules 7"},  # having seen three cards; four cards
    "not offered": "summary 1",  # up to four games, as the table is configured
    "no money": "dealing 4",  # each wager within the posted limits
    "two amounts": "dealing 4",  # a player bets on the initial wagers
    "under the least": "dealing 4",
    "over the most": "dealing 4",
    "not the fixed amount": "dealing 5",  # the Bonus Jackpot is one fixed amount
    # answers
    "play of another amount": "dealing 21(b)(i)",
    "raise of another amount": "dealing 22(b)",
    "a choice of another game": {"play": "dealing 21", "raise": "dealing 22"},
    "several cards, not all wild": "footnote 2",
    "a card not held": "dealing 21",
    "no card selected": "dealing 21",
    # setting a table up
    "an option's value": {
        "dealt-by": "dealing 2",
        "tabulator": "dealing 6",
        "fortune-pool": "summary 2(c)",
        "fortune-view": "summary 2(c)",
    },
    "no such paytable": {
        "ante": "appendix A",
        "play": "appendix A",
        "raise": "appendix A",
        "three-card-treasure": "appendix B",
        "five-card-fortune": "appendix C",
        "bonus-jackpot": "appendix D",
    },
    "a table of its own": {"play": "appendix A", "raise": "appendix A"},
    "a row not posted": "appendix D 1",  # the operator sets the amount and displays it
    "a printed row posted": "appendix D schemes",  # for a row marked Bonus the operator chooses
    "a row posted wrongly": "appendix D 1",
    "no fixed wager": "dealing 4",
    "a fixed wager of nothing": "dealing 5",
    "limits the wrong way round": "dealing 5",  # the operator sets the lowest and highest
    "no qualifying minimum": "dealing 5",
    "no jackpot of the table": "summary 2",
    "neither bonus nor progressive": "appendix D schemes",
    "a meter under a bonus": "appendix D schemes",
    "bonus rows of two kinds": "appendix D schemes",
    "equipment not approved": "appendix E models",
    "no amount that moves": {
        "milky-way": "appendix E milky way led",
        "andromeda-1": "appendix E andromeda-1 display",
    },
    "envy without its jackpot": "BJS-7",
    "envy in odds": "BJS-7",
    "envy on no row": "appendix D",
}

DEUCES_WILD_2010: dict[str, Expected] = {
    **DEUCES_WILD,
    "a fourth wager": "footnote 3",
    "equipment not approved": "appendix E count",  # the equipment of this document is the Bet Tabulator
    "no amount that moves": {"milky-way": "appendix E milky way led"},
}

THREE_CARD_SPLIT: dict[str, Expected] = {
    "no such wager": "dealing 2",  # the primary wager on its spot, bonus wagers on theirs
    "not offered": {
        "primary": "overview offered",
        "three-card-bonus": "overview offered",  # the operator chooses which bonus wagers to offer
        "four-card-bonus": "overview offered",
        "jackpot": "appendix D",  # the operator may offer a jackpot wager
    },
    "no money": "overview limits",
    "two amounts": "dealing 2",
    "unequal spots": "footnote 2",
    "half of two spots": "footnote 2",
    "one of two spots": "footnote 2",
    "under the least": "overview limits",
    "over the most": "overview limits",
    "not the fixed amount": "overview limits",
    "over half": {"one": "appendix B limit", "two": "footnote 7"},
    "without the first wager": {
        "three-card-bonus": "appendix B",  # beside the primary wager
        "four-card-bonus": "dealing 2",  # the primary wager is placed, bonus wagers in addition
        "jackpot": "dealing 2",
    },
    "under the minimum": "appendix D qualifying",
    "a choice of another game": {"set": "dealing 4"},
    "a card not held": "dealing 4",
    "a jackpot without its bonus wager": "appendix D wager",  # the jackpot wager goes with the Four Card Bonus
    "an option's value": {
        "dealt-by": "dealing 1",
        "tabulator": "appendix E same rules",
        "primary-spots": "footnote 2",
        "deal": "footnote 3",
        "hands-set": "footnote 4",
        "qualifying": "appendix D qualifying",
    },
    "no such paytable": {
        "primary": "dealing 8",
        "three-card-bonus": "appendix B pays",
        "four-card-bonus": "appendix C paytables",
        "jackpot": "appendix D paytables",
    },
    "a row not posted": "appendix D note 5",
    "a printed row posted": "appendix D paytables",  # four aces pay the posted bonus, the other rows odds
    "a row posted wrongly": "appendix D note 5",
    "no fixed wager": "overview limits",
    "a fixed wager of nothing": "overview limits",
    "limits the wrong way round": "overview limits",
    "no qualifying minimum": "overview limits",
    "no jackpot of the table": "appendix D",
    "neither bonus nor progressive": "appendix D",
    "a meter under a bonus": "appendix D",
    "equipment not approved": "appendix E models",
    "no amount that moves": {
        "milky-way": "appendix E milky way display",
        "andromeda-1": "appendix E andromeda-1 display",
    },
    "envy without its jackpot": "appendix D note 3",
    "envy in odds": "appendix D note 3",
    "envy on no row": "appendix D paytables",
}

TRIPLE_ATTACK: dict[str, Expected] = {
    "no such wager": "rules 1",  # begins with a First Attack, any bonus wagers with it
    "not before the deal": {
        "second-attack": "rules 2",
        "third-attack": "rules 3",
        "double": "rules 8(c)",
        "split": "rules 8(d)",
        "insurance": "rules 5",
    },
    "not offered": {
        "first-attack": "rules 1",
        "suited-royals": "description bonus wagers",
        "double-match-up": "description bonus wagers",
        "double-match-down": "description bonus wagers",
        "triple-match": "description bonus wagers",
        "jackpot": "jackpots 1",  # a layout may carry up to two jackpots
        "jackpot-2": "jackpots 1",
    },
    "no money": "description limits",
    "two amounts": "rules 1",
    "under the least": "description limits",
    "over the most": "description limits",
    "not the fixed amount": "appendix D note 5",
    "without the first wager": "rules 1",
    "a second attack over the first": "rules 2",
    "a third attack over the first": "rules 3",
    "an attack under the posted least": "description limits",
    "an attack over the posted most": "description limits",
    "insurance over a half": "rules 5",
    "a double over the attacks": "rules 8(c)",
    "a split of unequal cards": "rules 8(d)",
    "a split of another amount": "rules 8(d)",
    "a choice of another game": {"second-attack": "rules 2", "third-attack": "rules 3", "play": "rules 8"},
    "an option's value": {
        "dealt-by": "equipment shuffler",
        "tabulator": "equipment system",
        "shoe": "description cards",
    },
    "a cut card behind the shoe": "description cards",  # eight decks from which every ten is taken
    "no such paytable": {
        "first-attack": "rules 13",
        "second-attack": "rules 13",
        "third-attack": "rules 13",
        "double": "rules 13",
        "split": "rules 13",
        "insurance": "rules 5",
        "suited-royals": "appendix A",
        "double-match-up": "appendix B",
        "double-match-down": "appendix B",
        "triple-match": "appendix C",
        "jackpot": "appendix D",
        "jackpot-2": "appendix D",
    },
    "a printed row posted": "appendix D",
    "no fixed wager": "description limits",
    "a fixed wager of nothing": "appendix D note 5",
    "limits the wrong way round": "description limits",
    "no qualifying minimum": "description limits",
    "no jackpot of the table": "jackpots 1",
    "neither bonus nor progressive": "jackpots controls",  # whether they are bonus or progressive
    "two kinds of jackpot": "jackpots 4",
    "equipment not approved": "equipment system",
    "envy without its jackpot": "BJS-7",
    "envy in odds": "BJS-7",
    "envy on no row": "appendix D",
}

DUELING: dict[str, Expected] = {
    "no such wager": "introduction 2",  # the operator chooses the wagers
    "not before the deal": {"player-dealer": "how to play 7", "play": "optional how to play 5"},
    "not offered": {
        "player": "introduction 2",
        "dealer": "introduction 2",
        "tie-plus": "bonus wagers",
        "combo-bet": "bonus wagers",
        "tie-after-tie": "introduction 2",
        "two-plus-two": "introduction 2",
    },
    "a spot of the other design": {
        "player": "optional how to play 1",
        "dealer": "optional how to play 1",
        "play": "how to play 1",
    },
    "no money": "introduction 2",
    "two amounts": {"player-dealer": "how to play 1", "play": "optional how to play 1"},
    "under the least": "introduction 2",
    "over the most": "introduction 2",
    "not the fixed amount": {"tie-after-tie": "appendix C note 8", "two-plus-two": "appendix D note 8"},
    "both spots": "how to play 1",
    "without the first wager": {"player-dealer": "how to play 1", "play": "optional how to play 1"},
    "a fifth wager": "introduction 2",
    "a war of another amount": {"player-dealer": "how to play 7", "play": "optional how to play 5"},
    "a choice of another game": {"player-dealer": "how to play 6", "play": "optional how to play 4"},
    "an option's value": {
        "dealt-by": "how to play 2",
        "tabulator": "appendix X same rules",
        "spots": "how to play 1",
        "decks": "number of decks",
        "burn": "how to play 8",
        "tie-bonus": "how to play 12",
        "shoe": "number of decks",
    },
    "a cut card behind the shoe": "number of decks",
    "no such paytable": {
        "player": "how to play 4(a)",
        "dealer": "how to play 4(a)",
        "play": "how to play 4(a)",
        "war": "how to play 10(a)",
        "tie-plus": "appendix A",
        "combo-bet": "appendix B pairs win",
        "tie-after-tie": "appendix C",
        "two-plus-two": "appendix D",
    },
    "a row not posted": {
        "tie-plus": "appendix A note 3",
        "combo-bet": "appendix B note 3",
        "tie-after-tie": "appendix C note 5",
        "two-plus-two": "appendix D note 5",
    },
    "a printed row posted": {
        "tie-plus": "appendix A note 3",
        "combo-bet": "appendix B note 3",
        "tie-after-tie": "appendix C note 5",
        "two-plus-two": "appendix D note 5",
    },
    "no fixed wager": "introduction 2",
    "a fixed wager of nothing": {"tie-after-tie": "appendix C note 8", "two-plus-two": "appendix D note 8"},
    "another fixed wager": {"tie-after-tie": "appendix C note 8", "two-plus-two": "appendix D note 8"},
    "limits the wrong way round": "introduction 2",
    "no qualifying minimum": "introduction 2",
    "no jackpot of the table": "letter 2021 second sensor",
    "neither bonus nor progressive": "appendix X andromeda-5a",
    "two kinds of jackpot": "BJS-2",
    "equipment not approved": "appendix X models",
    "two jackpots on one sensor": {"milky-way": "appendix X milky way", "andromeda-1": "appendix X andromeda-1"},
    "no amount that moves": {
        "milky-way": "appendix X milky way display",
        "andromeda-1": "appendix X andromeda-1 display",
    },
    "envy without its jackpot": "BJS-7",
    "envy in odds": "BJS-7",
    "envy on no row": {"tie-after-tie": "appendix C", "two-plus-two": "appendix D"},
}

CLAUSES: dict[tuple[str, str], dict[str, Expected]] = {
    ("deuces-wild", "2017"): DEUCES_WILD,
    ("deuces-wild", "2010"): DEUCES_WILD_2010,
    ("three-card-split", "v5"): THREE_CARD_SPLIT,
    ("triple-attack", "2021"): TRIPLE_ATTACK,
    ("dueling", "2017"): DUELING,
}
