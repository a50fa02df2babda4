"""What `make mutants` changes: what decides and books, and who may; not what people read."""

from __future__ import annotations

import ast

from tests.mutation.mutants import mutants

SOURCE = """
def _left(reply):
    return reply.due // 100 or "nothing"

@words(
    lambda given, reply: f"{given.amount // 100} of {_left(reply)}",
    Form(title="Deposit", fields=(Field(name="amount", needed=not True),), danger=True),
)
@decides(
    by("accounting", *B, people="two", filled=("amount", "paper"), paper=Paper("paper", once=True), clause=X),
    on=its_jackpot,
    balances=lambda command, who: (1,),
    played=True,
)
def deposit(ctx, command):
    assert ctx is not None
    if command.amount <= 0:
        what = "one" if command.amount == 1 else "some"
        raise BadAmount(f"{command.amount // 100} {what} is nothing", remedy=_left(ctx), found=1 + 1)
    return [draft(command.amount * 10)]

@other(1)
def _paid(amount: int | None) -> int | None:
    return amount
"""


def test_amounts_conditions_refusals_and_controls_are_changed_and_words_are_not() -> None:
    found = [(mutant.line, mutant.what) for mutant in mutants(SOURCE)]
    control = [what for line, what in found if 9 <= line <= 14]
    assert [(line, what) for line, what in found if not 9 <= line <= 14] == [
        (17, "command.amount < 0"),
        (17, "command.amount > 0"),
        (17, "1"),
        (19, "left out"),
        (20, "command.amount // 10"),
        (20, "11"),
        (20, "9"),
    ]
    assert control == [
        "by(*B, people='two', filled=('amount', 'paper'), paper=Paper('paper', once=True), clause=X)",
        "by('accounting', people='two', filled=('amount', 'paper'), paper=Paper('paper', once=True), clause=X)",
        "by('accounting', *B, filled=('amount', 'paper'), paper=Paper('paper', once=True), clause=X)",
        "by('accounting', *B, people='two', paper=Paper('paper', once=True), clause=X)",
        "by('accounting', *B, people='two', filled=('paper',), paper=Paper('paper', once=True), clause=X)",
        "by('accounting', *B, people='two', filled=('amount',), paper=Paper('paper', once=True), clause=X)",
        "by('accounting', *B, people='two', filled=('amount', 'paper'), clause=X)",
        "False",
        "False",
    ]


def test_each_mutant_is_the_module_with_one_change() -> None:
    whole = ast.unparse(ast.parse(SOURCE)).splitlines()
    for mutant in mutants(SOURCE):
        changed = ast.unparse(mutant.applied(ast.parse(SOURCE))).splitlines()
        assert len(changed) == len(whole)
        assert sum(one != other for one, other in zip(whole, changed, strict=True)) == 1, mutant.what
