"""What can be asked of the desk and what it replies: two closed unions of JSON objects, by `verb` and by `reply`.

`tag` is the asker's own number and comes back in the reply, so that late replies are not mistaken for others.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from bridge.commands import Answer, Command, Role
from bridge.stream.frames import PAGE, PROTOCOL
from games.names import Name

Number = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Text = Annotated[str, Meta(max_length=1000)]
Id = Annotated[Name, Meta(min_length=1)]
Why = Annotated[str, Meta(max_length=500)]


class _Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="verb"):
    tag: Number = 0


class Hello(_Request, frozen=True, kw_only=True, tag="hello"):
    """Who is there? `epoch`, `head` and `hash` are the last event the asker has, where it has one."""

    epoch: Text = ""
    head: Number = 0
    hash: Text = ""


class Get(_Request, frozen=True, kw_only=True, tag="get"):
    """Events from number `first` on, at most `limit`."""

    first: Annotated[int, Meta(ge=1, le=2**63 - 1)]
    limit: Annotated[int, Meta(ge=1, le=PAGE)] = PAGE


class Snapshot(_Request, frozen=True, kw_only=True, tag="snapshot"):
    """The open round as its published events tell it."""


class Status(_Request, frozen=True, kw_only=True, tag="status"):
    """Phase, next spot, holds, devices."""


class Ack(_Request, frozen=True, kw_only=True, tag="ack"):
    """The engine has stored every event up to and with `n` of this epoch."""

    epoch: Text
    n: Number


class Ask(_Request, frozen=True, kw_only=True, tag="command"):
    """A command. The same `id` with the same body may be sent again at any time and gets the same answer."""

    id: Id
    command: Command
    round: Name = ""
    why: Why = ""
    as_of: Number = 0


Request = Hello | Get | Snapshot | Status | Ack | Ask


class _Reply(msgspec.Struct, frozen=True, kw_only=True, tag_field="reply"):
    tag: int = 0


class Here(_Reply, frozen=True, kw_only=True, tag="here"):
    """To `hello`: `oldest` and `head` are the first and last event numbers to be had, `hash` the last one's."""

    table: str
    epoch: str
    oldest: int
    head: int
    hash: str
    schema: str
    role: Role
    protocol: int = PROTOCOL


class Got(_Reply, frozen=True, kw_only=True, tag="got"):
    """To `get`: `count` events from `first` on follow as two frames each, body and hash; `head` is the last."""

    epoch: str
    first: int
    count: int
    head: int


class Told(_Reply, frozen=True, kw_only=True, tag="told"):
    """To `status` and `snapshot`."""

    told: dict[str, Any]


class Noted(_Reply, frozen=True, kw_only=True, tag="noted"):
    """To `ack`."""

    n: int


class Answered(_Reply, frozen=True, kw_only=True, tag="answer"):
    """To `command`: done, or refused and why."""

    answer: Answer


class Pending(_Reply, frozen=True, kw_only=True, tag="pending"):
    """To `command`: no answer yet; ask again with the same id."""

    id: str
    why: str = "no answer yet: ask again with the same id"


class Refused(_Reply, frozen=True, kw_only=True, tag="refused"):
    """The request was not carried out: `code` for programs, `why` for people.

    malformed: no request, `why` names the path; role: not allowed on this endpoint; ahead: an event that this journal
    does not hold, so for a `hello` or `ack` an older journal was restored; epoch: another epoch; gone: older than the
    oldest event to be had; busy: too much is waiting.
    """

    code: Literal["malformed", "role", "ahead", "epoch", "gone", "busy"]
    why: str


Reply = Here | Got | Told | Noted | Answered | Pending | Refused
