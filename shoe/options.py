"""Options of a dialect: the table of a device in the table's file, read into a frozen type."""

from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

T = TypeVar("T", bound=msgspec.Struct)
Milliseconds = Annotated[int, Meta(ge=100, le=3_600_000)]
"""How long a device may take: below a tenth of a second every report would be late, every heartbeat missed."""
Baud = Annotated[int, Meta(ge=50, le=4_000_000)]
"""Speed of a serial line, in bits a second: the least and the most that Linux knows."""


def read_options(options: dict[str, object], kind: type[T]) -> T:
    """The options as this type.

    Raises:
        ValueError: an option is unknown or wrong; the message begins with its name.
    """
    known = {field.name for field in msgspec.structs.fields(kind)}
    for key in options:
        if key not in known:
            raise ValueError(f"{key}: unknown option, known are {', '.join(sorted(known))}")
    for field in msgspec.structs.fields(kind):
        if field.required and field.name not in options:
            raise ValueError(f"{field.name}: this option is needed")
    try:
        return msgspec.convert(options, kind)
    except msgspec.ValidationError as error:
        why, _, place = str(error).partition(" - at ")
        raise ValueError(f"{place.strip('`').removeprefix('$.')}: {why}") from error
