"""Writes the golden rounds of every game's present behaviour number: ``python -m tests.golden.make``.

Run it once when a behaviour number is raised, and keep the files of the numbers before: they say what each released
behaviour settled. The edition's fingerprint is left out, because a clause may be reworded without changing a round.
"""

from __future__ import annotations

from pathlib import Path

from houseway.registry import all_games
from houseway.table.records.record import encode, record
from tests.conformance.random_rounds import Dealt

FOLDER = Path(__file__).parent
ROUNDS = 40
LEFT_OUT = ("fingerprint", "play", "text", "program", "release")


def main() -> None:
    for slug, game in all_games().items():
        path = FOLDER / f"{slug}-{game.behaviour}.jsonl"
        if path.exists():
            raise SystemExit(f"{path.name} is there already: a released behaviour is not rewritten")
        lines = []
        for number in range(ROUNDS):
            dealt = Dealt(game, 41, number)
            data = record(dealt.play(), meters=dealt.meters)
            lines.append(encode({key: value for key, value in data.items() if key not in LEFT_OUT}))
        path.write_bytes(b"\n".join(lines) + b"\n")


if __name__ == "__main__":
    main()
