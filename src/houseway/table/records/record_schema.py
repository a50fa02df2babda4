"""The JSON Schema of a round record, made from the record's own types and the editions of the games.

What a schema can say it says: types, forms of cards, amounts and pays, and for each registered game its options, wagers
and paytables. Whether a record can be played (the cards are enough, the decisions are asked for) only playing it tells.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any

import msgspec

from houseway.cards.card import RANKS, SUITS
from houseway.table.folder import GameFolder
from houseway.table.records.record_format import FORMAT, LARGEST, LONGEST_WORD, RoundRecord

_MOST = 10**15
_AMOUNT = {"type": "integer", "minimum": 0, "maximum": _MOST}
_STAKE = {"type": "integer", "minimum": 1, "maximum": _MOST}
_WORD = {"type": "string", "maxLength": LONGEST_WORD}
_CARD = {"type": "string", "pattern": rf"^([{RANKS}][{SUITS}]|Xj|\?\?)$"}
_NUMBER = {"type": "integer", "exclusiveMinimum": -LARGEST, "exclusiveMaximum": LARGEST}
_SEAT = {"type": "integer", "minimum": 1, "maximum": 99}
_HAND = {"type": "integer", "minimum": 1, "maximum": 4}
_COUNT = {"type": "integer", "minimum": 0, "exclusiveMaximum": LARGEST}

_MONEY = r"\$[0-9]{1,3}(,[0-9]{3}){0,3}(\.[0-9]{2})?|\$[0-9]{1,12}(\.[0-9]{2})?"
_PERCENT = r"[0-9]{1,3}(\.[0-9]{1,6})?%"
_RATIO = r"-?[0-9]{1,9}(\.[0-9]{1,6}|[:/][1-9][0-9]{0,8})?"
POSTED_PAY = rf"^\s*({_MONEY}|{_PERCENT}|{_RATIO}( (to|for) 1)?)\s*$"
"""What a row left to the operator, an Envy or a Share-the-Wealth prize is posted at."""

LINE_PAY = rf"^(loss|push|-?[0-9]+(:[0-9]+)? (to|for) 1|{_PERCENT}|({_MONEY})( and the stake)?)$"
"""What stands in the ``pays`` of a line."""


def _by_name(value: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": value}


_PRIZES = _by_name(_by_name({"type": "string", "pattern": POSTED_PAY}))

_WAGERING = {
    "anyOf": [
        {"type": "null"},
        {"type": "object", "maxProperties": 0},
        {
            "type": "object",
            "properties": {
                "clause": {"type": "string", "pattern": r"\S"},
                "most": {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]},
                "over": {"anyOf": [_AMOUNT, {"type": "null"}]},
                "most-over": {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}]},
            },
            "required": ["clause"],
            "additionalProperties": False,
        },
    ]
}

_ROUND: dict[str, dict[str, Any]] = {
    "game": {**_WORD, "description": "The game's slug."},
    "seats": {"minItems": 1, "description": "Every seat taken, with the wagers it placed before the deal."},
    "cards": {"items": _CARD, "description": "The cards in the order they left the shoe; ?? for one never turned up."},
    "decisions": {"description": "The decisions, in the order they were asked."},
    "lines": {"description": "The settlement lines; left out, the record is to be settled."},
    "format": {"const": FORMAT, "description": "The version of this format."},
    "release": {"description": "The release of Houseway that wrote the record."},
    "edition": {**_WORD, "description": "The edition's slug."},
    "fingerprint": {"description": "What release 0.1 wrote in the place of play and text."},
    "play": {"description": "The edition's fingerprint of play."},
    "text": {"description": "The edition's fingerprint of text."},
    "program": {"description": "The fingerprint of the program that decided the round."},
    "behaviour": {**_COUNT, "description": "The number of the procedure that plays the record."},
    "seed": {**_NUMBER, "description": "With number, the name of a simulated round."},
    "number": {**_NUMBER, "description": "With seed, the name of a simulated round."},
    "options": {"description": "House choices by slug. edition and wagers may stand here too."},
    "wagers": {"items": _WORD, "description": "The wagers offered at the table."},
    "paytables": {**_by_name(_WORD), "description": "The id of each wager's paytable."},
    "limits": {
        **_by_name({"type": "array", "items": _AMOUNT, "minItems": 2, "maxItems": 2}),
        "description": "The least and the most of each wager, in cents.",
    },
    "fixed": {**_by_name(_STAKE), "description": "The one amount of each wager that has one, in cents."},
    "minimums": {**_by_name(_AMOUNT), "description": "The least qualifying wager of each jackpot that has one."},
    "posted": {**_PRIZES, "description": "What each row left to the operator pays, by wager and row."},
    "envy": {**_PRIZES, "description": "Envy prizes by jackpot wager and row: money, or a percent of the meter."},
    "share-the-wealth": {
        **_PRIZES,
        "description": "Share-the-Wealth prizes by jackpot wager and row: money, or a percent of the meter.",
    },
    "schemes": {**_by_name({"enum": ["bonus", "progressive"]}), "description": "The kind of each jackpot."},
    "equipment": {**_WORD, "description": "The model of the jackpot system."},
    "aggregate": {**_by_name(_STAKE), "description": "The most that one deal pays by odds on each wager, in cents."},
    "wagering": {**_WAGERING, "description": "The rule on a player's wagers together; {} for none."},
    "whole": {"description": "Whether a bonus jackpot pays a percent prize whole to each winner."},
    "meters": {
        **_by_name({"anyOf": [_AMOUNT, _by_name(_AMOUNT)]}),
        "description": "The amounts displayed at the lock, in cents.",
    },
    "before": {"items": _CARD, "description": "The cards that left the same shoe in earlier rounds."},
    "looks": {"description": "What the dealer's looks at cards that stayed down have shown."},
    "tabulated": {
        **_by_name({"type": "array", "items": _SEAT}),
        "description": "The sensor picture, where it differed from the chips.",
    },
    "void": {"description": "Why and when the round was voided."},
}

_PARTS: dict[str, dict[str, dict[str, Any]]] = {
    "SeatRecord": {
        "seat": {**_SEAT, "description": "The position, from the dealer's left."},
        "wagers": {
            **_by_name({"anyOf": [_STAKE, {"type": "array", "items": _STAKE, "minItems": 2, "maxItems": 2}]}),
            "description": "Cents by wager; a pair where a wager lies on two spots.",
        },
    },
    "DecisionRecord": {
        "seat": {"anyOf": [_SEAT, {"enum": ["dealer", "supervisor"]}], "description": "Who decided."},
        "answer": {
            "anyOf": [_WORD, _NUMBER, {"type": "array", "items": {"anyOf": [_WORD, _NUMBER]}}],
            "description": "A word, a word with a number, a number, or the cards selected.",
        },
        "ask": {**_WORD, "description": "What was asked."},
        "hand": {**_HAND, "description": "The hand that is played, 1 to 4, in a game that splits hands."},
    },
    "VoidRecord": {
        "reason": {"description": "Why; the event of the lines that give wagers back."},
        "clause": {"description": "The clause that voids the round."},
        "steps": {**_COUNT, "description": "How many steps were taken before the void."},
    },
    "Line": {
        "seat": {**_SEAT, "description": "Whose wager."},
        "wager": {"description": "The wager's slug."},
        "stake": {**_AMOUNT, "description": "What was wagered, in cents; 0 where it settles no wager of its own."},
        "event": {"description": "The slug of the paytable's row, or another event."},
        "pays": {"pattern": LINE_PAY, "description": "The pay."},
        "returned": {**_NUMBER, "description": "What the player gets back, in cents."},
        "clause": {"description": "The clause it rests on."},
        "hand": {**_HAND, "description": "2 to 4 for a hand made by splitting."},
        "meter": {**_AMOUNT, "description": "How much of a percent prize the meter paid."},
        "note": {"description": "How a prize was divided or cut."},
        "reverses": {**_COUNT, "description": "The number, from 1, of the line that a void takes back."},
    },
}


def record_schema(games: Iterable[GameFolder]) -> dict[str, Any]:
    """The schema of records, those of ``games`` held to their editions as well."""
    made = msgspec.json.schema(RoundRecord)
    parts: dict[str, dict[str, Any]] = made["$defs"]
    whole = parts.pop("RoundRecord")
    _describe(whole, _ROUND)
    for name, fields in _PARTS.items():
        _describe(parts[name], fields)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A round of Houseway",
        "description": "docs/round-record.md describes the format. Money is whole cents.",
        **{key: value for key, value in whole.items() if key not in ("title", "description")},
        "allOf": [_of_game(game) for game in games],
        "$defs": {name: parts[name] for name in sorted(parts)},
    }


def _describe(part: dict[str, Any], fields: dict[str, dict[str, Any]]) -> None:
    """Put beside the types of a part's fields what else holds of them; each field has its own."""
    part.pop("title", None)
    part.pop("description", None)
    if set(part["properties"]) != set(fields):
        raise KeyError(f"described and not there, or the other way: {set(part['properties']) ^ set(fields)}")
    for name, made in part["properties"].items():
        more = copy.deepcopy(fields[name])
        description = more.pop("description")
        nullable = made.get("anyOf", [None])[-1] == {"type": "null"}
        inner = made["anyOf"][0] if nullable else made
        if "type" in more or "anyOf" in more:
            kept = {key: inner[key] for key in ("default",) if key in inner}
            inner.clear()
            inner.update(kept)
        inner.update(more)
        made["description"] = description


