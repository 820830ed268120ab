"""Recordings as journals: their readings through the real core into real files, as a table would have written them."""

from pathlib import Path

from bridge.journal.tape import SCAN, HeaderAt, recording
from tests.played import Table
from tests.record.recorder import known_games
from tests.recorded import FOLDER, load


def journal_of(name: str, directory: Path, until: int | None = None) -> Table:
    """A journal of a recording's first readings (all of them, left out); its table, which is still open."""
    header = next(piece.header for piece in recording(FOLDER / f"{name}{SCAN}") if isinstance(piece, HeaderAt))
    directory.mkdir(parents=True, exist_ok=True)
    with known_games():
        table = Table(directory, header)
        table.take(load(name).readings[:until])
    return table
