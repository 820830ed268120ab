"""An address as written: `tcp://HOST:PORT`, `ipc://PATH`, or a device's `HOST:PORT`. Nothing is opened."""

import posixpath
from itertools import combinations

PATH_BYTES = 107
"""What `sun_path` of unix(7) holds beside its closing zero."""
EVERYWHERE = ("*", "0.0.0.0", "[::]")  # noqa: S104 - these are recognised, not bound
FORM = "write tcp://HOST:PORT or ipc://PATH"


def unprintable(text: str) -> str:
    """Why a text holds what no path and no address can, or nothing."""
    odd = next((letter for letter in text if ord(letter) < 32 or ord(letter) == 127), None)
    return "" if odd is None else f"holds the control character {odd!r}"


def wrong(endpoint: str, *, any_port: bool = True) -> str:
    """What is wrong with an endpoint, or nothing. `any_port`: `*` may stand for a port the system chooses."""
    if why := unprintable(endpoint):
        return why
    kind, mark, rest = endpoint.partition("://")
    if not mark or kind not in {"tcp", "ipc"} or not rest:
        return FORM
    if kind == "tcp":
        return "" if any_port and rest.endswith(":*") and rest != ":*" else wrong_port(rest, "tcp://HOST:PORT")
    size = len(rest.encode("utf-8", "surrogateescape"))
    return f"a socket's path has at most {PATH_BYTES} bytes, this one has {size}" if size > PATH_BYTES else ""


def wrong_port(address: str, form: str = "HOST:PORT") -> str:
    """What is wrong with a host and its port, or nothing; `form` is how to write it."""
    host, _, port = address.rpartition(":")
    bare = ":" in host and not (host.startswith("[") and host.endswith("]"))
    if not host or bare or any(letter.isspace() for letter in address):
        return f"write {form}" + (", an IPv6 address in brackets" if bare else "")
    if not (port.isascii() and port.isdecimal() and len(port) <= 5 and 1 <= int(port) <= 65_535):
        return f"write {form}, the port a number from 1 to 65535"
    return ""


def clash(named: dict[str, str]) -> str:
    """Two of these names whose endpoints cannot both be bound, in words, or nothing."""
    for (one, here), (other, there) in combinations(named.items(), 2):
        if _same(here, there):
            return f"{other} and {one} have one address, {there}: give each its own"
    return ""


def _same(here: str, there: str) -> bool:
    kind, _, mine = here.partition("://")
    if kind != there.partition("://")[0]:
        return False
    theirs = there.partition("://")[2]
    if kind != "tcp":
        return posixpath.normpath(mine) == posixpath.normpath(theirs)
    (host, _, port), (other, _, at) = mine.rpartition(":"), theirs.rpartition(":")
    hosts = {"127.0.0.1" if one == "localhost" else one for one in (host, other)}
    return port == at != "*" and (len(hosts) == 1 or not hosts.isdisjoint(EVERYWHERE))
