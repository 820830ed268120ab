"""The log: JSON lines on standard error, with event names that scripts may rely on.

A failure that goes on is said once and then counted, so that a device which is absent for a night costs two lines.
"""

import sys
from enum import StrEnum

import msgspec
import structlog
from structlog.typing import FilteringBoundLogger


class Said(StrEnum):
    """The names of the log's lines. Names are added, never changed."""

    STARTING = "starting"
    RECOVERED = "journal_recovered"
    READY = "running"
    STOPPING = "stopping"
    STOPPED = "stopped"
    LINK_UP = "link_up"
    LINK_DOWN = "link_down"
    STAGE_DIED = "stage_died"
    STAGE_STUCK = "stage_stuck"
    ORDER_LOST = "order_lost"
    STREAM_DOWN = "stream_down"
    STREAM_UP = "stream_up"
    DESK_DOWN = "desk_down"
    DESK_UP = "desk_up"
    CLIENT_REFUSED = "client_refused"
    KEYS_READ = "keys_read"
    KEYS_KEPT = "keys_kept"
    STORE_FULL = "journal_full"
    STORE_BACK = "journal_writable"
    STORE_BROKEN = "journal_broken"
    CLOCK_STEPPED = "clock_stepped"
    ENGINE_DEAF = "engine_deaf"
    ENGINE_BACK = "engine_back"
    FILE_CHANGED = "journal_file"
    PROFILE_DOUBTFUL = "profile_doubtful"
    FATAL = "fatal"


def logger(**bound: str) -> FilteringBoundLogger:
    """The log, with these fields on every line."""
    made: FilteringBoundLogger = structlog.wrap_logger(
        structlog.BytesLogger(sys.stderr.buffer),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(serializer=_json),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(20),
    )
    return made.bind(**bound)


class Repeats:
    """Failures that go on, by what fails: said when the cause is new, counted while it stays the same."""

    def __init__(self, log: FilteringBoundLogger) -> None:
        self.log = log
        self._cause: dict[str, str] = {}
        self._times: dict[str, int] = {}

    def failed(self, name: Said, what: str, cause: str) -> bool:
        """Something failed; whether it was said, that is whether the cause is new."""
        self._times[what] = self._times.get(what, 0) + 1
        if self._cause.get(what) == cause:
            return False
        self._cause[what] = cause
        self.log.warning(name, what=what, cause=cause)
        return True

    def works(self, name: Said, what: str, where: str = "") -> None:
        """It works again, or for the first time."""
        self._cause.pop(what, None)
        self.log.info(name, what=what, where=where, failures=self._times.pop(what, 0))


def _json(line: object, **_: object) -> bytes:
    return msgspec.json.encode(line, enc_hook=str)
