"""`truedeal schema`: the stream's JSON Schema on standard output, or the generated files of `docs/` written anew."""

import argparse
import sys
from pathlib import Path

from bridge.stream.schema import asyncapi, json_schema, written
from bridge.stream.schema_tables import fill


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    parser.add_argument("--asyncapi", action="store_true", help="print the AsyncAPI document instead")
    parser.add_argument(
        "--write", metavar="FOLDER", type=Path, help="write schema.json, asyncapi.json, protocol.md there"
    )
    parser.add_argument("--check", metavar="FOLDER", type=Path, help="say which of them are stale, and exit 1")


def run(args: argparse.Namespace) -> int:
    """Print, write or check."""
    folder: Path | None = args.write or args.check
    if folder is None:
        sys.stdout.write(written(asyncapi() if args.asyncapi else json_schema()))
        return 0
    try:
        stale = {path: text for path, text in files(folder).items() if not _same(path, text)}
        for path, text in stale.items():
            sys.stderr.write(f"{path}: {'written' if args.write else 'stale; make docs writes it'}\n")
            if args.write:
                path.write_text(text, encoding="utf-8")
    except OSError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 1 if stale and not args.write else 0


def files(folder: Path) -> dict[Path, str]:
    """The text of each file as it should be.

    Raises:
        OSError: there is no protocol.md in the folder.
    """
    protocol = folder / "protocol.md"
    return {
        folder / "schema.json": written(json_schema()),
        folder / "asyncapi.json": written(asyncapi()),
        protocol: fill(protocol.read_text(encoding="utf-8")),
    }


def _same(path: Path, text: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == text
