"""Where a socket may be bound: loopback or beyond, a leftover socket file or somebody else's.

libzmq removes whatever lies at an ipc path before it binds, so the path must be looked at first: a plain file stays,
a socket somebody listens on stays theirs, and only a dead daemon's socket is taken over.
"""

import ipaddress
import socket
import stat
from pathlib import Path
from typing import NamedTuple

from bridge import address


class NoEndpoint(NamedTuple):
    """An endpoint cannot be had: `why` in words; `again` says whether a later try can succeed by itself."""

    endpoint: str
    why: str
    again: bool

    def __str__(self) -> str:
        return f"{self.endpoint}: {self.why}"


def beyond_loopback(endpoint: str) -> bool:
    """Whether other machines could reach this endpoint."""
    if not endpoint.startswith("tcp://"):
        return False
    host = endpoint.removeprefix("tcp://").rpartition(":")[0].strip("[]")
    if host in {"localhost", "lo"}:
        return False
    try:
        return not ipaddress.ip_address(host).is_loopback
    except ValueError:
        return True


def obstacle(endpoint: str, *, keys: bool) -> NoEndpoint | None:
    """What forbids to bind here, or None. `keys`: the endpoint would be guarded by keys."""
    malformed = address.wrong(endpoint)
    if malformed:
        return NoEndpoint(endpoint, malformed, again=False)
    if beyond_loopback(endpoint) and not keys:
        why = "reaches beyond this machine and no keys are set: set stream.keys, or bind to 127.0.0.1 or ipc://"
        return NoEndpoint(endpoint, why, again=False)
    if endpoint.startswith("ipc://") and not endpoint.startswith("ipc://@"):
        return _path_obstacle(endpoint, Path(endpoint.removeprefix("ipc://")))
    return None


def _path_obstacle(endpoint: str, path: Path) -> NoEndpoint | None:
    try:
        if not path.parent.is_dir():
            return NoEndpoint(endpoint, f"there is no folder {path.parent}", again=True)
        if not stat.S_ISSOCK(path.lstat().st_mode):
            why = "something that is no socket lies at this path and is left untouched"
            return NoEndpoint(endpoint, why, again=False)
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            probe.settimeout(1)
            probe.connect(str(path))
    except (ConnectionRefusedError, FileNotFoundError):
        return None
    except OSError as error:
        return NoEndpoint(endpoint, f"what lies at this path cannot be tried: {error}", again=True)
    return NoEndpoint(endpoint, "another program listens there", again=True)
