"""Sign-in links, badges and authenticators on record: for how long, by whom, for whom, and who has a login."""

from __future__ import annotations

from houseway.floor import command_index as c
from houseway.floor.floor_errors import BadCommand, NotPermitted, UnknownThing, WrongState
from houseway.floor.states import PropertyState, SignInLink
from houseway.floor.subjects.credentials import needs_authenticator
from tests.floor.houses import HOUR, SECOND, House


def link(house: House, id: str = "l-1", person: str = "dole", *, hours: int = 48, more: int = 0) -> c.MakeSignInLink:
    """The command that makes a link with the next command."""
    return c.MakeSignInLink(person=person, link=id, until=house.at + SECOND + hours * HOUR + more, digest="d", key="k")


def test_a_link_is_good_for_three_days_at_most_and_is_made_once(house: House) -> None:
    house.refused(BadCommand, link(house, hours=0), "ames")
    house.refused(BadCommand, link(house, hours=72, more=1), "ames")
    house.refused(UnknownThing, link(house, person="nobody"), "ames")
    assert house.do(link(house, hours=72), "ames") == {"person": "dole"}
    assert house.floor.property.links == {"l-1": SignInLink("dole", house.at + 72 * HOUR, ["ames"], "d", "k")}
    house.refused(WrongState, link(house), "ames")


def test_links_that_are_over_are_forgotten_with_the_next(house: House) -> None:
    for number, more in enumerate((SECOND, 2 * SECOND)):
        house.do(link(house, f"l-{number}", hours=1, more=more - number * SECOND), "ames")
    first, second = house.floor.property.links.values()
    assert second.until == first.until + SECOND
    house.at = first.until - SECOND
    house.do(link(house, "l-2"), "ames")
    assert list(house.floor.property.links) == ["l-1", "l-2"]


def test_a_link_takes_two_people_as_soon_as_two_have_logins(house: House) -> None:
    house.do(c.MakeAccount(person="ames"), "ames")
    house.do(c.MakeAccount(person="cole", invited=True), "ames")
    house.do(link(house, "l-1", "cole"), "ames")
    house.do(c.UseSignInLink(person="cole", link="l-1", link_digest="d", link_key="k"), "cole")
    assert house.floor.property.links == {}
    house.refused(NotPermitted, link(house, "l-2"), "ames")
    house.do(link(house, "l-2"), "ames", "cole")
    assert house.floor.property.links["l-2"].by == ["ames", "cole"]
    house.do(c.CloseAccount(person="cole"), "ames")
    house.do(link(house, "l-3"), "ames")


def test_a_link_is_used_by_its_person_before_it_is_over_and_as_it_was_made(house: House) -> None:
    house.do(link(house), "ames")
    until = house.floor.property.links["l-1"].until
    right = c.UseSignInLink(person="dole", link="l-1", link_digest="d", link_key="k")
    house.refused(WrongState, right, "sato")
    house.refused(WrongState, c.UseSignInLink(person="sato", link="l-1", link_digest="d", link_key="k"), "sato")
    house.refused(WrongState, c.UseSignInLink(person="dole", link="l-2", link_digest="d", link_key="k"), "dole")
    house.refused(WrongState, c.UseSignInLink(person="dole", link="l-1", link_digest="x", link_key="k"), "dole")
    house.refused(WrongState, right, "dole", at=until)
    house.do(right, "dole", at=until - 1)
    assert house.floor.property.logins == {"dole": "open"}


def test_everybody_enrols_the_own_badge_and_an_administrator_revokes_anybodys(house: House) -> None:
    house.refused(WrongState, c.EnrolBadge(person="dole"), "sato")
    house.refused(NotPermitted, c.EnrolBadge(person="reed"), "reed")
    house.do(c.EnrolBadge(person="dole"), "dole")
    house.refused(WrongState, c.RevokeBadge(person="dole"), "sato")
    house.do(c.RevokeBadge(person="dole"), "dole")
    house.do(c.RevokeBadge(person="dole"), "ames")


def test_an_authenticator_is_enrolled_and_removed_by_its_person_unless_the_role_needs_one(house: House) -> None:
    for command in (c.EnrolAuthenticator(person="dole"), c.RemoveAuthenticator(person="dole")):
        house.refused(WrongState, command, "ames")
        house.do(command, "dole")
    house.do(c.ChangeSettings(settings={"authenticator-roles": ["supervisor"]}), "ames", "cole")
    house.do(c.EnrolAuthenticator(person="sato"), "sato")
    house.refused(WrongState, c.RemoveAuthenticator(person="sato"), "sato")
    house.do(c.RemoveAuthenticator(person="dole"), "dole")
    people, settings = house.floor.property.people, {"authenticator-roles": ("supervisor", "accounting")}
    assert [needs_authenticator(people.get(id), settings) for id in ("sato", "cole", "dole", "nobody")] == [
        True,
        True,
        False,
        False,
    ]


def test_who_has_a_login_follows_from_the_accounts_on_record(house: House) -> None:
    state = house.floor.property
    house.do(c.MakeAccount(person="ames"), "ames")
    house.do(c.MakeAccount(person="sato", invited=True), "ames")
    house.do(c.CloseAccount(person="sato"), "ames")
    house.do(c.OpenAccount(person="sato"), "ames")
    assert state.logins == {"ames": "open"}, "an account that has no password opens nothing"
    house.do(c.ReplacePassword(person="sato"), "ames")
    house.do(c.ChangeOwnPassword(person="dole"), "dole")
    attest = c.AttestAccounts(accounts={"vega": "d"}, devices={}, key="k", reason="a new key")
    house.do(attest, "ames", "cole")
    assert state.logins == dict.fromkeys(("ames", "sato", "dole", "vega"), "open")
    house.do(link(house, "l-1", "sato"), "ames", "cole")
    house.do(link(house, "l-2", "dole"), "ames", "cole")
    house.do(c.CloseAccount(person="sato"), "ames")
    assert (_closed(state), list(state.links)) == (["sato"], ["l-2"])
    # Nothing that is set in a closed account opens it, and attesting it does not either.
    house.do(c.ReplacePassword(person="sato"), "ames")
    house.do(c.AttestAccounts(accounts={"sato": "d"}, devices={}, key="k", reason="a new key"), "ames", "cole")
    assert _closed(state) == ["sato"]
    house.do(c.OpenAccount(person="sato"), "ames")
    assert _closed(state) == []


def _closed(state: PropertyState) -> list[str]:
    return [person for person, login in state.logins.items() if login == "closed"]
