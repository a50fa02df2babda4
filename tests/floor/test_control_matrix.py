"""The matrix of actions by role says what the table of controls holds commands to."""

from __future__ import annotations

from houseway.floor.permission.control_matrix import matrix
from houseway.floor.permission.control_sheet import ROLES
from tests.floor.controls_table import ROLES as LETTERS
from tests.floor.controls_table import ROWS, SECOND


def test_the_matrix_says_of_every_role_what_the_auditor_expects() -> None:
    found = {row.action.lower(): row for row in matrix()}
    assert len(found) == len(ROWS)
    for row in ROWS:
        shown = found[str(row.command.__struct_config__.tag).replace("-", " ")]
        assert shown.player is row.player
        by_role = dict(zip(ROLES, shown.may, strict=True))
        for letter, role in LETTERS.items():
            if letter in row.by:
                expected = {"1": {"alone"}, "2": {"two"}, "2*": {"two"}, "1+": {"sometimes-two", "alone"}}[row.people]
                assert by_role[role] in expected, (shown.action, role)
            else:
                assert by_role[role] in (("", "second") if letter in SECOND else ("",)), (shown.action, role)
        if row.people in ("2", "2*"):
            # Somebody is there to sign beside whoever gives it.
            assert "second" in shown.may or len(row.by) > 1, shown.action
        assert not shown.two or row.people != "1"
