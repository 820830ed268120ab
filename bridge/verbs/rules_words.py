"""A game's sheet in words, for a person."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from textwrap import wrap
from typing import Any

from bridge.verbs.rules_sheet import Dealing, Sheet
from games.game import Evidence, Owed, Reveal
from games.spots import SpotKind, parse_spot
from games.walk import Order

WIDE = 110
"""Columns of a line."""
SHOWN = {
    Evidence.IDENTITY: "which card it is",
    Evidence.BACK: "that it lies there, face down",
    Evidence.FACE: "its face where it lies",
}


def words(sheet: Sheet) -> str:
    """The whole sheet."""
    parts = {
        f"{sheet.title} ({sheet.id})": _head(sheet),
        "Dealing order": _dealing(sheet.dealing, sheet.dice),
        "When faces may be known": _table(_reveal(row, sheet.hands) for row in sheet.reveals),
        "Who owes what": _table(_owed(row) for row in sheet.owed),
        "House conditions": _table((row.situation, row.ruling, row.clause) for row in sheet.conditions),
        "Options": _table(
            (one.name, f"{_value(one.value)}{'' if one.value == one.default else ' (changed)'}", one.takes)
            for one in sheet.options
        ),
        "Pay tables": [line for bet, table in sheet.pay_tables.items() for line in _pays(bet, table)],
        "What `truedeal settle` takes": _table((rows.name, ", ".join(rows.columns)) for rows in sheet.settles),
    }
    return "\n".join(
        "\n".join([title, *(f"  {line}" for line in lines), ""]) for title, lines in parts.items() if lines
    )


def order(found: Order) -> str:
    """The owner of each card, and what is taken away or open."""
    lines = wrap(" ".join(found.slots), WIDE)
    if found.discarded:
        lines.append(f"discarded: {' '.join(found.discarded)}")
    if found.needs:
        lines.append(_further(found.needs))
    return "\n".join(lines) + "\n"


def _head(sheet: Sheet) -> list[str]:
    decks = {0: "no cards", 1: "one deck"}.get(sheet.decks, f"{sheet.decks} decks")
    said = [
        decks,
        *(["shuffled anew for each round"] if sheet.fresh_each_round and sheet.decks else []),
        *([f"{sheet.dice} dice"] if sheet.dice else []),
        *([f"hands: {' '.join(sheet.hands)}"] if sheet.hands else []),
        *([f"boxes to bet on: {' '.join(sheet.boxes)}"] if sheet.boxes else []),
        f"windows: {' '.join(sheet.windows)}",
    ]
    return wrap("; ".join(said), WIDE)


def _dealing(dealing: Dealing, dice: int) -> list[str]:
    if not dealing.slots:
        return ["no cards are dealt"]
    lines = wrap(" ".join(dealing.slots), WIDE)
    if dealing.stacks:
        lines.append(f"Then the total of {dice} dice says whose each stack is, the first stack's owner first:")
        by_owners = sorted(dealing.stacks, key=lambda total: (dealing.stacks[total], total))
        groups = [list(totals) for _, totals in groupby(by_owners, key=lambda total: dealing.stacks[total])]
        lines += _table((" ".join(map(str, totals)), " ".join(dealing.stacks[totals[0]])) for totals in sorted(groups))
    if dealing.needs and parse_spot(dealing.needs).kind is not SpotKind.DIE:
        lines.append(_further(dealing.needs))
    if dealing.examples:
        lines += ["Some whole deals:", *(line for deal in dealing.examples for line in wrap(" ".join(deal), WIDE))]
    return lines


def _further(needs: str) -> str:
    spot = parse_spot(needs)
    if spot.kind is SpotKind.DIE:
        return "Then the dice say whose each stack is."
    return f"Then whether a further card is due, and where, depends on the cards; the first of them lies in {spot}."


def _reveal(row: Reveal, hands: tuple[str, ...]) -> tuple[str, str]:
    when = f"once the {row.window} window is closed" if row.window else "as it is dealt"
    after = f", after {' '.join(row.after_hands)}" if row.after_hands else ""
    return _hand(row.hand) if hands else "the dice", when + after


def _owed(row: Owed) -> tuple[str, str, str, str]:
    since = "once it may be known" if row.at_reveal else "from the draw"
    return row.source, _hand(row.hand), SHOWN[row.evidence], f"within timing.{row.within} {since}"


def _hand(name: str) -> str:
    return "every hand" if name == "*" else name


def _pays(bet: str, table: Any) -> Iterator[str]:  # noqa: ANN401 - a table of numbers by name
    yield bet
    for line in _table((rank, f"{_number(odds)} to 1") for rank, odds in table.items()):
        yield f"  {line}"


def _number(number: Any) -> str:  # noqa: ANN401 - a decimal
    return f"{number.normalize():f}"


def _value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case None:
            return "-"
        case dict():
            return "; ".join(f"{name} {_value(one)}" for name, one in value.items()) or "empty"
        case list() | tuple():
            return " ".join(_value(one) for one in value) or "empty"
        case _:
            return str(value) or '""'


def _table(rows: Iterable[tuple[str, ...]]) -> list[str]:
    """Rows in columns; the last is broken into lines below itself, as is any that is very long."""
    cells = [tuple(str(cell) for cell in row) for row in rows]
    if not cells:
        return []
    wide = [min(max(len(cell) for cell in column), 44) for column in zip(*cells, strict=True)]
    lines = []
    for row in cells:
        last = max(WIDE - sum(wide[:-1]) - 2 * len(wide), 30)
        broken = [wrap(cell, width) or [""] for cell, width in zip(row, (*wide[:-1], last), strict=True)]
        for number in range(max(map(len, broken))):
            parts = [cell[number] if number < len(cell) else "" for cell in broken]
            lines.append("  ".join(part.ljust(width) for part, width in zip(parts, wide, strict=True)).rstrip())
    return lines
