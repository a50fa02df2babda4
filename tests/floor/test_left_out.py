"""What an entry of an earlier release leaves out is nothing: no amount, no seat, no row that was won bare."""

from __future__ import annotations

import msgspec

from houseway.floor.kinds.body import ClaimedHit, HeldHit, LargeWin


def test_a_large_win_of_release_0_1_names_no_line() -> None:
    assert msgspec.json.decode(b'[3, "ante", 250000]', type=LargeWin) == LargeWin(3, "ante", 250_000, 0)


def test_a_claim_that_says_no_more_than_its_id_moves_nothing() -> None:
    told = msgspec.json.decode(b'{"id": "h1"}', type=ClaimedHit)
    assert (told.amount, told.meter, told.seat, told.bare) == (0, 0, 0, False)
    assert (told.jackpot, told.wager, told.event, told.row) == ("", "", "", "")


def test_a_hit_that_names_no_round_belongs_to_none_and_took_no_whole_meter() -> None:
    data = b'{"id": "h1", "row": "", "amount": 5, "meter": 5, "house": 0, "two": true}'
    told = msgspec.json.decode(data, type=HeldHit)
    assert (told.round, told.seat, told.full, told.bare, told.brought_by) == (0, 0, False, False, None)
