"""CURVE keys by role: who may connect where, judged as ZAP asks, before a single message is read.

A key has one role and opens that role's desk and the events. Keys are Z85 text of 40 characters. ZAP asks once, when
a client connects: whoever is in stays in until his connection ends, so a key that is taken away ends connections.
"""

from typing import NamedTuple

import msgspec
import zmq
import zmq.utils.z85

from bridge.commands import Role

EVENTS = "events"


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a client needs: the table's public key and its own secret one.

    `public` is its own public key, for libraries that cannot make it of the secret one; here it is made.
    """

    server: str
    secret: str
    public: str = ""

    def use(self, mine: zmq.Socket[bytes]) -> None:
        """Set a socket up before it connects."""
        mine.set(zmq.CURVE_SERVERKEY, self.server.encode("ascii"))
        mine.set(zmq.CURVE_SECRETKEY, self.secret.encode("ascii"))
        mine.set(zmq.CURVE_PUBLICKEY, public_of(self.secret).encode("ascii"))


class Verdict(NamedTuple):
    """The reply to ZAP; where it is a refusal, who was refused, where, and why in words."""

    reply: list[bytes]
    who: str = ""
    where: str = ""
    why: str = ""


def new_pair() -> tuple[str, str]:
    """A new public and secret key."""
    public, secret = zmq.curve_keypair()
    return str(public, "ascii"), str(secret, "ascii")


def public_of(secret: str) -> str:
    """The public key of a secret one."""
    return str(zmq.curve_public(secret.encode("ascii")), "ascii")


def is_key(text: str) -> bool:
    """Whether a text is a key: 40 characters of Z85."""
    try:
        return len(text) == 40 and len(zmq.utils.z85.decode(text.encode("ascii"))) == 32
    except (ValueError, KeyError):
        return False


def domain(role: Role) -> str:
    """The ZAP domain of a role's desk."""
    return f"desk/{role.value}"


class Keys(NamedTuple):
    """What is written: the table's own secret key, who holds each public key, and what is known of the revoked."""

    secret: str
    people: dict[str, tuple[Role, str]]
    revoked: dict[str, str]


class KeyRing:
    """The keys of a table. `take` and `bar` may be called while another thread judges."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys
        self._barred: dict[str, int] = {}

    @property
    def public(self) -> str:
        """The table's public key, which clients must know."""
        return public_of(self._keys.secret)

    def guard(self, mine: zmq.Socket[bytes], where: str) -> None:
        """Make a socket a CURVE server of this domain; without an answer from ZAP nobody gets in."""
        mine.set(zmq.CURVE_SERVER, 1)
        mine.set(zmq.CURVE_SECRETKEY, self._keys.secret.encode("ascii"))
        mine.set(zmq.ZAP_DOMAIN, where.encode("ascii"))
        mine.set(zmq.ZAP_ENFORCE_DOMAIN, 1)

    def take(self, fresh: Keys) -> bool:
        """Go on with these keys; whether one that was good is so no more, so that connections must end."""
        before, self._keys = self._keys, fresh
        return before.secret != fresh.secret or any(
            fresh.people.get(key) != person for key, person in before.people.items()
        )

    def bar(self, user: str, until: int) -> None:
        """Let this `role:name` not in until this monotonic time in ns."""
        self._barred[user] = until

    def judge(self, frames: list[bytes], at: int) -> Verdict:
        """The verdict on a request of ZAP (RFC 27), by its frames, at this monotonic time in ns."""
        if len(frames) != 7 or frames[0] != b"1.0" or frames[5] != b"CURVE" or len(frames[6]) != 32:
            return Verdict([b"1.0", frames[1] if len(frames) > 1 else b"", b"400", b"no CURVE key", b"", b""])
        key = str(zmq.utils.z85.encode(frames[6]), "ascii")
        where = str(frames[2], "utf-8", "replace")
        found = self.admit(where, key, at)
        if isinstance(found, str):
            # The client is told the same in each case, so that a stranger learns nothing of the list.
            reply = [b"1.0", frames[1], b"400", b"key not allowed here", b"", b""]
            return Verdict(reply, f"{key} from {str(frames[3], 'ascii', 'replace')}", where, found)
        role, name = found
        return Verdict([b"1.0", frames[1], b"200", b"", f"{role.value}:{name}".encode(), b""])

    def admit(self, where: str, key: str, at: int) -> tuple[Role, str] | str:
        """Who holds this key, where it may enter this domain at this monotonic time in ns; else why not, in words."""
        keys = self._keys
        found = keys.people.get(key)
        if found is None:
            gone = keys.revoked.get(key)
            return f"its key was revoked: {gone}" if gone else "its key is in no list"
        role, name = found
        if where not in {EVENTS, domain(role)}:
            return f"the key of {role.value} {name} opens the events and {domain(role)}"
        if at < self._barred.get(f"{role.value}:{name}", at):
            return f"{role.value} {name} is shut out for a while"
        return found
