"""``houseway check``: what it prints, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import Run

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """The example with a two-dollar Dueling jackpot and Deuces Wild dealt by hand."""
    text = (EXAMPLES / "washington.toml").read_text(encoding="utf-8")
    text = text.replace('options = { dealt-by = "shuffler" }', 'options = { dealt-by = "hand" }')
    before, ties, after = text.partition('id = "ties"')
    path = tmp_path / "wrong.toml"
    path.write_text(before + ties + after.replace("wager = 100", "wager = 200", 1), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["washington", "tribal", "plain"])
def test_an_example_that_passes_ends_with_0(cli: Run, name: str) -> None:
    ended = cli("check", str(EXAMPLES / f"{name}.toml"))
    assert (ended.code, ended.err) == (0, "")
    assert "The compliance check found nothing." in ended.out


def test_findings_are_listed_with_rule_clause_place_and_remedy(cli: Run, wrong: Path) -> None:
    ended = cli("check", str(wrong), width=120)
    assert (ended.code, ended.err) == (1, "")
    for part in ("machine-dealt", "table T3", "[Deuces Wild 2017, dealing 2]", "from a shoe", "fixed-wager"):
        assert part in ended.out
    # The document's own clause comes first, and what else says so beside it.
    assert "appendix C note 8; S-22]" in ended.out
    assert "2 findings" in ended.out


@pytest.mark.parametrize("width", [40, 80, 200])
def test_findings_fit_the_screen(cli: Run, wrong: Path, width: int) -> None:
    ended = cli("check", str(wrong), width=width, encoding="ascii")
    assert ended.code == 1
    assert max(len(line) for line in ended.out.splitlines()) <= min(width, 120)


def test_findings_as_json(cli: Run, wrong: Path) -> None:
    ended = cli("check", str(wrong), "--json")
    data = json.loads(ended.out)
    assert ended.code == 1
    assert (data["property"], data["profile"], data["on"]) == (
        "Rainier Card Room",
        "washington-commercial",
        "2024-05-01",
    )
    assert [finding["rule"] for finding in data["findings"]] == ["machine-dealt", "fixed-wager"]
    assert set(data["findings"][0]) == {"rule", "cite", "beside", "where", "what", "remedy"}


def test_the_exhibit_is_written_for_a_configuration_that_passes(cli: Run, tmp_path: Path, wrong: Path) -> None:
    file = tmp_path / "exhibit.md"
    refused = cli("check", str(wrong), "--exhibit", str(file))
    assert refused.code == 2
    assert "without findings" in refused.err
    assert not file.exists()
    assert cli("check", str(EXAMPLES / "washington.toml"), "--exhibit", str(file)).code == 0
    assert file.read_text(encoding="utf-8").startswith("# Rainier Card Room")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('id = "T3"', 'id = "T3"\nwager = "ante"', "table T3: nothing here is called wager"),
        (
            "ante = [500, 10000]",
            'ante = [500, "10000"]',
            'table T3, limits, ante, second: it is a whole number, not "10000"',
        ),
        ('scheme = "bonus"', 'scheme = "house"', "jackpot daily, scheme: 'house' is none of the choices"),
        ('name = "Rainier Card Room"', "", "odd.toml: name is missing"),
        ('on = "2024-05-01"', 'on = "2024-05-01"\nowner = "x"', "odd.toml: nothing here is called owner"),
        ('profile = "washington-commercial"', 'profile = "nevada"', "profile: 'nevada' is none of the choices"),
        ('zone = "America/Los_Angeles"', "zone = ", "is no TOML"),
        ('zone = "America/Los_Angeles"', f"zone = {'1' * 5000}", "is no TOML: a number has too many digits"),
    ],
)
def test_what_cannot_be_read_ends_with_2_and_says_where(
    cli: Run, tmp_path: Path, before: str, after: str, said: str
) -> None:
    text = (EXAMPLES / "washington.toml").read_text(encoding="utf-8")
    path = tmp_path / "odd.toml"
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    ended = cli("check", str(path))
    assert ended.code == 2
    assert said in " ".join(ended.err.split())
    assert "Traceback" not in ended.err
    assert "Expected" not in ended.err and "`" not in ended.err


def test_days_may_be_written_without_quotes(cli: Run, tmp_path: Path) -> None:
    path = tmp_path / "days.toml"
    text = (EXAMPLES / "plain.toml").read_text(encoding="utf-8")
    path.write_text(text.replace('"2024-05-01"', "2024-05-01"), encoding="utf-8")
    assert cli("check", str(path)).code == 0


def test_a_file_that_is_not_there_or_is_no_text(cli: Run, tmp_path: Path) -> None:
    missing = cli("check", str(tmp_path / "none.toml"), "--json")
    assert missing.code == 2
    assert json.loads(missing.err)["error"] == "bad-configuration"
    assert cli("check", str(tmp_path)).code == 2
    (tmp_path / "cards.png").write_bytes(b"\x89PNG\xff\xfe")
    assert cli("check", str(tmp_path / "cards.png")).code == 2


def test_what_favours_the_player_is_told_with_its_cost_and_is_no_finding(cli: Run) -> None:
    path = str(EXAMPLES / "washington.toml")
    ended = cli("check", path, width=200)
    assert ended.code == 0
    assert (
        "T1  Triple Attack Blackjack, First Attack: 0.2339 % of each wager; $252.64 an hour with all 6 positions"
        in ended.out
    )
    data = json.loads(cli("check", path, "--json").out)
    assert (data["findings"], {each["wager"] for each in data["favours"]}) == ([], {"first-attack"})
    assert "favour" not in cli("check", str(EXAMPLES / "plain.toml")).out
