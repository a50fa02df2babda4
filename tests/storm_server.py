"""A process with a floor behind a loopback socket, to be killed and paused at will.

Started as ``python -m tests.storm_server URL``, it says its port on one line once it serves. Each line it is sent is a
JSON object, a command or a question for a meter; each gets one line back.
"""

from __future__ import annotations

import socketserver
import sys
from typing import Any

import msgspec

from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.journal.journal_errors import JournalUnavailable

LONGEST_LINE = 1 << 16


def answer(floor: Floor, asked: dict[str, Any]) -> dict[str, Any]:
    """The answer to one line: ``reply``, or ``again`` where the same may be sent again, or ``refused``."""
    try:
        if "meter" in asked:
            return {"reply": floor.accounts(asked["meter"])}
        command = c.read(asked["command"])
        return {"reply": floor.do(command, id=asked["id"], who=asked["who"], at=asked["at"])}
    except JournalUnavailable as error:
        return {"again": str(error)}
    except HousewayError as error:
        return {"refused": f"{error.code}: {error}"}


class _Conversation(socketserver.StreamRequestHandler):
    server: _Server
    timeout = 600

    def handle(self) -> None:
        while line := self.rfile.readline(LONGEST_LINE + 1):
            if len(line) > LONGEST_LINE or not line.endswith(b"\n"):
                return
            said = answer(self.server.floor, msgspec.json.decode(line))
            try:
                self.wfile.write(msgspec.json.encode(said) + b"\n")
            except OSError:
                # Whoever asked has hung up and will ask again.
                return


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    request_queue_size = 256

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        super().__init__(("127.0.0.1", 0), _Conversation)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A line that was cut off in the middle is no news in a storm."""


def main(url: str) -> None:
    floor = Floor.open(url)
    floor.start()
    with _Server(floor) as server:
        print(server.server_address[1], flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main(sys.argv[1])
