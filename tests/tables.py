"""The file of a table of real parts: one shoe on a line, and its sockets, journal and links in the table's folder."""

from pathlib import Path

ALWAYS_HEARD = ("silent_ms = 3600000",)
"""Lines of a device that is never missed, however long nobody plays."""


def table_file(
    folder: Path,
    *,
    stream: tuple[str, ...] = ("heartbeat_ms = 100", "deaf_ms = 1000"),
    desk: tuple[str, ...] = ("engine", "supervisor"),
    device: tuple[str, ...] = (),
    more: str = "",
) -> str:
    """The TOML: lines of the stream, roles with a desk, lines of the shoe, and `more`, where `{at}` is the folder."""
    lines = (
        'table = "t1"',
        'game = "tcp_live"',
        'mode = "test"',
        'journal = "journal"',
        "[stream]",
        f'events = "ipc://{folder}/events"',
        *stream,
        "[stream.desk]",
        *(f'{role} = "ipc://{folder}/{role}"' for role in desk),
        "[[device]]",
        'name = "shoe"',
        'role = "shoe"',
        'dialect = "reference"',
        f'path = "{folder}/shoe"',
        *device,
    )
    return "\n".join(lines) + "\n" + more.format(at=folder)
