"""Each wrong configuration is one change away from a right one, and refused by its own rule and no other."""

from __future__ import annotations

import pytest

from houseway.compliance.check import rules
from tests.compliance.cases import CASES, NOTICE
from tests.compliance.changes import add, findings, put


@pytest.mark.parametrize("name", CASES)
def test_a_wrong_configuration_is_refused_by_its_own_rule(name: str) -> None:
    case = CASES[name]
    found = findings(case.base, case.wrong)
    assert found, "nothing was found"
    assert {finding.rule for finding in found} == {case.rule}, [str(finding) for finding in found]
    for finding in found:
        assert finding.remedy and finding.cite and finding.what and finding.where
    assert any(case.where in finding.where and case.says in finding.what for finding in found)


@pytest.mark.parametrize("name", CASES)
def test_the_nearest_right_configuration_is_accepted(name: str) -> None:
    case = CASES[name]
    assert findings(case.base, case.right) == []


def test_every_rule_has_a_wrong_configuration() -> None:
    # The number of jackpots shared with another game has a test of its own, with a game made for it.
    assert set(rules()) - {case.rule for case in CASES.values()} == {"link-number"}


def test_a_notice_with_any_one_word_changed_is_refused() -> None:
    words = NOTICE.split()
    for number, word in enumerate(words):
        for wrong in ("otherwise", "", word.swapcase()):
            text = " ".join([*words[:number], wrong, *words[number + 1 :]])
            found = findings("washington", put("tables T3 displays 1 notice", text))
            assert [each.rule for each in found] == ["notice"], text


def test_a_notice_may_be_broken_into_lines_anywhere_and_goes_no_further() -> None:
    assert findings("washington", put("tables T3 displays 1 notice", NOTICE.replace(" ", "\n"))) == []
    more = findings("washington", put("tables T3 displays 1 notice", NOTICE + " Or not."))
    assert [each.rule for each in more] == ["notice"]


def test_a_six_dollar_wager_is_accepted_where_it_is_posted_that_it_is_no_fourth() -> None:
    assert findings("washington", put("jackpots daily wager", 600), add("tables T3 posts", "fourth-wager")) == []


def test_the_fourth_wager_is_no_matter_in_a_tribal_casino() -> None:
    assert findings("tribal", put("jackpots daily wager", 600)) == []
