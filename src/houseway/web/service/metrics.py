"""What the server measures, for Prometheus."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import CounterMetricFamily
from prometheus_client.registry import Collector

from houseway.web.live.room import Room, now

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)


class _OfRoom(Collector):
    """What is so in the room at the moment of asking."""

    def __init__(self, room: Room) -> None:
        self._room = room

    def collect(self) -> Iterator[GaugeMetricFamily | CounterMetricFamily]:
        room = self._room
        yield GaugeMetricFamily("houseway_feed_followers", "Feeds that are open", value=room.hub.followers)
        yield CounterMetricFamily("houseway_feed_frames", "Frames sent to feeds", value=room.hub.sent)
        failures = CounterMetricFamily(
            "houseway_runner_failures", "Moves of tables that could not be written", labels=["error"]
        )
        for error, count in room.failures.items():
            failures.add_metric([error], count)
        yield failures
        if room.sealed is not None:
            age = max(0.0, (now() - room.sealed) / 1_000_000)
            yield GaugeMetricFamily(
                "houseway_seal_age_seconds", "Seconds since everything written was known to be sealed", value=age
            )
        property = room.mirror.property
        tables = GaugeMetricFamily("houseway_table_open", "Whether a table is open", labels=["table", "game"])
        rounds = CounterMetricFamily("houseway_table_rounds", "Rounds settled at a table", labels=["table"])
        seated = GaugeMetricFamily("houseway_table_seated", "Players who sit at a table", labels=["table"])
        for id, table in property.tables.items():
            state = room.mirror.table(id)
            tables.add_metric([id, table.game], float(state.open))
            rounds.add_metric([id], state.rounds)
            seated.add_metric([id], len(state.seated))
        meters = GaugeMetricFamily("houseway_meter_cents", "What a jackpot displays", labels=["jackpot", "row"])
        for jackpot in property.jackpots.values():
            for row, cents in room.mirror.amounts(jackpot).items():
                meters.add_metric([jackpot.id, row], cents)
        yield from (tables, rounds, seated, meters)


class Metrics:
    """Counters of one server."""

    def __init__(self, room: Room) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(_OfRoom(room))
        self._requests = Counter(
            "houseway_requests", "Requests answered", ["method", "route", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "houseway_request_seconds", "Time of a request", ["route"], buckets=_SECONDS, registry=self._registry
        )
        self._commands = Counter(
            "houseway_commands", "Commands by type and outcome", ["type", "outcome"], registry=self._registry
        )
        self._commits = Histogram(
            "houseway_command_seconds",
            "From a command given to its being on the disk",
            buckets=_SECONDS,
            registry=self._registry,
        )

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request was answered."""
        self._requests.labels(method if method in _METHODS else "other", route, str(status)).inc()
        if route != "/feed":
            self._seconds.labels(route).observe(seconds)

    def command(self, type: str, outcome: str, seconds: float) -> None:
        """A command was done or refused."""
        self._commands.labels(type, outcome).inc()
        self._commits.observe(seconds)

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self._registry)


_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
