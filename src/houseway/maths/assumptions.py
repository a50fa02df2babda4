"""What a question takes for granted beside the approved document, and where it departs from it.

A choice that the document leaves to the house, or an amount on a meter, is assumed; changed pays, changed rules and
other cards are departures. Figures under a departure are not those of the approved game, and carry a fingerprint of
their own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from houseway.maths.question import FIXED, Question
from houseway.maths.terms import read_pay
from houseway.maths.what_ifs import Rule
from houseway.maths.what_ifs import departures as rule_departures
from houseway.rulebook.edition import Edition
from houseway.rulebook.money import dollars

Facts = tuple[tuple[str, str], ...]

BESIDE = ("ante", "fortune", "ratio")
"""Options that say what is bet beside a wager: they change nothing of the game."""


class Assumptions(msgspec.Struct, frozen=True):
    """What was assumed and what departs, each with its value in words; ``approved`` is the edition's fingerprint."""

    approved: str
    assumed: Facts = ()
    departures: Facts = ()
    rules: Facts = ()
    """Changed rules and their values as slugs; ``departures`` has them in words too."""

    @property
    def fingerprint(self) -> str:
        """The edition's fingerprint of play, or one of its own for a game that departs from it.

        Changed rules go into it by their slugs, so that other words for a rule make no other game. A number needs no
        words: as many decks are the same departure whether an option or a rule asks for them.
        """
        if not self.departures:
            return self.approved
        by_slug = {slug: value for slug, value in self.rules if not value.isdigit()}
        said = (self.approved, sorted(fact for fact in self.departures if fact[0] not in by_slug))
        whole = (*said, sorted(by_slug.items())) if by_slug else said
        return hashlib.sha256(msgspec.json.encode(whole)).hexdigest()

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data, as ``--json`` prints it."""
        return {
            "fingerprint": self.fingerprint,
            "approved_fingerprint": self.approved,
            "assumed": dict(self.assumed),
            "departures": dict(self.departures),
            **({"changed_rules": dict(self.rules)} if self.rules else {}),
        }


def assumptions(edition: Edition, question: Question, rules: Sequence[Rule] = ()) -> Assumptions:
    """What ``question`` assumes of ``edition``; ``rules`` are those that it may change, as the game lists them."""
    assumed: list[tuple[str, str]] = []
    changed = rule_departures(rules, question.rules)
    departures = [(slug, words) for slug, _, words in changed]
    for slug, value in question.options.items():
        known = edition.options.get(slug)
        if known is not None and str(value) not in known.values and not known.integer:
            departures.append((slug, f"{value} (approved: {', '.join(known.values)})"))
        elif known is not None:
            usual = known.values[0]
            assumed.append((slug, f"{value} (usually {usual})" if str(value) != usual else str(value)))
        elif slug == FIXED:
            assumed.append(("jackpot wager", dollars(int(value))))
        elif slug in BESIDE:
            assumed.append((slug, str(value)))
        elif str(value) != (here := _approved(edition, slug)):
            departures.append((slug, f"{value} (approved: {here})" if here else str(value)))
    if isinstance(chosen := question.paytable, Mapping):
        assumed += [(f"paytable of {wager}", str(name)) for wager, name in chosen.items()]
    for name, amount in question.meters.items():
        assumed.append((f"amount on {name}", dollars(amount)))
    asked = question.wager
    for name, pay, printed in _pays(edition, question):
        event = (
            f"{payer(edition, asked)}/{name}"
            if asked is not None and asked in edition.wagers and "/" not in name
            else name
        )
        if printed is None:
            assumed.append((f"posted on {event}", pay))
        else:
            departures.append((f"pay of {event}", f"{pay} (approved: {' or '.join(printed)})" if printed else pay))
    slugs = tuple((slug, value) for slug, value, _ in changed)
    return Assumptions(edition.fingerprint, tuple(assumed), tuple(departures), slugs)


def payer(edition: Edition, wager: str) -> str:
    """The wager whose pays are those of ``wager`` too: Play and Raise are paid as the Ante is."""
    return edition.chosen_by(wager) if edition.wagers[wager].kind == "supplemental" else wager


def _approved(edition: Edition, slug: str) -> str:
    decks = edition.data.deck.decks
    return str(decks) if slug == "decks" and isinstance(decks, int) else ""


def _pays(edition: Edition, question: Question) -> Iterator[tuple[str, str, tuple[str, ...] | None]]:
    """Each pay that differs, with what the document prints there; nothing printed where the operator posts it."""
    asked = question.wager
    given = question.options
    chosen = {
        slug: str(given[slug]) if str(given.get(slug)) in option.values else option.values[0]
        for slug, option in edition.options.items()
    }
    for event, pay in question.pays.items():
        of, _, name = event.rpartition("/")
        wagers = [of] if of else [asked] if asked else list(question.wagers or edition.wagers)
        rows = [
            (table, row)
            for wager in wagers
            if wager in edition.wagers
            for id in edition.paytable_ids(wager)
            if _chosen(question, wager) in (None, id)
            for table in (edition.paytable(wager, id, chosen),)
            for row in table.rows
            if row.event == name
        ]
        if rows and all(row.pay.is_posted for _, row in rows):
            yield event, str(pay), None
            continue
        read = [(read_pay(pay, table, event), row.pay) for table, row in rows]
        other = [own.text for new, own in read if (new.kind, new.amount) != (own.kind, own.amount)]
        if other or not rows:
            yield event, str(pay), tuple(dict.fromkeys(other))


def _chosen(question: Question, wager: str) -> str | None:
    """The one paytable of ``wager`` that is asked about, if it is one."""
    if isinstance(question.paytable, Mapping):
        return question.paytable.get(wager)
    return question.paytable if wager == question.wager else None
