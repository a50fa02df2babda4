"""Connections that say nothing: whoever connects must say what it wants within some time, or is not waited for."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

HEADERS = 15.0
"""Seconds in which the headers of a request must be there, from the connection's beginning or from their first byte."""


class PatientProtocol(H11Protocol):
    """HTTP as uvicorn speaks it, with a limit to how long the headers of a request are waited for."""

    _headers: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Something has arrived: a whole request, or a part of one, which does not make the time longer."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._wait_no_more()
        elif self._headers is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._wait_no_more()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._headers = self.loop.call_later(HEADERS, self._give_up)

    def _wait_no_more(self) -> None:
        if self._headers is not None:
            self._headers.cancel()
            self._headers = None

    def _give_up(self) -> None:
        self._headers = None
        if not self.transport.is_closing():
            self.transport.close()