def _of_game(game: GameFolder) -> dict[str, Any]:
    """What holds of the records of one game: the slugs and values that its editions know."""
    editions = list(game.editions.values())
    wagers = _union(edition.wagers for edition in editions)
    initial = _union(edition.initial_wagers for edition in editions)
    sensed = {wager.slug for edition in editions for wager in edition.data.wager if wager.kind == "jackpot"}
    jackpots = [slug for slug in wagers if slug in sensed]
    ids = {slug: _union(edition.paytable_ids(slug) for edition in editions) for slug in wagers}
    slugs = {"enum": wagers}
    options: dict[str, Any] = {"edition": {"enum": list(game.editions)}, "wagers": {"type": "array", "items": slugs}}
    for slug in _union(edition.options for edition in editions):
        known = [edition.options[slug] for edition in editions if slug in edition.options]
        values: list[Any] = _union(option.values for option in known)
        values += [int(value) for value in values if value.isdigit()]
        options[slug] = {"enum": values}
        if any(option.integer for option in known):
            whole = {"type": "integer", "minimum": 1, "maximum": 999_999}
            options[slug] = {"anyOf": [options[slug], whole, {"type": "string", "pattern": "^0{0,9}[1-9][0-9]{0,5}$"}]}
    named = {"propertyNames": slugs}
    of_jackpots = {"propertyNames": {"enum": jackpots}}
    seats = {
        "items": {
            "properties": {
                "seat": {"maximum": max(edition.about.positions for edition in editions)},
                "wagers": {"propertyNames": {"enum": initial}},
            }
        }
    }
    return {
        "if": {"properties": {"game": {"const": game.slug}}, "required": ["game"]},
        "then": {
            "properties": {
                "edition": {"enum": [*game.editions, None]},
                "options": {"properties": options, "additionalProperties": False},
                "wagers": {"items": slugs},
                "paytables": {
                    "properties": {slug: {"enum": named_ids} for slug, named_ids in ids.items() if named_ids},
                    "additionalProperties": False,
                },
                **dict.fromkeys(("limits", "fixed", "minimums", "posted", "aggregate"), named),
                **dict.fromkeys(("schemes", "envy", "share-the-wealth"), of_jackpots),
                "seats": seats,
                "lines": {"items": {"properties": {"wager": slugs}}},
            }
        },
    }


def _union(found: Iterable[Iterable[str]]) -> list[str]:
    return list(dict.fromkeys(each for many in found for each in many))
