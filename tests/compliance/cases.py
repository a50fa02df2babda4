"""Wrong configurations, each one change away from a right one, with the rule that must refuse it."""

from __future__ import annotations

from typing import NamedTuple

from houseway.registry import game
from tests.compliance.changes import Change, add, again, drop, nothing, put, together

MAKER = "Northlight Systems"
DW_2010 = game("deuces-wild").edition("2010").fingerprint
TAT4 = {
    "quads-same-suit": "100%",
    "quads-same-color": "10%",
    "quads-two-color": "$100",
    "two-pairs-same-color": "$50",
    "trips-same-color": "$25",
    "trips-two-color": "$15",
    "two-pairs-two-color": "$10",
    "one-tie-one-color": "$4",
    "one-tie-two-color": "$3",
    "not-a-tie": "$0",
}
NOTICE = (
    "Bonus Jackpot prizes are paid by the casino and are not components of any progressive prize contest. "
    "Player wagers do not accrue to any guaranteed player fund. "
    "The displayed Bonus Jackpot prize may be modified or discontinued at any time without prior notice."
)
POSTS = ["limits", "restrictions", "prizes", "employee-play", "disputes"]


def runs_on(table: str, approval: str, model: str, *kinds: str, version: str = "") -> Change:
    """A table on another model that its approval names too, with displays of other kinds."""
    machine = {"model": model, "maker": MAKER, **({"version": version} if version else {})}
    return together(
        put(f"tables {table} equipment", machine),
        add(f"approvals {approval} equipment", machine),
        *(put(f"tables {table} displays {number} kind", kind) for number, kind in enumerate(kinds)),
    )


def licensed(maker: str, **days: str) -> Change:
    """A licence of a maker of equipment."""
    own = {"maker": maker, "covers": ["equipment"], "kind": "state-licence", "number": "20-00444"}
    return add("licences", {**own, **days})


SOUTHLIGHT = together(
    put("tables T2 equipment maker", "Southlight"),
    add("approvals A-TA equipment", {"model": "andromeda-5a", "maker": "Southlight", "version": "5b"}),
    licensed("Southlight", since="2015-01-01"),
)
"""One of two linked tables on the equipment of another maker, licensed and approved."""


class Case(NamedTuple):
    rule: str
    wrong: Change
    right: Change = nothing
    where: str = ""
    says: str = ""
    base: str = "washington"


