"""Clients that were refused: each is said once and then counted, however often it comes and however many they are."""

from typing import TYPE_CHECKING

from bridge.daemon.log import Said

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

KNOWN = 64
"""Different refusals that are said within `QUIET_NS`; a stranger can make a new key for each try."""
QUIET_NS = 3_600_000_000_000
"""After an hour without a try a client is forgotten, and said again when it comes back."""


class Refusals:
    """Of one thread; each thread has its own."""

    def __init__(self, log: "FilteringBoundLogger") -> None:
        self._log = log
        self._last: dict[tuple[str, str, str], int] = {}
        self._tries = 0
        self._full_since: int | None = None

    def refused(self, who: str, where: str, why: str, at: int) -> bool:
        """Somebody was refused at this monotonic time in ns; whether it was said."""
        self._tries += 1
        one = who, where, why
        known = self._last.get(one)
        if known is None or at - known > QUIET_NS:
            if known is None and not self._room(at):
                return False
            self._log.warning(Said.CLIENT_REFUSED, who=who, where=where, cause=why, tries=self._tries)
        self._last[one] = at
        return known is None or at - known > QUIET_NS

    def _room(self, at: int) -> bool:
        """Whether one more can be remembered; that there is no more room is said once an hour."""
        if len(self._last) < KNOWN:
            return True
        self._last = {one: last for one, last in self._last.items() if at - last <= QUIET_NS}
        if len(self._last) < KNOWN:
            return True
        if self._full_since is None or at - self._full_since > QUIET_NS:
            self._full_since = at
            cause = "ever other clients are refused: who else comes within the hour is only counted"
            self._log.warning(Said.CLIENT_REFUSED, who="many", where="", cause=cause, tries=self._tries)
        return False
