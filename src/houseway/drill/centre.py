"""The data centre that the loggers of Andromeda-1 forward their counts to, over lines that falter."""

from __future__ import annotations

from collections import Counter

from houseway.drill.station import Station
from houseway.jackpots.jackpot_errors import LineDown
from houseway.jackpots.panel import Count, Receiver


class DataCentre:
    """What the loggers sent: ``received`` has the wagers of each by its name."""

    def __init__(self) -> None:
        self._receiver = Receiver()
        self.received: Counter[str] = Counter()

    def forward(self, station: Station, *, falters: bool = True) -> None:
        """The logger of a table sends what it holds; a line that falters loses a request or an answer in ten."""
        if station.tabulator is None or station.tabulator.logger is None:
            return
        chance = station.lines

        def line(device: str, counts: tuple[Count, ...]) -> int:
            if falters and chance.below(10) == 0:
                raise LineDown("the line to the data centre is down")
            for count in self._receiver.receive(device, counts):
                self.received[device] += sum(len(positions) for positions in count.wagers.values())
            if falters and chance.below(10) == 0:
                raise LineDown("the answer of the data centre was lost")
            return self._receiver.last(device)

        station.tabulator.logger.forward(line, most=7)
