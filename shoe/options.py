"""Options of a dialect: the table of a device in the table's file, read into a frozen type."""

from typing import TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)


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