CASES = {
    # -- the property
    "a day that cannot be read": Case("day", put("on", "2024-5-1"), put("on", "2024-05-02")),
    "a gaming day without a start": Case("day", put("day-starts", "6 am"), put("day-starts", "06:30")),
    "a setting that no profile has": Case(
        "settings", put("settings", {"most-wager": 4}), put("settings", {"most-wagers": 4})
    ),
    "a setting of the wrong form": Case(
        "settings", put("settings", {"deposit-days": "7"}), put("settings", {"deposit-days": 7})
    ),
    "a verified must made looser": Case(
        "settings",
        put("settings", {"surveillance-threshold": 300_001}),
        put("settings", {"surveillance-threshold": 299_999}),
        says="looser",
    ),
    "a posting duty left out": Case(
        "settings",
        put("settings", {"posting": ["limits"]}),
        together(
            put("settings", {"posting": [*POSTS, "jackpot-amounts", "tip-policy"]}),
            *(add(f"tables {id} posts", "tip-policy") for id in ("T1", "T2", "T3", "T4", "T5")),
        ),
    ),
    "settings of a table that is not there": Case(
        "settings",
        put("settings tables T9", {"table-maximum": 30_000}),
        put("settings tables T2", {"table-maximum": 30_000}),
    ),
    "a mix of play that is not of everybody": Case(
        "settings",
        put("settings", {"play-mix": {"dueling": {"optimal": 60, "short": 30}}}),
        put("settings", {"play-mix": {"dueling": {"optimal": 60, "short": 40}}}),
        says="play-mix",
    ),
    "a mix of play by a strategy that is none": Case(
        "settings",
        put("settings", {"play-mix": {"dueling": {"never-war": 100}}}),
        put("settings", {"play-mix": {"dueling": {"always-war": 100}}}),
        says="no strategy never war",
    ),
    "a mix of play of a game that is none": Case(
        "settings",
        put("settings", {"play-mix": {"old-maid": {"optimal": 100}}}),
        says="no game old maid",
    ),
    "two people of one id": Case("unique", put("people sato id", "dole"), put("people sato id", "doe")),
    "two approvals of one id": Case("unique", put("approvals A-DD id", "A-TA")),
    "a sixteenth table": Case(
        "tables",
        together(*(again("tables T2", id=f"N{number}") for number in range(11))),
        together(*(again("tables T2", id=f"N{number}") for number in range(10))),
        says="16 tables",
    ),
    "a template that plays for a jackpot": Case(
        "template", put("tables T2 template", True), where="table T2", says="plays for a jackpot"
    ),
    "an edition that is not there": Case("game", put("tables T2 edition", "2020"), where="table T2"),
    "a game that is not there": Case("game", put("tables T2 game", "triple-tack"), where="table T2"),
    "nobody in surveillance": Case("departments", drop("people vega"), says="surveillance"),
    "nobody in security": Case("departments", drop("people gray"), says="security"),
    "an administrator in accounting": Case(
        "departments", put("people bursar roles", ["accounting", "administrator"]), where="person bursar", base="plain"
    ),
    "a dealer in surveillance": Case(
        "departments", put("people vega roles", ["surveillance", "dealer"]), where="person vega"
    ),
    "nobody to be the second person": Case(
        "two-people",
        put("people", [{"id": "teacher", "name": "The teacher", "roles": ["administrator"]}]),
        drop("people bursar"),
        base="plain",
    ),
    # -- wagers
    "a wager without limits": Case("limits", drop("tables T2 limits triple-match"), where="triple-match"),
    "a base wager over the maximum": Case(
        "table-maximum",
        put("tables T5 limits player", [500, 30_001]),
        put("tables T5 limits player", [500, 30_000]),
        says="$300.01",
    ),
    "a side wager over the maximum": Case(
        "table-maximum",
        put("tables T5 limits combo-bet", [100, 30_100]),
        put("tables T5 limits combo-bet", [100, 30_000]),
    ),
    "a table over its own maximum": Case(
        "table-maximum",
        put("settings tables T4", {"table-maximum": 20_000}),
        together(put("settings tables T4", {"table-maximum": 20_000}), put("tables T4 limits primary", [500, 20_000])),
        where="table T4",
    ),
    "a fourth wager of six dollars": Case(
        "fourth-wager", put("jackpots daily wager", 600), put("jackpots daily wager", 500), where="table T3"
    ),
    "four wagers that start over five dollars": Case(
        "fourth-wager",
        together(
            add("tables T3 posts", "fourth-wager"),
            put("jackpots daily wager", 600),
            put("tables T3 limits ante", [1000, 10_000]),
            put("tables T3 limits three-card-treasure", [600, 5000]),
            put("tables T3 limits five-card-fortune", [600, 5000]),
        ),
        together(
            add("tables T3 posts", "fourth-wager"),
            put("jackpots daily wager", 600),
            put("tables T3 limits ante", [1000, 10_000]),
            put("tables T3 limits three-card-treasure", [600, 5000]),
            put("tables T3 limits five-card-fortune", [500, 5000]),
        ),
    ),
    "more than three wagers over five dollars, unposted": Case("fourth-wager", drop("tables T1 posts fourth-wager")),
    "four wagers not on the Dueling layout": Case(
        "four-wagers",
        together(put("tables T5 layout posts", []), add("tables T5 posts", "four-wagers")),
        says="on the layout",
    ),
    "four wagers not posted": Case("four-wagers", drop("tables T1 posts four-wagers"), where="table T1"),
    "an eighth position": Case("positions", put("tables T5 seats", 8), put("tables T5 seats", 7)),
    "a table without seats": Case("positions", put("tables T5 seats", 0), put("tables T5 seats", 1)),
    "more players than the house allows": Case(
        "players",
        put("settings players", 6),
        together(put("settings players", 6), put("tables T4 seats", 6), put("tables T5 seats", 6)),
    ),
    "Deuces Wild by hand in a commercial room": Case(
        "machine-dealt", put("tables T3 options dealt-by", "hand"), put("tables T3 options dealt-by", "shoe")
    ),
    "an aggregate limit on fixed prizes": Case(
        "aggregate-wager",
        together(put("tables T5 aggregate", {"tie-after-tie": 1_500_000}), add("tables T5 posts", "aggregate")),
        together(put("tables T4 aggregate", {"four-card-bonus": 1_500_000}), add("tables T4 posts", "aggregate")),
    ),
    "an aggregate limit under fifty to one": Case(
        "aggregate-odds",
        put("tables T3 aggregate", {"three-card-treasure": 500_000}),
        put("tables T3 aggregate", {"five-card-fortune": 500_000}),
    ),
    "an aggregate limit too low": Case(
        "aggregate-least",
        put("tables T3 aggregate five-card-fortune", 249_999),
        put("tables T3 aggregate five-card-fortune", 250_000),
        says="$2,500",
    ),
    "an aggregate limit not posted": Case("aggregate-posted", drop("tables T3 posts aggregate")),
    # -- equipment
    "wagers to be counted by nothing": Case(
        "equipment-named",
        drop("tables T3 equipment"),
        together(drop("tables T3 equipment"), drop("tables T3 sensors"), put("tables T3 options tabulator", "off")),
    ),
    "Triple Attack on Andromeda-3c": Case(
        "equipment-approved",
        runs_on("T2", "A-TA", "andromeda-3c"),
        runs_on("T2", "A-TA", "andromeda-3d"),
        says="andromeda-3c",
    ),
    "Deuces Wild of 2010 on Andromeda-1": Case(
        "equipment-approved",
        together(
            put("tables T3 edition", "2010"),
            put("approvals A-DW edition", "2010"),
            put("approvals A-DW fingerprint", DW_2010),
        ),
        together(
            put("tables T3 edition", "2010"),
            put("approvals A-DW edition", "2010"),
            put("approvals A-DW fingerprint", DW_2010),
            runs_on("T3", "A-DW", "milky-way"),
        ),
    ),
    "5a or higher without a version": Case("equipment-version", put("tables T2 equipment version", "")),
    "a version under 5a": Case("equipment-version", put("tables T2 equipment version", "4c")),
    "a version that the approval does not name": Case(
        "approval-equipment",
        put("tables T2 equipment version", "5c"),
        runs_on("T2", "A-TA", "andromeda-5a", version="5c"),
        where="table T2",
    ),
    "a jackpot without a sensor": Case("sensor-named", drop("tables T1 sensors jackpot-2")),
    "a sensor for a wager that is not offered": Case(
        "sensor-wager", put("tables T2 sensors jackpot-2", 2), put("tables T2 sensors suited-royals", 2)
    ),
    "one sensor for two jackpots": Case(
        "sensor-shared", put("tables T1 sensors jackpot-2", 1), put("tables T1 sensors jackpot-2", 3)
    ),
    "a seventh sensor": Case(
        "sensor-range", put("tables T1 sensors jackpot-2", 7), put("tables T1 sensors jackpot-2", 6)
    ),
    "a second sensor on Milky Way": Case(
        "sensor-range",
        runs_on("T5", "A-DD", "milky-way", "led"),
        together(
            runs_on("T5", "A-DD", "milky-way", "led"),
            drop("tables T5 wagers two-plus-two"),
            drop("tables T5 jackpots two-plus-two"),
            drop("tables T5 sensors two-plus-two"),
        ),
        where="table T5",
    ),
    "a progressive on a sign set by hand": Case(
        "real-time",
        runs_on("T4", "A-TCS", "andromeda-1", "led"),
        runs_on("T4", "A-TCS", "andromeda-3c"),
        says="set by hand",
    ),
    "a progressive that nothing counts": Case(
        "real-time",
        together(drop("tables T4 equipment"), put("tables T4 options tabulator", "off")),
        put("tables T4 options tabulator", "on"),
    ),
    "a shuffler that is not named": Case(
        "shuffler-named",
        drop("tables T3 shuffler"),
        together(drop("tables T3 shuffler"), put("tables T3 options dealt-by", "shoe")),
    ),
    "a shuffler that is not approved": Case(
        "approval-shuffler",
        put("tables T3 shuffler model", "S-300"),
        together(
            put("tables T3 shuffler model", "S-300"),
            add("approvals A-DW equipment", {"model": "S-300", "maker": "Summit Shufflers"}),
        ),
    ),
    # -- jackpots
    "a bonus in real time": Case(
        "scheme", put("jackpots daily updates", "real-time"), put("jackpots daily updates", "static")
    ),
    "a bonus with a meter": Case(
        "scheme", put("jackpots ties meters", [{"seed": 0, "reseed": 0, "rate": 1}]), put("jackpots ties meters", [])
    ),
    "a progressive that stands still": Case("scheme", put("jackpots attack-two updates", "updated")),
    "a progressive without a meter": Case("scheme", put("jackpots attack-two meters", [])),
    "a negative rate": Case(
        "jackpot", put("jackpots attack-two meters 0 rate", -1), put("jackpots attack-two meters 0 rate", 1)
    ),
    "more than the whole wager": Case(
        "jackpot", put("jackpots attack-two meters 0 rate", 950_001), put("jackpots attack-two meters 0 rate", 950_000)
    ),
    "a cap under the seed": Case(
        "jackpot", put("jackpots attack meters 0 cap", 999_999), put("jackpots attack meters 0 cap", 1_000_000)
    ),
    "a jackpot of another location": Case("jackpot-known", put("tables T2 jackpots jackpot", "other-room")),
    "two jackpots on Deuces Wild": Case(
        "jackpots-a-layout",
        together(
            runs_on("T3", "A-DW", "andromeda-3c", "monitor", "monitor"),
            add("tables T3 wagers", "bonus-jackpot-2"),
            put("tables T3 jackpots bonus-jackpot-2", "ties"),
            put("tables T3 sensors bonus-jackpot-2", 2),
        ),
        runs_on("T3", "A-DW", "andromeda-3c", "monitor", "monitor"),
        where="table T3",
    ),
    "a jackpot wager that plays for nothing": Case(
        "jackpot-wager",
        together(drop("tables T2 jackpots"), drop("tables T2 sensors")),
        together(drop("tables T2 jackpots"), drop("tables T2 sensors"), drop("tables T2 wagers jackpot")),
    ),
    "bonus and progressive on one table": Case("one-scheme", put("tables T1 jackpots jackpot-2", "ties")),
    "one jackpot for two wagers": Case(
        "own-amount",
        together(
            put("tables T1 jackpots jackpot-2", "attack"), put("tables T1 paytables jackpot-2", "PT-BJS-TA-JP-01")
        ),
        put("tables T1 paytables jackpot-2", "PT-BJS-TA-JP-01"),
    ),
    "a two-dollar Dueling jackpot": Case(
        "fixed-wager", put("jackpots ties wager", 200), put("jackpots ties wager", 100)
    ),
    "an envy prize in Deuces Wild": Case(
        "envy-allowed",
        together(put("jackpots daily envy", {"5-wild-cards": "$100"}), add("tables T3 displays 1 shows", "envy")),
        together(
            put("jackpots four-aces envy", {"four-aces": "$200"}),
            put("jackpots four-aces share", {"four-aces": "$100"}),
            add("tables T4 displays 0 shows", "share-the-wealth"),
        ),
        where="table T3",
    ),
    "a share of the wealth in a tribal casino": Case(
        "envy-allowed",
        together(
            put("jackpots daily share", {"5-wild-cards": "$100"}), add("tables P1 displays 0 shows", "share-the-wealth")
        ),
        base="tribal",
    ),
    "an unposted row": Case("rows-posted", drop("jackpots daily posted"), where="table T3"),
    "a paytable with one of ten rows unposted": Case(
        "rows-posted",
        together(
            put("tables T5 paytables tie-after-tie", "TAT4"),
            put("jackpots ties posted", {row: pay for row, pay in TAT4.items() if row != "not-a-tie"}),
        ),
        together(put("tables T5 paytables tie-after-tie", "TAT4"), put("jackpots ties posted", TAT4)),
        says="Not a tie",
    ),
    "a percent without its meter": Case(
        "meter-missing",
        together(
            put("jackpots four-aces meters 0 row", ""),
            put("jackpots four-aces posted", {"four-aces": "100%"}),
        ),
        put("jackpots four-aces posted", {"four-aces": "100%"}),
    ),
    "a meter that nothing pays from": Case(
        "meter-unused", add("jackpots four-aces meters", {"seed": 0, "reseed": 0, "rate": 100_000})
    ),
    "percents of no amount": Case("bonus-amount", drop("jackpots ties amount"), where="table T5"),
    "no qualifying minimum": Case("qualifying-minimum", drop("tables T4 minimums")),
    "a qualifying minimum out of reach": Case(
        "qualifying-minimum", put("tables T4 minimums jackpot", 10_001), put("tables T4 minimums jackpot", 10_000)
    ),
    # -- links
    "tables linked where none may be": Case(
        "link-games", put("settings link-games", "none"), put("settings link-games", "same"), says="T1, T2"
    ),
    "tables linked with other shares": Case(
        "link-hands",
        put("tables T2 paytables jackpot", "PT-BJS-TA-JP-02"),
        put("tables T2 paytables jackpot", "PT-BJS-TA-JP-01"),
    ),
    "games linked with other winning hands": Case(
        "link-hands",
        together(
            drop("tables T5 wagers two-plus-two"),
            put("tables T5 jackpots", {"tie-after-tie": "attack"}),
            put("tables T5 sensors", {"tie-after-tie": 1}),
            put("tables T5 displays 0 shows", ["jackpot-amounts", "maximum"]),
        ),
        together(
            drop("tables T5 wagers two-plus-two"),
            put("tables T5 jackpots", {"tie-after-tie": "attack-ties"}),
            again("jackpots attack", id="attack-ties"),
            put("tables T5 sensors", {"tie-after-tie": 1}),
            put("tables T5 displays 0 shows", ["jackpot-amounts", "maximum"]),
        ),
    ),
    "tables linked with other probabilities": Case(
        "link-probability",
        together(again("tables T5", id="T6"), put("tables T6 options decks", "8")),
        again("tables T5", id="T6"),
    ),
    "two makers not tested together": Case(
        "link-makers",
        SOUTHLIGHT,
        together(
            SOUTHLIGHT,
            add(
                "approvals A-TA steps",
                {"step": "interoperability-tested", "by": "Electronic Gambling Lab", "on": "2023-12-01"},
            ),
        ),
    ),
    # -- displays and postings
    "the dispute procedure not posted": Case("posting", drop("tables T2 posts disputes"), says="disputes"),
    "the second amount not shown": Case(
        "amount-shown",
        put("tables T1 displays 0 shows", ["jackpot", "maximum"]),
        put("tables T1 displays 0 shows", ["jackpot", "jackpot-2", "maximum"]),
        says="Attack two",
    ),
    "an amount not shown at one table of a link": Case(
        "amount-shown", put("tables T2 displays 0 shows", ["maximum"]), where="table T2"
    ),
    "a notice with one word changed": Case(
        "notice", put("tables T3 displays 1 notice", NOTICE.replace("any time", "all times")), says="'all'"
    ),
    "a bonus display without the notice": Case("notice", drop("tables T5 displays 0 notice"), says="missing"),
    "a networked meter display in Triple Attack": Case(
        "passive-display", put("tables T1 displays 0 networked", True), put("tables T4 displays 0 networked", True)
    ),
    "an amount on an edge-lit sign": Case(
        "display-kind",
        add("tables T2 displays", {"kind": "edge-lit", "shows": ["jackpot-amounts"]}),
        add("tables T2 displays", {"kind": "edge-lit"}),
    ),
    "a sign set by hand beside Andromeda-5a": Case(
        "display-kind",
        add("tables T2 displays", {"kind": "led", "shows": ["jackpot-amounts"]}),
        add("tables T2 displays", {"kind": "monitor", "shows": ["jackpot-amounts"]}),
    ),
    "a progressive on a printed page": Case(
        "moving-display",
        put("tables T2 displays 0 kind", "page"),
        add("tables T2 displays", {"kind": "page", "shows": ["jackpot-amounts"]}),
    ),
    "a maximum not posted": Case(
        "cap-posted", put("tables T2 displays 0 shows", ["jackpot-amounts"]), where="table T2"
    ),
    "multiplied pays not shown": Case(
        "multiplied-shown",
        put("jackpots attack-two wager", 200),
        together(put("jackpots attack-two wager", 200), add("tables T1 displays 0 shows", "multiplied-pays")),
    ),
    "percents of a bonus not in money": Case(
        "percents-in-money", put("tables T5 displays 0 shows", ["jackpot-amounts"])
    ),
    "an envy prize not shown": Case(
        "envy-shown",
        put("tables T4 displays 0 shows", ["jackpot-amounts"]),
        together(put("tables T4 displays 0 shows", ["jackpot-amounts"]), drop("jackpots four-aces envy")),
    ),
    # -- approvals and licences
    "a game that nobody approved here": Case("approval", drop("approvals A-TCS"), where="table T4"),
    "two jackpots where the approval has one": Case("approval-jackpots", put("approvals A-DD jackpots", 1)),
    "another edition than the approved one": Case("fingerprint", put("approvals A-DD fingerprint", "0" * 64)),
    "internal controls not approved": Case("approval-steps", drop("approvals A-DW steps controls-approved")),
    "controls approved before they were submitted": Case(
        "approval-order",
        put("approvals A-DW steps controls-approved on", "2023-11-05"),
        put("approvals A-DW steps controls-approved on", "2023-11-06"),
    ),
    "an approval of tomorrow": Case(
        "approval-dated",
        put("approvals A-DW steps controls-approved on", "2024-05-02"),
        put("approvals A-DW steps controls-approved on", "2024-05-01"),
    ),
    "a layout maker whose licence ran out": Case(
        "licence-layout",
        put("licences 1 until", "2024-04-30"),
        put("licences 1 until", "2024-05-01"),
    ),
    "a licence that ends on no day": Case(
        "licence-dated", put("licences 1 until", "2027-1-1"), put("licences 1 until", "2027-01-01")
    ),
    "a licence that ends before it begins": Case(
        "licence-dated",
        licensed("Southlight", since="2025-01-02", until="2025-01-01"),
        licensed("Southlight", since="2025-01-01", until="2025-01-01"),
    ),
    "an equipment maker licensed for layouts": Case("licence-equipment", put("licences 0 covers", ["layouts"])),
    "a link by a maker without a licence": Case("licence-equipment", put("jackpots attack-two maker", "Nobody")),
    "a shuffler of a maker without a licence": Case("licence-shuffler", drop("licences 2")),
    # -- promotions
    "a promotion at a table that is not there": Case(
        "promotion-tables", put("promotions royal-may tables", ["T9"]), put("promotions royal-may tables", ["T2"])
    ),
    "a promotion on a row that is not there": Case(
        "promotion-tables",
        put("promotions royal-may event", "royal-flush"),
        put("promotions royal-may event", "two-card-flush"),
    ),
    "a promotion that ends before it begins": Case(
        "promotion-dates",
        put("promotions royal-may until", "2024-04-30"),
        put("promotions royal-may until", "2024-05-01"),
    ),
    "a promotion of nothing": Case(
        "promotion-prize", put("promotions royal-may prize", 0), put("promotions royal-may prize", 1)
    ),
    "a promotion that nobody approved": Case("promotion-approved", put("promotions royal-may approved-by", "")),
    "a promotion whose rules are not posted": Case("promotion-posted", put("promotions royal-may posted", False)),
    "a Triple Attack promotion on the base wager": Case(
        "promotion-wager",
        together(put("promotions royal-may wager", "first-attack"), put("promotions royal-may event", "win")),
        together(put("promotions royal-may wager", "triple-match"), put("promotions royal-may event", "one-pair")),
    ),
    "a Triple Attack promotion without consent": Case(
        "promotion-consent",
        put("promotions royal-may consent", ""),
        together(
            put("promotions royal-may consent", ""),
            put("promotions royal-may tables", ["T3"]),
            put("promotions royal-may wager", "ante"),
            put("promotions royal-may event", "natural-royal-flush"),
        ),
    ),
    "a promotion from jackpot funds": Case(
        "promotion-funds",
        put("promotions royal-may paid-from", "attack"),
        put("promotions royal-may paid-from", "house"),
    ),
    # -- what the edition itself does not have
    "a paytable that is not there": Case(
        "setup",
        put("tables T2 paytables suited-royals", "X"),
        put("tables T2 paytables suited-royals", "PT-FLT-TA-SR-02"),
    ),
    "seven decks": Case("setup", put("tables T5 options decks", "7"), put("tables T5 options decks", "8")),
    "a row posted that is printed": Case("setup", put("jackpots daily posted 4-wild-cards", "$500")),
    # -- a tribal casino
    "no concurrence of the state": Case(
        "approval-steps", drop("approvals A-DW steps state-concurred"), base="tribal", says="state concurred"
    ),
    "a maker without the tribe's licence": Case(
        "licence-layout", drop("licences 3"), base="tribal", says="tribal licence"
    ),
    "a wager over the agency's own maximum": Case(
        "table-maximum",
        put("tables P1 limits ante", [1000, 50_001]),
        put("tables P1 limits ante", [1000, 50_000]),
        base="tribal",
    ),
    "the notice shortened": Case(
        "notice", put("tables P1 displays 0 notice", "Bonus Jackpot prizes are paid by the casino."), base="tribal"
    ),
}
