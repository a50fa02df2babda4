"""Setting a table up, through Dueling: what is refused, and with which clause; what is kept."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import houseway
from houseway.errors import HousewayError
from houseway.rulebook.rule_errors import BadAmount, UnknownClause
from houseway.table.table_errors import BadSetup, UnknownGame

GAME = houseway.game("dueling")
TAT, PLUS = "tie-after-tie", "two-plus-two"
TIE_PLUS = {"suited-pair-tie": "20 to 1", "pair-ties-unsuited": "$10"}


def bonus(rows: dict[str, Any]) -> dict[str, Any]:
    """Tie Plus with posted rows, these among them."""
    return {"paytables": {"tie-plus": "bonus"}, "posted": {"tie-plus": TIE_PLUS | rows}}


@pytest.mark.parametrize(
    ("choices", "error", "clause"),
    [
        # options
        ({"options": {"colour": "blue"}}, BadSetup, None),
        ({"options": {"decks": "7"}}, BadSetup, "number of decks"),
        ({"options": {"decks": 6.0}}, BadSetup, "number of decks"),
        ({"options": {"burn": True}}, BadSetup, "how to play 8"),
        ({"options": {"spots": "both"}}, BadSetup, "how to play 1"),
        ({"options": {"tie-bonus": None}}, BadSetup, "how to play 12"),
        ({"options": {"shoe": 0}}, BadSetup, "number of decks"),
        ({"options": {"shoe": "-5"}}, BadSetup, "number of decks"),
        ({"options": {"shoe": "1e2"}}, BadSetup, "number of decks"),
        ({"options": {"shoe": "1" * 5000}}, BadSetup, "number of decks"),
        # wagers
        ({"wagers": ["ante"]}, BadSetup, "introduction 2"),
        ({"wagers": "player"}, BadSetup, None),
        ({"wagers": [1]}, BadSetup, None),
        ({"wagers": ["play"]}, BadSetup, "how to play 1"),
        ({"wagers": ["player"], "options": {"spots": "play"}}, BadSetup, "optional how to play 1"),
        # paytables
        ({"paytables": {"ante": "A"}}, BadSetup, "introduction 2"),
        ({"paytables": {"tie-plus": "3"}}, BadSetup, "appendix A"),
        ({"paytables": {"tie-plus": 1}}, BadSetup, "appendix A"),
        ({"paytables": {"player": "1"}}, BadSetup, "how to play 4(a)"),
        # limits
        ({"limits": {"ante": [1, 2]}}, BadSetup, "introduction 2"),
        ({"limits": {"player": 500}}, BadSetup, None),
        ({"limits": {"player": [500]}}, BadSetup, None),
        ({"limits": {"player": [500, 100]}}, BadSetup, "introduction 2"),
        ({"limits": {"player": [1.5, 100]}}, BadAmount, None),
        ({"limits": {"player": [-1, 100]}}, BadAmount, None),
        # fixed amounts and minimums
        ({"fixed": {"player": 500}}, BadSetup, "introduction 2"),
        ({"fixed": {"ante": 500}}, BadSetup, "introduction 2"),
        ({"fixed": {TAT: 0}}, BadSetup, "appendix C note 8"),
        ({"fixed": {TAT: 500}}, BadSetup, "appendix C note 8"),
        ({"fixed": {TAT: "100"}}, BadAmount, None),
        ({"minimums": {TAT: 500}}, BadSetup, "introduction 2"),
        ({"minimums": {"ante": 500}}, BadSetup, "introduction 2"),
        # rows left to the operator
        ({"posted": {"ante": {}}}, BadSetup, "introduction 2"),
        ({"posted": {"tie-plus": "$5"}}, BadSetup, None),
        ({"posted": {"tie-plus": TIE_PLUS}}, BadSetup, "appendix A note 3"),  # table 1 leaves nothing open
        ({"paytables": {"tie-plus": "bonus"}, "wagers": ["player", "tie-plus"]}, BadSetup, "appendix A note 3"),
        (bonus({"pair": "$5"}), BadSetup, "appendix A note 3"),
        (bonus({"suited-pair-tie": 20}), BadSetup, "appendix A note 3"),
        (bonus({"suited-pair-tie": "5%"}), BadSetup, "appendix A note 3"),
        # envy and share the wealth
        ({"envy": {"tie-plus": {"suited-pair-tie": "$5"}}}, BadSetup, "BJS-7"),
        ({"envy": {TAT: "$5"}}, BadSetup, "BJS-7"),
        ({"envy": {TAT: {"royal-flush": "$5"}}}, BadSetup, "appendix C"),
        ({"share": {TAT: {"quads-same-suit": "5 for 1"}}}, BadSetup, "BJS-7"),
        ({"share": {TAT: {"quads-same-suit": "much"}}}, BadSetup, "BJS-7"),
        ({"envy": {TAT: {"quads-same-suit": "$5"}}, "wagers": ["player"]}, BadSetup, "BJS-7"),
        # equipment
        ({"equipment": "sundial"}, BadSetup, "appendix X models"),
        ({"equipment": "milky-way"}, BadSetup, "appendix X milky way"),  # two jackpots, one sensor
        ({"edition": "1999"}, UnknownGame, None),
    ],
)  # fmt: skip
def test_what_a_table_cannot_be_set_up_with(
    choices: dict[str, Any], error: type[HousewayError], clause: str | None
) -> None:
    with pytest.raises(error) as refused:
        GAME.setup(**choices)
    assert refused.value.clause == clause
    assert refused.value.message


def test_a_key_that_setup_does_not_know_is_an_error() -> None:
    with pytest.raises(TypeError, match="colour"):
        GAME.setup(colour="blue")


def test_there_is_no_such_game_or_clause() -> None:
    with pytest.raises(UnknownGame, match="baccarat"):
        houseway.game("baccarat")
    with pytest.raises(UnknownClause) as unknown:
        GAME.edition().clause("how to play 13")
    assert unknown.value.remedy is not None


def test_defaults_are_the_first_of_each_option_and_table() -> None:
    setup = GAME.setup()
    assert {slug: setup.options[slug] for slug in ("spots", "decks", "burn", "tie-bonus", "shoe")} == {
        "spots": "player-dealer", "decks": "6", "burn": "3", "tie-bonus": "off", "shoe": "fresh",
    }  # fmt: skip
    assert {slug: setup.paytables[slug].id for slug in ("tie-plus", "combo-bet", TAT, PLUS)} == {
        "tie-plus": "1", "combo-bet": "2CPB-1", TAT: "TAT1", PLUS: "2+2P1",
    }  # fmt: skip
    assert setup.meters == (TAT, PLUS)


def test_an_option_may_be_given_as_a_number() -> None:
    assert GAME.setup(options={"decks": 8, "burn": 0, "shoe": 60}).options["shoe"] == "60"


@pytest.mark.parametrize("model", ["milky-way", "andromeda-1"])
def test_a_model_with_one_sensor_counts_one_jackpot_or_none(model: str) -> None:
    assert GAME.setup(equipment=model, wagers=["player", TAT]).jackpots == (TAT,)
    # With the tabulator off nothing is counted, so nothing limits the jackpots.
    assert GAME.setup(equipment=model, options={"tabulator": "off"}).jackpots == (TAT, PLUS)


def test_meters_are_those_of_rows_paid_in_percent() -> None:
    house = GAME.house["posted"][PLUS]
    posted = {PLUS: house | {"4-card-straight-flush": "$500"}}
    assert GAME.setup(paytables={PLUS: "2+2P3"}, posted=posted, wagers=["player", PLUS]).meters == (PLUS,)
    assert GAME.setup(wagers=["player", "tie-plus"]).meters == ()


CHOICES = st.fixed_dictionaries(
    {
        "options": st.fixed_dictionaries(
            {},
            optional={
                "spots": st.sampled_from(["player-dealer", "play"]),
                "decks": st.sampled_from(["5", 6, "8"]),
                "burn": st.sampled_from([0, "3"]),
                "tie-bonus": st.sampled_from(["on", "off"]),
                "shoe": st.sampled_from(["fresh", 30, "200"]),
            },
        ),
        "paytables": st.fixed_dictionaries(
            {}, optional={"combo-bet": st.sampled_from(["2CPB-2", "2CPB-6"]), TAT: st.sampled_from(["TAT2", "TAT3"])}
        ),
        "limits": st.fixed_dictionaries({}, optional={"tie-plus": st.just([100, 5000])}),
        "envy": st.fixed_dictionaries({}, optional={TAT: st.just({"quads-same-suit": "$300"})}),
    },
    optional={"fixed": st.just({TAT: 100}), "equipment": st.sampled_from(["andromeda-3c", "andromeda-5a"])},
)


@given(CHOICES)
@settings(max_examples=60, deadline=None)
def test_a_setup_made_from_its_own_data_is_the_same(choices: dict[str, Any]) -> None:
    setup = GAME.setup(**choices)
    again = GAME.setup(**setup.as_dict())
    assert again.as_dict() == setup.as_dict()
    assert [(table.id, table.rows) for table in again.paytables.values()] == [
        (table.id, table.rows) for table in setup.paytables.values()
    ]


def test_share_the_wealth_is_kept_too() -> None:
    setup = GAME.setup(share={TAT: {"quads-same-suit": "10%"}})
    assert GAME.setup(**setup.as_dict()).as_dict() == setup.as_dict()


def test_posted_rows_are_kept() -> None:
    setup = GAME.setup(paytables={"tie-plus": "bonus"}, posted={"tie-plus": TIE_PLUS})
    assert setup.as_dict()["posted"] == {"tie-plus": TIE_PLUS}
    assert GAME.setup(**setup.as_dict()).paytables["tie-plus"].rows == setup.paytables["tie-plus"].rows
