"""A round in progress at its edges: played once, told as far as it was seen, paid from the chips that are left."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from houseway.cards import Stream, VirtualShoe
from houseway.cards.card_errors import UnknownCard
from houseway.floor import command_index as c
from houseway.floor.floor_errors import UnknownThing, WrongState
from houseway.floor.permission.people import shoe_of
from houseway.floor.play.live_rounds import LiveRounds, Playing
from houseway.floor.subjects.live_play import added
from houseway.journal import Decision, Draft, Request
from houseway.registry import game
from houseway.rulebook.edition import load_edition
from houseway.table.round import Round
from houseway.table.table_errors import BadSetup, WagerRefused
from tests.floor.houses import DAY, TIES, House, attack_table, duel_table, split_table, sqlite_house
from tests.floor.live_tables import IVY, K1, V1, At

TAT = "tie-after-tie"


def playing(at: At) -> Playing:
    return at.house.floor.live.playing(at.house.floor.setup(at.id), at.state)


# -- played once


def test_a_round_is_played_once_and_kept_in_step_with_its_answers(duel: At) -> None:
    duel.begin(1, 2)
    round_ = duel.round
    duel.answer(1, {"player": 500})
    duel.answer(2, {"dealer": 700})
    duel.key("Kh", "4s")
    assert duel.round is round_
    assert duel.round.layout.turned() == ["Kh", "4s"]
    # An answer that was mended is played again from the start.
    duel.house.do(c.CorrectAnswer(table=K1, round=1, number=2, answer={"dealer": 900}, reason="sight"), "sato")
    assert duel.round is not round_
    assert duel.round.placed[2] == {"dealer": 900}


def test_cards_that_a_table_draws_are_the_same_however_often_it_is_looked_at(played: House) -> None:
    table = At(played, V1)
    table.begin(1)
    round_ = table.round
    table.answer(1, {"player": 500})
    assert table.round is round_
    cards = table.round.layout.turned()
    assert len(cards) == 2
    again = Playing(table.live, "dueling", played.floor.setup(V1))
    for answered in table.live.answers:
        again.take(answered)
    assert again.round.layout.turned() == cards


def test_what_a_table_draws_comes_from_the_nonces_and_from_the_cards_that_are_left(played: House) -> None:
    table = At(played, V1)
    table.begin(1)
    table.answer(1, {"player": 500})
    setup = played.floor.setup(V1)
    left, unseen, *gone = [each.text for each in reversed(setup.deck.cards)]
    assert gone
    before = [*gone, "??"]
    dealt: dict[tuple[str, ...], set[str]] = {(): set(), tuple(before): set()}
    for earlier, cards in dealt.items():
        for nonce in range(8):
            live = msgspec.structs.replace(table.live, before=list(earlier))
            again = Playing(live, "dueling", setup)
            for answered in table.live.answers:
                again.take(msgspec.structs.replace(answered, chance=nonce.to_bytes(32, "big").hex()))
            cards.update(again.round.layout.turned())
    assert len(dealt[()]) > 2
    assert dealt[tuple(before)] == {left, unseen}


def test_a_round_whose_answers_are_refused_is_played_again_from_the_start(duel: At) -> None:
    live = duel.house.floor.live
    setup = duel.house.floor.setup(K1)
    duel.begin(1)
    duel.answer(1, {"player": 500})
    duel.key("Kh")
    good = list(duel.live.answers)
    wrong = msgspec.structs.replace(good[-1], answer="no card")
    state = msgspec.structs.replace(duel.state, live=msgspec.structs.replace(duel.live, answers=[*good, wrong]))
    for _ in range(2):
        with pytest.raises(UnknownCard):
            live.playing(setup, state)
    assert duel.round.layout.turned() == ["Kh"]
    assert playing(duel).taken == good


def test_where_no_round_is_in_progress_there_is_none_to_look_at(duel: At) -> None:
    with pytest.raises(WrongState, match="no round is in progress at table K1"):
        duel.house.floor.round(K1)


def test_a_table_is_held_to_what_held_when_it_was_opened(tmp_path: Path) -> None:
    """Three Card Split offers its jackpot beside the Four Card Bonus since the number that release 0.1 did not have."""
    house = sqlite_house(tmp_path / "floor.db").build(tables=[split_table("S1")])
    state = house.floor.table("S1")
    assert state.table is not None
    assert state.prints is not None
    alone = tuple(wager for wager in state.table.wagers if wager != "four-card-bonus")
    bare = msgspec.structs.replace(
        state.table,
        wagers=alone,
        paytables={"jackpot": state.table.paytables["jackpot"]},
        limits={"primary": (500, 30_000)},
    )
    now = msgspec.structs.replace(state, table=bare)
    with pytest.raises(BadSetup, match="four-card-bonus"):
        LiveRounds(verify=True).setup(house.floor.property, now)
    of_0_1 = msgspec.structs.replace(now, prints=None)
    assert LiveRounds(verify=True).setup(house.floor.property, of_0_1).wagers == alone
    house.close()


def test_a_round_that_was_voided_before_its_first_answer_is_not_the_next(duel: At) -> None:
    duel.begin(1)
    assert duel.round.due_from() == (1,)
    duel.house.do(c.VoidRound(table=K1, round=1, reason="a card fell"), "sato")
    duel.begin(2, 3)
    assert duel.round.due_from() == (2, 3)


def test_the_round_before_is_known_until_another_has_ended(duel: At) -> None:
    live = duel.house.floor.live
    assert live.last(duel.state) is None
    duel.begin(1)
    duel.answer(1, {"player": 500})
    assert live.last(duel.state) is None
    duel.key("Kh")
    assert live.last(duel.state) is None
    duel.key("4s")
    first = duel.round
    duel.settle()
    assert live.last(duel.state) == (1, first)
    duel.begin(2)
    assert live.last(duel.state) == (1, first)
    duel.answer(2, {"player": 500})
    assert live.last(duel.state) == (1, first)
    duel.key("2h", "9s")
    second = duel.round
    assert live.last(duel.state) == (1, first)
    duel.settle()
    assert live.last(duel.state) == (2, second)
    duel.begin(1)
    duel.house.do(c.VoidRound(table=K1, round=3, reason="a card fell"), "sato")
    assert live.last(duel.state) is None


# -- told


def test_a_card_that_lies_face_down_is_told_when_it_has_been_seen(tmp_path: Path) -> None:
    house = sqlite_house(tmp_path / "floor.db")
    bare = msgspec.structs.replace(
        attack_table("A1", cards="reads"), wagers=("first-attack",), jackpots={}, sensors={}, paytables={}, displays=()
    )
    table = At(house.build(tables=[bare]), "A1")
    table.begin(1)
    table.answer(1, {"first-attack": 500})

    def read(card: str) -> None:
        number = len(table.round.layout.cards) + 1
        house.do(c.ReadCard(table="A1", round=1, number=number, card=card), shoe_of("A1"))

    read("9h")
    table.answer(1, "pass")
    read("9s")
    table.answer(1, "pass")
    read("Kd")
    read("Kc")
    answers = [{"first-attack": 500}, "9h", "pass", "9s", "pass", "Kd"]
    assert [playing(table).told(number) for number in range(1, 8)] == [*answers, "??"]
    table.answer(1, "stand")
    assert [playing(table).told(number) for number in range(1, 9)] == [*answers, "Kc", "stand"]
    house.close()


def test_a_record_is_the_same_whichever_release_wrote_it_down(duel: At) -> None:
    duel.begin(1)
    duel.answer(1, {"player": 500})
    duel.key("Kh", "4s")
    made = {**duel.record(), "release": "0.1.7"}
    assert made["release"] != duel.record()["release"]
    duel.house.do(c.SettleRound(table=K1, round=1, record=made), "dole")


# -- chips that are left


@pytest.mark.parametrize(("chips", "enough"), [(1_100, True), (1_099, False)])
def test_what_was_lost_in_the_round_is_not_wagered_again(tmp_path: Path, chips: int, enough: bool) -> None:
    """A pair of kings loses the Combo Bet before the war is asked for, which costs the first wager once more."""
    house = sqlite_house(tmp_path / "floor.db")
    wagers = ("player", "dealer", "combo-bet")
    combo = msgspec.structs.replace(
        duel_table(K1, cards="keys"), wagers=wagers, paytables={"combo-bet": "2CPB-6"}, jackpots={}, sensors={}
    )
    limits = {**combo.limits, "combo-bet": (100, 10_000)}
    duel = At(house.build(tables=[msgspec.structs.replace(combo, limits=limits, displays=())]), K1)
    duel.sit(1, IVY, chips)
    duel.begin(1)
    duel.answer(1, {"player": 500, "combo-bet": 100}, IVY)
    duel.key("Kh", "Kd")
    assert [(line.wager, line.net) for line in duel.round.lines] == [("combo-bet", -100)]
    if enough:
        duel.answer(1, "war", IVY)
    else:
        assert "500 cents are more than the 499" in str(duel.refused(WrongState, 1, "war", IVY))
        duel.answer(1, "surrender", IVY)
    house.close()


# -- spots that are closed


@pytest.fixture
def bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """Dueling by other rules: Tie Plus is bet only with the jackpot."""
    text = (game("dueling").folder / "editions" / "2017.toml").read_text(encoding="utf-8")
    before, wager, after = text.partition('slug = "tie-plus"')
    changed = tmp_path / "2017.toml"
    after = after.replace('needs = { any = ["player", "dealer", "play"] }', f'needs = {{ any = ["{TAT}"] }}', 1)
    changed.write_text(before + wager + after, encoding="utf-8")
    monkeypatch.setitem(game("dueling")._declared.__dict__, "editions", {"2017": load_edition(changed)})
    table = duel_table(K1, cards="keys")
    table = msgspec.structs.replace(
        table,
        wagers=(*table.wagers, "tie-plus"),
        paytables={**table.paytables, "tie-plus": "2"},
        limits={**table.limits, "tie-plus": (100, 10_000)},
    )
    house = sqlite_house(tmp_path / "floor.db")
    yield house.build(jackpots=[TIES], tables=[table])
    house.close()


def test_bjs_9_what_is_left_without_the_closed_spot_is_held_to_the_rules_too(bound: House) -> None:
    duel = At(bound, K1)
    duel.begin(1)
    bound.at += 9 * DAY
    duel.refused(WagerRefused, 1, {"player": 500, "tie-plus": 100, TAT: 100})
    reply = duel.answer(1, {"player": 500, TAT: 100})
    assert list(reply["closed"]) == [TAT]
    assert duel.round.placed[1] == {"player": 500}


# -- what was counted


def test_s_6_a_jackpot_wager_that_the_press_did_not_find_is_not_taken_back(duel: At) -> None:
    duel.begin(1)
    duel.answer(1, {"player": 500, TAT: 100})
    duel.house.do(c.Tabulate(table=K1, round=1, picture={}), f"panel:{K1}")
    mend = c.CorrectAnswer(table=K1, round=1, number=1, answer={"player": 500}, reason="it was never there")
    assert duel.house.refused(WrongState, mend, "sato").clause == "S-6"


def test_a_line_of_a_round_of_0_1_is_corrected_for_a_player_and_nobody_else(duel: At) -> None:
    """0.1 did not write down who sat where: whoever corrects it says so."""
    line = {"seat": 1, "wager": "player", "stake": 500, "returned": 0}
    settled = Draft(stream=f"table/{K1}", kind="round-settled", body={"round": 1, "record": {"lines": [line]}})
    request = Request(
        command="of 0.1",
        digest=b"",
        who="dole",
        at=duel.house.at,
        streams=(settled.stream,),
        reads=(),
        decide=lambda tx: Decision([settled], {}),
    )
    [outcome] = duel.house.floor.journal.write([request])
    assert outcome.error is None
    mend = c.CorrectLine(
        table=K1, round=1, line=1, seat=1, wager="player", was=0, returned=500, reason="a push", player="ames"
    )
    duel.house.refused(UnknownThing, mend, "sato", "cole")
    duel.house.do(msgspec.structs.replace(mend, player=IVY), "sato", "cole")
    assert duel.purse(IVY) == 500


def test_cards_that_are_picked_lay_no_money_on_the_table() -> None:
    deuces = game("deuces-wild")
    setup = deuces.setup(wagers=["five-card-fortune"])
    round_ = Round(deuces, setup, [1], VirtualShoe(setup.deck, Stream(1)))
    assert added(round_, 1, {"five-card-fortune": 500}) == 500
    round_.answer(1, {"five-card-fortune": 500})
    ask = round_.ask_for(1)
    assert ask is not None
    assert ask.pick is not None
    assert added(round_, 1, [1]) == 0
