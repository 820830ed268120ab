"""Rows of text as they come: CSV with a header, or JSON lines. Nothing but the row at hand is kept."""

import csv
import io
import itertools
import json
from collections.abc import Iterator
from decimal import Decimal
from typing import IO, Any, AnyStr, BinaryIO, NamedTuple

import msgspec

from games.audit import Row

MARK = b"\xef\xbb\xbf"
"""The byte order mark that spreadsheets put in front of UTF-8."""
SPACES = b" \t\r\n"
LONGEST = 1 << 20
"""Characters of the longest line: a row has a few hundred, and what never ends a line is no file of rows."""
_CUT = "no such field"
"""This very object stands in the fields that a row is short of."""

_object = msgspec.json.Decoder(dict[str, Any], float_hook=Decimal)


def _once(pairs: list[tuple[str, Any]]) -> None:
    names = [name for name, _ in pairs]
    if twice := [name for name in names if names.count(name) > 1]:
        raise ValueError(f"{twice[0]!r} stands in it twice")  # which of the two counts nobody can know


_pairs = json.JSONDecoder(object_pairs_hook=_once, parse_float=str, parse_int=str, strict=False)
"""Beside the quick decoder, which takes the last of two."""


class Line(NamedTuple):
    """A row with the number of its (last) line, and why it cannot be used where it cannot."""

    number: int
    row: Row
    why: str = ""


def json_ahead(stream: io.BufferedReader) -> bool:
    """Whether what comes looks like JSON lines: it begins with a brace, as no header of a CSV does."""
    return stream.peek(64).removeprefix(MARK).lstrip(SPACES).startswith(b"{")


def csv_rows(stream: BinaryIO, needed: tuple[str, ...] = ()) -> Iterator[Line]:
    """The rows of a CSV below its header. Bytes that are no UTF-8 stand as their escapes.

    Quotes are taken strictly, since rows behind one that was left open would vanish in a field of their predecessor.

    Raises:
        ValueError: there is no header, it names a column twice, or it lacks one that is needed; or a line is too long.
    """
    text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="backslashreplace", newline="")
    try:
        reader = csv.DictReader(_lines(text), restval=_CUT, strict=True)
        yield from _below(reader, header(reader, needed))
    finally:
        text.detach()


def _lines(stream: IO[AnyStr]) -> Iterator[AnyStr]:
    """The lines of a stream, each held in memory only as far as a row can be long.

    Raises:
        ValueError: one is longer.
    """
    for number in itertools.count(1):
        line = stream.readline(LONGEST + 1)
        if len(line) > LONGEST:
            raise ValueError(f"line {number} is longer than {LONGEST} characters, so these are no rows")
        if not line:
            return
        yield line


def header(reader: "csv.DictReader[str]", needed: tuple[str, ...]) -> list[str]:
    """The names of the columns.

    Raises:
        ValueError: there are none, one stands there twice, or one is missing, or the line is no CSV.
    """
    try:
        names = list(reader.fieldnames or ())
    except csv.Error as error:
        raise ValueError(f"the header line: {error}") from None
    if not names:
        raise ValueError("there is no header line")
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise ValueError(f"column {twice[0]!r} stands in the header twice")
    missing = [name for name in needed if name not in names]
    if missing:
        raise ValueError(f"column {', '.join(missing)} is missing: {', '.join(needed)} are needed")
    return names


def _below(reader: "csv.DictReader[str]", names: list[str]) -> Iterator[Line]:
    last = names[-1]
    number = reader.line_num
    while True:
        try:
            for row in reader:
                number = reader.line_num
                if row[last] is _CUT:
                    there = {name: text for name, text in row.items() if text is not _CUT}
                    yield Line(number, there, f"fewer fields than the header's {len(names)}")
                elif len(row) > len(names):
                    yield Line(number, row, f"more fields than the header's {len(names)}")
                else:
                    yield Line(number, row)
        except csv.Error as error:
            before, number = number, reader.reader.line_num
            several = number > before + 1
            lost = f": lines {before + 1} to {number} are one row, its quotes do not match" if several else ""
            yield Line(number, {}, f"{error}{lost}")
        else:
            return


def json_rows(stream: BinaryIO) -> Iterator[Line]:
    """The rows of JSON lines, one object each, without empty lines. Numbers are as exact as they are written.

    Raises:
        ValueError: a line is too long.
    """
    for number, line in enumerate(_lines(stream), 1):
        bare = line.removeprefix(MARK).strip(SPACES)
        if not bare:
            continue
        try:
            found = _object.decode(bare)
            _pairs.decode(bare.decode())
            yield Line(number, {name: _text(value) for name, value in found.items() if value is not None})
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            yield Line(number, {}, f"no JSON object: {error}")
        except ArithmeticError:
            yield Line(number, {}, "a number in it is greater or finer than any amount")
        except ValueError as error:
            yield Line(number, {}, str(error))


def _text(value: Any) -> str:  # noqa: ANN401 - whatever stands in the file
    """A value as a CSV would have it: lists, as of cards, with blanks between."""
    match value:
        case str():
            return value
        case list():
            return " ".join(_text(one) for one in value)
        case _:
            return str(value)
