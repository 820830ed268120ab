"""One line of what `truedeal check` finds."""

from typing import Literal

import msgspec


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One line: `what` was found about `name`, `cure` is what to do about it, `rule` a line for udev."""

    about: str
    name: str
    level: Literal["ok", "note", "blind", "error"]
    what: str
    cure: str = ""
    rule: str = ""
