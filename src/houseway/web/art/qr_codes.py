"""QR codes as pictures that a page shows: for addresses that a phone reads from the screen."""

from __future__ import annotations

import segno

BORDER = 4
"""Modules of white around the code: readers want four."""


def qr_picture(text: str) -> str:
    """A QR code of ``text`` as an SVG in a ``data:`` address, black on white whatever the colours of the page are."""
    code = segno.make_qr(text, error="m", boost_error=False)
    return code.svg_data_uri(
        border=BORDER, omitsize=True, dark="#000", light="#fff", svgclass=None, lineclass=None, nl=False
    )
