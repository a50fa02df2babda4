"""Messages about alarms, by mail or to a webhook. Each sending ends: a server that hangs is given up after a while."""

from __future__ import annotations

import hashlib
import hmac
import smtplib
import ssl
import urllib.request
from collections.abc import Callable, Sequence
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from http.client import HTTPException
from pathlib import Path

import msgspec

from houseway.operations.operations_errors import BadOperations, NotDelivered
from houseway.operations.operations_file import Hears, Mail, Operations

PATIENCE = 10.0
"""Seconds that a server may take for each of its answers."""

SIGNATURE = "X-Houseway-Signature"
"""The header of a webhook's request that proves who sent it: ``sha256=`` and an HMAC of the body, in hexadecimal."""


class Alarm(msgspec.Struct, frozen=True):
    """One thing as a message tells of it. ``id`` stays the same for as long as it lasts; ``link`` is a path."""

    id: str
    group: str
    tone: str
    what: str
    detail: str
    link: str
    clause: str = ""


class Message(msgspec.Struct, frozen=True):
    """What a receiver is told: what is new, and what he heard of before and is over."""

    property: str
    at: int
    new: tuple[Alarm, ...]
    over: tuple[Alarm, ...] = ()


Send = Callable[[Message], None]
"""Delivers a message, or raises `NotDelivered`; it blocks for as long as that takes."""


def sender(hears: Hears, operations: Operations) -> Send:
    """How this receiver is told."""
    if hears.mail:
        assert operations.mail is not None
        return _by_mail(hears.mail, operations.mail, operations.address)
    return _by_webhook(hears, operations.address)


def _secret(path: Path | None) -> str:
    if path is None:
        return ""
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadOperations(f"{path} cannot be read: {error}", remedy="name a file that this login may read") from error


# ---------------------------------------------------------------------------------------------------------------- mail


def _by_mail(to: str, mail: Mail, address: str) -> Send:
    password = _secret(mail.password_file)

    def send(message: Message) -> None:
        letter = letter_of(message, mail.sender, to, address)
        try:
            with _opened(mail) as server:
                if mail.security == "starttls":
                    server.starttls(context=ssl.create_default_context())
                if mail.login:
                    server.login(mail.login, password)
                server.send_message(letter)
        except (OSError, smtplib.SMTPException, ssl.SSLError) as error:
            raise NotDelivered(f"the mail server {mail.host} did not take a message for {to}: {error}") from error

    return send


def _opened(mail: Mail) -> smtplib.SMTP:
    if mail.security == "tls":
        return smtplib.SMTP_SSL(mail.host, mail.port, timeout=PATIENCE, context=ssl.create_default_context())
    return smtplib.SMTP(mail.host, mail.port, timeout=PATIENCE)


def letter_of(message: Message, sender: str, to: str, address: str) -> EmailMessage:
    """The message as mail: the most pressing thing in its subject, each thing with where it is dealt with."""
    letter = EmailMessage()
    letter["From"], letter["To"] = sender, to
    letter["Subject"] = " ".join(f"{message.property}: {_headline(message)}".split())
    letter["Date"] = formatdate(message.at / 1_000_000)
    letter["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2] or None)
    parts = [_listed("", message.new, address), _listed("Over:", message.over, address)]
    letter.set_content("\n\n".join(part for part in parts if part) + "\n")
    return letter


def _headline(message: Message) -> str:
    told = message.new or message.over
    first = told[0].what if message.new else f"over: {told[0].what}"
    return first if len(told) == 1 else f"{first}, and {len(told) - 1} more"


def _listed(title: str, alarms: Sequence[Alarm], address: str) -> str:
    lines = [title] if title and alarms else []
    for alarm in alarms:
        lines.append(f"{alarm.what}{f' [{alarm.clause}]' if alarm.clause else ''}")
        lines += [f"  {alarm.detail}"] if alarm.detail else []
        lines += [f"  {address.rstrip('/')}{alarm.link}"] if address else []
    return "\n".join(lines)


# ------------------------------------------------------------------------------------------------------------- webhook


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """What the operator configured is where it goes: nobody sends it on."""

    def redirect_request(self, *_: object) -> None:
        return None


def _by_webhook(hears: Hears, address: str) -> Send:
    secret = _secret(hears.secret_file)
    opener = urllib.request.build_opener(_NoRedirects, urllib.request.ProxyHandler({}))

    def send(message: Message) -> None:
        body = msgspec.json.encode({"address": address, **msgspec.to_builtins(message)})
        headers = {"Content-Type": "application/json", "User-Agent": "houseway"}
        if secret:
            headers[SIGNATURE] = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
        request = urllib.request.Request(hears.webhook, data=body, headers=headers, method="POST")
        try:
            with opener.open(request, timeout=PATIENCE) as answer:
                answer.read(1024)
        except (OSError, HTTPException, ValueError) as error:
            raise NotDelivered(f"{hears.called} did not take a message: {error}") from error

    return send
